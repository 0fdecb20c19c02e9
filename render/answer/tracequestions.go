package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// overview answers where the time of a thread went.
func (t *Trace) overview(r *Request) (*Answer, error) { return t.describe(r, place{}, "") }

// describe is the overview of a place.
func (t *Trace) describe(r *Request, in place, about string) (*Answer, error) {
	s, err := t.scope(r, in)
	if err != nil {
		return nil, err
	}
	o := t.story(&s)
	a := t.answer(&s, nil, about)
	a.Clock = clockNames[profile.Usual(t.Index)]
	a.Whole = ns(o.To - o.From)
	says := t.says(o)
	a.fact(words.Plain(says.Headline()))
	if s.ranged() {
		a.fact(fmt.Sprintf("Everything here is of the range from %s to %s.", words.Plain(words.Precise(s.from)), words.Plain(words.Precise(s.to))))
	}
	if t.Index.Info.Sampling == trace.Sampled {
		a.fact("The recording was sampled: counts are how often samples show a method, not calls.")
	}
	t.findingItems(a, o, &s)
	t.partItems(a, o, &s)
	for i := range o.Startup.Phases {
		p := &o.Startup.Phases[i]
		if p.Status == story.NotRecorded {
			continue
		}
		item := t.call("phase", &s, p.Call.Ref, p.Call.Times)
		item.Text = p.Anchor.String()
		if p.Status == story.Cut {
			item.Text += ", recorded in part"
		}
		a.add(item)
	}
	a.fact(words.Plain(says.Series(&o.Frames, true)))
	a.fact(words.Plain(says.Series(&o.Messages, false)))
	t.slowItems(a, "longest frame", &s, o.Frames.Slowest, 3)
	others := slices.DeleteFunc(slices.Clone(o.Messages.Slowest), func(m story.Slow) bool {
		return slices.ContainsFunc(o.Frames.Slowest, func(f story.Slow) bool { return m.From <= f.From && f.To <= m.To })
	})
	t.slowItems(a, "longest other message", &s, others, 3)
	for _, h := range o.Own {
		i := Item{Group: "own method", Handle: methodHandle(h.Method), Name: t.name(h.Method), Count: ns(h.Count)}
		t.times(&i, &s, h.Total, 0)
		t.self(&i, &s, h.Times)
		a.add(i)
	}
	a.fact(words.Plain(says.Silent(&story.DefaultThresholds)))
	a.fact(words.Plain(says.Unfit()))
	if !s.ranged() {
		for _, gap := range says.Gaps() {
			a.note(words.Plain(gap))
		}
	}
	at := suffix(t.placeOf(o, &s))
	if len(o.Findings) > 0 {
		a.next("why f1" + at)
	}
	here := " " + at
	if !s.ranged() && o.Thread == story.Main(t.Index.Info) {
		here = ""
	}
	if slices.ContainsFunc(o.Parts, func(p story.Part) bool { return p.Kind == story.Waiting && p.Cause != story.IdleWait }) {
		a.next("waits" + here)
	}
	a.next("methods " + at)
	if len(o.Frames.Slowest)+len(o.Messages.Slowest) > 0 {
		a.next("slowest" + here)
	}
	if len(t.Index.Info.Threads) > 1 {
		a.next("thread")
	}
	return a, nil
}

// placeOf returns the place of an overview, for the handles of its facts.
func (t *Trace) placeOf(o *story.Overview, s *scope) place {
	p := place{thread: threadHandle(o.Thread)}
	if s.ranged() {
		p.from, p.to = s.from, s.to
	}
	return p
}

// sentence returns a finding in words. With hidden names it leaves out the detail, which is a name.
func (t *Trace) sentence(says tell.Overview, f *story.Finding) string {
	if t.shown != nil {
		hidden := *f
		hidden.Detail = ""
		f = &hidden
	}
	return words.Plain(says.Finding(f))
}

