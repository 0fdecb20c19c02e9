//go:build !js

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"traceglass/wasm/viewer/samples"
)

// pileOf packs n dumps. In a third of them main hangs in the method rare, in the others in another method.
func pileOf(t *testing.T, n, day int, rare string) []byte {
	var members []string
	for i := range n {
		method := "com.example.Store.read"
		if i%3 == 2 {
			method = rare
		}
		members = append(members, fmt.Sprintf("anr_%d", i), samples.Dump(1000*day+2*i, fmt.Sprintf("2024-01-%02d 10:00:%02d", day, i), "com.example", "java.lang.Thread.sleep", method, "com.example.Main.onResume"))
	}
	return samples.Zip(t, members...)
}

// TestPile: a zip file of dumps from several processes opens with their causes. A click re-reads one dump and
// shows it. One flame graph shows all main threads. A second zip file is compared with the first.
func TestPile(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.Upload("#file", write(t, "pile.zip", pileOf(t, 30, 2, "com.example.Api.call")))
	p.WaitStage("open")
	p.WaitFor("the causes", `document.querySelectorAll("#causes .alike").length === 2 && document.querySelector("#causes").checkVisibility()`)
	if got, want := p.Text("#causes-title"), "30 dumps, 2 causes"; got != want {
		t.Errorf("the pile is %q, want %q", got, want)
	}
	p.WaitFor("no details of one dump", `!document.querySelector("#verdict").checkVisibility() && !document.querySelector(".stack-pane").checkVisibility()`)
	p.Click("#cause-1")
	p.WaitFor("the first dump of the second cause", `document.querySelector("#process-name").checkVisibility() && document.querySelector("#verdict").textContent.includes("pid 2004")`)
	p.WaitFor("its stack", `document.querySelector("#stack-lines").textContent.includes("Api.call")`)
	p.Click("#to-pile")
	p.Click("#cause-more-0")
	p.Click("#cause-case-28")
	p.WaitFor("the clicked dump", `document.querySelector("#verdict").textContent.includes("pid 2056")`)
	p.WaitFor("its stack", `document.querySelector("#stack-lines").textContent.includes("Store.read")`)
	p.WaitFor("its threads", `document.querySelectorAll("#stacks-rows .row:not(.none)").length === 2`)
	p.Keys(kb.Escape)
	p.WaitFor("the causes again", `document.querySelector("#causes").checkVisibility()`)
	p.Click("#dump-tab-stackflame")
	p.WaitDrawn(flame)
	p.Shots("pile-flame")
	p.Click("#dump-tab-causes")

	// Compare with another pile. The earlier one counts as "before".
	p.Act(`(globalThis.showOpenFilePicker = undefined, document.getElementById("file").addEventListener("click", (e) => { e.preventDefault(); globalThis.chooser = true; }), true)`)
	p.Click("#causes-add")
	p.WaitFor("the chooser", `chooser`)
	p.Upload("#file", write(t, "older.zip", pileOf(t, 30, 1, "com.example.Old.call")))
	p.WaitFor("the change of the causes", `document.querySelector("#causes-title").textContent === "30 dumps before, 30 after; 3 causes: 1 new, 1 gone, 1 same"`)
	p.Shots("pile-compared")
	p.Click("#cause-0")
	p.WaitFor("a dump of the other pile, or of the first", `document.querySelector("#process-name").checkVisibility() && /Old|Api/.test(document.querySelector("#stack-lines").textContent)`)

	// On a phone the causes follow directly below the verdict.
	p.View(390, 844, "light")
	p.WaitFor("the tabs in one row", `document.querySelector(".dump .tabs").getBoundingClientRect().height < 60`)
	p.View(1280, 800, "light")

	// Rows of threads without a state keep their columns.
	p.Click("#dump-tab-stacks")
	p.WaitFor("the threads", `document.querySelectorAll("#stacks-rows .row").length > 0`)
	p.WaitFor("all cells", `[...document.querySelectorAll("#stacks-rows .row:not(.none) .state")].every((e) => e.checkVisibility())`)
}

