package compare

import (
	"cmp"
	"math"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// A Comparison is two sides with the same methods and contexts under the same numbers. What one of
// them lacks costs 0 there, so of every figure
//
//	A + change = B
//
// and with the sides the other way round each change has the other sign.
type Comparison struct {
	Sides   [2]*Side // A, the base, and B
	Pairs   []Pair   // of methods
	Threads []ThreadPair
	Tree    profile.Tree         // of all contexts of either side; its methods are rows of Pairs
	Rows    [2][]profile.Context // of A and of B, by row of Tree
	Methods [2][]profile.Method  // by row of Pairs

	first, next []profile.Row // by row of Pairs its first row of Tree; by row the next of the same
}

// Of compares two sides, with corrections of how methods and threads are paired.
func Of(a, b *Side, methods, threads []Override) *Comparison {
	c := &Comparison{Sides: [2]*Side{a, b}, Pairs: Match(a, b, methods), Threads: MatchThreads(a, b, threads)}
	pairOf := [2][]trace.MethodIndex{make([]trace.MethodIndex, len(a.Methods)), make([]trace.MethodIndex, len(b.Methods))}
	for i, p := range c.Pairs {
		if p.A != None {
			pairOf[0][p.A] = trace.MethodIndex(i)
		}
		if p.B != None {
			pairOf[1][p.B] = trace.MethodIndex(i)
		}
	}
	// A's rows keep their numbers; those that B alone has follow.
	method, parent := make([]trace.MethodIndex, len(a.Method)), slices.Clone(a.Parent)
	method[0] = call.NoMethod
	var callees call.Pairs
	for row := 1; row < len(method); row++ {
		method[row] = pairOf[0][a.Method[row]]
		callees.Put(call.NodeIndex(parent[row]), method[row], call.NodeIndex(row))
	}
	of := make([]profile.Row, len(b.Method)) // by row of B
	for row := 1; row < len(of); row++ {
		caller, m := of[b.Parent[row]], pairOf[1][b.Method[row]]
		n := callees.Of(call.NodeIndex(caller), m)
		if n == call.None {
			n = call.NodeIndex(len(method))
			method, parent = append(method, m), append(parent, caller)
			callees.Put(call.NodeIndex(caller), m, n)
		}
		of[row] = profile.Row(n)
	}
	c.Tree = profile.NewTree(method, parent, len(c.Pairs))
	for s, side := range c.Sides {
		rows := make([]profile.Context, c.Tree.Len())
		for i := range side.Method {
			row := profile.Row(i)
			if s == 1 {
				row = of[i]
			}
			rows[row].Calls = side.Calls[i]
			for clock := range side.Exclusive {
				if side.Exclusive[clock] != nil {
					rows[row].Exclusive[clock] = side.Exclusive[clock][i]
				}
			}
		}
		c.Rows[s], c.Methods[s] = rows, sum(&c.Tree, rows, len(c.Pairs))
	}
	c.first, c.next = make([]profile.Row, len(c.Pairs)), make([]profile.Row, len(method))
	for i := range c.first {
		c.first[i] = profile.NoRow
	}
	for row := len(method) - 1; row > 0; row-- {
		c.next[row] = c.first[method[row]]
		c.first[method[row]] = profile.Row(row)
	}
	return c
}

// Name is the method of a pair, by B's name where B has it.
func (c *Comparison) Name(pair int) *Method {
	if p := &c.Pairs[pair]; p.B != None {
		return &c.Sides[1].Methods[p.B]
	}
	return &c.Sides[0].Methods[c.Pairs[pair].A]
}

// Was is A's name of the method of a pair whose names differ, nil of any other.
func (c *Comparison) Was(pair int) *Method {
	p := &c.Pairs[pair]
	if p.A == None || p.B == None || c.Sides[0].Methods[p.A].key() == c.Sides[1].Methods[p.B].key() {
		return nil
	}
	return &c.Sides[0].Methods[p.A]
}

// A Split is a change of inclusive time in two parts that add up to it exactly: that of more or
// fewer calls, each at what calls cost on average before and after, and that of dearer or cheaper
// calls, as many as there are on average before and after.
type Split struct{ Calls, Cost int64 } // ns

// SplitOf splits the change from one number of calls with their time, in ns, to another. Of what
// only one side has all is that of the calls. The other way round it has the other sign.
func SplitOf(callsA, timeA, callsB, timeB int64) Split {
	change := timeB - timeA
	if callsA == 0 || callsB == 0 {
		return Split{Calls: change}
	}
	mean := (float64(timeA)/float64(callsA) + float64(timeB)/float64(callsB)) / 2
	const most = 1 << 62                                                           // where times are none that a clock would give
	calls := int64(max(-most, min(most, math.Round(float64(callsB-callsA)*mean)))) // away from 0, so by either sign alike
	return Split{calls, change - calls}
}

// Split splits the change of a method's inclusive time by a clock.
func (c *Comparison) Split(pair int, by profile.Clock) Split {
	a, b := &c.Methods[0][pair], &c.Methods[1][pair]
	return SplitOf(a.Calls, a.Inclusive[by], b.Calls, b.Inclusive[by])
}

// An Order is what Changes are sorted by the size of the change of.
type Order uint8

const (
	ByInclusive Order = iota
	ByExclusive
	ByCalls
)

// change is by how much a method's figure changed.
func (c *Comparison) change(pair int, order Order, by profile.Clock) int64 {
	a, b := &c.Methods[0][pair], &c.Methods[1][pair]
	switch order {
	case ByExclusive:
		return b.Exclusive[by] - a.Exclusive[by]
	case ByCalls:
		return b.Calls + b.Recursive - a.Calls - a.Recursive
	}
	return b.Inclusive[by] - a.Inclusive[by]
}

// Changes lists all rows of Pairs, those first whose figure changed most, up or down; of equal
// changes the ones first whose exclusive time, then whose number of calls, changed most, then by
// name.
func (c *Comparison) Changes(order Order, by profile.Clock) []int {
	type row struct {
		pair             int
		size, own, calls int64
		name             string
	}
	rows := make([]row, len(c.Pairs))
	for i := range rows {
		rows[i] = row{i, abs(c.change(i, order, by)), abs(c.change(i, ByExclusive, by)), abs(c.change(i, ByCalls, by)), c.Name(i).Label()}
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(b.own, a.own), cmp.Compare(b.calls, a.calls), cmp.Compare(a.name, b.name), cmp.Compare(a.pair, b.pair))
	})
	all := make([]int, len(rows))
	for i := range rows {
		all[i] = rows[i].pair
	}
	return all
}

