//go:build !js

package e2e

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
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

// TestDump goes through the views of the sample: processes, verdict, table, stack, text.
func TestDump(t *testing.T) {
	t.Parallel()
	p := openDump(t)
	if got := p.Text("#facts"); !strings.Contains(got, "1 process, 2 dumps · 32 threads · ART · Android 14") {
		t.Errorf("facts: %q", got)
	}
	if got := p.Text(".claim.first .says"); !strings.HasPrefix(got, "Deadlock: ") || !strings.Contains(got, "DefaultDispatcher-worker-1") {
		t.Errorf("verdict: %q", got)
	}
	if n := eval[int](p, `[...document.querySelectorAll(".process.alarming .badge")].filter((e) => e.textContent === "deadlock").length`); n != 2 {
		t.Errorf("%d processes are marked as deadlocked, want 2", n)
	}
	p.Shots("dump-sample")

	rows := p.threadRows()
	if len(rows) != 16 || !strings.HasPrefix(rows[0], "main|Blocked|PhotoDatabase.connection|DefaultDispatcher-worker-1 · PhotoDatabase 0x0b51c3d2|1|2.43\u00a0s|1|12034|5|") {
		t.Errorf("%d threads, the first %q", len(rows), rows[0])
	}

	// The verdict's evidence is a line of the file.
	p.Click(".claim.first .proof [id*=-line-]")
	p.WaitFor("the line with the evidence", `document.querySelector(".text-line.marked")?.textContent.includes("- waiting to lock <0x0b51c3d2>")`)
	p.Click("#stack-frames")

	// A lock links to the thread that holds it, and back.
	p.Click("#stack-lines .monitor .link")
	p.Until("the holder's stack", "DefaultDispatcher-worker-1", func() string { return p.Text("#stack-name") })
	p.Click("#stack-chain .link")
	p.Until("main's stack", "main", func() string { return p.Text("#stack-name") })

	// The texts of the file before and after the stacks.
	p.Click("#head-open")
	p.WaitFor("the facts of the dump's head", `document.querySelectorAll(".head-fact").length > 5 && document.querySelector("#head-parts").textContent.includes("The processor's instructions")`)
	if wide := eval[bool](p, `(() => { const e = document.querySelector("#head-parts"); return e.scrollWidth > e.clientWidth; })()`); wide {
		t.Error("the dump's head is wider than its panel")
	}
	p.Shots("dump-head")
	p.Click("#head-open")
	p.WaitFor("only that line", `document.querySelector("#head-parts").hidden`)

	// No column is cut at the edge.
	if cut := eval[string](p, `(() => { const box = document.querySelector("#stacks-rows").getBoundingClientRect();
		return [...document.querySelectorAll("#stacks-rows .head > *")].filter((e) => e.getBoundingClientRect().right > box.right + 1).map((e) => e.textContent).join(); })()`); cut != "" {
		t.Errorf("the columns %s are cut", cut)
	}

	// Filters.
	p.Click("#stacks-find")
	p.Keys("markDecoded")
	p.untilThreads("those in markDecoded", "decode-pool-1", "decode-pool-2")
	if got := p.Text("#stacks-tally"); got != "2 of 16" {
		t.Errorf("tally: %q", got)
	}
	p.Keys("\u001b")
	p.WaitFor("all threads", `document.querySelectorAll("#stacks-rows .row").length === 16`)
	p.Click("#stacks-find")
	p.Keys("/mark(/")
	p.WaitFor("the error in the pattern", `document.querySelector("#stacks-refused").textContent === "The pattern /mark(/ cannot be read: missing closing )."`)
	p.Keys("\u001b")
	p.WaitFor("all threads", `document.querySelectorAll("#stacks-rows .row").length === 16`)
	p.Click("#stacks-package")
	p.Keys("com.example.gallery.metrics")
	p.untilThreads("those of the package", "metrics-reporter")
	p.Click("#stacks-clear")
	p.WaitFor("all threads", `document.querySelectorAll("#stacks-rows .row").length === 16`)
	p.Act(`(() => { const s = document.querySelector("#stacks-state"); s.value = "4"; s.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`)
	p.untilThreads("the blocked ones", "main", "DefaultDispatcher-worker-1", "decode-pool-1", "decode-pool-2")
	p.Click("#stacks-clear")
	p.Click("#stacks-busy")
	p.untilThreads("those that do not wait for work", "main", "DefaultDispatcher-worker-1", "decode-pool-1", "decode-pool-2", "metrics-reporter", "OkHttp photos.example.com")
	p.Click("#stacks-clear")

	// Groups. Mouse and keys open one.
	p.Click("#stacks-sort-group")
	p.Pick("By package")
	p.WaitFor("the packages", `document.querySelector("#stacks-rows").role === "treegrid" && document.querySelector("#stacks-sort-group").textContent === "By package" && document.querySelector("#stacks-0[aria-expanded=false]")`)
	threads := 0
	for _, row := range p.threadRows() {
		n := 0
		if _, err := fmt.Sscanf(strings.Split(row, "|")[1], "%d thread", &n); err != nil {
			t.Errorf("the group %q has no number of threads", row)
		}
		threads += n
	}
	if threads != 16 {
		t.Errorf("the groups have %d of 16 threads", threads)
	}
	p.Click("#stacks-0")
	p.WaitFor("its threads", `document.querySelector("#stacks-0[aria-expanded=true]") && document.querySelector("#stacks-1[aria-level='2']")`)
	p.Shots("dump-threads-groups")
	p.Act(`(document.querySelector("#stacks-sort-group").focus(), true)`)
	p.Keys("\r")
	p.Pick("By thread")
	p.WaitFor("all threads", `document.querySelector("#stacks-rows").role === "grid" && document.querySelectorAll("#stacks-rows .row").length === 16`)

	// Sort by CPU time.
	p.Click("#stacks-sort-5")
	p.Until("the most CPU", "decode-pool-1", func() string {
		name, _, _ := strings.Cut(p.threadRows()[0], "|")
		return name
	})

	// Arrow keys move in the table. Enter shows the thread's lines, and Esc the stack again.
	p.Click("#stacks-1")
	p.Keys("j") // a key without a command
	p.Until("the row's stack", "decode-pool-2", func() string { return p.Text("#stack-name") })
	p.Keys("\r")
	p.WaitFor("the thread's lines", `document.querySelector(".text-line.marked")?.textContent.includes('"decode-pool-2" prio=5 tid=18 Blocked')`)
	p.View(1280, 900, "light") // with room for all of them
	p.Until("the thread's lines marked", "13", func() string { return fmt.Sprint(eval[int](p, `document.querySelectorAll(".text-line.mine").length`)) })
	p.View(1280, 800, "light")
	p.Shots("dump-text")
	p.Keys("\u001b")
	p.WaitFor("the stack", `!document.querySelector("#stack-lines").closest("[hidden]")`)

	// Show the other dump of the process.
	p.Keys("]")
	p.WaitFor("the second process", `document.querySelector("#process-1").getAttribute("aria-current") === "true"`)

	// Every field, state and kind of line has an explanation.
	if got := p.Text("#state-help"); !strings.Contains(got, "a synchronized block that another thread holds") {
		t.Errorf("what Blocked means: %q", got)
	}
	p.Click("#stack-text")
	p.WaitFor("the explanation of the line", `[...document.querySelectorAll(".text-line")].some((l) => l.textContent.includes("| sysTid=12034") && l.title.startsWith("Attributes of the thread"))`)
	p.Click("#stack-frames")
	if got := p.Text("#stack-facts"); !strings.Contains(got, "CPU time in the program's own code") || !strings.Contains(got, "top-app is in front") {
		t.Errorf("fields: %q", got)
	}

	// The recording of main before a dump opens as a trace next to it.
	kept := tracetest.Trace{Encoding: "long-running", NoThreads: true, Records: "main#7 0>app.A.start 5000>app.B.query 90000<app.B.query 95000<app.A.start"}.Bytes()
	p.Upload("#file", write(t, "anr.txt", []byte("----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\nLongRunningMethods: "+base64.StdEncoding.EncodeToString(kept)+
		"\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Runnable\n  | sysTid=7\n  at app.A.start(A.java:1)\n\n----- end 7 -----\n")))
	p.WaitFor("the links to what main did before", `document.querySelectorAll("#verdict .hops .link").length === 2`)
	p.Shots("dump-before")
	p.Click("#verdict .proof [id$=-trace-0]")
	p.WaitFor("the trace", `document.querySelector("#room-trace").getAttribute("aria-checked") === "true"`)
	p.ShowMethods()
	p.WaitFor("its methods", `[...document.querySelectorAll("#methods-rows .fn")].some((e) => e.textContent.includes("query"))`)
	if got := p.Text("#facts"); !strings.Contains(got, "1 thread") {
		t.Errorf("the trace next to the dump: %q", got)
	}
	p.Shots("dump-before-trace")
	p.Click("#room-dump")
	p.WaitFor("the dump again", `document.querySelector("#verdict").checkVisibility()`)
	p.Click("#verdict .proof [id$=-trace-0]")
	p.WaitFor("the trace again", `document.querySelector("#room-trace").getAttribute("aria-checked") === "true"`)
}

