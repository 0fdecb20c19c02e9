package viewer

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/reading"
	"traceglass/wasm/session"
	"traceglass/wasm/viewer/expect"
)

// everything is the whole trace by wall clock.
var everything = expect.Whole

// testdata returns a file of testdata.
func testdata(t *testing.T, name string) *session.File {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return fileOf(filepath.Base(name), data)
}

// openTrace opens a file, and reads it without the page.
func openTrace(t *testing.T, file *session.File) (*page, *expect.Trace) {
	t.Helper()
	p := open(t)
	p.Open(file)
	return p, read(t, file)
}

// read reads a file without the page.
func read(t *testing.T, file *session.File) *expect.Trace {
	t.Helper()
	data, _, err := file.Blob.(*memory).content(reading.Stretch{})
	if err != nil {
		t.Fatal(err)
	}
	return expect.Read(t, file.Name, data)
}

func openSample(t *testing.T) (*page, *expect.Trace) {
	t.Helper()
	return openTrace(t, testdata(t, "sample.trace.gz"))
}

func TestSort(t *testing.T) {
	p, k := openSample(t)
	p.rows("the method table", "methods", k.Methods(message.MethodRows{}))
	heads := []struct {
		button string
		order  message.Order
	}{
		{"methods-sort-1", message.Order{Column: message.ByInclusive, Ascending: true}}, // the table is already sorted by this column
		{"methods-sort-3", message.Order{Column: message.ByExclusive}},
		{"methods-sort-0", message.Order{Column: message.ByInclusive}},
		{"methods-sort-2", message.Order{Column: message.ByExclusive}},
		{"methods-sort-3", message.Order{Column: message.ByExclusive, Ascending: true}}, // the same column again
		{"methods-sort-4", message.Order{Column: message.ByCalls}},
		{"methods-sort-4", message.Order{Column: message.ByCalls, Ascending: true}},
		{"methods-sort-5", message.Order{Column: message.ByPerCall}},
		{"methods-sort-name", message.Order{Column: message.ByName, Ascending: true}},
		{"methods-sort-name", message.Order{Column: message.ByName}},
		{"methods-sort-rank", message.Order{Column: message.ByRank, Ascending: true}},
	}
	for _, h := range heads {
		p.Click("#" + h.button)
		p.rows("the table after a click on "+h.button, "methods", k.Methods(message.MethodRows{Order: h.order}))
		var sorted []string
		for _, e := range p.doc.findAll("#methods-rows [aria-sort]") {
			if by := e.attrs["aria-sort"]; by != "none" {
				sorted = append(sorted, by)
			}
		}
		p.is(h.button+": the sorted column headers", strings.Join(sorted, ","), map[bool]string{true: "ascending", false: "descending"}[h.order.Ascending])
	}
}

func TestFind(t *testing.T) {
	p, k := openSample(t)
	p.Key("/")
	p.is("focus", p.focus, "find")
	p.Type("find", "decode")
	hits := expect.Ask[*message.Hits](k, &message.Search{Scope: everything, Text: "decode"})
	if hits.Methods < 3 {
		t.Fatalf("only %d hits", hits.Methods)
	}
	n, share := words.Count(int64(hits.Methods)), words.Percent(hits.Share)+" of the time"
	tally := func() string { return p.Text("#find-tally") }
	p.is("the tally", tally(), n+", "+share)
	p.rows("the table, unchanged", "methods", k.Methods(message.MethodRows{}))

	// Enter moves down through the matches in the order of the table, Shift+Enter moves up.
	var labels []string
	only := message.Find{Text: "decode", Only: true}
	matches := expect.Ask[*message.Rows](k, &message.MethodRows{Scope: everything, Find: only, Count: 500}).Rows
	for _, r := range matches {
		labels = append(labels, k.Name(r.Method).Label)
	}
	at := func(i int) {
		t.Helper()
		p.is("the hit", tally()+": "+p.DetailsName(), fmt.Sprintf("%d of %s, %s: %s", i+1, n, share, labels[i]))
	}
	p.Key("Enter")
	at(0)
	longest := expect.Ask[*message.Method](k, &message.MethodInfo{Scope: everything, Method: matches[0].Method}).Longest[0]
	p.is("its longest call", p.Pairs("#call-facts"), k.CallFacts(expect.Ask[*message.Call](k, &message.CallInfo{Call: longest.Call}), message.Wall))
	p.Key("Enter")
	at(1)
	p.Key("Enter")
	at(2)
	p.Key("Shift+Enter")
	at(1)
	p.Click("#find-previous")
	at(0)
	p.Click("#find-previous")
	at(len(labels) - 1) // wraps around
	p.Click("#find-next")
	at(0)
	if !p.Seen("#methods-rows .selected.hit") {
		t.Error("the table does not show the hit")
	}

	p.Click("#find-only")
	p.rows("only matches", "methods", k.Methods(message.MethodRows{Find: only}))
	if g := p.Grid("methods"); g.Total != int(hits.Methods) {
		t.Errorf("the table has %d rows, want %d", g.Total, hits.Methods)
	}
	p.Click("#find-only")

	// An upper-case letter makes the search case-sensitive.
	for _, text := range []string{"DECODE", "Decode", "no such method"} {
		p.Type("find", text)
		hits, want := expect.Ask[*message.Hits](k, &message.Search{Scope: everything, Text: text}), "no match"
		if hits.Methods > 0 {
			want = words.Count(int64(hits.Methods)) + ", " + words.Percent(hits.Share) + " of the time"
		}
		p.is("the tally for "+text, tally(), want)
	}
	p.Key("Escape")
	p.is("the search", p.doc.find("#find").attrs["value"], "")
}

