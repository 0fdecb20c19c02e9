package scene

import (
	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// switchRow is the height below which a row has no room to be hatched.
const switchRow = 5

const (
	guess      = 2 // times as long as a switch: so far apart its records leave much open where it was
	guessWidth = 6 // pixels from which it is drawn otherwise
)

// drawSwitches draws the context switches of the calls in view over them, and in the first
// row those with nothing on the stack.
func (t *Timeline) drawSwitches(l *List) {
	p := &l.work.painter
	l.inView(func(b *threadBlock, top float64) {
		if b.row < switchRow {
			return
		}
		levels := t.index.Calls.Threads[b.thread].Levels
		row := func(y, height float64, from, to int) { // of those depths; -1 is nothing on the stack
			y0, y1 := max(y, l.Top), min(y+height, l.Height)
			if y1 <= y0 {
				return
			}
			p.y, p.height, p.thread = float32(y0), float32(y1-y0), uint32(b.thread)
			for depth := from; depth < to; depth++ {
				p.depth = uint32(depth) // None of -1
				if depth < 0 {
					p.switches(t, t.index.Switches(b.thread, depth), nil)
				} else if depth < len(levels) {
					p.switches(t, t.index.Switches(b.thread, depth), levels[depth])
				}
			}
		}
		first := b.first
		if b.line > 0 && first > 0 {
			row(top+foldHeight-foldGap, foldGap, -1, first) // below what the line says
		}
		for i := range max(1, b.n) {
			depth := first + i
			from := depth
			if depth == 0 {
				from = -1
			}
			row(b.rowAt(top, i), b.row, from, depth+1)
		}
	})
}

// switches draws those of one level. Of a pixel or more each is drawn by itself. Where they
// are narrower, a cell of about a pixel is drawn if the CPU was elsewhere for half of it or
// more, and with its neighbours that are: so the hatching shows how much they come to. The
// cost is that of the cells. L is nil where nothing was on the stack.
func (p *painter) switches(t *Timeline, s call.Switches, l *call.Level) {
	cell := max(1, p.cell/3)
	merged := int64(-1) // where the run of cells drawn last ends
	for i, n := s.Begin(p.first), s.After(p.last); i < n && !p.full; {
		from, to := s[i].From, s[i].To
		if float64(to-from) >= p.unit {
			p.off(t, from, to, l, s[i].Row, 0)
			i++
			continue
		}
		end := (from/cell + 1) * cell
		next := min(s.Next(i, end), n)
		if last := next - 1; last > i && float64(s.Sum(last, next)) >= p.unit {
			next = last // it begins in the cell, but is none of the narrow
		}
		switch {
		case 2*s.Sum(i, next) < cell:
		case merged == end-cell && p.hatched[len(p.hatched)-1].Slot&Merged != 0:
			r := &p.hatched[len(p.hatched)-1]
			r.W = float32(p.x(end)) - r.X
			merged = end
		case next == i+1:
			p.off(t, from, to, l, s[i].Row, 0)
		default:
			p.off(t, end-cell, end, l, s[i].Row, Merged)
			merged = end
		}
		i = next
	}
}

// off adds a stretch of time off the CPU.
func (p *painter) off(t *Timeline, from, to call.Ticks, l *call.Level, row uint32, flags Slot) {
	x0, x1 := p.x(from), p.x(to)
	if x1 <= x0 {
		return
	}
	if p.crowded() {
		p.full = true
		return
	}
	if x1-x0 >= guessWidth && flags&Merged == 0 {
		depth := int(int32(p.depth)) // -1 where nothing was on the stack
		if low, high := t.records(trace.ThreadIndex(p.thread), depth, int(row), from, to); high-low > guess*(to-from) {
			flags |= Faded
		}
	}
	method := NoMethod
	if l != nil {
		method = uint32(t.chart.method[l.Call(int(row)).Node])
	} else {
		row = None
	}
	p.hatched = append(p.hatched, Rect{
		X: float32(x0), Y: p.y, W: float32(x1 - x0), H: p.height, Slot: SlotSwitch | Hatched | flags,
		Method: method, Thread: p.thread, Depth: p.depth, Row: row,
	})
}

// records returns the instants of the two records between which a context switch lies: all
// that is known of when it was. Depth is -1 for one with nothing on the stack.
func (t *Timeline) records(thread trace.ThreadIndex, depth, row int, from, to call.Ticks) (low, high call.Ticks) {
	th := &t.index.Calls.Threads[thread]
	low, high = th.First.Primary, th.Last.Primary
	first, end := 0, 0
	if len(th.Levels) > 0 {
		end = th.Levels[0].Len()
	}
	if depth >= 0 {
		l := th.Levels[depth]
		low, high = l.Start(row), l.End(row)
		first, end = th.Callees(depth, row)
	}
	if first >= end {
		return low, high
	}
	below := th.Levels[depth+1]
	a, b := first, end // to be the first callee that begins after it
	for a < b {
		if mid := int(uint(a+b) >> 1); below.Start(mid) >= to {
			b = mid
		} else {
			a = mid + 1
		}
	}
	if a < end {
		high = below.Start(a)
	}
	if a > first {
		low = below.End(a - 1)
	}
	return low, high
}

// A Gap is a context switch as it is drawn, and the instants of the records before and after
// it: that it lay between those is all that is known.
type Gap struct{ From, To, Low, High call.Ticks }

// SwitchAt returns the context switch of a thread that is nearest to an instant; false if it
// has none.
func (t *Timeline) SwitchAt(thread trace.ThreadIndex, at call.Ticks) (gap Gap, ok bool) {
	best := int64(0)
	for d := -1; d < len(t.index.Calls.Threads[thread].Levels); d++ {
		s := t.index.Switches(thread, d)
		i := s.Begin(at)
		for _, k := range [2]int{i - 1, i} {
			if k < 0 || k >= len(s) {
				continue
			}
			if away := max(0, s[k].From-at, at-s[k].To); !ok || away < best {
				ok, best = true, away
				gap.From, gap.To = s[k].From, s[k].To
				gap.Low, gap.High = t.records(thread, d, int(s[k].Row), gap.From, gap.To)
			}
		}
	}
	return gap, ok
}
