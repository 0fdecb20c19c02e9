package dumping

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/render/scene"
	"traceglass/wasm/engine"
	worker "traceglass/wasm/engine/dumping"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/link"
	"traceglass/wasm/ui/uitest"
)

// A heap is a page with an open pile. A worker reads its dumps again one at a time.
type heap struct {
	*page
	files *worker.Room
	texts []string
	names []string // lot/file
}

// openPile returns a page with n dumps. Every third waits for the network, the others sleep.
func openPile(t *testing.T, n int, lots ...string) *heap {
	t.Helper()
	h := &heap{page: &page{Stand: uitest.New(), engine: engine.New(1 << 30)}}
	h.files = h.page.engine.Dumps()
	h.desk = desk.New(desk.NewPage(h.Stand))
	h.Room = New(h.desk.Dumps)
	for i := range n {
		frame := "com.example.Store.read"
		if i%3 == 2 {
			frame = fmt.Sprintf("com.example.Api$%d.call", i)
		}
		h.names = append(h.names, fmt.Sprintf("anr_%d", i))
		h.texts = append(h.texts, fmt.Sprintf("----- pid %d at 2024-01-%02d 10:00:00 -----\nCmd line: com.example\nBuild fingerprint: 'a/b/c:14/d'\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Sleeping\n  | sysTid=7 nice=0\n  at java.lang.Thread.sleep(Native method)\n  at %s(A.java:%d)\n\n----- end %d -----\n", 100+i, i+1, frame, i, 100+i))
		lot := h.names[i]
		if len(lots) > 0 {
			lot = lots[i*len(lots)/n]
		}
		h.read(t, i, lot)
	}
	h.Open(h.files.Open())
	h.Input(canvas.Input{Canvas: canvas.Flame, Kind: canvas.Size, X: 700, Y: 400})
	h.settled(t)
	return h
}

func (h *heap) read(t *testing.T, i int, lot string) {
	t.Helper()
	h.files.Begin(h.names[i], lot)
	h.files.Write([]byte(h.texts[i]))
	if found, err := h.files.End(""); !found {
		t.Fatal(err)
	}
}

// settled answers all requests, and returns the dumps that were read again.
func (h *heap) settled(t *testing.T) (again []uint32) {
	h.Settle(&h.desk.Line, h.RequestData, func(req message.Body) message.Body {
		if open, ok := req.(*message.OpenDump); ok {
			if file, wanted := h.files.Reread(int(open.Number)); wanted {
				again = append(again, open.Number)
				h.read(t, file, "pile.zip")
			}
		}
		return h.engine.Answer(req)
	})
	h.Frame(t, h.Room)
	return again
}

