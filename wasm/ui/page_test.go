package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
)

// states are the page as a user meets it, one golden file each.
var states = []struct {
	name string
	page func(t testing.TB) (*App, *stand)
}{
	{"empty", func(t testing.TB) (*App, *stand) {
		h := newStand()
		return New(h), h
	}},
	{"reading", func(t testing.TB) (*App, *stand) {
		h := newStand()
		c := New(h)
		c.Opening("calc.trace", 1_410_000_000, false)
		c.Receive(0, &message.Progress{Bytes: 640_000_000, Size: 1_410_000_000, Calls: 45_210_000, Memory: 1_200_000_000})
		return c, h
	}},
	{"failed", func(t testing.TB) (*App, *stand) {
		h := newStand()
		c := New(h)
		c.Opening("boot.perfetto-trace", 1000, false)
		c.Receive(0, &message.Failure{Text: "This is a Perfetto system trace, not a method trace; ui.perfetto.dev opens it."})
		return c, h
	}},
	{"crashed", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.Crashed("The browser gave the analysis no more memory.")
		return c, h
	}},
	{"methods", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.methods.open = []uint32{1}
		c.jump(message.CallRef{Depth: 5, Row: 3}, 5)
		return c, h
	}},
	{"search", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.search("calc")
		c.step(false)
		return c, h
	}},
	{"topdown", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.open(topDownView)
		c.sel.setRange(1200*ms, 3400*ms, 6370*ms)
		return c, h
	}},
	{"flamegraph", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.open(flameView)
		c.flame.into(crumb{4, 4})
		c.flame.into(crumb{9, 5})
		c.Input(Input{Canvas: FlameCanvas, Kind: Move, X: 300, Y: 60, Hit: Hit{OK: true, Method: 8, Row: 12, X: 200, W: 280}})
		return c, h
	}},
	{"callgraph", func(t testing.TB) (*App, *stand) {
		c, h := openGraph(t)
		c.chooseNode(1)
		c.graph.listed = true
		return c, h
	}},
	{"relatives", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.open(relativesView)
		c.chooseMethod(2)
		return c, h
	}},
	{"threads", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.open(threadsView)
		c.sel.toggleThread(4, c.trace.Threads)
		c.toggleHidden(5)
		c.threads.cursor = 2
		return c, h
	}},
	{"report", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.open(reportView)
		return c, h
	}},
	{"help", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.openDialog(helpDialog)
		return c, h
	}},
	{"receipt", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.openDialog(receiptDialog)
		return c, h
	}},
	{"commands", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.openPalette()
		c.palette.text = "call"
		return c, h
	}},
	{"export", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.sel.setRange(1200*ms, 3400*ms, 6370*ms)
		c.exportAs(&traceExports[0].exports[0])
		c.Exporting(10_000_000, 143_000_000, 7_000_000)
		c.toggleMenu("export")
		return c, h
	}},
	{"hover", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.Input(Input{Canvas: TimelineCanvas, Kind: Move, X: 700, Y: 120, Hit: Hit{OK: true, Method: 5, Depth: 5, Row: 3, X: 600, W: 200}})
		return c, h
	}},
}

func TestPageGolden(t *testing.T) {
	for _, s := range states {
		t.Run(s.name, func(t *testing.T) {
			c, h := s.page(t)
			checkGolden(t, s.name+".html", settled(t, c, h))
		})
	}
}

// TestPageFiles writes the states as pages to look at into the folder that PAGES names.
func TestPageFiles(t *testing.T) {
	dir := os.Getenv("PAGES")
	if dir == "" {
		t.Skip("PAGES names no folder")
	}
	css, err := filepath.Abs("../static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range states {
		c, h := s.page(t)
		body := settled(t, c, h)
		for _, theme := range []string{"light", "dark"} {
			html := fmt.Sprintf("<!doctype html><html lang=en data-theme=%s><meta charset=utf-8><meta name=viewport content='width=device-width'><link rel=stylesheet href='file://%s'><body>%s<script src=chart.js></script></body></html>", theme, css, body)
			if err := os.WriteFile(filepath.Join(dir, s.name+"-"+theme+".html"), []byte(html), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestVersionNamesTheWriter(t *testing.T) {
	tests := []struct {
		version int
		vm      string
		want    string
	}{
		{3, "art", "ART v3"}, {1, "dalvik", "Dalvik v1"}, {2, "", "Dalvik v2"}, {0xf3, "art", "ART v3 streaming"},
	}
	for _, tt := range tests {
		d := &message.Description{Version: tt.version, Options: []message.Pair{{Key: "vm", Value: tt.vm}}}
		if got := version(d); got != tt.want {
			t.Errorf("version %#x of %q: %q, want %q", tt.version, tt.vm, got, tt.want)
		}
	}
}

// BenchmarkPage builds the page with a table of 24 rows, all of it and when nothing has
// changed since the last build.
func BenchmarkPage(b *testing.B) {
	c, h := openCalc(b)
	settled(b, c, h)
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			env, err := vugu.NewBuildEnv()
			if err != nil {
				b.Fatal(err)
			}
			env.RunBuild(c)
		}
	})
	b.Run("again", func(b *testing.B) {
		env, err := vugu.NewBuildEnv()
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			env.RunBuild(c)
		}
	})
}

