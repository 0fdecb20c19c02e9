// Package graph shows a graph on a canvas. The engine returns the boxes and arrows, Graphviz lays them out, and
// the engine draws them. A list shows the same graph as an alternative to the canvas.
package graph

import (
	"slices"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/room"
)

// A View gives the boxes of a graph their meaning.
type View interface {
	Choose(*message.GraphNode)                   // selects the thing that a clicked or focused box stands for
	FillTip(*canvas.Tip, *message.GraphNode)     // fills the tooltip of a box
	Offer(*message.GraphNode, desk.Menu, func()) // opens the menu of a box, or of the background if the node is nil; the function zooms to it
	Note() string                                // text over the canvas while nothing else is shown there, "" for none
	Opened(first *message.GraphNode)             // a new graph arrived, whose first box the engine chose
	Leads(message.GraphNode) bool                // whether a new graph scrolls to this box
}

// A Stage is the canvas of a graph, the messages over it, and the list with the same content. It is a component
// that a view embeds.
type Stage struct {
	room.NoView
	desk  *desk.Desk
	view  View
	where canvas.Where

	plane
	tip    canvas.Tip
	list   list.Box // its cursor is the focused or selected box
	rows   list.Rows[line]
	listed bool

	query   ask.Query[*message.Dot]
	places  ask.Query[*message.LaidOut]
	dot     *message.Dot // the newest graph
	job     uint32       // number of the Graphviz run that lays out dot, 0 for none
	failure string       // why there is no graph
	unshown bool         // laid has not been shown yet
	found   []uint32
	finds   bool // a search is active; found are its matches
	at      int  // index of the current match, -1 for none
}

// New returns the stage of a view in a room. It uses the selection, search and colours of d.
func New(d *desk.Desk, where canvas.Where, v View) *Stage {
	s := &Stage{desk: d, where: where, view: v, plane: plane{pane: canvas.Pane{ID: canvas.Graph}}, list: list.Box{Name: "callgraph"}}
	s.Open()
	return s
}

// Open resets the stage for another file.
func (s *Stage) Open() {
	s.stop()
	s.pane.Reset(0, 0)
	s.list.Reset()
	*s = Stage{desk: s.desk, view: s.view, where: s.where, plane: plane{pane: s.pane}, list: s.list}
	s.query.Failed, s.places.Failed = s.giveUp, s.giveUp
}

// Canvases returns the canvas of the stage.
func (s *Stage) Canvases() []canvas.ID { return []canvas.ID{canvas.Graph} }

// Want requests the graph that req describes.
func (s *Stage) Want(req message.Request[*message.Dot]) {
	if s.dot != nil && s.dot.Serial != s.desk.Graph {
		s.Drop() // another view's graph has replaced it in the worker
	}
	if s.query.Want(&s.desk.Line, req, s.layOut) {
		s.stop()
		s.failure = ""
	}
	if s.laid == nil || s.pane.View.Width <= 0 {
		return
	}
	if s.unshown {
		s.unshown = false
		s.showStart(s.view.Leads)
	}
	s.follow()
	d := s.desk
	s.pane.Want(d.Host, &d.Line, &message.GraphView{
		View: s.pane.View, Serial: s.laid.Serial, Method: d.Method, Selected: s.list.Cursor, Find: d.Search.Text, Found: s.found, Finds: s.finds, Colour: d.Colour,
	})
}

// Found highlights boxes that the view has found; with finds false it highlights none.
func (s *Stage) Found(found []uint32, finds bool) {
	if !finds || !slices.Equal(found, s.found) {
		s.at = -1
	}
	s.found, s.finds = found, finds
}

// StepFound selects the next or previous match, and wraps around.
func (s *Stage) StepFound(back bool) {
	n := len(s.found)
	if n == 0 {
		return
	}
	if back {
		s.at = max(s.at, 0) + n - 2
	}
	s.at = (s.at + 1) % n
	s.visit(int(s.found[s.at]))
}

// Drop discards the graph until Want requests it again.
func (s *Stage) Drop() {
	s.stop()
	s.dot, s.laid, s.failure = nil, nil, ""
	s.query.Invalidate()
}

// stop ends the current Graphviz run.
func (s *Stage) stop() {
	if s.job != 0 {
		s.desk.StopGraphviz(s.job)
		s.job = 0
	}
}

// layOut starts Graphviz on a graph.
func (s *Stage) layOut(dot *message.Dot) {
	s.desk.Graph = dot.Serial
	if s.query.Busy() {
		return // a newer graph is pending
	}
	s.stop()
	s.dot, s.laid, s.failure = dot, nil, "" // the worker has freed the previous one
	if dot.Nodes == 0 {
		s.laid = &message.LaidOut{Serial: dot.Serial}
		return
	}
	s.job = s.desk.Graphviz(dot.Text, "plain", s.askPlaces)
}

// askPlaces requests the places of the boxes and arrows from the output of Graphviz.
func (s *Stage) askPlaces(text, failure string) {
	if failure != "" {
		s.job, s.failure = 0, failure
		return
	}
	s.places.Ask(&s.desk.Line, &message.Layout{Serial: s.dot.Serial, Text: text}, s.setPlaces)
}

