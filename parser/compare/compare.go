package compare

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// A Comparison numbers the methods and contexts of two sides alike. A method or context that one
// side lacks costs 0 there, so for every figure
//
//	A + change = B
//
// and with the sides swapped each change has the opposite sign.
type Comparison struct {
	Sides   [2]*Side            // A (the base) and B
	Pairs   []Pair              // of methods
	Threads []ThreadPair        // of Side.Threads
	Methods [2][]profile.Method // of A and B, by row of Pairs

	contexts *Contexts // nil until first use

	of *Comparison // measured comparison of a scaled one, else nil
	by [2]factors
}

// Contexts holds the contexts of both sides.
type Contexts struct {
	Tree profile.Tree         // its methods are rows of Pairs
	Rows [2][]profile.Context // of A and B, by row of Tree

	first, next []profile.Row // first: by row of Pairs, its first row of Tree; next: by row, the next with the same method
}

// Of compares two sides. Overrides correct the pairing of methods and threads.
func Of(a, b *Side, methods, threads []Override) *Comparison {
	c := &Comparison{Sides: [2]*Side{a, b}, Pairs: Match(a, b, methods), Threads: MatchThreads(a.Threads, b.Threads, threads)}
	for s := range c.Methods {
		c.Methods[s] = make([]profile.Method, len(c.Pairs))
	}
	for i, p := range c.Pairs {
		if p.A != None {
			c.Methods[0][i] = a.Costs[p.A]
		}
		if p.B != None {
			c.Methods[1][i] = b.Costs[p.B]
		}
	}
	return c
}

// HasContexts reports whether both sides have contexts.
func (c *Comparison) HasContexts() bool { return c.Sides[0].HasContexts() && c.Sides[1].HasContexts() }

// Contexts merges the contexts of both sides, which must have them. The result is cached.
func (c *Comparison) Contexts() *Contexts {
	if c.contexts != nil {
		return c.contexts
	}
	if c.of != nil {
		c.contexts = c.of.Contexts().scaled(&c.by)
		return c.contexts
	}
	x := &Contexts{}
	c.contexts = x
	a, b := c.Sides[0], c.Sides[1]
	pairOf := [2][]trace.MethodIndex{make([]trace.MethodIndex, len(a.Methods)), make([]trace.MethodIndex, len(b.Methods))}
	for i, p := range c.Pairs {
		if p.A != None {
			pairOf[0][p.A] = trace.MethodIndex(i)
		}
		if p.B != None {
			pairOf[1][p.B] = trace.MethodIndex(i)
		}
	}
	// A's rows keep their numbers; rows that only B has follow.
	method, parent := make([]trace.MethodIndex, len(a.Method), len(a.Method)+len(b.Method)), make([]profile.Row, len(a.Method), len(a.Method)+len(b.Method))
	copy(parent, a.Parent)
	method[0] = call.NoMethod
	for row := 1; row < len(method); row++ {
		method[row] = pairOf[0][a.Method[row]]
	}
	find := newFinder(method, parent)
	of := make([]profile.Row, len(b.Method)) // by row of B
	for row := 1; row < len(of); row++ {
		caller, m := of[b.Parent[row]], pairOf[1][b.Method[row]]
		n := profile.NoRow
		if int(caller) < len(a.Method) { // A has no callees of other rows
			n = find.callee(caller, m)
		}
		if n == profile.NoRow {
			n = profile.Row(len(method))
			method, parent = append(method, m), append(parent, caller)
		}
		of[row] = n
	}
	x.Tree = profile.NewTree(method, parent, len(c.Pairs))
	x.Rows = [2][]profile.Context{a.costs(parent, nil), b.costs(parent, of)}
	x.first, x.next = make([]profile.Row, len(c.Pairs)), make([]profile.Row, len(method))
	for i := range x.first {
		x.first[i] = profile.NoRow
	}
	for row := len(method) - 1; row > 0; row-- {
		x.next[row] = x.first[method[row]]
		x.first[method[row]] = profile.Row(row)
	}
	return x
}

// A finder finds callees of contexts. It searches few callees linearly from the one found last,
// because programs repeat calls in the same order, and hashes many callees.
type finder struct {
	method []trace.MethodIndex
	ring   []profile.Row // by row: the next callee of the same caller; from the last to the first
	last   []profile.Row // by row: the callee found last, or NoRow
	many   []bool        // by row
	hashed call.Pairs
}

