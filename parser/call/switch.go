package call

import "traceglass/parser/trace"

// SwitchAfter is by how much wall time must pass CPU time between two records of a thread,
// in nanoseconds, to make a context switch: Traceview's limit (parser/trace/format.md,
// section 11.5), below which the two clocks' reading and the scheduler's ticks would make
// many.
const SwitchAfter = 100_000

// Off returns the context switch between two successive records of a thread: from when, and
// for how long in ticks of tick nanoseconds, it was off the CPU; 0 if it was not. Nobody
// knows when: half of the CPU time is taken to lie before.
func Off(a, b Instant, tick int64) (from Instant, length int64) {
	cpu := b.CPU - a.CPU
	length = b.Primary - a.Primary - cpu
	if length*tick <= SwitchAfter {
		return Instant{}, 0
	}
	return Instant{a.Primary + cpu/2, a.CPU + cpu/2}, length
}

// Switches are the context switches that met the calls of one level, each while it was the
// innermost one running, in order of time. They never overlap.
type Switches []Switch

// A Switch is one row, without pointers.
type Switch struct {
	From, To int64  // ticks of the wall clock
	sum      int64  // ticks off the CPU in this and all rows before
	Row      uint32 // of the level, the call that was running; 0 where it met none
}

// Sum returns how long switches a up to, not including, b lasted together.
func (s Switches) Sum(a, b int) int64 {
	if a == b {
		return 0
	}
	first := &s[a]
	return s[b-1].sum - first.sum + first.To - first.From
}

// Begin returns the first switch that ends at t ticks or later, Len if none does.
func (s Switches) Begin(t int64) int {
	return search(len(s), func(i int) bool { return s[i].To >= t })
}

// After returns the first switch that begins later than t ticks, Len if none does.
func (s Switches) After(t int64) int {
	return search(len(s), func(i int) bool { return s[i].From > t })
}

// Next returns the first switch after i that begins at t ticks or later, Len if none does.
// It costs the less the nearer that is.
func (s Switches) Next(i int, t int64) int {
	step, n := 1, len(s)
	for i+step < n && s[i+step].From < t {
		i += step
		step *= 2
	}
	return i + 1 + search(min(step, n-i)-1, func(k int) bool { return s[i+1+k].From >= t })
}

// Switches finds the context switches of a thread at one depth, at -1 those with nothing on
// the stack. There are none without both clocks. It takes a pass over the level and over the
// callees of its calls that are longer than SwitchAfter: no other holds any.
//
// An exit that the replay ignored is not in the table, so the time around it counts as one.
func (t *Table) Switches(thread trace.ThreadIndex, depth int) Switches {
	th := &t.Threads[thread]
	if t.Clocks != trace.Dual || th.Root == None {
		return nil
	}
	if t.Samples {
		return th.offAt(depth)
	}
	f := switchFinder{found: Switches{}, thread: th, tick: t.Tick, least: SwitchAfter/t.Tick + 1}
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
			if c.High == nil && int64(c.Calls[i].End-c.Calls[i].Start) < f.least {
				continue
			}
			first, end := th.Callees(depth, row)
			f.within(row, f.level.Start(row), f.level.End(row), first, end)
		}
	})
	return f.found
}

// A switchFinder looks for the context switches of one level.
type switchFinder struct {
	found        Switches
	thread       *Thread
	level, below *Level // level is nil above the first
	tick, least  int64  // ns a tick; ticks that a switch takes at least
}

// within looks between the callees of one call, rows first up to, not including, end of the
// level below. This loop passes most calls of the trace: BenchmarkSwitches shows it.
func (f *switchFinder) within(row int, at, to int64, first, end int) {
	for i := first; i < end; {
		c := &f.below.Chunks[i>>chunkShift]
		calls := c.Calls[i&chunkMask:]
		calls = calls[:min(len(calls), end-i)]
		if c.High != nil || at>>32 != 0 {
			if f.below.Start(i)-at >= f.least {
				f.between(row, first, end, i)
			}
			at = f.below.End(i)
			i++
			continue
		}
		before, least := uint32(at), f.least
		for k := range calls {
			if int64(calls[k].Start-before) >= least {
				f.between(row, first, end, i+k)
			}
			before = calls[k].End
		}
		at = int64(before)
		i += len(calls)
	}
	if to-at >= f.least {
		f.between(row, first, end, end)
	}
}

// between looks at the time before callee i: from the one before it, or from the call's own
// beginning; before callee end, which is none, until the call's end.
func (f *switchFinder) between(row, first, end, i int) {
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

// instants returns when row i began and ended, by both clocks.
func (l *Level) instants(i int) (from, to Instant) {
	a, b := l.CPU(i)
	return Instant{l.Start(i), a}, Instant{l.End(i), b}
}

// Switched returns the table with every context switch as a call of method m, made by the
// call that it met: so it stands in the tree, and takes no CPU time. Levels are the same.
// Under gives the new node, None for none, by the node of the call that was running. Of
// gives a thread's switches.
func (t *Table) Switched(m trace.MethodIndex, of func(thread trace.ThreadIndex, depth int) Switches) (with *Table, under []NodeIndex) {
	n := t.Tree.Len()
	table := *t
	table.Tree = t.Tree.fork() // new nodes are in nobody's ring
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

// Node returns the calling context of a call; of depth -1 the thread's root.
func (t *Thread) Node(depth int, row uint32) NodeIndex {
	if depth < 0 {
		return t.Root
	}
	return t.Levels[depth].Call(int(row)).Node
}
