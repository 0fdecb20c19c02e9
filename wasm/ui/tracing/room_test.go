package tracing

import (
	"strings"
	"testing"

	"traceglass/render/words"
	"traceglass/wasm/export"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

func TestGapsAreDrawnUntilTurnedOff(t *testing.T) {
	p := openCalc(t)
	drawn := func() bool { return p.Shown[canvas.Timeline].(*message.Timeline).Switches }
	if !drawn() {
		t.Error("gaps are not drawn at first")
	}
	p.key(canvas.Key{Name: "g", Code: "KeyG"})
	if drawn() || p.Recall("gaps") != "hidden" {
		t.Error("G did not hide the gaps, or it will be forgotten")
	}
	p = newPage(p.Stand)
	p.open(uitest.Calc())
	p.size()
	p.RequestData()
	if drawn() {
		t.Error("the next visit draws them")
	}

	one := uitest.Calc()
	one.HasCPU = false
	p.d.NoGaps = false
	p.open(one)
	p.size()
	p.RequestData()
	if drawn() {
		t.Error("a trace of one clock draws gaps")
	}
	for _, key := range []string{"g", "x"} {
		p.key(canvas.Key{Name: key})
		if p.d.Notice != string(desk.OneClock) || p.d.NoGaps || p.d.Switches {
			t.Errorf("%s on a trace of one clock: notice %q", key, p.d.Notice)
		}
	}
}

func TestSwitchesAreAMethodOnDemand(t *testing.T) {
	p := openCalc(t)
	if p.rows.Scope.Switches {
		t.Error("context switches are apart at first")
	}
	p.key(canvas.Key{Name: "x", Code: "KeyX"})
	p.answer()
	if !p.rows.Scope.Switches {
		t.Error("X did not take context separate switches")
	}
	p.d.Names.Learn([]message.Name{{Method: 77, Label: "(context switch)", Switches: true}})
	p.d.ChooseMethod(77)
	p.key(canvas.Key{Name: "x", Code: "KeyX"})
	if p.d.Switches || p.d.Method != message.NoNode {
		t.Error("their method stays selected when it has no figures")
	}
}

// TestHoverOverAGap: a gap shows its length and the interrupted call. Where the stack is empty, gestures treat
// it as background.
func TestHoverOverAGap(t *testing.T) {
	p := openCalc(t)
	p.d.Time.Left, p.d.Time.View = 100, message.Viewport{From: 0, To: 1000, Width: 1100, Height: 300}
	hit := canvas.Hit{OK: true, Method: message.NoNode, Thread: 0, Depth: message.NoNode, Row: message.NoNode, X: 300, W: 200, Switch: true}
	over := canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Move, X: 310, Y: 60, Hit: hit}
	p.input(over)
	info, number := uitest.Asked[*message.SwitchInfo](p.Stand)
	if info == nil || info.At != 300 {
		t.Fatalf("asked for %+v, want the switch at 300 ns, the gap's middle", info)
	}
	p.d.Line.Receive(number, &message.Switch{Found: true, From: 200_000, To: 1_400_000, Low: 100_000, High: 1_500_000})
	tip := p.Render(t, &p.timeline.Stage)
	want := "context switch · main was off the CPU for " + words.Brief(1_200_000) + " within " + words.Brief(100_000) + " – " + words.Brief(1_500_000)
	if !strings.Contains(tip, want) || !strings.Contains(tip, "(toplevel)") {
		t.Errorf("the tooltip does not say %q:\n%s", want, tip)
	}
	p.d.Trace.Sampled = true
	if tip := p.Render(t, &p.timeline.Stage); !strings.Contains(tip, "the sampler may have caused much of this time") {
		t.Errorf("of a sampled trace the tooltip does not say that the sampler stops threads:\n%s", tip)
	}
	over.Kind = canvas.Click
	if p.timeline.Zone(over) != canvas.OnGround {
		t.Error("the gap is not ground")
	}
	over.Hit.Method = 1
	if p.timeline.Zone(over) != canvas.OnChart {
		t.Error("a gap over a call is not of the chart")
	}
	over.Kind, over.Hit.Merged = canvas.Move, true
	p.input(over)
	if tip := p.Render(t, &p.timeline.Stage); !strings.Contains(tip, "Several context switches, each narrower") {
		t.Errorf("over many: %s", tip)
	}
}

