package wait

import (
	"slices"
	"time"

	"traceglass/parser/platform"
)

// An observation describes the main thread in one dump of a process.
type observation struct {
	row       int    // row of Dump.Threads, None without a main thread
	stack     string // key of its innermost frames, as signer.stack returns it
	appMethod string // outermost method that is not the platform's
	idle      bool
	wants     bool // waits for a lock
	dead      bool // in a certain deadlock, or waiting for one
	line      int  // that shows where the thread is
	used      time.Duration
	timed     bool // used is known: CPU time since the thread began
}

// observations returns the main thread of each dump in of, which are dumps of one process. It
// caches the result.
func (s *Series) observations(of []int) []observation {
	id := idOf(s.shots[of[0]].block())
	if all, ok := s.observed[id]; ok {
		return all
	}
	sign := signer{ids: map[string]uint32{}}
	var all []observation
	for at, i := range of {
		shot := s.shots[i]
		sign.shots = append(sign.shots, shot)
		l := observation{row: shot.Facts.d.Main(shot.block())}
		if l.row != None {
			t := &shot.Facts.d.Threads[l.row]
			stack := shot.Facts.stacks.of(l.row)
			l.stack, l.line = sign.stack(at, t), stack.first()
			verdict := shot.Facts.Explain(shot.Block)
			first := &verdict.Claims[0]
			l.idle = Idle(shot.Facts.d, t) || verdict.MainIdle()
			l.wants, l.dead = shot.Facts.wantsLock(l.row), first.Rule == "deadlock" && first.Confidence == Certain
			l.appMethod = stack.outermost()
			if t.HasTimes && t.Utm >= 0 && t.Stm >= 0 && t.HZ > 0 {
				l.used, l.timed = time.Duration(t.CPU()*float64(time.Second)), true
			}
		}
		all = append(all, l)
	}
	s.observed[id] = all
	return all
}

// outermost returns the outermost method of a stack that is not the platform's, or "".
func (s *stack) outermost() string {
	app := platform.AppOf(s.block.CommandLine)
	for i := len(s.java) - 1; i >= 0; i-- {
		if originOf(app, &s.java[i].Frame) != platform.Platform {
			return s.java[i].Name()
		}
	}
	return ""
}

// Along returns a claim about the main thread across the dumps of its process: it has not moved, it
// progresses slowly, or it has moved. Process is a row of the shots that NewSeries received. Along
// returns false if only one dump of the process is open or if main is idle in all dumps.
func (s *Series) Along(process int) (Claim, bool) {
	of := s.Of(process)
	at := slices.Index(of, process)
	if len(of) < 2 || at < 0 {
		return Claim{}, false
	}
	looks := s.observations(of)
	here := &looks[at]
	if here.row == None {
		return Claim{}, false
	}
	c := Claim{Confidence: Likely, Lines: []int{here.line}, Threads: []int{here.row}}
	from, to := stretchAround(looks, at, func(a, b *observation) bool { return a.stack != "" && a.stack == b.stack && !a.idle && !b.idle })
	if from < to {
		a, b := &looks[from], &looks[to]
		c.Count, c.Elapsed = to-from+1, s.elapsed(of[from], of[to])
		used := b.used - a.used
		const tick = 20 * time.Millisecond // two ticks of the usual length: writing a dump costs about as much
		wants, dead := true, true
		for i := from; i <= to; i++ {
			wants, dead = wants && looks[i].wants, dead && looks[i].dead
		}
		switch {
		case dead:
			c.Rule, c.Code = "stuck", AlongDeadlocked
		case !a.timed || !b.timed || used < 0:
			c.Rule, c.Code = "same-place", AlongUnchanged
		case used < tick:
			c.Rule, c.Code = "stuck", AlongStuck
		case wants:
			c.Rule, c.Code, c.Time = "same-place", AlongLocked, used
		default:
			c.Rule, c.Code, c.Time = "slow", AlongLoops, used
		}
		return c, true
	}
	from, to = stretchAround(looks, at, func(a, b *observation) bool {
		return a.appMethod != "" && a.appMethod == b.appMethod && !a.idle && !b.idle
	})
	if from < to {
		c.Rule, c.Code, c.Method, c.Count, c.Elapsed = "slow", AlongSlow, here.appMethod, to-from+1, s.elapsed(of[from], of[to])
		return c, true
	}
	moved, dumps := false, 0
	for i := range looks {
		l := &looks[i]
		if l.row == None {
			continue
		}
		dumps++
		moved = moved || i != at && !(l.idle && here.idle) && l.stack != "" && here.stack != ""
	}
	c.Rule, c.Code, c.Confidence, c.Count = "moved-on", AlongMoved, Certain, dumps
	return c, moved
}

// stretchAround returns the first and last dump of the run around at. Each dump of the run is like
// the previous one.
func stretchAround(looks []observation, at int, like func(a, b *observation) bool) (from, to int) {
	from, to = at, at
	for from > 0 && looks[from-1].row != None && like(&looks[from-1], &looks[from]) {
		from--
	}
	for to+1 < len(looks) && looks[to+1].row != None && like(&looks[to], &looks[to+1]) {
		to++
	}
	return from, to
}

// elapsed returns the time between two dumps, 0 if it is not known.
func (s *Series) elapsed(a, b int) time.Duration {
	return time.Duration(max(0, secondsBetween(s.shots[a].block().Time, s.shots[b].block().Time)) * float64(time.Second))
}
