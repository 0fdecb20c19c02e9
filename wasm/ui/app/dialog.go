package app

import (
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

// Dialog is the dialog over the page: help, receipt, properties or commands.
type Dialog struct {
	*overlays
	commands func(text string) []command
	lines    []command // commands in the palette
}

// A subject is the content of a dialog.
type subject uint8

const (
	nothing subject = iota
	help
	receipt
	properties
	commands
	members
)

// title returns the title of the dialog.
func (c *Dialog) title() words.Text {
	return [...]words.Text{"", "Keys and gestures", "Notes about this file", "Properties", "Commands", "Which trace?"}[c.shows]
}

// Compute updates the lists of the dialog.
func (c *Dialog) Compute() {
	c.lines = nil
	switch c.shows {
	case commands:
		c.lines = matches(c.commands(c.palette.text), c.palette.text)
	case members:
		c.choosing.find()
	}
}

func (c *overlays) openDialog(s subject) {
	c.shows, c.menu, c.page.Menu = s, menu{}, desk.Menu{}
	c.hideTips()
	c.host.Focus("dialog-close")
}

func (c *overlays) openPalette() {
	c.shows, c.menu, c.page.Menu = commands, menu{}, desk.Menu{}
	c.hideTips()
	c.palette = palette{}
	c.host.Focus("palette")
}

// openFrom opens a dialog from a menu, which closes. The focus returns to the menu's button.
func (c *overlays) openFrom(m menuName, s subject) {
	c.opener = buttons[m]
	c.openDialog(s)
}

// closeDialog closes the dialog and returns the focus.
func (c *overlays) closeDialog() {
	c.shows = nothing
	if c.opener != "" {
		c.host.Focus(c.opener)
	} else if r := c.room(); r != nil {
		c.host.Focus(r.Home())
	}
}

// key handles a key while a dialog is open.
func (c *Dialog) key(key canvas.Key) bool {
	switch {
	case key.Name == "Escape":
		c.closeDialog()
		return true
	case c.shows == commands:
		return c.paletteKey(key)
	case c.shows == members:
		return c.memberKey(key)
	}
	return false
}

// foreword returns the text before the notes.
func (c *Dialog) foreword() string {
	if desk.Damage(c.notes()) > 0 {
		return words.T("The file was read as far as possible. The list shows each problem and its effect on the figures.")
	}
	return words.T("The file is complete. The list shows facts that affect the figures.")
}

// notePlace returns the first place of a note in the file.
func notePlace(n message.Note) string {
	if n.Offset < 0 {
		return "–"
	}
	return words.Count(n.Offset)
}

// leads reports whether a note has a link to a thread, or to a line of a dump.
func leads(n message.Note) bool { return n.Thread != message.NoNode || n.At >= 0 }

// follow shows the thread and time, or the line, that a note is about.
func (c *Dialog) follow(n message.Note) {
	c.closeDialog()
	d := c.desk
	if n.Thread == message.NoNode {
		d.Dumps.ShowLine(uint32(n.At))
		c.host.Focus("text-rows")
		return
	}
	if !d.Alone(n.Thread) {
		d.OnlyThread(n.Thread)
	}
	if n.At >= 0 {
		around := (d.Time.End - d.Time.Start) / 40
		d.Time.Show(float64(n.At)-around, float64(n.At)+around)
		d.Time.Preview(c.host)
	}
}

// copyNotes copies the notes, for a bug report.
func (c *Dialog) copyNotes() {
	lines := []string{c.page.File, c.room().Facts()}
	for _, n := range c.notes() { // n.Text contains the count
		lines = append(lines, n.Code+" @ "+notePlace(n)+": "+n.Text)
	}
	c.host.Copy(words.Plain(strings.Join(lines, "\n")))
	c.page.Notify(words.T("Copied."))
}
