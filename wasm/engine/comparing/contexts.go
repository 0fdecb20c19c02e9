package comparing

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
)

// scaledComparison caches the comparison in one unit.
type scaledComparison struct {
	from, scaled *compare.Comparison
	scale        message.Scale
}

// inUnit returns the comparison in the unit of scale, or as measured if scale's method is not in
// both traces.
func (r *Room) inUnit(scale message.Scale) *compare.Comparison {
	s := &r.scaleCache
	if s.from == r.comparison && s.scale == scale {
		return s.scaled
	}
	pair := -1
	if scale.Unit == message.PerCall {
		pair = slices.IndexFunc(r.comparison.Pairs, func(p compare.Pair) bool {
			return p.B != compare.None && r.comparison.Sides[1].Methods[p.B].Text() == scale.Method
		})
	}
	*s = scaledComparison{r.comparison, r.comparison.Scaled(compare.Scale(scale.Unit), pair), scale}
	return s.scaled
}

// matches returns, by pair, whether a text is found in its names, or nil for no text.
func (r *Room) matches(text string) []bool {
	f := &r.searchCache
	if f.comparison == r.comparison && f.text == text {
		return f.hits
	}
	*f = searchHits{comparison: r.comparison, text: text}
	if text == "" {
		return nil
	}
	f.hits = make([]bool, len(r.comparison.Pairs))
	for i := range f.hits {
		f.hits[i] = r.hit(i, strings.ToLower(text))
	}
	return f.hits
}

// searchHits caches the last search.
type searchHits struct {
	comparison *compare.Comparison
	text       string
	hits       []bool // by pair
}

// hit reports whether a name of a pair on either side contains a text in lower case.
func (r *Room) hit(pair int, text string) bool {
	was := r.comparison.Was(pair)
	return strings.Contains(strings.ToLower(r.comparison.Name(pair).Text()+" "+r.labels[pair]), text) || was != nil && strings.Contains(strings.ToLower(was.Text()), text)
}

// markedFrames has the colours of the graph's frames and the changes before their names, by one clock.
// Each comparison, clock and unit gets new numbers, because the page caches the name of each
// number.
type markedFrames struct {
	comparison *compare.Comparison // in the unit of scale
	clock      profile.Clock
	scale      message.Scale
	first      uint32       // of its numbers, at least message.ChangeNames
	slots      []scene.Slot // by context
	hits       []bool       // by context: it matches text; nil for no text
	text       string
}

// marks returns the marks for the figures of a picture.
func (r *Room) marks(clock message.Clock, scale message.Scale, text string) *markedFrames {
	of, m := r.inUnit(scale), &r.frameMarks
	x := of.Contexts()
	if m.comparison != of || m.clock != profile.Clock(clock) {
		first := m.first + uint32(len(m.slots))
		if rows := uint32(x.Tree.Len()); first > message.FrameNames-message.ChangeNames-rows {
			first = 0
		}
		*m = markedFrames{comparison: of, clock: profile.Clock(clock), scale: scale, first: first, slots: make([]scene.Slot, x.Tree.Len())}
		for row := range m.slots {
			m.slots[row] = scene.SlotOfChange(x.Rows[0][row].Inclusive[clock], x.Rows[1][row].Inclusive[clock])
		}
	}
	if m.text != text {
		m.text, m.hits = text, nil
		if pairs := r.matches(text); pairs != nil {
			m.hits = make([]bool, x.Tree.Len())
			for row := 1; row < len(m.hits); row++ {
				m.hits[row] = pairs[x.Tree.Method[row]]
			}
		}
	}
	return m
}

// Name returns the name with a number from message.ChangeNames: a context's method and its
// change.
func (r *Room) Name(number uint32) (name message.Name, ok bool) {
	m := &r.frameMarks
	row := number - message.ChangeNames - m.first
	if m.comparison == nil || number < message.ChangeNames+m.first || row == 0 || int(row) >= len(m.slots) {
		return name, false
	}
	x := m.comparison.Contexts()
	pair := int(x.Tree.Method[row])
	method, shown := m.comparison.Name(pair), r.readable[pair]
	return message.Name{
		ReadableClass: shown.Class, ReadableName: shown.Method,
		Method: number, Class: method.Class, Name: method.Name, Label: method.Label(),
		Mark: r.signed(m.scale, x.Rows[1][row].Inclusive[m.clock]-x.Rows[0][row].Inclusive[m.clock], m.clock),
	}, true
}

