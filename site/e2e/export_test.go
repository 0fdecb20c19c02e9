//go:build !js

package e2e

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	imagepng "image/png"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
	"traceglass/wasm/viewer/samples"
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

// TestExports: the page's worker runs the command on the open files, and the page saves its output byte for byte. The output
// is text, compressed data, or a zip file. Each kind of file and each command is used once. Two exports at once run one after
// the other. A failure shows one sentence, and the page continues to work. TestExportChoices in wasm/viewer has the command
// lines of the page's choices, and TestExportRows in wasm/cli all exports.
func TestExports(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := open(t, "/")
	dir := p.Downloads()
	saves := func(id, want string, file string, args ...string) {
		p.t.Helper()
		p.Export(id)
		name, got := p.Downloaded(dir)
		if name != want {
			p.t.Errorf("%s: the file is called %q, want %q", id, name, want)
		}
		if want := traceglass(p.t, file, args...); !bytes.Equal(got, want) {
			p.t.Errorf("%s: %s\n%s", id, strings.Join(args, " "), difference(string(got), string(want)))
		}
		p.WaitFor("the message on "+name, fmt.Sprintf(`document.querySelector("#notice").textContent.startsWith(%q)`, "Saved "+name+", "))
	}
	p.Part("failures", func(t *testing.T) { exportsFail(t, p) })
	p.Part("kinds of files", func(t *testing.T) {
		trace := tracetest.Trace{Records: "main 0>app.A.run()V 10>app.B.run()V 20<app.B.run()V 30<app.A.run()V"}
		folder := t.TempDir()
		key, data := writeIn(t, folder, "pair.key", trace.Key()), writeIn(t, folder, "pair.data", trace.Data())
		packed := write(t, "packed.zip", samples.Zip(t, "inner/app.trace", string(trace.Bytes())))
		odd := write(t, "-o ü 1.trace", trace.Bytes())
		p.Open(data, key)
		saves("csv", "pair.methods.csv", key, "export", "-format", "csv", "--")
		p.Open(packed)
		saves("dmtracedump", "app.dmtracedump.txt", packed, "dmtracedump", "--")
		p.Open(odd)
		saves("html", "-o ü 1.report.html", odd, "export", "-format", "html", "--")
	})
	p.Part("part of a trace", func(t *testing.T) {
		p.Open(k.file)
		saves("pprof", "sample.pb.gz", k.file, "export", "-format", "pprof")
		p.Shots("export-done")
		p.Click("#clock-cpu")
		v := p.ViewOf(timeline)
		p.Drag(v.Left+300, v.Ruler, v.Left+520, v.Ruler)
		from, to := p.Range()
		if to <= from {
			t.Fatal("no range is selected")
		}
		part, stem := []string{"-from", fmt.Sprint(from), "-to", fmt.Sprint(to)}, "sample-"+words.RangeInName(from, to)
		p.Click("#export")
		p.Shots("export-menu-part")
		p.Keys("\u001b")
		saves("cut", stem+".cut.trace", k.file, append([]string{"cut", "-o", "-"}, part...)...)
		saves("events", "sample.events.txt", k.file, "dmtracedump", "-o")
		p.Keys("7")
		p.Click("#threads-0-count") // all but one
		out := eval[string](p, `document.querySelector("#threads-0 .fn").textContent`)
		for _, thread := range k.About.Threads {
			if thread.Name != out {
				part = append(part, "-thread", fmt.Sprint(thread.ID))
			}
		}
		file := filepath.Join(t.TempDir(), "native.zip")
		traceglass(t, k.file, append([]string{"flamegraph", "-o", file, "-clock", "cpu"}, part...)...)
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p.Export("flamegraphs")
		if name, got := p.Downloaded(dir); name != stem+".flamegraphs.zip" || !bytes.Equal(got, want) {
			t.Errorf("%s has %d bytes, and the command's file %d", name, len(got), len(want))
		}
	})
	p.Part("two at once, with a dump next to the trace", func(t *testing.T) {
		p.Open(k.file, write(t, "anr.txt", []byte(samples.Dump(12, morning+"1", "com.example", "app.A.run"))))
		p.Act(`(() => {
			const made = new Map(), create = URL.createObjectURL;
			globalThis.saved = [];
			URL.createObjectURL = (blob) => { const url = create.call(URL, blob); made.set(url, blob); return url; };
			HTMLAnchorElement.prototype.click = function () { made.get(this.href).text().then((text) => saved.push([this.download, text])); };
			return true;
		})()`)
		p.Export("csv")
		p.Export("summary")
		p.WaitFor("both files", `saved.length === 2`)
		for i, want := range [][2]string{
			{"sample.methods.csv", string(traceglass(t, k.file, "export", "-format", "csv"))},
			{"sample.summary.json", string(traceglass(t, k.file, "summary"))},
		} {
			if got := eval[[2]string](p, fmt.Sprintf(`saved[%d]`, i)); got != want {
				t.Errorf("%s, want %s: %s", got[0], want[0], difference(got[1], want[1]))
			}
		}
	})
}

