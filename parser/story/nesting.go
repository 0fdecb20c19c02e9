package story

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/advice"
	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// A nesting decides which candidates are findings of their own, which are parts of others, and which only repeat others.
type nesting struct {
	*finder
	all       []*candidate // the longest first
	spans     [][]span     // by candidate: joined times of its calls
	whole     []int        // by candidate: the one that it is part of, or -1
	kept      []bool       // by candidate
	redundant []bool       // by candidate: it says no more than its whole
}

func newNesting(s *finder, all []*candidate, spans [][]span) *nesting {
	n := len(all)
	return &nesting{s, all, spans, make([]int, n), make([]bool, n), make([]bool, n)}
}

// keep keeps the largest findings, each followed by its parts, and sums the time that they cover. It returns the redundant
// candidates.
func (n *nesting) keep() (redundant []*candidate) {
	wholes, parts := 0, 0
	for i, c := range n.all {
		n.redundant[i] = n.isOfView(c)
		n.place(i)
		whole := n.whole[i]
		switch {
		case n.redundant[i]:
			redundant = append(redundant, n.all[i])
		case whole >= 0 && n.kept[whole] && n.isAll(n.all[whole], n.all[i]):
			repeated := n.replace(whole, i)
			parts -= len(repeated) - 1
			redundant = append(redundant, repeated...)
		case whole < 0 && wholes < mostFindings:
			n.kept[i] = true
			wholes++
		case whole >= 0 && n.kept[whole] && (parts < mostParts || parts < mostTelling && n.tells(i)):
			n.kept[i] = true
			parts++
		}
	}
	for i := range n.all { // waits that are parts take places that no other finding needs
		if whole := n.whole[i]; whole >= 0 && n.kept[whole] && !n.kept[i] && !n.redundant[i] && n.all[i].Rule.IsWait() && parts < mostTelling && wholes+parts < mostFindings+mostParts {
			n.kept[i] = true
			parts++
		}
	}
	n.list()
	return redundant
}

// tells reports whether a candidate says what to change, or which other thread to look at. Such a part is kept besides longer ones.
func (n *nesting) tells(i int) bool {
	c := n.all[i]
	return c.Rule.IsWait() && (c.Advice != advice.None || c.Other != NoThread)
}

// place decides which of the longer candidates one is part of: the smallest one with two thirds of its time.
func (n *nesting) place(i int) {
	c, ns := n.all[i], length(n.spans[i])
	n.whole[i] = -1
	for j, whole := range slices.Backward(n.all[:i]) {
		if c.Time > whole.Time || whole.Rule == Repeated || n.redundant[j] && n.whole[j] < 0 { // Repeated leaves out some time of its calls
			continue
		}
		shared := overlap(n.spans[i], n.spans[j])
		if shared == 0 || 3*shared < 2*ns {
			continue
		}
		if n.kept[j] && !n.redundant[i] {
			n.redundant[i] = n.isDetail(whole, c)
		}
		if n.whole[i] < 0 && n.whole[j] < 0 {
			n.whole[i] = j
			c.Mostly = 50*shared < 49*ns
		}
	}
	if n.whole[i] < 0 {
		return
	}
	whole := n.all[n.whole[i]]
	n.redundant[i] = n.redundant[i] || n.repeats(whole, c)
	if n.redundant[i] && whole.Advice == advice.None && 2*c.Time >= whole.Time {
		whole.Advice = c.Advice
	}
}

// isDetail reports whether a longer candidate makes one redundant, even if it is not the smallest one that holds it. The longer one can get
// a clause that says what the other one did.
func (n *nesting) isDetail(whole, part *candidate) bool {
	return n.isInflatedBy(whole, part) || n.merges(whole, part) || isInner(whole, part) || n.isBelow(whole, part) || n.makesWebView(whole, part)
}

