// Package export lists the exports: the files that the command writes and the page's menus offer. table.go has one row for
// each. The menus, the help and completion of the command, and the documentation read it. The writers are in
// render/report/formats, which only the command needs.
package export

import (
	"slices"

	"traceglass/render/words"
)

// An Export is a file that the command writes, or a picture of one of the page's canvases.
type Export struct {
	ID      string   // of the menu entry
	Command []string // arguments of the command without the options in Takes; nil for a picture
	Usage   string   // what the file is, for the command's help; "" if the command has a help of its own
	Ending  string   // end of the file's name

	Name, About words.Text // the menu entry; Name is "" if no menu has it
	Takes       Takes

	Canvas Canvas // of a picture
	Tab    string // id of the view with the canvas, "" if the canvas is always visible
}

// Takes are the settings of the page that an export follows.
type Takes uint16

const (
	AClock   Takes = 1 << iota // the selected clock
	APart                      // the selected threads and range
	Switched                   // context switches as a method of their own
	NoWaits                    // only clocks that place calls in time, so not waiting
	AShare                     // the least share of a callee in the call graph
	Filtered                   // the filter
	Charged                    // time charged to the app's methods
	Grouped                    // methods in groups
	Whole                      // all threads, until the user chooses some: it is a trace for others, or has a part for each thread
)

// A Canvas is what a picture shows.
type Canvas uint8

const (
	NoCanvas Canvas = iota
	Timeline
	SecondTimeline // of B
	FlameGraph
)

// A Group is a section of a menu.
type Group struct {
	Title   words.Text
	Exports []Export
}

// ElementID returns the id of the menu entry.
func (e *Export) ElementID() string { return "export-" + e.ID }

// Format returns the value of the command's option -format, "" for a command without it.
func (e *Export) Format() string {
	if at := slices.Index(e.Command, "-format"); at >= 0 {
		return e.Command[at+1]
	}
	return ""
}

// Formats returns the exports of a command that have a format, in the order of the menus.
func Formats(command string, groups ...Group) (all []*Export) {
	for _, g := range groups {
		for i := range g.Exports {
			if e := &g.Exports[i]; e.Format() != "" && e.Command[0] == command {
				all = append(all, e)
			}
		}
	}
	return all
}

// Formatted returns the export with a format in a list, or nil.
func Formatted(format string, all []*Export) *Export {
	if at := slices.IndexFunc(all, func(e *Export) bool { return e.Format() == format }); at >= 0 {
		return all[at]
	}
	return nil
}
