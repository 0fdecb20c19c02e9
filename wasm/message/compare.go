package message

import "bytes"

// What is asked of two traces beside each other: A, the base, and B, each in a worker of its own. The
// one of A makes a side, which holds figures and no calls; that of B, which gets it, answers all else.
// First comes what methods cost, of which the table of changes is made, and after that, by SideContexts,
// what contexts did.

// SideOf asks for what of a trace is compared. Answered by Side.
type SideOf struct {
	request[*Side]

	Scope    Scope  // its threads are left to Main and Pool
	Main     bool   // the main thread alone
	Pool     string // else the threads of that name, numbers being #, or of that key; "" for all
	Name     string // of the file
	Own      bool   // to the engine that is to compare: it is made and kept, and not sent
	Contexts bool   // of the side that was asked for last, the contexts
	English  bool   // the language of its findings: a switch of the language asks again
}

// Same reports whether two ask for the same side, whatever of it and for whom.
func (m SideOf) Same(as SideOf) bool {
	m.Own, m.Contexts = as.Own, as.Contexts
	return bytes.Equal(Encode(nil, 0, &m), Encode(nil, 0, &as))
}

// Side answers SideOf. What its bytes say is between two engines.
type Side struct {
	reply

	Data []byte
}

// SideContexts gives the engine that has compared two traces the contexts of A, whose Side the page sends
// along. Answered by a Side that is empty.
type SideContexts struct {
	request[*Side]

	Data []byte
}

// A Repair corrects how methods, or threads, are paired: their names, as package compare has them written, or keys.
type Repair struct {
	A, B  string
	Apart bool
}

// Compare compares A, whose Side the page sends along, with the trace of the worker. Answered by
// Compared; what is asked after it is of that.
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
	Remarks []string // what the figures cannot say
	Clocks  []Clock  // that both have
	Event   string   // what CPU counts in recordings of samples, "" for time
	Sampled [2]bool  // its calls are times seen
	Methods [4]int   // in both, in A alone, in B alone; pairs that were guessed
	Calls   [2]int64
	Times   [2]Times       // in calls
	Threads []PairedThread // with calls in the range, those that are not compared too; main first

	Findings string          // counts of findings by change; "" if neither trace has one
	Found    []FindingChange // new ones first, then grown ones, then gone ones
}

// A FindingChange is a finding that is new, grown or gone in B.
type FindingChange struct {
	Text string // sentence in the requested language
	Gone bool   // only A has it
}

// A PairedThread is one thread, or a pool's, of both or of one.
type PairedThread struct {
	Names [2]string // "" where it is not there; as a Repair names it
	Guess string    // the rule by which it was guessed that these are one; "" if it was not
	Count [2]int
	Calls [2]int64
}

// A ChangeOrder is by the size of the change of what changes are sorted.
type ChangeOrder uint8

const (
	ChangeOfInclusive ChangeOrder = iota
	ChangeOfExclusive
	ChangeOfCalls
)

func (ChangeOrder) Last() uint8 { return uint8(ChangeOfCalls) }

// A ChangeWay is which changes come first, as package compare has them.
type ChangeWay uint8

const (
	Either ChangeWay = iota // the largest, up or down
	Rose                    // what rose most, and last what fell most
	Fell
)

func (ChangeWay) Last() uint8 { return uint8(Fell) }

// An Only is which methods are listed.
type Only uint8

const (
	AllChanges Only = iota // of both and of one, that differ
	OnlyInA
	OnlyInB
	MoreCalls    // those whose calls differ
	Guessed      // whose pairs were guessed
	WhetherOrNot // all, those that do not differ too
)

func (Only) Last() uint8 { return uint8(WhetherOrNot) }

// ChangeRows asks for a window of the table of changes. Answered by Changes.
type ChangeRows struct {
	request[*Changes]

	Clock        Clock
	Scale        Scale
	Order        ChangeOrder
	Way          ChangeWay
	Only         Only
	Text         string // searched for in names
	First, Count int
}

// Changes answers ChangeRows.
type Changes struct {
	reply

	First, Total int
	Rows         []Change
}

// A Change is what one method came to on both sides, 0 where it is not there.
type Change struct {
	Pair      uint32
	Name      string
	Was       string // what A calls it, "" for the same
	Rule, By  string // by which it was paired where its names differ, and what that went by
	Guess     bool
	A, B      bool      // it is there
	Texts     [2]string // as a Repair names it
	Calls     [2]int64  // recursive ones too
	Inclusive [2]int64  // by the clock asked for
	Exclusive [2]int64
	Split     [2]int64 // of the change of Inclusive: of the number of calls, of what one takes
	Each      [2]int64 // of Inclusive for a call, recursive ones apart, as measured; -1 where there is none
}

// ChangeEdges asks for who calls a method and what it calls, on both sides. Answered by
// ChangeRelatives.
type ChangeEdges struct {
	request[*ChangeRelatives]

	Pair  uint32    // NoNode for that of Texts
	Texts [2]string // its names in A and in B, as a Repair names it, or keys; "" for one that is not known
	Clock Clock
	Scale Scale
}

// ChangeRelatives answers ChangeEdges, those first whose time changed most. Of.Pair is NoNode where no method
// that is compared has the names.
type ChangeRelatives struct {
	reply

	Of               Change
	Callers, Callees []ChangeEdge
}

