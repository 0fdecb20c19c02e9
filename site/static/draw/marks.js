// marks.js: the selected range, the cursor and the box, on a separate canvas over the list's.
//
// Adds mark, drawMarks, paintMarks and point to Surface. Uses the numbers of list.js, theme of colours.js,
// plain, fitMiddle, fitText and widthOf of fonts.js, PAD of paint.js, wake of frames.js.

// The scroll bar: its width, and the minimum height of its thumb.
// A test keeps these numbers equal to gesture.Shared.
const BAR = 10, BAR_LEAST = 28;

// Width of the letter A or B at the left of the ruler, when two traces are compared.
const SIDE_NAME = 16;

// Opacity of the range's tint over boxes. White names must stay readable, which a test checks.
const TINT = 0.2;

Object.assign(Surface.prototype, {
	// mark sets the marks from the next frame on, on the list's axis: a range (none if to is below from); a
	// cursor with the text next to it (none if NaN or infinite); and the box, which is the part that another
	// canvas shows.
	mark(from, to, cursor, time, boxFrom, boxTo) {
		this.range = { from, to, cursor, time, boxFrom, boxTo };
		this.staleMarks = true;
		wake();
	},

	// drawMarks draws the selected range, the cursor and the box over the list.
	drawMarks() {
		this.staleMarks = false;
		if (this.marked) {
			this.marks.setTransform(1, 0, 0, 1, 0, 0);
			this.marks.clearRect(0, 0, this.over.width, this.over.height);
			this.marked = false;
		}
		this.paintMarks();
		if (this.buffer && !this.list.scale) this.paintRest();
	},

	// point sets the pointer's shape over the canvas.
	point(cursor) {
		this.over.style.cursor = cursor;
	},

	// paintRest draws the scroll bar if rows are hidden, and writes how many are below and above: at the
	// bottom and the top of the column of labels, or at the right.
	paintRest() {
		const { marks, list, dpr, width, height, scrollY, above, below } = this;
		const content = this.geometry[GEOMETRY_CONTENT], track = height - list.top, rest = content - track;
		if (rest <= 0.5 || track <= 0) return;
		this.marked = true;
		const thumb = Math.min(track, Math.max(BAR_LEAST, (track * track) / content));
		const y = list.top + Math.min(1, Math.max(0, scrollY / rest)) * (track - thumb);
		marks.setTransform(dpr, 0, 0, dpr, 0, 0);
		if (above) this.writeAbove(above);
		if (below) this.writeRest(below, height - 18);
		marks.globalAlpha = 0.7;
		marks.fillStyle = theme.ground;
		marks.fillRect(width - BAR, list.top, BAR, track);
		marks.globalAlpha = 1;
		marks.fillStyle = theme.muted;
		marks.beginPath();
		marks.roundRect(width - BAR + 2, y + 1, BAR - 4, thumb - 2, (BAR - 4) / 2);
		marks.fill();
		marks.setTransform(1, 0, 0, 1, 0, 0);
	},

	// writeAbove writes the text on rows above over the column of labels, next to the surface's name if it is
	// there.
	writeAbove(all) {
		const { list, host } = this;
		this.writeRest(all, list.left ? (list.top - 19) / 2 : 0, list.left && host?.previousElementSibling?.matches(".side-name") ? SIDE_NAME : 0);
	},

	// writeRest writes how many rows are hidden on one side, in a line 18 px high, with a distance from the
	// left.
	writeRest(all, y, inset = 0) {
		const { marks, list, width } = this;
		const text = fitMiddle(all, (list.left || width) - 2 * PAD - inset, plain, 4), room = widthOf(text, plain) + 4 * PAD;
		const x = list.left ? 0 : width - BAR - room, w = list.left ? list.left - 1 : room;
		marks.fillStyle = theme.ground;
		marks.globalAlpha = 0.94;
		marks.fillRect(x, y, w, 18);
		marks.globalAlpha = 1;
		marks.font = plain.font;
		marks.textAlign = "left";
		marks.textBaseline = "middle";
		marks.fillStyle = theme.muted;
		marks.fillText(text, x + 2 * PAD + inset, y + 9.5);
	},

	// paintMarks draws the marks to their context: the canvas or a picture.
	paintMarks() {
		const { marks, range, list, dpr, width } = this;
		if (!this.buffer || !(this.to > this.from)) return;
		const height = this.over.height, line = Math.max(1, Math.round(dpr));
		const first = Math.round(list.left * dpr), last = this.over.width;
		const at = (t) => Math.round((list.left + ((t - this.from) / (this.to - this.from)) * (width - list.left)) * dpr);
		const x = at(range.cursor), timed = x >= first && x < last && range.time;
		if (timed) this.hideTimes(range.time, x / dpr);
		if (range.boxFrom <= range.boxTo) this.paintBox(at(range.boxFrom), at(range.boxTo), first, line);
		if (range.from <= range.to) {
			const a = at(range.from), b = at(range.to);
			const x = Math.max(first, a), w = Math.min(last, b) - x;
			this.marked = true;
			const ruler = Math.round(list.top * dpr) || height;
			marks.fillStyle = theme.fill[RANGE];
			if (w > 0) marks.fillRect(x, 0, w, ruler);
			marks.globalAlpha = TINT;
			if (w > 0) marks.fillRect(x, ruler, w, height - ruler);
			marks.globalAlpha = 1;
			marks.fillStyle = theme.edge;
			for (const edge of [a, b - line]) {
				if (edge >= first && edge < last) marks.fillRect(edge, 0, line, height);
			}
		}
		if (x >= first && x < last) {
			this.marked = true;
			marks.fillStyle = theme.cursor;
			marks.fillRect(x, 0, line, height);
			if (timed) this.writeTime(range.time, x / dpr);
		}
	},

	// paintBox dims the area outside of the box and draws its sides, each with a grip. In device pixels.
	paintBox(a, b, first, line) {
		const { marks } = this, { width, height } = this.over;
		this.marked = true;
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
	},

	// placeTime returns where the time at the pointer is on the ruler, next to the cursor's line.
	placeTime(text, x) {
		const { list, width, height } = this;
		const room = widthOf(text, plain) + 2 * PAD, y = list.top ? list.top / 2 - 1 : height - 7;
		return { left: x + 2 + room <= width ? x + 2 : x - 1 - room, room, y };
	},

	// hideTimes hides the ruler's times that the time at the pointer would cover in part.
	hideTimes(text, x) {
		const { marks, u32, f32, strings, list, dpr } = this, { k, dx } = this.scale();
		const { left, room, y } = this.placeTime(text, x);
		marks.setTransform(dpr, 0, 0, dpr, 0, 0);
		marks.fillStyle = theme.fill[AXIS];
		let t = HEADER + this.groups * GROUP + this.rects * RECT;
		for (let i = 0; i < this.texts; i++, t += TEXT) {
			const style = u32[t + TEXT_STYLE];
			if (f32[t] < list.left || Math.abs(f32[t + TEXT_Y] - y) > 7 || style & (TO_RIGHT | CENTRED | BELOW | ABOVE)) continue;
			const at = f32[t] * k + dx, w = widthOf(fitText(strings[i], f32[t + TEXT_WIDTH], style), plain);
			if (at < left + room && at + w > left) marks.fillRect(at - 1, y - 7, w + 2, 14);
		}
		marks.setTransform(1, 0, 0, 1, 0, 0);
	},

	// writeTime writes the time at the pointer on the ruler.
	writeTime(text, x) {
		const { marks, dpr } = this, { left, room, y } = this.placeTime(text, x);
		marks.setTransform(dpr, 0, 0, dpr, 0, 0);
		marks.fillStyle = theme.ground;
		marks.fillRect(left, y - 7, room, 14);
		marks.fillStyle = theme.text;
		marks.font = plain.font;
		marks.textAlign = "left";
		marks.textBaseline = "middle";
		marks.fillText(text, left + PAD, y + 0.5);
		marks.setTransform(1, 0, 0, 1, 0, 0);
	},
});
