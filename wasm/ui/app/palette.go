package app

import (
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
)

// palette is the state of the command palette.
type palette struct {
	text   string
	cursor int
}

// A command is a line of the palette.
type command struct {
	desk.Command
	view  string // name of the view that it opens, "" for other commands
	meant bool   // the text means it, whatever its name
}

// commands returns all commands that apply now, and those that a text means.
func (c *App) commands(text string) (all []command) {
	add := func(name, keys string, do func()) {
		all = append(all, command{Command: desk.Command{Name: name, Keys: keys, Do: do}})
	}
	add(words.T("Open a file…"), "", c.host.Pick)
	add(words.T("Open the text on the clipboard"), "Mod + V", c.host.Paste)
	if b := &c.opening.before; b.Opens {
		add(words.Say("Open again: {1}", b.Name), "", c.host.Again)
	}
	if c.host.Recent() {
		add(words.T("Recent files…"), "", func() { c.host.Script("recent") })
	}
	for i := range samples {
		add(words.Say("Open the sample: {1}", samples[i].said.String()), "", func() { c.host.Fetch(samples[i].url) })
	}
	add(words.T("Switch between light and dark"), "", c.nextTheme)
	if next := c.host.Language(); next != "" { // a saved page has none
		add(words.Say("Language: {1}", next), "", func() { c.host.Script("language") })
	}
	add(words.T("Privacy: files read, data sent, data kept"), "", func() { c.host.Script("privacy") })
	r := c.room()
	if r != nil {
		add(words.T("Print this view"), "Mod + P", c.host.Print)
		add(words.T("Copy link to this view"), "", func() { c.host.Script("link") })
		if c.exports.answersFor(false) {
			add(words.T("Copy for an assistant"), "", func() { c.exports.copyAnswers(false) })
		}
		if c.exports.answersFor(true) {
			add(words.T("Copy for an assistant without names"), "", func() { c.exports.copyAnswers(true) })
		}
		add(words.T("Copy embed code"), "", func() { c.host.Script("embed") })
		add(words.T("Add a file…"), "", c.add)
		add(words.T("Restore names with a mapping.txt…"), "", c.add)
		if m := c.opening.members; m != nil {
			add(words.Say("Open another trace of {1}", m.Stored), "", func() { c.over.openMembers(m) })
		}
		if was := c.opening.replaced; was != "" {
			add(words.Say("Back to {1}", was), "", c.goBack)
		}
		add(words.T("Close the file"), "", c.close)
	}
	if c.naming.Label != "" {
		name := words.T("Names: show the file’s own")
		if !c.named() {
			name = words.T("Names: show those of the map")
		}
		add(name, "", c.toggleNames)
	}
	if c.pair.open {
		add(words.Say("Show A, {1}", c.pair.names[0]), "", func() { c.switchTo(0) })
		add(words.Say("Show B, {1}", c.pair.names[1]), "", func() { c.switchTo(1) })
		add(words.T("Show the differences between A and B"), "", c.toChanges)
		add(words.Say("Close A, {1}", c.pair.names[0]), "", func() { c.closeOne(0) })
		add(words.Say("Close B, {1}", c.pair.names[1]), "", func() { c.closeOne(1) })
	}
	if c.dumping() {
		all = append(all, c.views(r)...)
	}
	if c.tracing() {
		add(words.T("Properties of the file"), "", func() { c.over.openDialog(properties) })
		add(words.T("Compare with another trace…"), "", c.compareWith)
		add(words.T("Select a range by its times…"), "", c.typeRange)
		if from, to, ok := words.Instants(text); ok {
			a, b := words.Range(from, to)
			add(words.Say("Select the range {1} – {2}", a, b), "", func() { c.selectRange(from, to) })
			all[len(all)-1].meant = true
		}
	}
	if r != nil {
		for _, cmd := range r.Commands() {
			all = append(all, command{Command: cmd})
		}
		for _, g := range r.Exports() {
			for i := range g.Exports {
				e := &g.Exports[i]
				add(words.Say("Export: {1}, {2}", g.Title.String(), e.Name.String()), "", func() { c.exportAs(e) })
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

// typeRange opens the palette with the selected range, or else the visible one, as text to change.
func (c *App) typeRange() {
	d := c.desk
	c.over.openPalette()
	if c.over.palette.text = d.RangeText(); !d.Ranged() {
		from, to := words.Range(int64(d.Time.View.From), int64(d.Time.View.To))
		c.over.palette.text = from + " – " + to
	}
}

// selectRange selects a range of the trace, in ns, and shows it.
func (c *App) selectRange(from, to int64) {
	d := c.desk
	if from >= d.Trace.Span {
		c.page.Notify(words.Say("The trace ends at {1}.", words.Brief(d.Trace.Span)))
		return
	}
	d.SetRange(from, to, d.Trace.Span)
	if d.Ranged() {
		d.Time.Reveal(float64(d.From), float64(d.To))
		d.Time.Preview(c.host)
	}
}

// noCommand says that no command matches a text. A text that begins like a time gets an example.
func (p *palette) noCommand() string {
	if p.text != "" && p.text[0] >= '0' && p.text[0] <= '9' {
		return words.T("No command matches. To select a range, type two times, such as 700 ms – 1.4 s.")
	}
	return words.T("No command matches.")
}

// views returns the commands that open a room's views.
func (c *App) views(r room) (all []command) {
	for i, name := range r.TabNames() {
		show := func() { c.do(canvas.Tab + canvas.Act(i)) }
		all = append(all, command{Command: desk.Command{Name: words.Say("Show {1}", name), Keys: canvas.TabKey(i), Do: show}, view: name})
	}
	return all
}

// mostListed is the most commands in the palette, because a trace may have hundreds of threads.
const mostListed = 100

// matches returns the first of commands whose names and other words contain every word of text. Better matches come first, and
// views come before the commands that act on them.
func matches(commands []command, text string) []command {
	text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	var all []command
next:
	for _, cmd := range commands {
		if cmd.Typed && text == "" {
			continue
		}
		for _, word := range strings.Fields(text) {
			if !cmd.meant && !strings.Contains(strings.ToLower(cmd.Name)+" "+cmd.Also, word) {
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

// distance ranks a command that matches text, which is in lower case. Smaller is better.
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
	case strings.Contains(name+" "+c.Also, text):
		return 4
	}
	return 5
}

// paletteKey handles a key while the palette is open.
func (c *Dialog) paletteKey(key canvas.Key) bool {
	p := &c.palette
	list := matches(c.commands(p.text), p.text)
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

// run closes the palette and runs a command.
func (c *Dialog) run(cmd command) {
	c.closeDialog()
	cmd.Do()
}

func (p *palette) typed(event vugu.DOMEvent) { p.text, p.cursor = node.Value(event), 0 }
