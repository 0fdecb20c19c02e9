//go:build !js

package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"traceglass/render/words"
)

// SavePage saves one page of the open file from the open dialog, and returns its name and its path.
func (p *page) SavePage(dir string) (name, file string) {
	p.t.Helper()
	p.WaitFor("the page to be made", `!document.querySelector("#save-page").disabled`)
	p.Click("#save-page")
	name, data := p.Downloaded(dir)
	p.WaitFor("the message that the page is saved", fmt.Sprintf(`document.querySelector("#notice").textContent.startsWith(%q)`, "Saved "+name+", "))
	file = filepath.Join(p.t.TempDir(), name)
	if err := os.WriteFile(file, data, 0o644); err != nil {
		p.t.Fatal(err)
	}
	return name, file
}

// NoPages makes the dialog only order pages: no worker makes them, which takes seconds. OrderedPage makes them.
func (p *page) NoPages() {
	p.t.Helper()
	p.Act(`(() => {
		const { postMessage } = Worker.prototype;
		Worker.prototype.postMessage = function (m, ...more) {
			if (m?.args?.[0] !== "page") return postMessage.call(this, m, ...more);
			globalThis.ordered = [m.args, m.files.map(({ name }) => name)];
		};
		return true;
	})()`)
}

// OrderedPage returns the path of a page that the command makes of file with the arguments and the files that the dialog
// ordered last. options must be among the arguments, and graphviz among the files if it is in the page.
func (p *page) OrderedPage(file string, options ...string) string {
	p.t.Helper()
	has := fmt.Sprintf(`ordered[1][0] === %q`, filepath.Base(file)) // not the order of a file before
	for _, option := range options {
		has += fmt.Sprintf(` && ordered[0].includes(%q)`, option)
	}
	p.WaitFor("an order of the page", `ordered && `+has)
	ordered := eval[[2][]string](p, `ordered`)
	args, files := ordered[0], ordered[1]
	last := len(args) - 1
	if args[1] != "-viewer" || !strings.HasSuffix(args[2], ".html") || args[last] != "./"+filepath.Base(file) || files[0] != filepath.Base(file) {
		p.fatalf("the page is ordered by %q of %q", args, files)
	}
	if graphs := slices.ContainsFunc(files, func(name string) bool { return strings.HasPrefix(name, "graphviz") }); graphs != slices.Contains(args, "-graphs") {
		p.fatalf("the page is ordered by %q of %q", args, files)
	}
	args[2] = viewerDir(p.t)
	return write(p.t, "ordered.html", traceglass(p.t, file, append(args[:last], "-o", "-")...))
}

