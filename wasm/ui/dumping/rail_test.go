package dumping

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"traceglass/wasm/engine"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

// TestRail: the process that hangs is in front, and the list scrolls to it. The list can be filtered and
// sorted. Several dumps of one process count once.
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
	p := &page{Stand: uitest.New(), engine: engine.New(1 << 30)}
	files := p.engine.Dumps()
	p.desk = desk.New(desk.NewPage(p.Stand))
	p.Room = New(p.desk.Dumps)
	for _, name := range []string{"a.txt", "b.txt"} { // the second file has another dump of each process
		files.Begin(name, name)
		files.Write([]byte(strings.ReplaceAll(s.String(), "10:00", map[string]string{"a.txt": "10:00", "b.txt": "10:01"}[name])))
		if found, err := files.End(""); !found {
			t.Fatal(err)
		}
	}
	p.Open(files.Open())
	p.settle()
	if got := p.desk.Dumps.Chosen(); got.Name != "com.example.p11" || got.Claims[0].Rule == "idle" {
		t.Errorf("%s is in front, want that whose main is not idle", got.Name)
	}
	if top := p.Scrolled["rail"]; top != 8*66 {
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
		t.Errorf("hanging processes first: %s", got)
	}
	send("input", "rail-find", "P1")
	send("change", "rail-order", "2")
	if got, want := names(), "10 processes, 20 dumps of 24:p10 p10 p11 p11 p12 p12 "; !strings.HasPrefix(got, want) {
		t.Errorf("filtered: %s", got)
	}
}

