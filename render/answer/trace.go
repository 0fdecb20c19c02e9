package answer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/report"
	"traceglass/render/words"
)

// A Trace answers questions about a method trace or a recording of samples.
type Trace struct {
	File       string
	Index      *profile.Index
	Thresholds story.Thresholds // of findings; zero for the usual ones

	labels *labels
	whole  *profile.Profile // of all threads and the whole time
	last   *story.Overview  // the last result of story
	lastOf story.Options
}

func (t *Trace) kind() Kinds { return OfTrace }

func (t *Trace) ask(q *Question, r *Request) (*Answer, error) {
	if err := report.NoCalls(t.Index, t.names().hidden == nil); err != nil {
		return nil, err
	}
	a, err := q.trace(t, r)
	if err == nil {
		a.File = t.File
		t.notes(a)
	}
	return a, err
}

// notes adds the damage of the file.
func (t *Trace) notes(a *Answer) {
	for _, n := range t.Index.Notes() {
		if t.names().hidden == nil { // a note may have a name
			a.note(words.Filled(n.Text).String())
		}
	}
}

// HideNames replaces names by hashes in all answers: those of methods outside the platform, of threads except main, and of
// the file.
func (t *Trace) HideNames(hash func(*trace.Method) string) {
	in := *t.Index.Info
	in.Methods, in.Threads = slices.Clone(in.Methods), slices.Clone(in.Threads)
	for i := range in.Methods {
		m := &in.Methods[i]
		if origin := m.Origin(); origin == platform.Platform || origin == platform.Tracer {
			continue
		}
		*m = trace.Method{ID: m.ID, Name: hash(m), Listed: true}
	}
	for i := range in.Threads {
		th := &in.Threads[i]
		th.Main, th.Name = th.IsMain(), ""
	}
	t.File, t.labels = "a trace", &labels{index: t.Index, hidden: &in}
}

// names returns the names of the trace's methods and threads.
func (t *Trace) names() *labels {
	if t.labels == nil {
		t.labels = &labels{index: t.Index}
	}
	return t.labels
}

// scope returns the part of the trace for a request, with the place of a handle. Without a thread it has all threads.
func (t *Trace) scope(r *Request, in place) (s scope, err error) {
	s.Scope, s.place, s.index, s.names = profile.WholeTrace, in, t.Index, t.names()
	if !in.ranged() {
		s.from, s.to = r.From, r.To
	}
	if in.thread == "" {
		s.thread = r.Thread
	}
	x := t.Index
	_, end := x.Calls.Span()
	last := x.Calls.Nanos(end)
	if s.from > last {
		return s, fmt.Errorf("the range begins after the end of the recording, at %s", words.InstantText(last))
	}
	if s.from > 0 {
		s.From = x.Calls.TicksUp(s.from)
		if s.to == 0 {
			s.to = last + 1
		}
	}
	if s.to > 0 && s.to < last {
		s.To = max(x.Calls.Ticks(s.to), s.From)
	}
	if s.thread != "" {
		all, err := t.threads(s.thread)
		if err != nil {
			return s, err
		}
		s.Threads = make([]bool, len(x.Calls.Threads))
		for _, one := range all {
			s.Threads[one] = true
		}
	}
	s.clock = profile.Usual(x)
	if r.HasClock {
		if s.clock = r.Clock; !s.has(s.clock) {
			return s, errors.New("the recording has no times by this clock; it has " + s.clocks())
		}
	}
	return s, nil
}

// threads returns the threads with a handle, id or name, or of a pool.
func (t *Trace) threads(text string) ([]trace.ThreadIndex, error) {
	if n, ok := numbered("t", text); ok && n < len(t.Index.Info.Threads) && t.Index.Calls.Threads[n].Records > 0 {
		return []trace.ThreadIndex{trace.ThreadIndex(n)}, nil
	}
	if all := t.Index.ThreadsCalled(text); len(all) > 0 {
		return all, nil
	}
	if main := story.Main(t.Index.Info); text == "main" && int(main) < len(t.Index.Calls.Threads) && t.Index.Calls.Threads[main].Records > 0 {
		return []trace.ThreadIndex{main}, nil // samples name it after the app
	}
	if like := profile.ThreadsLike(t.Index, text); len(like) > 0 && t.names().hidden == nil {
		return nil, fmt.Errorf("no thread with calls has the handle, name or id %q. Did you mean %s?", clipped(text, 80), report.Clean(clipped(like[0], 80)))
	}
	return nil, fmt.Errorf("no thread with calls has the handle, name or id %q. The question thread lists them", clipped(text, 80))
}

