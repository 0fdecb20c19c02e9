// paint.js: a list on its canvas, as it was made, or moved and stretched in x until the next one arrives.
//
// Adds render to Surface. Uses the numbers of list.js, theme and hatching of colours.js, plain, strong,
// widthOf and fit of fonts.js, nameOf of names.js, paintGraph of graph.js.

const NAME_ROOM = 30; // narrower boxes show no name
const NAME_HEIGHT = 11; // lower boxes show none either
const PAD = 3; // between a box's edge and its name
const PLATE = 12; // height of the background behind a text on hatching

Object.assign(Surface.prototype, {
	// render draws the list to the context: the canvas or a picture.
	render() {
		const { list, width, height } = this;
		if (list.scale) {
			this.paintGraph();
		} else if (this.asMade()) {
			this.paint(0, 0, width, height, 1, 0, 0);
		} else {
			// The column of labels does not move in x, the ruler does not move in y, and their corner does not
			// move.
			const { left, top } = list;
			const { k, dx, dy } = this.scale();
			this.paintWithin(left, top, width, height, k, dx, dy);
			this.paintWithin(0, top, left, height, 1, 0, dy);
			this.paintWithin(left, 0, width, top, k, dx, 0);
			this.paintWithin(0, 0, left, top, 1, 0, 0);
		}
	},

	// paintWithin paints, clipped to the region.
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
	},

	// paint draws a region of the list: the column of labels or the part next to it, the ruler or the part
	// below. x becomes x * k + dx, y becomes y + dy.
	paint(x0, y0, x1, y1, k, dx, dy) {
		const { ctx, u32, f32, list, dpr, width } = this;
		const { left, top } = list;
		const inColumn = x1 <= left, inBody = x0 >= left && left > 0;
		const inRuler = y1 <= top, belowRuler = y0 >= top && top > 0;
		const gap = Math.max(1, Math.round(dpr)), wide = 3 * dpr, right = (width + 2) * dpr;
		ctx.setTransform(1, 0, 0, 1, 0, 0);
		let r = HEADER + this.groups * GROUP;
		for (let g = HEADER; g < HEADER + this.groups * GROUP; g += GROUP) {
			const slot = u32[g], end = r + u32[g + GROUP_RECTS] * RECT;
			const hatched = (slot & SLOT) === SWITCH, bare = slot & BARE, outline = slot & OUTLINE, hit = slot & HIT;
			ctx.fillStyle = ctx.strokeStyle = theme.fill[slot & SLOT];
			ctx.globalAlpha = slot & FADED ? 0.3 : slot & MERGED ? 0.7 : 1;
			ctx.lineWidth = 2 * gap;
			for (; r < end; r += RECT) {
				let x = f32[r], y = f32[r + RECT_Y], x2 = x + f32[r + RECT_W], y2 = y + f32[r + RECT_H];
				if (inColumn ? x >= left : inBody && x2 <= left) continue;
				if (inRuler ? y >= top : belowRuler && y2 <= top) continue;
				// Decorations from edge to edge, such as stripes and lines of the ruler, keep the full width.
				if (bare && x <= left && x2 >= list.width) x2 = Math.max(x2, width);
				else x = x * k + dx, x2 = x2 * k + dx;
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
	},

	// writeNames writes the names of methods into boxes that are large enough. On hatching, each name has a
	// background of its box's colour.
	writeNames(k, dx, dy) {
		const { ctx, u32, f32, list, width, height } = this;
		ctx.font = plain.font;
		ctx.textAlign = "left";
		let r = HEADER + this.groups * GROUP, crossed = false;
		for (let g = HEADER; g < HEADER + this.groups * GROUP; g += GROUP) crossed ||= (u32[g] & SLOT) === SWITCH;
		for (let g = HEADER; g < HEADER + this.groups * GROUP; g += GROUP) {
			const slot = u32[g], end = r + u32[g + GROUP_RECTS] * RECT;
			if (slot & (BARE | OUTLINE | MERGED | HATCHED) || (slot & SLOT) === NO_CALL) {
				r = end;
				continue;
			}
			const ink = slot & FADED ? theme.muted : theme.ink[slot & SLOT], plate = crossed && !(slot & FADED);
			ctx.fillStyle = ink;
			for (; r < end; r += RECT) {
				if (f32[r + RECT_W] * k < NAME_ROOM || f32[r + RECT_H] < NAME_HEIGHT || u32[r + RECT_METHOD] === NO_METHOD) continue;
				const x = Math.max(list.left, f32[r] * k + dx);
				const room = Math.min(width, (f32[r] + f32[r + RECT_W]) * k + dx) - x - 2 * PAD;
				const y = f32[r + RECT_Y] + f32[r + RECT_H] / 2 + dy;
				if (room < NAME_ROOM - 2 * PAD || y < list.top || y > height) continue;
				const name = nameOf(u32[r + RECT_METHOD]);
				const text = name && name.fit(room, plain);
				if (!text) continue;
				if (plate) {
					ctx.fillStyle = theme.fill[slot & SLOT];
					ctx.fillRect(x + PAD - 1, y - PLATE / 2, widthOf(text, plain) + 2, PLATE);
					ctx.fillStyle = ink;
				}
				ctx.fillText(text, x + PAD, y + 0.5);
			}
		}
	},

	// writeTexts writes the list's own texts that belong to the region.
	writeTexts(inColumn, inBody, inRuler, belowRuler, k, dx, dy) {
		const { ctx, u32, f32, strings, list } = this;
		let t = HEADER + this.groups * GROUP + this.rects * RECT;
		for (let i = 0; i < this.texts; i++, t += TEXT) {
			const x = f32[t], y = f32[t + TEXT_Y], style = u32[t + TEXT_STYLE];
			if (inColumn ? x >= list.left : inBody && x < list.left) continue;
			if (inRuler ? y >= list.top : belowRuler && y < list.top) continue;
			if (style & (BELOW | ABOVE)) continue; // drawn with the marks, which do not move
			const face = style & STRONG ? strong : plain;
			const text = fitText(strings[i], f32[t + TEXT_WIDTH], style);
			if (!text) continue;
			ctx.font = face.font;
			if (style & BACKED) {
				ctx.fillStyle = theme.ground;
				ctx.fillRect(x * k + dx - 1, y + dy - PLATE / 2, widthOf(text, face) + 2, PLATE);
			}
			ctx.fillStyle = style & MUTED ? theme.muted : theme.text;
			ctx.textAlign = style & TO_RIGHT ? "right" : style & CENTRED ? "center" : "left";
			ctx.fillText(text, x * k + dx, y + dy + 0.5);
		}
	},
});
