package scene

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// indexOf reads a complete trace.
func indexOf(t testing.TB, data []byte) *profile.Index {
	t.Helper()
	replay, reader := call.NewReplay(true)
	if _, err := reader.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	return profile.NewIndex(replay.Finish(), reader.Info())
}

// traceOf returns the index of records in the text format of package tracetest.
func traceOf(t testing.TB, records string) *profile.Index {
	return indexOf(t, tracetest.Bytes(records))
}

// threadsOf returns all threads.
func threadsOf(x *profile.Index) []trace.ThreadIndex {
	threads := make([]trace.ThreadIndex, len(x.Calls.Threads))
	for i := range threads {
		threads[i] = trace.ThreadIndex(i)
	}
	return threads
}

// rankPaint gives every method one of the sixteen colours.
func rankPaint(x *profile.Index) Paint {
	p := Paint{Slot: make([]Slot, len(x.Info.Methods))}
	for m := range p.Slot {
		p.Slot[m] = Slot(m % 16)
	}
	return p
}

var slotNames = map[Slot]string{
	SlotOwn: "own", SlotPlatform: "platform", SlotUnknown: "unknown", SlotStripe: "stripe", SlotGrid: "grid",
	SlotAxis: "axis", SlotHead: "head", SlotLoad: "load", SlotExtent: "extent", SlotSelected: "selected",
	SlotMethod: "method", SlotRange: "range", SlotSwitch: "switch", SlotLibrary: "library", SlotNative: "native",
	SlotNoCall: "no call", SlotFound: "found", SlotLine: "line",
}

// text writes a list, one rect or text per line: "20,18 60×17 slot method thread/depth/row".
func text(l *List) string {
	var b strings.Builder
	fmt.Fprintf(&b, "content %g left %g top %g scroll %g\n", l.Content, l.Left, l.Top, l.ScrollY)
	for _, r := range l.Rects {
		name, ok := slotNames[r.Slot&63]
		if !ok {
			name = fmt.Sprint("colour ", uint32(r.Slot&63))
		}
		for _, f := range []struct {
			flag Slot
			name string
		}{{Faded, "faded"}, {Hit, "hit"}, {Merged, "merged"}, {Outline, "outline"}, {Hatched, "hatched"}} {
			if r.Slot&f.flag != 0 {
				name += " " + f.name
			}
		}
		fmt.Fprintf(&b, "%.4g,%.4g %.4g×%.4g %s", r.X, r.Y, r.W, r.H, name)
		if r.Slot&Bare == 0 {
			fmt.Fprintf(&b, " method %d %d/%d/%d", int32(r.Method), int32(r.Thread), int32(r.Depth), int32(r.Row))
		}
		b.WriteByte('\n')
	}
	for _, t := range l.Texts {
		style := ""
		for i, s := range []string{" strong", " muted", " to right", " centred", " below", " above"} {
			if t.Style&(1<<i) != 0 {
				style += s
			}
		}
		fmt.Fprintf(&b, "%.4g,%.4g %.4g%s %q\n", t.X, t.Y, t.Width, style, t.String)
	}
	return b.String()
}

// checkGolden compares with testdata/name.golden.
func checkGolden(t *testing.T, name string, l *List) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	got := text(l)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; go test -update rewrites it. Got:\n%s", path, got)
	}
}

const small = `main 0/0>A 10/5>B 40/30<B 40/30>C 45/31>B 60/40<B 100/80<C 100/80<A
	worker 20/0>D 21/1>E 21/1<E 22/2>E 23/3<E 24/4>E 25/5<E 90/60<D`

func TestTimelineGolden(t *testing.T) {
	x := traceOf(t, small)
	tl := NewTimeline(x)
	for name, q := range map[string]TimelineQuery{
		"timeline":           {To: 100_000, Method: call.NoMethod},
		"timeline-method":    {To: 100_000, Method: 1, HasSelected: true, Selected: profile.Ref{Depth: 1, Row: 1}},
		"timeline-middle":    {From: 22_000, To: 50_000, Method: call.NoMethod},
		"timeline-far":       {To: 10_000_000, Method: call.NoMethod},
		"timeline-collapsed": {To: 100_000, Method: 1, Collapsed: []bool{true, false}},
		"timeline-scrolled":  {To: 100_000, Method: call.NoMethod, ScrollY: 30},
		"timeline-search":    {To: 100_000, Method: call.NoMethod, Paint: Paint{Hit: []bool{false, true, false, false, false}}},
	} {
		q.Width, q.Height = 648, 120
		q.Threads = threadsOf(x)
		q.Paint.Slot = rankPaint(x).Slot
		var l List
		tl.Draw(&l, &q)
		checkGolden(t, name, &l)
	}
}

