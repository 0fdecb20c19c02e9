package tracing

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
	"traceglass/render/report/dmtracedump"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// callGraph returns the call graph with the boxes and arrows of dmtracedump -g, sorted by time,
// largest first. Each arrow has the time of the callee under this caller. threshold is the share
// that was used.
func (tr *Trace) callGraph(req *message.Graph) (g scene.Graph, threshold int) {
	scope := req.Scope
	scope.Code = message.AllCode // the graph has arrows between all methods
	shown := tr.profiles.shown(scope)
	p := dmtracedump.FromFigures(shown, profile.Clock(scope.Clock), nil)
	threshold = thresholdOf(p, req.Threshold)
	say := func(n int64) string { return words.Brief(n * 1000) }
	if tr.profiles.index.Counts(profile.Clock(req.Scope.Clock)) {
		say = words.Count
	}
	rows, pairs := p.Shown(threshold)
	order := make([]int, len(pairs)) // a sort of numbers is already in the program
	for i := range order {
		order[i] = i
	}
	sorting.Stable(order, func(a, b int) int { return cmp.Compare(pairs[b].Inclusive, pairs[a].Inclusive) })
	var folded []trace.MethodIndex
	if !req.Unfolded {
		folded = tr.profiles.framework(scope, nil)
	}
	most := int64(0)
	line := -1                        // the node that replaces the folded frames
	at := make([]int, len(p.Methods)) // by row: its node
	for _, row := range rows {
		m := &p.Methods[row]
		at[row] = len(g.Nodes)
		if slices.Contains(folded, m.Index) {
			if line < 0 {
				line = len(g.Nodes)
				label := words.Plural(int64(len(folded)), "platform frame", "platform frames")
				g.Nodes = append(g.Nodes, scene.Node{Slot: scene.SlotUnknown, Method: scene.NoMethod, Number: message.FoldedNode, Lines: []string{label, ""}})
			}
			most = max(most, m.Inclusive)
			g.Nodes[line].Lines[1] = say(most)
			at[row] = line
			continue
		}
		n := scene.Node{Slot: scene.SlotUnknown, Method: scene.NoMethod, Number: uint32(row)}
		name := m.Class
		if m.Index != call.NoMethod {
			n.Method = uint32(m.Index)
			name = words.ShortMethod(m.Class, m.Name)
			if n, ok := tr.looks.readable[int(m.Index)]; ok {
				name = words.ShortMethod(n.Class, n.Method)
			}
		}
		figures := say(m.Inclusive)
		if n.Method != scene.NoMethod {
			figures = words.Say("{1} · self {2} · {3}", figures, say(m.Exclusive), tr.counted(m.Calls))
		}
		if n.Method != scene.NoMethod { // the table's number; dmtracedump's is only in its own output
			name = "[" + strconv.Itoa(int(tr.looks.numberIn(shown, m.Index))) + "] " + name
		}
		n.Lines = []string{name, figures}
		g.Nodes = append(g.Nodes, n)
	}
	times := map[[2]int]int64{} // merges arrows at the line's box
	for _, i := range order {
		pair := &pairs[i]
		key := [2]int{at[pair.Caller], at[pair.Callee]}
		if key == [2]int{line, line} {
			continue // within the folded frames
		}
		if _, ok := times[key]; !ok {
			g.Edges = append(g.Edges, scene.Edge{Tail: key[0], Head: key[1]})
		}
		times[key] += pair.Inclusive
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		time := times[[2]int{e.Tail, e.Head}]
		e.Label = say(time)
		if p.Total > 0 {
			e.Share = float64(time) / float64(p.Total)
		}
	}
	return g, threshold
}

// thresholdOf returns the requested share, or the best one for the graph.
func thresholdOf(p *dmtracedump.Profile, asked int) int {
	if asked == message.AutoThreshold {
		return p.Threshold()
	}
	return asked
}

// counted formats how often a method was called or, for samples, seen.
func (tr *Trace) counted(n int64) string {
	return words.Seen(n, tr.profiles.index.Info.Sampling == trace.Sampled)
}

// graphFile writes the call graph as dmtracedump does.
func (tr *Trace) graphFile(req *message.GraphFile) message.Body {
	var out bytes.Buffer
	d := dmtracedump.FromFigures(tr.profiles.shown(req.Scope), profile.Clock(req.Scope.Clock), nil)
	if err := d.Graph(&out, thresholdOf(d, req.Threshold)); err != nil {
		return &message.Failure{Text: err.Error()}
	}
	name, _, _ := strings.Cut(tr.file, ".")
	return &message.File{Name: name + ".callgraph.dot", Type: "text/vnd.graphviz", Data: out.Bytes()}
}
