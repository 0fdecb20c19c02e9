package message

// PathInfo asks for the path from the outermost frame to a call, or to a node of a call tree. It also asks for the longest
// of the calls on that path.
type PathInfo struct {
	request[*Path]

	Scope    Scope
	Method   uint32 // of the call or node; without them, all calls of the method
	Call     CallRef
	HasCall  bool
	Node     uint32 // NoNode for none
	BottomUp bool   // Node is of the tree from the methods up
	Fold     bool   // direct recursion is collapsed, in Node's tree and in the reply's tree
}

// A Path answers PathInfo.
type Path struct {
	reply

	Nodes   []uint32 // of the tree from the root down, the outermost first; with BottomUp from the method up; empty without a path
	Methods []uint32 // of the frames on the path, the outermost first; for a call, without collapsing
	Longest CallRef
	Found   bool // Longest exists
	Names   []Name
}
