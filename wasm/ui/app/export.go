package app

import (
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/export"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

// exports is the state of the export menu and of the running export.
type exports struct {
	*shown
	past *past

	threads   threadChoice
	wholeTime bool // export all time, although a range is selected

	answers ask.Query[*message.AnswerTextReply]

	writing
	wanted  *export.Export // picture to save once its canvas is drawn
	waiting []waiting      // exports to run after this one
	large   string         // job that was refused for its size; when requested again, it runs
}

// A writing is the running export.
type writing struct {
	name             string // name of the file being written, "" for none
	job              string // arguments
	read, size, done int64  // bytes; read out of size, and done written
}

// A waiting is an export that runs after others.
type waiting struct{ name, job string }

// A threadChoice is which threads to export.
type threadChoice uint8

const (
	asShown threadChoice = iota // those that the page shows, or all in an export.Whole
	allThreads
	shownThreads
)

// exportScope returns the limits that the menu offers.
func (c *exports) exportScope() (of desk.Part) {
	if c.tracing() {
		of = desk.Part{Threads: len(c.desk.Summed()) > 0, Range: c.desk.Ranged()}
	}
	return of
}

// exportsPart returns the limits that are set.
func (c *exports) exportsPart() desk.Part {
	of := c.exportScope()
	return desk.Part{Threads: of.Threads && (c.threads != allThreads), Range: of.Range && !c.wholeTime}
}

// keepsThreads reports whether an export has all threads, although the page shows fewer: it is a trace for others, and the
// user did not choose the threads.
func (c *exports) keepsThreads(e *export.Export) bool {
	return e.Takes&export.Whole != 0 && c.threads == asShown && c.desk.ThreadsAtStart()
}

// someKeepThreads reports whether some exports of the menu have all threads, and others have only those that are shown.
func (c *exports) someKeepThreads() bool {
	return c.exportsPart().Threads && c.threads == asShown && c.desk.ThreadsAtStart()
}

// exportThreads describes an export of the selected threads: "main only, 17 threads left out".
func (c *exports) exportThreads() string {
	if !c.exportScope().Threads {
		return ""
	}
	return words.Say("{1} only, {2} left out", words.Clip(c.desk.ThreadsText()), words.Plural(int64(c.desk.LeftOut()), "thread", "threads"))
}

// exportRange formats the selected range.
func (c *exports) exportRange() string {
	if !c.exportScope().Range {
		return ""
	}
	return c.desk.RangeText()
}

// refusal returns why an export is unavailable, "" if it is available.
func (c *exports) refusal(e *export.Export) string { return c.room().Refusal(e) }

// exportAbout returns the description of an export in the menu.
func (c *exports) exportAbout(e *export.Export) string {
	if s := c.refusal(e); s != "" {
		return s
	}
	if c.exportsPart() != (desk.Part{}) && e.Command != nil && e.Takes&export.APart == 0 {
		return words.Say("{1} · whole trace", e.About.String())
	}
	if c.exportsPart().Threads && c.keepsThreads(e) {
		return words.Say("{1} · all threads", e.About.String())
	}
	return e.About.String()
}

// exportNote returns the last line of the menu.
func (c *exports) exportNote() string {
	command := words.T("The traceglass command writes the same files. Nothing leaves this page.")
	if c.name != "" {
		return words.Say("{1} is being written. Your next export starts after it.", words.Clip(c.name))
	}
	switch {
	case c.comparing():
		return words.T("To save the differences, use the buttons CSV, JSON and Markdown.")
	case c.dumping():
		return command
	}
	for _, n := range c.notes() {
		if n.Code == "partial" {
			return words.T("An export reads the whole file again, not only the part shown here.")
		}
	}
	if c.desk.ExcludesIdle() {
		return words.Say("Formats with only one clock use the current one. They include idle waits, which the page leaves out. {1}", command)
	}
	return words.Say("Formats with only one clock use the current one. {1}", command)
}

// copyAnswers copies the overview and the selection to the clipboard, as text for an assistant. With hidden it has hashes instead
// of names.
func (c *exports) copyAnswers(hidden bool) {
	c.host.Focus(buttons[exportMenu])
	if req := c.room().Answers(hidden); req != nil {
		c.answers.Ask(&c.page.Line, req, func(m *message.AnswerTextReply) {
			c.host.Copy(m.Markdown)
			c.page.Notify(words.Say("Copied {1} for an assistant. This page sent nothing.", words.Size(int64(len(m.Markdown)))))
			c.past.changed()
		})
	}
}

// answersFor reports whether copyAnswers has something to copy.
func (c *exports) answersFor(hidden bool) bool { return c.room().Answers(hidden) != nil }

// exportAs runs an export.
func (c *exports) exportAs(e *export.Export) {
	c.page.Notice = ""
	c.host.Focus(buttons[exportMenu])
	if s := c.refusal(e); s != "" {
		c.page.Notify(e.Name.String() + ": " + s + ".")
		return
	}
	if e.Command == nil {
		c.picture(e)
		return
	}
	part := c.exportsPart()
	if c.keepsThreads(e) {
		part.Threads = false
	}
	job, failure := c.room().Job(e, part)
	if failure != "" {
		c.page.Notify(failure)
		return
	}
	job.Args = append(job.Args, c.naming.Export...)
	key := strings.Join(job.Args, " ")
	if key == c.large {
		job.Args = append(job.Args, "-force")
	}
	c.host.Export(job.Args, job.Files, job.Name)
	if e.Command[0] == export.Page {
		return
	}
	if c.name != "" {
		c.waiting = append(c.waiting, waiting{job.Name, key})
		c.page.Notify(words.Say("{1} comes after {2}.", words.Clip(job.Name), words.Clip(c.name)))
		return
	}
	c.writing, c.wanted = writing{name: job.Name, job: key}, nil
}

// nextExport starts the next waiting export.
func (x *exports) nextExport() {
	x.writing = writing{}
	if len(x.waiting) > 0 {
		x.name, x.job, x.waiting = x.waiting[0].name, x.waiting[0].job, x.waiting[1:]
	}
}

// canvases are the canvases of pictures.
var canvases = [...]canvas.ID{export.Timeline: canvas.Timeline, export.SecondTimeline: canvas.SecondTimeline, export.FlameGraph: canvas.Flame}

// picture saves a picture of a canvas. If the canvas is hidden, picture shows it first and waits until it is
// drawn.
func (c *exports) picture(e *export.Export) {
	part := desk.ViewsPart
	if e.Canvas == export.Timeline {
		part = desk.TimelinePart
	}
	hidden := c.tracing() && c.page.Split.ShowPart(part)
	if c.tracing() && e.Tab != "" && e.Tab != c.desk.Tab {
		c.desk.Show(e.Tab)
		hidden = true
	}
	if hidden {
		c.wanted = e
		return
	}
	c.wanted = nil
	c.host.Picture(canvases[e.Canvas], desk.Stem(c.page.File)+e.Ending)
}

// pictured saves the picture that waited for a canvas.
func (c *exports) pictured(id canvas.ID) {
	if e := c.wanted; e != nil && canvases[e.Canvas] == id {
		c.picture(e)
	}
}

// Exporting reports the progress of an export in bytes: read out of size, and written.
func (c *exports) Exporting(read, size, written int64) {
	c.read, c.size, c.done = read, size, written
	c.past.changed()
}

// Exported handles the end of an export. failure is a sentence if no file was saved. said is the output of the
// command about a saved file, "" for none.
func (c *exports) Exported(name string, length int64, failure, said string) {
	c.nextExport()
	c.Saved(name, length, failure)
	if said != "" {
		c.page.Notify(c.page.Notice + " " + words.Clip(said))
	}
}

// ExportTooLarge handles an export that was refused for its size. If the user requests it again, it runs.
func (c *exports) ExportTooLarge(name, reason string) {
	c.large = c.job
	c.nextExport()
	c.Saved(name, 0, reason)
}

// Saved handles a saved file of length bytes. failure is a sentence if it was not saved.
func (c *exports) Saved(name string, length int64, failure string) {
	if failure == "" {
		failure = words.Say("Saved {1}, {2}.", words.Clip(name), words.Size(length))
	}
	c.page.Notify(failure)
	c.past.changed()
}

// stopExport cancels the running export.
func (c *exports) stopExport() {
	c.nextExport()
	c.host.StopExport()
	c.page.Notify(words.T("The export was cancelled."))
}

// exportText describes the progress of the export, and the number of waiting ones.
func (x *exports) exportText() string {
	if x.name == "" {
		return ""
	}
	s := words.Say("Exporting {1}", words.Clip(x.name))
	if x.size > 0 {
		s += words.Say(" · read {1} of {2}", words.Size(x.read), words.Size(x.size))
		if x.done > 0 {
			s += words.Say(" · wrote {1}", words.Size(x.done))
		}
	}
	if n := len(x.waiting); n > 0 {
		s += words.Say(" · {1} more to come", words.Count(int64(n)))
	}
	return s
}

// exportPercent returns the share of the file that has been read. The length of the output is unknown.
func (x *exports) exportPercent() string { return strconv.Itoa(int(100 * x.read / max(1, x.size))) }
