package tell

import (
	"strings"
	"testing"

	"traceglass/parser/pile"
	"traceglass/parser/wait"
	"traceglass/render/words"
)

// TestSeen checks that counts are short, builds show what distinguishes them, and unknown facts
// are omitted.
func TestSeen(t *testing.T) {
	g := pile.Group{
		Cause: wait.Cause{Waits: "com.app.Store", Holder: "com.app.Sync.run", Frames: "com.app.Main.go"},
		Facts: pile.Facts{
			First: "2024-01-01 10:00:00.123+0100", Last: "2024-01-02 10:00:00",
			Versions: []pile.Count{{Name: "1.2", Count: 3}, {Name: "1.1", Count: 1}},
			Builds:   []pile.Count{{Name: "google/redfin/redfin:12/SQ1A.1/123:user/release-keys", Count: 2}, {Name: "odd", Count: 1}, {Name: "a:b", Count: 1}, {Name: "c", Count: 1}},
		},
	}
	if got, want := words.Plain(strings.Join(Seen(&g), "; ")), "2024-01-01 10:00:00 to 2024-01-02 10:00:00; version 1.2 × 3, 1.1 × 1; build redfin SQ1A.1/123 × 2, odd × 1, a:b × 1, 1 other"; got != want {
		t.Errorf("seen: %s\nwant %s", got, want)
	}
	if got := Seen(&pile.Group{}); len(got) > 0 {
		t.Errorf("no change gives %q", got)
	}
	if got, want := Where(&g), "for com.app.Store, held up by com.app.Sync.run, in com.app.Main.go"; got != want {
		t.Errorf("where: %s", got)
	}
	g.Cases, g.Before = []int{0, 1}, []int{2}
	g.Was = pile.Facts{
		First: "2023-01-01 10:00:00", Last: "2023-01-01 10:00:00.5", Versions: []pile.Count{{Name: "1.0", Count: 2}},
		Builds: []pile.Count{{Name: "odd", Count: 9}, {Name: "a:b", Count: 1}, {Name: "c", Count: 1}, g.Builds[0]}, Processes: []pile.Count{{Name: "com.app", Count: 1}},
	}
	if got, want := words.Plain(strings.Join(Seen(&g), "; ")), "2023-01-01 10:00:00 before; 2024-01-01 10:00:00 to 2024-01-02 10:00:00 after; version 1.0 × 2 before; 1.2 × 3, 1.1 × 1 after; "+
		"build redfin SQ1A.1/123 × 2, odd × 1, a:b × 1, 1 other; com.app × 1 before"; got != want {
		t.Errorf("seen in both: %s\nwant %s", got, want)
	}
	s, equal := pile.Sizes{Before: 10, After: 4}, pile.Sizes{Before: 4, After: 4}
	if got := words.Plain(NumberOf(s, &g, 0)); got != "1/10 → 2/4" || words.Plain(NumberOf(equal, &g, 0)) != "1 → 2" || words.Plain(Number(&g, 0)) != "1 → 2" || NumberOf(s, &g, pile.NoBaseline) != "2" {
		t.Errorf("numbers: %s, %s, %s", got, NumberOf(equal, &g, 0), NumberOf(s, &g, pile.NoBaseline))
	}
	if got, want := words.Plain(Share(s, &g, 0)), "2 of 4, 50.0 %; before 1 of 10, 10.0 %"; got != want {
		t.Errorf("share: %s", got)
	}
	if got, want := PileTitle(s, []pile.Group{g}, 0), "10 dumps before, 4 after; 1 cause: 1 not significant"; got != want {
		t.Errorf("title: %s", got)
	}
	if got, want := Changed(s, &g), "more, not significant"; got != want {
		t.Errorf("changed: %s", got)
	}
	grown := pile.Group{Before: make([]int, 3), Cases: make([]int, 15)}
	if got, want := PileTitle(pile.Sizes{Before: 20, After: 20}, []pile.Group{grown}, 0), "20 dumps before, 20 after; 1 cause: 1 more"; got != want || Changed(pile.Sizes{Before: 20, After: 20}, &grown) != "more" {
		t.Errorf("title: %s", got)
	}
	if got, want := words.Plain(Reach(pile.Sizes{Before: 20, After: 20})), "Not significant: piles of 20 and 20 dumps with the same causes differ this much in 1 of 20 comparisons or more. A new cause is significant from 5 dumps on."; got != want {
		t.Errorf("reach: %s", got)
	}
	if got, want := words.Plain(Reach(pile.Sizes{Before: 3, After: 3})), "Piles of 3 and 3 dumps are too small for any significant change."; got != want {
		t.Errorf("reach: %s", got)
	}
	if got, want := PileTitle(s, []pile.Group{g}, pile.NoBaseline), "4 dumps, 1 cause"; got != want {
		t.Errorf("title: %s", got)
	}
}
