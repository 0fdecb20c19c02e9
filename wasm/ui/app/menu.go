package app

import (
	"cmp"
	"slices"

	"traceglass/wasm/ui/canvas"
)

// A menu is the one that is open below the header. Its zero value is none.
type menu struct {
	shows    menuName
	from, to string // ids from and to which the last key in it moved the keyboard
	opener   string // id of what opened it, if not its own button
}

type menuName uint8

const (
	noMenu menuName = iota
	fileMenu
	sampleMenu
	exportMenu
)

// buttons are the ids of those that open the menus.
var buttons = [...]string{noMenu: "", fileMenu: "file-menu", sampleMenu: "samples", exportMenu: "export"}

// toggleMenu opens a menu or closes it.
func (c *App) toggleMenu(name menuName) {
	if c.menu.shows == name {
		name = noMenu
	}
	c.menu = menu{shows: name}
}

// closeMenu gives the keyboard back to the button that opened it.
func (c *App) closeMenu() {
	c.host.Focus(cmp.Or(c.menu.opener, buttons[c.menu.shows]))
	c.menu = menu{}
}

// samplesToo goes from the file's menu to that of samples: a narrow page has no button for it.
func (c *App) samplesToo() {
	c.menu = menu{shows: sampleMenu, opener: buttons[fileMenu]}
	c.host.Focus(samples[0].id)
}

// menuItems are the ids of the open menu's lines that can be chosen, from the top.
func (c *App) menuItems() (ids []string) {
	switch c.menu.shows {
	case fileMenu:
		if c.tracing() {
			ids = append(ids, "properties")
		}
		if c.receipt() != "" {
			ids = append(ids, "notes")
		}
		ids = append(ids, "another", "another-folder")
		if c.opening.stage == opened {
			ids = append(ids, "add")
		}
		if c.opening.members != nil {
			ids = append(ids, "members")
		}
		if c.opening.replaced != "" {
			ids = append(ids, "replaced")
		}
		ids = append(ids, "samples-too", "close")
	case sampleMenu:
		for i := range samples {
			ids = append(ids, samples[i].id)
		}
	case exportMenu:
		if c.tracing() {
			ids = append(ids, "scope-all")
		}
		of := c.exportScope()
		if of.Threads {
			ids = append(ids, "scope-threads")
		}
		if of.Range {
			ids = append(ids, "scope-range", "scope-whole")
		}
		for _, g := range c.exportGroups() {
			for i := range g.Exports {
				if e := &g.Exports[i]; c.refusal(e) == "" {
					ids = append(ids, e.ElementID())
				}
			}
		}
	}
	return ids
}

// menuKey moves the keyboard among the lines of the open menu; Tab leaves it.
func (c *App) menuKey(key canvas.Key) bool {
	if key.Name == "Tab" && !key.Mod && !key.Alt {
		c.closeMenu()
		return true
	}
	ids := c.menuItems()
	if len(ids) == 0 || key.Mod || key.Alt {
		return false
	}
	from := key.Focus
	if from == c.menu.from {
		from = c.menu.to // where the last key moves it, at the next render
	}
	at := slices.Index(ids, from)
	switch key.Name {
	case "ArrowDown":
		at = (at + 1) % len(ids)
	case "ArrowUp":
		at = (max(at, 0) + len(ids) - 1) % len(ids)
	case "Home":
		at = 0
	case "End":
		at = len(ids) - 1
	default:
		return false
	}
	c.menu.from, c.menu.to = key.Focus, ids[at]
	c.host.Focus(ids[at])
	return true
}
