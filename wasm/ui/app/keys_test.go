package app

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

func TestKeysGoFromTheFrontToTheBack(t *testing.T) {
	act := func(a canvas.Act) string { return "act " + strconv.Itoa(int(a)) }
	dumps := func(h *house) { h.Receive(0, someDumps()); h.page.Room = desk.DumpRoom }
	tests := []struct {
		name    string
		before  func(*house)
		key     canvas.Key
		handled bool
		last    string // the last call of the visible room
	}{
		{"a gesture", nil, canvas.Key{Name: "k", Code: "KeyK"}, true, act(canvas.NextClock)},
		{"a tab", nil, canvas.Key{Name: "4"}, true, act(canvas.Tab + 3)},
		{"a table's key", nil, canvas.Key{Name: "ArrowDown", Row: true}, true, "key ArrowDown"},
		{"outside of a table it walks", nil, canvas.Key{Name: "ArrowDown"}, true, act(canvas.GoDown)},
		{"with Mod it is the browser's", nil, canvas.Key{Name: "0", Mod: true}, false, ""},
		{"no gesture of dumps", dumps, canvas.Key{Name: "k", Code: "KeyK"}, false, ""},
		{"a gesture of dumps", dumps, canvas.Key{Name: "]"}, true, act(canvas.NextProcess)},
		{"and of a trace the row above main", nil, canvas.Key{Name: "]"}, true, act(canvas.NextSpan)},
		{"what the room does not do is not handled", func(h *house) { h.traces.deaf = true }, canvas.Key{Name: "k"}, false, act(canvas.NextClock)},
		{"a letter in the search", nil, canvas.Key{Name: "k", Editing: true, Focus: "find"}, false, ""},
		{"a slash in the search", nil, canvas.Key{Name: "/", Editing: true, Focus: "find"}, false, ""},
		{"the search from the search", nil, canvas.Key{Name: "f", Mod: true, Editing: true, Focus: "find"}, true, act(canvas.Find)},
		{"Enter in the search", nil, canvas.Key{Name: "Enter", Editing: true, Focus: "find"}, true, "step back false"},
		{"Shift and Enter in it", nil, canvas.Key{Name: "Enter", Shift: true, Editing: true, Focus: "find"}, true, "step back true"},
		{"Enter in another text field", nil, canvas.Key{Name: "Enter", Editing: true, Focus: "other"}, false, ""},
		{"a text field of the room's", dumps, canvas.Key{Name: "Escape", Editing: true, Focus: "stacks-find"}, true, "editing Escape"},
		{"the browser's own search in dumps", dumps, canvas.Key{Name: "f", Mod: true, Editing: true, Focus: "other"}, false, ""},
		{"under a dialog nothing", func(h *house) { h.over.openDialog(help) }, canvas.Key{Name: "k"}, false, ""},
		{"in the palette letters are typed", func(h *house) { h.over.openPalette() }, canvas.Key{Name: "k", Editing: true, Focus: "palette"}, false, ""},
		{"a divider", nil, canvas.Key{Name: "ArrowUp", Focus: "split-timeline"}, true, ""},
		{"a divider's other arrows go nowhere else", nil, canvas.Key{Name: "ArrowDown", Focus: "split-details"}, true, ""},
		{"a slider's arrows", nil, canvas.Key{Name: "ArrowLeft", Focus: "graph-threshold"}, false, ""},
		{"but not its letters", nil, canvas.Key{Name: "k", Focus: "graph-threshold"}, true, act(canvas.NextClock)},
	}
	for _, tt := range tests {
		h := openCalc(t)
		if tt.before != nil {
			tt.before(h)
		}
		h.page.Notify("Copied.")
		h.host.Redraws = 0
		room := &h.traces.fake
		if h.dumping() {
			room = &h.stacks.fake
		}
		if got := h.Key(tt.key); got != tt.handled || room.last() != tt.last {
			t.Errorf("%s: handled %v, last call %q; want %v, %q", tt.name, got, room.last(), tt.handled, tt.last)
		}
		if h.page.Notice != "" || (h.host.Redraws > 0) != tt.handled {
			t.Errorf("%s: notice %q, %d renders", tt.name, h.page.Notice, h.host.Redraws)
		}
	}

	// No file is open.
	h := newHouse()
	for name, want := range map[string]bool{"k": false, "4": false, "Escape": false, "?": true} {
		if got := h.Key(canvas.Key{Name: name}); got != want {
			t.Errorf("with nothing open %s is handled: %v", name, got)
		}
		h.over.closeDialog()
	}
}

