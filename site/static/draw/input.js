// input.js: what the pointer does.
//
// Events wait in a queue, EVENT numbers each, until the next frame; there a run of moves
// is its last, and a run of wheel turns their sum. wasm/page makes gestures of them.

const DOWN = 0, MOVE = 1, UP = 2, CANCEL = 3, LEAVE = 4, WHEEL = 5, DOUBLE = 6, SIZE = 7;
const EVENT = 9; // kind, canvas, pointer, x, y, wheel x, wheel y, modifiers, time
const SHIFT = 1, MOD = 2;
const queue = new Float64Array(128 * EVENT);
let queued = 0; // numbers in the queue

function enqueue(kind, surface, e, x, y, wheelX = 0, wheelY = 0) {
	const modifiers = (e.shiftKey ? SHIFT : 0) | (e.ctrlKey || e.metaKey ? MOD : 0);
	const pointer = e.pointerId ?? 0;
	let at = queued - EVENT;
	const again = (kind === MOVE || kind === WHEEL || kind === SIZE) && at >= 0 && queue[at] === kind &&
		queue[at + 1] === surface.number && queue[at + 2] === pointer && queue[at + 7] === modifiers;
	if (again) {
		wheelX += queue[at + 5];
		wheelY += queue[at + 6];
	} else {
		if (queued === queue.length) frame();
		at = queued;
		queued += EVENT;
	}
	queue[at] = kind;
	queue[at + 1] = surface.number;
	queue[at + 2] = pointer;
	queue[at + 3] = x;
	queue[at + 4] = y;
	queue[at + 5] = wheelX;
	queue[at + 6] = wheelY;
	queue[at + 7] = modifiers;
	queue[at + 8] = e.timeStamp ?? performance.now();
	wake();
}

function listen(surface) {
	const canvas = surface.over; // lies on top
	const on = (type, handler) => canvas.addEventListener(type, handler, { passive: false });
	const pointer = (kind) => (e) => enqueue(kind, surface, e, e.offsetX, e.offsetY);
	on("pointerdown", (e) => {
		if (e.button !== 0) return;
		canvas.setPointerCapture(e.pointerId);
		enqueue(DOWN, surface, e, e.offsetX, e.offsetY);
	});
	on("pointermove", pointer(MOVE));
	on("pointerup", pointer(UP));
	on("pointercancel", pointer(CANCEL));
	on("pointerleave", pointer(LEAVE));
	on("dblclick", pointer(DOUBLE));
	on("wheel", (e) => {
		e.preventDefault();
		const unit = e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? surface.height : 1;
		enqueue(WHEEL, surface, e, e.offsetX, e.offsetY, e.deltaX * unit, e.deltaY * unit);
	});
}
