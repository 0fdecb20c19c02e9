// Package gesture makes the interface's inputs of a canvas's pointer events: hovers, clicks, drags, turns of the wheel and
// pinches. It reads numbers from draw.js: about these events, about the boxes under them, and about the list that is shown.
package gesture

import (
	"math"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
)

// An Event is one pointer event of a canvas, as draw.js queues it.
type Event struct {
	Kind           Kind
	Canvas         canvas.ID
	Pointer        int         // tells fingers apart
	X, Y           message.CSS // from the canvas's top left
	WheelX, WheelY message.CSS
	Shift, Mod     bool
	Time           float64 // ms, of the page's clock
}

// A Kind says what an Event reports; see Shared.
type Kind int

const (
	Down Kind = iota
	Move
	Up
	Cancel
	Leave
	Wheel
	Double
	Size
	Menu // right click, or a finger that stayed where it is
)

// still is how far a pointer may stray, in CSS pixels, for a press to be a click.
const still = 3

// pinch is how many pixels of wheel a pinch to e times the size stands for: the interface
// zooms by as much. Browsers report a trackpad's pinch as turns of the wheel with Ctrl held,
// but as trackpadPinch pixels, and in turns so small as no wheel makes.
const (
	pinch         = 250.0
	trackpadPinch = 100.0
	smallTurn     = 40
)

// A Tracker makes inputs of one canvas's events. One pointer moves, clicks and drags; two pan
// and zoom as a wheel does.
type Tracker struct {
	fingers  []finger // that are down, two at most
	dragging bool
	spread   bool // two fingers were down, or a menu came: no click or drag until all are up
	// Where the two fingers were: middle and distance.
	midX, midY, apart message.CSS
}

type finger struct {
	pointer        int
	startX, startY message.CSS
	x, y           message.CSS
}

// Add appends the inputs that e completes.
func (t *Tracker) Add(inputs []canvas.Input, e Event) []canvas.Input {
	in := canvas.Input{Canvas: e.Canvas, X: e.X, Y: e.Y, StartX: e.X, StartY: e.Y, Shift: e.Shift, Mod: e.Mod}
	put := func(kind canvas.InputKind) {
		in.Kind = kind
		inputs = append(inputs, in)
	}
	at := -1
	for i, f := range t.fingers {
		if f.pointer == e.Pointer {
			at = i
		}
	}
	if at >= 0 {
		in.StartX, in.StartY = t.fingers[at].startX, t.fingers[at].startY
	}

	switch e.Kind {
	case Down:
		if at < 0 && len(t.fingers) < 2 {
			inputs = t.down(inputs, in, e.Pointer)
		}

	case Move:
		if at >= 0 {
			inputs = t.moved(inputs, in, at)
		} else if len(t.fingers) == 0 {
			put(canvas.Move)
		}

	case Up, Cancel:
		if at >= 0 {
			inputs = t.up(inputs, in, at, e.Kind)
		}

	case Leave:
		if len(t.fingers) == 0 {
			put(canvas.Leave)
		}

	case Wheel:
		in.WheelX, in.WheelY = e.WheelX, e.WheelY
		if e.Shift && in.WheelX == 0 {
			in.WheelX, in.WheelY = in.WheelY, 0 // some browsers turn the wheel themselves
		}
		if e.Mod && e.WheelY.Abs() < smallTurn {
			in.WheelY *= pinch / trackpadPinch
		}
		put(canvas.Wheel)

	case Double:
		put(canvas.DoubleClick)

	case Size:
		put(canvas.Size)

	case Menu:
		if t.dragging || t.spread {
			break
		}
		t.spread = len(t.fingers) > 0 // the fingers that are down neither click nor drag
		in.Shift, in.Mod = false, false
		put(canvas.RightClick)
	}
	return inputs
}

// down adds a finger. A second one ends the drag of the first.
func (t *Tracker) down(inputs []canvas.Input, in canvas.Input, pointer int) []canvas.Input {
	t.fingers = append(t.fingers, finger{pointer, in.X, in.Y, in.X, in.Y})
	if len(t.fingers) < 2 {
		return inputs
	}
	if t.dragging {
		first := t.fingers[0]
		in.Kind, in.X, in.Y, in.StartX, in.StartY = canvas.DragEnd, first.x, first.y, first.startX, first.startY
		inputs = append(inputs, in)
	}
	t.dragging, t.spread = false, true
	t.midX, t.midY, t.apart = t.between()
	return inputs
}

// moved moves a finger that is down, which drags or pinches.
func (t *Tracker) moved(inputs []canvas.Input, in canvas.Input, at int) []canvas.Input {
	t.fingers[at].x, t.fingers[at].y = in.X, in.Y
	switch {
	case len(t.fingers) == 2:
		return t.pinched(inputs, in)
	case t.spread:
		return inputs
	case t.dragging:
		in.Kind = canvas.Drag
	case distance(in.X-in.StartX, in.Y-in.StartY) > still:
		t.dragging = true
		in.Kind = canvas.DragStart
	default:
		return inputs
	}
	return append(inputs, in)
}

// up removes a finger, which ends a drag or, unless kind is Cancel, clicks.
func (t *Tracker) up(inputs []canvas.Input, in canvas.Input, at int, kind Kind) []canvas.Input {
	switch {
	case t.dragging:
		in.Kind = canvas.DragEnd
		inputs = append(inputs, in)
	case !t.spread && kind == Up:
		in.Kind = canvas.Click
		inputs = append(inputs, in)
	}
	t.fingers = append(t.fingers[:at], t.fingers[at+1:]...)
	t.dragging = false
	t.spread = t.spread && len(t.fingers) > 0
	return inputs
}

// between returns the middle of the two fingers, and how far they are apart.
func (t *Tracker) between() (x, y, apart message.CSS) {
	a, b := t.fingers[0], t.fingers[1]
	return (a.x + b.x) / 2, (a.y + b.y) / 2, max(1, distance(a.x-b.x, a.y-b.y))
}

func distance(x, y message.CSS) message.CSS {
	return message.CSS(math.Hypot(float64(x), float64(y)))
}

func (t *Tracker) pinched(inputs []canvas.Input, in canvas.Input) []canvas.Input {
	x, y, apart := t.between()
	in.Kind, in.X, in.Y, in.StartX, in.StartY = canvas.Wheel, x, y, x, y
	if x != t.midX || y != t.midY {
		pan := in
		pan.WheelX, pan.WheelY, pan.Mod = t.midX-x, t.midY-y, false
		pan.Fingers = true
		inputs = append(inputs, pan)
	}
	if apart != t.apart {
		in.WheelY, in.Mod = message.CSS(-pinch*math.Log(float64(apart/t.apart))), true
		inputs = append(inputs, in)
	}
	t.midX, t.midY, t.apart = x, y, apart
	return inputs
}
