package viewer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/query"
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
func (p *page) Chips() string {
	texts := slices.DeleteFunc(p.Texts(".timeline-strip .chip"), func(text string) bool { return text == "" }) // without the crosses
	return strings.Join(texts, " | ")
}

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
	meaning := func() string { // without the parts that are idle and in no method
		text, _, _ := strings.Cut(plain(p.Text("#whole")), ":")
		text, _, _ = strings.Cut(text, " (")
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
	p.is("the menu", menu(), "all threads | "+left+" ✓")
	p.Click("#scope-all")
	p.is("the other choice", menu(), "all threads ✓ | "+left)
	p.Click("#export")

	// A click on the text of a chip changes the threads or the range.
	p.Click("#thread-names")
	p.is("the tab", p.Text(".tab.on"), "Threads")
	p.Key("2")

	// A range has its own chip. Each chip can be removed separately.
	p.Drag(300, 520)
	from, to := p.Range()
	if to <= from || !p.Seen("#chip-range") {
		t.Fatalf("the range is %d to %d", from, to)
	}
	p.Click("#range-times")
	if first := p.Texts("#palette-list button")[0]; !strings.HasPrefix(first, "Select the range ") {
		t.Errorf("a click on the times offers %q", first)
	}
	p.Key("Escape")
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
// switched off, reordered and removed. The menu of a method adds a term. History, links and exports have the filter.
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

	// A term that is being changed stays until Enter. Esc leaves it as it was.
	before := p.Text("#chip-filter")
	of(1, "Change it")
	p.is("the focus", p.focus, "find")
	if p.Seen("#find-hint") && strings.Contains(p.Text("#find-hint"), "No method matches") {
		t.Error("the term is said to match nothing")
	}
	p.is("the marked term", p.Text(".edited"), p.Text("#chip-filter-1"))
	p.is("the term while it is changed", chips()+p.Text("#chip-filter"), "merge:origin:platform | drop:decode | slower:1ms"+before)
	p.Type("find", "drop:nothing")
	p.Key("Escape")
	p.is("the term after Esc", chips()+p.Text("#chip-filter"), "merge:origin:platform | drop:decode | slower:1ms"+before)
	of(1, "Change it")
	p.Type("find", "load")
	p.Key("Enter")
	p.is("another term", chips(), "merge:origin:platform | only | slower:1ms")
	of(1, "Change it")
	p.Type("find", "drop:decode")
	p.Key("Enter")
	p.is("the term again", chips(), "merge:origin:platform | drop:decode | slower:1ms")
	p.Type("find", "load")
	p.Key("Ctrl+Enter")
	p.is("a term more", chips(), "merge:origin:platform | drop:decode | slower:1ms | only")
	p.Click("#drop-filter-3")
	p.is("without it, by its cross", chips(), "merge:origin:platform | drop:decode | slower:1ms")
	of(2, "Remove it")
	p.is("two terms", chips(), "merge:origin:platform | drop:decode")
	p.Go(-1)
	p.is("three terms again", chips(), "merge:origin:platform | drop:decode | slower:1ms")
	p.exports("csv", "export export -format csv -filter merge:origin:platform drop:decode slower:1ms sample.trace.gz as sample.methods.csv")

	// A link, with a term that cannot be read.
	l := p.Link()
	l.Filter = "drop:/(/ " + l.Filter
	q, _ := openSample(t)
	q.Follow(l)
	p.is("the filter of the link, and the reason", q.Text("#chip-filter"), shows("merge:origin:platform drop:decode slower:1ms")+". The pattern /(/ cannot be read: missing closing ).")
	p.Click("#chip-filter-0")
	p.Choose("Remove all terms")
	p.is("no filter", chips(), "")

	// The menu of a method adds a term with its hash, which the button shows by its name.
	p.Menu("methods-1")
	p.Choose("Filter…")
	p.Choose("Leave out its calls")
	if got := p.Text("#chip-filter-0"); !strings.HasPrefix(got, "drop:ThreadPoolExecutor") || !strings.Contains(got, " −") || !strings.HasPrefix(p.Link().Filter, "drop:hash:") {
		t.Errorf("the term is %q, in the link %q", got, p.Link().Filter)
	}
	hashed := p.Link().Filter
	of(0, "Change it")
	shown := p.doc.find("#find").attrs["value"]
	if !strings.HasPrefix(shown, `drop:"java.util.concurrent.ThreadPoolExecutor`) || !strings.HasSuffix(shown, `"`) {
		t.Errorf("the search has %q for a term with a hash", shown)
	}
	p.Key("Enter")
	p.is("the term that was not changed", p.Link().Filter, hashed)
	p.Click("#tab-overview")
	p.contains("#overview-head", "The filter shows ")

	// It also leaves out or merges the class, and the package.
	p.Click("#chip-filter")
	p.Click("#tab-methods")
	p.Menu("methods-1")
	p.Choose("Filter…")
	p.Choose("Leave out all of ThreadPoolExecutor")
	p.is("the class", strings.Fields(p.Text("#chip-filter-0"))[0], "drop:ThreadPoolExecutor")
	p.is("without the class", p.Text("#chip-filter"), shows(`drop:java.util.concurrent.ThreadPoolExecutor`))
	hashed = p.Link().Filter
	of(0, "Change it")
	p.is("the term of a class while it is changed", p.doc.find("#find").attrs["value"], `drop:"java.util.concurrent.ThreadPoolExecutor."`)
	p.Key("Enter")
	p.is("the term of a class that was not changed", p.Link().Filter, hashed)
	took := func() string {
		text := p.Text("#chip-filter-0")
		return text[strings.Index(text, " −"):]
	}
	whole := took()
	of(0, "Change it")
	p.Type("find", `drop:"java.util.concurrent.ThreadPoolExecutor." `)
	p.Key("Enter")
	p.is("the same class, by its name", took(), whole)

	// So does a term without a verb.
	p.Click("#chip-filter")
	p.Type("find", strings.TrimPrefix(hashed, "drop:"))
	p.Key("Ctrl+Enter")
	whole = took()
	of(0, "Change it")
	p.is("a term without a verb while it is changed", p.doc.find("#find").attrs["value"], `through:"java.util.concurrent.ThreadPoolExecutor."`)
	p.Type("find", `through:"java.util.concurrent.ThreadPoolExecutor." `)
	p.Key("Enter")
	p.is("the same, by its name", took(), whole)
}

