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

// gaps is a trace. main is off the CPU in B, in A, and with nothing on the stack.
const gaps = `main 0/0>A 100/100>B 700/200<B 900/220<A 1900/230>A 1920/240<A
	worker 0/0>D 101/1>E 202/2<E 303/3>E 404/4<E 505/5>E 606/6<E 1800/1000<D`

func TestSwitchesGolden(t *testing.T) {
	x := traceOf(t, gaps)
	tl := NewTimeline(x)
	for name, q := range map[string]TimelineQuery{
		"switches":           {To: 2_000_000},
		"switches-middle":    {From: 500_000, To: 1_000_000},
		"switches-far":       {To: 200_000_000},
		"switches-collapsed": {To: 2_000_000, Collapsed: []bool{false, true}},
	} {
		q.Width, q.Height, q.Switches, q.Method = 648, 120, true, call.NoMethod
		q.Threads, q.Paint = threadsOf(x), rankPaint(x)
		var l List
		tl.Draw(&l, &q)
		checkGolden(t, name, &l)
	}
}

// TestSwitches checks random traces and views. Each context switch of a pixel or more is drawn
// once, at its position, over the call that it interrupted. A run of narrower ones is drawn only
// where the CPU ran something else for half of the time.
func TestSwitches(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 7))
	for round := range 30 {
		start := trace.Ticks(0)
		if round%3 == 1 {
			start = 1<<32 - 20_000 // crosses 2^32 ticks
		}
		calls := 400
		if round%2 == 0 {
			calls = 40_000
		}
		x := random(rng, calls, 2+rng.IntN(8), 30, start)
		tl := NewTimeline(x)
		var l List
		for range 15 {
			q := randomQuery(rng, x, start)
			q.Switches = true
			tl.Draw(&l, &q)
			if err := checkSwitches(x, &l, &q); err != nil {
				t.Fatalf("round %d, from %v to %v, %v×%v, scrolled %v: %v", round, q.From, q.To, q.Width, q.Height, q.ScrollY, err)
			}
		}
	}
}

func checkSwitches(x *profile.Index, l *List, q *TimelineQuery) error {
	drawn := map[place][]Rect{}
	for _, r := range l.Rects {
		if r.Slot&Hatched != 0 {
			at := place{r.Thread, r.Depth}
			drawn[at] = append(drawn[at], r)
		}
	}
	scale := float64(q.Width-l.Left) / (q.To - q.From) * float64(x.Calls.Tick) // pixels per tick
	left := float64(l.Left) - q.From/float64(x.Calls.Tick)*scale
	top := l.Top - l.ScrollY
	for _, thread := range q.Threads {
		levels := x.Calls.Threads[thread].Levels
		for depth := -1; depth < len(levels); depth++ {
			row := top + rowPitch*CSS(max(0, depth))
			y0, y1 := max(l.Top, row), min(l.Height, row+rowHeight)
			at := place{uint32(thread), uint32(depth)}
			rects := drawn[at]
			delete(drawn, at)
			if y1 <= y0 {
				if len(rects) > 0 {
					return fmt.Errorf("%v is drawn though out of view", at)
				}
				continue
			}
			s := x.Switches(thread, depth)
			for _, r := range rects {
				if math.Abs(float64(CSS(r.Y)-y0)) > 0.01 || math.Abs(float64(CSS(r.Y+r.H)-y1)) > 0.01 {
					return fmt.Errorf("%v: want y from %v to %v", r, y0, y1)
				}
				if depth >= 0 && x.Calls.Tree.At(levels[depth].Call(int(r.Row)).Node).Method != trace.MethodIndex(r.Method) {
					return fmt.Errorf("%v: its call has another method", r)
				}
				if r.Slot&Merged == 0 {
					continue
				}
				off := 0.0 // pixels off the CPU within a pixel of the rect
				a, b := float64(r.X)-1, float64(r.X+r.W)+1
				for i := range s {
					off += max(0, min(b, left+float64(s[i].To)*scale)-max(a, left+float64(s[i].From)*scale))
				}
				if off < float64(r.W)/2-0.1 {
					return fmt.Errorf("%v: off the CPU for %.2f pixels of it", r, off)
				}
			}
			for i := range s {
				a, b := left+float64(s[i].From)*scale, left+float64(s[i].To)*scale
				if b-a < 1 || b <= float64(l.Left) || a >= float64(q.Width) {
					continue
				}
				n := 0
				for _, r := range rects {
					if r.Slot&Merged == 0 && (depth < 0 || r.Row == s[i].Row) &&
						math.Abs(float64(r.X)-max(a, float64(l.Left))) < 0.05 && math.Abs(float64(r.X+r.W)-min(b, float64(q.Width))) < 0.05 {
						n++
					}
				}
				if n != 1 {
					return fmt.Errorf("%v: the switch from x %.2f to %.2f is drawn %d times", at, a, b, n)
				}
			}
		}
		top += rowPitch*CSS(max(1, len(levels))) + gapHeight
	}
	if len(drawn) > 0 {
		return fmt.Errorf("drawn though not there: %v", drawn)
	}
	return nil
}

