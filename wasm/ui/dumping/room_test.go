package dumping

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"traceglass/render/scene"
	"traceglass/wasm/engine"
	"traceglass/wasm/export"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

// A page is a room with open dumps, and an engine that answers its requests.
type page struct {
	*uitest.Stand
	*Room
	desk   *desk.Desk
	engine *engine.Engine
}

// open returns a page with n dumps of one process: main and a writer wait for each other, three pool threads
// are idle.
func open(t *testing.T, n int) *page {
	t.Helper()
	var texts []string
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
			f := strings.Split(thread, "|")
			fmt.Fprintf(&s, "\"%s\" prio=5 tid=%d %s\n  | sysTid=%d nice=0\n  | state=S utm=%d stm=0 core=0 HZ=100\n  at %s(A.java:1)\n  - %s\n  at java.lang.Thread.run(Thread.java:1)\n\n", f[0], at+1, f[1], at+7, 5, f[2], f[3])
		}
		s.WriteString("----- end 7 -----\n")
		texts = append(texts, s.String())
	}
	return openTexts(t, texts...)
}

// openTexts returns a page with these dumps open, each a file.
func openTexts(t *testing.T, texts ...string) *page {
	t.Helper()
	p := &page{Stand: uitest.New(), engine: engine.New(1 << 30)}
	files := p.engine.Dumps()
	p.desk = desk.New(desk.NewPage(p.Stand))
	p.Room = New(p.desk.Dumps)
	p.desk.File = "traces.txt"
	for i, text := range texts {
		files.Begin(fmt.Sprintf("traces-%d.txt", i), "dump.txt")
		files.Write([]byte(text))
		if found, err := files.End(""); !found {
			t.Fatal(err)
		}
	}
	p.Open(files.Open())
	for _, c := range []canvas.ID{canvas.Flame, canvas.Timeline, canvas.Graph} {
		p.Input(canvas.Input{Canvas: c, Kind: canvas.Size, X: 700, Y: 400})
	}
	p.settle()
	return p
}

// settle answers all requests.
func (p *page) settle() { p.Settle(&p.desk.Line, p.RequestData, p.engine.Answer) }

// press presses a key outside of text fields, as the browser would.
func (p *page) press(k canvas.Key) bool {
	done := p.Key(k) || p.Do(canvas.Pressed(k, canvas.InDumps))
	p.settle()
	return done
}

func (p *page) key(name string) { p.press(canvas.Key{Name: name, Code: name}) }

// html returns the HTML of the page.
func (p *page) html(t *testing.T) string { return p.Render(t, p.Room) }

// list returns the draw list of a canvas.
func (p *page) list(t *testing.T, c canvas.ID) *scene.List {
	t.Helper()
	var l scene.List
	if err := p.engine.List(p.Shown[c], &l); err != nil {
		t.Fatal(err)
	}
	return &l
}

// stack returns the name of the thread whose stack is shown.
func (p *page) stack() string {
	if s := p.desk.Dumps.Shown; s != nil {
		return s.Row.Name
	}
	return ""
}

func TestGolden(t *testing.T) {
	p := open(t, 2)
	uitest.CheckGolden(t, "room.html", p.html(t))
}

func TestThreads(t *testing.T) {
	p := open(t, 2)
	d := p.desk.Dumps
	if p.stack() != "main" {
		t.Errorf("the stack of %q is shown", p.stack())
	}
	row := func(name string) canvas.Key { return canvas.Key{Name: name, Row: true, Focus: "stacks-rows"} }
	p.press(row("ArrowDown"))
	if p.stack() != "<i>writer" {
		t.Errorf("the key leads to %q", p.stack())
	}
	p.press(row("Enter"))
	if !d.Raw || !strings.Contains(p.html(t), `class="text-line mine marked"`) {
		t.Error("Enter does not show the thread's lines")
	}
	p.key("Escape")
	if d.Raw {
		t.Error("Esc does not show the stack again")
	}
	p.html(t)
	if p.html(t); p.Given > 160 {
		t.Errorf("where nothing changed the browser is given %d elements", p.Given)
	}
	p.key("]")
	if d.Process != 1 || p.stack() != "main" {
		t.Errorf("] leads to %s in process %d", p.stack(), d.Process)
	}
	p.key("[")
	p.key("[")
	if d.Process != 1 {
		t.Errorf("[ leads to process %d", d.Process)
	}
	p.key("/")
	if p.Last() != "focus stacks-find" {
		t.Errorf("/ leads to %q", p.Last())
	}
	p.Send(t, "input", "stacks-find", map[string]any{"value": "thread-2"})
	p.settle()
	if html := p.html(t); !strings.Contains(html, `>1 of 5<`) || strings.Count(html, `role="row"`) != 2 {
		t.Errorf("of the threads are shown %s", uitest.CutOut(t, html, "scroll stacks"))
	}
	if !p.Editing(canvas.Key{Name: "Escape", Editing: true}) || p.Last() != "focus stacks-rows" {
		t.Errorf("Esc in the search leads to %q", p.Last())
	}
	p.settle()
	if html := p.html(t); !strings.Contains(html, `>5 threads<`) {
		t.Error("Esc in the search does not show all")
	}
	p.press(canvas.Key{Name: "f", Mod: true})
	if p.Last() != "focus stacks-find" {
		t.Errorf("Mod+F leads to %q", p.Last())
	}
	p.Click(t, "process-0")
	if d.Process != 0 {
		t.Errorf("a click leads to process %d", d.Process)
	}
}

