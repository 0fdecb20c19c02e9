package answer

import (
	"cmp"
	"fmt"
	"strings"

	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/report"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// A scope is the part of a trace that a question is about, and the clock of its figures. It makes items of calls, methods
// and parts.
type scope struct {
	profile.Scope
	place
	clock profile.Clock
	index *profile.Index
	names *labels
}

// has reports whether the recording has figures by a clock.
func (s *scope) has(c profile.Clock) bool { return report.HasClock(s.index, c) == nil }

// clocks lists the clocks of the recording.
func (s *scope) clocks() string {
	var all []string
	for c, name := range clockNames {
		if s.has(profile.Clock(c)) {
			all = append(all, name)
		}
	}
	return strings.Join(all, " and ")
}

var clockNames = [...]string{profile.Wall: "wall", profile.CPU: "cpu", profile.Waiting: "waiting"}

// answer begins an answer about a scope. p has the time that shares are of; it may be nil.
func (s *scope) answer(p *profile.Profile, about string) *draft {
	a := &Answer{Question: about, Clock: clockNames[s.clock]}
	if p != nil && !s.index.Counts(s.clock) {
		a.Whole = ns(p.Total()[s.clock])
	}
	return &draft{a, s}
}

// times sets the inclusive times of an item, and its share of a whole.
func (s *scope) times(i *Item, of profile.Times, whole int64) {
	x := s.index
	if s.has(profile.Wall) {
		i.Wall = ns(of[profile.Wall])
	}
	switch {
	case x.Counts(profile.CPU):
		i.Events = ns(of[profile.CPU])
	case s.has(profile.CPU):
		i.CPU = ns(of[profile.CPU])
	}
	if s.has(profile.Waiting) {
		i.Waiting = ns(of[profile.Waiting])
	}
	if whole > 0 {
		share := float64(of[s.clock]) / float64(whole)
		i.Share = &share
	}
}

// self sets the exclusive time of an item.
func (s *scope) self(i *Item, of profile.Times) {
	if !s.index.Counts(s.clock) {
		i.Self = ns(of[s.clock])
	}
}

// method returns the item of a method with its costs.
func (s *scope) method(group string, m trace.MethodIndex, of *profile.Method, whole int64) Item {
	i := Item{Group: group, Handle: methodHandle(m), Name: s.names.name(m), Count: ns(of.Calls + of.Recursive)}
	s.times(&i, of.Inclusive, whole)
	s.self(&i, of.Exclusive)
	return i
}

// call returns the item of a call.
func (s *scope) call(group string, r profile.Ref, of profile.Times) Item {
	x := s.index
	l := x.Level(r)
	i := Item{
		Group: group, Handle: callHandle(r), Name: s.names.name(x.Method(r)), Thread: s.names.threadName(r.Thread),
		From: ns(x.Calls.Nanos(l.Start(int(r.Row)))), To: ns(x.Calls.Nanos(l.End(int(r.Row)))),
	}
	s.times(&i, of, 0)
	return i
}

// figure formats a time, or a count of events, by the clock of a scope.
func (s *scope) figure(n int64) string {
	return words.Plain(words.Amount(n, s.index.Counts(s.clock)))
}

// order sorts methods, those with the most time first: exclusive time with self, otherwise inclusive.
func (s *scope) order(p *profile.Profile, methods []trace.MethodIndex, self bool) {
	sorting.Stable(methods, func(a, b trace.MethodIndex) int {
		x, y := &p.Methods[a], &p.Methods[b]
		if self {
			return cmp.Or(cmp.Compare(y.Exclusive[s.clock], x.Exclusive[s.clock]), cmp.Compare(y.Calls, x.Calls))
		}
		return cmp.Or(cmp.Compare(y.Inclusive[s.clock], x.Inclusive[s.clock]), cmp.Compare(y.Calls, x.Calls))
	})
}

// costs returns a sentence with the figures of a method.
func (s *scope) costs(p *profile.Profile, m trace.MethodIndex) string {
	of, whole := &p.Methods[m], p.Total()[s.clock]
	counted := words.Seen(of.Calls+of.Recursive, s.index.Info.Sampling == trace.Sampled)
	text := fmt.Sprintf("%s: %s, %s inclusive, %s exclusive", s.names.name(m), words.Plain(counted), s.figure(of.Inclusive[s.clock]), s.figure(of.Exclusive[s.clock]))
	if whole > 0 {
		text += fmt.Sprintf("; %s of the time of %s inclusive", words.Plain(words.Share(float64(of.Inclusive[s.clock])/float64(whole))), s.where())
	}
	if of.Recursive > 0 {
		text += fmt.Sprintf("; %s of the calls are recursive", words.Count(of.Recursive))
	}
	return text + "."
}

// where names the threads of a scope.
func (s *scope) where() string {
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
		return s.names.threadName(trace.ThreadIndex(first))
	}
	return plural(int64(n), "thread", "threads")
}

// placeOf returns the place of an overview, for the handles of its facts.
func (s *scope) placeOf(o *story.Overview) place {
	p := place{thread: threadHandle(o.Thread)}
	if s.ranged() {
		p.from, p.to = s.from, s.to
	}
	return p
}

// primary sets the times of a part of an overview: by the primary clock, and on the CPU.
func (s *scope) primary(i *Item, time, cpu int64) {
	if s.has(profile.CPU) && !s.index.Counts(profile.CPU) {
		i.CPU = ns(cpu)
	}
	if s.index.Info.Clocks&trace.Wall != 0 {
		i.Wall = ns(time)
	} else {
		i.CPU = ns(time)
	}
}

// part returns the item of a part.
func (s *scope) part(o *story.Overview, p *story.Part) Item {
	item := Item{Group: "part", Handle: partHandle(p, s.placeOf(o)), Text: words.Plain(tell.PartTitle(p)), Count: ns(p.Count)}
	if o.OnCPU {
		s.times(&item, profile.Times{profile.CPU: p.CPU}, o.Total[profile.CPU])
		return item
	}
	s.primary(&item, p.Time, p.CPU)
	if span := o.To - o.From; span > 0 {
		share := float64(p.Time) / float64(span)
		item.Share = &share
	}
	return item
}

// caller returns the call that made a call, which is not the outermost.
func (s *scope) caller(r profile.Ref) profile.Ref {
	row := s.index.Calls.Threads[r.Thread].Caller(int(r.Depth), int(r.Row))
	return profile.Ref{Thread: r.Thread, Depth: r.Depth - 1, Row: uint32(row)}
}

// heaviest returns the longest callee of a call, or the call if it has none.
func (s *scope) heaviest(of profile.Ref) profile.Ref {
	th := &s.index.Calls.Threads[of.Thread]
	longest, most := of, int64(0)
	first, end := th.Callees(int(of.Depth), int(of.Row))
	for row := first; row < end; row++ {
		at := profile.Ref{Thread: of.Thread, Depth: of.Depth + 1, Row: uint32(row)}
		if took := s.index.Times(at)[s.clock]; took > most {
			longest, most = at, took
		}
	}
	return longest
}
