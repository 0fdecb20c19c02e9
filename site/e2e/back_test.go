//go:build !js

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestBack: the browser's Back returns to the view before, and so does Alt with an arrow key. Open files stay
// open.
func TestBack(t *testing.T) {
	t.Parallel()
	p := openTrace(t, sample(t))
	length := func() string { return eval[string](p, "String(history.length)") }
	state := func() string {
		return eval[string](p, `[document.querySelector(".tab.on").id, document.querySelector("#chip-range")?.checkVisibility() ? "part" : "whole", document.querySelectorAll("#methods-rows [aria-selected=true]").length].join(" ")`)
	}
	const page = `location.origin + location.pathname + location.search`
	address := eval[string](p, page)
	p.Pause()
	states := []string{state()}
	entries := eval[int](p, "history.length")
	v := p.ViewOf(timeline)
	for i, do := range []func(){
		func() { p.Keys("3") },
		func() { p.Drag(v.Left+300, v.Ruler, v.Left+520, v.Ruler) },
		func() { p.Keys("7") },
	} {
		do()
		p.Until("a history entry for the action", fmt.Sprint(entries+1+i), length)
		states = append(states, state())
	}
	whole := p.ViewOf(timeline)
	p.Keys("ww")
	p.Until("an entry for both keys", fmt.Sprint(entries+4), length)
	p.Pause()
	if got := eval[int](p, "history.length") - entries; got != 4 {
		t.Errorf("4 actions, including a zoom by two keys, make %d entries", got)
	}
	if got := eval[string](p, page); got != address {
		t.Errorf("the address is now %s", got)
	}
	p.Act("(history.back(), true)")
	p.Until("the timeline before zooming", fmt.Sprint(whole), func() string { return fmt.Sprint(p.ViewOf(timeline)) })
	for i := 2; i >= 0; i-- {
		if i == 1 {
			p.Keys(kb.ArrowLeft, chromedp.ModifierAlt)
		} else {
			p.Act("(history.back(), true)")
		}
		p.Until("the view before", states[i], state)
		p.WaitFor("the address to change", fmt.Sprintf(`location.hash.includes("view=" + document.querySelector(".tab.on").id.slice("tab-".length)) && location.hash.includes("range=") === %t`, i == 2))
	}
	p.Act("(history.go(3), true)")
	p.Until("the view after", states[3], state)
	p.Pause()
	if got := eval[int](p, "history.length") - entries; got != 4 {
		t.Errorf("after going back and forth there are %d entries, want 4", got)
	}
	// A link is followed even if a step settles in the same turn. Back leads to the view before it.
	p.Act(`(() => { const { state } = history; location.hash = "file=sample.trace.gz&view=flamegraph"; traceglassEntry("replaceState", state, []); return true; })()`)
	p.WaitFor("the view of the link", `document.querySelector("#tab-flamegraph.on") && location.hash.includes("view=flamegraph")`)
	p.Pause()
	p.Act("(history.back(), true)")
	p.Until("the view before the link", states[3], state)
	p.WaitFor("its address", `location.hash.includes("view=threads")`)
	if got := p.Text("#file-menu"); got != "sample.trace.gz" {
		t.Errorf("%q is open", got)
	}
}
