package answer

import (
	"fmt"
	"slices"

	"traceglass/parser/platform"
	"traceglass/parser/profile"
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
	a := s.answer(nil, about)
	a.Clock = clockNames[profile.Usual(t.Index)]
	switch {
	case !o.OnCPU:
		a.Whole = ns(o.To - o.From)
	case !t.Index.Counts(profile.CPU):
		a.Whole = ns(o.Total[profile.CPU])
	}
	text := s.names.sentences(o)
	a.fact(words.Plain(text.Headline()))
	a.fact(words.Plain(text.End()))
	a.limits()
	a.findings(o)
	a.parts(o)
	a.phases(o)
	frames, messages, inputs := text.Series()
	for _, says := range []string{frames, text.LateBesides(), messages, inputs} {
		a.fact(words.Plain(says))
	}
	a.slow("longest frame", o.Frames.Slowest, 3)
	a.slow("longest other message", o.OtherMessages(), 3)
	a.slow("longest input event", o.Inputs.Slowest, 3)
	for _, h := range o.Own {
		i := Item{Group: "own method", Handle: methodHandle(h.Method), Name: s.names.name(h.Method), Count: ns(h.Count)}
		s.times(&i, h.Total, 0)
		s.self(&i, h.Times)
		a.add(i)
	}
	a.fact(words.Plain(text.Further()))
	a.fact(words.Plain(text.Silent()))
	a.fact(words.Plain(text.Unfit()))
	if !s.ranged() {
		for _, gap := range text.Gaps() {
			a.note(words.Plain(gap))
		}
	}
	a.suggest(o)
	return a.Answer, nil
}

// limits adds what limits the figures and names of an overview: the range, samples, and guesses.
func (a *draft) limits() {
	s, info := a.in, a.in.index.Info
	if s.ranged() {
		a.fact(fmt.Sprintf("Everything here is of the range from %s to %s.", words.Plain(words.Precise(s.from)), words.Plain(words.Precise(s.to))))
	}
	if info.Sampling == trace.Sampled {
		a.fact("The recording was sampled: counts are how often samples show a method, not calls.")
	}
	if guess := tell.OwnGuess(info); guess != "" {
		if s.names.hidden != nil { // names are hidden
			guess = "Which code is the app's own is a guess."
		}
		a.fact(words.Plain(guess))
	}
	a.fact(words.Plain(tell.ShortNames(info)))
}

// phases adds the recorded phases of the start.
func (a *draft) phases(o *story.Overview) {
	for i := range o.Startup.Phases {
		p := &o.Startup.Phases[i]
		if p.Status == story.NotRecorded {
			continue
		}
		item := a.in.call("phase", p.Call.Ref, p.Call.Times)
		item.Text = p.Anchor.String()
		if p.Status == story.Cut {
			item.Text += ", recorded in part"
		}
		a.add(item)
	}
}

// suggest adds the questions that continue from an overview.
func (a *draft) suggest(o *story.Overview) {
	s, info := a.in, a.in.index.Info
	at := suffix(s.placeOf(o))
	if len(o.Findings) > 0 {
		a.next("why f1" + at)
	}
	here := " " + at
	if !s.ranged() && o.Thread == story.Main(info) {
		here = ""
	}
	if slices.ContainsFunc(o.Parts, func(p story.Part) bool { return p.Kind == story.Waiting && p.Cause != story.IdleWait }) {
		a.next("waits" + here)
	}
	a.next("methods " + at)
	if len(o.Frames.Slowest)+len(o.Messages.Slowest)+len(o.Inputs.Slowest) > 0 {
		a.next("slowest" + here)
	}
	if len(info.Threads) > 1 {
		a.next("thread")
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

// findings lists the findings on a thread.
func (t *Trace) findings(r *Request) (*Answer, error) {
	s, err := t.scope(r, place{})
	if err != nil {
		return nil, err
	}
	o := t.story(&s)
	a, text := s.answer(nil, ""), s.names.sentences(o)
	a.Whole = ns(o.To - o.From)
	if len(o.Findings) > 0 {
		a.fact(words.Plain(text.Coverage()))
		a.fact(words.Plain(text.Further()))
	}
	a.findings(o)
	for i := range o.Findings {
		f := &o.Findings[i]
		for j := range f.Calls {
			if j == 3 {
				a.omit("proof", len(f.Calls)-j)
				break
			}
			item := s.call("proof", f.Calls[j].Ref, f.Calls[j].Times)
			item.Text = fmt.Sprintf("of f%d", i+1)
			a.add(item)
		}
		if len(a.Next) < 3 {
			a.next(fmt.Sprintf("why f%d%s", i+1, suffix(s.placeOf(o))))
		}
	}
	a.fact(words.Plain(text.Silent()))
	a.fact(words.Plain(text.Unfit()))
	return a.Answer, nil
}
