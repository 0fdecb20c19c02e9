//go:build !js

package e2e

import (
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/parquet-go/parquet-go"

	"traceglass/parser/input"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/report/table"
	"traceglass/wasm/message"
	"traceglass/wasm/viewer/samples"
)

// TestLink: the address encodes the view with hashes and numbers only. In another page it asks for the file
// and shows the same view, and it warns if the file's content differs.
func TestLink(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	const looks = `JSON.stringify((({ moment, method }) => [{ ...moment, collapsed: moment.collapsed.sort() }, method])(traceglassView.now()))`
	shown := func() string { return eval[string](p, looks) }
	p.Keys("/")
	p.Keys("DecodeTask.run")
	p.Keys("\r") // the method's longest call
	p.WaitFor("a selected call", `traceglassView.now().moment.hasCall`)
	p.Keys("\x1b")
	v := p.ViewOf(timeline)
	p.Drag(v.Left+300, v.Ruler, v.Left+520, v.Ruler)
	p.Keys("5")
	p.Keys("k")
	p.Click("#theme")
	p.WaitFor("a theme", `document.documentElement.dataset.theme === "dark"`)
	p.WaitFor("the address to change", `location.hash.includes("clock=cpu") && location.hash.includes("view=flamegraph") && location.hash.includes("range=")`)
	digest, _, err := table.Hash(k.file) // as in tables of many files
	if err != nil || digest != "86a37fbd4e56831f-644z" {
		t.Errorf("the digest is %s (%v)", digest, err)
	}
	p.WaitFor("the digest in the address", `location.hash.includes("hash=`+digest+`")`)
	link, want := eval[string](p, `location.href`), shown()
	for _, secret := range []string{"Decode", "run", "main", "pool", "example"} {
		if strings.Contains(link, secret) {
			t.Errorf("the link %s holds %q", link, secret)
		}
	}
	p.Act(`(navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }, true)`)
	copied := func(command string) string {
		p.Keys("k", chromedp.ModifierCtrl)
		p.WaitFor("the commands", `document.activeElement.id === "palette"`)
		p.Keys(command)
		p.Keys("\r")
		p.WaitFor("the copied link", `globalThis.copied && !document.querySelector("#palette").checkVisibility()`)
		return eval[string](p, `(() => { const text = copied; globalThis.copied = ""; return text; })()`)
	}
	if got := copied("copy link"); got != link {
		t.Errorf("copied\n%s\nwant the address\n%s", got, link)
	}
	if got := copied("copy embed"); !strings.Contains(got, `<trace-glass src="sample.trace.gz" view="flame" thread="*" range="`) || !strings.Contains(got, ` select="#`) || !strings.Contains(got, p.site.URL+"/embed.js") {
		t.Errorf("the code to embed it is\n%s", got)
	}

	// Open the link in another page.
	q := visit(t)
	path := strings.TrimPrefix(link, p.site.URL)
	q.Navigate(path)
	q.WaitFor("the request for the file", `document.querySelector("#welcome-notice")?.textContent === "This link shows a view of sample.trace.gz. Open that file, or drop it here."`)
	q.Shot("link")
	q.Act(`(globalThis.entries = 0, traceglassView.watch(() => entries++), true)`)
	q.OpenAsIs(k.file)
	q.Until("the view", want, func() string { return eval[string](q, looks) })
	if got := eval[string](q, `document.documentElement.dataset.theme`); got != "dark" {
		t.Errorf("the theme is %q", got)
	}
	q.WaitFor("two entries of the history", `entries > 1`) // the entry of the file and the entry of the link
	q.Until("the view", want, func() string { return eval[string](q, looks) })
	q.Shot("link-opened")

	// The address names a file of the site, but another file is opened by hand: the page shows the link's view
	// of it.
	fragment := link[strings.Index(link, "#"):]
	q.Reopen("/?open=samples/sample.trace.gz" + fragment)
	q.WaitOpen()
	q.Until("the view", want, func() string { return eval[string](q, looks) })

	q.Reopen(path)
	other := filepath.Join(t.TempDir(), "other.trace")
	if err := os.WriteFile(other, unwrapped(t, filepath.Join(root, "testdata/sample-streaming.trace.gz")), 0o644); err != nil {
		t.Fatal(err)
	}
	q.OpenAsIs(other)
	q.WaitFor("the warning about another file", `document.querySelector("#notice").textContent.startsWith("This is not sample.trace.gz, the file of the link")`)
	q.WaitFor("the clock of the link", `traceglassView.now().moment.clock === 1 && traceglassView.now().moment.tab === "flamegraph"`)
	q.WaitFor("no range of another file", `traceglassView.now().moment.to === 0 && !traceglassView.now().moment.hasCall`)

	// Select a method in a table.
	p.Keys("\x1b")
	p.Keys("2")
	step := p.Step()
	p.Click("#methods-9 .fn")
	p.WaitFor("only a method", `!traceglassView.now().moment.hasCall && traceglassView.now().method`)
	p.NextStep(step)
	p.WaitFor("the address to change", `location.hash.includes("method=")`)
	method := eval[string](p, `traceglassView.now().method`)
	q.Reopen(strings.TrimPrefix(eval[string](p, `location.href`), p.site.URL) + "&lang=en") // the other language reloads all texts
	q.OpenAsIs(k.file)
	q.Until("the selected method", method, func() string { return eval[string](q, `traceglassView.now()?.method ?? ""`) })

	// A link with odd values.
	q.Reopen("/?open=samples/sample.trace.gz#file=%3Cimg%20onerror%3E&view=none&clock=sun&range=9-1&at=x-y-z&t=zz.!..&call=q.1.2&method=%00&dump=a.b&flags=222222222&theme=red")
	k.checkShown(q)
	q.WaitFor("the trace in the default view", `traceglassView.now().moment.tab === "methods" && traceglassView.now().moment.clock === 0`)
}

