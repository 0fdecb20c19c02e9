package tracing

import (
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/wasm/message"
)

// path returns the path to a call or a node, and the longest call among those it represents.
func (tr *Trace) path(req *message.PathInfo) message.Body {
	p, reply := tr.profiles.shown(req.Scope), &message.Path{}
	var meant func(row profile.Row) bool // of the tree that is shown, without Fold; nil for all calls of the method
	switch {
	case req.HasCall:
		r := ref(req.Call)
		if !tr.profiles.index.Has(r) {
			return reply
		}
		base := tr.profiles.in(req.Scope)
		row := base.Of[tr.profiles.index.Level(r).Call(int(r.Row)).Node]
		reply.Methods = methodsTo(base.Tree, row)
		reply.Nodes = nodesTo(contexts(p, req.Fold).Tree, methodsTo(p.Tree, tr.profiles.rowIn(req.Scope, row)), req.Fold)
		reply.Longest, reply.Found = req.Call, true
		tr.looks.nameAll(reply)
		return reply
	case req.Node != message.NoNode && req.BottomUp:
		reply.Nodes = tr.tree.chain(req.Node)
		for _, n := range slices.Backward(reply.Nodes) {
			reply.Methods = append(reply.Methods, tr.tree.last.places[n][1])
		}
		meant = func(row profile.Row) bool { // a row that the rest of the path leads down from
			for _, m := range reply.Methods[min(1, len(reply.Methods)):] {
				if row = calleeRow(p.Tree, row, m); row == profile.NoRow {
					return false
				}
			}
			return true
		}
	case req.Node != message.NoNode:
		c := contexts(p, req.Fold)
		if req.Node == 0 || int64(req.Node) >= int64(c.Tree.Len()) {
			return reply
		}
		node := profile.Row(req.Node)
		reply.Methods = methodsTo(c.Tree, node)
		reply.Nodes = nodesTo(c.Tree, reply.Methods, false)
		meant = func(row profile.Row) bool {
			if !req.Fold {
				return row == node
			}
			return slices.Equal(slices.Compact(methodsTo(p.Tree, row)), reply.Methods)
		}
	}
	if int64(req.Method) < int64(len(p.Methods)) {
		tr.longest(req, meant, reply)
	}
	tr.looks.nameAll(reply)
	return reply
}

// longest finds the longest call of a method by the scope's clock, in rows that meant accepts.
func (tr *Trace) longest(req *message.PathInfo, meant func(profile.Row) bool, reply *message.Path) {
	p, clock, most := tr.profiles.in(req.Scope), profile.Clock(req.Scope.Clock), int64(-1)
	known := map[call.NodeIndex]bool{} // by node: whether its row is meant
	p.EachCall(trace.MethodIndex(req.Method), func(r profile.Ref, l *call.Level) {
		if d := p.Times(r)[clock]; d > most {
			node := l.Call(int(r.Row)).Node
			in, ok := known[node]
			if !ok {
				in = meant == nil || meant(tr.profiles.rowIn(req.Scope, p.Of[node]))
				known[node] = in
			}
			if in {
				most, reply.Longest, reply.Found = d, refOf(r), true
			}
		}
	})
}

// methodsTo returns the methods from the root to a row.
func methodsTo(t *profile.Tree, row profile.Row) (methods []uint32) {
	for ; row != 0; row = t.Parent[row] {
		methods = append(methods, uint32(t.Method[row]))
	}
	slices.Reverse(methods)
	return methods
}

// nodesTo returns the rows of a tree along a path from the root, as far as the tree has them.
// With fold, direct recursion is folded in the tree but not in the path.
func nodesTo(t *profile.Tree, methods []uint32, fold bool) (nodes []uint32) {
	row := profile.Row(0)
	for i, m := range methods {
		if fold && i > 0 && methods[i-1] == m {
			continue
		}
		if row = calleeRow(t, row, m); row == profile.NoRow {
			return nodes
		}
		nodes = append(nodes, uint32(row))
	}
	return nodes
}

// calleeRow returns the row of a method directly below another row, or NoRow.
func calleeRow(t *profile.Tree, row profile.Row, method uint32) profile.Row {
	row = t.First[row]
	for row != profile.NoRow && uint32(t.Method[row]) != method {
		row = t.Next[row]
	}
	return row
}

// nameAll adds the names that the page does not have yet.
func (l *looks) nameAll(reply *message.Path) {
	for _, m := range reply.Methods {
		if l.lacks(m) {
			reply.Names = append(reply.Names, l.name(m))
		}
	}
}
