// Package graph is the engine's room for graphs of boxes and arrows. A graph reaches the page in
// three steps. Show answers the request for it with the input of Graphviz. The page runs Graphviz
// and returns the layout in message.Layout, which Place reads. From then on, Draw draws
// message.GraphView.
//
// A room answers a request for a graph with
//
//	stage.Show(scene.Graph{Nodes: nodes, Edges: edges})
//
// The page decides what a click on a box does. Node.Number identifies the boxes of a graph's
// source.
package graph

import (
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// A Stage holds the graph on the page's canvas for graphs. It is empty at first.
type Stage struct {
	serial uint32 // of the newest graph; layouts with another serial are too late
	placed bool
	scene  scene.Graph
}

// Show makes next the graph on the canvas and returns the input of Graphviz.
func (g *Stage) Show(next scene.Graph) *message.Dot {
	*g = Stage{serial: g.serial + 1, scene: next}
	return &message.Dot{Serial: g.serial, Text: g.scene.DOT(), Nodes: len(next.Nodes), Edges: len(next.Edges)}
}

// Place applies Graphviz's layout and describes the graph to the page.
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
		reply.Nodes[i] = message.GraphNode{Label: words.List(n.Lines), Slot: message.Slot(n.Slot), Method: n.Method, Number: n.Number, Like: n.Like, Raw: n.Raw, X: n.X, Y: n.Y, W: n.W, H: n.H}
	}
	for i := range g.scene.Edges {
		e := &g.scene.Edges[i]
		reply.Edges[i] = message.GraphEdge{Tail: uint32(e.Tail), Head: uint32(e.Head), Label: e.Label, Alarm: e.Alarm}
	}
	return reply
}

// Skip skips the serials that another worker may have given its graphs.
func (g *Stage) Skip() { g.serial += 1 << 16 }

// Nodes returns the nodes of the graph with this serial, or nil if it is not the current one.
func (g *Stage) Nodes(serial uint32) []scene.Node {
	if serial != g.serial {
		return nil
	}
	return g.scene.Nodes
}

// Draw draws the visible part of the graph, or nothing if it has no layout or another serial.
// paint is for methods.
func (g *Stage) Draw(l *scene.List, req *message.GraphView, paint scene.Paint) {
	if !g.placed || req.Serial != g.serial {
		return
	}
	g.scene.Draw(l, &scene.GraphQuery{
		From: req.View.From, To: req.View.To, ScrollY: scene.CSS(req.View.ScrollY), Width: scene.CSS(req.View.Width), Height: scene.CSS(req.View.Height),
		Paint: paint, Method: req.Method, Selected: req.Selected, Finds: req.Finds, Found: req.Found,
	})
}
