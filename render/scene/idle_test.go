package scene

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// TestNoCall checks, for random traces and views, that each wide enough stretch in no call in the
// visible first rows is drawn once and at its position, and nothing else.
func TestNoCall(t *testing.T) {
	const slack = 0.01
	rng := rand.New(rand.NewPCG(3, 9))
	seen := 0
	for round := range 30 {
		start := trace.Ticks(0)
		if round%3 == 1 {
			start = 1<<32 - 20_000
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
			tl.Draw(&l, &q)
			if tl.extents.chart == nil || l.work.painter.pixels > 1 {
				continue
			}
			drawn := map[string]int{}
			for _, r := range l.Rects {
				if r.Slot == SlotNoCall {
					drawn[fmt.Sprintf("%d: %.1f+%.1f", r.Thread, r.X, r.W)]++
				}
			}
			scale := float64(q.Width-l.Left) / (q.To - q.From)
			l.inView(func(b *threadBlock, top CSS) {
				if top+b.row <= l.Top {
					return
				}
				th := &x.Calls.Threads[b.thread]
				before := th.First.Primary
				for row := 0; row <= th.Levels[0].Len(); row++ {
					after := th.Last.Primary
					if row < th.Levels[0].Len() {
						after = th.Levels[0].Start(row)
					}
					at := func(t trace.Ticks) CSS { return l.Left + CSS((float64(x.Calls.Nanos(t))-q.From)*scale) }
					a, c := at(before), at(after)
					if row < th.Levels[0].Len() {
						before = th.Levels[0].End(row)
					}
					x0, x1 := max(a, l.Left), min(c, q.Width)
					if c-a < idleWidth || x1 <= x0+slack {
						continue
					}
					seen++
					key := fmt.Sprintf("%d: %.1f+%.1f", b.thread, float32(x0), float32(x1-x0))
					if drawn[key] != 1 && c-a > idleWidth+slack {
						t.Fatalf("round %d: %s is drawn %d times; drawn are %v", round, key, drawn[key], drawn)
					}
					delete(drawn, key)
				}
			})
			if len(drawn) > 0 {
				t.Fatalf("round %d: these are no stretches in no call: %v", round, drawn)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d were to be seen", seen)
	}
}

func TestNoCallIsWritten(t *testing.T) {
	x := traceOf(t, "main 0>A 10<A 40>B 50<B")
	tl := NewTimeline(x)
	var l List
	for width, want := range map[float64]bool{1000: true, 240: false} {
		tl.Draw(&l, &TimelineQuery{To: 50_000, Width: CSS(width), Height: 100, Threads: threadsOf(x), Paint: rankPaint(x), Method: call.NoMethod})
		if got := strings.Contains(text(&l), string(idleText)); got != want {
			t.Errorf("%v pixels wide: labelled %v", width, got)
		}
	}
	for _, s := range l.Texts {
		if s.String == string(idleText) && s.Style&Backed == 0 {
			t.Error("the label has no background on the hatching")
		}
	}
	x.Info.Receipt.Add("main-samples", -1, 9)
	tl.Draw(&l, &TimelineQuery{To: 50_000, Width: 1000, Height: 100, Threads: threadsOf(x), Paint: rankPaint(x), Method: call.NoMethod})
	if !strings.Contains(text(&l), string(noSample)) {
		t.Error("time without a sample of main is not labelled")
	}
	for _, tt := range []struct {
		at   trace.Ticks
		want string
	}{{5, "0-0 false"}, {11, "10-40 true"}, {25, "10-40 true"}, {40, "10-40 true"}, {45, "0-0 false"}, {60, "0-0 false"}} {
		from, to, ok := tl.NoCallAt(0, tt.at)
		if !ok {
			from, to = 0, 0
		}
		if got := fmt.Sprintf("%d-%d %v", from, to, ok); got != tt.want {
			t.Errorf("at %d: %s, want %s", tt.at, got, tt.want)
		}
	}
}

// TestNoCallBesideTheLine checks that a gap in a framework's line is labelled where that line has
// no text: after its text, or before the first call.
func TestNoCallBesideTheLine(t *testing.T) {
	// The first call begins at half the width. A gap follows it immediately, another one is at
	// three quarters.
	x := traceOf(t, namesOfFrames.Replace("main 50>Zygote 50>Main 50>Loop 50>Own 51<Own 51<Loop 51<Main 51<Zygote "+
		"65>Zygote 65>Main 65>Loop 65>Own 75<Own 75<Loop 75<Main 75<Zygote 95>Zygote 95>Main 95>Loop 95>Own 100<Own 100<Loop 100<Main 100<Zygote"))
	tl := NewTimeline(x)
	q := TimelineQuery{From: 20_000, To: 100_000, Width: 1600, Height: 100, Threads: threadsOf(x), Paint: rankPaint(x), Method: call.NoMethod}
	for _, from := range []float64{0, 20_000} {
		q.From = from
		var l List
		tl.Draw(&l, &q)
		if len(l.work.blocks) != 1 || l.work.blocks[0].first == 0 {
			t.Fatal("nothing is folded")
		}
		line, count := Text{}, 0
		for _, s := range l.Texts {
			if strings.Contains(s.String, "platform") {
				line = s
			}
		}
		if line.String == "" {
			t.Fatal("the line says nothing")
		}
		for _, s := range l.Texts {
			if s.String != string(idleText) {
				continue
			}
			count++
			if s.X < line.X+lineRoom-namePad && s.X+s.Width > line.X {
				t.Errorf("from %v: %q from %v, %v wide, lies over %q from %v", from, s.String, s.X, s.Width, line.String, line.X)
			}
		}
		if count == 0 {
			t.Errorf("from %v: no gap is named", from)
		}
	}
}
