// Package calltree is the view of the call tree as a table. It merges calls with the same path, top-down from
// the roots or bottom-up from the methods.
package calltree

import (
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/grid"
	"traceglass/wasm/ui/menus"
	"traceglass/wasm/ui/room"
	"traceglass/wasm/ui/viewstate"
)

// A View is the tree and the component of its panel.
type View struct {
	grid.Table
	bottomUp bool
	fold     bool     // direct recursion was folded when nodes were opened; folding changes all node numbers
	opened   []uint32 // nodes whose rows are open
	unfolded bool     // the platform frames have rows
	frames   bool     // open these rows
	hot      uint32   // open the heaviest path below this node
	branches int      // the desk's Branches at the last RequestData
	target   uint32   // node to scroll to, NoNode for none
	start    uint32   // the tree's first node at the last RequestData, NoNode for the root

	folding ask.Query[*message.Refolded]

	query ask.Query[*message.Rows]
}

var _ room.View = (*View)(nil)

// TopDown returns the view of the tree from the roots down.
//
// BottomUp returns the view from the methods up.
func TopDown(d *desk.Desk) *View {
	return newView(d, desk.Tab{ID: "topdown", Name: "Top-down"}, false)
}

func BottomUp(d *desk.Desk) *View {
	return newView(d, desk.Tab{ID: "bottomup", Name: "Bottom-up"}, true)
}

func newView(d *desk.Desk, tab desk.Tab, bottomUp bool) *View {
	v := &View{bottomUp: bottomUp, hot: message.NoNode, target: message.NoNode, start: message.NoNode}
	v.Table = grid.New(d, tab, "treegrid", v)
	v.Strip = v.strip
	if bottomUp { // a bottom-up tree is for finding the callers of methods with much exclusive time
		v.First = message.ByExclusive
	}
	return v
}

// Open resets the view for a newly opened trace.
func (v *View) Open() {
	v.Table.Open()
	*v = View{Table: v.Table, bottomUp: v.bottomUp, hot: message.NoNode, target: message.NoNode, start: message.NoNode, branches: v.Desk.Branches}
}

// RequestData requests the visible rows.
func (v *View) RequestData() {
	d := v.Desk
	v.refold()
	v.syncState()
	if v.branches != d.Branches && !v.bottomUp {
		v.branches = d.Branches
		v.reveal(d.Branch)
	}
	start := v.root()
	if v.start != start {
		v.start = start
		v.Cursor = -1
		if start != message.NoNode && !slices.Contains(v.opened, start) {
			v.opened = append(slices.Clip(v.opened), start)
		}
		if v.target == message.NoNode {
			v.ScrollTo(d.Host, 0)
		}
	}
	if unfolds := !v.bottomUp && d.ShowsFramework(); v.unfolded != unfolds {
		v.unfolded, v.frames = unfolds, unfolds
	}
	first, n := v.Wanted()
	v.query.Want(&d.Line, &message.TreeRows{
		Scope: d.Scope(), Order: v.Order(), BottomUp: v.bottomUp, Fold: v.fold, Open: v.opened,
		HotPath: v.hot, First: first, Count: n, Find: message.Find{Text: d.Search.Text},
		Root: v.start, HasRoot: v.start != message.NoNode, Seek: v.target, HasSeek: v.target != message.NoNode,
		Unfolded: v.unfolded, Frames: v.frames,
	}, func(reply *message.Rows) {
		v.SetRows(reply)
		if reply.At >= 0 && v.target != message.NoNode {
			v.target = message.NoNode
			v.Cursor = reply.At
			v.ScrollIntoView(d.Host, reply.At)
		}
		if v.hot != message.NoNode && len(reply.Open) > 0 { // scroll to the end of the heaviest path
			v.target = reply.Open[len(reply.Open)-1]
		}
		for _, node := range reply.Open {
			if !slices.Contains(v.opened, node) {
				v.opened = append(v.opened, node)
			}
		}
		v.hot, v.frames = message.NoNode, false
	})
}

// syncState keeps the tree's state and the desk's copy in step: the sort order, the open rows and the first
// row. A link stores the first row by its whole path. If the path is too long for a link, the tree begins at
// its root.
func (v *View) syncState() {
	k := &v.Sync
	if l, ok := k.Requested(); ok {
		v.ApplyOrder(l)
		v.opened, v.hot, v.target = nil, message.NoNode, message.NoNode
		begins := l.Values("R")
		*v.deskStart() = desk.Start{Fold: v.fold}
		k.Resolve(append(slices.Clone(begins), l.Values("O")...), func(m *message.Hashed) {
			var path []canvas.Crumb
			for i, n := range m.Nodes {
				switch {
				case n == message.NoNode:
				case i < len(begins):
					path = append(path, canvas.Crumb{Node: n, Method: m.Methods[i]})
				default:
					v.opened = append(v.opened, n)
				}
			}
			if len(path) == len(begins) {
				*v.deskStart() = desk.Start{Path: path, Fold: v.fold}
			}
		})
	}
	var way []uint32
	for _, crumb := range v.deskStart().Path {
		way = append(way, crumb.Node)
	}
	if len(way) > message.MostHashes {
		way = nil
	}
	of := message.Hashes{Of: message.HashTopDown, Scope: v.Desk.Scope(), Fold: v.fold}
	if v.bottomUp {
		of.Of = message.HashBottomUp
	}
	k.Report(&v.Desk.Line, of, append(slices.Clone(way), viewstate.Linked(v.opened)...), func(hash func(...uint32) []string) viewstate.State {
		return v.WithOrder("").WithAll("R", hash(way...)).WithAll("O", hash(viewstate.Linked(v.opened)...))
	})
}

