package stack

import (
	"traceglass/parser/dump"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
)

// Mains holds the stacks of the main threads of many dumps, merged as the dumps are read. Its size
// grows with the number of different stacks, not with the number of dumps. Frames whose names
// differ only in numbers are equal. The zero Mains is empty.
type Mains struct {
	Names *Names // may be shared; made at the first stack where it is nil
	Cut   int    // stacks that end too early, for the tree has no room for more

	tree *Tree
}

// Most is how many different frames in their places a tree of stacks has at most.
const Most = mostRows

// Add merges the stack of a block's main thread and returns its last row. It returns NoRow if the
// block has no main thread, or the thread no frames.
func (m *Mains) Add(d *dump.Dump, b *dump.Block) profile.Row {
	main := d.Main(b)
	if main < 0 || lacksFrames(d, &d.Threads[main]) {
		return profile.NoRow
	}
	if m.Names == nil {
		m.Names = &Names{}
	}
	if m.tree == nil {
		m.tree = newTree()
	}
	app := platform.AppOf(b.CommandLine)
	m.tree.full = false
	leaf := m.tree.path(m.Names, d, &d.Threads[main], 0, func(place dump.PlaceID) uint32 { return m.Names.Folded(d, app, place) })
	if m.tree.full {
		m.Cut++
	}
	return leaf
}

// Contexts returns a tree of the stacks that end at one of leaves. Each has the weight 1, as
// inclusive wall time.
func (m *Mains) Contexts(leaves []profile.Row) profile.Contexts {
	if m.tree == nil {
		m.tree = newTree()
	}
	c := m.tree.contexts()
	for _, leaf := range leaves {
		m.tree.weigh(&c, leaf, 1)
	}
	return c
}

// Within reports whether the way to a leaf goes through a row.
func (m *Mains) Within(leaf, row profile.Row) bool {
	for leaf != profile.NoRow && leaf != row {
		leaf = m.tree.Parent[leaf]
	}
	return leaf == row
}

// Path returns the names on the path to a row, outermost first.
func (m *Mains) Path(row profile.Row) []string {
	path := make([]string, m.tree.Depth[row])
	for ; row != 0; row = m.tree.Parent[row] {
		path[m.tree.Depth[row]-1] = m.Names.Text[m.tree.Method[row]]
	}
	return path
}
