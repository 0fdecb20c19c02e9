// fonts.js: the style sheet's font, and how much of a text fits into a box.
//
// Gives plain, strong, readFace, charWidth, widthOf, fitMiddle, fitText. Takes scratch of colours.js.

// The two faces: a font as a context takes it, and the widths of its characters, in CSS pixels:
// of the first 256, of the others met so far, and of what stands for what is cut.
const plain = { font: "", widths: new Float32Array(256), ellipsis: 0 };
const strong = { font: "", widths: new Float32Array(256), ellipsis: 0 };

// readFace measures a face in the font, unless it has been.
function readFace(face, font) {
	if (face.font === font) return;
	scratch.font = face.font = font;
	for (let c = 0; c < 256; c++) face.widths[c] = scratch.measureText(String.fromCharCode(c)).width;
	face.ellipsis = scratch.measureText("…").width;
	face.others = new Map();
}

function charWidth(face, c) {
	if (c < 256) return face.widths[c];
	let w = face.others.get(c);
	if (w === undefined) {
		scratch.font = face.font;
		face.others.set(c, w = scratch.measureText(String.fromCharCode(c)).width);
	}
	return w;
}

// widthOf adds up the widths of a text's characters: measuring each that scrolls into view
// would cost as much as drawing it.
function widthOf(text, face) {
	let width = 0;
	for (let i = 0; i < text.length; i++) width += charWidth(face, text.charCodeAt(i));
	return width;
}

// fit returns text, or as much of its start as fits into room, or "".
function fit(text, room, face) {
	let used = 0, keep = 0;
	for (let i = 0; i < text.length; i++) {
		used += charWidth(face, text.charCodeAt(i));
		if (used > room) return keep < 2 ? "" : text.slice(0, whole(text, keep)) + "…";
		if (used + face.ellipsis <= room) keep = i + 1;
	}
	return text;
}

// fitMiddle returns text, or its start and its end with as much left out between them as does
// not fit into room; "" if fewer characters than least would stay.
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

// fitText shortens a text of a list. What is strong is a name, of which the end tells as much as
// the start: threads of a pool differ there.
function fitText(text, room, style) {
	return style & STRONG ? fitMiddle(text, room, strong, 4) : fit(text, room, plain);
}

// isLow tells whether at is within a character of two units; whole keeps such a one whole.
const isLow = (text, at) => text.charCodeAt(at) >> 10 === 0x37;
const whole = (text, at) => (isLow(text, at) ? at - 1 : at);
