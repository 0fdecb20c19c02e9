package scene

import (
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// TestLongNameBelowSpans: next to the names of the rows above a thread's calls there is room for a short name. A longer one is below
// them and has the whole column.
func TestLongNameBelowSpans(t *testing.T) {
	x := traceOf(t, "main 0>A 0>B 0>C 9<C 9<B 9<A")
	tl := NewTimeline(x)
	for name, want := range map[string]Text{
		"main":                            {Y: 24 + 9, Width: 148 - 26 - 56},
		"LauncherApplication-framethread": {Y: 24 + 49 + 9, Width: 148 - 26},
	} {
		var l List
		tl.Draw(&l, &TimelineQuery{
			To: 10_000, Width: 1000, Height: 300, Threads: threadsOf(x), Method: call.NoMethod, Spans: make([]Spans, 3),
			Labels: func(trace.ThreadIndex) string { return name },
		})
		var got Text
		for _, s := range l.Texts {
			if s.String == name {
				got = s
			}
		}
		if got.Y != want.Y || got.Width != want.Width {
			t.Errorf("%q: at %v, %v wide, want %v, %v", name, got.Y, got.Width, want.Y, want.Width)
		}
	}
}
