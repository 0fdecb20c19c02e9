package trace

import (
	"math/bits"
	"slices"
)

// Sampling is how a trace was probably recorded. No file states it (section 8).
type Sampling uint8

const (
	Instrumented Sampling = iota // every call
	Sampled                      // by a sampler: calls are sightings
	CannotTell                   // there are too few records
)

// paceRecords is the number of records used to detect sampling.
const paceRecords = 16 << 10

// A pace collects the times of a trace's first records (section 8). A sampler gives the same time
// to all stack changes of a thread at one instant, and its instants are an interval apart. Full
// instrumentation gives each record its own time.
type pace struct {
	records int
	unrolls int
	last    []Ticks // by ThreadIndex: time of the thread's last record + 1, or 0
	same    int     // records at the time of the one before, on the same thread
	again   int     // those later than the thread's first time
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

// sampling returns how the trace was probably recorded. An unroll, or a large share of short gaps, means full instrumentation.
// Otherwise a majority of records with equal times means sampling. With hardly any short gap, a smaller majority is enough: a thread
// that changes one method a sample has as many records with a new time. With few such records, those at the start of a thread's
// recording do not count, because the frames on its stack are entered at once either way. Nor do traces with clamped times.
func (p *pace) sampling(threads []Thread, tick Tick) Sampling {
	const enough, fewest, many = 8, 3, 100 // gaps
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
	case p.later >= many && 100*shorter <= p.later && 2*p.same >= 3*p.later && !clamped:
		return Sampled
	case p.later >= enough && p.same < p.later:
		return Instrumented
	}
	return CannotTell
}
