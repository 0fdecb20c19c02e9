// Package grid is the table of figures in several views of a trace. It has a name column, times by each clock,
// rows that open, and columns that sort. It shows the rows that the engine sent; its views request them.
package grid

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/menus"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
	"traceglass/wasm/ui/viewstate"
)

// A View handles the rows of its table. The table it embeds has methods for views without deep rows.
type View interface {
	Rows
	Click(row int)                       // a click on a row, except on its triangle
	Blank() string                       // text of a table without rows, "" for none
	AddCommands(row int, t *menus.Thing) // adds commands to the menu of a row
	Deep(*message.Row) bool              // whether a row is so deep that the table offers to start there
	Start(row int)                       // starts the table at a row
}

// A Table is the panel of a view, and a component. A view embeds it.
type Table struct {
	room.NoView
	shallow
	Sheet
	Desk  *desk.Desk
	Strip func() []*bar.Row // the toolbar above the table, nil for none
	Reply message.Rows      // the loaded rows

	tab    desk.Tab
	view   View
	First  message.Column // sorts the rows until the user chooses another order
	order  message.Order  // the chosen one
	sorted bool           // an order was chosen
	clock  message.Clock  // the clock when the order was set
	Sync   viewstate.Sync

	Groups Groups

	Uncut bool // names are never cut: their column fits the longest

	menu        bool // the menu of columns is open
	columns     []column
	lead        message.Column // see leadOf
	indent      int            // pixels before the most indented name shown
	indentShort int            // the same without packages, which a narrow page hides
	indentTotal int            // number of rows when indent was last reset
}

// New returns the table of a view.
func New(d *desk.Desk, tab desk.Tab, role string, view View) Table {
	return Table{Sheet: Sheet{Box: list.Box{Name: tab.ID, Cursor: -1}, Role: role}, Desk: d, tab: tab, view: view, Sync: viewstate.Sync{View: tab.ID}}
}

// Open clears the rows for another trace.
func (c *Table) Open() {
	c.Box.Reset()
	c.Sync.Open(&c.Desk.ViewStates, &c.Desk.Names)
	c.Reply, c.sorted, c.clock, c.menu, c.indent, c.indentShort = message.Rows{}, false, 0, false, 0, 0
}

// meaning explains the figures of own methods with the time of other code, or why they are not shown at first. It is "" for other
// figures.
func meaning(d *desk.Desk) string {
	switch {
	case d.OwnUnknown():
		return words.T("All code: the file does not tell which methods are yours. Own + caused lists those of no known library or platform, with all they caused.")
	case d.ShownCode() != message.ChargedToOwn:
		return ""
	}
	return words.T("Own + caused: the time of your methods, with the library and platform code that they call. Your methods that they call count on their own.")
}

// Tab returns the view's tab.
func (c *Table) Tab() desk.Tab { return c.tab }

// Sized stores the size of the table's scroll box.
func (c *Table) Sized(box string, top, height float64) bool { return c.Box.Sized(box, top, height) }

// Order returns the sort order. It uses the selected clock, unless the user has since sorted by another one.
// Without times, it starts with the number of calls.
func (c *Table) Order() message.Order {
	if !c.sorted {
		if c.Desk.Timeless() {
			return message.Order{Column: message.ByCalls, Clock: c.Desk.Clock}
		}
		return message.Order{Column: c.First, Clock: c.Desk.Clock}
	}
	if c.clock != c.Desk.Clock {
		c.clock, c.order.Clock = c.Desk.Clock, c.Desk.Clock
	}
	return c.order
}

// ApplyOrder applies the sort order of a view state.
func (c *Table) ApplyOrder(l viewstate.State) {
	v := l.Numbers("s", 3, uint64(max(message.Column(message.Waiting), message.ByRank)))
	c.clock = c.Desk.Clock
	if c.sorted = len(l.Values("s")) > 0; !c.sorted {
		return
	}
	c.order = message.Order{Column: message.Column(v[0]), Clock: c.clock, Ascending: v[2] == 1}
	if clock := message.Clock(v[1]); slices.Contains(c.Desk.Clocks(), clock) {
		c.order.Clock = clock
	}
}

// WithOrder returns the view state with the sort order added, if the user chose one.
func (c *Table) WithOrder(l viewstate.State) viewstate.State {
	if !c.sorted {
		return l
	}
	o, up := c.Order(), "0"
	if o.Ascending {
		up = "1"
	}
	return l.With("s", strconv.Itoa(int(o.Column)), strconv.Itoa(int(o.Clock)), up)
}

