package compare

import (
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// A Group is the cost of several methods together in A and in B. Its Inclusive counts each moment once.
type Group struct {
	Name    string
	Methods int // number of pairs
	Sum     [2]profile.Method
}

// origin returns the origin of a method.
func (m *Method) origin() platform.Origin {
	switch {
	case m.Own:
		return platform.Own
	case m.Library != "":
		return platform.Platform
	case m.Class == "":
		return platform.Unknown
	}
	if origin := platform.Of(m.Class); origin != platform.Own {
		return origin
	}
	return platform.Library // a library that the reader named
}

// Groups returns the groups of some pairs by anything but thread, in order of their first pair. It needs the contexts. wanted selects the pairs, nil for all.
func (c *Comparison) Groups(by profile.By, wanted []bool) []Group {
	var groups []Group
	of, at := make([]trace.MethodIndex, len(c.Pairs)), map[string]trace.MethodIndex{}
	for i := range c.Pairs {
		if wanted != nil && !wanted[i] {
			continue
		}
		m := c.Name(i)
		library := m.Library
		if m.Own && by == profile.ByLibrary {
			library = ""
		}
		name := profile.GroupName(by, m.origin(), library, m.Class, m.Class)
		g, ok := at[name]
		if !ok {
			g = trace.MethodIndex(len(groups))
			at[name] = g
			groups = append(groups, Group{Name: name})
		}
		of[i] = g
		groups[g].Methods++
	}
	for i := range of {
		if wanted != nil && !wanted[i] {
			of[i] = trace.MethodIndex(len(groups))
		}
	}
	x := c.Contexts()
	for s := range x.Rows {
		for i, sum := range profile.SumGroups(&x.Tree, x.Rows[s], of, len(groups)) {
			groups[i].Sum[s] = sum
		}
	}
	return groups
}
