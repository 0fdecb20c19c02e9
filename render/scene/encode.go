package scene

import (
	"encoding/binary"
	"math"
)

// The encoding, little-endian, in words of 4 bytes; draw.js reads it in place:
//
//	word  0  magic "TGL1"
//	      1  number of rects     2  number of texts    3  number of groups
//	      4  from  (f64)         6  to    (f64)
//	      8  scrollY             9  width  10 height   11 content  12 left  13 top  (f32)
//	     14  scale (f32)         15 number of curves
//	then  groups   2 words each: slot, how many rects in a row have it
//	then  rects    8 words each: x y w h (f32), method, thread, depth, row (u32)
//	then  texts    6 words each: x y width (f32), style, offset, length (bytes of UTF-8)
//	then  curves   6 words each: slot, width (f32), first point, how many, x y of the tip (f32)
//	then  points   2 words each: x y (f32)
//	then  the bytes of the texts
const (
	headerWords = 16
	groupWords  = 2
	rectWords   = 8
	textWords   = 6
	curveWords  = 6
	pointWords  = 2
	magic       = 0x314c4754 // "TGL1"
)

// Word offsets of the header's fields.
const (
	rectsAt = 1 + iota
	textsAt
	groupsAt
	fromAt
	_
	toAt
	_
	scrollAt
	widthAt
	heightAt
	contentAt
	leftAt
	topAt
	scaleAt
	curvesAt
)

// Word offsets in a group, rect, text and curve, after the first word.
const groupRectsAt = 1

const (
	rectYAt = 1 + iota
	rectWAt
	rectHAt
	rectMethodAt
	rectThreadAt
	rectDepthAt
	rectRowAt
)

const (
	textYAt = 1 + iota
	textWidthAt
	textStyleAt
	textOffsetAt
	textLengthAt
)

const (
	curveWidthAt = 1 + iota
	curveFirstAt
	curveCountAt
	curveTipXAt
	curveTipYAt
)

// Shared returns the constants of the encoding that draw.js also has, by their names there. A
// test of the site checks that they are equal.
func Shared() map[string]uint32 {
	return map[string]uint32{
		"MAGIC":  magic,
		"HEADER": headerWords, "GROUP": groupWords, "RECT": rectWords, "TEXT": textWords, "CURVE": curveWords, "POINT": pointWords,

		"RECTS_AT": rectsAt, "TEXTS_AT": textsAt, "GROUPS_AT": groupsAt, "FROM_AT": fromAt, "TO_AT": toAt,
		"SCROLL_AT": scrollAt, "WIDTH_AT": widthAt, "HEIGHT_AT": heightAt, "CONTENT_AT": contentAt,
		"LEFT_AT": leftAt, "TOP_AT": topAt, "SCALE_AT": scaleAt, "CURVES_AT": curvesAt,

		"GROUP_RECTS": groupRectsAt,
		"RECT_Y":      rectYAt, "RECT_W": rectWAt, "RECT_H": rectHAt, "RECT_METHOD": rectMethodAt, "RECT_THREAD": rectThreadAt, "RECT_DEPTH": rectDepthAt, "RECT_ROW": rectRowAt,
		"TEXT_Y": textYAt, "TEXT_WIDTH": textWidthAt, "TEXT_STYLE": textStyleAt, "TEXT_OFFSET": textOffsetAt, "TEXT_LENGTH": textLengthAt,
		"CURVE_WIDTH": curveWidthAt, "CURVE_FIRST": curveFirstAt, "CURVE_COUNT": curveCountAt, "CURVE_TIP_X": curveTipXAt, "CURVE_TIP_Y": curveTipYAt,

		"SLOT": uint32(slotMask), "SLOTS": uint32(ended), "AXIS": uint32(SlotAxis), "SELECTED": uint32(SlotSelected), "RANGE": uint32(SlotRange), "SWITCH": uint32(SlotSwitch), "NO_CALL": uint32(SlotNoCall),
		"FADED": uint32(Faded), "HIT": uint32(Hit), "MERGED": uint32(Merged), "OUTLINE": uint32(Outline),
		"BARE": uint32(Bare), "HATCHED": uint32(Hatched),
		"NO_METHOD": NoMethod,

		"STRONG": uint32(Strong), "MUTED": uint32(Muted), "TO_RIGHT": uint32(ToRight), "CENTRED": uint32(Centred), "BELOW": uint32(Below), "ABOVE": uint32(Above), "BACKED": uint32(Backed),
		"ON_SLOT": uint32(onSlot), "ON_FADED": uint32(Faded) << styleSlot, "STYLE_SLOT": styleSlot,
	}
}

// Append appends the encoded list to buf. Consecutive rects with the same slot become one group,
// so lists are faster to draw if such rects are adjacent (see group).
func (l *List) Append(buf []byte) []byte {
	bits := math.Float32bits
	groups := 0
	for i := range l.Rects {
		if i == 0 || l.Rects[i].Slot != l.Rects[i-1].Slot {
			groups++
		}
	}
	buf = appendWords(buf, magic, uint32(len(l.Rects)), uint32(len(l.Texts)), uint32(groups))
	for _, v := range [...]float64{l.From, l.To} {
		buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v))
	}
	for _, v := range [...]CSS{l.ScrollY, l.Width, l.Height, l.Content, l.Left, l.Top, CSS(l.Scale)} {
		buf = appendWords(buf, bits(float32(v)))
	}
	buf = appendWords(buf, uint32(len(l.Curves)))
	for i := 0; i < len(l.Rects); {
		n := 1
		for i+n < len(l.Rects) && l.Rects[i+n].Slot == l.Rects[i].Slot {
			n++
		}
		buf = appendWords(buf, uint32(l.Rects[i].Slot), uint32(n))
		i += n
	}
	for i := range l.Rects {
		r := &l.Rects[i]
		buf = appendWords(buf, bits(r.X), bits(r.Y), bits(r.W), bits(r.H), r.Method, r.Thread, r.Depth, r.Row)
	}
	off := uint32(0)
	for i := range l.Texts {
		t := &l.Texts[i]
		buf = appendWords(buf, bits(t.X), bits(t.Y), bits(t.Width), uint32(t.Style), off, uint32(len(t.String)))
		off += uint32(len(t.String))
	}
	for i := range l.Curves {
		c := &l.Curves[i]
		buf = appendWords(buf, uint32(c.Slot), bits(c.Width), uint32(c.First), uint32(c.Count), bits(c.Tip.X), bits(c.Tip.Y))
	}
	for _, p := range l.Points {
		buf = appendWords(buf, bits(p.X), bits(p.Y))
	}
	for i := range l.Texts {
		buf = append(buf, l.Texts[i].String...)
	}
	return buf
}

// appendWords appends numbers. Inlined, these loops would be 10 KB of code that a browser
// compiles twice before the first picture.
//
//go:noinline
func appendWords(buf []byte, words ...uint32) []byte {
	for _, w := range words {
		buf = binary.LittleEndian.AppendUint32(buf, w)
	}
	return buf
}