// SetRows stores a reply and its names.
func (c *Table) SetRows(reply *message.Rows) {
	c.Desk.Names.Learn(reply.Names)
	c.Reply, c.Total = *reply, reply.Total
	c.ClampCursor()
	for i := range reply.Rows {
		c.Desk.Names.Need(reply.Rows[i].Method)
	}
}

// Row returns a loaded row, nil if it is not loaded.
func (c *Table) Row(index int) *message.Row {
	if i := index - c.Reply.First; i >= 0 && i < len(c.Reply.Rows) {
		return &c.Reply.Rows[i]
	}
	return nil
}

// Chooses reports whether selecting a row selects its method.
func Chooses(row *message.Row) bool {
	return (row.Kind == message.MethodRow || row.Kind == message.TreeRow) && row.Method != message.NoNode
}

// sortBy sorts by a column, or reverses the order if it already sorts by it.
func (c *Table) sortBy(column message.Column, clock message.Clock) {
	next := message.Order{Column: column, Clock: clock, Ascending: column == message.ByName || column == message.ByRank}
	if next == c.Order() {
		next.Ascending = !next.Ascending
	}
	c.order, c.clock, c.sorted = next, c.Desk.Clock, true
	c.Cursor = -1
	c.ScrollTo(c.Desk.Host, 0)
}

// Status describes the rows in the document.
func (c *Table) Status() room.Status { return room.Status{Rows: c.RangeText()} }

// Key handles a key while the rows, a head or the menu of columns have the focus.
func (c *Table) Key(k canvas.Key) bool {
	return c.headKey(k) || c.Focused(k) && c.RowKey(c.Desk.Host, k, c.view)
}

// Opened reports whether a row is open.
func (c *Table) Opened(row int) bool {
	r := c.Row(row)
	return r != nil && r.Open
}

// ToggleFold folds or unfolds the platform frames in every view. It returns false for other rows.
func (c *Table) ToggleFold(row int) bool {
	r := c.Row(row)
	if r == nil || r.Kind != message.FoldRow {
		return false
	}
	thread, _ := c.Desk.Framework()
	c.Desk.ToggleFramework(thread)
	return true
}

// shown reports whether the panel is visible and the page has grown that far.
func (c *Table) shown() bool { return c.open() && c.Desk.RenderStep == desk.WholePage }

func (c *Table) open() bool { return c.Desk.Tab == c.tab.ID }

// Compute lays out the rows in the document. There are none while the panel is hidden.
func (c *Table) Compute() {
	c.columns, c.Heads, c.Lines = nil, nil, nil
	if !c.shown() {
		c.menu = false
		return
	}
	c.lead = leadOf(c.Desk, c.First)
	c.columns = columns(c.Desk, c.lead)
	if c.indentTotal != c.Total {
		c.indentTotal, c.indent, c.indentShort = c.Total, 0, 0
	}
	first, n := c.Window()
	for i := first; i < first+n; i++ {
		if row := c.Row(i); row != nil {
			c.Lines = append(c.Lines, c.line(i, row))
			full, short := c.length(row)
			c.indent, c.indentShort = max(c.indent, indent(row)+leading+full), max(c.indentShort, indent(row)+leading+short)
		}
	}
	c.Lines = c.Lines[:c.Growing(c.Desk.Host, len(c.Lines))]
	c.Heads, c.Label, c.Style, c.Clicked, c.Entered = c.headings(), c.tab.Name.String(), c.style(), c.clicked, c.entered
}

// clicked handles a click by the target's id: a row, its triangle, or the head of a column.
func (c *Table) clicked(event vugu.DOMEvent) {
	id := event.PropString("target", "id")
	if by, ok := strings.CutPrefix(id, c.Name+"-sort-"); ok {
		switch i, err := strconv.Atoi(by); {
		case by == columnsHead:
			c.openMenu()
		case by == ByHead && c.Groups.Set != nil:
			c.Groups.Open(c.Desk.Page, id, *c.Groups.By, c.Groups.Set)
		case slices.Contains(codeHeads[:], by):
			c.Desk.ShowCode(message.Code(slices.Index(codeHeads[:], by)))
		case by == "rank":
			c.sortBy(message.ByRank, message.Wall)
		case by == "name":
			c.sortBy(message.ByName, message.Wall)
		case err == nil && i < len(c.columns):
			c.sortBy(c.columns[i].By, c.columns[i].Clock)
		}
		return
	}
	row, part, ok := c.RowOf(id)
	if !ok || c.Row(row) == nil {
		return
	}
	c.Cursor = row
	switch {
	case part == "start":
		c.view.Start(row)
	case part == "twist" && c.view.Opens(row):
		c.view.Toggle(row)
	default:
		c.view.Click(row)
	}
}

