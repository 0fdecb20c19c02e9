//go:build !js

package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestGroups: a menu in the head of the method table groups it. A link has the groups. The test of that name in wasm/viewer
// has all that groups do.
func TestGroups(t *testing.T) {
	t.Parallel()
	p := openTrace(t, sample(t))
	const groups = `document.querySelector("#methods-sort-group")?.textContent === "By package" && document.querySelector("#methods-rows .row.sum")?.checkVisibility()`
	p.Click("#methods-sort-group")
	p.Pick("By package")
	p.WaitFor("the packages", groups)
	p.Shots("groups")
	p.Act(`(document.querySelector("#methods-rows").focus(), true)`)
	p.Keys(kb.Home)
	p.Keys(kb.ArrowRight)
	p.WaitFor("the open group", `document.querySelector("#methods-0").ariaExpanded === "true"`)
	p.Shots("group-open")
	p.WaitFor("the grouping in the link", `decodeURIComponent(location.hash).includes("methods_g2")`)
	p.Reopen("/?open=samples/sample.trace.gz" + eval[string](p, `location.hash`))
	p.WaitFor("the packages of the link", groups)
}
