package dumping

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"traceglass/wasm/message"
)

// appDump returns a dump of its own app, with main in a method and this many more threads.
func appDump(i int, method string, threads int) string {
	var s strings.Builder
	fmt.Fprintf(&s, "----- pid %d at 2024-01-01 10:00:00 -----\nCmd line: com.example.app%d\nDALVIK THREADS (9):\n\"main\" prio=5 tid=1 Runnable\n  | sysTid=%d nice=0\n  at com.example.%s(A.java:1)\n\n", 100+i, i, 100+i, method)
	for n := range threads {
		fmt.Fprintf(&s, "\"pool-%d-%d\" prio=5 tid=%d Waiting\n  at com.example.P%d.p%d(P.java:%d)\n\n", i, n, n+2, i, n, n)
	}
	fmt.Fprintf(&s, "----- end %d -----\n", 100+i)
	return s.String()
}

// readFile reads a file.
func readFile(t *testing.T, m *Room, path, stored, text, partial string) {
	t.Helper()
	m.Begin(path, stored)
	m.Write([]byte(text))
	if found, err := m.End(partial); !found {
		t.Fatal(err)
	}
}

// TestPileIsSingle checks that few files stay open together, as do those of a bug report and
// dumps with common processes, however many. With more, one is open, and the others are read
// again on request.
func TestPileIsSingle(t *testing.T) {
	open := func(n int, path func(i int) string, text func(i int) string) (*opened, *message.Dumps) {
		e := emptyRoom()
		for i := range n {
			readFile(t, e.room, path(i), "x.zip", text(i), "")
		}
		return e, e.room.Open()
	}
	plain := func(i int) string { return fmt.Sprint("anr_", i) }
	app := func(i int) string { return appDump(i, "A.a", 0) }
	tests := []struct {
		name  string
		n     int
		path  func(int) string
		text  func(int) string
		pile  int
		files int
	}{
		{"few", mostOpen, plain, app, mostOpen, mostOpen},
		{"many", mostOpen + 5, plain, app, mostOpen + 5, 1},
		{"a bug report", mostOpen + 5, func(i int) string { return "FS/data/anr/" + plain(i) }, app, 0, mostOpen + 5},
		{"one process", mostOpen + 5, plain, func(int) string { return app(1) }, 0, mostOpen + 5},
		{"a process in common", mostOpen + 5, plain, func(i int) string { return app(i) + app(-1) }, 0, mostOpen + 5},
		{"long ones", 3, plain, func(i int) string { return appDump(i, "A.a", 0) + strings.Repeat("x", mostText/2) }, 3, 1},
	}
	for _, tt := range tests {
		_, about := open(tt.n, tt.path, tt.text)
		if about.Pile != tt.pile || len(about.Files) != tt.files || about.Single != (tt.files == 1) {
			t.Errorf("%s: a pile of %d, %d files open, want %d and %d", tt.name, about.Pile, len(about.Files), tt.pile, tt.files)
		}
	}

	loose := emptyRoom()
	for i := range 30 {
		readFile(t, loose.room, plain(i), plain(i), app(i), "")
	}
	if about := loose.room.Open(); len(about.Opened) != 30 || about.Opened[29] != "anr_29" {
		t.Errorf("opened were %q", about.Opened)
	}
	if r := ask[*message.CausesReply](t, loose, &message.Causes{}); len(r.Lots) > 0 {
		t.Errorf("single files are compared: %q", r.Lots)
	}

	e, about := open(40, func(i int) string { return fmt.Sprintf("run%d/anr_%d", i%2, i) }, app)
	if r := ask[*message.CausesReply](t, e, &message.Causes{}); strings.Join(about.Opened, " ") != "x.zip" || strings.Join(r.Lots, " ") != "x.zip/run0 x.zip/run1" || r.Guess != 1 {
		t.Errorf("opened %q, compared %q", about.Opened, r.Lots)
	}

	e, _ = open(40, plain, func(i int) string { return appDump(i, fmt.Sprintf("A$%d.a", i%2), 0) })
	if reread(e, 39) {
		t.Error("the dump that is open is read again")
	}
	if f := ask[*message.Failure](t, e, &message.OpenDump{Number: 7}); f.Text == "" {
		t.Error("a dump that was not read again is described")
	}
	if !reread(e, 7) {
		t.Fatal("a dump that is not at hand is not read again")
	}
	readFile(t, e.room, "anr_7", "x.zip", appDump(7, "A$1.a", 0), "")
	r := ask[*message.OpenDumpReply](t, e, &message.OpenDump{Number: 7})
	if p := r.About.Processes; len(p) != 1 || p[0].PID != 107 || r.About.Pile != 40 || r.About.Number != 7 || r.About.Bytes < 1000 {
		t.Errorf("the dump is %+v", r.About)
	}
	if s := ask[*message.StackReply](t, e, &message.Stack{Thread: p0(r).Main}); s.Row.Name != "main" {
		t.Errorf("its main thread is %q", s.Row.Name)
	}
	for _, n := range []int{1, 2, 3} {
		reread(e, n)
		readFile(t, e.room, fmt.Sprint("anr_", n), "x.zip", appDump(n, "A$1.a", 0), "")
	}
	if reread(e, 2) || e.room.dumps.files[0].number != 2 || !reread(e, 7) {
		t.Error("the last few that were read again are not at hand, or more")
	}
	if causes := ask[*message.CausesReply](t, e, &message.Causes{Group: message.NoNode, Node: message.NoNode}); causes.Title != "40 dumps, 1 cause" || causes.Total != 0 {
		t.Errorf("after them the pile is %q, %d listed", causes.Title, causes.Total)
	}
}