// TestChangedTerm: a term with the hash of a method is changed as the whole name. The term that is being changed stays so
// while terms before it are removed or moved. A full filter takes no more terms, and the search keeps them.
func TestChangedTerm(t *testing.T) {
	p := open(t)
	p.Upload(fileOf("a.trace", tracetest.Bytes("main 0/0>com.foo.A.load()V 10/10>com.foo.A.loadAll()V 30/30<com.foo.A.loadAll()V 40/40<com.foo.A.load()V")))
	add := func(text string) {
		p.Type("find", text)
		p.Key("Ctrl+Enter")
	}
	edit := func(i int, item string) {
		p.Click(fmt.Sprintf("#chip-filter-%d", i))
		p.Choose(item)
	}
	add(query.Hashing("drop", "com.foo.A.load()V"))
	edit(0, "Change it")
	p.is("the name of a hash", p.doc.find("#find").attrs["value"], `drop:"com.foo.A.load"`)
	p.Type("find", `merge:"com.foo.A.load"`)
	p.Key("Enter")
	p.is("only that method is merged", p.Text("#chip-filter-0"), `merge:"com.foo.A.load" moves 20`+words.NBSP+`µs`)

	add("slower:1us")
	add("slower:2us")
	edit(2, "Change it")
	p.Click("#drop-filter-0")
	p.is("the changed term, after one before it is removed", p.Text(".edited"), p.Text("#chip-filter-1"))
	edit(1, "Apply it earlier")
	p.is("the changed term, moved", p.Text(".edited"), p.Text("#chip-filter-0"))
	edit(0, "Apply it later")
	edit(0, "Apply it later")
	edit(1, "Apply it earlier")
	edit(0, "Remove it")
	p.Type("find", "slower:3us")
	p.Key("Enter")
	p.is("the filter", p.Link().Filter, "slower:3us")

	// A term that is off is changed like others, also if it is switched off meanwhile.
	edit(0, "Switch it off")
	edit(0, "Change it")
	p.Type("find", "slower:4us")
	p.Key("Enter")
	p.is("the filter, after a term that was off", p.Link().Filter, "slower:4us")
	edit(0, "Change it")
	edit(0, "Switch it off")
	p.is("the changed term, switched off", p.Text(".edited"), p.Text("#chip-filter-0"))
	p.Type("find", "slower:3us")
	p.Key("Enter")
	p.is("the filter, after a term switched off meanwhile", p.Link().Filter, "slower:3us")

	for range query.MostTerms - 1 {
		add("drop:nothing")
	}
	add("drop:more")
	p.is("the search, with a full filter", p.doc.find("#find").attrs["value"], "drop:more")
	p.is("the reason", p.Text("#notice"), "The filter is full. Remove a term first.")
}

