// marks.js: the chosen range and the cursor, on a canvas of their own over the list's.
//
// Gives of Surface mark, drawMarks, paintMarks. Takes RANGE of list.js, theme of colours.js, wake
// of frames.js.

Object.assign(Surface.prototype, {
	// mark says what is marked from the next frame on, along the list's axis: a range, none if to
	// is below from, and a cursor, none if NaN.
	mark(from, to, cursor) {
		const { range } = this;
		if (range.from === from && range.to === to && Object.is(range.cursor, cursor)) return;
		this.range = { from, to, cursor };
		this.staleMarks = true;
		wake();
	},

	// drawMarks draws the chosen range and the cursor over the list.
	drawMarks() {
		this.staleMarks = false;
		this.marks.setTransform(1, 0, 0, 1, 0, 0);
		this.marks.clearRect(0, 0, this.over.width, this.over.height);
		this.paintMarks();
	},

	// paintMarks writes the marks to their context: the canvas, or a picture.
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
	},
});
