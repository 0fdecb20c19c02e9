package canvas

import (
	"strings"
	"testing"
)

// The help and the bindings are one table: each row of the help is bound, and each key
// bound is told of.
func TestHelpTellsOfEveryGesture(t *testing.T) {
	var text strings.Builder
	for _, s := range Sections([]string{"Methods", "Top-down"}) {
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
				continue // the unshifted +
			}
			if name == "-" {
				name = "−"
			}
			if !strings.Contains(text.String(), name) {
				t.Errorf("the help does not tell of %s: %s", name, g.does)
			}
		}
		if bound := g.keys != nil || g.on != nil; bound != (g.act != Nothing && g.act != Tab) || bound && g.where == 0 {
			t.Errorf("%q is bound by half", g.does)
		}
	}
}

func TestNoTwoGesturesShareAKey(t *testing.T) {
	for _, where := range []Where{InTrace, InDumps} {
		seen := map[chord]string{}
		for _, g := range gestures {
			for _, k := range g.keys {
				if g.where&where == 0 {
					continue
				}
				if other, ok := seen[k]; ok {
					t.Errorf("%v does both %q and %q", k, other, g.does)
				}
				seen[k] = g.does
			}
		}
	}
}

func TestDigitsLeadToViews(t *testing.T) {
	for key, want := range map[string]int{"1": 0, "8": 7, "9": 8} {
		if n, ok := TabOf(Pressed(Key{Name: key}, InTrace)); !ok || n != want {
			t.Errorf("%s leads to view %d, %v, want %d", key, n, ok, want)
		}
	}
	for _, key := range []Key{{Name: "0"}, {Name: "1", Mod: true}, {Name: "1", Alt: true}, {Name: "k"}} {
		if n, ok := TabOf(Pressed(key, InTrace)); ok {
			t.Errorf("%+v leads to view %d", key, n)
		}
	}
}

// Without a file only the gestures of the page itself act.
func TestNothingOpenNothingActs(t *testing.T) {
	for i := range gestures {
		for _, k := range gestures[i].keys {
			act := Pressed(Key{Name: k.name, Code: k.code, Mod: k.mod, Shift: k.shift}, 0)
			if page := act == Commands || act == Help || act == Back; act != Nothing && !page {
				t.Errorf("%v does %d", k, act)
			}
		}
	}
}