// TestHoverOverTheMinimap: the minimap shows the time and the method on main at every place. It marks the
// place of the pointer and the range of the timeline.
func TestHoverOverTheMinimap(t *testing.T) {
	p := openCalc(t)
	p.d.Time.Show(1000e6, 2000e6)
	p.input(canvas.Input{Canvas: canvas.Minimap, Kind: canvas.Move, X: 160 + 520, Y: 20})
	info, number := uitest.Asked[*message.MomentInfo](p.Stand)
	if info == nil || info.At/uitest.Ms != 3185 {
		t.Fatalf("asked for %+v, want the middle of the trace", info)
	}
	p.d.Line.Receive(number, &message.Moment{Found: true, Method: message.NoNode, Share: 0.25})
	tip := p.Render(t, p.minimap)
	for _, want := range []string{words.Brief(info.At), "main", "no call", words.Percent(0.25)} {
		if !strings.Contains(tip, want) {
			t.Errorf("the tooltip does not say %q:\n%s", want, tip)
		}
	}
	p.input(canvas.Input{Canvas: canvas.Minimap, Kind: canvas.Move, X: 160 + 521, Y: 20})
	_, number = uitest.Asked[*message.MomentInfo](p.Stand)
	p.d.Line.Receive(number, &message.Moment{Found: true, Method: 0, Ending: "no records: in FutureTask.get"})
	if tip := p.Render(t, p.minimap); !strings.Contains(tip, "no records: in FutureTask.get") || strings.Contains(tip, "busy") {
		t.Errorf("the tooltip after the last record is\n%s", tip)
	}
	p.input(canvas.Input{Canvas: canvas.Minimap, Kind: canvas.Move, X: 160 + 520, Y: 20})
	m := p.Marks[canvas.Minimap]
	if m.BoxFrom != 1000e6 || m.BoxTo != 2000e6 || m.Time != "3.1850 s" {
		t.Errorf("marked on the minimap: %+v", m)
	}
	if m := p.Marks[canvas.Timeline]; m.Time != "3.1850 s" || m.BoxFrom <= m.BoxTo {
		t.Errorf("marked on the timeline: %+v", m)
	}
	p.input(canvas.Input{Canvas: canvas.Minimap, Kind: canvas.Move, X: 20, Y: 20})
	if tip := p.Render(t, p.minimap); strings.Contains(tip, "tip shown") {
		t.Error("a lane's name has a tip")
	}
}

// TestHoverOverNoCall: time without a call shows its length. Gestures treat it as background.
func TestHoverOverNoCall(t *testing.T) {
	p := openCalc(t)
	p.d.Time.Left, p.d.Time.View = 100, message.Viewport{From: 0, To: 1000, Width: 1100, Height: 300}
	hit := canvas.Hit{OK: true, Method: message.NoNode, Thread: 0, Depth: message.NoNode, Row: message.NoNode, X: 300, W: 200, NoCall: true}
	over := canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Move, X: 310, Y: 60, Hit: hit}
	p.input(over)
	info, number := uitest.Asked[*message.SwitchInfo](p.Stand)
	if info == nil || info.At != 300 || !info.NoCall {
		t.Fatalf("asked for %+v, want the time in no call at 300 ns", info)
	}
	p.d.Line.Receive(number, &message.Switch{Found: true, From: 200_000, To: 1_400_000})
	tip := p.Render(t, &p.timeline.Stage)
	want := "no call recorded · " + words.Brief(1_200_000) + " · main had no traced method on its stack from " + words.Brief(200_000) + " to " + words.Brief(1_400_000)
	if !strings.Contains(tip, want) {
		t.Errorf("the tooltip does not say %q:\n%s", want, tip)
	}
	over.Kind = canvas.Click
	if p.timeline.Zone(over) != canvas.OnGround {
		t.Error("time in no call is not ground")
	}
}

// TestHoverOverWait: the tooltip of a call in the row of waits says that no method explains the wait. That of the same call elsewhere
// does not.
func TestHoverOverWait(t *testing.T) {
	for _, inRow := range []bool{true, false} {
		p := openCalc(t)
		p.d.Time.Left, p.d.Time.View = 100, message.Viewport{From: 0, To: float64(4000 * uitest.Ms), Width: 1100, Height: 300}
		call := message.CallRef{Depth: 5, Row: 3}
		p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Move, X: 710, Y: 60, Hit: canvas.Hit{OK: true, Method: 5, Depth: 5, Row: 3, X: 600, W: 500, Span: inRow}})
		_, number := uitest.Asked[*message.CallInfo](p.Stand)
		p.d.Line.Receive(number, &message.Call{Found: true, Call: call, Method: 5, To: 2000 * uitest.Ms, Unexplained: true, Path: []message.Frame{{Call: call, Method: 5}}})
		if tip := p.Render(t, &p.timeline.Stage); strings.Contains(tip, "no method shows") != inRow {
			t.Errorf("in the row: %v, the tooltip is\n%s", inRow, tip)
		}
	}
}

