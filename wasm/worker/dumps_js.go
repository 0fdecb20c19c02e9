package worker

import (
	"errors"

	"traceglass/parser/input"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
)

// Dumps is what reads thread dumps into an engine, a file after another. The page's program has
// none: reading them weighs an eighth of its download, and most visits are for a trace. It tells
// the page that a file needs the program that has.
type Dumps interface {
	// BeginDump starts a file; opened is the name of the one that was opened, a zip file perhaps.
	BeginDump(file, opened string)
	// WriteDump reads the next piece of the unwrapped file.
	WriteDump(p []byte)
	// EndDump completes the file. Partial is a sentence on why only a part was read, or "". An
	// error says, to the user, that it holds no dump; engine.ErrNoDump that it looks like none.
	EndDump(partial string) error
	// HasDumps tells whether a dump was read, and Dumps describes all that were.
	HasDumps() bool
	Dumps() *message.Dumps
}

// errElsewhere ends the reading of what another program reads.
var errElsewhere = errors.New("thread dumps are read by another program")

// endDump completes the reading of a thread dump. A text of which only that much is known
// is said to be what it looked like.
func (r *reading) endDump(partial string) error {
	err := r.dumps.EndDump(partial)
	switch {
	case !errors.Is(err, engine.ErrNoDump):
		return err
	case r.at.kind == input.ThreadDump:
		return &refused{err.Error()}
	}
	return &refused{r.at.kind.Describe(r.at.head)}
}
