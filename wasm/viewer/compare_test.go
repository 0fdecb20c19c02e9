package viewer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/session"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/viewer/expect"
)

const (
	ofBefore = "main 0/0>app.A.a()V 10/10>app.B.b()V 20/20<app.B.b()V 25/25>app.C$$ExternalSyntheticLambda1.run()V 30/30<app.C$$ExternalSyntheticLambda1.run()V 40/40<app.A.a()V 50/50>app.Gone.gone()V 51/51<app.Gone.gone()V"
	ofAfter  = "main 0/0>app.A.a()V 10/10>app.B.b()V 25/25<app.B.b()V 26/26>app.B.b()V 30/30<app.B.b()V 31/31>app.C$$ExternalSyntheticLambda2.run()V 36/36<app.C$$ExternalSyntheticLambda2.run()V 60/60<app.A.a()V 70/70>app.New.made()V 71/71<app.New.made()V"
)

// twoTraces returns before.trace and after.trace.
func twoTraces() (a, b *session.File) {
	return fileOf("before.trace", tracetest.Bytes(ofBefore)), fileOf("after.trace", tracetest.Bytes(ofAfter))
}

// openBoth opens two traces to compare.
func openBoth(t *testing.T, a, b *session.File) *page {
	t.Helper()
	p := open(t)
	p.Upload(a)
	p.ShiftDrop(b)
	p.is("both", p.Sides(), a.Name+", "+b.Name)
	return p
}

// ShiftDrop drops files with Shift held down.
func (p *page) ShiftDrop(files ...*session.File) {
	p.t.Helper()
	p.byHand = true
	p.session.OpenOrAdd(files, true)
	p.finish()
}

// Sides returns the names of A and B, "" if no differences are shown.
func (p *page) Sides() string {
	if !p.Seen("#changes-rows .row .fn") {
		return ""
	}
	return p.Text("#side-a") + ", " + p.Text("#side-b")
}

// Changes returns the rows of the table of changes, with | between cells.
func (p *page) Changes() string {
	var rows []string
	for _, row := range p.doc.findAll("#changes-rows .row") {
		if row.find(".fn") == nil {
			continue
		}
		cells := []string{row.find(".fn").content()}
		for _, cell := range row.find(".cells").kids {
			if cell.tag != "" {
				cells = append(cells, cell.content())
			}
		}
		rows = append(rows, strings.Join(cells, "|"))
	}
	return plain(strings.Join(rows, "\n"))
}

// ChangedNames returns the first cells of the table of changes.
func (p *page) ChangedNames() string {
	var all []string
	for row := range strings.SplitSeq(p.Changes(), "\n") {
		name, _, _ := strings.Cut(row, "|")
		all = append(all, name)
	}
	return strings.Join(all, ", ")
}

// words returns the text of an element, with single spaces.
func (p *page) words(selector string) string {
	return strings.Join(strings.Fields(plain(strings.Join(p.Texts(selector), " "))), " ")
}

