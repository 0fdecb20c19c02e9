package scene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// random returns a trace of two threads that starts at start. Steps in time are often 0 and
// sometimes long.
func random(rng *rand.Rand, calls, depth, methods int, start trace.Ticks) *profile.Index {
	m := newMaker(trace.Dual, 2, methods)
	for thread := range 2 {
		wall, cpu := start, start/2
		n := calls / 2
		var stack []trace.MethodIndex
		for n > 0 || len(stack) > 0 {
			switch d := trace.Ticks(0); rng.IntN(8) {
			case 0:
			case 1:
				d = trace.Ticks(rng.ExpFloat64() * 300)
				fallthrough
			default:
				d += trace.Ticks(rng.IntN(5))
				wall += d
				cpu += d / 2
			}
			rec := trace.Record{Wall: wall, CPU: cpu, Thread: trace.ThreadIndex(thread)}
			if n > 0 && len(stack) < depth && rng.IntN(2) == 0 {
				rec.Method, rec.Action = trace.MethodIndex(rng.IntN(methods)), trace.Enter
				stack = append(stack, rec.Method)
				n--
			} else if len(stack) > 0 {
				rec.Method, rec.Action = stack[len(stack)-1], trace.Exit
				stack = stack[:len(stack)-1]
			} else {
				continue
			}
			m.record(rec)
		}
	}
	return m.index()
}

// randomQuery selects a random part of a trace, or the entire trace.
func randomQuery(rng *rand.Rand, x *profile.Index, from trace.Ticks) TimelineQuery {
	_, to := x.Calls.Span()
	tick := float64(x.Calls.Tick)
	q := TimelineQuery{
		Width: CSS(200 + rng.Float64()*1500), Height: CSS(100 + rng.Float64()*900),
		Threads: threadsOf(x), Paint: rankPaint(x), Method: call.NoMethod,
	}
	span := float64(to-from) * math.Pow(10, -3*rng.Float64())
	if rng.IntN(5) == 0 {
		span = float64(to - from)
	}
	q.From = (float64(from) + rng.Float64()*(float64(to-from)-span)) * tick
	q.To = q.From + span*tick
	q.ScrollY = CSS(rng.Float64() * 200)
	return q
}

// place identifies a row of the picture.
type place struct{ thread, depth uint32 }

// TestTimelineExact checks random traces and views. Each call of a pixel or more is drawn once, at
// its position. Boxes of a row do not overlap. To the pixel, drawn parts of a row are busy and the
// others idle.
func TestTimelineExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for round := range 40 {
		start := trace.Ticks(0)
		if round%4 == 1 {
			start = 1<<32 - 20_000 // crosses 2^32 ticks
		}
		if round%4 == 3 {
			start = 5 << 34
		}
		calls := 400
		if round%2 == 0 {
			calls = 40_000
		}
		x := random(rng, calls, 3+rng.IntN(12), 30, start)
		tl := NewTimeline(x)
		var l List
		for range 15 {
			q := randomQuery(rng, x, start)
			tl.Draw(&l, &q)
			if err := checkTimeline(x, &l, &q); err != nil {
				t.Fatalf("round %d, from %v to %v, %v×%v, scrolled %v: %v", round, q.From, q.To, q.Width, q.Height, q.ScrollY, err)
			}
		}
	}
}

