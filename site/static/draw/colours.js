// colours.js: the style sheet's colours, and the hatching made of two of them.
//
// Gives theme, scratch, readTheme, pixel, hatching, hatches.
// Takes SLOTS of list.js; plain, strong and readFace of fonts.js.

const theme = { fill: [], ink: [], text: "", muted: "", ground: "", hit: "", edge: "", cursor: "" };
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
		theme.ink[i] = luminance(theme.fill[i]) > 0.2 ? dark : light;
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
