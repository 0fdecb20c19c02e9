// Package methods is the table of the differences between two traces. A row is a method of either trace.
package methods

import (
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

// A View is the table and the component of its panel. The desk stores the selected method.
type View struct {
	room.NoView
	grid.Sheet
	desk      *desk.Changes
	only      message.Only
	by        message.By
	shownList listing

	query ask.Query[*message.Changes]
	rows  *message.Changes
	sync  viewstate.Sync
}

// A listing identifies the list in the table. When it changes, the table scrolls to its top.
type listing struct {
	generation int
	order      message.ChangeOrder
	way        message.ChangeWay
	only       message.Only
	by         message.By
	text       string
}

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Changes) *View {
	v := &View{desk: d, sync: viewstate.Sync{View: "changemethods"}, Sheet: grid.Sheet{Box: list.Box{Name: "changes", Cursor: -1}, Role: "grid"}}
	v.Clicked, v.Entered = v.clicked, func(vugu.DOMEvent) {}
	return v
}

// Open resets the view for newly opened traces.
func (v *View) Open() {
	v.Reset()
	*v = View{desk: v.desk, Sheet: v.Sheet, sync: v.sync}
	v.sync.Open(&v.desk.ViewStates, &v.desk.Names)
}

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "methods", Name: "Methods", Home: "changes-rows"} }

// RequestData requests the rows.
func (v *View) RequestData() {
	d := v.desk
	v.syncState()
	if now := (listing{d.Generation, d.Order, d.Way, v.only, v.by, d.Text}); v.shownList != now {
		if v.shownList.generation != now.generation {
			v.query.Invalidate()
		}
		v.shownList, v.Cursor = now, -1
		v.ScrollTo(d.Host, 0)
	}
	first, n := v.Wanted()
	v.query.Want(&d.CompareLine, &message.ChangeRows{Clock: d.Clock, Scale: d.Scale, Order: d.Order, Way: d.Way, Only: v.only, By: v.by, Text: d.Text, First: first, Count: n}, func(m *message.Changes) {
		v.rows = m
		v.Total = m.Total
		v.ClampCursor()
	})
}

// syncState keeps the table's state and the desk's copy in step: the listed rows and the groups.
func (v *View) syncState() {
	k := &v.sync
	if l, ok := k.Requested(); ok {
		v.only = message.Only(l.Numbers("o", 1, uint64(message.WhetherOrNot))[0])
		if v.by = message.By(l.Numbers("g", 1, uint64(message.By(0).Last()))[0]); !slices.Contains(ways, v.by) {
			v.by = message.ByMethod
		}
	}
	k.Report(&v.desk.CompareLine, message.Hashes{Of: message.HashChanges}, nil, func(func(...uint32) []string) (l viewstate.State) {
		if v.only != message.AllChanges {
			l = l.With("o", strconv.Itoa(int(v.only)))
		}
		if v.by != message.ByMethod {
			l = l.With("g", strconv.Itoa(int(v.by)))
		}
		return l
	})
}

// Key handles a key outside of text fields. It moves in the table unless another element has the focus.
func (v *View) Key(k canvas.Key) bool {
	if k.Focus != "changes-rows" && k.Focus != "" || !v.Box.Key(v.desk.Host, k) {
		return false
	}
	v.choose(v.Cursor)
	return true
}

// Sized stores the scroll offset and height of the table.
func (v *View) Sized(box string, top, height float64) bool { return v.Box.Sized(box, top, height) }

// change returns the method of a loaded row, or nil.
func (v *View) change(row int) *message.Change {
	if v.rows == nil || row < v.rows.First || row-v.rows.First >= len(v.rows.Rows) {
		return nil
	}
	return &v.rows.Rows[row-v.rows.First]
}

// choose selects the method of a row.
func (v *View) choose(row int) {
	c := v.change(row)
	if c == nil {
		return
	}
	v.Cursor = row
	if c.Methods == 0 {
		v.desk.Choose(c.Pair, c.Texts)
	}
}

// Menu opens the menu of a method's row.
func (v *View) Menu(id string, at desk.Place) bool {
	return figures.Menu(v.desk, &v.Sheet, id, at, v.change)
}

func (v *View) clicked(event vugu.DOMEvent) {
	if !figures.Sort(v.desk, &v.desk.Order, v.Name, event.PropString("target", "id")) {
		node.Routes{"changes": v.choose}.Dispatch(event)
	}
}

// Compute lays out the visible rows.
func (v *View) Compute() {
	if !v.shown() {
		return
	}
	d := v.desk
	v.Label, v.Class = words.T("Methods that differ"), "changes"+figures.Class(d)
	v.Heads, v.Lines = figures.Heads(d, v.Name, heads[v.by], d.Order), nil
	if v.rows == nil || !d.Ready() {
		return
	}
	for i := range v.rows.Rows {
		c := &v.rows.Rows[i]
		l := figures.Line(d, c)
		if c.Methods > 0 {
			l.SetGroup(c.Name, v.by, words.Plural(int64(c.Methods), "method", "methods"))
		}
		l.Index = v.rows.First + i
		l.ID = v.RowID(l.Index)
		v.Lines = append(v.Lines, l)
	}
}

func (v *View) shown() bool { return v.desk.Tab == v.Tab().ID }

// Status describes the table.
func (v *View) Status() (s room.Status) {
	if v.rows != nil && v.desk.Ready() {
		if s.Tally = words.Plural(int64(v.rows.Total), "method", "methods"); v.by != message.ByMethod {
			s.Tally = words.Plural(int64(v.rows.Total), "group", "groups")
		}
	}
	return s
}

// ways are the ways to group the methods. Threads of two traces are not the same.
var ways = []message.By{message.ByMethod, message.ByClass, message.ByPackage, message.ByLibrary, message.ByOrigin}

// heads are the heads of the names, by message.By.
var heads = [...]words.Text{message.ByMethod: "Method", message.ByClass: "Class", message.ByPackage: "Package", message.ByLibrary: "Library", message.ByOrigin: "Origin"}

// GroupedBy returns how the methods are grouped.
func (v *View) GroupedBy() message.By { return v.by }

// groupings returns the menu of groups.
func (v *View) groupings() *bar.Select {
	menu := &bar.Select{ID: "changes-group", Named: "Group the methods", Do: bar.Number(func(n int) { v.by = ways[min(n, len(ways)-1)] })}
	for i, by := range ways {
		menu.Options = append(menu.Options, bar.Option{Value: strconv.Itoa(i), Name: words.Say("By {1}", grid.Groupings[by].String()), On: v.by == by})
	}
	return menu
}

// filters returns the menu of the listed rows.
func (v *View) filters() *bar.Select {
	names := [...]words.Text{"the differences", "in A alone", "in B alone", "more or fewer calls", "guessed pairs", "all methods"}
	return &bar.Select{
		ID: "changes-only", Label: "Show",
		Options: bar.Numbered(names[:], int(v.only)),
		Do:      bar.Number(func(n int) { v.only = min(message.Only(n), message.WhetherOrNot) }),
	}
}

// blank explains why the table has no rows.
func (v *View) blank() string {
	switch {
	case v.rows == nil || !v.desk.Ready() || v.rows.Total > 0:
		return ""
	case v.desk.Text != "":
		return words.T("No method matches the search.")
	case v.only == message.AllChanges:
		return words.T("No method differs.")
	}
	return words.T("There is no such method.")
}
