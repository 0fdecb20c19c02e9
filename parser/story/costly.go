package story

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"traceglass/parser/advice"
	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// A ledger assigns the time of a thread to the methods that explain it: those of own code, or those of libraries where no own
// code is on the stack. Its columns are by row.
type ledger struct {
	*finder
	own    []profile.Row // the nearest row outwards of such a method, itself included; NoRow if none
	claims []claim       // the same for all ledgers
	sum    []int64       // ns of free in the row and its callees
	total  []int64       // by method: ns of sum in its outermost calls
	taken  []bool        // by method: it is costly
	below  bool          // own has rows of libraries that no own code calls
	whole  int64         // percent of the time of a method that own must have, to be costly
	alone  bool          // a task of own must not call other code
}

// A claim says which other finding explains the time directly in a row.
type claim uint8

const (
	unclaimed   claim = iota
	itself            // an unexplained wait, which does not explain the callees
	calledOften       // one on frequent calls
	inflated          // one on inflation: layouts can hold own views, which it does not name
	explained         // any other
)

// costly finds the own methods with the most time that no other finding explains, wherever the thread calls them. A
// method explains its own time and that of its callees, without callees that are findings themselves. So a caller of
// several findings is none. Where no own code is on the stack, methods of libraries take the place of own ones. All has the
// findings of the other rules.
func (s *finder) costly(all []*candidate) (found []*candidate) {
	claims := claimsOf(s, all)
	ledgers := []*ledger{newLedger(s, claims, s.namedOwn())}
	if libraries, time := s.libraries(); time >= s.least {
		below := newLedger(s, claims, libraries)
		below.below, below.whole = true, 90
		ledgers = append(ledgers, below)
	}
	if of, time := rest(s); of != nil && time >= s.least {
		below := newLedger(s, claims, of)
		below.below, below.whole, below.alone = true, 90, true
		ledgers = append(ledgers, below)
	}
	messages := messageRule{s}
	handled := messages.handled(all)
	add := func(l *ledger) {
		if l.below && runsTasks(s) {
			l.chooseTasks()
		}
		if !slices.Contains(l.taken, true) && !l.alone {
			l.choose()
		}
		if !slices.Contains(l.taken, true) {
			return
		}
		costs := l.candidates()
		if l.below {
			costs = entriesOf(l, costs)
		}
		for _, c := range l.joinCallees(costs, all, handled) {
			if !s.adopt(c, all) {
				found = append(found, c)
			}
		}
	}
	for _, l := range ledgers {
		add(l)
	}
	if callees, time := s.calledByOwn(ledgers[0], handled); time >= s.least {
		called := newLedger(s, claims, callees)
		called.whole = 75
		add(called)
	}
	found = append(found, habitRule{s}.find(slices.Concat(all, found))...)
	found = append(found, s.firstWebView()...)
	for _, c := range handled {
		found = messages.withHandled(c, found, all)
	}
	return onceEach(found)
}

// onceEach leaves out candidates on a method that another candidate with more time is on.
func onceEach(all []*candidate) []*candidate {
	most := map[trace.MethodIndex]*candidate{}
	for _, c := range all {
		if of := most[c.Methods[0]]; of == nil || c.Time > of.Time {
			most[c.Methods[0]] = c
		}
	}
	return slices.DeleteFunc(all, func(c *candidate) bool { return most[c.Methods[0]] != c })
}

// firstWebView finds what the first WebView of a process takes to load its provider: it is the same whatever calls it, and the
// caller's name does not show it.
func (s *finder) firstWebView() []*candidate {
	var methods []trace.MethodIndex
	for m := range s.x.Info.Methods {
		if isProvider(&s.x.Info.Methods[m]) {
			methods = append(methods, trace.MethodIndex(m))
		}
	}
	all := s.sumOf(Costly, methods, func(row profile.Row) bool { return !s.tree.Outermost[row] })
	for _, c := range all {
		c.Own, c.OwnTime, c.Inside = s.callerOf(s.largest(c.rows)), 0, Inside{}
	}
	return all
}

// isProvider reports whether a method loads the provider of all WebViews.
func isProvider(m *trace.Method) bool {
	return m.Name == "getProvider" && m.Class == "android.webkit.WebViewFactory"
}

// usesWebView reports whether a method needs the provider of all WebViews.
func usesWebView(m *trace.Method) bool { return strings.HasPrefix(m.Class, "android.webkit.") }

// isWebView reports whether a method makes a WebView.
func isWebView(m *trace.Method) bool {
	return m.Name == "<init>" && m.Class == "android.webkit.WebView"
}

