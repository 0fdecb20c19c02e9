package profile

import (
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/trace"
)

// By is a way to group methods.
type By uint8

const (
	ByMethod  By = iota // not grouped
	ByClass             // native code by library file
	ByPackage           // the same
	ByLibrary           // known libraries and parts of the platform; own code is one group
	ByThread
	ByOrigin
)

// Ways are the names of the ways to group methods, by By.
var Ways = [...]string{"method", "class", "package", "library", "thread", "origin"}

// Names of groups without a name of their own.
const (
	OwnCode    = "own code"
	OtherCode  = "other code"
	NoPackage  = "no package"
	NoClass    = "no class"
	TracerCode = "profiler in the app"
)

// A Group is the cost of several methods together. Its Calls are those made while no other method of the group was on the
// stack, so its Inclusive counts each moment once.
type Group struct {
	Name    string
	First   trace.MethodIndex // of all methods of the trace; it identifies the group in every scope
	Sum     Method
	Methods []trace.MethodIndex // called in the scope
	Each    []Method            // costs of Methods; of a group by thread, within the thread
}

// Groups returns the groups of the called methods by anything but thread, in order of First. listed, if not nil, selects
// the methods, by trace.MethodIndex. class returns the class of a method.
func (p *Profile) Groups(by By, listed []bool, class func(trace.MethodIndex) string) []Group {
	var groups []Group
	of := make([]trace.MethodIndex, len(p.Info.Methods)) // by method: index in groups
	at := map[string]trace.MethodIndex{}
	for m := range of {
		name := p.groupName(trace.MethodIndex(m), by, class)
		i, ok := at[name]
		if !ok {
			i = trace.MethodIndex(len(groups))
			at[name] = i
			groups = append(groups, Group{Name: name, First: trace.MethodIndex(m)})
		}
		of[m] = i
	}
	p.group(groups, of, listed)
	called := groups[:0]
	for _, g := range groups {
		if len(g.Methods) > 0 {
			called = append(called, g)
		}
	}
	return called
}

// Together returns all called methods as one group.
func (p *Profile) Together(listed []bool) Group {
	one := make([]Group, 1)
	p.group(one, make([]trace.MethodIndex, len(p.Info.Methods)), listed)
	return one[0]
}

// group sums the methods into groups; of has their indices by method.
func (p *Profile) group(groups []Group, of []trace.MethodIndex, listed []bool) {
	for m, i := range of {
		f := &p.Methods[m]
		switch {
		case listed != nil && !listed[m]:
			of[m] = trace.MethodIndex(len(groups)) // a group that nobody asks for
		case f.Calls+f.Recursive > 0:
			g := &groups[i]
			g.Methods, g.Each = append(g.Methods, trace.MethodIndex(m)), append(g.Each, *f)
		}
	}
	for i, sum := range SumGroups(p.Tree, p.Rows, of, len(groups)) {
		groups[i].Sum = sum
	}
}

// SumGroups returns the costs of n groups of methods. of has the group of each method of a tree; n is for none.
func SumGroups(tree *Tree, rows []Context, of []trace.MethodIndex, n int) []Method {
	sums := make([]Method, n)
	// The same tree with groups for methods.
	t := Tree{Method: make([]trace.MethodIndex, tree.Len()), Parent: tree.Parent, First: tree.First, Next: tree.Next}
	for row := range t.Method {
		if m := tree.Method[row]; m != call.NoMethod {
			t.Method[row] = of[m]
		}
	}
	t.markOutermost(n + 1)
	Blocks(len(rows), func(a, b int) {
		for row := max(1, a); row < b; row++ {
			if i := t.Method[row]; int(i) < n {
				sums[i].count(&rows[row], !t.Outermost[row])
			}
		}
	})
	return sums
}

// groupName returns the name of a method's group.
func (x *Index) groupName(m trace.MethodIndex, by By, class func(trace.MethodIndex) string) string {
	in := &x.Info.Methods[m]
	if m == x.SwitchMethod() {
		return in.Label()
	}
	library := in.Library
	if in.Own && by == ByLibrary {
		library = ""
	}
	return GroupName(by, in.Origin(), library, in.Class, class(m))
}

// GroupName returns the name of the group of a method, by anything but thread. library is the file of native code that is
// no part of the app, and shown is the class in lists.
func GroupName(by By, origin platform.Origin, library, class, shown string) string {
	switch {
	case by == ByOrigin:
		return origin.Name()
	case library != "":
		return platform.FileName(library)
	case by != ByLibrary:
		name := shown
		if name == "" {
			return NoClass
		}
		if by == ByPackage {
			if name = name[:max(0, strings.LastIndexByte(name, '.'))]; name == "" {
				return NoPackage
			}
		}
		return name
	}
	switch origin {
	case platform.Own:
		return OwnCode
	case platform.Tracer:
		return TracerCode
	case platform.Library, platform.Platform, platform.Native: // native methods have classes too
		if name := platform.Part(class); name != "" {
			return name
		}
		if at := strings.LastIndexByte(class, '.'); at > 0 && origin != platform.Native { // of a library that the reader named
			return class[:at]
		}
	}
	return OtherCode
}
