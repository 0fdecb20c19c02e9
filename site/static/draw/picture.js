// picture.js: saves a canvas as a file.
//
// Adds picture to Surface. Uses Drawing of svg.js, theme of colours.js, awaited of names.js, render of
// paint.js, paintMarks of marks.js.

Object.assign(Surface.prototype, {
	// picture returns a Blob of the shown picture and the selected range. The ending of name decides: SVG, or
	// PNG in device pixels.
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
	},
});
