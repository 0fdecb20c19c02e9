//go:build !js

package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/message"
)

// Graph waits until the call graph for a minimum share is drawn, and returns its boxes.
func (p *page) Graph(k *known, scope message.Scope, threshold int) []box {
	p.t.Helper()
	dot := ask[*message.Dot](k, &message.Graph{Scope: scope, Threshold: threshold})
	boxes, arrows := "boxes", "arrows"
	if dot.Nodes == 1 {
		boxes = "box"
	}
	if dot.Edges == 1 {
		arrows = "arrow"
	}
	want := fmt.Sprintf("%d %s · %d %s", dot.Nodes, boxes, dot.Edges, arrows)
	p.Until("the call graph", want, func() string {
		return strings.ReplaceAll(eval[string](p, `document.getElementById("graph-count")?.textContent ?? ""`), ",", "")
	})
	return p.Boxes(graph)
}

// Share moves the slider of the call graph.
func (p *page) Share(percent int) {
	p.t.Helper()
	p.Act(fmt.Sprintf(`(() => {
		const e = document.getElementById("graph-threshold");
		e.value = %d;
		for (const type of ["input", "change"]) e.dispatchEvent(new Event(type, { bubbles: true }));
		return true;
	})()`, percent))
}

// Saved intercepts the next file that the page saves, and returns its name, type and content.
func (p *page) Saved(save func()) (name, kind, content string) {
	p.t.Helper()
	p.Act(`(() => {
		globalThis.saved = null;
		const made = new Map(), create = URL.createObjectURL;
		URL.createObjectURL = (blob) => { const url = create.call(URL, blob); made.set(url, blob); return url; };
		HTMLAnchorElement.prototype.click = function () {
			const blob = made.get(this.href);
			blob.text().then((text) => { globalThis.saved = [this.download, blob.type, text]; });
		};
		return true;
	})()`)
	save()
	p.WaitFor("a file", `saved !== null`)
	file := eval[[3]string](p, `saved`)
	return file[0], file[1], file[2]
}

var everything = message.Scope{To: message.Whole}

func TestCallGraph(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	if strings.Contains(p.site.Asked(), "/graphviz.") {
		t.Errorf("before the tab was opened the page loaded:\n%s", p.site.Asked())
	}
	p.Keys("9")
	p.Graph(k, everything, message.AutoThreshold)
	if !strings.Contains(p.site.Asked(), "/assets/graphviz.") {
		t.Errorf("the graph appeared without Graphviz; loaded:\n%s", p.site.Asked())
	}
	p.Shots("call-graph")
	p.Part("moves", func(t *testing.T) { callGraphMoves(t, p) })
	p.Deselect()
	p.Click("#graph-all")
	boxes := p.Graph(k, everything, message.AutoThreshold)

	// All boxes are in view: they show the methods of dmtracedump's graph.
	dot := string(ask[*message.File](k, &message.GraphFile{Scope: everything, Threshold: message.AutoThreshold}).Data)
	if want := strings.Count(dot, "[label"); len(boxes) != want {
		t.Errorf("%d boxes are drawn, want %d", len(boxes), want)
	}

	// A click on a box selects its method in all views.
	at := slices.IndexFunc(boxes, func(b box) bool { return b.Method != message.NoNode })
	p.ClickAt(boxes[at].spot())
	name := ask[*message.NamesReply](k, &message.Names{Methods: []uint32{boxes[at].Method}}).Names[0]
	p.Until("the details", name.Label, p.DetailsName)

	// So does a right click, to open a menu.
	p.RightClickAt(boxes[len(boxes)-1].spot())
	if _, lines := p.Menu(); lines[0] != "Zoom to it" {
		t.Errorf("the menu of a box is %q", lines)
	}
	p.Keys(kb.Escape)

	// Arrow keys follow the graph's arrows: down to a callee, and back up.
	p.Keys(kb.ArrowDown)
	if got := p.DetailsName(); got == name.Label {
		t.Errorf("the arrow key left %s selected", got)
	}
	p.Keys(kb.ArrowUp)
	p.Until("the details of the caller", name.Label, p.DetailsName)

	// Another share gives another graph, and so does another range.
	p.Share(3)
	p.Graph(k, everything, 3)
	p.Shot("call-graph-3")
	p.Share(20)
	v := p.ViewOf(timeline)
	p.Drag(v.Left+300, v.Ruler, v.Left+520, v.Ruler)
	from, to := p.Range()
	p.Graph(k, message.Scope{From: from, To: to}, 20)

	p.Click("#graph-listed")
	p.accessible("the call graph's list")
	p.Shots("call-graph-list")
	p.Click("#graph-listed")
	p.accessible("the call graph")
}

