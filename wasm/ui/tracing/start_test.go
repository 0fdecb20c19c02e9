package tracing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/link"
	"traceglass/wasm/ui/tracing/callers"
	"traceglass/wasm/ui/tracing/calltree"
	"traceglass/wasm/ui/uitest"
)

// tree returns the last request of the visible tree.
func (p *page) tree(t *testing.T) *message.TreeRows {
	t.Helper()
	var last *message.TreeRows
	p.Settle(&p.d.Line, p.RequestData, func(body message.Body) message.Body {
		if rows, ok := body.(*message.TreeRows); ok {
			last = rows
		}
		return uitest.Engine(body)
	})
	return last
}

// TestStart: a tree can begin at a selected row, goes back a step or to its root, and the history restores each
// state.
func TestStart(t *testing.T) {
	for i, tab := range []string{"topdown", "bottomup"} {
		p := openCalc(t)
		p.show(tab)
		p.answer()
		p.render(t)
		before := link.Now(p.d)
		key := func(k canvas.Key) { k.Focus, k.Row = tab+"-rows", true; p.key(k) }
		for range 3 {
			key(canvas.Key{Name: "ArrowDown"})
		}
		p.Room.Key(canvas.Key{Name: "Enter", Shift: true, Focus: tab + "-rows", Row: true})
		req := p.tree(t) // the path is 100, 101, 102
		if req == nil || !req.HasRoot || req.Root != 102 || !slices.Contains(req.Open, 102) {
			t.Fatalf("%s: asked for %+v", tab, req)
		}
		if html := p.Stand.Render(t, p.Room); !strings.Contains(html, `id="`+tab+`-start"`) || !strings.Contains(html, ">from ") {
			t.Errorf("%s: no chip tells where the tree begins", tab)
		}
		after := link.Now(p.d)
		if before.Same(after) {
			t.Errorf("%s: history does not have it", tab)
		}
		p.press(t, tab+"-up")
		if req, _ := uitest.Asked[*message.TreeRows](p.Stand); req == nil || req.Root != 101 || !req.HasSeek || req.Seek != 102 {
			t.Errorf("%s: a step back: %+v", tab, req)
		}
		if req := p.tree(t); req == nil || req.Root != 101 || req.HasSeek {
			t.Errorf("%s: and then: %+v", tab, req)
		}
		before.Show(p.d)
		if req := p.tree(t); req == nil || req.HasRoot {
			t.Errorf("%s: back in history: %+v", tab, req)
		}
		after.Show(p.d)
		if req := p.tree(t); req == nil || req.Root != 102 {
			t.Errorf("%s: forth again: %+v", tab, req)
		}
		p.press(t, tab+"-start")
		if req := p.tree(t); req == nil || req.HasRoot || len(p.d.Starts[i].Path) > 0 {
			t.Errorf("%s: the whole tree: %+v", tab, req)
		}
	}
}

// TestStartFolds: folding direct recursion gives the tree's first row another number. It stays the same frame.
func TestStartFolds(t *testing.T) {
	p := openCalc(t)
	p.show("topdown")
	p.answer()
	p.d.Starts[0] = desk.Start{Path: []canvas.Crumb{{Node: 100, Method: 0}, {Node: 101, Method: 1}, {Node: 102, Method: 1}}}
	p.tree(t)
	p.d.Fold = true
	p.RequestData()
	ask, _ := uitest.Asked[*message.Refold](p.Stand)
	if ask == nil || !ask.Fold || len(ask.Nodes) != 3 {
		t.Fatalf("asked for %+v", ask)
	}
	if req, _ := uitest.Asked[*message.TreeRows](p.Stand); req != nil && req.Fold {
		t.Error("the folded tree is asked for before its nodes are known")
	}
	uitest.Reply[*message.Refold](p.Stand, &p.d.Line, &message.Refolded{Fold: true, Nodes: []uint32{40, 41, 41}})
	if req := p.tree(t); req == nil || !req.Fold || req.Root != 41 {
		t.Errorf("asked for %+v", req)
	}
	if path := p.d.Starts[0].Path; len(path) != 2 {
		t.Errorf("it begins with %v", path)
	}
}

