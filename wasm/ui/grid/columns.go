package grid

import (
	"fmt"
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
)

// A column is one column of figures.
type column struct {
	desk        *desk.Desk
	Title, Hint string
	By          message.Column
	Clock       message.Clock
	Share       bool // percentage of By
	Strong      bool // of the selected clock
	First       bool // first of its clock
	Lead        bool // first of all
	Bar         bool // has a bar: the share of the lead figure by the selected clock
	HasSort     bool // carries aria-sort for By
}

// leadOf returns the figure that a table shows first and as a bar: inclusive time, or what methods caused if the table
// begins sorted by it.
func leadOf(d *desk.Desk, sorted message.Column) message.Column {
	if d.ShownCode() == message.ChargedToOwn && sorted == message.ByExclusive {
		return message.ByExclusive
	}
	return message.ByInclusive
}

// columns returns a table's columns after the name, the selected clock's first. A trace without times has only
// the number of calls.
func columns(d *desk.Desk, lead message.Column) []column {
	var all []column
	order := d.Columns.Order
	if lead == message.ByExclusive && slices.IsSorted(order) { // the user has chosen no other order
		order = []desk.Figure{desk.ExclusiveShare, desk.Exclusive, desk.InclusiveShare, desk.Inclusive, desk.Calls, desk.PerCall}
	}
	bar := false
	clocks := slices.DeleteFunc(d.AllClocks(), func(c message.Clock) bool { return c != d.Clock && !d.Columns.Always[c] })
	for i, clock := range clocks {
		first := true
		for _, f := range order {
			if d.Timeless() && f != desk.Calls || !d.Timeless() && d.Columns.Hidden[f] || f == desk.Calls && i > 0 {
				continue
			}
			k := columnOf(d, f, clock)
			k.Strong, k.First, k.Lead = i == 0, first, len(all) == 0
			k.Bar = !bar && i == 0 && k.By == lead
			k.HasSort = !k.Share || d.Columns.Hidden[f+1]
			bar = bar || k.Bar
			first = false
			all = append(all, k)
		}
	}
	return all
}

// columnOf returns the column of a figure by a clock.
func columnOf(d *desk.Desk, f desk.Figure, clock message.Clock) column {
	name := d.ClockName(clock)
	k := column{Clock: clock, desk: d}
	switch f {
	case desk.InclusiveShare:
		k.Title, k.Hint, k.By, k.Share = words.T("Incl %"), words.Say("{1} time from entry to exit, as a share of all time", name), message.ByInclusive, true
		if d.ShownCode() == message.OwnCode {
			k.Hint = words.Say("{1} time in own code from entry to exit, as a share of all time. Time in other code is left out", name)
		}
	case desk.Inclusive:
		k.Title, k.Hint, k.By = words.T("Inclusive"), words.Say("{1} time from entry to exit; recursive calls count once", name), message.ByInclusive
		if d.ShownCode() == message.OwnCode {
			k.Title, k.Hint = words.T("Incl own"), words.Say("{1} time in own code from entry to exit: its own time and that of own methods that it calls. Time in other code is left out", name)
		}
	case desk.ExclusiveShare:
		if d.ShownCode() == message.ChargedToOwn {
			k.Title, k.Hint, k.By, k.Share = words.T("Caused %"), words.Say("{1} time that the method caused, as a share of all time", name), message.ByExclusive, true
			break
		}
		k.Title, k.Hint, k.By, k.Share = words.T("Excl %"), words.Say("{1} time of the method itself, as a share of all time", name), message.ByExclusive, true
	case desk.Exclusive:
		if d.ShownCode() == message.ChargedToOwn {
			k.Title, k.Hint, k.By = words.T("Caused"), words.Say("{1} time that the method caused: its own, and that of the platform and library code that it calls, up to the next own method", name), message.ByExclusive
			break
		}
		k.Title, k.Hint, k.By = words.T("Exclusive"), words.Say("{1} time of the method itself: inclusive time minus the time of its callees", name), message.ByExclusive
	case desk.Calls:
		k.Title, k.Hint, k.By = words.T("Calls+Rec"), words.T("Calls, and calls made while the method was already running"), message.ByCalls
		if sampled(d) {
			k.Title, k.Hint = words.T("Times seen"), words.T("How many times consecutive samples show the method. The number of calls is unknown")
		}
	case desk.PerCall:
		k.Title, k.Hint, k.By = words.T("Time/Call"), words.Say("{1} time: inclusive time divided by calls + recursive calls", name), message.ByPerCall
		if sampled(d) {
			k.Title, k.Hint = words.T("Time/seen"), words.Say("{1} time: inclusive time divided by times seen", name)
		}
	}
	return k
}

