package budget

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"traceglass/parser/compare"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/runs"
	"traceglass/parser/story"
	"traceglass/parser/trace"
)

// A Check compares runs with a budget. It keeps only the figures that the rules need.
type Check struct {
	*Budget
	groups [2][]run        // runs of the base, and runs to check
	seen   map[string]bool // threads named by rules and found in some trace

	// Say returns the sentence for a finding, for Path.Finding. It may be nil.
	Say func(*trace.Info, *story.Overview, *story.Finding) string
}

// NewCheck returns a Check without runs.
func NewCheck(b *Budget) *Check { return &Check{Budget: b, seen: map[string]bool{}} }

// A run holds the figures of one run for all rules.
type run struct {
	name  string
	flaws Flaw
	rules []figures
}

// Flaw is a reason that a run cannot show that a limit is kept. A run has any combination of them.
type Flaw uint8

const (
	Incomplete Flaw = 1 << iota // the file lacks part of the recording, so figures are too small
	Sampled                     // calls are sightings: a sampler shows that a method ran, never that it did not
)

// flawsOf returns the flaws of a trace.
func (b *Budget) flawsOf(info *trace.Info) (f Flaw) {
	if info.Sampling == trace.Sampled || info.Samples != nil {
		f |= Sampled
	}
	if !info.Complete && !b.AllowIncomplete {
		f |= Incomplete
	}
	return f
}

// figures holds the figures of a rule's methods in one run.
type figures struct {
	reached     bool            // the run has the rule's point
	timed       bool            // the run has the rule's clock
	unfit       bool            // the run cannot show the rule's findings
	calls       int64           // or findings
	time, self  int64           // ns
	named       map[string]Path // for a rule on New: a path to each method called, by its name without numbers; or each finding, by its key
	near        []string        // for a rule on findings: keys of facts that are nearly findings, so that these are not new
	often, long []Path          // paths with the most calls; outermost ones with the most time, which no other contains
}

// A Path is one call path to a method in one run, or a finding.
type Path struct {
	Finding string   // sentence of the finding; Frames are then its methods
	Frames  []string // labels, outermost first and ending with the method; at most mostFrames
	Cut     int      // number of outer frames omitted
	Calls   int64    // times seen in a run of samples, which is Sampled
	Time    int64    // inclusive, ns by the rule's clock
	Sampled bool
}

// Limits of a breach's details.
const (
	mostFrames = 12
	mostPaths  = 3
	mostNames  = 20
)

// Groups of runs.
const (
	Base = 0
	Held = 1
)

// Add measures a run and adds it to a group.
func (c *Check) Add(group int, name string, x *profile.Index) {
	r := run{name: name, flaws: c.flawsOf(x.Info)}
	type part struct {
		p       *profile.Profile
		reached bool
	}
	parts := map[[2]string]part{} // by point and thread
	overviews := map[trace.ThreadIndex]*story.Overview{}
	whole := x.Profile(profile.WholeTrace, nil)
	c.markMatched(x.Info, func(m int) bool { return whole.Methods[m].Calls+whole.Methods[m].Recursive > 0 })
	for i := range c.Rules {
		rule := &c.Rules[i]
		if rule.Finding != "" {
			var f figures
			c.find(&f, x, rule, overviews)
			r.rules = append(r.rules, f)
			continue
		}
		key := [2]string{rule.Before, rule.Thread}
		of, ok := parts[key]
		if !ok {
			of = part{whole, true}
			scope := profile.WholeTrace
			if rule.until != nil {
				scope, of.reached = runs.Before(x, rule.until.Match)
			}
			if rule.Thread != "" {
				scope.Threads = threads(x, rule.Thread)
				c.seen[rule.Thread] = c.seen[rule.Thread] || slices.Contains(scope.Threads, true)
			}
			if of.reached && (rule.until != nil || rule.Thread != "") {
				of.p = x.Profile(scope, nil)
			}
			parts[key] = of
		}
		f := figures{reached: of.reached, timed: hasClock(x, rule.Clock)}
		if of.reached {
			f.measure(of.p, rule)
		}
		r.rules = append(r.rules, f)
	}
	c.groups[group] = append(c.groups[group], r)
}

// hasClock reports whether a trace has times by a clock.
func hasClock(x *profile.Index, clock profile.Clock) bool {
	has := x.Info.Figures()
	switch clock {
	case profile.Wall:
		return has&trace.Wall != 0
	case profile.CPU:
		return has&trace.CPU != 0 && !x.Counts(profile.CPU)
	}
	return has == trace.Dual
}

// threads returns the threads with a name or pool; "main" is the main thread.
func threads(x *profile.Index, name string) []bool {
	all := make([]bool, len(x.Info.Threads))
	for i := range all {
		in := &x.Info.Threads[i]
		all[i] = in.Name == name || platform.Pool(in.Name) == name || name == "main" && in.IsMain()
	}
	return all
}

