package viewer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/viewer/expect"
	"traceglass/wasm/viewer/samples"
)

// Menu opens the menu of an element, and returns the names of its items.
func (p *page) Menu(id string) []string {
	p.t.Helper()
	p.byHand = true
	if !p.app.Menu(id, 40, 60) {
		p.t.Fatalf("%s has no menu", id)
	}
	p.finish()
	return p.Texts("#menu button span")
}

// Choose clicks an item of the open menu whose name begins with name.
func (p *page) Choose(name string) {
	p.t.Helper()
	for _, b := range p.doc.findAll("#menu button") {
		if strings.HasPrefix(b.find("span").content(), name) {
			p.Click("#" + b.attrs["id"])
			return
		}
	}
	p.t.Fatalf("the menu has no item %s: %s", name, strings.Join(p.Texts("#menu button span"), ", "))
}

// Drag drags from one x of the timeline's ruler to another, in pixels.
func (p *page) Drag(from, to message.CSS) {
	p.t.Helper()
	p.byHand = true
	for _, in := range []canvas.Input{{Kind: canvas.DragStart, X: from}, {Kind: canvas.Drag, X: to}, {Kind: canvas.DragEnd, X: to}} {
		in.Canvas, in.StartX, in.StartY, in.Y = canvas.Timeline, from, 6, 6
		p.app.Input(in)
	}
	p.finish()
}

// Range returns the selected range in ns, 0 and 0 for none.
func (p *page) Range() (from, to int64) {
	m := p.browser.Marks[canvas.Timeline]
	if m.From > m.To {
		return 0, 0
	}
	return int64(m.From), int64(m.To)
}

// Chips returns the texts of the chips above the timeline.
func (p *page) Chips() string { return strings.Join(p.Texts(".timeline-strip .chip"), " | ") }

// TestSubject: a trace starts with main's figures. A chip, the tables and the export menu say so. One click
// selects all threads, and the command palette has each thread.
func TestSubject(t *testing.T) {
	file := testdata(t, "sample.trace.gz")
	_, k := openTrace(t, file)
	p := open(t)
	p.Upload(file)
	main := k.About.Threads[0]
	p.is("the first thread", main.Name, "main")
	one := message.Scope{To: message.Whole, Threads: []uint32{main.Index}}
	meaning := func() string { // without the part in no method
		text, _, _ := strings.Cut(plain(p.Text("#whole")), ":")
		return text
	}
	p.Click("#tab-methods")
	if p.Seen("#methods-sort-all") {
		p.Click("#methods-sort-all")
	}
	p.is("the chip", p.Chips(), "main")
	p.rows("the methods of main", "methods", k.Methods(message.MethodRows{Scope: one}))
	p.is("the meaning of 100 %", meaning(), plain("100 % = "+k.Sum(one)+" on main"))

	// The export menu shows the exported threads and range.
	menu := func() string {
		var all []string
		for _, b := range p.doc.findAll(".export-part button") {
			if !b.visible() {
				continue
			}
			name := b.content()
			if b.attrs["aria-checked"] == "true" {
				name += " ✓"
			}
			all = append(all, name)
		}
		return strings.Join(all, " | ")
	}
	p.Click("#export")
	left := fmt.Sprintf("main only, %d threads left out", len(k.About.Threads)-1)
	p.is("the menu", menu(), "all threads ✓ | "+left)
	p.Click("#scope-threads")
	p.is("the other choice", menu(), "all threads | "+left+" ✓")
	p.Click("#scope-all")
	p.Click("#export")

	// A range has its own chip. Each chip can be removed separately.
	p.Drag(300, 520)
	from, to := p.Range()
	if to <= from || !p.Seen("#chip-range") {
		t.Fatalf("the range is %d to %d", from, to)
	}
	in := one
	in.From, in.To = from, to
	p.is("the meaning of 100 % in the range", meaning(), plain("100 % = "+k.Sum(in)+" on main"))
	p.Click("#all-threads")
	p.rows("the methods of the range", "methods", k.Methods(message.MethodRows{Scope: message.Scope{From: from, To: to, NoIdle: true}}))
	p.Click("#chip-range")
	p.is("the chips", p.Chips(), "")
	all := message.Scope{To: message.Whole, NoIdle: true}
	p.rows("all methods", "methods", k.Methods(message.MethodRows{Scope: all}))
	p.is("the meaning of 100 % for all", meaning(), plain("100 % = "+k.Sum(all)+" on all threads"))

	// A hidden thread does not count.
	p.Key("7")
	p.Click(p.threadRow("main") + "-hide")
	p.is("a chip of the thread", p.Chips(), "1 hidden")
	p.Key("2")
	others := all
	for _, th := range k.About.Threads[1:] {
		others.Threads = append(others.Threads, th.Index)
	}
	p.rows("the methods of the others", "methods", k.Methods(message.MethodRows{Scope: others}))

	// In the command palette.
	palette := func(text string) {
		t.Helper()
		p.Click("#commands")
		p.is("the focus", p.focus, "palette")
		p.Type("palette", text)
		p.is("the command", p.Text("#palette-list .on span"), text)
		p.Key("Enter")
	}
	palette("Only thread main")
	p.is("only main again", p.Chips(), "main")
	p.rows("its methods", "methods", k.Methods(message.MethodRows{Scope: one}))
	palette("Hide thread " + k.About.Threads[1].Name)
	p.is("another hidden", p.Chips(), "main | 1 hidden")
}

