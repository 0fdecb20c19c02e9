//go:build !js

package e2e

import (
	"strconv"
	"testing"
)

// TestOriginAlone: a click on a colour's name filters the methods to that origin and marks them. A second
// click removes the filter.
func TestOriginAlone(t *testing.T) {
	t.Parallel()
	p := openTrace(t, sample(t))
	all := eval[int](p, `+document.querySelector("#methods-rows").getAttribute("aria-rowcount")`)
	p.Click("#origin-own")
	p.WaitFor("a chip", `[...document.querySelectorAll(".chip")].some((e) => e.textContent.includes("origin:own"))`)
	p.WaitFor("fewer rows", `(() => { const n = +document.querySelector("#methods-rows").getAttribute("aria-rowcount"); return n > 1 && n < `+strconv.Itoa(all)+`; })()`)
	p.WaitFor("the tally", `/, .*%/.test(document.querySelector("#find-tally").textContent)`)
	p.Shot("origin-own")
	p.Click("#origin-own")
	p.WaitFor("all rows", `+document.querySelector("#methods-rows").getAttribute("aria-rowcount") === `+strconv.Itoa(all))
}