// TestOpenRow: a method expands to its callers and callees, and a click on one jumps to it.
func TestOpenRow(t *testing.T) {
	p, k := openSample(t)
	rows := k.Rows(message.Order{}, 2)
	second := rows[1].Method
	p.Click(row("methods", 1) + " .twist")
	open := message.MethodRows{Open: []uint32{second}}
	p.rows("an expanded row", "methods", k.Methods(open))
	open.Scope = everything
	open.Count = 40
	for i, r := range expect.Ask[*message.Rows](k, &open).Rows {
		if r.Kind == message.ChildRow {
			p.Click(row("methods", i) + " .fn")
			p.is("the child", p.DetailsName(), k.Name(r.Method).Label)
			if !p.InView("methods", "#methods-rows .row.selected.method") {
				t.Error("its row is not in view")
			}
			break
		}
	}
	p.focus = "methods-rows"
	p.Key("Home")
	p.is("the first row", p.DetailsName(), k.Name(rows[0].Method).Label)
	p.Key("ArrowDown")
	p.is("the second row", p.DetailsName(), k.Name(second).Label)
	p.Key(" ")
	p.rows("a collapsed row", "methods", k.Methods(message.MethodRows{}))
	p.Key("Enter")
	p.rows("the row expanded again", "methods", k.Methods(open))
}

func TestDetails(t *testing.T) {
	p, k := openSample(t)
	rows := k.Rows(message.Order{Column: message.ByCalls}, 3)
	p.Click("#methods-sort-4")
	for i, r := range rows {
		p.is("the row", p.Grid("methods").Rows[i], k.Line(r, message.Wall))
		p.Click(row("methods", i) + " .fn")
		p.details(k, r.Method, everything)
	}
	p.Click("#clock-cpu")
	cpu := everything
	cpu.Clock = message.CPU
	p.details(k, rows[len(rows)-1].Method, cpu)
}

// details compares the details of a method with the engine's answers.
func (p *page) details(k *expect.Trace, method uint32, scope message.Scope) {
	p.t.Helper()
	want := k.Details(method, scope)
	p.is("the method's name", p.DetailsName(), want.Name)
	p.is("the method's figures", p.Pairs("#method-facts"), want.Facts)
	p.is("the distribution of its calls", p.Pairs("#spread"), want.Spread)
	var longest []string
	for _, b := range p.doc.findAll("#longest button") {
		longest = append(longest, b.find(".fn").content()+" "+b.find(".num").content())
	}
	p.is("its longest calls", strings.Join(longest, "\n"), want.Longest)
	identity := p.Pairs("#details .pairs.tight")
	for _, fact := range want.Identity {
		if !strings.Contains(identity, fact) {
			p.t.Errorf("the details of %s say\n%s\nwant %s", want.Name, identity, fact)
		}
	}
	bars := 0
	for _, kid := range p.element("#histogram").kids {
		if kid.tag != "" {
			bars++
		}
	}
	if bars != want.Bars {
		p.t.Errorf("the histogram has %d bars, want %d", bars, want.Bars)
	}
}

func TestClock(t *testing.T) {
	p, k := openSample(t)
	by := func(c message.Clock) message.MethodRows {
		s := everything
		s.Clock = c
		return message.MethodRows{Scope: s, Order: message.Order{Clock: c}}
	}
	p.rows("wall", "methods", k.Methods(by(message.Wall)))
	p.Key("k")
	p.rows("CPU, by K", "methods", k.Methods(by(message.CPU)))
	p.Key("k")
	p.rows("waiting, by K", "methods", k.Methods(by(message.Waiting)))
	p.Key("k")
	p.rows("wall again", "methods", k.Methods(by(message.Wall)))
	p.Click("#clock-waiting")
	p.rows("waiting, by its button", "methods", k.Methods(by(message.Waiting)))
	p.is("the clocks in the column headers", strings.Join(p.Texts("#methods-rows .clock"), ""), "Waiting")
	var on []string
	for _, e := range p.doc.findAll("[role=radiogroup][aria-label=Clock] [aria-checked=true]") {
		on = append(on, e.attrs["id"])
	}
	p.is("the checked clocks", strings.Join(on, ","), "clock-waiting")
	p.Key("3")
	p.rows("the call tree by waiting", "topdown", k.Tree(message.TreeRows{Scope: by(message.Waiting).Scope, Order: message.Order{Clock: message.Waiting}}))
}