func callGraphMoves(t *testing.T, p *page) {
	p.Click("#graph-all")
	before := p.ViewOf(graph)
	x, y := (before.Left+before.Right)/2, (before.Top+before.Bottom)/2
	p.Move(x, y)
	zooms := func(how string, in bool) {
		t.Helper()
		v := p.ViewOf(graph)
		if in != (v.To-v.From < before.To-before.From) || !near(v.at(x), before.at(x), 1) {
			t.Errorf("%s: the view goes from %v to %v", how, before, v)
		}
		before = v
	}
	p.Wheel(x, y, 0, -120)
	zooms("the wheel", true)
	p.Keys("w")
	zooms("W", true)
	p.Wheel(x, y, 0, 60, 2) // Ctrl
	zooms("Ctrl and wheel back", false)

	p.Drag(x, y, x+40, y+30)
	v := p.ViewOf(graph)
	if !near(v.x(before.From), before.Left+40, 1.5) || !near(before.ScrollY-v.ScrollY, 30, 1.5) {
		t.Errorf("dragged by 40, 30 the view goes from %v to %v", before, v)
	}
	p.Keys("0")
	v = p.ViewOf(graph)
	b := p.Boxes(graph)[0]
	p.DoubleClickAt(b.spot())
	if now := p.ViewOf(graph); now.To-now.From >= v.To-v.From {
		t.Errorf("a double-click on a box goes from %v to %v", v, now)
	}
	p.Keys("0")
	all := p.ViewOf(graph)
	p.Keys("w")
	p.Keys("f")
	if fit := p.ViewOf(graph); fit.To-fit.From >= all.To-all.From {
		t.Errorf("F shows %v, all is %v: want the selected box", fit, all)
	}
}

// callGraphNamesAreHarmless uses names that have a meaning in HTML, SVG, DOT or JavaScript.
func callGraphNamesAreHarmless(t *testing.T, p *page) {
	names := []string{`app.<script>alert;</script>.run()V`, `app.Quote"}];digraph{x.run()V`, `app.Back\N\l\\.run()V`, `app.{a|<p>b}.run()V`, `app.&lt;x&amp;.<init>()V`, `app.<img/src=x/onerror=alert>.go()V`}
	var line strings.Builder
	line.WriteString("main")
	for i, name := range names {
		line.WriteString(" " + strconv.Itoa(10*i) + ">" + name)
	}
	for i := range names {
		line.WriteString(" " + strconv.Itoa(100+10*i) + "<" + names[len(names)-1-i])
	}
	k := made(t, "names.trace", tracetest.Bytes(line.String()))
	p.Open(k.file)
	p.Keys("9")
	p.Graph(k, everything, message.AutoThreshold)
	p.Click("#graph-all")
	boxes := p.Graph(k, everything, message.AutoThreshold)
	if len(boxes) != len(names)+1 {
		t.Errorf("%d boxes, want %d", len(boxes), len(names)+1)
	}
	p.Shot("call-graph-names")
	name, kind, svg := p.Saved(func() { p.Click("#graph-svg") })
	if name != "names.callgraph.svg" || kind != "image/svg+xml" {
		t.Errorf("saved %s as %s", name, kind)
	}
	got := eval[[]string](p, fmt.Sprintf(`(() => {
		const doc = new DOMParser().parseFromString(%s, "image/svg+xml");
		const odd = [...doc.querySelectorAll("*")].filter((e) => !["svg", "g", "title", "polygon", "polyline", "path", "text", "ellipse"].includes(e.localName));
		const on = [...doc.querySelectorAll("*")].filter((e) => [...e.attributes].some((a) => a.name.startsWith("on") || a.name.endsWith("href")));
		return [odd.concat(on).map((e) => e.outerHTML).join(" "), String(doc.querySelectorAll("g.node").length), doc.documentElement.textContent];
	})()`, strconv.Quote(svg)))
	if got[0] != "" || got[1] != strconv.Itoa(len(names)+1) {
		t.Errorf("the drawing has %s boxes, want %d, and elements that do not belong there: %q", got[1], len(names)+1, got[0])
	}
	for _, want := range []string{"<script>alert;<.script>.run", `Quote"}];digraph{x.run`, `Back\N\l\\.run`, "{a|<p>b}.run", "&lt;x&amp;.<init>"} {
		if !strings.Contains(got[2], want) {
			t.Errorf("the drawing lacks the text %s; it has %s", want, got[2])
		}
	}

	if _, kind, dot := p.Saved(func() { p.Click("#graph-dot") }); kind != "text/vnd.graphviz" || !strings.HasPrefix(dot, "digraph g {") {
		t.Errorf("saved as %s: %.40s", kind, dot)
	}
	if name, kind, png := p.Saved(func() { p.Click("#graph-png") }); name != "names.callgraph.png" || kind != "image/png" || !strings.Contains(png[:8], "PNG") {
		t.Errorf("saved %s as %s: %.8q", name, kind, png)
	}
}

