package canvas

import (
	"math"

	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// A Pane is which part of its picture a canvas shows, how the list now drawn is laid out, and
// what the pointer is on. X runs from Start to End in the canvas's units.
type Pane struct {
	ID      ID
	View    message.Viewport
	Start   float64 // 0, unless it is set after Reset
	End     float64
	Least   float64 // the narrowest width to zoom to, in the canvas's units
	Left    float64 // CSS pixels before View.From
	Top     float64 // height of the ruler
	Content float64 // height of all there is to scroll through
	Hover   Hover

	shown  string      // encoding of the list last asked for
	marked Marks       // last drawn over it
	drag   func(Input) // what the drag under way does
	cursor string      // shape of the pointer
}

// Reset shows all of a canvas whose units end at end, of a new picture.
func (p *Pane) Reset(end, least float64) {
	*p = Pane{ID: p.ID, cursor: p.cursor, End: end, Least: least, View: message.Viewport{To: end, Width: p.View.Width, Height: p.View.Height}}
}

// axis lays what is shown along x.
func (p *Pane) axis() scene.Axis {
	return scene.NewAxis(p.View.From, p.View.To, p.Left, p.View.Width)
}

// At is the place under x pixels.
func (p *Pane) At(x float64) float64 {
	a := p.axis()
	return a.At(x)
}

// X is where a place is drawn, in pixels; it may lie outside of the canvas.
func (p *Pane) X(at float64) float64 {
	a := p.axis()
	return a.X(at)
}

// InView is the pixel of a place, or of the nearest in view.
func (p *Pane) InView(at float64) float64 { return p.X(min(max(at, p.View.From), p.View.To)) }

// Middle is the pixel in the middle of what is drawn.
func (p *Pane) Middle() (x, y float64) { return (p.Left + p.View.Width) / 2, p.View.Height / 2 }

// Zoom makes what is shown factor times as wide around the place under x, which stays
// under x unless an end of the picture is in the way. Its height stays, so y is not used.
func (p *Pane) Zoom(x, y, factor float64) {
	fixed := min(max(p.At(x), p.View.From), p.View.To)
	span := p.View.To - p.View.From
	next := min(max(span*factor, p.Least), p.End-p.Start)
	if span > 0 {
		p.Show(fixed-(fixed-p.View.From)/span*next, fixed+(p.View.To-fixed)/span*next)
	}
}

// Pan moves what is shown by pixels, to the right if dx > 0 and down if dy > 0.
func (p *Pane) Pan(dx, dy float64) {
	if a := p.axis(); !a.Empty() {
		d := dx / a.Scale()
		p.Show(p.View.From+d, p.View.To+d)
	}
	p.Scroll(p.View.ScrollY + dy)
}

// Scroll sets the offset from the top, within what there is.
func (p *Pane) Scroll(y float64) {
	p.View.ScrollY = math.Round(max(0, min(y, p.Content-(p.View.Height-p.Top))))
}

// Show shows from to to, moved inside Start to End and no narrower than Least.
func (p *Pane) Show(from, to float64) {
	span := min(max(to-from, p.Least), p.End-p.Start)
	from -= (span - (to - from)) / 2
	from = max(p.Start, min(from, p.End-span))
	p.View.From, p.View.To = from, from+span
}

// Around shows from to to with a margin on both sides.
func (p *Pane) Around(from, to float64) {
	margin := (to - from) * 0.08
	p.Show(from-margin, to+margin)
}

// Reveal moves what is shown, without a change of zoom, until from to to is in view; a
// stretch too wide or too narrow to be seen is zoomed to.
func (p *Pane) Reveal(from, to float64) {
	span := p.View.To - p.View.From
	switch {
	case to-from > span || (to-from)*2000 < span:
		p.Show(from-(to-from)*4, to+(to-from)*4)
	case from < p.View.From || to > p.View.To:
		middle := (from + to) / 2
		p.Show(middle-span/2, middle+span/2)
	}
}

// ShowAll shows all from end to end.
func (p *Pane) ShowAll() { p.Show(p.Start, p.End) }

// AllInView reports whether everything from end to end is in view.
func (p *Pane) AllInView() bool { return p.View.From <= p.Start && p.View.To >= p.End }

// Sized takes the canvas's size; one that is not in the page has none. A canvas that comes
// into the page tells its size, and may show what another view had asked for: so the list
// is asked for again.
func (p *Pane) Sized(in Input) bool {
	if in.X <= 0 || in.Y <= 0 {
		return false
	}
	p.View.Width, p.View.Height = in.X, in.Y
	p.shown = ""
	return true
}

// Drawn takes the layout of the list that is now on the canvas. The marks over it are gone.
func (p *Pane) Drawn(g Geometry) {
	p.Left, p.Top, p.Content = g.Left, g.Top, g.Content
	p.marked = Marks{}
}

// Want asks for a display list, if it would differ from the last one asked for and the canvas
// is in the page.
func (p *Pane) Want(h Host, list message.Picture) {
	if p.View.Width <= 0 {
		return
	}
	if code := string(message.Encode(nil, 0, list)); code != p.shown {
		p.shown = code
		h.Show(p.ID, list)
	}
}

// Preview draws the last list under the viewport there is now. What the pointer was over has
// moved away from under it.
func (p *Pane) Preview(h Host) {
	v := p.View
	v.ScrollY = min(v.ScrollY, max(0, p.Content-(v.Height-p.Top)))
	p.preview(h, v)
}

// PreviewAsIs is Preview of a picture that may be scrolled beyond its end.
func (p *Pane) PreviewAsIs(h Host) { p.preview(h, p.View) }

func (p *Pane) preview(h Host, v message.Viewport) {
	h.Preview(p.ID, v)
	if p.Hover.Shown {
		p.Hover.Shown = false
		h.Redraw()
	}
}

// Mark draws marks over the list, if they differ from those last drawn.
func (p *Pane) Mark(h Host, m Marks) {
	if m != p.marked {
		p.marked = m
		h.Mark(p.ID, m)
	}
}

// ---- What gestures do to it ----

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

// Handle takes what happened on a canvas in a room: a size, the pointer's moves, the drag under
// way; of all else the table of gestures says what it means, and c does it. Any is as in
// Hover.Follow.
func (p *Pane) Handle(h Host, in Input, where Where, any bool, c Chart) {
	switch in.Kind {
	case Size:
		p.Sized(in)
	case Move:
		zone := c.Zone(in)
		p.point(h, pointers[zone], where)
		if zone == OnBar {
			in.Hit.OK = false
		}
		p.Hover.Follow(h, in, any)
	case Leave, HideTips:
		p.Hover.Leave(h)
	case Drag, DragEnd:
		if p.drag != nil {
			p.drag(in)
		}
		if in.Kind == DragEnd {
			p.drag = nil
		}
	default:
		if in.Kind == DragStart {
			p.Hover.Leave(h) // what the tip tells of moves
		}
		if act := Touched(in, c.Zone(in), where); act != Nothing {
			if act == DragView || act == DragBox {
				p.point(h, "grabbing", where)
			}
			c.Touch(act, in)
		}
	}
}

// pointers are the shapes of the pointer over the zones of a canvas; see point.
var pointers = map[Zone]string{OnChart: "pointer", OnRuler: "crosshair", OnEdge: "ew-resize", OnBox: "grab", OnBoxEdge: "ew-resize", OnBar: "default"}

// point sets the shape of the pointer; "" is that of empty ground, on which a hand chooses a range,
// or moves a graph, or does nothing.
func (p *Pane) point(h Host, cursor string, where Where) {
	switch {
	case cursor != "":
	case p.ID == Graph:
		cursor = "grab"
	case p.ID == Timeline && where == InTrace:
		cursor = "crosshair"
	default:
		cursor = "default"
	}
	if cursor != p.cursor {
		p.cursor = cursor
		h.Point(p.ID, cursor)
	}
}

// The scroll bar at the right of a picture that is higher than its canvas, in CSS pixels: how
// wide it is drawn, the least height of its thumb, and how far from the edge it is taken hold
// of, more where fingers do it.
const (
	BarWidth  = 10
	BarLeast  = 28
	barReach  = 14
	barFinger = 24
	narrow    = 520
)

// bar is where the thumb lies; false if there is nothing to scroll.
func (p *Pane) bar() (y, height float64, ok bool) {
	track := p.View.Height - p.Top
	rest := p.Content - track
	if p.ID == Graph || rest <= 0.5 || track <= 0 {
		return 0, 0, false
	}
	height = min(track, max(BarLeast, track*track/p.Content))
	return p.Top + min(1, max(0, p.View.ScrollY/rest))*(track-height), height, true
}

// onBar reports whether a place is on the scroll bar.
func (p *Pane) onBar(x, y float64) bool {
	reach := float64(barReach)
	if p.View.Width < narrow {
		reach = barFinger
	}
	_, _, ok := p.bar()
	return ok && x >= p.View.Width-reach && y >= p.Top
}

// dragBar scrolls by the bar: the thumb follows a drag, and comes to where one begins beside it;
// a click beside it scrolls by a page.
func (p *Pane) dragBar(h Host, m Mover, in Input) {
	y, height, ok := p.bar()
	if !ok {
		return
	}
	track := p.View.Height - p.Top
	if in.Kind != DragStart {
		page := math.Floor(track * 0.9)
		switch {
		case in.Kind == DoubleClick: // of which each click has scrolled
		case in.Y < y:
			p.Scroll(p.View.ScrollY - page)
		case in.Y > y+height:
			p.Scroll(p.View.ScrollY + page)
		}
		m.Preview(h)
		return
	}
	grip := in.StartY - y
	if grip < 0 || grip > height {
		grip = height / 2
	}
	p.Dragged(in, func(in Input) {
		if track > height {
			p.Scroll((in.Y - grip - p.Top) / (track - height) * (p.Content - track))
			m.Preview(h)
		}
	})
	h.Redraw()
}

// Dragged has f follow the drag that begins with in, from in on.
func (p *Pane) Dragged(in Input, f func(Input)) {
	p.drag = f
	f(in)
}

// Zone is the part of a canvas without a ruler that an input is on.
func (p *Pane) Zone(in Input) Zone {
	if p.onBar(in.StartingX(), in.StartingY()) {
		return OnBar
	}
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
	case DragView:
		start, x, y := p.View, in.StartX, in.StartY
		p.Dragged(in, func(in Input) {
			p.View.From, p.View.To, p.View.ScrollY = start.From, start.To, start.ScrollY
			m.Pan(x-in.X, y-in.Y)
			m.Preview(h)
		})
		h.Redraw()
		return true
	case DragBar:
		p.dragBar(h, m, in)
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
