package dumping

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/dumping/verdict"
	"traceglass/wasm/ui/uitest"
)

// TestVerdict: a long chain of waits lists each thread with a link to its line. The findings over all dumps of
// a process follow the verdict on one.
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
	p := &page{Stand: uitest.New(), engine: engine.New(1 << 30)}
	files := p.engine.Dumps()
	p.desk = desk.New(desk.NewPage(p.Stand))
	p.Room = New(p.desk.Dumps)
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
	if !strings.Contains(html, "main is in the same place in 2 dumps over 1 s") {
		t.Errorf("what the dumps tell together is missing: %s", html)
	}
	id := regexp.MustCompile(`id="(claim-0-\d+-line-\d+)"`).FindAllStringSubmatch(hops[1], -1)[1][1]
	p.Frame(t, p.Room)
	p.Send(t, "click", id, map[string]any{"id": id})
	if got := p.desk.Dumps.Line; !strings.HasSuffix(id, fmt.Sprint("-", got)) || got != 10 {
		t.Errorf("%s leads to line %d", id, got)
	}
}

// TestAdvice: a verdict has advice if the dump proves it. Its first picture has it too.
func TestAdvice(t *testing.T) {
	const asleep = "----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Sleeping\n  at java.lang.Thread.sleep(Native method)\n  at com.example.A.a(A.java:1)\n\n----- end 7 -----\n"
	const advice = "Remove this sleep: it delays all later messages of main."
	for text, want := range map[string]string{
		asleep: advice,
		strings.Replace(asleep, "Sleeping\n  at java.lang.Thread.sleep(Native method)", "Runnable", 1): "",
	} {
		p := &page{Stand: uitest.New(), engine: engine.New(1 << 30)}
		files := p.engine.Dumps()
		p.desk = desk.New(desk.NewPage(p.Stand))
		p.Room = New(p.desk.Dumps)
		files.Begin("a.txt", "a.txt")
		files.Write([]byte(text))
		if found, err := files.End(""); !found {
			t.Fatal(err)
		}
		about := files.Open()
		p.Open(about)
		p.settle()
		html := uitest.CutOut(t, p.Stand.Render(t, p.Room), "verdict")
		if got := regexp.MustCompile(`(?s)<p class="advice">\s*(.*?)\s*</p>`).FindStringSubmatch(html); (got != nil) != (want != "") || got != nil && got[1] != want {
			t.Errorf("advice %q, want %q", got, want)
		}
		if first := verdict.First(about).Claims[0].([]any); first[len(first)-1] != want {
			t.Errorf("first picture: %q", first)
		}
	}
}

// TestBefore: the calls of main before the dump follow the verdict, and open as a trace. A trace that is open
// already comes to the front. A trace of another process is replaced.
func TestBefore(t *testing.T) {
	kept := tracetest.Trace{Encoding: "long-running", Records: "main#7 0>app.A.a 5000>app.B.b 9000<app.B.b"}.Bytes()
	p := &page{Stand: uitest.New(), engine: engine.New(1 << 30)}
	files := p.engine.Dumps()
	p.desk = desk.New(desk.NewPage(p.Stand))
	p.Room = New(p.desk.Dumps)
	files.Begin("a.txt", "a.txt")
	files.Write([]byte("----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\nLongRunningMethods: " + base64.StdEncoding.EncodeToString(kept) +
		"\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Runnable\n  | sysTid=7\n  at com.example.A.a(A.java:1)\n\n----- end 7 -----\n"))
	if found, err := files.End(""); !found {
		t.Fatal(err)
	}
	p.Open(files.Open())
	p.settle()
	html := uitest.CutOut(t, p.Stand.Render(t, p.Room), "verdict")
	hops := regexp.MustCompile(`(?s)<ol class="hops">(.*?)</ol>`).FindStringSubmatch(html)
	if hops == nil || strings.Count(hops[1], "<button") != 2 || !strings.Contains(hops[1], "app.B.b") {
		t.Fatalf("main's two calls: %q in %s", hops, html)
	}
	id := regexp.MustCompile(`<button[^>]*id="(claim-\d+-trace-0)"`).FindStringSubmatch(html)[1] // a button, so that the keyboard can reach it
	p.Frame(t, p.Room)
	opens := func() int {
		t.Helper()
		before := len(p.Did)
		p.Send(t, "click", id, map[string]any{"id": id})
		p.settle()
		return len(p.Did) - before
	}
	if opens() != 1 || p.Last() != "beside a-7.before.trace" || len(p.Saved.Data) == 0 {
		t.Errorf("a click does %q", p.Did)
	}
	p.desk.Page.Room = desk.DumpRoom
	for _, tt := range []struct {
		open  string
		opens int
		room  desk.Room
	}{
		{"a-7.before.trace", 0, desk.TraceRoom},
		{"a-8.before.trace", 1, desk.TraceRoom},
		{"own.trace", 1, desk.DumpRoom}, // the host refuses it and shows the reason
	} {
		p.desk.Page.Room, p.desk.Trace = desk.DumpRoom, &message.Description{File: tt.open}
		if n := opens(); n != tt.opens || p.desk.Page.Room != tt.room {
			t.Errorf("with %s open: %d traces opened, room %d", tt.open, n, p.desk.Page.Room)
		}
	}
}