func TestFlameGolden(t *testing.T) {
	x := traceOf(t, small)
	p := x.Profile(profile.WholeTrace, nil)
	for name, q := range map[string]FlameQuery{
		"flame":         {To: 1, Method: 1},
		"flame-cpu":     {To: 1, Method: call.NoMethod, Clock: profile.CPU},
		"flame-inverse": {To: 1, Method: call.NoMethod, Invert: true},
		"flame-root":    {To: 1, Method: call.NoMethod, Root: 3},
		"flame-part":    {From: 0.5, To: 1, Method: call.NoMethod},
	} {
		q.Width, q.Height = 400, 120
		q.Paint = rankPaint(x)
		var l List
		Flame(&l, &p.Contexts, &q)
		checkGolden(t, name, &l)
	}
	for name, clock := range map[string]profile.Clock{"ordered": profile.Wall, "ordered-cpu": profile.CPU} {
		var l List
		Ordered(&l, x, 0, clock, profile.WholeTrace.From, profile.WholeTrace.To,
			&FlameQuery{To: 1, Width: 400, Height: 120, Method: call.NoMethod, Paint: rankPaint(x)})
		checkGolden(t, name, &l)
	}
}

func TestMinimapGolden(t *testing.T) {
	x := traceOf(t, small)
	var l List
	NewTimeline(x).Minimap(&l, &MinimapQuery{Width: 788, Height: 56, Threads: threadsOf(x), Paint: rankPaint(x), Method: 1})
	checkGolden(t, "minimap", &l)
}

// TestMomentAt checks the method with the most time around an instant, the call around all calls
// of that depth, and no method.
func TestMomentAt(t *testing.T) {
	x := traceOf(t, "worker 0>W 100<W\nmain 10>A 20>B 40<B 60>C 90<C 95<A")
	tl := NewTimeline(x)
	for at, want := range map[trace.Ticks]string{5: "main none", 30: "main A", 50: "main A", 75: "main A", 98: "main none", 101: "-"} {
		m, ok := tl.MomentAt(at, threadsOf(x))
		got := "-"
		if ok {
			got = x.Info.Threads[m.Thread].Name + " none"
			if m.Method != call.NoMethod {
				got = x.Info.Threads[m.Thread].Name + " " + x.Info.Methods[m.Method].Name
			}
		}
		if got != want {
			t.Errorf("at %d: %s, want %s", at, got, want)
		}
	}
	if _, ok := tl.MomentAt(5, nil); ok {
		t.Error("without threads there is a moment")
	}
}

// TestMinimapMarks checks that search hits and calls of the selected method are marked on any
// thread, once if they are nested. The tolerance is a pixel, because marks have the resolution of
// the trace's parts.
func TestMinimapMarks(t *testing.T) {
	x := traceOf(t, "main 0>A 20>B 40<B 100<A\nworker 50>B 60>C 65<C 75<B")
	tl := NewTimeline(x)
	q := MinimapQuery{Width: labelWidth + 1000, Height: 56, Threads: threadsOf(x), Paint: rankPaint(x), Method: call.NoMethod}
	marks := func(slot Slot) string {
		var l List
		tl.Minimap(&l, &q)
		s := ""
		for _, r := range l.Rects {
			if r.Slot&slotMask == slot {
				s += fmt.Sprintf("%.0f+%.0f ", r.X-labelWidth, r.W)
			}
		}
		return s
	}
	if got := marks(SlotExtent) + marks(SlotFound); got != "" {
		t.Errorf("nothing is chosen, marked is %s", got)
	}
	hits := make([]bool, len(x.Info.Methods))
	for m := range x.Info.Methods {
		switch x.Info.Methods[m].Name {
		case "B":
			q.Method = trace.MethodIndex(m)
			hits[m] = true
		case "C":
			hits[m] = true
		}
	}
	if got, want := marks(SlotExtent), "199+201 500+250 "; got != want {
		t.Errorf("B is marked at %s, want %s", got, want)
	}
	q.Paint.Hit = hits
	if got, want := marks(SlotFound), "199+201 500+250 "; got != want {
		t.Errorf("hits are marked at %s, want %s", got, want)
	}
	q.Threads = q.Threads[:1]
	if got, want := marks(SlotFound), "199+201 "; got != want && got != "500+250 " {
		t.Errorf("hits of one thread are marked at %s", got)
	}
}
