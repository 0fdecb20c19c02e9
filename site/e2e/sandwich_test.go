//go:build !js

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/wasm/message"
)

// TestSandwich: the flame graph shows the callers of a method above it and its callees below, by button, menu and keys.
func TestSandwich(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	order := message.Order{Column: message.ByExclusive}
	method := ask[*message.Rows](k, &message.MethodRows{Scope: whole, Order: order, Find: message.Find{Text: "decode origin:own", Only: true}, Count: 1}).Rows[0].Method
	p.Keys("2")
	p.Keys("/")
	p.Keys(k.Name(method).Label)
	p.Keys(kb.Enter)
	p.WaitFor("the chosen method", `document.querySelector("#methods-rows .method.selected")`)
	p.Keys(kb.Escape)
	p.Click("#tab-flamegraph")
	p.Click("#flame-sandwich")
	p.WaitFor("the sandwich", `document.querySelector("#flame-sandwich")?.getAttribute("aria-pressed") === "true"`)
	p.WaitDrawn(flame)
	// The method is as wide as the canvas, with narrower frames above and below.
	sides := func() string {
		var y float64
		boxes := p.Boxes(flame)
		for _, b := range boxes {
			if b.Method == method && b.W > 100 {
				y = b.Y
			}
		}
		above, below := false, false
		for _, b := range boxes {
			above, below = above || b.Y < y, below || b.Y > y
		}
		return fmt.Sprint(y > 0, above, below)
	}
	p.Until("callers above, callees below", "true true true", sides)
	p.Shots("sandwich")
	p.Keys(kb.Escape)
	p.Keys(kb.Escape)
	p.Keys(kb.Escape)
	p.WaitFor("the whole graph after Esc", `document.querySelector("#flame-sandwich")?.getAttribute("aria-pressed") === "false"`)
}
