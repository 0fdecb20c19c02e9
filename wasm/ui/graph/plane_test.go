package graph

import (
	"fmt"
	"testing"

	"traceglass/wasm/message"
)

// TestStartShowsTheCircle: a graph that does not fit begins at the circle of waits that the leading box leads to, with that box if both
// are readable. Without a circle it begins at the leading box.
func TestStartShowsTheCircle(t *testing.T) {
	const alarm = true
	edge := func(tail, head uint32, alarm bool) message.GraphEdge {
		return message.GraphEdge{Tail: tail, Head: head, Alarm: alarm}
	}
	chain := []message.GraphEdge{edge(0, 1, false), edge(1, 2, false), edge(2, 3, false), edge(3, 4, false)}
	for _, tt := range []struct {
		name    string
		edges   []message.GraphEdge
		lead    uint32
		visible []uint32
	}{
		{"no circle", chain, 1, []uint32{1}},
		{"circle far from the leading box", append(chain[:4:4], edge(3, 4, alarm), edge(4, 3, alarm)), 0, []uint32{3, 4}},
		{"circle next to the leading box", append(chain[:4:4], edge(3, 4, alarm), edge(4, 3, alarm)), 2, []uint32{2, 3, 4}},
		{"leading box in a circle", append(chain[:4:4], edge(1, 0, alarm), edge(0, 1, alarm), edge(4, 3, alarm), edge(3, 4, alarm)), 1, []uint32{0, 1}},
		{"circle elsewhere", append(chain[:2:2], edge(3, 4, alarm), edge(4, 3, alarm)), 0, []uint32{3, 4}},
	} {
		p := &plane{laid: &message.LaidOut{Width: 1400, Height: 60, Edges: tt.edges}}
		for i := range uint32(5) {
			p.laid.Nodes = append(p.laid.Nodes, message.GraphNode{Number: i, X: float64(i) * 300, W: 200, H: 60})
		}
		v := &p.pane.View
		v.Width, v.Height = 680, 300
		p.showStart(func(n message.GraphNode) bool { return n.Number == tt.lead })
		if k := p.scale(); k < legible || k > readable {
			t.Errorf("%s: a point is %v pixels", tt.name, k)
		}
		for _, i := range tt.visible {
			if n := p.node(int(i)); n.X < v.From || n.X+n.W > v.To {
				t.Errorf("%s: box %d is outside of %v to %v", tt.name, i, v.From, v.To)
			}
		}
	}
}

// TestBeyond: each box whose middle is not visible counts at one edge of the canvas, and the edge leads to the closest of them.
func TestBeyond(t *testing.T) {
	p := &plane{laid: &message.LaidOut{Width: 1000, Height: 1000}}
	for _, at := range [][2]float64{{0, 500}, {200, 500}, {500, 500}, {395, 500}, {500, 900}, {900, 0}} {
		p.laid.Nodes = append(p.laid.Nodes, message.GraphNode{X: at[0] - 10, Y: at[1] - 10, W: 20, H: 20})
	}
	v := &p.pane.View
	v.From, v.To, v.Width, v.Height, v.ScrollY = 400, 600, 100, 100, 200 // half a pixel in a point
	got := ""
	for _, s := range beyond(p) {
		got += fmt.Sprintln(s.class, s.n, s.nearest)
	}
	if want := "left 3 3\nright 1 5\nbelow 1 4\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	p.ShowAll()
	if s := beyond(p); s != nil {
		t.Errorf("the whole graph is visible, but %v", s)
	}
}
