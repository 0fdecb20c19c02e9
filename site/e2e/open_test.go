//go:build !js

package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/viewer/expect"
	"traceglass/wasm/viewer/samples"
)

// checkShown checks that the page shows k: its facts and its method table.
func (k *known) checkShown(p *page) {
	p.t.Helper()
	p.WaitOpen()
	p.AllThreads()
	p.AllCode()
	for _, want := range []string{words.Count(k.About.Records) + " record", words.Count(int64(len(k.About.Threads))) + " thread", words.Count(int64(k.About.Methods)) + " method"} {
		p.WaitFor(want+" among the facts", fmt.Sprintf("document.querySelector('#facts').textContent.includes(%q)", want))
	}
	order := message.Order{}
	if !k.About.HasWall {
		order.Clock = message.CPU
	}
	p.UntilGrid("the method table", "methods", k.Methods(message.MethodRows{Order: order, Scope: message.Scope{Clock: order.Clock, To: message.Whole}}))
}

// TestWorkerThatNeverStarts: if the browser does not start a worker, the page starts another and downloads the file
// again.
func TestWorkerThatNeverStarts(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := visit(t)
	p.Begin(`{
		const { Worker, setTimeout } = globalThis;
		let begun = 0;
		globalThis.Worker = function (...args) { return begun++ ? new Worker(...args) : { postMessage() {}, terminate() { globalThis.ended = true; } }; };
		globalThis.setTimeout = (f, ms, ...args) => setTimeout(f, ms === 20_000 ? 200 : ms, ...args);
	}`)
	p.Navigate("/?open=samples/sample.trace.gz")
	k.checkShown(p)
	if !evalNow[bool](p, "ended") {
		t.Error("the page keeps the worker that did not start")
	}
}

// TestOpen opens traces in every possible way, one after the other in the same page.
func TestOpen(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	k := sample(t)

	// The button opens the browser's file picker. Without handles, that is this input element.
	p.Act(`(globalThis.showOpenFilePicker = undefined, document.getElementById("file").addEventListener("click", (e) => { e.preventDefault(); globalThis.chooser = true; }), true)`)
	p.Click("#welcome-open")
	p.WaitFor("the chooser", `chooser`)
	p.Upload("#file", k.file)
	k.checkShown(p)

	plain := write(t, "plain.trace", unwrapped(t, k.file))
	p.Drop("#app", plain)
	p.Until("the dropped file's name", "plain.trace", func() string { return p.Text("#file-menu") })
	k.checkShown(p)

	p.Click("#file-menu")
	p.Click("#close")
	p.WaitStage("empty")
	p.Click("#welcome-sample-startup")
	startup := know(t, filepath.Join(root, "testdata/samples/startup.trace.gz"))
	p.Until("the sample's name", "startup.trace.gz", func() string { return p.Text("#file-menu") })
	startup.checkShown(p)

	// The same file again, and a sample from the menu.
	p.Open(k.file)
	k.checkShown(p)
	p.Click("#file-menu")
	p.Click("#samples-too")
	p.Click("#sample-startup")
	p.Until("the sample's name", "startup.trace.gz", func() string { return p.Text("#file-menu") })
	startup.checkShown(p)

	// A key and its data. TestOpenPair in wasm/viewer opens them in either order.
	trace := tracetest.Trace{Records: "main 0>app.A.run()V 10>app.B.run()V 20<app.B.run()V 30<app.A.run()V"}
	dir := t.TempDir()
	p.Drop("#app", writeIn(t, dir, "pair.data", trace.Data()), writeIn(t, dir, "pair.key", trace.Key()))
	p.Until("the pair's name", "pair.key", func() string { return p.Text("#file-menu") })
	made(t, "pair.trace", trace.Bytes()).checkShown(p)
}

