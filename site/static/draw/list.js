// list.js: what a display list is made of, in numbers.

// The encoding of a list, in words of 4 bytes; see scene.List.Append. A test holds the
// numbers up to ON_FADED equal to those of scene.Shared.
const HEADER = 16, GROUP = 2, RECT = 8, TEXT = 6, CURVE = 6, POINT = 2;
const MAGIC = 0x314c4754;
// Words of the header.
const RECTS_AT = 1, TEXTS_AT = 2, GROUPS_AT = 3, FROM_AT = 4, TO_AT = 6, SCROLL_AT = 8, WIDTH_AT = 9, HEIGHT_AT = 10;
const CONTENT_AT = 11, LEFT_AT = 12, TOP_AT = 13, SCALE_AT = 14, CURVES_AT = 15;
// A group's slot: a colour, and flags.
const FADED = 1 << 8, HIT = 1 << 9, MERGED = 1 << 10, OUTLINE = 1 << 11, BARE = 1 << 12, HATCHED = 1 << 13;
const SLOT = 0xff, SLOTS = 64, RANGE = 43, SWITCH = 44, NO_CALL = 47;
const NO_METHOD = 0xffffffff;
// Styles of a text.
const STRONG = 1, MUTED = 2, TO_RIGHT = 4, CENTRED = 8, STYLE_SLOT = 8, ON_SLOT = 1 << 7, ON_FADED = 1 << 16;
