//go:build !js

package e2e

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/wasm/message"
	"traceglass/wasm/viewer/samples"
)

// TestOffline stops the server after a visit. In that visit and in the next one, the page opens traces, dumps, samples and
// documentation, also those that were never open. The page loads the export program and Graphviz only at their first use, or
// when it is installed as an app. After that, exports and call graphs work offline.
func TestOffline(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := open(t, "/")
	dir := p.Downloads()
	// copies returns how many copies of files with a pattern are cached.
	copies := func(files string) string {
		p.t.Helper()
		return eval[string](p, fmt.Sprintf(`(async () => {
			let n = 0;
			for (const name of await caches.keys()) {
				for (const { url } of await (await caches.open(name)).keys()) n += /%s/.test(url);
			}
			return String(n);
		})()`, files))
	}
	const program, graphviz = `\/tools\..*wasm$`, `\/graphviz\.`
	var exported []byte
	dump := func(pid int, name string) string {
		return write(t, name, []byte(samples.Dump(pid, morning+"1", "com.example."+name, "app.Main.run")))
	}
	one, two := dump(11, "one"), dump(12, "two")

	p.Part("first use", func(t *testing.T) {
		p.Act(`navigator.serviceWorker.ready.then(() => true)`)
		p.Navigate("/")
		p.WaitFor("the service worker", `!!navigator.serviceWorker.controller && document.documentElement.dataset.state === "running"`)
		p.Open(k.file)
		loaded := eval[string](p, `performance.getEntriesByType("resource").map((e) => e.name).filter((name) => /\/tools\..*wasm$|\/graphviz\./.test(name)).join()`)
		if now := copies(program) + copies(graphviz); loaded != "" || now != "00" {
			t.Errorf("before any use the page loaded %q; copies: %s", loaded, now)
		}
	})
	p.Part("installed app", func(t *testing.T) {
		p.Act(`dispatchEvent(new Event("appinstalled"))`)
		p.Until("the copies in the installed app", "11", func() string { return copies(program) + copies(graphviz) })
		p.Act(`caches.keys().then(async (names) => {
			for (const name of names) {
				const cache = await caches.open(name);
				for (const request of await cache.keys()) if (/\/tools\..*wasm$|\/graphviz\./.test(request.url)) await cache.delete(request);
			}
			return true;
		})`)
	})
	p.Part("copies after use", func(t *testing.T) {
		p.Export("csv")
		_, exported = p.Downloaded(dir)
		p.Until("the program in the cache", "1", func() string { return copies(program) })
		p.Keys("9")
		p.Graph(k, everything, message.AutoThreshold)
		p.Until("the copies of Graphviz", "1", func() string { return copies(graphviz) })
	})

	p.site.GoDown()
	p.Allow("503")
	p.Part("same visit", func(t *testing.T) {
		p.Upload("#file", one)
		p.Until("a dump offline", "com.example.one", p.Processes)
	})
	p.Part("missing file", func(t *testing.T) {
		p.Navigate("/?open=samples/none")
		p.WaitStage("failed")
		if !eval[bool](p, `!!navigator.serviceWorker.controller`) {
			t.Error("the page is not the service worker's")
		}
		if status := eval[int](p, `fetch("no-such-file").then((r) => r.status)`); status != http.StatusServiceUnavailable {
			t.Errorf("the server answered %d, want 503: it should be down", status)
		}
	})
	p.Part("next visit", func(t *testing.T) {
		p.Upload("#file", two)
		p.Until("a dump offline, in another visit", "com.example.two", p.Processes)
		p.Open(k.file)
		p.Export("csv")
		if _, got := p.Downloaded(dir); !bytes.Equal(got, exported) {
			t.Error("the offline export differs")
		}
		p.Keys("9")
		p.Graph(k, everything, message.AutoThreshold)
	})
	p.Part("samples", func(t *testing.T) {
		// The link of a sample opens the page with the file. One link is enough for the page, but not for the files.
		for _, s := range stories[1:] {
			if !eval[bool](p, fmt.Sprintf(`fetch("samples/%s").then(async (reply) => reply.status === 200 && (await reply.blob()).size > 1000)`, s.file)) {
				t.Errorf("offline, %s is missing", s.file)
			}
		}
		p.Navigate("/?open=samples/" + stories[0].file)
		p.Until("the file without a network", stories[0].file, func() string { return p.Text("#file-menu") })
	})
	p.Part("documentation", func(t *testing.T) {
		for path, title := range map[string]string{"/docs/": "Documentation", "/docs/formats.html": "Formats", "/docs/format-trace": "Method traces"} {
			p.Navigate(path)
			if got := eval[string](p, "document.title"); got != title+" · Traceglass" {
				t.Errorf("offline, %s is %q", path, got)
			}
			if got := eval[string](p, `getComputedStyle(document.querySelector("header")).display`); got != "flex" {
				t.Errorf("offline, %s has no style", path)
			}
		}
		p.Keys("/")
		p.Keys("thread heading")
		p.WaitFor("a heading", `document.querySelector("#found [aria-selected=true]")?.innerText.includes("Thread heading")`)
		p.Keys(kb.Enter)
		p.WaitFor("its page", `location.pathname === "/docs/format-thread-dump.html"`)
	})
}
