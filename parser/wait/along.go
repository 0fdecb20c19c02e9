package wait

import (
	"slices"
	"time"

	"traceglass/parser/platform"
)

// A observation is the main thread in one dump of a process.
type observation struct {
	row       int    // of Dump.Threads, None without a main thread
	stack     string // its innermost frames, as a signer knows them
	appMethod string // the outermost method that is not the platform's
	idle      bool
	wants     bool // waits for a lock
	dead      bool // in a certain deadlock, or before one
	line      int  // that shows where it stands
	used      time.Duration
	timed     bool // used is known: processor time since it began
}

// observations are those at a process's main thread, in the dumps of; they are kept.
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
			stack := shot.Facts.stack(l.row)
			l.stack, l.line = sign.stack(at, t), stack.first()
			verdict := &shot.Facts.Explain(shot.Block).Claims[0]
			l.idle = Idle(shot.Facts.d, t) || verdict.Rule == "idle"
			l.wants, l.dead = shot.Facts.wantsLock(l.row), verdict.Rule == "deadlock" && verdict.Confidence == Certain
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

// outermost is the outermost method of a stack that is not the platform's, "" without.
func (s *stack) outermost() string {
	app := platform.AppOf(s.block.CommandLine)
	for i := len(s.java) - 1; i >= 0; i-- {
		if originOf(app, &s.java[i].Frame) != platform.Platform {
			return s.java[i].Name()
		}
	}
	return ""
}

// Along is what the dumps of a process, a row of what NewSeries was given, say together of its
// main thread: whether it stands where it stood, goes on slowly, or has moved on. It is false of a
// process of which one dump is open, or whose main thread is idle in all.
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
		const tick = 20 * time.Millisecond // two of the usual ones: the dump itself costs as much
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

// stretchAround is the stretch of dumps about one in which each is like the one before.
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

// elapsed lies between two dumps, 0 if it is not known.
func (s *Series) elapsed(a, b int) time.Duration {
	return time.Duration(max(0, between(s.shots[a].block().Time, s.shots[b].block().Time)) * float64(time.Second))
}
