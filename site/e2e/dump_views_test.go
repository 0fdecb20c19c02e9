//go:build !js

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/parser/dump"
	"traceglass/render/scene"
)

// hang returns a dump of a made-up app: main and a worker wait for each other, another thread spins, a pool is
// idle. Dump n is 5 s after dump n-1.
func hang(n int) []byte {
	var s strings.Builder
	fmt.Fprintf(&s, "----- pid 4711 at 2024-05-06 10:00:%02d -----\nCmd line: com.example.hang\nBuild fingerprint: 'a/b/c:14/d/1:user/k'\nABI: 'arm64'\n\nDALVIK THREADS (9):\n", 10+5*n)
	thread := func(tid int, name, state string, ticks int, lines ...string) {
		fmt.Fprintf(&s, "\"%s\" prio=5 tid=%d %s\n  | group=\"main\" sCount=1 dsCount=0 flags=1 obj=0x7%02d self=0xb40%02d\n", name, tid, state, tid, tid)
		fmt.Fprintf(&s, "  | sysTid=%d nice=0 cgrp=default sched=0/0 handle=0x1\n  | state=S schedstat=( 1 1 1 ) utm=%d stm=0 core=1 HZ=100\n", 4710+tid, ticks)
		for _, line := range lines {
			s.WriteString("  " + line + "\n")
		}
		s.WriteString("\n")
	}
	thread(1, "main", "Blocked", 120, "at com.example.hang.Store.read(Store.java:10)", "- waiting to lock <0x01> (a com.example.hang.Store) held by thread 3",
		"at com.example.hang.Main.onCreate(Main.java:7)", "- locked <0x02> (a com.example.hang.Main)", "at android.app.Activity.performCreate(Activity.java:1)", "at android.os.Looper.loop(Looper.java:1)")
	thread(3, "<b>writer</b>", "Blocked", 30, "at com.example.hang.Main.report(Main.java:20)", "- waiting to lock <0x02> (a com.example.hang.Main) held by thread 1",
		"at com.example.hang.Store.write(Store.java:30)", "- locked <0x01> (a com.example.hang.Store)", "at java.lang.Thread.run(Thread.java:1)")
	thread(4, "waiting-too", "Blocked", 3, "at com.example.hang.Store.read(Store.java:10)", "- waiting to lock <0x01> (a com.example.hang.Store) held by thread 3", "at java.lang.Thread.run(Thread.java:1)")
	thread(5, "spinner", "Runnable", 100+490*n, "at com.example.hang.Spin.once(Spin.java:5)", "at com.example.hang.Spin.run(Spin.java:9)", "at java.lang.Thread.run(Thread.java:1)")
	for i := range 3 {
		thread(6+i, fmt.Sprintf("pool-1-thread-%d", i+1), "Waiting", 1, "at jdk.internal.misc.Unsafe.park(Native method)", "- waiting on an unknown object",
			"at java.util.concurrent.LinkedBlockingQueue.take(LinkedBlockingQueue.java:1)", "at java.util.concurrent.ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:1)", "at java.lang.Thread.run(Thread.java:1)")
	}
	for i := range 2 {
		thread(10+i, fmt.Sprintf("io-%d", i+1), "Native", 5, "native: #00 pc 000000000004c35c  /system/lib64/libc.so (read+4)", "native: #01 pc 0000000000012340  /system/framework/arm64/boot.oat (art_jni_trampoline+124)",
			"at com.example.hang.Io.fill(Io.java:3)", "at java.lang.Thread.run(Thread.java:1)")
	}
	if n > 0 {
		thread(20+n, fmt.Sprintf("short-%d", n), "TimedWaiting", 1, "at java.lang.Thread.sleep(Native method)", "- sleeping on <0x09> (a java.lang.Object)", "at java.lang.Thread.run(Thread.java:1)")
	}
	s.WriteString("----- end 4711 -----\n\n")
	return []byte(s.String())
}

