// names.js: the names of methods, by their number, which of them are to be asked for, and how much
// of one is written.
//
// Gives nameOf, written, awaited, unknownNames, learn, forget. Takes plain, charWidth, widthOf, fit,
// fitMiddle of fonts.js, surfaces and redrawAll of frames.js.

const names = new Map(); // null while asked for
let unknown = []; // to be asked for
let awaited = 0; // how many have been asked for, or are to be, and are not known

// nameOf returns a method's name; until it is known, null.
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

// unknownNames returns the methods whose names are wanted and have not been asked for.
function unknownNames() {
	const methods = Uint32Array.from(unknown);
	unknown = [];
	return methods;
}

// learn takes names of methods, one a line: package, class, method and parameters, between tabs, and
// a mark that is written whole or not at all; or one text, if that is all there is.
function learn(methods, lines) {
	lines.split("\n").forEach((line, i) => {
		if (names.get(methods[i]) === null) awaited--;
		names.set(methods[i], new Name(line));
	});
	for (const surface of surfaces) surface.twinLater();
	redrawAll();
}

// forget drops the names: another trace has others.
function forget() {
	names.clear();
	unknown = [];
	awaited = 0;
}

// CLASS_KEPT is how many letters of a class are left at least, METHOD_KEPT of a method.
const CLASS_KEPT = 4, METHOD_KEPT = 6;

// A Name is a method's in its parts, the package and the class with the dots after them.
class Name {
	constructor(line) {
		const [first, type = "", method = "", params = "", mark = ""] = line.split("\t");
		const one = type === "" && method === ""; // no class is known of it
		this.first = one ? "" : first;
		this.type = type;
		this.dot = type && ".";
		this.method = one ? first : method;
		this.params = params;
		this.mark = mark && `${mark} `;
		this.font = ""; // that the widths are in
	}

	measure(face) {
		this.font = face.font;
		this.wide = [this.first, this.type + this.dot, this.method, this.params].map((part) => widthOf(part, face));
	}

	// fit returns what of the name is written in so much room, "" for nothing. A mark stands before a
	// name that keeps its method; else the name alone has the room.
	fit(room, face) {
		const { mark, method } = this;
		if (mark) {
			const rest = room - widthOf(mark, face);
			if (widthOf(method, face) <= rest) return mark + this.cut(rest, face);
		}
		return this.cut(room, face);
	}

	// cut returns what of the parts has room. The package goes first, and goes whole; then the class
	// loses its middle, then the parameters go; what of a name stays longest is the method. One that is
	// too long keeps its start, where its verb is. A text without a class keeps both of its ends.
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
		return (type ? fit : fitMiddle)(method, room, face, METHOD_KEPT);
	}
}

// written is what a box shows of a name, a line as learn takes it, where there is just room for
// another text: for the browser tests.
function written(line, like) {
	return new Name(line).fit(widthOf(like, plain) + 0.01, plain);
}
