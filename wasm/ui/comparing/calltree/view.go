// Package calltree is the call tree of two traces as a table. A row is a path of calls in either trace, with
// its figures in A and in B.
package calltree

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/comparing/figures"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/grid"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
	"traceglass/wasm/ui/viewstate"
)

// A View is the table and the component of its panel.
type View struct {
	room.NoView
	grid.Sheet
	desk       *desk.Changes
	order      message.ChangeOrder
	open       []uint32 // open nodes
	generation int      // the comparison with these nodes
	shownList  listing

	query  ask.Query[*message.ChangeTreeRows]
	follow ask.Query[*message.ChangeTreeRows]
	rows   *message.ChangeTreeRows
	sync   viewstate.Sync
}

// A listing identifies the list in the table. When it changes, the table scrolls to its top.
type listing struct {
	generation int
	order      message.ChangeOrder
	way        message.ChangeWay
	text       string
}

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Changes) *View {
	v := &View{desk: d, sync: viewstate.Sync{View: "changetree"}, Sheet: grid.Sheet{Box: list.Box{Name: "changetree", Cursor: -1}, Role: "treegrid"}}
	v.Clicked, v.Entered = v.clicked, v.entered
	return v
}

// Open resets the view for newly opened traces.
func (v *View) Open() {
	v.Reset()
	*v = View{desk: v.desk, Sheet: v.Sheet, sync: v.sync}
	v.sync.Open(&v.desk.ViewStates, &v.desk.Names)
}

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab {
	return desk.Tab{ID: "tree", Name: "Call tree", Home: "changetree-rows"}
}

// RequestData requests the rows. At the first view of a comparison, it opens the path to the largest part of
// the change.
func (v *View) RequestData() {
	d := v.desk
	if v.generation != d.Generation {
		v.generation, v.open, v.rows = d.Generation, nil, nil
		v.query.Invalidate()
		v.openLargest(0, false)
	}
	v.syncState()
	if now := (listing{d.Generation, v.order, d.Way, d.Text}); v.shownList != now {
		v.shownList, v.Cursor = now, -1
		v.ScrollTo(d.Host, 0)
	}
	first, n := v.Wanted()
	v.query.Want(&d.CompareLine, v.ask(first, n, message.NoNode), v.setRows)
}

// syncState keeps the tree's state and the desk's copy in step: the sort order and the open rows. The tree
// begins with some open rows, so a link states even that no row is open. A step in the history to a time before
// the tree was shown leaves it unchanged.
func (v *View) syncState() {
	k := &v.sync
	if l, ok := k.Requested(); ok && l != "" {
		v.generation = v.desk.Generation
		v.order = message.ChangeOrder(l.Numbers("s", 1, uint64(message.ChangeOfCalls))[0])
		v.open = nil
		v.follow = ask.Query[*message.ChangeTreeRows]{} // an open request would open other rows
		k.Resolve(l.Values("O"), func(m *message.Hashed) {
			v.open = slices.DeleteFunc(m.Nodes, func(n uint32) bool { return n == message.NoNode })
		})
	}
	k.Report(&v.desk.CompareLine, message.Hashes{Of: message.HashChanges}, viewstate.Linked(v.open), func(hash func(...uint32) []string) viewstate.State {
		return viewstate.State("").With("s", strconv.Itoa(int(v.order))).WithAll("O", hash(viewstate.Linked(v.open)...))
	})
}

func (v *View) ask(first, n int, follow uint32) *message.ChangeTree {
	d := v.desk
	return &message.ChangeTree{Clock: d.Clock, Scale: d.Scale, Order: v.order, Way: d.Way, Text: d.Text, Open: v.open, Follow: follow, First: first, Count: n}
}

func (v *View) setRows(m *message.ChangeTreeRows) {
	v.rows, v.Total = m, m.Total
	v.ClampCursor()
}

// openLargest opens the path of the largest change below a node, 0 for the whole tree. It can select the end of the path and
// scroll to it.
func (v *View) openLargest(from uint32, selects bool) {
	turn := v.generation
	v.follow.Ask(&v.desk.CompareLine, v.ask(0, 0, from), func(m *message.ChangeTreeRows) {
		if turn != v.generation {
			return
		}
		for _, n := range m.Opened {
			if !slices.Contains(v.open, n) {
				v.open = append(v.open, n)
			}
		}
		v.query.Invalidate()
		if selects && len(m.End) > 0 {
			v.Total, v.Cursor = m.Total, m.At
			v.ScrollIntoView(v.desk.Host, m.At)
			v.desk.Choose(m.End[0].Of.Pair, m.End[0].Of.Texts)
		}
	})
}

