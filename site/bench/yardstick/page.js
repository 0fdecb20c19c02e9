// page.js: reads the chosen file in a new worker. Its marks are as the site's and the probe's:
// "traceglass:started" when a file can be chosen, "bench:open" when a worker that is ready gets
// the file, "traceglass:read" when it has read it.
"use strict";

(async () => {
	const module = await WebAssembly.compileStreaming(fetch("yardstick.wasm"));
	document.getElementById("file").onchange = ({ target }) => {
		const [file] = target.files;
		target.value = "";
		globalThis.worker?.terminate();
		const worker = globalThis.worker = new Worker("worker.js");
		worker.onmessage = ({ data }) => {
			if (data.ready) {
				performance.mark("bench:open");
				worker.postMessage(file);
			} else {
				globalThis.calls = data.calls;
				performance.mark("traceglass:read");
			}
		};
		worker.postMessage(module);
	};
	performance.mark("traceglass:started");
})();
