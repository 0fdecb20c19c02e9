// Package grid is the table of figures that several views of a trace are: a name and the
// times by each clock, rows that open, columns that sort. It keeps the rows that the worker
// sent and asks for nothing; its views do.
package grid

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
)

// A View is what a table's rows mean to the view that it is the panel of.
type View interface {
	Click(row int)      // on a row, its triangle apart
	Enter(row int)      // a double click, or Enter
	Toggle(row int)     // opens a row or closes it
	Move(row int)       // the keyboard goes to another row
	Opens(row int) bool // it can be opened
	Above(row int) int  // the row that it lies under
	Blank() string      // what the panel says while it has no rows, "" for nothing
}

// Deep is a View some of whose rows lie so deep that the table had better begin with them.
type Deep interface {
	Deep(*message.Row) bool
	Start(row int) // begins the table with a row
}

// A Table is a panel, and the component of it. A view embeds it.
type Table struct {
	Sheet
	Desk  *desk.Desk
	Strip vugu.Builder // above the table, nil for none
	Reply message.Rows // the rows at hand

	tab   desk.Tab
	view  View
	First message.Column // that the rows are sorted by until another is chosen
	order message.Order
	clock message.Clock // that the order was chosen under
	Sync  desk.ViewSync

	Uncut bool // names are never cut: their column is as wide as the longest

	menu        bool // the menu of columns is open
	columns     []column
	indent      int // pixels before the name that is farthest in of those shown
	indentTotal int // rows there were when before began
}

// New makes the table of a view.
func New(d *desk.Desk, tab desk.Tab, role string, view View) Table {
	return Table{Sheet: Sheet{Box: list.Box{Name: tab.ID, Cursor: -1}, Role: role}, Desk: d, tab: tab, view: view, Sync: desk.ViewSync{View: tab.ID}}
}

// Open begins with the rows of another trace.
func (c *Table) Open() {
	c.Box.Reset()
	c.Sync.Open(c.Desk.Page)
	c.Reply, c.order, c.clock, c.menu, c.indent = message.Rows{}, message.Order{Column: c.First}, 0, false, 0
}

// Tab is the view's.
func (c *Table) Tab() desk.Tab { return c.tab }

// Sized takes what the browser reports of the table's box.
func (c *Table) Sized(box string, top, height float64) bool {
	return box == c.Name && c.Box.Sized(top, height)
}

// Order is how the rows are sorted. Times go by the chosen clock, unless a column of another
// was chosen since. Where there are none, those called most come first.
func (c *Table) Order() message.Order {
	if c.Desk.Timeless() && c.order.Column == c.First {
		c.order.Column = message.ByCalls
	}
	if c.clock != c.Desk.Clock {
		c.clock, c.order.Clock = c.Desk.Clock, c.Desk.Clock
	}
	return c.order
}

// ApplyOrder sorts as a look says.
func (c *Table) ApplyOrder(l desk.ViewState) {
	v := l.Numbers("s", 3, uint64(max(message.Column(message.Waiting), message.ByRank)))
	c.clock = c.Desk.Clock
	if c.order = (message.Order{Column: c.First, Clock: c.clock}); len(l.Values("s")) == 0 {
		return
	}
	c.order.Column, c.order.Ascending = message.Column(v[0]), v[2] == 1
	if clock := message.Clock(v[1]); slices.Contains(c.Desk.Clocks(), clock) {
		c.order.Clock = clock
	}
}

// WithOrder is a look with how the rows are sorted, where that is not as they begin.
func (c *Table) WithOrder(l desk.ViewState) desk.ViewState {
	o := c.Order()
	if (o == message.Order{Column: c.First, Clock: c.Desk.Clock}) {
		return l
	}
	up := "0"
	if o.Ascending {
		up = "1"
	}
	return l.With("s", strconv.Itoa(int(o.Column)), strconv.Itoa(int(o.Clock)), up)
}

