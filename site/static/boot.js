// boot.js: starts the program in the page. What it leaves for Go, on globalThis:
//
//	traceglassRole       "page"; in the worker, "worker"
//	traceglassProgram    the path of the program, of which each version has another
//	traceglassModule     the compiled program, to post to a worker as {module}
//	traceglassWorkerURL  the worker's script
//	traceglassGraphURL   the script of the worker that lays graphs out
//	traceglassToolsURL   the script of the worker that writes exports
//	traceglassDumpsURL   the program that reads thread dumps, for traceglassCompile
"use strict";

globalThis.traceglassRole = "page";
globalThis.traceglassProgram = "@app.wasm@";
globalThis.traceglassWorkerURL = new URL("@worker.js@", document.baseURI).href;
globalThis.traceglassGraphURL = new URL("@graph.js@", document.baseURI).href;
globalThis.traceglassToolsURL = new URL("@tools.js@", document.baseURI).href;
globalThis.traceglassDumpsURL = new URL("@dumps.wasm@", document.baseURI).href;
globalThis.traceglassCompile = compile;

// With Trusted Types (see netlify.toml) nothing becomes markup or a script but through this: markup
// in which nothing runs, as the templates and escaped names are, and scripts of the page's own folder.
globalThis.trustedTypes?.createPolicy("default", {
	createHTML: (html) => /<(script|iframe|object|embed|base|link|meta)\b|<[a-z][^>]*[\s/]on\w+\s*=/i.test(html) ? null : html,
	createScriptURL: (url) => new URL(url, document.baseURI).href.startsWith(new URL("./", document.baseURI).href) ? url : null,
});

// Vugu evals its helper, which the content security policy forbids. The helper is loaded as
// vugu.js instead, and the call is made to do nothing.
globalThis.eval = () => {};

(async () => {
	if (self.origin === "null") {
		stopped("This frame keeps Traceglass from its own files. Whoever frames it writes sandbox=\"allow-scripts allow-same-origin\", or no sandbox: Traceglass sends nothing anywhere, whatever it is allowed.", "", false);
		return;
	}
	try {
		globalThis.traceglassModule = await compile("@app.wasm@");
	} catch (error) {
		stopped("Traceglass could not be loaded. Reload to try again.", error.message, true);
		return;
	}
	let reason;
	try {
		reason = await globalThis.traceglassRun(globalThis.traceglassModule, () => {
			document.documentElement.dataset.state = "running";
		});
	} catch (error) {
		reason = String(error);
	}
	stopped("Traceglass made a mistake and stopped. Reload to start it again.", reason, false);
})();

async function compile(url) {
	if (typeof WebAssembly !== "object") throw new Error("This browser cannot run WebAssembly.");
	let response = await fetch(url);
	// A refusal may have been kept for as long as the file would be: ask the server itself.
	if (!response.ok) response = await fetch(url, { cache: "reload" });
	if (response.status === 404) throw new Error(`The server answered 404 for ${response.url}. If it has got a new version of Traceglass meanwhile, reload the page.`);
	if (!response.ok) throw new Error(`The server answered ${response.status} for ${response.url}.`);
	// Compiling during the download needs the right type, which not every host sends.
	if (WebAssembly.compileStreaming && response.headers.get("Content-Type") === "application/wasm") {
		return WebAssembly.compileStreaming(response);
	}
	return WebAssembly.compile(await response.arrayBuffer());
}

// What is below the bars has the keyboard without a way through them: the table, or the picture,
// of the view that is shown.
document.getElementById("skip").onclick = () => {
	const inView = [...document.querySelectorAll("#work [tabindex='0'], #dumps [tabindex='0'], #welcome button")].filter((e) => e.checkVisibility());
	(inView.find((e) => e.closest("[role=tabpanel]") && e.matches(".scroll, .host")) ?? inView[0])?.focus();
};

// stopped says that the program is gone. The page stays as it was, to read or copy from.
// If the program was never there, a bad copy may have been kept, so reloading gets a new one.
function stopped(text, raw, renew) {
	document.documentElement.dataset.state = "stopped";
	const banner = document.getElementById("stopped");
	banner.querySelector("p").textContent = text;
	banner.querySelector(".raw").textContent = raw;
	banner.querySelector("button").onclick = async () => {
		try {
			if (renew) {
				const prefix = `traceglass ${new URL("./", location.href)}`; // as in sw.js
				const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
				await Promise.all(names.map((name) => caches.delete(name)));
				await fetch("@app.wasm@", { cache: "reload" });
			}
		} finally {
			location.reload();
		}
	};
	banner.hidden = false;
}

// Registered once the page has loaded, so that its copies do not compete with it for the line.
// Without it (a private window, an embedding that forbids it) the page only lacks offline use.
if (self.origin !== "null" && "serviceWorker" in navigator) {
	addEventListener("load", () => {
		navigator.serviceWorker.register("sw.js").catch((error) => console.info("offline use is off:", error.message));
	});
	// What most visits do not need is kept once used; an installed app fetches it beforehand, so
	// that it has all offline. The service worker keeps what passes.
	const late = () => navigator.serviceWorker.ready.then(() => {
		(globalThis.requestIdleCallback ?? setTimeout)(() => {
			for (const file of ["@graphviz.js@", "@tools.wasm@", "@dumps.wasm@"]) fetch(file).catch(() => {});
		});
	});
	addEventListener("appinstalled", late);
	if (matchMedia("(display-mode: standalone)").matches) addEventListener("load", late);
}
