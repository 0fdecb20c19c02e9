package story

import (
	"cmp"
	"math/bits"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// Limits of the list of findings.
const (
	mostFindings = 5  // that are part of no other one
	mostParts    = 3  // of all of them
	mostTelling  = 5  // the same, of parts that say what to do
	mostLooked   = 16 // candidates whose calls are listed, to choose from
	mostFurther  = 2  // methods that a wait names besides the first one
)

// The least shares of the non-idle time for a finding on the cost of the recording, and for a note on it.
const leastCost, leastNote = 0.5, 0.25

// A candidate is a finding in the making.
type candidate struct {
	Finding
	rows []profile.Row // contexts of its calls; none lies within another, except of waits
	only *profile.Ref  // the one call that it is about, if not nil
	all  []profile.Ref // the calls that it is about, if not nil

	merged map[profile.Ref]bool // those of all that a sampler merged from several calls, which are not listed

	inside []Share // of Costly with an Inside: the callees with a tenth of the time, that of Inside first
}

// A finder makes the findings of an overview from the figures of the other steps. Each rule is a method, which returns candidates.
type finder struct {
	*study
	least int64 // ns: a finding has at least so much time
}

// find runs the rules in order of their constants, and keeps the findings with the most time.
func (s *study) find() {
	busy := s.Busy()
	t := &s.opts.Thresholds
	if s.short = s.short && busy < shortBusy*t.Time; s.short {
		least := int64(leastShort)
		if s.Sampled {
			least = leastSeen
		}
		t.Time = max(least, busy/shortBusy)
	}
	s.Thresholds = *t
	f := &finder{s, max(t.Time, int64(t.Share*float64(busy-s.Hung())))} // else a hang hides all else
	f.find(busy)
}

// A finding in a short range has at least one of shortBusy parts of the non-idle time. It also has a quarter of the time of a frame, or
// several samples. A range is short if such a part is less than the usual time.
const shortBusy, leastShort, leastSeen = 5, 4_000_000, 40_000_000

func (s *finder) find(busy int64) {
	all := s.runRules(busy)
	nameOnce(all, s.least)
	s.rank(all)
	var noticed, unnoticed []*candidate
	var spans [][]span
	var found [Rules]bool
	n := 0
	for n < len(all) && n < mostLooked && all[n].Time >= s.least {
		n++
	}
	for i, at := range s.listCalls(all[:n]) {
		if c := all[i]; s.isUnnoticed(c, at) {
			unnoticed = append(unnoticed, c)
		} else {
			noticed, spans = append(noticed, c), append(spans, at)
			found[c.Rule] = true
		}
	}
	redundant := newNesting(s, noticed, spans).keep()
	habitRule{s}.advise()
	for _, c := range all[n:] {
		if s.Nearly = append(s.Nearly, c.Finding); c.Time >= s.least {
			s.Unlisted++
			found[c.Rule] = true
		}
	}
	for _, c := range append(unnoticed, redundant...) {
		c.Finding.Calls = nil
		s.Nearly = append(s.Nearly, c.Finding)
	}
	s.reportSilent(&found)
}

// runRules returns the candidates of all rules with at least half of the least time.
func (s *finder) runRules(busy int64) (all []*candidate) {
	waits, messages, phases := waitRule{s}, messageRule{s}, phaseRule{s}
	for rule, candidates := range [Rules]func() []*candidate{
		WaitsFor: waits.find, LongMessage: messages.find, SlowPhase: phases.find, Inflation: s.inflation, ClassLoads: s.classLoads, Often: oftenRule{s}.find,
		Outlier: s.outlier, Repeated: s.repeated, TracerCost: s.tracerCost, Costly: func() []*candidate { return s.costly(all) }, SlowFrames: s.slowFrames,
	} {
		if candidates == nil || s.unfit(Rule(rule)) { // waits.find has those of Background
			continue
		}
		for _, c := range candidates() {
			if c.Time < s.least/2 {
				continue
			}
			if c.Rule == TracerCost && (s.short || float64(c.Time) < leastCost*float64(busy)) {
				if !s.short && float64(c.Time) >= leastNote*float64(busy) {
					s.Recording = c.Time
				}
				continue // less is usual, or the whole recording says it
			}
			if c.Time = min(c.Time, busy); c.Time <= 0 { // all of it is idle
				continue
			}
			c.CPU = min(c.CPU, c.Time) // the clocks are not read at once
			c.Share = float64(c.Time) / float64(busy)
			if s.Sampled { // spans of samples are not calls
				c.Sure = max(c.Sure, Likely)
			}
			all = append(all, c)
		}
	}
	return all
}

// rank sorts candidates: the longest comes first, but the cost of the recording follows all others, because it says nothing about the
// app. Those below the least time come last.
func (s *finder) rank(all []*candidate) {
	group := func(c *candidate) int {
		switch {
		case c.Time < s.least:
			return 2
		case c.Rule == TracerCost:
			return 1
		}
		return 0
	}
	sorting.Stable(all, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(group(a), group(b)), cmp.Compare(b.Time, a.Time))
	})
}