func TestTabs(t *testing.T) {
	p := open(t, 1)
	d := p.desk.Dumps
	for i, want := range []string{"stacks", "groups", "stackflame", "locks", "locks"} {
		p.key(string(rune('1' + i)))
		if d.Tab != want {
			t.Errorf("key %d shows %s, want %s: one dump has no view over time", i+1, d.Tab, want)
		}
	}
	p.press(canvas.Key{Name: "ArrowRight", Focus: "dump-tab-locks"})
	if d.Tab != "stacks" || p.Last() != "focus dump-tab-stacks" {
		t.Errorf("the arrow leads to %s, %s", d.Tab, p.Last())
	}
	if want := []string{"Threads", "Groups", "Flame graph", "Lock graph"}; !slices.Equal(p.TabNames(), want) {
		t.Errorf("views %q, want %q", p.TabNames(), want)
	}

	p = open(t, 3)
	p.desk.Dumps.Tab = "time"
	p.settle()
	about := *p.desk.Dumps.About
	about.Processes = slices.Clone(about.Processes)
	about.Processes[0].Dumps = 1
	p.desk.Dumps.About = &about
	p.desk.Dumps.Choose(0)
	p.settle()
	if tab := p.desk.Dumps.Tab; tab != "stacks" {
		t.Errorf("a process with one dump is shown by %s", tab)
	}
}

func TestGroups(t *testing.T) {
	p := open(t, 1)
	d := p.desk.Dumps
	p.key("2")
	uitest.CheckGolden(t, "dump-groups.html", uitest.CutOut(t, p.html(t), "groups"))
	p.Click(t, "group-stack-0")
	p.settle()
	if html := p.html(t); d.Tab != "stacks" || !strings.Contains(html, ">3 of 5<") || p.stack() != "pool-1-thread-1" {
		t.Errorf("view %s, stack of %s", d.Tab, p.stack())
	}
	p.key("Escape")
	if html := p.html(t); !strings.Contains(html, ">5 threads<") {
		t.Error("after Esc not all threads are shown")
	}
}

// TestTally: the number of threads appears only once the table has loaded.
func TestTally(t *testing.T) {
	p := open(t, 1)
	tally := func() string {
		_, after, _ := strings.Cut(p.html(t), `id="stacks-tally"`)
		_, after, _ = strings.Cut(after, ">")
		text, _, _ := strings.Cut(after, "<")
		return text
	}
	p.key("1")
	if got := tally(); got != "5 threads" {
		t.Errorf("counted %q", got)
	}
	p.Open(p.desk.Dumps.About)
	p.Key(canvas.Key{Name: "1"})
	if got := tally(); got != "" {
		t.Errorf("counted %q before the table is there", got)
	}
}

