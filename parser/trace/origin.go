package trace

import "traceglass/parser/platform"

// Origin returns the origin of the method's code. It judges by the library for native code, if the
// file names it, else by the class.
func (m *Method) Origin() platform.Origin {
	switch {
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
