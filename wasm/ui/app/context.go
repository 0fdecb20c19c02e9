package app

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// Context is the context menu, whose contents are on the desk. It is a component.
type Context struct{ *shown }

// Menu opens the context menu of an element, by its id, at a position in the window. It returns false if the
// element has none; the browser's own menu may then open.
func (c *App) Menu(id string, x, y message.CSS) bool {
	r := c.room()
	if r == nil || c.over.shows != nothing || !r.Menu(id, desk.Place{X: x, Y: y}) {
		return false
	}
	c.over.menu = menu{}
	c.changed()
	return true
}

// MenuOpen reports whether the context menu is open.
func (c *App) MenuOpen() bool { return c.page.MenuOpen() }

// CloseMenu closes the context menu after a press elsewhere.
func (c *App) CloseMenu() {
	if c.page.MenuOpen() {
		c.page.CloseMenu(false)
		c.host.Redraw()
	}
}

// menuOfFocus opens the context menu of the focused element.
func (c *App) menuOfFocus() bool {
	r := c.room()
	return r != nil && (r.Menu(c.over.opener, desk.Place{}) || r.Menu(r.Home(), desk.Place{}))
}

// key handles a key while the menu is open. It closes on keys with Mod or Alt and leaves
// them to others.
func (c *Context) key(key canvas.Key) bool {
	m := &c.page.Menu
	if key.Mod || key.Alt {
		c.page.CloseMenu(true)
		return false
	}
	switch key.Name {
	case "ArrowDown":
		c.step(m.Cursor, 1)
	case "ArrowUp":
		if m.Cursor < 0 {
			m.Cursor = 0
		}
		c.step(m.Cursor, -1)
	case "Home":
		c.step(-1, 1)
	case "End":
		c.step(len(m.Items), -1)
	case "Enter", " ":
		c.run(m.Cursor)
	case "Escape", "Tab", "ContextMenu", "F10":
		c.page.CloseMenu(true)
	default:
		c.seek(key.Name)
	}
	return true
}

// step moves the cursor to the next item that is not a separator, and wraps around.
func (c *Context) step(from, by int) {
	m := &c.page.Menu
	n := len(m.Items)
	for at := from + by; ; at += by {
		at = (at + n) % n
		if m.Items[at].Name != "" {
			m.Cursor = at
			return
		}
	}
}

// seek moves the cursor to the next item that begins with a letter.
func (c *Context) seek(letter string) {
	m := &c.page.Menu
	n := len(m.Items)
	for i := 1; i <= n; i++ {
		at := (max(m.Cursor, -1) + i + n) % n
		if name := m.Items[at].Name; name != "" && strings.EqualFold(name[:1], letter) {
			m.Cursor = at
			return
		}
	}
}

// run closes the menu and runs an item.
func (c *Context) run(i int) {
	m := &c.page.Menu
	if i < 0 || i >= len(m.Items) || m.Items[i].Name == "" {
		return
	}
	do, tab := m.Items[i].Do, c.desk.Tab
	c.page.CloseMenu(true)
	do()
	if d := c.desk; d.Tab != tab && c.tracing() { // the focused element may be gone
		c.host.Focus("tab-" + d.Tab)
	}
}

// A choice is a line of the menu.
type choice struct{ ID, Class, Name, Keys string }

func (c *Context) open() bool { return c.page.MenuOpen() }

func (c *Context) title() string { return words.Clip(c.page.Menu.Title) }

func (c *Context) fullTitle() string {
	m := &c.page.Menu
	return words.Clip(cmp.Or(m.FullTitle, m.Title))
}

func (c *Context) choices() (all []choice) {
	m := &c.page.Menu
	class := ""
	for i, item := range m.Items {
		if item.Name == "" {
			class = "parted"
			continue
		}
		if i == m.Cursor {
			class += " on"
		}
		all = append(all, choice{node.ID(desk.MenuID, i), strings.TrimSpace(class), words.Clip(item.Name), c.written(item.Keys)})
		class = ""
	}
	return all
}

// active returns the id of the item at the cursor, nil for none.
func (c *Context) active() any {
	if m := &c.page.Menu; m.Cursor >= 0 {
		return node.ID(desk.MenuID, m.Cursor)
	}
	return nil
}

// style positions the menu. The style sheet keeps it inside the window, and needs its number of lines for that.
func (c *Context) style() string {
	m := &c.page.Menu
	parts := 0
	for _, item := range m.Items {
		if item.Name == "" {
			parts++
		}
	}
	return fmt.Sprintf("--x:%.0fpx;--y:%.0fpx;--lines:%d;--parts:%d", m.At.X, m.At.Y, len(m.Items)-parts, parts)
}

func (c *Context) clicked(event vugu.DOMEvent) {
	node.Routes{desk.MenuID: c.run}.Dispatch(event)
}
