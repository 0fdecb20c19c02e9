// surface.js: one canvas.

// NOTHING are the marks of a canvas without any; see Marks of package canvas.
const NOTHING = { from: 1, to: 0, cursor: -Infinity, time: "", boxFrom: 1, boxTo: 0 };

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
		this.range = NOTHING;
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

	// mark takes the chosen range, where the pointer is and what is written there, and what
	// another canvas shows of this one's picture.
	mark(from, to, cursor, time, boxFrom, boxTo) {
		this.range = { from, to, cursor, time, boxFrom, boxTo };
		this.staleMarks = true;
		wake();
	}

	// clear forgets the list and returns its buffer.
	clear() {
		const { buffer } = this;
		this.buffer = null;
		this.range = NOTHING;
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
		const cursor = { ...this.range, cursor: -Infinity };
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
					ctx.globalAlpha = slot & FADED ? 0.35 : 1;
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
				const text = name && name.fit(room, plain);
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
			const text = fitText(strings[i], f32[t + 2], style);
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
			const text = fitText(this.strings[i], f32[t + 2] / scale, style);
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

	// drawMarks draws the chosen range, the cursor and the box over the list.
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
		if (range.boxFrom <= range.boxTo) this.paintBox(at(range.boxFrom), at(range.boxTo), first, line);
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
			if (range.time) this.writeTime(range.time, x / dpr);
		}
	}

	// paintBox veils what lies outside of the box, and draws its sides with a grip on each. In
	// device pixels.
	paintBox(a, b, first, line) {
		const { marks } = this, { width, height } = this.over;
		marks.globalAlpha = 0.6;
		marks.fillStyle = theme.ground;
		if (a > first) marks.fillRect(first, 0, a - first, height);
		if (b < width) marks.fillRect(b, 0, width - b, height);
		marks.globalAlpha = 1;
		marks.fillStyle = theme.edge;
		const grip = Math.round(height * 0.4);
		a = Math.min(a, width - line); // a box narrower than its sides still shows
		for (const [x, inwards] of [[a, 1], [Math.max(a + line, b - line), -1]]) {
			marks.fillRect(x, 0, line, height);
			marks.fillRect(inwards > 0 ? x : x - 2 * line, Math.round((height - grip) / 2), 3 * line, grip);
		}
	}

	// writeTime writes where the pointer is on the ruler, beside the cursor's line.
	writeTime(text, x) {
		const { marks, list, dpr, width, height } = this;
		const room = widthOf(text, plain) + 2 * PAD, y = list.top ? list.top / 2 - 1 : height - 7;
		const left = x + 2 + room <= width ? x + 2 : x - 1 - room;
		marks.setTransform(dpr, 0, 0, dpr, 0, 0);
		marks.fillStyle = theme.ground;
		marks.fillRect(left, y - 7, room, 14);
		marks.fillStyle = theme.text;
		marks.font = plain.font;
		marks.textAlign = "left";
		marks.textBaseline = "middle";
		marks.fillText(text, left + PAD, y + 0.5);
		marks.setTransform(1, 0, 0, 1, 0, 0);
	}

	// hit finds the rect on top under a point of what is shown, and leaves it in found:
	// 1 or 0, method, thread, depth, row, x, width, and what of merged (1), hatched (2) and in no call (4) it is.
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
				found[7] = (slot & MERGED ? 1 : 0) | (slot & HATCHED ? 2 : 0) | ((slot & SLOT) === NO_CALL ? 4 : 0);
				return;
			}
			r = start;
		}
	}
}