// OpenHang opens dumps of the app from one file, and shows their threads.
func (p *page) OpenHang(dumps int) {
	p.t.Helper()
	var all []byte
	for n := range dumps {
		all = append(all, hang(n)...)
	}
	name := fmt.Sprintf("traces%d.txt", dumps)
	p.Upload("#file", write(p.t, name, all))
	p.Until("the dumps", name, func() string { return p.Text("#file-menu") })
	p.Keys("1")
	p.WaitFor("the threads", `document.querySelectorAll("#stacks-rows .row").length > 5`)
}

// TestDumpTabs checks the views of dumps in one visit.
func TestDumpTabs(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	for _, part := range []struct {
		name  string
		dumps int
		test  func(t *testing.T, p *page)
	}{
		{"groups", 1, dumpGroups}, {"flame graph", 2, dumpFlame}, {"time", 4, dumpTime}, {"locks", 1, dumpLocks}, {"search", 2, dumpFind},
		{"narrow tabs", 4, narrowTabs}, {"claim on a phone", 1, claimOnPhone},
		// These open other files.
		{"real dumps", 0, dumpViewsCorpus}, {"verdicts in the list", 0, railKeepsVerdict}, {"large process", 0, largeProcessBeginsWithMain},
		{"holder", 0, holder}, {"next to a trace", 0, dumpViewsBesideTrace},
	} {
		p.Part(part.name, func(t *testing.T) {
			p.View(1280, 800, "light")
			if part.dumps > 0 {
				p.OpenHang(part.dumps)
			}
			part.test(t, p)
		})
	}
}

// dumpGroups: equal stacks are grouped, and a click shows a group's threads in the table.
func dumpGroups(t *testing.T, p *page) {
	if eval[bool](p, `document.querySelector("#dump-tab-time").checkVisibility()`) {
		t.Error("a single dump offers the view over time")
	}
	p.Click("#dump-tab-groups")
	p.WaitFor("the groups", `document.querySelectorAll(".groups .alike").length > 2`)
	if got, want := p.Text("#group-stack-0"), "3 pool-#-thread-# × 3 3 Waiting"; strings.Join(strings.Fields(got), " ") != want {
		t.Errorf("the largest group is %q, want %q", got, want)
	}
	if got := strings.Join(strings.Fields(p.Text("#group-pool-0")), " "); got != "3 pool-#-thread-# × 3 3 Waiting" {
		t.Errorf("the largest pool is %q", got)
	}
	p.Shots("dump-groups")
	p.Click("#group-stack-1")
	p.WaitFor("only the threads of the group", `document.querySelector("#stacks-tally").textContent === "2 of 9"`)
	p.WaitFor("its first thread's stack", `document.querySelector("#stack-name").textContent === "io-1"`)
	p.Keys("2")
	p.Click("#group-stack-first-0")
	p.WaitFor("the stack next to the groups", `document.querySelector("#stack-name").textContent === "pool-1-thread-1" && !document.querySelector("#dump-panel-groups").hidden`)
}

const tooltip = "#dump-panel-stackflame .tip"

