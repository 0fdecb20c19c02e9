//go:build !js

package e2e

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/viewer/samples"
)

// TestFilesInTurn opens a trace, a trace with a dump, and a dump, one after the other in one page. The theme
// stays, and a running export finishes. Back and Forward open files again, and so does the file menu.
func TestFilesInTurn(t *testing.T) {
	t.Parallel()
	p := visit(t)
	s := p.site
	dir := p.Downloads()
	k := made(t, "app.trace", tracetest.Bytes("main 0>app.A.run()V 10>app.B.run()V 20<app.B.run()V 30<app.A.run()V"))
	other := made(t, "other.trace", tracetest.Bytes("main 0>app.C.run()V 10>app.D.run()V 25<app.D.run()V 30<app.C.run()V"))
	one := write(t, "anr_1", []byte(samples.Dump(11, morning+"1", "com.example.one", "app.B.run", "app.A.run")))
	two := write(t, "anr_2", []byte(samples.Dump(12, morning+"2", "com.example.two", "app.B.run")))
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
	p.Keys("3")
	p.WaitFor("a step in the history", `history.state?.at === 1`)
	p.Export("csv")
	p.WaitFor("the export to be under way", `!document.querySelector("#exporting").hidden`)

	p.Drop("#app", other.file, one)
	p.Until("both", "other.trace", func() string { return p.Text("#file-menu") })
	p.WaitFor("the message on the replaced file", `document.querySelector("#notice").textContent.startsWith("Opened instead of app.trace")`)
	p.Act(`new Promise((done) => {
		addEventListener("popstate", () => done(true));
		history.back();
		dispatchEvent(new Event("resize"));
		dispatchEvent(new Event("blur"));
	})`)
	p.Until("the trace before", "app.trace", func() string { return p.Text("#file-menu") })
	p.WaitFor("its view", `document.querySelector("#tab-topdown").matches(".on") && location.hash.includes("file=app.trace&")`)
	p.WaitOpen()
	p.Act("(history.forward(), true)")
	p.Until("both again", "other.trace", func() string { return p.Text("#file-menu") })
	p.WaitFor("their table", `document.querySelector("#tab-methods").checkVisibility()`)
	p.Keys("2")
	other.checkShown(p)
	if got := theme(); got != "dark" {
		t.Errorf("the theme is now %q", got)
	}
	p.WaitFor("the export to continue", `!document.querySelector("#exporting").hidden`)
	close(release)
	if name, data := p.Downloaded(dir); !strings.HasPrefix(name, "app.methods") || !strings.Contains(string(data), "app.B") {
		t.Errorf("the export is %s:\n%s", name, data)
	}
	p.Click("#room-dump")
	p.Until("the process", "com.example.one", p.Processes)

	p.Click("#file-menu")
	p.Click("#replaced")
	p.Until("the trace before it", "app.trace", func() string { return p.Text("#file-menu") })
	k.checkShown(p)
	p.Drop("#app", two)
	p.Until("another dump", "com.example.two", p.Processes)
}