// TestHoverOverEnding: the time after a thread's last record says which call was open and is not the call's time. A
// click selects the call, and the details begin with how long it ran at least.
func TestHoverOverEnding(t *testing.T) {
	p := openCalc(t)
	p.d.Time.Left, p.d.Time.View = 100, message.Viewport{From: 0, To: float64(4000 * uitest.Ms), Width: 1100, Height: 300}
	call := message.CallRef{Depth: 5, Row: 3}
	over := canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Move, X: 710, Y: 60, Hit: canvas.Hit{OK: true, Method: 5, Depth: 5, Row: 3, X: 600, W: 500, NoCall: true}}
	p.input(over)
	info, number := uitest.Asked[*message.CallInfo](p.Stand)
	if info == nil || info.Call != call {
		t.Fatalf("asked for %+v, want the open call", info)
	}
	open := &message.Call{Found: true, Call: call, Method: 5, From: 1900 * uitest.Ms, To: 2000 * uitest.Ms, AtEnd: true, AfterEnd: 2000 * uitest.Ms,
		Path: []message.Frame{{Call: call, Method: 5}}}
	p.d.Line.Receive(number, open)
	tip := p.Render(t, &p.timeline.Stage)
	if want := "no records · " + words.Brief(open.AfterEnd) + " · main was still in this call when the recording ended, at " + words.Brief(4000*uitest.Ms); !strings.Contains(tip, want) {
		t.Errorf("the tooltip does not say %q:\n%s", want, tip)
	}
	if strings.Contains(tip, "<dt>") {
		t.Errorf("the tooltip has figures of the call:\n%s", tip)
	}
	over.Kind = canvas.Click
	if p.timeline.Zone(over) != canvas.OnChart {
		t.Error("the time after the last record is ground")
	}
	p.input(over)
	if !p.d.HasCall || p.d.Call != call {
		t.Fatalf("a click selects %+v", p.d.Call)
	}
	p.d.SetCallDetails(open)
	look := uitest.CutOut(t, p.look(t), "subject")
	note := strings.Index(look, "Still running when the recording ended, after at least "+words.Brief(2100*uitest.Ms))
	if facts := strings.Index(look, `id="call-facts"`); note < 0 || note > facts {
		t.Errorf("the note on the open call is at %d, the figures at %d:\n%s", note, facts, look)
	}
	p.d.ZoomToCall(call, 5)
	if to := p.d.Time.View.To; to < 4000*float64(uitest.Ms) {
		t.Errorf("zoomed to the call, the timeline ends at %v, before the recording", to)
	}
}

// TestThreadsInRange: in a range, the table of threads shows only figures of the range, and says which.
func TestThreadsInRange(t *testing.T) {
	p := openCalc(t)
	p.show("threads")
	for _, tt := range []struct {
		ranged bool
		want   bool
	}{{false, true}, {true, false}} {
		if tt.ranged {
			p.d.SetRange(1200*uitest.Ms, 3400*uitest.Ms, p.d.Trace.Span)
		}
		p.RequestData()
		p.answer()
		look := p.look(t)
		for _, head := range []string{">Records<", ">First<", ">Last<"} {
			if got := strings.Contains(look, head); got != tt.want {
				t.Errorf("range %v: column %s is shown: %v", tt.ranged, head, got)
			}
		}
		if got := strings.Contains(look, "Figures in "+p.d.RangeText()); got != tt.ranged {
			t.Errorf("range %v: the base is said: %v", tt.ranged, got)
		}
		if heads, cells := strings.Count(look, `id="threads-sort-`)-1, strings.Count(look, `role="gridcell" class="num`)/len(p.d.Trace.Threads); heads != cells {
			t.Errorf("range %v: %d heads for %d figures a row", tt.ranged, heads, cells)
		}
		if n := strings.Count(look, `class="num busy"`); n != len(p.d.Trace.Threads) {
			t.Errorf("range %v: %d bars", tt.ranged, n)
		}
	}
}

