// worker.js: starts the program in a worker. The page posts {module}, its compiled program. All
// other messages are for the program, and wait until that listens by traceglassListen(receive); but
// for one, which has the worker get a file, and then open it:
//
//	{kind: "fetch", url, budget}
//
// It is answered by {kind: "fetched", file}, or {kind: "not fetched", reason}. If the program ends,
// the page is sent {kind: "exited", reason}, and has nothing more to expect from this worker.
"use strict";

importScripts("../@wasm_exec.js@", "../@run.js@");

globalThis.traceglassRole = "worker";

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
	} else if (data?.kind === "fetch") {
		download(data);
	} else {
		take(data);
	}
});

async function download({ url, budget }) {
	let file;
	try {
		file = await globalThis.traceglassDownload(url);
	} catch (error) {
		postMessage({ kind: "not fetched", reason: error.message });
		return;
	}
	postMessage({ kind: "fetched", file });
	take({ kind: "open", files: [file], budget, trace: 0, of: 0 });
}
