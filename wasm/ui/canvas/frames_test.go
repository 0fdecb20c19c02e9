package canvas

import (
	"math"
	"testing"

	"traceglass/wasm/message"
)

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

// TestRevealStep: a step to a narrow part zooms to it. A step to a wide one only moves.
func TestRevealStep(t *testing.T) {
	for _, tt := range []struct{ from, to, shows, until float64 }{
		{500, 510, 405, 605},        // of 10 pixels
		{500, 530, 0, 1000},         // of 30
		{990, 1000, 800, 1000},      // at the end
		{500, 500.01, 499.5, 500.5}, // below the least
	} {
		p := Pane{Start: 0, End: 1000, Least: 1}
		p.View = message.Viewport{From: 0, To: 1000, Width: 1000, Height: 100}
		p.RevealStep(tt.from, tt.to)
		if math.Abs(p.View.From-tt.shows) > 0.01 || math.Abs(p.View.To-tt.until) > 0.01 {
			t.Errorf("%v to %v: shows %v to %v, want %v to %v", tt.from, tt.to, p.View.From, p.View.To, tt.shows, tt.until)
		}
	}
}
