// names.js: the names of methods, by their number, and which of them are to be asked for.
//
// Gives nameOf, awaited, unknownNames, learn, forget. Takes redrawAll of frames.js.

const names = new Map(); // "" while asked for
let unknown = []; // to be asked for
let awaited = 0; // how many have been asked for, or are to be, and are not known

// nameOf returns a method's name; until it is known, "".
function nameOf(method) {
	const name = names.get(method);
	if (name === undefined) {
		names.set(method, "");
		unknown.push(method);
		awaited++;
		return "";
	}
	return name;
}

// unknownNames returns the methods whose names are wanted and have not been asked for.
function unknownNames() {
	const methods = Uint32Array.from(unknown);
	unknown = [];
	return methods;
}

// learn takes names, one a line, of methods.
function learn(methods, lines) {
	lines.split("\n").forEach((name, i) => names.set(methods[i], name));
	awaited -= methods.length;
	redrawAll();
}

// forget drops the names: another trace has others.
function forget() {
	names.clear();
	unknown = [];
	awaited = 0;
}
