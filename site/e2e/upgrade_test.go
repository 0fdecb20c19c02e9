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

// nextBuild makes the build of a version after the one that is tested: its program has a section more, and so
// another name and hash, which all files know that name it.
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
		os.Remove(filepath.Join(dir, name+".gz")) // of what it was
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
			t.Fatalf("there is no %q in it", old)
		}
		return strings.ReplaceAll(text, old, now)
	}
	program := read(name)
	newer := program + "\x00\x05\x04next" // a custom section of five bytes: the length of a name, and that
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

// TestUpgrade: from one build to the next and back, each whole without a server; a page that is open goes on
// with what it has, until it is asked to; a version that does not come whole is not taken; gaps are filled.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	next := nextBuild(t)
	p := open(t, "/")
	p.Allow("503")
	p.Allow("Failed to find a valid digest") // of what is broken on purpose
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
	// offline waits until a version runs without a server, once no page of the one before is left.
	offline := func(what, want string) {
		t.Helper()
		p.site.GoDown()
		got := ""
		// The browser has the next one take over some time after the last page of the one before is gone.
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
	// update has the browser look for another version, and waits until it has come, or was given up.
	update := func(comes bool) {
		t.Helper()
		p.Act(`navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => true, () => true)`)
		p.Until("what comes of the update", fmt.Sprint(comes), func() string {
			return eval[string](p, `navigator.serviceWorker.getRegistration().then((r) => r.installing ? "it is installed" : String(!!r.waiting))`)
		})
	}
	p.Act(`navigator.serviceWorker.ready.then(() => true)`)
	runs("the first visit's", first)
	p.WaitFor("the service worker", `!!navigator.serviceWorker.controller`)

	// A broken download of the next one: the version before stays.
	p.site.Serve(next)
	p.site.Stub("/"+second, func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("\x00asm, and then the line broke")) })
	update(false)
	offline("after a broken download", first)

	// Whole, while a file is open: it is said, and nothing changes by itself.
	p.site.Stub("/"+second, nil)
	p.site.Serve(next)
	p.Open(sample(t).file)
	update(true)
	p.WaitFor("word of it", `document.querySelector("#updated").checkVisibility()`)
	if got := program(); got != first || !eval[bool](p, `document.getElementById("app").dataset.stage === "open"`) {
		t.Errorf("under an open file %s runs", got)
	}
	p.Shot("updated-open")
	offline("the next version", second)

	// And back.
	p.site.Serve(dist)
	p.Navigate("/") // whichever comes first, the copy or the newest one
	p.WaitFor("a program to run", `document.documentElement.dataset.state === "running"`)
	update(true)
	offline("the first version", first)

	// A gap in what is kept is filled.
	p.site.Serve(dist)
	if n := eval[int](p, `caches.keys().then(async (names) => {
		let gone = 0;
		for (const name of names) gone += await (await caches.open(name)).delete(traceglassProgram);
		return gone;
	})`); n != 1 {
		t.Fatalf("%d copies of the program were kept", n)
	}
	runs("with a gap", first)
	p.WaitFor("the gap to be filled", `caches.match(traceglassProgram).then((found) => !!found)`)
	offline("after that", first)
}

// TestNoRoom: where the browser has no room for copies the page works all the same, and is kept once there is some.
func TestNoRoom(t *testing.T) {
	t.Parallel()
	p := newPage(t, newSite(t))
	p.Allow("QuotaExceeded")
	p.Allow("Quota exceeded")
	p.Allow("offline use is off")
	room := func(bytes *float64) {
		t.Helper()
		if _, err := chromedp.Call(p.ctx, storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: p.site.URL, QuotaSize: bytes}); err != nil {
			t.Fatal(err)
		}
	}
	few := 1e5
	room(&few)
	p.Navigate("/")
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	p.WaitFor("the copies to be given up", `navigator.serviceWorker.register("sw.js").then((r) => new Promise((done) => {
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
