package tell

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/readable"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/words"
)

// An Overview writes sentences about the answers that parser/story finds in a trace. Names from the
// file have limited lengths, and their control characters are visible.
type Overview struct {
	*story.Overview
	Info     *trace.Info           // of the trace
	Readable map[int]readable.Name // by method; nil to write names as in the file
	Classes  *Classes              // of Info and Readable, for several overviews to share; nil to make them when needed
}

// Classes are those of a trace by their names without the package. The zero value is filled when first needed.
type Classes struct{ of map[string]string } // "" for several classes

// The names of facts in tables and lists.
var (
	originTitles = [platform.Origins]words.Text{
		platform.Own: "Own code", platform.Library: "Libraries", platform.Platform: "Platform", platform.Native: "Native code",
		platform.Tracer: "Tracer", platform.Unknown: "Unknown code",
	}
	causeNames = [story.Causes]words.Text{
		"Not explained", "Idle", "Binder", "Locks", "Conditions", "Futures", "Latches", "Queues", "Coroutines", "Ends of threads", "Sleep",
		"SharedPreferences", "Databases", "Network", "Files", "Class loading", "Native libraries", "Child processes", "Devices", "Garbage collection", "Rendering",
		"Recording", "Debugger", "Not measured",
	}
	anchorTitles = [story.Anchors]words.Text{
		"", "Process start", "handleBindApplication", "Content providers", "Application.onCreate", "Activity create",
		"Activity start", "Activity resume", "First frame", "reportFullyDrawn", "Stop of the old activity", "End of the old activity", "New intent",
	}
	ruleTitles = [story.Rules]words.Text{
		"Waiting", "Longest frame or message", "Startup phase", "Layout inflation", "Class loading", "Frequent calls", "Unusually long call",
		"Repeated work", "Work of another thread", "Cost of the recording", "Costly method", "Slow frames",
	}
	statusTitles = [...]words.Text{story.NotRecorded: "not recorded", story.Found: "", story.Cut: "recorded in part"}
	sureTitles   = [...]words.Text{"certain", "likely", "possible"}
)

// originTitle returns the name of the code of an origin: "Own code".
func originTitle(o platform.Origin) string { return originTitles[o].String() }

// CauseName returns the name of a cause of waiting: "Locks".
func CauseName(c story.Cause) string { return causeNames[c].String() }

// AnchorTitle returns the name of a phase of a start: "Content providers".
func AnchorTitle(a story.Anchor) string { return anchorTitles[a].String() }

// How findings and titles name a start.
var (
	startTitles  = [...]words.Text{"Startup", "Start of an activity", "Relaunch of an activity", "Return to an activity"}
	startPhrases = [...]words.Text{"the app's start", "an activity's start", "an activity's relaunch", "the return to an activity"}
	startBegins  = [...]words.Text{"The app's start", "An activity's start", "An activity's relaunch", "The return to an activity"} // of a sentence
)

// StartTitle returns what starts: "Startup".
func StartTitle(k story.StartKind) string { return startTitles[k].String() }

// RuleTitle returns the name of a rule: "Layout inflation".
func RuleTitle(r story.Rule) string { return ruleTitles[r].String() }

// StatusTitle returns how much of a phase is recorded: "not recorded", "partly in the range", or "" for all of it.
func (o *Overview) StatusTitle(p *story.Phase) string {
	if o.crosses(p) {
		return words.T("partly in the range")
	}
	return statusTitles[p.Status].String()
}

// MostOfPhase returns a clause on the method with most of the time of a phase, or "".
func (o *Overview) MostOfPhase(p *story.Phase) string {
	if p.Most.Time == 0 {
		return ""
	}
	return words.Say("{1} took {2} of it", o.Method(p.Most.Method), words.Brief(p.Most.Time))
}