// TestSwitchesMost checks that a picture is coarser if it would need more rects than a list
// holds.
func TestSwitchesMost(t *testing.T) {
	const width, threads = 3840, 45
	m := newMaker(trace.Dual, threads, 2)
	var wall, cpu trace.Ticks
	for thread := range trace.ThreadIndex(threads) {
		wall, cpu = 0, 0
		m.record(trace.Record{Thread: thread})
		for range width / 4 { // off the CPU except while the callee runs
			wall += 300
			m.record(trace.Record{Thread: thread, Wall: wall, CPU: cpu, Method: 1})
			wall, cpu = wall+100, cpu+100
			m.record(trace.Record{Thread: thread, Wall: wall, CPU: cpu, Method: 1, Action: trace.Exit})
		}
	}
	x := m.index()
	tl := NewTimeline(x)
	all := make([]bool, threads)
	for i := range all {
		all[i] = true
	}
	var l List
	for _, part := range []float64{1, 0.5, 0.3, 0.1, 0.01} {
		q := TimelineQuery{To: float64(x.Calls.Nanos(wall)) * part, Width: width, Height: 1200, Collapsed: all,
			Threads: threadsOf(x), Paint: rankPaint(x), Method: call.NoMethod, Switches: true}
		tl.Draw(&l, &q)
		n := 0
		for _, r := range l.Rects {
			if r.Slot&Hatched != 0 {
				n++
			}
		}
		if len(l.Rects) > MaxRects || n < threads {
			t.Errorf("%v of the trace: %d rects, %d of them hatched", part, len(l.Rects), n)
		}
	}
}

func TestSwitchAt(t *testing.T) {
	tl := NewTimeline(traceOf(t, gaps))
	for _, tt := range []struct {
		at   trace.Ticks
		want string
	}{
		{0, "150-650 in 100-700"}, {150, "150-650 in 100-700"}, {640, "150-650 in 100-700"}, {655, "150-650 in 100-700"},
		{800, "710-890 in 700-900"}, {1000, "905-1895 in 900-1900"}, {5000, "905-1895 in 900-1900"},
	} {
		gap, ok := tl.SwitchAt(0, tt.at)
		if got := fmt.Sprintf("%d-%d in %d-%d", gap.From, gap.To, gap.Low, gap.High); !ok || got != tt.want {
			t.Errorf("at %d: %s, want %s", tt.at, got, tt.want)
		}
	}
}

// TestUncertainSwitches checks that a switch between distant records is drawn faded.
func TestUncertainSwitches(t *testing.T) {
	// The thread was off the CPU for 300 of 400 µs in B, and for 300 of 1,000 µs in A.
	tl := NewTimeline(traceOf(t, "main 0/0>A 100/100>B 500/200<B 1500/900<A"))
	var l List
	tl.Draw(&l, &TimelineQuery{To: 1_500_000, Width: 1000, Height: 200, Threads: threadsOf(tl.index), Paint: rankPaint(tl.index), Method: call.NoMethod, Switches: true})
	var got []string
	for _, r := range l.Rects {
		if r.Slot&Hatched != 0 {
			got = append(got, fmt.Sprint(r.Depth, r.Slot&Faded != 0))
		}
	}
	if want := "[1 false 0 true]"; fmt.Sprint(got) != want && fmt.Sprint(got) != "[0 true 1 false]" {
		t.Errorf("depth and whether it is uncertain: %v, want %s in any order", got, want)
	}
}
