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
	a := s.answer(p, methodHandle(of.method)+" "+s.names.name(of.method))
	a.fact(s.costs(p, of.method))
	rel := p.Relatives(of.method, s.clock)
	whole := m.Inclusive[s.clock]
	a.fact("Shares are of the method's inclusive time.")
	if callers {
		a.edges("caller", rel.Parents, whole)
		a.edges("recursive caller", rel.RecursiveParents, 0)
		if len(rel.Parents) > 0 && rel.Parents[0].Method != call.NoMethod {
			a.next("callers " + methodHandle(rel.Parents[0].Method))
		}
		a.next("path " + methodHandle(of.method))
		return a.Answer, nil
	}
	i := Item{Group: "callee", Name: "(itself)"}
	s.times(&i, rel.Self, whole)
	a.add(i)
	a.edges("callee", rel.Children, whole)
	a.edges("recursive callee", rel.RecursiveChildren, 0)
	if len(rel.Children) > 0 {
		a.next("why " + methodHandle(rel.Children[0].Method))
	}
	return a.Answer, nil
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
			return nil, fmt.Errorf("%s has no calls here", s.names.name(of.method))
		}
		of.call = &d.Longest[0].Call
	}
	a := s.answer(nil, callHandle(*of.call)+" "+s.names.name(of.method))
	if r.About != callHandle(*of.call) {
		a.fact("This is the path to the longest call of the method.")
	}
	a.fact("The innermost call comes first, and each is called by the next.")
	for at := *of.call; ; {
		own, _ := x.Self(at)
		i := s.call("call", at, x.Times(at))
		i.Thread = ""
		s.self(&i, own)
		a.add(i)
		if at.Depth == 0 {
			break
		}
		at = s.caller(at)
	}
	a.fact("Thread: " + s.names.threadName(of.call.Thread) + ".")
	a.next("why " + callHandle(*of.call))
	return a.Answer, nil
}

// slowest answers which calls of a method took longest, or which frames and messages.
func (t *Trace) slowest(r *Request) (*Answer, error) {
	if first, in, err := placed(r.About); err == nil && first == "" {
		s, err := t.scope(r, in)
		if err != nil {
			return nil, err
		}
		o := t.story(&s)
		a, text := s.answer(nil, clipped(r.About, 120)), s.names.sentences(o)
		a.Whole = ns(o.To - o.From)
		frames, messages, inputs := text.Series()
		for _, says := range []string{frames, text.Late(story.UsualLimit), messages, inputs} {
			a.fact(words.Plain(says))
		}
		a.slow("longest frame", o.Frames.Slowest, 10)
		a.slow("longest message", o.Messages.Slowest, 10)
		a.slow("longest input event", o.Inputs.Slowest, 10)
		if len(a.Items) == 0 {
			a.fact("The recording shows no frames, messages or input events of this thread. Ask for the slowest calls of a method.")
			a.next("methods @" + threadHandle(o.Thread))
		} else {
			a.next("why " + a.Items[0].Handle)
		}
		return a.Answer, nil
	}
	of, s, ask, err := t.find(r.About, r)
	if err != nil || ask != nil {
		return ask, err
	}
	p := t.profile(&s)
	a := s.answer(p, methodHandle(of.method)+" "+s.names.name(of.method))
	a.fact(s.costs(p, of.method))
	a.spread(p, of.method, 10)
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
	return a.Answer, nil
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
	a := s.answer(p, clipped(first, 120))
	all := t.matches(p, first)
	if first == "" {
		a.fact(fmt.Sprintf("%s calls. Figures are of %s. Methods with the most exclusive time come first.", plural(int64(len(all)), "method has", "methods have"), s.where()))
	} else {
		a.fact(fmt.Sprintf("%s. Figures are of %s.", plural(int64(len(all)), "method with calls matches", "methods with calls match"), s.where()))
	}
	a.methods(p, all)
	if len(all) > 0 {
		a.next("why "+methodHandle(all[0]), "callers "+methodHandle(all[0]))
	}
	return a.Answer, nil
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
		a := s.answer(p, clipped(r.About, 120))
		for i, in := range s.Threads {
			if in {
				a.fact(fmt.Sprintf("%s: %s.", s.names.threadName(trace.ThreadIndex(i)), plural(t.Index.Calls.Threads[i].Records, "record", "records")))
			}
		}
		a.methods(p, t.matches(p, ""))
		a.next("why " + clipped(in.thread, 80))
		return a.Answer, nil
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
	a := s.answer(nil, "")
	a.Whole = ns(whole)
	a.fact(fmt.Sprintf("%s with records. Times are the times in calls.", plural(int64(len(all)), "thread", "threads")))
	sorting.Stable(all, func(a, b trace.ThreadIndex) int {
		return cmp.Compare(sums[b].Inclusive[s.clock], sums[a].Inclusive[s.clock])
	})
	for _, i := range all {
		item := Item{Group: "thread", Handle: threadHandle(i), Name: s.names.thread(i), Text: fmt.Sprintf("id %d", x.Info.Threads[i].ID), Count: ns(sums[i].Calls)}
		s.times(&item, sums[i].Inclusive, whole)
		a.add(item)
	}
	if len(all) > 0 {
		a.next("thread "+threadHandle(all[0]), "why "+threadHandle(all[0]))
	}
	return a.Answer, nil
}
