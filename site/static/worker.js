// worker.js: starts the program in a worker. The page posts {module}, its compiled program. All
// other messages are for the program, and wait until that listens by traceglassListen(receive); but
// for one, which brings a file to open: {kind: "take", line, name, size, budget}. By the port come its pieces,
// null after the last, and true once the page has the file.
//
// A worker whose name is {url, budget, first} as JSON gets a file itself, and then opens it; first tells whether
// the page asks for first pictures of it. (A worker has its name when it starts, and messages only when the page's
// thread has found time to hear that it has.) The program reads the file while it comes. The page is sent
// {kind: "fetched", file} when all of it is there, before what was read but maybe after first pictures; or
// {kind: "not fetched", reason}.
//
// The page is sent {kind: "loaded"} when this script runs, and {kind: "exited", reason} if the program ends: then it has
// nothing more to expect from this worker.
"use strict";

/* @wasm_exec.js@ */
/* @run.js@ */

globalThis.traceglassRole = "worker";

// In Chromium 156 about one worker in 12 got none of its messages after the page had been loaded again, until workers
// posted something at their start.
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

// open has the program read a file: while it comes, or when all of it is there.
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
		// The program reads it as it comes if that is possible, its length is known, and it is no zip file,
		// whose directory comes last.
		const length = response.headers.has("Content-Encoding") ? 0 : Number(response.headers.get("Content-Length"));
		const early = filled && length > 0 && !(first[0] === 0x50 && first[1] === 0x4b);
		await open(new Arriving(name, length, reader, first, early, fetched), early, named);
	} catch (error) {
		postMessage({ kind: "not fetched", reason: error.message });
	}
}

if (self.name) download(JSON.parse(self.name));
