package wait

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
)

// subject returns why the system took the dump and the line that says so: the dump's own subject,
// else the reason in a log or drop box entry, else "" and None. About is the process that these
// name, or "".
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

// hung returns the block of the process that did not answer: in a bug report the first block of its
// last ANR, else the process that the subject names, else the first. NotAnswering is false if the
// file does not state that a process did not answer.
func hung(d *dump.Dump, subject, about string) (block int, notAnswering bool) {
	reports := false
	for i := range d.Blocks {
		if lastANR(&d.Blocks[i]) && !d.Blocks[i].Joined {
			return i, true
		}
		reports = reports || d.Blocks[i].Section != ""
	}
	if reports || len(d.Blocks) == 0 {
		return None, false
	}
	notAnswering = subject != ""
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Kind <= dump.Native && (named(subject, b.CommandLine) || about != "" && b.CommandLine == about) {
			return i, notAnswering
		}
	}
	first := max(slices.IndexFunc(d.Blocks, func(b dump.Block) bool { return !b.Joined }), 0)
	if java := slices.IndexFunc(d.Blocks, func(b dump.Block) bool { return !b.Joined && b.Kind == dump.Java }); java > first && d.Blocks[first].Kind == dump.Native {
		first = java // a program without a virtual machine has no looper that could fail to answer
	}
	for i := range d.Blocks { // the first attempt, if the system dumped the process more than once
		if b := &d.Blocks[i]; b.Kind <= dump.Native && b.PID == d.Blocks[first].PID {
			return i, notAnswering
		}
	}
	return first, notAnswering
}

// lastANR reports whether a block is part of a bug report's last ANR.
func lastANR(b *dump.Block) bool { return strings.Contains(b.Section, "LAST ANR") }

// absentee returns the process that did not answer if the file names it without a dump, else "". It
// is also "" if a process without a known name could be it. A process of an app (app:part) counts
// as the app.
func absentee(d *dump.Dump, subject, about string) string {
	if about == "" {
		for word := range strings.FieldsFuncSeq(subject, func(r rune) bool { return strings.ContainsRune(" (){}=,", r) }) {
			if name, _, ok := strings.Cut(word, "/"); ok && strings.Contains(name, ".") && !strings.ContainsRune(name, ':') && name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z' {
				about = name
				break
			}
		}
	}
	for i := range d.Blocks {
		name := d.Blocks[i].CommandLine
		if name == "" || strings.HasPrefix(name, about) || strings.HasPrefix(about, name) {
			return ""
		}
	}
	return about
}

// absent: the file does not contain the process that it is about.
func absent(q *inquiry, main string) (Claim, bool) {
	if q.f.absent == "" || q.f.hung != q.block || main == notHere {
		return Claim{}, false
	}
	return Claim{Rule: notHere, Confidence: Likely, Fact: Fact{HungAbsent, Args{Text: q.f.absent}}, Lines: slices.DeleteFunc([]int{q.f.subjectAt}, func(line int) bool { return line == None })}, true
}

// notHere is the rule of absent.
const notHere = "not-here"

// missing returns absent as the main claim. It applies if nothing in the block hangs, so that the
// missing process is the main finding.
func (q *inquiry) missing() (Claim, bool) {
	if q.main == None || len(q.path.hops) > 0 && q.path.hops[0].over != overCall {
		return Claim{}, false
	}
	if _, wants := q.f.Graph(q.block).Of(q.main); wants {
		return Claim{}, false
	}
	return absent(q, "")
}

// named reports whether a subject contains a process name as a word.
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

// reasons map words of the subject to the event that the system waited for (section 4), and to the
// methods on main's stack that handle that event.
var reasons = []struct {
	words string // of the subject
	code  Code
	methods
}{
	{"focused window", ForWindow, "android.app.ActivityThread.handleLaunchActivity android.app.ActivityThread.handleResumeActivity android.app.ActivityThread.handleBindApplication android.app.ActivityThread.performLaunchActivity"},
	{"Input dispatching timed out", ForInput, ""},
	{"keyDispatchingTimedOut", ForInput, ""},
	{"Broadcast of", ForBroadcast, "android.app.ActivityThread.handleReceiver android.app.LoadedApk$ReceiverDispatcher$Args.* android.app.ActivityThread$ReceiverDispatcher$Args.*"},
	{"executing service", ForService, "android.app.ActivityThread.handleCreateService android.app.ActivityThread.handleServiceArgs android.app.ActivityThread.handleBindService android.app.ActivityThread.handleStopService android.app.ActivityThread.handleUnbindService"},
	{"startForegroundService", ForForegroundService, "android.app.ActivityThread.handleCreateService android.app.ActivityThread.handleServiceArgs"},
	{"ContentProvider not responding", ForProvider, "android.content.ContentProvider$Transport.*"},
	{"failed to complete startup", ForStartup, "android.app.ActivityThread.handleBindApplication"},
	{"SHORT_SERVICE", ForShortService, ""},
	{"Blocked in ", ForSystemThread, ""},
}

// reason: the event that the system waited for when it took the dump, and whether main was handling
// it.
func reason(q *inquiry, main string) (Claim, bool) {
	if q.f.hung != q.block || q.f.subject == "" || q.f.absent != "" {
		return Claim{}, false
	}
	c := Claim{Rule: "reason", Confidence: Certain}
	if q.f.subjectAt != None {
		c.Lines = []int{q.f.subjectAt}
	}
	for _, r := range reasons {
		if !strings.Contains(q.f.subject, r.words) {
			continue
		}
		c.Code, c.Then = SystemWaitedFor, &Fact{Code: r.code}
		if r.methods == "" || q.main == None {
			return c, true
		}
		c.Threads = []int{q.main}
		for i := range q.s.java {
			if r.contains(q.s.java[i].key) {
				c.Code, c.Method = SystemWaitedForThis, q.s.java[i].Name()
				c.Lines = append(c.Lines, q.s.java[i].line)
				return c, true
			}
		}
		c.Code = SystemWaitedForOtherwise
		if main == "idle" {
			c.Code = SystemWaitedForNotNow
		}
		return c, true
	}
	c.Code, c.Text = SystemSays, q.f.subject
	return c, true
}