// reveal opens the rows on the path to a frame, and scrolls to it.
func (v *View) reveal(path []canvas.Crumb) {
	opened := slices.Clone(v.opened)
	for i, crumb := range path {
		v.Desk.Names.Need(crumb.Method)
		if i < len(path)-1 && !slices.Contains(opened, crumb.Node) {
			opened = append(opened, crumb.Node)
		}
		v.target = crumb.Node
	}
	v.opened = opened
}

// AddCommands adds the commands that only this view has.
func (v *View) AddCommands(row int, t *menus.Thing) {
	t.BottomUp, t.Fold = v.bottomUp, v.fold
	add := func(name, keys string, do func()) {
		t.Commands = append(t.Commands, desk.Command{Name: name, Keys: keys, Do: do})
	}
	if v.Opens(row) {
		name := words.T("Open it")
		if v.Row(row).Open {
			name = words.T("Close it")
		}
		add(name, "", func() { v.Toggle(row) })
		node := t.Node
		add(words.T("Expand its heaviest path"), "", func() { v.hot = node })
	}
	if t.Node != v.root() {
		add(words.T("Start the tree here"), words.T("Shift + Enter"), func() { v.startAtRow(row) })
	}
	if v.root() != message.NoNode {
		add(words.T("Show the whole tree"), "", v.showWholeTree)
	}
}

// Key handles a key in the table. Shift+Enter begins the tree at the row.
func (v *View) Key(k canvas.Key) bool {
	if k.Name == "Enter" && k.Shift && v.Focused(k) {
		v.startAtRow(v.Cursor)
		return true
	}
	return v.Table.Key(k)
}

// Opens reports whether a row can open.
func (v *View) Opens(row int) bool {
	r := v.Row(row)
	return r != nil && (r.Kind == message.FoldRow || r.Kind == message.TreeRow && !r.Leaf)
}

// Toggle opens or closes a row.
func (v *View) Toggle(row int) {
	if !v.ToggleFold(row) && v.Opens(row) {
		v.opened = desk.Toggled(v.opened, v.Row(row).Node)
	}
}

// Click selects a row's method, or opens the platform frames.
func (v *View) Click(row int) {
	if !v.ToggleFold(row) {
		v.Desk.SetMethod(v.Row(row).Method)
	}
}

// Move selects the method at the cursor after a key moved it.
func (v *View) Move(row int) {
	if r := v.Row(row); r != nil && grid.Chooses(r) {
		v.Desk.SetMethod(r.Method)
	}
}

// Enter zooms the flame graph to a row's frame. In a bottom-up tree, it opens the row.
func (v *View) Enter(row int) {
	switch r := v.Row(row); {
	case r == nil:
	case !v.bottomUp && r.Method != message.NoNode:
		v.Desk.Enter(v.path(row))
	default:
		v.Toggle(row)
	}
}

// path returns the path from the root to a row. Above the loaded rows, it uses the path to the tree's first
// row.
func (v *View) path(index int) []canvas.Crumb {
	row := v.Row(index)
	path := []canvas.Crumb{{Node: row.Node, Method: row.Method}}
	for i, level := index-1, row.Level; i >= v.Reply.First && level > 0; i-- {
		if up := v.Row(i); up.Level < level {
			level = up.Level
			if up.Method != message.NoNode {
				path = append(path, canvas.Crumb{Node: up.Node, Method: up.Method})
			}
		}
	}
	slices.Reverse(path)
	if start := v.deskStart().Path; len(start) > 0 && path[0].Node == v.root() {
		path = append(slices.Clone(start[:len(start)-1]), path...)
	}
	return path
}

// Above returns the parent of a row.
func (v *View) Above(row int) int {
	return grid.Parent(row, func(row int) int {
		if r := v.Row(row); r != nil {
			return int(r.Level)
		}
		return -1
	})
}

// Blank returns the text of a table without rows.
func (v *View) Blank() string {
	if v.Total == 0 && v.Desk.Ranged() {
		return words.T("Nothing ran in this range on these threads.")
	}
	return ""
}

// heaviest opens the heaviest path below the cursor, or below the first row. It focuses the table, so that the
// end of the path is visible.
func (v *View) heaviest() {
	v.Desk.Host.Focus(v.Name + "-rows")
	row := v.Row(max(v.Cursor, 0))
	if row == nil || row.Node == message.NoNode {
		row = v.Row(0)
	}
	if row != nil {
		v.hot = row.Node
	}
}

// strip returns the toolbar: the chip that names the first row and removes it, and the buttons.
func (v *View) strip() []*bar.Row {
	chip := bar.Button{ID: v.Name + "-start", Title: v.startTitle(), Do: v.showWholeTree}
	path := v.deskStart().Path
	started := len(path) > 0
	if started {
		chip.Name = words.Say("from {1}", v.Desk.Names.Short(path[len(path)-1].Method))
	}
	return []*bar.Row{{Class: "chips", Each: "chip", Hidden: !started, Buttons: []bar.Button{chip}}, bar.Of(
		bar.Button{ID: v.Name + "-up", Name: words.T("Step back"), Title: words.T("Start the tree one step closer to the root"), Hidden: !started, Do: v.back},
		bar.Button{ID: v.Name + "-heaviest", Name: words.T("Heaviest path"), Title: words.T("Expand the path with the most time, from the selected row down"), Do: v.heaviest},
		bar.Button{ID: v.Name + "-close", Name: words.T("Close all"), Do: func() { v.opened = nil }},
		v.Desk.FoldButton(v.Name+"-fold"),
	)}
}
