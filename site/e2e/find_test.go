//go:build !js

package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// findNothing: the search field stays in view and keeps the keyboard when nothing matches.
func findNothing(t *testing.T, p *page, _ *known) {
	p.Keys("/")
	p.Keys("qqq")
	p.WaitFor("no match", `document.querySelector("#find-tally").textContent.includes("no match")`)
	p.Keys("\r")
	p.WaitFor("the empty search result", `document.querySelector("#find").matches("[aria-invalid=true], .none")`)
	if !eval[bool](p, `document.querySelector("#find").checkVisibility() && document.activeElement.id === "find"`) {
		t.Error("the field is hidden or lost focus")
	}
	p.Shots("find-nothing")
	p.Keys("t") // outside a field, t opens a tab
	p.WaitFor("the letter in the field", `document.activeElement.id === "find" && document.querySelector("#find").value === "qqqt"`)
	p.Keys(kb.Escape)
}
