// Package graph is the engine's room of graphs: facts that are boxes and arrows. A graph comes
// to the page in three steps: the request for it is answered by what Graphviz is to lay out
// (Show), the page has Graphviz do that, and message.Layout brings the places (Place). From
// then on message.GraphView is drawn (Draw).
//
// A room whose facts can be shown this way answers the request for them by
//
//	stage.Show(scene.Graph{Nodes: nodes, Edges: edges})
//
// What a click on a box means is the page's to say; Node.Number tells the boxes of a source
// apart.
package graph

import (
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// A Stage is the page's canvas for graphs, with nothing on it at first.
type Stage struct {
	serial uint32 // of the newest; layouts of others come too late
	placed bool
	scene  scene.Graph
}

// Show makes next the graph on the canvas and returns what Graphviz is to lay out.
func (g *Stage) Show(next scene.Graph) *message.Dot {
	*g = Stage{serial: g.serial + 1, scene: next}
	return &message.Dot{Serial: g.serial, Text: g.scene.DOT(), Nodes: len(next.Nodes), Edges: len(next.Edges)}
}

// Place puts the graph where Graphviz said, and describes it to the page.
func (g *Stage) Place(req *message.Layout) message.Body {
	if req.Serial != g.serial {
		return &message.Failure{Text: words.T("The layout is of a graph that is no longer shown.")}
	}
	err := g.scene.Place(req.Text)
	g.placed = err == nil
	if err != nil {
		return &message.Failure{Text: words.Say("The graph could not be laid out: {1}.", err.Error())}
	}
	reply := &message.LaidOut{
		Serial: g.serial, Width: g.scene.Width, Height: g.scene.Height, First: uint32(g.scene.First), Chosen: g.scene.Chosen,
		Nodes: make([]message.GraphNode, len(g.scene.Nodes)), Edges: make([]message.GraphEdge, len(g.scene.Edges)),
	}
	for i := range g.scene.Nodes {
		n := &g.scene.Nodes[i]
		reply.Nodes[i] = message.GraphNode{Label: words.List(n.Lines), Method: n.Method, Number: n.Number, Like: n.Like, Raw: n.Raw, X: n.X, Y: n.Y, W: n.W, H: n.H}
	}
	for i := range g.scene.Edges {
		e := &g.scene.Edges[i]
		reply.Edges[i] = message.GraphEdge{Tail: uint32(e.Tail), Head: uint32(e.Head), Label: e.Label, Alarm: e.Alarm}
	}
	return reply
}

// Skip leaves out the numbers that another worker may have given its graphs.
func (g *Stage) Skip() { g.serial += 1 << 16 }

// Nodes are those of the graph with a serial, nil if that is another.
func (g *Stage) Nodes(serial uint32) []scene.Node {
	if serial != g.serial {
		return nil
	}
	return g.scene.Nodes
}

// Draw draws what of the graph is in view; nothing of one without places, or not meant. Paint
// is that of methods.
func (g *Stage) Draw(l *scene.List, req *message.GraphView, paint scene.Paint) {
	if !g.placed || req.Serial != g.serial {
		return
	}
	g.scene.Draw(l, &scene.GraphQuery{
		From: req.View.From, To: req.View.To, ScrollY: req.View.ScrollY, Width: req.View.Width, Height: req.View.Height,
		Paint: paint, Method: req.Method, Selected: req.Selected, Finds: req.Finds, Found: req.Found,
	})
}
