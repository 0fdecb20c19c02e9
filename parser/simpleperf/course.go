package simpleperf

import (
	"cmp"
	"slices"
	"sort"

	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// settle derives the results that need the whole file.
func (r *Reader) settle() {
	r.frames.slots = nil
	r.last, r.lastBytes, r.entries, r.kinds = nil, 0, nil, nil
	r.orderEvents()
	r.orderSamples()
	r.resolve()
	r.Clock, r.leaves = -1, -1
	for i := range r.Events {
		e := &r.Events[i]
		if e.Listed && e.Clock() && r.Clock < 0 {
			r.Clock = i
		}
		if e.Name == leaving && r.leaves < 0 {
			r.leaves = i
		}
	}
	r.OffCPU = r.Clock >= 0 && r.leaves >= 0 && (r.TraceOff == nil || *r.TraceOff)
	if !r.OffCPU {
		r.leaves = -1
	}
	r.step = r.median()
	r.notes()
}

// orderEvents puts the event types in the order of the file's list, and after them those that
// it does not have.
func (r *Reader) orderEvents() {
	order := make([]int, len(r.Events))
	for i := range order {
		order[i] = i
	}
	sorting.Stable(order, func(a, b int) int {
		x, y := &r.Events[a], &r.Events[b]
		if x.Listed != y.Listed {
			if x.Listed {
				return -1
			}
			return 1
		}
		return cmp.Compare(x.ID, y.ID)
	})
	events, row := make([]Event, len(order)), make([]uint8, len(order))
	for to, from := range order {
		events[to], row[from] = r.Events[from], uint8(to)
	}
	r.Events = events
	for i := range r.samples {
		s := &r.samples[i]
		s.event = row[s.event]
		r.Events[s.event].Samples++
		r.Events[s.event].Count += s.count
	}
}

// orderSamples sorts the samples of each thread by time, and by their order in the file if times
// are equal (section 5.1). It sorts switches the same way.
func (r *Reader) orderSamples() {
	r.from = make([]uint32, len(r.Threads)+1)
	for i := range r.samples {
		r.from[r.samples[i].thread+1]++
	}
	for t := range r.Threads {
		r.from[t+1] += r.from[t]
	}
	r.order = make([]uint32, len(r.samples))
	next := slices.Clone(r.from)
	for i := range r.samples {
		s := &r.samples[i]
		r.order[next[s.thread]] = uint32(i)
		next[s.thread]++
		if i == 0 || s.time < r.FirstTime {
			r.FirstTime = s.time
		}
		r.LastTime = max(r.LastTime, s.time)
		if i > 0 && s.time < r.samples[i-1].time {
			r.OutOfOrder++
		}
		if s.depth == 0 {
			r.Stackless++
		}
	}
	for t := range r.Threads {
		sorting.Stable(r.order[r.from[t]:r.from[t+1]], func(a, b uint32) int { return cmp.Compare(r.samples[a].time, r.samples[b].time) })
	}
	sorting.Stable(r.switches, func(a, b contextSwitch) int { return cmp.Compare(a.time, b.time) })
	r.switchesOf = map[int32]*threadSwitches{}
	for _, s := range r.switches {
		if row := r.tids[s.thread]; row == 0 || r.from[row-1] == r.from[row] {
			continue
		}
		of := r.switchesOf[s.thread]
		if of == nil {
			of = &threadSwitches{}
			r.switchesOf[s.thread] = of
		}
		if s.on {
			of.on = append(of.on, s.time)
		} else {
			of.off++
		}
	}
	r.switches = nil
}

// threadSwitches records when a thread got a CPU, in order of time, and how often it lost one.
type threadSwitches struct {
	on  []int64
	off int64
}

// begins are, by method, where a thread begins (section 5.4).
func (r *Reader) begins() []bool {
	begins := make([]bool, len(r.Methods))
	for i := range r.Methods {
		m := &r.Methods[i]
		begins[i] = m.Kind == Native && (m.Name == "__libc_init" || m.Name == "__start_thread") && leaf(m.Library) == "libc.so"
	}
	return begins
}

// countStacks counts the stacks that begin where a thread does.
func (r *Reader) countStacks() (whole int64) {
	begins := r.begins()
	for i := range r.samples {
		if s := &r.samples[i]; s.depth > 0 && begins[r.methodOf[r.stacks[s.first+uint64(s.depth)-1]]] {
			whole++
		}
	}
	return whole
}

// notes adds the notes on the whole file.
func (r *Reader) notes() {
	note := func(code string, n int64) {
		if n > 0 {
			r.Receipt.Add(code, -1, n)
		}
	}
	var listed, unlisted int64
	for t := range r.Threads {
		if r.Threads[t].Listed > 1 {
			listed++
		}
		if r.Threads[t].Listed == 0 && r.from[t] < r.from[t+1] {
			unlisted++
		}
	}
	note("thread-not-listed", unlisted)
	note("thread-listed-twice", listed)
	var events int64
	for i := range r.Events {
		if !r.Events[i].Listed && r.Counts.MetaInfo > 0 {
			events++
		}
	}
	note("event-not-listed", events)
	switch n := r.Counts.Sample; {
	case r.Lost == nil:
		note("no-lost-record", 1)
	case r.Lost.Samples != uint64(n):
		note("sample-count-differs", 1)
		fallthrough
	default:
		note("lost-samples", int64(min(r.Lost.Lost, maxTime)))
	}
	if len(r.samples) == 0 {
		note("no-samples", 1)
	}
	if whole := r.countStacks(); whole > 0 {
		note("incomplete-stacks", int64(len(r.samples))-r.Stackless-whole)
	}
	var errors int64
	for _, n := range r.Unwinding {
		errors += n
	}
	note("unwinding-errors", errors)
	if len(r.samples) > 0 && !r.OffCPU {
		note("on-cpu-only", 1)
	}
	if r.OffCPU {
		note("clock-counts", 1)
	}
	for i := range r.Receipt.Notes {
		n := &r.Receipt.Notes[i]
		n.Text = r.sentence(n)
	}
}

// places sets, for each note about samples, the thread and time of the first one.
func (r *Reader) places(notes []trace.Note, threads []uint32) {
	var begins []bool
	has := func(s *sample, odd oddity) bool {
		for _, f := range r.stacks[s.first : s.first+uint64(s.depth)] {
			if r.odd[f] == odd {
				return true
			}
		}
		return false
	}
	of := map[string]func(s *sample) bool{
		"thread-not-listed":   func(s *sample) bool { return r.Threads[s.thread].Listed == 0 },
		"thread-listed-twice": func(s *sample) bool { return r.Threads[s.thread].Listed > 1 },
		"event-not-listed":    func(s *sample) bool { return !r.Events[s.event].Listed },
		"unwinding-errors":    func(s *sample) bool { return s.failed },
		"file-not-listed":     func(s *sample) bool { return has(s, noFile) },
		"symbol-not-listed":   func(s *sample) bool { return has(s, noSymbol) },
		"incomplete-stacks": func(s *sample) bool {
			return s.depth > 0 && !begins[r.methodOf[r.stacks[s.first+uint64(s.depth)-1]]]
		},
	}
	row := make([]trace.ThreadIndex, len(r.Threads))
	for i, t := range threads {
		row[t] = trace.ThreadIndex(i)
	}
	origin := r.origin()
	for i := range notes {
		n := &notes[i]
		is := of[n.Code]
		if is == nil {
			continue
		}
		if begins == nil {
			begins = r.begins()
		}
		for k := range r.samples {
			s := &r.samples[k]
			if at := trace.Ticks(s.time - origin); is(s) && (!n.Among || at < n.Time) {
				n.Among, n.Thread, n.Time = true, row[s.thread], at
			}
		}
	}
}

// median is the lower median of all positive steps between successive samples of a thread.
func (r *Reader) median() int64 {
	var steps []int64
	for t := range r.Threads {
		of := r.order[r.from[t]:r.from[t+1]]
		for i := 1; i < len(of); i++ {
			if step := r.samples[of[i]].time - r.samples[of[i-1]].time; step > 0 {
				steps = append(steps, step)
			}
		}
	}
	if len(steps) == 0 {
		return 0
	}
	slices.Sort(steps)
	return steps[(len(steps)-1)/2]
}

// A stretch is the time that a sample covers: its stack is shown from begin to until, and after
// that its thread was off the CPU (section 6.3). After a gap, the time before the sample is
// unknown.
type stretch struct {
	sample             *sample
	begin, time, until int64
	gap                bool
	end                int64 // of the one before; of the first begin
}

// course calls f with the stretches of a thread, in order.
func (r *Reader) course(thread uint32, f func(s *stretch)) {
	r.courseOf(thread, r.order[r.from[thread]:r.from[thread+1]], f)
}

// courseOf is course of a thread's first samples alone.
func (r *Reader) courseOf(thread uint32, of []uint32, f func(s *stretch)) {
	var on []int64
	if s := r.switchesOf[r.Threads[thread].ID]; s != nil && r.OffCPU {
		on = s.on
	}
	after := func(t int64) int { return sort.Search(len(on), func(i int) bool { return on[i] > t }) }
	var s stretch
	for i, at := range of {
		one := &r.samples[at]
		s.sample, s.time, s.until, s.gap = one, one.time, one.time, false
		next := after(s.time)
		if int(one.event) == r.leaves {
			if next < len(on) {
				s.until = on[next]
			}
			if i+1 < len(of) {
				if t := r.samples[of[i+1]].time; s.until == s.time || t < s.until {
					s.until = t
				}
			}
		}
		switch {
		case i == 0:
			s.begin = s.time
			if r.OffCPU && next > 0 {
				s.begin = on[next-1]
			} else if int(one.event) == r.Clock {
				s.begin = max(0, s.time-one.count)
			}
			s.end = s.begin
		case r.OffCPU:
			s.begin = s.end
			if next > 0 && on[next-1] > s.end {
				s.begin = on[next-1]
			}
		default:
			c := r.step
			if int(one.event) == r.Clock {
				c = one.count
			}
			s.begin = s.end
			if s.time-s.end > 2*c {
				s.begin = s.time - c
			}
		}
		s.gap = s.begin > s.end
		f(&s)
		s.end = s.until
	}
}

// stack is the frames of a sample, leaf first.
func (r *Reader) stack(s *sample) []uint32 { return r.stacks[s.first : s.first+uint64(s.depth)] }
