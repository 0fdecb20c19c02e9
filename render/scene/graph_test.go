package scene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// plain is Graphviz's output for the graph in TestGraphPlace.
const plain = `graph 1 2.25 1.6333
node 0 1 1.3833 2 0.5 "" solid box black lightgrey
node 1 1 0.2 1 0.4 "" solid box black lightgrey
edge 0 0 7 2.0054 1.4877 2.1515 1.4711 2.25 1.4363 2.25 1.3833 2.25 1.3527 2.2171 1.3281 2.1611 1.3097 solid black
edge 0 1 4 1 1.1297 1 0.98978 1 0.80991 1 0.5 solid black
edge 1 0 4 1 0.40343 1 0.55703 1 0.77876 1 0.97105 "x y\"z" 1.2044 0.76667 solid black
stop
`

func pair() *Graph {
	return &Graph{
		Nodes: []Node{{Lines: []string{"[0] (toplevel)", "5 ms"}, Slot: 3, Method: NoMethod}, {Lines: []string{"<b>"}, Slot: 4, Method: 7}},
		Edges: []Edge{{Tail: 0, Head: 1}, {Tail: 1, Head: 0, Label: `say "no"`, Alarm: true}, {Tail: 0, Head: 0}},
	}
}

func TestGraphPlace(t *testing.T) {
	g := pair()
	dot := g.DOT()
	for _, name := range []string{"toplevel", "<b>", "say"} {
		if strings.Contains(dot, name) {
			t.Errorf("the graph for Graphviz holds the name %s:\n%s", name, dot)
		}
	}
	if err := g.Place(plain); err != nil {
		t.Fatal(err)
	}
	n := g.Nodes[0]
	if got := fmt.Sprintf("%.0f×%.0f: %.0f,%.0f %.0f×%.0f", g.Width, g.Height, n.X, n.Y, n.W, n.H); got != "162×118: 0,0 144×36" {
		t.Errorf("graph and first box %s", got)
	}
	// The arrow from 0 to 1 is vertical, and its head extends it by the head's length.
	e := g.Edges[0]
	if last := e.Points[3]; last.X != 72 || e.Tip.X != 72 || math.Abs(float64(e.Tip.Y-last.Y)-arrowhead) > 0.01 {
		t.Errorf("the arrow ends at %v with its tip at %v", last, e.Tip)
	}
	if e := g.Edges[1]; math.Round(e.LabelX) != 87 || math.Round(e.LabelY) != 62 {
		t.Errorf("the label is at %v, %v", e.LabelX, e.LabelY)
	}
	if got := len(g.Edges[2].Points); got != 7 {
		t.Errorf("the arrow to itself has %d points, want 7", got)
	}
}

// TestLongTextsAreSplit: boxes and labels have two lines for a long text, and Graphviz reserves the space.
func TestLongTextsAreSplit(t *testing.T) {
	g := &Graph{
		Nodes: []Node{{Lines: []string{"AlarmManager (32)", "Blocked in PendingIntentRecord.sendInner"}}, {Lines: []string{"main (1)", "Blocked in SystemServer.run"}}},
		Edges: []Edge{{Tail: 0, Head: 1, Label: "ActivityManagerService 0x07c30c3d"}, {Tail: 1, Head: 0, Label: "Object 0x00d2cd83"}},
	}
	dot := g.DOT()
	if got := fmt.Sprintf("%q %q", g.Nodes[0].rows, g.Nodes[1].rows); got != `["AlarmManager (32)" "Blocked in" "PendingIntentRecord.sendInner"] ["main (1)" "Blocked in SystemServer.run"]` {
		t.Errorf("the boxes have the lines %s", got)
	}
	labels := regexp.MustCompile(`label="([n\\]+)"`).FindAllStringSubmatch(dot, -1)
	if len(labels) != 2 || strings.Count(labels[0][1], `\n`) != 1 || strings.Contains(labels[1][1], `\n`) {
		t.Fatalf("the labels of arrows are %q", labels)
	}
	for i, line := range []string{"ActivityManagerService", "Object 0x00d2cd83"} {
		if letters, _, _ := strings.Cut(labels[i][1], `\n`); CSS(len(letters))*letterWidth < textWidth(line, false) {
			t.Errorf("%s has room for %d letters", line, len(letters))
		}
	}
	g.Arrange()
	if n := len(g.Nodes[0].rows); n != 2 {
		t.Errorf("a drawing without Graphviz has %d lines in a box", n)
	}
}

