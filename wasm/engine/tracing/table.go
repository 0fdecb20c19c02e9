package tracing

import (
	"cmp"
	"math"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// methodTable answers requests for the table of methods, and keeps the last table.
type methodTable struct {
	profiles *profiles
	looks    *looks
	search   *search
	last     table
}

// A table caches the sorted methods, or groups of methods, of the last method table.
type table struct {
	profile *profile.Profile
	order   message.Order
	find    message.Find
	by      message.By
	methods []trace.MethodIndex // without groups
	groups  []tableGroup
	folded  []trace.MethodIndex // the platform frames' methods that a line replaces or precedes; nil for none
	hits    int

	// The lines, which depend on the open groups and on whether the platform frames are unfolded.
	unfolded bool
	opened   []uint32
	lines    []tableLine
	place    []int32 // by method: its index in lines, or that of the line that replaces it, or -1
}

// A tableLine is a line of the table, without the rows of callers and callees.
type tableLine struct {
	method trace.MethodIndex // call.NoMethod for the head of a group and for the line of the platform frames
	group  int32             // index in groups, of a head and of a method; -1 for none
	figure int32             // of a method in a group: index in its Each
}

// A tableGroup is a group with its methods sorted like the table.
type tableGroup struct {
	profile.Group
	id     uint32 // Row.Node
	sorted []int32
	rank   uint32     // the best of its methods
	slot   scene.Slot // by origin; 0 if its methods have several
	open   bool
}

// sorted returns the lines of the table in order.
func (mt *methodTable) sorted(req *message.MethodRows) *table {
	p, t := mt.profiles.shown(req.Scope), &mt.last
	if t.profile != p || t.order != req.Order || t.find != req.Find || t.by != req.By {
		match := mt.search.matches(req.Find.Text)
		*t = table{profile: p, order: req.Order, find: req.Find, by: req.By, methods: t.methods[:0], lines: t.lines[:0]}
		if t.by == message.ByMethod {
			t.methods = mt.listed(p, req, match)
		} else {
			t.groups = mt.groups(p, req, match)
		}
		t.hits = t.count(match)
		if folded := mt.profiles.framework(req.Scope, match); t.by == message.ByMethod && (!req.Find.Only || match == nil) {
			t.folded = folded
		}
	}
	if len(t.lines) == 0 || t.unfolded != req.Unfolded || !equalNodes(t.opened, req.Groups) {
		t.unfolded, t.opened = req.Unfolded, slices.Clone(req.Groups)
		t.lay()
	}
	return t
}

// listed returns the methods with calls in the order of the table.
func (mt *methodTable) listed(p *profile.Profile, req *message.MethodRows, match []bool) []trace.MethodIndex {
	methods := mt.last.methods
	for _, m := range mt.looks.order { // ties are in order of rank
		if f := &p.Methods[m]; f.Calls+f.Recursive > 0 && (match == nil || match[m] || !req.Find.Only) {
			methods = append(methods, m)
		}
	}
	sorting.Stable(methods, func(a, b trace.MethodIndex) int {
		return mt.compare(&req.Order, a, b, &p.Methods[a], &p.Methods[b])
	})
	return methods
}

// groups returns the groups of the methods with calls in the order of the table.
func (mt *methodTable) groups(p *profile.Profile, req *message.MethodRows, match []bool) (groups []tableGroup) {
	if !req.Find.Only {
		match = nil
	}
	add := func(g profile.Group, id uint32, slot scene.Slot) {
		of := tableGroup{Group: g, id: id, slot: slot, rank: math.MaxUint32, sorted: make([]int32, len(g.Methods))}
		for i, m := range g.Methods {
			of.sorted[i], of.rank = int32(i), min(of.rank, mt.looks.rank[m])
		}
		sorting.Stable(of.sorted, func(i, j int32) int {
			a, b := g.Methods[i], g.Methods[j]
			return cmp.Or(mt.compare(&req.Order, a, b, &g.Each[i], &g.Each[j]), cmp.Compare(mt.looks.rank[a], mt.looks.rank[b]))
		})
		groups = append(groups, of)
	}
	if req.By == message.ByThread {
		titles := mt.profiles.index.Info.Titles()
		for i, g := range p.ThreadGroups(match) {
			if len(g.Methods) > 0 {
				g.Name = titles[i]
				add(g, uint32(i), 0)
			}
		}
	} else {
		for _, g := range p.Groups(profile.By(req.By), match, mt.looks.class) {
			add(g, uint32(g.First), mt.looks.slotOf(g.Methods))
		}
	}
	sorting.Stable(groups, func(a, b tableGroup) int {
		var c int
		switch req.Order.Column {
		case message.ByName:
			c = cmp.Compare(b.Name, a.Name)
		case message.ByRank:
			c = cmp.Compare(b.rank, a.rank)
		default:
			c = compareFigures(&req.Order, &a.Sum, &b.Sum)
		}
		if req.Order.Ascending {
			c = -c
		}
		return cmp.Or(c, cmp.Compare(a.rank, b.rank))
	})
	return groups
}

// compare compares two methods with their figures in an order.
func (mt *methodTable) compare(order *message.Order, a, b trace.MethodIndex, x, y *profile.Method) int {
	var c int
	switch order.Column {
	case message.ByName:
		c = mt.looks.compareNames(b, a)
	case message.ByRank:
		c = cmp.Compare(mt.looks.rank[b], mt.looks.rank[a])
	default:
		c = compareFigures(order, x, y)
	}
	if order.Ascending {
		return -c
	}
	return c
}

// compareFigures compares figures in a descending order.
func compareFigures(order *message.Order, x, y *profile.Method) int {
	clock := order.Clock
	switch order.Column {
	case message.ByInclusive:
		return cmp.Compare(y.Inclusive[clock], x.Inclusive[clock])
	case message.ByExclusive:
		return cmp.Compare(y.Exclusive[clock], x.Exclusive[clock])
	case message.ByCalls:
		return cmp.Compare(y.Calls+y.Recursive, x.Calls+x.Recursive)
	case message.ByPerCall:
		return cmp.Compare(perCall(y, clock), perCall(x, clock))
	}
	return 0
}

// count returns how many methods match.
func (t *table) count(match []bool) (n int) {
	count := func(methods []trace.MethodIndex) {
		for _, m := range methods {
			if match != nil && match[m] {
				n++
			}
		}
	}
	count(t.methods)
	for i := range t.groups {
		count(t.groups[i].Methods)
	}
	return n
}

// lay lists the lines. If the platform frames are unfolded, their methods follow their line.
func (t *table) lay() {
	t.lines = t.lines[:0]
	of := func(m trace.MethodIndex) bool { return slices.Contains(t.folded, m) }
	at := slices.IndexFunc(t.methods, of)
	for i, m := range t.methods {
		if i == at {
			t.lines = append(t.lines, tableLine{method: call.NoMethod, group: -1})
			if t.unfolded {
				for _, m := range t.methods {
					if of(m) {
						t.lines = append(t.lines, tableLine{method: m, group: -1})
					}
				}
			}
		}
		if at < 0 || !of(m) {
			t.lines = append(t.lines, tableLine{method: m, group: -1})
		}
	}
	t.place = make([]int32, len(t.profile.Methods))
	for m := range t.place {
		t.place[m] = -1
	}
	for i := range t.groups {
		g := &t.groups[i]
		g.open = slices.Contains(t.opened, g.id)
		head := int32(len(t.lines))
		t.lines = append(t.lines, tableLine{method: call.NoMethod, group: int32(i)})
		for _, j := range g.sorted {
			m := g.Methods[j]
			if g.open {
				t.lines = append(t.lines, tableLine{method: m, group: int32(i), figure: j})
			}
			if t.place[m] < 0 {
				t.place[m] = head
			}
		}
	}
	line := int32(-1) // of the platform frames
	for i, l := range t.lines {
		switch {
		case l.method == call.NoMethod && l.group < 0:
			line = int32(i)
		case l.method != call.NoMethod && (t.place[l.method] < 0 || t.lines[t.place[l.method]].method == call.NoMethod):
			t.place[l.method] = int32(i)
		}
	}
	for _, m := range t.folded {
		if t.place[m] < 0 {
			t.place[m] = line
		}
	}
}

// placeOf returns a method's index among the lines. ok is false if it has none.
func (t *table) placeOf(m uint32) (place int, ok bool) {
	if int(m) >= len(t.place) || t.place[m] < 0 || t.lines[t.place[m]].method != trace.MethodIndex(m) {
		return 0, false
	}
	return int(t.place[m]), true
}

func perCall(m *profile.Method, clock message.Clock) float64 {
	return share(m.Inclusive[clock], m.Calls+m.Recursive)
}

// rows answers for a window of the method table. Few methods are open, so it counts the
// rows between them instead of building the whole table.
func (mt *methodTable) rows(req *message.MethodRows) message.Body {
	t := mt.sorted(req)
	p := t.profile
	reply := &message.Rows{First: max(0, req.First), Total: len(t.lines), Hits: t.hits}
	match := mt.search.matches(req.Find.Text)

	open := t.expanded(req.Open)
	details := make([][]message.Row, len(open))
	for i, place := range open {
		details[i] = mt.relativeRows(p, t.lines[place].method, req.Order, message.ByMethod, t.level())
		reply.Total += len(details[i])
	}

	at, next := 0, 0 // row of the table, and index in open
	end := reply.First + min(max(0, req.Count), 500)
	for place := 0; place < len(t.lines) && at < end; {
		// Skip closed methods that end before the window.
		if next == len(open) || place < open[next] {
			stop := len(t.lines)
			if next < len(open) {
				stop = open[next]
			}
			if skip := min(stop-place, reply.First-at); skip > 0 {
				place, at = place+skip, at+skip
				continue
			}
		}
		isOpen := next < len(open) && open[next] == place
		if at >= reply.First {
			row := mt.lineRow(t, t.lines[place], match)
			row.Open = row.Open || isOpen
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
	mt.looks.nameRows(reply)
	return reply
}

// expanded returns the indices in lines of the methods that show their callers and callees, ascending. Methods below
// threads show none.
func (t *table) expanded(methods []uint32) (open []int) {
	if t.by == message.ByThread {
		return nil
	}
	for _, m := range methods {
		if place, ok := t.placeOf(m); ok {
			open = append(open, place)
		}
	}
	slices.Sort(open)
	return slices.Compact(open)
}

// level returns the level of the rows below a method.
func (t *table) level() uint32 {
	if t.by == message.ByMethod {
		return 1
	}
	return 2
}

// lineRow returns the row of a line.
func (mt *methodTable) lineRow(t *table, l tableLine, match []bool) (row message.Row) {
	p := t.profile
	switch {
	case l.method == call.NoMethod && l.group < 0:
		row = foldRow(p, t.folded)
		row.Open = t.unfolded
	case l.method == call.NoMethod:
		g := &t.groups[l.group]
		row = message.Row{
			Kind: message.SumRow, Method: message.NoNode, Node: g.id, Text: trace.Visible(g.Name), Colour: message.Slot(g.slot), Open: g.open,
			Methods: uint32(len(g.Methods)), Calls: g.Sum.Calls, Recursive: g.Sum.Recursive,
			Inclusive: message.Times(g.Sum.Inclusive), Exclusive: message.Times(g.Sum.Exclusive),
		}
		setShares(&row, p.Total())
	default:
		f := &p.Methods[l.method]
		if l.group >= 0 {
			f = &t.groups[l.group].Each[l.figure]
		}
		row = mt.looks.row(p, l.method, f)
		row.Hit = match != nil && match[l.method]
		if l.group >= 0 {
			row.Level, row.Leaf = 1, t.by == message.ByThread
		}
		mt.search.mark(&row)
	}
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
func (mt *methodTable) relativeRows(p *profile.Profile, m trace.MethodIndex, order message.Order, by message.By, level uint32) []message.Row {
	clock := profile.Clock(order.Clock)
	r := p.Relatives(m, clock)
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
		add := func(edge *profile.Edge, name string, methods ...trace.MethodIndex) {
			row := message.Row{Kind: kind, Group: group, Level: level + 1, Method: message.NoNode, Node: message.NoNode,
				Calls: edge.Calls, Inclusive: message.Times(edge.Inclusive), Leaf: true}
			if edge.Method != call.NoMethod && name == "" {
				row.Method, row.Rank = uint32(edge.Method), mt.looks.numberIn(p, edge.Method)
				row.Colour = message.Slot(mt.looks.colour[message.ColourByRank][edge.Method])
			}
			if row.Text = trace.Visible(name); name != "" {
				row.Methods, row.Colour = uint32(len(methods)), message.Slot(mt.looks.slotOf(methods))
			}
			if kind == message.ParentRow || edge.Method == call.NoMethod {
				methods = []trace.MethodIndex{m}
			}
			for _, of := range methods {
				row.CalleeCalls += p.Methods[of].Calls + p.Methods[of].Recursive
			}
			setShares(&row, whole)
			if group >= message.RecursiveParents {
				for c := range row.InclusiveShare {
					row.InclusiveShare[c] = math.NaN()
				}
			}
			rows = append(rows, row)
		}
		if by == message.ByMethod || by == message.ByThread {
			for i := range edges {
				add(&edges[i], "", edges[i].Method)
			}
			continue
		}
		for _, g := range p.GroupEdges(edges, profile.By(by), clock, mt.looks.class) {
			add(&g.Edge, g.Name, g.Methods...)
		}
	}
	return rows
}

// relatives returns a method's row, and its callers and callees.
func (mt *methodTable) relatives(req *message.Relatives) message.Body {
	p := mt.profiles.shown(req.Scope)
	reply := new(message.Rows)
	if int(req.Method) < len(p.Methods) {
		m := trace.MethodIndex(req.Method)
		own := mt.looks.row(p, m, &p.Methods[m])
		own.Open = true
		reply.Rows = append([]message.Row{own}, mt.relativeRows(p, m, req.Order, req.By, 1)...)
	}
	reply.Total = len(reply.Rows)
	mt.looks.nameRows(reply)
	return reply
}

// locate returns a method's row, or the next hit after one. If the row is in a closed group, it returns the group.
func (mt *methodTable) locate(req *message.Locate) message.Body {
	t := mt.sorted(&req.Table)
	reply := &message.Location{Row: -1, Method: message.NoNode, Hits: t.hits}
	rows := mt.rowsOf(t, req.Table.Open)
	to := func(place int, m trace.MethodIndex) {
		reply.Row, reply.Method = rows(place), uint32(m)
		if l := t.lines[place]; l.method == call.NoMethod && l.group >= 0 {
			reply.Closed, reply.Group = true, t.groups[l.group].id
		}
	}
	if req.Method != message.NoNode {
		if int(req.Method) < len(t.place) && t.place[req.Method] >= 0 {
			to(int(t.place[req.Method]), trace.MethodIndex(req.Method))
		}
		return reply
	}
	match := mt.search.matches(req.Table.Find.Text)
	if match == nil || t.hits == 0 {
		return reply
	}
	// The hits in order; those of a closed group have the place of its head. Their numbers count from 1.
	type hit struct {
		place  int
		method trace.MethodIndex
	}
	var hits []hit
	for place, l := range t.lines {
		switch {
		case l.method != call.NoMethod && match[l.method]:
			hits = append(hits, hit{place, l.method})
		case l.method == call.NoMethod && l.group >= 0 && !t.groups[l.group].open:
			g := &t.groups[l.group]
			for _, j := range g.sorted {
				if match[g.Methods[j]] {
					hits = append(hits, hit{place, g.Methods[j]})
				}
			}
		}
	}
	if len(hits) == 0 { // all in the line of the platform frames
		return reply
	}
	after := func(h hit) bool {
		row := rows(h.place)
		return row > req.After || row == req.After && t.lines[h.place].method == call.NoMethod
	}
	at := slices.IndexFunc(hits, after)
	if at < 0 {
		at = len(hits)
	}
	if req.Back {
		at = 0
		for at < len(hits) && rows(hits[at].place) < req.After {
			at++
		}
		at--
	}
	if reply.Wrapped = at < 0 || at == len(hits); reply.Wrapped {
		at = (at + len(hits)) % len(hits)
	}
	to(hits[at].place, hits[at].method)
	reply.Number = at + 1
	return reply
}

// rowsOf returns a function from a line's index to its row. The row is moved down by the rows
// of open methods above it.
func (mt *methodTable) rowsOf(t *table, open []uint32) func(place int) int {
	type shift struct{ place, rows int }
	var shifts []shift
	for _, place := range t.expanded(open) {
		n := len(mt.relativeRows(t.profile, t.lines[place].method, t.order, message.ByMethod, t.level()))
		shifts = append(shifts, shift{place, n})
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
