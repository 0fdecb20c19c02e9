package story

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// An anchored stretch is the call of an anchor.
type anchored struct {
	stretch
	anchor   Anchor
	callback string // that the phase calls, such as onCreate; "" for none
}

// A starting is a survey that looks for the phases of a start. The file anchors.md has the rules.
type starting struct {
	*survey
	launch   *stretch // the first call that creates an activity, or nil
	relaunch *stretch // the call that destroys an activity before the launch of its successor, or nil
}

// starting finds the launch and the relaunch.
func (s *survey) starting() *starting {
	in := &starting{survey: s}
	if creates := s.calls[atCreate]; len(creates) > 0 {
		launch := s.stretch(creates[0])
		in.launch = &launch
		in.relaunch = in.findRelaunch()
	}
	return in
}

// startup returns the phases of a start, which are calls of anchors in order of time, and the anchors that are not recorded as a
// whole.
func (s *starting) startup(all []anchored) (start Startup, missing []Missing) {
	start.Kind, start.Phases = s.startKind(all), s.phasesOf(all)
	status := [Anchors]Status{}
	for i := range start.Phases {
		p := &start.Phases[i]
		status[p.Anchor] = max(status[p.Anchor], p.Status)
	}
	for a := NoAnchor + 1; a < Anchors; a++ {
		if status[a] == NotRecorded && a.isOptional() {
			continue
		}
		if status[a] != Found {
			missing = append(missing, Missing{Anchor: a, Status: status[a]})
		}
		if status[a] == NotRecorded && len(all) > 0 {
			start.Phases = append(start.Phases, Phase{Anchor: a, Parent: -1})
		}
	}
	if len(all) == 0 {
		return start, missing
	}
	whole := all[0].stretch
	if s.relaunch != nil && s.relaunch.from <= whole.from { // it does more than its phases
		whole = *s.relaunch
	}
	for i := range all {
		c := &all[i]
		if c.to > whole.to {
			whole.to, whole.cpu1 = c.to, c.cpu1
		}
		whole.cpu0, whole.cpu1 = min(whole.cpu0, c.cpu0), max(whole.cpu1, c.cpu1)
	}
	start.From, start.To = s.x.Calls.Nanos(max(whole.from, s.from)), s.x.Calls.Nanos(min(whole.to, s.to))
	start.Times = s.times(whole.from, whole.to, whole.cpu0, whole.cpu1)
	start.Between = start.Times
	for i := range start.Phases {
		less(&start.Between, &start.Phases[i].Alone, s.clocks())
	}
	return start, missing
}

// anchored returns the calls of a start, in order of time.
func (s *starting) anchored(frames []stretch) []anchored {
	all := append(s.processStart(), s.activityStart(frames)...)
	sorting.Stable(all, func(a, b anchored) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.ref.Depth, b.ref.Depth), cmp.Compare(a.ref.Row, b.ref.Row))
	})
	return all
}

// findRelaunch returns the call that destroys an activity and launches it again, or nil.
func (s *starting) findRelaunch() *stretch {
	for _, r := range s.calls[atRelaunch] {
		if c := s.stretch(r); s.contains(&c, s.launch) {
			return &c
		}
	}
	return nil
}

// startKind returns what calls of anchors start. Without calls that start a process, it is an activity: an app that starts writes
// them first.
func (s *starting) startKind(all []anchored) StartKind {
	launch := s.launch
	for i := range all {
		switch all[i].anchor {
		case ProcessStart, BindApp, Providers, AppCreate:
			return OfApp
		}
	}
	switch {
	case launch == nil && slices.ContainsFunc(all, func(a anchored) bool { return a.anchor == ActivityResume }) && !s.launchedBefore():
		return OfReturn
	case launch == nil:
		return OfActivity
	case s.relaunch != nil:
		return OfRelaunch
	}
	return OfActivity
}

