package scene

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/trace"
)

// A Graph has boxes joined by arrows: the call graph of a trace or the lock graph of a dump.
// Graphviz, in the page, lays it out, and Draw draws any part at any size. Lengths are points: CSS
// pixels at a scale of 1, y down.
type Graph struct {
	Nodes []Node
	Edges []Edge
	// Across makes arrows go from left to right instead of down, for graphs with many boxes side
	// by side.
	Across bool
	narrow bool // boxes are narrow: more of their lines are split
	First  int  // node that is in view at first
	Chosen bool // First is also selected

	Width, Height float64 // set by Place and Arrange
}

// A Node is one box.
type Node struct {
	Lines  []string // its text; the first line is bold
	Short  string   // a method: the second line in a box that is too low for all lines; "" for the same line
	Slot   Slot     // its colour
	Method uint32   // the method in its tooltip, which a click selects, or NoMethod
	Number uint32   // number that the graph's source gives it; returned with a click
	Like   []uint32 // Numbers of more threads with the same box; may be nil
	Raw    string   // names from the file in the box and on its arrows, if a map changed them, else ""

	X, Y, W, H float64 // top left and size

	rows  []string // Lines as drawn: long ones are split
	short []string // the same in a box that is too low for them, with Short
}

// An Edge is an arrow from one node to another.
type Edge struct {
	Tail, Head int     // indices of Graph.Nodes
	Label      string  // text on the arrow; may be ""
	Alarm      bool    // part of a problem such as a deadlock, drawn in the colour of an alarm
	Share      float64 // share of the total, 0 to 1: determines the thickness

	// Points of Bézier curves: the first point, then three per curve. The arrowhead goes from the
	// last point to Tip.
	Points         []Point
	Tip            Point
	LabelX, LabelY float64 // centre of the label
}

// A Point is a position in a graph or, in a List, on a canvas.
type Point struct{ X, Y float32 }

// Sizes of a box, in points.
const (
	linePitch  = 14
	boxPadX    = 8
	boxPadY    = 4
	mostRunes  = 64 // maximum length of a line
	classRunes = 8  // letters of the class that must remain for a method's full name to be kept
	arrowhead  = 7
	fontSize   = 11

	longLine    = 36  // letters of a line in a box; longer ones are split
	narrowLine  = 20  // the same in narrow boxes
	labelPitch  = 12  // from one line of a label to the next
	longLabel   = 20  // the same for the label of an arrow
	letterWidth = 6.1 // points of the letter n, as Graphviz measures it
)

