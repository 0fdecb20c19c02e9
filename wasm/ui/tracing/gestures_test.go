package tracing

import (
	"math"
	"slices"
	"strings"
	"testing"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/facts"
	"traceglass/wasm/ui/uitest"
)

// at returns an input on a canvas at x, y. A drag starts there too.
func at(id canvas.ID, kind canvas.InputKind, x, y float64) canvas.Input {
	return canvas.Input{Canvas: id, Kind: kind, X: message.CSS(x), Y: message.CSS(y), StartX: message.CSS(x), StartY: message.CSS(y)}
}

// dragOn drags along a canvas.
func dragOn(p *page, id canvas.ID, y, from, to float64) {
	in := at(id, canvas.DragStart, from, y)
	in.X = message.CSS(from + 4)
	p.input(in)
	p.input(canvas.Input{Canvas: id, Kind: canvas.Drag, X: message.CSS(to), Y: message.CSS(y)})
	p.input(canvas.Input{Canvas: id, Kind: canvas.DragEnd, X: message.CSS(to), Y: message.CSS(y)})
}

func overCall(in canvas.Input) canvas.Input {
	in.Hit = canvas.Hit{OK: true, Method: 5, Thread: 0, Depth: 5, Row: 3, X: 600, W: 50}
	return in
}

// The timeline of the test trace shows 6370 uitest.Ms on 1040 px, from x 160 and below y 24.
func TestGesturesMoveTheView(t *testing.T) {
	const all = 6370e6
	tests := []struct {
		name     string
		do       func(p *page)
		from, to float64 // of the timeline, in parts of the trace
	}{
		{"wheel with Mod zooms in around the pointer", func(p *page) {
			p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Wheel, X: 160 + 520, WheelY: -math.Ln2 / 0.004, Mod: true})
		}, 0.25, 0.75},
		{"at the left end the left end stays", func(p *page) {
			p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Wheel, X: 160, WheelY: -math.Ln2 / 0.004, Mod: true})
		}, 0, 0.5},
		{"zooming out stops at the whole", func(p *page) {
			p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Wheel, X: 500, WheelY: 200, Mod: true})
		}, 0, 1},
		{"wheel over the minimap zooms the timeline there", func(p *page) {
			p.input(canvas.Input{Canvas: canvas.Minimap, Kind: canvas.Wheel, X: 160 + 520, WheelY: -math.Ln2 / 0.004})
		}, 0.25, 0.75},
		{"Shift and wheel pan", func(p *page) {
			p.d.Time.Show(0.25*all, 0.75*all)
			p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Wheel, X: 500, WheelY: 104, Shift: true})
		}, 0.3, 0.8},
		{"dragging a call pans", func(p *page) {
			p.d.Time.Show(0.25*all, 0.75*all)
			p.input(overCall(at(canvas.Timeline, canvas.DragStart, 600, 120)))
			p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Drag, X: 600 - 208, Y: 120})
			p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.DragEnd, X: 600 - 208, Y: 120})
		}, 0.35, 0.85},
		{"panning stops at the end", func(p *page) {
			p.d.Time.Show(0.25*all, 0.75*all)
			p.input(overCall(at(canvas.Timeline, canvas.DragStart, 600, 120)))
			p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Drag, X: -3000, Y: 120})
		}, 0.5, 1},
		{"dragging the box on the minimap pans", func(p *page) {
			p.d.Time.Show(0.25*all, 0.75*all)
			dragOn(p, canvas.Minimap, 10, 600, 704)
		}, 0.35, 0.85},
		{"dragging the box stops at the end", func(p *page) {
			p.d.Time.Show(0.25*all, 0.75*all)
			dragOn(p, canvas.Minimap, 10, 600, 3000)
		}, 0.5, 1},
		{"dragging a side of the box zooms", func(p *page) {
			p.d.Time.Show(0.25*all, 0.75*all)
			dragOn(p, canvas.Minimap, 10, 160+780+3, 160+520)
		}, 0.25, 0.5},
		{"a side of the box goes past the other one", func(p *page) {
			p.d.Time.Show(0.25*all, 0.5*all)
			dragOn(p, canvas.Minimap, 10, 160+260, 160+780)
		}, 0.5, 0.75},
		{"so does the end of what is all in view", func(p *page) {
			dragOn(p, canvas.Minimap, 10, 160+1040, 160+520)
		}, 0, 0.5},
		{"D pans right by an eighth", func(p *page) {
			p.d.Time.Show(0, 0.4*all)
			p.key(canvas.Key{Name: "d", Code: "KeyD"})
		}, 0.05, 0.45},
		{"A by place, whatever the layout calls it", func(p *page) {
			p.d.Time.Show(0.1*all, 0.5*all)
			p.key(canvas.Key{Name: "q", Code: "KeyA"})
		}, 0.05, 0.45},
		{"W zooms to the pointer", func(p *page) {
			p.input(at(canvas.Timeline, canvas.Move, 160, 200))
			p.key(canvas.Key{Name: "w", Code: "KeyW"})
		}, 0, 0.7},
		{"F fits the range", func(p *page) {
			p.d.SetRange(1274*uitest.Ms, 3185*uitest.Ms, 6370*uitest.Ms)
			p.key(canvas.Key{Name: "f", Code: "KeyF"})
		}, 0.2, 0.5},
		{"0 shows all", func(p *page) {
			p.d.Time.Show(0.2*all, 0.3*all)
			p.key(canvas.Key{Name: "0", Code: "Digit0"})
		}, 0, 1},
		{"a double click on empty ground shows all", func(p *page) {
			p.d.Time.Show(0.2*all, 0.3*all)
			p.input(at(canvas.Timeline, canvas.DoubleClick, 600, 300))
		}, 0, 1},
		{"keys with Mod are the browser's", func(p *page) {
			p.d.Time.Show(0.2*all, 0.3*all)
			p.key(canvas.Key{Name: "0", Code: "Digit0", Mod: true})
		}, 0.2, 0.3},
	}
	for _, tt := range tests {
		p := openCalc(t)
		tt.do(p)
		p.RequestData()
		v := p.d.Time.View
		if math.Abs(v.From/all-tt.from) > 1e-6 || math.Abs(v.To/all-tt.to) > 1e-6 {
			t.Errorf("%s: shows %.4f to %.4f, want %.4f to %.4f", tt.name, v.From/all, v.To/all, tt.from, tt.to)
		}
		if body := p.Shown[canvas.Timeline].(*message.Timeline); body.View != v {
			t.Errorf("%s: asked for %v, shows %v", tt.name, body.View, v)
		}
	}
}

