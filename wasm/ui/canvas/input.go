// Package canvas is the interface's model of the page's canvases: the input, the visible part of a picture, the
// gestures, and the tooltip. It draws nothing and does not depend on a browser.
package canvas

import "traceglass/wasm/message"

// An ID identifies a canvas of the page.
type ID uint32

const (
	Minimap ID = iota
	Timeline
	Flame
	Graph
	SecondTimeline // the timeline of B, below that of A
)

// A Host requests display lists from the worker and draws them.
type Host interface {
	// Show requests a canvas's display list and draws it when it arrives. At most one request for a canvas is
	// in flight. After its reply, the host sends the newest later request and drops the others.
	Show(ID, message.Picture)

	// Preview redraws the canvas's last list in the next animation frame, in a new viewport, until the list
	// that Show requested arrives. So gestures take effect at once.
	Preview(ID, message.Viewport)

	Mark(ID, Marks) // draws marks over the list

	Point(c ID, cursor string) // sets the pointer over the canvas, as a CSS cursor

	Redraw() // requests a render in the next animation frame
}

// Marks are drawn over a canvas's list. Their positions are x in the canvas's unit.
type Marks struct {
	From, To       float64 // the selected range; none if From > To
	Cursor         float64 // line at the pointer; none if infinite
	Time           string  // time to write next to the cursor, "" for none
	BoxFrom, BoxTo float64 // the range that another canvas shows of this picture; none if BoxFrom > BoxTo
}

// An Input is an event on a canvas since the last animation frame. Positions are CSS pixels from the canvas's
// top left.
type Input struct {
	Canvas         ID
	Kind           InputKind
	X, Y           message.CSS
	StartX, StartY message.CSS // start of a drag
	WheelX, WheelY message.CSS // pixels; a pinch arrives as WheelY with Mod
	PageX, PageY   message.CSS // position of a click in the window
	Shift, Mod     bool        // Mod is Ctrl, or Cmd on a Mac
	Fingers        bool        // two fingers pan: a Wheel without Mod
	Hit            Hit         // the rect under X, Y in the drawn list
}

// An InputKind is the kind of an Input.
type InputKind uint8

const (
	Move  InputKind = iota // without a button
	Leave                  // the pointer left the canvas
	Wheel
	DragStart // the pointer moved over 3 px with the button down
	Drag
	DragEnd
	Click // pressed and released within 3 px
	DoubleClick
	Size       // the canvas has the new size X, Y
	RightClick // or a long press
	HideTips   // hide tooltips; the pointer has not moved
)

// A Hit is the rect under the pointer in the drawn list. OK is false if no rect is there.
type Hit struct {
	OK                         bool
	Method, Thread, Depth, Row uint32
	X, Y, W, H                 message.CSS // of the rect, CSS pixels
	Merged                     bool
	Switch                     bool // a context switch over the call; Method is NoNode if it met no call
	NoCall                     bool // time outside all calls; with a Method, after the thread's last record
	Span                       bool // a call in a row above its thread's own rows
}

// onCall returns false for time with an empty stack, on or off the CPU. Such time counts as empty space.
func (h Hit) onCall() bool { return h.Method != message.NoNode || !h.NoCall && !h.Switch }

// IsEnding reports whether the rect is the time from a thread's last record to the end of the recording.
func (h Hit) IsEnding() bool { return h.NoCall && h.Method != message.NoNode }

// IsFrameworkLine reports whether the rect is the line of a thread's folded framework.
func (h Hit) IsFrameworkLine() bool {
	return h.OK && h.Method == message.NoNode && h.Depth == message.NoNode && h.Row == 0 && !h.Switch && !h.NoCall
}

// Call returns the call of the rect, in pictures of calls.
func (h Hit) Call() message.CallRef {
	return message.CallRef{Thread: h.Thread, Depth: h.Depth, Row: h.Row}
}

// A Geometry is the layout of a list that the host has drawn.
type Geometry struct {
	Canvas             ID
	From, To           float64
	Content, Left, Top message.CSS // CSS pixels, as in scene.List
	ScrollY            message.CSS // the offset that the list has; Timeline.Reveal may change the requested one
	Stale              bool        // another list was requested meanwhile
}

// A Key is a key press as in KeyboardEvent.
type Key struct {
	Name            string // KeyboardEvent.key
	Code            string // KeyboardEvent.code, the key's position
	Shift, Mod, Alt bool
	Editing         bool   // the focus is in a text field
	Row             bool   // the focus is in a table
	Focus           string // id of the focused element, "" for none
}

// Along returns the target of an arrow key in a row of n elements, Home and End included. ok is false for other
// keys.
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

// StartingX and StartingY return the position of an input, or for the start of a drag the position where it
// started.
func (in *Input) StartingX() message.CSS {
	if in.Kind == DragStart {
		return in.StartX
	}
	return in.X
}

func (in *Input) StartingY() message.CSS {
	if in.Kind == DragStart {
		return in.StartY
	}
	return in.Y
}