// isAll reports whether a wait is nearly all that a message or phase does. Both name the same method, or the wait is in calls of the
// method that the whole names.
func (n *nesting) isAll(whole, wait *candidate) bool {
	if whole.Rule != LongMessage && whole.Rule != SlowPhase || whole.Alike > 0 || whole.Further != nil || !wait.Rule.IsWait() || wait.Mostly || wait.AtEnd && wait.Own == call.NoMethod || !isNearlyAll(wait.Time, whole.Time) {
		return false
	}
	of := whole.mostly()
	return of != call.NoMethod && (of == wait.Own || slices.Contains(wait.Methods, of) || isNearlyAll(n.timeUnder(of, wait.rows), wait.Time))
}

// replace keeps a wait instead of the message or phase that it is nearly all of, and says which one. It returns the whole, and its other
// parts: they take as long, so they only repeat it.
func (n *nesting) replace(whole, wait int) (redundant []*candidate) {
	of, c := n.all[whole], n.all[wait]
	for j := range wait {
		if j == whole || n.kept[j] && n.whole[j] == whole {
			n.redundant[j], n.kept[j] = true, false
			redundant = append(redundant, n.all[j])
		}
	}
	n.whole[wait], n.kept[wait] = -1, true
	switch {
	case of.Rule == SlowPhase:
		c.Anchor, c.Fills.Time = of.Anchor, of.Time
	case !of.Frame && !of.Input && !of.Alone && of.Methods[0] != c.Own && of.Methods[0] != c.Methods[0]:
		c.Fills = Share{of.Methods[0], of.Time}
	}
	return redundant
}

// makesWebView reports whether a part is the provider of all WebViews, and its whole names a WebView that it makes, or what else needs the
// provider and does little else.
func (n *nesting) makesWebView(whole, part *candidate) bool {
	return part.Rule == Costly && isProvider(&n.x.Info.Methods[part.Methods[0]]) && slices.ContainsFunc(whole.Inside.all(), func(in Share) bool {
		user := &n.x.Info.Methods[in.Method]
		return in.Time > 0 && (isWebView(user) || usesWebView(user) && isNearlyAll(part.Time, in.Time))
	})
}

// isInner reports whether a method is a small part of a costly one, or what an algorithm calls back there: the way out is to call that less.
func isInner(whole, part *candidate) bool {
	if whole.Rule != Costly || whole.Handled > 0 || part.Advice != advice.None {
		return false
	}
	switch part.Rule {
	case Often:
		return 3*part.Time < whole.Time || part.Through != call.NoMethod && part.Through == whole.Inside.Method && 2*part.Time < whole.Time
	case Costly:
		return part.Handled == 0 && 6*part.Time < whole.Time
	}
	return false
}

// isBelow reports whether a costly method is below another one, and takes nearly as long.
func (n *nesting) isBelow(whole, part *candidate) bool {
	return whole.Rule == Costly && whole.Handled == 0 && part.Rule == Costly && part.Handled == 0 && part.Advice == advice.None &&
		isNearlyAll(part.Time, whole.Time) && isNearlyAll(n.timeUnder(whole.Methods[0], part.rows), part.Time)
}

// list adds the kept findings to the overview, each followed by its parts, and the others to Nearly.
func (n *nesting) list() {
	var wholes []int
	for i, c := range n.all {
		switch {
		case n.redundant[i]:
		case !n.kept[i]:
			f := c.Finding
			f.Calls = nil
			n.Nearly = append(n.Nearly, f)
			n.Unlisted++
		case n.whole[i] < 0:
			wholes = append(wholes, i)
		}
	}
	n.addPhases()
	sorting.Stable(wholes, func(i, j int) int {
		a, b := n.all[i], n.all[j]
		if a.Rule == TracerCost || b.Rule == TracerCost { // it follows all others
			return cmp.Compare(i, j)
		}
		return cmp.Compare(b.Time+b.OtherPhases, a.Time+a.OtherPhases)
	})
	for _, i := range wholes {
		n.all[i].InOthers = n.isInOthers(i, wholes)
		n.Findings = append(n.Findings, n.all[i].Finding)
		whole := len(n.Findings)
		for j := range n.all {
			if n.whole[j] == i && n.kept[j] {
				n.all[j].PartOf = whole
				n.Findings = append(n.Findings, n.all[j].Finding)
			}
		}
	}
	n.cover()
}

