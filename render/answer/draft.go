package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// A draft is an unfinished answer about a scope. Its methods add items.
type draft struct {
	*Answer
	in *scope
}

// spread adds the distribution of a method's calls, and the longest ones.
func (a *draft) spread(p *profile.Profile, m trace.MethodIndex, most int) {
	d := p.Spread(m, a.in.clock)
	if d.Count == 0 {
		return
	}
	if d.Count > 1 {
		a.fact(fmt.Sprintf("A call takes %s to %s: mean %s, median %s, p95 %s.", a.in.figure(d.Min), a.in.figure(d.Max), a.in.figure(d.Mean), a.in.figure(d.Median), a.in.figure(d.P95)))
	}
	for i, l := range d.Longest {
		if i == most {
			break
		}
		item := a.in.call("longest call", l.Call, a.in.index.Times(l.Call))
		item.Name = ""
		a.add(item)
	}
	a.omit("longest call", int(d.Count)-min(most, len(d.Longest)))
}

// edges adds callers or callees. Shares are of the method's inclusive time.
func (a *draft) edges(group string, edges []profile.Edge, whole int64) {
	for _, e := range edges {
		i := Item{Group: group, Name: "(no caller)", Count: ns(e.Calls)}
		if e.Method != call.NoMethod {
			i.Handle, i.Name = methodHandle(e.Method), a.in.names.name(e.Method)
		}
		a.in.times(&i, e.Inclusive, whole)
		a.add(i)
	}
}

// methods adds methods, those with the most exclusive time first. It sorts them.
func (a *draft) methods(p *profile.Profile, all []trace.MethodIndex) {
	a.in.order(p, all, true)
	for _, m := range all[:min(len(all), mostItems)] {
		a.add(a.in.method("method", m, &p.Methods[m], p.Total()[a.in.clock]))
	}
	a.omit("method", len(all)-mostItems)
}

// findings adds the findings of an overview.
func (a *draft) findings(o *story.Overview) {
	text := a.in.names.sentences(o)
	for i := range o.Findings {
		f := &o.Findings[i]
		item := Item{
			Group: "finding", Handle: fmt.Sprintf("f%d%s", i+1, suffix(a.in.placeOf(o))), Text: a.in.names.sentence(text, f), Count: ns(f.Count),
			Share: &f.Share, Certainty: f.Sure.String(),
		}
		if f.PartOf > 0 {
			item.Text = fmt.Sprintf("part of f%d: %s", f.PartOf, item.Text)
		}
		a.in.primary(&item, f.Time, f.CPU)
		a.add(item)
	}
	if o.IsCalm() {
		a.fact(words.Plain(text.Nothing()))
	}
	for _, says := range []string{tell.Recording(text), tell.Meanwhile(text), tell.Collects(text), text.Busier()} {
		if says != "" {
			a.fact(words.Plain(says))
		}
	}
}

// parts adds the parts of an overview, the largest first.
func (a *draft) parts(o *story.Overview) {
	parts := slices.Clone(o.Parts)
	sorting.Stable(parts, func(a, b story.Part) int { return cmp.Compare(o.Cost(&b), o.Cost(&a)) })
	for i := range parts {
		if o.OnCPU && parts[i].CPU == 0 { // between samples
			continue
		}
		a.add(a.in.part(o, &parts[i]))
	}
}

