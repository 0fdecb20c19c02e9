package story

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// Limits of the lists of a part.
const (
	mostSites = 20
	mostCalls = 50
)

// A share is time that rows spend directly.
type share struct {
	time    int64       // ns
	cpu     int64       // of rows of code that runs
	largest int64       // ns: of the row with the largest share
	row     profile.Row // that row
}

// add adds time that a row spends directly.
func (s *share) add(ns int64, row profile.Row) {
	s.time += ns
	if ns > s.largest || s.largest == 0 {
		s.largest, s.row = ns, row
	}
}

// weight returns the figure that orders methods.
func (s *study) weight(of *share) int64 {
	if s.OnCPU {
		return of.cpu
	}
	return of.time
}

// A pile is a site in the making.
type pile struct {
	share
	method trace.MethodIndex
	cause  Cause
	count  int64
	calls  []Call
	next   int // 1 + next pile of the method; 0 for none
}

// A watch is what the calls of a context count for: a site, or the stats of a method, or both.
type watch struct {
	site  int // 1 + pile; 0 for none
	stats *stats
}

// leftOut stands for the cause of the time that a filter leaves out.
const leftOut = Causes

// sumParts splits the thread's time into parts. Each row of the profile gives its exclusive time:
// the time off the CPU goes to the row's cause, and the rest to the origin of its code. So the parts
// sum to the thread's span, for either clock. A filter can leave time out, which is a part of its own.
// Or it can give time to a caller: then the caller's origin counts, but what the thread waited for stays.
func (s *study) sumParts() {
	methods := len(s.x.Info.Methods)
	t := sums{
		study: s, running: make([]share, methods), latest: make([]int, methods+1), marks: s.unmarked(),
		cpu: make([]int64, int(platform.Origins)+int(leftOut)+1), counted: s.x.Counts(profile.CPU) && !s.OnCPU,
	}
	if s.Waiting == ByClocks {
		s.off = s.offByClocks()
	}
	if s.opts.Charges {
		t.charged = make([]int64, methods)
	}
	t.add(0)
	profile.Blocks(len(s.rows), func(a, b int) {
		for _, row := range s.rows[a:b] {
			t.add(row)
		}
	})
	t.addStops()
	t.addCalls()
	if s.Waiting == ByClocks {
		s.Total[profile.Waiting] = s.Idle + s.Blocked
	}
	if s.OnCPU {
		s.Unseen = t.outside[profile.Wall]
	}
	s.Parts, s.Charges = t.parts(), t.charges()
}

// sums are the parts in the making.
type sums struct {
	*study
	running []share  // by method
	latest  []int    // by method, the last for none: 1 + pile; 0 for none
	piles   []pile   // of waiting, and of the time that a filter leaves out
	marks   []uint32 // by row: 1 + its place in watched; 0 for none
	watched []watch
	outside profile.Times // of no method
	cpu     []int64       // by part: the origins, the causes, what a filter leaves out
	counted bool          // the clock CPU counts events
	charged []int64       // by method, for Charges; nil without them
}

// pileOf returns the number of a pile.
func (t *sums) pileOf(cause Cause, method trace.MethodIndex) int {
	at := &t.latest[min(int(method), len(t.running))]
	for i := *at; i > 0; i = t.piles[i-1].next {
		if t.piles[i-1].cause == cause {
			return i - 1
		}
	}
	t.piles = append(t.piles, pile{method: method, cause: cause, next: *at})
	*at = len(t.piles)
	return len(t.piles) - 1
}

// add adds a row's exclusive time.
func (t *sums) add(row profile.Row) {
	r := &t.p.Rows[row]
	time, onCPU := r.Exclusive[t.first], r.Exclusive[profile.CPU]
	if t.counted {
		onCPU = 0
	}
	if time == 0 && onCPU == 0 {
		return
	}
	of, kept := t.kept.Keeps(row)
	if !kept || t.without {
		m := trace.MethodIndex(call.NoMethod)
		if row > 0 {
			m = t.tree.Method[row]
		}
		at := &t.piles[t.pileOf(leftOut, m)]
		at.add(time, row)
		at.cpu += onCPU
		at.count += r.Calls
		t.cpu[int(platform.Origins)+int(leftOut)] += onCPU
		return
	}
	wait := t.waitIn(row)
	if t.charged != nil {
		t.charge(row, time, wait)
	}
	if row == 0 {
		t.Blocked += wait
		t.outside = profile.Times{profile.Wall: time - wait, profile.CPU: onCPU}
		if wait > 0 {
			t.piles[t.pileOf(Unexplained, call.NoMethod)].add(wait, row)
		}
		return
	}
	if of == 0 { // no caller is left
		t.outside[profile.Wall] += time - wait
		t.outside[profile.CPU] += onCPU
	} else {
		m := t.tree.Method[of]
		t.cpu[t.origin[m]] += onCPU
		t.running[m].add(time-wait, row)
		t.running[m].cpu += onCPU
		t.Running += time - wait
	}
	if wait > 0 {
		t.addWait(row, wait)
	}
}

