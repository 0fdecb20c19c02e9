package trace

import "traceglass/parser/platform"

// Platform tells whether the method is of Android or its languages, not the app's own.
func (m *Method) Platform() bool { return platform.Has(m.Class) }

// Native tells whether the file says of the method that it is native code. Only files
// whose method lines have a line number can.
func (m *Method) Native() bool { return m.Line == -2 }
