//go:build !js

package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"traceglass/render/words"
)

// setLanguages sets the browser's languages, the preferred one first.
func (p *page) setLanguages(all string) {
	p.t.Helper()
	p.used = true
	agent := eval[string](p, "navigator.userAgent")
	if _, err := chromedp.Call(p.ctx, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: all}); err != nil {
		p.t.Fatal(err)
	}
}

func (p *page) started() {
	p.t.Helper()
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
}

const han = `/[\u4e00-\u9fff]/`

// noChinese waits until the page shows no Chinese except the name of the language.
func (p *page) noChinese() {
	p.t.Helper()
	p.Until("no more Chinese", "", func() string {
		return eval[string](p, `document.body.innerText.split("\n").filter((line) => `+han+`.test(line) && line !== "中文").join(" | ")`)
	})
}

// TestLanguage: the page uses the browser's language if it knows it, and changes the language in place. Open
// files, selections and views stay. The choice is stored, and an address can set it. The page loads only the
// catalogue in use.
func TestLanguage(t *testing.T) {
	t.Parallel()
	p := visit(t)
	p.Navigate("/")
	p.started()
	if strings.Contains(p.site.Asked(), "/words/") {
		t.Errorf("in English a catalogue is fetched: %s", p.site.Asked())
	}
	p.setLanguages("fr,zh-CN,en")
	p.Navigate("/")
	p.started()
	p.Until("the button", "打开…", func() string { return p.Text("#open") })
	if got := eval[string](p, "document.documentElement.lang"); got != "zh-CN" {
		t.Errorf("the document's language is %q", got)
	}
	if n := strings.Count(p.site.Asked(), "/words/"); n != 1 {
		t.Errorf("%d catalogues are fetched, want 1", n)
	}
	p.Shots("zh-welcome")

	k := sample(t)
	p.OpenAsIs(k.file)
	p.Click("#methods-2 .fn")
	p.Keys("5")
	v := p.ViewOf(timeline)
	p.Drag(v.Left+300, v.Ruler, v.Left+520, v.Ruler)
	p.Until("the flame graph's tab", "火焰图", func() string { return p.Text("#tab-flamegraph") })
	state := func() string {
		return eval[string](p, `JSON.stringify([location.hash.replace(/&(hash|lang)=[^&]*/g, ""), document.querySelector("[role=tab][aria-selected=true]").id, document.getElementById("details-name")?.textContent])`)
	}
	p.WaitFor("the range in the address and the name of the method", `location.hash.includes("range=") && document.getElementById("details-name").textContent !== "…"`)
	before := state()
	p.Shots("zh-flame-graph")
	p.Click("#language")
	p.Until("the button", "Open…", func() string { return p.Text("#open") })
	p.noChinese()
	p.WaitFor("no Chinese on the timeline", `!`+han+`.test(traceglassDraw.surfaces[1].strings.join())`)
	if after := state(); after != before {
		t.Errorf("another language changes the view: %s, was %s", after, before)
	}
	if got := eval[string](p, "document.documentElement.lang + document.title"); !strings.HasPrefix(got, "en") || strings.Contains(got, "未") {
		t.Errorf("the document is %q", got)
	}
	p.Click("#language")
	p.Until("the button", "打开…", func() string { return p.Text("#open") })
	p.WaitFor("Chinese on the timeline", han+`.test(traceglassDraw.surfaces[1].strings.join())`)
	if after := state(); after != before {
		t.Errorf("back in Chinese: %s, was %s", after, before)
	}
	if n := strings.Count(p.site.Asked(), "/words/"); n > 2 {
		t.Errorf("%d times a catalogue was fetched", n)
	}

	p.setLanguages("en")
	p.Navigate("/")
	p.started()
	p.Until("the selection", "打开…", func() string { return p.Text("#open") })
	p.Navigate("/?lang=en")
	p.started()
	p.Until("the language of the address", "Open…", func() string { return p.Text("#open") })
}