// TestOpenByAddress: an address may name files of this site, which open as if dropped together. A message names a missing one.
func TestOpenByAddress(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := open(t, "/?open=samples/sample.trace.gz")
	k.checkShown(p)
	fails := func(path string, says ...string) {
		t.Helper()
		p.Navigate("/?open=" + path)
		p.WaitStage("failed")
		for _, part := range says {
			if got := p.Text("#failure"); !strings.Contains(got, part) {
				t.Errorf("%s: the page says %q, without %q", path, got, part)
			}
		}
	}
	p.Navigate("/?open=samples/sample.trace.gz&open=samples/sample-anr.txt")
	p.WaitStage("open")
	p.WaitFor("both", `document.querySelector("#room-trace")?.checkVisibility() && document.querySelector("#room-dump")?.checkVisibility()`)
	p.Navigate("/?open=samples/sample.trace.gz&open=samples/sample-streaming.trace.gz")
	p.Until("two traces", "sample.trace.gz, sample-streaming.trace.gz", p.Sides)
	p.Allow("404")
	fails("samples/sample.trace.gz&open=samples/none.trace", "none.trace", "404")

	// A link can open only folders of the host that the site's owner allows. The page requests them without
	// cookies.
	cookie := "none"
	p.site.Stub("/private/run.trace", func(w http.ResponseWriter, r *http.Request) {
		cookie = r.Header.Get("Cookie")
		http.ServeFile(w, r, filepath.Join(root, "testdata/nested.trace"))
	})
	p.Act(`(document.cookie = "who=me; SameSite=Strict", true)`)
	p.Navigate("/?open=private/run.trace")
	p.WaitStage("open")
	if cookie != "" {
		t.Errorf("requested with the cookie %q", cookie)
	}
	p.Begin(`new MutationObserver(() => { document.documentElement.dataset.open = "./samples/ ../elsewhere/"; }).observe(document, { childList: true, subtree: true });`)
	fails("samples/%2e%2e/private/run.trace", "Only files in the folder of this site")
	for path, opens := range map[string]bool{"private/run.trace": false, "samples/../private/run.trace": false, "https://elsewhere.example/a.trace": false, "samples/%2e%2e/private/run.trace": false, "./samples/sample.trace.gz": true} {
		if eval[bool](p, fmt.Sprintf(`traceglassFile(%q) !== null`, path)) != opens {
			t.Errorf("the page may open %s: %v", path, !opens)
		}
	}
	p.Navigate("/?open=./samples/sample.trace.gz")
	k.checkShown(p)
}

// slow makes the site send the first half of a trace of 330,000 records at /slow.trace. A value sent to the
// channel decides: true sends the rest, false breaks the connection.
func (s *site) slow(t *testing.T) chan<- bool {
	t.Helper()
	var file bytes.Buffer
	if err := tracetest.Generate(&file, tracetest.Config{Records: 330_000, Threads: 3, Methods: 200}); err != nil {
		t.Fatal(err)
	}
	data, held := file.Bytes(), make(chan bool, 1)
	s.Stub("/slow.trace", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(data)))
		w.Write(data[:len(data)/2])
		w.(http.Flusher).Flush()
		select {
		case whole := <-held:
			if whole {
				w.Write(data[len(data)/2:])
			}
		case <-r.Context().Done(): // more requests than expected
		}
	})
	return held
}

// TestOpenWhileItComes: the page reads a file of the address while it downloads. If the connection breaks, the
// page shows the received part and says that it is a part.
func TestOpenWhileItComes(t *testing.T) {
	t.Parallel()
	p := visit(t)
	s := p.site
	held := s.slow(t)
	read := func() {
		p.Navigate("/?open=slow.trace")
		p.WaitFor("calls of the first half", `/[1-9][\d,]* calls found/.test(document.getElementById("progress")?.textContent ?? "")`)
	}
	read()
	held <- true
	p.WaitStage("open")
	if got := plain(p.Text("#facts")); !strings.Contains(got, "330,000 records") {
		t.Errorf("for the whole file: %q", got)
	}
	if got := eval[int](p, `performance.getEntriesByName("traceglass:opening").length`); got != 1 {
		t.Errorf("the file was opened %d times", got)
	}

	p.Allow("ERR_INCOMPLETE_CHUNKED_ENCODING")
	p.Allow("ERR_CONTENT_LENGTH_MISMATCH")
	read()
	held <- false
	p.WaitStage("open")
	if got := p.Receipt(); !strings.Contains(got, "could be read") {
		t.Errorf("for a half the receipt says %q", got)
	}

	read()
	p.Click("#cancel")
	p.WaitStage("failed")
	held <- false
	if got := p.Text("#failure"); !strings.HasPrefix(got, "It was cancelled") {
		t.Errorf("cancelled: %q", got)
	}
	p.Open(sample(t).file)
}

