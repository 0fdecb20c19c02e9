package report

import (
	"container/heap"
	"errors"
	"io"
	"math"
	"strconv"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// Cut writes the calls of a scope as a method trace of version 3, or of version 2 if there is
// only one clock. Its wall times and each thread's CPU time start at the beginning of the range.
// Calls that cross an edge of the range begin or end there. Times finer than 1 µs are rounded. A
// hash, if not nil, replaces names, so that equal names stay equal. Cut needs a profile with
// calls kept.
func Cut(w io.Writer, x *profile.Index, scope profile.Scope, hash Hash) error {
	return newCutting(x, scope).write(w, hash)
}

// mostKept is the end of the longest recording whose times Excerpt keeps, in ns: the file has 32 bits for a time in µs.
const mostKept = 1 << 32 * 1000

// Excerpt writes the same calls as Cut, with the times of the recording. A range that ends after 71 minutes
// still starts at 0.
func Excerpt(w io.Writer, x *profile.Index, scope profile.Scope, hash Hash) error {
	c := newCutting(x, scope)
	if c.to < mostKept {
		c.kept, c.start = c.isRange(), 0
	}
	return c.write(w, hash)
}

func (c *cutting) write(w io.Writer, hash Hash) error {
	x := c.x
	switch {
	case x.Info.Samples != nil:
		return errors.New("this is a recording of simpleperf: its samples are no records of calls, of which a method trace is made")
	case x.Info.Clocks == 0:
		return errors.New("the recording has no times, only the order of calls, and a trace of this format has a time in every record")
	}
	var records int64
	var reach trace.Reach
	c.each(func(r trace.Record) {
		records++
		c.threads[r.Thread], c.methods[r.Method] = 1, 1
		reach.Add(&r)
	})
	switch {
	case records == 0:
		return errors.New("no call lies in this part of the trace")
	case c.tooManyThreads():
		return errors.New("these are more threads than such a file has numbers for; choose fewer")
	case reach.Lost():
		return errors.New("this part is longer than 71 minutes, with pauses too long for the 32 bits of a time in such a file; choose a shorter one")
	}
	info := c.info(records, reach.Most, hash)
	to := trace.NewWriter(w, info, records)
	c.each(func(r trace.Record) {
		r.Thread, r.Method = trace.ThreadIndex(c.threads[r.Thread]), trace.MethodIndex(c.methods[r.Method])
		to.Write(r)
	})
	return to.Close()
}

// A cutting converts calls to the records of a trace.
type cutting struct {
	x        *profile.Index
	scope    profile.Scope
	from, to int64 // the range in ns
	start    int64 // the time that becomes 0, in ns
	kept     bool  // that is the start of the recording, although the range begins or ends elsewhere

	// By row of the original trace: not 0 for a thread or method with records, later its row in
	// the new trace.
	threads, methods []int

	rounded int64 // number of times that the last call of each rounded
}

func newCutting(x *profile.Index, scope profile.Scope) *cutting {
	c := &cutting{x: x, scope: scope, threads: make([]int, len(x.Info.Threads)), methods: make([]int, len(x.Info.Methods))}
	_, end := x.Calls.Span()
	c.from, c.to = x.Calls.Nanos(max(0, scope.From)), x.Calls.Nanos(min(end, scope.To))
	c.start = c.from
	return c
}

// isRange reports whether the scope leaves out a part of the time.
func (c *cutting) isRange() bool {
	_, end := c.x.Calls.Span()
	return c.scope.From > 0 || c.scope.To < end
}

// A turn is a thread and its next record, in ns.
type turn struct {
	walk   *walk
	thread trace.ThreadIndex
	next   Event
}

// turns is a heap of threads, the earliest record on top.
type turns []*turn

func (t turns) Len() int           { return len(t) }
func (t turns) Less(i, j int) bool { return t[i].next.Wall < t[j].next.Wall }
func (t turns) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }
func (t *turns) Push(one any)      { *t = append(*t, one.(*turn)) }
func (t *turns) Pop() any {
	last := (*t)[len(*t)-1]
	*t = (*t)[:len(*t)-1]
	return last
}

// step advances to the thread's next record. It returns false after the last one.
func (t *turn) step() bool {
	at, enter, ok := t.walk.step()
	if ok {
		t.next = t.walk.event(at, enter)
	}
	return ok
}

// each calls f with every record, its times in µs: ordered by the wall clock, or thread by thread
// without that clock.
func (c *cutting) each(f func(trace.Record)) {
	c.rounded = 0
	var waiting turns
	for _, thread := range Threads(c.x, c.scope) {
		t := &turn{walk: stretchOf(c.x, c.scope, thread).walk(), thread: thread}
		if !t.step() {
			continue
		}
		if c.x.Calls.Primary() == trace.Wall {
			heap.Push(&waiting, t)
		} else {
			c.run(t, math.MaxInt64, f)
		}
	}
	for len(waiting) > 0 {
		t := heap.Pop(&waiting).(*turn)
		until := int64(math.MaxInt64)
		if len(waiting) > 0 {
			until = waiting[0].next.Wall
		}
		if c.run(t, until, f) {
			heap.Push(&waiting, t)
		}
	}
}

// run calls f with the thread's records up to the time until, in ns. It returns false after the
// last record.
func (c *cutting) run(t *turn, until int64, f func(trace.Record)) bool {
	base := c.x.Calls.Nanos(t.walk.from.CPU)
	if c.kept {
		base = 0
	}
	for t.next.Wall <= until {
		r := trace.Record{Thread: t.thread, Method: t.next.Method, Action: trace.Exit}
		if t.next.Enter {
			r.Action = trace.Enter
		}
		primary := c.micros(t.next.Wall - c.start)
		switch c.x.Calls.Clocks {
		case trace.Dual:
			r.Wall, r.CPU = primary, c.micros(t.next.CPU-base)
		case trace.Wall:
			r.Wall = primary
		default:
			r.CPU = primary
		}
		f(r)
		if !t.step() {
			return false
		}
	}
	return true
}