// viewPasses are the methods of a view that measure and draw it. To lay out is to call its children.
var viewPasses = [...]string{"onMeasure", "onDraw", "draw", "dispatchDraw"}

// isViewPass reports whether a method is one of viewPasses, of a view of Android or AndroidX. The classes that all views extend, and
// those that hold the content of each window, do not say which view it is.
func isViewPass(m *trace.Method) bool {
	return isPass(m) && (strings.HasPrefix(m.Class, "android.widget.") || strings.HasPrefix(m.Class, "androidx.")) &&
		!strings.HasSuffix(m.Class, "FrameLayout") && !strings.HasPrefix(m.Class, "androidx.appcompat.widget.")
}

// isPass reports whether a method has the name of one of viewPasses.
func isPass(m *trace.Method) bool { return slices.Contains(viewPasses[:], m.Name) }

// isViewBase reports whether a method is of the classes that all views extend: they only call the views.
func isViewBase(m *trace.Method) bool {
	return m.Class == "android.view.View" || m.Class == "android.view.ViewGroup"
}

// libraries returns, by row, the nearest row outwards of a library or of a view's pass, itself included. It is NoRow without one,
// and where own code is on the stack. It also returns the time in such rows, in ns.
func (s *finder) libraries() (of []profile.Row, ns int64) {
	is := make([]bool, len(s.x.Info.Methods))
	for m := range is {
		in := &s.x.Info.Methods[m]
		is[m] = s.isLibrary(trace.MethodIndex(m)) && !leads(in) && !isUnnamed(in) || isViewPass(in)
	}
	return s.column(func(row, outer profile.Row) profile.Row {
		switch {
		case s.own[row] != profile.NoRow:
			return profile.NoRow
		case is[s.tree.Method[row]] && !s.isWithinView(outer, row):
			return row
		}
		return outer
	})
}

// column returns, by row, what of returns for it and for the result of its caller. It also returns the time directly in rows with a
// result, in ns, without idle waits.
func (s *finder) column(of func(row, outer profile.Row) profile.Row) (all []profile.Row, ns int64) {
	all = make([]profile.Row, s.tree.Len())
	all[0] = profile.NoRow
	s.inwards(func(row profile.Row) {
		all[row] = of(row, all[s.tree.Parent[row]])
		if all[row] != profile.NoRow && !s.idle[row] {
			ns += s.p.Rows[row].Exclusive[s.first]
		}
	})
	return all, ns
}

// calledByOwn returns, by row, the nearest row outwards, itself included, of a library that own code calls. A method of Android counts if own
// code calls it directly. Rows have none where a costly method of a ledger explains the time, but a handler of many messages does not
// explain it. They have none either where the library calls own code. It also returns the time in rows that have one, in ns.
func (s *finder) calledByOwn(own *ledger, handled []*candidate) (of []profile.Row, ns int64) {
	taken := own.nearest(func(m trace.MethodIndex) bool {
		return own.taken[m] && !slices.ContainsFunc(handled, func(c *candidate) bool { return c.Methods[0] == m })
	}, func(_, _ profile.Row) {})
	return s.column(func(row, outer profile.Row) profile.Row {
		switch {
		case s.own[row] == row || s.own[row] == profile.NoRow || taken[row] != profile.NoRow:
			return profile.NoRow
		case outer == profile.NoRow && (s.isLibrary(s.tree.Method[row]) || s.isCalledByOwn(row)):
			return row
		}
		return outer
	})
}

// isCalledByOwn reports whether own code calls a method of Android or Java directly, and that takes a while. A call of the overridden
// method says nothing, and a composable of AndroidX says less than the one that calls it. Other rules report waits, and the recording
// can be of one call.
func (s *finder) isCalledByOwn(row profile.Row) bool {
	const shortest = 100_000 // ns of a call
	up, calls, index := s.tree.Parent[row], &s.p.Rows[row], s.tree.Method[row]
	if s.own[up] != up || s.tree.Parent[up] == 0 || !s.Sampled && calls.Inclusive[s.first] < shortest*calls.Calls || s.known[index] != nil {
		return false
	}
	m, by := &s.x.Info.Methods[index], &s.x.Info.Methods[s.tree.Method[up]]
	return m.Name != by.Name && !strings.HasPrefix(m.Class, "androidx.compose.") && markOf(m) == 0 && !leads(m)
}