// Menu opens the menu of a row. id is the row's, or the table's for the row at the cursor.
func (c *Table) Menu(id string, at desk.Place) bool {
	stem, index := node.CutNumber(id)
	if id == c.Name+"-rows" {
		stem, index = c.Name, c.Cursor
	}
	row := c.Row(index)
	if stem != c.Name || row == nil || row.Method == message.NoNode || row.Kind == message.GroupRow || row.Kind == message.SelfRow {
		return false
	}
	t := menus.Thing{View: c.Name, Method: row.Method, Node: row.Node, Row: c.RowText(row)}
	c.view.AddCommands(index, &t)
	menus.OpenThing(c.Desk, t, desk.Menu{At: at, Element: c.RowID(index), ReturnFocus: c.Name + "-rows"})
	return true
}

// RowText returns a row's rank, name and figures, separated by tabs.
func (c *Table) RowText(row *message.Row) string {
	cells := []string{strconv.Itoa(int(row.Rank)), c.Desk.Names.InRow(row.Method)}
	if isGroup(row) {
		cells = []string{"", GroupText(row.Text, *c.Groups.By)}
	}
	for i := range c.columns {
		cells = append(cells, c.columns[i].text(row))
	}
	return words.Plain(strings.Join(cells, "\t"))
}

// entered handles a double click on a row.
func (c *Table) entered(event vugu.DOMEvent) {
	if row, _, ok := c.RowOf(event.PropString("target", "id")); ok && c.Row(row) != nil {
		c.view.Enter(row)
	}
}

// headings returns the heads of the columns, the name's first.
func (c *Table) headings() []Head {
	o := c.Order()
	on := func(by message.Column) string { return node.ClassIf(o.Column == by, "on") }
	all := []Head{{Class: "name", Sorted: c.nameSorted(), Name: true, Buttons: []Button{
		{ID: c.headID(rankHead), Class: on(message.ByRank), Title: "#", Hint: words.T("Rank among the methods shown here, by inclusive time in the whole trace")},
		{ID: c.headID(nameHead), Class: on(message.ByName), Title: words.T("Name"), Stop: true},
		{ID: c.headID(columnsHead), Class: "choose", Title: words.T("Columns"), Hint: words.T("Choose and order the columns"), Menu: node.AriaBool(c.menu)},
	}}}
	if c.Groups.Set != nil {
		all[0].Buttons = append(all[0].Buttons, c.Groups.Button(c.headID(ByHead), *c.Groups.By))
	}
	if d := c.Desk; d.CanCharge() {
		code := d.CodeButtons(c.headID(""))
		code[message.AllCode].Name, code[message.OwnCode].Name = words.T("All"), words.T("Own")
		for _, b := range code {
			all[0].Buttons = append(all[0].Buttons, Button{ID: b.ID, Class: "code", Title: b.Name, Hint: b.Title, Pressed: node.AriaBool(b.State == bar.On)})
		}
	}
	for i := range c.columns {
		k := &c.columns[i]
		all = append(all, Head{Class: k.class(), Sorted: k.sorted(o), Clock: k.clockLabel(), Buttons: []Button{{ID: c.sortID(i), Title: k.Title, Hint: k.Hint}}})
	}
	return all
}

func (c *Table) nameSorted() string {
	o := c.Order()
	switch {
	case o.Column != message.ByName && o.Column != message.ByRank:
		return "none"
	case o.Ascending:
		return "ascending"
	}
	return "descending"
}

func (c *Table) blank() string {
	if !c.shown() || len(c.Lines) > 0 {
		return ""
	}
	return c.view.Blank()
}

func (c *Table) style() string {
	names := "var(--name-text)"
	if c.Uncut {
		names = "0px"
	}
	return columnsStyle(c.columns, c.indent, c.indentShort, names)
}

func (c *Table) sortID(i int) string { return c.Name + "-sort-" + strconv.Itoa(i) }
