package message

// OverviewInfo asks where the time of one thread went. Answered by Overview.
type OverviewInfo struct {
	Thread   uint32
	From, To int64 // as in Scope
	Measure  uint32
}

func (m *OverviewInfo) code(c *Coder) {
	c.U32(&m.Thread)
	c.I64(&m.From)
	c.I64(&m.To)
	c.U32(&m.Measure)
}

func (*OverviewInfo) answer(*Overview) {}

// WaitsKnown says how a recording shows waiting: not at all, as wall less CPU time, as times off the CPU, or by the
// names of methods that block.
type WaitsKnown uint8

const (
	WaitsUnknown WaitsKnown = iota
	WaitsByClocks
	WaitsRecorded
	WaitsByNames
)

// An Overview answers OverviewInfo. Its sentences and titles are in the language of the reader. Times are ns by the
// primary clock of the trace, unless they say otherwise.
type Overview struct {
	Thread        uint32
	From, To      int64 // ns on the timeline's axis: first and last record of the thread in the range
	Sampled       bool
	Waits         WaitsKnown
	Total         Times
	Idle, Blocked int64
	Running       int64
	Parts         []Part // their Time sums to To - From
	Phases        []Phase
	Between       Times // of the start, outside all phases
	Startup       Times // of the whole start
	Frames        Series
	Messages      Series
	Findings      []Finding
	Says          []string // about the findings, or that there are none
	Missing       []string
	Own           []Hot
	Names         []Name // of all methods in the reply
}

func (m *Overview) code(c *Coder) {
	c.U32(&m.Thread)
	c.I64(&m.From)
	c.I64(&m.To)
	c.Bool(&m.Sampled)
	enum(c, &m.Waits, WaitsByNames)
	m.Total.code(c)
	c.I64(&m.Idle)
	c.I64(&m.Blocked)
	c.I64(&m.Running)
	list(c, &m.Parts, 58, func(c *Coder, p *Part) {
		c.String(&p.Name)
		c.String(&p.Find)
		p.Colour.code(c)
		enum(c, &p.Pattern, Hatched)
		c.I64(&p.Time)
		c.I64(&p.CPU)
		c.I64(&p.Count)
		list(c, &p.Sites, 28, func(c *Coder, s *Site) {
			c.U32(&s.Method)
			c.U32(&s.Own)
			c.String(&s.Detail)
			c.I64(&s.Time)
			c.I64(&s.Count)
		})
		list(c, &p.Calls, stakeBytes+4, func(c *Coder, w *Wait) { c.stake(&w.Stake); c.U32(&w.Own) })
		c.Int(&p.More)
		c.I64(&p.Left)
	})
	list(c, &m.Phases, stakeBytes+45, func(c *Coder, p *Phase) {
		c.String(&p.Name)
		c.String(&p.Class)
		c.String(&p.Status)
		c.Bool(&p.Found)
		c.stake(&p.Stake)
		p.Alone.code(c)
		c.Int(&p.Level)
	})
	m.Between.code(c)
	m.Startup.code(c)
	m.Frames.code(c)
	m.Messages.code(c)
	list(c, &m.Findings, 52, func(c *Coder, f *Finding) {
		c.String(&f.Text)
		c.String(&f.Advice)
		c.String(&f.Sure)
		c.String(&f.Rule)
		c.I64(&f.Time)
		c.F64(&f.Share)
		c.U32(&f.Method)
		list(c, &f.Calls, stakeBytes, (*Coder).stake)
		c.I64(&f.Count)
		c.U32(&f.Other)
	})
	list(c, &m.Says, 4, (*Coder).String)
	list(c, &m.Missing, 4, (*Coder).String)
	list(c, &m.Own, 60, func(c *Coder, h *Hot) {
		c.U32(&h.Method)
		h.Self.code(c)
		h.Total.code(c)
		c.I64(&h.Count)
	})
	names(c, &m.Names)
}

// A Pattern distinguishes parts of an Overview in addition to their colours.
type Pattern uint8

const (
	Plain   Pattern = iota // the thread ran, or no method was recorded
	Dotted                 // it was idle
	Hatched                // it waited
)

// A Part is one share of a thread's time.
type Part struct {
	Name    string
	Find    string // a search for its methods, "" for none
	Colour  Slot
	Pattern Pattern
	Time    int64
	CPU     int64
	Count   int64  // calls, or times seen
	Sites   []Site // the largest first
	Calls   []Wait // of waiting: the longest first
	More    int    // number of further sites
	Left    int64  // their Time
}

// A Wait is a call that waits, and its nearest own caller or NoNode.
type Wait struct {
	Stake
	Own uint32
}

// A Site is a method whose calls hold time of a part.
type Site struct {
	Method uint32 // NoNode for an empty stack
	Own    uint32 // nearest own caller, or NoNode
	Detail string // of a binder call: its interface and method
	Time   int64
	Count  int64
}

// A Stake is one call, and its times within the range.
type Stake struct {
	Call     CallRef
	Method   uint32
	From, To int64 // of the whole call
	Times    Times
	Glued    int // how many calls a sampler merged into it at least
}

const stakeBytes = 64

func (c *Coder) stake(s *Stake) {
	s.Call.code(c)
	c.U32(&s.Method)
	c.I64(&s.From)
	c.I64(&s.To)
	s.Times.code(c)
	c.Int(&s.Glued)
}

// A Phase is a part of a start. Its Level is the number of phases that contain it.
type Phase struct {
	Name, Class, Status string
	Found               bool // the call of Stake exists
	Stake
	Alone Times // without the phases within it
	Level int
}

// A Series describes the frames or messages of a thread.
type Series struct {
	Count, Glued, Cut                int64
	Median, P90, P99, Longest, Total int64
	Over                             [4]int64 // number longer than FrameLimits[i]
	Bins                             []Bin
	Slowest                          []Slow
}

// FrameLimits are the limits of Series.Over, in ns: the frames of 120, 90 and 60 Hz, and a frozen frame.
var FrameLimits = [4]int64{8_333_333, 11_111_111, 16_666_667, 700_000_000}

func (s *Series) code(c *Coder) {
	for _, v := range []*int64{&s.Count, &s.Glued, &s.Cut, &s.Median, &s.P90, &s.P99, &s.Longest, &s.Total, &s.Over[0], &s.Over[1], &s.Over[2], &s.Over[3]} {
		c.I64(v)
	}
	list(c, &s.Bins, 24, func(c *Coder, b *Bin) { c.I64(&b.From); c.I64(&b.To); c.I64(&b.Count) })
	list(c, &s.Slowest, stakeBytes+17, func(c *Coder, s *Slow) {
		c.stake(&s.Stake)
		c.U32(&s.Handler)
		c.U32(&s.Own)
		c.I64(&s.OwnTime)
		c.Bool(&s.Cut)
	})
}

// A Slow is one frame or message, with its handler and its most expensive own method, or NoNode.
type Slow struct {
	Stake
	Handler, Own uint32
	OwnTime      int64
	Cut          bool // it is recorded in part
}

// A Finding is one fact that stands out. Share is its part of the thread's non-idle time.
type Finding struct {
	Text, Advice, Sure, Rule string
	Time                     int64
	Share                    float64
	Method                   uint32 // its subject, or NoNode
	Calls                    []Stake
	Count                    int64
	Other                    uint32 // the thread that ended a wait, or NoNode
}

// A Hot is a method with its exclusive and inclusive times.
type Hot struct {
	Method      uint32
	Self, Total Times
	Count       int64
}
