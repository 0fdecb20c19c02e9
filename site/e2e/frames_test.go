//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/render/scene"
)

// TestFrameSteps: in the flame graph, keys and buttons step through the frames of the selected method, and the search through
// its hits. Each is in view. A click on merged frames zooms in.
func TestFrameSteps(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	p.Click("#tab-flamegraph")
	p.WaitDrawn(flame)
	p.Keys("/")
	p.Keys("View.draw")
	p.Keys(kb.Enter)
	method := func() string {
		return eval[string](p, `document.querySelector("#panel-details, .details")?.innerText ?? ""`)
	}
	p.WaitFor("the notice of the first hit", `document.body.innerText.includes("Frame 1 of")`)
	p.Until("the hit in the details", "true", func() string { return fmt.Sprint(strings.Contains(method(), "draw")) })
	hit := func() string {
		_, ok := widest(p.Boxes(flame), func(b box) bool { return scene.Slot(b.Slot)&scene.Hit != 0 && !b.Merged && b.W >= 3 })
		return fmt.Sprint(ok)
	}
	p.Until("the hit in view", "true", hit)
	p.Click("#flame-next")
	p.WaitFor("the notice of the second frame", `document.body.innerText.includes("Frame 2 of")`)
	p.Until("the next frame in view", "true", hit)
	p.Shots("frame-step")
	p.Click("#flame-previous")
	p.WaitFor("the notice of the first frame", `document.body.innerText.includes("Frame 1 of")`)

	p.Keys(kb.Escape)
	p.Click("#flame-out")
	p.Until("the whole graph", "0 1", func() string { v := p.ViewOf(flame); return fmt.Sprint(v.From, v.To) })
	b, ok := widest(p.Boxes(flame), func(b box) bool { return b.Merged })
	if !ok {
		t.Fatal("no frames are merged")
	}
	p.ClickAt(b.spot())
	p.Until("a part of the graph", "true", func() string { v := p.ViewOf(flame); return fmt.Sprint(v.To-v.From < 0.5) })
}