func TestZoomStopsAtAMicrosecond(t *testing.T) {
	p := openCalc(t)
	for range 100 {
		p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Wheel, X: 700, WheelY: -240, Mod: true})
	}
	if span := p.d.Time.View.To - p.d.Time.View.From; math.Abs(span-1000) > 1 {
		t.Errorf("the narrowest view is %v ns wide, want 1000", span)
	}
}

func TestDragsChooseARange(t *testing.T) {
	drag := func(p *page, id canvas.ID, y, from, to float64, shift, overACall bool) {
		in := at(id, canvas.DragStart, from, y)
		in.X, in.Shift = message.CSS(from+4), shift
		if overACall {
			in = overCall(in)
		}
		p.input(in)
		p.input(canvas.Input{Canvas: id, Kind: canvas.Drag, X: message.CSS(to), Y: message.CSS(y), Shift: shift})
		p.input(canvas.Input{Canvas: id, Kind: canvas.DragEnd, X: message.CSS(to), Y: message.CSS(y), Shift: shift})
	}
	tests := []struct {
		name     string
		do       func(p *page)
		from, to int64 // uitest.Ms
	}{
		{"on the ruler", func(p *page) { drag(p, canvas.Timeline, 10, 264, 472, false, false) }, 637, 1911},
		{"leftward", func(p *page) { drag(p, canvas.Timeline, 10, 472, 264, false, false) }, 637, 1911},
		{"on the minimap", func(p *page) { drag(p, canvas.Minimap, 10, 264, 472, false, false) }, 637, 1911},
		{"on empty ground", func(p *page) { drag(p, canvas.Timeline, 200, 264, 472, false, false) }, 637, 1911},
		{"with Shift anywhere", func(p *page) { drag(p, canvas.Timeline, 200, 264, 472, true, true) }, 637, 1911},
		{"past the start", func(p *page) { drag(p, canvas.Timeline, 10, 264, 20, false, false) }, 0, 637},
		{"a call pans instead", func(p *page) { drag(p, canvas.Timeline, 200, 264, 472, false, true) }, 0, 0},
		{"the right end", func(p *page) {
			drag(p, canvas.Timeline, 10, 264, 472, false, false)
			drag(p, canvas.Timeline, 10, 473, 680, false, false)
		}, 637, 3185},
		{"the left end, across the right one", func(p *page) {
			drag(p, canvas.Timeline, 10, 264, 472, false, false)
			drag(p, canvas.Minimap, 10, 265, 680, false, false)
		}, 1911, 3185},
		{"a click on the ruler lets go", func(p *page) {
			drag(p, canvas.Timeline, 10, 264, 472, false, false)
			p.input(at(canvas.Timeline, canvas.Click, 900, 10))
		}, 0, 0},
	}
	for _, tt := range tests {
		p := openCalc(t)
		tt.do(p)
		if got := p.d; got.From/uitest.Ms != tt.from || got.To/uitest.Ms != tt.to {
			t.Errorf("%s: range %d to %d ms, want %d to %d", tt.name, got.From/uitest.Ms, got.To/uitest.Ms, tt.from, tt.to)
		}
		if m := p.Marks[canvas.Minimap]; tt.to > 0 && (int64(m.From)/uitest.Ms != tt.from || int64(m.To)/uitest.Ms != tt.to) {
			t.Errorf("%s: marked %v", tt.name, m)
		}
		if tt.to > 0 {
			p.answer()
			if p.rows.Scope.To/uitest.Ms != tt.to {
				t.Errorf("%s: the table is not summed over the range", tt.name)
			}
		}
	}
}

