// Package app is the shell of the page: how far it is with a file, header, menus, dialogs,
// exports and theme, and the two rooms in which a trace and thread dumps are shown.
package app

import (
	"strings"
	"time"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/comparing"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/dumping"
	"traceglass/wasm/ui/running"
	"traceglass/wasm/ui/tracing"
)

// App is the root component.
//
// All that happens goes one way, be it an answer, a key, a click in the page or what a hand
// does on a canvas. It changes the state, here or on the desk, and no more. Then changed has
// the room ask for what it now shows and lacks, and the page render once, at the next frame;
// of events of the document Vugu's render and Compute do the same. What only moves a picture
// (a wheel, a drag, a list drawn) renders nothing: its pane previews it, and a view that tells
// of it in words too asks for the render itself.
type App struct {
	host Host
	page *desk.Page
	desk *desk.Desk
	rooms
	pair pair

	opening       opening
	retranslating bool           // what is open comes in another language
	naming        *message.Named // what a map of names gave; unnamed without one
	keeping       Keeping        // whether the map is kept
	offering      bool           // maps are kept, one of which may be of what is open
	menu          menu
	exports       exports
	theme         theme
	history       history
	runsHistory   history // of the runs of which one is open by itself; else it has nothing
	serials       int     // of files, so far
	updated       bool    // the site has got another version since the page was loaded
	mod           string  // how Mod is written: "Ctrl" or "⌘"
	titled        string  // what the document is called
	remarked      int     // desk.Page.Said when the page was built last
	header        Header
	welcome       Welcome
	dialog        Dialog
	context       Context
}

// rooms are the parts of the page. It shows one at a time.
type rooms struct {
	trace   traceRoom
	dumps   dumpRoom
	compare compareRoom
	runs    runRoom
}

// New makes the page, with no file open.
func New(host Host) *App {
	d := desk.New(desk.NewPage(host))
	return newApp(host, d, rooms{tracing.New(d), dumping.New(d.Dumps), comparing.New(d.Page), running.New(d.Page)})
}

// newApp makes the page around the rooms of d and of d.Beside.
func newApp(host Host, d *desk.Desk, all rooms) *App {
	c := &App{naming: unnamed, host: host, page: d.Page, desk: d, theme: recallTheme(host), mod: host.Mod(), rooms: all}
	c.opening.now = func() int64 { return time.Now().UnixMilli() }
	c.header = newHeader(c)
	c.welcome.app = c
	c.dialog.app = c
	c.context.app = c
	host.Theme(string(c.theme))
	return c
}

// tracing reports whether a trace is shown.
func (c *App) tracing() bool {
	return c.opening.stage == opened && c.page.Room == desk.TraceRoom && c.desk.Trace != nil
}

// dumping reports whether thread dumps are shown.
func (c *App) dumping() bool {
	return c.opening.stage == opened && c.page.Room == desk.DumpRoom && c.desk.Dumps.About != nil
}

// room is the one that is shown, nil while nothing is open.
func (c *App) room() room {
	switch {
	case c.tracing():
		return c.trace
	case c.dumping():
		return c.dumps
	case c.comparing():
		return c.compare
	case c.running():
		return c.runs
	}
	return nil
}

// where is what is shown as the table of gestures has it.
func (c *App) where() canvas.Where {
	switch {
	case c.tracing():
		return canvas.InTrace
	case c.dumping():
		return canvas.InDumps
	case c.comparing():
		return canvas.InChanges
	case c.running():
		return canvas.InRuns
	}
	return 0
}

// changed asks for what is shown and not yet at hand, and for a render.
func (c *App) changed() {
	c.requestData()
	c.watchMoment()
	c.host.Redraw()
}

// requestData may be called at any time; what was asked for already is not asked for again.
func (c *App) requestData() {
	if c.comparing() {
		c.pair.noteRange(c.desk)
		c.compare.SetRanges(c.pair.ranges)
	}
	if r := c.room(); r != nil {
		r.RequestData()
	}
}

// clicked is called when all else that hears a click has heard it. A remark that was on the screen before
// belongs to an earlier step, and ends.
func (c *App) clicked() {
	if c.page.NoticeCount == c.remarked {
		c.page.Notice = ""
	}
}

// Compute runs before each build of the page: handlers have only changed the state.
func (c *App) Compute() {
	c.remarked = c.page.NoticeCount
	c.requestData()
	c.watchMoment()
	if title := c.title(); title != c.titled {
		c.titled = title
		c.host.Title(title)
	}
	if c.opening.stage == opened && c.page.Frames < desk.WholePage {
		c.page.Frames++
		c.host.Redraw()
	}
}

// shownFile is the name of what is shown: of a trace with dumps beside it, of the one or the
// other.
func (c *App) shownFile() string {
	if c.comparing() {
		return words.Say("{1} beside {2}", c.pair.names[1], c.pair.names[0])
	}
	if c.running() {
		return c.runs.Facts()
	}
	if !c.dumping() || c.desk.Trace == nil || len(c.desk.Dumps.About.Files) == 0 {
		return c.page.File
	}
	files := c.desk.Dumps.About.Files
	if n := len(files) - 1; n > 0 {
		return words.Say("{1} and {2} more", files[0].Name, words.Count(int64(n)))
	}
	return files[0].Name
}