// TestLinkOfTables: a row of the tables that the command writes links back to its file. table.md describes
// this link, and the fleet's queries write it. Whether the file is dropped or loaded from the page's host, it
// opens with the row's method selected or with its verdict. A file of that name with other content gets a
// warning.
func TestLinkOfTables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := filepath.Join(dir, "tables")
	trace := writeIn(t, dir, "app 1.trace", tracetest.Bytes("main 0>a.b.a()V 10>a.c.a(I)V 60<a.c.a(I)V 99<a.b.a()V worker 0>a.c.a(I)V 300<a.c.a(I)V"))
	anr := writeIn(t, dir, "anr.txt", unwrapped(t, filepath.Join(root, "testdata/sample-anr.txt")))
	traceglass(t, trace, "table", "-o", out)
	traceglass(t, anr, "table", "-o", out)
	files := map[string]table.File{} // by digest
	for _, f := range tableRows[table.File](t, out, "files") {
		files[f.File] = f
	}
	link := func(file, what string) string {
		f, ok := files[file]
		if !ok {
			t.Fatalf("no file has the digest %s", file)
		}
		return "#" + url.Values{"file": {f.Name}, "hash": {f.File}}.Encode() + what
	}
	var method table.Method // the most expensive method of main, except the outermost
	for _, m := range tableRows[table.Method](t, out, "methods") {
		if m.Main && m.Name == "a" && m.Class == "a.c" {
			method = m
		}
	}
	h := fnv.New32a()
	io.WriteString(h, method.Class+"."+method.Name+method.Signature)
	toMethod := link(method.File, fmt.Sprintf("&view=methods&clock=wall&method=%08x", h.Sum32()))
	var verdict table.Claim
	for _, c := range tableRows[table.Claim](t, out, "claims") {
		if c.Claim == 0 && c.Hung {
			verdict = c
		}
	}
	toVerdict := link(verdict.File, "&room=dump")

	const another = "This is not "
	shows := func(p *page, digest string) {
		t.Helper()
		p.WaitFor("the view in the address", `location.hash.includes("at=") || location.hash.includes("room=dump")`)
		p.WaitFor("the digest in the address", `location.hash.includes("hash=`+digest+`")`)
	}
	chosen := func(p *page) {
		t.Helper()
		p.Until("the selected method", "a.c.a", func() string { return eval[string](p, `document.querySelector("#details-name")?.textContent ?? ""`) })
	}
	p := visit(t)
	p.site.Stub("/traces/1.0/*", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join(dir, path.Base(r.URL.Path)))
	})
	for _, by := range []string{"hand", "its address"} {
		if by == "hand" {
			p.Reopen("/" + toMethod)
			p.WaitFor("the request for the file", `document.querySelector("#welcome-notice")?.textContent.includes("app 1.trace")`)
			p.OpenAsIs(trace)
		} else {
			p.Reopen("/?open=" + url.QueryEscape("/traces/1.0/"+filepath.Base(trace)) + toMethod)
		}
		chosen(p)
		shows(p, method.File)
		if got := p.Text("#notice"); strings.Contains(got, another) {
			t.Errorf("for %s the page says %q", by, got)
		}

		if by == "hand" {
			p.Reopen("/" + toVerdict)
			p.WaitFor("the request for the file", `document.querySelector("#welcome-notice")?.textContent.includes("anr.txt")`)
			p.Upload("#file", anr)
		} else {
			p.Reopen("/?open=" + url.QueryEscape("/traces/1.0/anr.txt") + toVerdict)
		}
		// The tables have the names of the file. The page shows them as people read them.
		said := strings.Replace(verdict.Text, "AlbumFragment$refresh$1.run", "AlbumFragment.refresh, anonymous class: run", 1)
		p.Until("the verdict of the row", said, func() string {
			return eval[string](p, `document.querySelector(".claim.first .says")?.textContent ?? ""`)
		})
	}

	p.Reopen("/" + toMethod)
	p.OpenAsIs(writeIn(t, t.TempDir(), "app 1.trace", tracetest.Bytes("main 0>a.b.a()V 10>a.c.a(I)V 61<a.c.a(I)V 99<a.b.a()V")))
	p.WaitFor("the warning about another file", `document.querySelector("#notice").textContent.startsWith("`+another+`")`)
	chosen(p)
}

