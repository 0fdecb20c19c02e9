package ui

import (
	"math"
	"slices"
	"strings"
	"testing"

	"traceglass/wasm/message"
)

// at is an input on a canvas at x, y, which is where a drag began too.
func at(canvas Canvas, kind InputKind, x, y float64) Input {
	return Input{Canvas: canvas, Kind: kind, X: x, Y: y, StartX: x, StartY: y}
}

func overCall(in Input) Input {
	in.Hit = Hit{OK: true, Method: 5, Thread: 0, Depth: 5, Row: 3, X: 600, W: 50}
	return in
}

// The timeline of the test trace has 1040 px for 6370 ms, from x 160 and below y 24.
func TestGesturesMoveTheView(t *testing.T) {
	const all = 6370e6
	tests := []struct {
		name     string
		do       func(c *App)
		from, to float64 // of the timeline, in parts of the trace
	}{
		{"wheel with Mod zooms in around the pointer", func(c *App) {
			c.Input(Input{Canvas: TimelineCanvas, Kind: Wheel, X: 160 + 520, WheelY: -math.Ln2 / 0.004, Mod: true})
		}, 0.25, 0.75},
		{"at the left end the left end stays", func(c *App) {
			c.Input(Input{Canvas: TimelineCanvas, Kind: Wheel, X: 160, WheelY: -math.Ln2 / 0.004, Mod: true})
		}, 0, 0.5},
		{"zooming out stops at the whole", func(c *App) {
			c.Input(Input{Canvas: TimelineCanvas, Kind: Wheel, X: 500, WheelY: 200, Mod: true})
		}, 0, 1},
		{"wheel over the overview zooms the timeline there", func(c *App) {
			c.Input(Input{Canvas: OverviewCanvas, Kind: Wheel, X: 160 + 520, WheelY: -math.Ln2 / 0.004})
		}, 0.25, 0.75},
		{"Shift and wheel pan", func(c *App) {
			c.timeline.show(0.25*all, 0.75*all)
			c.Input(Input{Canvas: TimelineCanvas, Kind: Wheel, X: 500, WheelY: 104, Shift: true})
		}, 0.3, 0.8},
		{"dragging a call pans", func(c *App) {
			c.timeline.show(0.25*all, 0.75*all)
			c.Input(overCall(at(TimelineCanvas, DragStart, 600, 120)))
			c.Input(Input{Canvas: TimelineCanvas, Kind: Drag, X: 600 - 208, Y: 120})
			c.Input(Input{Canvas: TimelineCanvas, Kind: DragEnd, X: 600 - 208, Y: 120})
		}, 0.35, 0.85},
		{"panning stops at the end", func(c *App) {
			c.timeline.show(0.25*all, 0.75*all)
			c.Input(overCall(at(TimelineCanvas, DragStart, 600, 120)))
			c.Input(Input{Canvas: TimelineCanvas, Kind: Drag, X: -3000, Y: 120})
		}, 0.5, 1},
		{"D pans right by an eighth", func(c *App) {
			c.timeline.show(0, 0.4*all)
			c.Key(Key{Name: "d", Code: "KeyD"})
		}, 0.05, 0.45},
		{"A by place, whatever the layout calls it", func(c *App) {
			c.timeline.show(0.1*all, 0.5*all)
			c.Key(Key{Name: "q", Code: "KeyA"})
		}, 0.05, 0.45},
		{"W zooms to the pointer", func(c *App) {
			c.Input(at(TimelineCanvas, Move, 160, 200))
			c.Key(Key{Name: "w", Code: "KeyW"})
		}, 0, 0.7},
		{"F fits the range", func(c *App) {
			c.sel.setRange(1274*ms, 3185*ms, 6370*ms)
			c.Key(Key{Name: "f", Code: "KeyF"})
		}, 0.2, 0.5},
		{"0 shows all", func(c *App) {
			c.timeline.show(0.2*all, 0.3*all)
			c.Key(Key{Name: "0", Code: "Digit0"})
		}, 0, 1},
		{"a double click on empty ground shows all", func(c *App) {
			c.timeline.show(0.2*all, 0.3*all)
			c.Input(at(TimelineCanvas, DoubleClick, 600, 300))
		}, 0, 1},
		{"keys with Mod are the browser's", func(c *App) {
			c.timeline.show(0.2*all, 0.3*all)
			c.Key(Key{Name: "0", Code: "Digit0", Mod: true})
		}, 0.2, 0.3},
	}
	for _, tt := range tests {
		c, h := openCalc(t)
		tt.do(c)
		c.sync()
		v := c.timeline.View
		if math.Abs(v.From/all-tt.from) > 1e-6 || math.Abs(v.To/all-tt.to) > 1e-6 {
			t.Errorf("%s: shows %.4f to %.4f, want %.4f to %.4f", tt.name, v.From/all, v.To/all, tt.from, tt.to)
		}
		if body := h.shown[TimelineCanvas].(*message.Timeline); body.View != v {
			t.Errorf("%s: asked for %v, shows %v", tt.name, body.View, v)
		}
	}
}

