package tracing

import (
	"cmp"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
	"traceglass/wasm/message"
)

// callTree answers requests for the rows of the call tree, top-down or bottom-up, and keeps the last rows.
type callTree struct {
	profiles *profiles
	looks    *looks
	search   *search
	last     treeRows
}

// treeRows caches the visible rows of the last call tree.
type treeRows struct {
	profile *profile.Profile
	asked   message.TreeRows // without the window
	visible []treeRow
	folded  []trace.MethodIndex // the platform frames' methods that the first row replaces; nil for none
	hits    int

	// Bottom-up nodes are numbered by their parent node and method. The numbers are the same in
	// all scopes, so that an open node stays open.
	numbers map[[2]uint32]uint32
	places  [][2]uint32              // by number: parent node and method
	paths   map[uint32]*profile.Path // of this profile
	callers map[uint32][]uint32      // of this profile: nodes below a node
	leaves  []uint32
}

// A treeRow is one visible line: a row of the top-down tree, or a bottom-up node.
type treeRow struct {
	node  uint32
	level uint32
	open  bool
	leaf  bool
	line  bool // replaces the platform frames, or precedes them
}

// rows answers for a window of a tree.
func (ct *callTree) rows(req *message.TreeRows) message.Body {
	p, t := ct.profiles.shown(req.Scope), &ct.last
	asked := *req
	asked.First, asked.Count, asked.Scope = 0, 0, message.Scope{}
	t.resetFor(p)
	var opened []uint32
	if len(t.visible) == 0 || !sameTree(&t.asked, &asked) {
		opened = ct.lay(req)
		t.asked = asked
	}
	reply := &message.Rows{First: max(0, req.First), Total: len(t.visible), Hits: t.hits, Open: opened, At: -1}
	if req.HasSeek {
		reply.At = slices.IndexFunc(t.visible, func(row treeRow) bool { return row.node == req.Seek && !row.line })
		if tree := p.Contexts.Tree; reply.At < 0 && len(t.folded) > 0 && int(req.Seek) < tree.Len() && int(tree.Depth[req.Seek]) <= len(t.folded) {
			reply.At = 0 // the line replaces it
		}
	}
	match := ct.search.matches(req.Find.Text)
	end := min(len(t.visible), reply.First+min(max(0, req.Count), 500))
	for i := reply.First; i < end; i++ {
		at := t.visible[i]
		if at.line {
			row := foldRow(p, t.folded)
			row.Node, row.Open = at.node, at.open
			reply.Rows = append(reply.Rows, row)
			continue
		}
		row := message.Row{Kind: message.TreeRow, Level: at.level, Node: at.node, Open: at.open, Leaf: at.leaf}
		if req.BottomUp {
			path := t.paths[at.node]
			row.Method, row.Calls = uint32(path.Method), path.Calls
			row.Inclusive, row.Exclusive = message.Times(path.Inclusive), message.Times(path.Exclusive)
		} else {
			c := contexts(p, req.Fold)
			row.Method, row.Calls = uint32(c.Tree.Method[at.node]), c.Rows[at.node].Calls
			row.Inclusive, row.Exclusive = message.Times(c.Rows[at.node].Inclusive), message.Times(c.Rows[at.node].Exclusive)
		}
		row.Rank = ct.looks.numberIn(p, trace.MethodIndex(row.Method))
		row.Colour = message.Slot(ct.looks.colour[message.ColourByRank][row.Method])
		row.Hit = match != nil && match[row.Method]
		ct.search.mark(&row)
		setShares(&row, p.Total())
		reply.Rows = append(reply.Rows, row)
	}
	ct.looks.nameRows(reply)
	return reply
}

// resetFor discards the rows if they belong to another profile.
func (t *treeRows) resetFor(p *profile.Profile) {
	if t.profile != p {
		*t = treeRows{profile: p, numbers: t.numbers, places: t.places, visible: t.visible[:0]}
	}
}

// frames returns the contexts that a flame graph shows. around is the method of a sandwich, call.NoMethod for none.
func frames(p *profile.Profile, fold, callers bool, around trace.MethodIndex) *profile.Contexts {
	switch {
	case around != call.NoMethod:
		return p.Sandwich(around)
	case callers:
		return p.Inverted()
	}
	return contexts(p, fold)
}

func contexts(p *profile.Profile, fold bool) *profile.Contexts {
	if fold {
		return p.Folded()
	}
	return &p.Contexts
}

func sameTree(a, b *message.TreeRows) bool {
	return a.Order == b.Order && a.Find == b.Find && a.BottomUp == b.BottomUp && a.Fold == b.Fold && a.Root == b.Root && a.HasRoot == b.HasRoot && a.Unfolded == b.Unfolded &&
		b.HotPath == message.NoNode && !b.Frames && equalNodes(a.Open, b.Open)
}

