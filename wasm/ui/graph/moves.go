package graph

import (
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// Input handles an input on the canvas.
func (s *Stage) Input(in canvas.Input) {
	switch in.Kind {
	case canvas.Size:
		s.resize(in, s.view.Leads)
		return
	case canvas.Move:
		s.front()
	}
	s.pane.Handle(s.desk.Host, in, s.where, s.where == canvas.InDumps, s)
}

// Drawn stores the layout of the list that is now on the canvas.
func (s *Stage) Drawn(g canvas.Geometry) { s.pane.Drawn(g) }

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
		s.ShowWhole(s.desk.Host)
	default:
		return s.pane.Do(s.desk.Host, s, act, s.pane.View.Width/2, s.pane.View.Height/2)
	}
	return true
}

// front makes keys act on the graph.
func (s *Stage) front() { s.desk.Front = canvas.Graph }
