//go:build !js

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

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

// TestPile: one flame graph shows all main threads of a pile. A second pile comes from the file chooser. The test of that name in
// wasm/viewer has all that one can do with piles.
func TestPile(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.Upload("#file", write(t, "pile.zip", pileOf(t, 30, 2, "com.example.Api.call")))
	p.WaitStage("open")
	p.WaitFor("no details of one dump", `document.querySelector("#causes").checkVisibility() && !document.querySelector("#verdict").checkVisibility() && !document.querySelector(".stack-pane").checkVisibility()`)
	p.Click("#dump-tab-stackflame")
	p.WaitDrawn(flame)
	p.Shots("pile-flame")
	p.Click("#dump-tab-causes")
	p.Act(`(globalThis.showOpenFilePicker = undefined, document.getElementById("file").addEventListener("click", (e) => { e.preventDefault(); globalThis.chooser = true; }), true)`)
	p.Click("#causes-add")
	p.WaitFor("the chooser", `chooser`)
	p.Upload("#file", write(t, "older.zip", pileOf(t, 30, 1, "com.example.Old.call")))
	p.WaitFor("the change of the causes", `document.querySelector("#causes-title").textContent === "30 dumps before, 30 after; 3 causes: 1 new, 1 gone, 1 same"`)
	p.Shots("pile-compared")
	p.Click("#cause-0")
	p.WaitFor("a dump", `document.querySelector("#process-name").checkVisibility()`)

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

// claimOnPhone: a tap on a link in a claim scrolls its target into view.
func claimOnPhone(t *testing.T, p *page) {
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
