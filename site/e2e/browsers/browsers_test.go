//go:build !js

package browsers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"traceglass/render/words"
	"traceglass/site/serve"
)

const (
	root     = "../../.." // the module's top folder
	shared   = root + "/../shared"
	patience = time.Minute // time to wait for one event
)

// real is the trace with expected figures that other programs computed.
const real = "likaci-cpu_trace"

// TestBrowsers runs the main features of the site once in Firefox and WebKitGTK. The tests in Chromium cover
// them in detail. It takes a minute or more, so it runs only with BROWSERS=1, which "make browsers" sets.
// BROWSERS=STEP runs one step.
func TestBrowsers(t *testing.T) {
	if os.Getenv("BROWSERS") == "" {
		t.Skip("only make browsers runs this test, in Firefox and WebKitGTK")
	}
	dist, program := built(t)
	for _, b := range []struct {
		name  string
		start func(context.Context, string) (Browser, error)
	}{{"firefox", Firefox}, {"webkit", WebKit}} {
		t.Run(b.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
			defer cancel()
			browser, err := b.start(ctx, t.TempDir())
			if errors.Is(err, ErrMissing) {
				t.Skipf("%v: make browsers installs it, as root on Debian", err)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer browser.Close()
			t.Log(browser.Version())
			newRun(t, ctx, browser, dist, program).all()
		})
	}
}

// built builds the site and the command.
func built(t *testing.T) (dist, program string) {
	t.Helper()
	dist, program = filepath.Join(t.TempDir(), "dist"), filepath.Join(t.TempDir(), "traceglass")
	for _, args := range [][]string{{"run", "./site/build", "-generate=false", "-gzip", "1", "-out", dist}, {"build", "-o", program, "./wasm/cli"}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = root
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", cmd, err, text)
		}
	}
	return dist, program
}

// A run is one browser with the site at its own address.
type run struct {
	t             *testing.T
	ctx           context.Context
	browser       Browser
	dist, program string
	site          string
	down          atomic.Bool
}

func newRun(t *testing.T, ctx context.Context, browser Browser, dist, program string) *run {
	headers, err := serve.ReadHeaders(filepath.Join(root, "netlify.toml"))
	if err != nil {
		t.Fatal(err)
	}
	r := &run{t: t, ctx: ctx, browser: browser, dist: dist, program: program}
	handler := serve.Handler(dist, headers)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		name, isTrace := strings.CutPrefix(req.URL.Path, "/traces/")
		switch {
		case r.down.Load():
			http.Error(w, "down", http.StatusServiceUnavailable)
		case isTrace:
			http.ServeFile(w, req, filepath.Join(shared, "corpus/method-traces", filepath.Base(name)))
		default:
			handler.ServeHTTP(w, req)
		}
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	r.site = server.URL
	return r
}

// value returns the value of an expression, or of its promise.
func value[T any](r *run, expression string) T {
	r.t.Helper()
	var v T
	data, err := r.browser.Run(r.ctx, "return ("+expression+");")
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil {
		r.fatalf("%s: %v", expression, err)
	}
	return v
}

// wait waits until an expression is true. An expression that throws counts as false.
func (r *run) wait(what, expression string) {
	r.t.Helper()
	last := ""
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		data, err := r.browser.Run(r.ctx, "try { return !!("+expression+"); } catch (error) { return String(error); }")
		if err == nil && string(data) == "true" {
			return
		}
		if last = string(data); err != nil {
			last = err.Error() // the page may be loading
		}
	}
	r.fatalf("timed out waiting for %s: %s: %s", what, expression, last)
}

// fatalf fails the test and logs the page's state.
func (r *run) fatalf(format string, args ...any) {
	r.t.Helper()
	seen := "no screenshot"
	r.t.Errorf(format, args...)
	if png, err := r.browser.Screenshot(r.ctx); err == nil {
		seen = r.savePicture("failed", png)
	}
	r.t.Fatalf("screen: %s", seen)
}