// sampled reports whether the trace has samples instead of calls.
func sampled(d *desk.Desk) bool { return d.Trace != nil && d.Trace.Sampled }

// class returns the CSS class of a column and its cells.
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
	if k.Bar {
		s += " part"
	}
	if k.Bar && k.Lead {
		s += " stays"
	}
	return s
}

// clockLabel returns the label over the first column of a clock.
func (k *column) clockLabel() string {
	if k.First && !k.desk.Timeless() {
		return k.desk.ClockName(k.Clock)
	}
	return ""
}

// sorted returns the column's aria-sort under an order. A time and its share sort the same way. Only one of
// them carries the attribute.
func (k *column) sorted(o message.Order) string {
	timed := k.By == message.ByInclusive || k.By == message.ByExclusive || k.By == message.ByPerCall
	switch {
	case k.By != o.Column || timed && k.Clock != o.Clock || !k.HasSort:
		return "none"
	case o.Ascending:
		return "ascending"
	}
	return "descending"
}

// text returns the text of a cell.
func (k *column) text(row *message.Row) string {
	switch row.Kind {
	case message.GroupRow:
		return ""
	case message.SelfRow:
		if k.By == message.ByInclusive && k.Share {
			return words.Percent(row.InclusiveShare[k.Clock])
		} else if k.By == message.ByInclusive {
			return k.desk.Figure(row.Inclusive[k.Clock], k.Clock)
		}
		return ""
	case message.FoldRow: // it has several methods, and no number of calls
		if k.By != message.ByInclusive && k.By != message.ByExclusive {
			return ""
		}
	}
	edge := row.Kind == message.ParentRow || row.Kind == message.ChildRow
	switch {
	case k.By == message.ByInclusive && k.Share:
		return words.Percent(row.InclusiveShare[k.Clock])
	case k.By == message.ByInclusive:
		return k.desk.Figure(row.Inclusive[k.Clock], k.Clock)
	case k.By == message.ByCalls && edge:
		return words.Count(row.Calls) + "/" + words.Count(row.CalleeCalls)
	case k.By == message.ByCalls && row.Recursive > 0:
		return words.Count(row.Calls) + "+" + words.Count(row.Recursive)
	case k.By == message.ByCalls:
		return words.Count(row.Calls)
	case edge:
		return ""
	case k.By == message.ByExclusive && k.Share:
		return words.Percent(row.ExclusiveShare[k.Clock])
	case k.By == message.ByExclusive:
		return k.desk.Figure(row.Exclusive[k.Clock], k.Clock)
	case k.By == message.ByPerCall:
		if n := row.Calls + row.Recursive; n > 0 {
			return k.desk.Figure(row.Inclusive[k.Clock]/n, k.Clock)
		}
	}
	return ""
}

// columnsStyle returns the widths of the columns and the table's least width, as CSS. before is the space
// before a name in pixels, and beforeShort before one without its package.
func columnsStyle(columns []column, before, beforeShort int, names string) string {
	var shares, calls, figures int
	css := "--columns:minmax(var(--name-least),1fr)"
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
	need := func(name string, before int) string {
		return fmt.Sprintf("--name-%s:max(var(--name-min),calc(%dpx + %s));", name, before, names)
	}
	return need("need", before) + need("short", beforeShort) + css +
		fmt.Sprintf(";--least:calc(var(--name-least) + %d*var(--pct) + %d*var(--calls) + %d*var(--num) + 12px)", shares, calls, figures)
}
