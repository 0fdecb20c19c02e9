package ui

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"traceglass/wasm/message"
)

// drawn is the graph that openGraph shows: 0 calls 1 and 2, which both call 3; 3 calls itself.
func drawn(serial uint32) *message.LaidOut {
	laid := &message.LaidOut{Serial: serial, Width: 400, Height: 300, Edges: []message.GraphEdge{
		{Tail: 0, Head: 1}, {Tail: 0, Head: 2}, {Tail: 1, Head: 3}, {Tail: 2, Head: 3}, {Tail: 3, Head: 3},
	}}
	for i, at := range [][2]float64{{150, 0}, {20, 120}, {260, 120}, {150, 250}} {
		method := uint32(i)
		if i == 0 {
			method = message.NoNode
		}
		laid.Nodes = append(laid.Nodes, message.GraphNode{
			Label: fmt.Sprintf("[%d] Box.number%d, %d ms", i, i, 100-i), Method: method, Number: uint32(i), X: at[0], Y: at[1], W: 120, H: 36,
		})
	}
	return laid
}

// openGraph is the page with its call graph laid out.
func openGraph(t testing.TB) (*App, *stand) {
	t.Helper()
	c, h := openCalc(t)
	c.open(graphView)
	c.Input(Input{Canvas: GraphCanvas, Kind: Size, X: 800, Y: 400})
	giveGraph(t, c, h, 7)
	h.answerAll(c)
	return c, h
}

// giveGraph answers the request for a graph, as engine and Graphviz would.
func giveGraph(t testing.TB, c *App, h *stand, serial uint32) {
	t.Helper()
	c.sync()
	_, number := asked[*message.Graph](h)
	if number == 0 {
		t.Fatal("no graph was asked for")
	}
	c.Receive(number, &message.Dot{Serial: serial, Text: "digraph{}", Nodes: 4, Edges: 5})
	c.Graphviz(h.job, "graph 1 1 1", "")
	layout, number := asked[*message.Layout](h)
	if layout == nil || layout.Serial != serial {
		t.Fatalf("the layout went to %+v", layout)
	}
	c.Receive(number, drawn(serial))
}

func TestGraphIsAskedForWhenShown(t *testing.T) {
	c, h := openCalc(t)
	if times[*message.Graph](h) != 0 || len(h.graphs) != 0 {
		t.Error("a graph was asked for before its tab was opened")
	}
	c.open(graphView)
	c.Input(Input{Canvas: GraphCanvas, Kind: Size, X: 800, Y: 400})
	if req, _ := asked[*message.Graph](h); req == nil || req.Threshold != 20 {
		t.Errorf("asked for %+v, want a share of 20 %%", req)
	}
	giveGraph(t, c, h, 1)
	if view, ok := h.shown[GraphCanvas].(*message.GraphView); !ok || view.Serial != 1 {
		t.Errorf("shown is %+v", h.shown[GraphCanvas])
	}
	h.answerAll(c)

	// Range, clock and threads are those of all views.
	c.sel.setRange(ms, 90*ms, 6370*ms)
	c.setClock(message.CPU)
	c.sel.Threads = []uint32{2}
	c.sync()
	if req, _ := asked[*message.Graph](h); req == nil || req.Scope.From != ms || req.Scope.To != 90*ms || req.Scope.Clock != message.CPU || len(req.Scope.Threads) != 1 {
		t.Errorf("asked for %+v", req)
	}
}

func TestGraphOfOldIsDropped(t *testing.T) {
	c, h := openGraph(t)
	c.graph.threshold = 10
	c.sync()
	_, number := asked[*message.Graph](h)
	c.Receive(number, &message.Dot{Serial: 8, Text: "a", Nodes: 9})
	first := h.job
	if note := c.graphNote(); note != "Laying out 9 boxes and 0 arrows…" {
		t.Errorf("the page says %q", note)
	}

	// Another share ends the work; what comes of it after all is nobody's.
	c.graph.threshold = 30
	c.sync()
	if did := strings.Join(h.did, ","); !strings.HasSuffix(did, "stop graphviz") {
		t.Errorf("the host did %s", did)
	}
	c.Graphviz(first, "graph 1 1 1", "")
	if layout, _ := asked[*message.Layout](h); layout != nil {
		t.Errorf("a layout too late went to the engine: %+v", layout)
	}
	giveGraph(t, c, h, 9)
	if c.graph.laid == nil || c.graph.laid.Serial != 9 || c.graphNote() != "" {
		t.Errorf("the newest graph is not shown: %q", c.graphNote())
	}

	c.graph.threshold = 1
	c.sync()
	_, number = asked[*message.Graph](h)
	c.Receive(number, &message.Dot{Serial: 10, Text: "a", Nodes: 5000})
	c.cancelGraph()
	if note := c.graphNote(); !strings.HasPrefix(note, "The graph was not laid out.") {
		t.Errorf("cancelled, the page says %q", note)
	}
	c.graph.threshold = 2
	giveGraph(t, c, h, 11)
	c.graph.threshold = 3
	c.sync()
	_, number = asked[*message.Graph](h)
	c.Receive(number, &message.Dot{Serial: 12, Text: "a", Nodes: 5})
	c.Graphviz(h.job, "", "Graphviz could not lay this graph out: out of memory")
	if note := c.graphNote(); note != "Graphviz could not lay this graph out: out of memory" {
		t.Errorf("failed, the page says %q", note)
	}
}

