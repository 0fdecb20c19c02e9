// probe.js runs in every page of the bench before the page's own scripts. It watches the page and
// runs the bench's steps that need a page.
"use strict";

globalThis.bench = {
	tasks: [], // tasks of more than 50 ms: start and length in ms
	frames: [], // times of animation frames, while watchFrames lasts

	// marked waits for the n-th performance mark of a name and returns its time.
	async marked(name, n = 1) {
		for (;;) {
			const marks = performance.getEntriesByName(name);
			if (marks.length >= n) return marks[n - 1].startTime;
			const failure = document.querySelector("#stopped:not([hidden]), [data-stage=failed], [data-stage=crashed]");
			if (failure) throw new Error(`${name}: the page says: ${failure.innerText.slice(0, 300)}`);
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	},

	// longest returns the longest task and the longest time between frames from one time to another.
	longest(from, to) {
		let task = 0, gap = 0;
		for (const t of bench.tasks) {
			if (t.start + t.length > from && t.start < to) task = Math.max(task, t.length);
		}
		for (let i = 1; i < bench.frames.length; i++) {
			const [a, b] = [bench.frames[i - 1], bench.frames[i]];
			if (b > from && a < to) gap = Math.max(gap, b - a);
		}
		return { task, gap };
	},

	frame: 0, // the animation frame asked for
	watchFrames(on) {
		cancelAnimationFrame(bench.frame);
		if (!on) return;
		bench.frames = [];
		const next = (time) => {
			bench.frames.push(time);
			bench.frame = requestAnimationFrame(next);
		};
		bench.frame = requestAnimationFrame(next);
	},

	// gaps returns the times between the frames, in ms.
	gaps: () => bench.frames.slice(1).map((time, i) => time - bench.frames[i]),

	// watchInput records the age of wheel and drag events in ms: when the page gets the event (handled), when the
	// next animation frame begins (framed), and when the timeline's canvas is next drawn (drawn).
	handled: [],
	framed: [],
	drawn: [],
	watchInput() {
		bench.handled.length = bench.framed.length = bench.drawn.length = 0;
		if (bench.oldest !== undefined) return;
		bench.oldest = 0; // time of the oldest event not drawn yet
		const note = (e) => {
			if (e.type === "pointermove" && e.buttons === 0) return;
			bench.handled.push(performance.now() - e.timeStamp);
			if (bench.oldest) return;
			bench.oldest = e.timeStamp;
			requestAnimationFrame(() => bench.framed.push(performance.now() - e.timeStamp));
		};
		for (const type of ["wheel", "pointermove"]) addEventListener(type, note, { capture: true, passive: true });
		const surface = traceglassDraw.surfaces[1];
		const { draw } = surface;
		surface.draw = function () {
			draw.call(this);
			if (bench.oldest) bench.drawn.push(performance.now() - bench.oldest);
			bench.oldest = 0;
		};
	},

	// timeAnswers records how long the worker takes to answer each request of a kind, in ms: since the request, or since
	// its last message if that is later, because it answers in turn. "bench:answered" marks two frames later.
	timeAnswers(kind) {
		bench.kind = kind;
	},
	kind: -1,
	asked: new Map(), // times by the requests' numbers
	answers: [],
	heard: 0, // time of the worker's last message
	hear(m) {
		const now = performance.now();
		if (m?.kind === "answer") {
			const id = new DataView(m.data).getUint32(0, true);
			if (bench.asked.has(id)) {
				bench.answers.push(now - Math.max(bench.asked.get(id), bench.heard));
				bench.asked.delete(id);
				requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("bench:answered")));
			}
		}
		bench.heard = now;
	},

	// ask posts encoded requests to the worker, one after the other, without the page's program. It returns the
	// time of each answer in ms. A request for a canvas asks for a display list.
	async ask(requests) {
		const { worker } = traceglass;
		const { onmessage } = worker;
		const took = [];
		let spare = new ArrayBuffer(1 << 20); // page and worker pass one buffer to and fro
		try {
			for (const { canvas, data } of requests) {
				const buffer = Uint8Array.from(atob(data), (c) => c.charCodeAt(0)).buffer;
				const answered = new Promise((resolve, reject) => {
					worker.onmessage = ({ data: m }) => {
						const late = performance.now();
						if (m.kind === "list") {
							spare = m.buffer;
						} else if (m.kind !== "answer" || new Uint8Array(m.data)[4] === 0) {
							reject(new Error(`${m.kind}: ${m.reason ?? new TextDecoder().decode(m.data?.slice?.(9))}`));
						}
						resolve(late);
					};
				});
				const start = performance.now();
				if (canvas < 0) {
					worker.postMessage({ kind: "ask", data: buffer }, [buffer]);
				} else {
					worker.postMessage({ kind: "list request", canvas, data: buffer, buffer: spare }, [buffer, spare]);
				}
				took.push((await answered) - start);
			}
		} finally {
			worker.onmessage = onmessage;
		}
		return took;
	},

	// draw draws an encoded list on the timeline's canvas, once a frame, and returns the times in ms.
	async draw(data, times) {
		const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
		const surface = traceglassDraw.surfaces[1];
		const before = surface.buffer;
		const took = [];
		for (let i = 0; i < times; i++) {
			await new Promise(requestAnimationFrame);
			const start = performance.now();
			surface.show(bytes.slice().buffer, true);
			took.push(performance.now() - start);
		}
		surface.show(before, true);
		return took;
	},
};

new PerformanceObserver((list) => {
	for (const { startTime, duration } of list.getEntries()) bench.tasks.push({ start: startTime, length: duration });
}).observe({ type: "longtask", buffered: true });

// "bench:open" marks when a worker that is ready gets a file. The page's own mark, "traceglass:opening", is earlier.
globalThis.Worker = class extends Worker {
	constructor(...args) {
		super(...args);
		this.addEventListener("message", ({ data }) => bench.hear(data));
		this.ready = new Promise((ready) => this.addEventListener("message", ({ data }) => data?.kind === "ready" && ready()));
	}
	postMessage(m, ...rest) {
		if (m?.kind === "ask") {
			const request = new DataView(m.data);
			if (request.getUint8(4) === bench.kind) bench.asked.set(request.getUint32(0, true), performance.now());
		}
		if (m?.kind === "open" || m?.kind === "runs") this.ready.then(() => performance.mark("bench:open"));
		return super.postMessage(m, ...rest);
	}
};

// "bench:picture" and "bench:interface" mark when the first picture and the interface are on the screen, two frames
// after the page's own mark. Without an earlier picture, the interface is the first picture too.
{
	const { mark } = Performance.prototype;
	const first = ["bench:picture"], all = ["bench:picture", "bench:interface"];
	const shown = { "traceglass:chart": first, "traceglass:verdict": first, "traceglass:drawn": all, "traceglass:dumped": all };
	Performance.prototype.mark = function (name, ...rest) {
		if (shown[name]) requestAnimationFrame(() => requestAnimationFrame(() => shown[name].forEach((name) => mark.call(this, name))));
		return mark.call(this, name, ...rest);
	};
}
