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

// TestCharts checks the timeline, the minimap and the flame graph in one visit. Between its parts, the whole trace is in view, and
// nothing is selected.
func TestCharts(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	for _, part := range []struct {
		name string
		test func(t *testing.T, p *page, k *known)
	}{
		{"boxes", timelineIsTheEngines}, {"framework", frameworkLine}, {"zoom and pan", zoomAndPan}, {"hover", hover}, {"spans", spans},
		{"select and fit", selectAndFit}, {"context switches", contextSwitches}, {"minimap", minimapMovesTimeline}, {"range", rangeAnywhere},
		{"flame graph", flameGraph}, {"no match", findNothing}, {"collapse and hide", collapseAndHide}, {"jump", jump},
		{"tooltips", tipsGo},
	} {
		p.Part(part.name, func(t *testing.T) { part.test(t, p, k) })
		p.Deselect()
		p.ShowTop()
	}
}

// Deselect presses Esc until no method and no range is selected.
func (p *page) Deselect() {
	p.t.Helper()
	for range 5 {
		if !eval[bool](p, `!!document.querySelector("#details-name, #chip-range")`) {
			return
		}
		p.Keys(kb.Escape)
	}
	p.fatalf("a selection stays")
}

// timelineIsTheEngines: every box is where its call's times place it.
func timelineIsTheEngines(t *testing.T, p *page, k *known) {
	v := p.ViewOf(timeline)
	if int64(v.From) != k.About.From || int64(v.To) != k.About.Span {
		t.Errorf("shows %v to %v of 0 to %d", v.From, v.To, k.About.Span)
	}
	seen := 0
	for _, b := range p.Boxes(timeline) {
		if b.Collapsing || b.Merged || b.H < 8 {
			continue
		}
		seen++
		c := k.info(b)
		if c.Method != b.Method || !near(v.x(float64(c.From)), b.X, 1) || b.W > 1 && !near(v.x(float64(c.To)), b.X+b.W, 1) {
			t.Fatalf("box %+v shows a call of method %d from x %.1f to %.1f", b, c.Method, v.x(float64(c.From)), v.x(float64(c.To)))
		}
	}
	if seen < 100 {
		t.Errorf("only %d calls are drawn", seen)
	}
}

// spans checks the rows above main: a click and keys set the range to the call's time.
func spans(t *testing.T, p *page, k *known) {
	spans := p.Spans()
	rows := map[float64]int{}
	for _, b := range spans {
		rows[b.Y]++
		if c := k.info(b); c.Method != b.Method {
			t.Errorf("box %+v shows a call of method %d", b, c.Method)
		}
	}
	if len(rows) != 4 {
		t.Fatalf("%d rows above main, want phases, messages, frames and waits", len(rows))
	}
	ranged := func(how string, b box) {
		t.Helper()
		c := k.info(b)
		p.Until(how, fmt.Sprint(c.From, c.To), func() string { return fmt.Sprint(p.Range()) })
	}
	first, _ := widest(spans, func(box) bool { return true })
	p.ClickAt(first.spot())
	ranged("a click", first)
	p.Shots("spans")
	p.Keys(kb.Escape)
	p.Keys("]")
	var next string
	p.Until("] sets a range", "true", func() string {
		next = fmt.Sprint(p.Range())
		return fmt.Sprint(next != "0 0" && next != fmt.Sprint(k.info(first).From, k.info(first).To))
	})
	p.Keys("]")
	p.Until("] again sets another", "true", func() string { return fmt.Sprint(fmt.Sprint(p.Range()) != next) })
	p.Keys("[")
	p.Until("[ goes back", next, func() string { return fmt.Sprint(p.Range()) })
	p.WaitFor("the live line names the call", `/^\S/.test(document.querySelector("#timeline .twin-said").textContent)`)
}