// findingItems adds the findings of an overview.
func (t *Trace) findingItems(a *Answer, o *story.Overview, s *scope) {
	says := t.says(o)
	for i := range o.Findings {
		f := &o.Findings[i]
		item := Item{
			Group: "finding", Handle: fmt.Sprintf("f%d%s", i+1, suffix(t.placeOf(o, s))), Text: t.sentence(says, f), Count: ns(f.Count),
			Share: &f.Share, Certainty: f.Sure.String(),
		}
		t.primary(&item, f.Time, f.CPU)
		a.add(item)
	}
	if len(o.Findings) == 0 {
		thresholds := t.Thresholds
		if thresholds == (story.Thresholds{}) {
			thresholds = story.DefaultThresholds
		}
		a.fact(words.Plain(says.Nothing(&thresholds)))
	}
}

// primary sets the times of a part of an overview: by the primary clock, and on the CPU.
func (t *Trace) primary(i *Item, time, cpu int64) {
	if t.has(profile.CPU) && !t.Index.Counts(profile.CPU) {
		i.CPU = ns(cpu)
	}
	if t.Index.Info.Clocks&trace.Wall != 0 {
		i.Wall = ns(time)
	} else {
		i.CPU = ns(time)
	}
}

// partHandle returns the handle of a part of an overview.
func partHandle(p *story.Part, in place) string {
	switch p.Kind {
	case story.Waiting:
		return "w:" + story.Hyphenated(p.Cause) + suffix(in)
	case story.Running:
		return "o:" + originWords[p.Origin] + suffix(in)
	}
	return ""
}

// originWords name origins in handles.
var originWords = [platform.Origins]string{
	platform.Own: "own", platform.Library: "library", platform.Platform: "platform", platform.Native: "native", platform.Tracer: "tracer", platform.Unknown: "unknown",
}

// partItems adds the parts of an overview, the largest first.
func (t *Trace) partItems(a *Answer, o *story.Overview, s *scope) {
	parts := slices.Clone(o.Parts)
	sorting.Stable(parts, func(a, b story.Part) int { return cmp.Compare(b.Time, a.Time) })
	for i := range parts {
		a.add(t.part(o, &parts[i], s))
	}
}

// part returns the item of a part.
func (t *Trace) part(o *story.Overview, p *story.Part, s *scope) Item {
	item := Item{Group: "part", Handle: partHandle(p, t.placeOf(o, s)), Text: words.Plain(tell.PartTitle(p)), Count: ns(p.Count)}
	t.primary(&item, p.Time, p.CPU)
	if span := o.To - o.From; span > 0 {
		share := float64(p.Time) / float64(span)
		item.Share = &share
	}
	return item
}