// TestChangedOverload: a term with the hash of an overloaded method is changed as that method alone. While a term is changed, the
// search has no buttons for matches.
func TestChangedOverload(t *testing.T) {
	p := open(t)
	p.Upload(fileOf("a.trace", tracetest.Bytes("main 0/0>com.foo.A.load()V 10/10>com.foo.A.load(I)V 30/30<com.foo.A.load(I)V 40/40<com.foo.A.load()V")))
	p.Type("find", query.Hashing("drop", "com.foo.A.load(I)V"))
	if !p.Seen("#find-next") || !p.Seen("#find-only") {
		t.Error("a search has no buttons for its matches")
	}
	p.Key("Ctrl+Enter")
	took := p.Text("#chip-filter-0")
	p.Click("#chip-filter-0")
	p.Choose("Change it")
	p.is("the name of a hash", p.doc.find("#find").attrs["value"], `drop:"com.foo.A.load(I)V"`)
	if p.Seen("#find-next") || p.Seen("#find-previous") || p.Seen("#find-only") {
		t.Error("buttons for matches take room while a term is changed")
	}
	p.is("the button that does what Enter does", p.Text("#find-filter"), "Replace")
	p.Type("find", `drop:"com.foo.A.load(I)V" `)
	p.Click("#find-filter")
	_, figure, _ := strings.Cut(took, " ")
	p.is("the same method is left out", p.Text("#chip-filter-0"), `drop:"com.foo.A.load(I)V" `+figure)
}

// TestRemovedTerm: removing the term that is being changed ends the change, however it is removed. The search stays and can filter.
func TestRemovedTerm(t *testing.T) {
	p := open(t)
	p.Upload(fileOf("a.trace", tracetest.Bytes("main 0/0>com.foo.A.load()V 10/10>com.foo.A.load(I)V 30/30<com.foo.A.load(I)V 40/40<com.foo.A.load()V")))
	noFilter := func() {
		p.Click("#commands")
		p.Type("palette", "remove the filter")
		p.Key("Enter")
	}
	for _, tt := range []struct {
		name   string
		remove func()
	}{
		{"its button", func() { p.Click("#drop-filter-1") }},
		{"the button of the filter", func() { p.Click("#chip-filter") }},
		{"the menu", func() { p.Click("#chip-filter-0"); p.Choose("Remove all terms") }},
		{"a command", noFilter},
	} {
		for _, term := range []string{"slower:1us", "drop:load"} {
			p.Type("find", term)
			p.Key("Ctrl+Enter")
		}
		p.Click("#chip-filter-1")
		p.Choose("Change it")
		p.is("the button while the term is changed", p.Text("#find-filter"), "Replace")
		tt.remove()
		p.is("the search after "+tt.name, p.doc.find("#find").attrs["value"], "drop:load")
		p.is("the button after "+tt.name, p.Text("#find-filter"), "Filter")
		if !p.Seen("#find-next") || !p.Seen("#find-only") {
			t.Errorf("after %s, the search has no buttons for its matches", tt.name)
		}
		p.Click("#find-filter")
		noFilter()
	}
}

// TestGroups: a menu in the head of the method table groups it. Groups open, the search enters closed ones, and exports
// and links follow.
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
	l := p.Link()
	if !strings.Contains(l.Looks, "methods_g2") {
		t.Errorf("the link is %s", l.Looks)
	}
	q, _ := openSample(t)
	q.Follow(l)
	p.is("the groups of the link", q.Text("#methods-sort-group"), "By package")
	q.element("#methods-rows .row.sum")
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
	p.is("the legend", legend(), "own, with waits 40.0 %, platform 0.0 %, idle 60.0 %")
	p.Click("#idle-waits")
	p.is("the legend without idle waits", legend(), "own, with waits 100.0 %, platform 0.0 %")
	p.Upload(fileOf("nameless.trace", tracetest.Bytes("main 0/0>com.example.App.run()V 400/400<com.example.App.run()V 400/400>0x990 401/401<0x990"+
		" 401/401>android.os.MessageQueue.next()V 1000/401<android.os.MessageQueue.next()V")))
	if legend := legend(); !regexp.MustCompile(`^own, with waits .*, idle 59\.9 %, no name 0\.1 %$`).MatchString(legend) {
		t.Errorf("with a method without a name, the legend is %s", legend)
	}
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

