// first.js: what a file shows first, if the page's address names it or it comes while nothing is open: of a trace
// its timeline and overview, of thread dumps their verdict. The worker makes it as soon as it has read the file, and
// it is drawn here, in the places that index.html has for it, before the page's program is up or has built the
// interface.
//
// Gives expectFirst, foresee, uncover, early. Takes surfaces and hold of frames.js, unknownNames and learn of
// names.js.

const TIMELINE = 1; // of canvas.ID

// Settings that pictures depend on, by the names that wasm/page remembers them by.
const LOOKS = ["colour", "gaps"];

const shell = document.getElementById("app").cloneNode(true); // the page before its program has started
let covering = null; // that page, over what the program shows
let firsts = null; // the worker that makes them
let proceed = () => {}; // called when the first is on the screen, or will not be

// expectFirst asks the first worker for it, if that is to read a file; the program waits for traceglassShown.
function expectFirst() {
	const first = globalThis.traceglassFirst;
	if (!first?.first) return;
	globalThis.traceglassShown = new Promise((resolve) => { proceed = resolve; });
	for (const { data } of first.heard) early(data);
	place(document);
	ask(first.worker, document);
}

// foresee asks a worker for it that is given a file, and reports whether. For a trace the places of its pictures
// are shown meanwhile.
function foresee(worker, trace) {
	if (globalThis.traceglassTold()) return false; // what to show is the program's to know
	if (trace) cover();
	ask(worker, trace ? covering : undefined);
	return true;
}

// cover shows the page as it is before its program has started, with the places of what comes first.
function cover() {
	uncover();
	const app = document.getElementById("app");
	covering = shell.cloneNode(true);
	covering.removeAttribute("id");
	covering.classList.add("cover");
	covering.style.cssText = app.style.cssText; // how it is split
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

// ask asks a worker for first pictures, as large as their places in root are now; without root a trace gets none.
// The worker posts {kind: "first list", canvas, buffer} for each, or {kind: "first verdict"} for thread dumps. It
// answers {kind: "first names", methods} by {kind: "first names", methods, lines, data}: lines are as learn takes
// them, and data is for the page's program.
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

// early takes what the worker posts, and tells whether that is all there is to do about it.
function early(data) {
	const surface = surfaces[data?.canvas];
	switch (data?.kind) {
	case "first list":
		if (!surface.host.isConnected) cover(); // how far the reading is was shown meanwhile
		surface.show(data.buffer, true);
		if (data.canvas === TIMELINE) {
			performance.mark("traceglass:chart");
			const worker = firsts;
			hold(() => worker.postMessage({ kind: "first names", methods: unknownNames() }));
		}
		return true;
	case "first verdict":
		showVerdict(data);
		performance.mark("traceglass:verdict");
		hold(proceed);
		proceed = () => {}; // not before, whatever comes
		return true;
	case "first names":
		learn(data.methods, data.lines);
		proceed();
		break;
	case "loaded":
	case "ready":
	case "fetched":
	case "answer": // how far the reading is
		break;
	default: // that there is nothing to show
		proceed();
	}
	return false;
}

// showVerdict shows the verdict on a dump where the interface will have it: package verdict's markup, with room for what
// leads to the proof. Of several processes the list has its room, which on a narrow page depends on how many they are.
function showVerdict({ name, facts, claims, processes }) {
	let root = document.getElementById("app");
	if (!root.querySelector(".shell")) { // the program has drawn itself there
		cover();
		root = covering;
	}
	const make = (tag, className, ...children) => {
		const e = document.createElement(tag);
		e.className = className;
		e.append(...children);
		return e;
	};
	const seen = Array.from({ length: Math.min(processes, 8) }, () => make("div", "process"));
	const list = make("nav", "rail", make("h2", "", "\u00a0"), make("div", "rail-list", ...seen));
	list.hidden = processes < 2;
	const sentences = claims.map(([kind, sure, text]) => make("li", kind, make("p", "", make("span", "sure", sure), make("span", "says", text)), make("p", "proof", make("span", "link", "\u00a0"))));
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
		return ""; // not for a page in this frame
	}
}
