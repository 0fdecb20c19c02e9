//go:build !js

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// dumpCorpus returns the path of a real dump. It skips the test if the dump is missing.
func dumpCorpus(t *testing.T, name string) string {
	t.Helper()
	file := filepath.Join(shared, "corpus/thread-dumps", name)
	if _, err := os.Stat(file); err != nil {
		t.Skipf("%s is missing: the repository contains no real dumps", file)
	}
	return file
}

// threadRows returns the visible rows of the table of threads, one a line: name, state, ...
func (p *page) threadRows() []string {
	p.t.Helper()
	return eval[[]string](p, `[...document.querySelectorAll("#stacks-rows .row")].map((r) => [...r.querySelectorAll("[role=rowheader], [role=gridcell]")].map((c) => c.textContent.trim()).join("|"))`)
}

// untilThreads waits until the table's first column is want.
func (p *page) untilThreads(what string, want ...string) {
	p.t.Helper()
	p.Until(what, strings.Join(want, ", "), func() string {
		var names []string
		for _, row := range p.threadRows() {
			name, _, _ := strings.Cut(row, "|")
			names = append(names, name)
		}
		return strings.Join(names, ", ")
	})
}

// openDump opens the sample of thread dumps.
func openDump(t *testing.T) *page {
	t.Helper()
	p := visit(t)
	p.OpenDump()
	return p
}

// OpenDump opens the sample of thread dumps as a new visitor.
func (p *page) OpenDump() {
	p.t.Helper()
	p.Reopen("/?open=samples/sample-anr.txt")
	p.WaitStage("open")
	p.WaitFor("main's stack", `document.querySelector("#stack-name")?.textContent === "main" && document.querySelectorAll("#stack-lines li").length === 12`)
}

// TestDump explores the sample of thread dumps in one visit. At the beginning of each part, the page shows the threads and main's stack.
func TestDump(t *testing.T) {
	t.Parallel()
	p := openDump(t)
	for _, part := range []struct {
		name string
		test func(t *testing.T, p *page)
	}{{"exports", dumpExports}, {"print", printDump}, {"focus", focusRingDump}, {"tabs", dumpTabsStay}, {"menus", menuOfADump}, {"views", dumpViews}} {
		p.View(1280, 800, "light")
		if p.Keys("1"); eval[bool](p, `document.querySelector("#stacks-clear").checkVisibility()`) {
			p.Click("#stacks-clear")
		}
		p.Click(row("stacks", 0))
		p.WaitFor("main's stack", `document.querySelector("#stack-name")?.textContent === "main"`)
		p.Part(part.name, func(t *testing.T) { part.test(t, p) })
	}
}

// dumpViews checks the layout of the views. TestDump in wasm/viewer checks their content.
func dumpViews(t *testing.T, p *page) {
	p.Shots("dump-sample")
	p.Click("#stack-chain .link")
	p.Until("the holder's stack", "DefaultDispatcher-worker-1", func() string { return p.Text("#stack-name") })
	p.Click("#head-open")
	p.WaitFor("the facts of the dump's head", `document.querySelectorAll(".head-fact").length > 5`)
	if wide := eval[bool](p, `(() => { const e = document.querySelector("#head-parts"); return e.scrollWidth > e.clientWidth; })()`); wide {
		t.Error("the dump's head is wider than its panel")
	}
	p.Shots("dump-head")
	p.Click("#head-open")

	// No column is cut at the edge.
	if cut := eval[string](p, `(() => { const box = document.querySelector("#stacks-rows").getBoundingClientRect();
		return [...document.querySelectorAll("#stacks-rows .head > *")].filter((e) => e.getBoundingClientRect().right > box.right + 1).map((e) => e.textContent).join(); })()`); cut != "" {
		t.Errorf("the columns %s are cut", cut)
	}

	// A key goes to the search, the groups' menu and a row.
	p.Click("#stacks-find")
	p.Keys("markDecoded")
	p.untilThreads("those in markDecoded", "decode-pool-1", "decode-pool-2")
	p.Keys("\u001b")
	p.WaitFor("all threads", `document.querySelectorAll("#stacks-rows .row").length === 16`)
	p.Act(`(document.querySelector("#stacks-sort-group").focus(), true)`)
	p.Keys("\r")
	p.Pick("By package")
	p.WaitFor("the packages", `document.querySelector("#stacks-rows").role === "treegrid" && document.querySelector("#stacks-0[aria-expanded=false]")`)
	p.Shots("dump-threads-groups")
	p.Click("#stacks-sort-group")
	p.Pick("By thread")
	p.Click("#stacks-1")
	p.Keys("\r")
	p.WaitFor("the marked line in view", `(() => {
		const line = document.querySelector(".text-line.marked").getBoundingClientRect(), box = document.querySelector(".text-line.marked").closest("[data-scroll]").getBoundingClientRect();
		return line.top >= box.top && line.bottom <= box.bottom;
	})()`)
	p.Shots("dump-text")
	p.Keys("\u001b")
	p.WaitFor("the stack", `!document.querySelector("#stack-lines").closest("[hidden]")`)
}

