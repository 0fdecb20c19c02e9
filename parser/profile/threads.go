package profile

import (
	"cmp"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// EachThread calls f with the cost of every path of each given thread in the profile. The rows are those of
// Index.EachThread, or those of the profile if it has a filter.
func (p *Profile) EachThread(threads []trace.ThreadIndex, f func(t trace.ThreadIndex, p *Contexts)) {
	if p.filter == nil {
		p.Index.EachThread(p.Scope, threads, f)
		return
	}
	for _, t := range threads {
		f(t, &p.Thread(t).Contexts)
	}
}

// Thread returns the profile of one thread of the scope, after the filter, and without idle waits if p is.
func (p *Profile) Thread(t trace.ThreadIndex) *Profile {
	all := p.Unfiltered()
	one := all.Index.Profile(p.Scope.Only(t), nil)
	if all.left != (Times{}) {
		one.WithoutIdle()
	}
	if p.filter == nil {
		return one
	}
	return p.filter.Profile(one, nil)
}

// EachThread calls f with the cost of every path of each given thread within a scope. Rows follow
// the order of the merged tree but include only those of the thread; the root's costs are not
// known. All threads together take one pass over the tree, while one Profile per thread takes a
// pass each. EachThread reuses the argument of f for the next thread.
func (x *Index) EachThread(scope Scope, threads []trace.ThreadIndex, f func(t trace.ThreadIndex, p *Contexts)) {
	x.eachThread(scope, threads, func(t trace.ThreadIndex, p *Contexts, _ []Row) { f(t, p) })
}

// eachThread is EachThread with the row of the merged tree of each row.
func (x *Index) eachThread(scope Scope, threads []trace.ThreadIndex, f func(t trace.ThreadIndex, p *Contexts, merged []Row)) {
	dual, waits := x.Calls.Clocks == trace.Dual, x.waits()
	first := x.first()
	var within []call.Sum
	if x.ranged(scope) {
		within = slices.Clone(x.sumRange(scope, dual)) // f may call Profile too
	}
	nodes := make([][]call.NodeIndex, len(x.Calls.Threads))
	for n, row := range x.Of {
		if row != 0 {
			nodes[x.Thread[n]] = append(nodes[x.Thread[n]], call.NodeIndex(n))
		}
	}
	local := make([]Row, x.Merged.Len()) // by row of the merged tree: row of the thread's tree
	tree := &Tree{}
	c := &Contexts{Tree: tree}
	var merged []Row
	for _, t := range threads {
		mine := nodes[t]
		slices.SortFunc(mine, func(a, b call.NodeIndex) int { return cmp.Compare(x.Of[a], x.Of[b]) })
		tree.Method, tree.Parent, tree.Depth = append(tree.Method[:0], call.NoMethod), append(tree.Parent[:0], NoRow), append(tree.Depth[:0], 0)
		c.Rows, merged = append(c.Rows[:0], Context{}), append(merged[:0], 0)
		for _, n := range mine {
			row := x.Of[n]
			parent := local[x.Merged.Parent[row]]
			local[row] = Row(len(c.Rows))
			tree.Method, tree.Parent, tree.Depth = append(tree.Method, x.Merged.Method[row]), append(tree.Parent, parent), append(tree.Depth, x.Merged.Depth[row])
			sum := &x.Calls.Tree.At(n).Sum
			if within != nil {
				sum = &within[n]
			}
			one := Context{Calls: sum.Calls}
			one.Inclusive[first] = x.Calls.Nanos(sum.Primary)
			if dual {
				one.Inclusive[CPU] = x.Calls.Nanos(sum.CPU)
			}
			c.Rows, merged = append(c.Rows, one), append(merged, row)
		}
		x.eachOff(scope.Only(t), func(row Row, ns int64) { c.Rows[local[row]].Inclusive[Waiting] += ns })
		for row := len(c.Rows) - 1; row > 0; row-- { // until then Exclusive holds the sum of the callees
			c.Rows[row].settle(waits)
			c.Rows[tree.Parent[row]].Exclusive.add(&c.Rows[row].Inclusive)
		}
		f(t, c, merged)
	}
}

// ThreadGroups returns, by thread, the called methods as one group, without a name. Those of threads outside the scope are
// empty. listed selects the methods as in Groups. All threads together take one pass over the tree, or with a filter a pass
// each.
func (p *Profile) ThreadGroups(listed []bool) []Group {
	groups := make([]Group, len(p.Calls.Threads))
	var threads []trace.ThreadIndex
	for t := range p.Calls.Threads {
		if t := trace.ThreadIndex(t); p.Calls.Threads[t].Root != call.None && p.Scope.Has(t) {
			threads = append(threads, t)
		}
	}
	if p.filter != nil {
		for _, t := range threads {
			groups[t] = p.Thread(t).Together(listed)
		}
		return groups
	}
	idle := make([]bool, p.Tree.Len())
	if p.left != (Times{}) {
		for _, row := range p.IdleRows() {
			idle[row] = true
		}
	}
	at := make([]int32, len(p.Methods)) // by method: 1 + its index in the group, 0 for none
	p.Index.eachThread(p.Scope, threads, func(t trace.ThreadIndex, c *Contexts, merged []Row) {
		g := &groups[t]
		left, within := make([]Times, len(c.Rows)), make([]bool, len(c.Rows))
		for row := len(c.Rows) - 1; row > 0; row-- {
			r := &c.Rows[row]
			if idle[merged[row]] {
				own := r.idle(p.waits())
				r.Exclusive.subtract(&own)
				left[row].add(&own)
			}
			r.Inclusive.subtract(&left[row])
			left[c.Tree.Parent[row]].add(&left[row])
		}
		for row := 1; row < len(c.Rows); row++ {
			r, m, inner := &c.Rows[row], c.Tree.Method[row], within[c.Tree.Parent[row]]
			within[row] = inner
			if r.Calls == 0 || listed != nil && !listed[m] {
				continue
			}
			within[row] = true
			if at[m] == 0 {
				g.Methods, g.Each = append(g.Methods, m), append(g.Each, Method{})
				at[m] = int32(len(g.Methods))
			}
			g.Each[at[m]-1].count(r, !p.Tree.Outermost[merged[row]])
			g.Sum.count(r, inner)
		}
		for _, m := range g.Methods {
			at[m] = 0
		}
	})
	return groups
}

// count adds a context to the cost of its method or group.
func (m *Method) count(r *Context, recursive bool) {
	if recursive {
		m.Recursive += r.Calls
	} else {
		m.Calls += r.Calls
		m.Inclusive.add(&r.Inclusive)
	}
	m.Exclusive.add(&r.Exclusive)
}

// ThreadSums returns, by thread, the sum of its calls within a scope: their number, and the
// inclusive times of its outermost calls. Threads outside the scope are zero.
func (x *Index) ThreadSums(scope Scope) []Context {
	tree := &x.Calls.Tree
	first, waits := x.first(), x.waits()
	dual := x.Calls.Clocks == trace.Dual
	var within []call.Sum
	if x.ranged(scope) {
		within = x.sumRange(scope, dual)
	}
	sums := make([]Context, len(x.Calls.Threads))
	var own []trace.Ticks // by node, in ticks: time off the CPU in the node itself
	if waits == byClocks {
		own = make([]trace.Ticks, tree.Len())
	}
	Blocks(tree.Len(), func(a, b int) {
		for n := call.NodeIndex(a); n < call.NodeIndex(b); n++ {
			if x.Of[n] == 0 || !scope.Has(x.Thread[n]) { // root nodes have no time
				continue
			}
			node := tree.At(n)
			sum := &node.Sum
			if within != nil {
				sum = &within[n]
			}
			s := &sums[x.Thread[n]]
			s.Calls += sum.Calls
			if x.Of[node.Parent] == 0 {
				s.Inclusive[first] += x.Calls.Nanos(sum.Primary)
				if dual {
					s.Inclusive[CPU] += x.Calls.Nanos(sum.CPU)
				}
			}
			if own != nil { // a caller may come after its callees
				own[n] += sum.Primary - sum.CPU
				own[node.Parent] -= sum.Primary - sum.CPU
			}
		}
	})
	Blocks(len(own), func(a, b int) {
		for n := a; n < b; n++ {
			if own[n] > 0 && x.Of[n] != 0 {
				sums[x.Thread[n]].Inclusive[Waiting] += x.Calls.Nanos(own[n])
			}
		}
	})
	for t := range sums {
		if x.Calls.Samples && scope.Has(trace.ThreadIndex(t)) {
			x.eachOff(scope.Only(trace.ThreadIndex(t)), func(row Row, ns int64) {
				if row != 0 {
					sums[t].Inclusive[Waiting] += ns
				}
			})
		}
	}
	return sums
}