func TestTrees(t *testing.T) {
	p, k := openSample(t)
	p.Key("3")
	top := message.TreeRows{Scope: everything}
	p.rows("the call tree", "topdown", k.Tree(top))
	first := expect.Ask[*message.Rows](k, &message.TreeRows{Scope: everything, HotPath: message.NoNode, Count: 12}).Rows
	p.Click(row("topdown", 0) + " .twist")
	top.Open = []uint32{first[0].Node}
	p.rows("its first row expanded", "topdown", k.Tree(top))
	p.Click(row("topdown", 0) + " .twist")
	top.Open = nil
	p.rows("the row collapsed again", "topdown", k.Tree(top))
	p.Click("#topdown-heaviest")
	hot := expect.Ask[*message.Rows](k, &message.TreeRows{Scope: everything, HotPath: first[0].Node, Count: 12})
	top.Open = hot.Open
	p.rows("the heaviest path", "topdown", k.Tree(top))
	p.Click("#topdown-close")
	top.Open = nil
	p.rows("all rows collapsed", "topdown", k.Tree(top))
	p.Click("#topdown-fold")
	top.Fold = true
	p.rows("merged recursion", "topdown", k.Tree(top))
	p.Click("#topdown-fold")

	p.Key("4")
	up := message.TreeRows{Scope: everything, BottomUp: true, Order: message.Order{Column: message.ByExclusive}}
	p.rows("bottom-up", "bottomup", k.Tree(up))
	node := expect.Ask[*message.Rows](k, &message.TreeRows{Scope: everything, BottomUp: true, Order: up.Order, HotPath: message.NoNode, Count: 12}).Rows[1].Node
	p.Click(row("bottomup", 1) + " .twist")
	up.Open = []uint32{node}
	p.rows("the expanded bottom-up tree", "bottomup", k.Tree(up))

	// Keys do the same.
	p.Click("#tab-topdown")
	top.Fold = false
	p.rows("the call tree again", "topdown", k.Tree(top))
	p.Click(row("topdown", 0) + " .fn")
	p.focus = "topdown-rows"
	p.Key("ArrowRight")
	top.Open = []uint32{first[0].Node}
	p.rows("the row expanded by →", "topdown", k.Tree(top))
	p.Key("ArrowLeft")
	top.Open = nil
	p.rows("the row collapsed by ←", "topdown", k.Tree(top))
}

// recursive is a trace where A calls itself, directly and through B.
var recursive = tracetest.Bytes("main 0>A 10>B 20>A 30>A 40<A 60<A 80<B 100<A")

func TestRelatives(t *testing.T) {
	p, k := openTrace(t, fileOf("recursive.trace", recursive))
	p.Key("6")
	hottest := k.Rows(message.Order{Column: message.ByExclusive}, 1)[0].Method
	p.rows("the method with the most self time", "relatives", k.Relatives(message.Relatives{Scope: everything, Method: hottest}))
	p.is("the selected method", p.DetailsName(), "")
	p.Key("2")
	p.rows("the method table", "methods", k.Methods(message.MethodRows{}))
	p.Click(row("methods", 0) + " .fn")
	p.Key("6")
	ab := k.Rows(message.Order{}, 2)
	a, b := ab[0].Method, ab[1].Method
	want := k.Relatives(message.Relatives{Scope: everything, Method: a})
	lines := want(0, 99)
	if all := strings.Join(lines, "\n"); !strings.Contains(all, "Parents while recursive") || !strings.Contains(all, "Children while recursive") {
		t.Errorf("this trace has no recursion:\n%s", all)
	}
	p.rows("callers and callees", "relatives", want)
	for i, line := range lines {
		if strings.HasPrefix(line, k.Name(b).Label+"|") {
			p.Click(row("relatives", i) + " .fn")
			break
		}
	}
	p.rows("callers and callees of the callee", "relatives", k.Relatives(message.Relatives{Scope: everything, Method: b}))
}

