// Package callers is the view of callers and callees. The callers of the selected method are above it, its
// callees below.
package callers

import (
	"strconv"

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
	by      message.By
	hottest uint32 // the method of wantHottest, shown while none is selected; NoNode until it is known

	query ask.Query[*message.Rows]
	most  ask.Query[*message.Rows]
}

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Desk) *View {
	v := &View{hottest: message.NoNode}
	v.Table = grid.New(d, desk.Tab{ID: "relatives", Name: "Callers & callees"}, "grid", v)
	v.Uncut = true
	v.Groups = grid.Groups{Grouping: &grid.GroupRelatives, By: &v.by, Set: v.GroupBy}
	return v
}

// Open resets the view for a newly opened trace.
func (v *View) Open() {
	v.Table.Open()
	*v = View{Table: v.Table, hottest: message.NoNode}
}

// GroupBy groups the callers, and the callees, and shows the table.
func (v *View) GroupBy(by message.By) {
	v.by = by
	v.Desk.Show(v.Tab().ID)
}

// method returns the method whose callers and callees are shown.
func (v *View) method() uint32 {
	if m := v.Desk.Method; m != message.NoNode {
		return m
	}
	return v.hottest
}

// wantHottest requests the own method that caused the most time. If no code is known to be the app's, it requests the method with
// the most exclusive time, or with the most calls if the trace has no times. The view shows this method without selecting
// it, because Escape clears a selection.
func (v *View) wantHottest() {
	d := v.Desk
	scope := d.Scope()
	if scope.Code == message.AllCode && d.CanCharge() {
		scope.Code = message.ChargedToOwn
	}
	order := message.Order{Column: message.ByExclusive, Clock: d.Clock}
	if d.Timeless() {
		order.Column = message.ByCalls
	}
	v.most.Want(&d.Line, &message.MethodRows{Scope: scope, Order: order, Unfolded: true, Count: 1}, func(reply *message.Rows) {
		d.Names.Learn(reply.Names)
		v.hottest = message.NoNode
		if len(reply.Rows) > 0 {
			v.hottest = reply.Rows[0].Method
		}
	})
}

// RequestData requests the callers and callees of the method.
func (v *View) RequestData() {
	d := v.Desk
	if l, ok := v.Sync.Requested(); ok {
		v.ApplyOrder(l)
		if v.by = message.By(l.Numbers("g", 1, uint64(message.By(0).Last()))[0]); v.by == message.ByThread {
			v.by = message.ByMethod
		}
	}
	v.Sync.Report(&d.Line, message.Hashes{}, nil, func(func(...uint32) []string) viewstate.State {
		l := v.WithOrder("")
		if v.by != message.ByMethod {
			l = l.With("g", strconv.Itoa(int(v.by)))
		}
		return l
	})
	if d.Method == message.NoNode {
		v.wantHottest()
	}
	if v.method() == message.NoNode {
		v.Reply, v.Total = message.Rows{}, 0
		v.query.Invalidate()
		return
	}
	v.query.Want(&d.Line, &message.Relatives{Scope: d.Scope(), Order: v.Order(), Method: v.method(), By: v.by}, v.arrange)
}

// arrange orders the rows: callers, the method, callees.
func (v *View) arrange(reply *message.Rows) {
	var above, middle, below []message.Row
	for _, row := range reply.Rows {
		switch {
		case row.Kind == message.MethodRow:
			middle = append(middle, row)
		case row.Group == message.Parents || row.Group == message.RecursiveParents:
			above = append(above, row)
		default:
			below = append(below, row)
		}
	}
	laid := *reply
	laid.Rows = append(append(above, middle...), below...)
	laid.First, laid.Total = 0, len(laid.Rows)
	v.SetRows(&laid)
	v.Cursor = len(above)
	if len(middle) == 0 {
		v.Cursor = -1
	}
}

// Status describes the table. 100 % is the selected method's inclusive time.
func (v *View) Status() room.Status {
	s := v.Table.Status()
	s.OwnTotal = true
	for i := range v.Reply.Rows {
		if row := &v.Reply.Rows[i]; row.Kind == message.MethodRow {
			_, name := v.Desk.Names.Parts(row.Method)
			s.Total = words.Say("100\u00a0% = {1} in {2}", v.Desk.Figure(row.Inclusive[v.Desk.Clock], v.Desk.Clock), name)
		}
	}
	return s
}

// No row of this table opens.

func (v *View) Opens(int) bool                { return false }
func (v *View) Toggle(int)                    {}
func (v *View) Above(row int) int             { return row }
func (v *View) Move(int)                      {}
func (v *View) AddCommands(int, *menus.Thing) {}

// Click selects the clicked caller or callee. Enter does the same.
func (v *View) Click(row int) {
	if r := v.Row(row); r != nil && r.Text == "" && (r.Kind == message.ParentRow || r.Kind == message.ChildRow) {
		v.Desk.ChooseMethod(r.Method)
	}
}

func (v *View) Enter(row int) { v.Click(row) }

// Blank returns the text of a table without rows.
func (v *View) Blank() string {
	switch d := v.Desk; {
	case v.Total == 0 && d.Ranged():
		return words.T("Nothing ran in this range on these threads.")
	case v.method() == message.NoNode:
		return words.T("Select a method in any view to see its callers and callees.")
	}
	return ""
}