// one returns the thread that an overview describes: the one of the scope, or main.
func (t *Trace) one(s *scope) trace.ThreadIndex {
	if s.Threads == nil {
		return story.Main(t.Index.Info)
	}
	return trace.ThreadIndex(slices.Index(s.Threads, true))
}

// profile returns the profile of a scope.
func (t *Trace) profile(s *scope) *profile.Profile {
	if s.Threads != nil || s.From != profile.WholeTrace.From || s.To != profile.WholeTrace.To {
		return t.Index.Profile(s.Scope, nil)
	}
	if t.whole == nil {
		t.whole = t.Index.Profile(profile.WholeTrace, nil)
	}
	return t.whole
}

// story returns the overview of the scope's thread. It keeps the last one, because questions about one place follow each
// other.
func (t *Trace) story(s *scope) *story.Overview {
	if of := (story.Options{Thread: t.one(s), From: s.From, To: s.To, Thresholds: t.Thresholds}); t.last == nil || t.lastOf != of {
		t.last, t.lastOf = story.Of(t.Index, of), of
	}
	return t.last
}

// found is what a question about a method, call or place is about.
type found struct {
	method trace.MethodIndex // call.NoMethod for none
	call   *profile.Ref
}

// find returns the method or the call that a text names. If several methods match, it returns an answer that lists them.
func (t *Trace) find(text string, r *Request) (of found, s scope, ask *Answer, err error) {
	first, in, err := cutPlace(text)
	if err != nil {
		return of, s, nil, err
	}
	if s, err = t.scope(r, in); err != nil {
		return of, s, nil, err
	}
	if ref, ok := callRef(first); ok {
		if !t.Index.Has(ref) {
			return of, s, nil, fmt.Errorf("the recording has no call %s", first)
		}
		return found{t.Index.Method(ref), &ref}, s, nil, nil
	}
	if n, ok := numbered("m", first); ok {
		if n >= len(t.Index.Info.Methods) {
			return of, s, nil, fmt.Errorf("the recording has no method %s", first)
		}
		return found{method: trace.MethodIndex(n)}, s, nil, nil
	}
	p := t.profile(&s)
	matches := t.matches(p, first)
	says := "%d methods match. Ask again with the handle of one."
	if last := strings.LastIndexByte(first, '.'); len(matches) == 0 && last >= 0 {
		matches = slices.DeleteFunc(t.matches(p, first[last+1:]), func(m trace.MethodIndex) bool { return t.Index.Info.Methods[m].Name != first[last+1:] })
		says = "No class with calls has this method here. %d methods of others have its name. Ask again with the handle of one."
	} else if len(matches) == 1 {
		return found{method: matches[0]}, s, nil, nil
	}
	if len(matches) == 0 {
		return of, s, nil, fmt.Errorf("no method with calls is named %q here. The question methods finds methods by a word", clipped(first, 120))
	}
	a := s.answer(p, clipped(text, 120))
	a.fact(fmt.Sprintf(says, len(matches)))
	s.order(p, matches, false)
	for _, m := range matches {
		a.add(s.method("matches", m, &p.Methods[m], p.Total()[s.clock]))
	}
	a.next(r.Question + " " + methodHandle(matches[0]) + suffix(in))
	return of, s, a.Answer, nil
}

// matches returns the called methods that a text names: those with exactly this name, with or without package and
// parameters, otherwise those whose name contains it in any case.
func (t *Trace) matches(p *profile.Profile, text string) (all []trace.MethodIndex) {
	ways := []func(in *trace.Method, label string) bool{
		func(in *trace.Method, label string) bool { return label == text || in.Label()+in.Signature == text },
		func(in *trace.Method, label string) bool { return in.Label() == text },
		func(in *trace.Method, label string) bool { return words.ShortMethod(in.Class, in.Name) == text },
		func(in *trace.Method, label string) bool {
			return strings.Contains(strings.ToLower(in.Label()), strings.ToLower(text))
		},
	}
	if text == "" {
		ways = ways[3:]
	}
	labels := t.names().all()
	for _, is := range ways {
		for m := range p.Methods {
			if c := &p.Methods[m]; c.Calls+c.Recursive > 0 && is(&t.Index.Info.Methods[m], labels[m]) {
				all = append(all, trace.MethodIndex(m))
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	return nil
}
