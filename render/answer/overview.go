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
	switch {
	case !o.OnCPU:
		a.Whole = ns(o.To - o.From)
	case !t.Index.Counts(profile.CPU):
		a.Whole = ns(o.Total[profile.CPU])
	}
	text := t.sentences(o)
	a.fact(words.Plain(text.Headline()))
	a.fact(words.Plain(text.End()))
	if s.ranged() {
		a.fact(fmt.Sprintf("Everything here is of the range from %s to %s.", words.Plain(words.Precise(s.from)), words.Plain(words.Precise(s.to))))
	}
	if t.Index.Info.Sampling == trace.Sampled {
		a.fact("The recording was sampled: counts are how often samples show a method, not calls.")
	}
	if guess := tell.OwnGuess(t.Index.Info); guess != "" {
		if t.shown != nil { // names are hidden
			guess = "Which code is the app's own is a guess."
		}
		a.fact(words.Plain(guess))
	}
	a.fact(words.Plain(tell.ShortNames(t.Index.Info)))
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
	frames, messages, inputs := text.Series()
	for _, says := range []string{frames, text.LateBesides(), messages, inputs} {
		a.fact(words.Plain(says))
	}
	t.slowItems(a, "longest frame", &s, o.Frames.Slowest, 3)
	t.slowItems(a, "longest other message", &s, o.OtherMessages(), 3)
	t.slowItems(a, "longest input event", &s, o.Inputs.Slowest, 3)
	for _, h := range o.Own {
		i := Item{Group: "own method", Handle: methodHandle(h.Method), Name: t.name(h.Method), Count: ns(h.Count)}
		t.times(&i, &s, h.Total, 0)
		t.self(&i, &s, h.Times)
		a.add(i)
	}
	a.fact(words.Plain(text.Further()))
	a.fact(words.Plain(text.Silent(&story.DefaultThresholds)))
	a.fact(words.Plain(text.Unfit()))
	if !s.ranged() {
		for _, gap := range text.Gaps() {
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
	if len(o.Frames.Slowest)+len(o.Messages.Slowest)+len(o.Inputs.Slowest) > 0 {
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
func (t *Trace) sentence(text *tell.Overview, f *story.Finding) string {
	if t.shown != nil {
		hidden := *f
		hidden.Detail = ""
		f = &hidden
	}
	return words.Plain(text.Finding(f))
}

// findingItems adds the findings of an overview.
func (t *Trace) findingItems(a *Answer, o *story.Overview, s *scope) {
	text := t.sentences(o)
	for i := range o.Findings {
		f := &o.Findings[i]
		item := Item{
			Group: "finding", Handle: fmt.Sprintf("f%d%s", i+1, suffix(t.placeOf(o, s))), Text: t.sentence(text, f), Count: ns(f.Count),
			Share: &f.Share, Certainty: f.Sure.String(),
		}
		if f.PartOf > 0 {
			item.Text = fmt.Sprintf("part of f%d: %s", f.PartOf, item.Text)
		}
		t.primary(&item, f.Time, f.CPU)
		a.add(item)
	}
	if o.IsCalm() {
		thresholds := t.Thresholds
		if thresholds == (story.Thresholds{}) {
			thresholds = story.DefaultThresholds
		}
		a.fact(words.Plain(text.Nothing(&thresholds)))
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
	sorting.Stable(parts, func(a, b story.Part) int { return cmp.Compare(o.Cost(&b), o.Cost(&a)) })
	for i := range parts {
		if o.OnCPU && parts[i].CPU == 0 { // between samples
			continue
		}
		a.add(t.part(o, &parts[i], s))
	}
}

// part returns the item of a part.
func (t *Trace) part(o *story.Overview, p *story.Part, s *scope) Item {
	item := Item{Group: "part", Handle: partHandle(p, t.placeOf(o, s)), Text: words.Plain(tell.PartTitle(p)), Count: ns(p.Count)}
	if o.OnCPU {
		t.times(&item, s, profile.Times{profile.CPU: p.CPU}, o.Total[profile.CPU])
		return item
	}
	t.primary(&item, p.Time, p.CPU)
	if span := o.To - o.From; span > 0 {
		share := float64(p.Time) / float64(span)
		item.Share = &share
	}
	return item
}

// slowItems adds the longest frames or messages.
func (t *Trace) slowItems(a *Answer, group string, s *scope, of []story.Slow, most int) {
	sentences := t.sentences(&story.Overview{})
	clock := profile.Wall
	if t.Index.Info.Clocks&trace.Wall == 0 {
		clock = profile.CPU
	}
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

// findings lists the findings on a thread.
func (t *Trace) findings(r *Request) (*Answer, error) {
	s, err := t.scope(r, place{})
	if err != nil {
		return nil, err
	}
	o := t.story(&s)
	a, text := t.answer(&s, nil, ""), t.sentences(o)
	a.Whole = ns(o.To - o.From)
	if len(o.Findings) > 0 {
		a.fact(words.Plain(text.Coverage()))
		a.fact(words.Plain(text.Further()))
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
	a.fact(words.Plain(text.Silent(&story.DefaultThresholds)))
	a.fact(words.Plain(text.Unfit()))
	return a, nil
}
