package desk

import (
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
)

// A Menu is a context menu, of the thing under the pointer or of the focused element. Its zero value is no
// menu.
type Menu struct {
	At          Place
	Element     string    // id of the element to place the menu at, if At is zero
	ReturnFocus string    // id of the element that gets the focus when the menu closes, "" for none
	Title       string    // the name of the thing
	FullTitle   string    // the full name, if the title is shortened
	Items       []Command // commands; one without a name is a separator
	Last        []Command // commands at the end of the menu
	Cursor      int       // index of the focused item, -1 for none

	again func() // opens the menu again once a method's name is known; nil if it is
	of    uint32 // the method
}

// Await opens the menu again once the name of a method is known.
func (m *Menu) Await(n *Names, method uint32, again func()) {
	if n.Misses(method) {
		n.Need(method)
		m.of, m.again = method, again
	}
}

// renewMenu opens the open menu again if the name that it lacks is known now.
func (p *Page) renewMenu() {
	if m := &p.Menu; m.again != nil && !p.Names.Misses(m.of) {
		cursor := m.Cursor
		m.again()
		p.Menu.Cursor = min(cursor, len(p.Menu.Items)-1)
	}
}

// A Place is a position in the window, from its top left. The zero Place is none.
type Place struct{ X, Y message.CSS }

// MenuID is the id of the menu's element.
const MenuID = "menu"

// OpenMenu shows and focuses a menu at m.At, or at its element. It does nothing if the menu has no items.
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

// Ground fills the menu of a flame graph's background.
func (m *Menu) Ground(f *canvas.Frames) {
	m.Title = words.T("Flame graph")
	if f.Zoomed() {
		m.Items = append(m.Items, Command{Name: words.T("Zoom out by one step"), Keys: "Esc", Do: f.ZoomOut}, Command{Name: words.T("Show all"), Do: func() { f.BackTo(0) }})
	}
	m.Items = append(m.Items, Command{Name: words.T("Flip it"), Keys: "I", Do: f.TurnOver})
}

// MenuOpen reports whether a menu is open.
func (p *Page) MenuOpen() bool { return len(p.Menu.Items) > 0 }

// CloseMenu closes the menu. With back it returns the focus.
func (p *Page) CloseMenu(back bool) {
	if back && p.Menu.ReturnFocus != "" {
		p.Host.Focus(p.Menu.ReturnFocus)
	}
	p.Menu = Menu{}
}
