//go:build !js

package e2e

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/message"
)

// viewState is an expression for the part of a link that encodes views, without settings that all views share.
const viewState = `(traceglassView.now()?.moment.looks ?? "").split("*").filter((look) => !look.startsWith("trace_")).sort().join("*")`

// WaitViewState waits until the encoded state contains part, and returns the state of all views.
func (p *page) WaitViewState(what, part string) string {
	p.t.Helper()
	p.WaitFor(what, fmt.Sprintf(`%s.includes(%q) && location.hash.includes(new URLSearchParams({ looks: traceglassView.now().moment.looks }).toString())`, viewState, part))
	return eval[string](p, viewState)
}

// figuresOf scrolls a table to the top, because a selected method may have moved it. It returns the rows and
// the sort column.
func (p *page) figuresOf(box string) string {
	p.t.Helper()
	p.Act(fmt.Sprintf(`(document.getElementById("%s-rows").scrollTop = 0, true)`, box))
	return eval[string](p, fmt.Sprintf(`[...document.querySelectorAll("#%[1]s-rows [aria-sort]")].map((e) => e.ariaSort).join() + "\n" +
		[...document.querySelectorAll("#%[1]s-rows .rows > [role=row]")].map((e) => e.checkVisibility() ? e.ariaLevel + e.textContent : "").join("\n")`, box))
}

// pictureOf returns the positions of a flame graph's boxes, and its zoom.
func (p *page) pictureOf(crumbs string) string {
	p.t.Helper()
	var s strings.Builder
	v := p.ViewOf(flame)
	for _, b := range p.Boxes(flame) {
		fmt.Fprintf(&s, "%.0f,%.0f %.0f×%.0f %t\n", b.X-v.Left, b.Y-v.Top, b.W, b.H, b.Merged)
	}
	return p.Text(crumbs) + "\n" + s.String()
}

