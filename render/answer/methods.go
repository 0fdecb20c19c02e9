package answer

import (
	"cmp"
	"fmt"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/words"
)

// costs returns a sentence with the figures of a method.
func (t *Trace) costs(p *profile.Profile, s *scope, m trace.MethodIndex) string {
	of, whole := &p.Methods[m], p.Total()[s.clock]
	counted := words.Seen(of.Calls+of.Recursive, t.Index.Info.Sampling == trace.Sampled)
	text := fmt.Sprintf("%s: %s, %s inclusive, %s exclusive", t.name(m), words.Plain(counted), t.figure(s, of.Inclusive[s.clock]), t.figure(s, of.Exclusive[s.clock]))
	if whole > 0 {
		text += fmt.Sprintf("; %s of the time of %s inclusive", words.Plain(words.Share(float64(of.Inclusive[s.clock])/float64(whole))), t.where(s))
	}
	if of.Recursive > 0 {
		text += fmt.Sprintf("; %s of the calls are recursive", words.Count(of.Recursive))
	}
	return text + "."
}

// where names the threads of a scope.
func (t *Trace) where(s *scope) string {
	first, n := 0, 0
	for i, in := range s.Threads {
		if in {
			if n == 0 {
				first = i
			}
			n++
		}
	}
	switch n {
	case 0:
		return "all threads"
	case 1:
		return t.threadName(trace.ThreadIndex(first))
	}
	return plural(int64(n), "thread", "threads")
}

// spread adds the distribution of a method's calls, and the longest ones.
func (t *Trace) spread(a *Answer, p *profile.Profile, s *scope, m trace.MethodIndex, most int) {
	d := p.Spread(m, s.clock)
	if d.Count == 0 {
		return
	}
	if d.Count > 1 {
		a.fact(fmt.Sprintf("A call takes %s to %s: mean %s, median %s, p95 %s.", t.figure(s, d.Min), t.figure(s, d.Max), t.figure(s, d.Mean), t.figure(s, d.Median), t.figure(s, d.P95)))
	}
	for i, l := range d.Longest {
		if i == most {
			break
		}
		item := t.call("longest call", s, l.Call, t.Index.Times(l.Call))
		item.Name = ""
		a.add(item)
	}
	a.omit("longest call", int(d.Count)-min(most, len(d.Longest)))
}

// edges adds callers or callees. Shares are of the method's inclusive time.
func (t *Trace) edges(a *Answer, group string, s *scope, edges []profile.Edge, whole int64) {
	for _, e := range edges {
		i := Item{Group: group, Name: "(no caller)", Count: ns(e.Calls)}
		if e.Method != call.NoMethod {
			i.Handle, i.Name = methodHandle(e.Method), t.name(e.Method)
		}
		t.times(&i, s, e.Inclusive, whole)
		a.add(i)
	}
}

// callers answers what calls a method.
func (t *Trace) callers(r *Request) (*Answer, error) { return t.relatives(r, true) }

// callees answers what a method calls.
func (t *Trace) callees(r *Request) (*Answer, error) { return t.relatives(r, false) }

func (t *Trace) relatives(r *Request, callers bool) (*Answer, error) {
	of, s, ask, err := t.find(r.About, r)
	if err != nil || ask != nil {
		return ask, err
	}
	p := t.profile(&s)
	m := &p.Methods[of.method]
	a := t.answer(&s, p, methodHandle(of.method)+" "+t.name(of.method))
	a.fact(t.costs(p, &s, of.method))
	rel := p.Relatives(of.method, s.clock)
	whole := m.Inclusive[s.clock]
	a.fact("Shares are of the method's inclusive time.")
	if callers {
		t.edges(a, "caller", &s, rel.Parents, whole)
		t.edges(a, "recursive caller", &s, rel.RecursiveParents, 0)
		if len(rel.Parents) > 0 && rel.Parents[0].Method != call.NoMethod {
			a.next("callers " + methodHandle(rel.Parents[0].Method))
		}
		a.next("path " + methodHandle(of.method))
		return a, nil
	}
	i := Item{Group: "callee", Name: "(itself)"}
	t.times(&i, &s, rel.Self, whole)
	a.add(i)
	t.edges(a, "callee", &s, rel.Children, whole)
	t.edges(a, "recursive callee", &s, rel.RecursiveChildren, 0)
	if len(rel.Children) > 0 {
		a.next("why " + methodHandle(rel.Children[0].Method))
	}
	return a, nil
}

