//go:build !js

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"traceglass/render/report/readers/npm"
)

// axe is Deque's axe-core, which finds barriers for people with disabilities by the rules of WCAG.
var axe = npm.Package{Name: "axe-core", Version: "4.14.1",
	Integrity: "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="}

// colourings are the page's colour schemes: light, dark, and colours that the system forces.
var colourings = map[string][]*emulation.MediaFeature{
	"light":  {{Name: "prefers-color-scheme", Value: "light"}},
	"dark":   {{Name: "prefers-color-scheme", Value: "dark"}},
	"forced": {{Name: "prefers-color-scheme", Value: "light"}, {Name: "forced-colors", Value: "active"}},
}

// TestAxe: axe finds no violation of WCAG 2.2 AA in any view. In dark and forced colours it checks only the
// colours. In Chinese, texts are shorter and controls have other names.
func TestAxe(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile(filepath.Join(axe.Fetch(t), "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	for name, check := range map[string]func(*axePage){"trace": checkTrace, "dump": checkDump, "trace in Chinese": checkChinese, "docs": checkDocs} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(&axePage{open(t, "/"), string(script), "document"})
		})
	}
}

// An axePage is a page that axe checks.
type axePage struct {
	*page
	script string // axe itself
	within string // expression for the element to check
}

// finds reports the violations in the current view, in light colours and in some others.
func (p *axePage) finds(view string, again ...string) {
	p.t.Helper()
	if !eval[bool](p.page, "typeof axe === 'object'") {
		p.Do(chromedp.Evaluate[chromedp.Void](p.script))
	}
	for _, name := range append(again, "light") {
		media, rules := colourings[name], `"wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"`
		if name != "light" { // only colours differ
			rules = `"color-contrast", "link-in-text-block"`
		}
		p.stirred = true
		if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: media}); err != nil {
			p.t.Fatal(err)
		}
		var found []struct {
			ID, Impact, Help string
			Nodes            []struct{ HTML, FailureSummary string }
		}
		text := eval[string](p.page, `axe.run(`+p.within+`, { resultTypes: ["violations"], runOnly: [`+rules+`] })
			.then(({ violations }) => JSON.stringify(violations))`)
		if err := json.Unmarshal([]byte(text), &found); err != nil {
			p.t.Fatal(err)
		}
		for _, f := range found {
			var where []string
			for _, n := range f.Nodes[:min(4, len(f.Nodes))] {
				where = append(where, fmt.Sprintf("%.150s: %s", n.HTML, n.FailureSummary))
			}
			p.t.Errorf("%s, %s: %s (%s, %s) in %d places:\n\t%s", view, name, f.Help, f.ID, f.Impact, len(f.Nodes), strings.Join(where, "\n\t"))
		}
	}
}

// panel is an expression for the panel of the selected tab. In Chinese, the bars around the panels are checked only once: axe
// checks them in each view in English.
const panel = `[...document.querySelectorAll("[role=tabpanel]")].find((e) => e.checkVisibility())`

func (p *axePage) findsInTabs(in string) {
	p.t.Helper()
	if in != "" {
		p.within = panel
		defer func() { p.within = "document" }()
	}
	for i, tab := range []string{"overview", "methods", "top-down", "bottom-up", "flame graph", "relatives", "threads", "about", "call graph"} {
		p.Keys(fmt.Sprint(1 + i))
		p.finds(tab + in)
	}
}

func (p *axePage) findsInDumpTabs(in string) {
	p.t.Helper()
	if in != "" {
		p.finds("a dump" + in)
		p.within = panel
		defer func() { p.within = "document" }()
	}
	for _, tab := range eval[[]string](p.page, `[...document.querySelectorAll("#dumps [role=tab]")].filter((e) => e.checkVisibility()).map((e) => e.id)`) {
		p.Click("#" + tab)
		p.finds(tab + in)
	}
}

func checkTrace(p *axePage) {
	p.finds("welcome", "dark", "forced")
	p.Open(sample(p.t).file)
	p.finds("methods", "dark", "forced")
	p.findsInTabs("")
	p.Keys("2")
	p.Click("#methods-1 .fn")
	p.finds("details", "dark")
	p.Click("#receipt")
	p.finds("the receipt", "dark")
	p.Click("#dialog-close")
	p.Keys("?")
	p.finds("help")
	p.Click("#dialog-close")
	p.Click("#export")
	p.finds("a menu")
}

const chinese = `document.documentElement.lang === "zh-CN"`

func checkDump(p *axePage) {
	p.Navigate("/?open=samples/sample-anr.txt")
	p.WaitStage("open")
	p.finds("a dump", "dark", "forced")
	p.findsInDumpTabs("")
	p.Click("#language")
	p.WaitFor("Chinese", chinese)
	p.findsInDumpTabs(", in Chinese")
}

func checkChinese(p *axePage) {
	const in = ", in Chinese"
	p.Click("#language")
	p.WaitFor("Chinese", chinese)
	p.Navigate("/?open=samples/sample.trace.gz")
	p.WaitOpen()
	p.finds("methods" + in)
	p.findsInTabs(in)
	p.Keys("2")
	p.Click("#methods-1 .fn")
	p.finds("details" + in)
	p.Keys("?")
	p.finds("help" + in)
	p.Click("#dialog-close")
	p.Allow("was preloaded")
	for _, path := range []string{"/", "/privacy.html", "/embed/"} {
		p.Navigate(path)
		p.WaitFor("Chinese", chinese+` && `+han+`.test(document.body.innerText)`)
		p.finds(path+in, "dark")
	}
}

func checkDocs(p *axePage) {
	for _, path := range docsPages(p.t) {
		p.Navigate(path)
		p.finds(path, "dark", "forced")
	}
}