// TestLowBoxes: a thread's box that is too low for all lines keeps its name, and then the method rather than the state.
func TestLowBoxes(t *testing.T) {
	for scale, want := range map[float64]string{
		1: "main (1)|Blocked in|PendingIntentRecord.sendInner|of com.app (7)", 0.5: "main (1)|sendInner|of com.app (7)",
		0.36: "main (1)|sendInner", 0.24: "main (1)", 0.1: "",
	} {
		g := &Graph{Nodes: []Node{{Lines: []string{"main (1)", "Blocked in PendingIntentRecord.sendInner", "of com.app (7)"}, Short: "PendingIntentRecord.sendInner", Method: NoMethod}}}
		g.DOT()
		n := &g.Nodes[0]
		g.Width, g.Height = n.W, n.H
		var l List
		g.Draw(&l, &GraphQuery{To: 600 / scale, Width: 600, Height: 200, Method: NoMethod, Selected: -1})
		var lines []string
		for _, text := range l.Texts {
			lines = append(lines, text.String)
		}
		if got := strings.Join(lines, "|"); got != want {
			t.Errorf("at scale %v the box has %q, want %q", scale, got, want)
		}
	}
}

func TestGraphPlaceErrors(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"a box is missing", "node 1 ", "note 1 ", "the layout leaves some"},
		{"a box of another graph", "node 1 ", "node 2 ", "the layout's line \"node 2"},
		{"no number", "node 0 1 ", "node 0 wide ", "the layout's line \"node 0 wide"},
		{"no finite number", "node 0 1 ", "node 0 NaN ", "the layout's line \"node 0 NaN"},
		{"too far away", "node 0 1 ", "node 0 1e300 ", "the layout's line \"node 0 1e300"},
		{"more points than there are", "edge 0 1 4", "edge 0 1 4000000000", "the layout's line \"edge 0 1 4000000000"},
		{"no curve", "edge 0 1 4", "edge 0 1 5", "the layout's line \"edge 0 1 5"},
		{"negative size", "graph 1 2.25", "graph 1 -2", "the layout has no size"},
	}
	for _, tt := range tests {
		err := pair().Place(strings.Replace(plain, tt.old, tt.new, 1))
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: error = %v, want %q", tt.name, err, tt.want)
		}
	}
	// Unknown lines are skipped.
	for _, more := range []string{"comment\n", "edge 1 1 4 0 0 0 0 0 0 0 0 solid black\n", "\n"} {
		if err := pair().Place(strings.Replace(plain, "stop\n", more, 1)); err != nil {
			t.Errorf("with the line %q: %v", more, err)
		}
	}
}

// FuzzGraphPlace checks that any text gives an error, or a finite position within bounds for
// every box and a graph that can be drawn.
func FuzzGraphPlace(f *testing.F) {
	f.Add(plain)
	f.Add("graph 1 1 1\nnode 0 0 0 0 0\nnode 1 0 0 0 0\nedge 0 1 4 0 0 0 0 0 0 0 0 \"")
	f.Fuzz(func(t *testing.T, text string) {
		g := pair()
		if g.Place(text) != nil {
			return
		}
		for _, n := range g.Nodes {
			for _, v := range []float64{n.X, n.Y, n.W, n.H} {
				if !(math.Abs(v) <= 4*farthest) || n.W < 0 || n.H < 0 {
					t.Fatalf("box at %v,%v of %v×%v", n.X, n.Y, n.W, n.H)
				}
			}
		}
		var l List
		g.Draw(&l, &GraphQuery{From: 0, To: max(1, g.Width), Width: 300, Height: 200, Method: NoMethod, Selected: 0})
		checkGraphList(t, &l)
	})
}