// TestDeepRows: a deep row offers to begin the tree there.
func TestDeepRows(t *testing.T) {
	p := openCalc(t)
	p.show("topdown")
	p.answer()
	p.d.RenderStep = desk.WholePage
	deep := func() int { return strings.Count(p.Stand.Render(t, p.Room), `class="mini start"`) }
	if n := deep(); n != 0 {
		t.Errorf("%d rows of a shallow tree offer it", n)
	}
	p.Settle(&p.d.Line, func() { p.d.Search.Text = "x"; p.RequestData() }, func(body message.Body) message.Body {
		reply := uitest.Engine(body)
		if rows, ok := reply.(*message.Rows); ok {
			rows.Rows[9].Level, rows.Rows[10].Level, rows.Rows[12].Level = 10, 11, 12 // the last is a leaf
		}
		return reply
	})
	if n := deep(); n != 2 {
		t.Errorf("%d rows offer it, want 2", n)
	}
	words.SetCatalogue("start here\n从这里开始\n\nStart the tree here (Shift + Enter)\n树从此处开始\n")
	html := p.Stand.Render(t, p.Room)
	words.SetCatalogue("")
	if strings.Contains(html, "start here") || strings.Count(html, "从这里开始") != 2 || !strings.Contains(html, `title="树从此处开始"`) {
		t.Error("the button is not translated")
	}
	p.Render(t, p.Room)
	p.Send(t, "click", "topdown-rows", map[string]any{"id": "topdown-10-start"}) // the cells of a row are one text
	p.RequestData()
	if req := p.tree(t); req == nil || !req.HasRoot {
		t.Errorf("a click on it: %+v", req)
	}
}

// TestMaximise: one part of the page can have the full height. It gives it back when the other part is shown.
func TestMaximise(t *testing.T) {
	p := openCalc(t)
	s := &p.d.Split
	for _, tt := range []struct {
		name string
		do   func()
		want string
	}{
		{"M", func() { p.key(canvas.Key{Name: "m"}) }, "views"},
		{"the same while the views have it", func() { p.key(canvas.Key{Name: "m"}) }, ""},
		{"Shift and M", func() { p.key(canvas.Key{Name: "M", Shift: true}) }, "timeline"},
		{"a view is shown", func() { p.key(canvas.Key{Name: "5"}) }, ""},
		{"the button", func() { p.press(t, "whole-views") }, "views"},
		{"the other one's", func() { p.press(t, "whole-timeline") }, "timeline"},
		{"Enter on the line between them", func() { s.Key(canvas.Key{Name: "Enter", Focus: "split-timeline"}, 300) }, ""},
		{"again", func() { s.Key(canvas.Key{Name: "Enter", Focus: "split-timeline"}, 300) }, "views"},
		{"a call is shown", func() { p.d.ShowCall(aCall.Call(), 5) }, ""},
	} {
		if tt.do(); s.Maximised() != tt.want {
			t.Errorf("%s: %q has the height, want %q", tt.name, s.Maximised(), tt.want)
		}
	}
	s.Maximise(desk.ViewsPart)
	if next := desk.NewPage(p.Stand); next.Split.Maximised() != "" {
		t.Errorf("the next visit begins with %q", next.Split.Maximised())
	}
}

// TestBottomUpBeginsByExclusiveTime: the bottom-up tree first sorts by exclusive time. The view state omits
// this order, because it is the default.
func TestBottomUpBeginsByExclusiveTime(t *testing.T) {
	p := openCalc(t)
	for tab, want := range map[string]message.Column{"topdown": message.ByInclusive, "bottomup": message.ByExclusive} {
		p.show(tab)
		if req := p.tree(t); req == nil || req.Order.Column != want {
			t.Errorf("%s: asked for %+v", tab, req)
		}
		p.answer()
	}
	if look := link.Now(p.d); strings.Contains(fmt.Sprint(look), "bottomup_s") {
		t.Errorf("the look says %v", look)
	}
}

