package dumping

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// dumpText returns a dump of one process. Each thread is "name sysTid STATE ticks: innermost
// outer". A frame with a # is native.
func dumpText(pid, second int, threads ...string) string {
	var s strings.Builder
	fmt.Fprintf(&s, "----- pid %d at 2024-01-01 10:00:%02d -----\nCmd line: com.example\nABI: 'arm64'\nDALVIK THREADS (9):\n", pid, second)
	for i, thread := range threads {
		words, frames, _ := strings.Cut(thread, ": ")
		var name, sysTid, state, ticks string
		fmt.Sscan(words, &name, &sysTid, &state, &ticks)
		fmt.Fprintf(&s, "\"%s\" prio=5 tid=%d %s\n  | sysTid=%s nice=0\n  | state=S utm=%s stm=0 core=0 HZ=100\n", name, i+1, state, sysTid, ticks)
		n := 0
		for frame := range strings.FieldsSeq(frames) {
			if symbol, ok := strings.CutPrefix(frame, "#"); ok {
				lib := "/system/lib64/libc.so"
				if strings.HasPrefix(symbol, "art_") {
					lib = "/apex/com.android.art/lib64/libart.so"
				}
				fmt.Fprintf(&s, "  native: #%02d pc 0000000000001000  %s (%s+4)\n", n, lib, symbol)
				n++
				continue
			}
			fmt.Fprintf(&s, "  at %s(A.java:%d)\n", frame, second)
		}
		s.WriteString("\n")
	}
	fmt.Fprintf(&s, "----- end %d -----\n", pid)
	return s.String()
}

var fleet = []string{
	"main 7 Blocked 10: com.example.Store.read com.example.Main.run android.os.Looper.loop",
	"Binder:7_1 8 Native 1: #__ioctl #talkWithDriver",
	"Binder:7_2 9 Native 1: #__ioctl #talkWithDriver",
	"w-1 10 Runnable 5: #memcpy #art_quick_generic_jni_trampoline #run com.example.W.copy java.lang.Thread.run",
	"w-2 11 Waiting 5: com.example.W.wait java.lang.Thread.run",
}

// flat formats a flame graph of stacks: "name×threads" in order of depth and position.
func flat(t *testing.T, e *opened, scope message.StackScope) string {
	t.Helper()
	var l scene.List
	if err := e.List(&message.StackFlame{Scope: scope, View: message.Viewport{To: 1, Width: 1000, Height: 2000}, Root: message.NoNode, Selected: message.NoNode}, &l); err != nil {
		t.Fatal(err)
	}
	rects := slices.Clone(l.Rects)
	slices.SortStableFunc(rects, func(a, b scene.Rect) int {
		if a.Y != b.Y {
			return int(a.Y - b.Y)
		}
		return int(a.X - b.X)
	})
	var lines []string
	y := float32(-1)
	for _, r := range rects {
		reply := ask[*message.StackNodeReply](t, e, &message.StackNode{Scope: scope, Node: r.Row})
		word := fmt.Sprintf("%s×%d", reply.Name, reply.Count)
		if r.Method != scene.NoMethod {
			names := ask[*message.NamesReply](t, e, &message.Names{Methods: []uint32{r.Method}})
			if len(names.Names) != 1 || names.Names[0].Label != reply.Name {
				t.Errorf("the box of %s is named %+v", reply.Name, names.Names)
			}
		}
		if r.Y != y {
			lines = append(lines, word)
		} else {
			lines[len(lines)-1] += " " + word
		}
		y = r.Y
	}
	return strings.Join(lines, " | ")
}