// lay computes the visible rows of the requested tree. It returns the nodes that HotPath
// opened.
func (ct *callTree) lay(req *message.TreeRows) (opened []uint32) {
	t := &ct.last
	open := make(map[uint32]bool, len(req.Open))
	for _, n := range req.Open {
		open[n] = true
	}
	var f forest
	if req.BottomUp {
		f = ct.bottomUp(req)
	} else {
		f = ct.topDown(req)
	}
	if req.HotPath != message.NoNode && (req.HotPath == f.root || f.has(req.HotPath)) {
		opened = hotPath(f, req.HotPath)
		for _, n := range opened {
			open[n] = true
		}
	}
	match := ct.search.matches(req.Find.Text)
	t.visible, t.hits, t.folded = t.visible[:0], 0, nil
	if !req.BottomUp && !req.Fold && !req.HasRoot { // otherwise depths differ
		t.folded = ct.profiles.framework(req.Scope, match)
	}
	var lay func(nodes []uint32, level uint32)
	lay = func(nodes []uint32, level uint32) {
		for _, n := range nodes {
			if match != nil && match[f.method(n)] {
				t.hits++
			}
			row := treeRow{node: n, level: level, leaf: f.leaf(n), open: open[n]}
			row.open = row.open && !row.leaf
			t.visible = append(t.visible, row)
			if row.open && level < maxLevel {
				lay(f.below(n), level+1)
			}
		}
	}
	top := f.below(f.root)
	if len(top) == 0 {
		t.folded = nil
	}
	if req.Frames {
		for at := f.root; len(opened) < len(t.folded); {
			below := f.below(at)
			i := slices.IndexFunc(below, func(n uint32) bool { return f.method(n) == uint32(t.folded[len(opened)]) })
			if i < 0 {
				break
			}
			at = below[i]
			opened, open[at] = append(opened, at), true
		}
	}
	if len(t.folded) > 0 {
		t.visible = append(t.visible, treeRow{node: f.root, open: req.Unfolded, line: true})
	}
	switch {
	case req.HasRoot && f.has(req.Root):
		lay([]uint32{req.Root}, 0)
	case len(t.folded) > 0 && !req.Unfolded:
		for range t.folded {
			var next []uint32
			for _, n := range top {
				next = append(next, f.below(n)...)
			}
			top = next
		}
		f.sort(top)
		lay(top, 1)
	default:
		lay(top, 0)
	}
	return opened
}

// maxLevel limits the depth of a tree. To see deeper rows, start the tree at another root.
const maxLevel = 20_000

// A forest is a tree of sorted rows, top-down or bottom-up.
type forest struct {
	root   uint32
	has    func(node uint32) bool     // whether the tree contains a node
	below  func(node uint32) []uint32 // sorted; without nodes that lead to no match, if requested
	sort   func(nodes []uint32)       // top-down: sorts nodes like those below one node
	leaf   func(node uint32) bool
	method func(node uint32) uint32
	weight func(node uint32) int64 // the figure that the heaviest path follows
}

// hotPath returns the nodes to open for the heaviest path below a node, including the node. It
// ends where no callee has a quarter of its caller's time.
func hotPath(f forest, from uint32) []uint32 {
	var path []uint32
	for n := from; len(path) < 1000; {
		if n != f.root {
			path = append(path, n)
		}
		heaviest := message.NoNode
		for _, b := range f.below(n) {
			if heaviest == message.NoNode || f.weight(b) > f.weight(heaviest) {
				heaviest = b
			}
		}
		if heaviest == message.NoNode || n != f.root && 4*f.weight(heaviest) < f.weight(n) {
			break
		}
		n = heaviest
	}
	return path
}

// topDown returns the call tree. Its nodes are rows of the tree; 0 is the root.
func (ct *callTree) topDown(req *message.TreeRows) forest {
	c := contexts(ct.last.profile, req.Fold)
	var keep []bool // rows that match or lead to a match
	if match := ct.search.matches(req.Find.Text); match != nil && req.Find.Only {
		keep = make([]bool, c.Tree.Len())
		for row := len(keep) - 1; row > 0; row-- {
			keep[row] = keep[row] || match[c.Tree.Method[row]]
			keep[c.Tree.Parent[row]] = keep[c.Tree.Parent[row]] || keep[row]
		}
	}
	clock := req.Order.Clock
	sort := func(rows []uint32) {
		ct.sort(rows, req.Order, func(n uint32) treeFigures {
			r := &c.Rows[n]
			return treeFigures{r.Inclusive[clock], r.Exclusive[clock], r.Calls, uint32(c.Tree.Method[n])}
		})
	}
	below := func(node uint32) []uint32 {
		var rows []uint32
		for row := c.Tree.First[node]; row != profile.NoRow; row = c.Tree.Next[row] {
			if c.Rows[row].Calls > 0 && (keep == nil || keep[row]) {
				rows = append(rows, uint32(row))
			}
		}
		sort(rows)
		return rows
	}
	return forest{
		sort:  sort,
		root:  0,
		has:   func(node uint32) bool { return node > 0 && int64(node) < int64(c.Tree.Len()) },
		below: below,
		leaf: func(node uint32) bool {
			for row := c.Tree.First[node]; row != profile.NoRow; row = c.Tree.Next[row] {
				if c.Rows[row].Calls > 0 {
					return false
				}
			}
			return true
		},
		method: func(node uint32) uint32 { return uint32(c.Tree.Method[node]) },
		weight: func(node uint32) int64 { return c.Rows[node].Inclusive[clock] },
	}
}

