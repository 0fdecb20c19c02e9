package compare_test

import (
	"bytes"
	"fmt"
	"maps"
	"testing"

	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// TestGroups: each side of a group has the figures of the same group in its own trace.
func TestGroups(t *testing.T) {
	for seed := range uint64(4) {
		var sides [2]*compare.Side
		var want [2]map[string]profile.Method
		for by := profile.ByClass; by <= profile.ByOrigin; by++ {
			if by == profile.ByThread {
				continue
			}
			for s := range sides {
				var data bytes.Buffer
				if err := tracetest.Generate(&data, tracetest.Config{Records: 3000, Methods: 60, Threads: 3, Depth: 12, Seed: 2*seed + uint64(s)}); err != nil {
					t.Fatal(err)
				}
				p := profileOf(t, data.Bytes(), profile.WholeTrace)
				sides[s], want[s] = compare.NewSide(p, fmt.Sprint(s)), map[string]profile.Method{}
				for _, g := range p.Groups(by, nil, func(m trace.MethodIndex) string { return p.Info.Methods[m].Class }) {
					want[s][g.Name] = g.Sum
				}
			}
			got, pairs := [2]map[string]profile.Method{{}, {}}, 0
			c := compare.Of(sides[0], sides[1], nil, nil)
			for _, g := range c.Groups(by, nil) {
				pairs += g.Methods
				for s, sum := range g.Sum {
					if sum != (profile.Method{}) {
						got[s][g.Name] = sum
					}
				}
			}
			for s := range got {
				if !maps.Equal(got[s], want[s]) {
					t.Fatalf("seed %d, by %s, side %d:\n got %v\nwant %v", seed, profile.Ways[by], s, got[s], want[s])
				}
			}
			if pairs != len(c.Pairs) {
				t.Errorf("groups have %d pairs, want %d", pairs, len(c.Pairs))
			}
		}
	}
	// Some of the methods, and a library that calls back.
	a := sideOf(t, "a", "main 0>app.A.a 10>okhttp3.Call.run 20>app.A.b 30<app.A.b 50<okhttp3.Call.run 60<app.A.a")
	b := sideOf(t, "b", "main 0>app.A.a 10>okhttp3.Call.run 20>app.A.b 40<app.A.b 70<okhttp3.Call.run 90<app.A.a")
	c := compare.Of(a, b, nil, nil)
	wanted := make([]bool, len(c.Pairs))
	for i := range wanted {
		wanted[i] = c.Name(i).Name != "a"
	}
	var got []string
	for _, g := range c.Groups(profile.ByLibrary, wanted) {
		got = append(got, fmt.Sprintf("%s %d: %d/%d → %d/%d", g.Name, g.Methods, g.Sum[0].Inclusive[0]/1000, g.Sum[0].Exclusive[0]/1000, g.Sum[1].Inclusive[0]/1000, g.Sum[1].Exclusive[0]/1000))
	}
	if want := "[OkHttp 1: 40/30 → 60/40 own code 1: 10/10 → 20/20]"; fmt.Sprint(got) != want {
		t.Errorf("groups are %s, want %s", got, want)
	}
}