func abs(n int64) int64 { return max(n, -n) }

// An Edge is the calls between a method and one relative, on both sides.
type Edge struct {
	Pair int // the relative; -1 stands for the root
	Calls,
	Inclusive [2]int64 // inclusive by the clock asked for, in ns; recursive calls are left out
}

// Relatives returns who calls a method and what it calls, the relative first whose time changed
// most. What happened while the method was on the stack already is left out.
func (c *Comparison) Relatives(pair int, by profile.Clock) (callers, callees []Edge) {
	var at [2]map[trace.MethodIndex]int
	lists := [2]*[]Edge{&callers, &callees}
	add := func(list int, relative trace.MethodIndex, row profile.Row) {
		if at[list] == nil {
			at[list] = map[trace.MethodIndex]int{}
		}
		i, ok := at[list][relative]
		if !ok {
			i = len(*lists[list])
			at[list][relative] = i
			*lists[list] = append(*lists[list], Edge{Pair: int(int32(relative))})
		}
		e := &(*lists[list])[i]
		for s := range c.Rows {
			e.Calls[s] += c.Rows[s][row].Calls
			e.Inclusive[s] += c.Rows[s][row].Inclusive[by]
		}
	}
	for row := c.first[pair]; row != profile.NoRow; row = c.next[row] {
		if !c.Tree.Outermost[row] {
			continue
		}
		add(0, c.Tree.Method[c.Tree.Parent[row]], row)
		for callee := c.Tree.First[row]; callee != profile.NoRow; callee = c.Tree.Next[callee] {
			add(1, c.Tree.Method[callee], callee)
		}
	}
	for _, list := range lists {
		slices.SortStableFunc(*list, func(a, b Edge) int {
			return cmp.Or(cmp.Compare(abs(b.Inclusive[1]-b.Inclusive[0]), abs(a.Inclusive[1]-a.Inclusive[0])), cmp.Compare(abs(b.Calls[1]-b.Calls[0]), abs(a.Calls[1]-a.Calls[0])))
		})
	}
	return callers, callees
}

// RowsOf calls f with the contexts of a method, recursive ones too.
func (c *Comparison) RowsOf(pair int, f func(row profile.Row)) {
	for row := c.first[pair]; row != profile.NoRow; row = c.next[row] {
		f(row)
	}
}

// A Move is a context that only A has and one of the same method that only B has: what was called
// there is called here now.
type Move struct{ From, To profile.Row }

// Moves finds what moved to other callers, that of the most time by a clock first. Of one method
// the contexts of the most time are taken together; what moved along with its caller is not told
// of by itself.
func (c *Comparison) Moves(by profile.Clock) (moves []Move) {
	only := func(s int, row profile.Row) bool { return c.has(s, row) && !c.has(1-s, row) }
	to := make([]profile.Row, c.Tree.Len())
	var rows [2][]profile.Row
	for pair := range c.Pairs {
		rows[0], rows[1] = rows[0][:0], rows[1][:0]
		c.RowsOf(pair, func(row profile.Row) {
			for s := range rows {
				if only(s, row) {
					rows[s] = append(rows[s], row)
				}
			}
		})
		if len(rows[0]) == 0 || len(rows[1]) == 0 {
			continue
		}
		for s := range rows {
			slices.SortStableFunc(rows[s], func(a, b profile.Row) int {
				return cmp.Or(cmp.Compare(c.Rows[s][b].Inclusive[by], c.Rows[s][a].Inclusive[by]), cmp.Compare(c.Rows[s][b].Calls, c.Rows[s][a].Calls))
			})
		}
		for i := range min(len(rows[0]), len(rows[1])) {
			to[rows[0][i]] = rows[1][i]
		}
	}
	for row := 1; row < len(to); row++ {
		if to[row] == 0 {
			continue
		}
		if caller := c.Tree.Parent[to[row]]; caller == 0 || to[c.Tree.Parent[row]] != caller {
			moves = append(moves, Move{profile.Row(row), to[row]})
		}
	}
	slices.SortStableFunc(moves, func(a, b Move) int { return cmp.Compare(c.moved(b, by), c.moved(a, by)) })
	return moves
}

// moved is the time that a move is of: what both contexts have.
func (c *Comparison) moved(m Move, by profile.Clock) int64 {
	return min(c.Rows[0][m.From].Inclusive[by], c.Rows[1][m.To].Inclusive[by])
}

// has tells whether a side has a context.
func (c *Comparison) has(s int, row profile.Row) bool {
	return c.Rows[s][row].Calls > 0 || c.Rows[s][row] != (profile.Context{})
}

// Path lists the rows of Pairs on the way to a context, the outermost first.
func (c *Comparison) Path(row profile.Row) (pairs []int) {
	for ; row != 0; row = c.Tree.Parent[row] {
		pairs = append(pairs, int(c.Tree.Method[row]))
	}
	slices.Reverse(pairs)
	return pairs
}
