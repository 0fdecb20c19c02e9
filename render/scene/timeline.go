package scene

import (
	"sort"
	"strconv"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/words"
)

// Sizes of the timeline in CSS pixels.
const (
	rulerHeight = 24
	labelWidth  = 148
	labelNarrow = 84 // on canvases narrower than narrowWidth
	narrowWidth = 520

	rowPitch  = 18 // from one depth to the next
	rowHeight = 17
	gapHeight = 10 // below a thread's chart; contains extent lines
	sliver    = 6  // pixels of a row that do not count as visible

	spanPitch  = 15 // of the rows of phases, messages, frames, input events and waits, above a thread's own rows
	spanHeight = 14
	spanGap    = 4  // below these rows
	spanLabel  = 56 // width of their names
	fewSpans   = 64 // calls of a row that are looked at without a search

	besideSpans = 10 // maximum length of a thread's name next to their names, in bytes

	foldPitch  = 15 // of the line that replaces a thread's framework, above its rows
	foldHeight = 14
	foldGap    = 3 // height of context switches at its lower edge

	barHeight = 20 // chart of a collapsed thread
	barGap    = 6
	barLevels = 8 // maximum number of levels in it

	extentTop    = 2 // from the chart's lower edge
	extentHeight = 2
	markWidth    = 3 // minimum width of a call that is outlined
)

// A Timeline draws the threads of one trace, each with its calls nested below it, a row per
// depth. It caches data that depends only on the trace.
type Timeline struct {
	// NameEnding names what a thread was in when its records ended, by its innermost open call. Nil names that call.
	NameEnding func(open profile.Ref) string

	chart      *chart
	index      *profile.Index
	extents    extents
	found      extents // of all methods that match the search, for the minimap
	loads      loads
	counts     [][2]string // by thread: "1.2 k calls" and "depth 17"
	generation int         // words.Generation of the cached texts
	end        trace.Ticks // of the recording
	lines      []Framework // by thread; nil until needed
}

// A Framework is the outermost levels of a thread that contain only platform frames. A line
// replaces or precedes them.
type Framework struct {
	Levels       int    // 0 for none
	Folded, Open string // text of the line
	Methods      []trace.MethodIndex
}

// NewTimeline returns the timeline of a trace, whose calls must not change later.
func NewTimeline(x *profile.Index) *Timeline {
	c := newChart(x, false)
	_, end := x.Calls.Span()
	return &Timeline{chart: c, index: x, end: end, extents: newExtents(c), found: newExtents(c), counts: make([][2]string, len(x.Calls.Threads))}
}

// A TimelineQuery selects what the timeline shows.
type TimelineQuery struct {
	From, To      float64 // ns on the primary clock's axis
	ScrollY       CSS
	Width, Height CSS
	Threads       []trace.ThreadIndex            // in order from the top, without hidden ones
	Labels        func(trace.ThreadIndex) string // nil for the names in the trace
	Collapsed     []bool                         // by trace.ThreadIndex; may be nil
	Unfolded      []bool                         // by trace.ThreadIndex: the framework's rows are drawn; may be nil
	Paint         Paint
	Method        trace.MethodIndex // method whose calls are marked, or call.NoMethod
	Selected      profile.Ref       // outlined
	HasSelected   bool
	Switches      bool // draw context switches
	Trimmed       bool // threads end below their deepest call in view

	// Rows of one thread above its calls, from the top, each with calls in order of time.
	Spans  []Spans
	SpanOf trace.ThreadIndex
}

// Spans are the calls of a row above a thread's own rows.
type Spans struct {
	Name  string
	Calls []profile.Ref
}

// SpanFlag is set in the Thread of a rect that shows a call in a row of Spans.
const SpanFlag = 1 << 31

// A threadBlock is the area of one thread, in pixels below the ruler at scroll position 0.
type threadBlock struct {
	thread    trace.ThreadIndex
	y, chart  CSS // its top; height of its chart
	spans     CSS // height of the rows of Spans at its top, 0 for none
	line      CSS // height of the framework's line below them, 0 for none
	textX     CSS // x of that line's text
	height    CSS // including the gap below it
	collapsed bool
	first, n  int // first level and number of levels drawn
	pitch     CSS // from one level to the next
	row       CSS // height of a level
}

