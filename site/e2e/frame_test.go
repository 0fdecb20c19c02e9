//go:build !js

package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

// TestFrames: in the flame graph arrow keys move from frame to frame, and Enter zooms in. Changing the
// direction keeps the zoom. The details and the live line describe the selected frame.
func TestFrames(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	p.Keys("5")
	p.WaitDrawn(flame)
	p.Act(`(document.getElementById("flame").focus(), true)`)
	node := func(n uint32) *message.FlameNodeReply {
		return ask[*message.FlameNodeReply](k, &message.FlameNode{Scope: whole, Node: n})
	}
	at := func(m *message.FlameNodeReply) {
		t.Helper()
		p.Until("the frame's method", k.Name(m.Method).Label, p.DetailsName)
		p.Until("its time", words.Duration(m.Inclusive[message.Wall]), func() string {
			return eval[string](p, `document.querySelector("#frame-facts dd")?.textContent ?? ""`)
		})
	}
	first := node(node(0).Callee.Node)
	p.Keys(kb.ArrowDown)
	at(first)
	p.Keys(kb.ArrowDown)
	below := node(first.Callee.Node)
	at(below)
	p.WaitFor("the announcement of the frame", `[...document.querySelectorAll("[aria-live]")].some((e) => e.textContent.includes("Calls on this path"))`)
	p.Shots("frame")
	p.Keys(kb.Enter)
	p.Until("the zoom", shortLabel(k.Name(below.Method).Label), func() string {
		return eval[string](p, `[...document.querySelectorAll(".crumbs .crumb")].at(-1).textContent`)
	})
	p.Keys("r")
	p.WaitFor("the option to merge recursion", `document.getElementById("flame-fold").ariaPressed === "true"`)
	p.Until("the zoom as before", shortLabel(k.Name(below.Method).Label), func() string {
		return eval[string](p, `[...document.querySelectorAll(".crumbs .crumb")].at(-1).textContent`)
	})
	p.Keys(kb.ArrowUp)
	at(first)
}
