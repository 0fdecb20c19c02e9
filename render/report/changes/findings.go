package changes

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/profile"
	"traceglass/parser/runs"
	"traceglass/parser/sorting"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/names"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// A Finding is a finding on one run, to compare with those of other runs.
type Finding struct {
	Rule     story.Rule
	Time     int64  // ns
	Text     string // sentence in the current language
	Shown    string // the same with readable names
	Sentence string // sentence in English
	Key      string // equal in findings of other runs that are the same
	Nearly   bool   // it lacks up to half of the thresholds, or is beyond the first five
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
	return all
}

// FindingsIn returns the findings on the main thread of a run, or on the first thread of the scope if main is not in it.
func FindingsIn(x *profile.Index, in profile.Scope) []Finding {
	t := story.Main(x.Info)
	if !in.Has(t) {
		t = trace.ThreadIndex(max(0, slices.Index(in.Threads, true)))
	}
	return FindingsOf(x, story.Of(x, story.Options{Thread: t, From: in.From, To: in.To}))
}

// grown is the least growth of a finding, as a share of its time before.
const grown = 0.2

// Findings compares the findings on the main thread of two runs, or of two groups of runs.
type Findings struct {
	Changes []FindingChange // new ones first, then grown ones, then gone ones; each by time
	Same    int             // number of findings that neither appeared, disappeared nor grew
}

// A FindingChange is a finding that differs between two groups.
type FindingChange struct {
	Kind string     // "new", "grown" or "gone"
	Of   Finding    // the longest one, in B, or in A if it is gone
	Time [2]float64 // median ns in A and B, 0 where it is not found
}

// CompareFindings compares the findings of each run of A and of B. New findings are in every run of B
// and in no run of A, not even nearly; gone ones the reverse. Grown ones are in all runs, and their median time grew by a
// fifth.
func CompareFindings(a, b [][]Finding) *Findings {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	type seen struct {
		first int
		most  [2]Finding
		times [2][]float64
		whole [2]int // number of runs with more than nearly a finding
	}
	of := map[string]*seen{}
	for g, group := range [][][]Finding{a, b} {
		for _, run := range group {
			for _, f := range run {
				s := of[f.Key]
				if s == nil {
					s = &seen{first: len(of)}
					of[f.Key] = s
				}
				s.times[g] = append(s.times[g], float64(f.Time))
				if !f.Nearly {
					s.whole[g]++
				}
				if f.Time > s.most[g].Time {
					s.most[g] = f
				}
			}
		}
	}
	d := &Findings{}
	for _, s := range of {
		was, is := median(s.times[0]), median(s.times[1])
		in := [2]int{len(s.times[0]), len(s.times[1])}
		switch {
		case in[0] == 0 && s.whole[1] == len(b):
			d.Changes = append(d.Changes, FindingChange{"new", s.most[1], [2]float64{0, is}})
		case in[1] == 0 && s.whole[0] == len(a):
			d.Changes = append(d.Changes, FindingChange{"gone", s.most[0], [2]float64{was, 0}})
		case in[0] == len(a) && s.whole[1] == len(b) && is >= was*(1+grown):
			d.Changes = append(d.Changes, FindingChange{"grown", s.most[1], [2]float64{was, is}})
		case s.whole[0]+s.whole[1] > 0:
			d.Same++
		}
	}
	order := []string{"new", "grown", "gone"}
	sorting.Stable(d.Changes, func(a, b FindingChange) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind)), cmp.Compare(max(b.Time[0], b.Time[1]), max(a.Time[0], a.Time[1])), cmp.Compare(a.Of.Key, b.Of.Key))
	})
	return d
}

func median(times []float64) float64 {
	if len(times) == 0 {
		return 0
	}
	return runs.SpreadOf(times).Median
}

// write writes the changed findings, or nothing if neither side has a finding.
func (d *Findings) write(out *page) {
	if d == nil || len(d.Changes)+d.Same == 0 {
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

// Title counts the findings that changed, and the others.
func (d *Findings) Title() string {
	n := map[string]int64{}
	for i := range d.Changes {
		n[d.Changes[i].Kind]++
	}
	return words.Say("Findings: {1} new, {2} grown, {3} gone, {4} other", words.Count(n["new"]), words.Count(n["grown"]), words.Count(n["gone"]), words.Count(int64(d.Same)))
}

// String returns the change and the finding as a sentence in the current language.
func (c *FindingChange) String() string { return c.say(c.Of.Text) }

// Shown is String with readable names.
func (c *FindingChange) Shown() string { return c.say(c.Of.Shown) }

func (c *FindingChange) say(finding string) string {
	switch c.Kind {
	case "new":
		return words.Say("New: {1}", finding)
	case "gone":
		return words.Say("Gone: {1}", finding)
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