// TestCauses: files with several processes open as a pile, grouped by cause. Each cause leads to its dump and
// back. Several dumps of one process open as dumps, not as a pile.
func TestCauses(t *testing.T) {
	p := openPile(t, 6)
	d := p.desk.Dumps
	if d.Tab != "causes" || !d.Pile.Overview || !strings.Contains(p.html(t), `class="dump heap"`) {
		t.Errorf("a pile opens on %s, %+v", d.Tab, d.Pile)
	}
	uitest.CheckGolden(t, "causes.html", uitest.CutOut(t, p.html(t), "causes"))
	// The search, the kind and the order select causes. Escape shows all again.
	titles := func() string {
		p.settled(t)
		var all []string
		for _, line := range strings.Split(uitest.CutOut(t, p.html(t), "causes"), "cause-where\">")[1:] {
			where, _, _ := strings.Cut(line, "</span>")
			all = append(all, strings.ReplaceAll(where, "<wbr>", ""))
		}
		return strings.Join(all, " | ")
	}
	whole := titles()
	for find, want := range map[string]string{"api$2": "in com.example.Api.anonymous class: call", "api": "in com.example.Api.anonymous class: call", "-api": "in com.example.Store.read", "Sleeps store": "in com.example.Store.read", "api store": "", "": whole} {
		p.Send(t, "input", "causes-find", map[string]any{"id": "causes-find", "value": find})
		if got := titles(); got != want {
			t.Errorf("the search for %q lists %q, want %q", find, got, want)
		}
	}
	p.Send(t, "input", "causes-find", map[string]any{"id": "causes-find", "value": "nothing"})
	if p.settled(t); !strings.Contains(p.html(t), "No cause matches. Press Esc to show all.") {
		t.Error("the page does not report a search without matches")
	}
	p.Editing(canvas.Key{Name: "Escape", Focus: "causes-find"})
	p.Send(t, "change", "causes-sort", map[string]any{"id": "causes-sort", "value": "title"})
	if got := titles(); strings.Count(got, "|") != strings.Count(whole, "|") || !strings.HasPrefix(got, "in com.example.Api") {
		t.Errorf("by kind the causes are %q", got)
	}
	p.Send(t, "change", "causes-kind", map[string]any{"id": "causes-kind", "value": "Deadlock"})
	if got := titles(); got != "" {
		t.Errorf("deadlocks are %q", got)
	}
	p.Editing(canvas.Key{Name: "Escape", Focus: "causes-find"})
	p.Send(t, "change", "causes-sort", map[string]any{"id": "causes-sort", "value": ""})
	p.settled(t)
	var ids []string
	for _, group := range p.Exports() {
		for _, e := range group.Exports {
			ids = append(ids, e.ID)
		}
	}
	if slices.Contains(ids, "markdown") || !slices.Contains(ids, "causes-markdown") {
		t.Errorf("on the causes the exports are %q: no process is shown", ids)
	}
	for i, want := range []string{"causes", "stackflame", "stackflame"} {
		p.key(string(rune('1' + i)))
		if d.Tab != want {
			t.Errorf("key %d shows %s of the pile, want %s", i+1, d.Tab, want)
		}
	}
	p.key("Escape")
	if d.Tab != "causes" {
		t.Errorf("Esc shows %s of the pile", d.Tab)
	}
	p.settled(t)
	p.Click(t, "cause-1")
	p.settled(t)
	if got := d.Chosen(); got.PID != 102 || d.Pile.Overview || d.Tab != "stacks" || p.stack() != "main" {
		t.Errorf("the second cause shows pid %d in %s, %+v", got.PID, d.Tab, d.Pile)
	}
	if p.Last() != "focus at top stacks-rows" {
		t.Errorf("a cause that opens gives the focus: %q", p.Last())
	}
	if names := p.TabNames(); slices.Contains(names, "Causes") || !strings.Contains(p.html(t), "‹ Causes of all 6 dumps") {
		t.Errorf("a dump of the pile has views %q", names)
	}
	p.Click(t, "to-pile")
	p.settled(t)
	if p.Last() != "focus cause-1" {
		t.Errorf("the way back gives the focus: %q", p.Last())
	}
	p.Click(t, "cause-flame-1")
	p.settled(t)
	if d.Tab != "stackflame" || p.Last() != "focus flame" {
		t.Errorf("the flame graph of a cause: tab %s, %q", d.Tab, p.Last())
	}
	p.key("Escape")
	if d.Tab != "causes" || p.Last() != "focus cause-flame-1" {
		t.Errorf("the way back from the flame graph: tab %s, %q", d.Tab, p.Last())
	}
	p.Click(t, "cause-more-0")
	p.settled(t)
	if text := uitest.CutOut(t, p.html(t), "causes"); strings.Count(text, "cause-case-") != 6 {
		t.Errorf("listed: %s", text)
	}
	p.Click(t, "cause-case-4")
	p.settled(t)
	if got := d.Chosen(); got.PID != 104 || d.About.Single {
		t.Errorf("the last file of the first cause shows pid %d", got.PID)
	}
	p.key("Escape")
	if !d.Pile.Overview || p.Last() != "focus cause-case-4" {
		t.Errorf("Esc does not lead back to the pile, or gives the focus: %q", p.Last())
	}
	if one := open(t, 3); one.desk.Dumps.Tab == "causes" || !strings.Contains(one.html(t), "dump-tab-causes") {
		t.Errorf("dumps of one process open on %s", one.desk.Dumps.Tab)
	}
}