func TestEscGoesBackOneLevelAtATime(t *testing.T) {
	h := openCalc(t)
	h.desk.Search.Find("calc")
	h.over.openDialog(help)
	h.over.toggleMenu(exportMenu)
	left := func() string {
		var s []string
		for _, level := range []struct {
			on   bool
			name string
		}{
			{h.over.menu.shows != noMenu, "menu"}, {h.over.shows != nothing, "dialog"}, {h.desk.Search.Text != "", "search"}, {h.traces.did == nil, "room"},
		} {
			if level.on {
				s = append(s, level.name)
			}
		}
		return strings.Join(s, " ")
	}
	for _, want := range []string{"menu dialog search room", "dialog search room", "search room", "room", ""} {
		if got := left(); got != want {
			t.Fatalf("left: %q, want %q", got, want)
		}
		if h.over.menu.shows != noMenu {
			h.back()
		} else if !h.Key(canvas.Key{Name: "Escape", Code: "Escape"}) {
			t.Fatal("Esc was not handled")
		}
	}

	// The trace's search does not affect the dumps.
	h.desk.Search.Find("calc")
	h.Receive(0, someDumps())
	h.page.Room = desk.DumpRoom
	h.Key(canvas.Key{Name: "Escape", Code: "Escape"})
	if h.desk.Search.Text == "" || h.stacks.did == nil {
		t.Errorf("Esc in dumps: search %q, room %q", h.desk.Search.Text, h.stacks.did)
	}
}

func TestEscLeavesTheSearch(t *testing.T) {
	h := openCalc(t)
	h.desk.Search.Find("calc")
	h.Key(canvas.Key{Name: "Escape", Editing: true, Focus: "find"})
	if h.desk.Search.Text != "" || h.host.Last() != "focus timeline" {
		t.Errorf("%q, %s", h.desk.Search.Text, h.host.Last())
	}
}

func TestFocusReturns(t *testing.T) {
	h := openCalc(t)
	h.click("receipt")
	h.Key(canvas.Key{Name: "Escape"})
	if got := h.host.Last(); got != "focus receipt" {
		t.Errorf("from the receipt: %s", got)
	}
	h.click("file-menu")
	h.click("properties")
	h.Key(canvas.Key{Name: "Escape"})
	if got := h.host.Last(); got != "focus file-menu" {
		t.Errorf("from a menu: %s", got)
	}
	h.Key(canvas.Key{Name: "k", Mod: true, Focus: "find", Editing: true})
	h.Key(canvas.Key{Name: "Escape", Focus: "palette", Editing: true})
	if got := h.host.Last(); got != "focus find" {
		t.Errorf("from the search: %s", got)
	}
	h.Key(canvas.Key{Name: "?"})
	h.Key(canvas.Key{Name: "Escape", Focus: "dialog-close"})
	if got := h.host.Last(); got != "focus timeline" {
		t.Errorf("from nowhere: %s", got)
	}
}

// TestMenuKeys: arrow keys move between the enabled lines, and Escape returns to the button.
func TestMenuKeys(t *testing.T) {
	h := openCalc(t)
	h.traces.deaf = true // it refuses speedscope
	focus := "export"
	press := func(name string) string {
		t.Helper()
		if !h.Key(canvas.Key{Name: name, Code: name, Focus: focus}) {
			t.Fatalf("%s was not handled", name)
		}
		focus = strings.TrimPrefix(h.host.Last(), "focus ")
		return focus
	}
	h.desk.ClearThreads()
	h.click("export")
	var walked []string
	for range 10 {
		walked = append(walked, press("ArrowDown"))
	}
	if want := []string{"export-link", "export-answers", "export-answers-hidden", "scope-all", "export-csv", "export-summary", "export-page", "export-dot", "export-timeline-png", "export-flame-png"}; !slices.Equal(walked, want) {
		t.Errorf("walked %q, want %q", walked, want)
	}
	before := focus
	press("ArrowUp")
	focus = before // the former element
	if got := press("ArrowUp"); got != "export-dot" {
		t.Errorf("two keys in one frame: %q", got)
	}
	if a, b, c := press("End"), press("ArrowDown"), press("ArrowUp"); a != "export-flame-png" || b != "export-link" || c != a {
		t.Errorf("round the end: %q, %q, %q", a, b, c)
	}
	if got := press("Escape"); got != "export" || h.over.menu.shows != noMenu {
		t.Errorf("Esc goes to %q, menu %d", got, h.over.menu.shows)
	}
	h.desk.SetRange(1200*ms, 3400*ms, 6370*ms)
	h.click("export")
	if a, b, c := press("Home"), press("End"), press("ArrowDown"); a != "export-link" || b != "export-flame-png" || c != "export-link" {
		t.Errorf("from home: %q, %q, %q", a, b, c)
	}
	if a, b, c, d := press("ArrowDown"), press("ArrowDown"), press("ArrowDown"), press("ArrowDown"); a != "export-answers" || b != "export-answers-hidden" || c != "scope-all" || d != "scope-range" {
		t.Errorf("with a range: %q, %q, %q, %q", a, b, c, d)
	}
	h.click("file-menu")
	focus = "file-menu"
	if a, b, c := press("ArrowUp"), press("ArrowDown"), press("ArrowDown"); a != "close" || b != "properties" || c != "notes" {
		t.Errorf("the file's menu: %q, %q, %q", a, b, c)
	}
	press("End")
	if a, b, c := press("ArrowUp"), press("ArrowUp"), press("ArrowUp"); a != "all-commands" || b != "copy-link" || c != "samples-too" {
		t.Errorf("the end of the file's menu: %q, %q, %q", a, b, c)
	}
	if got := press("Tab"); got != "file-menu" || h.over.menu.shows != noMenu {
		t.Errorf("Tab goes to %q, menu %d", got, h.over.menu.shows)
	}
	h.click("file-menu")
	h.traces.deaf = false
	h.Key(canvas.Key{Name: "2"})
	if h.over.menu.shows != noMenu {
		t.Error("a key that shows a view leaves the menu open")
	}
}