// TestExportPictures: timeline and flame graph look the same as SVG and as PNG. Names in the SVG are text, and
// the SVG refers to no other file.
func TestExportPictures(t *testing.T) {
	t.Parallel()
	const evil = `<script>pwned()</script>&"'\x01`
	data := tracetest.Bytes("main 0/0>app.METHOD()V 100/50>app.A.<init>()V 20000/3000<app.A.<init>()V 100000/4000<app.METHOD()V")
	data = bytes.ReplaceAll(data, []byte("METHOD"), []byte(evil))
	p := open(t, "/")
	dir := p.Downloads()
	var svg []byte
	for _, k := range []*known{sample(t), made(t, "hostile.trace", data)} {
		p.Open(k.file)
		name, _, _ := strings.Cut(filepath.Base(k.file), ".")
		v := p.ViewOf(timeline)
		p.Drag(v.Left+100, v.Ruler, v.Left+220, v.Ruler)
		for i, canvas := range []string{"timeline", "flame"} { // the flame graph of the sample has not been shown yet
			file := name + map[string]string{"timeline": ".timeline", "flame": ".flamegraph"}[canvas]
			save := func(kind string) (data []byte) {
				t.Helper()
				p.Export(canvas + "-" + kind)
				got, data := p.Downloaded(dir)
				if want := file + "." + kind; got != want {
					t.Errorf("the file is called %q, want %q", got, want)
				}
				return data
			}
			if name == "sample" {
				png := save("png")
				size := eval[[2]int](p, fmt.Sprintf(`(() => { const { width, height } = traceglassDraw.surfaces[%d].base; return [width, height]; })()`, i+1))
				if config, err := imagepng.DecodeConfig(bytes.NewReader(png)); err != nil || [2]int{config.Width, config.Height} != size {
					t.Errorf("%s: PNG of %d × %d, want the canvas' %v; %v", file, config.Width, config.Height, size, err)
				}
				svg = save("svg")
				if part := p.differing(png, svg); part > 0.03 {
					t.Errorf("%s: %.1f %% of the pixels differ from the PNG's", file, 100*part)
				}
			} else {
				svg = save("svg")
			}
			got := eval[[2]string](p, fmt.Sprintf(`(() => {
				const picture = new DOMParser().parseFromString(%s, "image/svg+xml");
				return [picture.documentElement.nodeName + " " + picture.querySelectorAll("script, foreignObject, image, [onload]").length, [...picture.querySelectorAll("text")].map((e) => e.textContent).join("\n")];
			})()`, quote(string(svg))))
			if got[0] != "svg 0" {
				t.Errorf("%s is %s, with that number of elements that do not belong in a picture", file, got[0])
			}
			if name == "hostile" && !strings.Contains(got[1], strings.ReplaceAll(evil, "\x01", "␁")) {
				t.Errorf("%s: the name is not unchanged in %q", file, got[1])
			}
			if name == "sample" && !strings.Contains(got[1], map[string]string{"timeline": "platform frames: ZygoteInit.main", "flame": "Method.invoke"}[canvas]) {
				t.Errorf("%s has the texts %q", file, got[1])
			}
		}
	}
	// The browser opens the last picture alone.
	disk := newPage(t, p.site)
	disk.Do(chromedp.Navigate("file://" + write(t, "hostile.svg", svg)))
	disk.WaitFor("the SVG", `document.documentElement.nodeName === "svg" && document.querySelectorAll("text").length > 1`)
	disk.Shot("picture-hostile")
}

// quote returns a text as a JavaScript literal.
func quote(text string) string {
	literal, err := json.Marshal(text)
	if err != nil {
		panic(err) // each text has one
	}
	return string(literal)
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
// it survives opening another file. The file is packed, and progress never counts more bytes than it has. The test holds back
// the end of each export.
func TestExportProgress(t *testing.T) {
	t.Parallel()
	var data bytes.Buffer
	if err := tracetest.Generate(&data, tracetest.Config{Records: 90_000, Threads: 8, Methods: 3000}); err != nil {
		t.Fatal(err)
	}
	packed := samples.Gzip(data.String())
	file := write(t, "large.trace.gz", []byte(packed))
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
	size := plain(words.Size(int64(len(packed))))
	if len(said) < 3 || !strings.HasPrefix(said[len(said)-1], "Exporting large.chrome.json · read "+size+" of "+size+" · wrote ") {
		t.Errorf("the page shows %q", said)
	}
	if over := eval[[]string](p, `said.filter((text) => {
		const size = (of) => { const [n, unit] = of.split("\u00a0"); return Number(n.replaceAll(",", "")) * { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }[unit]; };
		const [, read, of] = /([\d.,]+\u00a0[KMG]?B) of ([\d.,]+\u00a0[KMG]?B)/.exec(text) ?? [];
		return read && size(read) > size(of);
	})`); len(over) > 0 {
		t.Errorf("these are past their total: %q", over)
	}
	p.Click("#tab-threads")
	p.WaitFor("no message of the step before", `document.querySelector("#notice").textContent === ""`)

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

// exportsFail: the program cannot be loaded for the first export, and later the file cannot be read.
func exportsFail(t *testing.T, p *page) {
	data := unwrapped(t, sample(t).file)
	fails := func(what, want string) {
		t.Helper()
		p.Export("csv")
		p.WaitFor("the failure of "+what, fmt.Sprintf(`document.querySelector("#notice").textContent.startsWith(%q)`, want))
		if p.Stage() != "open" || eval[bool](p, `document.querySelector("#exporting").checkVisibility()`) {
			t.Errorf("%s: stage %s, an export under way", what, p.Stage())
		}
	}
	p.Allow("503")
	file := write(t, "changed.trace", data)
	p.Open(file)
	p.site.Stub("/assets/tools.*.wasm", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "down", http.StatusServiceUnavailable) })
	fails("the program", "The part that writes exports could not be loaded (the server answered 503).")
	p.site.Stub("/assets/tools.*.wasm", nil)

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
}
