// worker.js: starts the program in a worker. The page posts {module}, its compiled program. All
// other messages are for the program, and wait until that listens by traceglassListen(receive); but
// for one, which brings a file to open: {kind: "take", line, name, size, budget}. By the port come its pieces,
// null after the last, and true once the page has the file.
//
// A worker whose name is {url, budget, first} as JSON gets a file itself, and then opens it. (It has its name when it
// starts, and messages only when the page's thread has found time to hear that it has.) The program reads the
// file while it comes. The page is sent {kind: "fetched", file} when all of it is there, before what was read but
// maybe after first pictures; or {kind: "not fetched", reason}.
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

// filled tells whether streams fill buffers of the program's here: it reads slices otherwise.
const filled = (() => {
	try {
		return Boolean(new ReadableStream({ type: "bytes" }));
	} catch {
		return false;
	}
})();

async function receive({ line, name, size, budget }) {
	const pieces = [];
	let come, told;
	const reader = { async read() {
		while (pieces.length === 0) await new Promise((next) => { come = next; });
		return { value: pieces.shift() };
	} };
	const known = new Promise((resolve) => { told = resolve; });
	line.onmessage = ({ data }) => {
		if (data === true) told();
		else pieces.push(data ? new Uint8Array(data) : undefined);
		come?.();
	};
	const file = new Arriving(name, size, reader, (await reader.read()).value, true, () => known);
	if (!filled) await file.keep();
	take(reading(filled ? file : file.whole, budget));
}

async function download({ url, budget }) {
	const fetched = (file) => postMessage({ kind: "fetched", file });
	try {
		const { response, name } = await globalThis.traceglassAsk(url);
		const reader = response.body.getReader(), first = (await reader.read()).value ?? new Uint8Array();
		// The program reads it as it comes if that is possible, its length is known, and it is no zip file,
		// whose directory comes last.
		const length = response.headers.has("Content-Encoding") ? 0 : Number(response.headers.get("Content-Length"));
		const early = filled && length > 0 && !(first[0] === 0x50 && first[1] === 0x4b);
		const file = new Arriving(name, length, reader, first, early, fetched);
		if (!early) await file.keep();
		take(reading(early ? file : file.whole, budget));
	} catch (error) {
		postMessage({ kind: "not fetched", reason: error.message });
	}
}

// An Arriving stands for a File while its bytes come: its beginning can be looked at, and it is read
// once from start to end as it comes, and as often as one likes when it is there. Little is kept twice: what
// has been read is soon with the browser, as the File will be.
class Arriving {
	// This thread waits while bytes go to the browser, for as long for a few as for many: so many go at once. A
	// smaller file does when the program has read it, and its first picture is shown, unless that takes long.
	static #group = 16 << 20;
	static #patience = 500; // ms

	#blobs = [];
	#pieces = []; // that came after those
	#bytes = 0; // of them
	#first; // of all pieces
	#next = []; // pieces that have not been read
	#at = 0; // what of the first of them has been
	#awaited = () => {};
	#all; // a promise that they have come
	#ended = false;
	#error;
	#tell;
	#told;
	#streamed = false;
	#wanted = true; // the program reads pieces as they come

	// tell is called with the File, and what it returns awaited.
	constructor(name, size, reader, first, partly, tell) {
		Object.assign(this, { name, size, type: "" });
		this.#first = first;
		this.#tell = tell;
		this.#all = this.#take(reader, first, partly);
	}

	// A part will do if some of it has been shown.
	async #take(reader, piece, partly) {
		try {
			for (; piece; piece = (await reader.read()).value) {
				this.#pieces.push(piece);
				this.#bytes += piece.length;
				if (this.#bytes >= Arriving.#group) {
					this.#blobs.push(new Blob(this.#pieces));
					this.#pieces = [];
					this.#bytes = 0;
				}
				if (this.#wanted) this.#next.push(piece);
				this.#awaited();
			}
		} catch (error) {
			if (!partly) throw error;
			this.#error = error;
		}
		this.#ended = true;
		this.#awaited();
		if (this.#blobs.length > 0) this.#join();
		else setTimeout(() => this.#join(), Arriving.#patience);
	}

	// keep has the page get the File when all is there.
	async keep() {
		await this.#all;
		this.#join();
		await this.#told;
	}

	#join() {
		if (this.whole) return;
		this.whole = new File([...this.#blobs, ...this.#pieces], this.name);
		this.#blobs = this.#pieces = [];
		this.#told = this.#tell(this.whole);
	}

	slice(from, to) {
		if (this.#ended && to > this.#first.length) this.#join();
		return this.whole ? this.whole.slice(from, to) : new Blob([this.#first.subarray(from, to)]);
	}

	stream() {
		if (this.#streamed) return this.#again();
		this.#streamed = true;
		return new ReadableStream({
			type: "bytes",
			cancel: () => {
				this.#wanted = false;
				this.#next = [];
			},
			pull: async (to) => {
				while (this.#next.length === 0 && !this.#ended) await new Promise((come) => { this.#awaited = come; });
				if (this.#next.length > 0) {
					this.#give(to);
				} else if (this.#error) {
					to.error(this.#error);
				} else {
					to.close();
					to.byobRequest?.respond(0);
				}
			},
		});
	}

	// again is a stream of the whole, from when it is there.
	#again() {
		let reader;
		return new ReadableStream({
			type: "bytes",
			pull: async (to) => {
				if (!reader) {
					await this.#all;
					this.#join();
					reader = this.whole.stream().getReader();
				}
				const { value } = await reader.read();
				if (value) {
					to.enqueue(value);
				} else {
					to.close();
					to.byobRequest?.respond(0);
				}
			},
		});
	}

	// give copies of what waits to be read as much as is asked for.
	#give(to) {
		const view = to.byobRequest?.view;
		if (!view) {
			to.enqueue(this.#next.shift().slice(this.#at));
			this.#at = 0;
			return;
		}
		const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
		let n = 0;
		while (n < bytes.length && this.#next.length > 0) {
			const part = this.#next[0].subarray(this.#at, this.#at + bytes.length - n);
			bytes.set(part, n);
			n += part.length;
			this.#at += part.length;
			if (this.#at === this.#next[0].length) {
				this.#next.shift();
				this.#at = 0;
			}
		}
		to.byobRequest.respond(n);
	}
}

if (self.name) {
	const named = JSON.parse(self.name);
	globalThis.traceglassAsks = named.first; // the page will ask for first pictures
	download(named);
}
