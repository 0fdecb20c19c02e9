package desk

import (
	"slices"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
)

// looks are the choices of how the pictures and trees of a trace look.
type looks struct {
	Colour message.Colour
	Share  int        // least share of its caller's inclusive time for a callee in the call graph, in percent; or message.AutoThreshold
	By     message.By // how the table of methods is grouped
	Fold   bool       // trees and flame graphs show direct recursion as one frame
	NoGaps bool       // the timeline does not draw context switches
}

// recallLooks returns the looks of the last visit.
func recallLooks(recall func(key string) string) looks {
	return looks{NoGaps: recallGaps(recall), Colour: recallColour(recall)}
}

// colours are the stored values of message.Colour.
var colours = [...]string{message.ColourByRank: "rank", message.ColourByPackage: "package", message.ColourByOrigin: "origin"}

// recallColour returns the stored colour scheme, by default ColourByOrigin.
func recallColour(recall func(key string) string) message.Colour {
	if i := slices.Index(colours[:], recall("colour")); i >= 0 {
		return message.Colour(i)
	}
	return message.ColourByOrigin
}

// ToggleFold shows direct recursion as one frame, or stops doing so.
func (d *Desk) ToggleFold() { d.Fold = !d.Fold }

// FoldButton returns the button of a toolbar that does the same.
func (d *Desk) FoldButton(id string) bar.Button {
	return bar.Button{ID: id, Name: words.T("Fold recursion"), Title: words.T("Collapse direct recursion (R)"), State: bar.Is(d.Fold), Do: d.ToggleFold}
}

// CanCharge reports whether the trace has times, and methods of the app that they can be charged to.
func (d *threads) CanCharge() bool {
	return d.Trace != nil && !d.Timeless() && slices.Contains(d.Trace.Origins, uint32(scene.SlotOwn))
}

// ShownCode returns the code that tables, trees and flame graphs show. Until the user chooses, the table of methods charges
// time to own code if it is certain which code that is. It does not while it is grouped by owner, has context switches as a
// method, or lists only the matches of a search, which can be in other code.
func (d *Desk) ShownCode() message.Code {
	switch {
	case !d.CanCharge():
		return message.AllCode
	case d.CodeSet:
		return d.Code
	case d.Tab != "methods" || !d.Trace.OwnFound || d.By == message.ByLibrary || d.By == message.ByOrigin || d.Switches || d.Search.Only && d.Search.Text != "":
		return message.AllCode
	}
	return message.ChargedToOwn
}

// ShowCode chooses the code that tables, trees and flame graphs show.
func (d *Desk) ShowCode(c message.Code) {
	if !d.CanCharge() {
		d.Notify(words.T("This trace has no method of the app with times."))
		return
	}
	d.Code, d.CodeSet = c, true
}

// NextCode shows the next of All, Own and Charged.
func (d *Desk) NextCode() { d.ShowCode((d.ShownCode() + 1) % (message.ChargedToOwn + 1)) }

// WidenCode shows all code, unless the user chose which. It reports whether that adds code.
func (d *Desk) WidenCode() bool {
	if d.CodeSet || d.ShownCode() == message.AllCode {
		return false
	}
	d.ShowCode(message.AllCode)
	d.Notify(words.T("The table shows all code, because the method is not the app's own."))
	return true
}

// CodeButtons returns the buttons of the switch, by message.Code. They have ids with a prefix.
func (d *Desk) CodeButtons(prefix string) []bar.Button {
	all := []bar.Button{
		{ID: prefix + "all", Name: words.T("All"), Title: words.T("Show all code (O shows the next choice)")},
		{ID: prefix + "own", Name: words.T("Own"), Title: words.T("Show the app's methods alone, with their own time. The time of other code is left out (O)")},
		{ID: prefix + "charged", Name: words.T("Charged to own"), Title: words.T("Show the app's methods alone. Each is charged with the time of all platform and library code that it calls (O)")},
	}
	for c := range all {
		all[c].State, all[c].Do = bar.Is(d.ShownCode() == message.Code(c)), func() { d.ShowCode(message.Code(c)) }
	}
	return all
}

// SetColour sets how methods are coloured, and stores it for the next visit.
func (d *Desk) SetColour(c message.Colour) {
	d.Colour = c
	d.Host.Remember("colour", colours[c])
}

// recallGaps reports whether the last visit hid context switches.
func recallGaps(recall func(key string) string) bool { return recall("gaps") == "hidden" }

// ToggleGaps shows or hides context switches in the timeline, and stores the choice.
func (d *Desk) ToggleGaps() {
	if !d.TwoClocks() {
		d.Notify(OneClock.String())
		return
	}
	d.NoGaps = !d.NoGaps
	kept := ""
	if d.NoGaps {
		kept = "hidden"
	}
	d.Host.Remember("gaps", kept)
}

// ToggleSwitches sums context switches as a method of their own, or stops doing so.
func (d *Desk) ToggleSwitches() {
	if !d.TwoClocks() {
		d.Notify(OneClock.String())
		return
	}
	d.Switches = !d.Switches
	if !d.Switches && d.Names.IsSwitch(d.Method) {
		d.Method = message.NoNode // it has no figures any more
	}
}
