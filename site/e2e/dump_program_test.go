//go:build !js

package e2e

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// dumpsProgram is the program that reads thread dumps.
const dumpsProgram = "/assets/dumps.*.wasm"

// TestDumpsProgram: whatever becomes of the second program's download, the page says so, and
// goes on.
func TestDumpsProgram(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := newPage(t, s)
	p.Allow("404")
	p.Navigate("/")
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	one := write(t, "anr_1", []byte(dumpOf(11, morning+"1", "com.example.one", "app.Main.run")))
	two := write(t, "anr_2", []byte(dumpOf(12, morning+"2", "com.example.two", "app.Main.run")))
	k := made(t, "app.trace", tracetest.Bytes("main 0>app.A.run()V 30<app.A.run()V"))

	p.Act(`navigator.serviceWorker.ready.then(() => true)`)

	// It is missing: the page says so, and reads traces as ever.
	s.Stub(dumpsProgram, http.NotFound)
	p.Upload("#file", one)
	p.WaitStage("failed")
	if got := p.Text("#failure"); !strings.Contains(got, "could not be loaded") || !strings.Contains(got, "404") {
		t.Errorf("without its program the page says %q", got)
	}
	p.Shots("dumps-program-missing")
	p.Open(k.file)
	p.WaitOpen()
	p.Upload("#file", one) // beside the trace, which stays
	p.Refused("could not be loaded")
	if stage := eval[string](p, `document.querySelector("#app").dataset.stage`); stage != "open" || !strings.Contains(p.Text("#file-menu"), "app.trace") {
		t.Errorf("a dump that could not be added left the page %s, with %q", stage, p.Text("#file-menu"))
	}

	// It takes long: cancelled, replaced by another dump, by a trace.
	release := make(chan struct{})
	slow := func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
			return
		}
		w.Header().Set("Content-Type", "application/wasm")
		http.ServeFile(w, r, filepath.Join(dist, r.URL.Path))
	}
	s.Stub(dumpsProgram, slow)
	asked := func() int { return strings.Count(s.Asked(), "/assets/dumps.") }
	reading := func() {
		t.Helper()
		p.WaitStage("reading")
		p.Settle()
	}
	p.Click("#file-menu")
	p.Click("#close")
	p.WaitStage("empty")
	p.Upload("#file", one, k.file)
	reading()
	p.Click("#cancel")
	p.WaitStage("failed")
	// Cancelled before the first program has found what the file is: its word of that comes too late.
	p.Act(`(() => {
		const { worker } = traceglass, hear = worker.onmessage;
		worker.onmessage = (e) => {
			if (e.data.kind === "needs dumps") document.getElementById("cancel").click(), globalThis.late = true;
			hear(e);
		};
		return true;
	})()`)
	p.Upload("#file", one)
	p.WaitFor("the late word", `late`)
	p.Settle()
	p.WaitStage("failed")
	p.Upload("#file", one)
	reading()
	p.Open(k.file)
	p.WaitOpen()
	loading := func() {
		t.Helper()
		p.WaitFor("the remark", `document.querySelector("#notice").textContent.startsWith("Loading")`)
	}
	p.Upload("#file", one)
	loading()
	p.Upload("#file", two)
	loading()
	close(release)
	p.Until("the newest dump alone", "com.example.two", p.Processes)
	p.Pause()
	p.Until("the newest dump still", "com.example.two", p.Processes)

	// Its worker ends: the same file is read anew.
	p.Act(`(traceglass.worker.onerror({ preventDefault() {}, message: "out of memory" }), true)`)
	p.WaitStage("crashed")
	p.Click("#restart")
	p.Until("the dump anew", "com.example.two", p.Processes)

	// A trace afterwards is read by the page's own program, and the next dump needs no download.
	n := asked()
	p.Open(k.file)
	p.Until("the trace in place of the dump", filepath.Base(k.file), func() string { return p.Text("#file-menu") })
	p.WaitOpen()
	p.Click("#file-menu")
	p.Click("#close")
	p.WaitStage("empty")
	p.Open(k.file)
	p.WaitOpen()
	p.Click("#file-menu")
	p.Click("#close")
	p.WaitStage("empty")
	s.GoDown()
	p.Upload("#file", one)
	p.Until("a dump offline", "com.example.one", p.Processes)
	if asked() != n {
		t.Errorf("the program was asked for %d times more", asked()-n)
	}

	// So does one in a later visit.
	p.Allow("503")
	p.Navigate("/?visit=2")
	p.WaitFor("the program to run without a server", `document.documentElement.dataset.state === "running"`)
	p.Upload("#file", two)
	p.Until("a dump offline, in another visit", "com.example.two", p.Processes)
}
