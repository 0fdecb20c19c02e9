//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

func TestSort(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	p.UntilGrid("the method table", "methods", k.methods(message.MethodRows{}))
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
		p.UntilGrid(fmt.Sprintf("the table after a click on %s", h.button), "methods", k.methods(message.MethodRows{Order: h.order}))
		sorted := eval[string](p, `[...document.querySelectorAll("#methods-rows [aria-sort]")].map((e) => e.ariaSort).filter((s) => s !== "none").join()`)
		if want := map[bool]string{true: "ascending", false: "descending"}[h.order.Ascending]; sorted != want {
			t.Errorf("%s: the column headers are %q, want one %s", h.button, sorted, want)
		}
	}
}

// TestSortByKey: Tab reaches the column headers, arrow keys move between them, and Enter sorts and scrolls to
// the top.
func TestSortByKey(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	p.UntilGrid("the method table", "methods", k.methods(message.MethodRows{}))
	p.Click("#methods-2 .fn")
	p.Keys(kb.End)
	p.WaitFor("the end of the table", `document.getElementById("methods-rows").scrollTop > 100`)
	focus := func(id string) {
		t.Helper()
		p.Until("focus on a column header", id, func() string { return eval[string](p, `document.activeElement.id`) })
	}
	focus("methods-rows")
	p.Keys(kb.Tab)
	focus("methods-sort-name")
	p.Keys(kb.End)
	focus("methods-sort-5")
	p.Keys(kb.ArrowLeft)
	focus("methods-sort-4")
	p.Keys(kb.Enter)
	p.UntilGrid("the table sorted by calls", "methods", k.methods(message.MethodRows{Order: message.Order{Column: message.ByCalls}}))
	p.WaitFor("its top", `document.getElementById("methods-rows").scrollTop === 0`)
	p.Keys(kb.ArrowDown)
	focus("methods-rows")
	first := k.rows(message.Order{Column: message.ByCalls}, 1)[0].Method
	p.Until("the first row", k.name(first).Label, p.DetailsName)
}

// TestColumns: a menu selects the columns, and the choice is stored for the next visit.
func TestColumns(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	heads := func() string {
		return eval[string](p, `[...document.querySelectorAll("#methods-rows .num button")].map((e) => e.textContent).join()`)
	}
	p.Until("the column headers", "Incl %,Inclusive,Excl %,Exclusive,Calls+Rec,Time/Call", heads)
	p.Click("#methods-sort-columns")
	p.Click("#methods-columns-figure-2")
	p.Click("#methods-columns-clock-1")
	p.Click("#methods-columns-onward-4")
	const want = "Incl %,Inclusive,Exclusive,Time/Call,Calls+Rec,Incl %,Inclusive,Exclusive,Time/Call"
	p.Until("the selected columns", want, heads)
	p.Shots("columns")
	p.Keys(kb.Escape)
	p.WaitFor("no menu", `!document.querySelector(".menu.picks")?.checkVisibility()`)
	p.Keys("3")
	p.Until("the tree's column headers", want, func() string {
		return eval[string](p, `[...document.querySelectorAll("#topdown-rows .num button")].map((e) => e.textContent).join()`)
	})

	// Names and bars stay in place when the table scrolls sideways.
	p.Keys("2")
	p.View(900, 800, "light")
	const left = `["#methods-0 .fn", "#methods-0 .part", "#methods-0 .num:last-child"].map((s) => Math.round(document.querySelector(s).getBoundingClientRect().left)).join()`
	before := strings.Split(eval[string](p, left), ",")
	p.Act(`(document.getElementById("methods-rows").scrollLeft = 120, true)`)
	after := strings.Split(eval[string](p, left), ",")
	if before[0] != after[0] || before[1] != after[1] || before[2] == after[2] {
		t.Errorf("name, bar and last figure are at %v, then at %v", before, after)
	}

	p.Navigate("/")
	p.Open(k.file)
	p.Until("the columns on the next visit", want, heads)
}

