//go:build !js

package e2e

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	imagepng "image/png"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
)

// Downloads makes the browser save downloads in a new folder, and returns the folder.
func (p *page) Downloads() string {
	p.t.Helper()
	dir := p.t.TempDir()
	params := cdpbrowser.SetDownloadBehaviorParams{
		Behavior:         cdpbrowser.SetDownloadBehaviorBehaviorAllow,
		BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
		DownloadPath:     dir,
	}
	if _, err := chromedp.Call(p.ctx, cdpbrowser.SetDownloadBehavior, params); err != nil {
		p.fatalf("%v", err)
	}
	return dir
}

// Export chooses an item of the export menu.
func (p *page) Export(id string) {
	p.t.Helper()
	p.Click("#export")
	p.WaitFor("the menu", `document.querySelector("#export").getAttribute("aria-expanded") === "true"`)
	p.Click("#export-" + id)
}

// Downloaded waits for one file in a folder of downloads. It removes the file and returns its name and
// content.
func (p *page) Downloaded(dir string) (name string, data []byte) {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		files, _ := os.ReadDir(dir)
		if len(files) != 1 || strings.HasSuffix(files[0].Name(), ".crdownload") || strings.HasPrefix(files[0].Name(), ".") {
			continue
		}
		name = files[0].Name()
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = os.Remove(filepath.Join(dir, name))
		}
		if err != nil {
			p.fatalf("%v", err)
		}
		return name, data
	}
	p.fatalf("nothing was downloaded; the page says %q", p.Text("#notice"))
	return "", nil
}

// Record makes the page's exports end at once while recording is true, because each takes a worker that starts the command.
// RecordedExport runs the command instead.
func (p *page) Record() {
	p.t.Helper()
	p.Act(`(() => {
		const { postMessage } = Worker.prototype;
		Worker.prototype.postMessage = function (m, ...more) {
			if (!m?.args || !globalThis.recording) return postMessage.call(this, m, ...more);
			globalThis.recorded = m.args;
			setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data: { kind: "done", blob: new Blob(["recorded"]), said: "" } })));
		};
		return true;
	})()`)
}

// RecordedExport chooses an export, and returns the name that the page gives it, and what the command writes with the
// page's arguments.
func (p *page) RecordedExport(id, file, dir string) (name string, data []byte) {
	p.t.Helper()
	p.Act(`(globalThis.recording = true)`)
	p.Export(id)
	name, data = p.Downloaded(dir)
	args := eval[[]string](p, `(globalThis.recording = false, recorded)`)
	last := len(args) - 1
	if string(data) != "recorded" || args[last] != "./"+filepath.Base(file) {
		p.fatalf("%s: exported %q by %q", id, data, args)
	}
	return name, traceglass(p.t, file, args[:last]...)
}

// command builds the command traceglass once.
var command = sync.OnceValues(func() (string, error) {
	file := filepath.Join(filepath.Dir(dist), "traceglass")
	cmd := exec.Command("go", "build", "-o", file, "./wasm/cli")
	cmd.Dir = root
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, text)
	}
	return file, nil
})

// traceglass runs the command in the folder of a file and returns its standard output.
func traceglass(t *testing.T, file string, args ...string) []byte {
	t.Helper()
	program, err := command()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(program, append(args, filepath.Base(file))...)
	cmd.Dir = filepath.Dir(file)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v: %s", cmd, err, errs.String())
	}
	return out.Bytes()
}

// menu returns the ids of the items in the export menu.
func (p *page) menu() []string {
	p.t.Helper()
	p.Click("#export")
	p.WaitFor("the menu", `document.querySelector(".export-group button").checkVisibility()`)
	ids := eval[[]string](p, `[...document.querySelectorAll(".export-group button")].map((b) => b.id.slice("export-".length))`)
	p.Keys("\u001b")
	return ids
}