// TestEarlyPictures: for a trace in the address, minimap and timeline are drawn with names before the page's
// program runs. They stay the same when it runs.
func TestEarlyPictures(t *testing.T) {
	t.Parallel()
	const later = `{
		const { fillText } = CanvasRenderingContext2D.prototype;
		globalThis.written = new Set();
		CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) { written.add(text); fillText.call(this, text, ...rest); };
		let run;
		Object.defineProperty(globalThis, "traceglassRun", {
			get: () => async (...rest) => { await new Promise((begin) => { globalThis.begin = begin; }); return run(...rest); },
			set: (f) => { run = f; },
		});
	}`
	p := visit(t)
	p.Begin(later)
	for _, size := range [][2]int64{{1280, 800}, {390, 844}} {
		p.View(size[0], size[1], "light")
		testEarlyPictures(t, p, size[0])
	}
}

func testEarlyPictures(t *testing.T, p *page, width int64) {
	p.Navigate("/?open=samples/sample.trace.gz")
	p.WaitFor("a chart before the program runs", `performance.getEntriesByName("traceglass:chart").length === 1 && document.documentElement.dataset.state === "loading"`)
	const list = `(() => {
		const { buffer } = traceglassDraw.surfaces[%d], end = buffer ? buffer.byteLength : 0;
		return Array.from(new Uint8Array(buffer ?? 0).slice(0, end)).join(" ").replace(/( 0)+$/, "");
	})()`
	const boxes = `JSON.stringify([0, 1].map((i) => { const { x, y, width, height } = traceglassDraw.surfaces[i].base.getBoundingClientRect(); return [x, y, width, height]; }))`
	p.WaitFor("a name in it", `[...written].some((text) => text.startsWith("\u25b8 6 platform frames: ZygoteInit.main … Looper"))`)
	var before [2]string
	for i := range before {
		p.WaitFor("a picture", fmt.Sprintf(`traceglassDraw.surfaces[%d].buffer !== null`, i))
		if before[i] = eval[string](p, fmt.Sprintf(list, i)); len(before[i]) < 100 {
			t.Fatalf("canvas %d has a list of %q", i, before[i])
		}
	}
	at := eval[string](p, boxes)
	p.Act(`begin(), true`)
	p.WaitStage("open")
	p.WaitFor("the timeline of the program", `performance.getEntriesByName("traceglass:drawn").length === 1`)
	for i := range before {
		if after := eval[string](p, fmt.Sprintf(list, i)); after != before[i] {
			t.Errorf("canvas %d has another list once the program runs: %d and %d bytes as text", i, len(before[i]), len(after))
		}
	}
	if then := eval[string](p, boxes); then != at {
		t.Errorf("%d wide: the canvases lay at %s, and lie at %s", width, at, then)
	}
}