func TestFind(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	p.UntilGrid("the method table", "methods", k.methods(message.MethodRows{}))
	tally := func() string { return eval[string](p, `document.getElementById("find-tally").textContent`) } // partly hidden on narrow pages
	p.Keys("/")
	p.WaitFor("focus in the search field", `document.activeElement.id === "find"`)
	p.Keys("decode")
	hits := ask[*message.Hits](k, &message.Search{Scope: whole, Text: "decode"})
	if hits.Methods < 3 {
		t.Fatalf("only %d hits", hits.Methods)
	}
	n, share := words.Count(int64(hits.Methods)), words.Percent(hits.Share)+" of the time"
	p.Until("the tally", n+", "+share, tally)
	p.UntilGrid("the table, unchanged", "methods", k.methods(message.MethodRows{}))

	// Enter moves down through the matches in the order of the table, Shift+Enter moves up.
	var labels []string
	for _, r := range ask[*message.Rows](k, &message.MethodRows{Scope: whole, Find: message.Find{Text: "decode", Only: true}, Count: 500}).Rows {
		labels = append(labels, k.name(r.Method).Label)
	}
	at := func(i int) {
		t.Helper()
		p.Until("the hit", fmt.Sprintf("%d of %s, %s: %s", i+1, n, share, labels[i]), func() string { return tally() + ": " + p.DetailsName() })
	}
	p.Keys(kb.Enter)
	at(0)
	first := ask[*message.Rows](k, &message.MethodRows{Scope: whole, Find: message.Find{Text: "decode", Only: true}, Count: 1}).Rows[0].Method
	longest := ask[*message.Method](k, &message.MethodInfo{Scope: whole, Method: first}).Longest[0]
	p.Until("its longest call", k.callFacts(ask[*message.Call](k, &message.CallInfo{Call: longest.Call}), message.Wall), func() string { return p.Pairs("#call-facts") })
	p.Keys(kb.Enter)
	at(1)
	p.Keys(kb.Enter)
	at(2)
	p.Keys(kb.Enter, chromedp.ModifierShift)
	at(1)
	p.Click("#find-previous")
	at(0)
	p.Click("#find-previous")
	at(len(labels) - 1) // wraps around
	p.Click("#find-next")
	at(0)
	p.WaitFor("the hit in view", `document.querySelector("#methods-rows .selected.hit")`)

	p.Click("#find-only")
	want := k.methods(message.MethodRows{Find: message.Find{Text: "decode", Only: true}})
	p.UntilGrid("only matches", "methods", want)
	if g := p.Grid("methods"); g.Total != hits.Methods {
		t.Errorf("the table has %d rows, want %d", g.Total, hits.Methods)
	}
	p.Click("#find-only")

	// An upper-case letter makes the search case-sensitive.
	p.Click("#find")
	for _, text := range []string{"DECODE", "Decode", "no such method"} {
		p.Act(`(document.getElementById("find").select(), true)`)
		p.Keys(text)
		hits := ask[*message.Hits](k, &message.Search{Scope: whole, Text: text})
		want := "no match"
		if hits.Methods > 0 {
			want = words.Count(int64(hits.Methods)) + ", " + words.Percent(hits.Share) + " of the time"
		}
		p.Until("the tally for "+text, want, tally)
	}
	p.Keys(kb.Escape)
	p.WaitFor("no search", `document.getElementById("find").value === ""`)
}

// TestOpenRow: a method expands to its callers and callees, and a click on one jumps to it.
func TestOpenRow(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	rows := k.rows(message.Order{}, 2)
	second := rows[1].Method
	p.UntilGrid("the method table", "methods", k.methods(message.MethodRows{}))
	p.Click(row("methods", 1) + " .twist")
	open := message.MethodRows{Open: []uint32{second}}
	p.UntilGrid("an expanded row", "methods", k.methods(open))
	open.Scope = whole
	open.Count = 40
	for i, r := range ask[*message.Rows](k, &open).Rows {
		if r.Kind == message.ChildRow {
			p.Click(row("methods", i) + " .fn")
			p.Until("the child", k.name(r.Method).Label, p.DetailsName)
			p.WaitFor("its row in view", `(() => {
				const row = document.querySelector("#methods-rows .row.selected.method"), box = document.getElementById("methods-rows");
				const r = row.getBoundingClientRect(), b = box.getBoundingClientRect();
				return r.top >= b.top && r.bottom <= b.bottom;
			})()`)
			break
		}
	}
	p.Click("#methods-rows")
	p.Keys(kb.Home)
	p.Until("the first row", k.name(rows[0].Method).Label, p.DetailsName)
	p.Keys(kb.ArrowDown)
	p.Until("the second row", k.name(second).Label, p.DetailsName)
	p.Keys(" ")
	p.UntilGrid("a collapsed row", "methods", k.methods(message.MethodRows{}))
	p.Keys(kb.Enter)
	p.UntilGrid("the row expanded again", "methods", k.methods(open))
}

