package story

import (
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/profile"
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
// mark, level by level, and that mark. Marks are by row; 0 is none.
func (s *study) eachCall(marks []uint32, f func(r profile.Ref, mark uint32)) {
	levels := s.x.Calls.Threads[s.Thread].Levels
	marked := make([]bool, len(levels)+1)     // by the depth of a row: some row of that depth has a mark
	nodes := make([]uint64, len(s.x.Of)/64+1) // bits: has a mark. Most calls have none, and a bit a node stays in the cache
	profile.Blocks(len(s.nodes), func(a, b int) {
		for _, node := range s.nodes[a:b] {
			row := s.x.Of[node]
			if marks[row] == 0 {
				continue
			}
			if depth := int(s.tree.Depth[row]); depth < len(marked) {
				marked[depth] = true
				nodes[node/64] |= 1 << (node % 64)
			}
		}
	})
	for depth, l := range levels {
		if !marked[depth+1] {
			continue
		}
		at := l.From(s.opts.From)
		l.Each(at, l.After(s.opts.To), func(c *call.Chunk, a, b int) {
			for i := a; i < b; i++ {
				if node := c.Calls[i].Node; nodes[node/64]>>(node%64)&1 != 0 {
					f(profile.Ref{Thread: s.Thread, Depth: uint32(depth), Row: uint32(at + i - a)}, marks[s.x.Of[node]])
				}
			}
			at += b - a
		})
	}
}

// call returns a call with its times within the range.
func (s *study) call(r profile.Ref) Call {
	c := s.survey.stretch(r)
	return s.survey.call(&c)
}

// stake returns the time of a waiting call that counts: its waiting time, if that is measured.
func (s *study) stake(c *Call) int64 {
	if s.Waiting == ByClocks || s.Waiting == Recorded {
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
