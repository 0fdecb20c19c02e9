package desk

import (
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
)

// PairActions is what can be done with two traces that are open beside each other, A, 0, and B, 1.
type PairActions struct {
	Line        ask.Host
	About       [2]*message.Description
	Show        func(i int, method string) // one of them, with the method of that raw name chosen, "" for none
	Close       func(i int)
	Swap        func()                      // A becomes B
	Range       func(i int, from, to int64) // chooses a range of one of them, in ns; none if to is not above from
	ClearRanges func()                      // neither range is chosen any more
}

// RunActions is what can be done with many runs.
type RunActions struct {
	Show func(message.Run)                      // one of them by itself
	Read func(part message.RunsPart, back bool) // another part of all; back, as a step back had them
}
