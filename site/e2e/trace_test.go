//go:build !js

package e2e

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"traceglass/wasm/message"
	"traceglass/wasm/viewer/expect"
)

// The repository contains no real traces. If present, they are in a folder next to the checkout.
const shared = root + "/../shared"

// A known trace is also read natively, so that tests can compare the page with the engine's answers.
type known struct {
	*expect.Trace
	t    *testing.T
	file string
}

// sample returns a trace that comes with the site.
func sample(t *testing.T) *known {
	t.Helper()
	return know(t, filepath.Join(root, "testdata/sample.trace.gz"))
}

// corpus returns a real trace. It skips the test if the trace is missing.
func corpus(t *testing.T, name string) *known {
	t.Helper()
	file := filepath.Join(shared, "corpus/method-traces", name+".trace.gz")
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is missing: the repository contains no real traces", file)
	}
	return know(t, file)
}

// made returns a trace of the given bytes, in a file of that name.
func made(t *testing.T, name string, data []byte) *known {
	t.Helper()
	return know(t, write(t, name, data))
}

func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	return writeIn(t, t.TempDir(), name, data)
}

// writeIn writes a file in a folder.
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
	return &known{expect.Read(t, filepath.Base(file), unwrapped(t, file)), t, file}
}

// unwrapped returns a file's content without gzip compression.
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

// ask returns the native engine's answer.
func ask[T message.Body](k *known, request message.Body) T {
	k.t.Helper()
	return expect.Ask[T](k.Trace, request)
}

// whole is the whole trace by wall clock.
var whole = expect.Whole

// openTrace opens a file with the button's file picker, in a new page.
func openTrace(t *testing.T, k *known) *page {
	t.Helper()
	p := open(t, "/")
	p.Open(k.file)
	return p
}

// Open opens files, waits until their trace is drawn, and selects all threads and all code.
func (p *page) Open(files ...string) {
	p.t.Helper()
	p.OpenAsIs(files...)
	p.AllThreads()
	p.AllCode()
}

// AllCode shows all code if the table of methods begins with time charged to own code.
func (p *page) AllCode() {
	p.t.Helper()
	if eval[bool](p, `(() => { const charged = document.querySelector("#tab-methods.on") && document.querySelector("#methods-sort-charged[aria-pressed=true]"); if (charged) document.querySelector("#methods-sort-all").click(); return !!charged; })()`) {
		p.WaitFor("all code", `document.querySelector("#methods-sort-all[aria-pressed=true]")`)
	}
}

// OpenAsIs opens files without changing the first view.
func (p *page) OpenAsIs(files ...string) {
	p.t.Helper()
	const drawn = `performance.getEntriesByName("traceglass:drawn").length`
	before := eval[int](p, drawn)
	p.Upload("#file", files...)
	p.WaitFor("its timeline", fmt.Sprintf("%s > %d", drawn, before))
	p.WaitOpen()
}

// AllThreads selects all threads and includes idle waits. By default, a page shows main and leaves idle waits
// out.
func (p *page) AllThreads() {
	p.t.Helper()
	if eval[bool](p, `(() => { const all = document.querySelector("#all-threads:not([hidden])"); all?.click(); return !!all && !!document.querySelector("#tab-methods.on"); })()`) {
		// This answer arrives after the table.
		p.WaitFor("the figures of all threads", `document.querySelector("#whole")?.textContent.includes(" threads")`)
	}
	if eval[bool](p, `(() => { const waits = document.querySelector("#idle:not([hidden]) input"), out = waits && !waits.checked; if (out) waits.click(); return !!out; })()`) {
		p.WaitFor("figures with idle waits", `document.querySelector("#idle-waits").checked`)
	}
}

// WaitOpen waits until a trace is open and its timeline is drawn. It then shows the table of methods instead of the
// overview, because most tests compare that table.
func (p *page) WaitOpen() {
	p.t.Helper()
	p.WaitOverview()
	p.WaitFor("the tabs of a trace", `!document.querySelector("#timeline")?.checkVisibility() || document.querySelector("#tab-overview")`)
	if p.ShowMethods() {
		p.WaitFor("the methods", `document.querySelector("#methods-rows [role=row]")`)
	}
}

// ShowMethods shows the table of methods if the overview is shown. This makes no entry in the history.
func (p *page) ShowMethods() bool {
	p.t.Helper()
	shown := evalNow[bool](p, `!!document.querySelector("#tab-overview.on")?.checkVisibility() && traceglassView.change({ view: "methods" }).length === 0`)
	p.stirred = p.stirred || shown
	return shown
}

// WaitOverview waits until a trace is open and its timeline is drawn. It leaves the first view as it is.
func (p *page) WaitOverview() {
	p.t.Helper()
	p.WaitFor("a trace to be drawn", `document.getElementById("app").dataset.stage === "open" &&
		performance.getEntriesByName("traceglass:drawn").length === performance.getEntriesByName("traceglass:read").length`)
}

// Stage returns the page's state: "empty", "reading", "open", "failed" or "crashed".
func (p *page) Stage() string {
	p.t.Helper()
	return eval[string](p, `document.getElementById("app").dataset.stage`)
}

func (p *page) WaitStage(want string) {
	p.t.Helper()
	p.WaitFor("stage "+want, fmt.Sprintf(`document.getElementById("app").dataset.stage === %q`, want))
}

// Pause waits until the page has added the last actions to its history, if they make a step.
func (p *page) Pause() {
	p.t.Helper()
	p.Settle()
	p.WaitFor("a pause", `traceglassPauses() === 0`)
}

// Step returns the shown step of the history after a pause. The first step is the opening of the file.
func (p *page) Step() int {
	p.t.Helper()
	p.Pause()
	return eval[int](p, `history.state?.at ?? 0`)
}

// NextStep waits until the actions after a step are a step of their own, and returns it.
func (p *page) NextStep(since int) int {
	p.t.Helper()
	p.WaitFor("a step of the history", fmt.Sprintf(`history.state?.at > %d`, since))
	return p.Step()
}

// Until waits until got returns want. what names the state in the error message.
func (p *page) Until(what, want string, got func() string) {
	p.t.Helper()
	p.UntilSame(what, func() (string, string) { return got(), want })
}

// UntilSame waits until both texts are equal: the one on the page and the expected one.
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

// difference describes where two texts differ: completely if they are short, otherwise by the first different
// lines.
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
