package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
)

// samples are the files that come with the site.
var samples = []struct{ Name, About, URL string }{
	{"A dual-clock trace", "wall and CPU, every call", "samples/sample.trace.gz"},
	{"A streaming trace", "written while the app ran", "samples/sample-streaming.trace.gz"},
	{"Two thread dumps", "an app that does not answer", "samples/sample-anr.txt"},
}

// recipes are ways to record a trace.
var recipes = []struct{ About, Lines string }{
	{"From the start of an app", "adb shell am start -n PACKAGE/.ACTIVITY --start-profiler /data/local/tmp/app.trace\nadb shell am profile stop PACKAGE\nadb pull /data/local/tmp/app.trace"},
	{"While it runs", "adb shell am profile start PACKAGE /data/local/tmp/app.trace\nadb shell am profile stop PACKAGE\nadb pull /data/local/tmp/app.trace"},
	{"From code", "Debug.startMethodTracing(\"app\")\nDebug.stopMethodTracing()"},
}

// streaming is the bit that a streaming file's version has beside its number.
const streaming = 0xf0

// version names what wrote the file.
func version(t *message.Description) string {
	vm := "Dalvik"
	for _, o := range t.Options {
		if o.Key == "vm" && strings.EqualFold(o.Value, "art") {
			vm = "ART"
		}
	}
	if t.Version < 0 {
		return "names without records"
	}
	s := vm + " v" + strconv.Itoa(t.Version&0xf)
	if t.Version >= streaming || t.Container == "streaming" {
		s += " streaming"
	}
	return s
}

// facts is the line that describes the file.
func (c *App) facts() string {
	t := c.trace
	parts := []string{version(t)}
	switch t.ClockName {
	case "dual":
		parts = append(parts, "dual clock")
	case "":
	default:
		parts = append(parts, t.ClockName+" clock")
	}
	if t.Sampled {
		parts = append(parts, "sampled")
	}
	parts = append(parts,
		plural(int64(len(t.Threads)), "thread", "threads"),
		plural(int64(t.Methods), "method", "methods"),
		plural(t.Records, "record", "records"),
		brief(t.Span))
	return strings.Join(parts, " · ")
}

// receipt is the line of notes on damage, "" if there is nothing to say.
func (c *App) receipt() string {
	var parts []string
	for _, n := range c.noteRows() {
		parts = append(parts, n.Text)
	}
	if len(parts) == 0 {
		return ""
	}
	return plural(int64(len(parts)), "note", "notes") + ": " + clipped(strings.Join(parts, " · "))
}

// status is the line at the foot of the page.
func (c *App) status() string {
	if c.dumping() {
		d := c.dump.about
		return fmt.Sprintf("read %s in %s · 0"+nbsp+"bytes sent", size(d.Bytes), brief(max(1, int64(d.ReadMillis))*1e6))
	}
	if c.trace == nil {
		return "0" + nbsp + "bytes sent"
	}
	return fmt.Sprintf("read %s in %s · %s held · 0"+nbsp+"bytes sent",
		size(c.trace.Bytes), brief(max(1, int64(c.trace.ReadMillis))*1e6), size(c.trace.Memory))
}

// scopeText says what the figures are taken over, "" for the whole trace.
func (c *App) scopeText() string {
	var parts []string
	if c.sel.ranged() {
		parts = append(parts, brief(c.sel.From)+" – "+brief(c.sel.To)+" ("+brief(c.sel.To-c.sel.From)+")")
	}
	if n := len(c.sel.Threads); n == 1 {
		parts = append(parts, c.threadName(c.sel.Threads[0]))
	} else if n > 1 {
		parts = append(parts, plural(int64(n), "thread", "threads"))
	}
	return strings.Join(parts, " · ")
}

// clearScope goes back to the whole trace.
func (c *App) clearScope() {
	c.sel.clearRange()
	c.sel.Threads = nil
}

// spoken is what a screen reader is told of a change.
func (c *App) spoken() string {
	switch {
	case c.notice != "":
		return c.notice
	case c.stage == reading:
		return "Reading " + clipped(c.file)
	case c.stage == failed || c.stage == crashed:
		return c.failure
	case c.stage != opened:
		return ""
	case c.front() == GraphCanvas && c.graph.laid != nil && c.graph.node >= 0:
		return c.graph.nodeText(c.graph.node)
	case c.dumping():
		return clipped(c.file) + ", " + c.dump.facts()
	case c.sel.HasCall && c.details.shown != nil:
		call := c.details.shown
		return c.names.label(call.Method) + ", " + duration(call.Inclusive[c.sel.Clock]) + " " +
			clockName(c.sel.Clock) + ", from " + duration(call.From) + " on " + c.threadName(call.Call.Thread)
	case c.find.text != "":
		return c.find.tally()
	case c.scopeText() != "":
		return c.scopeText()
	}
	return clipped(c.file) + ", " + c.facts()
}

