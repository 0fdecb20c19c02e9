//go:build !js

package e2e

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"traceglass/render/words"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
)

// Real traces are not ours to ship. They lie beside the checkout, if anywhere.
const shared = root + "/../shared"

// A known trace has been read natively too: what its engine answers the page must show.
type known struct {
	t      *testing.T
	file   string
	engine *engine.Engine
	about  *message.Description
}

// sample is a trace that comes with the site.
func sample(t *testing.T) *known {
	t.Helper()
	return know(t, filepath.Join(root, "testdata/sample.trace.gz"))
}

// corpus is a real trace. Where it is missing the test is skipped.
func corpus(t *testing.T, name string) *known {
	t.Helper()
	file := filepath.Join(shared, "corpus/method-traces", name+".trace.gz")
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is not here: real traces are not ours to ship", file)
	}
	return know(t, file)
}

// made is a trace of the given bytes, in a file of that name.
func made(t *testing.T, name string, data []byte) *known {
	t.Helper()
	return know(t, write(t, name, data))
}

func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	return writeIn(t, t.TempDir(), name, data)
}

// writeIn is write to a folder.
func writeIn(t *testing.T, dir, name string, data []byte) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func know(t *testing.T, file string) *known {
	t.Helper()
	k := &known{t: t, file: file}
	k.engine, k.about = read(t, filepath.Base(file), unwrapped(t, file))
	return k
}

