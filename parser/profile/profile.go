package profile

import (
	"math"

	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// A Clock is one way to measure calls. Waiting is wall less CPU, never below zero.
type Clock uint8

const (
	Wall Clock = iota
	CPU
	Waiting
)

// Times holds one figure for each clock, in nanoseconds; a clock that the trace lacks is 0.
type Times [3]int64

// add adds field by field: in WebAssembly a loop over the clocks makes a whole profile a fifth
// slower.
func (t *Times) add(u *Times) {
	t[Wall] += u[Wall]
	t[CPU] += u[CPU]
	t[Waiting] += u[Waiting]
}

// A Scope is the part of a trace that is profiled.
type Scope struct {
	// From and To limit the range by the primary clock, in ticks. A call that crosses a border
	// counts as one call, with the part of its time inside the range.
	From, To trace.Ticks
	Threads  []bool // by trace.ThreadIndex; nil means all

	// Slower is the least duration of a call by the primary clock, in ticks. The duration includes the parts outside the
	// range. The time of quicker calls belongs to their callers.
	Slower trace.Ticks

	// Before, if not nil, is a call that begins at To. The scope then excludes this call, calls
	// that its thread enters later even in the same tick, and calls of other threads that begin at
	// To.
	Before *Ref
}

// WholeTrace is the scope of all threads and times.
var WholeTrace = Scope{From: math.MinInt64, To: math.MaxInt64}

// Only returns the scope with one thread.
func (s Scope) Only(t trace.ThreadIndex) Scope {
	s.Threads = make([]bool, t+1)
	s.Threads[t] = true
	return s
}

// Has reports whether the scope includes a thread.
func (s *Scope) Has(t trace.ThreadIndex) bool {
	return s.Threads == nil || int(t) < len(s.Threads) && s.Threads[t]
}

// A Context is the total cost of the calls of one row of a Tree.
type Context struct {
	Calls     int64 // recursive or not
	Inclusive Times // the sum over all calls of this path
	Exclusive Times
}

// A Method is the cost of one method.
type Method struct {
	Calls     int64 // calls made while no other call of the method was on the stack
	Recursive int64 // all other calls
	Inclusive Times // of Calls
	Exclusive Times // of Calls and Recursive
}

// Contexts is a tree with the cost of each row. For row 0, the root, inclusive is the time from
// each thread's first record to its last, and exclusive is the part with an empty stack. For every
// row and clock
//
//	Inclusive = Exclusive + the sum of the callees' Inclusive
type Contexts struct {
	Tree *Tree
	Rows []Context // by Row

	partial bool // the rows leave out code, whose time is in the root's Exclusive
}

// Width returns the time that a row's frame stands for in a flame graph, by a clock. If the rows leave out code, the
// root is as wide as its callees.
func (c *Contexts) Width(row Row, clock Clock) int64 {
	t := c.Rows[row].Inclusive[clock]
	if row == 0 && c.partial {
		t -= c.Rows[0].Exclusive[clock]
	}
	return t
}

// A Profile is the cost of every path and every method within one scope.
type Profile struct {
	*Index
	Scope Scope
	Contexts
	Methods []Method // by trace.MethodIndex

	folded, inverted *Contexts
	sandwich         *Contexts         // of sandwichOf
	sandwichOf       trace.MethodIndex // the last method
	left             Times             // removed by WithoutIdle
	removed          []Times           // the same by row of idleRows.self, nil before
	filter           *Filter           // that made the profile; nil for none
	unfiltered       *Profile          // before the filter
	took             []Times           // by step of the filter
}

// Counts reports whether figures by a clock are not times but counts of the events, or samples,
// that the recording measures.
func (x *Index) Counts(c Clock) bool { return c == CPU && x.Info.Unit() != trace.Nanoseconds }

// Total returns the 100 % of the scope: the span of its threads, each from its first record to its
// last.
func (p *Profile) Total() Times { return p.Rows[0].Inclusive }

// Outside returns the time with an empty stack between a thread's first and last record.
func (p *Profile) Outside() Times { return p.Rows[0].Exclusive }

// Profile profiles one scope. The whole trace costs one pass over the tree. A range also costs a
// pass over its calls, or over those outside it if they are fewer; only the first and last call of
// each level are clipped. Old, if not nil, is a profile that is no longer in use. If it has the
// same index, Profile reuses its storage.
func (x *Index) Profile(scope Scope, old *Profile) *Profile {
	p := &Profile{Index: x, Contexts: Contexts{Tree: &x.Merged}}
	if old != nil && old.Index == x {
		p.Rows, p.Methods = old.Rows, old.Methods
		clear(p.Rows)
		clear(p.Methods)
	} else {
		p.Rows, p.Methods = make([]Context, x.Merged.Len()), make([]Method, len(x.Info.Methods))
	}
	p.Scope = scope
	dual := x.Calls.Clocks == trace.Dual
	first := x.first()

	var within []call.Sum
	if scope.cuts(x.Calls) {
		within = x.sumRange(scope, dual)
	}
	tree := &x.Calls.Tree
	Blocks(tree.Len(), func(a, b int) {
		for n := a; n < b; n++ {
			if scope.Threads != nil && !scope.Has(x.Thread[n]) {
				continue
			}
			sum := &tree.At(call.NodeIndex(n)).Sum
			if within != nil {
				sum = &within[n]
			}
			if sum.Calls == 0 {
				continue
			}
			row := &p.Rows[x.Of[n]]
			row.Calls += sum.Calls
			row.Inclusive[first] += x.Calls.Nanos(sum.Primary)
			if dual {
				row.Inclusive[CPU] += x.Calls.Nanos(sum.CPU)
			}
		}
	})
	for i := range x.Calls.Threads {
		t := &x.Calls.Threads[i]
		if t.Root == call.None || !scope.Has(trace.ThreadIndex(i)) {
			continue
		}
		a, b := max(t.First.Primary, scope.From), min(t.Last.Primary, scope.To)
		if a > b {
			continue
		}
		p.Rows[0].Inclusive[first] += x.Calls.Nanos(b - a)
		if dual {
			c0, c1 := t.CPUAt(a, false), t.CPUAt(b, true)
			p.Rows[0].Inclusive[CPU] += x.Calls.Nanos(c1 - c0)
		}
	}
	x.eachOff(scope, func(row Row, ns int64) { p.Rows[row].Inclusive[Waiting] += ns })
	n := len(p.Rows)
	Blocks(n, func(a, b int) { p.settle(n-b, n-a, p.waits(), p.Methods) })
	return p
}

// OfMethods profiles a whole trace whose replay kept only Methods. Its tree has only the root.
// Waiting of the root and of the methods is not known.
func OfMethods(calls *call.Table, info *trace.Info) *Profile {
	p := NewIndex(calls, info).Profile(WholeTrace, nil)
	x, first := p.Index, p.first()
	root := &p.Rows[0]
	root.Inclusive[Waiting], root.Exclusive[Waiting] = 0, 0
	for i := range calls.Threads {
		by := calls.Threads[i].Methods
		if by == nil {
			continue
		}
		root.Exclusive[CPU] -= x.Calls.Nanos(by.Outermost.CPU)
		root.Exclusive[first] -= x.Calls.Nanos(by.Outermost.Primary)
		for k := range by.Rows {
			s := &by.Rows[k]
			m := &p.Methods[s.Method]
			m.Calls += s.Calls
			m.Recursive += s.Recursive
			m.Inclusive[CPU] += x.Calls.Nanos(s.CPU)
			m.Exclusive[CPU] += x.Calls.Nanos(s.OwnCPU)
			m.Inclusive[first] += x.Calls.Nanos(s.Primary)
			m.Exclusive[first] += x.Calls.Nanos(s.OwnPrimary)
		}
	}
	return p
}

// cuts reports whether the scope excludes part of its threads' time or calls.
func (s *Scope) cuts(calls *call.Table) bool {
	from, to := calls.Span()
	return s.From > from || s.To < to || s.Before != nil || s.Slower > 0
}

// first returns the trace's primary clock.
//
//go:noinline
func (x *Index) first() Clock {
	if x.Calls.Primary() == trace.CPU {
		return CPU
	}
	return Wall
}

// sumRange returns the sum of the calls of each node inside a range, in ticks. Nodes belong to one
// level, so each level is summed separately: sumRange adds its calls inside the range, or subtracts
// those outside from the total.
func (x *Index) sumRange(s Scope, dual bool) []call.Sum {
	tree := &x.Calls.Tree
	if x.sums == nil {
		x.sums = make([]call.Sum, tree.Len())
	}
	sums := x.sums
	less := make([][]bool, len(x.Calls.Threads)) // by thread and depth: fewer calls lie outside
	ends := make([][]int, len(x.Calls.Threads))  // by thread and depth: row after the last call inside
	for i := range x.Calls.Threads {
		t := &x.Calls.Threads[i]
		less[i], ends[i] = make([]bool, len(t.Levels)), s.ends(t, trace.ThreadIndex(i))
		for d := range t.Levels {
			l := t.Levels[d]
			less[i][d] = s.Slower == 0 && 2*(ends[i][d]-l.From(s.From)) > l.Len()
		}
	}
	Blocks(len(sums), func(a, b int) {
		for n := a; n < b; n++ {
			t, depth := less[x.Thread[n]], x.Depth(call.NodeIndex(n))
			if int64(depth) < int64(len(t)) && t[depth] {
				sums[n] = tree.At(call.NodeIndex(n)).Sum
			} else {
				sums[n] = call.Sum{}
			}
		}
	})
	for i := range x.Calls.Threads {
		t := &x.Calls.Threads[i]
		if !s.Has(trace.ThreadIndex(i)) || len(t.Levels) == 0 {
			continue
		}
		var c0, c1 trace.Ticks
		if dual {
			c0, c1 = t.CPUAt(s.From, false), t.CPUAt(s.To, true)
		}
		for d := range t.Levels {
			l := t.Levels[d]
			lo, hi := l.From(s.From), ends[i][d]
			if less[i][d] {
				l.Each(0, lo, func(c *call.Chunk, a, b int) { addChunk(sums, c, a, b, -1) })
				l.Each(hi, l.Len(), func(c *call.Chunk, a, b int) { addChunk(sums, c, a, b, -1) })
			}
			if lo >= hi {
				continue
			}
			// Calls of a level do not overlap, so all except the outer two lie inside.
			clip := func(row int) {
				sum := &sums[l.Call(row).Node]
				from, to := l.Start(row), l.End(row)
				if to-from < s.Slower {
					return
				}
				a, b := l.CPU(row)
				if less[i][d] {
					sum.Calls--
					sum.Primary -= to - from
					sum.CPU -= b - a
				}
				sum.Calls++
				sum.Primary += min(to, s.To) - max(from, s.From)
				if dual {
					sum.CPU += max(0, min(b, c1)-max(a, c0))
				}
			}
			clip(lo)
			if lo+1 < hi {
				clip(hi - 1)
				if s.Slower > 0 {
					l.Each(lo+1, hi-1, func(c *call.Chunk, a, b int) { addSlow(sums, c, a, b, s.Slower) })
				} else if !less[i][d] {
					l.Each(lo+1, hi-1, func(c *call.Chunk, a, b int) { addChunk(sums, c, a, b, 1) })
				}
			}
		}
	}
	if x.base != nil {
		x.sumSwitches(sums, s)
	}
	return sums
}

// ends returns, by depth, the row after a thread's last call within the scope.
func (s *Scope) ends(t *call.Thread, thread trace.ThreadIndex) []int {
	ends := make([]int, len(t.Levels))
	to := s.To
	if s.Before != nil {
		to--
	}
	for d := range ends {
		ends[d] = t.Levels[d].After(to)
	}
	if s.Before == nil || s.Before.Thread != thread {
		return ends
	}
	depth, row := int(s.Before.Depth), int(s.Before.Row)
	for d, at := depth, row; d > 0; d-- { // callers were entered before the call, whenever they began
		at = t.Caller(d, at)
		ends[d-1] = at + 1
	}
	for d := depth; d < len(ends); d++ { // its callees and all later calls come after it
		ends[d] = row
		if d+1 == len(ends) {
			break
		}
		if l := t.Levels[d]; row < l.Len() {
			row = int(l.Call(row).First)
		} else {
			row = t.Levels[d+1].Len()
		}
	}
	return ends
}

// addChunk adds rows [a, b) of a chunk with their full length. With sign -1 it subtracts them.
func addChunk(sums []call.Sum, c *call.Chunk, a, b int, sign int64) {
	if c.High != nil {
		for i := a; i < b; i++ {
			r, h := &c.Calls[i], &c.High[i]
			s := &sums[r.Node]
			s.Calls += sign
			s.Primary += trace.Ticks(sign * (int64(r.End) - int64(r.Start) + (int64(h.End)-int64(h.Start))<<32))
			if c.CPU != nil {
				s.CPU += trace.Ticks(sign * (int64(c.CPU[i].End) - int64(c.CPU[i].Start) + (int64(h.CPUEnd)-int64(h.CPUStart))<<32))
			}
		}
		return
	}
	if c.CPU == nil {
		for i := a; i < b; i++ {
			r := &c.Calls[i]
			s := &sums[r.Node]
			s.Calls += sign
			s.Primary += trace.Ticks(sign * int64(r.End-r.Start))
		}
		return
	}
	calls, cpu := c.Calls[a:b], c.CPU[a:b]
	cpu = cpu[:len(calls)]
	for i := range calls {
		s := &sums[calls[i].Node]
		s.Calls += sign
		s.Primary += trace.Ticks(sign * int64(calls[i].End-calls[i].Start))
		s.CPU += trace.Ticks(sign * int64(cpu[i].End-cpu[i].Start))
	}
}

// addSlow adds the calls of rows [a, b) of a chunk that take at least some ticks.
func addSlow(sums []call.Sum, c *call.Chunk, a, b int, least trace.Ticks) {
	if c.High != nil {
		for i := a; i < b; i++ {
			if r, h := &c.Calls[i], &c.High[i]; trace.Ticks(r.End)-trace.Ticks(r.Start)+(trace.Ticks(h.End)-trace.Ticks(h.Start))<<32 >= least {
				addChunk(sums, c, i, i+1, 1)
			}
		}
		return
	}
	for i := a; i < b; i++ {
		r := &c.Calls[i]
		d := trace.Ticks(r.End - r.Start)
		if d < least {
			continue
		}
		s := &sums[r.Node]
		s.Calls++
		s.Primary += d
		if c.CPU != nil {
			s.CPU += trace.Ticks(c.CPU[i].End - c.CPU[i].Start)
		}
	}
}

// settle derives exclusive times and waiting from the inclusive wall and CPU times, and adds up the
// cost of each method, for rows [from, to). It must be called from the last rows to the first.
// Callees come after their caller, so a row's Exclusive holds its callees' inclusive times by then.
func (c *Contexts) settle(from, to int, waits waits, methods []Method) {
	rows, tree := c.Rows, c.Tree
	for i := to - 1; i >= from; i-- {
		r := &rows[i]
		if r.Calls == 0 && r.Inclusive[Wall]|r.Inclusive[CPU]|r.Inclusive[Waiting] == 0 {
			continue
		}
		r.settle(waits)
		if i == 0 {
			break
		}
		rows[tree.Parent[i]].Exclusive.add(&r.Inclusive)
		m := &methods[tree.Method[i]]
		if tree.Outermost[i] {
			m.Calls += r.Calls
			m.Inclusive.add(&r.Inclusive)
		} else {
			m.Recursive += r.Calls
		}
		m.Exclusive.add(&r.Exclusive)
	}
}

// settle derives exclusive times and waiting of a context whose Exclusive holds its callees'
// inclusive times.
func (r *Context) settle(waits waits) {
	r.Exclusive[Wall] = r.Inclusive[Wall] - r.Exclusive[Wall]
	r.Exclusive[CPU] = r.Inclusive[CPU] - r.Exclusive[CPU]
	var own int64
	switch waits {
	case notRecorded:
		return
	case byClocks:
		own = max(0, r.Exclusive[Wall]-r.Exclusive[CPU])
	case recorded:
		own = r.Inclusive[Waiting]
	}
	r.Inclusive[Waiting] = own + r.Exclusive[Waiting]
	r.Exclusive[Waiting] = own
}

// Folded returns the same costs with direct recursion collapsed: a call made by its own method
// counts as part of its caller. The result is cached.
func (p *Profile) Folded() *Contexts {
	if p.folded != nil {
		return p.folded
	}
	t := p.Tree
	into := newGrower(t.Len())
	of := make([]Row, t.Len())
	for row := 1; row < t.Len(); row++ {
		if parent := of[t.Parent[row]]; into.Method[parent] == t.Method[row] {
			of[row] = parent
		} else {
			of[row], _ = into.callee(parent, t.Method[row])
		}
	}
	f := into.grown(len(p.Info.Methods))
	c := &Contexts{Tree: &f, Rows: make([]Context, f.Len()), partial: p.partial}
	for row := range of {
		c.Rows[of[row]].Exclusive.add(&p.Rows[row].Exclusive)
		c.Rows[of[row]].Calls += p.Rows[row].Calls
	}
	for row := len(c.Rows) - 1; row >= 0; row-- {
		r := &c.Rows[row]
		r.Inclusive.add(&r.Exclusive)
		if row > 0 {
			c.Rows[f.Parent[row]].Inclusive.add(&r.Inclusive)
		}
	}
	p.folded = c
	return c
}
