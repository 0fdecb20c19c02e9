// hit.js: finds the box at a point of the shown picture.
//
// Adds hit and chosen to Surface. Uses the numbers of list.js.

// Indexes into Surface.found and its length, and then the flags.
// A test keeps these numbers equal to gesture.Shared.
const FOUND_ANY = 0, FOUND_METHOD = 1, FOUND_THREAD = 2, FOUND_DEPTH = 3, FOUND_ROW = 4, FOUND_X = 5, FOUND_Y = 6;
const FOUND_WIDTH = 7, FOUND_HEIGHT = 8, FOUND_FLAGS = 9, FOUND = 10;
const FOUND_MERGED = 1, FOUND_HATCHED = 2, FOUND_NO_CALL = 4;

Object.assign(Surface.prototype, {
	// hit finds the topmost rect at a point and writes it to found. FOUND_ANY is 1 if there is one. Its
	// position is the shown one.
	hit(x, y) {
		const { found, u32, f32 } = this;
		found[FOUND_ANY] = 0;
		if (!this.buffer) return;
		const { left, top } = this.list;
		let { k, ky, dx, dy } = this.asMade() ? { k: 1, ky: 1, dx: 0, dy: 0 } : this.scale();
		if (x < left) k = 1, dx = 0;
		if (y < top) dy = 0;
		const lx = (x - dx) / k, ly = (y - dy) / ky, slack = 0.5 / k; // boxes thinner than a pixel are drawn one pixel wide
		let r = HEADER + this.groups * GROUP + this.rects * RECT;
		for (let g = HEADER + (this.groups - 1) * GROUP; g >= HEADER; g -= GROUP) {
			const slot = u32[g], start = r - u32[g + GROUP_RECTS] * RECT;
			if (slot & (BARE | OUTLINE)) {
				r = start;
				continue;
			}
			for (r -= RECT; r >= start; r -= RECT) {
				if (ly < f32[r + RECT_Y] || ly >= f32[r + RECT_Y] + f32[r + RECT_H]) continue;
				if (lx < f32[r] - slack || lx >= f32[r] + Math.max(f32[r + RECT_W], slack)) continue;
				found[FOUND_ANY] = 1;
				found[FOUND_METHOD] = u32[r + RECT_METHOD];
				found[FOUND_THREAD] = u32[r + RECT_THREAD];
				found[FOUND_DEPTH] = u32[r + RECT_DEPTH];
				found[FOUND_ROW] = u32[r + RECT_ROW];
				found[FOUND_X] = f32[r] * k + dx;
				found[FOUND_Y] = f32[r + RECT_Y] * ky + dy;
				found[FOUND_WIDTH] = f32[r + RECT_W] * k;
				found[FOUND_HEIGHT] = f32[r + RECT_H] * ky;
				found[FOUND_FLAGS] = (slot & MERGED ? FOUND_MERGED : 0) | (slot & HATCHED ? FOUND_HATCHED : 0) |
					((slot & SLOT) === NO_CALL ? FOUND_NO_CALL : 0);
				return;
			}
			r = start;
		}
	},

	// chosen returns the middle of the lower edge of the selected, outlined box, or null if none is in view.
	chosen() {
		if (!this.buffer || !this.asMade()) return null;
		const { u32, f32, list, width, height } = this;
		let r = HEADER + this.groups * GROUP;
		for (let g = HEADER; g < HEADER + this.groups * GROUP; g += GROUP) {
			const slot = u32[g], end = r + u32[g + GROUP_RECTS] * RECT;
			for (; r < end; r += RECT) {
				if (!(slot & OUTLINE) || (slot & SLOT) !== SELECTED) continue;
				const from = Math.max(list.left, f32[r]), to = Math.min(width, f32[r] + f32[r + RECT_W]), y = f32[r + RECT_Y] + f32[r + RECT_H];
				if (to > from && y > list.top && y < height) return [(from + to) / 2, y];
			}
		}
		return null;
	},
});
