//go:build !js

package e2e

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/parser/trace/tracetest"
)

// TestNarrow checks phones and narrow windows in one visit.
func TestNarrow(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.Part("cuts", func(t *testing.T) { narrowCuts(t, p) })
	p.Part("overview", func(t *testing.T) { narrowOverview(t, p) })
	p.Part("names", func(t *testing.T) { readableNamesCut(t, p) })
	p.Part("bands", func(t *testing.T) { narrowBands(t, p) })
	p.Part("taps", func(t *testing.T) { narrowTaps(t, p) })
	p.Part("zoom", func(t *testing.T) { zoomMovesNothing(t, p) })
}

// narrowTaps: on a phone the tapped line of a table or of the overview stays visible above the details, which cover the end of
// the views.
func narrowTaps(t *testing.T, p *page) {
	p.View(390, 844, "light")
	p.OpenAsIs(sample(t).file)
	for _, tt := range []struct{ tab, lines string }{
		{"tab-methods", `#methods-rows [role="row"][id]`}, {"tab-overview", `#overview-code tbody button, #overview-frames button`},
	} {
		p.Click("#" + tt.tab)
		p.WaitFor("lines", `document.querySelector('`+tt.lines+`')?.checkVisibility()`)
		p.Act(`(() => {
			document.querySelector("#details-close")?.click();
			const room = document.querySelector(".views").getBoundingClientRect();
			scrollBy(0, room.bottom - innerHeight);
			return true;
		})()`)
		p.Settle()
		line := eval[string](p, `(() => { // the last one on the screen
			const lines = [...document.querySelectorAll('`+tt.lines+`')], last = lines.at(-1);
			if (last.getBoundingClientRect().bottom > innerHeight) last.scrollIntoView({ block: "end" });
			return lines.findLast((e) => e.getBoundingClientRect().bottom <= innerHeight).id;
		})()`)
		if r := p.Rect("#" + line); r.Y+r.Height < 844-144 {
			t.Fatalf("%s is at %+v, above where the details will be", line, r)
		}
		p.Click("#" + line)
		p.WaitFor("the tapped line "+line+" above the details", `(() => {
			const line = document.getElementById("`+line+`").getBoundingClientRect(), details = document.querySelector("#details").getBoundingClientRect();
			return details.top < 720 && details.height > 100 && line.bottom <= details.top && line.bottom > details.top - 100;
		})()`)
		p.Shot("narrow-" + tt.tab)
	}
}

// zoomMovesNothing: the flame graph and the buttons above it keep their place when a frame is selected and zoomed into.
func zoomMovesNothing(t *testing.T, p *page) {
	for _, width := range []int64{390, 820, 1280, 1920} {
		p.View(width, 900, "light")
		p.OpenAsIs(sample(t).file)
		p.Click("#tab-flamegraph")
		p.WaitDrawn(flame)
		const places = `JSON.stringify([...document.querySelectorAll("#flame, .flame-strip button:not(.crumb + .crumb)")].filter((e) => e.checkVisibility()).map((e) => {
			const { x, y } = e.getBoundingClientRect(), top = document.querySelector(".views").getBoundingClientRect().top;
			return [e.id, Math.round(x), Math.round(y - top)];
		}))`
		before := eval[string](p, places)
		p.Keys("/")
		p.Keys("View.draw\r") // selects a frame
		p.WaitFor("its details", `document.querySelector("#details-name")?.textContent`)
		if width == 820 { // there is only room for details now
			before = eval[string](p, places)
		}
		p.Act(`document.querySelector("#flame").focus() || true`)
		p.Keys(kb.Enter)
		p.WaitFor("a path", `document.querySelector(".flame-strip .crumb + .crumb")`)
		if after := eval[string](p, places); after != before {
			t.Errorf("%d px: places\n%s, zoomed\n%s", width, before, after)
		}
	}
}

