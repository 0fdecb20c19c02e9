// fonts.js: the style sheet's font, and how much of a text fits into a box.
//
// Gives plain, strong, readFace, charWidth, widthOf, fit, fitMiddle, fitText. Takes scratch of colours.js.

// The two faces: a font as a context takes it, and the widths of its characters met so far, in CSS
// pixels: of the first 256, of the others, and of what stands for what is cut. To measure all 256 takes a
// thirtieth of a second.
const plain = { font: "", widths: new Float32Array(256), ellipsis: 0 };
const strong = { font: "", widths: new Float32Array(256), ellipsis: 0 };

// readFace forgets the widths of a face in another font.
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

// widthOf adds up the widths of a text's characters: measuring each that scrolls into view
// would cost as much as drawing it.
function widthOf(text, face) {
	let width = 0;
	for (let i = 0; i < text.length; i++) width += charWidth(face, text.charCodeAt(i));
	return width;
}

// fit returns text, or as much of its start as fits into room; "" if fewer characters than least
// would stay.
function fit(text, room, face, least = 2) {
	let used = 0, keep = 0;
	for (let i = 0; i < text.length; i++) {
		used += charWidth(face, text.charCodeAt(i));
		if (used > room) return keep < least ? "" : text.slice(0, whole(text, keep)) + "…";
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
