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

// why explains a method, a call, a range, a finding or a part.
func (t *Trace) why(r *Request) (*Answer, error) {
	first, in, err := placed(r.About)
	switch {
	case err == nil:
		switch n, isFinding := numbered("f", first); {
		case first == "":
			return t.describe(r, in, r.About)
		case isFinding:
			return t.whyFinding(r, n, in)
		case strings.HasPrefix(first, "w:"), strings.HasPrefix(first, "o:"):
			return t.whyPart(r, first, in)
		}
		if n, ok := numbered("t", first); ok && n < len(t.Index.Info.Threads) {
			in.thread = first
			return t.describe(r, in, r.About)
		}
	case strings.Contains(r.About, ".."):
		return nil, err
	}
	of, s, ask, err := t.find(r.About, r)
	switch {
	case err != nil || ask != nil:
		return ask, err
	case of.call != nil:
		return t.whyCall(*of.call, &s), nil
	}
	return t.whyMethod(of.method, &s), nil
}

// whyFinding explains a finding.
func (t *Trace) whyFinding(r *Request, n int, in place) (*Answer, error) {
	s, err := t.scope(r, in)
	if err != nil {
		return nil, err
	}
	o := t.story(&s)
	if n < 1 || n > len(o.Findings) {
		return nil, fmt.Errorf("there are %d findings here, so none is f%d", len(o.Findings), n)
	}
	f := &o.Findings[n-1]
	a := s.answer(nil, r.About)
	a.Whole = ns(o.To - o.From)
	a.fact(s.names.sentence(s.names.sentences(o), f))
	whole := "thread's time that is not idle"
	if o.OnCPU {
		whole = "sampled time of the thread"
	}
	a.fact(fmt.Sprintf("It is %s of the %s. Certainty: %s. Rule: %s.", words.Plain(words.Percent(f.Share)), whole, f.Sure, f.Rule))
	a.fact(words.Plain(tell.AdviceOn(f, s.names.info())))
	shown := f.Calls[:min(len(f.Calls), mostPath)]
	for i := range shown {
		a.add(s.call("call", shown[i].Ref, shown[i].Times))
	}
	a.omit("call", int(f.Count)-len(shown))
	p := t.profile(&s)
	for _, m := range append(slices.Clone(f.Methods), f.Own) {
		if m != call.NoMethod {
			a.add(s.method("method", m, &p.Methods[m], 0))
		}
	}
	if f.Other != story.NoThread {
		a.fact("The other thread is " + s.names.threadName(f.Other) + ".")
		a.next("why " + threadHandle(f.Other))
	}
	if len(f.Calls) > 0 {
		longest := f.Calls[0].Ref
		if f.Rule != story.WaitsFor && len(f.Calls) == 1 {
			t.inside(a, longest)
		}
		a.next("why "+callHandle(longest), "path "+callHandle(longest))
		if len(f.Methods) > 0 && len(f.Calls) > 1 {
			a.next("callers " + methodHandle(f.Methods[0]) + suffix(s.placeOf(o)))
		}
	}
	return a.Answer, nil
}

// whyPart explains a part of an overview: where its time is.
func (t *Trace) whyPart(r *Request, handle string, in place) (*Answer, error) {
	s, err := t.scope(r, in)
	if err != nil {
		return nil, err
	}
	o := t.story(&s)
	for i := range o.Parts {
		if p := &o.Parts[i]; partHandle(p, place{}) == handle {
			a := s.answer(nil, r.About)
			a.Whole = ns(o.To - o.From)
			a.fact(fmt.Sprintf("%s: %s of %s.", words.Plain(tell.PartTitle(p)), words.Plain(words.Brief(p.Time)), words.Plain(words.Brief(o.To-o.From))))
			if p.Kind == story.Waiting && p.Cause == story.Unexplained {
				a.fact("The thread was off the CPU in methods that are not known to wait. Another thread had the core, or the kernel held the thread up.")
			}
			a.sites(o, p)
			return a.Answer, nil
		}
	}
	var all []string
	for i := range o.Parts {
		if h := partHandle(&o.Parts[i], place{}); h != "" {
			all = append(all, h)
		}
	}
	return nil, fmt.Errorf("the overview has no part %q here; it has %s", clipped(handle, 80), strings.Join(all, ", "))
}

// waits answers what a thread waits for.
func (t *Trace) waits(r *Request) (*Answer, error) {
	first, in, err := placed(strings.TrimPrefix(r.About, "w:"))
	if err != nil {
		return nil, err
	}
	if first != "" {
		if _, ok := story.CauseNamed(first); !ok {
			var all []string
			for c := range story.Causes {
				all = append(all, story.Hyphenated(c))
			}
			return nil, fmt.Errorf("no cause of waiting is named %q; there are %s", clipped(first, 80), strings.Join(all, ", "))
		}
		return t.whyPart(r, "w:"+first, in)
	}
	s, err := t.scope(r, in)
	if err != nil {
		return nil, err
	}
	o := t.story(&s)
	a, text := s.answer(nil, clipped(r.About, 120)), s.names.sentences(o)
	a.Whole = ns(o.To - o.From)
	a.fact(words.Plain(text.Headline()))
	parts := waitParts(o)
	for i := range parts {
		p := &parts[i]
		item := s.part(o, p)
		item.Group = "cause"
		a.add(item)
		if len(a.Next) == 0 && p.Cause != story.IdleWait {
			a.next("waits " + story.Hyphenated(p.Cause) + suffix(s.placeOf(o)))
		}
	}
	a.causeSites(parts)
	if len(parts) == 0 {
		a.fact("No waiting is recorded.")
	}
	return a.Answer, nil
}

