package scene

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/words"
)

// prune is the minimum width of a separate frame, in pixels.
const prune = 0.3

// narrow is the width below which callees of one frame, if several are that narrow, become one frame, in pixels.
const narrow = 1

// namePad is the distance of a name from the edge of its box: PAD of draw.js.
const namePad = 3

// A FlameQuery selects which part of a flame graph to draw, and how.
type FlameQuery struct {
	From, To      float64 // shares of the root's width, 0 to 1
	ScrollY       CSS     // limited to the end
	Width, Height CSS
	Clock         profile.Clock
	Root          profile.Row // zoomed in on this row, below its callers at full width; 0 or NoRow for all
	Invert        bool        // the root is at the bottom
	Paint         Paint
	Method        trace.MethodIndex // method whose frames are outlined, or call.NoMethod
	Outlined      []bool            // by method: more frames to outline; may be nil
	Chosen        profile.Row       // row whose frame is outlined as selected, 0 for none
	First         Slot              // frames of this colour precede their siblings; 0 for none
	All           string            // text of the root's frame; "" for its time
	Framework     Framework         // outermost platform frames, if the graph is of one thread
	Unfolded      bool              // the framework's rows are drawn
	Sandwich      bool              // the contexts are of Profile.Sandwich: callers above the method, callees below it
}

// A branch is a row of the tree whose frame is wide enough to be visible.
type branch struct {
	row    profile.Row
	x0, x1 float64 // shares of the root's width
	time   int64
	full   float64 // the time of a frame as wide as the root
	leads  bool    // it precedes its siblings
}

