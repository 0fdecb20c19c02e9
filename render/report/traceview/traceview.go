// Package traceview writes the report of Traceview's option -r ("regression only") on a trace:
// every thread, call and method in figures. parser/trace/format.md, sections 11.5, 11.7 and 13.4,
// describes the program.
package traceview

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// A Replay replays records as Traceview does. It differs from the replay of other views in two
// points. It ignores an exit with nothing on the stack, so that time stays with toplevel. It turns
// time off the CPU into a call of a pseudo method. It is a trace.Sink.
type Replay struct {
	info    *trace.Info
	threads []thread    // by trace.ThreadIndex
	calls   []record    // in order of entry
	methods []method    // by trace.MethodIndex, then the pseudo methods
	same    []int       // by row of methods: the first row with the same names
	running int         // thread of the last record, -1 at first
	now     trace.Ticks // replaces the wall clock in a trace without one
}

// Rows of Replay.methods after those of the trace.
const (
	toplevel = iota
	contextSwitch
	pseudo // number of pseudo methods
)

// micro is the unit of the replay's times.
const micro trace.Tick = 1000

// An instant is a time by both clocks: of the thread (CPU) and global (wall).
type instant struct{ cpu, wall trace.Ticks }

func (i instant) both() call.Instant { return call.Instant{Primary: i.wall, CPU: i.cpu} }

// A record is one call.
type record struct {
	thread, method int
	start, end     instant
	exclusive      trace.Ticks // CPU
	inclusive      trace.Ticks
	callees        trace.Ticks // wall, of the calls that it made
}

type thread struct {
	seen  bool
	root  record
	last  instant
	stack []int       // rows of Replay.calls
	on    map[int]int // calls on the stack, by method
	same  map[int]int // calls on the stack, by Replay.same
}

type method struct {
	name                                         string
	calls, recursive                             int64
	exclusiveCPU, inclusiveCPU, exclusive, total trace.Ticks // total: inclusive wall
}

// New returns a replay for the second reading of a trace. info is from the first.
func New(info *trace.Info) *Replay {
	r := &Replay{info: info, running: -1}
	r.threads = make([]thread, len(info.Threads))
	r.methods = make([]method, len(info.Methods)+pseudo)
	r.same = make([]int, len(r.methods))
	type title struct{ class, name, signature string }
	titles := map[title]int{}
	for i := range r.same {
		r.same[i] = i
	}
	for i := range info.Methods {
		m := &info.Methods[i]
		if t := (title{m.Class, m.Name, m.Signature}); m.Listed {
			if first, ok := titles[t]; ok {
				r.same[i] = first
			} else {
				titles[t] = i
			}
		}
		r.methods[i].name = m.Label()
		if m.Listed && m.Signature != "" {
			r.methods[i].name += " " + m.Signature
		}
	}
	r.methods[len(info.Methods)+toplevel].name = "(toplevel)"
	r.methods[len(info.Methods)+contextSwitch].name = "(context switch)"
	return r
}

// Held returns the approximate memory of the replay in bytes, including the next growth of its
// columns.
func (r *Replay) Held() int64 {
	held := int64(cap(r.calls))*recordBytes + int64(len(r.methods))*methodBytes
	if 10*len(r.calls) > 9*cap(r.calls) {
		held += int64(cap(r.calls)) * recordBytes * 5 / 4
	}
	for i := range r.threads {
		held += int64(cap(r.threads[i].stack))*8 + int64(len(r.threads[i].on)+len(r.threads[i].same))*40
	}
	return held / 4 * 5 // including outgrown columns
}

// Sizes of a record and of a method with its name, in bytes.
const (
	recordBytes = 72
	methodBytes = 200
)

// pseudo returns the row of a pseudo method.
func (r *Replay) pseudo(m int) int { return len(r.info.Methods) + m }

// Records implements trace.Sink.
func (r *Replay) Records(batch []trace.Record) {
	for i := range batch {
		r.record(&batch[i])
	}
}

