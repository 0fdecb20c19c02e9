// Package figures has the columns that the tables of differences share: the figures of A and of B, and their
// change.
package figures

import (
	"math"
	"strconv"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/grid"
	"traceglass/wasm/ui/node"
)

// sorts has the ends of the IDs of the heads that sort, by message.ChangeOrder.
var sorts = [...]string{message.ChangeOfInclusive: "-by-inclusive", message.ChangeOfExclusive: "-by-exclusive", message.ChangeOfCalls: "-by-calls"}

// sorted has the values of aria-sort, by message.ChangeWay.
var sorted = [...]string{message.Either: "other", message.Rose: "descending", message.Fell: "ascending"}

// Heads returns the column heads of a table sorted in an order. Their IDs begin with the table's name.
func Heads(d *desk.Changes, table string, of words.Text, order message.ChangeOrder) []grid.Head {
	if !d.HasClock() {
		order = message.ChangeOfCalls
	}
	head := func(title, hint words.Text) grid.Head { return grid.FixedHead("num", title, hint) }
	sort := func(title, hint words.Text, by message.ChangeOrder) grid.Head {
		h := head(title, hint)
		h.Buttons[0].ID, h.Buttons[0].Fixed = table+sorts[by], false
		if order == by {
			h.Sorted = sorted[d.Way]
		}
		return h
	}
	calls, every := [...]words.Text{"Calls A", "Calls B", "± calls", "By calls", "Per call A", "Per call B"}, words.Text("Recursive ones too")
	if d.Sampled() {
		calls = [...]words.Text{"Seen A", "Seen B", "± seen", "By seen", "Time/seen A", "Time/seen B"}
		every = "In a trace of samples: how many times consecutive samples show the method. The number of calls is unknown"
	}
	all := []grid.Head{grid.NameHead(of), head(calls[0], every), head(calls[1], every), sort(calls[2], "Sort by this change: both by size, increases first, or decreases first", message.ChangeOfCalls)}
	if !d.HasClock() {
		return all
	}
	return append(all,
		head("Excl. A", "Exclusive time"), head("Excl. B", "Exclusive time"), sort("± excl.", "Sort by the change of exclusive time: both by size, slower methods first, or faster methods first", message.ChangeOfExclusive),
		head("Incl. A", "Inclusive time"), head("Incl. B", "Inclusive time"), sort("± incl.", "Sort by the change of inclusive time: both by size, slower methods first, or faster methods first", message.ChangeOfInclusive),
		head("B ÷ A", "B’s inclusive time divided by A’s"),
		head(calls[3], "The part of the inclusive change from more or fewer calls"),
		head("By time", "The part of the inclusive change from slower or faster calls. Both parts add up to the change"),
		head(calls[4], "Inclusive time of a call, as measured"), head(calls[5], "Inclusive time of a call, as measured"),
	)
}

// Class returns the CSS classes of a table that set the widths of its columns.
func Class(d *desk.Changes) string {
	return node.ClassIf(!d.HasClock(), " untimed") + node.ClassIf(d.Scale.Unit == message.OfWhole, " shares")
}

// next is the sort direction after another click on the same head.
var next = [...]message.ChangeWay{message.Either: message.Rose, message.Rose: message.Fell, message.Fell: message.Either}

// Sort handles a click on a head: it sorts by the column, or changes the direction. It returns false for any
// other element.
func Sort(d *desk.Changes, order *message.ChangeOrder, table, id string) bool {
	for by, end := range sorts {
		if id == table+end {
			if *order == message.ChangeOrder(by) {
				d.Way = next[d.Way]
			}
			*order = message.ChangeOrder(by)
			return true
		}
	}
	return false
}

// Line returns a row for a method or a path: its name and its figures.
func Line(d *desk.Changes, c *message.Change) grid.Line {
	l := grid.Line{Class: "row", Title: desk.FullName(c), Selected: d.Pair == c.Pair && c.Methods == 0, Level: 1, Figures: cells(d, c)}
	l.Lead = desk.ChangePrefix(c)
	l.SetLabel(words.Clip(words.ShortLabel(c.Name)))
	if l.Selected {
		l.Class += " on"
	}
	return l
}

// Menu opens the menu of a row, by the id of its element, or of the focused row. change returns the method of a row, or nil.
func Menu(d *desk.Changes, s *grid.Sheet, id string, at desk.Place, change func(row int) *message.Change) bool {
	row, _, ok := s.RowOf(id)
	if id == s.Name+"-rows" {
		row, ok = s.Cursor, true
	}
	c := change(row)
	if !ok || c == nil || c.Methods > 0 {
		return false
	}
	d.OpenMethodMenu(c, desk.Menu{At: at, Element: s.RowID(row), ReturnFocus: s.Name + "-rows"})
	return true
}

// cells returns the figures of a row.
func cells(d *desk.Changes, c *message.Change) vugu.HTML {
	var all vugu.HTML
	figures := func(of [2]int64, figure func(int64) string) {
		all += grid.Cell("num", figure(of[0]))
		all += grid.Cell("num", figure(of[1]))
	}
	change := func(of [2]int64, figure func(int64) string) {
		text, class := desk.Changed(of, figure)
		all += grid.Cell("num by "+class, text)
	}
	both := func(of [2]int64, figure func(int64) string) {
		figures(of, figure)
		change(of, figure)
	}
	both(c.Calls, d.Calls)
	if d.HasClock() {
		both(c.Exclusive, d.Time)
		both(c.Inclusive, d.Time)
		all += grid.Cell("num", ratio(c.Inclusive))
		if c.Methods > 0 { // calls of different methods
			all += grid.Cell("num", "") + grid.Cell("num", "")
		} else {
			change([2]int64{0, c.Split[0]}, d.Time)
			change([2]int64{0, c.Split[1]}, d.Time)
		}
		figures(c.Each, func(n int64) string {
			if n < 0 {
				return ""
			}
			return d.Measured(n)
		})
	}
	return all
}

// ratio returns B divided by A as text, "" if either is zero.
func ratio(of [2]int64) string {
	if of[0] <= 0 || of[1] <= 0 {
		return ""
	}
	f := float64(of[1]) / float64(of[0])
	switch {
	case f >= 10_000:
		return words.Rough(int64(f))
	case f >= 100:
		return words.Count(int64(math.Round(f)))
	}
	return strconv.FormatFloat(f, 'f', 2, 64)
}
