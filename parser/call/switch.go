package call

import "traceglass/parser/trace"

// SwitchAfter is the smallest excess of wall time over CPU time, in nanoseconds, that counts as a
// context switch. Both times lie between two records of a thread. It is Traceview's limit
// (parser/trace/format.md, section 11.5). Smaller differences result from reading two clocks and
// from the scheduler's ticks.
const SwitchAfter = 100_000

// Off returns the context switch between two successive records of a thread: its start, and its
// length, 0 if there was no switch. The exact start is not recorded,
// so half of the CPU time is assumed to come before it.
func Off(a, b Instant, tick trace.Tick) (from Instant, length trace.Ticks) {
	cpu := b.CPU - a.CPU
	length = b.Primary - a.Primary - cpu
	if tick.Nanos(length) <= SwitchAfter {
		return Instant{}, 0
	}
	return Instant{a.Primary + cpu/2, a.CPU + cpu/2}, length
}

// Switches holds the context switches during calls of one level, each while that call was the
// innermost, in order of time. They never overlap.
type Switches []Switch

// A Switch is one row, without pointers.
type Switch struct {
	From, To trace.Ticks // of the wall clock
	sum      trace.Ticks // off the CPU in this row and all before
	Row      uint32      // call of the level that was running; 0 without one
}

// Sum returns the total length of switches [a, b).
func (s Switches) Sum(a, b int) trace.Ticks {
	if a == b {
		return 0
	}
	first := &s[a]
	return s[b-1].sum - first.sum + first.To - first.From
}

// Begin returns the first switch that ends at t ticks or later, or Len.
func (s Switches) Begin(t trace.Ticks) int {
	return search(len(s), func(i int) bool { return s[i].To >= t })
}

// After returns the first switch that begins later than t ticks, or Len.
func (s Switches) After(t trace.Ticks) int {
	return search(len(s), func(i int) bool { return s[i].From > t })
}

// Next returns the first switch after i that begins at t ticks or later, or Len. Its cost grows
// with the distance from i.
func (s Switches) Next(i int, t trace.Ticks) int {
	step, n := 1, len(s)
	for i+step < n && s[i+step].From < t {
		i += step
		step *= 2
	}
	return i + 1 + search(min(step, n-i)-1, func(k int) bool { return s[i+1+k].From >= t })
}

// Switches finds the context switches of a thread at one depth; depth -1 stands for an empty stack.
// Traces without both clocks have none. It takes a pass over the level, and over the callees of
// calls longer than SwitchAfter, because shorter calls contain no switch.
//
// The table lacks exits that the replay ignored, so the time around one counts as a single
// interval.
func (t *Table) Switches(thread trace.ThreadIndex, depth int) Switches {
	th := &t.Threads[thread]
	if t.Clocks != trace.Dual || th.Root == None {
		return nil
	}
	if t.Samples {
		return th.offAt(depth)
	}
	f := switchFinder{found: Switches{}, thread: th, tick: t.Tick, least: t.Ticks(SwitchAfter) + 1}
	if depth+1 < len(th.Levels) {
		f.below = th.Levels[depth+1]
	}
	if depth < 0 {
		callees := 0
		if f.below != nil {
			callees = f.below.Len()
		}
		f.within(0, th.First.Primary, th.Last.Primary, 0, callees)
		return f.found
	}
	f.level = th.Levels[depth]
	row := 0
	f.level.Each(0, f.level.Len(), func(c *Chunk, a, b int) {
		for i := a; i < b; i, row = i+1, row+1 {
			if c.High == nil && trace.Ticks(c.Calls[i].End-c.Calls[i].Start) < f.least {
				continue
			}
			first, end := th.Callees(depth, row)
			f.within(row, f.level.Start(row), f.level.End(row), first, end)
		}
	})
	return f.found
}

// A switchFinder finds the context switches of one level.
type switchFinder struct {
	found        Switches
	thread       *Thread
	level, below *Level // level is nil above the first
	tick         trace.Tick
	least        trace.Ticks // shortest switch
}

// within searches between the callees of one call, which are rows [first, end) of the level below.
// This loop visits most calls of the trace (BenchmarkSwitches).
func (f *switchFinder) within(row int, at, to trace.Ticks, first, end int) {
	for i := first; i < end; {
		c := &f.below.Chunks[i>>chunkShift]
		calls := c.Calls[i&chunkMask:]
		calls = calls[:min(len(calls), end-i)]
		if c.High != nil || at>>32 != 0 {
			if f.below.Start(i)-at >= f.least {
				f.checkGap(row, first, end, i)
			}
			at = f.below.End(i)
			i++
			continue
		}
		before, least := uint32(at), f.least
		for k := range calls {
			if trace.Ticks(calls[k].Start-before) >= least {
				f.checkGap(row, first, end, i+k)
			}
			before = calls[k].End
		}
		at = trace.Ticks(before)
		i += len(calls)
	}
	if to-at >= f.least {
		f.checkGap(row, first, end, end)
	}
}

// checkGap checks the time before callee i, since the previous callee or the start of the call.
// With i equal to end it checks the time until the end of the call.
func (f *switchFinder) checkGap(row, first, end, i int) {
	from, to := f.thread.First, f.thread.Last
	if f.level != nil && (i == first || i == end) {
		from, to = f.level.instants(row)
	}
	if i > first {
		_, from = f.below.instants(i - 1)
	}
	if i < end {
		to, _ = f.below.instants(i)
	}
	at, length := Off(from, to, f.tick)
	if length == 0 {
		return
	}
	sum := length
	if n := len(f.found); n > 0 {
		sum += f.found[n-1].sum
	}
	f.found = append(f.found, Switch{at.Primary, at.Primary + length, sum, uint32(row)})
}

// instants returns the start and end of row i, by both clocks.
func (l *Level) instants(i int) (from, to Instant) {
	a, b := l.CPU(i)
	return Instant{l.Start(i), a}, Instant{l.End(i), b}
}

// Switched returns the table with every context switch as a call of method m, made by the
// interrupted call and without CPU time. Levels stay the same. Under maps the node of an
// interrupted call to its switch node, or None. Of returns a thread's switches.
func (t *Table) Switched(m trace.MethodIndex, of func(thread trace.ThreadIndex, depth int) Switches) (with *Table, under []NodeIndex) {
	n := t.Tree.Len()
	table := *t
	table.Tree = t.Tree.fork() // new nodes belong to no ring
	tree := &table.Tree
	under = make([]NodeIndex, n)
	for i := range under {
		under[i] = None
	}
	for i := range t.Threads {
		th := &t.Threads[i]
		for depth := -1; depth < len(th.Levels); depth++ {
			s := of(trace.ThreadIndex(i), depth)
			for k := range s {
				at := &under[th.Node(depth, s[k].Row)]
				if *at == None {
					*at = tree.add(th.Node(depth, s[k].Row), m)
				}
				sum := tree.At(*at)
				sum.Calls++
				sum.Primary += s[k].To - s[k].From
			}
		}
	}
	return &table, under
}

// Node returns the calling context of a call; for depth -1 it returns the thread's root.
func (t *Thread) Node(depth int, row uint32) NodeIndex {
	if depth < 0 {
		return t.Root
	}
	return t.Levels[depth].Call(int(row)).Node
}