// isWithinView reports whether a view of Android measures or draws itself while a library's view that contains it does.
// The row outer is that of the container, or NoRow. Layouts of Android can be around the container, too: then they say less.
func (s *finder) isWithinView(outer, row profile.Row) bool {
	if outer == profile.NoRow {
		return false
	}
	view, in := &s.x.Info.Methods[s.tree.Method[row]], &s.x.Info.Methods[s.tree.Method[outer]]
	return isViewPass(view) && isPass(in) && !isViewPass(in)
}

// claimsOf returns, by row, which of other findings explains the time directly in it.
func claimsOf(s *finder, all []*candidate) []claim {
	of := make([]claim, s.tree.Len())
	mark := func(rows []profile.Row, as claim) {
		for _, row := range rows {
			of[row] = as
		}
	}
	for _, c := range all {
		switch {
		case c.Time < s.least, c.Rule == Repeated: // it only counts the repetitions
		case c.Rule == Inflation:
			mark(c.rows, inflated)
		case c.Rule == Often:
			mark(c.rows, calledOften)
		case c.Rule == WaitsFor, c.Rule == Background:
			for _, row := range c.rows {
				switch {
				case c.Cause == Unexplained && of[row] == unclaimed:
					of[row] = itself
				case s.mostlyWaits(row), c.Cause == Libraries:
					of[row] = explained
				}
			}
		default:
			mark(c.rows, explained)
		}
	}
	mark(s.listed[Tracing], explained)
	mark(s.listed[Debugger], explained)
	s.inwards(func(row profile.Row) {
		up := of[s.tree.Parent[row]]
		if up == itself || up == inflated && s.own[row] == row {
			up = unclaimed
		}
		of[row] = max(of[row], up)
	})
	return of
}

// newLedger reads what other findings leave to the methods of a column own.
func newLedger(s *finder, claims []claim, own []profile.Row) *ledger {
	methods := len(s.x.Info.Methods)
	l := &ledger{finder: s, own: own, claims: claims, sum: make([]int64, s.tree.Len()), total: make([]int64, methods), taken: make([]bool, methods)}
	s.outwards(func(row profile.Row) {
		sum := l.sum[row] + l.free(row)
		if sum == 0 {
			return
		}
		l.sum[row] = sum
		l.sum[s.tree.Parent[row]] += sum
		if s.tree.Outermost[row] {
			l.total[s.tree.Method[row]] += sum
		}
	})
	return l
}

// free returns the time directly in a row that no other finding explains, in ns. It is 0 if own has none.
func (l *ledger) free(row profile.Row) int64 {
	if l.own[row] == profile.NoRow || l.claims[row] != unclaimed || l.idle[row] || l.loops(row) {
		return 0
	}
	return l.p.Rows[row].Exclusive[l.first]
}

// isShut reports whether a finding on inflation explains a row, or it is a looper: callers do not explain the time of its callees.
func (l *ledger) isShut(row profile.Row) bool { return l.claims[row] == inflated || l.loops(row) }

// choose decides which methods are costly, callees before callers. A method that is not leaves its time to its caller.
// A helper is costly only if none of its callers is.
func (l *ledger) choose() {
	left := make([]int64, len(l.sum)) // ns of free in the row, and in callees that are not costly
	var large []profile.Row           // rows of methods with enough time, callers before callees
	above := l.nearest(func(m trace.MethodIndex) bool { return l.total[m] >= l.least }, func(row, at profile.Row) {
		if left[at] += l.free(row); at == row {
			large = append(large, row)
		}
	})
	order, rows, rank := l.innermostFirst(large, above)
	var helpers []trace.MethodIndex
	for _, m := range order {
		var own int64
		for _, row := range rows[m] {
			own += left[row]
		}
		least := l.least
		switch {
		case isViewPass(&l.x.Info.Methods[m]): // some time for measuring and drawing is usual
			least *= 2
		case !l.Sampled && (oftenRule{l.finder}).isOften(m):
			least *= timesOften
		}
		if own >= least && 5*own >= 2*l.total[m] && !l.fills(m) {
			if !l.helps(m) {
				l.taken[m] = true
				continue
			}
			helpers = append(helpers, m)
		}
		for _, row := range rows[m] { // recursive calls before their callers
			up := above[l.tree.Parent[row]]
			for up != profile.NoRow && rank[l.tree.Method[up]] < rank[m] {
				up = above[l.tree.Parent[up]]
			}
			if up != profile.NoRow {
				left[up] += left[row]
			}
		}
	}
	for _, m := range slices.Backward(helpers) { // callers first
		l.taken[m] = !slices.ContainsFunc(rows[m], func(row profile.Row) bool {
			for up := above[l.tree.Parent[row]]; up != profile.NoRow; up = above[l.tree.Parent[up]] {
				if l.taken[l.tree.Method[up]] {
					return true
				}
			}
			return false
		})
	}
}

