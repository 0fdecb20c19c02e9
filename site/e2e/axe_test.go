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
	"github.com/chromedp/chromedp/kb"

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
// colours.
func TestAxe(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile(filepath.Join(axe.Fetch(t), "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, "/")
	finds := func(view string, again ...string) {
		t.Helper()
		if !eval[bool](p, "typeof axe === 'object'") {
			p.Do(chromedp.Evaluate[chromedp.Void](string(script)))
		}
		for _, name := range append(again, "light") {
			media, rules := colourings[name], `"wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"`
			if name != "light" { // only colours differ
				rules = `"color-contrast", "link-in-text-block"`
			}
			p.stirred = true
			if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: media}); err != nil {
				t.Fatal(err)
			}
			var found []struct {
				ID, Impact, Help string
				Nodes            []struct{ HTML, FailureSummary string }
			}
			text := eval[string](p, `axe.run(document, { resultTypes: ["violations"], runOnly: [`+rules+`] })
				.then(({ violations }) => JSON.stringify(violations))`)
			if err := json.Unmarshal([]byte(text), &found); err != nil {
				t.Fatal(err)
			}
			for _, f := range found {
				var where []string
				for _, n := range f.Nodes[:min(4, len(f.Nodes))] {
					where = append(where, fmt.Sprintf("%.150s: %s", n.HTML, n.FailureSummary))
				}
				t.Errorf("%s, %s: %s (%s, %s) in %d places:\n\t%s", view, name, f.Help, f.ID, f.Impact, len(f.Nodes), strings.Join(where, "\n\t"))
			}
		}
	}
	finds("welcome", "dark", "forced")
	p.Open(sample(t).file)
	finds("methods", "dark", "forced")
	tabs := func(in string) {
		for i, tab := range []string{"overview", "methods", "top-down", "bottom-up", "flame graph", "relatives", "threads", "about", "call graph"} {
			p.Keys(fmt.Sprint(1 + i))
			finds(tab + in)
		}
	}
	dumpTabs := func(in string) {
		for _, tab := range eval[[]string](p, `[...document.querySelectorAll("#dumps [role=tab]")].filter((e) => e.checkVisibility()).map((e) => e.id)`) {
			p.Click("#" + tab)
			finds(tab + in)
		}
	}
	tabs("")
	p.Keys("2")
	p.Click("#methods-1 .fn")
	finds("details", "dark")
	p.Click("#receipt")
	finds("the receipt", "dark")
	p.Click("#dialog-close")
	p.Keys("?")
	finds("help")
	p.Click("#dialog-close")
	p.Click("#export")
	finds("a menu")
	p.Keys(kb.Escape)
	p.Navigate("/?open=samples/sample-anr.txt")
	p.WaitStage("open")
	finds("a dump", "dark", "forced")
	dumpTabs("")

	// In Chinese, texts are shorter and controls have other names.
	const in = ", in Chinese"
	p.Click("#language")
	p.WaitFor("Chinese", `document.documentElement.lang === "zh-CN"`)
	dumpTabs(in)
	p.Navigate("/?open=samples/sample.trace.gz")
	p.WaitOpen()
	finds("methods" + in)
	tabs(in)
	p.Keys("2")
	p.Click("#methods-1 .fn")
	finds("details" + in)
	p.Keys("?")
	finds("help" + in)
	p.Click("#dialog-close")
	p.Allow("was preloaded")
	for _, path := range []string{"/", "/privacy.html", "/embed/"} {
		p.Navigate(path)
		p.WaitFor("Chinese", `document.documentElement.lang === "zh-CN" && `+han+`.test(document.body.innerText)`)
		finds(path+in, "dark")
	}
	for _, path := range docsPages(t) {
		p.Navigate(path)
		finds(path, "dark", "forced")
	}
}
