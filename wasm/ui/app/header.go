package app

import (
	"slices"
	"strconv"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/filter"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
)

// Header is the top of the page: the file and its facts, the tools, and the receipt. It is a component.
type Header struct {
	app            *App
	routes         node.Routes // click handlers, by id
	drawn          list.Once[masthead]
	changed        bool // the browser does not have the current content yet
	facts, receipt string
	damaged        bool
}

// A masthead is all that the header depends on.
type masthead struct {
	file   fileState
	tools  toolState
	names  nameState
	export exportState
}

// A fileState is what the header depends on of the open files.
type fileState struct {
	stage                stage
	file, facts, receipt string
	notes                string
	trace                *message.Description
	dumps                *message.Dumps
	members              *message.Members
	replaced             string
	room                 desk.Room
	both                 bool
	front                int
}

// A toolState is what the header depends on of its menus, the clock, the colours and the search.
type toolState struct {
	menu        menuName
	theme       theme
	clock       message.Clock
	measure     uint32
	colour      message.Colour
	text, tally string // of the search
	none, only  bool
}

// A nameState is what the header depends on of mapping files.
type nameState struct {
	naming   *message.Named
	ofBoth   [2]*message.Named
	keeping  Keeping
	offering bool
}

// An exportState is what the header depends on of exports.
type exportState struct {
	groups  int
	scope   string    // limits that exports offer
	part    desk.Part // limits that are set
	running bool
	idle    bool
}

func newHeader(c *App) Header {
	h := Header{app: c, routes: node.Routes{
		"file-menu":             func(int) { c.over.toggleMenu(fileMenu) },
		"properties":            func(int) { c.over.openFrom(fileMenu, properties) },
		"notes":                 func(int) { c.over.openFrom(fileMenu, receipt) },
		"members":               func(int) { c.over.opener = buttons[fileMenu]; c.over.openMembers(c.opening.members) },
		"replaced":              func(int) { c.goBack() },
		"close":                 func(int) { c.close() },
		"copy-link":             func(int) { c.over.menu = menu{}; c.host.Script("link") },
		"export-link":           func(int) { c.over.menu = menu{}; c.host.Script("link") },
		"export-answers":        func(int) { c.over.menu = menu{}; c.exports.copyAnswers(false) },
		"export-answers-hidden": func(int) { c.over.menu = menu{}; c.exports.copyAnswers(true) },
		"all-commands":          func(int) { c.over.menu = menu{}; c.over.openPalette() },
		"commands":              func(int) { c.over.openPalette() },
		"language":              func(int) { c.host.Script("language") },
		"theme":                 func(int) { c.nextTheme() },
		"help":                  func(int) { c.over.openDialog(help) },
		"open":                  func(int) { c.host.Pick() },
		"another":               func(int) { c.over.menu = menu{}; c.host.Pick() },
		"another-folder":        func(int) { c.over.menu = menu{} }, // drop.js handles the rest
		"add":                   func(int) { c.add() },
		"samples":               func(int) { c.over.toggleMenu(sampleMenu) },
		"samples-too":           func(int) { c.over.samplesToo() },
		"export":                func(int) { c.over.toggleMenu(exportMenu) },
		"scope-all":             func(int) { c.exports.threads = allThreads },
		"scope-threads":         func(int) { c.exports.threads = shownThreads },
		"scope-whole":           func(int) { c.exports.wholeTime = true },
		"scope-range":           func(int) { c.exports.wholeTime = false },
		"find-previous":         func(int) { c.trace.Step(true) },
		"find-next":             func(int) { c.trace.Step(false) },
		"find-filter":           func(int) { filter.Of(c.desk).Enter() },
		"find-others":           func(int) { c.desk.ShowCode(message.AllCode); c.host.Focus("find") },
		"find-only":             func(int) { c.desk.Search.Only = !c.desk.Search.Only },
		"naming":                func(int) { c.toggleNames() },
		"naming-keep":           func(int) { c.host.Keep(c.keeping != IsKept) },
		"naming-offer":          func(int) { c.host.Script("maps") },
		"room-trace":            func(int) { c.page.Room = desk.TraceRoom },
		"room-dump":             func(int) { c.page.Room = desk.DumpRoom },
		"room-a":                func(int) { c.switchTo(0) },
		"room-b":                func(int) { c.switchTo(1) },
		"room-changes":          func(int) { c.toChanges() },
		"compare":               func(int) { c.compareWith() },
		"receipt":               func(int) { c.over.openDialog(receipt) },
	}}
	for i := range samples {
		h.routes[samples[i].id] = func(int) {
			c.over.menu = menu{}
			c.host.Fetch(samples[i].url)
		}
	}
	for clock := range clockIDs {
		h.routes[clockIDs[clock]] = func(int) { c.desk.SetClock(message.Clock(clock)) }
	}
	return h
}