// inwards calls f with each row of the thread, callers before callees, and outwards callees before callers.
func (s *finder) inwards(f func(row profile.Row)) {
	profile.Blocks(len(s.rows), func(a, b int) {
		for _, row := range s.rows[a:b] {
			f(row)
		}
	})
}

func (s *finder) outwards(f func(row profile.Row)) {
	n := len(s.rows)
	profile.Blocks(n, func(a, b int) {
		for i := n - a - 1; i >= n-b; i-- {
			f(s.rows[i])
		}
	})
}

// innermostFirst lists the methods of some own rows, callees before their callers. Above has the nearest of them outwards
// for each row. It also returns the rows of each method in that order, and the rank of each method in the list.
func (l *ledger) innermostFirst(own, above []profile.Row) (all []trace.MethodIndex, rows map[trace.MethodIndex][]profile.Row, rank map[trace.MethodIndex]int) {
	height, highest := map[profile.Row]int{}, map[trace.MethodIndex]int{}
	rows, rank = map[trace.MethodIndex][]profile.Row{}, map[trace.MethodIndex]int{}
	for _, row := range slices.Backward(own) {
		m := l.tree.Method[row]
		if rows[m] == nil {
			all = append(all, m)
		}
		rows[m] = append(rows[m], row)
		highest[m] = max(highest[m], height[row])
		if up := above[l.tree.Parent[row]]; up != profile.NoRow {
			step := 1
			if l.tree.Method[up] == m {
				step = 0
			}
			height[up] = max(height[up], height[row]+step)
		}
	}
	sorting.Stable(all, func(a, b trace.MethodIndex) int {
		return cmp.Or(cmp.Compare(highest[a], highest[b]), cmp.Compare(a, b))
	})
	for i, m := range all {
		rank[m] = i
	}
	return all, rows, rank
}

// nearest returns, by row, the nearest own row outwards whose method fits, itself included, or NoRow. It does not look
// beyond rows that are shut. It calls f with each row that has one, callers before callees.
func (l *ledger) nearest(fits func(trace.MethodIndex) bool, f func(row, at profile.Row)) []profile.Row {
	of := make([]profile.Row, len(l.sum))
	of[0] = profile.NoRow
	l.inwards(func(row profile.Row) {
		at := of[l.tree.Parent[row]]
		if l.own[row] == row && fits(l.tree.Method[row]) {
			at = row
		}
		if at != profile.NoRow && l.isShut(row) {
			at = profile.NoRow
		}
		if of[row] = at; at != profile.NoRow {
			f(row, at)
		}
	})
	return of
}

// fills reports whether the calls of a method have no recorded caller and take nearly all of the time: the recording is
// of this method.
func (s *finder) fills(m trace.MethodIndex) bool {
	var ns int64
	for row := range s.x.RowsOf(m) {
		if s.tree.Parent[row] == 0 {
			ns += s.p.Rows[row].Inclusive[s.first]
		}
	}
	return isNearlyAll(ns, s.Busy()-s.Hung())
}

// helps reports whether a method only helps the code that calls it, such as a comparator that a sort calls: its calls are
// short, several for each call of that code, which takes much longer. Own code must call that code. Samples show few of the calls.
func (l *ledger) helps(m trace.MethodIndex) bool {
	short, several, share := int64(5_000_000), int64(4), 2.0/3 // ns; calls; of the time of that code
	if l.Sampled {
		short, several, share = 10_000_000, 0, 1.0/3
	}
	var calls, of, time int64
	seen := map[profile.Row]bool{}
	for row := range l.x.RowsOf(m) {
		if l.p.Rows[row].Calls == 0 || !l.tree.Outermost[row] {
			continue
		}
		if l.own[l.tree.Parent[row]] == profile.NoRow {
			return false
		}
		at := l.tree.Parent[row]
		for up := l.tree.Parent[at]; l.own[at] != at && l.own[up] != up; up = l.tree.Parent[up] {
			at = up // the outermost row between own code and the method
		}
		if calls += l.p.Rows[row].Calls; !seen[at] {
			seen[at] = true
			of += l.p.Rows[at].Calls
			time += l.sum[at]
		}
	}
	return calls >= several*of && l.total[m] <= calls*short && float64(l.total[m]) <= share*float64(time)
}