// readShare is how much of the file has been read, from 0 to 1; -1 if its size is unknown.
func (c *App) readShare() float64 {
	if c.progress.Size <= 0 {
		return -1
	}
	return min(1, float64(c.progress.Bytes)/float64(c.progress.Size))
}

// readText says how far the reading is.
func (c *App) readText() string {
	s := size(c.progress.Bytes)
	if c.progress.Size > 0 {
		s += " of " + size(c.progress.Size)
	}
	if c.progress.Calls > 0 {
		s += " · " + plural(c.progress.Calls, "call", "calls") + " found"
	}
	if left := c.timeLeft(); left > 0 {
		s += " · " + left.String() + " left"
	}
	return s
}

// timeLeft is how long the rest will take at the speed so far, in whole seconds; 0
// while that cannot be said.
func (c *App) timeLeft() time.Duration {
	share, spent := c.readShare(), time.Duration(c.now()-c.began)*time.Millisecond
	if share < 0.02 || spent < 400*time.Millisecond {
		return 0
	}
	left := time.Duration(float64(spent) * (1 - share) / share)
	return left.Round(time.Second)
}

// close ends the work on a file.
func (c *App) close() {
	c.host.Close()
	c.forget()
	c.stage, c.file = empty, ""
}

// add lets the user choose files to open beside those that are open.
func (c *App) add() {
	c.menu = ""
	c.host.Add()
}

// nextTheme goes from the system's to dark, light, and the system's again.
func (c *App) nextTheme() {
	c.theme = map[string]string{"": "dark", "dark": "light", "light": ""}[c.theme]
	c.host.Remember("theme", c.theme)
	c.host.Theme(c.theme)
}

func (c *App) themeName() string {
	return map[string]string{"": "Auto", "dark": "Dark", "light": "Light"}[c.theme]
}

// toggleMenu opens a menu or closes it.
func (c *App) toggleMenu(name string) {
	if c.menu == name {
		name = ""
	}
	c.menu, c.menuMove = name, [2]string{}
}

// menuButtons are the ids of the buttons that open the menus.
var menuButtons = map[string]string{"file": "file-menu", "samples": "samples", "export": "export"}

// closeMenu gives the keyboard back to the button that opened it.
func (c *App) closeMenu() {
	c.host.Focus(menuButtons[c.menu])
	c.menu = ""
}

// menuItems are the ids of the open menu's lines that can be chosen, from the top.
func (c *App) menuItems() (ids []string) {
	switch c.menu {
	case "file":
		if c.tracing() {
			ids = append(ids, "properties")
		}
		if c.receipt() != "" {
			ids = append(ids, "notes")
		}
		if c.stage == opened {
			ids = append(ids, "add")
		}
		ids = append(ids, "close")
	case "samples":
		for i := range samples {
			ids = append(ids, sampleID(i))
		}
	case "export":
		if c.exportScope() != "" {
			ids = append(ids, "export-whole", "export-part")
		}
		for _, g := range c.exportGroups() {
			for i := range g.exports {
				if c.exportRefusal(&g.exports[i]) == "" {
					ids = append(ids, g.exports[i].elementID())
				}
			}
		}
	}
	return ids
}

// menuKey moves the keyboard among the lines of the open menu.
func (c *App) menuKey(key Key) bool {
	ids := c.menuItems()
	if len(ids) == 0 || key.Mod || key.Alt {
		return false
	}
	from := key.Focus
	if from == c.menuMove[0] {
		from = c.menuMove[1] // where the last key moves it, at the next render
	}
	at := slices.Index(ids, from)
	switch key.Name {
	case "ArrowDown":
		at = (at + 1) % len(ids)
	case "ArrowUp":
		at = (max(at, 0) + len(ids) - 1) % len(ids)
	case "Home":
		at = 0
	case "End":
		at = len(ids) - 1
	default:
		return false
	}
	c.menuMove = [2]string{key.Focus, ids[at]}
	c.host.Focus(ids[at])
	return true
}

