package desk

import (
	"traceglass/render/words"
	"traceglass/wasm/ui/canvas"
)

// A Menu is what can be done with a thing that was pointed at, or that has the keyboard. Its zero
// value is none.
type Menu struct {
	At          Place
	Element     string    // id of the element that it is of, for want of a place
	ReturnFocus string    // id of what gets the keyboard when the menu closes, "" for nothing
	Title       string    // what the thing is
	FullTitle   string    // all of its name, where the title leaves some out
	Items       []Command // one without a name parts those before it from those after
	Last        []Command // after those
	Cursor      int       // the item that has the keyboard, -1 for none
}

// A Place is one in the window, CSS pixels from its top left. The zero Place is none.
type Place struct{ X, Y float64 }

// MenuID is the id of the menu's element.
const MenuID = "menu"

// OpenMenu shows a menu, if there is anything in it: where it says, else at the element that it is
// of. It takes the keyboard.
func (p *Page) OpenMenu(m Menu) {
	var items []Command
	for _, item := range append(m.Items, m.Last...) {
		if item.Name != "" || len(items) > 0 && items[len(items)-1].Name != "" {
			items = append(items, item)
		}
	}
	if n := len(items); n > 0 && items[n-1].Name == "" {
		items = items[:n-1]
	}
	if len(items) == 0 {
		return
	}
	m.Items, m.Last, m.Cursor = items, nil, -1
	if m.At == (Place{}) {
		m.At, m.Cursor = p.Host.Place(m.Element), 0
	}
	p.Menu = m
	p.Host.Focus(MenuID)
}

// Ground makes the menu that of the ground of a flame graph, where there is no frame.
func (m *Menu) Ground(f *canvas.Frames) {
	m.Title = words.T("Flame graph")
	if f.Zoomed() {
		m.Items = append(m.Items, Command{Name: words.T("Zoom out by one step"), Keys: "Esc", Do: f.ZoomOut}, Command{Name: words.T("Show all"), Do: func() { f.BackTo(0) }})
	}
	m.Items = append(m.Items, Command{Name: words.T("Flip it"), Keys: "I", Do: f.TurnOver})
}

// MenuOpen reports whether a menu is shown.
func (p *Page) MenuOpen() bool { return len(p.Menu.Items) > 0 }

// CloseMenu takes the menu away; with back the keyboard goes to where it was.
func (p *Page) CloseMenu(back bool) {
	if back && p.Menu.ReturnFocus != "" {
		p.Host.Focus(p.Menu.ReturnFocus)
	}
	p.Menu = Menu{}
}

// separator is a line that parts items of a menu.
var separator Command