// BesidesPhases returns a clause on the handlers with most of the time between the phases of a start, or "".
func BesidesPhases(o *Overview) string {
	var parts []string
	for _, in := range o.Startup.Besides {
		parts = append(parts, words.Say("{1} {2}", o.Method(in.Method), words.Brief(in.Time)))
	}
	if parts == nil {
		return ""
	}
	return words.Say("Longest: {1}", words.List(parts))
}

func (o *Overview) crosses(p *story.Phase) bool {
	return p.Status == story.Cut && Crossing(p.Call.From, p.Call.To, o.From, o.To) > 0
}

// SureTitle returns how sure a finding is: "likely".
func SureTitle(c story.Confidence) string { return sureTitles[c].String() }

// PartTitle returns the name of a part: "Own code", "Waiting: Locks", "No method", "Left out by the filter".
func PartTitle(p *story.Part) string {
	switch {
	case p.Kind == story.Running:
		return originTitle(p.Origin)
	case p.Kind == story.Outside:
		return words.T("No method")
	case p.Kind == story.LeftOut:
		return words.T("Left out by the filter")
	case p.Cause == story.IdleWait, p.Cause == story.Unmeasured:
		return CauseName(p.Cause)
	}
	return words.Say("Waiting: {1}", CauseName(p.Cause))
}

// Inside returns a clause on the time inside a call of ns: "A.run took 167 ms of it: B.measure 57.9 ms, B.layout 51.6 ms"; ""
// if nothing stands out.
func (o *Overview) Inside(in *story.Inside, ns int64) string {
	return o.inside(o.Method(in.Method), in, ns)
}

func (o *Overview) inside(name string, in *story.Inside, ns int64) string {
	return Inside(name, in.Time, ns, o.counted(in.Calls), len(in.Parts), func(i int) (string, int64) {
		return o.Method(in.Parts[i].Method), in.Parts[i].Time
	})
}

// Inside is Overview.Inside for the name and time of a method, 0 for none, within a call of whole ns, and those of its n
// callees. With calls, that many calls take so long together.
func Inside(method string, time, whole, calls int64, n int, part func(i int) (string, int64)) string {
	var parts []string
	took := nearly(time, whole)
	for i := range n {
		name, time := part(i)
		parts = append(parts, words.Say("{1} {2}", name, words.Brief(time)))
	}
	switch {
	case time == 0 && n == 0:
		return ""
	case time == 0:
		return words.Say("Most of it: {1}", words.List(parts))
	}
	says := words.Say("{1} took {2} of it", method, took)
	if calls > 1 {
		says = words.Say("{1} took {2} of it in {3}", method, took, words.Plural(calls, "call", "calls"))
	}
	if n == 0 {
		return says
	}
	if name, ns := part(0); n == 1 && IsNearly(ns, time) {
		if name == method { // an overloaded method
			return says
		}
		return words.Say("{1}, in {2}", says, name)
	}
	return words.Say("{1}: {2}", says, words.List(parts))
}

// lasting formats a duration; that of 0 is unknown.
func lasting(ns int64) string {
	if ns <= 0 {
		return ""
	}
	return words.Brief(ns)
}

// Method returns the name of a method, or "" for call.NoMethod. It has no package, except where InFull reports true.
func (o *Overview) Method(m trace.MethodIndex) string {
	if m == call.NoMethod {
		return ""
	}
	class, name := o.parts(m)
	if class != "" && o.isUnclear(class) {
		return clip(trace.Visible(strings.TrimSuffix(class+"."+name, ".")), longName)
	}
	return clip(trace.Visible(words.ShortMethod(class, name)), shortName)
}

// parts returns the class and the name of a method as they are shown. Without a class, the name is the label.
func (o *Overview) parts(m trace.MethodIndex) (class, name string) {
	in := &o.Info.Methods[m]
	if n, ok := o.Readable[int(m)]; ok {
		return n.Class, n.Method
	}
	if !in.Listed || in.Class == "" {
		return "", in.Label()
	}
	return in.Class, in.Name
}

