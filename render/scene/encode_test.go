package scene

import (
	"encoding/binary"
	"math"
	"testing"
)

// TestAppend decodes an encoded list as draw.js does.
func TestAppend(t *testing.T) {
	l := List{
		Rects: []Rect{
			{X: 1, Y: 2, W: 3, H: 4, Slot: 5 | Hit, Method: 6, Thread: 7, Depth: 8, Row: 9},
			{X: 10, Slot: 5 | Hit, Method: 11},
			{X: 12, Slot: SlotLoops | Bare, Method: NoMethod, Row: None},
		},
		Texts:  []Text{{1, 2, 3, Strong | styleOn(SlotPool|Faded), "µs"}, {4, 5, 6, ToRight, "end"}},
		Curves: []Curve{{SlotAlarm, 1.5, 0, 4, Point{21, 22}}},
		Points: []Point{{1, 2}, {3, 4}, {5, 6}, {7, 8}},
		From:   0.25, To: 1e15 + 0.5, ScrollY: 31, Width: 32, Height: 33, Content: 34, Left: 35, Top: 36, Scale: 37,
	}
	b := l.Append(nil)
	u32 := func(word int) uint32 { return binary.LittleEndian.Uint32(b[4*word:]) }
	f32 := func(word int) float32 { return math.Float32frombits(u32(word)) }
	f64 := func(word int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b[4*word:])) }
	n := Shared()
	at := func(name string) int { return int(n[name]) }
	groups := at("HEADER")
	rects := groups + 2*at("GROUP")
	texts := rects + 3*at("RECT")
	curves := texts + 2*at("TEXT")
	points := curves + at("CURVE")
	bytes := points + 4*at("POINT")
	style := u32(texts + at("TEXT_STYLE"))
	for _, tt := range []struct {
		name      string
		got, want any
	}{
		{"magic", u32(0), n["MAGIC"]},
		{"rects", u32(at("RECTS_AT")), uint32(3)},
		{"texts", u32(at("TEXTS_AT")), uint32(2)},
		{"groups", u32(at("GROUPS_AT")), uint32(2)},
		{"curves", u32(at("CURVES_AT")), uint32(1)},
		{"from", f64(at("FROM_AT")), l.From},
		{"to", f64(at("TO_AT")), l.To},
		{"scrollY", f32(at("SCROLL_AT")), float32(31)},
		{"width", f32(at("WIDTH_AT")), float32(32)},
		{"height", f32(at("HEIGHT_AT")), float32(33)},
		{"content", f32(at("CONTENT_AT")), float32(34)},
		{"left", f32(at("LEFT_AT")), float32(35)},
		{"top", f32(at("TOP_AT")), float32(36)},
		{"scale", f32(at("SCALE_AT")), float32(37)},
		{"first group", [2]uint32{u32(groups), u32(groups + at("GROUP_RECTS"))}, [2]uint32{5 | n["HIT"], 2}},
		{"second group", [2]uint32{u32(groups + at("GROUP")), u32(groups + at("GROUP") + at("GROUP_RECTS"))}, [2]uint32{uint32(SlotLoops) | n["BARE"], 1}},
		{"first rect", [4]float32{f32(rects), f32(rects + at("RECT_Y")), f32(rects + at("RECT_W")), f32(rects + at("RECT_H"))}, [4]float32{1, 2, 3, 4}},
		{"with its kind", [4]uint32{u32(rects + at("RECT_METHOD")), u32(rects + at("RECT_THREAD")), u32(rects + at("RECT_DEPTH")), u32(rects + at("RECT_ROW"))}, [4]uint32{6, 7, 8, 9}},
		{"last rect", [2]uint32{u32(texts - at("RECT") + at("RECT_METHOD")), u32(texts - at("RECT") + at("RECT_ROW"))}, [2]uint32{n["NO_METHOD"], None}},
		{"style", style & (n["STRONG"] | n["MUTED"] | n["ON_SLOT"] | n["ON_FADED"]), n["STRONG"] | n["ON_SLOT"] | n["ON_FADED"]},
		{"slot of a style", style >> n["STYLE_SLOT"] & n["SLOT"], uint32(SlotPool)},
		{"first text", [3]float32{f32(texts), f32(texts + at("TEXT_Y")), f32(texts + at("TEXT_WIDTH"))}, [3]float32{1, 2, 3}},
		{"second text", string(b[4*bytes+int(u32(texts+at("TEXT")+at("TEXT_OFFSET"))):][:u32(texts+at("TEXT")+at("TEXT_LENGTH"))]), "end"},
		{"curve", [4]float32{float32(u32(curves)), f32(curves + at("CURVE_WIDTH")), f32(curves + at("CURVE_TIP_X")), f32(curves + at("CURVE_TIP_Y"))}, [4]float32{float32(SlotAlarm), 1.5, 21, 22}},
		{"its points", [2]uint32{u32(curves + at("CURVE_FIRST")), u32(curves + at("CURVE_COUNT"))}, [2]uint32{0, 4}},
		{"last point", [2]float32{f32(bytes - 2), f32(bytes - 1)}, [2]float32{7, 8}},
		{"length", len(b), 4*bytes + len("µsend")},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, tt.got, tt.want)
		}
	}
	if SlotLoops >= slots || slots-1 > slotMask || Faded <= slotMask {
		t.Error("a slot does not fit its bits")
	}
}