// path answers how the stack led to a call.
func (t *Trace) path(r *Request) (*Answer, error) {
	of, s, ask, err := t.find(r.About, r)
	if err != nil || ask != nil {
		return ask, err
	}
	x := t.Index
	if of.call == nil {
		d := t.profile(&s).Spread(of.method, s.clock)
		if len(d.Longest) == 0 {
			return nil, fmt.Errorf("%s has no calls here", t.name(of.method))
		}
		of.call = &d.Longest[0].Call
	}
	a := t.answer(&s, nil, callHandle(*of.call)+" "+t.name(of.method))
	if r.About != callHandle(*of.call) {
		a.fact("This is the path to the longest call of the method.")
	}
	a.fact("The innermost call comes first, and each is called by the next.")
	for at := *of.call; ; {
		own, _ := x.Self(at)
		i := t.call("call", &s, at, x.Times(at))
		i.Thread = ""
		t.self(&i, &s, own)
		a.add(i)
		if at.Depth == 0 {
			break
		}
		at = t.caller(at)
	}
	a.fact("Thread: " + t.threadName(of.call.Thread) + ".")
	a.next("why " + callHandle(*of.call))
	return a, nil
}

// caller returns the call that made a call, which is not the outermost.
func (t *Trace) caller(r profile.Ref) profile.Ref {
	row := t.Index.Calls.Threads[r.Thread].Caller(int(r.Depth), int(r.Row))
	return profile.Ref{Thread: r.Thread, Depth: r.Depth - 1, Row: uint32(row)}
}

// slowest answers which calls of a method took longest, or which frames and messages.
func (t *Trace) slowest(r *Request) (*Answer, error) {
	if first, in, err := placed(r.About); err == nil && first == "" {
		s, err := t.scope(r, in)
		if err != nil {
			return nil, err
		}
		o := t.story(&s)
		a, text := t.answer(&s, nil, clipped(r.About, 120)), t.sentences(o)
		a.Whole = ns(o.To - o.From)
		frames, messages, inputs := text.Series()
		for _, says := range []string{frames, text.Late(story.UsualLimit), messages, inputs} {
			a.fact(words.Plain(says))
		}
		t.slowItems(a, "longest frame", &s, o.Frames.Slowest, 10)
		t.slowItems(a, "longest message", &s, o.Messages.Slowest, 10)
		t.slowItems(a, "longest input event", &s, o.Inputs.Slowest, 10)
		if len(a.Items) == 0 {
			a.fact("The recording shows no frames, messages or input events of this thread. Ask for the slowest calls of a method.")
			a.next("methods @" + threadHandle(o.Thread))
		} else {
			a.next("why " + a.Items[0].Handle)
		}
		return a, nil
	}
	of, s, ask, err := t.find(r.About, r)
	if err != nil || ask != nil {
		return ask, err
	}
	p := t.profile(&s)
	a := t.answer(&s, p, methodHandle(of.method)+" "+t.name(of.method))
	a.fact(t.costs(p, &s, of.method))
	t.spread(a, p, &s, of.method, 10)
	if r.Over > 0 {
		over, whole := 0, 0
		p.EachCall(of.method, func(ref profile.Ref, _ *call.Level) {
			if whole++; t.Index.Times(ref)[s.clock] > r.Over {
				over++
			}
		})
		limit := words.Plain(words.Brief(r.Over))
		a.Facts = append([]string{fmt.Sprintf("%s of %s took longer than %s.", words.Count(int64(over)), plural(int64(whole), "call", "calls"), limit)}, a.Facts...)
		a.add(Item{Group: "longer calls", Text: "longer than " + limit, Count: ns(int64(over))})
	}
	if len(a.Items) > 0 && a.Items[0].Handle != "" {
		a.next("why "+a.Items[0].Handle, "path "+a.Items[0].Handle)
	}
	return a, nil
}