// InFull reports whether the name of a method needs its package: an obfuscator shortened the class, or other packages
// have a class of the same name.
func (o *Overview) InFull(m trace.MethodIndex) bool {
	class, _ := o.parts(m)
	return class != "" && o.isUnclear(class)
}

func (o *Overview) isUnclear(class string) bool {
	short := words.ShortClass(class)
	if words.IsShortened(short) {
		return true
	}
	if o.Classes == nil {
		o.Classes = &Classes{}
	}
	if o.Classes.of == nil {
		o.Classes.of = o.classes()
	}
	return o.Classes.of[short] == ""
}

// classes returns the classes by their names without the package, "" for several.
func (o *Overview) classes() map[string]string {
	of, last := map[string]string{}, ""
	for m := range o.Info.Methods {
		class, _ := o.parts(trace.MethodIndex(m))
		if class == last { // files list most methods by class
			continue
		}
		last = class
		short := words.ShortClass(class)
		if other, ok := of[short]; ok && other != class {
			class = ""
		}
		of[short] = class
	}
	return of
}

func (o *Overview) isMain(t trace.ThreadIndex) bool { return o.Info.Threads[t].IsMain() }

// Name returns the name of a thread: main, "worker", "worker" (14) if several have the name, or Thread 14.
func (o *Overview) Name(t trace.ThreadIndex) string {
	in := &o.Info.Threads[t]
	if in.IsMain() {
		return "main"
	}
	name := clip(in.Label(), 60)
	if in.Name == "" {
		return name // Thread 14
	}
	name = `"` + name + `"`
	for i := range o.Info.Threads {
		if other := &o.Info.Threads[i]; other.Name == in.Name && trace.ThreadIndex(i) != t {
			return name + " (" + strconv.FormatUint(uint64(in.ID), 10) + ")"
		}
	}
	return name
}

// Headline returns a sentence on the thread's time: running, blocked and idle.
func (o *Overview) Headline() string {
	thread, span := o.Name(o.Thread), words.Brief(o.To-o.From)
	took := words.Say("{1} took {2}", thread, span)
	if o.After.Time > 0 {
		took = words.Say("The records of {1} span {2}", thread, span)
	}
	switch o.Waiting {
	case story.Recorded:
		return words.Say("{1}: {2} running, {3} blocked, {4} idle.", took, words.Brief(o.Running), o.blocked(), words.Brief(o.Idle))
	case story.ByClocks:
		return words.Say("{1}: {2} on the CPU, {3} blocked, {4} idle.", took, words.Brief(o.Total[profile.CPU]), o.blocked(), words.Brief(o.Idle))
	case story.ByNames:
		return words.Say("{1}: {2} in methods that block, {3} idle. Without CPU time, waiting is not measured.", took, o.blocked(), words.Brief(o.Idle))
	}
	switch {
	case o.OnCPU:
		return words.Say("{1}: {2} in {3}. Waiting is not measured.", thread, o.onCPU(), span)
	case o.clock() == profile.CPU:
		return words.Say("{1} of CPU time. Waiting is not measured.", took)
	}
	return words.Say("{1}. Waiting is not measured.", took)
}

// blocked returns the blocked time. It adds how much was for the recorder or a debugger, if that is at least a tenth. Otherwise it
// adds how much no method explains, if that is most of it and a twentieth of the whole time.
func (o *Overview) blocked() string {
	var paused, unexplained int64
	for i := range o.Parts {
		switch p := &o.Parts[i]; {
		case p.IsPause():
			paused += p.Time
		case p.Kind == story.Waiting && p.Cause == story.Unexplained:
			unexplained += p.Time
		}
	}
	blocked := words.Brief(o.Blocked)
	switch {
	case paused > 0 && 10*paused >= o.Blocked:
		return blocked + " (" + Paused(paused) + ")"
	case o.Waiting == story.ByNames, unexplained == 0, 2*unexplained < o.Blocked, 20*unexplained < o.To-o.From:
		return blocked
	case words.Brief(unexplained) == blocked:
		return words.Say("{1} (none of it explained)", blocked)
	}
	return words.Say("{1} ({2} not explained)", blocked, words.Brief(unexplained))
}

