package viewer

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/viewer/expect"
)

// boxesOf describes the boxes of a picture, except outlines.
func boxesOf(l *scene.List) string {
	var s strings.Builder
	for _, r := range l.Rects {
		if r.Slot&(scene.Outline|scene.Bare) == 0 {
			fmt.Fprintf(&s, "%.1f,%.1f %.1f×%.1f node %d method %d slot %d\n", r.X, r.Y, r.W, r.H, r.Row, r.Method, r.Slot)
		}
	}
	return s.String()
}

// TestFlameGraph: each choice of the flame graph shows the picture of that choice. TestCharts in site/e2e checks the drawn boxes.
func TestFlameGraph(t *testing.T) {
	p, k := openSample(t)
	p.Key("5")
	r := p.Box(canvas.Flame, func(r scene.Rect) bool { return r.Depth == 3 })
	picture := func(want message.Flame) string {
		t.Helper()
		want.View, want.Colour = p.browser.Shown[canvas.Flame].(*message.Flame).View, message.ColourByOrigin
		var l scene.List
		if err := k.Engine.List(&want, &l); err != nil {
			t.Fatal(err)
		}
		return boxesOf(&l)
	}
	shows := func(what string, want message.Flame) {
		t.Helper()
		p.is(what, boxesOf(p.drawn[canvas.Flame]), picture(want))
	}
	want := message.Flame{Scope: everything, Root: message.NoNode, Method: message.NoNode}
	shows("the whole graph", want)
	p.ClickBox(canvas.Flame, r)
	p.is("the method of a frame", p.DetailsName(), k.Name(r.Method).Label)
	want.Method = r.Method
	shows("a selected method", want)

	with := func(what, choice, back string, change func(*message.Flame)) {
		t.Helper()
		choose := func(choice string) {
			t.Helper()
			if strings.HasPrefix(choice, "#") {
				p.Click(choice)
			} else {
				p.Key(choice)
			}
		}
		choose(choice)
		changed := want
		change(&changed)
		shows(what, changed)
		if picture(changed) == picture(want) {
			t.Errorf("%s changes nothing", what)
		}
		choose(back)
		shows("no longer "+what, want)
	}
	with("upside down", "i", "#flame-invert", func(f *message.Flame) { f.Invert = true })
	with("without recursion", "r", "#flame-fold", func(f *message.Flame) { f.Fold = true })
	with("from the methods up", "#flame-callers", "#flame-callers", func(f *message.Flame) { f.Callers = true })

	p.Click("#flame-ordered")
	ordered := want
	ordered.Ordered, ordered.Thread = true, p.browser.Shown[canvas.Flame].(*message.Flame).Thread
	shows("in order of time", ordered)
	for _, thread := range k.About.Threads {
		if thread.Index != ordered.Thread {
			ordered.Thread = thread.Index
			break
		}
	}
	p.Pick("flame-thread", fmt.Sprint(ordered.Thread))
	shows("in order of time, of another thread", ordered)
	p.Click("#flame-merged")
	p.Type("find", "decode")
	want.Find = "decode"
	shows("matches", want)
}

// TestFrames: in the flame graph, arrow keys move from frame to frame, and Enter zooms in. Merging recursion keeps the zoom. The
// details and the live line describe the selected frame.
func TestFrames(t *testing.T) {
	p, k := openSample(t)
	p.Key("5")
	p.Point(canvas.Input{Canvas: canvas.Flame, Kind: canvas.Move}) // keys act on the graph under the pointer
	p.focus = "flame"
	node := func(n uint32) *message.FlameNodeReply {
		return expect.Ask[*message.FlameNodeReply](k, &message.FlameNode{Scope: everything, Node: n})
	}
	at := func(what string, m *message.FlameNodeReply) {
		t.Helper()
		p.is(what, p.DetailsName()+" "+p.Text("#frame-facts dd"), k.Name(m.Method).Label+" "+words.Duration(m.Inclusive[message.Wall]))
	}
	last := func() string {
		crumbs := p.Texts(".crumbs .crumb")
		return crumbs[len(crumbs)-1]
	}
	first := node(node(0).Callee.Node)
	p.Key("ArrowDown")
	at("the first frame", first)
	p.Key("ArrowDown")
	below := node(first.Callee.Node)
	at("its widest callee", below)
	if said := p.Text("#live"); !strings.Contains(said, "Calls on this path") {
		t.Errorf("the live line says %q", said)
	}
	p.Key("Enter")
	zoom := words.ShortLabel(k.Name(below.Method).Label)
	p.is("the zoom", last(), zoom)
	p.Key("r")
	p.is("recursion is merged", p.element("#flame-fold").attrs["aria-pressed"], "true")
	p.is("the same zoom", last(), zoom)
	p.Key("ArrowUp")
	at("its caller", first)
}

// TestFrameSteps: in the flame graph, buttons step through the frames of the selected method, and the search through its hits. Each
// is in view. A click on merged frames zooms in.
func TestFrameSteps(t *testing.T) {
	p, _ := openSample(t)
	p.Click("#tab-flamegraph")
	p.Key("/")
	p.Type("find", "View.draw")
	p.Key("Enter")
	hit := func(notice string) {
		t.Helper()
		if got := p.Text("#notice"); !strings.HasPrefix(got, notice) {
			t.Errorf("the notice is %q, want %s", got, notice)
		}
		if !strings.Contains(p.DetailsName(), "draw") {
			t.Errorf("%s: the details are of %s", notice, p.DetailsName())
		}
		p.Box(canvas.Flame, func(r scene.Rect) bool {
			return r.Slot&scene.Hit != 0 && r.Slot&scene.Merged == 0 && r.W >= 3 && r.X+r.W > 0 && r.X < 860
		})
	}
	hit("Frame 1 of")
	p.Click("#flame-next")
	hit("Frame 2 of")
	p.Click("#flame-previous")
	hit("Frame 1 of")
	p.Key("Escape")
	p.Click("#flame-out")
	view := func() message.Viewport { return p.browser.Shown[canvas.Flame].(*message.Flame).View }
	if v := view(); v.From != 0 || v.To != 1 {
		t.Errorf("the whole graph is %v to %v", v.From, v.To)
	}
	p.ClickBox(canvas.Flame, p.Box(canvas.Flame, func(r scene.Rect) bool { return r.Slot&scene.Merged != 0 }))
	if v := view(); v.To-v.From >= 0.5 {
		t.Errorf("a click on merged frames shows %v to %v", v.From, v.To)
	}
}
