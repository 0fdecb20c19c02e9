package ui

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/render/scene"
	"traceglass/wasm/engine"
	dumproom "traceglass/wasm/engine/dumping"
	"traceglass/wasm/message"
)

// A workshop is a stand whose worker is an engine with thread dumps.
type workshop struct {
	*stand
	*engine.Engine
}

// openDumps is the page with the n dumps of one process open: main and a writer wait for each
// other, a pool of three is idle.
func openDumps(t *testing.T, n int) (*App, *workshop) {
	t.Helper()
	w := &workshop{newStand(), engine.New(1<<30, dumproom.New())}
	c := New(w.stand)
	c.Opening("traces.txt", 1000, false)
	for i := range n {
		var s strings.Builder
		fmt.Fprintf(&s, "----- pid 7 at 2024-01-01 10:00:%02d -----\nCmd line: com.example\nABI: 'arm64'\nDALVIK THREADS (5):\n", i)
		for at, thread := range []string{
			"main|Blocked|com.example.Store.read|waiting to lock <0x01> (a com.example.Store) held by thread 2",
			"<i>writer|Blocked|com.example.Main.report|waiting to lock <0x02> (a com.example.Main) held by thread 1",
			"pool-1-thread-1|Waiting|java.util.concurrent.LinkedBlockingQueue.take|locked <0x03> (a a)",
			"pool-1-thread-2|Waiting|java.util.concurrent.LinkedBlockingQueue.take|locked <0x04> (a a)",
			"pool-1-thread-3|TimedWaiting|java.util.concurrent.LinkedBlockingQueue.take|locked <0x05> (a a)",
		} {
			p := strings.Split(thread, "|")
			fmt.Fprintf(&s, "\"%s\" prio=5 tid=%d %s\n  | sysTid=%d nice=0\n  | state=S utm=%d stm=0 core=0 HZ=100\n  at %s(A.java:1)\n  - %s\n  at java.lang.Thread.run(Thread.java:1)\n\n", p[0], at+1, p[1], at+7, 5, p[2], p[3])
		}
		s.WriteString("----- end 7 -----\n")
		w.Dumps().Begin(fmt.Sprintf("traces-%d.txt", i), "dump.txt")
		w.Dumps().Write([]byte(s.String()))
		if found, err := w.Dumps().End(""); !found {
			t.Fatal(err)
		}
	}
	c.Receive(0, w.Dumps().Open())
	c.Input(Input{Canvas: FlameCanvas, Kind: Size, X: 700, Y: 400})
	c.Input(Input{Canvas: TimelineCanvas, Kind: Size, X: 700, Y: 400})
	w.settle(c)
	return c, w
}

// settle answers until nothing more is asked.
func (w *workshop) settle(c *App) {
	c.sync()
	for done := 0; done < len(w.asked); done++ {
		c.Receive(uint32(done+1), w.Answer(w.asked[done]))
	}
	w.asked, w.number = nil, 0
	c.sync()
}

// list is what a canvas shows.
func (w *workshop) list(t *testing.T, canvas Canvas) *scene.List {
	t.Helper()
	var l scene.List
	if err := w.List(w.shown[canvas].(message.Picture), &l); err != nil {
		t.Fatal(err)
	}
	return &l
}

// hit is the rect of a list at a depth, as the host tells it.
func hitAt(l *scene.List, depth uint32, row uint32) Hit {
	for _, r := range l.Rects {
		if r.Depth == depth && (row == message.NoNode || r.Row == row) && r.Slot&(scene.Outline|scene.Bare) == 0 {
			return Hit{OK: true, Method: r.Method, Thread: r.Thread, Depth: r.Depth, Row: r.Row, X: float64(r.X), W: float64(r.W)}
		}
	}
	return Hit{}
}

