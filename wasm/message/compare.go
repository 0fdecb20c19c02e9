package message

import "bytes"

// The requests about two traces: A, the base, and B, each in its own worker. The worker of A makes a side, which has
// figures but no calls. The worker of B receives it and answers all other requests. The side first has the costs of methods,
// for the table of changes. SideContexts adds the contexts and the findings.

// SideOf asks for the compared part of a trace.
type SideOf struct {
	request[*Side]

	Scope    Scope  // without threads: Main and Pool select them
	Main     bool   // the main thread alone
	Pool     string // else the threads with this name, with # for numbers, or with this key; "" for all
	Name     string // of the file
	Own      bool   // the engine of B keeps its side, and sends nothing
	Contexts bool   // the contexts and findings of the last requested side
	English  bool   // the language of its findings; the page asks again if the language changes
}

// Same reports whether two requests are for the same side, whatever their Own and Contexts.
func (m SideOf) Same(as SideOf) bool {
	m.Own, m.Contexts = as.Own, as.Contexts
	return bytes.Equal(Encode(nil, 0, &m), Encode(nil, 0, &as))
}

// Side answers SideOf. Only engines read its bytes.
type Side struct {
	reply

	Data []byte
}

// SideContexts gives the engine of B the contexts and findings of A, from A's Side. The reply is an empty Side.
type SideContexts struct {
	request[*Side]

	Data []byte
}

// A Repair pairs two methods or threads, or with Apart separates them. A and B are names as package compare writes them, or
// keys.
type Repair struct {
	A, B  string
	Apart bool
}

// Compare compares A, from its Side, with the trace of the worker. Later requests are about this comparison.
type Compare struct {
	request[*Compared]

	Of      [2]SideOf
	Repairs []Repair // of methods
	Threads []Repair
	Data    []byte // of A's Side
}

// Compared answers Compare.
type Compared struct {
	reply

	Refusal string   // why they cannot be compared; "" if they can
	Remarks []string // limits of the figures
	Clocks  []Clock  // of both traces
	Event   string   // the event that CPU counts in recordings of samples, "" for time
	Sampled [2]bool  // its calls are numbers of sightings
	Methods [4]int   // in both, only in A, only in B; guessed pairs
	Calls   [2]int64
	Times   [2]Times       // in calls, without idle waits
	Idle    [2]Times       // idle waits, whether the scopes leave them out or not
	Threads []PairedThread // with calls in the range, compared or not; main first
}

// ChangedFindings asks for the findings that differ. Answered by FindingChanges. It is apart from Compare, because
// findings take longer than the table of changes.
type ChangedFindings struct {
	request[*FindingChanges]
}

// FindingChanges answers ChangedFindings.
type FindingChanges struct {
	reply

	Title string          // counts of findings by change; "" if neither trace has one
	Found []FindingChange // new ones first, then grown ones; gone ones last
	Same  []FindingChange // the others, unchanged
	Start string          // sentences on a start that only one trace records, or ""

	Answer      string       // sentence on the change of the time of main, "" if it does not compare
	Own         string       // sentences on its largest changes: frames and messages, own methods; "" without them
	Split       string       // title of Parts, with the change of the time of main; "" without them
	Parts, Work []Difference // of that time: code that ran and waits by cause; frames and messages. The changes of each sum to that of the whole
}

// A Difference is a time in A and in B, in ns.
type Difference struct {
	Name string
	Time [2]int64
}

// A FindingChange is a finding that is new, grown or gone in B, or that one of the traces cannot show.
type FindingChange struct {
	Text   string // sentence in the requested language
	InA    bool   // it is of A
	Key    string // of the Finding in that trace
	Thread uint32 // of that trace
}

// A PairedThread is a thread or a pool, in both traces or in one.
type PairedThread struct {
	Names [2]string // as in a Repair; "" if it is missing
	Guess string    // the rule of a guessed pair, else ""
	Count [2]int
	Calls [2]int64
}

// A ChangeOrder is the figure whose change sorts a table.
type ChangeOrder uint8

const (
	ChangeOfInclusive ChangeOrder = iota
	ChangeOfExclusive
	ChangeOfCalls
)

