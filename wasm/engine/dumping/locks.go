package dumping

import (
	"slices"
	"strings"

	"traceglass/parser/wait"
	"traceglass/render/scene"
	"traceglass/render/scene/locks"
	"traceglass/render/words"
	"traceglass/wasm/engine/graph"
	"traceglass/wasm/message"
)

// lockGraph shows who waits for whom in a process.
func (ds *dumps) lockGraph(req *message.LockGraph, stage *graph.Stage) message.Body {
	if int(req.Process) >= len(ds.processes) {
		return noProcess()
	}
	g, summary := ds.locks(&ds.processes[req.Process])
	if req.Narrow {
		g.MakeNarrow()
	}
	dot := stage.Show(g)
	dot.Says = summary
	return dot
}

// locks returns who waits for whom in a process as a graph, and a summary.
func (ds *dumps) locks(p *process) (scene.Graph, string) {
	f := p.file
	compiled := map[string]string{} // names of methods, by the readable names in boxes
	g, l := locks.Graph(f.d, f.facts, p.at, func(name string) string {
		shown := f.readable.Text(name)
		if shown == "" {
			return name
		}
		compiled[words.ShortLabel(shown)] = name
		return shown
	})
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Number == scene.None {
			n.Number = message.NoNode
			continue
		}
		n.Number += uint32(f.thread)
		for k := range n.Like {
			n.Like[k] += uint32(f.thread)
		}
	}
	for i := range g.Nodes {
		texts := strings.Join(g.Nodes[i].Lines, " ")
		for k := range g.Edges {
			if g.Edges[k].Tail == i {
				texts += " " + g.Edges[k].Label
			}
		}
		var names []string
		for shown, name := range compiled {
			if strings.Contains(texts, shown) {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		g.Nodes[i].Raw = ds.maps.rawNames(texts, names, true)
	}
	return g, p.waits(l)
}

// waits returns the summary of who waits for whom.
func (p *process) waits(l *wait.Locks) string {
	var parts []string
	if n := len(p.file.facts.Waits(p.at)); n > 0 {
		parts = append(parts, words.Plural(int64(n), "thread waits for another", "threads wait for others"))
	}
	if l.Calls > 0 {
		parts = append(parts, words.Plural(int64(l.Calls), "call into another process", "calls into other processes"))
	}
	within := len(p.graph.Deadlocks())
	if within > 0 {
		parts = append(parts, words.Say("{1} in red", words.Plural(int64(within), "deadlock", "deadlocks")))
	}
	if elsewhere := l.Cycles - l.Across - within; elsewhere > 0 {
		parts = append(parts, words.Say("{1} of another process in red", words.Plural(int64(elsewhere), "deadlock", "deadlocks")))
	}
	if l.Across > 0 {
		parts = append(parts, words.Say("{1} through several processes in red", words.Plural(int64(l.Across), "circle", "circles")))
	}
	return words.List(parts)
}
