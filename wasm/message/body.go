package message

import "errors"

// A Clock is a way to measure a call. Waiting is wall less CPU, never below zero.
type Clock = uint8

const (
	Wall Clock = iota
	CPU
	Waiting
)

// clock codes a clock, so that what is read can index Times.
func clock(c *Coder, v *Clock) {
	c.U8(v)
	if *v > Waiting {
		c.err = errors.New("message: there is no such clock")
		*v = Wall
	}
}

// Times is one figure by each clock, in nanoseconds; a clock that the trace lacks is 0.
type Times [3]int64

func (t *Times) code(c *Coder) {
	for i := range t {
		c.I64(&t[i])
	}
}

// Whole is the end of a range that has none: the whole trace is From 0 To Whole.
const Whole = int64(1) << 62

// A Scope is what figures are taken over: the one selection that every view shares.
// The zero Scope with To Whole is the whole trace by wall clock.
type Scope struct {
	Clock    Clock
	From, To int64    // ns on the timeline's axis; calls across a border count with what lies inside
	Threads  []uint32 // thread indices; none means all
	Switches bool     // context switches are calls of a method of their own, which no other method's time holds
}

func (s *Scope) code(c *Coder) {
	clock(c, &s.Clock)
	c.I64(&s.From)
	c.I64(&s.To)
	u32s(c, &s.Threads)
	c.Bool(&s.Switches)
}

// A CallRef names one call: row Row among the calls at depth Depth of a thread.
type CallRef struct{ Thread, Depth, Row uint32 }

func (r *CallRef) code(c *Coder) {
	c.U32(&r.Thread)
	c.U32(&r.Depth)
	c.U32(&r.Row)
}

func u32s(c *Coder, v *[]uint32) { list(c, v, 4, (*Coder).U32) }

// A Failure answers a request that could not be met, or reports that a file could not
// be read.
type Failure struct {
	Text string // one sentence for the user
}

func (m *Failure) code(c *Coder) { c.String(&m.Text) }

// Progress is sent while a file is read, at most every 50 ms.
type Progress struct {
	Bytes, Size int64 // of the file as it is stored; Size 0 if unknown
	Calls       int64
	Memory      int64 // bytes held by the worker
}

func (m *Progress) code(c *Coder) {
	c.I64(&m.Bytes)
	c.I64(&m.Size)
	c.I64(&m.Calls)
	c.I64(&m.Memory)
}

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
	Records    int64
	Calls      int64
	Methods    int   // that were on a stack
	Listed     int   // rows of the method table
	Span       int64 // ns: end of the timeline's axis, which starts at 0
	Bytes      int64 // of the unwrapped file
	Memory     int64 // bytes held by the worker
	ReadMillis float64
	Start      string // when, as a date or an uptime, "" if unknown
	Options    []Pair // the file's own key=value lines
	Notes      []Note // the receipt of damage
	Threads    []Thread
}

// A Pair is one key=value line of the file.
type Pair struct{ Key, Value string }

// A Note is one line of the receipt: what, how many, where, and what it does to the figures.
type Note struct {
	Code   string
	Text   string
	Count  int64
	Offset int64 // byte of the first occurrence, -1 where none applies
}

// A Thread describes a thread that has records. Index is what CallRef and Scope use.
type Thread struct {
	Index    uint32
	ID       uint32 // as in the file
	Name     string // never empty: "Thread 12" where the file has none
	Records  int64
	Calls    int64
	MaxDepth int
	From, To int64  // ns of its first and last event on the timeline's axis
	Busy     Times  // inclusive time of its calls at depth 0
	Notes    string // what the replay had to mend, "" for nothing
}

func (t *Thread) code(c *Coder) {
	c.U32(&t.Index)
	c.U32(&t.ID)
	c.String(&t.Name)
	c.I64(&t.Records)
	c.I64(&t.Calls)
	c.Int(&t.MaxDepth)
	c.I64(&t.From)
	c.I64(&t.To)
	t.Busy.code(c)
	c.String(&t.Notes)
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
	c.I64(&m.Records)
	c.I64(&m.Calls)
	c.Int(&m.Methods)
	c.Int(&m.Listed)
	c.I64(&m.Span)
	c.I64(&m.Bytes)
	c.I64(&m.Memory)
	c.F64(&m.ReadMillis)
	c.String(&m.Start)
	list(c, &m.Options, 8, func(c *Coder, p *Pair) { c.String(&p.Key); c.String(&p.Value) })
	list(c, &m.Notes, 24, func(c *Coder, n *Note) {
		c.String(&n.Code)
		c.String(&n.Text)
		c.I64(&n.Count)
		c.I64(&n.Offset)
	})
	list(c, &m.Threads, 24, func(c *Coder, t *Thread) { t.code(c) })
}