// dumpFlame: the flame graph merges stacks. A frame's details list its threads and link to them.
func dumpFlame(t *testing.T, p *page) {
	p.Click("#dump-tab-stackflame")
	p.WaitFor("the graph", `traceglassDraw.surfaces[2].buffer`)
	names := map[uint32]string{}
	name := func(b box) string { // without the package, as in the tooltip
		if _, ok := names[b.Method]; !ok {
			p.Move(b.spot())
			p.WaitFor("a tooltip", fmt.Sprintf(`document.querySelector(%q).className.includes("shown") && !["", "…"].includes(document.querySelector(%q).textContent)`, tooltip, tooltip+" .fn"))
			names[b.Method] = eval[string](p, fmt.Sprintf(`document.querySelector(%q).textContent`, tooltip+" .fn"))
		}
		return names[b.Method]
	}
	find := func(want string) box {
		t.Helper()
		for _, b := range p.Boxes(flame) {
			if !b.Collapsing && name(b) == want {
				return b
			}
		}
		p.fatalf("no box has the name %s, only %v", want, names)
		return box{}
	}
	p.Shots("dump-flame")
	io := find("Io.fill")
	p.Move(io.spot())
	p.WaitFor("the number of threads", `document.querySelector("#dump-panel-stackflame .tip").textContent.includes("2 of 6")`)
	p.Shot("dump-flame-tip")
	p.ClickAt(io.spot())
	p.WaitFor("a thread of the frame", `document.querySelector("#stack-name").textContent === "io-1"`)
	read := find("read")
	if read.Y <= io.Y || read.W != io.W {
		t.Errorf("read is %+v, want below %+v", read, io)
	}
	for _, b := range p.Boxes(flame) {
		if b.Collapsing {
			continue
		}
		if n := name(b); strings.Contains(n, "trampoline") {
			t.Errorf("%s shows native frames that repeat the Java ones", n)
		}
	}
	p.DoubleClickAt(io.spot())
	p.WaitDrawn(flame)
	p.WaitFor("the zoomed frame", `document.querySelector("#stackflame-crumb-0").textContent === "Io.fill"`)
	p.Keys(kb.Escape)
	p.WaitFor("all of the graph", `document.querySelector("#stackflame-home").disabled`)
	p.Click("#stackflame-idle")
	p.WaitDrawn(flame)
	find("pool-#-thread-#")
	p.Act(`(() => { const s = document.querySelector("#stackflame-whose"); s.value = "1"; return s.dispatchEvent(new Event("change", { bubbles: true })); })()`)
	p.WaitDrawn(flame)
	p.Click("#stackflame-find")
	p.Keys("onCreate")
	p.WaitFor("a hit", `(() => { const s = traceglassDraw.surfaces[2]; for (let g = 0; g < s.groups; g++) if (s.u32[16 + 2 * g] & 1 << 9) return true; })()`)
	p.Shots("dump-flame-find")
}

// dumpTime shows threads over several dumps. Threads that do not move are marked.
func dumpTime(t *testing.T, p *page) {
	p.Click("#dump-tab-time")
	p.WaitFor("the chart", `traceglassDraw.surfaces[1].buffer`)
	p.WaitFor("the summary of the threads", `document.querySelector("#time-says").textContent.startsWith("4 dumps · 5 stuck · 1 in a busy loop")`)
	p.Shots("dump-time")
	var last box
	for _, b := range p.Boxes(timeline) {
		if b.Row == 0 && b.Depth == 3 && b.W > last.W {
			last = b
		}
	}
	p.Move(last.spot())
	p.WaitFor("the tooltip", `document.querySelector("#dump-panel-time .tip").textContent.includes("Stuck: the same innermost frames in 4 dumps")`)
	p.Shot("dump-time-tip")
	p.ClickAt(last.spot())
	p.WaitFor("main's stack in the last dump", `document.querySelector("#stack-name").textContent === "main" && document.querySelector("#process-3").className.includes("on")`)
	p.Click("#time-table")
	p.WaitFor("the table", `document.querySelectorAll("#courses-rows .course").length > 5`)
	if got := p.Text("#course-row-0"); !strings.Contains(got, "main") || !strings.Contains(got, "stuck") {
		t.Errorf("the first row is %q, want main, stuck", got)
	}
	p.Shots("dump-time-table")
	p.Click("#course-1-1")
	p.WaitFor("the writer's stack in the second dump", `document.querySelector("#stack-name").textContent === "<b>writer</b>" && document.querySelector("#process-1").className.includes("on")`)
	p.Act(`(document.querySelector("#courses-rows").focus(), true)`)
	p.Keys(kb.ArrowRight)
	p.WaitFor("the same in the third", `document.querySelector("#process-2").className.includes("on")`)
	if n := eval[int](p, `document.querySelectorAll("#courses-rows b").length`); n > 0 {
		t.Error("a thread's name became HTML")
	}
}

