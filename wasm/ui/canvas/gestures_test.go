package canvas

import (
	"strings"
	"testing"
)

// TestHelpHasEveryGesture: the help and the bindings are one table. Each line of the help has a text, and
// each bound key has a line.
func TestHelpHasEveryGesture(t *testing.T) {
	var text strings.Builder
	for _, s := range Sections([]string{"Methods", "Report"}, nil) {
		if len(s.Rows) == 0 {
			t.Errorf("%s is empty", s.Title)
		}
		for _, r := range s.Rows {
			text.WriteString(strings.Join(r.Keys, " ") + r.Hand + " ")
			if r.Does == "" {
				t.Errorf("%v has no words", r)
			}
		}
	}
	for _, g := range gestures {
		for _, k := range g.keys {
			name := k.String()
			if name == "=" {
				continue // + without Shift
			}
			if name == "-" {
				name = "−"
			}
			if !strings.Contains(text.String(), name) {
				t.Errorf("the help does not tell of %s: %s", name, g.does)
			}
		}
		if (g.keys != nil || g.on != nil) != (g.act != Nothing && g.act != Tab) || (g.act != Nothing) != (g.where != 0) {
			t.Errorf("%q is bound by half", g.does)
		}
	}
}

func TestNoTwoGesturesShareAKey(t *testing.T) {
	for _, where := range []Where{InTrace, InDumps, InChanges, InRuns} {
		seen := map[chord]string{}
		for _, g := range gestures {
			if g.where&where == 0 {
				continue
			}
			for _, k := range g.keys {
				if other, ok := seen[k]; ok {
					t.Errorf("%v does both %q and %q", k, other, g.does)
				}
				seen[k] = string(g.does)
			}
		}
	}
}

func TestPressed(t *testing.T) {
	tests := []struct {
		key   Key
		where Where
		want  Act
	}{
		{Key{Name: "q", Code: "KeyA"}, InTrace, PanLeft}, // by the key's place in any layout
		{Key{Name: "K", Code: "KeyK"}, InTrace, NextClock},
		{Key{Name: "K", Code: "KeyK", Shift: true}, InTrace, Nothing},
		{Key{Name: "k", Code: "KeyK"}, InDumps, Nothing},
		{Key{Name: "k", Code: "KeyK", Mod: true}, 0, Commands},
		{Key{Name: "0", Code: "Digit0", Mod: true}, InTrace, Nothing},
		{Key{Name: "ArrowUp", Alt: true}, InTrace, Nothing},
		{Key{Name: "+", Shift: true}, InDumps, ZoomIn},
		{Key{Name: "9"}, InTrace, Tab + 8},
		{Key{Name: "1", Mod: true}, InTrace, Nothing},
		{Key{Name: "]"}, InDumps, NextProcess},
		{Key{Name: "?", Shift: true}, 0, Help},
		{Key{Name: "w", Code: "KeyW"}, 0, Nothing},
	}
	for _, tt := range tests {
		if got := Pressed(tt.key, tt.where); got != tt.want {
			t.Errorf("%+v where %d: act %d, want %d", tt.key, tt.where, got, tt.want)
		}
	}
}

// TestHelpOfDumps: if dumps are in front, the help lists their gestures first, and the names of their views.
func TestHelpOfDumps(t *testing.T) {
	s := Sections([]string{"Methods", "Report"}, []string{"Threads", "Groups"})[0]
	if r := s.Rows[0]; s.Title != "Thread dumps" || strings.Join(r.Keys, "") != "1…2" || r.Does != "Threads, Groups" {
		t.Errorf("%s: %+v", s.Title, r)
	}
}

// TestTabsWithoutKeys: a room can have more views than there are digits. Their acts open views too.
func TestTabsWithoutKeys(t *testing.T) {
	for n := range tabs {
		if got, ok := TabOf(Tab + Act(n)); !ok || got != n {
			t.Errorf("act of view %d opens view %d, %v", n, got, ok)
		}
		if key := TabKey(n); (key != "") != (n < len(tabKeys)) || key != "" && Pressed(Key{Name: key}, InTrace) != Tab+Act(n) {
			t.Errorf("view %d has the key %q", n, key)
		}
	}
	if _, ok := TabOf(ZoomAt); ok {
		t.Error("the act after those of views opens a view")
	}
}