func checkTimeline(x *profile.Index, l *List, q *TimelineQuery) error {
	const slack = 0.01 // of single precision
	drawn := map[place][]Rect{}
	for _, r := range l.Rects {
		if r.Slot&Bare == 0 && r.Method != NoMethod {
			at := place{r.Thread, r.Depth}
			drawn[at] = append(drawn[at], r)
		}
	}
	scale := float64(q.Width-l.Left) / (q.To - q.From)
	top := l.Top - l.ScrollY
	for _, thread := range q.Threads {
		levels := x.Calls.Threads[thread].Levels
		for d := range levels {
			y0, y1 := max(l.Top, top+CSS(d)*rowPitch), min(l.Height, top+CSS(d)*rowPitch+rowHeight)
			at := place{uint32(thread), uint32(d)}
			rects := drawn[at]
			delete(drawn, at)
			if y1 <= y0 {
				if len(rects) > 0 {
					return fmt.Errorf("%v is drawn though out of view", at)
				}
				continue
			}
			end := float64(l.Left)
			exact := map[uint32]Rect{}
			byX := sorted(rects)
			for _, r := range byX {
				if float64(r.X) < end-slack || float64(r.X+r.W) > float64(q.Width)+slack {
					return fmt.Errorf("%v overlaps its neighbour or the view's edge at %v", r, end)
				}
				if math.Abs(float64(CSS(r.Y)-y0)) > slack || math.Abs(float64(CSS(r.Y+r.H)-y1)) > slack {
					return fmt.Errorf("%v: want y from %v to %v", r, y0, y1)
				}
				end = float64(r.X + r.W)
				if r.Slot&Merged == 0 {
					if _, twice := exact[r.Row]; twice {
						return fmt.Errorf("%v is drawn twice", r)
					}
					exact[r.Row] = r
				}
			}
			lv := levels[d]
			next := 0 // index in byX
			before := math.Inf(-1)
			for row := range lv.Len() {
				a := float64(l.Left) + (float64(x.Calls.Nanos(lv.Start(row)))-q.From)*scale
				b := float64(l.Left) + (float64(x.Calls.Nanos(lv.End(row)))-q.From)*scale
				if b < float64(l.Left) || a > float64(q.Width) {
					continue
				}
				ca, cb := max(a, float64(l.Left)), min(b, float64(q.Width))
				r, ok := exact[uint32(row)]
				if b-a >= 1+slack && cb > ca+slack && !ok {
					return fmt.Errorf("call %v row %d, from %v to %v, is not drawn", at, row, a, b)
				}
				if ok {
					if math.Abs(float64(r.X)-ca) > slack || math.Abs(float64(r.X+r.W)-cb) > slack {
						return fmt.Errorf("call %v row %d is at %v+%v, want %v to %v", at, row, r.X, r.W, ca, cb)
					}
					if m := x.Calls.Tree.At(lv.Call(row).Node).Method; uint32(m) != r.Method {
						return fmt.Errorf("call %v row %d is of method %d, want %d", at, row, r.Method, m)
					}
				}
				// Within the boxes, to the pixel.
				for next < len(byX) && float64(byX[next].X+byX[next].W) < ca-1 {
					next++
				}
				if cb > ca+slack && (next == len(byX) || float64(byX[next].X) > ca+1) {
					return fmt.Errorf("call %v row %d, from %v to %v: nothing there", at, row, a, b)
				}
				// No box covers a visible gap.
				if before >= float64(l.Left) && a-before > 1+slack && a < float64(q.Width) {
					middle := (before + a) / 2
					for _, r := range byX {
						if float64(r.X) < middle && middle < float64(r.X+r.W) {
							return fmt.Errorf("%v lies over the gap from %v to %v", r, before, a)
						}
					}
				}
				before = b
			}
		}
		top += rowPitch*CSS(len(levels)) + gapHeight
	}
	if len(drawn) > 0 {
		return fmt.Errorf("rows %v are no thread's", drawn)
	}
	if len(l.Rects) > MaxRects {
		return fmt.Errorf("%d rects", len(l.Rects))
	}
	return nil
}

func sorted(rects []Rect) []Rect {
	out := append([]Rect(nil), rects...)
	for i := 1; i < len(out); i++ {
		for k := i; k > 0 && (out[k].X < out[k-1].X || out[k].X == out[k-1].X && out[k].W < out[k-1].W); k-- {
			out[k], out[k-1] = out[k-1], out[k]
		}
	}
	return out
}