// dumpLocks: the graph shows each waiting thread and the thread that it waits for, with a deadlock in red. A box links to its
// thread.
func dumpLocks(t *testing.T, p *page) {
	p.Click("#dump-tab-locks")
	p.WaitFor("the summary of the locks", `document.querySelector("#locks-says").textContent === "3 threads wait for others, 1 deadlock in red"`)
	p.WaitFor("the graph", `traceglassDraw.surfaces[3].buffer && traceglassDraw.surfaces[3].curves === 3`)
	p.WaitDrawn(graph)
	boxes := p.Boxes(graph)
	if len(boxes) != 3 {
		t.Fatalf("%d boxes, want 3", len(boxes))
	}
	red := eval[int](p, `(() => { const s = traceglassDraw.surfaces[3]; let n = 0; for (let i = 0; i < s.curves; i++) n += (s.u32[s.curvesAt + 6 * i] & 255) === 46; return n; })()`)
	if red != 2 {
		t.Errorf("%d red arrows, want 2", red)
	}
	p.Shots("dump-locks")
	// Each box links to its own thread. At first, the stack of main is shown, because its chain of waits has no end.
	p.WaitFor("main's stack", `document.querySelector("#stack-name").textContent === "main"`)
	names := map[string]bool{}
	for _, want := range []string{"<b>writer</b>", "waiting-too", "main"} {
		for _, b := range p.Boxes(graph) {
			if names[want] {
				break
			}
			p.ClickAt(b.spot())
			shown := p.Text("#stack-name")
			names[shown] = names[shown] || shown == want
		}
		if !names[want] {
			t.Errorf("no box leads to %s", want)
		}
	}
	p.Click("#locks-listed")
	p.WaitFor("the list", `document.querySelectorAll("#callgraph-rows .node").length === 3`)
	if got := p.Text("#callgraph-rows .rows"); !strings.Contains(got, "main (1), Blocked in Store.read") || !strings.Contains(got, "<b>writer</b> (3) (Store 0x00000001)") {
		t.Errorf("the list is %q", got)
	}
	p.Shots("dump-locks-list")
	for _, width := range []int64{390, 1280} {
		p.View(width, 800, "light")
		p.WaitFor("rows that wrap", `(() => { const list = document.querySelector("#callgraph-rows"); return list.scrollWidth <= list.clientWidth &&
		[...list.querySelectorAll(".name, .ends")].every((e) => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.parentElement.clientHeight); })()`)
	}
	p.Act(`(document.querySelector("#callgraph-rows").focus(), true)`)
	p.Keys(kb.Home)
	p.WaitFor("the first box's stack", `["main", "<b>writer</b>"].includes(document.querySelector("#stack-name").textContent)`)
}

// dumpViewsCorpus checks the views of real dumps, including one with 600 threads and two of one device 16
// s apart.
func dumpViewsCorpus(t *testing.T, p *page) {
	p.Upload("#file", dumpCorpus(t, "art81_anr_171853.txt"), dumpCorpus(t, "art81_anr_171909.txt"))
	p.WaitFor("both", `document.querySelectorAll(".process").length > 1`)
	at := eval[int](p, `(() => { const all = [...document.querySelectorAll(".process")].map((e) => e.querySelector(".fn").textContent);
		return all.findIndex((name, i) => all.indexOf(name) < i && !document.querySelector("#process-" + i).textContent.includes("native")); })()`)
	if at >= 0 {
		p.Click(fmt.Sprintf("#process-%d", at))
	}
	p.Shot("dump-corpus-process")
	p.Upload("#file", dumpCorpus(t, "art15_xiaomi_54.txt"))
	p.Until("the file", "art15_xiaomi_54.txt", func() string { return p.Text("#file-menu") })
	p.Click("#process-2")
	p.WaitFor("system_server", `document.querySelector("#process-name").textContent === "system_server"`)
	p.Keys("2")
	p.WaitFor("the groups", `document.querySelectorAll(".groups .alike").length > 20`)
	p.Shots("dump-corpus-groups")
	p.Keys("3")
	p.WaitDrawn(flame)
	if n := len(p.Boxes(flame)); n < 100 {
		t.Errorf("%d boxes", n)
	}
	p.Shots("dump-corpus-flame")
	p.Keys("4")
	p.Shot("dump-corpus-locks")
	p.Upload("#file", dumpCorpus(t, "art80_cointiger.txt"))
	p.Until("the file", "art80_cointiger.txt", func() string { return p.Text("#file-menu") })
	p.Keys("4")
	p.WaitFor("the graph", `traceglassDraw.surfaces[3].buffer && traceglassDraw.surfaces[3].curves > 2`)
	p.Shots("dump-corpus-queue")
}