// reportSilent lists the rules that found nothing, and those that the recording cannot answer.
func (s *finder) reportSilent(found *[Rules]bool) {
	for _, of := range [...]*Series{&s.Messages, &s.Frames} { // the phases of a start may stand for it
		found[LongMessage] = found[LongMessage] || len(of.Slowest) > 0 && s.time(&of.Slowest[0].Call) >= s.least
	}
	found[WaitsFor] = found[WaitsFor] || found[Background] || slices.ContainsFunc(s.Parts, func(p Part) bool { return p.isExplained() && p.Time >= s.least })
	found[TracerCost] = found[TracerCost] || s.short || s.Recording > 0 || s.paused(s.From, s.To) >= s.least // the whole recording says it, or a part
	found[SlowFrames] = found[SlowFrames] || s.Late[UsualLimit].Time >= s.least                              // some come late, and another finding may say why
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
// frames that are in time. The reader sees none of them. Views of Android that measure and draw themselves then are usual, however
// long they take together. At has the times of the calls.
func (s *finder) isUnnoticed(c *candidate, at []span) bool {
	const smallDrawn = 0.10 // of the non-idle time
	share := 0.03           // of the range
	if c.only != nil || c.Rule == SlowFrames || c.AtEnd || c.Rule == TracerCost || s.Messages.Count == 0 {
		return false
	}
	if (4*s.Idle >= 3*(s.To-s.From) || c.Share < smallDrawn) && isNearlyAll(overlap(at, s.survey.drawn), length(at)) {
		share = 0.25 // frames have room
	}
	isUsual := c.Rule == Costly && isViewPass(&s.x.Info.Methods[c.Methods[0]])
	return (isUsual || float64(c.Time) < share*float64(s.To-s.From)) && c.Time < Limits[UsualLimit]*c.Count && 2*overlap(at, s.survey.long) < length(at)
}

// unfit reports whether the recording cannot answer a rule.
func (s *finder) unfit(r Rule) bool {
	switch r {
	case WaitsFor, Background:
		return s.Waiting == NotMeasured
	case Often, Outlier, Repeated, TracerCost: // samples show neither calls nor their number
		return s.Sampled
	}
	return false
}

// listCalls lists the calls of the findings in one pass. It returns the joined times of each finding.
func (s *finder) listCalls(all []*candidate) [][]span {
	marks := s.unmarked() // a bit for each finding
	spans := make([][]span, len(all))
	add := func(i int, r profile.Ref) {
		f := &all[i].Finding
		l, row := s.x.Level(r), int(r.Row)
		if from, to := s.x.Calls.Nanos(l.Start(row)), s.x.Calls.Nanos(l.End(row)+s.survey.hungIn(r)); len(f.Calls) == 0 {
			f.From, f.To = from, to
		} else {
			f.From, f.To = min(f.From, from), max(f.To, to)
		}
		at := span{max(s.x.Calls.Nanos(l.Start(row)), s.From), min(s.x.Calls.Nanos(l.End(row)), s.To)}
		switch f.Rule {
		case WaitsFor, Background:
			c := s.call(r)
			if f.Cause != Libraries { // to load is to wait and to work
				at.from = max(at.from, at.to-s.stake(&c)) // a wait ends with its call
			}
			if f.Cause == Unexplained && s.Waiting == ByClocks { // unless it is one gap before other work
				if gap, _ := s.survey.gap(r); 4*(gap.to-gap.from) >= 3*f.Time/max(f.Count, 1) {
					at = gap
				}
			}
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
		if at.to += s.x.Calls.Nanos(s.survey.hungIn(r)); f.Rule != TracerCost {
			spans[i] = append(spans[i], at)
		}
		if !all[i].merged[r] || len(all[i].merged) == len(all[i].all) {
			f.Calls = s.keepCall(f.Calls, r, s.time)
		}
	}
	for i := range all {
		c := all[i]
		switch {
		case c.AtEnd:
			c.Calls, c.From, c.To = []Call{s.After.Call}, s.After.Call.From, s.After.Call.To
			spans[i] = append(spans[i], span{s.To, s.To + c.Time})
		case c.only != nil:
			add(i, *c.only)
		}
		for _, r := range c.all {
			add(i, r)
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

// mostly returns the method that has most of the time of a message or phase, or call.NoMethod.
func (f *Finding) mostly() trace.MethodIndex {
	if f.Own == call.NoMethod && f.Inside.Time > 0 {
		return f.Inside.Method
	}
	return f.Own
}

// newCandidate returns a candidate of a rule that names no method and no other thread.
func newCandidate(rule Rule) *candidate {
	return &candidate{Finding: Finding{Rule: rule, Own: call.NoMethod, Through: call.NoMethod, Advised: call.NoMethod, Waker: noWaker}}
}

// bare returns a candidate on one call of a method.
func bare(rule Rule, m trace.MethodIndex, time int64) *candidate {
	c := newCandidate(rule)
	c.Time, c.Count, c.Methods = time, 1, []trace.MethodIndex{m}
	return c
}
