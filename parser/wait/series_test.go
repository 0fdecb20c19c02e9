package wait

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/dump"
)

// files reads dumps, one file each. A file lists processes, "pid second threads"; second 0 is a
// dump without a time.
func files(texts ...string) (shots []Shot) {
	for _, text := range texts {
		var s strings.Builder
		for process := range strings.SplitSeq(text, "; ") {
			var pid, second, threads int
			fmt.Sscan(process, &pid, &second, &threads)
			at := ""
			if second > 0 {
				at = fmt.Sprintf(" at 2024-01-01 10:00:%02d", second)
			}
			fmt.Fprintf(&s, "----- pid %d%s -----\nCmd line: app\nABI: 'arm64'\nDALVIK THREADS (9):\n", pid, at)
			for tid := range threads {
				fmt.Fprintf(&s, "\"t%d\" prio=5 tid=%d Native\n  | sysTid=%d\n  at a.B.c(B.java:1)\n\n", tid, tid+1, tid+100)
			}
			fmt.Fprintf(&s, "----- end %d -----\n", pid)
		}
		r := dump.NewReader()
		r.Write([]byte(s.String()))
		facts := NewFacts(r.Close())
		for block := range facts.d.Blocks {
			shots = append(shots, Shot{facts, block})
		}
	}
	return shots
}

func TestSeries(t *testing.T) {
	tests := []struct {
		name   string
		files  []string
		of     int
		want   string
		counts string
	}{
		{"one", []string{"7 1 2"}, 0, "[0]", "[1]"},
		{"two in a file, another process between", []string{"7 1 2; 8 2 2; 7 3 2"}, 2, "[0 2]", "[2 1 2]"},
		{"in order of time, not of files", []string{"7 5 2", "7 1 2"}, 0, "[1 0]", "[2 2]"},
		{"without times as they come", []string{"7 0 2", "7 0 2"}, 0, "[0 1]", "[2 2]"},
		{"a copy in another file", []string{"7 1 2", "7 1 2"}, 1, "[0]", "[1 1]"},
		{"a copy that is cut", []string{"7 1 2", "7 1 3"}, 0, "[1]", "[1 1]"},
		{"at one time in a file, of other threads", []string{"7 1 2; 7 1 3"}, 0, "[0 1]", "[2 2]"},
		{"no pid", []string{"0 1 2", "0 2 2"}, 0, "[]", "[0 0]"},
		{"no threads", []string{"7 1 2; 7 2 0"}, 0, "[0]", "[1 0]"},
	}
	for _, tt := range tests {
		s := NewSeries(files(tt.files...))
		if got := fmt.Sprint(s.Of(tt.of)); got != tt.want {
			t.Errorf("%s: dumps %s, want %s", tt.name, got, tt.want)
		}
		if got := fmt.Sprint(s.Counts()); got != tt.counts {
			t.Errorf("%s: counts %s, want %s", tt.name, got, tt.counts)
		}
	}
	left := func(of int, files []Shot) string {
		var all []string
		for _, o := range NewSeries(files).LeftOut(of) {
			all = append(all, fmt.Sprintf("%d %s", o.Shot, [...]string{"copied", "too many", "stackless", "other kind", "other pid", "unnumbered"}[o.Why]))
		}
		return strings.Join(all, ", ")
	}
	for _, tt := range []struct {
		files []string
		of    int
		want  string
	}{
		{[]string{"7 1 2", "7 1 3", "7 2 2"}, 1, "0 copied"},
		{[]string{"7 1 2; 7 2 0; 8 2 2; 0 3 2", "7 4 2"}, 0, "1 stackless, 2 other pid, 3 unnumbered"},
		{[]string{"0 3 2", "7 4 2"}, 0, ""},
	} {
		if got := left(tt.of, files(tt.files...)); got != tt.want {
			t.Errorf("process %d of %q leaves out %s, want %s", tt.of, tt.files, got, tt.want)
		}
	}
	native := files("7 1 2", "7 2 2")
	native[1].block().Kind = dump.Native
	if got := left(0, native); got != "1 other kind" {
		t.Errorf("of another kind are left out %s", got)
	}
	many := make([]string, MostShots+5)
	for i := range many {
		many[i] = "7 0 1"
	}
	if of := NewSeries(files(many...)).Of(0); len(of) != MostShots || of[0] != 5 {
		t.Errorf("of %d dumps %d are shown, from %d", len(many), len(of), of[0])
	}
	if got := left(9, files(many...)); got != "0 too many, 1 too many, 2 too many, 3 too many, 4 too many" {
		t.Errorf("of %d dumps are left out %s", len(many), got)
	}
}

func TestGaps(t *testing.T) {
	shots := files("7 1 2", "7 3 4", "7 0 1")
	courses, _ := Courses(shots)
	if got, want := fmt.Sprint(Gaps(shots, courses)), "[{-1 0 0} {2 2 0} {-1 0 3}]"; got != want {
		t.Errorf("gaps %s, want %s", got, want)
	}
}

func TestMoment(t *testing.T) {
	tests := []struct {
		a, b string
		want float64
	}{
		{"2018-07-29 17:18:53", "2018-07-29 17:19:09", 16},
		{"2024-05-06 23:59:59.500000000+0100", "2024-05-07 00:00:01.000000000+0100", 1.5},
		{"2024-05-06 10:00:00", "2024-05-06 09:00:00", -1},
		{"2024-05-06T10:00:00Z", "2024-05-06  10:00:01,5", 1},
		{"2024-05-06 10:00", "2024-05-06 10:00:01", -1},
		{"2024-05-06 10:00:", "2024-05-06 10:00:01", -1},
		{"20240506", "2024-05-06 10:00:01", -1},
		{"", "2024-05-06 09:00:00", -1},
		{"yesterday", "2024-05-06 09:00:00", -1},
	}
	for _, tt := range tests {
		if got := secondsBetween(tt.a, tt.b); got != tt.want {
			t.Errorf("from %q to %q: %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

// TestOfMany: listing the dumps of a process does not build a new list for each dump.
func TestOfMany(t *testing.T) {
	s := NewSeries(files(strings.Repeat("7 0 1; ", 500) + "7 0 1"))
	s.Of(0)
	if n := testing.AllocsPerRun(10, func() { s.Of(400) }); n > 0 || len(s.Of(400)) != MostShots {
		t.Errorf("%v allocations, %d dumps", n, len(s.Of(400)))
	}
	if left := s.LeftOut(0); len(left) != 501-MostShots || len(s.LeftOut(3)) != len(left) {
		t.Errorf("%d are left out", len(left))
	}
}