// End returns a sentence on the end of the recording, or "" if the thread has records there.
func (o *Overview) End() string {
	switch thread, time := o.Name(o.Thread), words.Brief(o.After.Time); {
	case o.After.Time == 0:
		return ""
	case o.After.Cause == story.IdleWait:
		return words.Say("{1} has no records in the last {2} of the recording: it was idle.", thread, time)
	default:
		return words.Say("{1} has no records in the last {2} of the recording: it was in {3}.", thread, time, o.Method(o.After.Method))
	}
}

// Took returns the time of a frame or message.
func (o *Overview) Took(s *story.Slow) string {
	l := Length{Whole: Crossing(s.From, s.To, o.From, o.To), Time: s.Times[o.clock()], Cut: s.Cut, Glued: s.Glued, Paused: Paused(s.Paused)}
	return l.Text(words.Brief)
}

// A Length is how long a frame or message took.
type Length struct {
	Time   int64  // ns within the range
	Whole  int64  // ns of a call that the range cuts; 0 of others
	Cut    bool   // it is recorded in part
	Glued  int    // number of calls that samples show as one, at least
	Paused string // as of Paused
}

// Crossing returns the length of a call that is not wholly within a range, or 0. All are in ns.
func Crossing(from, to, rangeFrom, rangeTo int64) int64 {
	if from >= rangeFrom && to <= rangeTo {
		return 0
	}
	return to - from
}

// Text formats a length: "at least 20 ms", "90 ms for at least 6, at most 15 ms each", "543 ms (478 ms of it in the range)".
func (l *Length) Text(format func(ns int64) string) string {
	whole := l.Whole
	if whole < l.Time { // the time of a call that hung includes that after its last record
		whole = 0
	}
	text := format(cmp.Or(whole, l.Time))
	if l.Cut {
		text = words.Say("at least {1}", text)
	}
	if l.Glued > 1 {
		text = words.Say("{1} for at least {2}, at most {3} each on average", text, words.Count(int64(l.Glued)), format(cmp.Or(whole, l.Time)/int64(l.Glued)))
	}
	if whole > 0 {
		text = words.Say("{1} ({2} of it in the range)", text, format(l.Time))
	}
	if l.Paused != "" {
		text = words.Say("{1} ({2})", text, l.Paused)
	}
	return text
}

// Paused returns a clause on the time within a call or start that the recorder or a debugger took, or "".
func Paused(ns int64) string {
	if ns == 0 {
		return ""
	}
	return words.Say("{1} for the recorder or a debugger", words.Brief(ns))
}

// onCPU returns what the samples of the thread counted: "41 ms of CPU time" or "55.6 M cpu-cycles".
func (o *Overview) onCPU() string {
	cost := o.Total[profile.CPU]
	if o.Info.Unit() == trace.Nanoseconds {
		return words.Say("{1} of CPU time", words.Brief(cost))
	}
	return words.Say("{1} {2}", o.Figure(cost), clip(o.Info.Samples.Measures[o.Info.Samples.Measure].Name, shortName))
}

// Figure formats a cost.
func (o *Overview) Figure(cost int64) string {
	if o.OnCPU && o.Info.Unit() != trace.Nanoseconds {
		return words.Rough(cost)
	}
	return words.Brief(cost)
}

// Filter returns a sentence on how much time the filter shows, or "" without a filter.
func (o *Overview) Filter() string {
	if !o.Filtered {
		return ""
	}
	left := o.LeftOut()
	span, out := o.Whole(), o.Cost(&left)
	return words.Say("The filter shows {1} of {2} and leaves out {3}. It applies to \"Where the time went\" and \"Your code\". All else here describes the whole thread.",
		o.Figure(span-out), o.Figure(span), o.Figure(out))
}

