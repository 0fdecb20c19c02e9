package graph

import (
	"slices"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/list"
)

// A framing is the part of a graph that stays visible when the canvas is resized.
type framing uint8

const (
	start  framing = iota // the initial part of a new graph
	entire                // everything
	byHand                // the user's own choice
)

const (
	largest  = 4.0  // pixels in a point
	readable = 0.8  // scale of a new graph that would be smaller if the whole graph were visible
	legible  = 0.72 // the same for a graph with a selected box, so that the whole path to it is visible
	margin   = 16.0 // pixels around the graph
	narrow   = 720  // pixels
)

// A plane is the places of a graph's boxes and arrows, and the part of them that is visible.
type plane struct {
	pane    canvas.Pane      // From and To are in points, as is the vertical scale; both may lie beyond the graph
	framing framing          // the part that stays visible on resize
	laid    *message.LaidOut // nil until Graphviz has laid out the graph
}

// A scale is the pixels in a point.
type scale float64

func (k scale) pixels(points float64) message.CSS { return message.CSS(points * float64(k)) }
func (k scale) points(pixels message.CSS) float64 { return float64(pixels) / float64(k) }

func (p *plane) scale() scale {
	if span := p.pane.View.To - p.pane.View.From; span > 0 {
		return scale(float64(p.pane.View.Width) / span)
	}
	return 1
}

// An area is a rectangle in points.
type area struct{ x, y, w, h float64 }

func areaOf(n *message.GraphNode) area { return area{n.X, n.Y, n.W, n.H} }

// with returns the smallest area that covers both.
func (a area) with(b area) area {
	x, y := min(a.x, b.x), min(a.y, b.y)
	return area{x, y, max(a.x+a.w, b.x+b.w) - x, max(a.y+a.h, b.y+b.h) - y}
}

// fitScale returns the scale that makes the whole graph visible.
func (p *plane) fitScale() scale { return p.fitScaleOf(area{w: p.laid.Width, h: p.laid.Height}) }

// fitScaleOf returns the scale that makes an area visible.
func (p *plane) fitScaleOf(a area) scale {
	w, h := max(1, p.pane.View.Width-2*margin), max(1, p.pane.View.Height-2*margin)
	return min(1.25, scale(float64(w)/max(1, a.w)), scale(float64(h)/max(1, a.h)))
}

// showAt shows position x, y in points at px, py in pixels.
func (p *plane) showAt(x, y float64, px, py message.CSS, k scale) {
	v := &p.pane.View
	v.From = x - k.points(px)
	v.To = v.From + k.points(v.Width)
	v.ScrollY = k.pixels(y) - py
	p.hold()
}

// IsCramped reports whether the whole graph would be too small to read, on a canvas that shows few of its boxes at once.
func (p *plane) IsCramped() bool {
	const phone = 480 // pixels
	return p.Boxes() > 0 && p.pane.View.Width > 0 && p.pane.View.Width < phone && p.fitScale() < legible
}

// Narrow reports whether the canvas is too narrow for several boxes side by side.
func (p *plane) Narrow() bool { return p.pane.View.Width > 0 && p.pane.View.Width < narrow }

// hold keeps part of the graph visible.
func (p *plane) hold() {
	if p.laid == nil {
		return
	}
	v, k := &p.pane.View, p.scale()
	half := min(v.Width, k.pixels(p.laid.Width)) / 2
	from := k.points(max(half-v.Width, min(k.pixels(v.From), k.pixels(p.laid.Width)-half)))
	v.To += from - v.From
	v.From = from
	half = min(v.Height, k.pixels(p.laid.Height)) / 2
	// Lists store it as a float32. The value must be equal to match a list with this view.
	v.ScrollY = message.CSS(float32(max(half-v.Height, min(v.ScrollY, k.pixels(p.laid.Height)-half))))
}