func zoomAndPan(t *testing.T, p *page, k *known) {
	whole := p.ViewOf(timeline)
	x, y := whole.Left+300, whole.Top+40
	at := whole.at(x)
	p.Move(x, y)

	// zooms checks that the view became narrower or wider, and that the time under the pointer stayed.
	before := whole
	zooms := func(how string, narrower bool) {
		t.Helper()
		v := p.ViewOf(timeline)
		if got := v.To-v.From < before.To-before.From; got != narrower || v.From == before.From && v.To == before.To {
			t.Errorf("%s: the view goes from %v–%v to %v–%v", how, before.From, before.To, v.From, v.To)
		}
		if !near(v.at(x), at, 2*v.perPixel()) {
			t.Errorf("%s: the time under the pointer was %.0f and is %.0f", how, at, v.at(x))
		}
		before = v
	}
	p.Wheel(x, y, 0, -120, chromedp.ModifierCtrl)
	zooms("Ctrl and wheel", true)
	p.Keys("w")
	zooms("W", true)
	p.Keys("w")
	zooms("W", true)
	p.Keys("+")
	zooms("+", true)
	p.Keys("s")
	zooms("S", false)
	p.Wheel(x, y, 0, 60, chromedp.ModifierCtrl)
	zooms("Ctrl and wheel back", false)

	pans := func(how string, right bool) {
		t.Helper()
		v := p.ViewOf(timeline)
		if right != (v.From > before.From) || !near(v.To-v.From, before.To-before.From, 1) {
			t.Errorf("%s: the view goes from %v–%v to %v–%v", how, before.From, before.To, v.From, v.To)
		}
		before = v
	}
	p.Keys("d")
	pans("D", true)
	p.Keys("a")
	pans("A", false)
	p.Wheel(x, y, 0, 80, chromedp.ModifierShift)
	pans("Shift and wheel", true)

	b := p.call(0)
	fromX, fromY := b.spot()
	grabbed := before.at(fromX)
	p.Drag(fromX, fromY, fromX+120, fromY)
	v := p.ViewOf(timeline)
	if !near(v.at(fromX+120), grabbed, 2*v.perPixel()) {
		t.Errorf("after a drag by 120 px, the time %.0f is at %.1f, want %.1f", grabbed, v.x(grabbed), fromX+120)
	}
	if from, to := p.Range(); to > 0 {
		t.Errorf("a drag on a call selected the range %d to %d", from, to)
	}

	p.Keys("0")
	if v := p.ViewOf(timeline); v.From != whole.From || v.To != whole.To {
		t.Errorf("0 shows %v to %v", v.From, v.To)
	}

	// The wheel without Ctrl scrolls, up to the ends.
	p.Wheel(x, y, 0, 100)
	if v := p.ViewOf(timeline); v.ScrollY != 100 || v.From != whole.From {
		t.Errorf("the wheel scrolled by %v", v.ScrollY)
	}
	p.Wheel(x, y, 0, -500)
	if v := p.ViewOf(timeline); v.ScrollY != 0 {
		t.Errorf("scrolled beyond the top, to %v", v.ScrollY)
	}
}

