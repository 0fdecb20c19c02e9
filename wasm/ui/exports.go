package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"traceglass/wasm/message"
)

// An export is a file that can be made of the open trace, a line of the menu. It is what the
// command traceglass writes, to the byte, or a picture of what a canvas shows.
type export struct {
	id, name, about string
	ending          string   // of the file's name, after the trace's
	command         []string // without the options that takes says; nil for a picture
	takes           takes

	canvas Canvas // of a picture
}

func (e *export) elementID() string { return "export-" + e.id }

// takes says which choices of the page an export follows.
type takes uint8

const (
	aClock   takes = 1 << iota // the current clock
	aPart                      // the chosen range and threads
	switches                   // context switches as a method of their own
	noWaits                    // of clocks only those by which calls have a place in time
)

// An exportGroup is a part of the menu.
type exportGroup struct {
	title   string
	exports []export
}

// traceExports is the menu while a trace is shown. Exports are given here and in dumpExports
// alone.
var traceExports = []exportGroup{
	{"Method table", []export{
		{id: "csv", name: "CSV", about: "for spreadsheets", ending: ".methods.csv", command: format("csv"), takes: aPart | switches},
		{id: "tsv", name: "TSV", about: "the same with tabs", ending: ".methods.tsv", command: format("tsv"), takes: aPart | switches},
		{id: "json", name: "JSON", about: "an array of objects", ending: ".methods.json", command: format("json"), takes: aPart | switches},
	}},
	{"Reports", []export{
		{id: "text", name: "Text report", about: "methods, callers and callees", ending: ".report.txt", command: format("text"), takes: aClock | aPart | switches},
		{id: "html", name: "HTML report", about: "the same as one page with links", ending: ".report.html", command: format("html"), takes: aClock | aPart | switches},
		{id: "summary", name: "Summary, JSON", about: "all that is known of the trace", ending: ".summary.json", command: []string{"summary"}},
	}},
	{"Other programs", []export{
		{id: "speedscope", name: "speedscope", about: "every call, for speedscope.app", ending: ".speedscope.json", command: format("speedscope"), takes: aClock | aPart | noWaits},
		{id: "chrome", name: "Chrome trace", about: "every call, for Perfetto", ending: ".chrome.json", command: format("chrome"), takes: aPart},
		{id: "firefox", name: "Firefox Profiler", about: "every call, for profiler.firefox.com", ending: ".firefox.json", command: format("firefox"), takes: aClock | aPart | noWaits},
		{id: "pprof", name: "pprof", about: "every path, for go tool pprof", ending: ".pb.gz", command: format("pprof"), takes: aPart | switches},
		{id: "folded", name: "Folded stacks", about: "every path, for flame graphs", ending: ".folded.txt", command: format("folded"), takes: aClock | aPart | switches},
		{id: "dot", name: "Call graph, DOT", about: "for Graphviz", ending: ".dot", command: format("dot"), takes: aClock | aPart | switches},
	}},
	{"As dmtracedump wrote it", []export{
		{id: "dmtracedump", name: "dmtracedump", about: "its text, by its choice of clock", ending: ".dmtracedump.txt", command: []string{"dmtracedump"}},
		{id: "events", name: "dmtracedump -o", about: "the list of all records", ending: ".events.txt", command: []string{"dmtracedump", "-o"}},
	}},
	{"Flame graphs and pictures", []export{
		{id: "flamegraphs", name: "Flame graphs, all threads (SVG)", about: "a zip of pages with zoom and search", ending: flamegraphsEnding, command: []string{"flamegraph", "-o", "all" + flamegraphsEnding}, takes: aClock | aPart | switches},
		{id: "timeline-svg", name: "Timeline, SVG", about: "as it is on the screen now", ending: ".timeline.svg", canvas: TimelineCanvas},
		{id: "timeline-png", name: "Timeline, PNG", about: "the same in the screen's pixels", ending: ".timeline.png", canvas: TimelineCanvas},
		{id: "flame-svg", name: "Flame graph, SVG", about: "as it is on the screen now", ending: ".flamegraph.svg", canvas: FlameCanvas},
		{id: "flame-png", name: "Flame graph, PNG", about: "the same in the screen's pixels", ending: ".flamegraph.png", canvas: FlameCanvas},
	}},
}

// dumpExports is the menu while thread dumps are shown.
var dumpExports = []exportGroup{
	{"Thread dumps", []export{
		{id: "explain", name: "Verdicts, text", about: "why main does not answer, deadlocks, who waits for whom", ending: ".explained.txt", command: []string{"explain", "-all"}},
		{id: "dumps", name: "Summary, JSON", about: "processes, states, deadlocks", ending: ".summary.json", command: []string{"summary"}},
	}},
}

// exportGroups is the menu for what is shown.
func (c *App) exportGroups() []exportGroup {
	if c.dumping() {
		return dumpExports
	}
	return traceExports
}

const flamegraphsEnding = ".flamegraphs.zip"

func format(name string) []string { return []string{"export", "-format", name} }

// exporting is the state of the menu and of the export under way.
type exporting struct {
	whole bool // of the whole trace, though a part is chosen

	name                string  // of the file being made, "" for none
	read, size, written int64   // bytes; read of size
	wanted              *export // picture to be taken once the canvas has been drawn
}

// exportsPart reports whether exports are limited to the chosen range and threads.
func (c *App) exportsPart() bool { return c.exportScope() != "" && !c.exporting.whole }

// exportScope is what exports can be limited to, "" for nothing.
func (c *App) exportScope() string {
	if c.dumping() {
		return ""
	}
	return c.scopeText()
}

const oneAtATime = "one export at a time"

