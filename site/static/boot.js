// boot.js: starts the program in the page, and at the same time in a worker. It is the first script that runs,
// and everything starts as early as possible: the worker's script and the file in the page's address load
// while the program does. Only the page's program waits, for the first picture of that file. It leaves for Go,
// on globalThis:
//
//	traceglassRole       "page", or "worker" in the worker
//	traceglassProgram    the path of the program, different for each version
//	traceglassModule     the compiled program, to post to a worker as {module}
//	traceglassFirst      {worker, heard, named, first}: a worker that runs the program but has no listener
//	                     yet; its events, except those that draw/first.js handles; whether it loads the
//	                     file in the address; and whether it expects a request for first pictures
//	                     of that file
//	traceglassShown      a promise that resolves when the first picture of that file is drawn or will not
//	                     come; undefined if draw/first.js expects none
//	traceglassFile(path) the address of a file to open, or null if the page may not open it
//	traceglassBudget     the memory limit of a trace's calls, in bytes
//	traceglassWorkerURL  the worker's script
//	traceglassGraphURL   the script of the worker that lays out graphs
//	traceglassToolsURL   the script of the worker that writes exports
//	traceglassHashURL    the script of the worker that computes digests of files
//	traceglassLanguage   the language and its texts, see boot/language.js
//	traceglassTold()     whether the address contains a view of a trace
"use strict";

globalThis.traceglassRole = "page";
globalThis.traceglassProgram = "@app.wasm@";
globalThis.traceglassWorkerURL = new URL("@worker.js@", document.baseURI).href;
globalThis.traceglassGraphURL = new URL("@graph.js@", document.baseURI).href;
globalThis.traceglassToolsURL = new URL("@tools.js@", document.baseURI).href;
globalThis.traceglassHashURL = new URL("@hash.js@", document.baseURI).href;
globalThis.traceglassFile = file;

// Less than the 4 GB that WebAssembly can address, because answers need memory too. ?memory=500 in the page's
// address sets 500 MB.
globalThis.traceglassBudget = 3.2e9;
{
	const megabytes = Number(parameter("memory"));
	if (megabytes > 0) globalThis.traceglassBudget = Math.min(megabytes * 1e6, 3.2e9);
}

/* @boot/language.js@ */

const { say } = globalThis.traceglassLanguage;

/* @boot/shell.js@ */

guard((url) => new URL(url, document.baseURI).href.startsWith(new URL("./", document.baseURI).href));

// all resolves once the document and the other scripts have loaded, running once the program runs.
const all = new Promise((loaded) => addEventListener("DOMContentLoaded", loaded));
let started;
const running = new Promise((resolve) => { started = resolve; });

(async () => {
	if (self.origin === "null") {
		await all;
		stopped(say("This page's iframe blocks Traceglass from loading its own files. Ask its author to use sandbox=\"allow-scripts allow-same-origin\", or no sandbox. Traceglass sends nothing anywhere, even if allowed."), "");
		return;
	}
	const first = begin();
	try {
		globalThis.traceglassModule = await (globalThis.traceglassCompiling = program());
	} catch (error) {
		first?.worker.terminate();
		await all;
		stopped(say("Traceglass could not be loaded. Reload to try again."), error.message, renew);
		return;
	}
	await globalThis.traceglassLanguage.there;
	first?.worker.postMessage({ kind: "speak", text: globalThis.traceglassLanguage.text });
	first?.worker.postMessage({ module: globalThis.traceglassModule });
	await all;
	// The first picture of a file gets the processors for itself, unless it takes long. Also, in Chromium a
	// worker gets no message before this thread has handled the event that its script ran. That event is
	// queued after the scripts, and must not be queued after the program as well.
	const patience = globalThis.traceglassShown ? 400 : 0; // ms
	if (!document.hidden) await Promise.race([globalThis.traceglassShown, new Promise((later) => setTimeout(later, patience))].filter(Boolean));
	await run(started);
})();

// The browser loads a storage on its first use. Do it now, not when the program waits for it.
for (const storage of ["localStorage", "sessionStorage"]) {
	try {
		globalThis[storage].getItem("");
	} catch {
		// not available in this frame
	}
}

// begin starts the first worker. If the browser cannot start one, Go reports it.
function begin() {
	const [path, second] = new URLSearchParams(location.search).getAll("open");
	const url = path && !second && !parameter("with") && file(path); // the program opens several files itself
	const first = Boolean(url) && !globalThis.traceglassTold();
	let worker;
	try {
		worker = new Worker(globalThis.traceglassWorkerURL, { name: url ? JSON.stringify({ url, budget: globalThis.traceglassBudget, first }) : "" });
	} catch {
		return undefined;
	}
	return globalThis.traceglassFirst = Object.assign(hold(worker), { named: Boolean(url), first });
}

