//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/wasm/viewer/samples"
)

// frozen returns a report with samples of main while it did not answer, 66 ms apart: 20 in a lock, a gap,
// and 10 that draw.
func frozen(id string) string {
	var samples []string
	for i := range 30 {
		stack, at := 0, 1790041454+0.066*float64(i)
		if i >= 20 {
			stack, at = 1, at+0.5
		}
		samples = append(samples, fmt.Sprintf(`{"timestamp": %.3f, "stack_id": %d, "thread_id": "0"}`, at, stack))
	}
	frame := func(class, method string) string {
		return fmt.Sprintf(`{"module": %q, "function": %q, "filename": "%s.java", "lineno": 12}`, class, method, class[strings.LastIndex(class, ".")+1:])
	}
	frames := []string{
		frame("com.example.shop.Cart", "total"), frame("com.example.shop.CartView", "onResume"), frame("android.app.ActivityThread", "performResumeActivity"),
		frame("com.example.shop.PriceTag", "draw"), frame("android.view.Choreographer", "doFrame"),
		frame("android.os.Looper", "loop"), frame("android.app.ActivityThread", "main"),
	}
	return fmt.Sprintf(`{"chunk_id": %q, "release": "com.example.shop@7.2.0+72001", "timestamp": 1790041454, "profile": {"samples": [%s], "stacks": [[0, 1, 2, 5, 6], [3, 4, 5, 6]], "frames": [%s]}}`,
		id, strings.Join(samples, ", "), strings.Join(frames, ", "))
}

// TestFrozen: a report with samples of main opens with its dump in front. Its flame graph counts each sample,
// and the samples are a trace. Of several reports, a trace opens on request.
func TestFrozen(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.Upload("#file", write(t, "anr.json", []byte(frozen("1"))))
	p.WaitFor("the verdict", `document.querySelector("#verdict").textContent.includes("Only 20 of 30 samples")`)
	p.WaitFor("both rooms", `document.querySelector("#room-dump").getAttribute("aria-checked") === "true" && document.querySelector("#room-trace").checkVisibility()`)
	p.Click("#dump-tab-stackflame")
	p.WaitFor("the stack", `traceglassDraw.surfaces[2].strings[0] === "1 thread"`)
	p.Select("#stackflame-whose", "3")
	p.WaitFor("the samples", `traceglassDraw.surfaces[2].strings[0].startsWith("main in 30 samples, ")`)
	p.WaitFor("what counts", `document.querySelector("#stackflame-rule").checkVisibility() && !document.querySelector("#stackflame-state").checkVisibility()`)
	p.WaitViewState("the link", "stackflame_w")
	p.Shots("frozen")
	p.Click("#stackflame-trace")
	p.WaitFor("the trace", `document.querySelector("#room-trace").getAttribute("aria-checked") === "true"`)
	p.WaitDrawn(timeline)
	p.WaitFor("its facts", `document.querySelector("#facts").textContent.includes("1 thread")`)
	p.Shots("frozen-trace")
	p.ShowMethods()
	p.WaitFor("its methods", `[...document.querySelectorAll("#methods-rows .fn")].some((e) => e.textContent.includes("PriceTag.draw"))`)
	p.Keys("5")
	p.WaitDrawn(flame)
	p.Shots("frozen-trace-flame")
	p.Keys("8")
	p.WaitFor("what it is made of", `document.querySelector("#panel-about").textContent.includes("Number of samples: 30, one about every 66 ms.") && document.querySelector("#panel-about").textContent.includes("samples of main in a report")`)
	p.Shots("frozen-about")

	saved := p.Downloads()
	p.Export("csv")
	if name, got := p.Downloaded(saved); name != "anr.samples.methods.csv" || !strings.Contains(string(got), ",com.example.shop.PriceTag,draw,") {
		t.Errorf("exported %s: %.300s", name, got)
	}

	p.Upload("#file", write(t, "anr_1", []byte(samples.Dump(11, morning+"1", "com.example.one", "app.Main.read", "app.Main.run"))), write(t, "anr_2", []byte(samples.Dump(11, morning+"9", "com.example.one", "app.Main.run"))))
	p.WaitFor("two dumps", `document.querySelectorAll(".rail .process").length === 2`)
	p.Click("#dump-tab-stackflame")
	p.Select("#stackflame-whose", "4")
	p.WaitFor("main in them", `traceglassDraw.surfaces[2].strings[0] === "main in 2 dumps" && document.querySelector("#stackflame-rule").textContent.startsWith("Dumps of the same process and pid")`)
	p.Shots("frozen-dumps")

	p.Upload("#file", write(t, "a.json", []byte(frozen("1")+frozen("2"))))
	p.WaitFor("two reports", `document.querySelector("#causes-title").textContent.startsWith("2 dumps")`)
	p.WaitFor("no trace", `!document.querySelector("#room-trace")?.checkVisibility()`)
	p.Click(".group-open")
	p.WaitFor("a report", `document.querySelector("#verdict").checkVisibility()`)
	p.Click("#verdict .proof [id$=-trace-0]")
	p.WaitFor("its trace", `document.querySelector("#room-trace").getAttribute("aria-checked") === "true"`)
}
