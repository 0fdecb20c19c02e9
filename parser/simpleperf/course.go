package simpleperf

import (
	"cmp"

	"traceglass/parser/platform"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// settle derives the results that need the whole file.
func (r *Reader) settle() {
	r.samples.end()
	r.orderEvents()
	r.Sums.addRows(r.samples.rows)
	r.Methods, r.Symbols = r.names.resolve(&r.samples, &r.Receipt)
	r.timeline = newTimeline(r.samples.rows, len(r.Threads), r.samples.switches, r.tids)
	r.samples.switches = nil
	clock, leaves := -1, -1
	for i := range r.Events {
		e := &r.Events[i]
		if e.Listed && e.Clock() && clock < 0 {
			clock = i
		}
		if e.Name == leaving && leaves < 0 {
			leaves = i
		}
	}
	r.OffCPU = clock >= 0 && leaves >= 0 && (r.TraceOff == nil || *r.TraceOff)
	if !r.OffCPU {
		leaves = -1
	}
	r.Clock, r.timeline.clock, r.timeline.leaves = clock, clock, leaves
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
	for i := range r.samples.rows {
		s := &r.samples.rows[i]
		s.event = row[s.event]
		r.Events[s.event].Samples++
		r.Events[s.event].Count += s.count
	}
}

// addRows adds all samples, in the order of the file, to the sums that need no frames.
func (sums *Sums) addRows(rows []sample) {
	for i := range rows {
		s := &rows[i]
		if i == 0 || s.time < sums.FirstTime {
			sums.FirstTime = s.time
		}
		sums.LastTime = max(sums.LastTime, s.time)
		if i > 0 && s.time < rows[i-1].time {
			sums.OutOfOrder++
		}
		if s.depth == 0 {
			sums.Stackless++
		}
	}
}

// begins are, by method, where a thread begins (section 5.4).
func (r *Reader) begins() []bool {
	begins := make([]bool, len(r.Methods))
	for i := range r.Methods {
		m := &r.Methods[i]
		begins[i] = m.Kind == Native && (m.Name == "__libc_init" || m.Name == "__start_thread") && platform.FileName(m.Library) == "libc.so"
	}
	return begins
}

// countStacks counts the stacks that begin where a thread does.
func (r *Reader) countStacks() (whole int64) {
	begins := r.begins()
	for i := range r.samples.rows {
		if s := &r.samples.rows[i]; s.depth > 0 && begins[r.names.methodOf[r.samples.outermost(s)]] {
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
		if r.Threads[t].Listed == 0 && r.timeline.count(uint32(t)) > 0 {
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
	if len(r.samples.rows) == 0 {
		note("no-samples", 1)
	}
	large := false
	if whole := r.countStacks(); whole > 0 {
		stacks := int64(len(r.samples.rows)) - r.Stackless
		note("incomplete-stacks", stacks-whole)
		large = largeShare*(stacks-whole) >= stacks
	}
	var errors int64
	for _, n := range r.Unwinding {
		errors += n
	}
	note("unwinding-errors", errors)
	if len(r.samples.rows) > 0 && !r.OffCPU {
		note("on-cpu-only", 1)
	}
	if r.OffCPU {
		note("clock-counts", 1)
	}
	for i := range r.Receipt.Notes {
		n := &r.Receipt.Notes[i]
		n.Text, n.Large = r.sentence(n), large && n.Code == "incomplete-stacks"
	}
}

// places sets, for each note about samples, the thread and time of the first one.
func (r *Reader) places(notes []trace.Note, threads []uint32) {
	var begins []bool
	has := func(s *sample, odd oddity) bool {
		for _, f := range r.samples.stack(s) {
			if r.names.odd[f] == odd {
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
			return s.depth > 0 && !begins[r.names.methodOf[r.samples.outermost(s)]]
		},
	}
	row := make([]trace.ThreadIndex, len(r.Threads))
	for i, t := range threads {
		row[t] = trace.ThreadIndex(i)
	}
	origin := r.timeline.origin()
	for i := range notes {
		n := &notes[i]
		is := of[n.Code]
		if is == nil {
			continue
		}
		if begins == nil {
			begins = r.begins()
		}
		for k := range r.samples.rows {
			s := &r.samples.rows[k]
			if at := trace.Ticks(s.time - origin); is(s) && (!n.Among || at < n.Time) {
				n.Among, n.Thread, n.Time = true, row[s.thread], at
			}
		}
	}
}
