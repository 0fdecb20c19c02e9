package app

import (
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/export"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/link"
)

// shown is what the page shows: the open files, and the room in front. The other parts of the page share it.
type shown struct {
	host Host
	page *desk.Page
	desk *desk.Desk
	rooms
	opening opening
	pair    pair

	naming        *message.Named // effect of the mapping file; unnamed without one
	keeping       Keeping        // whether the mapping is stored
	offering      bool           // stored mappings may fit the open file
	retranslating bool           // the open file arrives in another language
	mod           string         // the name of Mod: "Ctrl" or "⌘"
}

// rooms are the main parts of the page. It shows one at a time.
type rooms struct {
	trace   traceRoom
	dumps   dumpRoom
	compare compareRoom
	runs    runRoom
}

// tracing reports whether a trace is shown.
func (c *shown) tracing() bool {
	return c.opening.stage == opened && c.page.Room == desk.TraceRoom && c.desk.Trace != nil
}

// dumping reports whether thread dumps are shown.
func (c *shown) dumping() bool {
	return c.opening.stage == opened && c.page.Room == desk.DumpRoom && c.desk.Dumps.About != nil
}

// comparing reports whether the compare room is shown.
func (c *shown) comparing() bool {
	return c.opening.stage == opened && c.page.Room == desk.CompareRoom && c.pair.open
}

// running reports whether many runs are shown.
func (c *shown) running() bool {
	return c.opening.stage == opened && c.page.Room == desk.RunsRoom
}

// fronts reports whether trace i is shown.
func (c *shown) fronts(i int) bool { return c.tracing() && c.pair.front == i }

// room returns the visible room, nil while nothing is open.
func (c *shown) room() room {
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
func (c *shown) where() canvas.Where {
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

// leaveEmptyPair shows the single trace if a link requests the compare room without a second trace.
func (c *shown) leaveEmptyPair() {
	if c.page.Room == desk.CompareRoom && !c.pair.open {
		c.page.Room = desk.TraceRoom
	}
}

// exportGroups returns the export menu of the visible room.
func (c *shown) exportGroups() []export.Group {
	if r := c.room(); r != nil {
		return r.Exports()
	}
	return nil
}

// notes returns the notes on the shown file. Their places are bytes of a trace, or lines of a dump.
func (c *shown) notes() []message.Note {
	if r := c.room(); r != nil {
		return r.Notes()
	}
	return nil
}

// notePlaces returns the head of the column of places.
func (c *shown) notePlaces() string {
	if r := c.room(); r != nil {
		return r.NotePlaces()
	}
	return ""
}

// noteCount counts the warnings: "2 warnings". Without damage, it counts the notes that any recording may have.
func (c *shown) noteCount() string {
	all := c.notes()
	if damage := desk.Damage(all); damage > 0 {
		return words.Plural(damage, "warning", "warnings")
	}
	return words.Plural(int64(len(all)), "note", "notes")
}

// receipt returns all warnings and notes in one line, "" without any.
func (c *shown) receipt() string {
	var parts []string
	for _, n := range c.notes() {
		parts = append(parts, words.Filled(n.Text).String())
	}
	if len(parts) == 0 {
		return ""
	}
	return words.Say("{1}: {2}", c.noteCount(), words.Clip(strings.Join(parts, " · ")))
}

// hideTips hides tooltips, because the things under them may disappear.
func (c *shown) hideTips() {
	if r := c.room(); r != nil {
		r.HideTips()
	}
}

// A docsLink leads to a page of the documentation. The page's address is a text, because a language may have its
// own translation.
type docsLink struct{ page, title string }

// docs returns the page that explains the visible room.
func (c *shown) docs() docsLink {
	switch {
	case c.tracing():
		return docsLink{words.T("docs/reading-a-trace.html"), words.T("Documentation: Reading a trace")}
	case c.dumping():
		return docsLink{words.T("docs/reading-a-dump.html"), words.T("Documentation: Reading a thread dump")}
	case c.comparing(), c.running():
		return docsLink{words.T("docs/comparing-builds.html"), words.T("Documentation: Comparing builds")}
	}
	return docsLink{words.T("docs/getting-started.html"), words.T("Documentation: Getting started")}
}

// dumpTabs returns the names of a dump's views, nil if no dump is shown.
func (c *shown) dumpTabs() []string {
	if c.dumping() {
		return c.dumps.TabNames()
	}
	return nil
}

// EncodeView encodes the current view for the page's scripts; see link.Encode.
func (c *shown) EncodeView() []byte { return link.Encode(c.desk) }
