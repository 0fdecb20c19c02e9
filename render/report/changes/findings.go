package changes

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/profile"
	"traceglass/parser/runs"
	"traceglass/parser/sorting"
	"traceglass/parser/story"
	"traceglass/render/names"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// A Finding is a finding on one run, to compare with those of other runs.
type Finding struct {
	Rule     story.Rule
	Time     int64  // ns; of the longest message or frame, outside the phases of a start, and 0 if all are in them
	Most     int64  // ns: of the longest message or frame, even in a start; 0 for other rules
	Start    bool   // of one with Most: the run has a recorded start
	Text     string // sentence in the current language
	Shown    string // the same with readable names
	Sentence string // sentence in English
	Key      string // equal in findings of other runs that are the same
	Nearly   bool   // it lacks up to half of the thresholds, or is beyond the first five
	Slight   bool   // it lacks more, or no rule looks at it; without texts. Only findings of other runs can have grown from it
}

// FindingsOf returns the findings on a thread of a run. Findings of two runs are the same if they
// have the same rule and, where the rule has several, the same cause, phase or method.
func FindingsOf(x *profile.Index, o *story.Overview) []Finding {
	says := tell.Overview{Overview: o, Info: x.Info}
	shows := says
	all := []Finding{}
	for i, found := range slices.Concat(o.Findings, o.Nearly) {
		f := &found
		say := func() string { return says.Finding(f) }
		text := say()
		if shows.Readable == nil && strings.ContainsAny(text, "$-") { // a compiled name
			shows.Readable = names.Readable(x.Info.Methods)
		}
		all = append(all, Finding{
			Rule: f.Rule, Time: f.Time, Text: text, Shown: shows.Finding(f), Sentence: words.Plain(words.InEnglish(say)), Key: f.Key(x.Info), Nearly: i >= len(o.Findings),
		})
	}
	for _, f := range o.Figures() {
		at := slices.IndexFunc(all, func(has Finding) bool { return has.Key == f.Key })
		if at < 0 {
			at = len(all)
			all = append(all, Finding{Rule: f.Rule, Time: f.Time, Key: f.Key, Slight: true})
		}
		all[at].Most, all[at].Start = f.Most, len(o.Startup.Phases) > 0 && f.Most > 0
	}
	return all
}

// grown is the least growth of a finding, as a share of its time before.
const grown = 0.2

// Findings compares the findings on the main thread of two runs, or of two groups of runs.
type Findings struct {
	Changes []FindingChange // in the order of findingKinds; each by time
	Same    []FindingChange // the other findings, by time
}

// The kinds of changes. A phase of the start that the other group does not record has neither appeared nor disappeared. If
// only one group has a recorded start, its messages outside the start do not compare with those of the other group. The
// exception is a message that is longer than all of the start, too.
const (
	isNew   = "new"
	isGrown = "grown"
	onlyInB = "not-recorded-in-a"
	onlyInA = "not-recorded-in-b"
	isOther = "not-comparable"
	isGone  = "gone"
	isSame  = "unchanged" // of Findings.Same
)

var findingKinds = []string{isNew, isGrown, isOther, onlyInB, onlyInA, isGone}

// A FindingChange is a finding that differs between two groups.
type FindingChange struct {
	Kind string     // one of findingKinds
	Of   Finding    // the longest one, in B, or in A if it has the longer one
	Time [2]float64 // median ns in A and B, 0 where it is not known; of a gone one in B, too short for a finding
	Most float64    // of not-comparable: median ns of the longest one of the other group, in its start
	inA  bool       // Of is in A
}

