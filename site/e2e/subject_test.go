//go:build !js

package e2e

import (
	"strings"
	"testing"

	"traceglass/render/words"
)

// Receipt returns the text of the header's chip with all warnings.
func (p *page) Receipt() string {
	p.t.Helper()
	return eval[string](p, `document.querySelector("#receipt").title`)
}

// plain replaces no-break spaces with normal spaces.
func plain(text string) string { return strings.ReplaceAll(text, words.NBSP, " ") }

// TestBands: there is little above the first call. Amber marks only damage. A click on the file's name shows
// its facts.
func TestBands(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	for width, most := range map[int64]float64{1280: 170, 1920: 150} { // at 1280, the legend has its own row, so that no chip moves the timeline
		p.View(width, 800, "light")
		p.OpenAsIs(sample(t).file)
		if top := p.firstCall(); top > most {
			t.Errorf("the first call is %v px down in a page %d wide", top, width)
		}
		if bars := eval[int](p, `[...document.querySelectorAll(".top *")].filter((e) => e.offsetParent && e.getBoundingClientRect().right > innerWidth).length`); bars > 0 {
			t.Errorf("%d elements of the header lie outside of a page %d wide", bars, width)
		}
	}
	if eval[bool](p, `document.querySelector("#receipt").matches(".damage, [hidden]")`) {
		t.Errorf("a good recording has a warning about damage: %s", p.Receipt())
	}
	p.Click("#file-menu")
	p.WaitFor("the facts", `document.querySelector("#facts").offsetParent && document.querySelector("#facts").textContent.includes("records")`)
	data := unwrapped(t, sample(t).file)
	p.OpenAsIs(write(t, "cut.trace", data[:len(data)*2/3]))
	p.WaitFor("damage", `document.querySelector("#receipt.damage")`)
}