// copy puts text on the clipboard.
func (c *App) copy(text string) {
	c.host.Copy(text)
	c.notice = "Copied."
}

func (c *App) chooseColour(event vugu.DOMEvent) {
	n, _ := strconv.Atoi(event.PropString("target", "value"))
	c.colour = message.Colour(n)
}

func (c *App) chooseSort(event vugu.DOMEvent) {
	n, _ := strconv.Atoi(event.PropString("target", "value"))
	c.timeline.sort = message.ThreadSort(n)
}

func (c *App) chooseFlameThread(event vugu.DOMEvent) {
	n, _ := strconv.ParseUint(event.PropString("target", "value"), 10, 32)
	c.flame.thread = uint32(n)
	c.flame.home0()
}

// flameThreads are the threads to choose from for the flame graph in order of time, the
// busiest first.
func (c *App) flameThreads() []message.Thread {
	list := (&threads{reply: c.trace.Threads}).sorted(c.sel.Clock)
	return list[:min(len(list), 200)]
}

// timelineLabel tells a screen reader what the timeline shows.
func (c *App) timelineLabel() string {
	if c.trace == nil {
		return "Timeline"
	}
	return fmt.Sprintf("Timeline, %s to %s of %s. Arrow keys walk among calls; the Threads tab lists the threads.",
		brief(int64(c.timeline.View.From)), brief(int64(c.timeline.View.To)), brief(c.trace.Span))
}

func (c *App) overviewLabel() string {
	if s := c.scopeText(); s != "" {
		return "Overview of the whole trace; chosen: " + s
	}
	return "Overview of the whole trace; drag to choose a range"
}

func (c *App) flameLabel() string {
	if n := len(c.flame.path); n > 0 {
		return "Flame graph of " + c.names.label(c.flame.path[n-1].method) + ". The Top-down tab is the same as a table."
	}
	return "Flame graph. The Top-down tab is the same as a table."
}

// A tip is a tooltip over a canvas.
type tip struct {
	Style, Class, First, Last string
	Facts                     []fact
	Note                      string
}

// tip is what the tooltip of a canvas says.
func (c *App) tip(canvas Canvas) tip {
	h := &c.hover
	if !h.on(canvas) {
		return tip{Class: "tip", Style: "left:0;top:0"}
	}
	p := c.pane(canvas)
	t := tip{Class: "tip shown", Style: fmt.Sprintf("left:%.0fpx;top:%.0fpx", h.x, h.y)}
	if h.x > p.View.Width/2 {
		t.Class += " leftward"
	}
	if h.y > p.View.Height/2 {
		t.Class += " upward"
	}
	switch {
	case c.dumping() && canvas == FlameCanvas:
		c.stackTip(&t)
		return t
	case c.dumping() && canvas == GraphCanvas:
		c.lockTip(&t)
		return t
	case c.dumping():
		c.courseTip(&t)
		return t
	}
	t.First, t.Last = c.names.parts(h.hit.Method)
	switch {
	case h.hit.Merged && h.hit.Switch:
		t.Note = "Context switches, each narrower than a pixel: off the CPU for at least half of this stretch. Zoom in to tell them apart."
	case h.hit.Merged:
		t.Note = "Several calls, each narrower than a pixel. Zoom in to tell them apart."
	case h.call != nil:
		for _, clock := range c.allClocks() {
			t.Facts = append(t.Facts, fact{clockName(clock), duration(h.call.Inclusive[clock]), ""})
		}
		t.Facts = append(t.Facts,
			fact{"Own " + clockName(c.sel.Clock), duration(h.call.Exclusive[c.sel.Clock]), ""},
			fact{"From", duration(h.call.From), ""})
	case canvas == GraphCanvas:
		if g := &c.graph; g.laid != nil && int(h.hit.Row) < len(g.laid.Nodes) {
			_, t.Note, _ = strings.Cut(g.laid.Nodes[h.hit.Row].Label, ", ")
			t.Note = clipped(t.Note)
		}
	case canvas == FlameCanvas && h.hit.W > 0 && !c.flame.ordered:
		width := p.View.Width - p.Left
		part := h.hit.W / width * (p.View.To - p.View.From)
		t.Note = "about " + percent(min(part, 1)) + " of what is shown"
	}
	if off := h.off; off != nil {
		t.Note = "context switch · " + duration(off.To-off.From) + " · " + c.threadName(h.hit.Thread) + " was off the CPU from " +
			duration(off.From) + " to " + duration(off.To)
	}
	return t
}

