// list.js: a display list as it comes from the worker.
//
// Provides the numbers of the encoding, and adds read to Surface.

// The encoding of a list, in words of 4 bytes; see scene.List.Append.
// A test keeps these numbers equal to scene.Shared.
const HEADER = 16, GROUP = 2, RECT = 8, TEXT = 6, CURVE = 6, POINT = 2;
const MAGIC = 0x314c4754;
// Indexes of words in the header.
const RECTS_AT = 1, TEXTS_AT = 2, GROUPS_AT = 3, FROM_AT = 4, TO_AT = 6, SCROLL_AT = 8, WIDTH_AT = 9, HEIGHT_AT = 10;
const CONTENT_AT = 11, LEFT_AT = 12, TOP_AT = 13, SCALE_AT = 14, CURVES_AT = 15;
// Indexes of words in a group, rect, text and curve. The first words are a group's slot, x of a rect and a text, and a
// curve's slot.
const GROUP_RECTS = 1;
const RECT_Y = 1, RECT_W = 2, RECT_H = 3, RECT_METHOD = 4, RECT_THREAD = 5, RECT_DEPTH = 6, RECT_ROW = 7;
const TEXT_Y = 1, TEXT_WIDTH = 2, TEXT_STYLE = 3, TEXT_OFFSET = 4, TEXT_LENGTH = 5;
const CURVE_WIDTH = 1, CURVE_FIRST = 2, CURVE_COUNT = 3, CURVE_TIP_X = 4, CURVE_TIP_Y = 5;
// The slot of a group: a colour and flags.
const FADED = 1 << 8, HIT = 1 << 9, MERGED = 1 << 10, OUTLINE = 1 << 11, BARE = 1 << 12, HATCHED = 1 << 13;
const SLOT = 0xff, SLOTS = 75, AXIS = 37, SELECTED = 41, RANGE = 43, SWITCH = 44, NO_CALL = 62;
const NO_METHOD = 0xffffffff;
// Styles of a text.
const STRONG = 1, MUTED = 2, TO_RIGHT = 4, CENTRED = 8, BELOW = 16, ABOVE = 32, BACKED = 64, STYLE_SLOT = 8, ON_SLOT = 1 << 7, ON_FADED = 1 << 16;

// Indexes into Surface.geometry and its length.
// A test keeps these numbers equal to gesture.Shared.
const GEOMETRY_FROM = 0, GEOMETRY_TO = 1, GEOMETRY_CONTENT = 2, GEOMETRY_LEFT = 3, GEOMETRY_TOP = 4, GEOMETRY_SCROLL = 5;
const GEOMETRY = 6;

const utf8 = new TextDecoder();

Object.assign(Surface.prototype, {
	// read sets the list in buffer as the one to show. It does not copy the buffer.
	read(buffer) {
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
		const { geometry } = this;
		geometry[GEOMETRY_FROM] = list.from;
		geometry[GEOMETRY_TO] = list.to;
		geometry[GEOMETRY_CONTENT] = f32[CONTENT_AT];
		geometry[GEOMETRY_LEFT] = list.left;
		geometry[GEOMETRY_TOP] = list.top;
		geometry[GEOMETRY_SCROLL] = list.scrollY;
		this.strings = this.readTexts();
	},

	// readTexts returns the texts, and sets where they end and where curves and points begin.
	readTexts() {
		const at = HEADER + this.groups * GROUP + this.rects * RECT;
		this.curvesAt = at + this.texts * TEXT;
		this.pointsAt = this.curvesAt + this.curves * CURVE;
		const last = this.pointsAt - CURVE; // the last curve refers to the last points
		const points = this.curves ? this.u32[last + CURVE_FIRST] + this.u32[last + CURVE_COUNT] : 0;
		const bytes = (this.pointsAt + points * POINT) * 4;
		const strings = [];
		this.below = this.above = "";
		for (let i = 0, t = at; i < this.texts; i++, t += TEXT) {
			strings.push(utf8.decode(new Uint8Array(this.buffer, bytes + this.u32[t + TEXT_OFFSET], this.u32[t + TEXT_LENGTH])));
			if (this.u32[t + TEXT_STYLE] & BELOW) this.below = strings[i];
			if (this.u32[t + TEXT_STYLE] & ABOVE) this.above = strings[i];
		}
		return strings;
	},
});
