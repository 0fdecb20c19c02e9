package scene

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
)

// TestNarrowFrames: callees too narrow to see become one frame, which says how many they are and their share. Zoomed in, each
// has its own frame. A single narrow callee keeps its own.
func TestNarrowFrames(t *testing.T) {
	var b strings.Builder
	b.WriteString("main 0>A 0>B 800<B")
	for i := range 100 {
		fmt.Fprintf(&b, " %d>n%d %d<n%d", 800+2*i, i, 802+2*i, i)
	}
	b.WriteString(" 1000<A 1000>C 9999<C 9999>D 10000<D")
	x := indexOf(t, tracetest.Bytes(b.String()))
	p := x.Profile(profile.WholeTrace, nil)
	draw := func(width CSS, q FlameQuery) (merged []Rect, texts, drawn string) {
		q.Width, q.Height, q.Method, q.Paint = width, 300, call.NoMethod, rankPaint(x)
		var l List
		Flame(&l, &p.Contexts, &q)
		var all, names []string
		for _, s := range l.Texts {
			all = append(all, words.Plain(s.String))
		}
		for _, r := range l.Rects {
			if r.Slot&Merged != 0 {
				merged = append(merged, r)
			} else if r.Method != NoMethod {
				names = append(names, x.Info.Methods[r.Method].Label())
			}
		}
		return merged, strings.Join(all, "; "), strings.Join(names, " ")
	}
	merged, texts, drawn := draw(4000, FlameQuery{To: 1})
	if len(merged) != 1 || merged[0].Thread != 100 || merged[0].W != 80 {
		t.Fatalf("merged: %+v", merged)
	}
	if texts != "+100; all · 10 ms" || drawn != "A B C D" {
		t.Errorf("the picture says %q and has %q", texts, drawn)
	}
	if merged, texts, _ = draw(1000, FlameQuery{Root: 1, To: 1}); len(merged) != 0 || strings.Contains(texts, "+") {
		t.Errorf("frames of 2 pixels are merged: %+v, %q", merged, texts)
	}
	if merged, texts, _ = draw(450, FlameQuery{Root: 1, To: 1}); len(merged) != 1 || texts != "100 more, 20.0 %; all · 10 ms" {
		t.Errorf("merged: %+v, the picture says %q", merged, texts)
	}
}