// elements counts what the browser is sent.
func elements(results *vugu.BuildResults, out *vugu.BuildOut) (n int) {
	for _, root := range out.Out {
		root.Walk(func(node *vugu.VGNode) error {
			if node.Component != nil {
				n += elements(results, results.ResultFor(node.Component))
			} else if node.Type == vugu.ElementNode {
				n++
			}
			return nil
		})
	}
	return n
}

// Vugu sends every element it is given at every render, some 8 µs each. So what did not
// change is not given again, and a table's figures count as one element a row.
func TestRenderIsSmall(t *testing.T) {
	c, h := openCalc(t)
	settled(t, c, h)
	env, err := vugu.NewBuildEnv()
	if err != nil {
		t.Fatal(err)
	}
	results := env.RunBuild(c)
	if n := elements(results, results.Out); n > 360 {
		t.Errorf("the first render has %d elements", n)
	}
	for c.frames < wholePage || h.redraws > 0 {
		h.redraws = 0
		env.RunBuild(c)
	}
	results = env.RunBuild(c)
	if n := elements(results, results.Out); n > 120 {
		t.Errorf("a render in which nothing changed has %d elements", n)
	}
	c.methods.open = []uint32{1}
	c.sync()
	h.answerAll(c)
	before := len(c.methods.reply.Rows)
	results = env.RunBuild(c)
	if n := elements(results, results.Out); before == 0 || n < 200 {
		t.Errorf("a render in which the rows changed has %d elements", n)
	}
}

// A trace that opens is shown piece by piece: no frame has much to do, and none is asked
// for in vain.
func TestOpeningIsSpread(t *testing.T) {
	c, h := openCalc(t)
	env, err := vugu.NewBuildEnv()
	if err != nil {
		t.Fatal(err)
	}
	frames := 0
	for h.redraws = 1; h.redraws > 0; frames++ {
		h.redraws = 0
		results := env.RunBuild(c)
		if n := elements(results, results.Out); n > 320 {
			t.Errorf("frame %d has %d elements", frames, n)
		}
		if frames == 10 {
			t.Fatal("frames without end")
		}
	}
	if rows := len(c.methods.reply.Rows); frames < 4 || rows < 20 || c.methods.given < rows {
		t.Errorf("%d frames show %d of %d rows", frames, c.methods.given, rows)
	}
}

// click sends a click on the element of that id to who hears it.
func click(handle func(vugu.DOMEvent), id string) {
	handle(vugu.NewDOMEvent(nil, map[string]any{"target": map[string]any{"id": id}}))
}

func TestClicksAreHeardByTheBoxAroundThem(t *testing.T) {
	c, h := openCalc(t)
	settled(t, c, h)
	grid := &Grid{App: c, View: methodsView}
	grid.Compute()
	click(grid.clicked, "methods-3")
	if c.sel.Method != 3 || c.methods.cursor != 3 {
		t.Errorf("a click on row 3 selects method %d", c.sel.Method)
	}
	click(grid.clicked, "methods-1-twist")
	c.sync()
	h.answerAll(c)
	if row := c.methods.row(1); !row.Open || c.methods.row(3).Kind != message.ParentRow {
		t.Error("a click on the triangle did not open row 1")
	}
	click(grid.clicked, "methods-3")
	if c.sel.Method != 0 {
		t.Errorf("a click on the parent selects method %d, want 0", c.sel.Method)
	}
	click(grid.clicked, "methods-sort-6")
	if c.methods.order != (message.Order{Column: message.ByExclusive, Clock: message.CPU}) {
		t.Errorf("the seventh column sorts by %+v", c.methods.order)
	}
	click(grid.clicked, "methods-rows")
	click(grid.entered, "methods-0")

	c.jump(message.CallRef{Depth: 5, Row: 3}, 5)
	c.sync()
	h.answerAll(c)
	about := &Details{App: c}
	about.Compute()
	click(about.clicked, "path-2")
	if c.sel.Call != (message.CallRef{Depth: 2}) || c.sel.Method != 2 {
		t.Errorf("the path leads to %+v", c.sel)
	}
	c.sync()
	h.answerAll(c)
	click(about.clicked, "longest-4")
	if c.sel.Call != (message.CallRef{Depth: 4, Row: 4}) {
		t.Errorf("the longest calls lead to %+v", c.sel.Call)
	}

	c.open(threadsView)
	list := &ThreadTable{App: c}
	list.Compute()
	click(list.clicked, "threads-2-only")
	click(list.clicked, "threads-4-hide")
	if len(c.sel.Threads) != 1 || len(c.timeline.hidden) != 1 {
		t.Errorf("threads %v alone, %v hidden", c.sel.Threads, c.timeline.hidden)
	}
}