func TestZoomStopsAtAMicrosecond(t *testing.T) {
	c, _ := openCalc(t)
	for range 100 {
		c.Input(Input{Canvas: TimelineCanvas, Kind: Wheel, X: 700, WheelY: -240, Mod: true})
	}
	if span := c.timeline.View.To - c.timeline.View.From; math.Abs(span-1000) > 1 {
		t.Errorf("the narrowest view is %v ns wide, want 1000", span)
	}
}

func TestDragsChooseARange(t *testing.T) {
	drag := func(c *App, canvas Canvas, y, from, to float64, shift, overACall bool) {
		in := at(canvas, DragStart, from, y)
		in.X, in.Shift = from+4, shift
		if overACall {
			in = overCall(in)
		}
		c.Input(in)
		c.Input(Input{Canvas: canvas, Kind: Drag, X: to, Y: y, Shift: shift})
		c.Input(Input{Canvas: canvas, Kind: DragEnd, X: to, Y: y, Shift: shift})
	}
	tests := []struct {
		name     string
		do       func(c *App)
		from, to int64 // ms
	}{
		{"on the ruler", func(c *App) { drag(c, TimelineCanvas, 10, 264, 472, false, false) }, 637, 1911},
		{"leftward", func(c *App) { drag(c, TimelineCanvas, 10, 472, 264, false, false) }, 637, 1911},
		{"on the overview", func(c *App) { drag(c, OverviewCanvas, 10, 264, 472, false, false) }, 637, 1911},
		{"on empty ground", func(c *App) { drag(c, TimelineCanvas, 200, 264, 472, false, false) }, 637, 1911},
		{"with Shift anywhere", func(c *App) { drag(c, TimelineCanvas, 200, 264, 472, true, true) }, 637, 1911},
		{"past the start", func(c *App) { drag(c, TimelineCanvas, 10, 264, 20, false, false) }, 0, 637},
		{"a call pans instead", func(c *App) { drag(c, TimelineCanvas, 200, 264, 472, false, true) }, 0, 0},
		{"the right end", func(c *App) {
			drag(c, TimelineCanvas, 10, 264, 472, false, false)
			drag(c, TimelineCanvas, 10, 473, 680, false, false)
		}, 637, 3185},
		{"the left end, across the right one", func(c *App) {
			drag(c, TimelineCanvas, 10, 264, 472, false, false)
			drag(c, OverviewCanvas, 10, 265, 680, false, false)
		}, 1911, 3185},
		{"a click on the ruler lets go", func(c *App) {
			drag(c, TimelineCanvas, 10, 264, 472, false, false)
			c.Input(at(TimelineCanvas, Click, 900, 10))
		}, 0, 0},
	}
	for _, tt := range tests {
		c, h := openCalc(t)
		tt.do(c)
		if got := c.sel; got.From/ms != tt.from || got.To/ms != tt.to {
			t.Errorf("%s: range %d to %d ms, want %d to %d", tt.name, got.From/ms, got.To/ms, tt.from, tt.to)
		}
		if m := h.marks[OverviewCanvas]; tt.to > 0 && (int64(m[0])/ms != tt.from || int64(m[1])/ms != tt.to) {
			t.Errorf("%s: marked %v", tt.name, m)
		}
		if tt.to > 0 {
			h.answerAll(c)
			c.sync()
			if c.methodRows().Scope.To/ms != tt.to {
				t.Errorf("%s: the table is not summed over the range", tt.name)
			}
		}
	}
}

