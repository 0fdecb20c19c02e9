// first.js: the first pictures of a trace that the page's address names. The first worker makes them
// as soon as it has read the trace, and they are drawn here, in the places that index.html has for
// them, while the page's own program is not up, or has nothing to show yet.
//
// Gives expectFirst, early. Takes surfaces and hold of frames.js, unknownNames and learn of names.js.

const TIMELINE = 1; // of canvas.ID

// Settings that pictures depend on, by the names that wasm/page remembers them by.
const LOOKS = ["colour", "gaps"];

// expectFirst asks the worker for them. It posts {kind: "first list", canvas, buffer} for each, and
// answers {kind: "first names", methods} by {kind: "first names", methods, lines, data}, of which
// lines are as learn takes them and data is for the page's program. Where the address says what to
// show of the trace, that is the program's to know.
function expectFirst() {
	const first = globalThis.traceglassFirst;
	if (!first?.named || location.hash.length > 1) return;
	const sizes = [];
	document.querySelectorAll(".shell .host").forEach((host, i) => {
		const { width, height } = host.getBoundingClientRect();
		surfaces[i].attach(host);
		surfaces[i].size(width, height);
		sizes.push(width, height);
	});
	first.worker.postMessage({ kind: "first", sizes, looks: Object.fromEntries(LOOKS.map((name) => [name, setting(name)])) });
}

// early takes what the worker posts, and tells whether that is all there is to do about it.
function early(data) {
	const surface = surfaces[data?.canvas];
	switch (data?.kind) {
	case "first list":
		if (!surface.host.isConnected) return true; // the program shows something else
		surface.show(data.buffer, true);
		if (data.canvas === TIMELINE) {
			performance.mark("traceglass:chart");
			hold();
			globalThis.traceglassFirst.worker.postMessage({ kind: "first names", methods: unknownNames() });
		}
		return true;
	case "first names":
		learn(data.methods, data.lines);
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