// TestEarlyVerdict: the verdict of a dump in the address appears before the page's program runs. The interface
// then shows the same words in the same place. On a narrow page, where links to the evidence may take more
// lines, only the first line is compared. The same holds for a dump dropped on an empty page.
func TestEarlyVerdict(t *testing.T) {
	t.Parallel()
	const (
		held = `if (location.search) {
			const { mark } = Performance.prototype;
			let run, frames = 0;
			const next = () => { frames++; if (globalThis.waited === undefined) requestAnimationFrame(next); };
			Performance.prototype.mark = function (name, ...rest) {
				if (name === "traceglass:verdict") requestAnimationFrame(next);
				return mark.call(this, name, ...rest);
			};
			Object.defineProperty(globalThis, "traceglassRun", {
				get: () => async (...rest) => {
					globalThis.waited = frames;
					await new Promise((begin) => { globalThis.begin = begin; });
					return run(...rest);
				},
				set: (f) => { run = f; },
			});
			// However slow the machine is, the program waits for the verdict.
			const wait = setTimeout;
			globalThis.setTimeout = (f, ms, ...rest) => wait(f, ms === 400 ? 1e9 : ms, ...rest);
		}`
		words = `Array.from(document.querySelectorAll(".verdict h2 span, .verdict h2 small, .verdict .sure, .verdict .says"), (e) => e.textContent).join("\n")`
		place = `JSON.stringify(Array.from(document.querySelectorAll(".verdict h2, .verdict .says"), (e) => { const { x, y } = e.getBoundingClientRect(); return [x, y]; }).slice(0, innerWidth < 900 ? 2 : 9))`
		early = `performance.getEntriesByName("traceglass:verdict").length === 1`
		built = `document.querySelector("#verdict .says") !== null && document.querySelector(".cover") === null`
	)
	several := write(t, "two.txt", []byte(samples.Dump(11, morning+"1", "com.example.one", "app.Main.run")+samples.Dump(12, morning+"2", "com.example.two", "app.Main.run")))
	p := visit(t)
	p.Begin(held)
	for _, width := range []int64{1280, 390} {
		p.View(width, 844, "light")
		p.Navigate("/?open=samples/sample-anr.txt")
		p.WaitFor("a verdict before the program runs", early+` && document.documentElement.dataset.state === "loading"`)
		said, at := eval[string](p, words), eval[string](p, place)
		if !strings.Contains(said, "Deadlock: main waits in") {
			t.Errorf("the verdict is %q", said)
		}
		p.WaitFor("the program to be ready to start", `globalThis.begin !== undefined`)
		if waited := eval[int](p, `waited`); waited < 2 {
			t.Errorf("the program starts %d frames after the verdict was drawn, want 2 at least", waited)
		}
		p.Shot(fmt.Sprintf("early-verdict-%d", width))
		p.Act(`begin(), true`)
		p.WaitFor("the interface", built)
		p.Shot(fmt.Sprintf("verdict-after-%d", width))
		if then := eval[string](p, words); then != said {
			t.Errorf("the verdict becomes %q, was %q", then, said)
		}
		if then := eval[string](p, place); then != at {
			t.Errorf("%d wide: the verdict lay at %s, and lies at %s", width, at, then)
		}
	}

	p.View(1280, 800, "light")
	p.Navigate("/")
	p.started()
	p.Act(`(() => {
		const { mark } = performance;
		performance.mark = (name, ...rest) => {
			if (name === "traceglass:verdict") globalThis.first = [` + words + `, ` + place + `];
			return mark.call(performance, name, ...rest);
		};
		return true;
	})()`)
	p.Upload("#file", several)
	p.WaitFor("a verdict before the interface", early)
	p.WaitFor("the interface", built)
	if first, then := eval[[]string](p, `first`), []string{eval[string](p, words), eval[string](p, place)}; !slices.Equal(first, then) {
		t.Errorf("the verdict becomes %q, was %q", then, first)
	}
}

// TestFileIsKept: the page has the complete bytes of a file that the worker read during the download: of a
// small file, and of one so large that its bytes arrived in several parts.
func TestFileIsKept(t *testing.T) {
	t.Parallel()
	p := visit(t)
	s := p.site
	var large bytes.Buffer
	if err := tracetest.Generate(&large, tracetest.Config{Records: 700_000}); err != nil {
		t.Fatal(err)
	}
	s.Stub("/large.trace", func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(large.Bytes()))
	})
	small, err := os.ReadFile(sample(t).file)
	if err != nil {
		t.Fatal(err)
	}
	const watch = `globalThis.Worker = class extends Worker {
		constructor(...of) {
			super(...of);
			this.addEventListener("message", ({ data }) => { if (data?.kind === "fetched") globalThis.came = data.file; });
		}
	};`
	p.Begin(watch)
	for name, want := range map[string][]byte{"large.trace": large.Bytes(), "samples/sample.trace.gz": small} {
		p.Navigate("/?open=" + name)
		p.WaitStage("open")
		const sum = `came.arrayBuffer().then((bytes) => crypto.subtle.digest("SHA-256", bytes)).then((sum) => Array.from(new Uint8Array(sum), (b) => b.toString(16).padStart(2, "0")).join(""))`
		if got := eval[string](p, sum); got != fmt.Sprintf("%x", sha256.Sum256(want)) {
			t.Errorf("%s: the page has a file of another sum, %s, and %d bytes, want %d", name, got, eval[int](p, `came.size`), len(want))
		}
	}
}

