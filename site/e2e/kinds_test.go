//go:build !js

package e2e

import (
	"encoding/binary"
	"os"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/viewer/samples"
)

// TestPackedZipBeside: a gzip-compressed zip file without .gz in its name opens next to an open trace. If it
// holds one trace, that trace replaces the open one. If it holds several, the page asks for one.
func TestPackedZipBeside(t *testing.T) {
	t.Parallel()
	trace := func(method string) string { return string(tracetest.Bytes("main 0>" + method + " 50<" + method)) }
	gzipped := func(name string, members ...string) string {
		return write(t, name, []byte(samples.Gzip(string(samples.Zip(t, members...)))))
	}
	p := open(t, "/")
	p.OpenAsIs(write(t, "first.trace", []byte(trace("app.First.run"))))
	p.waitMethod("First.run")
	p.Drop("#app", gzipped("artefact", "out/second.trace", trace("app.Second.run")))
	p.waitMethod("Second.run")
	p.Drop("#app", gzipped("artefacts", "a/one.trace", trace("app.One.run"), "a/two.trace", trace("app.Two.run")))
	p.WaitFor("the choice of traces", `document.querySelector("#app").innerText.includes("a/two.trace")`)
	p.waitMethod("Second.run") // stays open meanwhile
	p.Click("#member-1")
	p.waitMethod("Two.run")
	p.Drop("#app", gzipped("nothing", "a/readme.txt", "hello\n"))
	p.WaitFor("the reason in the message", `document.querySelector("#refusal").innerText.includes("nothing was not opened.")`)
	p.waitMethod("Two.run")
}

// TestEachKind opens a file of each kind in the corpus, and takes screenshots on request. It follows the first
// warning with a link: the dialog closes, and the timeline shows the thread of the warning.
func TestEachKind(t *testing.T) {
	const shared = "../../../shared/corpus/"
	if _, err := os.Stat(shared); err != nil {
		t.Skipf("the corpus is missing: %v", err)
	}
	t.Parallel()
	p := open(t, "/")
	for _, name := range []string{
		"method-variants/fenix-v5-E1-dual", "method-variants/fenix-v5-E2-dual", "method-variants/fenix-v4-E3-wall", "method-variants/jag-v5-E4-dual", "method-variants/fenix-f5-E5-dual",
		"method-variants/fenix-long-running", "method-variants/fenix-f3-no-summary", "method-variants/jag-v1-global", "method-traces/vroom-data_file_overflow",
		"method-traces/vroom-api_21_missing_threads",
	} {
		packed, err := os.ReadFile(shared + name + ".trace.gz")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		short := name[strings.LastIndexByte(name, '/')+1:]
		p.OpenAsIs(write(t, short+".trace.gz", packed))
		p.screenshots("kind-" + short)
		p.followWarning(short)
	}
	p.Reopen("/")
	for _, name := range []string{"offcpu-cpu-clock-2024", "two-event-types", "no-magic-2017", "unwinding-error", "tricky/29-symbol-out-of-range"} {
		p.OpenAsIs(shared + "simpleperf/" + name + ".trace")
		p.screenshots("kind-samples-" + name[strings.LastIndexByte(name, '/')+1:])
		p.followWarning(name)
	}
	p.Reopen("/")
	p.Upload("#file", shared+"simpleperf/raw-perf-fp.data")
	p.WaitFor("the kind of the file", `document.querySelector("#failure")?.innerText.includes("perf")`)
	p.screenshots("kind-perf-data")
}

// TestMadeKinds opens kinds of files that the corpus lacks. Traces come in a chunk or in a whole packet of the
// debug bridge, after unrelated lines and a mark. Dumps come without a header or with a header of version 6.
// Each shows all methods of its calls. Unknown data before a trace is a warning without a link.
func TestMadeKinds(t *testing.T) {
	t.Parallel()
	const records = "main#1 0>app.A.run()V 4000>app.B.query()V 90000<app.B.query()V 91000>app.B.query()V 94000<app.B.query()V worker#2 95000>app.C.load()V 99000<app.C.load()V main#1 100000<app.A.run()V"
	whole := string(tracetest.Bytes(records))
	chunk := "MPSE" + string(binary.BigEndian.AppendUint32(nil, uint32(len(whole)))) + whole
	packet := string(binary.BigEndian.AppendUint32(nil, uint32(11+len(chunk)))) + "\x40\x00\x00\x01\x00\xc7\x01" + chunk
	dump := func(encoding string, version int) string {
		return string(tracetest.Trace{Encoding: encoding, Version: version, Records: records}.Bytes())
	}
	const bridge, before = "a chunk of the debug bridge", "before the line *version"
	p := open(t, "/")
	for _, tt := range []struct{ name, file, note string }{
		{"chunk.trace", chunk, bridge},
		{"packet.trace", packet, before},
		{"log.trace", "I/Profiler: recording\r\nI/Profiler: done\r\n" + whole, before},
		{"marked.trace", "\xEF\xBB\xBF" + whole, "byte order mark"},
		{"chunk-packed.trace", samples.Gzip(chunk), bridge},
		{"chunks.zip", string(samples.Zip(t, "a/chunk.trace", chunk)), bridge},
		{"heads-of-8.trace", dump("bare8", 0), ""},
		{"heads-of-12.trace", dump("bare12", 0), ""},
		{"long-running.trace", dump("long-running", 0), ""},
		{"version-f6.trace", dump("long-running", 0xF6), ""},
	} {
		p.OpenAsIs(write(t, tt.name, []byte(tt.file)))
		name := strings.Replace(tt.name, "chunks.zip", "chunk.trace", 1) // the trace in the zip file
		p.Until("the file's name", name, func() string { return p.Text("#file-menu") })
		p.AllThreads()
		for _, method := range []string{"A.run", "B.query", "C.load"} {
			p.waitMethod(method)
		}
		if got := p.Receipt(); tt.note != "" && !strings.Contains(got, tt.note) {
			t.Errorf("%s: the warnings say %q, not %s", tt.name, got, tt.note)
		}
		if strings.HasPrefix(tt.name, "heads-of-") { // the format has no times
			p.Until("a table with calls only", "app.B.query|2; app.A.run|1; app.C.load|1", func() string { return strings.Join(p.Grid("methods").Rows, "; ") })
			p.WaitFor("the reason for the empty timeline", `document.querySelector("#no-calls").innerText.startsWith("This recording has no times")`)
			p.Click("#tab-callgraph")
			p.WaitFor("the same message in the call graph", `document.querySelector("#graph-note p")?.innerText.startsWith("This recording has no times")`)
			p.Click("#tab-methods")
		}
		p.screenshots("made-" + tt.name)
	}
}

// screenshots takes screenshots of a page in light and dark and on a phone, on request.
func (p *page) screenshots(name string) {
	if !pictures {
		return
	}
	p.Shot(name + "-1280")
	p.View(390, 844, "dark")
	p.Shot(name + "-390")
	p.View(1280, 800, "light")
}

// followWarning opens the warnings of the open file, if it has any, and follows the first one with a link.
func (p *page) followWarning(name string) {
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
	p.WaitFor("the dialog to close", `document.querySelector(".note-table") === null || !document.querySelector(".note-table").checkVisibility()`)
	p.WaitFor("the selected thread", `document.querySelector("#app").innerText.length > 0`)
	if pictures {
		p.Shot("kind-followed-" + strings.ReplaceAll(name, "/", "-"))
	}
}
