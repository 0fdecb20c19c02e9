package story

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"
	"strings"

	"traceglass/parser/advice"
	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// Limits of the list of findings.
const (
	mostFindings = 5  // that are part of no other one
	mostParts    = 3  // of all of them
	mostLooked   = 16 // candidates whose calls are listed, to choose from
	mostFurther  = 2  // methods that a wait names besides the first one
)

// A candidate is a finding in the making.
type candidate struct {
	Finding
	rows []profile.Row // contexts of its calls; none lies within another, except of waits
	only *profile.Ref  // the one call that it is about, if not nil
	less *profile.Ref  // the one call of these contexts whose time is not at stake, if not nil
}

// find runs the rules in order of their constants, and keeps the findings with the most time.
func (s *study) find() {
	busy := s.Busy()
	s.least = max(s.opts.Thresholds.Time, int64(s.opts.Thresholds.Share*float64(busy)))
	var all []*candidate
	rules := [Rules]func() []*candidate{
		func() []*candidate { return append(s.atEnd(), s.waitsFor()...) }, s.longMessage, s.slowPhase, s.inflation, s.classLoads, s.often, s.outlier, s.repeated, nil, s.tracerCost,
		func() []*candidate { return s.costly(all) },
	}
	for rule, look := range rules {
		if look == nil || s.unfit(Rule(rule)) {
			continue
		}
		for _, c := range look() {
			if c.Time < s.least/2 || c.Time <= 0 {
				continue
			}
			c.Time = min(c.Time, busy)
			c.CPU = min(c.CPU, c.Time) // the clocks are not read at once
			c.Share = float64(c.Time) / float64(busy)
			if c.Cause == Unexplained && c.Rule != WaitsFor { // only waits have another thread
				c.Other, c.Doing = NoThread, call.NoMethod
			}
			if s.Sampled { // spans of samples are not calls
				c.Sure = max(c.Sure, Likely)
			}
			all = append(all, c)
		}
	}
	// The longest comes first, but the cost of the recording last: it says nothing about the app.
	rank := func(c *candidate) int {
		switch {
		case c.Time < s.least:
			return 2
		case c.Rule == TracerCost:
			return 1
		}
		return 0
	}
	sorting.Stable(all, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.Time, a.Time))
	})
	n := 0
	for n < len(all) && n < mostLooked && all[n].Time >= s.least {
		n++
	}
	var found [Rules]bool
	var looked, unnoticed []*candidate
	var spans [][]span
	for i, at := range s.listCalls(all[:n]) {
		if c := all[i]; s.isUnnoticed(c, at) {
			unnoticed = append(unnoticed, c)
		} else {
			looked, spans = append(looked, c), append(spans, at)
			found[c.Rule] = true
		}
	}
	s.keep(looked, spans)
	for _, c := range all[n:] {
		if s.Nearly = append(s.Nearly, c.Finding); c.Time >= s.least {
			s.Unlisted++
			found[c.Rule] = true
		}
	}
	for _, c := range unnoticed {
		c.Finding.Calls = nil
		s.Nearly = append(s.Nearly, c.Finding)
	}
	for _, of := range [...]*Series{&s.Messages, &s.Frames} { // the phases of a start may stand for it
		found[LongMessage] = found[LongMessage] || len(of.Slowest) > 0 && s.time(&of.Slowest[0].Call) >= s.least
	}
	found[WaitsFor] = found[WaitsFor] || found[Background] // it waits for that thread
	for rule := range Rules {
		switch {
		case s.unfit(rule):
			s.Unfit = append(s.Unfit, rule)
		case !found[rule]:
			s.Silent = append(s.Silent, rule)
		}
	}
}

// isUnnoticed reports whether a candidate is of short calls that are a small part of the range, most of them in messages and
// frames that are in time. The reader sees none of them. At has the times of the calls.
func (s *study) isUnnoticed(c *candidate, at []span) bool {
	share := 0.03 // of the range
	if c.only != nil || c.AtEnd || c.Rule == TracerCost || s.Messages.Count == 0 {
		return false
	}
	if 4*s.Idle >= 3*(s.To-s.From) && 10*overlap(at, s.survey.drawn) >= 9*length(at) {
		share = 0.1 // frames have room
	}
	return float64(c.Time) < share*float64(s.To-s.From) && c.Time < Limits[UsualLimit]*c.Count && 2*overlap(at, s.survey.long) < length(at)
}

// unfit reports whether the recording cannot answer a rule.
func (s *study) unfit(r Rule) bool {
	switch r {
	case WaitsFor, Background:
		return s.Waiting == NotMeasured
	case Often, Outlier, Repeated, TracerCost: // samples show neither calls nor their number
		return s.Sampled
	}
	return false
}

// keep keeps the largest findings, each followed by its parts, and sums the time that they cover. Spans are the times of
// each candidate.
func (s *study) keep(all []*candidate, spans [][]span) {
	of := make([]int, len(all)) // by candidate: the one that it is part of, or -1
	kept := make([]bool, len(all))
	wholes, parts := 0, 0
	for i, c := range all {
		of[i] = -1
		for j, whole := range all[:i] {
			if of[i] >= 0 || of[j] >= 0 || c.Time > whole.Time || whole.Rule == Repeated || whole.Besides { // these leave out some time of their calls
				continue
			}
			if shared := overlap(spans[i], spans[j]); shared > 0 && 10*shared >= 9*length(spans[i]) {
				of[i] = j
			}
		}
		switch {
		case of[i] < 0 && wholes < mostFindings:
			kept[i] = true
			wholes++
		case of[i] >= 0 && kept[of[i]] && parts < mostParts:
			kept[i] = true
			parts++
		}
	}
	var most int64
	var covered []span
	for j, c := range all {
		if !kept[j] {
			f := c.Finding
			f.Calls = nil
			s.Nearly = append(s.Nearly, f)
			s.Unlisted++
			continue
		}
		if c.Rule != TracerCost {
			most += c.Time
		}
		covered = append(covered, spans[j]...)
		if of[j] >= 0 {
			continue
		}
		s.Findings = append(s.Findings, c.Finding)
		whole := len(s.Findings)
		for i := range all {
			if of[i] == j && kept[i] {
				all[i].PartOf = whole
				s.Findings = append(s.Findings, all[i].Finding)
			}
		}
	}
	covered = joined(covered)
	s.Covered = min(length(covered)-overlap(covered, s.pauses), most, s.Busy()) // calls also hold time that is not at stake
}

