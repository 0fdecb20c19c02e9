package profile_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// switched adds the switch method to an index made without it.
func switched(x *profile.Index) (base, with *profile.Index) {
	profile.AddSwitchMethod(x.Info)
	base = profile.NewIndex(x.Calls, x.Info)
	return base, base.Switched()
}

func TestSwitched(t *testing.T) {
	// Times off the CPU: main in B from 210 to 490, and with nothing on the stack from 620 to 1010.
	// They are in A from 5 to 405 and from 505 to 895 for worker.
	const records = "main 0/0>A 200/200>B 500/220<B 600/320<A 1030/360>A 1040/370<A worker 0/0>A 410/10>B 500/100<B 900/110<A"
	tests := []struct {
		name      string
		from, to  trace.Ticks
		threads   []bool
		wall, cpu string
	}{
		{"whole", 0, 2000, nil, "(context switch) 4+0 1460/1460, A 3+0 1510/330, B 2+0 390/110, outside 40", "(context switch) 4+0 0/0, A 3+0 440/330, B 2+0 110/110, outside 40"},
		{"a thread", 0, 2000, []bool{false, true}, "(context switch) 2+0 790/790, A 1+0 900/20, B 1+0 90/90", "(context switch) 2+0 0/0, A 1+0 110/20, B 1+0 90/90"},
		{"part of one", 300, 400, []bool{true}, "(context switch) 1+0 100/100, A 1+0 100/0, B 1+0 100/0", "(context switch) 1+0 0/0, A 1+0 7/0, B 1+0 7/7"},
		{"parts of two, and the time between", 400, 700, []bool{true}, "(context switch) 2+0 170/170, A 1+0 200/100, B 1+0 100/10, outside 20", ""},
		{"between them", 500, 600, []bool{true}, "A 1+0 100/100, B 1+0 0/0", ""},
	}
	base, x := switched(index(t, tracetest.Bytes(records)))
	if base == x || base.Switched() != x {
		t.Fatal("Switched made no other index, or a second one")
	}
	for _, tt := range tests {
		p := x.Profile(profile.Scope{From: tt.from, To: tt.to, Threads: tt.threads}, nil)
		if got := text(p, profile.Wall); got != tt.wall {
			t.Errorf("%s: wall\n got %s\nwant %s", tt.name, got, tt.wall)
		}
		if got := text(p, profile.CPU); tt.cpu != "" && got != tt.cpu {
			t.Errorf("%s: CPU\n got %s\nwant %s", tt.name, got, tt.cpu)
		}
	}

	p := x.Profile(profile.WholeTrace, nil)
	want := map[string]string{
		"A":                "parents (toplevel) 3 1510; children (context switch) 2 790, B 2 390; while recursive, parents; children; self 330",
		"B":                "parents A 2 390; children (context switch) 1 280; while recursive, parents; children; self 110",
		"(context switch)": "parents A 2 790, (toplevel) 1 390, B 1 280; children; while recursive, parents; children; self 1460",
	}
	for m := range p.Methods {
		name := p.Info.Methods[m].Label()
		if got := relatives(p, trace.MethodIndex(m)); got != want[name] {
			t.Errorf("%s\n got %s\nwant %s", name, got, want[name])
		}
	}
	s := p.Spread(p.SwitchMethod(), profile.Wall)
	if s.Count != 4 || s.Min != 280_000 || s.Median != 390_000 || s.Max != 400_000 || len(s.Longest) != 3 {
		t.Errorf("spread %+v, want 4 of 280 to 400 µs, 3 of them within calls", s)
	}
	if q := base.Profile(profile.WholeTrace, nil); text(q, profile.Wall) != "A 3+0 1510/1120, B 2+0 390/390, outside 430" {
		t.Errorf("without switches: %s", text(q, profile.Wall))
	}
}

// TestSwitchedProperties: with switches, exclusive times still add up to the inclusive ones and
// none is negative, for any scope. All other methods keep their calls and inclusive times.
func TestSwitchedProperties(t *testing.T) {
	for seed := range uint64(3) {
		base, x := switched(generated(t, 20_000, seed+1))
		rng := rand.New(rand.NewPCG(seed, 5))
		var p, q *profile.Profile
		for try := range 12 {
			scope := anyScope(x, rng, try)
			p, q = x.Profile(scope, p), base.Profile(scope, q)
			name := fmt.Sprintf("seed %d, try %d", seed, try)
			checkContexts(t, name, &p.Contexts)
			checkContexts(t, name, p.Folded())
			checkMethods(t, name, p)
			m := p.SwitchMethod()
			for i := range q.Methods {
				a, b := p.Methods[i], q.Methods[i]
				if trace.MethodIndex(i) != m && (a.Calls != b.Calls || a.Recursive != b.Recursive || a.Inclusive[profile.Wall] != b.Inclusive[profile.Wall] ||
					a.Inclusive[profile.CPU] != b.Inclusive[profile.CPU] || a.Exclusive[profile.CPU] != b.Exclusive[profile.CPU]) {
					t.Fatalf("%s: method %d is %+v with switches, %+v without", name, i, a, b)
				}
			}
			if try == 0 && p.Methods[m].Calls == 0 {
				t.Fatalf("%s: there are no switches", name)
			}
			if !slices.Equal(p.Tree.Method[:base.Merged.Len()], base.Merged.Method) {
				t.Fatalf("%s: rows have other numbers", name)
			}
			if c := p.Methods[m]; c.Inclusive[profile.CPU] != 0 || c.Inclusive != c.Exclusive || c.Recursive != 0 {
				t.Fatalf("%s: switches %+v", name, c)
			}
		}
	}
}
