// Only the native command checks budgets. Package budget has a parser of TOML, which would be 27 KB of the download of app.wasm.

//go:build !js

package changes

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"traceglass/parser/budget"
	"traceglass/parser/runs"
	"traceglass/render/words"
)

// A Check is the verdict of a budget on a group of runs.
type Check struct {
	*budget.Verdict
	File string // name of the budget's file
}

// title returns the name of a rule, or the pattern of one without a name.
func title(r *budget.Rule) string {
	if r.Name != "" {
		return r.Name
	}
	if r.Finding != "" {
		return "finding " + r.Finding
	}
	return r.Pattern.Kind() + " " + r.Pattern.String() // as the budget has it
}

// figure formats a value of a limit: a time or a number.
func figure(kind budget.Kind, v float64) string {
	if kind.Timed() {
		return words.Brief(int64(math.Round(v)))
	}
	if v == math.Trunc(v) {
		return words.Count(int64(v))
	}
	return fmt.Sprintf("%.1f", v)
}

// spread formats a figure of several runs: the median, with minimum and maximum if they differ.
func spread(kind budget.Kind, s *runs.Spread) string {
	if s.Constant() {
		return figure(kind, s.Median)
	}
	return words.Say("{1} ({2} to {3} in {4} runs)", figure(kind, s.Median), figure(kind, s.Min), figure(kind, s.Max), words.Count(int64(s.N)))
}

var inclusiveTimes = [...]words.Text{"inclusive wall time", "inclusive CPU time", "inclusive waiting time"}

var exclusiveTimes = [...]words.Text{"exclusive wall time", "exclusive CPU time", "exclusive waiting time"}

// ruleScope returns the part of a sentence that names a rule's thread and end point, or "".
func ruleScope(r *budget.Rule) string {
	switch {
	case r.Thread != "" && r.Before != "":
		return words.Say(" on {1} before {2}", r.Thread, r.Before)
	case r.Thread != "":
		return words.Say(" on {1}", r.Thread)
	case r.Before != "":
		return words.Say(" before {1}", r.Before)
	}
	return ""
}

// sentence returns how far a breach exceeds its limit.
func sentence(b *budget.Breach) string {
	kind, most := b.Limit.Kind, float64(b.Limit.Most)
	value := spread(kind, &b.Value)
	in := ruleScope(b.Rule)
	switch kind {
	case budget.Calls:
		if b.Value.Median == 1 {
			return words.Say("{1} call{2}, at most {3} allowed.", value, in, figure(kind, most))
		}
		return words.Say("{1} calls{2}, at most {3} allowed.", value, in, figure(kind, most))
	case budget.MoreCalls:
		more, was := figure(kind, b.Value.Median-b.Was.Median), spread(kind, &b.Was)
		if b.Value.Median == 1 {
			return words.Say("{1} call{2}, {3} more than the base's {4}; at most {5} more allowed.", value, in, more, was, figure(kind, most))
		}
		return words.Say("{1} calls{2}, {3} more than the base's {4}; at most {5} more allowed.", value, in, more, was, figure(kind, most))
	case budget.Findings:
		return words.Say("{1}{2}, at most {3} allowed.", plural(b.Value.Median, value), in, figure(kind, most))
	case budget.New:
		n := len(b.Paths) + b.More
		if b.Rule.Finding != "" {
			return words.Say("{1}{2} that the base does not have, at most {3} allowed.", words.Plural(int64(n), "finding", "findings"), in, figure(kind, most))
		}
		return words.Say("{1} called{2} and not in the base, at most {3} allowed.", words.Plural(int64(n), "method is", "methods are"), in, figure(kind, most))
	case budget.Time:
		return words.Say("{1} of {2}{3}, at most {4} allowed.", value, inclusiveTimes[b.Rule.Clock].String(), in, figure(kind, most))
	case budget.Self:
		return words.Say("{1} of {2}{3}, at most {4} allowed.", value, exclusiveTimes[b.Rule.Clock].String(), in, figure(kind, most))
	}
	return words.Say("{1} of {2}{3}, {4} ({5}) more than the base's {6}; at most {7} more allowed. By chance, runs differ this much once in {8} comparisons.",
		value, inclusiveTimes[b.Rule.Clock].String(), in, figure(kind, b.Value.Median-b.Was.Median), words.Change(b.Was.Median, b.Value.Median), spread(kind, &b.Was), allowed(&b.Limit),
		words.Count(int64(math.Round(1/b.P))))
}