func TestStackFlame(t *testing.T) {
	e, d := openDumps(t, dumpText(7, 1, fleet...), dumpText(7, 9, fleet[:1]...), dumpText(99, 9, "main 99 Waiting 1: a.B.c"))
	if len(d.Processes) != 3 || d.Processes[0].Dumps != 2 || d.Processes[2].Dumps != 1 {
		t.Fatalf("processes %+v", d.Processes)
	}
	tests := []struct {
		name  string
		scope message.StackScope
		want  string
	}{
		{"idle threads are left out, and native frames that repeat Java ones", message.StackScope{},
			"×3 | main×1 w-#×2 | android.os.Looper.loop×1 java.lang.Thread.run×2 | com.example.Main.run×1 com.example.W.copy×1 com.example.W.wait×1 | com.example.Store.read×1 memcpy×1"},
		{"idle threads too", message.StackScope{Idle: true, Class: message.StateInNative}, "×2 | Binder:#_#×2 | talkWithDriver×2 | __ioctl×2"},
		{"all dumps of the process", message.StackScope{Whose: message.ItsDumps, Class: message.StateBlocked}, "×2 | main×2 | android.os.Looper.loop×2 | com.example.Main.run×2 | com.example.Store.read×2"},
		{"all processes", message.StackScope{Whose: message.AllProcesses, Class: message.StateWaiting}, "×2 | com.example (7)×1 com.example (99)×1 | w-#×1 main×1 | java.lang.Thread.run×1 a.B.c×1 | com.example.W.wait×1"},
		{"none", message.StackScope{Process: 2, Class: message.StateBlocked}, "×0"},
	}
	for _, tt := range tests {
		if got := flat(t, e, tt.scope); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
	var l scene.List
	if err := e.List(&message.StackFlame{Scope: message.StackScope{Process: 9}, View: message.Viewport{To: 1, Width: 9, Height: 9}}, &l); err != nil || len(l.Rects) > 0 {
		t.Error("a process that is not there has a graph")
	}
	ask[*message.Failure](t, e, &message.StackNode{Node: 1 << 20})
	ask[*message.Failure](t, e, &message.StackNode{Scope: message.StackScope{Process: 9}})
}

// TestStackFlameBeginsWithMain checks that among hundreds of threads main comes first, in its own
// colour, with space for its name. Frames must be within their parents, and equal shares of the
// rest equally wide.
func TestStackFlameBeginsWithMain(t *testing.T) {
	threads := []string{"main 7 Runnable 10: com.example.Main.work android.os.Looper.loop"}
	for i := range 300 {
		threads = append(threads, fmt.Sprintf("t%c-%d %d Runnable 5: com.example.W%d.work java.lang.Thread.run", 'a'+i%20, i, 100+i, i))
	}
	e, _ := openDumps(t, dumpText(7, 1, threads...))
	for _, width := range []float64{400, 1000, 40_000} {
		var l scene.List
		if err := e.List(&message.StackFlame{View: message.Viewport{To: 1, Width: message.CSS(width), Height: 2000}, Root: message.NoNode, Selected: message.NoNode}, &l); err != nil {
			t.Fatal(err)
		}
		depths := map[uint32][]scene.Rect{}
		for _, r := range l.Rects {
			depths[r.Depth] = append(depths[r.Depth], r)
		}
		row := depths[1]
		slices.SortFunc(row, func(a, b scene.Rect) int { return cmp.Compare(a.X, b.X) })
		main := row[0]
		if name, _ := e.room.Name(main.Method); name.Label != "main" || main.Slot != scene.SlotMain {
			t.Errorf("%v px wide: the graph begins with %s, in colour %d", width, name.Label, main.Slot)
		}
		if want := max(72, float32(width)/301); main.X != 0 || main.W < want-1 || main.W > want+1 {
			t.Errorf("%v px wide: main is %v px wide at %v, want %v", width, main.W, main.X, want)
		}
		for depth := uint32(2); depth <= 3; depth++ {
			slices.SortFunc(depths[depth], func(a, b scene.Rect) int { return cmp.Compare(a.X, b.X) })
			if r := depths[depth][0]; r.X != main.X || r.W < main.W-0.5 || r.W > main.W+0.5 {
				t.Errorf("%v px wide: a frame of main's stack is %v px wide at %v", width, r.W, r.X)
			}
		}
		if last := row[len(row)-1]; last.X+last.W < float32(width)-2 || last.X+last.W > float32(width)+0.1 {
			t.Errorf("%v px wide: the last thread ends at %v", width, last.X+last.W)
		}
	}
}

func TestGroups(t *testing.T) {
	e, _ := openDumps(t, dumpText(7, 1, fleet...))
	r := ask[*message.GroupsReply](t, e, &message.Groups{})
	if len(r.Stacks) != 1 || len(r.Pools) != 2 {
		t.Fatalf("groups %+v", r)
	}
	g := r.Stacks[0]
	if fmt.Sprint(g.Names) != "[{Binder:#_# 2}]" || fmt.Sprint(g.Threads) != "[1 2]" || !g.Idle || len(g.Frames) != 2 || g.States[0].State != "Native" || g.States[0].Count != 2 {
		t.Errorf("the group is %+v", g)
	}
	if w := r.Pools[1]; w.Name != "w-#" || w.Idle || len(w.States) != 2 {
		t.Errorf("the second pool is %+v", w)
	}
	rows := ask[*message.StackRowsReply](t, e, &message.StackRows{Group: g.Threads, Count: 10})
	if rows.Total != 2 || rows.Rows[0].Name != "Binder:7_1" {
		t.Errorf("the group's rows are %+v", rows)
	}
	ask[*message.Failure](t, e, &message.Groups{Process: 1})
	for find, want := range map[string]string{
		"": "1 2 3 of 3 groups", "talkwithdriver": "1 1 2 of 3 groups", "w.copy": "0 1 1 of 3 groups", "state:waiting": "0 1 1 of 3 groups",
		"tid:9": "1 1 2 of 3 groups", "-ioctl": "0 1 1 of 3 groups", "/W\\.(copy|x)/": "0 1 1 of 3 groups", "main": "0 0 0 of 3 groups",
	} {
		r := ask[*message.GroupsReply](t, e, &message.Groups{Find: find})
		if got := fmt.Sprint(len(r.Stacks), len(r.Pools), " ", r.Tally); got != want {
			t.Errorf("%q finds %s, want %s", find, got, want)
		}
	}
}

func TestCourses(t *testing.T) {
	later := slices.Clone(fleet)
	later[3] = "w-1 10 Runnable 505: #memcpy #art_quick_generic_jni_trampoline #run com.example.W.copy java.lang.Thread.run"
	later[4] = "new 12 TimedWaiting 1: java.lang.Thread.sleep"
	first, second := dumpText(7, 1, fleet...), dumpText(7, 9, later...)
	e, d := openDumps(t, second, first, second) // in any order, and one of them twice
	if d.Processes[0].Dumps != 2 {
		t.Fatalf("%d dumps, want 2", d.Processes[0].Dumps)
	}
	r := ask[*message.CoursesReply](t, e, &message.Courses{Count: 10})
	var rows []string
	for _, c := range r.Rows {
		rows = append(rows, fmt.Sprintf("%s %d×%d %.2f", c.Name, c.Sign, c.Run, c.CPU))
	}
	if got, want := strings.Join(rows, ", "), "main 3×2 0.00, w-1 4×2 5.00, w-2 0×0 -1.00, new 0×0 -1.00"; got != want {
		t.Errorf("courses\n got %s\nwant %s", got, want)
	}
	if r.Stuck != 1 || r.Loops != 1 || r.Hidden != 2 || len(r.Dumps) != 2 || r.Dumps[1].After != 8 || r.Dumps[1].New != 1 || r.Dumps[1].Ended != 1 {
		t.Errorf("reply %+v", r)
	}
	if c := r.Rows[0].Cells; !c[1].Same || c[1].Class != message.StateBlocked || c[1].Thread < 5 || c[1].Top != "com.example.Store.read" {
		t.Errorf("main's cells are %+v", c)
	}
	if idle := ask[*message.CoursesReply](t, e, &message.Courses{Count: 10, Idle: true}); idle.Total != 6 {
		t.Errorf("%d rows with idle threads, want 6", idle.Total)
	}
	for find, want := range map[string]string{"": "main w-1 w-2 new, 4 of 4 threads", "jni": "w-1, 1 of 4 threads", "sleep": "new, 1 of 4 threads", "state:waiting": "w-2 new, 2 of 4 threads", "-com.example": "new, 1 of 4 threads", "xyz": ", 0 of 4 threads"} {
		r := ask[*message.CoursesReply](t, e, &message.Courses{Count: 10, Find: find})
		var names []string
		for _, c := range r.Rows {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " ") + ", " + r.Tally; got != want || r.Total != len(names) || r.Stuck != 1 {
			t.Errorf("%q finds %s, want %s", find, got, want)
		}
		var l scene.List
		if err := e.List(&message.CourseChart{View: message.Viewport{To: 2, Width: 900, Height: 300}, Find: find}, &l); err != nil || l.Content != scene.CSS(26*len(names)) {
			t.Errorf("%q: the chart is %v high, %v", find, l.Content, err)
		}
	}
	var l scene.List
	if err := e.List(&message.CourseChart{View: message.Viewport{To: 2, Width: 900, Height: 300}, Thread: 0}, &l); err != nil {
		t.Fatal(err)
	}
	cells := 0
	for _, rect := range l.Rects {
		if rect.Row != scene.None && rect.Slot&scene.Outline == 0 && rect.Method != scene.NoMethod {
			cells++
			if c := r.Rows[rect.Row].Cells[rect.Depth]; c.Thread != rect.Thread {
				t.Errorf("the chart has thread %d where the table has %d", rect.Thread, c.Thread)
			}
		}
	}
	if cells != 6 {
		t.Errorf("%d cells, want 6", cells)
	}
}

func TestColumnNames(t *testing.T) {
	for _, tt := range []struct{ times, want string }{
		{"2024-01-01 10:00:00.5+0100|2024-01-01 10:00:09.75+0100|", "10:00:00|10:00:09|dump 3"},
		{"2024-01-01 10:00:00.512345|2024-01-01 10:00:00.75", "10:00:00.512|10:00:00.75"},
		{"2024-01-01 23:59:58|2024-01-02 00:00:03", "01-01 23:59:58|01-02 00:00:03"},
	} {
		var dumps []message.CourseDump
		for time := range strings.SplitSeq(tt.times, "|") {
			dumps = append(dumps, message.CourseDump{Time: time})
		}
		if got := strings.Join(columnNames(dumps), "|"); got != tt.want {
			t.Errorf("columns of %s\n got %s\nwant %s", tt.times, got, tt.want)
		}
	}
}

func TestLockGraph(t *testing.T) {
	lock := func(id int, class, holder string) string {
		return fmt.Sprintf("  - waiting to lock <0x0%d> (a com.example.%s)%s\n", id, class, holder)
	}
	thread := func(name string, tid int, state string, locks ...string) string {
		return fmt.Sprintf("\"%s\" prio=5 tid=%d %s\n  | sysTid=%d\n  at com.example.A.run(A.java:1)\n%s\n", name, tid, state, tid, strings.Join(locks, ""))
	}
	held := func(id int, class string) string {
		return fmt.Sprintf("  - locked <0x0%d> (a com.example.%s)\n", id, class)
	}
	text := "----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\nABI: 'arm64'\nDALVIK THREADS (9):\n" +
		thread("main", 1, "Blocked", lock(1, "Store", " held by thread 2")) +
		thread("a", 2, "Blocked", lock(2, "Cache", " held by thread 3"), held(1, "Store")) +
		thread("b", 3, "Blocked", lock(1, "Store", " held by thread 2"), held(2, "Cache")) +
		thread("c", 4, "Blocked", lock(5, "Pool", "")) + thread("d", 5, "Blocked", lock(5, "Pool", "")) +
		thread("e", 6, "Blocked", lock(6, "Pool", " held by thread 77")) +
		thread("idle", 7, "Waiting") + "----- end 7 -----\n"
	e, d := openDumps(t, text)
	if p := d.Processes[0]; p.Waits != 6 || p.Deadlocks != 1 {
		t.Errorf("%d waits, %d deadlocks, want 6 and 1", p.Waits, p.Deadlocks)
	}
	dot := ask[*message.Dot](t, e, &message.LockGraph{})
	for find, want := range map[string]string{"cache": "a (2), 1 of 8 boxes", "tid:4": "c (4), 1 of 8 boxes", "idle": ", 0 of 8 boxes", "-store": "a (2)|c (4)|d (5)|e (6), 4 of 8 boxes"} {
		r := ask[*message.QueryReply](t, e, &message.Query{Text: find, Graph: dot.Serial})
		g, _ := e.room.dumps.locks(&e.room.dumps.processes[0])
		var names []string
		for _, i := range r.Found {
			names = append(names, g.Nodes[i].Lines[0])
		}
		slices.Sort(names)
		if got := strings.Join(names, "|") + ", " + r.Tally; got != want {
			t.Errorf("%q finds %s, want %s", find, got, want)
		}
	}
	if r := ask[*message.QueryReply](t, e, &message.Query{Text: "cache", Graph: dot.Serial + 1}); len(r.Found) > 0 {
		t.Errorf("a search in a hidden graph finds %v", r.Found)
	}
	g, summary := e.room.dumps.locks(&e.room.dumps.processes[0])
	var got []string
	for _, edge := range g.Edges {
		s := g.Nodes[edge.Tail].Lines[0] + " → " + g.Nodes[edge.Head].Lines[0]
		if edge.Label != "" {
			s += " by " + edge.Label
		}
		if edge.Alarm {
			s += "!"
		}
		got = append(got, s)
	}
	want := "a (2) → b (3) by Cache 0x00000002!, b (3) → a (2) by Store 0x00000001!, main (1) → a (2) by Store 0x00000001, c (4) → Pool 0x00000005, d (5) → Pool 0x00000005, e (6) → Pool 0x00000006"
	if summary != dot.Says || summary != "6 threads wait for others, 1 deadlock in red" {
		t.Errorf("it summary %q", summary)
	}
	if !g.Chosen || g.Nodes[g.First].Lines[0] != "b (3)" {
		t.Errorf("it opens on %v, want the last of main's chain", g.Nodes[g.First].Lines)
	}
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("arrows\n got %s\nwant %s", s, want)
	}
	if dot.Nodes != 8 || strings.Contains(dot.Text, "Store") {
		t.Errorf("%d boxes, want 8; their texts are no part of %s", dot.Nodes, dot.Text)
	}
	for _, n := range g.Nodes {
		if main := n.Lines[0] == "main (1)"; main != (n.Slot == scene.SlotMain) {
			t.Errorf("box %v has slot %d", n.Lines, n.Slot)
		}
	}
	ask[*message.Failure](t, e, &message.LockGraph{Process: 1})

	var many strings.Builder
	many.WriteString("----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\nABI: 'arm64'\nDALVIK THREADS (9):\n" + thread("owner", 1, "Runnable", held(1, "Store")))
	for i := range 1000 {
		many.WriteString(thread("w", i+2, "Blocked", lock(1, "Store", " held by thread 1")))
	}
	e, _ = openDumps(t, many.String()+"----- end 7 -----\n")
	if dot := ask[*message.Dot](t, e, &message.LockGraph{}); dot.Nodes != 2 || dot.Edges != 1 {
		t.Errorf("a thousand threads that wait alike make %d boxes and %d arrows", dot.Nodes, dot.Edges)
	}
	g, _ = e.room.dumps.locks(&e.room.dumps.processes[0])
	if n := g.Nodes[0]; n.Lines[0] != "1,000 threads: w" || len(n.Like) != 999 {
		t.Errorf("they share the box %v, for %d others", n.Lines, len(n.Like))
	}
}