// waitParts returns the parts of an overview that are waits, the largest first.
func waitParts(o *story.Overview) (parts []story.Part) {
	for _, p := range o.Parts {
		if p.Kind == story.Waiting {
			parts = append(parts, p)
		}
	}
	sorting.Stable(parts, func(a, b story.Part) int { return cmp.Compare(b.Time, a.Time) })
	return parts
}

// whyCall explains a call: where its time went, and its callees.
func (t *Trace) whyCall(ref profile.Ref, s *scope) *Answer {
	x := t.Index
	l, th := x.Level(ref), &x.Calls.Threads[ref.Thread]
	own, callees := x.Self(ref)
	a := s.answer(nil, callHandle(ref)+" "+s.names.name(x.Method(ref)))
	times := x.Times(ref)
	a.Whole = ns(times[s.clock])
	item := s.call("this call", ref, times)
	s.self(&item, own)
	a.add(item)
	a.fact(fmt.Sprintf("%s took %s on %s, %s of it in itself. It made %s directly.", s.names.name(x.Method(ref)), s.figure(times[s.clock]), s.names.threadName(ref.Thread), s.figure(own[s.clock]), plural(int64(callees), "call", "calls")))
	if int64(ref.Row) == 0 && int64(ref.Depth) < th.OrphanExits {
		a.note("The call was already running when the recording began.")
	}
	if int(ref.Row) == l.Len()-1 && int64(ref.Depth) < th.OpenCalls {
		a.note("The call was still running when the recording ended.")
	}
	if n, _ := x.AtLeast(ref); x.Info.Sampling == trace.Sampled && n > 1 {
		a.note(fmt.Sprintf("Samples merged at least %d calls into this one.", n))
	}
	t.inside(a, ref)
	type sum struct {
		calls int64
		times profile.Times
		most  profile.Ref
		top   int64
	}
	sums := map[trace.MethodIndex]*sum{}
	var order []trace.MethodIndex
	first, end := th.Callees(int(ref.Depth), int(ref.Row))
	for row := first; row < end; row++ {
		at := profile.Ref{Thread: ref.Thread, Depth: ref.Depth + 1, Row: uint32(row)}
		m, took := x.Method(at), x.Times(at)
		of := sums[m]
		if of == nil {
			of = &sum{top: -1}
			sums[m], order = of, append(order, m)
		}
		of.calls++
		for c := range took {
			of.times[c] += took[c]
		}
		if took[s.clock] > of.top {
			of.top, of.most = took[s.clock], at
		}
	}
	sorting.Stable(order, func(a, b trace.MethodIndex) int {
		return cmp.Compare(sums[b].times[s.clock], sums[a].times[s.clock])
	})
	for _, m := range order {
		of := sums[m]
		i := Item{Group: "callee", Handle: methodHandle(m), Name: s.names.name(m), Count: ns(of.calls), Text: "the longest is " + callHandle(of.most)}
		s.times(&i, of.times, times[s.clock])
		a.add(i)
	}
	if len(order) > 0 {
		a.next("why " + callHandle(sums[order[0]].most))
	}
	a.next("path "+callHandle(ref), "why "+methodHandle(x.Method(ref)))
	return a.Answer
}

// inside adds the parts of a call's time, and its heaviest path.
func (t *Trace) inside(a *draft, ref profile.Ref) {
	s, x := a.in, t.Index
	l := x.Level(ref)
	part := *s
	part.From, part.To = l.Start(int(ref.Row)), l.End(int(ref.Row))
	part.Threads = make([]bool, len(x.Calls.Threads))
	part.Threads[ref.Thread] = true
	if part.To <= part.From {
		return
	}
	o := t.story(&part)
	part.place = place{x.Calls.Nanos(part.From), x.Calls.Nanos(part.To), threadHandle(ref.Thread)}
	(&draft{a.Answer, &part}).parts(o)
	path := []profile.Ref{ref}
	for {
		next := s.heaviest(path[0])
		if 2*x.Times(next)[s.clock] < x.Times(path[0])[s.clock] || next == path[0] {
			break
		}
		path = append([]profile.Ref{next}, path...)
	}
	if path = path[:len(path)-1]; len(path) < 2 {
		return
	}
	own, _ := x.Self(path[0])
	times := x.Times(path[0])
	a.fact(fmt.Sprintf("Its heaviest path, where each call takes at least half of its caller's time, ends with %s: %s, %s of it in itself.", s.names.name(x.Method(path[0])), s.figure(times[s.clock]), s.figure(own[s.clock])))
	for i, at := range path {
		if i == mostPath {
			a.omit("heaviest path", len(path)-i)
			break
		}
		own, _ := x.Self(at)
		item := s.call("heaviest path", at, x.Times(at))
		item.Thread = ""
		s.self(&item, own)
		a.add(item)
	}
	a.next("why " + callHandle(path[0]))
}

// whyMethod explains a method: its figures, callees, callers and longest calls.
func (t *Trace) whyMethod(m trace.MethodIndex, s *scope) *Answer {
	p := t.profile(s)
	of := &p.Methods[m]
	a := s.answer(p, methodHandle(m)+" "+s.names.name(m))
	if of.Calls+of.Recursive == 0 {
		a.fact(s.names.name(m) + " has no calls here.")
		return a.Answer
	}
	whole := p.Total()[s.clock]
	a.add(s.method("this method", m, of, whole))
	a.fact(s.costs(p, m))
	a.spread(p, m, 3)
	rel := p.Relatives(m, s.clock)
	a.edges("callee", rel.Children, of.Inclusive[s.clock])
	a.edges("caller", rel.Parents, of.Inclusive[s.clock])
	a.next("callees "+methodHandle(m), "callers "+methodHandle(m), "path "+methodHandle(m), "slowest "+methodHandle(m))
	return a.Answer
}
