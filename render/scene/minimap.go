package scene

import (
	"math"

	"traceglass/parser/call"
	"traceglass/parser/trace"
	"traceglass/render/words"
)

const (
	loadParts  = 512 // parts of the trace's span, each with its load
	loadColumn = 2   // pixels: minimum width of a column
	loadLane   = 6   // pixels: minimum height of a thread's own lane
	laneGap    = 2   // pixels: below a lane
	loadLabels = 13  // pixels: height of the ruler's times
	loadRoom   = 8   // pixels: space for the marks above the first lane
	loadName   = 11  // pixels: height that a lane's name needs
	markHeight = 2   // pixels: height of a mark
	foundAt    = 1   // y of the marks of search hits
	methodAt   = 4   // y of the marks of the selected method
)

// A load is how busy one thread was over the trace.
type load struct {
	share  [loadParts]float32            // busy share of each part: 0 to 1
	method *[loadParts]trace.MethodIndex // the one with the most time in each part; nil until methods is called
}

type loads struct {
	threads []*load
	total   []float32 // one value per column, reused
	others  int       // number of threads in name
	narrow  bool      // name is for the narrow column of labels
	name    string    // "5 other threads"
}

// Least is the shortest range of time that can be shown, in ns.
const Least = 1000

// recorded returns the range that the minimap shows, from the first record to the last. It begins
// at 0 if that is too short.
func (t *Timeline) recorded() (from, to trace.Ticks) {
	if from, to = t.index.Calls.Recorded(); t.index.Calls.Nanos(to-from) < Least {
		return 0, to
	}
	return from, to
}

// load returns a thread's load: CPU time by wall time if there are both clocks, otherwise time in
// any call.
func (t *Timeline) load(thread trace.ThreadIndex) *load {
	if t.loads.threads == nil {
		t.loads.threads = make([]*load, len(t.index.Calls.Threads))
	}
	if o := t.loads.threads[thread]; o != nil {
		return o
	}
	o := &load{}
	t.loads.threads[thread] = o
	calls := t.index.Calls
	th := &calls.Threads[thread]
	from, part := t.parts()
	if len(th.Levels) == 0 || part <= 0 {
		return o
	}
	if calls.Clocks == trace.Dual {
		before := float64(th.First.CPU)
		clock := call.NewCPUClock(th)
		for i := range o.share {
			now := clock.At(float64(from) + part*float64(i+1))
			o.share[i] = float32(min(1, (now-before)/part))
			before = now
		}
	} else {
		t.spread(th.Levels[0], from, part, func(i int, ticks float64, _ trace.MethodIndex) {
			o.share[i] += float32(ticks / part)
		})
	}
	return o
}

// parts returns the beginning of the first part of a load and the length of each, in ticks.
func (t *Timeline) parts() (from trace.Ticks, part float64) {
	from, to := t.recorded()
	return from, float64(to-from) / loadParts
}

// methods returns the method with the most time in each part of a thread's load, at the depth
// where the thread first branches, or call.NoMethod.
func (t *Timeline) methods(thread trace.ThreadIndex) *[loadParts]trace.MethodIndex {
	o := t.load(thread)
	if o.method != nil {
		return o.method
	}
	o.method = new([loadParts]trace.MethodIndex)
	for i := range o.method {
		o.method[i] = call.NoMethod
	}
	levels := t.index.Calls.Threads[thread].Levels
	from, part := t.parts()
	if len(levels) == 0 || part <= 0 {
		return o.method
	}
	first, _ := barOf(levels)
	var most [loadParts]float32
	// It is the method with the longest sequence of consecutive calls.
	run, last := float32(0), call.NoMethod
	at := -1
	t.spread(levels[first], from, part, func(i int, ticks float64, m trace.MethodIndex) {
		if i != at || m != last {
			run, at, last = 0, i, m
		}
		run += float32(ticks)
		if run > most[i] {
			most[i], o.method[i] = run, m
		}
	})
	return o.method
}