// treeFigures are the figures that a tree's rows can be sorted by.
type treeFigures struct {
	inclusive, exclusive, calls int64
	method                      uint32
}

//go:noinline
func (ct *callTree) sort(rows []uint32, order message.Order, of func(uint32) treeFigures) {
	sorting.Stable(rows, func(a, b uint32) int {
		x, y := of(a), of(b)
		var c int
		switch order.Column {
		case message.ByInclusive:
			c = cmp.Compare(y.inclusive, x.inclusive)
		case message.ByExclusive:
			c = cmp.Compare(y.exclusive, x.exclusive)
		case message.ByCalls:
			c = cmp.Compare(y.calls, x.calls)
		case message.ByPerCall:
			c = cmp.Compare(share(y.inclusive, y.calls), share(x.inclusive, x.calls))
		case message.ByName:
			c = cmp.Compare(ct.looks.label(trace.MethodIndex(y.method)), ct.looks.label(trace.MethodIndex(x.method)))
		}
		if order.Ascending {
			c = -c
		}
		return cmp.Or(c, cmp.Compare(ct.looks.rank[x.method], ct.looks.rank[y.method]))
	})
}

// bottomUp returns the tree with the callers below every method.
func (ct *callTree) bottomUp(req *message.TreeRows) forest {
	t, p := &ct.last, ct.last.profile
	clock := req.Order.Clock
	if t.numbers == nil {
		t.numbers = map[[2]uint32]uint32{}
	}
	number := func(under uint32, paths []profile.Path) []uint32 {
		nodes := make([]uint32, len(paths))
		for i := range paths {
			key := [2]uint32{under, uint32(paths[i].Method)}
			n, ok := t.numbers[key]
			if !ok {
				n = uint32(len(t.places))
				t.numbers[key] = n
				t.places = append(t.places, key)
			}
			nodes[i], t.paths[n] = n, &paths[i]
		}
		return nodes
	}
	if t.paths == nil {
		t.paths, t.callers = map[uint32]*profile.Path{}, map[uint32][]uint32{}
		t.leaves = number(message.NoNode, p.Leaves())
	}
	match := ct.search.matches(req.Find.Text)
	callers := func(node uint32) []uint32 {
		known, ok := t.callers[node]
		if !ok {
			known = number(node, p.Callers(t.paths[node]))
			t.callers[node] = known
		}
		return known
	}
	// has looks for a node of another scope's tree in this one.
	has := func(node uint32) bool {
		for _, n := range ct.chain(node) {
			if t.paths[n] == nil {
				return false
			}
			callers(n)
		}
		return node != message.NoNode && t.paths[node] != nil
	}
	return forest{
		root: message.NoNode,
		has:  has,
		below: func(node uint32) []uint32 {
			rows := t.leaves
			if node != message.NoNode {
				rows = callers(node)
			} else if match != nil && req.Find.Only {
				rows = slices.DeleteFunc(slices.Clone(rows), func(n uint32) bool { return !match[t.paths[n].Method] })
			}
			ct.sort(rows, req.Order, func(n uint32) treeFigures {
				path := t.paths[n]
				return treeFigures{path.Inclusive[clock], path.Exclusive[clock], path.Calls, uint32(path.Method)}
			})
			return rows
		},
		leaf:   func(node uint32) bool { return !p.HasCallers(t.paths[node]) },
		method: func(node uint32) uint32 { return uint32(t.paths[node].Method) },
		weight: func(node uint32) int64 { return t.paths[node].Exclusive[clock] },
	}
}

// chain returns the nodes from a method to a node of the bottom-up tree, including the node. It
// returns none for an unknown number.
func (ct *callTree) chain(node uint32) (nodes []uint32) {
	for int64(node) < int64(len(ct.last.places)) {
		nodes = append(nodes, node)
		node = ct.last.places[node][0]
	}
	slices.Reverse(nodes)
	return nodes
}
