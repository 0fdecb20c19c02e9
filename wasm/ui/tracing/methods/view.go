// Package methods is the view of all methods as a table, like Traceview's. A method expands to its callers and
// callees. Methods can be grouped, such as by class. The search steps through the table.
package methods

import (
	"slices"
	"strconv"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/query"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/filter"
	"traceglass/wasm/ui/grid"
	"traceglass/wasm/ui/menus"
	"traceglass/wasm/ui/room"
	"traceglass/wasm/ui/viewstate"
)

// A View is the table and its component.
type View struct {
	grid.Table
	opened  []uint32      // methods with visible callers and callees
	groups  []uint32      // groups with visible methods, as Row.Node
	by      message.By    // how the table was grouped at the last RequestData
	located uint32        // the method that the view last scrolled to, or that was selected in it
	clock   message.Clock // the clock at the last RequestData
	code    message.Code  // the code that it showed then
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
	v.Groups = grid.Groups{Grouping: &grid.GroupMethods, By: &d.By, Set: v.GroupBy}
	return v
}

// Open resets the view for a newly opened trace.
func (v *View) Open() {
	v.Table.Open()
	*v = View{Table: v.Table, located: message.NoNode}
}

// GroupBy groups the methods, and shows the table.
func (v *View) GroupBy(by message.By) {
	d := v.Desk
	d.By = by
	d.Show(v.Tab().ID)
}

// rows returns the request for the visible rows.
func (v *View) rows() *message.MethodRows {
	d := v.Desk
	first, n := v.Wanted()
	return &message.MethodRows{
		Scope: d.Scope(), Order: v.Order(), By: d.By, Groups: v.groups, Open: v.opened, Unfolded: d.ShowsFramework(), First: first, Count: n,
		Find: message.Find{Text: d.Search.Text, Only: d.Search.Only},
	}
}

// syncState keeps the table's state and the desk's copy in step: the sort order, the grouping, and the open rows. A link
// does not name open threads.
func (v *View) syncState() {
	k := &v.Sync
	if l, ok := k.Requested(); ok {
		v.ApplyOrder(l)
		v.opened, v.groups = nil, nil
		v.Desk.By = message.By(l.Numbers("g", 1, uint64(message.By(0).Last()))[0])
		v.by = v.Desk.By
		groups := l.Values("G")
		k.Resolve(append(slices.Clone(groups), l.Values("O")...), func(m *message.Hashed) {
			for i, n := range m.Nodes {
				switch {
				case n == message.NoNode:
				case i < len(groups):
					v.groups = append(v.groups, n)
				default:
					v.opened = append(v.opened, n)
				}
			}
		})
	}
	opened, groups := viewstate.Linked(v.opened), viewstate.Linked(v.groups)
	if v.Desk.By == message.ByThread {
		groups = nil
	}
	k.Report(&v.Desk.Line, message.Hashes{Of: message.HashMethods}, append(slices.Clone(groups), opened...), func(hash func(...uint32) []string) viewstate.State {
		l := v.WithOrder("")
		if by := v.Desk.By; by != message.ByMethod {
			l = l.With("g", strconv.Itoa(int(by)))
		}
		return l.WithAll("G", hash(groups...)).WithAll("O", hash(opened...))
	})
}

// RequestData requests the rows. If another view selected a method, it also requests the place of its row.
func (v *View) RequestData() {
	d := v.Desk
	v.setFirst()
	v.syncState()
	if v.by != d.By { // other rows
		v.by, v.groups, v.located = d.By, nil, message.NoNode
		v.goTo(0)
	}
	v.query.Want(&d.Line, v.rows(), v.setRows)
	if v.seen != d.Opened {
		v.seen, v.located = d.Opened, message.NoNode
	}
	if code := d.ShownCode(); v.clock != d.Clock || v.code != code { // the order changed, too
		v.clock, v.code, v.located = d.Clock, code, message.NoNode
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
			switch {
			case method != d.Method:
				return
			case at.Row < 0:
				if v.widen() {
					v.located = message.NoNode
				}
				return
			}
			v.goTo(at.Row)
			v.openGroup(at)
		})
	}
}

// hasPackage reports whether a row is a group of methods of one package or of one library. Its node is its first method.
func (v *View) hasPackage(row *message.Row) bool {
	by := v.Desk.By
	return row.Kind == message.SumRow && (by == message.ByClass || by == message.ByPackage || by == message.ByLibrary && int(row.Colour) == int(scene.SlotLibrary))
}

// setRows stores rows. The menu of a group needs the name of its first method.
func (v *View) setRows(m *message.Rows) {
	v.SetRows(m)
	for i := range m.Rows {
		if row := &m.Rows[i]; v.hasPackage(row) {
			v.Desk.Names.Need(row.Node)
		}
	}
}

// setFirst sets the column that sorts the table until the user chooses one.
func (v *View) setFirst() {
	d := v.Desk
	if v.First = message.ByInclusive; d.ShownCode() == message.ChargedToOwn || d.By != message.ByMethod {
		v.First = message.ByExclusive // the column Caused; or the time in a group, which the inclusive times of several groups contain
	}
}

