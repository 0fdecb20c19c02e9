package profile

import (
	"cmp"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// EachThread calls f with the cost of every path of each given thread in the profile. Index.EachThread describes the rows
// of a profile without a filter. With one they are those of the profile.
func (p *Profile) EachThread(threads []trace.ThreadIndex, f func(t trace.ThreadIndex, p *Contexts)) {
	if p.filter == nil {
		p.Index.EachThread(p.Scope, threads, f)
		return
	}
	for _, t := range threads {
		f(t, &p.Thread(t).Contexts)
	}
}

// Thread returns the profile of one thread of the scope, after the filter.
func (p *Profile) Thread(t trace.ThreadIndex) *Profile {
	scope := p.Scope
	scope.Threads = make([]bool, len(p.Calls.Threads))
	scope.Threads[t] = true
	if p.filter == nil {
		return p.Index.Profile(scope, nil)
	}
	return p.filter.Profile(p.unfiltered.Index.Profile(scope, nil), nil)
}

// EachThread calls f with the cost of every path of each given thread within a scope. Rows follow
// the order of the merged tree but include only those of the thread; the root's costs are not
// known. All threads together take one pass over the tree, while one Profile per thread takes a
// pass each. EachThread reuses the argument of f for the next thread.
func (x *Index) EachThread(scope Scope, threads []trace.ThreadIndex, f func(t trace.ThreadIndex, p *Contexts)) {
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
	for _, t := range threads {
		mine := nodes[t]
		slices.SortFunc(mine, func(a, b call.NodeIndex) int { return cmp.Compare(x.Of[a], x.Of[b]) })
		tree.Method, tree.Parent, tree.Depth = append(tree.Method[:0], call.NoMethod), append(tree.Parent[:0], NoRow), append(tree.Depth[:0], 0)
		c.Rows = append(c.Rows[:0], Context{})
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
			c.Rows = append(c.Rows, one)
		}
		only := Scope{From: scope.From, To: scope.To, Threads: make([]bool, t+1)}
		only.Threads[t] = true
		x.eachOff(only, func(row Row, ns int64) { c.Rows[local[row]].Inclusive[Waiting] += ns })
		for row := len(c.Rows) - 1; row > 0; row-- { // until then Exclusive holds the sum of the callees
			c.Rows[row].settle(waits)
			c.Rows[tree.Parent[row]].Exclusive.add(&c.Rows[row].Inclusive)
		}
		f(t, c)
	}
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
			only := Scope{From: scope.From, To: scope.To, Threads: make([]bool, t+1)}
			only.Threads[t] = true
			x.eachOff(only, func(row Row, ns int64) {
				if row != 0 {
					sums[t].Inclusive[Waiting] += ns
				}
			})
		}
	}
	return sums
}