func TestBrushingAsksOnceAtATime(t *testing.T) {
	p := openCalc(t)
	p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.DragStart, StartX: 300, StartY: 10, X: 304, Y: 10})
	for x := 305.0; x < 700; x++ {
		p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Drag, StartX: 300, StartY: 10, X: message.CSS(x), Y: 10})
	}
	if n := uitest.Times[*message.MethodRows](p.Stand); n != 1 {
		t.Fatalf("%d requests for rows in flight, want 1", n)
	}
	p.answer()
	if want := int64(p.d.Time.At(699)); p.d.To != want || p.rows.Scope.To != want {
		t.Errorf("range ends at %d and the table is summed to %d, want %d", p.d.To, p.rows.Scope.To, want)
	}
}

func TestNamesAreAskedTogetherAndOnce(t *testing.T) {
	p := newPage(uitest.New())
	p.open(uitest.Calc())
	body, number := uitest.Asked[*message.MethodRows](p.Stand)
	p.d.Line.Receive(number, uitest.Engine(body))
	p.RequestData()
	want, number := uitest.Asked[*message.Names](p.Stand)
	if want == nil || len(want.Methods) < 20 || uitest.Times[*message.Names](p.Stand) != 1 {
		t.Fatalf("asked for %v, want all rows' names in one request", want)
	}
	if got := p.d.Names.Label(0); got != "…" {
		t.Errorf("name not yet known shows as %q, want …", got)
	}
	p.d.Names.Need(3, 500, 500, 3, message.NoNode)
	p.RequestData()
	if uitest.Times[*message.Names](p.Stand) != 1 {
		t.Error("asked for more names while some are on their way")
	}
	p.d.Line.Receive(number, uitest.NamesOf(want.Methods))
	p.RequestData()
	if more, _ := uitest.Asked[*message.Names](p.Stand); len(more.Methods) != 1 || more.Methods[0] != 500 {
		t.Errorf("then asked for %v, want only 500", more.Methods)
	}
	if first, last := p.d.Names.Parts(1); first != "com.example.calc." || last != "MainActivity.onCreate" {
		t.Errorf("name in parts: %q, %q", first, last)
	}
}

func TestClicksReachTheBoxAroundThem(t *testing.T) {
	p := openCalc(t)
	click := func(id string) {
		t.Helper()
		p.press(t, id)
		p.answer()
	}
	click("methods-3")
	if p.d.Method != 3 || p.methods.Cursor != 3 {
		t.Errorf("a click on row 3 selects method %d", p.d.Method)
	}
	click("methods-1-twist")
	if row := p.methods.Row(1); !row.Open || p.methods.Row(3).Kind != message.ParentRow {
		t.Error("a click on the triangle did not open row 1")
	}
	click("methods-3")
	if p.d.Method != 0 {
		t.Errorf("a click on the parent selects method %d, want 0", p.d.Method)
	}
	p.methods.Top = 480
	click("methods-sort-3")
	if o := p.methods.Order(); o != (message.Order{Column: message.ByExclusive}) || p.rows.Order != o {
		t.Errorf("the fourth column sorts by %+v", o)
	}
	if top, ok := p.Scrolled["methods"]; !ok || top != 0 || p.methods.Top != 0 {
		t.Errorf("sorted, the table is scrolled to %v", p.methods.Top)
	}
	click("methods-sort-3")
	if o := p.methods.Order(); !o.Ascending {
		t.Error("a second click does not turn the order round")
	}
	click("methods-sort-name")
	if o := p.methods.Order(); o.Column != message.ByName || !o.Ascending {
		t.Errorf("the name sorts by %+v", o)
	}
	click("methods-rows")

	p.d.ScrollToCall(message.CallRef{Depth: 5, Row: 3}, 5)
	p.answer()
	p.press(t, "path-2")
	if p.d.Call != (message.CallRef{Depth: 2}) || p.d.Method != 2 {
		t.Errorf("the path leads to %+v", p.d.Selection)
	}
	p.answer()
	click("longest-4")
	if p.d.Call != (message.CallRef{Depth: 4, Row: 504}) {
		t.Errorf("the longest calls lead to %+v", p.d.Call)
	}

	p.show("threads")
	p.answer()
	p.press(t, "tab-threads")
	click("threads-2-only")
	click("threads-4-hide")
	if len(p.d.Threads) != 1 || len(p.d.Hidden) != 1 {
		t.Errorf("threads %v alone, %v hidden", p.d.Threads, p.d.Hidden)
	}
}