func (ChangeOrder) Last() uint8 { return uint8(ChangeOfCalls) }

// A ChangeWay is the direction of the changes that come first, as in package compare.
type ChangeWay uint8

const (
	Either ChangeWay = iota // the largest, up or down
	Rose                    // the largest rise first, the largest fall last
	Fell
)

func (ChangeWay) Last() uint8 { return uint8(Fell) }

// An Only selects the listed methods.
type Only uint8

const (
	AllChanges Only = iota // that differ, in both or in one
	OnlyInA
	OnlyInB
	MoreCalls    // with a different number of calls
	Guessed      // with a guessed pair
	WhetherOrNot // all, including methods that do not differ
)

func (Only) Last() uint8 { return uint8(WhetherOrNot) }

// ChangeRows asks for a window of the table of changes.
type ChangeRows struct {
	request[*Changes]

	Clock        Clock
	Scale        Scale
	Order        ChangeOrder
	Way          ChangeWay
	Only         Only
	By           By     // groups instead of methods; not ByThread
	Text         string // searched for in names
	First, Count int
}

// Changes answers ChangeRows.
type Changes struct {
	reply

	First, Total int
	Rows         []Change
}

// A Change has the figures of one method on both sides, 0 on a side without it.
type Change struct {
	Pair      uint32
	Name      string
	Was       string // its name in A, "" for the same
	Rule, By  string // if its names differ, the rule that paired it and the evidence
	Guess     bool
	A, B      bool      // the side has it
	Texts     [2]string // names as in a Repair
	Calls     [2]int64  // including recursive calls
	Inclusive [2]int64  // by the clock asked for
	Exclusive [2]int64
	Split     [2]int64 // of the change of Inclusive: by the number of calls, by the time of one call
	Methods   uint32   // of a group, which has no Pair: how many; 0 for a method
	Each      [2]int64 // Inclusive for each call that is not recursive, as measured; -1 without calls
}

// ChangeEdges asks for the callers and callees of a method, on both sides.
type ChangeEdges struct {
	request[*ChangeRelatives]

	Pair  uint32    // NoNode for the method of Texts
	Texts [2]string // its names in A and B as in a Repair, or keys; "" for an unknown name
	Clock Clock
	Scale Scale
}

// ChangeRelatives answers ChangeEdges, the largest change of time first. Of.Pair is NoNode if no compared method has the
// names.
type ChangeRelatives struct {
	reply

	Of               Change
	Callers, Callees []ChangeEdge
}

// A ChangeEdge is the calls between a method and a relative.
type ChangeEdge struct {
	Pair             uint32 // NoNode for the root
	Name             string
	Texts            [2]string // names as in a Repair
	Calls, Inclusive [2]int64
}

// ChangesFile asks for the output of the command traceglass compare.
type ChangesFile struct {
	request[*File]

	Format string // "csv", "json" or "markdown"
	Clock  Clock
	Scale  Scale
	Order  ChangeOrder
	By     By // of csv: the groups of methods
}

// A ChangeWidth is the side whose figures are the widths of frames, in the flame graph of two traces.
type ChangeWidth uint8

const (
	WidthLarger ChangeWidth = iota // the larger side, which shows vanished frames too
	WidthOfA
	WidthOfB
)

func (ChangeWidth) Last() uint8 { return uint8(WidthOfB) }

// ChangeFlame asks for the flame graph of two traces. The boxes are contexts of both traces. Their numbers are nodes, and
// the numbers of their names start at ChangeNames.
type ChangeFlame struct {
	picture

	Clock  Clock
	Scale  Scale
	Width  ChangeWidth
	View   Viewport
	Root   uint32 // node that fills the width, NoNode for all
	Chosen uint32 // outlined node, NoNode for none
	Method uint32 // pair with marked nodes, NoNode for none
	Invert bool   // root at the bottom
	Find   string
}

// ChangeNode asks for the meaning of a frame of that graph, and for its position.
type ChangeNode struct {
	request[*ChangeContext]

	Clock      Clock
	Scale      Scale
	Width      ChangeWidth
	Node, Root uint32
}