// A cost is a costly method in the making.
type cost struct {
	*candidate
	left      int64                       // ns that no other finding explains
	often     int64                       // ns that a finding on frequent calls explains
	aside     int64                       // ns of idle waits and pauses
	databases int64                       // ns of left in databases
	waits     [Causes]int64               // ns of left in waits, by cause
	inner     map[trace.MethodIndex]int64 // by method: ns of its calls directly in an outermost call
	unnamed   map[trace.MethodIndex]int64 // by method: ns of inner without another finding
	owned     map[trace.MethodIndex]int64 // of a library: by own method, ns of its calls that no other own code makes
	calls     map[trace.MethodIndex]int64 // their number
	recursive bool                        // callees call the method again
}

// candidates returns the chosen methods that other findings leave at least two fifths of their time. A candidate names its
// longest callee, its longest wait, and advice if main spends the time in databases.
func (l *ledger) candidates() (all []*candidate) {
	var costs []*cost
	by := make([]*cost, len(l.taken)) // by method
	var rows []profile.Row            // in calls of chosen methods
	within := l.nearest(func(m trace.MethodIndex) bool { return l.taken[m] }, func(row, _ profile.Row) { rows = append(rows, row) })
	isAside := l.asideRows()
	for _, row := range slices.Backward(rows) {
		in := within[row]
		m := l.tree.Method[in]
		c := by[m]
		if c == nil {
			c = &cost{candidate: bare(Costly, m, 0), inner: map[trace.MethodIndex]int64{}, unnamed: map[trace.MethodIndex]int64{},
				owned: map[trace.MethodIndex]int64{}, calls: map[trace.MethodIndex]int64{}}
			c.Count = 0
			by[m], costs = c, append(costs, c)
		}
		l.add(c, row, in, isAside)
	}
	telling := l.telling()
	for _, c := range costs {
		if l.finish(c, telling) {
			all = append(all, c.candidate)
		} else {
			l.taken[c.Methods[0]] = false
		}
	}
	for _, c := range costs {
		for i, in := range c.inside {
			if i > 0 && c.unnamed[in.Method] >= l.least && !l.taken[in.Method] {
				c.Inside.Parts = append(c.Inside.Parts, in)
			}
		}
	}
	sorting.Stable(all, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Methods[0], b.Methods[0]))
	})
	return all
}

// joinCallees replaces costly methods by their own caller, if the caller does little else and no method has more than two thirds of the
// time. The caller names them. Methods with advice stay, and so do the callees of a method that another finding names. All has the
// findings of the other rules. Handled has the findings on messages of one handler.
func (l *ledger) joinCallees(costs, all, handled []*candidate) []*candidate {
	by := map[trace.MethodIndex][]*candidate{}
	for _, c := range costs {
		if c.Own != call.NoMethod && c.Through == call.NoMethod {
			by[c.Own] = append(by[c.Own], c)
		}
	}
	for _, first := range costs {
		m := first.Own
		callees := by[m]
		if len(callees) < 2 || callees[0] != first || l.taken[m] || l.fills(m) || slices.ContainsFunc(all, func(c *candidate) bool {
			return c.Time >= l.least && (c.Own == m || c.Inside.Method == m || slices.Contains(c.Methods, m))
		}) {
			continue
		}
		whole, sum := l.wholeOf(m, callees)
		if whole.Own == call.NoMethod || slices.ContainsFunc(handled, func(c *candidate) bool { return isNearlyAll(whole.Time, c.Time) }) { // a callback says less, and handled lists its own callees
			continue
		}
		if !isNearlyAll(sum, whole.Time) || 3*first.Time > 2*whole.Time || slices.ContainsFunc(callees, func(c *candidate) bool { return c.Advice != advice.None }) {
			continue
		}
		costs = slices.DeleteFunc(slices.Clone(costs), func(c *candidate) bool { return slices.Contains(callees, c) })
		costs = append(costs, whole)
	}
	return costs
}