// measure sums the methods that a rule matches.
func (f *figures) measure(p *profile.Profile, rule *Rule) {
	named := make([]bool, len(p.Methods))
	for m := range named {
		if got := &p.Methods[m]; got.Calls+got.Recursive > 0 && rule.Pattern.Match(&p.Info.Methods[m]) {
			named[m] = true
			f.calls += got.Calls + got.Recursive
			f.self += got.Exclusive[rule.Clock]
		}
	}
	f.time = p.Matched(func(m trace.MethodIndex) bool { return named[m] })[rule.Clock]
	var rows, outermost []profile.Row
	inside := make([]bool, p.Tree.Len()) // in the call of a method that the rule matches
	for row := 1; row < p.Tree.Len(); row++ {
		above := p.Tree.Parent[row]
		inside[row] = above != 0 && (inside[above] || named[p.Tree.Method[above]])
		if named[p.Tree.Method[row]] && p.Rows[row].Calls > 0 {
			if rows = append(rows, profile.Row(row)); !inside[row] {
				outermost = append(outermost, profile.Row(row))
			}
		}
	}
	first := func(rows []profile.Row, by func(c *profile.Context) int64) (paths []Path) {
		slices.SortStableFunc(rows, func(a, b profile.Row) int { return cmp.Compare(by(&p.Rows[b]), by(&p.Rows[a])) })
		for _, row := range rows[:min(len(rows), mostPaths)] {
			paths = append(paths, pathOf(p, row, rule.Clock))
		}
		return paths
	}
	if slices.ContainsFunc(rule.Limits, func(l Limit) bool { return l.Kind == New }) {
		f.named = map[string]Path{}
		most := map[string]int64{}
		at := map[string]profile.Row{}
		for _, row := range rows {
			key := compare.Folded(&p.Info.Methods[p.Tree.Method[row]])
			if n := p.Rows[row].Calls; n > most[key] {
				most[key], at[key] = n, row
			}
		}
		for key, row := range at {
			f.named[key] = pathOf(p, row, rule.Clock)
		}
	}
	f.often = first(rows, func(c *profile.Context) int64 { return c.Calls })
	f.long = first(outermost, func(c *profile.Context) int64 { return c.Inclusive[rule.Clock] })
}

func pathOf(p *profile.Profile, row profile.Row, clock profile.Clock) Path {
	path := Path{Sampled: p.Info.Sampling == trace.Sampled, Calls: p.Rows[row].Calls, Time: p.Rows[row].Inclusive[clock]}
	for ; row != 0; row = p.Tree.Parent[row] {
		if len(path.Frames) == mostFrames {
			path.Cut = int(p.Tree.Depth[row])
			break
		}
		path.Frames = append(path.Frames, p.Info.Methods[p.Tree.Method[row]].Label())
	}
	slices.Reverse(path.Frames)
	return path
}

// A Breach is a limit that the runs exceed.
type Breach struct {
	Rule  *Rule
	Limit Limit
	Value runs.Spread // value in the checked runs
	Was   runs.Spread // value in the base, for a limit on a change
	P     float64     // of Slower: p-value, corrected for all such limits of the budget
	Paths []Path      // paths in the named run, which has the largest figure; for New one path per method
	More  int         // for New: number of further methods
	Run   string
}

// A Doubt is a time limit that the medians exceed, possibly by chance.
type Doubt struct {
	Rule       *Rule
	Limit      Limit
	Value, Was runs.Spread
	P          float64
	Needed     int // runs per group that could decide; 0 if these could
}

// An Undecided limit is one that its runs cannot show to be kept.
type Undecided struct {
	Rule  *Rule
	Limit Limit
	Flaw  Flaw
	Run   string // first run with the flaw
	Runs  int    // number of runs with the flaw
}

// A Kept is a limit that the runs keep.
type Kept struct {
	Rule       *Rule
	Limit      Limit
	Value, Was runs.Spread // as of a Breach
	Added      int         // for New: number of methods or findings
}

// A Verdict is the result of a Check.
type Verdict struct {
	Breaches  []Breach    // those that do not depend on the machine first, then in file order
	Undecided []Undecided // in file order
	Doubts    []Doubt
	Kept      []Kept // in file order
	Limits    int    // number of limits checked
	Runs      [2]int
	Missed    []string // one sentence per point that some run does not reach
}

// Within reports whether every limit is shown to be kept.
func (v *Verdict) Within() bool { return len(v.Breaches)+len(v.Undecided) == 0 }

