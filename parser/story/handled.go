package story

import (
	"maps"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// A handling is all messages and input events that one method handles, outside frames and the phases of a start.
type handling struct {
	messages []profile.Ref
	time     trace.Ticks
	longest  trace.Ticks
	count    int64 // at least, if a sampler merged some
	events   int64 // calls of messages that are input events
}

// handled finds the handler with the most time in its messages, if it is no single one that takes long. Where they are quick, they
// must have a quarter of the non-idle time: some quick messages are usual. It is nil without one.
func (s *messageRule) handled() *candidate {
	const fewest, quick = 2, 4 // messages; 1 of so many parts
	m, h := s.handlings()
	if h == nil || len(h.messages) < fewest || 5*h.longest > 3*h.time {
		return nil
	}
	c := bare(Costly, m, s.x.Calls.Nanos(h.time))
	least := 2 * s.least
	if c.Time < Limits[UsualLimit]*h.count {
		least = max(s.least, s.Busy()/quick)
	}
	if c.Time < least {
		return nil
	}
	c.Count, c.Events, c.all, c.Handled = h.count, h.events, h.messages, s.x.Calls.Nanos(h.longest)
	for _, r := range h.messages {
		c.CPU += s.call(r).Times[profile.CPU]
	}
	if most := s.costliestIn(h.messages); most != m && most != call.NoMethod {
		c.Own = most
		for _, r := range h.messages {
			ns, _ := s.survey.timeIn(r, most)
			c.OwnTime += ns
		}
	}
	if 10*c.OwnTime >= 9*c.Time || c.Own == call.NoMethod {
		var sum int64
		parts := s.calledIn(m, h.messages)
		for _, in := range parts {
			sum += in.Time
		}
		if 2*sum >= c.Time && (len(parts) > 1 || c.Own == call.NoMethod) { // else the own method works itself
			c.Own, c.OwnTime, c.Inside.Parts = call.NoMethod, 0, parts
		}
	}
	return c
}

// calledIn returns the methods of the app and of libraries that a handler calls, directly or through Android, with a tenth of the time of
// its messages each. A method with nearly all of the time only passes them on: its callees take its place.
func (s *messageRule) calledIn(handler trace.MethodIndex, messages []profile.Ref) []Share {
	const most = 8 // methods with nearly all of the time
	isPart := map[trace.MethodIndex]bool{handler: false}
	fits := func(m trace.MethodIndex) bool {
		is, ok := isPart[m]
		if !ok {
			in := &s.x.Info.Methods[m]
			is = s.origin[m] != platform.Platform && !isLambdas(in) && !leads(in)
			isPart[m] = is
		}
		return is
	}
	messages = messages[:min(len(messages), mostFollowed)]
	var whole int64
	for _, r := range messages {
		whole += s.x.Calls.Nanos(s.survey.within(r))
	}
	for n := 0; ; n++ {
		sums := map[trace.MethodIndex]int64{}
		for _, r := range messages {
			s.survey.outermost(r, fits, func(c profile.Ref, m trace.MethodIndex) { sums[m] += s.x.Calls.Nanos(s.survey.within(c)) })
		}
		maps.DeleteFunc(sums, func(_ trace.MethodIndex, ns int64) bool { return 10*ns < whole })
		parts := longestOf(sums, mostShares)
		if len(parts) == 0 || 10*parts[0].Time < 9*whole || n == most {
			return parts
		}
		isPart[parts[0].Method] = false
	}
}

// costliestIn returns the own method with at least half of the time of some calls. If none has so much without its own callees, it returns
// the one with the least time that has so much with them: the others call it. It returns NoMethod if none has. Of very many calls, it
// reads the first.
func (s *messageRule) costliestIn(calls []profile.Ref) trace.MethodIndex {
	own, whole, read, least := map[trace.MethodIndex]trace.Ticks{}, map[trace.MethodIndex]trace.Ticks{}, 0, trace.Ticks(0)
	for _, r := range calls {
		if read >= mostRead {
			break
		}
		least += s.survey.within(r) / 2
		read += s.survey.owners(r, func(caller, m trace.MethodIndex, ticks trace.Ticks) {
			whole[m] += ticks
			own[m] += ticks
			if caller != call.NoMethod {
				own[caller] -= ticks
			}
		})
	}
	isUnnamed := func(m trace.MethodIndex, _ trace.Ticks) bool { return isLambdas(&s.x.Info.Methods[m]) }
	maps.DeleteFunc(own, isUnnamed)
	if most := longestIn(own); most == call.NoMethod || own[most] >= least {
		return most
	}
	maps.DeleteFunc(whole, func(m trace.MethodIndex, ticks trace.Ticks) bool { return ticks < least || isUnnamed(m, ticks) })
	inner := call.NoMethod
	for m, ticks := range whole {
		if inner == call.NoMethod || ticks < whole[inner] || ticks == whole[inner] && m > inner {
			inner = m
		}
	}
	return inner
}

// withHandled adds the handler with the most time to the costly methods, unless a finding says where nearly all of that time is.
// All has the findings of the other rules.
func (s *messageRule) withHandled(handled *candidate, costly, all []*candidate) []*candidate {
	m := handled.Methods[0]
	for _, c := range slices.Concat(costly, all) {
		isOther := c.Rule != LongMessage && c.Rule != SlowFrames && c.Rule != TracerCost && !slices.Contains(c.Methods, m)
		if isOther && 10*c.Time >= 9*handled.Time && c.Time <= handled.Time {
			return costly
		}
	}
	if slices.ContainsFunc(costly, func(c *candidate) bool {
		return handled.Own == call.NoMethod && c.Methods[0] == m && 2*c.Inside.Time >= c.Time && 10*c.Time >= 9*handled.Time
	}) {
		return costly // it says what the handler calls
	}
	for _, c := range all {
		if c.Rule == LongMessage && c.Methods[0] == m {
			c.Alike, c.AlikeTime = 0, 0
		}
	}
	costly = slices.DeleteFunc(costly, func(c *candidate) bool { return c.Methods[0] == m })
	return append([]*candidate{handled}, costly...)
}

// isStep reports whether a method handles a step of an activity, a frame or a window, which other rules and the list of phases have.
func isStep(m *trace.Method) bool {
	return strings.HasPrefix(m.Class, "android.app.ActivityThread") || strings.HasPrefix(m.Class, "android.view.Choreographer") || strings.HasPrefix(m.Class, "android.view.ViewRootImpl")
}

// handlings returns the handler of the app or of a library with the most time in messages and input events, and these.
func (s *messageRule) handlings() (of trace.MethodIndex, most *handling) {
	const many = 50_000 // messages: to find the handlers of more takes too long
	v := s.survey
	if v == nil || len(v.handled)+len(v.events) > many || s.Handled < s.least {
		return call.NoMethod, nil
	}
	by := map[trace.MethodIndex]*handling{}
	all := slices.Concat(v.handled, v.events)
	for i := range all {
		c := &all[i]
		if at := v.frameAfter(c.from); at < len(v.frames) && v.frames[at].from < c.to {
			continue
		}
		if is := v.call(c); s.inStart(&is) {
			continue
		}
		m := v.handler(c.ref)
		if m != call.NoMethod && s.origin[m] == platform.Platform {
			m = v.calledBack(c.ref, 0.75) // other stages handle an input event, too
		}
		if m == call.NoMethod {
			m = v.handler(c.ref) // messages of Android that lead to own code in several ways
		}
		if m == call.NoMethod || leads(&s.x.Info.Methods[m]) || isStep(&s.x.Info.Methods[m]) {
			continue
		}
		h := by[m]
		if h == nil {
			h = &handling{}
			by[m] = h
		}
		ticks := v.within(c.ref)
		h.messages = append(h.messages, c.ref)
		h.time += ticks
		h.longest = max(h.longest, ticks)
		h.count += int64(c.atLeast)
		if i >= len(v.handled) {
			h.events++
		}
	}
	of = call.NoMethod
	for m, h := range by {
		if most == nil || h.time > most.time || h.time == most.time && m < of {
			of, most = m, h
		}
	}
	return of, most
}
