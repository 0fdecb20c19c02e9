package scene

import (
	"math"

	"traceglass/parser/call"
	"traceglass/parser/trace"
	"traceglass/render/words"
)

// Time in no call is between a thread's first record and its last, with nothing on the stack. The
// trace does not show what the thread did then, or whether it ran code that was not traced.

const (
	idleWidth = 4 // minimum width in pixels
	idleText  = words.Text("no call recorded")
	noSample  = words.Text("no sample")
	idleRoom  = 110 // minimum width of a labelled stretch, in pixels
	lineRoom  = 340 // maximum width of a framework line's own text in most traces, in pixels
)

// drawIdle draws the time in no call of visible threads: in the first row, in the line that
// replaces it, or over the whole bar of a collapsed thread.
func (t *Timeline) drawIdle(l *List) {
	p := &l.work.painter
	l.inView(func(b *threadBlock, top CSS) {
		y, height := b.rowAt(top, 0), b.row
		switch {
		case b.collapsed && b.first > 0:
			return // a first level with only one call has no gaps
		case b.collapsed:
			height = b.chart
		case b.first > 0:
			y, height = top+b.spans, foldHeight
		}
		y0, y1 := max(y, l.Top), min(y+height, l.Height)
		if y1 <= y0 || p.full {
			return
		}
		p.y, p.height, p.thread = float32(y0), float32(y1-y0), uint32(b.thread)
		th := &t.index.Calls.Threads[b.thread]
		if len(th.Levels) == 0 {
			p.none(th.First.Primary, th.Last.Primary)
			return
		}
		p.drawGaps(t.chart, b.thread, th.Levels[0], th.First.Primary, th.Last.Primary)
	})
}

// drawGaps draws the time from from to to that the calls of a thread's outermost level leave free.
// If there are many calls, it skips blocks without a wide gap.
func (p *painter) drawGaps(c *chart, thread trace.ThreadIndex, l *call.Level, from, to trace.Ticks) {
	lo, hi := c.rows(l, p.first, p.last)
	before := from
	if lo > 0 {
		_, before = c.span(l, lo-1)
	}
	var tiers pyramid
	if hi-lo > dense {
		tiers = c.pyramid(thread, 0)
	}
	least := idleWidth / p.Scale()
	var buf [fan]span
	for row := lo; row < hi; {
		if whole, size := tiers.largest(row, hi, least, math.MaxInt64); whole != nil {
			p.none(before, whole.start)
			before = whole.end
			row += size
			continue
		}
		next := min(row|(fan-1)+1, hi)
		for _, s := range c.spans(&buf, l, row, next) {
			p.none(before, s.start)
			before = s.end
		}
		row = next
	}
	if hi < l.Len() {
		to, _ = c.span(l, hi)
	}
	p.none(before, to)
}

// none adds a stretch of time in no call, if it is wide enough to be recognised.
func (p *painter) none(from, to trace.Ticks) {
	if p.Length(float64(to-from)) < idleWidth {
		return
	}
	x0, x1 := p.x(from), p.x(to)
	if x1 <= x0 {
		return
	}
	if p.crowded() {
		p.full = true
		return
	}
	p.idle = append(p.idle, Rect{
		X: float32(x0), Y: p.y, W: float32(x1 - x0), H: p.height,
		Slot: SlotNoCall, Method: NoMethod, Thread: p.thread, Depth: None, Row: None,
	})
}

// idle adds the stretches of time in no call. It labels those with enough space, but not over the
// text of a framework's line.
func (t *Timeline) idle(l *List) {
	idle, text := l.work.painter.idle, idleText
	if t.index.Calls.Samples || t.index.Info.OfMain() {
		text = noSample
	}
	label := text.String()
	l.Rects = append(l.Rects, idle...)
	l.inView(func(b *threadBlock, _ CSS) { // in drawing order
		for ; len(idle) > 0 && idle[0].Thread == uint32(b.thread); idle = idle[1:] {
			r := &idle[0]
			x, width := CSS(r.X), CSS(r.W)
			if b.first > 0 && x < b.textX+lineRoom && x+width > b.textX {
				continue
			}
			if width >= idleRoom && r.H >= rowHeight-3 {
				l.text(x+namePad, CSS(r.Y+r.H/2), width-2*namePad, Muted|Backed, label)
			}
		}
	})
}

// NoCallAt returns the stretch of time around at when a thread was in no call. ok is false if it
// was in a call or not yet started.
func (t *Timeline) NoCallAt(thread trace.ThreadIndex, at trace.Ticks) (from, to trace.Ticks, ok bool) {
	th := &t.index.Calls.Threads[thread]
	from, to = th.First.Primary, th.Last.Primary
	if len(th.Levels) > 0 {
		l := th.Levels[0]
		next := l.From(at) // the first call that ends at that time or later
		if next < l.Len() {
			to, _ = t.chart.span(l, next)
		}
		if next > 0 {
			_, from = t.chart.span(l, next-1)
		}
	}
	return from, to, from <= at && at <= to && from < to
}
