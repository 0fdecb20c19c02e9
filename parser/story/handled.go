package story

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// A handling is all messages and input events that one method handles, outside frames and the phases of a start.
type handling struct {
	by       trace.MethodIndex
	messages []profile.Ref
	time     trace.Ticks
	longest  trace.Ticks
	count    int64 // at least, if a sampler merged some
	events   int64 // calls of messages that are input events
}

// mostHandlers is the number of handlers that are findings.
const mostHandlers = 2

// handled finds the handlers with the most time in their messages. A single one that takes long is left to the finding on the longest
// message, if it has that. Where messages are quick, they must have a quarter of the non-idle time: some quick messages are usual. Others are
// the findings of the other rules.
func (s *messageRule) handled(others []*candidate) (all []*candidate) {
	const fewest, quick = 2, 4 // messages; 1 of so many parts
	for _, h := range s.handlings() {
		if len(all) == mostHandlers {
			break
		}
		c := bare(Costly, h.by, s.x.Calls.Nanos(h.time))
		least := s.least
		if c.Time < Limits[UsualLimit]*h.count {
			least = max(s.least, s.Busy()/quick)
		}
		if c.Time <= 0 || c.Time < least || (len(h.messages) < fewest || 5*h.longest > 3*h.time) && s.isExplained(h.messages, others) {
			continue
		}
		s.describe(c, h)
		all = append(all, c)
	}
	return all
}

// isExplained reports whether other findings say enough about a few messages. One is on the longest message, or on a wait that nearly fills
// that. It is also true if the thread is idle in the longest message, as in a dialog's own looper.
func (s *messageRule) isExplained(messages []profile.Ref, others []*candidate) bool {
	longest := s.call(messages[0])
	for _, r := range messages[1:] {
		if c := s.call(r); s.time(&c) > s.time(&longest) {
			longest = c
		}
	}
	return 10*s.idleIn(&longest) > s.time(&longest) || slices.ContainsFunc(others, func(c *candidate) bool {
		if c.Rule.IsWait() && c.Time >= s.least && isNearlyAll(c.Time, s.time(&longest)) && len(c.Methods) > 0 {
			ns, _ := s.survey.timeIn(longest.Ref, c.Methods[0])
			return isNearlyAll(ns, s.time(&longest))
		}
		return c.Rule == LongMessage && slices.Contains(messages, *c.only)
	})
}

// describe says what a handler does in its messages.
func (s *messageRule) describe(c *candidate, h *handling) {
	c.Count, c.Events, c.all, c.Handled = h.count, h.events, h.messages, s.x.Calls.Nanos(h.longest)
	for _, r := range h.messages {
		c.CPU += s.call(r).Times[profile.CPU]
	}
	if most := s.costliestIn(h.messages); most != h.by && most != call.NoMethod && !leads(&s.x.Info.Methods[h.by]) {
		c.Own = most
		for _, r := range h.messages {
			ns, _ := s.survey.timeIn(r, most)
			c.OwnTime += ns
		}
	}
	c.Cause, c.Second = s.waitsIn(h.messages, c.Time)
	if isNearlyAll(c.OwnTime, c.Time) || c.Own == call.NoMethod {
		parts := s.calledIn(h.by, h.messages)
		if 2*sumOf(parts) >= c.Time && (len(parts) > 1 || c.Own == call.NoMethod) { // else the own method works itself
			c.Own, c.OwnTime, c.Inside.Parts = call.NoMethod, 0, parts
		}
	}
	if len(h.messages) == 1 && c.Own == call.NoMethod && c.Inside.Parts == nil && h.count == 1 {
		c.Inside = descent{s.survey, true}.find(h.messages[0])
	}
}

// waitsIn returns the causes that mostlyFor returns for some messages with a time in ns, unless these have findings of their own.
func (s *messageRule) waitsIn(messages []profile.Ref, time int64) (first, second Cause) {
	marks := s.unmarked() // 1 + cause of the outermost method that waits
	s.inwards(func(row profile.Row) {
		if marks[row] = marks[s.tree.Parent[row]]; marks[row] != 0 {
			return
		}
		if k := s.known[s.tree.Method[row]]; k != nil && k.blocks && !s.OnCPU && s.mostlyWaits(row) {
			marks[row] = 1 + uint32(k.cause)
		}
	})
	for _, row := range slices.Backward(s.rows) { // only the outermost ones
		if marks[s.tree.Parent[row]] != 0 {
			marks[row] = 0
		}
	}
	var in []span
	for _, r := range messages {
		c := s.call(r)
		in = append(in, span{c.From, c.To})
	}
	in = joined(in)
	var waits [Causes]int64
	s.eachCall(marks, func(r profile.Ref, mark uint32) {
		c := s.call(r)
		i := sort.Search(len(in), func(i int) bool { return in[i].to > c.From })
		if i < len(in) && in[i].from <= c.From {
			waits[mark-1] += s.stake(&c)
		}
	})
	for i := range s.Parts {
		if p := &s.Parts[i]; p.Kind == Waiting && p.Time >= s.least {
			waits[p.Cause] = 0
		}
	}
	return mostlyFor(&waits, time)
}