// launchedBefore reports whether an activity was launched soon before the range.
func (s *starting) launchedBefore() bool {
	launch := slices.IndexFunc(s.x.Info.Methods, func(m trace.Method) bool { return markOf(&m) == atCreate })
	if launch < 0 || s.from <= s.t.First.Primary {
		return false
	}
	from, tree := s.from-s.x.Calls.Ticks(longestStay), &s.x.Calls.Tree
	looked := make([]bool, len(s.t.Levels))
	for n := range call.NodeIndex(tree.Len()) {
		if tree.At(n).Method != trace.MethodIndex(launch) {
			continue
		}
		depth, root := -1, n
		for up := tree.At(n).Parent; up != call.None; up = tree.At(up).Parent {
			depth, root = depth+1, up
		}
		if root != s.t.Root || depth >= len(looked) || looked[depth] {
			continue
		}
		looked[depth] = true
		l := s.t.Levels[depth]
		for row, end := l.From(from), l.From(s.from); row < end; row++ {
			if tree.At(l.Call(row).Node).Method == trace.MethodIndex(launch) {
				return true
			}
		}
	}
	return false
}

// phasesOf returns the phases of calls, which are in order of time. A phase lies in the innermost one that contains it.
func (s *starting) phasesOf(all []anchored) (phases []Phase) {
	for i := range all {
		c := &all[i]
		p := Phase{Anchor: c.anchor, Status: Found, Call: s.call(&c.stretch), Parent: -1}
		if c.cut || c.outside {
			p.Status = Cut
		}
		p.Alone = p.Call.Times
		for j := range i {
			if (p.Parent < 0 || all[j].ref.Depth > all[p.Parent].ref.Depth) && s.contains(&all[j].stretch, &c.stretch) {
				p.Parent = j
			}
		}
		if p.Parent >= 0 {
			less(&phases[p.Parent].Alone, &p.Call.Times, s.clocks())
		}
		switch {
		case c.anchor == Providers:
			p.Class = s.longestProvider(c.ref)
		case c.callback != "":
			p.Class = s.callback(c.ref, c.callback, 4)
		}
		phases = append(phases, p)
	}
	return phases
}

// processStart returns what a process does before its first activity: the start of main, and the app's own start.
func (s *starting) processStart() (all []anchored) {
	if refs := s.calls[atMain]; len(refs) > 0 {
		if c := s.untilLoop(refs[0]); c.to-c.from > s.x.Calls.Ticks(atOnce) && c.to >= s.lo && c.from <= s.hi {
			all = append(all, anchored{c, ProcessStart, ""})
		}
	}
	for _, a := range [...]struct {
		anchor   Anchor
		mark     mark
		callback string
	}{{BindApp, atBind, ""}, {Providers, atProviders, ""}, {AppCreate, atAppCreate, "onCreate"}} {
		for _, r := range s.calls[a.mark] {
			c := s.stretch(r)
			if a.anchor == AppCreate && (s.ownCalls(r) || len(s.calls[atBind]) == 0 && !c.cut) {
				continue // an app that loads plugins creates their Application objects itself
			}
			all = append(all, anchored{c, a.anchor, a.callback})
			break
		}
	}
	return all
}

