package ui

import (
	"strconv"
	"strings"

	"traceglass/wasm/message"
)

// relatives is the view of callers and callees: parents above the method, children
// below it.
type relatives struct {
	window
	query  query
	method uint32 // that rows are about
	rows   []message.Row
	cursor int
	column message.Column
	up     bool
}

func (r *relatives) order(clock message.Clock) message.Order {
	return message.Order{Column: r.column, Clock: clock, Ascending: r.up}
}

// take lays the answer out: callers, the method, callees.
func (r *relatives) take(c *App, reply *message.Rows) {
	var above, middle, below []message.Row
	for _, row := range reply.Rows {
		c.names.need(row.Method)
		switch {
		case row.Kind == message.MethodRow:
			middle = append(middle, row)
			r.method = row.Method
		case row.Group == message.Parents || row.Group == message.RecursiveParents:
			above = append(above, row)
		default:
			below = append(below, row)
		}
	}
	r.rows = append(append(above, middle...), below...)
	r.Total = len(r.rows)
	r.cursor = len(above)
	if len(middle) == 0 {
		r.cursor = -1
	}
}

// lines are the rows in the page.
func (r *relatives) lines(c *App, columns []column) []line {
	t := table{box: "relatives", window: r.window, cursor: r.cursor, reply: message.Rows{Rows: r.rows, Total: len(r.rows)}}
	all := c.lines(&t, columns)
	for i := range all {
		all[i].Level, all[i].Expanded = 1, "" // nothing opens here
		all[i].Class = strings.Replace(all[i].Class, " opens", "", 1)
	}
	return all
}

// click goes on to the relative.
func (r *relatives) click(c *App, index int) {
	if index < 0 || index >= len(r.rows) {
		return
	}
	r.cursor = index
	if kind := r.rows[index].Kind; kind == message.ParentRow || kind == message.ChildRow {
		c.chooseMethod(r.rows[index].Method)
	}
}

func (r *relatives) sortBy(column message.Column) {
	if r.column == column {
		r.up = !r.up
		return
	}
	r.column, r.up = column, column == message.ByName
}

func (r *relatives) press(c *App, key Key) bool {
	switch key.Name {
	case "ArrowDown":
		r.cursor = min(r.cursor+1, len(r.rows)-1)
	case "ArrowUp":
		r.cursor = max(r.cursor-1, 0)
	case "Home":
		r.cursor = 0
	case "End":
		r.cursor = len(r.rows) - 1
	case "Enter":
		r.click(c, r.cursor)
	default:
		return false
	}
	if top, moved := r.reach(r.cursor); moved {
		r.Top = top
		c.host.ScrollTo("relatives", top)
	}
	return true
}

// active is the id of the row that has the keyboard, for aria-activedescendant.
func active(box string, cursor int) string {
	if cursor < 0 {
		return ""
	}
	return box + "-" + strconv.Itoa(cursor)
}
