package trace

import (
	"slices"
	"strings"
)

// platform lists the packages that are not the app's own.
var platform = []string{"android.", "androidx.", "com.android.", "com.google.android.", "dalvik.", "java.", "javax.", "jdk.",
	"kotlin.", "kotlinx.", "libcore.", "org.apache.harmony.", "org.ccil.", "org.json.", "org.w3c.", "org.xml.", "org.xmlpull.", "sun."}

// Platform tells whether the method is of Android or its languages, not the app's own.
func (m *Method) Platform() bool {
	return slices.ContainsFunc(platform, func(prefix string) bool { return strings.HasPrefix(m.Class, prefix) })
}

// Native tells whether the file says of the method that it is native code. Only files
// whose method lines have a line number can.
func (m *Method) Native() bool { return m.Line == -2 }