// TestFilter: a term that is entered in the search changes the figures, and its button says how much time it takes. It can be
// switched off, reordered and removed. History and exports have the filter. The browser tests open links with a filter, and
// add terms by the menu of a method.
func TestFilter(t *testing.T) {
	p, k := openSample(t)
	shows := func(filter string) string {
		sum := expect.Ask[*message.Sum](k, &message.Summed{Scope: message.Scope{To: message.Whole, Filter: filter}})
		return "shows " + words.Duration(sum.Times[0]) + " of " + words.Duration(sum.Times[0]+sum.LeftOut[0])
	}
	chips := func() string {
		var all []string
		for _, e := range p.doc.findAll("[id]") {
			if !strings.HasPrefix(e.attrs["id"], "chip-filter-") {
				continue
			}
			term := strings.Fields(e.content())[0]
			all = append(all, term)
		}
		return strings.Join(all, " | ")
	}
	search := func(text string) {
		t.Helper()
		p.Type("find", text)
		p.Key("Enter")
	}
	search("drop:decode")
	p.is("what is left", p.Text("#chip-filter"), shows("drop:decode"))
	sum := expect.Ask[*message.Sum](k, &message.Summed{Scope: message.Scope{To: message.Whole, Filter: "drop:decode"}})
	p.is("the term", p.Text("#chip-filter-0"), "drop:decode −"+words.Duration(sum.LeftOut[0]))
	search("merge:origin:platform slower:1ms")
	p.is("three terms", chips(), "drop:decode | merge:origin:platform | slower:1ms")
	p.is("what is left by three", p.Text("#chip-filter"), shows("drop:decode merge:origin:platform slower:1ms"))

	// Each term can be switched off, moved and removed.
	of := func(i int, item string) {
		t.Helper()
		p.Click(fmt.Sprintf("#chip-filter-%d", i))
		p.Choose(item)
	}
	of(0, "Switch it off")
	p.is("the rest", p.Text("#chip-filter"), shows("merge:origin:platform slower:1ms"))
	p.is("a term that is off", chips(), "off:drop:decode | merge:origin:platform | slower:1ms")
	of(0, "Switch it on")
	of(0, "Apply it later")
	p.is("another order", chips(), "merge:origin:platform | drop:decode | slower:1ms")
	of(2, "Remove it")
	p.is("two terms", chips(), "merge:origin:platform | drop:decode")
	p.Go(-1)
	p.is("three terms again", chips(), "merge:origin:platform | drop:decode | slower:1ms")
	p.exports("csv", "export export -format csv -filter merge:origin:platform drop:decode slower:1ms sample.trace.gz as sample.methods.csv")
	p.Click("#chip-filter-0")
	p.Choose("Remove all terms")
	p.is("no filter", chips(), "")
}