func TestClickSelectsACallEverywhere(t *testing.T) {
	p := openCalc(t)
	p.input(overCall(at(canvas.Timeline, canvas.Click, 620, 120)))
	p.answer()
	if !p.d.HasCall || p.d.Method != 5 || p.d.Call != (message.CallRef{Depth: 5, Row: 3}) {
		t.Fatalf("selected %+v", p.d.Selection)
	}
	if body := p.Shown[canvas.Timeline].(*message.Timeline); body.Method != 5 || !body.HasCall || body.Reveal != message.RevealNothing {
		t.Errorf("the timeline marks %+v", body)
	}
	if p.d.Chosen == nil || !strings.Contains(p.Render(t, p.details), "Path to the root") {
		t.Error("the details do not show it")
	}
	if p.methods.Cursor != 5 {
		t.Errorf("the table's cursor is on row %d, want 5", p.methods.Cursor)
	}
}

func TestDoubleClickZoomsToTheCall(t *testing.T) {
	p := openCalc(t)
	p.input(overCall(at(canvas.Timeline, canvas.Click, 620, 120)))
	p.input(overCall(at(canvas.Timeline, canvas.DoubleClick, 620, 120)))
	p.answer()
	v := p.d.Time.View // the call runs from 2113 to 2431 ms
	if v.From > 2113e6 || v.To < 2431e6 || v.To-v.From > 400e6 {
		t.Errorf("shows %.0f to %.0f ms", v.From/1e6, v.To/1e6)
	}
}

func TestEscGoesBackOneLevelAtATime(t *testing.T) {
	p := openCalc(t)
	p.d.Time.Show(1e9, 2e9)
	p.d.SetRange(1200*uitest.Ms, 3400*uitest.Ms, 6370*uitest.Ms)
	p.d.SetCall(message.CallRef{Depth: 5, Row: 3}, 5)
	p.answer()
	left := func() string {
		var s []string
		for _, level := range []struct {
			on   bool
			name string
		}{
			{p.d.Ranged(), "range"}, {p.d.HasCall, "call"}, {p.d.Method != message.NoNode, "method"}, {!p.d.Time.AllInView(), "zoom"},
		} {
			if level.on {
				s = append(s, level.name)
			}
		}
		return strings.Join(s, " ")
	}
	for _, want := range []string{"range call method zoom", "range method zoom", "range zoom", "zoom", ""} {
		if got := left(); got != want {
			t.Fatalf("left: %q, want %q", got, want)
		}
		if !p.key(canvas.Key{Name: "Escape", Code: "Escape"}) {
			t.Fatal("Esc was not handled")
		}
	}
}

