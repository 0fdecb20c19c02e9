package profile

import (
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// Figures hold the results of a profile without its contexts.
type Figures struct {
	*Index
	Scope   Scope
	Methods []Method  // cost by trace.MethodIndex
	Threads []Context // result of ThreadSums; only Calls for threads outside the scope
	Called  []bool    // by row of the tree: the row or a callee has figures
	Idle    Times     // idle waits that the filter keeps
	NoIdle  bool      // Methods and Threads leave them out

	of *Profile // nil until first use
}

// Figures returns the profile's figures.
func (p *Profile) Figures() *Figures {
	f := &Figures{Index: p.Index, Scope: p.Scope, Methods: p.Methods, Called: p.Called(), Idle: p.IdleKept(), NoIdle: p.Unfiltered().removed != nil, of: p}
	if p.filter != nil {
		f.Threads = p.threadSums()
		return f
	}
	all := p.Scope
	all.Threads = nil
	f.Threads = p.ThreadSums(all)
	var scoped []trace.ThreadIndex
	for t := range f.Threads {
		if !p.Scope.Has(trace.ThreadIndex(t)) {
			f.Threads[t] = Context{Calls: f.Threads[t].Calls}
		} else if f.Threads[t].Calls > 0 {
			scoped = append(scoped, trace.ThreadIndex(t))
		}
	}
	switch {
	case !f.NoIdle || f.Idle == (Times{}):
	case len(scoped) == 1:
		f.Threads[scoped[0]].Inclusive.subtract(&f.Idle)
	default:
		idle := p.idleRows().isSelf(p.Merged.Len())
		p.Index.splitByThread(p.Scope, scoped, func(t trace.ThreadIndex, c *Contexts, rows []Row) {
			for row := 1; row < len(c.Rows); row++ {
				if idle[rows[row]] {
					own := p.idleOf(&c.Rows[row])
					f.Threads[t].Inclusive.subtract(&own)
				}
			}
		})
	}
	return f
}

// threadSums returns what ThreadSums returns for the threads of a filtered profile, with the calls that are left.
func (p *Profile) threadSums() []Context {
	sums := make([]Context, len(p.Calls.Threads))
	for t := range sums {
		if p.Calls.Threads[t].Root == call.None || !p.Scope.Has(trace.ThreadIndex(t)) {
			continue
		}
		one := p.Thread(trace.ThreadIndex(t))
		for m := range one.Methods {
			sums[t].Calls += one.Methods[m].Calls + one.Methods[m].Recursive
		}
		sums[t].Inclusive = one.Total()
		sums[t].Inclusive.subtract(&one.Rows[0].Exclusive)
	}
	return sums
}

// Profile returns the profile of the figures. It is computed on first use.
func (f *Figures) Profile() *Profile {
	if f.of == nil {
		f.of = f.Index.Profile(f.Scope, nil)
		if f.NoIdle {
			f.of.WithoutIdle()
		}
	}
	return f.of
}

// Called reports, by row, whether the row or one of its callees has figures.
func (c *Contexts) Called() []bool {
	called := make([]bool, len(c.Rows))
	Blocks(len(called), func(a, b int) {
		for row := a; row < b; row++ {
			called[row] = c.Rows[row].hasFigures()
		}
	})
	callers(c.Tree, called)
	return called
}

// callers marks the callers of marked rows, and the root.
func callers(t *Tree, rows []bool) {
	n := len(rows)
	rows[0] = true
	Blocks(n-1, func(a, b int) { // callees come after their caller
		for row := n - 1 - a; row > n-1-b; row-- {
			if rows[row] {
				rows[t.Parent[row]] = true
			}
		}
	})
}

// hasFigures reports whether any figure is set. It compares field by field: comparing whole structs
// dominates the time for a million contexts.
func (c *Context) hasFigures() bool {
	return c.Calls != 0 || c.Inclusive[0]|c.Inclusive[1]|c.Inclusive[2] != 0 || c.Exclusive[0]|c.Exclusive[1]|c.Exclusive[2] != 0
}

// OneThread returns the figures of a scope that is one whole thread. Each of its contexts has one
// node, so one pass over the nodes suffices and no profile is needed. OneThread returns nil if it
// needs a profile: for other scopes, for samples, and if a caller comes after its callees. The
// table must hold the calls. With noIdle the figures leave out idle waits, as WithoutIdle does.
func (x *Index) OneThread(scope Scope, noIdle bool) *Figures {
	i := slices.Index(scope.Threads, true)
	if i < 0 || slices.Contains(scope.Threads[i+1:], true) {
		return nil
	}
	if scope.cuts(x.Calls) || x.waits() == recorded || x.base != nil {
		return nil
	}
	one := trace.ThreadIndex(i)
	f := &Figures{Index: x, Scope: scope, Methods: make([]Method, len(x.Info.Methods)), Threads: make([]Context, len(x.Calls.Threads)), Called: make([]bool, x.Merged.Len()), NoIdle: noIdle}
	for t := range f.Threads {
		if trace.ThreadIndex(t) != one {
			for d := range x.Calls.Threads[t].Levels {
				f.Threads[t].Calls += int64(x.Calls.Threads[t].Levels[d].Len())
			}
		}
	}
	s := summer{Figures: f, one: one, root: x.Calls.Threads[one].Root, first: x.first(), dual: x.Calls.Clocks == trace.Dual, sampled: x.Info.Sampling == trace.Sampled, idle: x.idleRows().isSelf(x.Merged.Len()), below: make([]below, x.Calls.Tree.Len())}
	n := x.Calls.Tree.Len()
	Blocks(n, func(a, b int) { s.sum(n-b, n-a) })
	if s.late {
		return nil
	}
	callers(&x.Merged, f.Called)
	return f
}

// A summer sums the figures of one thread, from the last node to the first.
type summer struct {
	*Figures
	one     trace.ThreadIndex
	root    call.NodeIndex
	first   Clock
	dual    bool
	sampled bool    // the recorder is a sampler
	idle    []bool  // by row
	below   []below // by node
	late    bool    // a node comes before its caller
}

// below is the sum of the inclusive times of a node's callees, in ticks. Primary includes the idle waits to leave out.
type below struct{ primary, cpu, waiting, idle trace.Ticks }

// sum sums nodes [from, to). It uses local variables because sums kept in an array took four times
// as long.
func (s *summer) sum(from, to int) {
	x := s.Index
	calls, tree, first := x.Calls, &x.Calls.Tree, s.first
	all, sums, called := &s.Threads[s.one], s.below, s.Called
	for i := to - 1; i >= from; i-- {
		if x.Thread[i] != s.one {
			continue
		}
		node := tree.At(call.NodeIndex(i))
		if node.Parent == call.None {
			continue
		}
		if node.Parent > call.NodeIndex(i) {
			s.late = true
			return
		}
		count, primary, cpu, waiting := node.Sum.Calls, node.Sum.Primary, node.Sum.CPU, trace.Ticks(0)
		if count == 0 {
			primary = 0
		}
		if count == 0 || !s.dual {
			cpu = 0
		}
		b, row := &sums[i], x.Of[i]
		own, ownCPU, ownWaiting := primary-b.primary, cpu-b.cpu, trace.Ticks(0)
		if s.dual {
			ownWaiting = max(0, own-ownCPU)
		}
		left := b.idle
		if s.idle[row] && first == Wall {
			idle := max(0, own-ownCPU) // as of idleOf
			if s.sampled {
				idle = own
			}
			s.Idle[Wall] += calls.Nanos(idle)
			s.Idle[Waiting] += calls.Nanos(ownWaiting)
			if s.NoIdle {
				left, own, ownWaiting = left+idle, own-idle, 0
			}
		}
		if s.dual {
			waiting = ownWaiting + b.waiting
		}
		b = &sums[node.Parent]
		b.primary += primary
		b.cpu += cpu
		b.waiting += waiting
		b.idle += left
		primary -= left

		if count != 0 {
			called[row] = true
		}
		m := &s.Methods[node.Method]
		if x.Merged.Outermost[row] {
			m.Calls += count
			m.Inclusive[Waiting] += calls.Nanos(waiting)
			m.Inclusive[CPU] += calls.Nanos(cpu)
			m.Inclusive[first] += calls.Nanos(primary)
		} else {
			m.Recursive += count
		}
		m.Exclusive[Waiting] += calls.Nanos(ownWaiting)
		m.Exclusive[CPU] += calls.Nanos(ownCPU)
		m.Exclusive[first] += calls.Nanos(own)
		all.Calls += count
		if node.Parent == s.root {
			all.Inclusive[Waiting] += calls.Nanos(waiting)
			all.Inclusive[CPU] += calls.Nanos(cpu)
			all.Inclusive[first] += calls.Nanos(primary)
		}
	}
}