// addPhases adds the phases of a start that are not kept to the longest one that is.
func (n *nesting) addPhases() {
	var longest *candidate
	var time int64
	for i, c := range n.all {
		switch {
		case c.Rule != SlowPhase || n.redundant[i]:
		case !n.kept[i]:
			time += c.Time
		case longest == nil:
			longest = c
		}
	}
	if longest != nil {
		longest.OtherPhases = min(time, n.Busy()-longest.Time) // phases can be idle for a while
		longest.Share += float64(longest.OtherPhases) / float64(n.Busy())
	}
}

// isInOthers reports whether the calls of other findings together hold most of the time of one. Wholes are those that are part of no other.
func (n *nesting) isInOthers(i int, wholes []int) bool {
	var others []span
	for _, j := range wholes {
		if j != i {
			others = append(others, n.spans[j]...)
		}
	}
	ns := length(n.spans[i]) // 0 for the cost of the recording
	return ns > 0 && 3*overlap(n.spans[i], joined(others)) >= 2*ns
}

// cover sums the time that the kept findings cover.
func (n *nesting) cover() {
	var most, lack int64 // ns: the time of all findings, and the time that their listed calls lack
	var covered []span
	adds := slices.ContainsFunc(n.all, func(c *candidate) bool { return c.OtherPhases > 0 }) // its sentence has all phases
	for i, c := range n.all {
		isAdded := c.Rule == SlowPhase && adds && !n.redundant[i]
		if !isAdded && (!n.kept[i] || n.redundant[i]) {
			continue
		}
		covered = append(covered, n.spans[i]...)
		if c.Rule == TracerCost {
			continue
		}
		if most += c.Time; n.whole[i] < 0 {
			lack += max(0, c.Time-length(n.spans[i])+overlap(n.spans[i], n.pauses))
		}
	}
	covered = joined(covered)
	n.Covered = min(length(covered)-overlap(covered, n.pauses)+lack, most, n.Busy()) // calls also hold time that is not at stake
}

// repeats reports whether a part only repeats its whole: the whole names the subject of the part, with nearly all of the time.
func (n *nesting) repeats(whole, part *candidate) bool {
	switch part.Rule {
	case WaitsFor:
		return n.repeatsWait(whole, part)
	case LongMessage:
		return n.repeatsMessage(whole, part)
	case Costly:
		return n.repeatsCostly(whole, part)
	case Often:
		return n.repeatsOften(whole, part)
	case Outlier:
		if whole.Rule == Costly { // the outlier only calls it
			return 5*n.timeUnder(part.Methods[0], whole.rows) >= 4*part.Time
		}
		if whole.Rule == LongMessage && slices.Contains(whole.Methods, part.Methods[0]) { // it is that message
			return isNearlyAll(part.Time, whole.Time)
		}
		return whole.Rule == WaitsFor && (whole.Own == part.Methods[0] || slices.Contains(whole.Methods, part.Methods[0]))
	case SlowPhase: // one that loads a class, or only waits, or a frame among slow ones
		return whole.Rule == SlowFrames && part.Anchor == FirstFrame && 3*part.Time < whole.Time || (whole.Rule == ClassLoads || whole.Rule.IsWait()) && part.Own != call.NoMethod && part.Own == whole.Own && isNearlyAll(part.OwnTime, part.Time)
	case ClassLoads:
		if whole.Rule == SlowPhase && part.Own != call.NoMethod && isNearlyAll(part.OwnTime, part.Time) && whole.Own == part.Own && n.x.Info.Methods[part.Own].Name == "<clinit>" &&
			part.Inside.Time == 0 {
			return true
		}
		// A small part of a callee that is not own code.
		return slices.ContainsFunc(whole.Inside.all(), func(in Share) bool {
			return in.Time > 2*part.Time && n.origin[in.Method] != platform.Own && 5*n.timeUnder(in.Method, part.rows) >= 4*part.Time
		})
	case Inflation: // of one view
		if n.takesInflation(whole, part) {
			return true
		}
		view := part.Inside
		isNamed := whole.Own == view.Method || whole.Inside.Method == view.Method || whole.Inside.names(view.Method, view.Time)
		return isNamed && view.Time > 0 && 5*view.Time >= 4*part.Time
	}
	return false
}

