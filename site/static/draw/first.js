// first.js: the first pictures of a trace that the page's address names, or that comes when nothing is
// open. The worker makes them as soon as it has read the trace, and they are drawn here, in the places
// that index.html has for them, while the page's own program is not up, or has yet to build what it
// shows.
//
// Gives expectFirst, foresee, uncover, early. Takes surfaces and hold of frames.js, unknownNames and learn of
// names.js.

const TIMELINE = 1; // of canvas.ID

// Settings that pictures depend on, by the names that wasm/page remembers them by.
const LOOKS = ["colour", "gaps"];

const shell = document.getElementById("app").cloneNode(true); // the page before its program has started
let covering = null; // that page, over what the program shows
let firsts = null; // the worker that makes them
let goOn = () => {}; // called when the first is on the screen, or will not be

// expectFirst asks the first worker for them, if it expects that; the program waits for traceglassShown.
function expectFirst() {
	const first = globalThis.traceglassFirst;
	if (!first?.first) return;
	globalThis.traceglassShown = new Promise((resolve) => { goOn = resolve; });
	for (const { data } of first.heard) early(data);
	place(document);
	ask(first.worker, document);
}

// foresee asks a worker for them that is given a file, and reports whether.
function foresee(worker) {
	if (globalThis.traceglassTold()) return false; // what to show is the program's to know
	cover();
	ask(worker, covering);
	return true;
}

// cover shows the page as it is before its program has started, with the places of first pictures.
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

// ask asks a worker for the first pictures, as large as their places are now. It posts {kind: "first list",
// canvas, buffer} for each, and answers {kind: "first names", methods} by {kind: "first names", methods,
// lines, data}, of which lines are as learn takes them and data is for the page's program.
function ask(worker, root) {
	firsts = worker;
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
	case "first names":
		learn(data.methods, data.lines);
		goOn();
		break;
	case "ready":
	case "fetched":
	case "answer": // how far the reading is
		break;
	default: // that there is nothing to show, or not by this program
		goOn();
	}
	return false;
}

function setting(name) {
	try {
		return localStorage.getItem(`traceglass.${name}`) ?? "";
	} catch {
		return ""; // not for a page in this frame
	}
}