// TestExports: an exported file equals the command's output byte for byte, for the whole trace and for a part. The page
// writes one file of each kind: text, binary, compressed, zip, and one by each command. For the others it only gives the
// command's arguments. TestExportRows in wasm/cli has all exports.
func TestExports(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	dir := p.Downloads()
	special := map[string][]string{
		"summary": {"summary"},
		"events":  {"dmtracedump", "-o"},
		"cut":     {"cut", "-o", "-"},
	}
	whole := func(id, clock string) []string {
		if args := special[id]; args != nil {
			return args
		}
		return []string{"export", "-format", id, "-clock", clock}
	}
	p.Record()
	stem := "sample"
	written := []string{"waits", "pprof", "perfetto", "summary", "events", "cut", "csv"}
	check := func(id string, args []string) {
		t.Helper()
		want := traceglass(t, k.file, args...)
		var name string
		var got []byte
		if slices.Contains(written, id) {
			p.Export(id)
			name, got = p.Downloaded(dir)
		} else {
			name, got = p.RecordedExport(id, k.file, dir)
		}
		if !strings.HasPrefix(name, stem+".") || strings.Contains(name, "trace.gz") {
			t.Errorf("%s: the file is called %q", id, name)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: %s\n%s", id, strings.Join(args, " "), difference(string(got), string(want)))
		}
		p.WaitFor("the message on "+name, fmt.Sprintf(`document.querySelector("#notice").textContent.startsWith(%q)`, "Saved "+name+", "))
	}
	ids := p.menu()
	if len(ids) < 18 {
		t.Fatalf("the menu has only %q", ids)
	}
	for _, id := range []string{"waits", "pprof", "dot"} {
		check(id, whole(id, "wall"))
	}
	p.Shots("export-done")
	p.Click("#export")
	p.Shots("export-menu")
	p.Keys("\u001b")

	// A zip file.
	packed := func(id string, args ...string) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "native.zip")
		traceglass(t, k.file, append([]string{"flamegraph", "-o", file}, args...)...)
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p.Export(id)
		if name, got := p.Downloaded(dir); name != stem+map[string]string{"flamegraphs": "", "flamegraphs-inverted": ".inverted"}[id]+".flamegraphs.zip" || !bytes.Equal(got, want) {
			t.Errorf("%s has %d bytes and differs from the %d bytes of flamegraph %q", name, len(got), len(want), args)
		}
	}
	packed("flamegraphs-inverted", "-reverse", "-clock", "wall")

	// Another clock, then a range, then some threads in it, then the whole trace again.
	p.Click("#clock-cpu")
	check("folded", whole("folded", "cpu"))
	v := p.ViewOf(timeline)
	p.Drag(v.Left+300, v.Ruler, v.Left+520, v.Ruler)
	from, to := p.Range()
	if to <= from {
		t.Fatal("no range is selected")
	}
	part := []string{"-from", fmt.Sprint(from), "-to", fmt.Sprint(to)}
	limited := func(id string, part []string) {
		t.Helper()
		if special[id] != nil && special[id][0] != "cut" {
			part = nil // always the whole trace
		}
		if stem = "sample"; part != nil {
			stem += "-" + words.RangeInName(from, to)
		}
		check(id, append(whole(id, "cpu"), part...))
	}
	p.Click("#export")
	p.Shots("export-menu-part")
	p.Keys("\u001b")
	// One of each command, and one with binary content. TestExportsFollowTheSelection has the arguments of all.
	for _, id := range []string{"json", "perfetto", "html", "summary", "events", "cut"} {
		limited(id, part)
	}
	p.Keys("7")
	p.Click("#threads-0-count") // all but one
	out := eval[string](p, `document.querySelector("#threads-0 .fn").textContent`)
	for _, thread := range k.About.Threads {
		if thread.Name != out {
			part = append(part, "-thread", fmt.Sprint(thread.ID))
		}
	}
	limited("json", part) // the threads that the page shows
	packed("flamegraphs", append(part, "-clock", "cpu")...)
	p.Click("#export")
	p.Click("#scope-all")
	p.Keys("\u001b")
	limited("json", part[:4])
	p.Click("#export")
	p.Click("#scope-whole")
	p.Keys("\u001b")
	stem = "sample"
	check("tsv", whole("tsv", "cpu"))

	// Context switches as a method, and a dump next to the trace.
	p.Keys("x")
	check("json", append(whole("json", "cpu"), "-switches"))
	p.Open(k.file, write(t, "anr.txt", []byte("----- pid 12 at 2024-01-01 10:00:00 -----\nCmd line: com.example\n\n\"main\" prio=5 tid=1 Runnable\n  at app.A.run(A.java:1)\n")))
	check("csv", whole("csv", "wall"))
}

