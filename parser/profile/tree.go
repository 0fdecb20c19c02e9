// Package profile is the arrow calls → profile: the cost of every method, over any set of threads
// and any range of time, by wall, CPU or waiting time. Section 11 of parser/trace/format.md has the
// definitions.
package profile

import (
	"iter"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// A Row is a row of a Tree, from 0; row 0 is the root, which stands for an empty stack.
type Row uint32

// NoRow stands for no row.
const NoRow = ^Row(0)

// A Tree holds the calling contexts of all threads, merged: two calls with the same path of methods
// share a row. A row comes after its parent, so one loop forward goes from callers to callees and
// one loop backward sums callees into callers.
//
//	row  context  Method   Parent  Depth  First  Next   Outermost
//	0    (root)   NoMethod  NoRow     0      1   NoRow  true
//	1    A           A         0      1      2   NoRow  true
//	2    └ B         B         1      2      3   NoRow  true
//	3      └ A       A         2      3   NoRow  NoRow  false: A is below it on the stack
type Tree struct {
	Method      []trace.MethodIndex
	Parent      []Row
	Depth       []uint32
	First, Next []Row // first callee, next callee of the same caller; in order of first appearance
	Outermost   []bool
}

// Len returns the number of rows, including the root.
func (t *Tree) Len() int { return len(t.Method) }

// A grower builds a tree. Until grown returns, the callees of a row are listed in reverse order.
type grower struct {
	Tree               // with capacity for the largest number of rows
	n       Row        // number of rows so far
	callees call.Pairs // callees that have been looked up
}

// newGrower returns a grower with a root and capacity for rows rows, at least one.
//
//go:noinline
func newGrower(rows int) *grower {
	g := &grower{n: 1, Tree: Tree{
		Method: make([]trace.MethodIndex, rows),
		Parent: make([]Row, rows), Depth: make([]uint32, rows), First: make([]Row, rows), Next: make([]Row, rows),
	}}
	g.Method[0], g.Parent[0], g.First[0], g.Next[0] = call.NoMethod, NoRow, NoRow, NoRow
	return g
}

// add adds a callee that parent does not have yet.
//
//go:noinline
func (g *grower) add(parent Row, m trace.MethodIndex) Row {
	row := g.n
	g.Method[row], g.Parent[row], g.Depth[row] = m, parent, g.Depth[parent]+1
	g.First[row], g.Next[row] = NoRow, g.First[parent]
	g.First[parent] = row
	g.n++
	return row
}

// NewTree returns the tree of the given rows for a number of methods. Row 0 is the root, and each
// other row comes after its parent. A row must not have two callees with the same method.
func NewTree(method []trace.MethodIndex, parent []Row, methods int) Tree {
	g := &grower{n: Row(len(method)), Tree: Tree{
		Method: method, Parent: parent, Depth: make([]uint32, len(method)), First: make([]Row, len(method)), Next: make([]Row, len(method)),
	}}
	g.Next[0] = NoRow
	for row := 1; row < len(method); row++ {
		g.Depth[row] = g.Depth[parent[row]] + 1
	}
	return g.grown(methods)
}

// callee returns parent's row for m and adds it if missing. All callees of parent must have been
// added by place or callee.
//
//go:noinline
func (g *grower) callee(parent Row, m trace.MethodIndex) (row Row, made bool) {
	if n := g.callees.Of(call.NodeIndex(parent), m); n != call.None {
		return Row(n), false
	}
	row = g.add(parent, m)
	g.place(row)
	return row, true
}

// place registers a row for callee to find.
//
//go:noinline
func (g *grower) place(row Row) {
	g.callees.Put(call.NodeIndex(g.Parent[row]), g.Method[row], call.NodeIndex(row))
}

// grown returns the finished tree for a number of methods.
func (g *grower) grown(methods int) Tree {
	t, n := g.Tree, int(g.n)
	t.Method, t.Parent, t.Depth, t.First, t.Next = t.Method[:n], t.Parent[:n], t.Depth[:n], t.First[:n], t.Next[:n]
	for row := range t.First {
		t.First[row] = NoRow
	}
	Blocks(n-1, func(a, b int) {
		for row := n - 1 - a; row > n-1-b; row-- { // backward, so that lists are in order of first appearance
			t.Next[row] = t.First[t.Parent[row]]
			t.First[t.Parent[row]] = Row(row)
		}
	})
	t.markOutermost(methods)
	return t
}

// markOutermost sets Outermost, for a number of methods.
func (t *Tree) markOutermost(methods int) {
	t.Outermost = make([]bool, t.Len())
	t.Outermost[0] = true
	m := marker{tree: t, onPath: make([]uint32, methods), row: t.First[0]}
	for m.row != NoRow && m.row != 0 {
		m.mark()
	}
}

// Blocks calls f with consecutive ranges [a, b) that cover [0, n). Browsers optimize a WebAssembly
// function only for its next call: a first call over a million rows stays slow to its end.
func Blocks(n int, f func(a, b int)) {
	const rows = 4096
	for a := 0; a < n; a += rows {
		f(a, min(a+rows, n))
	}
}

// A marker finds the rows that are not recursive. It walks depth first and counts how often each
// method is on the path.
type marker struct {
	tree   *Tree
	onPath []uint32 // by method
	row    Row      // to visit next; 0 when all are marked
}

// mark visits the next block of rows.
func (m *marker) mark() {
	t, onPath, row := m.tree, m.onPath, m.row
	for range 4096 {
		method := t.Method[row]
		t.Outermost[row] = onPath[method] == 0
		onPath[method]++
		if t.First[row] != NoRow {
			row = t.First[row]
			continue
		}
		for row != 0 {
			onPath[t.Method[row]]--
			if t.Next[row] != NoRow {
				row = t.Next[row]
				break
			}
			row = t.Parent[row]
		}
		if row == 0 {
			break
		}
	}
	m.row = row
}

// An Index holds the data that all profiles of a trace share: the merged tree, and the row in it of
// each thread's calling contexts. An index that is not merged yet has neither.
type Index struct {
	Calls  *call.Table
	Info   *trace.Info
	Merged Tree

	Of     []Row               // by call.NodeIndex: row of Merged
	Thread []trace.ThreadIndex // by call.NodeIndex: thread of the node

	methodFirst []Row // by method: its first row of Merged, or NoRow
	methodNext  []Row // by row: the next row of the same method

	sums []call.Sum // by call.NodeIndex: scratch of sumRange
	idle idleRows   // found on first use

	platforms []bool // by method: belongs to the platform; nil until first use

	switches [][]call.Switches // by thread and 1 + depth; nil until first use
	switched *Index            // nil until first use

	// Of a switched index.
	base  *Index           // original of a switched index; nil for any other
	under []call.NodeIndex // by base's nodes: node of their switches, or call.None
}

// Depth returns the depth of a node's calls, from 0. It has no meaning for a root.
func (x *Index) Depth(n call.NodeIndex) uint32 { return x.Merged.Depth[x.Of[n]] - 1 }

// RowsOf returns the rows of a method, in ascending order.
func (x *Index) RowsOf(m trace.MethodIndex) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for row := x.methodFirst[m]; row != NoRow && yield(row); row = x.methodNext[row] {
		}
	}
}