// TestOverlappingExports checks that a report that two files hold is counted once, and that the reports
// keep their numbers when their file is read again.
func TestOverlappingExports(t *testing.T) {
	week := func(from, to int) string {
		var s strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&s, `{"name": "apps/com.app/%d", "type": "APPLICATION_NOT_RESPONDING", "eventTime": "2026-08-20T10:%02d:00Z", "reportText": "\"main\" tid=1 Native\n  at com.app.A$%d.a(A.java:1)\n"}`+"\n", i, i, i)
		}
		return s.String()
	}
	e := emptyRoom()
	readFile(t, e.room, "one.json", "one.json", week(0, 20), "")
	readFile(t, e.room, "two.json", "two.json", week(10, 40), "")
	about := e.room.Open()
	if about.Pile != 40 || len(e.room.lost) != 1 || !strings.Contains(e.room.lost[0], "10 × duplicate") {
		t.Fatalf("a pile of %d, notes %q", about.Pile, e.room.lost)
	}
	for _, number := range []int{25, 5} {
		in, wanted := e.room.Reread(number)
		if !wanted {
			t.Fatalf("report %d is not read again", number)
		}
		readFile(t, e.room, fmt.Sprint(in), "", []string{week(0, 20), week(10, 40)}[in], "")
		if d := e.room.dumps.files[0].d; d.About.ID != fmt.Sprint("apps/com.app/", number) {
			t.Errorf("report %d is %q", number, d.About.ID)
		}
	}
}

// reread reports whether a dump must be read again.
func reread(e *opened, number int) bool {
	_, wanted := e.room.Reread(number)
	return wanted
}

func p0(r *message.OpenDumpReply) *message.Process { return &r.About.Processes[0] }

// TestPileNotes checks the notes on files that were partly read and on files without a cause.
func TestPileNotes(t *testing.T) {
	e := emptyRoom()
	for i := range 30 {
		partial, text := "", appDump(i, "A.a", 0)
		switch i {
		case 3:
			partial = "Only the first half could be read."
		case 4:
			text = "----- pid 9 at 2024-01-01 10:00:00 -----\nCmd line: com.none\n----- end 9 -----\n"
		}
		readFile(t, e.room, fmt.Sprint("anr_", i), "x.zip", text, partial)
	}
	about := e.room.Open()
	r := ask[*message.CausesReply](t, e, &message.Causes{Group: message.NoNode, Node: message.NoNode})
	if got := strings.Join(r.Notes, "; "); about.Pile != 30 || r.Title != "29 dumps, 1 cause" || got != "1 file names no cause; 1 file was read in part only: Only the first half could be read." {
		t.Errorf("%d dumps: %q, %q", about.Pile, r.Title, got)
	}
}

// TestPileIsBounded checks that a room's memory for a pile does not grow with the size of its
// dumps.
func TestPileIsBounded(t *testing.T) {
	held := func(threads int) int64 {
		heap := func() int64 {
			runtime.GC()
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return int64(m.HeapAlloc)
		}
		room := New()
		before := heap()
		for i := range 100 {
			readFile(t, room, fmt.Sprint("anr_", i), "x.zip", appDump(i, "A.a", threads), "")
		}
		if about := room.Open(); !about.Single || about.Pile != 100 {
			t.Fatalf("no pile: %+v", about)
		}
		after := heap()
		runtime.KeepAlive(room)
		return after - before
	}
	small, large := held(0), held(1000)          // about 60 KB each
	if most := small + 3_000_000; large > most { // the open dump, and the memory to read the next
		t.Errorf("100 small dumps take %d bytes, 100 large ones %d, want at most %d", small, large, most)
	}
}