// widen shows all code if the table may lack a method because it shows own code alone.
func (v *View) widen() bool {
	d := v.Desk
	if !d.WidenCode() {
		return false
	}
	v.setFirst() // a place in the table depends on its order
	d.Notify(words.T("The table shows all code, because the method is not the app's own."))
	return true
}

// StepHit goes to the next or the previous method that matches the search. It selects the method and its
// longest call.
func (v *View) StepHit(back bool) {
	d := v.Desk
	if d.Search.Text == "" {
		return
	}
	v.locate.Ask(&d.Line, &message.Locate{Table: *v.rows(), Method: message.NoNode, After: v.Cursor, Back: back}, func(at *message.Location) {
		if at.Row < 0 && v.widen() {
			v.StepHit(back)
			return
		}
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
		v.openGroup(at)
		v.showLongest(at.Method)
	})
}

// openGroup opens the closed group of a method, and then goes to the method's own row.
func (v *View) openGroup(at *message.Location) {
	if at.Closed && !slices.Contains(v.groups, at.Group) {
		v.groups, v.located = append(slices.Clip(v.groups), at.Group), message.NoNode
	}
}

// showLongest shows a method's longest call in the timeline.
func (v *View) showLongest(method uint32) {
	d := v.Desk
	v.call.Ask(&d.Line, &message.MethodInfo{Scope: d.Scope(), Method: method}, func(m *message.Method) {
		if m.Method == d.Method && len(m.Longest) > 0 {
			d.ScrollToCall(m.Longest[0].Call, m.Method)
			d.ZoomToCall(m.Longest[0].Call, m.Method)
		}
	})
}

func (v *View) goTo(row int) {
	v.Cursor = row
	v.Total = max(v.Total, row+1) // of rows that may not have come yet
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
	return r != nil && (r.Kind == message.MethodRow && !r.Leaf || r.Kind == message.FoldRow || r.Kind == message.SumRow)
}

// Toggle expands or collapses a method or a group.
func (v *View) Toggle(row int) {
	switch {
	case v.ToggleFold(row) || !v.Opens(row):
	case v.Row(row).Kind == message.SumRow:
		v.groups = desk.Toggled(v.groups, v.Row(row).Node)
	default:
		v.opened = desk.Toggled(v.opened, v.Row(row).Method)
	}
}

// Click selects a row's method. A caller or callee also scrolls to its own row.
func (v *View) Click(row int) {
	switch r := v.Row(row); r.Kind {
	case message.FoldRow, message.SumRow:
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

// Menu opens the menu of a group, or of another row.
func (v *View) Menu(id string, at desk.Place) bool {
	index, _, ok := v.RowOf(id)
	if id == v.Name+"-rows" {
		index, ok = v.Cursor, true
	}
	row := v.Row(index)
	if !ok || row == nil || row.Kind != message.SumRow {
		return v.Table.Menu(id, at)
	}
	d, open := v.Desk, words.T("Open it")
	if row.Open {
		open = words.T("Close it")
	}
	name := grid.GroupText(row.Text, d.By)
	items := []desk.Command{{Name: open, Do: func() { v.Toggle(index) }}, {}}
	if (d.By == message.ByPackage || d.By == message.ByClass) && name == row.Text { // else the group has no package
		for _, c := range [...]struct {
			says words.Text
			verb string
		}{{"Keep only its calls", "through"}, {"Leave out its calls", "drop"}, {"Give its own time to callers", "merge"}} {
			items = append(items, desk.Command{Name: c.says.String(), Do: func() { filter.Of(d).Add(query.Hashing(c.verb, row.Text+".")) }})
		}
		items = append(items, desk.Command{})
	}
	if v.hasPackage(row) {
		items = append(append(items, d.Owners.Items(d, row.Node)...), desk.Command{})
	}
	d.OpenMenu(desk.Menu{At: at, Element: v.RowID(index), ReturnFocus: v.Name + "-rows", Title: words.Clip(name), FullTitle: name, Items: append(items,
		desk.Command{Name: words.T("Copy name"), Do: func() { d.Copy(name) }},
		desk.Command{Name: words.T("Copy row"), Do: func() { d.Copy(v.RowText(row)) }})})
	return true
}

// AddCommands adds the commands that only this view has.
func (v *View) AddCommands(row int, t *menus.Thing) {
	if r := v.Row(row); r.Leaf && r.Kind == message.MethodRow { // below a thread
		return
	} else if r.Kind == message.MethodRow {
		name := words.T("Expand its parents and children")
		if r.Open {
			name = words.T("Collapse its parents and children")
		}
		t.Commands = []desk.Command{{Name: name, Do: func() { v.Toggle(row) }}}
	} else {
		t.Commands = []desk.Command{{Name: words.T("Go to its row"), Do: func() { v.Desk.ChooseMethod(t.Method) }}}
	}
}

// Above returns the row of the method or group that a row belongs to.
func (v *View) Above(row int) int {
	if v.Desk.By != message.ByMethod {
		return grid.Parent(row, func(row int) int {
			if r := v.Row(row); r != nil {
				return int(r.Level)
			}
			return -1
		})
	}
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
	case v.Total == 0 && d.ShownCode() == message.ChargedToOwn:
		return words.T("None of your code ran in this range on these threads.")
	case v.Total == 0 && d.Ranged():
		return words.T("Nothing ran in this range on these threads.")
	}
	return ""
}