// exportRefusal says why an export cannot be made now, "" if it can.
func (c *App) exportRefusal(e *export) string {
	switch {
	case e.command != nil && c.exporting.name != "":
		return oneAtATime
	case e.takes&noWaits != 0 && c.sel.Clock == message.Waiting:
		return "not by waiting: choose wall or CPU"
	}
	return ""
}

// exportAbout is what the menu says of an export.
func (c *App) exportAbout(e *export) string {
	if s := c.exportRefusal(e); s != "" && s != oneAtATime {
		return s // of all alike the menu says it once
	}
	if c.exportsPart() && e.command != nil && e.takes&aPart == 0 {
		return e.about + " · whole trace"
	}
	return e.about
}

// exportNote is the menu's last line.
func (c *App) exportNote() string {
	if c.exporting.name != "" {
		return clipped(c.exporting.name) + " is being written: " + oneAtATime + ", but for the pictures."
	}
	if c.dumping() {
		return "Each file is what the command traceglass writes; nothing leaves this page."
	}
	for _, n := range c.trace.Notes {
		if n.Code == "partial" {
			return "An export reads the whole file again, more than the part that is shown here."
		}
	}
	return "Times are by the current clock where a format has only one. Each file is what the command traceglass writes; nothing leaves this page."
}

// exportAs makes a file of the trace.
func (c *App) exportAs(e *export) {
	c.menu, c.notice = "", ""
	c.host.Focus("export")
	if s := c.exportRefusal(e); s != "" {
		c.notice = e.name + ": " + s + "."
		return
	}
	if e.command == nil {
		c.picture(e)
		return
	}
	args := slices.Clone(e.command)
	if c.dumping() {
		files := c.dump.stored()
		c.exporting = exporting{whole: c.exporting.whole, name: stem(files[0]) + e.ending}
		c.host.Export(args, files, c.exporting.name)
		return
	}
	if e.takes&aClock != 0 {
		args = append(args, "-clock", [...]string{"wall", "cpu", "waiting"}[c.sel.Clock])
	}
	if e.takes&switches != 0 && c.sel.Switches {
		args = append(args, "-switches")
	}
	if e.takes&aPart != 0 && c.exportsPart() {
		if c.sel.ranged() {
			args = append(args, "-from", nanoseconds(c.sel.From), "-to", nanoseconds(c.sel.To))
		}
		if len(c.sel.Threads) > 0 {
			ids := c.threadIDs()
			if len(ids) > maxThreadIDs {
				c.notice = "These are too many threads to name one by one: choose fewer, or all."
				return
			}
			args = append(args, "-thread", ids)
		}
	}
	c.exporting = exporting{whole: c.exporting.whole, name: stem(c.trace.File) + e.ending}
	c.host.Export(args, []string{c.trace.Stored}, c.exporting.name)
}

// maxThreadIDs is how many bytes the list of threads may take: a program in the browser is
// given 8 KB of arguments.
const maxThreadIDs = 6000

// threadIDs lists the chosen threads as the file numbers them.
func (c *App) threadIDs() string {
	var ids []string
	for i := range c.trace.Threads {
		if t := &c.trace.Threads[i]; slices.Contains(c.sel.Threads, t.Index) {
			ids = append(ids, strconv.FormatUint(uint64(t.ID), 10))
		}
	}
	return strings.Join(ids, ",")
}

func nanoseconds(ns int64) string { return strconv.FormatInt(ns, 10) + "ns" }

// picture takes one of a canvas; of one that is not on the screen, once it is.
func (c *App) picture(e *export) {
	if e.canvas == FlameCanvas && c.view != flameView {
		c.open(flameView)
		c.exporting.wanted = e
		return
	}
	c.exporting.wanted = nil
	c.host.Picture(e.canvas, stem(c.trace.File)+e.ending)
}

// pictured takes the picture that waited for a canvas.
func (c *App) pictured(canvas Canvas) {
	if e := c.exporting.wanted; e != nil && e.canvas == canvas {
		c.picture(e)
	}
}

// Exporting is called while an export runs: bytes read of size, and written.
func (c *App) Exporting(read, size, written int64) {
	c.exporting.read, c.exporting.size, c.exporting.written = read, size, written
	c.host.Redraw()
}

// Exported is called when an export has ended: a file was saved, or with a sentence on why not.
func (c *App) Exported(name string, length int64, failure string) {
	c.exporting = exporting{whole: c.exporting.whole}
	c.Saved(name, length, failure)
}

// Saved is called when a file was saved, of length bytes, or with a sentence on why not.
func (c *App) Saved(name string, length int64, failure string) {
	c.notice = failure
	if failure == "" {
		c.notice = fmt.Sprintf("Saved %s, %s.", clipped(name), size(length))
	}
	c.host.Redraw()
}

// stopExport ends the export under way.
func (c *App) stopExport() {
	c.host.StopExport()
	c.exporting = exporting{whole: c.exporting.whole}
	c.notice = "The export was cancelled."
}

// exportText says how far the export is.
func (c *App) exportText() string {
	x := &c.exporting
	switch {
	case x.name == "":
		return ""
	case x.size == 0:
		return "Exporting " + clipped(x.name)
	}
	s := "Exporting " + clipped(x.name) + " · read " + size(x.read) + " of " + size(x.size)
	if x.written > 0 {
		s += " · wrote " + size(x.written)
	}
	return s
}

// exportPercent is how much of the file has been read;
// how much there is to write is not known.
func (c *App) exportPercent() string {
	return strconv.Itoa(int(100 * c.exporting.read / max(1, c.exporting.size)))
}

// stem is a file's name without the endings that a trace may have.
func stem(file string) string {
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