// TestTheTableFollowsTheDesk: if one view selects a method, another view scrolls to it when it is shown.
func TestTheTableFollowsTheDesk(t *testing.T) {
	p := openCalc(t)
	p.d.ChooseMethod(40)
	p.answer()
	if p.methods.Cursor != 40 || p.Scrolled["methods"] == 0 {
		t.Errorf("the cursor is on row %d", p.methods.Cursor)
	}
	p.show("callgraph")
	p.d.ChooseMethod(7)
	p.answer()
	if p.methods.Cursor != 40 {
		t.Error("a table that is not shown asks where to go")
	}
	p.show("methods")
	p.answer()
	if p.methods.Cursor != 7 {
		t.Errorf("shown again, the cursor is on row %d, want 7", p.methods.Cursor)
	}
}

// TestEnterInTheTreeZoomsTheFlameGraph: Enter on a row of the call tree zooms the flame graph to the frame with
// the same path.
func TestEnterInTheTreeZoomsTheFlameGraph(t *testing.T) {
	p := openCalc(t)
	p.show("topdown")
	p.answer()
	for range 4 {
		p.key(canvas.Key{Name: "ArrowDown", Row: true, Focus: "topdown-rows"})
	}
	p.key(canvas.Key{Name: "Enter", Row: true, Focus: "topdown-rows"})
	if p.d.Tab != "flamegraph" || p.root() != 103 || len(p.d.Entered) != 4 {
		t.Errorf("tab %s, root %d, path %v", p.d.Tab, p.root(), p.d.Entered)
	}
}

func TestTabsWalkByArrows(t *testing.T) {
	p := openCalc(t)
	last := p.Views[len(p.Views)-1].Tab().ID
	for _, step := range []struct{ key, tab string }{
		{"ArrowRight", "topdown"}, {"ArrowLeft", "methods"}, {"ArrowLeft", "overview"}, {"ArrowLeft", last}, {"Home", "overview"}, {"End", last}, {"ArrowRight", "overview"},
	} {
		if !p.key(canvas.Key{Name: step.key, Focus: "tab-" + p.d.Tab}) || p.d.Tab != step.tab || p.Last() != "focus tab-"+step.tab {
			t.Fatalf("%s leads to %s, %s; want %s", step.key, p.d.Tab, p.Last(), step.tab)
		}
	}
	if p.key(canvas.Key{Name: "Enter", Focus: "tab-methods"}) {
		t.Error("Enter on a tab is taken from the browser")
	}
}