// unwrapped returns a file's bytes, without its gzip.
func unwrapped(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil && bytes.HasPrefix(data, []byte("\x1f\x8b")) {
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(data)); err == nil {
			data, err = io.ReadAll(z)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// read reads a trace natively, as the worker does.
func read(t *testing.T, name string, data []byte) (*engine.Engine, *message.Description) {
	t.Helper()
	e := engine.New(1 << 32)
	for {
		e.Begin(name, int64(len(data)), false)
		if err := e.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := e.End(""); err != nil {
			t.Fatal(err)
		}
		if !e.Again() {
			return e, e.Describe()
		}
	}
}

// ask asks the engine natively.
func ask[T message.Body](k *known, request message.Body) T {
	k.t.Helper()
	got, ok := k.engine.Answer(request).(T)
	if !ok {
		k.t.Fatalf("the engine answers %T with %#v", request, k.engine.Answer(request))
	}
	return got
}

// name is what is known of a method; its label as the page writes it.
func (k *known) name(method uint32) message.Name {
	k.t.Helper()
	name := ask[*message.NamesReply](k, &message.Names{Methods: []uint32{method}}).Names[0]
	name.Label += name.Params
	return name
}

// whole is the whole trace by wall clock.
var whole = message.Scope{To: message.Whole}

// A summary is what a trace was found to hold by others than ourselves.
type summary struct {
	Records                     int64
	Methods                     []summaryMethod
	OutsideWallNs, OutsideCPUNs int64 // in which a thread's stack was empty
}

type summaryMethod struct {
	ID, Class, Name, Signature                                       string
	Calls, RecursiveCalls                                            int64
	InclusiveCPUNs, ExclusiveCPUNs, InclusiveWallNs, ExclusiveWallNs int64
}

func (m summaryMethod) title() string {
	if m.Class == "" && m.Name == "" {
		return "unknown " + m.ID
	}
	if params, result := words.JavaTypes(m.Signature); params != "" {
		return m.Class + "." + m.Name + params + ": " + result
	}
	return strings.TrimSpace(m.Class + "." + m.Name + " " + m.Signature)
}

func expected(t *testing.T, name string) summary {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(shared, "expected/method-traces", name+".json"))
	if err != nil {
		t.Skipf("no expected figures: %v", err)
	}
	var s summary
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// openTrace opens a page and in it a file, by the button's chooser.
func openTrace(t *testing.T, k *known) *page {
	t.Helper()
	p := open(t, "/")
	p.Open(k.file)
	return p
}

// Open chooses files, waits until their trace has been drawn, and has the figures be of all
// threads.
func (p *page) Open(files ...string) {
	p.t.Helper()
	p.OpenAsIs(files...)
	p.AllThreads()
}

// OpenAsIs is Open that leaves the trace as the page shows it first.
func (p *page) OpenAsIs(files ...string) {
	p.t.Helper()
	const drawn = `performance.getEntriesByName("traceglass:drawn").length`
	before := eval[int](p, drawn)
	p.Upload("#file", files...)
	p.WaitFor("its timeline", fmt.Sprintf("%s > %d", drawn, before))
	p.WaitOpen()
}

// AllThreads has the figures be of all threads, where they are not, and of all their time: a page
// begins with main, and leaves idle waits out.
func (p *page) AllThreads() {
	p.t.Helper()
	if eval[bool](p, `(() => { const all = document.querySelector("#all-threads:not([hidden])"); all?.click(); return !!all && !!document.querySelector("#tab-methods.on"); })()`) {
		// This is answered after the table.
		p.WaitFor("figures of all threads", `document.querySelector("#whole")?.textContent.endsWith(" threads")`)
	}
	if eval[bool](p, `(() => { const waits = document.querySelector("#idle:not([hidden]) input"), out = waits && !waits.checked; if (out) waits.click(); return !!out; })()`) {
		p.WaitFor("idle waits too", `document.querySelector("#idle").textContent.includes("adds")`)
	}
}

// WaitOpen waits until a trace is open and its timeline drawn.
func (p *page) WaitOpen() {
	p.t.Helper()
	p.WaitFor("a trace to be drawn", `document.getElementById("app").dataset.stage === "open" &&
		performance.getEntriesByName("traceglass:drawn").length === performance.getEntriesByName("traceglass:read").length`)
}

// Stage is how far the page is with a file: "empty", "reading", "open", "failed" or "crashed".
func (p *page) Stage() string {
	p.t.Helper()
	return eval[string](p, `document.getElementById("app").dataset.stage`)
}

func (p *page) WaitStage(want string) {
	p.t.Helper()
	p.WaitFor("stage "+want, fmt.Sprintf(`document.getElementById("app").dataset.stage === %q`, want))
}

// Pause waits until the page has made a step of the history of what was done, if it is one.
func (p *page) Pause() {
	p.t.Helper()
	p.Settle()
	p.WaitFor("a pause", `traceglassPauses() === 0`)
}

// Step is which step of the history is shown after a pause, counted from when the file was opened.
func (p *page) Step() int {
	p.t.Helper()
	p.Pause()
	return eval[int](p, `history.state?.at ?? 0`)
}

// NextStep waits until what was done since a step is a step of its own, and returns it.
func (p *page) NextStep(since int) int {
	p.t.Helper()
	p.WaitFor("a step of the history", fmt.Sprintf(`history.state?.at > %d`, since))
	return p.Step()
}

// Until waits until got returns want; what names it.
func (p *page) Until(what, want string, got func() string) {
	p.t.Helper()
	p.UntilSame(what, func() (string, string) { return got(), want })
}

// UntilSame waits until both texts are the same: what the page shows, and what it must.
func (p *page) UntilSame(what string, both func() (got, want string)) {
	p.t.Helper()
	got, want := both()
	for end := time.Now().Add(patience); got != want && time.Now().Before(end); got, want = both() {
		time.Sleep(15 * time.Millisecond)
	}
	if got != want {
		p.fatalf("%s %s", what, difference(got, want))
	}
}

// difference says where two texts differ: in full if they are short, else by their first lines that do.
func difference(got, want string) string {
	if len(got)+len(want) < 400 {
		return fmt.Sprintf("\n got %s\nwant %s", got, want)
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		line := func(lines []string) string {
			if i < len(lines) {
				return lines[i]
			}
			return "nothing"
		}
		if line(g) != line(w) {
			return fmt.Sprintf("(%d lines, want %d): line %d is\n got %s\nwant %s", len(g), len(w), i+1, line(g), line(w))
		}
	}
	return ""
}
