package story

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// Limits of the lists of a part.
const (
	mostSites = 20
	mostCalls = 50
)

// A siteKey identifies a site of a part of waiting.
type siteKey struct {
	cause  Cause
	method trace.MethodIndex
}

// A pile is a site in the making.
type pile struct {
	Site
	cause   Cause
	largest int64       // time of the row with the largest share
	row     profile.Row // that row
}

// A watch is what the calls of a context count for: a site, or the stats of a method, or both.
type watch struct {
	site  *pile
	stats *stats
}

// add adds time that a row spends directly.
func (s *pile) add(ns int64, row profile.Row) {
	s.Time += ns
	if ns > s.largest || s.largest == 0 {
		s.largest, s.row = ns, row
	}
}

// sumParts splits the thread's time into parts. Each row of the profile gives its exclusive time:
// the time off the CPU goes to the row's cause, and the rest to the origin of its code. So the parts
// sum to the thread's span, for either clock.
func (s *study) sumParts() {
	running := make([]pile, len(s.x.Info.Methods)) // by method
	waiting := map[siteKey]*pile{}
	var piles []*pile
	marks := make([]uint32, len(s.p.Rows)) // by row: 1 + row of watched
	var watched []watch
	pileOf := func(key siteKey) *pile {
		at := waiting[key]
		if at == nil {
			at = &pile{Site: Site{Method: key.method}, cause: key.cause}
			waiting[key] = at
			piles = append(piles, at)
		}
		return at
	}
	var outside profile.Times
	cpu := make([]int64, platform.Origins)
	counted := s.x.Counts(profile.CPU)
	for row := range s.p.Rows {
		r, row := &s.p.Rows[row], profile.Row(row)
		time, onCPU := r.Exclusive[s.first], r.Exclusive[profile.CPU]
		if counted {
			onCPU = 0
		}
		if time == 0 && onCPU == 0 {
			continue
		}
		wait := s.waitIn(row)
		if row == 0 {
			s.Blocked += wait
			outside = profile.Times{profile.Wall: time - wait, profile.CPU: onCPU}
			if wait > 0 {
				pileOf(siteKey{Unexplained, call.NoMethod}).add(wait, row)
			}
			continue
		}
		m := s.tree.Method[row]
		cpu[s.origin[m]] += onCPU
		running[m].add(time-wait, row)
		if wait == 0 {
			continue
		}
		at, cause := s.site(row)
		if cause == IdleWait {
			s.Idle += wait
		} else {
			s.Blocked += wait
		}
		site := pileOf(siteKey{cause, s.tree.Method[at]})
		site.add(wait, row)
		if cause != Unexplained && cause != IdleWait && marks[at] == 0 {
			watched = append(watched, watch{site: site})
			marks[at] = uint32(len(watched))
			s.listed[cause] = append(s.listed[cause], at)
			site.Count += s.p.Rows[at].Calls
		}
	}
	for _, st := range s.stats {
		watched = append(watched, watch{stats: st})
		mark := uint32(len(watched))
		for row := range s.x.RowsOf(st.method) {
			if marks[row] == 0 {
				marks[row] = mark
			} else {
				watched[marks[row]-1].stats = st
			}
		}
	}
	s.eachCall(marks, func(r profile.Ref, mark uint32) {
		w := &watched[mark-1]
		if w.site != nil {
			w.site.Calls = keepLongest(w.site.Calls, s.call(r), s.stake)
		}
		if w.stats != nil {
			l := s.x.Level(r)
			w.stats.add(r, s.x.Calls.Nanos(min(l.End(int(r.Row)), s.opts.To)-max(l.Start(int(r.Row)), s.opts.From)))
		}
	})

	by := make([][]*pile, int(platform.Origins)+int(Causes))
	for m := range running {
		if at := &running[m]; at.Time > 0 || cpu[s.origin[m]] > 0 {
			at.Method = trace.MethodIndex(m)
			if at.Time > 0 {
				by[s.origin[m]] = append(by[s.origin[m]], at)
			}
		}
	}
	for _, at := range piles {
		by[int(platform.Origins)+int(at.cause)] = append(by[int(platform.Origins)+int(at.cause)], at)
	}
	for i, of := range by {
		part := Part{Kind: Running, Origin: platform.Origin(i)}
		if i < int(platform.Origins) {
			part.CPU = cpu[i]
		} else {
			part = Part{Kind: Waiting, Cause: Cause(i - int(platform.Origins))}
		}
		for _, at := range of {
			part.Time += at.Time
		}
		if part.Time == 0 && part.CPU == 0 {
			continue
		}
		slices.SortStableFunc(of, func(a, b *pile) int { return cmp.Compare(b.Time, a.Time) })
		for i, at := range of {
			if i >= mostSites {
				part.More++
				part.Left += at.Time
				continue
			}
			part.Sites = append(part.Sites, s.finish(at))
		}
		s.Parts = append(s.Parts, part)
	}
	if outside != (profile.Times{}) {
		s.Parts = append(s.Parts, Part{Kind: Outside, Time: outside[profile.Wall], CPU: outside[profile.CPU]})
	}
}

// waitIn returns the part of a row's exclusive time that the thread waited.
func (s *study) waitIn(row profile.Row) int64 {
	r := &s.p.Rows[row].Exclusive
	switch s.Waiting {
	case ByClocks:
		return min(max(0, r[profile.Wall]-r[profile.CPU]), r[profile.Wall])
	case Recorded:
		return min(r[profile.Waiting], r[profile.Wall])
	case ByNames:
		if row != 0 && (s.idle[row] || s.cause.inner[row] != profile.NoRow) {
			return r[profile.Wall]
		}
	}
	return 0
}

// site returns the row that a wait directly in a row is listed under, and its cause.
func (s *study) site(row profile.Row) (profile.Row, Cause) {
	switch inner := s.cause.inner[row]; {
	case s.idle[row]:
		for s.idle[s.tree.Parent[row]] {
			row = s.tree.Parent[row]
		}
		return row, IdleWait
	case inner == profile.NoRow:
		return row, Unexplained
	default:
		cause, at := s.known[s.tree.Method[inner]].cause, s.cause.outer[row]
		if caller := s.tree.Parent[at]; cause == Binder && caller != 0 && isProxy(s.x.Info.Methods[s.tree.Method[caller]].Class) {
			at = caller
		}
		return at, cause
	}
}

// isProxy reports whether a class sends the calls of an interface to another process.
func isProxy(class string) bool {
	return strings.HasSuffix(class, "Proxy") && class != "android.os.BinderProxy"
}

// finish completes a site.
func (s *study) finish(at *pile) Site {
	site := at.Site
	site.Own = s.methodOf(s.own[at.row])
	if site.Method == call.NoMethod {
		return site
	}
	if m := &s.p.Methods[site.Method]; site.Count == 0 {
		site.Count = m.Calls + m.Recursive
	}
	if in := &s.x.Info.Methods[site.Method]; at.cause == Binder && isProxy(in.Class) {
		site.Detail = platform.Interface(in.Class) + "." + in.Name
	}
	return site
}

// methodOf returns the method of a row, or NoMethod for no row.
func (s *study) methodOf(row profile.Row) trace.MethodIndex {
	if row == profile.NoRow {
		return call.NoMethod
	}
	return s.tree.Method[row]
}
