package trace

import (
	"math/bits"
	"slices"
)

// Sampling is how a trace looks recorded, since no file says (section 8).
type Sampling uint8

const (
	Instrumented Sampling = iota // every call
	Sampled                      // what a sampler saw: calls are times seen
	CannotTell                   // there are too few records
)

// paceRecords is how many records tell whether a trace was sampled.
const paceRecords = 16 << 10

// pace is what the first records of a trace say of how it was recorded (section 8). A
// sampler gives all changes of one thread's stack at one instant the same time, and
// instants lie an interval apart; full instrumentation gives each record its own time.
type pace struct {
	records int
	unrolls int
	last    []int64 // by ThreadIndex: time of the thread's last record + 1, 0 for none
	same    int     // records at the time of the one before, on the same thread
	again   int     // of these, later than the thread's first
	moved   []bool  // by ThreadIndex: has had a record later than its first
	later   int     // records after it
	gaps    [65]int // of the latter: how many by the number of bits of the difference
}

func (p *pace) add(batch []Record, in *Info) {
	batch = batch[:min(len(batch), paceRecords-p.records)]
	p.records += len(batch)
	for i := range batch {
		rec := &batch[i]
		t := rec.Wall
		if in.Clocks&Wall == 0 {
			t = rec.CPU
		}
		if rec.Action == Unroll {
			p.unrolls++
		}
		for int(rec.Thread) >= len(p.last) {
			p.last, p.moved = append(p.last, 0), append(p.moved, false)
		}
		switch last := &p.last[rec.Thread]; {
		case *last == 0:
			*last = t + 1
		case t+1 == *last:
			p.same++
			if p.moved[rec.Thread] {
				p.again++
			}
		case t+1 < *last: // times never go back in a thread; if they did, that is no gap
		default:
			p.later++
			p.moved[rec.Thread] = true
			p.gaps[bits.Len64(uint64(t+1-*last))]++
			*last = t + 1
		}
	}
}

// sampling tells how the trace looks recorded. An unroll, and gaps of which a good part is
// short, are of full instrumentation. Else most records at the same time as another tell of a
// sampler; of few, those at which a thread's recording begins do not count, since the frames
// that were on its stack are entered at once either way, nor does a trace whose times were clamped.
func (p *pace) sampling(threads []Thread, tick int64) Sampling {
	const enough, fewest = 8, 3 // gaps
	shorter := 0
	for _, n := range p.gaps[:bits.Len64(uint64(65_536/tick))] { // below 64 ticks of 1 µs, or 65,536 of 1 ns
		shorter += n
	}
	clamped := slices.ContainsFunc(threads, func(t Thread) bool { return t.BackwardSteps > 0 })
	switch {
	case p.unrolls > 0, shorter > 0 && 5*shorter >= p.later:
		return Instrumented
	case p.later >= enough && p.same >= 2*p.later, p.later >= fewest && p.again >= 2*p.later && !clamped:
		return Sampled
	case p.later >= enough && p.same < p.later:
		return Instrumented
	}
	return CannotTell
}
