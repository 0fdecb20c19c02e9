package graph

import (
	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
)

// A line is a box's row in the list.
type line struct {
	ID, Class, Label, Title string
	To, From                string // labels of the boxes at the heads of its outgoing arrows, and at the tails of its incoming ones
	Index                   int
	Chosen                  bool
}

// mostEnds is the most boxes that a row names in each direction.
const mostEnds = 12

// List shows the list or the canvas.
func (s *Stage) List(on bool) {
	s.listed = on
	s.rows.Forget()
}

// Listed reports whether the list is shown instead of the canvas.
func (s *Stage) Listed() bool { return s.listed }

// first returns the first row in the document, -1 for none.
func (s *Stage) first() int {
	if first, end := s.window(&s.list); first < end {
		return first
	}
	return -1
}

// changedRows returns the rows in the document if they differ from those that the browser has, else nil.
func (s *Stage) changedRows() []line {
	var all []line
	first, end := s.window(&s.list)
	for i := first; i < end; i++ {
		l := line{ID: s.list.RowID(i), Class: "row node", Label: words.Clip(s.laid.Nodes[i].Label), Index: i, Chosen: i == s.list.Cursor}
		if l.Chosen {
			l.Class += " cursor"
		}
		l.To = s.ends(i, func(e message.GraphEdge) (this, other uint32) { return e.Tail, e.Head })
		if l.Title = l.Label; s.laid.Nodes[i].Raw != "" {
			l.Title += "\n" + desk.InFile(s.laid.Nodes[i].Raw)
		}
		l.From = s.ends(i, func(e message.GraphEdge) (this, other uint32) { return e.Head, e.Tail })
		if l.To != "" { // the tooltip has what a narrow column cuts
			l.Title += "\n" + words.Say("Arrows to: {1}", l.To)
		}
		if l.From != "" {
			l.Title += "\n" + words.Say("Arrows from: {1}", l.From)
		}
		all = append(all, l)
	}
	return list.Changed(&s.rows, all, line{Class: "none"})
}

// clicked selects the box of the clicked row.
func (s *Stage) clicked(event vugu.DOMEvent) {
	node.Routes{s.list.Name: s.choose}.Dispatch(event)
}

// Key handles a key in the list. Enter shows the box on the canvas.
func (s *Stage) Key(k canvas.Key) bool {
	if !s.listed || s.laid == nil || !k.Row || k.Mod || k.Alt {
		return false
	}
	if n := s.node(s.list.Cursor); k.Name == "Enter" && n != nil {
		s.List(false)
		s.front()
		s.zoomTo(n)
		s.desk.Host.Focus("graph")
		return true
	}
	i, ok := s.list.Step(k)
	if ok {
		s.choose(i)
		if !s.wraps() { // the page shows a row that wraps
			s.list.ScrollIntoView(s.desk.Host, i)
		}
	}
	return ok
}

// Sized stores the size of the list's scroll box.
func (s *Stage) Sized(box string, top, height float64) bool { return s.list.Sized(box, top, height) }