// TestLinkLooks: a link encodes the sort order of tables, expanded rows, and the zoom and direction of the
// flame graph. It contains nothing of the trace, and a saved page shows the same view.
func TestLinkLooks(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	p.AllThreads()

	// The method table sorted by self time, with two methods expanded.
	p.Keys("2")
	p.Click("#methods-sort-3")
	p.UntilGrid("the methods by self time", "methods", k.Methods(message.MethodRows{Order: message.Order{Column: message.ByExclusive}}))
	for _, row := range []int{4, 1} {
		p.Click(fmt.Sprintf("#methods-%d-twist", row))
		p.WaitFor("the expanded row", fmt.Sprintf(`document.querySelector("#methods-%d").ariaExpanded === "true"`, row))
	}
	p.WaitViewState("two methods open", "methods_s1.0.0_O")
	methods := p.figuresOf("methods")

	// The trees: merged recursion, by calls, expanded along the heaviest path. The bottom-up tree starts at a
	// row.
	p.Keys("3")
	p.WaitFor("the tree", `document.querySelector("#topdown-0")`)
	p.Click("#topdown-sort-4")
	p.Keys("r")
	p.Click("#topdown-heaviest")
	p.WaitFor("its heaviest path", `document.querySelector("#topdown-3")?.ariaLevel === "4"`)
	p.WaitViewState("the rows open", "topdown_s2.0.0_O")
	topdown := p.figuresOf("topdown")
	p.Keys("4")
	p.WaitFor("the other tree", `document.querySelector("#bottomup-3")`)
	p.Click("#bottomup-1")
	p.Act(`(document.querySelector("#bottomup-rows").focus(), true)`)
	p.Keys(kb.Enter, chromedp.ModifierShift)
	p.WaitFor("the tree to start at the row", `document.querySelector("#bottomup-0").ariaExpanded === "true" && document.querySelector("#bottomup-start")?.checkVisibility()`)
	p.WaitViewState("where it begins", "bottomup_R")
	bottomup := p.figuresOf("bottomup")

	// The threads sorted by name.
	p.Keys("7")
	p.WaitFor("the threads", `document.querySelector("#threads-rows [role=row]")`)
	p.Click("#threads-sort-name")
	p.WaitViewState("their order", "threads_s1.0")
	threads := p.figuresOf("threads")

	// The flame graph: zoomed into a frame, turned upside down, zoomed into a part of that.
	p.Keys("5")
	b, ok := widest(p.Boxes(flame), func(b box) bool { return b.Depth > 3 && !b.Merged })
	if !ok {
		t.Fatal("no frame of that depth")
	}
	p.ClickAt(b.spot())
	p.WaitFor("the selected frame in the fragment", `traceglassView.now().moment.looks.includes("_F") || traceglassView.now().moment.looks.includes("*flamegraph_F")`)
	p.ClickAt(b.spot())
	p.WaitViewState("what it is zoomed into", "flamegraph_F")
	p.Keys("i")
	v := p.ViewOf(flame)
	p.Wheel(v.Left+(v.Right-v.Left)/3, v.Bottom-40, 0, -300, chromedp.ModifierCtrl)
	p.WaitViewState("a part of it", "_u1_v")
	look, picture := p.WaitViewState("a part of it", "_u1_v"), p.pictureOf("#panel-flamegraph .crumbs")
	link := eval[string](p, `location.href`)
	for _, secret := range []string{"Decode", "gallery", "example", "pool", "main"} {
		if strings.Contains(link, secret) {
			t.Errorf("the link %s holds %q", link, secret)
		}
	}
	shows := func(what string, q *page, all bool) {
		t.Helper()
		q.Until(what+": the state of the views", look, func() string { return eval[string](q, viewState) })
		q.Until(what+": the flame graph", picture, func() string { return q.pictureOf("#panel-flamegraph .crumbs") })
		if !all {
			return
		}
		for _, tab := range []struct{ key, box, want string }{{"2", "methods", methods}, {"3", "topdown", topdown}, {"4", "bottomup", bottomup}, {"7", "threads", threads}} {
			q.Keys(tab.key)
			q.Until(what+": "+tab.box, tab.want, func() string { return q.figuresOf(tab.box) })
		}
		q.Until(what+": the unchanged state of the views", look, func() string { return eval[string](q, viewState) })
	}
	q := visit(t)
	q.Navigate(strings.TrimPrefix(link, p.site.URL))
	q.WaitFor("the request for the file", `document.querySelector("#welcome-notice")?.textContent.includes("sample.trace.gz")`)
	q.OpenAsIs(k.file)
	shows("a link", q, true)
	q.Shots("link-looks")

	// A saved page, and one without names, where the frames cannot be identified.
	disk := newPage(t, p.site)
	disk.OpenSaved(p.PageByCommand(k.file))
	disk.WaitOpen()
	shows("a saved page", disk, false)
	if got := eval[string](p, `new URLSearchParams(traceglassView.fragment([], true)).get("looks")`); strings.Contains(got, "_O") || strings.Contains(got, "_Z") || strings.Contains(got, "_R") || strings.Contains(got, "_F") || !strings.Contains(got, "methods_s1.0.0") || !strings.Contains(got, "flamegraph_u1") {
		t.Errorf("a page without names looks like %q", got)
	}

	// A step back restores the earlier state of the views.
	step := p.Step()
	p.Keys("2")
	step = p.NextStep(step)
	p.Click("#methods-sort-4")
	p.WaitViewState("another order", "methods_s2.0.0")
	p.Keys("8")
	p.NextStep(step)
	p.Do(chromedp.NavigateBack())
	p.WaitFor("the table sorted by calls", `document.querySelector("#methods-rows").checkVisibility() && document.querySelector("#methods-sort-4").closest("[aria-sort]").ariaSort === "descending"`)
	p.Do(chromedp.NavigateBack())
	shows("a step back", p, false)

	// A link with odd values, and values from before views were encoded.
	odd := []string{"*_*__", "flamegraph_v9.1.x_Zzz.-.%00_F*methods_s99.99.99_O.." + strings.Repeat("1.", 500), "trace_a9.9.999.9.9*topdown_s5.9.1_Rq"}
	q.Reopen("/?open=samples/sample.trace.gz#file=sample.trace.gz&view=flamegraph&clock=wall&looks=" + strings.Join(odd, "*"))
	q.WaitOpen()
	q.WaitFor("the whole graph", `document.querySelector("#tab-flamegraph.on") && traceglassDraw.surfaces[2].buffer`)
	q.Keys("2")
	q.WaitFor("the table", `document.querySelector("#methods-0")`)
	q.Keys("3")
	q.WaitFor("the tree", `document.querySelector("#topdown-0")`)
}