// CompareFindings compares the findings of each run of A and of B. New findings are in every run of B
// and in no run of A, not even nearly; gone ones the reverse. Grown ones are in all runs, and their median time grew by a
// fifth. So a finding whose time in A is known, but too short for a finding, is not new.
func CompareFindings(a, b [][]Finding) *Findings {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	of := map[string]*occurrences{}
	for g, group := range [][][]Finding{a, b} {
		for _, run := range group {
			for i := range run {
				o := of[run[i].Key]
				if o == nil {
					o = &occurrences{rule: run[i].Rule, runs: [2]int{len(a), len(b)}}
					of[run[i].Key] = o
				}
				o.add(g, &run[i])
			}
		}
	}
	d := &Findings{}
	for _, o := range of {
		switch c := o.change(); c.Kind {
		case "":
		case isSame:
			d.Same = append(d.Same, c)
		default:
			d.Changes = append(d.Changes, c)
		}
	}
	for _, all := range [...][]FindingChange{d.Changes, d.Same} {
		sorting.Stable(all, func(a, b FindingChange) int {
			return cmp.Or(cmp.Compare(slices.Index(findingKinds, a.Kind), slices.Index(findingKinds, b.Kind)), cmp.Compare(max(b.Time[0], b.Time[1]), max(a.Time[0], a.Time[1])), cmp.Compare(a.Of.Key, b.Of.Key))
		})
	}
	return d
}

// occurrences sums up one finding over the runs of A and of B.
type occurrences struct {
	rule   story.Rule
	runs   [2]int     // number of all runs
	most   [2]Finding // the longest one
	times  [2][]float64
	mosts  [2][]float64
	starts [2]int
	nearly [2]int // number of runs with a finding, or nearly
	whole  [2]int // number of runs with more than nearly a finding
}

// add adds the finding of one run of a group.
func (o *occurrences) add(g int, f *Finding) {
	if f.Time > 0 {
		o.times[g] = append(o.times[g], float64(f.Time))
	}
	if f.Most > 0 {
		o.mosts[g] = append(o.mosts[g], float64(f.Most))
	}
	if f.Start {
		o.starts[g]++
	}
	if f.Slight {
		return
	}
	o.nearly[g]++
	if !f.Nearly {
		o.whole[g]++
	}
	if f.Time > o.most[g].Time {
		o.most[g] = *f
	}
}

// change returns how the finding differs between the groups. Its Kind is "" if no run has more than nearly a finding.
func (o *occurrences) change() FindingChange {
	was, is := median(o.times[0]), median(o.times[1])
	known := [2]bool{len(o.times[0]) == o.runs[0], len(o.times[1]) == o.runs[1]}
	inAll := [2]bool{o.whole[0] == o.runs[0], o.whole[1] == o.runs[1]}
	unrecorded := func(g int) bool { return o.rule == story.SlowPhase && len(o.times[g]) == 0 }
	if o.starts[0] > 0 != (o.starts[1] > 0) { // messages of a start are in the figures of one group only
		g := 1 // the group whose finding is at stake
		if o.starts[1] > 0 {
			g = 0
		}
		mine, theirs, most := median(o.times[g]), median(o.times[1-g]), median(o.mosts[1-g])
		differs := inAll[g] && mine >= theirs*(1+grown) && (g == 1 || o.nearly[1] == 0)
		switch {
		case differs && mine < most*(1+grown):
			return FindingChange{isOther, o.most[g], [2]float64{was, is}, most, g == 0}
		case differs && most > 0: // longer than all of them
			known[1-g] = true
			if g == 1 {
				was = most
			} else {
				is = most
			}
		}
	}
	of := func(kind string, g int, was, is float64) FindingChange {
		return FindingChange{kind, o.most[g], [2]float64{was, is}, 0, g == 0}
	}
	switch {
	case inAll[1] && unrecorded(0):
		return of(onlyInB, 1, 0, is)
	case inAll[0] && unrecorded(1):
		return of(onlyInA, 0, was, 0)
	case inAll[1] && o.nearly[0] == 0 && !known[0]:
		return of(isNew, 1, 0, is)
	case inAll[0] && o.nearly[1] == 0 && (!known[1] || was >= is*(1+grown)):
		return of(isGone, 0, was, is)
	case inAll[1] && known[0] && is >= was*(1+grown):
		return of(isGrown, 1, was, is)
	case o.whole[1] > 0:
		return of(isSame, 1, was, is)
	case o.whole[0] > 0:
		return of(isSame, 0, was, is)
	}
	return FindingChange{}
}

