package call_test

import (
	"bytes"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/trace/tracetest"
)

// TestCPUClock compares with the slower search of CPUAt at instants between records, and with a clock that keeps nothing
// of earlier instants.
func TestCPUClock(t *testing.T) {
	var file bytes.Buffer
	if err := tracetest.Story(&file, 3, 5); err != nil {
		t.Fatal(err)
	}
	table, _ := replay(t, file.Bytes(), true)
	for i := range table.Threads {
		th := &table.Threads[i]
		if len(th.Levels) == 0 {
			continue
		}
		clock, step := call.NewCPUClock(th), max(1, (th.Last.Primary-th.First.Primary)/20_000)
		for at := th.First.Primary; at <= th.Last.Primary; at += step {
			first, last := th.CPUAt(at, false), th.CPUAt(at, true)
			fresh := call.NewCPUClock(th)
			if got, one := clock.At(float64(at)), fresh.At(float64(at)); got < float64(first)-1 || got > float64(last)+1 {
				t.Fatalf("thread %d: CPU at %d = %v, want %d to %d", i, at, got, first, last)
			} else if one != got {
				t.Fatalf("thread %d: CPU at %d = %v, but %v after earlier instants", i, at, one, got)
			}
		}
	}
}