// TestFind: all views share one search, and each counts its own matches.
func TestFind(t *testing.T) {
	p := open(t, 1)
	d := p.desk.Dumps
	element := func(id string) string {
		_, after, _ := strings.Cut(p.html(t), `id="`+id+`"`)
		text, _, _ := strings.Cut(after, "<")
		return text
	}
	field := func() string { return element("dump-find") }
	tally := func() string { return element("dump-tally") }
	p.key("1")
	if p.searches() {
		t.Error("the table has the room's field besides its own")
	}
	p.key("2")
	p.key("/")
	if d.Tab != "groups" || p.Last() != "focus dump-find" {
		t.Errorf("/ leads to %q in view %s", p.Last(), d.Tab)
	}
	all := strings.Count(p.html(t), `id="group-`)
	p.Send(t, "input", "dump-find", map[string]any{"value": "pool-1-thread-2"})
	p.settle()
	if n := strings.Count(p.html(t), `id="group-`); n == 0 || n > all || !strings.Contains(tally(), " groups ") {
		t.Errorf("%d of %d groups are shown, and counted %s", n, all, tally())
	}
	p.Send(t, "input", "dump-find", map[string]any{"value": "tid:2"})
	p.settle()
	if html := p.html(t); strings.Contains(html, `id="group-stack-0"`) || !strings.Contains(tally(), "0 of ") {
		t.Errorf("groups without a hit are shown: %s", tally())
	}
	p.key("4")
	if !strings.Contains(field(), "tid:2") {
		t.Errorf("another view has the search %s", field())
	}
	p.laidOut()
	l := p.list(t, canvas.Graph)
	var slots []string
	for _, r := range l.Rects {
		if r.Row != scene.None && r.Slot&scene.Outline == 0 {
			slots = append(slots, fmt.Sprint(r.Slot&scene.Hit != 0, r.Slot&scene.Faded != 0))
		}
	}
	slices.Sort(slots)
	if got := strings.Join(slots, ", "); got != "false true, true false" || !strings.Contains(tally(), "1 of 2 boxes") {
		t.Errorf("boxes found and faded: %s; %s", got, tally())
	}
	d.ChooseThread(0)
	p.settle()
	if !p.Editing(canvas.Key{Name: "Enter", Editing: true, Focus: "dump-find"}) {
		t.Error("Enter is nobody's")
	}
	p.settle()
	if p.stack() != "<i>writer" {
		t.Errorf("Enter leads to %s", p.stack())
	}
	p.Send(t, "input", "dump-find", map[string]any{"value": "/(/"})
	p.settle()
	if !strings.Contains(tally(), "cannot be read") {
		t.Errorf("of what cannot be read is said %s", tally())
	}
	if !p.Editing(canvas.Key{Name: "Escape", Editing: true}) || p.Last() != "focus dump-tab-locks" || d.Filter.Any() {
		t.Errorf("Esc leads to %q", p.Last())
	}
	p.settle()
	for _, r := range p.list(t, canvas.Graph).Rects {
		if r.Slot&(scene.Hit|scene.Faded) != 0 {
			t.Error("a box fades where nothing is searched for")
		}
	}

	p = open(t, 3)
	p.key("5")
	p.html(t)
	p.Send(t, "input", "dump-find", map[string]any{"value": "tid:2"})
	p.settle()
	if chart := p.Shown[canvas.Timeline].(*message.CourseChart); chart.Find != "tid:2" || !strings.Contains(tally(), "1 of ") {
		t.Errorf("over time the chart finds %q: %s", chart.Find, tally())
	}
	p.Click(t, "time-table")
	p.settle()
	if n := strings.Count(p.html(t), `id="course-row-`); n != 1 {
		t.Errorf("%d threads are in the table", n)
	}
}

func TestFlame(t *testing.T) {
	p := open(t, 1)
	p.key("3")
	l := p.list(t, canvas.Flame)
	if l.Texts[0].String != "2 threads" {
		t.Errorf("the root says %q", l.Texts[0].String)
	}
	writer := canvas.Hit{}
	for _, r := range l.Rects {
		if names := p.engine.Answer(&message.Names{Methods: []uint32{r.Method}}).(*message.NamesReply); len(names.Names) == 1 && names.Names[0].Label == "<i>writer" {
			writer = canvas.Hit{OK: true, Method: r.Method, Thread: r.Thread, Depth: r.Depth, Row: r.Row, W: message.CSS(r.W)}
		}
	}
	p.Input(canvas.Input{Canvas: canvas.Flame, Kind: canvas.Move, X: 10, Y: 30, Hit: writer})
	p.settle()
	html := p.html(t)
	if tip := uitest.CutOut(t, html, "tip shown"); !strings.Contains(tip, "&lt;i&gt;writer") || !strings.Contains(tip, "1 of 2") || strings.Contains(strings.ToLower(tip), "time") {
		t.Errorf("the tooltip is %s", tip)
	}
	uitest.CheckGolden(t, "dump-flame.html", uitest.CutOut(t, html, "strip filters flame-strip"))
	click := func() {
		p.Input(canvas.Input{Canvas: canvas.Flame, Kind: canvas.Click, Hit: writer})
		p.settle()
	}
	root := func() uint32 { return p.Shown[canvas.Flame].(*message.StackFlame).Root }
	click()
	if p.stack() != "<i>writer" || !strings.Contains(p.html(t), ">Show 1 thread<") {
		t.Fatalf("a click on the writer shows %s", p.stack())
	}
	click()
	if root() != writer.Row {
		t.Error("a second click does not zoom")
	}
	if !strings.Contains(p.html(t), `id="stackflame-crumb-0"`) {
		t.Error("the way to the root is not shown")
	}
	p.key("Escape")
	if root() != message.NoNode {
		t.Error("Esc does not zoom out")
	}
	p.key("i")
	if !p.Shown[canvas.Flame].(*message.StackFlame).Invert {
		t.Error("I does not turn the graph over")
	}
	p.key("/")
	if p.Last() != "focus stackflame-find" {
		t.Errorf("/ leads to %q", p.Last())
	}
	p.Send(t, "change", "stackflame-idle", map[string]any{"checked": true})
	p.settle()
	if got := p.list(t, canvas.Flame).Texts[0].String; got != "5 threads" {
		t.Errorf("with idle threads the root says %q", got)
	}
}

