package grid

import (
	"fmt"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
)

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
func columns(d *desk.Desk) []column {
	var all []column
	clocks := d.ColumnClocks()
	for i, clock := range clocks {
		name, strong := desk.ClockName(clock), i == 0
		all = append(all,
			column{"Incl %", name + " time from entry to exit, as a part of all time", message.ByInclusive, clock, true, strong, true},
			column{"Inclusive", name + " time from entry to exit; recursive calls count once", message.ByInclusive, clock, false, strong, false},
			column{"Excl %", name + " time of the method's own, as a part of all time", message.ByExclusive, clock, true, strong, false},
			column{"Exclusive", name + " time of the method's own: inclusive less its callees'", message.ByExclusive, clock, false, strong, false})
	}
	calls := column{"Calls+Rec", "Calls, and calls made while the method was already running", message.ByCalls, d.Clock, false, true, true}
	if d.Trace != nil && d.Trace.Sampled {
		calls.Title, calls.Hint = "Times seen", "In how many runs of samples the method was seen; how often it was called is unknown"
	}
	all = append(all, calls)
	for i, clock := range clocks {
		all = append(all, column{"Time/Call", desk.ClockName(clock) + " time: inclusive by calls + recursive calls", message.ByPerCall, clock, false, i == 0, i == 0})
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
		return desk.ClockName(k.Clock)
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
			return words.Percent(row.InclusiveShare[k.Clock])
		} else if k.By == message.ByInclusive {
			return words.Duration(row.Inclusive[k.Clock])
		}
		return ""
	}
	edge := row.Kind == message.ParentRow || row.Kind == message.ChildRow
	switch {
	case k.By == message.ByInclusive && k.Share:
		return words.Percent(row.InclusiveShare[k.Clock])
	case k.By == message.ByInclusive:
		return words.Duration(row.Inclusive[k.Clock])
	case k.By == message.ByCalls && edge:
		return words.Count(row.Calls) + "/" + words.Count(row.Recursive)
	case k.By == message.ByCalls && row.Recursive > 0:
		return words.Count(row.Calls) + "+" + words.Count(row.Recursive)
	case k.By == message.ByCalls:
		return words.Count(row.Calls)
	case edge:
		return ""
	case k.By == message.ByExclusive && k.Share:
		return words.Percent(row.ExclusiveShare[k.Clock])
	case k.By == message.ByExclusive:
		return words.Duration(row.Exclusive[k.Clock])
	case k.By == message.ByPerCall:
		if n := row.Calls + row.Recursive; n > 0 {
			return words.Duration(row.Inclusive[k.Clock] / n)
		}
	}
	return ""
}

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