func TestClicksInTheHeader(t *testing.T) {
	h := openCalc(t)
	for id, want := range map[string]string{
		"open": "pick", "add": "add", "sample-deadlock": "fetch samples/deadlock.txt", "help": "focus dialog-close", "commands": "focus palette",
	} {
		h.click(id)
		if got := h.host.Last(); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
		h.over.closeDialog()
	}
	h.desk.Search.Find("draw")
	h.desk.Search.Hits = &message.Hits{Text: "draw", Others: 3}
	if got := h.desk.Search.Others(); got != "3 matches in other code" || h.desk.Search.Matches() != "" {
		t.Errorf("the search says %q and %q", got, h.desk.Search.Matches())
	}
	h.click("find-others")
	if !h.desk.CodeSet || h.desk.Code != message.AllCode || h.host.Last() != "focus find" {
		t.Errorf("the matches in other code are not shown: code %d, %s", h.desk.Code, h.host.Last())
	}
	h.click("clock-cpu")
	h.click("find-only")
	h.click("find-previous")
	if h.desk.Clock != 1 || !h.desk.Search.Only || h.traces.last() != "step back true" {
		t.Errorf("clock %d, only %v, %s", h.desk.Clock, h.desk.Search.Only, h.traces.last())
	}
}

// TestCommands: the palette lists the commands of the visible view in its own order.
func TestCommands(t *testing.T) {
	names := func(h *house) (all []string) {
		for _, cmd := range h.commands("") {
			all = append(all, cmd.Name)
		}
		return all
	}
	own := []string{"Open a file…", "Open the text on the clipboard", "Recent files…", "Open the sample: a startup", "Open the sample: a CPU profile",
		"Open the sample: a deadlock", "Open the sample: a week of ANRs", "Open the sample: a pile of ANRs", "Switch between light and dark", "Language: 中文", "Privacy: files read, data sent, data kept"}
	file := []string{"Print this view", "Copy link to this view", "Copy for an assistant", "Copy embed code", "Add a file…", "Restore names with a mapping.txt…", "Close the file"}
	withoutNames := slices.Insert(slices.Clone(file), 3, "Copy for an assistant without names")
	if got, want := names(newHouse()), append(slices.Clone(own), "This help"); !slices.Equal(got, want) {
		t.Errorf("with nothing open %q, want %q", got, want)
	}
	h := openCalc(t)
	h.Receive(0, someDumps())
	got := names(h)
	head := slices.Concat(own, withoutNames, []string{"Properties of the file", "Compare with another trace…", "Select a range by its times…", "Colour by rank", "Colour by package", "Sum over all threads",
		"Export: Method table, CSV", "Export: Method table, Summary, JSON", "Export: Other programs, speedscope", "Export: Other programs, One page", "Export: Other programs, Call graph, DOT",
		"Export: Pictures, Timeline, PNG", "Export: Pictures, Flame graph, PNG", "Zoom in", "Zoom out"})
	tail := []string{"This help", "Show Methods", "Show Top-down", "Show Bottom-up", "Show Flame graph", "Show Callers & callees", "Show Threads", "Show About this file", "Show Call graph"}
	if len(got) < 40 || !slices.Equal(got[:len(head)], head) || !slices.Equal(got[len(got)-len(tail):], tail) {
		t.Errorf("of a trace %q", got)
	}
	h.page.Room = desk.DumpRoom
	want := slices.Concat(own, file, []string{"Show Threads", "Show Groups", "Export: Thread dumps, Verdicts, text", "This help"})
	if got := names(h); !slices.Equal(got, want) {
		t.Errorf("of dumps %q, want %q", got, want)
	}
}

