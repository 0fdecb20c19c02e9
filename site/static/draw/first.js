// first.js: the first view of a file, if the page's address names it or nothing else is open. For a trace
// these are timeline and minimap, for thread dumps the verdict. The worker makes it as soon as it has read
// the file. This script draws it in the places that index.html reserves, before the page's program runs or has
// built the interface.
//
// Provides expectFirst, requestFirst, uncover, early. Uses surfaces and hold of frames.js, unknownNames and learn
// of names.js.

const TIMELINE = 1; // canvas.ID of the timeline

// Settings that pictures depend on, by the names that wasm/page stores them under.
const LOOKS = ["colour", "gaps"];

const shell = document.getElementById("app").cloneNode(true); // the page before its program started
let covering = null; // a copy of that page, over the page's own content
let firsts = null; // the worker that makes first pictures
let proceed = () => {}; // called when the first picture is drawn, or will not come

// expectFirst requests the first view from the first worker, if that opens a file. The program waits for
// traceglassShown.
function expectFirst() {
	const first = globalThis.traceglassFirst;
	if (!first?.first) return;
	globalThis.traceglassShown = new Promise((resolve) => { proceed = resolve; });
	for (const { data } of first.heard) early(data);
	place(document);
	ask(first.worker, document);
}

// requestFirst requests the first view from a worker that gets a file, and returns whether it did. For a trace, it
// shows the places of the pictures meanwhile.
function requestFirst(worker, trace) {
	if (globalThis.traceglassTold()) return false; // only the program can decode the view
	if (trace) cover();
	ask(worker, trace ? covering : undefined);
	return true;
}

// cover shows the page as it was before its program started, with the places of first pictures.
function cover() {
	uncover();
	const app = document.getElementById("app");
	covering = shell.cloneNode(true);
	covering.removeAttribute("id");
	covering.classList.add("cover");
	covering.style.cssText = app.style.cssText; // the position of the divider
	covering.dataset.whole = app.dataset.whole ?? "";
	for (const e of covering.querySelectorAll("[data-says]")) e.textContent = globalThis.traceglassLanguage.say(e.dataset.says || e.textContent);
	app.after(covering);
	place(covering);
}

function uncover() {
	covering?.remove();
	covering = null;
}

const hosts = (root) => root.querySelectorAll(".shell .host");

function place(root) {
	root.querySelector(".shell").dataset.awaits = "";
	hosts(root).forEach((host, i) => surfaces[i].attach(host));
}

// ask requests first pictures from a worker, in the current size of their places in root. Without root, a
// trace gets none. The worker posts {kind: "first list", canvas, buffer} for each, or {kind: "first verdict"}
// for thread dumps. It answers {kind: "name first", methods} with {kind: "first names", methods, lines,
// data}: lines are in the format of learn, and data is for the page's program.
function ask(worker, root) {
	firsts = worker;
	if (!root) {
		worker.postMessage({ kind: "first" });
		return;
	}
	const sizes = [];
	hosts(root).forEach((host, i) => {
		const { width, height } = host.getBoundingClientRect();
		surfaces[i].size(width, height);
		sizes.push(width, height);
	});
	worker.postMessage({ kind: "first", sizes, looks: Object.fromEntries(LOOKS.map((name) => [name, setting(name)])) });
}

// early handles a message of the worker, and returns true if the program need not see it.
function early(data) {
	const surface = surfaces[data?.canvas];
	switch (data?.kind) {
	case "first list":
		if (!surface.host.isConnected) cover(); // progress was shown meanwhile
		surface.show(data.buffer, true);
		if (data.canvas === TIMELINE) {
			performance.mark("traceglass:chart");
			const worker = firsts;
			hold(() => worker.postMessage({ kind: "name first", methods: unknownNames() }));
		}
		return true;
	case "first verdict":
		showVerdict(data);
		performance.mark("traceglass:verdict");
		hold(proceed);
		proceed = () => {}; // later messages must not call it earlier
		return true;
	case "first names":
		learn(data.methods, data.lines);
		proceed();
		break;
	case "loaded":
	case "ready":
	case "fetched":
	case "answer": // progress
		break;
	default: // the worker reports that there is nothing to show
		proceed();
	}
	return false;
}

// showVerdict shows the verdict on a dump where the interface will show it: the markup of package verdict,
// with space for links to the evidence. If there are several processes, it reserves space for their list,
// which on a narrow page depends on their number.
function showVerdict({ name, facts, claims, processes }) {
	let root = document.getElementById("app");
	if (!root.querySelector(".shell")) { // the program has drawn the interface already
		cover();
		root = covering;
	}
	const make = (tag, className, ...children) => {
		const e = document.createElement(tag);
		e.className = className;
		e.append(...children);
		return e;
	};
	const broken = (pieces) => pieces.flatMap((piece, i) => (i ? [document.createElement("wbr"), piece] : [piece]));
	const seen = Array.from({ length: Math.min(processes, 8) }, () => make("div", "process"));
	const list = make("nav", "rail", make("h2", "", "\u00a0"), make("div", "rail-list", ...seen));
	list.hidden = processes < 2;
	const sentences = claims.map(([kind, sure, text, advice]) => make("li", kind, make("p", "", make("span", "sure", sure), make("span", "says", ...broken(text))), ...(advice ? [make("p", "advice", advice)] : []), make("p", "proof", make("span", "link", "\u00a0"))));
	const verdict = make("section", "verdict", make("div", "inside", make("h2", "", make("span", "", name), make("small", "", facts)), make("ol", "claims", ...sentences)));
	const shown = make("main", "work", make("div", "dump", list, make("div", "dump-main", verdict)));
	shown.setAttribute("aria-busy", "true");
	shown.dataset.awaits = "dump";
	root.querySelector(".shell").replaceWith(shown);
}

function setting(name) {
	try {
		return localStorage.getItem(`traceglass.${name}`) ?? "";
	} catch {
		return ""; // not available in this frame
	}
}