// entriesOf replaces costly methods of libraries by those that Android calls to measure or draw, if these do little else. They show
// which drawable takes long.
func entriesOf(l *ledger, costs []*candidate) (all []*candidate) {
	const much = 5 / 3.0 // the time of the entry, of that of the costly methods
	by, first := map[trace.MethodIndex][]*candidate{}, map[*candidate]trace.MethodIndex{}
	entry := func(row profile.Row) profile.Row {
		of := packageOf(l.x.Info.Methods[l.tree.Method[row]].Class, 2)
		for up := l.tree.Parent[row]; up != 0; up = l.tree.Parent[up] {
			if m := l.tree.Method[up]; l.isLibrary(m) && packageOf(l.x.Info.Methods[m].Class, 2) == of {
				row = up
			}
		}
		return row
	}
	for _, c := range costs {
		if c.Advice != advice.None || !l.isLibrary(c.Methods[0]) {
			continue
		}
		if m, ns := l.mostlyIn(c.rows, entry); m != call.NoMethod && m != c.Methods[0] && isPass(&l.x.Info.Methods[m]) && isNearlyAll(ns[m], c.Time) {
			if by[m] == nil {
				first[c] = m
			}
			by[m] = append(by[m], c)
		}
	}
	replaced := map[*candidate]bool{}
	for _, c := range costs {
		if m, ok := first[c]; ok {
			if whole, sum := l.wholeOf(m, by[m]); float64(whole.Time) <= much*float64(sum) && isNearlyAll(timeOf(l.study, whole.rows), timeOf(l.study, outermostRows(l.finder, m))) {
				all = append(all, whole)
				for _, in := range by[m] {
					replaced[in] = true
				}
			}
		}
		if !replaced[c] {
			all = append(all, c)
		}
	}
	return all
}

// wholeOf returns a candidate on all calls of a method, own or of a library. The candidate names some costly callees. It also returns their time, in ns.
func (l *ledger) wholeOf(m trace.MethodIndex, callees []*candidate) (whole *candidate, sum int64) {
	whole = l.sumOf(Costly, []trace.MethodIndex{m}, func(row profile.Row) bool { return !l.tree.Outermost[row] })[0]
	if whole.Own, whole.OwnTime = call.NoMethod, 0; l.x.Counts(profile.CPU) {
		whole.CPU = 0
	}
	if own, ns := l.mostlyIn(whole.rows, func(row profile.Row) profile.Row { return l.study.own[l.tree.Parent[row]] }); isNearlyAll(ns[own], whole.Time) {
		whole.Own = own
	}
	whole.Inside = Inside{}
	for i, c := range callees {
		if sum += c.Time; i == 0 {
			whole.Inside.Method, whole.Inside.Time = c.Methods[0], c.Time
			switch in := &c.Inside; {
			case in.Time > 0 && l.below && l.origin[in.Method] == platform.Own: // the app can change it
				whole.Inside.Method, whole.Inside.Time, whole.Inside.Calls = in.Method, in.Time, in.Calls
			case isNearlyAll(in.Time, c.Time):
				whole.Inside.Nearly = Share{in.Method, in.Time}
			}
		} else if i < mostShares {
			whole.Inside.Parts = append(whole.Inside.Parts, Share{c.Methods[0], c.Time})
		}
	}
	return whole, sum
}

// add adds a row within a call of a costly method, whose row is in.
func (l *ledger) add(c *cost, row, in profile.Row, isAside []bool) {
	free := l.free(row)
	c.left += free
	if l.claims[row] == calledOften {
		c.often += l.p.Rows[row].Exclusive[l.first]
	}
	up := l.tree.Parent[row]
	if isAside[row] && !isAside[up] {
		c.aside += l.p.Rows[row].Inclusive[l.first]
	}
	if at := l.cause.inner[row]; at != profile.NoRow {
		k := l.known[l.tree.Method[at]]
		if k.cause == Database {
			c.databases += free
		}
		switch {
		case l.OnCPU: // it works
		case l.Waiting == ByClocks:
			c.waits[k.cause] += min(free, l.p.Rows[row].Exclusive[profile.Waiting])
		case k.blocks || k.role == narrows || k.role == pauses:
			c.waits[k.cause] += free
		}
	} else if k := l.known[l.tree.Method[row]]; k != nil && k.cause == Database { // with one clock, it may run or wait
		c.databases += free
	}
	if up == in && l.tree.Outermost[in] && !isAside[row] || l.isLeafOf(row, in) {
		c.inner[l.tree.Method[row]] += l.p.Rows[row].Inclusive[l.first]
		c.unnamed[l.tree.Method[row]] += l.sum[row]
	}
	if l.below && l.study.own[row] == row && l.study.own[up] == profile.NoRow {
		m := l.tree.Method[row]
		c.owned[m] += l.p.Rows[row].Inclusive[l.first]
		c.calls[m] += l.p.Rows[row].Calls
	}
	if row != in {
		return
	}
	if l.tree.Outermost[row] {
		c.rows = append(c.rows, row)
		c.Count += l.p.Rows[row].Calls // its caller calls it so often; it can call itself far more often
	} else {
		c.recursive = true
	}
}

