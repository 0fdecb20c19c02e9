// Package graph is a graph on its canvas, from the question to the picture: the worker says what
// boxes and arrows there are, Graphviz where they go, the worker draws them. Beside the canvas
// there is a list that shows the same.
package graph

import (
	"slices"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
)

// A View is what the boxes of a graph mean to the view that shows it.
type View interface {
	Choose(*message.GraphNode)                  // what a box stands for; it was clicked, or walked to
	FillTip(*canvas.Tip, *message.GraphNode)    // what the tip over a box says
	Menu(*message.GraphNode, desk.Menu, func()) // opens the menu of a box, or of the ground if it is nil; the function zooms to it
	Note() string                               // lies over the canvas while nothing hinders the graph, "" for nothing
}

// A Stage is the canvas for graphs, what is said over it while there is nothing to see, and the
// list that is its twin. It is the component of them; a view holds it.
type Stage struct {
	desk  *desk.Desk
	view  View
	where canvas.Where

	pane    canvas.Pane // From and To in points, and the same scale down; both may lie beyond the graph
	framing framing     // which part of it is in view
	tip     canvas.Tip
	list    list.Box // its cursor is the box that has the keyboard, or was chosen
	rows    list.Rows[line]
	listed  bool

	query   ask.Query[*message.Dot]
	places  ask.Query[*message.LaidOut]
	dot     *message.Dot // the newest
	job     uint32       // of Graphviz, which lays dot out; 0 for none
	failure string       // why there is no graph
	laid    *message.LaidOut
	unshown bool // laid has not been seen yet
	found   []uint32
	finds   bool // the view searches, and has found those
	at      int  // of found, that was gone to; -1 for none
	picture picture
}

// New makes the stage of a view in a room. What is selected and searched for, and the colours,
// are those of d.
func New(d *desk.Desk, where canvas.Where, v View) *Stage {
	s := &Stage{desk: d, where: where, view: v, pane: canvas.Pane{ID: canvas.Graph}, list: list.Box{Name: "callgraph"}}
	s.Open()
	return s
}

// Open begins with what is open now: nothing has been asked of it.
func (s *Stage) Open() {
	s.stop()
	s.pane.Reset(0, 0)
	s.list.Reset()
	*s = Stage{desk: s.desk, view: s.view, where: s.where, pane: s.pane, list: s.list}
	s.query.Failed, s.places.Failed = s.giveUp, s.giveUp
}

// Canvas is the one that the stage draws on.
func (s *Stage) Canvas() canvas.ID { return canvas.Graph }

// Want has the graph be the one that req asks for.
func (s *Stage) Want(req message.Request[*message.Dot]) {
	if s.dot != nil && s.dot.Serial != s.desk.Graph {
		s.Drop() // the worker has another view's now
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
		s.showStart()
	}
	s.follow()
	d := s.desk
	s.pane.Want(d.Host, &message.GraphView{
		View: s.pane.View, Serial: s.laid.Serial, Method: d.Method, Selected: s.list.Cursor, Find: d.Search.Text, Found: s.found, Finds: s.finds, Colour: d.Colour,
	})
}

// Found has those boxes stand out that a view has found in its own way; with finds false all do.
func (s *Stage) Found(found []uint32, finds bool) {
	if !finds || !slices.Equal(found, s.found) {
		s.at = -1
	}
	s.found, s.finds = found, finds
}

// StepFound goes to the next box that was found, or the one before, around.
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

// Drop lets the graph go: there is none until it is asked for again.
func (s *Stage) Drop() {
	s.stop()
	s.dot, s.laid, s.failure = nil, nil, ""
	s.query.Invalidate()
}

// stop ends Graphviz's work: what it would lay out is no longer wanted.
func (s *Stage) stop() {
	if s.job != 0 {
		s.desk.StopGraphviz(s.job)
		s.job = 0
	}
}

// layOut has Graphviz lay out a graph.
func (s *Stage) layOut(dot *message.Dot) {
	s.desk.Graph = dot.Serial
	if s.query.Busy() {
		return // another one is on its way
	}
	s.stop()
	s.dot, s.laid, s.failure = dot, nil, "" // the worker has let go of the one before
	if dot.Nodes == 0 {
		s.laid = &message.LaidOut{Serial: dot.Serial}
		return
	}
	s.job = s.desk.Graphviz(dot.Text, "plain")
	s.picture.job = 0 // which that has ended
}

