package desk

import (
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
)

// An Export is an entry of the export menu. It writes a file, byte for byte as the command traceglass does, or
// a picture of a canvas.
type Export struct {
	ID          string
	Name, About words.Text
	Ending      string   // suffix of the file's name
	Command     []string // arguments without the options in Takes; nil for a picture
	Takes       Takes

	Canvas canvas.ID // canvas of a picture
	Tab    string    // id of the view with the canvas, "" if the canvas is always visible
}

// ElementID returns the id of the menu entry.
func (e *Export) ElementID() string { return "export-" + e.ID }

// Takes are the settings of the page that an export follows.
type Takes uint8

const (
	AClock   Takes = 1 << iota // the selected clock
	APart                      // a Part: selected threads and range
	Switched                   // context switches as a method of their own
	NoWaits                    // only clocks that place calls in time, so not waiting
	AShare                     // the least share of a callee in the call graph
)

// A Part limits an export to the selected threads, the selected range, or both.
type Part struct{ Threads, Range bool }

// PageCommand is the command that makes one HTML page of the viewer and the open file. The page asks for
// options in a dialog.
const PageCommand = "page"

// CallGraph is the suffix of the call graph's Graphviz file.
const CallGraph = ".dot"

// ShareArgs returns the command's options for the least share of a callee in the call graph, in percent.
func ShareArgs(share int) []string {
	if share == message.AutoThreshold {
		return nil // the command uses the same default
	}
	return []string{"-t", strconv.Itoa(share)}
}

// An ExportGroup is a section of the export menu.
type ExportGroup struct {
	Title   words.Text
	Exports []Export
}

// A Job is an export to run: the command's arguments, the files that it reads, and the name of the file that it
// makes.
type Job struct {
	Args, Files []string
	Name        string
}

// Stem returns a file's name without the suffixes of files that Traceglass opens.
func Stem(file string) string {
	for {
		short := file
		for _, ending := range []string{".gz", ".zip", ".txt", ".trace", ".key", ".data"} {
			short = strings.TrimSuffix(short, ending)
		}
		if short == "" || short == file {
			return file
		}
		file = short
	}
}
