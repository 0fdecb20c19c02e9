package profile_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/call"
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
		p := x.Filter(profile.Step{profile.Charge, own(x)}).Profile(x.Profile(profile.WholeTrace, nil), nil)
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

// treeText formats the called rows below a row: "A.a 50/40 (B.b 10/10)".
func treeText(p *profile.Profile, under profile.Row) string {
	var parts []string
	for row := p.Tree.First[under]; row != profile.NoRow; row = p.Tree.Next[row] {
		r := &p.Rows[row]
		if r.Calls == 0 {
			continue
		}
		s := fmt.Sprintf("%s %d/%d", p.Info.Methods[p.Tree.Method[row]].Label(), r.Inclusive[profile.Wall]/1000, r.Exclusive[profile.Wall]/1000)
		if below := treeText(p, row); below != "" {
			s += " (" + below + ")"
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, ", ")
}

// named returns the methods with a label.
func named(x *profile.Index, label string) []bool {
	of := make([]bool, len(x.Info.Methods))
	for m := range of {
		of[m] = x.Info.Methods[m].Label() == label
	}
	return of
}

func TestFilter(t *testing.T) {
	const records = "main 0>A.a 10>lib.l 20>B.b 30<B.b 45<lib.l 50>sdk.s 60>B.b 65<B.b 70<sdk.s 80<A.a 90>lib.l 95<lib.l 100>B.b 101<B.b"
	for _, tt := range []struct{ steps, tree, rest string }{
		{"", "A.a 80/25 (lib.l 35/25 (B.b 10/10), sdk.s 20/15 (B.b 5/5)), lib.l 5/5, B.b 1/1", "outside 15, left out 0"},
		{"through lib.l", "A.a 35/0 (lib.l 35/25 (B.b 10/10)), lib.l 5/5", "outside 0, left out 61"},
		{"under lib.l", "A.a 10/0 (lib.l 10/0 (B.b 10/10))", "outside 0, left out 91"},
		{"beside lib.l", "A.a 70/25 (lib.l 25/25, sdk.s 20/15 (B.b 5/5)), lib.l 5/5, B.b 1/1", "outside 15, left out 10"},
		{"root lib.l", "lib.l 40/30 (B.b 10/10)", "outside 0, left out 61"},
		{"root B.b", "B.b 16/16", "outside 0, left out 85"},
		{"drop sdk.s", "A.a 60/25 (lib.l 35/25 (B.b 10/10)), lib.l 5/5, B.b 1/1", "outside 15, left out 20"},
		{"merge lib.l", "A.a 80/50 (B.b 10/10, sdk.s 20/15 (B.b 5/5)), B.b 1/1", "outside 20, left out 0"},
		{"charge B.b", "B.b 16/16", "outside 85, left out 0"},
		{"self B.b", "B.b 16/16", "outside 0, left out 85"},
		{"self lib.l", "lib.l 30/30", "outside 0, left out 71"},
		{"drop sdk.s, self B.b", "B.b 11/11", "outside 0, left out 20+70"},
		{"self B.b, drop lib.l", "B.b 16/16", "outside 0, left out 85+0"},
		{"self lib.l, self B.b", "", "outside 0, left out 71+30"},
		{"root lib.l, drop B.b", "lib.l 30/30", "outside 0, left out 61+10"},
		{"drop B.b, root lib.l", "lib.l 30/30", "outside 0, left out 16+55"},
		{"merge lib.l, drop lib.l", "A.a 80/50 (B.b 10/10, sdk.s 20/15 (B.b 5/5)), B.b 1/1", "outside 20, left out 0"},
		{"drop lib.l, merge lib.l", "A.a 45/25 (sdk.s 20/15 (B.b 5/5)), B.b 1/1", "outside 15, left out 40"},
		{"through nothing", "", "outside 0, left out 101"},
	} {
		x := index(t, tracetest.Bytes(records))
		var steps []profile.Step
		for _, step := range strings.Split(tt.steps, ", ") {
			if verb, label, ok := strings.Cut(step, " "); ok {
				steps = append(steps, profile.Step{verbs[verb], named(x, label)})
			}
		}
		p := x.Filter(steps...).Profile(x.Profile(profile.WholeTrace, nil), nil)
		if got := treeText(p, 0); got != tt.tree {
			t.Errorf("%s:\n got %s\nwant %s", tt.steps, got, tt.tree)
		}
		var took []string
		for k, step := range steps {
			if step.Verb.LeavesOut() {
				took = append(took, fmt.Sprint(p.Took()[k][profile.Wall]/1000))
			}
		}
		rest := fmt.Sprintf("outside %d, left out %s", p.Outside()[profile.Wall]/1000, cmp.Or(strings.Join(took, "+"), "0"))
		if rest != tt.rest {
			t.Errorf("%s: %s, want %s", tt.steps, rest, tt.rest)
		}
	}
}

var verbs = map[string]profile.Verb{
	"through": profile.Through, "under": profile.Under, "beside": profile.Beside, "root": profile.Root,
	"drop": profile.Drop, "self": profile.Self, "merge": profile.Merge, "charge": profile.Charge,
}

// TestFilterProperties: for any steps, scope and clock, the time that is shown and the time that is left out add up to the whole. Each row's
// exclusive time is shown on the path that the steps, one after the other, make of the row's path.
func TestFilterProperties(t *testing.T) {
	for seed := range uint64(4) {
		x := generated(t, 10_000, seed+1)
		rng := rand.New(rand.NewPCG(seed, 3))
		for try := range 24 {
			scope := anyScope(x, rng, try%12)
			var steps []profile.Step
			for range rng.IntN(5) {
				in := make([]bool, len(x.Info.Methods))
				for m := range in {
					in[m] = rng.IntN(12) < try/2
				}
				steps = append(steps, profile.Step{profile.Verb(rng.IntN(len(verbs))), in})
			}
			base := x.Profile(scope, nil)
			if try%4 == 3 {
				base.WithoutIdle()
			}
			checkFilter(t, fmt.Sprintf("seed %d, try %d, %d steps", seed, try, len(steps)), x, base, steps)
		}
	}
}

// model returns what steps make of a path of methods, and the step that leaves its time out, -1 for none.
func model(path []trace.MethodIndex, steps []profile.Step) (left []trace.MethodIndex, out int) {
	out = -1
	for k, s := range steps {
		outermost := slices.IndexFunc(path, func(m trace.MethodIndex) bool { return s.Methods[m] })
		keeps, on, under := true, outermost >= 0, outermost >= 0 && outermost+1 < len(path)
		switch s.Verb {
		case profile.Through, profile.Root:
			keeps = on
		case profile.Drop:
			keeps = !on
		case profile.Under:
			keeps = under
		case profile.Beside:
			keeps = !under
		case profile.Self:
			keeps = len(path) > 0 && s.Methods[path[len(path)-1]]
		}
		if !keeps && out < 0 {
			out = k
		}
		switch s.Verb {
		case profile.Root:
			path = path[max(0, outermost):]
			if !on {
				path = nil
			}
		case profile.Self, profile.Merge, profile.Charge:
			path = slices.DeleteFunc(slices.Clone(path), func(m trace.MethodIndex) bool { return s.Methods[m] == (s.Verb == profile.Merge) })
		}
	}
	return path, out
}

func checkFilter(t *testing.T, name string, x *profile.Index, base *profile.Profile, steps []profile.Step) {
	t.Helper()
	p := x.Filter(steps...).Profile(base, nil)
	for _, c := range []*profile.Contexts{&p.Contexts, p.Folded()} {
		checkContexts(t, name, c)
	}
	checkMethods(t, name, p)
	if p.Idle() != base.Idle() {
		t.Fatalf("%s: idle %v, without the filter %v", name, p.Idle(), base.Idle())
	}
	for clock, ns := range p.LeftOut() {
		if p.Total()[clock]+ns != base.Total()[clock] {
			t.Fatalf("%s: clock %d: shown %d + left out %d, whole %d", name, clock, p.Total()[clock], ns, base.Total()[clock])
		}
	}
	took := make([]profile.Times, len(steps))
	want, calls := map[string]profile.Times{}, map[string]int64{}
	kept := map[string]bool{}
	paths := make([][]trace.MethodIndex, len(base.Rows)) // by row
	for row := range base.Rows {
		if row > 0 {
			paths[row] = append(slices.Clone(paths[base.Tree.Parent[row]]), base.Tree.Method[row])
		}
		path, out := model(paths[row], steps)
		if row > 0 {
			if above, _ := model(paths[base.Tree.Parent[row]], steps); len(path) > len(above) {
				calls[fmt.Sprint(path)] += base.Rows[row].Calls
			} else if steps := moving(paths[row], steps); steps >= 0 && out < 0 {
				add(&took[steps], &base.Rows[row].Exclusive)
			}
		}
		if out >= 0 {
			add(&took[out], &base.Rows[row].Exclusive)
			continue
		}
		sum := want[fmt.Sprint(path)]
		add(&sum, &base.Rows[row].Exclusive)
		want[fmt.Sprint(path)] = sum
		if base.Rows[row].Calls > 0 {
			for n := range len(path) + 1 {
				kept[fmt.Sprint(path[:n])] = true
			}
		}
	}
	if fmt.Sprint(took) != fmt.Sprint(p.Took()) {
		t.Fatalf("%s: steps took %v, want %v", name, p.Took(), took)
	}
	shown := 0
	for row := range p.Rows {
		var path []trace.MethodIndex
		for at := profile.Row(row); at != 0; at = p.Tree.Parent[at] {
			path = append(path, p.Tree.Method[at])
		}
		if p.Rows[row].Calls == 0 {
			continue
		}
		slices.Reverse(path)
		key := fmt.Sprint(path)
		shown++
		if !kept[key] || row > 0 && p.Rows[row].Calls != calls[key] || p.Rows[row].Exclusive != want[key] {
			t.Fatalf("%s: %s has %d calls, %v; want %d, %v", name, key, p.Rows[row].Calls, p.Rows[row].Exclusive, calls[key], want[key])
		}
	}
	delete(kept, "[]")
	if p.Rows[0].Calls > 0 {
		shown--
	}
	if shown != len(kept) {
		t.Fatalf("%s: %d paths are shown, want %d", name, shown, len(kept))
	}
}

// moving returns the step that takes away the last frame of a path, -1 for none.
func moving(path []trace.MethodIndex, steps []profile.Step) int {
	last := len(path) - 1
	for k := range steps {
		with, _ := model(path, steps[:k+1])
		without, _ := model(path[:last], steps[:k+1])
		if len(with) == len(without) {
			if steps[k].Verb.LeavesOut() {
				return -1
			}
			return k
		}
	}
	return -1
}

// TestSlower: a scope without quick calls has the calls that take the time, with their whole inclusive times. The time of
// the others belongs to their callers.
func TestSlower(t *testing.T) {
	const records = "main 0>A.a 10>B.b 30<B.b 40>B.b 45>C.c 50<C.c 51<B.b 60<A.a 70>C.c 75<C.c"
	for _, tt := range []struct {
		us   int64
		tree string
	}{
		{0, "A.a 60/29 (B.b 31/26 (C.c 5/5)), C.c 5/5"},
		{5, "A.a 60/29 (B.b 31/26 (C.c 5/5)), C.c 5/5"},
		{6, "A.a 60/29 (B.b 31/31)"},
		{20, "A.a 60/40 (B.b 20/20)"},
		{21, "A.a 60/60"},
		{61, ""},
	} {
		x := index(t, tracetest.Bytes(records))
		scope := profile.WholeTrace
		scope.Slower = x.Calls.TicksUp(tt.us * 1000)
		p := x.Profile(scope, nil)
		if got := treeText(p, 0); got != tt.tree || p.Total() != x.Profile(profile.WholeTrace, nil).Total() {
			t.Errorf("%d us:\n got %s\nwant %s", tt.us, got, tt.tree)
		}
	}
	for seed := range uint64(3) {
		x := generated(t, 20_000, seed+1)
		rng := rand.New(rand.NewPCG(seed, 4))
		for try := range 12 {
			scope := anyScope(x, rng, try)
			all := x.Profile(scope, nil)
			scope.Slower = 1 + trace.Ticks(rng.Int64N(2000))
			p := x.Profile(scope, nil)
			name := fmt.Sprintf("seed %d, try %d", seed, try)
			checkContexts(t, name, &p.Contexts)
			checkMethods(t, name, p)
			if p.Total() != all.Total() {
				t.Fatalf("%s: total %v, with quick calls %v", name, p.Total(), all.Total())
			}
			for m := range p.Methods {
				calls := int64(0)
				all.EachCall(trace.MethodIndex(m), func(r profile.Ref, l *call.Level) {
					if l.End(int(r.Row))-l.Start(int(r.Row)) >= scope.Slower {
						calls++
					}
				})
				listed := int64(0)
				p.EachCall(trace.MethodIndex(m), func(profile.Ref, *call.Level) { listed++ })
				if f := p.Methods[m]; f.Calls+f.Recursive != calls || listed != calls {
					t.Fatalf("%s: %s has %d calls and lists %d, want %d", name, x.Info.Methods[m].Label(), f.Calls+f.Recursive, listed, calls)
				}
			}
		}
	}
}
