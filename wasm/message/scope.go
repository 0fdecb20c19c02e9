package message

// A Clock is a way to measure a call. Waiting is wall time minus CPU time, at least 0.
type Clock uint8

const (
	Wall Clock = iota
	CPU
	Waiting
)

func (Clock) Last() uint8 { return uint8(Waiting) }

// Times has one figure by each clock, in nanoseconds, and 0 for a clock that the trace lacks.
type Times [3]int64

// Whole is the end of a range without end: From 0 To Whole is the whole trace.
const Whole = int64(1) << 62

// NoNode stands for no node, no method, no thread.
const NoNode = ^uint32(0)

// A Scope is the part of a trace that figures are about. All views share one selection. The zero Scope with To Whole is the
// whole trace by wall clock.
type Scope struct {
	Clock    Clock
	From, To int64    // ns on the timeline's axis; calls across a border count with their part inside
	Threads  []uint32 // thread indices; all if empty
	Switches bool     // context switches are calls of a separate method, and not part of the time of other methods
	NoIdle   bool     // without idle waits: time off the CPU while threads wait for work
	Charged  bool     // in tables, trees and flame graphs: own methods alone, charged with the time of all other code that they call
	Measure  uint32   // of a recording of samples: the measure of the clock CPU, an index from 1 into Description.Measures; 0 for any
}

// Summed asks for the total time of the scope.
type Summed struct {
	request[*Sum]

	Scope Scope
}

// Sum answers Summed.
type Sum struct {
	reply

	Times Times // total of the threads, each from its first record to its last, without Idle if NoIdle is set
	Idle  Times // the idle waits of the scope, whether NoIdle is set or not

	Uncharged Times // if Charged is set, the time of code that no own method calls
}

// A CallRef identifies a call: row Row of the calls at depth Depth of a thread.
type CallRef struct{ Thread, Depth, Row uint32 }
