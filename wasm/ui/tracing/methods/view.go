// Package methods is the view of all methods as a table, like Traceview's. A method expands to its callers and
// callees. The search steps through the table.
package methods

import (
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/grid"
	"traceglass/wasm/ui/menus"
	"traceglass/wasm/ui/room"
	"traceglass/wasm/ui/viewstate"
)

// A View is the table and its component.
type View struct {
	grid.Table
	opened  []uint32      // methods with visible callers and callees
	located uint32        // the method that the view last scrolled to, or that was selected in it
	clock   message.Clock // the clock at the last RequestData
	seen    int           // the desk's Opened at that time
	filter  string        // the search that filtered the rows at that time, "" for all rows

	query  ask.Query[*message.Rows]
	locate ask.Query[*message.Location]
	call   ask.Query[*message.Method] // for the longest call of a method
}

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Desk) *View {
	v := &View{located: message.NoNode}
	v.Table = grid.New(d, desk.Tab{ID: "methods", Name: "Methods"}, "treegrid", v)
	return v
}

// Open resets the view for a newly opened trace.
func (v *View) Open() {
	v.Table.Open()
	*v = View{Table: v.Table, located: message.NoNode}
}

// rows returns the request for the visible rows.
func (v *View) rows() *message.MethodRows {
	d := v.Desk
	first, n := v.Wanted()
	return &message.MethodRows{
		Scope: d.Scope(), Order: v.Order(), Open: v.opened, Unfolded: d.ShowsFramework(), First: first, Count: n,
		Find: message.Find{Text: d.Search.Text, Only: d.Search.Only},
	}
}

// syncState keeps the table's state and the desk's copy in step: the sort order and the expanded methods.
func (v *View) syncState() {
	k := &v.Sync
	if l, ok := k.Requested(); ok {
		v.ApplyOrder(l)
		v.opened = nil
		k.Resolve(l.Values("O"), func(m *message.Hashed) {
			v.opened = slices.DeleteFunc(m.Nodes, func(n uint32) bool { return n == message.NoNode })
		})
	}
	k.Report(&v.Desk.Line, message.Hashes{Of: message.HashMethods}, viewstate.Linked(v.opened), func(hash func(...uint32) []string) viewstate.State {
		return v.WithOrder("").WithAll("O", hash(viewstate.Linked(v.opened)...))
	})
}

// RequestData requests the rows. If another view selected a method, it also requests the place of its row.
func (v *View) RequestData() {
	d := v.Desk
	v.syncState()
	v.query.Want(&d.Line, v.rows(), v.SetRows)
	if v.seen != d.Opened {
		v.seen, v.located = d.Opened, message.NoNode
	}
	if v.clock != d.Clock { // the order changed, too
		v.clock, v.located = d.Clock, message.NoNode
		if d.Method == message.NoNode {
			v.goTo(0)
		}
	}
	if sifted := d.Search.Text; !d.Search.Only {
		v.filter = ""
	} else if v.filter != sifted { // the rows changed
		v.filter, v.located = sifted, message.NoNode
		v.ScrollTo(d.Host, 0)
	}
	if v.located == d.Method {
		return
	}
	v.located = d.Method
	if method := d.Method; method != message.NoNode {
		v.locate.Ask(&d.Line, &message.Locate{Table: *v.rows(), Method: method, After: -1}, func(at *message.Location) {
			d.Search.None = d.Search.Text != "" && at.Hits == 0
			if at.Row >= 0 && method == d.Method {
				v.goTo(at.Row)
			}
		})
	}
}

// StepHit goes to the next or the previous method that matches the search. It selects the method and its
// longest call.
func (v *View) StepHit(back bool) {
	d := v.Desk
	if d.Search.Text == "" {
		return
	}
	v.locate.Ask(&d.Line, &message.Locate{Table: *v.rows(), Method: message.NoNode, After: v.Cursor, Back: back}, func(at *message.Location) {
		d.Search.None = d.Search.Text != "" && at.Hits == 0
		if at.Row < 0 {
			return
		}
		d.Search.Number = at.Number
		if at.Wrapped {
			d.Notify(words.T("The search continues from the start."))
		}
		v.choose(at.Method)
		d.Names.Need(at.Method)
		v.goTo(at.Row)
		v.showLongest(at.Method)
	})
}

// showLongest shows a method's longest call in the timeline.
func (v *View) showLongest(method uint32) {
	d := v.Desk
	v.call.Ask(&d.Line, &message.MethodInfo{Scope: d.Scope(), Method: method}, func(m *message.Method) {
		if m.Method == d.Method && len(m.Longest) > 0 {
			d.Jump(m.Longest[0].Call, m.Method)
			d.ZoomTo(m.Longest[0].Call, m.Method)
		}
	})
}

func (v *View) goTo(row int) {
	v.Cursor = row
	v.ScrollIntoView(v.Desk.Host, row)
}

// choose selects a method whose row is visible.
func (v *View) choose(method uint32) {
	v.Desk.SetMethod(method)
	v.located = method
}

// Opens reports whether a row can expand.
func (v *View) Opens(row int) bool {
	r := v.Row(row)
	return r != nil && (r.Kind == message.MethodRow || r.Kind == message.FoldRow)
}

// Toggle expands or collapses a method.
func (v *View) Toggle(row int) {
	if !v.ToggleFold(row) && v.Opens(row) {
		v.opened = desk.Toggled(v.opened, v.Row(row).Method)
	}
}

// Click selects a row's method. A caller or callee also scrolls to its own row.
func (v *View) Click(row int) {
	switch r := v.Row(row); r.Kind {
	case message.FoldRow:
		v.Toggle(row)
	case message.MethodRow:
		v.choose(r.Method)
	case message.ParentRow, message.ChildRow:
		v.Desk.ChooseMethod(r.Method)
	}
}

// Enter expands a method, or goes to a caller or callee.
func (v *View) Enter(row int) {
	switch r := v.Row(row); {
	case r == nil:
	case v.Opens(row):
		v.Toggle(row)
	default:
		v.Click(row)
	}
}

// Move selects the method at the cursor after a key moved it.
func (v *View) Move(row int) {
	if r := v.Row(row); r != nil && grid.Chooses(r) {
		v.choose(r.Method)
	}
}

// AddCommands adds the commands that only this view has.
func (v *View) AddCommands(row int, t *menus.Thing) {
	if r := v.Row(row); r.Kind == message.MethodRow {
		name := words.T("Expand its parents and children")
		if r.Open {
			name = words.T("Collapse its parents and children")
		}
		t.Commands = []desk.Command{{Name: name, Do: func() { v.Toggle(row) }}}
	} else {
		t.Commands = []desk.Command{{Name: words.T("Go to its row"), Do: func() { v.Desk.ChooseMethod(t.Method) }}}
	}
}

// Above returns the row of the method that a row belongs to.
func (v *View) Above(row int) int {
	for i := row - 1; i >= v.Reply.First; i-- {
		if v.Opens(i) {
			return i
		}
	}
	return row
}

// Blank returns the text of a table without rows.
func (v *View) Blank() string {
	switch d := v.Desk; {
	case d.Search.Only && d.Search.Text != "":
		return words.T("No method matches the search.")
	case v.Total == 0 && d.Ranged():
		return words.T("Nothing ran in this range on these threads.")
	}
	return ""
}
