// Package app is the shell of the page: opening files, the header, menus, dialogs, exports, the theme, and the
// rooms.
package app

import (
	"time"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/chips"
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
//
// Each part may use those before it, and no part uses App. The header and the commands use all.
type App struct {
	*shown
	*past
	*exports
	over *overlays
	*files
	*names

	theme    theme
	updated  bool   // the site has a newer version than the loaded page
	titled   string // current title of the document
	remarked int    // desk.Page.NoticeCount at the last build
	header   Header
	welcome  Welcome
	dialog   Dialog
	context  Context
}

// New returns the page, with no file open.
func New(host Host) *App {
	d := desk.New(desk.NewPage(host))
	return newApp(host, d, rooms{tracing.New(d), dumping.New(d.Dumps), comparing.New(d.Page), running.New(d.Page)})
}

// newApp returns the page around the given rooms. They use d and d.Dumps.
func newApp(host Host, d *desk.Desk, all rooms) *App {
	s := &shown{host: host, page: d.Page, desk: d, rooms: all, naming: unnamed, mod: host.Mod()}
	s.opening.now = func() int64 { return time.Now().UnixMilli() }
	p := &past{shown: s}
	e := &exports{shown: s, past: p}
	o := &overlays{shown: s}
	c := &App{
		shown: s, past: p, exports: e, over: o, theme: recallTheme(host),
		files: &files{shown: s, past: p, exports: e, over: o}, names: &names{shown: s, past: p},
		welcome: Welcome{o}, context: Context{s},
	}
	c.dialog = Dialog{overlays: o, commands: c.commands}
	c.header = newHeader(c)
	host.Theme(string(c.theme))
	return c
}

// clicked runs after all other click handlers. It clears a notice that was visible before the click.
func (c *App) clicked(event vugu.DOMEvent) {
	if event.PropString("target", "id") == chips.RangeTimes {
		c.typeRange()
	}
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
	if c.opening.stage == opened && c.page.RenderStep < desk.WholePage {
		c.page.RenderStep++
		c.host.Redraw()
	}
}

// changed requests missing data, and a render.
func (c *past) changed() {
	c.requestData()
	c.watchMoment()
	c.host.Redraw()
}

// requestData requests missing data of the visible room. It is safe to call at any time, because requests are
// not repeated.
func (c *shown) requestData() {
	if c.comparing() {
		c.pair.noteRange(c.desk)
		c.compare.SetRanges(c.pair.ranges)
	}
	if r := c.room(); r != nil {
		r.RequestData()
	}
}

// Receive handles a reply, or news about the file that is being read.
func (c *App) Receive(number uint32, body message.Body) {
	switch body := body.(type) {
	case *message.Progress:
		c.opening.progress = *body
	case *message.Description:
		c.openTrace(body)
	case *message.Dumps:
		c.openDumps(body)
	case *message.Marks:
		c.openMarks(body)
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
	if !c.page.Line.Receive(number, body) {
		c.page.CompareLine.Receive(number, body)
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
