package message

import "slices"

// A Description says what a trace is. It is sent once, when the file has been read.
type Description struct {
	File       string
	Stored     string // name of the file that was opened, in which File may be packed
	Container  string // as in the summary: "concatenated", "streaming", ...
	Version    int
	ClockName  string // "dual", "wall", "thread-cpu", ""
	HasWall    bool
	HasCPU     bool
	Complete   bool
	Overflow   bool
	Sampled    bool
	CannotTell bool // whether it was sampled: there are too few records

	// Of a recording of samples; none of a trace of calls.
	Measures   []Measure // what the clock CPU can count
	Measure    uint32    // 1 + the one that it counts at first
	OffCPU     bool      // Waiting is the time that the file says threads were off their CPU
	Records    int64
	Calls      int64
	Methods    int      // that were on a stack
	Listed     int      // rows of the method table
	Origins    []uint32 // the colours by origin of methods that were on a stack, as package scene numbers them
	From       int64    // ns: the first record on the timeline's axis, which starts at 0
	Span       int64    // ns: end of the axis, the last record
	Bytes      int64    // of the unwrapped file
	Memory     int64    // bytes held by the worker
	ReadMillis float64
	MapID      string // of the map of names that the source files of its methods name, "" for none
	Start      string // when, as a date or an uptime, "" if unknown
	Options    []Pair // the file's own key=value lines
	Notes      []Note // the receipt of damage
	Threads    []Thread

	// Drawn has, by ThreadSort, the indices of all Threads in the order in which the timeline
	// draws them, but for those that it hides.
	Drawn [ThreadsByID + 1][]uint32
}

// HasMain reports whether there are calls of a main thread.
func (m *Description) HasMain() bool {
	return m != nil && slices.ContainsFunc(m.Threads, func(t Thread) bool { return t.Main && t.Calls > 0 })
}

func (m *Description) code(c *Coder) {
	c.String(&m.File)
	c.String(&m.Stored)
	c.String(&m.Container)
	c.Int(&m.Version)
	c.String(&m.ClockName)
	c.Bool(&m.HasWall)
	c.Bool(&m.HasCPU)
	c.Bool(&m.Complete)
	c.Bool(&m.Overflow)
	c.Bool(&m.Sampled)
	c.Bool(&m.CannotTell)
	list(c, &m.Measures, 5, func(c *Coder, m *Measure) { c.String(&m.Name); c.Bool(&m.Counted) })
	c.U32(&m.Measure)
	c.Bool(&m.OffCPU)
	c.I64(&m.Records)
	c.I64(&m.Calls)
	c.Int(&m.Methods)
	c.Int(&m.Listed)
	u32s(c, &m.Origins)
	c.I64(&m.From)
	c.I64(&m.Span)
	c.I64(&m.Bytes)
	c.I64(&m.Memory)
	c.F64(&m.ReadMillis)
	c.String(&m.MapID)
	c.String(&m.Start)
	list(c, &m.Options, 8, func(c *Coder, p *Pair) { c.String(&p.Key); c.String(&p.Value) })
	list(c, &m.Notes, 36, func(c *Coder, n *Note) {
		c.String(&n.Code)
		c.String(&n.Text)
		c.I64(&n.Count)
		c.I64(&n.Offset)
		c.U32(&n.Thread)
		c.I64(&n.At)
	})
	list(c, &m.Threads, 24, func(c *Coder, t *Thread) { t.code(c) })
	for i := range m.Drawn {
		u32s(c, &m.Drawn[i])
	}
}

// A Measure is what samples stand for: the nanoseconds of a clock, or a number of events.
type Measure struct {
	Name    string // "cpu-clock"
	Counted bool   // a number, no time
}

// A Pair is one key=value line of the file.
type Pair struct{ Key, Value string }

// A Note is one line of the receipt: what, how many, where, and what it does to the figures.
type Note struct {
	Code   string
	Text   string
	Count  int64
	Offset int64 // byte of the first occurrence, -1 where none applies

	// Where it leads to: the first thread that it is of, NoNode for none, and ns on the timeline's axis, below 0 for no
	// time; of dumps the line, through all files, and no thread.
	Thread uint32
	At     int64
}

// A Thread describes a thread that has records. Index is what CallRef and Scope use.
type Thread struct {
	Index    uint32
	ID       uint32 // as in the file
	Name     string // never empty: "Thread 12" where the file has none
	Main     bool   // the app's main thread
	Records  int64
	Calls    int64
	MaxDepth int
	From, To int64  // ns of its first and last event on the timeline's axis
	Busy     Times  // inclusive time of its calls at depth 0
	Notes    string // what the replay had to mend, "" for nothing

	Framework int // how many of its outermost levels the timeline folds to a line
}

func (t *Thread) code(c *Coder) {
	c.U32(&t.Index)
	c.U32(&t.ID)
	c.String(&t.Name)
	c.Bool(&t.Main)
	c.I64(&t.Records)
	c.I64(&t.Calls)
	c.Int(&t.MaxDepth)
	c.Int(&t.Framework)
	c.I64(&t.From)
	c.I64(&t.To)
	t.Busy.code(c)
	c.String(&t.Notes)
}

// ThreadRows asks for the figures of every thread. Answered by Threads.
type ThreadRows struct{ Scope Scope }

func (m *ThreadRows) code(c *Coder) { m.Scope.code(c) }

func (*ThreadRows) answer(*Threads) {}

// Threads answers ThreadRows: Busy, Calls and so on are those inside the scope's range.
type Threads struct{ Threads []Thread }

func (m *Threads) code(c *Coder) {
	list(c, &m.Threads, 24, func(c *Coder, t *Thread) { t.code(c) })
}
