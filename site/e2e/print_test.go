//go:build !js

package e2e

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// PDF prints the page to PDF.
func (p *page) PDF() []byte {
	p.t.Helper()
	yes := true
	reply, err := chromedp.Call(p.ctx, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PrintBackground: &yes, PreferCSSPageSize: &yes})
	if err != nil {
		p.fatalf("%v", err)
	}
	data, err := base64.StdEncoding.DecodeString(string(reply.Data))
	if err != nil {
		data = []byte(reply.Data)
	}
	return data
}

// OnPaper emulates print media while do runs.
func (p *page) OnPaper(do func()) {
	p.t.Helper()
	media := func(name, event string) {
		p.t.Helper()
		if name != "" {
			p.Act(`(dispatchEvent(new Event("` + event + `")), true)`)
		}
		p.stirred = true
		if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name}); err != nil {
			p.fatalf("%v", err)
		}
		if name == "" {
			p.Act(`(dispatchEvent(new Event("` + event + `")), true)`)
		}
	}
	media("print", "beforeprint")
	do()
	media("", "afterprint")
}

// TestPrint: the printout shows the current view on white, in any theme. It names the file, the meaning of 100
// % and the rows. Afterwards the page is as before.
func TestPrint(t *testing.T) {
	t.Parallel()
	p := openTrace(t, sample(t))
	p.Click("#theme")
	p.WaitFor("dark colours", `document.documentElement.dataset.theme === "dark"`)
	p.Click("#methods-2 .fn")
	p.WaitFor("details", `document.querySelector("#details-name")`)
	canvases := func() string {
		return eval[string](p, `traceglassDraw.surfaces.map((s) => [s.width, s.height, s.scrollY].join("×")).join() + getComputedStyle(document.body).backgroundColor`)
	}
	p.Keys("5")
	p.WaitDrawn(flame)
	p.Keys("2")
	before := canvases()
	paper := func(view string, want ...string) {
		t.Helper()
		p.View(760, 1060, "dark") // about the size of a sheet
		p.Settle()
		p.OnPaper(func() {
			says := plain(p.Text("#printed"))
			for _, w := range append(want, filepath.Base(sample(t).file)) {
				if !strings.Contains(says, w) {
					t.Errorf("%s has the heading %q, without %q", view, says, w)
				}
			}
			if ground := eval[string](p, `getComputedStyle(document.body).backgroundColor`); ground != "rgb(255, 255, 255)" {
				t.Errorf("%s is printed on the background %s", view, ground)
			}
			if drawn := eval[string](p, `(() => {
				const { base, list } = traceglassDraw.surfaces[1], style = getComputedStyle(document.querySelector(".timeline-stage"));
				const [r, g, b] = base.getContext("2d").getImageData(list.left * 2 - 8, 60, 1, 1).data;
				return [base.width, style.backgroundColor, Math.min(r, g, b) > 240 ? "light" : [r, g, b]].join();
			})()`); drawn != "1436,rgb(255, 255, 255),light" {
				t.Errorf("%s: the timeline is drawn as %s", view, drawn)
			}
			if above := eval[bool](p, `traceglassDraw.surfaces.some((s) => s.over.checkVisibility())`); above {
				t.Errorf("%s: a canvas lies over the lists and hides them on paper", view)
			}
			if seen := eval[string](p, `[...document.querySelectorAll(".top, .foot, .tabs, .split, .quiet, .button, #thread-sort")].filter((e) => e.checkVisibility()).map((e) => e.id || e.className).join()`); seen != "" {
				t.Errorf("%s is printed with %s", view, seen)
			}
			if wide := eval[string](p, `[...document.querySelectorAll(".row .num, .row .name, canvas")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80)).slice(0, 3).join()`); wide != "" {
				t.Errorf("%s: wider than the page: %s", view, wide)
			}
			if pictures {
				png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
				if err != nil {
					p.fatalf("%v", err)
				}
				p.savePicture("print-"+view, png)
			}
		})
		p.View(1280, 800, "light")
		if pdf := p.PDF(); !strings.HasPrefix(string(pdf), "%PDF-") || len(pdf) < 20_000 {
			t.Errorf("%s: a PDF of %d bytes", view, len(pdf))
		} else if pictures {
			os.WriteFile("shots/print-"+view+".pdf", pdf, 0o644)
		}
	}
	paper("methods", "Methods · Wall time", "100 % = ", "rows 1 to ")
	p.OnPaper(func() {
		says := plain(p.Text("#printed"))
		_, rows, _ := strings.Cut(says, "rows 1 to ")
		n, _, _ := strings.Cut(rows, " ")
		if got := eval[string](p, `String(document.querySelectorAll("#methods-rows .row").length)`); got != n {
			t.Errorf("%s rows are printed, the text says %q", got, says)
		}
	})
	p.Keys("5")
	p.WaitDrawn(flame)
	paper("flame", "Flame graph · Wall time")
	p.Keys("2")
	p.Until("the page as before", before, canvases)
}

