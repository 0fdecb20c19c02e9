//go:build !js

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// keyboard: Tab reaches the elements that can have focus, given by their ids, and every control that a pointer can use, in
// reading order. The focused control is visibly outlined.
func keyboard(t *testing.T, p *page, ids []string) {
	want := []string{
		"skip", "file-menu", "receipt", "open", "export", "find", "clock-wall", "colour", "commands", "theme", "help",
		"thread-sort", "collapse-all", "origin-own", "fit", "all", "timeline", "split-timeline", "tab-methods", "methods-rows", "split-details", "details",
	}
	type stop struct {
		ID, Tag, Cut string
		Seen         bool
		Look         string
	}
	p.Act(`(document.activeElement.blur(), getSelection().removeAllRanges(), true)`)
	plain := p.outlines()
	var order []string
	for range 120 {
		p.Keys(kb.Tab)
		s := eval[stop](p, `(() => { const e = document.activeElement; return { ID: e.id, Tag: e.outerHTML.slice(0, 80), Seen: e.checkVisibility(), Cut: `+ringCut+`, Look: `+outline+`(e) }; })()`)
		if len(order) > 0 && s.ID == order[0] {
			break
		}
		if s.ID == "" && strings.HasPrefix(s.Tag, "<body") {
			continue
		}
		if s.ID == "" {
			t.Errorf("the focused element has no id: %s", s.Tag)
		}
		if !s.Seen {
			t.Errorf("%s has focus but is not visible", s.ID)
		}
		if s.Look == plain[s.ID] {
			t.Errorf("%s looks the same with and without focus: %s", s.ID, s.Look)
		}
		if s.Cut != "" {
			t.Error(s.Cut)
		}
		order = append(order, s.ID)
	}
	if got, want := slices.Sorted(slices.Values(order)), slices.Sorted(slices.Values(ids)); !slices.Equal(got, want) {
		t.Errorf("Tab reaches\n%s\nand these can have focus:\n%s", strings.Join(got, " "), strings.Join(want, " "))
	}
	p.Act(`(document.getElementById("skip").focus(), true)`)
	p.Keys(kb.Enter)
	p.WaitFor("the table", `document.activeElement.id === "methods-rows"`)
	at := -1
	for _, id := range want {
		i := slices.Index(order, id)
		if i < 0 {
			t.Errorf("Tab does not reach %s", id)
		} else if i < at {
			t.Errorf("Tab reaches %s too early", id)
		} else {
			at = i
		}
	}
	if t.Failed() {
		t.Logf("the order is %s", strings.Join(order, " "))
	}
}

// outline is a function that returns how an element's outline looks.
const outline = `((e) => {
	const s = getComputedStyle(e);
	return [s.outlineStyle === "none" ? "no outline" : s.outline, s.boxShadow, s.borderColor, s.backgroundColor].join("; ");
})`

// outlines returns the outlines of elements with an id, by id.
func (p *page) outlines() map[string]string {
	p.t.Helper()
	return eval[map[string]string](p, `Object.fromEntries([...document.querySelectorAll("[id]")].map((e) => [e.id, `+outline+`(e)]))`)
}

// TestWithoutPointer explores a trace in one visit: with keys, with a screen reader, enlarged, and by touch.
func TestWithoutPointer(t *testing.T) {
	t.Parallel()
	p := openTrace(t, sample(t))
	p.Part("twins", func(t *testing.T) { twins(t, p) })
	p.Deselect()
	p.Keys("2")
	p.Part("keys", func(t *testing.T) { withoutPointer(t, p) })
	p.Deselect()
	p.Keys("2")
	p.Part("large", func(t *testing.T) { large(t, p) })
	p.Keys("2")
	p.Part("phone", func(t *testing.T) { phone(t, p) })
}