// signed formats a change with its sign.
func (r *Room) signed(scale message.Scale, n int64, clock profile.Clock) string {
	counted := clock == profile.CPU && r.comparison.Sides[0].Event != ""
	if n == 0 {
		return "±0"
	}
	return words.Signed(n, func(n int64) string { return words.Scale(scale.Unit).Time(n, counted) })
}

// flameWidths caches the widths of the last picture, in a tree whose methods are its own rows.
type flameWidths struct {
	comparison *compare.Comparison
	width      message.ChangeWidth
	clock      profile.Clock
	tree       profile.Tree
	contexts   profile.Contexts
}

// widths returns the widths of frames.
func (r *Room) widths(clock message.Clock, scale message.Scale, width message.ChangeWidth) *profile.Contexts {
	of, d := r.inUnit(scale), &r.widthCache
	if d.comparison == of && d.width == width && d.clock == profile.Clock(clock) {
		return &d.contexts
	}
	wide := of.Contexts().Widths(compare.Width(width), profile.Clock(clock))
	if d.comparison != of {
		d.tree = *wide.Tree
		d.tree.Method = make([]trace.MethodIndex, d.tree.Len())
		for row := range d.tree.Method {
			d.tree.Method[row] = trace.MethodIndex(row)
		}
	}
	d.comparison, d.width, d.clock = of, width, profile.Clock(clock)
	d.contexts = profile.Contexts{Tree: &d.tree, Rows: wide.Rows}
	return &d.contexts
}

// Draw fills l with a picture of both traces, or of one of them. It returns false for another
// picture.
func (r *Room) Draw(req message.Picture, l *scene.List, own *tracing.Trace) bool {
	if chart, ok := req.(*message.SideChart); ok {
		if own != nil {
			own.Draw(&chart.Chart, l)
			l.Number(message.SideNames << (chart.Side & 1))
		}
		return true
	}
	flame, ok := req.(*message.ChangeFlame)
	if !ok || r.comparison == nil {
		return ok
	}
	c, m := r.widths(flame.Clock, flame.Scale, flame.Width), r.marks(flame.Clock, flame.Scale, flame.Find)
	root := &r.inUnit(flame.Scale).Contexts().Rows
	clock := profile.Clock(flame.Clock)
	all := func(s int) int64 { return root[s][0].Inclusive[clock] - root[s][0].Exclusive[clock] } // time with nothing on the stack is no frame
	q := scene.FlameQuery{
		From: flame.View.From, To: flame.View.To, ScrollY: scene.CSS(flame.View.ScrollY), Width: scene.CSS(flame.View.Width), Height: scene.CSS(flame.View.Height),
		Clock: clock, Invert: flame.Invert, Paint: scene.Paint{Slot: m.slots, Hit: m.hits}, Method: trace.MethodIndex(c.Tree.Len()), Outlined: r.outlined(flame.Method),
		All: words.Say("all · {1}", r.signed(flame.Scale, all(1)-all(0), clock)),
	}
	if flame.Root != message.NoNode && int(flame.Root) < c.Tree.Len() {
		q.Root = profile.Row(flame.Root)
	}
	if flame.Chosen != message.NoNode {
		q.Chosen = profile.Row(flame.Chosen)
	}
	scene.Flame(l, c, &q)
	l.Number(message.ChangeNames + m.first)
	return true
}

// outlined returns, by context, whether it belongs to a pair, or nil for no pair.
func (r *Room) outlined(pair uint32) []bool {
	if int64(pair) >= int64(len(r.comparison.Pairs)) {
		return nil
	}
	if p := &r.outlineCache; p.comparison != r.comparison || p.pair != pair {
		x := r.comparison.Contexts()
		*p = outlinedRows{r.comparison, pair, make([]bool, x.Tree.Len())}
		x.Of(int(pair), func(row profile.Row) { p.rows[row] = true })
	}
	return r.outlineCache.rows
}