// tableRows returns the rows of a table from all folders that the command wrote.
func tableRows[T any](t *testing.T, out, name string) (all []T) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(out, "*", name+".parquet"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no table %s (%v)", name, err)
	}
	for _, path := range paths {
		some, err := parquet.ReadFile[T](path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, some...)
	}
	return all
}

// TestLinkAtOnce: a trace opened by a link draws only the link's view, not the default view before it.
func TestLinkAtOnce(t *testing.T) {
	t.Parallel()
	p := visit(t)
	const watch = `{
		const { postMessage } = Worker.prototype;
		globalThis.asked = [];
		Worker.prototype.postMessage = function (message, ...rest) {
			if (message?.kind === "list request" && message.canvas === 1) asked.push(Array.from(new Uint8Array(message.data)));
			return postMessage.call(this, message, ...rest);
		};
	}`
	p.Begin(watch)
	p.Navigate("/?open=samples/sample.trace.gz#file=sample.trace.gz&view=methods&clock=wall&at=20000000-30000000-0")
	p.WaitStage("open")
	asked := eval[[][]int](p, `asked`)
	if len(asked) == 0 {
		t.Fatal("nothing was drawn")
	}
	for i, numbers := range asked {
		data := make([]byte, len(numbers))
		for i, b := range numbers {
			data[i] = byte(b)
		}
		_, body, err := message.Decode(data)
		if m, ok := body.(*message.Timeline); !ok || m.View.From != 20e6 || m.View.To != 30e6 {
			t.Errorf("list %d of %d: %+v, error %v, want 20 to 30 ms", i+1, len(asked), body, err)
		}
	}
}

