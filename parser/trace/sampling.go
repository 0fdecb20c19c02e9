package trace

import "math/bits"

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
			p.last = append(p.last, 0)
		}
		switch last := &p.last[rec.Thread]; {
		case *last == 0:
			*last = t + 1
		case t+1 == *last:
			p.same++
		case t+1 < *last: // times never go back in a thread; if they did, that is no gap
		default:
			p.later++
			p.gaps[bits.Len64(uint64(t+1-*last))]++
			*last = t + 1
		}
	}
}

// sampled reports whether the trace looks sampled: no unroll, most records at the same
// time as another, and of the gaps between the rest even the short ones long.
func (p *pace) sampled() bool {
	if p.unrolls > 0 || p.later < 8 || p.same < 2*p.later {
		return false
	}
	shorter := 0
	for _, n := range p.gaps[:7] { // below 64 ticks
		shorter += n
	}
	return 5*shorter < p.later
}