func TestSearchStepsThroughHits(t *testing.T) {
	p := openCalc(t)
	p.d.Search.Find("calc")
	p.methods.Cursor = 4
	p.Step(false)
	body, _ := uitest.Asked[*message.Locate](p.Stand)
	if body == nil || body.Method != message.NoNode || body.After != 4 || body.Back || body.Table.Find.Text != "calc" {
		t.Fatalf("Enter asked for %+v", body)
	}
	p.answer()
	if p.methods.Cursor != 11 || p.d.Method != 11 || p.d.Search.Tally() != "12 of 340, 18.2"+words.NBSP+"% of the time" {
		t.Errorf("cursor %d, method %d, %q", p.methods.Cursor, p.d.Method, p.d.Search.Tally())
	}
	p.Step(true)
	if body, _ := uitest.Asked[*message.Locate](p.Stand); !body.Back {
		t.Error("Shift+Enter did not go back")
	}
}

func TestNextClock(t *testing.T) {
	tests := []struct {
		wall, cpu bool
		want      []message.Clock // first, then after each k
	}{
		{true, true, []message.Clock{message.Wall, message.CPU, message.Waiting, message.Wall}},
		{true, false, []message.Clock{message.Wall, message.Wall}},
		{false, true, []message.Clock{message.CPU, message.CPU}},
	}
	for _, tt := range tests {
		p := newPage(uitest.New())
		trace := uitest.Calc()
		trace.HasWall, trace.HasCPU = tt.wall, tt.cpu
		p.open(trace)
		var got []message.Clock
		for range tt.want {
			got = append(got, p.d.Clock)
			if p.methods.Order().Clock != p.d.Clock {
				t.Errorf("the table sorts by clock %d, not %d", p.methods.Order().Clock, p.d.Clock)
			}
			p.key(canvas.Key{Name: "k", Code: "KeyK"})
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("wall %v, cpu %v: clocks %v, want %v", tt.wall, tt.cpu, got, tt.want)
		}
	}
}

func TestArrowsWalkAmongCalls(t *testing.T) {
	p := openCalc(t)
	if !p.key(canvas.Key{Name: "ArrowDown", Code: "ArrowDown", Focus: "timeline"}) {
		t.Fatal("not handled")
	}
	if body, _ := uitest.Asked[*message.CallInfo](p.Stand); body == nil || body.Call != (message.CallRef{Thread: 0}) {
		t.Errorf("with nothing selected asked for %+v, want the first call of the thread that the trace opens with", body)
	}
	p.answer()
	for name, nested := range map[string]message.Direction{"ArrowUp": message.ToCaller, "ArrowDown": message.ToCallee, "ArrowLeft": message.ToPrevious, "ArrowRight": message.ToNext} {
		p.key(canvas.Key{Name: name, Code: name, Focus: "timeline"})
		if body, _ := uitest.Asked[*message.Step](p.Stand); body == nil || body.To != nested || body.From != p.d.Call {
			t.Errorf("%s asked for %+v", name, body)
		}
		p.answer()
	}
	if body := p.Shown[canvas.Timeline].(*message.Timeline); body.Reveal != message.RevealCall {
		t.Error("the call walked to is not revealed")
	}
	p.drawn(canvas.Geometry{Canvas: canvas.Timeline, From: p.d.Time.View.From, To: p.d.Time.View.To, Left: 160, Top: 24, Content: 2400, ScrollY: 480})
	if p.d.Time.View.ScrollY != 480 || p.d.Reveal != message.RevealNothing {
		t.Errorf("scrolled to %v, want 480 as the list says", p.d.Time.View.ScrollY)
	}
}

