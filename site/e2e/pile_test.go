//go:build !js

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPile: a zip file of dumps of several processes opens on the causes, and a click shows a dump.
func TestPile(t *testing.T) {
	t.Parallel()
	var members []string
	for i := range 9 {
		method := "com.example.Store.read"
		if i%3 == 2 {
			method = "com.example.Api.call"
		}
		members = append(members, fmt.Sprintf("anr_%d", i), dumpOf(100+2*i, fmt.Sprintf("2024-01-0%d 10:00:00", i+1), "com.example", "java.lang.Thread.sleep", method, "com.example.Main.onResume"))
	}
	p := open(t, "/")
	p.Upload("#file", write(t, "pile.zip", zipOf(t, members...)))
	p.WaitStage("open")
	p.WaitFor("the causes", `document.querySelectorAll("#causes .alike").length === 2 && document.querySelector("#causes").checkVisibility()`)
	if got, want := p.Text("#causes-title"), "9 dumps, 2 causes"; got != want {
		t.Errorf("the pile is %q, want %q", got, want)
	}
	p.Click("#cause-1")
	p.WaitFor("the first dump of the second cause", `document.querySelector(".process.on").textContent.includes("anr_2")`)
	p.Click("#cause-more-0")
	p.Click("#cause-case-7")
	p.WaitFor("the dump that was clicked", `document.querySelector(".process.on").textContent.includes("anr_7")`)
	p.WaitFor("the list to show it", `(() => { const a = document.querySelector(".process.on").getBoundingClientRect(), b = document.querySelector(".rail-list").getBoundingClientRect(); return a.top >= b.top - 1 && a.bottom <= b.bottom + 1; })()`)
	p.WaitFor("its stack", `document.querySelector("#stack-lines").textContent.includes("Store.read")`)

	// On a phone the causes come right below the verdict.
	p.View(390, 844, "light")
	p.WaitFor("the tabs in one row", `document.querySelector(".dump .tabs").getBoundingClientRect().height < 60`)
	p.View(1280, 800, "light")

	// Cells of threads without a state keep their columns.
	p.Click("#dump-tab-stacks")
	p.WaitFor("the threads", `document.querySelectorAll("#stacks-rows .row").length > 0`)
	p.WaitFor("all cells", `[...document.querySelectorAll("#stacks-rows .row:not(.none) .state")].every((e) => e.checkVisibility())`)
}

// TestPileShots keeps pictures of a pile of real dumps, to be looked at.
func TestPileShots(t *testing.T) {
	if !pictures {
		t.Skip("for its pictures alone")
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
	p.Upload("#file", write(t, "pile.zip", zipOf(t, members...)))
	p.WaitStage("open")
	p.WaitFor("the causes", `document.querySelectorAll("#causes .alike").length > 2`)
	p.Shots("pile")
	p.Click("#dump-tab-stacks")
	p.WaitFor("the threads", `document.querySelectorAll("#stacks-rows .row").length > 2`)
	p.Shots("pile-threads")
}

// TestClaimOnPhone: a tap on what a claim names shows it, though it lies further down.
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