// withoutPointer explores a trace with keys only.
func withoutPointer(t *testing.T, p *page) {
	p.Keys("?")
	p.WaitFor("the help", `document.getElementById("dialog").checkVisibility()`)
	p.WaitFor("focus in the dialog", `document.getElementById("dialog").contains(document.activeElement)`)
	p.Keys(kb.PageDown)
	p.WaitFor("the help to scroll", `document.querySelector("#dialog > div").scrollTop > 100`)
	for range 5 { // Tab cannot leave the dialog
		p.Keys(kb.Tab)
		if !eval[bool](p, `document.activeElement === document.body || document.getElementById("dialog").contains(document.activeElement)`) {
			t.Errorf("Tab leaves the dialog for %s", eval[string](p, `document.activeElement.id`))
		}
	}
	p.Keys(kb.Escape)
	p.WaitFor("no help", `!document.getElementById("dialog").checkVisibility()`)

	// Arrow keys move between tabs, and between calls.
	p.Act(`(document.getElementById("tab-methods").focus(), true)`)
	p.Keys(kb.ArrowRight)
	p.WaitFor("the next tab", `document.activeElement.id === "tab-topdown" && document.getElementById("panel-topdown").checkVisibility()`)
	p.Keys(kb.End)
	p.WaitFor("the last tab", `document.activeElement === [...document.querySelectorAll("#work [role=tab]")].at(-1) && document.getElementById(document.activeElement.getAttribute("aria-controls")).checkVisibility()`)
	p.Keys(kb.Home)
	p.WaitFor("the first tab", `document.activeElement.id === "tab-overview"`)

	p.Act(`(document.getElementById("timeline").focus(), true)`)
	p.Keys(kb.ArrowDown)
	p.WaitFor("a call", `document.getElementById("call-facts")`)
	first, depth := p.DetailsName(), eval[int](p, `document.querySelectorAll("#path li").length`)
	p.Keys(kb.ArrowDown)
	p.WaitFor("its callee", fmt.Sprintf(`document.querySelectorAll("#path li").length === %d && document.getElementById("details-name").textContent !== %q`, depth+1, first))
	p.Keys("n")
	p.WaitFor("another thread", `[...document.querySelectorAll("#call-facts dt")].find((e) => e.textContent === "Thread").nextElementSibling.textContent !== "main"`)
	said := p.Text("#live")
	if !strings.Contains(said, p.DetailsName()) {
		t.Errorf("a screen reader announces %q for the call of %s", said, p.DetailsName())
	}

	// Commands run by name.
	p.Keys("k", chromedp.ModifierCtrl)
	p.WaitFor("the commands", `document.activeElement.id === "palette"`)
	p.Keys("flame graph")
	p.Keys(kb.Enter)
	p.WaitFor("the flame graph", `document.getElementById("panel-flamegraph").checkVisibility()`)
	p.WaitFor("focus on the timeline", `document.activeElement.id === "timeline"`)
	for _, id := range []string{"help", "commands", "receipt"} {
		p.Act(fmt.Sprintf(`(document.getElementById(%q).focus(), true)`, id))
		p.Keys(kb.Enter)
		p.WaitFor("a dialog", `document.getElementById("dialog").contains(document.activeElement)`)
		p.Keys(kb.Escape)
		p.WaitFor("focus back on the control", fmt.Sprintf(`document.activeElement.id === %q`, id))
	}
}

// TestAccessible: in every state of the page each control has a role and a name. References to other elements
// have a target.
func TestAccessible(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.View(390, 844, "light")
	if wide := eval[int](p, `document.scrollingElement.scrollWidth`); wide > 390 {
		t.Errorf("on a phone the empty page is %d wide", wide)
	}
	p.View(1280, 800, "light")
	p.accessible("empty")
	p.Open(sample(t).file)
	p.Click("#methods-1 .twist")
	p.Click("#methods-1 .fn")
	for key := '1'; key <= '7'; key++ {
		p.Keys(string(key))
		p.accessible("view " + string(key))
	}
	p.Click("#file-menu")
	p.accessible("file menu")
	p.Keys(kb.Escape)
	for _, dialog := range []string{"#help", "#commands", "#receipt"} {
		p.Click(dialog)
		p.accessible(dialog)
		p.Keys(kb.Escape)
	}
	p.Upload("#file", write(t, "a.png", []byte("\x89PNG\r\n\x1a\n\x00\x00")))
	p.WaitRefusal("a.png was not opened")
	p.accessible("refused")
	p.Click("#file-menu")
	p.Click("#close")
	p.Upload("#file", write(t, "a.png", []byte("\x89PNG\r\n\x1a\n\x00\x00")))
	p.WaitStage("failed")
	p.accessible("failed")
}

