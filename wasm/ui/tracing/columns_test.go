package tracing

import (
	"strings"
	"testing"

	"traceglass/render/scene"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/chips"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

// heads returns the heads of the columns in the browser.
func (p *page) heads(t testing.TB) string {
	t.Helper()
	var all []string
	for _, part := range strings.Split(uitest.CutOut(t, p.look(t), "head"), `id="methods-sort-`)[1:] {
		_, text, _ := strings.Cut(part, ">")
		text, _, _ = strings.Cut(text, "<")
		all = append(all, text)
	}
	return strings.Join(all, " | ")
}

// TestColumns: the tables have columns of the selected clock. A menu selects columns, also of other clocks.
func TestColumns(t *testing.T) {
	p := openCalc(t)
	see := func(want string) {
		t.Helper()
		if got := p.heads(t); got != want {
			t.Errorf("the heads are\n %s, want\n %s", got, want)
		}
	}
	see("# | Name | Columns | By method | All | Own | Own + caused | Incl % | Inclusive | Excl % | Exclusive | Calls+Rec | Time/Call")
	p.press(t, "methods-sort-columns")
	if p.Last() != "focus methods-columns-figure-0" {
		t.Errorf("the menu opened and did %q", p.Last())
	}
	press := func(part string) {
		t.Helper()
		p.look(t)
		p.Click(t, "methods-columns-"+part)
		p.RequestData()
	}
	press("clock-1")
	see("# | Name | Columns | By method | All | Own | Own + caused | Incl % | Inclusive | Excl % | Exclusive | Calls+Rec | Time/Call | Incl % | Inclusive | Excl % | Exclusive | Time/Call")
	press("clock-1")
	press("figure-2")
	press("onward-0")
	see("# | Name | Columns | By method | All | Own | Own + caused | Inclusive | Incl % | Exclusive | Calls+Rec | Time/Call")
	if p.Stored["columns"] != "10-2345" {
		t.Errorf("what was chosen is kept as %q", p.Stored["columns"])
	}
	page := desk.NewPage(p.Stand)
	if page.Columns.Order[0] != desk.Inclusive || !page.Columns.Hidden[desk.ExclusiveShare] || page.Columns.Hidden[desk.Exclusive] {
		t.Errorf("the next visit begins with %+v", page.Columns)
	}
	p.key(canvas.Key{Name: "ArrowDown", Focus: "methods-columns-figure-0"})
	if p.Last() != "focus methods-columns-figure-1" {
		t.Errorf("the arrow in the menu did %q", p.Last())
	}
	press("usual")
	p.key(canvas.Key{Name: "Escape", Focus: "methods-columns-usual"})
	if p.Last() != "focus methods-sort-columns" {
		t.Errorf("Esc did %q", p.Last())
	}
	see("# | Name | Columns | By method | All | Own | Own + caused | Incl % | Inclusive | Excl % | Exclusive | Calls+Rec | Time/Call")
}

// TestCode: the switch of code asks for other rows, and the exclusive columns of charged time have other names. The key goes
// through the choices. The table begins with charged time if own code is certain, until the user chooses. Charged time is
// the first column and sorts the rows, until the user sorts by another.
func TestCode(t *testing.T) {
	p := openCalc(t)
	check := func(step string, want message.Code, chip string) {
		t.Helper()
		p.answer()
		heads := "# | Name | Columns | By method | All | Own | Own + caused | Incl % | Inclusive | Excl % | Exclusive | Calls+Rec | Time/Call"
		sorted := message.ByInclusive
		if want == message.ChargedToOwn {
			heads = "# | Name | Columns | By method | All | Own | Own + caused | Caused % | Caused | Incl % | Inclusive | Calls+Rec | Time/Call"
			sorted = message.ByExclusive
		}
		if want == message.OwnCode { // its inclusive time is less than that of the other choices
			heads = strings.Replace(heads, "Inclusive", "Incl own", 1)
		}
		if got := p.rows.Order.Column; got != sorted {
			t.Errorf("%s: sorted by %d, want %d", step, got, sorted)
		}
		if got := p.heads(t); got != heads {
			t.Errorf("%s: the heads are\n %s, want\n %s", step, got, heads)
		}
		if got := p.rows.Scope.Code; got != want {
			t.Errorf("%s: rows of code %d are requested, want %d", step, got, want)
		}
		for _, id := range []string{"chip-own", "chip-charged"} {
			if html := p.look(t); strings.Contains(html, `id="`+id+`"`) != (id == chip) {
				t.Errorf("%s: chip %s", step, id)
			}
		}
	}
	check("first", message.AllCode, "")
	p.press(t, "methods-sort-charged")
	check("charged", message.ChargedToOwn, "chip-charged")
	p.key(canvas.Key{Name: "o"})
	check("key", message.AllCode, "")
	p.press(t, "methods-sort-own")
	check("own", message.OwnCode, "chip-own")
	p.press(t, "methods-sort-all")
	check("all", message.AllCode, "")

	d := p.desk
	d.CodeSet, d.Trace.OwnFound = false, true
	check("own code found", message.ChargedToOwn, "")
	d.Search.Find("load")
	check("a search", message.ChargedToOwn, "")
	d.Search.Only = true
	check("the matches of a search alone", message.AllCode, "")
	d.Search.Find("")
	check("no search", message.ChargedToOwn, "")
	d.Tab = "topdown"
	if got := d.Scope().Code; got != message.AllCode {
		t.Errorf("the tree begins with code %d", got)
	}
	d.Tab = "methods"
	p.press(t, "methods-sort-charged")
	check("chosen", message.ChargedToOwn, "chip-charged")
	p.press(t, "methods-sort-3")
	if p.answer(); p.rows.Order.Column != message.ByInclusive {
		t.Errorf("sorted by %d after a click on Inclusive", p.rows.Order.Column)
	}
	p.press(t, "chip-charged")
	check("chip", message.AllCode, "")
}

// TestOwnUnknown: a table that shows all code because own code is not known says so, until the user chooses.
func TestOwnUnknown(t *testing.T) {
	p := openCalc(t)
	d := p.desk
	check := func(step string, want bool) {
		t.Helper()
		if got := strings.Contains(p.look(t), "the file does not tell which methods are yours"); got != want {
			t.Errorf("%s: the reason is shown: %v", step, got)
		}
	}
	d.Trace.OwnFound, d.Trace.OwnGuess = true, ""
	check("own code is known", false)
	d.Trace.OwnFound = false
	check("own code is unknown", true)
	if d.Tab = "topdown"; d.OwnUnknown() {
		t.Error("a tree, which shows all code at first, says why")
	}
	d.Tab = "methods"
	p.press(t, "methods-sort-all")
	check("all code is chosen", false)
}

// TestGuess: a guess whose code is the app's shows charged time, and says that it is a guess. Its menu confirms or corrects it.
func TestGuess(t *testing.T) {
	for _, library := range []bool{false, true} {
		p := openCalc(t)
		d := p.desk
		d.Trace.Origins, d.Trace.OwnGuess, d.Tab = []uint32{uint32(scene.SlotOwn)}, "com.example.calc", "methods"
		chip := func() string {
			for _, c := range chips.Of(d) {
				if c.ID == "chip-guess" {
					return c.Name
				}
			}
			return ""
		}
		if got := chip(); got != "guess: your code is com.example.calc" || d.ShownCode() != message.ChargedToOwn {
			t.Fatalf("with a guess, the page shows code %d and says %q", d.ShownCode(), got)
		}
		d.Tab = "topdown"
		if got := chip(); got != "" || d.ShownCode() != message.AllCode {
			t.Errorf("the tree shows code %d and says %q", d.ShownCode(), got)
		}
		d.Tab = "overview"
		if chip() == "" {
			t.Error("the overview does not say that own code is a guess")
		}
		p.press(t, "chip-guess")
		items := d.Menu.Items
		if len(items) != 2 || items[0].Name != "Treat as my code: com.example.calc" || items[1].Name != "Treat as a library: com.example.calc" {
			t.Fatalf("the menu is %+v", items)
		}
		items[map[bool]int{true: 1}[library]].Do()
		asked, _ := uitest.Asked[*message.Assign](p.Stand)
		if asked == nil || asked.Prefix != "com.example.calc" || asked.Library != library {
			t.Errorf("the menu requests %+v", asked)
		}
		d.Tab = "methods"
		for code := range message.ChargedToOwn + 1 {
			if d.ShowCode(code); chip() == "" {
				t.Errorf("the guess is gone after the choice of code %d", code)
			}
		}
	}
}

// TestColumnsRecalled: a stored text in an unknown format selects the default columns.
func TestColumnsRecalled(t *testing.T) {
	for _, text := range []string{"", "0123", "00000000", "xyz/9", "-/", "98765"} {
		s := uitest.New()
		s.Stored["columns"] = text
		c := desk.NewPage(s).Columns
		if len(c.Order) != int(desk.Figures) || c.Hidden != [desk.Figures]bool{} || c.Always != [3]bool{} {
			t.Errorf("%q gives %+v", text, c)
		}
	}
}

// TestHeadKeys: arrow keys move between the heads, and the browser's own keys press them.
func TestHeadKeys(t *testing.T) {
	p := openCalc(t)
	key := func(name, focus string) bool {
		p.Did = nil
		p.look(t)
		return p.key(canvas.Key{Name: name, Row: true, Focus: focus})
	}
	for _, tt := range []struct{ name, from, did string }{
		{"ArrowRight", "methods-sort-name", "focus methods-sort-columns"},
		{"ArrowRight", "methods-sort-columns", "focus methods-sort-group"},
		{"ArrowRight", "methods-sort-group", "focus methods-sort-all"},
		{"ArrowRight", "methods-sort-all", "focus methods-sort-own"},
		{"ArrowRight", "methods-sort-charged", "focus methods-sort-0"},
		{"ArrowRight", "methods-sort-5", "focus methods-sort-5"},
		{"ArrowLeft", "methods-sort-0", "focus methods-sort-charged"},
		{"Home", "methods-sort-3", "focus methods-sort-rank"},
		{"End", "methods-sort-name", "focus methods-sort-5"},
		{"ArrowDown", "methods-sort-3", "focus methods-rows"},
	} {
		if !key(tt.name, tt.from) || p.Last() != tt.did {
			t.Errorf("%s on %s did %q, want %q", tt.name, tt.from, p.Last(), tt.did)
		}
	}
	for _, name := range []string{"Enter", " "} {
		if key(name, "methods-sort-3") {
			t.Errorf("%q on a head is not left to the browser", name)
		}
	}
}

// TestFirstArrowSelectsTheFirstVisibleRow: the first arrow down selects the first visible row at any scroll offset.
func TestFirstArrowSelectsTheFirstVisibleRow(t *testing.T) {
	for _, name := range []string{"ArrowDown", "ArrowUp", "PageDown"} {
		p := openCalc(t)
		p.Sized("methods", 490, 400)
		p.RequestData()
		p.answer()
		p.key(canvas.Key{Name: name, Row: true, Focus: "methods-rows"})
		if p.methods.Cursor != 21 {
			t.Errorf("%s goes to row %d, want 21", name, p.methods.Cursor)
		}
	}
}

// TestIndent: below the tenth level, the indent of names grows little, and the names keep their width.
func TestIndent(t *testing.T) {
	p := openCalc(t)
	p.show("topdown")
	p.answer()
	for i := range p.Views {
		if v, ok := p.Views[i].(interface{ Row(int) *message.Row }); ok && p.Views[i].Tab().ID == "topdown" {
			v.Row(9).Level, v.Row(10).Level = 10, 40
		}
	}
	look := p.look(t)
	for _, want := range []string{"--indent:140px", "--indent:200px", "calc(278px + var(--name-text))"} {
		if !strings.Contains(look, want) {
			t.Errorf("nothing has %s", want)
		}
	}
}