func TestDetails(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	rows := k.rows(message.Order{Column: message.ByCalls}, 3)
	p.Click("#methods-sort-4")
	for i, r := range rows {
		p.Until("the row", k.line(r, message.Wall), func() string { return p.Grid("methods").Rows[i] })
		p.Click(row("methods", i) + " .fn")
		k.checkDetails(p, r.Method, whole)
	}
	p.Click("#clock-cpu")
	cpu := whole
	cpu.Clock = message.CPU
	k.checkDetails(p, rows[len(rows)-1].Method, cpu)
}

// checkDetails compares the details of a method with the engine's answers.
func (k *known) checkDetails(p *page, method uint32, scope message.Scope) {
	p.t.Helper()
	name := k.name(method)
	about := ask[*message.Method](k, &message.MethodInfo{Scope: scope, Method: method})
	clockNames := [...]string{"Wall", "CPU", "Waiting"}
	var facts []string
	for _, c := range k.clocks(scope.Clock) {
		facts = append(facts,
			clockNames[c]+" inclusive: "+words.Duration(about.Row.Inclusive[c])+" · "+words.Percent(about.Row.InclusiveShare[c]),
			clockNames[c]+" exclusive: "+words.Duration(about.Row.Exclusive[c])+" · "+words.Percent(about.Row.ExclusiveShare[c]))
	}
	calls := words.Count(about.Row.Calls)
	if about.Row.Recursive > 0 {
		calls += " + " + words.Count(about.Row.Recursive) + " recursive"
	}
	facts = append(facts, "Calls: "+calls)
	p.Until("the method's name", name.Label, p.DetailsName)
	p.Until("the method's figures", strings.Join(facts, "\n"), func() string { return p.Pairs("#method-facts") })
	spread := fmt.Sprintf("min: %s\nmedian: %s\nmean: %s\np95: %s\nmax: %s",
		words.Duration(about.Min), words.Duration(about.Median), words.Duration(about.Mean), words.Duration(about.P95), words.Duration(about.Max))
	p.Until("the distribution of its calls", spread, func() string { return p.Pairs("#spread") })
	var longest []string
	for _, l := range about.Longest {
		longest = append(longest, "at "+words.Duration(l.From)+" · "+k.thread(l.Call.Thread).Name+" "+words.Duration(l.Duration))
	}
	p.Until("its longest calls", strings.Join(longest, "\n"), func() string {
		return eval[string](p, `[...document.querySelectorAll("#longest button")].map((b) => [...b.querySelectorAll(".fn,.num")].map((s) => s.textContent).join(" ")).join("\n")`)
	})
	identity := p.Pairs("#details .pairs.tight")
	for _, want := range []string{"Descriptor: " + name.Signature, "ID: " + name.ID} {
		if !strings.Contains(identity, want) {
			p.t.Errorf("the details of %s say\n%s\nwant %s", name.Label, identity, want)
		}
	}
	bars := eval[int](p, `document.querySelectorAll("#histogram > *").length`)
	if bars != len(about.Bins) {
		p.t.Errorf("the histogram has %d bars, want %d", bars, len(about.Bins))
	}
}