// TestRange: every table sums over a range, by each clock. Esc clears the method, then the range. The first Esc only
// takes away a message.
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
	p.app.Notify("Copied.")
	p.Key("Escape")
	if _, to := p.Range(); to == 0 || p.DetailsName() == "" || p.Text("#notice") != "" {
		t.Errorf("Esc for a message left the range to %d, method %q, message %q", to, p.DetailsName(), p.Text("#notice"))
	}
	p.Key("Escape")
	if _, to := p.Range(); to == 0 || p.DetailsName() != "" {
		t.Errorf("Esc left the range to %d, method %q", to, p.DetailsName())
	}
	p.Click(row("methods", 3) + " .fn")
	p.Click("#chip-range")
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

// TestChargedToOwn: a switch lists the app's methods alone, with the time of the code that they call. Tree, flame graph, links and
// exports follow it. The menu of a method says that its package is a library, and the browser remembers it.
func TestChargedToOwn(t *testing.T) {
	p, k := open(t), read(t, testdata(t, "sample.trace.gz"))
	scope := message.Scope{To: message.Whole, Code: message.ChargedToOwn}
	longest := expect.Ask[*message.Rows](k, &message.MethodRows{Scope: scope, Count: 1}).Rows[0]
	var want []string
	for _, r := range expect.Ask[*message.Rows](k, &message.MethodRows{Scope: scope, Order: message.Order{Column: message.ByExclusive}, Count: 3}).Rows {
		want = append(want, k.Name(r.Method).Name)
	}
	first := func(box string) string {
		var all []string
		for _, row := range p.Grid(box).Rows[:len(want)] {
			name, _, _ := strings.Cut(row, "|")
			all = append(all, name[strings.LastIndexByte(name, '.')+1:])
		}
		return strings.Join(all, " ")
	}
	// The trace shows the start of its Application, so the table begins with charged time.
	p.Upload(testdata(t, "sample.trace.gz"))
	p.Click("#all-threads")
	p.Click("#idle-waits")
	p.Click("#tab-methods")
	p.is("the own methods", first("methods"), strings.Join(want, " "))
	p.contains("#whole", " not by own code")
	p.contains("#panel-methods .meaning", "Own + caused: the time of your methods, with the library and platform code that they call.")
	p.exports("csv", "export export -format csv -charged sample.trace.gz as sample.methods.csv")
	p.Click("#methods-sort-own")
	p.contains("#chip-own", "own code, other: ")
	if p.Seen("#panel-methods .meaning") {
		t.Error("own time is explained as the time of other code, too")
	}
	p.Click("#chip-own")
	if p.Seen("#chip-own") || !p.Seen("#methods-sort-all[aria-pressed=true]") {
		t.Error("a click on the chip does not show all methods")
	}
	p.Click("#methods-sort-charged")
	p.contains("#chip-charged", "own + caused, other: ")
	p.Click("#tab-flamegraph")
	p.element("#flame-charged[aria-checked=true]")
	p.Click("#tab-topdown")
	name, _, _ := strings.Cut(first("topdown"), " ")
	p.is("the tree's first row", name, k.Name(longest.Method).Name)

	l := p.Link()
	q, _ := openSample(t)
	q.Follow(l)
	q.Click("#chip-charged")
	if q.Seen("#chip-charged") {
		t.Error("a click on the chip does not show all methods")
	}
	q.Key("o")
	q.element("#chip-own")
	q.Key("o")
	q.element("#chip-charged")
	q.Key("2")
	before := q.Grid("methods").Total
	q.Menu("methods-0")
	q.Choose("Treat as a library: com.example.gallery.decode")
	if got := q.Grid("methods").Total; got >= before {
		t.Errorf("%d own methods, before %d", got, before)
	}
	p.is("the owner in the link", q.Link().Owners, "library:com.example.gallery.decode")
	p.is("what the browser remembers", q.browser.Stored["owners"], "library:com.example.gallery.decode")
	q.Upload(testdata(t, "sample.trace.gz"))
	q.element("#origin-library")
}