// narrowBands: a phone shows little above the first call, and all controls.
func narrowBands(t *testing.T, p *page) {
	p.View(390, 844, "light")
	p.OpenAsIs(sample(t).file)
	bands := func(what string) {
		t.Helper()
		if top := p.firstCall(); top > 300 {
			t.Errorf("%s: the first call is %v px down", what, top)
		}
		for _, bar := range []string{".bar", ".timeline-strip"} {
			rows := eval[int](p, `(() => {
				const bar = document.querySelector("`+bar+`"), bottoms = [];
				for (const e of bar.querySelectorAll("button, select, input")) {
					if (!e.checkVisibility() || e.closest(".menu")) continue;
					const { top, bottom } = e.getBoundingClientRect();
					if (!bottoms.some((b) => top < b.bottom && bottom > b.top)) bottoms.push({ top, bottom });
				}
				return bottoms.length;
			})()`)
			if rows > 2 || rows > 1 && bar != ".bar" {
				t.Errorf("%s: %s takes %d rows", what, bar, rows)
			}
		}
		if bars := eval[string](p, `[...document.querySelectorAll(".bar > *")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 0.5).map((e) => e.outerHTML.slice(0, 60)).join()`); bars != "" {
			t.Errorf("%s: these lie outside: %s", what, bars)
		}
	}
	bands("a trace")
	p.Shot("narrow-trace")
	for _, id := range []string{"file-menu", "open", "export", "find", "clock-wall", "colour", "theme", "help", "thread-sort", "collapse-all", "all-threads", "fit", "all", "whole-timeline"} {
		r := p.Rect("#" + id)
		if r.X < 0 || r.X+r.Width > 390.5 || r.Width < 24 || r.Height < 24 {
			t.Errorf("%s lies at %+v", id, r)
		}
		if !eval[bool](p, `(() => { const e = document.getElementById("`+id+`"), { x, y, width, height } = e.getBoundingClientRect(); return e.contains(document.elementFromPoint(x + width / 2, y + height / 2)); })()`) {
			t.Errorf("%s is covered", id)
		}
	}
	if cut := eval[bool](p, `[...document.querySelectorAll(".chip")].some((e) => e.scrollWidth > e.clientWidth)`); cut {
		t.Errorf("a chip is cut")
	}
	// Details of a tapped row are visible without scrolling.
	p.Click("#methods-1 .fn")
	p.WaitFor("the details of the tapped row", `(() => {
		const e = document.querySelector("#details-name");
		if (!e?.textContent) return false;
		const { x, y, width, height } = e.getBoundingClientRect();
		return e.contains(document.elementFromPoint(x + width / 2, y + height / 2));
	})()`)
	p.Shot("narrow-tapped")
	// The file menu has the samples.
	p.Click("#file-menu")
	p.Click("#samples-too")
	p.WaitFor("the samples", `document.querySelector("#sample-startup").checkVisibility() && document.activeElement.id === "sample-startup"`)
	p.Keys("\x1b")
	p.WaitFor("focus back on the file menu", `document.activeElement.id === "file-menu"`)

	p.ShiftDrop("#app", filepath.Join(root, "testdata/sample-anr.txt"))
	p.WaitFor("dumps next to it", `document.querySelector("#room-trace").checkVisibility()`)
	p.Click("#room-trace")
	bands("a trace and dumps")
	p.Shot("narrow-both")

	// At widths between a phone and a desktop, the parts of the strip are next to each other or below each
	// other.
	for _, width := range []int64{761, 800, 900, 1024, 1200} {
		p.View(width, 800, "light")
		p.WaitFor("the dumps' claim about main", `document.querySelector("#offer")?.checkVisibility()`)
		over := eval[string](p, `(() => {
			const all = [...document.querySelectorAll(".timeline-strip > :not(.space, .tail), .timeline-strip .chip")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 0 && !e.matches(".chips, .origins"));
			const named = (e) => e.id || e.className || e.textContent;
			return all.flatMap((a, i) => all.slice(i + 1).filter((b) => {
				const p = a.getBoundingClientRect(), q = b.getBoundingClientRect();
				return Math.min(p.right, q.right) - Math.max(p.left, q.left) > 0.5 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 0.5;
			}).map((b) => named(a) + " and " + named(b))).join();
		})()`)
		if over != "" {
			t.Errorf("%d px wide: these overlap: %s", width, over)
		}
		if r := p.Rect("#all"); r.X+r.Width > float64(width) {
			t.Errorf("%d px wide: #all lies at %+v", width, r)
		}
		p.Shot(fmt.Sprintf("narrow-both-%d", width))
	}
}

