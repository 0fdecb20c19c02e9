// frames.js: the loop over animation frames, and what calls for one: events, the size of an
// element, the theme, the screen.
//
// Gives surfaces, start, prepare, measure, wake, frame, hold, held, redrawAll, resizes. Takes Surface, readTheme of colours.js,
// queued, EVENT, SIZE, LEAVE and enqueue of input.js, atHome and listenToPrinter of print.js.

// The canvases are those of canvas.ID, in its order.
// A test holds this number equal to gesture.Shared.
const SURFACES = 5;

const surfaces = [];
let onFrame = null; // of the program: reads the queue, renders the interface
let awake = false;
let held = 0; // the timer that ends the wait of frames, 0 while they do not wait, see hold

// wake asks for one frame.
function wake() {
	if (awake) return;
	awake = true;
	requestAnimationFrame(() => {
		awake = false;
		frame();
	});
}

// hold has the program's frames wait until the picture that has just been drawn is on the screen:
// building the interface, or its tables, takes longer than several frames. Where no frames come, as in
// a hidden page, it soon goes on without. Then shown is called, unless another picture has come meanwhile.
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
	if (atHome) return; // comes again after printing
	for (const { target, contentRect } of entries) {
		const surface = surfaces.find((s) => s.host === target);
		if (!surface || !contentRect.width || !contentRect.height) continue; // hidden
		surface.size(contentRect.width, contentRect.height);
		enqueue(SIZE, surface, {}, contentRect.width, contentRect.height);
	}
});

// watchResolution redraws when the page moves to another screen, or is zoomed.
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

// measure notes how large the canvases are now, before the browser tells of it, and returns how
// many events are queued.
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

// start has handler called once a frame with the number of events queued.
function start(handler) {
	onFrame = handler;
}

// prepare makes the canvases, which need not wait for the program.
function prepare() {
	readTheme();
	for (let i = 0; i < SURFACES; i++) surfaces.push(new Surface(i));
	new MutationObserver(retheme).observe(document.documentElement, { attributeFilter: ["data-theme", "class"] });
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", retheme);
	// A pointer that has left the window is on nothing any more, wherever it left by.
	const leave = () => surfaces.forEach((surface) => enqueue(LEAVE, surface, {}, 0, 0));
	document.documentElement.addEventListener("pointerleave", leave);
	addEventListener("blur", leave);
	document.fonts?.addEventListener("loadingdone", retheme);
	watchResolution();
	listenToPrinter();
}
