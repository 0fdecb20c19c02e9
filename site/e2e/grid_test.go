//go:build !js

package e2e

import (
	"fmt"
	"strconv"
	"strings"
)

// The helpers in this file read tables of the page. Each row is one line, as in package expect.

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

// Pairs reads a description list, one "term: text" a line.
func (p *page) Pairs(selector string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf(`[...document.querySelectorAll(%q)].map((d) =>
		d.querySelector("dt").textContent + ": " + d.querySelector("dd").textContent).join("\n")`, selector+" > div"))
}

// row returns the selector of a row of a table.
func row(box string, index int) string { return "#" + box + "-" + strconv.Itoa(index) }