// TestPagesInChinese: the pages outside the viewer use the browser's language too. A button changes it, for
// all these pages and the viewer. The 404 page shows every language.
func TestPagesInChinese(t *testing.T) {
	t.Parallel()
	p := visit(t)
	p.setLanguages("zh-CN,en")
	// englishTexts finds English that a user can read or hear, except code and names.
	const englishTexts = `(() => {
		const all = [["title", document.title]];
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let node; node = walker.nextNode();) {
			const e = node.parentElement;
			if (!e.closest("code, pre, output, script, trace-glass, .language, [translate=no]")) all.push([e.tagName, node.data]);
		}
		for (const e of document.querySelectorAll("[alt]")) all.push(["alt", e.alt]);
		const names = /^main$|Traceglass|TypeScript|Service Worker|Cookie|Wiki|SVG|CSS|CORS|Promise|Ctrl|MB|GB|Copy embed code|svg\(\)|data:|[KF]\b/g;
		return all.filter(([, text]) => /[A-Za-z]{2,}/.test(text.replace(names, ""))).map(([where, text]) => where + ": " + text.trim()).join("\n");
	})()`
	english := map[string]string{"/privacy.html": "It reads the files that you open", "/embed/": "A live trace shows more than a picture."}
	for _, path := range []string{"/privacy.html", "/embed/"} {
		p.Navigate(path)
		p.Until("the language of "+path, "zh-CN EN", func() string {
			return eval[string](p, `document.documentElement.lang + " " + document.querySelector("button.language")?.textContent`)
		})
		if got := eval[string](p, englishTexts); got != "" {
			t.Errorf("%s in Chinese has English texts:\n%s", path, got)
		}
		if got := eval[int](p, `document.querySelectorAll("code:not(pre code)").length`); got < 1 {
			t.Errorf("%s lost its code", path)
		}
		p.Shots("zh-page-" + strings.Trim(strings.TrimSuffix(path, ".html"), "/"))
	}
	p.Until("the frames' language", "zh zh zh", func() string {
		return eval[string](p, `[...document.querySelectorAll("trace-glass")].map((e) => e.lang).join(" ")`)
	})
	p.Click("button.language")
	p.Until("English", "en 中文", func() string {
		return eval[string](p, `document.documentElement.lang + " " + document.querySelector("button.language").textContent`)
	})
	for path, want := range english {
		p.Navigate(path)
		p.WaitFor("the button", `document.querySelector("button.language")?.textContent === "中文"`)
		if got := eval[string](p, `document.querySelector("h1 + p").textContent`); !strings.HasPrefix(got, want) || strings.ContainsFunc(got, words.IsHan) {
			t.Errorf("%s in English again begins %q, want %q", path, got, want)
		}
	}
	p.Navigate("/")
	p.started()
	p.Until("the viewer's language", "en", func() string { return eval[string](p, "document.documentElement.lang") })

	p.Allow("404")
	p.Navigate("/nowhere/at/all.html")
	if got := p.Text("body"); !strings.Contains(got, "There is no such page") || !strings.Contains(got, "没有这个页面") {
		t.Errorf("the 404 page says %q", got)
	}
}

