package canvas

import (
	"math"

	"traceglass/render/scene"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
)

// A Pane is the visible part of a canvas's picture, with the layout of the drawn list and the pointer. x runs
// from Start to End in the canvas's unit.
type Pane struct {
	ID      ID
	View    message.Viewport
	Start   float64 // 0, unless set after Reset
	End     float64
	Least   float64     // the narrowest visible range, in the canvas's unit
	Left    message.CSS // CSS pixels left of View.From
	Top     message.CSS // height of the ruler
	Content message.CSS // height of the content that scrolls
	Hover   Hover

	shown  string      // encoding of the last requested list
	round  int         // the line's generation at that request
	marked Marks       // the marks last drawn
	drag   func(Input) // handler of the current drag
	cursor string      // CSS cursor
}

// Reset shows all of a new picture that ends at end.
func (p *Pane) Reset(end, least float64) {
	*p = Pane{ID: p.ID, cursor: p.cursor, End: end, Least: least, View: message.Viewport{To: end, Width: p.View.Width, Height: p.View.Height}}
}

// axis returns the mapping between x positions and pixels.
func (p *Pane) axis() scene.Axis {
	return scene.NewAxis(p.View.From, p.View.To, scene.CSS(p.Left), scene.CSS(p.View.Width))
}

// At returns the position in the canvas's unit under x pixels.
func (p *Pane) At(x message.CSS) float64 {
	a := p.axis()
	return a.At(scene.CSS(x))
}

// X returns the pixel of a position. It may lie outside the canvas.
func (p *Pane) X(at float64) message.CSS {
	a := p.axis()
	return message.CSS(a.X(at))
}

// InView returns the pixel of a position, limited to the visible range.
func (p *Pane) InView(at float64) message.CSS { return p.X(min(max(at, p.View.From), p.View.To)) }

// Middle returns the pixel in the middle of the picture.
func (p *Pane) Middle() (x, y message.CSS) { return (p.Left + p.View.Width) / 2, p.View.Height / 2 }

// Zoom scales the visible range by factor around the position under x. That position stays under x, except at
// the ends of the picture. y is unused, because the height does not change.
func (p *Pane) Zoom(x, y message.CSS, factor float64) {
	fixed := min(max(p.At(x), p.View.From), p.View.To)
	span := p.View.To - p.View.From
	next := min(max(span*factor, p.Least), p.End-p.Start)
	if span > 0 {
		p.Show(fixed-(fixed-p.View.From)/span*next, fixed+(p.View.To-fixed)/span*next)
	}
}

// Pan moves the visible part by pixels: right if dx > 0, down if dy > 0.
func (p *Pane) Pan(dx, dy message.CSS) {
	if a := p.axis(); !a.Empty() {
		d := float64(dx) / a.Scale()
		p.Show(p.View.From+d, p.View.To+d)
	}
	p.Scroll(p.View.ScrollY + dy)
}

// Scroll sets the vertical offset, limited to the content.
func (p *Pane) Scroll(y message.CSS) {
	p.View.ScrollY = message.CSS(math.Round(float64(max(0, min(y, p.Content-(p.View.Height-p.Top))))))
}

// Show shows the range between from and to, limited to Start and End and at least Least wide.
func (p *Pane) Show(from, to float64) {
	span := min(max(to-from, p.Least), p.End-p.Start)
	from -= (span - (to - from)) / 2
	from = max(p.Start, min(from, p.End-span))
	p.View.From, p.View.To = from, from+span
}

// Around shows the range with a margin on both sides.
func (p *Pane) Around(from, to float64) {
	margin := (to - from) * 0.08
	p.Show(from-margin, to+margin)
}

// Reveal moves the visible range until it contains from and to, without zooming. It zooms only if the range is
// too wide, or too narrow to see.
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

// RevealStep is Reveal for a step from one part to the next. If the part is narrow, it zooms until the part has a twentieth of the width.
func (p *Pane) RevealStep(from, to float64) {
	const narrow, share = 20, 20 // CSS pixels; of the width
	if width := to - from; width*float64(p.View.Width-p.Left) < narrow*(p.View.To-p.View.From) {
		middle := (from + to) / 2
		p.Show(middle-width*share/2, middle+width*share/2)
		return
	}
	p.Reveal(from, to)
}

// ShowAll shows everything.
func (p *Pane) ShowAll() { p.Show(p.Start, p.End) }

// AllInView reports whether everything is visible horizontally.
func (p *Pane) AllInView() bool { return p.View.From <= p.Start && p.View.To >= p.End }

// Sized stores the canvas's size. A hidden canvas has no size. When a canvas reappears it reports its size. It
// may show another view's list then, so the list is requested again.
func (p *Pane) Sized(in Input) bool {
	if in.X <= 0 || in.Y <= 0 {
		return false
	}
	p.View.Width, p.View.Height = in.X, in.Y
	p.shown = ""
	return true
}

// Drawn stores the layout of the list that is now on the canvas. Its marks are gone.
func (p *Pane) Drawn(g Geometry) {
	p.Left, p.Top, p.Content = g.Left, g.Top, g.Content
	p.marked = Marks{}
}

