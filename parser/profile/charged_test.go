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

// own returns the methods whose class begins with an upper-case letter.
func own(x *profile.Index) []bool {
	of := make([]bool, len(x.Info.Methods))
	for m := range of {
		of[m] = x.Info.Methods[m].Class < "a"
	}
	return of
}

func TestCharged(t *testing.T) {
	for _, tt := range []struct{ name, records, want, tree string }{
		{"own code alone", "main 0>A.a 10>B.b 30<B.b 50<A.a", "A.a 1+0 50/30, B.b 1+0 20/20", "A.a 50/30 (B.b 20/20)"},
		{"a library between", "main 0>A.a 10>lib.l 20>B.b 30<B.b 45<lib.l 50<A.a", "A.a 1+0 50/40, B.b 1+0 10/10", "A.a 50/40 (B.b 10/10)"},
		{"two ways to one", "main 0>A.a 10>lib.l 20>B.b 30<B.b 40<lib.l 40>sdk.s 45>B.b 48<B.b 50<sdk.s 60<A.a", "A.a 1+0 60/47, B.b 2+0 13/13", "A.a 60/47 (B.b 13/13)"},
		{"recursion through a library", "main 0>A.a 10>lib.l 20>A.a 30<A.a 40<lib.l 50<A.a", "A.a 1+1 50/50", "A.a 50/40 (A.a 10/10)"},
		{"no own caller", "main 0>lib.l 10>A.a 30<A.a 50<lib.l 60>sdk.s 65<sdk.s", "A.a 1+0 20/20, outside 45, uncharged 35", "A.a 20/20"},
		{"no own code", "main 0>lib.l 10>sdk.s 30<sdk.s 50<lib.l", "outside 50, uncharged 50", ""},
		{"two threads", "main 0>lib.l 10>A.a 30<A.a 50<lib.l other 0>A.a 40>lib.l 90<lib.l 100<A.a", "A.a 2+0 120/120, outside 30, uncharged 30", "A.a 120/120"},
	} {
		x := index(t, tracetest.Bytes(tt.records))
		p := x.Charge(own(x)).Profile(x.Profile(profile.WholeTrace, nil))
		got := text(p, profile.Wall)
		if n := p.Uncharged()[profile.Wall]; n != 0 {
			got += fmt.Sprintf(", uncharged %d", n/1000)
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
		if got := treeText(p, 0); got != tt.tree {
			t.Errorf("%s: the tree is\n got %s\nwant %s", tt.name, got, tt.tree)
		}
	}
}

// treeText formats the rows below a row: "A.a 50/40 (B.b 10/10)".
func treeText(p *profile.Profile, under profile.Row) string {
	var parts []string
	for row := p.Tree.First[under]; row != profile.NoRow; row = p.Tree.Next[row] {
		r := &p.Rows[row]
		s := fmt.Sprintf("%s %d/%d", p.Info.Methods[p.Tree.Method[row]].Label(), r.Inclusive[profile.Wall]/1000, r.Exclusive[profile.Wall]/1000)
		if below := treeText(p, row); below != "" {
			s += " (" + below + ")"
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, ", ")
}

// TestChargedProperties: for any set of methods, scope and clock, charged and uncharged time add up to the whole. Each row's
// exclusive time goes to the nearest method of the set among it and its callers. Calls and inclusive times stay.
func TestChargedProperties(t *testing.T) {
	for seed := range uint64(3) {
		x := generated(t, 20_000, seed+1)
		rng := rand.New(rand.NewPCG(seed, 3))
		for try := range 12 {
			scope := anyScope(x, rng, try)
			in := make([]bool, len(x.Info.Methods))
			for m := range in {
				in[m] = rng.IntN(11) < try
			}
			base := x.Profile(scope, nil)
			if try%4 == 3 {
				base.WithoutIdle()
			}
			checkCharged(t, fmt.Sprintf("seed %d, try %d", seed, try), x, base, in)
		}
	}
}

func checkCharged(t *testing.T, name string, x *profile.Index, base *profile.Profile, in []bool) {
	t.Helper()
	p := x.Charge(in).Profile(base)
	for _, c := range []*profile.Contexts{&p.Contexts, p.Folded()} {
		checkContexts(t, name, c)
	}
	checkMethods(t, name, p)
	if p.Total() != base.Total() || p.Idle() != base.Idle() {
		t.Fatalf("%s: total %v, idle %v; without charging %v, %v", name, p.Total(), p.Idle(), base.Total(), base.Idle())
	}
	want, rest := make([]profile.Times, len(in)), base.Outside()
	for row := range base.Rows {
		at := profile.Row(row)
		for at != 0 && !in[base.Tree.Method[at]] {
			at = base.Tree.Parent[at]
		}
		to := &rest
		if at != 0 {
			to = &want[base.Tree.Method[at]]
		} else if row == 0 {
			continue
		}
		for clock, ns := range base.Rows[row].Exclusive {
			to[clock] += ns
		}
	}
	if p.Outside() != rest {
		t.Fatalf("%s: outside and uncharged are %v, want %v", name, p.Outside(), rest)
	}
	for m := range in {
		f, of := p.Methods[m], base.Methods[m]
		if of.Exclusive = want[m]; !in[m] {
			of = profile.Method{}
		}
		if f != of {
			t.Fatalf("%s: %s is %+v, want %+v", name, x.Info.Methods[m].Label(), f, of)
		}
		for row := range p.RowsOf(trace.MethodIndex(m)) {
			if !in[m] || p.Tree.Method[row] != trace.MethodIndex(m) {
				t.Fatalf("%s: row %d is of no method of the set", name, row)
			}
		}
	}
}
