//go:build !js

package changes_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

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
	if got := textOf(t, func(b *bytes.Buffer) error { return p.Text(b, false) }); !strings.Contains(got, "Only A has a recorded start") {
		t.Errorf("text\n%s", got)
	}
}