// TestTimelineMost draws a picture with the most boxes: calls and gaps of a pixel or two in every
// row of a large canvas, all of one selected method.
func TestTimelineMost(t *testing.T) {
	const width, depth = 3840, 60
	rng := rand.New(rand.NewPCG(6, 6))
	m := newMaker(trace.Wall, 1, 2)
	now := trace.Ticks(0)
	for range width {
		for range depth {
			m.record(trace.Record{Wall: now, Method: 1})
		}
		now += 1 + trace.Ticks(rng.ExpFloat64()*2)
		for range depth {
			m.record(trace.Record{Wall: now, Method: 1, Action: trace.Exit})
		}
		now += 1 + trace.Ticks(rng.ExpFloat64()*2)
	}
	x := m.index()
	tl := NewTimeline(x)
	var l List
	for _, part := range []float64{1, 0.5, 0.3, 0.1} {
		q := TimelineQuery{
			To: float64(x.Calls.Nanos(now)) * part, Width: width, Height: 1200, Threads: threadsOf(x),
			Paint: rankPaint(x), Method: 1, HasSelected: true,
		}
		for range 3 {
			tl.Draw(&l, &q)
			if len(l.Rects) > MaxRects {
				t.Errorf("%v of the trace: %d rects", part, len(l.Rects))
			}
			if len(l.Rects) < 300 {
				t.Errorf("%v of the trace: %d rects only", part, len(l.Rects))
			}
		}
	}
}

// TestExtents checks for random traces and views that the lines below a thread cover the
// outermost calls of the selected method, to the pixel.
func TestExtents(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for round := range 30 {
		start := trace.Ticks(round%2) << 33
		x := random(rng, []int{300, 60_000}[round/2%2], 8, 40, start)
		tl := NewTimeline(x)
		var l List
		for range 10 {
			q := randomQuery(rng, x, start)
			q.Height, q.ScrollY = 1000, 0
			q.Method = trace.MethodIndex(rng.IntN(40))
			tl.Draw(&l, &q)
			y := l.Top
			for _, thread := range q.Threads {
				th := &x.Calls.Threads[thread]
				y += rowPitch * CSS(len(th.Levels))
				var lines []Rect
				for _, r := range l.Rects {
					if r.Slot == SlotExtent|Bare && CSS(r.Y) > y && CSS(r.Y) < y+gapHeight {
						lines = append(lines, r)
					}
				}
				y += gapHeight
				if err := checkExtents(x, th, &l, &q, lines); err != nil {
					t.Fatalf("round %d, from %v to %v: %v", round, q.From, q.To, err)
				}
			}
		}
	}
}

func checkExtents(x *profile.Index, th *call.Thread, l *List, q *TimelineQuery, lines []Rect) error {
	scale := float64(q.Width-l.Left) / (q.To - q.From)
	pixels := make([]bool, int(q.Width)+3) // a pixel with a call, or next to one
	for d := range th.Levels {
		lv := th.Levels[d]
		for row := range lv.Len() {
			if x.Calls.Tree.At(lv.Call(row).Node).Method != q.Method {
				continue
			}
			a := max(float64(l.Left), float64(l.Left)+(float64(x.Calls.Nanos(lv.Start(row)))-q.From)*scale)
			b := min(float64(q.Width), float64(l.Left)+(float64(x.Calls.Nanos(lv.End(row)))-q.From)*scale)
			if b < a-1 {
				continue
			}
			for i := max(0, int(a)-1); i <= int(b)+1; i++ {
				pixels[i] = true
			}
			if b-a < 0.01 {
				continue // may be at the edge of the view
			}
			covered := false
			for _, r := range lines {
				covered = covered || float64(r.X) <= a+1 && float64(r.X+r.W) >= b-1
			}
			if !covered {
				return fmt.Errorf("call at depth %d row %d, from %v to %v, has no line", d, row, a, b)
			}
		}
	}
	for _, r := range lines {
		for i := int(r.X); float32(i) < r.X+r.W; i++ {
			if !pixels[i] {
				return fmt.Errorf("line %v has no call at pixel %d", r, i)
			}
		}
	}
	return nil
}