// OwnGuess returns a sentence on the package that is probably the app's. It returns "" if the trace shows which code is the
// app's, and if no package stands out.
func OwnGuess(info *trace.Info) string {
	guess := clip(trace.Visible(profile.GuessOwn(info)), 200)
	if guess == "" {
		return ""
	}
	return words.Say("Your code: {1}, a guess. Confirm it with -own {1}, or correct it with -library {1}.", guess)
}

// clock returns the clock of times in sentences: that of the CPU if the recording has no wall clock.
func (o *Overview) clock() profile.Clock {
	if slices.ContainsFunc(o.Overview.Missing, func(m story.Missing) bool { return m.Anchor == story.NoAnchor && m.Clock == profile.Wall }) {
		return profile.CPU
	}
	return profile.Wall
}

// Measure returns what durations are, if they are not simply wall times of calls: "spans of samples, CPU time".
func (o *Overview) Measure() string {
	var all []string
	if o.Sampled {
		all = append(all, words.T("spans of samples"))
	}
	if o.clock() == profile.CPU {
		all = append(all, words.T("CPU time"))
	}
	return words.List(all)
}

// Coverage returns a sentence on the share of the time that the findings explain, or "" if they only say what the
// recording costs.
func (o *Overview) Coverage() string {
	if o.Covered == 0 {
		return ""
	}
	says := busyText(o, "The findings explain {1} of the non-idle time of {2} ({3} of {4}).", "The findings explain {1} of the sampled time of {2} ({3} of {4}).")
	whole := words.Brief(o.Busy())
	if 100*o.Paused >= o.To-o.From {
		whole = words.Say("{1} without {2}", whole, Paused(o.Paused))
	}
	return words.Say(says, words.Percent(float64(o.Covered)/float64(max(o.Busy(), 1))), o.Name(o.Thread), words.Brief(o.Covered), whole)
}

// Further returns a sentence on the findings that are not listed, because five take longer, or "".
func (o *Overview) Further() string {
	var all []string
	for i := range o.Nearly[:o.Unlisted] {
		f := &o.Nearly[i]
		if f.Rule == story.SlowPhase && addsPhases(o) { // that finding has it
			continue
		}
		if f.Rule == story.Costly && slices.ContainsFunc(o.Findings, func(of story.Finding) bool { return slices.Contains(of.Methods, f.Methods[0]) }) {
			continue
		}
		text, of := words.Say("{1} {2}", RuleTitle(f.Rule), words.Brief(f.Time)), ""
		switch {
		case f.Rule == story.SlowPhase:
			of = AnchorTitle(f.Anchor)
		case f.Rule.IsWait() && f.OwnTime < f.Time: // several methods wait
			of = CauseName(f.Cause)
		case len(f.Methods) > 0:
			of = o.Method(f.Methods[0])
		}
		if of != "" {
			text = words.Say("{1} ({2})", text, of)
		}
		all = append(all, text)
	}
	if all == nil {
		return ""
	}
	return words.Say("Further findings: {1}.", words.List(all))
}

// When returns when the calls of a finding begin: "at 1.2 s", "longest at 1.2 s"; "" for a finding without calls.
func When(f *story.Finding) string {
	switch {
	case len(f.Calls) == 0:
		return ""
	case len(f.Calls) == 1:
		return words.Say("begins at {1}", words.Brief(f.Calls[0].From))
	}
	return words.Say("longest begins at {1}", words.Brief(f.Calls[0].From))
}

// Overlap says how the time of a finding overlaps that of others: "part of it" refers to the finding before it. It returns "" if it overlaps none.
func (o *Overview) Overlap(f *story.Finding) string {
	switch {
	case f.InOthers:
		return words.T("mostly part of other findings")
	case f.PartOf == 0:
		return ""
	case f.Mostly:
		return words.T("mostly part of it")
	case 10*f.Time >= 9*o.Findings[f.PartOf-1].Time:
		return words.T("the same time")
	}
	return words.T("part of it")
}

