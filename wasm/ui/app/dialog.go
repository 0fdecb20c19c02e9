package app

import (
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

// versionText says which Traceglass this is.
func (c *App) versionText() string {
	if v := c.host.Version(); v != "" {
		return words.Say("Version {1}. Under the Apache License, Version 2.0.", v)
	}
	return words.T("Under the Apache License, Version 2.0.")
}

// Dialog is what lies over the page: help, receipt, properties or commands.
type Dialog struct {
	app      *App
	choosing choosing
	shows    subject
	opener   string // id of the element that had the keyboard before the dialog, or opened it
	palette  palette
	lines    []command // that the palette shows
}

// A subject is what a dialog is about.
type subject uint8

const (
	nothing subject = iota
	help
	receipt
	properties
	commands
	members
)

// A docsLink leads to a page of the documentation. The page's address is a text, because a language may have a
// translation of it.
type docsLink struct{ page, title string }

// docs returns the page that explains what is shown.
func (c *App) docs() docsLink {
	switch {
	case c.tracing():
		return docsLink{words.T("docs/reading-a-trace.html"), words.T("Documentation: Reading a trace")}
	case c.dumping():
		return docsLink{words.T("docs/reading-a-dump.html"), words.T("Documentation: Reading a thread dump")}
	case c.comparing(), c.running():
		return docsLink{words.T("docs/comparing-builds.html"), words.T("Documentation: Comparing builds")}
	}
	return docsLink{words.T("docs/getting-started.html"), words.T("Documentation: Getting started")}
}

// title heads the dialog.
func (c *Dialog) title() words.Text {
	return [...]words.Text{"", "Keys and gestures", "Warnings about this file", "Properties", "Commands", "Which trace?"}[c.shows]
}

// Compute lists the commands while they are shown.
func (c *Dialog) Compute() {
	c.lines = nil
	switch c.shows {
	case commands:
		c.lines = c.app.matches(c.palette.text)
	case members:
		c.choosing.find()
	}
}

func (c *App) openDialog(s subject) {
	c.dialog.shows, c.menu, c.page.Menu = s, menu{}, desk.Menu{}
	c.hideTips()
	c.host.Focus("dialog-close")
}

func (c *App) openPalette() {
	c.dialog.shows, c.menu, c.page.Menu = commands, menu{}, desk.Menu{}
	c.hideTips()
	c.dialog.palette = palette{}
	c.host.Focus("palette")
}

// closeDialog gives the keyboard back to what had it.
func (c *App) closeDialog() {
	c.dialog.shows = nothing
	if c.dialog.opener != "" {
		c.host.Focus(c.dialog.opener)
	} else if r := c.room(); r != nil {
		c.host.Focus(r.Home())
	}
}

// key takes a key press while a dialog is shown.
func (c *Dialog) key(key canvas.Key) bool {
	switch {
	case key.Name == "Escape":
		c.app.closeDialog()
		return true
	case c.shows == commands:
		return c.app.paletteKey(key)
	case c.shows == members:
		return c.app.memberKey(key)
	}
	return false
}

// dumpTabs are the views of the dump in front, nil if a dump is not.
func (c *App) dumpTabs() []string {
	if c.dumping() {
		return c.dumps.Tabs()
	}
	return nil
}

// foreword is what comes before the notes.
func (c *Dialog) foreword() string {
	if desk.Damaged(c.app.notes()) {
		return words.T("The file was read as far as possible. The list shows each problem and its effect on the figures.")
	}
	return words.T("The file is complete. The list shows facts that affect the figures.")
}

// notes are the receipt's lines, of what is shown. A dump's places are lines.
func (c *App) notes() []message.Note {
	if r := c.room(); r != nil {
		return r.Notes()
	}
	return nil
}

// notePlaces heads the column of the places.
func (c *App) notePlaces() string {
	if r := c.room(); r != nil {
		return r.NotePlaces()
	}
	return ""
}

// notePlace says where in the file a note first applies.
func notePlace(n message.Note) string {
	if n.Offset < 0 {
		return "–"
	}
	return words.Count(n.Offset)
}

// leads reports whether a note is of a thread, or of a line of a dump.
func leads(n message.Note) bool { return n.Thread != message.NoNode || n.At >= 0 }

// follow goes where a note leads: to its thread, around its time, or to its line.
func (c *App) follow(n message.Note) {
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

// copyNotes copies the receipt for a report of what is wrong with the file.
func (c *App) copyNotes() {
	lines := []string{c.page.File, c.room().Facts()}
	for _, n := range c.notes() { // its text has the count
		lines = append(lines, n.Code+" @ "+notePlace(n)+": "+n.Text)
	}
	c.host.Copy(words.Plain(strings.Join(lines, "\n")))
	c.page.Notify(words.T("Copied."))
}

// noteCount is how many notes there are: "2 notes".
func (c *App) noteCount() string { return words.Plural(int64(len(c.notes())), "warning", "warnings") }

// receipt is all notes in a line, "" if there is nothing to say.
func (c *App) receipt() string {
	var parts []string
	for _, n := range c.notes() {
		parts = append(parts, words.Filled(n.Text).String())
	}
	if len(parts) == 0 {
		return ""
	}
	return words.Say("{1}: {2}", c.noteCount(), words.Clip(strings.Join(parts, " · ")))
}
