package profile_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

func TestSandwich(t *testing.T) {
	for _, tt := range []struct{ name, records, callees, callers string }{
		{"two contexts", "main 0>A 10>M 20>C 30<C 40<M 50<A 50>B 60>M 70>C 75<C 90<M 90<B", "M 60/45 (C 15/15)", "M 60/0 (A 30/30, B 30/30)"},
		{"recursion counts once", "main 0>A 10>M 20>M 30<M 40<M 50<A", "M 30/20 (M 10/10)", "M 30/0 (A 30/30)"},
		{"recursion through another method", "main 0>M 10>B 20>M 25>C 30<C 40<M 50<B 60<M", "M 60/20 (B 40/20 (M 20/15 (C 5/5)))", "M 60/60"},
		{"no callers", "main 0>M 10<M other 0>A 5>M 9<M 10<A", "M 14/14", "M 14/10 (A 4/4)"},
		{"far callers", "main 0>A 0>B 10>M 20<M 30<B 30>M 35<M 40<A", "M 15/15", "M 15/0 (B 10/0 (A 10/10), A 5/5)"},
	} {
		p := index(t, tracetest.Bytes(tt.records)).Profile(profile.WholeTrace, nil)
		c := p.Sandwich(methodOf(t, p, "M"))
		side := func(row profile.Row) string { return contextText(p, c, row) }
		if got := side(profile.SandwichCallees); got != tt.callees {
			t.Errorf("%s: callees\n got %s\nwant %s", tt.name, got, tt.callees)
		}
		if got := side(profile.SandwichCallers); got != tt.callers {
			t.Errorf("%s: callers\n got %s\nwant %s", tt.name, got, tt.callers)
		}
	}
}

func methodOf(t *testing.T, p *profile.Profile, label string) trace.MethodIndex {
	t.Helper()
	for m := range p.Info.Methods {
		if p.Info.Methods[m].Label() == label {
			return trace.MethodIndex(m)
		}
	}
	t.Fatalf("no method %s", label)
	return 0
}

// contextText formats a row with those below it: "M 30/20 (M 10/10)".
func contextText(p *profile.Profile, c *profile.Contexts, row profile.Row) string {
	s := fmt.Sprintf("%s %d/%d", p.Info.Methods[c.Tree.Method[row]].Label(), c.Rows[row].Inclusive[profile.Wall]/1000, c.Rows[row].Exclusive[profile.Wall]/1000)
	var below []string
	for at := c.Tree.First[row]; at != profile.NoRow; at = c.Tree.Next[at] {
		below = append(below, contextText(p, c, at))
	}
	if len(below) > 0 {
		s += " (" + strings.Join(below, ", ") + ")"
	}
	return s
}

// TestSandwichProperties: for every method and clock, in any scope, charged or not, both sides are as wide as the method's
// inclusive time. Nothing is lost below them, and the nearest callees and callers are those of Relatives.
func TestSandwichProperties(t *testing.T) {
	for seed := range uint64(3) {
		x := generated(t, 10_000, seed+1)
		rng := rand.New(rand.NewPCG(seed, 5))
		for try := range 6 {
			p := x.Profile(anyScope(x, rng, try), nil)
			if try%2 == 1 {
				p.WithoutIdle()
			}
			if try%3 == 2 {
				p = p.Filtered(x.Own(profile.Charge))
			}
			for m := range p.Methods {
				if p.Methods[m].Calls > 0 && rng.IntN(4) == 0 {
					checkSandwich(t, fmt.Sprintf("seed %d, try %d, method %d", seed, try, m), p, trace.MethodIndex(m))
				}
			}
		}
	}
}

func checkSandwich(t *testing.T, name string, p *profile.Profile, m trace.MethodIndex) {
	t.Helper()
	c, r := p.Sandwich(m), p.Relatives(m, profile.Wall)
	sums := make([]profile.Times, len(c.Rows))
	for row := len(c.Rows) - 1; row > 0; row-- {
		add(&sums[row], &c.Rows[row].Exclusive)
		if sums[row] != c.Rows[row].Inclusive {
			t.Fatalf("%s: row %d: exclusive and the rows below come to %v, inclusive is %v", name, row, sums[row], c.Rows[row].Inclusive)
		}
		add(&sums[c.Tree.Parent[row]], &sums[row])
	}
	for side, edges := range map[profile.Row][]profile.Edge{profile.SandwichCallees: r.Children, profile.SandwichCallers: r.Parents} {
		if got := c.Rows[side].Inclusive; got != p.Methods[m].Inclusive {
			t.Fatalf("%s: side %d is %v wide, the method has %v", name, side, got, p.Methods[m].Inclusive)
		}
		if c.Rows[side].Calls != p.Methods[m].Calls {
			t.Fatalf("%s: side %d has %d calls, the method %d", name, side, c.Rows[side].Calls, p.Methods[m].Calls)
		}
		want := map[trace.MethodIndex]profile.Times{}
		for _, e := range edges {
			want[e.Method] = e.Inclusive
		}
		for at := c.Tree.First[side]; at != profile.NoRow; at = c.Tree.Next[at] {
			of := c.Tree.Method[at]
			if c.Rows[at].Inclusive != want[of] {
				t.Fatalf("%s: side %d: method %d has %v, want %v", name, side, of, c.Rows[at].Inclusive, want[of])
			}
			delete(want, of)
		}
		for of, time := range want {
			if time != (profile.Times{}) && int(of) < len(p.Methods) { // not the root
				t.Fatalf("%s: side %d lacks method %d with %v", name, side, of, time)
			}
		}
	}
}
