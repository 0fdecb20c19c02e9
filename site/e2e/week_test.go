//go:build !js

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
)

// week returns an export of n reports in the form of Google Play: four versions over a week, and causes
// of unequal frequency. The last cause is in the newest version alone.
func week(t *testing.T, n int) []byte {
	t.Helper()
	stacks := []string{
		"\"main\" tid=1 Blocked\n  at com.example.Store.read (Store.java:31)\n- waiting to lock <0x0000000a> (a com.example.Cache) held by thread 4\n  at com.example.Main.onResume (Main.java:5)\n\n\"loader\" tid=4 Sleeping\n  at java.lang.Thread.sleep (Native method)\n  at com.example.Loader.load (Loader.java:7)\n- locked <0x0000000a> (a com.example.Cache)\n",
		"\"main\" tid=1 Native\n  at android.os.BinderProxy.transactNative (Native method)\n  at android.os.BinderProxy.transact (BinderProxy.java:1)\n  at android.content.pm.IPackageManager$Stub$Proxy.getPackageInfo (IPackageManager.java:1)\n  at com.example.About.version (About.java:9)\n",
		"\"main\" tid=1 Waiting\n  at java.lang.Object.wait (Native method)\n  at okhttp3.internal.Waiter.await (Waiter.kt:4)\n  at com.example.Api.call (Api.java:12)\n",
		"\"main\" tid=1 Runnable\n  at com.example.Feed.parse (Feed.java:88)\n",
	}
	devices := [][2]string{{"google", "shiba"}, {"samsung", "a54x"}, {"motorola", "caprip"}}
	var reports []map[string]any
	for i := range n {
		version := i * 4 / n
		stack := []int{0, 0, 1, 0, 2, 1}[i%6]
		if version == 3 && i%2 == 1 {
			stack = 3
		}
		device := devices[i%len(devices)]
		reports = append(reports, map[string]any{
			"name": fmt.Sprint("apps/com.example/r", i), "type": "APPLICATION_NOT_RESPONDING", "issue": fmt.Sprint("apps/com.example/i", stack), "reportText": stacks[stack],
			"eventTime": fmt.Sprintf("2026-08-%02dT%02d:00:00Z", 17+i*7/n, i%24), "appVersion": map[string]any{"versionCode": fmt.Sprint(71000 + 100*version)},
			"osVersion": map[string]any{"apiLevel": fmt.Sprint(31 + i%4)}, "deviceModel": map[string]any{"deviceId": map[string]any{"buildBrand": device[0], "buildDevice": device[1]}},
		})
	}
	issues := []map[string]any{
		{"name": "apps/com.example/i0", "type": "APPLICATION_NOT_RESPONDING", "cause": "Input dispatching timed out", "location": "com.example.Main", "errorReportCount": "900", "distinctUsers": "700"},
		{"name": "apps/com.example/i9", "type": "APPLICATION_NOT_RESPONDING", "cause": "executing service", "location": "com.example.Sync", "errorReportCount": "70", "distinctUsers": "61"},
	}
	text, err := json.Marshal(map[string]any{"errorReports": reports})
	if err != nil {
		t.Fatal(err)
	}
	more, _ := json.Marshal(map[string]any{"errorIssues": issues})
	return append(text, more...)
}