// Names asks for the names of methods. Those of a table's rows come with the rows. The
// page keeps them: a name crosses once.
type Names struct{ Methods []uint32 }

func (m *Names) code(c *Coder) { u32s(c, &m.Methods) }

// A NamesReply answers Names.
type NamesReply struct{ Names []Name }

// A Name is all that is known of a method but its figures.
type Name struct {
	Method    uint32
	ID        string // "0x1f40", as in the file
	Class     string // dotted; may be ""
	Name      string // may be ""
	Label     string // "java.util.Vector.get", "unknown 0x990"
	Signature string
	File      string
	Line      int
	Rank      uint32 // place by inclusive time over the whole trace, from 0
	Colour    uint8  // slot of the palette by rank
	Package   uint8  // slot of the palette by package
	Origin    uint8  // slot of the palette by origin, own or platform code
}

func (m *NamesReply) code(c *Coder) { names(c, &m.Names) }

func names(c *Coder, v *[]Name) {
	list(c, v, 40, func(c *Coder, n *Name) {
		c.U32(&n.Method)
		c.String(&n.ID)
		c.String(&n.Class)
		c.String(&n.Name)
		c.String(&n.Label)
		c.String(&n.Signature)
		c.String(&n.File)
		c.Int(&n.Line)
		c.U32(&n.Rank)
		c.U8(&n.Colour)
		c.U8(&n.Package)
		c.U8(&n.Origin)
	})
}

// A Column is what rows are sorted by. The clock, where one matters, is in Order.
type Column = uint8

const (
	ByInclusive Column = iota
	ByExclusive
	ByCalls   // calls + recursive calls
	ByPerCall // inclusive time a call
	ByName
	ByRank
)

// An Order is how rows are sorted. Ties go by rank.
type Order struct {
	Column    Column
	Clock     Clock
	Ascending bool
}

func (o *Order) code(c *Coder) {
	c.U8(&o.Column)
	clock(c, &o.Clock)
	c.Bool(&o.Ascending)
}

// A Find is the search: a substring of class.method signature, case ignored unless it
// has an upper-case letter. Only drops the rows that do not match.
type Find struct {
	Text string
	Only bool
}

func (f *Find) code(c *Coder) { c.String(&f.Text); c.Bool(&f.Only) }

// MethodRows asks for rows [First, First+Count) of the method table with the methods
// in Open opened to their parents and children. Answered by Rows.
type MethodRows struct {
	Scope        Scope
	Order        Order
	Find         Find
	Open         []uint32 // methods
	First, Count int
}

func (m *MethodRows) code(c *Coder) {
	m.Scope.code(c)
	m.Order.code(c)
	m.Find.code(c)
	u32s(c, &m.Open)
	c.Int(&m.First)
	c.Int(&m.Count)
}

// TreeRows asks for visible rows of the call tree, top-down (callees below callers) or
// bottom-up (callers below callees). Answered by Rows.
type TreeRows struct {
	Scope        Scope
	Order        Order
	Find         Find
	BottomUp     bool
	Fold         bool     // direct recursion collapsed
	Open         []uint32 // nodes, as Row.Node
	HotPath      uint32   // if not NoNode: open the heaviest path below this row; Rows.Open says which nodes it opened
	First, Count int
}

// NoNode is no node, no method, no thread.
const NoNode = ^uint32(0)

func (m *TreeRows) code(c *Coder) {
	m.Scope.code(c)
	m.Order.code(c)
	m.Find.code(c)
	c.Bool(&m.BottomUp)
	c.Bool(&m.Fold)
	u32s(c, &m.Open)
	c.U32(&m.HotPath)
	c.Int(&m.First)
	c.Int(&m.Count)
}

// Relatives asks for the callers and callees of one method, all four lists. Answered
// by Rows: the method's own row, then groups as when a table row is open.
type Relatives struct {
	Scope  Scope
	Order  Order
	Method uint32
}

