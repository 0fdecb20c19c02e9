package scene

import (
	"math/rand/v2"
	"sync"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// A maker writes synthetic records to a replay.
type maker struct {
	replay *call.Replay
	reader *trace.Reader
	batch  []trace.Record
}

func newMaker(clocks trace.Clocks, threads, methods int) *maker {
	m := &maker{}
	m.replay, m.reader = call.NewReplay(true)
	info := m.reader.Info()
	info.Clocks, info.Tick = clocks, 1000
	info.Threads = make([]trace.Thread, threads)
	info.Threads[0].Name = "main"
	info.Methods = make([]trace.Method, methods)
	return m
}

func (m *maker) record(r trace.Record) {
	m.batch = append(m.batch, r)
	if len(m.batch) == 2048 {
		m.flush()
	}
}

func (m *maker) flush() {
	m.replay.Records(m.batch)
	m.batch = m.batch[:0]
}

func (m *maker) index() *profile.Index {
	m.flush()
	return profile.NewIndex(m.replay.Finish(), m.reader.Info())
}

// likeAnApp returns a trace of about calls calls that resembles an app's. It has 24 threads, and
// main makes half the calls. Stacks have about 30 frames, durations and calls per method are
// long-tailed, and threads pause.
func likeAnApp(calls int) *profile.Index {
	const threads, methods = 24, 8000
	m := newMaker(trace.Dual, threads, methods)
	rng := rand.New(rand.NewPCG(1, 2))
	var end trace.Ticks
	for thread := range threads {
		n := calls / 2
		if thread > 0 {
			n = calls / 2 / (threads - 1)
		}
		var stack []trace.MethodIndex
		var wall, cpu trace.Ticks
		wall = trace.Ticks(thread * 1000)
		target := 12
		pause := 2000.0
		if end > 0 { // lasts as long as the main thread
			pause = float64(end) / float64(n) * 400
		}
		step := func() {
			d := trace.Ticks(rng.ExpFloat64() * 2)
			switch r := rng.Float64(); {
			case r < 0.0005:
				wall += trace.Ticks(rng.ExpFloat64() * pause)
			case r < 0.02:
				d += trace.Ticks(rng.ExpFloat64() * 60)
			}
			wall += d
			cpu += d
		}
		record := func(a trace.Action, method trace.MethodIndex) {
			m.record(trace.Record{Wall: wall, CPU: cpu, Thread: trace.ThreadIndex(thread), Method: method, Action: a})
		}
		for n > 0 {
			if rng.IntN(2000) == 0 {
				target = 4 + rng.IntN(60)
			}
			step()
			if rng.Float64() < 0.5+0.03*float64(target-len(stack)) && len(stack) < 110 {
				caller := trace.MethodIndex(thread)
				if len(stack) > 0 {
					caller = stack[len(stack)-1]
				}
				k := trace.MethodIndex(rng.ExpFloat64() * 0.7)
				method := (caller*7 + k*k*131 + 11) % methods
				stack = append(stack, method)
				record(trace.Enter, method)
				n--
			} else if len(stack) > 0 {
				record(trace.Exit, stack[len(stack)-1])
				stack = stack[:len(stack)-1]
			}
		}
		if thread == 0 {
			end = wall
		}
	}
	return m.index()
}

const benchCalls = 5_000_000

var bench = sync.OnceValue(func() *profile.Index { return likeAnApp(benchCalls) })

// benchView draws a moving window of part of the trace.
func benchView(b *testing.B, part float64, method trace.MethodIndex) {
	benchQuery(b, part, TimelineQuery{Method: method})
}

func benchQuery(b *testing.B, part float64, q TimelineQuery) {
	x := bench()
	tl := NewTimeline(x)
	_, to := x.Calls.Span()
	end := float64(x.Calls.Nanos(to))
	q.Width, q.Height, q.Threads, q.Paint = 1400, 800, threadsOf(x), rankPaint(x)
	var l List
	rects, worst := 0, 0
	at := func(i int) {
		q.From = end * (1 - part) * float64(i*37%101) / 101
		q.To = q.From + end*part
		tl.Draw(&l, &q)
		rects += len(l.Rects)
		worst = max(worst, len(l.Rects))
	}
	for i := range 101 {
		at(i)
	}
	rects = 0
	n := 0
	for b.Loop() {
		at(n)
		n++
	}
	b.ReportMetric(float64(rects)/float64(n), "rects")
	b.ReportMetric(float64(worst), "most-rects")
}

func BenchmarkTimelineWhole(b *testing.B)      { benchView(b, 1, call.NoMethod) }
func BenchmarkTimelineThird(b *testing.B)      { benchView(b, 1.0/3, call.NoMethod) }
func BenchmarkTimelineTenth(b *testing.B)      { benchView(b, 1.0/10, call.NoMethod) }
func BenchmarkTimelineHundredth(b *testing.B)  { benchView(b, 1.0/100, call.NoMethod) }
func BenchmarkTimelineThousandth(b *testing.B) { benchView(b, 1.0/1000, call.NoMethod) }

// With a method selected: the one with most calls.
func BenchmarkTimelineWholeMethod(b *testing.B) { benchView(b, 1, frequent()) }
func BenchmarkTimelineTenthMethod(b *testing.B) { benchView(b, 1.0/10, frequent()) }
func BenchmarkTimelineHundredthMethod(b *testing.B) {
	benchView(b, 1.0/100, frequent())
}

// With context switches.
func BenchmarkTimelineWholeSwitches(b *testing.B)      { benchSwitches(b, 1) }
func BenchmarkTimelineTenthSwitches(b *testing.B)      { benchSwitches(b, 1.0/10) }
func BenchmarkTimelineHundredthSwitches(b *testing.B)  { benchSwitches(b, 1.0/100) }
func BenchmarkTimelineThousandthSwitches(b *testing.B) { benchSwitches(b, 1.0/1000) }

func benchSwitches(b *testing.B, part float64) {
	benchQuery(b, part, TimelineQuery{Method: call.NoMethod, Switches: true})
}

// BenchmarkSwitches finds all context switches of a trace.
func BenchmarkSwitches(b *testing.B) {
	x := bench()
	n := 0
	for b.Loop() {
		n = 0
		for i := range x.Calls.Threads {
			for depth := -1; depth < len(x.Calls.Threads[i].Levels); depth++ {
				s := x.Calls.Switches(trace.ThreadIndex(i), depth)
				n += len(s)
			}
		}
	}
	b.ReportMetric(float64(n), "switches")
}

func frequent() trace.MethodIndex {
	p := bench().Profile(profile.WholeTrace, nil)
	best := trace.MethodIndex(0)
	for m := range p.Methods {
		if p.Methods[m].Calls > p.Methods[best].Calls {
			best = trace.MethodIndex(m)
		}
	}
	return best
}

// BenchmarkTimelineFirst draws the first view of the whole trace, which builds the pyramids.
func BenchmarkTimelineFirst(b *testing.B)         { benchFirst(b, false) }
func BenchmarkTimelineFirstSwitches(b *testing.B) { benchFirst(b, true) }

func benchFirst(b *testing.B, switches bool) {
	x := bench()
	_, to := x.Calls.Span()
	q := TimelineQuery{
		To: float64(x.Calls.Nanos(to)), Width: 1400, Height: 800,
		Threads: threadsOf(x), Paint: rankPaint(x), Method: call.NoMethod, Switches: switches,
	}
	var l List
	for b.Loop() {
		b.StopTimer()
		x = profile.NewIndex(x.Calls, x.Info) // has no cached switches
		b.StartTimer()
		NewTimeline(x).Draw(&l, &q)
	}
}

// BenchmarkTimelineSelect draws the first view after a method was selected.
func BenchmarkTimelineSelect(b *testing.B) {
	x := bench()
	_, to := x.Calls.Span()
	tl := NewTimeline(x)
	m := frequent()
	q := TimelineQuery{
		To: float64(x.Calls.Nanos(to)), Width: 1400, Height: 800,
		Threads: threadsOf(x), Paint: rankPaint(x), Method: m,
	}
	var l List
	tl.Draw(&l, &q)
	for b.Loop() {
		tl.extents.has = false
		tl.Draw(&l, &q)
	}
}

func BenchmarkMinimapFirst(b *testing.B) {
	x := bench()
	var l List
	for b.Loop() {
		NewTimeline(x).Minimap(&l, &MinimapQuery{Width: 1400, Height: 48, Threads: threadsOf(x), Paint: rankPaint(x), Method: call.NoMethod})
	}
	b.ReportMetric(float64(len(l.Rects)), "rects")
}

func BenchmarkMinimap(b *testing.B) {
	x := bench()
	var l List
	tl := NewTimeline(x)
	p := rankPaint(x)
	for b.Loop() {
		tl.Minimap(&l, &MinimapQuery{Width: 1400, Height: 48, Threads: threadsOf(x), Paint: p, Method: call.NoMethod})
	}
}

func BenchmarkFlame(b *testing.B) {
	x := bench()
	p := x.Profile(profile.WholeTrace, nil)
	q := FlameQuery{To: 1, Width: 1400, Height: 800, Paint: rankPaint(x), Method: call.NoMethod}
	var l List
	for b.Loop() {
		Flame(&l, &p.Contexts, &q)
	}
	b.ReportMetric(float64(len(l.Rects)), "rects")
	b.ReportMetric(float64(p.Tree.Len()), "rows")
}

func BenchmarkFlameZoomed(b *testing.B) {
	x := bench()
	p := x.Profile(profile.WholeTrace, nil)
	q := FlameQuery{From: 0.3, To: 0.301, Width: 1400, Height: 800, Paint: rankPaint(x), Method: call.NoMethod}
	var l List
	for b.Loop() {
		Flame(&l, &p.Contexts, &q)
	}
	b.ReportMetric(float64(len(l.Rects)), "rects")
}

func BenchmarkOrdered(b *testing.B) {
	x := bench()
	q := FlameQuery{To: 1, Width: 1400, Height: 800, Paint: rankPaint(x), Method: call.NoMethod}
	var l List
	for b.Loop() {
		Ordered(&l, x, 0, profile.CPU, profile.WholeTrace.From, profile.WholeTrace.To, &q)
	}
	b.ReportMetric(float64(len(l.Rects)), "rects")
}
