package wait

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/dump"
)

const (
	dalvik = "DALVIK THREADS:\n"
	art    = "Build fingerprint: 'a/b/c:14/d/1:user/k'\nABI: 'arm64'\nDALVIK THREADS (3):\n"
)

// read reads one block; threads are "tid STATE: lock line; lock line".
func read(t testing.TB, head string, threads ...string) *dump.Dump {
	t.Helper()
	var s strings.Builder
	s.WriteString("----- pid 100 at 2024-01-01 10:00:00 -----\nCmd line: app\n" + head)
	for _, thread := range threads {
		words, locks, _ := strings.Cut(thread, ": ")
		tid, state, _ := strings.Cut(words, " ")
		fmt.Fprintf(&s, "\"t%s\" prio=5 tid=%s %s\n  | sysTid=1%s\n", tid, tid, state, tid)
		for lock := range strings.SplitSeq(locks, "; ") {
			fmt.Fprintf(&s, "  at a.B.c(B.java:1)\n  - %s\n", lock)
		}
		s.WriteString("\n")
	}
	s.WriteString("----- end 100 -----\n")
	r := dump.NewReader()
	r.Write([]byte(s.String()))
	d := r.Close()
	if len(d.Blocks) != 1 || len(d.Threads) != len(threads) {
		t.Fatalf("%d blocks, %d threads, want 1 and %d", len(d.Blocks), len(d.Threads), len(threads))
	}
	return d
}

