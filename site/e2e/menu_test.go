//go:build !js

package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

// RightClickAt clicks with the right button.
func (p *page) RightClickAt(x, y float64, modifiers ...chromedp.Modifier) {
	p.t.Helper()
	p.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseClickXY(x, y, chromedp.ButtonRight, chromedp.ButtonModifiers(modifiers...)))
}

// Menu waits for the context menu and returns its title and its items.
func (p *page) Menu() (title string, lines []string) {
	p.t.Helper()
	p.WaitFor("the menu", `document.activeElement.id === "menu"`)
	all := eval[[]string](p, `[...document.querySelectorAll("#menu > *")].map((e) => e.title || e.querySelector("span").textContent)`)
	r := eval[rect](p, `(() => { const { x, y, width, height } = document.querySelector("#menu").getBoundingClientRect(); return { X: x, Y: y, Width: width, Height: height }; })()`)
	size := eval[[2]float64](p, `[innerWidth, innerHeight]`)
	if r.X < 0 || r.Y < 0 || r.X+r.Width > size[0] || r.Y+r.Height > size[1] || r.Height < 26*float64(len(all)-1) {
		p.t.Errorf("the menu of %d lines lies at %+v of %v", len(all)-1, r, size)
	}
	return all[0], all[1:]
}

// MenuLine returns the focused item of the menu, or "".
func (p *page) MenuLine() string {
	return eval[string](p, `document.querySelector("#menu .on span")?.innerText ?? ""`)
}

// Pick clicks an item of the menu.
func (p *page) Pick(name string) {
	p.t.Helper()
	_, lines := p.Menu()
	for _, line := range lines {
		if line == name {
			id := eval[string](p, fmt.Sprintf(`[...document.querySelectorAll("#menu button")].find((b) => b.querySelector("span").textContent === %q).id`, name))
			p.Click("#" + id)
			p.NoMenu()
			return
		}
	}
	p.fatalf("the menu has no line %q:\n%s", name, strings.Join(lines, "\n"))
}

func (p *page) NoMenu() {
	p.t.Helper()
	p.WaitFor("no menu", `!document.querySelector(".context").checkVisibility()`)
}

// copied intercepts copies to the clipboard, and returns a function that returns the last one.
func (p *page) copied() func() string {
	p.t.Helper()
	p.Act(`(() => { globalThis.copied = ""; Object.defineProperty(navigator.clipboard, "writeText", { value: (text) => { copied = text; return Promise.resolve(); } }); return true; })()`)
	return func() string { return eval[string](p, "copied") }
}

// java returns a method's name as the page copies it, and raw with its descriptor.
func (k *known) java(method uint32) (java, raw string) {
	n := ask[*message.NamesReply](k, &message.Names{Methods: []uint32{method}}).Names[0]
	params, _ := words.ShortTypes(n.Signature)
	return n.Label + params, n.Label + n.Signature
}

// TestMenus checks context menus in one visit. Between its parts, the whole trace is in view, and nothing is selected.
// TestMenus in wasm/viewer checks what their items do.
func TestMenus(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	copied := p.copied()
	for _, part := range []struct {
		name string
		test func(t *testing.T)
	}{
		{"call", func(t *testing.T) { menuOfACall(t, p, k, copied) }},
		{"row", func(t *testing.T) { menuOfARow(t, p, k) }},
		{"start here", func(t *testing.T) { startHere(t, p) }},
		{"thread labels", func(t *testing.T) { threadLabels(t, p, k) }},
		{"long press", func(t *testing.T) { longPress(t, p, k) }},
		{"maximise", func(t *testing.T) { maximise(t, p) }},
	} {
		p.Part(part.name, part.test)
		p.View(1280, 800, "light")
		p.Keys(kb.Escape)
		p.Deselect()
		p.AllThreads()
		p.ShowTop()
	}
}