// printDump: the printout of dumps has the verdict, the threads and the stack.
func printDump(t *testing.T, p *page) {
	if pdf := p.PDF(); !strings.HasPrefix(string(pdf), "%PDF-") || len(pdf) < 20_000 {
		t.Errorf("a PDF of %d bytes", len(pdf))
	} else if pictures {
		os.WriteFile("shots/print-dump.pdf", pdf, 0o644)
	}
	p.View(760, 2000, "dark")
	p.OnPaper(func() {
		for _, seen := range []string{"#printed", ".claim.first .says", "#stacks-0", "#stacks-15", "#stack-name", "#stack-lines li:last-child"} {
			if !eval[bool](p, `document.querySelector("`+seen+`").checkVisibility()`) {
				t.Errorf("%s is not printed", seen)
			}
		}
		if seen := eval[string](p, `[...document.querySelectorAll(".top, .foot, .tabs, .split, .rail, .filters, .quiet, .button")].filter((e) => e.checkVisibility()).map((e) => e.id || e.className).join()`); seen != "" {
			t.Errorf("printed with %s", seen)
		}
		if pictures {
			png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
			if err != nil {
				p.fatalf("%v", err)
			}
			p.savePicture("print-dump", png)
		}
	})
}

// TestPrintFitsPaper: on A4 and Letter, with the page's margins, every column of a table is complete.
func TestPrintFitsPaper(t *testing.T) {
	t.Parallel()
	papers := []struct {
		name  string
		width int64 // CSS pixels between margins of 10 mm
	}{{"A4", 718}, {"Letter", 740}}
	// check checks the printout of a view, or of several: next shows the one after a number of them, and returns its name,
	// "" after the last one. All have one change of the media, which takes long. Both papers have one printout, because the
	// page prepares all rows for it.
	check := func(p *page, next func(i int) string) {
		t.Helper()
		p.View(papers[0].width, 500, "light")
		view := next(0)
		p.Settle()
		p.OnPaper(func() {
			for i := 1; view != ""; i++ {
				for _, paper := range papers {
					p.Do(chromedp.EmulateViewport(paper.width, 500))
					cut := eval[string](p, `(() => {
						// edges returns the right and the bottom edge beyond which an element cuts its content.
						const known = new Map();
						const edges = (e) => {
							if (e === document.documentElement) return [innerWidth + 1, Infinity];
							if (!known.has(e)) {
								const outer = edges(e.parentElement), { display, overflowX } = getComputedStyle(e), box = e.getBoundingClientRect();
								known.set(e, display === "contents" || overflowX === "visible" ? outer : [Math.min(outer[0], box.right + 1), Math.min(outer[1], box.bottom + 2)]);
							}
							return known.get(e);
						};
						return [...document.querySelectorAll("[role=columnheader], [role=gridcell], th, td, .head > *, .row > *")].filter((e) => e.checkVisibility() && e.textContent.trim()).filter((e) => {
							const text = new Range();
							text.selectNodeContents(e);
							const cell = e.getBoundingClientRect(), { left, right, bottom } = text.getBoundingClientRect();
							if (e.matches(".num") && (left < cell.left - 3 || right > cell.right + 3)) return true;
							const [mostRight, mostBottom] = edges(e);
							return right > mostRight || bottom > mostBottom;
						}).map((e) => e.textContent.trim().slice(0, 30)).slice(0, 5).join(" | ");
					})()`)
					if cut != "" {
						t.Errorf("%s on %s: these are cut: %s", view, paper.name, cut)
					}
					if pictures {
						png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
						if err != nil {
							p.fatalf("%v", err)
						}
						p.savePicture("paper-"+view+"-"+paper.name, png)
					}
				}
				p.Act(`(dispatchEvent(new Event("afterprint")), true)`)
				view = next(i)
				p.Settle()
				p.Act(`(dispatchEvent(new Event("beforeprint")), true)`)
			}
		})
	}
	keys := func(p *page, names ...string) func(int) string {
		return func(i int) string {
			if i >= len(names) {
				return ""
			}
			key, name, _ := strings.Cut(names[i], " ")
			p.Keys(key)
			return name
		}
	}
	once := func(view string) func(int) string {
		return func(i int) string { return strings.Repeat(view, 1-i) }
	}
	p := openTrace(t, sample(t))
	check(p, keys(p, "1 overview", "2 methods", "3 topdown", "4 bottomup", "6 relatives", "7 threads", "8 about"))
	p.Upload("#file", sample(t).file, filepath.Join(root, "testdata/sample-streaming.trace.gz"))
	p.WaitFor("the differences", `document.querySelectorAll("#changes-rows .row").length > 3`)
	check(p, once("changes"))
	p.OpenRuns()
	check(p, once("runs"))
	p.Upload("#file", filepath.Join(root, "testdata/sample-anr.txt"))
	p.WaitFor("main's stack", `document.querySelectorAll("#stack-lines li").length === 12`)
	check(p, keys(p, "1 dump-threads", "2 dump-groups", "4 dump-locks"))
	p.Keys("5")
	p.Click("#time-table")
	check(p, once("dump-overtime"))
}
