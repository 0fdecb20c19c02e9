// print.js: the canvases on paper: in light colours, as wide as a page.
//
// Takes surfaces of frames.js, readTheme of colours.js, Surface of surface.js,
// paintMarks, writeAbove and writeRest of marks.js.

// How wide a page is: A4 less the margins of style/print.css. Other paper stretches the picture.
const PAPER = 718;

let atHome = null; // while the page is printed: how the canvases are on the screen

// toPaper draws what is shown for a page, from the lists there are: the worker would answer too late.
function toPaper() {
	if (atHome) return;
	document.documentElement.classList.add("printing");
	readTheme();
	atHome = surfaces.filter((s) => s.buffer && s.width && s.host?.checkVisibility()).map((s) => {
		const { width, height, scrollY, range } = s, grows = s.list.scale ? PAPER / width : 1; // a graph grows both ways
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

// markOnList draws the marks on the list's own canvas: a canvas above it, once cleared, would clear
// on paper what lies below.
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
