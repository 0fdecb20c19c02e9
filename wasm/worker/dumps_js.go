package worker

import (
	"errors"

	"traceglass/parser/input"
	"traceglass/wasm/message"
)

// Dumps is what reads thread dumps into an engine, a file after another. The page's program has
// none: reading them weighs an eighth of its download, and most visits are for a trace. It tells
// the page that a file needs the program that has.
type Dumps interface {
	// Begin starts a file; opened is the name of the one that was opened, a zip file perhaps.
	Begin(file, opened string)
	// Write reads the next piece of the unwrapped file.
	Write(p []byte)
	// End completes the file. Partial is a sentence on why only a part was read, or "". Found
	// tells whether it holds a dump; if it holds none, an error may say what it is, to the user.
	End(partial string) (found bool, err error)
	// Open describes the dumps that were read, nil if none were.
	Open() *message.Dumps
}

// errElsewhere ends the reading of what another program reads.
var errElsewhere = errors.New("thread dumps are read by another program")

// endDump completes the reading of a thread dump. A text of which only that much is known
// is said to be what it looked like.
func (r *reading) endDump(partial string) error {
	found, err := r.dumps.End(partial)
	switch {
	case found || err != nil:
		return err
	case r.at.kind == input.ThreadDump:
		return &refused{"This holds no thread dump."}
	}
	return &refused{r.at.kind.Describe(r.at.head)}
}
