package runs

import (
	"errors"
	"fmt"

	"traceglass/parser/profile"
)

// ErrEmpty reports a range of a run without calls.
var ErrEmpty = errors.New("it has no calls in this part")

// Start returns the time of the first call of a method that matches anchor, preferably on main, in
// ns from the start of the timeline. Ranges of several traces are measured from there. Without such
// a call Start returns an error.
func Start(x *profile.Index, anchor *Pattern) (ns int64, err error) {
	first, ok := First(x, anchor.Match)
	if !ok {
		return 0, fmt.Errorf("it has no call of %s to align at", anchor)
	}
	return x.Calls.Nanos(x.Level(first).Start(int(first.Row))), nil
}
