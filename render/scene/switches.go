package scene

import (
	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// switchRow is the minimum height of a row with hatching.
const switchRow = 5

const (
	guess      = 2 // records this many times farther apart than the switch is long leave its position uncertain
	guessWidth = 6 // minimum width in pixels to show that
)

// drawSwitches draws context switches over the visible calls, and those with nothing on the stack
// in the first row.
func (t *Timeline) drawSwitches(l *List) {
	p := &l.work.painter
	l.inView(func(b *threadBlock, top CSS) {
		if b.row < switchRow {
			return
		}
		levels := t.index.Calls.Threads[b.thread].Levels
		row := func(y, height CSS, from, to int) { // draws the depths from from to to; -1 means nothing on the stack
			y0, y1 := max(y, l.Top), min(y+height, l.Height)
			if y1 <= y0 {
				return
			}
			p.y, p.height, p.thread = float32(y0), float32(y1-y0), uint32(b.thread)
			for depth := from; depth < to; depth++ {
				p.depth = uint32(depth) // None for -1
				if depth < 0 {
					p.switches(t, t.index.Switches(b.thread, depth), nil)
				} else if depth < len(levels) {
					p.switches(t, t.index.Switches(b.thread, depth), levels[depth])
				}
			}
		}
		first := b.first
		if b.line > 0 && first > 0 {
			row(top+b.spans+foldHeight-foldGap, foldGap, -1, first) // below the text of the line
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

// switches draws the context switches of one level. One of a pixel or more is drawn separately.
// Narrower ones share cells of about a pixel. A cell is drawn if the CPU ran something else for at
// least half of its time, and merged with equal neighbours, so the hatching shows their total. The
// cost depends on the number of cells. l is nil for switches with nothing on the stack.
func (p *painter) switches(t *Timeline, s call.Switches, l *call.Level) {
	cell := max(1, p.cell/3)
	merged := trace.Ticks(-1) // end of the run of cells that was drawn last
	for i, n := s.Begin(p.first), s.After(p.last); i < n && !p.full; {
		from, to := s[i].From, s[i].To
		if float64(to-from) >= p.unit {
			p.addOff(t, from, to, l, s[i].Row, 0)
			i++
			continue
		}
		end := (from/cell + 1) * cell
		next := min(s.Next(i, end), n)
		if last := next - 1; last > i && float64(s.Sum(last, next)) >= p.unit {
			next = last // it begins in the cell but is not narrow
		}
		switch {
		case 2*s.Sum(i, next) < cell:
		case merged == end-cell && p.hatched[len(p.hatched)-1].Slot&Merged != 0:
			r := &p.hatched[len(p.hatched)-1]
			r.W = float32(p.x(end)) - r.X
			merged = end
		case next == i+1:
			p.addOff(t, from, to, l, s[i].Row, 0)
		default:
			p.addOff(t, end-cell, end, l, s[i].Row, Merged)
			merged = end
		}
		i = next
	}
}

// addOff adds a stretch of time off the CPU.
func (p *painter) addOff(t *Timeline, from, to trace.Ticks, l *call.Level, row uint32, flags Slot) {
	x0, x1 := p.x(from), p.x(to)
	if x1 <= x0 {
		return
	}
	if p.crowded() {
		p.full = true
		return
	}
	if x1-x0 >= guessWidth && flags&Merged == 0 {
		depth := int(int32(p.depth)) // -1 for nothing on the stack
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

// records returns the times of the two records around a context switch. It happened between them;
// nothing more is known. depth is -1 for a switch with nothing on the stack.
func (t *Timeline) records(thread trace.ThreadIndex, depth, row int, from, to trace.Ticks) (low, high trace.Ticks) {
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
	a, b := first, end // becomes the first callee that begins after it
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

// A Gap is a context switch as it is drawn, and the times of the records before and after it. The
// switch happened between Low and High; nothing more is known.
type Gap struct{ From, To, Low, High trace.Ticks }

// SwitchAt returns the context switch of a thread that is nearest to an instant. ok is false if
// the thread has none.
func (t *Timeline) SwitchAt(thread trace.ThreadIndex, at trace.Ticks) (gap Gap, ok bool) {
	best := trace.Ticks(0)
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