func TestThreadsRestrict(t *testing.T) {
	p, k := openSample(t)
	main := k.About.Threads[0]
	p.Key("7")
	chip := func() string { return p.Text("#thread-names") }
	r := p.threadRow(main.Name)
	cells := []string{p.Text(r + " .fn")}
	for _, e := range p.doc.findAll(r + " .num") {
		cells = append(cells, e.content())
	}
	p.is("the thread's figures", strings.Join(cells, "|"), strings.Join([]string{main.Name, fmt.Sprint(main.ID), words.Count(main.Records), words.Count(main.Calls), fmt.Sprint(main.MaxDepth),
		words.Duration(main.Busy[message.Wall]), words.Duration(main.Busy[message.CPU]), words.Duration(main.From), words.Duration(main.To)}, "|"))
	p.Click(r + "-only")
	p.is("the scope", chip(), main.Name)
	p.Key("2")
	scope := message.Scope{To: message.Whole, Threads: []uint32{main.Index}}
	p.rows("the methods of one thread", "methods", k.Methods(message.MethodRows{Scope: scope}))
	p.Key("7")
	p.Click(r + "-only")
	p.Click(r + "-count")
	p.is("the scope", chip(), fmt.Sprintf("%d threads", len(k.About.Threads)-1))
	scope.Threads = nil
	for _, th := range k.About.Threads[1:] {
		scope.Threads = append(scope.Threads, th.Index)
	}
	p.Key("2")
	p.rows("the methods of the others", "methods", k.Methods(message.MethodRows{Scope: scope}))
	p.Click("#chip-threads")
	p.rows("all methods again", "methods", k.Methods(message.MethodRows{}))
}

// threadRow returns the selector of a thread's row in the table of threads.
func (p *page) threadRow(name string) string {
	p.t.Helper()
	for _, row := range p.doc.findAll("#threads-rows .rows [role=row]") {
		if row.find(".fn").content() == name {
			return "#" + row.attrs["id"]
		}
	}
	p.t.Fatalf("no row of thread %s", name)
	return ""
}

func TestAboutThisFile(t *testing.T) {
	p, k := openSample(t)
	p.Key("8")
	about := p.Text("#panel-about")
	for _, o := range k.About.Options {
		if !strings.Contains(about, o.Key) || !strings.Contains(about, o.Value) {
			t.Errorf("the view lacks %s = %s", o.Key, o.Value)
		}
	}
	for _, want := range []string{words.Count(k.About.Records), words.Count(k.About.Calls), "Inclusive", k.About.Notes[0].Text} {
		if !strings.Contains(about, want) {
			t.Errorf("the view lacks %q", want)
		}
	}
}

// TestFindLanguage: search works the same for traces and dumps. The matching part of a name is marked, and a
// matching type appears in its row. If nothing matches, a hint appears below the field.
func TestFindLanguage(t *testing.T) {
	p := open(t)
	p.Open(fileOf("feed.trace", tracetest.Bytes("main 0>app.Feed.load(Landroid/os/Bundle;I)V 20000>app.Feed.parse()V 30000<app.Feed.parse()V 90000<app.Feed.load(Landroid/os/Bundle;I)V "+
		"Worker-1 0>app.Job.run()V 10000>app.Feed.parse()V 30000<app.Feed.parse()V 40000<app.Job.run()V")))
	for _, tt := range []struct{ query, marked, hint string }{
		{"-feed", "app.Job.run", ""},
		{"/feed\\.(load|job)/", "app.<Feed.load>", ""},
		{"thread:worker", "app.Job.run app.Feed.parse", ""},
		{"thread:worker par*e", "app.Feed.<parse>", ""},
		{"feed -load", "app.<Feed>.parse", ""},
		{"bundle", "app.Feed.load<(Bundle, int): void>", ""},
		{"/(feed/", "", "The pattern /(feed/ cannot be read"},
		{"nowhere", "", "No method matches here. Try"},
	} {
		p.Type("find", tt.query)
		var rows []string
		for _, row := range p.doc.findAll("#methods-rows .row.hit") {
			rows = append(rows, strings.ReplaceAll(strings.TrimSpace(marked(row.find(".name"))), "><", ""))
		}
		p.is("the marked text for "+tt.query, strings.Join(rows, " "), tt.marked)
		if got := p.Text("#find-hint"); p.Seen("#find-hint") != (tt.hint != "") || !strings.HasPrefix(got, tt.hint) {
			t.Errorf("%s: the hint is %q, want %q", tt.query, got, tt.hint)
		}
		p.Key("Escape")
		p.is("the search", p.doc.find("#find").attrs["value"], "")
	}
}

// marked returns the text in an element without a rank, with < and > around marks.
func marked(e *element) string {
	text := e.text
	for _, kid := range e.kids {
		if !kid.matches(".rank") {
			text += marked(kid)
		}
	}
	if e.tag == "mark" {
		return "<" + text + ">"
	}
	return text
}
