package app

import (
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/filter"
)

// Key handles a key press, in text fields too. It reports whether the page used the key; if so, the browser
// must not act on it.
func (c *App) Key(key canvas.Key) bool {
	if c.page.Notice != "" {
		c.page.Notice = ""
		if key.Name == "Escape" && !key.Editing && !c.page.Mentioned && c.closes() {
			c.changed()
			return true
		}
	}
	if key.Name != "Shift" && key.Name != "Control" && key.Name != "Alt" && key.Name != "Meta" {
		c.hideTips()
	}
	if c.over.shows == nothing {
		c.over.opener = key.Focus
	}
	done := c.key(key)
	if done {
		c.changed()
	}
	return done
}

// closes reports whether Esc only takes away the message: nothing else is over the view.
func (c *App) closes() bool {
	return c.over.shows == nothing && c.over.menu.shows == noMenu && !c.page.MenuOpen() && c.opening.refusal == ""
}

func (c *App) key(key canvas.Key) bool {
	r := c.room()
	switch {
	case c.historyKey(key):
		return true
	case c.over.shows != nothing:
		return c.dialog.key(key)
	case c.page.MenuOpen() && c.context.key(key):
		return true
	case key.Editing:
		return c.editing(key)
	case key.Focus == "graph-threshold" && !key.Mod && len(key.Name) > 1:
		return false // the slider handles it
	case c.over.menu.shows != noMenu && c.menuKey(key):
		return true
	case c.page.Split.Key(key, c.desk.Time.View.Height):
		return true
	case r != nil && r.Key(key):
		return true
	}
	return c.do(canvas.Pressed(key, c.where()))
}

// editing handles a key in a text field.
func (c *App) editing(key canvas.Key) bool {
	r := c.room()
	if r != nil && r.Editing(key) {
		return true
	}
	act := canvas.Nothing
	if key.Mod { // other keys type text
		act = canvas.Pressed(key, c.where())
	}
	switch {
	case act == canvas.Commands:
		return c.do(act)
	case !c.tracing():
		return false
	case act == canvas.Find:
		return c.do(act)
	case key.Name == "Escape":
		c.desk.Search.Find("")
		c.host.Focus(r.Home())
		return true
	case key.Name == "Enter" && (key.Mod || filter.Of(c.desk).Takes()):
		filter.Of(c.desk).Enter()
		return true
	case key.Name == "Enter" && (key.Focus == "find" || key.Focus == ""):
		c.trace.Step(key.Shift)
		return true
	}
	return false
}

// do performs an act of the keyboard, if the page is ready for it.
func (c *App) do(act canvas.Act) bool {
	switch act {
	case canvas.Nothing:
		return false
	case canvas.Commands:
		c.over.openPalette()
		return true
	case canvas.Help:
		c.over.openDialog(help)
		return true
	case canvas.Menu:
		return c.menuOfFocus()
	case canvas.Back:
		return c.back()
	}
	r := c.room()
	if r == nil || !r.Do(act) {
		return false
	}
	if _, ok := canvas.TabOf(act); ok {
		c.over.menu = menu{}
	}
	return true
}

// back goes back one level: it closes the menu, the dialog or the message, clears the search, or leaves it to
// the room. The room clears the search for a part of the overview.
func (c *App) back() bool {
	r := c.room()
	switch {
	case c.over.menu.shows != noMenu:
		c.over.closeMenu()
	case c.over.shows != nothing:
		c.over.closeDialog()
	case c.opening.refusal != "":
		c.opening.refusal = ""
	case c.tracing() && c.desk.Search.Text != "" && c.desk.Search.Part == "":
		c.desk.Search.Find("")
	default:
		return r != nil && r.Do(canvas.Back)
	}
	return true
}
