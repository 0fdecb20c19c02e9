package worker

import (
	"errors"

	"traceglass/parser/input"
	"traceglass/parser/trace"
)

// errElsewhere ends the reading of what another program reads.
var errElsewhere = errors.New("another program reads this")

// passed is an error of a trace's reader, if it is one: it may be that another program reads it.
func (r *reading) passed(err error) error {
	if errors.Is(err, trace.ErrPackets) {
		r.elsewhere = true
		return errElsewhere
	}
	return err
}

// endDump completes the reading of a thread dump. A text of which only that much is known
// is said to be what it looked like.
func (r *reading) endDump(partial string) error {
	found, err := r.engine.Dumps().End(partial)
	switch {
	case found || err != nil:
		return err
	case r.at.kind == input.ThreadDump:
		return &refused{"This holds no thread dump."}
	}
	return &refused{r.at.kind.Describe(r.at.head)}
}
