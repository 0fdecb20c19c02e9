package dumping

import (
	"slices"
	"strings"
	"testing"

	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
	"traceglass/wasm/ui/viewstate"
)

// TestGroupThreads: the button in the head of the names groups the threads, as in the table of methods. Mouse and keys open a
// group. The palette and links group the threads too.
func TestGroupThreads(t *testing.T) {
	p := open(t, 2)
	d := p.desk.Dumps
	shown := func() string {
		t.Helper()
		p.settle()
		return uitest.CutOut(t, p.html(t), "scroll stacks")
	}
	flat := shown()
	p.Click(t, "stacks-sort-group")
	m := p.desk.Menu
	if m.Title != "Group the threads" || len(m.Items) != 6 || m.Items[0].Name != "By thread" || m.Items[0].Keys != "✓" || m.Items[2].Name != "By class" {
		t.Fatalf("the menu is %+v", m)
	}
	m.Items[2].Do()
	p.desk.CloseMenu(true)
	closed := shown()
	for _, want := range []string{`role="treegrid"`, ">By class<", "java.util.concurrent.", ">LinkedBlockingQueue<", "3 threads", `aria-expanded="false"`, "2\u00a0Waiting, 1\u00a0TimedWaiting"} {
		if !strings.Contains(closed, want) {
			t.Errorf("the page lacks %s in %s", want, closed)
		}
	}
	if p.threads.Total != 3 || !strings.Contains(p.html(t), ">5 threads<") {
		t.Errorf("closed groups show %d rows, or not the number of threads", p.threads.Total)
	}
	main := d.Thread
	p.Click(t, "stacks-0")
	shown()
	if p.threads.Total != 6 || d.Thread != main {
		t.Errorf("a click on a group shows %d rows and thread %d", p.threads.Total, d.Thread)
	}
	press := func(name string) {
		p.press(canvas.Key{Name: name, Row: true, Focus: "stacks-rows"})
		p.html(t)
	}
	press("ArrowDown")
	if p.stack() != "pool-1-thread-1" {
		t.Errorf("the key leads to the stack of %q", p.stack())
	}
	press("ArrowLeft")
	press("ArrowLeft")
	if p.threads.Cursor != 0 || p.threads.Total != 3 || d.Raw {
		t.Errorf("the keys close the group to %d rows, the cursor is in row %d", p.threads.Total, p.threads.Cursor)
	}
	press("Enter")
	if p.threads.Total != 6 || d.Raw {
		t.Errorf("Enter shows %d rows", p.threads.Total)
	}
	p.Menu("stacks-0", desk.Place{X: 1, Y: 1})
	if m := p.desk.Menu; m.Title != "java.util.concurrent.LinkedBlockingQueue" || m.Items[0].Name != "Close it" {
		t.Errorf("the menu of a group is %+v", m)
	}
	p.desk.CloseMenu(true)

	link := d.ViewStates
	if link.String() != "stacks_g1" {
		t.Errorf("the link is %q", link)
	}
	q := open(t, 2)
	q.desk.Dumps.ViewStates = viewstate.Parse(link.String())
	q.settle()
	if got := uitest.CutOut(t, q.html(t), "scroll stacks"); got != closed {
		t.Errorf("the link shows\n%s\nwant\n%s", got, closed)
	}
	q.desk.Dumps.ViewStates = nil
	q.settle()
	if got := uitest.CutOut(t, q.html(t), "scroll stacks"); got != flat {
		t.Errorf("a step back shows\n%s\nwant\n%s", got, flat)
	}
	d.Tab = "groups"
	at := slices.IndexFunc(p.Commands(), func(c desk.Command) bool { return c.Name == "Group the threads by origin" })
	p.Commands()[at].Do()
	if got := shown(); d.Tab != "stacks" || !strings.Contains(got, ">By origin<") || !strings.Contains(got, ">platform<") {
		t.Errorf("the palette shows %s in tab %s", got, d.Tab)
	}
}
