package tracing

import (
	"slices"
	"time"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/simpleperf"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/names"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/sift"
)

// profiles is the trace's calls by one of its measures, and the profiles of the scopes that requests name. It keeps the
// last profile, the last filter, and the results of that filter.
type profiles struct {
	index    *profile.Index // merged once there is a profile
	timeline *scene.Timeline
	endings  map[profile.Ref]trace.MethodIndex // what threads were in when their records ended, by their innermost open calls
	looks    *looks
	samples  *simpleperf.Reader // of a recording of samples, nil otherwise
	rename   func(*trace.Info)  // gives methods their original names; nil keeps the file's
	owners   platform.Owners
	read     time.Duration // to read and to merge the calls
	counted  func()        // called when the clock CPU counts another measure

	scope   message.Scope    // of last
	last    *profile.Profile // nil until summarize has made it
	methods *sift.Methods    // nil until the first search or filter
	filter  *sift.Filter     // the last one; nil for none
	cuts    [2]cutProfile    // all code, and the other code that was shown last: a sum needs both
	keeps   keptCalls
}

// set sets a table of calls and computes what the first pictures need. summarize computes the
// rest when it is needed.
func (ps *profiles) set(calls *call.Table, info *trace.Info) {
	if ps.rename != nil {
		ps.rename(info)
	}
	info.Assign(ps.owners)
	profile.AddSwitchMethod(info)
	ps.index, ps.last = profile.Unmerged(calls, info), nil
	ps.forgetFilter()
	if ps.looks.index = ps.index; ps.looks.rank == nil { // the page keeps the numbers of the first measure
		*ps.looks = newLooks(ps.index)
	}
	ps.timeline = scene.NewTimeline(ps.index)
	ps.timeline.NameEnding = ps.endingName
	ps.endings = map[profile.Ref]trace.MethodIndex{}
}

// openStack returns the methods of the calls that were open when a thread's records ended, outermost first. Open is the innermost
// of the calls.
func (ps *profiles) openStack(open profile.Ref) []trace.MethodIndex {
	stack := make([]trace.MethodIndex, open.Depth+1)
	levels := ps.index.Calls.Threads[open.Thread].Levels
	for depth := range stack {
		stack[depth] = ps.index.Method(profile.Ref{Thread: open.Thread, Depth: uint32(depth), Row: uint32(levels[depth].Len() - 1)})
	}
	return stack
}

// endingName names what a thread was in when its records ended, as a finding does, by its innermost open call.
func (ps *profiles) endingName(open profile.Ref) string {
	m, ok := ps.endings[open]
	if !ok { // too slow for each picture
		stack := ps.openStack(open)
		m = stack[story.SiteOf(ps.index, stack)]
		ps.endings[open] = m
	}
	in := &ps.index.Info.Methods[m]
	class, name := in.Class, in.Name
	if n, ok := ps.looks.readable[int(m)]; ok {
		class, name = n.Class, n.Method
	} else if n, ok := names.Readable([]trace.Method{*in})[0]; ok { // before the names of all are known
		class, name = n.Class, n.Method
	}
	return words.Clip(words.ShortMethod(trace.Visible(class), trace.Visible(name)))
}

// renameBy renames the methods with give, now and whenever the calls are rebuilt.
func (ps *profiles) renameBy(give func(*trace.Info)) {
	ps.rename = give
	in := ps.index.Info
	if ps.samples != nil {
		ps.measure(in.Samples.Measure)
		return
	}
	if m := ps.index.SwitchMethod(); m != call.NoMethod {
		in.Methods = in.Methods[:m] // set adds it again
	}
	ps.set(ps.index.Calls, in)
}

// assign names the owners of packages.
func (ps *profiles) assign(owners platform.Owners) {
	ps.owners = owners
	ps.index.Info.Assign(owners)
	ps.forgetFilter()
}