// showStart shows all of a new graph or, if that would be too small to read, its top. In any case it shows the
// leading box, or the circle of waits that this box leads to. It shows both if they are readable together.
func (p *plane) showStart(leads func(message.GraphNode) bool) {
	least := scale(readable)
	if p.laid.Chosen {
		least = legible
	}
	if p.fitScale() >= least || len(p.laid.Nodes) == 0 {
		p.ShowAll()
		p.framing = start
		return
	}
	n, v := p.node(int(p.laid.First)), &p.pane.View
	if n == nil {
		n = &p.laid.Nodes[0]
	}
	// Leave no more empty space at a side than the whole graph would have.
	x := near(n.X+n.W/2, p.laid.Width, v.Width)
	y := n.Y
	if room := scale(readable).points(v.Height - 2*margin); p.laid.Height < room {
		y = (p.laid.Height - room) / 2
	}
	k, lead := scale(readable), slices.IndexFunc(p.laid.Nodes, leads)
	circle, alarm := p.alarm(lead)
	if alarm {
		if lead >= 0 {
			if both := circle.with(areaOf(p.node(lead))); p.fitScaleOf(both) >= legible {
				circle = both
			}
		}
		k = max(legible, min(readable, p.fitScaleOf(circle)))
	}
	p.showAt(x, y, v.Width/2, margin, k)
	p.reveal(int(min(p.laid.First, uint32(len(p.laid.Nodes)-1))))
	if lead >= 0 {
		p.reveal(lead)
	}
	if alarm {
		p.revealArea(circle)
	}
	p.framing = start
}

// ShowAll shows the whole graph, centred.
func (p *plane) ShowAll() {
	p.framing = entire
	if p.laid != nil {
		p.showAt(p.laid.Width/2, p.laid.Height/2, p.pane.View.Width/2, p.pane.View.Height/2, p.fitScale())
	}
}

// Zoom scales the visible part by factor around x, y pixels.
func (p *plane) Zoom(x, y message.CSS, factor float64) {
	if p.laid == nil {
		return
	}
	k := p.scale()
	least := min(k, p.fitScale()/2)
	p.framing = byHand
	p.showAt(p.pane.View.From+k.points(x), k.points(p.pane.View.ScrollY+y), x, y, max(least, min(k/scale(factor), largest)))
}

// Pan moves the visible part by pixels.
func (p *plane) Pan(dx, dy message.CSS) {
	if dx != 0 || dy != 0 {
		p.framing = byHand
	}
	v, d := &p.pane.View, p.scale().points(dx)
	v.From, v.To, v.ScrollY = v.From+d, v.To+d, v.ScrollY+dy
	p.hold()
}

// Preview redraws the last list at the current position and scale.
func (p *plane) Preview(h canvas.Host) { p.pane.PreviewAsIs(h) }

// ShowWhole shows the whole graph, and previews it.
func (p *plane) ShowWhole(h canvas.Host) {
	p.ShowAll()
	p.Preview(h)
}

// AllButton returns the button of a toolbar that shows the whole graph.
func (p *plane) AllButton(id string, h canvas.Host) bar.Button {
	return bar.Button{ID: id, Name: words.T("All"), Title: words.T("Show the whole graph (0)"), Do: func() { p.ShowWhole(h) }}
}

// resize keeps the scale and the middle of the view, unless all of the graph or its start is shown.
func (p *plane) resize(in canvas.Input, leads func(message.GraphNode) bool) {
	v, k := &p.pane.View, p.scale()
	x, y := (v.From+v.To)/2, k.points(v.ScrollY+v.Height/2)
	switch {
	case !p.pane.Sized(in):
	case p.laid != nil && p.framing == start:
		p.showStart(leads)
	case p.framing == entire:
		p.ShowAll()
	default:
		p.showAt(x, y, v.Width/2, v.Height/2, k)
	}
}

// zoomTo zooms to a box.
func (p *plane) zoomTo(n *message.GraphNode) {
	v := &p.pane.View
	k := min(max(p.scale(), 1.6), largest, scale(float64(v.Width-2*margin)/max(1, n.W)))
	p.showAt(n.X+n.W/2, n.Y+n.H/2, v.Width/2, v.Height/2, max(k, 0.1))
	p.framing = byHand
}

