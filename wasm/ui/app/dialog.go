package app

import (
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
)

// Dialog is what lies over the page: help, receipt, properties or commands.
type Dialog struct {
	app     *App
	shows   subject
	opener  string // id of the element that had the keyboard before the dialog, or opened it
	palette palette
	lines   []command // that the palette shows
}

// A subject is what a dialog is about.
type subject uint8

const (
	nothing subject = iota
	help
	receipt
	properties
	commands
)

// title heads the dialog.
func (c *Dialog) title() string {
	return [...]string{"", "Keys and gestures", "Notes on this file", "Properties", "Commands"}[c.shows]
}

// Compute lists the commands while they are shown.
func (c *Dialog) Compute() {
	c.lines = nil
	if c.shows == commands {
		c.lines = c.app.matches(c.palette.text)
	}
}

func (c *App) openDialog(s subject) {
	c.dialog.shows, c.menu = s, menu{}
	c.host.Focus("dialog-close")
}

func (c *App) openPalette() {
	c.dialog.shows, c.menu = commands, menu{}
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
	}
	return false
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

// receipt is the line of notes on damage, "" if there is nothing to say.
func (c *App) receipt() string {
	var parts []string
	for _, n := range c.notes() {
		parts = append(parts, n.Text)
	}
	if len(parts) == 0 {
		return ""
	}
	return words.Plural(int64(len(parts)), "note", "notes") + ": " + words.Clip(strings.Join(parts, " · "))
}
