//go:build !js

package changes

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"traceglass/parser/budget"
	"traceglass/render/report/ci"
	"traceglass/render/words"
)

// Results adds the verdict to a run for CI. A breach is an error, an undecided limit a warning, and a change that may
// be chance a note. A limit that is kept is a passed test. All are at the limit's line of the budget, whose path is
// file. rules are the budget's.
func (c *Check) Results(run *ci.Run, rules []budget.Rule, file string) {
	run.Notes = append(run.Notes, c.Missed...)
	for i := range rules {
		r := &rules[i]
		var limits []string
		for k := range r.Limits {
			limits = append(limits, limitText(&r.Limits[k]))
		}
		run.Rules = append(run.Rules, ci.Rule{ID: title(r), Title: title(r), Help: fmt.Sprintf("A rule of the budget %s, line %d: %s.", c.File, r.Line, strings.Join(limits, ", "))})
	}
	type limit struct {
		rule *budget.Rule
		kind budget.Kind
	}
	found := map[limit]bool{}
	result := func(level ci.Level, r *budget.Rule, l *budget.Limit, message ...string) ci.Result {
		found[limit{r, l.Kind}] = true
		return ci.Result{
			Rule: title(r), Level: level, Suite: c.File, Test: title(r) + ": " + limitText(l), Message: message,
			Place: ci.Place{File: file, Line: l.Line}, Key: []string{string(l.Kind), ruleScope(r)},
		}
	}
	for i := range c.Breaches {
		b := &c.Breaches[i]
		one := result(ci.Error, b.Rule, &b.Limit, sentence(b))
		unit := ""
		if b.Limit.Kind.Timed() {
			unit = "Ns"
		}
		one.Figures = []ci.Figure{{Name: "value" + unit, Value: b.Value.Median}}
		if b.Limit.Kind.Base() {
			one.Figures = append(one.Figures, ci.Figure{Name: "base" + unit, Value: b.Was.Median})
		}
		for k := range b.Paths {
			p := &b.Paths[k]
			text := p.Finding
			if text == "" {
				text = words.Say("{1}, {2} inclusive in {3}: {4}", words.Seen(p.Calls, p.Sampled), words.Brief(p.Time), b.Run, pathText(p))
				one.Paths = append(one.Paths, ci.Path{Text: text, Frames: p.Frames})
			}
			one.Message = append(one.Message, text)
			of := p.Frames
			if p.Finding == "" {
				of = of[max(0, len(of)-1):] // the others are its callers
			}
			for _, name := range of {
				one.AddMethod(ci.Method{Name: name})
			}
		}
		if b.More > 0 {
			one.Message = append(one.Message, words.Say("and {1} more", words.Plural(int64(b.More), "method", "methods")))
			one.Figures = append(one.Figures, ci.Figure{Name: "moreMethods", Value: float64(b.More)})
		}
		run.Add(one)
	}
	for i := range c.Undecided {
		u := &c.Undecided[i]
		one := result(ci.Warning, u.Rule, &u.Limit, undecidedSentence(u))
		one.Undecided = true
		run.Add(one)
	}
	for i := range c.Doubts {
		d := &c.Doubts[i]
		run.Add(result(ci.Note, d.Rule, &d.Limit, doubt(d)))
	}
	for i := range rules {
		r := &rules[i]
		for k := range r.Limits {
			if l := &r.Limits[k]; !found[limit{r, l.Kind}] {
				run.Add(result(ci.Passed, r, l))
			}
		}
	}
}

// limitText returns a limit as a budget has it: slower = 10%.
func limitText(l *budget.Limit) string {
	switch {
	case l.Share > 0:
		return fmt.Sprintf("%s = %g%%", l.Kind, 100*l.Share)
	case l.Kind.Timed():
		return fmt.Sprintf("%s = %s", l.Kind, time.Duration(l.Most))
	}
	return string(l.Kind) + " = " + strconv.FormatInt(l.Most, 10)
}