// checkGraphList checks the invariants of every list of a graph.
func checkGraphList(t *testing.T, l *List) {
	t.Helper()
	if len(l.Rects)+len(l.Curves) > MaxRects || len(l.Texts) > 2*MaxRects {
		t.Fatalf("%d boxes, %d arrows, %d texts", len(l.Rects), len(l.Curves), len(l.Texts))
	}
	for _, r := range l.Rects {
		if !(r.X < float32(l.Width)) || !(r.X+r.W > 0) || !(r.Y < float32(l.Height)) || !(r.Y+r.H > 0) {
			t.Fatalf("box %v lies out of view", r)
		}
	}
	at := 0
	for _, c := range l.Curves {
		if c.First != at || c.Count < 4 || c.Count%3 != 1 {
			t.Fatalf("arrow %+v does not begin at point %d", c, at)
		}
		at += c.Count
	}
	if at != len(l.Points) {
		t.Fatalf("%d points of %d belong to arrows", at, len(l.Points))
	}
}

// grid returns a graph of n boxes in rows.
func grid(n int) *Graph {
	g := &Graph{}
	columns := int(math.Sqrt(float64(n)))
	for i := range n {
		x, y := float64(i%columns)*140, float64(i/columns)*70
		g.Nodes = append(g.Nodes, Node{Lines: []string{fmt.Sprint("box ", i), "line"}, Slot: Slot(i % 16), Method: uint32(i), X: x, Y: y, W: 120, H: 36})
		g.Width, g.Height = max(g.Width, x+120), max(g.Height, y+36)
		if i > 0 {
			from, to := &g.Nodes[i-1], &g.Nodes[i]
			a, b := Point{float32(from.X + 60), float32(from.Y + 36)}, Point{float32(to.X + 60), float32(to.Y)}
			g.Edges = append(g.Edges, Edge{Tail: i - 1, Head: i, Points: []Point{a, a, b, b}, Tip: b})
		}
	}
	return g
}

func TestGraphDraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1, 30, 3000, 40_000} {
		g := grid(n)
		var l List
		for range 50 {
			span := g.Width * math.Pow(2, 2-8*rng.Float64())
			from := (rng.Float64()*1.4 - 0.2) * g.Width
			q := GraphQuery{From: from, To: from + span, Width: 800, Height: 500, Method: NoMethod, Selected: rng.IntN(n)}
			scale := float64(q.Width) / span
			q.ScrollY = CSS((rng.Float64()*1.4-0.2)*g.Height*scale - 100)
			g.Draw(&l, &q)
			checkGraphList(t, &l)
			if scale < 0.2 && len(l.Texts) > 0 {
				t.Fatalf("at %.2f there are %d texts, which could not be read", scale, len(l.Texts))
			}
			// Every box in view is drawn at its position: the topmost box at its centre is that
			// box.
			seen := map[uint32]bool{}
			for _, r := range l.Rects {
				if r.Slot&Outline != 0 {
					continue
				}
				seen[r.Row] = true
				box := &g.Nodes[r.Row]
				x, y := q.From+float64(r.X+r.W/2)/scale, float64(q.ScrollY+CSS(r.Y+r.H/2))/scale
				if math.Abs(x-box.X-box.W/2)*scale > 0.5 || math.Abs(y-box.Y-box.H/2)*scale > 0.5 {
					t.Fatalf("box %d is drawn with its middle at %v, %v", r.Row, x, y)
				}
			}
			want := 0
			for i := range g.Nodes {
				b := &g.Nodes[i]
				if b.X < q.To && b.X+b.W > q.From && b.Y*scale < float64(q.ScrollY+q.Height) && (b.Y+b.H)*scale > float64(q.ScrollY) {
					want++
				}
			}
			if len(l.Rects)+len(l.Curves) < MaxRects-8 && math.Abs(float64(want-len(seen))) > 2 {
				t.Fatalf("%d boxes are drawn, %d are in view", len(seen), want)
			}
		}
	}
}

