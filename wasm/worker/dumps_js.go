package worker

import (
	"errors"

	"traceglass/parser/input"
)

// errElsewhere ends the reading of what another program reads.
var errElsewhere = errors.New("thread dumps and recordings of samples are read by another program")

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