// outline formats waits and cycles by tid: "1→2 certain [1 2]".
func outline(d *dump.Dump, g *Graph) string {
	var parts []string
	tids := func(rows []int) string {
		var s []string
		for _, t := range rows {
			s = append(s, fmt.Sprint(d.Threads[t].Tid))
		}
		return strings.Join(s, " ")
	}
	for _, w := range g.Waits {
		switch {
		case w.For != None && w.Why == Join:
			parts = append(parts, fmt.Sprintf("%d⇢%d", d.Threads[w.Thread].Tid, d.Threads[w.For].Tid))
		case w.For != None:
			parts = append(parts, fmt.Sprintf("%d→%d", d.Threads[w.Thread].Tid, d.Threads[w.For].Tid))
		case w.Missing != 0:
			parts = append(parts, fmt.Sprintf("%d→missing %d", d.Threads[w.Thread].Tid, w.Missing))
		default:
			parts = append(parts, fmt.Sprintf("%d→?", d.Threads[w.Thread].Tid))
		}
	}
	for _, c := range g.Deadlocks() {
		certain := "probable"
		if c.Certain {
			certain = "certain"
		}
		parts = append(parts, fmt.Sprintf("%s [%s]", certain, tids(c.Threads)))
	}
	for _, q := range g.Queues() {
		s := fmt.Sprintf("%s held by [%s] wanted by [%s]", q.Object.Class, tids(q.Owners), tids(q.Waiters))
		if q.Behind > 0 {
			s += fmt.Sprintf(" and %d behind", q.Behind)
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, ", ")
}

// TestGraph covers the cases about waiting threads in sections 13 and 24.
func TestGraph(t *testing.T) {
	tests := []struct {
		name, head string
		threads    []string
		want       string
	}{
		{"9 an idle heap task", art, []string{"5 Blocked: waiting to lock an unknown object", "6 Blocked: waiting to lock an unknown object"}, "5→?, 6→?"},
		{"29 parked", dalvik, []string{"15 WAIT: waiting on <0x1> (a java.lang.VMThread) held by tid=15 (t15)"}, ""},
		{"29 a join", dalvik, []string{"3 WAIT: waiting on <0x1> (a java.lang.VMThread) held by tid=15 (t15)", "15 NATIVE"}, "3⇢15"},
		{"a cycle of a join and a monitor", dalvik, []string{"3 WAIT: waiting on <0x1> (a java.lang.VMThread) held by tid=15 (t15)", "15 MONITOR: waiting to lock <0x2> (a A) held by tid=3 (t3)"}, "3⇢15, 15→3, certain [3 15], A held by [3] wanted by [15] and 1 behind"},
		{"30 who waits on an object does not hold it", art, []string{"1 Waiting: waiting on <0xa> (a A); locked <0xa> (a A)", "2 Blocked: waiting to lock <0xa> (a A)"}, "2→?, A held by [] wanted by [2]"},
		{"31 a deadlock", art, []string{"1 Blocked: waiting to lock <0x1> (a X) held by thread 4; locked <0x2> (a Y)", "4 Blocked: waiting to lock <0x2> (a Y) held by thread 1; locked <0x1> (a X)"}, "1→4, 4→1, certain [1 4], X held by [4] wanted by [1] and 1 behind, Y held by [1] wanted by [4] and 1 behind"},
		{"a deadlock seen from one side only", art, []string{"1 Blocked: waiting to lock <0x1> (a X) held by thread 4", "4 Blocked: waiting to lock <0x2> (a Y) held by thread 1; locked <0x1> (a X)"}, "1→4, 4→1, probable [1 4], X held by [4] wanted by [1] and 1 behind, Y held by [1] wanted by [4] and 1 behind"},
		{"a deadlock at one instant", dalvik, []string{"9 MONITOR: waiting to lock <0x1> (a X) held by threadid=1 (t1)", "1 MONITOR: waiting to lock <0x2> (a Y) held by threadid=9 (t9)"}, "9→1, 1→9, certain [1 9], X held by [1] wanted by [9] and 1 behind, Y held by [9] wanted by [1] and 1 behind"},
		{"a deadlock of three, and one that waits for it", dalvik, []string{"1 MONITOR: waiting to lock <0x1> (a X) held by tid=2 (t2)", "2 MONITOR: waiting to lock <0x2> (a Y) held by tid=3 (t3)", "3 MONITOR: waiting to lock <0x3> (a Z) held by tid=1 (t1)", "4 MONITOR: waiting to lock <0x1> (a X) held by tid=2 (t2)"},
			"1→2, 2→3, 3→1, 4→2, certain [1 2 3], X held by [2] wanted by [1 4] and 2 behind, Y held by [3] wanted by [2] and 3 behind, Z held by [1] wanted by [3] and 3 behind"},
		{"32 a moving picture", art, []string{"79 Blocked: waiting to lock <0x1> (a X)", "94 Blocked: waiting to lock <0x1> (a X) held by thread 79"}, "79→?, 94→79, X held by [79] wanted by [79 94]"},
		{"33 a holder that is not in the dump", art, []string{"1 Blocked: waiting to lock <0x1> (a X) held by thread 50"}, "1→missing 50, X held by [] wanted by [1]"},
		{"a holder by its name", dalvik, []string{"1 MONITOR: waiting to lock <0x1> (a X) held by tid=50 (t2)", "2 NATIVE"}, "1→2, X held by [2] wanted by [1]"},
		{"a holder that no line names", art, []string{"1 Blocked: waiting to lock <0x1> (a X)", "2 Native: locked <0x1> (a X); locked <0x1> (a X)"}, "1→2, X held by [2] wanted by [1]"},
		{"two holders", art, []string{"1 Blocked: waiting to lock <0x1> (a X)", "2 Native: locked <0x1> (a X)", "3 Native: locked <0x1> (a X)"}, "1→?, X held by [2 3] wanted by [1]"},
		{"34 an address is no hash", art, []string{"1 Blocked: waiting to lock <0x12c0dba0> (a X)", "2 Native: locked <@addr=0x12c0dba0> (a X)"}, "1→?, X held by [] wanted by [1]"},
		{"equal numbers of two classes", art, []string{"1 Blocked: waiting to lock <0x1> (a X)", "2 Native: locked <0x1> (a Y)"}, "1→?, X held by [] wanted by [1]"},
		{"only the topmost wait counts", art, []string{"1 Blocked: waiting to lock <0x1> (a X) held by thread 2; waiting to lock <0x2> (a Y) held by thread 3", "2 Native", "3 Native"}, "1→2, X held by [2] wanted by [1]"},
		{"inflation", art, []string{"1 WaitingForLockInflation: waiting for lock inflation of <0x1> (a X) held by thread 2", "2 Native"}, "1→2, X held by [2] wanted by [1]"},
		{"itself", art, []string{"1 Blocked: waiting to lock <0x1> (a X) held by thread 1"}, "1→?, X held by [] wanted by [1]"},
		{"sleep, park and wait", art, []string{"1 Sleeping: sleeping on <0x1> (a X); locked <0x1> (a X)", "2 Waiting: waiting on an unknown object", "3 Waiting: waiting on <0x2> (a Y)"}, ""},
	}
	for _, tt := range tests {
		d := read(t, tt.head, tt.threads...)
		if got := outline(d, NewGraph(d, &d.Blocks[0])); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestBlocksApart: case 35 of section 24, equal hashes in two blocks are two objects.
func TestBlocksApart(t *testing.T) {
	block := "----- pid 1 at 2024-01-01 10:00:00 -----\n" + art + "\"a\" prio=5 tid=1 Blocked\n  at a.B.c(B.java:1)\n  - %s <0x0000000a> (a X)\n\n----- end 1 -----\n"
	r := dump.NewReader()
	fmt.Fprintf(r, block+block, "waiting to lock", "locked")
	d := r.Close()
	if got := outline(d, NewGraph(d, &d.Blocks[0])); got != "1→?, X held by [] wanted by [1]" {
		t.Error(got)
	}
}

func TestChain(t *testing.T) {
	d := read(t, art, "1 Blocked: waiting to lock <0x1> (a X) held by thread 2", "2 Blocked: waiting to lock <0x2> (a Y) held by thread 3", "3 Native", "4 Native")
	g := NewGraph(d, &d.Blocks[0])
	for thread, want := range []string{"[0 1 2]", "[1 2]", "[2]", "[3]"} {
		if got := fmt.Sprint(g.Chain(thread)); got != want {
			t.Errorf("chain of %d is %s, want %s", thread, got, want)
		}
	}
}

func TestIdleHeapTask(t *testing.T) {
	text := "\"HeapTaskDaemon\" daemon prio=5 tid=5 Blocked\n  at dalvik.system.VMRuntime.runHeapTasks(Native method)\n  - waiting to lock an unknown object\n\n" +
		"\"b\" prio=5 tid=6 Blocked\n  at a.B.c(B.java:1)\n  - waiting to lock <0x1> (a X)\n\n\"c\" prio=5 tid=7 Waiting\n"
	r := dump.NewReader()
	r.Write([]byte(text))
	d := r.Close()
	for i, want := range []bool{true, false, false} {
		if got := IdleHeapTask(d, &d.Threads[i]); got != want {
			t.Errorf("thread %d: %v, want %v", i, got, want)
		}
	}
}

// deadlocks and queues of the real dumps, compared with the text by eye; a queue is its number of
// waiting threads
var corpus = map[string]string{
	"art14_deadlock_a 3994":                "certain [1 4] queues 1 1",
	"art14_deadlock_b 20232":               "certain [1 3] queues 1 1",
	"art15_xiaomi_54 4249":                 "queues 1",
	"art80_cointiger 19380":                "queues 7",
	"art81_anr_171853 2803":                "queues 18 2 1",
	"art81_tachyon 27299":                  "queues 2",
	"bugreport_dalvik23_aidl_deadlock 800": "queues 1",
	"bugreport_dalvik23_aidl_deadlock 808": "queues 1",
	"bugreport_dalvik23_deadlock 628":      "certain [1 9] queues 1 1",
	"paste_art5_cut_in_attribute 0":        "queues 1",
	"paste_play_console_blocked 0":         "queues 1",
}

// TestCorpus compares the deadlocks and queues of every block of every real dump.
func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/thread-dumps/*.txt")
	if len(files) == 0 {
		t.Skip("../shared/corpus is not here: real dumps are not compared")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := dump.NewReader()
		r.Write(data)
		d := r.Close()
		for i := range d.Blocks {
			if d.Blocks[i].Kind != dump.Java && d.Blocks[i].Kind != dump.Native {
				continue
			}
			g := NewGraph(d, &d.Blocks[i])
			var parts []string
			for part := range strings.SplitSeq(outline(d, g), ", ") {
				if strings.HasPrefix(part, "certain") || strings.HasPrefix(part, "probable") {
					parts = append(parts, part)
				}
			}
			if queues := g.Queues(); len(queues) > 0 {
				parts = append(parts, "queues")
				for _, q := range queues {
					parts = append(parts, fmt.Sprint(len(q.Waiters)))
				}
			}
			name := fmt.Sprintf("%s %d", strings.TrimSuffix(filepath.Base(file), ".txt"), d.Blocks[i].PID)
			if got := strings.Join(parts, " "); got != corpus[name] {
				t.Errorf("%s: %q, want %q", name, got, corpus[name])
			}
		}
	}
}

// TestHuge: building a graph takes bounded time for 50,000 threads in one chain or at one lock.
func TestHuge(t *testing.T) {
	const n = 50_000
	var chain, crowd []string
	for i := range n {
		chain = append(chain, fmt.Sprintf("%d Blocked: waiting to lock <0x%x> (a X) held by thread %d; locked <0x%x> (a X)", i+1, i+1, (i+1)%n+1, i))
		crowd = append(crowd, fmt.Sprintf("%d Blocked: waiting to lock <0x1> (a X) held by thread %d; locked <0x2> (a X); waiting on <0x%x> (a X)", i+1, i/2+1, i))
	}
	d := read(t, art, chain...)
	g := NewGraph(d, &d.Blocks[0])
	if all := g.Deadlocks(); len(all) != 1 || len(all[0].Threads) != n || len(g.Queues()) != n || len(g.Chain(7)) != n {
		t.Errorf("%d deadlocks", len(all))
	}
	d = read(t, art, crowd...)
	g = NewGraph(d, &d.Blocks[0])
	if all := g.Queues(); len(all) != 1 || len(all[0].Waiters) != n {
		t.Errorf("%d queues", len(all))
	}
}

// FuzzGraph holds for any text: each deadlock is a cycle of waits, and chains end.
func FuzzGraph(f *testing.F) {
	f.Add("\"a\" prio=5 tid=1 Blocked\n  at a.B.c(B.java:1)\n  - waiting to lock <0x1> (a X) held by thread 2\n\n\"b\" prio=5 tid=2 Blocked\n  - waiting to lock <0x2> (a X) held by thread 1\n  - locked <0x1> (a X)\n")
	f.Add("\"a\" prio=5 tid=1 WAIT\n  - waiting on <0x1> (a java.lang.VMThread) held by tid=2 (b)\n\"b\" prio=5 tid=2 WAIT\n  - waiting to lock <@addr=0x1> (a X) held by threadid=1 (a)\n")
	f.Fuzz(func(t *testing.T, text string) {
		r := dump.NewReader()
		r.Write([]byte(text))
		d := r.Close()
		for i := range d.Blocks {
			g := NewGraph(d, &d.Blocks[i])
			for _, cycle := range g.Deadlocks() {
				for n, thread := range cycle.Threads {
					w, ok := g.Of(thread)
					if next := cycle.Threads[(n+1)%len(cycle.Threads)]; !ok || w.For != next || len(cycle.Threads) < 2 {
						t.Fatalf("deadlock %v: %d waits for %d", cycle.Threads, thread, w.For)
					}
				}
			}
			for _, w := range g.Waits {
				if w.For == w.Thread || len(g.Chain(w.Thread)) > len(g.Waits)+1 {
					t.Fatalf("wait %+v", w)
				}
			}
			for _, q := range g.Queues() {
				if len(q.Waiters) == 0 {
					t.Fatalf("queue %+v", q)
				}
			}
		}
	})
}
