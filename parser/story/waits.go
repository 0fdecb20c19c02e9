package story

import (
	"iter"
	"slices"
	"strings"

	"traceglass/parser/advice"
	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// A waitRule finds waits, and the threads that ended them.
type waitRule struct{ *finder }

func (s *waitRule) find() []*candidate { return append(s.atEnd(), s.waitsFor()...) }

// atEnd returns a candidate on the call that the thread hung in when the recording ended.
func (s *waitRule) atEnd() []*candidate {
	if s.Hung() == 0 {
		return nil
	}
	c := bare(WaitsFor, s.After.Method, s.Hung())
	c.Cause, c.Own, c.AtEnd, c.Cut = s.After.Cause, s.After.Own, true, true
	row := s.rowOf(s.After.Call.Ref)
	c.Through = s.through([]profile.Row{row}, c.Own)
	if c.Cause == Coroutine {
		c.Advice = s.adviseOnDirect(c.Cause, []profile.Row{row})
	}
	s.meanwhile(&c.Finding)
	return []*candidate{c}
}

// waitsFor finds, for each cause of waiting, its calls.
func (s *waitRule) waitsFor() (all []*candidate) {
	for i := range s.Parts {
		switch part := &s.Parts[i]; {
		case part.Kind != Waiting, len(part.Sites) == 0, part.Cause == IdleWait, part.IsPause(), part.Cause == Unmeasured:
		case part.Cause == Unexplained:
			all = append(all, s.unexplained(part)...)
		default:
			if c := waitFor(s, part); c != nil {
				all = append(all, c)
			}
		}
	}
	return withOutput(s, all)
}

// withOutput adds the waits for the output of child processes to those for child processes. Their calls read a file, but the own method that
// nearly all of them are in starts a process, and opens no file.
func withOutput(s *waitRule, all []*candidate) []*candidate {
	i := slices.IndexFunc(all, func(c *candidate) bool {
		return c.Cause == File && c.Own != call.NoMethod && calls(s.finder, c.Own, func(m *trace.Method) bool {
			return m.Class == "java.lang.Runtime" && m.Name == "exec" || m.Class == "java.lang.ProcessBuilder" && m.Name == "start"
		}) && !calls(s.finder, c.Own, func(m *trace.Method) bool { return m.Name == "open" && strings.HasPrefix(m.Class, "libcore.io.") })
	})
	if i < 0 {
		return all
	}
	output := all[i]
	read := slices.DeleteFunc(slices.Clone(output.rows), func(row profile.Row) bool { return s.methodOf(s.own[row]) != output.Own })
	var time int64
	for row, isOutermost := range s.outermostOf(read) {
		if isOutermost {
			time += s.waiting(row)
		}
	}
	if !isNearlyAll(time, output.Time) { // other code waits for files, too
		return all
	}
	output.Cause, output.Advice, output.rows, output.Time = Child, advice.None, read, min(time, output.Time)
	if k := slices.IndexFunc(all, func(c *candidate) bool { return c != output && c.Cause == Child && c.Own == output.Own }); k >= 0 {
		child := all[k]
		output.Time, output.CPU, output.Count, output.rows = output.Time+child.Time, output.CPU+child.CPU, output.Count+child.Count, append(output.rows, child.rows...)
		output.Further = append(output.Further, Site{Method: child.Methods[0], Own: call.NoMethod, Time: child.Time, CPU: child.CPU, Count: child.Count})
		all = slices.Delete(all, k, k+1)
	}
	return all
}

// calls reports whether an own method leads to a method that fits, without other own methods between them.
func calls(s *finder, own trace.MethodIndex, fits func(*trace.Method) bool) bool {
	for m := range s.x.Info.Methods {
		if !fits(&s.x.Info.Methods[m]) {
			continue
		}
		for row := range s.x.RowsOf(trace.MethodIndex(m)) {
			if s.p.Rows[row].Calls > 0 && s.methodOf(s.own[row]) == own {
				return true
			}
		}
	}
	return false
}

// waitFor returns a candidate on the waits of a part, or nil if they are short. Where another thread ended most of the waiting, the
// finding names that thread, and belongs to the rule Background if the cause is work.
func waitFor(s *waitRule, part *Part) *candidate {
	least := s.least // of a site to be named besides the first
	switch first := part.Sites[0].Time; {
	case 4*first < part.Time: // no site stands for the others
		least = first / 2
	case part.Cause == Binder:
		part = ownFirst(part)
	}
	c := newCandidate(WaitsFor)
	c.Time, c.Cause, c.Detail, c.Own = part.Time, part.Cause, part.Sites[0].Detail, part.Sites[0].Own
	c.rows = s.listed[part.Cause]
	if first := &part.Sites[0]; part.Cause == Binder && first.Time < part.Time && isNearlyAll(first.Time, part.Time) && first.Time >= s.least {
		only := *part // the other calls are negligible
		only.Time, only.Sites = first.Time, part.Sites[:1]
		part, c.Time, c.rows = &only, first.Time, s.withMethod(c.rows, first.Method)
	}
	outermost := s.outermostOf(c.rows)
	if part.Cause == Libraries && s.Waiting == ByClocks { // to load is to wait and to work
		c.Time = 0
		for _, row := range c.rows {
			if outermost[row] {
				c.Time += s.p.Rows[row].Inclusive[s.first]
				c.CPU += s.p.Rows[row].Inclusive[profile.CPU]
			}
		}
	}
	if c.Time < s.least/2 { // find drops it
		return nil
	}
	c.Count = countWaits(s, c.rows, outermost, part.Time)
	if longest := s.withMethod(c.rows, part.Sites[0].Method); longest != nil {
		nameWaiter(s, c, longest)
	}
	nameSites(s, c, part, least)
	if part.Cause == Rendering {
		if late := s.late(c.rows); late < s.least {
			c.Time = late
		}
	}
	if c.OwnTime = part.Sites[0].Time; part.Cause == Libraries && len(part.Sites) == 1 {
		c.OwnTime = c.Time
	}
	if part.Cause == Classes { // a thread that loses its processor meanwhile does not wait for them
		c.Sure = Likely
	}
	s.findWaker(part, &c.Finding)
	switch part.Cause {
	case Future, Latch, Coroutine, Join, Condition, Queue:
		if c.Other != NoThread {
			c.Rule = Background
		}
	}
	c.Advice = s.adviseOn(part)
	return c
}

// countWaits counts the calls of some rows that mostly wait, without those within others. If these have less than nearly all of the time,
// in ns, it counts all calls: the thread waits many moments.
func countWaits(s *waitRule, rows []profile.Row, outermost map[profile.Row]bool, time int64) int64 {
	var waited, calls, waits int64
	for _, row := range rows {
		if !outermost[row] {
			continue
		}
		calls += s.p.Rows[row].Calls
		if s.mostlyWaits(row) {
			waits += s.p.Rows[row].Calls
			waited += s.waiting(row)
		}
	}
	if 20*waited < 19*time {
		return calls
	}
	return waits
}

// nameWaiter names the own method, or else the method of a library, that leads to most of the calls of the method that waits longest. Rows has
// these calls.
func nameWaiter(s *waitRule, c *candidate, rows []profile.Row) {
	inclusive := timeOf(s.study, rows)
	own, by := s.mostlyIn(rows, s.namedOwnOf)
	if own == call.NoMethod || 3*by[own] < inclusive { // it is rarely why the thread waits
		of, in := s.mostlyIn(rows, func(row profile.Row) profile.Row { return s.nearestOf(row, s.isLibrary) })
		if own == call.NoMethod || of != call.NoMethod && in[of] > by[own] {
			own, by = of, in
		}
	}
	if k := s.known[s.tree.Method[rows[0]]]; own == call.NoMethod && k != nil && k.role == pauses {
		own, by = s.mostlyIn(rows, func(row profile.Row) profile.Row {
			return s.nearestOf(row, func(m trace.MethodIndex) bool { return s.known[m] == nil })
		})
	}
	if own == call.NoMethod && isStopWait(&s.x.Info.Methods[s.tree.Method[rows[0]]]) { // which component stops says when
		own, by = s.mostlyIn(rows, func(row profile.Row) profile.Row {
			return s.nearestOf(row, func(m trace.MethodIndex) bool { return s.x.Info.Methods[m].Class == "android.app.ActivityThread" })
		})
	}
	c.Own, c.OneOf = own, !isNearlyAll(by[own], inclusive)
	s.findCallers(c, rows)
	if c.Through = s.through(rows, own); own != call.NoMethod && isStopWait(&s.x.Info.Methods[s.tree.Method[rows[0]]]) && s.origin[own] == platform.Platform {
		c.Through = s.tree.Method[rows[0]]
	}
}

// nameSites names the methods that wait longest: the first ones as methods of a candidate, and those with the least time in ns besides the
// first one with their callers.
func nameSites(s *waitRule, c *candidate, part *Part, least int64) {
	for i := range part.Sites {
		site := &part.Sites[i]
		if i <= mostFurther {
			c.Methods = append(c.Methods, site.Method)
		}
		if i > 0 && site.Time >= least && site.Method != call.NoMethod && len(c.Further) < mostFurther {
			of, isOneOf := s.callerOfSite(c.rows, site)
			c.Further = append(c.Further, Site{Method: site.Method, Own: of, OneOf: isOneOf, Detail: site.Detail, Time: site.Time, CPU: site.CPU, Count: site.Count})
		}
	}
}

// callerOfSite returns the own method with most of the time of a site, and whether it is only one of several. Rows has those of the cause.
func (s *waitRule) callerOfSite(rows []profile.Row, site *Site) (own trace.MethodIndex, isOneOf bool) {
	of := s.withMethod(rows, site.Method)
	if of == nil {
		return site.Own, false
	}
	own, by := s.mostlyIn(of, s.namedOwnOf)
	return own, !isNearlyAll(by[own], timeOf(s.study, of))
}

// withMethod returns those of some rows that have a method.
func (s *study) withMethod(rows []profile.Row, m trace.MethodIndex) (of []profile.Row) {
	for _, row := range rows {
		if s.tree.Method[row] == m {
			of = append(of, row)
		}
	}
	return of
}

// ownFirst returns a part with a site of own code first, if one has at least half of the time of the first site. Android calls other
// processes for each window and activity.
func ownFirst(part *Part) *Part {
	i := slices.IndexFunc(part.Sites, func(at Site) bool { return at.Own != call.NoMethod })
	if i <= 0 || 2*part.Sites[i].Time < part.Sites[0].Time {
		return part
	}
	with := *part
	with.Sites = append([]Site{part.Sites[i]}, slices.Delete(slices.Clone(part.Sites), i, i+1)...)
	return &with
}

// namedOwnOf returns the nearest row of own code outwards, itself included, or NoRow. It leaves out classes that D8 makes of several
// lambdas: their names say nothing.
func (s *study) namedOwnOf(row profile.Row) profile.Row {
	at := s.own[row]
	for at != profile.NoRow && isLambdas(&s.x.Info.Methods[s.tree.Method[at]]) {
		at = s.own[s.tree.Parent[at]]
	}
	return at
}

// namedOwn returns namedOwnOf by row.
func (s *study) namedOwn() []profile.Row {
	if !slices.ContainsFunc(s.x.Info.Methods, func(m trace.Method) bool { return isLambdas(&m) }) {
		return s.own
	}
	of := make([]profile.Row, len(s.own))
	of[0] = profile.NoRow
	for _, row := range s.rows {
		of[row] = s.namedOwnOf(row)
	}
	return of
}

// isLambdas reports whether D8 made a method's class of several lambdas.
func isLambdas(m *trace.Method) bool { return strings.Contains(m.Class, "-$$LambdaGroup$") }

// through returns the method that an own method calls to wait in some rows, or NoMethod if it calls several.
func (s *waitRule) through(rows []profile.Row, own trace.MethodIndex) trace.MethodIndex {
	var of []profile.Row
	for _, row := range rows {
		if own != call.NoMethod && s.methodOf(s.own[row]) == own {
			of = append(of, row)
		}
	}
	if of == nil {
		return call.NoMethod
	}
	m, by := s.mostlyIn(of, s.calleeOfOwn)
	if !isNearlyAll(by[m], timeOf(s.study, of)) {
		return call.NoMethod
	}
	return m
}

// calleeOfOwn returns the row that own code calls on the way to another row, or NoRow. Methods that name the cause themselves do
// not count, nor do the classes that AIDL makes. Of a library, the innermost method says more.
func (s *waitRule) calleeOfOwn(row profile.Row) profile.Row {
	own := s.own[row]
	if own == profile.NoRow || own == row {
		return profile.NoRow
	}
	wait := row
	row = s.below(own, row)
	m := s.tree.Method[row]
	if class := s.x.Info.Methods[m].Class; s.known[m] != nil || class == "" || strings.HasSuffix(class, "$Proxy") {
		return profile.NoRow
	}
	if s.isLibrary(m) {
		return s.innermostOf(row, wait)
	}
	if k := s.known[s.tree.Method[wait]]; k != nil && k.cause == Libraries { // the library that loads it
		if at := s.nearestOf(wait, s.isLibrary); at != profile.NoRow && at > own {
			return at
		}
	}
	return row
}

// innermostOf returns the innermost row of the same library on the way from one row to another, without the library's internal packages.
func (s *waitRule) innermostOf(library, row profile.Row) profile.Row {
	of := packageOf(s.x.Info.Methods[s.tree.Method[library]].Class, 2)
	for ; row != library; row = s.tree.Parent[row] {
		m := s.tree.Method[row]
		if class := s.x.Info.Methods[m].Class; s.isLibrary(m) && packageOf(class, 2) == of && !strings.Contains(class, ".internal.") {
			return row
		}
	}
	return library
}

// packageOf returns the first parts of a class's package.
func packageOf(class string, parts int) string {
	end := 0
	for i := range class {
		if class[i] == '.' {
			if end = i; parts == 1 {
				break
			}
			parts--
		}
	}
	return class[:end]
}

// outermostOf reports, for each of some rows, whether no other of them calls it.
func (s *waitRule) outermostOf(rows []profile.Row) map[profile.Row]bool {
	all := map[profile.Row]bool{}
	for _, row := range rows {
		all[row] = true
	}
	outermost := map[profile.Row]bool{}
	for _, row := range rows {
		up := s.tree.Parent[row]
		for up != 0 && !all[up] {
			up = s.tree.Parent[up]
		}
		outermost[row] = up == 0
	}
	return outermost
}

// isLibrary reports whether a method of a library does not only wait. The libraries of Kotlin are part of the language.
func (s *study) isLibrary(m trace.MethodIndex) bool {
	class := s.x.Info.Methods[m].Class
	return s.origin[m] == platform.Library && s.known[m] == nil && !strings.HasPrefix(class, "kotlin.") && !strings.HasPrefix(class, "kotlinx.")
}

// nearestOf returns the nearest row outwards whose method fits, itself included, or NoRow.
func (s *finder) nearestOf(row profile.Row, fits func(trace.MethodIndex) bool) profile.Row {
	for ; row != 0; row = s.tree.Parent[row] {
		if fits(s.tree.Method[row]) {
			return row
		}
	}
	return profile.NoRow
}

// mostlyWaits reports whether the calls of a row wait for at least half of their time, as far as the clocks show.
func (s *finder) mostlyWaits(row profile.Row) bool {
	r := &s.p.Rows[row]
	return s.Waiting == ByNames || 2*r.Inclusive[profile.Waiting] >= r.Inclusive[s.first]
}

// waiting returns how long the calls of a row wait, as far as the clocks show, in ns.
func (s *waitRule) waiting(row profile.Row) int64 {
	r := &s.p.Rows[row]
	if s.Waiting == ByNames {
		return r.Inclusive[s.first]
	}
	return r.Inclusive[profile.Waiting]
}

// findCallers finds the own methods that call the own caller of a wait, if several do.
func (s *waitRule) findCallers(c *candidate, rows []profile.Row) {
	by := map[trace.MethodIndex]int64{}
	outer := func(row profile.Row) profile.Row {
		for row = s.own[row]; row != profile.NoRow && s.tree.Method[row] == c.Own; {
			row = s.own[s.tree.Parent[row]]
		}
		return row
	}
	for _, row := range rows {
		if m := s.methodOf(s.own[row]); m == c.Own && m != call.NoMethod {
			by[s.methodOf(outer(row))] += s.p.Rows[row].Inclusive[s.first]
		}
	}
	delete(by, call.NoMethod)
	if len(by) < 2 || c.OneOf {
		return
	}
	c.Callers = int64(len(by))
	most := int64(-1)
	for m, ns := range by {
		if ns > most || ns == most && m < c.Caller {
			c.Caller, most = m, ns
		}
	}
}

// late returns the time that calls wait for the renderer and that the reader sees: in frames that come late, and in
// calls of several frames' length that no frame contains. Other calls only wait for the next vertical sync.
func (s *waitRule) late(rows []profile.Row) (ns int64) {
	marks := s.unmarked()
	for _, row := range rows {
		marks[row] = 1
	}
	// A short wait in late frames is not why they are late. Their number is at least n.
	add := func(wait, length, limit, n int64) {
		if length > n*limit && (4*wait >= length || wait > n*limit) {
			ns += wait
		}
	}
	frames, in := s.survey.frames, map[int]int64{} // by frame: ns of its waits
	s.eachCall(marks, func(r profile.Ref, _ uint32) {
		c := s.survey.stretch(r)
		at := s.survey.call(&c)
		wait := s.stake(&at)
		if i := s.survey.frameAfter(c.from); i < len(frames) && frames[i].from <= c.from && frames[i].ref.Depth < r.Depth {
			in[i] += wait
			return
		}
		add(wait, s.x.Calls.Nanos(c.to-c.from), 3*Limits[UsualLimit], 1)
	})
	for i, wait := range in {
		f := &frames[i]
		add(wait, s.x.Calls.Nanos(f.to-f.from), Limits[UsualLimit], int64(f.atLeast))
	}
	return ns
}

// unexplained finds the method that waits longest in itself, if its calls do little else. Many short waits have other
// causes than the method: the thread lost its core, or the recorder stopped it.
func (s *waitRule) unexplained(part *Part) []*candidate {
	const leastEach = 5_000_000 // ns
	site := &part.Sites[0]
	if site.Time < s.least/2 || site.Method == call.NoMethod || s.origin[site.Method] == platform.Unknown || s.origin[site.Method] == platform.Tracer || s.Waiting == ByNames || s.p.Methods[site.Method].Recursive > 0 {
		return nil
	}
	if s.sets[site.Method] != 0 {
		return nil // other rules report these calls
	}
	c := bare(WaitsFor, site.Method, site.Time)
	c.OwnTime, c.Count = site.Time, 0
	var inclusive int64
	found := map[profile.Row]bool{}
	look := func(row profile.Row) bool {
		if s.waitIn(row) > 0 {
			if at, cause := s.site(row); cause == Unexplained && s.tree.Method[at] == site.Method && !found[at] {
				found[at] = true
				c.rows = append(c.rows, at)
				c.Count += s.p.Rows[at].Calls
				inclusive += s.p.Rows[at].Inclusive[s.first]
			}
		}
		return true
	}
	if s.x.Calls.Samples || s.known[site.Method] != nil { // code that the method calls waits for it
		for row := 1; row < len(s.p.Rows); row++ {
			look(profile.Row(row))
		}
	} else {
		s.x.RowsOf(site.Method)(look)
	}
	if c.Count == 0 || site.Time < c.Count*leastEach || 4*inclusive > 5*site.Time && 4*s.gaps(c.rows) < 3*site.Time || s.isOffAnyway(part, site.Method, site.Time, inclusive) {
		return nil
	}
	c.Own = s.callerOf(s.largest(c.rows))
	s.findHolder(site, &c.Finding)
	return []*candidate{c}
}

// isOffAnyway reports whether a thread is off the CPU for no known cause in all of its work about as much as in one method. The place says
// nothing then. Part has all such time. The thread is off the CPU for a time in ns in the method, of all its time there.
func (s *waitRule) isOffAnyway(part *Part, m trace.MethodIndex, off, time int64) bool {
	const near, all = 0.1, 0.98 // Shares of the time.
	rest := s.Busy() - time     // of other work, without waits
	for _, row := range s.rows {
		wait := s.waitIn(row)
		if wait == 0 {
			continue
		}
		_, cause := s.site(row)
		switch {
		case cause == Unexplained || cause == IdleWait || cause == Tracing || cause == Debugger:
		case s.nearestOf(row, func(of trace.MethodIndex) bool { return of == m }) == profile.NoRow:
			rest -= wait
		default:
			time -= wait
		}
	}
	if rest < s.least || 2*(part.Time-off) < rest {
		return false
	}
	share := float64(off) / float64(time)
	return share < all && share < float64(part.Time-off)/float64(rest)+near // else it did not even start to work
}

// gaps returns the time of the longest gap in each of the calls with most waiting, in ns. A method that works on after it gets a lock waits
// for it in one gap. Without both clocks it is 0.
func (s *waitRule) gaps(rows []profile.Row) (ns int64) {
	if s.Waiting != ByClocks || s.Sampled {
		return 0
	}
	for _, c := range s.longestWaits(slices.Values(rows)) {
		if at, ran := s.survey.gap(c.Ref); 10*ran <= at.to-at.from { // else the thread only lost its core
			ns += at.to - at.from
		}
	}
	return ns
}

// longestWaits returns the calls of some rows with the most time that counts, the longest first.
func (s *waitRule) longestWaits(rows iter.Seq[profile.Row]) (longest []Call) {
	marks := s.unmarked()
	for row := range rows {
		marks[row] = 1
	}
	s.eachCall(marks, func(r profile.Ref, _ uint32) { longest = s.keepCall(longest, r, s.stake) })
	return longest
}

// adviseOn returns what to do about a wait of main that its calls prove: those of the method that waits longest.
func (s *waitRule) adviseOn(part *Part) advice.Advice {
	site := &part.Sites[0]
	const several = 3 // writes
	switch {
	case !s.x.Info.Threads[s.Thread].IsMain() || 2*site.Time < part.Time:
		return advice.None
	case site.Own == call.NoMethod && site.Method != call.NoMethod && isStopWait(&s.x.Info.Methods[site.Method]) && s.applies() >= several:
		return advice.WriteTogether
	case site.Own == call.NoMethod:
		return advice.None
	}
	m, rows := &s.x.Info.Methods[site.Method], s.withMethod(s.listed[part.Cause], site.Method)
	switch part.Cause {
	case Preferences:
		switch {
		case m.Name == "commit":
			if slices.ContainsFunc(part.Sites, func(at Site) bool {
				return at.Method != call.NoMethod && isStopWait(&s.x.Info.Methods[at.Method]) && 4*at.Time >= part.Time
			}) {
				return advice.WriteTogether
			}
			return advice.ApplyInstead
		case m.Name == "awaitLoadedLocked", m.Name == "contains", m.Name == "edit", strings.HasPrefix(m.Name, "get"):
			return advice.AwaitedLoaded
		}
	case Database:
		return advice.DatabaseOnMain
	case File:
		if s.calledFor(rows, func(in *trace.Method) bool { return !isFramework(in) }) {
			return advice.DiskOnMain
		}
	case Network:
		return advice.NetworkOnMain
	case Binder:
		if m.Class == "android.media.MediaPlayer" && strings.HasSuffix(m.Name, "prepare") {
			return advice.PrepareAsync
		}
	}
	return s.adviseOnDirect(part.Cause, rows)
}

// adviseOnDirect returns what to do about a wait of main that own code calls directly in all of some rows.
func (s *waitRule) adviseOnDirect(cause Cause, rows []profile.Row) advice.Advice {
	of := map[Cause]advice.Advice{
		Sleep: advice.SleepOnMain, Collector: advice.CollectedByHand, Coroutine: advice.RunBlockingOnMain,
		Condition: advice.WaitOnMain, Device: advice.WaitOnMain, Future: advice.WaitOnMain, Join: advice.WaitOnMain, Latch: advice.WaitOnMain, Queue: advice.WaitOnMain,
	}[cause]
	if of != advice.None && s.x.Info.Threads[s.Thread].IsMain() && s.calledFor(rows, isAwaiting) {
		return of
	}
	return advice.None
}

// isAwaiting reports whether a library's method waits for a result, for the code that calls it.
func isAwaiting(m *trace.Method) bool {
	const classes = "io.reactivex.* rx.* com.google.android.gms.tasks.Tasks com.google.common.util.concurrent.*"
	return hasName(classes, m.Class)
}

// applies returns how often the thread calls apply to write SharedPreferences.
func (s *waitRule) applies() (n int64) {
	for m := range s.x.Info.Methods {
		if in := &s.x.Info.Methods[m]; in.Name == "apply" && in.Class == "android.app.SharedPreferencesImpl$EditorImpl" {
			n += s.calls(trace.MethodIndex(m))
		}
	}
	return n
}

// isStopWait reports whether a method waits for writes of SharedPreferences, for example when an activity stops.
func isStopWait(m *trace.Method) bool { return m.Class == "android.app.QueuedWork" }

// calledFor reports whether own code calls all of some rows: directly, or through methods that may be between.
func (s *waitRule) calledFor(rows []profile.Row, between func(*trace.Method) bool) bool {
	for _, row := range rows {
		for row = s.tree.Parent[row]; row != 0 && s.origin[s.tree.Method[row]] != platform.Own; row = s.tree.Parent[row] {
			if !between(&s.x.Info.Methods[s.tree.Method[row]]) {
				return false
			}
		}
		if row == 0 {
			return false
		}
	}
	return true
}

// isFramework reports whether a method is of Android or the runtime and may use files for its own work, such as for
// resources, layouts, classes and native libraries.
func isFramework(m *trace.Method) bool {
	if strings.HasPrefix(m.Class, "android.") || strings.HasPrefix(m.Class, "com.android.") || strings.HasPrefix(m.Class, "dalvik.") {
		return !slices.Contains(fileClasses[:], m.Class)
	}
	return slices.Contains(runtimeClasses[:], m.Class)
}

// The classes of the runtime that use files for their own work, and those of Android that use files of their callers.
var (
	runtimeClasses = [...]string{"java.lang.ClassLoader", "java.lang.Class", "java.lang.System", "java.lang.Runtime"}
	fileClasses    = [...]string{"android.app.ContextImpl", "android.content.ContextWrapper", "android.content.Context", "android.graphics.BitmapFactory"}
)