// TestExportPictures: timeline and flame graph look the same as SVG and as PNG. Names in the SVG are text, and
// the SVG refers to no other file.
func TestExportPictures(t *testing.T) {
	t.Parallel()
	const evil = `<script>pwned()</script>&"'\x01`
	data := tracetest.Bytes("main 0/0>app.METHOD()V 100/50>app.A.<init>()V 20000/3000<app.A.<init>()V 100000/4000<app.METHOD()V")
	data = bytes.ReplaceAll(data, []byte("METHOD"), []byte(evil))
	for name, k := range map[string]*known{"hostile": made(t, "hostile.trace", data), "sample": sample(t)} {
		p := openTrace(t, k)
		dir := p.Downloads()
		v := p.ViewOf(timeline)
		p.Drag(v.Left+100, v.Ruler, v.Left+220, v.Ruler)
		for i, canvas := range []string{"timeline", "flame"} { // the flame graph has not been shown yet
			p.Export(canvas + "-png")
			file, png := p.Downloaded(dir)
			if want := name + map[string]string{"timeline": ".timeline.png", "flame": ".flamegraph.png"}[canvas]; file != want {
				t.Errorf("the file is called %q, want %q", file, want)
			}
			size := eval[[2]int](p, fmt.Sprintf(`(() => { const { width, height } = traceglassDraw.surfaces[%d].base; return [width, height]; })()`, i+1))
			if config, err := imagepng.DecodeConfig(bytes.NewReader(png)); err != nil || [2]int{config.Width, config.Height} != size {
				t.Errorf("%s: PNG of %d × %d, want the canvas' %v; %v", file, config.Width, config.Height, size, err)
			}
			p.Export(canvas + "-svg")
			file, svg := p.Downloaded(dir)
			if part := p.differing(png, svg); part > 0.03 {
				t.Errorf("%s: %.1f %% of the pixels differ from the PNG's", file, 100*part)
			}
			disk := newPage(t, p.site)
			disk.Do(chromedp.Navigate("file://" + write(t, file, svg)))
			disk.WaitFor("the SVG", `document.documentElement.nodeName === "svg"`)
			texts := eval[string](disk, `[...document.querySelectorAll("text")].map((e) => e.textContent).join("\n")`)
			if n := eval[int](disk, `document.querySelectorAll("script, foreignObject, image, [onload]").length`); n > 0 {
				t.Errorf("%s: %d elements that do not belong in a picture", file, n)
			}
			if name == "hostile" && !strings.Contains(texts, strings.ReplaceAll(evil, "\x01", "␁")) {
				t.Errorf("%s: the name is not unchanged in %q", file, texts)
			}
			if name == "sample" && !strings.Contains(texts, map[string]string{"timeline": "platform frames: ZygoteInit.main", "flame": "Method.invoke"}[canvas]) {
				t.Errorf("%s has the texts %q", file, texts)
			}
			disk.Shot("picture-" + file)
		}
	}
}