// few is the largest number of callees searched linearly.
const few = 12

func newFinder(method []trace.MethodIndex, parent []profile.Row) *finder {
	f := &finder{method: method, ring: make([]profile.Row, len(method)), last: make([]profile.Row, len(method)), many: make([]bool, len(method))}
	count := make([]uint8, len(method))
	for row := range f.last {
		f.last[row] = profile.NoRow
	}
	for row := 1; row < len(method); row++ {
		p, n := parent[row], profile.Row(row)
		if last := f.last[p]; last == profile.NoRow {
			f.ring[n] = n
		} else {
			f.ring[n], f.ring[last] = f.ring[last], n
		}
		f.last[p] = n
		if count[p] == few {
			f.many[p] = true
		} else {
			count[p]++
		}
	}
	for row := 1; row < len(method); row++ {
		if f.many[parent[row]] {
			f.hashed.Put(call.NodeIndex(parent[row]), method[row], call.NodeIndex(row))
		}
	}
	return f
}

// callee returns a context's row for a method, NoRow if it has none.
func (f *finder) callee(row profile.Row, m trace.MethodIndex) profile.Row {
	if f.many[row] {
		return profile.Row(f.hashed.Of(call.NodeIndex(row), m))
	}
	last := f.last[row]
	if last == profile.NoRow {
		return last
	}
	for n := f.ring[last]; ; n = f.ring[n] {
		if f.method[n] == m {
			f.last[row] = n
			return n
		}
		if n == last {
			return profile.NoRow
		}
	}
}

// Name returns the method of a pair: B's name if B has the method, else A's.
func (c *Comparison) Name(pair int) *Method {
	if p := &c.Pairs[pair]; p.B != None {
		return &c.Sides[1].Methods[p.B]
	}
	return &c.Sides[0].Methods[c.Pairs[pair].A]
}

// Was returns A's name of a pair's method if the names differ, else nil.
func (c *Comparison) Was(pair int) *Method {
	p := &c.Pairs[pair]
	if p.A == None || p.B == None || c.Sides[0].Methods[p.A].sameName(&c.Sides[1].Methods[p.B]) {
		return nil
	}
	return &c.Sides[0].Methods[p.A]
}

// A Split divides a change of inclusive time into two parts that add up to it exactly. Calls is the
// effect of more or fewer calls, each at the average cost of both sides. Cost is the effect of
// dearer or cheaper calls, for the average number of calls of both sides.
type Split struct{ Calls, Cost int64 } // ns

// SplitOf splits the change between two numbers of calls and their times, in ns. If only one side
// has calls, the whole change is Calls. Swapping the sides reverses the sign.
func SplitOf(callsA, timeA, callsB, timeB int64) Split {
	change := timeB - timeA
	if callsA == 0 || callsB == 0 {
		return Split{Calls: change}
	}
	mean := (float64(timeA)/float64(callsA) + float64(timeB)/float64(callsB)) / 2
	const most = 1 << 62                                                           // for times that no clock would give
	calls := int64(max(-most, min(most, math.Round(float64(callsB-callsA)*mean)))) // rounding away from 0 treats both signs alike
	return Split{calls, change - calls}
}

// Split splits the change of a method's inclusive time by a clock.
func (c *Comparison) Split(pair int, by profile.Clock) Split {
	a, b := &c.Methods[0][pair], &c.Methods[1][pair]
	return SplitOf(a.Calls, a.Inclusive[by], b.Calls, b.Inclusive[by])
}

// An Order is the figure whose change sorts Changes.
type Order uint8

const (
	ByInclusive Order = iota
	ByExclusive
	ByCalls
)

// change returns the change of a method's figure.
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

// A Direction selects the changes that come first.
type Direction uint8

const (
	Either Direction = iota // the largest, up or down
	Rose                    // largest increase first, largest decrease last
	Fell                    // reverse of Rose
)

// Rank returns the sort key of a change; larger keys come first.
func (w Direction) Rank(change int64) int64 {
	switch w {
	case Rose:
		return change
	case Fell:
		return -change
	}
	return abs(change)
}

