package message

// FlameNode asks what a frame of the flame graph stands for and which lie beside it. Answered
// by FlameNodeReply.
type FlameNode struct {
	Scope      Scope
	Fold       bool // direct recursion collapsed
	Callers    bool // of the graph from the methods up
	Node, Root uint32
}

func (m *FlameNode) code(c *Coder) {
	m.Scope.code(c)
	c.Bool(&m.Fold)
	c.Bool(&m.Callers)
	c.U32(&m.Node)
	c.U32(&m.Root)
}

func (*FlameNode) answer(*FlameNodeReply) {}

// FlameNodeReply answers FlameNode. Found is false where there is no such frame. The node of
// all calls is 0 and has no method.
type FlameNodeReply struct {
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

func (m *FlameNodeReply) code(c *Coder) {
	c.Bool(&m.Found)
	for _, v := range []*uint32{&m.Node, &m.Method, &m.Depth} {
		c.U32(v)
	}
	c.F64(&m.From)
	c.F64(&m.To)
	c.I64(&m.Calls)
	for _, v := range []*Times{&m.Inclusive, &m.Exclusive, &m.Parent, &m.Whole, &m.AllInclusive, &m.AllExclusive} {
		v.code(c)
	}
	c.I64(&m.AllCalls)
	for _, v := range []*FlameStep{&m.Caller, &m.Callee, &m.Before, &m.After} {
		c.U32(&v.Node)
		c.U32(&v.Method)
	}
}

// A FlameStep is a frame beside another; NoNode for none.
type FlameStep struct{ Node, Method uint32 }

// Refold asks where frames of the tree without Fold are in that with it, or the other way
// round. Answered by Refolded.
type Refold struct {
	Scope Scope
	Fold  bool // of the tree asked for
	Nodes []uint32
}

func (m *Refold) code(c *Coder) {
	m.Scope.code(c)
	c.Bool(&m.Fold)
	u32s(c, &m.Nodes)
}

func (*Refold) answer(*Refolded) {}

// Refolded answers Refold, a node for each asked for, NoNode for one that there was not.
type Refolded struct {
	Fold  bool
	Nodes []uint32
}

func (m *Refolded) code(c *Coder) {
	c.Bool(&m.Fold)
	u32s(c, &m.Nodes)
}
