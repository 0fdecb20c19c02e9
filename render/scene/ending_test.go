package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/trace/tracetest"
)

// TestEnding checks where the time after a thread's last record is drawn: over the rows of the open
// calls, up to the end of the recording, and only of threads with open calls.
func TestEnding(t *testing.T) {
	x := indexOf(t, tracetest.Bytes(namesOfFrames.Replace("main 0>Zygote 0>Main 0>Loop 5>Own 30>Own2 60<Own2 60>FutureTask.get\n"+
		"done 0>Own 40<Own\nworker 0>Own 100<Own")))
	tl := NewTimeline(x)
	for _, tt := range []struct {
		name      string
		collapsed bool
		unfolded  bool
		want      string // y and height
	}{
		{"folded", false, false, "24+50"}, // the line, then the rows of Own and get
		{"unfolded", false, true, "24+104"},
		{"collapsed", true, false, "24+20"},
	} {
		q := TimelineQuery{To: 100_000, Width: 1148, Height: 400, Threads: threadsOf(x), Paint: rankPaint(x), Method: call.NoMethod,
			Collapsed: []bool{tt.collapsed}, Unfolded: []bool{tt.unfolded}}
		var l List
		tl.Draw(&l, &q)
		var got []string
		for _, r := range l.Rects {
			if r.Slot == SlotNoCall {
				got = append(got, fmt.Sprintf("%v+%v %v+%v of %s %d/%d/%d", r.X, r.W, r.Y, r.H, x.Info.Methods[r.Method].Name, r.Thread, r.Depth, r.Row))
			}
		}
		if want := "748+400 " + tt.want + " of get 0/4/1"; len(got) != 1 || got[0] != want {
			t.Errorf("%s: drawn %q, want %q", tt.name, got, want)
		}
		if !strings.Contains(text(&l), "no records: in FutureTask.get") {
			t.Errorf("%s: the text is missing:\n%s", tt.name, text(&l))
		}
	}
	var l List
	tl.Minimap(&l, &MinimapQuery{Width: 1148, Height: 60, Threads: threadsOf(x), Paint: rankPaint(x), Method: call.NoMethod})
	if at := slices.IndexFunc(l.Rects, func(r Rect) bool { return r.Slot == SlotNoCall|Bare }); at < 0 || l.Rects[at].X != 748 || l.Rects[at].W != 400 {
		t.Errorf("the minimap lacks the ending")
	}
	if !strings.Contains(text(&l), "no records: in FutureTask.get") {
		t.Errorf("the minimap lacks the text:\n%s", text(&l))
	}
	from, to, _, ok := tl.EndingOf(0)
	if from != 60 || to != 100 || !ok {
		t.Errorf("main: %v to %v, %v, want 60 to 100", from, to, ok)
	}
}