// addWait adds the time that a row waits to the pile of its cause, and watches the calls that explain it.
func (t *sums) addWait(row profile.Row, wait int64) {
	at, cause := t.site(row)
	if cause == IdleWait {
		t.Idle += wait
	} else {
		t.Blocked += wait
	}
	site := t.pileOf(cause, t.keptMethod(at))
	t.piles[site].add(wait, row)
	if cause != Unexplained && cause != IdleWait && t.marks[at] == 0 {
		t.watched = append(t.watched, watch{site: site + 1})
		t.marks[at] = uint32(len(t.watched))
		t.listed[cause] = append(t.listed[cause], at)
		t.piles[site].count += t.p.Rows[at].Calls
	}
}

// addStops adds the time that the recorder stopped the thread for.
func (t *sums) addStops() {
	if ns := length(t.stops); ns > 0 {
		at := &t.piles[t.pileOf(Tracing, t.stoppedBy)]
		at.add(ns, 0)
		at.count += int64(len(t.stops))
		t.Blocked += ns
	}
}

// charge charges the time of a row that is not idle to the nearest own method.
func (t *sums) charge(row profile.Row, time, wait int64) {
	own := t.own[row]
	if own == profile.NoRow {
		return
	}
	if wait > 0 {
		if _, cause := t.site(row); cause == IdleWait {
			time -= wait
		}
	}
	t.charged[t.tree.Method[own]] += time
}

// charges returns what the own methods were charged with.
func (t *sums) charges() (all []Charge) {
	for m, ns := range t.charged {
		if ns > 0 {
			all = append(all, Charge{trace.MethodIndex(m), ns})
		}
	}
	sorting.Stable(all, func(a, b Charge) int { return cmp.Compare(b.Time, a.Time) })
	return all
}

// addCalls adds the calls of watched rows to their piles, and those of methods with stats to these.
func (t *sums) addCalls() {
	for _, st := range t.stats {
		t.watched = append(t.watched, watch{stats: st})
		mark := uint32(len(t.watched))
		for row := range t.x.RowsOf(st.method) {
			if !t.tree.Outermost[row] { // part of another call
				continue
			}
			if t.marks[row] == 0 {
				t.marks[row] = mark
			} else {
				t.watched[t.marks[row]-1].stats = st
			}
		}
	}
	t.eachCall(t.marks, func(r profile.Ref, mark uint32) {
		w := &t.watched[mark-1]
		if w.site > 0 && !t.p.Scope.Quick(t.x.Level(r), int(r.Row)) {
			site := &t.piles[w.site-1]
			site.calls = t.keepCall(site.calls, r, t.stake)
		}
		if w.stats != nil {
			l := t.x.Level(r)
			from, to := l.Start(int(r.Row)), l.End(int(r.Row))
			w.stats.add(r, t.x.Calls.Nanos(min(to, t.opts.To)-max(from, t.opts.From)), t.x.Calls.Nanos(to-from))
		}
	})
}

// hasRun reports whether a method has a figure of running.
func (t *sums) hasRun(m int) bool { return t.running[m].time > 0 || t.weight(&t.running[m]) > 0 }