// Compute checks whether the header has changed.
func (c *Header) Compute() {
	a, d := c.app, c.app.desk
	c.facts, c.receipt, c.damaged = "", a.receipt(), desk.Damage(a.notes()) > 0
	if r := a.room(); r != nil {
		c.facts = r.Facts()
	}
	c.changed = c.drawn.Changed(masthead{
		fileState{a.opening.stage, a.shownFile(), c.facts, c.receipt, a.noteCount(), d.Trace, d.Dumps.About, a.opening.members, a.opening.replaced, a.page.Room, a.pair.open, a.pair.front},
		toolState{a.over.menu.shows, a.theme, d.Clock, d.Measure, d.Colour, d.Search.Text, d.Search.Tally(), d.Search.None, d.Search.Only},
		nameState{a.naming, a.pair.naming, a.keeping, a.offering},
		exportState{len(a.exportGroups()), d.ScopeText(), a.exportsPart(), a.exports.name != "", d.Trace != nil && d.ExcludesIdle()},
	})
}

// clicked handles a click in the header.
func (c *Header) clicked(event vugu.DOMEvent) {
	id := event.PropString("target", "id")
	c.app.page.Notice, c.app.over.opener = "", id
	if c.routes.Dispatch(event) {
		return
	}
	for _, g := range c.app.exportGroups() {
		for i := range g.Exports {
			if e := &g.Exports[i]; id == e.ElementID() {
				c.app.over.menu = menu{}
				c.app.exportAs(e)
			}
		}
	}
}

// typed handles input in the search field and in the select elements.
func (c *Header) typed(event vugu.DOMEvent) {
	if !bar.Handle(event, c.measures(), c.colours()) && event.PropString("target", "id") == "find" {
		c.app.desk.Search.Type(node.Value(event))
	}
}

// measures returns the menu of the units that the CPU clock of a recording of samples counts.
func (c *Header) measures() *bar.Select {
	d := c.app.desk
	names := d.Measures()
	menu := &bar.Select{ID: "measure", Named: "CPU counts", Hidden: !c.app.tracing() || len(names) == 0, Do: bar.Number(func(n int) { d.SetMeasure(uint32(n)) })}
	for i, name := range names {
		menu.Options = append(menu.Options, bar.Option{Value: strconv.Itoa(i + 1), Name: name, On: int(d.Measure) == i+1})
	}
	return menu
}

// colours returns the menu of the meanings of colours.
func (c *Header) colours() *bar.Select {
	d := c.app.desk
	names := [...]words.Text{message.ColourByRank: "by rank", message.ColourByPackage: "by package", message.ColourByOrigin: "by origin"}
	all := bar.Numbered(names[:], int(d.Colour))
	slices.Reverse(all) // the default first
	return &bar.Select{ID: "colour", Named: "Colour", Hidden: !c.app.tracing(), Options: all, Do: bar.Number(func(n int) { d.SetColour(min(message.Colour(n), message.ColourByOrigin)) })}
}

// clockIDs are the ids of the clock buttons.
var clockIDs = [...]string{message.Wall: "clock-wall", message.CPU: "clock-cpu", message.Waiting: "clock-waiting"}