// TestLargePile: one dump of a pile is open. Others are read again when they are shown, except the last few.
func TestLargePile(t *testing.T) {
	p := openPile(t, 300, "pile.zip")
	d := p.desk.Dumps
	if !d.About.Single || len(d.About.Files) != 1 || d.About.Pile != 300 || p.Facts() != "300 dumps" {
		t.Fatalf("open are %d files of %d: %s", len(d.About.Files), d.About.Pile, p.Facts())
	}
	if got, want := d.Stored(), []string{"pile.zip"}; !slices.Equal(got, want) {
		t.Errorf("exports read %q", got)
	}
	visit := func(id string, pid int, want ...uint32) {
		t.Helper()
		p.Click(t, id)
		again := p.settled(t)
		if d.Chosen().PID != pid || d.Pile.Overview || p.stack() != "main" || !slices.Equal(again, want) {
			t.Errorf("%s shows pid %d, the stack of %q, and read %v again, want pid %d and %v", id, d.Chosen().PID, p.stack(), again, pid, want)
		}
		if rows := uitest.CutOut(t, p.html(t), "scroll stacks"); !strings.Contains(rows, "main") {
			t.Errorf("%s shows no threads: %s", id, rows)
		}
		p.Click(t, "to-pile")
		p.settled(t)
	}
	visit("cause-0", 100, 0)
	visit("cause-1", 102, 2)
	visit("cause-case-0", 100)
	before := d.Thread
	visit("cause-case-3", 103, 3)
	if d.Thread != before || len(d.About.Files) != 1 {
		t.Errorf("the dumps are open together: %+v", d.About.Files)
	}
	p.Click(t, "cause-more-0")
	p.settled(t)
	p.Click(t, "cause-more-0")
	p.settled(t)
	if html := uitest.CutOut(t, p.html(t), "causes"); !strings.Contains(html, "101 to 200 of 200, show the next") || !strings.Contains(html, `id="cause-case-298"`) {
		t.Errorf("the second hundred is not listed: %.3000s", html)
	}
	visit("cause-case-298", 398, 298)

	// If two dumps are clicked, the later click counts.
	p.Click(t, "cause-case-295")
	p.Click(t, "cause-case-297")
	p.settled(t)
	if got := d.Chosen().PID; got != 397 {
		t.Errorf("after two clicks pid %d is shown, want 397", got)
	}

	// A step back in the history returns to the dump before, and then to the pile.
	at := link.Now(p.desk)
	p.Click(t, "to-pile")
	p.settled(t)
	whole := link.Now(p.desk)
	p.Click(t, "cause-0")
	p.settled(t)
	at.Show(p.desk)
	if p.settled(t); d.Chosen().PID != 397 || d.Pile.Overview || !link.Now(p.desk).Same(at) {
		t.Errorf("a step back shows pid %d", d.Chosen().PID)
	}
	whole.Show(p.desk)
	if again := p.settled(t); !d.Pile.Overview || len(again) > 0 || !link.Now(p.desk).Same(whole) {
		t.Errorf("a step back shows no pile: %+v", d.Pile)
	}
}

// TestPileFlame: the main threads of all dumps, or of one cause, form one graph. A box leads to its dumps.
func TestPileFlame(t *testing.T) {
	p := openPile(t, 30, "pile.zip")
	d := p.desk.Dumps
	boxes := func() string {
		l := p.list(t, canvas.Flame)
		var all []string
		for _, r := range l.Rects {
			n := p.engine.Answer(&message.StackNode{Scope: p.Shown[canvas.Flame].(*message.StackFlame).Scope, Node: r.Row}).(*message.StackNodeReply)
			all = append(all, fmt.Sprintf("%s×%d", n.Name, n.Count))
		}
		slices.Sort(all)
		return l.Texts[0].String + ": " + strings.Join(slices.Compact(all), " ")
	}
	p.key("2")
	if got, want := boxes(), "30 dumps: com.example.Api.anonymous class: call×10 com.example.Store.read×20 java.lang.Thread.sleep×10 java.lang.Thread.sleep×20 ×30"; !same(got, want) {
		t.Errorf("all mains are %s, want %s", got, want)
	}
	var hit canvas.Hit
	for _, r := range p.list(t, canvas.Flame).Rects {
		if n := p.engine.Answer(&message.StackNode{Scope: p.Shown[canvas.Flame].(*message.StackFlame).Scope, Node: r.Row}).(*message.StackNodeReply); strings.Contains(n.Name, "Api") && r.Method != scene.NoMethod {
			hit = canvas.Hit{OK: true, Method: r.Method, Row: r.Row, W: message.CSS(r.W)}
		}
	}
	p.Input(canvas.Input{Canvas: canvas.Flame, Kind: canvas.Click, Hit: hit})
	p.settled(t)
	if !strings.Contains(p.html(t), "Show 10 dumps") || !d.Pile.Overview {
		t.Fatal("a box does not tell of its dumps")
	}
	p.Click(t, "stackflame-threads")
	p.settled(t)
	if html := uitest.CutOut(t, p.html(t), "causes"); !strings.Contains(html, "10 dumps with com.example.Api.anonymous class: call in the stack of main") || strings.Count(html, "cause-case-") != 10 || strings.Contains(html, `id="cause-0"`) {
		t.Errorf("its dumps: %s", html)
	}
	p.Click(t, "picked-end")
	p.settled(t)
	p.Click(t, "cause-flame-1")
	p.settled(t)
	if got, want := boxes(), "10 dumps: com.example.Api.anonymous class: call×10 java.lang.Thread.sleep×10 ×10"; !same(got, want) {
		t.Errorf("the second cause's mains are %s, want %s", got, want)
	}
	if html := p.html(t); !strings.Contains(html, "Main sleeps in com.example.Api.anonymous class: call") {
		t.Error("the graph does not say whose it is")
	}
	p.Send(t, "change", "stackflame-whose", map[string]any{"value": "0"})
	p.settled(t)
	if got := boxes(); !strings.HasPrefix(got, "30 dumps: ") {
		t.Errorf("all again are %s", got)
	}
}

