// run.js: what page and worker share: it runs the Go program, and tells how it ended; and it
// downloads files.
"use strict";

// traceglassRun runs the program of a WebAssembly.Module. It calls running once the program has
// run until it first waits. The promise is kept when the program has ended, which it never
// should but for another to go on, and holds one phrase that says why.
globalThis.traceglassRun = async function (module, running) {
	// Go writes a panic or a fatal error to its standard error, piece by piece, and exits.
	let line = "";
	let lastWords = "";
	const decoder = new TextDecoder();
	const writeSync = globalThis.fs.writeSync;
	globalThis.fs.writeSync = function (fd, bytes) {
		const lines = (line + decoder.decode(bytes)).split("\n");
		line = lines.pop();
		lastWords ||= lines.find((l) => /^(panic|fatal error): /.test(l)) ?? "";
		return writeSync.call(this, fd, bytes);
	};

	const go = new globalThis.Go();
	let status = 0;
	go.exit = (code) => { status = code; };
	// Not new WebAssembly.Instance, which Chromium forbids a page for programs above 8 MB.
	const instance = await WebAssembly.instantiate(module, go.importObject);
	// goOn has the program go on with its main function, where the build left it (site/build/freeze.go). It
	// does what run of wasm_exec.js does, with a list of what the program has of JavaScript by then:
	// [number of a value, name of a property or method of it, uses of what that is, ...arguments]. A program
	// without one, such as a test's, has yet to be started.
	const goOn = async () => {
		const [list] = WebAssembly.Module.customSections(module, "values");
		if (!list) return go.run(instance);
		go._inst = instance;
		go.mem = new DataView(instance.exports.mem.buffer);
		go._values = [NaN, 0, null, true, false, globalThis, go];
		go._goRefCounts = go._values.map(() => Infinity);
		for (const [of, name, uses, ...args] of JSON.parse(new TextDecoder().decode(list))) {
			const value = go._values[of];
			go._values.push(args.length > 0 ? value[name](...args) : value[name]);
			go._goRefCounts.push(uses);
		}
		go._ids = new Map([...go._values.entries()].slice(1).map(([id, value]) => [value, id]));
		go._idPool = [];
		go.exited = false;
		go._resume();
		await go._exitPromise;
	};
	const ended = goOn().then(
		() => lastWords || `the program ended with status ${status}`,
		(error) => lastWords || String(error),
	);
	running();
	// A trap in a callback from JavaScript is thrown there, past goOn.
	const trapped = new Promise((resolve) => {
		globalThis.addEventListener("error", ({ error }) => {
			const stack = error instanceof RangeError && error.message.includes("call stack");
			if (error instanceof WebAssembly.RuntimeError || stack) resolve(String(error));
		});
	});
	const reason = await Promise.race([ended, trapped]);
	if (go.exited) {
		// What still listens for it calls nothing, and holds nothing of its memory.
		go._resume = () => {};
		go._scheduledTimeouts.forEach(clearTimeout);
		go.mem = undefined;
	}
	return reason;
};

// traceglassAsk asks for what lies at an address, without the user's cookies, and names it. An
// error says, in a few words, why there is none.
globalThis.traceglassAsk = async function (url) {
	const response = await fetch(url, { credentials: "omit" });
	if (!response.ok) throw new Error(`the server answered ${response.status}`);
	return { response, name: new URL(url).pathname.split("/").filter(Boolean).pop() ?? url };
};

// traceglassDownload returns it as a File.
globalThis.traceglassDownload = async function (url) {
	const { response, name } = await globalThis.traceglassAsk(url);
	return new File([await response.blob()], name);
};