// row returns a loaded row, or nil.
func (v *View) row(at int) *message.ChangeTreeRow {
	if v.rows == nil || at < v.rows.First || at-v.rows.First >= len(v.rows.Rows) {
		return nil
	}
	return &v.rows.Rows[at-v.rows.First]
}

// Opens reports whether a row can open.
func (v *View) Opens(row int) bool {
	r := v.row(row)
	return r != nil && !r.Leaf
}

// Opened reports whether a row is open.
func (v *View) Opened(row int) bool { return v.row(row).Open }

// Toggle opens or closes a row.
func (v *View) Toggle(row int) {
	if v.Opens(row) {
		v.open = desk.Toggled(v.open, v.row(row).Node)
	}
}

// Move selects the method of a row.
func (v *View) Move(row int) {
	if r := v.row(row); r != nil {
		v.Cursor = row
		v.desk.Choose(r.Of.Pair, r.Of.Texts)
	}
}

// Enter opens the path of the largest change below a row, and selects its end.
func (v *View) Enter(row int) {
	if r := v.row(row); r != nil {
		v.openLargest(r.Node, true)
	}
}

// Above returns the parent of a row.
func (v *View) Above(row int) int {
	return grid.Parent(row, func(row int) int {
		if r := v.row(row); r != nil {
			return int(r.Level)
		}
		return -1
	})
}

// Key handles a key outside of text fields. It moves in the table unless another element has the focus.
func (v *View) Key(k canvas.Key) bool {
	return (k.Focus == v.Name+"-rows" || k.Focus == "") && v.RowKey(v.desk.Host, k, v)
}

// Sized stores the scroll offset and height of the table.
func (v *View) Sized(box string, top, height float64) bool { return v.Box.Sized(box, top, height) }

// Menu opens the menu of a path's row.
func (v *View) Menu(id string, at desk.Place) bool {
	return figures.Menu(v.desk, &v.Sheet, id, at, func(row int) *message.Change {
		if r := v.row(row); r != nil {
			return &r.Of
		}
		return nil
	})
}

func (v *View) clicked(event vugu.DOMEvent) {
	id := event.PropString("target", "id")
	if figures.Sort(v.desk, &v.order, v.Name, id) {
		return
	}
	if row, part, ok := v.RowOf(id); !ok {
		return
	} else if part == "twist" {
		v.Toggle(row)
	} else {
		v.Move(row)
	}
}

func (v *View) entered(event vugu.DOMEvent) {
	if row, _, ok := v.RowOf(event.PropString("target", "id")); ok {
		v.Enter(row)
	}
}

// Compute lays out the visible rows.
func (v *View) Compute() {
	if !v.shown() {
		return
	}
	d := v.desk
	v.Label, v.Class = words.T("Paths that differ"), "changes tree"+figures.Class(d)
	v.Heads, v.Lines = figures.Heads(d, v.Name, "Path", v.order), nil
	if v.rows == nil || !d.Ready() {
		return
	}
	for i := range v.rows.Rows {
		r := &v.rows.Rows[i]
		l := figures.Line(d, &r.Of)
		l.Index = v.rows.First + i
		l.ID, l.Level = v.RowID(l.Index), int(r.Level)+1
		l.Style = fmt.Sprintf("--indent:%dpx", grid.Indent(int(r.Level)))
		if l.Index == v.Cursor {
			l.Class += " cursor"
		}
		if !r.Leaf {
			l.Expanded = node.AriaBool(r.Open)
			l.Class += " opens" + node.ClassIf(r.Open, " open")
		}
		v.Lines = append(v.Lines, l)
	}
}

func (v *View) shown() bool { return v.desk.Tab == v.Tab().ID }

// Status describes the table.
func (v *View) Status() (s room.Status) {
	if v.rows != nil && v.desk.Ready() {
		s.Tally = words.Plural(int64(v.rows.Total), "row", "rows")
	}
	return s
}

// blank explains why the table has no rows.
func (v *View) blank() string {
	switch {
	case v.rows == nil || !v.desk.Ready() || v.rows.Total > 0:
		return ""
	case v.desk.Text != "":
		return words.T("No method matches the search.")
	}
	return words.T("There are no calls.")
}

func (v *View) buttons() *bar.Row {
	return bar.Of(
		bar.Button{ID: "changetree-hottest", Name: words.T("Largest change"), Title: words.T("Expand the path with most of the change, and select its end. Below a row: double-click, or press Enter"), Do: func() { v.openLargest(0, true) }},
		bar.Button{ID: "changetree-close", Name: words.T("Close all"), Do: func() { v.open = nil }},
	)
}
