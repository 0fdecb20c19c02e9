package dumping

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/wasm/engine"
	worker "traceglass/wasm/engine/dumping"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

// TestCauses: files of several processes open as a pile, grouped by cause, and each leads to its
// dump; several dumps of one process open as before.
func TestCauses(t *testing.T) {
	files := worker.New()
	p := &page{Stand: uitest.New(), engine: engine.New(1<<30, files)}
	p.desk = desk.New(desk.NewPage(p.Stand))
	p.Room = New(p.desk.Beside)
	for i := range 6 {
		frame := "com.example.Store.read"
		if i == 2 {
			frame = "com.example.Api$7.call"
		}
		name := fmt.Sprintf("anr_%d", i)
		files.Begin(name, name)
		fmt.Fprintf(writer{files}, "----- pid %d at 2024-01-0%d 10:00:00 -----\nCmd line: com.example\nBuild fingerprint: 'a/b/c:14/d'\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Sleeping\n  | sysTid=7 nice=0\n  at java.lang.Thread.sleep(Native method)\n  at %s(A.java:%d)\n\n----- end %d -----\n", 100+i, i+1, frame, i, 100+i)
		if found, err := files.End(""); !found {
			t.Fatal(err)
		}
	}
	p.Open(files.Open())
	p.settle()
	if p.desk.Beside.Tab != "causes" {
		t.Errorf("a pile opens on %s", p.desk.Beside.Tab)
	}
	panel := func() string { return uitest.CutOut(t, p.html(t), "causes") }
	uitest.CheckGolden(t, "causes.html", panel())
	p.Frame(t, p.Room)
	p.Click(t, "cause-1")
	p.settle()
	if got := p.desk.Beside.Chosen(); got.PID != 102 {
		t.Errorf("the second cause shows pid %d, want 102", got.PID)
	}
	p.Frame(t, p.Room)
	p.Click(t, "cause-more-0")
	p.settle()
	p.Frame(t, p.Room)
	p.Click(t, "cause-case-5")
	p.settle()
	if got := p.desk.Beside.Chosen(); got.PID != 105 {
		t.Errorf("the last file shows pid %d, want 105", got.PID)
	}
	if text := panel(); strings.Contains(text, "cause-case-2") && strings.Count(text, "cause-case-") != 6 {
		t.Errorf("listed: %s", text)
	}
	if one := open(t, 3); one.desk.Beside.Tab == "causes" || !strings.Contains(one.html(t), "dump-tab-causes") {
		t.Errorf("dumps of one process open on %s", one.desk.Beside.Tab)
	}
}

// A writer is what files are written to.
type writer struct{ *worker.Room }

func (w writer) Write(b []byte) (int, error) { w.Room.Write(b); return len(b), nil }
