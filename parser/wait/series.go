package wait

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"traceglass/parser/dump"
)

// A Series tells which of the open dumps are of one process.
type Series struct {
	shots []Shot
	alike map[processID][]int // rows of shots, of those of which the process is known
	order map[processID][]int // what Of has answered
	seen  map[processID][]look
}

// A processID is equal for dumps of one process.
type processID struct {
	pid  int
	kind dump.BlockKind
	name string
}

func idOf(b *dump.Block) processID { return processID{b.PID, b.Kind, b.CommandLine} }

// NewSeries takes all processes of all dumps, in order of files and blocks.
func NewSeries(shots []Shot) *Series {
	s := &Series{shots: shots, alike: map[processID][]int{}, order: map[processID][]int{}, seen: map[processID][]look{}}
	for i := range shots {
		if b := shots[i].block(); SameProcess(b, b) { // else it is not known which process it is
			s.alike[idOf(b)] = append(s.alike[idOf(b)], i)
		}
	}
	return s
}

// Counts says of each process how many dumps of it are open, 0 of one that is not known.
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

// Of are the dumps of a process in order of time, the last MostShots of them, as rows of what
// NewSeries was given; they are not to be changed. Those whose text is in two files are there once: of copies of which one
// is cut, the one with more threads.
func (s *Series) Of(process int) (all []int) {
	of := s.shots[process].block()
	if !SameProcess(of, of) {
		return nil
	}
	if known, ok := s.order[idOf(of)]; ok {
		return known
	}
	copies := map[string][]int{} // places in all, by time
	for _, i := range s.alike[idOf(of)] {
		b := s.shots[i].block()
		threads := b.EndThread - b.FirstThread
		of := slices.IndexFunc(copies[b.Time], func(at int) bool {
			other := s.shots[all[at]].block()
			return s.shots[all[at]].Facts != s.shots[i].Facts || other.EndThread-other.FirstThread == threads
		})
		switch {
		case of < 0 || b.Time == "":
			copies[b.Time] = append(copies[b.Time], len(all))
			all = append(all, i)
		default:
			at := copies[b.Time][of]
			if other := s.shots[all[at]].block(); other.EndThread-other.FirstThread < threads {
				all[at] = i
			}
		}
	}
	slices.SortStableFunc(all, func(a, b int) int {
		x, y := s.shots[a].block().Time, s.shots[b].block().Time
		if x == "" || y == "" {
			return 0
		}
		return cmp.Compare(x, y)
	})
	all = all[max(0, len(all)-MostShots):]
	s.order[idOf(of)] = all
	return all
}

// A Gap lies between a dump and the one before it.
type Gap struct {
	Seconds    float64 // -1 if not known
	New, Ended int     // threads that the dump before does not have, and that this one has no more
}

// Gaps are those before each of a process's dumps, whose Courses are given; before the first
// there is none.
func Gaps(shots []Shot, courses []Course) []Gap {
	gaps := make([]Gap, len(shots))
	for i := range gaps {
		gaps[i].Seconds = -1
		if i == 0 {
			continue
		}
		gaps[i].Seconds = between(shots[i-1].block().Time, shots[i].block().Time)
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

// between is how many seconds lie between two times as dumps print them, -1 if that cannot be
// said.
func between(a, b string) float64 {
	x, okX := moment(a)
	y, okY := moment(b)
	if !okX || !okY || y < x {
		return -1
	}
	return y - x
}

// moment reads "2018-07-29 17:18:53.535", whatever follows, as seconds.
func moment(s string) (seconds float64, ok bool) {
	var year, month, day, hour, minute int
	var second float64
	if len(s) > 29 {
		s = s[:29] // no zone, and no more digits than a clock has
	}
	n, _ := fmt.Sscanf(strings.Replace(s, "T", " ", 1), "%d-%d-%d %d:%d:%f", &year, &month, &day, &hour, &minute, &second)
	if n < 6 {
		return 0, false
	}
	return float64(time.Date(year, time.Month(month), day, hour, minute, 0, 0, time.UTC).Unix()) + second, true
}
