// svg.js: a replacement for a canvas context that writes SVG.
//
// Provides Drawing. Uses hatches, pixel and scratch of colours.js, plain of fonts.js.

// A Drawing accepts the calls that paint makes to a canvas context and writes SVG in device pixels. It
// implements only the members of a context that are used here. Using another one fails.
class Drawing {
	constructor(width, height, dpr) {
		this.width = width;
		this.height = height;
		this.dpr = dpr;
		this.parts = [];
		this.clips = 0;
		this.fillStyle = this.strokeStyle = "#000";
		this.globalAlpha = this.lineWidth = 1;
		this.font = plain.font;
		this.textAlign = "left";
		this.textBaseline = "middle";
		this.scale = 1;
		this.style = ""; // style of the open group
		this.path = null;
		this.drops = new Map(); // baseline offsets by font
	}

	setTransform(scale) { this.scale = scale; }

	save() {}

	// restore ends the group that clip started.
	restore() {
		this.group("");
		this.parts.push("</g>");
	}

	beginPath() {}

	rect(x, y, w, h) { this.path = [x, y, w, h]; }

	clip() {
		const [x, y, w, h] = this.path, id = `c${this.clips++}`;
		this.group("");
		this.parts.push(`<clipPath id="${id}"><rect x="${x}" y="${y}" width="${w}" height="${h}"/></clipPath><g clip-path="url(#${id})">`);
	}

	// group starts a group of elements that share a style, unless it is open already.
	group(style) {
		if (style === this.style) return;
		if (this.style) this.parts.push("</g>\n");
		if (style) this.parts.push(`<g ${style}>`);
		this.style = style;
	}

	fillRect(x, y, w, h) {
		const plain = typeof this.fillStyle === "string"; // otherwise it is the hatching
		this.group(plain ? paintOf("fill", this.fillStyle, this.globalAlpha) : `fill="url(#hatching)"${this.globalAlpha < 1 ? ` fill-opacity="${this.globalAlpha}"` : ""}`);
		this.parts.push(`<rect x="${x}" y="${y}" width="${w}" height="${h}"/>`);
	}

	strokeRect(x, y, w, h) {
		this.group(`fill="none" stroke-width="${this.lineWidth}" ${paintOf("stroke", this.strokeStyle, this.globalAlpha)}`);
		this.parts.push(`<rect x="${x}" y="${y}" width="${w}" height="${h}"/>`);
	}

	fillText(text, x, y) {
		const { scale } = this;
		const [, weight, size, family] = /^(?:(\S+) )?([\d.]+)px (.*)$/.exec(this.font);
		const anchor = { left: "start", center: "middle", right: "end" }[this.textAlign];
		this.group(`${paintOf("fill", this.fillStyle, this.globalAlpha)} font-family="${escaped(family)}" font-size="${rounded(size * scale)}"` +
			`${weight ? ` font-weight="${weight}"` : ""} text-anchor="${anchor}"`);
		// SVG readers disagree on the middle of a text, but agree on its baseline.
		this.parts.push(`<text x="${rounded(x * scale)}" y="${rounded((y + this.drop()) * scale)}">${escaped(text)}</text>`);
	}

	// drop returns how far the baseline is below the middle of the text.
	drop() {
		if (!this.drops.has(this.font)) {
			scratch.font = this.font;
			const ascent = (baseline) => {
				scratch.textBaseline = baseline;
				return scratch.measureText("x").fontBoundingBoxAscent;
			};
			this.drops.set(this.font, ascent("alphabetic") - ascent(this.textBaseline));
		}
		return this.drops.get(this.font);
	}

	hatching() {
		const { side, lines } = hatches(this.dpr);
		const paths = lines.map(([colour, ...ends]) =>
			`<path ${paintOf("stroke", colour, 1)} stroke-width="${rounded(1.1 * this.dpr)}" d="${ends.map(([x, y, x2, y2]) => `M${x} ${y}L${x2} ${y2}`).join("")}"/>`);
		return `<pattern id="hatching" patternUnits="userSpaceOnUse" width="${side}" height="${side}">${paths.join("")}</pattern>\n`;
	}

	blob(title, width, height) {
		this.group("");
		return new Blob([
			`<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="${width}" height="${height}" viewBox="0 0 ${this.width} ${this.height}">\n`,
			`<title>${escaped(title)}</title>\n`, this.hatching(), ...this.parts, "</svg>\n",
		], { type: "image/svg+xml" });
	}
}

const rounded = (n) => Math.round(n * 100) / 100;

// escaped escapes a name: no markup, and no character that XML forbids.
function escaped(text) {
	return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd")
		.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

const resolved = new Map(); // #rrggbb and opacity by colour

// paintOf returns SVG attributes for a colour of the style sheet in any notation.
function paintOf(what, colour, alpha) {
	if (!resolved.has(colour)) {
		const [r, g, b, a] = pixel(colour);
		resolved.set(colour, [`#${[r, g, b].map((v) => v.toString(16).padStart(2, "0")).join("")}`, a / 255]);
	}
	const [hex, opaque] = resolved.get(colour);
	const opacity = rounded(opaque * alpha);
	return `${what}="${hex}"${opacity < 1 ? ` ${what}-opacity="${opacity}"` : ""}`;
}
