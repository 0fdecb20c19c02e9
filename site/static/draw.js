// draw.js: the canvases. It draws display lists, finds the box at a point, and collects pointer input until
// the next animation frame. Go decides what is drawn and what a gesture means: package scene documents the
// encoding of a list, and wasm/page calls this file. The build inserts the parts in the order below. They
// share one function scope, and each lists what it provides and uses. Most add methods to Surface.
//
// Lengths are CSS pixels from a canvas's top left, until dpr converts them to device pixels.
"use strict";

globalThis.traceglass = {
	worker: null, // the worker that holds a trace or waits for one
	// Times in milliseconds, the latest thousand of each, for make bench and the browser tests.
	stats: {
		draw: [], // drawing a list
		list: [], // from requesting a list from the worker to receiving it
		input: [], // from an input event's time stamp to drawing the resulting list
		handled: [], // the same, from when the page could handle the event
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

	// The functions that wasm/page calls, besides the methods of surfaces.
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
		requestFirst,
		uncover,
		written,
		record: (name, ms) => record(stats[name], ms),
	};
})();