// Changes lists all rows of Pairs, the largest change of the figure in a direction first. Ties are
// sorted by the changes of exclusive time and of calls, then by class and name.
func (c *Comparison) Changes(order Order, by profile.Clock, way Direction) []int {
	all, _ := c.Largest(order, by, way, func(int) bool { return true }, len(c.Pairs))
	return all
}

// Largest returns the first rows of Changes that wanted accepts, at most most rows, and the number
// of accepted rows. It takes one pass if most is small.
func (c *Comparison) Largest(order Order, by profile.Clock, way Direction, wanted func(pair int) bool, most int) (first []int, total int) {
	type row struct {
		pair             int
		size, own, calls int64
	}
	before := func(a, b row) int {
		switch {
		case a.size != b.size:
			return cmp.Compare(b.size, a.size)
		case a.own != b.own:
			return cmp.Compare(b.own, a.own)
		case a.calls != b.calls:
			return cmp.Compare(b.calls, a.calls)
		}
		return cmp.Or(byName(c.Name(a.pair), c.Name(b.pair)), cmp.Compare(a.pair, b.pair))
	}
	const few = 500 // rows kept sorted during the pass
	var rows []row
	for i := range c.Pairs {
		if !wanted(i) {
			continue
		}
		total++
		r := row{i, way.Rank(c.change(i, order, by)), way.Rank(c.change(i, ByExclusive, by)), way.Rank(c.change(i, ByCalls, by))}
		if most > few {
			rows = append(rows, r)
			continue
		}
		if len(rows) == most {
			if most == 0 || before(rows[most-1], r) < 0 {
				continue
			}
			rows = rows[:most-1]
		}
		at, _ := slices.BinarySearchFunc(rows, r, before)
		rows = slices.Insert(rows, at, r)
	}
	if most > few {
		sorting.Stable(rows, before)
	}
	first = make([]int, min(len(rows), most))
	for i := range first {
		first[i] = rows[i].pair
	}
	return first, total
}

// byName compares two methods by class and name.
func byName(a, b *Method) int {
	if of := strings.Compare(a.Class, b.Class); of != 0 {
		return of
	}
	return strings.Compare(a.Name, b.Name)
}

func abs(n int64) int64 { return max(n, -n) }

// An Edge holds the calls between a method and one caller or callee, on both sides.
type Edge struct {
	Pair int // caller or callee; -1 stands for the root
	Calls,
	Inclusive [2]int64 // inclusive by a clock, in ns; without recursive calls
}

// Relatives returns the callers and callees of a method, the one with the largest change of time
// first. It ignores calls made while the method was already on the stack.
func (c *Comparison) Relatives(pair int, by profile.Clock) (callers, callees []Edge) {
	x := c.Contexts()
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
		for s := range x.Rows {
			e.Calls[s] += x.Rows[s][row].Calls
			e.Inclusive[s] += x.Rows[s][row].Inclusive[by]
		}
	}
	for row := x.first[pair]; row != profile.NoRow; row = x.next[row] {
		if !x.Tree.Outermost[row] {
			continue
		}
		add(0, x.Tree.Method[x.Tree.Parent[row]], row)
		for callee := x.Tree.First[row]; callee != profile.NoRow; callee = x.Tree.Next[callee] {
			add(1, x.Tree.Method[callee], callee)
		}
	}
	for _, list := range lists {
		sorting.Stable(*list, func(a, b Edge) int {
			return cmp.Or(cmp.Compare(abs(b.Inclusive[1]-b.Inclusive[0]), abs(a.Inclusive[1]-a.Inclusive[0])), cmp.Compare(abs(b.Calls[1]-b.Calls[0]), abs(a.Calls[1]-a.Calls[0])))
		})
	}
	return callers, callees
}

// Of calls f with the contexts of a method, recursive ones too.
func (x *Contexts) Of(pair int, f func(row profile.Row)) {
	for row := x.first[pair]; row != profile.NoRow; row = x.next[row] {
		f(row)
	}
}

// A Move is a pair of contexts with one method: From exists only in A, To only in B. B makes the
// calls there instead.
type Move struct{ From, To profile.Row }

