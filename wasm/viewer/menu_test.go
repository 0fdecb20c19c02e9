package viewer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/viewer/expect"
)

// RightClick opens the menu of a box, and returns its title.
func (p *page) RightClick(c canvas.ID, r scene.Rect) string {
	p.t.Helper()
	p.Point(canvas.Input{Canvas: c, Kind: canvas.RightClick, Hit: hitOf(r)})
	return p.menuTitle()
}

func (p *page) menuTitle() string {
	p.t.Helper()
	return p.element("#menu .menu-title").attrs["title"]
}

// copied returns what the page copied last.
func (p *page) copied() string {
	for _, did := range slices.Backward(p.browser.Did) {
		if text, ok := strings.CutPrefix(did, "copy "); ok {
			return text
		}
	}
	return ""
}

// java returns a method's name as the page copies it.
func java(k *expect.Trace, method uint32) string {
	n := expect.Ask[*message.NamesReply](k, &message.Names{Methods: []uint32{method}}).Names[0]
	params, _ := words.ShortTypes(n.Signature)
	return n.Label + params
}

// TestMenus: the menus of calls, rows and frames have the name of their method, and their items show and copy it. TestMenus in
// wasm/ui/tracing has the items of all menus, and TestMenus in site/e2e how a menu opens and closes.
func TestMenus(t *testing.T) {
	p, k := openSample(t)
	r := p.Box(canvas.Timeline, func(r scene.Rect) bool {
		return r.Thread&scene.SpanFlag == 0 && r.Slot&scene.Merged == 0 && r.Depth > 2 && r.W < 300
	})
	c := expect.Ask[*message.Call](k, &message.CallInfo{Call: message.CallRef{Thread: r.Thread, Depth: r.Depth, Row: r.Row}})
	open := func(item string) {
		t.Helper()
		p.is("the menu of a call", p.RightClick(canvas.Timeline, r), java(k, c.Method))
		p.Choose(item)
		if p.Seen("#menu") {
			t.Errorf("%s leaves the menu open", item)
		}
	}
	open("Copy name")
	p.is("the name", p.copied(), java(k, c.Method))
	open("Copy path")
	path := k.Thread(r.Thread).Name + "\n"
	for _, f := range c.Path {
		path += java(k, f.Method) + "\n"
	}
	p.is("the path", p.copied(), path)
	open("Show in the top-down tree")
	p.is("its level in the tree", p.element("#topdown-rows .cursor.selected").attrs["aria-level"], fmt.Sprint(len(c.Path)))
	open("Zoom the flame graph to it")
	crumbs := p.Texts(".crumbs .crumb")
	p.is("the flame graph", crumbs[len(crumbs)-1], words.ShortLabel(k.Name(c.Method).Label))
	open("Zoom to it")
	if l := p.drawn[canvas.Timeline]; float64(c.To-c.From) < 0.7*(l.To-l.From) {
		t.Errorf("the call takes %.2f of the timeline", float64(c.To-c.From)/(l.To-l.From))
	}

	// Rows of the table.
	p.Key("2", "0")
	rows := k.Rows(message.Order{}, 3)
	p.Menu("methods-1")
	p.is("the menu of the second row", p.menuTitle(), java(k, rows[1].Method))
	p.Choose("Copy row")
	if cells := strings.Split(p.copied(), "\t"); len(cells) < 6 || cells[1] != k.Name(rows[1].Method).Label || cells[3] != words.Plain(words.Duration(rows[1].Inclusive[message.Wall])) {
		t.Errorf("the row is copied as %q", cells)
	}
	p.Menu("methods-1")
	p.Choose("Show its longest call in the timeline")
	about := expect.Ask[*message.Method](k, &message.MethodInfo{Scope: everything, Method: rows[1].Method})
	p.is("the longest call", p.Pairs("#call-facts"), k.CallFacts(expect.Ask[*message.Call](k, &message.CallInfo{Call: about.Longest[0].Call}), message.Wall))
	p.Click(row("methods", 2) + " .fn")
	p.focus = "methods-rows"
	p.Key("Shift+F10")
	p.is("the menu by Shift and F10", p.menuTitle(), java(k, rows[2].Method))
	p.Choose("Show in the flame graph")
	p.is("the tab", p.Link().Tab, "flamegraph")

	// Frames.
	f := p.Box(canvas.Flame, func(r scene.Rect) bool { return deepFrame(r) && r.W < 400 })
	p.is("the menu of a frame", p.RightClick(canvas.Flame, f), java(k, f.Method))
	p.Choose("Show in the top-down tree")
	if title := p.element("#topdown-rows .cursor.selected").attrs["title"]; !strings.HasPrefix(title, k.Name(f.Method).Class) {
		t.Errorf("the row in the tree is %s", title)
	}
}