// menuOfACall opens the context menu of a call in the timeline, moves in it, copies the name, and closes it.
func menuOfACall(t *testing.T, p *page, k *known, copied func() string) {
	b, ok := widest(p.Boxes(timeline), func(b box) bool { return !b.Collapsing && !b.Merged && b.Depth > 2 && b.W < 300 && b.H > 8 })
	if !ok {
		t.Fatal("no call to click")
	}
	c := k.info(b)
	java, raw := k.java(c.Method)
	x, y := b.spot()
	p.RightClickAt(x, y)
	if title, lines := p.Menu(); title != java || lines[0] != "Zoom to it" {
		t.Errorf("the menu of %s is %s: %s", java, title, strings.Join(lines, ", "))
	}
	p.Shot("menu-call")
	p.accessible("menu")

	// Arrow keys move in it, and closing it restores focus.
	p.Keys(kb.ArrowDown + kb.ArrowDown)
	p.Until("the second line", "Show in the method table", p.MenuLine)
	p.Keys(kb.End + kb.ArrowDown)
	p.Until("the first line after the last one", "Zoom to it", p.MenuLine)
	p.Keys("c")
	p.Until("the line with that letter", "Copy name", p.MenuLine)
	p.Keys(kb.Enter)
	p.Until("the name", java, copied)
	p.NoMenu()
	p.WaitFor("focus back on the timeline", `document.activeElement.id === "timeline"`)

	p.RightClickAt(x, y)
	p.Pick("Copy name as…")
	p.WaitFor("the forms of the name", `document.querySelector("#forms")?.open`)
	if wide := eval[string](p, `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth ? scrollWidth + " of " + clientWidth : "")(document.querySelector("#forms .dialog-body"))`); wide != "" {
		t.Errorf("the names are wider than their sheet: %s px", wide)
	}
	p.Shots("forms")
	p.accessible("forms")
	p.Keys(strings.Repeat(kb.Tab, 4) + kb.Enter)
	p.Until("the raw signature", raw, copied)
	p.WaitFor("no sheet", `!document.querySelector("#forms")`)

	// A click elsewhere, the wheel, Esc and a resize close it. With Shift the browser's own menu opens.
	for how, do := range map[string]func(){
		"Esc":    func() { p.Keys(kb.Escape) },
		"Tab":    func() { p.Keys(kb.Tab) },
		"wheel":  func() { p.Wheel(x, y+40, 0, 10) },
		"click":  func() { p.Click("#tab-methods") },
		"resize": func() { p.View(1200, 800, "light"); p.View(1280, 800, "light") },
	} {
		p.RightClickAt(x, y)
		p.Menu()
		do()
		p.WaitFor("no menu after "+how, `!document.querySelector(".context").checkVisibility()`)
	}
	p.RightClickAt(x, y, chromedp.ModifierShift)
	p.Settle()
	p.NoMenu()
	// A right click elsewhere opens another menu.
	p.RightClickAt(x, y)
	p.Menu()
	v := p.ViewOf(timeline)
	p.RightClickAt(v.Left-60, v.Top+10)
	p.WaitFor("the thread's menu", `document.querySelector(".menu-title").textContent.startsWith("Thread ")`)
}

// menuOfARow opens the context menus of table rows, by mouse and by key, and of a frame. At the edge of the window the menu stays
// inside.
func menuOfARow(t *testing.T, p *page, k *known) {
	rows := k.Rows(message.Order{}, 3)
	r := p.Rect(row("methods", 1))
	p.RightClickAt(r.X+200, r.Y+12)
	java, _ := k.java(rows[1].Method)
	if title, lines := p.Menu(); title != java || lines[0] != "Expand its parents and children" {
		t.Errorf("the menu of the second row is %s: %s", title, lines)
	}
	p.Keys(kb.Escape)

	// The menu key opens the menu of the focused row.
	p.Click(row("methods", 2) + " .fn")
	p.Keys(kb.ContextMenu)
	java, _ = k.java(rows[2].Method)
	if title, _ := p.Menu(); title != java {
		t.Errorf("the menu key opens the menu of %s, want %s", title, java)
	}
	p.Keys(kb.Escape)
	p.WaitFor("focus back on the table", `document.activeElement.id === "methods-rows"`)
	p.Keys(kb.F10, chromedp.ModifierShift)
	if title, _ := p.Menu(); title != java {
		t.Errorf("Shift and F10 open the menu of %s, want %s", title, java)
	}
	p.Pick("Show in the flame graph")
	p.WaitFor("the flame graph", `document.querySelector("#panel-flamegraph").checkVisibility()`)

	f, ok := widest(p.Boxes(flame), func(b box) bool { return !b.Merged && b.Depth > 3 && b.W < 400 })
	if !ok {
		t.Fatal("no frame")
	}
	java, _ = k.java(f.Method)
	p.RightClickAt(f.spot())
	p.Until("the title of a frame's menu, whose name may come late", java, func() string { title, _ := p.Menu(); return title })
	p.Keys(kb.Escape)
	p.Keys("7")
	r = p.Rect(row("threads", 1))
	p.RightClickAt(r.X+r.Width-24, r.Y+12)
	p.Menu()
	p.Shot("menu-edge")
	p.Pick("Expand it")
}