func median(times []float64) float64 {
	if len(times) == 0 {
		return 0
	}
	return runs.SpreadOf(times).Median
}

// write writes the changed findings, or nothing if neither side has a finding.
func (d *Findings) write(out *page) {
	if d == nil || len(d.Changes)+len(d.Same) == 0 {
		return
	}
	var lines []string
	for i := range d.Changes {
		lines = append(lines, d.Changes[i].String())
	}
	out.heading(d.Title())
	if len(lines) > 0 {
		out.list(0, lines)
	}
}

// Title counts the findings that changed, and the others. It leaves out zeros: where no finding is new or grown, many short
// frames or messages can still take longer.
func (d *Findings) Title() string {
	n := map[string]int64{}
	for i := range d.Changes {
		n[d.Changes[i].Kind]++
	}
	var parts []string
	for _, of := range [...]struct {
		says words.Text
		n    int64
	}{
		{"{1} new", n[isNew]}, {"{1} grown", n[isGrown]}, {"{1} gone", n[isGone]},
		{"{1} not comparable", n[onlyInA] + n[onlyInB] + n[isOther]}, {"{1} unchanged", int64(len(d.Same))},
	} {
		if of.n > 0 {
			parts = append(parts, words.Say(of.says, words.Count(of.n)))
		}
	}
	return words.Say("Findings: {1}", words.List(parts))
}

// InA reports whether the finding is one of A.
func (c *FindingChange) InA() bool { return c.inA }

// String returns the change and the finding as a sentence in the current language.
func (c *FindingChange) String() string { return c.sentence(c.Of.Text) }

// Shown is String with readable names.
func (c *FindingChange) Shown() string { return c.sentence(c.Of.Shown) }

func (c *FindingChange) sentence(finding string) string {
	switch c.Kind {
	case isNew:
		return words.Say("New: {1}", finding)
	case isGone:
		if c.Time[1] > 0 {
			return words.Say("No longer a finding, {1} in B: {2}", words.Brief(int64(c.Time[1])), finding)
		}
		return words.Say("No longer a finding in B: {1}", finding)
	case isOther:
		other, most := c.Time[0], words.Brief(int64(c.Most))
		says := [...]words.Text{"Not comparable: A's longest took {1} in its start, {2} outside it. {3}", "Not comparable: A's longest took {1} in its start. {2}"}
		if c.inA {
			other = c.Time[1]
			says = [...]words.Text{"Not comparable: B's longest took {1} in its start, {2} outside it. {3}", "Not comparable: B's longest took {1} in its start. {2}"}
		}
		if other == 0 {
			return words.Say(says[1], most, finding)
		}
		return words.Say(says[0], most, words.Brief(int64(other)), finding)
	case isSame:
		return words.Say("Unchanged: {1}", finding)
	case onlyInA:
		return words.Say("Not recorded in B: {1}", finding)
	case onlyInB:
		return words.Say("Not recorded in A: {1}", finding)
	}
	return words.Say("Grown from {1} to {2}: {3}", words.Brief(int64(c.Time[0])), words.Brief(int64(c.Time[1])), finding)
}

// objects returns the changes for JSON.
func (d *Findings) objects() []object {
	all := []object{}
	if d == nil {
		return all
	}
	for i := range d.Changes {
		c := &d.Changes[i]
		o := object{{"change", c.Kind}, {"rule", c.Of.Rule.String()}, {"sentence", c.Of.Sentence}}
		for g, t := range c.Time {
			if t > 0 {
				o = append(o, member{[]string{"a", "b"}[g], object{{"medianNs", int64(t)}}})
			}
		}
		all = append(all, o)
	}
	return all
}
