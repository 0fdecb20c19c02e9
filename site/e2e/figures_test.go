//go:build !js

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/site/ui"
)

var realTraces = []string{"fenix-regular", "setapp-game", "likaci-cpu_trace", "fenix-streaming"}

// TestFiguresAreTheExpected scrolls the method table through and compares every figure of
// every row with the expected answers, which others than the engine gave.
func TestFiguresAreTheExpected(t *testing.T) {
	for _, name := range realTraces {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := corpus(t, name)
			want := expected(t, name)
			p := open(t, "/")
			p.View(1100, 1800, "light") // the more rows at once, the fewer steps
			p.Open(k.file)
			if got := p.Text("#facts"); !strings.Contains(got, ui.Figures.Count(want.Records)+" records") {
				t.Errorf("the page says %q, want %d records", got, want.Records)
			}
			lines := p.allRows("methods")

			// The 100 %: from each thread's first record to its last.
			wall, cpu := want.OutsideWallNs, want.OutsideCPUNs
			for _, m := range want.Methods {
				wall += m.ExclusiveWallNs
				cpu += m.ExclusiveCPUNs
			}
			var all []string
			for _, m := range want.Methods {
				all = append(all, m.line(wall, cpu))
			}
			slices.Sort(all)
			slices.Sort(lines)
			if got, want := strings.Join(lines, "\n"), strings.Join(all, "\n"); got != want {
				t.Errorf("the method table, sorted by name %s", difference(got, want))
			}
		})
	}
}

// line is how the method's row must read: title|wall|cpu|calls|time per call.
func (m summaryMethod) line(wall, cpu int64) string {
	f := ui.Figures
	part := func(ns, whole int64) string { return f.Share(float64(ns) / float64(whole)) }
	calls := f.Count(m.Calls)
	if m.RecursiveCalls > 0 {
		calls += "+" + f.Count(m.RecursiveCalls)
	}
	n := m.Calls + m.RecursiveCalls
	return strings.Join([]string{
		m.title(),
		part(m.InclusiveWallNs, wall), f.Duration(m.InclusiveWallNs), part(m.ExclusiveWallNs, wall), f.Duration(m.ExclusiveWallNs),
		part(m.InclusiveCPUNs, cpu), f.Duration(m.InclusiveCPUNs), part(m.ExclusiveCPUNs, cpu), f.Duration(m.ExclusiveCPUNs),
		calls, f.Duration(m.InclusiveWallNs / n), f.Duration(m.InclusiveCPUNs / n),
	}, "|")
}

// allRows scrolls a table from top to bottom and returns all rows: title|cell|cell.
func (p *page) allRows(box string) []string {
	p.t.Helper()
	type answer struct {
		Rows []string
		Why  string
	}
	got := eval[answer](p, fmt.Sprintf(`(async () => {
		const box = document.getElementById(%q), total = box.ariaRowCount - 1, rows = [];
		const frame = () => new Promise((done) => requestAnimationFrame(done));
		for (let tries = 0; rows.length < total; tries++) {
			if (tries === 2000) return { Rows: rows, Why: "row " + rows.length + " of " + total + " does not appear" };
			const before = rows.length;
			for (const row of box.querySelectorAll(".rows > [role=row]")) {
				if (row.ariaRowIndex - 2 !== rows.length || !row.title) continue; // its name may be on the way
				rows.push([row.title, ...[...row.querySelectorAll("[role=gridcell]")].map((c) => c.textContent)].join("|"));
			}
			if (rows.length > before) {
				tries = 0;
				box.scrollTop = rows.length * 24;
			}
			await frame();
		}
		return { Rows: rows, Why: "" };
	})()`, box+"-rows"))
	if got.Why != "" {
		p.fatalf("%s", got.Why)
	}
	return got.Rows
}