// setPlaces shows a graph that has been laid out.
func (s *Stage) setPlaces(laid *message.LaidOut) {
	if s.dot == nil || laid.Serial != s.dot.Serial {
		return
	}
	s.job = 0
	s.laid, s.unshown = laid, true
	s.list.Cursor, s.list.Total = -1, len(laid.Nodes)
	for i := range laid.Nodes {
		s.desk.Names.Need(laid.Nodes[i].Method)
	}
	if n := s.node(int(laid.First)); n != nil && laid.Chosen {
		s.list.Cursor = int(laid.First)
		s.view.Opened(n)
	}
}

// Summary returns the engine's summary of the graph.
func (s *Stage) Summary() string {
	if s.dot == nil {
		return ""
	}
	return s.dot.Says
}

// giveUp handles a failed request for the graph or its layout.
func (s *Stage) giveUp(text string) {
	s.stop()
	s.failure = text
}

// cancel stops the layout.
func (s *Stage) cancel() {
	s.giveUp(words.T("The graph was not laid out. Raise the share to make it smaller."))
}

// Working reports whether Graphviz is laying out the graph.
func (s *Stage) Working() bool { return s.job != 0 }

// Threshold returns the share that the graph was made with, in percent; -1 while it is unknown.
func (s *Stage) Threshold() int {
	if s.dot == nil {
		return -1
	}
	return s.dot.Threshold
}

// Mark focuses the first box that chosen reports true for.
func (s *Stage) Mark(chosen func(message.GraphNode) bool) {
	s.list.Cursor = slices.IndexFunc(s.laid.Nodes, chosen)
}

// follow focuses the box of the selected method.
func (s *Stage) follow() {
	method := s.desk.Method
	if n := s.node(s.list.Cursor); method == message.NoNode || n != nil && n.Method == method {
		return
	}
	i := slices.IndexFunc(s.laid.Nodes, func(n message.GraphNode) bool { return n.Method == method })
	if i >= 0 {
		s.list.Cursor = i
		s.reveal(i)
	}
}

// choose selects the thing that a box stands for.
func (s *Stage) choose(i int) {
	if n := s.node(i); n != nil {
		s.list.Cursor = i
		s.view.Choose(n)
	}
}

// step moves along an arrow to the largest caller or callee, or to the previous or next box at the same height.
func (s *Stage) step(way message.Direction) {
	if s.Boxes() == 0 {
		return
	}
	next, here := -1, s.list.Cursor
	switch {
	case here < 0:
		next = 0
	case way == message.ToCaller || way == message.ToCallee:
		for _, e := range s.laid.Edges {
			from, to := int(e.Head), int(e.Tail)
			if way == message.ToCallee {
				from, to = to, from
			}
			if from == here && to != here {
				next = to
				break
			}
		}
	default:
		next = s.neighbour(here, way == message.ToNext)
	}
	if next < 0 {
		s.desk.Notify(words.T("There is no further box that way."))
		return
	}
	s.visit(next)
}

// visit selects a box and makes it visible. It does nothing if a new layout has removed the box.
func (s *Stage) visit(i int) {
	if s.node(i) != nil {
		s.choose(i)
		s.reveal(i)
		s.Preview(s.desk.Host)
	}
}

// more returns buttons that show boxes beyond the edges of the canvas.
func more(s *Stage) *bar.Row {
	row := &bar.Row{Class: "graph-more", Each: "quiet", Hidden: s.listed || s.note() != ""}
	for _, side := range beyond(&s.plane) {
		row.Buttons = append(row.Buttons, bar.Button{ID: "graph-" + side.class, Class: side.class, Name: words.Say(side.text, words.Count(int64(side.n))), Do: func() {
			s.reveal(side.nearest)
			s.Preview(s.desk.Host)
		}})
	}
	return row
}

// place positions and fills the tooltip.
func (s *Stage) place() vugu.Builder {
	if s.tip.Place(&s.pane) {
		if n := s.node(int(s.pane.Hover.Hit.Row)); n != nil {
			s.view.FillTip(&s.tip, n)
		}
	}
	return &s.tip
}

// note returns the text over the canvas while no graph is visible.
func (s *Stage) note() string {
	switch {
	case s.failure != "":
		return s.failure
	case s.Working():
		return words.Say("Laying out {1}…", size(s.dot.Nodes, s.dot.Edges, "{1} and {2}"))
	case s.query.Busy() && s.laid == nil:
		return words.T("Summing up…")
	}
	return s.view.Note()
}

// Spoken describes the focused box and its arrows for screen readers. It is "" without a focused box, or if the
// graph was not used last.
func (s *Stage) Spoken() string {
	n := s.node(s.list.Cursor)
	if n == nil || s.desk.Front != canvas.Graph {
		return ""
	}
	var in, out int64
	for _, e := range s.laid.Edges {
		if int(e.Tail) == s.list.Cursor {
			out++
		}
		if int(e.Head) == s.list.Cursor {
			in++
		}
	}
	return words.Say("{1}; {2} in, {3} out", words.Clip(n.Label), words.Plural(in, "arrow", "arrows"), words.Count(out))
}
