package profile

import (
	"traceglass/parser/call"
	"traceglass/parser/platform"
)

// idleRows are the rows of Merged in which a thread waits for work:
//   - those of methods in which workers wait for it, or loopers for messages;
//   - those that pause right below a worker's loop, or with nothing above them: there recording
//     began in a wait that it never saw the end of;
//   - those that sleep right in a thread's run method: its loop does something from time to time;
//   - those of a profiler inside the app, which waits for its next sample;
//   - below any of these what may lie between there and the top of the stack.
//
// Below any other method a thread is at work again, be it a task that waits for something.
// Package platform has the methods, the same by which a thread of a dump is idle. The rows are
// found once, in ascending order.
func (x *Index) idleRows() []Row {
	if x.idle != nil {
		return x.idle
	}
	const awaits, loops, pauses, within, sleeps, runs = 1, 2, 4, 8, 16, 32
	kind := make([]uint8, len(x.Info.Methods))
	class, may, traces := "", false, false // of the method before: those of a class are mostly together
	for m := range kind {
		in := &x.Info.Methods[m]
		if in.Library != "" { // what a wait is made of
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
	x.idle = []Row{}
	base := func(row Row) bool { // the method that a thread runs: the outermost, or the one that Thread.run has called
		if kind[t.Method[row]]&runs == 0 {
			return false
		}
		outer := t.Parent[row]
		return outer == 0 || t.Parent[outer] == 0 && kind[t.Method[outer]]&runs != 0
	}
	for row := 1; row < t.Len(); row++ {
		k, caller := kind[t.Method[row]], t.Parent[row]
		if k&awaits != 0 || k&within != 0 && idle[caller] || k&pauses != 0 && (caller == 0 || kind[t.Method[caller]]&loops != 0) ||
			k&sleeps != 0 && caller != 0 && base(caller) {
			idle[row] = true
			x.idle = append(x.idle, Row(row))
		}
	}
	return x.idle
}

// Idle returns the profile's idle waits: what the contexts of idleRows took of their own off the
// CPU, that is their exclusive wall time less their CPU time, and the same of waiting. By CPU it
// is 0. It is part of Total, unless WithoutIdle left it out.
func (p *Profile) Idle() (sum Times) {
	if p.left != (Times{}) {
		return p.left
	}
	for _, row := range p.idleRows() {
		own := p.idle(row)
		sum.add(&own)
	}
	return sum
}

// idle is what of a context's own time is off the CPU.
func (p *Profile) idle(row Row) (t Times) {
	c := &p.Rows[row]
	t[Wall] = max(0, c.Exclusive[Wall]-c.Exclusive[CPU])
	t[Waiting] = c.Exclusive[Waiting]
	if p.waits() == recorded {
		t[Wall] = t[Waiting]
	}
	return t
}

// WithoutIdle leaves the idle waits out of a profile that nobody has yet: of their contexts, of
// the inclusive times of these and of those that lead to them, of the methods and of Total.
// Everything else, the CPU clock and the numbers of calls are as before.
func (p *Profile) WithoutIdle() {
	p.folded, p.inverted = nil, nil
	rows := p.idleRows()
	if len(rows) == 0 {
		return
	}
	left := make([]Times, rows[len(rows)-1]+1) // by row: what is left out of its inclusive time
	for _, row := range rows {
		own := p.idle(row)
		left[row] = own
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