func TestOverTime(t *testing.T) {
	p := open(t, 3)
	d := p.desk.Dumps
	p.key("5")
	hit := canvas.Hit{}
	for _, r := range p.list(t, canvas.Timeline).Rects {
		if r.Depth == 2 && r.Row == 1 && r.Slot&(scene.Outline|scene.Bare) == 0 {
			hit = canvas.Hit{OK: true, Method: r.Method, Thread: r.Thread, Depth: r.Depth, Row: r.Row, X: message.CSS(r.X), W: message.CSS(r.W)}
		}
	}
	p.Input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Move, X: 10, Y: 30, Hit: hit})
	p.settle()
	if tip := uitest.CutOut(t, p.html(t), "tip shown"); !strings.Contains(tip, "Stuck: the same innermost frames in 3 dumps") {
		t.Errorf("the tooltip is %s", tip)
	}
	p.Input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Click, Hit: hit})
	p.settle()
	if p.stack() != "<i>writer" || d.Process != 2 || d.Tab != "time" {
		t.Errorf("a click shows %s in process %d", p.stack(), d.Process)
	}
	for _, k := range []canvas.Key{{Name: "w", Code: "KeyW"}, {Name: "d", Code: "KeyD"}, {Name: "0"}} {
		before := p.Previews[canvas.Timeline]
		if p.press(k); p.Previews[canvas.Timeline] == before {
			t.Errorf("%s does not move the picture", k.Name)
		}
	}
	p.Click(t, "time-table")
	p.settle()
	html := uitest.CutOut(t, p.html(t), "scroll courses")
	uitest.CheckGolden(t, "dump-time.html", html)

	// The canvas and the table describe the dumps in the same words.
	var drawn []string
	for _, text := range p.list(t, canvas.Timeline).Texts {
		if strings.HasPrefix(text.String, "+") {
			drawn = append(drawn, text.String)
		}
	}
	if len(drawn) == 0 {
		t.Error("the canvas does not tell how far the dumps are apart")
	}
	for _, s := range drawn {
		if !strings.Contains(html, s) {
			t.Errorf("the canvas says %q, the table does not", s)
		}
	}
	p.press(canvas.Key{Name: "ArrowUp", Row: true})
	p.press(canvas.Key{Name: "ArrowRight", Row: true})
	if p.stack() != "main" || d.Process != 1 {
		t.Errorf("the keys lead to %s in process %d", p.stack(), d.Process)
	}
}

// TestLeftOut: the view over time lists the dumps that it leaves out.
func TestLeftOut(t *testing.T) {
	text := func(pid, second int) string {
		return fmt.Sprintf("----- pid %d at 2024-01-01 10:00:%02d -----\nCmd line: a\n\"main\" prio=5 tid=1 Runnable\n  at a.B.c(A.java:1)\n\n----- end %d -----\n", pid, second, pid)
	}
	p := openTexts(t, text(7, 1), text(7, 2), text(7, 2), text(9, 3))
	p.key("5")
	got := uitest.CutOut(t, p.html(t), "fine time-left")
	for _, want := range []string{"the same dump is shown from another file (10:00:02 in traces-2.txt)", "the app was started again (pid 9 10:00:03 in traces-3.txt)"} {
		if !strings.Contains(got, want) {
			t.Errorf("it says %s, nothing of %q", got, want)
		}
	}
}

