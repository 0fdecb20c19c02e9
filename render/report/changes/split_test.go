//go:build !js

package changes_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/render/report/changes"
	"traceglass/render/words"
)

func storyOf(t *testing.T, records string) *changes.Story {
	return changes.StoryIn(profileOf(t, records).Index, profile.WholeTrace)
}

// worked is a trace whose main runs own code, draws a frame that waits for a lock, and idles, for so many ms each.
func worked(own, frame, idle int) string {
	s, at, cpu := "main 0/0>x.A.a()V", own*1000, own*1000
	for _, c := range []struct {
		calls []string
		ms    int
	}{
		{[]string{"android.view.Choreographer.doFrame()V", "android.app.SharedPreferencesImpl.awaitLoadedLocked()V"}, frame},
		{[]string{"android.os.MessageQueue.nativePollOnce(I)V"}, idle},
	} {
		for _, m := range c.calls {
			s += fmt.Sprintf(" %d/%d>%s", at, cpu, m)
		}
		at += c.ms * 1000
		for i := range c.calls {
			s += fmt.Sprintf(" %d/%d<%s", at, cpu, c.calls[len(c.calls)-1-i])
		}
	}
	return s + fmt.Sprintf(" %d/%d<x.A.a()V", at, cpu)
}

// TestSplit checks that the parts of a difference, and those by frames, sum to the difference of main without idle waits,
// the largest first.
func TestSplit(t *testing.T) {
	a, b := storyOf(t, worked(300, 100, 500)), storyOf(t, worked(200, 400, 100))
	d := changes.SplitOf(a, b)
	lines := func(all []changes.Difference) (text string, sum int64) {
		for i := range all {
			text += fmt.Sprintf("; %s %d → %d ms", all[i].Name, all[i].Time[0]/1e6, all[i].Time[1]/1e6)
			sum += all[i].By()
		}
		return text, sum
	}
	parts, sum := lines(d.Parts)
	work, of := lines(d.Work)
	if got, want := words.Plain(d.Title)+parts+work, "Time of main without idle waits: +200 ms; Waiting: SharedPreferences 100 → 400 ms; Own code 300 → 200 ms"+
		"; In frames (1 → 1) 100 → 400 ms; Outside messages 300 → 200 ms"; got != want || sum != 200e6 || of != 200e6 {
		t.Errorf("got %s, sums %d and %d\nwant %s", got, sum, of, want)
	}
	p := pairOf(t)
	p.Stories = [2]*changes.Story{a, b}
	if got := words.Plain(textOf(t, func(b *bytes.Buffer) error { return p.Text(b, false) })); !strings.Contains(got, "Time of main without idle waits: +200 ms\n\n") || !strings.Contains(got, "Waiting: SharedPreferences  100 ms  400 ms  +300 ms\n") {
		t.Errorf("text\n%s", got)
	}
}

// TestLateFrames checks the sentence on late frames: it needs ten whole frames in each trace.
func TestLateFrames(t *testing.T) {
	const ms = 1_000_000
	of := func(late, frames, whole, median int64) *changes.Story {
		return &changes.Story{Name: "main", Parts: []changes.Part{{Time: 1000 * ms}}, LateFrames: late, Frames: frames, WholeFrames: whole, MedianFrame: median}
	}
	for _, tt := range []struct {
		a, b *changes.Story
		want string
	}{
		{of(12, 300, 298, 9_100_000), of(48, 290, 290, 12_400_000), "Late frames (over 16.7 ms): 12 of 300 → 48 of 290; median 9.1 ms → 12.4 ms."},
		{of(0, 10, 10, 5*ms), of(1, 10, 10, 4*ms), "Late frames (over 16.7 ms): 0 of 10 → 1 of 10; median 5 ms → 4 ms."},
		{of(0, 10, 9, 5*ms), of(1, 10, 10, 4*ms), ""},
		{of(0, 10, 10, 5*ms), of(0, 0, 0, 0), ""},
	} {
		a := changes.AnswerOf(pairOf(t).Comparison, tt.a, tt.b)
		if got := words.Plain(a.Frames); got != tt.want || !strings.Contains(a.String(), a.Frames) || !strings.HasPrefix(a.Reasons(), a.Frames) {
			t.Errorf("got %q in %q, want %q", got, a.String(), tt.want)
		}
	}
}

