// arriving.js: a file that is read during its download. Provides filled and Arriving.

// filled reports whether streams can fill the program's buffers. Otherwise it reads slices.
const filled = (() => {
	try {
		return Boolean(new ReadableStream({ type: "bytes" }));
	} catch {
		return false;
	}
})();

// An Arriving stands for a File during its download. Its start can be read at any time. The file can be read once
// from start to end during the download, and any number of times afterwards. Read data moves to the browser
// soon, where the File will be, so little is held twice.
class Arriving {
	// Passing data to the browser blocks this thread, for equally long with few bytes and many, so a large
	// group goes at once. A smaller file goes after the program has read it and its first picture is shown, or
	// after some time.
	static #group = 16 << 20;
	static #patience = 500; // ms

	#blobs = [];
	#pieces = []; // pieces after the blobs
	#bytes = 0; // size of these pieces
	#first; // the first bytes of the file
	#next = []; // unread pieces
	#at = 0; // number of read bytes of the first one
	#awaited = () => {};
	#all; // a promise for all pieces
	#ended = false;
	#error;
	#tell;
	#told;
	#streamed = false;
	#wanted = true; // the program reads pieces as they arrive

	// tell is called with the File, and its result is awaited.
	constructor(name, size, reader, first, partly, tell) {
		Object.assign(this, { name, size, type: "" });
		this.#first = first;
		this.#tell = tell;
		this.#all = this.#take(reader, first, partly);
	}

	// With partly, a broken download is not an error if some of it was shown.
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

	// keep passes the File to the page when it is complete.
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

	// again returns a stream of the whole file, once it is complete.
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

	// give copies unread bytes, as many as requested.
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

// end ends a stream that a reader may be waiting for.
function end(to) {
	to.close();
	to.byobRequest?.respond(0);
}
