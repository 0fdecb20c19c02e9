package wait

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"traceglass/parser/dump"
)

// A Series tells which of the open dumps are of one process.
type Series struct {
	shots    []Shot
	alike    map[processID][]int  // rows of shots, of those of which the process is known
	order    map[processID]picked // what pick has answered
	observed map[processID][]observation
}

// A processID is equal for dumps of one process.
type processID struct {
	pid  int
	kind dump.BlockKind
	name string
}

func idOf(b *dump.Block) processID { return processID{b.PID, b.Kind, b.CommandLine} }

// picked are the dumps of a process that are shown, and those of its number and kind that are not.
type picked struct {
	all  []int
	left []Omission
}

// NewSeries takes all processes of all dumps, in order of files and blocks.
func NewSeries(shots []Shot) *Series {
	s := &Series{shots: shots, alike: map[processID][]int{}, order: map[processID]picked{}, observed: map[processID][]observation{}}
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
func (s *Series) Of(process int) []int {
	all, _ := s.pick(process)
	return all
}

// An Omission is a dump that a reader might look for beside those of a process, and why it is
// none of them.
type Omission struct {
	Shot int // row of what NewSeries was given
	Why  WhyLeft
}

// WhyLeft is why a dump is left out.
type WhyLeft uint8

const (
	Copied     WhyLeft = iota // it is there once, from another file
	TooMany                   // there are more than MostShots, and it is among the oldest
	Stackless                 // it is of the process, and has no threads: it failed
	OtherKind                 // it is of the process, and of another program's making: by debuggerd, or by the machine
	OtherPID                  // it is of a process of the same name with another number: started again
	Unnumbered                // it is of a process of the same name, and does not say which
)

// LeftOut are the dumps left out beside those of a process, in the order of files.
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
	slices.SortFunc(left, func(a, b Omission) int { return cmp.Compare(a.Shot, b.Shot) })
	return left
}

// pick are the dumps of a process, and those of the same number and kind that are left out, which
// are not to be changed.
func (s *Series) pick(process int) (all []int, left []Omission) {
	of := s.shots[process].block()
	if !SameProcess(of, of) {
		return nil, nil
	}
	if known, ok := s.order[idOf(of)]; ok {
		return known.all, known.left
	}
	copies := map[string][]int{} // places in all, by time
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
	slices.SortStableFunc(all, func(a, b int) int {
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
	x, okX := Moment(a)
	y, okY := Moment(b)
	if !okX || !okY || y < x {
		return -1
	}
	return y - x
}

// Moment reads "2018-07-29 17:18:53.535", whatever follows, as seconds.
func Moment(s string) (seconds float64, ok bool) {
	var parts [5]int // year, month, day, hour, minute
	for i, mark := range []byte("-- ::") {
		digits := 0
		for digits < len(s) && isDigit(s[digits]) {
			digits++
		}
		var err error
		if parts[i], err = strconv.Atoi(s[:digits]); err != nil || digits == len(s) || s[digits] != mark && (mark != ' ' || s[digits] != 'T') {
			return 0, false
		}
		s = strings.TrimLeft(s[digits+1:], " ")
	}
	end := 0
	for end < min(len(s), len("00.000000000")) && (isDigit(s[end]) || s[end] == '.') {
		end++
	}
	second, err := strconv.ParseFloat(s[:end], 64)
	if err != nil {
		return 0, false
	}
	return float64(time.Date(parts[0], time.Month(parts[1]), parts[2], parts[3], parts[4], 0, 0, time.UTC).Unix()) + second, true
}