func TestDumpGroups(t *testing.T) {
	c, w := openDumps(t, 1)
	c.Key(Key{Name: "2"})
	w.settle(c)
	checkGolden(t, "dump-groups.html", cutOut(t, render(t, c), "groups"))
	d := &c.dump
	d.showThreads(c, d.groups.reply.Stacks[0].Threads)
	d.chooseThread(c, d.groups.reply.Stacks[0].Threads[0])
	w.settle(c)
	if d.view != stacksView || d.rows.tally() != "3 of 5" || d.shown.Row.Name != "pool-1-thread-1" {
		t.Errorf("view %d, %s, stack of %s", d.view, d.rows.tally(), d.shown.Row.Name)
	}
	c.Key(Key{Name: "Escape"})
	w.settle(c)
	if d.rows.tally() != "5 threads" {
		t.Errorf("after Esc %s", d.rows.tally())
	}
}

func TestDumpFlame(t *testing.T) {
	c, w := openDumps(t, 1)
	c.Key(Key{Name: "3"})
	w.settle(c)
	l := w.list(t, FlameCanvas)
	if l.Texts[0].String != "2 threads" {
		t.Errorf("the root says %q", l.Texts[0].String)
	}
	writer := Hit{}
	for _, r := range l.Rects {
		if names := w.Answer(&message.Names{Methods: []uint32{r.Method}}).(*message.NamesReply); len(names.Names) == 1 && names.Names[0].Label == "<i>writer" {
			writer = Hit{OK: true, Method: r.Method, Thread: r.Thread, Depth: r.Depth, Row: r.Row, W: float64(r.W)}
		}
	}
	c.Input(Input{Canvas: FlameCanvas, Kind: Move, X: 10, Y: 30, Hit: writer})
	w.settle(c)
	w.settle(c)
	html := render(t, c)
	if tip := cutOut(t, html, "tip shown"); !strings.Contains(tip, "&lt;i&gt;writer") || !strings.Contains(tip, "1 of 2") || strings.Contains(strings.ToLower(tip), "time") {
		t.Errorf("the tooltip is %s", tip)
	}
	checkGolden(t, "dump-flame.html", cutOut(t, html, "strip filters flame-strip"))
	c.Input(Input{Canvas: FlameCanvas, Kind: Click, Hit: writer})
	w.settle(c)
	w.settle(c)
	d := &c.dump
	if d.shown == nil || d.shown.Row.Name != "<i>writer" || d.flame.chosen == nil {
		t.Fatalf("a click on the writer shows %+v", d.shown)
	}
	c.Input(Input{Canvas: FlameCanvas, Kind: Click, Hit: writer})
	if d.flame.root() != writer.Row {
		t.Error("a second click does not zoom")
	}
	c.Key(Key{Name: "Escape"})
	if d.flame.zoomed() {
		t.Error("Esc does not zoom out")
	}
	d.flame.idle = true
	w.settle(c)
	if got := w.list(t, FlameCanvas).Texts[0].String; got != "5 threads" {
		t.Errorf("with idle threads the root says %q", got)
	}
	(&DumpFlame{c}).showThreads()
	if d.view != stackFlameView {
		t.Error("threads of no frame are shown")
	}
}

func TestDumpTime(t *testing.T) {
	if c, _ := openDumps(t, 1); c.dump.offers(timeView) {
		t.Error("one dump offers a view over time")
	}
	c, w := openDumps(t, 3)
	c.Key(Key{Name: "5"})
	w.settle(c)
	d := &c.dump
	h := hitAt(w.list(t, TimelineCanvas), 2, 1)
	c.Input(Input{Canvas: TimelineCanvas, Kind: Move, X: 10, Y: 30, Hit: h})
	w.settle(c)
	if tip := cutOut(t, render(t, c), "tip shown"); !strings.Contains(tip, "Stuck: the same innermost frames in 3 dumps") {
		t.Errorf("the tooltip is %s", tip)
	}
	c.Input(Input{Canvas: TimelineCanvas, Kind: Click, Hit: h})
	w.settle(c)
	if d.shown.Row.Name != "<i>writer" || d.process != 2 || d.view != timeView {
		t.Errorf("a click shows %s in process %d", d.shown.Row.Name, d.process)
	}
	d.time.table = true
	w.settle(c)
	checkGolden(t, "dump-time.html", cutOut(t, render(t, c), "scroll courses"))
	c.Key(Key{Name: "ArrowUp", Row: true})
	c.Key(Key{Name: "ArrowRight", Row: true})
	w.settle(c)
	if d.shown.Row.Name != "main" || d.process != 1 {
		t.Errorf("the keys lead to %s in process %d", d.shown.Row.Name, d.process)
	}
}

