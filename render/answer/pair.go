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
	var sides [2]*compare.Side
	var stories [2]*changes.Story
	var rows [2]map[string]trace.MethodIndex
	for i, t := range []*Trace{a, b} {
		s, err := t.scope(r, place{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", clipped(t.File, 120), err)
		}
		p := t.profile(&s)
		sides[i] = compare.NewSide(p, t.File)
		if r.About == "" {
			stories[i] = changes.StoryIn(p.Index, s.Scope)
		}
		rows[i] = map[string]trace.MethodIndex{}
		for m := range p.Methods {
			if in := &p.Info.Methods[m]; p.Methods[m].Calls+p.Methods[m].Recursive > 0 {
				rows[i][in.Class+"."+in.Name+in.Signature] = trace.MethodIndex(m)
			}
		}
	}
	of := compare.Of(sides[0], sides[1], nil, nil)
	if err := of.Refusal(); err != nil {
		return nil, err
	}
	out := &Answer{Schema: Schema, Question: clipped(strings.TrimSpace("diff "+r.About), mostName), File: clipped(a.File+" and "+b.File, mostName)}
	clocks := of.Clocks()
	var clock profile.Clock
	if len(clocks) > 0 {
		clock = clocks[0]
		if r.HasClock {
			clock = r.Clock
		}
		out.Clock = clockNames[clock]
	}
	was, idleA := of.Times(0)
	is, idleB := of.Times(1)
	brief := func(t *profile.Times) string { return words.Plain(words.Brief(t[clock])) }
	out.fact(fmt.Sprintf("A is %s, B is %s.", clipped(a.File, 120), clipped(b.File, 120)))
	if idleA[clock]|idleB[clock] != 0 {
		out.fact(fmt.Sprintf("All time in calls without idle waits: %s in A, %s in B. Idle waits: %s in A, %s in B. Methods include them.", brief(&was), brief(&is), brief(&idleA), brief(&idleB)))
	} else {
		out.fact(fmt.Sprintf("All time in calls: %s in A, %s in B.", brief(&was), brief(&is)))
	}
	if r.About == "" {
		if answer := changes.AnswerOf(of, stories[0], stories[1]); answer != nil {
			out.fact(words.Plain(answer.String()))
		}
		findings := changes.CompareFindings([][]changes.Finding{stories[0].Findings}, [][]changes.Finding{stories[1].Findings})
		out.fact(words.Plain(findings.Title()) + ".")
		for i := range findings.Changes {
			c := &findings.Changes[i]
			out.add(Item{Group: "finding", Name: c.Kind, Text: words.Plain(c.String())})
		}
	}
	for _, remark := range of.Remarks() {
		out.note(words.Filled(remark).String())
	}
	word := strings.ToLower(r.About)
	order := compare.ByExclusive
	if len(clocks) == 0 {
		order = compare.ByCalls
	}
	n := 0
	for _, i := range of.Changes(order, clock, compare.Either) {
		before, after := &of.Methods[0][i], &of.Methods[1][i]
		if before.Exclusive[clock] == after.Exclusive[clock] && before.Inclusive[clock] == after.Inclusive[clock] && before.Calls+before.Recursive == after.Calls+after.Recursive {
			continue
		}
		name := of.Name(i)
		if !strings.Contains(strings.ToLower(name.Text()), word) {
			continue
		}
		if n++; n > mostItems {
			out.omit("method", 1)
			continue
		}
		item := Item{Group: "method", Name: name.Text(), Count: ns(after.Calls + after.Recursive), WasCount: ns(before.Calls + before.Recursive)}
		key := name.Class + "." + name.Name + name.Signature
		if m, ok := rows[1][key]; ok {
			item.Handle = methodHandle(m)
		} else if m, ok := rows[0][key]; ok {
			item.Handle = "a:" + methodHandle(m)
		}
		if len(clocks) > 0 && !b.Index.Counts(clock) {
			item.Self, item.WasSelf, item.Was = ns(after.Exclusive[clock]), ns(before.Exclusive[clock]), ns(before.Inclusive[clock])
			if clock == profile.CPU {
				item.CPU = ns(after.Inclusive[clock])
			} else {
				item.Wall = ns(after.Inclusive[clock])
			}
		}
		out.add(item)
	}
	if slices.ContainsFunc(out.Items, func(i Item) bool { return i.Handle != "" }) {
		out.fact("Handles of methods are of B. Those that begin with a: are of A, without this beginning.")
	}
	switch {
	case r.About != "":
		out.fact(plural(int64(n), "method that matches has changed.", "methods that match have changed."))
	case len(out.Items) == 0:
		out.fact("Nothing changed.")
	}
	return out, nil
}
