//go:build !js

package e2e

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

// nextBuild makes a newer version of the tested build. Its program has an extra section, and therefore another
// name and hash. All files that refer to the program have the new name.
func nextBuild(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "next")
	if err := os.CopyFS(dir, os.DirFS(dist)); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		os.Remove(filepath.Join(dir, name+".gz")) // the old compressed copy
	}
	sum := func(text string) string {
		h := sha256.Sum256([]byte(text))
		return base64.StdEncoding.EncodeToString(h[:])
	}
	name := regexp.MustCompile(`assets/app\.[0-9a-f]+\.wasm`).FindString(read("index.html"))
	next := "assets/app.000000next.wasm"
	worker := read("sw.js")
	replace := func(text, old, now string) string {
		t.Helper()
		if !strings.Contains(text, old) {
			t.Fatalf("no %q in it", old)
		}
		return strings.ReplaceAll(text, old, now)
	}
	program := read(name)
	newer := program + "\x00\x05\x04next" // a custom section of five bytes: the length of its name, and the name
	worker = replace(replace(worker, sum(program), sum(newer)), name, next)
	put(next, newer)
	os.Remove(filepath.Join(dir, name))
	for _, glob := range []string{"index.html", "assets/boot.*.js", "assets/saved.*.html"} {
		files, err := filepath.Glob(filepath.Join(dir, glob))
		if err != nil || len(files) != 1 {
			t.Fatalf("%s: %v %v", glob, files, err)
		}
		file, err := filepath.Rel(dir, files[0])
		if err != nil {
			t.Fatal(err)
		}
		was := read(file)
		now := strings.ReplaceAll(was, filepath.Base(name), filepath.Base(next))
		put(file, now)
		worker = replace(worker, sum(was), sum(now))
	}
	version := regexp.MustCompile("(cacheName=prefix\\+\")[0-9a-f]+").FindString(worker)
	put("sw.js", replace(worker, version, version[:strings.Index(version, `"`)+1]+"next"))
	return dir
}

// TestUpgrade updates from one build to the next and back. Each works completely without a server. An open
// page keeps its version until the user updates it. An incomplete version is not used, and missing files are
// loaded again.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	next := nextBuild(t)
	p := open(t, "/")
	p.Allow("503")
	p.Allow("Failed to find a valid digest") // caused by the broken files
	p.Allow("ServiceWorker")
	p.Allow("Failed to load resource")
	program := func() string { return eval[string](p, `globalThis.traceglassProgram ?? ""`) }
	first, second := program(), "assets/app.000000next.wasm"
	runs := func(what, want string) {
		t.Helper()
		p.Navigate("/")
		p.WaitFor(what+": the program to run", `document.documentElement.dataset.state === "running"`)
		if got := program(); got != want {
			t.Errorf("%s: %s runs, want %s", what, got, want)
		}
	}
	// offline waits until a version runs without a server, after all pages of the previous version were
	// closed.
	offline := func(what, want string) {
		t.Helper()
		p.site.GoDown()
		got := ""
		// The browser activates the next version some time after the last page of the previous one closes.
		for rest := 100 * time.Millisecond; got != want && rest < 20*time.Second; rest *= 2 {
			p.Do(chromedp.Navigate("about:blank"))
			time.Sleep(rest)
			p.Navigate("/")
			p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
			got = program()
		}
		if got != want {
			t.Fatalf("%s, without a server: %s runs, want %s", what, got, want)
		}
	}
	// update makes the browser look for another version, and waits until it is complete or was abandoned.
	update := func(comes bool) {
		t.Helper()
		p.Act(`navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => true, () => true)`)
		p.Until("the result of the update", fmt.Sprint(comes), func() string {
			return eval[string](p, `navigator.serviceWorker.getRegistration().then((r) => r.installing ? "it is installed" : String(!!r.waiting))`)
		})
	}
	p.Act(`navigator.serviceWorker.ready.then(() => true)`)
	runs("the first visit's", first)
	p.WaitFor("the service worker", `!!navigator.serviceWorker.controller`)

	// The download of the next version breaks: the previous one stays.
	p.site.Serve(next)
	p.site.Stub("/"+second, func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("\x00asm, and then the line broke")) })
	update(false)
	offline("after a broken download", first)

	// The download succeeds while a file is open: the page shows it, and nothing changes automatically.
	p.site.Stub("/"+second, nil)
	p.site.Serve(next)
	p.Open(sample(t).file)
	update(true)
	p.WaitFor("the message on the new version", `document.querySelector("#updated").checkVisibility()`)
	if got := program(); got != first || !eval[bool](p, `document.getElementById("app").dataset.stage === "open"`) {
		t.Errorf("with an open file %s runs", got)
	}
	p.Shot("updated-open")
	offline("the next version", second)

	// Go back to the first version.
	p.site.Serve(dist)
	p.Navigate("/") // either the cached page or the newest one
	p.WaitFor("a program to run", `document.documentElement.dataset.state === "running"`)
	update(true)
	offline("the first version", first)

	// A missing file in the cache is loaded again.
	p.site.Serve(dist)
	if n := eval[int](p, `caches.keys().then(async (names) => {
		let gone = 0;
		for (const name of names) gone += await (await caches.open(name)).delete(traceglassProgram);
		return gone;
	})`); n != 1 {
		t.Fatalf("%d copies of the program are cached", n)
	}
	runs("with a gap", first)
	p.WaitFor("the missing file in the cache", `caches.match(traceglassProgram).then((found) => !!found)`)
	offline("after that", first)
}

// TestNoRoom: if the browser has no room for copies, the page still works. It is stored as soon as there is
// room.
func TestNoRoom(t *testing.T) {
	t.Parallel()
	p := visit(t)
	p.Allow("QuotaExceeded")
	p.Allow("Quota exceeded")
	p.Allow("offline use is off")
	room := func(bytes *float64) {
		t.Helper()
		p.used = true
		if _, err := chromedp.Call(p.ctx, storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: p.site.URL, QuotaSize: bytes}); err != nil {
			t.Fatal(err)
		}
	}
	few := 1e5
	room(&few)
	p.Navigate("/")
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	p.Act(`!!navigator.serviceWorker.ready`) // starts lateWorker's
	p.WaitFor("the failed copies", `navigator.serviceWorker.register("sw.js").then((r) => new Promise((done) => {
		const worker = r.installing ?? r.waiting ?? r.active;
		if (!worker) return done(true);
		const look = () => ["redundant", "activated"].includes(worker.state) && done(worker.state === "redundant");
		worker.addEventListener("statechange", look);
		look();
	}), () => true)`)
	p.Open(sample(t).file)
	room(nil)
	p.Navigate("/")
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	p.Act(`navigator.serviceWorker.ready.then(() => true)`)
	p.site.GoDown()
	p.Allow("503")
	p.Navigate("/")
	p.WaitFor("the program to run without a server", `document.documentElement.dataset.state === "running"`)
}