// laidOut delivers Graphviz's layout of the lock graph.
func (p *page) laidOut() {
	p.desk.TakeGraphviz(p.Stand.Job, "graph 1 2 3\nnode 0 1 2.5 1.5 .5 0 solid box black white\nnode 1 1 0.5 1.5 .5 1 solid box black white\n"+
		"edge 0 1 4 .9 2.2 .9 1.8 .9 1.2 .9 .8 solid black\nedge 1 0 4 1.1 .8 1.1 1.2 1.1 1.8 1.1 2.2 solid black\nstop\n", "")
	p.settle()
}

func TestLocks(t *testing.T) {
	p := open(t, 1)
	p.key("4")
	note := func() string { return uitest.CutOut(t, p.html(t), "graph-note") }
	if !strings.Contains(note(), ">Laying out 2 boxes and 2 arrows…<") {
		t.Errorf("while Graphviz works the page says %s", note())
	}
	p.laidOut()
	if l := p.list(t, canvas.Graph); len(l.Curves) != 2 || l.Curves[0].Slot != scene.SlotAlarm {
		t.Fatalf("the arrows are %+v; %s", l.Curves, note())
	}
	if p.stack() != "main" {
		t.Errorf("it opens on %s, want on main, which is in a deadlock", p.stack())
	}
	// At first, the visible part of the graph is legible on any canvas. A large canvas shows the
	// whole graph.
	for _, c := range []struct{ width, scale float64 }{{130, 0.8}, {700, 1.25}} {
		p.Input(canvas.Input{Canvas: canvas.Graph, Kind: canvas.Size, X: message.CSS(c.width), Y: 400})
		p.settle()
		if got := p.list(t, canvas.Graph).Scale; math.Abs(got-c.scale) > 1e-6 {
			t.Errorf("on %v pixels a point is %v pixels, want %v", c.width, got, c.scale)
		}
	}
	if !strings.Contains(p.html(t), "scroll graph-list") {
		t.Error("on a canvas that is too narrow for the graph, the list is not shown")
	}
	p.Click(t, "locks-drawn")
	p.desk.Dumps.ChooseThread(0)
	p.key("1")
	p.key("4")
	if p.stack() != "main" {
		t.Errorf("shown again it chooses %s by itself", p.stack())
	}
	p.Input(canvas.Input{Canvas: canvas.Graph, Kind: canvas.Move, X: 20, Y: 20, Hit: canvas.Hit{OK: true, Method: message.NoNode, Row: 1}})
	if tip := uitest.CutOut(t, p.html(t), "tip shown"); !strings.Contains(tip, "Click to see its stack.") {
		t.Errorf("the tooltip is %s", tip)
	}
	p.Input(canvas.Input{Canvas: canvas.Graph, Kind: canvas.Click, Hit: canvas.Hit{OK: true, Method: message.NoNode, Row: 1}})
	p.settle()
	if p.stack() != "<i>writer" {
		t.Errorf("a click shows the stack of %s", p.stack())
	}
	if !strings.HasPrefix(p.Spoken(), "<i>writer (2), Blocked in Main.report") {
		t.Errorf("a screen reader hears %q", p.Spoken())
	}
	uitest.CheckGolden(t, "locks.html", uitest.CutOut(t, p.html(t), "panel\" role=\"tabpanel\" aria-labelledby=\"dump-tab-locks"))
	for _, k := range []canvas.Key{{Name: "w", Code: "KeyW"}, {Name: "f", Code: "KeyF"}, {Name: "0"}} {
		before := p.Previews[canvas.Graph]
		if p.press(k); p.Previews[canvas.Graph] == before {
			t.Errorf("%s does not move the picture", k.Name)
		}
	}
	p.Click(t, "locks-listed")
	list := uitest.CutOut(t, p.html(t), "scroll graph-list")
	uitest.CheckGolden(t, "locks-list.html", list)
	if !strings.Contains(list, "&lt;i&gt;writer (2), Blocked in Main.report") || !strings.Contains(list, "main (1) (Main 0x00000002)") {
		t.Errorf("the list is %s", list)
	}
	p.press(canvas.Key{Name: "ArrowUp", Row: true})
	if p.stack() != "main" {
		t.Errorf("the keys lead to %s", p.stack())
	}
	p = openTexts(t, "----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: a\n\"main\" prio=5 tid=1 Runnable\n  at a.B.c(A.java:1)\n----- end 7 -----\n")
	p.key("4")
	if want := "No thread of this process waits for a monitor or for another thread to end"; !strings.Contains(note(), want) || p.Stand.Job != 0 {
		t.Errorf("where nobody waits the page says %s", note())
	}
}

