// input.js: pointer input. Events wait in a queue until the next frame. There, successive moves become the
// last one, and successive wheel turns their sum. wasm/page/gesture recognizes gestures in them.
//
// Provides queue, queued, EVENT, SIZE, enqueue, listen. Uses frame and wake of frames.js.

// An event in the queue: its indexes and length, its kinds, its modifiers.
// A test keeps these numbers equal to gesture.Shared.
const EVENT_KIND = 0, EVENT_CANVAS = 1, EVENT_POINTER = 2, EVENT_X = 3, EVENT_Y = 4, EVENT_WHEEL_X = 5, EVENT_WHEEL_Y = 6;
const EVENT_MODIFIERS = 7, EVENT_TIME = 8, EVENT = 9;
const DOWN = 0, MOVE = 1, UP = 2, CANCEL = 3, LEAVE = 4, WHEEL = 5, DOUBLE = 6, SIZE = 7, MENU = 8;
const SHIFT = 1, MOD = 2;

// LONG is the duration of a long press, which opens a menu, in milliseconds.
const LONG = 500;

const queue = new Float64Array(128 * EVENT);
let queued = 0; // numbers in use in the queue

// enqueue adds an event e of a canvas and requests the frame that reads it. If the queue is full, it runs the
// frame at once.
function enqueue(kind, surface, e, x, y, wheelX = 0, wheelY = 0) {
	const modifiers = (e.shiftKey ? SHIFT : 0) | (e.ctrlKey || e.metaKey ? MOD : 0);
	const pointer = e.pointerId ?? 0;
	let at = queued - EVENT;
	const again = (kind === MOVE || kind === WHEEL || kind === SIZE) && at >= 0 && queue[at + EVENT_KIND] === kind &&
		queue[at + EVENT_CANVAS] === surface.number && queue[at + EVENT_POINTER] === pointer && queue[at + EVENT_MODIFIERS] === modifiers;
	if (again) {
		wheelX += queue[at + EVENT_WHEEL_X];
		wheelY += queue[at + EVENT_WHEEL_Y];
	} else {
		if (queued === queue.length) frame();
		at = queued;
		queued += EVENT;
	}
	queue[at + EVENT_KIND] = kind;
	queue[at + EVENT_CANVAS] = surface.number;
	queue[at + EVENT_POINTER] = pointer;
	queue[at + EVENT_X] = x;
	queue[at + EVENT_Y] = y;
	queue[at + EVENT_WHEEL_X] = wheelX;
	queue[at + EVENT_WHEEL_Y] = wheelY;
	queue[at + EVENT_MODIFIERS] = modifiers;
	queue[at + EVENT_TIME] = e.timeStamp ?? performance.now();
	wake();
}

function listen(surface) {
	const canvas = surface.over; // the canvas on top
	const on = (type, handler) => canvas.addEventListener(type, handler, { passive: false });
	const pointer = (kind) => (e) => enqueue(kind, surface, e, e.offsetX, e.offsetY);
	let press = 0; // timer of a possible long press
	on("pointerdown", (e) => {
		if (e.button !== 0) return;
		canvas.setPointerCapture(e.pointerId);
		enqueue(DOWN, surface, e, e.offsetX, e.offsetY);
		const { pointerId, offsetX, offsetY } = e;
		clearTimeout(press);
		if (e.pointerType === "touch") press = setTimeout(() => enqueue(MENU, surface, { pointerId }, offsetX, offsetY), LONG);
	});
	on("pointermove", pointer(MOVE));
	for (const [type, kind] of [["pointerup", UP], ["pointercancel", CANCEL]]) {
		on(type, (e) => {
			clearTimeout(press);
			enqueue(kind, surface, e, e.offsetX, e.offsetY);
		});
	}
	on("contextmenu", (e) => {
		if (e.shiftKey) return; // Shift opens the browser's own menu
		e.preventDefault();
		enqueue(MENU, surface, e, e.offsetX, e.offsetY);
	});
	on("pointerleave", pointer(LEAVE));
	on("dblclick", pointer(DOUBLE));
	on("wheel", (e) => {
		e.preventDefault();
		const unit = e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? surface.height : 1;
		enqueue(WHEEL, surface, e, e.offsetX, e.offsetY, e.deltaX * unit, e.deltaY * unit);
	});
}
