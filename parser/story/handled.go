package story

import (
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// A handling is all messages that one method handles, outside frames and the phases of a start.
type handling struct {
	messages []profile.Ref
	time     trace.Ticks
	longest  trace.Ticks
	count    int64 // at least, if a sampler merged some
}

// handled finds the handler with the most time in its messages, if it is no single one that takes long. Where they are quick, they
// must have a quarter of the non-idle time: some quick messages are usual. It is nil without one.
func (s *finder) handled() *candidate {
	const fewest, quick = 3, 4 // messages; 1 of so many parts
	m, h := s.handlings()
	if h == nil || len(h.messages) < fewest || 2*h.longest > h.time {
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
	c.Count, c.all, c.Handled = h.count, h.messages, s.x.Calls.Nanos(h.longest)
	own, read := map[trace.MethodIndex]trace.Ticks{}, 0
	for i, r := range h.messages {
		of := s.survey.stretch(r)
		c.CPU += s.survey.call(&of).Times[profile.CPU]
		if read < mostRead {
			read += s.survey.charge(r, func(m trace.MethodIndex, ticks trace.Ticks) { own[m] += ticks })
		} else if i == len(h.messages)-1 {
			clear(own) // not all are read
		}
	}
	if most := longestIn(own); most != call.NoMethod && most != m && 2*own[most] >= h.time {
		c.Own, c.OwnTime = most, s.x.Calls.Nanos(own[most])
	}
	return c
}

// withHandled adds the handler with the most time to the costly methods, unless a finding says where nearly all of that time is.
// All has the findings of the other rules.
func (s *finder) withHandled(costly, all []*candidate) []*candidate {
	handled := s.handled()
	if handled == nil {
		return costly
	}
	m := handled.Methods[0]
	for _, c := range slices.Concat(costly, all) {
		isOther := c.Rule != LongMessage && c.Rule != SlowFrames && c.Rule != TracerCost && !slices.Contains(c.Methods, m)
		if isOther && 5*c.Time >= 4*handled.Time && c.Time <= handled.Time {
			return costly
		}
	}
	for _, c := range all {
		if c.Rule == LongMessage && c.Methods[0] == m {
			c.Alike, c.AlikeTime = 0, 0
		}
	}
	costly = slices.DeleteFunc(costly, func(c *candidate) bool { return c.Methods[0] == m })
	return append([]*candidate{handled}, costly...)
}

// handlings returns the handler of the app or of a library with the most time in messages, and these messages.
func (s *finder) handlings() (of trace.MethodIndex, most *handling) {
	const many = 50_000 // messages: to find the handlers of more takes too long
	v := s.survey
	if v == nil || len(v.handled) > many || s.Handled < s.least {
		return call.NoMethod, nil
	}
	by := map[trace.MethodIndex]*handling{}
	frame := 0 // the first one that ends after the message begins
	for i := range v.handled {
		c := &v.handled[i]
		for frame < len(v.frames) && v.frames[frame].to <= c.from {
			frame++
		}
		if frame < len(v.frames) && v.frames[frame].from < c.to || s.isOfStart(c) {
			continue
		}
		m := v.handlerOrOwn(c.ref)
		if m == call.NoMethod || s.origin[m] == platform.Platform {
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
	}
	of = call.NoMethod
	for m, h := range by {
		if most == nil || h.time > most.time || h.time == most.time && m < of {
			of, most = m, h
		}
	}
	return of, most
}

// isOfStart reports whether a message has a phase of a start.
func (s *finder) isOfStart(c *stretch) bool {
	from, to := s.x.Calls.Nanos(c.from), s.x.Calls.Nanos(c.to)
	return slices.ContainsFunc(s.Startup.Phases, func(p Phase) bool {
		return p.Status != NotRecorded && p.Call.From < to && from < p.Call.To
	})
}
