//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

// TestFilter: a term that is entered in the search changes the figures, and its button says how much time it takes. It can be switched
// off, reordered and removed. A method's menu adds terms. History, links and exports have the filter.
func TestFilter(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	scope := func(filter string) message.Scope { return message.Scope{To: message.Whole, Filter: filter} }
	shows := func(filter string) string {
		sum := ask[*message.Sum](k, &message.Summed{Scope: scope(filter)})
		return "shows " + words.Duration(sum.Times[0]) + " of " + words.Duration(sum.Times[0]+sum.LeftOut[0])
	}
	shown := func() string { return p.Text("#chip-filter") }
	chips := func() string {
		return eval[string](p, `[...document.querySelectorAll("[id^=chip-filter-]")].map((e) => e.textContent + (e.getAttribute("aria-pressed") === "true" ? "" : " (off)")).join(" | ")`)
	}
	search := func(text string) {
		p.Click("#find")
		p.Keys(text + kb.Enter)
	}
	search("drop:decode")
	p.Until("what is left", shows("drop:decode"), shown)
	sum := ask[*message.Sum](k, &message.Summed{Scope: scope("drop:decode")})
	p.Until("the term", "drop:decode −"+words.Duration(sum.LeftOut[0]), chips)
	p.Shots("filter")
	search("merge:origin:platform slower:1ms")
	p.Until("three terms", "3", func() string { return fmt.Sprint(strings.Count(chips(), " | ") + 1) })
	p.Shots("filter-three")

	// Each term can be switched off, moved and removed.
	of := func(i int, item string) {
		p.Click(fmt.Sprintf("#chip-filter-%d", i))
		p.Pick(item)
	}
	terms := func() string {
		return eval[string](p, `new URLSearchParams(location.hash.slice(1)).get("filter") ?? ""`)
	}
	p.Until("the filter in the address", "drop:decode merge:origin:platform slower:1ms", terms)
	of(0, "Switch it off")
	p.Until("the rest", shows("merge:origin:platform slower:1ms"), shown)
	p.Until("a term that is off", "off:drop:decode merge:origin:platform slower:1ms", terms)
	of(0, "Switch it on")
	of(0, "Apply it later")
	p.Until("another order", "merge:origin:platform drop:decode slower:1ms", terms)
	of(2, "Remove it")
	p.Until("two terms", "merge:origin:platform drop:decode", terms)
	p.Act("(history.back(), true)")
	p.Until("three terms again", "merge:origin:platform drop:decode slower:1ms", terms)

	// Exports have the filter, and a link to the page.
	dir := p.Downloads()
	p.Export("csv")
	if _, got := p.Downloaded(dir); strings.Contains(string(got), "android.os.Looper") || !strings.Contains(string(got), "com.example.gallery") {
		t.Errorf("the exported table is\n%.300s", got)
	}
	link := eval[string](p, `location.hash`)
	q := open(t, "/?open=samples/sample.trace.gz"+link)
	q.Until("the filter of the link", shown(), func() string { return q.Text("#chip-filter") })
	q.Click("#chip-filter-0")
	q.Pick("Remove all terms")
	q.WaitFor("no filter", `!document.querySelector("[id^=chip-filter]")`)

	// A term in a link that cannot be read is ignored, and the page says so.
	odd := eval[string](p, `(() => { const link = new URLSearchParams(location.hash.slice(1)); link.set("filter", "drop:/(/ drop:decode"); return link.toString(); })()`)
	r := open(t, "/?open=samples/sample.trace.gz#"+odd)
	r.Until("the reason", shows("drop:decode")+". The pattern /(/ cannot be read: missing closing ).", func() string { return r.Text("#chip-filter") })

	// The menu of a method adds a term with its hash, which the button shows by its name.
	q.Keys("2")
	q.WaitFor("the table", `document.querySelector("#methods-0 .fn")?.checkVisibility()`)
	at := eval[[2]float64](q, `(() => { const { left, top } = document.querySelector("#methods-1 .fn").getBoundingClientRect(); return [left + 9, top + 9]; })()`)
	q.RightClickAt(at[0], at[1])
	q.Click("#" + eval[string](q, `[...document.querySelectorAll(".context [id^=menu-]")].find((e) => e.textContent.startsWith("Filter…")).id`))
	q.WaitFor("the second menu", `[...document.querySelectorAll(".context [id^=menu-]")].some((e) => e.textContent === "Leave out its calls")`)
	q.Shot("filter-menu")
	q.Pick("Leave out its calls")
	q.WaitFor("its name", `/^drop:ThreadPoolExecutor.* −/.test(document.querySelector("#chip-filter-0")?.textContent)`)
	q.WaitFor("its hash in the address", `new URLSearchParams(location.hash.slice(1)).get("filter").startsWith("drop:hash:")`)
	q.Click("#tab-overview")
	q.WaitFor("what the filter shows", `document.querySelector("#overview-head")?.textContent.includes("The filter shows ")`)
	q.Shot("filter-overview")
}
