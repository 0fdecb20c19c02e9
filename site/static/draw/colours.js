// colours.js: colours and fonts, from the style sheet.

const theme = { fill: [], ink: [], text: "", muted: "", ground: "", hit: "", edge: "", cursor: "" };
const plain = { font: "", widths: new Float32Array(256), ellipsis: 0 };
const strong = { font: "", widths: new Float32Array(256), ellipsis: 0 };
const scratch = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

// readTheme reads the style sheet's colours of slots, --slot-0 and so on, and for each finds
// the ink that is easier to read on it.
function readTheme() {
	const probe = document.createElement("span");
	probe.hidden = true;
	document.documentElement.append(probe);
	const computed = getComputedStyle(probe);
	const colour = (name, otherwise) => {
		probe.style.color = `var(${name}, ${otherwise})`;
		return computed.color;
	};
	const dark = colour("--ink-dark", "#14171c"), light = colour("--ink-light", "#fff");
	for (let i = 0; i < SLOTS; i++) {
		theme.fill[i] = colour(`--slot-${i}`, "#888");
		theme.ink[i] = luminance(theme.fill[i]) > 0.32 ? dark : light;
	}
	theme.text = colour("--text", "#222");
	theme.muted = colour("--faint", "#666");
	theme.ground = colour("--raised", "#fff");
	theme.hit = colour("--hit", "#d00");
	theme.edge = colour("--range-edge", "#36c");
	theme.cursor = colour("--cursor", "#666");
	theme.hatchDark = colour("--hatch-dark", "#0008");
	theme.hatchLight = colour("--hatch-light", "#fffc");
	theme.hatching = null;
	probe.style.font = "var(--canvas-font, 11px system-ui, sans-serif)";
	readFace(plain, `${computed.fontSize} ${computed.fontFamily}`);
	readFace(strong, `600 ${plain.font}`);
	probe.remove();
}

// luminance returns how light a colour looks, 0 to 1, as WCAG defines it.
function luminance(colour) {
	const [r, g, b] = pixel(colour);
	const linear = (v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
	return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

// pixel returns a colour's red, green, blue and alpha, 0 to 255.
function pixel(colour) {
	scratch.clearRect(0, 0, 1, 1);
	scratch.fillStyle = colour;
	scratch.fillRect(0, 0, 1, 1);
	return scratch.getImageData(0, 0, 1, 1).data;
}

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

// hatching returns slanted lines, a dark one beside a light one so that they are seen on any
// colour, and lets the colour and the writing below through.
function hatching(dpr) {
	if (theme.hatching?.dpr === dpr) return theme.hatching.pattern;
	const { side, lines } = hatches(dpr), tile = document.createElement("canvas");
	tile.width = tile.height = side;
	const ctx = tile.getContext("2d");
	ctx.lineWidth = 1.1 * dpr;
	for (const [colour, ...ends] of lines) {
		ctx.strokeStyle = colour;
		ctx.beginPath();
		for (const [x, y, x2, y2] of ends) {
			ctx.moveTo(x, y);
			ctx.lineTo(x2, y2);
		}
		ctx.stroke();
	}
	theme.hatching = { dpr, pattern: scratch.createPattern(tile, "repeat") };
	return theme.hatching.pattern;
}

// hatches says what one tile of the hatching holds: by colour, where lines begin and end.
function hatches(dpr) {
	const side = Math.round(8 * dpr);
	const line = (colour, at) => [colour, ...[at - side, at, at + side].map((x) => [x - side, 2 * side, x + 2 * side, -side])];
	return { side, lines: [line(theme.hatchLight, 2 * dpr), line(theme.hatchDark, 0)] };
}
