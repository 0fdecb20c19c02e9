package comparing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
	engine "traceglass/wasm/engine/comparing"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
	"traceglass/wasm/ui/viewstate"
)

// A table is the room of two traces, each with its engine.
type table struct {
	*Room
	t      *testing.T
	host   *uitest.Stand
	traces [2]*tracing.Trace
	engine *engine.Room   // of B
	base   *engine.Room   // of A, since the last comparison
	of     message.SideOf // the last request to it
	did    []string
}

func opened(t *testing.T, of tracetest.Trace) *tracing.Trace {
	t.Helper()
	file := of.Bytes()
	r := tracing.Read("test.trace", int64(len(file)), false, 1<<30)
	if err := r.Write(file); err != nil {
		t.Fatal(err)
	}
	tr, err := r.End("")
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func compared(t *testing.T, a, b tracetest.Trace) *table {
	t.Helper()
	v := &table{t: t, host: uitest.New(), traces: [2]*tracing.Trace{opened(t, a), opened(t, b)}, engine: engine.New()}
	v.Room = New(desk.NewPage(v.host))
	v.Open([2]string{"a.trace", "b.trace"}, desk.PairActions{
		About: [2]*message.Description{v.traces[0].Describe(), v.traces[1].Describe()},
		Show:  func(i int, method string) { v.did = append(v.did, "show "+string(rune('A'+i))+" "+method) },
		Finding: func(i int, thread uint32, key string) {
			v.did = append(v.did, fmt.Sprintf("finding of %c: %d %s", 'A'+i, thread, key))
		},
		Close: func(i int) { v.did = append(v.did, "close "+string(rune('A'+i))) },
		Swap:  func() { v.did = append(v.did, "exchange") },
		Range: func(i int, from, to int64) {
			v.did = append(v.did, fmt.Sprintf("range of %c %d to %d", 'A'+i, from, to))
		},
		ClearRanges: func() { v.did = append(v.did, "whole") },
	})
	v.settle()
	return v
}

// settle answers all requests as the page and both workers do.
func (v *table) settle() {
	v.host.Settle(&v.desk.CompareLine, v.RequestData, func(req message.Body) message.Body {
		if c, ok := req.(*message.Compare); ok {
			v.base, v.of = engine.New(), c.Of[0]
			c.Data = v.base.Answer(&c.Of[0], v.traces[0]).(*message.Side).Data
		}
		if message.OfContexts(req) {
			v.of.Contexts = true
			v.engine.Answer(&message.SideContexts{Data: v.base.Answer(&v.of, v.traces[0]).(*message.Side).Data}, v.traces[1])
		}
		if message.AskedOf(req) == message.AskA {
			return v.base.Answer(req, v.traces[0])
		}
		return v.engine.Answer(req, v.traces[1])
	})
}

// page returns the HTML of the page.
func (v *table) page() string { return v.host.Render(v.t, v.Room) }

// rows returns the cells of the table's rows in the page.
func (v *table) rows() (all [][]string) {
	for _, row := range strings.Split(v.page(), `role="row"`)[1:] {
		text := func(cell string) string {
			_, text, _ := strings.Cut(cell, ">")
			text, _, _ = strings.Cut(text, "<")
			return words.Plain(text)
		}
		_, name, _ := strings.Cut(row, `class="cls"`)
		_, own, _ := strings.Cut(name, `class="own"`)
		_, lead, _ := strings.Cut(row, `class="sign"`)
		cells := []string{text(lead) + text(name) + text(own)}
		for _, cell := range strings.Split(row, `role="gridcell"`)[1:] {
			cells = append(cells, text(cell))
		}
		if len(cells) > 0 && cells[0] != "" {
			all = append(all, cells)
		}
	}
	return all
}

// names returns the first cells.
func (v *table) names() string {
	var all []string
	for _, row := range v.rows() {
		all = append(all, row[0])
	}
	return strings.Join(all, ", ")
}

func (v *table) choose(id, value string) {
	kind := "change"
	if id == findID {
		kind = "input"
	}
	v.page()
	v.host.Send(v.t, kind, id, map[string]any{"value": value})
	v.settle()
}

func (v *table) click(id string) {
	v.page()
	v.host.Click(v.t, id)
	v.settle()
}

// TestThreads: the figures are of main at first. The user can select all threads or one thread, pair a thread
// that only A has with a thread that only B has, and undo that.
func TestThreads(t *testing.T) {
	v := compared(t,
		tracetest.Trace{Records: "main 0>app.A.a()V 10<app.A.a()V reader 0>app.R.r()V 40<app.R.r()V"},
		tracetest.Trace{Records: "main 0>app.A.a()V 12<app.A.a()V loader 0>app.R.r()V 70<app.R.r()V"})
	if got := v.names(); got != "A.a" {
		t.Fatalf("at first %q", got)
	}
	v.choose("changes-lane", "0")
	if got := v.names(); got != "R.r, A.a" {
		t.Fatalf("rows %q", got)
	}
	lanes := func() string {
		var all []string
		for _, o := range v.laneMenu().Options {
			all = append(all, o.Name)
		}
		return strings.Join(all, ", ")
	}
	if got := lanes(); got != "all threads, main, reader (A alone), loader (B alone)" {
		t.Fatalf("threads %q", got)
	}
	v.choose("changes-lane", "1")
	if got := v.names(); got != "A.a" {
		t.Errorf("of main %q", got)
	}
	v.choose("changes-lane", "2")
	if got := v.remarks(); v.desk.About.Refusal == "" || !strings.Contains(got, "b.trace has no calls that could be compared") {
		t.Errorf("of a thread of A alone the page says %q", got)
	}
	if !v.laneUnpaired() || v.laneSplittable() {
		t.Error("it cannot be paired by hand")
	}
	v.choose("lane-a", "3")
	if got := lanes(); got != "all threads, main, reader = loader" {
		t.Fatalf("paired by hand: %q", got)
	}
	if v.corrected() != "Undo 1 correction" {
		t.Errorf("the page says %q", v.corrected())
	}
	v.choose("changes-lane", "2")
	if got := v.names(); got != "R.r" || v.rows()[0][7] != "40 µs" || v.rows()[0][8] != "70 µs" {
		t.Errorf("of both %q, %q", got, v.rows())
	}
	v.click("lane-apart")
	if got := lanes(); got != "all threads, main, reader (A alone), loader (B alone)" {
		t.Errorf("apart again: %q", got)
	}
	v.click("redo-pairs")
	if v.corrected() != "" {
		t.Errorf("after all was undone the page says %q", v.corrected())
	}
}

// TestExchanged: an exchange of A and B exchanges the figures. The threads and the manual corrections stay.
func TestExchanged(t *testing.T) {
	v := compared(t,
		tracetest.Trace{Records: "main 0>app.A.a()V 10<app.A.a()V reader 0>app.R.r()V 40<app.R.r()V"},
		tracetest.Trace{Records: "main 0>app.A.a()V 30<app.A.a()V loader 0>app.R.r()V 70<app.R.r()V"})
	v.choose("changes-lane", "2") // reader, of A alone
	v.choose("lane-a", "3")
	v.choose("changes-lane", "2")
	v.click("scale-whole")
	v.click("changes-by-inclusive")
	if got := v.names(); got != "R.r" || v.corrected() != "Undo 1 correction" {
		t.Fatalf("of the two threads that are one %q, %q", got, v.corrected())
	}
	lane := func() string { return laneName(v.lane()) }
	if got := lane(); got != "reader = loader" {
		t.Fatalf("of %q", got)
	}
	v.traces[0], v.traces[1] = v.traces[1], v.traces[0]
	v.engine = engine.New()
	v.Swapped([2]string{"b.trace", "a.trace"}, v.desk.Actions)
	v.settle()
	if v.names() != "R.r" || v.corrected() != "Undo 1 correction" || lane() != "loader = reader" || v.desk.Scale.Unit != message.OfWhole || v.desk.Order != message.ChangeOfInclusive {
		t.Errorf("exchanged: %q of %q, %q, %+v by %d", v.names(), lane(), v.corrected(), v.desk.Scale, v.desk.Order)
	}
	v.click("changes-0")
	v.click("scale-call")
	if got := v.rows()[0]; v.perCallText() != "per call of R.r" || got[1] != "1" {
		t.Fatalf("per call the page says %q of %q", v.perCallText(), got)
	}
	v.traces[0], v.traces[1] = v.traces[1], v.traces[0]
	v.engine = engine.New()
	v.Swapped([2]string{"a.trace", "b.trace"}, v.desk.Actions)
	v.settle()
	if v.desk.Scale.Unit != message.PerCall || v.names() != "R.r" || v.desk.About.Refusal != "" {
		t.Errorf("per call, exchanged: %+v of %q, %q", v.desk.Scale, v.names(), v.desk.About.Refusal)
	}
	v.traces[0], v.traces[1] = v.traces[1], v.traces[0]
	v.engine = engine.New()
	v.Swapped([2]string{"b.trace", "a.trace"}, v.desk.Actions)
	v.settle()
	if got := v.desk.About.Times; got[0][message.Wall] != 70_000 || got[1][message.Wall] != 40_000 {
		t.Errorf("they come to %v", got)
	}
}

// TestLargestFirst: at first the largest change leads, up or down. A link has the direction; one without an order has the
// first.
func TestLargestFirst(t *testing.T) {
	a := tracetest.Trace{Records: "main 0>app.A.a()V 90<app.A.a()V 91>app.B.b()V 92<app.B.b()V"}
	b := tracetest.Trace{Records: "main 0>app.A.a()V 10<app.A.a()V 11>app.B.b()V 32<app.B.b()V"}
	for link, want := range map[string][2]string{
		"":                                       {"A.a, B.b", "other"},
		"methods wall measured":                  {"A.a, B.b", "other"},
		"methods wall measured exclusive":        {"B.b, A.a", "descending"},
		"methods wall measured calls-fell":       {"A.a, B.b", "ascending"},
		"methods wall measured exclusive-either": {"A.a, B.b", "other"},
	} {
		v := compared(t, a, b)
		if link != "" {
			v.desk.Page.Changes = link
			v.settle()
		}
		if got := v.names(); got != want[0] || !strings.Contains(v.page(), `aria-sort="`+want[1]+`"`) {
			t.Errorf("%q shows %s, want %s", link, got, want)
		}
	}
}

// headlineText returns the totals at the top of the room.
func (v *table) headlineText() string {
	var all []string
	for _, s := range v.headline() {
		all = append(all, strings.Join(strings.Fields(strings.Join([]string{s.Term, s.Values, s.Change, s.Class}, " ")), " "))
	}
	return words.Plain(strings.Join(all, ", "))
}

// TestChangeInPercent: the share of a change is rounded as in the reports.
func TestChangeInPercent(t *testing.T) {
	if got, want := words.Plain(sumOf("Calls", [2]int64{50_559, 35_553}, words.Count).Change), "−15,006, −29.7 %"; got != want {
		t.Errorf("the change is %q, want %q", got, want)
	}
}

// TestIdle: the headline has the time without idle waits first, and the largest changes leave them out. A switch
// includes them. Links have it.
func TestIdle(t *testing.T) {
	const poll = "android.os.MessageQueue.nativePollOnce(JI)V"
	of := func(wait, load, draw int) tracetest.Trace { // µs
		return tracetest.Trace{Records: fmt.Sprintf("main 0/0>app.A.a()V 0/0>%[1]s %[2]d/0<%[1]s %[2]d/0>app.A.load()V %[3]d/%[4]d<app.A.load()V %[3]d/%[4]d>app.A.draw()V %[5]d/%[6]d<app.A.draw()V %[5]d/%[6]d<app.A.a()V",
			poll, wait, wait+load, load, wait+load+draw, load+draw)}
	}
	v := compared(t, of(900, 100, 50), of(300, 180, 40))
	largest := func() string {
		var all []string
		for _, l := range v.largest() {
			all = append(all, l.Name+" "+l.Change)
		}
		return words.Plain(strings.Join(all, ", "))
	}
	headline := "Wall in calls without idle waits 150 µs → 220 µs +70 µs, +46.7 % rose, Idle 900 µs → 300 µs −600 µs, −66.7 %, Calls 4 → 4 0"
	if got := v.headlineText(); got != headline {
		t.Errorf("the headline is %q", got)
	}
	if got := words.Plain(v.totals()); got != "Calls: A 4, B 4 · Wall in calls without idle waits: A 150 µs, B 220 µs (+70 µs)" {
		t.Errorf("the status is %q", got)
	}
	const changes = "A.load +80 µs (100 µs → 180 µs), A.draw −10 µs (50 µs → 40 µs)"
	if got := largest(); got != changes || !strings.HasSuffix(v.largestBy(), "without callees and idle waits") {
		t.Errorf("%s: %s", v.largestBy(), got)
	}
	link := v.desk.Page.Changes
	v.desk.Idle = true
	v.settle()
	if got := largest(); got != "A.load +80 µs (100 µs → 180 µs), MessageQueue.nativePollOnce −600 µs (900 µs → 300 µs), A.draw −10 µs (50 µs → 40 µs)" {
		t.Errorf("with idle waits: %s", got)
	}
	if got := v.headlineText(); got != headline || v.desk.Page.Changes != link+" "+idleWord {
		t.Errorf("with idle waits the headline is %q, the link %q", got, v.desk.Page.Changes)
	}
	v.click("change-largest-1")
	if v.name() != "android.os.MessageQueue.nativePollOnce" {
		t.Errorf("chosen is %q", v.name())
	}
	v.desk.Page.Changes = link
	v.settle()
	if v.desk.Idle || largest() != changes {
		t.Errorf("a step back includes idle waits: %v, %s", v.desk.Idle, largest())
	}
	v.Do(canvas.NextClock)
	v.settle()
	if got := v.headlineText(); !strings.HasPrefix(got, "CPU in calls 150 µs → 220 µs") || v.desk.HasIdle() {
		t.Errorf("by the CPU clock the headline is %q", got)
	}
}

// TestUnlike: for two traces of different kinds, the page explains the limits of the figures, or why it has
// none.
func TestUnlike(t *testing.T) {
	app := "main 0>app.A.a()V 10<app.A.a()V"
	wall, cpu := tracetest.Trace{Records: app, Version: 2, Clock: "wall"}, tracetest.Trace{Records: app, Version: 2}
	v := compared(t, wall, cpu)
	if got := v.remarks(); !strings.Contains(got, "only counts are compared") || v.desk.HasClock() || strings.Contains(v.page(), "by-inclusive") {
		t.Errorf("with a different clock each, the page shows %q", got)
	}
	v = compared(t, wall, tracetest.Trace{Records: "main 0>app.Z.z()V 10<app.Z.z()V", Version: 2, Clock: "wall"})
	if got := v.remarks(); got != "a.trace and b.trace have no method in common, so there is nothing to compare." || v.rows() != nil {
		t.Errorf("without a common method, the page shows %q", got)
	}
	v = compared(t, wall, wall)
	if !strings.Contains(v.page(), "No method differs.") || v.tally() != "0 methods" {
		t.Errorf("compared with itself: the tally is %q\n%s", v.tally(), v.page())
	}
	v.choose("changes-only", "5")
	if got := v.names(); got != "A.a" {
		t.Errorf("all methods: %q", got)
	}
}

// TestClicksAndKeys: a click or a key selects a row, and the method can be shown in either trace. Orders, searches,
// clocks and files can be changed.
func TestClicksAndKeys(t *testing.T) {
	v := compared(t,
		tracetest.Trace{Records: "main 0/0>app.A.a()V 5/1>app.B.b()V 6/2<app.B.b()V 10/3<app.A.a()V"},
		tracetest.Trace{Records: "main 0/0>app.A.a()V 5/1>app.B.b()V 16/2<app.B.b()V 17/2>app.B.b()V 18/3<app.B.b()V 22/9<app.A.a()V"})
	if html := v.page(); v.names() != "B.b, A.a" || !strings.Contains(html, "+11") {
		t.Fatalf("the page shows\n%s", html)
	}
	v.click("changes-0")
	if v.name() != "app.B.b" || len(v.callers()) != 1 || v.callers()[0].Name != "A.a" {
		t.Fatalf("chosen is %q", v.name())
	}
	v.click("to-a")
	if got := strings.Join(v.did, ", "); got != "show A app.B.b()V" {
		t.Errorf("did %q", got)
	}
	v.Key(canvas.Key{Name: "ArrowDown"}) // no other element has the focus
	v.settle()
	if v.name() != "app.A.a" {
		t.Errorf("after a key chosen is %q", v.name())
	}
	v.Do(canvas.NextClock)
	v.settle()
	if v.desk.Clock != message.CPU || !strings.HasPrefix(v.totals(), "Calls: A 2, B 3 · CPU in calls: A") {
		t.Errorf("by the next clock %q", v.totals())
	}
	for _, want := range [][2]string{{"B.b, A.a", "other"}, {"B.b, A.a", "descending"}, {"A.a, B.b", "ascending"}, {"B.b, A.a", "other"}} {
		v.click("changes-by-calls")
		if got := v.names(); got != want[0] || !strings.Contains(v.page(), `aria-sort="`+want[1]+`"`) {
			t.Errorf("sorted %s by calls: %q", want[1], got)
		}
	}
	v.choose("changes-find", "zz")
	if got := v.names(); got != "" || !strings.Contains(v.page(), "No method matches the search.") {
		t.Errorf("found %q\n%s", got, v.page())
	}
	v.Editing(canvas.Key{Name: "Escape", Focus: "changes-find"})
	v.settle()
	for id, ending := range map[string]string{"changes-csv": ".csv", "changes-json": ".json", "changes-md": ".md"} {
		v.click(id)
		if v.desk.Notice == "" || !strings.Contains(v.desk.Notice, "b.changes"+ending) {
			t.Errorf("%s: the page says %q", id, v.desk.Notice)
		}
	}
	v.choose("changes-lane", "0")
	v.SetRanges([2]message.Scope{{From: 0, To: 5000}, {To: message.Whole}})
	v.settle()
	if words.Plain(v.scopes()) != "Comparing a part: A from 0 to 5 µs." {
		t.Errorf("the page says %q", v.scopes())
	}
	v.SetRanges([2]message.Scope{{From: 30_000, To: 40_004}, {To: message.Whole}})
	if words.Plain(v.scopes()) != "Comparing a part: A from 30 µs to 40 µs." {
		t.Errorf("the page says %q", v.scopes())
	}
	v.click("changes-whole")
	v.Do(canvas.Back) // clears the selected method
	v.Do(canvas.Back)
	v.SetRanges([2]message.Scope{{To: message.Whole}, {To: message.Whole}})
	v.settle()
	if v.scopes() != "" || v.Do(canvas.Back) {
		t.Errorf("of the whole the page says %q, and there is a part to let go of", v.scopes())
	}
	v.click("changes-swap")
	v.click("close-b")
	if got := strings.Join(v.did[1:], ", "); got != "whole, whole, exchange, close B" {
		t.Errorf("did %q", got)
	}
}

// TestRulers: a drag on the ruler of a timeline selects a range of that trace when it ends, and a click there
// clears it. Each timeline has a mark of its own.
func TestRulers(t *testing.T) {
	one := tracetest.Trace{Records: "main 0>app.A.a()V 100<app.A.a()V"}
	v := compared(t, one, one)
	v.click("changes-tab-timelines")
	ruled := canvas.Geometry{Left: 100, Top: 20, Content: 50}
	for _, c := range []canvas.ID{canvas.Timeline, canvas.SecondTimeline} {
		v.Input(canvas.Input{Canvas: c, Kind: canvas.Size, X: 600, Y: 200})
		ruled.Canvas = c
		v.Drawn(ruled)
	}
	marked := func(c canvas.ID) [2]float64 { return [2]float64{v.host.Marks[c].From, v.host.Marks[c].To} }
	none := [2]float64{1, 0}
	drag := func(kind canvas.InputKind, x float64) {
		v.Input(canvas.Input{Canvas: canvas.SecondTimeline, Kind: kind, StartX: 200, StartY: 10, X: message.CSS(x), Y: 10})
	}
	drag(canvas.DragStart, 204)
	drag(canvas.Drag, 300)
	if a, b := marked(canvas.Timeline), marked(canvas.SecondTimeline); a != none || b[0] >= b[1] || len(v.did) != 0 {
		t.Errorf("under way A is marked %v, B %v, and done is %q", a, b, v.did)
	}
	under := marked(canvas.SecondTimeline)
	drag(canvas.DragEnd, 300)
	want := []string{fmt.Sprintf("range of B %d to %d", int64(under[0]), int64(under[1]))}
	if !slices.Equal(v.did, want) || marked(canvas.SecondTimeline) != none {
		t.Errorf("done is %q, want %q; B is marked %v", v.did, want, marked(canvas.SecondTimeline))
	}
	v.SetRanges([2]message.Scope{{To: message.Whole}, {From: 2000, To: 4000}})
	v.settle()
	if a, b := marked(canvas.Timeline), marked(canvas.SecondTimeline); a != none || b != [2]float64{2000, 4000} {
		t.Errorf("chosen, A is marked %v, B %v", a, b)
	}
	v.Input(canvas.Input{Canvas: canvas.SecondTimeline, Kind: canvas.Click, X: 250, Y: 10})
	if got := v.did[1:]; !slices.Equal(got, []string{"range of B 0 to 0"}) {
		t.Errorf("a click on the ruler did %q", got)
	}
}

// TestMethodSelectedAgain: after a method is cleared, it can be selected again, with its figures for each call.
func TestMethodSelectedAgain(t *testing.T) {
	v := compared(t,
		tracetest.Trace{Records: "main 0>app.A.a()V 10<app.A.a()V"},
		tracetest.Trace{Records: "main 0>app.A.a()V 12<app.A.a()V 20>app.A.a()V 40<app.A.a()V"})
	for _, away := range []func(){func() { v.click("change-away") }, func() { v.Do(canvas.Back) }} {
		v.click("changes-0")
		if got := words.Plain(v.splitText()); v.perCallText() != "per call of A.a" || !strings.HasSuffix(got, "A call takes 10 µs in A, 16 µs in B.") {
			t.Errorf("chosen, the page says %q, %q", v.perCallText(), got)
		}
		v.desk.About.Sampled = [2]bool{false, true}
		if got := words.Plain(v.splitText()); !strings.HasSuffix(got, " from times seen, +9 µs from the time of each. Each time seen is 10 µs in A, 16 µs in B.") {
			t.Errorf("of a trace of samples the page says %q", got)
		}
		v.desk.About.Sampled = [2]bool{}
		away()
		v.settle()
		if !strings.Contains(v.page(), `disabled="disabled" id="scale-call"`) {
			t.Errorf("with none chosen the button for figures per call has no place\n%s", v.page())
		}
		if v.perCallText() != "" || v.splitText() != "" {
			t.Errorf("with none chosen the page says %q, %q", v.perCallText(), v.splitText())
		}
	}
}

// TestMethodStaysSelected: the selected method stays selected when other ranges, threads or pairs are compared, with new figures.
// If it is not called there, the choice is cleared, and the page says so.
func TestMethodStaysSelected(t *testing.T) {
	v := compared(t,
		tracetest.Trace{Records: "main 0>app.A.a()V 10>app.B.b()V 14<app.B.b()V 40<app.A.a()V 50>app.C$$ExternalSyntheticLambda1.run()V 60<app.C$$ExternalSyntheticLambda1.run()V"},
		tracetest.Trace{Records: "main 0>app.A.a()V 10>app.B.b()V 17<app.B.b()V 45<app.A.a()V 50>app.C$$ExternalSyntheticLambda2.run()V 70<app.C$$ExternalSyntheticLambda2.run()V"})
	is := func(what, name, says string) {
		t.Helper()
		if got := words.Plain(v.splitText()); v.name() != name || !strings.Contains(got, says) || name != "" && strings.Count(v.page(), `aria-selected="true"`) != 2 {
			t.Errorf("%s: selected %q, the page shows %q", what, v.name(), got)
		}
	}
	whole := message.Scope{To: message.Whole}
	for row, name := range strings.Split(v.names(), ", ") {
		if name == "B.b" {
			v.click(fmt.Sprintf("changes-%d", row))
		}
	}
	is("at first", "app.B.b", "A call takes 4 µs in A, 7 µs in B.")
	v.SetRanges([2]message.Scope{whole, {To: 15_000}})
	v.settle()
	is("in a part", "app.B.b", "A call takes 4 µs in A, 5 µs in B.")
	v.choose("changes-lane", "0")
	is("of all threads", "app.B.b", "A call takes 4 µs in A, 5 µs in B.")
	v.SetRanges([2]message.Scope{{From: 45_000, To: message.Whole}, {From: 48_000, To: message.Whole}})
	v.settle()
	is("where it is not called", "", "")
	if want := "B.b is not called in the compared part."; v.desk.Notice != want || v.desk.Resolving() {
		t.Errorf("the page says %q, want %q", v.desk.Notice, want)
	}
	v.click("changes-0")
	is("the guessed pair", "app.C$$ExternalSyntheticLambda2.run", "A call takes 10 µs in A, 20 µs in B.")
	v.SetRanges([2]message.Scope{whole, whole})
	v.settle()
	v.click("undo-pair")
	is("which is none: B's", "app.C$$ExternalSyntheticLambda2.run", "+20 µs from the number of calls, 0 from the time per call.")
	if v.calledIn(0) || !v.calledIn(1) {
		t.Error("it is A's too")
	}
}

// TestLinkToComparison: a link describes a comparison without names, and restores it for the same pair of traces: threads,
// the method for figures by call, and manual corrections. For other traces, parts that do not exist there are
// left out, and the page says so.
func TestLinkToComparison(t *testing.T) {
	const after = " main 50>app.C$$ExternalSyntheticLambda1.run()V 60<app.C$$ExternalSyntheticLambda1.run()V"
	a := tracetest.Trace{Records: "main 0>app.A.a()V 10<app.A.a()V reader 0>app.R.r()V 20>app.S.s()V 30<app.S.s()V 40<app.R.r()V" + after}
	b := tracetest.Trace{Records: "main 0>app.A.a()V 12<app.A.a()V loader 0>app.R.r()V 20>app.S.s()V 35<app.S.s()V 50>app.S.s()V 60<app.S.s()V 70<app.R.r()V" + strings.ReplaceAll(strings.ReplaceAll(after, "Lambda1", "Lambda2"), " 60<", " 66<")}
	v := compared(t, a, b)
	v.choose("changes-lane", "0")
	for row, name := range strings.Split(v.names(), ", ") {
		if strings.Contains(name, "ExternalSynthetic") {
			v.click(fmt.Sprintf("changes-%d", row))
		}
	}
	v.click("undo-pair")
	v.choose("changes-lane", "2") // reader, of A alone
	v.choose("lane-a", "3")       // is one with loader
	v.choose("changes-lane", "2")
	v.click("changes-0")
	v.click("scale-call")
	v.click("changes-by-inclusive")
	link, state := v.desk.Page.Changes, func(of *table) string {
		return fmt.Sprint(of.rows(), of.laneMenu().Options, of.corrected(), of.perCallText(), of.guesses(), of.name())
	}
	if v.name() != "app.S.s" || v.corrected() != "Undo 2 corrections" || v.perCallText() != "per call of S.s" || laneName(v.lane()) != "reader = loader" {
		t.Fatalf("the page shows %s", state(v))
	}
	if words := strings.Fields(link); len(words) != LinkWords+2 || strings.ContainsAny(link, "\x00#") || strings.Contains(link, "app") || strings.Contains(link, "reader") {
		t.Errorf("the link is %q", link)
	}
	w := compared(t, a, b)
	began, fresh := w.desk.Page.Changes, state(w)
	w.desk.Page.Changes = link
	w.settle()
	if state(w) != state(v) || w.desk.Page.Changes != link {
		t.Errorf("link %q shows %s\nand makes the link %q, want\n%s", link, state(w), w.desk.Page.Changes, state(v))
	}
	w.desk.Page.Changes = began
	w.settle()
	if state(w) != fresh || w.desk.Page.Changes != began {
		t.Errorf("a step back shows %s, want %s", state(w), fresh)
	}

	// Other traces, and malformed links.
	other := tracetest.Trace{Records: "main 0>app.A.a()V 10<app.A.a()V"}
	w = compared(t, other, other)
	w.desk.Page.Changes = link
	w.settle()
	if got := w.desk.Page.Changes; w.lane() != nil || w.desk.Scale.Unit != message.AsMeasured || w.desk.Notice == "" || strings.Contains(got, "per-") || !strings.Contains(got, " all") {
		t.Errorf("of other traces it shows %s, tells %q and says %q", state(w), got, w.desk.Notice)
	}
	for _, odd := range []string{"methods wall per- inclusive of", "x y per-zz z of-1-2-3 m n-1 t-- u-1-2-3 m-", "methods wall share inclusive main" + strings.Repeat(" m-00000000-11111111", 300)} {
		w = compared(t, a, b)
		w.desk.Page.Changes = odd
		w.settle()
		if !w.desk.Ready() || w.rows() == nil {
			t.Errorf("link %.80q shows nothing", odd)
		}
	}
}

// TestFilter: a filter limits the figures of both traces. Links have it, and its button removes it.
func TestFilter(t *testing.T) {
	a := tracetest.Trace{Records: "main 0>app.A.a()V 10>app.Net.load()V 30<app.Net.load()V 40<app.A.a()V"}
	b := tracetest.Trace{Records: "main 0>app.A.a()V 10>app.Net.load()V 70<app.Net.load()V 95<app.A.a()V"}
	v := compared(t, a, b)
	figures := func(v *table) string { return fmt.Sprint(v.headlineText(), " ", v.names()) }
	whole := figures(v)
	v.choose(findID, "drop:load")
	if !v.Editing(canvas.Key{Name: "Enter", Focus: findID}) {
		t.Fatal("Enter does not filter")
	}
	v.settle()
	const left = "Wall in calls 20 µs → 35 µs +15 µs, +75.0 % rose, Calls 1 → 1 0 A.a"
	if got := figures(v); got != left || v.desk.Text != "" {
		t.Errorf("with a filter: %s, want %s; the search has %q", got, left, v.desk.Text)
	}
	var chips []string
	for _, b := range v.filter().Chips() {
		if b.Name == "" { // it removes a term
			continue
		}
		chips = append(chips, words.Plain(b.Name))
	}
	if got, want := strings.Join(chips, " | "), "shows 20 µs of 40 µs in A, 35 µs of 95 µs in B | drop:load: A −20 µs, B −60 µs"; got != want {
		t.Errorf("the buttons are %s, want %s", got, want)
	}
	w := compared(t, a, b)
	w.desk.Page.Changes = v.desk.Page.Changes
	w.settle()
	if got := figures(w); got != left || strings.Contains(v.desk.Page.Changes, "load") {
		t.Errorf("the link %q shows %s, want %s", v.desk.Page.Changes, got, left)
	}
	w.click("changes-chip-filter")
	if got := figures(w); got != whole {
		t.Errorf("without the filter: %s, want %s", got, whole)
	}
	w.choose(findID, "drop:/(/")
	w.Editing(canvas.Key{Name: "Enter", Mod: true, Focus: findID})
	if w.desk.Filter != "" || !strings.Contains(w.desk.Notice, "cannot be read") {
		t.Errorf("a term that cannot be read: filter %q, notice %q", w.desk.Filter, w.desk.Notice)
	}
}

// TestGroups: the table groups the methods. A group is no method: a click selects nothing. The search limits the groups' methods.
func TestGroups(t *testing.T) {
	v := compared(t, tracetest.Trace{Records: "main 0>app.A.a()V 10>okhttp3.Call.run()V 20>app.A.b()V 30<app.A.b()V 50<okhttp3.Call.run()V 60<app.A.a()V"},
		tracetest.Trace{Records: "main 0>app.A.a()V 10>okhttp3.Call.run()V 20>app.A.b()V 40<app.A.b()V 70<okhttp3.Call.run()V 90<app.A.a()V"})
	v.choose("changes-group", "3")
	want := "[[own code 2 2 0 30 µs 50 µs +20 µs 60 µs 90 µs +30 µs 1.50    ] [OkHttp 1 1 0 30 µs 40 µs +10 µs 40 µs 60 µs +20 µs 1.50    ]]"
	if got := fmt.Sprint(v.rows()); got != want {
		t.Errorf("by library:\n got %s\nwant %s", got, want)
	}
	v.save("csv")
	if req, _ := uitest.Asked[*message.ChangesFile](v.host); req == nil || req.By != message.ByLibrary {
		t.Errorf("requested the file %+v", req)
	}
	v.settle()
	if v.host.Saved == nil || !strings.HasPrefix(string(v.host.Saved.Data), "library,methods,callsA,") {
		t.Errorf("saved %+v", v.host.Saved)
	}
	v.click("changes-0")
	if v.desk.Pair != message.NoNode || v.chosen() != nil {
		t.Errorf("a click on a group selects method %d", v.desk.Pair)
	}
	v.choose(findID, "app.A.b")
	want = "[[own code 1 1 0 10 µs 20 µs +10 µs 10 µs 20 µs +10 µs 2.00    ]]"
	if got := fmt.Sprint(v.rows()); got != want {
		t.Errorf("with a search:\n got %s\nwant %s", got, want)
	}
	v.choose(findID, "")
	v.choose("changes-group", "4")
	v.choose("changes-only", "1")
	if got := v.rows(); len(got) != 0 {
		t.Errorf("groups in A alone: %s", got)
	}
}

// TestLinkGroups: a link has the groups and the listed rows. A step back restores them, and a grouping that a comparison lacks shows the methods.
func TestLinkGroups(t *testing.T) {
	a := tracetest.Trace{Records: "main 0>app.A.a()V 10>okhttp3.Call.run()V 20>app.A.b()V 30<app.A.b()V 50<okhttp3.Call.run()V 60<app.A.a()V"}
	b := tracetest.Trace{Records: "main 0>app.A.a()V 10>okhttp3.Call.run()V 20>app.A.b()V 40<app.A.b()V 70<okhttp3.Call.run()V 90<app.A.a()V"}
	v := compared(t, a, b)
	began, methods := v.desk.ViewStates, v.names()
	v.choose("changes-group", "3")
	v.choose("changes-only", "5")
	link := v.desk.ViewStates.String()
	want := "own code, OkHttp"
	if got := v.names(); got != want || link != "changemethods_o5_g3" {
		t.Fatalf("the table lists %s with the link %q", got, link)
	}
	w := compared(t, a, b)
	w.desk.ViewStates = viewstate.Parse(link)
	w.settle()
	if got := w.names(); got != want || w.desk.ViewStates.String() != link {
		t.Errorf("the link %q lists %s, and makes the link %q; want %s", link, got, w.desk.ViewStates, want)
	}
	for _, to := range []viewstate.All{began, viewstate.Parse("changemethods_g4"), viewstate.Parse("changemethods_g9_o77")} {
		w.desk.ViewStates = to
		w.settle()
		if got := w.names(); got != methods || w.desk.ViewStates.String() != "" {
			t.Errorf("%q lists %s, want %s", to, got, methods)
		}
	}
}

// TestSampled: for sampled traces, the page shows times seen, not calls.
func TestSampled(t *testing.T) {
	of := func(end string) tracetest.Trace {
		return tracetest.Trace{Records: "main 0>app.A.a()V 1000>app.B.b()V " + end + "<app.B.b()V 9000<app.A.a()V"}
	}
	v := compared(t, of("5000"), of("6000"))
	v.desk.About.Sampled = [2]bool{true, false}
	if html := v.page(); !strings.Contains(html, "Seen A") || strings.Contains(html, "Calls A") || !strings.HasPrefix(v.totals(), "Times seen: A 2, B 2") {
		t.Errorf("%s\n%s", v.totals(), html)
	}
	v.desk.About.Sampled = [2]bool{}
	if html := v.page(); strings.Contains(html, "Seen A") || !strings.Contains(html, "Calls A") || !strings.HasPrefix(v.totals(), "Calls: A 2, B 2") {
		t.Errorf("%s\n%s", v.totals(), html)
	}
}

// TestMenus checks the menus of rows and the palette. They copy names as in the file, also if the row has a readable one.
func TestMenus(t *testing.T) {
	const raw = "app.Foo$load$2.invokeSuspend()V"
	v := compared(t,
		tracetest.Trace{Records: "main 0>" + raw + " 10<" + raw},
		tracetest.Trace{Records: "main 0>" + raw + " 20<" + raw})
	run := func(commands []desk.Command, name string) {
		t.Helper()
		at := slices.IndexFunc(commands, func(c desk.Command) bool { return c.Name == name })
		if at < 0 {
			t.Fatalf("no %q", name)
		}
		commands[at].Do()
	}
	source := raw + "\n" + raw + "\napp.Foo.load, coroutine"
	for i, id := range []string{"changes-0", "changes-rows", "changetree-0"} {
		v.desk.Tab = v.Views[i/2].Tab().ID
		v.settle()
		v.page()
		if v.Menu("changes-9", desk.Place{X: 1, Y: 1}) || v.Menu("other", desk.Place{X: 1, Y: 1}) {
			t.Error("what is no row has a menu")
		}
		if id == "changes-rows" {
			v.Key(canvas.Key{Name: "Home", Focus: id})
		}
		if !v.Menu(id, desk.Place{X: 1, Y: 1}) {
			t.Fatalf("%s has no menu", id)
		}
		m := v.desk.Menu
		if m.Title != "Foo.load, coroutine" || m.Element != strings.Replace(id, "-rows", "-0", 1) {
			t.Errorf("the menu of %s is of %q, at %s", id, m.Title, m.Element)
		}
		if run(m.Items, "Copy name"); v.host.Last() != "copy "+raw {
			t.Errorf("%s: %q", id, v.host.Last())
		}
		if run(m.Items, "Open in an IDE or code search…"); v.host.Last() != "source open "+source {
			t.Errorf("%s: %q", id, v.host.Last())
		}
		if run(m.Items, "Show it in B"); v.did[len(v.did)-1] != "show B "+raw {
			t.Errorf("%s: %q", id, v.did)
		}
	}
	v.desk.Choose(0, [2]string{raw, raw})
	v.settle()
	if run(v.Commands(), "Copy name as…"); v.host.Last() != "source copy "+source {
		t.Errorf("the palette: %q", v.host.Last())
	}
	v.desk.Tab = "timelines"
	v.settle()
	if html := v.page(); !strings.Contains(html, ">at the first Foo.load, coroutine<") {
		t.Error("the button that aligns the timelines has no readable name")
	}
	right := canvas.Input{Canvas: canvas.SecondTimeline, Kind: canvas.Size, X: 600, Y: 200}
	v.Input(right)
	v.Drawn(canvas.Geometry{Canvas: canvas.SecondTimeline, Left: 100, Top: 20, Content: 50})
	right.Kind, right.X, right.Y, right.PageX, right.PageY = canvas.RightClick, 300, 40, 310, 400
	right.Hit = canvas.Hit{OK: true, X: 200, W: 300}
	v.Input(right)
	v.settle()
	m := v.desk.Menu
	if m.Title != "Foo.load, coroutine" || m.At != (desk.Place{X: 310, Y: 400}) || m.ReturnFocus != "timeline-b" {
		t.Errorf("the menu of a call: %q at %v, back to %q", m.Title, m.At, m.ReturnFocus)
	}
	if run(m.Items, "Copy name"); v.host.Last() != "copy "+raw {
		t.Errorf("of a call: %q", v.host.Last())
	}
	if v.Menu("timeline", desk.Place{}) {
		t.Error("without a selected call there is a menu")
	}
}

// TestChangedFinding: the head says where the difference lies, and names a start that only one trace has. A changed finding
// opens the trace that has it.
func TestChangedFinding(t *testing.T) {
	of := func(method string, waits int) tracetest.Trace { // ms
		at := 1000 + waits*1000
		return tracetest.Trace{Records: fmt.Sprintf("main 0/0>%s 1000/1>android.app.SharedPreferencesImpl.awaitLoadedLocked()V %d/1<android.app.SharedPreferencesImpl.awaitLoadedLocked()V %d/1000<%s", method, at, at+1000, method)}
	}
	v := compared(t, of("app.A.a()V", 200), of("android.app.ActivityThread.handleBindApplication()V", 400))
	var parts []string
	for _, p := range v.parts(false) {
		parts = append(parts, words.Plain(p.Name+" "+p.Change+" "+p.Class))
	}
	if got, want := words.Plain(v.split())+": "+strings.Join(parts, ", "), "Time of main: +200 ms: Waiting: SharedPreferences +200 ms (200 ms → 400 ms) rose, Own code −1 ms (1 ms → 0) fell, Platform +1 ms (0 → 1 ms) rose"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := words.Plain(v.remarks()); !strings.Contains(got, "Only B has a recorded start (402 ms)") {
		t.Errorf("remarks %q", got)
	}
	v.click("change-found-0")
	if got := v.did[len(v.did)-1]; got != "finding of B: 0 wait preferences" {
		t.Errorf("did %q", got)
	}
}

// TestFindingsInFull: few findings are shown in full. Of many, each is one line until a click shows them.
func TestFindingsInFull(t *testing.T) {
	v := compared(t, tracetest.Trace{Records: "main 0>app.A.a()V 10<app.A.a()V"}, tracetest.Trace{Records: "main 0>app.A.a()V 20<app.A.a()V"})
	for _, n := range []int{2, 9} {
		v.differ = &message.FindingChanges{Title: "Findings", Found: make([]message.FindingChange, n)}
		for i := range v.differ.Found {
			v.differ.Found[i].Text = fmt.Sprintf("finding %d.", i)
		}
		html := v.page()
		if few := n == 2; strings.Contains(html, `class="answer full"`) != few || strings.Contains(html, "finding 8.") {
			t.Errorf("of %d findings\n%s", n, html)
		}
	}
	v.host.Click(t, "changes-in-full")
	if html := v.page(); !strings.Contains(html, `class="answer full"`) || !strings.Contains(html, "finding 8.") {
		t.Errorf("a click does not show all findings\n%s", html)
	}
}

// TestSummaryFolds: a click hides the figures and findings, and another shows them again. The next comparison hides them, too.
func TestSummaryFolds(t *testing.T) {
	one := tracetest.Trace{Records: "main 0>app.A.a()V 10<app.A.a()V"}
	v := compared(t, one, one)
	shown := func(want bool) {
		t.Helper()
		_, tag, _ := strings.Cut(v.page(), `id="changes-answer"`)
		tag, _, _ = strings.Cut(tag, ">")
		if hidden := strings.Contains(tag, "hidden"); hidden == want || strings.Contains(v.page(), "Hide summary") != want {
			t.Errorf("shown %v, want %v: %s", !hidden, want, tag)
		}
	}
	shown(true)
	v.click("changes-fold")
	shown(false)
	v.Forget()
	if !v.folded {
		t.Error("the next comparison shows the summary")
	}
	v.folded = false
}

// TestLargestChange: the button opens the path of the largest change again, and selects its end.
func TestLargestChange(t *testing.T) {
	of := func(ms int) tracetest.Trace {
		return tracetest.Trace{Records: fmt.Sprintf("main 0>app.A.a()V 1>app.A.b()V %d<app.A.b()V %d>app.A.c()V %d<app.A.c()V %d<app.A.a()V", ms, ms+1, ms+3, ms+5)}
	}
	v := compared(t, of(10), of(50))
	v.desk.Tab = "tree"
	v.settle()
	if v.name() != "" {
		t.Errorf("at first %q is selected", v.name())
	}
	v.click("changetree-hottest")
	v.settle()
	if v.name() != "app.A.b" || !strings.Contains(v.page(), `aria-activedescendant="changetree-1"`) {
		t.Errorf("selected is %q", v.name())
	}
}
