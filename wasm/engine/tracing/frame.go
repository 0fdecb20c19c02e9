package tracing

import (
	"cmp"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// node describes a frame of the flame graph: its figures, position and neighbours.
func (fg *flameGraph) node(req *message.FlameNode) message.Body {
	p := fg.profiles.shown(req.Scope)
	around := fg.around(req.Sandwich, req.Around)
	c, clock := frames(p, req.Fold, req.Callers, around), profile.Clock(req.Scope.Clock)
	t, row := c.Tree, profile.Row(req.Node)
	number, total := 0, 0
	if req.Seek {
		twice := profile.NoRow // the second row of a sandwich's method
		if around != call.NoMethod {
			twice = profile.SandwichCallers
		}
		wanted := fg.wanted(req)
		row, number, total = seek(c, clock, row, req.Back, func(row profile.Row) bool { return row != twice && wanted(c.Tree.Method[row]) })
		req.Node = uint32(row)
	}
	none := message.FlameStep{Node: message.NoNode, Method: message.NoNode}
	reply := &message.FlameNodeReply{Number: number, Total: total, Node: req.Node, Method: message.NoNode, Caller: none, Callee: none, Before: none, After: none}
	if int(row) >= t.Len() {
		return reply
	}
	step := func(row profile.Row) message.FlameStep {
		return message.FlameStep{Node: uint32(row), Method: uint32(t.Method[row])}
	}
	of := &c.Rows[row]
	reply.Found, reply.Depth, reply.Calls = true, t.Depth[row], of.Calls
	reply.Inclusive, reply.Exclusive = message.Times(of.Inclusive), message.Times(of.Exclusive)
	reply.Whole = message.Times(p.Total())
	root := profile.Row(req.Root)
	if around != call.NoMethod && row != 0 {
		if row == profile.SandwichCallers { // both rows stand for the method
			row = profile.SandwichCallees
		}
		if int(root) >= t.Len() || t.Depth[root] < 2 {
			root = scene.SandwichSide(t, row)
		}
	}
	reply.From, reply.To = PlaceOf(c, row, root, clock)
	reply.Outside = int(root) < t.Len() && !below(t, row, root)
	if below := Frames(c, row, clock); len(below) > 0 {
		reply.Callee = step(below[0])
	}
	if row == 0 {
		return reply
	}
	reply.Method = uint32(t.Method[row])
	m := &p.Methods[trace.MethodIndex(reply.Method)]
	reply.AllCalls, reply.AllInclusive, reply.AllExclusive = m.Calls+m.Recursive, message.Times(m.Inclusive), message.Times(m.Exclusive)
	parent := t.Parent[row]
	for clock := range reply.Parent {
		reply.Parent[clock] = c.Width(0, profile.Clock(clock))
	}
	if around != call.NoMethod && t.Depth[row] == 1 {
		if above := Frames(c, profile.SandwichCallers, clock); len(above) > 0 {
			reply.Caller = step(above[0])
		}
		return reply
	}
	if parent != 0 {
		reply.Parent = message.Times(c.Rows[parent].Inclusive)
		reply.Caller = step(parent)
	}
	if around != call.NoMethod {
		if parent == profile.SandwichCallers {
			reply.Caller = step(profile.SandwichCallees)
		}
		if scene.SandwichSide(t, row) == profile.SandwichCallers {
			reply.Caller, reply.Callee = reply.Callee, reply.Caller
		}
	}
	beside := Frames(c, parent, clock)
	if at := slices.Index(beside, row); at >= 0 {
		if at > 0 {
			reply.Before = step(beside[at-1])
		}
		if at+1 < len(beside) {
			reply.After = step(beside[at+1])
		}
	}
	return reply
}

// wanted returns whether a request seeks the frames of a method.
func (fg *flameGraph) wanted(req *message.FlameNode) func(trace.MethodIndex) bool {
	if req.Method != message.NoNode {
		return func(m trace.MethodIndex) bool { return uint32(m) == req.Method }
	}
	match := fg.search.matches(req.Find)
	return func(m trace.MethodIndex) bool { return match != nil && match[m] }
}

// seek returns the wanted frame after or before another in the order of their widths, its number in that order from 1, and
// the number of such frames. It continues at the other end of the order. Without such frames it returns NoRow.
func seek(c *profile.Contexts, clock profile.Clock, from profile.Row, back bool, wanted func(profile.Row) bool) (to profile.Row, number, total int) {
	var rows []profile.Row
	for row := range c.Rows {
		if row := profile.Row(row); row != 0 && c.Rows[row].Inclusive[clock] > 0 && wanted(row) {
			rows = append(rows, row)
		}
	}
	if total = len(rows); total == 0 {
		return profile.NoRow, 0, 0
	}
	sorting.Stable(rows, func(a, b profile.Row) int { return cmp.Compare(c.Rows[b].Inclusive[clock], c.Rows[a].Inclusive[clock]) })
	at := slices.Index(rows, from)
	switch {
	case !back:
		at++
	case at < 0:
		at = total - 1
	default:
		at--
	}
	at = (at + total) % total
	return rows[at], at + 1, total
}

// below reports whether a row is root or below it.
func below(t *profile.Tree, row, root profile.Row) bool {
	for row != root && row != 0 {
		row = t.Parent[row]
	}
	return row == root
}

// Frames returns the rows below a row that have a frame in the flame graph, the widest first.
func Frames(c *profile.Contexts, row profile.Row, clock profile.Clock) []profile.Row {
	t := c.Tree
	var rows []profile.Row
	for at := t.First[row]; at != profile.NoRow; at = t.Next[at] {
		if c.Rows[at].Inclusive[clock] > 0 {
			rows = append(rows, at)
		}
	}
	sorting.Stable(rows, func(a, b profile.Row) int {
		return cmp.Or(cmp.Compare(c.Rows[b].Inclusive[clock], c.Rows[a].Inclusive[clock]), cmp.Compare(a, b))
	})
	return rows
}

// PlaceOf returns the position of a row's frame, as shares of the root's width. The root's
// callers are as wide as the root.
func PlaceOf(c *profile.Contexts, row, root profile.Row, clock profile.Clock) (from, to float64) {
	t := c.Tree
	if int(root) >= t.Len() {
		root = 0
	}
	total := float64(c.Width(root, clock))
	if total <= 0 {
		return 0, 1
	}
	width := float64(c.Rows[row].Inclusive[clock]) / total
	for at := row; at != root; at = t.Parent[at] {
		if at == 0 {
			return 0, 1
		}
		for _, b := range Frames(c, t.Parent[at], clock) {
			if b == at {
				break
			}
			from += float64(c.Rows[b].Inclusive[clock]) / total
		}
	}
	return min(from, 1), min(from+width, 1)
}

// refold finds the frames of the other tree, folded or unfolded, with the same path of methods.
func (fg *flameGraph) refold(req *message.Refold) message.Body {
	p := fg.profiles.shown(req.Scope)
	old, to := contexts(p, !req.Fold).Tree, contexts(p, req.Fold).Tree
	reply := &message.Refolded{Fold: req.Fold, Nodes: make([]uint32, len(req.Nodes))}
	for i, node := range req.Nodes {
		reply.Nodes[i] = message.NoNode
		if int(node) >= old.Len() {
			continue
		}
		var path []trace.MethodIndex // from the frame to the root
		for row := profile.Row(node); row != 0; row = old.Parent[row] {
			path = append(path, old.Method[row])
		}
		if req.Fold {
			path = slices.Compact(path)
		}
		row := profile.Row(0)
		for _, m := range slices.Backward(path) {
			row = to.First[row]
			for row != profile.NoRow && to.Method[row] != m {
				row = to.Next[row]
			}
			if row == profile.NoRow {
				break
			}
		}
		reply.Nodes[i] = uint32(row) // NoRow equals NoNode
	}
	return reply
}
