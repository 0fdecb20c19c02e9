package changes

import (
	"fmt"
	"io"
	"math"
	"strings"

	"traceglass/parser/budget"
	"traceglass/parser/runs"
	"traceglass/render/words"
)

// A Check is the verdict on runs that were held to a budget, as it is written.
type Check struct {
	*budget.Verdict
	File string // the budget's
}

// title is what a rule is called.
func title(r *budget.Rule) string {
	if r.Name != "" {
		return r.Name
	}
	return r.Pattern.Kind() + " " + r.Pattern.String()
}

// figure is a value of a limit: a time or a number.
func figure(kind budget.Kind, v float64) string {
	if kind.Timed() {
		return words.Brief(int64(math.Round(v)))
	}
	if v == math.Trunc(v) {
		return words.Count(int64(v))
	}
	return fmt.Sprintf("%.1f", v)
}

// spread is a figure of several runs: the median, and the least and most where they differ.
func spread(kind budget.Kind, s *runs.Spread) string {
	if s.Constant() {
		return figure(kind, s.Median)
	}
	return fmt.Sprintf("%s (%s to %s in %d runs)", figure(kind, s.Median), figure(kind, s.Min), figure(kind, s.Max), s.N)
}

var clockText = [...]string{"wall", "CPU", "waiting"}

// where says what of a trace a rule counts.
func where(r *budget.Rule) (s string) {
	if r.Thread != "" {
		s += " on " + r.Thread
	}
	if r.Before != "" {
		s += " before " + r.Before
	}
	return s
}

// sentence says how far a breach goes beyond its limit.
func sentence(b *budget.Breach) string {
	kind, most := b.Limit.Kind, float64(b.Limit.Most)
	value := spread(kind, &b.Value)
	in := where(b.Rule)
	switch kind {
	case budget.Calls:
		return fmt.Sprintf("%s %s%s, at most %s allowed.", value, words.Noun(int64(b.Value.Median), "call", "calls"), in, figure(kind, most))
	case budget.MoreCalls:
		return fmt.Sprintf("%s %s%s, %s more than the base's %s; at most %s more allowed.", value, words.Noun(int64(b.Value.Median), "call", "calls"), in,
			figure(kind, b.Value.Median-b.Was.Median), spread(kind, &b.Was), figure(kind, most))
	case budget.New:
		n := len(b.Paths) + b.More
		return fmt.Sprintf("%s called%s and not in the base, at most %s allowed.", words.Plural(int64(n), "method is", "methods are"), in, figure(kind, most))
	case budget.Time:
		return fmt.Sprintf("%s of inclusive %s time%s, at most %s allowed.", value, clockText[b.Rule.Clock], in, figure(kind, most))
	case budget.Self:
		return fmt.Sprintf("%s of exclusive %s time%s, at most %s allowed.", value, clockText[b.Rule.Clock], in, figure(kind, most))
	}
	return fmt.Sprintf("%s of inclusive %s time%s, %s (%s) more than the base's %s; at most %s more allowed. By chance the runs would differ so once in %s comparisons.",
		value, clockText[b.Rule.Clock], in, figure(kind, b.Value.Median-b.Was.Median), percent(b.Was.Median, b.Value.Median), spread(kind, &b.Was), allowed(&b.Limit),
		words.Count(int64(math.Round(1/b.P))))
}

// allowed is the most that Slower permits.
func allowed(l *budget.Limit) string {
	if l.Most > 0 {
		return words.Brief(l.Most)
	}
	return words.Percent(l.Share)
}

// doubt says that a change may be chance.
func doubt(d *budget.Doubt) string {
	s := fmt.Sprintf("%s: %s of inclusive %s time beside %s, more than the %s that line %d allows, but ", title(d.Rule), spread(d.Limit.Kind, &d.Value), clockText[d.Rule.Clock],
		spread(d.Limit.Kind, &d.Was), allowed(&d.Limit), d.Limit.Line)
	if d.Needed > 0 {
		return s + fmt.Sprintf("so few runs cannot tell that from chance: %d of each are needed.", d.Needed)
	}
	return s + "the runs differ as much among themselves: it may be chance."
}

// Text writes it for a terminal, or in Markdown for a comment on a change.
func (c *Check) Text(w io.Writer, markdown bool) error {
	out := newPage(w, markdown)
	of := words.Plural(int64(c.Runs[budget.Held]), "run", "runs")
	if n := c.Runs[budget.Base]; n > 0 {
		of += fmt.Sprintf(" beside %s of the base", words.Count(int64(n)))
	}
	if len(c.Breaches) == 0 {
		out.heading("Within the budget: %s, %s", words.Plural(int64(c.Limits), "limit", "limits"), of)
	} else {
		out.heading("Beyond the budget: %d of %s, %s", len(c.Breaches), words.Plural(int64(c.Limits), "limit", "limits"), of)
	}
	for i := range c.Breaches {
		b := &c.Breaches[i]
		out.say("%s (%s, line %d)", title(b.Rule), c.File, b.Limit.Line)
		lines := []string{sentence(b)}
		for _, p := range b.Paths {
			lines = append(lines, fmt.Sprintf("%s, %s in %s: %s", words.Plural(p.Calls, "call", "calls"), words.Brief(p.Time), b.Run, way(&p)))
		}
		if b.More > 0 {
			lines = append(lines, fmt.Sprintf("and %s more", words.Plural(int64(b.More), "method", "methods")))
		}
		out.list(0, lines)
	}
	for i := range c.Doubts {
		out.say("%s", doubt(&c.Doubts[i]))
	}
	for _, m := range c.Missed {
		out.say("%s", m)
	}
	return out.Flush()
}

// way is a path as text.
func way(p *budget.Path) string {
	s := strings.Join(p.Frames, " → ")
	if p.Cut > 0 {
		s = fmt.Sprintf("(%s more) → ", words.Count(int64(p.Cut))) + s
	}
	return s
}

// JSON writes one object and a line feed. Its keys are described in changes.md beside this file.
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
	breaches := []object{}
	for i := range c.Breaches {
		b := &c.Breaches[i]
		o := append(rule(b.Rule, &b.Limit), member{"value", values(&b.Value)})
		if b.Limit.Kind.Base() {
			o = append(o, member{"base", values(&b.Was)})
		}
		if b.Limit.Kind == budget.Slower {
			o = append(o, member{"chance", b.P})
		}
		if b.Limit.Kind == budget.New {
			o = append(o, member{"moreMethods", b.More})
		}
		paths := []object{}
		for _, p := range b.Paths {
			paths = append(paths, object{{"frames", p.Frames}, {"cut", p.Cut}, {"calls", p.Calls}, {"inclusiveNs", p.Time}})
		}
		breaches = append(breaches, append(o, member{"text", words.Plain(sentence(b))}, member{"run", b.Run}, member{"paths", paths}))
	}
	doubts := []object{}
	for i := range c.Doubts {
		d := &c.Doubts[i]
		doubts = append(doubts, append(rule(d.Rule, &d.Limit), member{"value", values(&d.Value)}, member{"base", values(&d.Was)}, member{"chance", d.P}, member{"runsNeeded", d.Needed}, member{"text", words.Plain(doubt(d))}))
	}
	return writeJSON(w, object{
		{"kind", "budget-check"}, {"schema", Schema}, {"within", len(c.Breaches) == 0}, {"limits", c.Limits}, {"runs", c.Runs[budget.Held]}, {"baseRuns", c.Runs[budget.Base]},
		{"breaches", breaches}, {"doubts", doubts}, {"missed", append([]string{}, c.Missed...)},
	})
}