function parameter(name) {
	return new URLSearchParams(location.search).get(name) ?? "";
}

// file returns the address of a file that may be opened, or null. The file must lie in one of the folders in
// the page's attribute data-open, relative to the page. Any site can link to this page with a file in the
// address, so the page requests only files that the site's owner allows.
function file(path) {
	let address;
	try {
		address = new URL(path, location.href);
	} catch {
		return null;
	}
	const folders = document.documentElement.dataset.open.split(" ").filter(Boolean).map((folder) => new URL(folder, document.baseURI));
	return folders.some(({ origin, pathname }) => origin === address.origin && address.pathname.startsWith(pathname)) ? address : null;
}

// program compiles the program. If one page has several frames of this site, the first frame compiles it for
// all.
async function program() {
	const patience = 5000; // ms; the other frame may be gone before it finishes
	for (let i = 0; parent !== self && i < parent.length; i++) {
		let theirs;
		try {
			const frame = parent[i];
			if (frame !== self && frame.traceglassProgram === globalThis.traceglassProgram) theirs = frame.traceglassCompiling;
		} catch {
			// another origin
		}
		if (!theirs) continue;
		const late = new Promise((over) => setTimeout(over, patience));
		const module = await Promise.race([theirs, late]).catch(() => {});
		if (module) {
			globalThis.traceglassShared = true; // read by the tests
			return module;
		}
	}
	return compile();
}

async function compile() {
	const url = "@app.wasm@";
	if (typeof WebAssembly !== "object") throw new Error(say("This browser cannot run WebAssembly."));
	let response = await fetch(url);
	// The browser may have cached an error as long as it would cache the file: ask the server.
	if (!response.ok) response = await fetch(url, { cache: "reload" });
	if (response.status === 404) throw new Error(say("The server answered 404 for {1}. If the site was updated, reload the page.", response.url));
	if (!response.ok) throw new Error(say("The server answered {1} for {2}.", response.status, response.url));
	// Compiling during the download needs the right content type, which not every host sends.
	if (WebAssembly.compileStreaming && response.headers.get("Content-Type") === "application/wasm") {
		return WebAssembly.compileStreaming(response);
	}
	return WebAssembly.compile(await response.arrayBuffer());
}

// A page that frames this one may send messages to it.
if (parent !== self) all.then(() => {
	const script = document.createElement("script");
	script.src = "@framed.js@";
	document.head.append(script);
});

// If the browser offers to install the app, the start page does too: it shows its button while data-install is
// set.
let offer;
const offers = (event) => {
	offer = event;
	document.documentElement.toggleAttribute("data-install", Boolean(event));
};
addEventListener("beforeinstallprompt", (event) => {
	event.preventDefault();
	offers(event);
});
addEventListener("appinstalled", () => offers());
addEventListener("click", ({ target }) => {
	if (!offer || target.id !== "install") return;
	offer.prompt();
	offers(); // an offer works only once
});

// If the program never ran, the cached copy may be broken: renew fetches a new one.
async function renew() {
	const prefix = `traceglass ${new URL("./", location.href)}`; // as in sw.js
	const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
	await Promise.all(names.map((name) => caches.delete(name)));
	await fetch("@app.wasm@", { cache: "reload" });
}

// Registers some time after the program has started, so that its downloads compete neither for the network nor
// for the processor with this visit. Without a service worker (private window, embedding that forbids it) only
// offline use is missing.
if (self.origin !== "null" && "serviceWorker" in navigator) {
	const patience = 2000; // ms, time to show a trace in the address
	running.then(() => setTimeout(() => {
		navigator.serviceWorker.register("sw.js").catch((error) => console.info("offline use is off:", error.message));
	}, patience));
	// Files that most visits do not need are cached after their first use. An installed app loads them in
	// advance, so that everything works offline. The service worker caches what it serves.
	const late = () => navigator.serviceWorker.ready.then(() => {
		(globalThis.requestIdleCallback ?? setTimeout)(() => {
			for (const file of ["@graphviz.js@", "@tools.wasm@"]) fetch(file).catch(() => {});
		});
	});
	addEventListener("appinstalled", late);
	if (matchMedia("(display-mode: standalone)").matches) addEventListener("load", late);
}
