package ci

import (
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/report"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// ruleHelp explains the rules of an overview, like render/report/overview.md.
var ruleHelp = [story.Rules]string{
	story.WaitsFor:    "The thread waits long for one cause, such as a lock, another process or a file.",
	story.LongMessage: "One frame, message or input event takes long. The thread handles nothing else meanwhile.",
	story.SlowPhase:   "One phase takes most of the start.",
	story.Inflation:   "The thread inflates layouts for long.",
	story.ClassLoads:  "The thread loads and initializes classes for long.",
	story.Often:       "A method takes little time per call, but its calls are so many that they take long.",
	story.Outlier:     "One call takes many times as long as its method usually does.",
	story.Repeated:    "Several callers repeat the same work.",
	story.Background:  "The thread waits for the work of another thread.",
	story.TracerCost:  "Recording takes much of the time, so the other figures are too large.",
	story.Costly:      "A method of the app takes long, in one call or in many.",
	story.SlowFrames:  "Many frames come late.",
}

// OverviewRules returns the rules of overviews.
func OverviewRules() (all []Rule) {
	for r := range story.Rules {
		all = append(all, Rule{r.String(), tell.RuleTitle(r), ruleHelp[r]})
	}
	return all
}

// AddOverview adds the findings of an overview of a thread. They are warnings, and notes if they are only possible.
// Rules without a finding are passed tests. Rules that the recording cannot answer are skipped ones. A finding points
// to the first of its methods that source knows, else to the file of the trace.
func (r *Run) AddOverview(o *report.Overview, file string, source func(*trace.Method) Place) {
	says := tell.Overview{Overview: o.Overview, Info: o.Index.Info}
	suite := file + ": " + says.Name(o.Thread)
	thread := platform.Pool(o.Index.Info.Threads[o.Thread].Label())
	count := "calls"
	if o.Sampled {
		count = "timesSeen"
	}
	for i := range o.Findings {
		f := &o.Findings[i]
		one := Result{
			Rule: f.Rule.String(), Level: Warning, Suite: suite, Test: tell.RuleTitle(f.Rule), Message: []string{says.Finding(f)}, Place: Place{File: file},
			Key: []string{thread, f.Key(o.Index.Info)}, Figures: []Figure{{"wallNs", float64(f.Time)}, {"share", f.Share}, {count, float64(f.Count)}},
		}
		if f.Sure == story.Possible {
			one.Level = Note
		}
		if f.Rule.IsWait() {
			one.Test += ": " + tell.CauseName(f.Cause)
		}
		if has := o.Index.Info.Figures(); has&trace.Wall == 0 {
			one.Figures[0].Name = "cpuNs"
		} else if has&trace.CPU != 0 && !o.Index.Counts(profile.CPU) {
			one.Figures = append(one.Figures, Figure{"cpuNs", float64(f.CPU)})
		}
		for _, m := range append(f.Methods, f.Own) {
			if m != call.NoMethod {
				in := &o.Index.Info.Methods[m]
				one.AddMethod(Method{in.Label(), source(in)})
			}
		}
		var in []string
		if at := slices.IndexFunc(one.Methods, func(m Method) bool { return m.Source.File != "" }); at >= 0 {
			m := one.Methods[at]
			one.Place, one.Methods = m.Source, slices.Insert(slices.Delete(one.Methods, at, at+1), 0, m)
			one.Related = append(one.Related, Place{File: file, Text: "The trace"})
			in = append(in, "In the trace "+file+".")
		}
		if len(f.Calls) > 0 {
			one.Message = append(one.Message, "The longest call begins at "+words.Brief(f.Calls[0].From)+".")
		}
		one.Message = append(one.Message, in...)
		if advice := tell.AdviceOn(f, o.Index.Info); advice != "" {
			one.Message = append(one.Message, advice)
		}
		r.Add(one)
	}
	for _, rules := range []struct {
		level Level
		of    []story.Rule
		text  string
	}{{Passed, o.Silent, ""}, {Skipped, o.Unfit, "The recording cannot answer this rule."}} {
		for _, rule := range rules.of {
			one := Result{Rule: rule.String(), Level: rules.level, Suite: suite, Test: tell.RuleTitle(rule), Place: Place{File: file}}
			if rules.text != "" {
				one.Message = []string{rules.text}
			}
			r.Add(one)
		}
	}
}
