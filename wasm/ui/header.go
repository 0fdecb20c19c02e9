package ui

import (
	"github.com/vugu/vugu"

	"traceglass/wasm/message"
)

// Header is the top of the page: the file and its facts, the tools, the receipt.
type Header struct {
	App   *App
	drawn masthead // as the browser has it; see Grid
	fresh bool
}

// A masthead is all that the header depends on.
type masthead struct {
	shown       bool
	stage       stage
	file        string
	trace       *message.Description
	dumps       *message.Dumps
	room        room
	menu, theme string
	clock       message.Clock
	colour      message.Colour
	text, tally string // of the search
	none, only  bool

	scope     string // that exports can be limited to
	whole     bool
	exporting bool
}

// Compute sees whether there is anything new to show.
func (c *Header) Compute() {
	a := c.App
	now := masthead{true, a.stage, a.file, a.trace, a.dump.about, a.room, a.menu, a.theme, a.sel.Clock, a.colour, a.find.text, a.find.tally(), a.find.none, a.find.only,
		a.scopeText(), a.exporting.whole, a.exporting.name != ""}
	c.fresh = now != c.drawn
	c.drawn = now
}

// headerButtons are what the header's buttons do, by id.
var headerButtons = map[string]func(*App){
	"file-menu":     func(c *App) { c.toggleMenu("file") },
	"properties":    func(c *App) { c.openDialog(propertiesDialog) },
	"notes":         func(c *App) { c.openDialog(receiptDialog) },
	"close":         (*App).close,
	"commands":      (*App).openPalette,
	"theme":         (*App).nextTheme,
	"help":          func(c *App) { c.openDialog(helpDialog) },
	"open":          func(c *App) { c.host.Pick() },
	"add":           (*App).add,
	"samples":       func(c *App) { c.toggleMenu("samples") },
	"export":        func(c *App) { c.toggleMenu("export") },
	"export-whole":  func(c *App) { c.exporting.whole = true },
	"export-part":   func(c *App) { c.exporting.whole = false },
	"find-previous": func(c *App) { c.step(true) },
	"find-next":     func(c *App) { c.step(false) },
	"find-only":     func(c *App) { c.find.only = !c.find.only },
	"room-trace":    func(c *App) { c.room = traceRoom },
	"room-dump":     func(c *App) { c.room = dumpRoom },
	"receipt":       func(c *App) { c.openDialog(receiptDialog) },
}

// clicked finds the button that was clicked by its id.
func (c *Header) clicked(event vugu.DOMEvent) {
	id := event.PropString("target", "id")
	c.App.notice = ""
	if do := headerButtons[id]; do != nil {
		c.App.opener = id
		if id == "properties" || id == "notes" {
			c.App.opener = "file-menu" // which they close
		}
		do(c.App)
	}
	for i, s := range samples {
		if id == sampleID(i) {
			c.App.menu = ""
			c.App.host.Fetch(s.URL)
		}
	}
	for _, g := range c.App.exportGroups() {
		for i := range g.exports {
			if e := &g.exports[i]; id == e.elementID() {
				c.App.exportAs(e)
			}
		}
	}
	for _, clock := range c.App.clocks() {
		if id == clockID(clock) {
			c.App.setClock(clock)
		}
	}
}

// changed takes what was typed into the search, and the colours chosen.
func (c *Header) changed(event vugu.DOMEvent) {
	switch event.PropString("target", "id") {
	case "find":
		c.App.search(event.PropString("target", "value"))
	case "colour":
		c.App.chooseColour(event)
	}
}

func (c *Header) facts() string {
	switch {
	case c.App.dumping():
		return c.App.dump.facts()
	case c.App.trace == nil:
		return ""
	}
	return c.App.facts()
}

func sampleID(i int) string { return [...]string{"sample-dual", "sample-streaming", "sample-anr"}[i] }

func clockID(clock message.Clock) string {
	return [...]string{"clock-wall", "clock-cpu", "clock-waiting"}[clock]
}

// tabindex lets one of a row of buttons be reached by Tab; arrow keys reach the rest.
func tabindex(on bool) string {
	if on {
		return "0"
	}
	return "-1"
}

func tabTitle(i int) string { return "Key " + string(rune('1'+i)) }