// slow adds the longest frames or messages.
func (a *draft) slow(group string, of []story.Slow, most int) {
	sentences := a.in.names.sentences(&story.Overview{})
	clock := profile.Wall
	if a.in.index.Info.Clocks&trace.Wall == 0 {
		clock = profile.CPU
	}
	for i := range of {
		if i == most {
			a.omit(group, len(of)-most)
			break
		}
		slow := &of[i]
		item := a.in.call(group, slow.Ref, slow.Times)
		var text []string
		if slow.Handler != call.NoMethod {
			text = append(text, "handled by "+a.in.names.name(slow.Handler))
		}
		if slow.Own != call.NoMethod {
			text = append(text, fmt.Sprintf("%s of it in %s %s", words.Plain(words.Brief(slow.OwnTime)), methodHandle(slow.Own), a.in.names.name(slow.Own)))
		}
		if inside := sentences.Inside(&slow.Inside, slow.Times[clock]); inside != "" {
			text = append(text, words.Plain(inside))
		}
		if paused := tell.Paused(slow.Paused); paused != "" {
			text = append(text, words.Plain(paused))
		}
		if slow.Cut {
			text = append(text, "recorded in part")
		}
		if slow.Glued > 1 {
			text = append(text, fmt.Sprintf("at least %d calls that samples merged", slow.Glued))
		}
		item.Text = strings.Join(text, "; ")
		a.add(item)
	}
}

// sites adds the methods with the most time of a part, and its longest calls.
func (a *draft) sites(o *story.Overview, p *story.Part) {
	type wait struct {
		call *story.Call
		site *story.Site
	}
	var calls []wait
	for i := range p.Sites {
		site := &p.Sites[i]
		item := Item{Group: "site", Name: a.in.names.name(site.Method), Count: ns(site.Count)}
		if site.Method != call.NoMethod {
			item.Handle = methodHandle(site.Method)
		}
		if a.in.names.hidden == nil {
			item.Text = site.Detail
		}
		if site.Own != call.NoMethod && site.Own != site.Method {
			item.Text = strings.TrimPrefix(item.Text+"; called by "+methodHandle(site.Own)+" "+a.in.names.name(site.Own), "; ")
		}
		a.in.primary(&item, site.Time, 0)
		if p.Kind == story.Waiting || a.in.index.Info.Clocks&trace.Wall != 0 {
			item.CPU = nil // not known by site
		}
		if p.Time > 0 {
			share := float64(site.Time) / float64(p.Time)
			item.Share = &share
		}
		a.add(item)
		for j := range site.Calls {
			calls = append(calls, wait{&site.Calls[j], site})
		}
	}
	a.omit("site", p.More)
	by := profile.Wall
	if a.in.has(profile.Waiting) {
		by = profile.Waiting
	}
	sorting.Stable(calls, func(a, b wait) int { return cmp.Compare(b.call.Times[by], a.call.Times[by]) })
	for _, w := range calls {
		a.add(a.in.call("call", w.call.Ref, w.call.Times))
	}
	switch {
	case len(calls) > 0:
		a.next("why "+callHandle(calls[0].call.Ref), "path "+callHandle(calls[0].call.Ref))
	case len(p.Sites) > 0 && p.Sites[0].Method != call.NoMethod:
		a.next("why " + methodHandle(p.Sites[0].Method) + "@" + threadHandle(o.Thread))
	}
}

// causeSites adds, for each wait, the two methods with the most time of it.
func (a *draft) causeSites(parts []story.Part) {
	for i := range parts {
		p := &parts[i]
		for j := range p.Sites[:min(len(p.Sites), 2)] {
			site := &p.Sites[j]
			item := Item{Group: "site", Name: a.in.names.name(site.Method), Text: story.Hyphenated(p.Cause), Count: ns(site.Count)}
			if site.Method != call.NoMethod {
				item.Handle = methodHandle(site.Method)
			}
			if site.Detail != "" && a.in.names.hidden == nil {
				item.Text += ", " + site.Detail
			}
			by := site.Own
			if len(site.Calls) > 0 {
				longest := site.Calls[0].Ref
				if by == call.NoMethod && longest.Depth > 0 {
					by = a.in.index.Method(a.in.caller(longest))
				}
				item.Text += ", the longest is " + callHandle(longest)
			}
			if by != call.NoMethod {
				item.Text += ", called by " + methodHandle(by) + " " + a.in.names.name(by)
			}
			item.Wall = ns(site.Time)
			a.add(item)
		}
	}
}