// differing returns the share of pixels that clearly differ between a PNG and an SVG.
func (p *page) differing(png, svg []byte) float64 {
	p.t.Helper()
	encode := base64.StdEncoding.EncodeToString
	return eval[float64](p, fmt.Sprintf(`(async () => {
		const pixels = async (url) => {
			const image = new Image();
			image.src = url;
			await image.decode();
			const { width, height } = image;
			const canvas = Object.assign(document.createElement("canvas"), { width, height });
			const ctx = canvas.getContext("2d");
			ctx.drawImage(image, 0, 0);
			return ctx.getImageData(0, 0, width, height).data;
		};
		const a = await pixels("data:image/png;base64,%s"), b = await pixels("data:image/svg+xml;base64,%s");
		if (a.length !== b.length) return 1;
		let differing = 0;
		for (let i = 0; i < a.length; i += 4) {
			if (Math.max(Math.abs(a[i] - b[i]), Math.abs(a[i + 1] - b[i + 1]), Math.abs(a[i + 2] - b[i + 2])) > 64) differing++;
		}
		return differing / (a.length / 4);
	})()`, encode(png), encode(svg)))
}

// TestExportProgress: a long export shows its progress while the page stays usable. It can be cancelled, and
// it survives opening another file. The test holds back the end of each export.
func TestExportProgress(t *testing.T) {
	t.Parallel()
	var data bytes.Buffer
	if err := tracetest.Generate(&data, tracetest.Config{Records: 150_000, Threads: 8, Methods: 3000}); err != nil {
		t.Fatal(err)
	}
	file := write(t, "large.trace", data.Bytes())
	p := visit(t)
	p.Begin(`globalThis.Worker = class extends Worker {
		constructor(...all) {
			super(...all);
			this.addEventListener("message", (e) => {
				if (e.data?.kind !== "done" || globalThis.mayEnd) return;
				e.stopImmediatePropagation();
				globalThis.end = () => this.dispatchEvent(new MessageEvent("message", { data: e.data }));
			});
		}
	};`)
	p.Navigate("/")
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	p.Open(file)
	dir := p.Downloads()
	p.Act(`(() => {
		globalThis.said = [];
		new MutationObserver(() => {
			const text = document.querySelector(".export-text")?.textContent;
			if (text && text !== said.at(-1)) said.push(text);
		}).observe(document.getElementById("exporting"), { subtree: true, childList: true, characterData: true, attributes: true });
		return true;
	})()`)

	p.Export("chrome")
	p.WaitFor("written bytes", `/ · wrote [1-9][\d.]*\sMB$/.test(document.querySelector(".export-text").textContent)`)
	p.Shots("exporting")
	// Meanwhile, the page and its worker respond.
	p.Keys("3")
	p.WaitFor("the call tree", `document.querySelectorAll("#topdown-rows [role=row]").length > 2`)
	p.Click("#export")
	p.WaitFor("queued exports", `!document.querySelector("#export-csv").disabled && !document.querySelector("#export-timeline-svg").disabled`)
	p.Keys("\u001b")
	p.Click("#export-cancel")
	p.WaitFor("the end of the export", `!document.querySelector("#exporting").checkVisibility() && document.querySelector("#notice").textContent === "The export was cancelled."`)
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		t.Errorf("a cancelled export left %v", files)
	}
	said := eval[[]string](p, `said.map((text) => text.replaceAll("\u00a0", " "))`)
	size := plain(words.Size(int64(data.Len())))
	if len(said) < 3 || !strings.HasPrefix(said[len(said)-1], "Exporting large.chrome.json · read "+size+" of "+size+" · wrote ") {
		t.Errorf("the page shows %q", said)
	}

	// Another file opens before the export ends.
	p.Act(`(delete globalThis.end, true)`)
	p.Export("speedscope")
	p.WaitFor("the export under way", `document.querySelector(".export-text")?.textContent.includes("read")`)
	p.Open(sample(t).file)
	p.Act(`(globalThis.mayEnd = true, globalThis.end?.(), true)`)
	name, got := p.Downloaded(dir)
	if want := traceglass(t, file, "export", "-format", "speedscope"); name != "large.speedscope.json" || !bytes.Equal(got, want) {
		t.Errorf("%s has %d bytes, want %d", name, len(got), len(want))
	}
}

