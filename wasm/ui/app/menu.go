package app

import (
	"cmp"
	"slices"

	"traceglass/wasm/ui/canvas"
)

// A menu is the open menu below the header. Its zero value is no menu.
type menu struct {
	shows    menuName
	from, to string // the last arrow key moved the focus from this id to that
	opener   string // id of the element that opened it, if not its own button
}

// overlays are the menu below the header, and the dialog.
type overlays struct {
	*shown
	menu     menu
	shows    subject // of the dialog
	opener   string  // id of the element that had the focus before the dialog, or that opened it
	choosing choosing
	palette  palette
}

type menuName uint8

const (
	noMenu menuName = iota
	fileMenu
	sampleMenu
	exportMenu
)

// buttons are the ids of the buttons that open the menus.
var buttons = [...]string{noMenu: "", fileMenu: "file-menu", sampleMenu: "samples", exportMenu: "export"}

// toggleMenu opens or closes a menu.
func (c *overlays) toggleMenu(name menuName) {
	if c.menu.shows == name {
		name = noMenu
	}
	c.menu = menu{shows: name}
}

// closeMenu closes the menu and focuses the button that opened it.
func (c *overlays) closeMenu() {
	c.host.Focus(cmp.Or(c.menu.opener, buttons[c.menu.shows]))
	c.menu = menu{}
}

// samplesToo replaces the file menu by the samples menu. A narrow page has no button for that.
func (c *overlays) samplesToo() {
	c.menu = menu{shows: sampleMenu, opener: buttons[fileMenu]}
	c.host.Focus(samples[0].id)
}

// menuItems returns the ids of the open menu's enabled items, from the top.
func (c *App) menuItems() (ids []string) {
	switch c.over.menu.shows {
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
		if c.desk.Trace != nil {
			ids = append(ids, "compare")
		}
		if c.opening.members != nil {
			ids = append(ids, "members")
		}
		if c.opening.replaced != "" {
			ids = append(ids, "replaced")
		}
		ids = append(ids, "samples-too", "copy-link", "all-commands", "close")
	case sampleMenu:
		for i := range samples {
			ids = append(ids, samples[i].id)
		}
	case exportMenu:
		ids = append(ids, "export-link")
		if c.answersFor(false) {
			ids = append(ids, "export-answers")
		}
		if c.answersFor(true) {
			ids = append(ids, "export-answers-hidden")
		}
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

// menuKey moves the focus between the items of the open menu. Tab closes it.
func (c *App) menuKey(key canvas.Key) bool {
	if key.Name == "Tab" && !key.Mod && !key.Alt {
		c.over.closeMenu()
		return true
	}
	ids := c.menuItems()
	if len(ids) == 0 || key.Mod || key.Alt {
		return false
	}
	from := key.Focus
	if from == c.over.menu.from {
		from = c.over.menu.to // the focus moves at the next render
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
	c.over.menu.from, c.over.menu.to = key.Focus, ids[at]
	c.host.Focus(ids[at])
	return true
}
