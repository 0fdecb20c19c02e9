//go:build !js

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// ringCut is an expression for the sides where an ancestor cuts the focused element's outline, or "". Parts
// outside the window do not count.
const ringCut = `(() => {
	const e = document.activeElement, style = getComputedStyle(e);
	if (e === document.body) return "";
	const name = e.id || e.outerHTML.slice(0, 80);
	if (style.outlineStyle === "none") return ""; // keyboard checks that some sign exists
	const out = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset), box = e.getBoundingClientRect();
	const ring = { left: box.left - out, top: box.top - out, right: box.right + out, bottom: box.bottom + out };
	const faults = [];
	const within = (what, x, y, left, top, right, bottom) => {
		if (x && (ring.left < left - 0.6 || ring.right > right + 0.6) || y && (ring.top < top - 0.6 || ring.bottom > bottom + 0.6)) {
			faults.push(name + " [" + [ring.left, ring.top, ring.right, ring.bottom].map(Math.round) + "] is cut by " + what + " [" + [left, top, right, bottom].map(Math.round) + "]");
		}
	};
	let fixed = style.position === "fixed", sideways = true, upright = true;
	for (let a = e.parentElement; a && a !== document.documentElement && !fixed; a = a.parentElement) {
		const s = getComputedStyle(a);
		fixed = s.position === "fixed";
		const x = s.overflowX !== "visible", y = s.overflowY !== "visible";
		if (a === document.body || !x && !y) continue;
		const b = a.getBoundingClientRect();
		within(a.id || a.className, x && sideways, y && upright, b.left + a.clientLeft, b.top + a.clientTop, b.left + a.clientLeft + a.clientWidth, b.top + a.clientTop + a.clientHeight);
		// Elements longer than their scroll box are always cut.
		sideways &&= !(x && box.width > a.clientWidth);
		upright &&= !(y && box.height > a.clientHeight);
	}
	if (getComputedStyle(document.body).overflowY === "hidden") within("the window", true, true, 0, 0, innerWidth, innerHeight);
	return faults.join("; ");
})()`

// tabbed moves focus with Tab through all elements that can have focus, and returns their ids.
func (p *page) tabbed(state string) (ids []string) {
	p.t.Helper()
	p.Act(`(document.activeElement.blur(), getSelection().removeAllRanges(), true)`)
	for range 120 {
		p.Keys(kb.Tab)
		at := eval[[2]string](p, `[document.activeElement.id || document.activeElement.outerHTML.slice(0, 60), `+ringCut+`]`)
		id, cut := at[0], at[1]
		if len(ids) > 0 && id == ids[0] {
			break
		}
		if strings.HasPrefix(id, "<body") {
			continue
		}
		ids = append(ids, id)
		if cut != "" {
			p.t.Errorf("%s: %s", state, cut)
		}
	}
	return ids
}

// rings focuses all elements that Tab reaches, in one step, because each press of Tab costs a frame. It returns their
// ids. With a selector of a tab, it takes only the elements after the tab, because those before it are the same for
// every tab.
func (p *page) rings(state, tab string) (ids []string) {
	p.t.Helper()
	return p.focusEach(state, fmt.Sprintf(`((tab) => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter((e) =>
		e.tabIndex >= 0 && (!tab || tab.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING)))(%q && document.querySelector(%[1]q))`, tab))
}

// ringsOf focuses the elements of a selector, also those that only arrow keys reach, and returns their ids.
func (p *page) ringsOf(state, selector string) (ids []string) {
	p.t.Helper()
	return p.focusEach(state, fmt.Sprintf(`[...document.querySelectorAll(%q)]`, selector))
}