// TestExportFails: a failure shows one sentence, and the page continues to work.
func TestExportFails(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	dir := p.Downloads()
	data := unwrapped(t, sample(t).file)
	fails := func(what, want string) {
		t.Helper()
		p.Export("csv")
		p.WaitFor("the failure of "+what, fmt.Sprintf(`document.querySelector("#notice").textContent.startsWith(%q)`, want))
		if p.Stage() != "open" || eval[bool](p, `document.querySelector("#exporting").checkVisibility()`) {
			t.Errorf("%s: stage %s, an export under way", what, p.Stage())
		}
	}

	// The program cannot be loaded for the first export.
	p.Allow("503")
	p.Open(write(t, "a.trace", data))
	p.site.Stub("/assets/tools.*.wasm", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "down", http.StatusServiceUnavailable) })
	fails("the program", "The part that writes exports could not be loaded (the server answered 503).")
	p.site.Stub("/assets/tools.*.wasm", nil)
	p.Export("csv")
	p.Downloaded(dir)

	file := write(t, "changed.trace", data)
	p.Open(file)
	err := os.WriteFile(file, append(data, "more"...), 0o644)
	if err == nil {
		err = os.Chtimes(file, time.Time{}, time.Now().Add(time.Minute))
	}
	if err != nil {
		t.Fatal(err)
	}
	fails("a changed file", "The file can no longer be read: it was changed, moved or deleted after it was opened.")
	p.Shot("export-failed")

	file = write(t, "gone.trace", data)
	p.Open(file)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	fails("a file that is gone", "The file can no longer be read:")

	p.Open(sample(t).file)
	p.Export("tsv")
	if _, got := p.Downloaded(dir); !bytes.Equal(got, traceglass(t, sample(t).file, "export", "-format", "tsv")) {
		t.Error("an export after failures differs")
	}
}

// TestExportOffline: the page loads the export program at the first export. After that, exports work offline.
func TestExportOffline(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.Act(`navigator.serviceWorker.ready.then(() => true)`)
	p.Navigate("/")
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	k := sample(t)
	p.Open(k.file)
	const isKept = `caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
		.then((all) => all.flat().some(({ url }) => /tools\..*wasm$/.test(url)))`
	kept := func() bool {
		t.Helper()
		return eval[bool](p, isKept)
	}
	if loaded := eval[string](p, `performance.getEntriesByType("resource").map((e) => e.name).filter((name) => name.includes("tools.")).join()`); loaded != "" || kept() {
		t.Errorf("before any export the page loaded %q; cached: %v", loaded, kept())
	}
	dir := p.Downloads()
	p.Export("csv")
	_, want := p.Downloaded(dir)
	p.WaitFor("the program in the cache", isKept)
	p.site.GoDown()
	p.Allow("503")
	p.Navigate("/")
	p.Open(k.file)
	p.Export("csv")
	if _, got := p.Downloaded(dir); !bytes.Equal(got, want) {
		t.Error("the offline export differs")
	}

	// The installed app has the program before any export.
	app := visit(t)
	app.Navigate("/")
	app.Act(`navigator.serviceWorker.ready.then(() => true)`)
	app.Navigate("/")
	app.Act(`dispatchEvent(new Event("appinstalled"))`)
	app.WaitFor("the program in the installed app's cache", isKept)
}