// TestFlameWidths checks for random trees that callees are within their caller, do not overlap,
// and are sorted by width.
func TestFlameWidths(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 20 {
		x := random(rng, 5000, 12, 12, 0)
		_, to := x.Calls.Span()
		p := x.Profile(profile.Scope{From: to / 5, To: to / 2}, nil)
		for _, c := range []*profile.Contexts{&p.Contexts, p.Folded()} {
			for clock := range profile.Clock(3) {
				q := FlameQuery{To: 1, Width: 900, Height: 600, Clock: clock, Method: call.NoMethod, Invert: clock == 1}
				q.Root = profile.Row(rng.IntN(c.Tree.Len()))
				for c.Rows[q.Root].Inclusive[clock] == 0 {
					q.Root = c.Tree.Parent[q.Root]
				}
				if rng.IntN(2) == 0 {
					q.From = rng.Float64() * 0.8
					q.To = q.From + 0.1
				}
				var l List
				Flame(&l, c, &q)
				if err := checkFlame(c, &l, &q); err != nil {
					t.Fatalf("clock %d root %d from %v: %v", clock, q.Root, q.From, err)
				}
			}
		}
	}
}

func checkFlame(c *profile.Contexts, l *List, q *FlameQuery) error {
	const slack = 0.01
	frames := map[uint32]Rect{}
	for _, r := range l.Rects {
		if r.Slot&Merged == 0 {
			if _, twice := frames[r.Row]; twice {
				return fmt.Errorf("row %d is drawn twice", r.Row)
			}
			frames[r.Row] = r
		}
		if r.X < -slack || r.X+r.W > float32(l.Width)+slack {
			return fmt.Errorf("%v lies outside", r)
		}
	}
	end := map[float32]float32{}
	for _, r := range sorted(l.Rects) {
		if r.X < end[r.Y]-slack {
			return fmt.Errorf("%v overlaps its neighbour", r)
		}
		end[r.Y] = r.X + r.W
		if r.Row == 0 {
			continue
		}
		caller, ok := frames[uint32(c.Tree.Parent[r.Row])]
		if !ok {
			continue // scrolled away
		}
		if r.X < caller.X-slack || r.X+r.W > caller.X+caller.W+slack {
			return fmt.Errorf("%v is wider than its caller %v", r, caller)
		}
	}
	if err := checkNarrow(c, l, q, frames); err != nil {
		return err
	}
	// Every frame of a pixel or more, whose callers are all in view, is drawn.
	total := float64(c.Rows[q.Root].Inclusive[q.Clock])
	for row := range c.Rows {
		share := float64(c.Rows[row].Inclusive[q.Clock]) / total / (q.To - q.From) * float64(q.Width)
		if q.To-q.From == 1 && isBelow(c.Tree, profile.Row(row), q.Root) && share >= narrow {
			r, ok := frames[uint32(row)]
			if !ok {
				return fmt.Errorf("row %d, %v pixels wide, is not drawn", row, share)
			}
			if math.Abs(float64(r.W)-share) > 0.5 {
				return fmt.Errorf("row %d is %v wide, want %v", row, r.W, share)
			}
		}
	}
	return nil
}