// keptSentence returns the measured value of a limit that is kept.
func keptSentence(k *budget.Kept) string {
	value, in, most := spread(k.Limit.Kind, &k.Value), ruleScope(k.Rule), figure(k.Limit.Kind, float64(k.Limit.Most))
	switch k.Limit.Kind {
	case budget.MoreCalls:
		return words.Say("Calls{1}: {2}. The base has {3}; at most {4} more allowed.", in, value, spread(k.Limit.Kind, &k.Was), most)
	case budget.Slower:
		return words.Say("{1} of {2}{3}. The base has {4}; at most {5} more allowed.", value, inclusiveTimes[k.Rule.Clock].String(), in, spread(k.Limit.Kind, &k.Was), allowed(&k.Limit))
	}
	return sentence(&budget.Breach{Rule: k.Rule, Limit: k.Limit, Value: k.Value, More: k.Added})
}

// plural returns a number of findings, which is formatted already.
func plural(n float64, figure string) string {
	if n == 1 {
		return words.Say("{1} finding", figure)
	}
	return words.Say("{1} findings", figure)
}

// allowed formats the limit of a rule on slower methods.
func allowed(l *budget.Limit) string {
	if l.Most > 0 {
		return words.Brief(l.Most)
	}
	return words.Percent(l.Share)
}

// doubt returns a sentence on a change that may be chance.
func doubt(d *budget.Doubt) string {
	args := []string{title(d.Rule), spread(d.Limit.Kind, &d.Value), inclusiveTimes[d.Rule.Clock].String(), spread(d.Limit.Kind, &d.Was), allowed(&d.Limit), strconv.Itoa(d.Limit.Line), strconv.Itoa(d.Needed)}
	if d.Needed > 0 {
		return words.Say("{1}: {2} of {3} compared with {4}, more than the {5} that line {6} allows. So few runs cannot show that this is significant: {7} of each are needed.", args...)
	}
	return words.Say("{1}: {2} of {3} compared with {4}, more than the {5} that line {6} allows. The runs of one group differ as much, so it may be chance.", args...)
}

// undecidedSentence returns why the runs cannot show that a limit is kept, and what helps.
func undecidedSentence(u *budget.Undecided) string {
	of := u.Run
	if u.Runs > 1 {
		of = words.Say("{1} and {2} more", of, words.Plural(int64(u.Runs-1), "run", "runs"))
	}
	if u.Flaw == budget.Sampled {
		return words.Say("Not decided. {1}: recorded by sampling, so calls are times seen. Samples can show that a method ran, never that it did not. Record every call for this rule.", of)
	}
	return words.Say("Not decided. {1}: part of the recording is missing, so the figures are too small. Record again, or set allow-incomplete = true in the budget.", of)
}

// Text writes the verdict for a terminal, or in Markdown for a comment on a pull request.
func (c *Check) Text(w io.Writer, markdown bool) error {
	out := newPage(w, markdown)
	of := words.Plural(int64(c.Runs[budget.Held]), "run", "runs")
	if n := c.Runs[budget.Base]; n > 0 {
		of = words.Say("{1} compared with {2} of the base", of, words.Count(int64(n)))
	}
	limits := words.Plural(int64(c.Limits), "limit", "limits")
	switch {
	case c.Within():
		out.heading(words.Say("Within the budget: {1}, {2}", limits, of))
		var lines []string
		for i := range c.Kept {
			lines = append(lines, words.Say("{1}: {2}", title(c.Kept[i].Rule), keptSentence(&c.Kept[i])))
		}
		out.list(0, lines)
	case len(c.Breaches) == 0:
		out.heading(words.Say("Not decided: {1} of {2}, {3}", strconv.Itoa(len(c.Undecided)), limits, of))
	default:
		out.heading(words.Say("Beyond the budget: {1} of {2}, {3}", strconv.Itoa(len(c.Breaches)), limits, of))
	}
	for i := range c.Breaches {
		b := &c.Breaches[i]
		out.paragraph(words.Say("{1} ({2}, line {3})", title(b.Rule), c.File, strconv.Itoa(b.Limit.Line)))
		lines := []string{sentence(b)}
		for _, p := range b.Paths {
			if p.Finding != "" {
				lines = append(lines, words.Say("{1}: {2}", b.Run, p.Finding))
				continue
			}
			lines = append(lines, words.Say("{1}, {2} inclusive in {3}: {4}", words.Seen(p.Calls, p.Sampled), words.Brief(p.Time), b.Run, pathText(&p)))
		}
		if b.More > 0 {
			lines = append(lines, words.Say("and {1} more", words.Plural(int64(b.More), "method", "methods")))
		}
		out.list(0, lines)
	}
	for i := range c.Undecided {
		u := &c.Undecided[i]
		out.paragraph(words.Say("{1} ({2}, line {3})", title(u.Rule), c.File, strconv.Itoa(u.Limit.Line)))
		out.list(0, []string{undecidedSentence(u)})
	}
	for i := range c.Doubts {
		out.paragraph(doubt(&c.Doubts[i]))
	}
	for _, m := range c.Missed {
		out.paragraph(words.Filled(m).String())
	}
	return out.Flush()
}

