package scene

import (
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
)

const framed = `main 0/0>Zygote 0/0>Main 0/0>Loop 5/2>Own 30/9>Own2 40/12<Own2 60/20<Own 70/21>Own 75/24<Own 80/25<Loop 80/25<Main 80/25<Zygote 90/26>Loop 91/26<Loop
	worker 0/0>Own 40/30<Own`

// namesOfFrames gives the words of records their methods.
var namesOfFrames = strings.NewReplacer("Zygote", "com.android.internal.os.ZygoteInit.main()V", "Main", "android.app.ActivityThread.main()V",
	"Loop", "android.os.Looper.loop()V", "Own2", "com.example.A.work()V", "Own", "com.example.A.run()V")

func TestFrameworkGolden(t *testing.T) {
	x := traceOf(t, namesOfFrames.Replace(framed))
	tl := NewTimeline(x)
	for name, q := range map[string]TimelineQuery{
		"framework":           {HasSelected: true, Selected: profile.Ref{Depth: 3, Row: 1}},
		"framework-unfolded":  {Unfolded: []bool{true, false}, HasSelected: true, Selected: profile.Ref{Depth: 2}},
		"framework-collapsed": {Collapsed: []bool{true, true}},
		"framework-scrolled":  {ScrollY: 8},
	} {
		q.To, q.Width, q.Height, q.Method = 100_000, 648, 120, call.NoMethod
		q.Threads = threadsOf(x)
		q.Paint.Slot = rankPaint(x).Slot
		var l List
		tl.Draw(&l, &q)
		checkGolden(t, name, &l)
	}
}

// A folded timeline has every call below the framework where the unfolded one has it, only
// higher by the rows that the line stands for, and is as much shorter.
func TestFoldingMovesRows(t *testing.T) {
	x := indexOf(t, tracetest.Bytes(namesOfFrames.Replace(framed)))
	tl := NewTimeline(x)
	draw := func(unfolded bool) *List {
		l := new(List)
		q := TimelineQuery{To: 100_000, Width: 648, Height: 400, Threads: threadsOf(x), Unfolded: []bool{unfolded}, Paint: rankPaint(x), Method: call.NoMethod}
		tl.Draw(l, &q)
		for depth := range x.Calls.Threads[0].Levels {
			y, height := tl.Locate(&q, profile.Ref{Depth: uint32(depth)})
			if want := float64(foldPitch) + rowPitch*float64(depth); unfolded && (y != want || height != rowPitch) {
				t.Errorf("unfolded: depth %d is at %v, %v high", depth, y, height)
			}
			if want := float64(foldPitch) + rowPitch*float64(depth-3); !unfolded && depth >= 3 && (y != want || height != rowPitch) {
				t.Errorf("folded: depth %d is at %v, %v high", depth, y, height)
			}
			if !unfolded && depth < 3 && (y != 0 || height != foldPitch) {
				t.Errorf("folded: depth %d, in the line, is at %v, %v high", depth, y, height)
			}
		}
		return l
	}
	folded, open := draw(false), draw(true)
	const gone = 3 * rowPitch
	if folded.Content != open.Content-gone {
		t.Errorf("%v high folded, %v unfolded", folded.Content, open.Content)
	}
	calls := func(l *List, deeper uint32, up float32) map[Rect]bool {
		set := map[Rect]bool{}
		for _, r := range l.Rects {
			if r.Slot&Bare == 0 && r.Method != NoMethod && r.Thread == 0 && r.Depth >= deeper {
				r.Y += up
				set[r] = true
			}
		}
		return set
	}
	a, b := calls(folded, 0, gone), calls(open, 3, 0)
	if len(a) == 0 || len(a) != len(b) {
		t.Fatalf("%d calls folded, %d unfolded", len(a), len(b))
	}
	for r := range a {
		if !b[r] {
			t.Errorf("%v is drawn folded alone", r)
		}
	}
}
