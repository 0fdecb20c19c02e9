package anr

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/wait"
)

// Reports returns the dump of each report in the text that Close returned, with its facts. How a text
// is split is the caller's choice: Reports, Incidents or Separate of dump.Dump.
func (r *Reader) Reports(d *dump.Dump, split func(*dump.Dump) []*dump.Dump) []*dump.Dump {
	return slices.DeleteFunc(split(d), func(one *dump.Dump) bool {
		Complete(one)
		return r.again(&one.About) || len(one.Blocks) == 0 && one.About.Source == "dropbox" // an entry on something else
	})
}

// skipInText counts the records of a text that are no report of an ANR: crashes and other ends of
// processes.
func (r *Reader) skipInText(d *dump.Dump) {
	for i, kind := range d.Kinds {
		if kind >= dump.HeadingLine || kind == dump.BlankLine { // most lines
			continue
		}
		switch s := d.Content(i); {
		case kind == dump.Unplaced && strings.HasSuffix(s, " bytes)") && i > 0 && strings.HasPrefix(d.Content(i-1), "========"): // an entry of the drop box
			if words := strings.Fields(s); len(words) > 2 && !strings.HasSuffix(words[2], "_anr") {
				r.skip(words[2])
			}
		case strings.HasPrefix(strings.TrimPrefix(s, "# "), "Fatal Exception: "):
			r.skip("Fatal Exception")
		case kind == dump.ReportLine:
			_, reason, ok := strings.Cut(s, " reason=")
			number, words, named := strings.Cut(reason, " (")
			words, _, ends := strings.Cut(words, ") subreason=")
			if ok && named && ends && number != "6" && strings.Contains(s, "process=") {
				r.skip(words)
			}
		}
	}
}

// Complete adds the facts that the text of a report states, and those of its dump. A second call
// changes nothing.
func Complete(d *dump.Dump) {
	a := &d.About
	service := a.Source != "" && a.Source != "dump" && a.Source != "table" && a.Source != "sentry-envelope"
	if a.Source == "" {
		a.Source = sourceOf(d)
	}
	if a.Source == "crashlytics-text" {
		crashlyticsHeading(d)
		a.Lacks |= dump.NoHeld
	}
	if len(d.Blocks) == 0 {
		return
	}
	why := why(d)
	if a.Reason == "" {
		a.Reason, a.Kind = reasonOf(why)
	}
	block := 0
	if len(d.Blocks) > 1 {
		block = max(wait.NewFacts(d).Hung(), 0)
	}
	b := &d.Blocks[block]
	if b.Kind == dump.Reported {
		exitFacts(d, b.Line, b.EndLine)
	}
	if b.Section != "" && b.PID != 0 && a.Reason == "" {
		elsewhere(d, b.PID)
	}
	if service {
		return
	}
	a.OS = cmp.Or(a.OS, b.Release(), (&dump.Block{Fingerprint: a.Build}).Release())
	if a.Time == "" && b.Time != "" {
		a.TimeIs = "dump"
		if b.Kind == dump.Reported {
			a.TimeIs = "event"
		}
		if a.Time = cmp.Or(instant(b.Time, unknown), withoutYear(b.Time)); a.Time == "" {
			a.TimeIs = ""
		}
	}
}

// sourceOf returns what wrote a text.
func sourceOf(d *dump.Dump) string {
	opened := false
	for i := range d.Blocks {
		switch b := &d.Blocks[i]; {
		case d.IsExit(b):
			return "exit-info"
		case d.IsEntry(b):
			return "dropbox"
		case b.Kind == dump.Reported && b.Time != "":
			return "logcat"
		case b.Kind != dump.Reported && b.Opened:
			opened = true
		}
	}
	flags, named := false, false
	for i, kind := range d.Kinds {
		if kind != dump.ReportLine {
			continue
		}
		s := d.Content(i)
		flags = flags || strings.HasPrefix(s, "Flags: 0x") || strings.HasPrefix(s, "Package: ") && strings.Contains(s, " v")
		named = named || strings.HasPrefix(s, "Process: ")
	}
	if flags && named {
		return "dropbox"
	}
	for i := range d.Threads {
		t := &d.Threads[i]
		switch {
		case t.Shape == dump.Service:
			return "crashlytics-text"
		case opened:
		case t.Shape == dump.Console, t.Shape == dump.Attached && !strings.Contains(d.Content(t.Line), " prio="):
			return "play-console"
		}
	}
	return "dump"
}

