package engine

import (
	"strconv"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/render/report/dmtracedump"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// graph is the graph on the page's canvas for graphs. It is made in three steps: a request
// for it is answered by what Graphviz is to lay out (begin), the page has Graphviz do that,
// and message.Layout brings the places (place). From then on message.GraphView is drawn.
//
// Any facts that are boxes and arrows can be shown this way. Their request is answered by
//
//	e.graph.begin(scene.Graph{Nodes: nodes, Edges: edges})
//
// and the page shows them by App.graph.want(c, request) whenever it asks for what is shown,
// <ui:GraphStage> in the view's markup, and the view's name in App.graphing. What a click on a
// box means is App.chooseNode's to say; Node.Number tells the boxes of a source apart.
type graph struct {
	serial uint32 // of the newest; layouts of others come too late
	placed bool
	scene  scene.Graph
}

// begin makes g the graph on the canvas and returns what Graphviz is to lay out.
func (g *graph) begin(next scene.Graph) *message.Dot {
	*g = graph{serial: g.serial + 1, scene: next}
	return &message.Dot{Serial: g.serial, Text: g.scene.DOT(), Nodes: len(next.Nodes), Edges: len(next.Edges)}
}

// place puts the graph where Graphviz said, and describes it to the page.
func (g *graph) place(req *message.Layout) message.Body {
	if req.Serial != g.serial {
		return &message.Failure{Text: "The layout is of a graph that is no longer shown."}
	}
	err := g.scene.Place(req.Text)
	g.placed = err == nil
	if err != nil {
		return &message.Failure{Text: "The graph could not be laid out: " + err.Error() + "."}
	}
	reply := &message.LaidOut{
		Serial: g.serial, Width: g.scene.Width, Height: g.scene.Height,
		Nodes: make([]message.GraphNode, len(g.scene.Nodes)), Edges: make([]message.GraphEdge, len(g.scene.Edges)),
	}
	for i := range g.scene.Nodes {
		n := &g.scene.Nodes[i]
		reply.Nodes[i] = message.GraphNode{Label: strings.Join(n.Lines, ", "), Method: n.Method, Number: n.Number, X: n.X, Y: n.Y, W: n.W, H: n.H}
	}
	for i := range g.scene.Edges {
		e := &g.scene.Edges[i]
		reply.Edges[i] = message.GraphEdge{Tail: uint32(e.Tail), Head: uint32(e.Head), Label: e.Label, Alarm: e.Alarm}
	}
	return reply
}

// drawGraph draws what of the graph is in view; nothing of one without places, or not meant.
func (e *Engine) drawGraph(l *scene.List, req *message.GraphView) {
	g := &e.graph
	if !g.placed || req.Serial != g.serial {
		return
	}
	var paint scene.Paint
	if e.index != nil {
		paint = e.paint(req.Colour, req.Find)
	}
	g.scene.Draw(l, &scene.GraphQuery{
		From: req.View.From, To: req.View.To, ScrollY: req.View.ScrollY, Width: req.View.Width, Height: req.View.Height,
		Paint: paint, Method: req.Method, Selected: req.Selected,
	})
}

// callGraph makes the call graph: the boxes and arrows of dmtracedump's -g.
func (e *Engine) callGraph(req *message.Graph) message.Body {
	p := dmtracedump.FromFigures(e.in(req.Scope), profile.Clock(req.Scope.Clock), nil)
	rows, pairs := p.Shown(req.Threshold)
	var g scene.Graph
	at := make([]int, len(p.Methods)) // by row: its node
	for i, row := range rows {
		at[row] = i
		m := &p.Methods[row]
		n := scene.Node{Slot: scene.SlotUnknown, Method: scene.NoMethod, Number: uint32(row)}
		name := m.Class
		if m.Index != call.NoMethod {
			n.Method = uint32(m.Index)
			name = words.ShortMethod(m.Class, m.Name)
		}
		figures := words.Brief(m.Inclusive * 1000)
		if n.Method != scene.NoMethod {
			figures += " · own " + words.Brief(m.Exclusive*1000) + " · " + words.Plural(m.Calls, "call", "calls")
		}
		n.Lines = []string{"[" + strconv.Itoa(row) + "] " + name, figures}
		g.Nodes = append(g.Nodes, n)
	}
	for _, pair := range pairs {
		g.Edges = append(g.Edges, scene.Edge{Tail: at[pair[0]], Head: at[pair[1]]})
	}
	return e.graph.begin(g)
}
