package simpleperf

import (
	"cmp"
	"strconv"

	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// A Figure sums the samples of one event type for a method: samples with the method on the stack,
// each once even if it recurs, and samples with it innermost.
type Figure struct {
	Samples, Self   int64
	Count, OwnCount int64 // of the events
}

// A Times is an inclusive and an exclusive time, in ns.
type Times struct{ Inclusive, Exclusive int64 }

// A MethodFigures sums a method over all threads (sections 6.2 to 6.4).
type MethodFigures struct {
	Events   []Figure // by Events
	Runs     int64    // times seen
	Off, All Times    // off the CPU, and wall; both 0 where the file does not tell
}

// A ThreadFigures sums a thread.
type ThreadFigures struct {
	Thread                  *Thread
	Samples                 int64
	Events                  []Figure // only Samples and Count
	Off, All                int64    // ns
	Gaps, Gap               int64    // how many, and ns
	First, Last             int64    // times of its samples
	SwitchesOn, SwitchesOff int64
	MaxDepth                int
}

// Figures returns the sums of all samples: a row for every method, and one for every thread with
// samples, by ascending id.
func (r *Reader) Figures() (methods []MethodFigures, threads []ThreadFigures) {
	methods = make([]MethodFigures, len(r.Methods))
	figures := make([]Figure, len(methods)*len(r.Events))
	for m := range methods {
		methods[m].Events = figures[m*len(r.Events):][:len(r.Events):len(r.Events)]
	}
	seen := make([]uint32, len(methods)) // the newest stack that has the method
	marks := uint32(0)
	for t := range r.Threads {
		if r.timeline.count(uint32(t)) == 0 {
			continue
		}
		sum := ThreadFigures{Thread: &r.Threads[t], Events: make([]Figure, len(r.Events))}
		switches := &r.timeline.switches[t]
		sum.SwitchesOn, sum.SwitchesOff = int64(len(switches.on)), switches.off
		var open []trace.MethodIndex // outermost first
		r.timeline.course(uint32(t), func(s *stretch) {
			one := s.sample
			e := &sum.Events[one.event]
			e.Samples++
			e.Count += one.count
			if sum.Samples == 0 {
				sum.First = s.time
			}
			sum.Samples++
			sum.Last = s.time
			sum.Off += s.until - s.time
			sum.All += s.until - s.begin
			if s.gap {
				sum.Gaps++
				sum.Gap += s.begin - s.end
				open = open[:0]
			}
			stack := r.samples.stack(one)
			sum.MaxDepth = max(sum.MaxDepth, len(stack))
			marks++
			same := true
			for depth := range stack {
				m := r.names.methodOf[stack[len(stack)-1-depth]]
				f := &methods[m]
				if same && (depth >= len(open) || open[depth] != m) {
					same = false
					open = open[:depth]
				}
				outermost := seen[m] != marks
				seen[m] = marks
				if !same {
					open = append(open, m)
					if outermost {
						f.Runs++
					}
				}
				if outermost {
					e := &f.Events[one.event]
					e.Samples++
					e.Count += one.count
					f.Off.Inclusive += s.until - s.time
					f.All.Inclusive += s.until - s.begin
				}
			}
			open = open[:len(stack)]
			if len(stack) > 0 {
				f := &methods[r.names.methodOf[stack[0]]]
				e := &f.Events[one.event]
				e.Self++
				e.OwnCount += one.count
				f.Off.Exclusive += s.until - s.time
				f.All.Exclusive += s.until - s.begin
			}
		})
		threads = append(threads, sum)
	}
	sorting.Stable(threads, func(a, b ThreadFigures) int { return cmp.Compare(a.Thread.ID, b.Thread.ID) })
	return methods, threads
}

// Processes returns the processes with samples, by ascending id. Samples of unknown processes come
// last.
func (r *Reader) Processes() []Process {
	var all []Process
	at := map[int64]int{}
	for t := range r.Threads {
		n := r.timeline.count(uint32(t))
		if n == 0 {
			continue
		}
		id := r.Threads[t].Process
		i, ok := at[id]
		if !ok {
			i = len(all)
			at[id] = i
			all = append(all, Process{ID: id, Name: r.processName(id)})
		}
		all[i].Threads++
		all[i].Samples += n
	}
	sorting.Stable(all, func(a, b Process) int {
		if (a.ID < 0) != (b.ID < 0) {
			return cmp.Compare(b.ID, a.ID)
		}
		return cmp.Compare(a.ID, b.ID)
	})
	return all
}

// processName is the name of a process's main thread, where the file lists that.
func (r *Reader) processName(id int64) string {
	if id < 0 {
		return ""
	}
	if row := r.tids[int32(id)]; row != 0 && int64(int32(id)) == id && r.Threads[row-1].Listed > 0 {
		return r.Threads[row-1].Name
	}
	if r.App.Package != "" {
		return r.App.Package
	}
	return strconv.FormatInt(id, 10)
}
