package story

import (
	"cmp"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// A recorder stops all threads while it starts or stops. The thread that asks for it has a call of that time. Any other
// thread is in the middle of some call, which seems to wait:
//
//	main    ──[ startMethodTracing ]──
//	worker  ──[ <init>             ]──   all of it off the CPU
//
// A stopper takes this time out of the profile of a study, and keeps it in stops. The part of waits for the recorder then has it.
type stopper struct{ *study }

func (s stopper) find() {
	if s.survey == nil || s.x.Calls.Samples || s.first == profile.CPU {
		return
	}
	var by trace.MethodIndex
	clock := call.NewCPUClock(&s.x.Calls.Threads[s.Thread])
	for _, at := range s.recorderCalls() {
		middle := (at.from + at.to) / 2
		r, ok := s.innermostAt(middle)
		if !ok || s.waitsAnyway(s.rowOf(r)) {
			continue
		}
		before, after := clock.Around(middle)
		stop := span{s.x.Calls.Nanos(max(before.Primary, at.from, s.opts.From)), s.x.Calls.Nanos(min(after.Primary, at.to, s.opts.To))}
		if n := len(s.stops); n > 0 { // two threads can ask for a recorder
			stop.from = max(stop.from, s.stops[n-1].to)
		}
		off := s.x.Calls.Nanos(after.Primary - before.Primary - (after.CPU - before.CPU))
		row := s.rowOf(r)
		if s.survey.dual { // the range can have all of the time on the CPU, but not all of the wait
			own := &s.p.Rows[row].Exclusive
			off = min(off, own[profile.Wall]-own[profile.CPU])
		}
		if stop.to = min(stop.to, stop.from+off); stop.from >= stop.to {
			continue
		}
		s.take(row, stop.to-stop.from)
		s.stops, by = append(s.stops, stop), at.by
	}
	s.stoppedBy, s.stops = by, joined(s.stops)
}

// waitsAnyway reports whether a thread that is directly in a row waits for something.
func (s stopper) waitsAnyway(row profile.Row) bool {
	k := s.known[s.tree.Method[row]]
	return s.idle[row] || s.loops(row) || k != nil && k.blocks
}

// take removes time off the CPU directly in a row, in ns, from the figures of the row, its callers and their methods.
func (s stopper) take(row profile.Row, ns int64) {
	if len(s.stops) == 0 { // others use the profile, too
		p := *s.p
		p.Rows, p.Methods = slices.Clone(p.Rows), slices.Clone(p.Methods)
		if s.kept == s.p {
			s.kept = &p
		}
		s.p = &p
	}
	from := func(t *profile.Times) {
		t[s.first] -= ns
		t[profile.Waiting] -= min(ns, t[profile.Waiting])
	}
	from(&s.p.Rows[row].Exclusive)
	from(&s.p.Methods[s.tree.Method[row]].Exclusive)
	for at := row; at != 0; at = s.tree.Parent[at] {
		from(&s.p.Rows[at].Inclusive)
		if s.tree.Outermost[at] {
			from(&s.p.Methods[s.tree.Method[at]].Inclusive)
		}
	}
}

// A recorderCall is a call that starts or stops the recorder.
type recorderCall struct {
	from, to trace.Ticks
	by       trace.MethodIndex
}

// recorderCalls returns the calls of other threads that start or stop the recorder within the range, in order of time. It
// leaves out those within such a call.
func (s stopper) recorderCalls() (all []recorderCall) {
	is := func(m trace.MethodIndex) bool {
		return m != call.NoMethod && s.known[m] != nil && s.known[m].cause == Tracing
	}
	if !slices.ContainsFunc(s.known, func(k *known) bool { return k != nil && k.cause == Tracing }) {
		return nil
	}
	tree := &s.x.Calls.Tree
	nodes := make([]bool, tree.Len()) // whose calls count
	var places []profile.Place
	for n := range call.NodeIndex(tree.Len()) {
		m := tree.At(n).Method
		if !is(m) {
			continue
		}
		depth, root, inner := -1, n, false
		for up := tree.At(n).Parent; up != call.None; up = tree.At(up).Parent {
			inner = inner || is(tree.At(up).Method)
			depth, root = depth+1, up
		}
		thread := slices.IndexFunc(s.x.Calls.Threads, func(t call.Thread) bool { return t.Root == root })
		if inner || thread < 0 || trace.ThreadIndex(thread) == s.Thread {
			continue
		}
		nodes[n] = true
		if at := (profile.Place{Thread: trace.ThreadIndex(thread), Depth: uint32(depth)}); !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	for _, at := range places {
		l := s.x.Calls.Threads[at.Thread].Levels[at.Depth]
		for i, end := l.From(s.opts.From), l.After(s.opts.To); i < end; i++ {
			if n := l.Call(i).Node; nodes[n] {
				all = append(all, recorderCall{l.Start(i), l.End(i), tree.At(n).Method})
			}
		}
	}
	sorting.Stable(all, func(a, b recorderCall) int { return cmp.Compare(a.from, b.from) })
	return all
}

// innermostAt returns the innermost call of the thread at an instant, if it is in any.
func (s stopper) innermostAt(at trace.Ticks) (r profile.Ref, ok bool) {
	eachAt(s.x, s.Thread, at, func(in profile.Ref) { r, ok = in, true })
	return r, ok
}