// TestInvertedFlameGraph: the flame graph can begin with the methods and draw their callers below, also with a
// range and a search. No other view has its frames.
func TestInvertedFlameGraph(t *testing.T) {
	p := openCalc(t)
	p.show("flamegraph")
	p.answer()
	flame := func() *message.Flame { p.RequestData(); return p.Shown[canvas.Flame].(*message.Flame) }
	if flame().Callers {
		t.Fatal("it begins inverted")
	}
	p.press(t, "flame-callers")
	if req := flame(); !req.Callers {
		t.Fatalf("asked for %+v", req)
	}
	hit := canvas.Hit{OK: true, Method: 5, Row: 7, X: 300, Y: 40, W: 80, H: 17}
	zoom := func() {
		for range 2 {
			p.input(canvas.Input{Canvas: canvas.Flame, Kind: canvas.Click, X: 320, Y: 50, Hit: hit})
		}
	}
	if zoom(); flame().Root != 7 {
		t.Fatalf("zoomed into %d", flame().Root)
	}
	p.d.Search.Find("calc")
	if req := flame(); !req.Callers || req.Find != "calc" || req.Root != 7 {
		t.Errorf("after a search: %+v", req)
	}
	p.d.SetRange(1000*uitest.Ms, 2000*uitest.Ms, 6370*uitest.Ms)
	if req := flame(); !req.Callers || req.Scope.From != 1000*uitest.Ms || req.Root != message.NoNode {
		t.Errorf("of a range, whose frames are others: %+v", req)
	}
	if ask, _ := uitest.Asked[*message.FlameNode](p.Stand); ask != nil && !ask.Callers {
		t.Errorf("asked about a frame of the other tree: %+v", ask)
	}
	zoom()
	p.press(t, "flame-callers")
	if req := flame(); req.Callers || req.Root != message.NoNode {
		t.Errorf("turned back: %+v", req)
	}
}

// TestHeaviestPathAndPlatformFrames: the tree scrolls to the end of the heaviest path. A click on the platform
// frames opens them in every view. The tree then shows their rows.
func TestHeaviestPathAndPlatformFrames(t *testing.T) {
	p := openCalc(t)
	p.d.Trace.Threads[0].Framework = 3
	p.show("topdown")
	p.answer()
	p.press(t, "topdown-heaviest")
	p.Settle(&p.d.Line, p.RequestData, func(body message.Body) message.Body {
		reply := uitest.Engine(body)
		if req, ok := body.(*message.TreeRows); ok && req.HotPath != message.NoNode {
			reply.(*message.Rows).Open = []uint32{100, 101, 109}
		} else if ok && req.HasSeek && req.Seek == 109 {
			reply.(*message.Rows).At = 9
		}
		return reply
	})
	tree := p.Views[2].(*calltree.View)
	if tree.Cursor != 9 || !slices.Contains(p.Did, "focus topdown-rows") {
		t.Errorf("the cursor is on row %d, want the hot end's; asked to %v", tree.Cursor, p.Did)
	}
	line := func(body message.Body) message.Body {
		reply := uitest.Engine(body)
		if rows, ok := reply.(*message.Rows); ok {
			rows.Rows[0] = message.Row{Kind: message.FoldRow, Frames: 3, Method: message.NoNode, InclusiveShare: [3]float64{1, 1, 1}}
		}
		return reply
	}
	for i, tab := range []string{"methods", "topdown"} {
		p.d.Unfolded = nil
		p.show(tab)
		p.d.ChooseMethod(3 + uint32(i)) // the view requests other rows
		p.d.Search.Text = tab
		p.Settle(&p.d.Line, p.RequestData, line)
		p.d.RenderStep = desk.WholePage
		if html := strings.ReplaceAll(p.Stand.Render(t, p.Room), words.NBSP, " "); !strings.Contains(html, "3 platform frames, 100.0 %") {
			t.Errorf("%s: no line stands for the platform frames", tab)
		}
		p.press(t, tab+"-0")
		if !slices.Equal(p.d.Unfolded, []uint32{0}) || p.d.Method != 3+uint32(i) {
			t.Errorf("%s: a click unfolds %v, chooses %d", tab, p.d.Unfolded, p.d.Method)
		}
		if req, _ := uitest.Asked[*message.TreeRows](p.Stand); tab == "topdown" && (req == nil || !req.Unfolded || !req.Frames) {
			t.Errorf("%s: asked for %+v", tab, req)
		}
		if req, _ := uitest.Asked[*message.MethodRows](p.Stand); tab == "methods" && (req == nil || !req.Unfolded) {
			t.Errorf("%s: asked for %+v", tab, req)
		}
		p.answer()
	}
}