// TestLinkBounds: if many changed views would make a link too long, it encodes only the visible view.
func TestLinkBounds(t *testing.T) {
	t.Parallel()
	p := open(t, "/?open=samples/sample.trace.gz#file=sample.trace.gz&view=flamegraph&clock=wall&looks=flamegraph_u1*methods_O"+strings.Repeat("abcdefgh.", 600))
	p.WaitOpen()
	p.WaitFor("the direction of the graph", `document.querySelector("#flame-invert").ariaPressed === "true"`)
	p.WaitFor("a short address", `location.hash.includes("flamegraph_u1") && !location.hash.includes("methods_O") && location.hash.length < 4100 && traceglassView.now().moment.looks.length > 3900`)
	p.Keys("2")
	p.WaitFor("the default sort order in the fragment", `document.querySelector("#methods-0") && !traceglassView.now().moment.looks.includes("methods")`)
}

// TestLinkLooksOfChanges: for two traces a link expands the same rows of the tree and zooms the flame graph
// into the same frame.
func TestLinkLooksOfChanges(t *testing.T) {
	t.Parallel()
	p := open(t, "/?open=samples/sample.trace.gz&with=samples/sample-streaming.trace.gz")
	p.Until("both", "sample.trace.gz, sample-streaming.trace.gz", p.Sides)
	p.Select("#changes-group", "3")
	p.WaitViewState("the groups", "changemethods_g3")
	p.WaitFor("the libraries", `document.querySelector("#changes-rows .head .name").textContent === "Library"`)
	groups := p.figuresOf("changes")
	p.Click("#changes-tab-tree")
	p.WaitFor("the tree expanded along the largest change", `document.querySelector("#changetree-2")?.ariaLevel === "3"`)
	p.WaitViewState("that", "changetree_s0_O")
	p.Click("#changetree-close")
	p.WaitFor("all rows collapsed", `document.querySelector("#changetree-0") && !document.querySelector("#changetree-1")`)
	p.Click("#changetree-0-twist")
	p.WaitFor("one row expanded", `document.querySelector("#changetree-1")?.ariaLevel === "2"`)
	p.WaitViewState("that", "changetree_s0_O")
	tree := p.figuresOf("changetree")
	p.Click("#changes-tab-flame")
	b, ok := widest(p.Boxes(flame), func(b box) bool { return b.Depth > 2 && !b.Merged })
	if !ok {
		t.Fatal("no frame of that depth")
	}
	p.ClickAt(b.spot())
	p.WaitViewState("it chosen", "changeflame_F")
	p.ClickAt(b.spot())
	look := p.WaitViewState("what it is zoomed into", "_Z")
	const crumbs = "#changes .crumbs"
	picture := p.pictureOf(crumbs)
	link := eval[string](p, `location.href`)

	q := visit(t)
	q.Navigate(strings.TrimPrefix(link, p.site.URL))
	q.WaitFor("both", `document.querySelector("#side-b")?.textContent === "sample-streaming.trace.gz"`)
	q.Until("the state of the views", look, func() string { return eval[string](q, viewState) })
	q.Until("the flame graph", picture, func() string { return q.pictureOf(crumbs) })
	q.Shots("link-looks-changes")
	q.Click("#changes-tab-tree")
	q.Until("the tree", tree, func() string { return q.figuresOf("changetree") })
	q.Click("#changes-tab-methods")
	q.Until("the libraries", groups, func() string { return q.figuresOf("changes") })
}

