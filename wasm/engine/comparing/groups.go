package comparing

import (
	"cmp"

	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/wasm/message"
)

// groups returns groups of methods with their figures. Only applies to the groups, the search to their methods.
func (r *Room) groups(req *message.ChangeRows) message.Body {
	if !r.comparison.HasContexts() {
		return &message.Changes{}
	}
	clock := profile.Clock(req.Clock)
	var rows []message.Change
	for _, g := range r.inUnit(req.Scale).Groups(profile.By(req.By), r.matches(req.Text)) {
		row := message.Change{Pair: message.NoNode, Name: g.Name, Methods: uint32(g.Methods), Each: [2]int64{-1, -1}}
		for s := range g.Sum {
			m := &g.Sum[s]
			row.Calls[s], row.Inclusive[s], row.Exclusive[s] = m.Calls+m.Recursive, m.Inclusive[clock], m.Exclusive[clock]
		}
		row.A, row.B = row.Calls[0] > 0, row.Calls[1] > 0
		if (row.A || row.B) && listsGroup(&row, req.Only) {
			rows = append(rows, row)
		}
	}
	change := func(c *message.Change) int64 {
		switch r.order(req.Order) {
		case compare.ByCalls:
			return c.Calls[1] - c.Calls[0]
		case compare.ByExclusive:
			return c.Exclusive[1] - c.Exclusive[0]
		}
		return c.Inclusive[1] - c.Inclusive[0]
	}
	order := make([]int, len(rows)) // a sort of numbers is already in the program
	for i := range order {
		order[i] = i
	}
	sorting.Stable(order, func(a, b int) int {
		x, y := change(&rows[a]), change(&rows[b])
		switch req.Way {
		case message.Fell:
			x, y = -x, -y
		case message.Either:
			x, y = max(x, -x), max(y, -y)
		}
		return cmp.Or(cmp.Compare(y, x), cmp.Compare(rows[a].Name, rows[b].Name))
	})
	reply := &message.Changes{First: min(max(0, req.First), len(rows)), Total: len(rows)}
	for _, i := range order[reply.First:min(len(rows), reply.First+min(max(0, req.Count), mostRows))] {
		reply.Rows = append(reply.Rows, rows[i])
	}
	return reply
}

// listsGroup reports whether a list includes a group.
func listsGroup(c *message.Change, only message.Only) bool {
	switch only {
	case message.OnlyInA:
		return !c.B
	case message.OnlyInB:
		return !c.A
	case message.MoreCalls:
		return c.Calls[0] != c.Calls[1]
	case message.WhetherOrNot, message.Guessed:
		return true
	}
	return c.Calls[0] != c.Calls[1] || c.Inclusive[0] != c.Inclusive[1] || c.Exclusive[0] != c.Exclusive[1]
}