// outlinedRows caches the contexts of the method that was outlined last.
type outlinedRows struct {
	comparison *compare.Comparison
	pair       uint32
	rows       []bool
}

// context returns the figures of one path of calls in both traces.
func (r *Room) context(row profile.Row, clock profile.Clock, scale message.Scale) message.Change {
	of, measured := r.inUnit(scale).Contexts(), r.comparison.Contexts()
	var c message.Change
	if row != 0 {
		c = r.method(int(of.Tree.Method[row]))
	}
	for s := range of.Rows {
		x, m := &of.Rows[s][row], &measured.Rows[s][row]
		c.Calls[s], c.Inclusive[s], c.Exclusive[s], c.Each[s] = x.Calls, x.Inclusive[clock], x.Exclusive[clock], each(m.Inclusive[clock], m.Calls)
	}
	c.A, c.B = measured.Rows[0][row].Calls > 0, measured.Rows[1][row].Calls > 0
	split := compare.SplitOf(of.Rows[0][row].Calls, c.Inclusive[0], of.Rows[1][row].Calls, c.Inclusive[1])
	c.Split = [2]int64{split.Calls, split.Cost}
	return c
}

// node describes a frame of the graph: its figures, position and neighbours.
func (r *Room) node(req *message.ChangeNode) message.Body {
	c, clock := r.widths(req.Clock, req.Scale, req.Width), profile.Clock(req.Clock)
	none := message.NoNode
	reply := &message.ChangeContext{Node: none, Caller: none, Callee: none, Before: none, After: none}
	if int64(req.Node) >= int64(c.Tree.Len()) {
		return reply
	}
	row := profile.Row(req.Node)
	reply.Node, reply.Depth, reply.Of = req.Node, c.Tree.Depth[row], r.context(row, clock, req.Scale)
	reply.From, reply.To = tracing.PlaceOf(c, row, profile.Row(req.Root), clock)
	if below := tracing.Frames(c, row, clock); len(below) > 0 {
		reply.Callee = uint32(below[0])
	}
	if row == 0 {
		return reply
	}
	caller := c.Tree.Parent[row]
	if caller != 0 {
		reply.Caller = uint32(caller)
	}
	beside := tracing.Frames(c, caller, clock)
	if at := slices.Index(beside, row); at >= 0 {
		if at > 0 {
			reply.Before = uint32(beside[at-1])
		}
		if at+1 < len(beside) {
			reply.After = uint32(beside[at+1])
		}
	}
	return reply
}

// treeRows caches the visible rows of the last call tree.
type treeRows struct {
	comparison *compare.Comparison // in the unit of scale
	req        message.ChangeTree  // without the window and the open rows
	open       []uint32
	rows       []message.ChangeTreeRow // without figures
}

// mostDeep limits the depth of the tree.
const mostDeep = 20_000

// tree answers with a window of the call tree.
func (r *Room) tree(req *message.ChangeTree) message.Body {
	reply := &message.ChangeTreeRows{}
	of, clock := r.inUnit(req.Scale), profile.Clock(req.Clock)
	open := req.Open
	if req.Follow != message.NoNode {
		reply.Opened = r.follow(req)
		open = append(slices.Clone(open), reply.Opened...)
	}
	key := *req
	key.First, key.Count, key.Open, key.Follow = 0, 0, nil, 0
	l := &r.treeCache
	same := l.req.Clock == key.Clock && l.req.Scale == key.Scale && l.req.Order == key.Order && l.req.Way == key.Way && l.req.Text == key.Text
	if l.comparison != of || !same || !slices.Equal(l.open, open) {
		*l = treeRows{of, key, slices.Clone(open), r.layOutRows(req, open)}
	}
	if n := len(reply.Opened); n > 0 {
		last := reply.Opened[n-1]
		if at := slices.IndexFunc(l.rows, func(row message.ChangeTreeRow) bool { return row.Node == last }); at >= 0 {
			end := l.rows[at]
			end.Of = r.context(profile.Row(last), clock, req.Scale)
			reply.End, reply.At = []message.ChangeTreeRow{end}, at
		}
	}
	reply.First, reply.Total = min(max(0, req.First), len(l.rows)), len(l.rows)
	for _, row := range l.rows[reply.First:min(len(l.rows), reply.First+min(max(0, req.Count), mostRows))] {
		row.Of = r.context(profile.Row(row.Node), clock, req.Scale)
		reply.Rows = append(reply.Rows, row)
	}
	return reply
}

