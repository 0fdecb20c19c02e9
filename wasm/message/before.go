package message

// Before is the rule of the claim on what main did before a dump, for which LongRunning asks.
const Before = "before"

// BeforeEnding ends the name of the File that answers LongRunning.
const BeforeEnding = ".before.trace"

// LongRunning asks for what the runtime kept of the methods that a process ran long before its dump,
// as a method trace. Answered by File.
type LongRunning struct {
	request[*File]

	Process uint32
}