// TestCompare opens two traces, compares parts of them, exchanges and closes them, and checks the table of changes.
func TestCompare(t *testing.T) {
	a, b := twoTraces()
	p := open(t)
	p.Upload(a, b)
	p.is("both dropped", p.Sides(), "before.trace, after.trace")
	want := strings.Join([]string{
		"A.a|1|1|0|25 µs|36 µs|+11 µs|40 µs|60 µs|+20 µs|1.50|0|+20 µs|40 µs|60 µs",
		"B.b|1|2|+1|10 µs|19 µs|+9 µs|10 µs|19 µs|+9 µs|1.90|+9.75 µs|−750 ns|10 µs|9.5 µs",
		"gone: Gone.gone|1|0|−1|1 µs|0|−1 µs|1 µs|0|−1 µs||−1 µs|0|1 µs|",
		"new: New.made|0|1|+1|0|1 µs|+1 µs|0|1 µs|+1 µs||+1 µs|0||1 µs",
	}, "\n")
	p.is("the changes", p.Changes(), want)

	// A method's callers. The guessed pairing is undone and restored.
	p.Click("#changes-1 .name")
	p.is("the selected method", p.Text("#change-name"), "app.B.b")
	p.is("its caller", p.words("#change-callers"), "A.a 1 → 2 10 µs → 19 µs (+9 µs)")
	p.Pick("changes-only", "4")
	p.is("the guess", p.ChangedNames(), "≈ C$$ExternalSyntheticLambda2.run")
	p.Click("#changes-0 .name")
	p.contains("#change-paired", "app.C$$ExternalSyntheticLambda1.run")
	p.Click("#undo-pair")
	p.is("no guess", p.Text("#changes-guesses"), "")
	p.Pick("changes-only", "1")
	p.is("the methods only in A", p.ChangedNames(), "gone: C$$ExternalSyntheticLambda1.run, gone: Gone.gone")
	p.Click("#redo-pairs")
	p.is("the methods only in A again", p.ChangedNames(), "gone: Gone.gone")
	p.Pick("changes-only", "0")

	// A range of one trace.
	p.Click("#room-a")
	p.is("A", p.Text("#file-menu"), "before.trace")
	p.element("#overview-head .large")
	for _, whole := range []func(){
		func() {
			p.Click("#room-b")
			p.element("#chip-range")
			p.Key("Escape")
			p.Click("#room-changes")
		},
		func() { p.Click("#changes-whole") }, // next to the text about the range
	} {
		p.Click("#room-b")
		p.is("B", p.Text("#file-menu"), "after.trace")
		left := message.CSS(p.drawn[canvas.Timeline].Left)
		p.Drag(left+2, left+200)
		p.element("#chip-range")
		p.Click("#room-changes")
		if got := p.words("#changes-scopes"); !strings.HasPrefix(got, "Comparing a part: B from") || strings.Contains(p.Changes(), "New.made") {
			t.Errorf("with a range the page says %q and has\n%s", got, p.Changes())
		}
		whole()
		p.is("the changes of the whole traces", p.Changes(), want)
		p.Click("#room-b")
		if p.Seen("#chip-range") {
			t.Error("B still has a range")
		}
		p.Click("#room-changes")
	}

	// A becomes B.
	p.Click("#changes-swap")
	p.is("exchanged", p.Sides(), "after.trace, before.trace")
	p.is("the largest changes first", p.ChangedNames(), "A.a, B.b, new: Gone.gone, gone: New.made")
	p.Click("#changes-by-exclusive")
	p.is("slower methods first", p.ChangedNames(), "new: Gone.gone, gone: New.made, B.b, A.a")
	p.Click("#changes-by-exclusive")
	p.is("faster methods first", p.ChangedNames(), "A.a, B.b, gone: New.made, new: Gone.gone")
	p.Click("#changes-by-exclusive")
	p.is("the largest changes first again", p.ChangedNames(), "A.a, B.b, new: Gone.gone, gone: New.made")
	p.Click("#changes-csv")
	if f := p.browser.Saved; f == nil || f.Name != "before.changes.csv" || !strings.Contains(string(f.Data), "app.B,b,()V") {
		t.Errorf("saved %+v", f)
	}

	// Close one trace, and compare again by a drop with Shift. A plain drop replaces both.
	p.Click("#room-b")
	p.Key("3")
	p.Click("#room-changes")
	p.Click("#close-a")
	p.is("the remaining trace", p.Text("#file-menu"), "before.trace")
	p.element("#topdown-rows .row")
	if p.Seen("#room-changes") {
		t.Error("one trace is compared")
	}
	step := p.browser.Entries[p.browser.Entered][1]
	p.Go(-1)
	p.is("a step back, to when both were open", fmt.Sprint(p.browser.Entries[p.browser.Entered][1]), fmt.Sprint(step-1))
	p.element("#topdown-rows .row")
	p.Key("2")
	p.ShiftDrop(b)
	p.is("compared by Shift and drop", p.Sides(), "before.trace, after.trace")
	p.is("the same changes", p.Changes(), want)
	p.Upload(a)
	p.is("one trace instead of both", p.Text("#file-menu"), "before.trace")
	if p.Seen("#room-changes") {
		t.Error("one trace is compared")
	}

	// A second file that is no trace leaves the first one open.
	p.ShiftDrop(b)
	p.Click("#close-b")
	p.is("the remaining trace", p.Text("#file-menu"), "before.trace")
	p.ShiftDrop(text("broken.trace", "this is no trace at all"))
	p.refused("broken.trace was not opened.")
	p.is("the trace that was open before", p.Text("#file-menu"), "before.trace")
	p.element("#methods-rows .row")
}

