package call

import "traceglass/parser/trace"

// A NodeIndex is a row of a Tree, from 0.
type NodeIndex uint32

// None is no node.
const None = ^NodeIndex(0)

// NoMethod is the method of a root: nothing on the stack.
const NoMethod = ^trace.MethodIndex(0)

// A Node is one calling context of one thread: a method, and the path that led to it.
// Every call belongs to a node, so what holds for a path is stored once: its method, its
// depth, whether it is recursive. Sums over a node's calls are kept while replaying.
type Node struct {
	Method trace.MethodIndex
	Parent NodeIndex // None for a root
	Calls  uint32
	last   NodeIndex // callee entered last, None at first: the usual next one in a loop

	Primary, CPU int64 // inclusive time of the node's calls in ticks; CPU only if dual
}

// A Tree holds the calling contexts of all threads, a root a thread. A node may precede
// its parent: a method found out late to have been running at the start is put above
// what is there.
type Tree struct {
	Nodes []Node

	slots []NodeIndex // open addressing by parent and method; None is empty
}

func (t *Tree) add(parent NodeIndex, m trace.MethodIndex) NodeIndex {
	t.Nodes = append(t.Nodes, Node{Method: m, Parent: parent, last: None})
	return NodeIndex(len(t.Nodes) - 1)
}

func slot(parent NodeIndex, m trace.MethodIndex, mask uint32) uint32 {
	h := uint64(parent)<<32 | uint64(m)
	h *= 0x9e3779b97f4a7c15
	return uint32(h>>32) & mask
}

// callee returns parent's node for m, which is not its last one, and makes it if needed.
func (t *Tree) callee(parent NodeIndex, m trace.MethodIndex) NodeIndex {
	if 2*(len(t.Nodes)+1) > len(t.slots) {
		t.rehash()
	}
	mask := uint32(len(t.slots) - 1)
	at := slot(parent, m, mask)
	for {
		n := t.slots[at]
		if n == None {
			n = t.add(parent, m)
			t.slots[at] = n
			return n
		}
		if node := &t.Nodes[n]; node.Parent == parent && node.Method == m {
			return n
		}
		at = (at + 1) & mask
	}
}

func (t *Tree) rehash() {
	size := max(1024, 2*len(t.slots))
	t.slots = make([]NodeIndex, size)
	for i := range t.slots {
		t.slots[i] = None
	}
	for n := range t.Nodes {
		t.place(NodeIndex(n))
	}
}

// place enters a node in the hash table by its parent and method.
func (t *Tree) place(n NodeIndex) {
	mask := uint32(len(t.slots) - 1)
	at := slot(t.Nodes[n].Parent, t.Nodes[n].Method, mask)
	for t.slots[at] != None {
		at = (at + 1) & mask
	}
	t.slots[at] = n
}

// above puts a new root over root, which becomes method m's node. Root's entry in the
// hash table stays behind under its old key (no parent, no method), which no one asks for.
func (t *Tree) above(root NodeIndex, m trace.MethodIndex) NodeIndex {
	over := t.add(None, NoMethod)
	t.Nodes[root].Method, t.Nodes[root].Parent = m, over
	if 2*(len(t.Nodes)+1) > len(t.slots) {
		t.rehash()
	} else {
		t.place(root)
	}
	t.Nodes[over].last = root
	return over
}

// bytes is what the tree holds.
func (t *Tree) bytes() int64 { return int64(cap(t.Nodes))*32 + int64(cap(t.slots))*4 }
