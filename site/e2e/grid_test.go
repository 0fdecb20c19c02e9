//go:build !js

package e2e

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

// The helpers in this file read tables of the page and compute the expected tables from the engine's answers.
// Each row is one line, "name|cell|cell". The order of columns is repeated here, so that a test fails if the
// page swaps two of them.

// A grid holds the rows of a table that are in the document.
type grid struct {
	First int // index of the first row
	Total int // number of all rows
	Rows  []string
}

func (g grid) String() string { return strings.Join(g.Rows, "\n") }

// Grid reads the table whose ids begin with box.
func (p *page) Grid(box string) grid {
	p.t.Helper()
	return eval[grid](p, fmt.Sprintf(`(() => {
		const table = document.getElementById(%q);
		if (!table?.checkVisibility()) return { First: 0, Total: 0, Rows: [] };
		const rows = [...table.querySelectorAll(".rows > [role=row]")];
		return {
			First: rows.length ? rows[0].ariaRowIndex - 2 : 0,
			Total: table.ariaRowCount - 1,
			Rows: rows.map((row) => [
				row.querySelector(".pkg")?.textContent ?? "", row.querySelector(".fn").textContent, "|",
				[...row.querySelectorAll("[role=gridcell]")].filter((c) => c.matches(".num")).map((c) => c.textContent).join("|"),
			].join("")),
		};
	})()`, box+"-rows"))
}

// UntilGrid waits until the rows in the document are the expected ones. want returns count rows, starting at
// index first.
func (p *page) UntilGrid(what, box string, want func(first, count int) []string) {
	p.t.Helper()
	p.UntilSame(what, func() (string, string) {
		g := p.Grid(box)
		return g.String(), strings.Join(want(g.First, max(1, len(g.Rows))), "\n")
	})
}

// clocks returns the clocks in the details while one of them is selected.
func (k *known) clocks(chosen message.Clock) []message.Clock {
	list := []message.Clock{chosen}
	for _, c := range []message.Clock{message.Wall, message.CPU} {
		if c != chosen && (c == message.Wall && k.about.HasWall || c == message.CPU && k.about.HasCPU) {
			list = append(list, c)
		}
	}
	return list
}

// line returns the expected row while a clock is selected and the usual columns are shown.
func (k *known) line(row message.Row, chosen message.Clock) string {
	var cells []string
	add := func(text string) { cells = append(cells, text) }
	isEdge := row.Kind == message.ParentRow || row.Kind == message.ChildRow
	isMethod := row.Kind == message.MethodRow || row.Kind == message.TreeRow
	if row.Kind == message.GroupRow {
		return k.rowName(row, chosen) + "||||||"
	}
	add(words.Percent(row.InclusiveShare[chosen]))
	add(words.Duration(row.Inclusive[chosen]))
	if isMethod || row.Kind == message.FoldRow {
		add(words.Percent(row.ExclusiveShare[chosen]))
		add(words.Duration(row.Exclusive[chosen]))
	} else {
		cells = append(cells, "", "")
	}
	switch {
	case isEdge:
		add(words.Count(row.Calls) + "/" + words.Count(row.Recursive))
	case isMethod && row.Recursive > 0:
		add(words.Count(row.Calls) + "+" + words.Count(row.Recursive))
	case isMethod:
		add(words.Count(row.Calls))
	default:
		add("")
	}
	if n := row.Calls + row.Recursive; isMethod && n > 0 {
		add(words.Duration(row.Inclusive[chosen] / n))
	} else {
		add("")
	}
	return k.rowName(row, chosen) + "|" + strings.Join(cells, "|")
}

func (k *known) rowName(row message.Row, chosen message.Clock) string {
	switch {
	case row.Kind == message.GroupRow:
		return [...]string{"Parents", "Children", "Parents while recursive", "Children while recursive"}[row.Group]
	case row.Kind == message.SelfRow:
		return "self"
	case row.Kind == message.FoldRow:
		return words.Plural(int64(row.Folded), "platform frame", "platform frames") + ", " + words.Percent(row.InclusiveShare[chosen])
	case row.Method == message.NoNode:
		return "(toplevel)"
	}
	return k.name(row.Method).Label
}

func (k *known) lines(rows []message.Row, chosen message.Clock) []string {
	var all []string
	for _, row := range rows {
		all = append(all, k.line(row, chosen))
	}
	return all
}

// methods returns lines of the method table, from the engine's answers.
func (k *known) methods(req message.MethodRows) func(first, count int) []string {
	if req.Scope.To == 0 {
		req.Scope.To = message.Whole
	}
	return func(first, count int) []string {
		req.First, req.Count = first, count
		return k.lines(ask[*message.Rows](k, &req).Rows, req.Scope.Clock)
	}
}

// tree returns lines of a call tree.
func (k *known) tree(req message.TreeRows) func(first, count int) []string {
	req.HotPath = message.NoNode
	return func(first, count int) []string {
		req.First, req.Count = first, count
		return k.lines(ask[*message.Rows](k, &req).Rows, req.Scope.Clock)
	}
}

// relatives returns lines of callers and callees: callers, the method, callees.
func (k *known) relatives(req message.Relatives) func(first, count int) []string {
	rows := ask[*message.Rows](k, &req).Rows
	above := func(r message.Row) int {
		switch {
		case r.Kind == message.MethodRow:
			return 1
		case r.Group == message.Parents || r.Group == message.RecursiveParents:
			return 0
		}
		return 2
	}
	slices.SortStableFunc(rows, func(a, b message.Row) int { return above(a) - above(b) })
	lines := k.lines(rows, req.Scope.Clock)
	return func(first, count int) []string { return lines[min(first, len(lines)):min(first+count, len(lines))] }
}

// rows returns the first rows of the method table for the whole trace.
func (k *known) rows(order message.Order, count int) []message.Row {
	return ask[*message.Rows](k, &message.MethodRows{Scope: whole, Order: order, Count: count}).Rows
}

// Pairs reads a description list, one "term: text" a line.
func (p *page) Pairs(selector string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf(`[...document.querySelectorAll(%q)].map((d) =>
		d.querySelector("dt").textContent + ": " + d.querySelector("dd").textContent).join("\n")`, selector+" > div"))
}

// row returns the selector of a row of a table.
func row(box string, index int) string { return "#" + box + "-" + strconv.Itoa(index) }
