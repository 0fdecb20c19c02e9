// Package room is the frame of all rooms: the interface of their views, and the shell that passes events to them.
package room

import (
	"github.com/vugu/vugu"

	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

// A View is a tab of a room, and the component of its panel. Its methods return false for events that it does not
// use.
type View interface {
	vugu.Builder
	Part
	Tab() desk.Tab
	Status() Status
}

// A Part is a part of a room.
type Part interface {
	Open()                                      // resets the part for newly opened files
	RequestData()                               // requests missing data, while the part is visible
	Canvases() []canvas.ID                      // its canvases
	Input(canvas.Input)                         // an input on one of its canvases
	Drawn(canvas.Geometry)                      // a new display list is on one of its canvases
	Do(canvas.Act) bool                         // an act of the keyboard
	Key(canvas.Key) bool                        // a key outside text fields
	Sized(box string, top, height float64) bool // a scroll box scrolled or changed its size; false if that changes nothing
	Menu(id string, at desk.Place) bool         // opens the context menu of an element, by its id
}

// A Status describes the contents of a view.
type Status struct {
	Hidden bool   // there is nothing to show for the open file: the tab is hidden
	Rows   string // the rows in the document, for print
	Spoken string // the selected thing, for screen readers
	Tally  string // the number of matches of the search

	Total    string // the time that is 100 %
	OwnTotal bool   // Total replaces the room's
}

// NoView has all methods of View except Build and Tab. They do nothing. A view embeds it and replaces some.
type NoView struct{}

func (*NoView) Open()                               {}
func (*NoView) RequestData()                        {}
func (*NoView) Canvases() []canvas.ID               { return nil }
func (*NoView) Input(canvas.Input)                  {}
func (*NoView) Drawn(canvas.Geometry)               {}
func (*NoView) Do(canvas.Act) bool                  { return false }
func (*NoView) Key(canvas.Key) bool                 { return false }
func (*NoView) Sized(string, float64, float64) bool { return false }
func (*NoView) Menu(string, desk.Place) bool        { return false }
func (*NoView) Status() Status                      { return Status{} }