// inOrder compares callees of one frame: one that leads, then the longest.
func inOrder(a, b branch) int {
	if a.leads != b.leads {
		if a.leads {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(b.time, a.time), cmp.Compare(a.row, b.row))
}

// ScrollToChosen as a scroll position means: the chosen frame, or else the method of a sandwich, to the middle.
const ScrollToChosen = math.MaxInt32

// firstWidth is the minimum width of a First frame below the root, in pixels, so that one thread
// of hundreds has space for its name.
const firstWidth = 72

// Flame draws calls merged by path: a row per depth and a frame per path, whose width is its
// share of the root's time. Callees are below their caller, the widest first. The part of a frame
// without callees is its exclusive time. Callees too narrow to be visible are merged into one
// frame, which says how many they are and their share of the root's time.
func Flame(l *List, c *profile.Contexts, q *FlameQuery) {
	w := l.start(q.From, q.To, q.Width, q.Height)
	axis := NewAxis(q.From, q.To, 0, q.Width)
	if axis.Empty() {
		return
	}
	t := c.Tree
	root := q.Root
	if int(root) >= t.Len() {
		root = 0
	}
	sides := [2]profile.Row{root, profile.NoRow}
	if q.Sandwich && t.Depth[root] < 2 {
		root = profile.SandwichCallees
		sides = [2]profile.Row{root, profile.SandwichCallers}
	}
	total := c.Width(root, q.Clock)
	base := t.Depth[root]
	least := int64(math.Ceil(float64(prune/q.Width) * (q.To - q.From) * float64(total)))
	f := frames{Axis: axis, list: l, invert: q.Invert, chosen: q.Chosen, outlined: q.Outlined, first: q.First, least: min(float64(firstWidth/q.Width), 0.5)}
	if n := uint32(q.Framework.Levels); base == 0 || base > n { // otherwise the root is one of its frames
		f.framework, f.folded = n, n > 0 && !q.Unfolded
	}
	deepest := max(base, w.heights[0].maxDepth(c, root, q.Clock, least))
	rows := 1 + f.rowOf(deepest)
	if q.Sandwich {
		f.sandwich, rows = true, deepest
		if callers := sides[1]; callers != profile.NoRow {
			f.centre = max(1, w.heights[1].maxDepth(c, callers, q.Clock, least)) - 1
			rows += f.centre
		} else if f.above = SandwichSide(t, root) == profile.SandwichCallers; f.above {
			f.centre = deepest - 1
		}
	}
	l.Content = CSS(rowPitch * rows)
	l.scroll(q.ScrollY)
	if q.Sandwich && q.ScrollY >= ScrollToChosen {
		f.above = f.above || sides[1] != profile.NoRow && t.Depth[q.Chosen] > 1 && SandwichSide(t, q.Chosen) == profile.SandwichCallers
		y, _ := f.y(max(1, t.Depth[q.Chosen]))
		f.above = sides[1] == profile.NoRow && f.above
		l.scroll(l.ScrollY + y - (q.Height-rowPitch)/2)
	}
	p := &w.painter
	p.paint, p.mark = q.Paint, q.Method
	p.calls, p.marks = p.calls[:0], p.marks[:0]
	f.callers(c, root)
	for pixels := CSS(prune); ; pixels *= 2 {
		p.calls, p.marks, p.full = p.calls[:0], p.marks[:0], false
		l.Texts, w.remarked = l.Texts[:0], 0
		p.most = MaxRects - len(l.Rects)
		f.draw(c, root, q.Clock, pixels)
		if callers := sides[1]; callers != profile.NoRow {
			f.above = true
			f.draw(c, callers, q.Clock, pixels)
			f.above = false
		}
		if !p.full {
			break
		}
	}
	l.group(p.calls)
	l.Rects = append(l.Rects, p.marks...)
	if y, ok := f.y(0); ok && !q.Sandwich {
		all := q.All
		if all == "" {
			all = w.all(c.Width(0, q.Clock))
		}
		l.text(namePad, y+rowHeight/2.0, q.Width-2*namePad, Strong, all)
	}
	f.line(q.Framework)
	l.restOfRows(rowPitch)
	p.finish()
}

// frames places the frames of a flame graph.
type frames struct {
	Axis      // shares of the root's width
	list      *List
	invert    bool
	chosen    profile.Row
	outlined  []bool
	first     Slot
	least     float64 // minimum width of a First frame below the root, as a share of the root's width
	framework uint32  // number of outermost depths below the root that are platform frames; their line precedes them
	folded    bool    // the line replaces them

	sandwich bool
	centre   uint32 // row of a sandwich's method
	above    bool   // its callers, not its callees, are drawn
}

// SandwichSide returns the row of a sandwich's method that a row is below.
func SandwichSide(t *profile.Tree, row profile.Row) profile.Row {
	for t.Depth[row] > 1 {
		row = t.Parent[row]
	}
	return row
}

// leads reports whether a row's frame precedes its siblings.
func (f *frames) leads(t *profile.Tree, row profile.Row) bool {
	if f.first == 0 || row == 0 {
		return false
	}
	paint := f.list.work.painter.paint.Slot
	return int(t.Method[row]) < len(paint) && paint[t.Method[row]] == f.first
}

// rowOf returns the row of the frames at a depth, from 0.
func (f *frames) rowOf(depth uint32) uint32 {
	switch {
	case f.above:
		return f.centre + 1 - depth
	case f.sandwich:
		return f.centre + depth - 1
	case f.framework == 0 || depth == 0:
		return depth
	case !f.folded:
		return depth + 1
	}
	return max(depth, f.framework) - f.framework + 1
}

// hidden reports whether a line replaces the frames at a depth.
func (f *frames) hidden(depth uint32) bool { return f.folded && depth > 0 && depth <= f.framework }

// y returns the position of the frames at a depth, and whether it is in view.
func (f *frames) y(depth uint32) (y CSS, ok bool) { return f.at(f.rowOf(depth)) }

func (f *frames) at(row uint32) (y CSS, ok bool) {
	l := f.list
	y = rowPitch*CSS(row) - l.ScrollY
	if f.invert {
		y = max(l.Content, l.Height) - rowPitch*CSS(row+1) - l.ScrollY
	}
	return y, y+rowPitch > 0 && y < l.Height
}

// line draws the line that replaces the platform frames, or precedes them.
func (f *frames) line(of Framework) {
	y, ok := f.at(1)
	x0, x1 := f.Within(0), f.Within(1)
	if f.framework == 0 || !ok || x1 <= x0 {
		return
	}
	f.list.Rects = append(f.list.Rects, Rect{X: float32(x0), Y: float32(y), W: float32(x1 - x0), H: rowHeight, Slot: SlotLine, Method: NoMethod, Thread: None, Depth: None, Row: 0})
	text := of.Open
	if f.folded {
		text = of.Folded
	}
	f.list.text(max(x0, 0)+namePad, y+rowHeight/2.0, x1-max(x0, 0)-2*namePad, Muted, text)
}

// outOfView reports whether this depth and all later ones are out of view.
func (f *frames) outOfView(depth uint32) bool {
	y, ok := f.y(depth)
	return !ok && (y > 0) != (f.invert != f.above)
}

func (f *frames) rect(t *profile.Tree, row profile.Row, depth uint32, x0, x1 float64, y CSS, slot Slot) Rect {
	a, b := f.Within(x0), f.Within(x1)
	m := NoMethod
	if row != 0 {
		m = uint32(t.Method[row])
	}
	return Rect{
		X: float32(a), Y: float32(y), W: float32(b - a), H: rowHeight,
		Slot: slot, Method: m, Thread: None, Depth: depth, Row: uint32(row),
	}
}

// callers draws the path to the root, each frame as wide as the view. A click on one zooms out to
// it.
func (f *frames) callers(c *profile.Contexts, root profile.Row) {
	t := c.Tree
	for row := root; row != 0; {
		row = t.Parent[row]
		if row == 0 && f.sandwich {
			break
		}
		y, ok := f.y(t.Depth[row])
		if !ok || f.hidden(t.Depth[row]) {
			continue
		}
		slot := SlotHead
		if row != 0 {
			slot = f.list.work.painter.paint.slot(t.Method[row])&^Hit | Faded
		}
		f.list.Rects = append(f.list.Rects, f.rect(t, row, t.Depth[row], f.From, f.At(f.Right), y, slot))
	}
}

// A descent draws a root and the frames below it.
type descent struct {
	*frames
	contexts *profile.Contexts
	clock    profile.Clock
	pixels   CSS     // minimum width of a frame
	end      float64 // right edge of the view, as a share of the root's width
}

// narrowCallees are the callees of a frame that are too narrow to be drawn. One frame stands for them.
type narrowCallees struct {
	time   int64
	count  int
	widest profile.Row
}

// draw draws the root and all frames below it that are at least pixels wide.
func (f *frames) draw(c *profile.Contexts, root profile.Row, clock profile.Clock, pixels CSS) {
	w, t := f.list.work, c.Tree
	total := c.Width(root, clock)
	d := descent{frames: f, contexts: c, clock: clock, pixels: pixels, end: f.At(f.Right)}
	w.stack = append(w.stack[:0], branch{row: root, x0: 0, x1: 1, time: total, full: float64(total)})
	for len(w.stack) > 0 && !w.painter.full {
		b := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		depth := t.Depth[b.row]
		if !f.above || depth > 1 { // the callees' part has the method
			d.add(b.row, depth, b.x0, b.x1, 0, 0)
		}
		if total <= 0 || f.outOfView(depth+1) {
			continue
		}
		base := len(w.stack)
		few := d.push(&b)
		x0, x1 := d.place(&b, base, few.time)
		if few.count > 0 && f.Length(x1-x0) >= pixels && d.inView(x0, x1) {
			d.add(few.widest, depth+1, x0, x1, Merged, few.count)
		}
	}
}

// inView reports whether a part of the root's width is in view.
func (d *descent) inView(x0, x1 float64) bool { return x1 > d.From && x0 < d.end }

// push adds the callees of a frame to the stack, except narrow ones, in their order from left to right.
func (d *descent) push(b *branch) (few narrowCallees) {
	w, t, rows, wide := d.list.work, d.contexts.Tree, d.contexts.Rows, int64(0)
	base := len(w.stack)
	few.widest = profile.NoRow
	for row := t.First[b.row]; row != profile.NoRow; row = t.Next[row] {
		time := rows[row].Inclusive[d.clock]
		if time <= 0 {
			continue
		}
		if leads := d.leads(t, row); leads || d.Length(float64(time)/b.full) >= max(d.pixels, narrow) {
			w.stack = append(w.stack, branch{row: row, time: time, full: b.full, leads: leads})
			continue
		}
		few.time += time
		few.count++
		if time > wide {
			few.widest, wide = row, time
		}
	}
	if few.count == 1 && d.Length(float64(wide)/b.full) >= d.pixels {
		w.stack = append(w.stack, branch{row: few.widest, time: wide, full: b.full})
		few = narrowCallees{}
	}
	slices.SortStableFunc(w.stack[base:], inOrder)
	return few
}

// place places the callees of a frame, from base on the stack, side by side, and drops those out of view. It returns
// the place after them for the time of narrow ones.
func (d *descent) place(b *branch, base int, rest int64) (x0, x1 float64) {
	w := d.list.work
	callees := w.stack[base:]
	from, full := b.x0, b.full
	isWider := false // the first callee gets its minimum width, and the others share the rest
	if b.row == 0 && len(callees) > 0 && callees[0].leads {
		first := callees[0].time
		if isWider = first < b.time && float64(first)/full < d.least; isWider {
			full = float64(b.time-first) / (1 - d.least)
		}
	}
	sum, kept := int64(0), base
	for i, n := range callees {
		if isWider && i == 0 {
			n.full, n.x0, n.x1 = float64(n.time)/d.least, from, from+d.least
			from = n.x1
		} else {
			n.full, n.x0 = full, min(from+float64(sum)/full, b.x1)
			sum += n.time
			n.x1 = min(from+float64(sum)/full, b.x1)
		}
		if d.inView(n.x0, n.x1) {
			w.stack[kept] = n
			kept++
		}
	}
	w.stack = w.stack[:kept]
	return min(from+float64(sum)/full, b.x1), min(from+float64(sum+rest)/full, b.x1)
}

// add draws a frame. merged is how many narrow frames it stands for, 0 for itself.
func (d *descent) add(row profile.Row, depth uint32, x0, x1 float64, flags Slot, merged int) {
	w, t := d.list.work, d.contexts.Tree
	p := &w.painter
	y, ok := d.y(depth)
	if !ok || p.full || d.hidden(depth) {
		return
	}
	slot := SlotHead
	if row != 0 {
		slot = p.paint.slot(t.Method[row]) | flags
	}
	r := d.rect(t, row, depth, x0, x1, y, slot)
	if merged > 0 {
		r.Thread = uint32(merged)
		from, to := max(0, CSS(r.X)), min(d.Right, CSS(r.X+r.W))
		if text := w.more(merged, x1-x0, to-from); text != "" {
			d.list.text(from+namePad, y+rowHeight/2.0, to-from-2*namePad, styleOn(slot), text)
		}
	}
	p.add(r)
	if row == 0 || merged > 0 || p.full {
		return
	}
	switch m := t.Method[row]; {
	case row == d.chosen:
		r.Slot = SlotSelected | Outline
	case (m == p.mark || int(m) < len(d.outlined) && d.outlined[m]) && r.W >= markWidth:
		r.Slot = SlotMethod | Outline
	default:
		return
	}
	p.marks = append(p.marks, r)
}

// A remark is the text of a frame of merged frames.
type remark struct {
	n     int
	share int // of the root's time, in thousandths
	short bool
	text  string
}

// Widths of a remark and of a short one, in pixels.
const remarkWidth, shortWidth = 90, 24

// more returns the text of n merged frames of a width, or "" if there is no room. It keeps the texts of the last picture in
// their order, so that a picture drawn again allocates nothing.
func (w *work) more(n int, share float64, width CSS) string {
	if width < shortWidth {
		return ""
	}
	if w.remarkGeneration != words.Generation() {
		w.remarks, w.remarkGeneration = w.remarks[:0], words.Generation()
	}
	at := w.remarked
	w.remarked++
	if at == len(w.remarks) {
		w.remarks = append(w.remarks, remark{})
	}
	r := &w.remarks[at]
	if thousandths := int(share*1000 + 0.5); r.n != n || r.share != thousandths || r.short != (width < remarkWidth) {
		*r = remark{n: n, share: thousandths, short: width < remarkWidth, text: "+" + words.Count(int64(n))}
		if !r.short {
			r.text = words.Say("{1} more, {2}", words.Count(int64(n)), words.Percent(share))
		}
	}
	return r.text
}

// all returns the text of the root's frame.
func (w *work) all(total int64) string {
	if w.rootText == "" || w.rootTime != total || w.rootGeneration != words.Generation() {
		w.rootText, w.rootTime, w.rootGeneration = words.Say("all · {1}", words.Brief(total)), total, words.Generation()
	}
	return w.rootText
}

// heights caches the depth of the tree below a row without frames of less than a given time. So a
// graph's height depends only on its scale and stays the same when panned.
type heights struct {
	contexts *profile.Contexts
	root     profile.Row
	clock    profile.Clock
	deepest  [65]uint32 // by the number of bits in the inclusive time: the greatest depth of a row with that many or more
}

// maxDepth returns the greatest depth of the rows below root that took least or more. Rows with up
// to half of that may count.
func (h *heights) maxDepth(c *profile.Contexts, root profile.Row, clock profile.Clock, least int64) uint32 {
	if h.contexts != c || h.root != root || h.clock != clock {
		*h = heights{contexts: c, root: root, clock: clock}
		t := c.Tree
		see := func(row profile.Row) {
			if time := c.Rows[row].Inclusive[clock]; time > 0 {
				n := bits.Len64(uint64(time))
				h.deepest[n] = max(h.deepest[n], t.Depth[row])
			}
		}
		if root == 0 { // iterating over all rows is much faster than along the tree
			for row := range c.Rows {
				see(profile.Row(row))
			}
		} else {
			within(t, root, see)
		}
		for n := len(h.deepest) - 2; n >= 0; n-- {
			h.deepest[n] = max(h.deepest[n], h.deepest[n+1])
		}
	}
	return h.deepest[bits.Len64(uint64(max(1, least)))]
}

// within calls f with a row and all rows below it, depth first.
func within(t *profile.Tree, root profile.Row, f func(profile.Row)) {
	for row := root; ; {
		f(row)
		if t.First[row] != profile.NoRow {
			row = t.First[row]
			continue
		}
		for row != root && t.Next[row] == profile.NoRow {
			row = t.Parent[row]
		}
		if row == root {
			return
		}
		row = t.Next[row]
	}
}

// Ordered draws the calls of one thread in order of time, a row per depth. The axis is the wall
// clock or, for profile.CPU with both clocks, the thread's CPU time. Waiting is drawn by wall clock
// only, because it uses no CPU time. from and to, by the primary clock, limit the range. The graph
// is as wide as the thread's lifetime within the range. q.Root is ignored.
func Ordered(l *List, x *profile.Index, thread trace.ThreadIndex, clock profile.Clock, from, to trace.Ticks, q *FlameQuery) {
	w := l.start(q.From, q.To, q.Width, q.Height)
	if int(thread) >= len(x.Calls.Threads) || x.Calls.Threads[thread].Root == call.None {
		return
	}
	t := &x.Calls.Threads[thread]
	first, last := max(from, t.First.Primary), min(to, t.Last.Primary)
	along := 0
	if clock == profile.CPU && x.Calls.Clocks == trace.Dual {
		along = 1
	}
	c := w.charts[along]
	if c == nil || c.index != x {
		c = newChart(x, along == 1)
		w.charts[along] = c
	}
	if along == 1 && last >= first {
		first, last = t.CPUAt(first, false), t.CPUAt(last, true)
	}
	l.Content = CSS(rowPitch * (1 + len(t.Levels)))
	l.scroll(q.ScrollY)
	length := float64(last - first)
	v, ok := newView(float64(first)+q.From*length, float64(first)+q.To*length, 0, q.Width)
	if !ok || length <= 0 {
		return
	}
	f := frames{Axis: v.Axis, list: l, invert: q.Invert}
	if y, ok := f.y(0); ok {
		l.furniture(SlotHead, 0, y, q.Width, rowHeight)
		l.text(namePad, y+rowHeight/2.0, q.Width-2*namePad, Strong, w.thread(x, thread, x.Calls.Nanos(last-first), x.Counts(clock)))
	}
	p := &w.painter
	p.paint, p.mark = q.Paint, q.Method
	p.draw(v, MaxRects-len(l.Rects), func() {
		for d := range t.Levels {
			if y, ok := f.y(uint32(d + 1)); ok {
				p.level(c, thread, d, y, rowHeight)
			}
		}
	})
	l.group(p.calls)
	l.Rects = append(l.Rects, p.marks...)
	l.restOfRows(rowPitch)
	p.finish()
}

// thread returns the text of the first frame of a thread's graph.
func (w *work) thread(x *profile.Index, t trace.ThreadIndex, total int64, counted bool) string {
	if w.threadText == "" || w.threadOf != x || w.threadRow != t || w.threadTime != total {
		w.threadOf, w.threadRow, w.threadTime = x, t, total
		w.threadText = x.Info.Title(t) + " · " + words.Amount(total, counted)
	}
	return w.threadText
}