// firstCall returns the y of the timeline's first call, which may be in a row above main.
func (p *page) firstCall() float64 {
	p.t.Helper()
	top := 9999.0
	for _, b := range append(p.Boxes(timeline), p.Spans()...) {
		if !b.Collapsing {
			top = min(top, b.Y)
		}
	}
	if line, ok := p.line(0); ok { // the line contains the first calls
		top = min(top, line.Y)
	}
	return top
}

// narrowCuts: a phone shows the tab that a key selects, and the first buttons of the table's head and of the timeline whole.
// In a narrow window these buttons do not cover each other.
// The help is whole.
func narrowCuts(t *testing.T, p *page) {
	p.OpenAsIs(sample(t).file)
	p.View(390, 844, "light")
	p.Click("#tab-methods")
	p.WaitFor("the choice of code", `document.querySelector("#methods-sort-charged").ariaPressed === "true"`)
	p.Settle()
	const whole = `(() => {
		const right = (s) => document.querySelector(s).getBoundingClientRect().right, left = (s) => document.querySelector(s).getBoundingClientRect().left;
		const wrong = [];
		for (const e of document.querySelectorAll("#methods-rows .head > .num")) {
			const r = e.getBoundingClientRect();
			if (r.left < innerWidth - 7 && r.right > innerWidth + 0.5) wrong.push("the column " + e.textContent);
		}
		if (right("#methods-sort-columns") > right("#methods-rows .head .name") + 0.5) wrong.push("Columns");
		if (right("#idle") > left(".timeline-strip .tail") + 0.5) wrong.push("idle waits");
		return wrong.join(", ");
	})()`
	if got := eval[string](p, whole); got != "" {
		t.Errorf("cut: %s", got)
	}
	p.Shot("narrow-head")
	for _, width := range []int64{1200, 1100, 900, 800} { // windows and frames in other pages
		p.View(width, 800, "light")
		p.Settle()
		if got := eval[string](p, `(() => {
			const wrong = [];
			for (const e of document.querySelectorAll("#methods-rows .head .name button")) {
				if (e.scrollWidth > e.clientWidth) wrong.push(e.textContent + " covers what follows");
			}
			const whole = document.querySelector("#whole");
			if (innerWidth <= 1100 && (whole.scrollWidth > whole.clientWidth || whole.scrollHeight > whole.clientHeight)) wrong.push(whole.textContent + " is cut");
			if (whole.clientWidth < 96) wrong.push(whole.textContent + " is " + whole.clientWidth + " px wide");
			return wrong.join(", ");
		})()`); got != "" {
			t.Errorf("%d px: %s", width, got)
		}
	}
	p.Keys("]") // shows a message
	p.WaitFor("the message", `document.querySelector("#notice").textContent !== ""`)
	if got := eval[string](p, `(() => {
		const notice = document.querySelector("#notice");
		return notice.scrollWidth > notice.clientWidth || notice.getBoundingClientRect().right > innerWidth ? notice.textContent : "";
	})()`); got != "" {
		t.Errorf("the message is cut: %s", got)
	}
	p.View(900, 800, "light")
	p.Click("#tab-flamegraph")
	p.Settle()
	if got := eval[string](p, `[...document.querySelectorAll(".flame-strip button")].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent).join()`); got != "" {
		t.Errorf("above the flame graph, the text of %s overflows", got)
	}
	p.View(390, 844, "light")
	p.Settle()
	for _, key := range []string{"9", "1", "5"} {
		p.Keys(key)
		p.Settle()
		if got := eval[string](p, `(() => {
			const tab = document.querySelector(".tab.on").getBoundingClientRect(), tabs = document.querySelector(".tabs").getBoundingClientRect();
			return tab.left < tabs.left + 15.5 || tab.right > tabs.right - 47.5 ? tab.left + " to " + tab.right + " of " + tabs.right : "";
		})()`); got != "" {
			t.Errorf("after %s, the tab lies at %s", key, got)
		}
	}
	p.Shot("narrow-tabs")
	p.Keys("?")
	p.Settle()
	if got := eval[string](p, `(() => {
		const dialog = document.querySelector("#dialog > div").getBoundingClientRect(), close = document.querySelector("#dialog-close").getBoundingClientRect();
		const fixed = [...document.querySelectorAll("#dialog .help *")].filter((e) => getComputedStyle(e).position === "fixed");
		return close.top < dialog.top || close.bottom > innerHeight || dialog.bottom > innerHeight || fixed.length > 0 ? dialog.bottom + ", " + fixed.length : "";
	})()`); got != "" {
		t.Errorf("the help is cut: %s", got)
	}
	p.Shot("narrow-help")
	p.Keys("\x1b")
}

