// frames.js: the loop over animation frames, and what else calls for one.

const surfaces = [];
let onFrame = null; // of the program: reads the queue, renders the interface
let awake = false;

// wake asks for one frame.
function wake() {
	if (awake) return;
	awake = true;
	requestAnimationFrame(() => {
		awake = false;
		frame();
	});
}

function frame() {
	const n = queued;
	queued = 0;
	onFrame?.(n / EVENT);
	for (const surface of surfaces) surface.redraw();
}

function redrawAll() {
	for (const surface of surfaces) surface.stale = surface.staleMarks = true;
	wake();
}

const utf8 = new TextDecoder();
const resizes = new ResizeObserver((entries) => {
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
		for (const surface of surfaces) surface.size(surface.width, surface.height);
		watchResolution();
	}, { once: true });
}

function retheme() {
	readTheme();
	redrawAll();
}