// printed is what stands on top of a printed page.
func (c *App) printed() string {
	if r := c.room(); r != nil {
		return words.Clip(c.shownFile()) + " · " + r.Printed()
	}
	return ""
}

// title is what the document is called.
func (c *App) title() string {
	if file := c.shownFile(); file != "" {
		return words.Clip(file) + " · Traceglass"
	}
	return "Traceglass"
}

// written is a key, or a text with keys, as this platform writes it: Mod is Ctrl or ⌘.
func (c *App) written(keys string) string { return strings.ReplaceAll(keys, "Mod", c.mod) }

// Receive takes an answer, or news of the file being read.
func (c *App) Receive(number uint32, body message.Body) {
	switch body := body.(type) {
	case *message.Progress:
		c.opening.progress = *body
	case *message.Description:
		c.openTrace(body)
	case *message.Dumps:
		c.openDumps(body)
	case *message.Members:
		c.takeMembers(body)
	case *message.Runs:
		c.openRuns(body)
	case *message.Named:
		c.takeNamed(number == 0, body)
	case *message.NamesReply:
		if number == 0 { // those of the first pictures, which nobody asked for here
			c.page.Names.Learn(body.Names)
		}
		c.page.Line.Receive(number, body)
	case *message.Failure:
		switch {
		case c.opening.stage != opened:
			c.fail(words.Filled(body.Text).String())
		case number == 0:
			c.page.Notify(words.Filled(body.Text).String())
		default:
			c.deliver(number, body)
		}
	default:
		c.deliver(number, body)
	}
	c.changed()
}

// deliver hands an answer to who waits for it.
func (c *App) deliver(number uint32, body message.Body) {
	switch {
	case c.page.Line.Receive(number, body):
	case c.pair.open:
		c.compare.Receive(number, body)
	case c.running():
		c.runs.Receive(number, body)
	}
}

// Input takes what happened on a canvas since the last frame.
func (c *App) Input(in canvas.Input) {
	r := c.room()
	if r == nil {
		return
	}
	switch in.Kind {
	case canvas.Click, canvas.DoubleClick, canvas.DragStart:
		c.page.Notice = "" // as a key does
		r.Input(in)
		c.changed()
	default:
		r.Input(in)
		c.requestData()
		c.watchMoment()
	}
}

// Drawn is called when a fresh list is on a canvas.
func (c *App) Drawn(g canvas.Geometry) {
	if r := c.room(); r != nil {
		r.Drawn(g)
		c.pictured(g.Canvas)
		c.requestData()
	}
}

// Scroll is called when an element with data-scroll="box" scrolled or changed its size.
func (c *App) Scroll(box string, top, height float64) {
	if r := c.room(); r != nil && r.Sized(box, top, height) {
		c.changed()
	}
}

// Graphviz takes what Graphviz made, or why it made nothing.
func (c *App) Graphviz(number uint32, text, failure string) {
	if r := c.room(); r != nil {
		r.Graphviz(number, text, failure)
		c.changed()
	}
}

// Notify says something in passing that leaves what is open alone.
func (c *App) Notify(text string) {
	c.page.Notify(text)
	c.changed()
}

// status is the line at the foot of the page, of what is open.
func (c *App) status() string {
	r := c.room()
	if r == nil {
		return ""
	}
	s := r.Read()
	sent := c.sent()
	if s == "" || sent == "" {
		return s + sent
	}
	return s + " · " + sent
}

// sent says what was sent since the file was opened, as far as it was counted.
func (c *App) sent() string {
	requests, foreign, _ := c.host.Sent()
	counted := words.Plural(int64(requests), "request", "requests")
	switch {
	case requests < 0:
		return ""
	case requests == 0:
		return words.T("nothing sent (0\u00a0requests)")
	case foreign == 0:
		says := words.Text("nothing of the file sent: {1} since you opened it, to load parts of this page")
		if requests == 1 {
			says = "nothing of the file sent: {1} since you opened it, to load part of this page"
		}
		return words.Say(says, counted)
	default:
		return words.Say("{1} since you opened the file, {2} of them not for parts of this page", counted, words.Count(int64(foreign)))
	}
}

// statusTitle says how that is known, and what keeps it so.
func (c *App) statusTitle() string {
	requests, _, policy := c.host.Sent()
	if c.room() == nil || requests < 0 {
		return ""
	}
	s := words.T("Requests of this page since the file was opened, as the page and its service worker counted them.")
	if policy != "" {
		s = words.Say("{1} The policy in force says {2}: the browser refuses all other requests of this page.", s, policy)
	}
	return s
}

// spoken is what a screen reader is told of a change.
func (c *App) spoken() string {
	r := c.room()
	switch {
	case c.page.Notice != "":
		return c.page.Notice
	case c.opening.refusal != "":
		return c.opening.refusal
	case c.opening.background != "":
		return words.Say("Reading {1}", words.Clip(c.opening.background))
	case c.opening.stage == reading:
		return words.Say("Reading {1}", words.Clip(c.page.File))
	case c.opening.stage == failed || c.opening.stage == crashed:
		return c.opening.failure
	case r == nil:
		return c.opening.before.text()
	}
	if s := r.Spoken(); s != "" {
		return s
	}
	return words.Say("{1}, {2}", words.Clip(c.shownFile()), r.Facts())
}