// dumpViewsBesideTrace: trace and dump share the canvases, which show the active one.
func dumpViewsBesideTrace(t *testing.T, p *page) {
	k := sample(t)
	p.Upload("#file", k.file, write(t, "traces.txt", hang(0)), write(t, "later.txt", hang(1)))
	p.WaitStage("open")
	p.WaitDrawn(timeline)
	p.Keys("5")
	p.WaitDrawn(flame)
	calls := len(p.Boxes(flame))
	p.Click("#room-dump")
	p.Keys("3")
	p.WaitFor("the stacks", `traceglassDraw.surfaces[2].buffer && traceglassDraw.surfaces[2].strings[0] === "6 threads"`)
	p.Keys("5")
	p.WaitFor("the dumps", `traceglassDraw.surfaces[1].strings.includes("10:00:15")`)
	p.Keys("4")
	p.WaitFor("the lock graph", `traceglassDraw.surfaces[3].buffer && traceglassDraw.surfaces[3].curves === 3`)
	p.Click("#room-trace")
	p.WaitFor("the trace's flame graph", `traceglassDraw.surfaces[2].strings[0].startsWith("all · ")`)
	p.WaitDrawn(flame)
	if n := len(p.Boxes(flame)); n != calls {
		t.Errorf("%d boxes of the trace, want %d", n, calls)
	}
	p.Keys("9")
	p.WaitFor("the call graph", `document.querySelector("#graph-count").textContent !== "" && traceglassDraw.surfaces[3].curves !== 3`)
}

// narrowTabs: on a phone, focus moves a tab out of the shade at the edge.
func narrowTabs(t *testing.T, p *page) {
	p.View(390, 844, "light")
	p.Click("#dump-tab-groups")
	p.Act(`(document.getElementById("dump-tab-time").focus(), true)`)
	p.WaitFor("the last tab in full", `(() => {
		const tab = document.getElementById("dump-tab-time"), right = tab.getBoundingClientRect().right;
		return document.activeElement === tab && right <= tab.parentElement.getBoundingClientRect().right - 47;
	})()`)
}

// dumpFind: groups, lock graph and over time share one search field, with the same matches as in the
// table. In the graph, boxes that do not match fade, and Enter moves between matches.
func dumpFind(t *testing.T, p *page) {
	p.WaitFor("only the table's search field", `!document.querySelector("#dump-find").checkVisibility()`)
	p.Click("#dump-tab-groups")
	p.WaitFor("the groups", `document.querySelectorAll(".groups .alike").length > 2`)
	p.Keys("/")
	p.WaitFor("focus in the search field", `document.activeElement.id === "dump-find"`)
	p.Keys("fill")
	p.WaitFor("the group that was found", `document.querySelectorAll(".groups .alike").length === 2 && document.querySelector("#dump-tally").textContent.includes("2 of ")`)
	p.Click("#dump-tab-time")
	p.WaitFor("threads over time", `document.querySelector("#dump-find").value === "fill" && /^2 of \d+ threads/.test(document.querySelector("#dump-tally").textContent)`)
	p.Click("#dump-tab-locks")
	p.WaitFor("no box", `document.querySelector("#dump-tally").textContent.startsWith("0 of 3 boxes")`)
	p.Click("#dump-find")
	p.Keys(strings.Repeat(kb.Backspace, len("fill")) + "tid:4")
	p.WaitFor("a box", `document.querySelector("#dump-tally").textContent.startsWith("1 of 3 boxes")`)
	p.WaitDrawn(graph)
	p.Keys(kb.Enter)
	p.WaitFor("its stack", `document.querySelector("#stack-name").textContent === "waiting-too"`)
	p.Shots("dump-find")
	p.Keys(kb.Escape)
	p.WaitFor("an empty field", `document.querySelector("#dump-find").value === "" && document.querySelector("#dump-tally").textContent.trim() === ""`)
}

