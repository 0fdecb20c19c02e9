// Package scene is the arrow calls, profile → display list: what to draw, apart from
// how. A list is made in the worker for one canvas and one viewport, and drawn by one
// loop in draw.js.
package scene

// A Slot is a colour by meaning; style.css holds the values for light and dark. The low
// eight bits choose it, the flags above change how it is painted.
type Slot uint32

// Slots 0 to 15 colour methods by rank, 16 to 31 by package (the same sixteen hues),
// SlotOwn, SlotLibrary, SlotPlatform, SlotNative and SlotUnknown by origin. The rest is
// furniture.
const (
	SlotOwn      Slot = 32 + iota // the app's own code
	SlotPlatform                  // code of android, java, kotlin and the like
	SlotUnknown                   // a method the file does not name
	SlotStripe                    // ground behind every other thread
	SlotGrid                      // lines of the ruler
	SlotAxis                      // ruler's ground
	SlotHead                      // ground of a thread's label
	SlotLoad                      // overview: busy threads
	SlotExtent                    // thin line: a call of the selected method
	SlotSelected                  // outline: the selected call
	SlotMethod                    // outline: another call of the selected method
	SlotRange                     // ground of the chosen range
	SlotSwitch                    // a context switch: the CPU was elsewhere
	SlotEdge                      // arrow of a graph
	SlotAlarm                     // arrow of a graph that is part of what is wrong: a deadlock
	SlotLibrary                   // code of a known library
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

// More slots of traces.
const (
	SlotFound  Slot = 61 + iota // overview: calls that a search matches
	SlotNoCall                  // time between a thread's records with nothing on the stack
	SlotLine                    // line that stands for a thread's framework
)

// Slots of two traces beside each other: by how much of the larger side a figure changed.
const (
	SlotSame Slot = 64 + iota
	SlotMore           // to 68: more in B, the last the most
	SlotLess Slot = 69 // to 72: less in B
)

// SlotMain is the main thread of a process, in its dumps.
const SlotMain Slot = SlotLess + Depths

// SlotTracer is code of a profiler inside the app.
const SlotTracer Slot = SlotMain + 1

const ended = SlotTracer + 1

// Depths is how many slots there are each for more and for less.
const Depths = 4

// SlotOfChange is the slot for a figure that was a and is b.
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

// slots is more than any colour; slotMask are the bits of a Slot that choose it.
const (
	slots    = 128
	slotMask = Slot(0xff)
)

// Flags of a slot.
const (
	Faded   Slot = 1 << (8 + iota) // does not match the search
	Hit                            // matches the search
	Merged                         // stands for a run of calls, each narrower than a pixel
	Outline                        // stroke, not fill; no text
	Bare                           // furniture: no text, no hover
	Hatched                        // lines over the call below; no text. Faded: where they lie is uncertain
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
	Below         // what lies below the canvas: stands at its lower edge, whatever X and Y
	Above         // what lies above it: stands at the upper edge, likewise
)

// OnSlot is the style of writing on a box of that slot: in ink that is easy to read on it.
func OnSlot(s Slot) Style { return onSlot | Style(s&slotMask)<<styleSlot | Style(s&Faded)<<styleSlot }

// A Style with onSlot has a slot's colour from bit styleSlot on, and above it whether the
// slot is Faded.
const (
	onSlot    Style = 1 << 7
	styleSlot       = 8 // bits
)

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
//
//go:noinline // called from many places
func (l *List) Reset() {
	*l = List{Rects: l.Rects[:0], Texts: l.Texts[:0], Curves: l.Curves[:0], Points: l.Points[:0], work: l.work}
}

// start empties the list for a new frame.
//
//go:noinline // called from many places
func (l *List) start(from, to, width, height float64) *work {
	l.Reset()
	l.From, l.To, l.Width, l.Height = from, to, width, height
	if l.work == nil {
		l.work = &work{}
	}
	return l.work
}

// furniture adds a rect that stands for no call; empty ones are left out.
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