// TestPileShots takes screenshots of a pile of real dumps.
func TestPileShots(t *testing.T) {
	if !pictures {
		t.Skip("this test only takes screenshots")
	}
	files, _ := filepath.Glob("../../../shared/corpus/thread-dumps/*.txt")
	var members []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		members = append(members, filepath.Base(file), string(data))
	}
	p := open(t, "/")
	p.Upload("#file", write(t, "pile.zip", samples.Zip(t, members...)))
	p.WaitStage("open")
	p.WaitFor("the causes", `document.querySelectorAll("#causes .alike").length > 2`)
	p.Shots("pile")
	p.Click("#cause-0")
	p.WaitFor("the dump", `document.querySelector("#process-name").checkVisibility()`)
	p.Click("#dump-tab-stacks")
	p.WaitFor("the threads", `document.querySelectorAll("#stacks-rows .row").length > 2`)
	p.Shots("pile-threads")
}

// TestClaimOnPhone: a tap on a link in a claim scrolls its target into view.
func TestClaimOnPhone(t *testing.T) {
	t.Parallel()
	p := openHang(t, 1)
	p.View(390, 844, "light")
	seen := func(id string) string {
		return `(() => { const r = document.querySelector("` + id + `").getBoundingClientRect(); return r.height > 0 && r.top >= 0 && r.top < innerHeight; })()`
	}
	p.WaitFor("the verdict", `document.querySelector(".claim [id*='-line-']")`)
	p.Do(chromedp.Click(chromedp.CSS(".claim [id*='-line-']")))
	p.WaitFor("the file's text", seen("#text-rows"))
	p.Do(chromedp.Click(chromedp.CSS(".claim [id*='-thread-']")))
	p.WaitFor("the stack", seen("#stack-frames"))
}

// TestReportsOfOneFile: a JSON file with three reports opens as three dumps, each with its own verdict. The
// dump of a cause shows only its own threads.
func TestReportsOfOneFile(t *testing.T) {
	t.Parallel()
	const report = "\"main\" tid=1 %s\n  at com.example.Main.%s (Main.java:7)\n%s  at android.app.ActivityThread.main (ActivityThread.java:1)\n\n\"worker\" tid=4 Sleeping\n  at java.lang.Thread.sleep (Native method)\n  at com.example.Worker.%s (Worker.java:9)\n%s"
	texts := []string{
		fmt.Sprintf(report, "Blocked", "save", "- waiting to lock <0x0000000a> (a com.example.Store) held by thread 4\n", "write", "- locked <0x0000000a> (a com.example.Store)\n"),
		fmt.Sprintf(report, "Runnable", "parse", "", "idle", ""),
		fmt.Sprintf(report, "Sleeping", "pause", "", "rest", ""),
	}
	var reports []map[string]string
	for _, text := range texts {
		reports = append(reports, map[string]string{"type": "APPLICATION_NOT_RESPONDING", "reportText": text})
	}
	data, err := json.Marshal(map[string]any{"errorReports": reports})
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, "/")
	p.Upload("#file", write(t, "reports.json", data))
	p.WaitStage("open")
	p.WaitFor("the causes", `document.querySelectorAll("#causes .alike").length === 3 && document.querySelector("#causes").checkVisibility()`)
	if got, want := p.Text("#causes-title"), "3 dumps, 3 causes"; got != want {
		t.Errorf("the pile is %q, want %q", got, want)
	}
	p.Shots("reports")
	for i := range texts {
		p.Click(fmt.Sprintf("#cause-%d", i))
		p.WaitFor("two threads of its own", `document.querySelectorAll("#stacks-rows .row:not(.none)").length === 2`)
		verdict := p.Text("#verdict")
		own := 0
		for _, method := range []string{"Worker.write", "Main.parse", "Main.pause"} {
			if strings.Contains(verdict, method) {
				own++
			}
		}
		if own != 1 {
			t.Errorf("the verdict on report %d has methods of %d reports: %s", i, own, verdict)
		}
		p.Click("#to-pile")
	}
}
