package answer

import (
	"fmt"
	"slices"
	"strings"

	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/report/changes"
	"traceglass/render/words"
)

// Diff answers what changed from one trace to another. Handles of methods are of b, or of a where only a has the method:
// then a: precedes them.
func Diff(a, b *Trace, r Request) (out *Answer, err error) {
	words.InEnglish(func() string {
		out, err = diff(a, b, &r)
		return ""
	})
	return out, err
}

func diff(a, b *Trace, r *Request) (*Answer, error) {
	p, err := newPair(a, b, r)
	if err != nil {
		return nil, err
	}
	p.times()
	if r.About == "" {
		p.findings()
	}
	for _, remark := range p.of.Remarks() {
		p.note(words.Filled(remark).String())
	}
	n := p.methods(strings.ToLower(r.About))
	if slices.ContainsFunc(p.Items, func(i Item) bool { return i.Handle != "" }) {
		p.fact("Handles of methods are of B. Those that begin with a: are of A, without this beginning.")
	}
	switch {
	case r.About != "":
		p.fact(plural(int64(n), "method that matches has changed.", "methods that match have changed."))
	case len(p.Items) == 0:
		p.fact("Nothing changed.")
	}
	return p.Answer, nil
}

// A pair is an unfinished answer about two traces, A and B. Its methods add facts and items.
type pair struct {
	*Answer
	traces  [2]*Trace
	stories [2]*changes.Story // nil in a question about some methods
	rows    [2]map[string]trace.MethodIndex
	of      *compare.Comparison
	timed   bool          // the traces have comparable times or events
	by      profile.Clock // of the figures, if timed
}

// newPair compares the scopes of two traces and begins the answer. An error says why they cannot be compared.
func newPair(a, b *Trace, r *Request) (*pair, error) {
	p := &pair{traces: [2]*Trace{a, b}}
	var sides [2]*compare.Side
	for i, t := range p.traces {
		s, err := t.scope(r, place{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", clipped(t.File, 120), err)
		}
		in := t.profile(&s)
		sides[i] = compare.NewSide(in, t.File)
		if r.About == "" {
			p.stories[i] = changes.StoryIn(in.Index, s.Scope)
		}
		p.rows[i] = called(in)
	}
	p.of = compare.Of(sides[0], sides[1], nil, nil)
	if err := p.of.Refusal(); err != nil {
		return nil, err
	}
	p.Answer = &Answer{Schema: Schema, Question: clipped(strings.TrimSpace("diff "+r.About), mostName), File: clipped(a.File+" and "+b.File, mostName)}
	if clocks := p.of.Clocks(); len(clocks) > 0 {
		p.timed, p.by = true, clocks[0]
		if r.HasClock {
			p.by = r.Clock
		}
		p.Clock = clockNames[p.by]
	}
	return p, nil
}

// called returns the methods of a profile with calls, by class, name and signature.
func called(p *profile.Profile) map[string]trace.MethodIndex {
	rows := map[string]trace.MethodIndex{}
	for m := range p.Methods {
		if in := &p.Info.Methods[m]; p.Methods[m].Calls+p.Methods[m].Recursive > 0 {
			rows[in.Class+"."+in.Name+in.Signature] = trace.MethodIndex(m)
		}
	}
	return rows
}

// times adds the files and the time in all calls of each.
func (p *pair) times() {
	was, idleA := p.of.Times(0)
	is, idleB := p.of.Times(1)
	brief := func(t *profile.Times) string { return words.Plain(words.Brief(t[p.by])) }
	p.fact(fmt.Sprintf("A is %s, B is %s.", clipped(p.traces[0].File, 120), clipped(p.traces[1].File, 120)))
	if idleA[p.by]|idleB[p.by] != 0 {
		p.fact(fmt.Sprintf("All time in calls without idle waits: %s in A, %s in B. Idle waits: %s in A, %s in B. Methods include them.", brief(&was), brief(&is), brief(&idleA), brief(&idleB)))
	} else {
		p.fact(fmt.Sprintf("All time in calls: %s in A, %s in B.", brief(&was), brief(&is)))
	}
}

// findings adds the cause of the change, and the findings that changed.
func (p *pair) findings() {
	if answer := changes.AnswerOf(p.of, p.stories[0], p.stories[1]); answer != nil {
		p.fact(words.Plain(answer.String()))
	}
	findings := changes.CompareFindings([][]changes.Finding{p.stories[0].Findings}, [][]changes.Finding{p.stories[1].Findings})
	p.fact(words.Plain(findings.Title()) + ".")
	for i := range findings.Changes {
		c := &findings.Changes[i]
		p.add(Item{Group: "finding", Name: c.Kind, Text: words.Plain(c.String())})
	}
}

// methods adds the methods that changed and have a lower-case text in their names. It returns their number.
func (p *pair) methods(text string) (n int) {
	order := compare.ByExclusive
	if !p.timed {
		order = compare.ByCalls
	}
	for _, i := range p.of.Changes(order, p.by, compare.Either) {
		if !p.changed(i) || !strings.Contains(strings.ToLower(p.of.Name(i).Text()), text) {
			continue
		}
		if n++; n > mostItems {
			p.omit("method", 1)
			continue
		}
		p.add(p.method(i))
	}
	return n
}

// changed reports whether any figure of a pair of methods differs.
func (p *pair) changed(i int) bool {
	before, after := &p.of.Methods[0][i], &p.of.Methods[1][i]
	return before.Exclusive[p.by] != after.Exclusive[p.by] || before.Inclusive[p.by] != after.Inclusive[p.by] || before.Calls+before.Recursive != after.Calls+after.Recursive
}

// method returns the item of a pair of methods.
func (p *pair) method(i int) Item {
	before, after := &p.of.Methods[0][i], &p.of.Methods[1][i]
	name := p.of.Name(i)
	item := Item{
		Group: "method", Handle: p.handle(name), Name: name.Text(), Count: ns(after.Calls + after.Recursive), WasCount: ns(before.Calls + before.Recursive),
	}
	if p.timed && !p.traces[1].Index.Counts(p.by) {
		item.Self, item.WasSelf, item.Was = ns(after.Exclusive[p.by]), ns(before.Exclusive[p.by]), ns(before.Inclusive[p.by])
		if p.by == profile.CPU {
			item.CPU = ns(after.Inclusive[p.by])
		} else {
			item.Wall = ns(after.Inclusive[p.by])
		}
	}
	return item
}

// handle returns the handle of a method in B, or in A where only A calls it, or "".
func (p *pair) handle(name *compare.Method) string {
	key := name.Class + "." + name.Name + name.Signature
	if m, ok := p.rows[1][key]; ok {
		return methodHandle(m)
	}
	if m, ok := p.rows[0][key]; ok {
		return "a:" + methodHandle(m)
	}
	return ""
}
