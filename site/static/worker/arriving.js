// arriving.js: a file that is read while it comes. Gives filled and Arriving.

// filled tells whether streams fill buffers of the program's here: it reads slices otherwise.
const filled = (() => {
	try {
		return Boolean(new ReadableStream({ type: "bytes" }));
	} catch {
		return false;
	}
})();

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
				if (this.#next.length > 0) this.#give(to);
				else if (this.#error) to.error(this.#error);
				else end(to);
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
				if (value) to.enqueue(value);
				else end(to);
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

// end ends a stream that one may be waiting for.
function end(to) {
	to.close();
	to.byobRequest?.respond(0);
}
