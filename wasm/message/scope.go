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
	Code     Code     // that tables, trees and flame graphs show
	Filter   string   // of the figures, in the language of package query; "" for none
	Measure  uint32   // of a recording of samples: the measure of the clock CPU, an index from 1 into Description.Measures; 0 for any
}

// Code is the code that tables, trees and flame graphs show. OwnCode and ChargedToOwn are the last step of a filter.
type Code uint8

const (
	AllCode      Code = iota
	OwnCode           // own methods alone, with their own time: all other time is left out
	ChargedToOwn      // own methods alone, charged with the time of all other code that they call
)

func (Code) Last() uint8 { return uint8(ChargedToOwn) }

// Summed asks for the total time of the scope.
type Summed struct {
	request[*Sum]

	Scope Scope
}

// Sum answers Summed.
type Sum struct {
	reply

	Times Times // total of the threads, each from its first record to its last, without Idle if NoIdle is set
	Idle  Times // the idle waits that the filter keeps, whether NoIdle is set or not, and whatever Code takes away

	NoMethod  Times // part of Times with no method on the stack before a filter
	Uncharged Times // the time of frames that the filter, or ChargedToOwn, took away and that have no caller left
	Others    Times // the time that OwnCode leaves out
	LeftOut   Times // the time that the filter and OwnCode leave out; with Times it is the total without them

	Origins []OriginTime // of the calls that the filter keeps, whatever Code takes away

	Terms   []FilterTerm
	Refused string // a sentence on a term of the filter that cannot be read, which is ignored; or ""
}

// An OriginTime is the exclusive time of the methods of an origin.
type OriginTime struct {
	Colour    Slot // as in Description.Origins
	Exclusive Times
	Idle      Times // the part of it that is idle waits
}

// A FilterTerm is a term of a filter, and its effect.
type FilterTerm struct {
	Text  string // as in the filter
	Off   bool   // it does not apply
	Takes Takes
	Keeps bool   // it leaves out all but the calls that it names
	Moves bool   // the time goes to callers; otherwise it is left out
	Took  Times  // of TakesTime. Time that several terms leave out counts for the first
	Count int64  // of QuickCalls, OtherThreads
	Name  string // of the method or package that it names by its hash, else ""
	Whole string // the same; an overloaded method has its signature
	Found uint32 // how many methods or threads it names; not for QuickCalls
}

// Takes is what a term of a filter takes.
type Takes uint8

const (
	TakesTime Takes = iota
	QuickCalls
	OtherThreads
)

func (Takes) Last() uint8 { return uint8(OtherThreads) }

// A CallRef identifies a call: row Row of the calls at depth Depth of a thread.
type CallRef struct{ Thread, Depth, Row uint32 }
