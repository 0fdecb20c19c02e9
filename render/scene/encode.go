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

// Where the header has what: words from the list's start.
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

// Shared are the numbers of the encoding that draw.js has too, by their names there: a test
// of the site's holds them equal.
func Shared() map[string]uint32 {
	return map[string]uint32{
		"MAGIC":  magic,
		"HEADER": headerWords, "GROUP": groupWords, "RECT": rectWords, "TEXT": textWords, "CURVE": curveWords, "POINT": pointWords,

		"RECTS_AT": rectsAt, "TEXTS_AT": textsAt, "GROUPS_AT": groupsAt, "FROM_AT": fromAt, "TO_AT": toAt,
		"SCROLL_AT": scrollAt, "WIDTH_AT": widthAt, "HEIGHT_AT": heightAt, "CONTENT_AT": contentAt,
		"LEFT_AT": leftAt, "TOP_AT": topAt, "SCALE_AT": scaleAt, "CURVES_AT": curvesAt,

		"SLOT": uint32(slotMask), "SLOTS": uint32(ended), "SELECTED": uint32(SlotSelected), "RANGE": uint32(SlotRange), "SWITCH": uint32(SlotSwitch), "NO_CALL": uint32(SlotNoCall),
		"FADED": uint32(Faded), "HIT": uint32(Hit), "MERGED": uint32(Merged), "OUTLINE": uint32(Outline),
		"BARE": uint32(Bare), "HATCHED": uint32(Hatched),
		"NO_METHOD": NoMethod,

		"STRONG": uint32(Strong), "MUTED": uint32(Muted), "TO_RIGHT": uint32(ToRight), "CENTRED": uint32(Centred), "BELOW": uint32(Below), "ABOVE": uint32(Above),
		"ON_SLOT": uint32(onSlot), "ON_FADED": uint32(Faded) << styleSlot, "STYLE_SLOT": styleSlot,
	}
}

// Append encodes the list at the end of buf. Consecutive rects of one slot become one
// group; lists are cheap to draw when calls of one slot stand together (see Group).
func (l *List) Append(buf []byte) []byte {
	le := binary.LittleEndian
	f32 := func(v float64) { buf = le.AppendUint32(buf, math.Float32bits(float32(v))) }
	groups := 0
	for i := range l.Rects {
		if i == 0 || l.Rects[i].Slot != l.Rects[i-1].Slot {
			groups++
		}
	}
	buf = le.AppendUint32(buf, magic)
	buf = le.AppendUint32(buf, uint32(len(l.Rects)))
	buf = le.AppendUint32(buf, uint32(len(l.Texts)))
	buf = le.AppendUint32(buf, uint32(groups))
	buf = le.AppendUint64(buf, math.Float64bits(l.From))
	buf = le.AppendUint64(buf, math.Float64bits(l.To))
	for _, v := range [...]float64{l.ScrollY, l.Width, l.Height, l.Content, l.Left, l.Top, l.Scale} {
		f32(v)
	}
	buf = le.AppendUint32(buf, uint32(len(l.Curves)))
	for i := 0; i < len(l.Rects); {
		n := 1
		for i+n < len(l.Rects) && l.Rects[i+n].Slot == l.Rects[i].Slot {
			n++
		}
		buf = le.AppendUint32(buf, uint32(l.Rects[i].Slot))
		buf = le.AppendUint32(buf, uint32(n))
		i += n
	}
	for i := range l.Rects {
		r := &l.Rects[i]
		buf = le.AppendUint32(buf, math.Float32bits(r.X))
		buf = le.AppendUint32(buf, math.Float32bits(r.Y))
		buf = le.AppendUint32(buf, math.Float32bits(r.W))
		buf = le.AppendUint32(buf, math.Float32bits(r.H))
		buf = le.AppendUint32(buf, r.Method)
		buf = le.AppendUint32(buf, r.Thread)
		buf = le.AppendUint32(buf, r.Depth)
		buf = le.AppendUint32(buf, r.Row)
	}
	off := uint32(0)
	for i := range l.Texts {
		t := &l.Texts[i]
		buf = le.AppendUint32(buf, math.Float32bits(t.X))
		buf = le.AppendUint32(buf, math.Float32bits(t.Y))
		buf = le.AppendUint32(buf, math.Float32bits(t.Width))
		buf = le.AppendUint32(buf, uint32(t.Style))
		buf = le.AppendUint32(buf, off)
		buf = le.AppendUint32(buf, uint32(len(t.String)))
		off += uint32(len(t.String))
	}
	for i := range l.Curves {
		c := &l.Curves[i]
		buf = le.AppendUint32(buf, uint32(c.Slot))
		f32(float64(c.Width))
		buf = le.AppendUint32(buf, uint32(c.First))
		buf = le.AppendUint32(buf, uint32(c.Count))
		f32(float64(c.Tip.X))
		f32(float64(c.Tip.Y))
	}
	for _, p := range l.Points {
		f32(float64(p.X))
		f32(float64(p.Y))
	}
	for i := range l.Texts {
		buf = append(buf, l.Texts[i].String...)
	}
	return buf
}
