package tell

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/sorting"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/words"
)

// stagePhrases are the stages of a frame within a sentence.
var stagePhrases = [story.Stages]words.Text{
	"other work", "animations and callbacks", "recomposition", "input events", "other work of a traversal", "measure and layout", "drawing", "the renderer",
}

// LimitText returns a limit of frames, an index of story.Limits: "16.7 ms".
func LimitText(limit int) string {
	return [len(story.Limits)]string{"8.3\u00a0ms", "11.1\u00a0ms", "16.7\u00a0ms", "700\u00a0ms"}[limit]
}

// Late describes the work of the frames over a limit, an index of story.Limits. It returns "" for fewer than two frames.
func (o *Overview) Late(limit int) string {
	slow := lateFrames{o, &o.Overview.Late[limit], o.Frames.Over[limit]}
	if slow.count < 2 {
		return ""
	}
	frames, took := words.Plural(slow.count, "frame", "frames"), words.Brief(slow.Time)
	says := words.Say("The {1} over {2} took {3}.", frames, LimitText(limit), took)
	if stages := slow.stages(); stages != "" {
		says = words.Say("The {1} over {2} took {3}: {4}.", frames, LimitText(limit), took, stages)
	}
	return says + slow.work() + slow.caveats()
}

// LateBesides is Late for the usual limit, or what a finding on the same frames leaves out: frames that samples merge, or that are recorded
// in part.
func (o *Overview) LateBesides() string {
	if o.hasSlowFrames() {
		slow := lateFrames{o, &o.Overview.Late[story.UsualLimit], o.Frames.Over[story.UsualLimit]}
		return strings.TrimPrefix(slow.caveats(), " ")
	}
	return o.Late(story.UsualLimit)
}

// Refresh returns a sentence on a display that asks for frames more often than every 16.7 ms, or "".
func Refresh(o *Overview) string {
	if o.Overview.Refresh == 0 {
		return ""
	}
	limit := refreshLimit(o)
	return words.Say("The frames begin {1} apart, so the display probably asks for one that often. {2} of {3} took longer.", LimitText(limit),
		words.Count(o.Frames.Over[limit]), words.Count(o.Frames.Count))
}

// refreshLimit returns the index of story.Limits of a frame that the display waits for.
func refreshLimit(o *Overview) int {
	if k := slices.Index(story.Limits[:], o.Overview.Refresh); k >= 0 {
		return k
	}
	return story.UsualLimit
}

func (o *Overview) hasSlowFrames() bool {
	return slices.ContainsFunc(o.Findings, func(f story.Finding) bool { return f.Rule == story.SlowFrames })
}

// namesPart reports whether a finding names a method as one of the parts of its time.
func namesPart(f *story.Finding, m trace.MethodIndex) bool {
	return slices.ContainsFunc(f.Inside.Parts, func(part story.Share) bool { return part.Method == m })
}

// slowFrames is the sentence of a finding on the frames over the usual limit.
func (o *Overview) slowFrames(f *story.Finding) string {
	slow := lateFrames{o, &o.Overview.Late[story.UsualLimit], o.Frames.Over[story.UsualLimit]}
	of, took := words.Plural(o.Frames.Count, "frame", "frames"), words.Brief(slow.Time)
	if o.Sampled { // short frames are missing
		of = words.Say("{1} in the samples", of)
	}
	count, limit, stages := words.Count(slow.count), LimitText(story.UsualLimit), slow.stages()
	frames, spans := words.Plural(slow.Least, "frame", "frames"), words.Plural(slow.count, "span", "spans")
	says := words.Say("{1} of {2} took more than {3}, {4} in all.", count, of, limit, took)
	switch isMerged := 2*slow.InMerged >= slow.Time; {
	case isMerged && stages == "":
		says = words.Say("At least {1} took more than {2} on average, {3} in all. Samples merge them into {4}.", frames, limit, took, spans)
	case isMerged:
		says = words.Say("At least {1} took more than {2} on average, {3} in all: {4}. Samples merge them into {5}.", frames, limit, took, stages, spans)
	case stages != "":
		says = words.Say("{1} of {2} took more than {3}, {4} in all: {5}.", count, of, limit, took, stages)
	}
	isNamed := func(in story.InFrames) bool { // A finding has other figures for it.
		return slices.ContainsFunc(o.Findings, func(f story.Finding) bool {
			return f.Rule != story.SlowFrames && (slices.Contains(f.Methods, in.Method) || f.Own == in.Method || f.Inside.Method == in.Method && f.Inside.Time > 0 || namesPart(&f, in.Method))
		})
	}
	switch {
	case slow.Read < slow.count:
		slow.Late = &story.Late{}
	case slices.ContainsFunc(slow.Own, isNamed):
		rest := *slow.Late
		rest.Own = slices.DeleteFunc(slices.Clone(rest.Own), func(in story.InFrames) bool { return isNamed(in) || 6*in.Time < rest.Time })
		slow.Late = &rest
	}
	if f.Requests > 0 {
		says += " " + words.Say("{1} requests the layouts ({2}).", o.Method(f.Own), words.Plural(f.Requests, "call", "calls"))
	}
	if f.Composed > 0 {
		says += " " + words.Say("{1} takes {2} of all recomposition ({3}).", o.Method(f.Own), words.Brief(f.OwnTime), words.Seen(f.Composed, o.Sampled))
	}
	return says + slow.work()
}

