package canvas

import "math"

// A Mover is a picture that can be zoomed and moved: a Pane, or what shares one with others.
type Mover interface {
	Zoom(x, y, factor float64) // everything factor times as small, around x, y pixels
	Pan(dx, dy float64)        // by pixels, to the right and down
	ShowAll()
	Preview(Host)
}

// A Chart is a view's canvas: it says what lies where on it and what a gesture does there.
type Chart interface {
	Zone(Input) Zone
	Touch(Act, Input)
}

// Take takes what happened on a canvas in a room: a size, the pointer's moves, the drag under
// way; of all else the table of gestures says what it means, and c does it. Any is as in
// Hover.Follow.
func (p *Pane) Take(h Host, in Input, where Where, any bool, c Chart) {
	switch in.Kind {
	case Size:
		p.Sized(in)
	case Move:
		p.Hover.Follow(h, in, any)
	case Leave:
		p.Hover.Leave(h)
	case Drag, DragEnd:
		if p.drag != nil {
			p.drag(in)
		}
		if in.Kind == DragEnd {
			p.drag = nil
		}
	default:
		if act := Touched(in, c.Zone(in), where); act != Nothing {
			c.Touch(act, in)
		}
	}
}

// Dragged has f follow the drag that begins with in, from in on.
func (p *Pane) Dragged(in Input, f func(Input)) {
	p.drag = f
	f(in)
}

// Zone is the part of a canvas without a ruler that an input is on.
func (p *Pane) Zone(in Input) Zone {
	if in.Hit.OK && in.Hit.onCall() {
		return OnChart
	}
	return OnGround
}

// Move does the gestures by which a hand zooms and moves m, which p is the pane of; false for
// all others.
func (p *Pane) Move(h Host, m Mover, act Act, in Input) bool {
	switch act {
	case ZoomAt:
		m.Zoom(in.X, in.Y, in.Factor())
	case PanBy:
		m.Pan(in.WheelX+in.WheelY, 0)
	case ScrollBy:
		m.Pan(in.WheelX, in.WheelY)
	case Hold:
		start, x, y := p.View, in.StartX, in.StartY
		p.Dragged(in, func(in Input) {
			p.View.From, p.View.To, p.View.ScrollY = start.From, start.To, start.ScrollY
			m.Pan(x-in.X, y-in.Y)
			m.Preview(h)
		})
		h.Redraw()
		return true
	case ShowAll:
		m.ShowAll()
	default:
		return false
	}
	m.Preview(h)
	return true
}

// Factor is how many times smaller a turn of the wheel makes the picture.
func (in *Input) Factor() float64 {
	d := in.WheelY
	if d == 0 {
		d = in.WheelX
	}
	return math.Exp(max(-240, min(d, 240)) * 0.004)
}

// keyZoom is by how much a key zooms in.
const keyZoom = 0.7

// Do does the keys that zoom, around x, y pixels, and move m, which p is the pane of; false for
// all others.
func (p *Pane) Do(h Host, m Mover, act Act, x, y float64) bool {
	const rows = 60 // pixels
	switch act {
	case ZoomIn:
		m.Zoom(x, y, keyZoom)
	case ZoomOut:
		m.Zoom(x, y, 1/keyZoom)
	case PanLeft:
		m.Pan(-(p.View.Width-p.Left)/8, 0)
	case PanRight:
		m.Pan((p.View.Width-p.Left)/8, 0)
	case GoUp:
		m.Pan(0, -rows)
	case GoDown:
		m.Pan(0, rows)
	case ShowAll:
		m.ShowAll()
	default:
		return false
	}
	m.Preview(h)
	return true
}