// activityStart returns the start of the first activity that stays, and its first frame. Activities that only pass on to
// it come first.
func (s *starting) activityStart(frames []stretch) (all []anchored) {
	launch, from := s.launch, trace.Ticks(math.MinInt64) // when the activity that stays was launched
	after := trace.Ticks(-1)                             // end of the last call that a first frame follows
	if launch != nil {
		from, after = launch.from, launch.to
	}
	var resume *stretch
	for { // activities that pass on to others follow one another
		if resume = s.firstFrom(s.either(atHandleResume, atResume), from); resume == nil {
			break
		}
		after = resume.to
		if launch == nil {
			break
		}
		next := s.passedOn(from, resume.to)
		if next == nil {
			break
		}
		from, after = next.from, next.to
	}
	for i, r := range s.calls[atCreate] {
		c := s.stretch(r)
		if c.from > from && (resume == nil || c.from >= resume.from) || i == mostActivities {
			break
		}
		all = append(all, anchored{c, ActivityCreate, "onCreate"})
	}
	if begun := s.lastStart(resume); begun != nil {
		all = append(all, anchored{*begun, ActivityStart, "onStart"})
	}
	if resume != nil {
		all = append(all, anchored{*resume, ActivityResume, "onResume"})
	}
	for i := range frames {
		if after >= 0 && frames[i].from >= after {
			all = append(all, anchored{frames[i], FirstFrame, ""})
			break
		}
	}
	if launch == nil && resume != nil {
		if c := s.newIntent(resume); c != nil {
			all = append(all, anchored{*c, NewIntent, "onNewIntent"})
		}
	}
	if s.relaunch != nil {
		for _, old := range [...]struct {
			refs   []profile.Ref
			anchor Anchor
		}{{s.calls[atOldStop], OldStop}, {s.either(atHandleDestroy, atDestroy), OldDestroy}} {
			if c := s.firstFrom(old.refs, s.relaunch.from); c != nil && c.to <= launch.from && s.contains(s.relaunch, c) {
				all = append(all, anchored{*c, old.anchor, ""})
			}
		}
	}
	if drawn := s.fullyDrawn(from, max(from, after)); drawn != nil {
		all = append(all, anchored{*drawn, FullyDrawn, ""})
	}
	return all
}

// fullyDrawn returns the first call of reportFullyDrawn before another activity is launched, or nil. From is when the first activity was
// launched, and after when the one that stays was resumed or launched.
func (s *starting) fullyDrawn(from, after trace.Ticks) *stretch {
	if s.launch != nil {
		from = s.launch.from
	}
	drawn := s.firstFrom(s.calls[atDrawn], from)
	if next := s.firstFrom(s.calls[atCreate], after+1); drawn == nil || next != nil && drawn.from >= next.from {
		return nil
	}
	return drawn
}

// lastStart returns the start of an activity from the launch to its resume: the last one, or without a resume the
// first one. It returns nil for none. Without a launch, any start may be it.
func (s *starting) lastStart(resume *stretch) (begun *stretch) {
	for _, r := range s.either(atHandleStart, atStart) {
		c := s.stretch(r)
		if resume != nil && c.from >= resume.from {
			return begun
		}
		if s.launch == nil || c.from >= s.launch.from {
			begun = &c
			if resume == nil {
				return begun
			}
		}
	}
	return begun
}

// newIntent returns the call that gives an activity the intent that it returns for, soon before its resume, or nil.
func (s *starting) newIntent(resume *stretch) (last *stretch) {
	for _, r := range s.calls[atNewIntent] {
		if c := s.stretch(r); c.to <= resume.from && resume.from-c.to <= s.x.Calls.Ticks(longestStay) {
			last = &c
		}
	}
	return last
}

// firstFrom returns the first of some calls, in order of time, that begins at a time or later, or nil.
func (s *starting) firstFrom(refs []profile.Ref, from trace.Ticks) *stretch {
	i := sort.Search(len(refs), func(i int) bool { return s.x.Level(refs[i]).Start(int(refs[i].Row)) >= from })
	if i == len(refs) {
		return nil
	}
	c := s.stretch(refs[i])
	return &c
}

// atOnce is the most time between two frames of a stack that a recorder enters at once when it begins: ns. A process that
// starts takes longer from the call of main to its loop, because it connects to the system meanwhile.
const atOnce = 5_000

// longestStay is how long after its resume an activity that only passes on to another one finishes, and how long after that the other
// one is launched, in ns. A range that begins as long after a launch shows the end of that start.
const longestStay = 1_000_000_000