// TestProgramComesAfter: the page's program starts after the first picture of a file in the address is drawn,
// or after the worker reports that there will be none. A link to a zip file with two traces shows the choice, and a link to
// nothing the reason, as soon as the worker answers. The test removes the time limits.
func TestProgramComesAfter(t *testing.T) {
	t.Parallel()
	const patient = `{
		const wait = setTimeout;
		globalThis.setTimeout = (f, ms, ...rest) => wait(f, ms === 400 || ms === 500 ? 1e9 : ms, ...rest);
	}`
	p := visit(t)
	trace := string(tracetest.Bytes("main 0>app.A.run()V 30<app.A.run()V"))
	two := samples.Zip(t, "one.trace", trace, "two.trace", trace)
	p.site.Stub("/two.zip", func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(two))
	})
	p.Begin(patient)
	p.Allow("404")
	const open, failed = `document.getElementById("app").dataset.stage === "open"`, `document.getElementById("app").dataset.stage === "failed"`
	for _, of := range []struct{ address, until string }{
		{"/?open=samples/sample.trace.gz", open},
		{"/?open=samples/sample.trace.gz#methods", open},
		{"/?open=samples/sample-anr.txt", `document.querySelector("#dumps") !== null`},
		{"/?open=two.zip", `document.querySelector("#member-1")?.checkVisibility()`},
		{"/?open=samples/none.trace", failed},
	} {
		p.Navigate(of.address)
		p.WaitFor("the page of "+of.address, of.until)
		if of.until == open && !strings.Contains(of.address, "#") && !eval[bool](p, `(([chart, started]) => chart < started)(["chart", "started"].map((name) => performance.getEntriesByName("traceglass:" + name)[0].startTime))`) {
			t.Errorf("%s: the program started before the chart was drawn", of.address)
		}
	}
}

// TestPictureGoesFirst: the first picture is drawn before the program builds the interface. For a dropped
// file, it is drawn before the tables, which take longer than several frames.
func TestPictureGoesFirst(t *testing.T) {
	t.Parallel()
	// watch counts renders of the interface before the chart is drawn, and frames from the chart to the next
	// render. The order holds however slow the machine is: the page requests the pictures from the worker
	// before the worker starts, and the program waits for the trace in the address.
	const watch = `{
		const { mark } = Performance.prototype, wait = setTimeout, { postMessage } = Worker.prototype;
		let asked = !location.search, begin;
		Worker.prototype.postMessage = function (message, ...rest) {
			if (message.module && !asked) {
				begin = () => postMessage.call(this, message, ...rest);
				return;
			}
			postMessage.call(this, message, ...rest);
			if (message.kind === "first") {
				asked = true;
				begin?.();
			}
		};
		let frames = 0, chart = -1, render;
		globalThis.before = 0;
		globalThis.shown = [];
		const next = () => { frames++; if (globalThis.waited === undefined) requestAnimationFrame(next); };
		Performance.prototype.mark = function (name, ...rest) {
			if (name === "traceglass:opening") before = 0; // the page had loaded
			if (name === "traceglass:chart" && chart < 0) {
				chart = frames;
				globalThis.covered = Boolean(document.querySelector(".cover .timeline-stage canvas"));
				requestAnimationFrame(next);
			}
			return mark.call(this, name, ...rest);
		};
		globalThis.setTimeout = (f, ms, ...rest) => wait(f, ms === 500 ? 1e9 : ms, ...rest);
		Object.defineProperty(globalThis, "vuguRender", {
			get: () => render && ((...rest) => {
				if (chart < 0) before++;
				else globalThis.waited ??= frames - chart;
				const result = render(...rest);
				if (chart >= 0) shown.push(document.getElementById("app").dataset.stage);
				return result;
			}),
			set: (f) => { render = f; },
		});
	}`
	large := filepath.Join(t.TempDir(), "large.trace") // large enough that its progress shows
	if file, err := os.Create(large); err != nil {
		t.Fatal(err)
	} else if err := errors.Join(tracetest.Generate(file, tracetest.Config{Records: 800_000}), file.Close()); err != nil {
		t.Fatal(err)
	}
	p := visit(t)
	p.Begin(watch)
	for _, file := range []string{"", sample(t).file, large} { // "" opens the file in the address
		if file == "" {
			p.Navigate("/?open=samples/sample.trace.gz")
			p.WaitStage("open")
		} else {
			p.Navigate("/")
			p.Open(file)
		}
		p.WaitFor("the interface after the chart", `globalThis.waited !== undefined`)
		if waited := eval[int](p, `waited`); waited < 2 {
			t.Errorf("%q: the interface was rendered %d frames after the chart was drawn, want 2 at least", file, waited)
		}
		if before := eval[int](p, `before`); file != large && before > 0 {
			t.Errorf("%q: the interface was rendered %d times before the chart was drawn", file, before)
		}
		if shown := eval[string](p, `shown.join(" ")`); strings.Contains(shown, "reading") {
			t.Errorf("%q: after the chart the page showed %s", file, shown)
		}
		if covered := eval[bool](p, `covered`); covered != (file != "") {
			t.Errorf("%q: the chart was drawn over the page: %v", file, covered)
		}
		p.WaitFor("the picture at its final position", `document.querySelector("#timeline canvas") && !document.querySelector(".cover")`)
	}
}

