//go:build !js

package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

// TestFilter: a link has the filter. A term in it that cannot be read is ignored, and the page says so. The menu of a method
// adds a term. The test of that name in wasm/viewer has all that a filter does.
func TestFilter(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	shows := func(filter string) string {
		sum := ask[*message.Sum](k, &message.Summed{Scope: message.Scope{To: message.Whole, Filter: filter}})
		return "shows " + words.Duration(sum.Times[0]) + " of " + words.Duration(sum.Times[0]+sum.LeftOut[0])
	}
	terms := func() string {
		return eval[string](p, `new URLSearchParams(location.hash.slice(1)).get("filter") ?? ""`)
	}
	p.Click("#find")
	p.Keys("drop:decode" + kb.Enter)
	p.Until("what is left", shows("drop:decode"), func() string { return p.Text("#chip-filter") })
	p.Shots("filter")
	p.Until("the filter in the address", "drop:decode", terms)
	p.Click("#find")
	p.Keys("merge:origin:platform slower:1ms" + kb.Enter)
	p.Until("all terms in the address", "drop:decode merge:origin:platform slower:1ms", terms)
	p.Shots("filter-three")
	p.Click("#chip-filter-0")
	p.Pick("Switch it off")
	p.Until("a term that is off", "off:drop:decode merge:origin:platform slower:1ms", terms)
	p.Act("(history.back(), true)")
	p.Until("all terms again", "drop:decode merge:origin:platform slower:1ms", terms)

	odd := eval[string](p, `(() => { const link = new URLSearchParams(location.hash.slice(1)); link.set("filter", "drop:/(/ " + link.get("filter")); return link.toString(); })()`)
	p.Reopen("/?open=samples/sample.trace.gz#" + odd)
	p.WaitOpen()
	p.Until("the filter of the link, and the reason", shows("drop:decode merge:origin:platform slower:1ms")+". The pattern /(/ cannot be read: missing closing ).", func() string { return p.Text("#chip-filter") })
	p.Click("#chip-filter-0")
	p.Pick("Remove all terms")
	p.WaitFor("no filter", `!document.querySelector("[id^=chip-filter]")`)

	// The menu of a method adds a term with its hash, which the button shows by its name.
	p.Keys("2")
	p.WaitFor("the table", `document.querySelector("#methods-0 .fn")?.checkVisibility()`)
	at := eval[[2]float64](p, `(() => { const { left, top } = document.querySelector("#methods-1 .fn").getBoundingClientRect(); return [left + 9, top + 9]; })()`)
	p.RightClickAt(at[0], at[1])
	p.Click("#" + eval[string](p, `[...document.querySelectorAll(".context [id^=menu-]")].find((e) => e.textContent.startsWith("Filter…")).id`))
	p.WaitFor("the second menu", `[...document.querySelectorAll(".context [id^=menu-]")].some((e) => e.textContent === "Leave out its calls")`)
	p.Shot("filter-menu")
	p.Pick("Leave out its calls")
	p.WaitFor("its name", `/^drop:ThreadPoolExecutor.* −/.test(document.querySelector("#chip-filter-0")?.textContent)`)
	p.WaitFor("its hash in the address", `new URLSearchParams(location.hash.slice(1)).get("filter").startsWith("drop:hash:")`)
	p.Click("#tab-overview")
	p.WaitFor("what the filter shows", `document.querySelector("#overview-head")?.textContent.includes("The filter shows ")`)
	p.Shot("filter-overview")
}
