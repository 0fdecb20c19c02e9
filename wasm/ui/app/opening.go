package app

import (
	"strconv"
	"strings"
	"time"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// opening is how far the page is with a file. The file's name is desk.Page.File.
type opening struct {
	stage      stage
	now        func() int64 // ms, of any clock; a time.Time in here would bring its 60 KB of methods along
	began      int64        // of the reading, as now
	progress   message.Progress
	failure    string           // one sentence: why a file did not open, or the worker died
	crash      string           // what the worker's program said last, as it is
	dumpFirst  bool             // dumps that come with a trace are shown first
	dragging   bool             // files are held over the page
	background string           // name of the file that is read beside what is open, "" for none
	refusal    string           // why a file was not opened, while another stays; it is said until it is dismissed
	before     Before           // what was open before the page was loaded again, until another is
	members    *message.Members // of the zip file that is open, if it holds several traces
	replaced   string           // name of what was open before what is, and can be opened again; "" for nothing
	replacing  bool             // which has yet to be said
	part       *[2]int64        // that is to be chosen, ns, of the run that is read, 0, 0 for all of it; nil where none is
	again      history          // of the runs that are read again
	back       bool             // as one of its moments has them
}

// A Before is what was open before the page was loaded again.
type Before struct {
	Name  string
	Size  int64  // in bytes
	At    string // when it was read: "14:03"
	Opens bool   // it can be opened again by Host.Again
	Why   string // it could not be
}

// facts are the size and when it was read.
func (b *Before) facts() string { return words.Say("{1}, read at {2}", words.Size(b.Size), b.At) }

// text says what was open, where it must be chosen again.
func (b *Before) text() string {
	switch {
	case b.Name == "" || b.Opens:
		return ""
	case b.Why != "":
		return words.Say("{1} ({2}) was not opened again: {3}. Choose it, or drop it here.", words.Clip(b.Name), b.facts(), strings.TrimSuffix(b.Why, "."))
	}
	return words.Say("You had {1} open ({2}). The page cannot reopen it: choose it again, or drop it here.", words.Clip(b.Name), b.facts())
}

// Offer is called when the page has been loaded again, with what was open before.
func (c *App) Offer(before Before) {
	c.opening.before = before
	c.changed()
}

// A stage is how far the page is with a file.
type stage uint8

const (
	empty stage = iota
	reading
	opened
	failed
	crashed
)

func (s stage) String() string {
	return [...]string{"empty", "reading", "open", "failed", "crashed"}[s]
}

// forget drops all that belongs to a file, but for its name. What was asked about it is
// answered to no one.
func (c *App) forget() {
	name := c.page.File
	c.page.Forget()
	c.page.File = name
	c.trace.Forget()
	c.dumps.Forget()
	c.runs.Forget()
	c.opening.before = Before{}
	c.opening.failure, c.opening.background, c.opening.refusal, c.opening.members = "", "", "", nil
	c.closePair()
	c.naming, c.keeping, c.offering = unnamed, NotKept, false
	c.menu = menu{}
	c.history.moments = nil
	c.dialog.shows = nothing
	c.exports.threadsOnly, c.exports.wholeTime, c.exports.wanted, c.exports.large = false, false, nil, "" // an export under way continues
}

// Reading reports whether files are being read, and nothing is open.
func (c *App) Reading() bool { return c.opening.stage == reading }

// Opening is called when files were chosen, dropped, pasted or fetched and reading begins.
// Added means that what is open is among them.
func (c *App) Opening(name string, size int64, added bool) {
	// A dump added to a trace is what one wants to see now.
	front := added && c.opening.stage == opened && c.desk.Trace != nil && (c.desk.Dumps.About == nil || c.page.Room == desk.DumpRoom)
	if c.opening.stage == opened && !added {
		c.opening.replaced, c.opening.replacing = c.shownFile(), true
	}
	o := &c.opening
	if o.background == "" { // it is not what was read beside the runs
		o.part = nil
	}
	o.again, o.back = history{}, false
	switch {
	case o.part != nil && c.running():
		c.runsHistory = c.history
	case !added:
		c.runsHistory = history{}
	}
	c.forget()
	c.page.File = name
	o.stage, o.began, o.dumpFirst, o.dragging = reading, o.now(), front, false
	o.progress = message.Progress{Size: size}
	c.changed()
}

// Beside is called when the reading of a file begins that is to take the place of what is open
// once it has been read: then Opening is called, and what was read comes.
func (c *App) OpeningInBackground(name string, size int64) {
	o := &c.opening
	o.background, o.refusal, o.began, o.dragging, o.part = name, "", o.now(), false, nil
	c.page.Notice = ""
	o.progress = message.Progress{Size: size}
	c.menu = menu{}
	c.changed()
}

// Refused is called when a file was not opened, and why; what is open stays. The name is "" for
// no file in particular.
func (c *App) Refused(name, why string) {
	c.opening.background, c.opening.refusal, c.page.Notice = "", why, ""
	if name != "" {
		c.opening.refusal = words.Say("{1} was not opened. {2}", words.Clip(name), why)
	}
	c.changed()
}

// stopBackground ends the reading of a file beside what is open.
func (c *App) stopBackground() {
	c.opening.background = ""
	c.host.Cancel()
}

// openTrace shows a trace that has been read.
func (c *App) openTrace(trace *message.Description) {
	if c.renamed() {
		trace.Stored = c.desk.Trace.Stored
		c.desk.Trace = trace
		return
	}
	c.forget()
	c.opening.stage = opened
	if trace.File != "" {
		c.page.File = trace.File
	}
	c.trace.Open(trace)
	part := c.opening.part
	if part != nil {
		c.desk.SetRange(part[0], part[1], trace.Span)
		c.opening.part = nil
	}
	c.startHistory(part != nil && c.runsHistory.contains(0))
	c.notifyReplaced()
}

// notifyReplaced says what a file has taken the place of, and the way back.
func (c *App) notifyReplaced() {
	if c.opening.replacing {
		c.opening.replacing = false
		c.page.Notify(words.Say("Opened instead of {1}. The file’s menu leads back.", words.Clip(c.opening.replaced)))
	}
}

// goBack opens what was open before.
func (c *App) goBack() {
	c.menu = menu{}
	under := c.runsHistory
	c.host.Replaced()
	if c.opening.stage == reading {
		c.opening.again, c.opening.back = under, true
	}
}

// openDumps shows dumps that have been read. A trace that came with them stays in front,
// unless it was open before.
func (c *App) openDumps(about *message.Dumps) {
	if c.renamed() {
		c.desk.Dumps.About = about
		return
	}
	if c.opening.stage != opened {
		c.forget()
		c.opening.stage, c.page.Room = opened, desk.DumpRoom
	}
	if c.opening.dumpFirst {
		c.page.Room = desk.DumpRoom
	}
	c.dumps.Open(about)
	c.startHistory(false)
	c.notifyReplaced()
}

// fail says why a file did not open.
func (c *App) fail(text string) {
	c.forget()
	c.opening.stage, c.opening.failure = failed, text
}

// Crashed is called when the worker died, with its last words. Nothing can be asked any more,
// unless it was one that read a file beside what is open.
func (c *App) Crashed(reason string) {
	why := words.T("Traceglass crashed while it processed this file.")
	if strings.Contains(reason, "memory") && !strings.Contains(reason, "panic") {
		why = words.T("This file needed more memory than the browser gives to a page.")
	}
	if c.opening.background != "" { // it is that one, and what is open is unharmed
		c.Refused(c.opening.background, why)
		return
	}
	c.fail(why)
	c.opening.stage, c.opening.crash = crashed, reason
	c.changed()
}

// Updated is called when the site has got another version since the page was loaded.
func (c *App) Updated() {
	c.updated = true
	c.changed()
}

// Drag is called when files are dragged over the page, and when they left it.
func (c *App) Drag(over bool) {
	c.opening.dragging = over
	c.changed()
}

// add lets the user choose files to open beside those that are open.
func (c *App) add() {
	c.menu = menu{}
	c.host.Add()
}

// close ends the work on a file.
func (c *App) close() {
	c.host.Close()
	c.forget()
	c.opening.stage, c.page.File, c.opening.replaced, c.runsHistory = empty, "", "", history{}
}

// share is how much of the file has been read, from 0 to 1; -1 if its size is unknown.
func (o *opening) share() float64 {
	if o.progress.Size <= 0 {
		return -1
	}
	return min(1, float64(o.progress.Bytes)/float64(o.progress.Size))
}

// text says how far the reading is.
func (o *opening) text() string {
	s := words.Size(o.progress.Bytes)
	if o.progress.Size > 0 {
		s += words.Say(" of {1}", words.Size(o.progress.Size))
	}
	if n := o.progress.Files; n > 1 {
		s += words.Say(" · {1} of {2}", words.Count(o.progress.File), words.Plural(n, "file", "files"))
	}
	if o.progress.Calls > 0 {
		s += words.Say(" · {1} found", words.Plural(o.progress.Calls, "call", "calls"))
	}
	if left := o.left(); left > 0 {
		s += words.Say(" · {1} left", left.String())
	}
	return s
}

// backgroundText says how far the reading beside what is open is.
func (o *opening) backgroundText() string {
	return words.Say("Reading {1} · {2}", words.Clip(o.background), o.text())
}

// left is how long the rest will take at the speed so far, in whole seconds; 0 while that
// cannot be said.
func (o *opening) left() time.Duration {
	share, spent := o.share(), time.Duration(o.now()-o.began)*time.Millisecond
	if share < 0.02 || spent < 400*time.Millisecond {
		return 0
	}
	left := time.Duration(float64(spent) * (1 - share) / share)
	return left.Round(time.Second)
}

// percent, meter and meterClass draw the meter, which runs where there is no end to measure by.
func (o *opening) percent() int { return int(max(0, o.share()) * 100) }

func (o *opening) meter() string {
	share := o.share()
	if share < 0 {
		return "width:30%"
	}
	return "width:" + strconv.FormatFloat(share*100, 'f', 1, 64) + "%"
}

func (o *opening) meterClass() string { return "meter" + node.ClassIf(o.share() < 0, " endless") }
