package ui

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
)

// A table is one of the three long tables: methods, call tree top-down, call tree
// bottom-up. It keeps the rows that the worker sent and asks for others as it scrolls.
type table struct {
	window
	box    string // name of its scroll box, and stem of its ids
	query  query
	reply  message.Rows
	order  message.Order
	open   []uint32 // methods, or nodes of a tree, whose rows are open
	cursor int      // row that has the keyboard
	hot    uint32   // node below which the heaviest path is to be opened
}

func newTable(box string, w window) table {
	return table{box: box, window: window{Height: w.Height}, cursor: -1, hot: message.NoNode}
}

// methodRows asks for the method table's rows.
func (c *App) methodRows() *message.MethodRows {
	t := &c.methods
	first, n := t.rows()
	return &message.MethodRows{
		Scope: c.sel.scope(), Order: t.order, Open: t.open, First: first, Count: n,
		Find: message.Find{Text: c.find.text, Only: c.find.only},
	}
}

// treeRows asks for the rows of a call tree.
func (c *App) treeRows(t *table) *message.TreeRows {
	first, n := t.rows()
	return &message.TreeRows{
		Scope: c.sel.scope(), Order: t.order, BottomUp: t == &c.bottomUp, Fold: c.flame.fold, Open: t.open,
		HotPath: t.hot, First: first, Count: n, Find: message.Find{Text: c.find.text},
	}
}

// rows are those to have in the page. Before the first answer a screenful is asked for.
func (t *table) rows() (first, n int) {
	w := t.window
	if w.Total == 0 {
		w.Total = mostRows
	}
	return w.rows()
}

// take keeps an answer.
func (t *table) take(c *App, reply *message.Rows) {
	t.reply, t.Total = *reply, reply.Total
	for _, node := range reply.Open {
		if !slices.Contains(t.open, node) {
			t.open = append(t.open, node)
		}
	}
	t.hot = message.NoNode
	t.cursor = min(t.cursor, t.Total-1)
	for i := range reply.Rows {
		c.names.need(reply.Rows[i].Method)
	}
}

// row is a row at hand, nil if it is not.
func (t *table) row(index int) *message.Row {
	if i := index - t.reply.First; i >= 0 && i < len(t.reply.Rows) {
		return &t.reply.Rows[i]
	}
	return nil
}

// key is what identifies a row as open: its node, or in the method table its method.
func (t *table) key(row *message.Row) uint32 {
	if t.box == "methods" {
		return row.Method
	}
	return row.Node
}

// opens reports whether a row can be opened.
func (t *table) opens(row *message.Row) bool {
	return row.Kind == message.MethodRow || row.Kind == message.TreeRow && !row.Leaf
}

// toggle opens a row or closes it.
func (t *table) toggle(index int) {
	if row := t.row(index); row != nil && t.opens(row) {
		t.open = toggled(t.open, t.key(row))
	}
}

// bring scrolls to a row.
func (t *table) bring(c *App, index int) {
	w := t.window
	w.Total = max(w.Total, index+1)
	if top, moved := w.reach(index); moved {
		t.Top = top
		c.host.ScrollTo(t.box, top)
	}
}

// goTo moves the table's cursor and what is selected with it.
func (t *table) goTo(c *App, index int) {
	index = max(0, min(index, t.Total-1))
	t.cursor = index
	t.bring(c, index)
	if row := t.row(index); row != nil && (row.Kind == message.MethodRow || row.Kind == message.TreeRow) && row.Method != message.NoNode {
		c.sel.setMethod(row.Method)
	}
}

// click acts on a row: opens it, selects its method, or jumps to the relative.
func (t *table) click(c *App, index int, twist bool) {
	row := t.row(index)
	if row == nil {
		return
	}
	t.cursor = index
	if twist && t.opens(row) {
		t.toggle(index)
		return
	}
	switch row.Kind {
	case message.MethodRow, message.TreeRow:
		c.sel.setMethod(row.Method)
	case message.ParentRow, message.ChildRow:
		c.chooseMethod(row.Method)
	}
}

// enter is a double click on a row, or Enter: a method opens, a relative is jumped to,
// a frame of the tree is zoomed into in the flame graph.
func (t *table) enter(c *App, index int) {
	row := t.row(index)
	if row == nil {
		return
	}
	switch row.Kind {
	case message.MethodRow:
		t.toggle(index)
	case message.ParentRow, message.ChildRow:
		c.chooseMethod(row.Method)
	case message.TreeRow:
		if t == &c.topDown && row.Method != message.NoNode {
			c.flame.path = t.path(index)
			c.flame.ordered = false
			c.flame.home0()
			c.sel.setMethod(row.Method)
			c.open(flameView)
		} else {
			t.toggle(index)
		}
	}
}

