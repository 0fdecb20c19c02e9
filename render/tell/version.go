package tell

import "traceglass/parser/input"

// IsSinceVersion reports whether a version of an app is another one, or follows it: 7.10 follows 7.9.
func IsSinceVersion(version, other string) bool { return input.Natural(version, other) >= 0 }