// methods answers which methods take the most exclusive time.
func (t *Trace) methods(r *Request) (*Answer, error) {
	first, in, err := cutPlace(r.About)
	if err != nil {
		return nil, err
	}
	s, err := t.scope(r, in)
	if err != nil {
		return nil, err
	}
	p := t.profile(&s)
	a := t.answer(&s, p, clipped(first, 120))
	all := t.matches(p, first)
	if first == "" {
		a.fact(fmt.Sprintf("%s calls. Figures are of %s. Methods with the most exclusive time come first.", plural(int64(len(all)), "method has", "methods have"), t.where(&s)))
	} else {
		a.fact(fmt.Sprintf("%s. Figures are of %s.", plural(int64(len(all)), "method with calls matches", "methods with calls match"), t.where(&s)))
	}
	t.methodItems(a, p, &s, all)
	if len(all) > 0 {
		a.next("why "+methodHandle(all[0]), "callers "+methodHandle(all[0]))
	}
	return a, nil
}

// methodItems adds methods, those with the most exclusive time first. It sorts them.
func (t *Trace) methodItems(a *Answer, p *profile.Profile, s *scope, all []trace.MethodIndex) {
	t.order(p, s, all, true)
	for _, m := range all[:min(len(all), mostItems)] {
		a.add(t.method("method", s, m, &p.Methods[m], p.Total()[s.clock]))
	}
	a.omit("method", len(all)-mostItems)
}

// thread lists the threads, or describes one of them.
func (t *Trace) thread(r *Request) (*Answer, error) {
	x := t.Index
	if r.About != "" {
		first, in, err := placed(r.About)
		if err != nil {
			return nil, err
		}
		if first != "" {
			in.thread = first
		}
		about := *r
		about.Thread = ""
		s, err := t.scope(&about, in)
		if err != nil {
			return nil, err
		}
		p := t.profile(&s)
		a := t.answer(&s, p, clipped(r.About, 120))
		for i, in := range s.Threads {
			if in {
				a.fact(fmt.Sprintf("%s: %s.", t.threadName(trace.ThreadIndex(i)), plural(t.Index.Calls.Threads[i].Records, "record", "records")))
			}
		}
		t.methodItems(a, p, &s, t.matches(p, ""))
		a.next("why " + clipped(in.thread, 80))
		return a, nil
	}
	s, err := t.scope(r, place{})
	if err != nil {
		return nil, err
	}
	sums := x.ThreadSums(s.Scope)
	var all []trace.ThreadIndex
	var whole int64
	for i := range x.Calls.Threads {
		if x.Calls.Threads[i].Records > 0 && s.Has(trace.ThreadIndex(i)) {
			all = append(all, trace.ThreadIndex(i))
			whole += sums[i].Inclusive[s.clock]
		}
	}
	a := t.answer(&s, nil, "")
	a.Whole = ns(whole)
	a.fact(fmt.Sprintf("%s with records. Times are the times in calls.", plural(int64(len(all)), "thread", "threads")))
	sorting.Stable(all, func(a, b trace.ThreadIndex) int {
		return cmp.Compare(sums[b].Inclusive[s.clock], sums[a].Inclusive[s.clock])
	})
	for _, i := range all {
		item := Item{Group: "thread", Handle: threadHandle(i), Name: t.label(i), Text: fmt.Sprintf("id %d", x.Info.Threads[i].ID), Count: ns(sums[i].Calls)}
		t.times(&item, &s, sums[i].Inclusive, whole)
		a.add(item)
	}
	if len(all) > 0 {
		a.next("thread "+threadHandle(all[0]), "why "+threadHandle(all[0]))
	}
	return a, nil
}
