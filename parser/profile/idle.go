package profile

import (
	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/trace"
)

// idleRows are the rows of a tree that wait for work, in ascending order.
type idleRows struct {
	all []Row // of IdleRows; nil until they are found

	// The rows whose exclusive time off the CPU is an idle wait: all, and loopers. What a looper
	// does itself takes hardly any time. Where it is off the CPU, the recording omits
	// MessageQueue.next.
	self []Row
}

// isSelf reports, by row of a tree of some rows, whether it is one of self.
func (i *idleRows) isSelf(rows int) []bool {
	is := make([]bool, rows)
	for _, row := range i.self {
		is[row] = true
	}
	return is
}

// IdleRows returns the rows of Merged that wait for work, in ascending order:
//   - methods that make workers wait for tasks, or loopers for messages;
//   - pauses directly below a worker's loop, or without a caller, if recording began during a wait
//     that did not end;
//   - sleeps directly in a thread's run method, whose loop runs periodically;
//   - a profiler inside the app that waits for its next sample;
//   - below any of these, the methods that implement the wait.
//
// Below any other method a thread is working again, even on a task that waits. Package platform
// lists the methods; idle threads of dumps use the same list. The rows are found once.
func (x *Index) IdleRows() []Row { return x.idleRows().all }

// idleRows returns IdleRows, and loopers.
func (x *Index) idleRows() *idleRows {
	found := &x.idle
	if found.all != nil {
		return found
	}
	const awaits, loops, pauses, within, sleeps, runs, looper = 1, 2, 4, 8, 16, 32, 64
	kind := make([]uint8, len(x.Info.Methods))
	class, may, traces := "", false, false // of the previous method: methods of a class are mostly adjacent
	for m := range kind {
		in := &x.Info.Methods[m]
		if in.Library != "" { // part of a wait's implementation
			kind[m] = within
			continue
		}
		if in.Class != class {
			class, may, traces = in.Class, platform.MayWait(in.Class), platform.Of(in.Class) == platform.Tracer
		}
		if traces {
			kind[m] = awaits
			continue
		}
		if in.Name == "run" {
			kind[m] |= runs
		}
		if !may {
			continue
		}
		if platform.IsLooper(in.Class, in.Name) && x.waits() != notRecorded {
			kind[m] = looper
		}
		frame := in.Class + "." + in.Name
		if platform.AwaitsWork(frame) || platform.AwaitsMessages(frame) {
			kind[m] = awaits
			continue
		}
		if platform.Loops(frame) {
			kind[m] |= loops
		}
		if platform.Pauses(frame) {
			kind[m] |= pauses | within
		}
		if platform.Waits(frame) {
			kind[m] |= within
		}
		if platform.Sleeps(frame) {
			kind[m] |= sleeps
		}
	}
	if m := x.SwitchMethod(); m != call.NoMethod {
		kind[m] = within
	}
	t := &x.Merged
	idle := make([]bool, t.Len())
	found.all = []Row{}
	base := func(row Row) bool { // the method that a thread runs: the outermost, or the one that Thread.run called
		if kind[t.Method[row]]&runs == 0 {
			return false
		}
		outer := t.Parent[row]
		return outer == 0 || t.Parent[outer] == 0 && kind[t.Method[outer]]&runs != 0
	}
	Blocks(t.Len(), func(a, b int) {
		for row := max(1, a); row < b; row++ {
			k, caller := kind[t.Method[row]], t.Parent[row]
			if k&awaits != 0 || k&within != 0 && idle[caller] || k&pauses != 0 && (caller == 0 || kind[t.Method[caller]]&loops != 0) ||
				k&sleeps != 0 && caller != 0 && base(caller) {
				idle[row] = true
				found.all, found.self = append(found.all, Row(row)), append(found.self, Row(row))
			} else if k&looper != 0 {
				found.self = append(found.self, Row(row))
			}
		}
	})
	return found
}

// Idle returns the profile's idle waits: the exclusive time off the CPU in the contexts of
// IdleRows and of loopers, as Wall and as Waiting; CPU is 0. Total includes it, unless WithoutIdle removed it.
func (p *Profile) Idle() (sum Times) {
	if p.unfiltered != nil {
		return p.unfiltered.Idle()
	}
	if p.left != (Times{}) {
		return p.left
	}
	p.EachIdle(func(_ Row, idle Times) { sum.add(&idle) })
	return sum
}

// EachIdle calls f with each context that has idle waits and with these, unless WithoutIdle removed them. After a filter these are
// the waits that it keeps within calls, with the contexts that have their time.
func (p *Profile) EachIdle(f func(row Row, idle Times)) {
	if p.Unfiltered().removed == nil {
		p.eachIdle(f)
	}
}

// IdleKept returns the idle waits that the filter keeps within calls: Idle without a filter.
func (p *Profile) IdleKept() (sum Times) {
	if p.filter == nil {
		return p.Idle()
	}
	p.eachIdle(func(_ Row, idle Times) { sum.add(&idle) })
	return sum
}

// eachIdle is EachIdle that includes waits that WithoutIdle removed.
func (p *Profile) eachIdle(f func(row Row, idle Times)) {
	of := p.Unfiltered()
	for i, row := range of.idleRows().self {
		at, kept := p.Keeps(row)
		if p.filter != nil && at == 0 || !kept { // not within calls
			continue
		}
		idle := of.idleOf(&of.Rows[row])
		if of.removed != nil {
			idle = of.removed[i]
		}
		if idle != (Times{}) {
			f(at, idle)
		}
	}
}

// idleOf returns the idle waits of a context of idleRows.self: its exclusive time off the CPU.
//
// A sampler reads the CPU clock at its next sample. So the CPU time of such a context is of work that began before that
// sample, and as much idle time belongs to other contexts. All its wall time is idle.
func (x *Index) idleOf(c *Context) (t Times) {
	t[Wall] = max(0, c.Exclusive[Wall]-c.Exclusive[CPU])
	t[Waiting] = c.Exclusive[Waiting]
	switch {
	case x.waits() == recorded:
		t[Wall] = t[Waiting]
	case x.Info.Sampling == trace.Sampled:
		t[Wall] = c.Exclusive[Wall]
	}
	return t
}

// WithoutIdle removes the idle waits from a profile that is not in use yet: from their contexts,
// from the inclusive times of the contexts and their callers, from the methods and from Total. The
// CPU clock, the number of calls and everything else stay the same.
func (p *Profile) WithoutIdle() {
	p.folded, p.inverted, p.sandwich = nil, nil, nil
	rows := p.idleRows().self
	if len(rows) == 0 {
		return
	}
	left := make([]Times, rows[len(rows)-1]+1) // by row: time to remove from its inclusive time
	p.removed = make([]Times, len(rows))
	for i, row := range rows {
		own := p.idleOf(&p.Rows[row])
		left[row], p.removed[i] = own, own
		p.Rows[row].Exclusive.subtract(&own)
		p.Methods[p.Tree.Method[row]].Exclusive.subtract(&own)
	}
	for row := len(left) - 1; row >= 0; row-- {
		if left[row] == (Times{}) {
			continue
		}
		p.Rows[row].Inclusive.subtract(&left[row])
		if row == 0 {
			p.left = left[0]
			break
		}
		if p.Tree.Outermost[row] {
			p.Methods[p.Tree.Method[row]].Inclusive.subtract(&left[row])
		}
		left[p.Tree.Parent[row]].add(&left[row])
	}
}

func (t *Times) subtract(u *Times) {
	for c := range t {
		t[c] -= u[c]
	}
}
