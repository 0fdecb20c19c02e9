package profile

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// EachThread calls f with the cost of every path of each given thread in the profile. The rows are those of
// Index.SplitByThread, or those of the profile if it has a filter.
func (p *Profile) EachThread(threads []trace.ThreadIndex, f func(t trace.ThreadIndex, p *Contexts)) {
	if p.filter == nil {
		p.Index.SplitByThread(p.Scope, threads, f)
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
	if all.removed != nil {
		one.WithoutIdle()
	}
	if p.filter == nil {
		return one
	}
	return p.filter.Profile(one, nil)
}

// SplitByThread calls f with the cost of every path of each given thread within a scope. Rows follow
// the order of the merged tree but include only those of the thread; the root's costs are not
// known. All threads together take one pass over the tree, while one Profile per thread takes a
// pass each. SplitByThread reuses the argument of f for the next thread.
func (x *Index) SplitByThread(scope Scope, threads []trace.ThreadIndex, f func(t trace.ThreadIndex, p *Contexts)) {
	x.splitByThread(scope, threads, func(t trace.ThreadIndex, p *Contexts, _ []Row) { f(t, p) })
}

// splitByThread is SplitByThread with the row of the merged tree of each row.
func (x *Index) splitByThread(scope Scope, threads []trace.ThreadIndex, f func(t trace.ThreadIndex, p *Contexts, merged []Row)) {
	dual, waits := x.Calls.Clocks == trace.Dual, x.waits()
	first := x.first()
	var within []call.Sum
	if scope.cuts(x.Calls) {
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
		sorting.Stable(mine, func(a, b call.NodeIndex) int { return cmp.Compare(x.Of[a], x.Of[b]) })
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

// eachFiltered calls f with the cost of every path of each given thread within a scope, without the idle waits of some rows of
// the index, and after the filter, nil for none. rows has the row of the index's or the filter's tree of each row. Like
// Index.eachThread, it reuses the arguments of f.
func (x *Index) eachFiltered(scope Scope, filter *Filter, idle []bool, threads []trace.ThreadIndex, f func(t trace.ThreadIndex, c *Contexts, rows []Row)) {
	s := threadSieve{filter: filter}
	if filter != nil {
		s.local = make([]Row, len(filter.fates))
	}
	x.splitByThread(scope, threads, func(t trace.ThreadIndex, c *Contexts, merged []Row) {
		if idle != nil {
			left := make([]Times, len(c.Rows))
			for row := len(c.Rows) - 1; row > 0; row-- {
				r := &c.Rows[row]
				if idle[merged[row]] {
					own := x.idleOf(r)
					r.Exclusive.subtract(&own)
					left[row].add(&own)
				}
				r.Inclusive.subtract(&left[row])
				left[c.Tree.Parent[row]].add(&left[row])
			}
		}
		if filter != nil {
			c, merged = s.pass(c, merged)
		}
		f(t, c, merged)
	})
}

// A threadSieve applies a filter to the paths of one thread after another.
type threadSieve struct {
	filter *Filter
	local  []Row // by row of the filter's tree: its row among those of the thread, 0 for none
	rows   []Row // of the filter's tree, by row of the thread
	tree   Tree
	c      Contexts
}

// add returns the row of a path of the filter's tree. It adds the path and its callers if the thread has not had them.
func (s *threadSieve) add(row Row) Row {
	if row == 0 || s.local[row] > 0 {
		return s.local[row]
	}
	of := &s.filter.index.Merged
	parent := s.add(of.Parent[row])
	s.local[row] = Row(len(s.rows))
	s.rows, s.c.Rows = append(s.rows, row), append(s.c.Rows, Context{})
	s.tree.Method, s.tree.Parent, s.tree.Depth = append(s.tree.Method, of.Method[row]), append(s.tree.Parent, parent), append(s.tree.Depth, of.Depth[row])
	return s.local[row]
}

// pass returns what the filter leaves of a thread's paths, as Filter.Profile does.
func (s *threadSieve) pass(c *Contexts, merged []Row) (*Contexts, []Row) {
	for _, row := range s.rows {
		s.local[row] = 0
	}
	s.rows, s.c.Rows, s.c.Tree = append(s.rows[:0], 0), append(s.c.Rows[:0], Context{}), &s.tree
	s.tree.Method, s.tree.Parent, s.tree.Depth = append(s.tree.Method[:0], call.NoMethod), append(s.tree.Parent[:0], NoRow), append(s.tree.Depth[:0], 0)
	live := []bool{true}
	for row := 1; row < len(c.Rows); row++ {
		r, to := &c.Rows[row], &s.filter.fates[merged[row]]
		if !r.hasFigures() {
			continue
		}
		at := s.add(to.of)
		for len(live) < len(s.rows) {
			live = append(live, false)
		}
		if to.frame {
			s.c.Rows[at].Calls += r.Calls
		}
		if to.out == 0 {
			live[at] = true
			s.c.Rows[at].Exclusive.add(&r.Exclusive)
		}
	}
	for row := len(s.rows) - 1; row >= 0; row-- { // callers come first
		r := &s.c.Rows[row]
		if !live[row] {
			r.Calls = 0
			continue
		}
		r.Inclusive.add(&r.Exclusive)
		if row > 0 {
			parent := s.tree.Parent[row]
			s.c.Rows[parent].Inclusive.add(&r.Inclusive)
			live[parent] = true
		}
	}
	return &s.c, s.rows
}

// called returns the threads of the scope that have calls.
func (s *Scope) called(calls *call.Table) (threads []trace.ThreadIndex) {
	for t := range calls.Threads {
		if t := trace.ThreadIndex(t); calls.Threads[t].Root != call.None && s.Has(t) {
			threads = append(threads, t)
		}
	}
	return threads
}

// ThreadGroups returns, by thread, the called methods as one group, without a name. Those of threads outside the scope are
// empty. listed selects the methods as in Groups. All threads together take one pass over the tree.
func (p *Profile) ThreadGroups(listed []bool) []Group {
	all := p.Unfiltered()
	groups := make([]Group, len(p.Calls.Threads))
	var idle []bool
	if all.removed != nil {
		idle = all.idleRows().isSelf(all.Merged.Len())
	}
	at := make([]int32, len(p.Methods)) // by method: 1 + its index in the group, 0 for none
	var within []bool
	all.Index.eachFiltered(all.Scope, p.filter, idle, all.Scope.called(all.Calls), func(t trace.ThreadIndex, c *Contexts, rows []Row) {
		g := &groups[t]
		within = append(within[:0], make([]bool, len(c.Rows))...)
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
			g.Each[at[m]-1].count(r, !p.Tree.Outermost[rows[row]])
			g.Sum.count(r, inner)
		}
		for _, m := range g.Methods {
			at[m] = 0
		}
	})
	return groups
}

// A ThreadCost is what a filter leaves of a thread.
type ThreadCost struct {
	Calls int64
	Time  Times // in calls
	Depth int   // of the deepest path
}

// Threads returns, by thread, what the filter leaves of the calls of a scope.
func (f *Filter) Threads(x *Index, scope Scope) []ThreadCost {
	all := make([]ThreadCost, len(x.Calls.Threads))
	x.eachFiltered(scope, f, nil, scope.called(x.Calls), func(t trace.ThreadIndex, c *Contexts, _ []Row) {
		of := &all[t]
		of.Time = c.Rows[0].Inclusive
		for row := 1; row < len(c.Rows); row++ {
			if r := &c.Rows[row]; r.Calls > 0 {
				of.Calls += r.Calls
				of.Depth = max(of.Depth, int(c.Tree.Depth[row]))
			}
		}
	})
	return all
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
	if scope.cuts(x.Calls) {
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

// ThreadsLike returns the names of up to three threads with records that contain a text, in upper or lower case. If any of them
// equal it so, it returns only these.
func ThreadsLike(x *Index, text string) (names []string) {
	text = strings.ToLower(text)
	same := false
	for i := range x.Calls.Threads {
		name := x.Info.Threads[i].Name
		lower := strings.ToLower(name)
		if x.Calls.Threads[i].Records == 0 || text == "" || !strings.Contains(lower, text) || slices.Contains(names, name) {
			continue
		}
		if lower == text && !same {
			names, same = nil, true
		}
		if lower == text || !same {
			names = append(names, name)
		}
	}
	return names[:min(len(names), 3)]
}

// ThreadsCalled returns the threads with records that have an id, or else a name, or else are of a pool, such as
// pool-#-thread-#.
func (x *Index) ThreadsCalled(text string) []trace.ThreadIndex {
	var byID, byName, byPool []trace.ThreadIndex
	for i := range x.Calls.Threads {
		if x.Calls.Threads[i].Records == 0 {
			continue
		}
		t, in := trace.ThreadIndex(i), &x.Info.Threads[i]
		if strconv.FormatUint(uint64(in.ID), 10) == text {
			byID = append(byID, t)
		}
		if in.Name == text {
			byName = append(byName, t)
		}
		if platform.Pool(in.Name) == text {
			byPool = append(byPool, t)
		}
	}
	switch {
	case len(byID) > 0:
		return byID
	case len(byName) > 0:
		return byName
	}
	return byPool
}
