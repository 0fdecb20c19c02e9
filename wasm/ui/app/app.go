// Package app is the shell of the page: opening files, the header, menus, dialogs, exports, the theme, and the
// rooms.
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
// Every event takes the same path, whether it is a reply, a key, a click or an input on a canvas. A handler
// only changes state, here or on the desk. Then changed makes the room request missing data, and requests one
// render at the next animation frame. For DOM events, Vugu's render and Compute do the same. Events that only
// move a picture (a wheel, a drag, a new display list) render nothing: the pane previews the picture. A view
// whose text depends on the picture requests the render itself.
type App struct {
	host Host
	page *desk.Page
	desk *desk.Desk
	rooms
	pair pair

	opening       opening
	retranslating bool           // the open file arrives in another language
	naming        *message.Named // effect of the mapping file; unnamed without one
	keeping       Keeping        // whether the mapping is stored
	offering      bool           // stored mappings may fit the open file
	menu          menu
	exports       exports
	theme         theme
	history       history
	runsHistory   history // history of the runs while one of them is open as a trace; else empty
	serials       int     // number of files opened so far
	updated       bool    // the site has a newer version than the loaded page
	mod           string  // the name of Mod: "Ctrl" or "⌘"
	titled        string  // current title of the document
	remarked      int     // desk.Page.NoticeCount at the last build
	header        Header
	welcome       Welcome
	dialog        Dialog
	context       Context
}

// rooms are the main parts of the page. It shows one at a time.
type rooms struct {
	trace   traceRoom
	dumps   dumpRoom
	compare compareRoom
	runs    runRoom
}

// New returns the page, with no file open.
func New(host Host) *App {
	d := desk.New(desk.NewPage(host))
	return newApp(host, d, rooms{tracing.New(d), dumping.New(d.Dumps), comparing.New(d.Page), running.New(d.Page)})
}

// newApp returns the page around the given rooms. They use d and d.Dumps.
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

// room returns the visible room, nil while nothing is open.
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

// where returns the visible room for the table of gestures.
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

// changed requests missing data, and a render.
func (c *App) changed() {
	c.requestData()
	c.watchMoment()
	c.host.Redraw()
}

// requestData requests missing data of the visible room. It is safe to call at any time, because requests are
// not repeated.
func (c *App) requestData() {
	if c.comparing() {
		c.pair.noteRange(c.desk)
		c.compare.SetRanges(c.pair.ranges)
	}
	if r := c.room(); r != nil {
		r.RequestData()
	}
}

// clicked runs after all other click handlers. It clears a notice that was visible before the click.
func (c *App) clicked() {
	if c.page.NoticeCount == c.remarked {
		c.page.Notice = ""
	}
}

// Compute runs before each build of the page.
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

// shownFile returns the name of the shown file. If a trace and dumps are open, it depends on the visible room.
func (c *App) shownFile() string {
	if c.comparing() {
		return words.Say("{1} compared with {2}", c.pair.names[1], c.pair.names[0])
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

// printed returns the first line of a printed page.
func (c *App) printed() string {
	if r := c.room(); r != nil {
		return words.Clip(c.shownFile()) + " · " + r.Printed()
	}
	return ""
}

// title returns the title of the document.
func (c *App) title() string {
	if file := c.shownFile(); file != "" {
		return words.Clip(file) + " · Traceglass"
	}
	return "Traceglass"
}

// written returns text with the name of the Mod key on this platform, Ctrl or ⌘.
func (c *App) written(keys string) string { return strings.ReplaceAll(keys, "Mod", c.mod) }

// Receive handles a reply, or news about the file that is being read.
func (c *App) Receive(number uint32, body message.Body) {
	switch body := body.(type) {
	case *message.Progress:
		c.opening.progress = *body
	case *message.Description:
		c.openTrace(body)
	case *message.Dumps:
		c.openDumps(body)
	case *message.Members:
		c.setMembers(body)
	case *message.Runs:
		c.openRuns(body)
	case *message.Named:
		c.setNamed(number == 0, body)
	case *message.NamesReply:
		if number == 0 { // names of the first pictures, which the worker sends unasked
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

// deliver passes a reply to the query that waits for it.
func (c *App) deliver(number uint32, body message.Body) {
	switch {
	case c.page.Line.Receive(number, body):
	case c.pair.open:
		c.compare.Receive(number, body)
	case c.running():
		c.runs.Receive(number, body)
	}
}

// Input handles an input on a canvas since the last animation frame.
func (c *App) Input(in canvas.Input) {
	r := c.room()
	if r == nil {
		return
	}
	switch in.Kind {
	case canvas.Click, canvas.DoubleClick, canvas.DragStart:
		c.page.Notice = "" // a key does the same
		r.Input(in)
		c.changed()
	default:
		r.Input(in)
		c.requestData()
		c.watchMoment()
	}
}

// Drawn handles a new display list on a canvas.
func (c *App) Drawn(g canvas.Geometry) {
	if r := c.room(); r != nil {
		r.Drawn(g)
		c.pictured(g.Canvas)
		c.requestData()
	}
}

// Scroll handles a scroll box, an element with data-scroll="box", that has scrolled or changed its size.
func (c *App) Scroll(box string, top, height float64) {
	if r := c.room(); r != nil && r.Sized(box, top, height) {
		c.changed()
	}
}

// Graphviz handles the output of Graphviz, or its failure.
func (c *App) Graphviz(number uint32, text, failure string) {
	c.page.TakeGraphviz(number, text, failure)
	c.changed()
}

// Notify shows a temporary message.
func (c *App) Notify(text string) {
	c.page.Notify(text)
	c.changed()
}

// status returns the status line.
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

// sent describes the requests since the file was opened, as far as they were counted.
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

// statusTitle explains how the requests were counted, and what prevents others.
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

// spoken returns the text of the live region, for screen readers.
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
