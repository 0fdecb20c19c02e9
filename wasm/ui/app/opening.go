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

// opening is the progress of opening a file. The file's name is desk.Page.File.
type opening struct {
	stage      stage
	now        func() int64 // ms of any clock; time.Time would add 60 KB of methods to app.wasm
	began      int64        // start of the reading, by now
	progress   message.Progress
	failure    string           // a sentence: why the file did not open, or the worker crashed
	crash      string           // last output of the crashed worker
	dumpFirst  bool             // show the dumps of a trace with dumps first
	added      bool             // files were added to the open ones
	dragging   bool             // files are dragged over the page
	background string           // name of the file that is being read while another stays open, "" for none
	refusal    string           // why a file was refused while another stays open; shown until dismissed
	before     Before           // the file that was open before a reload
	members    *message.Members // traces of the open ZIP file, if it has several
	replaced   string           // name of the previous file, which can be reopened; "" for none
	replacedAt int              // serial of its history
	replacing  bool             // the replacement has not been announced yet
	part       *[2]int64        // range to select in the run that is being read, ns; 0, 0 for the whole run; nil for none
	again      history          // history of the files that are being read again
	back       bool             // restore a moment of that history
	arrived    bool             // the files of that history have been fetched, and the next Opening is theirs
	unnaming   bool             // files are added while the names of a map are off
}

// A Before is the file that was open before the page was reloaded.
type Before struct {
	Name  string
	Size  int64  // bytes
	At    string // time of reading: "14:03"
	Opens bool   // Host.Again can reopen it
	Why   string // why it cannot be reopened
}

// facts returns the size and the time of reading.
func (b *Before) facts() string { return words.Say("{1}, read at {2}", words.Size(b.Size), b.At) }

// text asks the user to choose the file again, if the page cannot reopen it.
func (b *Before) text() string {
	switch {
	case b.Name == "" || b.Opens:
		return ""
	case b.Why != "":
		return words.Say("Could not open {1} ({2}) again: {3}. Choose what you had open, or drop it here.", words.Clip(b.Name), b.facts(), strings.TrimSuffix(b.Why, "."))
	}
	return words.Say("You had {1} open ({2}). The page cannot reopen it: choose it again, or drop it here.", words.Clip(b.Name), b.facts())
}

// Offer handles a reload of the page with the file that was open before.
func (c *files) Offer(before Before) {
	c.opening.before = before
	c.past.changed()
}

// A stage is the progress of opening a file.
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

// files opens and closes files.
type files struct {
	*shown
	past    *past
	exports *exports
	over    *overlays
}

// forget drops all state of a file except its name. Pending replies about it are ignored.
func (c *files) forget() {
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
	c.over.menu = menu{}
	c.past.keepHistory()
	c.over.shows = nothing
	c.exports.threads, c.exports.wholeTime, c.exports.wanted, c.exports.large = asShown, false, nil, "" // a running export continues
}

// Reading reports whether files are being read and nothing is open.
func (c *shown) Reading() bool { return c.opening.stage == reading }

// Opening handles the start of reading, after files were chosen, dropped, pasted or fetched. added means that
// the open file is one of them.
func (c *files) Opening(name string, size int64, added bool) {
	// If a dump is added to a trace, the user wants to see the dump.
	front := added && c.opening.stage == opened && c.desk.Trace != nil && (c.desk.Dumps.About == nil || c.page.Room == desk.DumpRoom)
	o := &c.opening
	if o.stage == opened && !added {
		c.noteReplaced()
		o.replacing = true
	}
	if o.background == "" { // the file was not read in the background of the runs
		o.part = nil
	}
	if !o.arrived {
		o.again, o.back = history{}, false
	}
	o.arrived = false
	o.unnaming = added && c.naming.Label != "" && !c.naming.On
	if !c.running() { // there, an action that has not settled can be the reading of another part
		c.past.keepMoment()
	}
	c.forget()
	if !added {
		c.page.Split.ShowBoth()
	}
	c.page.File = name
	o.stage, o.began, o.dumpFirst, o.added, o.dragging = reading, o.now(), front, added, false
	o.progress = message.Progress{Size: size}
	c.past.changed()
}

// noteReplaced notes the open files, which others replace.
func (c *files) noteReplaced() {
	if o := &c.opening; o.stage == opened {
		o.replaced, o.replacedAt = c.openFiles(), c.past.history.serial
	}
}

// Arrived handles the end of a fetch that Host.Revisit started. The files that are opened next keep their history.
func (c *files) Arrived() { c.opening.arrived = true }

// OpeningInBackground handles the start of reading a file that will replace the open one. When it has been
// read, Opening follows.
func (c *files) OpeningInBackground(name string, size int64) {
	o := &c.opening
	o.background, o.refusal, o.began, o.dragging, o.part = name, "", o.now(), false, nil
	c.page.Notice = ""
	o.progress = message.Progress{Size: size}
	c.over.menu = menu{}
	c.past.changed()
}

// Refused handles a file that was not opened; the open one stays. name is "" for no particular file. why can be English.
func (c *files) Refused(name, why string) {
	why = words.Filled(why).String()
	c.opening.background, c.opening.refusal, c.page.Notice = "", why, ""
	if name != "" {
		c.opening.refusal = words.Say("{1} was not opened. {2}", words.Clip(name), why)
	}
	c.past.changed()
}

// stopBackground cancels reading in the background.
func (c *files) stopBackground() {
	c.opening.background = ""
	c.host.Cancel()
}