// path is the way from the root to a row of a tree, as far as its rows are at hand.
func (t *table) path(index int) []crumb {
	row := t.row(index)
	path := []crumb{{row.Node, row.Method}}
	for i, level := index-1, row.Level; i >= t.reply.First && level > 0; i-- {
		if up := t.row(i); up.Level < level {
			level = up.Level
			if up.Method != message.NoNode {
				path = append(path, crumb{up.Node, up.Method})
			}
		}
	}
	slices.Reverse(path)
	return path
}

// heaviest opens the heaviest path below the cursor, or below the first row.
func (t *table) heaviest() {
	row := t.row(max(t.cursor, 0))
	if row == nil || row.Node == message.NoNode {
		row = t.row(0)
	}
	if row != nil {
		t.hot = row.Node
	}
}

// sortBy sorts by a column; a second time in the other direction.
func (t *table) sortBy(column message.Column, clock message.Clock) {
	next := message.Order{Column: column, Clock: clock, Ascending: column == message.ByName || column == message.ByRank}
	if next == t.order {
		next.Ascending = !next.Ascending
	}
	t.order = next
	t.cursor = -1
}

// key acts on a key pressed while the table has the keyboard.
func (t *table) press(c *App, key Key) bool {
	page := max(1, int(t.Height/rowHeight)-1)
	row := t.row(t.cursor)
	switch key.Name {
	case "ArrowDown":
		t.goTo(c, t.cursor+1)
	case "ArrowUp":
		t.goTo(c, t.cursor-1)
	case "PageDown":
		t.goTo(c, t.cursor+page)
	case "PageUp":
		t.goTo(c, t.cursor-page)
	case "Home":
		t.goTo(c, 0)
	case "End":
		t.goTo(c, t.Total-1)
	case "ArrowRight":
		if row != nil && t.opens(row) && !row.Open {
			t.toggle(t.cursor)
		} else {
			t.goTo(c, t.cursor+1)
		}
	case "ArrowLeft":
		if row != nil && t.opens(row) && row.Open {
			t.toggle(t.cursor)
		} else if row != nil {
			t.goTo(c, t.above(t.cursor))
		}
	case "Enter":
		t.enter(c, t.cursor)
	case " ":
		t.toggle(t.cursor)
	default:
		return false
	}
	return true
}

// above is the row that a row lies under.
func (t *table) above(index int) int {
	row := t.row(index)
	for i := index - 1; i >= t.reply.First; i-- {
		up := t.row(i)
		if up.Kind == message.MethodRow || row.Kind == message.TreeRow && up.Level < row.Level {
			return i
		}
	}
	return index
}

// A column is one column of figures.
type column struct {
	Title, Hint string
	By          message.Column
	Clock       message.Clock
	Share       bool // the percentage of By
	Strong      bool // of the chosen clock
	First       bool // of its clock
}

// columns are a table's columns after the name. Traceview's, the chosen clock first.
func (c *App) columns() []column {
	var all []column
	clocks := c.columnClocks()
	for i, clock := range clocks {
		name, strong := clockName(clock), i == 0
		all = append(all,
			column{"Incl %", name + " time from entry to exit, as a part of all time", message.ByInclusive, clock, true, strong, true},
			column{"Inclusive", name + " time from entry to exit; recursive calls count once", message.ByInclusive, clock, false, strong, false},
			column{"Excl %", name + " time of the method's own, as a part of all time", message.ByExclusive, clock, true, strong, false},
			column{"Exclusive", name + " time of the method's own: inclusive less its callees'", message.ByExclusive, clock, false, strong, false})
	}
	calls := column{"Calls+Rec", "Calls, and calls made while the method was already running", message.ByCalls, c.sel.Clock, false, true, true}
	if c.trace != nil && c.trace.Sampled {
		calls.Title, calls.Hint = "Times seen", "In how many runs of samples the method was seen; how often it was called is unknown"
	}
	all = append(all, calls)
	for i, clock := range clocks {
		all = append(all, column{"Time/Call", clockName(clock) + " time: inclusive by calls + recursive calls", message.ByPerCall, clock, false, i == 0, i == 0})
	}
	return all
}

// class is how a column and its cells look.
func (k *column) class() string {
	s := "num"
	if k.First {
		s += " first"
	}
	if !k.Strong {
		s += " dim"
	}
	if k.Share {
		s += " pct"
	}
	return s
}

// clockLabel stands over the first column of a clock.
func (k *column) clockLabel() string {
	if k.By == message.ByInclusive && k.Share || k.By == message.ByPerCall {
		return clockName(k.Clock)
	}
	return ""
}

// sorted is the column's aria-sort under an order. A time and its share sort alike; the
// time says so.
func (k *column) sorted(o message.Order) string {
	timed := k.By == message.ByInclusive || k.By == message.ByExclusive || k.By == message.ByPerCall
	switch {
	case k.By != o.Column || timed && k.Clock != o.Clock || k.Share:
		return "none"
	case o.Ascending:
		return "ascending"
	}
	return "descending"
}