// Judge compares the added runs with the limits. For a figure that differs between runs it uses the
// median. A change of time is a breach only if it is significant by the rank test, corrected for
// the number of such limits.
func (c *Check) Judge() (*Verdict, error) {
	if err := c.Unmatched(); err != nil {
		return nil, err
	}
	v := &Verdict{Runs: [2]int{len(c.groups[Base]), len(c.groups[Held])}}
	if v.Runs[Held] == 0 {
		return nil, errors.New("there is no run to check against the budget")
	}
	j := judging{Verdict: v, check: c}
	for i := range c.Rules {
		rule := &c.Rules[i]
		if rule.Thread != "" && !c.seen[rule.Thread] {
			return nil, errorf(rule.at["thread"], "no trace has a thread %q", rule.Thread)
		}
		for g := range c.groups {
			if err := c.reached(v, g, i); err != nil {
				return nil, err
			}
		}
		for _, limit := range rule.Limits {
			if err := c.measured(i, limit); err != nil {
				return nil, err
			}
			j.judge(i, limit)
		}
	}
	j.judgeSlower()
	slices.SortStableFunc(v.Undecided, func(a, b Undecided) int { return cmp.Compare(a.Limit.Line, b.Limit.Line) })
	slices.SortStableFunc(v.Kept, func(a, b Kept) int { return cmp.Compare(a.Limit.Line, b.Limit.Line) })
	order := []Kind{Calls, MoreCalls, New, Findings, Time, Self, Slower}
	slices.SortStableFunc(v.Breaches, func(a, b Breach) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Limit.Kind), slices.Index(order, b.Limit.Kind)), cmp.Compare(a.Limit.Line, b.Limit.Line))
	})
	return v, nil
}

// judging is an unfinished Verdict.
type judging struct {
	*Verdict
	check  *Check
	slower []change
}

// A change is one of time with a limit. Whether it is significant depends on the number of changes.
type change struct {
	Doubt
	corrected float64
	open      *Undecided
	rule      int
}

// judge compares the runs with a limit of a rule. One on a change of time waits for judgeSlower.
func (j *judging) judge(i int, limit Limit) {
	c, rule := j.check, &j.check.Rules[i]
	j.Limits++
	open := c.reasonUndecided(rule, limit)
	if open != nil && (open.Flaw == Sampled || limit.Kind.Base() && c.countFlawed(Base, Incomplete).Runs > 0) {
		j.Undecided = append(j.Undecided, *open)
		return
	}
	held, was := c.values(Held, i, limit.Kind), c.values(Base, i, limit.Kind)
	b := Breach{Rule: rule, Limit: limit, Value: runs.SpreadOf(held)}
	if limit.Kind.Base() {
		b.Was = runs.SpreadOf(was)
	}
	before, added := len(j.Breaches), 0
	switch limit.Kind {
	case Calls, Findings, Time, Self:
		if b.Value.Median > float64(limit.Most) {
			j.add(c, i, b)
		}
	case MoreCalls:
		if b.Value.Median-b.Was.Median > float64(limit.Most) {
			j.add(c, i, b)
		}
	case New:
		b.Paths, b.Run = c.added(i)
		if added = len(b.Paths); added > int(limit.Most) {
			b.Paths, b.More = b.Paths[:min(len(b.Paths), mostNames)], max(0, len(b.Paths)-mostNames)
			j.Breaches = append(j.Breaches, b)
		}
	case Slower:
		j.slower = append(j.slower, change{Doubt: Doubt{Rule: rule, Limit: limit, Value: b.Value, Was: b.Was, P: runs.Test(was, held)}, open: open, rule: i})
		return
	}
	switch {
	case len(j.Breaches) > before:
	case open != nil:
		j.Undecided = append(j.Undecided, *open)
	default:
		j.Kept = append(j.Kept, Kept{rule, limit, b.Value, b.Was, added})
	}
}

// judgeSlower compares the changes of time with their limits.
func (j *judging) judgeSlower() {
	slower := j.slower
	runs.Correct(len(slower), func(i int) (p, corrected *float64) { return &slower[i].P, &slower[i].corrected })
	for _, s := range slower {
		most := float64(s.Limit.Most)
		if s.Limit.Share > 0 {
			most = s.Limit.Share * s.Was.Median
		}
		if s.P = s.corrected; s.Value.Median-s.Was.Median > most && s.P <= runs.Alpha {
			j.add(j.check, s.rule, Breach{Rule: s.Rule, Limit: s.Limit, Value: s.Value, Was: s.Was, P: s.P})
			continue
		}
		if s.open != nil {
			j.Undecided = append(j.Undecided, *s.open)
		}
		if s.Value.Median-s.Was.Median <= most {
			if s.open == nil {
				j.Kept = append(j.Kept, Kept{Rule: s.Rule, Limit: s.Limit, Value: s.Value, Was: s.Was})
			}
			continue
		}
		if runs.Least(j.Runs[Base], j.Runs[Held])*float64(len(slower)) > runs.Alpha {
			s.Needed = runs.Needed(len(slower))
		}
		j.Doubts = append(j.Doubts, s.Doubt)
	}
}