// TestFlameFramework: a click on the box of the framework unfolds it in the flame graph and in the timeline.
func TestFlameFramework(t *testing.T) {
	p := openCalc(t)
	p.d.Trace.Threads[0].Framework = 5
	p.key(canvas.Key{Name: "5", Code: "Digit5"})
	unfolded := func() [2]bool {
		return [2]bool{p.Shown[canvas.Flame].(*message.Flame).Unfolded, len(p.Shown[canvas.Timeline].(*message.Timeline).Unfolded) > 0}
	}
	if unfolded() != [2]bool{} {
		t.Fatal("at first it is unfolded")
	}
	in := at(canvas.Flame, canvas.Click, 300, 26)
	in.Hit = canvas.Hit{OK: true, Method: message.NoNode, Thread: message.NoNode, Depth: message.NoNode, W: 800}
	p.input(in)
	if unfolded() != [2]bool{true, true} {
		t.Errorf("after a click on its line: %v", unfolded())
	}
	p.input(in)
	if unfolded() != [2]bool{} {
		t.Errorf("after another: %v", unfolded())
	}
	p.d.ClearThreads() // with several threads, the framework is not folded
	p.input(in)
	if unfolded() != [2]bool{} {
		t.Errorf("a click on the ground unfolds: %v", unfolded())
	}
}

func TestFlameZoomsInAndBack(t *testing.T) {
	p := openCalc(t)
	p.key(canvas.Key{Name: "5", Code: "Digit5"})
	click := func(row, method uint32) {
		in := at(canvas.Flame, canvas.Click, 300, 40)
		in.Hit = canvas.Hit{OK: true, Method: method, Row: row, X: 200, W: 100}
		p.input(in)
	}
	click(7, 3)
	if p.d.Method != 3 || p.root() != message.NoNode {
		t.Errorf("a click chose method %d and root %d", p.d.Method, p.root())
	}
	click(7, 3)
	if body := p.Shown[canvas.Flame].(*message.Flame); body.Root != 7 {
		t.Errorf("a second click zooms to %d, want 7", body.Root)
	}
	in := at(canvas.Flame, canvas.DoubleClick, 300, 60)
	in.Hit = canvas.Hit{OK: true, Method: 8, Row: 9, X: 200, W: 100}
	click(9, 8) // the first click has zoomed, so another frame lies there
	p.input(in)
	if p.root() != 7 {
		t.Errorf("a double click zooms twice, to %d", p.root())
	}
	click(9, 8)
	if p.root() != 9 {
		t.Errorf("two clicks zoom to %d, want 9", p.root())
	}
	p.input(in)
	p.d.Method = message.NoNode
	p.key(canvas.Key{Name: "Escape"})
	if p.root() != 7 {
		t.Errorf("Esc goes back to %d, want 7", p.root())
	}
	p.key(canvas.Key{Name: "i", Code: "KeyI"})
	p.key(canvas.Key{Name: "r", Code: "KeyR"})
	if body := p.Shown[canvas.Flame].(*message.Flame); !body.Invert || body.Fold || body.Root != 7 {
		t.Errorf("after I and R: %+v", body)
	}
	uitest.Reply[*message.Refold](p.Stand, &p.d.Line, &message.Refolded{Fold: true, Nodes: []uint32{4, 5}})
	p.RequestData()
	if body := p.Shown[canvas.Flame].(*message.Flame); !body.Fold || body.Root != 4 {
		t.Errorf("folded: %+v", body)
	}
}

