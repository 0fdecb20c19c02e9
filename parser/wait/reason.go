package wait

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
)

// subject is why the system took the dump, and the line that says so: a dump's own subject,
// else the reason that a log or a drop box entry gives; "" and None without. About is the
// process that these name, if they do.
func subject(d *dump.Dump) (why string, line int, about string) {
	line = None
	for i, kind := range d.Kinds {
		if kind != dump.SubjectLine && kind != dump.ReportLine {
			continue
		}
		text := d.Content(i)
		if after, ok := strings.CutPrefix(text, "ANR in "); ok && about == "" {
			about, _, _ = strings.Cut(after, " ")
		}
		for _, prefix := range []string{"Subject: ", "Reason: "} {
			if after, ok := strings.CutPrefix(text, prefix); ok && (why == "" || kind == dump.SubjectLine) {
				why, line = strings.TrimSpace(after), i
			}
		}
		if kind == dump.SubjectLine {
			break
		}
	}
	return why, line, about
}

// hung finds the block of the process that did not answer: of a bug report the first at its
// last ANR, else that which the subject names, else the first. Told is false where the file
// does not say that a process did not answer.
func hung(d *dump.Dump, subject, about string) (block int, told bool) {
	reports := false
	for i := range d.Blocks {
		if strings.Contains(d.Blocks[i].Section, "LAST ANR") && !d.Blocks[i].Joined {
			return i, true
		}
		reports = reports || d.Blocks[i].Section != ""
	}
	if reports || len(d.Blocks) == 0 {
		return None, false
	}
	told = subject != ""
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Kind <= dump.Native && (named(subject, b.CommandLine) || about != "" && b.CommandLine == about) {
			return i, told
		}
	}
	first := max(slices.IndexFunc(d.Blocks, func(b dump.Block) bool { return !b.Joined }), 0)
	for i := range d.Blocks { // the first again, if the system had to try more than once
		if b := &d.Blocks[i]; b.Kind <= dump.Native && b.PID == d.Blocks[first].PID {
			return i, told
		}
	}
	return first, told
}

// named reports whether a subject has a process's name as a word.
func named(subject, name string) bool {
	if !strings.Contains(name, ".") {
		return false
	}
	for at := 0; ; {
		i := strings.Index(subject[at:], name)
		if i < 0 {
			return false
		}
		at += i + len(name)
		if (at == len(subject) || strings.IndexByte("/ ):,}", subject[at]) >= 0) && (at == len(name) || strings.IndexByte(" ({:=", subject[at-len(name)-1]) >= 0) {
			return true
		}
	}
}

// reasons tell by the subject for what the system waited (section 4), and by which methods
// a stack shows that main was at it.
var reasons = []struct {
	words string // of the subject
	what  string
	methods
}{
	{"focused window", "a window of the app that takes input, which it had not yet shown", "android.app.ActivityThread.handleLaunchActivity android.app.ActivityThread.handleResumeActivity android.app.ActivityThread.handleBindApplication android.app.ActivityThread.performLaunchActivity"},
	{"Input dispatching timed out", "main to take an input event", ""},
	{"keyDispatchingTimedOut", "main to take an input event", ""},
	{"Broadcast of", "a broadcast to be handled", "android.app.ActivityThread.handleReceiver android.app.LoadedApk$ReceiverDispatcher$Args.* android.app.ActivityThread$ReceiverDispatcher$Args.*"},
	{"executing service", "a service to be started or stopped", "android.app.ActivityThread.handleCreateService android.app.ActivityThread.handleServiceArgs android.app.ActivityThread.handleBindService android.app.ActivityThread.handleStopService android.app.ActivityThread.handleUnbindService"},
	{"startForegroundService", "a service to show that it runs in the foreground", "android.app.ActivityThread.handleCreateService android.app.ActivityThread.handleServiceArgs"},
	{"ContentProvider not responding", "a content provider to answer", "android.content.ContentProvider$Transport.*"},
	{"failed to complete startup", "the process to start up", "android.app.ActivityThread.handleBindApplication"},
	{"SHORT_SERVICE", "a short foreground service to stop", ""},
	{"Blocked in ", "a thread of the system to go on", ""},
}

// reason: for what the system waited when it took the dump, and whether main was at it.
func reason(q *inquiry, main string) (Claim, bool) {
	if q.f.hung != q.block || q.f.subject == "" {
		return Claim{}, false
	}
	c := Claim{Rule: "reason", Confidence: Certain, Lines: []int{q.f.subjectAt}}
	for _, r := range reasons {
		if !strings.Contains(q.f.subject, r.words) {
			continue
		}
		c.Text = "The system waited for " + r.what
		if r.methods == "" || q.main == None {
			c.Text += "."
			return c, true
		}
		c.Threads = []int{q.main}
		for i := range q.s.java {
			if r.has(q.s.java[i].key) {
				c.Text += ", and main is at it (" + q.s.java[i].short() + ")."
				c.Lines = append(c.Lines, q.s.java[i].line)
				return c, true
			}
		}
		if main == "idle" {
			c.Text += "; main is not at it now."
		} else {
			c.Text += "; main's stack does not show it, so it is busy with something else."
		}
		return c, true
	}
	c.Text = "The system took the dump because of: " + clip(q.f.subject, 200) + "."
	return c, true
}