// ShortNames returns a sentence on the names of the app's own methods, if an obfuscator shortened most of their classes.
// It returns "" for other traces.
func ShortNames(info *trace.Info) string {
	const fewest = 10 // methods that show a habit
	own, short := 0, 0
	for i := range info.Methods {
		m := &info.Methods[i]
		if !m.Listed || m.Class == "" || m.Origin() != platform.Own {
			continue
		}
		own++
		if words.IsShortened(words.ShortClass(m.Class)) {
			short++
		}
	}
	if own < fewest || 2*short <= own {
		return ""
	}
	if short == own {
		return words.Say("The names of your code are shortened ({1}), so some of it may be library code. The mapping.txt of the build restores them.", words.Plural(int64(own), "method", "methods"))
	}
	return words.Say("Most names of your code are shortened ({1} of {2}), so some of it may be library code. The mapping.txt of the build restores them.",
		words.Count(int64(short)), words.Plural(int64(own), "method", "methods"))
}

// Silent returns a sentence on the rules without a finding, or "".
func (o *Overview) Silent() string {
	t := &o.Thresholds
	return rules("These rules found nothing of at least {2} and {3}: {1}.", o.Overview.Silent, words.Share(t.Share), words.Brief(t.Time))
}

// Unfit returns a sentence on the rules that the recording cannot answer, or "".
func (o *Overview) Unfit() string {
	return rules("Rules that this recording cannot answer: {1}.", o.Overview.Unfit)
}

func rules(pattern words.Text, all []story.Rule, further ...string) string {
	var names []string
	for _, r := range all {
		names = append(names, RuleTitle(r))
	}
	if names == nil {
		return ""
	}
	return words.Say(pattern, append([]string{words.List(names)}, further...)...)
}

// Gaps returns the sentences on all anchors and clocks that the recording does not have. One of them
// lists all anchors that are not recorded.
func (o *Overview) Gaps() (all []string) {
	var none []string
	for _, m := range o.Overview.Missing {
		if m.Anchor != story.NoAnchor && m.Status == story.NotRecorded {
			none = append(none, anchorPhrases[m.Anchor].String())
			continue
		}
		all = append(all, missing(m, slices.ContainsFunc(o.Startup.Phases, func(p story.Phase) bool { return p.Anchor == m.Anchor && o.crosses(&p) })))
	}
	hasStart := len(o.Startup.Phases) > 0
	switch {
	case none == nil:
	case !hasStart && o.Part:
		all = append(all, words.T("No start of the app or of an activity begins in this range."))
	case !hasStart:
		all = append(all, words.T("No start of the app or of an activity is recorded."))
	case o.Part:
		all = append(all, words.Say("Not in this range: {1}.", words.List(none)))
	default:
		all = append(all, words.Say("Not recorded: {1}.", words.List(none)))
	}
	return all
}

// missing returns a sentence on an anchor or clock that the recording does not have, or only in part.
func missing(m story.Missing, crosses bool) string {
	switch {
	case m.Anchor == story.NoAnchor:
		return MissingClock(m.Clock)
	case m.Status == story.NotRecorded:
		return words.Say("Not recorded: {1}.", anchorPhrases[m.Anchor].String())
	case crosses:
		return words.Say("Only a part of {1} is in the range.", anchorPhrases[m.Anchor].String())
	}
	return words.Say("Only a part of {1} is recorded.", anchorPhrases[m.Anchor].String())
}

// MissingClock returns a sentence on a clock that the recording does not have.
func MissingClock(c profile.Clock) string {
	switch c {
	case profile.Wall:
		return words.T("Times are CPU times: the recording has no wall time, so it does not show waiting.")
	case profile.CPU:
		return words.T("The recording has no CPU time, so waiting is not measured. Time in methods that block is shown instead.")
	}
	return words.T("The recording does not show when the thread was off the CPU.")
}
