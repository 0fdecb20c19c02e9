//go:build !js

package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/viewer/samples"
)

// TestNewFile: the name of a new file never appears with rows of the file before, even before the new rows arrive. Focus
// stays in the table, which begins at the top.
func TestNewFile(t *testing.T) {
	t.Parallel()
	p := visit(t)
	const watch = `{
		globalThis.seen = [];
		setInterval(() => {
			for (const e of document.querySelectorAll("#methods-rows .row .fn")) {
				if (e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) seen.push(document.title.split(" ")[0] + " " + e.textContent);
			}
		}, 1);
	}`
	p.Begin(watch)
	p.Navigate("/?open=samples/sample.trace.gz")
	p.WaitOpen()
	p.WaitFor("rows", `seen.some((s) => s.startsWith("sample.trace.gz "))`)
	p.Act(`(document.getElementById("methods-rows").focus(), true)`)
	calc := tracetest.Trace{Records: "main 0>app.Calc.run()V 10>app.Calc.add()V 20<app.Calc.add()V 30<app.Calc.run()V"}
	p.OpenAsIs(write(t, "calc.trace", calc.Bytes()))
	p.WaitFor("its rows", `seen.includes("calc.trace Calc.run")`)
	stale := eval[[]string](p, `[...new Set(seen)].filter((s) => s.startsWith("calc.trace ") && !s.includes("Calc"))`)
	if len(stale) > 0 {
		t.Errorf("rows of the file before are visible: %s", stale)
	}
	if focus := eval[string](p, `document.activeElement.id`); focus != "methods-rows" {
		t.Errorf("focus moved from the rows to %q", focus)
	}

	p.Open(sample(t).file)
	p.WaitFor("rows to scroll through", `document.querySelector("#methods-rows").scrollHeight > 3000`)
	p.Act(`(document.querySelector("#methods-rows").scrollTop = 1500, true)`)
	p.Keys("3") // the table is not in the document then
	p.Open(write(t, "next.trace.gz", gzipOfBytes(unwrapped(t, sample(t).file))))
	p.Keys("2")
	p.WaitFor("the top", `document.querySelector("#methods-rows").scrollTop === 0`)
}

// keysAfterSelect: a select element does not keep focus.
func keysAfterSelect(t *testing.T, p *page) {
	// As the browser does after a choice with the pointer.
	p.Click("#colour")
	p.Keys(kb.Escape)
	p.Act(`(() => {
		const e = document.querySelector("#colour");
		e.focus();
		e.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
		e.value = "1";
		e.dispatchEvent(new Event("change", { bubbles: true }));
		return true;
	})()`)
	p.Keys("5")
	p.WaitFor("the view that the key opens", `document.querySelector("#tab-flamegraph").classList.contains("on")`)

	// After a choice with keys, it keeps focus until Enter.
	p.Act(`(document.querySelector("#colour").focus(), true)`)
	p.Keys(kb.ArrowDown)
	if got := eval[string](p, "document.activeElement.id"); got != "colour" {
		t.Errorf("after an arrow key %q has focus", got)
	}
	p.Keys(kb.Enter)
	p.Keys(kb.Escape)
	p.Keys("2")
	p.WaitFor("the view that the key opens", `document.querySelector("#tab-methods").classList.contains("on")`)
}

func gzipOfBytes(data []byte) []byte { return []byte(samples.Gzip(string(data))) }
