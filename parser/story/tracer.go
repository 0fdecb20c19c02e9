package story

import (
	"strconv"

	"traceglass/parser/trace"
)

// tracerCost estimates the cost of the recording itself. The shortest calls that call nothing show the cost of one record or a little
// more: that of the other one is in their callers. A file says what reading the clocks takes, which each call does twice.
func (s *finder) tracerCost() []*candidate {
	const enough, longest = 20_000, 16                                          // leaf calls to look at; µs: longer calls do work of their own
	const fewest = 20                                                           // leaf calls of one method that show its length
	all, by := [longest]int64{}, make([]*[longest]int64, len(s.x.Info.Methods)) // calls by their length in µs
	var seen, calls int64
	t := &s.x.Calls.Threads[s.Thread]
	for m := range s.p.Methods {
		calls += s.p.Methods[m].Calls + s.p.Methods[m].Recursive
	}
	step := int(max(1, calls/enough))
	for depth, l := range t.Levels {
		for row, to := l.From(s.opts.From), l.After(s.opts.To); row < to; row += step {
			if a, b := t.Callees(depth, row); a == b {
				m := s.tree.Method[s.x.Of[l.Call(row).Node]] // the column is smaller than the nodes
				if by[m] == nil {
					by[m] = &[longest]int64{}
				}
				at := min(longest-1, s.x.Calls.Nanos(l.End(row)-l.Start(row))/1000)
				all[at]++
				by[m][at]++
				seen++
			}
		}
	}
	lower := func(of *[longest]int64) (us, calls int64) { // quartile, and the number of calls
		for _, n := range of {
			calls += n
		}
		for quarter := calls / 4; us < longest-1 && quarter >= of[us]; us++ {
			quarter -= of[us]
		}
		return us, calls
	}
	each, _ := lower(&all)
	for _, of := range by {
		if of == nil {
			continue
		}
		if us, n := lower(of); n >= fewest { // the calls of most methods do some work
			each = min(each, us)
		}
	}
	if each *= 1000; seen < 1000 || each == (longest-1)*1000 {
		return nil
	}
	each = max(each, min(2*each, 2*clockOverhead(s.x.Info)))
	c := newCandidate(TracerCost)
	c.Time, c.CPU, c.Count, c.Usual, c.Sure = calls*each, calls*each, calls, each, Likely
	return []*candidate{c}
}

// clockOverhead returns what a file says that reading the clocks for a record takes, in ns, or 0.
func clockOverhead(info *trace.Info) int64 {
	text, _ := info.Option("clock-call-overhead-nsec")
	ns, _ := strconv.ParseInt(text, 10, 32)
	return max(0, ns)
}