// ChangeContext answers ChangeNode. Node is NoNode if the frame does not exist. The frame of all calls is 0 and has no name.
type ChangeContext struct {
	reply

	Node, Depth                   uint32
	Of                            Change // figures of this path only; A and B: the side has it
	From, To                      float64
	Caller, Callee, Before, After uint32 // nodes, NoNode for none; the widest callee
}

// ChangeTree asks for a window of the call tree of two traces.
type ChangeTree struct {
	request[*ChangeTreeRows]

	Clock        Clock
	Scale        Scale
	Order        ChangeOrder
	Way          ChangeWay
	Text         string   // lists only names that contain it, and the paths to them
	Open         []uint32 // nodes
	Follow       uint32   // opens the path of the largest change from this node, 0 for all calls; NoNode for none
	First, Count int
}

// ChangeTreeRows answers ChangeTree.
type ChangeTreeRows struct {
	reply

	First, Total int
	Rows         []ChangeTreeRow
	Opened       []uint32        // by Follow
	End          []ChangeTreeRow // the last row of Opened, if there is one
	At           int             // its place among all rows
}

// A ChangeTreeRow is a path of calls, of either trace.
type ChangeTreeRow struct {
	Node, Level uint32
	Open, Leaf  bool
	Of          Change // figures of this path only; A and B: the side has it
}

// SideChart asks for the timeline of one of two traces, 0 for A. The numbers of methods start at SideNames, those of B at
// twice SideNames.
type SideChart struct {
	picture

	Side  uint8
	Chart Timeline
}

// SideCall asks for a call of one of two traces: Call, or the Nth call in time of a method on the threads with a name, or
// on all threads for "". From a name in one trace, B's engine finds the name in the other.
type SideCall struct {
	request[*SidePlace]

	Side         uint8
	HasCall      bool
	Call         CallRef
	Brief        bool      // without the number of calls before it
	Texts, Lanes [2]string // method and thread in A and B, named as in a Repair; "" if unknown
	Nth          int64
}

// SideSum asks for the totals of one of two traces, and what each term of the filter takes there.
type SideSum struct {
	request[*Sum]

	Side  uint8
	Scope Scope // Scope, Main and Pool as in SideOf
	Main  bool
	Pool  string
}

// SidePlace answers SideCall. Found is false if the call does not exist. The names are set, as far as they are known, in
// any case.
type SidePlace struct {
	reply

	Found        bool
	Call         CallRef
	From, To     int64 // ns on the timeline's axis
	Nth, Count   int64 // its number, from 0, and the number of calls
	Texts, Lanes [2]string
	Shown        string // its method as lists show it
	Pair         uint32 // NoNode if unknown
}

// An Asked is the receiver of a request, if two traces are open.
type Asked uint8

const (
	AskFront Asked = iota // the trace that is shown
	AskA
	AskB // which also has the comparison
)

// OfContexts reports whether a request about two traces needs SideContexts first.
func OfContexts(req Body) bool {
	switch req := req.(type) {
	case *ChangeRows:
		return req.By != ByMethod
	case *ChangedFindings, *ChangeEdges, *ChangesFile, *ChangeFlame, *ChangeNode, *ChangeTree:
		return true
	case *Hashes:
		return req.Of == HashChanges
	}
	return false
}

// AskedOf returns the receiver of a request or a picture.
func AskedOf(req Body) Asked {
	switch req := req.(type) {
	case *Compare, *SideContexts, *ChangeRows, *ChangedFindings, *ChangeEdges, *ChangesFile, *ChangeFlame, *ChangeNode, *ChangeTree:
		return AskB
	case *Hashes:
		if req.Of == HashChanges {
			return AskB
		}
	case *SideChart:
		return AskA + Asked(req.Side&1)
	case *SideCall:
		return AskA + Asked(req.Side&1)
	case *SideSum:
		return AskA + Asked(req.Side&1)
	case *Names:
		if len(req.Methods) > 0 {
			return whoNames(req.Methods[0])
		}
	}
	return AskFront
}

// whoNames returns the receiver that knows the name with a number.
func whoNames(number uint32) Asked {
	switch {
	case number >= FrameNames || number < SideNames:
		return AskFront
	case number < 2*SideNames:
		return AskA
	}
	return AskB
}
