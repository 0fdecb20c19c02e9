package message

import "strings"

// Rules of claims with a trace, which DumpTrace asks for: the work of main before a dump, and samples of main while it
// did not answer.
const (
	Before  = "before"
	Sampled = "samples"
)

// Endings of the file names of such traces.
const (
	BeforeEnding  = ".before.trace"
	SamplesEnding = ".samples.trace"
)

// IsOfDump reports whether a file is a trace that was made of a thread dump, by its name.
func IsOfDump(name string) bool {
	return strings.HasSuffix(name, BeforeEnding) || strings.HasSuffix(name, SamplesEnding)
}

// DumpTrace asks for the trace that the dump of a process holds: the methods that ran long before it, as far as the runtime
// kept them, or samples of main. The reply is a method trace.
type DumpTrace struct {
	request[*File]

	Process uint32
}
