package message

// FlameNode asks what a frame of the flame graph stands for and which lie beside it. Answered
// by FlameNodeReply.
type FlameNode struct {
	request[*FlameNodeReply]

	Scope      Scope
	Fold       bool // direct recursion collapsed
	Callers    bool // of the graph from the methods up
	Node, Root uint32
}

// FlameNodeReply answers FlameNode. Found is false where there is no such frame. The node of
// all calls is 0 and has no method.
type FlameNodeReply struct {
	reply

	Found               bool
	Node, Method, Depth uint32
	From, To            float64 // where it is drawn, parts of Root's width
	Calls               int64   // on this path
	Inclusive           Times
	Exclusive           Times
	Parent, Whole       Times // inclusive, of its caller's frame and of all calls

	// Of the method, wherever it was called.
	AllCalls                   int64 // recursive ones too
	AllInclusive, AllExclusive Times

	Caller, Callee, Before, After FlameStep // the widest callee; the frames left and right of it
}

// A FlameStep is a frame beside another; NoNode for none.
type FlameStep struct{ Node, Method uint32 }

// Refold asks where frames of the tree without Fold are in that with it, or the other way
// round. Answered by Refolded.
type Refold struct {
	request[*Refolded]

	Scope Scope
	Fold  bool // of the tree asked for
	Nodes []uint32
}

// Refolded answers Refold, a node for each asked for, NoNode for one that there was not.
type Refolded struct {
	reply

	Fold  bool
	Nodes []uint32
}
