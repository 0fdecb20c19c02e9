package graph

import (
	"strings"

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
	To, From                string // the boxes its arrows lead to, and come from
	Index                   int
	Chosen                  bool
}

// mostEnds is how many ends of arrows a row names.
const mostEnds = 12

// List shows the list, or the canvas again.
func (s *Stage) List(on bool) {
	s.listed = on
	s.rows.Forget()
}

// Listed reports whether the list is shown in place of the canvas.
func (s *Stage) Listed() bool { return s.listed }

// window is the rows to have in the page.
func (s *Stage) window() (first, end int) {
	first, n := s.list.Window()
	return first, min(first+n, s.Boxes())
}

// first is the first row in the page, -1 for none.
func (s *Stage) first() int {
	if first, end := s.window(); first < end {
		return first
	}
	return -1
}

// changedRows are the rows in the page, if they differ from those the browser has.
func (s *Stage) changedRows() []line {
	var all []line
	first, end := s.window()
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
		all = append(all, l)
	}
	return list.Changed(&s.rows, all, line{Class: "none"})
}

// ends names the boxes at the other ends of a box's arrows.
func (s *Stage) ends(i int, of func(message.GraphEdge) (this, other uint32)) string {
	var names []string
	for _, e := range s.laid.Edges {
		this, other := of(e)
		if int(this) != i {
			continue
		}
		if len(names) == mostEnds {
			names = append(names, "…")
			break
		}
		name, _, _ := strings.Cut(s.laid.Nodes[other].Label, ",")
		if e.Label != "" {
			name += " (" + e.Label + ")"
		}
		names = append(names, name)
	}
	return words.Clip(words.List(names))
}

// clicked chooses the box of the row that was clicked.
func (s *Stage) clicked(event vugu.DOMEvent) {
	node.Routes{s.list.Name: s.choose}.Dispatch(event)
}

// Key takes a key of the list: Enter shows the box on the canvas.
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
		s.list.ScrollIntoView(s.desk.Host, i)
	}
	return ok
}

// Sized takes what the browser reports of the list's box.
func (s *Stage) Sized(box string, top, height float64) bool {
	return box == s.list.Name && s.list.Sized(top, height)
}
