package wait

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/dump"
)

// course formats the courses of a process's dumps. Each dump lists threads, "name sysTid STATE
// ticks: innermost outer". A course is "name sign×run: cells". A cell is the thread's ticks, with =
// if its stack equals the previous one, and . if it is missing.
func course(t *testing.T, dumps ...string) string {
	t.Helper()
	var shots []Shot
	for i, threads := range dumps {
		var s strings.Builder
		fmt.Fprintf(&s, "----- pid 7 at 2024-01-01 10:00:%02d -----\nCmd line: app\nABI: 'arm64'\nDALVIK THREADS (9):\n", i)
		for tid, thread := range strings.Split(threads, "; ") {
			words, frames, _ := strings.Cut(thread, ": ")
			var name, sysTid, state, ticks string
			fmt.Sscan(words, &name, &sysTid, &state, &ticks)
			fmt.Fprintf(&s, "\"%s\" prio=5 tid=%d %s\n", name, tid+2, state)
			if ticks == "" {
				fmt.Fprintf(&s, "  | sysTid=%s\n", sysTid)
			} else {
				fmt.Fprintf(&s, "  | sysTid=%s nice=0 self=0x7%s\n  | state=S schedstat=( 0 0 0 ) utm=%s stm=0 core=0 HZ=100\n", sysTid, sysTid, ticks)
			}
			for frame := range strings.FieldsSeq(frames) {
				fmt.Fprintf(&s, "  at %s(A.java:%d)\n", frame, i+1)
			}
			s.WriteString("\n")
		}
		s.WriteString("----- end 7 -----\n")
		r := dump.NewReader()
		r.Write([]byte(s.String()))
		shots = append(shots, Shot{NewFacts(r.Close()), 0})
	}
	var all []string
	courses, _ := Courses(shots)
	for _, c := range courses {
		line := fmt.Sprintf("%s %s", c.Name, [...]string{"moves", "rests", "unchanged", "stuck", "loops"}[c.Sign])
		if c.Run > 0 {
			line += fmt.Sprintf("×%d", c.Run)
		}
		line += ":"
		for _, cell := range c.Cells {
			switch {
			case cell.Thread == None:
				line += " ."
			case cell.Same:
				line += fmt.Sprintf(" =%d", cell.Ticks)
			default:
				line += fmt.Sprintf(" %d", cell.Ticks)
			}
		}
		all = append(all, line)
	}
	return strings.Join(all, " | ")
}

