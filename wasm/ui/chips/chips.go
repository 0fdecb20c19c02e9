// Package chips is the strip of buttons that filter a trace: the active filters, and the legend of colours.
package chips

import (
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/desk"
)

// RangeTimes is the id of the button that shows the times of the selected range. A click on it types others.
const RangeTimes = "range-times"

// Of returns the active filters on the figures. A click removes one. The threads and the range are two buttons each: a click on
// the text changes them. It also returns the guess whose code is the app's.
func Of(d *desk.Desk) []bar.Button {
	var all []bar.Button
	add := func(id, text, title string, drop func()) {
		all = append(all, bar.Button{ID: "chip-" + id, Name: text, Title: title, Do: drop})
	}
	both := func(textID, text, title string, change func(), id, dropTitle string, drop func()) {
		all = append(all, bar.Button{ID: textID, Name: text, Title: title, Class: "word", Do: change},
			bar.Button{ID: "chip-" + id, Title: dropTitle, Label: dropTitle, Class: "drop", Do: drop})
	}
	choose := func() { d.Show("threads") }
	switch n := len(d.Threads); n {
	case 0:
	case 1:
		both("thread-names", d.ThreadName(d.Threads[0]), words.T("Figures of this thread only. Click to choose others"), choose, "threads", words.T("Sum over all threads"), d.ClearThreads)
	default:
		both("thread-names", words.Plural(int64(n), "thread", "threads"), words.T("Figures of these threads only. Click to choose others"), choose, "threads", words.T("Sum over all threads"), d.ClearThreads)
	}
	if d.Ranged() {
		both(RangeTimes, d.RangeText()+" ("+words.Brief(d.To-d.From)+")", words.T("Figures of this range only. Click to type other times"), func() {}, "range", words.T("Sum over the whole trace"), d.ClearRange)
	}
	if n := len(d.Hidden); n > 0 {
		add("hidden", words.Plural(int64(n), "hidden", "hidden"), words.T("Threads excluded from timeline and figures. Click to show them again"), d.ShowHidden)
	}
	if d.Switches {
		add("switches", words.T("separate switches"), words.T("Context switches count as a separate method. Click to count them in exclusive times again"), d.ToggleSwitches)
	}
	if text := d.Owners.HereText(); text != "" {
		both("owners", text, text+"\n"+words.T("You said whose code this is. Click to change it"), func() { d.Owners.Named(d, "owners") }, "owners", words.T("Forget whose code packages are"), func() { d.Owners.ForgetHere(d) })
	}
	showAll := func() { d.ShowCode(message.AllCode) }
	if d.Trace != nil && d.Trace.OwnGuess != "" && (d.Tab == "methods" || d.Tab == "overview") { // they name own code
		add("guess", words.Say("guess: your code is {1}", words.Clip(d.Trace.OwnGuess)),
			words.T("Most methods of unknown origin are in this package. Click to say whose it is"), func() { d.Owners.Guessed(d, "chip-guess") })
	}
	switch code := d.ShownCode(); {
	case !d.CodeSet: // the head of the table shows it
	case code == message.OwnCode:
		add("own", d.OwnText(), words.T("Only the app's methods, with their own time. Figures leave out the time of other code. Click to show all methods"), showAll)
	case code == message.ChargedToOwn:
		add("charged", d.CausedText(), words.T("Only the app's methods, with the time of the code that they caused. Time without an own caller is in no method. Click to show all methods"), showAll)
	}
	if part := d.Search.Part; part != "" {
		add("part", part, words.T("Calls of this part are marked. Click to clear the marks"), func() { d.Search.FindPart("", "") })
	}
	if d.Search.Only && d.Search.Text != "" {
		add("only", words.Say("only “{1}”", words.Clip(d.Search.Text)), words.T("The table shows only matching methods. Click to show all"), func() {
			d.Search.ShowOrigin("") // the legend set it, the user did not type it
			d.Search.Only = false
		})
	}
	return all
}