// layout places the threads of a query below each other and returns the total height.
func (t *Timeline) layout(blocks []threadBlock, q *TimelineQuery) ([]threadBlock, CSS) {
	y := CSS(0)
	for _, thread := range q.Threads {
		if int(thread) >= len(t.index.Calls.Threads) {
			continue
		}
		b := threadBlock{thread: thread, y: y, pitch: rowPitch, row: rowHeight}
		levels := t.index.Calls.Threads[thread].Levels
		b.n = len(levels)
		if n := t.Framework(thread).Levels; n > 0 {
			b.line = foldPitch
			if int(thread) >= len(q.Unfolded) || !q.Unfolded[thread] {
				b.first, b.n = n, b.n-n
			}
		}
		if q.Trimmed {
			b.n = max(0, min(b.n, t.depthInView(q, thread)-b.first))
		}
		if len(q.Spans) > 0 && thread == q.SpanOf {
			b.spans = spanPitch*CSS(len(q.Spans)) + spanGap
		}
		b.chart = b.spans + b.line + rowPitch*CSS(max(1, b.n))
		b.height = b.chart + gapHeight
		if int(thread) < len(q.Collapsed) && q.Collapsed[thread] {
			b.collapsed, b.spans, b.line = true, 0, 0
			b.first, b.n = barOf(levels)
			b.chart, b.height = barHeight, barHeight+barGap
			b.pitch = barHeight / CSS(max(1, b.n))
			b.row = b.pitch
		}
		blocks = append(blocks, b)
		y += b.height
	}
	return blocks, y
}

// depthInView returns the number of levels down to the deepest one with a call in view. A call that is only within a pixel of an edge
// does not count.
func (t *Timeline) depthInView(q *TimelineQuery, thread trace.ThreadIndex) int {
	levels := t.index.Calls.Threads[thread].Levels
	pixel := (q.To - q.From) / float64(max(1, q.Width))
	from, to := t.index.Calls.Ticks(int64(q.From+pixel)), t.index.Calls.Ticks(int64(q.To-pixel))
	if last, end, open, ok := t.EndingOf(thread); ok && last <= from && from <= end {
		return int(open.Depth) + 1
	}
	for n := len(levels); n > 0; n-- {
		l := levels[n-1]
		if row := l.From(from); row < l.Len() && l.Start(row) <= to {
			return n
		}
	}
	return 0
}

// barOf returns the levels that a collapsed thread shows. It skips the outermost levels with a
// single call (main, run, loop), which show little, in favour of deeper ones.
func barOf(levels []*call.Level) (first, n int) {
	for first < len(levels)-barLevels && levels[first].Len() == 1 {
		first++
	}
	return first, min(len(levels)-first, barLevels)
}

// Framework returns the framework of a thread.
func (t *Timeline) Framework(thread trace.ThreadIndex) Framework {
	t.resetTexts()
	if t.lines == nil {
		t.lines = make([]Framework, len(t.index.Calls.Threads))
		for i := range t.lines {
			methods := t.index.Framework(trace.ThreadIndex(i))
			if len(methods) == 0 {
				continue
			}
			name := func(m trace.MethodIndex) string {
				in := &t.index.Info.Methods[m]
				return words.ShortMethod(in.Class, in.Name)
			}
			label := words.Plural(int64(len(methods)), "platform frame", "platform frames")
			t.lines[i] = Framework{len(methods), "▸ " + label + ": " + name(methods[0]) + " … " + name(methods[len(methods)-1]), "▾ " + label, methods}
		}
	}
	return t.lines[thread]
}

// rowAt returns the y of the block's i-th drawn level.
func (b *threadBlock) rowAt(top CSS, i int) CSS {
	return top + b.spans + b.line + CSS(i)*b.pitch
}

// Draw makes the display list of a query.
func (t *Timeline) Draw(l *List, q *TimelineQuery) {
	w := l.start(q.From, q.To, q.Width, q.Height)
	l.Left, l.Top = labelsOf(q.Width), rulerHeight
	w.blocks, l.Content = t.layout(w.blocks[:0], q)
	l.scroll(q.ScrollY)
	t.drawFurniture(l, q)
	t.rest(l)

	tick := float64(t.index.Calls.Tick)
	v, ok := newView(q.From/tick, q.To/tick, l.Left, q.Width)
	if !ok {
		return
	}
	most := MaxRects - len(l.Rects) - 1
	before := len(l.Rects)
	t.drawExtents(l, q, v, most/4)
	t.drawLines(l, v)
	t.drawEndings(l, v)
	t.drawSpans(l, q, v)
	p := &w.painter
	p.paint, p.mark = q.Paint, q.Method
	p.draw(v, most-(len(l.Rects)-before), func() {
		t.drawCalls(l)
		t.drawIdle(l)
		if q.Switches {
			t.drawSwitches(l)
		}
	})
	t.idle(l)
	l.group(p.calls)
	l.group(p.hatched)
	l.Rects = append(l.Rects, p.marks...)
	t.outline(l, q, v)
	p.finish()
}