// TestRailOfMany: of 10,000 processes, the page lists those around the selected one, and the list can be searched.
func TestRailOfMany(t *testing.T) {
	const processes = 10_000
	var s strings.Builder
	for i := range processes {
		fmt.Fprintf(&s, "----- pid %d at 2024-01-01 10:00:00 -----\nCmd line: com.example.p%d\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Native\n  | sysTid=%d nice=0\n  at a.B.c(A.java:1)\n\n----- end %d -----\n\n", 100+i, i, 100+i, 100+i)
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
	rows := func() (title string, n int) {
		html := uitest.CutOut(t, p.Stand.Render(t, p.Room), "rail")
		return regexp.MustCompile(`(?s)<h2>\s*([^<]*?)\s*</h2>`).FindStringSubmatch(html)[1], strings.Count(html, "com.example.p")
	}
	if title, n := rows(); title != "10,000 processes; 500 around the selected one are listed" || n == 0 || n > 1000 {
		t.Errorf("the list has %q, and the page %d of them", title, n)
	}
	p.Frame(t, p.Room)
	p.Send(t, "input", "rail-find", map[string]any{"id": "rail-find", "value": "p9999"})
	p.settle()
	if title, n := rows(); !strings.HasPrefix(title, "1 process") || n == 0 || n > 3 {
		t.Errorf("the search finds %q, %d rows", title, n)
	}
}

// TestRailMarks: the list shows the likely cause of a hang, the file and the day of each dump, and marks the
// last ANR of a bug report.
func TestRailMarks(t *testing.T) {
	frames := func(all ...string) string { return "\n  at " + strings.Join(all, "\n  at ") + "\n" }
	block := func(pid int, time, name, threads string) string {
		return fmt.Sprintf("----- pid %d at %s -----\nCmd line: %s\nDALVIK THREADS (2):\n%s\n----- end %d -----\n\n", pid, time, name, threads, pid)
	}
	idle := "\"main\" prio=5 tid=1 Native" + frames("android.os.MessageQueue.nativePollOnce(A.java:1)", "android.os.MessageQueue.next(A.java:1)", "android.os.Looper.loop(A.java:1)")
	asleep := "\"main\" prio=5 tid=1 Sleeping" + frames("java.lang.Thread.sleep(A.java:1)", "com.example.A.a(A.java:1)")
	held := idle + "\n\"a\" prio=5 tid=5 Blocked" + frames("com.example.A.a(A.java:1)") + "  - waiting to lock <0x0000000a> (a com.example.X) held by thread 6\n" +
		"\n\"b\" prio=5 tid=6 Sleeping" + frames("java.lang.Thread.sleep(A.java:1)", "com.example.B.b(A.java:1)") + "  - locked <0x0000000a> (a com.example.X)\n"
	marks := func(texts ...string) string {
		html := uitest.CutOut(t, openTexts(t, texts...).html(t), "rail-list")
		html = regexp.MustCompile(`(?s)title="[^"]*"|<[^>]*class="(process[^"]*)"[^>]*>|<[^>]*>`).ReplaceAllString(html, " $1 ")
		return strings.Join(strings.Fields(html), " ")
	}
	report := "------ VM TRACES JUST NOW (/data/anr/traces.txt.bugreport: 2024-01-02 10:00:00) ------\n" + block(1, "2024-01-02 10:00:00", "com.example.held", held) +
		"------ VM TRACES AT LAST ANR (/data/anr/traces.txt: 2024-01-01 08:00:00) ------\n" + block(2, "2024-01-01 08:00:00", "com.example.asleep", asleep)
	if got, want := marks(report), "process alarming com.example.held pid 1 · 3 threads 1 blocked 10:00:00 process alarming on com.example.asleep pid 2 · 1 thread main: sleep last ANR 08:00:00"; got != want {
		t.Errorf("a bug report:\n got %s\nwant %s", got, want)
	}
	if got, want := marks(block(1, "2024-01-01 10:00:00", "com.example.a", idle), block(1, "2024-01-02 10:00:00", "com.example.a", asleep)),
		"process com.example.a traces-0.txt 2024-01-01 10:00:00 process alarming on com.example.a traces-1.txt main: sleep 2024-01-02 10:00:00"; got != want {
		t.Errorf("two files:\n got %s\nwant %s", got, want)
	}
}

// TestRailTitles: a process's tooltip names the thread that the verdict points to. It leaves out the file,
// whose name has its own tooltip.
func TestRailTitles(t *testing.T) {
	dump := "----- pid 1 at 2024-01-01 10:00:00 -----\nCmd line: com.example.a\n\"main\" prio=5 tid=1 Sleeping\n  at java.lang.Thread.sleep(A.java:1)\n  at com.example.A.a(A.java:1)\n----- end 1 -----\n"
	html := uitest.CutOut(t, openTexts(t, dump, strings.ReplaceAll(dump, "10:00", "11:00")).html(t), "rail-list")
	var titles []string
	for _, m := range regexp.MustCompile(`title="([^"]*)"`).FindAllStringSubmatch(html, -1) {
		titles = append(titles, m[1])
	}
	if got, want := strings.Join(titles, "; "), "com.example.a · pid 1 · 1 thread · Thread main; traces-0.txt; com.example.a · pid 1 · 1 thread · Thread main; traces-1.txt"; got != want {
		t.Errorf("titles:\n got %s\nwant %s", got, want)
	}
}

// TestForcedText: a process without stacks shows the file's text. The next process shows its stacks again.
func TestForcedText(t *testing.T) {
	p := openTexts(t, "----- pid 8 at 2024-01-01 10:00:00 -----\nCmd line: a\n\"main\" prio=5 tid=1 Runnable\n  at a.B.c(A.java:1)\n----- end 8 -----\n\n"+
		"----- Waiting Channels: pid 9 at 2024-01-01 10:00:00 -----\nCmd line: b\n\nsysTid=9 futex_wait_queue_me\n\n----- end 9 -----\n")
	d := p.desk.Dumps
	for _, c := range []struct {
		process uint32
		raw     bool
	}{{1, d.About.Processes[1].Threads == 0}, {0, false}} {
		if d.Choose(c.process); d.Raw != c.raw {
			t.Errorf("of process %d the text is shown: %v", c.process, d.Raw)
		}
	}
	d.ShowLine(2)
	d.Filter = desk.Filter{Text: "main", Group: []uint32{0}}
	d.Choose(1)
	if d.Choose(0); !d.Raw {
		t.Error("the text that was asked for is gone")
	}
	if d.Filter.Text != "main" || d.Filter.Group != nil {
		t.Errorf("of the filter %+v is left", d.Filter)
	}
}

// TestNativeColumns: a table of threads from outside a virtual machine has only the columns with values.
func TestNativeColumns(t *testing.T) {
	for text, want := range map[string]bool{
		"----- pid 8 at 2024-01-01 10:00:00 -----\nCmd line: /system/bin/x\nABI: 'arm64'\n\n\"x\" sysTid=8\n  #00 pc 0001  /system/lib64/libc.so (read+4)\n\n----- end 8 -----\n": true,
		"----- pid 8 at 2024-01-01 10:00:00 -----\nCmd line: a\n\"main\" prio=5 tid=1 Runnable\n  at a.B.c(A.java:1)\n----- end 8 -----\n":                                        false,
	} {
		if html := openTexts(t, text).html(t); strings.Contains(html, `"scroll stacks bare"`) != want || !strings.Contains(html, `"scroll stacks`) {
			t.Errorf("bare is not %v of %s", want, text)
		}
	}
}

// TestRailOneProcess: a dump by the virtual machine and one by debuggerd are of one process. Then no choice is about several.
func TestRailOneProcess(t *testing.T) {
	const made = "----- pid 7 at 2024-01-01 10:00:0%d -----\nCmd line: %s\n%s\n----- end 7 -----\n\n"
	java := fmt.Sprintf(made, 0, "com.example", "DALVIK THREADS (1):\n\"main\" prio=5 tid=1 Runnable\n  at com.example.A.a(A.java:1)\n")
	for name, want := range map[string][2]string{"com.example": {"1 process, 2 dumps", "All dumps"}, "com.other": {"2 processes", "All processes"}} {
		native := fmt.Sprintf(made, 1, name, "ABI: 'arm64'\n\n\"main\" sysTid=7\n  #00 pc 0000000000000001  /system/lib64/libc.so (read+8)\n")
		p := openTexts(t, java+native)
		title := regexp.MustCompile(`(?s)<h2>\s*([^<]*?)\s*</h2>`).FindStringSubmatch(uitest.CutOut(t, p.html(t), "rail"))
		p.key("3") // the flame graph
		p.settle()
		if html := p.html(t); title == nil || title[1] != want[0] || !strings.Contains(html, ">"+want[1]+"<") {
			t.Errorf("%s: %q, want %q", name, title, want)
		}
	}
}