// why returns the reason that a text states, "" if none.
func why(d *dump.Dump) string {
	if d.Subject != "" {
		return d.Subject
	}
	for i, kind := range d.Kinds {
		switch kind {
		case dump.ReportLine:
			if s := d.Content(i); strings.HasPrefix(s, "Reason: ") {
				return s
			}
		case dump.LogLine:
			if e, ok := d.Event(i); ok {
				return e.Reason
			}
		}
	}
	return ""
}

// elsewhere adds facts from other sections of a bug report: the records of ended processes, and the
// log.
func elsewhere(d *dump.Dump, pid int) {
	ended := fmt.Sprintf(" pid=%d ", pid)
	for i, kind := range d.Kinds {
		if kind != dump.SkippedLine && kind != dump.LogLine && kind != dump.ReportLine && kind != dump.Unplaced {
			continue
		}
		s := strings.TrimSpace(string(d.Text.Line(i)))
		switch {
		case strings.HasPrefix(s, "timestamp=") && strings.Contains(s, ended) && i+2 < d.Text.Lines() && strings.Contains(string(d.Text.Line(i+1)), " reason=6 (ANR)"):
			exitFacts(d, i, i+3)
		case strings.Contains(s, " am_anr") && d.About.Reason == "":
			if _, event, ok := strings.Cut(s, ": ["); ok {
				if e, ok := dump.ParseEvent(event); ok && e.PID == pid {
					d.About.Reason, d.About.Kind = reasonOf(e.Reason)
				}
			}
		}
	}
}

// exitFacts reads the facts of an exit info's record in lines [from, to).
func exitFacts(d *dump.Dump, from, to int) {
	a := &d.About
	for i := from; i < to; i++ {
		s := d.Content(i)
		if _, after, ok := strings.Cut(s, "importance="); ok {
			a.Foreground = dump.No
			if strings.HasPrefix(after, "100 ") {
				a.Foreground = dump.Yes
			}
		}
		switch _, seen, _ := strings.Cut(s, "isUserPerceptible="); {
		case strings.HasPrefix(seen, "true"):
			a.Foreground = dump.Yes
		case strings.HasPrefix(seen, "false"):
			a.Foreground = dump.No
		}
		if _, words, ok := strings.Cut(s, " subreason="); ok && a.Kind == "" {
			_, words, _ = strings.Cut(words, "(")
			words, _, _ = strings.Cut(words, ")")
			a.Kind = subreasons[words]
		}
		if _, text, ok := strings.Cut(s, " description="); ok {
			if at := strings.LastIndex(text, " state="); at >= 0 {
				text = text[:at]
			}
			if text == "null" {
				text = ""
			}
			reason, kind := reasonOf(text)
			a.Reason, a.Kind = reason, cmp.Or(kind, a.Kind)
		}
	}
}

// crashlyticsHeading reads the heading of a text from Crashlytics' console (section 5).
func crashlyticsHeading(d *dump.Dump) {
	a := &d.About
	a.Time = ""
	end := d.Text.Lines()
	if len(d.Threads) > 0 {
		end = d.Threads[0].Line
	}
	for i := max(0, end-40); i < end; i++ {
		key, text, ok := strings.Cut(strings.TrimPrefix(d.Content(i), "# "), ": ")
		if text = strings.TrimSpace(text); !ok {
			continue
		}
		switch key {
		case "Application":
			a.Package = text
			for b := range d.Blocks {
				if d.Blocks[b].CommandLine == "" {
					d.Blocks[b].CommandLine = text
				}
			}
		case "Version":
			a.Version, a.Code = versions(text)
		case "Issue":
			a.Issue = text
		case "Session":
			a.ID = text
		case "Date":
			set(a, utcAt, text)
		}
	}
}
