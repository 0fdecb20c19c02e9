// Package profile is the arrow calls → profile: what every method cost, over any set of
// threads and any range of time, by wall, CPU or waiting. The definitions are those of
// parser/trace/format.md, section 11.
package profile

import (
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// A Row is a row of a Tree, from 0; row 0 is the root, with nothing on the stack.
type Row = uint32

// NoRow is no row.
const NoRow = ^Row(0)

// A Tree holds calling contexts with those of all threads merged: two calls with the
// same path of methods share a row. A row comes after its parent, so one loop forward
// goes from callers to callees and one loop backward sums callees into callers.
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
	First, Next []Row // first callee, next callee of the same caller; in order of first sight
	Outermost   []bool
}

// Len returns the number of rows, the root's included.
func (t *Tree) Len() int { return len(t.Method) }

// newTree takes over a tree whose nodes come after their parents, node 0 being the root.
func newTree(from *call.Tree, methods int) Tree {
	n := len(from.Nodes)
	t := Tree{
		Method: make([]trace.MethodIndex, n),
		Parent: make([]Row, n),
		Depth:  make([]uint32, n),
		First:  make([]Row, n),
		Next:   make([]Row, n),
	}
	blocks(n, func(a, b int) {
		for row := a; row < b; row++ {
			node := &from.Nodes[row]
			t.Method[row], t.Parent[row] = node.Method, Row(node.Parent)
			t.First[row], t.Next[row] = NoRow, NoRow
			if row > 0 {
				t.Depth[row] = t.Depth[node.Parent] + 1
			}
		}
	})
	blocks(n-1, func(a, b int) {
		for row := n - 1 - a; row > n-1-b; row-- { // backward, so that lists run in order of first sight
			t.Next[row] = t.First[t.Parent[row]]
			t.First[t.Parent[row]] = Row(row)
		}
	})
	t.Outermost = make([]bool, n)
	t.Outermost[0] = true
	m := marker{tree: &t, onPath: make([]uint32, methods), row: t.First[0]}
	for m.row != NoRow && m.row != 0 {
		m.mark()
	}
	return t
}

// blocks calls f with every stretch [a, b) of [0, n). Browsers compile a function of
// WebAssembly well only for its next call: one that runs a million rows in its first is
// slow to the end.
func blocks(n int, f func(a, b int)) {
	const rows = 4096
	for a := 0; a < n; a += rows {
		f(a, min(a+rows, n))
	}
}

// A marker finds the rows that are not recursive. Depth first, it counts how often each
// method is on the path.
type marker struct {
	tree   *Tree
	onPath []uint32 // by method
	row    Row      // to visit next; 0 when all are marked
}

// mark visits the next rows, as many as are in a block.
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

// An Index is what profiles of one trace share, whatever their scope: the merged tree,
// and where each calling context of each thread went in it.
type Index struct {
	Calls  *call.Table
	Info   *trace.Info
	Merged Tree

	Of     []Row               // by call.NodeIndex: its row of Merged
	Thread []trace.ThreadIndex // by call.NodeIndex: whose it is
	Depth  []uint32            // by call.NodeIndex: depth of its calls, from 0; roots have none

	methodFirst []Row // by method: its first row of Merged, NoRow if it has none
	methodNext  []Row // by row: the next row of the same method

	sums []call.Sum // by call.NodeIndex: scratch of sumRange
	idle []Row      // of idleRows; nil until asked for

	others []bool // by thread: it ran other code than the platform's; nil until asked for

	switches [][]call.Switches // by thread and 1 + depth; nil until asked for
	switched *Index            // nil until asked for

	// Of a switched index.
	base  *Index           // what it was made from; nil for any other
	under []call.NodeIndex // by base's nodes: that of their switches, call.None without
}

// NewIndex merges the trees of all threads.
func NewIndex(calls *call.Table, info *trace.Info) *Index {
	nodes := calls.Tree.Nodes
	x := &Index{
		Calls:  calls,
		Info:   info,
		Of:     make([]Row, len(nodes)),
		Thread: make([]trace.ThreadIndex, len(nodes)),
		Depth:  make([]uint32, len(nodes)),
	}
	var merged call.Tree
	merged.Root()
	place := func(n int) {
		parent := nodes[n].Parent
		if parent == call.None {
			return // a root; Of is 0
		}
		x.Of[n] = Row(merged.Callee(call.NodeIndex(x.Of[parent]), nodes[n].Method))
		x.Thread[n] = x.Thread[parent]
		if nodes[parent].Parent != call.None {
			x.Depth[n] = x.Depth[parent] + 1
		}
	}
	for i := range calls.Threads {
		if root := calls.Threads[i].Root; root != call.None {
			x.Thread[root] = trace.ThreadIndex(i)
		}
	}
	// A node comes after its parent, but for those found out to have been running at the
	// start: each came before its parent, the outermost last.
	var late []int
	for n := range nodes {
		if nodes[n].Parent != call.None && int(nodes[n].Parent) > n {
			late = append(late, n)
		}
	}
	for _, n := range slices.Backward(late) {
		place(n)
	}
	blocks(len(nodes), func(a, b int) {
		for n := a; n < b; n++ {
			if nodes[n].Parent == call.None || int(nodes[n].Parent) < n {
				place(n)
			}
		}
	})
	x.Merged = newTree(&merged, len(info.Methods))
	x.methodFirst = make([]Row, len(info.Methods))
	x.methodNext = make([]Row, x.Merged.Len())
	for m := range x.methodFirst {
		x.methodFirst[m] = NoRow
	}
	last := x.Merged.Len() - 1
	blocks(last, func(a, b int) {
		for row := last - a; row > last-b; row-- {
			m := x.Merged.Method[row]
			x.methodNext[row] = x.methodFirst[m]
			x.methodFirst[m] = Row(row)
		}
	})
	return x
}
