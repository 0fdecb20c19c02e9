package profile

import (
	"cmp"

	"traceglass/parser/call"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// An Edge sums the calls between a method and one caller or callee.
type Edge struct {
	Method    trace.MethodIndex // the caller or callee; call.NoMethod stands for the root
	Calls     int64
	Inclusive Times
}

// Relatives are the callers (parents) and callees (children) of one method, sorted by inclusive
// time of the chosen clock, largest first. The recursive lists hold calls made while the method was
// already on the stack: its own recursive calls in the callers' list, and calls that these made in
// the callees' list. Their times are part of other times and must not be added up.
type Relatives struct {
	Parents, Children, RecursiveParents, RecursiveChildren []Edge

	// Self is the exclusive time of the method's calls that are not recursive. Self and the
	// Children's time make up the method's inclusive time.
	Self Times
}

// Relatives returns the callers and callees of a method, sorted by a clock.
func (p *Profile) Relatives(m trace.MethodIndex, by Clock) Relatives {
	var r Relatives
	lists := [...]*[]Edge{&r.Parents, &r.Children, &r.RecursiveParents, &r.RecursiveChildren}
	var at [len(lists)]map[trace.MethodIndex]int
	for i := range at {
		at[i] = map[trace.MethodIndex]int{}
	}
	add := func(list int, relative trace.MethodIndex, c *Context) {
		if c.Calls == 0 {
			return
		}
		i, ok := at[list][relative]
		if !ok {
			i = len(*lists[list])
			at[list][relative] = i
			*lists[list] = append(*lists[list], Edge{Method: relative})
		}
		e := &(*lists[list])[i]
		e.Calls += c.Calls
		e.Inclusive.add(&c.Inclusive)
	}
	t := p.Tree
	for row := p.methodFirst[m]; row != NoRow; row = p.methodNext[row] {
		recursive := 0
		if !t.Outermost[row] {
			recursive = 2
		} else {
			r.Self.add(&p.Rows[row].Exclusive)
		}
		add(recursive, t.Method[t.Parent[row]], &p.Rows[row])
		for callee := t.First[row]; callee != NoRow; callee = t.Next[callee] {
			add(recursive+1, t.Method[callee], &p.Rows[callee])
		}
	}
	for _, list := range lists {
		sorting.Stable(*list, func(a, b Edge) int { return compareEdges(&a, &b, by) })
	}
	return r
}

// compareEdges puts the larger edge first.
func compareEdges(a, b *Edge, by Clock) int {
	return cmp.Or(cmp.Compare(b.Inclusive[by], a.Inclusive[by]), cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Method, b.Method))
}

// An EdgeGroup sums the edges to the methods of a group. Its Method is the first of them. The edge to the root is a group
// without a name.
type EdgeGroup struct {
	Edge
	Name    string
	Methods []trace.MethodIndex
}

// GroupEdges groups the edges of one list of Relatives by anything but thread, and sorts the groups by a clock. class returns
// the class of a method.
func (x *Index) GroupEdges(edges []Edge, by By, clock Clock, class func(trace.MethodIndex) string) []EdgeGroup {
	var groups []EdgeGroup
	at := map[string]int{}
	for _, e := range edges {
		name := ""
		if e.Method != call.NoMethod {
			if name = x.groupName(e.Method, by, class); name == "" { // a library's path can end with a slash
				name = OtherCode
			}
		}
		i, ok := at[name]
		if !ok {
			i = len(groups)
			at[name] = i
			groups = append(groups, EdgeGroup{Edge: Edge{Method: e.Method}, Name: name})
		}
		g := &groups[i]
		g.Calls += e.Calls
		g.Inclusive.add(&e.Inclusive)
		g.Method = min(g.Method, e.Method)
		g.Methods = append(g.Methods, e.Method)
	}
	sorting.Stable(groups, func(a, b EdgeGroup) int { return compareEdges(&a.Edge, &b.Edge, clock) })
	return groups
}

// Matched returns the part of the scope's total during which at least one matching method was on
// the stack.
func (p *Profile) Matched(match func(trace.MethodIndex) bool) Times {
	var sum Times
	within := make([]bool, p.Tree.Len())
	for row := 1; row < len(within); row++ {
		if within[p.Tree.Parent[row]] {
			within[row] = true
		} else if match(p.Tree.Method[row]) {
			within[row] = true
			sum.add(&p.Rows[row].Inclusive)
		}
	}
	return sum
}

// A Path is one row of a bottom-up tree: a method that called the method of the row below it, and
// so on down to the root method, whose self time is shown.
type Path struct {
	Method    trace.MethodIndex
	Level     uint32
	Calls     int64 // calls of the root method through this path
	Inclusive Times // of the counted calls, except recursive ones
	Exclusive Times

	ends []end
}

// An end is a context of the root method, and the caller that a Path has reached from it.
type end struct{ leaf, at Row }

// Leaves returns the first rows of a bottom-up tree: a path for every method with calls in the
// scope.
func (p *Profile) Leaves() []Path {
	var paths []Path
	for m := range p.Methods {
		if p.Methods[m].Calls+p.Methods[m].Recursive == 0 {
			continue
		}
		path := Path{Method: trace.MethodIndex(m)}
		for row := p.methodFirst[m]; row != NoRow; row = p.methodNext[row] {
			if p.Rows[row].Calls > 0 {
				path.add(p, end{row, row})
			}
		}
		paths = append(paths, path)
	}
	return paths
}

func (path *Path) add(p *Profile, e end) {
	c := &p.Rows[e.leaf]
	path.ends = append(path.ends, e)
	path.Calls += c.Calls
	path.Exclusive.add(&c.Exclusive)
	if p.Tree.Outermost[e.leaf] {
		path.Inclusive.add(&c.Inclusive)
	}
}

// HasCallers reports whether Callers would return any path.
func (p *Profile) HasCallers(path *Path) bool {
	for _, e := range path.ends {
		if p.Tree.Parent[e.at] != 0 {
			return true
		}
	}
	return false
}

// Callers returns the next rows of a bottom-up tree below path, one for each calling method.
func (p *Profile) Callers(path *Path) []Path {
	var paths []Path
	at := map[trace.MethodIndex]int{}
	for _, e := range path.ends {
		caller := p.Tree.Parent[e.at]
		if caller == 0 {
			continue
		}
		m := p.Tree.Method[caller]
		i, ok := at[m]
		if !ok {
			i = len(paths)
			at[m] = i
			paths = append(paths, Path{Method: m, Level: path.Level + 1})
		}
		paths[i].add(p, end{e.leaf, caller})
	}
	return paths
}