// TestLateDigest delays the digest of a view until another view is shown. The address keeps matching each step
// of the history.
func TestLateDigest(t *testing.T) {
	t.Parallel()
	p := visit(t)
	hold := `{
		const { Worker } = globalThis, { postMessage } = Worker.prototype;
		globalThis.held = [];
		globalThis.released = false;
		globalThis.Worker = class extends Worker {
			constructor(url, ...rest) {
				super(url, ...rest);
				if (url === globalThis.traceglassHashURL) this.postMessage = (...m) => released ? postMessage.apply(this, m) : held.push(() => postMessage.apply(this, m));
			}
		};
	}`
	p.Begin(hold)
	p.Navigate("/?open=samples/sample.trace.gz&with=samples/sample-streaming.trace.gz")
	p.Until("both", "sample.trace.gz, sample-streaming.trace.gz", p.Sides)
	p.WaitFor("the delayed digests", `held.length === 1`) // one digest after the other
	step := p.Step()
	p.Click("#close-b")
	p.NextStep(step)
	p.WaitFor("the address with only A", `location.hash.startsWith("#file=sample.trace.gz&") && !location.hash.includes("with=")`)
	p.Act(`(released = true, held.splice(0).forEach((post) => post()), true)`)
	p.WaitFor("its digest", `/^#file=sample.trace.gz&hash=[^&.]+&view=/.test(location.hash)`)
}

// TestLinkOfPile: a link to many files has the name of one file and one digest of all. It opens them in any
// order, like links that name each file. Once the digest is known, every step keeps it in the address.
func TestLinkOfPile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var files, digests, names []string
	for i := range 40 {
		method := []string{"com.example.Store.read", "com.example.Api.call"}[i%2]
		name := fmt.Sprintf("anr_2024-01-01-10-00-%02d-123.txt", i)
		files, names = append(files, writeIn(t, dir, name, []byte(samples.Dump(1000+i, fmt.Sprintf("2024-01-01 10:00:%02d", i), "com.example", "java.lang.Thread.sleep", method)))), append(names, name)
		digest, _, err := table.Hash(files[i])
		if err != nil {
			t.Fatal(err)
		}
		digests = append(digests, digest)
	}
	old := url.Values{"file": {strings.Join(names, "/")}, "hash": {strings.Join(digests, ".")}, "room": {"dump"}, "dumps": {"stackflame"}}.Encode()
	slices.Sort(digests)
	want, _, err := input.DigestOf(strings.NewReader(strings.Join(digests, ".")))
	if err != nil {
		t.Fatal(err)
	}
	const another = `document.querySelector("#notice").textContent.startsWith("These are not ")`
	p := visit(t)
	s := p.site
	p.Navigate("/")
	p.Upload("#file", files...)
	p.WaitFor("the digest of all", `location.hash.includes("hash=`+want+`&")`)
	p.Act(`(globalThis.addresses = [], ["pushState", "replaceState"].forEach((how) => { const was = history[how].bind(history); history[how] = (state, title, address) => { addresses.push(address); was(state, title, address); }; }), true)`)
	p.Click("#cause-1")
	p.WaitFor("a dump", `document.querySelector("#process-name").checkVisibility()`)
	p.Click("#dump-tab-stackflame")
	p.WaitFor("a step", `addresses.length > 0 && location.hash.includes("dumps=stackflame")`)
	if bare := eval[[]string](p, `addresses.filter((address) => !address.includes("hash="))`); len(bare) > 0 {
		t.Errorf("the address of a step lacks the digest: %s", bare)
	}
	link := eval[string](p, `location.hash`)
	if len(link) > 400 || !strings.Contains(link, "file="+names[0]+"&files=40&") {
		t.Errorf("the link has %d characters: %s", len(link), link)
	}

	q := newPage(t, s)
	for name, fragment := range map[string]string{"a link": link, "a link that names each": "#" + old} {
		q.Reopen("/" + fragment)
		if name == "a link" {
			q.WaitFor("the request for the files", `document.querySelector("#welcome-notice")?.textContent === "This link shows a view of `+names[0]+` and 39 more files. Open them together, or drop them here together."`)
		}
		q.Upload("#file", files...)
		q.WaitFor("the view of the link", `traceglassView.now()?.moment.dumpTab === "stackflame"`)
		q.WaitFor("its address", `location.hash.includes("hash=`+want+`&")`)
		if eval[bool](q, another) {
			t.Errorf("%s: the page says that these are other files", name)
		}
	}

	q.Reopen("/" + link)
	q.Upload("#file", files[1:]...)
	q.WaitFor("the warning about other files", another)
}