// viewerDir returns the absolute path of the built site.
func viewerDir(t *testing.T) string {
	t.Helper()
	built, err := filepath.Abs(dist)
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// OpenSaved opens a file from the disk.
func (p *page) OpenSaved(file string) {
	p.t.Helper()
	p.Do(chromedp.Navigate("file://" + file))
}

// loaded is an expression for the URLs that a page has loaded or tried to load.
const loaded = `performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !name.startsWith("blob:")).join("\n")`

// TestSavedPage: a part of a trace and its view are saved as one page. It equals the command's output byte for
// byte. From the disk it shows the same figures and loads nothing.
func TestSavedPage(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	dir := p.Downloads()
	v := p.ViewOf(timeline)
	p.Drag(v.Left+300, v.Ruler, v.Left+520, v.Ruler)
	from, to := p.Range()
	p.Keys("5")
	p.WaitFor("the flame graph", `document.querySelector("#tab-flamegraph.on")`)
	p.Export("page")
	p.WaitFor("its size", `/^sample-[\d.]+ms-[\d.]+ms\.html has [45]\.\d+ MB\. $/.test(document.querySelector("#save-state").textContent)`)
	p.Shots("save-page")
	part := []string{"-from", fmt.Sprint(from) + "ns", "-to", fmt.Sprint(to) + "ns"}
	view := eval[string](p, fmt.Sprintf(`traceglassView.fragment(["-from", %q, "-to", %q], false)`, part[1], part[3]))
	name, file := p.SavePage(dir)
	if name != "sample-"+words.RangeInName(from, to)+".html" {
		t.Errorf("the page has the name %s", name)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := traceglass(t, k.file, append([]string{"page", "-viewer", viewerDir(t), "-view", view, "-o", "-"}, part...)...); !bytes.Equal(got, want) {
		t.Errorf("the page has %d bytes, and the command's %d", len(got), len(want))
	}

	cut := filepath.Join(t.TempDir(), "sample.cut.trace")
	if err := os.WriteFile(cut, traceglass(t, k.file, append([]string{"cut", "-o", "-"}, part...)...), 0o644); err != nil {
		t.Fatal(err)
	}
	q := newPage(t, p.site)
	q.OpenSaved(file)
	q.WaitOpen()
	q.WaitFor("the view that was saved", `document.querySelector("#tab-flamegraph.on") && traceglassView.now().moment.to === 0`)
	q.Keys("?")
	if eval[bool](q, `document.querySelector("#help-docs").checkVisibility()`) {
		t.Error("help leads to documentation that the file does not have")
	}
	q.Keys("\x1b")
	q.Shots("saved-page")
	q.Keys("2")
	know(t, cut).checkShown(q)
	if asked := eval[string](q, loaded); asked != "" {
		t.Errorf("the page loads\n%s", asked)
	}
	if got := eval[string](q, `document.querySelector('meta[http-equiv="Content-Security-Policy"]').content`); strings.Contains(got, "self") || !strings.Contains(got, "default-src 'none'") || !strings.Contains(got, "connect-src 'none'") {
		t.Errorf("the page's policy is %s", got)
	}
	// The page sends nothing out, and runs no other script.
	q.Allow("Content Security Policy")
	q.Allow("TrustedTypes")
	q.Allow("TrustedScript")
	if got := eval[string](q, `fetch("`+p.site.URL+`/").then(() => "fetched", () => "refused")`); got != "refused" {
		t.Errorf("a request is %s", got)
	}
	q.Act(`(() => { const s = document.createElement("script"); try { s.text = "globalThis.inside = true"; document.body.append(s); } catch {} return true; })()`)
	if eval[bool](q, `"inside" in globalThis`) {
		t.Error("an injected script runs")
	}

	// Unavailable features say so, saving a picture works, and the panel describes the page.
	saved := q.Downloads()
	q.Export("csv")
	q.WaitFor("the message that exports are missing", `document.querySelector("#notice").textContent.startsWith("The part that writes exports is not in a saved page.")`)
	q.Export("timeline-svg")
	if name, svg := q.Downloaded(saved); name != "sample.cut.timeline.svg" || !bytes.Contains(svg, []byte("<svg")) {
		t.Errorf("the picture %s has %d bytes", name, len(svg))
	}
	q.Export("page")
	q.WaitFor("the message that this is a saved page", `document.querySelector("#notice").textContent === "This page is already one file. Send that file."`)
	q.Keys("9")
	q.WaitFor("the message that Graphviz is missing", `document.body.textContent.includes("it was left out when this page was saved")`)
	q.Act(`(traceglassDo("source", "copy", "a.B.c()V"), true)`)
	q.WaitFor("the forms of a name", `document.querySelector("#forms[open]")?.textContent.includes("La/B;->c()V")`)
	q.Act(`(document.querySelector("#forms").close(), true)`)
	q.Click("#status")
	q.WaitFor("the panel", `document.querySelector("#privacy[open]").textContent.includes("connect-src 'none'")`)
}

// TestSavedPages: a saved page has no names, or Graphviz, if the user chose so. It uses the language that the user chose
// before saving, or else the reader's language. The reader can change it, although the page loads nothing. Thread dumps are
// saved as one page too. TestSavedPage opens a page in an English browser.
func TestSavedPages(t *testing.T) {
	t.Parallel()
	p := visit(t)
	p.Navigate("/")
	p.started()
	says := func(q *page, lang, tab string) {
		q.t.Helper()
		q.Until("the language and the tab", lang+" "+tab, func() string {
			return eval[string](q, `document.documentElement.lang + " " + document.querySelector("#tab-methods, #dump-tab-stacks")?.textContent.trim()`)
		})
	}
	loadsNothing := func(q *page) {
		q.t.Helper()
		if asked := eval[string](q, loaded); asked != "" {
			q.t.Errorf("the page loads\n%s", asked)
		}
	}
	p.OpenAsIs(sample(t).file)
	p.NoPages()
	p.Export("page")
	p.Click("#save-hash") // at once: each choice makes the page again
	p.Click("#save-graphs")
	q := newPage(t, p.site)
	q.setLanguages("zh-CN")
	p.Part("without names, in the reader's language", func(t *testing.T) {
		q.t = t
		q.OpenSaved(p.OrderedPage(sample(t).file, "-hash", "-graphs"))
		q.WaitOpen()
		says(q, "zh-CN", "方法")
		if text := eval[string](q, `document.body.innerText`); strings.Contains(text, "Decode") || strings.Contains(text, "com.example") {
			t.Errorf("the page has names: %s", text)
		}
		q.Shots("zh-saved")
		q.Export("csv")
		q.WaitFor("the message that exports are missing", `document.querySelector("#notice").textContent.startsWith("保存的网页中不含写导出文件的部分。")`)
		q.Click("#language")
		says(q, "en", "Methods")
		loadsNothing(q)
		q.Keys("9")
		q.WaitFor("the call graph", `/\d boxes · \d+ arrows/.test(document.body.innerText)`)
	})
	p.Act(`(document.querySelector("dialog[open]").close(), true)`)
	p.Click("#language")
	says(p, "zh-CN", "方法")
	dump := filepath.Join(root, "testdata/sample-anr.txt")
	p.Click("#file-menu")
	p.Click("#close")
	p.Upload("#file", dump)
	p.WaitFor("the dump", `document.querySelectorAll("#stack-lines li").length === 12`)
	p.Export("page")
	q = newPage(t, p.site)
	p.Part("dumps, in the chosen language", func(t *testing.T) {
		q.t = t
		q.OpenSaved(p.OrderedPage(dump))
		q.WaitStage("open")
		q.WaitFor("main's stack", `document.querySelector("#stack-name")?.textContent === "main" && document.querySelectorAll("#stack-lines li").length === 12`)
		says(q, "zh-CN", "线程")
		q.Shots("saved-dump")
		q.Click("#language")
		says(q, "en", "Threads")
		if got := q.Text("#facts"); !strings.Contains(got, "1 process, 2 dumps · 32 threads · ART · Android 14") {
			t.Errorf("the page says %q", got)
		}
		loadsNothing(q)
	})
	q.t = t
}

// TestSavedDamaged: a saved page with a damaged file or program reports it.
func TestSavedDamaged(t *testing.T) {
	t.Parallel()
	k := sample(t)
	whole := string(traceglass(t, k.file, "page", "-viewer", viewerDir(t), "-o", "-"))
	q := visit(t)
	for part, want := range map[string]string{
		`class="held" data-number="0" data-name="sample.trace.gz">`: `document.querySelector("#failure").textContent.includes("This page is damaged: its data cannot be unpacked. Get the file again.")`,
		`class="part" data-name="app">`:                             `document.querySelector("#stopped:not([hidden])").textContent.includes("The program in this page is damaged")`,
	} {
		at := strings.Index(whole, part) + len(part) + 5000
		file := write(t, "damaged.html", []byte(whole[:at]+"AAAAAAAAAAAAAAAA"+whole[at+16:]))
		q.OpenSaved(file)
		q.WaitFor("the message on the damage", want)
	}
}
