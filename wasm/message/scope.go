package message

// A Clock is a way to measure a call. Waiting is wall less CPU, never below zero.
type Clock uint8

const (
	Wall Clock = iota
	CPU
	Waiting
)

func (Clock) Last() uint8 { return uint8(Waiting) }

// Times is one figure by each clock, in nanoseconds; a clock that the trace lacks is 0.
type Times [3]int64

// Whole is the end of a range that has none: the whole trace is From 0 To Whole.
const Whole = int64(1) << 62

// NoNode is no node, no method, no thread.
const NoNode = ^uint32(0)

// A Scope is what figures are taken over: the one selection that every view shares.
// The zero Scope with To Whole is the whole trace by wall clock.
type Scope struct {
	Clock    Clock
	From, To int64    // ns on the timeline's axis; calls across a border count with what lies inside
	Threads  []uint32 // thread indices; none means all
	Switches bool     // context switches are calls of a method of their own, which no other method's time holds
	NoIdle   bool     // idle waits are left out: what threads took off the CPU where they wait for work
	Measure  uint32   // of a recording of samples: 1 + the one of Description.Measures that the clock CPU counts; 0 for any
}

// Summed asks for the time that shares of the scope are of. Answered by Sum.
type Summed struct {
	request[*Sum]

	Scope Scope
}

// Sum answers Summed.
type Sum struct {
	reply

	Times Times // the span of the scope's threads, each from its first record to its last, less Idle if that is left out
	Idle  Times // the scope's idle waits, left out or not
}

// A CallRef names one call: row Row among the calls at depth Depth of a thread.
type CallRef struct{ Thread, Depth, Row uint32 }
