//go:build !js

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// WaitAnswers waits until the overview has its figures, and returns their title.
func (p *page) WaitAnswers() string {
	p.t.Helper()
	p.WaitOverview()
	p.WaitFor("the figures of the overview", `document.querySelectorAll("#overview-head .large dd").length > 1`)
	return p.Text("#overview-head h2")
}

// TestOverviewFits: a trace opens on the overview, whose first screen shows the figures and the findings, on a phone too. The tabs
// are in one row. A table that is cut has a shade. At every width the search for a part can be read. Links, other pages and saved
// pages name the overview. The test of the overview in wasm/viewer has all that one can do there.
func TestOverviewFits(t *testing.T) {
	t.Parallel()
	p := open(t, "/?open=samples/startup.trace.gz")
	p.WaitAnswers()
	p.WaitFor("the overview", `document.querySelector("#tab-overview.on") && document.querySelector("#panel-overview").checkVisibility()`)
	for _, s := range []string{"#overview-head .large", ".quicks", ".findings"} {
		if r := p.Rect(s); r.Y < 0 || r.Y > 760 {
			t.Errorf("%s begins at %v, outside the first screen", s, r.Y)
		}
	}
	p.Shots("overview-tab")
	p.View(390, 844, "light")
	p.Act(`(scrollTo(0, 0), true)`)
	p.Settle()
	for _, s := range []string{"#overview-head .large", "#overview-finding-0"} {
		if bottom := eval[float64](p, fmt.Sprintf(`document.querySelector(%q).getBoundingClientRect().bottom + scrollY`, s)); bottom > 844 {
			t.Errorf("%s ends at %v, outside the first screen", s, bottom)
		}
	}
	if tabs, bar := p.Rect(".tabs"), p.Rect(".tab-bar"); bar.Height > tabs.Height+4 {
		t.Errorf("the bar of the tabs is %v px high, its tabs %v px", bar.Height, tabs.Height)
	}
	p.Shots("overview-first")
	p.View(390, 844, "light")
	if !eval[bool](p, `(() => { const e = document.querySelector("#overview-startup .wide-table"); return e.scrollWidth > e.clientWidth && getComputedStyle(e).backgroundImage.includes("gradient"); })()`) {
		t.Error("the table of the start is not cut, or has no shade")
	}
	p.View(1280, 800, "light")
	p.Click("#overview-time .pick-part")
	p.WaitFor("the search", `document.querySelector("#find").value === "origin:own"`)
	p.Act(`traceglassView && document.querySelector("#overview-time tr:nth-child(4) .pick-part").click() === undefined`)
	p.WaitFor("the search for waits", `document.querySelector("#find").value.startsWith("wait:")`)
	const room = `(() => {
		const e = document.querySelector("#find"), style = getComputedStyle(e), c = document.createElement("canvas").getContext("2d");
		c.font = style.font;
		return e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - c.measureText(e.value).width;
	})()`
	if left := eval[float64](p, room); left < 0 {
		t.Errorf("the text of the search is %v px too wide", -left)
	}
	p.Shot("overview-search-1280")

	// On paper no text begins left of the page, and the links are missing.
	p.OnPaper(func() {
		if got := eval[string](p, `[...document.querySelectorAll("#panel-overview :is(.quick, .says, h2, th)")].filter((e) => e.getBoundingClientRect().left < document.body.getBoundingClientRect().left).map((e) => e.textContent).join("; ")`); got != "" {
			t.Errorf("the printout cuts %s", got)
		}
		if eval[bool](p, `document.querySelector("#overview-other-1").checkVisibility()`) {
			t.Error("the printout has a link to a thread")
		}
	})

	// The skip link leads past the bars, so that the first answers are a few tabs away.
	p.Act(`(document.getElementById("skip").focus(), true)`)
	p.Keys(kb.Enter)
	p.WaitFor("the panel", `document.activeElement.id === "panel-overview"`)
	for range 6 {
		p.Keys(kb.Tab)
	}
	p.WaitFor("the first finding", `document.activeElement.id === "overview-finding-0"`)

	// By name. The former name of another view still works.
	p.Follow("#file=startup.trace.gz&view=overview&clock=wall&range=100000000-300000000")
	title := func() string { return plain(p.WaitAnswers()) }
	p.Until("the overview of a link", "main, 100 ms – 300 ms", title)
	if got := eval[string](p, `new URLSearchParams(traceglassView.fragment([], false)).get("view")`); got != "overview" {
		t.Errorf("a saved page opens on %q", got)
	}
	for _, tt := range [][2]string{{"report", "about"}, {"overview", "overview"}, {"about", "about"}} {
		p.Act(fmt.Sprintf(`traceglassView.change({ view: %q }).length === 0`, tt[0]))
		p.Until("the view "+tt[0], tt[1], func() string { return eval[string](p, `traceglassView.lookOf(traceglassView.now()).view`) })
	}
	p.Act(`traceglassView.change({ view: "overview", range: null, threads: ["DefaultDispatcher-worker-1"] }).length === 0`)
	p.Until("the overview of another thread", "DefaultDispatcher-worker-1, whole trace", title)
}
