// Package dmtracedump writes what the program of that name wrote of a trace: a profile as
// text, HTML or a graph, the difference of two, and the list of records. What the program
// did is described in parser/trace/format.md, section 12.
package dmtracedump

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/names"
)

// A Profile is what every method cost, in the units and order of dmtracedump's tables.
type Profile struct {
	Total   int64    // µs from each thread's first record to its last, the 100 %
	Methods []Method // in order of inclusive time, the greatest first: their index in every table
	Sampled bool     // calls are times seen, where the tables are not to be dmtracedump's
	Notes   []string // what was damaged in the trace, where the tables are not to be dmtracedump's
	top     int      // row of Methods for time with an empty stack
}

// A Method is one row. Times are in µs.
type Method struct {
	Class, Name, Signature string

	Exclusive, Inclusive int64
	Self                 int64 // exclusive time of the calls that are not recursive
	Calls, Recursive     int64

	// Callers and callees: of calls that are not recursive, and while the method was on
	// the stack already.
	parents, children [2][]edge

	// Which of the trace's methods it is; call.NoMethod for toplevel and unknown, and for all
	// that a File lists.
	Index trace.MethodIndex

	id    int64 // the method's in the file; toplevel and unknown are its own
	named bool  // there is a Name, even an empty one

	params string // where Class and Name are not the method's alone, what tells it from others
}

// The methods that no file lists.
const (
	toplevel = 1 << 32
	unknown  = toplevel + 1
)

// An edge sums the calls between a method and one relative of it.
type edge struct {
	relative  int // row of Profile.Methods
	calls     int64
	inclusive int64
}

// Label is how the tables name the method.
func (m *Method) Label() string {
	if !m.named {
		return m.Class
	}
	return m.Class + "." + m.Name + " " + m.Signature
}

// Short is Label without the signature, as graphs and differences have it.
func (m *Method) Short() string {
	if !m.named {
		return m.Class + ".(null)"
	}
	return m.Class + "." + m.Name + m.params
}

// FromFigures returns the profile of p by one clock. The figures are those of every other
// view; with a file, names, their order and the methods that count as one unknown are
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
	// A call of an unknown method within one of another is recursive where they are one.
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

// A builder gathers a Profile's methods before they are put in order.
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

// call adds calls of m by caller; each of the two is recursive (1) or not (0).
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

// profile puts the methods and their relatives in order.
func (d *builder) profile() *Profile {
	order := make([]int, len(d.Methods))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
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
			slices.Reverse(list) // of relatives with the same names and time, the one found last comes first
			for e := range list {
				list[e].relative = index[list[e].relative]
			}
			places := make([]int, len(list)) // numbers are sorted here as above: one function does for both
			for e := range list {
				places[e] = e
			}
			slices.SortStableFunc(places, func(a, b int) int {
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

// descending compares times as dmtracedump does, which has no negative ones: a sum that a
// clock running backwards made negative comes first.
func descending(a, b int64) int { return cmp.Compare(uint64(b), uint64(a)) }

func sameNames(a, b *Method) bool {
	return a.named && b.named && a.Class == b.Class && a.Name == b.Name && a.Signature == b.Signature
}

// compareNames orders methods of equal time, those with the same names by id.
func compareNames(a, b *Method) int {
	if c := strings.Compare(a.Class, b.Class); c != 0 {
		return c
	}
	if !a.named || !b.named {
		return cmp.Compare(a.id, b.id)
	}
	return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Signature, b.Signature), cmp.Compare(a.id, b.id))
}
