package scene

import (
	"math"
	"math/bits"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/trace"
)

const (
	// extentBits is the number of equal parts of the trace's span. extents record each part where a
	// method ran. Zoomed-out views use them. They need 32 KB per thread.
	extentBits = 1 << 18
	// exactRows is the maximum number of calls to read for a finer picture.
	exactRows = 200_000
)

// extents has the times when one method, or any of several, ran.
type extents struct {
	chart  *chart
	from   trace.Ticks // of the trace
	scale  float64     // bits per tick
	method trace.MethodIndex
	has    bool
	hits   []bool     // several methods, by trace.MethodIndex; nil for the one method
	mine   []bool     // by call.NodeIndex: a call of the methods, not within another one
	depths [][]uint32 // by thread: levels with such calls
	bits   [][]uint64 // by thread, built on first use
}

func newExtents(c *chart) extents {
	x := c.index
	from, to := x.Calls.Span()
	return extents{
		chart:  c,
		from:   from,
		scale:  extentBits / float64(max(1, to-from)),
		mine:   make([]bool, len(c.method)),
		depths: make([][]uint32, len(x.Calls.Threads)),
		bits:   make([][]uint64, len(x.Calls.Threads)),
	}
}

// find selects method m. Only its outermost calls have lines, because these include inner calls.
func (e *extents) find(m trace.MethodIndex) {
	if e.has && e.method == m {
		return
	}
	e.has, e.method = true, m
	clear(e.mine)
	for i := range e.depths {
		e.depths[i], e.bits[i] = e.depths[i][:0], e.bits[i][:0]
	}
	x := e.chart.index
	for n, of := range e.chart.method {
		if of != m || !x.Merged.Outermost[x.Of[n]] {
			continue
		}
		e.mine[n] = true
		at := x.Thread[n]
		depths, depth := e.depths[at], x.Depth(call.NodeIndex(n))
		known := false
		for _, d := range depths {
			known = known || d == depth
		}
		if !known {
			e.depths[at] = append(depths, depth)
		}
	}
}

// findAll selects the methods in hits, by trace.MethodIndex. Only their outermost calls have
// lines.
func (e *extents) findAll(hits []bool) {
	if e.hits != nil && len(hits) > 0 && &e.hits[0] == &hits[0] {
		return
	}
	e.has, e.hits = false, hits
	clear(e.mine)
	for i := range e.depths {
		e.depths[i], e.bits[i] = e.depths[i][:0], e.bits[i][:0]
	}
	tree := &e.chart.index.Calls.Tree
	within := make([]bool, tree.Len()) // a caller precedes its callees
	for n := range within {
		caller := tree.At(call.NodeIndex(n)).Parent
		within[n] = caller != call.None && (within[caller] || e.mine[caller])
		if m := e.chart.method[n]; within[n] || int(m) >= len(hits) || !hits[m] {
			continue
		}
		e.mine[n] = true
		at, depth := e.chart.index.Thread[n], e.chart.index.Depth(call.NodeIndex(n))
		if !slices.Contains(e.depths[at], depth) {
			e.depths[at] = append(e.depths[at], depth)
		}
	}
}

// mark sets a bit for every part of an axis in ticks where the method ran.
func (e *extents) mark(set []uint64, thread trace.ThreadIndex, first, last trace.Ticks, from, scale float64) {
	levels := e.chart.index.Calls.Threads[thread].Levels
	most := float64(len(set) * 64)
	var buf [fan]span
	for _, d := range e.depths[thread] {
		if int(d) >= len(levels) {
			continue
		}
		l := levels[d]
		lo, hi := e.chart.rows(l, first, last)
		for row := lo; row < hi; {
			next := min(row|(fan-1)+1, hi)
			for _, s := range e.chart.spans(&buf, l, row, next) {
				if !e.mine[s.node] {
					continue
				}
				a, b := (float64(s.start)-from)*scale, (float64(s.end)-from)*scale
				if a < most && b >= 0 {
					setBits(set, int(max(0, a)), int(math.Ceil(min(b, most))))
				}
			}
			row = next
		}
	}
}