// isOfView reports whether a finding is on inflation that one view takes nearly all of, and another finding says so.
func (n *nesting) isOfView(c *candidate) bool {
	view := &c.Inside
	return c.Rule == Inflation && 20*view.Time >= 19*c.Time && slices.ContainsFunc(n.all, func(of *candidate) bool {
		ns := of.OwnTime
		if of.Own == call.NoMethod {
			ns = of.Inside.Time
		}
		return (of.Rule == SlowPhase || of.Rule == LongMessage) && of.mostly() == view.Method && isNearlyAll(ns, view.Time)
	})
}

// takesInflation reports whether a finding names the only method that inflates layouts, and that does little else. The finding then names
// the view, or the inflater.
func (n *nesting) takesInflation(whole, part *candidate) bool {
	name, time := whole.Own, whole.OwnTime
	if whole.Inside.Time > 0 {
		name, time = whole.Inside.Method, whole.Inside.Time
	}
	if whole.Rule != SlowPhase && whole.Rule != LongMessage || part.Mostly || part.Own == call.NoMethod || name != part.Own || 20*part.OwnTime < 19*part.Time || !isNearlyAll(part.Time, time) {
		return false
	}
	if whole.Inside.Parts == nil {
		callee := Share{part.Methods[0], part.Time}
		if part.Inside.Time > 0 {
			callee = Share{part.Inside.Method, part.Inside.Time}
		}
		whole.Inside = Inside{Method: name, Time: time, Calls: whole.Inside.Calls, Parts: []Share{callee}}
	}
	return true
}

func (n *nesting) repeatsWait(whole, part *candidate) bool {
	if part.Advice != advice.None {
		isCallee := (whole.Rule == Costly || whole.Rule == LongMessage) && part.Other == NoThread && slices.ContainsFunc(whole.Inside.all(), func(in Share) bool {
			k := n.known[in.Method] // its name shows that it waits
			return k != nil && k.cause == part.Cause && isNearlyAll(part.Time, in.Time) && isNearlyAll(n.timeUnder(in.Method, part.rows), part.Time)
		})
		if isCallee && whole.Advice == advice.None {
			whole.Advice = part.Advice
		}
		return part.Advice == whole.Advice
	}
	if in := &whole.Inside; part.Cause == Unexplained && whole.Rule == Costly && part.Other == NoThread && in.Time > 0 && 5*(whole.Time-whole.CPU) >= 4*whole.Time && isNearlyAll(n.timeUnder(in.Method, part.rows), part.Time) {
		return true // the whole says how long it was off the CPU
	}
	if late := &n.Late[UsualLimit]; part.Cause == Rendering && whole.Rule == SlowFrames { // they do little else
		return 5*late.Stages[Sync] >= 4*late.Time
	}
	if in := &whole.Inside; part.Cause == Rendering && in.Time > 0 && in.Method == part.Methods[0] && isNearlyAll(part.OwnTime, in.Time) && isNearlyAll(part.OwnTime, part.Time) {
		if 2*part.Time >= whole.Time {
			whole.Cause = part.Cause
		}
		return true
	}
	loads := part.Cause == Libraries || part.Cause == Classes // some of that is CPU time
	return part.Detail == "" && part.Through != call.NoMethod && slices.ContainsFunc(whole.Inside.Parts, func(in Share) bool {
		return in.Method == part.Through && (loads || isNearlyAll(part.Time, in.Time))
	})
}

