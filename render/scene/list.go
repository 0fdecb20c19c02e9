// Package scene turns calls and profiles into display lists: what to draw, independent of how.
// The worker makes a list for one canvas and one view, and a loop in draw.js draws it.
package scene

// A Slot is a colour by meaning; style.css has its values for the light and dark themes. The low
// eight bits select the colour, the flags above change how it is painted.
type Slot uint32

// Slots 0 to 15 colour methods by rank, 16 to 31 by package (the same sixteen hues). SlotOwn,
// SlotLibrary, SlotPlatform, SlotNative and SlotUnknown colour them by origin. The other slots
// are for everything except methods.
const (
	SlotOwn      Slot = 32 + iota // the app's own code
	SlotPlatform                  // code of android, java, kotlin and the like
	SlotUnknown                   // a method the file does not name
	SlotStripe                    // background of every other thread
	SlotGrid                      // lines of the ruler
	SlotAxis                      // background of the ruler
	SlotHead                      // background of a thread's label
	SlotLoad                      // minimap: busy threads
	SlotExtent                    // thin line: a call of the selected method
	SlotSelected                  // outline: the selected call
	SlotMethod                    // outline: another call of the selected method
	SlotRange                     // background of the selected range
	SlotSwitch                    // context switch: the CPU ran something else
	SlotEdge                      // arrow of a graph
	SlotAlarm                     // arrow of a graph that is part of a problem, such as a deadlock
	SlotLibrary                   // code of a known library
)

// Slots of thread dumps.
const (
	SlotState     Slot = 48 + iota // to 55: a thread in a state, by dump.Class
	SlotNative    Slot = 55 + iota // native code
	SlotPool                       // a pool of threads, a process
	SlotUnchanged                  // a stack that is the same in consecutive dumps
	SlotStuck                      // the same, and the thread used no CPU
	SlotLoops                      // the same, and the thread used CPU
)

// More slots of traces.
const (
	SlotFound  Slot = 61 + iota // minimap: calls that a search matches
	SlotNoCall                  // time between a thread's records with nothing on the stack
	SlotLine                    // line that replaces a thread's framework
)

// Slots of comparisons: by the change of a figure as a share of the larger value.
const (
	SlotSame Slot = 64 + iota
	SlotMore           // to 68: more in B, from little to much
	SlotLess Slot = 69 // to 72: less in B
)

// SlotMain is the main thread of a process in its dumps.
const SlotMain Slot = SlotLess + Depths

// SlotTracer is code of a profiler inside the app.
const SlotTracer Slot = SlotMain + 1

const ended = SlotTracer + 1

// Depths is the number of slots for more, and for less.
const Depths = 4

// SlotOfChange returns the slot for a figure that changed from a to b.
func SlotOfChange(a, b int64) Slot {
	share := float64(b-a) / float64(max(1, a, b))
	depth := func(share float64) Slot { return Slot(min(Depths-1, share*Depths)) }
	switch {
	case share >= 0.01:
		return SlotMore + depth(share)
	case share <= -0.01:
		return SlotLess + depth(-share)
	}
	return SlotSame
}

// slots is greater than any colour; slotMask selects the colour of a Slot.
const (
	slots    = 128
	slotMask = Slot(0xff)
)

// Flags of a slot.
const (
	Faded   Slot = 1 << (8 + iota) // does not match the search
	Hit                            // matches the search
	Merged                         // a run of calls, each narrower than a pixel
	Outline                        // stroke, not fill; no text
	Bare                           // no call: no text, no hover
	Hatched                        // lines over the call below; no text. With Faded, its position is uncertain
)

// A Rect is one box of a list: a call, a node of a graph, or background.
type Rect struct {
	X, Y, W, H float32 // CSS pixels from the canvas's top left, y down
	Slot       Slot
	Method     uint32 // number of the name in it, or NoMethod
	// The target of a click. A box of the timeline is the call Row at Depth of Thread: for a merged
	// run its first call, in a collapsed bar with Depth as drawn. A box of a flame graph is the
	// node Row, at Depth; a merged one is its widest frame, and Thread is the number of its frames.
	Thread, Depth, Row uint32
}

