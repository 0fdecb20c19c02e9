package wait

import (
	"cmp"
	"slices"

	"traceglass/parser/dump"
	"traceglass/parser/sorting"
)

// A Series groups the open dumps by process.
type Series struct {
	shots    []Shot
	alike    map[processID][]int  // rows of shots with a known process
	order    map[processID]picked // results of pick
	observed map[processID][]observation
}

// A processID is equal for dumps of one process.
type processID struct {
	pid  int
	kind dump.BlockKind
	name string
}

func idOf(b *dump.Block) processID { return processID{b.PID, b.Kind, b.CommandLine} }

// picked holds the dumps of a process that are shown, and those with the same pid and kind that are
// left out.
type picked struct {
	all  []int
	left []Omission
}

// NewSeries returns the series of all processes in all dumps, given in order of files and blocks.
func NewSeries(shots []Shot) *Series {
	s := &Series{shots: shots, alike: map[processID][]int{}, order: map[processID]picked{}, observed: map[processID][]observation{}}
	for i := range shots {
		if b := shots[i].block(); SameProcess(b, b) { // without this, its process is not known
			s.alike[idOf(b)] = append(s.alike[idOf(b)], i)
		}
	}
	return s
}

// Counts returns, for each shot, how many open dumps its process has, or 0 if the process is not
// known.
func (s *Series) Counts() []int {
	counts := make([]int, len(s.shots))
	for _, alike := range s.alike {
		n := len(s.Of(alike[0]))
		for _, i := range alike {
			counts[i] = n
		}
	}
	return counts
}

// Of returns the dumps of a process in order of time, the last MostShots of them, as rows of the
// shots that NewSeries received. Callers must not modify the result. A dump found in two files
// appears once; if one copy is cut, the one with more threads is kept.
func (s *Series) Of(process int) []int {
	all, _ := s.pick(process)
	return all
}

// mostApart is the longest time between two dumps of one freeze, in seconds.
const mostApart = 5 * 60

// Freeze returns the dumps of a process that were probably taken in one freeze, in order of time: none is
// more than 5 minutes after the one before. The process itself is one of them. It returns nil if the
// process or its time is not known.
func (s *Series) Freeze(process int) []int {
	all := s.Of(process)
	from, before := 0, ""
	for i, shot := range append(slices.Clip(all), process) { // the last round ends the last freeze
		time := s.shots[shot].block().Time
		if seconds := secondsBetween(before, time); i == len(all) || seconds < 0 || seconds > mostApart {
			if slices.Contains(all[from:i], process) {
				return all[from:i]
			}
			from = i
		}
		before = time
	}
	return nil
}

// An Omission is a dump related to a process that its series leaves out, and the reason.
type Omission struct {
	Shot int // row of the shots that NewSeries received
	Why  WhyLeft
}

// A WhyLeft is the reason that a dump is left out.
type WhyLeft uint8

const (
	Copied     WhyLeft = iota // another file has the same dump
	TooMany                   // there are more than MostShots, and it is among the oldest
	Stackless                 // it is of the process but failed: it has no threads
	OtherKind                 // it is of the process but of another kind: from debuggerd, or from the virtual machine
	OtherPID                  // same process name, another pid: the process was restarted
	Unnumbered                // same process name, and no pid
)

// LeftOut returns the dumps related to a process that its series leaves out, in the order of files.
func (s *Series) LeftOut(process int) []Omission {
	all, left := s.pick(process)
	left = slices.Clone(left)
	of := s.shots[process].block()
	if all == nil || of.CommandLine == "" {
		return left
	}
	for i := range s.shots {
		b := s.shots[i].block()
		if b.CommandLine != of.CommandLine {
			continue
		}
		switch {
		case b.PID == 0:
			left = append(left, Omission{i, Unnumbered})
		case b.PID != of.PID && b.FirstThread < b.EndThread && b.Kind == of.Kind:
			left = append(left, Omission{i, OtherPID})
		case b.PID == of.PID && b.FirstThread == b.EndThread:
			left = append(left, Omission{i, Stackless})
		case b.PID == of.PID && b.Kind != of.Kind:
			left = append(left, Omission{i, OtherKind})
		}
	}
	sorting.Stable(left, func(a, b Omission) int { return cmp.Compare(a.Shot, b.Shot) })
	return left
}

// pick returns the dumps of a process, and those with the same pid and kind that are left out.
// Callers must not modify them.
func (s *Series) pick(process int) (all []int, left []Omission) {
	of := s.shots[process].block()
	if !SameProcess(of, of) {
		return nil, nil
	}
	if known, ok := s.order[idOf(of)]; ok {
		return known.all, known.left
	}
	copies := map[string][]int{} // positions in all, by time
	for _, i := range s.alike[idOf(of)] {
		b := s.shots[i].block()
		threads := b.EndThread - b.FirstThread
		of := slices.IndexFunc(copies[b.Time], func(at int) bool {
			other := s.shots[all[at]].block()
			return s.shots[all[at]].Facts != s.shots[i].Facts || other.EndThread-other.FirstThread == threads
		})
		if of < 0 || b.Time == "" {
			copies[b.Time] = append(copies[b.Time], len(all))
			all = append(all, i)
			continue
		}
		at, out := copies[b.Time][of], i
		if other := s.shots[all[at]].block(); other.EndThread-other.FirstThread < threads {
			all[at], out = i, all[at]
		}
		left = append(left, Omission{out, Copied})
	}
	sorting.Stable(all, func(a, b int) int {
		x, y := s.shots[a].block().Time, s.shots[b].block().Time
		if x == "" || y == "" {
			return 0
		}
		return cmp.Compare(x, y)
	})
	from := max(0, len(all)-MostShots)
	for _, i := range all[:from] {
		left = append(left, Omission{i, TooMany})
	}
	s.order[idOf(of)] = picked{all[from:], left}
	return all[from:], left
}

// A Gap describes the step from the previous dump to this one.
type Gap struct {
	Seconds    float64 // -1 if not known
	New, Ended int     // threads that only this dump has, and threads that only the previous one has
}

// Gaps returns the gap before each dump of a process whose Courses are given. The first dump has
// none.
func Gaps(shots []Shot, courses []Course) []Gap {
	gaps := make([]Gap, len(shots))
	for i := range gaps {
		gaps[i].Seconds = -1
		if i == 0 {
			continue
		}
		gaps[i].Seconds = secondsBetween(shots[i-1].block().Time, shots[i].block().Time)
		for r := range courses {
			before, now := courses[r].Cells[i-1].Thread != None, courses[r].Cells[i].Thread != None
			switch {
			case now && !before:
				gaps[i].New++
			case before && !now:
				gaps[i].Ended++
			}
		}
	}
	return gaps
}

// secondsBetween returns the seconds between two times as dumps print them, or -1 if they cannot be
// read.
func secondsBetween(a, b string) float64 {
	x, okX := dump.Moment(a)
	y, okY := dump.Moment(b)
	if !okX || !okY || y < x {
		return -1
	}
	return y - x
}