func TestClock(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	by := func(c message.Clock) message.MethodRows {
		s := whole
		s.Clock = c
		return message.MethodRows{Scope: s, Order: message.Order{Clock: c}}
	}
	p.UntilGrid("wall", "methods", k.methods(by(message.Wall)))
	p.Keys("k")
	p.UntilGrid("CPU, by K", "methods", k.methods(by(message.CPU)))
	p.Keys("k")
	p.UntilGrid("waiting, by K", "methods", k.methods(by(message.Waiting)))
	p.Keys("k")
	p.UntilGrid("wall again", "methods", k.methods(by(message.Wall)))
	p.Click("#clock-waiting")
	p.UntilGrid("waiting, by its button", "methods", k.methods(by(message.Waiting)))
	heads := eval[string](p, `[...document.querySelectorAll("#methods-rows .clock")].map((e) => e.textContent).filter(Boolean).join()`)
	if want := "Waiting"; heads != want {
		t.Errorf("the column headers have the clocks %s, want %s", heads, want)
	}
	if on := eval[string](p, `[...document.querySelectorAll("[role=radiogroup][aria-label=Clock] [aria-checked=true]")].map((e) => e.id).join()`); on != "clock-waiting" {
		t.Errorf("checked: %s", on)
	}
	p.Keys("3")
	scope := by(message.Waiting).Scope
	p.UntilGrid("the call tree by waiting", "topdown", k.tree(message.TreeRows{Scope: scope, Order: message.Order{Clock: message.Waiting}}))
}

func TestTrees(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	p.Keys("3")
	top := message.TreeRows{Scope: whole}
	p.UntilGrid("the call tree", "topdown", k.tree(top))
	first := ask[*message.Rows](k, &message.TreeRows{Scope: whole, HotPath: message.NoNode, Count: 12}).Rows
	p.Click(row("topdown", 0) + " .twist")
	top.Open = []uint32{first[0].Node}
	p.UntilGrid("its first row expanded", "topdown", k.tree(top))
	p.Click(row("topdown", 0) + " .twist")
	top.Open = nil
	p.UntilGrid("the row collapsed again", "topdown", k.tree(top))
	p.Click("#topdown-heaviest")
	hot := ask[*message.Rows](k, &message.TreeRows{Scope: whole, HotPath: first[0].Node, Count: 12})
	top.Open = hot.Open
	p.UntilGrid("the heaviest path", "topdown", k.tree(top))
	p.Click("#topdown-close")
	top.Open = nil
	p.UntilGrid("all rows collapsed", "topdown", k.tree(top))
	p.Click("#topdown-fold")
	top.Fold = true
	p.UntilGrid("merged recursion", "topdown", k.tree(top))
	p.Click("#topdown-fold")

	p.Keys("4")
	up := message.TreeRows{Scope: whole, BottomUp: true, Order: message.Order{Column: message.ByExclusive}}
	p.UntilGrid("bottom-up", "bottomup", k.tree(up))
	node := ask[*message.Rows](k, &message.TreeRows{Scope: whole, BottomUp: true, Order: up.Order, HotPath: message.NoNode, Count: 12}).Rows[1].Node
	p.Click(row("bottomup", 1) + " .twist")
	up.Open = []uint32{node}
	p.UntilGrid("the expanded bottom-up tree", "bottomup", k.tree(up))

	// Keys do the same.
	p.Click("#tab-topdown")
	top.Fold = false
	p.UntilGrid("the call tree again", "topdown", k.tree(top))
	p.Click(row("topdown", 0) + " .fn")
	p.Act(`(document.getElementById("topdown-rows").focus(), true)`)
	p.Keys(kb.ArrowRight)
	top.Open = []uint32{first[0].Node}
	p.UntilGrid("the row expanded by →", "topdown", k.tree(top))
	p.Keys(kb.ArrowLeft)
	top.Open = nil
	p.UntilGrid("the row collapsed by ←", "topdown", k.tree(top))
}

func TestRelatives(t *testing.T) {
	t.Parallel()
	k := made(t, "recursive.trace", recursive)
	p := openTrace(t, k)
	p.Keys("6")
	hottest := k.rows(message.Order{Column: message.ByExclusive}, 1)[0].Method
	p.UntilGrid("the method with the most self time", "relatives", k.relatives(message.Relatives{Scope: whole, Method: hottest}))
	if name := p.DetailsName(); name != "" {
		t.Errorf("%s is selected, not only shown", name)
	}
	p.Keys("2")
	p.UntilGrid("the method table", "methods", k.methods(message.MethodRows{}))
	p.Click(row("methods", 0) + " .fn")
	p.Keys("6")
	ab := k.rows(message.Order{}, 2)
	a, b := ab[0].Method, ab[1].Method
	want := k.relatives(message.Relatives{Scope: whole, Method: a})
	lines := want(0, 99)
	if all := strings.Join(lines, "\n"); !strings.Contains(all, "Parents while recursive") || !strings.Contains(all, "Children while recursive") {
		t.Errorf("this trace has no recursion:\n%s", all)
	}
	p.UntilGrid("callers and callees", "relatives", want)
	for i, line := range lines {
		if strings.HasPrefix(line, k.name(b).Label+"|") {
			p.Click(row("relatives", i) + " .fn")
			break
		}
	}
	p.UntilGrid("callers and callees of the callee", "relatives", k.relatives(message.Relatives{Scope: whole, Method: b}))
}

