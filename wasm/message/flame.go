package message

// FlameNode asks for the meaning of a frame of the flame graph, and for its neighbours. With Seek it asks for the next frame
// of a method, or else of a search, in the order of their widths. Then it starts from the widest if Node is no such frame.
type FlameNode struct {
	request[*FlameNodeReply]

	Scope      Scope
	Fold       bool // direct recursion collapsed
	Callers    bool // of the graph from the methods up
	Sandwich   bool // of the graph around the method Around. Then Caller and Callee are those drawn above and below
	Around     uint32
	Node, Root uint32
	Seek, Back bool
	Method     uint32 // NoNode for Find
	Find       string
}

// FlameNodeReply answers FlameNode. Found is false if the frame does not exist. The node of all calls is 0 and has no
// method.
type FlameNodeReply struct {
	reply

	Found               bool
	Node, Method, Depth uint32
	From, To            float64 // its position, in parts of Root's width
	Calls               int64   // on this path
	Inclusive           Times
	Exclusive           Times
	Parent, Whole       Times // inclusive time of its caller's frame, and the time that is 100 % in all views

	// Of the method, on all paths.
	AllCalls                   int64 // including recursive calls
	AllInclusive, AllExclusive Times

	Number, Total int  // with Seek: the frame's number in the order, from 1, and the number of frames
	Outside       bool // the frame is not below Root

	Caller, Callee, Before, After FlameStep // the widest callee; the frames on the left and right
}

// A FlameStep is a neighbour of a frame; NoNode for none.
type FlameStep struct{ Node, Method uint32 }

// Refold asks for the nodes of frames in the other tree: the tree with Fold for frames of the tree without, and vice versa.
type Refold struct {
	request[*Refolded]

	Scope Scope
	Fold  bool // of the tree asked for
	Nodes []uint32
}

// Refolded answers Refold, with a node for each requested node, or NoNode.
type Refolded struct {
	reply

	Fold  bool
	Nodes []uint32
}
