//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/viewer/samples"
)

// TestNewFileBeginsAtTop: after another file opens, only settings of the views remain, and the document has
// the title of the new file.
func TestNewFileBeginsAtTop(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	called := func(want string) {
		t.Helper()
		p.Until("the document's title", want, func() string { return eval[string](p, "document.title") })
	}
	called("sample.trace.gz · Traceglass")
	const scroll = `[...document.querySelectorAll("#methods-rows, .details")].map((e) => Math.round(e.scrollTop)).join()`
	p.WaitFor("rows to scroll through", `document.querySelector("#methods-rows").scrollHeight > 3000`)
	p.Act(`(document.querySelector("#methods-rows").scrollTop = 1500, true)`)
	p.Keys("3") // which is not in the document then
	streaming := write(t, "next.trace.gz", gzipOfBytes(unwrapped(t, k.file)))
	p.Open(streaming)
	called("next.trace.gz · Traceglass")
	p.Keys("2")
	p.Until("the scroll positions", "0", func() string {
		return strings.Split(eval[string](p, scroll), ",")[0]
	})

	// With dumps next to the trace, the title follows the shown one.
	p.Drop("#app", write(t, "anr_1", []byte(samples.Dump(11, morning+"1", "com.example.one", "app.B.run"))))
	p.Until("the process", "com.example.one", p.Processes)
	called("anr_1 · Traceglass")
	if got := p.Text("#file-menu"); got != "anr_1" {
		t.Errorf("next to a trace, the title of dumps is %q", got)
	}
	p.Click("#room-trace")
	called("next.trace.gz · Traceglass")
	p.Click("#file-menu")
	p.Click("#close")
	called("Traceglass")
}

// TestNoRowsOfFileBefore: the name of a new file never appears with rows of the file before, even before the
// new rows arrive.
func TestNoRowsOfFileBefore(t *testing.T) {
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
}

// TestKeysAfterSelect: a select element does not keep focus.
func TestKeysAfterSelect(t *testing.T) {
	t.Parallel()
	p := openTrace(t, sample(t))
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

// TestTabsStay: a tab is equally wide whether selected or not, and dividers select no text.
func TestTabsStay(t *testing.T) {
	t.Parallel()
	p := openTrace(t, sample(t))
	const places = `[...document.querySelectorAll("#work .tab")].map((e) => e.offsetLeft + "+" + e.offsetWidth).join()`
	before := eval[string](p, places)
	for key := '2'; key <= '7'; key++ {
		p.Keys(string(key))
		if now := eval[string](p, places); now != before {
			t.Errorf("at view %c the tabs are at %s, before at %s", key, now, before)
		}
	}
	x, y := p.Rect("#split-timeline").center()
	p.Drag(x, y, x+40, y+60)
	if got := eval[string](p, "String(getSelection())"); got != "" {
		t.Errorf("dragging a divider selected %q", got)
	}
}

// TestExportsOneAfterAnother: two exports that are started at once both finish.
func TestExportsOneAfterAnother(t *testing.T) {
	t.Parallel()
	p := openTrace(t, sample(t))
	p.Act(`(() => {
		globalThis.saved = [];
		HTMLAnchorElement.prototype.click = function () { saved.push(this.download); };
		return true;
	})()`)
	for _, id := range []string{"export-csv", "export-summary"} {
		p.Click("#export")
		p.WaitFor("the menu", fmt.Sprintf(`document.querySelector("#%s").checkVisibility()`, id))
		p.Act(fmt.Sprintf(`(document.querySelector("#%s").click(), true)`, id))
	}
	p.Until("the saved files", "sample.methods.csv,sample.summary.json", func() string { return eval[string](p, "saved.join()") })
}

func gzipOfBytes(data []byte) []byte { return []byte(samples.Gzip(string(data))) }