// checkNarrow: the callees of a frame, with the frame of merged callees, are as wide as their time. None is left out.
func checkNarrow(c *profile.Contexts, l *List, q *FlameQuery, frames map[uint32]Rect) error {
	if q.To-q.From != 1 {
		return nil
	}
	width, count := map[profile.Row]float64{}, map[profile.Row]int{} // of drawn callees
	for _, r := range l.Rects {
		if r.Row == 0 {
			continue
		}
		caller := c.Tree.Parent[r.Row]
		width[caller] += float64(r.W)
		if r.Slot&Merged == 0 {
			count[caller]++
			continue
		}
		if count[caller] += int(r.Thread); r.Thread < 1 {
			return fmt.Errorf("%v has no number of frames", r)
		}
	}
	total := float64(c.Rows[q.Root].Inclusive[q.Clock])
	for row, r := range frames {
		if !isBelow(c.Tree, profile.Row(row), q.Root) || CSS(r.Y)+2*rowPitch > l.Height || q.Invert && r.Y < rowPitch {
			continue // its callees are scrolled away
		}
		want, n := 0.0, 0
		for at := c.Tree.First[row]; at != profile.NoRow; at = c.Tree.Next[at] {
			if time := c.Rows[at].Inclusive[q.Clock]; time > 0 {
				want, n = want+float64(time)/total*float64(q.Width), n+1
			}
		}
		missing := want - width[profile.Row(row)]
		if missing > prune+0.01 || missing < -0.05 {
			return fmt.Errorf("the callees of row %d are %v pixels wide, want %v", row, width[profile.Row(row)], want)
		}
		if got := count[profile.Row(row)]; got != n && missing < 0.01 && want > 0.1 {
			return fmt.Errorf("row %d has %d callees, %d are drawn", row, n, got)
		}
	}
	return nil
}

func isBelow(t *profile.Tree, row, root profile.Row) bool {
	for ; row != profile.NoRow; row = t.Parent[row] {
		if row == root {
			return true
		}
	}
	return false
}

// TestOrdered checks for each thread and clock that each call of a pixel or more is drawn at its
// position by its own clock.
func TestOrdered(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	for round := range 20 {
		x := random(rng, []int{300, 40_000}[round%2], 9, 20, trace.Ticks(round%4)<<31)
		th := &x.Calls.Threads[1]
		for _, clock := range []profile.Clock{profile.Wall, profile.CPU} {
			q := FlameQuery{To: 1, Width: 900, Height: 600, Method: call.NoMethod, Paint: rankPaint(x)}
			if round > 5 {
				q.From = rng.Float64() * 0.9
				q.To = q.From + rng.Float64()*0.1
			}
			var l List
			Ordered(&l, x, 1, clock, profile.WholeTrace.From, profile.WholeTrace.To, &q)
			drawn := map[place]map[uint32]Rect{}
			for _, r := range l.Rects {
				if r.Slot&(Bare|Merged) == 0 {
					at := place{r.Thread, r.Depth}
					if drawn[at] == nil {
						drawn[at] = map[uint32]Rect{}
					}
					drawn[at][r.Row] = r
				}
			}
			first, last := th.First.Primary, th.Last.Primary
			if clock == profile.CPU {
				first, last = th.First.CPU, th.Last.CPU
			}
			scale := float64(q.Width) / (q.To - q.From) / float64(last-first)
			for d := range th.Levels {
				for row := range th.Levels[d].Len() {
					start, end := th.Levels[d].Start(row), th.Levels[d].End(row)
					if clock == profile.CPU {
						start, end = th.Levels[d].CPU(row)
					}
					if float64(end-start)*scale < 1.001 {
						continue
					}
					edge := float64(first) + q.From*float64(last-first)
					a, b := max(0, (float64(start)-edge)*scale), min(float64(q.Width), (float64(end)-edge)*scale)
					if b < a+0.01 {
						continue
					}
					r, ok := drawn[place{1, uint32(d)}][uint32(row)]
					if !ok || math.Abs(float64(r.X)-a) > 0.02 || math.Abs(float64(r.X+r.W)-b) > 0.02 || r.Y != float32(rowPitch*(d+1)) {
						t.Fatalf("round %d clock %d: call %d/%d is drawn %v as %v, want %v to %v", round, clock, d, row, ok, r, a, b)
					}
				}
			}
		}
	}
}