// micros rounds a time to the ticks of the new trace, which are µs, and counts the rounding.
func (c *cutting) micros(ns int64) trace.Ticks {
	if ns%1000 != 0 {
		c.rounded++
	}
	return trace.Ticks((ns + 500) / 1000)
}

// tooManyThreads reports whether there are more threads than 16-bit ids.
func (c *cutting) tooManyThreads() bool {
	n := 0
	for _, used := range c.threads {
		n += used
	}
	return n > 1<<16-1
}

// info returns the header of the file for this number of records, with times up to most.
func (c *cutting) info(records int64, most trace.Ticks, hash Hash) *trace.Info {
	was := c.x.Info
	in := &trace.Info{Clocks: was.Clocks, Start: was.Start}
	if in.Start != 0 {
		in.Start += c.start / 1000
	}
	c.list(in, hash)
	c.options(in, records, most, hash != nil)
	return in
}

// options copies the options that ART wrote, adjusted to the range, and adds how the trace was
// cut.
func (c *cutting) options(in *trace.Info, records int64, most trace.Ticks, hashed bool) {
	was := c.x.Info
	add := func(key, value string) { in.Options = append(in.Options, trace.Option{Key: key, Value: value}) }
	number := func(key string, n int64) { add(key, strconv.FormatInt(n, 10)) }
	old := func(key string) int64 {
		if n := option(was, key, 1); n != nil {
			return *n
		}
		return 0
	}
	_, end := c.x.Calls.Span()
	toEnd := c.scope.To >= end
	elapsed := (c.to - c.start + 500) / 1000
	if of := recordingOf(was).Elapsed; of != nil && toEnd {
		elapsed = max(elapsed, (*of-c.start)/1000)
	}
	add("data-file-overflow", strconv.FormatBool(was.Overflow && toEnd))
	if !was.ClockAssumed {
		add("clock", in.Clocks.String())
	}
	if most < 1<<32 || elapsed >= 1<<32 { // a smaller value would mean that no clock has wrapped
		number("elapsed-time-usec", elapsed)
	}
	number("num-method-calls", records)
	for _, key := range [...]string{"clock-call-overhead-nsec", "pid"} {
		if option(was, key, 1) != nil {
			number(key, old(key))
		}
	}
	if vm, _ := was.Option("vm"); vm == "art" || vm == "dalvik" {
		add("vm", vm)
	}
	zero := old(trace.CutFrom) // the start of this recording in the one that it was cut out of
	if option(was, trace.CutStart, 1) != nil {
		zero = old(trace.CutStart)
	}
	number(trace.CutFrom, zero+c.from)
	number(trace.CutTo, zero+c.to)
	if c.kept {
		number(trace.CutStart, zero)
	}
	if n := max(c.rounded, old(trace.CutRounded)); n > 0 {
		number(trace.CutRounded, min(n, 2*records))
	}
	if hashed || old(trace.CutHashed) > 0 {
		number(trace.CutHashed, 1)
	}
}

// Numbers of ids that the format holds. dmtracedump supports no more threads.
const (
	threadIDs = 1 << 15
	methodIDs = 1 << 32
)

// list adds the threads and methods that have records. They keep their ids, or the lower bits of
// them, unless the id is already used.
func (c *cutting) list(in *trace.Info, hash Hash) {
	ids := newFreeIDs(1)
	for i, used := range c.threads {
		if used == 0 {
			continue
		}
		t := trace.Thread{Name: c.x.Info.Threads[i].Name, Listed: c.x.Info.Threads[i].Listed}
		t.ID = trace.ThreadID(ids.assign(uint64(c.x.Info.Threads[i].ID), threadIDs))
		t.Listed = t.Listed || t.ID == 0                     // otherwise its records would look like a gap
		if hash != nil && t.Name != "main" && t.Name != "" { // main is no secret, and the page looks for it
			t.Name = "t" + hash(t.Name)
		}
		c.threads[i] = len(in.Threads)
		in.Threads = append(in.Threads, t)
	}
	ids = newFreeIDs(4)
	for i, used := range c.methods {
		if used == 0 {
			continue
		}
		m := c.x.Info.Methods[i]
		m.ID = trace.MethodID(ids.assign(uint64(m.ID), methodIDs))
		if hash != nil {
			m = hash.method(&m)
		}
		c.methods[i] = len(in.Methods)
		in.Methods = append(in.Methods, m)
	}
}

// freeIDs assigns unique ids.
type freeIDs struct {
	taken      map[uint64]bool
	next, step uint64
}

func newFreeIDs(step uint64) *freeIDs { return &freeIDs{map[uint64]bool{}, step, step} }

// assign returns wanted modulo most or, if that is used, the next free id.
func (f *freeIDs) assign(wanted, most uint64) uint64 {
	id := wanted % most
	for f.taken[id] {
		id = f.next
		f.next += f.step
	}
	f.taken[id] = true
	return id
}

// A Hash returns a replacement for the name with these parts. The command has one: app.wasm must not
// contain package crypto/sha256, which is 43 KB of its download.
type Hash func(parts ...string) string

// method returns a method with hashed names. Methods of the same class keep a common class.
func (hash Hash) method(m *trace.Method) trace.Method {
	h := trace.Method{ID: m.ID, Listed: m.Listed}
	if m.Class != "" {
		h.Class = "c" + hash(m.Class)
	}
	if m.Name != "" {
		h.Name = "m" + hash(m.Class, m.Name, m.Signature)
	}
	return h
}