// TestRelativesBeginWithTheHottest: callers and callees begin with the own method that caused the most time on the selected
// thread, and do not select it.
func TestRelativesBeginWithTheHottest(t *testing.T) {
	p := openCalc(t)
	p.show("relatives")
	var most *message.MethodRows
	var of *message.Relatives
	p.Settle(&p.d.Line, p.RequestData, func(body message.Body) message.Body {
		switch body := body.(type) {
		case *message.MethodRows:
			most = body
			return &message.Rows{Total: 9, Rows: []message.Row{{Kind: message.MethodRow, Method: 5}}}
		case *message.Relatives:
			of = body
		}
		return uitest.Engine(body)
	})
	if most == nil || most.Order.Column != message.ByExclusive || most.Count != 1 || most.Scope.Code != message.ChargedToOwn || !slices.Equal(most.Scope.Threads, []uint32{0}) {
		t.Fatalf("asked for %+v, want main's own method that caused the most time", most)
	}
	if of == nil || of.Method != 5 {
		t.Errorf("shows the relatives of %+v, want those of method 5", of)
	}
	if p.d.Method != message.NoNode {
		t.Errorf("method %d is chosen", p.d.Method)
	}
	p.d.ChooseMethod(7)
	p.answer()
	if p.d.Method != 7 || p.Views[5].(*callers.View).Reply.Rows == nil {
		t.Errorf("the chosen method is not shown")
	}
}

// TestSandwich: the flame graph shows callers and callees around the selected method. It follows selections of other views,
// and Escape leads back.
func TestSandwich(t *testing.T) {
	p := openCalc(t)
	p.show("flamegraph")
	p.answer()
	flame := func() *message.Flame { p.RequestData(); return p.Shown[canvas.Flame].(*message.Flame) }
	p.press(t, "flame-sandwich")
	if req := flame(); req.Sandwich || p.d.Notice == "" {
		t.Fatalf("without a method: %q, asked for %+v", p.d.Notice, req)
	}
	p.d.ChooseMethod(5)
	p.press(t, "flame-sandwich")
	if req := flame(); !req.Sandwich || req.Around != 5 || req.View.ScrollY < 1e6 {
		t.Fatalf("asked for %+v", req)
	}
	p.input(canvas.Input{Canvas: canvas.Flame, Kind: canvas.Click, X: 320, Y: 50, Hit: canvas.Hit{OK: true, Method: 7, Row: 9, X: 300, Y: 40, W: 80, H: 17}})
	if req := flame(); req.Around != 5 || p.d.Method != 7 || req.Chosen != 9 {
		t.Errorf("after a click on a frame: %+v, selected %d", req, p.d.Method)
	}
	if ask, _ := uitest.Asked[*message.FlameNode](p.Stand); ask == nil || !ask.Sandwich || ask.Around != 5 || ask.Node != 9 {
		t.Errorf("asked about %+v", ask)
	}
	p.d.ChooseMethod(8)
	if req := flame(); req.Around != 8 || req.Chosen == 9 {
		t.Errorf("after a selection elsewhere: %+v", req)
	}
	if look := link.Now(p.d); !strings.Contains(fmt.Sprint(look), "flamegraph_a1") {
		t.Errorf("the look says %v", look)
	}
	p.flame.Do(canvas.Back)
	if req := flame(); req.Sandwich || req.Root != message.NoNode {
		t.Errorf("after Escape: %+v", req)
	}
	p.show("methods")
	at := slices.IndexFunc(p.Commands(), func(c desk.Command) bool { return strings.HasPrefix(c.Name, "Sandwich") })
	p.Commands()[at].Do()
	if req := flame(); !req.Sandwich || req.Around != 8 || p.d.Tab != "flamegraph" {
		t.Errorf("the palette shows %s with %+v", p.d.Tab, req)
	}
	p.press(t, "flame-callers")
	if req := flame(); req.Sandwich || !req.Callers {
		t.Errorf("inverted: %+v", req)
	}
}