func TestTheCommandNamedComesFirst(t *testing.T) {
	h := openCalc(t)
	for text, want := range map[string]string{
		"flame graph": "Show Flame graph", "threads": "Show Threads", "about": "Show About this file", "top": "Show Top-down",
		"zoom out": "Zoom out", "call": "Show Callers & callees", "colour by pack": "Colour by package",
	} {
		if all := matches(h.commands(""), text); len(all) == 0 || all[0].Name != want {
			t.Errorf("%q leads to %v, want %s", text, all, want)
		}
	}
	h.over.openPalette()
	h.over.palette.text = "call"
	for _, name := range []string{"ArrowDown", "ArrowDown", "ArrowUp", "Enter"} {
		if !h.Key(canvas.Key{Name: name, Editing: true, Focus: "palette"}) {
			t.Errorf("%s was not handled", name)
		}
	}
	if h.over.shows != nothing || h.traces.last() != "act "+strconv.Itoa(int(canvas.Tab+7)) {
		t.Errorf("dialog %d, %s", h.over.shows, h.traces.last())
	}
}

// TestTypedRange: the palette selects a range by its times, and begins with the visible one.
func TestTypedRange(t *testing.T) {
	h := openCalc(t)
	h.over.openPalette()
	h.over.palette.text = "Select a range"
	h.Key(canvas.Key{Name: "Enter", Editing: true, Focus: "palette"})
	if h.over.shows != commands || h.over.palette.text == "" {
		t.Fatalf("dialog %d has the text %q", h.over.shows, h.over.palette.text)
	}
	for text, want := range map[string][2]int64{"0.5 - 1.5 s": {500_000_000, 1_500_000_000}, "6 s to 9 s": {6_000_000_000, 6_370_000_000}} {
		h.over.openPalette()
		h.over.palette.text = text
		h.Key(canvas.Key{Name: "Enter", Editing: true, Focus: "palette"})
		if got := [2]int64{h.desk.From, h.desk.To}; got != want || h.over.shows != nothing {
			t.Errorf("%q selects %d, want %d", text, got, want)
		}
	}
	h.over.openPalette()
	h.over.palette.text = "9 s - 10 s"
	h.Key(canvas.Key{Name: "Enter", Editing: true, Focus: "palette"})
	if words.Plain(h.page.Notice) != "The trace ends at 6.37 s." {
		t.Errorf("outside the trace the notice is %q", h.page.Notice)
	}
	h.desk.SetRange(1, 2_000_000, 1e9)
	if h.typeRange(); h.over.palette.text != h.desk.RangeText() {
		t.Errorf("the selected range is not the text, but %q", h.over.palette.text)
	}
}

// TestHelpNamesTheViews: the help has the room's names of the views.
func TestHelpNamesTheViews(t *testing.T) {
	h := openCalc(t)
	h.over.openDialog(help)
	if page := h.render(t); !strings.Contains(page, "<dd>Methods, Top-down, Bottom-up, Flame graph, Callers &amp; callees, Threads, About this file, Call graph</dd>") {
		t.Error("the help does not name the views")
	}
}

// TestTooltipsHide: any key except a modifier, and any dialog, hides tooltips.
func TestTooltipsHide(t *testing.T) {
	h := openCalc(t)
	for _, tt := range []struct {
		name string
		do   func()
		want int
	}{
		{"a key", func() { h.Key(canvas.Key{Name: "k"}) }, 1},
		{"one that does nothing", func() { h.Key(canvas.Key{Name: "q"}) }, 1},
		{"a modifier", func() { h.Key(canvas.Key{Name: "Control", Mod: true}) }, 0},
		{"a dialog", func() { h.over.openDialog(help) }, 1},
		{"the palette", func() { h.over.openPalette() }, 1},
	} {
		h.traces.hushed = 0
		if tt.do(); h.traces.hushed != tt.want {
			t.Errorf("%s: tips go %d times, want %d", tt.name, h.traces.hushed, tt.want)
		}
	}
}
