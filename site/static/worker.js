// worker.js: starts the program in a worker. The page posts {module}, its compiled program. All
// other messages are for the program, and wait until that listens by traceglassListen(receive); but
// for one, which brings a file to open: {kind: "take", line, name, size, budget}. By the port come its pieces,
// null after the last, and true once the page has the file.
//
// A worker whose name is {url, budget} as JSON gets a file itself, and then opens it. (It has its name when it
// starts, and messages only when the page's thread has found time to hear that it has.) The program reads the
// file while it comes. The page is sent {kind: "fetched", file} once all of it is there, before what was read,
// or {kind: "not fetched", reason}.
//
// If the program ends, the page is sent {kind: "exited", reason}, and has nothing more to expect from this worker.
"use strict";

/* @wasm_exec.js@ */
/* @run.js@ */

globalThis.traceglassRole = "worker";

// traceglassRehearsal is a small trace made up here, for the program to warm up with: two threads
// in stacks up to 40 deep, so many methods, some of lambdas, version 3 with both clocks
// (parser/trace/format.md).
globalThis.traceglassRehearsal = (methods) => {
	const RECORDS = 20_000, SIZE = 14, HEADER = 32;
	const name = (i) => i % 16 ? `app.C${i}` : `app.C${i}$$ExternalSyntheticLambda${i}`;
	const lines = Array.from({ length: methods }, (_, i) => `${(i << 2).toString(16)}\t${name(i)}\trun\t()V\tC.java\n`).join("");
	const records = new DataView(new ArrayBuffer(HEADER + RECORDS * SIZE));
	records.setUint32(0, 0x574f4c53, true); // "SLOW"
	records.setUint16(4, 3, true);
	records.setUint16(6, HEADER, true);
	records.setUint16(16, SIZE, true);
	const stacks = [[], []];
	for (let i = 0, random = 1; i < RECORDS; i++) {
		random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
		const thread = (i >> 6) & 1, stack = stacks[thread], at = HEADER + i * SIZE;
		const leaves = stack.length > 39 || (stack.length > 2 && random >>> 31);
		if (!leaves) stack.push((random >>> 16) % methods);
		records.setUint16(at, thread + 1, true);
		records.setUint32(at + 2, (stack.at(-1) << 2) | leaves, true);
		records.setUint32(at + 6, i, true);
		records.setUint32(at + 10, 2 * i, true);
		if (leaves) stack.pop();
	}
	return new File([`*version\n3\nclock=dual\n*threads\n1\tmain\n2\tother\n*methods\n${lines}*end\n`, records], "rehearsal.trace");
};

const waiting = [];
let take = (message) => waiting.push(message);

globalThis.traceglassListen = (receive) => {
	take = receive;
	for (const message of waiting.splice(0)) receive(message);
};

addEventListener("message", ({ data }) => {
	if (data?.module) {
		const exited = (reason) => postMessage({ kind: "exited", reason });
		globalThis.traceglassRun(data.module, () => {}).then(exited, (error) => exited(String(error)));
	} else if (data?.kind === "take") {
		receive(data);
	} else {
		take(data);
	}
});

const reading = (file, budget) => ({ kind: "open", files: [file], budget, trace: 0, of: 0 });

async function receive({ line, name, size, budget }) {
	const pieces = [];
	let come, file;
	const reader = { async read() {
		while (pieces.length === 0) await new Promise((next) => { come = next; });
		return { value: pieces.shift() };
	} };
	line.onmessage = ({ data }) => {
		if (data === true) file.told();
		else pieces.push(data ? new Uint8Array(data) : undefined);
		come?.();
	};
	file = new Arriving(name, size, reader, (await reader.read()).value, true);
	take(reading(file, budget));
}

async function download({ url, budget }) {
	const open = (file) => take(reading(file, budget));
	try {
		const { response, name } = await globalThis.traceglassAsk(url);
		const reader = response.body.getReader(), first = (await reader.read()).value ?? new Uint8Array();
		// The program reads it as it comes if its length is known, and it is no zip file, whose
		// directory comes last.
		const length = response.headers.has("Content-Encoding") ? 0 : Number(response.headers.get("Content-Length"));
		const early = length > 0 && !(first[0] === 0x50 && first[1] === 0x4b);
		const file = new Arriving(name, length, reader, first, early);
		if (early) open(file);
		const whole = await file.whole;
		postMessage({ kind: "fetched", file: whole });
		file.told();
		if (!early) open(whole);
	} catch (error) {
		postMessage({ kind: "not fetched", reason: error.message });
	}
}

// An Arriving stands for a File while its bytes come: its beginning can be looked at, and it is read
// once from start to end as it comes, and as often as one likes when it is there. Nothing is kept
// twice: what has been read is with the browser, as the File will be.
class Arriving {
	#kept = []; // Blobs
	#next = []; // pieces that have not been read
	#awaited = () => {};
	#ended = false;
	#error;
	#file;

	constructor(name, size, reader, first, partly) {
		Object.assign(this, { name, size, type: "" });
		this.present = new Promise((told) => { this.told = told; }); // that the page has the File
		this.whole = this.#take(reader, first, partly);
	}

	// A part will do if some of it has been shown.
	async #take(reader, piece, partly) {
		try {
			for (; piece; piece = (await reader.read()).value) {
				this.#kept.push(new Blob([piece]));
				this.#next.push(piece);
				this.#awaited();
			}
		} catch (error) {
			if (!partly) throw error;
			this.#error = error;
		}
		this.#file = new File(this.#kept, this.name);
		this.#ended = true;
		this.#awaited();
		return this.#file;
	}

	slice(from, to) {
		return this.#file ? this.#file.slice(from, to) : this.#kept[0].slice(from, to);
	}

	stream() {
		if (this.#file) return this.#file.stream();
		return new ReadableStream({
			type: "bytes",
			pull: async (to) => {
				while (this.#next.length === 0 && !this.#ended) await new Promise((come) => { this.#awaited = come; });
				if (this.#next.length > 0) {
					to.enqueue(this.#next.shift());
				} else if (this.#error) {
					to.error(this.#error);
				} else {
					to.close();
					to.byobRequest?.respond(0);
				}
			},
		});
	}
}

if (self.name) download(JSON.parse(self.name));
