package app

import (
	"github.com/vugu/vugu"

	"traceglass/wasm/export"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// A room shows one kind of open file. It is the component of its part of the page. Handlers return false for
// keys and gestures that the room does not use.
type room interface {
	vugu.Builder

	RequestData()                               // requests missing data
	Key(canvas.Key) bool                        // outside text fields: the tabs, the table of the shown view
	Editing(canvas.Key) bool                    // in a text field
	Do(canvas.Act) bool                         // an act of the keyboard, or of the palette
	Input(canvas.Input)                         // an input on a canvas
	HideTips()                                  // hides tooltips
	Drawn(canvas.Geometry)                      // a new display list is on a canvas
	Sized(box string, top, height float64) bool // a scroll box scrolled or changed its size; false if that changes nothing
	Menu(id string, at desk.Place) bool         // opens the context menu of an element

	Facts() string         // the line that describes the file
	Printed() string       // the line at the top of a printed page
	Notes() []message.Note // of the receipt
	NotePlaces() string    // head of the column of their places
	Read() string          // how the file was read, for the status line
	Spoken() string        // text for screen readers, "" for none
	Home() string          // id of the element that gets the focus when a dialog closes

	TabNames() []string       // names of the views in the order of their keys
	Commands() []desk.Command // commands of the palette, except views and gestures

	Exports() []export.Group       // the export menu
	Refusal(*export.Export) string // why an export is unavailable, "" if it is available

	// Answers asks for the overview and the selection as text for an assistant; nil if the room has no such text. With
	// hidden, it has hashes instead of names.
	Answers(hidden bool) message.Request[*message.AnswerTextReply]

	// Job returns the command that makes an export, limited to part; or a sentence on why that is impossible.
	Job(e *export.Export, part desk.Part) (job desk.Job, failure string)

	// Forget closes the file. It keeps settings of appearance.
	Forget()
}

// A traceRoom is the room of method traces.
type traceRoom interface {
	room
	Open(*message.Description) // puts a trace on the desk
	Properties() []node.Fact   // the options in the file, each with its meaning
	Step(back bool)            // selects the next or previous match of the search
}

// A dumpRoom is the room of thread dumps.
type dumpRoom interface {
	room
	Open(*message.Dumps) // puts dumps on the desk
}