// forgetFilter discards what depends on the names and origins of methods.
func (ps *profiles) forgetFilter() {
	ps.methods, ps.filter, ps.cuts, ps.keeps = nil, nil, [2]cutProfile{}, keptCalls{}
}

// summarize merges the contexts and makes the profile of the whole trace, once.
func (ps *profiles) summarize() {
	if ps.last != nil {
		return
	}
	began := time.Now()
	ps.index.Merge()
	ps.scope, ps.last = message.Scope{To: message.Whole}, ps.index.Profile(profile.WholeTrace, nil)
	if ps.looks.rank == nil {
		ps.looks.rankBy(ps.last)
	}
	ps.read += time.Since(began)
}

// measure rebuilds the calls of a recording of samples so that the clock CPU counts another
// measure. Calls, methods and threads keep their numbers.
func (ps *profiles) measure(by int) {
	calls, info := ps.samples.Calls(by, true)
	ps.set(calls, info)
	ps.counted()
}

// by makes the clock CPU count the measure that a scope selects.
func (ps *profiles) by(measure uint32) {
	if of := ps.index.Info.Samples; of != nil && measure > 0 && int64(measure) <= int64(len(of.Measures)) && int(measure) != of.Measure+1 {
		ps.measure(int(measure) - 1)
	}
}

// scopeOf converts a message's scope, in ns and thread indices, to a profile's.
func (ps *profiles) scopeOf(s message.Scope) profile.Scope {
	scope := profile.WholeTrace
	if from, to := ps.index.Calls.Span(); s.From > ps.ns(from) || s.To < ps.ns(to) {
		scope.From, scope.To = ps.index.Calls.TicksUp(s.From), ps.ticks(s.To)
		if scope.To < scope.From { // shorter than a tick
			scope.To = scope.From
		}
	}
	if len(s.Threads) > 0 {
		scope.Threads = make([]bool, len(ps.index.Calls.Threads))
		for _, t := range s.Threads {
			if int(t) < len(scope.Threads) {
				scope.Threads[t] = true
			}
		}
	}
	return scope
}

// ns converts ticks of the calls to nanoseconds, the unit of messages, and ticks converts them back.
func (ps *profiles) ns(t trace.Ticks) int64     { return ps.index.Calls.Nanos(t) }
func (ps *profiles) ticks(ns int64) trace.Ticks { return ps.index.Calls.Ticks(ns) }

// in returns the profile of a scope. It caches only the last one, which views share, because
// a profile with many contexts needs as much memory as all else. The previous profile must no
// longer be used.
func (ps *profiles) in(s message.Scope) *profile.Profile {
	ps.by(s.Measure)
	ps.summarize()
	scope, x := ps.filterOf(s).In(ps.scopeOf(s)), ps.index
	if s.Switches {
		x = x.Switched()
	}
	if of := &ps.last.Scope; x == ps.last.Index && scope.From == of.From && scope.To == of.To && scope.Slower == of.Slower && slices.Equal(scope.Threads, of.Threads) && s.NoIdle == ps.scope.NoIdle {
		return ps.last
	}
	ps.scope = s
	ps.last = x.Profile(scope, ps.last)
	if s.NoIdle {
		ps.last.WithoutIdle()
	}
	return ps.last
}

// single returns the only thread of a scope. ok is false if there are several.
func (ps *profiles) single(scope message.Scope) (thread trace.ThreadIndex, ok bool) {
	switch n := len(ps.index.Calls.Threads); {
	case len(scope.Threads) == 1 && int(scope.Threads[0]) < n:
		return trace.ThreadIndex(scope.Threads[0]), true
	case len(scope.Threads) == 0 && n == 1:
		return 0, true
	}
	return 0, false
}

// isOpen reports whether a call was still running at its thread's last record.
func (ps *profiles) isOpen(r profile.Ref) bool {
	return int(r.Row) == ps.index.Level(r).Len()-1 && int64(r.Depth) < ps.index.Calls.Threads[r.Thread].OpenCalls
}
