package mapping

import (
	"cmp"
	"slices"

	"traceglass/parser/sorting"
)

// overloads are the methods of a class that share a name in the app, indexed by the lines of their
// groups. A hostile map can have thousands of groups for a name, and a dump a frame for each line,
// so a frame must not scan them all.
type overloads struct {
	methods []method
	// Groups with a range, by first line, as an implicit balanced tree: the root of spans[lo:hi] is
	// its middle.
	spans []span
	most  []int32 // by span: the largest last line in its subtree
	lasts []int32 // last lines of all spans, ascending
	// Groups without a range, which fit any line; computed on first use.
	rangeless *candidates
	// Original of a frame whose line is not informative; computed on first use.
	unnumbered *Found
}

// A place identifies a group: methods[method].groups[group].
type place struct{ method, group int32 }

func (a place) compare(b place) int {
	return cmp.Or(cmp.Compare(a.method, b.method), cmp.Compare(a.group, b.group))
}

type span struct {
	from, to int32
	at       place
}

// mostHolding limits how many groups of one line are visited. R8 gives each method with a shared
// name separate lines, so a line of a real map has one group, or a few.
const mostHolding = 10 * mostCandidates

func newOverloads(methods []method) *overloads {
	o := &overloads{methods: methods}
	for i := range methods {
		for j, g := range methods[i].groups {
			if g[0].from >= 0 {
				o.spans = append(o.spans, span{g[0].from, g[0].to, place{int32(i), int32(j)}})
				o.lasts = append(o.lasts, g[0].to)
			}
		}
	}
	sorting.Stable(o.spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	sorting.Stable(o.lasts, cmp.Compare)
	o.most = make([]int32, len(o.spans))
	o.measure(0, len(o.spans))
	return o
}

// measure sets most for the subtree spans[lo:hi] and returns the value of its root, or -1 for an
// empty subtree.
func (o *overloads) measure(lo, hi int) int32 {
	if lo == hi {
		return -1
	}
	root := (lo + hi) / 2
	o.most[root] = max(o.spans[root].to, o.measure(lo, root), o.measure(root+1, hi))
	return o.most[root]
}

func (o *overloads) group(at place) group { return o.methods[at.method].groups[at.group] }

// holding returns the groups at or after a place whose range contains line n, in the order of the
// map, at most mostHolding, and their total number. If after is set, the total is exact only when
// all groups are returned.
func (o *overloads) holding(n int32, after place) (places []place, total int) {
	places = o.visit(nil, 0, len(o.spans), n)
	total = len(places)
	if total == mostHolding {
		begun, _ := slices.BinarySearchFunc(o.spans, int64(n)+1, func(s span, n int64) int { return cmp.Compare(int64(s.from), n) })
		ended, _ := slices.BinarySearch(o.lasts, n)
		total = begun - ended
	}
	sorting.Stable(places, place.compare)
	first, _ := slices.BinarySearchFunc(places, after, place.compare)
	return places[first:], total - first
}

func (o *overloads) visit(places []place, lo, hi int, n int32) []place {
	for lo < hi && len(places) < mostHolding {
		root := (lo + hi) / 2
		if o.most[root] < n {
			return places
		}
		places = o.visit(places, lo, root, n)
		if len(places) == mostHolding || o.spans[root].from > n {
			return places
		}
		if o.spans[root].to >= n {
			places = append(places, o.spans[root].at)
		}
		lo = root + 1
	}
	return places
}

// withoutRange returns the groups without a range, in the order of the map.
func (o *overloads) withoutRange() (places []place) {
	for i := range o.methods {
		for j, g := range o.methods[i].groups {
			if g[0].from < 0 {
				places = append(places, place{int32(i), int32(j)})
			}
		}
	}
	return places
}

// overloadsOf returns the indexed methods of a class with a name in the app.
func (m *Map) overloadsOf(c *class, name string) *overloads {
	o := c.overloads[name]
	if o == nil {
		if c.overloads == nil {
			c.overloads = map[string]*overloads{}
		}
		o = newOverloads(m.methodsOf(c, name))
		c.overloads[name] = o
	}
	return o
}
