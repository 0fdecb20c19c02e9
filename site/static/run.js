// run.js: functions that page and worker share. They run the Go program, report how it exited, and download
// files.
"use strict";

// traceglassRun runs the program of a WebAssembly.Module. It calls running once the program first waits. The
// promise resolves with a short reason when the program exits, which only happens on errors.
globalThis.traceglassRun = async function (module, running) {
	// Go writes a panic or a fatal error to standard error in pieces, and exits.
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
	// Not new WebAssembly.Instance: Chromium forbids that in a page for programs above 8 MB.
	const instance = await WebAssembly.instantiate(module, go.importObject);
	const ended = go.run(instance).then(
		() => lastWords || `the program ended with status ${status}`,
		(error) => lastWords || String(error),
	);
	running();
	// A trap in a callback from JavaScript causes a global error event instead of an error of go.run.
	const trapped = new Promise((resolve) => {
		globalThis.addEventListener("error", ({ error }) => {
			const stack = error instanceof RangeError && error.message.includes("call stack");
			if (error instanceof WebAssembly.RuntimeError || stack) resolve(String(error));
		});
	});
	return Promise.race([ended, trapped]);
};

// traceglassAsk fetches an address without the user's cookies. It returns the response and a name for it.
// Errors are a short reason.
globalThis.traceglassAsk = async function (url) {
	const response = await fetch(url, { credentials: "omit" });
	if (!response.ok) throw new Error(`the server answered ${response.status}`);
	return { response, name: new URL(url).pathname.split("/").filter(Boolean).pop() ?? url };
};

// traceglassDownload returns the content of an address as a File.
globalThis.traceglassDownload = async function (url) {
	const { response, name } = await globalThis.traceglassAsk(url);
	return new File([await response.blob()], name);
};
