// surface.js: one canvas of the page, its list, and the shown part of the list.
//
// Provides Surface. Other files add methods to it: read (list.js), render (paint.js), drawMarks (marks.js),
// hit (hit.js), picture (picture.js), twinLater (twin.js). Uses stats and record of draw.js, listen of
// input.js, wake and resizes of frames.js.

class Surface {
	constructor(number) {
		this.number = number;
		this.base = document.createElement("canvas");
		this.over = document.createElement("canvas"); // for marks, which are redrawn without the list
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
		this.from = this.to = this.scrollY = 0; // the shown part: the list's viewport, or a preview's
		this.range = { from: 1, to: 0, cursor: NaN };
		this.stale = this.staleMarks = false;
		this.drawn = this.marked = false; // whether a canvas has content; an empty one has no pixels yet
		this.found = new Float64Array(FOUND); // result of hit
		this.geometry = new Float64Array(GEOMETRY); // of the list, written by read
		listen(this);
	}

	// attach moves the canvas into host, an element of the interface.
	attach(host) {
		if (this.host) resizes.unobserve(this.host);
		this.host = host;
		host.append(this.box);
		resizes.observe(host);
	}

	size(width, height, dpr = globalThis.devicePixelRatio || 1) {
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

	// show draws a list and returns the buffer of the previous one, so that the worker can reuse it. A fresh
	// list answers the latest request. Other lists are drawn with the preview's viewport.
	show(buffer, fresh) {
		const before = this.buffer;
		this.read(buffer);
		if (fresh || !before) {
			({ from: this.from, to: this.to, scrollY: this.scrollY } = this.list);
		}
		this.draw();
		this.drawMarks();
		this.twinLater();
		return before;
	}

	// preview shows the list with another viewport from the next frame on.
	preview(from, to, scrollY) {
		if (!this.buffer || !(to > from)) return;
		this.from = from;
		this.to = to;
		this.scrollY = scrollY;
		this.stale = this.staleMarks = true;
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

	// scale returns the transformation from the list's coordinates to the shown ones: x * k + dx, y * ky + dy.
	scale() {
		const { list, width } = this;
		const span = this.to - this.from;
		const k = span > 0 ? ((list.to - list.from) / span) * ((width - list.left) / (list.width - list.left)) : 1;
		const dx = span > 0 ? list.left * (1 - k) + ((list.from - this.from) / span) * (width - list.left) : 0;
		const ky = list.scale ? k : 1;
		return { k, ky, dx, dy: list.scrollY * ky - this.scrollY };
	}

	asMade() {
		const { list, width } = this;
		return this.from === list.from && this.to === list.to && this.scrollY === list.scrollY && Math.abs(width - list.width) < 1;
	}

	draw() {
		this.stale = false;
		const { ctx, width, height } = this;
		if (this.drawn) {
			ctx.setTransform(1, 0, 0, 1, 0, 0);
			ctx.clearRect(0, 0, this.base.width, this.base.height);
		}
		this.drawn = Boolean(this.buffer && width && height);
		if (!this.drawn) return;
		const start = performance.now();
		this.render();
		record(stats.draw, performance.now() - start);
	}
}
