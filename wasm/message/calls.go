package message

// CallInfo asks for one call. Answered by Call.
type CallInfo struct {
	request[*Call]

	Call CallRef
}

// A Call answers CallInfo and Step. Found is false where there is no such call.
type Call struct {
	reply

	Found     bool
	Call      CallRef
	Method    uint32
	From, To  int64 // ns on the timeline's axis
	Inclusive Times
	Exclusive Times
	Callees   int64   // calls made directly
	AtStart   bool    // was running when recording began
	AtEnd     bool    // was still running when it ended
	Path      []Frame // from the root to this call, itself last

	// How many calls a sampler merged into this one at least, and the callee whose count shows it; 1 where nothing
	// shows more, and in a trace that records every call.
	AtLeast int
	Callee  uint32
}

// A Frame is a call on the path of another.
type Frame struct {
	Call      CallRef
	Method    uint32
	Inclusive Times
}

// SwitchInfo asks for the context switch of a thread that is nearest to ns At on the
// timeline's axis. Answered by Switch.
type SwitchInfo struct {
	request[*Switch]

	Thread uint32
	At     int64
	NoCall bool // the stretch around that instant in which the thread was in no call instead
}

// A Switch answers SwitchInfo.
type Switch struct {
	reply

	Found     bool
	From, To  int64 // ns on the timeline's axis
	Low, High int64 // of the records between which it lay
}

// MethodInfo asks for all calls of a method at once. Answered by Method.
type MethodInfo struct {
	request[*Method]

	Scope  Scope
	Method uint32
}

// A Method answers MethodInfo: figures as in the table, and how its calls (recursive
// ones too) spread, by the scope's clock, each with its full length.
type Method struct {
	reply

	Method                      uint32
	Row                         Row // as in the method table
	Count                       int64
	Min, Median, P95, Max, Mean int64     // ns
	Longest                     []Longest // ten at most, the longest first
	Bins                        []Bin     // histogram, by powers of two and their halves
}

// Longest is one of the longest calls of a method.
type Longest struct {
	Call     CallRef
	From     int64 // ns on the timeline's axis
	Duration int64 // ns by the scope's clock
}

// A Bin counts the calls that took [From, To) ns.
type Bin struct{ From, To, Count int64 }

// A Direction is where a step leads from one call to another.
type Direction uint8

const (
	ToSame     Direction = iota // another call of the method
	ToCaller                    // of From
	ToCallee                    // the first that From made
	ToPrevious                  // the call before From at its depth
	ToNext                      // the call after it
	ToSpan                      // the next call in a row above main's calls: the row of From, or frames
	ToSpanRow                   // the call at the same time in the row below
)

func (Direction) Last() uint8 { return uint8(ToSpanRow) }

// Step asks for the next call of a method after From in order of time over all
// threads of the scope (the one before if Back). Without a call to start from, set
// Any: the first call at or after ns At. Answered by Call.
type Step struct {
	request[*Call]

	Scope  Scope
	Method uint32
	From   CallRef
	Any    bool
	At     int64
	Back   bool
	To     Direction
}
