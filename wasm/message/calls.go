package message

// CallInfo asks for one call.
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
	Callees   int64 // calls made directly
	AtStart   bool  // was running when recording began
	AtEnd     bool  // was still running when it ended
	AfterEnd  int64 // ns from the thread's last record, which ends its times, to the end of the recording; 0 if not AtEnd, or unknown

	Unexplained bool // it is in the row of waits, and no frame explains the wait

	Path []Frame // from the root to this call, itself last

	Place Place // in the rows above main's calls, if Step asked for a call there

	// The least number of calls that a sampler merged into this one, and the callee whose count shows it. AtLeast is 1
	// if nothing shows more, and in a trace that records every call.
	AtLeast int
	Callee  uint32
}

// A SpanRow is a row above main's calls, as in package story.
type SpanRow uint8

const (
	PhaseRow SpanRow = iota
	MessageRow
	FrameRow
	InputRow
	WaitRow
)

func (SpanRow) Last() uint8 { return uint8(WaitRow) }

// A Place is the place of a call among those of its row that are longer than ns Over. Over is 0 for all of the row.
type Place struct {
	Row           SpanRow
	Number, Count int64 // Number is from 1
	Over          int64
}

// A Frame is a call on the path of another.
type Frame struct {
	Call      CallRef
	Method    uint32
	Inclusive Times
}

// SwitchInfo asks for the context switch of a thread that is nearest to ns At on the timeline's axis.
type SwitchInfo struct {
	request[*Switch]

	Thread uint32
	At     int64
	NoCall bool // instead, the time around At when the thread was in no call
}

// A Switch answers SwitchInfo.
type Switch struct {
	reply

	Found     bool
	From, To  int64 // ns on the timeline's axis
	Low, High int64 // of the records before and after it
}

// MethodInfo asks for all calls of a method at once.
type MethodInfo struct {
	request[*Method]

	Scope  Scope
	Method uint32
}

// A Method answers MethodInfo. It has the figures of the table, and the distribution of the lengths of all calls,
// including recursive calls, by the scope's clock.
type Method struct {
	reply

	Method                      uint32
	Row                         Row        // as in the method table of all code
	Caused                      Times      // by own methods, if the scope's code is ChargedToOwn
	CausedShare                 [3]float64 // of the scope's time
	Count                       int64
	Min, Median, P95, Max, Mean int64     // ns
	Longest                     []Longest // at most ten, the longest first
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

// A Direction is the way from one call to the next.
type Direction uint8

const (
	ToSame     Direction = iota // another call of the method
	ToCaller                    // of From
	ToCallee                    // the first that From made
	ToPrevious                  // the call before From at its depth
	ToNext                      // the call after it
	ToSpan                      // the next call in a row above main's calls: the row of From, or the row of frames
	ToSpanRow                   // the call at the same time in the row below
)

func (Direction) Last() uint8 { return uint8(ToSpanRow) }

// Step asks for the next call of a method after From, in order of time, in all threads of the scope. With Back, it asks
// for the call before From. Without a call to start from, set Any: Step then starts from ns At. In the rows above main's calls,
// ToSpan skips those of at most ns Over, except phases. A row that has no longer one is stepped through whole.
type Step struct {
	request[*Call]

	Scope  Scope
	Method uint32
	From   CallRef
	Any    bool
	At     int64
	Back   bool
	To     Direction
	Over   int64
}
