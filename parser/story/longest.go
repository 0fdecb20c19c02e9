package story

import (
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// A messageRule finds the longest messages, frames and input events.
type messageRule struct{ *finder }

// find looks for the longest message, frame or input event, and the longest frame if another message takes longer.
// Phases of a start are left to the phaseRule.
func (s *messageRule) find() []*candidate {
	var best, frames *Slow
	var of *Series
	for _, in := range [...]*Series{&s.Messages, &s.Frames, &s.Inputs} {
		c := s.longestOutside(in)
		if c != nil && (best == nil || s.takesPlace(c, best)) {
			best, of = c, in
		}
		if in == &s.Frames {
			frames = c
		}
	}
	if best == nil {
		return s.longCalls()
	}
	frame, input := of == &s.Frames, of == &s.Inputs
	c := s.longest(best, s.usual(of))
	c.Apart = s.hidesLonger(frame, c.Time)
	holderOfCall(waitRule{s.finder}, c)
	if !frame {
		c.addSecondCallee(descent{s.survey, true}.secondCallee(best.Ref, c.mostly()), s.least)
	}
	if c.Frame, c.Input = frame, input; !frame && !input {
		s.countAlike(c)
	}
	s.Later.Message = c.Time
	all := []*candidate{c}
	if frames == nil {
		return all
	}
	f := s.longest(frames, s.usual(&s.Frames))
	f.Apart = s.hidesLonger(true, f.Time)
	s.Later.Frame = f.Time
	if s.short && f.Time < 2*Limits[UsualLimit] { // one vertical sync late
		return slices.DeleteFunc(all, func(c *candidate) bool { return c.Frame })
	}
	// The reader sees a long frame, even if another message takes longer.
	if !frame && (frames.From >= best.To || frames.To <= best.From) {
		f.Frame, f.Besides = true, true
		all = append(all, f)
	}
	return all
}

// longestOutside returns the longest message, frame or input event of a series outside the phases of a start, or nil. It leaves out merged
// samples, and calls with an idle thread.
func (s *messageRule) longestOutside(of *Series) *Slow {
	if of == &s.Inputs && s.Sampled { // samples do not show where one event ends and the next begins
		return nil
	}
	for i := range of.Slowest {
		if c := &of.Slowest[i]; c.Glued <= 1 && !s.inStart(&c.Call) && !s.continuesLaunch(c) && 10*s.idleIn(&c.Call) <= s.time(&c.Call) {
			return c
		}
	}
	return nil
}

// takesPlace reports whether a finding is on a call instead of the longest one yet: the call takes longer, or it is within that one, which
// does little else. So a frame takes the place of the message that it runs in.
func (s *messageRule) takesPlace(c, best *Slow) bool {
	if c.From >= best.From && c.To <= best.To {
		return isNearlyAll(s.time(&c.Call), s.time(&best.Call))
	}
	return s.time(&c.Call) > s.time(&best.Call)
}

// holderOfCall names the thread that may have held a lock during a message. An own method that calls nothing took nearly all of the message,
// and the trace does not show waiting time.
func holderOfCall(s waitRule, c *candidate) {
	m := c.mostly()
	if s.Waiting != ByNames || s.Sampled || m == call.NoMethod || s.origin[m] != platform.Own || s.known[m] != nil {
		return
	}
	s.survey.outermost(*c.only, func(of trace.MethodIndex) bool { return of == m }, func(r profile.Ref, _ trace.MethodIndex) {
		at := s.call(r)
		if _, ns := s.survey.longestCallee(r, s.survey.within); !isNearlyAll(s.time(&at), c.Time) || 10*s.x.Calls.Nanos(max(0, ns)) > s.time(&at) {
			return
		}
		if h := s.holderOf(span{at.From, at.To}, s.outerClass(m)); h.thread != NoThread {
			c.Other, c.Doing, c.Sure = h.thread, h.method, Likely
		}
	})
}

// hidesLonger reports whether samples merge several frames or messages into a call that takes longer than some time, in ns. One of
// them may take longer, too.
func (s *messageRule) hidesLonger(frame bool, ns int64) bool {
	of := &s.Messages
	if frame {
		of = &s.Frames
	}
	return slices.ContainsFunc(of.Slowest, func(c Slow) bool { return c.Glued > 1 && s.time(&c.Call) > ns })
}

// continuesLaunch reports whether samples without the outermost frames cut the launch of an activity, so that a message begins with the rest.
func (s *messageRule) continuesLaunch(c *Slow) bool {
	return s.Sampled && c.Handler != call.NoMethod && s.x.Info.Methods[c.Handler].Name == "handleLaunchActivity" && slices.ContainsFunc(s.Startup.Phases, func(p Phase) bool {
		return p.Anchor == ActivityCreate && p.Status != NotRecorded && c.From >= p.Call.To && c.From-p.Call.To <= longestGap
	})
}

// addSecondCallee adds a second callee that takes enough, unless the finding names it.
func (c *candidate) addSecondCallee(second Share, least int64) {
	isNamed := c.Own == second.Method || slices.ContainsFunc(c.Inside.all(), func(in Share) bool { return in.Method == second.Method })
	if 2*second.Time >= least && !isNamed {
		c.Further = []Site{{Method: second.Method, Own: call.NoMethod, Time: second.Time}}
	}
}

// usual returns the median of a series, or 0 if few calls have it, or if samples are too far apart to show it.
func (s *messageRule) usual(of *Series) int64 {
	if of.Count-of.Glued-of.Cut < 5 || s.Sampled && of.Median < 4*s.survey.interval {
		return 0
	}
	return of.Median
}

// longest returns a candidate on a frame, a message or an input event.
func (s *messageRule) longest(of *Slow, usual int64) *candidate {
	m := s.x.Method(of.Ref)
	if of.Handler != call.NoMethod {
		m = of.Handler
	}
	c := bare(LongMessage, m, s.time(&of.Call)-s.paused(of.From, of.To))
	c.CPU, c.Usual, c.Cut, c.only = of.Times[profile.CPU], usual, of.Cut, &of.Ref
	if 2*of.OwnTime >= c.Time && of.Inside.Time == 0 && of.Inside.Parts == nil { // else it does not explain the message
		c.Own, c.OwnTime = of.Own, of.OwnTime
		if n := s.callersOf(c.Own); n > 1 { // the name of a helper says little
			if c.Caller = s.survey.callerIn(of.Ref, c.Own); c.Caller != call.NoMethod && c.Caller != m {
				c.Callers = n
			}
		}
	} else {
		c.Inside = of.Inside
	}
	return c
}

// countAlike counts the other messages of a handler that take at least half as long as the longest one.
func (s *messageRule) countAlike(c *candidate) {
	const most = 1000 // messages to look at
	looked := 0
	for i := range s.survey.handled {
		m := &s.survey.handled[i]
		if ns := s.survey.length(m); m.ref != *c.only && m.atLeast == 1 && 2*ns >= c.Time {
			if looked++; looked > most {
				return
			}
			if s.survey.handlerOrOwn(m.ref) == c.Methods[0] {
				c.Alike++
				c.AlikeTime += ns
			}
		}
	}
}

// callersOf returns the number of own methods that call another one, directly or through other code.
func (s *messageRule) callersOf(m trace.MethodIndex) int64 {
	by := map[trace.MethodIndex]bool{}
	if m != call.NoMethod {
		for row := range s.x.RowsOf(m) {
			if up := s.callerOf(row); up != call.NoMethod && up != m && s.p.Rows[row].Calls > 0 {
				by[up] = true
			}
		}
	}
	return int64(len(by))
}

// idleIn returns the time that the thread is idle within a call, such as one that handles messages itself.
func (s *messageRule) idleIn(c *Call) (ns int64) {
	if s.Idle == 0 {
		return 0
	}
	within := s.rowOf(c.Ref)
	var marks []uint32
	for _, row := range s.x.IdleRows() {
		up := s.tree.Parent[row]
		if s.idle[up] {
			continue // its caller counts
		}
		for up > within {
			up = s.tree.Parent[up]
		}
		if up == within {
			if marks == nil {
				marks = s.unmarked()
			}
			marks[row] = 1
		}
	}
	if marks != nil {
		s.eachCall(marks, func(r profile.Ref, _ uint32) {
			if in := s.call(r); in.From >= c.From && in.To <= c.To {
				ns += s.stake(&in)
			}
		})
	}
	return ns
}

// longCalls finds the longest calls of a thread that has neither messages nor frames nor a start. Their callers began
// before the recording, so no call names all that the thread did. A thread that is idle is no such thread. A call
// with nine tenths of the whole recording is left out: the recording is of this call. Other rules report calls that wait.
func (s *messageRule) longCalls() (all []*candidate) {
	const most = 3
	if s.Messages.Count+s.Frames.Count > 0 || len(s.Startup.Phases) > 0 || s.Idle > 0 || s.Sampled || s.survey == nil {
		return nil
	}
	var longest []Call
	t := &s.x.Calls.Threads[s.Thread]
	l, whole := t.Levels[0], t.Last.Primary-t.First.Primary
	for row, end := l.From(s.opts.From), l.After(s.opts.To); row < end; row++ {
		r := profile.Ref{Thread: s.Thread, Row: uint32(row)}
		if c := s.survey.stretch(r); s.known[s.x.Method(r)] == nil && !c.cut && s.x.Calls.Nanos(c.to-c.from) >= s.least/2 && !isNearlyAll(c.to-c.from, whole) {
			longest = keepLongest(longest, s.call(r), s.time)
		}
	}
	seen := map[trace.MethodIndex]bool{}
	for i := range longest {
		c := &longest[i]
		if m := s.x.Method(c.Ref); !seen[m] && len(seen) < most {
			seen[m] = true
			one := bare(LongMessage, m, s.time(c))
			one.CPU, one.Alone, one.only, one.Inside = c.Times[profile.CPU], true, &c.Ref, descent{s.survey, true}.find(c.Ref)
			one.addSecondCallee(descent{s.survey, true}.secondCallee(c.Ref, one.mostly()), s.least)
			all = append(all, one)
		}
	}
	return all
}

// inStart reports whether phases of a start take most of a call.
func (s *messageRule) inStart(c *Call) bool {
	var ns int64
	for i := range s.Startup.Phases {
		if p := &s.Startup.Phases[i]; p.Status != NotRecorded && p.Parent < 0 {
			ns += max(0, min(c.To, p.Call.To)-max(c.From, p.Call.From)) + s.x.Calls.Nanos(s.survey.hungIn(p.Call.Ref))
		}
	}
	return 2*ns > c.To-c.From+s.x.Calls.Nanos(s.survey.hungIn(c.Ref))
}
