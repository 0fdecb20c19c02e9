"use strict";

importScripts("wasm_exec.js");

addEventListener("message", async ({ data }) => {
	const go = new Go();
	go.run(await WebAssembly.instantiate(data, go.importObject));
}, { once: true });
