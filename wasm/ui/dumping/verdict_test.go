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

// TestVerdict: a long chain of waits is listed thread by thread, each of which leads to its line, and
// what a process's dumps tell together follows the verdict on one.
func TestVerdict(t *testing.T) {
	var s strings.Builder
	for n := range 2 {
		fmt.Fprintf(&s, "----- pid 7 at 2024-01-01 10:00:0%d -----\nCmd line: com.example\nDALVIK THREADS (4):\n", n)
		for i, name := range []string{"main", "a", "b", "c"} {
			fmt.Fprintf(&s, "%q prio=5 tid=%d Blocked\n  at com.example.A.a(A.java:1)\n", name, i+1)
			if i < 3 {
				fmt.Fprintf(&s, "  - waiting to lock <0x%d> (a X) held by thread %d\n", i+1, i+2)
			}
			fmt.Fprintf(&s, "  - locked <0x%d> (a X)\n\n", i)
		}
		s.WriteString("----- end 7 -----\n")
	}
	files := worker.New()
	p := &page{Stand: uitest.New(), engine: engine.New(1<<30, files)}
	p.desk = desk.New(desk.NewPage(p.Stand))
	p.Room = New(p.desk.Beside)
	files.Begin("a.txt", "a.txt")
	files.Write([]byte(s.String()))
	if found, err := files.End(""); !found {
		t.Fatal(err)
	}
	p.Open(files.Open())
	p.settle()
	html := uitest.CutOut(t, p.Stand.Render(t, p.Room), "verdict")
	hops := regexp.MustCompile(`(?s)<ol class="hops">(.*?)</ol>`).FindStringSubmatch(html)
	if hops == nil || strings.Count(hops[1], "<button") != 4 || !strings.Contains(hops[1], "thread 3 &#34;b&#34; waits for lock &lt;0x00000003&gt; (a X), which thread 4 &#34;c&#34; holds") {
		t.Fatalf("hops: %q", hops)
	}
	if !strings.Contains(html, "main stands in the same place in 2 dumps over 1 s") {
		t.Errorf("what the dumps tell together is missing: %s", html)
	}
	id := regexp.MustCompile(`id="(claim-0-\d+-line-\d+)"`).FindAllStringSubmatch(hops[1], -1)[1][1]
	p.Frame(t, p.Room)
	p.Send(t, "click", id, map[string]any{"id": id})
	if got := p.desk.Beside.Line; !strings.HasSuffix(id, fmt.Sprint("-", got)) || got != 10 {
		t.Errorf("%s leads to line %d", id, got)
	}
}