func TestClickSelectsACallEverywhere(t *testing.T) {
	c, h := openCalc(t)
	c.Input(overCall(at(TimelineCanvas, Click, 620, 120)))
	h.answerAll(c)
	if !c.sel.HasCall || c.sel.Method != 5 || c.sel.Call != (message.CallRef{Depth: 5, Row: 3}) {
		t.Fatalf("selected %+v", c.sel)
	}
	if body := h.shown[TimelineCanvas].(*message.Timeline); body.Method != 5 || !body.HasCall || body.Reveal {
		t.Errorf("the timeline marks %+v", body)
	}
	if c.details.shown == nil || c.details.about == nil || c.details.about.Method != 5 {
		t.Error("the details do not show it")
	}
	if c.methods.cursor != 5 {
		t.Errorf("the table's cursor is on row %d, want 5", c.methods.cursor)
	}
}

func TestDoubleClickZoomsToTheCall(t *testing.T) {
	c, h := openCalc(t)
	c.Input(overCall(at(TimelineCanvas, Click, 620, 120)))
	c.Input(overCall(at(TimelineCanvas, DoubleClick, 620, 120)))
	h.answerAll(c)
	v := c.timeline.View // the call runs from 2113 to 2431 ms
	if v.From > 2113e6 || v.To < 2431e6 || v.To-v.From > 400e6 {
		t.Errorf("shows %.0f to %.0f ms", v.From/1e6, v.To/1e6)
	}
}

func TestEscGoesBackOneLevelAtATime(t *testing.T) {
	c, h := openCalc(t)
	c.timeline.show(1e9, 2e9)
	c.search("calc")
	c.sel.setRange(1200*ms, 3400*ms, 6370*ms)
	c.sel.setCall(message.CallRef{Depth: 5, Row: 3}, 5)
	h.answerAll(c)
	c.openDialog(helpDialog)
	c.menu = "export"
	left := func() string {
		var s []string
		for _, level := range []struct {
			on   bool
			name string
		}{
			{c.menu != "", "menu"}, {c.dialog != noDialog, "dialog"}, {c.find.text != "", "search"}, {c.sel.ranged(), "range"},
			{c.sel.HasCall, "call"}, {c.sel.Method != message.NoNode, "method"}, {!c.timeline.all(), "zoom"},
		} {
			if level.on {
				s = append(s, level.name)
			}
		}
		return strings.Join(s, " ")
	}
	for _, want := range []string{
		"menu dialog search range call method zoom", "dialog search range call method zoom", "search range call method zoom",
		"range call method zoom", "call method zoom", "method zoom", "zoom", "",
	} {
		if got := left(); got != want {
			t.Fatalf("left: %q, want %q", got, want)
		}
		if c.menu != "" {
			c.back()
		} else if !c.Key(Key{Name: "Escape", Code: "Escape"}) {
			t.Fatal("Esc was not handled")
		}
	}
}

func TestKeysInTextFieldsAreTheFields(t *testing.T) {
	c, _ := openCalc(t)
	for _, name := range []string{"w", "k", "1", "ArrowLeft", "0", "."} {
		if c.Key(Key{Name: name, Code: "Key" + strings.ToUpper(name), Editing: true, Focus: "find"}) {
			t.Errorf("%s was taken from the search box", name)
		}
	}
}

func TestSearchStepsThroughHits(t *testing.T) {
	c, h := openCalc(t)
	c.search("calc")
	c.methods.cursor = 4
	c.Key(Key{Name: "Enter", Editing: true, Focus: "find"})
	body, _ := asked[*message.Locate](h)
	if body == nil || body.Method != message.NoNode || body.After != 4 || body.Back || body.Table.Find.Text != "calc" {
		t.Fatalf("Enter asked for %+v", body)
	}
	h.answerAll(c)
	if c.methods.cursor != 11 || c.sel.Method != 11 || c.find.tally() != "12 of 340, 18.2"+nbsp+"%" {
		t.Errorf("cursor %d, method %d, %q", c.methods.cursor, c.sel.Method, c.find.tally())
	}
	c.Key(Key{Name: "Enter", Shift: true, Editing: true, Focus: "find"})
	if body, _ := asked[*message.Locate](h); !body.Back {
		t.Error("Shift+Enter did not go back")
	}
}