// repeatsMessage is of a message that is a part of a wait, of slow frames, or of a costly method.
func (n *nesting) repeatsMessage(whole, part *candidate) bool {
	if whole.Rule == SlowFrames && (part.Time < 2*part.Usual || 3*part.Time < whole.Time) && (n.hasKept(part.Own) || part.Inside.Time > 0 && n.hasKept(part.Inside.Method)) { // a frame like many others
		return true
	}
	if whole.Rule == SlowFrames {
		return part.Own == call.NoMethod && part.Inside.Time > 0 && n.isStage(part.Inside.Method) &&
			!slices.ContainsFunc(part.Inside.Parts, func(in Share) bool { return !n.isStage(in.Method) && 4*in.Time >= part.Time })
	}
	if whole.Handled > 0 && slices.Contains(whole.all, *part.only) { // the whole says how long it took
		return 2*part.Time*whole.Count <= 3*whole.Time || 2*part.Time < whole.Time && namesAny(n.finder, whole, part)
	}
	of := whole.Own // of messages with one handler
	if whole.Handled == 0 && len(whole.Methods) > 0 {
		of = whole.Methods[0]
	}
	name, time := part.mostly(), part.OwnTime
	if part.Own == call.NoMethod {
		time = part.Inside.Time
	}
	isNamed := name == of || whole.Rule.IsWait() && name == whole.Own || whole.Rule == Costly && whole.Handled == 0 && part.Methods[0] == whole.Methods[0] && name == whole.Inside.Method
	return name != call.NoMethod && time > 0 && isNamed && isNearlyAll(time, part.Time) && 4*whole.Time >= 3*(part.Time+part.AlikeTime)
}

// namesAny reports whether a finding on the messages of a handler shares a method with one on the longest of them. Both name it, or the
// method that one names mostly leads to that of the other.
func namesAny(s *finder, whole, longest *candidate) bool {
	named := longest.Inside.all()
	if longest.Own != call.NoMethod {
		named = append(named, Share{longest.Own, longest.OwnTime})
	}
	return slices.ContainsFunc(named, func(in Share) bool {
		return in.Time > 0 && in.Method != longest.Methods[0] && (whole.Own == in.Method || slices.ContainsFunc(whole.Inside.Parts, func(part Share) bool {
			return part.Method == in.Method || 2*s.timeUnder(in.Method, outermostRows(s, part.Method)) > part.Time
		}))
	})
}

// hasKept reports whether a finding on a costly method is kept.
func (n *nesting) hasKept(m trace.MethodIndex) bool {
	for i, c := range n.all {
		if n.kept[i] && c.Rule == Costly && c.Methods[0] == m {
			return true
		}
	}
	return false
}

// isStage reports whether a method is a stage of every frame.
func (n *nesting) isStage(m trace.MethodIndex) bool {
	in := &n.x.Info.Methods[m]
	return markOf(in) == atSync || strings.HasPrefix(in.Class, "android.view.ViewRootImpl")
}

func (n *nesting) repeatsCostly(whole, part *candidate) bool {
	switch of := &n.x.Info.Methods[part.Methods[0]]; {
	case whole.Rule == SlowPhase && isNearlyAll(part.Time, whole.Time) && passesOn(of): // a callback is the phase itself
		return true
	case whole.Rule == LongMessage && whole.Inside.Time > 0 && isNearlyAll(part.Time, whole.Time) && isNearlyAll(part.Inside.Time, part.Time) && n.x.Info.Methods[part.Inside.Method].Name == of.Name:
		return true // it only calls the method that it overrides
	case whole.Rule == LongMessage && whole.Inside.Method == part.Methods[0] && isNearlyAll(whole.Inside.Time, part.Time) && whole.Inside.names(part.Inside.Method, part.Inside.Time):
		return true
	case whole.Rule == SlowPhase, whole.Rule == LongMessage: // it only calls what the whole names, or inflates what that has
		callee := part.Inside.Method
		if isNearlyAll(part.Inside.Time, part.Time) && n.sets[callee]&inflates != 0 && whole.Inside.Time > 0 && isNearlyAll(n.timeUnder(whole.Inside.Method, part.rows), part.Time) && part.Advice == advice.None {
			return true
		}
		return isNearlyAll(part.Inside.Time, part.Time) && n.origin[callee] != platform.Own && slices.ContainsFunc(whole.Inside.all(), func(in Share) bool {
			return in.Method == callee && isNearlyAll(in.Time, part.Time)
		})
	case whole.Rule == SlowFrames: // it names a composable
		return whole.Composed > 0 && whole.Own == part.Methods[0] && isNearlyAll(whole.OwnTime, part.Time) && 5*part.Inside.Time < 2*part.Time
	case whole.Rule == Costly && whole.Handled == 0: // it only calls what the whole names, or the whole names it
		return part.Advice == advice.None && slices.ContainsFunc(whole.Inside.all(), func(in Share) bool {
			return in.Time > 0 && isNearlyAll(part.Time, in.Time) && isNearlyAll(n.timeUnder(in.Method, part.rows), part.Time)
		})
	case whole.Handled > 0:
		if whole.Own == part.Methods[0] && isNearlyAll(whole.OwnTime, part.Time) && part.Advice == advice.None { // it can say what that calls
			if part.inside != nil {
				whole.Inside = Inside{Method: whole.Own, Time: whole.OwnTime, Parts: part.inside}
			}
			return true
		}
		return whole.Inside.names(part.Methods[0], part.Time) && part.Inside.Time == 0
	}
	return false
}