// setBits sets bits [from, to), at least one.
func setBits(set []uint64, from, to int) {
	to = max(to, from+1)
	w, last := from>>6, (to-1)>>6
	head := ^uint64(0) << (from & 63)
	tail := ^uint64(0) >> (63 - (to-1)&63)
	if w == last {
		set[w] |= head & tail
		return
	}
	set[w] |= head
	for w++; w < last; w++ {
		set[w] = ^uint64(0)
	}
	set[last] |= tail
}

// nextBit returns the first set bit at from or later, or with clear the first bit that is not set.
// It returns n if no bit below n qualifies.
func nextBit(set []uint64, from, n int, clear bool) int {
	for from < n {
		word := set[from>>6]
		if clear {
			word = ^word
		}
		if word >>= from & 63; word != 0 {
			return min(n, from+bits.TrailingZeros64(word))
		}
		from = from&^63 + 64
	}
	return n
}

// lastBit returns the last set bit of [from, to), or -1.
func lastBit(set []uint64, from, to int) int {
	for to > from {
		w := (to - 1) >> 6
		if word := set[w] << (63 - (to-1)&63); word != 0 {
			if last := to - 1 - bits.LeadingZeros64(word); last >= from {
				return last
			}
			return -1
		}
		to = w << 6
	}
	return -1
}

// drawExtents draws a thin line below each thread for every call of the query's method.
func (t *Timeline) drawExtents(l *List, q *TimelineQuery, v view, most int) {
	if int(q.Method) >= len(t.index.Info.Methods) {
		return
	}
	e := &t.extents
	e.find(q.Method)
	l.inView(func(b *threadBlock, top CSS) {
		y := top + b.chart + extentTop
		if len(e.depths[b.thread]) == 0 || y < l.Top || y >= l.Height {
			return
		}
		set, from, scale := e.set(l.work, b.thread, v)
		// Bit i covers pixels x(i) to x(i+1).
		x := func(i int) CSS { return v.Within(from + float64(i)/scale) }
		bit := func(x CSS) int {
			return int(max(0, min((v.At(x)-from)*scale, float64(len(set)*64))))
		}
		n := min(len(set)*64, bit(v.Right)+1)
		gap := max(1, int(scale/v.Scale())) // bits per pixel
		for i := nextBit(set, bit(v.Left), n, false); i < n && most > 0; most-- {
			end := nextBit(set, i, n, true)
			for { // gaps within a pixel are invisible
				last := lastBit(set, end, min(end+gap, n))
				if last < 0 {
					break
				}
				end = nextBit(set, last, n, true)
			}
			x0, x1 := x(i), x(end)
			if x1 > x0 {
				l.furniture(SlotExtent, x0, y, max(1, x1-x0), extentHeight)
			}
			i = nextBit(set, end, n, false)
		}
	})
}

// set returns bits that mark when the method ran on a thread. Bit i covers ticks from from +
// i/scale. If that is fast to compute, a bit is half a pixel of the view; otherwise set returns the
// cached bits of the whole trace.
func (e *extents) set(w *work, thread trace.ThreadIndex, v view) (set []uint64, from, scale float64) {
	if v.Scale() > 0.5*e.scale { // the trace's bits are wider than half a pixel
		levels := e.chart.index.Calls.Threads[thread].Levels
		rows := 0
		for _, d := range e.depths[thread] {
			if int(d) < len(levels) {
				lo, hi := e.chart.rows(levels[d], v.first, v.last)
				rows += max(0, hi-lo)
			}
		}
		if rows <= exactRows {
			words := (int(2*(v.Right-v.Left)) + 64) / 64
			if cap(w.bits) < words {
				w.bits = make([]uint64, words)
			}
			set = w.bits[:words]
			clear(set)
			e.mark(set, thread, v.first, v.last, v.From, 2*v.Scale())
			return set, v.From, 2 * v.Scale()
		}
	}
	if len(e.bits[thread]) == 0 {
		if cap(e.bits[thread]) == 0 {
			e.bits[thread] = make([]uint64, extentBits/64+1)
		}
		set = e.bits[thread][:extentBits/64+1]
		clear(set)
		t := &e.chart.index.Calls.Threads[thread]
		e.mark(set, thread, t.First.Primary, t.Last.Primary, float64(e.from), e.scale)
		e.bits[thread] = set
	}
	return e.bits[thread], float64(e.from), e.scale
}
