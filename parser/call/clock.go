package call

import "traceglass/parser/trace"

// A CPUClock reads a thread's CPU time at instants, the earliest first. It keeps the stack of the last instant, and the
// records next to it: many parts of a thread that waits lie between the same two.
type CPUClock struct {
	thread        *Thread
	stack         []int   // rows of the calls at the last instant, by depth
	before, after Instant // records next to it
}

// NewCPUClock returns a clock of a thread of a trace with two clocks.
func NewCPUClock(t *Thread) CPUClock { return CPUClock{thread: t} }

// At returns the CPU time at an instant, interpolated between two records.
func (c *CPUClock) At(at float64) float64 {
	t := c.thread
	if at <= float64(t.First.Primary) {
		return float64(t.First.CPU)
	}
	if at >= float64(t.Last.Primary) {
		return float64(t.Last.CPU)
	}
	if at >= float64(c.after.Primary) {
		c.seek(at)
	}
	if c.after.Primary <= c.before.Primary {
		return float64(c.before.CPU)
	}
	part := (at - float64(c.before.Primary)) / float64(c.after.Primary-c.before.Primary)
	return float64(c.before.CPU) + part*float64(c.after.CPU-c.before.CPU)
}

// Around returns the records next to an instant within the thread's time. It is no earlier than that of the call before.
func (c *CPUClock) Around(at trace.Ticks) (before, after Instant) {
	c.At(float64(at))
	return c.before, c.after
}

// seek finds the records next to an instant. It descends the stack at that moment, because no record of another branch
// is nearer.
func (c *CPUClock) seek(at float64) {
	t := c.thread
	depth := len(c.stack)
	for depth > 0 && float64(t.Levels[depth-1].End(c.stack[depth-1])) < at {
		depth--
	}
	c.stack = c.stack[:depth]
	before, after := t.First, t.Last
	lo, hi := 0, t.Levels[0].Len()
	if depth > 0 {
		row := c.stack[depth-1]
		before, after = recordsOf(t.Levels[depth-1], row)
		lo, hi = t.Callees(depth-1, row)
	}
	for ; lo < hi; depth++ {
		l := t.Levels[depth]
		i, end := lo, hi // the first call that ends at the instant or later
		for i < end {
			if mid := int(uint(i+end) >> 1); float64(l.End(mid)) >= at {
				end = mid
			} else {
				i = mid + 1
			}
		}
		if i > lo {
			_, before = recordsOf(l, i-1)
		}
		if i == hi {
			break
		}
		entry, exit := recordsOf(l, i)
		if float64(entry.Primary) > at {
			after = entry
			break
		}
		before, after = entry, exit
		c.stack = append(c.stack, i)
		lo, hi = t.Callees(depth, i)
	}
	c.before, c.after = before, after
}

// recordsOf returns the records of a call.
func recordsOf(l *Level, row int) (entry, exit Instant) {
	cpuStart, cpuEnd := l.CPU(row)
	return Instant{Primary: l.Start(row), CPU: cpuStart}, Instant{Primary: l.End(row), CPU: cpuEnd}
}
