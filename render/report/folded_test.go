package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/names"
)

// TestFoldedUnit checks that times are in ns if the clock ticks in ns.
func TestFoldedUnit(t *testing.T) {
	p := profileOf(t, tracetest.Bytes("main 0>A.a 1500<A.a"), false)
	for tick, want := range map[trace.Tick]string{1000: "main [1];A.a 1500\n", 1: "main [1];A.a 1500\n", 10_000: "main [1];A.a 15000\n"} {
		p.Calls.Tick = tick
		var out bytes.Buffer
		if err := (FoldedStacks{}).Write(&out, p); err != nil || out.String() != want {
			t.Errorf("tick of %d ns: %q, %v, want %q", tick, out.String(), err, want)
		}
	}
}

func TestFolded(t *testing.T) {
	p := profileOf(t, tracetest.Bytes("main 0/0>A.a 10/5>B;b 30/15<B;b 40/25<A.a worker#7 5/5>A.a 6/6<A.a"), false)
	tests := []struct {
		clock   profile.Clock
		reverse bool
		want    string
	}{
		{profile.Wall, false, "main [1];A.a 20\nmain [1];A.a;B:b 20\nworker [7];A.a 1\n"},
		{profile.CPU, false, "main [1];A.a 15\nmain [1];A.a;B:b 10\nworker [7];A.a 1\n"},
		{profile.Waiting, false, "main [1];A.a 5\nmain [1];A.a;B:b 10\n"},
		{profile.Wall, true, "main [1];A.a 20\nmain [1];B:b;A.a 20\nworker [7];A.a 1\n"},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		if err := (FoldedStacks{Clock: tt.clock, Reverse: tt.reverse}).Write(&out, p); err != nil {
			t.Fatal(err)
		}
		if out.String() != tt.want {
			t.Errorf("clock %d, reverse %v:\n got %q\nwant %q", tt.clock, tt.reverse, out.String(), tt.want)
		}
	}
}

// TestFoldedSums checks in every trace of the corpus that the lines of each thread add up to the
// inclusive time of its calls at depth 0.
func TestFoldedSums(t *testing.T) {
	all := traces(t)
	files, _ := filepath.Glob(shared + "/corpus/method-*/*.gz")
	for _, file := range files {
		all[strings.TrimSuffix(filepath.Base(file), ".gz")] = read(t, file)
	}
	for name, data := range all {
		p := profileOf(t, data, false)
		labels := names.Labels(p.Index)
		for _, thread := range Threads(p.Index, profile.WholeTrace) {
			only := p.Index.Profile(profile.WholeTrace.Only(thread), nil)
			for _, clock := range []profile.Clock{profile.Wall, profile.CPU, profile.Waiting} {
				var out bytes.Buffer
				if err := (FoldedStacks{Clock: clock, Reverse: clock == profile.CPU, Labels: labels}).Write(&out, p.Index.Profile(profile.WholeTrace.Only(thread), nil)); err != nil {
					t.Fatal(err)
				}
				got, want := int64(0), int64(0)
				for line := range strings.Lines(out.String()) {
					line = strings.TrimSuffix(line, "\n")
					n, err := strconv.ParseInt(line[strings.LastIndexByte(line, ' ')+1:], 10, 64)
					if err != nil {
						t.Fatalf("%s: %q: %v", name, line, err)
					}
					got += n
				}
				for row := only.Tree.First[0]; row != profile.NoRow; row = only.Tree.Next[row] {
					want += only.Rows[row].Inclusive[clock]
				}
				_, unit := FoldedStacks{}.Unit(p.Index)
				if got *= unit; got != want {
					t.Errorf("%s: thread %d by clock %d: %d ns, want %d", name, thread, clock, got, want)
				}
			}
		}
	}
}

// traces returns our samples, and the corpus if it exists.
func traces(t testing.TB) map[string][]byte {
	files, _ := filepath.Glob("../../testdata/*.trace*")
	corpus, _ := filepath.Glob(shared + "/corpus/method-traces/*.gz")
	if len(corpus) == 0 {
		t.Logf("%s/corpus is not here: its traces are not ours to ship", shared)
	}
	all := map[string][]byte{}
	for _, file := range append(files, corpus...) {
		if info, err := os.Stat(file); err == nil && info.Size() < 600_000 {
			all[strings.TrimSuffix(filepath.Base(file), ".gz")] = read(t, file)
		}
	}
	return all
}