// TestLocksAcross: the graph shows the culprit in another process, and the selected process stays. Its mark
// follows the thread selected in other views.
func TestLocksAcross(t *testing.T) {
	const call = "  at android.os.BinderProxy.transact(A.java:1)\n  at a.IFoo$Stub$Proxy.get(A.java:1)\n"
	p := openTexts(t, "----- pid 5 at 2024-01-01 10:00:30 -----\nCmd line: com.example\n\"main\" prio=5 tid=1 Native\n"+call+"\n----- end 5 -----\n"+
		"----- pid 7 at 2024-01-01 10:00:30 -----\nCmd line: system_server\n\"Binder\" prio=5 tid=9 Runnable\n  at com.server.Foo.get(A.java:1)\n  at a.IFoo$Stub.onTransact(A.java:1)\n  at android.os.Binder.execTransact(A.java:1)\n\n----- end 7 -----\n")
	d := p.desk.Dumps
	marked := func() string { name, _, _ := strings.Cut(p.Spoken(), ","); return name }
	p.key("4")
	p.desk.TakeGraphviz(p.Stand.Job, "graph 1 2 3\nnode 0 1 2.5 1.5 .5 0 solid box black white\nnode 1 1 0.5 1.5 .5 1 solid box black white\nedge 0 1 4 .9 2.2 .9 1.8 .9 1.2 .9 .8 solid black\nstop\n", "")
	p.settle()
	p.desk.Front = canvas.Graph // the focused canvas
	if d.Process != 0 || p.stack() != "main" || marked() != "main (1)" {
		t.Errorf("the graph of %s shows the stack of %q and marks %q", d.Chosen().Name, p.stack(), marked())
	}
	p.Input(canvas.Input{Canvas: canvas.Graph, Kind: canvas.Click, Hit: canvas.Hit{OK: true, Method: message.NoNode, Row: 1}})
	p.settle()
	if d.Chosen().Name != "system_server" || p.stack() != "Binder" {
		t.Errorf("a click leads to %s of %s", p.stack(), d.Chosen().Name)
	}
}

func TestStackPane(t *testing.T) {
	p := open(t, 1)
	pane := func() string { return uitest.CutOut(t, p.html(t), "details stack-pane") }
	uitest.CheckGolden(t, "stack.html", pane())
	p.desk.Dumps.ShowLine(p.desk.Dumps.Shown.Line)
	p.settle()
	uitest.CheckGolden(t, "text.html", pane())
	if p.Scrolled["text"] != 0 {
		t.Errorf("scrolled to %v", p.Scrolled["text"])
	}

	// If a trace is open too, the pane shows the place of the stack in it.
	p.desk.Dumps.Raw = false
	p.desk.Open(&message.Description{HasWall: true, Span: 1e9, Threads: []message.Thread{{Index: 0, Name: "main"}}})
	p.Settle(&p.desk.Line, p.RequestData, func(body message.Body) message.Body {
		if m, ok := body.(*message.Sight); ok {
			return &message.SightReply{Thread: m.Thread, Frames: 7, Seen: 5, Part: "In the trace: the outermost 5 of 7 frames, down to com.example.Store.<read>, were", Calls: 12, Times: message.Times{3e8}, Method: 4, On: []uint32{0}, Longest: message.CallRef{Row: 9}}
		}
		return p.engine.Answer(body)
	})
	uitest.CheckGolden(t, "in-trace.html", uitest.CutOut(t, p.html(t), "in-trace"))
	p.Click(t, "in-trace-show")
	if p.desk.Room != desk.TraceRoom || p.desk.Method != 4 || p.desk.Call.Row != 9 {
		t.Errorf("the button leads to room %d, method %d, call %+v", p.desk.Room, p.desk.Method, p.desk.Call)
	}

	// If a stack is not in the trace, both pages say so. The trace's page links to this one.
	const note = "In the trace: not this stack."
	d := p.desk.Dumps
	main := d.Chosen().Main
	d.ChooseThread(main + 1)
	p.Settle(&p.desk.Line, func() { p.RequestData(); d.WantMain() }, func(body message.Body) message.Body {
		if m, ok := body.(*message.Sight); ok {
			return &message.SightReply{Thread: m.Thread, Frames: 7, Method: message.NoNode, Note: note}
		}
		return p.engine.Answer(body)
	})
	if got := uitest.CutOut(t, p.html(t), "in-trace"); !strings.Contains(got, note) || d.OfferHint() != note || d.Offer() != "Dump's main: not in this trace" {
		t.Errorf("the pane says %s, the trace %q, %q", got, d.Offer(), d.OfferHint())
	}
	d.ShowOffer()
	if p.desk.Room != desk.DumpRoom || d.Thread != main {
		t.Errorf("the offer leads to room %d, thread %d", p.desk.Room, d.Thread)
	}
}