// TestGroups: a menu in the head of the method table groups it. Groups open, the search enters closed ones, and exports
// follow. The browser tests open a link with groups.
func TestGroups(t *testing.T) {
	p, k := openSample(t)
	var want, got []string
	for _, r := range expect.Ask[*message.Rows](k, &message.MethodRows{Scope: everything, By: message.ByPackage, Count: 3}).Rows {
		want = append(want, r.Text)
	}
	p.Click("#methods-sort-group")
	p.Choose("By package")
	for _, row := range p.Grid("methods").Rows[:3] {
		name, _, _ := strings.Cut(row, "|")
		got = append(got, strings.TrimSpace(strings.TrimLeft(name, "0123456789, ")))
	}
	p.is("the packages", strings.Join(got, " "), strings.Join(want, " "))

	// The keyboard opens and closes a group.
	total := p.Grid("methods").Total
	p.focus = "methods-rows"
	p.Key("Home", "ArrowRight")
	if p.Grid("methods").Total <= total {
		t.Error("→ does not open the group")
	}
	p.Key("ArrowLeft")
	p.is("the closed group", fmt.Sprint(p.Grid("methods").Total), fmt.Sprint(total))

	// The search steps into a closed group.
	p.Key("/")
	p.Type("find", "decode")
	p.Key("Enter")
	if p.Grid("methods").Total <= total {
		t.Error("the group of the hit is not open")
	}
	p.contains("#methods-rows .method.selected .fn", "ecode")
	p.exports("csv", "export export -format csv -by package sample.trace.gz as sample.methods.csv")
}

// TestSavedName: a saved page has the name of the open file.
func TestSavedName(t *testing.T) {
	for name, want := range map[string]string{"sample.trace.gz": " as sample.html", "sample-anr.txt": " as sample-anr.html"} {
		p := open(t)
		p.Upload(testdata(t, name))
		p.Click("#export")
		p.Click("#export-page")
		if got := p.browser.Last(); !strings.HasPrefix(got, "export page ") || !strings.HasSuffix(got, want) {
			t.Errorf("%s: %q, want a page%s", name, got, want)
		}
	}
}

// TestLegend: the shares of the legend sum to 100 %. Idle waits have a share of their own, as long as figures include them.
func TestLegend(t *testing.T) {
	p := open(t)
	p.Upload(fileOf("idle.trace", tracetest.Bytes("main 0/0>com.example.App.run()V 400/400<com.example.App.run()V"+
		" 400/400>android.os.MessageQueue.next()V 400/400>android.os.MessageQueue.nativePollOnce()V 1000/400<android.os.MessageQueue.nativePollOnce()V 1000/400<android.os.MessageQueue.next()V")))
	legend := func() string { return plain(strings.Join(p.Texts(".origins button"), ", ")) }
	p.is("the legend", legend(), "own 40.0 %, platform 0.0 %, idle 60.0 %")
	p.Click("#idle-waits")
	p.is("the legend without idle waits", legend(), "own 100.0 %, platform 0.0 %")
}

// TestHelpDocs: Help links to the documentation of the current view.
func TestHelpDocs(t *testing.T) {
	p := open(t)
	leads := func(page string) {
		t.Helper()
		p.Key("?")
		p.is("the link in Help", p.element("#help-docs a").attrs["href"], "docs/"+page+".html")
		p.Click("#dialog-close")
	}
	leads("getting-started")
	p.Upload(testdata(t, "samples/startup.trace.gz"))
	leads("reading-a-trace")
	p.Upload(testdata(t, "sample-anr.txt"))
	p.Click("#room-dump")
	leads("reading-a-dump")
	p.Upload(testdata(t, "sample-streaming.trace.gz"), testdata(t, "sample.trace.gz"))
	leads("comparing-builds")
}

// TestDumpWorkerEnds: if the worker of a dump ends, the same file is read again. The browser tests end workers of traces.
func TestDumpWorkerEnds(t *testing.T) {
	p := open(t)
	p.Upload(text("anr_1", samples.Dump(11, morning+"1", "com.example.one", "app.Main.run")))
	p.is("the dump", p.Processes(), "com.example.one")
	p.session.Died(p.session.Worker(), "panic: no such case")
	p.finish()
	p.is("the stage", p.Stage(), "crashed")
	p.contains("#crash", "Traceglass crashed")
	p.Click("#restart")
	p.is("the stage", p.Stage(), "open")
	p.is("the dump again", p.Processes(), "com.example.one")
}

// TestTitle: the document has the title of the shown file. Next to a trace, the title of dumps is theirs.
func TestTitle(t *testing.T) {
	p, _ := openSample(t)
	p.is("the title", p.browser.Titled, "sample.trace.gz · Traceglass")
	p.Upload(text("anr_1", samples.Dump(11, morning+"1", "com.example.one", "app.B.run")))
	p.is("the process", p.Processes(), "com.example.one")
	p.is("the title of dumps", p.browser.Titled, "anr_1 · Traceglass")
	p.is("the file's name", p.Text("#file-menu"), "anr_1")
	p.Click("#room-trace")
	p.is("the title of the trace", p.browser.Titled, "sample.trace.gz · Traceglass")
	p.Click("#file-menu")
	p.Click("#close")
	p.is("the title without a file", p.browser.Titled, "Traceglass")
}

