//go:build !js

package e2e

import (
	"fmt"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestOwnGuess: where a trace does not show its app, a chip names the package that is charged as a guess. At 1280 pixels the whole
// legend is visible next to it. Its menu, by keys, corrects the guess. TestOwners in wasm/ui/tracing checks that the browser
// remembers that.
func TestOwnGuess(t *testing.T) {
	t.Parallel()
	records := "main 0>android.os.MessageQueue.nativePollOnce()V 100<android.os.MessageQueue.nativePollOnce()V"
	for i := range 6 {
		records += fmt.Sprintf(" %[1]d>com.acme.shop.Cart.m%[2]d()V %[1]d>okhttp3.Call.m%[2]d()V %[3]d<okhttp3.Call.m%[2]d()V %[3]d>android.os.Parcel.read()V %[4]d<android.os.Parcel.read()V %[5]d<com.acme.shop.Cart.m%[2]d()V", 100+10*i, i, 104+10*i, 107+10*i, 109+10*i)
	}
	file := made(t, "legend.trace", tracetest.Bytes(records+" sync-exec-1 0>com.acme.shop.Work.run()V 90<com.acme.shop.Work.run()V")).file
	p := open(t, "/")
	p.OpenAsIs(file)
	p.Click("#tab-methods")
	p.WaitFor("the guess", `document.querySelector("#chip-guess")?.checkVisibility()`)
	p.View(1280, 800, "light")
	p.Settle()
	p.Shot("legend-guess")
	if cut := eval[string](p, `(() => {
		const box = document.querySelector(".origins").getBoundingClientRect();
		return [...document.querySelectorAll(".origins > button")].filter((e) => {
			const r = e.getBoundingClientRect();
			return r.width > 0 && (r.right > box.right + 0.5 || r.bottom > box.bottom + 0.5);
		}).map((e) => e.textContent).join(", ");
	})()`); cut != "" {
		t.Errorf("the legend lacks %s", cut)
	}
	// Nothing moves when the guess goes, and when the chip of a range comes.
	const below = `document.querySelector("#timeline").getBoundingClientRect().top`
	top := eval[float64](p, below)
	p.Click("#tab-topdown")
	p.WaitFor("no guess", `!document.querySelector("#chip-guess")`)
	if now := eval[float64](p, below); now != top {
		t.Errorf("without the guess the timeline moves from %v to %v", top, now)
	}
	ruler := p.Rect("#timeline")
	p.Drag(ruler.X+400, ruler.Y+8, ruler.X+700, ruler.Y+8)
	p.WaitFor("the chip of the range", `document.querySelector("#chip-range")?.checkVisibility()`)
	p.Settle()
	p.Shot("legend-range")
	if now := eval[float64](p, below); now != top {
		t.Errorf("the chip of a range moves the timeline from %v to %v", top, now)
	}
	// The guess is cut before the names of a thread and a range.
	p.Click("#tab-threads")
	p.Click(p.threadRow("sync-exec-1") + "-only")
	p.Click("#tab-overview")
	p.Until("three chips", "thread-names chip-threads range-times chip-range chip-guess", func() string {
		return eval[string](p, `[...document.querySelectorAll(".timeline-strip .chips .chip")].map((e) => e.id).join(" ")`)
	})
	p.WaitFor("the chip of the thread", `document.querySelector("#thread-names").textContent.includes("sync-exec-1")`)
	p.Shot("chips-three")
	p.WaitFor("the whole name", `(() => { const e = document.querySelector("#thread-names"), text = document.createRange(); text.selectNodeContents(e); return text.getBoundingClientRect().right <= e.getBoundingClientRect().right; })()`)

	// The menu of the guess.
	p.Keys("\x1b")
	p.Click("#tab-methods")
	p.Act(`(document.querySelector("#chip-guess").focus(), true)`)
	p.Keys("\r")
	p.Pick("Treat as a library: com.acme.shop")
	p.WaitFor("no guess", `!document.querySelector("#chip-guess")?.checkVisibility()`)
	p.WaitFor("the owner in the link", `new URLSearchParams(location.hash.slice(1)).get("owners") === "library:com.acme.shop"`)
}
