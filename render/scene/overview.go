package scene

import (
	"math"

	"traceglass/parser/call"
	"traceglass/parser/trace"
)

const (
	loadParts  = 512 // parts of the trace's span whose load is known
	loadColumn = 2   // pixels, the least width of a column
	loadLane   = 6   // pixels, the least height of a thread's own lane
	loadLabels = 13  // pixels for the ruler's times
	loadRoom   = 4   // pixels above the first lane
)

// A load is how busy one thread was over the trace.
type load struct {
	share  [loadParts]float32           // of each part: 0 to 1
	method [loadParts]trace.MethodIndex // that took most of it, at the depth where the thread first branches
}

type loads struct {
	threads []*load
	total   []float32 // scratch, a column each
}

// load returns a thread's load. With two clocks it is CPU time by wall time; with one, the
// time in which any call ran.
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
	for i := range o.method {
		o.method[i] = call.NoMethod
	}
	if len(th.Levels) == 0 {
		return o
	}
	from, to := calls.Span()
	part := float64(to-from) / loadParts
	if part <= 0 {
		return o
	}
	if calls.Clocks == trace.Dual {
		before := float64(th.First.CPU)
		for i := range o.share {
			now := cpuAt(th, float64(from)+part*float64(i+1))
			o.share[i] = float32(min(1, (now-before)/part))
			before = now
		}
	} else {
		t.spread(&th.Levels[0], from, part, func(i int, ticks float64, _ trace.MethodIndex) {
			o.share[i] += float32(ticks / part)
		})
	}
	first, _ := barOf(th.Levels)
	var most [loadParts]float32
	// The method of a part is the one whose calls, one after the other, took most of it.
	run, last := float32(0), call.NoMethod
	at := -1
	t.spread(&th.Levels[first], from, part, func(i int, ticks float64, m trace.MethodIndex) {
		if i != at || m != last {
			run, at, last = 0, i, m
		}
		run += float32(ticks)
		if run > most[i] {
			most[i], o.method[i] = run, m
		}
	})
	return o
}