func TestCourses(t *testing.T) {
	tests := []struct {
		name  string
		dumps []string
		want  string
	}{
		{"a thread that stands still and uses no CPU is stuck", []string{
			"main 7 Blocked 50: a.B.lock a.B.main", "main 7 Blocked 51: a.B.lock a.B.main", "main 7 Blocked 51: a.B.lock a.B.main",
		}, "main stuck×3: -1 =1 =0"},
		{"one that uses CPU loops", []string{"w 8 Runnable 50: a.B.spin", "w 8 Runnable 350: a.B.spin"}, "w loops×2: -1 =300"},
		{"one that waits for a lock is in no loop, whatever it used", []string{"w 8 Blocked 50: a.B.c", "w 8 Blocked 350: a.B.c"}, "w unchanged×2: -1 =300"},
		{"one that waits for a lock of the library is in no loop", []string{
			"w 8 Waiting 50: java.util.concurrent.locks.ReentrantLock.lock a.B.c", "w 8 Waiting 350: java.util.concurrent.locks.ReentrantLock.lock a.B.c",
		}, "w unchanged×2: -1 =300"},
		{"one that waited for it in one dump only may be", []string{"w 8 Runnable 50: a.B.c", "w 8 Blocked 350: a.B.c"}, "w loops×2: -1 =300"},
		{"without its times it is unchanged", []string{"w 8 Waiting: a.B.wait", "w 8 Waiting: a.B.wait"}, "w unchanged×2: -1 =-1"},
		{"another line of the same method is the same place, another method is not", []string{"w 8 Runnable 1: a.B.c a.B.d", "w 8 Runnable 1: a.B.c a.B.e"}, "w moves: -1 0"},
		{"a thread that only waits for work is no sign of a hang", []string{
			"main 7 Native 1: android.os.MessageQueue.nativePollOnce", "main 7 Native 1: android.os.MessageQueue.nativePollOnce",
		}, "main rests: -1 =0"},
		{"threads begin and end", []string{"a 8 Waiting 1: a.B.c; b 9 Waiting 1: a.B.c", "b 9 Waiting 9: a.B.d; c 10 Waiting 5: a.B.c"}, "b moves: -1 8 | a moves: -1 . | c moves: . -1"},
		{"the kernel's number makes two of one name", []string{"w 8 Waiting 1: a.B.c", "w 9 Waiting 1: a.B.c"}, "w moves: -1 . | w moves: . -1"},
		{"a thread renamed is known by its record", []string{"old 8 Waiting 1: a.B.c", "new 8 Waiting 4: a.B.d"}, "new moves: -1 3"},
		{"main is first, then the stuck, then by CPU", []string{
			"x 8 Runnable 1: a.B.c; y 9 Runnable 1: a.B.c; z 10 Blocked 1: a.B.c; main 7 Native 1: a.B.c",
			"x 8 Runnable 3: a.B.d; y 9 Runnable 9: a.B.d; z 10 Blocked 1: a.B.c; main 7 Native 1: a.B.d",
		}, "main moves: -1 0 | z stuck×2: -1 =0 | y moves: -1 8 | x moves: -1 2"},
		{"a thread twice in one dump is two", []string{"w 8 Waiting 1: a.B.c; w 8 Waiting 1: a.B.c"}, "w moves: -1 | w moves: -1"},
		{"a stack without frames is like no other", []string{"w 8 Native 1", "w 8 Native 1"}, "w moves: -1 0"},
	}
	for _, tt := range tests {
		if got := course(t, tt.dumps...); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestCoursesCorpus: two files of one device, 16 s apart, share a process.
func TestCoursesCorpus(t *testing.T) {
	const dir = "../../../shared/corpus/thread-dumps/"
	var dumps []*dump.Dump
	for _, name := range []string{"art81_anr_171853.txt", "art81_anr_171909.txt"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Skipf("the corpus is not here: %v", err)
		}
		r := dump.NewReader()
		r.Write(data)
		dumps = append(dumps, r.Close())
	}
	a, b := NewFacts(dumps[0]), NewFacts(dumps[1])
	matched := 0
	for i := range dumps[0].Blocks {
		for j := range dumps[1].Blocks {
			if !SameProcess(&dumps[0].Blocks[i], &dumps[1].Blocks[j]) {
				continue
			}
			matched++
			courses, left := Courses([]Shot{{a, i}, {b, j}})
			both := 0
			for _, c := range courses {
				if !slices.ContainsFunc(c.Cells, func(v Cell) bool { return v.Thread == None }) {
					both++
				}
			}
			threads := dumps[0].Blocks[i].EndThread - dumps[0].Blocks[i].FirstThread
			if left > 0 || both*10 < threads*8 {
				t.Errorf("pid %d: %d of %d threads are in both dumps", dumps[0].Blocks[i].PID, both, threads)
			}
		}
	}
	if matched == 0 {
		t.Error("no process is in both files")
	}
}

// TestLessCPU: a thread whose CPU time shrank is not reported as stuck.
func TestLessCPU(t *testing.T) {
	got := course(t, "w 8 Native 500: a.B.c", "w 8 Native 20: a.B.c")
	if want := "w unchanged×2: -1 =-1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestDeadlockOverTime: a thread in a certain deadlock is stuck, whatever its CPU time.
func TestDeadlockOverTime(t *testing.T) {
	const text = `----- pid 7 at 2024-01-01 10:00:0%d -----
Cmd line: app

DALVIK THREADS (2):
"main" prio=5 tid=1 Blocked
  | sysTid=7 nice=0
  | state=S schedstat=( 0 0 0 ) utm=%d stm=0 core=0 HZ=100
  at a.B.c(B.java:1)
  - waiting to lock <0x1> (a X) held by thread 2
  - locked <0x2> (a X)

"w" prio=5 tid=2 Blocked
  | sysTid=8 nice=0
  | state=S schedstat=( 0 0 0 ) utm=%[2]d stm=0 core=0 HZ=100
  at a.B.d(B.java:1)
  - waiting to lock <0x2> (a X) held by thread 1
  - locked <0x1> (a X)

----- end 7 -----
`
	var shots []Shot
	for i := range 2 {
		r := dump.NewReader()
		fmt.Fprintf(r, text, i, 50+300*i)
		shots = append(shots, Shot{NewFacts(r.Close()), 0})
	}
	courses, _ := Courses(shots)
	for _, c := range courses {
		if c.Sign != Stuck || c.Run != 2 {
			t.Errorf("%s: sign %d in %d dumps", c.Name, c.Sign, c.Run)
		}
	}
	if c, ok := NewSeries(shots).Along(0); !ok || c.Rule != "stuck" || c.Code != AlongDeadlocked {
		t.Errorf("of main: %+v", c)
	}
}