// calledIn returns the methods of the app and of libraries that a handler calls, directly or through Android, with a tenth of the time of
// its messages each. A method with nearly all of the time only passes them on: its callees take its place.
func (s *messageRule) calledIn(handler trace.MethodIndex, messages []profile.Ref) []Share {
	const most = 8                                       // methods with nearly all of the time
	isPart := map[trace.MethodIndex]bool{handler: false} // else it only leads to parts
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
	passes := descent{s.survey, false}.numbered()
	var told []Share
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
		switch nearly := len(parts) > 0 && isNearlyAll(parts[0].Time, whole); {
		case 2*sumOf(parts) < sumOf(told):
			return told
		case nearly && n < most:
			isPart[parts[0].Method] = false
		case n < most && slices.ContainsFunc(parts, passes): // its callees have names
			told = parts
			for _, in := range parts {
				isPart[in.Method] = isPart[in.Method] && !passes(in)
			}
		default:
			return parts
		}
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
	isOfLambdas := func(m trace.MethodIndex, _ trace.Ticks) bool { return isLambdas(&s.x.Info.Methods[m]) }
	maps.DeleteFunc(own, isOfLambdas)
	if most := longestIn(own); most == call.NoMethod || own[most] >= least {
		return most
	}
	maps.DeleteFunc(whole, func(m trace.MethodIndex, ticks trace.Ticks) bool { return ticks < least || isOfLambdas(m, ticks) })
	inner := call.NoMethod
	for m, ticks := range whole {
		if inner == call.NoMethod || ticks < whole[inner] || ticks == whole[inner] && m > inner {
			inner = m
		}
	}
	return inner
}

// withHandled adds a handler to the costly methods, unless a finding says where nearly all of that time is.
// All has the findings of the other rules.
func (s *messageRule) withHandled(handled *candidate, costly, all []*candidate) []*candidate {
	m := handled.Methods[0]
	for _, c := range slices.Concat(costly, all) {
		isOther := c.Handled == 0 && c.Rule != LongMessage && c.Rule != SlowFrames && c.Rule != TracerCost && !slices.Contains(c.Methods, m)
		if isOther && isNearlyAll(c.Time, handled.Time) && c.Time <= handled.Time && isNearlyAll(s.timeWithin(c, handled.all), handled.Time) {
			return costly
		}
	}
	if slices.ContainsFunc(costly, func(c *candidate) bool {
		return handled.Own == call.NoMethod && c.Methods[0] == m && 2*c.Inside.Time >= c.Time && isNearlyAll(c.Time, handled.Time)
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

// timeWithin returns how long the methods of a candidate took within some calls, in ns.
func (s *messageRule) timeWithin(c *candidate, calls []profile.Ref) (ns int64) {
	methods := map[trace.MethodIndex]bool{}
	for _, row := range c.rows {
		methods[s.tree.Method[row]] = true
	}
	for _, r := range calls {
		s.survey.outermost(r, func(m trace.MethodIndex) bool { return methods[m] }, func(in profile.Ref, _ trace.MethodIndex) {
			ns += s.x.Calls.Nanos(s.survey.within(in))
		})
	}
	return ns
}

// isStep reports whether a method handles a step of an activity, a frame or a window, which other rules and the list of phases have.
func isStep(m *trace.Method) bool {
	return strings.HasPrefix(m.Class, "android.app.ActivityThread") || strings.HasPrefix(m.Class, "android.view.Choreographer") || strings.HasPrefix(m.Class, "android.view.ViewRootImpl")
}

// handlings returns the messages and input events by their handler, that with the most time first.
func (s *messageRule) handlings() (all []*handling) {
	const many = 50_000 // messages: to find the handlers of more takes too long
	v := s.survey
	if v == nil || len(v.handled)+len(v.events) > many || s.Handled < s.least {
		return nil
	}
	by := map[trace.MethodIndex]*handling{}
	calls := slices.Concat(v.handled, v.events)
	for i := range calls {
		c := &calls[i]
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
			h = &handling{by: m}
			by[m], all = h, append(all, h)
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
	all = s.joinCoroutines(all)
	sorting.Stable(all, func(a, b *handling) int { return cmp.Or(cmp.Compare(b.time, a.time), cmp.Compare(a.by, b.by)) })
	return all
}

// joinCoroutines replaces handlers that coroutines resume, with little time each, by the method that resumes all of them.
func (s *messageRule) joinCoroutines(all []*handling) (joined []*handling) {
	by := map[trace.MethodIndex]*handling{}
	for _, h := range all {
		m := s.resumer(h.messages[0])
		if m == call.NoMethod || s.x.Calls.Nanos(h.time) >= s.least {
			joined = append(joined, h)
			continue
		}
		of := by[m]
		if of == nil {
			of = &handling{by: m}
			by[m], joined = of, append(joined, of)
		}
		of.messages = append(of.messages, h.messages...)
		of.time += h.time
		of.longest = max(of.longest, h.longest)
		of.count += h.count
		of.events += h.events
	}
	return joined
}

// resumer returns the method of Kotlin that a message calls to resume a coroutine, or NoMethod.
func (s *messageRule) resumer(message profile.Ref) trace.MethodIndex {
	for at := message; ; {
		m := s.x.Method(at)
		switch in := &s.x.Info.Methods[m]; {
		case strings.HasPrefix(in.Class, "kotlinx.coroutines."):
			return m
		case in.Class != "android.os.Handler":
			return call.NoMethod
		}
		callee, ticks := s.survey.longestCallee(at, s.survey.whole)
		if ticks < 0 {
			return call.NoMethod
		}
		at = callee
	}
}
