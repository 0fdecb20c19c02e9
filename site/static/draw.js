// draw.js: the canvases. It draws display lists, finds what lies under a point, and gathers
// what the pointer does until the next animation frame. What is drawn, and what a gesture
// means, is decided in Go: package scene says how a list is encoded, wasm/page calls this file.
// The build takes the parts in, in this order; they share the one function's scope.
//
// Lengths are CSS pixels from a canvas's top left, until dpr makes them device pixels.
"use strict";

globalThis.traceglass = {
	worker: null, // the worker that now holds, or waits for, a trace
	// Milliseconds, the latest thousand of each, for make bench and the browser tests.
	stats: {
		draw: [], // drawing one list
		list: [], // from asking the worker for a list to having it
		input: [], // from an input event's time stamp to drawing the fresh list it led to
		handled: [], // the same from when the page got to handle the event
		render: [], // building and rendering the interface
	},
};

globalThis.traceglassDraw = (() => {
	/* @draw/list.js@ */

	const NAME_ROOM = 30; // narrower boxes show no name
	const NAME_HEIGHT = 11; // nor do flatter ones
	const PAD = 3; // between a box's edge and its name

	const { stats } = globalThis.traceglass;

	function record(list, ms) {
		if (list.push(ms) > 1000) list.shift();
	}

	/* @draw/colours.js@ */
	/* @draw/names.js@ */
	/* @draw/svg.js@ */
	/* @draw/surface.js@ */
	/* @draw/input.js@ */
	/* @draw/frames.js@ */

	return {
		surfaces,
		queue: new Uint8Array(queue.buffer),
		wake,

		// start makes the canvases; handler is called once a frame with the number of events queued.
		start(handler) {
			onFrame = handler;
			readTheme();
			for (let i = 0; i < 4; i++) surfaces.push(new Surface(i));
			new MutationObserver(retheme).observe(document.documentElement, { attributeFilter: ["data-theme", "class"] });
			matchMedia("(prefers-color-scheme: dark)").addEventListener("change", retheme);
			document.fonts?.addEventListener("loadingdone", retheme);
			watchResolution();
		},

		// unknown returns the methods whose names are wanted and have not been asked for.
		unknown() {
			const methods = Uint32Array.from(unknown);
			unknown = [];
			return methods;
		},

		// learn takes names of methods, one a line: package, class, method and parameters, between
		// tabs; or one text, if that is all there is.
		learn(methods, lines) {
			lines.split("\n").forEach((line, i) => names.set(methods[i], new Name(line)));
			awaited -= methods.length;
			redrawAll();
		},

		// forget drops the names: another trace has others.
		forget() {
			names.clear();
			unknown = [];
			awaited = 0;
		},

		// written is what a box shows of a name, a line as learn takes it, where there is just room
		// for another text: the rule for the browser tests.
		written: (line, like) => new Name(line).fit(widthOf(like, plain) + 0.01, plain),

		record: (name, ms) => record(stats[name], ms),
	};
})();
