//go:build !js

package e2e

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"traceglass/wasm/viewer/samples"
)

// elementStates is an expression for the states of all <trace-glass> elements of the page.
const elementStates = `[...document.querySelectorAll("trace-glass")].map((e) => e.dataset.state).join()`

// TestEmbed uses the documentation of the element: a trace, a flame graph and a dump with one compiled
// program. Attributes take effect at once. The element reports its view, returns figures and pictures, and
// prints as a picture.
func TestEmbed(t *testing.T) {
	t.Parallel()
	p := visit(t)
	p.Allow("was preloaded")
	p.Navigate("/embed/")
	p.WaitFor("only the trace, because the other elements are out of view", elementStates+` === "open,,"`)
	// In print the other elements are links. What the page needs to print is loaded for the next time.
	media := func(name string) {
		t.Helper()
		p.stirred = true
		if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name}); err != nil {
			t.Fatal(err)
		}
	}
	media("print")
	p.WaitFor("a link instead of the hidden element", `[flame, dump].every((e) => e.shadowRoot.querySelector(".instead").checkVisibility() && e.shadowRoot.querySelector(".late").checkVisibility() && !e.shadowRoot.querySelector(".box").checkVisibility())`)
	p.Shot("embed-print-early")
	media("")
	p.Act(`(dispatchEvent(new Event("beforeprint")), true)`)
	p.WaitFor("three views", elementStates+` === "open,open,open"`)
	p.View(1280, 2600, "light")
	if got := eval[int](p, `[...document.querySelectorAll("iframe")].filter((f) => f.contentWindow.traceglassShared).length`); got != 2 {
		t.Errorf("%d of three frames got the program that the first one compiled, want 2", got)
	}
	for _, tt := range []struct{ what, expression, want string }{
		{"the trace", `trace.getView()`, `{"view":"overview","threads":["main"],"range":null,"select":"","clock":"wall","filter":"","theme":"auto"}`},
		{"the flame graph", `flame.getView()`, `{"view":"flame","threads":[],"range":null,"select":"","clock":"wall","filter":"","theme":"auto"}`},
		{"the dump", `dump.getView()`, `{"view":"verdict","threads":[],"range":null,"select":"","clock":"wall","filter":"","theme":"auto"}`},
		{"the summary", `trace.summary().then(({ kind, clock, methods }) => [kind, clock, methods.length])`, `["method-trace","dual",191]`},
		{"a dump's", `dump.summary().then((all) => all.length ?? all.kind)`, `"thread-dump"`},
		{"the picture", `flame.svg().then((text) => [text.startsWith("<svg "), text.includes("ThreadPoolExecutor")])`, `[true,true]`},
		{"a dump's picture", `dump.svg().then((text) => [text.includes("<svg "), text.includes("PhotoDatabase")])`, `[true,true]`},
		{"its name", `document.querySelector("#flame iframe").contentDocument.querySelector("#file-menu").textContent`, `"sample-streaming.trace.gz"`},
	} {
		if got := eval[string](p, `Promise.resolve(`+tt.expression+`).then(JSON.stringify)`); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.what, got, tt.want)
		}
	}
	p.Shot("embed")

	// Set attributes, and check the events that the page gets.
	look := func() string { return eval[string](p, `trace.getView().then(JSON.stringify)`) }
	p.Act(`(() => {
		globalThis.events = [];
		for (const name of ["select", "range", "view"]) trace.addEventListener(name, ({ detail }) => events.push(name + " " + JSON.stringify(detail)));
		trace.setAttribute("select", "com.example.gallery.decode.DecodeTask.run");
		trace.setAttribute("view", "callers");
		trace.setAttribute("thread", "*");
		trace.setAttribute("range", "500ms-1s");
		trace.setAttribute("clock", "cpu");
		trace.setAttribute("filter", "drop:onCreate");
		trace.setAttribute("theme", "dark");
		return true;
	})()`)
	const all = `{"view":"callers","threads":[],"range":[0.5,1],"select":"com.example.gallery.decode.DecodeTask.run()V","clock":"cpu","filter":"drop:onCreate","theme":"dark"}`
	p.Until("the view of the attributes", all, look)
	p.WaitFor("the events", `events.some((e) => e === 'select {"method":"com.example.gallery.decode.DecodeTask.run()V"}') && events.includes('range {"range":[0.5,1]}') && events.some((e) => e.startsWith("view "))`)
	if got := eval[string](p, `document.querySelector("#trace iframe").contentDocument.documentElement.dataset.theme`); got != "dark" {
		t.Errorf("the frame's theme is %q", got)
	}
	// Set the language of a visible element and of one that is still loading.
	spoken := func(id string) string {
		return eval[string](p, `document.querySelector("#`+id+` iframe")?.contentDocument?.documentElement?.lang ?? ""`)
	}
	tab := func(id string) string {
		return eval[string](p, `document.querySelector("#`+id+` iframe").contentDocument.querySelector("#tab-methods").textContent`)
	}
	p.Act(`(trace.setAttribute("lang", "zh-CN"), true)`)
	p.Until("the attribute's language", "zh-CN 方法", func() string { return spoken("trace") + " " + tab("trace") })
	if got := spoken("flame"); got != "en" {
		t.Errorf("the other element's language is %q", got)
	}
	p.Until("the same view as before", all, look)
	p.Act(`(trace.setAttribute("lang", "en"), true)`)
	p.Until("English again", "en Methods", func() string { return spoken("trace") + " " + tab("trace") })
	p.Act(`(() => {
		const other = Object.assign(document.createElement("trace-glass"), { id: "other", lang: "zh" });
		other.setAttribute("height", "200");
		trace.before(other);
		return true;
	})()`)
	p.WaitFor("the viewer without a file", `other.dataset.state === "loaded"`)
	p.Until("the language of an element without a file", "zh-CN", func() string { return spoken("other") })
	p.Allow(`lang="tlh" is not in the right form: want one of en, zh`)
	p.Act(`(other.setAttribute("lang", "tlh"), true)`)
	if got := spoken("other"); got != "zh-CN" {
		t.Errorf("with an unknown language the element uses %q", got)
	}
	p.Act(`(other.remove(), true)`)

	p.Click("#wall")
	p.Click("#part")
	p.Until("the view from the page's buttons", `{"view":"callers","threads":[],"range":[0.5,1],"select":"com.example.gallery.decode.DecodeTask.run()V","clock":"wall","filter":"drop:onCreate","theme":"dark"}`, look)
	p.Act(`(trace.removeAttribute("range"), trace.removeAttribute("filter"), trace.setView({ view: "timeline", thread: "main", select: "" }), true)`)
	p.Until("the timeline", `{"view":"timeline","threads":["main"],"range":null,"select":"","clock":"wall","filter":"","theme":"dark"}`, look)

	// The page opens a file of the reader's own: a .key and its .data.
	key, data := splitTrace(t)
	p.Upload("#own", key, data)
	p.WaitFor("both in one", `document.querySelector("#trace iframe").contentDocument.querySelector("#file-menu")?.textContent === "calc.key" && trace.dataset.state === "open"`)

	// Print.
	p.WaitFor("a picture to print", `document.querySelectorAll("#flame").length === 1 && flame.shadowRoot.querySelector(".pictured .picture")?.naturalWidth > 0`)
	media("print")
	for _, tt := range []struct{ what, expression string }{
		{"the picture is there", `flame.shadowRoot.querySelector(".picture").checkVisibility()`},
		{"the frame is not", `!flame.querySelector("iframe").checkVisibility()`},
	} {
		if !eval[bool](p, tt.expression) {
			t.Errorf("in print: %s is false", tt.what)
		}
	}
	p.Shot("embed-print")
	for _, scheme := range []string{"light", "dark"} {
		p.View(390, 844, scheme)
		p.Shot("embed-390-" + scheme)
		p.View(1280, 2600, scheme)
		p.Shot("embed-1280-" + scheme)
	}
}