func (m *Relatives) code(c *Coder) {
	m.Scope.code(c)
	m.Order.code(c)
	c.U32(&m.Method)
}

// A RowKind says what a row stands for.
type RowKind = uint8

const (
	MethodRow RowKind = iota
	GroupRow          // heading: Group says which list follows
	ParentRow
	ChildRow
	SelfRow // first among the children: time of the method's own, outermost calls
	TreeRow
)

// The lists under a method, as Row.Group.
const (
	Parents uint8 = iota
	Children
	RecursiveParents // "while recursive": times overlap, no percentages
	RecursiveChildren
)

// A Row is one line of a table. Shares are parts of 1: of the scope's total for
// methods and tree rows, of the opened method's inclusive time for parents and
// children; NaN where a share would mislead.
type Row struct {
	Kind                           RowKind
	Group                          uint8
	Level                          uint32 // indent
	Method                         uint32 // NoNode for (toplevel)
	Node                           uint32 // identity in a tree, for Open and Flame.Root; NoNode in the method table
	Rank                           uint32
	Colour                         uint8
	Open, Leaf, Hit                bool
	Calls                          int64 // activations that are not recursive; of an edge: its calls
	Recursive                      int64 // recursive activations; of an edge: total calls of the relative (parent row: of the opened method)
	Inclusive                      Times
	Exclusive                      Times
	InclusiveShare, ExclusiveShare [3]float64
}

// Rows answers MethodRows, TreeRows and Relatives.
type Rows struct {
	First, Total int      // rows in all, of which Rows start at First
	Hits         int      // rows or methods that match Find
	Open         []uint32 // nodes opened by HotPath
	Rows         []Row
	Names        []Name // of methods in Rows that no answer has named yet
}

func (m *Rows) code(c *Coder) {
	c.Int(&m.First)
	c.Int(&m.Total)
	c.Int(&m.Hits)
	u32s(c, &m.Open)
	list(c, &m.Rows, 80, func(c *Coder, r *Row) {
		c.U8(&r.Kind)
		c.U8(&r.Group)
		c.U32(&r.Level)
		c.U32(&r.Method)
		c.U32(&r.Node)
		c.U32(&r.Rank)
		c.U8(&r.Colour)
		c.Bool(&r.Open)
		c.Bool(&r.Leaf)
		c.Bool(&r.Hit)
		c.I64(&r.Calls)
		c.I64(&r.Recursive)
		r.Inclusive.code(c)
		r.Exclusive.code(c)
		for i := range r.InclusiveShare {
			c.F64(&r.InclusiveShare[i])
			c.F64(&r.ExclusiveShare[i])
		}
	})
	names(c, &m.Names)
}

// Locate asks where in the method table a method stands, or where the next hit of Find
// after row After is (backward if Back). Answered by Location.
type Locate struct {
	Table  MethodRows // as shown; First and Count do not matter
	Method uint32     // NoNode: the next hit
	After  int
	Back   bool
}

func (m *Locate) code(c *Coder) {
	m.Table.code(c)
	c.U32(&m.Method)
	c.Int(&m.After)
	c.Bool(&m.Back)
}

// A Location answers Locate.
type Location struct {
	Row     int // -1: none
	Method  uint32
	Wrapped bool // the search started over
	Number  int  // of the hit, from 1
	Hits    int
}

func (m *Location) code(c *Coder) {
	c.Int(&m.Row)
	c.U32(&m.Method)
	c.Bool(&m.Wrapped)
	c.Int(&m.Number)
	c.Int(&m.Hits)
}

// ThreadRows asks for the figures of every thread. Answered by Threads.
type ThreadRows struct{ Scope Scope }

func (m *ThreadRows) code(c *Coder) { m.Scope.code(c) }

// Threads answers ThreadRows: Busy, Calls and so on are those inside the scope's range.
type Threads struct{ Threads []Thread }

func (m *Threads) code(c *Coder) {
	list(c, &m.Threads, 24, func(c *Coder, t *Thread) { t.code(c) })
}

// CallInfo asks for one call. Answered by Call.
type CallInfo struct{ Call CallRef }

func (m *CallInfo) code(c *Coder) { m.Call.code(c) }

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
}

// A Frame is a call on the path of another.
type Frame struct {
	Call      CallRef
	Method    uint32
	Inclusive Times
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
}

