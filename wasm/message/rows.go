package message

// A Column sorts rows. If it depends on a clock, Order has the clock.
type Column uint8

const (
	ByInclusive Column = iota
	ByExclusive
	ByCalls   // including recursive calls
	ByPerCall // inclusive time of one call
	ByName
	ByRank
)

func (Column) Last() uint8 { return uint8(ByRank) }

// An Order is the order of rows. Rank decides ties.
type Order struct {
	Column    Column
	Clock     Clock
	Ascending bool
}

// A Find is a search for a part of "class.method signature". Case matters only if Text has an upper-case letter. Only drops
// the rows that do not match.
type Find struct {
	Text string
	Only bool
}

// By is a way to group methods, as in package profile.
type By uint8

const (
	ByMethod By = iota // not grouped
	ByClass
	ByPackage
	ByLibrary
	ByThread // each thread with the figures of its methods on it
	ByOrigin
)

func (By) Last() uint8 { return uint8(ByOrigin) }

// MethodRows asks for rows [First, First+Count) of the method table. The methods in Open show their parents and children,
// except below threads. A group in Groups shows its methods.
type MethodRows struct {
	request[*Rows]

	Scope        Scope
	Order        Order
	Find         Find
	By           By
	Groups       []uint32 // Row.Node of open groups: a method, or a thread's index
	Open         []uint32 // methods
	Unfolded     bool     // of one thread: its platform frames are rows below their line, else only that line
	First, Count int
}

// TreeRows asks for visible rows of the call tree: top-down with callees below callers, or bottom-up with callers below
// callees.
type TreeRows struct {
	request[*Rows]

	Scope        Scope
	Order        Order
	Find         Find
	BottomUp     bool
	Fold         bool     // direct recursion collapsed
	Open         []uint32 // nodes, as Row.Node
	HotPath      uint32   // opens the heaviest path below this node, NoNode for none; Rows.Open has the opened nodes
	Root, Seek   uint32   // with HasRoot, only Root and the rows below it; with HasSeek, Rows.At is the row of Seek
	HasRoot      bool
	HasSeek      bool
	Frames       bool // with Unfolded, opens the platform frames; Rows.Open has their nodes
	Unfolded     bool // of one thread, top-down: its platform frames are rows below their line, else only that line
	First, Count int
}

// Relatives asks for the callers and callees of one method. Rows has the row of the method, then all four groups, as for an
// open row of the method table.
type Relatives struct {
	request[*Rows]

	Scope  Scope
	Order  Order
	Method uint32
	By     By // groups the callers and callees; not ByThread
}

// A RowKind is the meaning of a row.
type RowKind uint8

const (
	MethodRow RowKind = iota
	GroupRow          // heading of the list Group
	ParentRow
	ChildRow
	SelfRow // the first child: exclusive time of the method's outermost calls
	TreeRow
	FoldRow // line for the outermost platform frames of a thread
	SumRow  // sum of a group of methods
)

func (RowKind) Last() uint8 { return uint8(SumRow) }

// A RowGroup is a list below a method.
type RowGroup uint8

const (
	Parents RowGroup = iota
	Children
	RecursiveParents // "while recursive": times overlap, no percentages
	RecursiveChildren
)

func (RowGroup) Last() uint8 { return uint8(RecursiveChildren) }

// A Row is one line of a table. Shares are parts of 1. They relate to the scope's total for methods and nodes, and to the
// inclusive time of the open method for parents and children. A share is NaN if it would mislead.
type Row struct {
	Kind                           RowKind
	Group                          RowGroup
	Level                          uint32 // indent
	Method                         uint32 // NoNode for (toplevel)
	Node                           uint32 // of a TreeRow: identity in the tree, for Open and Flame.Root; of a SumRow: a method or thread, for MethodRows.Groups; else NoNode
	Rank                           uint32 // among the scope's methods, by inclusive time in the whole trace, from 1
	Colour                         Slot   // by rank; of a SumRow by origin
	Text                           string // the name of the group, of a SumRow and of grouped callers and callees
	Open, Leaf, Hit                bool
	Marks                          []uint32 // of a hit: the matching parts of the label, as pairs of byte offsets
	Typed                          bool     // of a hit: the match is in the descriptor, which is not part of the label
	Frames                         uint32   // of a FoldRow: their number
	Methods                        uint32   // of a SumRow and of grouped callers and callees: their number
	Calls                          int64    // calls that are not recursive; of an edge: its calls
	Recursive                      int64    // recursive calls; 0 for an edge
	CalleeCalls                    int64    // of an edge: all calls of its callee, from any caller
	Inclusive                      Times
	Exclusive                      Times
	InclusiveShare, ExclusiveShare [3]float64
}

// Rows answers MethodRows, TreeRows and Relatives.
type Rows struct {
	reply

	First, Total int      // number of the first of Rows, and of all rows
	Hits         int      // number of rows or methods that match Find
	Open         []uint32 // nodes opened by HotPath and Frames
	At           int      // row of Seek, -1 if it is hidden or not requested
	Rows         []Row
	Names        []Name // of methods in Rows, except those in earlier replies
}

// Locate asks for the row of a method in the method table, or for the next hit of Find after row After. With Back, it searches
// backward.
type Locate struct {
	request[*Location]

	Table  MethodRows // as shown; First and Count are ignored
	Method uint32     // NoNode: the next hit
	After  int
	Back   bool
}

// A Location answers Locate.
type Location struct {
	reply

	Row     int  // -1: none
	Closed  bool // the method is in the closed group Group, and Row is the group's
	Group   uint32
	Method  uint32
	Wrapped bool // the search started over
	Number  int  // of the hit, from 1
	Hits    int
}

// Search asks for the number of matches of a search.
type Search struct {
	request[*Hits]

	Scope Scope
	Text  string
}

// Hits answers Search.
type Hits struct {
	reply

	Text    string
	Refused string  // a sentence about an invalid term; "" for none
	Methods int     // number of matching methods with calls in the scope
	Others  int     // number of matches in code that Scope.Code leaves out; 0 if Methods is not 0
	Share   float64 // part of the scope's total with at least one match on the stack
	Times   Times
}