// A lateFrames is the frames over a limit.
type lateFrames struct {
	of *Overview
	*story.Late
	count int64 // number of them, without frames that samples merge
}

// stages lists the stages with most of the time, or returns "" if the recording does not show stages.
func (s *lateFrames) stages() string {
	const most = 3
	var stages []story.Stage // the longest first
	for i := range story.Stages {
		if 10*s.Stages[i] >= s.Time {
			stages = append(stages, i)
		}
	}
	if len(stages) == 1 && stages[0] == story.OtherWork {
		return ""
	}
	sorting.Stable(stages, func(a, b story.Stage) int { return cmp.Compare(s.Stages[b], s.Stages[a]) })
	var parts []string
	for _, stage := range stages[:min(len(stages), most)] {
		part := words.Say("{1} {2}", stagePhrases[stage].String(), words.Brief(s.Stages[stage]))
		if stage == story.Callbacks && s.Callback.Time > 0 {
			part = words.Say("{1} ({2})", part, s.of.Method(s.Callback.Method))
		}
		parts = append(parts, part)
	}
	return words.List(parts)
}

// work returns a sentence on the own code in the frames, which begins with a blank, or "".
func (s *lateFrames) work() string {
	var own []string
	for _, in := range s.Own {
		own = append(own, words.Say("{1} {2} ({3})", s.of.Method(in.Method), words.Brief(in.Time), words.Plural(in.Frames, "frame", "frames")))
	}
	switch {
	case own == nil:
		return ""
	case s.Read < s.count:
		return " " + words.Say("Your methods in the longest {1}: {2}.", words.Count(s.Read), words.List(own))
	}
	return " " + words.Say("Your methods in them: {1}.", words.List(own))
}

// caveats returns the sentences on frames that the figures count as one, or leave out. Each begins with a blank.
func (s *lateFrames) caveats() (says string) {
	if s.Merged > 0 {
		says += " " + words.Say("Samples merge several frames in {1} of the slow ones.", words.Count(s.Merged))
	}
	if s.Cut > 0 {
		says += " " + words.Say("{1} recorded in part may be late too.", words.Plural(s.Cut, "frame", "frames"))
	}
	if quick := s.of.Frames.Glued - s.Merged; quick > 0 {
		says += " " + words.Say("{1} that samples merge may be late, too.", words.Plural(quick, "group of frames", "groups of frames"))
	}
	return says
}

// Series returns the sentences on the frames, messages and input events of the thread, "" for none. Input events that even the
// shortest frame has room for have no sentence.
func (o *Overview) Series() (frames, messages, inputs string) {
	count := func(s *story.Series, one, many words.Text) string {
		return o.series(s, words.Plural(s.Count, one, many))
	}
	if o.Inputs.Longest > story.Limits[0] || o.Inputs.Cut > 0 {
		inputs = count(&o.Inputs, "input event outside messages and frames", "input events outside messages and frames")
	}
	if o.Sampled && inputs != "" {
		inputs += " " + words.T("Samples do not show where one ends and the next begins.")
	}
	return count(&o.Frames, "frame", "frames"), count(&o.Messages, "message", "messages"), inputs
}

// fewestRanked is the least number of calls whose percentiles can differ from the longest one.
const fewestRanked = 10

// series returns a sentence on calls, which what counts.
func (o *Overview) series(s *story.Series, what string) string {
	if s.Count == 0 {
		return ""
	}
	over := words.Say("{1} took more than 16.7 ms, {2} more than 700 ms.", words.Count(s.Over[story.UsualLimit]), words.Count(s.Over[3]))
	spread := words.Say("median {1}, p90 {2}, p99 {3}, longest {4}.", words.Brief(s.Median), words.Brief(s.P90), words.Brief(s.P99), words.Brief(s.Longest))
	switch n := s.Count - s.Glued - s.Cut; {
	case n == 1:
		spread = words.Say("{1}.", words.Brief(s.Longest))
	case n == 2:
		spread = words.Say("{1} and {2}.", words.Brief(s.Median), words.Brief(s.Longest))
	case n < fewestRanked:
		spread = words.Say("median {1}, longest {2}.", words.Brief(s.Median), words.Brief(s.Longest))
	}
	var except []string
	if s.Glued > 0 {
		except = append(except, words.Say("{1} merged with others", words.Count(s.Glued)))
	}
	if s.Cut > 0 {
		part := words.Text("{1} recorded in part")
		if o.Part {
			part = "{1} only in part" // or a range cuts them
		}
		except = append(except, words.Say(part, words.Count(s.Cut)))
	}
	switch rest := s.Count - s.Glued - s.Cut; {
	case except == nil:
		return words.Say("{1}: {2} {3}", what, spread, over)
	case rest == 0:
		return words.Say("{1} ({2}). {3}", what, words.List(except), over)
	case rest == 1:
		return words.Say("{1} ({2}). {4} The other one: {3}", what, words.List(except), spread, over)
	default:
		return words.Say("{1} ({2}). {5} The other {3}: {4}", what, words.List(except), words.Count(rest), spread, over)
	}
}
