//go:build !js

package e2e

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
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

// startup opens the overview of a slow start, as a new user does.
func startup(t *testing.T) *page {
	t.Helper()
	p := open(t, "/?open=samples/startup.trace.gz")
	p.WaitAnswers()
	return p
}

// TestOverview: a trace opens on the overview. Its parts sum to the whole. A part, a call and a finding lead to their
// calls in all views.
func TestOverview(t *testing.T) {
	t.Parallel()
	p := startup(t)
	if !eval[bool](p, `document.querySelector("#tab-overview.on") && document.querySelector("#panel-overview").checkVisibility()`) {
		t.Fatal("the trace opens on another view")
	}
	for _, s := range []string{"#overview-head .large", ".quicks", ".findings"} {
		if r := p.Rect(s); r.Y < 0 || r.Y > 760 {
			t.Errorf("%s begins at %v, outside the first screen", s, r.Y)
		}
	}
	p.Shots("overview-tab")
	const width = `[...document.querySelectorAll("#overview-time .parts > svg")].reduce((sum, e) => sum + parseFloat(e.getAttribute("width")), 0)`
	if sum := eval[float64](p, width); math.Abs(sum-100) > 0.05 {
		t.Errorf("the parts of the bar sum to %v %%", sum)
	}
	if rows, parts := eval[int](p, `document.querySelectorAll("#overview-time tbody tr").length`), eval[int](p, `document.querySelectorAll("#overview-time .parts > svg").length`); rows != parts+1 || parts < 3 {
		t.Errorf("%d parts have %d rows", parts, rows)
	}

	// A part marks its methods and lists its calls; by the pointer and by the keyboard.
	part := eval[string](p, `[...document.querySelectorAll("#overview-time .pick-part")].find((e) => e.textContent === "Waiting: Locks").id`)
	p.Click("#" + part)
	p.Until("the search", "wait:lock", func() string { return eval[string](p, `document.querySelector("#find").value`) })
	p.WaitFor("its calls", `document.querySelectorAll("#overview-chosen li").length > 0 && document.activeElement.id === "`+part+`"`)
	p.Shots("overview-part")
	p.Keys(kb.Enter)
	p.WaitFor("no part", `!document.querySelector("#overview-chosen") && document.querySelector("#find").value === ""`)
	p.Click(strings.Replace("#"+part, "part", "bar", 1))
	p.Click("#overview-call-0")
	p.WaitFor("the call", `document.querySelector("#call-facts") && document.querySelector("#chip-range")`)
	p.Click("#chip-range")
	p.WaitFor("the whole trace", `!document.querySelector("#chip-range")`)

	// The chip of the part clears its marks.
	p.Click("#chip-part")
	p.WaitFor("no marks", `!document.querySelector("#chip-part") && !document.querySelector("#overview-chosen") && document.querySelector("#find").value === ""`)

	// A finding sets the range and is marked. The findings stay, and Esc or the chip of the range leads back.
	const list = `document.querySelector("#overview-head .findings").innerText`
	findings := eval[string](p, list)
	for _, back := range []func(){func() { p.Keys(kb.Escape) }, func() { p.Click("#chip-range") }} {
		p.Click("#overview-finding-1")
		p.WaitFor("its mark", `document.querySelector("#chip-range") && document.querySelector("#overview-finding-1[aria-current]") === document.activeElement`)
		if got := eval[string](p, list); got != findings {
			t.Errorf("after a click the findings are\n%s\nwant\n%s", got, findings)
		}
		p.Shots("overview-visit")
		p.View(1280, 800, "light")
		back()
		p.WaitFor("the whole trace", `!document.querySelector("#chip-range") && !document.querySelector("#panel-overview [aria-current]")`)
	}
	p.Click("#overview-finding-1")
	p.Click("#overview-follow")
	p.WaitFor("the overview of its range", `!document.querySelector("#overview-head h2").textContent.includes("whole trace")`)
	p.Click("#chip-range")
	p.WaitFor("the whole trace", `document.querySelector("#overview-head h2").textContent === "main, whole trace"`)

	// The thread that held the lock is one click away.
	p.Click("#overview-other-1")
	p.WaitFor("the other thread", `document.querySelector("#overview-head h2").textContent.startsWith("DefaultDispatcher-worker-1, ")`)
	p.Shots("overview-other")
	p.View(1280, 800, "light")
	p.Keys(kb.Escape)
	p.WaitFor("main", `document.querySelector("#overview-head h2").textContent === "main, whole trace"`)

	// The overview also follows the thread.
	p.Act(`traceglassView.change({ threads: ["DefaultDispatcher-worker-1"] }).length === 0`)
	p.WaitFor("another thread", `document.querySelector("#overview-head h2").textContent === "DefaultDispatcher-worker-1, whole trace"`)
}

// TestOverviewFits: the first screen of a phone shows the figures and the first finding. The tabs are in one row. A table
// that is cut has a shade. At every width the search for a part can be read.
func TestOverviewFits(t *testing.T) {
	t.Parallel()
	p := startup(t)
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
	for range 5 {
		p.Keys(kb.Tab)
	}
	p.WaitFor("the first finding", `document.activeElement.id === "overview-finding-0"`)
}

// TestOverviewByName: links, other pages and saved pages name the overview. The former name of another view still works.
func TestOverviewByName(t *testing.T) {
	t.Parallel()
	p := open(t, "/?open=samples/startup.trace.gz#file=startup.trace.gz&view=overview&clock=wall&range=100000000-300000000")
	if title := plain(p.WaitAnswers()); title != "main, 100 ms – 300 ms" {
		t.Errorf("the link opens %q", title)
	}
	view := func() string { return eval[string](p, `traceglassView.lookOf(traceglassView.now()).view`) }
	for _, tt := range [][2]string{{"report", "about"}, {"overview", "overview"}, {"about", "about"}} {
		p.Act(fmt.Sprintf(`traceglassView.change({ view: %q }).length === 0`, tt[0]))
		p.Until("the view "+tt[0], tt[1], view)
	}
	p.Act(`traceglassView.change({ view: "overview", range: null }).length === 0`)
	p.WaitAnswers()
	q := visit(t)
	q.OpenSaved(p.PageByCommand(filepath.Join(root, "testdata/samples/startup.trace.gz")))
	if title := q.WaitAnswers(); title != "main, whole trace" {
		t.Errorf("the saved page shows %q", title)
	}
}
