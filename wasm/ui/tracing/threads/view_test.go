package threads

import "testing"

// TestTitleWidth: a title has two lines, and its column is as wide as the longest word.
func TestTitleWidth(t *testing.T) {
	for title, want := range map[string]int{"ID": 24, "Records": 59, "Wall in calls": 45, "调用内的墙钟": 46, "调用内的 CPU": 34} {
		if got := titleWidth(title); got != want {
			t.Errorf("%s: %d px, want %d", title, got, want)
		}
	}
}