func (r *Replay) record(rec *trace.Record) {
	t := &r.threads[rec.Thread]
	id := int(rec.Thread)
	at := instant{r.micros(rec.CPU), r.micros(rec.Wall)}
	switch r.info.Clocks {
	case trace.Wall:
		at = instant{wall: r.micros(max(rec.Wall, rec.CPU))} // the reader may not know yet which clock this is
	case trace.CPU:
		at.cpu = r.micros(max(rec.Wall, rec.CPU))
		if t.seen { // this clock adds up the slices of all threads
			r.now += at.cpu - t.last.cpu
		}
		at.wall = r.now
	}
	if !t.seen {
		*t = thread{seen: true, last: at, on: map[int]int{}, same: map[int]int{}}
		t.root = record{thread: id, method: r.pseudo(toplevel), start: at, end: at}
	}
	switch r.info.Clocks {
	case trace.CPU:
		if r.running != id {
			if r.running >= 0 {
				old := &r.threads[r.running]
				r.enter(old, r.running, r.pseudo(contextSwitch), instant{old.last.cpu, r.now - (at.cpu - t.last.cpu)})
			}
			if n := len(t.stack); n > 0 && r.calls[t.stack[n-1]].method == r.pseudo(contextSwitch) {
				r.leave(t, instant{t.last.cpu, r.now - (at.cpu - t.last.cpu)})
			}
		}
	case trace.Dual:
		start, off := call.Off(t.last.both(), at.both(), micro)
		if off > 0 {
			from := instant{start.CPU, start.Primary}
			r.spend(t, from)
			r.enter(t, id, r.pseudo(contextSwitch), from)
			r.leave(t, instant{from.cpu, from.wall + off})
		}
	}
	r.running = id
	r.spend(t, at)
	switch {
	case rec.Action == trace.Enter:
		r.enter(t, id, int(rec.Method), at)
	default: // an exit ends the topmost call of the method, by id or by names, and all calls above it
		same := r.same[rec.Method]
		for ends := t.same[same] > 0; ends; {
			ends = r.same[r.top(t).method] != same
			r.leave(t, at)
		}
	}
}

func (r *Replay) micros(t trace.Ticks) trace.Ticks { return micro.Ticks(r.info.Tick.Nanos(t)) }

// top returns the running call, or the root.
func (r *Replay) top(t *thread) *record {
	if n := len(t.stack); n > 0 {
		return &r.calls[t.stack[n-1]]
	}
	return &t.root
}

// spend adds the time since the thread's last record to the running call.
func (r *Replay) spend(t *thread, now instant) {
	top := r.top(t)
	top.exclusive += now.cpu - t.last.cpu
	top.inclusive += now.cpu - t.last.cpu
	t.last = now
}

func (r *Replay) enter(t *thread, id, m int, at instant) {
	t.on[m]++
	t.same[r.same[m]]++
	t.stack = append(t.stack, len(r.calls))
	r.calls = append(r.calls, record{thread: id, method: m, start: at, end: at})
}

// leave ends the running call.
func (r *Replay) leave(t *thread, at instant) {
	c := r.top(t)
	c.end = at
	t.stack = t.stack[:len(t.stack)-1]
	t.on[c.method]--
	t.same[r.same[c.method]]--
	caller := r.top(t)
	caller.inclusive += c.inclusive
	caller.callees += c.end.wall - c.start.wall
	if c.method == r.pseudo(contextSwitch) {
		t.last.wall = at.wall // the rest of the interval follows
	}
	r.sum(c, t.on[c.method] > 0)
}

// sum adds a call to its method's figures.
func (r *Replay) sum(c *record, recursive bool) {
	m := &r.methods[c.method]
	wall := c.end.wall - c.start.wall
	m.exclusiveCPU += c.exclusive
	m.exclusive += max(0, wall-c.callees)
	if recursive {
		m.recursive++
		return
	}
	m.calls++
	m.inclusiveCPU += c.inclusive
	m.total += wall
}