// TestHostile opens files of other types, and files with names that have a meaning in HTML, SVG, DOT or JavaScript.
func TestHostile(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.Part("other files", func(t *testing.T) { wrongFile(t, p) })
	p.Part("names in a trace", func(t *testing.T) { hostileNames(t, p) })
	p.Part("names in the call graph", func(t *testing.T) { callGraphNamesAreHarmless(t, p) })
	p.Part("names in a dump", func(t *testing.T) { dumpText(t, p) })
	p.Part("names in another dump", func(t *testing.T) { hostileDumps(t, p) })
}

// wrongFile: for a file of another type, one sentence names the type. Package reading tests more types.
func wrongFile(t *testing.T, p *page) {
	tests := []struct{ name, content, want string }{
		{"shot.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR", "image"},
		{"empty.trace", "", "empty"},
		{"<img src=x onerror=pwned()>.trace", "<img src=x onerror=pwned()>", "first bytes"},
	}
	for _, tt := range tests {
		p.Upload("#file", write(t, tt.name, []byte(tt.content)))
		p.Until("the name of "+tt.name, tt.name, func() string { return p.Text("#file-menu") })
		p.WaitStage("failed")
		got := p.Text("#failure")
		if !strings.Contains(strings.ToLower(got), strings.ToLower(tt.want)) || !strings.HasSuffix(strings.TrimRight(got, `")`), ".") {
			t.Errorf("%s: the page says %q, want a sentence on %q", tt.name, got, tt.want)
		}
	}
	if n := eval[int](p, `document.querySelectorAll("#app img").length`); n > 0 {
		t.Error("a file's name has become HTML")
	}
	// Then a good file opens, and half a file of gzip.
	k := sample(t)
	p.Open(k.file)
	k.checkShown(p)
	half := samples.Gzip(string(unwrapped(t, k.file)))
	p.Open(write(t, "short.trace.gz", []byte(half[:len(half)/2])))
	if got := p.Receipt(); !strings.Contains(got, "Only the first") {
		t.Errorf("for half a gzip file the receipt says %q", got)
	}
}

