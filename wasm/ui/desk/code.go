package desk

import (
	"slices"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
)

// The switch of code: all, the app's own, or own code with all it caused.

// CanCharge reports whether the trace has times, and methods of the app that they can be charged to.
func (d *threads) CanCharge() bool {
	return d.Trace != nil && !d.Timeless() && slices.Contains(d.Trace.Origins, uint32(scene.SlotOwn))
}

// ShownCode returns the code that tables, trees and flame graphs show. Until the user chooses, the table of methods charges
// time to own code if it is known which code that is, for certain or by a guess that the page names. It does not while it is grouped by owner, has context switches as a
// method, or lists only the matches of a search, which can be in other code.
func (d *scoped) ShownCode() message.Code {
	switch {
	case !d.CanCharge():
		return message.AllCode
	case d.CodeSet:
		return d.Code
	case d.Tab != "methods" || d.OwnUnknown() || d.By == message.ByLibrary || d.By == message.ByOrigin || d.Switches || d.Search.Only && d.Search.Text != "":
		return message.AllCode
	}
	return message.ChargedToOwn
}

// OwnUnknown reports whether the table of methods shows all code because it is not known which code is the app's.
func (d *scoped) OwnUnknown() bool {
	return d.Tab == "methods" && d.CanCharge() && !d.CodeSet && !d.Trace.OwnFound && d.Trace.OwnGuess == ""
}

// ShowCode chooses the code that tables, trees and flame graphs show.
func (d *scoped) ShowCode(c message.Code) { d.Code, d.CodeSet = c, true }

// WidenCode shows all code, unless the user chose which. It reports whether that adds code.
func (d *scoped) WidenCode() bool {
	if d.CodeSet || d.ShownCode() == message.AllCode {
		return false
	}
	d.ShowCode(message.AllCode)
	return true
}

// CodeButtons returns the buttons of the switch, by message.Code. They have ids with a prefix.
func (d *scoped) CodeButtons(prefix string) []bar.Button {
	all := []bar.Button{
		{ID: prefix + "all", Name: words.T("All code"), Title: words.T("Show all code (O shows the next choice)")},
		{ID: prefix + "own", Name: words.T("Own code"), Title: words.T("Show the app's methods alone, with their own time. The time of other code is left out (O)")},
		{ID: prefix + "charged", Name: words.T("Own + caused"), Title: words.T("Show the app's methods alone, each with the time of all platform and library code that it caused (O)")},
	}
	for c := range all {
		all[c].State, all[c].Do = bar.Is(d.ShownCode() == message.Code(c)), func() { d.ShowCode(message.Code(c)) }
	}
	return all
}

// CodeRow returns the switch as a choice, unless it is hidden.
func (d *scoped) CodeRow(prefix string, hidden bool) *bar.Row {
	row := bar.Choice(words.T("Code"), d.CodeButtons(prefix)...)
	row.Hidden = hidden || !d.CanCharge()
	return row
}
