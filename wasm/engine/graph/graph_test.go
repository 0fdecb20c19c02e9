package graph

import (
	"testing"

	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// TestSteps checks that a graph is drawn once it has a layout, and that it does not accept the
// layout of another graph.
func TestSteps(t *testing.T) {
	two := scene.Graph{Nodes: []scene.Node{{Lines: []string{"a", "1 ms"}, Method: 3, Number: 7}, {Lines: []string{"b"}}}, Edges: []scene.Edge{{Tail: 0, Head: 1, Alarm: true}}}
	const plain = "graph 1 2 3\nnode 0 1 2.5 1 0.5 \"\" solid box black lightgrey\nnode 1 1 0.5 1 0.5 \"\" solid box black lightgrey\nedge 0 1 4 1 2.2 1 1.8 1 1.2 1 0.8 solid black\nstop\n"
	var stage Stage
	drawn := func(serial uint32) int {
		var l scene.List
		stage.Draw(&l, &message.GraphView{Serial: serial, Selected: -1, View: message.Viewport{To: 144, Width: 144, Height: 216}}, scene.Paint{})
		return len(l.Rects)
	}
	first := stage.Show(two)
	second := stage.Show(two)
	if first.Serial == second.Serial || second.Nodes != 2 || second.Edges != 1 {
		t.Fatalf("graphs %+v, %+v", first, second)
	}
	for _, late := range []*message.Layout{{Serial: first.Serial, Text: plain}, {Serial: second.Serial, Text: "graph 1 1 1\nstop\n"}} {
		if _, ok := stage.Place(late).(*message.Failure); !ok || drawn(late.Serial) != 0 {
			t.Errorf("layout %+v was accepted", late)
		}
	}
	laid, ok := stage.Place(&message.Layout{Serial: second.Serial, Text: plain}).(*message.LaidOut)
	if !ok || laid.Width != 144 || len(laid.Nodes) != 2 || laid.Nodes[0].Label != "a, 1 ms" || laid.Nodes[0].Method != 3 || laid.Nodes[0].Number != 7 || !laid.Edges[0].Alarm {
		t.Fatalf("laid out %+v", laid)
	}
	if drawn(second.Serial) == 0 || drawn(first.Serial) != 0 {
		t.Error("the graph is not drawn, or another is")
	}
}
