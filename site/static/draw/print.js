// print.js: the canvases in print: in light colours, as wide as a sheet.
//
// Uses surfaces of frames.js, readTheme of colours.js, Surface of surface.js, paintMarks, writeAbove and
// writeRest of marks.js.

// Width of a sheet: A4 without the margins of style/print.css. Other paper scales the picture.
const PAPER = 718;

let atHome = null; // while printing: the sizes of the canvases on the screen

// toPaper draws the current views for print from the existing lists, because the worker would answer too late.
function toPaper() {
	if (atHome) return;
	document.documentElement.classList.add("printing");
	readTheme();
	atHome = surfaces.filter((s) => s.buffer && s.width && s.host?.checkVisibility()).map((s) => {
		const { width, height, scrollY, range } = s, grows = s.list.scale ? PAPER / width : 1; // a graph grows in both directions
		s.scrollY *= grows;
		s.range = { ...range, cursor: NaN };
		s.size(PAPER, height * grows, Math.max(2, s.dpr));
		s.markOnList();
		return () => {
			Object.assign(s, { scrollY, range });
			s.size(width, height);
		};
	});
}

// markOnList draws the marks on the list's own canvas. On paper, a cleared canvas above it would erase it.
Surface.prototype.markOnList = function () {
	const { above, below, list, height } = this;
	const twin = Object.assign(Object.create(this), { marks: this.ctx });
	this.ctx.setTransform(1, 0, 0, 1, 0, 0);
	twin.paintMarks();
	if (list.scale) return;
	this.ctx.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
	if (above) twin.writeAbove(above);
	if (below) twin.writeRest(below, height - 18);
};

function toScreen() {
	if (!atHome) return;
	document.documentElement.classList.remove("printing");
	readTheme();
	for (const back of atHome) back();
	atHome = null;
}

function listenToPrinter() {
	addEventListener("beforeprint", toPaper);
	addEventListener("afterprint", toScreen);
}
