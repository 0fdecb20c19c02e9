//go:build !js

package e2e

import (
	"os"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestPackedZipBeside: a zip file packed with gzip whose name does not say so opens beside an open trace like any
// other: one trace in it takes the place of what is open, of several one is asked for.
func TestPackedZipBeside(t *testing.T) {
	t.Parallel()
	trace := func(method string) string { return string(tracetest.Bytes("main 0>" + method + " 50<" + method)) }
	gzipped := func(name string, members ...string) string {
		return write(t, name, []byte(gzipOf(string(zipOf(t, members...)))))
	}
	p := open(t, "/")
	p.OpenAsIs(write(t, "first.trace", []byte(trace("app.First.run"))))
	p.lists("First.run")
	p.Drop("#app", gzipped("artefact", "out/second.trace", trace("app.Second.run")))
	p.lists("Second.run")
	p.Drop("#app", gzipped("artefacts", "a/one.trace", trace("app.One.run"), "a/two.trace", trace("app.Two.run")))
	p.WaitFor("which of them", `document.querySelector("#app").innerText.includes("a/two.trace")`)
	p.lists("Second.run") // which stays meanwhile
	p.Click("#member-1")
	p.lists("Two.run")
	p.Drop("#app", gzipped("nothing", "a/readme.txt", "hello\n"))
	p.WaitFor("why not", `document.querySelector("#refusal").innerText.includes("nothing was not opened.")`)
	p.lists("Two.run")
}

// TestEachKind opens a file of each kind that the corpus has, takes pictures of each if they are wanted, and follows
// what notes there are: the dialog closes, and the timeline has the thread that it was of.
func TestEachKind(t *testing.T) {
	const shared = "../../../shared/corpus/"
	if _, err := os.Stat(shared); err != nil {
		t.Skipf("the corpus is not here: %v", err)
	}
	t.Parallel()
	for _, name := range []string{
		"method-variants/fenix-v5-E1-dual", "method-variants/fenix-v5-E2-dual", "method-variants/fenix-v4-E3-wall", "method-variants/jag-v5-E4-dual", "method-variants/fenix-f5-E5-dual",
		"method-variants/fenix-long-running", "method-variants/fenix-f3-no-summary", "method-variants/jag-v1-global", "method-traces/nonamegame-mytrace-ruined", "method-traces/vroom-data_file_overflow",
		"method-traces/vroom-api_21_missing_threads",
	} {
		packed, err := os.ReadFile(shared + name + ".trace.gz")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		short := name[strings.LastIndexByte(name, '/')+1:]
		p := open(t, "/")
		p.OpenAsIs(write(t, short+".trace.gz", packed))
		p.pictured("kind-" + short)
		p.follows(short)
	}
	for _, name := range []string{"offcpu-cpu-clock-2024", "two-event-types", "no-magic-2017", "unwinding-error", "tricky/29-symbol-out-of-range"} {
		p := open(t, "/")
		p.OpenAsIs(shared + "simpleperf/" + name + ".trace")
		p.pictured("kind-samples-" + name[strings.LastIndexByte(name, '/')+1:])
		p.follows(name)
	}
	p := open(t, "/")
	p.Upload("#file", shared+"simpleperf/raw-perf-fp.data")
	p.WaitFor("what it is", `document.querySelector("#failure")?.innerText.includes("perf")`)
	p.pictured("kind-perf-data")
}

// pictured takes pictures of a page in light and dark and on a phone, if they are wanted.
func (p *page) pictured(name string) {
	if !pictures {
		return
	}
	p.Shot(name + "-1280")
	p.View(390, 844, "dark")
	p.Shot(name + "-390")
	p.View(1280, 800, "light")
}

// follows opens the notes of what is open, if it has any, and follows the first that leads anywhere.
func (p *page) follows(name string) {
	p.t.Helper()
	if !eval[bool](p, `document.querySelector("#receipt").checkVisibility()`) {
		return
	}
	p.Click("#receipt")
	p.WaitFor("the notes", `document.querySelector(".note-table") !== null`)
	if pictures {
		p.Shot("kind-notes-" + strings.ReplaceAll(name, "/", "-"))
	}
	if !eval[bool](p, `document.querySelector(".note-row button:not([disabled])") !== null`) {
		p.Keys("\x1b")
		return
	}
	p.Click(".note-row button:not([disabled])")
	p.WaitFor("the dialog gone", `document.querySelector(".note-table") === null || !document.querySelector(".note-table").checkVisibility()`)
	p.WaitFor("a thread chosen", `document.querySelector("#app").innerText.length > 0`)
	if pictures {
		p.Shot("kind-followed-" + strings.ReplaceAll(name, "/", "-"))
	}
}