// finish sums the calls of a costly method. It returns false if other findings say more about them. Telling has the rows of tellings.
func (l *ledger) finish(c *cost, telling [][]profile.Row) bool {
	for _, row := range c.rows {
		c.Time += l.p.Rows[row].Inclusive[l.first]
		if !l.x.Counts(profile.CPU) {
			c.CPU += l.p.Rows[row].Inclusive[profile.CPU]
		}
	}
	inclusive := c.Time
	if l.whole > 0 && 100*inclusive < l.whole*timeOf(l.study, outermostRows(l.finder, c.Methods[0])) { // other code calls the method, too
		return false
	}
	c.Time -= c.aside
	if !isNearlyAll(c.often, c.Time) { // else the frequent calls are all that it does
		c.left += c.often
	}
	if 5*c.left < 2*c.Time {
		return false
	}
	c.Cause, c.Second = mostlyFor(&c.waits, c.Time)
	if l.x.Info.Threads[l.Thread].IsMain() && 2*c.databases >= c.Time {
		c.Advice = advice.DatabaseOnMain
	}
	caller := func(row profile.Row) profile.Row {
		up := l.tree.Parent[row]
		if l.own[up] != profile.NoRow {
			return l.own[up]
		}
		return l.study.own[up]
	}
	if own, by := l.mostlyIn(c.rows, caller); isNearlyAll(by[own], inclusive) {
		c.Own = own
		c.Through = l.algorithmOf(c.rows)
	}
	if isPass(&l.x.Info.Methods[c.Methods[0]]) {
		maps.DeleteFunc(c.inner, func(m trace.MethodIndex, _ int64) bool { return isViewBase(&l.x.Info.Methods[m]) })
	}
	if most := longestOf(c.owned, 1); len(most) > 0 && 5*most[0].Time >= 2*c.Time { // the app can change it
		c.Inside.Method, c.Inside.Time = most[0].Method, min(most[0].Time, c.Time)
		if !l.Sampled {
			c.Inside.Calls = c.calls[most[0].Method]
		}
	} else if most := longestOf(c.inner, 1); len(most) > 0 && !c.recursive && 5*most[0].Time >= c.Time {
		c.Inside.Method, c.Inside.Time = most[0].Method, most[0].Time
		if m, ns := l.tellingIn(c.Methods[0], telling); isNearlyAll(ns, c.Inside.Time) {
			c.Inside.Method, c.Inside.Time = m, ns
		}
		for _, in := range longestOf(c.inner, mostShares) {
			if 10*in.Time >= c.Time {
				c.inside = append(c.inside, in)
			}
		}
	}
	return true
}

// mostlyFor returns the cause of half of some time in ns. Without one, it returns two causes that make up half, each with a fifth. Waits has
// the time by cause, in ns.
func mostlyFor(waits *[Causes]int64, time int64) (first, second Cause) {
	for cause, ns := range waits {
		switch c := Cause(cause); {
		case c == Unexplained:
		case first == Unexplained || ns > waits[first]:
			first, second = c, first
		case second == Unexplained || ns > waits[second]:
			second = c
		}
	}
	switch {
	case 2*waits[first] >= time:
		return first, Unexplained
	case 5*waits[second] >= time && 2*(waits[first]+waits[second]) >= time:
		return first, second
	}
	return Unexplained, Unexplained
}

// tellings are methods whose names say more than those of their callers, which many other methods also call.
var tellings = [...]struct{ class, methods string }{
	{"android.database.sqlite.SQLiteOpenHelper", "getReadableDatabase getWritableDatabase"}, // opens and migrates; a query is quick
	{"net.sqlcipher.database.SQLiteOpenHelper", "getReadableDatabase getWritableDatabase"},
	{"net.zetetic.database.sqlcipher.SQLiteOpenHelper", "getReadableDatabase getWritableDatabase"},
	{"net.sqlcipher.database.SQLiteDatabase", "key_mutf8 native_key"}, // derives the key
	{"net.zetetic.database.sqlcipher.SQLiteConnection", "nativeKey"},
	{"android.webkit.WebView", "<init>"},                                              // loads the provider of all WebViews
	{"java.util.ServiceLoader$LazyClassPathLookupIterator", "hasNext hasNextService"}, // opens the app's file to list services; from Android 9 on
	{"java.util.ServiceLoader$LazyIterator", "hasNext hasNextService"},
	{"com.squareup.moshi.kotlin.reflect.KotlinJsonAdapterFactory", "create"}, // reads classes
}

