package desk

import (
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
)

// An Export is a file that can be made of what is open, a line of the menu. It is what the
// command traceglass writes, to the byte, or a picture of what a canvas shows.
type Export struct {
	ID          string
	Name, About words.Text
	Ending      string   // of the file's name, after the opened file's
	Command     []string // without the options that Takes says; nil for a picture
	Takes       Takes

	Canvas canvas.ID // of a picture
	Tab    string    // id of the view that the canvas is in, "" if it is always there
}

// ElementID is the id of the export's line in the menu.
func (e *Export) ElementID() string { return "export-" + e.ID }

// Takes says which choices of the page an export follows.
type Takes uint8

const (
	AClock   Takes = 1 << iota // the current clock
	APart                      // a Part
	Switched                   // context switches as a method of their own
	NoWaits                    // of clocks only those by which calls have a place in time
	AShare                     // the share from which the call graph shows a callee
)

// A Part says which choices limit an export.
type Part struct{ Threads, Range bool }

// PageCommand is the command that makes one page of the viewer and what is open. How, the page asks.
const PageCommand = "page"

// CallGraph is the ending of the call graph's file in Graphviz's language, whichever way it is
// saved.
const CallGraph = ".dot"

// ShareArgs are the command's options for the share from which the call graph shows a callee.
func (d *Desk) ShareArgs() []string {
	if d.Share == message.AutoThreshold {
		return nil // the command finds it, too
	}
	return []string{"-t", strconv.Itoa(d.Share)}
}

// An ExportGroup is a part of the menu.
type ExportGroup struct {
	Title   words.Text
	Exports []Export
}

// A Job is an export to be made: the command's arguments, the files it reads, and the name
// of the file it makes.
type Job struct {
	Args, Files []string
	Name        string
}

// Stem is a file's name without the endings that what is opened may have.
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