// TestDumpText: names and frames appear as text, even if they contain markup.
func TestDumpText(t *testing.T) {
	t.Parallel()
	const evil = `<img src=x onerror="document.title='harmed'">`
	text := "----- pid 7 at 2024-01-02 03:04:05 -----\nCmd line: " + evil + "\n\nDALVIK THREADS (1):\n\"" + evil + "\" prio=5 tid=1 Blocked\n" +
		"  | group=\"" + evil + "\" sCount=1\n  at a." + evil + "(A.java:1)\n  - waiting to lock <0x01> (a " + evil + ")\n\n----- end 7 -----\n"
	p := open(t, "/")
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

// TestDumpCorpus opens real dumps, including the largest one, and takes screenshots.
func TestDumpCorpus(t *testing.T) {
	t.Parallel()
	p := visit(t)
	for _, name := range []string{"art14_deadlock_a.txt", "bugreport_dalvik23_deadlock.txt", "art15_xiaomi_54.txt"} {
		p.Reopen("/")
		p.Upload("#file", dumpCorpus(t, name))
		p.WaitStage("open")
		p.WaitFor("a stack, or the text of a dump without stacks", `document.querySelectorAll("#stack-lines li, .text-line").length > 0`)
		p.Shots("dump-" + strings.TrimSuffix(name, ".txt"))
	}
}

// TestDumpExports: exported files of dumps equal the command's output.
func TestDumpExports(t *testing.T) {
	t.Parallel()
	p := openDump(t)
	p.Click("#export")
	p.Shots("dump-exports")
	if w := eval[float64](p, `document.querySelector(".exports").offsetWidth`); w > 400 {
		t.Errorf("the menu of seven exports is %v px wide", w)
	}
	p.Keys("\u001b")
	saved := p.Downloads()
	p.Record()
	file := filepath.Join(root, "testdata/sample-anr.txt")
	for _, e := range []struct {
		id, name string
		command  []string
	}{
		{"explain", "sample-anr.explained.txt", []string{"explain", "-all"}},
		{"dumps", "sample-anr.summary.json", []string{"summary"}},
		{"markdown", "sample-anr.md", []string{"export", "-format", "markdown", "-process", "1"}},
		{"threads", "sample-anr.threads.csv", []string{"export", "-format", "csv", "-process", "1"}},
		{"stacks", "sample-anr.folded", []string{"export", "-format", "folded", "-process", "1"}},
		{"stackflame", "sample-anr.flame.svg", []string{"export", "-format", "svg", "-process", "1"}},
		{"locks", "sample-anr.locks.svg", []string{"export", "-format", "locks", "-process", "1"}},
	} {
		var name string
		var got []byte
		if e.id == "explain" || e.id == "locks" { // the page writes a text and a picture
			p.Export(e.id)
			name, got = p.Downloaded(saved)
		} else {
			name, got = p.RecordedExport(e.id, file, saved)
		}
		if want := traceglass(t, file, e.command...); name != e.name || string(got) != string(want) {
			t.Errorf("%s: %s with %d bytes, the command writes %d:\n%.300s", e.id, name, len(got), len(want), got)
		}
	}
}
