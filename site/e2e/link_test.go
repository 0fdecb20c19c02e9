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
	"regexp"
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

// Follow follows a link in the open page, after a pause: a step of the history would replace its address at once.
func (p *page) Follow(fragment string) {
	p.t.Helper()
	p.Pause()
	p.Act(fmt.Sprintf(`(location.hash = %q, true)`, fragment))
}

// CopiedBy runs a command of the palette that copies a text, and returns the text.
func (p *page) CopiedBy(command string) string {
	p.t.Helper()
	p.Act(`(globalThis.copied = "", navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }, true)`)
	p.Keys("k", chromedp.ModifierCtrl)
	p.WaitFor("the commands", `document.activeElement.id === "palette"`)
	p.Keys(command)
	p.Keys("\r")
	p.WaitFor("the copied text", `globalThis.copied && !document.querySelector("#palette").checkVisibility()`)
	return eval[string](p, `copied`)
}

// Looks returns the part of a link that has the state of views, without settings that all views share.
func (p *page) Looks() string {
	return eval[string](p, `(traceglassView.now()?.moment.looks ?? "").split("*").filter((look) => !look.startsWith("trace_")).sort().join("*")`)
}

// WaitViewState waits until the encoded state contains part, and returns the state of all views.
func (p *page) WaitViewState(what, part string) string {
	p.t.Helper()
	p.WaitFor(what, fmt.Sprintf(`traceglassView.now().moment.looks.includes(%q) && location.hash.includes(new URLSearchParams({ looks: traceglassView.now().moment.looks }).toString())`, part))
	return p.Looks()
}

// zoomFlame selects the widest frame below a depth of the flame graph, and zooms into it. Selected is what the link of the
// selected frame has.
func (p *page) zoomFlame(depth uint32, selected string) {
	p.t.Helper()
	frame, ok := widest(p.Boxes(flame), func(b box) bool { return b.Depth > depth && !b.Merged })
	if !ok {
		p.t.Fatal("no frame of that depth")
	}
	p.ClickAt(frame.spot())
	p.WaitViewState("the selected frame", selected)
	p.ClickAt(frame.spot())
	p.WaitViewState("what it is zoomed into", "_Z")
}

// hasNone checks that a link has none of the names.
func hasNone(t *testing.T, link string, names ...string) {
	t.Helper()
	for _, name := range names {
		if strings.Contains(link, name) {
			t.Errorf("the link %s holds %q", link, name)
		}
	}
}

