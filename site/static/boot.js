// boot.js: starts the program, in the page and at the same time in a worker. It is the first script
// that runs, and nothing that can begin waits for anything else: the worker's script and the
// file that the page's address names come while the program does. But the page's program waits for the first
// picture of that file. What this leaves for Go, on globalThis:
//
//	traceglassRole       "page"; in the worker, "worker"
//	traceglassProgram    the path of the program, of which each version has another
//	traceglassModule     the compiled program, to post to a worker as {module}
//	traceglassFirst      {worker, heard, named, first}: a worker that runs the program and nobody listens to
//	                     yet, the events that came from it but for what draw/first.js takes, whether it
//	                     has been given the file that the address names, and whether it expects to
//	                     be asked for first pictures of that
//	traceglassShown      a promise, kept when the first picture of that file is on the screen or there will be
//	                     none; undefined if draw/first.js expects none
//	traceglassFile(path) the address of a file to open, null where that may not be
//	traceglassBudget     bytes that a trace's calls may take
//	traceglassWorkerURL  the worker's script
//	traceglassGraphURL   the script of the worker that lays graphs out
//	traceglassToolsURL   the script of the worker that writes exports
//	traceglassHashURL    the script of the worker that tells files apart
//	traceglassLanguage   what is said in which language
//	traceglassTold()     whether the address says what to show of a trace
"use strict";

globalThis.traceglassRole = "page";
globalThis.traceglassProgram = "@app.wasm@";
globalThis.traceglassWorkerURL = new URL("@worker.js@", document.baseURI).href;
globalThis.traceglassGraphURL = new URL("@graph.js@", document.baseURI).href;
globalThis.traceglassToolsURL = new URL("@tools.js@", document.baseURI).href;
globalThis.traceglassHashURL = new URL("@hash.js@", document.baseURI).href;
globalThis.traceglassFile = file;

// Less than the 4 GB that WebAssembly can address, since answers need room too; ?memory=500 in the
// page's address makes it 500 MB.
globalThis.traceglassBudget = 3.2e9;
{
	const megabytes = Number(parameter("memory"));
	if (megabytes > 0) globalThis.traceglassBudget = Math.min(megabytes * 1e6, 3.2e9);
}

/* @boot/language.js@ */

const { say } = globalThis.traceglassLanguage;

/* @boot/shell.js@ */

guard((url) => new URL(url, document.baseURI).href.startsWith(new URL("./", document.baseURI).href));

// all is kept once the document and the other scripts are there, running once the program runs.
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
	// The first picture of a file has the processors to itself, unless that takes long. And in Chromium a
	// worker gets no message until this thread has heard that its script ran. That news is behind the scripts
	// already, and is not to be behind the program as well.
	const patience = globalThis.traceglassShown ? 400 : 0; // ms
	if (!document.hidden) await Promise.race([globalThis.traceglassShown, new Promise((later) => setTimeout(later, patience))].filter(Boolean));
	await run(started);
})();

// The browser fetches what this site keeps in it when that is first asked for: now, not when the
// program waits for it.
for (const storage of ["localStorage", "sessionStorage"]) {
	try {
		globalThis[storage].getItem("");
	} catch {
		// not for a page in this frame
	}
}

// begin starts the first worker. Where the browser has none to give, Go says so.
function begin() {
	const [path, second] = new URLSearchParams(location.search).getAll("open");
	const url = path && !second && !parameter("with") && file(path); // Go gets several
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

// file is the address of a file that may be opened by it, null for any other: one that lies in one
// of the folders that the page's attribute data-open lists, as seen from the page. A link from
// anywhere can name a file, so no more of what else the host serves is asked for than its owner said.
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

// program compiles the program; of several frames of this site in one page the first does it for all.
async function program() {
	const patience = 5000; // ms, for a frame that may be gone before it is done
	for (let i = 0; parent !== self && i < parent.length; i++) {
		let theirs;
		try {
			const frame = parent[i];
			if (frame !== self && frame.traceglassProgram === globalThis.traceglassProgram) theirs = frame.traceglassCompiling;
		} catch {
			// of another origin
		}
		if (!theirs) continue;
		const late = new Promise((over) => setTimeout(over, patience));
		const module = await Promise.race([theirs, late]).catch(() => {});
		if (module) {
			globalThis.traceglassShared = true; // for the tests
			return module;
		}
	}
	return compile();
}

async function compile() {
	const url = "@app.wasm@";
	if (typeof WebAssembly !== "object") throw new Error(say("This browser cannot run WebAssembly."));
	let response = await fetch(url);
	// A refusal may have been kept for as long as the file would be: ask the server itself.
	if (!response.ok) response = await fetch(url, { cache: "reload" });
	if (response.status === 404) throw new Error(say("The server answered 404 for {1}. If the site was updated, reload the page.", response.url));
	if (!response.ok) throw new Error(say("The server answered {1} for {2}.", response.status, response.url));
	// Compiling during the download needs the right type, which not every host sends.
	if (WebAssembly.compileStreaming && response.headers.get("Content-Type") === "application/wasm") {
		return WebAssembly.compileStreaming(response);
	}
	return WebAssembly.compile(await response.arrayBuffer());
}

// A page that frames this one may speak to it.
if (parent !== self) all.then(() => {
	const script = document.createElement("script");
	script.src = "@framed.js@";
	document.head.append(script);
});

// Where the browser offers to install the app, so does the start page: its button is shown as long as
// data-install is set.
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
	offers(); // an offer is good for once
});

// If the program was never there, a bad copy may have been kept: renew gets a new one.
async function renew() {
	const prefix = `traceglass ${new URL("./", location.href)}`; // as in sw.js
	const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
	await Promise.all(names.map((name) => caches.delete(name)));
	await fetch("@app.wasm@", { cache: "reload" });
}

// Registered some time after the program has started, so that its copies compete neither for the
// line nor for the processor with what the visit is for. Without it (a private window, an embedding
// that forbids it) the page only lacks offline use.
if (self.origin !== "null" && "serviceWorker" in navigator) {
	const patience = 2000; // ms, in which a trace that the address names is shown
	running.then(() => setTimeout(() => {
		navigator.serviceWorker.register("sw.js").catch((error) => console.info("offline use is off:", error.message));
	}, patience));
	// What most visits do not need is kept once used; an installed app fetches it beforehand, so
	// that it has all offline. The service worker keeps what passes.
	const late = () => navigator.serviceWorker.ready.then(() => {
		(globalThis.requestIdleCallback ?? setTimeout)(() => {
			for (const file of ["@graphviz.js@", "@tools.wasm@"]) fetch(file).catch(() => {});
		});
	});
	addEventListener("appinstalled", late);
	if (matchMedia("(display-mode: standalone)").matches) addEventListener("load", late);
}