// TestOwnGuess: where a trace does not show its app, the package of nearly all unknown code is charged. The page says that it is
// a guess. Its menu corrects it.
func TestOwnGuess(t *testing.T) {
	records := "main"
	for i := range 6 {
		records += fmt.Sprintf(" %[1]d>com.acme.shop.Cart.m%[2]d()V %[3]d>android.os.Parcel.read()V %[4]d<android.os.Parcel.read()V %[5]d<com.acme.shop.Cart.m%[2]d()V", 10*i, i, 10*i+1, 10*i+7, 10*i+9)
	}
	p := open(t)
	p.Upload(fileOf("guess.trace", tracetest.Bytes(records)))
	p.Click("#tab-methods")
	p.is("the guess", p.Text("#chip-guess"), "guess: your code is com.acme.shop")
	p.element("#methods-sort-charged[aria-pressed=true]")
	p.is("the app's methods alone", fmt.Sprint(p.Grid("methods").Total), "6")
	p.Click("#chip-guess")
	p.Choose("Treat as a library: com.acme.shop")
	if p.Seen("#chip-guess") {
		t.Error("the guess stays")
	}
	p.is("all methods", fmt.Sprint(p.Grid("methods").Total), "7")
	p.is("what the browser remembers", p.browser.Stored["owners"], "library:com.acme.shop")
}

// TestMatchInOtherCode: Enter in a search with matches in other code alone shows all code. The row of the match is marked and
// in sight, and the guess whose code is the app's stays.
func TestMatchInOtherCode(t *testing.T) {
	records, at := "main", 0
	for i := range 60 { // the app's own methods and those of the platform have different orders
		records += fmt.Sprintf(" %[1]d>com.acme.shop.Cart.m%[2]d()V %[1]d>android.os.Parcel.read%[2]d()V %[3]d<android.os.Parcel.read%[2]d()V %[4]d<com.acme.shop.Cart.m%[2]d()V", at, i, at+i+1, at+100)
		at += 101
	}
	p := open(t)
	p.Upload(fileOf("other.trace", tracetest.Bytes(records)))
	p.Click("#tab-methods")
	p.element("#chip-guess")
	p.element("#methods-sort-charged[aria-pressed=true]")
	p.Type("find", "Parcel.read3")
	p.element("#find-others")
	p.Key("Enter")
	const row = "#methods-rows .row.cursor"
	p.contains(row, "Parcel.read3")
	if !p.InView("methods", row) {
		t.Error("the match is not in sight")
	}
	p.element("#methods-sort-all[aria-pressed=true]")
	p.element("#chip-guess")
}

// TestSandwich: the flame graph shows the callers of a method above it and its callees below. Esc shows the whole graph again.
func TestSandwich(t *testing.T) {
	p, k := openSample(t)
	order := message.Order{Column: message.ByExclusive}
	method := expect.Ask[*message.Rows](k, &message.MethodRows{Scope: everything, Order: order, Find: message.Find{Text: "decode origin:own", Only: true}, Count: 1}).Rows[0].Method
	p.Type("find", k.Name(method).Label)
	p.Key("Enter", "Escape")
	p.is("the chosen method", p.DetailsName(), k.Name(method).Label)
	p.Click("#tab-flamegraph")
	p.Click("#flame-sandwich")
	p.element("#flame-sandwich[aria-pressed=true]")
	own := p.Box(canvas.Flame, func(r scene.Rect) bool { return r.Method == method })
	above, below := 0, 0
	for _, r := range p.Boxes(canvas.Flame) {
		switch {
		case r.Y < own.Y:
			above++
		case r.Y > own.Y:
			below++
		}
	}
	if own.W < 800 || above == 0 || below == 0 {
		t.Errorf("the method is %v wide, with %d frames above and %d below", own.W, above, below)
	}
	p.Key("Escape", "Escape", "Escape")
	p.element("#flame-sandwich[aria-pressed=false]")
	p.Click("#flame-charged")
	p.Type("find", k.Name(method).Label)
	p.Key("Enter", "Escape")
	p.Click("#flame-sandwich")
	p.contains("#notice", "choose All code")
}

