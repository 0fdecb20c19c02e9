// graph.js: a graph on its canvas.
//
// Adds paintGraph to Surface. Uses the numbers of list.js, theme of colours.js, plain, strong and fit of
// fonts.js.

// The smallest scale of text, as leastType of render/scene/graph.go.
const LEAST_TYPE = 0.72;

Object.assign(Surface.prototype, {
	// paintGraph draws a graph: a list that zooms in both directions, including its text and lines.
	paintGraph() {
		const { ctx, u32, f32, list, dpr } = this;
		const { k, dx, dy } = this.asMade() ? { k: 1, dx: 0, dy: 0 } : this.scale();
		const { scale } = list;
		const view = () => ctx.setTransform(k * dpr, 0, 0, k * dpr, dx * dpr, dy * dpr);
		view();
		for (let i = 0, c = this.curvesAt; i < this.curves; i++, c += CURVE) {
			ctx.strokeStyle = ctx.fillStyle = theme.fill[u32[c] & SLOT];
			ctx.lineWidth = Math.max(f32[c + CURVE_WIDTH] * scale, 0.6 / k);
			let p = this.pointsAt + u32[c + CURVE_FIRST] * POINT;
			const end = p + (u32[c + CURVE_COUNT] - 1) * POINT;
			ctx.beginPath();
			ctx.moveTo(f32[p], f32[p + 1]);
			for (p += 2; p + 4 <= end; p += 6) ctx.bezierCurveTo(f32[p], f32[p + 1], f32[p + 2], f32[p + 3], f32[p + 4], f32[p + 5]);
			ctx.stroke();
			// The arrow's head is a triangle, two thirds as wide as long.
			const tipX = f32[c + CURVE_TIP_X], tipY = f32[c + CURVE_TIP_Y], baseX = f32[end], baseY = f32[end + 1];
			const acrossX = (tipY - baseY) * 0.38, acrossY = (baseX - tipX) * 0.38;
			ctx.beginPath();
			ctx.moveTo(tipX, tipY);
			ctx.lineTo(baseX + acrossX, baseY + acrossY);
			ctx.lineTo(baseX - acrossX, baseY - acrossY);
			ctx.fill();
		}
		let r = HEADER + this.groups * GROUP;
		for (let g = HEADER; g < HEADER + this.groups * GROUP; g += GROUP) {
			const slot = u32[g], end = r + u32[g + GROUP_RECTS] * RECT;
			ctx.fillStyle = ctx.strokeStyle = theme.fill[slot & SLOT];
			for (; r < end; r += RECT) {
				ctx.beginPath();
				if (slot & OUTLINE) {
					const out = 2 * scale;
					ctx.lineWidth = Math.max(2 * scale, 1.5 / k);
					ctx.roundRect(f32[r] - out, f32[r + RECT_Y] - out, f32[r + RECT_W] + 2 * out, f32[r + RECT_H] + 2 * out, 6 * scale);
					ctx.stroke();
					continue;
				}
				ctx.roundRect(f32[r], f32[r + RECT_Y], f32[r + RECT_W], f32[r + RECT_H], 4 * scale);
				if (slot & FADED) { // arrows must not shine through
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
		// Widths are measured at the graph's own size, so the font has that size too, unless it were too small to read.
		const type = Math.max(scale, LEAST_TYPE);
		ctx.textBaseline = "middle";
		let t = HEADER + this.groups * GROUP + this.rects * RECT;
		for (let i = 0; i < this.texts; i++, t += TEXT) {
			const style = u32[t + TEXT_STYLE], face = style & STRONG ? strong : plain;
			const text = fitText(this.strings[i], f32[t + TEXT_WIDTH] / type, style);
			if (!text) continue;
			const size = k * dpr * type;
			ctx.setTransform(size, 0, 0, size, (f32[t] * k + dx) * dpr, (f32[t + TEXT_Y] * k + dy) * dpr);
			ctx.font = face.font;
			ctx.fillStyle = style & ON_SLOT && !(style & ON_FADED) ? theme.ink[style >> STYLE_SLOT & SLOT] : style & (MUTED | ON_FADED) ? theme.muted : theme.text;
			ctx.textAlign = style & TO_RIGHT ? "right" : style & CENTRED ? "center" : "left";
			if (!(style & ON_SLOT)) { // text next to an arrow keeps clear of it
				ctx.strokeStyle = theme.ground;
				ctx.lineWidth = 3;
				ctx.lineJoin = "round";
				ctx.strokeText(text, 0, 0.5);
			}
			ctx.fillText(text, 0, 0.5);
		}
	},
});