// NewIndex merges the trees of all threads.
func NewIndex(calls *call.Table, info *trace.Info) *Index {
	x := Unmerged(calls, info)
	x.Merge()
	return x
}

// Unmerged returns an index without the merged tree, which Merge adds later. Framework and Switches
// do not need the tree, nor do drawings of calls without marked methods. It also finds the trace's app, so that the
// methods' origins are right.
func Unmerged(calls *call.Table, info *trace.Info) *Index {
	info.BelongTo(appOf(calls, info))
	return &Index{Calls: calls, Info: info}
}

// Merge merges the trees of all threads. Further calls do nothing.
func (x *Index) Merge() {
	calls, info := x.Calls, x.Info
	tree := &calls.Tree
	n := tree.Len()
	x.Of, x.Thread = make([]Row, n), make([]trace.ThreadIndex, n)
	m := merger{Index: x, grower: newGrower(max(1, n)), owner: make([]Row, max(1, n))}
	m.owner[0] = shared
	for i := range calls.Threads {
		if root := calls.Threads[i].Root; root != call.None {
			x.Thread[root] = trace.ThreadIndex(i)
		}
	}
	// A node comes after its parent. The exception is a call that turned out to be running at the
	// start: these nodes come before their parent, the outermost last.
	var late []call.NodeIndex
	for i := range call.NodeIndex(n) {
		if parent := tree.At(i).Parent; parent != call.None && parent > i {
			late = append(late, i)
		}
	}
	for _, i := range slices.Backward(late) {
		m.merge(i, tree.At(i))
	}
	Blocks(n, func(a, b int) {
		for i := call.NodeIndex(a); i < call.NodeIndex(b); i++ {
			if node := tree.At(i); node.Parent < i { // neither late nor a root; Of of a root is 0
				m.merge(i, node)
			}
		}
	})
	x.Merged = m.grown(len(info.Methods))
	x.methodFirst = make([]Row, len(info.Methods))
	x.methodNext = m.owner[:x.Merged.Len()] // reuses its storage
	for m := range x.methodFirst {
		x.methodFirst[m] = NoRow
	}
	last := x.Merged.Len() - 1
	Blocks(last, func(a, b int) {
		for row := last - a; row > last-b; row-- {
			m := x.Merged.Method[row]
			x.methodNext[row] = x.methodFirst[m]
			x.methodFirst[m] = Row(row)
		}
	})
}

// A merger merges the trees of threads. Each context has one node per thread, so a context that
// only one thread has needs no lookup, and that is most of them.
type merger struct {
	*Index
	*grower
	owner []Row // by row: the only thread with nodes of its callees, or shared
}

// shared is the owner of a row whose callees need a lookup.
const shared = ^Row(0)

// merge assigns a row to a node that is not a root. Its parent must have one.
func (m *merger) merge(n call.NodeIndex, node *call.Node) {
	parent, thread := m.Of[node.Parent], m.Thread[node.Parent]
	m.Thread[n] = thread
	if m.owner[parent] != Row(thread) {
		m.Of[n] = m.search(parent, thread, node.Method)
		return
	}
	row := m.add(parent, node.Method)
	m.owner[row] = Row(thread)
	m.Of[n] = row
}

// search returns the row of a callee below a row that several threads share.
//
//go:noinline
func (m *merger) search(parent Row, thread trace.ThreadIndex, method trace.MethodIndex) Row {
	if m.owner[parent] != shared {
		m.owner[parent] = shared
		for c := m.First[parent]; c != NoRow; c = m.Next[c] {
			m.place(c)
		}
	}
	row, made := m.callee(parent, method)
	if made {
		m.owner[row] = Row(thread)
	}
	return row
}