// threadLabels: a thread's label shows its full text under the pointer, with a button that opens the same
// menu as a right click. So do lanes of the minimap.
func threadLabels(t *testing.T, p *page, k *known) {
	p.Click("#collapse-all")
	p.Until("all threads expanded", "Collapse all", func() string { return p.Text("#collapse-all") })
	p.Click("#collapse-all")
	heads := func() []box {
		var all []box
		for _, b := range p.Boxes(timeline) {
			if b.Collapsing {
				all = append(all, b)
			}
		}
		return all
	}
	h := heads()[1]
	name := k.Thread(h.Thread).Name
	p.Move(h.X+60, h.Y+8)
	p.WaitFor("the button", `document.querySelector("#thread-more").checkVisibility()`)
	p.Until("the whole name", name, func() string { return p.Text(".timeline-stage .tip .fn") })
	p.Shot("thread-label")
	p.ClickAt(p.Rect("#thread-more").center())
	if title, _ := p.Menu(); title != "Thread "+name {
		t.Errorf("the button opens the menu of %s, want %s", title, name)
	}
	p.Keys(kb.Escape)
	p.Click("#collapse-all")

	// The lanes of the minimap.
	o := p.ViewOf(minimap)
	lane := p.Boxes(minimap)[0]
	p.Move(o.Left-60, lane.Y+lane.H/2)
	p.WaitFor("the button", `document.querySelector("#lane-more").checkVisibility()`)
	p.RightClickAt(o.Left+200, lane.Y+lane.H/2)
	if title, _ := p.Menu(); title != "Thread "+k.Thread(lane.Thread).Name {
		t.Errorf("the menu of a lane has the title %s", title)
	}
	p.Keys(kb.Escape)
}

// touch puts a finger down, calls meanwhile, and lifts it.
func (p *page) touch(x, y float64, meanwhile func()) {
	p.t.Helper()
	send := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		p.t.Helper()
		p.stirred = true
		if _, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)}); err != nil {
			p.fatalf("%v", err)
		}
	}
	send(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	meanwhile()
	send(input.DispatchTouchEventTypeTouchEnd)
}

// longPress: a long press opens the menu, and lifting the finger clicks nothing.
func longPress(t *testing.T, p *page, k *known) {
	p.View(390, 844, "light")
	b := p.call(2)
	menu := func(of string) func() {
		return func() {
			t.Helper()
			if title, _ := p.Menu(); title != of {
				t.Errorf("a long press opens the menu of %s, want %s", title, of)
			}
		}
	}
	tap := func() {}
	java, _ := k.java(b.Method)
	p.touch(b.X+b.W/2, b.Y+b.H/2, menu(java))
	menu(java)() // the menu is still open after the finger is lifted
	p.Shot("menu-touch")
	if n := eval[int](p, `document.querySelectorAll("#call-facts").length`); n != 0 {
		t.Error("the call was selected too")
	}
	p.touch(200, 150, tap)
	p.NoMenu()
	p.touch(b.X+b.W/2, b.Y+b.H/2, tap)
	p.WaitFor("the tap to select", `!!document.querySelector("#call-facts")`)
	r := p.Rect(row("methods", 1))
	java, _ = k.java(k.Rows(message.Order{}, 2)[1].Method)
	p.touch(r.X+100, r.Y+12, menu(java))
	menu(java)()
}