// passedOn returns the launch of the activity that another one passes on to, or nil. That one finishes soon after its
// resume, and the launch begins soon after that. Launched is when its own launch began, and resumed when its resume ended.
func (s *starting) passedOn(launched, resumed trace.Ticks) *stretch {
	stay := s.x.Calls.Ticks(longestStay)
	finish := s.firstFrom(s.calls[atFinish], launched)
	next := s.firstFrom(s.calls[atCreate], max(resumed, launched+1)) // a clock may not tick between a launch and its resume
	if finish == nil || next == nil || finish.from > next.from || finish.from > resumed+stay || next.from > max(finish.from, resumed)+stay {
		return nil
	}
	return next
}

// mostActivities is the number of activities that a start lists.
const mostActivities = 16

// either returns the calls of the first mark, or of the second if it has none.
func (s *starting) either(a, b mark) []profile.Ref {
	if len(s.calls[a]) > 0 {
		return s.calls[a]
	}
	return s.calls[b]
}

// untilLoop returns the part of ActivityThread.main before it begins to handle messages.
func (s *starting) untilLoop(r profile.Ref) stretch {
	c := s.stretch(r)
	for _, loop := range s.calls[atLoop] {
		if l := s.stretch(loop); loop.Depth == r.Depth+1 && l.from >= c.from && l.to <= c.to {
			c.to, c.cpu1, c.cut = l.from, l.cpu0, s.openAtStart(r, c.from)
			break
		}
	}
	c.outside = c.from < s.lo || c.to > s.hi
	return c
}

// contains reports whether the call of a stretch made another one, within the stretch.
func (s *starting) contains(outer, c *stretch) bool {
	if c.ref.Depth <= outer.ref.Depth || c.to > outer.to || c.from == outer.to && c.from > outer.from {
		return false
	}
	row := int(c.ref.Row)
	for depth := c.ref.Depth; depth > outer.ref.Depth; depth-- {
		row = s.t.Caller(int(depth), row)
	}
	return row == int(outer.ref.Row)
}

// callback returns the class of the first callee with a name that does not belong to android, through at most some
// levels of android.app. A class of `androidx` does not say which activity it is.
func (s *starting) callback(r profile.Ref, name string, levels int) string {
	from, to := s.t.Callees(int(r.Depth), int(r.Row))
	for row := from; row < to; row++ {
		callee := profile.Ref{Thread: r.Thread, Depth: r.Depth + 1, Row: uint32(row)}
		m := &s.x.Info.Methods[s.x.Method(callee)]
		switch inner := strings.HasPrefix(m.Class, "android.app."); {
		case !inner && m.Name == name && !strings.HasPrefix(m.Class, "androidx.") && !strings.HasPrefix(m.Class, "android."):
			return m.Class
		case inner && levels > 1:
			if class := s.callback(callee, name, levels-1); class != "" {
				return class
			}
		}
	}
	return ""
}

// longestProvider returns the class of the content provider that took at least half of the installation of all, or "". A class
// that androidx.startup calls takes the place of its provider.
func (s *starting) longestProvider(install profile.Ref) (class string) {
	const startup = "androidx.startup."
	var most trace.Ticks
	isCreate := func(m trace.MethodIndex) bool {
		in := &s.x.Info.Methods[m]
		if in.Name == "create" {
			return strings.HasSuffix(in.Class, "Initializer") && !strings.HasPrefix(in.Class, startup)
		}
		return in.Name == "onCreate" && !strings.HasPrefix(in.Class, "android.") && !strings.HasPrefix(in.Class, startup)
	}
	s.outermost(install, isCreate, func(c profile.Ref, m trace.MethodIndex) {
		if ticks := s.within(c); ticks > most {
			most, class = ticks, s.x.Info.Methods[m].Class
		}
	})
	if 2*most < s.within(install) {
		return ""
	}
	return class
}

// less subtracts the times of a part from those of the whole.
func less(t, part *profile.Times, clocks bool) {
	for c := range t {
		t[c] -= part[c]
	}
	if clocks {
		t[profile.Waiting] = max(0, t[profile.Wall]-t[profile.CPU])
	}
}
