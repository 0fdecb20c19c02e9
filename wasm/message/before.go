package message

// Before is the rule of the claim on the work of main before a dump. LongRunning asks for details.
const Before = "before"

// BeforeEnding is the ending of the file name in the reply to LongRunning.
const BeforeEnding = ".before.trace"

// LongRunning asks for the methods of a process that ran long before its dump, as far as the runtime kept them. The reply is a
// method trace.
type LongRunning struct {
	request[*File]

	Process uint32
}
