package dumping

import (
	"traceglass/parser/dump"
	"traceglass/parser/profile"
	"traceglass/parser/stack"
	"traceglass/parser/trace"
	"traceglass/parser/wait"
	"traceglass/render/scene"
	"traceglass/render/scene/locks"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// merged is the tree merged last: it is kept, for a graph that is panned.
type merged struct {
	scope     message.StackScope
	tree      *stack.Tree // nil: none yet
	contexts  profile.Contexts
	processes []*process // of tree
}

// stacks merges the stacks of a scope.
func (m *Room) stacks(scope message.StackScope) *merged {
	if m.merged.tree != nil && m.merged.scope == scope {
		return &m.merged
	}
	g := merged{scope: scope}
	for i := range m.processes {
		p, chosen := &m.processes[i], &m.processes[scope.Process]
		if p == chosen || scope.Whose == message.AllProcesses && p.block.FirstThread < p.block.EndThread ||
			scope.Whose == message.ItsDumps && wait.SameProcess(p.block, chosen.block) {
			g.processes = append(g.processes, p)
		}
	}
	var of []stack.Process
	for _, p := range g.processes {
		one := stack.Process{Dump: p.file.d, Block: p.block}
		if scope.Whose == message.AllProcesses && len(g.processes) > 1 {
			one.Name = locks.BlockName(p.block)
		}
		of = append(of, one)
	}
	g.tree = stack.Merge(&m.names.Names, of, func(d *dump.Dump, t *dump.Thread) bool {
		return (scope.Class == message.AnyState || classOf(t.State) == scope.Class) && (scope.Idle || !wait.Idle(d, t))
	})
	g.contexts = g.tree.Contexts()
	m.merged = g
	return &m.merged
}

// stackFlame draws the flame graph of stacks.
func (m *Room) stackFlame(l *scene.List, req *message.StackFlame) {
	if int(req.Scope.Process) >= len(m.processes) {
		return
	}
	g := m.stacks(req.Scope)
	q := scene.FlameQuery{
		From: req.View.From, To: req.View.To, ScrollY: req.View.ScrollY, Width: req.View.Width, Height: req.View.Height,
		Clock: profile.Wall, Invert: req.Invert, Paint: m.names.paint(m.asked(req.Find)),
		Method: trace.MethodIndex(req.Selected - message.FrameNames), All: words.Plural(int64(len(g.tree.Leaves)), "thread", "threads"),
	}
	if g.tree.Bare > 0 {
		q.All += ", and " + words.Count(int64(g.tree.Bare)) + " without frames"
	}
	if req.Root != message.NoNode && int(req.Root) < g.tree.Len() {
		q.Root = req.Root
	}
	scene.Flame(l, &g.contexts, &q)
	l.Number(message.FrameNames)
}

// mostThreads is how many threads an answer names.
const mostThreads = 10_000

func (m *Room) stackNode(req *message.StackNode) message.Body {
	if int(req.Scope.Process) >= len(m.processes) {
		return noProcess()
	}
	g := m.stacks(req.Scope)
	if int(req.Node) >= g.tree.Len() {
		return &message.Failure{Text: "There is no such frame in this graph."}
	}
	leaves := g.tree.Under(req.Node)
	reply := &message.StackNodeReply{Node: req.Node, Count: len(leaves), Of: len(g.tree.Leaves)}
	if req.Node != 0 {
		reply.Name = valid(m.names.Text[g.tree.Method[req.Node]])
	}
	thread := func(i int) *dump.Thread { return &g.processes[leaves[i].Process].file.d.Threads[leaves[i].Thread] }
	reply.Names = folded(len(leaves), func(i int) string { return thread(i).Name })
	states := stateCounts{}
	for i, leaf := range leaves {
		states.add(valid(thread(i).StateName()), classOf(thread(i).State))
		if len(reply.Threads) < mostThreads {
			reply.Threads = append(reply.Threads, uint32(g.processes[leaf.Process].file.thread+leaf.Thread))
		}
	}
	reply.States = states.sorted()
	return reply
}