// SetRows keeps rows that have come, and with them names.
func (c *Table) SetRows(reply *message.Rows) {
	c.Desk.Names.Learn(reply.Names)
	c.Reply, c.Total = *reply, reply.Total
	c.ClampCursor()
	for i := range reply.Rows {
		c.Desk.Names.Need(reply.Rows[i].Method)
	}
}

// Row is a row at hand, nil if it is not.
func (c *Table) Row(index int) *message.Row {
	if i := index - c.Reply.First; i >= 0 && i < len(c.Reply.Rows) {
		return &c.Reply.Rows[i]
	}
	return nil
}

// Chooses reports whether a row is chosen as the method it is about.
func Chooses(row *message.Row) bool {
	return (row.Kind == message.MethodRow || row.Kind == message.TreeRow) && row.Method != message.NoNode
}

// sortBy sorts by a column; a second time in the other direction.
func (c *Table) sortBy(column message.Column, clock message.Clock) {
	next := message.Order{Column: column, Clock: clock, Ascending: column == message.ByName || column == message.ByRank}
	if next == c.Order() {
		next.Ascending = !next.Ascending
	}
	c.order = next
	c.Cursor = -1
	c.ScrollTo(c.Desk.Host, 0)
}

// Key acts on a key pressed while the table has the keyboard.
func (c *Table) Key(k canvas.Key) bool {
	row := c.Row(c.Cursor)
	switch {
	case c.flat() && (k.Name == "ArrowRight" || k.Name == "ArrowLeft" || k.Name == " "):
		return false
	case k.Name == "ArrowRight" && row != nil && c.view.Opens(c.Cursor) && !row.Open,
		k.Name == "ArrowLeft" && row != nil && c.view.Opens(c.Cursor) && row.Open,
		k.Name == " " && c.view.Opens(c.Cursor):
		c.view.Toggle(c.Cursor)
	case k.Name == "ArrowRight":
		c.goTo(c.Cursor + 1)
	case k.Name == "ArrowLeft":
		if row != nil {
			c.goTo(c.view.Above(c.Cursor))
		}
	case k.Name == "Enter":
		c.view.Enter(c.Cursor)
	case k.Name == " ":
	default:
		to, ok := c.Step(k)
		if ok {
			c.goTo(to)
		}
		return ok
	}
	return true
}

// flat reports whether no row lies under another.
func (c *Table) flat() bool { return c.Role == "grid" }

// ToggleFold opens the line of the platform frames or closes it, in every view; false for another row.
func (c *Table) ToggleFold(row int) bool {
	r := c.Row(row)
	if r == nil || r.Kind != message.FoldRow {
		return false
	}
	thread, _ := c.Desk.Framework()
	c.Desk.ToggleFramework(thread)
	return true
}

// goTo moves the cursor.
func (c *Table) goTo(row int) {
	c.Cursor = max(0, min(row, c.Total-1))
	c.ScrollIntoView(c.Desk.Host, c.Cursor)
	c.view.Move(c.Cursor)
}

// shown reports whether the panel is on the page, as far as that has grown.
func (c *Table) shown() bool { return c.open() && c.Desk.Frames == desk.WholePage }

func (c *Table) open() bool { return c.Desk.Tab == c.tab.ID }

// Compute lays out the rows in the page; there are none while the panel is hidden.
func (c *Table) Compute() {
	c.columns, c.Heads, c.Lines = nil, nil, nil
	if !c.shown() {
		c.menu = false
		return
	}
	c.columns = columns(c.Desk)
	if c.indentTotal != c.Total {
		c.indentTotal, c.indent = c.Total, 0
	}
	first, n := c.Window()
	for i := first; i < first+n; i++ {
		if row := c.Row(i); row != nil {
			c.Lines = append(c.Lines, c.line(i, row))
			c.indent = max(c.indent, indent(row)+leading+c.length(row))
		}
	}
	c.Lines = c.Lines[:c.Growing(c.Desk.Host, len(c.Lines))]
	c.Heads, c.Label, c.Style, c.Clicked, c.Entered = c.headings(), c.tab.Name.String(), c.style(), c.clicked, c.entered
}

