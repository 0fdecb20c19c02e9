// fonts.js: the style sheet's font, and how much text fits into a box.
//
// Provides plain, strong, readFace, charWidth, widthOf, fit, fitMiddle, fitText. Uses scratch of colours.js.

// The two faces: a font as a canvas context expects it, and widths of characters in CSS pixels, measured when
// first used: of the first 256 characters, of others, and of the ellipsis. Measuring all 256 would take 30 ms.
const plain = { font: "", widths: new Float32Array(256), ellipsis: 0 };
const strong = { font: "", widths: new Float32Array(256), ellipsis: 0 };

// readFace sets a face's font and forgets its widths if the font changed.
function readFace(face, font) {
	if (face.font === font) return;
	scratch.font = face.font = font;
	face.widths.fill(-1);
	face.ellipsis = scratch.measureText("…").width;
	face.others = new Map();
}

function charWidth(face, c) {
	const w = c < 256 ? face.widths[c] : face.others.get(c);
	return w >= 0 ? w : measureChar(face, c);
}

function measureChar(face, c) {
	scratch.font = face.font;
	const w = scratch.measureText(String.fromCharCode(c)).width;
	if (c < 256) face.widths[c] = w;
	else face.others.set(c, w);
	return w;
}

// widthOf adds up the widths of a text's characters. Measuring each text that scrolls into view would take as
// long as drawing it.
function widthOf(text, face) {
	let width = 0;
	for (let i = 0; i < text.length; i++) width += charWidth(face, text.charCodeAt(i));
	return width;
}

// fit returns text, or as much of its start as fits into room, or "" if fewer than least characters fit.
function fit(text, room, face, least = 2) {
	let used = 0, keep = 0;
	for (let i = 0; i < text.length; i++) {
		used += charWidth(face, text.charCodeAt(i));
		if (used > room) return keep < least ? "" : text.slice(0, whole(text, keep)) + "…";
		if (used + face.ellipsis <= room) keep = i + 1;
	}
	return text;
}

// fitMiddle returns text, or its start and end without as much of the middle as necessary to fit into room, or
// "" if fewer than least characters fit.
function fitMiddle(text, room, face, least) {
	if (widthOf(text, face) <= room) return text;
	let start = 0, end = text.length;
	for (let used = face.ellipsis; ; ) {
		const fromStart = start <= text.length - end;
		used += charWidth(face, text.charCodeAt(fromStart ? start : end - 1));
		if (used > room) break;
		if (fromStart) start++;
		else end--;
	}
	if (start + text.length - end < least) return "";
	return text.slice(0, whole(text, start)) + "…" + text.slice(isLow(text, end) ? end + 1 : end);
}

// fitText shortens a text of a list. A strong text is a name, where the end matters as much as the start:
// threads of a pool differ in the end.
function fitText(text, room, style) {
	return style & STRONG ? fitMiddle(text, room, strong, 4) : fit(text, room, plain);
}

// isLow reports whether at is the second unit of a surrogate pair; whole moves a cut so that it splits no
// pair.
const isLow = (text, at) => text.charCodeAt(at) >> 10 === 0x37;
const whole = (text, at) => (isLow(text, at) ? at - 1 : at);
