package message

// CallInfo asks for one call. Answered by Call.
type CallInfo struct{ Call CallRef }

func (m *CallInfo) code(c *Coder) { m.Call.code(c) }

func (*CallInfo) answer(*Call) {}

// A Call answers CallInfo and Step. Found is false where there is no such call.
type Call struct {
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

func (m *Call) code(c *Coder) {
	c.Bool(&m.Found)
	m.Call.code(c)
	c.U32(&m.Method)
	c.I64(&m.From)
	c.I64(&m.To)
	m.Inclusive.code(c)
	m.Exclusive.code(c)
	c.I64(&m.Callees)
	c.Bool(&m.AtStart)
	c.Bool(&m.AtEnd)
	list(c, &m.Path, 40, func(c *Coder, f *Frame) {
		f.Call.code(c)
		c.U32(&f.Method)
		f.Inclusive.code(c)
	})
	c.Int(&m.AtLeast)
	c.U32(&m.Callee)
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
	Thread uint32
	At     int64
	NoCall bool // the stretch around that instant in which the thread was in no call instead
}

func (m *SwitchInfo) code(c *Coder) { c.U32(&m.Thread); c.I64(&m.At); c.Bool(&m.NoCall) }

func (*SwitchInfo) answer(*Switch) {}

// A Switch answers SwitchInfo.
type Switch struct {
	Found     bool
	From, To  int64 // ns on the timeline's axis
	Low, High int64 // of the records between which it lay
}

func (m *Switch) code(c *Coder) {
	c.Bool(&m.Found)
	c.I64(&m.From)
	c.I64(&m.To)
	c.I64(&m.Low)
	c.I64(&m.High)
}

// MethodInfo asks for all calls of a method at once. Answered by Method.
type MethodInfo struct {
	Scope  Scope
	Method uint32
}

func (m *MethodInfo) code(c *Coder) { m.Scope.code(c); c.U32(&m.Method) }

func (*MethodInfo) answer(*Method) {}

// A Method answers MethodInfo: figures as in the table, and how its calls (recursive
// ones too) spread, by the scope's clock, each with its full length.
type Method struct {
	Method                      uint32
	Row                         Row // as in the method table
	Count                       int64
	Min, Median, P95, Max, Mean int64     // ns
	Longest                     []Longest // ten at most, the longest first
	Bins                        []Bin     // histogram, by powers of two and their halves
}

func (m *Method) code(c *Coder) {
	c.U32(&m.Method)
	one := Rows{Rows: []Row{m.Row}}
	one.code(c)
	if len(one.Rows) == 1 {
		m.Row = one.Rows[0]
	}
	c.I64(&m.Count)
	for _, v := range []*int64{&m.Min, &m.Median, &m.P95, &m.Max, &m.Mean} {
		c.I64(v)
	}
	list(c, &m.Longest, 28, func(c *Coder, l *Longest) {
		l.Call.code(c)
		c.I64(&l.From)
		c.I64(&l.Duration)
	})
	list(c, &m.Bins, 24, func(c *Coder, b *Bin) { c.I64(&b.From); c.I64(&b.To); c.I64(&b.Count) })
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

func (v *Direction) code(c *Coder) { enum(c, v, ToSpanRow) }

// Step asks for the next call of a method after From in order of time over all
// threads of the scope (the one before if Back). Without a call to start from, set
// Any: the first call at or after ns At. Answered by Call.
type Step struct {
	Scope  Scope
	Method uint32
	From   CallRef
	Any    bool
	At     int64
	Back   bool
	To     Direction
}

func (m *Step) code(c *Coder) {
	m.Scope.code(c)
	c.U32(&m.Method)
	m.From.code(c)
	c.Bool(&m.Any)
	c.I64(&m.At)
	c.Bool(&m.Back)
	m.To.code(c)
}

func (*Step) answer(*Call) {}