func TestClockGoesRoundThoseTheTraceHas(t *testing.T) {
	tests := []struct {
		wall, cpu bool
		want      []message.Clock // first, then after each k
	}{
		{true, true, []message.Clock{message.Wall, message.CPU, message.Waiting, message.Wall}},
		{true, false, []message.Clock{message.Wall, message.Wall}},
		{false, true, []message.Clock{message.CPU, message.CPU}},
	}
	for _, tt := range tests {
		c := New(newStand())
		trace := calc()
		trace.HasWall, trace.HasCPU = tt.wall, tt.cpu
		c.Receive(0, trace)
		var got []message.Clock
		for range tt.want {
			got = append(got, c.sel.Clock)
			if c.methods.order.Clock != c.sel.Clock {
				t.Errorf("the table sorts by clock %d, not %d", c.methods.order.Clock, c.sel.Clock)
			}
			c.Key(Key{Name: "k", Code: "KeyK"})
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("wall %v, cpu %v: clocks %v, want %v", tt.wall, tt.cpu, got, tt.want)
		}
	}
}

func TestArrowsWalkAmongCalls(t *testing.T) {
	c, h := openCalc(t)
	if !c.Key(Key{Name: "ArrowDown", Code: "ArrowDown", Focus: "timeline"}) {
		t.Fatal("not handled")
	}
	if body, _ := asked[*message.CallInfo](h); body == nil || body.Call != (message.CallRef{Thread: 0}) {
		t.Errorf("with nothing selected asked for %+v, want the first call of the busiest thread", body)
	}
	h.answerAll(c)
	for name, nested := range map[string]message.Direction{"ArrowUp": message.ToCaller, "ArrowDown": message.ToCallee, "ArrowLeft": message.ToPrevious, "ArrowRight": message.ToNext} {
		c.Key(Key{Name: name, Code: name, Focus: "timeline"})
		if body, _ := asked[*message.Step](h); body == nil || body.To != nested || body.From != c.sel.Call {
			t.Errorf("%s asked for %+v", name, body)
		}
		h.answerAll(c)
	}
	if body := h.shown[TimelineCanvas].(*message.Timeline); !body.Reveal {
		t.Error("the call walked to is not revealed")
	}
	c.Drawn(Geometry{Canvas: TimelineCanvas, From: c.timeline.View.From, To: c.timeline.View.To, Left: 160, Top: 24, Content: 2400, ScrollY: 480})
	if c.timeline.View.ScrollY != 480 || c.timeline.reveal {
		t.Errorf("scrolled to %v, want 480 as the list says", c.timeline.View.ScrollY)
	}
}

func TestFlameZoomsInAndBack(t *testing.T) {
	c, h := openCalc(t)
	c.Key(Key{Name: "4", Code: "Digit4"})
	click := func(row, method uint32) {
		in := at(FlameCanvas, Click, 300, 40)
		in.Hit = Hit{OK: true, Method: method, Row: row, X: 200, W: 100}
		c.Input(in)
	}
	click(7, 3)
	if c.sel.Method != 3 || c.flame.root() != message.NoNode {
		t.Errorf("a click chose method %d and root %d", c.sel.Method, c.flame.root())
	}
	click(7, 3)
	if body := h.shown[FlameCanvas].(*message.Flame); body.Root != 7 {
		t.Errorf("a second click zooms to %d, want 7", body.Root)
	}
	in := at(FlameCanvas, DoubleClick, 300, 60)
	in.Hit = Hit{OK: true, Method: 8, Row: 9, X: 200, W: 100}
	c.Input(in)
	if c.flame.root() != 9 || len(c.flame.path) != 2 {
		t.Errorf("path %v", c.flame.path)
	}
	c.sel.Method = message.NoNode
	c.Key(Key{Name: "Escape"})
	if c.flame.root() != 7 {
		t.Errorf("Esc goes back to %d, want 7", c.flame.root())
	}
	c.Key(Key{Name: "i", Code: "KeyI"})
	c.Key(Key{Name: "r", Code: "KeyR"})
	if body := h.shown[FlameCanvas].(*message.Flame); !body.Invert || !body.Fold || body.Root != message.NoNode {
		t.Errorf("after I and R: %+v", body)
	}
}

