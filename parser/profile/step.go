package profile

import (
	"cmp"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// A Ref identifies one call of a table.
type Ref struct {
	Thread trace.ThreadIndex
	Depth  uint32
	Row    uint32
}

// compare orders calls by entry: by time, then callers before callees.
func (x *Index) compare(a, b Ref) int {
	return cmp.Or(cmp.Compare(x.Level(a).Start(int(a.Row)), x.Level(b).Start(int(b.Row))),
		cmp.Compare(a.Thread, b.Thread), cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.Row, b.Row))
}

// Level returns the level a call is on.
//
//go:noinline
func (x *Index) Level(r Ref) *call.Level { return x.Calls.Threads[r.Thread].Levels[r.Depth] }

// Has reports whether the call exists.
func (x *Index) Has(r Ref) bool {
	return int(r.Thread) < len(x.Calls.Threads) &&
		int(r.Depth) < len(x.Calls.Threads[r.Thread].Levels) &&
		int(r.Row) < x.Level(r).Len()
}

// Method returns the method of a call.
func (x *Index) Method(r Ref) trace.MethodIndex {
	return x.Calls.Tree.At(x.Level(r).Call(int(r.Row)).Node).Method
}

// A Place is a level with calls of some method.
type Place struct {
	Thread trace.ThreadIndex
	Depth  uint32
}

// Places returns the levels with calls of a method, by thread and depth, in the given threads (nil
// for all). Mine marks the nodes of the call tree that belong to the method.
func (x *Index) Places(m trace.MethodIndex, threads []bool) (places []Place, mine []bool) {
	tree := &x.Calls.Tree
	mine = make([]bool, tree.Len())
	scope := Scope{Threads: threads}
	for n := range call.NodeIndex(len(mine)) {
		if tree.At(n).Method == m && scope.Has(x.Thread[n]) {
			mine[n] = true
			places = append(places, Place{x.Thread[n], x.Depth(n)})
		}
	}
	sorting.Stable(places, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.Thread, b.Thread), cmp.Compare(a.Depth, b.Depth))
	})
	places = slices.Compact(places)
	return slices.DeleteFunc(places, func(at Place) bool { // without levels if the replay kept only sums
		return int(at.Depth) >= len(x.Calls.Threads[at.Thread].Levels)
	}), mine
}

// EachCall calls f with every call of a method that touches the scope, thread by thread
// and level by level; recursive calls too.
func (p *Profile) EachCall(m trace.MethodIndex, f func(r Ref, l *call.Level)) {
	places, mine := p.Places(m, p.Scope.Threads)
	for _, at := range places {
		l := p.Calls.Threads[at.Thread].Levels[at.Depth]
		row, hi := l.From(p.Scope.From), l.After(p.Scope.To)
		l.Each(row, hi, func(c *call.Chunk, a, b int) {
			for i := a; i < b; i++ {
				if mine[c.Calls[i].Node] && !p.Scope.Quick(l, row+i-a) {
					f(Ref{at.Thread, at.Depth, uint32(row + i - a)}, l)
				}
			}
			row += b - a
		})
	}
}

// Quick reports whether the scope leaves out a call of a level because it is too quick.
func (s *Scope) Quick(l *call.Level, row int) bool {
	return s.Slower > 0 && l.End(row)-l.Start(row) < s.Slower
}

// NextCall returns the call of a method after from, in order of entry over all threads of the
// scope. With back it returns the call before it.
func (p *Profile) NextCall(m trace.MethodIndex, from Ref, back bool) (Ref, bool) {
	start := p.Level(from).Start(int(from.Row))
	return p.nearest(m, start, back, func(r Ref) bool {
		if c := p.compare(r, from); back {
			return c < 0
		} else {
			return c > 0
		}
	})
}

// CallAt returns the first call of a method that begins at t ticks or later. With back it returns
// the last that begins at t or earlier.
func (p *Profile) CallAt(m trace.MethodIndex, t trace.Ticks, back bool) (Ref, bool) {
	return p.nearest(m, t, back, func(r Ref) bool {
		s := p.Level(r).Start(int(r.Row))
		return back && s <= t || !back && s >= t
	})
}

// nearest returns the call of m nearest to t ticks, in the chosen direction, that ok accepts.
func (p *Profile) nearest(m trace.MethodIndex, t trace.Ticks, back bool, ok func(Ref) bool) (best Ref, found bool) {
	places, mine := p.Places(m, p.Scope.Threads)
	for _, at := range places {
		l := p.Calls.Threads[at.Thread].Levels[at.Depth]
		lo, hi := l.From(p.Scope.From), l.After(p.Scope.To)
		step, row := 1, max(lo, l.After(t-1))
		if back {
			step, row = -1, min(hi-1, l.After(t)-1)
		}
		for ; row >= lo && row < hi; row += step {
			r := Ref{at.Thread, at.Depth, uint32(row)}
			if found && (p.compare(r, best) > 0) != back {
				break
			}
			if mine[l.Call(row).Node] && !p.Scope.Quick(l, row) && ok(r) {
				best, found = r, true
				break
			}
		}
	}
	return best, found
}

// Times returns the duration of a call by each clock, in nanoseconds.
func (x *Index) Times(r Ref) (t Times) {
	l, row := x.Level(r), int(r.Row)
	from, to := l.Start(row), l.End(row)
	d := x.Calls.Nanos(to - from)
	if x.Calls.Primary() == trace.CPU {
		t[CPU] = d
		return t
	}
	t[Wall] = d
	if x.Calls.Clocks == trace.Dual {
		a, b := l.CPU(row)
		t[CPU] = x.Calls.Nanos(b - a)
		t[Waiting] = max(0, d-t[CPU])
	}
	if x.Calls.Samples {
		t[Waiting] = x.Calls.Nanos(x.Calls.Threads[r.Thread].OffCPU(from, to))
	}
	return t
}

// Self returns the exclusive time of one call, and the number of calls that it made directly.
func (x *Index) Self(r Ref) (own Times, callees int) {
	own = x.Times(r)
	from, to := x.Calls.Threads[r.Thread].Callees(int(r.Depth), int(r.Row))
	for i := from; i < to; i++ {
		c := x.Times(Ref{r.Thread, r.Depth + 1, uint32(i)})
		own.subtract(&c)
	}
	if x.waits() == byClocks {
		own[Waiting] = max(0, own[Wall]-own[CPU])
	}
	return own, to - from
}