// focusEach focuses the visible ones of an expression's elements, and checks their outlines.
func (p *page) focusEach(state, elements string) (ids []string) {
	p.t.Helper()
	for _, at := range eval[[][2]string](p, fmt.Sprintf(`((all) => {
		const out = [];
		for (const e of all.filter((e) => e.checkVisibility({ visibilityProperty: true }))) {
			e.focus({ focusVisible: true });
			if (document.activeElement === e) out.push([e.id || e.outerHTML.slice(0, 60), %s]);
		}
		document.activeElement.blur();
		return out;
	})(%s)`, ringCut, elements)) {
		ids = append(ids, at[0])
		if at[1] != "" {
			p.t.Errorf("%s: %s", state, at[1])
		}
	}
	p.stirred = true
	return ids
}

// sameByTab checks that Tab reaches the elements that rings focuses.
func (p *page) sameByTab(state string, ids []string) {
	p.t.Helper()
	got, want := slices.Sorted(slices.Values(p.tabbed(state))), slices.Sorted(slices.Values(ids))
	if !slices.Equal(got, want) {
		p.t.Errorf("%s: Tab reaches\n%s\nand these can have focus:\n%s", state, strings.Join(got, " "), strings.Join(want, " "))
	}
}

// TestFocusRing checks outlines and dividers in one visit.
func TestFocusRing(t *testing.T) {
	t.Parallel()
	p := openTrace(t, sample(t))
	p.Part("outlines", func(t *testing.T) { focusRing(t, p) })
	p.Part("dividers", func(t *testing.T) { splitterSelectsNothing(t, p) })
}

// focusRing: the outline of a focused element is visible on all sides.
func focusRing(t *testing.T, p *page) {
	for _, width := range []int64{1280, 390} {
		p.View(width, 844, "light")
		p.Click("#methods-2 .fn")
		v := p.ViewOf(timeline)
		p.Drag(v.Left+100, v.Ruler, v.Left+180, v.Ruler)
		p.WaitFor("a chip", `document.querySelector("#chip-range")`)
		for key := '1'; key <= '9'; key++ {
			p.Keys(string(key))
			tab, least := "#work [role=tab][aria-selected=true]", 3
			if key == '2' {
				tab, least = "", 15
			}
			ids := p.rings(fmt.Sprintf("%c at %d", key, width), tab)
			if len(ids) < least {
				t.Fatalf("only %d elements get focus: %s", len(ids), strings.Join(ids, " "))
			}
			if key == '2' && !slices.Contains(ids, "split-timeline") {
				t.Errorf("without the splitter: %s", strings.Join(ids, " "))
			}
			if key == '2' && width == 1280 {
				p.Part("keyboard", func(t *testing.T) { keyboard(t, p, ids) })
			}
		}
		p.Keys("2")
		for _, id := range []string{"methods-sort-rank", "methods-sort-name", "methods-sort-columns", "methods-sort-1", "methods-sort-5", "tab-methods", "tab-topdown", "tab-flamegraph", "tab-callgraph"} {
			p.Act(`(document.getElementById("` + id + `")?.focus({ focusVisible: true }), true)`)
			if cut := eval[string](p, ringCut); cut != "" {
				t.Errorf("heads and tabs: %s", cut)
			}
		}
		for menu, items := range map[string]string{"#file-menu": ".menu button", "#export": ".exports button"} {
			p.Click(menu)
			if ids := p.ringsOf(menu, items); len(ids) < 5 {
				t.Errorf("of the menu %s only %q get focus", menu, ids)
			}
			p.Keys(kb.Escape)
		}
		p.Click("#chip-range")
	}
	p.View(1280, 800, "light")
	for _, dialog := range []string{"?", "k"} {
		if dialog == "?" {
			p.Keys("?")
		} else {
			p.Click("#commands")
		}
		p.rings("a dialog", "")
		p.Keys(kb.Escape)
	}
}

