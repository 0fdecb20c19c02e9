package ui

import "traceglass/wasm/message"

// A Host is what the page's program gives the interface: the worker, the canvases and
// the few things only a browser can do. The interface itself knows no browser, so all
// of it runs under plain go test, with the engine called directly.
type Host interface {
	// Ask sends a request to the worker and returns its number. The answer comes to
	// App.Receive with that number; it may be a *message.Failure.
	Ask(message.Body) uint32

	// Show asks the worker for the display list of a canvas (*message.Timeline, *message.Flame,
	// *message.Overview or *message.GraphView) and draws it when it arrives. One request a canvas is in
	// flight; of those made meanwhile only the newest is sent.
	Show(Canvas, message.Body)

	// Preview draws the canvas's last list again at the next frame, under a new
	// viewport, until the list asked for by Show arrives: a gesture is answered at once.
	Preview(Canvas, message.Viewport)

	// Mark draws, over the canvas, the chosen range and the pointer's cursor (x in the
	// canvas's units; From > To or a NaN cursor: none).
	Mark(c Canvas, from, to, cursor float64)

	// Export runs the command traceglass with args on files that are open, in a worker of its
	// own, and saves what it wrote under a name. Of its course App.Exporting is told, of its
	// end App.Exported.
	Export(args, files []string, name string)
	StopExport()

	// Picture saves what a canvas shows, as SVG or PNG by the name's ending, once all the
	// names in it are there.
	Picture(c Canvas, name string)

	Pick()                            // opens the browser's file chooser
	Add()                             // the same, for files to open beside those that are open
	Paste()                           // opens the clipboard's text, where the browser gives it
	Fetch(url string)                 // opens a file of our own site: a sample
	Cancel()                          // stops reading; what was read is shown
	Close()                           // ends the worker and with it the trace
	Restart()                         // starts a worker again after a crash and reads the file anew
	Copy(text string)                 // to the clipboard
	Save(*message.File)               // as a download
	Focus(id string)                  // moves the keyboard to an element, after the next render
	ScrollTo(box string, top float64) // scrolls the element with data-scroll="box", after the next render
	Theme(name string)                // sets data-theme of the root element: "light", "dark", or "" to follow the system
	Remember(key, value string)       // a setting, for the next visit
	Recall(key string) string

	// Graphviz has Graphviz, in a worker of its own, make of a graph what format says: "plain"
	// for where its boxes go, "svg" for a drawing. It comes to App.Graphviz with number. Work
	// under way ends without an answer, and so it does by StopGraphviz.
	Graphviz(number uint32, dot, format string)
	StopGraphviz()

	Redraw() // asks for one render at the next animation frame
}

// A Canvas is one of the page's canvases.
type Canvas uint32

const (
	OverviewCanvas Canvas = iota
	TimelineCanvas
	FlameCanvas
	GraphCanvas
)

// An Input is what happened on a canvas since the last animation frame, gathered by one
// native listener. Positions are CSS pixels from the canvas's top left.
type Input struct {
	Canvas         Canvas
	Kind           InputKind
	X, Y           float64
	StartX, StartY float64 // of a drag
	WheelX, WheelY float64 // pixels; pinches arrive as WheelY with Mod
	Shift, Mod     bool    // Mod is Ctrl, or Cmd on a Mac
	Fingers        bool    // a Wheel without Mod is two fingers that move
	Hit            Hit     // what lies under X, Y in the list now shown
}

// An InputKind says what an Input reports.
type InputKind uint8

const (
	Move  InputKind = iota // the pointer moves, no button down
	Leave                  // the pointer left the canvas
	Wheel
	DragStart // the button went down and moved more than 3 px
	Drag
	DragEnd
	Click // pressed and released within 3 px
	DoubleClick
	Size // the canvas has a new size: X, Y
)

// A Hit is a rect of the list under the pointer; OK is false over empty ground.
type Hit struct {
	OK                         bool
	Method, Thread, Depth, Row uint32
	X, W                       float64 // of the rect, CSS pixels
	Merged                     bool
	Switch                     bool // a context switch over the call; Method is NoNode where it met none
}

// onCall is false for a context switch with nothing on the stack: that is empty ground.
func (h Hit) onCall() bool { return !h.Switch || h.Method != message.NoNode }

// A Geometry is what the host tells of each list it has drawn (App.Drawn).
type Geometry struct {
	Canvas             Canvas
	From, To           float64
	Content, Left, Top float64 // CSS pixels, as in scene.List
	ScrollY            float64 // the list was made for; differs from what was asked after Timeline.Reveal
}

// The calls from host to App, all on the page's one goroutine between renders:
//
//	New(host Host) *App
//	Receive(number uint32, body message.Body)   an answer, or news: Progress, Description, Failure
//	Input(in Input)                             once a frame and canvas
//	Drawn(g Geometry)                           a fresh list is on the canvas
//	Key(key Key) bool                           any key, text fields too; true: handled, prevent the default
//	Scroll(box string, top, height float64)     an element with data-scroll="box" scrolled or changed its size
//	Opening(name string, size int64, added bool)  files were chosen, dropped, pasted or fetched; reading begins
//	Remark(text string)                         something to say that leaves what is open alone
//	Graphviz(number uint32, text, failure string)  what Graphviz made, or why it made nothing
//	Crashed(reason string)                      the worker died
//	Drag(over bool)                             files are dragged over the page
//	Exporting(read, size, written int64)        an export runs
//	Exported(name string, length int64, failure string)  it has ended
//	Saved(name string, length int64, failure string)     a picture was saved, or not
//
// The App's markup has hosts for the canvases: elements with ids "overview", "timeline",
// "flame" and "graph" that the program fills with a <canvas> each (pitfall P2).

// A Key is a key press as the browser names it.
type Key struct {
	Name            string // KeyboardEvent.key
	Code            string // KeyboardEvent.code, the key's place
	Shift, Mod, Alt bool
	Editing         bool   // the focus is in a text field
	Row             bool   // the focus is in a table
	Focus           string // id of the element that has the keyboard, "" for none
}
