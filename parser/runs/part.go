package runs

import (
	"errors"
	"fmt"

	"traceglass/parser/profile"
)

// ErrEmpty is why a part of a run is not compared in which nothing was called.
var ErrEmpty = errors.New("it has no calls in this part")

// Start is when a trace calls a method that the anchor names for the first time, on main where main does, in ns from the
// beginning of its timeline: parts of several traces are counted from there. It is an error if there is no such call.
func Start(x *profile.Index, anchor *Pattern) (ns int64, err error) {
	first, ok := First(x, anchor.Match)
	if !ok {
		return 0, fmt.Errorf("it has no call of %s to align at", anchor)
	}
	return x.Calls.Nanos(x.Level(first).Start(int(first.Row))), nil
}
