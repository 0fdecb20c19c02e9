//go:build !js

package e2e

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/parser/simpleperf/simpleperftest"
	"traceglass/parser/trace/tracetest"
)

// TestHeaderStays: at any width the controls of the header do not overlap, and none moves when a search
// begins. The search field has room for its placeholder. Each kind of file is shown in each language, with half of the widths:
// each width has both files and both languages.
func TestHeaderStays(t *testing.T) {
	t.Parallel()
	recording := write(t, "feed.trace", simpleperftest.Bytes(
		"7+0 7@1 root;app.Feed.load 7!2 root;leaf 7-2.009 7+12 7@12.5 root;app.Feed.load 8@5 work;app.Feed.load ::7=com.example 8/7=worker"))
	calls := write(t, "startup-of-the-release-build.trace", tracetest.Bytes("main 0>A 5<A 5<B 5>A")) // two warnings
	some, others := []int64{390, 768, 1024, 1280, 1440, 1800, 1920}, []int64{480, 900, 1101, 1280, 1400, 1501, 1801}
	p := visit(t)
	for _, tt := range []struct {
		name, language, file string
		widths               []int64
	}{
		{"samples-en", "en", recording, some}, {"calls-en", "en", calls, others}, {"samples-zh", "zh-CN", recording, others}, {"calls-zh", "zh-CN", calls, some},
	} {
		p.Part(tt.name, func(t *testing.T) {
			if tt.file == recording { // the first file in this language
				p.Navigate("/?lang=" + tt.language)
				p.started()
			}
			p.OpenAsIs(tt.file)
			p.WaitFor("the search", `document.querySelector("#find").checkVisibility()`)
			if tt.file == recording {
				p.WaitFor("the choice of units", `document.querySelector("#measure").checkVisibility()`)
			}
			// parts collects the visible parts of the bar, with their names and positions. It skips the
			// buttons of the search.
			const parts = `const bar = document.querySelector(".bar"), parts = {};
				for (const e of bar.querySelectorAll("h1, button, select, input, .segments")) {
					if (!e.checkVisibility({ opacityProperty: true }) || e.closest(".menu") || e.parentElement.matches(".segments")) continue;
					const { left, top, right, bottom } = e.getBoundingClientRect();
					parts[e.id || e.className || e.localName] = { left, top, right, bottom };
				}`
			over := func(width int64, what string) {
				t.Helper()
				if got := eval[string](p, `(() => {`+parts+`
					const wrong = [], all = Object.entries(parts);
					for (const [i, [name, a]] of all.entries()) {
						if (a.right > innerWidth + 0.5 || a.left < -0.5) wrong.push(name + " outside");
						for (const [other, b] of all.slice(i + 1))
							if (a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5) wrong.push(name + " over " + other);
					}
					return wrong.join(", ");
				})()`); got != "" {
					t.Errorf("%d px, %s: %s", width, what, got)
				}
			}
			// places collects where the parts are, and moved lists the visible ones that have moved.
			const places = parts + `
				for (const id of ["find", "find-previous", "find-next", "find-only"]) delete parts[id];
				parts.find = { left: document.querySelector("#find").getBoundingClientRect().left };
				parts.views = { top: document.querySelector(".top").getBoundingClientRect().bottom };`
			moved := func() string {
				return eval[string](p, `(() => {`+places+`
					return Object.entries(parts).filter(([name, at]) => Object.entries(at).some(([side, v]) => Math.abs(v - headerAtRest[innerWidth][name]?.[side]) > 1)).map(([name]) => name).join();
				})()`)
			}
			for _, width := range tt.widths {
				p.View(width, 800, "light")
				over(width, "at rest")
				if cut := eval[string](p, `(() => {
					const find = document.querySelector("#find"), style = getComputedStyle(find), pen = document.createElement("canvas").getContext("2d");
					pen.font = style.font;
					const room = find.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight), wide = pen.measureText(find.placeholder).width;
					return wide > room ? find.placeholder + ": " + wide + " of " + room : "";
				})()`); cut != "" {
					t.Errorf("%d px: the placeholder is cut: %s", width, cut)
				}
				if tall := eval[float64](p, `document.querySelector(".bar").offsetHeight`); (width == 1280 || width == 1024) && tt.file == calls && tall > 45 {
					t.Errorf("%d px: the header has more than one row: %v px", width, tall)
				}
				p.Act(`(() => {` + places + ` (globalThis.headerAtRest ??= {})[innerWidth] = parts; return true; })()`)
				if width == 1280 || width == 390 {
					p.Shot(fmt.Sprintf("header-%s-%d", tt.name, width))
				}
			}
			p.Click("#find")
			p.Keys("l")
			for _, width := range slices.Backward(tt.widths) {
				p.View(width, 800, "light")
				p.WaitFor("the buttons of the search", `document.querySelector("#find-only").checkVisibility()`)
				over(width, "searching")
				if got := moved(); got != "" {
					t.Errorf("%d px: a search moves %s", width, got)
				}
				if width == 1280 || width == 390 {
					p.Shot(fmt.Sprintf("header-%s-%d-search", tt.name, width))
				}
			}
			p.Keys(kb.Escape)
			p.Act(`delete globalThis.headerAtRest`)
		})
	}
}

// TestHeaderOfMany: with a map for a trace, for a trace and dumps, or for two traces, the header is one row, and two rows on a phone.
func TestHeaderOfMany(t *testing.T) {
	t.Parallel()
	trace := func(name string) string { return write(t, name, tracetest.Bytes("main 0>a.b 5<a.b 5>c.d 9<c.d")) }
	beside := write(t, "anr.txt", []byte("----- pid 12 at 2024-01-01 10:00:00 -----\nCmd line: com.example\n\n\"main\" prio=5 tid=1 Runnable\n  at app.A.run(A.java:1)\n"))
	p := open(t, "/")
	names := write(t, "mapping.txt", []byte("# compiler: R8\ncom.example.Real -> a:\n    void run() -> b\ncom.example.Other -> c:\n    void go() -> d\n"))
	for _, tt := range []struct{ name, room, with string }{
		{"map", "#find", ""}, {"dumps", "#room-trace", beside}, {"pair", "#room-a", trace("startup-after-the-change.trace")},
	} {
		p.Part(tt.name, func(t *testing.T) {
			if p.Stage() == "open" {
				p.Click("#file-menu")
				p.Click("#close")
				p.WaitStage("empty")
			}
			with := []string{trace("startup-of-the-release-build.trace")}
			if tt.with != "" {
				with = append(with, tt.with)
			}
			p.Upload("#file", with...)
			p.WaitFor("both", fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, tt.room))
			p.Upload("#file", names)
			p.WaitFor("names", `document.querySelector("#naming").checkVisibility()`)
			p.Click(tt.room)
			p.Act(`(document.activeElement.blur(), true)`)
			for _, width := range []int64{390, 1280, 1440, 1800} {
				p.View(width, 800, "light")
				most := 45.0
				if width == 390 {
					most = 90
				}
				if tall := eval[float64](p, `document.querySelector(".bar").offsetHeight`); tall > most {
					t.Errorf("%d px: the header is %v px tall, want at most %v", width, tall, most)
				}
				p.Shot(fmt.Sprintf("header-of-%s-%d", tt.name, width))
			}
		})
	}
}
