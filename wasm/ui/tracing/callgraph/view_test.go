package callgraph

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

const ms = int64(1e6)

// laid returns the graph that open shows: 0 calls 1 and 2, which both call 3. 3 calls itself.
func laid(serial uint32) *message.LaidOut {
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

// A page is the view with an open trace.
type page struct {
	*View
	*uitest.Stand
}

func newPage() *page {
	s := uitest.New()
	d := desk.New(desk.NewPage(s))
	v := New(d)
	d.Open(&message.Description{File: "calc.trace", HasWall: true, HasCPU: true, Span: 6370 * ms})
	d.Show("callgraph")
	v.Open()
	v.Input(canvas.Input{Canvas: canvas.Graph, Kind: canvas.Size, X: 800, Y: 400})
	return &page{v, s}
}

// open returns the page with its graph laid out.
func open(t *testing.T) *page {
	t.Helper()
	p := newPage()
	p.give(t, 7)
	return p
}

// give answers the request for a graph, as the engine and Graphviz do.
func (p *page) give(t *testing.T, serial uint32) {
	t.Helper()
	p.RequestData()
	if !uitest.Reply[*message.Graph](p.Stand, &p.desk.Line, &message.Dot{Serial: serial, Text: "digraph{}", Nodes: 4, Edges: 5, Threshold: 20}) {
		t.Fatal("no graph was asked for")
	}
	p.desk.TakeGraphviz(p.Job, "graph 1 1 1", "")
	if layout, _ := uitest.Asked[*message.Layout](p.Stand); layout == nil || layout.Serial != serial {
		t.Fatalf("the layout went to %+v", layout)
	}
	uitest.Reply[*message.Layout](p.Stand, &p.desk.Line, laid(serial))
	p.RequestData()
}

// picture returns the list that the canvas shows.
func (p *page) picture() *message.GraphView { return p.Shown[canvas.Graph].(*message.GraphView) }

// note returns the text over the canvas.
func (p *page) note(t *testing.T) string {
	t.Helper()
	html := uitest.CutOut(t, p.Render(t, p.View), "graph-note")
	_, text, _ := strings.Cut(html, "<p>")
	text, _, _ = strings.Cut(text, "</p>")
	return text
}

func TestGolden(t *testing.T) {
	p := open(t)
	p.key("ArrowDown")
	p.key("ArrowDown")
	p.Render(t, p.View)
	p.Click(t, "graph-listed")
	p.RequestData()
	uitest.CheckGolden(t, "callgraph.html", p.Render(t, p.View))
}

func (p *page) key(name string) {
	p.desk.Front = canvas.Graph
	p.Do(canvas.Pressed(canvas.Key{Name: name, Code: name}, canvas.InTrace))
	p.RequestData()
}

func TestGraphOfTheScope(t *testing.T) {
	p := newPage()
	p.RequestData()
	if req, _ := uitest.Asked[*message.Graph](p.Stand); req == nil || req.Threshold != message.AutoThreshold {
		t.Errorf("asked for %+v, want a share of 20 %%", req)
	}
	p.give(t, 1)
	if view := p.picture(); view.Serial != 1 {
		t.Errorf("shown is %+v", view)
	}
	p.desk.SetRange(ms, 90*ms, 6370*ms)
	p.desk.SetClock(message.CPU)
	p.desk.Threads = []uint32{2}
	p.RequestData()
	if req, _ := uitest.Asked[*message.Graph](p.Stand); req == nil || req.Scope.From != ms || req.Scope.To != 90*ms || req.Scope.Clock != message.CPU || len(req.Scope.Threads) != 1 {
		t.Errorf("asked for %+v", req)
	}
}

func TestLateGraphIsDropped(t *testing.T) {
	p := open(t)
	ask := func(share int, dot *message.Dot) {
		t.Helper()
		p.desk.Share = share
		p.RequestData()
		if dot != nil && !uitest.Reply[*message.Graph](p.Stand, &p.desk.Line, dot) {
			t.Fatal("no graph was asked for")
		}
	}
	ask(10, &message.Dot{Serial: 8, Text: "a", Nodes: 9})
	first := p.Job
	if note := p.note(t); note != "Laying out 9 boxes and 0 arrows…" {
		t.Errorf("the page says %q", note)
	}

	// Another share stops Graphviz. A late result is ignored.
	ask(30, nil)
	if p.Last() != "stop graphviz" {
		t.Errorf("the host did %q", p.Did)
	}
	p.desk.TakeGraphviz(first, "graph 1 1 1", "")
	if layout, _ := uitest.Asked[*message.Layout](p.Stand); layout != nil {
		t.Errorf("a layout too late went to the engine: %+v", layout)
	}
	p.give(t, 9)
	if p.picture().Serial != 9 || p.note(t) != "" {
		t.Errorf("the newest graph is not shown: %q", p.note(t))
	}

	ask(1, &message.Dot{Serial: 10, Text: "a", Nodes: 5000})
	p.Render(t, p.View)
	p.Click(t, "graph-cancel")
	if note := p.note(t); !strings.HasPrefix(note, "The graph was not laid out.") {
		t.Errorf("cancelled, the page says %q", note)
	}
	p.desk.Share = 2
	p.give(t, 11)
	ask(3, &message.Dot{Serial: 12, Text: "a", Nodes: 5})
	p.desk.TakeGraphviz(p.Job, "", "Graphviz could not lay this graph out: out of memory")
	if note := p.note(t); note != "Graphviz could not lay this graph out: out of memory" {
		t.Errorf("failed, the page says %q", note)
	}

	// The worker keeps one graph. A graph of another view replaces it.
	ask(20, &message.Dot{Serial: 13, Text: "a", Nodes: 4})
	p.desk.Graph = 14
	p.RequestData()
	if req, _ := uitest.Asked[*message.Graph](p.Stand); req == nil {
		t.Error("the graph that the worker has no more is not asked for again")
	}
}

// TestGraphOfOneBox: if the graph has no callee, the page suggests a remedy. It does not suggest a lower share
// if no share is lower, or if the method has no callees.
func TestGraphOfOneBox(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		share      int
		timeless   bool
	}{
		{"a share that leaves all out", "No call here takes this share of its caller&#39;s time. Lower the share to see more.", 20, false},
		{"the least share", "No call here calls another.", 0, false},
		{"no times", "This recording has no times, so there is nothing to draw. The tables list its calls, callers and callees.", 20, true},
	} {
		p := newPage()

		p.sliding, p.desk.Share = tt.share, tt.share
		if tt.timeless {
			p.desk.Trace.HasWall, p.desk.Trace.HasCPU = false, false
		}
		p.RequestData()
		uitest.Reply[*message.Graph](p.Stand, &p.desk.Line, &message.Dot{Serial: 1, Text: "digraph{}", Nodes: 1, Threshold: tt.share})
		p.desk.TakeGraphviz(p.Job, "graph 1 1 1", "")
		one := laid(1)
		one.Nodes, one.Edges = one.Nodes[:1], nil
		uitest.Reply[*message.Layout](p.Stand, &p.desk.Line, one)
		p.RequestData()
		if got := p.note(t); got != tt.want {
			t.Errorf("%s: the page says %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestGraphMoves: a zoom or a move keeps the place under the pointer, and part of the graph stays visible.
func TestGraphMoves(t *testing.T) {
	p := open(t)
	scale := func() float64 { v := p.picture().View; return float64(v.Width) / (v.To - v.From) }
	if s := scale(); math.Abs(s-1.226) > 0.01 {
		t.Errorf("a small graph is shown at %.3f, want all of it", s)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	in := func(kind canvas.InputKind, x, y message.CSS) canvas.Input {
		return canvas.Input{Canvas: canvas.Graph, Kind: kind, X: x, Y: y, StartX: y, StartY: x}
	}
	for range 2000 {
		x, y := message.CSS(rng.Float64()*800), message.CSS(rng.Float64()*400)
		next := in(canvas.Wheel, x, y)
		next.WheelY = message.CSS(rng.Float64()*400 - 200)
		switch rng.IntN(6) {
		case 1:
			next.WheelX, next.Fingers = message.CSS(rng.Float64()*400-200), true
		case 2:
			p.Input(in(canvas.DragStart, x, y))
			next = in(canvas.DragEnd, x, y)
		case 3:
			next = in(canvas.Size, 300+message.CSS(rng.Float64()*900), 200+message.CSS(rng.Float64()*400))
		case 4:
			next = in(canvas.DoubleClick, x, y)
			next.Hit = canvas.Hit{OK: true, Row: uint32(rng.IntN(4))}
		case 5:
			p.desk.ChooseMethod(uint32(rng.IntN(4)))
		}
		p.Input(next)
		p.RequestData()
		v, s := p.picture().View, scale()
		left, right := -v.From*s, (400-v.From)*s
		top, bottom := -float64(v.ScrollY), 300*s-float64(v.ScrollY)
		if !(s > 0.05 && s <= 4.01) || right < 1 || bottom < 1 || left > float64(v.Width)-1 || top > float64(v.Height)-1 {
			t.Fatalf("at %.2f the graph lies from %.0f, %.0f to %.0f, %.0f on a canvas of %.0f × %.0f", s, left, top, right, bottom, v.Width, v.Height)
		}
	}
	p.Input(in(canvas.Size, 800, 400))
	p.ShowWhole(p.desk.Host)
	p.RequestData()
	before := p.picture().View.From + 400/scale()
	p.Input(canvas.Input{Canvas: canvas.Graph, Kind: canvas.Wheel, X: 400, Y: 200, WheelY: -100})
	p.RequestData()
	if after := p.picture().View.From + 400/scale(); math.Abs(after-before) > 0.01 {
		t.Errorf("the place under the pointer was %.2f and is %.2f", before, after)
	}
}

func TestGraphIsWalked(t *testing.T) {
	p := open(t)
	selected := func() int { return p.picture().Selected }
	for _, step := range []struct {
		key  string
		want int
	}{
		{"ArrowDown", 0}, {"ArrowDown", 1}, {"ArrowRight", 2}, {"ArrowDown", 3}, {"ArrowDown", 3}, {"ArrowUp", 1}, {"ArrowUp", 0}, {"ArrowLeft", 0},
	} {
		p.key(step.key)
		if selected() != step.want {
			t.Fatalf("%s led to box %d, want %d", step.key, selected(), step.want)
		}
		if want := laid(0).Nodes[step.want].Method; p.desk.Method != want {
			t.Fatalf("at box %d method %d is selected", step.want, int32(p.desk.Method))
		}
	}
	if p.desk.Notice != "There is no further box that way." {
		t.Errorf("at the end the page says %q", p.desk.Notice)
	}
	if got := p.Spoken(); got != "[0] Box.number0, 100 ms; 0 arrows in, 2 out" {
		t.Errorf("a screen reader hears %q", got)
	}

	// The box of a method that another view selected has the focus. The keys move through the list in the same
	// way.
	p.desk.ChooseMethod(2)
	p.RequestData()
	if selected() != 2 {
		t.Errorf("the method of box 2 was selected, and box %d is", selected())
	}
	p.List(true)
	if !p.Key(canvas.Key{Name: "ArrowDown", Row: true, Focus: "callgraph-rows"}) {
		t.Error("the list does not take the key")
	}
	p.RequestData()
	if selected() != 3 {
		t.Errorf("down the list from box 2 is box %d", selected())
	}
	list := uitest.CutOut(t, p.Render(t, p.View), "rows")
	for _, ends := range []string{"[1] Box.number1, [2] Box.number2, [3] Box.number3", "[1] Box.number1, [2] Box.number2"} {
		if !strings.Contains(list, ">"+ends+"<") {
			t.Errorf("no arrows to or from %s in the list: %s", ends, list)
		}
	}
	if !p.Key(canvas.Key{Name: "Enter", Row: true}) || p.Listed() || p.Last() != "focus graph" {
		t.Errorf("Enter does not go to the box: %q", p.Did)
	}
	p.desk.Front = canvas.Timeline
	if p.Do(canvas.GoUp) || p.Do(canvas.ZoomIn) {
		t.Error("keys act on a graph that is not in front")
	}
}

func TestGraphIsSaved(t *testing.T) {
	p := open(t)
	dot := &message.File{Name: "calc.callgraph.dot", Type: "text/vnd.graphviz", Data: []byte("digraph g { a\x01b }")}
	give := func() {
		t.Helper()
		if req, _ := uitest.Asked[*message.GraphFile](p.Stand); req == nil || req.Threshold != p.desk.Share {
			t.Fatalf("asked for %+v", req)
		}
		uitest.Reply[*message.GraphFile](p.Stand, &p.desk.Line, dot)
	}
	p.Render(t, p.View)
	p.Click(t, "graph-dot")
	give()
	if p.Saved.Name != "calc.dot" || string(p.Saved.Data) != string(dot.Data) {
		t.Errorf("saved %+v", p.Saved)
	}
	p.Click(t, "graph-svg")
	give()
	if last := p.Graphs[len(p.Graphs)-1]; last != [2]string{"digraph g { a\ufffdb }", "svg"} {
		t.Errorf("Graphviz was given %q", last)
	}
	p.desk.TakeGraphviz(p.Job, "<svg/>", "")
	if p.Saved.Name != "calc.callgraph.svg" || string(p.Saved.Data) != "<svg/>" {
		t.Errorf("saved %s: %s", p.Saved.Name, p.Saved.Data)
	}
	p.Click(t, "graph-svg")
	give()
	p.desk.TakeGraphviz(p.Job, "<svg><SCRIPT>", "")
	if string(p.Saved.Data) != "<svg/>" || p.desk.Notice == "" {
		t.Errorf("saved %s, saying %q", p.Saved.Data, p.desk.Notice)
	}
	p.Click(t, "graph-png")
	if p.Last() != "picture calc.callgraph.png" {
		t.Errorf("the host did %s", p.Last())
	}
}

// TestLacks: the graph says that it has no box of the selected method, and what to do.
func TestLacks(t *testing.T) {
	p := open(t)
	for _, method := range []uint32{message.NoNode, 2, 9} {
		p.desk.Method = method
		p.RequestData()
		want := ""
		if method == 9 {
			want = "has no box: lower the share to see it"
		}
		if got := p.lacking(); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("method %d: %q, want %q", method, got, want)
		}
	}
}
