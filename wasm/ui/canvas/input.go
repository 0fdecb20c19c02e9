// Package canvas is the page's canvases as the interface sees them: what happens on one,
// which part of the picture it shows, what its gestures mean, and the tip over what the
// pointer is on. It draws nothing and knows no browser.
package canvas

import "traceglass/wasm/message"

// An ID is one of the page's canvases.
type ID uint32

const (
	Overview ID = iota
	Timeline
	Flame
	Graph
	SecondTimeline // the timeline of B, below that of A
)

// A Host asks for display lists and draws them.
type Host interface {
	// Show asks the worker for the display list of a canvas and draws it when it arrives. One
	// request a canvas is in flight; of those made meanwhile only the newest is sent.
	Show(ID, message.Picture)

	// Preview draws the canvas's last list again at the next frame, under a new viewport,
	// until the list asked for by Show arrives: a gesture is answered at once.
	Preview(ID, message.Viewport)

	Mark(ID, Marks) // draws marks over the canvas's list

	Point(c ID, cursor string) // sets the pointer's shape over the canvas, as CSS names it

	Redraw() // asks for one render at the next animation frame
}

// Marks are what is drawn over a canvas's list, x in the canvas's units.
type Marks struct {
	From, To       float64 // the chosen range; From > To: none
	Cursor         float64 // of the pointer; infinite: none
	Time           string  // where the cursor is, to be written beside it; "" for nothing
	BoxFrom, BoxTo float64 // what another canvas shows of this one's picture; BoxFrom > BoxTo: not said
}

// An Input is what happened on a canvas since the last animation frame, gathered by one
// native listener. Positions are CSS pixels from the canvas's top left.
type Input struct {
	Canvas         ID
	Kind           InputKind
	X, Y           float64
	StartX, StartY float64 // of a drag
	WheelX, WheelY float64 // pixels; pinches arrive as WheelY with Mod
	PageX, PageY   float64 // of a click, X and Y from the window's top left
	Shift, Mod     bool    // Mod is Ctrl, or Cmd on a Mac
	Fingers        bool    // a Wheel without Mod is two fingers that move
	Hit            Hit     // what lies under X, Y in the list now shown
}

// An InputKind says what an Input reports.
type InputKind uint8

const (
	Move  InputKind = iota // the pointer moves, no button down
	Leave                  // the pointer left the canvas
	Wheel
	DragStart // the button went down and moved more than 3 px
	Drag
	DragEnd
	Click // pressed and released within 3 px
	DoubleClick
	Size       // the canvas has a new size: X, Y
	RightClick // or a finger that stays where it is
	HideTips   // tips go; the pointer is where it was
)

// A Hit is a rect of the list under the pointer; OK is false over empty ground.
type Hit struct {
	OK                         bool
	Method, Thread, Depth, Row uint32
	X, Y, W, H                 float64 // of the rect, CSS pixels
	Merged                     bool
	Switch                     bool // a context switch over the call; Method is NoNode where it met none
	NoCall                     bool // time in no call
}

// onCall is false for time with nothing on the stack, off the CPU or not: that is empty ground.
func (h Hit) onCall() bool { return !h.NoCall && (!h.Switch || h.Method != message.NoNode) }

// IsFrameworkLine reports whether it is the line that stands for a thread's framework.
func (h Hit) IsFrameworkLine() bool {
	return h.OK && h.Method == message.NoNode && h.Depth == message.NoNode && h.Row == 0 && !h.Switch && !h.NoCall
}

// Call is the call under the pointer, where rects are calls.
func (h Hit) Call() message.CallRef {
	return message.CallRef{Thread: h.Thread, Depth: h.Depth, Row: h.Row}
}

// A Geometry is what the host tells of each list it has drawn.
type Geometry struct {
	Canvas             ID
	From, To           float64
	Content, Left, Top float64 // CSS pixels, as in scene.List
	ScrollY            float64 // the list was made for; differs from what was asked after Timeline.Reveal
	Stale              bool    // another list was asked for meanwhile
}

// A Key is a key press as the browser names it.
type Key struct {
	Name            string // KeyboardEvent.key
	Code            string // KeyboardEvent.code, the key's place
	Shift, Mod, Alt bool
	Editing         bool   // the focus is in a text field
	Row             bool   // the focus is in a table
	Focus           string // id of the element that has the keyboard, "" for none
}

// Along is where a key leads from one of n things in a row, each of which can have the keyboard; false for a
// key that leads nowhere.
func (k Key) Along(at, n int) (to int, ok bool) {
	switch k.Name {
	case "ArrowRight":
		return (at + 1) % n, true
	case "ArrowLeft":
		return (at + n - 1) % n, true
	case "Home":
		return 0, true
	case "End":
		return n - 1, true
	}
	return at, false
}

// StartingX and StartingY are where an input belongs: a drag where it began.
func (in *Input) StartingX() float64 {
	if in.Kind == DragStart {
		return in.StartX
	}
	return in.X
}

func (in *Input) StartingY() float64 {
	if in.Kind == DragStart {
		return in.StartY
	}
	return in.Y
}
