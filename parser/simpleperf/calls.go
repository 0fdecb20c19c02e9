package simpleperf

import (
	"cmp"
	"slices"
	"strconv"

	"traceglass/parser/call"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// Measures returns the available measures of samples (section 6.2): every event type, except the
// one for leaving the CPU if it is used for time off the CPU, and last the number of samples.
func (r *Reader) Measures() []trace.Measure {
	var all []trace.Measure
	for _, e := range r.measured() {
		unit := trace.Events
		if r.Events[e].Clock() {
			unit = trace.Nanoseconds
		}
		name := r.Events[e].Name
		if name == "" {
			name = "event " + strconv.FormatUint(uint64(r.Events[e].ID), 10)
		}
		all = append(all, trace.Measure{Name: name, Unit: unit})
	}
	return append(all, trace.Measure{Name: "samples", Unit: trace.SamplesSeen})
}

// measured are the rows of Events that are Measures, in their order.
func (r *Reader) measured() (events []int) {
	for i := range r.Events {
		if i != r.timeline.leaves {
			events = append(events, i)
		}
	}
	return events
}

// Measure returns the default among Measures: CPU time, else the event with the most samples, if it
// was counted.
func (r *Reader) Measure() int {
	events := r.measured()
	best := len(events)
	for i, e := range events {
		if e == r.Clock {
			return i
		}
		if r.Events[e].Count > 0 && (best == len(events) || r.Events[e].Samples > r.Events[events[best]].Samples) {
			best = i
		}
	}
	return best
}

// Calls returns the table of calls, whose second clock is one of Measures, and its description as a
// trace (section 6.3). With keep the table holds every call, otherwise only sums by calling
// context. The Reader must be closed.
func (r *Reader) Calls(measure int, keep bool) (*call.Table, *trace.Info) {
	threads := r.rows()
	info := r.info(threads, measure)
	event := -1
	if events := r.measured(); measure < len(events) {
		event = events[measure]
	}
	origin := r.timeline.origin()
	f := feeder{replay: call.Of(info, keep), batch: make([]trace.Record, 0, 2048)}
	bounds := make([]bound, len(threads))
	for i, row := range threads {
		f.thread, f.cpu = trace.ThreadIndex(i), 0
		first := true
		r.timeline.course(row, func(s *stretch) {
			begin := trace.Ticks(s.begin - origin)
			if first {
				bounds[i].from.Primary, first = begin, false
			}
			if s.gap {
				f.leave(0, trace.Ticks(s.end-origin))
			}
			f.enter(r.samples.stack(s.sample), r.names.methodOf, begin)
			switch {
			case event >= 0 && int(s.sample.event) == event:
				f.cpu += trace.Ticks(s.sample.count)
			case event < 0 && int(s.sample.event) != r.timeline.leaves:
				f.cpu++
			}
			if s.until > s.time {
				f.flush()
				f.replay.Off(f.thread, trace.Ticks(s.time-origin), trace.Ticks(s.until-origin))
			}
			bounds[i].to = call.Instant{Primary: trace.Ticks(s.until - origin), CPU: f.cpu}
		})
		f.leave(0, bounds[i].to.Primary)
	}
	f.flush()
	table := f.replay.Finish()
	for i, row := range threads { // samples without a frame are of their thread too
		if i >= len(table.Threads) {
			table.Threads = append(table.Threads, call.Thread{Root: call.None})
		}
		t := &table.Threads[i]
		if t.Root == call.None {
			t.Root = table.Tree.Root()
		}
		t.First, t.Last = bounds[i].from, bounds[i].to
		t.Records = r.timeline.count(row)
	}
	return table, info
}

// A bound is where a thread's samples begin and end.
type bound struct{ from, to call.Instant }

// A feeder makes records of stacks: where one follows another, those of the frames that differ.
type feeder struct {
	replay *call.Replay
	batch  []trace.Record
	thread trace.ThreadIndex
	cpu    trace.Ticks         // of the thread; or a count of events
	open   []trace.MethodIndex // outermost first
}

func (f *feeder) put(m trace.MethodIndex, action trace.Action, at trace.Ticks) {
	f.batch = append(f.batch, trace.Record{Wall: at, CPU: f.cpu, Thread: f.thread, Method: m, Action: action})
	if len(f.batch) == cap(f.batch) {
		f.flush()
	}
}

func (f *feeder) flush() {
	if len(f.batch) > 0 {
		f.replay.Records(f.batch)
		f.batch = f.batch[:0]
	}
}

// leave exits the open calls deeper than depth, innermost first.
func (f *feeder) leave(depth int, at trace.Ticks) {
	for i := len(f.open) - 1; i >= depth; i-- {
		f.put(f.open[i], trace.Exit, at)
	}
	f.open = f.open[:depth]
}

// enter opens calls until a stack, given leaf first, is open.
func (f *feeder) enter(stack []uint32, methods []trace.MethodIndex, at trace.Ticks) {
	same := 0
	for same < len(f.open) && same < len(stack) && f.open[same] == methods[stack[len(stack)-1-same]] {
		same++
	}
	f.leave(same, at)
	for i := len(stack) - 1 - same; i >= 0; i-- {
		m := methods[stack[i]]
		f.open = append(f.open, m)
		f.put(m, trace.Enter, at)
	}
}

// rows returns the threads with samples. Those of the main process come first, which is found by
// package or else by its samples; a process's main thread precedes its others (section 6.5).
func (r *Reader) rows() (rows []uint32) {
	weight := map[int64]int64{}
	for t := range r.Threads {
		if n := r.timeline.count(uint32(t)); n > 0 {
			rows = append(rows, uint32(t))
			weight[r.Threads[t].Process] += n
		}
	}
	names := map[int64]bool{}
	for id := range weight {
		names[id] = r.App.Package != "" && r.processName(id) == r.App.Package
	}
	first := func(b bool) int {
		if b {
			return 0
		}
		return 1
	}
	sorting.Stable(rows, func(a, b uint32) int {
		x, y := &r.Threads[a], &r.Threads[b]
		p, q := x.Process, y.Process
		return cmp.Or(cmp.Compare(first(names[p]), first(names[q])), cmp.Compare(weight[q], weight[p]), cmp.Compare(p, q),
			cmp.Compare(first(x.leads()), first(y.leads())), cmp.Compare(x.ID, y.ID))
	})
	return rows
}

// leads reports whether the thread is the main thread of its process.
func (t *Thread) leads() bool { return t.Listed > 0 && int64(t.ID) == t.Process }

// info returns the description of the given threads as a trace.
func (r *Reader) info(threads []uint32, measure int) *trace.Info {
	in := &trace.Info{
		Container: r.Container, Version: r.Version, Clocks: trace.Dual, Tick: 1, Start: r.timeline.origin() / 1000,
		Complete: r.Complete(), Sampling: trace.Sampled, Bytes: r.Bytes, Records: r.Samples(),
		Samples: &trace.Samples{Measures: r.Measures(), Measure: measure, OffCPU: r.OffCPU},
		Options: r.options(), Receipt: trace.Receipt{Notes: slices.Clone(r.Receipt.Notes)},
		ListedMethods: int(min(r.Symbols, 1<<31-1)),
	}
	r.places(in.Receipt.Notes, threads)
	for t := range r.Threads {
		if r.Threads[t].Listed > 0 {
			in.ListedThreads++
		}
	}
	processes := map[int64]bool{}
	for _, t := range threads {
		processes[r.Threads[t].Process] = true
	}
	for i, row := range threads {
		t := &r.Threads[row]
		name := t.Name
		if len(processes) > 1 && t.Process >= 0 && t.Process != r.Threads[threads[0]].Process {
			name += " (" + r.processName(t.Process) + ")" // of another process than the first
		}
		in.Threads = append(in.Threads, trace.Thread{
			ID: trace.ThreadID(t.ID), Name: name, Listed: t.Listed > 0, Main: i == 0 && t.leads(), Records: r.timeline.count(row),
		})
	}
	for i := range r.Methods {
		m := &r.Methods[i]
		in.Methods = append(in.Methods, trace.Method{
			ID: trace.MethodID(i + 1), Class: m.Class, Name: m.Name, Listed: true, File: m.Library, Library: m.Library, Own: m.Library != "" && m.Own(r.App.Package), Raw: m.Raw,
		})
	}
	return in
}

// options are the file's own facts, under the names that its format gives them.
func (r *Reader) options() (all []trace.Option) {
	add := func(key, value string) {
		if value != "" {
			all = append(all, trace.Option{Key: key, Value: value})
		}
	}
	add("app_package_name", r.App.Package)
	add("app_type", r.App.Type)
	add("android_sdk_version", r.App.SDK)
	add("android_build_type", r.App.Build)
	for i := range r.Events {
		e := &r.Events[i]
		add("event_type", e.Name+" ("+strconv.FormatInt(e.Samples, 10)+" samples)")
	}
	if r.TraceOff != nil {
		add("trace_offcpu", strconv.FormatBool(*r.TraceOff))
	}
	if r.Lost != nil {
		add("lost_count", strconv.FormatUint(r.Lost.Lost, 10))
	}
	return all
}
