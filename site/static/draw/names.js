// names.js: the names of methods by number, the list of names to request, and how a name is shortened.
//
// Provides nameOf, written, awaited, unknownNames, learn, forget. Uses plain, charWidth, widthOf, fit,
// fitMiddle of fonts.js, surfaces and redrawAll of frames.js.

const names = new Map(); // null while requested
let unknown = []; // numbers to request
let awaited = 0; // number of names that are requested or to be requested

// nameOf returns a method's name, or null until it is known.
function nameOf(method) {
	const name = names.get(method);
	if (name === undefined) {
		names.set(method, null);
		unknown.push(method);
		awaited++;
		return null;
	}
	return name;
}

// unknownNames returns the methods to request names for, once each.
function unknownNames() {
	const methods = Uint32Array.from(unknown);
	unknown = [];
	return methods;
}

// learn stores names of methods, one a line. A line has the package, class, method and parameters, and a mark
// that is shown completely or not at all, separated by tabs. A line without tabs is one text.
function learn(methods, lines) {
	lines.split("\n").forEach((line, i) => {
		if (names.get(methods[i]) === null) awaited--;
		names.set(methods[i], new Name(line));
	});
	for (const surface of surfaces) surface.twinLater();
	redrawAll();
}

// forget drops the names, because another trace has others.
function forget() {
	names.clear();
	unknown = [];
	awaited = 0;
}

// CLASS_KEPT is the minimum number of letters of a shortened class, METHOD_KEPT of a method.
const CLASS_KEPT = 4, METHOD_KEPT = 6;

// A Name is a method's name in parts: the package and the class each end with a dot.
class Name {
	constructor(line) {
		const [first, type = "", method = "", params = "", mark = ""] = line.split("\t");
		const one = type === "" && method === ""; // the class is unknown
		this.first = one ? "" : first;
		this.type = type;
		this.dot = type && ".";
		this.method = one ? first : method;
		this.params = params;
		this.mark = mark && `${mark} `;
		this.font = ""; // font of the widths
	}

	measure(face) {
		this.font = face.font;
		this.wide = [this.first, this.type + this.dot, this.method, this.params].map((part) => widthOf(part, face));
	}

	// fit returns the text for the name that fits into room, or "". A mark precedes the name if the method
	// still fits. Otherwise the name gets the room alone.
	fit(room, face) {
		const { mark, method } = this;
		if (mark) {
			const rest = room - widthOf(mark, face);
			if (widthOf(method, face) <= rest) return mark + this.cut(rest, face);
		}
		return this.cut(room, face);
	}

	// cut returns a shortened name that fits. The package is dropped first, as a whole. Then the class loses
	// its middle, and then the parameters are dropped. The method stays longest. If it is too long, it keeps
	// its start, where its verb is. A text without a class keeps its start and its end. Of a readable name, such as
	// "load, anonymous class: run", the function and the method stay longer than the note between them.
	cut(room, face) {
		if (this.font !== face.font) this.measure(face);
		const { type, dot, method, params } = this;
		const [first, owner, own, list] = this.wide;
		if (first + owner + own + list <= room) return this.first + type + dot + method + params;
		if (owner + own + list <= room) return type + dot + method + params;
		for (const [tail, width] of params ? [[method + params, own + list], [method, own]] : [[method, own]]) {
			if (owner + width <= room) return type + dot + tail;
			const cut = type && fitMiddle(type, room - width - charWidth(face, 46), face, CLASS_KEPT);
			if (cut) return cut + dot + tail;
			if (width <= room) return tail;
		}
		const colon = type ? method.lastIndexOf(": ") : -1, comma = method.indexOf(", ");
		if (colon >= 0) {
			const end = method.slice(colon), start = fit(method.slice(0, colon), room - widthOf(end, face), face, Math.max(comma, METHOD_KEPT));
			if (start) return start + end;
			if (comma < 0) return fit(method.slice(colon + 2), room, face, METHOD_KEPT);
		}
		return (type ? fit : fitMiddle)(method, room, face, METHOD_KEPT);
	}
}

// written returns how a box shows a name, a line in the format of learn, if another text just fits into the
// box. For the browser tests.
function written(line, like) {
	return new Name(line).fit(widthOf(like, plain) + 0.01, plain);
}