// TestRange: every table sums over a range, by each clock. Esc clears the range, then the method.
func TestRange(t *testing.T) {
	p, k := openSample(t)
	p.Drag(300, 520)
	from, to := p.Range()
	scope := message.Scope{From: from, To: to}
	p.rows("the methods of the range", "methods", k.Methods(message.MethodRows{Scope: scope}))
	p.Key("3")
	p.rows("top-down", "topdown", k.Tree(message.TreeRows{Scope: scope}))
	p.Key("4")
	p.rows("bottom-up", "bottomup", k.Tree(message.TreeRows{Scope: scope, BottomUp: true, Order: message.Order{Column: message.ByExclusive}}))
	method := expect.Ask[*message.Rows](k, &message.MethodRows{Scope: scope, Count: 4}).Rows[3].Method
	p.Key("2")
	p.Click(row("methods", 3) + " .fn")
	p.details(k, method, scope)
	p.Key("6")
	p.rows("callers and callees", "relatives", k.Relatives(message.Relatives{Scope: scope, Method: method}))
	p.Key("k", "2")
	scope.Clock = message.CPU
	p.rows("the range by CPU", "methods", k.Methods(message.MethodRows{Scope: scope, Order: message.Order{Clock: message.CPU}}))
	p.Click("#clock-wall")
	p.Key("Escape")
	p.rows("all methods again", "methods", k.Methods(message.MethodRows{}))
	if _, to := p.Range(); to != 0 || p.DetailsName() == "" {
		t.Errorf("Esc left a range to %d, method %q", to, p.DetailsName())
	}
	p.Key("Escape")
	p.is("the method", p.DetailsName(), "")
}

// TestOriginAlone: a click on a colour's name filters the methods to that origin and marks them. A second click removes the
// filter.
func TestOriginAlone(t *testing.T) {
	p, _ := openSample(t)
	all := p.Grid("methods").Total
	p.Click("#origin-own")
	if !slices.ContainsFunc(p.Texts(".chip"), func(chip string) bool { return strings.Contains(chip, "origin:own") }) {
		t.Errorf("the chips are %q", p.Texts(".chip"))
	}
	if n := p.Grid("methods").Total; n < 1 || n >= all {
		t.Errorf("%d of %d rows are shown", n, all)
	}
	if tally := plain(p.Text("#find-tally")); !strings.Contains(tally, ", ") || !strings.Contains(tally, "%") {
		t.Errorf("the tally is %q", tally)
	}
	p.Click("#origin-own")
	p.is("the number of rows", fmt.Sprint(p.Grid("methods").Total), fmt.Sprint(all))
}

// TestReadableNames checks that the page shows names of compilers as people read them, that tooltips and
// details have the compiled name, and that copies do.
func TestReadableNames(t *testing.T) {
	p := open(t)
	p.Open(fileOf("app.trace", tracetest.Bytes("main 0>app.Feed.onCreate()V 10>app.Feed$load$2.invokeSuspend(I)V 40>app.Feed$bar$1.invoke()V 50<app.Feed$bar$1.invoke()V "+
		"51>app.Feed$bar$2.invoke()V 59<app.Feed$bar$2.invoke()V 90<app.Feed$load$2.invokeSuspend(I)V 100<app.Feed.onCreate()V")))
	var rows, titles []string
	for _, row := range p.doc.findAll("#methods-rows .rows [role=row]") {
		rows = append(rows, row.find(".pkg").content()+row.find(".fn").content())
	}
	p.is("the names in the table", strings.Join(rows, ", "), "app.Feed.onCreate, app.Feed.load, coroutine, app.Feed.bar, lambda 1, app.Feed.bar, lambda 2")
	for _, e := range p.doc.findAll("#methods-rows [title]") {
		titles = append(titles, e.attrs["title"])
	}
	if !slices.Contains(titles, "app.Feed$load$2.invokeSuspend(int): void") {
		t.Errorf("the tooltips are %q", titles)
	}
	p.Click("#methods-1 .fn")
	p.contains("#details", "app.Feed$load$2.invokeSuspend")
	p.contains("#details-name", "load, coroutine")
	p.Click("#copy-name")
	p.is("the copied name", p.browser.Last(), "copy app.Feed$load$2.invokeSuspend(int)")
}
