package tracing

import (
	"strings"
	"testing"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

// offered returns the items of the menu. Bars separate its sections.
func offered(p *page) string {
	var names []string
	for _, item := range p.d.Menu.Items {
		if item.Name == "" {
			item.Name = "|"
		}
		names = append(names, item.Name)
	}
	return strings.Join(names, ", ")
}

// pick selects a line of the menu.
func pick(t *testing.T, p *page, name string) {
	t.Helper()
	for _, item := range p.d.Menu.Items {
		if item.Name == name {
			p.d.CloseMenu(true)
			item.Do()
			p.answer()
			return
		}
	}
	t.Fatalf("the menu has no %q: %s", name, offered(p))
}

// rightClick presses the right button over a hit.
func rightClick(p *page, id canvas.ID, x, y float64, hit canvas.Hit) {
	in := at(id, canvas.RightClick, x, y)
	in.Hit, in.PageX, in.PageY = hit, message.CSS(x+10), message.CSS(y+100)
	p.input(in)
	p.answer()
}

var (
	aCall   = canvas.Hit{OK: true, Method: 5, Thread: 0, Depth: 5, Row: 3, X: 600, W: 50}
	aFrame  = canvas.Hit{OK: true, Method: 5, Thread: message.NoNode, Depth: 5, Row: 105, X: 600, W: 50}
	aThread = canvas.Hit{OK: true, Method: message.NoNode, Thread: 1, Depth: message.NoNode, Row: message.NoNode, W: 160, Y: 40, H: 30}
)

// TestOwners: the menu of a method gives its package another owner. The browser remembers it, all is requested again, and exports
// have it too.
func TestOwners(t *testing.T) {
	p := openCalc(t)
	p.answer()
	choose := func(want string) {
		t.Helper()
		p.Menu("methods-5", desk.Place{X: 1, Y: 1})
		for _, item := range p.d.Menu.Items {
			if item.Name == want {
				item.Do()
				p.answer()
				return
			}
		}
		t.Fatalf("no item is %q", want)
	}
	library := uitest.NamesOf([]uint32{5}).Names
	library[0].Origin = message.Slot(scene.SlotLibrary)
	p.d.Names.Learn(library)
	for _, class := range []string{"a,own:b.C", strings.Repeat("a", 300) + ".C"} {
		library[0].Class = class
		p.d.Names.Learn(library)
		for _, item := range p.d.Owners.Items(p.d, 5) {
			t.Errorf("the menu offers %.40q", item.Name)
		}
	}
	p.d.Names.Learn(uitest.NamesOf([]uint32{5}).Names)
	if items := p.d.Owners.Items(p.d, 5); items != nil {
		t.Errorf("for code of the platform the menu offers %q", items[0].Name)
	}
	library[0].Class = "com.example.calc.Evaluator"
	p.d.Names.Learn(library)
	choose("Treat as my code: com.example.calc")
	if want := "own:com.example.calc"; p.d.Owners.Text != want || p.Stored["owners"] != want || desk.New(desk.NewPage(p.Stand)).Owners.Text != want {
		t.Errorf("the owners are %q, stored as %q", p.d.Owners.Text, p.Stored["owners"])
	}
	if got := strings.Join(p.d.Owners.Args(), " "); got != "-own com.example.calc" {
		t.Errorf("the command gets %q", got)
	}
	p.open(uitest.Calc())
	p.answer()
	if asked := p.assigned; asked.Owners != "own:com.example.calc" || asked.Prefix != "" {
		t.Errorf("the next trace is opened with %+v", asked)
	}
	p.d.Owners.Forget(p.d)
	if p.answer(); p.d.Owners.Text != "" || p.Stored["owners"] != "" {
		t.Errorf("forgotten, the owners are %q, stored as %q", p.d.Owners.Text, p.Stored["owners"])
	}
}

// TestMenuAwaitsName: the menu of a frame whose name the page does not have yet gets the name when it arrives. The
// focused item stays.
func TestMenuAwaitsName(t *testing.T) {
	p := openCalc(t)
	p.answer()
	p.d.Names.Forget()
	in := at(canvas.Timeline, canvas.RightClick, 610, 120)
	in.Hit = aCall
	p.input(in)
	if got := p.d.Menu.Title; got != "…" {
		t.Fatalf("before the name arrives, the title is %q", got)
	}
	p.d.Menu.Cursor = 2
	p.answer()
	if m := &p.d.Menu; m.Title != "Evaluator.evaluate(Bundle, int)" || m.FullTitle != "com.example.calc.Evaluator.evaluate(Bundle, int)" || m.Cursor != 2 || !strings.Contains(offered(p), "Copy path") {
		t.Errorf("the title is %q, of %q, with the cursor at %d of %s", m.Title, m.FullTitle, m.Cursor, offered(p))
	}
}

// TestMenus: the menu depends on the view and on the element under the pointer. It leaves out commands that do
// not apply.
func TestMenus(t *testing.T) {
	const (
		elsewhere = "Show its callers and callees, Show its sandwich in the flame graph, Show in the call graph, Filter…, |, Copy name, Copy name as…, Open in an IDE or code search…"
		onThread  = "Only this thread, Hide this thread, Expand it, Fit its time, |, Sum over all threads, |, Copy name"
	)
	for _, tt := range []struct {
		name        string
		open        func(p *page) bool
		title, want string
	}{
		{"a call", func(p *page) bool { rightClick(p, canvas.Timeline, 610, 120, aCall); return true }, "Evaluator.evaluate(Bundle, int)",
			"Zoom to it, |, Show in the method table, Show in the top-down tree, Zoom the flame graph to it, " + elsewhere + ", Copy path, |, Hide thread main"},
		{"a call on a thread that is not summed", func(p *page) bool {
			hit := aCall
			hit.Thread = 1
			rightClick(p, canvas.Timeline, 610, 120, hit)
			return true
		}, "Evaluator.evaluate(Bundle, int)",
			"Zoom to it, |, Show in the method table, Show in the flame graph, " + elsewhere + ", Copy path, |, Only thread Gecko, Hide thread Gecko"},
		{"several calls", func(p *page) bool {
			hit := aCall
			hit.Merged = true
			rightClick(p, canvas.Timeline, 610, 120, hit)
			return true
		}, "Thread main", "Zoom in here, |, Hide this thread, Collapse it to one row, Fit its time, |, Sum over all threads, |, Copy name"},
		{"a label", func(p *page) bool {
			p.d.Collapsed = []uint32{1}
			rightClick(p, canvas.Timeline, 60, 50, aThread)
			return true
		}, "Thread Gecko", onThread},
		{"empty ground", func(p *page) bool { rightClick(p, canvas.Timeline, 680, 300, canvas.Hit{}); return true }, "Timeline",
			"Sum over all threads, Expand all threads, Copy the time here"},
		{"empty ground of a range", func(p *page) bool {
			p.d.SetRange(1200*uitest.Ms, 3400*uitest.Ms, 6370*uitest.Ms)
			rightClick(p, canvas.Timeline, 680, 300, canvas.Hit{})
			return true
		}, "1.2 s – 3.4 s", "Zoom to the range, Clear the range, |, Sum over all threads, Expand all threads, Copy the time here"},
		{"a lane", func(p *page) bool {
			p.d.Collapsed = []uint32{1}
			rightClick(p, canvas.Minimap, 680, 30, aThread)
			return true
		}, "Thread Gecko", onThread},
		{"a frame", func(p *page) bool {
			p.show("flamegraph")
			rightClick(p, canvas.Flame, 610, 120, aFrame)
			return true
		}, "Evaluator.evaluate(Bundle, int)",
			"Zoom to it, |, Show its longest call in the timeline, Show in the method table, Show in the top-down tree, " + elsewhere + ", Copy path"},
		{"a row of the table", func(p *page) bool { return p.Menu("methods-5", desk.Place{X: 1, Y: 1}) }, "Evaluator.evaluate(Bundle, int)",
			"Expand its parents and children, |, Show its longest call in the timeline, Show in the flame graph, " + elsewhere + ", Copy row"},
		{"a row of the tree", func(p *page) bool {
			p.show("topdown")
			p.answer()
			return p.Menu("topdown-5", desk.Place{X: 1, Y: 1})
		}, "Evaluator.evaluate(Bundle, int)",
			"Close it, Expand its heaviest path, Start the tree here, |, Show its longest call in the timeline, Show in the method table, Zoom the flame graph to it, " + elsewhere + ", Copy path, Copy row"},
		{"a row of the other tree", func(p *page) bool {
			p.show("bottomup")
			p.answer()
			return p.Menu("bottomup-5", desk.Place{X: 1, Y: 1})
		}, "Evaluator.evaluate(Bundle, int)",
			"Close it, Expand its heaviest path, Start the tree here, |, Show its longest call in the timeline, Show in the method table, Show in the flame graph, " + elsewhere + ", Copy path, Copy row"},
		{"a thread's row", func(p *page) bool {
			p.show("threads")
			return p.Menu("threads-1", desk.Place{X: 1, Y: 1})
		}, "Thread Gecko", "Go to its first call, Include it in the figures, " + strings.Replace(onThread, "Expand it", "Collapse it to one row", 1) + ", Copy row"},
		{"the row that has the keyboard", func(p *page) bool {
			p.show("threads")
			return p.Menu("threads-rows", desk.Place{})
		}, "Thread main", "Go to its first call, Exclude it from the figures, Hide this thread, Collapse it to one row, Fit its time, |, Sum over all threads, |, Copy name, Copy row"},
		{"the chosen call", func(p *page) bool {
			p.d.ChooseCall(aCall.Call(), 5)
			p.answer()
			return p.Menu("timeline", desk.Place{})
		}, "Evaluator.evaluate(Bundle, int)",
			"Zoom to it, |, Show in the method table, Show in the top-down tree, Zoom the flame graph to it, " + elsewhere + ", Copy path, |, Hide thread main"},
		{"one of the longest calls", func(p *page) bool {
			p.d.ChooseMethod(5)
			p.answer()
			return p.Menu("longest-2", desk.Place{X: 1, Y: 1})
		}, "Evaluator.evaluate(Bundle, int)",
			"Show in the timeline, Show in the method table, Show in the top-down tree, Zoom the flame graph to it, " + elsewhere + ", Copy path, |, Hide thread main"},
		{"a tab", func(p *page) bool { return p.Menu("tab-methods", desk.Place{X: 1, Y: 1}) }, "", ""},
		{"a row that is not at hand", func(p *page) bool { return p.Menu("methods-2000", desk.Place{X: 1, Y: 1}) }, "", ""},
	} {
		p := openCalc(t)
		p.render(t)
		if got := tt.open(p); got != (tt.want != "") {
			t.Errorf("%s: opened %v", tt.name, got)
		}
		if got := offered(p); got != tt.want || words.Plain(p.d.Menu.Title) != tt.title {
			t.Errorf("%s:\n got %s: %s\nwant %s: %s", tt.name, p.d.Menu.Title, got, tt.title, tt.want)
		}
	}
}

// render renders the page, so that the tables have columns.
func (p *page) render(t *testing.T) {
	p.d.RenderStep = desk.WholePage
	p.Stand.Render(t, p.Room)
}

// labelled reports whether the timeline shows the button at a label.
func (p *page) labelled(t *testing.T) bool {
	p.d.RenderStep = desk.WholePage
	return strings.Contains(p.Stand.Render(t, p.Room), `id="thread-more" aria-hidden="true" class="label-more shown"`)
}

// TestGraphMenuByKeyboard: the menu key opens the menu of the call graph.
func TestGraphMenuByKeyboard(t *testing.T) {
	p := openCalc(t)
	p.show("callgraph")
	if !p.Menu("graph", desk.Place{}) || p.d.Menu.Title != "Call graph" {
		t.Errorf("the menu %q", p.d.Menu.Title)
	}
}

// TestMenuCommands runs the commands of the menus.
func TestMenuCommands(t *testing.T) {
	p := openCalc(t)
	p.render(t)
	rightClick(p, canvas.Timeline, 610, 120, aCall)
	if m := p.d.Menu; m.At != (desk.Place{X: 620, Y: 220}) || m.ReturnFocus != "timeline" || p.Last() != "focus menu" {
		t.Errorf("the menu is at %v, gives the keyboard to %q; %s", m.At, m.ReturnFocus, p.Last())
	}
	if p.d.HasCall {
		t.Error("a right click chooses")
	}
	pick(t, p, "Copy path")
	if want := "copy main\nandroid.os.Handler.dispatchMessage(Bundle, int)\ncom.example.calc.MainActivity.onCreate(Bundle, int)\nandroid.view.View.draw(Bundle, int)\n"; p.Last() != want {
		t.Errorf("the path: %q, want %q", p.Last(), want)
	}
	rightClick(p, canvas.Timeline, 610, 120, aCall)
	pick(t, p, "Copy name as…")
	facts := "com.example.calc.Evaluator.evaluate(Landroid/os/Bundle;I)V\ncom.example.calc.Evaluator.evaluate(Landroid/os/Bundle;I)V\n\nEvaluator.java\n102"
	if want := "source copy " + facts; p.Last() != want {
		t.Errorf("copying asks for %q, want %q", p.Last(), want)
	}
	rightClick(p, canvas.Timeline, 610, 120, aCall)
	pick(t, p, "Open in an IDE or code search…")
	p.Stored["sourceName"] = "code.example"
	rightClick(p, canvas.Timeline, 610, 120, aCall)
	pick(t, p, "Open in code.example")
	if want := "source open " + facts; p.Last() != want {
		t.Errorf("opening asks for %q, want %q", p.Last(), want)
	}
	palette := func() (names string) {
		for _, c := range p.Commands() {
			names += c.Name + ", "
		}
		return names
	}
	if got := palette(); strings.Contains(got, "Copy name as…") || !strings.Contains(got, "Choose where source code opens…") {
		t.Errorf("without a method the palette has %s", got)
	}
	p.d.ChooseMethod(5)
	if got := palette(); !strings.Contains(got, "Copy name, Copy name as…, Open in code.example, ") {
		t.Errorf("with a method the palette has %s", got)
	}
	p.d.Method = message.NoNode

	rightClick(p, canvas.Timeline, 610, 120, aCall)
	pick(t, p, "Zoom the flame graph to it")
	if p.d.Tab != "flamegraph" || p.root() != 102 {
		t.Errorf("the flame graph: %s, root %d", p.d.Tab, p.root())
	}
	p.d.Split.Maximise(desk.ViewsPart)
	rightClick(p, canvas.Flame, 610, 120, aFrame)
	pick(t, p, "Show its longest call in the timeline")
	if want := (message.CallRef{Depth: 4, Row: 500}); !p.d.HasCall || p.d.Call != want || p.d.Split.Maximised() != "" {
		t.Errorf("the longest call: %v %v, whole %q", p.d.HasCall, p.d.Call, p.d.Split.Maximised())
	}

	p.show("methods")
	p.answer()
	if !p.Menu("methods-1", desk.Place{X: 1, Y: 1}) {
		t.Fatal("no menu of a row")
	}
	pick(t, p, "Copy row")
	if want := "copy 1\tcom.example.calc.MainActivity.onCreate\t50.4 %\t3.208 s\t16.8 %\t1.069 s\t38\t84.42 ms"; p.Last() != want {
		t.Errorf("the row: %q, want %q", p.Last(), want)
	}

	rightClick(p, canvas.Timeline, 60, 50, aThread)
	pick(t, p, "Only this thread")
	rightClick(p, canvas.Timeline, 610, 120, aCall)
	pick(t, p, "Hide thread main")
	if !p.d.Alone(1) || len(p.d.Hidden) != 1 {
		t.Errorf("summed %v, hidden %v", p.d.Threads, p.d.Hidden)
	}
}

// TestLabel: the button at a label shows while the pointer is on it, and opens the menu.
func TestLabel(t *testing.T) {
	p := openCalc(t)
	move := at(canvas.Timeline, canvas.Move, 60, 50)
	move.Hit = aThread
	p.input(move)
	if !p.labelled(t) {
		t.Fatal("no button on the label under the pointer")
	}
	click := at(canvas.Timeline, canvas.Click, 145, 52)
	click.Hit = aThread
	p.input(click)
	if p.d.Menu.Title != "Thread Gecko" {
		t.Errorf("the button opens %q", p.d.Menu.Title)
	}
	p.d.CloseMenu(false)
	click.X, click.StartX = 60, 60
	p.input(click)
	if p.d.MenuOpen() || len(p.d.Collapsed) == 0 {
		t.Error("a click next to the button does not collapse the thread")
	}
	move.X, move.Hit = 500, aCall
	p.input(move)
	if p.labelled(t) {
		t.Error("the button stays")
	}
}