// TestFindingChanges: findings that are new, grown or gone are above the table, each with a link to the trace that has it.
func TestFindingChanges(t *testing.T) {
	of := func(preferences, sleep int) []byte { // ms
		at := 1000 + preferences*1000
		end := at + sleep*1000
		return tracetest.Bytes(fmt.Sprintf("main 0/0>app.Settings.read()V 1000/1>android.app.SharedPreferencesImpl.awaitLoadedLocked()V %d/1<android.app.SharedPreferencesImpl.awaitLoadedLocked()V"+
			" %d/1>java.lang.Thread.sleep(J)V %d/1<java.lang.Thread.sleep(J)V %d/1000<app.Settings.read()V", at, at, end, end+1000))
	}
	p := openBoth(t, fileOf("before.trace", of(200, 300)), fileOf("after.trace", of(260, 1)))
	p.is("the first sentence", p.words("#changes-verdict b"), "main takes 263 ms in B, 239 ms less than in A (−47.6 %).")
	p.is("the answer", p.words("#changes-verdict"), "main takes 263 ms in B, 239 ms less than in A (−47.6 %). Your code, with all it causes but own callees: Settings.read −239 ms (502 ms → 263 ms).")
	p.is("the findings", p.words("#changes-findings p"), "Findings: 1 grown, 1 gone")
	p.is("the sentences", plain(strings.Join(p.Texts("#changes-findings li span"), "|")), "Grown from 200 ms to 260 ms: main waited 260 ms for SharedPreferences in Settings.read.|No longer a finding, 1 ms in B: main slept 300 ms in Settings.read.")
	marked := func(file, says string) {
		t.Helper()
		p.is("the trace", p.Text("#file-menu"), file)
		p.contains("#panel-overview [aria-current=true]", says)
	}
	p.Click("#change-found-1")
	marked("before.trace", "main slept")
	p.element("#chip-range")
	p.Click("#room-changes")
	p.is("whole traces", p.words("#changes-scopes"), "")
	p.Click("#change-found-0")
	marked("after.trace", "main waited")
}

// TestUnchangedFindings: a click lists the findings that did not change, each with a link to its trace.
func TestUnchangedFindings(t *testing.T) {
	of := func(sleep int) []byte { // ms
		return tracetest.Bytes(fmt.Sprintf("main 0/0>app.Settings.read()V 1000/1>java.lang.Thread.sleep(J)V %d/1<java.lang.Thread.sleep(J)V %d/1000<app.Settings.read()V", 1000+sleep*1000, 2000+sleep*1000))
	}
	p := openBoth(t, fileOf("before.trace", of(300)), fileOf("after.trace", of(301)))
	p.is("the findings", p.words("#changes-findings p"), "Findings: 1 unchanged")
	p.is("the button", p.Text("#changes-same"), "Show the unchanged finding")
	p.Click("#changes-same")
	p.is("the sentences", plain(strings.Join(p.Texts("#changes-findings li span"), "|")), "Unchanged: main slept 301 ms in Settings.read.")
	p.is("the button then", p.Text("#changes-same"), "Hide unchanged findings")
	p.Click("#change-found-0")
	p.is("the trace", p.Text("#file-menu"), "after.trace")
	p.contains("#panel-overview [aria-current=true]", "main slept")
}