// SwitchInfo asks for the context switch of a thread that is nearest to ns At on the
// timeline's axis. Answered by Switch.
type SwitchInfo struct {
	Thread uint32
	At     int64
}

func (m *SwitchInfo) code(c *Coder) { c.U32(&m.Thread); c.I64(&m.At) }

// A Switch answers SwitchInfo.
type Switch struct {
	Found    bool
	From, To int64 // ns on the timeline's axis
}

func (m *Switch) code(c *Coder) { c.Bool(&m.Found); c.I64(&m.From); c.I64(&m.To) }

// MethodInfo asks for all calls of a method at once. Answered by Method.
type MethodInfo struct {
	Scope  Scope
	Method uint32
}

func (m *MethodInfo) code(c *Coder) { m.Scope.code(c); c.U32(&m.Method) }

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

// Longest is one of the longest calls of a method.
type Longest struct {
	Call     CallRef
	From     int64 // ns on the timeline's axis
	Duration int64 // ns by the scope's clock
}

// A Bin counts the calls that took [From, To) ns.
type Bin struct{ From, To, Count int64 }

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
	Nested uint8 // 0: of Method; 1: caller of From; 2: first callee; 3, 4: previous, next sibling
}

func (m *Step) code(c *Coder) {
	m.Scope.code(c)
	c.U32(&m.Method)
	m.From.code(c)
	c.Bool(&m.Any)
	c.I64(&m.At)
	c.Bool(&m.Back)
	c.U8(&m.Nested)
}

// Search asks how much a search matches. Answered by Hits.
type Search struct {
	Scope Scope
	Text  string
}

func (m *Search) code(c *Coder) { m.Scope.code(c); c.String(&m.Text) }

// Hits answers Search.
type Hits struct {
	Text    string
	Methods int     // that match and were on a stack in the scope
	Share   float64 // of the scope's total: time with at least one match on the stack
	Times   Times
}

func (m *Hits) code(c *Coder) {
	c.String(&m.Text)
	c.Int(&m.Methods)
	c.F64(&m.Share)
	m.Times.code(c)
}

// A Viewport is what a canvas shows. X is in the view's own units: ns for the
// timeline, parts of 1 for the flame graph. Lengths are CSS pixels.
type Viewport struct {
	From, To      float64
	ScrollY       float64
	Width, Height float64
}

func (v *Viewport) code(c *Coder) {
	c.F64(&v.From)
	c.F64(&v.To)
	c.F64(&v.ScrollY)
	c.F64(&v.Width)
	c.F64(&v.Height)
}

// How methods are coloured.
const (
	ColourByRank uint8 = iota
	ColourByPackage
	ColourByOrigin // own or platform code
)

// How threads are ordered in the timeline.
const (
	ThreadsByActivity uint8 = iota
	ThreadsByName
	ThreadsByID
)

// Timeline asks for the display list of the timeline. Answered by a scene.List.
type Timeline struct {
	View      Viewport
	Sort      uint8
	Hidden    []uint32 // thread indices not shown
	Collapsed []uint32 // thread indices shown as one row
	Method    uint32   // whose calls are marked; NoNode for none
	Selected  CallRef
	HasCall   bool
	Switches  bool // context switches are drawn
	Colour    uint8
	Find      string
	Clock     Clock
	Reveal    bool // scroll as little as brings Selected into view; the list's ScrollY says how far
}

func (m *Timeline) code(c *Coder) {
	m.View.code(c)
	c.U8(&m.Sort)
	u32s(c, &m.Hidden)
	u32s(c, &m.Collapsed)
	c.U32(&m.Method)
	m.Selected.code(c)
	c.Bool(&m.HasCall)
	c.Bool(&m.Switches)
	c.U8(&m.Colour)
	c.String(&m.Find)
	c.U8(&m.Clock)
	c.Bool(&m.Reveal)
}

// Overview asks for the display list of the strip above the timeline: load per thread
// over the whole trace. Answered by a scene.List.
type Overview struct {
	Width, Height float64
	Hidden        []uint32
	Colour        uint8
}

func (m *Overview) code(c *Coder) {
	c.F64(&m.Width)
	c.F64(&m.Height)
	u32s(c, &m.Hidden)
	c.U8(&m.Colour)
}