// splitTrace writes the sample as a .key file and its .data.
func splitTrace(t *testing.T) (key, data string) {
	t.Helper()
	text := string(unwrapped(t, sample(t).file))
	cut := strings.Index(text, "*end\n") + len("*end\n")
	dir := t.TempDir()
	key, data = filepath.Join(dir, "calc.key"), filepath.Join(dir, "calc.data")
	for name, part := range map[string]string{key: text[:cut], data: text[cut:]} {
		if err := os.WriteFile(name, []byte(part), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return key, data
}

// TestEmbedElsewhere: pages of another origin pass files that they may read, and get events on these only. A
// failure is one sentence, a wrong attribute is a warning, and hostile names and messages have no effect.
func TestEmbedElsewhere(t *testing.T) {
	t.Parallel()
	p := visit(t)
	s := p.site
	trace, err := os.ReadFile(sample(t).file)
	if err != nil {
		t.Fatal(err)
	}
	evil := samples.Dump(7, "2024-01-01 10:00:00", "com.example", `com.example.<img src=x onerror="alert(1)">.run`)
	var body string // the body of the host's page
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Write(trace)
	}))
	defer elsewhere.Close()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/wiki":
			fmt.Fprintf(w, "<!doctype html><meta charset=utf-8><script src=%q defer></script><input id=outside>%s", s.URL+"/embed.js", body)
		case "/calc.trace.gz", "/large.trace":
			w.Header().Set("Content-Type", "application/octet-stream")
			if r.URL.Path == "/large.trace" {
				w.Header().Set("Content-Length", "9000000000")
			}
			w.Write(trace)
		case "/evil.txt":
			w.Header().Set("Content-Type", "text/plain")
			w.Write([]byte(evil))
		case "/signin.trace":
			w.Write([]byte("<!doctype html><p>Who are you?"))
		case "/moved.trace":
			http.Redirect(w, r, elsewhere.URL+"/calc.trace", http.StatusFound)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	for _, part := range []string{"request to another origin: " + server.URL, "request to another origin: " + elsewhere.URL, "404", "CORS", "net::ERR_FAILED", "net::ERR_CONTENT_LENGTH_MISMATCH", "aborted", "was preloaded"} {
		p.Allow(part)
	}
	visit := func(html string) {
		body = html
		p.Do(chromedp.Navigate(server.URL + "/wiki"))
	}
	warned := func(part string) {
		t.Helper()
		p.Until("a warning: "+part, "1", func() string {
			p.mu.Lock()
			defer p.mu.Unlock()
			return strconv.Itoa(strings.Count(strings.ReplaceAll(strings.Join(p.console, "\n"), `\"`, `"`), part))
		})
	}

	// The file opens, even with wrong attributes.
	visit(`<trace-glass id="it" src="calc.trace.gz" view="flames" range="1.2-1.9" clock="sun" height="tall" thread="nobody"></trace-glass>`)
	p.WaitFor("the trace", elementStates+` === "open"`)
	for _, want := range []string{
		`view="flames" is not in the right form: want one of overview, `, `range="1.2-1.9" is not in the right form: want two times with units, range="1.2s-1.9s". The whole time is shown.`,
		`clock="sun"`, `height="tall"`, `This trace has no thread "nobody".`,
	} {
		warned(want)
	}
	if got := eval[string](p, `Promise.all([it.summary(), it.getView()]).then(([{ methods }, { view, threads }]) => [methods.length, it.querySelector("iframe").clientHeight, view, threads].join())`); got != "191,480,overview,main" {
		t.Errorf("the page got %s", got)
	}
	// The frame handles keys only while it has focus, and leaves Mod+F to the browser.
	view := func() string { return eval[string](p, `it.getView().then((look) => look.view)`) }
	p.Click("#outside")
	p.Keys("2")
	r := p.Rect("iframe")
	p.ClickAt(r.X+r.Width*3/4, r.Y+r.Height-8) // the bottom of the page
	p.Keys("f", chromedp.ModifierCtrl)
	p.Keys("5") // the search field would take it
	p.Until("the view by a key", "flame", view)
	if got := eval[string](p, `outside.value`); got != "2" {
		t.Errorf("the outer page's field holds %q, want the key pressed there", got)
	}

	// The host page learns nothing about a file that the reader drops into the frame.
	p.Act(`new Promise((settled) => {
		let last = setTimeout(settled, 2000);
		it.addEventListener("view", () => { clearTimeout(last); last = setTimeout(settled, 2000); });
	}).then(() => true)`) // the page gets events on files that it opened itself
	p.Act(`(globalThis.told = [], ["view", "select", "range", "progress", "private", "error"].forEach((name) => it.addEventListener(name, (e) => told.push(name + JSON.stringify(e.detail)))), true)`)
	secret := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(secret, []byte(evil), 0o644); err != nil {
		t.Fatal(err)
	}
	p.Drop("iframe", secret)
	p.WaitFor("the event \"private\"", `told.includes("private{}")`)
	if got := eval[string](p, `told.join()`); got != "private{}" {
		t.Errorf("the page learnt about the dropped file: %s", got)
	}
	for _, ask := range []string{"getView()", "summary()", "svg()", "setView({clock: 'cpu'})"} {
		if got := eval[string](p, `it.`+ask+`.then(JSON.stringify, (e) => e.code + ": " + e.message)`); got != "private: What is open was chosen in the frame, and is not told of." {
			t.Errorf("%s about the dropped file: %s", ask, got)
		}
	}
	p.Shot("embed-private")

	// Names that contain markup, a data: address, and a file from a script.
	visit(`<trace-glass id="it" src="evil.txt" view="verdict"></trace-glass>`)
	p.WaitFor("the dump", elementStates+` === "open"`)
	p.mu.Lock()
	asked := p.asked // whether the page asked before it was left, because the reader had opened a file
	p.mu.Unlock()
	if got := eval[string](p, `it.summary().then(JSON.stringify)`); !strings.Contains(got, `onerror`) {
		t.Errorf("the summary lacks the odd name: %s", got)
	}
	p.Act(`it.open(new File([` + "`" + evil + "`" + `], "<img src=x onerror=alert(1)>.txt")).then(() => true)`)
	p.mu.Lock()
	if p.asked > asked {
		t.Error("a name was run as a script")
	}
	p.mu.Unlock()
	p.Act(`(it.setAttribute("src", "data:application/octet-stream;name=inside.trace.gz;base64,` + base64.StdEncoding.EncodeToString(trace) + `"), true)`)
	p.WaitFor("the data", elementStates+` === "open" && it.querySelector("iframe") !== null`)
	p.Until("its methods", "191", func() string {
		return eval[string](p, `it.summary().then(({ methods }) => String(methods?.length), (e) => e.message)`)
	})

	// Files that cannot be loaded.
	host := strings.TrimPrefix(server.URL, "http://")
	for _, tt := range []struct{ src, want string }{
		{"none.trace", "status: none.trace could not be fetched: " + host + " answered 404."},
		{"signin.trace", "html: signin.trace was not opened: " + host + " sent a web page instead, perhaps to sign in."},
		{"moved.trace", "redirect: moved.trace was not opened: " + host + " redirects to " + strings.TrimPrefix(elsewhere.URL, "http://") + ", which this page did not name."},
		{"large.trace", "size: large.trace is larger than 8 GB, more than a page can hold."},
		{s.URL + "/manifest.webmanifest", "network: manifest.webmanifest could not be fetched: " + strings.TrimPrefix(s.URL, "http://") + " cannot be reached, or does not let this page read it (CORS)."},
		{"data:;base64,=!", "data: What src holds after data: is not base64."},
	} {
		got := eval[string](p, `new Promise((told) => {
			it.addEventListener("error", ({ detail }) => told(detail.code + ": " + detail.reason), { once: true });
			it.setAttribute("src", "`+tt.src+`");
		})`)
		if got != tt.want {
			t.Errorf("src=%q: %s\nwant %s", tt.src, got, tt.want)
		}
	}
	p.Shot("embed-error")

	// Hostile messages, sent to the frame's window and through a forged port.
	got := eval[string](p, `(async () => {
		const frame = document.createElement("iframe"), heard = [];
		frame.src = "`+s.URL+`/";
		document.body.append(frame);
		await new Promise((loaded) => frame.addEventListener("load", loaded));
		const line = () => new MessageChannel(), to = (m, ...ports) => frame.contentWindow.postMessage(m, "`+s.URL+`", ports);
		const early = line(), right = line(), late = line();
		to({ traceglass: 2, kind: "connect" }, early.port2);
		to("connect");
		to({ traceglass: 1, kind: "connect" }, right.port2);
		to({ traceglass: 1, kind: "connect" }, late.port2);
		for (const [name, { port1 }] of Object.entries({ early, right, late })) port1.onmessage = ({ data }) => heard.push(name + " " + (data.name ?? [data.id, data.ok, data.code ?? data.value]));
		const say = (m) => right.port1.postMessage(m);
		for (const m of [null, 7, {}, { id: 1 }, { id: 1, kind: "constructor" }, { id: "1", kind: "getView" }, { id: 1, kind: "begin", names: [] },
			{ id: 1, kind: "begin", names: ["x".repeat(5000)] }, { id: 1, kind: "piece", file: 0, data: "text" }, { id: 1, kind: "piece", file: 0, data: new ArrayBuffer(17 << 20) },
			{ id: 1, kind: "setView", look: { tab: "x" } }, { id: 6, kind: "setView", look: { toString: "x" } }, { id: 1, kind: "setView", look: JSON.parse('{"__proto__":1}') },
			{ id: 7, kind: { toString: 1, valueOf: 1 } }, { id: 7, kind: { toString: null } }, { id: 7, kind: ["getView"] }, { id: 1, kind: "setView", look: { range: [2, 1] } }]) say(m);
		say({ id: 2, kind: "getView" });
		say({ id: 3, kind: "open" });
		say({ id: 4, kind: "piece", file: 5, data: new ArrayBuffer(8) });
		for (let i = 0; i < 1000; i++) say("noise");
		say({ id: 5, kind: "getView" });
		for (let end = Date.now() + 20000; heard.length < 4 && Date.now() < end;) await new Promise((rest) => setTimeout(rest, 50));
		await new Promise((rest) => setTimeout(rest, 300));
		return heard.join("; ");
	})()`)
	if want := "right hello; right 2,false,empty; right 3,false,order; right 4,false,order"; got != want {
		t.Errorf("the frame answered hostile messages with\n%s\nwant\n%s", got, want)
	}
}

