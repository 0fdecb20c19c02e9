package call

import (
	"iter"

	"traceglass/parser/trace"
)

// A NodeIndex is a row of a Tree, from 0.
type NodeIndex uint32

// None stands for no node.
const None = ^NodeIndex(0)

// NoMethod is the method of a root, which stands for an empty stack.
const NoMethod = ^trace.MethodIndex(0)

// A Node is one calling context of one thread: a method and the path to it. Every call belongs to a
// node, so data about a path is stored once: its method, its depth, whether it is recursive, and
// the sum of its calls.
type Node struct {
	Method trace.MethodIndex
	Parent NodeIndex // None for a root
	// The callees of a node form a ring in order of first appearance. Last is the callee entered
	// last, None at first.
	Last, Ring NodeIndex
	Sum
}

// A Sum sums the calls of one node, in ticks; CPU only if the trace is dual.
type Sum struct {
	Calls        int64
	Primary, CPU trace.Ticks // inclusive
}

// add adds a call.
func (s *Sum) add(primary, cpu trace.Ticks) {
	s.Calls++
	s.Primary += primary
	s.CPU += cpu
}

// A Tree holds calling contexts, one root per thread. A node may precede its parent, if the parent
// later turns out to have been running at the start.
//
// Nodes are stored in chunks, so they never move and growing copies none.
//
// A program in a loop enters the same callees in the same order. So the search for a callee starts
// at the one entered last and follows the ring, and usually ends at the first or second node. Only
// nodes with more than ringMax callees use a hash table, which holds the callees of such nodes
// only.
type Tree struct {
	chunks []*nodeChunk
	n      int

	callees Pairs // of nodes with more than ringMax callees
}

// A nodeChunk is a block of consecutive nodes.
type nodeChunk [1 << nodeShift]Node

const (
	nodeShift = 11
	nodeMask  = 1<<nodeShift - 1
)

// Len returns the number of nodes.
func (t *Tree) Len() int { return t.n }

// At returns a node. Nodes never move.
func (t *Tree) At(n NodeIndex) *Node { return &t.chunks[n>>nodeShift][n&nodeMask] }

// ringMax is the largest number of callees found without hashing.
const ringMax = 12

// Root adds a root.
func (t *Tree) Root() NodeIndex { return t.add(None, NoMethod) }

// add appends a node. It is called rarely, and inlining it would add a third to each caller.
//
//go:noinline
func (t *Tree) add(parent NodeIndex, m trace.MethodIndex) NodeIndex {
	n := NodeIndex(t.n)
	if n&nodeMask == 0 {
		t.chunks = append(t.chunks, new(nodeChunk))
	}
	t.n++
	node := t.At(n)
	node.Method, node.Parent, node.Last, node.Ring = m, parent, None, n
	return n
}

// Callee returns parent's node for m, adds it if missing, and makes it parent's last callee.
func (t *Tree) Callee(parent NodeIndex, m trace.MethodIndex) NodeIndex {
	above := t.At(parent)
	last := above.Last
	if last == None {
		above.Last = t.add(parent, m)
		return above.Last
	}
	n := last
	for size := 1; size <= ringMax; size++ {
		node := t.At(n)
		if node.Method == m {
			above.Last = n
			return n
		}
		if n = node.Ring; n == last { // back at the start: not found
			n = t.join(parent, last, m)
			if size == ringMax { // from this size on they are hashed
				for at := range t.ring(n) {
					t.callees.Put(parent, t.At(at).Method, at)
				}
			}
			return n
		}
	}
	if n = t.callees.Of(parent, m); n != None {
		above.Last = n
		return n
	}
	n = t.join(parent, last, m)
	t.callees.Put(parent, m, n)
	return n
}

// join inserts a callee after the last one.
func (t *Tree) join(parent, last NodeIndex, m trace.MethodIndex) NodeIndex {
	n := t.add(parent, m)
	before := t.At(last)
	t.At(n).Ring, before.Ring = before.Ring, n
	t.At(parent).Last = n
	return n
}

// Callees iterates over the callees of a node.
func (t *Tree) Callees(n NodeIndex) iter.Seq[NodeIndex] {
	last := t.At(n).Last
	if last == None {
		return func(func(NodeIndex) bool) {}
	}
	return t.ring(last)
}

// ring iterates once over the ring of n, starting with n.
func (t *Tree) ring(n NodeIndex) iter.Seq[NodeIndex] {
	return func(yield func(NodeIndex) bool) {
		for at := n; yield(at); {
			if at = t.At(at).Ring; at == n {
				return
			}
		}
	}
}

// addRoot adds a new root above root. The old root becomes its only callee and m's node.
func (t *Tree) addRoot(root NodeIndex, m trace.MethodIndex) NodeIndex {
	over := t.Root()
	below := t.At(root)
	below.Method, below.Parent = m, over
	t.At(over).Last = root
	return over
}

// fork returns a tree with the same nodes, which grows independently. Neither tree may change the
// shared nodes.
//
//go:noinline
func (t *Tree) fork() Tree {
	next := Tree{chunks: append([]*nodeChunk(nil), t.chunks...), n: t.n}
	if last := len(next.chunks) - 1; last >= 0 {
		next.chunks[last] = new(nodeChunk)
		copy(next.chunks[last][:], t.chunks[last][:])
	}
	return next
}

// nodeBytes is the size of a Node.
const nodeBytes = 40

// bytes returns the approximate size of the tree.
func (t *Tree) bytes() int64 {
	return int64(len(t.chunks))<<nodeShift*nodeBytes + int64(len(t.callees.keys))*12
}
