//go:build !js

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestDocs opens the documentation, searches its headings with the keyboard, follows the page list and the links to the
// next page, and copies an example. No page is wider than a phone.
func TestDocs(t *testing.T) {
	t.Parallel()
	p := visit(t)
	p.Navigate("/docs/")
	p.Click(`.contents a[href="figures.html"]`)
	p.WaitFor("the page", `location.pathname === "/docs/figures.html" && document.title === "What every figure means · Traceglass"`)
	if got := p.Text("#pages [aria-current=page]"); got != "What every figure means" {
		t.Errorf("the page list marks %q", got)
	}
	p.Shots("docs-page")

	p.Keys("/")
	p.Keys("times seen")
	p.WaitFor("the headings", `document.querySelector("#found [aria-selected=true]")?.innerText.startsWith("Times seen")`)
	p.Shots("docs-search")
	p.Keys(kb.Enter)
	p.WaitFor("the heading", `location.pathname === "/docs/figures.html" && location.hash === "#times-seen"`)
	p.Keys("/")
	p.Keys(kb.Backspace)
	p.Act(`(document.getElementById("search").value = "", true)`)
	p.Keys("budget check")
	p.WaitFor("headings of other pages", `!document.getElementById("found").hidden || document.getElementById("none").textContent !== ""`)
	p.Act(`(document.getElementById("search").value = "", true)`)
	p.Keys("no such heading")
	p.WaitFor("the message that nothing matches", `document.getElementById("none").textContent === "No heading matches."`)
	p.Keys(kb.Escape)
	p.Act(`(document.getElementById("search").value = "", true)`)
	p.Keys("dmtracedump")
	p.WaitFor("a heading of another page", `[...document.querySelectorAll("#found li")].some((e) => e.innerText.includes("Command reference"))`)
	p.Keys(kb.ArrowDown)
	p.Keys(kb.ArrowUp)
	p.Click(`#found li:has(small)`)
	p.WaitFor("the page on dmtracedump", `location.hash === "#dmtracedump" || location.hash.includes("dmtracedump")`)

	p.Navigate("/docs/formats.html")
	p.Click(`[rel=next]`)
	p.WaitFor("the next page", `location.pathname === "/docs/format-trace.html"`)
	p.Click(`[rel=prev]`)
	p.WaitFor("the page before", `location.pathname === "/docs/formats.html"`)

	p.Navigate("/docs/figures.html")
	p.Act(`(globalThis.copied = "", navigator.clipboard.writeText = async (text) => { copied = text; }, true)`)
	p.Click(".code button")
	p.WaitFor("the command without its prompt", `copied === "traceglass export -format csv figures.trace" && document.querySelector(".code button").textContent === "Copied"`)
	if covered := eval[int](p, `[...document.querySelectorAll(".code")].filter((e) => {
		const text = document.createRange();
		text.selectNodeContents(e.querySelector("pre"));
		return text.getBoundingClientRect().top < e.querySelector("button").getBoundingClientRect().bottom;
	}).length`); covered > 0 {
		t.Errorf("the buttons of %d examples lie beside or over their code", covered)
	}

	pages, err := filepath.Glob(filepath.Join(dist, "docs", "*.html"))
	if err != nil || len(pages) < 10 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	p.View(390, 844, "light")
	for _, page := range pages {
		p.Navigate("/docs/" + filepath.Base(page))
		if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > 390 {
			t.Errorf("%s is %d wide on a phone", filepath.Base(page), wide)
		}
		if !eval[bool](p, `!document.getElementById("pages") || document.querySelector("#to-pages a").checkVisibility()`) {
			t.Errorf("%s has no link to the list of pages on a phone", filepath.Base(page))
		}
	}
}

// TestHelpLeadsToDocs: the link in Help opens the documentation in another tab. TestHelpDocs in wasm/viewer has the page of
// each view. All these pages exist.
func TestHelpLeadsToDocs(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.Keys("?")
	p.WaitFor("the link", `document.querySelector("#help-docs a").getAttribute("href") === "docs/getting-started.html" && document.querySelector("#help-docs").checkVisibility()`)
	if got := eval[string](p, `document.querySelector("#help-docs a").target`); got != "_blank" {
		t.Errorf("the link opens in %q", got)
	}
	for page, title := range map[string]string{"getting-started": "Getting started", "reading-a-trace": "Reading a trace", "reading-a-dump": "Reading a thread dump", "comparing-builds": "Comparing builds"} {
		if got := eval[string](p, fmt.Sprintf(`fetch("docs/%s.html").then((r) => r.text()).then((text) => /<title>(.*?)<.title>/.exec(text)[1])`, page)); got != title+" · Traceglass" {
			t.Errorf("the link to %s leads to %q", page, got)
		}
	}
	p.Shots("help-docs")
}

// docsPages returns one page of each kind of documentation, for axe.
func docsPages(t *testing.T) []string {
	pages := []string{"/docs/", "/docs/figures.html", "/docs/command-reference.html", "/docs/format-tables.html"}
	for _, page := range []string{"/docs/zh/getting-started.html", "/docs/getting-started.html"} {
		if _, err := os.Stat(filepath.Join(dist, filepath.FromSlash(strings.TrimPrefix(page, "/")))); err == nil {
			pages = append(pages, page)
		}
	}
	return pages
}