// clicked finds what was clicked by its id: a row, its triangle, or the head of a column.
func (c *Table) clicked(event vugu.DOMEvent) {
	what, ok := strings.CutPrefix(event.PropString("target", "id"), c.Name+"-")
	if !ok {
		return
	}
	if by, ok := strings.CutPrefix(what, "sort-"); ok {
		switch i, err := strconv.Atoi(by); {
		case by == columnsHead:
			c.openMenu()
		case by == "rank":
			c.sortBy(message.ByRank, message.Wall)
		case by == "name":
			c.sortBy(message.ByName, message.Wall)
		case err == nil && i < len(c.columns):
			c.sortBy(c.columns[i].By, c.columns[i].Clock)
		}
		return
	}
	row, twist := strings.CutSuffix(what, "-twist")
	row, start := strings.CutSuffix(row, "-start")
	index, err := strconv.Atoi(row)
	if err != nil || c.Row(index) == nil {
		return
	}
	c.Cursor = index
	if v, ok := c.view.(Deep); ok && start {
		v.Start(index)
		return
	}
	if twist && c.view.Opens(index) {
		c.view.Toggle(index)
		return
	}
	c.view.Click(index)
}

// Menu opens the menu of a row, by the id of its element, or of the row that has the keyboard, by
// that of the table.
func (c *Table) Menu(id string, at desk.Place) bool {
	stem, index := node.CutNumber(id)
	if id == c.Name+"-rows" {
		stem, index = c.Name, c.Cursor
	}
	row := c.Row(index)
	if stem != c.Name || row == nil || row.Method == message.NoNode || row.Kind == message.GroupRow || row.Kind == message.SelfRow {
		return false
	}
	t := desk.Thing{View: c.Name, Method: row.Method, Node: row.Node, Row: c.rowText(row)}
	if v, ok := c.view.(interface{ AddCommands(int, *desk.Thing) }); ok {
		v.AddCommands(index, &t)
	}
	c.Desk.OpenThing(t, desk.Menu{At: at, Element: c.RowID(index), ReturnFocus: c.Name + "-rows"})
	return true
}

// rowText is a row's cells between tabs: its rank, its name and its figures.
func (c *Table) rowText(row *message.Row) string {
	cells := []string{strconv.Itoa(int(row.Rank)), c.Desk.Names.Label(row.Method)}
	for i := range c.columns {
		cells = append(cells, c.columns[i].text(row))
	}
	return words.Plain(strings.Join(cells, "\t"))
}

// entered is a double click on a row.
func (c *Table) entered(event vugu.DOMEvent) {
	what, _ := strings.CutPrefix(event.PropString("target", "id"), c.Name+"-")
	if index, err := strconv.Atoi(what); err == nil && c.Row(index) != nil {
		c.view.Enter(index)
	}
}

// headings are the columns' heads, the name's first.
func (c *Table) headings() []Head {
	o := c.Order()
	on := func(by message.Column) string { return node.ClassIf(o.Column == by, "on") }
	all := []Head{{Class: "name", Sorted: c.nameSorted(), Name: true, Buttons: []Button{
		{ID: c.headID(rankHead), Class: on(message.ByRank), Title: "#", Hint: words.T("Rank by inclusive time over the whole trace")},
		{ID: c.headID(nameHead), Class: on(message.ByName), Title: words.T("Name"), Stop: true},
		{ID: c.headID(columnsHead), Class: "choose", Title: words.T("Columns"), Hint: words.T("Choose and order the columns"), Menu: node.AriaBool(c.menu)},
	}}}
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
	return columnsStyle(c.columns, c.indent, names)
}

func (c *Table) sortID(i int) string { return c.Name + "-sort-" + strconv.Itoa(i) }
