package dmtracedump

import (
	"fmt"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// A Replay profiles the records of a File as dmtracedump does, including its faults. A method that
// exits with nothing on the stack counts as entered at time 0. A clock that runs backwards gives
// negative time. An exit of another method than the topmost stops everything. Use it to compare
// with old reports.
type Replay struct {
	File *File
	Err  error // why dmtracedump stops reading

	clock   int
	threads [1 << 16]*thread
	first   []*thread // in order of appearance
	tree    call.Tree // contexts of all threads; a method is a row of File.Methods, or pseudo
	spent   []spent   // by node of tree
	order   []call.NodeIndex
}

// spent sums the calls of one context.
type spent struct {
	own, calls, inclusive int64
	recursive             int
}

type thread struct {
	last    uint32
	start   uint32
	stack   []frame
	running map[trace.MethodIndex]int // calls on the stack, by method
}

type frame struct {
	node call.NodeIndex
	from uint32
}

// maxDepth is dmtracedump's limit on the depth of a stack.
const maxDepth = 10000

// NewReplay returns a replay by the first clock of each record. Clock 1 selects the second, if
// there is one. Write the trace to File.
func NewReplay(clock int) *Replay {
	r := &Replay{clock: clock}
	r.tree.Root()
	r.spent = make([]spent, 1)
	r.File = NewFile(nil, r.record)
	return r
}

// node returns the context of a method that is called in another context. recursive reports whether
// the method is already on the stack.
func (r *Replay) node(caller call.NodeIndex, m trace.MethodIndex, recursive bool) call.NodeIndex {
	n := r.tree.Callee(caller, m)
	if int(n) == len(r.spent) {
		r.spent = append(r.spent, spent{})
		if recursive {
			r.spent[n].recursive = 1
		}
	}
	return n
}

func (r *Replay) record(rec *Record) {
	if r.Err != nil {
		return
	}
	now := rec.Times[min(r.clock, rec.Clocks-1)]
	t := r.threads[rec.Thread]
	if t == nil {
		t = &thread{start: now, last: now, running: map[trace.MethodIndex]int{}}
		r.threads[rec.Thread] = t
		r.first = append(r.first, t)
	}
	top := call.NodeIndex(0)
	if len(t.stack) > 0 {
		top = t.stack[len(t.stack)-1].node
	}
	m := trace.MethodIndex(r.File.find(rec.ID)) // -1, unknown, is a valid key
	passed := int64(now) - int64(t.last)
	t.last = now
	switch {
	case rec.Action == 0:
		r.spent[top].own += passed
		if len(t.stack) == maxDepth {
			r.Err = fmt.Errorf("more than %d calls on the stack of thread %d", maxDepth, rec.Thread)
			return
		}
		t.stack = append(t.stack, frame{r.node(top, m, t.running[m] > 0), now})
		t.running[m]++
	case top == 0:
		n := r.node(0, m, false)
		r.spent[n].own += passed
		r.leave(n, int64(now))
	case r.tree.At(top).Method != m:
		r.Err = fmt.Errorf("thread %d leaves another method than the one it entered last", rec.Thread)
	default:
		r.spent[top].own += passed
		r.pop(t)
	}
}

// pop ends the topmost call at the thread's last time.
func (r *Replay) pop(t *thread) {
	f := t.stack[len(t.stack)-1]
	t.stack = t.stack[:len(t.stack)-1]
	t.running[r.tree.At(f.node).Method]--
	r.leave(f.node, int64(t.last)-int64(f.from))
}

func (r *Replay) leave(n call.NodeIndex, inclusive int64) {
	s := &r.spent[n]
	if s.calls == 0 {
		r.order = append(r.order, n)
	}
	s.calls++
	s.inclusive += inclusive
}

// Finish ends the running calls and returns the profile.
func (r *Replay) Finish() (*Profile, error) {
	if r.Err == nil && !r.File.Ended {
		r.Err = fmt.Errorf("this is no trace that dmtracedump reads")
	}
	if r.Err != nil {
		return nil, r.Err
	}
	var d builder
	d.Methods = slices.Clone(r.File.Methods)
	d.addPseudo()
	for _, t := range r.first {
		for len(t.stack) > 0 {
			r.pop(t)
		}
		d.Total += int64(t.last) - int64(t.start)
	}
	row := func(n call.NodeIndex) int {
		switch m := r.tree.At(n).Method; m {
		case call.NoMethod:
			if n == 0 {
				return d.top
			}
			return d.unknown
		default:
			return int(m)
		}
	}
	d.Methods[d.top].Inclusive = d.Total
	d.own(d.top, 0, r.spent[0].own)
	for _, n := range r.order { // every context with calls
		s, caller := &r.spent[n], r.tree.At(n).Parent
		d.call(row(n), row(caller), s.recursive, r.spent[caller].recursive, s.calls, s.inclusive)
		d.own(row(n), s.recursive, s.own)
	}
	return d.profile(), nil
}