// Want requests a display list if it differs from the last one, or the line was renewed since, and the canvas is visible.
func (p *Pane) Want(h Host, line *ask.Line, list message.Picture) {
	if p.View.Width <= 0 {
		return
	}
	if code, round := string(message.Encode(nil, 0, list)), line.Generation(); code != p.shown || round != p.round {
		p.shown, p.round = code, round
		h.Show(p.ID, list)
	}
}

// Preview redraws the last list in the current viewport, and hides the tooltip.
func (p *Pane) Preview(h Host) {
	v := p.View
	v.ScrollY = min(v.ScrollY, max(0, p.Content-(v.Height-p.Top)))
	p.preview(h, v)
}

// PreviewAsIs is Preview for a picture that may scroll beyond its end.
func (p *Pane) PreviewAsIs(h Host) { p.preview(h, p.View) }

func (p *Pane) preview(h Host, v message.Viewport) {
	h.Preview(p.ID, v)
	if p.Hover.Shown {
		p.Hover.Shown = false
		h.Redraw()
	}
}

// Mark draws marks if they differ from those last drawn.
func (p *Pane) Mark(h Host, m Marks) {
	if m != p.marked {
		p.marked = m
		h.Mark(p.ID, m)
	}
}

// A Mover is a picture that zooms and moves: a Pane, or a type that moves several panes together.
type Mover interface {
	Zoom(x, y message.CSS, factor float64) // scales the visible range by factor around x, y pixels
	Pan(dx, dy message.CSS)                // by pixels, to the right and down
	ShowAll()
	Preview(Host)
}

// A Chart is a view's canvas: it reports the zone of an input, and handles acts.
type Chart interface {
	Zone(Input) Zone
	Touch(Act, Input)
}

// Handle handles an input on the canvas: sizes, pointer moves, and the current drag. For all others it looks up
// the act in the table of gestures, and c handles the act. any is as in Hover.Follow.
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
			p.Hover.Leave(h) // the thing under the tooltip moves
		}
		if act := Touched(in, c.Zone(in), where); act != Nothing {
			if act == DragView || act == DragBox {
				p.point(h, "grabbing", where)
			}
			c.Touch(act, in)
		}
	}
}

// pointers are the CSS cursors over the zones of a canvas.
var pointers = map[Zone]string{OnChart: "pointer", OnRuler: "crosshair", OnEdge: "ew-resize", OnBox: "grab", OnBoxEdge: "ew-resize", OnBar: "default"}

// point sets the CSS cursor. "" stands for empty space, where a drag selects a range, moves a graph, or does
// nothing.
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

// The scroll bar of a picture that is higher than its canvas, in CSS pixels: its width and the least height of its
// thumb. The mouse or a finger grabs it within a distance of the canvas's edge. A canvas below narrow pixels has
// the finger's distance.
const (
	BarWidth  = 10
	BarLeast  = 28
	barReach  = 14
	barFinger = 24
	narrow    = 520
)

// bar returns the position of the thumb. ok is false if there is nothing to scroll.
func (p *Pane) bar() (y, height message.CSS, ok bool) {
	track := p.View.Height - p.Top
	rest := p.Content - track
	if p.ID == Graph || rest <= 0.5 || track <= 0 {
		return 0, 0, false
	}
	height = min(track, max(BarLeast, track*track/p.Content))
	return p.Top + min(1, max(0, p.View.ScrollY/rest))*(track-height), height, true
}

// onBar reports whether a position is on the scroll bar.
func (p *Pane) onBar(x, y message.CSS) bool {
	reach := message.CSS(barReach)
	if p.View.Width < narrow {
		reach = barFinger
	}
	_, _, ok := p.bar()
	return ok && x >= p.View.Width-reach && y >= p.Top
}

// dragBar scrolls by the bar. The thumb follows a drag, and jumps to one that starts outside it. A click
// outside the thumb scrolls by a page.
func (p *Pane) dragBar(h Host, m Mover, in Input) {
	y, height, ok := p.bar()
	if !ok {
		return
	}
	track := p.View.Height - p.Top
	if in.Kind != DragStart {
		page := message.CSS(math.Floor(float64(track * 0.9)))
		switch {
		case in.Kind == DoubleClick: // each of its clicks has scrolled
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

// Dragged makes f handle the drag that starts with in, including in.
func (p *Pane) Dragged(in Input, f func(Input)) {
	p.drag = f
	f(in)
}

// Zone returns the zone of an input, on a canvas without a ruler.
func (p *Pane) Zone(in Input) Zone {
	if p.onBar(in.StartingX(), in.StartingY()) {
		return OnBar
	}
	if in.Hit.OK && in.Hit.onCall() {
		return OnChart
	}
	return OnGround
}

// Move handles pointer gestures that zoom and move m; p is m's pane. It returns false for other acts.
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

// Factor returns the zoom factor of a wheel turn.
func (in *Input) Factor() float64 {
	d := in.WheelY
	if d == 0 {
		d = in.WheelX
	}
	return math.Exp(float64(max(-240, min(d, 240))) * 0.004)
}

// keyZoom is the zoom factor of a key press.
const keyZoom = 0.7

// Do handles keys that zoom m around x, y pixels, or move it; p is m's pane. It returns false for other acts.
func (p *Pane) Do(h Host, m Mover, act Act, x, y message.CSS) bool {
	const rows = 60 // pixels for a key press
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