// TestMerged checks that a run has the colour of the method with the most time in it, whether it
// is built from calls or from blocks.
func TestMerged(t *testing.T) {
	for _, calls := range []int{60, 60_000} {
		m := newMaker(trace.Wall, 1, 3)
		now := trace.Ticks(0)
		for i := range calls {
			// Methods 1 and 2 have equally many calls, but those of 2 are longer; then the
			// reverse.
			method := trace.MethodIndex(1 + i%2)
			d := trace.Ticks(1)
			if (method == 2) == (i < calls/2) {
				d = 4
			}
			m.record(trace.Record{Wall: now, Method: method})
			now += d
			m.record(trace.Record{Wall: now, Method: method, Action: trace.Exit})
		}
		x := m.index()
		var l List
		tl := NewTimeline(x)
		// The trace is 10 pixels wide.
		tl.Draw(&l, &TimelineQuery{
			To: float64(x.Calls.Nanos(now)) * 60, Width: labelWidth + 600, Height: 60,
			Threads: threadsOf(x), Paint: rankPaint(x), Method: call.NoMethod,
		})
		var got []uint32
		for _, r := range l.Rects {
			if r.Slot&Merged != 0 {
				got = append(got, r.Method)
			}
		}
		if len(got) < 2 || got[0] != 1 && got[0] != 2 {
			t.Fatalf("%d calls: methods %v", calls, got)
		}
		for _, r := range l.Rects {
			if r.Slot&Merged == 0 {
				continue
			}
			middle := float64(r.X+r.W/2) - labelWidth
			if want := uint32(2); middle < 4 && r.Method != want {
				t.Errorf("%d calls: %v, want method %d", calls, r, want)
			}
			if want := uint32(1); middle > 6 && r.Method != want {
				t.Errorf("%d calls: %v, want method %d", calls, r, want)
			}
		}
	}
}

// TestLocate checks that calls are drawn where Locate says.
func TestLocate(t *testing.T) {
	x := random(rand.New(rand.NewPCG(2, 2)), 600, 6, 10, 0)
	tl := NewTimeline(x)
	_, to := x.Calls.Span()
	for _, collapsed := range [][]bool{nil, {true, false}} {
		q := TimelineQuery{
			To: float64(x.Calls.Nanos(to)), Width: 1000, Height: 2000, Threads: []trace.ThreadIndex{1, 0},
			Method: call.NoMethod, Collapsed: collapsed,
		}
		var l List
		tl.Draw(&l, &q)
		for _, r := range l.Rects {
			if r.Depth == None {
				continue
			}
			y, h := tl.Locate(&q, profile.Ref{Thread: trace.ThreadIndex(r.Thread), Depth: r.Depth, Row: r.Row})
			if CSS(r.Y) < l.Top+y-0.01 || CSS(r.Y+r.H) > l.Top+y+h+0.01 {
				t.Fatalf("%v: located from %v to %v", r, y, y+h)
			}
		}
	}
}

// TestAllocations checks that drawing again allocates nothing.
func TestAllocations(t *testing.T) {
	x := random(rand.New(rand.NewPCG(8, 8)), 40_000, 20, 30, 0)
	tl := NewTimeline(x)
	p := x.Profile(profile.WholeTrace, nil)
	_, to := x.Calls.Span()
	var l, minimap, flame, ordered List
	paint := rankPaint(x)
	threads := threadsOf(x)
	label := func(trace.ThreadIndex) string { return "a thread" }
	q := TimelineQuery{
		Labels: label, To: float64(x.Calls.Nanos(to)), Width: 1000, Height: 500, Threads: threads,
		Paint: paint, Method: 3, HasSelected: true, Collapsed: []bool{false, true}, Switches: true,
	}
	f := FlameQuery{To: 1, Width: 1000, Height: 500, Paint: paint, Method: 3}
	for name, draw := range map[string]func(){
		"timeline": func() { tl.Draw(&l, &q) },
		"minimap": func() {
			tl.Minimap(&minimap, &MinimapQuery{Width: 1000, Height: 48, Threads: threads, Paint: paint, Method: 1})
		},
		"flame": func() { Flame(&flame, &p.Contexts, &f) },
		"ordered": func() {
			Ordered(&ordered, x, 0, profile.CPU, profile.WholeTrace.From, profile.WholeTrace.To, &f)
		},
	} {
		if n := testing.AllocsPerRun(20, draw); n > 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}