// cramped lists controls with cut texts, and controls that overlap. Names from the file may be cut, and rows
// of tabs, chips and heads may scroll.
const cramped = `(() => {
	const all = [...document.querySelectorAll("#app button, #app [role=tab], #app [role=columnheader], #app label, #app select, #app h2, #app h3")]
		.filter((e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !e.closest("#file-menu, .fn, [id^=longest], [id^=stack-]"));
	const around = new Set(all.map((e) => e.parentElement.closest("button, [role=tab], [role=columnheader], label, select, h2, h3"))); // controls with others in them
	// A row scrolls below elements that stick to an edge.
	const sticks = (e, bar) => { for (let up = e; up !== bar; up = up.parentElement) if (getComputedStyle(up).position === "sticky") return true; return false; };
	const out = all.filter((e) => e.scrollWidth > e.clientWidth + 1 && !["visible", "auto"].includes(getComputedStyle(e).overflowX)).map((e) => "cut: " + (e.id || e.className) + " " + e.textContent.trim().slice(0, 60));
	for (const bar of document.querySelectorAll("#app .bar, #app .strip, #app [role=tablist]")) {
		const within = all.filter((e) => bar.contains(e) && !around.has(e) && e.textContent.trim());
		const boxes = within.map((e) => [e, e.getBoundingClientRect(), sticks(e, bar)]).filter(([, box]) => box.width > 0);
		for (const [i, [e, a, stuck]] of boxes.entries()) {
			for (const [f, b, alike] of boxes.slice(i + 1)) {
				if (stuck !== alike) continue;
				const w = Math.min(a.right, b.right) - Math.max(a.left, b.left), h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
				if (w > 1 && h > 1) out.push("over each other: " + e.textContent.trim().slice(0, 40) + " | " + f.textContent.trim().slice(0, 40));
			}
		}
	}
	return out.join("\n");
})()`

// TestChineseFits: in Chinese no control's text is cut and no controls overlap, in any view, wide or narrow.
func TestChineseFits(t *testing.T) {
	t.Parallel()
	p := visit(t)
	// Changing the size of the window lays everything out again, so each size goes through all views of a file.
	sizes := func(do func(fits func(name string))) {
		t.Helper()
		for i, size := range [][2]int64{{1280, 800}, {390, 844}} {
			p.View(size[0], size[1], []string{"light", "dark"}[i])
			do(func(name string) {
				t.Helper()
				p.Shot(fmt.Sprintf("zh-%s-%d", name, size[0]))
				if got := eval[string](p, cramped); got != "" {
					t.Errorf("%s, %d wide:\n%s", name, size[0], got)
				}
			})
		}
		p.View(1280, 800, "light")
	}
	p.Navigate("/?lang=zh")
	p.started()
	p.Until("the button", "打开…", func() string { return p.Text("#open") })
	sizes(func(fits func(string)) { fits("first") })
	p.OpenAsIs(sample(t).file)
	p.Click("#methods-1 .fn")
	sizes(func(fits func(string)) {
		fits("methods")
		for i := 1; i <= 9; i++ {
			p.Keys(fmt.Sprint(i))
			fits(fmt.Sprintf("tab-%d", i))
		}
		p.Keys("2")
		p.Click("#receipt")
		fits("receipt")
		p.Click("#dialog-close")
		p.Keys("?")
		fits("help")
		p.Click("#dialog-close")
	})
	p.View(960, 480, "dark") // the size of a frame in another page
	p.Settle()
	p.Shot("zh-methods-960")
	if got := eval[string](p, `[...document.querySelectorAll(".bar > *")].filter((e) => e.checkVisibility() && (e.getBoundingClientRect().right > innerWidth || e.scrollWidth > e.clientWidth + 1)).map((e) => e.id || e.className).join()`); got != "" {
		t.Errorf("960 wide, the bar cuts %s", got)
	}
	p.Upload("#file", filepath.Join(root, "testdata/sample-anr.txt"))
	p.WaitFor("main's stack", `document.querySelectorAll("#stack-lines li").length === 12`)
	sizes(func(fits func(string)) {
		for _, tab := range eval[[]string](p, `[...document.querySelectorAll("#dumps [role=tab]")].filter((e) => e.checkVisibility()).map((e) => e.id)`) {
			p.Click("#" + tab)
			fits(tab)
		}
	})
	p.Click("#head-open")
	sizes(func(fits func(string)) { fits("dump-head") })
	// The texts around a dump's stacks are Chinese, including all titles.
	if got := eval[string](p, `[...document.querySelectorAll("#head-parts h3, #head-parts small")].map((e) => e.textContent).filter((text) => text && !`+han+`.test(text) && text !== "CPU").join("\n")`); got != "" {
		t.Errorf("texts about the dump are English:\n%s", got)
	}
}
