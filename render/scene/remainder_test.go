package scene

import (
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// belowOf returns the text on the rows below.
func belowOf(l *List) string { return saysOf(l, Below) }

func saysOf(l *List, side Style) string {
	for _, t := range l.Texts {
		if t.Style&side != 0 {
			return strings.ReplaceAll(t.String, "\u00a0", " ")
		}
	}
	return ""
}

func TestBelow(t *testing.T) {
	x := traceOf(t, "main 0>A 0>B 0>C 0>D 9<D 9<C 9<B 9<A a 0>A 9<A b 0>A 9<A c 0>A 9<A")
	tl := NewTimeline(x)
	for _, tt := range []struct {
		width, height, scroll float64
		collapsed             []bool
		want                  string
	}{
		{648, 400, 0, nil, ""},
		{648, 24 + 82 + 28*3, 0, nil, ""},
		{648, 24 + 82 + 28 + 10, 0, nil, "1 more thread below"},
		{648, 24 + 82 + 8, 0, nil, "2 more threads below"},
		{648, 24 + 40, 0, nil, "3 more threads below"},
		{300, 24 + 40, 0, nil, "3 more ↓"},
		{648, 24 + 40, 82, nil, "1 more thread below"},
		{648, 24 + 30, 1000, nil, ""},
		{648, 24 + 40, 0, []bool{true, true, true, true}, "2 more threads below"},
	} {
		var l List
		q := TimelineQuery{To: 10_000, Width: CSS(tt.width), Height: CSS(tt.height), ScrollY: CSS(tt.scroll), Threads: threadsOf(x), Collapsed: tt.collapsed, Method: call.NoMethod}
		if tl.Draw(&l, &q); belowOf(&l) != tt.want {
			t.Errorf("%v×%v from %v: %q, want %q", tt.width, tt.height, tt.scroll, belowOf(&l), tt.want)
		}
	}
	// No line of a label is partly below the remark.
	for height := CSS(40); height < 200; height++ {
		var l List
		tl.Draw(&l, &TimelineQuery{To: 10_000, Width: 648, Height: height, Threads: threadsOf(x), Method: call.NoMethod})
		for _, s := range l.Texts {
			if count := strings.HasPrefix(s.String, "depth") || strings.HasSuffix(s.String, "calls"); count && belowOf(&l) != "" && CSS(s.Y)+7 > height-18 {
				t.Errorf("%v high: %q at %v meets %q", height, s.String, s.Y, belowOf(&l))
			}
		}
	}
	// The last thread has rows below.
	var l List
	q := TimelineQuery{To: 10_000, Width: 648, Height: 24 + 18*2, Threads: threadsOf(x)[:1], Method: call.NoMethod}
	if tl.Draw(&l, &q); belowOf(&l) != "2 more rows below" {
		t.Errorf("one thread: %q", belowOf(&l))
	}
	p := x.Profile(profile.WholeTrace, nil)
	f := FlameQuery{To: 1, Width: 600, Height: 18 * 3, Method: call.NoMethod}
	if Flame(&l, &p.Contexts, &f); belowOf(&l) != "2 more rows below" {
		t.Errorf("flame graph: %q", belowOf(&l))
	}
	f.ScrollY = 100
	if Flame(&l, &p.Contexts, &f); belowOf(&l) != "" {
		t.Errorf("flame graph at its end: %q", belowOf(&l))
	}
}

func TestAbove(t *testing.T) {
	x := traceOf(t, "main 0>A 0>B 0>C 0>D 9<D 9<C 9<B 9<A a 0>A 9<A b 0>A 9<A c 0>A 9<A")
	tl := NewTimeline(x)
	for _, tt := range []struct {
		width, scroll float64
		collapsed     []bool
		want          string
	}{
		{648, 0, nil, ""},
		{648, 11, nil, ""},
		{648, 13, nil, "1 more row above"},
		{648, 50, nil, "3 more rows above"},
		{648, 68, nil, "1 more thread above"},
		{300, 68, nil, "1 more ↑"},
		{648, 82 + 28, nil, "2 more threads above"},
		{648, 10, []bool{true, true, true, true}, ""},
	} {
		var l List
		q := TimelineQuery{To: 10_000, Width: CSS(tt.width), Height: 24 + 40, ScrollY: CSS(tt.scroll), Threads: threadsOf(x), Collapsed: tt.collapsed, Method: call.NoMethod}
		if tl.Draw(&l, &q); saysOf(&l, Above) != tt.want {
			t.Errorf("%v wide from %v: %q, want %q", tt.width, tt.scroll, saysOf(&l, Above), tt.want)
		}
	}
	var l List
	p := x.Profile(profile.WholeTrace, nil)
	f := FlameQuery{To: 1, Width: 600, Height: 18 * 3, Method: call.NoMethod}
	if Flame(&l, &p.Contexts, &f); saysOf(&l, Above) != "" {
		t.Errorf("flame graph: %q", saysOf(&l, Above))
	}
	f.ScrollY = 100
	if Flame(&l, &p.Contexts, &f); saysOf(&l, Above) != "2 more rows above" {
		t.Errorf("flame graph at its end: %q", saysOf(&l, Above))
	}
}

// TestLabelOfSampled checks that the label of a sampled trace does not count calls.
func TestLabelOfSampled(t *testing.T) {
	x := indexOf(t, tracetest.Bytes("main 0>A 0>B 0>C 9<C 9<B 9<A"))
	for sampled, want := range map[bool]string{false: "3 calls | depth 3", true: "seen 3 times | depth 3"} {
		x.Info.Sampling = 0
		if sampled {
			x.Info.Sampling = trace.Sampled
		}
		var l List
		q := TimelineQuery{To: 10_000, Width: 648, Height: 200, Threads: threadsOf(x), Method: call.NoMethod}
		NewTimeline(x).Draw(&l, &q)
		var texts []string
		for _, s := range l.Texts {
			if s.X == 20 && s.Style == Muted {
				texts = append(texts, strings.ReplaceAll(s.String, "\u00a0", " "))
			}
		}
		if got := strings.Join(texts, " | "); got != want {
			t.Errorf("sampled %v: %q, want %q", sampled, got, want)
		}
	}
}
