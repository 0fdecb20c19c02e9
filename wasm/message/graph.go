package message

// Graph asks for the call graph. From the top, it has each callee with an inclusive time of at least Threshold per cent of
// its caller's.
type Graph struct {
	request[*Dot]

	Scope     Scope
	Threshold int  // 0 to 99, or AutoThreshold
	Unfolded  bool // of one thread: each platform frame has its own box, else one box stands for all
}

// FoldedNode is the GraphNode.Number of the box for all platform frames.
const FoldedNode = NoNode

// AutoThreshold selects a threshold that results in 10 to 60 boxes. Dot has that threshold.
const AutoThreshold = -1

// LockGraph asks for the graph of waits in a process. The Number of a box is its thread, NoNode for a monitor.
type LockGraph struct {
	request[*Dot]

	Process uint32
	Narrow  bool // the canvas is narrow: arrows may go down instead of across
}

// A Dot answers a request for a graph with the input of Graphviz. The engine keeps the content of the boxes. Layout brings
// their positions.
type Dot struct {
	reply

	Serial       uint32 // each graph has another
	Text         string
	Nodes, Edges int
	Threshold    int    // of a call graph
	Says         string // a summary of the graph, "" if the page makes one
}

// Layout brings the positions of the boxes of a Dot. After its reply, GraphView can be drawn.
type Layout struct {
	request[*LaidOut]

	Serial uint32
	Text   string // Graphviz's output in its format "plain"
}

// LaidOut answers Layout. It has the graph for the keyboard and for screen readers. Lengths are in points from the top left:
// CSS pixels at the graph's own size.
type LaidOut struct {
	reply

	Serial        uint32
	Width, Height float64
	Nodes         []GraphNode
	Edges         []GraphEdge
	First         uint32 // node that is visible at first
	Chosen        bool   // First is selected
}

// A GraphNode is one box.
type GraphNode struct {
	Label      string   // its text, in one line
	Slot       Slot     // its colour
	Method     uint32   // NoNode for none
	Number     uint32   // identity in the source of the graph
	Like       []uint32 // other Numbers that share the box
	Raw        string   // the original names in it, if a map changed them
	X, Y, W, H float64
}

// A GraphEdge is an arrow between two of LaidOut.Nodes.
type GraphEdge struct {
	Tail, Head uint32
	Label      string
	Alarm      bool
}

// GraphView asks for the display list of the graph that was laid out last.
type GraphView struct {
	picture

	View     Viewport // in points, with the same scale in both directions; From and ScrollY can be negative
	Serial   uint32   // of the graph
	Method   uint32   // outlined; NoNode for none
	Selected int      // outlined node, -1 for none
	Find     string
	Found    []uint32 // nodes that the search of the view found, ascending; all others fade
	Finds    bool     // the view has a search, even if it found nothing
	Colour   Colour
}

// GraphFile asks for the call graph as a file in Graphviz's language.
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