func TestExports(t *testing.T) {
	p := open(t, 2)
	job, refusal := p.Room.Job(&export.Dumps.Exports[0], desk.Part{})
	if refusal != "" || strings.Join(job.Args, " ") != "explain -all" || !slices.Equal(job.Files, []string{"dump.txt"}) || job.Name != "dump.explained.txt" {
		t.Errorf("%+v, %q", job, refusal)
	}
	p.desk.Dumps.Choose(1)
	job, refusal = p.Room.Job(&export.Process.Exports[0], desk.Part{})
	if refusal != "" || strings.Join(job.Args, " ") != "export -format markdown -process 1 -dump traces-1.txt" || job.Name != "dump.md" {
		t.Errorf("of the process chosen: %+v, %q", job, refusal)
	}
	p = openTexts(t, "----- Waiting Channels: pid 7 at 2024-01-01 10:00:00 -----\nCmd line: a\n\nsysTid=7  0\n----- end 7 -----\n")
	if why := p.Room.Refusal(&export.Process.Exports[1]); why == "" {
		t.Error("a table is made of a process without threads")
	}
}

// TestKernelRows: for a thread with only a wait channel, a click or Enter shows its line in the file.
func TestKernelRows(t *testing.T) {
	p := openTexts(t, "----- Waiting Channels: pid 7 at 2024-01-01 10:00:00 -----\nCmd line: a\n\nsysTid=7  0\nsysTid=8  do_epoll_wait\n----- end 7 -----\n")
	html := p.html(t)
	if !strings.Contains(html, "it runs") || !strings.Contains(html, "do_epoll_wait") || !strings.Contains(html, ">2 threads<") {
		t.Fatal("the threads are no rows")
	}
	if strings.Contains(html, `aria-selected="true" id="stacks-`) || strings.Contains(html, "has no stacks; see its text") {
		t.Error("a thread is chosen, or none is there")
	}
	p.Click(t, "stacks-1")
	if d := p.desk.Dumps; !d.Raw || d.Line != 4 {
		t.Errorf("line %d is shown (%v), want 4", d.Line, d.Raw)
	}
}

// TestQuery: both views with a search explain the part of a query that is not valid.
func TestQuery(t *testing.T) {
	p := open(t, 2)
	write := func(id, text string) {
		p.html(t)
		p.Send(t, "input", id, map[string]any{"value": text})
		p.settle()
	}
	write("stacks-find", "state:blocked -Main.report")
	if html := p.html(t); !strings.Contains(html, ">1 of 5<") {
		t.Error("the query does not leave one of five threads")
	}
	write("stacks-find", "/pool(/")
	if html := p.html(t); !strings.Contains(html, "The pattern /pool(/ cannot be read: missing closing ).") {
		t.Error("the table does not say that a pattern cannot be read")
	}
	p.key("3")
	if html := uitest.CutOut(t, p.html(t), "panel\" role=\"tabpanel\" aria-labelledby=\"dump-tab-stackflame"); !strings.Contains(html, "The pattern /pool(/ cannot be read") {
		t.Error("the flame graph does not say that a pattern cannot be read")
	}
	write("stackflame-find", "/pool/")
	if strings.Contains(uitest.CutOut(t, p.html(t), "panel\" role=\"tabpanel\" aria-labelledby=\"dump-tab-stackflame"), "cannot be read") {
		t.Error("a pattern that can be read is refused")
	}
}

// TestHead: the information around the stacks is one line, which expands and links to the text.
func TestHead(t *testing.T) {
	p := open(t, 2)
	if html := p.html(t); !strings.Contains(html, `id="head-open"`) || strings.Contains(html, "head-fact") {
		t.Error("the dump's head is not folded to a line")
	}
	p.Click(t, "head-open")
	html := p.html(t)
	for _, want := range []string{"Process and system", "ABI", "The processor&#39;s instructions", "DALVIK THREADS (5):"} {
		if !strings.Contains(html, want) {
			t.Errorf("the head says nothing of %s", want)
		}
	}
	if !regexp.MustCompile(`id="head-line-2"[^>]*>\s*3\s*<`).MatchString(html) {
		t.Error("the page shows a fact's line other than by its number")
	}
	p.Click(t, "head-line-2")
	if d := p.desk.Dumps; !d.Raw || d.Line != 2 {
		t.Error("a fact does not lead to its line")
	}
}