func selectAndFit(t *testing.T, p *page, k *known) {
	// A call of some width, but not the widest.
	b, ok := widest(p.Boxes(timeline), func(b box) bool { return !b.Collapsing && !b.Merged && b.Depth > 2 && b.W < 200 && b.H > 8 })
	if !ok {
		t.Fatal("no call to click")
	}
	c := k.info(b)
	p.ClickAt(b.spot())
	p.Until("the details of the clicked call", k.Name(c.Method).Label, func() string { return p.DetailsName() })
	p.Until("its figures", k.CallFacts(c, message.Wall), func() string { return p.Pairs("#call-facts") })
	var path []string
	for _, f := range c.Path {
		path = append(path, shortLabel(k.Name(f.Method).Label)+" "+words.Duration(f.Inclusive[message.Wall]))
	}
	p.Until("its path", strings.Join(path, "\n"), func() string {
		return eval[string](p, `[...document.querySelectorAll("#path button")].map((b) => [...b.querySelectorAll(".fn,.num")].map((s) => s.textContent).join(" ")).join("\n")`)
	})

	shows := func(how string) {
		t.Helper()
		v := p.ViewOf(timeline)
		from, to := float64(c.From), float64(c.To)
		if width := (to - from) / (v.To - v.From); v.From > from || v.To < to || width < 0.7 {
			t.Errorf("%s: shows %v to %v of the call from %v to %v", how, v.From, v.To, from, to)
		}
	}
	p.Keys("f")
	shows("F")
	p.Keys("0")
	p.DoubleClickAt(b.spot())
	shows("double click")
	p.Keys("0")
	p.WaitDrawn(timeline)

	// Move up to the caller, and down to its first callee.
	p.Keys(kb.ArrowUp)
	caller := k.Name(c.Path[len(c.Path)-2].Method).Label
	p.Until("the caller", caller, func() string { return p.DetailsName() })

	// Esc deselects the call, then the method.
	p.Keys(kb.Escape)
	p.WaitFor("no call", `!document.getElementById("call-facts")`)
	p.Keys(kb.Escape)
	p.WaitFor("no method", `!document.getElementById("details-name")`)
}

func (p *page) DetailsName() string {
	p.t.Helper()
	return eval[string](p, `(() => { const e = document.getElementById("details-name"); return e ? e.querySelector(".pkg").textContent + e.querySelector(".fn").textContent : ""; })()`)
}

// shortLabel returns a label from the simple class name on.
func shortLabel(label string) string {
	name, params := label, ""
	if at := strings.IndexByte(label, '('); at >= 0 {
		name, params = label[:at], label[at:]
	}
	parts := strings.Split(name, ".")
	return strings.Join(parts[max(0, len(parts)-2):], ".") + params
}

func hover(t *testing.T, p *page, k *known) {
	b := p.call(1)
	c := k.info(b)
	p.Move(b.spot())
	want := strings.Join([]string{k.Name(c.Method).Label,
		"Wall: " + words.Duration(c.Inclusive[message.Wall]), "CPU: " + words.Duration(c.Inclusive[message.CPU]),
		"Waiting: " + words.Duration(c.Inclusive[message.Waiting]), "Self Wall: " + words.Duration(c.Exclusive[message.Wall]), "From: " + words.Duration(c.From)}, "\n")
	p.Until("the tooltip", want, p.Tip)
	tip := p.Rect(".timeline-stage .tip.shown")
	if tip.X < 0 || tip.X+tip.Width > 1280 {
		t.Errorf("the tooltip sticks out of the page: %+v", tip)
	}
	v := p.ViewOf(timeline)
	p.Move(v.Left+5, v.Ruler)
	p.Until("no tooltip over the ruler", "", p.Tip)
}

// Tip returns the text of the timeline's tooltip.
func (p *page) Tip() string {
	p.t.Helper()
	return eval[string](p, `(() => {
		const tip = document.querySelector(".timeline-stage .tip.shown");
		if (!tip) return "";
		return [tip.querySelector(".tip-name").textContent, ...[...tip.querySelectorAll("dl > div")].map((d) =>
			d.querySelector("dt").textContent + ": " + d.querySelector("dd").textContent)].join("\n") + (tip.querySelector(".tip-note").textContent && "\n" + tip.querySelector(".tip-note").textContent);
	})()`)
}