// reveal pans by the least distance that makes a box visible.
func (p *plane) reveal(i int) { p.revealArea(areaOf(&p.laid.Nodes[i])) }

// revealArea pans by the least distance that makes an area visible.
func (p *plane) revealArea(a area) {
	v, k := &p.pane.View, p.scale()
	x, y := k.pixels(a.x-v.From), k.pixels(a.y)-v.ScrollY
	past := func(at, size, room message.CSS) message.CSS {
		if at < margin || size > room-2*margin {
			return at - margin
		}
		return max(0, at+size-(room-margin))
	}
	p.Pan(past(x, k.pixels(a.w), v.Width), past(y, k.pixels(a.h), v.Height))
}

// A side is an edge of the canvas, with the boxes beyond it.
type side struct {
	class   string     // in the style sheet
	text    words.Text // for their number
	n       int
	nearest int // index of the box closest to the edge
}

// beyond returns the edges of the canvas that boxes lie beyond. Each box counts once, if its middle is not visible.
func beyond(p *plane) (sides []side) {
	v, k := &p.pane.View, p.scale()
	if p.laid == nil || v.Width <= 0 {
		return nil
	}
	all := [...]side{{class: "left", text: "← {1} more"}, {class: "right", text: "{1} more →"}, {class: "above", text: "{1} more ↑"}, {class: "below", text: "{1} more ↓"}}
	var least [len(all)]message.CSS
	for i := range p.laid.Nodes {
		n := &p.laid.Nodes[i]
		x, y := k.pixels(n.X+n.W/2-v.From), k.pixels(n.Y+n.H/2)-v.ScrollY
		for at, away := range [...]message.CSS{-x, x - v.Width, -y, y - v.Height} {
			if s := &all[at]; away > 0 {
				if s.n++; s.n == 1 || away < least[at] {
					s.nearest, least[at] = i, away
				}
				break
			}
		}
	}
	for _, s := range all {
		if s.n > 0 {
			sides = append(sides, s)
		}
	}
	return sides
}

// Zone returns the zone of an input on the canvas.
func (p *plane) Zone(in canvas.Input) canvas.Zone { return p.pane.Zone(in) }

// Empty reports whether the graph has arrived and has no boxes.
func (p *plane) Empty() bool { return p.laid != nil && len(p.laid.Nodes) == 0 }

// Boxes returns the number of boxes, 0 without a graph.
func (p *plane) Boxes() int {
	if p.laid == nil {
		return 0
	}
	return len(p.laid.Nodes)
}

// Lacks reports whether a graph is shown and has no box of a method.
func (p *plane) Lacks(method uint32) bool {
	return p.laid != nil && !slices.ContainsFunc(p.laid.Nodes, func(n message.GraphNode) bool { return n.Method == method })
}

// Colours reports whether a box has a colour.
func (p *plane) Colours(slot message.Slot) bool {
	return p.laid != nil && slices.ContainsFunc(p.laid.Nodes, func(n message.GraphNode) bool { return n.Slot == slot })
}

// node returns a box, nil if i is out of range.
func (p *plane) node(i int) *message.GraphNode {
	if i < 0 || i >= p.Boxes() {
		return nil
	}
	return &p.laid.Nodes[i]
}

// InAlarm reports whether an arrow of a problem begins at a box that fits.
func (p *plane) InAlarm(fits func(message.GraphNode) bool) bool {
	return p.laid != nil && slices.ContainsFunc(p.laid.Edges, func(e message.GraphEdge) bool { return e.Alarm && fits(p.laid.Nodes[e.Tail]) })
}