// narrowOverview: on a phone, names of parts end in an ellipsis inside their part, and have a plain background. The status
// of phases and the figures below the button that closes the details are visible. One tap closes the details.
func narrowOverview(t *testing.T, p *page) {
	const create = "android.app.ActivityThread.performLaunchActivity()V"
	p.View(390, 844, "light")
	p.OpenAsIs(made(t, "narrow.trace", tracetest.Trace{Version: 2, Clock: "wall", Records: "main 0>app.shop.Main.a()V 100000<app.shop.Main.a()V 100000>" + create + " 300000<" + create +
		" 300000>java.net.SocketInputStream.read()V 900000<java.net.SocketInputStream.read()V other 0>app.shop.Work.b()V 800000<app.shop.Work.b()V"}.Bytes()).file)
	p.Click("#tab-overview")
	p.WaitFor("the parts", `document.querySelectorAll("#overview-time .part-name").length >= 2`)
	p.Act(`(document.querySelector("#overview-time").scrollIntoView({ block: "center" }), true)`)
	p.Shot("narrow-parts")
	if bad := eval[string](p, `[...document.querySelectorAll("#overview-time .part-name > span")].filter((e) => {
		const at = e.getBoundingClientRect(), part = e.closest("svg").querySelector("rect").getBoundingClientRect(), style = getComputedStyle(e);
		return at.right > part.right + 0.5 || style.textOverflow !== "ellipsis" || style.backgroundColor === "rgba(0, 0, 0, 0)";
	}).map((e) => e.textContent).join()`); bad != "" {
		t.Errorf("the names %s are not readable in the bar", bad)
	}
	if cut := eval[bool](p, `(() => { const box = document.querySelector("#overview-startup .wide-table"); return box.scrollWidth > box.clientWidth; })()`); cut {
		t.Error("the table of phases is cut")
	}
	p.Click("[id^=overview-phase]")
	p.WaitFor("the details", `document.querySelector("#call-facts")?.checkVisibility()`)
	for _, top := range []int{0, 60, 120} {
		p.Act(fmt.Sprintf(`(document.querySelector("#details").scrollTop = %d, true)`, top))
		if covered := eval[string](p, `(() => { const close = document.querySelector("#details-close").getBoundingClientRect();
			return [...document.querySelectorAll("#details dd, #details .num")].filter((e) => { const at = e.getBoundingClientRect(); return at.right > close.left && at.top < close.bottom && at.bottom > close.top; }).map((e) => e.textContent).join();
		})()`); covered != "" {
			t.Errorf("scrolled by %d, the button covers %s", top, covered)
		}
	}
	// The first tap closes the details, whether they are low or tall.
	for _, tall := range []bool{false, true} {
		p.Click("[id^=overview-phase]")
		p.WaitFor("the details again", `document.querySelector("#call-facts")?.checkVisibility()`)
		if tall {
			p.Click("#call-facts")
			p.WaitFor("the details to be tall", `document.querySelector("#details").clientHeight > 200`)
		}
		at := eval[[]float64](p, `(() => { const at = document.querySelector("#details-close").getBoundingClientRect(); return [at.left + at.width / 2, at.top + at.height / 2]; })()`)
		p.touch(at[0], at[1], func() {})
		p.WaitFor("the details to close", `!document.querySelector("#call-facts")?.checkVisibility()`)
	}
}
