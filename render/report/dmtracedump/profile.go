// Package dmtracedump writes the output of Android's old program dmtracedump: a profile as text,
// HTML or a graph, the difference of two profiles, and the list of records.
// parser/trace/format.md, section 12, describes the program.
package dmtracedump

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
	"traceglass/render/names"
)

// A Profile has the cost of every method, in the units and the order of dmtracedump's tables.
type Profile struct {
	Total   int64    // µs from each thread's first record to its last, summed: the 100 %
	Methods []Method // by inclusive time, largest first; tables use their index
	Sampled bool     // calls are times seen; set if the tables need not equal dmtracedump's
	Notes   []string // damage in the trace; set if the tables need not equal dmtracedump's
	top     int      // row of Methods for time with an empty stack
}

// A Method is one row. Times are in µs.
type Method struct {
	Class, Name, Signature string

	Exclusive, Inclusive int64
	Self                 int64 // exclusive time of the calls that are not recursive
	Calls, Recursive     int64

	// Callers and callees: [0] for calls that are not recursive, [1] for calls while the method
	// was already on the stack.
	parents, children [2][]edge

	// The method's row in the trace, or call.NoMethod for toplevel and unknown, and for methods
	// that a File lists.
	Index trace.MethodIndex

	id    int64 // the method's id in the file; toplevel and unknown have their own
	named bool  // it has a Name, even an empty one

	params string // distinguishes methods with the same Class and Name
}

// Ids of the methods that no file lists.
const (
	toplevel = 1 << 32
	unknown  = toplevel + 1
)

// An edge sums the calls between a method and one caller or callee.
type edge struct {
	relative  int // row of Profile.Methods
	calls     int64
	inclusive int64
}

// Label returns the method's name in the tables.
func (m *Method) Label() string {
	if !m.named {
		return m.Class
	}
	return m.Class + "." + m.Name + " " + m.Signature
}

// Short returns Label without the signature, for graphs and differences.
func (m *Method) Short() string {
	if !m.named {
		return m.Class + ".(null)"
	}
	return m.Class + "." + m.Name + m.params
}

// FromFigures returns the profile of p by one clock. The figures equal those of every other view.
// With a file, names, their order, and the methods that count as one unknown method are
// dmtracedump's.
func FromFigures(p *profile.Profile, clock profile.Clock, f *File) *Profile {
	var d builder
	of := make([]int, len(p.Info.Methods)) // by trace.MethodIndex: row of d.Methods
	if f != nil && f.Ended {
		d.Methods = slices.Clone(f.Methods)
		for i := range d.Methods {
			d.Methods[i].Index = call.NoMethod
		}
		d.addPseudo()
		for m := range p.Info.Methods {
			if of[m] = f.find(uint32(p.Info.Methods[m].ID)); of[m] < 0 {
				of[m] = d.unknown
			}
		}
	} else {
		for m := range p.Info.Methods {
			of[m] = len(d.Methods)
			d.Methods = append(d.Methods, methodOf(&p.Info.Methods[m]))
			d.Methods[m].Index = trace.MethodIndex(m)
		}
		for m, params := range names.Overloads(p.Index) {
			d.Methods[m].params = params
		}
		for _, n := range p.Notes() {
			d.Notes = append(d.Notes, n.Text)
		}
		d.addPseudo()
	}
	t := p.Tree
	row := func(r profile.Row) int {
		if r == 0 {
			return d.top
		}
		return of[t.Method[r]]
	}
	// A call of an unknown method within one of another is recursive, because both count as one
	// method.
	within := make([]bool, t.Len()) // by row: within a call of an unknown method
	for r := 1; r < t.Len(); r++ {
		within[r] = within[t.Parent[r]] || row(t.Parent[r]) == d.unknown
	}
	recursive := func(r profile.Row) int {
		if row(r) == d.unknown {
			if within[r] {
				return 1
			}
			return 0
		}
		if t.Outermost[r] {
			return 0
		}
		return 1
	}
	unit := int64(1000) // ns to µs
	if p.Counts(clock) {
		unit = 1
	}
	d.Total = p.Total()[clock] / unit
	top := &d.Methods[d.top]
	top.Inclusive = d.Total
	top.Exclusive, top.Self = p.Outside()[clock]/unit, p.Outside()[clock]/unit
	for r := profile.Row(1); int(r) < t.Len(); r++ {
		c := &p.Rows[r]
		if c.Calls == 0 {
			continue
		}
		again := recursive(r)
		d.call(row(r), row(t.Parent[r]), again, recursive(t.Parent[r]), c.Calls, c.Inclusive[clock]/unit)
		d.own(row(r), again, c.Exclusive[clock]/unit)
	}
	out := d.profile()
	out.Sampled = f == nil && p.Info.Sampling == trace.Sampled
	return out
}

