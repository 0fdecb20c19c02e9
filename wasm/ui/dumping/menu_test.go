package dumping

import (
	"strings"
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

// TestMenus tests the menus of rows, frames and lines of a stack.
func TestMenus(t *testing.T) {
	p := open(t, 1)
	d := p.desk.Dumps
	p.html(t)
	menu := func(id string) string {
		t.Helper()
		if !p.Menu(id, desk.Place{X: 1, Y: 1}) {
			t.Fatalf("%s has no menu", id)
		}
		var names []string
		for _, item := range p.desk.Menu.Items {
			names = append(names, item.Name)
		}
		return p.desk.Menu.Title + ": " + strings.Join(names, ", ")
	}
	pick := func(name string) {
		t.Helper()
		for _, item := range p.desk.Menu.Items {
			if item.Name == name {
				p.desk.CloseMenu(true)
				item.Do()
				p.settle()
				return
			}
		}
		t.Fatalf("the menu has no %q", name)
	}
	if got, want := menu("stacks-0"), "Thread main: Show its stack, Show in the file’s text, Only threads in this state, Show the thread that it waits for, , Copy name, Copy row"; got != want {
		t.Errorf("a row:\n got %s\nwant %s", got, want)
	}
	pick("Show the thread that it waits for")
	if d.Shown == nil || d.Shown.Row.Name != "<i>writer" {
		t.Errorf("the thread that main waits for: %+v", d.Shown)
	}
	menu("stacks-0")
	pick("Copy row")
	if got := p.Last(); !strings.HasPrefix(got, "copy main\tBlocked\tStore.read\t") {
		t.Errorf("the row: %q", got)
	}
	menu("stacks-rows")
	pick("Only threads in this state")
	if d.Filter.Class != message.StateBlocked {
		t.Errorf("the filter is %+v", d.Filter)
	}
	d.Filter = desk.Filter{}
	p.settle()

	if got, want := menu("frame-0-line-5"), "Main.report: Show in the file’s text, Only threads with this frame, , Copy line, Copy stack, , Copy name, Copy name as…, Open in an IDE or code search…"; got != want {
		t.Errorf("a line of the stack:\n got %s\nwant %s", got, want)
	}
	pick("Open in an IDE or code search…")
	if got := p.Last(); got != "source open com.example.Main.report\n\n\nA.java\n1" {
		t.Errorf("the source of the line: %q", got)
	}
	menu("frame-0-line-5")
	pick("Copy line")
	if got := p.Last(); got != "copy com.example.Main.report A.java:1" {
		t.Errorf("the line: %q", got)
	}

	d.Tab = "stackflame"
	p.settle()
	for _, r := range p.list(t, canvas.Flame).Rects {
		if r.Method == message.NoNode {
			continue
		}
		in := canvas.Input{Canvas: canvas.Flame, Kind: canvas.RightClick, Hit: canvas.Hit{OK: true, Method: r.Method, Row: r.Row}, PageX: 5, PageY: 6}
		p.Input(in)
		p.settle()
		if m := p.desk.Menu; len(m.Items) != 7 || m.Items[0].Name != "Zoom to it" || m.At != (desk.Place{X: 5, Y: 6}) {
			t.Errorf("a frame: %+v", m)
		}
		pick("List its threads")
		if d.Tab != "stacks" || len(d.Filter.Group) == 0 {
			t.Errorf("its threads: %s, %v", d.Tab, d.Filter.Group)
		}
		break
	}
	if p.Menu("rail-0", desk.Place{X: 1, Y: 1}) {
		t.Error("what has no menu has one")
	}
}
