//go:build !js

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestKeyboard: Tab reaches everything that a pointer can, in an order that can be followed,
// and what has the keyboard can be seen to have it.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	p := openTrace(t, sample(t))
	want := []string{
		"skip", "file-menu", "receipt", "open", "samples", "export", "find", "clock-wall", "colour", "commands", "theme", "help",
		"thread-sort", "collapse-all", "origin-own", "fit", "all", "timeline", "split-timeline", "tab-methods", "methods-rows", "split-details", "details",
	}
	type stop struct {
		ID, Tag string
		Seen    bool
	}
	plain := p.looks()
	var order []string
	for range 60 {
		p.Keys(kb.Tab)
		s := eval[stop](p, `(() => { const e = document.activeElement; return { ID: e.id, Tag: e.outerHTML.slice(0, 80), Seen: e.checkVisibility() }; })()`)
		if s.ID == "" && strings.HasPrefix(s.Tag, "<body") || len(order) > 0 && s.ID == order[0] {
			break
		}
		if s.ID == "" {
			t.Errorf("what has the keyboard has no id: %s", s.Tag)
		}
		if !s.Seen {
			t.Errorf("%s has the keyboard and cannot be seen", s.ID)
		}
		if now := p.looks(); now[s.ID] == plain[s.ID] {
			t.Errorf("%s has the keyboard and looks as without: %s", s.ID, now[s.ID])
		}
		order = append(order, s.ID)
	}
	eval[bool](p, `(document.getElementById("skip").focus(), true)`)
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

// looks is how the elements with an id are outlined, by id.
func (p *page) looks() map[string]string {
	p.t.Helper()
	return eval[map[string]string](p, `Object.fromEntries([...document.querySelectorAll("[id]")].map((e) => {
		const s = getComputedStyle(e);
		return [e.id, [s.outlineStyle === "none" ? "no outline" : s.outline, s.boxShadow, s.borderColor, s.backgroundColor].join("; ")];
	}))`)
}

// TestWithoutPointer: a trace is explored by keys alone.
func TestWithoutPointer(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	p.Keys("?")
	p.WaitFor("the help", `document.getElementById("dialog").checkVisibility()`)
	p.WaitFor("the keyboard in the dialog", `document.getElementById("dialog").contains(document.activeElement)`)
	for range 5 { // what lies behind cannot be reached
		p.Keys(kb.Tab)
		if !eval[bool](p, `document.activeElement === document.body || document.getElementById("dialog").contains(document.activeElement)`) {
			t.Errorf("Tab leaves the dialog for %s", eval[string](p, `document.activeElement.id`))
		}
	}
	p.Keys(kb.Escape)
	p.WaitFor("no help", `!document.getElementById("dialog").checkVisibility()`)

	// The arrow keys walk among the tabs, and among the calls.
	eval[bool](p, `(document.getElementById("tab-methods").focus(), true)`)
	p.Keys(kb.ArrowRight)
	p.WaitFor("the next tab", `document.activeElement.id === "tab-topdown" && document.getElementById("panel-topdown").checkVisibility()`)
	p.Keys(kb.End)
	p.WaitFor("the last tab", `document.activeElement.id === "tab-callgraph" && document.getElementById("panel-callgraph").checkVisibility()`)
	p.Keys(kb.Home)
	p.WaitFor("the first tab", `document.activeElement.id === "tab-methods"`)

	eval[bool](p, `(document.getElementById("timeline").focus(), true)`)
	p.Keys(kb.ArrowDown)
	p.WaitFor("a call", `document.getElementById("call-facts")`)
	first, depth := p.DetailsName(), eval[int](p, `document.querySelectorAll("#path li").length`)
	p.Keys(kb.ArrowDown)
	p.WaitFor("its callee", fmt.Sprintf(`document.querySelectorAll("#path li").length === %d && document.getElementById("details-name").textContent !== %q`, depth+1, first))
	p.Keys("n")
	p.WaitFor("another thread", `[...document.querySelectorAll("#call-facts dt")].find((e) => e.textContent === "Thread").nextElementSibling.textContent !== "main"`)
	said := p.Text("#live")
	if !strings.Contains(said, p.DetailsName()) {
		t.Errorf("a screen reader is told %q of the call of %s", said, p.DetailsName())
	}

	// Commands, by name.
	p.Keys("k", chromedp.ModifierCtrl)
	p.WaitFor("the commands", `document.activeElement.id === "palette"`)
	p.Keys("flame graph")
	p.Keys(kb.Enter)
	p.WaitFor("the flame graph", `document.getElementById("panel-flamegraph").checkVisibility()`)
	p.WaitFor("the keyboard where it was", `document.activeElement.id === "timeline"`)
	for _, id := range []string{"help", "commands", "receipt"} {
		eval[bool](p, fmt.Sprintf(`(document.getElementById(%q).focus(), true)`, id))
		p.Keys(kb.Enter)
		p.WaitFor("a dialog", `document.getElementById("dialog").contains(document.activeElement)`)
		p.Keys(kb.Escape)
		p.WaitFor("the keyboard back", fmt.Sprintf(`document.activeElement.id === %q`, id))
	}
}

