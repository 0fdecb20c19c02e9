package simpleperftest

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

//go:embed decode.txt
var decode string

// Decode returns a recording of 3 s of an invented podcast app, described in decode.txt. One thread
// decodes sound in the app's native code. Two decode images and find their main colors, and main
// draws. Each thread waits at times.
func Decode() []byte {
	const (
		length = 3_000_000_000 // ns
		period = 1_000_000     // ns of CPU time between samples
		app    = 12034
	)
	r := &Recording{Package: "com.example.podcast", OffCPU: true, Events: []string{"cpu-clock", "sched:sched_switch"}}
	seed := uint64(20_260_309)
	about := func(ns int64) uint64 { // half to one and a half times as long
		seed = seed*6364136223846793005 + 1442695040888963407
		return uint64(ns/2) + seed>>33%uint64(ns+1)
	}
	for _, a := range readActors(decode) {
		r.Threads = append(r.Threads, Thread{a.id, app, a.name})
		now := 52_000_000_000 + uint64(a.from*1e6)
		until := uint64(52_000_000_000 + length)
		left := about(period) // CPU time to the next sample
		r.Entries = append(r.Entries, Switch{now, a.id, true})
		for now < until {
			for _, s := range a.steps {
				if now >= until {
					break
				}
				if s.off {
					r.Entries = append(r.Entries, Sample{Time: now, Count: 1, Thread: a.id, Event: 1, Stack: s.stack}, Switch{now + 2_000, a.id, false})
					now += about(int64(s.ms * 1e6))
					r.Entries = append(r.Entries, Switch{now, a.id, true})
					continue
				}
				for on := about(int64(s.ms * 1e6)); on > 0; {
					if on < left {
						left, now = left-on, now+on
						break
					}
					on, now, left = on-left, now+left, period
					r.Entries = append(r.Entries, Sample{Time: now, Count: period, Thread: a.id, Stack: s.stack})
				}
			}
		}
	}
	slices.SortStableFunc(r.Entries, func(a, b any) int { return cmp.Compare(timeOf(a), timeOf(b)) })
	return r.Bytes()
}

func timeOf(entry any) uint64 {
	if s, ok := entry.(Sample); ok {
		return s.Time
	}
	return entry.(Switch).Time
}

// An actor is a thread of decode.txt.
type actor struct {
	name  string
	id    int
	from  float64 // ms
	steps []step  // of one round
}

// A step is time that a thread spends in a stack.
type step struct {
	stack []Frame
	ms    float64
	off   bool // off the CPU
}

// readActors reads threads as decode.txt describes them.
func readActors(text string) []actor {
	var all []actor
	paths := map[string]Frame{}
	var stack []Frame
	var again []repeat
	closed := func(depth int) { // repeats the shorter stack
		for len(again) > 0 && again[len(again)-1].depth >= depth {
			last, a := again[len(again)-1], &all[len(all)-1]
			again = again[:len(again)-1]
			round := slices.Clone(a.steps[last.first:])
			for range last.times - 1 {
				a.steps = append(a.steps, round...)
			}
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		kind, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || line[0] == '#':
		case kind == "path":
			name, path, _ := strings.Cut(rest, " ")
			path, execution, _ := strings.Cut(path, " (")
			f := Frame{Path: path}
			if n, err := strconv.Atoi(strings.TrimSuffix(execution, ")")); err == nil {
				f.Execution = n + 1
			}
			paths[name] = f
		case kind == "thread":
			closed(0)
			f := strings.Split(rest, " | ")
			a := actor{name: f[0]}
			if _, err := fmt.Sscan(f[1]+" "+f[2], &a.id, &a.from); err != nil {
				panic("simpleperftest: " + line)
			}
			all = append(all, a)
		case kind == "=":
			for _, a := range all {
				if a.name == rest {
					all[len(all)-1].steps = a.steps
				}
			}
		default:
			name := strings.TrimLeft(line, " ")
			depth := len(line) - len(name)
			closed(depth)
			a := &all[len(all)-1]
			name, how := cutFigure(name)
			path, symbol, _ := strings.Cut(name, "|")
			f, ok := paths[path]
			if !ok {
				f.Path = "/system/bin/" + path
			}
			f.Symbol = symbol
			stack = append(stack[:depth:depth], f)
			number, _ := strconv.ParseFloat(strings.TrimLeft(how, "~x"), 64)
			switch {
			case how == "":
			case how[0] == 'x':
				again = append(again, repeat{depth, len(a.steps), int(number)})
			default:
				a.steps = append(a.steps, step{stack, number, how[0] == '~'})
			}
		}
	}
	closed(0)
	return all
}

// A repeat is a frame whose part of a round is done several times.
type repeat struct{ depth, first, times int }

// cutFigure cuts a frame's name from the figure behind it. Names of C++ have blanks too.
func cutFigure(line string) (name, figure string) {
	at := strings.LastIndexByte(line, ' ')
	if at < 0 {
		return line, ""
	}
	if _, err := strconv.ParseFloat(strings.TrimLeft(line[at+1:], "~x"), 64); err != nil {
		return line, ""
	}
	return line[:at], line[at+1:]
}
