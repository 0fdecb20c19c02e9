package tracing

import (
	"slices"
	"strings"
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

// groupsEngine answers for a table of two groups. The first opens to the methods 3 and 4.
func groupsEngine(body message.Body) message.Body {
	switch body := body.(type) {
	case *message.MethodRows:
		if body.By == message.ByMethod {
			break
		}
		rows := []message.Row{
			{Kind: message.SumRow, Method: message.NoNode, Node: 3, Text: "com.example.Cart", Colour: 33, Methods: 2, Inclusive: message.Times{9e6}},
			{Kind: message.SumRow, Method: message.NoNode, Node: 7, Text: "no class", Methods: 1},
		}
		if slices.Contains(body.Groups, 3) {
			rows[0].Open = true
			rows = slices.Insert(rows, 1, message.Row{Kind: message.MethodRow, Method: 3, Node: message.NoNode, Level: 1}, message.Row{Kind: message.MethodRow, Method: 4, Node: message.NoNode, Level: 1})
		}
		return &message.Rows{Total: len(rows), Rows: rows}
	case *message.Locate:
		if body.Table.By == message.ByMethod {
			break
		}
		if slices.Contains(body.Table.Groups, 3) {
			return &message.Location{Row: 2, Method: 4, Hits: 1, Number: 1}
		}
		return &message.Location{Row: 0, Closed: true, Group: 3, Method: 4, Hits: 1, Number: 1}
	}
	return uitest.Engine(body)
}

func (p *page) settleGroups() { p.Settle(&p.desk.Line, p.RequestData, groupsEngine) }

// TestGroupMenu: the head of the names opens a menu with the ways to group. The palette has them too.
func TestGroupMenu(t *testing.T) {
	p := openCalc(t)
	p.press(t, "methods-sort-group")
	items := p.desk.Menu.Items
	if len(items) != 6 || items[0].Name != "By method" || items[0].Keys != "✓" || items[1].Name != "By class" || items[1].Keys != "" {
		t.Fatalf("the menu has %+v", items)
	}
	items[1].Do()
	p.desk.CloseMenu(true)
	p.settleGroups()
	if p.desk.By != message.ByClass {
		t.Errorf("the table is grouped by %d", p.desk.By)
	}
	look := p.look(t)
	for _, want := range []string{">By class<", ">com.example.<", ">Cart<", ">no class<", `title="2 methods"`} {
		if !strings.Contains(look, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	at := slices.IndexFunc(p.Commands(), func(c desk.Command) bool { return c.Name == "Group the methods by library" })
	p.desk.Show("about")
	p.Commands()[at].Do()
	if p.desk.By != message.ByLibrary || p.desk.Tab != "methods" {
		t.Errorf("the palette groups by %d and shows %s", p.desk.By, p.desk.Tab)
	}

	// Groups begin with the one with the most exclusive time.
	for by, want := range map[message.By]message.Column{message.ByLibrary: message.ByExclusive, message.ByMethod: message.ByInclusive} {
		p.desk.By = by
		if p.answer(); p.rows.Order.Column != want {
			t.Errorf("grouped by %d, the rows are in the order of column %d", by, p.rows.Order.Column)
		}
	}
}

// TestGroupedRelatives: the head of callers and callees groups them, apart from the methods. A group shows its name, and a click
// on it chooses nothing. Links keep the choice.
func TestGroupedRelatives(t *testing.T) {
	p := openCalc(t)
	p.show("relatives")
	var asked *message.Relatives
	settle := func() {
		p.Settle(&p.desk.Line, p.RequestData, func(body message.Body) message.Body {
			of, ok := body.(*message.Relatives)
			if !ok {
				return uitest.Engine(body)
			}
			asked = of
			reply := uitest.Engine(body).(*message.Rows)
			if of.By == message.ByPackage {
				reply.Rows = []message.Row{reply.Rows[0], {Kind: message.ChildRow, Group: message.Children, Level: 2, Method: message.NoNode, Node: message.NoNode, Text: "com.example", Methods: 2, Calls: 3, CalleeCalls: 4}}
			}
			return reply
		})
	}
	settle()
	p.press(t, "relatives-sort-group")
	menu := p.desk.Menu
	var names []string
	for _, item := range menu.Items {
		names = append(names, item.Name)
	}
	if got := strings.Join(names, ", "); got != "By method, By class, By package, By library, By origin" {
		t.Fatalf("the menu has %s", got)
	}
	menu.Items[2].Do()
	settle()
	if asked.By != message.ByPackage || p.desk.By != message.ByMethod || p.desk.Tab != "relatives" {
		t.Errorf("asked for %+v, methods by %d, tab %s", asked, p.desk.By, p.desk.Tab)
	}
	look := p.look(t)
	for _, want := range []string{"By package", "com.example", "2 methods", "3/4"} {
		if !strings.Contains(look, want) {
			t.Errorf("the table lacks %s", want)
		}
	}
	before := p.desk.Method
	p.Click(t, "relatives-1")
	if p.desk.Method != before {
		t.Errorf("a click on a group chose method %d", p.desk.Method)
	}
	at := slices.IndexFunc(p.Commands(), func(c desk.Command) bool { return c.Name == "Group the callers and callees by origin" })
	p.desk.Show("about")
	p.Commands()[at].Do()
	settle()
	if asked.By != message.ByOrigin || p.desk.Tab != "relatives" {
		t.Errorf("the palette asked for %+v and shows %s", asked, p.desk.Tab)
	}
}

// TestOpenGroup: mouse and keys open a group. Its methods are chosen like others, and a method in a closed group opens it.
func TestOpenGroup(t *testing.T) {
	p := openCalc(t)
	p.methods.GroupBy(message.ByClass)
	p.settleGroups()
	p.look(t)
	p.Click(t, "methods-0")
	p.settleGroups()
	if p.methods.Total != 4 || p.desk.Method != message.NoNode {
		t.Fatalf("a click on a group shows %d rows and chooses %d", p.methods.Total, p.desk.Method)
	}
	p.methods.Cursor = 0
	press := func(name string) {
		p.Key(canvas.Key{Name: name, Row: true, Focus: "methods-rows"})
		p.settleGroups()
	}
	press("ArrowDown")
	if p.desk.Method != 3 {
		t.Errorf("the key chose %d", p.desk.Method)
	}
	press("ArrowLeft")
	press("ArrowLeft")
	if p.methods.Cursor != 0 || p.methods.Total != 2 {
		t.Errorf("the keys closed the group to %d rows, the cursor is in row %d", p.methods.Total, p.methods.Cursor)
	}
	p.desk.ChooseMethod(4)
	p.settleGroups()
	if p.methods.Total != 4 || p.methods.Cursor != 2 {
		t.Errorf("a method of a closed group shows %d rows, the cursor is in row %d", p.methods.Total, p.methods.Cursor)
	}
	p.methods.Menu("methods-0", desk.Place{X: 1, Y: 1})
	if m := p.desk.Menu; m.Title != "com.example.Cart" || m.Items[0].Name != "Close it" {
		t.Errorf("the menu of a group is %+v", m)
	}
	var names []string
	for _, item := range p.desk.Menu.Items {
		names = append(names, item.Name)
		if item.Name == "Copy name" {
			item.Do()
		}
	}
	if got, want := strings.Join(names, ", "), "Close it, , Keep only its calls, Leave out its calls, Give its own time to callers, , Copy name, Copy row"; got != want {
		t.Errorf("the menu of a class has %s, want %s", got, want)
	}
	if p.Last() != "copy com.example.Cart" {
		t.Errorf("the menu did %q", p.Last())
	}
}

// TestCodeScrollsUp: other code, in another order, begins at the top, unless a method is selected.
func TestCodeScrollsUp(t *testing.T) {
	p := openCalc(t)
	p.show("methods")
	p.answer()
	p.methods.Top = 480
	p.d.ShowCode(message.OwnCode)
	p.RequestData()
	if p.methods.Top != 0 {
		t.Errorf("the methods of own code begin %v pixels down", p.methods.Top)
	}
}
