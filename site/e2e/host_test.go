//go:build !js

package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestInFolder: the site works in a folder of a host that sends no type for WebAssembly, no compressed files
// and none of our headers. It requests only files of its folder, and only with GET. The system can open files
// with the installed site, which offers to be installed while no file is open. A report lists files read, sent
// and stored.
func TestInFolder(t *testing.T) {
	t.Parallel()
	const folder = "/docs/traceglass/"
	var mu sync.Mutex
	var odd []string // unexpected requests
	files := http.StripPrefix(folder, http.FileServer(http.Dir(dist)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.ContentLength > 0 || !strings.HasPrefix(r.URL.Path, folder) {
			mu.Lock()
			odd = append(odd, fmt.Sprintf("%s %s, %d bytes", r.Method, r.URL, r.ContentLength))
			mu.Unlock()
		}
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			w.Header().Set("Content-Type", "text/plain")
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	k := sample(t)
	p := newPage(t, &site{URL: server.URL, stubs: map[string]http.HandlerFunc{}})
	p.Allow("was preloaded")
	p.Begin(`Object.defineProperty(globalThis, "launchQueue", { value: { setConsumer: (consumer) => { globalThis.launch = consumer; } } });`)
	p.Navigate(folder)
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)

	// Install the app.
	seen := func() bool { return eval[bool](p, `document.getElementById("install").checkVisibility()`) }
	if seen() {
		t.Error("the page offers to be installed before the browser does")
	}
	p.Act(`dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: async () => { globalThis.prompted = true; } })) || true`)
	p.WaitFor("the offer", `document.getElementById("install").checkVisibility()`)
	p.Shot("install")
	manifest := eval[string](p, `fetch("manifest.webmanifest").then((r) => r.json()).then((m) => [Object.values(m.file_handlers[0].accept).flat().join(), m.share_target, m.shortcuts.map((s) => s.url).join()].join(" "))`)
	if want := ".trace,.txt,.zip,.gz  ./?open=samples/startup.trace.gz,./?open=samples/deadlock.txt"; manifest != want {
		t.Errorf("the manifest has %q, want %q", manifest, want)
	}
	p.Act(`fetch("samples/sample.trace.gz").then((r) => r.blob()).then((blob) => launch({ files: [{ getFile: async () => new File([blob], "sample.trace.gz") }] })).then(() => true)`)
	k.checkShown(p)
	if seen() {
		t.Error("the page offers to be installed while a file is open")
	}

	// Check the report on files read, sent and stored.
	p.Act(`navigator.serviceWorker.ready.then(() => true)`)
	p.Keys("k", chromedp.ModifierCtrl)
	p.WaitFor("the commands", `document.activeElement.id === "palette"`)
	p.Keys("privacy")
	p.Keys("\r")
	p.WaitFor("the panel", `document.getElementById("privacy").open`)
	said := p.Text("#privacy")
	for _, want := range []string{"285 KB, in this page; files: 1.", "to other sites: 0.", "0 bytes of any file", "connect-src 'self'", "Name and size of the files open in this tab", "Handles to reopen a file, if you allow it: 0.", "to work without a network:"} {
		if !strings.Contains(said, want) {
			t.Errorf("the panel lacks %q:\n%s", want, said)
		}
	}
	p.Shots("privacy")
	p.Keys("k") // the search field would not be open, so the key would change the clock
	p.Click("#privacy-forget")
	p.WaitFor("nothing stored", `document.getElementById("privacy").innerText.includes("No name; handles to open a file again, if you allow it: 0") && sessionStorage.getItem("traceglass.open") === null`)
	p.Keys("\x1b")
	p.WaitFor("the panel to close", `!document.getElementById("privacy") && document.querySelector("#clock-wall").ariaChecked === "true"`)

	// Dumps, other pages, and working offline.
	p.Navigate(folder + "?open=samples/sample-anr.txt")
	p.WaitStage("open")
	p.Navigate(folder + "embed/")
	p.WaitFor("the element", `document.getElementById("trace").dataset.state === "open"`)
	p.Navigate(folder + "privacy.html")
	if got := p.Text("h1"); got != "What Traceglass does with your data" {
		t.Errorf("the heading of the privacy page is %q", got)
	}
	p.Shots("privacy-page")
	server.CloseClientConnections()
	server.Close()
	p.Allow("ERR_CONNECTION")
	p.Navigate(folder)
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	p.Upload("#file", filepath.Join(root, "testdata/sample.trace.gz"))
	p.WaitOpen()
	p.Navigate(folder + "docs/")
	p.Click(`.contents a[href="figures.html"]`)
	p.WaitFor("a page of the documentation", `document.title === "What every figure means · Traceglass" && getComputedStyle(document.querySelector("header")).display === "flex"`)
	mu.Lock()
	defer mu.Unlock()
	if len(odd) > 0 {
		t.Errorf("other requests: %q", odd)
	}
}
