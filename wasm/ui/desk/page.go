// Package desk is the state that the views share: the open file, the selection, the clock and the colours, the
// search, the names, and the access to worker and browser. A view itself keeps only its own appearance. To show
// something in another view, select it here.
package desk

import (
	"traceglass/render/words"
	"traceglass/wasm/export"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/viewstate"
)

// A Host is the browser, as far as views use it.
type Host interface {
	ask.Host
	canvas.Host
	list.Host

	Focus(id string)                  // moves the focus to an element after the next render
	FocusAtTop(id string)             // the same, and the page is then at its top, whether the element is in view or not
	Place(id string) Place            // position of an element, or of the selection on the canvas inside it
	Copy(text string)                 // to the clipboard
	Source(do, facts string)          // "copy" shows other forms of a method's name, "open" opens its source, "choose" asks where; see NameCommands
	Save(*message.File)               // downloads a file
	Picture(c canvas.ID, name string) // saves a canvas as SVG or PNG, by the suffix of name, once all names in it are loaded
	Remember(key, value string)       // stores a setting for the next visit
	Recall(key string) string
	OpenTrace(*message.File) // opens a trace next to the open dumps
	Add()                    // opens the browser's file chooser to add files to the open ones

	// Graphviz runs Graphviz on a graph, in a worker of its own. format is "plain" for a layout or "svg" for a
	// drawing. The output arrives with number. A new run or StopGraphviz ends the previous run without a reply.
	Graphviz(number uint32, dot, format string)
	StopGraphviz()
}

// Page is the state that all rooms share. Each desk embeds it.
type Page struct {
	Host        Host
	Line        ask.Line // about the file in front
	CompareLine ask.Line // about two traces, whichever is in front, or many runs
	Split       Split
	Names       Names
	Columns     Columns       // columns of the tables of figures
	File        string        // name of the open file
	Notice      string        // temporary message: an error, or a confirmation
	NoticeCount int           // raised with each notice
	Mentioned   bool          // the notice is of Mention
	Menu        Menu          // the open context menu
	Room        Room          // the visible room
	Changes     string        // encoded state of the compare room or the runs room
	ViewStates  viewstate.All // states of the views
	RenderStep  int           // steps of the page since a file opened, one in each animation frame, up to WholePage
	Graph       uint32        // serial of the graph that the worker holds, of any view

	job  uint32                     // number of the last Graphviz run
	take func(text, failure string) // handles its output
}

// A Room is the part of the page for one kind of open file.
type Room uint8

const (
	TraceRoom Room = iota
	DumpRoom
	CompareRoom // two traces
	RunsRoom    // many runs
)

// Last returns the largest room. A decoder refuses larger values.
func (Room) Last() uint8 { return uint8(RunsRoom) }

// A page that has just opened a trace appears in steps, one in each animation frame, because a single render
// would block the browser. First comes the timeline, then the parts below it, then the table. Its rows also
// come in steps; see list.Box.Growing.
const (
	LowerPage = 2
	WholePage = 3
)

// NewPage returns the page's shared state, with the settings of the last visit.
func NewPage(host Host) *Page {
	p := &Page{Host: host}
	p.Line = ask.Line{Host: host, Failed: p.Notify}
	p.CompareLine = p.Line
	p.Split.recall(host)
	p.Columns.recall(host)
	p.Names.Forget()
	return p
}

// Forget drops the state of a file. Pending replies about it are ignored.
func (p *Page) Forget() {
	p.Line.Forget()
	p.Names.Forget()
	p.File, p.Notice, p.Menu, p.Room, p.RenderStep, p.Graph, p.take = "", "", Menu{}, TraceRoom, 0, 0, nil
}

// Graphviz starts Graphviz on a graph, and returns the number of the run. take handles the output, or a sentence on
// why it failed, unless another run starts before.
func (p *Page) Graphviz(dot, format string, take func(text, failure string)) uint32 {
	p.job++
	p.take = take
	p.Host.Graphviz(p.job, dot, format)
	return p.job
}

// TakeGraphviz handles the output of a run.
func (p *Page) TakeGraphviz(number uint32, text, failure string) {
	if number == p.job && p.take != nil {
		take := p.take
		p.take = nil
		take(text, failure)
	}
}

// StopGraphviz ends a run, unless another has started since.
func (p *Page) StopGraphviz(number uint32) {
	if number == p.job {
		p.take = nil
		p.Host.StopGraphviz()
	}
}

// Notify shows a temporary message. The next Esc only takes it away.
func (p *Page) Notify(text string) {
	p.Notice, p.Mentioned = text, false
	p.NoticeCount++
}

// Mention is Notify for a message that leaves Esc its meaning.
func (p *Page) Mention(text string) {
	p.Notify(text)
	p.Mentioned = true
}

// Copy copies text to the clipboard, and confirms it.
func (p *Page) Copy(text string) {
	p.Host.Copy(text)
	p.Notify(words.T("Copied."))
}

// Download saves a file, and confirms it.
func (p *Page) Download(f *message.File) {
	p.Host.Save(f)
	p.Notify(words.Say("Saved {1}, {2}.", words.Clip(f.Name), words.Size(int64(len(f.Data)))))
}

// A Command is a line of a menu or of the command palette.
type Command struct {
	Name, Keys string
	Also       string // other words that find it in the palette, in lower case
	Typed      bool   // listed only if it matches the typed text
	Do         func()
}

// A Tab is the identity of a view. ID is also the stem of the ids in its panel.
type Tab struct {
	ID       string
	Name     words.Text
	Home     string         // id of the element that gets the focus, "" for the tab
	Searches bool           // the room's search field searches it
	Pictures []export.Group // pictures of its canvases
}