func methodOf(m *trace.Method) Method {
	out := Method{Class: m.Class, Name: m.Name, Signature: m.Signature, id: int64(uint32(m.ID)), named: true}
	if !m.Listed || m.Class == "" {
		out.Class, out.Name, out.Signature, out.named = m.Label(), "", "", false
	}
	return out
}

// A builder collects the methods of a Profile before they are sorted.
type builder struct {
	Profile
	unknown int
	edges   map[edgeKey]int
}

type edgeKey struct {
	of, relative int
	list         int // 0 and 1 parents, 2 and 3 children
}

func (d *builder) addPseudo() {
	d.top, d.unknown = len(d.Methods), len(d.Methods)+1
	d.Methods = append(d.Methods,
		Method{Class: "(toplevel)", id: toplevel, Index: call.NoMethod},
		Method{Class: "(unknown)", id: unknown, Index: call.NoMethod})
	d.edges = map[edgeKey]int{}
}

// own adds time that a method was on top of the stack.
func (d *builder) own(m, recursive int, time int64) {
	d.Methods[m].Exclusive += time
	if recursive == 0 {
		d.Methods[m].Self += time
	}
}

// call adds calls of m by caller. recursive and callerRecursive are 1 if that method was already
// on the stack, else 0.
func (d *builder) call(m, caller, recursive, callerRecursive int, calls, inclusive int64) {
	callee := &d.Methods[m]
	if recursive == 0 {
		callee.Calls += calls
		callee.Inclusive += inclusive
	} else {
		callee.Recursive += calls
	}
	d.edge(&callee.parents[recursive], edgeKey{m, caller, recursive}, calls, inclusive)
	d.edge(&d.Methods[caller].children[callerRecursive], edgeKey{caller, m, 2 + callerRecursive}, calls, inclusive)
}

func (d *builder) edge(list *[]edge, key edgeKey, calls, inclusive int64) {
	i, ok := d.edges[key]
	if !ok {
		i = len(*list)
		d.edges[key] = i
		*list = append(*list, edge{relative: key.relative})
	}
	(*list)[i].calls += calls
	(*list)[i].inclusive += inclusive
}

// profile sorts the methods and their callers and callees.
func (d *builder) profile() *Profile {
	order := make([]int, len(d.Methods))
	for i := range order {
		order[i] = i
	}
	sorting.Stable(order, func(a, b int) int {
		return cmp.Or(descending(d.Methods[a].Inclusive, d.Methods[b].Inclusive), compareNames(&d.Methods[a], &d.Methods[b]))
	})
	index := make([]int, len(order))
	methods := make([]Method, len(order))
	for i, m := range order {
		index[m] = i
		methods[i] = d.Methods[m]
	}
	for i := range methods {
		m := &methods[i]
		for _, list := range [...][]edge{m.parents[0], m.parents[1], m.children[0], m.children[1]} {
			slices.Reverse(list) // of callers or callees with equal names and times, the one found last comes first
			for e := range list {
				list[e].relative = index[list[e].relative]
			}
			places := make([]int, len(list)) // numbers are sorted as above, so that one function does for both
			for e := range list {
				places[e] = e
			}
			sorting.Stable(places, func(a, b int) int {
				x, y := &methods[list[a].relative], &methods[list[b].relative]
				if c := descending(list[a].inclusive, list[b].inclusive); c != 0 || sameNames(x, y) {
					return c
				}
				return compareNames(x, y)
			})
			before := slices.Clone(list)
			for e, from := range places {
				list[e] = before[from]
			}
		}
	}
	d.Methods, d.top = methods, index[d.top]
	return &d.Profile
}

// descending compares times as dmtracedump does. Its times are unsigned, so a sum that is
// negative because a clock ran backwards comes first.
func descending(a, b int64) int { return cmp.Compare(uint64(b), uint64(a)) }

func sameNames(a, b *Method) bool {
	return a.named && b.named && a.Class == b.Class && a.Name == b.Name && a.Signature == b.Signature
}

// compareNames orders methods of equal time, and methods with the same names by id.
func compareNames(a, b *Method) int {
	if c := strings.Compare(a.Class, b.Class); c != 0 {
		return c
	}
	if !a.named || !b.named {
		return cmp.Compare(a.id, b.id)
	}
	return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Signature, b.Signature), cmp.Compare(a.id, b.id))
}
