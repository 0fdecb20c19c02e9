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
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
)

// merged caches the last merged tree, for a graph that is panned.
type merged struct {
	scope     message.StackScope
	known     bool        // the cache is set
	tree      *stack.Tree // nil for the main threads of a pile, whose threads are not kept
	contexts  profile.Contexts
	of        int        // number of stacks
	title     string     // of the root
	processes []*process // of tree; nil for samples and a pile
}

// stackGraph draws the flame graph of stacks, and describes its nodes.
type stackGraph struct {
	dumps *dumps
	pile  *heap
	last  merged
}

// stacks merges the stacks of a scope.
func (sg *stackGraph) stacks(scope message.StackScope) *merged {
	if sg.last.known && sg.last.scope == scope {
		return &sg.last
	}
	if scope.Whose == message.PileMains {
		sg.last = sg.pile.mains(scope)
		return &sg.last
	}
	g := merged{scope: scope, known: true}
	chosen := &sg.dumps.processes[scope.Process]
	switch rec := chosen.file.d.Recording; {
	case scope.Whose == message.ItsSamples && rec != nil:
		g.tree = stack.MergeSamples(&sg.dumps.names.Names, rec)
		g.tree.Bare = len(rec.Samples) - g.tree.Total()
		g.title = words.Say("main in {1}", words.Plural(int64(g.tree.Total()), "sample", "samples"))
		if span := rec.Span(); span > 0 {
			g.title = words.Say("{1}, {2}", g.title, words.Duration(span*1000))
		}
	case scope.Whose == message.ItsMains:
		var of []stack.Process
		for _, i := range sg.dumps.series.Freeze(int(scope.Process)) {
			of = append(of, stack.Process{Dump: sg.dumps.processes[i].file.d, Block: sg.dumps.processes[i].block})
			g.processes = append(g.processes, &sg.dumps.processes[i])
		}
		g.tree = stack.Merge(&sg.dumps.names.Names, of, func(d *dump.Dump, t *dump.Thread) bool {
			main := d.Main(&d.Blocks[t.Block])
			return main >= 0 && t == &d.Threads[main]
		})
		g.title = words.Say("main in {1}", words.Plural(int64(g.tree.Total()), "dump", "dumps"))
	default:
		sg.mergeThreads(&g)
	}
	g.contexts, g.of = g.tree.Contexts(), g.tree.Total()
	if g.tree.Bare > 0 {
		g.title = words.Say("{1}, and {2} without frames", g.title, words.Count(int64(g.tree.Bare)))
	}
	sg.last = g
	return &sg.last
}

// mergeThreads merges the stacks of the threads in a scope.
func (sg *stackGraph) mergeThreads(g *merged) {
	scope, chosen := g.scope, &sg.dumps.processes[g.scope.Process]
	for i := range sg.dumps.processes {
		p := &sg.dumps.processes[i]
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
	g.tree = stack.Merge(&sg.dumps.names.Names, of, func(d *dump.Dump, t *dump.Thread) bool {
		return (scope.Class == message.AnyState || classOf(t.State) == scope.Class) && (scope.Idle || !wait.Idle(d, t))
	})
	g.title = words.Plural(int64(g.tree.Total()), "thread", "threads")
}

// stackFlame draws the flame graph of stacks.
func (sg *stackGraph) draw(l *scene.List, req *message.StackFlame) {
	if int(req.Scope.Process) >= len(sg.dumps.processes) {
		return
	}
	g := sg.stacks(req.Scope)
	q := scene.FlameQuery{
		From: req.View.From, To: req.View.To, ScrollY: scene.CSS(req.View.ScrollY), Width: scene.CSS(req.View.Width), Height: scene.CSS(req.View.Height),
		Clock: profile.Wall, Invert: req.Invert, Paint: sg.dumps.names.paint(sg.dumps.parsedQuery(req.Find)),
		Method: trace.MethodIndex(req.Selected - message.FrameNames), All: g.title, First: scene.SlotMain,
	}
	if req.Root != message.NoNode && int(req.Root) < g.contexts.Tree.Len() {
		q.Root = profile.Row(req.Root)
	}
	scene.Flame(l, &g.contexts, &q)
	l.Number(message.FrameNames)
}

// hashes returns the hashes of nodes in the graph, and nodes by their hashes.
func (sg *stackGraph) hashes(req *message.Hashes) message.Body {
	if int(req.Stacks.Process) >= len(sg.dumps.processes) {
		return noProcess()
	}
	g := sg.stacks(req.Stacks)
	own := make([]tracing.Hash, len(sg.dumps.names.Text))
	for i, text := range sg.dumps.names.Text {
		own[i] = tracing.HashOf(text)
	}
	reply := tracing.HashNodes(g.contexts.Tree, own, req)
	for i := range reply.Methods {
		if reply.Nodes[i] != message.NoNode {
			reply.Methods[i] += message.FrameNames
		}
	}
	return reply
}

// mostThreads limits the threads in an answer.
const mostThreads = 10_000

func (sg *stackGraph) node(req *message.StackNode) message.Body {
	if int(req.Scope.Process) >= len(sg.dumps.processes) {
		return noProcess()
	}
	g := sg.stacks(req.Scope)
	if int(req.Node) >= g.contexts.Tree.Len() {
		return &message.Failure{Text: words.T("There is no such frame in this graph.")}
	}
	reply := &message.StackNodeReply{Node: req.Node, Count: int(g.contexts.Rows[req.Node].Inclusive[profile.Wall]), Of: g.of}
	if req.Node != 0 {
		name, _ := sg.dumps.names.name(message.FrameNames + uint32(g.contexts.Tree.Method[req.Node]))
		_, _, reply.Name = name.Shown()
	}
	if g.processes == nil { // no thread is listed
		return reply
	}
	leaves := g.tree.Under(profile.Row(req.Node))
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