// parts returns the parts with any time, each with the sites that have the most.
func (t *sums) parts() (all []Part) {
	parts := make([]Part, len(t.cpu))
	most := make([][]*pile, len(parts)) // by part
	list := func(part int, at *pile) {
		p, i := &parts[part], len(most[part])
		p.Time += at.time
		p.Left += at.time
		p.More++
		p.Count += at.count
		for i > 0 && t.weight(&most[part][i-1].share) < t.weight(&at.share) {
			i--
		}
		if i < mostSites {
			sites := slices.Insert(most[part], i, at)
			most[part] = sites[:min(len(sites), mostSites)]
		}
	}
	ran := 0
	for m := range t.running {
		if t.hasRun(m) {
			ran++
		}
	}
	running := make([]pile, 0, ran)
	for m := range t.running {
		if t.hasRun(m) {
			method := trace.MethodIndex(m)
			running = append(running, pile{share: t.running[m], method: method, count: t.calls(method)})
			list(int(t.origin[m]), &running[len(running)-1])
		}
	}
	for i := range t.piles {
		at := &t.piles[i]
		if at.count == 0 && at.method != call.NoMethod && at.cause != leftOut {
			at.count = t.calls(at.method)
		}
		list(int(platform.Origins)+int(at.cause), at)
	}
	for i := range parts {
		part := &parts[i]
		switch part.CPU = t.cpu[i]; {
		case i < int(platform.Origins):
			part.Kind, part.Origin = Running, platform.Origin(i)
		case i == int(platform.Origins)+int(leftOut):
			part.Kind = LeftOut
		default:
			part.Kind, part.Cause = Waiting, Cause(i-int(platform.Origins))
		}
		if part.Time == 0 && part.CPU == 0 {
			continue
		}
		for _, at := range most[i] {
			part.Sites = append(part.Sites, t.finish(at))
			part.Left -= at.time
			part.More--
		}
		all = append(all, *part)
	}
	if t.outside != (profile.Times{}) {
		all = append(all, Part{Kind: Outside, Time: t.outside[profile.Wall], CPU: t.outside[profile.CPU]})
	}
	return all
}

// waitIn returns the part of a row's exclusive time that the thread waited.
func (s *study) waitIn(row profile.Row) int64 {
	r := &s.p.Rows[row].Exclusive
	switch s.Waiting {
	case ByClocks:
		return s.off[row]
	case Recorded:
		return min(r[profile.Waiting], r[profile.Wall])
	case ByNames:
		if row != 0 && (s.idle[row] || s.cause.inner[row] != profile.NoRow) {
			return r[profile.Wall]
		}
	}
	return 0
}

// offByClocks returns, by row, the wall time directly in it less the CPU time. They sum to those of the thread.
//
// A recorder does not read both clocks at once. So some rows have more CPU than wall time, and their callers, whose
// records are next to theirs, have as much too little. Such rows take it from their callers. The rest at the root
// is taken from other rows.
//
// A sampler reads both clocks at its next sample. So the CPU time of an idle row is of work that began before that sample,
// and other rows have idle time after their end. Idle rows have no CPU time here, and others have as much more: first those whose
// calls are short.
func (s *study) offByClocks() []int64 {
	off := make([]int64, len(s.p.Rows))
	var sums [3]int64 // of off, by place
	moved := int64(0)
	n := len(s.rows)
	profile.Blocks(n, func(a, b int) {
		for i := n - a - 1; i >= n-b; i-- {
			row := s.rows[i]
			r := &s.p.Rows[row].Exclusive
			if off[row] += r[profile.Wall] - r[profile.CPU]; off[row] < 0 { // callees have taken theirs
				off[s.tree.Parent[row]] += off[row]
				off[row] = 0
			}
			at := s.placeOf(row)
			if at == len(sums)-1 && r[profile.Wall] > off[row] {
				moved += r[profile.Wall] - off[row]
				off[row] = r[profile.Wall]
			}
			sums[at] += off[row]
		}
	})
	root := &s.p.Rows[0].Exclusive
	off[0] += root[profile.Wall] - root[profile.CPU] - moved
	if off[0] >= 0 {
		return off
	}
	left := min(-off[0], sums[0]+sums[1]+sums[2])
	off[0] = 0
	from := spares{s, off}
	for at, sum := range sums {
		if sum == 0 || left == 0 {
			continue
		}
		if s.Sampled {
			left = from.takeOfShort(at, sum, left)
		}
		left = from.take(at, left, func(row profile.Row) int64 { return off[row] })
	}
	for row := len(off) - 1; left > 0; row-- { // rounding
		take := min(off[row], left)
		off[row] -= take
		left -= take
	}
	return off
}

