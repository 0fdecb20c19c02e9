package message

// Graph asks for the call graph: from the top on, a callee where its inclusive time is at
// least Threshold per cent of its caller's. Answered by Dot.
type Graph struct {
	request[*Dot]

	Scope     Scope
	Threshold int  // 0 to 99, or AutoThreshold
	Unfolded  bool // of one thread: its platform frames have boxes of their own, not one for all
}

// FoldedNode is the GraphNode.Number of the box for all platform frames.
const FoldedNode = NoNode

// AutoThreshold is the share by which a graph has 10 to 60 boxes; Dot says which that is.
const AutoThreshold = -1

// LockGraph asks for the graph of who waits for whom in a process. Answered by Dot. The
// Number of a box is its thread, NoNode for a monitor.
type LockGraph struct {
	request[*Dot]

	Process uint32
}

// A Dot answers Graph, and any other request for a graph: what Graphviz is to lay out. The
// engine keeps what the boxes say; Layout brings back where they go.
type Dot struct {
	reply

	Serial       uint32 // of this graph, each its own
	Text         string
	Nodes, Edges int
	Threshold    int    // of a call graph
	Says         string // sums the graph up, "" where the page can
}

// Layout says where the boxes of a Dot go. Answered by LaidOut, once GraphView can be drawn.
type Layout struct {
	request[*LaidOut]

	Serial uint32
	Text   string // Graphviz's output in its format "plain"
}

// LaidOut answers Layout: the graph as one walks it by keyboard or hears it read. Lengths are
// in points, CSS pixels at the graph's own size, from its top left.
type LaidOut struct {
	reply

	Serial        uint32
	Width, Height float64
	Nodes         []GraphNode
	Edges         []GraphEdge
	First         uint32 // node that is in view at first
	Chosen        bool   // it is chosen, too
}

// A GraphNode is one box.
type GraphNode struct {
	Label      string   // all that it says, in one line
	Method     uint32   // NoNode for none
	Number     uint32   // what else it stands for, the source's own
	Like       []uint32 // others for which it stands too, like Number
	Raw        string   // names in it as the file has them, where a map gave others
	X, Y, W, H float64
}

// A GraphEdge is an arrow between two of LaidOut.Nodes.
type GraphEdge struct {
	Tail, Head uint32
	Label      string
	Alarm      bool
}

// GraphView asks for the display list of the graph laid out last. Answered by a scene.List.
type GraphView struct {
	picture

	View     Viewport // in points, the same scale both ways; From may be below 0, as ScrollY
	Serial   uint32   // of the graph meant
	Method   uint32   // outlined; NoNode for none
	Selected int      // node outlined, -1 for none
	Find     string
	Found    []uint32 // nodes that the view itself has found, ascending; all others fade
	Finds    bool     // it searches, though it has found none
	Colour   Colour
}

// GraphFile asks for the graph that Graph asks for as a file in Graphviz's language. Answered
// by File.
type GraphFile struct {
	request[*File]

	Scope     Scope
	Threshold int // 0 to 99
}

// A File answers GraphFile and LongRunning.
type File struct {
	reply

	Name, Type string
	Data       []byte
}