// finish ends the running calls at each thread's last record.
func (r *Replay) finish() {
	for i := range r.threads {
		t := &r.threads[i]
		if !t.seen {
			continue
		}
		if n := len(t.stack); n > 0 && r.calls[t.stack[n-1]].method == r.pseudo(contextSwitch) {
			// The thread never ran again, so nothing was switched back to.
			r.calls[t.stack[n-1]].thread = -1
			t.stack = t.stack[:n-1] // its counts are no longer used
		}
		for len(t.stack) > 0 {
			r.leave(t, t.last)
		}
		t.root.end = t.last
		r.sum(&t.root, false)
	}
	r.calls = slices.DeleteFunc(r.calls, func(c record) bool { return c.thread < 0 })
	r.methods[r.pseudo(toplevel)].calls = 0 // nothing calls it
}

// Regression ends the replay and writes the report.
func (r *Replay) Regression(w io.Writer) error {
	r.finish()
	out := bufio.NewWriterSize(w, 1<<16)
	var order []int // threads with records, the longest first
	var cpu, wall trace.Ticks
	for i := range r.threads {
		if t := &r.threads[i]; t.seen {
			order = append(order, i)
			cpu += t.root.inclusive
			wall += t.root.end.wall - t.root.start.wall
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.elapsed(b), r.elapsed(a)), cmp.Compare(r.info.Threads[a].ID, r.info.Threads[b].ID))
	})
	fmt.Fprintf(out, "totalCpuTime %dus\ntotalRealTime %dus\n", cpu, wall)

	fmt.Fprint(out, "\nThread Times\nid  t-start    t-end  g-start    g-end     name\n")
	for _, i := range order {
		t, in := &r.threads[i].root, &r.info.Threads[i]
		fmt.Fprintf(out, "%2d %8d %8d %8d %8d  [%d] %s\n", in.ID, t.start.cpu, t.end.cpu, t.start.wall, t.end.wall, in.ID, in.Name)
	}
	fmt.Fprint(out, "\nCall Times\nid  t-start    t-end  g-start    g-end    excl.    incl.  method\n")
	for i := range r.calls {
		c := &r.calls[i]
		fmt.Fprintf(out, "%2d %8d %8d %8d %8d %8d %8d  %s\n", r.info.Threads[c.thread].ID,
			c.start.cpu, c.end.cpu, c.start.wall, c.end.wall, c.exclusive, c.inclusive, r.methods[c.method].name)
	}
	fmt.Fprint(out, "\nMethod Stats\nExcl Cpu  Incl Cpu  Excl Real Incl Real    Calls  Method\n")
	for rank, m := range r.ranked() {
		fmt.Fprintf(out, "%9d %9d %9d %9d %9s  %d %s\n", m.exclusiveCPU, m.inclusiveCPU, m.exclusive, m.total,
			fmt.Sprintf("%d+%d", m.calls, m.recursive), rank, m.name)
	}
	fmt.Fprint(out, "\nTime Records\nid  t-start    t-end  g-start    g-end  method\n")
	line := func(c *record) {
		fmt.Fprintf(out, "%2d %8d %8d %8d %8d  %s\n", r.info.Threads[c.thread].ID,
			c.start.cpu, c.end.cpu, c.start.wall, c.end.wall, r.methods[c.method].name)
	}
	for _, i := range order {
		if r.info.Threads[i].ID != 0 { // thread 0 never gets a root bar
			line(&r.threads[i].root)
		}
	}
	for i := range r.calls {
		line(&r.calls[i])
	}
	return out.Flush()
}

// elapsed returns the duration of a thread by the clock of its timeline.
func (r *Replay) elapsed(thread int) trace.Ticks {
	t := &r.threads[thread].root
	return t.end.wall - t.start.wall
}

// ranked returns the methods with inclusive time by the preferred clock, CPU if the trace has it,
// the largest first.
func (r *Replay) ranked() []*method {
	time := func(m *method) trace.Ticks {
		if r.info.Clocks == trace.Wall {
			return m.total
		}
		return m.inclusiveCPU
	}
	var ranked []*method
	for i := range r.methods {
		if m := &r.methods[i]; time(m) != 0 {
			ranked = append(ranked, m)
		}
	}
	slices.SortStableFunc(ranked, func(a, b *method) int {
		return cmp.Or(cmp.Compare(time(b), time(a)), cmp.Compare(a.name, b.name))
	})
	return ranked
}