// pathText formats a path of calls.
func pathText(p *budget.Path) string {
	s := strings.Join(p.Frames, " → ")
	if p.Cut > 0 {
		s = words.Say("({1} more) → {2}", words.Count(int64(p.Cut)), s)
	}
	return s
}

// JSON writes one object and a line feed. changes.md describes its keys.
func (c *Check) JSON(w io.Writer) error {
	values := func(s *runs.Spread) object {
		return object{{"n", s.N}, {"median", s.Median}, {"min", s.Min}, {"max", s.Max}}
	}
	rule := func(r *budget.Rule, l *budget.Limit) object {
		o := object{{"rule", title(r)}, {"ruleLine", r.Line}, {"limit", string(l.Kind)}, {"line", l.Line}}
		if l.Share > 0 {
			return append(o, member{"mostShare", l.Share})
		}
		return append(o, member{"most", l.Most})
	}
	measured := func(r *budget.Rule, l *budget.Limit, value, was *runs.Spread) object {
		o := append(rule(r, l), member{"value", values(value)})
		if l.Kind.Base() {
			o = append(o, member{"base", values(was)})
		}
		return o
	}
	breaches := []object{}
	for i := range c.Breaches {
		b := &c.Breaches[i]
		o := measured(b.Rule, &b.Limit, &b.Value, &b.Was)
		if b.Limit.Kind == budget.Slower {
			o = append(o, member{"chance", b.P})
		}
		if b.Limit.Kind == budget.New {
			o = append(o, member{"moreMethods", b.More})
		}
		paths := []object{}
		for _, p := range b.Paths {
			path := object{{"frames", append([]string{}, p.Frames...)}, {"cut", p.Cut}, {"calls", p.Calls}, {"inclusiveNs", p.Time}}
			if p.Finding != "" {
				path = append(path, member{"sentence", p.Finding})
			}
			paths = append(paths, path)
		}
		breaches = append(breaches, append(o, member{"text", words.Plain(sentence(b))}, member{"run", b.Run}, member{"paths", paths}))
	}
	kept := []object{}
	for i := range c.Kept {
		k := &c.Kept[i]
		o := measured(k.Rule, &k.Limit, &k.Value, &k.Was)
		if k.Limit.Kind == budget.New {
			o = append(o, member{"added", k.Added})
		}
		kept = append(kept, append(o, member{"text", words.Plain(keptSentence(k))}))
	}
	open := []object{}
	for i := range c.Undecided {
		u := &c.Undecided[i]
		why := map[budget.Flaw]string{budget.Incomplete: "incomplete", budget.Sampled: "sampled"}[u.Flaw]
		open = append(open, append(rule(u.Rule, &u.Limit), member{"why", why}, member{"run", u.Run}, member{"runs", u.Runs}, member{"text", words.Plain(undecidedSentence(u))}))
	}
	doubts := []object{}
	for i := range c.Doubts {
		d := &c.Doubts[i]
		doubts = append(doubts, append(rule(d.Rule, &d.Limit), member{"value", values(&d.Value)}, member{"base", values(&d.Was)}, member{"chance", d.P}, member{"runsNeeded", d.Needed}, member{"text", words.Plain(doubt(d))}))
	}
	return writeJSON(w, object{
		{"kind", "budget-check"}, {"schema", Schema}, {"within", c.Within()}, {"limits", c.Limits}, {"runs", c.Runs[budget.Held]}, {"baseRuns", c.Runs[budget.Base]},
		{"breaches", breaches}, {"undecided", open}, {"doubts", doubts}, {"kept", kept}, {"missed", append([]string{}, c.Missed...)},
	})
}