func TestDumpLocks(t *testing.T) {
	c, w := openDumps(t, 1)
	d, g := &c.dump, &c.graph
	c.Input(Input{Canvas: GraphCanvas, Kind: Size, X: 700, Y: 400})
	c.Key(Key{Name: "4"})
	w.settle(c)
	if g.dot == nil || g.dot.Nodes != 2 || g.dot.Edges != 2 {
		t.Fatalf("the graph is %+v", g.dot)
	}
	if !g.working || c.graphNote() != "Laying out 2 boxes and 2 arrows…" {
		t.Errorf("while Graphviz works the page says %q", c.graphNote())
	}
	c.Graphviz(g.job, "graph 1 2 3\nnode 0 1 2.5 1.5 .5 0 solid box black white\nnode 1 1 0.5 1.5 .5 1 solid box black white\n"+
		"edge 0 1 4 .9 2.2 .9 1.8 .9 1.2 .9 .8 solid black\nedge 1 0 4 1.1 .8 1.1 1.2 1.1 1.8 1.1 2.2 solid black\nstop\n", "")
	w.settle(c)
	if g.laid == nil {
		t.Fatalf("not laid out: %q", c.graphNote())
	}
	if l := w.list(t, GraphCanvas); len(l.Curves) != 2 || l.Curves[0].Slot != scene.SlotAlarm {
		t.Errorf("the arrows are %+v", l.Curves)
	}
	c.Input(Input{Canvas: GraphCanvas, Kind: Click, Hit: Hit{OK: true, Method: message.NoNode, Row: 1}})
	w.settle(c)
	if d.shown.Row.Name != "<i>writer" {
		t.Errorf("a click shows the stack of %s", d.shown.Row.Name)
	}
	g.listed = true
	w.settle(c)
	if list := cutOut(t, render(t, c), "scroll graph-list"); !strings.Contains(list, "&lt;i&gt;writer (2), Blocked in Main.report") || !strings.Contains(list, "main (1) (Main 0x00000002)") {
		t.Errorf("the list is %s", list)
	}
	c.Key(Key{Name: "ArrowUp", Row: true})
	w.settle(c)
	if d.shown.Row.Name != "main" {
		t.Errorf("the keys lead to %s", d.shown.Row.Name)
	}
	d.chosen().Waits = 0
	w.settle(c)
	if c.graphNote() != "No thread of this process waits for a monitor, or for another thread to end." {
		t.Errorf("where nobody waits the page says %q", c.graphNote())
	}
}

// cutOut is the first element of a class, of a page as HTML.
func cutOut(t *testing.T, html, class string) string {
	t.Helper()
	at := strings.Index(html, `class="`+class)
	if at < 0 {
		t.Fatalf("nothing is of class %s", class)
	}
	at = strings.LastIndexByte(html[:at], '<')
	name := html[at+1 : at+strings.IndexByte(html[at:], ' ')]
	depth := 0
	for i := at; i < len(html); i++ {
		switch {
		case strings.HasPrefix(html[i:], "<"+name) && strings.IndexByte(" >", html[i+1+len(name)]) >= 0:
			depth++
		case strings.HasPrefix(html[i:], "</"+name+">"):
			if depth--; depth == 0 {
				return html[at : i+len(name)+3]
			}
		}
	}
	t.Fatalf("%s does not end", class)
	return ""
}