func TestThreadsRestrict(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	main := k.about.Threads[0]
	p.Keys("7")
	chip := func() string { // hidden while all threads count
		return eval[string](p, `document.querySelector("#chip-threads")?.innerText ?? ""`)
	}
	line := func(th message.Thread) string {
		return strings.Join([]string{th.Name, fmt.Sprint(th.ID), words.Count(th.Records), words.Count(th.Calls), fmt.Sprint(th.MaxDepth),
			words.Duration(th.Busy[message.Wall]), words.Duration(th.Busy[message.CPU]), words.Duration(th.From), words.Duration(th.To)}, "|")
	}
	r := p.threadRow(main.Name)
	p.Until("the thread's figures", line(main), func() string {
		return eval[string](p, fmt.Sprintf(`[document.querySelector(%[1]q + " .fn").textContent, ...[...document.querySelectorAll(%[1]q + " .num")].map((e) => e.textContent)].join("|")`, r))
	})
	p.Click(r + "-only")
	p.Until("the scope", main.Name, chip)
	p.Keys("2")
	scope := message.Scope{To: message.Whole, Threads: []uint32{main.Index}}
	p.UntilGrid("the methods of one thread", "methods", k.methods(message.MethodRows{Scope: scope}))
	p.Keys("7")
	p.Click(r + "-only")
	p.Click(r + "-count")
	p.Until("the scope", fmt.Sprintf("%d threads", len(k.about.Threads)-1), chip)
	scope.Threads = nil
	for _, th := range k.about.Threads[1:] {
		scope.Threads = append(scope.Threads, th.Index)
	}
	p.Keys("2")
	p.UntilGrid("the methods of the others", "methods", k.methods(message.MethodRows{Scope: scope}))
	p.Click("#chip-threads")
	p.UntilGrid("all methods again", "methods", k.methods(message.MethodRows{}))
}

func TestAboutThisFile(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	p.Keys("8")
	p.WaitFor("the facts", `document.querySelector("#panel-about article")`)
	about := p.Text("#panel-about")
	for _, o := range k.about.Options {
		if !strings.Contains(about, o.Key) || !strings.Contains(about, o.Value) {
			t.Errorf("the view lacks %s = %s", o.Key, o.Value)
		}
	}
	for _, want := range []string{words.Count(k.about.Records), words.Count(k.about.Calls), "Inclusive", k.about.Notes[0].Text} {
		if !strings.Contains(about, want) {
			t.Errorf("the view lacks %q", want)
		}
	}
}

// TestHitInView: in a deep trace, the view scrolls to the longest call of a match. A drag over the minimap
// leaves no tooltip. The selected range is readable, and the table scrolls to the top when another clock
// changes the order.
func TestHitInView(t *testing.T) {
	t.Parallel()
	k := corpus(t, "likaci-cpu_trace")
	p := open(t, "/")
	p.OpenAsIs(k.file)
	p.Keys("/")
	p.WaitFor("focus in the search field", `document.activeElement.id === "find"`)
	p.Keys("inflate")
	p.WaitFor("the tally", `/^\d+, /.test(document.querySelector("#find-tally").textContent)`)
	for range 2 {
		before := p.DetailsName()
		p.Keys(kb.Enter)
		p.Until("another hit", "true", func() string { return fmt.Sprint(p.DetailsName() != before) })
		p.WaitFor("its longest call", `document.querySelector("#call-facts")`)
		p.Until("the call in view", "true", func() string {
			wide := 0.0
			for _, b := range p.Boxes(timeline) {
				if !b.Collapsing && b.Slot&(1<<9) != 0 {
					wide = max(wide, b.W)
				}
			}
			return fmt.Sprint(wide > 100)
		})
	}
	p.Shot("hit-in-view")
}
