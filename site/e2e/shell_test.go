//go:build !js

package e2e

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const app = "/assets/app.*.wasm"

func TestShellLoads(t *testing.T) {
	t.Parallel()
	p := visit(t)
	p.site.Pack()
	p.Navigate("/")
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	if got := eval[string](p, `performance.getEntriesByType("resource").filter((e) => e.name.endsWith(".wasm")).map((e) => e.encodedBodySize < e.decodedBodySize / 2).join()`); got != "true" {
		t.Errorf("whether each program came compressed: %q", got)
	}
	if got := eval[string](p, `traceglassRole`); got != "page" {
		t.Errorf("role = %q, want page", got)
	}
	if eval[bool](p, `document.getElementById("stopped").checkVisibility()`) {
		t.Errorf("the program stopped: %s", p.Text("#stopped"))
	}
	p.Shots("shell")
}

func TestShellIsSeenBeforeProgramArrives(t *testing.T) {
	t.Parallel()
	p := visit(t)
	s := p.site
	held := make(chan struct{})
	s.Stub(app, func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-held:
		case <-r.Context().Done():
		}
	})
	// Must run before the server closes. This test causes the half-sent program.
	p.Allow("net::ERR_")
	p.Do(navigateOnly(s.URL + "/?open=samples/sample.trace.gz"))
	p.WaitFor("the first paint", `performance.getEntriesByName("first-contentful-paint").length === 1`)
	if got := p.Text("#app"); !strings.Contains(got, "Traceglass") || !strings.Contains(got, "Loading") {
		t.Errorf("the page says %q, want the name and that it is loading", got)
	}
	p.Shots("loading")
	// Loading the file in the address does not wait for the program, and neither does its worker.
	for _, asked := range []string{"/assets/worker.", "/samples/sample.trace.gz"} {
		p.Until(asked+" asked for", "true", func() string { return fmt.Sprint(strings.Contains(s.Asked(), asked)) })
	}
	close(held)
}

// TestServiceWorkerKeepsWhatIsRight: the service worker answers only for the site's own page and files, and
// stores only files of the build. It makes an open page show that a newer version exists.
func TestServiceWorkerKeepsWhatIsRight(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.Act(`navigator.serviceWorker.ready.then(() => true)`)
	p.Navigate("/")
	p.WaitFor("the service worker", `!!navigator.serviceWorker.controller`)

	// A network's login page instead of a program.
	const tools = "/assets/tools.*.wasm"
	p.site.Stub(tools, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte("<h1>Welcome to the network</h1>"))
	})
	dir := p.Downloads()
	p.Open(sample(t).file)
	p.WaitOpen()
	p.Export("csv")
	p.WaitFor("the export to fail", `document.querySelector("#notice").textContent.includes("could not be loaded")`)
	kept := func() string {
		return eval[string](p, `(async () => {
			const names = [];
			for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) names.push(url);
			return names.filter((name) => name.includes("/tools.") && name.endsWith(".wasm")).length + " of " + (names.length > 8);
		})()`)
	}
	if got := kept(); got != "0 of true" {
		t.Errorf("the cache has the wrong program: %s", got)
	}
	p.site.Stub(tools, nil)
	p.Export("csv")
	p.Downloaded(dir)
	p.Until("the right file in the cache", "1 of true", kept)

	// It does not handle other pages of the same host, slow, missing or not.
	p.site.Stub("/chapters/", func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no such chapter", http.StatusNotFound) })
	p.Allow("404")
	p.Navigate("/chapters/")
	if got := p.Text("body"); !strings.Contains(got, "no such chapter") {
		t.Errorf("instead of another page: %q", got)
	}

	p.Navigate("/")
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	news := func(program string) {
		p.Act(`navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { newest: ` + program + ` } }))`)
	}
	news("traceglassProgram")
	if eval[bool](p, `document.querySelector("#updated").checkVisibility()`) {
		t.Error("the page considers its own version another one")
	}
	news(`"assets/app.0.wasm"`)
	p.Shot("updated")
	p.Click("#updated-later")
	p.WaitFor("no further output", `!document.querySelector("#updated").checkVisibility()`)
	news(`"assets/app.1.wasm"`)
	p.Act(`globalThis.before = true`)
	p.Click("#updated-reload")
	p.WaitFor("the reloaded page", `!globalThis.before && document.documentElement.dataset.state === "running"`)
}