// repeatsOften is of a method that is called often: the inner loop of a costly method, or what an algorithm calls back.
func (n *nesting) repeatsOften(whole, part *candidate) bool {
	if whole.Handled > 0 && whole.Own == part.Methods[0] && isNearlyAll(whole.OwnTime, part.Time) && part.Inside.Time == 0 && part.Advice == advice.None {
		return true
	}
	return slices.ContainsFunc(whole.Inside.all(), func(in Share) bool {
		isAlgorithm := whole.Rule != Costly && in.Method == part.Through && isNearlyAll(in.Time, whole.Time) // the whole does little else
		return isAlgorithm || part.Advice == advice.None && in.Time > 0 && in.Method == part.Methods[0] && isNearlyAll(in.Time, part.Time)
	})
}

// merges reports whether a finding on frequent calls becomes a clause of that on a costly method, which alone makes these calls. The
// costly method then has them.
func (n *nesting) merges(whole, part *candidate) bool {
	is := whole.Rule == Costly && whole.Handled == 0 && part.Rule == Often && part.Own == whole.Methods[0]
	if !is || part.OneOf || part.Through != call.NoMethod || part.Inside.Time > 0 || part.Advice != advice.None {
		return false
	}
	in := &whole.Inside
	if in.Time > 0 && in.Method != part.Methods[0] {
		return false
	}
	in.Method, in.Time, in.Calls = part.Methods[0], part.Time, part.Count
	return true
}

// timeUnder returns the time of the rows within calls of a method, in ns.
func (s *finder) timeUnder(m trace.MethodIndex, rows []profile.Row) (ns int64) {
	for _, row := range rows {
		if s.nearestOf(row, func(of trace.MethodIndex) bool { return of == m }) != profile.NoRow {
			ns += s.p.Rows[row].Inclusive[s.first]
		}
	}
	return ns
}

// isInflatedBy reports whether a costly method does little else than inflate a view's layout, and a finding on inflation names
// that view with nearly all of the time.
func (n *nesting) isInflatedBy(whole, part *candidate) bool {
	view := whole.Inside
	if whole.Rule != Inflation || part.Rule != Costly || view.Time == 0 {
		return false
	}
	if part.Methods[0] == view.Method {
		return part.Inside.Time == 0 || 5*view.Time >= 4*whole.Time && habitOf(&n.x.Info.Methods[part.Inside.Method]) == nil // else it says what the view does
	}
	if part.Inside.Time == 0 || part.Own == call.NoMethod {
		return false
	}
	is, by := &n.x.Info.Methods[view.Method], &n.x.Info.Methods[part.Own] // constructors can call each other
	return is.Class == by.Class && is.Name == by.Name && n.sets[part.Inside.Method]&inflates != 0 && 5*part.Inside.Time >= 4*view.Time
}
