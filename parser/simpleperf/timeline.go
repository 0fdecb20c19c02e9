package simpleperf

import (
	"cmp"
	"slices"
	"sort"

	"traceglass/parser/sorting"
)

// A contextSwitch is a thread's getting or losing a CPU.
type contextSwitch struct {
	time   int64
	thread int32
	on     bool
}

// readSwitch reads a context switch; ok is false if it is damaged.
func readSwitch(m message) (s contextSwitch, ok bool) {
	var f field
	for m.next(&f) {
		switch {
		case f.matches(1, asVarint):
			s.on = f.value != 0
		case f.matches(2, asVarint):
			s.time = int64(min(f.value, maxTime))
		case f.matches(3, asVarint):
			s.thread = int32(f.value)
		}
	}
	return s, !m.broken()
}

// threadSwitches records when a thread got a CPU, in order of time, and how often it lost one.
type threadSwitches struct {
	on  []int64
	off int64
}

// A timeline puts the samples of each thread in order of time, and tells which time each covers. It
// is made when the whole file was read.
type timeline struct {
	samples  []sample // in the order of the file
	order    []uint32 // samples by thread, and then by time
	from     []uint32 // by thread: where its samples begin in order; and the end
	switches []threadSwitches

	clock  int   // row in Events of CPU time, or -1
	leaves int   // row in Events of leaving the CPU, or -1 where the file does not tell the time off it
	step   int64 // between two samples of a thread, in most cases
}

// newTimeline sorts the samples of each thread by time, and by their order in the file if times
// are equal (section 5.1). It sorts switches the same way. tids has the row + 1 of each thread.
func newTimeline(samples []sample, threads int, switches []contextSwitch, tids map[int32]uint32) timeline {
	l := timeline{samples: samples, from: make([]uint32, threads+1), order: make([]uint32, len(samples)), switches: make([]threadSwitches, threads)}
	for i := range samples {
		l.from[samples[i].thread+1]++
	}
	for t := range threads {
		l.from[t+1] += l.from[t]
	}
	next := slices.Clone(l.from)
	for i := range samples {
		s := &samples[i]
		l.order[next[s.thread]] = uint32(i)
		next[s.thread]++
	}
	for t := range threads {
		sorting.Stable(l.of(uint32(t)), func(a, b uint32) int { return cmp.Compare(samples[a].time, samples[b].time) })
	}
	sorting.Stable(switches, func(a, b contextSwitch) int { return cmp.Compare(a.time, b.time) })
	for _, s := range switches {
		row := tids[s.thread]
		if row == 0 || l.count(row-1) == 0 {
			continue
		}
		of := &l.switches[row-1]
		if s.on {
			of.on = append(of.on, s.time)
		} else {
			of.off++
		}
	}
	l.step = l.median()
	return l
}

// of returns the samples of a thread, in order of time.
func (l *timeline) of(thread uint32) []uint32 { return l.order[l.from[thread]:l.from[thread+1]] }

// count returns the number of a thread's samples.
func (l *timeline) count(thread uint32) int64 { return int64(l.from[thread+1] - l.from[thread]) }

// offCPU reports whether the file tells when threads were off their CPU.
func (l *timeline) offCPU() bool { return l.leaves >= 0 }

// median is the lower median of all positive steps between successive samples of a thread.
func (l *timeline) median() int64 {
	var steps []int64
	for t := range l.switches {
		of := l.of(uint32(t))
		for i := 1; i < len(of); i++ {
			if step := l.samples[of[i]].time - l.samples[of[i-1]].time; step > 0 {
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

// origin is where the axis of time begins: where the first stack is shown, or 0 without samples.
func (l *timeline) origin() int64 {
	least := int64(maxTime)
	for t := range l.switches {
		if of := l.of(uint32(t)); len(of) > 0 {
			l.courseOf(uint32(t), of[:1], func(s *stretch) { least = min(least, s.begin) })
		}
	}
	if len(l.samples) == 0 {
		return 0
	}
	return least
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
func (l *timeline) course(thread uint32, f func(s *stretch)) { l.courseOf(thread, l.of(thread), f) }

// courseOf is course of a thread's first samples alone.
func (l *timeline) courseOf(thread uint32, of []uint32, f func(s *stretch)) {
	var on []int64
	if l.offCPU() {
		on = l.switches[thread].on
	}
	after := func(t int64) int { return sort.Search(len(on), func(i int) bool { return on[i] > t }) }
	var s stretch
	for i, at := range of {
		one := &l.samples[at]
		s.sample, s.time, s.until, s.gap = one, one.time, one.time, false
		next := after(s.time)
		if int(one.event) == l.leaves {
			if next < len(on) {
				s.until = on[next]
			}
			if i+1 < len(of) {
				if t := l.samples[of[i+1]].time; s.until == s.time || t < s.until {
					s.until = t
				}
			}
		}
		switch {
		case i == 0:
			s.begin = s.time
			if l.offCPU() && next > 0 {
				s.begin = on[next-1]
			} else if int(one.event) == l.clock {
				s.begin = max(0, s.time-one.count)
			}
			s.end = s.begin
		case l.offCPU():
			s.begin = s.end
			if next > 0 && on[next-1] > s.end {
				s.begin = on[next-1]
			}
		default:
			c := l.step
			if int(one.event) == l.clock {
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