// Graphviz takes what Graphviz made of a graph, or one sentence on why there is nothing.
func (s *Stage) Graphviz(number uint32, text, failure string) {
	switch {
	case number == 0:
	case number == s.picture.job:
		s.drawn(text, failure)
	case number == s.job && failure != "":
		s.job, s.failure = 0, failure
	case number == s.job:
		s.places.Ask(&s.desk.Line, &message.Layout{Serial: s.dot.Serial, Text: text}, s.setPlaces)
	}
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
		if v, ok := s.view.(interface{ Opened(*message.GraphNode) }); ok {
			v.Opened(n)
		}
	}
}

// Summary is what the engine sums the graph up to.
func (s *Stage) Summary() string {
	if s.dot == nil {
		return ""
	}
	return s.dot.Says
}

// Empty reports whether the graph is known to have no boxes.
func (s *Stage) Empty() bool { return s.laid != nil && len(s.laid.Nodes) == 0 }

// giveUp notes that a request for the graph, or for its places, failed.
func (s *Stage) giveUp(text string) {
	s.stop()
	s.failure = text
}

// cancel gives up laying out.
func (s *Stage) cancel() {
	s.giveUp(words.T("The graph was not laid out. Raise the share to make it smaller."))
}

// Working reports whether Graphviz lays the graph out.
func (s *Stage) Working() bool { return s.job != 0 }

// Threshold is the share by which the graph was made, or is made now; -1 until that is known.
func (s *Stage) Threshold() int {
	if s.dot == nil {
		return -1
	}
	return s.dot.Threshold
}

// Boxes is how many boxes there are, 0 without a graph.
func (s *Stage) Boxes() int {
	if s.laid == nil {
		return 0
	}
	return len(s.laid.Nodes)
}

// node is a box, nil if there is no such.
func (s *Stage) node(i int) *message.GraphNode {
	if i < 0 || i >= s.Boxes() {
		return nil
	}
	return &s.laid.Nodes[i]
}

// Serial is the number of the graph that is shown, 0 while there is none.
func (s *Stage) Serial() uint32 {
	if s.laid == nil {
		return 0
	}
	return s.laid.Serial
}

// ---- Choosing ----

// Mark makes the first box that stands for what was chosen elsewhere the one that has the keyboard.
func (s *Stage) Mark(chosen func(message.GraphNode) bool) {
	s.list.Cursor = slices.IndexFunc(s.laid.Nodes, chosen)
}

// follow makes the selected method's box the one that has the keyboard.
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

// choose selects what a box stands for.
func (s *Stage) choose(i int) {
	if n := s.node(i); n != nil {
		s.list.Cursor = i
		s.view.Choose(n)
	}
}

// step goes along an arrow, to a caller or callee, or to the box before or after at the same
// height. Of several callers and callees the first is the greatest.
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

// visit chooses a box and has it in view; of a graph that is laid out anew it may be gone.
func (s *Stage) visit(i int) {
	if s.node(i) != nil {
		s.choose(i)
		s.reveal(i)
		s.Preview(s.desk.Host)
	}
}

// neighbour is the nearest box to the right, or left, of another; -1 for none.
func (s *Stage) neighbour(at int, right bool) int {
	here := &s.laid.Nodes[at]
	best, least := -1, 0.0
	for i := range s.laid.Nodes {
		n := &s.laid.Nodes[i]
		if i == at || n.Y > here.Y+here.H || n.Y+n.H < here.Y {
			continue
		}
		away := n.X - here.X
		if !right {
			away = -away
		}
		if away > 0 && (best < 0 || away < least) {
			best, least = i, away
		}
	}
	return best
}

// ---- What it says ----

// place is the tip over the canvas.
func (s *Stage) place() vugu.Builder {
	if s.tip.Place(&s.pane) {
		if n := s.node(int(s.pane.Hover.Hit.Row)); n != nil {
			s.view.FillTip(&s.tip, n)
		}
	}
	return &s.tip
}

// note is what lies over the canvas while there is no graph to see.
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

// Size says how large the graph is, "" without one.
func (s *Stage) Size() string {
	if s.laid == nil {
		return ""
	}
	return size(len(s.laid.Nodes), len(s.laid.Edges), "{1} · {2}")
}

func size(boxes, arrows int, and words.Text) string {
	return words.Say(and, words.Plural(int64(boxes), "box", "boxes"), words.Plural(int64(arrows), "arrow", "arrows"))
}

// label tells a screen reader what the canvas shows.
func (s *Stage) label() string {
	if s.laid == nil {
		return words.T("Graph")
	}
	return words.Say("Graph of {1}. Arrow keys follow the arrows; the list shows the same.", s.Size())
}

// Spoken is the box with the keyboard in words, what it says and what its arrows lead to; ""
// for none, or while the graph is not in front.
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