// TestSplitOfMany checks that the last part sums the others.
func TestSplitOfMany(t *testing.T) {
	a, b := &changes.Story{Name: "main"}, &changes.Story{Name: "main"}
	for i := range int64(8) {
		of := changes.PartKey{Kind: story.Waiting, Cause: story.Cause(i)}
		a.Parts = append(a.Parts, changes.Part{Of: of, Time: 10 * i})
		b.Parts = append(b.Parts, changes.Part{Of: of, Time: 11 * i})
	}
	d := changes.SplitOf(a, b)
	if n := len(d.Parts); n != 5 || words.Plain(d.Parts[0].Name) != "Waiting: Queues" || words.Plain(d.Parts[4].Name) != "3 other parts" || d.Parts[4].By() != 1+2+3 || d.Work != nil {
		t.Errorf("%+v", d)
	}
	if b.Waits++; changes.SplitOf(a, b) != nil {
		t.Error("parts of recordings that know waits in different ways are compared")
	}
}

// TestStartRemark checks the sentence on a start that only one trace records.
func TestStartRemark(t *testing.T) {
	none, start := storyOf(t, worked(300, 100, 500)), storyOf(t, strings.ReplaceAll(worked(300, 100, 500), "x.A.a", "android.app.ActivityThread.handleBindApplication"))
	for _, tt := range []struct {
		a, b *changes.Story
		want string
	}{{start, none, "Only A has a recorded start (900 ms), so A's"}, {none, start, "Only B has a recorded start (900 ms), so B's"}, {none, none, ""}, {start, start, ""}} {
		if got := words.Plain(changes.StartRemark(tt.a, tt.b)); !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
	p := pairOf(t)
	p.Stories = [2]*changes.Story{start, none}
	if got := textOf(t, func(b *bytes.Buffer) error { return p.JSON(b) }); !strings.Contains(got, `"remarks":["Only A has a recorded start`) {
		t.Errorf("JSON\n%s", got)
	}
	if got := textOf(t, func(b *bytes.Buffer) error { return p.Text(b, false) }); !strings.Contains(got, "Only A has a recorded start") || !strings.Contains(strings.Join(strings.Fields(got), " "), "compare A from 900 ms on. In the command, that is -from-a 900ms.") {
		t.Errorf("text\n%s", got)
	}
}

// TestAnswer checks the sentences on a comparison: the whole change, and the own methods that changed it most.
func TestAnswer(t *testing.T) {
	// Main calls x.A.a for 10 ms more than the calls in it: x.B.b, a method of the platform, and an idle wait, in ms.
	run := func(b, put, idle int) *changes.Pair {
		t.Helper()
		records, at := "main 0/0>x.A.a()V", 10
		for _, c := range []struct {
			calls string
			ms    int
		}{{"x.B.b()V", b}, {"android.util.ArrayMap.put()V", put}, {"android.os.MessageQueue.nativePollOnce(I)V", idle}} {
			records += fmt.Sprintf(" %d/%d>%s", at*1000, at*1000, c.calls)
			at += c.ms
			records += fmt.Sprintf(" %d/%d<%s", at*1000, at*1000, c.calls)
		}
		p := profileOf(t, records+fmt.Sprintf(" %d/%d<x.A.a()V", at*1000, at*1000))
		return &changes.Pair{Comparison: compare.Of(compare.NewSide(p, "a"), compare.NewSide(p, "a"), nil, nil), Stories: [2]*changes.Story{changes.StoryIn(p.Index, profile.WholeTrace)}}
	}
	of := func(a, b *changes.Pair) *changes.Pair {
		return &changes.Pair{Comparison: compare.Of(a.Sides[0], b.Sides[0], nil, nil), Stories: [2]*changes.Story{a.Stories[0], b.Stories[0]}}
	}
	for _, c := range []struct {
		name string
		a, b *changes.Pair
		want string
	}{
		{"equal", run(100, 50, 0), run(100, 50, 0), "main takes 160 ms in B, as long as in A."},
		{"more", run(100, 50, 0), run(300, 50, 0), "main takes 360 ms in B, 200 ms more than in A (+125.0 %). Your code, with all it causes but own callees: x.B.b +200 ms (100 ms → 300 ms)."},
		{"less, in a callee of the platform", run(100, 250, 0), run(100, 50, 0), "main takes 160 ms in B, 200 ms less than in A (−55.6 %). Your code, with all it causes but own callees: x.A.a −200 ms (260 ms → 60 ms)."},
		{"both", run(100, 250, 0), run(200, 50, 0), "main takes 260 ms in B, 100 ms less than in A (−27.8 %). Your code, with all it causes but own callees: x.A.a −200 ms (260 ms → 60 ms), x.B.b +100 ms (100 ms → 200 ms)."},
	} {
		p := of(c.a, c.b)
		answer := changes.AnswerOf(p.Comparison, p.Stories[0], p.Stories[1])
		if got := words.Plain(answer.String()); got != c.want {
			t.Errorf("%s: got %s\nwant %s", c.name, got, c.want)
		}
		sum := int64(0)
		for i := range answer.Own {
			sum += answer.Own[i].By()
		}
		if by := answer.Time[1] - answer.Time[0]; sum != by {
			t.Errorf("%s: own methods changed by %d ns, main by %d", c.name, sum, by)
		}
		if text := words.Plain(textOf(t, func(b *bytes.Buffer) error { return p.Text(b, false) })); !strings.Contains(text, c.want) {
			t.Errorf("%s: text lacks the answer:\n%s", c.name, text)
		}
	}
}

// TestAnswerByWork: frames, messages or the start come before the methods if one of them changed more than each method.
func TestAnswerByWork(t *testing.T) {
	p := pairOf(t)
	const ms = 1_000_000
	of := func(start, inFrames, inMessages int64) *changes.Story {
		return &changes.Story{Name: "main", Parts: []changes.Part{{Time: 1000 * ms}}, Start: start * ms, InFrames: inFrames * ms, InMessages: inMessages * ms}
	}
	for _, tt := range []struct {
		a, b *changes.Story
		want string
	}{
		{of(0, 275, 1181), of(0, 367, 1144), " Largest changes: other messages −129 ms (906 ms → 777 ms), frames +92 ms (275 ms → 367 ms)."},
		{of(0, 0, 300), of(0, 0, 100), " Largest changes: messages −200 ms (300 ms → 100 ms)."},
		{of(900, 100, 1000), of(300, 110, 410), " Largest changes: the start −600 ms (900 ms → 300 ms)."},
		{of(0, 275, 1181), of(0, 276, 1183), ""},
		{of(900, 0, 0), of(0, 0, 0), ""},
	} {
		if got, want := words.Plain(changes.AnswerOf(p.Comparison, tt.a, tt.b).String()), "main takes 1 s in B, as long as in A."+tt.want; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestAnswerBothWays: a part that got slower although the whole is less comes first, and one that got faster although it is more.
func TestAnswerBothWays(t *testing.T) {
	p := pairOf(t)
	const ms = 1_000_000
	of := func(whole, inFrames, inMessages int64) *changes.Story {
		return &changes.Story{Name: "main", Parts: []changes.Part{{Time: whole * ms}}, InFrames: inFrames * ms, InMessages: inMessages * ms}
	}
	for _, tt := range []struct {
		a, b *changes.Story
		want string
	}{
		{of(1189, 275, 1181), of(1152, 367, 1144), "Slower in B: frames, +92 ms (+33.5 %). main takes 1.152 s in B, 37 ms less than in A (−3.1 %)."},
		{of(1152, 367, 1144), of(1189, 275, 1181), "Faster in B: frames, −92 ms (−25.1 %). main takes 1.189 s in B, 37 ms more than in A (+3.2 %)."},
		{of(1189, 275, 1181), of(1089, 285, 1081), "main takes 1.089 s in B, 100 ms less than in A (−8.4 %)."}, // little
	} {
		if got := words.Plain(changes.AnswerOf(p.Comparison, tt.a, tt.b).Whole()); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
	apps := *p.Comparison
	apps.Pairs = nil // the traces have no method in common
	if but := changes.AnswerOf(&apps, of(1189, 275, 1181), of(1152, 367, 1144)).But; but != nil {
		t.Errorf("another app is slower: %v", but)
	}
}
