package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
)

// Grid is the panel of a long table: methods, a call tree, or callers and callees. It
// keeps no figures: each build reads the App.
type Grid struct {
	App  *App
	View view

	t       *table // nil for callers and callees
	columns []column
	lines   []line
	order   message.Order

	// What the browser has. Vugu sends all that Build gives, but leaves an element's
	// children alone where it gives none; so rows and heads are given only when they
	// differ, and their clicks are heard by the box around them.
	drawn     []line
	drawnHead head
	freshRows bool
	freshHead bool
}

// A head is all that the heads of the columns depend on.
type head struct {
	columns string
	order   message.Order
}

// Compute lays out the rows in the page; there are none while the panel is hidden.
func (c *Grid) Compute() {
	a := c.App
	c.columns, c.lines = nil, nil
	switch c.View {
	case methodsView:
		c.t = &a.methods
	case topDownView:
		c.t = &a.topDown
	case bottomUpView:
		c.t = &a.bottomUp
	}
	if c.t != nil {
		c.order = c.t.order
	} else {
		c.order = a.relatives.order(a.sel.Clock)
	}
	if !c.shown() {
		return
	}
	c.columns = a.columns()
	if c.t != nil {
		c.lines = a.lines(c.t, c.columns)
	} else if a.sel.Method != message.NoNode {
		c.lines = a.relatives.lines(a, c.columns)
	}
	c.lines = c.growing(c.lines)
	if len(c.lines) == 0 {
		c.lines = []line{{Class: "none"}} // children there must be, to replace those before
	}
	now := head{fmt.Sprint(c.columns), c.order}
	c.freshHead, c.drawnHead = now != c.drawnHead, now
	c.freshRows = !slices.Equal(c.lines, c.drawn)
	c.drawn = c.lines
}

// growing is what this frame shows of lines. Where there were none rows come in pieces,
// each larger than the last: the first time that a browser writes figures takes it more
// than a millisecond a row, and the page should answer meanwhile.
func (c *Grid) growing(lines []line) []line {
	w := c.window()
	if len(lines) <= w.given {
		return lines
	}
	lines = lines[:w.given]
	w.given = min(max(4, 3*w.given), mostRows)
	c.App.host.Redraw()
	return lines
}

func (c *Grid) shown() bool { return c.App.frames == wholePage && c.App.view == c.View }

// box is the panel's name, of which its ids are made.
func (c *Grid) box() string { return tabs[c.View].id }

func (c *Grid) window() *window {
	if c.t != nil {
		return &c.t.window
	}
	return &c.App.relatives.window
}

func (c *Grid) cursor() int {
	if c.t != nil {
		return c.t.cursor
	}
	return c.App.relatives.cursor
}

// contentStyle makes room for all rows, seen or not.
func (c *Grid) contentStyle() string {
	return "height:" + strconv.Itoa(int(c.window().content())) + "px"
}

// rowsStyle puts the rows in the page where they belong.
func (c *Grid) rowsStyle() string {
	if len(c.lines) == 0 || c.lines[0].Class == "none" {
		return ""
	}
	return "transform:translateY(" + strconv.Itoa(int(c.window().y(c.lines[0].Index))) + "px)"
}

// gridStyle gives the columns their widths.
func (c *Grid) gridStyle() string { return columnsStyle(c.columns) }

// columnsStyle sets how wide the columns are, a name first, then figures, and the least
// that all of them take.
func columnsStyle(columns []column) string {
	var shares, calls, figures int
	css := "--columns:minmax(var(--name-min),1fr)"
	for i := range columns {
		switch k := &columns[i]; {
		case k.Share:
			css += " var(--pct)"
			shares++
		case k.By == message.ByCalls:
			css += " var(--calls)"
			calls++
		default:
			css += " var(--num)"
			figures++
		}
	}
	return css + fmt.Sprintf(";--least:calc(var(--name-min) + %d*var(--pct) + %d*var(--calls) + %d*var(--num) + 12px)", shares, calls, figures)
}

// clicked finds what was clicked by its id: a row, its triangle, or the head of a column.
func (c *Grid) clicked(event vugu.DOMEvent) {
	what, ok := strings.CutPrefix(event.PropString("target", "id"), c.box()+"-")
	if !ok {
		return
	}
	if by, ok := strings.CutPrefix(what, "sort-"); ok {
		switch i, err := strconv.Atoi(by); {
		case by == "rank":
			c.sort(column{By: message.ByRank})
		case by == "name":
			c.sort(column{By: message.ByName})
		case err == nil && i < len(c.columns):
			c.sort(c.columns[i])
		}
		return
	}
	row, twist := strings.CutSuffix(what, "-twist")
	index, err := strconv.Atoi(row)
	switch {
	case err != nil:
	case c.t != nil:
		c.t.click(c.App, index, twist)
	default:
		c.App.relatives.click(c.App, index)
	}
}

// entered is a double click on a row.
func (c *Grid) entered(event vugu.DOMEvent) {
	what, _ := strings.CutPrefix(event.PropString("target", "id"), c.box()+"-")
	if index, err := strconv.Atoi(what); err == nil && c.t != nil {
		c.t.enter(c.App, index)
	}
}

func (c *Grid) sort(k column) {
	if c.t != nil {
		c.t.sortBy(k.By, k.Clock)
	} else {
		c.App.relatives.sortBy(k.By)
	}
}

func (c *Grid) nameSorted() string {
	switch {
	case c.order.Column != message.ByName && c.order.Column != message.ByRank:
		return "none"
	case c.order.Ascending:
		return "ascending"
	}
	return "descending"
}

// blank is what the panel says while it has no rows.
func (c *Grid) blank() string {
	switch {
	case !c.shown() || c.lines[0].Class != "none":
		return ""
	case c.t == nil && c.App.sel.Method == message.NoNode:
		return "Select a method, in any view, to see who calls it and what it calls."
	case c.t == &c.App.methods && c.App.find.only && c.App.find.text != "":
		return "No method matches the search."
	case c.window().Total == 0 && c.App.sel.ranged():
		return "Nothing ran in this range on these threads."
	}
	return ""
}

func (c *Grid) label() string { return tabs[c.View].name }

func (c *Grid) role() string {
	if c.t == nil {
		return "grid"
	}
	return "treegrid"
}

// classes of the cells, by column.
func (c *Grid) class(i int) string { return c.columns[i].class() }

func (l *line) expanded() any {
	if l.Expanded == "" {
		return nil
	}
	return l.Expanded
}

func (c *Grid) activeRow() any {
	if id := active(c.box(), c.cursor()); id != "" {
		return id
	}
	return nil
}

func sortID(box string, i int) string { return box + "-sort-" + strconv.Itoa(i) }

// heads are the columns' heads, if they differ from what the browser has.
func (c *Grid) heads() []column {
	if !c.freshHead {
		return nil
	}
	return c.columns
}

// rows are the rows, if they differ from what the browser has.
func (c *Grid) rows() []line {
	if !c.freshRows {
		return nil
	}
	return c.lines
}
