package message

// A Viewport is the visible part of a canvas's picture. From and To are in the unit of the view: ns in the timeline,
// parts of 1 in a flame graph. The other fields are CSS pixels.
type Viewport struct {
	From, To      float64 `bound:"place"`
	ScrollY       CSS     `bound:"place"`
	Width, Height CSS     `bound:"length"`
}

// CSS is a length in CSS pixels.
type CSS float64

// Abs returns a length without its sign.
func (l CSS) Abs() CSS { return max(l, -l) }

// A Colour is a way to colour methods.
type Colour uint8

const (
	ColourByRank Colour = iota
	ColourByPackage
	ColourByOrigin // own, library, platform or native code
)

func (Colour) Last() uint8 { return uint8(ColourByOrigin) }

// A ThreadSort is the order of threads in the timeline.
type ThreadSort uint8

const (
	ThreadsByActivity ThreadSort = iota
	ThreadsByName
	ThreadsByID
)

func (ThreadSort) Last() uint8 { return uint8(ThreadsByID) }

// Reveal is the target of scrolling in a timeline.
type Reveal uint8

const (
	RevealNothing Reveal = iota
	RevealCall           // the shortest way that brings Timeline.Selected into view
	RevealThread         // the same for Timeline.Thread
)

func (Reveal) Last() uint8 { return uint8(RevealThread) }

// Timeline asks for the display list of the timeline.
type Timeline struct {
	picture

	View      Viewport
	Sort      ThreadSort
	Hidden    []uint32 // thread indices not shown
	Collapsed []uint32 // thread indices shown as one row
	Unfolded  []uint32 // thread indices with all rows of their framework
	Method    uint32   // its calls are marked; NoNode for none
	Selected  CallRef
	HasCall   bool
	Switches  bool // context switches are drawn
	Spans     bool // rows of phases, messages and frames are drawn above main's calls
	Trimmed   bool // threads end below their deepest call in view, and Thread follows that of the selected call
	Colour    Colour
	Find      string
	Filter    string // calls that it leaves out are faded
	Clock     Clock
	Reveal    Reveal // the list's ScrollY is the resulting scroll position
	Thread    uint32 // for RevealThread
}

// Minimap asks for the display list of the strip above the timeline: the load of each thread in the whole trace.
type Minimap struct {
	picture

	Width, Height CSS `bound:"length"`
	Hidden        []uint32
	Colour        Colour
	Method        uint32 // whose calls are marked; NoNode for none
	Find          string // matches are marked
}

// MomentInfo asks for the content of the minimap for the main thread at ns At of the timeline's axis.
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
	Method uint32  // the method with most of the time around At; NoNode for none
	Share  float64 // busy part of that time, 0 to 1
	Ending string  // "no records: in X" after the thread's last record, if it was in a call then; else ""
}

// Flame asks for the display list of the flame graph.
type Flame struct {
	picture

	Scope    Scope
	View     Viewport
	Ordered  bool   // calls of Thread in order of time, by the scope's clock, instead of merged
	Thread   uint32 // for Ordered
	Root     uint32 // node that fills the width, NoNode for all
	Invert   bool   // root at the bottom (flame) instead of the top (icicle)
	Fold     bool   // direct recursion collapsed
	Callers  bool   // the graph from the methods up, without Fold and Unfolded
	Sandwich bool   // the callers of Around above it and its callees below, over all its contexts; without Fold, Callers and Unfolded
	Around   uint32 // a method
	Unfolded bool   // all rows of the framework of a single thread are drawn
	Method   uint32 // highlighted; NoNode for none
	Chosen   uint32 // outlined node, 0 or NoNode for none
	Find     string
	Colour   Colour
}
