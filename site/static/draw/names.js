// names.js: names of methods, by their number.

const names = new Map(); // "" while asked for
let unknown = []; // to be asked for
let awaited = 0; // how many have been asked for, or are to be, and are not known

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