// alarm returns the area of a circle of waits, and whether there is one: the circle that the arrows from a box lead to, else
// the first one. At most one arrow goes from each box in a circle.
func (p *plane) alarm(from int) (circle area, ok bool) {
	next := make([]int, p.Boxes()) // box at the head of a box's arrow, plus 1
	in := make([]bool, p.Boxes())
	first := -1
	for _, e := range p.laid.Edges {
		if e.Alarm && first < 0 {
			first = int(e.Tail)
		}
		if e.Alarm || !in[e.Tail] {
			next[e.Tail], in[e.Tail] = int(e.Head)+1, e.Alarm
		}
	}
	if first < 0 {
		return area{}, false
	}
	for range next {
		if from < 0 || in[from] {
			break
		}
		from = next[from] - 1
	}
	if from < 0 || !in[from] {
		from = first
	}
	circle = areaOf(p.node(from))
	for ; in[from]; from = next[from] - 1 {
		in[from] = false
		circle = circle.with(areaOf(p.node(from)))
	}
	return circle, true
}

// Serial returns the number of the shown graph, 0 for none.
func (p *plane) Serial() uint32 {
	if p.laid == nil {
		return 0
	}
	return p.laid.Serial
}

// neighbour returns the nearest box to the right or left of another, -1 for none.
func (p *plane) neighbour(at int, right bool) int {
	here := &p.laid.Nodes[at]
	best, least := -1, 0.0
	for i := range p.laid.Nodes {
		n := &p.laid.Nodes[i]
		if i == at || n.Y > here.Y+here.H || n.Y+n.H < here.Y {
			continue
		}
		away := n.X - here.X
		if !right {
			away = -away
		}
		if away > 0 && (best < 0 || away < least) {
			best, least = i, away
		}
	}
	return best
}

// Size describes the size of the graph, "" without one.
func (p *plane) Size() string {
	if p.laid == nil {
		return ""
	}
	return size(len(p.laid.Nodes), len(p.laid.Edges), "{1} · {2}")
}

// label is the canvas's accessible name.
func (p *plane) label() string {
	if p.laid == nil {
		return words.T("Graph")
	}
	return words.Say("Graph of {1}. Arrow keys follow the arrows; the list shows the same.", p.Size())
}

// ends names the boxes at the other ends of a box's arrows.
func (p *plane) ends(i int, of func(message.GraphEdge) (this, other uint32)) string {
	var names []string
	for _, e := range p.laid.Edges {
		this, other := of(e)
		if int(this) != i {
			continue
		}
		if len(names) == mostEnds {
			names = append(names, "…")
			break
		}
		name, _, _ := strings.Cut(p.laid.Nodes[other].Label, ",")
		if e.Label != "" {
			name += " (" + e.Label + ")"
		}
		names = append(names, name)
	}
	return words.Clip(words.List(names))
}

// window returns the rows to have in the document.
func (p *plane) window(b *list.Box) (first, end int) {
	if p.wraps() {
		return 0, p.Boxes()
	}
	first, n := b.Window()
	return first, min(first+n, p.Boxes())
}

// contentStyle reserves the height of all rows. Rows that wrap have the height of their text.
func (p *plane) contentStyle(b *list.Box) string {
	if p.wraps() {
		return ""
	}
	return b.ContentStyle()
}

// rowsStyle positions the rows in the document. first is the first of them, -1 for none.
func (p *plane) rowsStyle(b *list.Box, first int) string {
	if p.wraps() {
		return ""
	}
	return b.RowsStyle(first)
}

// wraps reports whether the list has few rows: they are all in the document, and wrap.
func (p *plane) wraps() bool { return p.Boxes() <= list.Most }

// near returns the position nearest to at, in points, that can be in the middle of a view of so many pixels
// without empty space beyond the graph.
func near(at, length float64, pixels message.CSS) float64 {
	half := scale(readable).points(pixels/2 - margin)
	if length < 2*half {
		return length / 2
	}
	return max(half, min(at, length-half))
}

func size(boxes, arrows int, and words.Text) string {
	return words.Say(and, words.Plural(int64(boxes), "box", "boxes"), words.Plural(int64(arrows), "arrow", "arrows"))
}
