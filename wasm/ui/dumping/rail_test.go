package dumping

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"traceglass/wasm/engine"
	worker "traceglass/wasm/engine/dumping"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

// TestRail: of many processes the one that hangs is in front and scrolled to; they can be
// filtered and ordered, and several dumps of one count once.
func TestRail(t *testing.T) {
	var s strings.Builder
	for i := range 12 {
		frame := "android.os.MessageQueue.nativePollOnce(Native method)\n  at android.os.MessageQueue.next(MessageQueue.java:1)\n  at android.os.Looper.loop"
		if i == 9 {
			frame = "com.example.App.work"
		}
		fmt.Fprintf(&s, "----- pid %d at 2024-01-01 10:00:0%d -----\nCmd line: com.example.p%d\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Native\n  | sysTid=%d nice=0\n  at %s(A.java:1)\n\n----- end %d -----\n\n",
			100+i, i%9, 20-i, 100+i, frame, 100+i)
	}
	files := worker.New()
	p := &page{Stand: uitest.New(), engine: engine.New(1<<30, files)}
	p.desk = desk.New(desk.NewPage(p.Stand))
	p.Room = New(p.desk.Beside)
	for _, name := range []string{"a.txt", "b.txt"} { // the same again is another dump of each
		files.Begin(name, name)
		files.Write([]byte(strings.ReplaceAll(s.String(), "10:00", map[string]string{"a.txt": "10:00", "b.txt": "10:01"}[name])))
		if found, err := files.End(""); !found {
			t.Fatal(err)
		}
	}
	p.Open(files.Open())
	p.settle()
	if got := p.desk.Beside.Chosen(); got.Name != "com.example.p11" || got.Claims[0].Rule == "idle" {
		t.Errorf("%s is in front, want that whose main is not idle", got.Name)
	}
	if top := p.Scrolled["rail"]; top != 8*60 {
		t.Errorf("scrolled to %v, want the row before the tenth", top)
	}
	names := func() string {
		var all []string
		html := uitest.CutOut(t, p.Stand.Render(t, p.Room), "rail")
		title := regexp.MustCompile(`(?s)<h2>\s*([^<]*?)\s*</h2>`).FindStringSubmatch(html)
		for _, m := range regexp.MustCompile(`com\.example\.(p\d+)\s*</span>`).FindAllStringSubmatch(html, -1) {
			all = append(all, m[1])
		}
		return title[1] + ":" + strings.Join(all, " ")
	}
	if got := names(); !strings.HasPrefix(got, "12 processes, 24 dumps:p20 p19 ") {
		t.Errorf("listed: %s", got)
	}
	send := func(kind, id, value string) {
		p.Frame(t, p.Room)
		p.Send(t, kind, id, map[string]any{"id": id, "value": value})
		p.settle()
	}
	send("change", "rail-order", "1")
	if got := names(); !strings.HasPrefix(got, "12 processes, 24 dumps:p11 p11 p20 ") {
		t.Errorf("what hangs first: %s", got)
	}
	send("input", "rail-find", "P1")
	send("change", "rail-order", "2")
	if got, want := names(), "10 processes, 20 dumps of 24:p10 p10 p11 p11 p12 p12 "; !strings.HasPrefix(got, want) {
		t.Errorf("filtered: %s", got)
	}
}