// TestAccessible: in every state of the page all that can be worked has a role and a name, and
// what refers to another element refers to one that is there.
func TestAccessible(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.accessible("empty")
	p.Open(sample(t).file)
	p.Click("#methods-1 .twist")
	p.Click("#methods-1 .fn")
	for key := '1'; key <= '7'; key++ {
		p.Keys(string(key))
		p.Settle()
		p.Settle()
		p.accessible("view " + string(key))
	}
	p.Click("#file-menu")
	p.accessible("file menu")
	p.Keys(kb.Escape)
	for _, dialog := range []string{"#help", "#commands", "#receipt"} {
		p.Click(dialog)
		p.Settle()
		p.accessible(dialog)
		p.Keys(kb.Escape)
		p.Settle()
	}
	p.Upload("#file", write(t, "a.png", []byte("\x89PNG\r\n\x1a\n\x00\x00")))
	p.Refused("a.png was not opened")
	p.accessible("refused")
	p.Click("#file-menu")
	p.Click("#close")
	p.Upload("#file", write(t, "a.png", []byte("\x89PNG\r\n\x1a\n\x00\x00")))
	p.WaitStage("failed")
	p.accessible("failed")
}

// accessible looks at the tree that the browser gives to screen readers, and at the markup.
func (p *page) accessible(state string) {
	p.t.Helper()
	tree, err := chromedp.Call(p.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		p.fatalf("%v", err)
	}
	named := []string{"button", "checkbox", "combobox", "dialog", "grid", "link", "menuitem", "option", "progressbar", "radio", "radiogroup",
		"searchbox", "slider", "splitter", "tab", "tablist", "tabpanel", "textbox", "treegrid", "application", "img", "image", "columnheader"}
	for _, n := range tree.Nodes {
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
				// A panel that is not shown, or a row scrolled away, may be missing.
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

// TestPhone: on a narrow page nothing sticks out sideways, and a trace can be used by touch.
func TestPhone(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.View(390, 844, "light")
	fits := func(state string) {
		t.Helper()
		p.Settle()
		p.Settle()
		if wide := eval[string](p, `(() => {
			if (document.scrollingElement.scrollWidth <= innerWidth) return "";
			const outside = [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1);
			return document.scrollingElement.scrollWidth + " px: " + outside.slice(0, 3).map((e) => e.outerHTML.slice(0, 80)).join(", ");
		})()`); wide != "" {
			t.Errorf("%s: wider than the page: %s", state, wide)
		}
	}
	fits("empty")
	p.Open(sample(t).file)
	fits("open")
	p.Click("#methods-1 .fn")
	for key := '1'; key <= '7'; key++ {
		p.Keys(string(key))
		fits("view " + string(key))
	}
	p.Click("#tab-methods")
	eval[bool](p, `(document.querySelector(".views").scrollIntoView(), true)`)
	p.Shot("phone-methods")
	p.Keys("?")
	fits("help")
	p.Keys(kb.Escape)
	p.Click("#receipt")
	fits("receipt")
}