func collapseAndHide(t *testing.T, p *page, k *known) {
	head, ok := widest(p.Boxes(timeline), func(b box) bool { return b.Collapsing })
	if !ok {
		t.Fatal("no thread has a label")
	}
	// deepest returns the largest drawn depth of the thread.
	deepest := func() (d uint32, seen bool) {
		for _, b := range p.Boxes(timeline) {
			if !b.Collapsing && b.Thread == head.Thread {
				d, seen = max(d, b.Depth), true
			}
		}
		return d, seen
	}
	heights := func() string { // number of different rows of the thread
		rows := map[float64]bool{}
		for _, b := range p.Boxes(timeline) {
			if !b.Collapsing && b.Thread == head.Thread && b.H > 4 {
				rows[b.Y] = true
			}
		}
		return fmt.Sprint(len(rows) > 1)
	}
	if heights() != "true" {
		t.Fatal("the thread has only one row")
	}
	if got := p.Text("#collapse-all"); got != "Expand all" {
		t.Errorf("none of %d threads is collapsed at the start: %s", len(k.About.Threads), got)
	}
	p.ClickAt(head.X+10, head.Y+9)
	p.Until("a collapsed thread", "false", heights)
	p.ClickAt(head.X+10, head.Y+9)
	p.Until("a thread with all its rows", "true", heights)
	p.Click("#collapse-all") // some are collapsed at the start
	p.Until("the next action of the button", "Collapse all", func() string { return p.Text("#collapse-all") })
	p.Until("a thread with all its rows", "true", heights)
	p.Click("#collapse-all")
	p.Until("all threads collapsed", "false", heights)
	p.Click("#collapse-all")

	p.Keys("7")
	p.Click(p.threadRow(k.Thread(head.Thread).Name) + "-hide")
	p.Until("no boxes of the hidden thread", "false", func() string { _, seen := deepest(); return fmt.Sprint(seen) })
	p.Until("the button to show all threads", "1 hidden", func() string { return eval[string](p, `document.querySelector("#chip-hidden")?.innerText ?? ""`) })
	p.Click("#chip-hidden")
	p.Until("boxes of the thread again", "true", func() string { _, seen := deepest(); return fmt.Sprint(seen) })
}

// jump: links to the longest calls in the details show these calls in the timeline, wherever they are.
func jump(t *testing.T, p *page, k *known) {
	// A method with its longest call on a thread that is not visible.
	var threads = map[uint32]bool{}
	for _, b := range p.Boxes(timeline) {
		threads[b.Thread] = true
	}
	for i, m := range k.Rows(message.Order{}, 9) {
		about := ask[*message.Method](k, &message.MethodInfo{Scope: whole, Method: m.Method})
		longest := about.Longest[0]
		if threads[longest.Call.Thread] {
			continue
		}
		p.Click(row("methods", i) + " .fn")
		p.Until("the details", k.Name(m.Method).Label, p.DetailsName)
		p.Click("#longest-0")
		c := ask[*message.Call](k, &message.CallInfo{Call: longest.Call})
		p.Until("the longest call's figures", k.CallFacts(c, message.Wall), func() string { return p.Pairs("#call-facts") })
		p.Until("the longest call in view", "true", func() string {
			_, ok := widest(p.Boxes(timeline), func(b box) bool {
				return b.Thread == longest.Call.Thread && b.Depth == longest.Call.Depth && b.Row == longest.Call.Row && !b.Merged
			})
			return fmt.Sprint(ok)
		})
		if v := p.ViewOf(timeline); v.From > float64(c.From) || v.To < float64(c.To) || float64(c.To-c.From) < 0.7*(v.To-v.From) {
			t.Errorf("shows %v to %v of the call from %v to %v", v.From, v.To, c.From, c.To)
		}
		return
	}
	t.Fatal("every method's longest call is in view from the start")
}

// threadRow returns the selector of a thread's row in the table of threads.
func (p *page) threadRow(name string) string {
	p.t.Helper()
	id := fmt.Sprintf(`[...document.querySelectorAll("#threads-rows .rows [role=row]")].find((r) => r.querySelector(".fn").textContent === %q)?.id`, name)
	p.WaitFor("a row of the thread", id)
	return "#" + eval[string](p, id)
}

// ShowTop shows the top of the table of methods, and the whole trace.
func (p *page) ShowTop() {
	p.t.Helper()
	p.Keys("20")
	p.Act(`(document.getElementById("methods-rows").scrollTop = 0, true)`)
	p.WaitDrawn(timeline)
}
