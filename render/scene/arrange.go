package scene

// Gaps of Arrange, in points.
const (
	gapAcross = 40 // between columns, in addition to the arrow's label
	gapDown   = 12
)

// Arrange lays out a graph without Graphviz. At most one arrow may leave each box. The box that all
// others of a connected piece lead to is at the right, and the others are in columns to its left.
// In a circle, one arrow leads back below the boxes.
func (g *Graph) Arrange() {
	g.size(false)
	to := make([]int, len(g.Nodes)) // arrow out of each box, -1 for none
	from := make([][]int, len(g.Nodes))
	for i := range to {
		to[i] = -1
	}
	for i := range g.Edges {
		to[g.Edges[i].Tail] = i
		from[g.Edges[i].Head] = append(from[g.Edges[i].Head], i)
	}
	column := make([]int, len(g.Nodes)) // from the right, from 1; 0 for none yet
	var order []int                     // boxes, each after the box it leads to
	reach := func(root int) {
		column[root] = 1
		for todo := []int{root}; len(todo) > 0; {
			at := todo[0]
			todo = todo[1:]
			order = append(order, at)
			for _, e := range from[at] {
				if tail := g.Edges[e].Tail; column[tail] == 0 {
					column[tail] = column[at] + 1
					todo = append(todo, tail)
				}
			}
		}
	}
	var roots []int
	for i := range g.Nodes {
		if to[i] < 0 {
			roots = append(roots, i)
			reach(i)
		}
	}
	for i := range g.Nodes { // the remaining boxes lead into circles
		at := i
		for seen := map[int]bool{}; column[i] == 0; at = g.Edges[to[at]].Head {
			if seen[at] {
				if g.Chosen && g.inCircle(at, to, g.First) {
					at = g.First
				}
				roots = append(roots, at)
				reach(at)
				break
			}
			seen[at] = true
		}
	}
	g.place(to, from, column, roots, order)
}

// inCircle reports whether box is in the same circle as of.
func (g *Graph) inCircle(of int, to []int, box int) bool {
	for at := g.Edges[to[of]].Head; ; at = g.Edges[to[at]].Head {
		if at == box {
			return true
		}
		if at == of {
			return false
		}
	}
}

// place sets the positions of boxes and arrows. The boxes of a piece are in order, each at the
// middle of the boxes that lead to it.
func (g *Graph) place(to []int, from [][]int, column, roots, order []int) {
	columns := 0
	for _, c := range column {
		columns = max(columns, c)
	}
	wide, labels := make([]float64, columns+1), make([]float64, columns+1) // width of a column's boxes, and of the labels on the arrows that leave them
	for i := range g.Nodes {
		c := column[i]
		wide[c] = max(wide[c], g.Nodes[i].W)
		if e := to[i]; e >= 0 {
			labels[c] = max(labels[c], float64(textWidth(Cut(g.Edges[e].Label), true)))
		}
	}
	left, x := make([]float64, columns+1), gapDown+0.0
	for c := columns; c > 0; c-- {
		left[c] = x
		x += wide[c]
		if c > 1 {
			x += gapAcross + labels[c]
		}
	}
	height := make([]float64, len(g.Nodes)) // height of a box and all boxes before it
	for k := len(order) - 1; k >= 0; k-- {
		at := order[k]
		for _, e := range from[at] {
			if tail := g.Edges[e].Tail; column[tail] == column[at]+1 {
				height[at] += height[tail]
			}
		}
		height[at] = max(height[at], g.Nodes[at].H+gapDown)
	}
	top := make([]float64, len(g.Nodes))
	y := gapDown + 0.0
	for _, root := range roots {
		top[root] = y
		y += height[root]
		if to[root] >= 0 {
			y += 2 * gapDown // space for the arrow that leads back
		}
	}
	for _, at := range order {
		n := &g.Nodes[at]
		n.X, n.Y = left[column[at]], top[at]+(height[at]-gapDown-n.H)/2
		next := top[at]
		for _, e := range from[at] {
			if tail := g.Edges[e].Tail; column[tail] == column[at]+1 {
				top[tail] = next
				next += height[tail]
			}
		}
	}
	g.Width, g.Height = x+gapDown, y
	for i := range g.Edges {
		g.route(&g.Edges[i], column, top, height)
	}
}

// route draws an arrow from the right side of a box to the left side of another, or below both if
// it leads back.
func (g *Graph) route(e *Edge, column []int, top, height []float64) {
	a, b := &g.Nodes[e.Tail], &g.Nodes[e.Head]
	point := func(x, y float64) Point { return Point{float32(x), float32(y)} }
	if column[e.Head] < column[e.Tail] {
		x, y, x2, y2 := a.X+a.W, a.Y+a.H/2, b.X-arrowhead, b.Y+b.H/2
		e.Points = []Point{point(x, y), point((x+x2)/2, y), point((x+x2)/2, y2), point(x2, y2)}
		e.Tip = point(b.X, y2)
		e.LabelX, e.LabelY = (x+x2)/2, (y+y2)/2-6
		return
	}
	low := top[e.Tail] + height[e.Tail] + gapDown
	x, x2 := a.X+a.W/2, b.X+b.W/2
	e.Points = []Point{point(x, a.Y+a.H), point(x, low), point(x2, low), point(x2, b.Y+b.H+arrowhead)}
	e.Tip = point(x2, b.Y+b.H)
	e.LabelX, e.LabelY = (x+x2)/2, low-6
}
