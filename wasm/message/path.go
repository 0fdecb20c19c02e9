package message

// PathInfo asks for the way from the outermost frame to a call, or to a node of a call tree; and
// which call of all that are meant was the longest. Answered by Path.
type PathInfo struct {
	request[*Path]

	Scope    Scope
	Method   uint32 // of the call or node; without either all its calls are meant
	Call     CallRef
	HasCall  bool
	Node     uint32 // NoNode for none
	BottomUp bool   // Node is of the tree from the methods up
	Fold     bool   // direct recursion is collapsed: in Node's tree, and in that of the answer
}

// A Path answers PathInfo.
type Path struct {
	reply

	Nodes   []uint32 // of the tree from the root down, the outermost first; of the other tree from the method up; none where no path is meant
	Methods []uint32 // of the frames on the way, the outermost first; to a call, of all calls around it, whatever is collapsed
	Longest CallRef
	Found   bool // there is a longest
	Names   []Name
}