// openTrace shows a trace that was read.
func (c *files) openTrace(trace *message.Description) {
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
	if part := c.opening.part; part != nil {
		c.desk.SetRange(part[0], part[1], trace.Span)
		c.opening.part = nil
	}
	c.enterHistory()
	c.notifyReplaced()
}

// enterHistory starts a history of files that were read, or continues that of files that were read again.
func (c *files) enterHistory() {
	again := c.opening.again
	switch {
	case again.contains(again.at):
		c.past.resumeHistory(again)
	case len(c.past.history.moments) == 1: // that of a trace whose dumps follow
		c.past.beginHistory(c.past.history.serial, false)
		return
	default:
		c.past.startHistory(false)
		return
	}
	if c.opening.back {
		if c.pair.open && c.pair.front != again.front {
			c.bringToFront(again.front)
		}
		again.moments[again.at].Show(c.desk)
	}
}

// notifyReplaced announces the replacement of a file and the way back.
func (c *files) notifyReplaced() {
	if c.opening.replacing {
		c.opening.replacing = false
		c.page.Notify(words.Say("Opened instead of {1}. The file’s menu leads back.", words.Clip(c.opening.replaced)))
	}
}

// goBack reopens the previous file.
func (c *files) goBack() {
	c.over.menu = menu{}
	before := c.past.historyOf(c.opening.replacedAt)
	c.host.Replaced()
	if c.opening.stage == reading {
		c.opening.again, c.opening.back = before, true
	}
}

// openDumps shows dumps that were read. A trace that was read with them stays in front, unless it was open
// before, or was made of them.
func (c *files) openDumps(about *message.Dumps) {
	if c.renamed() {
		c.desk.Dumps.About = about
		return
	}
	if c.opening.stage != opened {
		c.forget()
		c.opening.stage, c.page.Room = opened, desk.DumpRoom
	}
	if t := c.desk.Trace; c.opening.dumpFirst || t != nil && !c.opening.added && message.IsOfDump(t.File) {
		c.page.Room = desk.DumpRoom
	}
	c.dumps.Open(about)
	c.enterHistory()
	c.notifyReplaced()
}

// openMarks passes marks of causes to their view, with those of dumps that were read with them.
func (c *files) openMarks(marks *message.Marks) {
	c.opening.background = ""
	c.desk.Dumps.Marks = marks.Causes
	if c.opening.stage == opened {
		c.page.Notify(words.Say("The file has {1}.", words.Plural(int64(len(marks.Causes)), "mark of a cause", "marks of causes")))
	}
}

// fail shows why a file did not open.
func (c *files) fail(text string) {
	c.forget()
	c.opening.stage, c.opening.failure = failed, text
}

// Crashed handles the crash of the worker, with its last output, or that it got no more memory. The open file is lost,
// unless the worker was reading in the background.
func (c *files) Crashed(reason string, outOfMemory bool) {
	why := words.T("Traceglass crashed while it processed this file.")
	if outOfMemory {
		why = words.T("This file needed more memory than the browser gives to a page.")
	}
	if c.opening.background != "" { // the crashed worker was reading in the background
		c.Refused(c.opening.background, why)
		return
	}
	c.fail(why)
	c.opening.stage, c.opening.crash = crashed, reason
	c.past.changed()
}

// Updated handles a newer version of the site.
func (c *App) Updated() {
	c.updated = true
	c.changed()
}

// Drag handles files that are dragged onto the page or off it.
func (c *files) Drag(over bool) {
	c.opening.dragging = over
	c.past.changed()
}

// add opens the file chooser to add files to the open ones.
func (c *files) add() {
	c.over.menu = menu{}
	c.host.Add()
}

// close closes the file.
func (c *files) close() {
	c.host.Close()
	c.forget()
	c.opening.stage, c.page.File, c.opening.replaced = empty, "", ""
	c.past.endHistory()
}

// share returns the part of the file that has been read, from 0 to 1; -1 if its size is unknown.
func (o *opening) share() float64 {
	if o.progress.Size <= 0 {
		return -1
	}
	return min(1, float64(o.progress.Bytes)/float64(o.progress.Size))
}

// text describes the progress of reading.
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
	if o.progress.Size > 0 && o.progress.Bytes >= o.progress.Size {
		return s + words.T(" · adding up")
	}
	if left := o.left(); left > 0 {
		s += words.Say(" · {1} left", left.String())
	}
	return s
}

// backgroundText describes the progress of reading in the background.
func (o *opening) backgroundText() string {
	return words.Say("Reading {1} · {2}", words.Clip(o.background), o.text())
}

// left estimates the remaining time in whole seconds, 0 while that is impossible.
func (o *opening) left() time.Duration {
	share, spent := o.share(), time.Duration(o.now()-o.began)*time.Millisecond
	if share < 0.02 || spent < 400*time.Millisecond {
		return 0
	}
	left := time.Duration(float64(spent) * (1 - share) / share)
	return left.Round(time.Second)
}

// percent, meter and meterClass draw the progress bar. It is indeterminate if the size is unknown.
func (o *opening) percent() int { return int(max(0, o.share()) * 100) }

func (o *opening) meter() string {
	share := o.share()
	if share < 0 {
		return "width:30%"
	}
	return "width:" + strconv.FormatFloat(share*100, 'f', 1, 64) + "%"
}

func (o *opening) meterClass() string { return "meter" + node.ClassIf(o.share() < 0, " endless") }
