//go:build !js

package e2e

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestPassing: the first program of the page has the views of a trace alone. Where a dump is opened
// it gives way to the one that has all, once, and all goes on: the way back to the trace, how the
// page looks, the history, and an export that was under way.
func TestPassing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := newPage(t, s)
	dir := p.Downloads()
	k := made(t, "app.trace", tracetest.Bytes("main 0>app.A.run()V 10>app.B.run()V 20<app.B.run()V 30<app.A.run()V"))
	other := made(t, "other.trace", tracetest.Bytes("main 0>app.C.run()V 10>app.D.run()V 25<app.D.run()V 30<app.C.run()V"))
	one := write(t, "anr_1", []byte(dumpOf(11, morning+"1", "com.example.one", "app.B.run", "app.A.run")))
	two := write(t, "anr_2", []byte(dumpOf(12, morning+"2", "com.example.two", "app.B.run")))
	passed := func() int { return eval[int](p, `performance.getEntriesByName("traceglass:passed").length`) }
	theme := func() string { return eval[string](p, `document.documentElement.dataset.theme ?? ""`) }

	release := make(chan struct{})
	s.Stub("/assets/tools.*.wasm", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
			return
		}
		w.Header().Set("Content-Type", "application/wasm")
		http.ServeFile(w, r, filepath.Join(dist, r.URL.Path))
	})
	p.Navigate("/")
	p.Open(k.file)
	p.WaitOpen()
	p.Click("#theme")
	p.Until("the theme", "dark", theme)
	p.Keys("2")
	p.WaitFor("a step in the history", `history.state?.at === 1`)
	p.Export("csv")
	p.WaitFor("the export to be under way", `!document.querySelector("#exporting").hidden`)
	if n := passed(); n != 0 {
		t.Fatalf("the page went on with another program %d times for a trace", n)
	}

	p.Drop("#app", other.file, one)
	p.Until("both", "other.trace", func() string { return p.Text("#file-menu") })
	p.WaitFor("what it took the place of", `document.querySelector("#notice").textContent.startsWith("Opened in place of app.trace")`)
	// Its steps in the history lead nowhere.
	p.Act(`new Promise((done) => {
		addEventListener("popstate", () => done(true));
		history.back();
		dispatchEvent(new Event("resize"));
		dispatchEvent(new Event("blur"));
	})`)
	p.WaitFor("the view that was shown", `document.querySelector("#tab-topdown").matches(".on")`)
	p.Keys("1")
	other.shows(p)
	if n := passed(); n != 1 {
		t.Errorf("the page went on with another program %d times, want once", n)
	}
	if got := theme(); got != "dark" {
		t.Errorf("the theme has become %q", got)
	}
	p.WaitFor("the export to go on", `!document.querySelector("#exporting").hidden`)
	close(release)
	if name, data := p.Downloaded(dir); !strings.HasPrefix(name, "app.methods") || !strings.Contains(string(data), "app.B") {
		t.Errorf("the export is %s:\n%s", name, data)
	}

	// What the first program listened to is heard once.
	p.Keys("?")
	p.WaitFor("help", `document.querySelector("#help")?.checkVisibility() || document.querySelector(".dialog[open], [role=dialog]")?.checkVisibility()`)
	p.Keys("\x1b")
	p.Click("#room-dump")
	p.Until("the process", "com.example.one", p.Processes)

	p.Click("#file-menu")
	p.Click("#replaced")
	p.Until("the trace before it", "app.trace", func() string { return p.Text("#file-menu") })
	k.shows(p)
	p.Drop("#app", two)
	p.Until("another dump", "com.example.two", p.Processes)
	if n := passed(); n != 1 {
		t.Errorf("the page went on with another program %d times in all", n)
	}
	if state := eval[string](p, "document.documentElement.dataset.state"); state != "running" {
		t.Errorf("the page is %s", state)
	}
}