// railKeepsVerdict: the list of processes never cuts the verdict.
func railKeepsVerdict(t *testing.T, p *page) {
	block := func(pid int, day string) string {
		return fmt.Sprintf("----- pid %d at 2024-01-%s 10:00:00 -----\nCmd line: com.example.p%d\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Native\n  | sysTid=%d nice=0\n  native: #00 pc 0001 /system/lib/libc.so (__ioctl+8)\n  at com.example.A.work(Native method)\n\n", pid, day, pid, pid) +
			"\"a\" prio=5 tid=2 Blocked\n  at com.example.A.a(A.java:1)\n  - waiting to lock <0x0000000a> (a com.example.X) held by thread 3\n\n" +
			"\"b\" prio=5 tid=3 Blocked\n  at com.example.B.b(B.java:1)\n  - waiting to lock <0x0000000b> (a com.example.Y) held by thread 2\n  - locked <0x0000000a> (a com.example.X)\n\n" + fmt.Sprintf("----- end %d -----\n\n", pid)
	}
	p.Drop("#app", write(t, "bugreport.txt", []byte("== dumpstate: 2024-01-02 10:00:00\n------ VM TRACES JUST NOW (/data/anr/traces.txt.bugreport: 2024-01-02 10:00:00) ------\n"+block(11, "02")+block(12, "03")+
		"------ VM TRACES AT LAST ANR (/data/anr/traces.txt: 2024-01-01 10:00:00) ------\n"+block(13, "01"))))
	p.Until("the file", "bugreport.txt", func() string { return p.Text("#file-menu") })
	p.WaitFor("verdicts in the list", `document.querySelectorAll(".process .badge:not(:empty)").length >= 2`)
	for _, width := range []int64{390, 1280, 1920} {
		p.View(width, 844, "light")
		cut := eval[string](p, `[...document.querySelectorAll(".process")].map((e) => {
			const badge = e.querySelector(".badge"), text = new Range();
			text.selectNodeContents(badge);
			return [badge.textContent, text.getBoundingClientRect().right - Math.min(badge.parentNode.getBoundingClientRect().right, e.getBoundingClientRect().right - 8)];
		}).filter(([, over]) => over > 0.5).join("; ")`)
		if cut != "" {
			t.Errorf("%d px wide, these words are cut (with the number of pixels): %s", width, cut)
		}
	}
	p.View(1280, 800, "light")
	p.Shots("rail-verdict")
}

// largeProcessBeginsWithMain: for a process with hundreds of threads, the flame graph begins with main and
// labels it. The lock graph shows main.
func largeProcessBeginsWithMain(t *testing.T, p *page) {
	var s strings.Builder
	s.WriteString("----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example.large\nDALVIK THREADS (300):\n")
	thread := func(tid int, name, state, rest string) {
		fmt.Fprintf(&s, "\"%s\" prio=5 tid=%d %s\n  | sysTid=%d nice=0\n  at com.example.W%d.run(A.java:1)\n%s\n", name, tid, state, tid+6, tid, rest)
	}
	blocked := func(lock, holder int) string {
		return fmt.Sprintf("  - waiting to lock <0x%08x> (a com.example.L%d) held by thread %d\n", lock, lock, holder)
	}
	thread(1, "main", "Blocked", blocked(2, 2))
	for i := 2; i < 40; i++ { // a long chain that ends at the culprit
		thread(i, fmt.Sprintf("chain %c%c", 'a'+i/26, 'a'+i%26), "Blocked", blocked(i+1, i+1)+fmt.Sprintf("  - locked <0x%08x> (a com.example.L%d)\n", i, i))
	}
	thread(40, "end", "Runnable", "  - locked <0x00000028> (a com.example.L40)\n")
	for i := 41; i < 300; i++ {
		thread(i, fmt.Sprintf("pool-%d-thread-%d", i%9, i), "Runnable", "")
	}
	s.WriteString("----- end 7 -----\n")
	p.Drop("#app", write(t, "large.txt", []byte(s.String())))
	p.Until("the file", "large.txt", func() string { return p.Text("#file-menu") })
	p.Click("#dump-tab-stackflame")
	const slotMain = 73
	p.WaitFor("the flame graph", `traceglassDraw.surfaces[2].buffer`)
	var first box
	for _, b := range p.Boxes(flame) {
		if b.Depth == 1 && (first.W == 0 || b.X < first.X) {
			first = b
		}
	}
	if first.Slot&255 != slotMain || first.W < 71 {
		t.Errorf("the flame graph begins with %+v, want main with room for its name", first)
	}
	p.Shots("flame-large")
	p.Click("#dump-tab-locks")
	p.WaitFor("the lock graph", `traceglassDraw.surfaces[3].buffer && traceglassDraw.surfaces[3].curves > 1`)
	for _, width := range []int64{390, 1280, 1920} {
		p.View(width, 844, "light")
		if width == 390 { // the list comes first
			p.WaitFor("main in the list", `document.querySelector("#callgraph-rows")?.textContent.includes("main (1)")`)
			p.Click("#locks-drawn")
		}
		p.WaitDrawn(graph)
		if !slices.ContainsFunc(p.Boxes(graph), func(b box) bool { return b.Slot&255 == slotMain && b.W > 40 }) {
			t.Errorf("%d px wide, main is outside the view of the lock graph", width)
		}
	}
	p.Shots("locks-large")
}

