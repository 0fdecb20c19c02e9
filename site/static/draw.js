// draw.js: the canvases. It draws display lists, finds what lies under a point, and gathers
// what the pointer does until the next animation frame. What is drawn, and what a gesture
// means, is decided in Go: package scene says how a list is encoded, wasm/page calls this file.
//
// Lengths are CSS pixels from a canvas's top left, until dpr makes them device pixels.
"use strict";

globalThis.traceglass = {
	worker: null, // the worker that now holds, or waits for, a trace
	// Milliseconds, the latest thousand of each, for make bench and the browser tests.
	stats: {
		draw: [], // drawing one list
		list: [], // from asking the worker for a list to having it
		input: [], // from an input event's time stamp to drawing the fresh list it led to
		handled: [], // the same from when the page got to handle the event
		render: [], // building and rendering the interface
	},
};

globalThis.traceglassDraw = (() => {
	// The encoding of a list, in words of 4 bytes; see scene.List.Append. A test holds the
	// numbers up to ON_FADED equal to those of scene.Shared.
	const HEADER = 16, GROUP = 2, RECT = 8, TEXT = 6, CURVE = 6, POINT = 2;
	const MAGIC = 0x314c4754;
	// Words of the header.
	const RECTS_AT = 1, TEXTS_AT = 2, GROUPS_AT = 3, FROM_AT = 4, TO_AT = 6, SCROLL_AT = 8, WIDTH_AT = 9, HEIGHT_AT = 10;
	const CONTENT_AT = 11, LEFT_AT = 12, TOP_AT = 13, SCALE_AT = 14, CURVES_AT = 15;
	// A group's slot: a colour, and flags.
	const FADED = 1 << 8, HIT = 1 << 9, MERGED = 1 << 10, OUTLINE = 1 << 11, BARE = 1 << 12, HATCHED = 1 << 13;
	const SLOT = 0xff, SLOTS = 64, RANGE = 43, SWITCH = 44;
	const NO_METHOD = 0xffffffff;
	// Styles of a text.
	const STRONG = 1, MUTED = 2, TO_RIGHT = 4, CENTRED = 8, STYLE_SLOT = 8, ON_SLOT = 1 << 7, ON_FADED = 1 << 16;

	const NAME_ROOM = 30; // narrower boxes show no name
	const NAME_HEIGHT = 11; // nor do flatter ones
	const PAD = 3; // between a box's edge and its name

	const { stats } = globalThis.traceglass;

	function record(list, ms) {
		if (list.push(ms) > 1000) list.shift();
	}

	// ---- Colours and fonts, from the style sheet ----

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

	// ---- Names of methods, by their number ----

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

	// ---- Pictures ----

	// A Drawing takes what paint does to a canvas's context and writes it as SVG, in device
	// pixels. It knows as much of a context as is used here; what else would be used fails.
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
			this.style = ""; // of the group that is open
			this.path = null;
			this.drops = new Map(); // by font
		}

		setTransform(scale) { this.scale = scale; }

		save() {}

		// restore ends what clip began.
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

		// group begins a group of elements that share a style, unless it is open.
		group(style) {
			if (style === this.style) return;
			if (this.style) this.parts.push("</g>\n");
			if (style) this.parts.push(`<g ${style}>`);
			this.style = style;
		}

		fillRect(x, y, w, h) {
			const plain = typeof this.fillStyle === "string"; // else it is the hatching
			this.group(plain ? paintOf("fill", this.fillStyle, this.globalAlpha) : 'fill="url(#hatching)"');
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
			// Readers of SVG differ in what a middle is, but not in the line that letters stand on.
			this.parts.push(`<text x="${rounded(x * scale)}" y="${rounded((y + this.drop()) * scale)}">${escaped(text)}</text>`);
		}

		// drop is how far letters' line lies below the middle of the text.
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

	// escaped makes text of a name: no markup, no character that XML forbids.
	function escaped(text) {
		return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd")
			.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
	}

	const resolved = new Map(); // of a colour: #rrggbb, and how opaque it is

	// paintOf writes a colour of the style sheet, in whatever notation, as SVG's attributes.
	function paintOf(what, colour, alpha) {
		if (!resolved.has(colour)) {
			const [r, g, b, a] = pixel(colour);
			resolved.set(colour, [`#${[r, g, b].map((v) => v.toString(16).padStart(2, "0")).join("")}`, a / 255]);
		}
		const [hex, opaque] = resolved.get(colour);
		const opacity = rounded(opaque * alpha);
		return `${what}="${hex}"${opacity < 1 ? ` ${what}-opacity="${opacity}"` : ""}`;
	}

	// ---- One canvas ----

	class Surface {
		constructor(number) {
			this.number = number;
			this.base = document.createElement("canvas");
			this.over = document.createElement("canvas"); // marks, redrawn without the list
			this.box = document.createElement("div");
			this.box.style.cssText = "position:relative;width:100%;height:100%;overflow:hidden";
			for (const canvas of [this.base, this.over]) {
				canvas.style.cssText = "position:absolute;left:0;top:0;touch-action:none;user-select:none";
				canvas.setAttribute("aria-hidden", "true");
				this.box.append(canvas);
			}
			this.ctx = this.base.getContext("2d");
			this.marks = this.over.getContext("2d");
			this.width = this.height = this.dpr = 0;
			this.buffer = null;
			this.from = this.to = this.scrollY = 0; // what is shown: the list's viewport, or a preview's
			this.range = { from: 1, to: 0, cursor: NaN };
			this.stale = this.staleMarks = false;
			this.found = new Float64Array(8); // of hit()
			this.geometry = new Float64Array(6); // of the list: from, to, content, left, top, scrollY
			listen(this);
		}

		// attach moves the canvas into host, an element of the interface.
		attach(host) {
			if (this.host) resizes.unobserve(this.host);
			this.host = host;
			host.append(this.box);
			resizes.observe(host);
		}

		size(width, height) {
			const dpr = globalThis.devicePixelRatio || 1;
			if (width === this.width && height === this.height && dpr === this.dpr) return;
			this.width = width;
			this.height = height;
			this.dpr = dpr;
			for (const canvas of [this.base, this.over]) {
				canvas.width = Math.round(width * dpr);
				canvas.height = Math.round(height * dpr);
				canvas.style.width = `${width}px`;
				canvas.style.height = `${height}px`;
			}
			this.draw();
			this.drawMarks();
		}

		// show draws a list and returns the buffer of the one before, for the worker to fill.
		// A fresh list is the newest asked for; any other is drawn as the preview is.
		show(buffer, fresh) {
			const before = this.buffer;
			this.buffer = buffer;
			const u32 = this.u32 = new Uint32Array(buffer);
			const f32 = this.f32 = new Float32Array(buffer);
			if (u32[0] !== MAGIC) throw new Error("not a display list");
			this.rects = u32[RECTS_AT];
			this.texts = u32[TEXTS_AT];
			this.groups = u32[GROUPS_AT];
			this.curves = u32[CURVES_AT];
			const f64 = new Float64Array(buffer, 0, HEADER / 2);
			const list = this.list = {
				from: f64[FROM_AT / 2], to: f64[TO_AT / 2], scrollY: f32[SCROLL_AT], width: f32[WIDTH_AT], height: f32[HEIGHT_AT],
				left: f32[LEFT_AT], top: f32[TOP_AT], scale: f32[SCALE_AT],
			};
			this.geometry.set([list.from, list.to, f32[CONTENT_AT], list.left, list.top, list.scrollY]);
			this.strings = this.readTexts();
			if (fresh || !before) {
				({ from: this.from, to: this.to, scrollY: this.scrollY } = this.list);
			}
			this.draw();
			this.drawMarks();
			return before;
		}

		readTexts() {
			const at = HEADER + this.groups * GROUP + this.rects * RECT;
			this.curvesAt = at + this.texts * TEXT;
			this.pointsAt = this.curvesAt + this.curves * CURVE;
			const last = this.pointsAt - CURVE; // the last curve has the last points
			const points = this.curves ? this.u32[last + 2] + this.u32[last + 3] : 0;
			const bytes = (this.pointsAt + points * POINT) * 4;
			const strings = [];
			for (let i = 0, t = at; i < this.texts; i++, t += TEXT) {
				strings.push(utf8.decode(new Uint8Array(this.buffer, bytes + this.u32[t + 4], this.u32[t + 5])));
			}
			return strings;
		}

		// preview shows the list under another viewport from the next frame on.
		preview(from, to, scrollY) {
			if (!this.buffer || !(to > from)) return;
			this.from = from;
			this.to = to;
			this.scrollY = scrollY;
			this.stale = this.staleMarks = true;
			wake();
		}

		mark(from, to, cursor) {
			const { range } = this;
			if (range.from === from && range.to === to && Object.is(range.cursor, cursor)) return;
			this.range = { from, to, cursor };
			this.staleMarks = true;
			wake();
		}

		// clear forgets the list and returns its buffer.
		clear() {
			const { buffer } = this;
			this.buffer = null;
			this.range = { from: 1, to: 0, cursor: NaN };
			this.draw();
			this.drawMarks();
			return buffer;
		}

		redraw() {
			if (this.stale) this.draw();
			if (this.staleMarks) this.drawMarks();
		}

		// scale returns how the list's x becomes the x shown, x * k + dx, and its y, y * ky + dy.
		scale() {
			const { list, width } = this;
			const span = this.to - this.from;
			const k = span > 0 ? ((list.to - list.from) / span) * ((width - list.left) / (list.width - list.left)) : 1;
			const dx = span > 0 ? list.left * (1 - k) + ((list.from - this.from) / span) * (width - list.left) : 0;
			const ky = list.scale ? k : 1;
			return { k, ky, dx, dy: list.scrollY * ky - this.scrollY };
		}

		asMade() {
			const { list } = this;
			return this.from === list.from && this.to === list.to && this.scrollY === list.scrollY;
		}

		draw() {
			this.stale = false;
			const { ctx, list, width, height } = this;
			ctx.setTransform(1, 0, 0, 1, 0, 0);
			ctx.clearRect(0, 0, this.base.width, this.base.height);
			if (!this.buffer || !width || !height) return;
			const start = performance.now();
			this.render();
			record(stats.draw, performance.now() - start);
		}

		render() {
			const { list, width, height } = this;
			if (list.scale) {
				this.paintGraph();
			} else if (this.asMade()) {
				this.paint(0, 0, width, height, 1, 0, 0);
			} else {
				// The column of labels stays in x, the ruler in y, their corner in both.
				const { left, top } = list;
				const { k, dx, dy } = this.scale();
				this.paintWithin(left, top, width, height, k, dx, dy);
				this.paintWithin(0, top, left, height, 1, 0, dy);
				this.paintWithin(left, 0, width, top, k, dx, 0);
				this.paintWithin(0, 0, left, top, 1, 0, 0);
			}
		}

		// picture returns a Blob of what is shown and the chosen range, by the ending of the name
		// SVG, or PNG in device pixels.
		async picture(name) {
			for (let frames = 0; awaited > 0 && frames < 120; frames++) await new Promise(requestAnimationFrame);
			if (!this.buffer) throw new Error("nothing is drawn");
			const { width, height } = this.base;
			const cursor = { ...this.range, cursor: NaN };
			if (name.endsWith(".svg")) {
				const svg = new Drawing(width, height, this.dpr);
				const twin = Object.assign(Object.create(this), { ctx: svg, marks: svg, range: cursor });
				svg.fillStyle = theme.ground;
				svg.fillRect(0, 0, width, height);
				twin.render();
				twin.paintMarks();
				return svg.blob(name, this.width, this.height);
			}
			const canvas = document.createElement("canvas");
			canvas.width = width;
			canvas.height = height;
			const ctx = canvas.getContext("2d");
			const twin = Object.assign(Object.create(this), { marks: ctx, range: cursor });
			ctx.fillStyle = theme.ground;
			ctx.fillRect(0, 0, width, height);
			ctx.drawImage(this.base, 0, 0);
			twin.paintMarks();
			return new Promise((done, failed) => {
				canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("the browser has no room for it"))), "image/png");
			});
		}

		paintWithin(x0, y0, x1, y1, k, dx, dy) {
			if (x1 <= x0 || y1 <= y0) return;
			const { ctx, dpr } = this;
			ctx.save();
			ctx.setTransform(1, 0, 0, 1, 0, 0);
			ctx.beginPath();
			ctx.rect(Math.round(x0 * dpr), Math.round(y0 * dpr), Math.round((x1 - x0) * dpr), Math.round((y1 - y0) * dpr));
			ctx.clip();
			this.paint(x0, y0, x1, y1, k, dx, dy);
			ctx.restore();
		}

		// paint draws what of the list belongs to a region: its column of labels and what lies
		// beside it, its ruler and what lies below. x becomes x * k + dx, y becomes y + dy.
		paint(x0, y0, x1, y1, k, dx, dy) {
			const { ctx, u32, f32, list, dpr, width } = this;
			const { left, top } = list;
			const inColumn = x1 <= left, inBody = x0 >= left && left > 0;
			const inRuler = y1 <= top, belowRuler = y0 >= top && top > 0;
			const gap = Math.max(1, Math.round(dpr)), wide = 3 * dpr, right = (width + 2) * dpr;
			ctx.setTransform(1, 0, 0, 1, 0, 0);
			let r = HEADER + this.groups * GROUP;
			for (let g = HEADER; g < HEADER + this.groups * GROUP; g += GROUP) {
				const slot = u32[g], end = r + u32[g + 1] * RECT;
				const hatched = (slot & SLOT) === SWITCH, bare = slot & BARE, outline = slot & OUTLINE, hit = slot & HIT;
				ctx.fillStyle = ctx.strokeStyle = theme.fill[slot & SLOT];
				ctx.globalAlpha = slot & FADED ? 0.3 : slot & MERGED ? 0.7 : 1;
				ctx.lineWidth = 2 * gap;
				for (; r < end; r += RECT) {
					let x = f32[r], y = f32[r + 1], x2 = x + f32[r + 2], y2 = y + f32[r + 3];
					if (inColumn ? x >= left : inBody && x2 <= left) continue;
					if (inRuler ? y >= top : belowRuler && y2 <= top) continue;
					// Furniture from edge to edge, such as a stripe or a line of the ruler, stays so.
					if (!(bare && x <= left && x2 >= list.width)) x = x * k + dx, x2 = x2 * k + dx;
					if (!(bare && y <= top && y2 >= list.height)) y += dy, y2 += dy;
					const px = Math.max(-gap, Math.round(x * dpr)), py = Math.round(y * dpr);
					let w = Math.min(right, Math.round(x2 * dpr)) - px, h = Math.round(y2 * dpr) - py;
					if (px > right || w < 0) continue;
					if (outline) {
						ctx.strokeRect(px + gap, py + gap, Math.max(1, w - 2 * gap), Math.max(1, h - 2 * gap));
						continue;
					}
					if (w > wide && !bare) w -= gap;
					if (w < 1) w = 1;
					if (h < 1) h = 1;
					if (!(slot & HATCHED)) ctx.fillRect(px, py, w, h);
					if (hatched) {
						const { fillStyle, globalAlpha } = ctx;
						ctx.fillStyle = hatching(dpr);
						ctx.globalAlpha = 1;
						ctx.fillRect(px, py, w, h);
						ctx.fillStyle = fillStyle;
						ctx.globalAlpha = globalAlpha;
					}
					if (hit && w > wide) {
						ctx.fillStyle = theme.hit;
						ctx.fillRect(px, py + h - 2 * gap, w, 2 * gap);
						ctx.fillStyle = ctx.strokeStyle;
					}
				}
			}
			ctx.globalAlpha = 1;
			ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
			ctx.textBaseline = "middle";
			if (!inColumn && !inRuler) this.writeNames(k, dx, dy);
			this.writeTexts(inColumn, inBody, inRuler, belowRuler, k, dx, dy);
		}

		// writeNames writes the names of methods into the boxes that have room.
		writeNames(k, dx, dy) {
			const { ctx, u32, f32, list, width, height } = this;
			ctx.font = plain.font;
			ctx.textAlign = "left";
			let r = HEADER + this.groups * GROUP;
			for (let g = HEADER; g < HEADER + this.groups * GROUP; g += GROUP) {
				const slot = u32[g], end = r + u32[g + 1] * RECT;
				if (slot & (BARE | OUTLINE | MERGED | HATCHED)) {
					r = end;
					continue;
				}
				ctx.fillStyle = slot & FADED ? theme.muted : theme.ink[slot & SLOT];
				for (; r < end; r += RECT) {
					if (f32[r + 2] * k < NAME_ROOM || f32[r + 3] < NAME_HEIGHT || u32[r + 4] === NO_METHOD) continue;
					const x = Math.max(list.left, f32[r] * k + dx);
					const room = Math.min(width, (f32[r] + f32[r + 2]) * k + dx) - x - 2 * PAD;
					const y = f32[r + 1] + f32[r + 3] / 2 + dy;
					if (room < NAME_ROOM - 2 * PAD || y < list.top || y > height) continue;
					const name = nameOf(u32[r + 4]);
					const text = name && fit(name, room, plain);
					if (text) ctx.fillText(text, x + PAD, y + 0.5);
				}
			}
		}

		writeTexts(inColumn, inBody, inRuler, belowRuler, k, dx, dy) {
			const { ctx, u32, f32, strings, list } = this;
			let t = HEADER + this.groups * GROUP + this.rects * RECT;
			for (let i = 0; i < this.texts; i++, t += TEXT) {
				const x = f32[t], y = f32[t + 1], style = u32[t + 3];
				if (inColumn ? x >= list.left : inBody && x < list.left) continue;
				if (inRuler ? y >= list.top : belowRuler && y < list.top) continue;
				const face = style & STRONG ? strong : plain;
				const text = fit(strings[i], f32[t + 2], face);
				if (!text) continue;
				ctx.font = face.font;
				ctx.fillStyle = style & MUTED ? theme.muted : theme.text;
				ctx.textAlign = style & TO_RIGHT ? "right" : style & CENTRED ? "center" : "left";
				ctx.fillText(text, x * k + dx, y + dy + 0.5);
			}
		}

		// paintGraph draws a graph: a list that zooms both ways, its writing and lines with it.
		paintGraph() {
			const { ctx, u32, f32, list, dpr } = this;
			const { k, dx, dy } = this.asMade() ? { k: 1, dx: 0, dy: 0 } : this.scale();
			const { scale } = list;
			const view = () => ctx.setTransform(k * dpr, 0, 0, k * dpr, dx * dpr, dy * dpr);
			view();
			for (let i = 0, c = this.curvesAt; i < this.curves; i++, c += CURVE) {
				ctx.strokeStyle = ctx.fillStyle = theme.fill[u32[c] & SLOT];
				ctx.lineWidth = Math.max(f32[c + 1] * scale, 0.6 / k);
				let p = this.pointsAt + u32[c + 2] * POINT;
				const end = p + (u32[c + 3] - 1) * POINT;
				ctx.beginPath();
				ctx.moveTo(f32[p], f32[p + 1]);
				for (p += 2; p + 4 <= end; p += 6) ctx.bezierCurveTo(f32[p], f32[p + 1], f32[p + 2], f32[p + 3], f32[p + 4], f32[p + 5]);
				ctx.stroke();
				// The head: a triangle as wide as it is long, less a third.
				const tipX = f32[c + 4], tipY = f32[c + 5], baseX = f32[end], baseY = f32[end + 1];
				const acrossX = (tipY - baseY) * 0.38, acrossY = (baseX - tipX) * 0.38;
				ctx.beginPath();
				ctx.moveTo(tipX, tipY);
				ctx.lineTo(baseX + acrossX, baseY + acrossY);
				ctx.lineTo(baseX - acrossX, baseY - acrossY);
				ctx.fill();
			}
			let r = HEADER + this.groups * GROUP;
			for (let g = HEADER; g < HEADER + this.groups * GROUP; g += GROUP) {
				const slot = u32[g], end = r + u32[g + 1] * RECT;
				ctx.fillStyle = ctx.strokeStyle = theme.fill[slot & SLOT];
				for (; r < end; r += RECT) {
					ctx.beginPath();
					if (slot & OUTLINE) {
						const out = 2 * scale;
						ctx.lineWidth = Math.max(2 * scale, 1.5 / k);
						ctx.roundRect(f32[r] - out, f32[r + 1] - out, f32[r + 2] + 2 * out, f32[r + 3] + 2 * out, 6 * scale);
						ctx.stroke();
						continue;
					}
					ctx.roundRect(f32[r], f32[r + 1], f32[r + 2], f32[r + 3], 4 * scale);
					if (slot & FADED) { // no arrow shows through
						ctx.fillStyle = theme.ground;
						ctx.fill();
						ctx.fillStyle = ctx.strokeStyle;
						ctx.globalAlpha = 0.3;
					}
					ctx.fill();
					ctx.globalAlpha = 1;
					if (slot & HIT) {
						ctx.lineWidth = Math.max(2 * scale, 1.5 / k);
						ctx.strokeStyle = theme.hit;
						ctx.stroke();
						ctx.strokeStyle = ctx.fillStyle;
					}
				}
			}
			// Fonts are measured at the graph's own size, so that is what they are set in.
			ctx.textBaseline = "middle";
			let t = HEADER + this.groups * GROUP + this.rects * RECT;
			for (let i = 0; i < this.texts; i++, t += TEXT) {
				const style = u32[t + 3], face = style & STRONG ? strong : plain;
				const text = fit(this.strings[i], f32[t + 2] / scale, face);
				if (!text) continue;
				const size = k * dpr * scale;
				ctx.setTransform(size, 0, 0, size, (f32[t] * k + dx) * dpr, (f32[t + 1] * k + dy) * dpr);
				ctx.font = face.font;
				ctx.fillStyle = style & ON_SLOT && !(style & ON_FADED) ? theme.ink[style >> STYLE_SLOT & SLOT] : style & (MUTED | ON_FADED) ? theme.muted : theme.text;
				ctx.textAlign = style & TO_RIGHT ? "right" : style & CENTRED ? "center" : "left";
				if (!(style & ON_SLOT)) { // beside an arrow: keeps clear of it
					ctx.strokeStyle = theme.ground;
					ctx.lineWidth = 3;
					ctx.lineJoin = "round";
					ctx.strokeText(text, 0, 0.5);
				}
				ctx.fillText(text, 0, 0.5);
			}
		}

		// drawMarks draws the chosen range and the cursor over the list.
		drawMarks() {
			this.staleMarks = false;
			this.marks.setTransform(1, 0, 0, 1, 0, 0);
			this.marks.clearRect(0, 0, this.over.width, this.over.height);
			this.paintMarks();
		}

		paintMarks() {
			const { marks, range, list, dpr, width } = this;
			if (!this.buffer || !(this.to > this.from)) return;
			const height = this.over.height, line = Math.max(1, Math.round(dpr));
			const first = Math.round(list.left * dpr), last = this.over.width;
			const at = (t) => Math.round((list.left + ((t - this.from) / (this.to - this.from)) * (width - list.left)) * dpr);
			if (range.from <= range.to) {
				const a = at(range.from), b = at(range.to);
				const x = Math.max(first, a), w = Math.min(last, b) - x;
				marks.fillStyle = theme.fill[RANGE];
				if (w > 0) marks.fillRect(x, 0, w, height);
				marks.fillStyle = theme.edge;
				for (const edge of [a, b - line]) {
					if (edge >= first && edge < last) marks.fillRect(edge, 0, line, height);
				}
			}
			const x = at(range.cursor);
			if (x >= first && x < last) {
				marks.fillStyle = theme.cursor;
				marks.fillRect(x, 0, line, height);
			}
		}

		// hit finds the rect on top under a point of what is shown, and leaves it in found:
		// 1 or 0, method, thread, depth, row, x, width, merged (1) or hatched (2) or both.
		hit(x, y) {
			const { found, u32, f32 } = this;
			found[0] = 0;
			if (!this.buffer) return;
			const { left, top } = this.list;
			let { k, ky, dx, dy } = this.asMade() ? { k: 1, ky: 1, dx: 0, dy: 0 } : this.scale();
			if (x < left) k = 1, dx = 0;
			if (y < top) dy = 0;
			const lx = (x - dx) / k, ly = (y - dy) / ky, slack = 0.5 / k; // a box thinner than a pixel is drawn as one
			let r = HEADER + this.groups * GROUP + this.rects * RECT;
			for (let g = HEADER + (this.groups - 1) * GROUP; g >= HEADER; g -= GROUP) {
				const slot = u32[g], start = r - u32[g + 1] * RECT;
				if (slot & (BARE | OUTLINE)) {
					r = start;
					continue;
				}
				for (r -= RECT; r >= start; r -= RECT) {
					if (ly < f32[r + 1] || ly >= f32[r + 1] + f32[r + 3]) continue;
					if (lx < f32[r] - slack || lx >= f32[r] + Math.max(f32[r + 2], slack)) continue;
					found[0] = 1;
					found[1] = u32[r + 4];
					found[2] = u32[r + 5];
					found[3] = u32[r + 6];
					found[4] = u32[r + 7];
					found[5] = f32[r] * k + dx;
					found[6] = f32[r + 2] * k;
					found[7] = (slot & MERGED ? 1 : 0) | (slot & HATCHED ? 2 : 0);
					return;
				}
				r = start;
			}
		}
	}

	// ---- What the pointer does ----
	//
	// Events wait in a queue, EVENT numbers each, until the next frame; there a run of moves
	// is its last, and a run of wheel turns their sum. wasm/page makes gestures of them.

	const DOWN = 0, MOVE = 1, UP = 2, CANCEL = 3, LEAVE = 4, WHEEL = 5, DOUBLE = 6, SIZE = 7;
	const EVENT = 9; // kind, canvas, pointer, x, y, wheel x, wheel y, modifiers, time
	const SHIFT = 1, MOD = 2;
	const queue = new Float64Array(128 * EVENT);
	let queued = 0; // numbers in the queue

	function enqueue(kind, surface, e, x, y, wheelX = 0, wheelY = 0) {
		const modifiers = (e.shiftKey ? SHIFT : 0) | (e.ctrlKey || e.metaKey ? MOD : 0);
		const pointer = e.pointerId ?? 0;
		let at = queued - EVENT;
		const again = (kind === MOVE || kind === WHEEL || kind === SIZE) && at >= 0 && queue[at] === kind &&
			queue[at + 1] === surface.number && queue[at + 2] === pointer && queue[at + 7] === modifiers;
		if (again) {
			wheelX += queue[at + 5];
			wheelY += queue[at + 6];
		} else {
			if (queued === queue.length) frame();
			at = queued;
			queued += EVENT;
		}
		queue[at] = kind;
		queue[at + 1] = surface.number;
		queue[at + 2] = pointer;
		queue[at + 3] = x;
		queue[at + 4] = y;
		queue[at + 5] = wheelX;
		queue[at + 6] = wheelY;
		queue[at + 7] = modifiers;
		queue[at + 8] = e.timeStamp ?? performance.now();
		wake();
	}

	function listen(surface) {
		const canvas = surface.over; // lies on top
		const on = (type, handler) => canvas.addEventListener(type, handler, { passive: false });
		const pointer = (kind) => (e) => enqueue(kind, surface, e, e.offsetX, e.offsetY);
		on("pointerdown", (e) => {
			if (e.button !== 0) return;
			canvas.setPointerCapture(e.pointerId);
			enqueue(DOWN, surface, e, e.offsetX, e.offsetY);
		});
		on("pointermove", pointer(MOVE));
		on("pointerup", pointer(UP));
		on("pointercancel", pointer(CANCEL));
		on("pointerleave", pointer(LEAVE));
		on("dblclick", pointer(DOUBLE));
		on("wheel", (e) => {
			e.preventDefault();
			const unit = e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? surface.height : 1;
			enqueue(WHEEL, surface, e, e.offsetX, e.offsetY, e.deltaX * unit, e.deltaY * unit);
		});
	}

	// ---- Frames ----

	const surfaces = [];
	let onFrame = null; // of the program: reads the queue, renders the interface
	let awake = false;

	// wake asks for one frame.
	function wake() {
		if (awake) return;
		awake = true;
		requestAnimationFrame(() => {
			awake = false;
			frame();
		});
	}

	function frame() {
		const n = queued;
		queued = 0;
		onFrame?.(n / EVENT);
		for (const surface of surfaces) surface.redraw();
	}

	function redrawAll() {
		for (const surface of surfaces) surface.stale = surface.staleMarks = true;
		wake();
	}

	const utf8 = new TextDecoder();
	const resizes = new ResizeObserver((entries) => {
		for (const { target, contentRect } of entries) {
			const surface = surfaces.find((s) => s.host === target);
			if (!surface || !contentRect.width || !contentRect.height) continue; // hidden
			surface.size(contentRect.width, contentRect.height);
			enqueue(SIZE, surface, {}, contentRect.width, contentRect.height);
		}
	});

	// watchResolution redraws when the page moves to another screen, or is zoomed.
	function watchResolution() {
		matchMedia(`(resolution: ${globalThis.devicePixelRatio}dppx)`).addEventListener("change", () => {
			for (const surface of surfaces) surface.size(surface.width, surface.height);
			watchResolution();
		}, { once: true });
	}

	function retheme() {
		readTheme();
		redrawAll();
	}

	return {
		surfaces,
		queue: new Uint8Array(queue.buffer),
		wake,

		// start makes the canvases; handler is called once a frame with the number of events queued.
		start(handler) {
			onFrame = handler;
			readTheme();
			for (let i = 0; i < 4; i++) surfaces.push(new Surface(i));
			new MutationObserver(retheme).observe(document.documentElement, { attributeFilter: ["data-theme", "class"] });
			matchMedia("(prefers-color-scheme: dark)").addEventListener("change", retheme);
			document.fonts?.addEventListener("loadingdone", retheme);
			watchResolution();
		},

		// unknown returns the methods whose names are wanted and have not been asked for.
		unknown() {
			const methods = Uint32Array.from(unknown);
			unknown = [];
			return methods;
		},

		// learn takes names, one a line, of methods.
		learn(methods, lines) {
			lines.split("\n").forEach((name, i) => names.set(methods[i], name));
			awaited -= methods.length;
			redrawAll();
		},

		// forget drops the names: another trace has others.
		forget() {
			names.clear();
			unknown = [];
			awaited = 0;
		},

		record: (name, ms) => record(stats[name], ms),
	};
})();