// findPauses returns the times that the recorder took to start or stop, and that the app waited for a debugger.
func (s *study) findPauses() (all []span) {
	for i := range s.Parts {
		if part := &s.Parts[i]; part.IsPause() {
			for j := range part.Sites {
				for _, in := range part.Sites[j].Calls {
					all = append(all, span{in.From, in.To})
				}
			}
		}
	}
	return joined(all)
}

// A span is a time of the thread, in ns.
type span struct{ from, to int64 }

// joined sorts spans and joins those that touch.
func joined(spans []span) []span {
	sorting.Stable(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	all := spans[:0]
	for _, at := range spans {
		switch n := len(all); {
		case at.to <= at.from:
		case n > 0 && at.from <= all[n-1].to:
			all[n-1].to = max(all[n-1].to, at.to)
		default:
			all = append(all, at)
		}
	}
	return all
}

// length returns the sum of joined spans.
func length(of []span) (ns int64) {
	for _, at := range of {
		ns += at.to - at.from
	}
	return ns
}

// overlap returns the time that two lists of joined spans share.
func overlap(a, b []span) (ns int64) {
	for len(a) > 0 && len(b) > 0 {
		ns += max(0, min(a[0].to, b[0].to)-max(a[0].from, b[0].from))
		if a[0].to < b[0].to {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return ns
}

// listCalls lists the calls of the findings in one pass. It returns the joined times of each finding.
func (s *study) listCalls(all []*candidate) [][]span {
	marks := s.unmarked() // a bit for each finding
	spans := make([][]span, len(all))
	add := func(i int, r profile.Ref) {
		f := &all[i].Finding
		l, row := s.x.Level(r), int(r.Row)
		at := span{max(s.x.Calls.Nanos(l.Start(row)), s.From), min(s.x.Calls.Nanos(l.End(row)), s.To)}
		switch f.Rule {
		case WaitsFor, Background:
			c := s.call(r)
			at.from = max(at.from, at.to-s.stake(&c)) // a wait ends with its call
			f.Calls = keepLongest(f.Calls, c, s.stake)
			f.Cut = f.Cut || f.Count == 1 && s.survey.stretch(r).cut
			spans[i] = append(spans[i], at)
			return
		case SlowPhase:
			for j := range s.Startup.Phases { // in order of time
				if p := &s.Startup.Phases[j]; p.Status != NotRecorded && p.Parent >= 0 && s.Startup.Phases[p.Parent].Call.Ref == r {
					spans[i] = append(spans[i], span{at.from, p.Call.From})
					at.from = p.Call.To
				}
			}
		}
		if at.to += s.x.Calls.Nanos(s.survey.hungIn(r)); f.Rule != TracerCost && (all[i].less == nil || *all[i].less != r) {
			spans[i] = append(spans[i], at)
		}
		f.Calls = s.keepCall(f.Calls, r, s.time)
	}
	for i := range all {
		c := all[i]
		switch {
		case c.AtEnd:
			c.Calls = []Call{s.After.Call}
			spans[i] = append(spans[i], span{s.To, s.To + c.Time})
		case c.only != nil:
			add(i, *c.only)
		}
		for _, row := range c.rows {
			marks[row] |= 1 << i
		}
	}
	s.eachCall(marks, func(r profile.Ref, mark uint32) {
		for ; mark != 0; mark &= mark - 1 {
			add(bits.TrailingZeros32(mark), r)
		}
	})
	for i := range spans {
		spans[i] = joined(spans[i])
	}
	return spans
}

// atEnd returns a candidate on the call that the thread hung in when the recording ended.
func (s *study) atEnd() []*candidate {
	if s.Hung() == 0 {
		return nil
	}
	c := bare(WaitsFor, s.After.Method, s.Hung())
	c.Cause, c.Own, c.AtEnd, c.Cut = s.After.Cause, s.After.Own, true, true
	s.meanwhile(&c.Finding)
	return []*candidate{c}
}

// time returns the length of a call within the range.
func (s *study) time(c *Call) int64 { return c.Times[s.first] }

// waitsFor finds, for each cause of waiting, its calls. Where another thread ended most of the
// waiting, the finding names that thread, and belongs to the rule Background if the cause is work.
func (s *study) waitsFor() (all []*candidate) {
	for i := range s.Parts {
		part := &s.Parts[i]
		if part.Kind != Waiting || len(part.Sites) == 0 {
			continue
		}
		switch part.Cause {
		case Unexplained:
			all = append(all, s.unexplained(part)...)
			continue
		case IdleWait, Tracing, Debugger, Unmeasured:
			continue
		}
		c := &candidate{Finding: Finding{
			Rule: WaitsFor, Time: part.Time, Cause: part.Cause, Detail: part.Sites[0].Detail, Own: part.Sites[0].Own, Other: NoThread, Doing: call.NoMethod,
		}, rows: s.listed[part.Cause]}
		if c.Time < s.least/2 { // find drops it
			continue
		}
		outermost := s.outermostOf(c.rows)
		var longest []profile.Row // of the method that waits longest
		var inclusive int64
		for _, row := range c.rows {
			if outermost[row] && s.mostlyWaits(row) { // others wait for a moment
				c.Count += s.p.Rows[row].Calls
			}
			if s.tree.Method[row] == part.Sites[0].Method {
				longest = append(longest, row)
				inclusive += s.p.Rows[row].Inclusive[s.first]
			}
		}
		if longest != nil {
			var by map[trace.MethodIndex]int64
			if c.Own, by = s.mostlyIn(longest, func(row profile.Row) profile.Row { return s.own[row] }); c.Own == call.NoMethod {
				c.Own, by = s.mostlyIn(longest, s.libraryOf)
			}
			c.OneOf = 10*by[c.Own] < 9*inclusive
			s.findCallers(c, longest)
		}
		for j := range part.Sites {
			site := &part.Sites[j]
			if j < 3 {
				c.Methods = append(c.Methods, site.Method)
			}
			if j > 0 && site.Time >= s.least && site.Method != call.NoMethod && len(c.Further) < mostFurther {
				c.Further = append(c.Further, Site{Method: site.Method, Own: site.Own, Detail: site.Detail, Time: site.Time, CPU: site.CPU, Count: site.Count})
			}
		}
		if part.Cause == Rendering {
			if late := s.late(c.rows); late < s.least {
				c.Time = late
			}
		}
		if c.OwnTime = part.Sites[0].Time; !s.Sampled {
			s.findWaker(part, &c.Finding)
		}
		switch part.Cause {
		case Future, Latch, Coroutine, Join, Condition, Queue:
			if c.Other != NoThread {
				c.Rule = Background
			}
		}
		c.Advice = s.adviseOn(part)
		all = append(all, c)
	}
	return all
}

// outermostOf reports, for each of some rows, whether no other of them calls it.
func (s *study) outermostOf(rows []profile.Row) map[profile.Row]bool {
	all := map[profile.Row]bool{}
	for _, row := range rows {
		all[row] = true
	}
	outermost := map[profile.Row]bool{}
	for _, row := range rows {
		up := s.tree.Parent[row]
		for up != 0 && !all[up] {
			up = s.tree.Parent[up]
		}
		outermost[row] = up == 0
	}
	return outermost
}

// libraryOf returns the nearest row of a library outwards, itself included, or NoRow.
func (s *study) libraryOf(row profile.Row) profile.Row {
	for ; row != 0; row = s.tree.Parent[row] {
		if s.isLibrary(s.tree.Method[row]) {
			return row
		}
	}
	return profile.NoRow
}

// isLibrary reports whether a method of a library does not only wait. The libraries of Kotlin are part of the language.
func (s *study) isLibrary(m trace.MethodIndex) bool {
	class := s.x.Info.Methods[m].Class
	return s.origin[m] == platform.Library && s.known[m] == nil && !strings.HasPrefix(class, "kotlin.") && !strings.HasPrefix(class, "kotlinx.")
}

// mostlyWaits reports whether the calls of a row wait for at least half of their time, as far as the clocks show.
func (s *study) mostlyWaits(row profile.Row) bool {
	r := &s.p.Rows[row]
	return s.Waiting == ByNames || 2*r.Inclusive[profile.Waiting] >= r.Inclusive[s.first]
}

// findCallers finds the own methods that call the own caller of a wait, if several do.
func (s *study) findCallers(c *candidate, rows []profile.Row) {
	by := map[trace.MethodIndex]int64{}
	outer := func(row profile.Row) profile.Row {
		for row = s.own[row]; row != profile.NoRow && s.tree.Method[row] == c.Own; {
			row = s.own[s.tree.Parent[row]]
		}
		return row
	}
	for _, row := range rows {
		if m := s.methodOf(s.own[row]); m == c.Own && m != call.NoMethod {
			by[s.methodOf(outer(row))] += s.p.Rows[row].Inclusive[s.first]
		}
	}
	delete(by, call.NoMethod)
	if len(by) < 2 || c.OneOf {
		return
	}
	c.Callers = int64(len(by))
	most := int64(-1)
	for m, ns := range by {
		if ns > most || ns == most && m < c.Caller {
			c.Caller, most = m, ns
		}
	}
}

// late returns the time that calls wait for the renderer and that the reader sees: in frames that come late, and in
// calls of several frames' length that no frame contains. Other calls only wait for the next vertical sync.
func (s *study) late(rows []profile.Row) (ns int64) {
	marks := s.unmarked()
	for _, row := range rows {
		marks[row] = 1
	}
	frames := s.survey.frames
	s.eachCall(marks, func(r profile.Ref, _ uint32) {
		c := s.survey.stretch(r)
		length, limit := c.to-c.from, 3*Limits[UsualLimit]
		if i := sort.Search(len(frames), func(i int) bool { return frames[i].to > c.from }); i < len(frames) && frames[i].from <= c.from && frames[i].ref.Depth < r.Depth {
			length, limit = (frames[i].to-frames[i].from)/trace.Ticks(frames[i].atLeast), Limits[UsualLimit]
		}
		if s.x.Calls.Nanos(length) > limit {
			at := s.survey.call(&c)
			ns += s.stake(&at)
		}
	})
	return ns
}

// unexplained finds the method that waits longest in itself, if its calls do little else. Many short waits have other
// causes than the method: the thread lost its core, or the recorder stopped it.
func (s *study) unexplained(part *Part) []*candidate {
	const leastEach = 5_000_000 // ns
	site := &part.Sites[0]
	if site.Time < s.least/2 || site.Method == call.NoMethod || s.origin[site.Method] == platform.Unknown || s.origin[site.Method] == platform.Tracer || s.Waiting == ByNames || s.p.Methods[site.Method].Recursive > 0 {
		return nil
	}
	if s.sets[site.Method] != 0 {
		return nil // other rules report these calls
	}
	c := bare(WaitsFor, site.Method, site.Time)
	c.OwnTime, c.Count = site.Time, 0
	var inclusive int64
	found := map[profile.Row]bool{}
	look := func(row profile.Row) bool {
		if s.waitIn(row) > 0 {
			if at, cause := s.site(row); cause == Unexplained && s.tree.Method[at] == site.Method && !found[at] {
				found[at] = true
				c.rows = append(c.rows, at)
				c.Count += s.p.Rows[at].Calls
				inclusive += s.p.Rows[at].Inclusive[s.first]
			}
		}
		return true
	}
	if s.x.Calls.Samples || s.known[site.Method] != nil { // code that the method calls waits for it
		for row := 1; row < len(s.p.Rows); row++ {
			look(profile.Row(row))
		}
	} else {
		s.x.RowsOf(site.Method)(look)
	}
	if c.Count == 0 || 4*inclusive > 5*site.Time || site.Time < c.Count*leastEach {
		return nil
	}
	c.Own = s.callerOf(s.largest(c.rows))
	s.findHolder(site, &c.Finding)
	return []*candidate{c}
}

// adviseOn returns what to do about a wait of main that its calls prove: those of the method that waits longest.
func (s *study) adviseOn(part *Part) advice.Advice {
	site := &part.Sites[0]
	if !s.x.Info.Threads[s.Thread].IsMain() || site.Own == call.NoMethod || 2*site.Time < part.Time {
		return advice.None
	}
	m := &s.x.Info.Methods[site.Method]
	switch part.Cause {
	case Preferences:
		switch {
		case m.Name == "commit":
			return advice.ApplyInstead
		case m.Name == "awaitLoadedLocked", m.Name == "contains", m.Name == "edit", strings.HasPrefix(m.Name, "get"):
			return advice.AwaitedLoaded
		}
	case Database:
		return advice.DiskOnMain
	case File:
		if s.calledFor(part, func(in *trace.Method) bool { return !isFramework(in) }) {
			return advice.DiskOnMain
		}
	case Network:
		return advice.NetworkOnMain
	case Sleep, Collector, Coroutine:
		if !s.calledFor(part, func(*trace.Method) bool { return false }) {
			break
		}
		switch part.Cause {
		case Sleep:
			return advice.SleepOnMain
		case Collector:
			return advice.CollectedByHand
		}
		return advice.RunBlockingOnMain
	}
	return advice.None
}

// calledFor reports whether own code calls the longest site of a part in all contexts: directly, or through methods
// that may be between.
func (s *study) calledFor(part *Part, between func(*trace.Method) bool) bool {
	for _, row := range s.listed[part.Cause] {
		if s.tree.Method[row] != part.Sites[0].Method {
			continue
		}
		for row = s.tree.Parent[row]; row != 0 && s.origin[s.tree.Method[row]] != platform.Own; row = s.tree.Parent[row] {
			if !between(&s.x.Info.Methods[s.tree.Method[row]]) {
				return false
			}
		}
		if row == 0 {
			return false
		}
	}
	return true
}

// isFramework reports whether a method is of Android or the runtime and may use files for its own work, such as for
// resources, layouts, classes and native libraries.
func isFramework(m *trace.Method) bool {
	if strings.HasPrefix(m.Class, "android.") || strings.HasPrefix(m.Class, "com.android.") || strings.HasPrefix(m.Class, "dalvik.") {
		return !slices.Contains(fileClasses[:], m.Class)
	}
	return slices.Contains(runtimeClasses[:], m.Class)
}

// The classes of the runtime that use files for their own work, and those of Android that use files of their callers.
var (
	runtimeClasses = [...]string{"java.lang.ClassLoader", "java.lang.Class", "java.lang.System", "java.lang.Runtime"}
	fileClasses    = [...]string{"android.app.ContextImpl", "android.content.ContextWrapper", "android.content.Context", "android.graphics.BitmapFactory"}
)

// longMessage finds the longest message, frame or input event, and the longest frame if another message takes longer.
// Phases of a start are left to slowPhase.
func (s *study) longMessage() []*candidate {
	var best, frames *Slow
	frame, input, usual := false, false, int64(0)
	for _, in := range [...]struct {
		of           *Series
		frame, input bool
	}{{&s.Messages, false, false}, {&s.Frames, true, false}, {&s.Inputs, false, true}} {
		for i := range in.of.Slowest {
			c := &in.of.Slowest[i]
			if c.Glued > 1 || s.inStart(&c.Call) || 10*s.idleIn(&c.Call) > s.time(&c.Call) {
				continue
			}
			if in.frame {
				frames = c
			}
			// A frame is the message that it runs in, unless the message does much else. An input event is outside messages.
			if best == nil || in.frame && 10*s.time(&c.Call) >= 9*s.time(&best.Call) || in.input && s.time(&c.Call) > s.time(&best.Call) {
				best, frame, input, usual = c, in.frame, in.input, in.of.usual()
			}
			break
		}
	}
	if best == nil {
		return s.longCalls()
	}
	c := s.longest(best, usual)
	c.Frame, c.Input = frame, input
	s.Later.Message = c.Time
	all := []*candidate{c}
	if frames == nil {
		return all
	}
	f := s.longest(frames, s.Frames.usual())
	s.Later.Frame = f.Time
	// The reader sees a long frame, even if another message takes longer.
	if !frame && (frames.From >= best.To || frames.To <= best.From) {
		f.Frame, f.Besides = true, true
		all = append(all, f)
	}
	return all
}

// usual returns the median, or 0 if few calls have it.
func (s *Series) usual() int64 {
	if s.Count-s.Glued-s.Cut < 5 {
		return 0
	}
	return s.Median
}

// longest returns a candidate on a frame, a message or an input event.
func (s *study) longest(of *Slow, usual int64) *candidate {
	m := s.x.Method(of.Ref)
	if of.Handler != call.NoMethod {
		m = of.Handler
	}
	c := bare(LongMessage, m, s.time(&of.Call)-s.paused(of.From, of.To))
	c.CPU, c.Usual, c.Cut, c.only = of.Times[profile.CPU], usual, of.Cut, &of.Ref
	if 2*of.OwnTime >= c.Time && of.Inside.Time == 0 && of.Inside.Parts == nil { // else it does not explain the message
		c.Own, c.OwnTime = of.Own, of.OwnTime
		if n := s.callersOf(c.Own); n > 1 { // the name of a helper says little
			if c.Caller = s.survey.callerIn(of.Ref, c.Own); c.Caller != call.NoMethod && c.Caller != m {
				c.Callers = n
			}
		}
	} else {
		c.Inside = of.Inside
	}
	return c
}

// callersOf returns the number of own methods that call another one, directly or through other code.
func (s *study) callersOf(m trace.MethodIndex) int64 {
	by := map[trace.MethodIndex]bool{}
	if m != call.NoMethod {
		for row := range s.x.RowsOf(m) {
			if up := s.callerOf(row); up != call.NoMethod && up != m && s.p.Rows[row].Calls > 0 {
				by[up] = true
			}
		}
	}
	return int64(len(by))
}

// idleIn returns the time that the thread is idle within a call, such as one that handles messages itself.
func (s *study) idleIn(c *Call) (ns int64) {
	if s.Idle == 0 {
		return 0
	}
	within := s.rowOf(c.Ref)
	var marks []uint32
	for _, row := range s.x.IdleRows() {
		up := s.tree.Parent[row]
		if s.idle[up] {
			continue // its caller counts
		}
		for up > within {
			up = s.tree.Parent[up]
		}
		if up == within {
			if marks == nil {
				marks = s.unmarked()
			}
			marks[row] = 1
		}
	}
	if marks != nil {
		s.eachCall(marks, func(r profile.Ref, _ uint32) {
			if in := s.call(r); in.From >= c.From && in.To <= c.To {
				ns += s.stake(&in)
			}
		})
	}
	return ns
}

// longCalls finds the longest calls of a thread that has neither messages nor frames nor a start. Their callers began
// before the recording, so no call names all that the thread did. A thread that is idle is no such thread, nor is one
// that a single call fills. Other rules report calls that wait.
func (s *study) longCalls() (all []*candidate) {
	const most = 3
	if s.Messages.Count+s.Frames.Count > 0 || len(s.Startup.Phases) > 0 || s.Idle > 0 || s.Sampled || len(s.x.Calls.Threads[s.Thread].Levels) == 0 {
		return nil
	}
	var longest []Call
	l := s.x.Calls.Threads[s.Thread].Levels[0]
	for row, end := l.From(s.opts.From), l.After(s.opts.To); row < end; row++ {
		r := profile.Ref{Thread: s.Thread, Row: uint32(row)}
		if s.known[s.x.Method(r)] != nil || s.x.Calls.Nanos(l.End(row)-l.Start(row)) < s.least/2 || s.isCut(r) {
			continue
		}
		longest = keepLongest(longest, s.call(r), s.time)
	}
	if len(longest) == 0 || 10*s.time(&longest[0]) >= 9*(s.To-s.From) {
		return nil
	}
	seen := map[trace.MethodIndex]bool{}
	for i := range longest {
		c := &longest[i]
		if m := s.x.Method(c.Ref); !seen[m] && len(seen) < most {
			seen[m] = true
			one := bare(LongMessage, m, s.time(c))
			one.CPU, one.Alone, one.only = c.Times[profile.CPU], true, &c.Ref
			all = append(all, one)
		}
	}
	return all
}

// bare returns a candidate on one call of a method.
func bare(rule Rule, m trace.MethodIndex, time int64) *candidate {
	c := &candidate{}
	c.Rule, c.Time, c.Count, c.Own, c.Methods = rule, time, 1, call.NoMethod, []trace.MethodIndex{m}
	return c
}

// inStart reports whether phases of a start take most of a call.
func (s *study) inStart(c *Call) bool {
	var ns int64
	for i := range s.Startup.Phases {
		if p := &s.Startup.Phases[i]; p.Status != NotRecorded && p.Parent < 0 {
			ns += max(0, min(c.To, p.Call.To)-max(c.From, p.Call.From)) + s.x.Calls.Nanos(s.survey.hungIn(p.Call.Ref))
		}
	}
	return 2*ns > c.To-c.From+s.x.Calls.Nanos(s.survey.hungIn(c.Ref))
}

// isCut reports whether the recording, or the range, begins or ends within a call.
func (s *study) isCut(r profile.Ref) bool {
	c := s.survey.stretch(r)
	return c.cut || c.outside
}

// paused returns the time between two times, in ns, that the recorder took to start or stop, and that the app waited for a
// debugger.
func (s *study) paused(from, to int64) int64 {
	return overlap([]span{{from, to}}, s.pauses)
}

// slowPhase finds the phases of a start that take longest, one for each anchor, and the most expensive initialization in
// each.
func (s *study) slowPhase() (all []*candidate) {
	const most = 5
	for i := range s.Startup.Phases {
		phase := &s.Startup.Phases[i]
		if phase.Status == NotRecorded || phase.Anchor == ProcessStart {
			continue
		}
		c := &candidate{Finding: Finding{
			Rule: SlowPhase, Time: phase.Alone[s.first] - s.paused(phase.Call.From, phase.Call.To), CPU: phase.Alone[profile.CPU], Count: 1, Anchor: phase.Anchor,
			Methods: []trace.MethodIndex{s.x.Method(phase.Call.Ref)}, Own: call.NoMethod, Cut: phase.Status == Cut,
		}, only: &phase.Call.Ref}
		if !slices.ContainsFunc(s.Startup.Phases, func(p Phase) bool { return p.Parent == i && p.Status != NotRecorded && s.survey.hungIn(p.Call.Ref) > 0 }) {
			c.Time += s.x.Calls.Nanos(s.survey.hungIn(phase.Call.Ref))
		}
		if row, ns := s.costliest(i); row != profile.NoRow {
			c.Own, c.OwnTime = s.tree.Method[row], ns
			if in := s.survey.inside(phase.Call.Ref); in.Method == c.Own && in.Time == ns {
				c.Inside = in // the name alone says little: each callee has less than half
			}
		} else if in := s.survey.inside(phase.Call.Ref); in.Time <= c.Time { // else it is in an inner phase
			c.Inside = in
		}
		all = append(all, c)
	}
	sorting.Stable(all, func(a, b *candidate) int { return cmp.Compare(b.Time, a.Time) })
	longest := all[:0]
	for _, c := range all {
		if !slices.ContainsFunc(longest, func(of *candidate) bool { return of.Anchor == c.Anchor }) { // else a shorter activity
			longest = append(longest, c)
		}
	}
	return longest[:min(most, len(longest))]
}

func (s *study) rowOf(r profile.Ref) profile.Row {
	return s.x.Of[s.x.Level(r).Call(int(r.Row)).Node]
}

// costliest returns the most expensive initialization in a phase, and its time there. It follows the
// longest callee down to the callback of the app, and then to the longest callee of this callback. A
// callback without a callee that takes half of it is the answer itself. Time in the phases within the
// phase does not count.
func (s *study) costliest(i int) (at profile.Row, ns int64) {
	phase := &s.Startup.Phases[i].Call
	var inner []Call
	for k := range s.Startup.Phases {
		if p := &s.Startup.Phases[k]; p.Parent == i && p.Status != NotRecorded {
			inner = append(inner, p.Call)
		}
	}
	mine := func(row profile.Row) bool {
		o := s.origin[s.tree.Method[row]]
		return o == platform.Own || o == platform.Library
	}
	row, time := s.longestCallee(s.rowOf(phase.Ref), phase, inner)
	for row != profile.NoRow && !mine(row) {
		row, time = s.longestCallee(row, phase, inner)
	}
	if row == profile.NoRow || 4*time < s.Startup.Phases[i].Alone[s.first] {
		return profile.NoRow, 0
	}
	for {
		next, ns := s.longestCallee(row, phase, inner)
		if next == profile.NoRow || 2*ns < time || !mine(next) {
			return row, time
		}
		if row, time = next, ns; s.tree.Method[row] != s.tree.Method[s.tree.Parent[row]] && !passesOn(&s.x.Info.Methods[s.tree.Method[row]]) {
			return row, time
		}
	}
}

// longestCallee returns the callee of a context with the most time within a call, less the time of
// other calls in it, and that time.
func (s *study) longestCallee(of profile.Row, within *Call, less []Call) (best profile.Row, most int64) {
	best = profile.NoRow
	levels := s.x.Calls.Threads[s.Thread].Levels
	depth := int(s.tree.Depth[of])
	if depth >= len(levels) {
		return best, 0
	}
	l, ticks := levels[depth], s.x.Calls.Ticks
	from, to := max(ticks(within.From), s.opts.From), min(ticks(within.To), s.opts.To)
	sums := map[profile.Row]int64{}
	for i, end := l.From(from), l.After(to); i < end; i++ {
		row := s.x.Of[l.Call(i).Node]
		if s.tree.Parent[row] != of {
			continue
		}
		a, b := max(l.Start(i), from), min(l.End(i), to)
		sums[row] += s.x.Calls.Nanos(b - a + s.survey.hungIn(profile.Ref{Thread: s.Thread, Depth: uint32(depth), Row: uint32(i)}))
		for _, c := range less {
			sums[row] -= s.x.Calls.Nanos(max(0, min(b, ticks(c.To))-max(a, ticks(c.From))))
		}
		if sums[row] > most {
			best, most = row, sums[row]
		}
	}
	return best, most
}

// passesOn reports whether a method is a callback that may only call that of another class.
func passesOn(m *trace.Method) bool { return m.Name == "onCreate" || m.Name == "performCreate" }

// largest returns the row with the most time.
func (s *study) largest(rows []profile.Row) profile.Row {
	return slices.MaxFunc(rows, func(a, b profile.Row) int {
		return cmp.Compare(s.p.Rows[a].Inclusive[s.first], s.p.Rows[b].Inclusive[s.first])
	})
}

// sumOf returns a candidate on the calls of some methods, without the nested ones.
func (s *study) sumOf(rule Rule, methods []trace.MethodIndex, nested func(profile.Row) bool) []*candidate {
	c := &candidate{}
	c.Rule = rule
	for _, m := range methods {
		for row := range s.x.RowsOf(m) {
			r := &s.p.Rows[row]
			if r.Calls == 0 || nested(row) {
				continue
			}
			c.rows = append(c.rows, row)
			c.Time += r.Inclusive[s.first]
			c.CPU += r.Inclusive[profile.CPU]
			c.Count += r.Calls
		}
	}
	if len(c.rows) == 0 {
		return nil
	}
	c.Methods = []trace.MethodIndex{s.tree.Method[s.largest(c.rows)]}
	own, by := s.mostlyIn(c.rows, func(row profile.Row) profile.Row { return s.own[row] })
	c.Own, c.OwnTime = own, by[own]
	if own != call.NoMethod && rule != Often {
		c.Inside.Parts = c.others(by)
	}
	return []*candidate{c}
}

// others returns the own methods besides Own with at least a tenth of a candidate's time, two at most. By has the time by own method.
func (c *candidate) others(by map[trace.MethodIndex]int64) []Share {
	left := map[trace.MethodIndex]int64{}
	for m, ns := range by {
		if m != c.Own && m != call.NoMethod && 10*ns >= c.Time {
			left[m] = ns
		}
	}
	return longestOf(left, mostShares-1)
}

// mostlyIn returns the own method that calls of some rows spend most time in, and the time by own method, in ns. Own returns
// the own row of a row. The method is NoMethod if most of the time has none.
func (s *study) mostlyIn(rows []profile.Row, own func(profile.Row) profile.Row) (most trace.MethodIndex, by map[trace.MethodIndex]int64) {
	by = map[trace.MethodIndex]int64{}
	most = s.methodOf(own(s.largest(rows)))
	for _, row := range rows {
		m := s.methodOf(own(row))
		by[m] += s.p.Rows[row].Inclusive[s.first]
		if m != call.NoMethod && by[m] > by[most] {
			most = m
		}
	}
	return most, by
}

// sumOfSet returns a candidate on the calls of a set of methods, without those that others of the set call.
func (s *study) sumOfSet(rule Rule, in set) []*candidate {
	var methods []trace.MethodIndex
	for m := range s.sets {
		if s.sets[m]&in != 0 {
			methods = append(methods, trace.MethodIndex(m))
		}
	}
	return s.sumOf(rule, methods, func(row profile.Row) bool { return s.within[row]&in != 0 })
}

// inflation sums the inflation of layouts, and names the view of the app or of a library that takes most of it.
func (s *study) inflation() []*candidate {
	all := s.sumOfSet(Inflation, inflates)
	for _, c := range all {
		views := map[trace.MethodIndex]int64{}
		s.inwards(func(row profile.Row) {
			m := s.tree.Method[row]
			if s.within[row]&inflates != 0 && s.tree.Outermost[row] && s.x.Info.Methods[m].Name == "<init>" && (s.origin[m] == platform.Own || s.origin[m] == platform.Library) {
				views[m] += s.p.Rows[row].Inclusive[s.first]
			}
		})
		if most := longestOf(views, 1); len(most) > 0 && 5*most[0].Time >= 4*c.Time {
			c.Inside.Method, c.Inside.Time = most[0].Method, min(most[0].Time, c.Time)
		}
	}
	return all
}

// classLoads sums the loading of classes and their static initialization. A class with little of the time is not named.
func (s *study) classLoads() []*candidate {
	all := s.sumOfSet(ClassLoads, loadsClass)
	for _, c := range all {
		if 5*c.OwnTime < c.Time {
			c.Own, c.OwnTime, c.Inside = call.NoMethod, 0, Inside{}
		}
	}
	return all
}

// often finds the own method that is called very often, with little time each, and takes the most
// time.
func (s *study) often() []*candidate {
	best, most := call.NoMethod, int64(0)
	for m := range s.p.Methods {
		f := &s.p.Methods[m]
		n := f.Calls + f.Recursive
		if t := f.Inclusive[s.first]; n >= s.opts.Thresholds.Often && t <= n*s.opts.Thresholds.Each && t > most && s.origin[m] == platform.Own {
			best, most = trace.MethodIndex(m), t
		}
	}
	if best == call.NoMethod {
		return nil
	}
	all := s.sumOf(Often, []trace.MethodIndex{best}, func(row profile.Row) bool { return !s.tree.Outermost[row] })
	for i := range all {
		all[i].Sure = Likely
		all[i].Count = s.p.Methods[best].Calls + s.p.Methods[best].Recursive
		all[i].Own = s.callerOf(s.largest(all[i].rows))
	}
	return all
}

// callerOf returns the nearest own method that calls a row, or NoMethod.
func (s *study) callerOf(row profile.Row) trace.MethodIndex {
	return s.methodOf(s.own[s.tree.Parent[row]])
}

// stats describe the calls of an own method that take much time together.
type stats struct {
	method   trace.MethodIndex
	longest  profile.Ref
	min, max int64 // ns
	calls    int64 // without recursive ones
	lengths  profile.Histogram
}

// add adds a call. It lasts whole ns, and ns within the range.
func (st *stats) add(r profile.Ref, ns, whole int64) {
	st.lengths.Add(whole)
	if st.calls == 0 || ns < st.min {
		st.min = ns
	}
	if st.calls == 0 || ns > st.max {
		st.max, st.longest = ns, r
	}
	st.calls++
}

// dearest returns stats, still empty, for the own methods with the most inclusive time.
func (s *study) dearest() (all []*stats) {
	const most = 20
	for m := range s.p.Methods {
		if f := &s.p.Methods[m]; f.Inclusive[s.first] >= s.opts.Thresholds.Time && f.Calls+f.Recursive >= 2 && s.origin[m] == platform.Own {
			all = append(all, &stats{method: trace.MethodIndex(m)})
		}
	}
	sorting.Stable(all, func(a, b *stats) int {
		return cmp.Compare(s.p.Methods[b.method].Inclusive[s.first], s.p.Methods[a.method].Inclusive[s.first])
	})
	return all[:min(len(all), most)]
}

// median returns the median of the whole lengths of a method's calls, in ns.
func (s *study) median(st *stats) int64 {
	return st.lengths.Least(50, func(f func(ns int64)) {
		marks := s.unmarked()
		for row := range s.x.RowsOf(st.method) {
			if s.tree.Outermost[row] {
				marks[row] = 1
			}
		}
		s.eachCall(marks, func(r profile.Ref, _ uint32) {
			l := s.x.Level(r)
			f(s.x.Calls.Nanos(l.End(int(r.Row)) - l.Start(int(r.Row))))
		})
	})
}

// outlier finds the call of own code that most exceeds the usual length of its method.
func (s *study) outlier() []*candidate {
	const fewest = 10 // calls that show the usual length
	var best *candidate
	var in Call
	for _, st := range s.stats {
		if st.max < s.least/2 || st.calls < fewest {
			continue
		}
		if st.max < s.opts.Thresholds.Outlier*max(st.lengths.Least(50, nil), 1) {
			continue // the exact median is not less, and costs a pass
		}
		usual := s.median(st)
		if st.max < s.opts.Thresholds.Outlier*max(usual, 1) {
			continue
		}
		at := s.call(st.longest)
		// Of nested calls that are all outliers, the innermost that has most of the time explains it.
		if best != nil && 4*s.time(&at) <= 5*best.Time && !(at.From >= in.From && at.To <= in.To && 5*s.time(&at) >= 4*best.Time) {
			continue
		}
		if s.wraps(st) { // its calls have no usual length
			continue
		}
		in = at
		cut := s.survey.stretch(at.Ref).cut
		best = &candidate{Finding: Finding{
			Rule: Outlier, Time: s.time(&at), CPU: at.Times[profile.CPU], Count: 1, Methods: []trace.MethodIndex{st.method}, Usual: usual, Sure: Likely,
			Own: s.callerOf(s.rowOf(at.Ref)), Cut: cut,
		}, only: &at.Ref}
	}
	if best == nil {
		return nil
	}
	return []*candidate{best}
}

// wraps reports whether a method runs different own methods, and its longest call is nearly all in one of them.
func (s *study) wraps(st *stats) bool {
	const several = 3
	var most trace.Ticks
	in := map[trace.MethodIndex]trace.Ticks{}
	s.survey.outermost(st.longest, func(m trace.MethodIndex) bool { return m != st.method && s.origin[m] == platform.Own }, func(c profile.Ref, m trace.MethodIndex) {
		in[m] += s.survey.within(c)
		most = max(most, in[m])
	})
	if 10*most < 9*s.survey.within(st.longest) {
		return false
	}
	callees := map[trace.MethodIndex]bool{}
	s.inwards(func(row profile.Row) {
		if m := s.tree.Method[row]; s.own[row] == row && m != st.method && s.callerOf(row) == st.method {
			callees[m] = true
		}
	})
	return len(callees) >= several
}

// repeated finds own work that is done again under different callers, and takes about as long each
// time. The time at stake is that of all calls but the longest.
func (s *study) repeated() []*candidate {
	const most = 100 // calls: work that is done more often is a helper of other work
	const mostCallers = 2
	var best *candidate
	for _, st := range s.stats {
		f := &s.p.Methods[st.method]
		time := f.Inclusive[s.first] - st.max
		if f.Recursive > 0 || f.Calls > most || st.max > 2*max(st.min, 1) || best != nil && time <= best.Time {
			continue
		}
		if 2*f.Inclusive[profile.Waiting] > f.Inclusive[s.first] { // waits can have different causes
			continue
		}
		callers := map[trace.MethodIndex]int64{} // ns
		var rows []profile.Row
		for row := range s.x.RowsOf(st.method) {
			if s.p.Rows[row].Calls > 0 {
				rows = append(rows, row)
				callers[s.methodOf(s.tree.Parent[row])] += s.p.Rows[row].Inclusive[s.first]
			}
		}
		if int64(len(callers)) < s.opts.Thresholds.Repeated {
			continue
		}
		best = &candidate{Finding: Finding{
			Rule: Repeated, Time: time, CPU: f.Inclusive[profile.CPU] - s.call(st.longest).Times[profile.CPU], Count: f.Calls, Methods: []trace.MethodIndex{st.method}, Callers: int64(len(callers)),
			Usual: f.Inclusive[s.first] / f.Calls, Sure: Possible, Own: call.NoMethod,
			Inside: Inside{Parts: longestOf(callers, mostCallers)},
		}, rows: rows, less: &st.longest}
	}
	if best == nil {
		return nil
	}
	return []*candidate{best}
}

// tracerCost estimates the cost of the recording itself: each call costs at least as much as the
// shortest calls that call nothing.
func (s *study) tracerCost() []*candidate {
	const enough, longest = 20_000, 16                                   // leaf calls to look at; µs: longer calls do work of their own
	const fewest = 100                                                   // leaf calls of one method that show its length
	all, by := [longest]int64{}, map[trace.MethodIndex]*[longest]int64{} // calls by their length in µs
	var seen, calls int64
	t := &s.x.Calls.Threads[s.Thread]
	for m := range s.p.Methods {
		calls += s.p.Methods[m].Calls + s.p.Methods[m].Recursive
	}
	step := int(max(1, calls/enough))
	for depth, l := range t.Levels {
		for row, to := l.From(s.opts.From), l.After(s.opts.To); row < to; row += step {
			if a, b := t.Callees(depth, row); a == b {
				m := s.x.Method(profile.Ref{Thread: s.Thread, Depth: uint32(depth), Row: uint32(row)})
				if by[m] == nil {
					by[m] = &[longest]int64{}
				}
				at := min(longest-1, s.x.Calls.Nanos(l.End(row)-l.Start(row))/1000)
				all[at]++
				by[m][at]++
				seen++
			}
		}
	}
	lower := func(of *[longest]int64) (us, calls int64) { // quartile, and the number of calls
		for _, n := range of {
			calls += n
		}
		for quarter := calls / 4; us < longest-1 && quarter >= of[us]; us++ {
			quarter -= of[us]
		}
		return us, calls
	}
	each, _ := lower(&all)
	var methods []int64
	for _, of := range by {
		if us, n := lower(of); n >= fewest {
			methods = append(methods, us)
		}
	}
	if slices.Sort(methods); len(methods) > 0 { // the calls of a large loop may all do some work
		each = min(each, methods[(len(methods)-1)/2])
	}
	if each *= 1000; seen < 1000 || each == (longest-1)*1000 {
		return nil
	}
	return []*candidate{{Finding: Finding{
		Rule: TracerCost, Time: calls * each, CPU: calls * each, Count: calls, Usual: each, Sure: Likely, Own: call.NoMethod,
	}}}
}

// hottest lists the own methods with the most exclusive time.
func (s *study) hottest() {
	const most = 5
	by := s.first
	if s.OnCPU {
		by = profile.CPU
	}
	for m := range s.kept.Methods {
		f := &s.kept.Methods[m]
		if s.origin[m] != platform.Own || f.Exclusive[by] <= 0 {
			continue
		}
		h := Hot{trace.MethodIndex(m), f.Exclusive, f.Inclusive, f.Calls + f.Recursive}
		at, _ := slices.BinarySearchFunc(s.Own, h, func(a, b Hot) int { return cmp.Compare(b.Times[by], a.Times[by]) })
		if at < most {
			s.Own = slices.Insert(s.Own, at, h)
			s.Own = s.Own[:min(len(s.Own), most)]
		}
	}
}