// TestGraphTextFits: boxes have as many lines as fit at the smallest size of text.
func TestGraphTextFits(t *testing.T) {
	g := Graph{Nodes: []Node{{Lines: []string{"main (1)", "Blocked in A.a", "of b"}, Method: NoMethod}}}
	g.size(true)
	g.Width, g.Height = g.Nodes[0].W, g.Nodes[0].H
	for _, tt := range []struct {
		scale float64
		lines int
	}{{2, 3}, {1, 3}, {leastType, 3}, {0.6, 3}, {0.4, 2}, {0.3, 1}, {0.15, 0}} {
		var l List
		g.Draw(&l, &GraphQuery{To: 800 / tt.scale, Width: 800, Height: 500, Method: NoMethod, Selected: -1})
		if len(l.Texts) != tt.lines {
			t.Errorf("at %v the box has %d lines, want %d", tt.scale, len(l.Texts), tt.lines)
		}
		for i, text := range l.Texts {
			half := 5.5 * max(tt.scale, leastType) // of the height of letters
			if y := float64(text.Y); y < half || y > g.Height*tt.scale-half || (text.Style&Strong != 0) != (i == 0) {
				t.Errorf("at %v line %d is at %v, in style %v", tt.scale, i, y, text.Style)
			}
		}
	}
}

// TestGraphDrawAllocates checks that drawing a graph again allocates nothing.
func TestGraphDrawAllocates(t *testing.T) {
	g := grid(300)
	var l List
	q := GraphQuery{From: 0, To: g.Width, Width: 800, Height: 500, Method: NoMethod, Selected: -1}
	if n := testing.AllocsPerRun(20, func() { g.Draw(&l, &q) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// TestGraphLayers checks that alarms are above arrows of the selected box, and both above other
// arrows.
func TestGraphLayers(t *testing.T) {
	g := pair()
	if err := g.Place(plain); err != nil {
		t.Fatal(err)
	}
	var l List
	g.Draw(&l, &GraphQuery{From: -10, To: 190, Width: 400, Height: 300, Method: 7, Selected: -1})
	var slots []Slot
	for _, c := range l.Curves {
		slots = append(slots, c.Slot)
	}
	if got := fmt.Sprint(slots); got != fmt.Sprint([]Slot{SlotEdge, SlotMethod, SlotAlarm}) {
		t.Errorf("the arrows have the colours %s", got)
	}
	if last := l.Rects[len(l.Rects)-1]; last.Slot != SlotSelected|Outline || last.Method != 7 {
		t.Errorf("the selected box has no outline: %+v", last)
	}
}

// TestCutKeepsTheMethod checks that a shortened line keeps the method's name while some of the
// class remains.
func TestCutKeepsTheMethod(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"[1] Short.name", "[1] Short.name"},
		{"[12] AVeryLongOuterClass$AnotherLongInnerClass$Companion.executePendingTransactionsAndCommitThemNow", "[12] AVeryLongOuterCl…executePendingTransactionsAndCommitThemNow"},
		{"[12] " + strings.Repeat("Outer", 20) + ".run", "[12] OuterOuterOuterOuterOuterOu…erOuterOuterOuterOuterOuter.run"},
		{"C." + strings.Repeat("method", 20), "C.methodmethodmethodmethodmethod…dmethodmethodmethodmethodmethod"},
	} {
		got := Cut(tt.line)
		if n := len([]rune(got)); n > 64 {
			t.Errorf("%s: cut to %d letters", tt.line, n)
		}
		if got != tt.want {
			t.Errorf("%s\nis cut to %s\nwant      %s", tt.line, got, tt.want)
		}
	}
}

// TestMakeNarrow: arrows of a long chain go down, and those of many boxes to one go across. A circle ends the search.
func TestMakeNarrow(t *testing.T) {
	graph := func(heads ...int) *Graph {
		g := &Graph{Nodes: make([]Node, len(heads))}
		for tail, head := range heads {
			g.Nodes[tail].Lines = []string{"Binder:2803_18 (120)", "Runnable"}
			if head >= 0 {
				g.Edges = append(g.Edges, Edge{Tail: tail, Head: head, Label: "Store 0x07c30c3d"})
			}
		}
		return g
	}
	for _, tt := range []struct {
		name   string
		heads  []int
		across bool
	}{
		{"one box", []int{-1}, true},
		{"chain", []int{1, 2, 3, -1}, false},
		{"many boxes wait for one", []int{6, 6, 6, 6, 6, 6, -1}, true},
		{"circle", []int{1, 0}, true},
		{"chain to a circle", []int{1, 2, 1}, true},
	} {
		g := graph(tt.heads...)
		if g.MakeNarrow(); g.Across != tt.across {
			t.Errorf("%s: across is %v, want %v", tt.name, g.Across, tt.across)
		}
	}
}
