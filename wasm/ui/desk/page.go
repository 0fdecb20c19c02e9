// Package desk is what the views share: the file that is open, what of it is chosen, by which
// clock and colours it is shown, what is searched for, the names, and the ways to ask, to say
// and to remember. A view keeps how it looks; to show something elsewhere is to choose it here.
package desk

import (
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/list"
)

// A Host is what views need of the browser.
type Host interface {
	ask.Host
	canvas.Host
	list.Host

	Focus(id string)                  // moves the keyboard to an element, after the next render
	Place(id string) Place            // where an element is, or what a canvas in it shows as chosen
	Copy(text string)                 // to the clipboard
	Save(*message.File)               // as a download
	Picture(c canvas.ID, name string) // saves what a canvas shows, as SVG or PNG by the name's ending, once all names in it are there
	Remember(key, value string)       // a setting, for the next visit
	Recall(key string) string
	OpenTrace(*message.File) // opens a trace beside the dumps that are open
	Add()                    // opens the browser's file chooser, for files to open beside those that are open

	// Graphviz has Graphviz, in a worker of its own, make of a graph what format says: "plain"
	// for where its boxes go, "svg" for a drawing. What it made comes with number. Work under
	// way ends without an answer, and so it does by StopGraphviz.
	Graphviz(number uint32, dot, format string)
	StopGraphviz()
}

// Page is what the rooms share, and what each desk is part of.
type Page struct {
	Host        Host
	Line        ask.Line
	Split       Split
	Names       Names
	Columns     Columns    // of the tables of figures
	File        string     // name of the file that is shown
	Notice      string     // a passing remark: an answer that failed, a copy made
	NoticeCount int        // how many there were
	Menu        Menu       // of what was pointed at
	Room        Room       // which room is shown
	Changes     string     // what that of two traces shows, or that of many runs, in its own words
	ViewStates  ViewStates // how views look
	Frames      int        // since a file was opened, WholePage for more
	Graph       uint32     // serial of the graph that the worker has, of whichever view

	job uint32 // number of what Graphviz was given last
}

// A Room is what the page shows of what is open.
type Room uint8

const (
	TraceRoom Room = iota
	DumpRoom
	CompareRoom // of two traces
	RunsRoom    // of many
)

// A page that has just opened a trace is shown piece by piece, a frame each, since all at
// once would hold the browser up: first the timeline, then what lies below it, then the
// table, whose rows come in pieces too (list.Box.Growing).
const (
	LowerPage = 2
	WholePage = 3
)

// NewPage makes the page's desk.
func NewPage(host Host) *Page {
	p := &Page{Host: host}
	p.Line = ask.Line{Host: host, Failed: p.Notify}
	p.Split.recall(host)
	p.Columns.recall(host)
	p.Names.Forget()
	return p
}

// Forget drops what belongs to a file. What was asked about it is answered to no one.
func (p *Page) Forget() {
	p.Line.Forget()
	p.Names.Forget()
	p.File, p.Notice, p.Menu, p.Room, p.Frames, p.Graph = "", "", Menu{}, TraceRoom, 0, 0
}

// Graphviz gives Graphviz a graph, and returns the number that what it makes comes with.
func (p *Page) Graphviz(dot, format string) uint32 {
	p.job++
	p.Host.Graphviz(p.job, dot, format)
	return p.job
}

// StopGraphviz ends the work of that number, if Graphviz has not been given other since.
func (p *Page) StopGraphviz(number uint32) {
	if number == p.job {
		p.Host.StopGraphviz()
	}
}

// Notify says something in passing.
func (p *Page) Notify(text string) {
	p.Notice = text
	p.NoticeCount++
}

// Copy puts text on the clipboard.
func (p *Page) Copy(text string) {
	p.Host.Copy(text)
	p.Notify(words.T("Copied."))
}

// A Command is a line of the palette of all commands.
type Command struct {
	Name, Keys string
	Typed      bool // listed only where it matches what was typed
	Do         func()
}

// A Tab is how a view is called: id is the stem of the ids in its panel.
type Tab struct {
	ID   string
	Name words.Text
}
