package tell

import "traceglass/parser/pile"

// IsSinceVersion reports whether a version of an app is another one, or follows it: 7.10 follows 7.9.
func IsSinceVersion(version, other string) bool { return pile.CompareVersions(version, other) >= 0 }