// TestLink: the address has the view of a trace, with hashes and numbers only. In another page it asks for the file and shows
// the same view. It warns if the file's content differs, and ignores odd values. The tests of links in wasm/viewer check what
// views look like.
func TestLink(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	const looks = `JSON.stringify((({ moment, method }) => [{ ...moment, collapsed: moment.collapsed.sort() }, method])(traceglassView.now()))`
	shown := func() string { return eval[string](p, looks) }

	// Each part of a view: the sort order and an expanded row, a filter, a switch, a call, the visible time and a range.
	p.Click("#methods-sort-3")
	p.Click("#methods-1-twist")
	p.WaitViewState("the expanded row", "methods_s1.0.0_O")
	p.Keys("/")
	p.Keys("slower:1us\r")
	p.Keys("\x1b")
	p.Keys("oo")
	p.Keys("/")
	p.Keys("DecodeTask.run\r") // the method's longest call
	p.WaitFor("a selected call", `traceglassView.now().moment.hasCall`)
	p.Keys("\x1b")
	p.Keys("w")
	v := p.ViewOf(timeline)
	p.Drag(v.Left+300, v.Ruler, v.Left+520, v.Ruler)
	p.Keys("5")
	p.Keys("i")
	p.Keys("k")
	p.Click("#theme")
	p.WaitFor("a theme", `document.documentElement.dataset.theme === "dark"`)
	p.WaitFor("the address to change", `["clock=cpu", "view=flamegraph", "range=", "call=", "flags=", "filter=slower%3A1us", "flamegraph_u1", "methods_s1.0.0_O"].every((part) => location.hash.includes(part))`)
	digest, _, err := table.Hash(k.file) // as in tables of many files
	if err != nil || digest != "86a37fbd4e56831f-644z" {
		t.Errorf("the digest is %s (%v)", digest, err)
	}
	p.WaitFor("the digest in the address", `location.hash.includes("hash=`+digest+`")`)
	link, want := eval[string](p, `location.href`), shown()
	hasNone(t, link, "Decode", "run", "main", "pool", "example")
	if got := p.CopiedBy("copy link"); got != link {
		t.Errorf("copied\n%s\nwant the address\n%s", got, link)
	}
	if got := p.CopiedBy("copy embed"); !strings.Contains(got, `<trace-glass src="sample.trace.gz" view="flame" thread="*" range="`) || !strings.Contains(got, ` select="#`) || !strings.Contains(got, p.site.URL+"/embed.js") {
		t.Errorf("the code to embed it is\n%s", got)
	}
	// A saved page has the view too. Without names it lacks the fields with hashes.
	if got := eval[[]string](p, `[false, true].map((hashed) => new URLSearchParams(traceglassView.fragment([], hashed)).get("looks"))`); !strings.Contains(got[0], "methods_s1.0.0_O") || strings.Contains(got[1], "_O") || !strings.Contains(got[1], "methods_s1.0.0") || !strings.Contains(got[1], "flamegraph_u1") {
		t.Errorf("a saved page, and one without names, look like %q", got)
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

	// The address names a file of the site. The trace is drawn in the link's view only, not in the default view before it.
	const watch = `{
		const { postMessage } = Worker.prototype;
		globalThis.asked = [];
		Worker.prototype.postMessage = function (message, ...rest) {
			if (message?.kind === "list request" && message.canvas === 1) asked.push(Array.from(new Uint8Array(message.data)));
			return postMessage.call(this, message, ...rest);
		};
	}`
	q.Begin(watch)
	fragment := link[strings.Index(link, "#"):]
	q.Reopen("/?open=samples/sample.trace.gz" + fragment)
	q.WaitOpen()
	q.Until("the view", want, func() string { return eval[string](q, looks) })
	asked := eval[[][]int](q, `asked`)
	if len(asked) == 0 {
		t.Error("nothing was drawn")
	}
	left, right := eval[float64](p, `traceglassView.now().moment.left`), eval[float64](p, `traceglassView.now().moment.right`)
	for i, numbers := range asked {
		data := make([]byte, len(numbers))
		for i, b := range numbers {
			data[i] = byte(b)
		}
		_, body, err := message.Decode(data)
		if m, ok := body.(*message.Timeline); !ok || !near(m.View.From, left, 1) || !near(m.View.To, right, 1) || right-left >= float64(k.About.Span) {
			t.Errorf("list %d of %d: %+v, error %v, want %.0f to %.0f ns", i+1, len(asked), body, err, left, right)
		}
	}

	// The user follows links in this page. The first one has a method.
	p.Keys("\x1b")
	p.Keys("2")
	p.Click("#methods-3 .fn")
	p.WaitFor("only a method", `!traceglassView.now().moment.hasCall && traceglassView.now().method && location.hash.includes("method=")`)
	want = shown()
	q.Follow(eval[string](p, `location.hash`))
	q.Until("the view of a method", want, func() string { return eval[string](q, looks) })
	q.Follow("#file=sample.trace.gz&view=methods&owners=library%3Acom.example.gallery.decode&only=origin%3Aown")
	q.WaitFor("the owners and the origin", `(({ owners, only, filter }) => owners === "library:com.example.gallery.decode" && only === "origin:own" && !filter)(traceglassView.now().moment)`)

	// Odd values. TestLinkLooks in wasm/viewer has those of looks.
	q.Follow("#file=%3Cimg%20onerror%3E&view=none&clock=sun&range=9-1&at=x-y-z&t=zz.!..&call=q.1.2&method=%00&dump=a.b&flags=222222222&theme=red")
	k.checkShown(q)
	q.WaitFor("the trace in the default view", `traceglassView.now().moment.tab === "methods" && traceglassView.now().moment.clock === 0`)

	// If many changed views would make a link too long, it has only the visible view.
	q.Follow("#file=sample.trace.gz&view=flamegraph&clock=wall&looks=flamegraph_u1*methods_O" + strings.Repeat("abcdefgh.", 600))
	q.WaitFor("the direction of the graph", `document.querySelector("#flame-invert")?.ariaPressed === "true"`)
	q.WaitFor("a short address", `location.hash.includes("flamegraph_u1") && !location.hash.includes("methods_O") && location.hash.length < 4100 && traceglassView.now().moment.looks.length > 3900`)
	q.Keys("2")
	q.WaitFor("the default sort order in the fragment", `document.querySelector("#methods-0") && !traceglassView.now().moment.looks.includes("methods")`)

	// Another file.
	other := filepath.Join(t.TempDir(), "other.trace")
	if err := os.WriteFile(other, unwrapped(t, filepath.Join(root, "testdata/sample-streaming.trace.gz")), 0o644); err != nil {
		t.Fatal(err)
	}
	q.OpenAsIs(other)
	q.Follow(fragment)
	q.WaitFor("the warning about another file", `document.querySelector("#notice").textContent.startsWith("This is not sample.trace.gz, the file of the link")`)
	q.WaitFor("the clock of the link", `traceglassView.now().moment.clock === 1 && traceglassView.now().moment.tab === "flamegraph"`)
	q.WaitFor("no range of another file", `traceglassView.now().moment.to === 0 && !traceglassView.now().moment.hasCall`)
}

// TestCompareLink: the address has the two traces by file name, and the view: ranges, scale, and the state of views. Another page
// shows the same, and asks for files that it cannot load. It ignores ranges of a file with other content, and odd values. Steps
// of the history lead between views.
func TestCompareLink(t *testing.T) {
	t.Parallel()
	const sides = "before.trace, after.trace"
	a, b := twoTraces(t)
	p := visit(t)
	for _, file := range []string{a, b} {
		p.site.Stub("/"+filepath.Base(file), func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, file) })
	}
	p.Navigate("/?open=before.trace&with=after.trace")
	p.Until("both", sides, p.Sides)
	var want [2]string
	for i, room := range []string{"#room-a", "#room-b"} {
		p.Click(room)
		p.WaitFor("one run", fmt.Sprintf(`document.querySelector(%q).ariaChecked === "true"`, room))
		p.Settle()
		v := p.ViewOf(timeline)
		p.Drag(v.Left+100+float64(90*i), v.Ruler, v.Left+400-float64(60*i), v.Ruler)
		p.WaitFor("a range", `document.querySelector("#chip-range")?.checkVisibility()`)
		from, to := p.Range()
		want[i] = fmt.Sprintf("%d-%d", from, to)
	}
	p.Click("#room-changes")
	p.WaitFor("both parts", `document.querySelector("#changes-scopes").textContent.includes("A from") && document.querySelector("#changes-scopes").textContent.includes("B from")`)
	p.Select("#changes-group", "3")
	step := p.Step()
	p.Click("#changes-tab-flame")
	p.Click("#scale-whole")
	step = p.NextStep(step)
	p.WaitFor("the address, with both contents", `/file=before.trace&hash=[^&]*\.[^&]*&with=after.trace&changes=flame\+wall\+share\+exclusive/.test(location.hash)`)
	p.Click("#changes-tab-tree")
	p.NextStep(step)
	p.WaitFor("the address", `location.hash.includes("changes=tree+wall+share+exclusive") && location.hash.includes("with=after.trace")`)
	p.Do(chromedp.NavigateBack())
	p.WaitFor("the view before", `document.querySelector("#changes-width")?.checkVisibility() && document.querySelector("#scale-whole").ariaChecked === "true"`)
	p.zoomFlame(1, "changeflame_F")
	looks := p.WaitViewState("the groups", "changemethods_g3")
	const ranges = `new URLSearchParams(location.hash.slice(1)).get("ranges") ?? ""`
	said := p.Text("#changes-scopes")
	link := strings.TrimPrefix(eval[string](p, "location.href"), p.site.URL)
	fragment := link[strings.IndexByte(link, '#'):]
	hasNone(t, link, "app", "Lambda", "made")
	if got := p.CopiedBy("copy link"); got != p.site.URL+link {
		t.Errorf("copied\n%s\nwant the address\n%s", got, p.site.URL+link)
	}

	shows := func(how string, q *page) {
		t.Helper()
		q.WaitFor(how, `document.querySelector("#changes-width")?.checkVisibility() && document.querySelector("#scale-whole").ariaChecked === "true"`)
		q.Until(how+": both", sides, func() string { return q.Text("#side-a") + ", " + q.Text("#side-b") })
		q.Until(how+": the parts", said, func() string { return q.Text("#changes-scopes") })
		q.Until(how+": the state of the views", looks, q.Looks)
		q.Until(how+": the ranges in the address", strings.Join(want[:], "."), func() string { return eval[string](q, ranges) })
	}
	p.Do(chromedp.Reload())
	shows("the same when it is loaded again", p)

	// Without an address to load them from, another page asks for the files one after the other, in any order.
	q := visit(t)
	q.Navigate("/" + fragment)
	q.WaitFor("the request for both files", `document.body.textContent.includes("This link compares before.trace and after.trace.")`)
	q.Drop("#app", b)
	q.WaitOpen()
	q.WaitFor("the request for the other file", `document.querySelector("#notice").textContent.startsWith("This link compares")`)
	q.ShiftDrop("#app", a)
	shows("the same of files that were dropped", q)
	q.WaitFor("no warning about other content", `!document.querySelector("#notice").textContent.startsWith("This is not the file")`)
	for i, room := range []string{"#room-a", "#room-b"} {
		q.Click(room)
		q.Until("the range in "+room, want[i], func() string {
			from, to := q.Range()
			return fmt.Sprintf("%d-%d", from, to)
		})
	}
	q.Click("#chip-range")
	q.Click("#room-changes")
	q.Until("the address without the range of B", want[0]+".", func() string { return eval[string](q, ranges) })
	q.Click("#changes-swap")
	q.Until("the address with swapped traces", "."+want[0], func() string { return eval[string](q, ranges) })

	// Odd values, and the same traces in the other order.
	for i, odd := range []string{"9-1.x-y.3-4", "1", "-5-6.%00", "1e99-2e99.5", "..", "99999999999999999999-199999999999999999999.99999999999999999999-"} {
		tab := []string{"tree", "methods"}[i%2]
		q.Follow("#file=before.trace&with=after.trace&changes=" + tab + "&ranges=" + odd)
		q.WaitFor("the rest of the link's view", fmt.Sprintf(`document.querySelector("#changes-tab-%s[aria-selected=true]") && document.querySelector(%q)`, tab, map[string]string{"tree": "#changetree-0", "methods": "#changes-0"}[tab]))
		q.WaitFor("both whole traces", `!document.querySelector("#changes-whole").checkVisibility()`)
	}
	q.Until("both in the order of the link", sides, q.Sides)

	// Too many corrections.
	q.Follow(regexp.MustCompile(`changes=[^&]*`).ReplaceAllString(fragment, "changes=methods+wall+per-12345678+exclusive+all+s"+strings.Repeat("+m-00000000-11111111", 250)))
	q.WaitFor("many", `/^Undo 1\d\d corrections$/.test(document.querySelector("#redo-pairs").textContent)`)
	q.WaitFor("an address without them", `/changes=methods\+/.test(location.hash) && !location.hash.includes("m-") && location.hash.length < 4100`)
	q.CopiedBy("copy link")
	q.Until("the message that corrections are left out", "Copied, except your corrected pairs: they are too many for a link.", func() string { return q.Text("#notice") })

	// Other content: B ends within the range.
	var from, to int64
	fmt.Sscanf(want[1], "%d-%d", &from, &to)
	q.Drop("#app", a)
	q.WaitFor("one", `document.querySelector("#file-menu").textContent === "before.trace" && !document.querySelector("#room-changes").checkVisibility()`)
	q.ShiftDrop("#app", writeIn(t, t.TempDir(), "after.trace", tracetest.Bytes(fmt.Sprintf("main 0>a.b.a()V %d<a.b.a()V", (from+to)/2000))))
	q.WaitFor("both again", `document.querySelector("#room-changes")?.checkVisibility() && document.querySelector("#side-b").textContent === "after.trace"`)
	q.Follow(fragment)
	q.WaitFor("the warning about another file", `document.querySelector("#notice").textContent.startsWith("This is not before.trace, the file of the link")`)
	q.WaitFor("no range", `!document.querySelector("#changes-whole").checkVisibility() && !location.hash.includes("ranges=")`)
}