// TestEmbedWhileItComes: the frame reads a file while the element downloads it. After a broken or cancelled
// download it shows a sentence, and it can open another file.
func TestEmbedWhileItComes(t *testing.T) {
	t.Parallel()
	p := visit(t)
	s := p.site
	held := s.slow(t)
	s.Stub("/wiki.html", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><meta charset=utf-8><script src="embed.js" defer></script><trace-glass id="it" src="slow.trace" view="methods"></trace-glass>`)
	})
	p.Allow("was preloaded")
	const inside = `document.querySelector("#it iframe")?.contentDocument`
	comes := func() {
		t.Helper()
		// Chromium 156 rarely never ran the script of the frame's worker if the visit before had not ended yet.
		p.Do(chromedp.Navigate("about:blank"))
		p.Navigate("/wiki.html")
		p.WaitFor("calls of the first half", `/[1-9][\d,]* calls found/.test(`+inside+`?.getElementById("progress")?.textContent ?? "")`)
	}
	comes()
	held <- true
	p.WaitFor("the whole", elementStates+` === "open"`)
	if got := plain(eval[string](p, inside+`.getElementById("facts").textContent`)); !strings.Contains(got, "330,000 records") {
		t.Errorf("for the whole file: %q", got)
	}
	if got := eval[int](p, inside+`.defaultView.performance.getEntriesByName("traceglass:opening").length`); got != 1 {
		t.Errorf("the file was opened %d times", got)
	}
	if got := eval[string](p, `it.summary().then(({ kind, methods }) => kind + " " + (methods.length > 100))`); got != "method-trace true" {
		t.Errorf("its summary: %s", got)
	}

	p.Allow("ERR_INCOMPLETE_CHUNKED_ENCODING")
	p.Allow("ERR_CONTENT_LENGTH_MISMATCH")
	comes()
	held <- false
	p.WaitFor("the message on the broken download", `it.dataset.state === "failed" && it.shadowRoot.textContent.includes("The rest could not be fetched")`)
	p.WaitFor("the same in the frame", inside+`.getElementById("failure")?.textContent.includes("The rest could not be fetched")`)
	p.Act(`(it.setAttribute("src", "samples/sample.trace.gz"), true)`)
	p.WaitFor("the next one", elementStates+` === "open"`)

	comes()
	p.Act(`(` + inside + `.getElementById("cancel").click(), true)`)
	p.WaitFor("the message on the cancelled download", inside+`.getElementById("failure")?.textContent.startsWith("It was cancelled")`)
	held <- true
	p.WaitFor("the state \"failed\"", `it.dataset.state === "failed"`)
}