// spread calls f with the ticks that each call of a level has in each part of the trace.
func (t *Timeline) spread(l *call.Level, from trace.Ticks, part float64, f func(i int, ticks float64, m trace.MethodIndex)) {
	var buf [fan]span
	for row := 0; row < l.Len(); row += fan {
		for _, s := range t.chart.spans(&buf, l, row, min(row+fan, l.Len())) {
			a, b := float64(s.start-from)/part, float64(s.end-from)/part
			for i := int(a); i < loadParts; i++ {
				f(i, (min(b, float64(i+1))-max(a, float64(i)))*part, t.chart.method[s.node])
				if float64(i+1) >= b {
					break
				}
			}
		}
	}
}

// partAt returns the first part of a load in a column.
func partAt(column, columns int) int { return column * loadParts / columns }

// column returns the load in a column.
//
//go:noinline
func (o *load) column(i, columns int) float64 {
	sum, from := 0.0, partAt(i, columns)
	parts := o.share[from:max(partAt(i+1, columns), from+1)]
	for _, share := range parts {
		sum += float64(share)
	}
	return visible(sum / float64(len(parts)))
}

// sum returns the sum of the loads of all threads except main, by column, and its maximum. The
// next call reuses total.
func (t *Timeline) sum(threads []trace.ThreadIndex, main trace.ThreadIndex, columns int) (total []float32, most float32) {
	if cap(t.loads.total) < columns {
		t.loads.total = make([]float32, columns)
	}
	total = t.loads.total[:columns]
	clear(total)
	for _, i := range threads {
		if i == main {
			continue
		}
		o := t.load(i)
		for c := range total {
			total[c] += float32(o.column(c, columns))
			most = max(most, total[c])
		}
	}
	return total, most
}

// A MinimapQuery selects what the minimap shows.
type MinimapQuery struct {
	Width, Height CSS
	Threads       []trace.ThreadIndex // without hidden ones
	Paint         Paint               // its hits are marked
	Method        trace.MethodIndex   // method whose calls are marked, or call.NoMethod
}

// Minimap draws the load of threads over the whole trace, to select a range. If there is space,
// each thread has a lane, and main's is in the colours of its methods. Otherwise main has a lane,
// and the others share one above it. Thin lines at the top mark the calls of the method, and
// search hits. The x axis equals that of a timeline of the whole trace.
func (t *Timeline) Minimap(l *List, q *MinimapQuery) {
	width, height := q.Width, q.Height
	start, end := t.recorded()
	axis := NewAxis(float64(t.index.Calls.Nanos(start)), float64(t.index.Calls.Nanos(end)), labelsOf(width), width)
	w := l.start(axis.From, axis.To, width, height)
	l.Content, l.Left = height, labelsOf(width)
	l.furniture(SlotAxis, 0, 0, width, height)
	if len(q.Threads) == 0 || end <= 0 || width <= l.Left {
		return
	}
	area := height - loadRoom
	r := newRuler(axis, 120)
	if height >= 3*loadLabels {
		area -= loadLabels
		r.write(l, height-loadLabels/2.0, Muted)
	}
	for at := (int64(axis.From)/r.step + 1) * r.step; r.x(at) < width; at += r.step {
		l.furniture(SlotGrid, r.x(at), 0, 1, height)
	}
	d := lanes{t: t, l: l, r: &r, width: width, columns: min(loadParts, int((width-l.Left)/loadColumn))}
	if d.columns == 0 {
		return
	}
	d.drawAll(q, area)
	v, ok := newView(0, float64(end), l.Left, width)
	if !ok {
		return
	}
	if int(q.Method) < len(t.index.Info.Methods) {
		t.extents.find(q.Method)
		t.extents.line(l, w, q.Threads, v, SlotExtent, methodAt)
	}
	if q.Paint.Hit != nil {
		t.found.findAll(q.Paint.Hit)
		t.found.line(l, w, q.Threads, v, SlotFound, foundAt)
	}
}

// lanes draws the lanes of a minimap. Heights are in CSS pixels.
type lanes struct {
	t       *Timeline
	l       *List
	r       *ruler
	width   CSS
	columns int // that show a load, from the labels to the right edge
}

