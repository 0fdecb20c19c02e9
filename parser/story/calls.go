package story

import (
	"math"
	"slices"
	"sort"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// unmarked returns marks by row for eachCall, all 0. It reuses their storage.
func (s *study) unmarked() []uint32 {
	if s.marks == nil {
		s.marks = make([]uint32, s.tree.Len())
	} else {
		clear(s.marks)
	}
	return s.marks
}

// eachCall calls f with every call of the thread that touches the range and whose context has a
// mark, level by level, and that mark. Marks are by row; 0 is none. It reads only calls whose caller
// leads to a context with a mark, and the calls between them if they are few.
func (s *study) eachCall(marks []uint32, f func(r profile.Ref, mark uint32)) {
	t, of := &s.x.Calls.Threads[s.Thread], s.x.Of
	leads := make([]uint64, s.tree.Len()/64+1) // bits by row: the root, or has a mark, or a callee that leads. A bit a row stays in the cache
	leads[0] = 1
	any := false
	profile.Blocks(len(s.rows), func(a, b int) {
		for _, row := range s.rows[a:b] {
			if marks[row] == 0 {
				continue
			}
			any = true
			for at := row; leads[at/64]>>(at%64)&1 == 0; at = s.tree.Parent[at] {
				leads[at/64] |= 1 << (at % 64)
			}
		}
	})
	if !any {
		return
	}
	const between = 64                // calls: to read them costs less than a block
	type block struct{ from, to int } // rows of a level
	now, next := []block{{0, math.MaxInt}}, []block(nil)
	for depth, l := range t.Levels {
		from, to := l.From(s.opts.From), l.After(s.opts.To)
		next = next[:0]
		for _, in := range now {
			at := max(from, in.from)
			l.Each(at, min(to, in.to), func(c *call.Chunk, a, b int) {
				for i, called := range c.Calls[a:b] {
					row := of[called.Node]
					if leads[row/64]>>(row%64)&1 == 0 {
						continue
					}
					r := profile.Ref{Thread: s.Thread, Depth: uint32(depth), Row: uint32(at + i)}
					if marks[row] != 0 {
						f(r, marks[row])
					}
					if first, end := t.Callees(depth, int(r.Row)); first < end {
						if n := len(next); n > 0 && first <= next[n-1].to+between {
							next[n-1].to = end
						} else {
							next = append(next, block{first, end})
						}
					}
				}
				at += b - a
			})
		}
		if now, next = next, now; len(now) == 0 {
			return
		}
	}
}

// eachAt calls f with the calls that a thread is in at an instant, callers first. Below each call, it searches only its callees.
func eachAt(x *profile.Index, thread trace.ThreadIndex, at trace.Ticks, f func(r profile.Ref)) {
	t := &x.Calls.Threads[thread]
	if len(t.Levels) == 0 {
		return
	}
	for depth, from, to := 0, 0, t.Levels[0].Len(); ; depth++ {
		l := t.Levels[depth]
		row := from + sort.Search(to-from, func(i int) bool { return l.End(from+i) > at })
		if row == to || l.Start(row) > at {
			return
		}
		f(profile.Ref{Thread: thread, Depth: uint32(depth), Row: uint32(row)})
		if from, to = t.Callees(depth, row); from == to {
			return
		}
	}
}

// call returns a call with its times within the range.
func (s *study) call(r profile.Ref) Call {
	c := s.survey.stretch(r)
	return s.survey.call(&c)
}

// below returns the callee of a row on the way to another row within it.
func (s *study) below(of, row profile.Row) profile.Row {
	for s.tree.Parent[row] != of {
		row = s.tree.Parent[row]
	}
	return row
}

// stake returns the time of a waiting call that counts: its waiting time, if that is measured.
func (s *study) stake(c *Call) int64 {
	if s.Waiting.Measured() {
		return c.Times[profile.Waiting]
	}
	return c.Times[s.first]
}

// keepCall adds a call to a list of the calls with the most time. Most calls of a full list are too short for it, which
// their length shows.
func (s *study) keepCall(list []Call, r profile.Ref, time func(*Call) int64) []Call {
	if len(list) == mostCalls {
		l, row := s.x.Level(r), int(r.Row)
		if s.x.Calls.Nanos(min(l.End(row), s.opts.To)-max(l.Start(row), s.opts.From)) <= time(&list[mostCalls-1]) {
			return list
		}
	}
	return keepLongest(list, s.call(r), time)
}

// keepLongest adds a call to a list of the calls with the most time, the longest first.
func keepLongest(list []Call, c Call, time func(*Call) int64) []Call {
	at := len(list)
	for at > 0 && time(&list[at-1]) < time(&c) {
		at--
	}
	if at == mostCalls {
		return list
	}
	if len(list) == mostCalls {
		list = list[:mostCalls-1]
	}
	return slices.Insert(list, at, c)
}

// time returns the length of a call within the range.
func (s *study) time(c *Call) int64 { return c.Times[s.first] }

func (s *study) rowOf(r profile.Ref) profile.Row {
	return s.x.Of[s.x.Level(r).Call(int(r.Row)).Node]
}
