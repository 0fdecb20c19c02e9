package dumping

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/wasm/message"
)

// TestInterest checks the order of threads by their contribution to a hang, and that a thread
// that waits on an object does not count as its owner.
func TestInterest(t *testing.T) {
	thread := func(name string, tid int, state string, lines ...string) string {
		return fmt.Sprintf("%q prio=5 tid=%d %s\n  | sysTid=%d nice=0\n  %s\n\n", name, tid, state, tid+100, strings.Join(lines, "\n  "))
	}
	const wait = "at java.lang.Object.wait(Native method)"
	text := "----- pid 101 at 2024-01-01 10:00:00 -----\nCmd line: com.example.app\n\nDALVIK THREADS (8):\n" +
		thread("idle", 2, "Waiting", wait, "at java.util.TimerThread.mainLoop(Timer.java:1)") +
		thread("other", 3, "Runnable", "at android.os.Parcel.write(Parcel.java:1)") +
		thread("own", 4, "Runnable", "at com.example.app.Work.run(Work.java:1)") +
		thread("second waiter", 5, "Blocked", "at android.os.B.c(B.java:1)", "- waiting to lock <0x02> (a java.lang.Object) held by thread 6") +
		thread("holds two", 6, "Runnable", "at android.os.B.d(B.java:1)", "- locked <0x02> (a java.lang.Object)") +
		thread("holds one", 7, "Runnable", "at android.os.B.e(B.java:1)", "- locked <0x01> (a java.lang.Object)", "- locked <0x07> (a java.lang.Object)") +
		thread("waits on what it locked", 8, "Waiting", wait, "- waiting on <0x09> (a a.Q)", "at android.os.Q.take(Q.java:1)", "- locked <0x09> (a a.Q)") +
		thread("main", 1, "Blocked", "at android.os.B.f(B.java:1)", "- waiting to lock <0x01> (a java.lang.Object) held by thread 7") +
		"----- end 101 -----\n\n----- Waiting Channels: pid 101 at 2024-01-01 10:00:00 -----\nCmd line: com.example.app\n\nsysTid=101  futex_wait_queue\n\n----- end 101 -----\n"
	e, about := openDumps(t, text)
	if len(about.Processes) != 1 {
		t.Fatalf("%d processes", len(about.Processes))
	}
	var got []string
	for _, r := range ask[*message.StackRowsReply](t, e, &message.StackRows{Count: 99}).Rows {
		got = append(got, fmt.Sprintf("%s %d", r.Name, r.Held))
	}
	if want := "main 0, holds one 2, holds two 1, second waiter 0, own 0, other 0, waits on what it locked 0, idle 0"; strings.Join(got, ", ") != want {
		t.Errorf("order and monitors held:\n got %s\nwant %s", strings.Join(got, ", "), want)
	}
	lines := func(row int) (all []string, reply *message.StackReply) {
		reply = ask[*message.StackReply](t, e, &message.Stack{Thread: uint32(row)})
		for _, l := range reply.Lines {
			if l.Kind == message.LockStackLine {
				all = append(all, l.Last+"|"+l.Place)
			}
		}
		return all, reply
	}
	if got, _ := lines(6); strings.Join(got, "\n") != "- waiting on <0x09> (a a.Q)|\n- locked <0x09> (a a.Q)|released during the wait" {
		t.Errorf("lock lines of a thread that waits: %q", got)
	}
	if got, _ := lines(5); strings.Contains(strings.Join(got, "\n"), "given up") {
		t.Errorf("lock lines of a holder: %q", got)
	}
	_, main := lines(7)
	if f := main.Fields[0]; f.Key != "kernel" || f.Value != "futex_wait_queue" || !strings.Contains(f.Help, "a lock or a condition") {
		t.Errorf("main's first field is %+v, want where the kernel had it", f)
	}
}

