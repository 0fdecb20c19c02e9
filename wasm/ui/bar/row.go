// Package bar draws the contents of toolbars: buttons, menus and search fields.
package bar

import (
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/ui/node"
)

// A Row is a row of buttons, and its component.
type Row struct {
	Class, Role string // of the row
	Each        string // CSS class of each button
	Label       string // names the row for screen readers, "" for none
	Hidden      bool
	Buttons     []Button
}

// A Button is a button of a row.
type Button struct {
	ID, Name, Title  string
	Label            string // names it for screen readers, "" for its text
	Class            string // besides that of each button
	Style            string
	State            State
	Hidden, Disabled bool
	Do               func() // handles a click
}

// State is the state of a switch or of a choice.
type State uint8

const (
	Stateless State = iota // the button is neither
	Off
	On
)

// Is returns the state of a button that is on or off.
func Is(on bool) State {
	if on {
		return On
	}
	return Off
}

// Of returns a row of buttons in the layout of its toolbar.
func Of(buttons ...Button) *Row { return &Row{Class: "buttons", Each: "quiet", Buttons: buttons} }

// Choice returns a row of buttons. Exactly one is on.
func Choice(label string, buttons ...Button) *Row {
	return &Row{Class: "segments", Role: "radiogroup", Label: label, Buttons: buttons}
}

// classOf returns the classes of a button.
func (c *Row) classOf(b Button) string { return strings.TrimSpace(c.Each + " " + b.Class) }

// isChoice reports whether exactly one button is on.
func (c *Row) isChoice() bool { return c.Role == "radiogroup" }

// buttonRole returns the role of each button, "" for that of its element.
func (c *Row) buttonRole() string {
	if c.isChoice() {
		return "radio"
	}
	return ""
}

// aria returns the attribute for the state of a button, which is aria-checked in a choice and aria-pressed elsewhere.
func (c *Row) aria(b Button, inChoice bool) any {
	if b.State == Stateless || inChoice != c.isChoice() {
		return nil
	}
	return node.AriaBool(b.State == On)
}

// clicked handles a click on a button.
func (c *Row) clicked(event vugu.DOMEvent) {
	id := event.PropString("target", "id")
	for _, b := range c.Buttons {
		if b.ID == id {
			b.Do()
		}
	}
}