// labelsOf returns the width of the column of labels on a canvas with a time axis.
func labelsOf(width CSS) CSS {
	if width < narrowWidth {
		return labelNarrow
	}
	return labelWidth
}

// inView calls f with the visible blocks and the y of their tops.
//
//go:noinline // called from many places
func (l *List) inView(f func(b *threadBlock, y CSS)) {
	for i := range l.work.blocks {
		b := &l.work.blocks[i]
		y := l.Top + b.y - l.ScrollY
		if y >= l.Height {
			return
		}
		if y+b.height > l.Top {
			f(b, y)
		}
	}
}

func (t *Timeline) drawCalls(l *List) {
	p := &l.work.painter
	l.inView(func(b *threadBlock, top CSS) {
		for i := range b.n {
			y := b.rowAt(top, i)
			y0, y1 := max(y, l.Top), min(y+b.row, l.Height)
			if y1 > y0 && !p.full {
				p.level(t.chart, b.thread, b.first+i, y0, y1-y0)
			}
		}
	})
}

// drawLines draws the lines of frameworks, each as long as the thread was in calls. A click on
// one unfolds or folds it.
func (t *Timeline) drawLines(l *List, v view) {
	l.inView(func(b *threadBlock, top CSS) {
		top += b.spans
		y0, y1 := max(top, l.Top), min(top+foldHeight, l.Height)
		if b.line == 0 || y1 <= y0 {
			return
		}
		calls := t.index.Calls.Threads[b.thread].Levels[0]
		from, _ := t.chart.span(calls, 0)
		_, to := t.chart.span(calls, calls.Len()-1)
		x0, x1 := v.x(from), v.x(to)
		b.textX = x0
		if x1 <= x0 {
			return
		}
		l.Rects = append(l.Rects, Rect{
			X: float32(x0), Y: float32(y0), W: float32(x1 - x0), H: float32(y1 - y0),
			Slot: SlotLine, Method: NoMethod, Thread: uint32(b.thread), Depth: None, Row: 0,
		})
		if line := &t.lines[b.thread]; top >= l.Top {
			text := line.Open
			if b.first > 0 {
				text = line.Folded
			}
			l.text(x0+namePad, top+foldHeight/2.0, x1-x0-2*namePad, Muted, text)
		}
	})
}

// drawSpans draws the rows of phases, messages, frames, input events and waits.
func (t *Timeline) drawSpans(l *List, q *TimelineQuery, v view) {
	l.inView(func(b *threadBlock, top CSS) {
		if b.spans == 0 {
			return
		}
		for row := range q.Spans {
			y := top + spanPitch*CSS(row)
			if y0, y1 := max(y, l.Top), min(y+spanHeight, l.Height); y1 > y0 {
				t.drawSpanRow(l, q, v, q.Spans[row].Calls, y0, y1)
			}
		}
	})
}

// drawSpanRow draws the calls of a thread, in order of their starts, from y0 to y1. Calls narrower than a pixel are
// merged.
func (t *Timeline) drawSpanRow(l *List, q *TimelineQuery, v view, calls []profile.Ref, y0, y1 CSS) {
	level := func(i int) *call.Level { return t.index.Level(calls[i]) }
	span := func(i int) (from, to trace.Ticks) { return t.chart.span(level(i), int(calls[i].Row)) }
	first := 0 // phases and waits lie within others, so their ends are not in order
	if len(calls) > fewSpans {
		first = max(0, sort.Search(len(calls), func(i int) bool { _, to := span(i); return to >= v.first })-fewSpans)
	}
	for i, next := first, 0; i < len(calls); i = next {
		from, to := span(i)
		if from > v.last {
			return
		}
		next = i + 1
		if to < v.first {
			continue
		}
		isMerged := false
		if to-from < v.least {
			next += sort.Search(len(calls)-next, func(k int) bool { start, _ := span(next + k); return start >= from+v.least })
			isMerged = next > i+1
		}
		c := calls[i]
		method := t.chart.method[level(i).Call(int(c.Row)).Node]
		box := Rect{
			Y: float32(y0), H: float32(y1 - y0),
			Slot: q.Paint.slot(method), Method: uint32(method), Thread: uint32(c.Thread) | SpanFlag, Depth: c.Depth, Row: c.Row,
		}
		if isMerged {
			box.Slot |= Merged
		}
		add := func(from, to trace.Ticks) {
			box.X, box.W = float32(v.x(from)), float32(max(1, v.x(to)-v.x(from)))
			l.Rects = append(l.Rects, box)
		}
		// A phase is drawn where no phase within it is.
		for at, k := from, next; at <= to; k++ {
			end, resume := to, to+1
			if k < len(calls) {
				if start, stop := span(k); start < to {
					end, resume = start, stop
				}
			}
			if end > at || from == to {
				add(at, end)
			}
			at = max(at, resume)
		}
		if q.HasSelected && q.Selected == c {
			box.Slot = SlotSelected | Outline
			add(from, to)
		}
	}
}

