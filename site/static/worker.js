// worker.js: starts the program in a worker. The page first posts {module}, its compiled
// program; all later messages are the program's own. If the program ends, the page is sent
// {kind: "exited", reason}, and has nothing more to expect from this worker.
"use strict";

// With Trusted Types a worker too loads scripts of its own site alone.
globalThis.trustedTypes?.createPolicy("default", { createScriptURL: (url) => new URL(url, location).origin === location.origin ? url : null });

importScripts("../@wasm_exec.js@", "../@run.js@");

globalThis.traceglassRole = "worker";

addEventListener("message", ({ data }) => {
	const exited = (reason) => postMessage({ kind: "exited", reason });
	globalThis.traceglassRun(data.module, () => {}).then(exited, (error) => exited(String(error)));
}, { once: true });