// TestOwners: a menu offers the package of a method and wider ones. Colours and the details follow at once. A chip says whose code
// was chosen, and forgets it.
func TestOwners(t *testing.T) {
	const onClick, show = "mozilla.components.browser.menu.view.MenuButton.onClick", "mozilla.components.ui.Widget.show"
	p := open(t)
	p.Upload(fileOf("owners.trace", tracetest.Bytes("main 0>com.acme.shop.Cart.add()V 100>"+onClick+"()V 200>"+show+"()V 700<"+show+"()V 900<"+onClick+"()V 1000<com.acme.shop.Cart.add()V")))
	p.Click("#tab-flamegraph")
	slots := func() (all []scene.Slot) {
		for _, c := range []canvas.ID{canvas.Timeline, canvas.Flame} {
			for _, r := range p.Boxes(c) {
				if c == canvas.Flame && r.Slot != scene.SlotHead || c == canvas.Timeline && r.Thread&scene.SpanFlag == 0 {
					all = append(all, r.Slot)
				}
			}
		}
		return all
	}
	see := func(step, chip string, want ...scene.Slot) {
		t.Helper()
		p.is(step, fmt.Sprint(slots()), fmt.Sprint(append(want, want...)))
		p.is(step+": details", p.DetailsName(), onClick)
		p.is(step+": chips", p.Chips(), chip)
	}
	menu := func(want string) {
		t.Helper()
		items := slices.DeleteFunc(p.Menu("timeline"), func(name string) bool {
			return !strings.HasPrefix(name, "Treat as my code: ") && !strings.HasPrefix(name, "Treat as a library: ")
		})
		p.is("the menu", strings.Join(items, ", "), want)
	}
	p.ClickBox(canvas.Timeline, p.Box(canvas.Timeline, func(r scene.Rect) bool { return r.Depth == 1 && r.Thread&scene.SpanFlag == 0 }))
	see("first", "", scene.SlotOwn, scene.SlotLibrary, scene.SlotLibrary)

	menu("Treat as my code: mozilla.components, Treat as my code: mozilla.components.browser, Treat as my code: mozilla…browser.menu.view")
	p.Choose("Treat as my code: mozilla.components.browser")
	see("a part", "your code: mozilla.components.browser", scene.SlotOwn, scene.SlotOwn, scene.SlotLibrary)
	menu("Treat as a library: mozilla.components, Treat as a library: mozilla.components.browser, Treat as a library: mozilla…browser.menu.view")
	p.Choose("Treat as a library: mozilla.components.browser")
	see("undone", "library: mozilla.components.browser", scene.SlotOwn, scene.SlotLibrary, scene.SlotLibrary)
	p.Click("#owners")
	p.is("the menu of the chip", strings.Join(p.Texts("#menu button span"), ", "), "Treat as my code: mozilla.components.browser, Forget: mozilla.components.browser")
	p.Choose("Forget: ")
	see("forgotten", "", scene.SlotOwn, scene.SlotLibrary, scene.SlotLibrary)

	// In the palette, with a method and without.
	for _, text := range []string{"treat", "mine", "library: mozilla"} {
		p.Key("Ctrl+k")
		p.Type("palette", text)
		if list := strings.Join(p.Texts("#palette-list button span"), ", "); !strings.Contains(list, "Treat as my code: mozilla.components, ") && !strings.Contains(list, "Treat as a library: mozilla.components, ") {
			t.Errorf("the palette has for %s: %s", text, list)
		}
		if text != "mine" {
			p.Key("Escape")
			continue
		}
		p.Key("Enter")
		see("by the palette", "your code: mozilla.components", scene.SlotOwn, scene.SlotOwn, scene.SlotOwn)
	}
	p.Click("#chip-owners")
	see("by the cross", "", scene.SlotOwn, scene.SlotLibrary, scene.SlotLibrary)
	p.is("what the browser remembers", p.browser.Stored["owners"], "")

	// The rows of groups.
	p.Key("Escape", "Escape", "Ctrl+k")
	p.Type("palette", "treat")
	p.Key("Enter")
	p.is("the groups", p.Text("#methods-sort-group"), "By package")
	group := func(by, name string) {
		t.Helper()
		p.Click("#methods-sort-group")
		p.Choose(by)
		for i, row := range p.Grid("methods").Rows {
			if strings.HasPrefix(row, name) {
				p.Menu(fmt.Sprintf("methods-%d", i))
				return
			}
		}
		t.Fatalf("%s, no row is %s: %q", by, name, p.Grid("methods").Rows)
	}
	group("By package", "mozilla.components.ui")
	p.Choose("Treat as my code: mozilla.components.ui")
	p.is("by a package", p.Chips(), "your code: mozilla.components.ui")
	p.Click("#chip-owners")
	group("By class", "mozilla.components.ui.Widget")
	p.Choose("Treat as my code: mozilla.components")
	group("By class", "mozilla.components.ui.Widget")
	p.Choose("Treat as a library: mozilla.components")
	p.is("by a class", p.Chips(), "library: mozilla.components")
	p.Click("#chip-owners")
	group("By library", "Mozilla")
	p.Choose("Treat as my code: mozilla.components")
	p.is("by a library", p.Chips(), "your code: mozilla.components")
}