// A ChangeEdge is the calls between a method and a relative.
type ChangeEdge struct {
	Pair             uint32 // NoNode for the root
	Name             string
	Texts            [2]string // as a Repair names it
	Calls, Inclusive [2]int64
}

// ChangesFile asks for what the command traceglass compare writes. Answered by File.
type ChangesFile struct {
	request[*File]

	Format string // "csv", "json" or "markdown"
	Clock  Clock
	Scale  Scale
	Order  ChangeOrder
}

// A ChangeWidth is how wide frames are in the flame graph of two traces.
type ChangeWidth uint8

const (
	WidthLarger ChangeWidth = iota // as on the side where it is more: what vanished is seen too
	WidthOfA
	WidthOfB
)

func (ChangeWidth) Last() uint8 { return uint8(WidthOfB) }

// ChangeFlame asks for the flame graph of two traces. Answered by a scene.List, whose boxes are
// contexts of either: their numbers are nodes, and their names are asked for from ChangeNames on.
type ChangeFlame struct {
	picture

	Clock  Clock
	Scale  Scale
	Width  ChangeWidth
	View   Viewport
	Root   uint32 // node zoomed into, NoNode for all
	Chosen uint32 // the node that is outlined, NoNode for none
	Method uint32 // the pair whose nodes are marked, NoNode for none
	Invert bool   // root at the bottom
	Find   string
}

// ChangeNode asks what a frame of that graph stands for, and where it lies. Answered by ChangeContext.
type ChangeNode struct {
	request[*ChangeContext]

	Clock      Clock
	Scale      Scale
	Width      ChangeWidth
	Node, Root uint32
}

// ChangeContext answers ChangeNode. Node is NoNode where there is no such frame; that of all calls
// is 0 and has no name.
type ChangeContext struct {
	reply

	Node, Depth                   uint32
	Of                            Change // figures of this path alone; A and B: it is there
	From, To                      float64
	Caller, Callee, Before, After uint32 // nodes, NoNode for none; the widest callee
}

// ChangeTree asks for a window of the call tree of two traces. Answered by ChangeTreeRows.
type ChangeTree struct {
	request[*ChangeTreeRows]

	Clock        Clock
	Scale        Scale
	Order        ChangeOrder
	Way          ChangeWay
	Text         string   // what has it in its name, or leads to what has, is listed alone
	Open         []uint32 // nodes
	Follow       uint32   // opens the way of the largest change from a node on, 0 for all calls; NoNode for none
	First, Count int
}

// ChangeTreeRows answers ChangeTree.
type ChangeTreeRows struct {
	reply

	First, Total int
	Rows         []ChangeTreeRow
	Opened       []uint32 // by Follow
}

// A ChangeTreeRow is a path of calls, of either trace.
type ChangeTreeRow struct {
	Node, Level uint32
	Open, Leaf  bool
	Of          Change // figures of this path alone; A and B: it is there
}

// SideChart asks for the timeline of one of two traces, 0 for A. Answered by a scene.List, in which
// methods are numbered from SideNames on, those of B from twice that.
type SideChart struct {
	picture

	Side  uint8
	Chart Timeline
}

// SideCall asks about a call of one of two traces, by its place, or as the Nth of those that a method
// has on the threads of a name, "" for all, in order of time. Of what one trace names the other's name
// is found by B's engine. Answered by SidePlace.
type SideCall struct {
	request[*SidePlace]

	Side         uint8
	HasCall      bool
	Call         CallRef
	Brief        bool      // how many came before it is not asked
	Texts, Lanes [2]string // of A and of B, as Repairs name them; "" for not known
	Nth          int64
}

// SidePlace answers SideCall. Found is false where there is no such call; without it what is known of
// the names is told all the same.
type SidePlace struct {
	reply

	Found        bool
	Call         CallRef
	From, To     int64 // ns on the timeline's axis
	Nth, Count   int64 // from 0, and how many there are
	Texts, Lanes [2]string
	Pair         uint32 // NoNode where it is not known
}

// An Asked is whom a request is for, where two traces are open.
type Asked uint8

const (
	AskFront Asked = iota // the trace that is shown
	AskA
	AskB // which has what both come to, too
)

// OfContexts tells of what is asked about two traces whether it can be answered after SideContexts alone.
func OfContexts(req Body) bool {
	switch req := req.(type) {
	case *ChangeEdges, *ChangesFile, *ChangeFlame, *ChangeNode, *ChangeTree:
		return true
	case *Hashes:
		return req.Of == HashChanges
	}
	return false
}

// AskedOf tells whom a request, or a picture, is for.
func AskedOf(req Body) Asked {
	switch req := req.(type) {
	case *Compare, *SideContexts, *ChangeRows, *ChangeEdges, *ChangesFile, *ChangeFlame, *ChangeNode, *ChangeTree:
		return AskB
	case *Hashes:
		if req.Of == HashChanges {
			return AskB
		}
	case *SideChart:
		return AskA + Asked(req.Side&1)
	case *SideCall:
		return AskA + Asked(req.Side&1)
	case *Names:
		if len(req.Methods) > 0 {
			return whoNames(req.Methods[0])
		}
	}
	return AskFront
}

// whoNames tells who knows what a number stands for.
func whoNames(number uint32) Asked {
	switch {
	case number >= FrameNames || number < SideNames:
		return AskFront
	case number < 2*SideNames:
		return AskA
	}
	return AskB
}
