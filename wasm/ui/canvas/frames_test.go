package canvas

import "testing"

// A flame is scrolled to its root at the end; how far that is only the list made for it tells,
// and not one that was on its way when the graph was turned.
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