// spread tells how much of each part of the trace each call of a level takes.
func (t *Timeline) spread(l *call.Level, from call.Ticks, part float64, f func(i int, ticks float64, m trace.MethodIndex)) {
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

// cpuAt returns a thread's CPU time at an instant, run evenly between two records. It
// descends the stack of that moment: no record of another branch lies nearer.
func cpuAt(t *call.Thread, at float64) float64 {
	before, after := t.First, t.Last
	if at <= float64(before.Primary) {
		return float64(before.CPU)
	}
	if at >= float64(after.Primary) {
		return float64(after.CPU)
	}
	lo, hi := 0, t.Levels[0].Len()
	for d := 0; lo < hi; d++ {
		l := &t.Levels[d]
		i, end := lo, hi // the first call that ends at the instant or later
		for i < end {
			if mid := int(uint(i+end) >> 1); float64(l.End(mid)) >= at {
				end = mid
			} else {
				i = mid + 1
			}
		}
		if i > lo {
			_, cpu := l.CPU(i - 1)
			before = call.Instant{Primary: l.End(i - 1), CPU: cpu}
		}
		if i == hi {
			break
		}
		cpuStart, cpuEnd := l.CPU(i)
		entry, exit := call.Instant{Primary: l.Start(i), CPU: cpuStart}, call.Instant{Primary: l.End(i), CPU: cpuEnd}
		if float64(entry.Primary) > at {
			after = entry
			break
		}
		before, after = entry, exit
		lo, hi = t.Callees(d, i)
	}
	if after.Primary <= before.Primary {
		return float64(before.CPU)
	}
	part := (at - float64(before.Primary)) / float64(after.Primary-before.Primary)
	return float64(before.CPU) + part*float64(after.CPU-before.CPU)
}

// Overview draws the load of threads over the whole trace, for choosing a range: a lane a
// thread while there is room, the main thread's in its methods' colours; else the main
// thread's, and above it all others together.
func (t *Timeline) Overview(l *List, width, height float64, threads []trace.ThreadIndex, p Paint) {
	_, end := t.index.Calls.Span()
	span := float64(t.index.Calls.Nanos(end))
	l.start(0, span, width, height)
	l.Content = height
	l.furniture(SlotAxis, 0, 0, width, height)
	if len(threads) == 0 || end <= 0 || width <= 0 {
		return
	}
	area := height - loadRoom
	r := newRuler(NewAxis(0, span, 0, width), 120)
	if height >= 3*loadLabels {
		area -= loadLabels
		r.write(l, height-loadLabels/2.0, Muted)
	}
	for at := r.step; r.x(at) < width; at += r.step {
		l.furniture(SlotGrid, r.x(at), 0, 1, height)
	}
	main := threads[0]
	for _, i := range threads {
		if t.index.Info.Threads[i].Name == "main" {
			main = i
			break
		}
	}
	columns := min(loadParts, int(width/loadColumn))
	if columns == 0 {
		return
	}
	const gap = 2
	others := len(threads) - 1
	lanes := others
	if others > 0 && (area-gap)/float64(others+2)-gap < loadLane {
		lanes = 1
	}
	share := math.Floor(area / float64(lanes+2)) // the main thread has two
	draw := func(y, h float64, slot func(i int) Slot, value func(i int) float64) {
		// Neighbours that look the same are one rect.
		var x, top float64
		var last Slot
		for i := 0; i <= columns; i++ {
			at, next := width*float64(i)/float64(columns), 0.0
			var s Slot
			if i < columns {
				next = math.Round(value(i)*h*2) / 2
				s = slot(i)
			}
			if i == 0 {
				x, top, last = at, next, s
				continue
			}
			if i < columns && next == top && s == last {
				continue
			}
			l.furniture(last, x, y+h-top, at-x, top)
			x, top, last = at, next, s
		}
	}
	part := func(i int) int { return i * loadParts / columns }
	load := func(o *load) func(i int) float64 {
		return func(i int) float64 {
			sum, n := 0.0, 0
			for k := part(i); k < max(part(i+1), part(i)+1); k++ {
				sum += float64(o.share[k])
				n++
			}
			return visible(sum / float64(n))
		}
	}
	busy := func(int) Slot { return SlotLoad }
	life := func(y float64, i trace.ThreadIndex) { // the lane's ground, as long as the thread lived
		th := &t.index.Calls.Threads[i]
		from, to := r.x(t.index.Calls.Nanos(th.First.Primary)), r.x(t.index.Calls.Nanos(th.Last.Primary))
		l.furniture(SlotGrid, from, y-1, to-from, 1)
	}
	y := float64(loadRoom)
	if lanes == 1 && others > 1 {
		if cap(t.loads.total) < columns {
			t.loads.total = make([]float32, columns)
		}
		total := t.loads.total[:columns]
		clear(total)
		most := float32(0)
		for _, i := range threads {
			if i == main {
				continue
			}
			value := load(t.load(i))
			for c := range total {
				total[c] += float32(value(c))
				most = max(most, total[c])
			}
		}
		if most > 0 {
			draw(y, share-gap, busy, func(i int) float64 { return float64(total[i] / most) })
		}
		y += share
	}
	own := t.load(main)
	colour := func(i int) Slot {
		if m := own.method[part(i)]; m != call.NoMethod {
			return p.slot(m)
		}
		return SlotLoad
	}
	life(y+2*share-gap, main)
	draw(y, 2*share-gap, colour, load(own))
	y += 2 * share
	if lanes > 1 || others == 1 {
		for _, i := range threads {
			if i != main {
				life(y+share-gap, i)
				draw(y, share-gap, busy, load(t.load(i)))
				y += share
			}
		}
	}
}

// visible makes a load that is not nothing show as something.
func visible(v float64) float64 {
	if v > 0 && v < 0.08 {
		return 0.08
	}
	return v
}