// queue returns a dump of an idle main and of threads that wait for a lock, the last one behind the first.
func queue(waiters int) string {
	var s strings.Builder
	s.WriteString("----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\nDALVIK THREADS (5):\n")
	thread := func(tid int, name, state string, lines ...string) {
		fmt.Fprintf(&s, "%q prio=5 tid=%d %s\n  %s\n\n", name, tid, state, strings.Join(lines, "\n  "))
	}
	thread(1, "main", "Native", "at android.os.MessageQueue.nativePollOnce(Native method)", "at android.os.MessageQueue.next(MessageQueue.java:1)", "at android.os.Looper.loop(Looper.java:1)")
	for i := range waiters {
		thread(10+i, fmt.Sprint("waiter ", i), "Blocked", "at com.example.A.a(A.java:1)", "- waiting to lock <0x01> (a com.example.A) held by thread 9", fmt.Sprintf("- locked <0x1%d> (a X)", i))
	}
	thread(90, "behind", "Blocked", "at com.example.A.a(A.java:1)", "- waiting to lock <0x10> (a X) held by thread 10")
	thread(9, "<b>holder", "Sleeping", "at java.lang.Thread.sleep(Native method)", "at com.example.B.b(B.java:1)", "- locked <0x01> (a com.example.A)")
	s.WriteString("----- end 7 -----\n")
	return s.String()
}

// TestOpensOnHolder: the page selects the holder of the lock that the verdict is about. Its stack comes before the threads that
// wait for it.
func TestOpensOnHolder(t *testing.T) {
	p := openTexts(t, queue(7))
	if p.stack() != "<b>holder" {
		t.Fatalf("it opens on %s", p.stack())
	}
	stack := func() string { return uitest.CutOut(t, p.html(t), "details stack-pane") }
	html := stack()
	last := -1
	for _, want := range []string{"7 threads wait for this thread, 1 more behind them", ">Thread.sleep<", ">B.b<", ">Threads that wait for it<", ">waiter 0 (10)<", ", for A 0x00000001<", ">waiter 4 (14)<", ">2 more<"} {
		at := strings.Index(html, want)
		if at <= last {
			t.Errorf("%q is at %d, after %d: %s", want, at, last, html)
		}
		last = at
	}
	if strings.Contains(html, "waiter 5") {
		t.Errorf("it names more than the first waiting threads: %s", html)
	}
	p.Frame(t, p.Room)
	p.Send(t, "click", "waiters-all", map[string]any{"id": "waiters-all"})
	if d := p.desk.Dumps; len(d.Filter.Group) != 7 || d.Tab != "stacks" {
		t.Errorf("its last line lists %v in %s", d.Filter.Group, d.Tab)
	}
	p.desk.Dumps.Filter = desk.Filter{}
	p.desk.Dumps.ChooseThread(1)
	p.settle()
	if html := stack(); strings.Contains(html, "stack-waiters") || !strings.Contains(html, "waits for") || !strings.Contains(html, ">behind (90)<") {
		t.Errorf("a thread with one waiting thread has a list: %s", html)
	}
	p.desk.Dumps.ChooseThread(0)
	p.settle()
	if html := stack(); strings.Contains(html, "wait for this thread") || strings.Contains(html, "Threads that wait") {
		t.Errorf("main, which nobody waits for, has waiting threads: %s", html)
	}
	for _, text := range []string{
		"----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\n\"main\" prio=5 tid=1 Sleeping\n  at java.lang.Thread.sleep(Native method)\n\n\"w\" prio=5 tid=2 Blocked\n  - waiting to lock <0x01> (a X)\n\n----- end 7 -----\n",
		"----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\n\"main\" prio=5 tid=1 Blocked\n  - waiting to lock <0x01> (a X) held by thread 2\n  - locked <0x02> (a X)\n\n\"w\" prio=5 tid=2 Blocked\n  - waiting to lock <0x02> (a X) held by thread 1\n  - locked <0x01> (a X)\n\n----- end 7 -----\n",
	} {
		if p := openTexts(t, text); p.stack() != "main" {
			t.Errorf("without a holder it opens on %s: %s", p.stack(), text)
		}
	}
}