// accessibilityTree returns the browser's accessibility tree. Chromium then maintains the tree in each frame until it is disabled.
func (p *page) accessibilityTree() []*accessibility.Node {
	p.t.Helper()
	var tree accessibility.GetFullAXTreeResult
	_, err := chromedp.Call(p.ctx, accessibility.Enable, cdp.Empty{})
	if err == nil {
		tree, err = chromedp.Call(p.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	}
	if err == nil {
		_, err = chromedp.Call(p.ctx, accessibility.Disable, cdp.Empty{})
	}
	if err != nil {
		p.fatalf("%v", err)
	}
	return tree.Nodes
}

// accessible checks the browser's accessibility tree and the markup.
func (p *page) accessible(state string) {
	p.t.Helper()
	p.Settle()
	named := []string{"button", "checkbox", "combobox", "dialog", "grid", "link", "menuitem", "option", "progressbar", "radio", "radiogroup",
		"searchbox", "slider", "splitter", "tab", "tablist", "tabpanel", "textbox", "treegrid", "application", "img", "image", "columnheader"}
	for _, n := range p.accessibilityTree() {
		if n.Ignored || n.Role == nil {
			continue
		}
		role := strings.Trim(string(n.Role.Value), `"`)
		name := ""
		if n.Name != nil {
			name = strings.Trim(string(n.Name.Value), `"`)
		}
		if slices.Contains(named, role) && strings.TrimSpace(name) == "" {
			p.t.Errorf("%s: a %s has no name (node %d)", state, role, n.BackendDOMNodeID)
		}
	}
	faults := eval[[]string](p, `(() => {
		const faults = [], say = (text, e) => faults.push(text + ": " + e.outerHTML.slice(0, 120));
		const seen = [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility());
		const ids = new Set();
		for (const e of document.querySelectorAll("[id]")) {
			if (ids.has(e.id)) say("the id is not its own", e);
			ids.add(e.id);
		}
		for (const e of seen) {
			for (const name of ["aria-labelledby", "aria-describedby", "aria-controls", "aria-activedescendant"]) {
				const id = e.getAttribute(name);
				// A hidden panel or a row outside the view may be missing.
				if (id && !document.getElementById(id) && name !== "aria-controls" && name !== "aria-activedescendant") say(name + " refers to nothing", e);
			}
			const role = e.getAttribute("role");
			const within = (...roles) => roles.some((r) => e.parentElement.closest("[role=" + r + "]"));
			if (role === "row" && !within("grid", "treegrid", "table")) say("a row outside of a grid", e);
			if (["gridcell", "cell", "columnheader", "rowheader"].includes(role) && !within("row")) say("a cell outside of a row", e);
			if (role === "tab" && !within("tablist")) say("a tab outside of a list", e);
			if (role === "menuitem" && !within("menu")) say("an item outside of a menu", e);
			if (role === "option" && !within("listbox")) say("an option outside of a list", e);
			if (e.matches("input, select, textarea") && !e.labels?.length && !e.ariaLabel) say("a field without a label", e);
			if (e.matches("button") && !e.textContent.trim() && !e.ariaLabel) say("a button without a name", e);
			if (e.tabIndex > 0) say("an order of its own", e);
		}
		const heads = seen.filter((e) => /^H[1-6]$/.test(e.tagName));
		if (heads.filter((e) => e.tagName === "H1").length !== 1) faults.push("there must be one h1");
		if (!document.documentElement.lang) faults.push("the page has no language");
		return faults;
	})()`)
	for _, f := range faults {
		p.t.Errorf("%s: %s", state, f)
	}
}

// phone: a narrow page does not scroll sideways, and a trace can be explored by touch.
func phone(t *testing.T, p *page) {
	p.View(390, 844, "light")
	fits := func(state string) {
		t.Helper()
		if wide := eval[string](p, `(() => {
			if (document.scrollingElement.scrollWidth <= innerWidth) return "";
			const outside = [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1);
			return document.scrollingElement.scrollWidth + " px: " + outside.slice(0, 3).map((e) => e.outerHTML.slice(0, 80)).join(", ");
		})()`); wide != "" {
			t.Errorf("%s: wider than the page: %s", state, wide)
		}
	}
	fits("open")
	p.Click("#methods-1 .fn")
	for key := '1'; key <= '7'; key++ {
		p.Keys(string(key))
		fits("view " + string(key))
	}
	p.Click("#tab-methods")
	p.Act(`(document.querySelector(".views").scrollIntoView(), true)`)
	p.Shot("phone-methods")
	p.Keys("?")
	fits("help")
	p.Keys(kb.Escape)
	p.Click("#receipt")
	fits("receipt")
}

// twins: minimap, timeline and flame graph have a copy in the accessibility tree, with level, share and
// position. A live line announces what the keys select.
func twins(t *testing.T, p *page) {
	type item struct {
		Text             string
		Level, Place, Of int
	}
	items := func(host string) []item {
		return eval[[]item](p, fmt.Sprintf(`[...document.querySelectorAll("%s [role=tree] > [role=treeitem]")].map((e) => ({ Text: e.textContent, Level: +e.ariaLevel, Place: +e.ariaPosInSet, Of: +e.ariaSetSize }))`, host))
	}
	p.WaitFor("the timeline's twin", `document.querySelectorAll("#timeline [role=treeitem]").length > 5`)
	all := items("#timeline")
	if all[0] != (item{"main", 1, 1, all[0].Of}) {
		t.Errorf("the tree begins with %+v", all[0])
	}
	for i, it := range all {
		if it.Level < 1 || it.Place < 1 || it.Place > it.Of {
			t.Errorf("item %d is %+v", i, it)
		}
		if it.Level > 1 && (!strings.HasSuffix(it.Text, " % of the view") || !strings.Contains(it.Text, "s from ")) {
			t.Errorf("item %d reads %q", i, it.Text)
		}
	}
	p.WaitFor("the minimap's", `document.querySelectorAll("#minimap [role=treeitem]").length === 22`)
	lanes := items("#minimap")
	if lanes[0] != (item{"6 other threads", 1, 1, 2}) || lanes[11] != (item{"main", 1, 2, 2}) {
		t.Errorf("the minimap's lanes are %+v, %+v", lanes[0], lanes[11])
	}
	sum := 0.0
	for i, it := range lanes[12:] {
		var from, to, unit, unit2 string
		var busy float64
		if n, err := fmt.Sscanf(it.Text, "%s %s to %s %s busy about %f %% of the time", &from, &unit, &to, &unit2, &busy); n != 5 || err != nil || it.Level != 2 || it.Place != i+1 || it.Of != 10 || busy < 0 || busy > 100 {
			t.Errorf("a tenth of main is %+v (%v)", it, err)
		}
		sum += busy
	}
	if was := 100 * 136.2 / 1947; sum/10 < was-6 || sum/10 > was+6 { // CPU time of main in the table of threads, and the length of the recording
		t.Errorf("the lane says that main was busy %.1f %% of the time, want %.1f %%", sum/10, was)
	}
	p.Keys("5")
	p.WaitFor("the flame graph's", `document.querySelectorAll("#flame [role=treeitem]").length > 5`)
	if first := items("#flame")[0]; first.Level != 1 || !strings.HasPrefix(first.Text, "java.lang.Thread.run, ") || !strings.HasSuffix(first.Text, " % of the view") {
		t.Errorf("the flame graph begins with %+v", first)
	}
	p.Act(`(document.getElementById("flame").focus(), true)`)
	p.Keys(kb.ArrowDown)
	p.WaitFor("the selected box in the live line", `/ % of the view, level \d+$/.test(document.querySelector("#flame .twin-said").textContent) && document.querySelectorAll("#flame [aria-selected=true]").length === 1`)
	before := p.Text("#flame .twin-said")
	p.Keys(kb.ArrowDown)
	p.Keys(kb.ArrowDown)
	p.WaitFor("the next one", fmt.Sprintf(`document.querySelector("#flame .twin-said").textContent !== %q`, before))
	p.Settle()
	trees := 0
	for _, n := range p.accessibilityTree() {
		if n.Role != nil && string(n.Role.Value) == `"treeitem"` && !n.Ignored {
			trees++
		}
	}
	if trees < 10 {
		t.Errorf("the accessibility tree has %d items of twins", trees)
	}
}

// large: at 200 % zoom in a window of 1280 × 1024, which leaves 640 × 512, nothing is cut. The page does
// not scroll sideways, and every visible control can be reached.
func large(t *testing.T, p *page) {
	p.View(640, 512, "light")
	const cut = `(() => {
		const out = [];
		if (document.scrollingElement.scrollWidth > innerWidth) out.push("the page is " + document.scrollingElement.scrollWidth + " wide");
		for (const e of document.querySelectorAll("button, input, select, a[href], [tabindex='0']")) {
			if (!e.checkVisibility({ visibilityProperty: true }) || e.closest("[hidden], .rows, .skip, .twin")) continue;
			const { width } = e.getBoundingClientRect();
			if (width === 0) continue;
			e.scrollIntoView({ block: "nearest", inline: "nearest" });
			const { left, right, top, bottom } = e.getBoundingClientRect();
			if (right <= 1 || left >= innerWidth - 1 || bottom <= 1 || top >= innerHeight - 1) out.push((e.id || e.outerHTML.slice(0, 60)) + " lies at " + [left, top, right, bottom].map(Math.round));
		}
		return out.join("\n");
	})()`
	for _, view := range []string{"1", "4", "6", "8"} {
		p.Keys(view)
		if got := eval[string](p, cut); got != "" {
			t.Errorf("view %s:\n%s", view, got)
		}
	}
	p.Shot("large")
}
