//go:build !js

package table

import (
	"cmp"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// addTrace writes the rows of a trace's threads, methods and edges.
func (w *Writer) addTrace(file string, p *profile.Profile) error {
	groups, err := w.addThreads(file, p)
	if err != nil {
		return err
	}
	x := p.Index
	tree := &p.Calls.Tree
	nodes := call.NodeIndex(tree.Len())
	self := make([]cost, nodes) // by node: exclusive
	for n := range nodes {
		node := tree.At(n)
		self[n].primary += node.Primary
		self[n].cpu += node.CPU
		if parent := node.Parent; parent != call.None {
			self[parent].primary -= node.Primary
			self[parent].cpu -= node.CPU
		}
	}
	order := make([]call.NodeIndex, 0, nodes) // by group, without roots
	for n := range nodes {
		if node := tree.At(n); node.Parent != call.None && node.Calls > 0 {
			order = append(order, n)
		}
	}
	slices.SortFunc(order, func(a, b call.NodeIndex) int {
		return cmp.Or(cmp.Compare(groups.of[x.Thread[a]], groups.of[x.Thread[b]]), cmp.Compare(tree.At(a).Method, tree.At(b).Method), cmp.Compare(caller(tree, a), caller(tree, b)))
	})
	c := clocks{p.Calls, p.Info.Figures()}
	if p.Counts(profile.CPU) {
		c.withFigures &^= trace.CPU // samples counted events, not time
	}
	var method tally
	var edge tally
	for i, n := range order {
		node, s := tree.At(n), tally{exclusive: self[n]}
		if x.Merged.Outermost[x.Of[n]] {
			s.calls, s.inclusive = node.Calls, cost{node.Primary, node.CPU}
		} else {
			s.recursive = node.Calls
		}
		method.add(&s)
		edge.add(&s)
		m, from, group := node.Method, caller(tree, n), groups.of[x.Thread[n]]
		lastEdge, lastMethod := true, true
		if i+1 < len(order) {
			next := order[i+1]
			lastMethod = tree.At(next).Method != m || groups.of[x.Thread[next]] != group
			lastEdge = lastMethod || caller(tree, next) != from
		}
		in := &p.Info.Methods[m]
		if lastEdge {
			row := Edge{
				File: file, Group: groups.names[group], Main: groups.names[group] == mainName, Callee: in.ID.String(),
				Calls: edge.calls, Recursive: edge.recursive,
				InclWall: c.wall(edge.inclusive), InclCPU: c.cpu(edge.inclusive),
			}
			if from != call.NoMethod {
				id := p.Info.Methods[from].ID.String()
				row.Caller = &id
			}
			if err := w.edges.Add(row); err != nil {
				return err
			}
			edge = tally{}
		}
		if lastMethod {
			if err := w.methods.Add(Method{
				File: file, Group: groups.names[group], Main: groups.names[group] == mainName, Method: in.ID.String(),
				Class: in.Class, Name: in.Name, Signature: in.Signature, Own: in.Origin() == platform.Own,
				Calls: method.calls, Recursive: method.recursive,
				InclWall: c.wall(method.inclusive), ExclWall: c.wall(method.exclusive),
				InclCPU: c.cpu(method.inclusive), ExclCPU: c.cpu(method.exclusive),
			}); err != nil {
				return err
			}
			method = tally{}
		}
	}
	return nil
}

// mainName is the name of the main thread in every trace.
const mainName = "main"

// caller returns the method of a node's caller, or call.NoMethod at the bottom of the stack.
func caller(tree *call.Tree, n call.NodeIndex) trace.MethodIndex {
	return tree.At(tree.At(n).Parent).Method
}

// A cost is a time by the primary clock and by the second, in ticks.
type cost struct{ primary, cpu trace.Ticks }

type tally struct {
	calls, recursive     int64
	inclusive, exclusive cost
}

func (t *tally) add(u *tally) {
	t.calls += u.calls
	t.recursive += u.recursive
	t.inclusive.primary += u.inclusive.primary
	t.inclusive.cpu += u.inclusive.cpu
	t.exclusive.primary += u.exclusive.primary
	t.exclusive.cpu += u.exclusive.cpu
}

// clocks converts costs to nanoseconds, or to nil for a clock without figures.
type clocks struct {
	calls       *call.Table
	withFigures trace.Clocks // clocks with figures
}

func (c clocks) wall(t cost) *int64 {
	if c.withFigures&trace.Wall == 0 {
		return nil
	}
	return orNone(c.calls.Nanos(t.primary))
}

func (c clocks) cpu(t cost) *int64 {
	switch c.calls.Clocks {
	case trace.Dual:
		if c.withFigures&trace.CPU == 0 {
			return nil
		}
		return orNone(c.calls.Nanos(t.cpu))
	case trace.CPU:
		return orNone(c.calls.Nanos(t.primary))
	}
	return nil
}

// threadGroups are the groups of a trace's threads, in order of first appearance.
type threadGroups struct {
	of    []int32 // by trace.ThreadIndex
	names []string
}

func (w *Writer) addThreads(file string, p *profile.Profile) (g threadGroups, err error) {
	at := map[string]int32{}
	for i := range p.Info.Threads {
		in := &p.Info.Threads[i]
		name := platform.Pool(in.Name)
		group, ok := at[name]
		if !ok {
			group = int32(len(g.names))
			at[name] = group
			g.names = append(g.names, name)
		}
		g.of = append(g.of, group)
		if in.Records == 0 {
			continue
		}
		var t call.Thread
		if i < len(p.Calls.Threads) {
			t = p.Calls.Threads[i]
		}
		if err := w.threads.Add(Thread{
			File: file, Thread: int32(i), Name: in.Name, Group: name, Main: in.IsMain(), ID: orNone(int64(in.ID)),
			Enters: &t.Enters, Exits: &t.Exits, Unrolls: &t.Unrolls, OrphanExits: &t.OrphanExits, ImplicitExits: &t.ImplicitExits,
			IgnoredExits: &t.IgnoredExits, OpenCalls: &t.OpenCalls, BackwardSteps: &in.BackwardSteps, MaxDepth: orNone(int32(t.MaxDepth)),
		}); err != nil {
			return g, err
		}
	}
	return g, nil
}

// traceFacts fills in the columns of a file's row that describe a trace.
func traceFacts(f *File, p *profile.Profile) {
	info := p.Info
	f.Kind, f.Complete = "method-trace", info.Complete
	figures := info.Figures()
	if info.Samples != nil {
		f.Kind = "simpleperf"
		if p.Counts(profile.CPU) {
			figures &^= trace.CPU
		}
	}
	f.Container = orNone(string(info.Container))
	if info.Version >= 0 {
		f.TraceVersion = orNone(int32(info.Version))
	}
	if figures != 0 {
		f.Clock = orNone(figures.String())
	}
	sampled := info.Sampling == trace.Sampled
	f.Sampled, f.Overflow, f.Records = &sampled, &info.Overflow, &info.Records
	f.ListedThreads, f.ListedMethods = orNone(int64(info.ListedThreads)), orNone(int64(info.ListedMethods))
	for i := range info.Threads {
		if info.Threads[i].Records > 0 {
			f.Threads++
		}
	}
	total, outside := p.Total(), p.Outside()
	if f.Threads > 0 && figures&trace.Wall != 0 {
		f.TotalWall, f.OutsideWall = orNone(total[profile.Wall]), orNone(outside[profile.Wall])
	}
	if f.Threads > 0 && figures&trace.CPU != 0 {
		f.TotalCPU, f.OutsideCPU = orNone(total[profile.CPU]), orNone(outside[profile.CPU])
	}
	for _, n := range p.Notes() {
		row := Note{Code: n.Code, Count: n.Count, Text: n.Text}
		if n.Offset >= 0 {
			row.Offset = orNone(n.Offset)
		}
		f.Receipt = append(f.Receipt, row)
	}
}

// orNone returns the value of an optional column.
func orNone[T any](v T) *T { return &v }