// text is what a row says in a column.
func (k *column) text(row *message.Row) string {
	switch row.Kind {
	case message.GroupRow:
		return ""
	case message.SelfRow:
		if k.By == message.ByInclusive && k.Share {
			return percent(row.InclusiveShare[k.Clock])
		} else if k.By == message.ByInclusive {
			return duration(row.Inclusive[k.Clock])
		}
		return ""
	}
	edge := row.Kind == message.ParentRow || row.Kind == message.ChildRow
	switch {
	case k.By == message.ByInclusive && k.Share:
		return percent(row.InclusiveShare[k.Clock])
	case k.By == message.ByInclusive:
		return duration(row.Inclusive[k.Clock])
	case k.By == message.ByCalls && edge:
		return count(row.Calls) + "/" + count(row.Recursive)
	case k.By == message.ByCalls && row.Recursive > 0:
		return count(row.Calls) + "+" + count(row.Recursive)
	case k.By == message.ByCalls:
		return count(row.Calls)
	case edge:
		return ""
	case k.By == message.ByExclusive && k.Share:
		return percent(row.ExclusiveShare[k.Clock])
	case k.By == message.ByExclusive:
		return duration(row.Exclusive[k.Clock])
	case k.By == message.ByPerCall:
		if n := row.Calls + row.Recursive; n > 0 {
			return duration(row.Inclusive[k.Clock] / n)
		}
	}
	return ""
}

// A line is a row as the page writes it.
type line struct {
	Index       int
	ID          string // of the element
	Class       string
	Style       string
	Level       int
	Expanded    string // aria-expanded; "" for a row that does not open
	Selected    bool
	Rank        string
	First, Last string // the name's two parts
	Title       string
	Figures     vugu.HTML // the cells; figures of our own making, no text of the trace's
}

// lines are the rows in the page.
func (c *App) lines(t *table, columns []column) []line {
	first, n := t.window.rows()
	var all []line
	for i := first; i < first+n; i++ {
		if row := t.row(i); row != nil {
			all = append(all, c.line(t, i, row, columns))
		}
	}
	return all
}

func (c *App) line(t *table, index int, row *message.Row, columns []column) line {
	l := line{Index: index, ID: t.box + "-" + strconv.Itoa(index), Level: int(row.Level) + 1}
	l.Class = "row " + rowClass(row)
	l.Selected = row.Method != message.NoNode && row.Method == c.sel.Method && (row.Kind == message.MethodRow || row.Kind == message.TreeRow)
	if l.Selected {
		l.Class += " selected"
	}
	if index == t.cursor {
		l.Class += " cursor"
	}
	if row.Hit && c.find.text != "" {
		l.Class += " hit"
	}
	if t.opens(row) {
		l.Expanded = strconv.FormatBool(row.Open)
		l.Class += " opens"
		if row.Open {
			l.Class += " open"
		}
	}
	share := row.InclusiveShare[c.sel.Clock]
	if !(share >= 0) || row.Kind == message.GroupRow {
		share = 0
	}
	l.Style = fmt.Sprintf("--share:%.4f;--level:%d", min(share, 1), row.Level)
	switch row.Kind {
	case message.GroupRow:
		l.First, l.Last = "", groupName(row.Group)
	case message.SelfRow:
		l.Last = "self"
	default:
		l.First, l.Last = c.names.parts(row.Method)
		l.Title = c.names.title(row.Method)
		if row.Method != message.NoNode {
			if !c.names.isSwitch(row.Method) {
				l.Rank = strconv.Itoa(int(row.Rank))
			}
			l.Style += ";--hue:" + c.hue(row)
		}
	}
	cells := make([]string, len(columns))
	for i := range columns {
		cells[i] = cell(columns[i].class(), columns[i].text(row))
	}
	l.Figures = vugu.HTML(strings.Join(cells, ""))
	return l
}

// cell is a figure's cell. Cells are by far the most elements of the page, so they reach
// the browser as one text a row (BenchmarkPage). The text may be a file's own.
func cell(class, text string) string {
	return `<span role="gridcell" class="` + class + `">` + html.EscapeString(text) + `</span>`
}

// hue is the colour of a row's method, as CSS.
func (c *App) hue(row *message.Row) string {
	slot := int(row.Colour)
	if c.colour != message.ColourByRank {
		slot = c.names.slot(row.Method, c.colour)
	}
	return slotColour(slot)
}

// slotColour is a slot of the palette as CSS.
func slotColour(slot int) string {
	if slot < 0 {
		return "var(--slot-unknown)"
	}
	return "var(--slot-" + strconv.Itoa(slot) + ")"
}

func rowClass(row *message.Row) string {
	related := "parent"
	if row.Group == message.Children || row.Group == message.RecursiveChildren {
		related = "child"
	}
	switch row.Kind {
	case message.GroupRow:
		return "group " + related
	case message.ParentRow:
		return "parent"
	case message.ChildRow:
		return "child"
	case message.SelfRow:
		return "child self"
	case message.TreeRow:
		return "tree"
	}
	return "method"
}

func groupName(group message.RowGroup) string {
	return [...]string{"Parents", "Children", "Parents while recursive", "Children while recursive"}[group]
}