// TestStartHere: a button or a key of a deep row makes the tree start there. A chip, a button or a step back undoes it.
func TestStartHere(t *testing.T) {
	p, _ := openSample(t)
	p.RightClick(canvas.Timeline, p.Box(canvas.Timeline, func(r scene.Rect) bool {
		return r.Thread&scene.SpanFlag == 0 && r.Slot&scene.Merged == 0 && r.Depth > 12
	}))
	p.Choose("Show in the top-down tree")
	deep := p.doc.findAll("#topdown-rows .row.deep")
	if len(deep) == 0 {
		t.Fatal("no row is deep")
	}
	last := deep[len(deep)-1]
	name, level := last.find(".fn").content(), last.attrs["aria-level"]
	first := func() string {
		e := p.element("#topdown-0")
		return e.find(".fn").content() + " " + e.attrs["aria-level"]
	}
	p.Click("#" + last.attrs["id"] + "-start")
	p.is("the first row", first(), name+" 1")
	p.is("the chip", p.Text("#topdown-start"), "from "+name)
	p.Click("#topdown-up")
	if first() == name+" 1" || p.element("#topdown-1").attrs["aria-level"] != "2" {
		t.Errorf("its caller is %s", first())
	}
	p.Go(-1)
	p.is("a step back", first(), name+" 1")
	p.Click("#topdown-start")
	if p.Seen("#topdown-start") || len(p.doc.findAll("#topdown-rows [aria-level="+level+"]")) == 0 {
		t.Error("the chip does not show the whole tree")
	}
	p.Click("#topdown-3 .fn")
	name = p.Text("#topdown-3 .fn")
	p.focus = "topdown-rows"
	p.Key("Shift+Enter")
	p.is("the first row by key", first(), name+" 1")
}

// TestMenusOfThreads: the menus of a label and of a lane have the thread's name. Their items select it and hide it.
func TestMenusOfThreads(t *testing.T) {
	p, k := openSample(t)
	label := func(c canvas.ID, thread uint32) string {
		p.Point(canvas.Input{Canvas: c, Kind: canvas.RightClick, Hit: canvas.Hit{OK: true, Method: message.NoNode, Thread: thread, Depth: message.NoNode, Row: message.NoNode, W: 100, Y: 40, H: 20}})
		return p.menuTitle()
	}
	thread := k.About.Threads[1]
	p.is("the menu of a lane", label(canvas.Minimap, 1), "Thread "+thread.Name)
	p.is("the menu of a label", label(canvas.Timeline, 1), "Thread "+thread.Name)
	p.Choose("Only this thread")
	p.is("the chip", p.Chips(), thread.Name)
	label(canvas.Timeline, 1)
	p.Choose("Hide this thread")
	p.element("#chip-hidden")
	p.Point(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.RightClick})
	p.Choose("Show all threads")
	if p.Seen("#chip-hidden") {
		t.Error("a thread is still hidden")
	}
}

// TestZoomRange: the selected range has a button to zoom to it.
func TestZoomRange(t *testing.T) {
	p, _ := openSample(t)
	p.Drag(300, 420)
	from, to := p.Range()
	p.Click("#zoom-range")
	if l := p.drawn[canvas.Timeline]; fmt.Sprintf("%.0f %.0f", l.From, l.To) != fmt.Sprint(from, to) {
		t.Errorf("the range is %d to %d, the timeline shows %.0f to %.0f", from, to, l.From, l.To)
	}
}