// hostileNames: names from a file appear as text everywhere.
func hostileNames(t *testing.T, p *page) {
	const evil = `<img src=x onerror=pwned()>`
	data := tracetest.Bytes("THREAD 0>app.METHOD()V 10>app.A.<init>()V 20<app.A.<init>()V 1000<app.METHOD()V")
	data = bytes.ReplaceAll(data, []byte("METHOD"), []byte(evil))
	data = bytes.ReplaceAll(data, []byte("THREAD"), []byte("<b>"+evil+"</b>"))
	k := made(t, evil+".trace", data)
	p.Open(k.file)
	k.checkShown(p)
	if got := p.Text("#file-menu"); got != evil+".trace" {
		t.Errorf("the file's name is %q", got)
	}
	var evilBox box
	for _, b := range p.Boxes(timeline) {
		if !b.Collapsing && strings.Contains(k.Name(b.Method).Label, evil) {
			evilBox = b
		}
	}
	p.Move(evilBox.X+3, evilBox.Y+9)
	p.WaitFor("the tooltip", `document.querySelector(".tip.shown .tip-name")?.textContent.includes("<img src=x")`)
	p.ClickAt(evilBox.X+3, evilBox.Y+9)
	p.Until("the details", k.Name(evilBox.Method).Label, p.DetailsName)
	for key := '2'; key <= '7'; key++ {
		p.Keys(string(key))
		p.Settle()
	}
	p.Keys("/")
	p.WaitFor("focus in the search field", `document.activeElement.id === "find"`)
	p.Keys(evil)
	p.WaitFor("a hit", `document.getElementById("find-tally").textContent.startsWith("1")`)
	if got := eval[string](p, `[...document.querySelectorAll("#app img, #app b, #app script, #app [onerror]")].map((e) => e.outerHTML).join()`); got != "" {
		t.Errorf("names have become HTML: %s", got)
	}
	// setMarkup rejects markup that could run scripts, and accepts other markup.
	for text, want := range map[string]bool{evil: false, "<svg/onload=pwned()>": false, "<script>pwned()</script>": false, "<b>a</b> &lt;img src=x onerror=pwned()&gt;": true, "1 < 2 once = 3": true} {
		if got := eval[bool](p, fmt.Sprintf(`(() => { try { document.createElement("p").innerHTML = %q; return true } catch { return false } })()`, text)); got != want {
			t.Errorf("%q becomes markup: %v", text, got)
		}
	}
	if eval[bool](p, `(() => { try { new Worker("https://example.com/worker.js"); return true } catch (e) { return !(e instanceof TypeError) } })()`) {
		t.Error("a worker of another site can start")
	}
	p.Allow("Trusted")
	p.Keys("\u001b1")
	p.WaitFor("<init> as written", `[...document.querySelectorAll("#methods-rows .fn")].some((e) => e.textContent === "app.A.<init>") && [...document.querySelectorAll("#methods-rows .row")].some((e) => e.title.includes("<init>"))`)
}

// TestCancelOfTheDeaf: a worker that does not react to Cancel is terminated, and the next file gets a new
// worker.
func TestCancelOfTheDeaf(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := open(t, "/")
	p.Act(`(() => {
		const { postMessage } = Worker.prototype;
		Worker.prototype.postMessage = function (m, buffers) {
			if (m.kind !== "open" && m.kind !== "cancel") postMessage.call(this, m, buffers);
			else if (m.kind === "cancel") Worker.prototype.postMessage = postMessage;
		};
		return true;
	})()`)
	p.Upload("#file", k.file)
	p.WaitStage("reading")
	p.Click("#cancel")
	p.WaitStage("failed")
	if got := p.Text("#failure"); !strings.Contains(got, "did not stop within a second") {
		t.Errorf("the page says %q", got)
	}
	p.Open(k.file)
	k.checkShown(p)
}

// TestCancel: Cancel stops reading. The page shows the part that was read and says that it is a part.
func TestCancel(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "large.trace")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	err = tracetest.Generate(f, tracetest.Config{Records: 6_000_000, Threads: 8, Methods: 3000})
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, "/")
	// Press Cancel as early as possible, because the rest is read very fast.
	p.Act(`(() => {
		const look = () => {
			const text = document.getElementById("progress")?.textContent ?? "";
			if (/MB of /.test(text) && /calls found/.test(text)) {
				globalThis.progress = text;
				document.getElementById("cancel").click();
			} else traceglassFrame(look); // Settle does not wait for this frame
		};
		look();
		return true;
	})()`)
	p.Open(file)
	t.Log("cancelled at:", eval[string](p, `globalThis.progress ?? "never"`))
	if got := p.Receipt(); !strings.Contains(got, "cancelled after") {
		t.Fatalf("the receipt says %q", got)
	}

	// The part is consistent: the same number of records from the start gives the same figures.
	var records int64
	for _, part := range strings.Split(p.Text("#facts"), " · ") {
		if n, ok := strings.CutSuffix(part, " records"); ok {
			fmt.Sscan(strings.ReplaceAll(n, ",", ""), &records)
		}
	}
	data := unwrapped(t, file)
	at := bytes.Index(data, []byte("\nSLOW")) + 1
	first := at + int(binary.LittleEndian.Uint16(data[at+6:]))
	if records <= 0 || records >= 6_000_000 {
		t.Fatalf("%d records are shown, want a part of 6 million", records)
	}
	k := &known{expect.Read(t, "large.trace", data[:first+int(records)*14]), t, file}
	k.checkShown(p)
}