// dumpText: names and frames appear as text, even if they contain markup.
func dumpText(t *testing.T, p *page) {
	const evil = `<img src=x onerror="document.title='harmed'">`
	text := "----- pid 7 at 2024-01-02 03:04:05 -----\nCmd line: " + evil + "\n\nDALVIK THREADS (1):\n\"" + evil + "\" prio=5 tid=1 Blocked\n" +
		"  | group=\"" + evil + "\" sCount=1\n  at a." + evil + "(A.java:1)\n  - waiting to lock <0x01> (a " + evil + ")\n\n----- end 7 -----\n"
	p.Upload("#file", write(t, evil[1:4]+".txt", []byte(text)))
	p.WaitStage("open")
	p.WaitFor("the name as text", fmt.Sprintf(`document.querySelector("#stack-name")?.textContent === %q`, evil))
	p.Click("#stack-text")
	p.WaitFor("the text", `document.querySelectorAll(".text-line").length > 5`)
	if n := eval[int](p, `document.querySelectorAll("#dumps img").length`); n != 0 {
		t.Errorf("a file's text became %d images", n)
	}
	if title := eval[string](p, `document.title`); strings.Contains(title, "harmed") {
		t.Error("a file's text ran as a script")
	}
}

// TestDumpCorpus takes screenshots of real dumps. Package viewer tests their content.
func TestDumpCorpus(t *testing.T) {
	t.Parallel()
	if !pictures {
		t.Skip("SHOTS is not set")
	}
	p := visit(t)
	for _, name := range []string{"art14_deadlock_a.txt", "bugreport_dalvik23_deadlock.txt", "art15_xiaomi_54.txt"} {
		p.Reopen("/")
		p.Upload("#file", dumpCorpus(t, name))
		p.WaitStage("open")
		p.Shots("dump-" + strings.TrimSuffix(name, ".txt"))
	}
}

// dumpExports: exported files of dumps equal the command's output: a text and a picture. TestExportChoices in wasm/viewer has
// the command lines of all.
func dumpExports(t *testing.T, p *page) {
	p.Click("#export")
	p.Shots("dump-exports")
	if w := eval[float64](p, `document.querySelector(".exports").offsetWidth`); w > 400 {
		t.Errorf("the menu of seven exports is %v px wide", w)
	}
	p.Keys("\u001b")
	saved := p.Downloads()
	file := filepath.Join(root, "testdata/sample-anr.txt")
	for _, e := range []struct {
		id, name string
		command  []string
	}{
		{"explain", "sample-anr.explained.txt", []string{"explain", "-all"}},
		{"locks", "sample-anr.locks.svg", []string{"export", "-format", "locks", "-process", "1"}},
	} {
		p.Export(e.id)
		name, got := p.Downloaded(saved)
		if want := traceglass(t, file, e.command...); name != e.name || string(got) != string(want) {
			t.Errorf("%s: %s with %d bytes, the command writes %d:\n%.300s", e.id, name, len(got), len(want), got)
		}
	}
}