// DOT returns the graph for Graphviz to lay out. It contains only numbers and sizes, no names, so
// that no name can be misread as DOT.
func (g *Graph) DOT() string {
	var b strings.Builder
	way := "ranksep=.4"
	if g.Across {
		way = "rankdir=LR;ranksep=.6"
	}
	fmt.Fprintf(&b, "digraph{%s;nodesep=.2;node[shape=box,fixedsize=true,label=\"\"];edge[arrowsize=%.2f,fontname=Arial,fontsize=%d];\n", way, arrowhead/10.0, fontSize)
	g.size(true)
	for i := range g.Nodes {
		n := &g.Nodes[i]
		fmt.Fprintf(&b, "%d[width=%.3f,height=%.3f];\n", i, n.W/72, n.H/72)
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		fmt.Fprintf(&b, "%d->%d", e.Tail, e.Head)
		if e.Label != "" { // letters only, with the same width
			b.WriteString("[label=\"")
			for at, line := range wrapped(Cut(e.Label), longLabel) {
				if at > 0 {
					b.WriteString(`\n`)
				}
				b.WriteString(strings.Repeat("n", int(math.Ceil(float64(textWidth(line, false)/letterWidth)))))
			}
			b.WriteString("\"]")
		}
		b.WriteString(";\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// MakeNarrow splits more lines of boxes, and lets arrows go across or down, whichever needs less width. It is for graphs with at
// most one arrow from each box.
func (g *Graph) MakeNarrow() {
	const labelGap, boxGap = 60, 15 // points between boxes, estimated
	g.narrow = true
	g.size(true)
	next := map[int]*Edge{} // by tail
	for i := range g.Edges {
		next[g.Edges[i].Tail] = &g.Edges[i]
	}
	const deepest = 20 // more ranks than fit across
	var widest, labels, sums [deepest]float64
	for i := range g.Nodes {
		rank := 0 // number of arrows to the last box
		for e := next[i]; e != nil && rank < deepest-1; e = next[e.Head] {
			rank++
		}
		if e := next[i]; e != nil {
			for _, line := range wrapped(Cut(e.Label), longLabel) {
				labels[rank] = max(labels[rank], float64(textWidth(line, false)))
			}
		}
		widest[rank] = max(widest[rank], g.Nodes[i].W)
		sums[rank] += g.Nodes[i].W + boxGap
	}
	across, down := 0.0, 0.0
	for rank := range deepest {
		if across += widest[rank]; rank > 0 && widest[rank] > 0 {
			across += labels[rank] + labelGap
		}
		down = max(down, sums[rank])
	}
	g.Across = across <= down
}

// size sets the size of each box to fit its text, with or without splitting long lines.
func (g *Graph) size(split bool) {
	for i := range g.Nodes {
		n := &g.Nodes[i]
		n.rows = nil
		starts := make([]int, 0, 4) // first row of each line, and of none
		for at, line := range n.Lines {
			starts = append(starts, len(n.rows))
			switch {
			case split && g.narrow:
				n.rows = append(n.rows, wrapped(line, narrowLine)...)
			case at == 0 || !split:
				n.rows = append(n.rows, line)
			default:
				n.rows = append(n.rows, wrapped(line, longLine)...)
			}
		}
		starts = append(starts, len(n.rows))
		n.short = n.rows
		if n.Short != "" {
			n.short = slices.Concat(n.rows[:starts[1]], []string{n.Short}, n.rows[starts[2]:])
		}
		w := 0.0
		for at, line := range n.rows {
			w = max(w, float64(textWidth(Cut(line), at == 0)))
		}
		n.W, n.H = math.Ceil(w+2*boxPadX), float64(linePitch*max(1, len(n.rows))+2*boxPadY)
	}
}

// wrapped splits a text of more than most letters before its last word, which is the name of a method or the number of an object.
func wrapped(text string, most int) []string {
	if at := strings.LastIndexByte(text, ' '); at > 0 && len([]rune(text)) > most {
		return []string{text[:at], text[at+1:]}
	}
	return []string{text}
}

// Cut shortens a line to the maximum length in a box by removing its middle. It keeps the full
// name of a method, at the end, if a few letters of the class remain.
//
//go:noinline // called from many places
func Cut(line string) string {
	if r := []rune(line); len(r) > mostRunes {
		end := mostRunes/2 - 1
		if name := len([]rune(line[strings.LastIndexByte(line, '.')+1:])); name > end && name < mostRunes-classRunes {
			end = name
		}
		return string(r[:mostRunes-end-1]) + "…" + string(r[len(r)-end:])
	}
	return line
}

// textWidth estimates the width of a line in the interface fonts of browsers. draw.js shortens
// text that does not fit.
func textWidth(s string, strong bool) CSS {
	w := 0.0
	for _, r := range s {
		switch {
		case strings.ContainsRune("ijl.,:;|'!()[]{} \u00a0ftrI", r):
			w += 0.38
		case strings.ContainsRune("mwMW@%—…", r):
			w += 0.95
		case r >= 'A' && r <= 'Z':
			w += 0.72
		case r >= 0x1100: // characters of many Asian scripts are as wide as high
			w += 1.05
		default:
			w += 0.61
		}
	}
	if strong {
		w *= 1.15
	}
	return CSS(w * fontSize)
}

// thicker returns how much thicker than the thinnest arrow the arrow is, in CSS pixels.
func (e *Edge) thicker() CSS { return 5 * CSS(min(max(e.Share, 0), 1)) }

// farthest limits the coordinates in a layout, in points.
const farthest = 1e7

var errUnplaced = errors.New("the layout leaves some of the graph's boxes without a place")

// Place sets the positions of boxes and arrows from Graphviz's output in the format "plain". It
// skips unknown lines and arrows that the graph lacks.
func (g *Graph) Place(plain string) error {
	edges := make(map[[2]int][]int, len(g.Edges)) // edges without a position
	for i := range g.Edges {
		e := &g.Edges[i]
		e.Points = nil
		key := [2]int{e.Tail, e.Head}
		edges[key] = append(edges[key], i)
	}
	g.Width, g.Height = 0, 0
	placed := make([]bool, len(g.Nodes))
	missing := len(g.Nodes)
	for line := ""; plain != ""; {
		line, plain, _ = strings.Cut(plain, "\n")
		p := plainLine{rest: line}
		switch p.word() {
		case "graph":
			p.length() // the scale
			g.Width, g.Height = p.length(), p.length()
			if p.bad || g.Width < 0 || g.Height < 0 {
				return errors.New("the layout has no size")
			}
		case "node":
			i := p.index(len(g.Nodes))
			x, y, w, h := p.length(), p.length(), p.length(), p.length()
			if p.bad || w < 0 || h < 0 {
				return fmt.Errorf("the layout's line %q is damaged", clip(line))
			}
			n := &g.Nodes[i]
			n.X, n.Y, n.W, n.H = x-w/2, g.Height-y-h/2, w, h
			if !placed[i] {
				placed[i] = true
				missing--
			}
		case "edge":
			key := [2]int{p.index(len(g.Nodes)), p.index(len(g.Nodes))}
			points := p.points(g.Height)
			if p.bad {
				return fmt.Errorf("the layout's line %q is damaged", clip(line))
			}
			if len(edges[key]) == 0 {
				continue
			}
			e := &g.Edges[edges[key][0]]
			edges[key] = edges[key][1:]
			e.Points = points
			e.Tip = tip(points)
			if e.Label != "" {
				p.word()
				e.LabelX, e.LabelY = p.length(), g.Height-p.length()
				if p.bad { // the arrow itself is placed
					e.LabelX, e.LabelY = float64(points[len(points)/2].X), float64(points[len(points)/2].Y)
				}
			}
		}
	}
	if missing > 0 {
		return errUnplaced
	}
	return nil
}

func clip(line string) string {
	if len(line) > 80 {
		return line[:80]
	}
	return line
}

// tip returns the tip of the arrowhead on a line that ends at the last of points.
func tip(points []Point) Point {
	end := points[len(points)-1]
	for i := len(points) - 2; i >= 0; i-- {
		dx, dy := float64(end.X-points[i].X), float64(end.Y-points[i].Y)
		if d := math.Hypot(dx, dy); d > 0.01 {
			return Point{end.X + float32(dx/d*arrowhead), end.Y + float32(dy/d*arrowhead)}
		}
	}
	return end
}

// plainLine parses a line of the format "plain", word by word.
type plainLine struct {
	rest string
	bad  bool // a word was invalid or missing
}

// word returns the next word, or `""` for any quoted one.
func (p *plainLine) word() string {
	p.rest = strings.TrimLeft(p.rest, " ")
	if strings.HasPrefix(p.rest, `"`) {
		for i := 1; i < len(p.rest); i++ {
			switch p.rest[i] {
			case '\\':
				i++
			case '"':
				p.rest = p.rest[i+1:]
				return `""`
			}
		}
		p.rest = ""
		return `""`
	}
	word, rest, _ := strings.Cut(p.rest, " ")
	p.rest = rest
	return word
}

// length returns the next word, in inches, as points.
func (p *plainLine) length() float64 {
	v, err := strconv.ParseFloat(p.word(), 64)
	v *= 72
	if err != nil || !(math.Abs(v) <= farthest) {
		p.bad = true
		return 0
	}
	return v
}

// index returns the next word as a number below n, or 0.
func (p *plainLine) index(n int) int {
	i, err := strconv.Atoi(p.word())
	if err != nil || i < 0 || i >= n {
		p.bad = true
		return 0
	}
	return i
}

// points parses a number and as many points, of consecutive Bézier curves.
func (p *plainLine) points(height float64) []Point {
	n, err := strconv.Atoi(p.word())
	if err != nil || n < 4 || n%3 != 1 || n > len(p.rest)/4+1 { // each point needs at least "0 0 "
		p.bad = true
		return []Point{{}}
	}
	points := make([]Point, n)
	for i := range points {
		points[i] = Point{float32(p.length()), float32(height - p.length())}
	}
	return points
}

// A GraphQuery selects which part of a graph to draw. From and To are points at the left and
// right edge of the canvas. The same scale applies to y. The top of the graph is ScrollY CSS
// pixels above the canvas.
type GraphQuery struct {
	From, To      float64
	ScrollY       CSS
	Width, Height CSS
	Paint         Paint  // for nodes that are methods; others use their Slot
	Method        uint32 // method whose nodes are outlined, or NoMethod
	Selected      int    // node that is outlined, or -1
	Finds         bool   // all nodes except Found are faded, whatever Paint says
	Found         []uint32
}

// Limits of text.
const (
	leastType   = 0.72 // text does not get smaller below this scale. It is shortened instead. As in draw/graph.js
	leastLabels = 0.45 // scale below which arrows have no labels
	leastWidth  = 30   // CSS pixels of a box with text
)

// Draw draws the graph: arrows below boxes. Arrows of the selected node are above other arrows,
// alarms above both.
func (g *Graph) Draw(l *List, q *GraphQuery) {
	l.start(q.From, q.To, q.Width, q.Height)
	v := graphView{Axis: NewAxis(q.From, q.To, 0, q.Width), list: l, top: q.ScrollY}
	if v.Empty() || len(g.Nodes) == 0 {
		return
	}
	l.Scale, l.ScrollY, l.Content = v.Scale(), q.ScrollY, v.Length(g.Height)
	selected := func(i int) bool {
		return i == q.Selected || q.Method != NoMethod && g.Nodes[i].Method == q.Method
	}
	for _, layer := range [...]Slot{SlotEdge, SlotMethod, SlotAlarm} {
		for i := range g.Edges {
			e := &g.Edges[i]
			slot := SlotEdge
			if e.Alarm {
				slot = SlotAlarm
			} else if selected(e.Tail) || selected(e.Head) {
				slot = SlotMethod
			}
			if slot == layer && len(l.Curves) < MaxRects/2 {
				v.curve(e, slot)
			}
		}
	}
	for i := range g.Nodes {
		if len(l.Rects)+len(l.Curves)+len(l.Texts) >= MaxRects-8 {
			break
		}
		v.box(&g.Nodes[i], i, q)
	}
	for i := range g.Nodes {
		if r, ok := v.rect(&g.Nodes[i], i); ok && selected(i) && len(l.Rects) < MaxRects {
			r.Slot = SlotSelected | Outline
			l.Rects = append(l.Rects, r)
		}
	}
	if v.Scale() >= leastLabels {
		v.labels(g)
	}
}

// graphView places a graph on a canvas.
type graphView struct {
	Axis // in points; y has the same scale
	list *List
	top  CSS
}

func (v *graphView) y(y float64) CSS { return v.Length(y) - v.top }

func (v *graphView) point(p Point) Point {
	return Point{float32(v.X(float64(p.X))), float32(v.y(float64(p.Y)))}
}

// rect returns a node's box, and whether any part of the box is in view.
func (v *graphView) rect(n *Node, i int) (Rect, bool) {
	r := Rect{
		X: float32(v.X(n.X)), Y: float32(v.y(n.Y)), W: float32(n.W * v.Scale()), H: float32(n.H * v.Scale()),
		Method: n.Method, Thread: None, Depth: None, Row: uint32(i),
	}
	in := CSS(r.X) < v.list.Width && r.X+r.W > 0 && CSS(r.Y) < v.list.Height && r.Y+r.H > 0
	return r, in
}

func (v *graphView) box(n *Node, i int, q *GraphQuery) {
	r, ok := v.rect(n, i)
	if !ok {
		return
	}
	r.Slot = n.Slot
	if q.Finds && slices.Contains(q.Found, uint32(i)) {
		r.Slot |= Hit
	} else if q.Finds {
		r.Slot |= Faded
	} else if n.Method != NoMethod && q.Paint.Slot != nil {
		r.Slot = q.Paint.slot(trace.MethodIndex(n.Method))
	} else if q.Paint.Hit != nil {
		r.Slot |= Faded
	}
	v.list.Rects = append(v.list.Rects, r)
	v.lines(n, Centred|styleOn(r.Slot))
}

// typeSize returns the size of text, in CSS pixels per point.
func (v *graphView) typeSize() CSS { return CSS(max(v.Scale(), leastType)) }

// lines writes as many lines of a node's text as fit into its box.
func (v *graphView) lines(n *Node, style Style) {
	height, size := v.Length(n.H)-2, v.typeSize()
	rows := n.rows
	fit := min(len(rows), int(height/(labelPitch*size)))
	if fit < len(rows) {
		rows = n.short
		fit = min(fit, len(rows))
	}
	if fit == 0 || v.Length(n.W) < leastWidth {
		return
	}
	pitch := min(linePitch*size, height/CSS(fit))
	y := v.y(n.Y+n.H/2) - pitch*CSS(fit-1)/2
	style |= Strong
	room := v.Length(n.W - boxPadX)
	for _, line := range rows[:fit] {
		if line == n.Short && textWidth(line, false)*size > room {
			line = line[strings.LastIndexByte(line, '.')+1:] // the class is cut, not the method
		}
		v.list.text(v.X(n.X+n.W/2), y, room, style, Cut(line))
		style &^= Strong
		y += pitch
	}
}

// curve adds an arrow if it may be in view. A Bézier curve lies within the hull of its points.
func (v *graphView) curve(e *Edge, slot Slot) {
	if len(e.Points) == 0 {
		return
	}
	l := v.list
	end := v.point(e.Tip)
	low, high := end, end
	first := len(l.Points)
	for _, p := range e.Points {
		p = v.point(p)
		low = Point{min(low.X, p.X), min(low.Y, p.Y)}
		high = Point{max(high.X, p.X), max(high.Y, p.Y)}
		l.Points = append(l.Points, p)
	}
	if high.X < 0 || high.Y < 0 || CSS(low.X) > l.Width || CSS(low.Y) > l.Height {
		l.Points = l.Points[:first]
		return
	}
	width := float32(1.2 + e.thicker())
	if slot != SlotEdge {
		width += 0.8
	}
	l.Curves = append(l.Curves, Curve{Slot: slot, Width: width, First: first, Count: len(e.Points), Tip: end})
}

// labels writes the labels of arrows.
func (v *graphView) labels(g *Graph) {
	for i := range g.Edges {
		e := &g.Edges[i]
		if e.Label == "" || len(e.Points) == 0 || len(v.list.Texts) >= MaxRects {
			continue
		}
		x, y := v.X(e.LabelX)+e.thicker(), v.y(e.LabelY)
		if x < -200 || y < -20 || x > v.list.Width+200 || y > v.list.Height+20 {
			continue
		}
		lines := wrapped(Cut(e.Label), longLabel)
		pitch := labelPitch * v.typeSize()
		y -= pitch * CSS(len(lines)-1) / 2
		for _, line := range lines {
			v.list.text(x, y, v.Length(float64(textWidth(line, true))), Centred|Muted, line)
			y += pitch
		}
	}
}