// calleesOf returns the listed callees of a context, sorted by their change in the requested
// direction, largest first.
func (r *Room) calleesOf(req *message.ChangeTree, row profile.Row, keep []bool) []profile.Row {
	x, order := r.inUnit(req.Scale).Contexts(), r.order(req.Order)
	var rows []profile.Row
	for at := x.Tree.First[row]; at != profile.NoRow; at = x.Tree.Next[at] {
		if keep == nil || keep[at] {
			rows = append(rows, at)
		}
	}
	figures := func(row profile.Row) (change, time int64) {
		a, b, way := &x.Rows[0][row], &x.Rows[1][row], compare.Direction(req.Way)
		time = max(a.Inclusive[req.Clock], b.Inclusive[req.Clock])
		switch order {
		case compare.ByExclusive:
			return way.Rank(b.Exclusive[req.Clock] - a.Exclusive[req.Clock]), time
		case compare.ByCalls:
			return way.Rank(b.Calls - a.Calls), time
		}
		return way.Rank(b.Inclusive[req.Clock] - a.Inclusive[req.Clock]), time
	}
	sorting.Stable(rows, func(a, b profile.Row) int {
		x, ofX := figures(a)
		y, ofY := figures(b)
		return cmp.Or(cmp.Compare(y, x), cmp.Compare(ofY, ofX), cmp.Compare(a, b))
	})
	return rows
}

// layOutRows computes the visible rows.
func (r *Room) layOutRows(req *message.ChangeTree, open []uint32) (rows []message.ChangeTreeRow) {
	t := &r.comparison.Contexts().Tree
	opened := make(map[uint32]bool, len(open))
	for _, n := range open {
		opened[n] = true
	}
	var keep []bool // rows that match, or lead to a match
	if hits := r.matches(req.Text); hits != nil {
		keep = make([]bool, t.Len())
		for row := t.Len() - 1; row > 0; row-- {
			keep[row] = keep[row] || hits[t.Method[row]]
			keep[t.Parent[row]] = keep[t.Parent[row]] || keep[row]
		}
	}
	var lay func(row profile.Row, level uint32)
	lay = func(row profile.Row, level uint32) {
		for _, n := range r.calleesOf(req, row, keep) {
			leaf := true
			for at := t.First[n]; at != profile.NoRow && leaf; at = t.Next[at] {
				leaf = keep != nil && !keep[at]
			}
			row := message.ChangeTreeRow{Node: uint32(n), Level: level, Leaf: leaf}
			row.Open = !leaf && opened[row.Node]
			rows = append(rows, row)
			if row.Open && level < mostDeep {
				lay(n, level+1)
			}
		}
	}
	lay(0, 0)
	return rows
}

// follow returns the path from a context down to the source of most of its change. It ends where
// no callee changed by a quarter of its caller's change.
func (r *Room) follow(req *message.ChangeTree) (way []uint32) {
	x := r.inUnit(req.Scale).Contexts()
	changed := func(row profile.Row) int64 {
		n := x.Rows[1][row].Inclusive[req.Clock] - x.Rows[0][row].Inclusive[req.Clock]
		if r.order(req.Order) == compare.ByCalls {
			n = x.Rows[1][row].Calls - x.Rows[0][row].Calls
		}
		return max(n, -n)
	}
	by := *req
	by.Way = message.Either
	if by.Order == message.ChangeOfExclusive { // callers do not include their callees' exclusive time
		by.Order = message.ChangeOfInclusive
	}
	for row := profile.Row(req.Follow); int64(row) < int64(x.Tree.Len()) && len(way) < 1000; {
		if row != 0 {
			way = append(way, uint32(row))
		}
		below := r.calleesOf(&by, row, nil)
		if len(below) == 0 || row != 0 && 4*changed(below[0]) < changed(row) || changed(below[0]) == 0 {
			break
		}
		row = below[0]
	}
	return way
}
