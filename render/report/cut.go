package report

import (
	"container/heap"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"strconv"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// Cut writes a scope's calls as a trace of its own, version 3, or 2 where there is one clock. Its
// times begin with the range, each thread's CPU time too; a call across an edge begins or ends
// there. Times finer than 1 µs are rounded. With a hash names are replaced by it, so that equal ones stay
// equal; nil keeps them. It needs calls that were kept.
func Cut(w io.Writer, x *profile.Index, scope profile.Scope, hash Hash) error {
	switch {
	case x.Info.Samples != nil:
		return errors.New("this is a recording of simpleperf: its samples are no records of calls, of which a method trace is made")
	case x.Info.Clocks == 0:
		return errors.New("the recording has no times, only the order of calls, and a trace of this format has a time in every record")
	}
	c := newCutting(x, scope)
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
	case c.many():
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

// A cutting is what is written of a trace, record by record.
type cutting struct {
	x        *profile.Index
	scope    profile.Scope
	from, to int64 // the range in ns

	// By the rows of the trace: not 0 where a record has it; once info has been called the row there.
	threads, methods []int

	rounded int64 // times that each has rounded
}

func newCutting(x *profile.Index, scope profile.Scope) *cutting {
	c := &cutting{x: x, scope: scope, threads: make([]int, len(x.Info.Threads)), methods: make([]int, len(x.Info.Methods))}
	_, end := x.Calls.Span()
	c.from, c.to = x.Calls.Nanos(max(0, scope.From)), x.Calls.Nanos(min(end, scope.To))
	return c
}

// A turn is a thread of which a record comes next, in ns.
type turn struct {
	walk   *walk
	thread trace.ThreadIndex
	next   Event
}

// turns are those of all threads, the earliest on top.
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

// step goes to the thread's next record, false if there is none.
func (t *turn) step() bool {
	at, enter, ok := t.walk.step()
	if ok {
		t.next = t.walk.event(at, enter)
	}
	return ok
}

// each calls f with every record, its times in µs: in the order of time by the wall clock, and where there is
// none thread by thread.
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

// run calls f with a thread's records as long as they are no later than until; false when it has
// no more.
func (c *cutting) run(t *turn, until int64, f func(trace.Record)) bool {
	base := c.x.Calls.Nanos(t.walk.from.CPU)
	for t.next.Wall <= until {
		r := trace.Record{Thread: t.thread, Method: t.next.Method, Action: trace.Exit}
		if t.next.Enter {
			r.Action = trace.Enter
		}
		primary := c.micros(t.next.Wall - c.from)
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

// micros rounds a time.
func (c *cutting) micros(ns int64) int64 {
	if ns%1000 != 0 {
		c.rounded++
	}
	return (ns + 500) / 1000
}

// many reports that there are more threads than ids.
func (c *cutting) many() bool {
	n := 0
	for _, used := range c.threads {
		n += used
	}
	return n > 1<<16-1
}

// info is what the file says before its records, of which there are so many with times of most µs.
func (c *cutting) info(records, most int64, hash Hash) *trace.Info {
	was := c.x.Info
	in := &trace.Info{Clocks: was.Clocks, Start: was.Start}
	if in.Start != 0 {
		in.Start += c.from / 1000
	}
	c.list(in, hash)
	c.options(in, records, most, hash != nil)
	return in
}

// options says what ART says, and what was done.
func (c *cutting) options(in *trace.Info, records, most int64, hashed bool) {
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
	elapsed := (c.to - c.from + 500) / 1000
	if of := recordingOf(was).Elapsed; of != nil && toEnd {
		elapsed = max(elapsed, (*of-c.from)/1000)
	}
	add("data-file-overflow", strconv.FormatBool(was.Overflow && toEnd))
	if !was.ClockAssumed {
		add("clock", in.Clocks.String())
	}
	if most < 1<<32 || elapsed >= 1<<32 { // else it would say that no clock has wrapped
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
	number(trace.CutFrom, old(trace.CutFrom)+c.from)
	number(trace.CutTo, old(trace.CutFrom)+c.to)
	if n := max(c.rounded, old(trace.CutRounded)); n > 0 {
		number(trace.CutRounded, min(n, 2*records))
	}
	if hashed || old(trace.CutHashed) > 0 {
		number(trace.CutHashed, 1)
	}
}

// Ids that a file has room for. Of threads dmtracedump has no more.
const (
	threadIDs = 1 << 15
	methodIDs = 1 << 32
)

// list lists the threads and methods that have records. They keep their ids, or the lower bits of them,
// unless another has these.
func (c *cutting) list(in *trace.Info, hash Hash) {
	ids := newFreeIDs(1)
	for i, used := range c.threads {
		if used == 0 {
			continue
		}
		t := trace.Thread{Name: c.x.Info.Threads[i].Name, Listed: c.x.Info.Threads[i].Listed}
		t.ID = trace.ThreadID(ids.take(uint64(c.x.Info.Threads[i].ID), threadIDs))
		t.Listed = t.Listed || t.ID == 0                     // else its records would be taken for a hole
		if hash != nil && t.Name != "main" && t.Name != "" { // main is no secret, and what the page looks for
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
		m.ID = trace.MethodID(ids.take(uint64(m.ID), methodIDs))
		if hash != nil {
			m = hash.method(&m)
		}
		c.methods[i] = len(in.Methods)
		in.Methods = append(in.Methods, m)
	}
}

// freeIDs gives out ids, none twice.
type freeIDs struct {
	taken      map[uint64]bool
	next, step uint64
}

func newFreeIDs(step uint64) *freeIDs { return &freeIDs{map[uint64]bool{}, step, step} }

// take is the id that is wanted, below most, or else the least that is free.
func (f *freeIDs) take(wanted, most uint64) uint64 {
	id := wanted % most
	for f.taken[id] {
		id = f.next
		f.next += f.step
	}
	f.taken[id] = true
	return id
}

// A Hash is what stands for a name, of whose parts it is made.
type Hash func(parts ...string) string

// method is a method whose name tells nothing: two of a class are still of one.
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

// SHA is a Hash of 12 digits of SHA-256.
func SHA(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		io.WriteString(h, part+"\x00")
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}