// TestCallGraphWithoutGraphviz: if Graphviz cannot be loaded, the page reports it and everything else works.
func TestCallGraphWithoutGraphviz(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := visit(t)
	s := p.site
	s.Stub("/assets/graphviz.*.js", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		http.NotFound(w, r)
	})
	p.Allow("404")
	p.Allow("NetworkError")
	p.Navigate("/")
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	p.Open(k.file)
	p.Keys("9")
	p.WaitFor("the message that Graphviz is missing", `document.getElementById("graph-note").textContent.startsWith("Graphviz, which lays graphs out, could not be loaded.")`)
	s.Stub("/assets/graphviz.*.js", nil)
	p.Share(19)
	p.Graph(k, everything, 19)
}

// TestCallGraphIsLarge lays out hundreds of boxes, and cancels the layout of thousands.
func TestCallGraphIsLarge(t *testing.T) {
	t.Parallel()
	k := corpus(t, "likaci-cpu_trace")
	p := openTrace(t, k)
	p.Keys("9")
	p.Graph(k, everything, message.AutoThreshold)
	if pictures {
		p.Shots("call-graph-real")
		p.View(390, 844, "light")
		p.Rect("#graph")
		p.Shot("call-graph-real-phone")
		p.View(1280, 800, "light")
		p.Click("#graph-all")
		p.Graph(k, everything, message.AutoThreshold)
		p.Shots("call-graph-real-all")
		p.Keys("/")
		p.WaitFor("the search", `document.activeElement.id === "find"`)
		p.Keys("Executor")
		p.Shot("call-graph-search")
	}

	p.Share(5)
	p.Graph(k, everything, 5)
	p.Click("#graph-all")
	p.Shot("call-graph-large")
	want := ask[*message.Dot](k, &message.Graph{Scope: everything, Threshold: 5}).Nodes
	if all := p.Graph(k, everything, 5); len(all) != want || want < 100 {
		t.Errorf("%d boxes in view, want all %d", len(all), want)
	}

	p.Share(0)
	p.WaitFor("the message on the running layout", `document.getElementById("graph-note").textContent.startsWith("Laying out ")`)
	evalNow[bool](p, `(document.getElementById("graph-cancel").click(), true)`) // without waiting until the page is idle
	p.WaitFor("its end", `document.getElementById("graph-note").textContent.startsWith("The graph was not laid out.")`)
	p.Shot("call-graph-cancelled")
	p.Share(30)
	p.Graph(k, everything, 30)
}

// TestCallGraphTakesTooLong: the page waits for Graphviz for a limited time and then shows what to do. The
// test replaces Graphviz with one that never ends, and shortens the time.
func TestCallGraphTakesTooLong(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := visit(t)
	s := p.site
	const stuck = `globalThis.Viz = { instance() {
		Atomics.wait(new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer), 0, 0);
	} };`
	s.Stub("/assets/graphviz.*.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		w.Header().Set("Cache-Control", "no-store")
		w.Write([]byte(stuck))
	})
	const sooner = `{ const later = setTimeout; globalThis.setTimeout = (f, ms) => later(f, ms === 20_000 ? 500 : ms); }`
	p.Begin(sooner)
	p.Navigate("/")
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	p.Open(k.file)
	p.Keys("9")
	p.WaitFor("the message on the time limit", `document.getElementById("graph-note").textContent.startsWith("Laying this graph out takes more than 20 seconds.")`)
	p.Keys("2")
	p.Rect("#methods-1")
}
