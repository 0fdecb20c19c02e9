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

// namesOfFrames replaces short words in records with the names of methods.
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

// TestFoldingMovesRows checks that a folded timeline has every call below the framework at the
// same time, but higher by the folded rows, and is shorter by the same height.
func TestFoldingMovesRows(t *testing.T) {
	x := indexOf(t, tracetest.Bytes(namesOfFrames.Replace(framed)))
	tl := NewTimeline(x)
	draw := func(unfolded bool) *List {
		l := new(List)
		q := TimelineQuery{To: 100_000, Width: 648, Height: 400, Threads: threadsOf(x), Unfolded: []bool{unfolded}, Paint: rankPaint(x), Method: call.NoMethod}
		tl.Draw(l, &q)
		for depth := range x.Calls.Threads[0].Levels {
			y, height := tl.Locate(&q, profile.Ref{Depth: uint32(depth)})
			if want := foldPitch + rowPitch*CSS(depth); unfolded && (y != want || height != rowPitch) {
				t.Errorf("unfolded: depth %d is at %v, %v high", depth, y, height)
			}
			if want := foldPitch + rowPitch*CSS(depth-3); !unfolded && depth >= 3 && (y != want || height != rowPitch) {
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

// TestFlameFramework checks that a flame graph folds the framework into a line below the root,
// and moves the frames below it by whole rows. Zoomed in on a platform frame, nothing is folded.
func TestFlameFramework(t *testing.T) {
	x := indexOf(t, tracetest.Bytes(namesOfFrames.Replace(framed)))
	p := x.Profile(profile.Scope{To: 1 << 40, Threads: []bool{true, false}}, nil)
	of := NewTimeline(x).Framework(0)
	draw := func(q FlameQuery) (at map[profile.Row]float64, line string, l *List) {
		l = new(List)
		q.To, q.Width, q.Height, q.Paint, q.Method = 1, 648, 400, rankPaint(x), call.NoMethod
		Flame(l, &p.Contexts, &q)
		at = map[profile.Row]float64{}
		for _, r := range l.Rects {
			if r.Depth != None && r.Slot&Outline == 0 {
				at[profile.Row(r.Row)] = float64(r.Y)
			}
		}
		for _, text := range l.Texts {
			if strings.Contains(text.String, "platform frames") {
				line += text.String
			}
		}
		return at, line, l
	}
	plain, line, whole := draw(FlameQuery{})
	if line != "" || len(plain) < 6 {
		t.Fatalf("without a framework there is a line %q, and %d frames", line, len(plain))
	}
	for _, invert := range []bool{false, true} {
		folded, line, short := draw(FlameQuery{Framework: of, Invert: invert})
		open, title, long := draw(FlameQuery{Framework: of, Invert: invert, Unfolded: true})
		if line != of.Folded || title != of.Open || short.Content != whole.Content-2*rowPitch || long.Content != whole.Content+rowPitch {
			t.Errorf("the lines say %q and %q; %v and %v high, %v without", line, title, short.Content, long.Content, whole.Content)
		}
		for row, y := range plain {
			depth := p.Tree.Depth[row]
			away := func(y, by float64) float64 {
				if invert {
					return max(float64(whole.Content), 400) - rowHeight - y - by - (rowPitch - rowHeight)
				}
				return y + by
			}
			up, down := -2.0*rowPitch, float64(rowPitch)
			if depth == 0 {
				up, down = 0, 0
			}
			if got, ok := folded[row]; ok != (depth == 0 || depth > 3) || ok && got != away(y, up) {
				t.Errorf("upward %v, folded: depth %d is at %v, %v; %v without", invert, depth, got, ok, y)
			}
			if got := open[row]; got != away(y, down) {
				t.Errorf("upward %v, unfolded: depth %d is at %v; %v without", invert, depth, got, y)
			}
		}
	}
	for row := range plain {
		if depth := p.Tree.Depth[row]; depth > 0 {
			_, line, _ := draw(FlameQuery{Framework: of, Root: row})
			if want := map[bool]string{true: of.Folded}[depth > 3]; line != want {
				t.Errorf("zoomed into depth %d the line says %q", depth, line)
			}
		}
	}
}