// TestLinkOfTables: a row of the tables that the command writes links back to its file. table.md describes
// this link, and the fleet's queries write it. A dump from the page's host opens with the row's verdict, and a trace that the user
// chooses with the row's method selected. A file of that name with other content gets a warning.
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
	// A dump by its address.
	p.Navigate("/?open=" + url.QueryEscape("/traces/1.0/anr.txt") + toVerdict)
	// The tables have the names of the file. The page shows them as people read them.
	said := strings.ReplaceAll(verdict.Text, "AlbumFragment$refresh$1.run", "AlbumFragment.refresh, anonymous class: run")
	p.Until("the verdict of the row", said, func() string {
		return eval[string](p, `document.querySelector(".claim.first .says")?.textContent ?? ""`)
	})
	shows(p, verdict.File)

	// A trace by hand.
	p.Reopen("/" + toMethod)
	p.WaitFor("the request for the file", `document.querySelector("#welcome-notice")?.textContent.includes("app 1.trace")`)
	p.OpenAsIs(trace)
	chosen(p)
	shows(p, method.File)
	if got := p.Text("#notice"); strings.Contains(got, another) {
		t.Errorf("the page says %q", got)
	}

	// Another trace of that name.
	p.OpenAsIs(writeIn(t, t.TempDir(), "app 1.trace", tracetest.Bytes("main 0>a.b.a()V 10>a.c.a(I)V 61<a.c.a(I)V 99<a.b.a()V")))
	p.Follow(toMethod)
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
	a, b := twoTraces(t)
	p.OpenBoth([2]string{a, b})
	p.WaitFor("the delayed digests", `held.length === 1`) // one digest after the other
	step := p.Step()
	p.Click("#close-b")
	p.NextStep(step)
	p.WaitFor("the address with only A", `location.hash.startsWith("#file=before.trace&") && !location.hash.includes("with=")`)
	p.Act(`(released = true, held.splice(0).forEach((post) => post()), true)`)
	p.WaitFor("its digest", `/^#file=before.trace&hash=[^&.]+&view=/.test(location.hash)`)
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
	q.Navigate("/" + link)
	q.WaitFor("the request for the files", `document.querySelector("#welcome-notice")?.textContent === "This link shows a view of `+names[0]+` and 39 more files. Open them together, or drop them here together."`)
	q.Upload("#file", files...)
	for _, how := range []string{"a link", "a link that names each"} {
		q.WaitFor(how+": the view", `traceglassView.now()?.moment.dumpTab === "stackflame"`)
		q.WaitFor(how+": its address", `location.hash.includes("hash=`+want+`&")`)
		if eval[bool](q, another) {
			t.Errorf("%s: the page says that these are other files", how)
		}
		q.Click("#dump-tab-stacks")
		q.WaitFor("another view", `location.hash.includes("dumps=stacks&")`)
		q.Follow("#" + old)
	}
	q.WaitFor("the view", `traceglassView.now()?.moment.dumpTab === "stackflame"`)

	q.Upload("#file", files[1:]...)
	q.WaitFor("the digest of fewer files", `location.hash.includes("files=39&") && location.hash.includes("hash=") && !location.hash.includes("hash=`+want+`&")`)
	q.Follow(link)
	q.WaitFor("the warning about other files", another)
}