// Moves returns the contexts that moved to other callers, the largest time by a clock first. It
// pairs the contexts of a method with the most time. It omits contexts that moved together with
// their caller.
func (x *Contexts) Moves(by profile.Clock) (moves []Move) {
	type only struct {
		time, calls int64
		method      trace.MethodIndex
		row         profile.Row
	}
	var sides [2][]only // contexts that only one side has, of methods that have such contexts on both sides
	var has [2][]bool
	for s := range has {
		has[s] = make([]bool, len(x.first))
	}
	side := func(row profile.Row) int {
		switch a, b := x.Rows[0][row] != (profile.Context{}), x.Rows[1][row] != (profile.Context{}); {
		case a && !b:
			return 0
		case b && !a:
			return 1
		}
		return -1
	}
	for row := 1; row < x.Tree.Len(); row++ {
		if s := side(profile.Row(row)); s >= 0 {
			has[s][x.Tree.Method[row]] = true
		}
	}
	for row := 1; row < x.Tree.Len(); row++ {
		m := x.Tree.Method[row]
		if !has[0][m] || !has[1][m] {
			continue
		}
		if s := side(profile.Row(row)); s >= 0 {
			r := &x.Rows[s][row]
			sides[s] = append(sides[s], only{r.Inclusive[by], r.Calls, m, profile.Row(row)})
		}
	}
	for _, rows := range sides {
		sorting.Stable(rows, func(a, b only) int {
			return cmp.Or(cmp.Compare(a.method, b.method), cmp.Compare(b.time, a.time), cmp.Compare(b.calls, a.calls), cmp.Compare(a.row, b.row))
		})
	}
	to := make([]profile.Row, x.Tree.Len())
	for i, j := 0, 0; i < len(sides[0]) && j < len(sides[1]); {
		switch a, b := &sides[0][i], &sides[1][j]; {
		case a.method < b.method:
			i++
		case a.method > b.method:
			j++
		default:
			to[a.row] = b.row
			i, j = i+1, j+1
		}
	}
	type sized struct {
		Move
		time int64 // smaller time of both contexts
	}
	var all []sized
	for row := 1; row < len(to); row++ {
		if to[row] == 0 {
			continue
		}
		if caller := x.Tree.Parent[to[row]]; caller == 0 || to[x.Tree.Parent[row]] != caller {
			all = append(all, sized{Move{profile.Row(row), to[row]}, min(x.Rows[0][row].Inclusive[by], x.Rows[1][to[row]].Inclusive[by])})
		}
	}
	sorting.Stable(all, func(a, b sized) int { return cmp.Or(cmp.Compare(b.time, a.time), cmp.Compare(a.From, b.From)) })
	for _, m := range all {
		moves = append(moves, m.Move)
	}
	return moves
}

// Path returns the rows of Pairs from the root to a context, the outermost first.
func (x *Contexts) Path(row profile.Row) (pairs []int) {
	for ; row != 0; row = x.Tree.Parent[row] {
		pairs = append(pairs, int(x.Tree.Method[row]))
	}
	slices.Reverse(pairs)
	return pairs
}

// A Width is how wide a drawing of both sides shows a context.
type Width uint8

const (
	WidthLarger Width = iota // as on the side with the longer time, so that removed contexts stay visible
	WidthA
	WidthB
)

// Widths returns the tree with the widths of its contexts by a clock, in ns. A context's own width
// is its exclusive time on one side, or the larger of both; its total width adds those of its
// callees. Time with an empty stack is omitted.
func (x *Contexts) Widths(of Width, by profile.Clock) *profile.Contexts {
	c := &profile.Contexts{Tree: &x.Tree, Rows: make([]profile.Context, x.Tree.Len())}
	for row := x.Tree.Len() - 1; row > 0; row-- {
		a, b := max(0, x.Rows[0][row].Exclusive[by]), max(0, x.Rows[1][row].Exclusive[by])
		own := max(a, b)
		switch of {
		case WidthA:
			own = a
		case WidthB:
			own = b
		}
		r := &c.Rows[row]
		r.Calls = max(x.Rows[0][row].Calls, x.Rows[1][row].Calls)
		r.Exclusive[by] = own
		r.Inclusive[by] += own
		c.Rows[x.Tree.Parent[row]].Inclusive[by] += r.Inclusive[by]
	}
	return c
}
