package wait

import (
	"slices"
	"strings"
	"time"

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
		if d.Blocks[i].OfLastANR() && !d.Blocks[i].Joined {
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

// limits are how long the system waits for an event in the foreground and in the background, as
// Android's source has them. Vendors may change them. 0 is not known.
type limits struct{ front, back time.Duration }

// broadcastLimits are those of a broadcast with and without the flag of the foreground.
var broadcastLimits = limits{10 * time.Second, 60 * time.Second}

// limit returns how long the system waited, and another limit that may apply, or 0.
func (l limits) limit(subject string, code Code) (limit, other time.Duration) {
	if _, after, ok := strings.Cut(subject, "Waited "); ok { // it says so itself
		ms, n := 0, 0
		for n < len(after) && n < 7 && isDigit(after[n]) {
			ms = ms*10 + int(after[n]-'0')
			n++
		}
		if n > 0 && strings.HasPrefix(after[n:], "ms") {
			return time.Duration(ms) * time.Millisecond, 0
		}
	}
	if code != ForBroadcast {
		return l.front, l.back
	}
	_, flags, ok := strings.Cut(subject, "flg=0x")
	if !ok {
		return broadcastLimits.front, broadcastLimits.back
	}
	const foreground = 0x10000000
	bits := uint64(0)
	for i := 0; i < len(flags) && i < 8; i++ {
		digit := strings.IndexByte("0123456789abcdef", flags[i]|0x20)
		if digit < 0 {
			break
		}
		bits = bits<<4 | uint64(digit)
	}
	if bits&foreground != 0 {
		return broadcastLimits.front, 0
	}
	return broadcastLimits.back, 0
}

// reasons map words of the subject to the event that the system waited for (section 4), and to the
// methods on main's stack that handle that event.
var reasons = []struct {
	words string // of the subject
	code  Code
	limits
	methods
}{
	{"focused window", ForWindow, limits{5 * time.Second, 0}, "android.app.ActivityThread.handleLaunchActivity android.app.ActivityThread.handleResumeActivity android.app.ActivityThread.handleBindApplication android.app.ActivityThread.performLaunchActivity"},
	{"Input dispatching timed out", ForInput, limits{5 * time.Second, 0}, ""},
	{"keyDispatchingTimedOut", ForInput, limits{5 * time.Second, 0}, ""},
	{"Broadcast of", ForBroadcast, limits{}, "android.app.ActivityThread.handleReceiver android.app.LoadedApk$ReceiverDispatcher$Args.* android.app.ActivityThread$ReceiverDispatcher$Args.*"},
	{"executing service", ForService, limits{20 * time.Second, 200 * time.Second}, "android.app.ActivityThread.handleCreateService android.app.ActivityThread.handleServiceArgs android.app.ActivityThread.handleBindService android.app.ActivityThread.handleStopService android.app.ActivityThread.handleUnbindService"},
	{"startForegroundService", ForForegroundService, limits{}, "android.app.ActivityThread.handleCreateService android.app.ActivityThread.handleServiceArgs"},
	{"ContentProvider not responding", ForProvider, limits{}, "android.content.ContentProvider$Transport.*"},
	{"failed to complete startup", ForStartup, limits{}, "android.app.ActivityThread.handleBindApplication"},
	{"SHORT_SERVICE", ForShortService, limits{}, ""},
	{"Blocked in ", ForSystemThread, limits{}, ""},
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
		c.Then.Time, c.Then.Other = r.limit(q.f.subject, r.code)
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

// lacking: the format of the report has no locks or no states, so that nothing can be claimed about
// them.
func lacking(q *inquiry, main string) (Claim, bool) {
	a := &q.f.d.About
	if q.main == None || main == "deadlock" || main == "idle" || main == "crash" {
		return Claim{}, false
	}
	c := Claim{Rule: "format", Confidence: Certain}
	switch {
	case a.Lacks&dump.NoLocks != 0 && a.Lacks&dump.NoStates != 0:
		c.Code = FormatLacksBoth
	case a.Lacks&dump.NoLocks != 0:
		c.Code = FormatLacksLocks
	default:
		return Claim{}, false
	}
	return c, true
}

// sampled: the report is a series of samples of main, which shows whether it stood still.
func sampled(q *inquiry, _ string) (Claim, bool) {
	a := &q.f.d.About
	if a.Samples == 0 || q.main == None {
		return Claim{}, false
	}
	c := Claim{Rule: "samples", Confidence: Certain, Threads: []int{q.main}}
	c.Code, c.Count, c.Number = SamplesMoved, a.Samples, a.Same
	if a.Same*10 >= a.Samples*9 {
		c.Code = SamplesStuck
	}
	return c, true
}
