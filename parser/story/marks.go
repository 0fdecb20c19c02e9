package story

import (
	"strings"

	"traceglass/parser/profile"
)

// Names returns, by method, the cause of waiting that its name shows: IdleWait for the methods of idle waits, and
// Unexplained for most methods. In a wait, the innermost method with a cause decides.
func Names(x *profile.Index) []Cause {
	all := make([]Cause, len(x.Info.Methods))
	for m, k := range knownMethods(x.Info) {
		if k != nil {
			all[m] = k.cause
		}
	}
	for _, row := range x.IdleRows() {
		if m := x.Merged.Method[row]; int(m) < len(all) && all[m] == Unexplained {
			all[m] = IdleWait
		}
	}
	return all
}

// CauseNamed returns the cause with a name of Hyphenated.
func CauseNamed(name string) (c Cause, ok bool) {
	for c := range Causes {
		if Hyphenated(c) == name {
			return c, true
		}
	}
	return 0, false
}

// Hyphenated returns the name of a cause as one word: "class-loading".
func Hyphenated(c Cause) string { return strings.ReplaceAll(c.String(), " ", "-") }
