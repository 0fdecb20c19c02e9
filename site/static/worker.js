// worker.js: starts the program in a worker. The page posts {module}, its compiled program. All other messages
// are for the program and wait until it calls traceglassListen(receive). One message brings a file to open:
// {kind: "take", line, name, size, budget}. Its port delivers the pieces, then null, and true once the page
// has the file.
//
// A worker with the name {url, budget, first}, as JSON, downloads a file itself and opens it. first is whether
// the page requests first pictures. A worker has its name from the start, but gets messages only after the
// page's thread has handled an event. The program reads the file during the download. The worker posts {kind:
// "fetched", file} after the download, before the opened file but possibly after first pictures, or {kind:
// "not fetched", reason}.
//
// The worker posts {kind: "loaded"} when this script runs, and {kind: "exited", reason} if the program exits.
// After that, it posts nothing.
"use strict";

/* @wasm_exec.js@ */
/* @run.js@ */

globalThis.traceglassRole = "worker";

// In Chromium 156, about one worker in 12 got no messages after a reload of the page, until workers posted a
// message at their start.
postMessage({ kind: "loaded" });

/* @worker/arriving.js@ */

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

// open makes the program read a file: during the download, or after it.
async function open(file, early, { budget, first }) {
	if (!early) await file.keep();
	take({ kind: "open", files: [early ? file : file.whole], budget, first, trace: 0, of: 0 });
}

async function receive(message) {
	const { line, name, size } = message;
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
	await open(new Arriving(name, size, reader, (await reader.read()).value, true, () => known), filled, message);
}

async function download(named) {
	const fetched = (file) => postMessage({ kind: "fetched", file });
	try {
		const { response, name } = await globalThis.traceglassAsk(named.url);
		const reader = response.body.getReader(), first = (await reader.read()).value ?? new Uint8Array();
		// The program reads it during the download if that is possible, if its length is known, and if it is
		// not a zip file, which has its directory at the end.
		const length = response.headers.has("Content-Encoding") ? 0 : Number(response.headers.get("Content-Length"));
		const early = filled && length > 0 && !(first[0] === 0x50 && first[1] === 0x4b);
		await open(new Arriving(name, length, reader, first, early, fetched), early, named);
	} catch (error) {
		postMessage({ kind: "not fetched", reason: error.message });
	}
}

if (self.name) download(JSON.parse(self.name));
