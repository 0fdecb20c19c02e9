package desk

import (
	"slices"

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
	Limit  int        // of frames: an index into message.FrameLimits
}

// recallLooks returns the looks of the last visit.
func recallLooks(recall func(key string) string) looks {
	return looks{NoGaps: recallGaps(recall), Colour: recallColour(recall), Limit: message.UsualLimit}
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

// NextCode shows the next of all code, own code, and own code with all it caused.
func (d *Desk) NextCode() {
	if !d.CanCharge() {
		d.Notify(words.T("This trace has no method of the app with times."))
		return
	}
	d.ShowCode((d.ShownCode() + 1) % (message.ChargedToOwn + 1))
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
