// run.js: what page and worker share: it runs the Go program, and tells how it ended; and it
// downloads files.
"use strict";

// traceglassRun runs the program of a WebAssembly.Module. It calls running once the program has
// run until it first waits. The promise resolves when the program exits, which it never
// should, and holds one phrase that says why.
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
	const ended = go.run(instance).then(
		() => lastWords || `the program ended with status ${status}`,
		(error) => lastWords || String(error),
	);
	running();
	// A trap in a callback from JavaScript is thrown there, past go.run.
	const trapped = new Promise((resolve) => {
		globalThis.addEventListener("error", ({ error }) => {
			const stack = error instanceof RangeError && error.message.includes("call stack");
			if (error instanceof WebAssembly.RuntimeError || stack) resolve(String(error));
		});
	});
	return Promise.race([ended, trapped]);
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
