package dmtracedump

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"traceglass/parser/sorting"
)

// Text writes the profile as four tables: exclusive, inclusive with callers and callees, by
// class, and by method name.
func (p *Profile) Text(w io.Writer) error {
	out := &printer{w: w}
	for _, note := range p.Notes {
		fmt.Fprintf(out, "WARNING: %s\n", oneLine(note))
	}
	out.rule()
	fmt.Fprintf(out, "Total cycles: %d\n\n%s\n%s", p.Total, exclusiveTitle, exclusiveHead)
	p.exclusive(func(i int, m *Method, sum float64) {
		fmt.Fprintf(out, exclusiveRow, uint64(m.Exclusive), p.share(m.Exclusive), 100*sum/float64(uint64(p.Total)))
		fmt.Fprintf(out, "[%d] %s\n", i, m.Label())
	})
	out.rule()
	fmt.Fprintf(out, "\n%s\n%s", inclusiveTitle, p.head(inclusiveHead))
	p.inclusive(out, inclusiveLook{anchor: func(int) string { return "" }, index: plainIndex, name: func(s string) string { return s }})
	for _, by := range groupings {
		groups := p.groups(by)
		if groups == nil {
			out.rule()
			fmt.Fprint(out, "\nNo classes.\n")
			break
		}
		out.rule()
		fmt.Fprintf(out, "\n%s\n%s", by.title, p.head(by.head))
		p.eachGroup(groups, func(g *group, sum int64) {
			fmt.Fprintf(out, "%s\n", strings.Repeat("-", 45))
			fmt.Fprintf(out, groupRow, uint64(g.exclusive), p.share(g.exclusive), p.share(sum), g.calls, g.recursive)
			fmt.Fprintf(out, "%s\n", g.name)
		}, func(g *group, i int, m *Method, sum int64) {
			fmt.Fprintf(out, memberRow, uint64(m.Exclusive), uint64(m.Inclusive), share(m.Exclusive, g.exclusive), share(sum, g.exclusive), m.Calls, m.Recursive)
			fmt.Fprintf(out, "[%d] %s\n", i, by.member(m))
		})
	}
	return out.err
}

// The texts and layouts of the tables. Scripts read them, so not even a blank may change.
const (
	exclusiveTitle = "Exclusive elapsed times for each method, not including time spent in\nchildren, sorted by exclusive time.\n"
	exclusiveHead  = "    Usecs  self %  sum %  Method\n"
	exclusiveRow   = "%9d  %6.2f %6.2f  "

	inclusiveTitle = "Inclusive elapsed times for each method and its parents and children,\nsorted by inclusive time.\n"
	inclusiveHead  = "index  %/total %/self  index     calls         usecs name\n"

	groupRow  = "%9d %7.1f %7.1f %6d+%-6d "
	memberRow = "%9d %9d %7.1f %7.1f %6d+%-6d "
)

// head returns the heading of a table. For sampled traces it replaces calls by times seen, with
// the same width.
func (p *Profile) head(of string) string {
	if !p.Sampled {
		return of
	}
	return strings.NewReplacer("calls", " seen", "Calls", " Seen").Replace(of)
}

// A printer keeps the first error.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) Write(b []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	n, err := p.w.Write(b)
	p.err = err
	return n, err
}

func (p *printer) rule() { fmt.Fprintf(p, "\n%s\n", strings.Repeat("=", 70)) }

func (p *Profile) share(time int64) float64 { return share(time, p.Total) }

// share returns time in percent of total.
func share(time, whole int64) float64 { return 100 * float64(uint64(time)) / float64(uint64(whole)) }

// exclusive calls f with the methods in order of exclusive time, up to the first without any. sum
// is the running total.
func (p *Profile) exclusive(f func(i int, m *Method, sum float64)) {
	order := make([]int, len(p.Methods))
	for i := range order {
		order[i] = i
	}
	sorting.Stable(order, func(a, b int) int {
		return cmp.Or(descending(p.Methods[a].Exclusive, p.Methods[b].Exclusive), compareNames(&p.Methods[a], &p.Methods[b]))
	})
	sum := 0.0 // a float, because a sum that wrapped below 0 is too large for an integer
	for _, i := range order {
		m := &p.Methods[i]
		if m.Exclusive == 0 {
			return
		}
		sum += float64(uint64(m.Exclusive))
		f(i, m, sum)
	}
}

func plainIndex(i, width int) string { return fmt.Sprintf("%*s", width, fmt.Sprintf("[%d]", i)) }

// An inclusiveLook is the layout of the inclusive table. HTML uses the same plain text, except
// for indices and names.
type inclusiveLook struct {
	anchor func(i int) string        // text before a method
	index  func(i, width int) string // index of a method
	name   func(string) string
	rows   int // limit on methods, and on the callers and callees of each; 0 for all
}

