// fonts.js: the style sheet's font, and how much of a text fits into a box.
//
// Gives plain, strong, readFace, fit. Takes scratch of colours.js.

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

// fit returns text, or as much of its start as fits into room, or "". It adds up widths of
// characters: measuring each name that scrolls into view would cost as much as drawing it.
function fit(text, room, face) {
	let used = 0, keep = 0;
	for (let i = 0; i < text.length; i++) {
		used += charWidth(face, text.charCodeAt(i));
		if (used > room) return keep < 2 ? "" : text.slice(0, keep) + "…";
		if (used + face.ellipsis <= room) keep = i + 1;
	}
	return text;
}