func TestFramesInOrderOfTimeAreCalls(t *testing.T) {
	c, h := openCalc(t)
	c.open(flameView)
	(&FlameBar{App: c}).ordered(true)
	in := at(FlameCanvas, Move, 300, 40)
	in.Hit = Hit{OK: true, Method: 5, Depth: 5, Row: 3, X: 215, W: 430}
	c.Input(in)
	if body, _ := asked[*message.CallInfo](h); body == nil || body.Call != (message.CallRef{Depth: 5, Row: 3}) {
		t.Errorf("hovering asks for %+v", body)
	}
	h.answerAll(c)
	in.Kind = Click
	c.Input(in)
	if !c.sel.HasCall || c.sel.Call.Row != 3 {
		t.Errorf("a click selects %+v", c.sel)
	}
	in.Kind = DoubleClick
	c.Input(in)
	if v := c.flame.View; math.Abs(v.From-0.25) > 1e-9 || math.Abs(v.To-0.75) > 1e-9 {
		t.Errorf("a double click shows %v to %v, want a quarter to three", v.From, v.To)
	}
}

func TestThreadsAreTakenOutAndIn(t *testing.T) {
	all := []message.Thread{{Index: 0}, {Index: 1}, {Index: 2}}
	var s Selection
	s.toggleThread(1, all)
	if !slices.Equal(s.Threads, []uint32{0, 2}) || s.counts(1) {
		t.Errorf("without 1: %v", s.Threads)
	}
	s.toggleThread(1, all)
	if s.Threads != nil {
		t.Errorf("with all again: %v, want none named", s.Threads)
	}
	s.onlyThread(2)
	s.onlyThread(2)
	if s.Threads != nil {
		t.Errorf("alone twice: %v, want all", s.Threads)
	}
}

func TestTableKeys(t *testing.T) {
	c, h := openCalc(t)
	press := func(name string) {
		t.Helper()
		if !c.Key(Key{Name: name, Code: name, Row: true, Focus: "methods-rows"}) {
			t.Fatalf("%s was not handled", name)
		}
		h.answerAll(c)
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
		if c.methods.cursor != step.cursor || len(c.methods.open) != step.open {
			t.Fatalf("%s: row %d, %d open, want row %d, %d open", step.key, c.methods.cursor, len(c.methods.open), step.cursor, step.open)
		}
	}
	if h.scrolled["methods"] == 0 {
		t.Error("the box did not scroll to the end")
	}
}

func TestSortTurnsRoundAtTheSecondClick(t *testing.T) {
	var table table
	table.sortBy(message.ByExclusive, message.CPU)
	first := table.order
	table.sortBy(message.ByExclusive, message.CPU)
	table2 := table.order
	table.sortBy(message.ByName, message.Wall)
	if first != (message.Order{Column: message.ByExclusive, Clock: message.CPU}) || !table2.Ascending || !table.order.Ascending {
		t.Errorf("orders %+v, %+v, %+v", first, table2, table.order)
	}
}

// The help and the bindings are one table: each row of the help is bound, and each key
// bound is told of.
func TestHelpTellsOfEveryGesture(t *testing.T) {
	var text strings.Builder
	for _, s := range help() {
		if len(s.Rows) == 0 {
			t.Errorf("%s is empty", s.Title)
		}
		for _, r := range s.Rows {
			text.WriteString(strings.Join(r.Keys, " ") + r.Hand + " ")
			if r.Does == "" {
				t.Errorf("%v has no words", r)
			}
		}
	}
	for _, g := range gestures {
		for _, k := range g.keys {
			name := chordNames([]chord{k})
			if name == "=" || len(name) == 1 && name[0] >= '2' && name[0] <= '7' {
				continue // the unshifted +; inside 1 … 8
			}
			if name == "-" {
				name = "−"
			}
			if !strings.Contains(text.String(), name) {
				t.Errorf("the help does not tell of %s: %s", name, g.does)
			}
		}
		if (g.keys != nil) != (g.press != nil) || (g.on != nil) != (g.move != nil) {
			t.Errorf("%q is bound by half", g.does)
		}
	}
}

func TestNoTwoGesturesShareAKey(t *testing.T) {
	seen := map[chord]string{}
	for _, g := range gestures {
		for _, k := range g.keys {
			if other, ok := seen[k]; ok {
				t.Errorf("%v does both %q and %q", k, other, g.does)
			}
			seen[k] = g.does
		}
	}
}

