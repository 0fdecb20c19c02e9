package message

// A Column is what rows are sorted by. The clock, where one matters, is in Order.
type Column uint8

const (
	ByInclusive Column = iota
	ByExclusive
	ByCalls   // calls + recursive calls
	ByPerCall // inclusive time a call
	ByName
	ByRank
)

func (v *Column) code(c *Coder) { enum(c, v, ByRank) }

// An Order is how rows are sorted. Ties go by rank.
type Order struct {
	Column    Column
	Clock     Clock
	Ascending bool
}

func (o *Order) code(c *Coder) {
	o.Column.code(c)
	o.Clock.code(c)
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
	Unfolded     bool     // of one thread: its platform frames stand below their line, which else stands for them
	First, Count int
}

func (m *MethodRows) code(c *Coder) {
	m.Scope.code(c)
	m.Order.code(c)
	m.Find.code(c)
	u32s(c, &m.Open)
	c.Bool(&m.Unfolded)
	c.Int(&m.First)
	c.Int(&m.Count)
}

func (*MethodRows) answer(*Rows) {}

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
	Root, Seek   uint32   // with HasRoot the one is the first row, and all others lie below it; with HasSeek Rows.At says which row the other is
	HasRoot      bool
	HasSeek      bool
	Frames       bool // with Unfolded: open the platform frames; Rows.Open says which nodes these are
	Unfolded     bool // of one thread, top-down: its platform frames stand below their line, which else stands for them
	First, Count int
}

func (m *TreeRows) code(c *Coder) {
	m.Scope.code(c)
	m.Order.code(c)
	m.Find.code(c)
	c.Bool(&m.BottomUp)
	c.Bool(&m.Fold)
	u32s(c, &m.Open)
	c.U32(&m.HotPath)
	c.U32(&m.Root)
	c.U32(&m.Seek)
	c.Bool(&m.HasRoot)
	c.Bool(&m.HasSeek)
	c.Bool(&m.Frames)
	c.Bool(&m.Unfolded)
	c.Int(&m.First)
	c.Int(&m.Count)
}

func (*TreeRows) answer(*Rows) {}

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

func (*Relatives) answer(*Rows) {}

// A RowKind says what a row stands for.
type RowKind uint8

const (
	MethodRow RowKind = iota
	GroupRow          // heading: Group says which list follows
	ParentRow
	ChildRow
	SelfRow // first among the children: time of the method's own, outermost calls
	TreeRow
	FoldRow // stands for the platform frames that a thread begins with, or before them
)

func (v *RowKind) code(c *Coder) { enum(c, v, FoldRow) }

// A RowGroup is one of the lists under a method.
type RowGroup uint8

const (
	Parents RowGroup = iota
	Children
	RecursiveParents // "while recursive": times overlap, no percentages
	RecursiveChildren
)

func (v *RowGroup) code(c *Coder) { enum(c, v, RecursiveChildren) }

// A Row is one line of a table. Shares are parts of 1: of the scope's total for
// methods and tree rows, of the opened method's inclusive time for parents and
// children; NaN where a share would mislead.
type Row struct {
	Kind                           RowKind
	Group                          RowGroup
	Level                          uint32 // indent
	Method                         uint32 // NoNode for (toplevel)
	Node                           uint32 // identity in a tree, for Open and Flame.Root; NoNode in the method table
	Rank                           uint32
	Colour                         Slot
	Open, Leaf, Hit                bool
	Marks                          []uint32 // of a hit: what of the label matches, in bytes, each from and to
	Typed                          bool     // of a hit: what matches is in the descriptor, which the label has not
	Folded                         uint32   // of a FoldRow: how many frames it stands for
	Calls                          int64    // activations that are not recursive; of an edge: its calls
	Recursive                      int64    // recursive activations; of an edge: total calls of the relative (parent row: of the opened method)
	Inclusive                      Times
	Exclusive                      Times
	InclusiveShare, ExclusiveShare [3]float64
}

// Rows answers MethodRows, TreeRows and Relatives.
type Rows struct {
	First, Total int      // rows in all, of which Rows start at First
	Hits         int      // rows or methods that match Find
	Open         []uint32 // nodes opened by HotPath and Frames
	At           int      // of Seek, -1 where it is not to be seen or was not asked for
	Rows         []Row
	Names        []Name // of methods in Rows that no answer has named yet
}

func (m *Rows) code(c *Coder) {
	c.Int(&m.First)
	c.Int(&m.Total)
	c.Int(&m.Hits)
	u32s(c, &m.Open)
	c.Int(&m.At)
	list(c, &m.Rows, 80, func(c *Coder, r *Row) {
		r.Kind.code(c)
		r.Group.code(c)
		c.U32(&r.Level)
		c.U32(&r.Method)
		c.U32(&r.Node)
		c.U32(&r.Rank)
		r.Colour.code(c)
		c.Bool(&r.Open)
		c.Bool(&r.Leaf)
		c.Bool(&r.Hit)
		u32s(c, &r.Marks)
		c.Bool(&r.Typed)
		c.U32(&r.Folded)
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

func (*Locate) answer(*Location) {}

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

// Search asks how much a search matches. Answered by Hits.
type Search struct {
	Scope Scope
	Text  string
}

func (m *Search) code(c *Coder) { m.Scope.code(c); c.String(&m.Text) }

func (*Search) answer(*Hits) {}

// Hits answers Search.
type Hits struct {
	Text    string
	Refused string  // a sentence on a term that cannot be read; ""
	Methods int     // that match and were on a stack in the scope
	Share   float64 // of the scope's total: time with at least one match on the stack
	Times   Times
}

func (m *Hits) code(c *Coder) {
	c.String(&m.Text)
	c.String(&m.Refused)
	c.Int(&m.Methods)
	c.F64(&m.Share)
	m.Times.code(c)
}