// TestMergedFrames: a click on frames that are too narrow to see zooms in, and the tooltip says how many they are.
func TestMergedFrames(t *testing.T) {
	p := openCalc(t)
	p.show("flamegraph")
	p.answer()
	hit := canvas.Hit{OK: true, Merged: true, Method: 5, Row: 7, Thread: 12, X: 430, Y: 40, W: 43, H: 17}
	p.input(canvas.Input{Canvas: canvas.Flame, Kind: canvas.Move, X: 440, Y: 50, Hit: hit})
	if look := p.look(t); !strings.Contains(look, "12 frames, 5.0\u00a0% of the graph") {
		t.Error("the tooltip does not count the frames")
	}
	p.input(canvas.Input{Canvas: canvas.Flame, Kind: canvas.Click, X: 440, Y: 50, Hit: hit})
	if v := p.Shown[canvas.Flame].(*message.Flame).View; v.From < 0.49 || v.From > 0.5 || v.To < 0.55 || v.To > 0.56 {
		t.Errorf("a click shows %v to %v", v.From, v.To)
	}
	if p.d.Method != message.NoNode {
		t.Errorf("a click selects %d", p.d.Method)
	}
}

// TestStepFrames: keys, buttons and the search step through frames of the flame graph, which zooms and scrolls to each.
func TestStepFrames(t *testing.T) {
	p := openCalc(t)
	p.show("flamegraph")
	p.answer()
	p.input(canvas.Input{Canvas: canvas.Flame, Kind: canvas.Move, X: 440, Y: 50})
	seek := func() *message.FlameNode {
		t.Helper()
		p.RequestData()
		ask, _ := uitest.Asked[*message.FlameNode](p.Stand)
		if ask == nil || !ask.Seek {
			t.Fatalf("asked for %+v", ask)
		}
		return ask
	}
	found := func(m *message.FlameNodeReply) {
		uitest.Reply[*message.FlameNode](p.Stand, &p.d.Line, m)
		p.RequestData()
	}
	p.key(canvas.Key{Name: "."})
	if p.d.Notice == "" {
		t.Error("without a method, the key says nothing")
	}
	p.d.ChooseMethod(5)
	p.key(canvas.Key{Name: "."})
	if ask := seek(); ask.Method != 5 || ask.Back || ask.Node != message.NoNode {
		t.Errorf("asked for %+v", ask)
	}
	found(&message.FlameNodeReply{Found: true, Node: 41, Method: 5, Number: 1, Total: 3, From: 0.5, To: 0.5004, Depth: 2})
	if p.d.Notice != "Frame 1 of 3, from the widest" || p.d.Method != 5 {
		t.Errorf("it says %q, selected %d", p.d.Notice, p.d.Method)
	}
	// The details of the frame say where it is: too narrow to see, so the graph zooms in.
	found(&message.FlameNodeReply{Found: true, Node: 41, Method: 5, From: 0.5, To: 0.5004, Depth: 2})
	if v := p.Shown[canvas.Flame].(*message.Flame).View; v.From >= 0.5 || v.To <= 0.5004 || v.To-v.From > 0.01 {
		t.Errorf("it shows %v to %v", v.From, v.To)
	}
	p.press(t, "flame-previous")
	if ask := seek(); ask.Method != 5 || !ask.Back || ask.Node != 41 {
		t.Errorf("the button asked for %+v", ask)
	}
	found(&message.FlameNodeReply{})
	if p.d.Notice != "The flame graph has no such frame." {
		t.Errorf("without frames it says %q", p.d.Notice)
	}
	p.d.Search.Find("view")
	p.Room.Step(false)
	if ask := seek(); ask.Method != message.NoNode || ask.Find != "view" || ask.Back {
		t.Errorf("the search asked for %+v", ask)
	}
}

// TestPicturesComeFirst: a trace that was just opened requests its pictures, and later the figures.
func TestPicturesComeFirst(t *testing.T) {
	p := newPage(uitest.New())
	p.d.Tab = "overview"
	p.size()
	p.open(uitest.Calc())
	asked := func() (all []string) {
		p.Settle(&p.d.Line, p.RequestData, func(body message.Body) message.Body {
			all = append(all, fmt.Sprintf("%T", body))
			return uitest.Engine(body)
		})
		return all
	}
	if got := asked(); len(got) > 0 {
		t.Errorf("before the pictures: %v", got)
	}
	p.d.RenderStep = desk.WholePage
	if got := asked(); !slices.Contains(got, "*message.OverviewInfo") || !slices.Contains(got, "*message.Summed") {
		t.Errorf("after the pictures: %v", got)
	}
}
