package story

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// TestEachCall: eachCall visits the calls with a mark that touch the range, in order, and no others.
func TestEachCall(t *testing.T) {
	var file bytes.Buffer
	if err := tracetest.Generate(&file, tracetest.Config{Records: 30_000, Methods: 300, Threads: 5}); err != nil {
		t.Fatal(err)
	}
	replay, reader := call.NewReplay(true)
	if _, err := reader.Write(file.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	x := profile.NewIndex(replay.Finish(), reader.Info())
	begin, end := x.Calls.Span()
	rng := rand.New(rand.NewPCG(1, 2))
	within := func() trace.Ticks { return begin + trace.Ticks(rng.Int64N(int64(end-begin))) }
	total := 0
	for range 40 {
		thread := trace.ThreadIndex(rng.IntN(len(x.Calls.Threads)))
		o := Options{Thread: thread, From: profile.WholeTrace.From, To: profile.WholeTrace.To}
		if rng.IntN(2) == 0 {
			o.From, o.To = within(), within()
			o.From, o.To = min(o.From, o.To), max(o.From, o.To)
		}
		s := newStudy(x, o)
		marks := s.unmarked()
		for range rng.IntN(20) {
			marks[1+rng.IntN(len(marks)-1)] = 1 + rng.Uint32N(9) // mostly of other threads
			if len(s.rows) > 0 {
				marks[s.rows[rng.IntN(len(s.rows))]] = 1 + rng.Uint32N(9)
			}
		}
		type visit struct {
			r    profile.Ref
			mark uint32
		}
		var got, want []visit
		s.eachCall(marks, func(r profile.Ref, mark uint32) { got = append(got, visit{r, mark}) })
		for depth, l := range x.Calls.Threads[thread].Levels {
			for row := l.From(o.From); row < l.After(o.To); row++ {
				r := profile.Ref{Thread: thread, Depth: uint32(depth), Row: uint32(row)}
				if mark := marks[s.rowOf(r)]; mark != 0 {
					want = append(want, visit{r, mark})
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("thread %d from %d to %d: %d calls, want %d", thread, o.From, o.To, len(got), len(want))
		}
		total += len(want)
	}
	if total < 1000 {
		t.Errorf("the marks have %d calls, too few for a test", total)
	}
}
