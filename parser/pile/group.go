package pile

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/sorting"
	"traceglass/parser/wait"
)

// A Group holds the cases of one cause.
type Group struct {
	Cause  wait.Cause
	Cases  []int // rows of Pile.Cases, ascending; if piles are compared, those after
	Before []int // those before; nil if no piles are compared
	Facts        // of Cases, or of Before if Cases is empty
	Was    Facts // of Before
}

// Facts summarize several cases.
type Facts struct {
	First, Last string // times as printed, "" if no file has one
	Processes   []Count
	Versions    []Count // of the app
	Releases    []Count // of Android
	Builds      []Count
	Devices     []Count // makers and models
	Kinds       []Count // of ANRs
	Issues      []Count // of the service
}

// A Count is how often a name occurs.
type Count struct {
	Name  string
	Count int
}

// Rows returns all cases of the group.
func (g *Group) Rows() []int { return slices.Concat(g.Cases, g.Before) }

// Example returns the row of Pile.Cases that represents the group.
func (g *Group) Example() int { return g.Rows()[0] }

// NoBaseline makes Groups compare nothing.
const NoBaseline = -1

// Groups groups the cases by cause, the largest group first. If a damaged dump does not show the
// holder of a lock, its case joins the only group that otherwise matches. If before is a batch, not
// NoBaseline, its cases count as before and all others as after. Groups whose share changed
// significantly come first: those that grew most, including new ones, then those that shrank or are
// gone. The rest follow, the most frequent first.
func (p *Pile) Groups(before int) []Group {
	like := map[wait.Cause][]wait.Cause{} // causes with a holder, by the same cause without it
	seen := map[wait.Cause]bool{}
	for i := range p.Cases {
		c := p.Cases[i].Cause
		if c.Holder == "" || seen[c] {
			continue
		}
		seen[c] = true
		key := c
		key.Holder = ""
		like[key] = append(like[key], c)
	}
	at := map[wait.Cause]int{}
	var all []Group
	for i := range p.Cases {
		c := p.Cases[i].Cause
		if known := like[c]; c.Holder == "" && len(known) == 1 {
			c = known[0]
		}
		g, ok := at[c]
		if !ok {
			g = len(all)
			at[c] = g
			all = append(all, Group{Cause: c})
		}
		if p.Cases[i].Batch == before {
			all[g].Before = append(all[g].Before, i)
		} else {
			all[g].Cases = append(all[g].Cases, i)
		}
	}
	for i := range all {
		g := &all[i]
		g.Facts = p.describe(g.Cases)
		if g.Was = p.describe(g.Before); len(g.Cases) == 0 {
			g.Facts = g.Was
		}
	}
	s := p.Sizes(before)
	sorting.Stable(all, func(a, b Group) int {
		byCount := cmp.Compare(len(b.Cases)+len(b.Before), len(a.Cases)+len(a.Before))
		if before == NoBaseline {
			return byCount
		}
		if shows, other := s.BeyondChance(&a), s.BeyondChance(&b); !shows || !other {
			return cmp.Or(cmp.Compare(number(other), number(shows)), byCount)
		}
		return cmp.Or(cmp.Compare(ranks[s.Change(&a)], ranks[s.Change(&b)]), cmp.Compare(s.moved(&b), s.moved(&a)), byCount)
	})
	return all
}

// number returns 1 for true, 0 for false.
func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// describe summarizes rows of Cases.
func (p *Pile) describe(rows []int) (f Facts) {
	var n [Facets]map[string]int
	for i := range n {
		n[i] = map[string]int{}
	}
	builds := map[string]int{}
	var first, last float64
	for _, row := range rows {
		c := &p.Cases[row]
		for _, facet := range []Facet{ByProcess, ByVersion, ByAndroid, ByDevice, ByKind, ByIssue} {
			n[facet][p.Value(c, facet)]++
		}
		builds[c.Build]++
		at, ok := c.instant()
		if !ok {
			continue
		}
		if f.First == "" || at < first {
			f.First, first = c.Printed, at
		}
		if f.Last == "" || at >= last {
			f.Last, last = c.Printed, at
		}
	}
	f.Processes, f.Versions, f.Releases, f.Builds = counts(n[ByProcess]), counts(n[ByVersion]), counts(n[ByAndroid]), counts(builds)
	f.Devices, f.Kinds, f.Issues = counts(n[ByDevice]), counts(n[ByKind]), counts(n[ByIssue])
	return f
}

// counts returns the counts of nonempty names, the most frequent first.
func counts(of map[string]int) (all []Count) {
	for name, n := range of {
		if name != "" {
			all = append(all, Count{name, n})
		}
	}
	sorting.Stable(all, func(a, b Count) int { return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Name, b.Name)) })
	return all
}

// Sizes holds the numbers of cases before and after.
type Sizes struct{ Before, After int }

// Sizes counts the cases of a batch, and all others.
func (p *Pile) Sizes(before int) (s Sizes) {
	for i := range p.Cases {
		if p.Cases[i].Batch == before {
			s.Before++
		} else {
			s.After++
		}
	}
	return s
}

// Shares returns the group's shares of the cases before and after, from 0 to 1.
func (s Sizes) Shares(g *Group) (before, after float64) {
	return float64(len(g.Before)) / float64(max(1, s.Before)), float64(len(g.Cases)) / float64(max(1, s.After))
}

// moved returns the change of a group's share of all cases.
func (s Sizes) moved(g *Group) float64 {
	before, after := s.Shares(g)
	return max(before-after, after-before)
}

// A Change is how the frequency of a cause changed between two piles.
type Change string

const (
	New  Change = "new"
	Gone Change = "gone"
	More Change = "more" // of a larger share
	Less Change = "less"
	Same Change = "same"
)

// ranks orders changes.
var ranks = map[Change]int{New: 0, More: 0, Same: 1, Less: 2, Gone: 3}

// Change returns how the group's share changed, significantly or not.
func (s Sizes) Change(g *Group) Change {
	switch before, after := s.Shares(g); {
	case s.Before == 0 || s.After == 0: // there is nothing to compare with
		return Same
	case len(g.Before) == 0:
		return New
	case len(g.Cases) == 0:
		return Gone
	case after > before:
		return More
	case after < before:
		return Less
	}
	return Same
}