func (r *run) savePicture(name string, png []byte) string {
	dir := filepath.Join(root, "site/e2e/shots")
	file := filepath.Join(dir, strings.ToLower(strings.Fields(r.browser.Version())[0])+"-"+name+".png")
	if err := errors.Join(os.MkdirAll(dir, 0o777), os.WriteFile(file, png, 0o666)); err != nil {
		return err.Error()
	}
	return file
}

// shot saves a screenshot if SHOTS=1.
func (r *run) shot(name string) {
	if _, slow := r.browser.(*webkit); slow || os.Getenv("SHOTS") == "" {
		return // without a graphics card WebKitGTK's screenshots take longer than the page itself
	}
	if png, err := r.browser.Screenshot(r.ctx); err != nil {
		r.t.Error(err)
	} else {
		r.savePicture(name, png)
	}
}

func (r *run) do(what string, err error) {
	r.t.Helper()
	if err != nil {
		r.fatalf("%s: %v", what, err)
	}
}

func (r *run) open(url string) {
	r.t.Helper()
	r.do(url, r.browser.Navigate(r.ctx, url))
}

// perform sends input. It retries, because Firefox refuses input between two layouts.
func (r *run) perform(what string, source Source) {
	r.t.Helper()
	err := r.browser.Perform(r.ctx, source)
	for tries := 0; err != nil && tries < 5 && strings.Contains(err.Error(), "NS_ERROR_FAILURE"); tries++ {
		time.Sleep(200 * time.Millisecond)
		err = r.browser.Perform(r.ctx, source)
	}
	r.do(what, err)
}

func (r *run) keys(text string) {
	r.t.Helper()
	r.perform("keys "+text, Keys(text))
}

// click clicks the middle of an element.
func (r *run) click(selector string) {
	r.t.Helper()
	r.wait(selector, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, selector))
	at := value[[2]int](r, fmt.Sprintf(`(() => { const { x, y, width, height } = document.querySelector(%q).getBoundingClientRect(); return [Math.round(x + width / 2), Math.round(y + height / 2)]; })()`, selector))
	r.perform("click "+selector, Drag(at[0], at[1], at[0], at[1]))
}

const (
	stageOpen = `document.getElementById("app").dataset.stage === "open"`
	drawn     = stageOpen + ` && performance.getEntriesByName("traceglass:drawn").length > 0`
)

func (r *run) all() {
	for _, step := range []struct {
		name string
		do   func()
	}{{"figures", r.trace}, {"views", r.views}, {"export", r.export}, {"dump", r.dump}, {"element", r.element}, {"saved", r.saved}, {"offline", r.offline}} {
		if only := os.Getenv("BROWSERS"); only != "1" && only != step.name {
			continue
		}
		start := time.Now()
		step.do()
		r.t.Logf("%s: %.1f s", step.name, time.Since(start).Seconds())
	}
}

