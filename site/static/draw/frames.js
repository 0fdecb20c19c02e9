// frames.js: the loop over animation frames and what requests one: events, sizes of elements, the theme, the
// screen.
//
// Provides surfaces, start, prepare, measure, wake, frame, hold, held, redrawAll, resizes. Uses Surface,
// readTheme of colours.js, queued, EVENT, SIZE, LEAVE and enqueue of input.js, atHome and listenToPrinter of
// print.js.

// The canvases are in the order of canvas.ID.
// A test keeps this number equal to gesture.Shared.
const SURFACES = 5;

const surfaces = [];
let onFrame = null; // the program's function: reads the queue and renders the interface
let awake = false;
let held = 0; // the timer that ends hold, or 0

// wake requests one frame.
function wake() {
	if (awake) return;
	awake = true;
	requestAnimationFrame(() => {
		awake = false;
		frame();
	});
}

// hold makes the program's frames wait until the browser has displayed the last picture, because building the
// interface or its tables takes longer than several frames. If no frames come, for example in a hidden page,
// the wait ends soon. Then hold calls shown, unless another picture came meanwhile.
function hold(shown = () => {}) {
	const patience = 200; // ms
	clearTimeout(held);
	const release = () => {
		if (held !== wait) return;
		clearTimeout(held);
		held = 0;
		shown();
		frame();
	};
	const wait = held = setTimeout(release, patience);
	requestAnimationFrame(() => requestAnimationFrame(release));
}

function frame() {
	if (held) return;
	const n = queued;
	queued = 0;
	onFrame?.(n / EVENT);
	for (const surface of surfaces) surface.redraw();
}

function redrawAll() {
	for (const surface of surfaces) surface.stale = surface.staleMarks = true;
	wake();
}

const resizes = new ResizeObserver((entries) => {
	if (atHome) return; // after printing, the observer reports the sizes again
	for (const { target, contentRect } of entries) {
		const surface = surfaces.find((s) => s.host === target);
		if (!surface || !contentRect.width || !contentRect.height) continue; // hidden
		surface.size(contentRect.width, contentRect.height);
		enqueue(SIZE, surface, {}, contentRect.width, contentRect.height);
	}
});

// watchResolution redraws when the page moves to another screen or its zoom changes.
function watchResolution() {
	matchMedia(`(resolution: ${globalThis.devicePixelRatio}dppx)`).addEventListener("change", () => {
		if (!atHome) for (const surface of surfaces) surface.size(surface.width, surface.height);
		watchResolution();
	}, { once: true });
}

function retheme() {
	readTheme();
	redrawAll();
}

// measure queues the current sizes of the canvases, before the browser reports them, and returns the number of
// queued events.
function measure() {
	for (const surface of surfaces) {
		if (!surface.host) continue;
		const { width, height } = surface.box.getBoundingClientRect();
		if (!width || !height || atHome) continue;
		surface.size(width, height);
		enqueue(SIZE, surface, {}, width, height);
	}
	const n = queued;
	queued = 0;
	return n / EVENT;
}

// start makes each frame call handler with the number of queued events.
function start(handler) {
	onFrame = handler;
}

// prepare makes the canvases before the program runs.
function prepare() {
	readTheme();
	for (let i = 0; i < SURFACES; i++) surfaces.push(new Surface(i));
	new MutationObserver(retheme).observe(document.documentElement, { attributeFilter: ["data-theme", "class"] });
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", retheme);
	// A pointer outside the window points at nothing, whichever way it left.
	const leave = () => surfaces.forEach((surface) => enqueue(LEAVE, surface, {}, 0, 0));
	document.documentElement.addEventListener("pointerleave", leave);
	addEventListener("blur", leave);
	document.fonts?.addEventListener("loadingdone", retheme);
	watchResolution();
	listenToPrinter();
}