// drawFurniture draws the ruler and the column of labels.
func (t *Timeline) drawFurniture(l *List, q *TimelineQuery) {
	for i := range l.work.blocks {
		b := &l.work.blocks[i]
		y := l.Top + b.y - l.ScrollY
		if i%2 == 1 && y < l.Height {
			y0 := max(y, l.Top)
			l.furniture(SlotStripe, 0, y0, l.Width, min(y+b.height, l.Height)-y0)
		}
	}
	l.furniture(SlotAxis, 0, 0, l.Width, l.Top)
	l.furniture(SlotGrid, 0, l.Top-1, l.Width, 1)
	if axis := NewAxis(q.From, q.To, l.Left, q.Width); !axis.Empty() {
		r := newRuler(axis, 80)
		minor := r.step / r.parts
		for at := r.first(minor); ; at += minor {
			x := r.x(at)
			if x >= r.Right {
				break
			}
			if at%r.step == 0 {
				l.furniture(SlotGrid, x, l.Top-8, 1, l.Height-l.Top+8)
			} else {
				l.furniture(SlotGrid, x, l.Top-4, 1, 4)
			}
		}
		r.write(l, l.Top/2-1, Muted)
	}
	l.inView(func(b *threadBlock, top CSS) { t.label(l, q, b, top) })
}

// rest writes how many threads are above and below the visible part, or how many rows of the
// first and last visible thread.
func (t *Timeline) rest(l *List) {
	threads, rows := 0, 0
	for i := range l.work.blocks {
		b := &l.work.blocks[i]
		y := b.y - l.ScrollY
		if y+b.chart > sliver {
			if over := sliver - b.rowAt(y, 0); over > 0 && !b.collapsed {
				rows = min(b.n, int(over/b.pitch))
			}
			break
		}
		threads++
	}
	if threads > 0 {
		l.moreAbove(threads, &threadsAbove)
	} else {
		l.moreAbove(rows, &rowsAbove)
	}
	threads, rows = 0, 0
	for i := range l.work.blocks {
		b := &l.work.blocks[i]
		y := l.Top + b.y - l.ScrollY
		switch {
		case y+sliver > l.Height:
			threads++
		case !b.collapsed:
			rows = 0
			if over := b.rowAt(y, b.n) - sliver - l.Height; over > 0 {
				rows = min(b.n, int(over/b.pitch)+1)
			}
		}
	}
	if threads > 0 {
		l.moreBelow(threads, &threadsBelow)
	} else {
		l.moreBelow(rows, &rowsBelow)
	}
}

// label draws a thread's label. It stays in view while its block is partly scrolled away. A click
// on its background collapses or expands the thread.
func (t *Timeline) label(l *List, q *TimelineQuery, b *threadBlock, top CSS) {
	y0, y1 := max(top, l.Top), min(top+b.chart, l.Height)
	if y1 <= y0 {
		return
	}
	l.Rects = append(l.Rects, Rect{
		X: 0, Y: float32(y0), W: float32(l.Left), H: float32(y1 - y0),
		Slot: SlotHead, Method: NoMethod, Thread: uint32(b.thread), Depth: None, Row: None,
	})
	var label string
	if q.Labels != nil {
		label = q.Labels(b.thread)
	} else {
		label = t.index.Info.Title(b.thread)
	}
	name := l.Left - 26 // width of the thread's name
	line := max(top, min(y0, top+b.chart-rowPitch)) + rowPitch/2
	if b.spans > 0 {
		for i := range q.Spans {
			if y := top + spanPitch*CSS(i) + spanHeight/2; y >= l.Top {
				l.text(l.Left-6, y, spanLabel, Muted|ToRight, q.Spans[i].Name)
			}
		}
		if l.Left == labelWidth && len(label) <= besideSpans {
			name -= spanLabel
		} else { // the names of the rows take the room
			line = max(line, top+b.spans+rowPitch/2)
		}
	}
	if b.collapsed {
		line = top + b.chart/2
	}
	if line < l.Top {
		return // only its last pixels are in view
	}
	triangle := "▾"
	if b.collapsed {
		triangle = "▸"
	}
	l.text(6, line, 12, Muted, triangle)
	l.text(20, line, name, Strong, label)
	if b.spans > 0 {
		line = max(line, top+b.spans-spanPitch/2)
	}
	if l.Left == labelWidth && !b.collapsed {
		free := l.Height // the lower edge of the space for text
		if l.Top+l.Content-gapHeight-l.ScrollY > l.Height+sliver {
			free -= rowPitch // moreBelow writes there
		}
		for _, s := range t.count(b.thread) {
			if line += 15; line+10 <= top+b.chart && line+7 <= free {
				l.text(20, line, l.Left-26, Muted, s)
			}
		}
	}
}