// FuzzDumpViews checks that on any text every view of every process answers without a panic.
func FuzzDumpViews(f *testing.F) {
	f.Add([]byte(dumpText(7, 1, fleet...) + dumpText(7, 3, fleet...)))
	files, _ := filepath.Glob(filepath.Join(shared, "corpus/thread-dumps/*.txt"))
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil {
			f.Add(data[:min(len(data), 1<<15)])
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e := emptyRoom()
		e.room.Begin("fuzz.txt", "dump.txt")
		e.room.Write(data)
		if found, _ := e.room.End(""); !found {
			return
		}
		var l scene.List
		for i := range e.room.Open().Processes {
			p := uint32(i)
			ask[*message.GroupsReply](t, e, &message.Groups{Process: p})
			ask[*message.Dot](t, e, &message.LockGraph{Process: p})
			ask[*message.CoursesReply](t, e, &message.Courses{Process: p, Idle: true, Count: 50})
			for _, req := range []message.Picture{
				&message.StackFlame{Scope: message.StackScope{Process: p, Whose: message.Whose(i % 3), Idle: true}, View: message.Viewport{To: 1, Width: 300, Height: 300}, Find: "a"},
				&message.CourseChart{Process: p, View: message.Viewport{To: 3, Width: 300, Height: 300}},
			} {
				if err := e.List(req, &l); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// TestLockGraphOfHolder: if main is idle, the graph opens on the holder that the verdict names. On a narrow canvas, the arrows of a
// chain go down.
func TestLockGraphOfHolder(t *testing.T) {
	const idle = "\"main\" prio=5 tid=1 Native\n  at android.os.MessageQueue.nativePollOnce(Native method)\n  at android.os.MessageQueue.next(MessageQueue.java:1)\n  at android.os.Looper.loop(Looper.java:1)\n\n"
	text := "----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\nDALVIK THREADS (9):\n" + idle +
		"\"a\" prio=5 tid=2 Blocked\n  - waiting to lock <0x01> (a X) held by thread 4\n\n\"b\" prio=5 tid=3 Blocked\n  - waiting to lock <0x02> (a X) held by thread 2\n\n" +
		"\"holder\" prio=5 tid=4 Sleeping\n  at java.lang.Thread.sleep(Native method)\n  - locked <0x01> (a X)\n\n----- end 7 -----\n"
	e, d := openDumps(t, text)
	if p := d.Processes[0]; p.Main != 0 || p.Holder != 3 {
		t.Errorf("main is thread %d, the holder %d", p.Main, p.Holder)
	}
	for _, narrow := range []bool{false, true} {
		dot := ask[*message.Dot](t, e, &message.LockGraph{Narrow: narrow})
		if across := strings.Contains(dot.Text, "rankdir=LR"); across == narrow {
			t.Errorf("narrow %v: the arrows go across: %v", narrow, across)
		}
	}
	g, _ := e.room.dumps.locks(&e.room.dumps.processes[0])
	if !g.Chosen || g.Nodes[g.First].Lines[0] != "holder (4)" {
		t.Errorf("it opens on %v", g.Nodes[g.First].Lines)
	}
	e, d = openDumps(t, strings.ReplaceAll(strings.ReplaceAll(text, "held by thread 4", ""), "- locked <0x01> (a X)", ""))
	if g, _ := e.room.dumps.locks(&e.room.dumps.processes[0]); g.Chosen || d.Processes[0].Holder != message.NoNode {
		t.Errorf("without a holder it opens on %v, thread %d", g.Nodes[g.First].Lines, d.Processes[0].Holder)
	}
}
