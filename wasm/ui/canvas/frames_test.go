package canvas

import "testing"

// TestTurnScrollsToTheRoot: an inverted flame graph scrolls to its root, which is at the end. Only the list for
// the new direction has its height. An older list that arrives later has no effect.
func TestTurnScrollsToTheRoot(t *testing.T) {
	var f Frames
	f.Reset(1, 1e-7)
	f.View.Width, f.View.Height = 800, 300
	f.TurnOver()
	f.Drawn(Geometry{Canvas: Flame, To: 1, Content: 900, ScrollY: 0, Stale: true})
	if f.View.ScrollY < 900 {
		t.Fatalf("a list from before scrolls to %v", f.View.ScrollY)
	}
	f.Drawn(Geometry{Canvas: Flame, To: 1, Content: 900, ScrollY: 600})
	if f.View.ScrollY != 600 {
		t.Errorf("scrolled to %v, want 600", f.View.ScrollY)
	}
	f.TurnOver()
	if f.View.ScrollY != 0 {
		t.Errorf("an icicle is scrolled to %v", f.View.ScrollY)
	}
}