// isTelling reports whether a method is one of tellings.
func isTelling(m *trace.Method) bool {
	for i := range tellings {
		if k := &tellings[i]; k.class == m.Class && hasName(k.methods, m.Name) {
			return true
		}
	}
	return false
}

// tellingMethods returns the methods of tellings.
func tellingMethods(s *finder) (all []trace.MethodIndex) {
	for m := range s.x.Info.Methods {
		if isTelling(&s.x.Info.Methods[m]) {
			all = append(all, trace.MethodIndex(m))
		}
	}
	return all
}

// telling returns the outermost rows of each method of tellings.
func (l *ledger) telling() (all [][]profile.Row) {
	for _, m := range tellingMethods(l.finder) {
		if rows := outermostRows(l.finder, m); rows != nil {
			all = append(all, rows)
		}
	}
	return all
}

// tellingIn returns the method with the most time in calls of another one, or the innermost one with nearly as much. It also returns that time,
// in ns. Each of telling has the rows of a method.
func (l *ledger) tellingIn(of trace.MethodIndex, telling [][]profile.Row) (most trace.MethodIndex, ns int64) {
	most = call.NoMethod
	for _, rows := range telling {
		if sum := l.timeUnder(of, rows); isTold(sum, ns) {
			most, ns = l.tree.Method[rows[0]], sum
		}
	}
	return most, ns
}

// isTold reports whether a method of tellings with a time in ns says more than another one: it has more time, or nearly as much, and so is
// probably within the other one.
func isTold(ns, than int64) bool {
	return 10*ns > 11*than || ns <= than && isNearlyAll(ns, than) && than > 0
}

// isLeafOf reports whether a view without children measures or draws itself while a view that contains it does. The row in is that of
// the container.
func (l *ledger) isLeafOf(row, in profile.Row) bool {
	view := &l.x.Info.Methods[l.tree.Method[row]]
	return row != in && isPass(&l.x.Info.Methods[l.tree.Method[in]]) && isViewPass(view) && !strings.HasSuffix(view.Class, "Layout") && l.tree.Outermost[row] && l.tree.Parent[row] != in
}

// asideRows returns, by row, whether the thread is idle in it, or waits for the recorder or a debugger. Such time is not at stake.
func (l *ledger) asideRows() []bool {
	is := slices.Clone(l.idle)
	for _, cause := range [...]Cause{Tracing, Debugger} {
		for _, row := range l.listed[cause] {
			is[row] = true
		}
	}
	return is
}

// adopt reports whether another finding names a costly method with most of its time. That finding then says what
// the method calls.
func (s *finder) adopt(c *candidate, all []*candidate) bool {
	for _, of := range all {
		if of.Time < s.least {
			continue
		}
		switch of.Rule {
		case Outlier:
			if of.Methods[0] == c.Methods[0] {
				return true
			}
		case LongMessage, SlowPhase:
			name, time := of.Own, of.OwnTime
			if name == call.NoMethod {
				name, time = of.Inside.Method, of.Inside.Time
			}
			if of.Alone {
				name, time = of.Methods[0], of.Time
			}
			if name != c.Methods[0] || time == 0 {
				continue
			}
			if !of.Alone && of.Own == name { // the finding counts the own callees of the method elsewhere
				ns, calls := s.survey.timeIn(*of.only, name)
				for _, r := range of.all {
					more, n := s.survey.timeIn(r, name)
					ns, calls = ns+more, calls+n
				}
				if 5*ns < 4*c.Time {
					continue
				}
				switch {
				case of.Inside.Parts != nil && isTelling(&s.x.Info.Methods[of.Inside.Parts[0].Method]):
				case c.Inside.Time > 0 && c.Inside.Time <= ns && (of.Inside.Parts == nil || 2*c.Inside.Time >= c.Time):
					of.Inside = Inside{Method: name, Time: ns, Calls: calls, Parts: c.inside}
					if of.Rule == LongMessage {
						descent{s.survey, true}.deepen(*of.only, &of.Inside)
					}
				case of.Inside.Time == 0 && !isNearlyAll(time, ns):
					of.Inside = Inside{Method: name, Time: ns, Calls: calls}
				}
			} else if !of.Alone && !isNearlyAll(time, c.Time) {
				continue
			}
			if of.Advice == advice.None {
				of.Advice = c.Advice
			}
			return true
		}
	}
	return false
}