// TestFramesByKey: arrow keys move from frame to frame, and Enter zooms. The tooltip, the details and the
// screen reader text describe a frame in the same way.
func TestFramesByKey(t *testing.T) {
	p := openCalc(t)
	p.show("flamegraph")
	p.d.Front = canvas.Flame
	reply := func(node, method uint32) {
		t.Helper()
		step := func(node uint32) message.FlameStep { return message.FlameStep{Node: node, Method: node} }
		ok := uitest.Reply[*message.FlameNode](p.Stand, &p.d.Line, &message.FlameNodeReply{
			Found: true, Node: node, Method: method, Depth: 2, From: 0.2, To: 0.4, Calls: 1200,
			Inclusive: message.Times{30e6}, Exclusive: message.Times{4e6}, Parent: message.Times{60e6}, Whole: message.Times{120e6},
			AllCalls: 1500, AllInclusive: message.Times{35e6}, AllExclusive: message.Times{5e6},
			Caller: step(node - 1), Callee: step(node + 1), Before: message.FlameStep{Node: message.NoNode}, After: step(node + 10),
		})
		if !ok {
			t.Fatal("nothing was asked of a frame")
		}
		p.RequestData()
		p.answer()
	}
	chosen := func() uint32 { return p.Shown[canvas.Flame].(*message.Flame).Chosen }
	p.key(canvas.Key{Name: "ArrowDown", Focus: "flame"})
	reply(0, message.NoNode)
	if chosen() != 1 || p.d.Method != 1 {
		t.Fatalf("the first arrow chose %d", chosen())
	}
	reply(1, 1)
	p.key(canvas.Key{Name: "ArrowRight", Focus: "flame"})
	reply(11, 11)
	p.key(canvas.Key{Name: "ArrowDown", Focus: "flame"})
	reply(12, 12)
	p.key(canvas.Key{Name: "ArrowUp", Focus: "flame"})
	if chosen() != 11 {
		t.Errorf("right, down and up lead to %d, want 11", chosen())
	}
	reply(11, 11)
	p.key(canvas.Key{Name: "ArrowLeft", Focus: "flame"})
	if chosen() != 11 || p.d.Notice == "" {
		t.Errorf("where there is no frame the arrow leads to %d, notice %q", chosen(), p.d.Notice)
	}

	shown := []string{"Total", "30.00 ms", "Self", "4.000 ms", "Of total", "25.0 %", "Of parent", "50.0 %", "Calls on this path", "1,200", "All instances", "35.00 ms, self 5.000 ms, 1,500 calls"}
	in := at(canvas.Flame, canvas.Move, 300, 40)
	in.Hit = canvas.Hit{OK: true, Method: 11, Row: 11, X: 200, W: 100}
	p.input(in)
	reply(11, 11)
	look := p.look(t)
	spoken := strings.ReplaceAll(p.Spoken(), words.NBSP, " ")
	for _, where := range []struct{ name, text string }{
		{"the tip", uitest.CutOut(t, look[strings.Index(look, `id="flame"`):], "tip")}, {"the details", uitest.CutOut(t, look, "subject")}, {"what is spoken", spoken},
	} {
		text := strings.ReplaceAll(where.text, words.NBSP, " ")
		for _, f := range shown {
			if !strings.Contains(text, f) {
				t.Errorf("%s has no %q", where.name, f)
			}
		}
	}

	p.d.ShowCode(message.ChargedToOwn) // the figure of a frame is then what its method caused
	charged := strings.ReplaceAll(facts.FrameSpoken(p.d, &message.FlameNodeReply{Exclusive: message.Times{5e6}, AllExclusive: message.Times{5e6}}), words.NBSP, " ")
	for _, f := range []string{"Caused 5", "Of total", "caused 5"} {
		if !strings.Contains(charged, f) {
			t.Errorf("charged to own code, %q has no %q", charged, f)
		}
	}
	p.d.ShowCode(message.AllCode)

	p.key(canvas.Key{Name: "Enter", Focus: "flame"})
	if p.root() != 11 || chosen() != 11 {
		t.Errorf("Enter zooms to %d, chosen %d", p.root(), chosen())
	}
}

func TestFramesInOrderOfTimeAreCalls(t *testing.T) {
	p := openCalc(t)
	p.show("flamegraph")
	p.press(t, "flame-ordered")
	in := at(canvas.Flame, canvas.Move, 300, 40)
	in.Hit = canvas.Hit{OK: true, Method: 5, Depth: 5, Row: 3, X: 215, W: 430}
	p.input(in)
	if body, _ := uitest.Asked[*message.CallInfo](p.Stand); body == nil || body.Call != (message.CallRef{Depth: 5, Row: 3}) {
		t.Errorf("hovering asks for %+v", body)
	}
	p.answer()
	in.Kind = canvas.Click
	p.input(in)
	if !p.d.HasCall || p.d.Call.Row != 3 {
		t.Errorf("a click selects %+v", p.d.Selection)
	}
	in.Kind = canvas.DoubleClick
	p.input(in)
	if v := p.Shown[canvas.Flame].(*message.Flame).View; math.Abs(v.From-0.25) > 1e-9 || math.Abs(v.To-0.75) > 1e-9 {
		t.Errorf("a double click shows %v to %v, want a quarter to three", v.From, v.To)
	}
}

