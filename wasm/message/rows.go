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

func (Column) Last() uint8 { return uint8(ByRank) }

// An Order is how rows are sorted. Ties go by rank.
type Order struct {
	Column    Column
	Clock     Clock
	Ascending bool
}

// A Find is the search: a substring of class.method signature, case ignored unless it
// has an upper-case letter. Only drops the rows that do not match.
type Find struct {
	Text string
	Only bool
}

// MethodRows asks for rows [First, First+Count) of the method table with the methods
// in Open opened to their parents and children. Answered by Rows.
type MethodRows struct {
	request[*Rows]

	Scope        Scope
	Order        Order
	Find         Find
	Open         []uint32 // methods
	Unfolded     bool     // of one thread: its platform frames stand below their line, which else stands for them
	First, Count int
}

// TreeRows asks for visible rows of the call tree, top-down (callees below callers) or
// bottom-up (callers below callees). Answered by Rows.
type TreeRows struct {
	request[*Rows]

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

// Relatives asks for the callers and callees of one method, all four lists. Answered
// by Rows: the method's own row, then groups as when a table row is open.
type Relatives struct {
	request[*Rows]

	Scope  Scope
	Order  Order
	Method uint32
}

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

func (RowKind) Last() uint8 { return uint8(FoldRow) }

// A RowGroup is one of the lists under a method.
type RowGroup uint8

const (
	Parents RowGroup = iota
	Children
	RecursiveParents // "while recursive": times overlap, no percentages
	RecursiveChildren
)

func (RowGroup) Last() uint8 { return uint8(RecursiveChildren) }

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
	reply

	First, Total int      // rows in all, of which Rows start at First
	Hits         int      // rows or methods that match Find
	Open         []uint32 // nodes opened by HotPath and Frames
	At           int      // of Seek, -1 where it is not to be seen or was not asked for
	Rows         []Row
	Names        []Name // of methods in Rows that no answer has named yet
}

// Locate asks where in the method table a method stands, or where the next hit of Find
// after row After is (backward if Back). Answered by Location.
type Locate struct {
	request[*Location]

	Table  MethodRows // as shown; First and Count do not matter
	Method uint32     // NoNode: the next hit
	After  int
	Back   bool
}

// A Location answers Locate.
type Location struct {
	reply

	Row     int // -1: none
	Method  uint32
	Wrapped bool // the search started over
	Number  int  // of the hit, from 1
	Hits    int
}

// Search asks how much a search matches. Answered by Hits.
type Search struct {
	request[*Hits]

	Scope Scope
	Text  string
}

// Hits answers Search.
type Hits struct {
	reply

	Text    string
	Refused string  // a sentence on a term that cannot be read; ""
	Methods int     // that match and were on a stack in the scope
	Share   float64 // of the scope's total: time with at least one match on the stack
	Times   Times
}
