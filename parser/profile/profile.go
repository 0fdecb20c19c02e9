package profile

import (
	"math"

	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// A Clock is a way to measure calls. Waiting is wall less CPU, never below zero.
type Clock uint8

const (
	Wall Clock = iota
	CPU
	Waiting
)

// Times is one figure by each clock, in nanoseconds; a clock that the trace lacks is 0.
type Times [3]int64

func (t *Times) add(u *Times) {
	for c := range t {
		t[c] += u[c]
	}
}

// A Scope says which part of a trace is profiled.
type Scope struct {
	// From and To bound the range by the primary clock, in ticks. Of a call that lies
	// across a border only the part inside counts; it is one call all the same.
	From, To int64
	Threads  []bool // by trace.ThreadIndex; nil means all
}

// Whole is the scope of everything.
var Whole = Scope{From: math.MinInt64, To: math.MaxInt64}

func (s *Scope) has(t trace.ThreadIndex) bool {
	return s.Threads == nil || int(t) < len(s.Threads) && s.Threads[t]
}

// A Context is what the calls of one row of a Tree cost together.
type Context struct {
	Calls     int64 // recursive or not
	Inclusive Times // the sum over all calls of this path
	Exclusive Times
}

// A Method is what one method cost.
type Method struct {
	Calls     int64 // activations with no other one of the method below on the stack
	Recursive int64 // the others
	Inclusive Times // of the former
	Exclusive Times // of both
}

// Contexts is a tree with the cost of each row. Row 0, the root, is the whole scope:
// inclusive the time from each thread's first record to its last, exclusive the part of
// that with nothing on the stack. For every row and clock
//
//	Inclusive = Exclusive + the sum of the callees' Inclusive
type Contexts struct {
	Tree *Tree
	Rows []Context // by Row
}

// A Profile is what every path and every method cost within one scope.
type Profile struct {
	*Index
	Scope Scope
	Contexts
	Methods []Method // by trace.MethodIndex

	folded *Contexts
}

// Total is the 100 % of the scope: the span of its threads, each from its first record
// to its last.
func (p *Profile) Total() Times { return p.Rows[0].Inclusive }

// Outside is the time with an empty stack between a thread's first and last record.
func (p *Profile) Outside() Times { return p.Rows[0].Exclusive }

// Profile profiles one scope. The whole trace costs one pass over the tree; a range costs one
// over its calls, clipping none but the first and last of each level.
func (x *Index) Profile(scope Scope) *Profile {
	p := &Profile{Index: x, Scope: scope}
	p.Contexts = Contexts{Tree: &x.Merged, Rows: make([]Context, x.Merged.Len())}
	tick := x.Calls.Tick
	dual := x.Calls.Clocks == trace.Dual
	first := Wall
	if x.Calls.Primary() == trace.CPU {
		first = CPU
	}

	from, to := x.Calls.Span()
	if scope.From <= from && scope.To >= to {
		for n := range x.Calls.Tree.Nodes {
			if !scope.has(x.Thread[n]) {
				continue
			}
			node, row := &x.Calls.Tree.Sums[n], &p.Rows[x.Of[n]]
			row.Calls += node.Calls
			row.Inclusive[first] += node.Primary * tick
			if dual {
				row.Inclusive[CPU] += node.CPU * tick
			}
		}
	} else {
		sums := make([]call.Sum, len(x.Calls.Tree.Nodes))
		for i := range x.Calls.Threads {
			if scope.has(trace.ThreadIndex(i)) {
				addRange(sums, &x.Calls.Threads[i], scope.From, scope.To, dual)
			}
		}
		for n := range sums {
			row := &p.Rows[x.Of[n]]
			row.Calls += sums[n].Calls
			row.Inclusive[first] += sums[n].Primary * tick
			if dual {
				row.Inclusive[CPU] += sums[n].CPU * tick
			}
		}
	}
	for i := range x.Calls.Threads {
		t := &x.Calls.Threads[i]
		if t.Root == call.None || !scope.has(trace.ThreadIndex(i)) {
			continue
		}
		a, b := max(t.First.Primary, scope.From), min(t.Last.Primary, scope.To)
		if a > b {
			continue
		}
		p.Rows[0].Inclusive[first] += (b - a) * tick
		if dual {
			c0, c1 := t.CPUAt(a, false), t.CPUAt(b, true)
			p.Rows[0].Inclusive[CPU] += (c1 - c0) * tick
		}
	}
	p.settle(dual)
	p.sumMethods()
	return p
}

// addRange adds the calls of one thread that touch [from, to].
func addRange(sums []call.Sum, t *call.Thread, from, to int64, dual bool) {
	if len(t.Levels) == 0 || from > t.Last.Primary || to < t.First.Primary {
		return
	}
	var c0, c1 int64
	if dual {
		c0, c1 = t.CPUAt(from, false), t.CPUAt(to, true)
	}
	for d := range t.Levels {
		l := &t.Levels[d]
		lo, hi := l.From(from), l.After(to)
		if lo >= hi {
			continue
		}
		clip := func(i int) {
			s := &sums[l.Call(i).Node]
			s.Calls++
			s.Primary += min(l.End(i), to) - max(l.Start(i), from)
			if dual {
				a, b := l.CPU(i)
				s.CPU += max(0, min(b, c1)-max(a, c0))
			}
		}
		// Calls of a level follow each other, so all but the outer two lie within.
		clip(lo)
		if lo+1 < hi {
			clip(hi - 1)
			l.Each(lo+1, hi-1, func(c *call.Chunk, a, b int) { addChunk(sums, c, a, b) })
		}
	}
}

// addChunk adds rows [a, b) of a chunk, which lie inside the range.
func addChunk(sums []call.Sum, c *call.Chunk, a, b int) {
	if c.High != nil {
		for i := a; i < b; i++ {
			r, h := &c.Calls[i], &c.High[i]
			s := &sums[r.Node]
			s.Calls++
			s.Primary += int64(r.End) - int64(r.Start) + (int64(h.End)-int64(h.Start))<<32
			if c.CPU != nil {
				s.CPU += int64(c.CPU[i].End) - int64(c.CPU[i].Start) + (int64(h.CPUEnd)-int64(h.CPUStart))<<32
			}
		}
		return
	}
	if c.CPU == nil {
		for i := a; i < b; i++ {
			r := &c.Calls[i]
			s := &sums[r.Node]
			s.Calls++
			s.Primary += int64(r.End - r.Start)
		}
		return
	}
	calls, cpu := c.Calls[a:b], c.CPU[a:b]
	cpu = cpu[:len(calls)]
	for i := range calls {
		s := &sums[calls[i].Node]
		s.Calls++
		s.Primary += int64(calls[i].End - calls[i].Start)
		s.CPU += int64(cpu[i].End - cpu[i].Start)
	}
}

// settle derives exclusive times and waiting from the inclusive times of wall and CPU.
func (c *Contexts) settle(dual bool) {
	rows, parent := c.Rows, c.Tree.Parent
	for i := range rows {
		rows[i].Exclusive = rows[i].Inclusive
	}
	for i := 1; i < len(rows); i++ {
		up := &rows[parent[i]].Exclusive
		up[Wall] -= rows[i].Inclusive[Wall]
		up[CPU] -= rows[i].Inclusive[CPU]
	}
	if !dual {
		return
	}
	for i := len(rows) - 1; i >= 0; i-- {
		r := &rows[i]
		r.Exclusive[Waiting] = max(0, r.Exclusive[Wall]-r.Exclusive[CPU])
		r.Inclusive[Waiting] += r.Exclusive[Waiting]
		if i > 0 {
			rows[parent[i]].Inclusive[Waiting] += r.Inclusive[Waiting]
		}
	}
}

// sumMethods adds up the rows of each method.
func (p *Profile) sumMethods() {
	p.Methods = make([]Method, len(p.Info.Methods))
	for row := 1; row < len(p.Rows); row++ {
		c, m := &p.Rows[row], &p.Methods[p.Tree.Method[row]]
		if p.Tree.Outermost[row] {
			m.Calls += c.Calls
			m.Inclusive.add(&c.Inclusive)
		} else {
			m.Recursive += c.Calls
		}
		m.Exclusive.add(&c.Exclusive)
	}
}

// Folded returns the same costs with direct recursion collapsed: a call made by its own
// method counts as part of its caller. It is made once and kept.
func (p *Profile) Folded() *Contexts {
	if p.folded != nil {
		return p.folded
	}
	t := p.Tree
	var into call.Tree
	into.Root()
	of := make([]call.NodeIndex, t.Len())
	for row := 1; row < t.Len(); row++ {
		if parent := of[t.Parent[row]]; into.Nodes[parent].Method == t.Method[row] {
			of[row] = parent
		} else {
			of[row] = into.Callee(parent, t.Method[row])
		}
	}
	f := newTree(&into, len(p.Info.Methods))
	c := &Contexts{Tree: &f, Rows: make([]Context, f.Len())}
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
