package message

// A Viewport is what a canvas shows. X is in the view's own units: ns for the
// timeline, parts of 1 for the flame graph. Lengths are CSS pixels.
type Viewport struct {
	From, To      float64 `bound:"place"`
	ScrollY       float64 `bound:"place"`
	Width, Height float64 `bound:"length"`
}

// A Colour is how methods are coloured.
type Colour uint8

const (
	ColourByRank Colour = iota
	ColourByPackage
	ColourByOrigin // own, library, platform or native code
)

func (Colour) Last() uint8 { return uint8(ColourByOrigin) }

// A ThreadSort is how threads are ordered in the timeline.
type ThreadSort uint8

const (
	ThreadsByActivity ThreadSort = iota
	ThreadsByName
	ThreadsByID
)

func (ThreadSort) Last() uint8 { return uint8(ThreadsByID) }

// Reveal is what a timeline scrolls to.
type Reveal uint8

const (
	RevealNothing Reveal = iota
	RevealCall           // as little as brings Timeline.Selected into view
	RevealThread         // Timeline.Thread to the top
)

func (Reveal) Last() uint8 { return uint8(RevealThread) }

// Timeline asks for the display list of the timeline. Answered by a scene.List.
type Timeline struct {
	picture

	View      Viewport
	Sort      ThreadSort
	Hidden    []uint32 // thread indices not shown
	Collapsed []uint32 // thread indices shown as one row
	Unfolded  []uint32 // thread indices whose framework is shown with all its rows
	Method    uint32   // whose calls are marked; NoNode for none
	Selected  CallRef
	HasCall   bool
	Switches  bool // context switches are drawn
	Spans     bool // rows of phases, messages and frames are drawn above main's calls
	Colour    Colour
	Find      string
	Clock     Clock
	Reveal    Reveal // scroll as it says; the list's ScrollY says how far
	Thread    uint32 // that RevealThread brings into view
}

// Minimap asks for the display list of the strip above the timeline: load per thread
// over the whole trace. Answered by a scene.List.
type Minimap struct {
	picture

	Width, Height float64 `bound:"length"`
	Hidden        []uint32
	Colour        Colour
	Method        uint32 // whose calls are marked; NoNode for none
	Find          string // what matches is marked
}

// MomentInfo asks what the minimap shows of the main thread at ns At of the timeline's axis.
type MomentInfo struct {
	request[*Moment]

	At     int64
	Hidden []uint32
}

// A Moment answers MomentInfo.
type Moment struct {
	reply

	Found  bool
	Thread uint32
	Method uint32  // that took most of the time around that instant; NoNode for none
	Share  float64 // of that time for which the thread was busy, 0 to 1
}

// Flame asks for the display list of the flame graph. Answered by a scene.List.
type Flame struct {
	picture

	Scope    Scope
	View     Viewport
	Ordered  bool   // calls of Thread in order of time, by the scope's clock, instead of merged
	Thread   uint32 // for Ordered
	Root     uint32 // node zoomed into, NoNode for all
	Invert   bool   // root at the bottom (flame) instead of the top (icicle)
	Fold     bool   // direct recursion collapsed
	Callers  bool   // the graph from the methods up, without Fold and Unfolded
	Unfolded bool   // the framework of a single thread is drawn with all its rows
	Method   uint32 // highlighted; NoNode for none
	Chosen   uint32 // the node that is outlined, 0 or NoNode for none
	Find     string
	Colour   Colour
}
