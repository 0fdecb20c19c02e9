package ui

import (
	"slices"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
)

// A dialog is what lies over the page.
type dialog uint8

const (
	noDialog dialog = iota
	helpDialog
	receiptDialog
	propertiesDialog
	paletteDialog
)

func (c *App) openDialog(d dialog) {
	c.dialog, c.menu = d, ""
	c.host.Focus("dialog-close")
}

func (c *App) openPalette() {
	c.dialog, c.menu = paletteDialog, ""
	c.palette = palette{}
	c.host.Focus("palette")
}

// closeDialog gives the keyboard back to what had it.
func (c *App) closeDialog() {
	c.dialog = noDialog
	switch {
	case c.opener != "":
		c.host.Focus(c.opener)
	case c.tracing():
		c.host.Focus("timeline")
	case c.dumping():
		c.host.Focus("stacks-rows")
	}
}

// dialogTitle heads the dialog.
func (c *App) dialogTitle() string {
	return [...]string{"", "Keys and gestures", "Notes on this file", "Properties", "Commands"}[c.dialog]
}

// palette is the list of all commands, by name.
type palette struct {
	text   string
	cursor int
}

// A command is a line of the palette.
type command struct {
	Name, Keys string
	do         func(*App)
}

// commands are all commands that make sense now.
func (c *App) commands() []command {
	all := []command{
		{"Open a file…", "", func(c *App) { c.host.Pick() }},
		{"Open the text on the clipboard", "Mod + V", func(c *App) { c.host.Paste() }},
		{"Open the sample: a dual-clock trace", "", func(c *App) { c.host.Fetch(samples[0].URL) }},
		{"Open the sample: a streaming trace", "", func(c *App) { c.host.Fetch(samples[1].URL) }},
		{"Open the sample: two thread dumps", "", func(c *App) { c.host.Fetch(samples[2].URL) }},
		{"Switch between light and dark", "", (*App).nextTheme},
	}
	if c.stage == opened {
		all = append(all,
			command{"Add a file…", "", (*App).add},
			command{"Close the file", "", func(c *App) { c.close() }})
	}
	if c.dumping() {
		for i, t := range dumpTabs {
			all = append(all, command{"Show " + t.name, string(rune('1' + i)), func(c *App) { c.dump.view = t.view }})
		}
	}
	if c.tracing() {
		all = append(all,
			command{"Properties of the file", "", func(c *App) { c.openDialog(propertiesDialog) }},
			command{"Colour by rank", "", func(c *App) { c.colour = message.ColourByRank }},
			command{"Colour by package", "", func(c *App) { c.colour = message.ColourByPackage }},
			command{"Colour by origin: own or platform code", "", func(c *App) { c.colour = message.ColourByOrigin }},
			command{"Show all threads", "", func(c *App) { c.timeline.hidden = nil }},
			command{"Sum over all threads", "", func(c *App) { c.sel.Threads = nil }},
			command{"Sum over the whole trace", "", func(c *App) { c.sel.clearRange() }})
	}
	if c.stage == opened {
		for _, g := range c.exportGroups() {
			for i := range g.exports {
				e := &g.exports[i]
				all = append(all, command{"Export: " + g.title + ", " + e.name, "", func(c *App) { c.exportAs(e) }})
			}
		}
	}
	for i := range gestures {
		g := &gestures[i]
		if g.press == nil || !c.tracing() && g.group != paging || g.show == "Mod + K" {
			continue
		}
		all = append(all, command{g.does, chordNames(g.keys), func(c *App) { c.perform(g) }})
	}
	return all
}

// chordNames writes a gesture's first key.
func chordNames(keys []chord) string {
	k := keys[0]
	name := strings.TrimPrefix(k.code, "Key")
	if k.code == "" {
		name = strings.ToUpper(k.name)
		if len(k.name) > 1 {
			name = strings.NewReplacer("ArrowUp", "↑", "ArrowDown", "↓", "ArrowLeft", "←", "ArrowRight", "→", "Escape", "Esc").Replace(k.name)
		}
	}
	if k.mod {
		name = "Mod + " + name
	}
	return name
}

// matches are the commands whose names hold every word typed. Those that are named so
// come first, and the views before what acts on them.
func (p *palette) matches(c *App) []command {
	text := strings.Join(strings.Fields(strings.ToLower(p.text)), " ")
	var all []command
next:
	for _, cmd := range c.commands() {
		for _, word := range strings.Fields(text) {
			if !strings.Contains(strings.ToLower(cmd.Name), word) {
				continue next
			}
		}
		all = append(all, cmd)
	}
	if text != "" {
		slices.SortStableFunc(all, func(a, b command) int { return a.distance(text) - b.distance(text) })
	}
	return all
}

// distance is how far a command's name is from a text, in lower case, that it matches.
func (c *command) distance(text string) int {
	name := strings.ToLower(c.Name)
	view, isView := strings.CutPrefix(name, "show ")
	isView = isView && slices.ContainsFunc(tabs, func(t tab) bool { return strings.ToLower(t.name) == view })
	switch {
	case name == text || isView && view == text:
		return 0
	case isView && strings.HasPrefix(view, text):
		return 1
	case strings.HasPrefix(name, text):
		return 2
	case isView:
		return 3
	case strings.Contains(name, text):
		return 4
	}
	return 5
}

func (p *palette) press(c *App, key Key) bool {
	list := p.matches(c)
	switch key.Name {
	case "ArrowDown":
		p.cursor = min(p.cursor+1, len(list)-1)
	case "ArrowUp":
		p.cursor = max(p.cursor-1, 0)
	case "Enter":
		if p.cursor >= 0 && p.cursor < len(list) {
			p.run(c, list[p.cursor])
		}
	case "Escape":
		c.closeDialog()
	default:
		return false
	}
	return true
}

// run closes the palette and does what was chosen.
func (p *palette) run(c *App, cmd command) {
	c.closeDialog()
	cmd.do(c)
}

func (p *palette) typed(event vugu.DOMEvent) {
	p.text, p.cursor = event.PropString("target", "value"), 0
}
