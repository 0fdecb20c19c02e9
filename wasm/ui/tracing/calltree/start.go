package calltree

import (
	"slices"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/menus"
)

// The first row of the tree, which the user can choose.

// deskStart returns the desk's record of the tree's first row.
func (v *View) deskStart() *desk.Start {
	if v.bottomUp {
		return &v.Desk.Starts[1]
	}
	return &v.Desk.Starts[0]
}

// root returns the first node of the tree, NoNode for the whole tree.
func (v *View) root() uint32 {
	if path := v.deskStart().Path; len(path) > 0 {
		return path[len(path)-1].Node
	}
	return message.NoNode
}

// refold folds or unfolds direct recursion in the tree, as the desk asks. This changes the node numbers, so it
// looks up the first row by its path.
func (v *View) refold() {
	d, begins := v.Desk, v.deskStart()
	switch {
	case v.bottomUp || len(begins.Path) == 0:
		if v.fold != d.Fold {
			v.fold, v.opened = d.Fold, nil
		}
		return
	case begins.Fold == d.Fold:
		if v.fold != d.Fold {
			v.fold, v.opened = d.Fold, nil
		}
		return
	}
	v.fold = begins.Fold
	req := &message.Refold{Scope: d.Scope(), Fold: d.Fold}
	path := begins.Path
	for _, crumb := range path {
		req.Nodes = append(req.Nodes, crumb.Node)
	}
	v.folding.Want(&d.Line, req, func(m *message.Refolded) {
		v.folding.Invalidate()
		if m.Fold != d.Fold || begins.Fold == m.Fold || len(m.Nodes) != len(path) {
			return
		}
		next := desk.Start{Fold: m.Fold}
		for i, crumb := range path {
			last := len(next.Path) - 1
			if m.Nodes[i] != message.NoNode && (last < 0 || next.Path[last].Node != m.Nodes[i]) {
				next.Path = append(next.Path, canvas.Crumb{Node: m.Nodes[i], Method: crumb.Method})
			}
		}
		*begins = next
	})
}

// startAt begins the tree at the last frame of a path, or at the root if the path is empty.
func (v *View) startAt(path []canvas.Crumb) {
	for _, crumb := range path {
		v.Desk.Names.Need(crumb.Method)
	}
	*v.deskStart() = desk.Start{Path: path, Fold: v.fold}
	if len(path) > 0 {
		v.Desk.SetMethod(path[len(path)-1].Method)
	}
}

// startAtRow begins the tree at a row. If the tree already begins there, it goes one step towards the root.
func (v *View) startAtRow(row int) {
	r := v.Row(row)
	if r == nil || r.Node == message.NoNode || r.Method == message.NoNode {
		return
	}
	if r.Node == v.root() {
		v.back()
		return
	}
	menus.PathTo(v.Desk, menus.Thing{Method: message.NoNode, Node: r.Node, BottomUp: v.bottomUp, Fold: v.fold}, v.startAt)
}

// back moves the start of the tree one step towards the root.
func (v *View) back() {
	if path := v.deskStart().Path; len(path) > 0 {
		from := path[len(path)-1].Node
		v.startAt(slices.Clip(path[:len(path)-1]))
		v.target = from
	}
}

// Deep reports whether a row is so deep that the table offers to begin the tree there.
func (v *View) Deep(row *message.Row) bool {
	return row.Kind == message.TreeRow && row.Level >= deep && !row.Leaf
}

// deep is the first such level.
const deep = 10

// Start begins the tree at a row, after a click on that offer.
func (v *View) Start(row int) { v.startAtRow(row) }

// startTitle describes the path to the first row.
func (v *View) startTitle() string {
	var names []string
	for _, crumb := range v.deskStart().Path {
		names = append(names, v.Desk.Names.Short(crumb.Method))
	}
	return words.Clip(words.Say("The tree begins here: {1}. Click for the whole tree", strings.Join(names, " → ")))
}

func (v *View) showWholeTree() { v.startAt(nil) }