func TestExportsFollowTheSelection(t *testing.T) {
	p := openCalc(t)
	of := func(id string) *export.Export {
		for _, g := range p.Exports() {
			for i := range g.Exports {
				if g.Exports[i].ID == id {
					return &g.Exports[i]
				}
			}
		}
		t.Fatalf("there is no export %s", id)
		return nil
	}
	p.d.SetRange(1200*uitest.Ms, 3400*uitest.Ms, 6370*uitest.Ms)
	p.d.Threads, p.d.Clock, p.d.Switches, p.d.Share = []uint32{0, 2}, message.CPU, true, 5
	both := desk.Part{Threads: true, Range: true}
	for _, tt := range []struct {
		id   string
		part desk.Part
		want string
	}{
		{"csv", both, "export -format csv -switches -from 1200000000ns -to 3400000000ns -thread 8213,8219 calc.trace calc-1.2s-3.4s.methods.csv"},
		{"csv", desk.Part{Range: true}, "export -format csv -switches -from 1200000000ns -to 3400000000ns calc.trace calc-1.2s-3.4s.methods.csv"},
		{"csv", desk.Part{Threads: true}, "export -format csv -switches -thread 8213,8219 calc.trace calc.methods.csv"},
		{"csv", desk.Part{}, "export -format csv -switches calc.trace calc.methods.csv"},
		{"text", desk.Part{}, "export -format text -clock cpu -switches calc.trace calc.report.txt"},
		{"dot", desk.Part{}, "export -format dot -clock cpu -t 5 -switches calc.trace calc.dot"},
		{"summary", both, "summary calc.trace calc.summary.json"},
		{"events", both, "dmtracedump -o calc.trace calc.events.txt"},
		{"cut", both, "cut -o - -from 1200000000ns -to 3400000000ns -thread 8213,8219 calc.trace calc-1.2s-3.4s.cut.trace"},
		{"page", both, "page -o - -from 1200000000ns -to 3400000000ns -thread 8213,8219 calc.trace calc-1.2s-3.4s.html"},
		{"cut-hash", desk.Part{}, "cut -hash -o - calc.trace calc.hashed.trace"},
	} {
		job, failure := p.Room.Job(of(tt.id), tt.part)
		if got := strings.Join(job.Args, " ") + " " + strings.Join(job.Files, " ") + " " + job.Name; got != tt.want || failure != "" {
			t.Errorf("%s: %s %s\nwant %s", tt.id, got, failure, tt.want)
		}
	}
	all := p.d.Threads
	p.d.Threads = all[1:]
	if job, _ := p.Room.Job(of("csv"), both); job.Name != "calc-"+desk.InName(p.d.ThreadName(all[1]))+"-1.2s-3.4s.methods.csv" {
		t.Errorf("the file of one thread is %s", job.Name)
	}
	if got := desk.InName("Thread-3/é: [io] " + strings.Repeat("x", 99)); got != "Thread-3-é---io--"+strings.Repeat("x", 23) {
		t.Errorf("a thread's name in a file's name is %q", got)
	}
	p.d.Threads = all
	for _, group := range export.Trace {
		for _, e := range group.Exports {
			if e.Command == nil {
				continue
			}
			job, _ := p.Room.Job(&e, both)
			args := " " + strings.Join(job.Args, " ") + " "
			for option, takes := range map[string]export.Takes{" -from 1200000000ns -to 3400000000ns -thread 8213,8219 ": export.APart, " -clock cpu ": export.AClock, " -switches ": export.Switched, " -t 5 ": export.AShare} {
				if strings.Contains(args, option) != (e.Takes&takes != 0) {
					t.Errorf("%s has the arguments%sand takes %q: %t", e.ID, args, option, e.Takes&takes != 0)
				}
			}
		}
	}
	p.d.Clock = message.Waiting
	if p.Refusal(of("speedscope")) == "" || p.Refusal(of("text")) != "" {
		t.Error("what has a place in time is exported by waiting")
	}
	if p.Refusal(of("cut")) != "" {
		t.Error("no trace is cut out of this one")
	}
	p.d.Trace.Measures, p.d.Trace.Measure, p.d.Measure = []message.Measure{{Name: "cpu-clock"}, {Name: "samples", Counted: true}}, 1, 2
	for id, want := range map[string]string{
		"folded":     "export -format folded -clock waiting -event samples -switches",
		"speedscope": "export -format speedscope -clock wall -event samples", // the axis of samples
		"overview":   "overview -format markdown -readable -event samples",
		"summary":    "summary",
	} {
		if job, _ := p.Room.Job(of(id), desk.Part{}); strings.Join(job.Args, " ") != want {
			t.Errorf("of samples, %s: %s, want %s", id, strings.Join(job.Args, " "), want)
		}
	}
	if p.Refusal(of("events")) == "" || p.Refusal(of("csv")) != "" {
		t.Error("records of a recording of samples are listed")
	}
	if p.Refusal(of("cut")) == "" || p.Refusal(of("cut-hash")) == "" {
		t.Error("a trace of calls is cut out of samples")
	}
	p.d.Trace.Measures, p.d.Measure, p.d.Trace.Measure = nil, 0, 0
	p.d.Threads = nil
	for i := range uint32(2000) {
		p.d.Trace.Threads = append(p.d.Trace.Threads, message.Thread{Index: 100 + i, ID: 10000 + i})
		p.d.Threads = append(p.d.Threads, 100+i)
	}
	if _, failure := p.Room.Job(of("csv"), both); !strings.Contains(failure, "Too many threads") {
		t.Errorf("2,000 threads: %q", failure)
	}
}

// TestLongTotal: a text that the place next to the tabs would cut gets a row of its own on pages of usual width.
func TestLongTotal(t *testing.T) {
	for text, want := range map[string]bool{
		"100\u00a0% = 6.370 s on main (2.081 s idle)":                                        false,
		"longest bar = 22.22 s on Thread-109":                                                false,
		"100\u00a0% = 911.3 ms on main: 822.3 ms not by own code":                            true,
		"100\u00a0% = 911.3 ms on LauncherApplication-framethread":                           true,
		"100\u00a0% = 911.3 ms on LauncherApplication-framethread: 822.3 ms not by own code": true,
	} {
		if got := isLong(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