// TestWeekOfANRs: an export of reports opens by cause. Facts choose dumps, a version is compared with
// the others, a link keeps both, and marks on causes return with their file.
func TestWeekOfANRs(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.Upload("#file", write(t, "week.json", week(t, 48)))
	p.WaitStage("open")
	p.WaitFor("the causes", `document.querySelector("#causes-title").textContent === "48 dumps, 4 causes"`)
	p.Shots("exports")
	p.WaitFor("the group without a report", `document.querySelector(".causes").textContent.includes("70 reports: executing service, com.example.Sync")`)
	fact := func(name string) string {
		return fmt.Sprintf(`[...document.querySelectorAll(".fact")].find((b) => b.firstElementChild.textContent === %q)`, name)
	}
	p.Act(fact("71300") + `.click() ?? true`)
	p.WaitFor("the dumps of a version", `document.querySelector("#causes-title").textContent.includes("12 dumps, 4 causes; 12 of 48 dumps are chosen")`)
	p.Act(fact("input") + `.click() ?? true`)
	p.WaitFor("those of a kind", `document.querySelector("#causes-title").textContent.includes("; 2 of 48 dumps are chosen")`)
	p.WaitFor("the link", `location.hash.includes("facts=version%3D71300%0Akind%3Dinput")`)
	p.Click("#facts-none")
	p.WaitFor("all dumps", `document.querySelector("#causes-title").textContent === "48 dumps, 4 causes"`)
	for _, width := range []int64{1280, 390} {
		p.View(width, 844, "light")
		if cut := eval[string](p, `[...document.querySelectorAll(".causes .filters select")].filter((e) => {
			const text = document.createElement("canvas").getContext("2d"), style = getComputedStyle(e);
			text.font = style.font;
			return e.checkVisibility() && text.measureText(e.selectedOptions[0].text).width > e.clientWidth - parseFloat(style.paddingLeft) - 16;
		}).map((e) => e.id).join()`); cut != "" {
			t.Errorf("at %d px, the choices of %s are cut", width, cut)
		}
	}
	// On a phone, a dump opens at its top, above the threads that get the focus.
	p.Act(`(scrollTo(0, 600), document.querySelector("#cause-1").click(), true)`)
	p.WaitFor("the focus on the threads", `document.activeElement.id === "stacks-rows"`)
	if top := eval[float64](p, "scrollY"); top != 0 {
		t.Errorf("a dump opens scrolled by %v px", top)
	}
	p.Click("#to-pile")
	p.WaitFor("the focus on the cause", `document.activeElement.id === "cause-1"`)
	p.View(1280, 800, "light")

	// A cause opens by key. The focus moves to its dump's threads, and back.
	p.Act(`(document.querySelector("#cause-1").focus(), true)`)
	p.Keys("\r")
	p.WaitFor("the focus on the threads", `document.activeElement.id === "stacks-rows"`)
	p.Keys("\x1b")
	p.WaitFor("the focus on the cause", `document.activeElement.id === "cause-1"`)

	// The menu of exports copies a link, too.
	p.Act(`navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }, true`)
	p.Click("#export")
	p.Click("#export-link")
	p.WaitFor("the link", `globalThis.copied?.includes("#file=week.json")`)
	p.Click("#export")
	p.Click("#export-answers")
	p.WaitFor("the causes as text", `globalThis.copied?.includes("## causes") && globalThis.copied.length < 8193`)
	p.Act(`(globalThis.copied = "", true)`)
	p.Select("#causes-before", "version=71200")
	p.WaitFor("the comparison", `document.querySelector("#causes-title").textContent.startsWith("12 dumps before, 12 after")`)
	p.Shots("exports-compared")
	p.Select("#cause-mark-0", "mine")
	p.WaitFor("the note's field", `document.querySelector("#cause-note-0").checkVisibility()`)
	p.Select("#cause-mark-1", "fixed")
	p.WaitFor("the version's field", `document.querySelector("#cause-fixed-1").checkVisibility()`)
	p.Click("#cause-fixed-1")
	p.Keys("71200")
	p.WaitFor("what is back", `document.querySelector("#causes").innerText.includes("It is back: ")`)
	dir := p.Downloads()
	p.Click("#marks-save")
	name, marks := p.Downloaded(dir)
	p.Upload("#file", write(t, name, bytes.Replace(marks, []byte(`"mine"`), []byte(`"noise"`), 1)))
	p.WaitFor("the marks of the file", `document.querySelector("#cause-mark-0").value === "noise" && document.querySelector("#cause-fixed-1").value === "71200"`)
	p.WaitFor("the end of reading", `document.querySelector("#notice").innerText === "The file has 2 marks of causes." && !document.body.innerText.includes("Reading")`)
	p.Act(`navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }, true`)
	p.Click("#cause-copy-0")
	p.WaitFor("the cause as Markdown", `globalThis.copied?.startsWith("### ")`)
	p.WaitFor("its numbers", `globalThis.copied.includes("- Dumps: ")`)
}
