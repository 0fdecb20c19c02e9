// draw.js: the canvases. It draws display lists, finds what lies under a point, and gathers
// what the pointer does until the next animation frame. What is drawn, and what a gesture
// means, is decided in Go: package scene says how a list is encoded, wasm/page calls this file.
// The build takes the parts in, in the order below; they share the one function's scope, and each
// says what it gives the others and takes of them. Most add methods to Surface.
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
	const { stats } = globalThis.traceglass;

	function record(list, ms) {
		if (list.push(ms) > 1000) list.shift();
	}

	/* @draw/surface.js@ */
	/* @draw/list.js@ */
	/* @draw/colours.js@ */
	/* @draw/fonts.js@ */
	/* @draw/names.js@ */
	/* @draw/paint.js@ */
	/* @draw/graph.js@ */
	/* @draw/marks.js@ */
	/* @draw/hit.js@ */
	/* @draw/svg.js@ */
	/* @draw/picture.js@ */
	/* @draw/twin.js@ */
	/* @draw/input.js@ */
	/* @draw/print.js@ */
	/* @draw/frames.js@ */
	/* @draw/first.js@ */

	prepare();
	expectFirst();

	// What wasm/page calls, besides the methods of surfaces.
	return {
		surfaces,
		queue: new Uint8Array(queue.buffer),
		start,
		measure,
		wake,
		hold,
		waits: () => held !== 0,
		unknown: unknownNames,
		learn,
		forget,
		early,
		foresee,
		uncover,
		written,
		record: (name, ms) => record(stats[name], ms),
	};
})();
