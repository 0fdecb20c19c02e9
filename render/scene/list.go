// Package scene is the arrow calls, profile → display list: what to draw, apart from
// how. A list is made in the worker for one canvas and one viewport, and drawn by one
// loop in draw.js.
package scene

import (
	"encoding/binary"
	"math"
)

// A Slot is a colour by meaning; style.css holds the values for light and dark. The low
// eight bits choose it, the flags above change how it is painted.
type Slot uint32

// Slots 0 to 15 colour methods by rank, 16 to 31 by package (the same sixteen hues),
// 32 and 33 by origin (own code, platform code). The rest is furniture.
const (
	SlotOwn      Slot = 32 + iota
	SlotPlatform      // code of android, java, kotlin and the like
	SlotUnknown       // a method the file does not name
	SlotStripe        // ground behind every other thread
	SlotGrid          // lines of the ruler
	SlotAxis          // ruler's ground
	SlotHead          // ground of a thread's label
	SlotLoad          // overview: busy threads
	SlotExtent        // thin line: a call of the selected method
	SlotSelected      // outline: the selected call
	SlotMethod        // outline: another call of the selected method
	SlotRange         // ground of the chosen range
	SlotSwitch        // a context switch: the CPU was elsewhere
	SlotEdge          // arrow of a graph
	SlotAlarm         // arrow of a graph that is part of what is wrong: a deadlock
)

// Slots of thread dumps.
const (
	SlotState     Slot = 48 + iota // to 55: a thread in a state, by dump.Class
	SlotNative    Slot = 55 + iota // native code
	SlotPool                       // a pool of threads, a process
	SlotUnchanged                  // a stack that is the same from dump to dump
	SlotStuck                      // the same, and it used no CPU
	SlotLoops                      // the same, and it used CPU
)

// Flags of a slot.
const (
	Faded   Slot = 1 << (8 + iota) // does not match the search
	Hit                            // matches the search
	Merged                         // stands for a run of calls, each narrower than a pixel
	Outline                        // stroke, not fill; no text
	Bare                           // furniture: no text, no hover
	Hatched                        // lines over the call below; no text
)

// A Rect is one box of a list: a call, a node of the flame graph, or furniture.
type Rect struct {
	X, Y, W, H float32 // CSS pixels from the canvas's top left, y down
	Slot       Slot
	Method     uint32 // whose name is written in it; NoMethod for none
	// What a click on it means: in the timeline the call Row at Depth of Thread (for a
	// merged run its first call, Thread's collapsed bar has Depth as drawn); in the flame
	// graph Row is the node and Depth its depth.
	Thread, Depth, Row uint32
}

// NoMethod marks furniture.
const NoMethod = ^uint32(0)

// None is the Depth and Row of a rect that is no call or node: the ground of a thread's
// label, or furniture.
const None = ^uint32(0)

// MaxRects is the most a list holds, whatever it shows: a canvas draws so many within a
// frame. Where more calls would fit the view, wider ones than usual are merged.
const MaxRects = 20_000

// A Text is a piece of writing that is no method's name: a tick of the ruler, a
// thread's label.
type Text struct {
	X, Y   float32 // CSS pixels; Y is the middle of the line
	Width  float32 // longer text is cut with an ellipsis
	Style  Style
	String string
}

// A Style says how a Text is written; styles add up.
type Style uint32

const (
	Strong  Style = 1 << iota
	Muted         // secondary
	ToRight       // ends at X
	Centred       // around X
)

// OnSlot is the style of writing on a box of that slot: in ink that is easy to read on it.
func OnSlot(s Slot) Style { return onSlot | Style(s&0xff)<<8 | Style(s&Faded)<<8 }

// onSlot marks a Style that has a slot in bits 8 to 15, and Faded in bit 16.
const onSlot Style = 1 << 7

// A Curve is an arrow of a graph: Bézier curves through Count points from First on, three
// each after the first, and a head from the last point to Tip.
type Curve struct {
	Slot         Slot
	Width        float32 // of the line, at the graph's own size
	First, Count int     // of List.Points
	Tip          Point
}

// A List is one frame of one canvas in paint order: furniture first, then calls, then
// marks. It is reused from frame to frame.
type List struct {
	Rects  []Rect
	Texts  []Text
	Curves []Curve // below the rects
	Points []Point // of the curves

	From, To      float64 // the viewport's x range it was made for
	ScrollY       float64
	Width, Height float64
	Content       float64 // height of all there is to scroll through
	Left          float64 // width of the column of labels; x of From
	Top           float64 // height of the ruler; stays when the rest scrolls
	Scale         float64 // of a graph, which zooms both ways: pixels a point; else 0

	work *work // what making it needed, for the next frame
}

// Reset empties the list and keeps its storage.
func (l *List) Reset() {
	*l = List{Rects: l.Rects[:0], Texts: l.Texts[:0], Curves: l.Curves[:0], Points: l.Points[:0], work: l.work}
}

// start empties the list for a new frame.
func (l *List) start(from, to, width, height float64) *work {
	l.Reset()
	l.From, l.To, l.Width, l.Height = from, to, width, height
	if l.work == nil {
		l.work = &work{}
	}
	return l.work
}

// furniture adds a rect that stands for no call; empty ones are left out.
func (l *List) furniture(slot Slot, x, y, w, h CSS) {
	if w <= 0 || h <= 0 {
		return
	}
	l.Rects = append(l.Rects, Rect{
		X: float32(x), Y: float32(y), W: float32(w), H: float32(h),
		Slot: slot | Bare, Method: NoMethod, Thread: None, Depth: None, Row: None,
	})
}

func (l *List) text(x, y, width CSS, style Style, s string) {
	l.Texts = append(l.Texts, Text{float32(x), float32(y), float32(width), style, s})
}

// Number moves the numbers of the names in all boxes to those from first on.
func (l *List) Number(first uint32) {
	for i := range l.Rects {
		if l.Rects[i].Method != NoMethod {
			l.Rects[i].Method += first
		}
	}
}

// scroll sets where the list is scrolled to, within what there is.
func (l *List) scroll(y CSS) {
	l.ScrollY = max(0, min(y, l.Content-(l.Height-l.Top)))
}

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