// reasonUndecided returns why the runs cannot show that a limit is kept, or nil.
func (c *Check) reasonUndecided(rule *Rule, limit Limit) *Undecided {
	for _, flaw := range []Flaw{Sampled, Incomplete} {
		if flaw == Sampled && (limit.Kind.Timed() || rule.Finding != "") {
			continue // a sampler estimates times well enough, and findings rest on times
		}
		o := c.countFlawed(Held, flaw)
		if base := c.countFlawed(Base, flaw); limit.Kind.Base() {
			o.Runs, o.Run = o.Runs+base.Runs, cmp.Or(o.Run, base.Run)
		}
		if o.Runs > 0 {
			o.Rule, o.Limit = rule, limit
			return &o
		}
	}
	return nil
}

// countFlawed counts the runs of a group with a flaw.
func (c *Check) countFlawed(group int, flaw Flaw) Undecided {
	o := Undecided{Flaw: flaw}
	for i := range c.groups[group] {
		if r := &c.groups[group][i]; r.flaws&flaw != 0 {
			o.Run = cmp.Or(o.Run, r.name)
			o.Runs++
		}
	}
	return o
}

// add adds a breach with the paths of the run that has the largest figure.
func (v *Verdict) add(c *Check, rule int, b Breach) {
	most := math.Inf(-1)
	for i := range c.groups[Held] {
		r := &c.groups[Held][i]
		f := &r.rules[rule]
		if value := f.value(b.Limit.Kind); f.reached && value > most {
			most, b.Run = value, r.name
			if b.Paths = f.often; b.Limit.Kind.Timed() {
				b.Paths = f.long
			}
		}
	}
	v.Breaches = append(v.Breaches, b)
}

// value is the figure that a limit is on.
func (f *figures) value(kind Kind) float64 {
	switch kind {
	case Time, Slower:
		return float64(f.time)
	case Self:
		return float64(f.self)
	}
	return float64(f.calls)
}

// values returns a rule's figure in the runs of a group that reach its point.
func (c *Check) values(group, rule int, kind Kind) (all []float64) {
	for i := range c.groups[group] {
		if f := &c.groups[group][i].rules[rule]; f.reached {
			all = append(all, f.value(kind))
		}
	}
	return all
}

// reached records which runs of a group miss a rule's point. It returns an error if all do.
func (c *Check) reached(v *Verdict, group, rule int) error {
	r := &c.Rules[rule]
	var not []string
	for i := range c.groups[group] {
		if one := &c.groups[group][i]; !one.rules[rule].reached {
			not = append(not, one.name)
		}
	}
	switch {
	case len(not) == 0:
		return nil
	case len(not) == len(c.groups[group]):
		return errorf(r.at["before"], "no trace calls %s, so the calls before it cannot be counted (it is missing from %s)", r.until, not[0])
	}
	v.Missed = append(v.Missed, fmt.Sprintf("%d of %d traces do not reach %s (such as %s) and do not count for the rule in line %d.", len(not), len(c.groups[group]), r.until, not[0], r.Line))
	return nil
}

// measured returns an error if the runs lack figures that a limit needs.
func (c *Check) measured(rule int, limit Limit) error {
	if limit.Kind.Base() && len(c.groups[Base]) == 0 {
		return c.Needs()
	}
	if err := c.fit(rule, limit); err != nil {
		return err
	}
	if limit.Kind.Timed() {
		return c.timed(rule, limit)
	}
	return nil
}

// timed returns an error if a run has no times by the clock of a rule's limit.
func (c *Check) timed(rule int, limit Limit) error {
	for g := range c.groups {
		for i := range c.groups[g] {
			if one := &c.groups[g][i]; !one.rules[rule].timed {
				return errorf(limit.Line, "%s has no times by the clock %s", one.name, [...]string{"wall", "cpu", "waiting"}[c.Rules[rule].Clock])
			}
		}
	}
	return nil
}

// added returns, in the order of names, a path to each of a rule's methods that every run calls and
// no run of the base does. Paths are from the first run.
func (c *Check) added(rule int) (paths []Path, first string) {
	known := map[string]bool{}
	for i := range c.groups[Base] {
		for key := range c.groups[Base][i].rules[rule].named {
			known[key] = true
		}
		for _, key := range c.groups[Base][i].rules[rule].near {
			known[key] = true
		}
	}
	var all []map[string]Path
	for i := range c.groups[Held] {
		if f := &c.groups[Held][i].rules[rule]; f.reached {
			all = append(all, f.named)
			first = cmp.Or(first, c.groups[Held][i].name)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(all[0])) {
		if !known[key] && !slices.ContainsFunc(all, func(named map[string]Path) bool { _, ok := named[key]; return !ok }) {
			paths = append(paths, all[0][key])
		}
	}
	return paths, first
}
