package trace

import "traceglass/parser/platform"

// Origin is whose code the method is: what its library tells, native code where the file says
// so, else what its class tells.
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

// Native tells whether the file says of the method that it is native code. Only files
// whose method lines have a line number can.
func (m *Method) Native() bool { return m.Line == -2 }