// slowItems adds the longest frames or messages.
func (t *Trace) slowItems(a *Answer, group string, s *scope, of []story.Slow, most int) {
	for i := range of {
		if i == most {
			a.omit(group, len(of)-most)
			break
		}
		slow := &of[i]
		item := t.call(group, s, slow.Ref, slow.Times)
		var text []string
		if slow.Handler != call.NoMethod {
			text = append(text, "handled by "+t.name(slow.Handler))
		}
		if slow.Own != call.NoMethod {
			text = append(text, fmt.Sprintf("%s of it in %s %s", words.Plain(words.Brief(slow.OwnTime)), methodHandle(slow.Own), t.name(slow.Own)))
		}
		if inside := t.says(&story.Overview{}).Inside(&slow.Inside); inside != "" {
			text = append(text, words.Plain(inside))
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

// findings lists the findings on a thread.
func (t *Trace) findings(r *Request) (*Answer, error) {
	s, err := t.scope(r, place{})
	if err != nil {
		return nil, err
	}
	o := t.story(&s)
	a, says := t.answer(&s, nil, ""), t.says(o)
	a.Whole = ns(o.To - o.From)
	if len(o.Findings) > 0 {
		a.fact(words.Plain(says.Coverage()))
	}
	t.findingItems(a, o, &s)
	for i := range o.Findings {
		f := &o.Findings[i]
		for j := range f.Calls {
			if j == 3 {
				a.omit("proof", len(f.Calls)-j)
				break
			}
			item := t.call("proof", &s, f.Calls[j].Ref, f.Calls[j].Times)
			item.Text = fmt.Sprintf("of f%d", i+1)
			a.add(item)
		}
		if len(a.Next) < 3 {
			a.next(fmt.Sprintf("why f%d%s", i+1, suffix(t.placeOf(o, &s))))
		}
	}
	a.fact(words.Plain(says.Silent(&story.DefaultThresholds)))
	a.fact(words.Plain(says.Unfit()))
	return a, nil
}

// why explains a method, a call, a range, a finding or a part.
func (t *Trace) why(r *Request) (*Answer, error) {
	if first, in, err := placed(r.About); err == nil {
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
	}
	if _, _, err := placed(r.About); err != nil && strings.Contains(r.About, "..") {
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
	a := t.answer(&s, nil, r.About)
	a.Whole = ns(o.To - o.From)
	a.fact(t.sentence(t.says(o), f))
	a.fact(fmt.Sprintf("It is %s of the thread's time that is not idle. Certainty: %s. Rule: %s.", words.Plain(words.Percent(f.Share)), f.Sure, f.Rule))
	a.fact(words.Plain(tell.Advice(f.Advice)))
	shown := f.Calls[:min(len(f.Calls), mostPath)]
	for i := range shown {
		a.add(t.call("call", &s, shown[i].Ref, shown[i].Times))
	}
	a.omit("call", int(f.Count)-len(shown))
	p := t.profile(&s)
	for _, m := range append(slices.Clone(f.Methods), f.Own) {
		if m != call.NoMethod {
			a.add(t.method("method", &s, m, &p.Methods[m], 0))
		}
	}
	if f.Other != story.NoThread {
		a.fact("The other thread is " + t.threadName(f.Other) + ".")
		a.next("why " + threadHandle(f.Other))
	}
	if len(f.Calls) > 0 {
		longest := f.Calls[0].Ref
		if f.Rule != story.WaitsFor && len(f.Calls) == 1 {
			t.inside(a, longest, &s)
		}
		a.next("why "+callHandle(longest), "path "+callHandle(longest))
		if len(f.Methods) > 0 && len(f.Calls) > 1 {
			a.next("callers " + methodHandle(f.Methods[0]) + suffix(t.placeOf(o, &s)))
		}
	}
	return a, nil
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
			a := t.answer(&s, nil, r.About)
			a.Whole = ns(o.To - o.From)
			a.fact(fmt.Sprintf("%s: %s of %s.", words.Plain(tell.PartTitle(p)), words.Plain(words.Brief(p.Time)), words.Plain(words.Brief(o.To-o.From))))
			if p.Kind == story.Waiting && p.Cause == story.Unexplained {
				a.fact("The thread was off the CPU in methods that are not known to wait. Another thread had the core, or the kernel held the thread up.")
			}
			t.siteItems(a, o, p, &s)
			return a, nil
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

// siteItems adds the methods with the most time of a part, and its longest calls.
func (t *Trace) siteItems(a *Answer, o *story.Overview, p *story.Part, s *scope) {
	type wait struct {
		call *story.Call
		site *story.Site
	}
	var calls []wait
	for i := range p.Sites {
		site := &p.Sites[i]
		item := Item{Group: "site", Name: t.name(site.Method), Count: ns(site.Count)}
		if site.Method != call.NoMethod {
			item.Handle = methodHandle(site.Method)
		}
		if t.shown == nil {
			item.Text = site.Detail
		}
		if site.Own != call.NoMethod && site.Own != site.Method {
			item.Text = strings.TrimPrefix(item.Text+"; called by "+methodHandle(site.Own)+" "+t.name(site.Own), "; ")
		}
		t.primary(&item, site.Time, 0)
		if p.Kind == story.Waiting || t.Index.Info.Clocks&trace.Wall != 0 {
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
	if t.has(profile.Waiting) {
		by = profile.Waiting
	}
	sorting.Stable(calls, func(a, b wait) int { return cmp.Compare(b.call.Times[by], a.call.Times[by]) })
	for _, w := range calls {
		a.add(t.call("call", s, w.call.Ref, w.call.Times))
	}
	switch {
	case len(calls) > 0:
		a.next("why "+callHandle(calls[0].call.Ref), "path "+callHandle(calls[0].call.Ref))
	case len(p.Sites) > 0 && p.Sites[0].Method != call.NoMethod:
		a.next("why " + methodHandle(p.Sites[0].Method) + "@" + threadHandle(o.Thread))
	}
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
	a, says := t.answer(&s, nil, clipped(r.About, 120)), t.says(o)
	a.Whole = ns(o.To - o.From)
	a.fact(words.Plain(says.Headline()))
	var parts []story.Part
	for _, p := range o.Parts {
		if p.Kind == story.Waiting {
			parts = append(parts, p)
		}
	}
	sorting.Stable(parts, func(a, b story.Part) int { return cmp.Compare(b.Time, a.Time) })
	for i := range parts {
		p := &parts[i]
		item := t.part(o, p, &s)
		item.Group = "cause"
		a.add(item)
		if len(a.Next) == 0 && p.Cause != story.IdleWait {
			a.next("waits " + story.Hyphenated(p.Cause) + suffix(t.placeOf(o, &s)))
		}
	}
	for i := range parts {
		p := &parts[i]
		for j := range p.Sites {
			if j == 2 {
				break
			}
			site := &p.Sites[j]
			item := Item{Group: "site", Name: t.name(site.Method), Text: story.Hyphenated(p.Cause), Count: ns(site.Count)}
			if site.Method != call.NoMethod {
				item.Handle = methodHandle(site.Method)
			}
			if site.Detail != "" && t.shown == nil {
				item.Text += ", " + site.Detail
			}
			by := site.Own
			if len(site.Calls) > 0 {
				longest := site.Calls[0].Ref
				if by == call.NoMethod && longest.Depth > 0 {
					by = t.Index.Method(t.caller(longest))
				}
				item.Text += ", the longest is " + callHandle(longest)
			}
			if by != call.NoMethod {
				item.Text += ", called by " + methodHandle(by) + " " + t.name(by)
			}
			item.Wall = ns(site.Time)
			a.add(item)
		}
	}
	if len(parts) == 0 {
		a.fact("No waiting is recorded.")
	}
	return a, nil
}

// whyCall explains a call: where its time went, and its callees.
func (t *Trace) whyCall(ref profile.Ref, s *scope) *Answer {
	x := t.Index
	l, th := x.Level(ref), &x.Calls.Threads[ref.Thread]
	own, callees := x.Self(ref)
	a := t.answer(s, nil, callHandle(ref)+" "+t.name(x.Method(ref)))
	times := x.Times(ref)
	a.Whole = ns(times[s.clock])
	item := t.call("this call", s, ref, times)
	t.self(&item, s, own)
	a.add(item)
	a.fact(fmt.Sprintf("%s took %s on %s, %s of it in itself. It made %s directly.", t.name(x.Method(ref)), t.figure(s, times[s.clock]), t.threadName(ref.Thread), t.figure(s, own[s.clock]), plural(int64(callees), "call", "calls")))
	if int64(ref.Row) == 0 && int64(ref.Depth) < th.OrphanExits {
		a.note("The call was already running when the recording began.")
	}
	if int(ref.Row) == l.Len()-1 && int64(ref.Depth) < th.OpenCalls {
		a.note("The call was still running when the recording ended.")
	}
	if n, _ := x.AtLeast(ref); x.Info.Sampling == trace.Sampled && n > 1 {
		a.note(fmt.Sprintf("Samples merged at least %d calls into this one.", n))
	}
	t.inside(a, ref, s)
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
		i := Item{Group: "callee", Handle: methodHandle(m), Name: t.name(m), Count: ns(of.calls), Text: "the longest is " + callHandle(of.most)}
		t.times(&i, s, of.times, times[s.clock])
		a.add(i)
	}
	if len(order) > 0 {
		a.next("why " + callHandle(sums[order[0]].most))
	}
	a.next("path "+callHandle(ref), "why "+methodHandle(x.Method(ref)))
	return a
}

// inside adds the parts of a call's time, and its heaviest path.
func (t *Trace) inside(a *Answer, ref profile.Ref, s *scope) {
	x := t.Index
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
	t.partItems(a, o, &part)
	path := []profile.Ref{ref}
	for {
		next := t.heaviest(path[0], s.clock)
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
	a.fact(fmt.Sprintf("Its heaviest path, where each call takes at least half of its caller's time, ends with %s: %s, %s of it in itself.", t.name(x.Method(path[0])), t.figure(s, times[s.clock]), t.figure(s, own[s.clock])))
	for i, at := range path {
		if i == mostPath {
			a.omit("heaviest path", len(path)-i)
			break
		}
		own, _ := x.Self(at)
		item := t.call("heaviest path", s, at, x.Times(at))
		item.Thread = ""
		t.self(&item, s, own)
		a.add(item)
	}
	a.next("why " + callHandle(path[0]))
}

// heaviest returns the longest callee of a call, or the call if it has none.
func (t *Trace) heaviest(of profile.Ref, clock profile.Clock) profile.Ref {
	th := &t.Index.Calls.Threads[of.Thread]
	longest, most := of, int64(0)
	first, end := th.Callees(int(of.Depth), int(of.Row))
	for row := first; row < end; row++ {
		at := profile.Ref{Thread: of.Thread, Depth: of.Depth + 1, Row: uint32(row)}
		if took := t.Index.Times(at)[clock]; took > most {
			longest, most = at, took
		}
	}
	return longest
}

// whyMethod explains a method: its figures, callees, callers and longest calls.
func (t *Trace) whyMethod(m trace.MethodIndex, s *scope) *Answer {
	p := t.profile(s)
	of := &p.Methods[m]
	a := t.answer(s, p, methodHandle(m)+" "+t.name(m))
	if of.Calls+of.Recursive == 0 {
		a.fact(t.name(m) + " has no calls here.")
		return a
	}
	whole := p.Total()[s.clock]
	a.add(t.method("this method", s, m, of, whole))
	a.fact(t.costs(p, s, m))
	t.spread(a, p, s, m, 3)
	rel := p.Relatives(m, s.clock)
	t.edges(a, "callee", s, rel.Children, of.Inclusive[s.clock])
	t.edges(a, "caller", s, rel.Parents, of.Inclusive[s.clock])
	a.next("callees "+methodHandle(m), "callers "+methodHandle(m), "path "+methodHandle(m), "slowest "+methodHandle(m))
	return a
}

// costs returns a sentence with the figures of a method.
func (t *Trace) costs(p *profile.Profile, s *scope, m trace.MethodIndex) string {
	of, whole := &p.Methods[m], p.Total()[s.clock]
	counted := words.Seen(of.Calls+of.Recursive, t.Index.Info.Sampling == trace.Sampled)
	if t.Index.Info.Sampling != trace.Sampled {
		counted = plural(of.Calls+of.Recursive, "call", "calls")
	}
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
		a, says := t.answer(&s, nil, clipped(r.About, 120)), t.says(o)
		a.Whole = ns(o.To - o.From)
		a.fact(words.Plain(says.Series(&o.Frames, true)))
		a.fact(words.Plain(says.Series(&o.Messages, false)))
		t.slowItems(a, "longest frame", &s, o.Frames.Slowest, 10)
		t.slowItems(a, "longest message", &s, o.Messages.Slowest, 10)
		if len(a.Items) == 0 {
			a.fact("The recording shows no frames or messages of this thread. Ask for the slowest calls of a method.")
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
	first, in := r.About, place{}
	if at := strings.LastIndex(first, "@"); at >= 0 {
		var err error
		if first, in, err = placed(first); err != nil {
			return nil, err
		}
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
	t.order(p, &s, all, true)
	whole := p.Total()[s.clock]
	for i, m := range all {
		if i == mostItems {
			a.omit("method", len(all)-i)
			break
		}
		a.add(t.method("method", &s, m, &p.Methods[m], whole))
	}
	if len(all) > 0 {
		a.next("why "+methodHandle(all[0]), "callers "+methodHandle(all[0]))
	}
	return a, nil
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
		var all []trace.MethodIndex
		for m := range p.Methods {
			if p.Methods[m].Calls+p.Methods[m].Recursive > 0 {
				all = append(all, trace.MethodIndex(m))
			}
		}
		t.order(p, &s, all, true)
		for i, m := range all {
			if i == mostItems {
				a.omit("method", len(all)-i)
				break
			}
			a.add(t.method("method", &s, m, &p.Methods[m], p.Total()[s.clock]))
		}
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