// TestWorkerDies: after a crash of the worker, the page reports it, stays usable, and reads the file again.
func TestWorkerDies(t *testing.T) {
	t.Parallel()
	p := visit(t)
	k := sample(t)
	p.Allow("panic: ")
	p.Allow("goroutine ")
	p.Allow("exit code")
	p.site.Stub("/assets/worker.*.js", func(w http.ResponseWriter, r *http.Request) {
		files, _ := filepath.Glob(filepath.Join(dist, "assets/worker.*.js"))
		script, _ := os.ReadFile(files[0])
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprintf(w, `addEventListener("message", (e) => {
			if (e.data === "trap") { e.stopImmediatePropagation(); throw new WebAssembly.RuntimeError("memory access out of bounds"); }
		});
		%s`, script)
	})
	p.Navigate("/")
	p.Open(k.file)
	k.checkShown(p)
	p.Part("memory runs out", func(t *testing.T) { workerTraps(t, p, k) })
	for range 2 {
		// No program sends this message, so the worker's program panics.
		p.Act(`(traceglass.worker.postMessage(null), true)`)
		p.WaitStage("crashed")
		if got := p.Text("#crash"); !strings.HasPrefix(got, "Traceglass crashed") {
			t.Errorf("the page says %q", got)
		}
		if got := p.Text("#crash-words"); !strings.HasPrefix(got, "panic: ") {
			t.Errorf("the page shows the error %q", got)
		}
		p.Shot("crashed")
		p.Click("#restart")
		p.WaitStage("open")
		k.checkShown(p)
	}
	p.Act(`(traceglass.worker.postMessage(null), true)`)
	p.WaitStage("crashed")
	other := know(t, filepath.Join(root, "testdata/sample-streaming.trace.gz"))
	p.Upload("#file", other.file)
	p.WaitStage("open")
	other.checkShown(p)
}

// workerTraps: the browser ends the program, as it does when memory runs out.
func workerTraps(t *testing.T, p *page, k *known) {
	p.Allow("memory access out of bounds")
	p.Allow("Uncaught")
	p.Act(`(traceglass.worker.postMessage("trap"), true)`)
	p.WaitStage("crashed")
	if got := p.Text("#crash"); !strings.Contains(got, "memory") {
		t.Errorf("the page says %q", got)
	}
	p.Click("#restart")
	p.WaitStage("open")
	k.checkShown(p)
}

// TestEmbedded: the viewer works in a frame of another page, including a sandboxed frame.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	p := visit(t)
	s := p.site
	for _, sandbox := range []string{"", `sandbox="allow-scripts allow-same-origin"`} {
		s.Stub("/docs.html", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Del("Content-Security-Policy") // the embedding page has its own policy
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, `<!doctype html><link rel=icon href="data:,"><title>Docs</title><iframe id=frame %s width=1000 height=700 src="/?open=samples/sample.trace.gz"></iframe>`, sandbox)
		})
		p.Navigate("/docs.html")
		const inside = `document.getElementById("frame").contentWindow`
		p.WaitFor("the trace in the frame", inside+`.performance.getEntriesByName("traceglass:drawn").length === 1`)
		facts := eval[string](p, inside+`.document.getElementById("facts").innerText`)
		if want := words.Count(sample(t).About.Records) + " records"; !strings.Contains(facts, want) {
			t.Errorf("%s: the frame says %q, want %q", sandbox, facts, want)
		}
		p.Shot("embedded")
		// The wheel over the frame zooms the timeline.
		p.Move(500, 320)
		p.Wheel(500, 320, 0, -100, 2)
		p.WaitFor("a zoom in the frame", inside+`.traceglassDraw.surfaces[1].from > 0`)
	}

	// Without access to its own origin, the page shows how to allow it. The test cannot read such a frame, so
	// it checks the page alone.
	s.Stub("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", w.Header().Get("Content-Security-Policy")+"; sandbox allow-scripts")
		http.ServeFile(w, r, filepath.Join(dist, "index.html"))
	})
	p.Allow("CORS")
	p.Allow("net::ERR_FAILED")
	p.Navigate("/")
	p.WaitFor("the missing permission of the frame", `document.getElementById("stopped").innerText.includes('sandbox="allow-scripts allow-same-origin"')`)
	p.Shot("sandboxed")
}
