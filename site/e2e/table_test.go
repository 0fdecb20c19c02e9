//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/wasm/message"
)

// TestTable checks the table of methods and its keys in one visit.
func TestTable(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	p.Part("sort by key", func(t *testing.T) { sortByKey(t, p, k) })
	p.Part("keys after a choice", func(t *testing.T) { keysAfterSelect(t, p) })
	p.Part("columns", func(t *testing.T) { columns(t, p, k) })
}

// sortByKey: Tab reaches the column headers, arrow keys move between them, and Enter sorts and scrolls to
// the top.
func sortByKey(t *testing.T, p *page, k *known) {
	p.UntilGrid("the method table", "methods", k.Methods(message.MethodRows{}))
	p.Click("#methods-2 .fn")
	p.Keys(kb.End)
	p.WaitFor("the end of the table", `document.getElementById("methods-rows").scrollTop > 100`)
	focus := func(id string) {
		t.Helper()
		p.Until("focus on a column header", id, func() string { return eval[string](p, `document.activeElement.id`) })
	}
	focus("methods-rows")
	p.Keys(kb.Tab)
	focus("methods-sort-name")
	p.Keys(kb.End)
	focus("methods-sort-5")
	p.Keys(kb.ArrowLeft)
	focus("methods-sort-4")
	p.Keys(kb.Enter)
	p.UntilGrid("the table sorted by calls", "methods", k.Methods(message.MethodRows{Order: message.Order{Column: message.ByCalls}}))
	p.WaitFor("its top", `document.getElementById("methods-rows").scrollTop === 0`)
	p.Keys(kb.ArrowDown)
	focus("methods-rows")
	first := k.Rows(message.Order{Column: message.ByCalls}, 1)[0].Method
	p.Until("the first row", k.Name(first).Label, p.DetailsName)
}

// columns: a menu selects the columns, and the choice is stored for the next visit.
func columns(t *testing.T, p *page, k *known) {
	heads := func() string {
		return eval[string](p, `[...document.querySelectorAll("#methods-rows .num button")].map((e) => e.textContent).join()`)
	}
	p.Until("the column headers", "Incl %,Inclusive,Excl %,Exclusive,Calls+Rec,Time/Call", heads)
	p.Click("#methods-sort-columns")
	p.Click("#methods-columns-figure-2")
	p.Click("#methods-columns-clock-1")
	p.Click("#methods-columns-onward-4")
	const want = "Incl %,Inclusive,Exclusive,Time/Call,Calls+Rec,Incl %,Inclusive,Exclusive,Time/Call"
	p.Until("the selected columns", want, heads)
	p.Shots("columns")
	p.Keys(kb.Escape)
	p.WaitFor("no menu", `!document.querySelector(".menu.picks")?.checkVisibility()`)
	p.Keys("3")
	p.Until("the tree's column headers", want, func() string {
		return eval[string](p, `[...document.querySelectorAll("#topdown-rows .num button")].map((e) => e.textContent).join()`)
	})

	// Names and bars stay in place when the table scrolls sideways.
	p.Keys("2")
	p.View(900, 800, "light")
	const left = `["#methods-0 .fn", "#methods-0 .part", "#methods-0 .num:last-child"].map((s) => Math.round(document.querySelector(s).getBoundingClientRect().left)).join()`
	before := strings.Split(eval[string](p, left), ",")
	p.Act(`(document.getElementById("methods-rows").scrollLeft = 120, true)`)
	after := strings.Split(eval[string](p, left), ",")
	if before[0] != after[0] || before[1] != after[1] || before[2] == after[2] {
		t.Errorf("name, bar and last figure are at %v, then at %v", before, after)
	}

	p.Navigate("/")
	p.Open(k.file)
	p.Until("the columns on the next visit", want, heads)
}

// TestHitInView opens a real trace; package viewer opens more. In a deep trace, the view scrolls to the longest call of a match. A drag over the minimap
// leaves no tooltip. The selected range is readable, and the table scrolls to the top when another clock
// changes the order.
func TestHitInView(t *testing.T) {
	t.Parallel()
	k := corpus(t, "likaci-cpu_trace")
	p := open(t, "/")
	p.Open(k.file)
	k.checkShown(p)
	p.Act(`traceglassView.change({ threads: ["main"] }).length === 0`)
	p.Keys("/")
	p.WaitFor("focus in the search field", `document.activeElement.id === "find"`)
	p.Keys("inflate")
	p.WaitFor("the tally", `/^\d+, /.test(document.querySelector("#find-tally").textContent)`)
	for range 2 {
		before := p.DetailsName()
		p.Keys(kb.Enter)
		p.Until("another hit", "true", func() string { return fmt.Sprint(p.DetailsName() != before) })
		p.WaitFor("its longest call", `document.querySelector("#call-facts")`)
		p.Until("the call in view", "true", func() string {
			wide := 0.0
			for _, b := range p.Boxes(timeline) {
				if !b.Collapsing && b.Slot&(1<<9) != 0 {
					wide = max(wide, b.W)
				}
			}
			return fmt.Sprint(wide > 100)
		})
	}
	p.Shot("hit-in-view")
}