// focusRingDump checks the same with open dumps.
func focusRingDump(t *testing.T, p *page) {
	for _, width := range []int64{1280, 390} {
		p.View(width, 844, "light")
		for key := '1'; key <= '6'; key++ {
			p.Keys(string(key))
			tab, least := "#dumps [role=tab][aria-selected=true]", 3
			if key == '1' {
				tab, least = "", 15
			}
			ids := p.rings(fmt.Sprintf("dumps %c at %d", key, width), tab)
			if len(ids) < least {
				t.Fatalf("only %d elements get focus: %s", len(ids), strings.Join(ids, " "))
			}
			if key == '1' && width == 1280 {
				p.sameByTab("Tab in dumps", ids)
			}
		}
	}
}

// splitterSelectsNothing: dragging a divider selects no text.
func splitterSelectsNothing(t *testing.T, p *page) {
	p.Click("#methods-2 .fn")
	chosen := func(what string) {
		t.Helper()
		if text := eval[string](p, `String(getSelection())`); text != "" {
			t.Errorf("%s selects %q", what, text)
		}
	}
	x, y := p.Rect("#split-timeline").center()
	p.Drag(x, y, x+200, y+60)
	chosen("the divider below the timeline")
	x, y = p.Rect("#split-timeline").center()
	p.Drag(x, y+3, x-100, y-80) // its wider part
	chosen("the divider's edge")
	x, y = p.Rect("#split-details").center()
	p.Drag(x, y, x-120, y+40)
	chosen("the divider beside the details")
	x, y = p.Rect("#split-details").center()
	p.DoubleClickAt(x+4, y)
	chosen("a double click on it")
}

// TestNothingJumps: tabs keep their positions when counts next to them change. A tab is equally wide whether selected or not.
// TestDump checks the tabs of dumps.
func TestNothingJumps(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	const places = `[...document.querySelectorAll(".tab, #whole-views, #all, #fit, #whole-timeline, #clock-wall, #find")].filter((e) => e.checkVisibility()).map((e) => {
		const { left, top } = e.getBoundingClientRect();
		return e.id + " " + Math.round(left + (e.closest(".tabs")?.scrollLeft ?? 0)) + "," + Math.round(top + scrollY) + (e.matches(".tab") ? "+" + e.offsetWidth : "");
	}).join()`
	p.OpenAsIs(sample(t).file)
	for _, width := range []int64{1280, 900, 390} {
		p.View(width, 800, "light")
		p.Act(`traceglassView.change({ threads: ["main"] }).length === 0`)
		before := eval[string](p, places)
		if !strings.Contains(before, "tab-callgraph") {
			t.Fatalf("the tabs are %s", before)
		}
		same := func(what string) {
			t.Helper()
			if after := eval[string](p, places); after != before {
				t.Errorf("%d wide, %s: %s", width, what, difference(after, before))
			}
		}
		p.Click("#all-threads")
		same("of all threads")
		for _, key := range map[int64]string{1280: "3456789", 900: "579", 390: "468"}[width] { // the bars above differ by width, not by view
			p.Keys(string(key))
			same("view " + string(key))
		}
		p.Keys("2")
		p.Keys("k")
		same("another clock")
		v := p.ViewOf(timeline)
		p.Drag(v.Left+60, v.Ruler, v.Left+90, v.Ruler)
		p.WaitFor("the range's chip", `document.querySelector("#chip-range")`)
		same("a range")
		p.Click("#chip-range")
		p.Click("#clock-wall")
	}
}

// dumpTabsStay checks the same of the tabs of dumps, and that their divider selects no text.
func dumpTabsStay(t *testing.T, p *page) {
	const places = `[...document.querySelectorAll(".tab")].filter((e) => e.checkVisibility()).map((e) => e.id + " " + Math.round(e.getBoundingClientRect().left)).join()`
	before := eval[string](p, places)
	p.Keys("/")
	p.Keys("main")
	if after := eval[string](p, places); after != before {
		t.Errorf("with dumps: %s", difference(after, before))
	}
	p.Keys(kb.Escape)
	x, y := p.Rect("#split-stack").center()
	p.Drag(x, y, x-120, y+40)
	if text := eval[string](p, `String(getSelection())`); text != "" {
		t.Errorf("the divider next to the stack selects %q", text)
	}
}
