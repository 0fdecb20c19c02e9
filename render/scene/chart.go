package scene

import (
	"math"
	"math/bits"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// A chart has the calls of a trace along one axis of time, and cached data for drawing zoomed-out
// views.
type chart struct {
	index  *profile.Index
	cpu    bool                // the axis is the thread's CPU clock
	method []trace.MethodIndex // by call.NodeIndex; a tenth of the size of the nodes

	pyramids [][]pyramid // by thread and depth; built on first use
	tally    tally
}

func newChart(x *profile.Index, cpu bool) *chart {
	c := &chart{index: x, cpu: cpu, method: make([]trace.MethodIndex, x.Calls.Tree.Len())}
	for n := range c.method {
		c.method[n] = x.Calls.Tree.At(call.NodeIndex(n)).Method
	}
	c.pyramids = make([][]pyramid, len(x.Calls.Threads))
	c.tally.grow(x)
	return c
}

// A span is one call on the axis.
type span struct {
	start, end trace.Ticks
	node       call.NodeIndex
}

// spans decodes rows [from, to) of a level, which must be in one block of fan rows.
func (c *chart) spans(buf *[fan]span, l *call.Level, from, to int) []span {
	out := buf[:to-from]
	l.Each(from, to, func(chunk *call.Chunk, a, b int) {
		calls := chunk.Calls[a:b]
		if c.cpu && chunk.CPU != nil {
			for i, s := range chunk.CPU[a:b] {
				out[i] = span{trace.Ticks(s.Start), trace.Ticks(s.End), calls[i].Node}
			}
			if chunk.High != nil {
				for i, h := range chunk.High[a:b] {
					out[i].start |= trace.Ticks(h.CPUStart) << 32
					out[i].end |= trace.Ticks(h.CPUEnd) << 32
				}
			}
			return
		}
		for i := range calls {
			s := &calls[i]
			out[i] = span{trace.Ticks(s.Start), trace.Ticks(s.End), s.Node}
		}
		if chunk.High != nil {
			for i, h := range chunk.High[a:b] {
				out[i].start |= trace.Ticks(h.Start) << 32
				out[i].end |= trace.Ticks(h.End) << 32
			}
		}
	})
	return out
}

// span returns one call's time on the axis.
func (c *chart) span(l *call.Level, row int) (start, end trace.Ticks) {
	if c.cpu {
		return l.CPU(row)
	}
	return l.Start(row), l.End(row)
}

// rows returns the rows of a level that touch [from, to].
func (c *chart) rows(l *call.Level, from, to trace.Ticks) (lo, hi int) {
	if !c.cpu {
		return l.From(from), l.After(to)
	}
	lo, hi = 0, l.Len()
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if _, end := l.CPU(mid); end >= from {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	first := lo
	hi = l.Len()
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if start, _ := l.CPU(mid); start > to {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return first, lo
}

// fan is the number of calls in a block of the lowest tier. A view looks at this many rows for
// each visible gap or wide call. Memory is 32 bytes / fan per call.
const fan = 16

// rise is the number of blocks in a block of the next tier. It is small because cells of a
// picture seldom match blocks; the rest is drawn from smaller blocks.
const rise = 4

// A block summarises fan consecutive calls of a level, or rise blocks.
type block struct {
	start, end trace.Ticks
	weight     int64             // of method
	coarse     float32           // ticks: its longest call or gap, rounded up
	method     trace.MethodIndex // the one with the most time
}

// A pyramid has a level's blocks: tier 0 of fan calls each, tier 1 of rise blocks of tier 0, and
// so on. Building it reads the level once. It needs 2.7 bytes per call.
type pyramid [][]block

// pyramid returns a level's blocks.
func (c *chart) pyramid(thread trace.ThreadIndex, depth int) pyramid {
	levels := c.index.Calls.Threads[thread].Levels
	if c.pyramids[thread] == nil {
		c.pyramids[thread] = make([]pyramid, len(levels))
	}
	p := &c.pyramids[thread][depth]
	if *p == nil {
		*p = c.build(levels[depth])
	}
	return *p
}

func (c *chart) build(l *call.Level) pyramid {
	tier := make([]block, 0, (l.Len()+fan-1)/fan)
	for row := 0; row < l.Len(); row += fan {
		tier = append(tier, c.block(l, row, min(row+fan, l.Len())))
	}
	p := pyramid{tier}
	for len(tier) > fan {
		above := make([]block, 0, (len(tier)+rise-1)/rise)
		for at := 0; at < len(tier); at += rise {
			blocks := tier[at:min(at+rise, len(tier))]
			b := block{start: blocks[0].start, end: blocks[len(blocks)-1].end}
			before := b.start
			for i := range blocks {
				b.coarse = max(b.coarse, blocks[i].coarse, roundUp(blocks[i].start-before))
				before = blocks[i].end
				c.tally.add(blocks[i].method, blocks[i].weight)
			}
			b.method, b.weight = c.tally.top()
			above = append(above, b)
		}
		p = append(p, above)
		tier = above
	}
	return p
}

// block returns the block of rows [from, to). It is a separate function because a browser
// replaces slow code with optimized code only between two calls.
//
//go:noinline
func (c *chart) block(l *call.Level, from, to int) block {
	var buf [fan]span
	spans := c.spans(&buf, l, from, to)
	b := block{start: spans[0].start, end: spans[len(spans)-1].end}
	var coarse trace.Ticks
	before := b.start
	for i := range spans {
		s := &spans[i]
		length := s.end - s.start
		coarse = max(coarse, length, s.start-before)
		before = s.end
		c.tally.add(c.method[s.node], weight(length))
	}
	b.coarse = roundUp(coarse)
	b.method, b.weight = c.tally.top()
	return b
}

// largest returns the largest block that begins at row and ends at before or earlier, and the
// number of its calls. The block has no call or gap of unit ticks or more, and is at most most
// ticks long. largest returns nil if no block qualifies.
func (p pyramid) largest(row, before int, unit float64, most trace.Ticks) (largest *block, calls int) {
	for k, n := 0, fan; k < len(p) && row&(n-1) == 0 && row+n <= before; k, n = k+1, n*rise {
		b := &p[k][row/n]
		if float64(b.coarse) >= unit || b.end-b.start > most {
			break
		}
		largest, calls = b, n
	}
	return largest, calls
}

// roundUp rounds up to the next float32.
func roundUp(v trace.Ticks) float32 {
	f := float32(v)
	if float64(f) < float64(v) {
		f = math.Nextafter32(f, math.MaxFloat32)
	}
	return f
}

// A view is an axis in ticks and the resolution of calls along it.
type view struct {
	Axis
	first, last trace.Ticks // visible range, rounded outwards
	unit        float64     // ticks: shorter calls and gaps are merged; one pixel, or more if there are too many calls
	least       trace.Ticks // unit, rounded up to whole ticks
	cell        trace.Ticks // merged runs change colour only at multiples of this, so that they do not flicker when panned
}

// newView returns the view of ticks from to to between left and right, or false if there is
// nothing to see.
func newView(from, to float64, left, right CSS) (view, bool) {
	v := view{Axis: NewAxis(from, to, left, right)}
	if v.Empty() {
		return view{}, false
	}
	v.first, v.last = trace.Ticks(math.Floor(from)), trace.Ticks(math.Ceil(to))
	v.merge(1)
	return v, true
}

// merge sets how many pixels wide a call must be to be drawn separately.
func (v *view) merge(pixels CSS) {
	v.unit = float64(pixels) / v.Scale()
	v.least = trace.Ticks(math.Ceil(min(v.unit, math.MaxInt64/2)))
	v.cell = trace.Ticks(max(1, math.Round(3*v.unit)))
	if low := bits.Len64(uint64(v.cell)) - 5; low > 0 { // a tiny difference in scale must not change it
		v.cell = v.cell >> low << low
	}
}

// x returns the pixel of a time, limited to the view.
func (v *view) x(ticks trace.Ticks) CSS { return v.Within(float64(ticks)) }

// A painter draws levels of calls, one after another.
type painter struct {
	view
	paint Paint
	mark  trace.MethodIndex // method whose calls are outlined

	calls, marks []Rect
	hatched      []Rect // over calls: context switches
	idle         []Rect // below calls: time outside of calls
	most         int    // limit on all rects together
	pixels       CSS    // minimum width of calls that are drawn separately
	full         bool   // the limit was reached

	// The level that is being drawn.
	y, height     float32
	thread, depth uint32

	// The current run of narrow calls, and its current cell.
	open       bool
	joined     bool // the previous rect belongs to the same run
	row        int  // first row of the cell
	count      int  // calls in the cell
	start, end trace.Ticks
	border     trace.Ticks // end of the cell
	tally      tally
}

// draw calls f, which draws levels, with the finest resolution that needs at most most rects.
//
// It first tries the resolution of the previous frame if that had the same scale: it probably
// fits, and the picture must not flicker when panned.
func (p *painter) draw(v view, most int, f func()) {
	pixels, finest := CSS(1), CSS(1)
	if math.Abs(p.Scale()-v.Scale()) < 1e-6*v.Scale() && p.pixels >= 1 {
		pixels = p.pixels
	}
	for {
		v.merge(pixels)
		p.view, p.pixels = v, pixels
		p.calls, p.marks, p.hatched, p.most, p.full = p.calls[:0], p.marks[:0], p.hatched[:0], most, false
		p.idle = p.idle[:0]
		f()
		switch {
		case p.full:
			pixels *= 2
			finest = pixels
		case pixels > finest && len(p.calls)+len(p.hatched) < most/3:
			pixels /= 2
		default:
			return
		}
	}
}

// finish drops references to the query.
func (p *painter) finish() { p.paint, p.hatched = Paint{}, p.hatched[:0] }

// dense is the number of visible calls above which a level is drawn from its pyramid.
const dense = 2048

// level draws the calls of one thread at one depth into the stripe y, height.
//
// A call of a pixel or more is drawn exactly. Narrower calls with less than a pixel between them
// form a run. A run is drawn in cells of about three pixels, each in the colour of the method
// with the most time in it. If there are many calls, runs are built from blocks: a block that
// fits in a cell and has no call or gap of a pixel need not be decoded.
func (p *painter) level(c *chart, thread trace.ThreadIndex, depth int, y, height CSS) {
	l := c.index.Calls.Threads[thread].Levels[depth]
	lo, hi := c.rows(l, p.first, p.last)
	if lo >= hi {
		return
	}
	var tiers pyramid
	if hi-lo > dense {
		tiers = c.pyramid(thread, depth)
	}
	p.y, p.height, p.thread, p.depth = float32(y), float32(height), uint32(thread), uint32(depth)
	p.open = false
	p.tally.grow(c.index)
	var buf [fan]span
	for row := lo; row < hi && !p.full; {
		if whole, size := tiers.largest(row, hi, p.unit, p.cell); whole != nil {
			if !p.joins(whole.start) {
				p.begin(whole.start, row)
			}
			p.gather(whole.end, size, whole.method, whole.weight)
			row += size
			continue
		}
		next := min(row|(fan-1)+1, hi)
		p.each(c, c.spans(&buf, l, row, next), row)
		row = next
	}
	p.close(p.end)
}

// each draws the calls of a level from row. It is a separate function for the same reason as
// block.
func (p *painter) each(c *chart, spans []span, row int) {
	for i := range spans {
		s := &spans[i]
		length := s.end - s.start
		if length >= p.least {
			p.drawCall(s.start, s.end, row+i, c.method[s.node], p.left(c, s))
			continue
		}
		if !p.joins(s.start) {
			p.begin(s.start, row+i)
		}
		p.gather(s.end, 1, c.method[s.node], weight(length))
	}
}

// left returns Faded for a call that the filter leaves out.
func (p *painter) left(c *chart, s *span) Slot {
	k := p.paint.Kept
	if k == nil || k.Rows[c.index.Of[s.node]] && s.end-s.start >= k.Slower && (k.Threads == nil || k.Threads[p.thread]) {
		return 0
	}
	return Faded
}

// leftRun returns Faded for narrow calls, most of a method, if the filter leaves out all calls of the method.
func (p *painter) leftRun(m trace.MethodIndex) Slot {
	k := p.paint.Kept
	if k == nil || k.Methods[m] && p.end-p.start >= k.Slower && (k.Threads == nil || k.Threads[p.thread]) {
		return 0
	}
	return Faded
}

// joins reports whether a call that starts at start belongs to the current cell.
func (p *painter) joins(start trace.Ticks) bool {
	return p.open && start < p.border && start-p.end < p.least
}

// gather adds narrow calls to the cell.
func (p *painter) gather(end trace.Ticks, count int, m trace.MethodIndex, weight int64) {
	p.count += count
	p.end = end
	p.tally.add(m, weight)
}

// begin starts a cell, in the current run or a new one.
func (p *painter) begin(start trace.Ticks, row int) {
	joined := p.open && start-p.end < p.least
	if joined {
		p.close(start)
	} else {
		p.close(p.end)
	}
	p.open, p.joined = true, joined
	p.row, p.count, p.start = row, 0, start
	p.border = (start/p.cell + 1) * p.cell
}

// close draws the cell up to end: the start of the run's next cell, or the end of its last call.
func (p *painter) close(end trace.Ticks) {
	if !p.open {
		return
	}
	p.open = false
	m, _ := p.tally.top()
	if p.count == 1 { // a single call is drawn exactly
		p.rect(p.x(p.start), p.x(p.end), p.row, m, p.leftRun(m))
		return
	}
	if p.joined && len(p.calls) > 0 {
		if last := &p.calls[len(p.calls)-1]; last.Method == uint32(m) && last.Slot&Merged != 0 {
			last.W = float32(p.x(end)) - last.X
			return
		}
	}
	p.rect(p.x(p.start), p.x(end), p.row, m, Merged|p.leftRun(m))
}

// drawCall draws one call.
func (p *painter) drawCall(start, end trace.Ticks, row int, m trace.MethodIndex, left Slot) {
	p.close(p.end)
	x0, x1 := p.x(start), p.x(end)
	if x1 <= x0 {
		return // it only touches the view
	}
	p.rect(x0, x1, row, m, left)
	if m == p.mark && !p.full {
		if r := p.calls[len(p.calls)-1]; r.W >= 3 {
			r.Slot = SlotMethod | Outline
			p.marks = append(p.marks, r)
		}
	}
}

func (p *painter) rect(x0, x1 CSS, row int, m trace.MethodIndex, flags Slot) {
	slot := p.paint.slot(m)
	if slot&Hit != 0 { // a match stays in sight
		flags &^= Faded
	}
	p.add(Rect{
		X: float32(x0), Y: p.y, W: float32(x1 - x0), H: p.height,
		Slot: slot | flags, Method: uint32(m),
		Thread: p.thread, Depth: p.depth, Row: uint32(row),
	})
}

// add adds a rect unless there are too many.
func (p *painter) add(r Rect) {
	if p.crowded() {
		p.full = true
		return
	}
	p.calls = append(p.calls, r)
}

// crowded reports whether the limit on rects is reached.
func (p *painter) crowded() bool {
	return len(p.calls)+len(p.marks)+len(p.hatched)+len(p.idle) >= p.most
}