// Flame asks for the display list of the flame graph. Answered by a scene.List.
type Flame struct {
	Scope   Scope
	View    Viewport
	Ordered bool   // calls of Thread in order of time, by the scope's clock, instead of merged
	Thread  uint32 // for Ordered
	Root    uint32 // node zoomed into, NoNode for all
	Invert  bool   // root at the bottom (flame) instead of the top (icicle)
	Fold    bool   // direct recursion collapsed
	Method  uint32 // highlighted; NoNode for none
	Find    string
	Colour  uint8
}

func (m *Flame) code(c *Coder) {
	m.Scope.code(c)
	m.View.code(c)
	c.Bool(&m.Ordered)
	c.U32(&m.Thread)
	c.U32(&m.Root)
	c.Bool(&m.Invert)
	c.Bool(&m.Fold)
	c.U32(&m.Method)
	c.String(&m.Find)
	c.U8(&m.Colour)
}

// Graph asks for the call graph: from the top on, a callee where its inclusive time is at
// least Threshold per cent of its caller's. Answered by Dot.
type Graph struct {
	Scope     Scope
	Threshold int // 0 to 99
}

func (m *Graph) code(c *Coder) { m.Scope.code(c); c.Int(&m.Threshold) }

// A Dot answers Graph, and any other request for a graph: what Graphviz is to lay out. The
// engine keeps what the boxes say; Layout brings back where they go.
type Dot struct {
	Serial       uint32 // of this graph, each its own
	Text         string
	Nodes, Edges int
}

func (m *Dot) code(c *Coder) {
	c.U32(&m.Serial)
	c.String(&m.Text)
	c.Int(&m.Nodes)
	c.Int(&m.Edges)
}

// Layout says where the boxes of a Dot go. Answered by LaidOut, once GraphView can be drawn.
type Layout struct {
	Serial uint32
	Text   string // Graphviz's output in its format "plain"
}

func (m *Layout) code(c *Coder) { c.U32(&m.Serial); c.String(&m.Text) }

// LaidOut answers Layout: the graph as one walks it by keyboard or hears it read. Lengths are
// in points, CSS pixels at the graph's own size, from its top left.
type LaidOut struct {
	Serial        uint32
	Width, Height float64
	Nodes         []GraphNode
	Edges         []GraphEdge
}

// A GraphNode is one box.
type GraphNode struct {
	Label      string // all that it says, in one line
	Method     uint32 // NoNode for none
	Number     uint32 // what else it stands for, the source's own
	X, Y, W, H float64
}

// A GraphEdge is an arrow between two of LaidOut.Nodes.
type GraphEdge struct {
	Tail, Head uint32
	Label      string
	Alarm      bool
}

func (m *LaidOut) code(c *Coder) {
	c.U32(&m.Serial)
	c.F64(&m.Width)
	c.F64(&m.Height)
	list(c, &m.Nodes, 44, func(c *Coder, n *GraphNode) {
		c.String(&n.Label)
		c.U32(&n.Method)
		c.U32(&n.Number)
		c.F64(&n.X)
		c.F64(&n.Y)
		c.F64(&n.W)
		c.F64(&n.H)
	})
	list(c, &m.Edges, 13, func(c *Coder, e *GraphEdge) {
		c.U32(&e.Tail)
		c.U32(&e.Head)
		c.String(&e.Label)
		c.Bool(&e.Alarm)
	})
}

// GraphView asks for the display list of the graph laid out last. Answered by a scene.List.
type GraphView struct {
	View     Viewport // in points, the same scale both ways; From may be below 0, as ScrollY
	Serial   uint32   // of the graph meant
	Method   uint32   // outlined; NoNode for none
	Selected int      // node outlined, -1 for none
	Find     string
	Colour   uint8
}

func (m *GraphView) code(c *Coder) {
	m.View.code(c)
	c.U32(&m.Serial)
	c.U32(&m.Method)
	c.Int(&m.Selected)
	c.String(&m.Find)
	c.U8(&m.Colour)
}

// Export asks for a file made from the trace. Answered by File.
type Export struct {
	Format    string // "dot"
	Scope     Scope
	Threshold int // of "dot", as Graph has it
}

func (m *Export) code(c *Coder) { c.String(&m.Format); m.Scope.code(c); c.Int(&m.Threshold) }

// A File answers Export.
type File struct {
	Name, Type string
	Data       []byte
}

func (m *File) code(c *Coder) { c.String(&m.Name); c.String(&m.Type); c.Bytes(&m.Data) }
