package app

import (
	"strings"
	"testing"

	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

// some opens a menu of five lines in two parts. A chosen line is recorded as "did name".
func some(h *house, at desk.Place) {
	m := desk.Menu{At: at, Element: "methods-1", ReturnFocus: "methods-rows", Title: "a.B.c"}
	for _, name := range []string{"Zoom to it", "", "Copy name", "Copy path", "", "Only thread main", "Hide thread main", ""} {
		m.Items = append(m.Items, desk.Command{Name: name, Do: func() { h.host.Copy("did " + name) }})
	}
	h.page.OpenMenu(m)
}

// TestContextKeys: keys move in the menu, choose a line, and close the menu. The focus returns to its former
// element.
func TestContextKeys(t *testing.T) {
	for _, tt := range []struct {
		name, keys string
		want       string // the focused line, or the last action
	}{
		{"opened by hand no line has it", "", ""},
		{"down", "ArrowDown", "menu-0"},
		{"over what parts them", "ArrowDown ArrowDown", "menu-2"},
		{"up from none", "ArrowUp", "menu-6"},
		{"round the end", "End ArrowDown", "menu-0"},
		{"round the start", "Home ArrowUp", "menu-6"},
		{"to a letter", "c", "menu-2"},
		{"to the next of a letter", "c C", "menu-3"},
		{"to a letter, round the end", "h z", "menu-0"},
		{"to no letter", "c q", "menu-2"},
		{"Enter", "ArrowDown ArrowDown Enter", "copy did Copy name"},
		{"Space", "o Space", "copy did Only thread main"},
		{"Enter on none", "Enter", ""},
		{"Esc", "ArrowDown Escape", "focus methods-rows"},
		{"Tab", "Tab", "focus methods-rows"},
		{"the menu key", "ContextMenu", "focus methods-rows"},
	} {
		h := openCalc(t)
		some(h, desk.Place{X: 100, Y: 200})
		for _, key := range strings.Fields(tt.keys) {
			if key == "Space" {
				key = " "
			}
			if !h.Key(canvas.Key{Name: key, Focus: desk.MenuID}) {
				t.Errorf("%s: %s is left to others", tt.name, key)
			}
		}
		got, _ := h.context.active().(string)
		if !h.MenuOpen() {
			got = h.host.Last()
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if h.traces.last() != "" {
			t.Errorf("%s: the room got %s", tt.name, h.traces.last())
		}
	}
	h := openCalc(t)
	some(h, desk.Place{X: 1, Y: 1})
	if !h.Key(canvas.Key{Name: "k", Mod: true}) || h.MenuOpen() || h.over.shows != commands {
		t.Error("Mod and K do not go from the menu to the commands")
	}
}

// TestContextOpens: ways to open and to close the menu.
func TestContextOpens(t *testing.T) {
	h := openCalc(t)
	if !h.Menu("methods-3", 10, 20) || h.traces.last() != "menu of methods-3 at 10,20" {
		t.Errorf("a right click: the room got %q", h.traces.last())
	}
	h.Key(canvas.Key{Name: "F10", Shift: true, Focus: "threads-rows"})
	if h.traces.last() != "menu of threads-rows at 0,0" {
		t.Errorf("Shift and F10: the room got %q", h.traces.last())
	}
	if h.Key(canvas.Key{Name: "F10", Focus: "threads-rows"}) {
		t.Error("F10 alone opens the menu")
	}
	h.traces.deaf = true
	if h.Menu("nothing", 10, 20) {
		t.Error("what has no menu has one")
	}
	h.over.openDialog(help)
	h.traces.deaf = false
	if h.Menu("methods-3", 10, 20) {
		t.Error("under a dialog a menu opens")
	}
	h.over.closeDialog()

	for name, do := range map[string]func(){
		"a click elsewhere": h.CloseMenu,
		"a dialog":          func() { h.over.openDialog(help); h.over.closeDialog() },
		"another file":      func() { h.Opening("b.trace", 1, false); h.Receive(0, calc()) },
		"a step back":       func() { h.Return(h.history.serial, 0) },
	} {
		some(h, desk.Place{X: 1, Y: 1})
		if !h.MenuOpen() {
			t.Fatal("no menu")
		}
		if do(); h.MenuOpen() {
			t.Errorf("%s leaves the menu open", name)
		}
	}

	// From the keyboard, the first line gets the focus, and the element sets the place.
	some(h, desk.Place{})
	if m := h.page.Menu; m.Cursor != 0 || m.At != (desk.Place{X: 40, Y: 60}) {
		t.Errorf("by the keyboard it opens at %v with line %d", m.At, m.Cursor)
	}
	h.page.CloseMenu(false)
	h.page.OpenMenu(desk.Menu{Items: []desk.Command{{}, {}}})
	if h.MenuOpen() {
		t.Error("a menu of nothing opens")
	}
}

func TestContextGolden(t *testing.T) {
	h := openCalc(t)
	some(h, desk.Place{X: 1270, Y: 790})
	h.Key(canvas.Key{Name: "ArrowDown", Focus: desk.MenuID})
	uitest.CheckGolden(t, "context.html", uitest.CutOut(t, h.render(t), "context"))
	uitest.Click(h.context.clicked, "menu-3")
	if h.host.Last() != "copy did Copy path" || h.MenuOpen() {
		t.Errorf("a click on a line: %q", h.host.Last())
	}
}

// TestContextLeads: a command that shows another view moves the focus there, because the former element may be
// gone.
func TestContextLeads(t *testing.T) {
	h := openCalc(t)
	h.page.OpenMenu(desk.Menu{At: desk.Place{X: 1, Y: 1}, ReturnFocus: "methods-rows", Items: []desk.Command{{Name: "Show its callers and callees", Do: func() { h.desk.Show("relatives") }}}})
	h.Key(canvas.Key{Name: "ArrowDown", Focus: desk.MenuID})
	h.Key(canvas.Key{Name: "Enter", Focus: desk.MenuID})
	if got := h.host.Last(); got != "focus tab-relatives" {
		t.Errorf("the keyboard goes to %q", got)
	}
}
