// Package methods is the view of all methods: Traceview's table, each method to be opened to
// its parents and children. The search steps through it.
package methods

import (
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/grid"
)

// A View is how the table looks.
type View struct {
	grid.Table
	opened  []uint32      // methods whose parents and children are shown
	located uint32        // the method that was last scrolled to, or chosen here
	clock   message.Clock // seen last
	seen    int           // the desk's Opened when that was
	filter  string        // what alone was listed then, "" for all

	query  ask.Query[*message.Rows]
	locate ask.Query[*message.Location]
	call   ask.Query[*message.Method] // whose longest call is to be shown
}

// New makes the view.
func New(d *desk.Desk) *View {
	v := &View{located: message.NoNode}
	v.Table = grid.New(d, desk.Tab{ID: "methods", Name: "Methods"}, "treegrid", v)
	return v
}

// Open begins with the methods of another trace.
func (v *View) Open() {
	v.Table.Open()
	*v = View{Table: v.Table, located: message.NoNode}
}

// rows asks for the rows in the page.
func (v *View) rows() *message.MethodRows {
	d := v.Desk
	first, n := v.Wanted()
	return &message.MethodRows{
		Scope: d.Scope(), Order: v.Order(), Open: v.opened, Unfolded: d.ShowsFramework(), First: first, Count: n,
		Find: message.Find{Text: d.Search.Text, Only: d.Search.Only},
	}
}

// syncState keeps in step with the desk how the table is sorted, and which methods are open in it.
func (v *View) syncState() {
	k := &v.Sync
	if l, ok := k.Requested(); ok {
		v.ApplyOrder(l)
		v.opened = nil
		k.Resolve(l.Values("O"), func(m *message.Hashed) {
			v.opened = slices.DeleteFunc(m.Nodes, func(n uint32) bool { return n == message.NoNode })
		})
	}
	k.Report(&v.Desk.Line, message.Hashes{Of: message.HashMethods}, desk.Linked(v.opened), func(hash func(...uint32) []string) desk.ViewState {
		return v.WithOrder("").WithAll("O", hash(desk.Linked(v.opened)...))
	})
}

// RequestData asks for the rows, and where the chosen method is among them if it was chosen elsewhere.
func (v *View) RequestData() {
	d := v.Desk
	v.syncState()
	v.query.Want(&d.Line, v.rows(), v.SetRows)
	if v.seen != d.Opened {
		v.seen, v.located = d.Opened, message.NoNode
	}
	if v.clock != d.Clock { // another order, too
		v.clock, v.located = d.Clock, message.NoNode
		if d.Method == message.NoNode {
			v.goTo(0)
		}
	}
	if sifted := d.Search.Text; !d.Search.Only {
		v.filter = ""
	} else if v.filter != sifted { // other rows
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

// StepHit goes to the next method that the search matches, or the one before, and chooses it
// and its longest call.
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

// choose selects a method whose row is in view.
func (v *View) choose(method uint32) {
	v.Desk.SetMethod(method)
	v.located = method
}

// Opens reports whether a row can be opened.
func (v *View) Opens(row int) bool {
	r := v.Row(row)
	return r != nil && (r.Kind == message.MethodRow || r.Kind == message.FoldRow)
}

// Toggle opens a method or closes it.
func (v *View) Toggle(row int) {
	if !v.ToggleFold(row) && v.Opens(row) {
		v.opened = desk.Toggled(v.opened, v.Row(row).Method)
	}
}

// Click selects a row's method; that of a parent or child is gone to.
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

// Enter opens a method, or goes to a relative.
func (v *View) Enter(row int) {
	switch r := v.Row(row); {
	case r == nil:
	case v.Opens(row):
		v.Toggle(row)
	default:
		v.Click(row)
	}
}

// Move selects the method that the keyboard has come to.
func (v *View) Move(row int) {
	if r := v.Row(row); r != nil && grid.Chooses(r) {
		v.choose(r.Method)
	}
}

// AddCommands says what the view itself does with a row.
func (v *View) AddCommands(row int, t *desk.Thing) {
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

// Above is the method that a row lies under.
func (v *View) Above(row int) int {
	for i := row - 1; i >= v.Reply.First; i-- {
		if v.Opens(i) {
			return i
		}
	}
	return row
}

// Blank is what the panel says while it has no rows.
func (v *View) Blank() string {
	switch d := v.Desk; {
	case d.Search.Only && d.Search.Text != "":
		return words.T("No method matches the search.")
	case v.Total == 0 && d.Ranged():
		return words.T("Nothing ran in this range on these threads.")
	}
	return ""
}
