package pile

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/sorting"
)

// A Facet is a kind of fact that cases are chosen and counted by.
type Facet uint8

const (
	ByCategory   Facet = iota // of the cause
	ByVersion                 // of the app, else its version code
	ByKind                    // of the ANR
	ByLibrary                 // whose code main runs or waits for
	ByAndroid                 // release of Android
	ByDevice                  // maker and model, else the marketing name
	ByForeground              // "yes" or "no"
	ByDay
	ByProcess
	BySource // service
	ByIssue  // of the service
	ByCode   // version code of the app
	ByAPI    // API level
	ByBatch  // folder or zip file
	Facets   // number of facets
)

// facetNames are stable words, for links, options and JSON.
var facetNames = [Facets]string{"category", "version", "kind", "library", "android", "device", "foreground", "day", "process", "service", "issue", "build", "api", "lot"}

// String returns the facet's stable name.
func (f Facet) String() string { return facetNames[f] }

// FacetOf returns the facet with a name.
func FacetOf(name string) (f Facet, ok bool) {
	at := slices.Index(facetNames[:], name)
	return Facet(max(at, 0)), at >= 0
}

// Value returns a case's value of a facet, "" if its report does not say.
func (p *Pile) Value(c *Case, f Facet) string {
	switch f {
	case ByCategory:
		return c.Category
	case ByVersion:
		return c.Release()
	case ByCode:
		return c.Code
	case ByAndroid:
		return cmp.Or(c.OS, androidOf(c.API))
	case ByAPI:
		if c.API > 0 {
			return strconv.Itoa(c.API)
		}
	case ByDevice:
		if c.Model != "" {
			return strings.TrimSpace(c.Maker + " " + c.Model)
		}
		return cmp.Or(c.Device, c.Maker)
	case ByKind:
		return c.Kind
	case ByForeground:
		switch c.Foreground {
		case dump.Yes:
			return "yes"
		case dump.No:
			return "no"
		}
	case ByProcess:
		return c.Process
	case BySource:
		return c.About.Source
	case ByIssue:
		return c.Issue
	case ByLibrary:
		return c.Library
	case ByDay:
		return dayOf(c.Time)
	case ByBatch:
		return p.Batches[c.Batch]
	}
	return ""
}

// androids are the releases of Android by API level, from 26.
var androids = []string{"8", "8.1", "9", "10", "11", "12", "12", "13", "14", "15", "16"}

// androidOf returns the release of an API level, so that reports with either are counted together.
func androidOf(level int) string {
	if level < 26 || level-26 >= len(androids) {
		return ""
	}
	return androids[level-26]
}

// dayOf returns the day in a time of dump.About: "2026-09-21", or "--09-21" without a year.
func dayOf(time string) string {
	day, _, ok := strings.Cut(time, "T")
	if !ok {
		return ""
	}
	return day
}

// A Choice selects the cases that have one of the values of a facet. "" selects those whose report
// does not say.
type Choice struct {
	Facet  Facet
	Values []string
}

func (p *Pile) matches(c *Case, choices []Choice, but Facet) bool {
	for i := range choices {
		if choices[i].Facet != but && !slices.Contains(choices[i].Values, p.Value(c, choices[i].Facet)) {
			return false
		}
	}
	return true
}

// Select returns a pile of the cases that match all choices. It shares the stacks of p.
func (p *Pile) Select(choices []Choice) *Pile {
	if len(choices) == 0 {
		return p
	}
	some := *p
	some.Cases, some.NoCause = nil, nil
	for i := range p.Cases {
		if p.matches(&p.Cases[i], choices, Facets) {
			some.Cases = append(some.Cases, p.Cases[i])
		}
	}
	return &some
}

// Counts returns how many cases have each value of a facet, the most frequent first; versions and
// days come in their order, the latest first. Choices of other facets apply, so a facet keeps the
// values that could be chosen as well. Unknown values are left out.
func (p *Pile) Counts(f Facet, choices []Choice) []Count {
	n := map[string]int{}
	for i := range p.Cases {
		if p.matches(&p.Cases[i], choices, f) {
			n[p.Value(&p.Cases[i], f)]++
		}
	}
	all := counts(n)
	switch f {
	case ByVersion, ByCode, ByAndroid, ByAPI:
		sorting.Stable(all, func(a, b Count) int { return CompareVersions(b.Name, a.Name) })
	case ByDay:
		sorting.Stable(all, func(a, b Count) int { return strings.Compare(b.Name, a.Name) })
	}
	return all
}

// Batches of a pile that Against splits.
const (
	earlier = "before"
	later   = "after"
)

// Against returns a pile with two batches: before has the cases with one of the values of a choice,
// after has those with one of the others, or all others if that is empty. Cases of neither are left
// out.
func (p *Pile) Against(before Choice, after []string) *Pile {
	two := *p
	two.Batches, two.Cases, two.NoCause, two.lots = []string{earlier, later}, nil, nil, nil
	for i := range p.Cases {
		c := p.Cases[i]
		switch value := p.Value(&c, before.Facet); {
		case slices.Contains(before.Values, value):
			c.Batch = 0
		case len(after) == 0 || slices.Contains(after, value):
			c.Batch = 1
		default:
			continue
		}
		two.Cases = append(two.Cases, c)
	}
	return &two
}

// Since returns a pile with two batches, as Against does, of the cases that match all choices. Choices
// of the facet of before say which cases count as after. Without them, those of later versions do,
// where there are any.
func (p *Pile) Since(before Choice, choices []Choice) *Pile {
	var others []Choice
	var after []string
	for _, c := range choices {
		if c.Facet != before.Facet {
			others = append(others, c)
			continue
		}
		for _, value := range c.Values {
			if !slices.Contains(before.Values, value) {
				after = append(after, value)
			}
		}
	}
	if len(after) == 0 && before.Facet == ByVersion {
		for _, of := range p.Counts(ByVersion, nil) {
			if !slices.ContainsFunc(before.Values, func(value string) bool { return CompareVersions(of.Name, value) <= 0 }) {
				after = append(after, of.Name)
			}
		}
	}
	return p.Select(others).Against(before, after)
}

// CompareVersions orders versions by their numbers, part by part: 7.9 before 7.10, and 7.2-rc1
// before 7.2.
func CompareVersions(a, b string) int {
	if a == "" || b == "" {
		return strings.Compare(a, b)
	}
	for a != "" && b != "" {
		x, restA := part(a)
		y, restB := part(b)
		m, errX := strconv.ParseUint(x, 10, 64)
		n, errY := strconv.ParseUint(y, 10, 64)
		switch {
		case errX == nil && errY == nil:
			if c := cmp.Compare(m, n); c != 0 {
				return c
			}
		case errX == nil: // a number is later than a word
			return 1
		case errY == nil:
			return -1
		default:
			if c := strings.Compare(x, y); c != 0 {
				return c
			}
		}
		a, b = restA, restB
	}
	switch { // what remains is a further number, or a mark such as rc1
	case a != "":
		return remains(a)
	case b != "":
		return -remains(b)
	}
	return 0
}

// part cuts off the first run of digits or of other characters, without separators.
func part(s string) (first, rest string) {
	s = strings.TrimLeft(s, ".-+_ ")
	n := 0
	for n < len(s) && !strings.ContainsRune(".-+_ ", rune(s[n])) && isDigit(s[n]) == isDigit(s[0]) {
		n++
	}
	return s[:n], s[n:]
}

// remains compares a version that continues with one that has ended.
func remains(s string) int {
	if first, _ := part(s); first != "" && !isDigit(first[0]) {
		return -1
	}
	return 1
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