const maxRelatives = 100

// inclusive writes the rows of the inclusive table.
func (p *Profile) inclusive(w io.Writer, look inclusiveLook) {
	index, name := look.index, look.name
	for i := range p.Methods {
		m := &p.Methods[i]
		if m.Inclusive == 0 || look.rows > 0 && i == look.rows {
			return
		}
		fmt.Fprintf(w, "%s%s\n", look.anchor(i), strings.Repeat("-", 52))
		relatives := func(lists *[2][]edge, calls func(relative *Method) int64) {
			for recursive, list := range lists {
				if recursive == 1 && len(list) > 0 {
					fmt.Fprintf(w, "%15s%s\n", "", strings.Repeat("+", 25))
				}
				for n, e := range list {
					if look.rows > 0 && n == maxRelatives {
						fmt.Fprintf(w, "%15s%d more\n", "", len(list)-n)
						break
					}
					percent := fmt.Sprintf("%5.1f%%", share(e.inclusive, m.Inclusive))
					if recursive == 1 {
						percent = "      "
					}
					other := &p.Methods[e.relative]
					fmt.Fprintf(w, "%15s%s %s %6d/%-6d %9d %s\n", "", percent, index(e.relative, 6), e.calls, calls(other), uint64(e.inclusive), name(other.Label()))
				}
			}
		}
		own := func(*Method) int64 { return m.Calls + m.Recursive }
		relatives(&m.parents, own)
		fmt.Fprintf(w, "%-6s %5.1f%%%16s%6d+%-6d %9d %s\n", fmt.Sprintf("[%d]", i), p.share(m.Inclusive), "", m.Calls, m.Recursive, uint64(m.Inclusive), name(m.Label()))
		fmt.Fprintf(w, "%15s%5.1f%% %6s %6s %6s %9d\n", "", share(m.Self, m.Inclusive), "excl", "", "", uint64(m.Self))
		relatives(&m.children, func(callee *Method) int64 { return callee.Calls + callee.Recursive })
	}
}

// A grouping is one of the last two tables: by class or by name.
type grouping struct {
	anchor, title, head string
	name                func(*Method) string
	member              func(*Method) string
}

var groupings = [...]grouping{
	{
		anchor: "class",
		title:  "Exclusive elapsed time for each class, summed over all the methods\nin the class.\n",
		head:   "   Cycles %/total Cumul.%  Calls+Recur  Class\n",
		name:   func(m *Method) string { return m.Class },
		member: func(m *Method) string { return m.Name + " " + m.Signature },
	},
	{
		anchor: "method",
		title:  "Exclusive elapsed time for each method, summed over all the classes\nthat contain a method with the same name.\n",
		head:   "   Cycles %/total Cumul.%  Calls+Recur  Method\n",
		name:   func(m *Method) string { return m.Name },
		member: (*Method).Label,
	},
}

// A group sums the methods of one class or one name.
type group struct {
	name                        string
	exclusive, calls, recursive int64
	members                     []int // rows of Profile.Methods
}

// groups returns the sorted groups, or nil if no method has both a class and a name.
func (p *Profile) groups(by grouping) []group {
	var groups []group
	at := map[string]int{}
	for i := range p.Methods {
		m := &p.Methods[i]
		if !m.named {
			continue
		}
		name := by.name(m)
		g, ok := at[name]
		if !ok {
			g = len(groups)
			at[name] = g
			groups = append(groups, group{name: name})
		}
		groups[g].exclusive += m.Exclusive
		groups[g].calls += m.Calls
		groups[g].recursive += m.Recursive
		groups[g].members = append(groups[g].members, i)
	}
	for g := range groups {
		sorting.Stable(groups[g].members, func(a, b int) int {
			return cmp.Or(descending(p.Methods[a].Exclusive, p.Methods[b].Exclusive), compareNames(&p.Methods[a], &p.Methods[b]))
		})
	}
	sorting.Stable(groups, func(a, b group) int {
		x, y := &p.Methods[a.members[0]], &p.Methods[b.members[0]]
		return cmp.Or(descending(a.exclusive, b.exclusive), strings.Compare(x.Class, y.Class), cmp.Compare(x.id, y.id))
	})
	return groups
}

// eachGroup calls head with each group that has exclusive time, and member with each of its
// methods. The sums are running totals, over the groups and within the group.
func (p *Profile) eachGroup(groups []group, head func(g *group, sum int64), member func(g *group, i int, m *Method, sum int64)) {
	total := int64(0)
	for i := range groups {
		g := &groups[i]
		if g.exclusive == 0 {
			return
		}
		total += g.exclusive
		head(g, total)
		sum := int64(0)
		for _, i := range g.members {
			sum += p.Methods[i].Exclusive
			member(g, i, &p.Methods[i], sum)
		}
	}
}