// Whatever is done, the place under the pointer stays there, and some of the graph is in view.
func TestGraphMoves(t *testing.T) {
	c, _ := openGraph(t)
	g := &c.graph
	rng := rand.New(rand.NewPCG(5, 6))
	if s := g.scale(); math.Abs(s-1.226) > 0.01 {
		t.Errorf("a small graph is shown at %.3f, want all of it", s)
	}
	for range 2000 {
		x, y := rng.Float64()*800, rng.Float64()*400
		switch rng.IntN(6) {
		case 0:
			c.Input(Input{Canvas: GraphCanvas, Kind: Wheel, X: x, Y: y, WheelY: rng.Float64()*400 - 200})
		case 1:
			c.Input(Input{Canvas: GraphCanvas, Kind: Wheel, X: x, Y: y, WheelX: rng.Float64()*400 - 200, WheelY: rng.Float64()*400 - 200, Fingers: true})
		case 2:
			c.Input(Input{Canvas: GraphCanvas, Kind: DragStart, StartX: x, StartY: y, X: y, Y: x})
			c.Input(Input{Canvas: GraphCanvas, Kind: DragEnd, StartX: x, StartY: y, X: y, Y: x})
		case 3:
			g.resize(300+rng.Float64()*900, 200+rng.Float64()*400)
		case 4:
			g.to(rng.IntN(4))
		case 5:
			g.reveal(rng.IntN(4))
		}
		s := g.scale()
		left, right := -g.View.From*s, (g.laid.Width-g.View.From)*s
		top, bottom := -g.View.ScrollY, g.laid.Height*s-g.View.ScrollY
		if !(s > 0.05 && s <= largest+0.01) || right < 1 || bottom < 1 || left > g.View.Width-1 || top > g.View.Height-1 {
			t.Fatalf("at %.2f the graph lies from %.0f, %.0f to %.0f, %.0f on a canvas of %.0f × %.0f", s, left, top, right, bottom, g.View.Width, g.View.Height)
		}
	}
	g.resize(800, 400)
	g.all()
	before := g.View.From + 400/g.scale()
	c.Input(Input{Canvas: GraphCanvas, Kind: Wheel, X: 400, Y: 200, WheelY: -100})
	if after := g.View.From + 400/g.scale(); math.Abs(after-before) > 0.01 {
		t.Errorf("the place under the pointer was %.2f and is %.2f", before, after)
	}
}

func TestGraphIsWalked(t *testing.T) {
	c, h := openGraph(t)
	c.graph.focused = true
	for _, step := range []struct {
		key  string
		want int
	}{
		{"ArrowDown", 0}, {"ArrowDown", 1}, {"ArrowRight", 2}, {"ArrowDown", 3}, {"ArrowDown", 3}, {"ArrowUp", 1}, {"ArrowUp", 0}, {"ArrowLeft", 0},
	} {
		c.Key(Key{Name: step.key, Code: step.key})
		if c.graph.node != step.want {
			t.Fatalf("%s led to box %d, want %d", step.key, c.graph.node, step.want)
		}
		if want := c.graph.laid.Nodes[step.want].Method; c.sel.Method != want {
			t.Fatalf("at box %d method %d is selected", step.want, int32(c.sel.Method))
		}
	}
	if got := c.spoken(); got != "[0] Box.number0, 100 ms; 0 arrows in, 2 out" && got != c.notice {
		t.Errorf("a screen reader hears %q", got)
	}

	// A method selected elsewhere is the box with the keyboard; the list is walked the same.
	c.chooseMethod(2)
	c.sync()
	if c.graph.node != 2 {
		t.Errorf("the method of box 2 was selected, and box %d is", c.graph.node)
	}
	c.graph.listed = true
	if !c.Key(Key{Name: "ArrowDown", Row: true, Focus: "callgraph-rows"}) || c.graph.node != 3 {
		t.Errorf("down the list from box 2 is box %d", c.graph.node)
	}
	lines := c.graph.nodeLines()
	if len(lines) != 4 || lines[3].From != "[1] Box.number1, [2] Box.number2, [3] Box.number3" || lines[0].To != "[1] Box.number1, [2] Box.number2" {
		t.Errorf("the list is %+v", lines)
	}
	if h.shown[GraphCanvas].(*message.GraphView).Selected != 3 {
		t.Error("the canvas outlines another box")
	}
}

func TestGraphIsSaved(t *testing.T) {
	c, h := openGraph(t)
	dot := &message.File{Name: "calc.callgraph.dot", Type: "text/vnd.graphviz", Data: []byte("digraph g { a\x01b }")}
	export := func(format string) uint32 {
		c.saveGraph(format)
		_, number := asked[*message.GraphFile](h)
		return number
	}
	c.Receive(export("dot"), dot)
	if h.saved != dot {
		t.Errorf("saved %+v", h.saved)
	}
	c.Receive(export("svg"), dot)
	if last := h.graphs[len(h.graphs)-1]; last != [2]string{"digraph g { a\ufffdb }", "svg"} {
		t.Errorf("Graphviz was given %q", last)
	}
	c.Graphviz(h.job, "<svg/>", "")
	if h.saved.Name != "calc.callgraph.svg" || string(h.saved.Data) != "<svg/>" {
		t.Errorf("saved %s: %s", h.saved.Name, h.saved.Data)
	}
	c.Receive(export("svg"), dot)
	c.Graphviz(h.job, "<svg><SCRIPT>", "")
	if string(h.saved.Data) != "<svg/>" || c.notice == "" {
		t.Errorf("saved %s, saying %q", h.saved.Data, c.notice)
	}
	c.saveGraph("png")
	if last := h.did[len(h.did)-1]; last != "picture calc.callgraph.png" {
		t.Errorf("the host did %s", last)
	}
}