// TestLinkFiguresOfChanges: a link to two traces shows the same figures: for the selected threads, for each
// call of the selected method, with the corrected pairings. A reload keeps them, and a step back undoes them.
// The link contains no names. If there are too many corrections, the link has none and the page says so.
func TestLinkFiguresOfChanges(t *testing.T) {
	t.Parallel()
	const reads, loads = " reader 0>app.R.r()V 20>app.S.s()V 30<app.S.s()V 40<app.R.r()V", " loader 0>app.R.r()V 20>app.S.s()V 35<app.S.s()V 50>app.S.s()V 60<app.S.s()V 70<app.R.r()V"
	dir := t.TempDir()
	a := writeIn(t, dir, "before.trace", tracetest.Bytes("main 0>app.A.a()V 5>app.C$$ExternalSyntheticLambda1.run()V 9<app.C$$ExternalSyntheticLambda1.run()V 10<app.A.a()V"+reads))
	b := writeIn(t, dir, "after.trace", tracetest.Bytes("main 0>app.A.a()V 5>app.C$$ExternalSyntheticLambda2.run()V 8<app.C$$ExternalSyntheticLambda2.run()V 10<app.A.a()V"+loads))
	const shown = `[document.querySelector("#changes-lane").selectedOptions[0].textContent, document.querySelector("#redo-pairs").textContent, document.querySelector("#scale-call[aria-checked=true]")?.textContent, document.querySelector("#changes-guesses").textContent + document.querySelector("#change-name").textContent].join(", ")`
	state := func(p *page) string { return eval[string](p, shown) + "\n" + p.Changes() }
	opened := func(fragment string) *page {
		p := open(t, "/"+fragment)
		p.OpenAsIs(a)
		p.WaitOpen()
		p.ShiftDrop("#app", b)
		p.Until("both", "before.trace, after.trace", p.Sides)
		return p
	}
	p := opened("")
	p.Select("#changes-lane", "0")
	p.WaitFor("all threads", `document.querySelector("#changes-rows .row:nth-child(4)")`)
	p.Select("#changes-only", "4")
	p.Until("the guess", "≈ C$$ExternalSyntheticLambda2.run", func() string { return names(p.Changes()) })
	p.Click("#changes-0 .name")
	p.WaitFor("the corrected pairing", `document.querySelector("#undo-pair")?.checkVisibility()`)
	p.Click("#undo-pair")
	p.WaitFor("no guess", `document.querySelector("#changes-guesses").textContent === "" && !document.querySelector("#redo-pairs").hidden`)
	p.Select("#changes-only", "0")
	p.WaitFor("the thread that only A has", `document.querySelector("#changes-lane").options[2]?.textContent === "reader (A alone)"`)
	p.Select("#changes-lane", "2")
	p.WaitFor("the choice of threads to pair", `document.querySelector("#lane-a")?.checkVisibility()`)
	p.Select("#lane-a", "3")
	p.WaitFor("the paired threads", `document.querySelector("#changes-lane").options[2]?.textContent === "reader = loader"`)
	step := p.Step()
	p.Select("#changes-lane", "2")
	p.Until("their methods", "S.s, R.r", func() string { return names(p.Changes()) })
	step = p.NextStep(step)
	p.Click("#changes-0 .name")
	p.WaitFor("one selected method", `document.querySelector("#scale-call").checkVisibility()`)
	step = p.NextStep(step)
	p.Click("#scale-call")
	p.Until("the view", "reader = loader, Undo 2 corrections, per call of S.s, app.S.s", func() string { return eval[string](p, shown) })
	p.Until("the figures", "S.s|1|1|0|10 µs|12.5 µs|+2.5 µs", func() string { return strings.Join(strings.Split(firstRow(p.Changes()), "|")[:7], "|") })
	p.NextStep(step)
	want := state(p)
	p.Shots("link-changes")
	p.WaitFor("the address to change", `location.hash.includes("per-") && location.hash.includes("hash=")`)
	link := eval[string](p, `location.hash`)
	for _, name := range []string{"reader", "loader", "app", "Lambda", "main"} {
		if strings.Contains(link, name) {
			t.Errorf("the link %s holds %q", link, name)
		}
	}
	q := opened(link)
	q.Until("the same by a link", want, func() string { return state(q) })
	q.Until("the same link", link, func() string { return eval[string](q, `location.hash`) })

	// Go one step back.
	p.Act(`(history.back(), true)`)
	p.Until("as measured", "reader = loader, Undo 2 corrections, , app.S.s", func() string { return eval[string](p, shown) })
	p.Act(`(history.back(), true)`)
	p.Until("no selection", "reader = loader, Undo 2 corrections, , ", func() string { return eval[string](p, shown) })
	p.Act(`(history.back(), true)`)
	p.WaitFor("all threads", `document.querySelector("#changes-lane").selectedOptions[0].textContent === "all threads"`)

	// Reload with the site's own files, another thread, and the method's calls.
	p.Reopen("/?open=samples/sample.trace.gz&with=samples/sample-streaming.trace.gz")
	p.Until("both", "sample.trace.gz, sample-streaming.trace.gz", p.Sides)
	lane := eval[string](p, `[...document.querySelector("#changes-lane").options].findLast((o) => !o.textContent.includes("alone")).value`)
	before := p.Changes()
	p.Select("#changes-lane", lane)
	p.WaitFor("another thread's figures", fmt.Sprintf(`document.querySelector("#changes-lane").value === %q && document.querySelector("#changes-lane").value !== "1"`, lane))
	p.WaitFor("the address to change", `/changes=[^&]*of-/.test(location.hash)`)
	p.Until("its figures", "true", func() string { return fmt.Sprint(p.Changes() != before && p.Changes() != "") })
	p.Settle()
	want = state(p)
	p.Do(chromedp.Reload())
	p.Until("the same after a reload", want, func() string { return state(p) })

	// Too many corrections.
	q = opened(regexp.MustCompile(`changes=[^&]*`).ReplaceAllString(link, "$0"+strings.Repeat("+m-00000000-11111111", 250)))
	q.WaitFor("many", `/^Undo 1\d\d corrections$/.test(document.querySelector("#redo-pairs").textContent)`)
	q.WaitFor("an address without them", `/changes=[^&]*per-/.test(location.hash) && !location.hash.includes("m-") && location.hash.length < 4100`)
	q.Act(`(navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }, true)`)
	q.Keys("k", chromedp.ModifierCtrl)
	q.WaitFor("the commands", `document.activeElement.id === "palette"`)
	q.Keys("copy link")
	q.Keys("\r")
	q.Until("the message that corrections are left out", "Copied, except your corrected pairs: they are too many for a link.", func() string { return q.Text("#notice") })
}