// spares take time off the CPU from rows, which give it up for others.
type spares struct {
	*study
	off []int64 // ns by row
}

// takeOfShort is take for samples. A sampler reads the clocks wrongly only at the ends of a call. So a long call gives up no more than one of
// mean length. Sum is the time off the CPU of the place.
func (s spares) takeOfShort(place int, sum, left int64) int64 {
	calls := int64(0)
	for row := 1; row < len(s.off); row++ {
		if s.placeOf(profile.Row(row)) == place {
			calls += s.p.Rows[row].Calls
		}
	}
	mean := sum / max(calls, 1)
	return s.take(place, left, func(row profile.Row) int64 { return min(s.off[row], mean*s.p.Rows[row].Calls) })
}

// take takes time from the rows of a place. Each row gives the same share of its spare time, and has returns that time. The result is the
// time that is left to take.
func (s spares) take(place int, left int64, has func(profile.Row) int64) int64 {
	sum := int64(0)
	for row := 1; row < len(s.off); row++ {
		if s.placeOf(profile.Row(row)) == place {
			sum += has(profile.Row(row))
		}
	}
	share := min(1, float64(left)/float64(max(sum, 1)))
	for row := 1; row < len(s.off); row++ {
		if s.placeOf(profile.Row(row)) == place {
			take := min(int64(float64(has(profile.Row(row)))*share), left)
			s.off[row] -= take
			left -= take
		}
	}
	return left
}

// placeOf returns the place of a row among those that give up time off the CPU for others: 0 is first. Of samples, idle rows
// are last, and those of a method that waits for something are before them.
func (s *study) placeOf(row profile.Row) int {
	switch {
	case !s.Sampled || row == 0:
		return 0
	case s.idle[row] || s.loops(row):
		return 2
	case s.cause.inner[row] != profile.NoRow:
		return 1
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
		if s.loops(row) {
			return row, IdleWait
		}
		return s.named(row), Unexplained
	default:
		cause, at := s.known[s.tree.Method[inner]].cause, s.cause.outer[row]
		if caller := s.tree.Parent[at]; cause == Binder && caller != 0 && isProxy(s.x.Info.Methods[s.tree.Method[caller]].Class) {
			at = caller
		}
		return at, cause
	}
}

// loops reports whether a row is a looper.
func (s *study) loops(row profile.Row) bool { return s.looper[s.tree.Method[row]] }

// named returns the nearest row outwards that is not native code of the system, whose names do not say what the thread
// did, such as that of a kernel. Without any it returns the row itself.
func (s *study) named(row profile.Row) profile.Row {
	for at := row; at != 0; at = s.tree.Parent[at] {
		if in := &s.x.Info.Methods[s.tree.Method[at]]; in.Library == "" || in.Own {
			return at
		}
	}
	return row
}

// isProxy reports whether a class sends the calls of an interface to another process.
func isProxy(class string) bool {
	return strings.HasSuffix(class, "Proxy") && class != "android.os.BinderProxy"
}

// finish completes a site.
func (s *study) finish(at *pile) Site {
	site := Site{Method: at.method, Own: s.methodOf(s.own[at.row]), Time: at.time, CPU: at.cpu, Count: at.count, Calls: at.calls}
	if site.Method == call.NoMethod {
		return site
	}
	if in := &s.x.Info.Methods[site.Method]; at.cause == Binder && isProxy(in.Class) {
		site.Detail = platform.Interface(in.Class) + "." + in.Name
	}
	return site
}

// calls returns the number of calls of a method in the range that are kept, or of times seen.
func (s *study) calls(m trace.MethodIndex) int64 {
	return s.kept.Methods[m].Calls + s.kept.Methods[m].Recursive
}

// keptMethod returns the method of a row, or of the nearest caller that a filter keeps. It returns NoMethod for none.
func (s *study) keptMethod(row profile.Row) trace.MethodIndex {
	if of, _ := s.kept.Keeps(row); of != 0 {
		return s.tree.Method[of]
	}
	return call.NoMethod
}

// methodOf returns the method of a row, or NoMethod for no row.
func (s *study) methodOf(row profile.Row) trace.MethodIndex {
	if row == profile.NoRow {
		return call.NoMethod
	}
	return s.tree.Method[row]
}
