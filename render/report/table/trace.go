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
	a := traceRows{w, file, p, groups, clocks{p.Calls, p.Info.Figures()}}
	if p.Counts(profile.CPU) {
		a.clocks.withFigures &^= trace.CPU // samples counted events, not time
	}
	tree := &p.Calls.Tree
	self, order := exclusive(tree), a.order()
	var method tally
	var edge tally
	for i, n := range order {
		node, s := tree.At(n), tally{exclusive: self[n]}
		if p.Index.Merged.Outermost[p.Index.Of[n]] {
			s.calls, s.inclusive = node.Calls, cost{node.Primary, node.CPU}
		} else {
			s.recursive = node.Calls
		}
		method.add(&s)
		edge.add(&s)
		lastEdge, lastMethod := true, true
		if i+1 < len(order) {
			next := order[i+1]
			lastMethod = tree.At(next).Method != node.Method || a.group(next) != a.group(n)
			lastEdge = lastMethod || caller(tree, next) != caller(tree, n)
		}
		if lastEdge {
			if err := a.edge(n, &edge); err != nil {
				return err
			}
			edge = tally{}
		}
		if lastMethod {
			if err := a.method(n, &method); err != nil {
				return err
			}
			method = tally{}
		}
	}
	return nil
}

// exclusive returns the exclusive costs of a tree's nodes.
func exclusive(tree *call.Tree) []cost {
	self := make([]cost, tree.Len())
	for n := range call.NodeIndex(tree.Len()) {
		node := tree.At(n)
		self[n].primary += node.Primary
		self[n].cpu += node.CPU
		if parent := node.Parent; parent != call.None {
			self[parent].primary -= node.Primary
			self[parent].cpu -= node.CPU
		}
	}
	return self
}

// traceRows makes the rows of a trace's methods and edges.
type traceRows struct {
	*Writer
	file   string
	p      *profile.Profile
	groups threadGroups
	clocks clocks
}

// order returns the nodes with calls, without roots, by group, method and caller.
func (a *traceRows) order() []call.NodeIndex {
	tree := &a.p.Calls.Tree
	nodes := call.NodeIndex(tree.Len())
	order := make([]call.NodeIndex, 0, nodes)
	for n := range nodes {
		if node := tree.At(n); node.Parent != call.None && node.Calls > 0 {
			order = append(order, n)
		}
	}
	slices.SortFunc(order, func(x, y call.NodeIndex) int {
		return cmp.Or(cmp.Compare(a.group(x), a.group(y)), cmp.Compare(tree.At(x).Method, tree.At(y).Method), cmp.Compare(caller(tree, x), caller(tree, y)))
	})
	return order
}

// group returns the group of a node's thread.
func (a *traceRows) group(n call.NodeIndex) int32 { return a.groups.of[a.p.Index.Thread[n]] }

// edge writes the row of a node's method and caller.
func (a *traceRows) edge(n call.NodeIndex, of *tally) error {
	tree, methods, group := &a.p.Calls.Tree, a.p.Info.Methods, a.groups.names[a.group(n)]
	row := Edge{
		File: a.file, Group: group, Main: group == mainName, Callee: methods[tree.At(n).Method].ID.String(),
		Calls: of.calls, Recursive: of.recursive,
		InclWall: a.clocks.wall(of.inclusive), InclCPU: a.clocks.cpu(of.inclusive),
	}
	if from := caller(tree, n); from != call.NoMethod {
		id := methods[from].ID.String()
		row.Caller = &id
	}
	return a.edges.Add(row)
}

// method writes the row of a node's method.
func (a *traceRows) method(n call.NodeIndex, of *tally) error {
	in, group := &a.p.Info.Methods[a.p.Calls.Tree.At(n).Method], a.groups.names[a.group(n)]
	return a.methods.Add(Method{
		File: a.file, Group: group, Main: group == mainName, Method: in.ID.String(),
		Class: in.Class, Name: in.Name, Signature: in.Signature, Own: in.Origin() == platform.Own,
		Calls: of.calls, Recursive: of.recursive,
		InclWall: a.clocks.wall(of.inclusive), ExclWall: a.clocks.wall(of.exclusive),
		InclCPU: a.clocks.cpu(of.inclusive), ExclCPU: a.clocks.cpu(of.exclusive),
	})
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