// TestLinkRangesOfChanges: a link to two traces has the range of each, to the nanosecond. The traces open from
// the address, or by hand in either order. If a file's content differs, its range is ignored, and so are odd
// values.
func TestLinkRangesOfChanges(t *testing.T) {
	t.Parallel()
	const both = "/?open=samples/sample.trace.gz&with=samples/sample-streaming.trace.gz"
	const sides = "sample.trace.gz, sample-streaming.trace.gz"
	p := open(t, both)
	p.Until("both", sides, p.Sides)
	var want [2]string
	for i, room := range []string{"#room-a", "#room-b"} {
		p.Click(room)
		p.WaitFor("one run", fmt.Sprintf(`document.querySelector(%q).ariaChecked === "true"`, room))
		p.Settle()
		v := p.ViewOf(timeline)
		p.Drag(v.Left+100+float64(90*i), v.Ruler, v.Left+400-float64(60*i), v.Ruler)
		p.WaitFor("a range", `document.querySelector("#chip-range")?.checkVisibility()`)
		from, to := p.Range()
		want[i] = fmt.Sprintf("%d-%d", from, to)
	}
	p.Click("#room-changes")
	scopes := func(p *page) string { return p.Text("#changes-scopes") }
	p.WaitFor("both parts", `document.querySelector("#changes-scopes").textContent.includes("A from") && document.querySelector("#changes-scopes").textContent.includes("B from")`)
	said := scopes(p)
	const ranges = `new URLSearchParams(location.hash.slice(1)).get("ranges") ?? ""`
	p.Until("the address to change", strings.Join(want[:], "."), func() string { return eval[string](p, ranges) })
	p.WaitFor("both digests in the address", `location.hash.includes("hash=")`)
	p.Until("the changes of both parts", sides, p.Sides)
	p.Settle()
	rows, link := p.Changes(), strings.TrimPrefix(eval[string](p, `location.href`), p.site.URL)
	fragment := link[strings.Index(link, "#"):]
	p.Act(`(navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }, true)`)
	p.Keys("k", chromedp.ModifierCtrl)
	p.WaitFor("the commands", `document.activeElement.id === "palette"`)
	p.Keys("copy link")
	p.Keys("\r")
	p.WaitFor("the copied link", `globalThis.copied`)
	if got := eval[string](p, `copied`); got != p.site.URL+link {
		t.Errorf("copied\n%s\nwant the address\n%s", got, p.site.URL+link)
	}

	shows := func(how string, q *page) {
		t.Helper()
		q.Until(how+": both", sides, q.Sides)
		q.Until(how+": the parts", said, func() string { return scopes(q) })
		q.Until(how+": the changes", rows, q.Changes)
		q.Until(how+": the address", strings.Join(want[:], "."), func() string { return eval[string](q, ranges) })
		for i, room := range []string{"#room-a", "#room-b"} {
			q.Click(room)
			q.Until(how+": the range in "+room, want[i], func() string {
				from, to := q.Range()
				return fmt.Sprintf("%d-%d", from, to)
			})
			q.WaitFor(how+": its chip", `document.querySelector("#chip-range")?.checkVisibility()`)
		}
	}
	q := visit(t)
	q.Navigate(link)
	shows("its address", q)
	q.Click("#chip-range")
	q.WaitFor("no range of B", `!document.querySelector("#chip-range")`)
	q.Click("#room-changes")
	q.Until("the address without it", want[0]+".", func() string { return eval[string](q, ranges) })
	q.Click("#changes-swap")
	q.Until("the address with swapped traces", "."+want[0], func() string { return eval[string](q, ranges) })

	a, b := filepath.Join(root, "testdata/sample.trace.gz"), filepath.Join(root, "testdata/sample-streaming.trace.gz")
	for _, order := range [][2]string{{a, b}, {b, a}} {
		q.Reopen("/" + fragment)
		q.WaitFor("the request for the file", `document.querySelector("#welcome-notice")?.textContent.includes("sample-streaming.trace.gz")`)
		q.OpenAsIs(order[0])
		q.WaitOpen()
		q.ShiftDrop("#app", order[1])
		shows(filepath.Base(order[0])+" first", q)
	}

	// Other content: B ends within the range.
	var from, to int64
	fmt.Sscanf(want[1], "%d-%d", &from, &to)
	q.Reopen("/" + fragment)
	q.OpenAsIs(a)
	q.WaitOpen()
	q.ShiftDrop("#app", write(t, "sample-streaming.trace.gz", tracetest.Bytes(fmt.Sprintf("main 0>a.b.a()V %d<a.b.a()V", (from+to)/2000))))
	q.WaitFor("B", `document.querySelector("#side-b")?.textContent === "sample-streaming.trace.gz"`)
	q.WaitFor("the warning about another file", `document.querySelector("#notice").textContent.startsWith("This is not sample.trace.gz, the file of the link")`)
	q.WaitFor("no range", `!document.querySelector("#changes-whole").checkVisibility() && !location.hash.includes("ranges=")`)

	// Odd values: in the address of a new visit, then in other links that the user follows in this page.
	for i, odd := range []string{"9-1.x-y.3-4", "1", "-5-6.%00", "1e99-2e99.5", "..", "99999999999999999999-199999999999999999999.99999999999999999999-"} {
		tab := []string{"tree", "methods"}[i%2]
		fragment := "#file=sample.trace.gz&with=sample-streaming.trace.gz&changes=" + tab + "&ranges=" + odd
		if i == 0 {
			q.Navigate(both + "&odd" + fragment)
		} else {
			q.Act(fmt.Sprintf(`(location.hash = %q, true)`, fragment))
		}
		q.WaitFor("the rest of the link's view", fmt.Sprintf(`document.querySelector("#changes-tab-%s[aria-selected=true]") && document.querySelector(%q)`, tab, map[string]string{"tree": "#changetree-0", "methods": "#changes-0"}[tab]))
		q.WaitFor("both whole traces", `!document.querySelector("#changes-whole").checkVisibility()`)
	}
}

