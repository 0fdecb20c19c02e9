package tracing

import (
	"cmp"
	"math"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// A table caches the sorted methods of the last method table.
type table struct {
	profile *profile.Profile
	order   message.Order
	find    message.Find
	methods []trace.MethodIndex // call.NoMethod is the line that replaces the folded methods or precedes them
	folded  []trace.MethodIndex // the platform frames' methods of that line; nil for none
	open    bool                // the folded methods have rows too
	place   []int32             // by method: its index in methods, or the line's if that replaces it, or -1
	hits    int
}

// sorted returns the methods of the table in order.
func (tr *Trace) sorted(req *message.MethodRows) *table {
	p, t := tr.shownIn(req.Scope), &tr.table
	if t.profile == p && t.order == req.Order && t.find == req.Find && t.open == req.Unfolded {
		return t
	}
	match := tr.matches(req.Find.Text)
	*t = table{profile: p, order: req.Order, find: req.Find, open: req.Unfolded, methods: t.methods[:0], place: make([]int32, len(p.Methods))}
	for m := range p.Methods {
		t.place[m] = -1
	}
	for _, m := range tr.looks.order { // ties are in order of rank
		f := &p.Methods[m]
		if f.Calls+f.Recursive == 0 {
			continue
		}
		if match != nil && match[m] {
			t.hits++
		} else if match != nil && req.Find.Only {
			continue
		}
		t.methods = append(t.methods, m)
	}
	slices.SortStableFunc(t.methods, func(a, b trace.MethodIndex) int {
		var c int
		x, y, clock := &p.Methods[a], &p.Methods[b], req.Order.Clock
		switch req.Order.Column {
		case message.ByInclusive:
			c = cmp.Compare(y.Inclusive[clock], x.Inclusive[clock])
		case message.ByExclusive:
			c = cmp.Compare(y.Exclusive[clock], x.Exclusive[clock])
		case message.ByCalls:
			c = cmp.Compare(y.Calls+y.Recursive, x.Calls+x.Recursive)
		case message.ByPerCall:
			c = cmp.Compare(perCall(y, clock), perCall(x, clock))
		case message.ByName:
			c = tr.compareNames(b, a)
		case message.ByRank:
			c = cmp.Compare(tr.looks.rank[b], tr.looks.rank[a])
		}
		if req.Order.Ascending {
			return -c
		}
		return c
	})
	if folded := tr.framework(req.Scope, match); !req.Find.Only || match == nil {
		t.fold(folded)
	}
	line := int32(-1)
	for i, m := range t.methods {
		if m == call.NoMethod {
			line = int32(i)
		} else {
			t.place[m] = int32(i)
		}
	}
	for _, m := range t.folded {
		if t.place[m] < 0 {
			t.place[m] = line
		}
	}
	return t
}

// fold inserts a line at the first method of the platform frames. If the line is open, their rows
// follow.
func (t *table) fold(methods []trace.MethodIndex) {
	of := func(m trace.MethodIndex) bool { return slices.Contains(methods, m) }
	at := slices.IndexFunc(t.methods, of)
	if at < 0 {
		return
	}
	t.folded = methods
	rows := []trace.MethodIndex{call.NoMethod}
	if t.open {
		for _, m := range t.methods {
			if of(m) {
				rows = append(rows, m)
			}
		}
	}
	t.methods = slices.Insert(slices.DeleteFunc(t.methods, of), at, rows...)
}

// placeOf returns a method's index among the rows. ok is false if it has none.
func (t *table) placeOf(m uint32) (place int, ok bool) {
	if int(m) >= len(t.place) || t.place[m] < 0 || t.methods[t.place[m]] != trace.MethodIndex(m) {
		return 0, false
	}
	return int(t.place[m]), true
}

func perCall(m *profile.Method, clock message.Clock) float64 {
	return share(m.Inclusive[clock], m.Calls+m.Recursive)
}

func (tr *Trace) compareNames(a, b trace.MethodIndex) int {
	x, y := &tr.index.Info.Methods[a], &tr.index.Info.Methods[b]
	return cmp.Or(cmp.Compare(tr.label(a), tr.label(b)), cmp.Compare(x.Signature, y.Signature))
}

// methodRows answers for a window of the method table. Few methods are open, so it counts the
// rows between them instead of building the whole table.
func (tr *Trace) methodRows(req *message.MethodRows) message.Body {
	t := tr.sorted(req)
	p := t.profile
	reply := &message.Rows{First: max(0, req.First), Total: len(t.methods), Hits: t.hits}
	match := tr.matches(req.Find.Text)

	var open []int // indices of open methods, ascending
	for _, m := range req.Open {
		if place, ok := t.placeOf(m); ok {
			open = append(open, place)
		}
	}
	slices.Sort(open)
	open = slices.Compact(open)
	details := make([][]message.Row, len(open))
	for i, place := range open {
		details[i] = tr.relativeRows(p, t.methods[place], req.Order, 1)
		reply.Total += len(details[i])
	}

	at, next := 0, 0 // row of the table, and index in open
	end := reply.First + min(max(0, req.Count), 500)
	for place := 0; place < len(t.methods) && at < end; {
		// Skip closed methods that end before the window.
		if next == len(open) || place < open[next] {
			stop := len(t.methods)
			if next < len(open) {
				stop = open[next]
			}
			if skip := min(stop-place, reply.First-at); skip > 0 {
				place, at = place+skip, at+skip
				continue
			}
		}
		isOpen := next < len(open) && open[next] == place
		if m := t.methods[place]; at >= reply.First && m == call.NoMethod {
			row := foldRow(p, t.folded)
			row.Open = t.open
			reply.Rows = append(reply.Rows, row)
		} else if at >= reply.First {
			row := tr.methodRow(p, m)
			row.Open = isOpen
			row.Hit = match != nil && match[m]
			tr.mark(&row)
			reply.Rows = append(reply.Rows, row)
		}
		place, at = place+1, at+1
		if isOpen {
			for _, row := range details[next] {
				if at >= reply.First && at < end {
					reply.Rows = append(reply.Rows, row)
				}
				at++
			}
			next++
		}
	}
	tr.nameRows(reply)
	return reply
}

// methodRow returns a method's row. Shares are of the scope's total.
func (tr *Trace) methodRow(p *profile.Profile, m trace.MethodIndex) message.Row {
	f := &p.Methods[m]
	row := message.Row{
		Kind: message.MethodRow, Method: uint32(m), Node: message.NoNode, Rank: tr.looks.rank[m],
		Colour: message.Slot(tr.looks.colour[message.ColourByRank][m]), Calls: f.Calls, Recursive: f.Recursive,
		Inclusive: message.Times(f.Inclusive), Exclusive: message.Times(f.Exclusive),
	}
	setShares(&row, p.Total())
	return row
}

func setShares(row *message.Row, whole profile.Times) {
	for c := range whole {
		row.InclusiveShare[c] = share(row.Inclusive[c], whole[c])
		row.ExclusiveShare[c] = share(row.Exclusive[c], whole[c])
	}
}

// relativeRows returns a method's callers and callees as the rows below its own. Shares are of
// the method's inclusive time. They are NaN in the recursive lists, whose times overlap.
func (tr *Trace) relativeRows(p *profile.Profile, m trace.MethodIndex, order message.Order, level uint32) []message.Row {
	r := p.Relatives(m, profile.Clock(order.Clock))
	whole := p.Methods[m].Inclusive
	var rows []message.Row
	for group, edges := range [...][]profile.Edge{r.Parents, r.Children, r.RecursiveParents, r.RecursiveChildren} {
		group := message.RowGroup(group)
		if len(edges) == 0 && group != message.Children {
			continue
		}
		rows = append(rows, message.Row{Kind: message.GroupRow, Group: group, Level: level, Method: uint32(m), Node: message.NoNode})
		kind := message.ParentRow
		if group == message.Children || group == message.RecursiveChildren {
			kind = message.ChildRow
		}
		if group == message.Children {
			row := message.Row{Kind: message.SelfRow, Group: group, Level: level + 1, Method: uint32(m), Node: message.NoNode,
				Inclusive: message.Times(r.Self), Exclusive: message.Times(r.Self), Leaf: true}
			setShares(&row, whole)
			rows = append(rows, row)
		}
		for _, edge := range edges {
			row := message.Row{Kind: kind, Group: group, Level: level + 1, Method: message.NoNode, Node: message.NoNode,
				Calls: edge.Calls, Inclusive: message.Times(edge.Inclusive), Leaf: true}
			total := &p.Methods[m]
			if edge.Method != call.NoMethod {
				row.Method, row.Rank = uint32(edge.Method), tr.looks.rank[edge.Method]
				row.Colour = message.Slot(tr.looks.colour[message.ColourByRank][edge.Method])
				if kind == message.ChildRow {
					total = &p.Methods[edge.Method]
				}
			}
			row.Recursive = total.Calls + total.Recursive
			setShares(&row, whole)
			if group >= message.RecursiveParents {
				for c := range row.InclusiveShare {
					row.InclusiveShare[c] = math.NaN()
				}
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func (tr *Trace) relatives(req *message.Relatives) message.Body {
	p := tr.shownIn(req.Scope)
	reply := new(message.Rows)
	if int(req.Method) < len(p.Methods) {
		m := trace.MethodIndex(req.Method)
		own := tr.methodRow(p, m)
		own.Open = true
		reply.Rows = append([]message.Row{own}, tr.relativeRows(p, m, req.Order, 1)...)
	}
	reply.Total = len(reply.Rows)
	tr.nameRows(reply)
	return reply
}

// locate returns a method's row, or the next hit after one.
func (tr *Trace) locate(req *message.Locate) message.Body {
	t := tr.sorted(&req.Table)
	reply := &message.Location{Row: -1, Method: message.NoNode, Hits: t.hits}
	rows := tr.rowsOf(t, req.Table.Open)
	if req.Method != message.NoNode {
		if int(req.Method) < len(t.place) && t.place[req.Method] >= 0 {
			reply.Row, reply.Method = rows(int(t.place[req.Method])), req.Method
		}
		return reply
	}
	match := tr.matches(req.Table.Find.Text)
	if match == nil || t.hits == 0 {
		return reply
	}
	// hit numbers count from 1 in the table's order
	first, last, after, before := -1, -1, -1, -1
	number := make(map[int]int)
	for place, m := range t.methods {
		if m == call.NoMethod || !match[m] {
			continue
		}
		number[place] = len(number) + 1
		if first < 0 {
			first = place
		}
		last = place
		switch row := rows(place); {
		case row > req.After && after < 0:
			after = place
		case row < req.After:
			before = place
		}
	}
	place := after
	if req.Back {
		place = before
	}
	if place < 0 {
		reply.Wrapped = true
		place = first
		if req.Back {
			place = last
		}
	}
	reply.Row, reply.Method, reply.Number = rows(place), uint32(t.methods[place]), number[place]
	return reply
}

// rowsOf returns a function from a method's index to its row. The row is moved down by the rows
// of open methods above it.
func (tr *Trace) rowsOf(t *table, open []uint32) func(place int) int {
	type shift struct{ place, rows int }
	var shifts []shift
	for _, m := range open {
		if place, ok := t.placeOf(m); ok {
			n := len(tr.relativeRows(t.profile, trace.MethodIndex(m), t.order, 1))
			shifts = append(shifts, shift{place, n})
		}
	}
	return func(place int) int {
		row := place
		for _, s := range shifts {
			if s.place < place {
				row += s.rows
			}
		}
		return row
	}
}

// slots returns the colours of methods for a way of colouring.
func (tr *Trace) slots(colour message.Colour) []scene.Slot {
	return tr.looks.colour[colour]
}
