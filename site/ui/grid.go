package ui

import (
	"fmt"
	"strconv"

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
}

func (c *Grid) shown() bool { return c.App.stage == opened && c.App.view == c.View }

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
	if len(c.lines) == 0 {
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

func (c *Grid) click(index int, event vugu.DOMEvent) {
	if c.t != nil {
		c.t.click(c.App, index, event)
	} else {
		c.App.relatives.click(c.App, index, event)
	}
}

func (c *Grid) enter(index int, event vugu.DOMEvent) {
	if c.t != nil && event.PropString("target", "className") != "twist" {
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

// named are the orders that the name's column offers.
func (c *Grid) sortName(by message.Column) { c.sort(column{By: by}) }

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
	case len(c.lines) > 0 || !c.shown():
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
