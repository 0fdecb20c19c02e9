package call

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// TestUnmatchedExits: the cost of exits of methods that are not running does not grow with the
// stack. Without counts this file takes 4 · 10^8 lookups.
func TestUnmatchedExits(t *testing.T) {
	const n = 20_000
	for _, methods := range []bool{false, true} {
		r, reader := NewReplay(false)
		if methods {
			r, reader = NewMethods()
		}
		reader.Write(tracetest.Unmatched(n, n))
		if err := reader.Close(); err != nil {
			t.Fatal(err)
		}
		if got := r.Finish().Threads[0].IgnoredExits; got != n {
			t.Errorf("%d ignored exits, want %d", got, n)
		}
		if most := int64(n + n*(near+1)); r.lookups > most {
			t.Errorf("%d looks at calls on the stack for %d records, want at most %d", r.lookups, 2*n, most)
		}
	}
}

// A slowReplay pairs exits literally by section 10.3: it scans the whole stack with the names known
// at the record.
type slowReplay struct {
	replay                    *Replay
	stack                     []trace.MethodIndex
	orphans, implicit, ignore int64
}

func (s *slowReplay) Records(batch []trace.Record) {
	s.replay.Records(batch)
	for _, rec := range batch {
		if rec.Action == trace.Enter {
			s.stack = append(s.stack, rec.Method)
			continue
		}
		at := len(s.stack) - 1
		for at >= 0 && !s.sameMethod(s.stack[at], rec.Method) {
			at--
		}
		switch {
		case len(s.stack) == 0:
			s.orphans++
		case at < 0:
			s.ignore++
		default:
			s.implicit += int64(len(s.stack) - 1 - at)
			s.stack = s.stack[:at]
		}
	}
}

func (s *slowReplay) sameMethod(a, b trace.MethodIndex) bool {
	x, y := s.replay.method(a), s.replay.method(b)
	return a == b || x.Listed && y.Listed && x.Class == y.Class && x.Name == y.Name && x.Signature == y.Signature
}

// TestRunning compares the counts with the literal rule: deep stacks, several ids with one name,
// ids whose names arrive late or change.
func TestRunning(t *testing.T) {
	var ignored, implicit, renamed int
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 2))
		file := (tracetest.Trace{Version: 0xF3, NoSummary: true}).Data()
		ids, deeper := 2+rng.IntN(30), 50+rng.IntN(30)
		for at := range 300 {
			id := 4 * rng.IntN(ids)
			if rng.IntN(8) == 0 {
				line := fmt.Sprintf("%#x\tA\tm%d\t()V\n", id, rng.IntN(ids))
				file = append(file, 0, 0, 1)
				file = binary.LittleEndian.AppendUint16(file, uint16(len(line)))
				file = append(file, line...)
				continue
			}
			if rng.IntN(100) > deeper {
				id |= 1
			}
			file = append(file, 1, 0)
			for _, v := range []int{id, at, at} {
				file = binary.LittleEndian.AppendUint32(file, uint32(v))
			}
		}
		var first string
		for _, size := range []int{len(file), 1, 100} {
			r, _ := NewReplay(true)
			if size == 100 {
				r, _ = NewMethods()
			}
			slow := &slowReplay{replay: r}
			r.reader = trace.NewReader(slow)
			r.info = r.reader.Info()
			for from := 0; from < len(file); from += size {
				r.reader.Write(file[from:min(from+size, len(file))])
			}
			if err := r.reader.Close(); err != nil {
				t.Fatal(err)
			}
			th := &r.Table.Threads[0]
			got := fmt.Sprint(len(th.stack), " open, orphans ", th.OrphanExits, ", implicit ", th.ImplicitExits, ", ignored ", th.IgnoredExits)
			if want := fmt.Sprint(len(slow.stack), " open, orphans ", slow.orphans, ", implicit ", slow.implicit, ", ignored ", slow.ignore); got != want {
				t.Fatalf("seed %d, pieces of %d\n got %s\nwant %s", seed, size, got, want)
			}
			if first == "" {
				first = got
				ignored, implicit, renamed = ignored+int(th.IgnoredExits), implicit+int(th.ImplicitExits), renamed+len(r.reader.Renamed())
			} else if got != first {
				t.Fatalf("seed %d: whole %s, in pieces of %d %s", seed, first, size, got)
			}
		}
	}
	if ignored < 1000 || implicit < 1000 || renamed < 1000 {
		t.Errorf("%d ignored and %d implicit exits, %d renamed methods: too few to show anything", ignored, implicit, renamed)
	}
}

// TestOpenCalls: the memory of a stack that only grows is estimated well enough for a budget, and
// is at most a level, a frame and a context per call.
func TestOpenCalls(t *testing.T) {
	const n = 200_000
	data := tracetest.Entries(n, 1000)
	for _, tt := range []struct {
		keep bool
		most int64 // bytes a call
	}{{true, 430}, {false, 140}} {
		heap := func() int64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return int64(m.HeapAlloc)
		}
		before := heap()
		r, reader := NewReplay(tt.keep)
		reader.Write(data)
		taken, held := heap()-before, r.HeldBytes()+reader.HeldBytes()
		if held > tt.most*n || taken > held*5/4 || held > taken*3/2 {
			t.Errorf("keep %v: %d bytes per call reported, at most %d wanted, %d allocated", tt.keep, held/n, tt.most, taken/n)
		}
		if needs := r.Needs(1000); needs < held+n*indexedNode {
			t.Errorf("keep %v: it needs %d bytes, and holds %d", tt.keep, needs, held)
		}
		runtime.KeepAlive(r)
	}
}