// NoMethod marks a rect without a name.
const NoMethod = ^uint32(0)

// None is the Depth and Row of a rect that is no call or node: the background of a thread's
// label, for example.
const None = ^uint32(0)

// MaxRects limits the rects of a list, because a canvas draws this many within a frame. If a view
// has more calls, wider ones than usual are merged.
const MaxRects = 20_000

// A Text is text other than a method's name: a time on the ruler, or a thread's label.
type Text struct {
	X, Y   float32 // CSS pixels; Y is the middle of the line
	Width  float32 // longer text is cut with an ellipsis
	Style  Style
	String string
}

// A Style is how a Text is written. Styles can be combined.
type Style uint32

const (
	Strong  Style = 1 << iota
	Muted         // secondary
	ToRight       // ends at X
	Centred       // centred at X
	Below         // remark on rows below the canvas, at its lower edge, whatever X and Y
	Above         // remark on rows above the canvas, at its upper edge, whatever X and Y
	Backed        // on a background of the canvas's colour, which keeps it readable on hatching
)

// styleOn returns the style of text on a box of slot s, in a readable colour.
func styleOn(s Slot) Style { return onSlot | Style(s&slotMask)<<styleSlot | Style(s&Faded)<<styleSlot }

// A Style with onSlot has the slot's colour from bit styleSlot, and the slot's Faded flag above
// it.
const (
	onSlot    Style = 1 << 7
	styleSlot       = 8 // bits
)

// A Curve is an arrow of a graph: Bézier curves through Count points from index First, three per
// curve after the first point, and a head from the last point to Tip.
type Curve struct {
	Slot         Slot
	Width        float32 // of the line, at a scale of 1
	First, Count int     // indices of List.Points
	Tip          Point
}

// A List is one frame of one canvas in paint order: backgrounds, then calls, then marks. Its
// storage is reused for the next frame.
type List struct {
	Rects  []Rect
	Texts  []Text
	Curves []Curve // below the rects
	Points []Point // of the curves

	From, To      float64 // x range of the view
	ScrollY       CSS
	Width, Height CSS
	Content       CSS     // total height of the content
	Left          CSS     // width of the column of labels; x of From
	Top           CSS     // height of the ruler, which does not scroll
	Scale         float64 // for graphs, which zoom in both directions: pixels per point; else 0

	work *work // working storage, reused for the next frame
}

// Reset empties the list and keeps its storage.
//
//go:noinline // called from many places
func (l *List) Reset() {
	*l = List{Rects: l.Rects[:0], Texts: l.Texts[:0], Curves: l.Curves[:0], Points: l.Points[:0], work: l.work}
}

// start empties the list for a new frame.
//
//go:noinline // called from many places
func (l *List) start(from, to float64, width, height CSS) *work {
	l.Reset()
	l.From, l.To, l.Width, l.Height = from, to, width, height
	if l.work == nil {
		l.work = &work{}
	}
	return l.work
}

// furniture adds a rect that is no call, unless it is empty.
//
//go:noinline // called from many places
func (l *List) furniture(slot Slot, x, y, w, h CSS) {
	if w <= 0 || h <= 0 {
		return
	}
	l.Rects = append(l.Rects, Rect{
		X: float32(x), Y: float32(y), W: float32(w), H: float32(h),
		Slot: slot | Bare, Method: NoMethod, Thread: None, Depth: None, Row: None,
	})
}

//go:noinline // called from many places
func (l *List) text(x, y, width CSS, style Style, s string) {
	l.Texts = append(l.Texts, Text{float32(x), float32(y), float32(width), style, s})
}

// Number adds first to the numbers of the names in all boxes.
func (l *List) Number(first uint32) {
	for i := range l.Rects {
		if l.Rects[i].Method != NoMethod {
			l.Rects[i].Method += first
		}
	}
}

// scroll sets the scroll position, limited to the content.
func (l *List) scroll(y CSS) {
	l.ScrollY = max(0, min(y, l.Content-(l.Height-l.Top)))
}