// holder: if many threads wait for one, the page opens on that thread. On any page, the verdict breaks no word, and the lock
// graph shows the holder and a waiting thread.
func holder(t *testing.T, p *page) {
	const broken = `(() => {
		const bad = [], walk = document.createTreeWalker(document.querySelector("#verdict"), NodeFilter.SHOW_TEXT);
		for (let n = walk.nextNode(); n; n = walk.nextNode())
			for (const m of n.data.matchAll(/[\p{L}\p{N}_]+/gu)) {
				const r = document.createRange();
				r.setStart(n, m.index);
				r.setEnd(n, m.index + m[0].length);
				if (new Set([...r.getClientRects()].map((c) => Math.round(c.top))).size > 1) bad.push(m[0]);
			}
		return bad.join(" ");
	})()`
	p.Upload("#file", dumpCorpus(t, "art81_anr_171853.txt"))
	p.WaitStage("open")
	for _, width := range []int64{1280, 390} {
		p.View(width, 800, "dark")
		p.Keys("1")
		p.WaitFor("the holder's stack", `document.querySelector("#stack-name")?.textContent === "Binder:2803_18"`)
		if got := p.Text(".claim.first .says"); !strings.HasPrefix(got, `thread 120 "Binder:2803_18" holds lock `) || !strings.HasSuffix(got, "18 threads wait for this lock, 2 more behind them, 1 more for another lock.") {
			t.Errorf("the verdict is %q", got)
		}
		if got := eval[string](p, broken); got != "" {
			t.Errorf("%d pixels break the words %s", width, got)
		}
		if !eval[bool](p, `document.querySelector("#stack-lines").getBoundingClientRect().bottom <= document.querySelector("#stack-waiters").getBoundingClientRect().top`) {
			t.Error("the waiting threads are not below the stack")
		}
		p.Click("#dump-tab-locks")
		if width == 390 { // the list comes first
			p.WaitFor("the holder in the list", `document.querySelector("#callgraph-rows")?.textContent.includes("Binder:2803_18 (120)")`)
			p.Click("#locks-drawn")
		}
		p.WaitFor("the graph", `traceglassDraw.surfaces[3].buffer && traceglassDraw.surfaces[3].curves > 1`)
		p.Act(`(document.querySelector("#graph").scrollIntoView({ block: "center" }), true)`)
		canvas := eval[box](p, `(() => { const r = document.querySelector("#graph").getBoundingClientRect(); return { X: r.x, Y: r.y, W: r.width, H: r.height }; })()`)
		holders, waiters := 0, 0
		for _, b := range p.Boxes(graph) {
			switch {
			case b.X < canvas.X || b.X+b.W > canvas.X+canvas.W || b.Y < canvas.Y || b.Y+b.H > canvas.Y+canvas.H:
			case b.Slot&255 == uint32(scene.SlotState)+uint32(dump.Running):
				holders++
			default:
				waiters++
			}
		}
		if holders != 1 || waiters == 0 {
			t.Errorf("on %d pixels, %d holders and %d waiting boxes are whole: %+v in %+v", width, holders, waiters, p.Boxes(graph), canvas)
		}
	}
}