// TestExportFiles: a pair of files, a compressed trace and a name that looks like an option are exported as
// the command does.
func TestExportFiles(t *testing.T) {
	t.Parallel()
	trace := tracetest.Trace{Records: "main 0>app.A.run()V 10>app.B.run()V 20<app.B.run()V 30<app.A.run()V"}
	dir := t.TempDir()
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	member, err := z.Create("inner/app.trace")
	if err == nil {
		_, err = member.Write(trace.Bytes())
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"pair.key": trace.Key(), "pair.data": trace.Data(), "packed.zip": packed.Bytes(), "-o ü 1.trace": trace.Bytes(),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := open(t, "/")
	saved := p.Downloads()
	for _, tt := range []struct {
		files []string
		stem  string
	}{
		{[]string{"pair.data", "pair.key"}, "pair"},
		{[]string{"packed.zip"}, "app"},
		{[]string{"-o ü 1.trace"}, "-o ü 1"},
	} {
		var files []string
		for _, name := range tt.files {
			files = append(files, filepath.Join(dir, name))
		}
		p.Open(files...)
		for id, args := range map[string][]string{"csv": {"export", "-format", "csv"}, "html": {"export", "-format", "html"}, "dmtracedump": {"dmtracedump"}} {
			p.Export(id)
			name, got := p.Downloaded(saved)
			if want := traceglass(t, files[0], append(args, "--")...); !strings.HasPrefix(name, tt.stem+".") ||
				!bytes.Equal(bytes.ReplaceAll(got, []byte("pair.key"), []byte("pair.data")), want) {
				t.Errorf("%q as %s is %s: %s", tt.files, id, name, difference(string(got), string(want)))
			}
		}
	}
}

// TestExportByKeys: arrow keys move in the menu, and Esc returns focus to its button.
func TestExportByKeys(t *testing.T) {
	t.Parallel()
	p := openTrace(t, sample(t))
	dir := p.Downloads()
	focused := func(id string) {
		t.Helper()
		p.WaitFor("focus on "+id, fmt.Sprintf(`document.activeElement.id === %q`, id))
	}
	p.Act(`(document.getElementById("export").focus(), true)`)
	p.Keys(kb.Enter)
	p.WaitFor("the menu", `document.querySelector(".export-group button").checkVisibility()`)
	p.Keys(kb.ArrowDown)
	focused("export-link")
	p.Keys(kb.ArrowDown)
	focused("export-answers")
	p.Keys(kb.ArrowDown + kb.ArrowDown)
	focused("scope-all")
	p.Keys(kb.ArrowDown)
	focused("export-csv")
	p.Keys(kb.End)
	focused("export-flame-png")
	p.Keys(kb.Escape)
	focused("export")
	p.WaitFor("no menu", `document.querySelector("#export").getAttribute("aria-expanded") === "false"`)
	p.Keys(kb.Enter)
	p.WaitFor("the menu", `document.querySelector(".export-group button").checkVisibility()`)
	p.Keys(strings.Repeat(kb.ArrowDown, 6))
	focused("export-tsv")
	tree := eval[[]string](p, `[...document.querySelectorAll(".exports [role]")].filter((e) => e.checkVisibility()).map((e) => e.role)`)
	for _, role := range tree {
		if !slices.Contains([]string{"group", "menuitem", "menuitemradio", "presentation"}, role) {
			t.Errorf("a %s does not belong in a menu", role)
		}
	}
	p.Act(`navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }, true`)
	p.Keys(kb.Enter)
	if name, _ := p.Downloaded(dir); name != "sample.methods.tsv" {
		t.Errorf("Enter saved %s", name)
	}
	focused("export")
	if said := p.Text("#live"); !strings.HasPrefix(said, "Saved sample.methods.tsv") {
		t.Errorf("a screen reader announces %q", said)
	}

	// The answers go to the clipboard, on request without names.
	p.Click("#export")
	p.Click("#export-answers")
	p.WaitFor("the answers", `globalThis.copied?.includes("## overview") && globalThis.copied.length < 8193`)
	p.Click("#export")
	p.Click("#export-answers-hidden")
	p.WaitFor("the answers without names", `globalThis.copied.includes("hidden-") && globalThis.copied.startsWith("# a trace")`)
	if said := p.Text("#live"); !strings.Contains(said, "for an assistant. This page sent nothing.") {
		t.Errorf("a screen reader announces %q", said)
	}

	// Choose an export in the list of commands.
	p.Keys("k", chromedp.ModifierCtrl)
	p.WaitFor("the commands", `document.activeElement.id === "palette"`)
	p.Keys("export pprof" + kb.Enter)
	if name, _ := p.Downloaded(dir); name != "sample.pb.gz" {
		t.Errorf("the command saved %s", name)
	}
}