// drawAll draws a lane for each thread, or for main and for all others, in a height of area.
func (d *lanes) drawAll(q *MinimapQuery, area CSS) {
	t, threads := d.t, q.Threads
	main, others := t.main(threads), len(threads)-1
	ofOthers := others // lanes
	if others > 0 && (area-laneGap)/CSS(others+2)-laneGap < loadLane {
		ofOthers = 1
	}
	height := CSS(math.Floor(float64(area / CSS(ofOthers+2)))) // main gets two
	y := CSS(loadRoom)
	if ofOthers == 1 && others > 1 {
		d.drawOthers(y, height, threads, main)
		y += height
	}
	methods, paint := t.methods(main), Paint{Slot: q.Paint.Slot}
	d.drawThread(y, 2*height, main, func(i int) Slot {
		if m := methods[partAt(i, d.columns)]; m != call.NoMethod {
			return paint.slot(m)
		}
		return SlotLoad
	})
	d.name(y, 2*height, Strong, t.index.Info.Title(main))
	d.drawEnding(y, 2*height-laneGap, main)
	y += 2 * height
	if ofOthers == 1 && others > 1 {
		return
	}
	if others > 0 && height < loadName {
		d.name(y, height*CSS(others), Muted, t.othersLabel(d.l, others))
	}
	for _, i := range threads {
		if i == main {
			continue
		}
		d.drawThread(y, height, i, busy)
		if height >= loadName {
			d.name(y, height, Muted, t.index.Info.Title(i))
		}
		y += height
	}
}

// drawOthers draws the lane that all threads except main share. Its highest column is as high as the lane.
func (d *lanes) drawOthers(y, height CSS, threads []trace.ThreadIndex, main trace.ThreadIndex) {
	if height >= loadName {
		d.name(y, height, Muted, d.t.othersLabel(d.l, len(threads)-1))
	}
	if total, most := d.t.sum(threads, main, d.columns); most > 0 {
		d.drawLoad(y, height-laneGap, busy, func(i int) float64 { return float64(total[i] / most) })
	}
}

// drawThread draws a thread's lane: the background of its label, which is the target of clicks, a line for the life of
// the thread, and its load.
func (d *lanes) drawThread(y, height CSS, i trace.ThreadIndex, slot func(column int) Slot) {
	d.l.Rects = append(d.l.Rects, Rect{
		X: 0, Y: float32(y), W: float32(d.l.Left), H: float32(height),
		Slot: SlotAxis, Method: NoMethod, Thread: uint32(i), Depth: None, Row: None,
	})
	calls := d.t.index.Calls
	first, last := d.r.x(calls.Nanos(calls.Threads[i].First.Primary)), d.r.x(calls.Nanos(calls.Threads[i].Last.Primary))
	d.l.furniture(SlotGrid, first, y+height-laneGap-1, last-first, 1)
	load := d.t.load(i)
	d.drawLoad(y, height-laneGap, slot, func(column int) float64 { return load.column(column, d.columns) })
}

// drawEnding draws the time after a thread's last record, as the timeline does.
func (d *lanes) drawEnding(y, height CSS, i trace.ThreadIndex) {
	from, to, open, ok := d.t.EndingOf(i)
	if !ok {
		return
	}
	calls := d.t.index.Calls
	x0, x1 := d.r.x(calls.Nanos(from)), d.r.x(calls.Nanos(to))
	if x1-x0 < idleWidth {
		return
	}
	d.l.furniture(SlotNoCall, x0, y, x1-x0, height)
	if x1-x0 >= idleRoom && height >= loadName {
		d.l.text(x0+namePad, y+height/2, x1-x0-2*namePad, Muted, d.t.endingText(open, d.t.index.Method(open)))
	}
}

// busy is the slot of each column of a lane without methods.
func busy(int) Slot { return SlotLoad }

// drawLoad draws a load from 0 to 1 in each column. Equal neighbours are one rect.
func (d *lanes) drawLoad(y, height CSS, slot func(column int) Slot, load func(column int) float64) {
	var x, top CSS
	var last Slot
	for i := 0; i <= d.columns; i++ {
		at, next := d.l.Left+(d.width-d.l.Left)*CSS(i)/CSS(d.columns), CSS(0)
		var s Slot
		if i < d.columns {
			next = CSS(math.Round(load(i)*float64(height)*2)) / 2
			s = slot(i)
		}
		if i == 0 {
			x, top, last = at, next, s
			continue
		}
		if i < d.columns && next == top && s == last {
			continue
		}
		d.l.furniture(last, x, y+height-top, at-x, top)
		x, top, last = at, next, s
	}
}

