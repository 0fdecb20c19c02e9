// Package figures is what the tables of what differs have in common: the columns of figures of A and
// of B, and their changes.
package figures

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/grid"
)

// sorts are the ends of the ids of the heads that sort, by message.ChangeOrder.
var sorts = [...]string{message.ChangeOfInclusive: "-by-inclusive", message.ChangeOfExclusive: "-by-exclusive", message.ChangeOfCalls: "-by-calls"}

// Heads are the columns' of a table in an order, whose ids begin with its name.
func Heads(d *desk.Changes, table string, of words.Text, order message.ChangeOrder) []grid.Head {
	if !d.Timed() {
		order = message.ChangeOfCalls
	}
	head := func(title, hint words.Text) grid.Head { return grid.FixedHead("num", title, hint) }
	sort := func(title, hint words.Text, by message.ChangeOrder) grid.Head {
		h := head(title, hint)
		h.Buttons[0].ID, h.Buttons[0].Fixed = table+sorts[by], false
		if order == by {
			h.Sorted = "descending"
		}
		return h
	}
	all := []grid.Head{
		grid.NameHead(of),
		head("Calls A", "Recursive ones too"), head("Calls B", "Recursive ones too"), sort("± calls", "Sort by the size of the change of calls", message.ChangeOfCalls),
	}
	if !d.Timed() {
		return all
	}
	return append(all,
		head("Excl. A", "Exclusive time"), head("Excl. B", "Exclusive time"), sort("± excl.", "Sort by the size of the change of exclusive time", message.ChangeOfExclusive),
		head("Incl. A", "Inclusive time"), head("Incl. B", "Inclusive time"), sort("± incl.", "Sort by the size of the change of inclusive time", message.ChangeOfInclusive),
		head("B ÷ A", "How many times A’s inclusive time B’s is"),
		head("By calls", "What of the change of inclusive time comes of more or fewer calls"),
		head("By cost", "What of the change of inclusive time comes of dearer or cheaper calls; both parts add up to it"),
		head("Per call A", "Inclusive time of a call, as measured"), head("Per call B", "Inclusive time of a call, as measured"),
	)
}

// Sort sorts by the head that was clicked; false for any other element.
func Sort(order *message.ChangeOrder, table, id string) bool {
	for by, end := range sorts {
		if id == table+end {
			*order = message.ChangeOrder(by)
			return true
		}
	}
	return false
}

// Line is a row with what there is to say of a method or a path: its name and its figures.
func Line(d *desk.Changes, c *message.Change) grid.Line {
	l := grid.Line{Class: "row", Title: desk.FullName(c), Selected: d.Pair == c.Pair, Level: 1, Figures: cells(d, c)}
	l.Call(desk.Called(c))
	if l.Selected {
		l.Class += " on"
	}
	return l
}

// cells are a row's.
func cells(d *desk.Changes, c *message.Change) vugu.HTML {
	var all strings.Builder
	figures := func(of [2]int64, figure func(int64) string) {
		all.WriteString(grid.Cell("num", figure(of[0])))
		all.WriteString(grid.Cell("num", figure(of[1])))
	}
	change := func(of [2]int64, figure func(int64) string) {
		text, class := desk.Changed(of, figure)
		all.WriteString(grid.Cell("num by "+class, text))
	}
	both := func(of [2]int64, figure func(int64) string) {
		figures(of, figure)
		change(of, figure)
	}
	both(c.Calls, d.Calls)
	if d.Timed() {
		both(c.Exclusive, d.Time)
		both(c.Inclusive, d.Time)
		all.WriteString(grid.Cell("num", ratio(c.Inclusive)))
		change([2]int64{0, c.Split[0]}, d.Time)
		change([2]int64{0, c.Split[1]}, d.Time)
		figures(c.Each, func(n int64) string {
			if n < 0 {
				return ""
			}
			return d.Measured(n)
		})
	}
	return vugu.HTML(all.String())
}

// ratio is how many times A B is, "" where one is nothing.
func ratio(of [2]int64) string {
	if of[0] <= 0 || of[1] <= 0 {
		return ""
	}
	f := float64(of[1]) / float64(of[0])
	digits := 2
	if f >= 100 {
		digits = 0
	}
	return strconv.FormatFloat(f, 'f', digits, 64)
}