// startHere: a deep row shows a button that makes the tree start there. The browser's Back undoes it. TestStartHere in wasm/viewer
// has the other ways.
func startHere(t *testing.T, p *page) {
	b, ok := widest(p.Boxes(timeline), func(b box) bool { return !b.Collapsing && !b.Merged && b.Depth > 12 && b.H > 8 })
	if !ok {
		t.Fatal("no deep call")
	}
	step := p.Step()
	p.RightClickAt(b.spot())
	p.Pick("Show in the top-down tree")
	p.WaitFor("deep rows", `!!document.querySelector("#topdown-rows .row.deep")`)
	p.NextStep(step)
	deep := eval[string](p, `[...document.querySelectorAll("#topdown-rows .row.deep")].at(-1).id`)
	name := eval[string](p, fmt.Sprintf(`document.querySelector("#%s .fn").textContent`, deep))
	p.Move(p.Rect("#" + deep).center())
	p.Shot("start-here")
	p.Click("#" + deep + "-start")
	p.Until("the chip", "from "+name, func() string { return eval[string](p, `document.querySelector("#topdown-start").textContent`) })
	p.Shots("started")
	p.Pause()
	p.Keys(kb.ArrowLeft, chromedp.ModifierAlt)
	p.WaitFor("the whole tree", `!document.querySelector("#topdown-start").checkVisibility()`)
}

// maximise: the views or the timeline take the full height and give it back. TestMaximise in wasm/ui/tracing checks the keys and
// buttons that do so.
func maximise(t *testing.T, p *page) {
	before := p.Rect("#panel-methods").Height
	p.Click("#whole-views")
	p.WaitFor("no timeline", `!document.querySelector("#timeline").checkVisibility()`)
	if got := p.Rect("#panel-methods").Height; got < before+250 {
		t.Errorf("the panel grows from %v to %v", before, got)
	}
	p.WaitFor("rows down to the end of the view", `(() => { const b = document.querySelector("#methods-rows").getBoundingClientRect().bottom, rows = [...document.querySelectorAll("#methods-rows .row")]; return rows.at(-1).getBoundingClientRect().bottom > b - 30; })()`)
	p.Shots("whole-views")
	p.Keys("M", chromedp.ModifierShift)
	p.WaitFor("only the timeline", `document.querySelector("#timeline").checkVisibility() && !document.querySelector("#panel-methods").checkVisibility()`)
	if v := p.ViewOf(timeline); v.Height < 550 {
		t.Errorf("the timeline is %v high", v.Height)
	}
	p.Shots("whole-timeline")
	p.Keys("4")
	p.WaitFor("both", `document.querySelector("#timeline").checkVisibility() && document.querySelector("#panel-bottomup").checkVisibility()`)
	// turn double-clicks the divider. It retries if the machine was too busy for a double click.
	turn := func(what, want string) {
		t.Helper()
		for range 5 {
			p.DoubleClickAt(p.Rect("#split-timeline").center())
			if eval[bool](p, want) {
				return
			}
		}
		p.WaitFor(what, want)
	}
	turn("the views alone", `!document.querySelector("#timeline").checkVisibility()`)
	turn("both", `document.querySelector("#timeline").checkVisibility()`)
}

// menuOfADump: with open dumps, rows, lines of a stack and frames have menus too.
func menuOfADump(t *testing.T, p *page) {
	r := p.Rect(row("stacks", 1))
	p.RightClickAt(r.X+200, r.Y+12)
	if title, lines := p.Menu(); !strings.HasPrefix(title, "Thread ") || lines[0] != "Show its stack" {
		t.Errorf("the menu of a row: %s, %q", title, lines)
	}
	p.Keys(kb.Escape)
	r = p.Rect("#stack-lines li .what")
	p.RightClickAt(r.X+20, r.Y+8)
	if _, lines := p.Menu(); lines[len(lines)-1] != "Open in an IDE or code search…" {
		t.Errorf("the menu of a line: %q", lines)
	}
	p.Shot("menu-dump")
	p.Pick("Open in an IDE or code search…")
	p.WaitFor("the sheet", `document.querySelector("#source")?.open`)
	p.Click("#source .source-examples button:nth-of-type(2)")
	if got := p.Text("#source-preview"); !regexp.MustCompile(`^For example: vscode://file/home/me/app/src/main/java/[\w/]+\.(java|kt):[1-9]\d*$`).MatchString(got) {
		t.Errorf("a line of a stack opens as %q", got)
	}
	p.Click("#source .dialog-head button")
	p.WaitFor("no sheet", `!document.querySelector("#source")`)
	p.Keys("3")
	b, ok := widest(p.Boxes(flame), func(b box) bool { return !b.Merged && b.Depth > 2 })
	if !ok {
		t.Fatal("no frame")
	}
	p.RightClickAt(b.spot())
	p.Pick("List its threads")
	p.WaitFor("the table", `!!document.querySelector("#stacks-clear:not([hidden])")`)
}
