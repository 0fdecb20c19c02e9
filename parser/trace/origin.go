package trace

import "traceglass/parser/platform"

// Origin returns the origin of the method's code. It judges by the library for native code, if the
// file names it, else by the class.
func (m *Method) Origin() platform.Origin {
	switch {
	case m.owner > 0:
		return platform.Origin(m.owner - 1)
	case !m.Listed:
		return platform.Unknown
	case m.Own:
		return platform.Own
	case m.Library != "":
		return platform.Platform
	case m.Native():
		return platform.Native
	}
	return platform.Of(m.Class)
}

// Native reports whether the file marks the method as native code. Only files with line numbers in
// their method lines can do so.
func (m *Method) Native() bool { return m.Line == -2 }

// Assign gives the methods of some packages to their owners, and all others back to those that their names suggest.
func (in *Info) Assign(owners platform.Owners) {
	for m := range in.Methods {
		in.Methods[m].owner = 0
		if origin, ok := owners.Of(in.Methods[m].Class); ok {
			in.Methods[m].owner = 1 + uint8(origin)
		}
	}
}
