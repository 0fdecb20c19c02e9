package app

import (
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

// versionText describes the version and licence of Traceglass.
func (c *App) versionText() string {
	if v := c.host.Version(); v != "" {
		return words.Say("Version {1}. Under the Apache License, Version 2.0.", v)
	}
	return words.T("Under the Apache License, Version 2.0.")
}

// Dialog is the dialog over the page: help, receipt, properties or commands.
type Dialog struct {
	app      *App
	choosing choosing
	shows    subject
	opener   string // id of the element that had the focus before the dialog, or that opened it
	palette  palette
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

// A docsLink leads to a page of the documentation. The page's address is a text, because a language may have its
// own translation.
type docsLink struct{ page, title string }

// docs returns the page that explains the visible room.
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

// title returns the title of the dialog.
func (c *Dialog) title() words.Text {
	return [...]words.Text{"", "Keys and gestures", "Warnings about this file", "Properties", "Commands", "Which trace?"}[c.shows]
}

// Compute updates the lists of the dialog.
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

// closeDialog closes the dialog and returns the focus.
func (c *App) closeDialog() {
	c.dialog.shows = nothing
	if c.dialog.opener != "" {
		c.host.Focus(c.dialog.opener)
	} else if r := c.room(); r != nil {
		c.host.Focus(r.Home())
	}
}

// key handles a key while a dialog is open.
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

// dumpTabs returns the names of a dump's views, nil if no dump is shown.
func (c *App) dumpTabs() []string {
	if c.dumping() {
		return c.dumps.TabNames()
	}
	return nil
}

// foreword returns the text before the notes.
func (c *Dialog) foreword() string {
	if desk.Damaged(c.app.notes()) {
		return words.T("The file was read as far as possible. The list shows each problem and its effect on the figures.")
	}
	return words.T("The file is complete. The list shows facts that affect the figures.")
}

// notes returns the notes on the shown file. Their places are bytes of a trace, or lines of a dump.
func (c *App) notes() []message.Note {
	if r := c.room(); r != nil {
		return r.Notes()
	}
	return nil
}

// notePlaces returns the head of the column of places.
func (c *App) notePlaces() string {
	if r := c.room(); r != nil {
		return r.NotePlaces()
	}
	return ""
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

// copyNotes copies the notes, for a bug report.
func (c *App) copyNotes() {
	lines := []string{c.page.File, c.room().Facts()}
	for _, n := range c.notes() { // n.Text contains the count
		lines = append(lines, n.Code+" @ "+notePlace(n)+": "+n.Text)
	}
	c.host.Copy(words.Plain(strings.Join(lines, "\n")))
	c.page.Notify(words.T("Copied."))
}

// noteCount counts the warnings: "2 warnings".
func (c *App) noteCount() string { return words.Plural(int64(len(c.notes())), "warning", "warnings") }

// receipt returns all warnings in one line, "" without warnings.
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