// trace compares the figures of the method table with the expected ones.
func (r *run) trace() {
	type method struct {
		ID, Class, Name, Signature       string
		Calls, RecursiveCalls            int64
		InclusiveWallNs, ExclusiveWallNs int64
	}
	var want struct {
		Methods       []method
		OutsideWallNs int64
	}
	data, err := os.ReadFile(filepath.Join(shared, "expected/method-traces", real+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		r.t.Log("the figures are not compared: ../shared/expected is not here")
		return
	}
	if err == nil {
		err = json.Unmarshal(data, &want)
	}
	r.do("expected figures", err)
	whole := want.OutsideWallNs
	for _, m := range want.Methods {
		whole += m.ExclusiveWallNs
	}
	lines := map[string]bool{}
	for _, m := range want.Methods {
		title := strings.TrimSpace(m.Class + "." + m.Name + " " + m.Signature)
		if params, result := words.JavaTypes(m.Signature); params != "" {
			title = m.Class + "." + m.Name + params + ": " + result
		}
		calls := words.Count(m.Calls)
		if m.RecursiveCalls > 0 {
			calls += "+" + words.Count(m.RecursiveCalls)
		}
		share := func(ns int64) string { return words.Percent(float64(ns) / float64(whole)) }
		lines[strings.Join([]string{title, share(m.InclusiveWallNs), words.Duration(m.InclusiveWallNs), share(m.ExclusiveWallNs), words.Duration(m.ExclusiveWallNs), calls}, "|")] = true
	}

	r.open(r.site + "/?open=traces/" + real + ".trace.gz")
	r.wait("the trace", drawn)
	value[bool](r, `(document.querySelector("#tab-methods").click(), true)`)
	value[bool](r, `(() => { document.querySelector("#all-threads:not([hidden])")?.click(); return true; })()`)
	r.wait("the figures of all threads", `document.querySelector("#whole")?.textContent.endsWith(" threads") || !document.querySelector("#all-threads:not([hidden])")`)
	value[bool](r, `(() => { const waits = document.querySelector("#idle:not([hidden]) input"); if (waits && !waits.checked) waits.click(); return true; })()`)
	const rows = `[...document.querySelectorAll("#methods-rows .rows > [role=row]")].map((row) => [row.title, ...[...row.querySelectorAll("[role=gridcell]")].slice(0, 5).map((c) => c.textContent)].join("|"))`
	var got []string
	right := func() bool {
		got = value[[]string](r, rows)
		return len(got) > 5 && !slices.ContainsFunc(got, func(line string) bool { return !lines[line] })
	}
	for end := time.Now().Add(patience / 2); !right() && time.Now().Before(end); {
		time.Sleep(100 * time.Millisecond)
	}
	if !right() {
		r.t.Errorf("the table has unexpected lines:\n%s", strings.Join(got, "\n"))
	}
	r.shot("figures")
}

// views selects a range, searches, and draws the flame graph and the call graph.
func (r *run) views() {
	r.open(r.site + "/?open=samples/sample.trace.gz")
	r.wait("the sample", drawn)
	value[bool](r, `(document.querySelector("#all-threads:not([hidden])")?.click(), true)`)
	r.wait("the figures of all threads", `document.querySelector("#whole").textContent.endsWith(" threads")`)
	type place struct{ Left, Ruler int }
	at := value[place](r, `(() => { const s = traceglassDraw.surfaces[1], { x, y } = s.over.getBoundingClientRect(); return { Left: Math.round(x + s.list.left), Ruler: Math.round(y + s.list.top / 2) }; })()`)
	r.perform("a range", Drag(at.Left+300, at.Ruler, at.Left+520, at.Ruler))
	r.wait("the range", `traceglassView.now().moment.to > traceglassView.now().moment.from && document.querySelector("#chip-range").checkVisibility()`)
	r.keys("/")
	r.wait("the search", `document.activeElement.id === "find"`)
	r.keys("DecodeTask.run")
	r.wait("the number of matches", `/\d/.test(document.querySelector("#find-tally").textContent)`)
	r.keys("\uE007\uE00C") // Enter, Escape
	r.wait("the selected method", `traceglassView.now().method.includes("DecodeTask.run")`)
	value[bool](r, `(document.activeElement.blur(), true)`)
	r.keys("4")
	r.wait("the flame graph", `traceglassDraw.surfaces[2].buffer && traceglassDraw.surfaces[2].host.checkVisibility()`)
	if inked := value[int](r, `(() => { const c = document.querySelector("#flame canvas"), d = c.getContext("2d").getImageData(0, 0, c.width, Math.min(c.height, 200)).data, all = new Set(); for (let i = 0; i < d.length; i += 4) all.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return all.size; })()`); inked < 4 {
		r.t.Errorf("the flame graph is blank: it has %d colours", inked)
	}
	r.shot("flame")
	r.keys("8")
	r.wait("the call graph", `/\d boxes · \d+ arrows/.test(document.body.innerText)`)
	r.shot("callgraph")
}

// export compares an exported file with the command's output.
func (r *run) export() {
	r.open(r.site + "/?open=samples/sample.trace.gz")
	r.wait("the sample", drawn)
	value[bool](r, `(() => {
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { globalThis.made = blob; return make.call(URL, blob); };
		HTMLAnchorElement.prototype.click = () => {}; // do not save the file
		return true;
	})()`)
	value[bool](r, `(document.querySelector("#all-threads:not([hidden])")?.click(), true)`)
	r.wait("the figures of all threads", `document.querySelector("#whole").textContent.endsWith(" threads")`)
	r.click("#export")
	r.click("#export-csv")
	r.wait("the file", `globalThis.made`)
	want, err := exec.Command(r.program, "export", "-format", "csv", filepath.Join(root, "testdata/sample.trace.gz")).Output()
	r.do("traceglass", err)
	if got := value[string](r, `made.text()`); got != string(want) {
		r.t.Errorf("the table has %d bytes, and the command's %d", len(got), len(want))
	}
}

// dump opens thread dumps.
func (r *run) dump() {
	r.open(r.site + "/?open=samples/sample-anr.txt")
	r.wait("the dumps", stageOpen+` && document.querySelector("#stack-name")?.textContent === "main" && document.querySelectorAll("#stack-lines li").length === 12`)
	if got := value[string](r, `document.querySelector("#facts").textContent`); !strings.Contains(got, "1 process, 2 dumps · 32 threads") {
		r.t.Errorf("the page says %q", got)
	}
	r.shot("dump")
}

// element opens the documentation of the element and its examples.
func (r *run) element() {
	r.open(r.site + "/embed/")
	r.wait("an open trace in the element", `trace.dataset.state === "open"`)
	if got := value[string](r, `trace.getView().then(({ view }) => view)`); got != "methods" {
		r.t.Errorf("the element shows %q", got)
	}
	value[bool](r, `(flame.scrollIntoView(), true)`)
	r.wait("the flame graph", `flame.dataset.state === "open"`)
	r.shot("embed")
}

// saved opens a saved page from the disk.
func (r *run) saved() {
	file := filepath.Join(r.t.TempDir(), "saved.html")
	if text, err := exec.Command(r.program, "page", "-viewer", r.dist, "-graphs", "-view", "file=sample&view=callgraph", "-o", file, filepath.Join(root, "testdata/sample.trace.gz")).CombinedOutput(); err != nil {
		r.fatalf("traceglass page: %v: %s", err, text)
	}
	r.open("file://" + file)
	if _, ok := r.browser.(*webkit); ok {
		r.wait("the message that the file cannot be read", `document.getElementById("failure").textContent.includes("cannot be read")`)
		r.t.Log("no worker of a page from disk can read a file in WebKitGTK, which the page says")
		return
	}
	r.wait("the trace in the page", drawn)
	r.wait("its call graph", `/\d boxes · \d+ arrows/.test(document.body.innerText)`)
	if got := value[string](r, `document.querySelector("#facts").textContent`); !strings.Contains(got, "7 threads") {
		r.t.Errorf("the page says %q", got)
	}
	r.shot("saved")
}

// offline reloads the page after the server stopped.
func (r *run) offline() {
	r.open(r.site + "/")
	r.wait("the page", `document.documentElement.dataset.state === "running"`)
	if !value[bool](r, `"serviceWorker" in navigator`) {
		r.t.Log("it has no service workers here, so nothing is tried offline")
		return
	}
	r.wait("the service worker", `navigator.serviceWorker.controller`)
	r.wait("the copies", `caches.keys().then((names) => names.length > 0) && navigator.serviceWorker.controller.state === "activated"`)
	r.down.Store(true)
	r.open(r.site + "/?open=samples/sample.trace.gz")
	r.wait("the sample without a server", drawn)
	r.down.Store(false)
}