// TestLinkLooksOfDumps: for thread dumps a link keeps the order of threads and the zoom of the flame graph.
func TestLinkLooksOfDumps(t *testing.T) {
	t.Parallel()
	p := openDump(t)
	p.Click("#stacks-sort-5")
	p.WaitFor("the threads sorted by CPU", `document.querySelector("#stacks-sort-5").closest("[aria-sort]").ariaSort === "descending"`)
	p.Click("#stacks-sort-group")
	p.Pick("By class")
	p.WaitViewState("their order and groups", "stacks_s6.1_g1")
	rows := strings.Join(p.threadRows(), "\n")
	p.Click("#dump-tab-stackflame")
	b, ok := widest(p.Boxes(flame), func(b box) bool { return b.Depth > 2 && !b.Merged })
	if !ok {
		t.Fatal("no frame of that depth")
	}
	p.ClickAt(b.spot())
	p.WaitViewState("it chosen", "stackflame_F")
	p.ClickAt(b.spot())
	look := p.WaitViewState("what it is zoomed into", "_Z")
	picture, thread := p.pictureOf("#dump-panel-stackflame .crumbs"), p.Text("#stack-name")
	link := eval[string](p, `location.href`)
	q := visit(t)
	q.Navigate("/" + link[strings.IndexByte(link, '#'):])
	q.WaitFor("the request for the file", `document.querySelector("#welcome-notice")?.textContent.includes("sample-anr.txt")`)
	q.Upload("#file", filepath.Join(root, "testdata/sample-anr.txt"))
	q.WaitStage("open")
	q.Until("the state of the views", look, func() string { return eval[string](q, viewState) })
	q.Until("the flame graph", picture, func() string { return q.pictureOf("#dump-panel-stackflame .crumbs") })
	q.Until("the thread", thread, func() string { return q.Text("#stack-name") })
	q.Shots("link-looks-dump")
	q.Click("#dump-tab-stacks")
	q.Until("the threads", rows, func() string { return strings.Join(q.threadRows(), "\n") })
}