func TestTheKeyboardGoesBackWhereItWas(t *testing.T) {
	last := func(h *stand) string { return h.did[len(h.did)-1] }
	c, h := openCalc(t)
	head := &Header{App: c}
	click(head.clicked, "receipt")
	c.Key(Key{Name: "Escape"})
	if got := last(h); got != "focus receipt" {
		t.Errorf("from the receipt: %s", got)
	}
	c.toggleMenu("file")
	click(head.clicked, "properties")
	c.Key(Key{Name: "Escape"})
	if got := last(h); got != "focus file-menu" {
		t.Errorf("from a menu: %s", got)
	}
	c.Key(Key{Name: "k", Mod: true, Focus: "find", Editing: true})
	c.Key(Key{Name: "Escape", Focus: "palette", Editing: true})
	if got := last(h); got != "focus find" {
		t.Errorf("from the search: %s", got)
	}
	c.Key(Key{Name: "?"})
	c.Key(Key{Name: "Escape", Focus: "dialog-close"})
	if got := last(h); got != "focus timeline" {
		t.Errorf("from nowhere: %s", got)
	}
}

func TestTheCommandNamedComesFirst(t *testing.T) {
	c, _ := openCalc(t)
	for text, want := range map[string]string{
		"flame graph": "Show Flame graph", "threads": "Show Threads", "report": "Show Report", "top": "Show Top-down",
		"zoom out": "Zoom out", "call": "Show Callers & callees", "colour by pack": "Colour by package",
	} {
		if all := (&palette{text: text}).matches(c); len(all) == 0 || all[0].Name != want {
			t.Errorf("%q leads to %v, want %s", text, all, want)
		}
	}
}

func TestTheLessActiveThreadsStartCollapsed(t *testing.T) {
	c, _ := openCalc(t)
	if got := c.timeline.collapsed; len(got) != 6 || slices.Contains(got, 0) || slices.Contains(got, 1) {
		t.Errorf("of eight threads %v are collapsed", got)
	}
	c.jump(message.CallRef{Thread: 5}, 3)
	if slices.Contains(c.timeline.collapsed, 5) {
		t.Error("the thread of the call jumped to stays collapsed")
	}
	c.collapseAll()
	if n := len(c.timeline.collapsed); n != 0 || c.collapseName() != "Collapse all" {
		t.Errorf("%d collapsed after expanding all, and then: %s", n, c.collapseName())
	}
	c.collapseAll()
	if n := len(c.timeline.collapsed); n != 8 {
		t.Errorf("%d of 8 collapsed", n)
	}
	few := calc()
	few.Threads = few.Threads[:4]
	if got := minor(few); got != nil {
		t.Errorf("of four threads %v are collapsed", got)
	}
}

func TestNAndPGoByTheOrderDrawn(t *testing.T) {
	c, h := openCalc(t)
	at := func(key string, from int) (thread uint32) {
		c.sel.HasCall = from >= 0
		c.sel.Call = message.CallRef{Thread: uint32(max(from, 0))}
		c.details.step = query{} // as if answered
		sent := len(h.asked)
		c.Key(Key{Name: key, Focus: "timeline"})
		for _, body := range h.asked[sent:] {
			if body, ok := body.(*message.CallInfo); ok {
				return body.Call.Thread
			}
		}
		t.Fatalf("%s asks for no call", key)
		return 0
	}
	for sort, drawn := range map[message.ThreadSort][]uint32{
		message.ThreadsByActivity: {0, 1, 2, 4, 5, 6, 7},
		message.ThreadsByName:     {5, 6, 1, 4, 2, 7, 0}, // capitals first
		message.ThreadsByID:       {0, 1, 2, 4, 5, 6, 7},
	} {
		c.timeline.sort, c.timeline.hidden = sort, []uint32{3}
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
	c, _ := openCalc(t)
	for clock, want := range map[message.Clock]string{message.Wall: "", message.CPU: "axis: wall time", message.Waiting: "axis: wall time"} {
		c.setClock(clock)
		if got := c.axisNote(); got != want {
			t.Errorf("by %s: %q", clockName(clock), got)
		}
	}
}
