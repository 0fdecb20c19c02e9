package app

import (
	"strings"
	"unicode/utf8"

	"traceglass/render/words"
	"traceglass/wasm/ui/node"
)

// The lines about the open files: title, status, the head of a printed page, and the text for screen readers.

// shownFile returns the name of the shown file. If a trace and dumps are open, it depends on the visible room.
func (c *shown) shownFile() string {
	if c.comparing() {
		return c.openFiles()
	}
	if c.running() {
		return c.runs.Facts()
	}
	if !c.dumping() || c.desk.Trace == nil || len(c.desk.Dumps.About.Files) == 0 {
		if part := c.desk.PartText(); part != "" {
			return words.Say("{1}, {2}", strings.Replace(c.page.File, ".cut.trace", ".trace", 1), part)
		}
		return c.page.File
	}
	files := c.desk.Dumps.About.Files
	if n := len(files) - 1; n > 0 {
		return words.Say("{1} and {2} more", files[0].Name, words.Count(int64(n)))
	}
	return files[0].Name
}

// openFiles returns the name of the open file, or the names of two traces, even if only one is shown.
func (c *shown) openFiles() string {
	if b := &c.pair; b.open {
		return words.Say("{1} compared with {2}", b.names[1], b.names[0])
	}
	return c.shownFile()
}

// printed returns the first line of a printed page.
func (c *shown) printed() string {
	if r := c.room(); r != nil {
		return words.Clip(c.shownFile()) + " · " + r.Printed()
	}
	return ""
}

// title returns the title of the document.
func (c *shown) title() string {
	if file := c.shownFile(); file != "" {
		return words.Clip(file) + " · Traceglass"
	}
	return "Traceglass"
}

// written returns text with the name of the Mod key on this platform, Ctrl or ⌘.
func (c *shown) written(keys string) string { return strings.ReplaceAll(keys, "Mod", c.mod) }

// status returns the status line.
func (c *shown) status() string {
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
func (c *shown) sent() string {
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
func (c *shown) statusTitle() string {
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

// mostShort is the most letters of a notice that fits in the status line, and that people read before it fades.
const mostShort = 80

// noticeClass returns the class of the notice. A long one is in a box, and stays longer.
func (c *shown) noticeClass() string {
	return "notice" + node.ClassIf(c.page.NoticeCount%2 == 1, " odd") + node.ClassIf(utf8.RuneCountInString(c.page.Notice) > mostShort, " long")
}

// spoken returns the text of the live region, for screen readers.
func (c *shown) spoken() string {
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

// versionText describes the version and licence of Traceglass.
func (c *shown) versionText() string {
	if v := c.host.Version(); v != "" {
		return words.Say("Version {1}. Under the Apache License, Version 2.0.", v)
	}
	return words.T("Under the Apache License, Version 2.0.")
}