// TestWriterOfDump checks that threads that wait for the dump's writer do not count as blocked,
// and that the writer does not precede working threads.
func TestWriterOfDump(t *testing.T) {
	text := "----- pid 101 at 2024-01-01 10:00:00 -----\nCmd line: system_server\n\nDALVIK THREADS (3):\n" +
		"\"own\" prio=5 tid=2 Runnable\n  at com.android.server.Work.run(Work.java:1)\n\n" +
		"\"AnrMonitorThread\" prio=5 tid=3 Blocked\n  at com.android.server.am.AnrHelper.a(A.java:1)\n  - waiting to lock <0x01> (a com.android.server.am.AnrDumpRecord) held by thread 4\n\n" +
		"\"writer\" prio=5 tid=4 Native\n  at com.android.server.am.ActivityManagerService.dumpStackTraces(A.java:1)\n  - locked <0x01> (a com.android.server.am.AnrDumpRecord)\n\n" +
		"----- end 101 -----\n"
	for _, c := range []struct {
		text, first    string
		waits, blocked int
	}{
		{text, "own", 0, 0},
		{strings.Replace(text, "dumpStackTraces", "other", 1), "writer", 1, 1},
	} {
		e, about := openDumps(t, c.text)
		if p := about.Processes[0]; p.Waits != c.waits || p.Blocked != c.blocked {
			t.Errorf("%d wait and %d are blocked, want %d and %d", p.Waits, p.Blocked, c.waits, c.blocked)
		}
		if got := ask[*message.StackRowsReply](t, e, &message.StackRows{Count: 9}).Rows[0].Name; got != c.first {
			t.Errorf("%s comes first, want %s", got, c.first)
		}
	}
}

// TestKernelRows checks that the threads of a process without stacks, known by their positions in
// the kernel, are rows that can be found and sorted. If the process was dumped too, the positions
// belong to its threads.
func TestKernelRows(t *testing.T) {
	e, about := openDumps(t, "----- Waiting Channels: pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.app\n\nsysTid=7  state=R    0\nsysTid=9  state=S    futex_wait_queue\nsysTid=8  do_epoll_wait\n\n----- end 7 -----\n")
	if len(about.Processes) != 1 || about.Processes[0].Threads != 0 || about.Threads != 0 {
		t.Fatalf("%+v", about)
	}
	rows := func(req message.StackRows) (all []string) {
		req.Count = 9
		for _, r := range ask[*message.StackRowsReply](t, e, &req).Rows {
			if r.Thread != message.NoNode {
				t.Errorf("%+v has a stack", r)
			}
			all = append(all, fmt.Sprintf("%s|%s|%d|%s|%d", r.Name, r.State, r.SysTid, r.Top, r.Line))
		}
		return all
	}
	const main, locked, polls = "main|R|7|it runs|3", "|S|9|futex_wait_queue|4", "||8|do_epoll_wait|5"
	for _, test := range []struct {
		req  message.StackRows
		want string
	}{
		{message.StackRows{}, main + " " + locked + " " + polls},
		{message.StackRows{Column: message.ThreadBySysTid, Descending: true}, locked + " " + polls + " " + main},
		{message.StackRows{Text: "futex"}, locked},
		{message.StackRows{Text: "state:running"}, main},
		{message.StackRows{Text: "tid:8"}, polls},
		{message.StackRows{Text: "-main"}, locked + " " + polls},
		{message.StackRows{Class: message.StateWaiting}, locked + " " + polls},
		{message.StackRows{Package: "com.app"}, ""},
	} {
		if got := strings.Join(rows(test.req), " "); got != test.want {
			t.Errorf("%+v:\n got %s\nwant %s", test.req, got, test.want)
		}
	}
}

// TestIdleInName checks that the heap's daemon in state Blocked counts as idle: in the table, in
// the search and in the help on its state.
func TestIdleInName(t *testing.T) {
	e, _ := openDumps(t, "----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: app\n\nDALVIK THREADS (2):\n"+
		"\"HeapTaskDaemon\" daemon prio=5 tid=5 Blocked\n  at dalvik.system.VMRuntime.runHeapTasks(Native method)\n  - waiting to lock an unknown object\n\n"+
		"\"b\" prio=5 tid=6 Blocked\n  at a.B.c(B.java:1)\n  - waiting to lock <0x1> (a X) held by thread 9\n\n----- end 7 -----\n")
	for text, want := range map[string]string{"state:blocked": "b", "-state:blocked": "HeapTaskDaemon", "state:machine": "HeapTaskDaemon"} {
		r := ask[*message.StackRowsReply](t, e, &message.StackRows{Text: text, Count: 9})
		if len(r.Rows) != 1 || r.Rows[0].Name != want {
			t.Errorf("%s: %+v, want %s", text, r.Rows, want)
		}
		if len(r.States) != 2 || r.States[0].Count != 1 || r.States[1].Count != 1 || r.States[0].Class == r.States[1].Class {
			t.Errorf("states: %+v", r.States)
		}
	}
	for thread, want := range []string{"waits for its next task", "another thread holds"} {
		if r := ask[*message.StackReply](t, e, &message.Stack{Thread: uint32(thread)}); !strings.Contains(r.StateHelp, want) {
			t.Errorf("thread %d: %s", thread, r.StateHelp)
		}
	}
}
