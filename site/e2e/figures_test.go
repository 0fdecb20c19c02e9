//go:build !js

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/render/words"
)

var realTraces = []string{"fenix-regular", "setapp-game", "likaci-cpu_trace", "fenix-streaming"}

// TestFiguresAreTheExpected scrolls through the method table and compares every figure with the expected ones,
// which other programs computed. In the longest tables it checks every fourth screenful and the last one.
func TestFiguresAreTheExpected(t *testing.T) {
	for _, name := range realTraces {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := corpus(t, name)
			want := expected(t, name)
			p := open(t, "/")
			p.View(1100, 1800, "light") // more rows at once need fewer steps
			p.Open(k.file)
			if got := p.Text("#facts"); !strings.Contains(got, words.Count(want.Records)+" records") {
				t.Errorf("the page shows %q, want %d records", got, want.Records)
			}
			p.Click("#methods-sort-columns")
			p.Click("#methods-columns-clock-1")
			p.Keys(kb.Escape)
			p.WaitFor("the columns of both clocks", `document.querySelectorAll(".rows > #methods-0 [role=gridcell]").length === 11`)
			every := 1
			if len(want.Methods) > 3000 {
				every = 4
			}
			lines := p.allRows("methods", every)

			// 100 % is the time from each thread's first record to its last.
			wall, cpu := want.OutsideWallNs, want.OutsideCPUNs
			for _, m := range want.Methods {
				wall += m.ExclusiveWallNs
				cpu += m.ExclusiveCPUNs
			}
			var all []string
			for _, m := range want.Methods {
				all = append(all, m.line(wall, cpu))
			}
			if every == 1 {
				slices.Sort(all)
				slices.Sort(lines)
				if got, want := strings.Join(lines, "\n"), strings.Join(all, "\n"); got != want {
					t.Errorf("the method table, sorted by name %s", difference(got, want))
				}
				return
			}
			if len(lines) < len(all)/every {
				t.Errorf("only %d of %d rows were seen", len(lines), len(all))
			}
			left := map[string]int{}
			for _, line := range all {
				left[line]++
			}
			for _, line := range lines {
				if left[line]--; left[line] < 0 {
					t.Errorf("no method is expected to read %s", line)
				}
			}
		})
	}
}

// line returns the expected row of the method: title|wall|cpu|calls|time per call.
func (m summaryMethod) line(wall, cpu int64) string {
	part := func(ns, whole int64) string { return words.Percent(float64(ns) / float64(whole)) }
	calls := words.Count(m.Calls)
	if m.RecursiveCalls > 0 {
		calls += "+" + words.Count(m.RecursiveCalls)
	}
	n := m.Calls + m.RecursiveCalls
	return strings.Join([]string{
		m.title(),
		part(m.InclusiveWallNs, wall), words.Duration(m.InclusiveWallNs), part(m.ExclusiveWallNs, wall), words.Duration(m.ExclusiveWallNs),
		calls, words.Duration(m.InclusiveWallNs / n),
		part(m.InclusiveCPUNs, cpu), words.Duration(m.InclusiveCPUNs), part(m.ExclusiveCPUNs, cpu), words.Duration(m.ExclusiveCPUNs),
		words.Duration(m.InclusiveCPUNs / n),
	}, "|")
}

// allRows scrolls a table from top to bottom and returns the rows of every n-th screenful:
// title|cell|cell. It scrolls in batches, so that a slow machine gets [patience] for each of them.
func (p *page) allRows(box string, every int) []string {
	p.t.Helper()
	type answer struct {
		Rows  []string
		Next  int
		Total int
	}
	var rows []string
	for next := 0; ; {
		got := eval[answer](p, fmt.Sprintf(`(async () => {
			const box = document.getElementById(%q), every = %d, total = box.ariaRowCount - 1, rows = [];
			const frame = () => new Promise((done) => requestAnimationFrame(done));
			let next = %d;
			for (const end = performance.now() + 20000; next < total && performance.now() < end; await frame()) {
				const first = next;
				for (const row of box.querySelectorAll(".rows > [role=row]")) {
					if (row.ariaRowIndex - 2 !== next || !row.title) continue; // its name may not have arrived
					rows.push([row.title, ...[...row.querySelectorAll("[role=gridcell]")].map((c) => c.textContent)].join("|"));
					next++;
				}
				if (next === first) continue;
				if (next < total) next = Math.min(next + (every - 1) * (next - first), total - 1);
				box.scrollTop = next * 24;
			}
			return { Rows: rows, Next: next, Total: total };
		})()`, box+"-rows", every, next))
		rows = append(rows, got.Rows...)
		if got.Next >= got.Total {
			return rows
		}
		if got.Next == next {
			p.fatalf("row %d of %d does not appear", next, got.Total)
		}
		next = got.Next
	}
}
