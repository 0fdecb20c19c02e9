package app

import (
	"github.com/vugu/vugu"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// A room shows what is open of one kind, method traces or thread dumps. It is the component
// of its part of the page. Keys and gestures that are not for what it shows it leaves alone,
// and says so by false.
type room interface {
	vugu.Builder

	RequestData()                                 // asks for what is shown and not at hand
	Key(canvas.Key) bool                          // outside text fields: the tabs' own, the shown view's table
	Editing(canvas.Key) bool                      // in a text field
	Do(canvas.Act) bool                           // a gesture of the keyboard, or its line in the palette
	Input(canvas.Input)                           // what happened on a canvas
	HideTips()                                    // tips go
	Drawn(canvas.Geometry)                        // a fresh list is on a canvas
	Sized(box string, top, height float64) bool   // a scroll box scrolled or changed its size; false if that changes nothing
	Menu(id string, at desk.Place) bool           // opens the menu of what the element of an id stands for
	Graphviz(number uint32, text, failure string) // what Graphviz made, or why it made nothing

	Facts() string         // the line that describes what is open
	Printed() string       // the same of what is shown, on top of a printed page
	Notes() []message.Note // of the receipt
	NotePlaces() string    // heads the column of their places
	Read() string          // how it was read, for the status line
	Spoken() string        // what a screen reader is told, "" for nothing in particular
	Home() string          // id of the element that gets the keyboard when a dialog closes

	Tabs() []string           // names of the views in the order of their keys
	Commands() []desk.Command // for the palette, but for those that show a view or do a gesture

	Exports() []desk.ExportGroup // the menu
	Refusal(*desk.Export) string // why an export cannot be made now, "" if it can

	// Job is what the command is given to make an export, of the chosen part if part holds; or
	// a sentence on why it cannot be made.
	Job(e *desk.Export, part desk.Part) (job desk.Job, failure string)

	// Forget takes what is open off the desk; how views look stays.
	Forget()
}

// A traceRoom is the room of method traces.
type traceRoom interface {
	room
	Open(*message.Description) // puts a trace on the desk
	Properties() []node.Fact   // the file's own options, each with what it means
	Step(back bool)            // to the next match of the search, or the one before
}

// A dumpRoom is the room of thread dumps.
type dumpRoom interface {
	room
	Open(*message.Dumps) // puts dumps on the desk
}