// bothKnown returns the engine's answers on two traces, with main compared natively too.
func bothKnown(t *testing.T, a, b *session.File) *expect.Trace {
	t.Helper()
	base, with := read(t, a), read(t, b)
	scope := message.Scope{To: message.Whole, NoIdle: true}
	of := [2]message.SideOf{{Scope: scope, Main: true, Name: a.Name}, {Scope: scope, Main: true, Name: b.Name}}
	side := expect.Ask[*message.Side](base, &of[0])
	if about := expect.Ask[*message.Compared](with, &message.Compare{Of: of, Data: side.Data}); about.Refusal != "" {
		t.Fatal(about.Refusal)
	}
	of[0].Contexts = true
	expect.Ask[*message.Side](with, &message.SideContexts{Data: expect.Ask[*message.Side](base, &of[0]).Data})
	return with
}

// paths returns the expected rows of the call tree of two traces: level, name and nine figures, with | between them.
func paths(k *expect.Trace, req message.ChangeTree) string {
	var all []string
	req.Count = 60
	scale := words.Scale(req.Scale.Unit)
	for _, r := range expect.Ask[*message.ChangeTreeRows](k, &req).Rows {
		cells := []string{fmt.Sprint(r.Level + 1), desk.ChangeLabel(&r.Of)}
		add := func(of [2]int64, figure func(int64) string) {
			cells = append(cells, figure(of[0]), figure(of[1]), words.Signed(of[1]-of[0], figure))
		}
		time := func(n int64) string { return scale.Time(n, false) }
		add(r.Of.Calls, scale.Calls)
		add(r.Of.Exclusive, time)
		add(r.Of.Inclusive, time)
		all = append(all, strings.Join(cells, "|"))
	}
	return plain(strings.Join(all, "\n"))
}

// Paths returns the rows of the call tree of two traces.
func (p *page) Paths() string {
	var all []string
	for _, row := range p.doc.findAll("#changetree-rows .row[id]") {
		cells := []string{row.attrs["aria-level"], row.find(".fn").content()}
		for _, cell := range row.find(".cells").kids {
			if cell.tag != "" && len(cells) < 11 {
				cells = append(cells, cell.content())
			}
		}
		all = append(all, strings.Join(cells, "|"))
	}
	return plain(strings.Join(all, "\n"))
}

// TestShowInTrace: "Show in B" zooms B's timeline to the longest call of the selected method, on its thread, and the page
// scrolls to its top. Another trace shows the same method if it has it.
func TestShowInTrace(t *testing.T) {
	records := func(b int) string {
		return fmt.Sprintf("main 0>app.A.a()V 100>app.B.b()V 110<app.B.b()V 500>app.B.b()V %d<app.B.b()V %d<app.A.a()V work 200>app.W.w()V 400<app.W.w()V", b, b+400)
	}
	p := openBoth(t, fileOf("before.trace", tracetest.Bytes(records(520))), fileOf("after.trace", tracetest.Bytes(records(600)+" main 1101>app.New.made()V 1109<app.New.made()V")))
	shown := func(what, method string, from, to int64) {
		t.Helper()
		l := p.Link()
		p.is(what, p.Text(".method-name"), method)
		if l.Left < float64(from-50)*1000 || l.Left > float64(from)*1000 || l.Right < float64(to)*1000 || l.Right > float64(to+50)*1000 {
			t.Errorf("%s: the timeline shows %.0f to %.0f ns", what, l.Left, l.Right)
		}
		p.is(what+": scrolled to", fmt.Sprint(p.browser.Scrolled[list.Page]), "0")
		p.browser.Scrolled[list.Page] = 379
	}
	p.browser.Scrolled[list.Page] = 379
	p.Click("#changes-0 .name")
	p.is("the selected method", p.Text("#change-name"), "app.B.b")
	p.Click("#to-b")
	shown("B", "app.B.b", 500, 600)
	p.Click("#room-a")
	p.is("A", p.Text(".method-name"), "app.B.b")
	p.Click("#room-changes")
	p.Pick("changes-lane", "0")
	p.Pick("changes-only", "5")
	p.Type("changes-find", "W.w")
	p.Click("#changes-0 .name")
	p.Click("#to-a")
	shown("another thread", "app.W.w", 200, 400)
	p.Click("#room-b")
	p.is("the same in B", p.Text(".method-name"), "app.W.w")
	p.Click("#room-changes")
	p.Type("changes-find", "New")
	p.Click("#changes-0 .name")
	p.Click("#to-b")
	p.is("a method of B alone", p.Text(".method-name"), "app.New.made")
	p.Click("#room-a")
	p.is("A keeps its own", p.Text(".method-name")+p.Text("#notice"), "app.W.w")
}

