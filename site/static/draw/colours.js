// colours.js: the style sheet's colours, and the hatching made of two of them.
//
// Provides theme, scratch, readTheme, pixel, hatching, hatches. Uses SLOTS of list.js; plain, strong and
// readFace of fonts.js.

const theme = { fill: [], ink: [], text: "", muted: "", ground: "", hit: "", edge: "", cursor: "" };
const scratch = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

// readTheme reads the colours of slots from the style sheet, --slot-0 and so on, and finds the more readable
// text colour on each. It sets all elements before reading the first, because a read after a change makes the
// browser compute styles again.
function readTheme() {
	const probe = document.createElement("div"), asked = [];
	probe.hidden = true;
	probe.style.font = "var(--canvas-font, 11px system-ui, sans-serif)";
	const colour = (take, name, otherwise) => {
		const one = document.createElement("i");
		one.style.color = `var(${name}, ${otherwise})`;
		probe.append(one);
		asked.push(() => take(getComputedStyle(one).color));
	};
	let dark, light;
	colour((c) => { dark = c; }, "--ink-dark", "#14171c");
	colour((c) => { light = c; }, "--ink-light", "#fff");
	for (let i = 0; i < SLOTS; i++) {
		colour((c) => {
			theme.fill[i] = c;
			theme.ink[i] = luminance(c) > 0.2 ? dark : light;
		}, `--slot-${i}`, "#888");
	}
	for (const [name, variable, otherwise] of [
		["text", "--text", "#222"], ["muted", "--faint", "#666"], ["ground", "--raised", "#fff"], ["hit", "--hit", "#d00"],
		["edge", "--range-edge", "#36c"], ["cursor", "--cursor", "#666"], ["hatchDark", "--hatch-dark", "#0008"], ["hatchLight", "--hatch-light", "#fffc"],
	]) {
		colour((c) => { theme[name] = c; }, variable, otherwise);
	}
	document.documentElement.append(probe);
	for (const take of asked) take();
	theme.hatching = null;
	const { fontSize, fontFamily } = getComputedStyle(probe);
	readFace(plain, `${fontSize} ${fontFamily}`);
	readFace(strong, `600 ${plain.font}`);
	probe.remove();
}

// luminance returns a colour's relative luminance, 0 to 1, as WCAG defines it.
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

// hatching returns a pattern of slanted lines, each dark line next to a light one, so that it shows on any
// colour. The colour and the text below stay visible.
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

// hatches describes one tile of the hatching: for each colour, where lines begin and end.
function hatches(dpr) {
	const side = Math.round(8 * dpr);
	const line = (colour, at) => [colour, ...[at - side, at, at + side].map((x) => [x - side, 2 * side, x + 2 * side, -side])];
	return { side, lines: [line(theme.hatchLight, 2 * dpr), line(theme.hatchDark, 0)] };
}