// properties are the file's own options, each with what it means.
func (c *App) properties() []fact {
	all := make([]fact, 0, len(c.trace.Options))
	for _, o := range c.trace.Options {
		all = append(all, fact{clipped(o.Key), clipped(o.Value), meanings[o.Key]})
	}
	return all
}

// meanings explain the options that a trace may have.
var meanings = map[string]string{
	"data-file-overflow":       "Whether the recording buffer filled up. If true, all later events were dropped.",
	"clock":                    "Which clocks the records carry: wall, thread-cpu, or dual for both.",
	"elapsed-time-usec":        "Wall time from the start of the recording to its end, in microseconds.",
	"elapsed-time-nsec":        "Wall time from the start of the recording to its end, in nanoseconds.",
	"num-method-calls":         "How many records were written: entries and exits together, not calls.",
	"clock-call-overhead-nsec": "What reading the clock once cost on average. It is not subtracted from any figure.",
	"vm":                       "The virtual machine that recorded the trace.",
	"pid":                      "Process id of the app.",
	"alloc-count":              "Objects allocated while the trace was recorded.",
	"alloc-size":               "Bytes allocated while the trace was recorded.",
	"gc-count":                 "Garbage collections while the trace was recorded.",
}

// about are the facts of the file that the report lists.
func (c *App) about() []fact {
	t := c.trace
	all := []fact{
		{"File", clipped(c.file), ""},
		{"Format", version(t), t.Container},
		{"Size", size(t.Bytes), count(t.Bytes) + " bytes"},
		{"Records", count(t.Records), ""},
		{"Calls", count(t.Calls), ""},
		{"Methods", count(int64(t.Methods)) + " of " + count(int64(t.Listed)) + " listed", ""},
		{"Threads", count(int64(len(t.Threads))), ""},
		{"Length", duration(t.Span), exact(t.Span)},
	}
	if t.Start != "" {
		all = append(all, fact{"Started", clipped(t.Start), ""})
	}
	return all
}

// definitions say how the figures are made.
var definitions = []fact{
	{"Inclusive", "Time from a call's entry to its exit. A method that calls itself, directly or not, counts once: by its outermost call.", ""},
	{"Exclusive", "Time in which the method itself was on top of the stack: inclusive time less that of its callees.", ""},
	{"Calls+Rec", "Calls made while the method was not running yet on its thread, and those made while it was.", ""},
	{"Time/Call", "Inclusive time divided by all calls, recursive ones too.", ""},
	{"Percentages", "Parts of the time from each chosen thread's first record in the range to its last. For parents and children: of the opened method's inclusive time.", ""},
	{"While recursive", "Callers and callees of recursive calls. Their times lie within one another, so they have no percentages.", ""},
	{"Wall", "Time by the clock on the wall, waiting included. Threads run side by side, so the sum can exceed the trace's length.", ""},
	{"CPU", "Time in which the thread ran on a processor.", ""},
	{"Waiting", "Wall less CPU, never below zero: asleep, blocked, or ready with no processor free.", ""},
	{"Context switch", "Of a trace with both clocks: more than 100 µs between two records of a thread in which it was off the CPU. Half of the CPU time between them is taken to lie before it. When it is a method of its own, the calls that it met do not have this time as exclusive time.", ""},
	{"Range", "A call across the range's border counts with the part that lies inside.", ""},
}

// noteRows are the receipt's lines, of what is shown. A dump's places are lines.
func (c *App) noteRows() []message.Note {
	switch {
	case c.dumping():
		return c.dump.notes()
	case c.trace == nil:
		return nil
	}
	return c.trace.Notes
}

// notePlaces heads the column of the places.
func (c *App) notePlaces() string {
	if c.dumping() {
		return "First line"
	}
	return "First byte"
}

// notePlace says how often a note applies and where first.
func notePlace(n message.Note) string {
	s := plural(n.Count, "time", "times")
	if n.Offset >= 0 {
		s += ", first at byte " + count(n.Offset)
	}
	return s
}

// noteOffset says where in the file a note's first occurrence is.
func noteOffset(n message.Note) string {
	if n.Offset < 0 {
		return "–"
	}
	return count(n.Offset)
}

// is turns a state into aria's word for it.
func is(on bool) string { return strconv.FormatBool(on) }

// when gives a class only where it applies.
func when(on bool, class string) string {
	if on {
		return class
	}
	return ""
}