// resetTexts drops cached texts if the language has changed.
func (t *Timeline) resetTexts() {
	if t.generation != words.Generation() {
		t.generation, t.lines, t.loads.others = words.Generation(), nil, 0
		clear(t.counts)
	}
}

// count returns the second and third line of a thread's label: how many calls it made, or how
// often methods were seen on it, and the depth of its stacks.
func (t *Timeline) count(thread trace.ThreadIndex) [2]string {
	t.resetTexts()
	if t.counts[thread][0] == "" {
		n := 0
		levels := t.index.Calls.Threads[thread].Levels
		for d := range levels {
			n += levels[d].Len()
		}
		calls := words.Text("{1} calls")
		switch sampled := t.index.Info.Sampling == trace.Sampled; {
		case sampled && n == 1:
			calls = "seen once"
		case sampled:
			calls = "seen {1} times"
		case n == 1:
			calls = "{1} call"
		}
		t.counts[thread] = [2]string{words.Say(calls, words.Rough(int64(n))), words.Say("depth {1}", strconv.Itoa(len(levels)))}
	}
	return t.counts[thread]
}

// outline marks the selected call.
func (t *Timeline) outline(l *List, q *TimelineQuery, v view) {
	if !q.HasSelected {
		return
	}
	r := q.Selected
	l.inView(func(b *threadBlock, top CSS) {
		level := int(r.Depth) - b.first
		if b.thread != r.Thread || level < 0 || level >= b.n {
			return
		}
		calls := t.index.Calls.Threads[r.Thread].Levels[r.Depth]
		if int(r.Row) >= calls.Len() {
			return
		}
		start, end := t.chart.span(calls, int(r.Row))
		y := b.rowAt(top, level)
		y0, y1 := max(y, l.Top), min(y+b.row, l.Height)
		if end < v.first || start > v.last || y1 <= y0 {
			return
		}
		x0, x1 := v.x(start), v.x(end)
		if x1-x0 < markWidth { // otherwise it would be invisible
			x0 = max(v.Left, (x0+x1-markWidth)/2)
			x1 = x0 + markWidth
		}
		l.Rects = append(l.Rects, Rect{
			X: float32(x0), Y: float32(y0), W: float32(x1 - x0), H: float32(y1 - y0),
			Slot: SlotSelected | Outline, Method: uint32(t.chart.method[calls.Call(int(r.Row)).Node]),
			Thread: uint32(r.Thread), Depth: r.Depth, Row: r.Row,
		})
	})
}

// LocateThread returns the position of a thread, as Locate does for a call's row.
func (t *Timeline) LocateThread(q *TimelineQuery, thread trace.ThreadIndex) (y, height CSS) {
	blocks, _ := t.layout(nil, q)
	for i := range blocks {
		if b := &blocks[i]; b.thread == thread {
			return b.y, b.chart
		}
	}
	return 0, 0
}

// Locate returns the position of a call's row, in pixels from the top of the content. The height
// is 0 if the query does not include its thread.
func (t *Timeline) Locate(q *TimelineQuery, r profile.Ref) (y, height CSS) {
	blocks, _ := t.layout(nil, q)
	for i := range blocks {
		b := &blocks[i]
		if b.thread != r.Thread {
			continue
		}
		if b.collapsed {
			return b.y, b.chart
		}
		if int(r.Depth) < b.first {
			return b.y + b.spans, b.line
		}
		return min(b.rowAt(b.y, int(r.Depth)-b.first), b.y+b.chart-b.pitch), b.pitch
	}
	return 0, 0
}