func TestBrokenProgram(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		answer http.HandlerFunc
		want   string
		raw    string
		mends  bool // a reload works once the server has the whole program; otherwise the program itself is broken
	}{
		{"not WebAssembly", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/wasm")
			w.Write([]byte("no program"))
		}, "Traceglass could not be loaded.", "", true},
		{"missing", http.NotFound, "Traceglass could not be loaded.", "The server answered 404", true},
		{"panics", panicking(t), "Traceglass crashed.", "panic: the lens is broken", false},
		{"panics, without a type", untyped(panicking(t)), "Traceglass crashed.", "panic: the lens is broken", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := visit(t)
			s := p.site
			s.Stub(app, tt.answer)
			p.Allow("404")
			p.Allow("panic: the lens is broken")
			p.Navigate("/")
			p.WaitFor("the banner", `document.getElementById("stopped").checkVisibility()`)
			if got := p.Text("#stopped p"); !strings.HasPrefix(got, tt.want) {
				t.Errorf("the banner says %q, want %q", got, tt.want)
			}
			if got := p.Text("#stopped .raw"); !strings.HasPrefix(got, tt.raw) {
				t.Errorf("the banner's small print says %q, want %q", got, tt.raw)
			}
			if p.Text("h1") != "Traceglass" {
				t.Error("the page is gone")
			}
			p.Shot("stopped-" + strings.ReplaceAll(tt.name, " ", "-"))

			if tt.mends {
				s.Stub(app, nil)
				p.Click("#stopped button")
				p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
			}
		})
	}
}

func TestWorkerTellsItsEnd(t *testing.T) {
	t.Parallel()
	p := visit(t)
	s := p.site
	s.Stub(app, panicking(t))
	p.Allow("panic: the lens is broken")
	p.Navigate("/")
	p.WaitFor("the banner", `document.getElementById("stopped").checkVisibility()`)
	got := eval[string](p, `new Promise((told) => {
		const worker = new Worker(traceglassWorkerURL);
		const all = [];
		worker.onmessage = ({ data }) => {
			all.push(data);
			if (data.kind !== "loaded") told(JSON.stringify(all));
		};
		worker.postMessage({ module: traceglassModule });
	})`)
	if want := `[{"kind":"loaded"},{"kind":"exited","reason":"panic: the lens is broken"}]`; got != want {
		t.Errorf("the worker says %s, want %s", got, want)
	}
}

// TestProblemsAreSeen checks what the other tests rely on: a request of a page or worker to another site is
// recorded.
func TestProblemsAreSeen(t *testing.T) {
	t.Parallel()
	p := visit(t)
	s := p.site
	s.Stub("/talk.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		w.Write([]byte(`fetch("http://elsewhere.example/from-worker").catch(() => postMessage("refused"))`))
	})
	p.Allow("")
	p.Navigate("/")
	for _, script := range []string{
		`fetch("http://elsewhere.example/from-page").catch(() => "refused")`,
		`fetch("/talk.js", { method: "POST", body: "trace" }).then(() => "sent")`,
		`new Promise((done) => { new Worker("talk.js").onmessage = (e) => done(e.data); })`,
		`new Promise((done) => setTimeout(() => { setTimeout(() => done("thrown")); throw new Error("on purpose"); }))`,
	} {
		t.Log(script, eval[string](p, script))
	}
	all := strings.Join(p.Problems(), "\n")
	for _, want := range []string{"elsewhere.example/from-page", "elsewhere.example/from-worker", "request with a body: POST", "on purpose"} {
		if !strings.Contains(all, want) {
			t.Errorf("not recorded: %s; recorded:\n%s", want, all)
		}
	}
}

func TestDrop(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	// Intercept requests first, so that this test checks only the harness.
	p.Act(`(() => {
		addEventListener("dragover", (e) => e.preventDefault(), true);
		addEventListener("drop", (e) => {
			e.preventDefault();
			e.stopImmediatePropagation();
			const [file] = e.dataTransfer.files;
			file.text().then((text) => { globalThis.dropped = file.name + " " + text.includes("Apache License"); });
		}, true);
		return true;
	})()`)
	p.Drop("#app", filepath.Join(root, "LICENSE"))
	p.WaitFor("the file", `dropped === "LICENSE true"`)
}

func TestSiteBuildRepeats(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "dist")
	if err := buildSite(out); err != nil {
		t.Fatal(err)
	}
	first, second := contents(t, dist), contents(t, out)
	for name, data := range first {
		if second[name] != data {
			t.Errorf("%s differs from one build to the next", name)
		}
	}
	if len(first) != len(second) {
		t.Errorf("%d files, then %d", len(first), len(second))
	}
}

func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// panicking serves a program that panics at once.
func panicking(t *testing.T) http.HandlerFunc {
	t.Helper()
	file := filepath.Join(t.TempDir(), "panic.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-o", file, "./testdata/panic")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/wasm")
		http.ServeFile(w, r, file)
	}
}

// untyped answers like a host that does not know the type of WebAssembly.
func untyped(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		next(typeless{w}, r)
	}
}

type typeless struct{ http.ResponseWriter }

func (w typeless) WriteHeader(status int) {
	w.Header().Set("Content-Type", "application/octet-stream")
	w.ResponseWriter.WriteHeader(status)
}