// head returns the first lines of a text.
func head(text string) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[:min(12, len(lines))], "\n")
}

// TestCompareTree: the call tree of two traces has the engine's figures on each scale. It opens along the largest change, by
// clicks and by keys. The table has the engine's figures too, on each scale.
func TestCompareTree(t *testing.T) {
	a, b := testdata(t, "sample.trace.gz"), testdata(t, "sample-streaming.trace.gz")
	k := bothKnown(t, a, b)
	p := openBoth(t, a, b)
	p.Key("2")
	same := func(what string, req message.ChangeTree) {
		t.Helper()
		p.is(what, head(p.Paths()), head(paths(k, req)))
	}
	same("opened along the largest change", message.ChangeTree{})
	p.Click("#changetree-close")
	same("closed", message.ChangeTree{Follow: message.NoNode})
	first := expect.Ask[*message.ChangeTreeRows](k, &message.ChangeTree{Follow: message.NoNode, Count: 1}).Rows[0]
	p.Click("#changetree-0-twist")
	same("the first opened", message.ChangeTree{Follow: message.NoNode, Open: []uint32{first.Node}})
	p.Click("#changetree-0 .fn")
	p.is("its method", p.Text("#change-name"), first.Of.Name)
	p.focus = "changetree-rows"
	p.Key("ArrowLeft")
	same("closed by a key", message.ChangeTree{Follow: message.NoNode})
	p.Key("Enter")
	same("the way below it", message.ChangeTree{Follow: first.Node})
	p.Click("#changetree-close")

	// The other scales.
	p.Click("#scale-whole")
	shares := message.Scale{Unit: message.OfWhole}
	same("as shares", message.ChangeTree{Follow: message.NoNode, Scale: shares})
	p.Click("#changes-tab-methods")
	rows := func(req message.ChangeRows) []message.Change {
		req.Order = message.ChangeOfExclusive
		return expect.Ask[*message.Changes](k, &req).Rows
	}
	table := func(what string, scale message.Scale) {
		t.Helper()
		var want, got []string
		for _, c := range rows(message.ChangeRows{Scale: scale, Count: 5}) {
			time := func(n int64) string { return words.Scale(scale.Unit).Time(n, false) }
			want = append(want, plain(desk.ChangeLabel(&c)+"|"+words.Scale(scale.Unit).Calls(c.Calls[0])+"|"+time(c.Exclusive[1])+"|"+words.Signed(c.Inclusive[1]-c.Inclusive[0], time)))
		}
		for row := range strings.SplitSeq(p.Changes(), "\n") {
			if cells := strings.Split(row, "|"); len(cells) > 9 && len(got) < len(want) {
				got = append(got, strings.Join([]string{cells[0], cells[1], cells[5], cells[9]}, "|"))
			}
		}
		p.is(what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	table("the table as shares", shares)
	p.Type("changes-find", "doFrame")
	each := rows(message.ChangeRows{Scale: shares, Text: "doFrame", Only: message.WhetherOrNot, Count: 50})
	p.Pick("changes-only", fmt.Sprint(int(message.WhetherOrNot)))
	p.is("the number of matches", fmt.Sprint(len(p.doc.findAll("#changes-rows .row[id]"))), fmt.Sprint(len(each)))
	for i, c := range each {
		if c.A && c.B {
			p.Click(fmt.Sprintf("#changes-%d .fn", i))
			p.is("the method of calls", p.Text("#change-name"), c.Name)
			p.Click("#scale-call")
			p.focus = "changes-find"
			p.Key("Escape")
			p.Pick("changes-only", "0")
			table("the table for each call", message.Scale{Unit: message.PerCall, Method: c.Texts[1]})
			return
		}
	}
	t.Error("neither trace calls doFrame")
}

// TestCompareFlame: the flame graph of two traces has a frame for each path of either trace. Each frame has the chosen width and
// the colour of its change. The browser tests check its names, its tooltip and its pictures.
func TestCompareFlame(t *testing.T) {
	small, large := twoTraces()
	for _, files := range [][2]*session.File{{small, large}, {testdata(t, "sample.trace.gz"), testdata(t, "sample-streaming.trace.gz")}} {
		k := bothKnown(t, files[0], files[1])
		p := openBoth(t, files[0], files[1])
		p.Click("#changes-tab-flame")
		of := func(scale message.Scale, width message.ChangeWidth) {
			t.Helper()
			l := p.drawn[canvas.Flame]
			frames := 0
			for _, r := range p.Boxes(canvas.Flame) {
				if r.Row == 0 || r.Slot&scene.Merged != 0 {
					continue
				}
				frames++
				m := expect.Ask[*message.ChangeContext](k, &message.ChangeNode{Width: width, Scale: scale, Node: r.Row})
				x := func(at float64) float32 { return float32(at-l.From) / float32(l.To-l.From) * float32(l.Width) }
				if from, to := x(m.From), x(m.To); abs(r.X-from) > 1 || abs(r.X+r.W-to) > 1 {
					t.Errorf("%s: %s lies from %.1f to %.1f, want %.1f to %.1f", files[0].Name, m.Of.Name, r.X, r.X+r.W, from, to)
				}
				if got, want := r.Slot&0xff, scene.SlotOfChange(m.Of.Inclusive[0], m.Of.Inclusive[1]); got != want {
					t.Errorf("%s: %s has colour %d, want %d", files[0].Name, m.Of.Name, got, want)
				}
			}
			if frames < 3 {
				t.Errorf("%s: %d frames", files[0].Name, frames)
			}
		}
		for i, width := range []message.ChangeWidth{message.WidthLarger, message.WidthOfA, message.WidthOfB} {
			p.Pick("changes-width", fmt.Sprint(i))
			of(message.Scale{}, width)
		}
		p.Pick("changes-width", "0")
		p.Click("#scale-whole")
		of(message.Scale{Unit: message.OfWhole}, message.WidthLarger)
	}
}

func abs(n float32) float32 { return max(n, -n) }

// TestCompareContextsLater: the table of changes arrives without contexts, which the page requests afterwards. Views that need
// contexts wait for them. Contexts of a closed pair are dropped.
func TestCompareContextsLater(t *testing.T) {
	a, b := twoTraces()
	p := open(t)
	p.holding = true
	let := func(what string) {
		t.Helper()
		if len(p.held) != 1 {
			t.Fatalf("%s: %d requests for contexts", what, len(p.held))
		}
		p.later(p.held[0])
		p.held = nil
		p.finish()
	}
	p.Upload(a, b)
	const names = "A.a, B.b, gone: Gone.gone, new: New.made"
	p.is("the changes without contexts", p.ChangedNames(), names)
	p.Click("#changes-1 .name")
	p.element("#changes-1[aria-selected=true]")
	p.is("the selected method without contexts", p.Text("#change-name"), "")
	let("the table")
	p.is("the selected method", p.Text("#change-name"), "app.B.b")

	// The flame graph appears after its contexts arrive.
	p.Click("#changes-swap")
	p.Click("#changes-tab-flame")
	if n := len(p.Boxes(canvas.Flame)); n > 0 {
		t.Errorf("%d frames without contexts", n)
	}
	let("the flame graph")
	if n := len(p.Boxes(canvas.Flame)); n < 3 {
		t.Errorf("%d frames", n)
	}

	// A's worker continues, and the page ignores its late answers.
	p.Click("#changes-tab-methods")
	p.Click("#changes-swap")
	p.is("traces swapped again", p.Sides(), "before.trace, after.trace")
	p.is("the changes", p.ChangedNames(), names)
	p.Click("#close-b")
	p.is("the remaining trace", p.Text("#file-menu"), "before.trace")
	let("the closed pair")
	p.Key("3")
	p.element("#topdown-rows .row")
}

// TestCompareFigures: the files of two traces have the figures on the chosen scale, of the chosen threads, as the engine writes
// them. The command writes the same: see its TestCompareAsPage. Idle waits are left out of the totals and of the largest changes
// until a switch includes them.
func TestCompareFigures(t *testing.T) {
	a, b := testdata(t, "sample.trace.gz"), testdata(t, "sample-streaming.trace.gz")
	k, p := bothKnown(t, a, b), openBoth(t, a, b)
	file := func(what string, scale message.Scale) {
		t.Helper()
		for _, format := range []string{"json", "csv"} {
			p.Click("#changes-" + format)
			want := expect.Ask[*message.File](k, &message.ChangesFile{Format: format, Scale: scale, Order: message.ChangeOfExclusive})
			if got := p.browser.Saved; got == nil || got.Name != "sample-streaming.changes."+format || string(got.Data) != string(want.Data) {
				t.Errorf("%s: the file %s differs", what, format)
			}
		}
	}
	p.is("main's figures at the start", strings.Split(p.changesState(), ",")[0], "main")
	p.element("#changes-rows [aria-sort=other]")
	largest := expect.Ask[*message.Changes](k, &message.ChangeRows{Order: message.ChangeOfExclusive, Count: 1}).Rows[0]
	p.is("the first row", strings.Split(p.ChangedNames(), ",")[0], desk.ChangeLabel(&largest))
	file("as measured", message.Scale{})
	p.is("the total without idle waits", p.words("#changes-answer dl"), "Wall in calls without idle waits388.5 ms → 188.8 ms −199.8 ms, −51.4 %Idle1.545 s → 445.5 ms −1.099 s, −71.2 %Calls14,139 → 4,196 −9,943, −70.3 %")
	for range 2 {
		if got := p.Text("#changes-answer"); strings.Contains(got, "Looper.") {
			t.Errorf("without idle waits the largest changes are %s", got)
		}
		p.Click("#changes-idle-waits")
		p.contains("#changes-answer", "Looper.loopOnce")
		p.Click("#changes-idle-waits")
	}
	p.Click("#scale-whole")
	file("as shares", message.Scale{Unit: message.OfWhole})
	for row := 0; p.Text("#scale-call") == "per call of a method"; row++ { // a method that both traces call
		p.Click(fmt.Sprintf("#changes-%d .name", row))
	}
	p.Click("#scale-call")
	rows := expect.Ask[*message.Changes](k, &message.ChangeRows{Only: message.WhetherOrNot, Count: 9999}).Rows
	of := slices.IndexFunc(rows, func(c message.Change) bool { return c.Name == p.Text("#change-name") })
	file("for each call", message.Scale{Unit: message.PerCall, Method: rows[of].Texts[1]})
	p.Click("#scale-measured")
	tally, saved := p.Text("#changes-tally"), string(p.browser.Saved.Data)
	p.Pick("changes-lane", "0")
	p.Click("#changes-csv")
	if p.Text("#changes-tally") == tally || string(p.browser.Saved.Data) == saved {
		t.Errorf("all threads have the figures of main: %s", tally)
	}
}