// same reports whether two lists have the same words.
func same(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// TestTwoPiles: dumps from two zip files are compared. The older files are the base.
func TestTwoPiles(t *testing.T) {
	p := openPile(t, 24, "new.zip", "old.zip")
	d := p.desk.Dumps
	if d.Pile.BaseLot != 1 {
		t.Errorf("compared with lot %d, want the first, whose dumps are earlier", d.Pile.BaseLot)
	}
	html := uitest.CutOut(t, p.html(t), "causes")
	for _, want := range []string{"12 dumps before, 12 after; 2 causes: 2 same", "8 of 12, 66.7 %; before 8 of 12, 66.7 %", `class="change is-same"`, `class="group-count">8 → 8<`, ">anr_12 (after)<", ">anr_0 (before)<", "2024-01-01 10:00:00 to 2024-01-11 10:00:00 before; 2024-01-13 10:00:00 to 2024-01-23 10:00:00 after", `<option value="1" selected="selected">new.zip`} {
		if !strings.Contains(strings.ReplaceAll(html, "\u00a0", " "), want) {
			t.Errorf("the page does not show %q: %.2500s", want, html)
		}
	}
	p.Click(t, "cause-flame-1")
	p.settled(t)
	sides := func() string {
		p.settled(t)
		l := p.list(t, canvas.Flame)
		return l.Texts[0].String
	}
	if got := sides(); got != "8 dumps" {
		t.Errorf("the graph of a cause is of %s", got)
	}
	for _, tt := range []struct{ value, want, option string }{
		{"4", "4 dumps", `<option value="4" selected="selected">Main sleeps in com.example.Api.anonymous class: call, before<`}, {"2", "12 dumps", `<option value="2" selected="selected">all main threads, after<`},
		{"1", "12 dumps", `<option value="1" selected="selected">all main threads, before<`}, {"0", "24 dumps", `<option value="0" selected="selected">all main threads<`},
	} {
		p.Send(t, "change", "stackflame-whose", map[string]any{"value": tt.value})
		if got := sides(); got != tt.want {
			t.Errorf("choice %s shows %s, want %s", tt.value, got, tt.want)
		}
		if html := p.html(t); !strings.Contains(html, tt.option) {
			t.Errorf("the choice is not %s", tt.option)
		}
	}
	p.key("1")
	p.settled(t)
	p.Send(t, "change", "causes-before", map[string]any{"id": "causes-before", "value": "0"})
	p.settled(t)
	if html := uitest.CutOut(t, p.html(t), "causes"); !strings.Contains(html, "24 dumps, 2 causes") {
		t.Errorf("not compared: %.800s", html)
	}
	p.Click(t, "causes-add")
	if p.Last() != "add" {
		t.Errorf("the button leads to %q", p.Last())
	}
}

// TestMarks: the marks in a file that is opened later are added to those of the page, and are saved with
// them.
func TestMarks(t *testing.T) {
	p := openPile(t, 24, "new.zip")
	id := p.engine.Answer(&message.Causes{Group: message.NoNode, Node: message.NoNode}).(*message.CausesReply).Groups[0].ID
	p.Send(t, "change", "cause-mark-1", map[string]any{"id": "cause-mark-1", "value": "noise"})
	p.desk.Dumps.Marks = []message.CauseMark{{Cause: id, State: "fixed", Version: "1.10", Note: "by  the cache"}}
	p.settled(t)
	html := uitest.CutOut(t, p.html(t), "causes")
	for _, want := range []string{`<option value="noise" selected="selected">`, `<option value="fixed" selected="selected">`, `value="1.10"`, `value="by  the cache"`} {
		if !strings.Contains(html, want) {
			t.Errorf("the page does not show %q: %.3000s", want, html)
		}
	}
	p.Click(t, "marks-save")
	if saved := string(p.Saved.Data); !strings.Contains(saved, `"state":"fixed","version":"1.10","note":"by the cache"`) || !strings.Contains(saved, `"state":"noise","version":"","note":""`) {
		t.Errorf("the saved marks: %s", saved)
	}
}
