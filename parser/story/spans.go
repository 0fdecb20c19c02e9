package story

import (
	"cmp"

	"traceglass/parser/sorting"
)

// findPauses returns the times that the recorder took to start or stop, and that the app waited for a debugger.
func (s *study) findPauses() (all []span) {
	all = append(all, s.stops...)
	for i := range s.Parts {
		if part := &s.Parts[i]; part.IsPause() {
			for j := range part.Sites {
				for _, in := range part.Sites[j].Calls {
					all = append(all, span{in.From, in.To})
				}
			}
		}
	}
	return joined(all)
}

// A span is a time of the thread, in ns.
type span struct{ from, to int64 }

// joined sorts spans and joins those that touch.
func joined(spans []span) []span {
	sorting.Stable(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	all := spans[:0]
	for _, at := range spans {
		switch n := len(all); {
		case at.to <= at.from:
		case n > 0 && at.from <= all[n-1].to:
			all[n-1].to = max(all[n-1].to, at.to)
		default:
			all = append(all, at)
		}
	}
	return all
}

// length returns the sum of joined spans.
func length(of []span) (ns int64) {
	for _, at := range of {
		ns += at.to - at.from
	}
	return ns
}

// overlap returns the time that two lists of joined spans share.
func overlap(a, b []span) (ns int64) {
	for len(a) > 0 && len(b) > 0 {
		ns += max(0, min(a[0].to, b[0].to)-max(a[0].from, b[0].from))
		if a[0].to < b[0].to {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return ns
}

// paused returns the time between two times, in ns, that the recorder took to start or stop, and that the app waited for a
// debugger.
func (s *study) paused(from, to int64) int64 {
	return overlap([]span{{from, to}}, s.pauses)
}

// isNearlyAll reports whether a time is at least nine tenths of a whole. A sentence says "nearly all" of more only.
func isNearlyAll[T ~int64](part, whole T) bool { return 10*part >= 9*whole }
