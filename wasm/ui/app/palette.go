package app

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
)

// palette is the list of all commands, by name.
type palette struct {
	text   string
	cursor int
}

// A command is a line of the palette.
type command struct {
	desk.Command
	view string // the view that it shows, "" for another command
}

// commands are all commands that make sense now.
func (c *App) commands() (all []command) {
	add := func(name, keys string, do func()) {
		all = append(all, command{Command: desk.Command{Name: name, Keys: keys, Do: do}})
	}
	add("Open a file…", "", c.host.Pick)
	add("Open the text on the clipboard", "Mod + V", c.host.Paste)
	if b := &c.opening.before; b.Opens {
		add("Open again: "+b.Name, "", c.host.Again)
	}
	for i := range samples {
		add("Open the sample: "+samples[i].said, "", func() { c.host.Fetch(samples[i].url) })
	}
	add("Switch between light and dark", "", c.nextTheme)
	add("Privacy: what was read, sent and kept", "", func() { c.host.Script("privacy") })
	r := c.room()
	if r != nil {
		add("Print this view", "Mod + P", c.host.Print)
		add("Copy link to this view", "", func() { c.host.Script("link") })
		add("Copy embed code", "", func() { c.host.Script("embed") })
		add("Add a file…", "", c.add)
		if m := c.opening.members; m != nil {
			add("Open another trace of "+m.Stored, "", func() { c.openMembers(m) })
		}
		if was := c.opening.replaced; was != "" {
			add("Back to "+was, "", c.goBack)
		}
		add("Close the file", "", c.close)
	}
	if c.dumping() {
		all = append(all, c.views(r)...)
	}
	if c.tracing() {
		add("Properties of the file", "", func() { c.openDialog(properties) })
	}
	if r != nil {
		for _, cmd := range r.Commands() {
			all = append(all, command{Command: cmd})
		}
		for _, g := range r.Exports() {
			for i := range g.Exports {
				e := &g.Exports[i]
				add("Export: "+g.Title+", "+e.Name, "", func() { c.exportAs(e) })
			}
		}
	}
	for _, g := range canvas.Keyed(c.where()) {
		add(g.Does, g.Keys, func() { c.do(g.Act) })
	}
	if c.tracing() {
		all = append(all, c.views(r)...)
	}
	return all
}

// views are the commands that show one of a room's.
func (c *App) views(r room) (all []command) {
	for i, name := range r.Tabs() {
		show := func() { c.do(canvas.Tab + canvas.Act(i)) }
		all = append(all, command{Command: desk.Command{Name: "Show " + name, Keys: strconv.Itoa(i + 1), Do: show}, view: name})
	}
	return all
}

// mostListed is how many commands the palette lists: a trace may have hundreds of threads.
const mostListed = 100

// matches are the first of the commands whose names hold every word of a text. Those that are named so
// come first, and the views before what acts on them.
func (c *App) matches(text string) []command {
	text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	var all []command
next:
	for _, cmd := range c.commands() {
		if cmd.Typed && text == "" {
			continue
		}
		for _, word := range strings.Fields(text) {
			if !strings.Contains(strings.ToLower(cmd.Name), word) {
				continue next
			}
		}
		all = append(all, cmd)
	}
	if text != "" {
		all = list.Sorted(all, func(a, b *command) int { return a.distance(text) - b.distance(text) })
	}
	return all[:min(len(all), mostListed)]
}

// distance is how far a command's name is from a text, in lower case, that it matches.
func (c *command) distance(text string) int {
	name, view := strings.ToLower(c.Name), strings.ToLower(c.view)
	switch {
	case name == text || view == text:
		return 0
	case view != "" && strings.HasPrefix(view, text):
		return 1
	case strings.HasPrefix(name, text):
		return 2
	case view != "":
		return 3
	case strings.Contains(name, text):
		return 4
	}
	return 5
}

// paletteKey takes a key press while the palette is shown.
func (c *App) paletteKey(key canvas.Key) bool {
	p := &c.dialog.palette
	list := c.matches(p.text)
	switch key.Name {
	case "ArrowDown":
		p.cursor = min(p.cursor+1, len(list)-1)
	case "ArrowUp":
		p.cursor = max(p.cursor-1, 0)
	case "Enter":
		if p.cursor >= 0 && p.cursor < len(list) {
			c.run(list[p.cursor])
		}
	default:
		return false
	}
	return true
}

// run closes the palette and does what was chosen.
func (c *App) run(cmd command) {
	c.closeDialog()
	cmd.Do()
}

func (p *palette) typed(event vugu.DOMEvent) { p.text, p.cursor = node.Value(event), 0 }
