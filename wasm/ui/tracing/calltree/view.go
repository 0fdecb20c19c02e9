// Package calltree is the view of the calls merged by path, from the roots down or from the
// methods up.
package calltree

import (
	"slices"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/grid"
)

// A View is how the tree looks. It is the panel, Strip what controls it.
type View struct {
	grid.Table
	bottomUp bool
	fold     bool     // direct recursion was folded when nodes were opened: they are others then
	opened   []uint32 // nodes whose rows are open
	hot      uint32   // node below which the heaviest path is to be opened

	query ask.Query[*message.Rows]
}

// TopDown makes the view from the roots down, BottomUp that from the methods up.
func TopDown(d *desk.Desk) *View { return newView(d, desk.Tab{ID: "topdown", Name: "Top-down"}, false) }

func BottomUp(d *desk.Desk) *View {
	return newView(d, desk.Tab{ID: "bottomup", Name: "Bottom-up"}, true)
}

func newView(d *desk.Desk, tab desk.Tab, bottomUp bool) *View {
	v := &View{bottomUp: bottomUp, hot: message.NoNode}
	v.Table = grid.New(d, tab, "treegrid", v)
	v.Strip = &Strip{View: v}
	return v
}

// Open begins with the tree of another trace.
func (v *View) Open() {
	v.Table.Open()
	*v = View{Table: v.Table, bottomUp: v.bottomUp, hot: message.NoNode}
}

// Wants asks for the rows in the page.
func (v *View) Wants() {
	d := v.Desk
	if v.fold != d.Fold {
		v.fold, v.opened = d.Fold, nil
	}
	first, n := v.Wanted()
	v.query.Want(&d.Line, &message.TreeRows{
		Scope: d.Scope(), Order: v.Order(), BottomUp: v.bottomUp, Fold: d.Fold, Open: v.opened,
		HotPath: v.hot, First: first, Count: n, Find: message.Find{Text: d.Search.Text},
	}, func(reply *message.Rows) {
		v.Take(reply)
		for _, node := range reply.Open {
			if !slices.Contains(v.opened, node) {
				v.opened = append(v.opened, node)
			}
		}
		v.hot = message.NoNode
	})
}

// Opens reports whether a row can be opened.
func (v *View) Opens(row int) bool {
	r := v.Row(row)
	return r != nil && r.Kind == message.TreeRow && !r.Leaf
}

// Toggle opens a row or closes it.
func (v *View) Toggle(row int) {
	if v.Opens(row) {
		v.opened = desk.Toggled(v.opened, v.Row(row).Node)
	}
}

// Click selects a row's method.
func (v *View) Click(row int) { v.Desk.SetMethod(v.Row(row).Method) }

// Move selects the method that the keyboard has come to.
func (v *View) Move(row int) {
	if r := v.Row(row); r != nil && grid.Chooses(r) {
		v.Desk.SetMethod(r.Method)
	}
}

// Enter zooms the flame graph to a frame of the tree; from the methods up it opens the row.
func (v *View) Enter(row int) {
	switch r := v.Row(row); {
	case r == nil:
	case !v.bottomUp && r.Method != message.NoNode:
		v.Desk.Enter(v.path(row))
	default:
		v.Toggle(row)
	}
}

// path is the way from the root to a row, as far as its rows are at hand.
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
	return path
}

// Above is the row that a row lies under.
func (v *View) Above(row int) int {
	for i := row - 1; i >= v.Reply.First; i-- {
		if v.Row(i).Level < v.Row(row).Level {
			return i
		}
	}
	return row
}

// Blank is what the panel says while it has no rows.
func (v *View) Blank() string {
	if v.Total == 0 && v.Desk.Ranged() {
		return "Nothing ran in this range on these threads."
	}
	return ""
}

// heaviest opens the heaviest path below the cursor, or below the first row.
func (v *View) heaviest() {
	row := v.Row(max(v.Cursor, 0))
	if row == nil || row.Node == message.NoNode {
		row = v.Row(0)
	}
	if row != nil {
		v.hot = row.Node
	}
}

// closeAll closes all rows.
func (v *View) closeAll() { v.opened = nil }

// A Strip is what controls the tree; it is a component.
type Strip struct{ View *View }

func (c *Strip) fold() { c.View.Desk.Fold = !c.View.Desk.Fold }