func (d *lanes) name(y, height CSS, style Style, s string) {
	d.l.text(6, y+height/2, d.l.Left-12, style, s)
}

// line draws a thin line over a whole trace where the methods ran on any of the threads.
func (e *extents) line(l *List, w *work, threads []trace.ThreadIndex, v view, slot Slot, y CSS) {
	pixels := int(v.Right-v.Left) + 1
	n := (pixels + 63) / 64
	if cap(w.line) < n {
		w.line = make([]uint64, n)
	}
	line := w.line[:n]
	clear(line)
	for _, thread := range threads {
		if int(thread) >= len(e.depths) || len(e.depths[thread]) == 0 {
			continue
		}
		set, from, scale := e.set(w, thread, v)
		bits := len(set) * 64
		for i := nextBit(set, 0, bits, false); i < bits; {
			end := nextBit(set, i, bits, true)
			a, b := int(v.X(from+float64(i)/scale)-v.Left), int(v.X(from+float64(end)/scale)-v.Left)
			if a >= 0 && a < pixels {
				setBits(line, a, min(b, pixels))
			}
			// The rest of that pixel is marked already.
			next := int((v.At(v.Left+CSS(max(b, a+1))) - from) * scale)
			i = nextBit(set, max(end, next), bits, false)
		}
	}
	for i := nextBit(line, 0, pixels, false); i < pixels; {
		end := nextBit(line, i, pixels, true)
		l.furniture(slot, v.Left+CSS(i), y, CSS(end-i), markHeight)
		i = nextBit(line, end, pixels, false)
	}
}

// A Moment describes an instant in the minimap.
type Moment struct {
	Thread trace.ThreadIndex // the main thread, or the first of the given threads
	Method trace.MethodIndex // the one with the most time around it there, or call.NoMethod
	Share  float64           // busy share of that time, 0 to 1
	Ending string            // "no records: in X" in a thread's ending, else ""
}

// MomentAt returns what the minimap shows of the main thread at an instant. ok is false if there
// are no threads, or the instant is outside the trace.
func (t *Timeline) MomentAt(at trace.Ticks, threads []trace.ThreadIndex) (m Moment, ok bool) {
	from, to := t.recorded()
	if len(threads) == 0 || at < from || at > to || to <= from {
		return Moment{}, false
	}
	m.Thread = t.main(threads)
	if last, _, open, ok := t.EndingOf(m.Thread); ok && at > last {
		m.Method = t.index.Method(open)
		m.Ending = t.endingText(open, m.Method)
		return m, true
	}
	part := min(max(0, int(float64(at-from)/float64(to-from)*loadParts)), loadParts-1)
	m.Method, m.Share = t.methods(m.Thread)[part], float64(t.load(m.Thread).share[part])
	if levels := t.index.Calls.Threads[m.Thread].Levels; m.Method == call.NoMethod {
		// The thread is in no call of that depth. If a call encloses all of them, it is waiting
		// in that one.
		if first, _ := barOf(levels); first > 0 && levels[first-1].Start(0) <= at && at <= levels[first-1].End(0) {
			m.Method = t.chart.method[levels[first-1].Call(0).Node]
		}
	}
	return m, true
}

// othersLabel returns the label of all threads except main, shortened for a narrow column.
func (t *Timeline) othersLabel(l *List, n int) string {
	narrow := l.Left < labelWidth
	t.resetTexts()
	if t.loads.others != n || t.loads.narrow != narrow {
		t.loads.others, t.loads.narrow = n, narrow
		t.loads.name = words.Plural(int64(n), "other thread", "other threads")
		if narrow {
			t.loads.name = words.Plural(int64(n), "other", "others")
		}
	}
	return t.loads.name
}

// main returns the main thread, or the first one.
func (t *Timeline) main(threads []trace.ThreadIndex) trace.ThreadIndex {
	for _, i := range threads {
		if t.index.Info.Threads[i].IsMain() {
			return i
		}
	}
	return threads[0]
}

// visible raises a small load that is not 0 to a visible height.
func visible(v float64) float64 {
	if v > 0 && v < 0.08 {
		return 0.08
	}
	return v
}