func TestTableKeys(t *testing.T) {
	p := openCalc(t)
	press := func(name string) {
		t.Helper()
		if !p.key(canvas.Key{Name: name, Code: name, Row: true, Focus: "methods-rows"}) {
			t.Fatalf("%s was not handled", name)
		}
		p.answer()
	}
	for _, step := range []struct {
		key    string
		cursor int
		open   int
	}{
		{"ArrowDown", 0, 0}, {"ArrowDown", 1, 0}, {"ArrowRight", 1, 1}, {"ArrowRight", 2, 1}, {"ArrowLeft", 1, 1}, {"ArrowLeft", 1, 0},
		{"Enter", 1, 1}, {"Enter", 1, 0}, {"PageDown", 15, 0}, {"Home", 0, 0}, {"End", 2066, 0},
	} {
		press(step.key)
		if p.methods.Cursor != step.cursor || len(p.rows.Open) != step.open {
			t.Fatalf("%s: row %d, %d open, want row %d, %d open", step.key, p.methods.Cursor, len(p.rows.Open), step.cursor, step.open)
		}
	}
	if p.Scrolled["methods"] == 0 {
		t.Error("the box did not scroll to the end")
	}
}

func TestTheLessActiveThreadsStartCollapsed(t *testing.T) {
	p := openCalc(t)
	if got := p.d.Collapsed; len(got) != 6 || slices.Contains(got, 0) || slices.Contains(got, 1) {
		t.Errorf("of eight threads %v are collapsed", got)
	}
	p.d.ScrollToCall(message.CallRef{Thread: 5}, 3)
	if slices.Contains(p.d.Collapsed, 5) {
		t.Error("the thread of the call jumped to stays collapsed")
	}
	p.d.CollapseAll()
	if n := len(p.d.Collapsed); n != 0 {
		t.Errorf("%d collapsed after expanding all", n)
	}
	p.d.CollapseAll()
	if n := len(p.d.Collapsed); n != 8 {
		t.Errorf("%d of 8 collapsed", n)
	}
	few := uitest.Calc()
	few.Threads = few.Threads[:4]
	p.open(few)
	if got := p.d.Collapsed; got != nil {
		t.Errorf("of four threads %v are collapsed", got)
	}
}

func TestNAndPGoByTheOrderDrawn(t *testing.T) {
	p := openCalc(t)
	at := func(key string, from int) (thread uint32) {
		p.d.HasCall = from >= 0
		p.d.Call = message.CallRef{Thread: uint32(max(from, 0))}
		p.answer()
		if !p.Do(canvas.Pressed(canvas.Key{Name: key}, canvas.InTrace)) {
			t.Fatalf("%s does nothing", key)
		}
		body, _ := uitest.Asked[*message.CallInfo](p.Stand)
		if body == nil {
			t.Fatalf("%s asks for no call", key)
		}
		thread = body.Call.Thread
		uitest.Reply[*message.CallInfo](p.Stand, &p.d.Line, &message.Call{})
		p.answer()
		return thread
	}
	for sort, drawn := range map[message.ThreadSort][]uint32{
		message.ThreadsByActivity: {0, 1, 2, 4, 5, 6, 7},
		message.ThreadsByName:     {5, 6, 1, 4, 2, 7, 0}, // capitals first
		message.ThreadsByID:       {0, 1, 2, 4, 5, 6, 7},
	} {
		p.d.Sort, p.d.Hidden = sort, []uint32{3}
		if n, p := at("n", -1), at("p", -1); n != drawn[0] || p != drawn[len(drawn)-1] {
			t.Errorf("by %d: N and P begin with %d and %d", sort, n, p)
		}
		for i, from := range drawn {
			next := drawn[(i+1)%len(drawn)]
			if n, p := at("n", int(from)), at("p", int(next)); n != next || p != from {
				t.Errorf("by %d: N from %d to %d, P from %d to %d", sort, from, n, next, p)
			}
		}
	}
}

func TestTheAxisStaysWallTime(t *testing.T) {
	p := openCalc(t)
	for clock, want := range map[message.Clock]string{message.Wall: "", message.CPU: "axis: wall time", message.Waiting: "axis: wall time"} {
		p.d.SetClock(clock)
		if got := p.Render(t, &p.timeline.Strip); !strings.Contains(got, want) || want == "" && strings.Contains(got, "axis: ") {
			t.Errorf("by %s the axis is not said to be %q", p.d.ClockName(clock), want)
		}
	}
}
