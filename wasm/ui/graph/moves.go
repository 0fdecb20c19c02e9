package graph

import (
	"slices"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// A framing is the part of a graph that stays visible when the canvas is resized.
type framing uint8

const (
	start  framing = iota // the initial part of a new graph
	entire                // everything
	byHand                // the user's own choice
)

const (
	largest  = 4.0  // pixels in a point
	readable = 0.8  // scale of a new graph that would be smaller if the whole graph were visible
	legible  = 0.72 // the same for a graph with a selected box, so that the whole path to it is visible
	margin   = 16.0 // pixels around the graph
)

// scale returns the pixels in a point.
func (s *Stage) scale() float64 {
	if span := s.pane.View.To - s.pane.View.From; span > 0 {
		return s.pane.View.Width / span
	}
	return 1
}

// fitScale returns the scale that makes the whole graph visible.
func (s *Stage) fitScale() float64 {
	w, h := max(1, s.pane.View.Width-2*margin), max(1, s.pane.View.Height-2*margin)
	return min(1.25, w/max(1, s.laid.Width), h/max(1, s.laid.Height))
}

// showAt shows position x, y in points at px, py in pixels.
func (s *Stage) showAt(x, y, px, py, scale float64) {
	v := &s.pane.View
	v.From = x - px/scale
	v.To = v.From + v.Width/scale
	v.ScrollY = y*scale - py
	s.hold()
}

// hold keeps part of the graph visible.
func (s *Stage) hold() {
	if s.laid == nil {
		return
	}
	v, k := &s.pane.View, s.scale()
	half := min(v.Width, s.laid.Width*k) / 2
	from := max(half-v.Width, min(v.From*k, s.laid.Width*k-half)) / k
	v.To += from - v.From
	v.From = from
	half = min(v.Height, s.laid.Height*k) / 2
	// Lists store it as a float32. The value must be equal to match a list with this view.
	v.ScrollY = float64(float32(max(half-v.Height, min(v.ScrollY, s.laid.Height*k-half))))
}

// showStart shows all of a new graph or, if that would be too small to read, its top. In any case it shows the
// leading box.
func (s *Stage) showStart() {
	least := readable
	if s.laid.Chosen {
		least = legible
	}
	if s.fitScale() >= least || len(s.laid.Nodes) == 0 {
		s.ShowAll()
		s.framing = start
		return
	}
	n, v := s.node(int(s.laid.First)), &s.pane.View
	if n == nil {
		n = &s.laid.Nodes[0]
	}
	// Leave no more empty space at a side than the whole graph would have.
	x := near(n.X+n.W/2, s.laid.Width, v.Width)
	y := n.Y
	if s.laid.Height*readable < v.Height-2*margin {
		y = (s.laid.Height - (v.Height-2*margin)/readable) / 2
	}
	s.showAt(x, y, v.Width/2, margin, readable)
	s.reveal(int(min(s.laid.First, uint32(len(s.laid.Nodes)-1))))
	if i := slices.IndexFunc(s.laid.Nodes, s.view.Leads); i >= 0 {
		s.reveal(i)
	}
	s.framing = start
}

// near returns the position nearest to at, in points, that can be in the middle of a view of so many pixels
// without empty space beyond the graph.
func near(at, length, pixels float64) float64 {
	half := (pixels/2 - margin) / readable
	if length < 2*half {
		return length / 2
	}
	return max(half, min(at, length-half))
}

// ShowAll shows the whole graph, centred.
func (s *Stage) ShowAll() {
	s.framing = entire
	if s.laid != nil {
		s.showAt(s.laid.Width/2, s.laid.Height/2, s.pane.View.Width/2, s.pane.View.Height/2, s.fitScale())
	}
}

// Zoom scales the visible part by factor around x, y pixels.
func (s *Stage) Zoom(x, y, factor float64) {
	if s.laid == nil {
		return
	}
	k := s.scale()
	least := min(k, s.fitScale()/2)
	s.framing = byHand
	s.showAt(s.pane.View.From+x/k, (s.pane.View.ScrollY+y)/k, x, y, max(least, min(k/factor, largest)))
}

// Pan moves the visible part by pixels.
func (s *Stage) Pan(dx, dy float64) {
	if dx != 0 || dy != 0 {
		s.framing = byHand
	}
	v, d := &s.pane.View, dx/s.scale()
	v.From, v.To, v.ScrollY = v.From+d, v.To+d, v.ScrollY+dy
	s.hold()
}

// Preview redraws the last list at the current position and scale.
func (s *Stage) Preview(h canvas.Host) { s.pane.PreviewAsIs(h) }

// resize keeps the scale and the middle of the view, unless all of the graph or its start is shown.
func (s *Stage) resize(in canvas.Input) {
	v, k := &s.pane.View, s.scale()
	x, y := (v.From+v.To)/2, (v.ScrollY+v.Height/2)/k
	switch {
	case !s.pane.Sized(in):
	case s.laid != nil && s.framing == start:
		s.showStart()
	case s.framing == entire:
		s.ShowAll()
	default:
		s.showAt(x, y, v.Width/2, v.Height/2, k)
	}
}

// zoomTo zooms to a box.
func (s *Stage) zoomTo(n *message.GraphNode) {
	v := &s.pane.View
	k := min(max(s.scale(), 1.6), largest, (v.Width-2*margin)/max(1, n.W))
	s.showAt(n.X+n.W/2, n.Y+n.H/2, v.Width/2, v.Height/2, max(k, 0.1))
	s.framing = byHand
}

// reveal pans by the least distance that makes a box visible.
func (s *Stage) reveal(i int) {
	n, v, k := &s.laid.Nodes[i], &s.pane.View, s.scale()
	x, y := (n.X-v.From)*k, n.Y*k-v.ScrollY
	past := func(at, size, room float64) float64 {
		if at < margin || size > room-2*margin {
			return at - margin
		}
		return max(0, at+size-(room-margin))
	}
	s.Pan(past(x, n.W*k, v.Width), past(y, n.H*k, v.Height))
}

// Input handles an input on the canvas.
func (s *Stage) Input(in canvas.Input) {
	switch in.Kind {
	case canvas.Size:
		s.resize(in)
		return
	case canvas.Move:
		s.front()
	}
	s.pane.Handle(s.desk.Host, in, s.where, s.where == canvas.InDumps, s)
}

// Drawn stores the layout of the list that is now on the canvas.
func (s *Stage) Drawn(g canvas.Geometry) { s.pane.Drawn(g) }

// Zone returns the zone of an input on the canvas.
func (s *Stage) Zone(in canvas.Input) canvas.Zone { return s.pane.Zone(in) }

// Touch handles an act on the canvas. The wheel zooms instead of scrolling, because a graph has no top.
func (s *Stage) Touch(act canvas.Act, in canvas.Input) {
	switch n := s.node(int(in.Hit.Row)); {
	case act == canvas.Choose:
		s.choose(int(in.Hit.Row))
	case act == canvas.Menu:
		s.open(int(in.Hit.Row), in.Hit.OK, desk.Menu{At: desk.Place{X: in.PageX, Y: in.PageY}, ReturnFocus: "graph"})
	case act == canvas.ZoomTo && n != nil:
		s.zoomTo(n)
		s.Preview(s.desk.Host)
	case act == canvas.ScrollBy && !in.Fingers:
		s.pane.Move(s.desk.Host, s, canvas.ZoomAt, in)
	default:
		s.pane.Move(s.desk.Host, s, act, in)
	}
}

// open opens the menu of a box, or of the background.
func (s *Stage) open(i int, ok bool, m desk.Menu) {
	s.pane.Hover.Leave(s.desk.Host)
	n := s.node(i)
	if !ok || n == nil {
		s.view.Offer(nil, m, s.ShowAll)
		return
	}
	s.view.Offer(n, m, func() {
		s.List(false)
		s.zoomTo(n)
		s.Preview(s.desk.Host)
	})
}

// Menu opens the menu of the focused box, or of a row of the list.
func (s *Stage) Menu(id string, at desk.Place) bool {
	m := desk.Menu{At: at, Element: id, ReturnFocus: "graph"}
	if s.listed {
		m.ReturnFocus = s.list.Name + "-rows"
	}
	stem, row := node.CutNumber(id)
	switch {
	case id == m.ReturnFocus && s.listed && s.list.Cursor >= 0:
		m.Element = s.list.RowID(s.list.Cursor)
		s.open(s.list.Cursor, true, m)
	case id == m.ReturnFocus:
		s.open(s.list.Cursor, s.list.Cursor >= 0, m)
	case s.listed && stem == s.list.Name && row >= 0:
		s.open(row, true, m)
	default:
		return false
	}
	return true
}

// Do handles an act of the keyboard if the graph was used last.
func (s *Stage) Do(act canvas.Act) bool {
	if s.desk.Front != canvas.Graph {
		return false
	}
	switch act {
	case canvas.GoUp:
		s.step(message.ToCaller)
	case canvas.GoDown:
		s.step(message.ToCallee)
	case canvas.GoLeft:
		s.step(message.ToPrevious)
	case canvas.GoRight:
		s.step(message.ToNext)
	case canvas.Fit:
		if n := s.node(s.list.Cursor); n != nil {
			s.zoomTo(n)
		} else {
			s.ShowAll()
		}
		s.Preview(s.desk.Host)
	case canvas.Back:
		s.ShowAll()
		s.Preview(s.desk.Host)
	default:
		return s.pane.Do(s.desk.Host, s, act, s.pane.View.Width/2, s.pane.View.Height/2)
	}
	return true
}

// front makes keys act on the graph.
func (s *Stage) front() { s.desk.Front = canvas.Graph }
