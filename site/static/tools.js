// tools.js: runs the command traceglass, tools.wasm, in a worker on files that the page has open. It writes
// the same bytes as the command elsewhere.
//
// The page posts one message, {args, files, module}: the command line without the program's name, the Files to
// read, each as ./NAME, and the compiled program if the page has it. The worker answers with
//
//	{kind: "module", module}              the program, to keep for the next time
//	{kind: "progress", read, size, written}  in bytes, at most every 50 ms
//	{kind: "done", blob, said}            the written file or standard output, and the command's
//	                                      messages, except warnings about the trace, which the page shows
//	{kind: "large", reason}               one sentence: too large without the option -force
//	{kind: "failed", reason}              one sentence
//
// and is then idle. The page terminates it to cancel.
"use strict";

(() => {
	const AHEAD = 1 << 20; // bytes to read from a File at a time
	const FOLD = 4 << 20; // written bytes to collect before passing them to the browser
	const PAUSE = 50; // ms between progress messages

	const CREATE = 0o100, APPEND = 0o2000; // flags of open, passed to Go below

	const reader = new FileReaderSync();
	const inputs = new Map(); // path → File
	const outputs = new Map(); // path → Output
	const handles = new Map(); // file descriptor → Input or Output
	let size = 0, written = 0;
	const places = new Map(); // File → end of its last read; a trace may be read twice, and through two handles
	let gone = false; // whether a File became unreadable

	let last = 0;
	function progress() {
		const now = performance.now();
		if (now - last < PAUSE) return;
		last = now;
		postMessage({ kind: "progress", read: [...places.values()].reduce((sum, place) => sum + place, 0), size, written });
	}

	// An Input is an open File with a read position.
	class Input {
		constructor(file) {
			this.file = file;
			this.next = 0; // default read position
			this.from = 0; // position of ahead in the file
			this.ahead = new Uint8Array(0);
		}

		// read fills buffer from a position in the file and returns the number of bytes.
		read(buffer, place) {
			let n = 0;
			while (n < buffer.length && place < this.file.size) {
				let start = place - this.from;
				if (start < 0 || start >= this.ahead.length) {
					const slice = this.file.slice(place, Math.min(this.file.size, place + AHEAD));
					this.ahead = new Uint8Array(reader.readAsArrayBuffer(slice));
					this.from = place;
					start = 0;
				}
				const part = this.ahead.subarray(start, start + buffer.length - n);
				buffer.set(part, n);
				n += part.length;
				place += part.length;
			}
			return n;
		}
	}

	// An Output collects written data. The browser may move the content of a Blob to the disk.
	class Output {
		constructor() {
			this.blobs = [];
			this.loose = [];
			this.held = 0;
		}

		write(bytes) {
			this.loose.push(bytes);
			this.held += bytes.length;
			if (this.held >= FOLD) this.fold();
		}

		fold() {
			this.blobs.push(new Blob(this.loose));
			this.loose = [];
			this.held = 0;
		}

		blob() {
			this.fold();
			return new Blob(this.blobs);
		}
	}

	const stdout = new Output();
	handles.set(1, stdout);
	let said = ""; // text on standard error
	const decoder = new TextDecoder();
	handles.set(2, { write(bytes) { said = (said + decoder.decode(bytes, { stream: true })).slice(0, 1 << 16); } });

	const failing = (code) => Object.assign(new Error(code), { code });
	const named = (path) => path.replace(/^\.\//, "");

	function describe(file) {
		const { size, lastModified: time } = file;
		return {
			dev: 0, ino: 0, mode: 0o100444, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096, blocks: Math.ceil(size / 512),
			atimeMs: time, mtimeMs: time, ctimeMs: time, isDirectory: () => false,
		};
	}

	function stat(path) {
		const file = inputs.get(named(path));
		if (!file) throw failing("ENOENT");
		return describe(file);
	}

	function open(path, flags) {
		const name = named(path);
		let handle;
		if (flags & CREATE) {
			handle = new Output();
			outputs.set(name, handle);
		} else {
			const file = inputs.get(name);
			if (!file) throw failing("ENOENT");
			handle = new Input(file);
		}
		let fd = 3;
		while (handles.has(fd)) fd++;
		handles.set(fd, handle);
		return fd;
	}

	function fstat(fd) {
		const handle = handles.get(fd);
		if (!handle) throw failing("EBADF");
		return describe(handle.file ?? { size: 0, lastModified: 0 });
	}

	function close(fd) {
		const handle = handles.get(fd);
		if (!handle) throw failing("EBADF");
		handles.delete(fd);
	}

	function readAt(fd, buffer, offset, length, position) {
		const handle = handles.get(fd);
		if (!handle?.file) throw failing("EBADF");
		const place = position ?? handle.next;
		let n;
		try {
			n = handle.read(buffer.subarray(offset, offset + length), place);
		} catch {
			gone = true;
			throw failing("EIO");
		}
		places.set(handle.file, place + n);
		if (position === null) handle.next = place + n;
		progress();
		return n;
	}

	function write(fd, bytes, offset, length, position) {
		const handle = handles.get(fd);
		if (!handle?.write || position !== null) throw failing("EBADF");
		handle.write(bytes.subarray(offset, offset + length)); // each piece that Go passes is a copy
		written += length;
		progress();
		return length;
	}

	// Go's system calls return through a callback. Calls that are missing here fail in Go.
	const answering = (call) => (...args) => {
		const callback = args.pop();
		let value;
		try {
			value = call(...args);
		} catch (error) {
			if (!error.code) throw error;
			callback(error);
			return;
		}
		callback(null, value);
	};
	const lacking = () => { throw failing("ENOSYS"); };
	const unlink = (path) => { outputs.delete(named(path)); };
	const calls = { open, close, read: readAt, write, stat, lstat: stat, fstat, fsync() {}, unlink };
	for (const name of ["chmod", "chown", "fchmod", "fchown", "ftruncate", "lchown", "link", "mkdir", "readdir", "readlink",
		"rename", "rmdir", "symlink", "truncate", "utimes"]) calls[name] = lacking;
	globalThis.fs = {
		constants: { O_WRONLY: 1, O_RDWR: 2, O_CREAT: CREATE, O_EXCL: 0o200, O_TRUNC: 0o1000, O_APPEND: APPEND, O_DIRECTORY: 0o200000 },
		// The runtime's output of a panic. Its array is a view of memory that changes.
		writeSync(fd, bytes) {
			handles.get(fd)?.write(bytes.slice());
			return bytes.length;
		},
	};
	for (const [name, call] of Object.entries(calls)) globalThis.fs[name] = answering(call);
	globalThis.trustedTypes?.createPolicy("default", { createScriptURL: (url) => new URL(url, location).origin === location.origin ? url : null }); // see graph.js
	importScripts("../@wasm_exec.js@"); // it does not replace an existing fs

	async function load() {
		const url = "../@tools.wasm@";
		let response = await fetch(url);
		if (!response.ok) response = await fetch(url, { cache: "reload" }); // the browser may have cached an error
		if (!response.ok) throw new Error(`the server answered ${response.status}`);
		// Compiling during the download needs the right content type, which not every host sends.
		if (WebAssembly.compileStreaming && response.headers.get("Content-Type") === "application/wasm") {
			return WebAssembly.compileStreaming(response);
		}
		return WebAssembly.compile(await response.arrayBuffer());
	}

	// sentence returns the command's error message as one sentence.
	function sentence(status) {
		if (gone) return "The file can no longer be read: it was changed, moved or deleted after it was opened. Open it again, then export.";
		if (said.includes("out of memory")) return "The export needed more memory than the browser gives to a page.";
		const panic = /^(?:panic|fatal error): .*/m.exec(said);
		if (panic) return `Traceglass made a mistake in this export (${panic[0]}).`;
		const lines = said.split("\n");
		let line = (lines.find((line) => line.startsWith("traceglass")) ?? lines[0]).replace(/^traceglass( [a-z]+)?: /, "");
		for (const name of inputs.keys()) line = line.replaceAll(`./${name}`, name);
		return `The export failed: ${line || `the program ended with status ${status}`}${/[.!?)]$/.test(line) ? "" : "."}`;
	}

	addEventListener("message", async ({ data }) => {
		const failed = (reason) => postMessage({ kind: "failed", reason });
		for (const file of data.files) {
			inputs.set(file.name, file);
			size += file.size;
		}
		let { module } = data;
		if (!module) {
			try {
				module = await load();
			} catch (error) {
				failed(`The part that writes exports could not be loaded (${error.message}). Try again when the site can be reached.`);
				return;
			}
			postMessage({ kind: "module", module });
		}
		const go = new globalThis.Go();
		let status = 0;
		go.argv = ["traceglass", ...data.args];
		go.exit = (code) => { status = code; };
		// A trap in a timer of Go's scheduler causes this event instead of an error of go.run.
		addEventListener("error", (event) => {
			event.preventDefault();
			said += `\nfatal error: ${event.message}`;
			failed(sentence(status));
		});
		try {
			await go.run(await WebAssembly.instantiate(module, go.importObject));
		} catch (error) {
			said += `\nfatal error: ${error}`;
			status ||= 2;
		}
		if (status === 3) {
			const reason = sentence(status).replace(/^The export failed: t/, "T").replace("-force writes it all the same", "choose it again to have it all the same");
			postMessage({ kind: "large", reason });
			return;
		}
		if (status) {
			failed(sentence(status));
			return;
		}
		const [file = stdout] = outputs.values();
		const more = said.split("\n").filter((line) => line && !/^(WARNING|Note): /.test(line)).join(" ");
		postMessage({ kind: "done", blob: file.blob(), said: more });
	}, { once: true });
})();
