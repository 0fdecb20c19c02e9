// Package profile is the arrow calls → profile: what every method cost, over any set of
// threads and any range of time, by wall, CPU or waiting. The definitions are those of
// method-trace.md, section 11.
package profile

import (
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

func (t *Tree) add(parent Row, m trace.MethodIndex) Row {
	row := Row(len(t.Method))
	t.Method = append(t.Method, m)
	t.Parent = append(t.Parent, parent)
	t.First = append(t.First, NoRow)
	t.Next = append(t.Next, NoRow)
	depth := uint32(0)
	if parent != NoRow {
		depth = t.Depth[parent] + 1
		t.Next[row] = t.First[parent]
		t.First[parent] = row
	}
	t.Depth = append(t.Depth, depth)
	return row
}

// order puts every list of callees into order of first sight; add leaves them reversed.
func (t *Tree) order() {
	for row := range t.First {
		list := NoRow
		for at := t.First[row]; at != NoRow; {
			at, t.Next[at], list = t.Next[at], list, at
		}
		t.First[row] = list
	}
}

// mark finds the rows that are not recursive. Depth first, it counts how often each
// method is on the path.
func (t *Tree) mark(methods int) {
	t.Outermost = make([]bool, t.Len())
	if t.Len() == 0 {
		return
	}
	onPath := make([]uint32, methods)
	t.Outermost[0] = true
	row := t.First[0]
	for row != NoRow && row != 0 {
		m := t.Method[row]
		t.Outermost[row] = onPath[m] == 0
		onPath[m]++
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
	}
}

// A children is a hash table from parent and method to row, for building a Tree.
type children struct {
	slots []Row
	used  int
}

func (c *children) find(t *Tree, parent Row, m trace.MethodIndex) Row {
	if 2*(c.used+1) > len(c.slots) {
		c.slots = make([]Row, max(1024, 2*len(c.slots)))
		for i := range c.slots {
			c.slots[i] = NoRow
		}
		for row := 1; row < t.Len(); row++ {
			*c.at(t, t.Parent[row], t.Method[row]) = Row(row)
		}
	}
	s := c.at(t, parent, m)
	if *s == NoRow {
		*s = t.add(parent, m)
		c.used++
	}
	return *s
}

// at returns the slot of a row, or the empty one where it belongs.
func (c *children) at(t *Tree, parent Row, m trace.MethodIndex) *Row {
	mask := uint32(len(c.slots) - 1)
	h := (uint64(parent)<<32 | uint64(m)) * 0x9e3779b97f4a7c15
	for i := uint32(h>>32) & mask; ; i = (i + 1) & mask {
		row := c.slots[i]
		if row == NoRow || t.Parent[row] == parent && t.Method[row] == m {
			return &c.slots[i]
		}
	}
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
	first, next := callees(nodes)
	x.Merged.add(NoRow, call.NoMethod)
	var seen children
	for i := range calls.Threads {
		root := calls.Threads[i].Root
		if root == call.None {
			continue
		}
		x.Of[root], x.Thread[root] = 0, trace.ThreadIndex(i)
		// Depth first; a callee's row is found once its caller's is.
		for n := first[root]; n != call.None && n != root; {
			parent := nodes[n].Parent
			x.Of[n] = seen.find(&x.Merged, x.Of[parent], nodes[n].Method)
			x.Thread[n] = trace.ThreadIndex(i)
			if parent != root {
				x.Depth[n] = x.Depth[parent] + 1
			}
			if first[n] != call.None {
				n = first[n]
				continue
			}
			for n != root {
				if next[n] != call.None {
					n = next[n]
					break
				}
				n = nodes[n].Parent
			}
		}
	}
	x.Merged.order()
	x.Merged.mark(len(info.Methods))
	x.methodFirst = make([]Row, len(info.Methods))
	x.methodNext = make([]Row, x.Merged.Len())
	for m := range x.methodFirst {
		x.methodFirst[m] = NoRow
	}
	for row := x.Merged.Len() - 1; row > 0; row-- {
		m := x.Merged.Method[row]
		x.methodNext[row] = x.methodFirst[m]
		x.methodFirst[m] = Row(row)
	}
	return x
}

// callees returns each node's first callee and the next one of the same caller.
func callees(nodes []call.Node) (first, next []call.NodeIndex) {
	first, next = make([]call.NodeIndex, len(nodes)), make([]call.NodeIndex, len(nodes))
	for n := range nodes {
		first[n], next[n] = call.None, call.None
	}
	for n := len(nodes) - 1; n >= 0; n-- {
		if parent := nodes[n].Parent; parent != call.None {
			next[n] = first[parent]
			first[parent] = call.NodeIndex(n)
		}
	}
	return first, next
}
