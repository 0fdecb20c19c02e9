package desk

import "traceglass/wasm/message"

// PairActions are the actions on a pair of open traces: A is index 0, B is index 1.
type PairActions struct {
	About       [2]*message.Description
	Show        func(i int, method string)             // opens trace i and selects the method with this raw name; "" selects none
	Finding     func(i int, thread uint32, key string) // opens trace i and selects a finding on a thread
	Close       func(i int)
	Swap        func()                      // makes A B, and B A
	Range       func(i int, from, to int64) // selects a time range of trace i in ns; clears it unless to > from
	ClearRanges func()                      // clears both time ranges
}

// RunActions are the actions on many runs.
type RunActions struct {
	Show func(message.Run)                      // opens one run as a trace
	Read func(part message.RunsPart, back bool) // reads another part of every run; back is true for a step back in history
}
