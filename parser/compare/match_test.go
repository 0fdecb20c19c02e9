package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/compare"
	"traceglass/parser/profile"
)

// nested writes calls by their nesting: "a(b c) d" as records, 1 µs apart.
func nested(calls string) string {
	var b strings.Builder
	b.WriteString("main")
	at := 0
	var stack []string
	word := ""
	enter := func() {
		if word != "" {
			fmt.Fprintf(&b, " %d>%s", at, word)
			stack = append(stack, word)
			at++
			word = ""
		}
	}
	leave := func() {
		fmt.Fprintf(&b, " %d<%s", at, stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		at++
	}
	for i := 0; i < len(calls); i++ {
		switch calls[i] {
		case '[':
			enter()
		case ']', ' ':
			if word != "" {
				enter()
				leave()
			}
			if calls[i] == ']' {
				leave()
			}
		default:
			word += calls[i : i+1]
		}
	}
	if word != "" {
		enter()
		leave()
	}
	return b.String()
}

// guesses lists the pairs that another rule than the name made, "rule: A = B, by evidence", and the
// methods of one side only, "- A" and "+ B", in the order of the pairs.
func guesses(c *compare.Comparison) string {
	var lines []string
	for i, p := range c.Pairs {
		name := c.Name(i).Text()
		switch {
		case p.B == compare.None:
			lines = append(lines, "- "+name)
		case p.A == compare.None:
			lines = append(lines, "+ "+name)
		case p.Rule != compare.ByName:
			line := fmt.Sprintf("%s: %s = %s", p.Rule, c.Sides[0].Methods[p.A].Text(), name)
			if p.By != "" {
				line += ", by " + string(p.By)
			}
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// TestRules: pairing of methods left over after equal names. A trace is written by nesting: a[b c]
// is a with calls of b and c.
func TestRules(t *testing.T) {
	for _, tt := range []struct{ name, a, b, want string }{
		{"equal names need no rule", "x.A.a()V[x.A.b()V]", "x.A.a()V[x.A.b()V]", ""},
		{"another signature", "x.A.<init>()V", "x.A.<init>(I)V", "other signature: x.A.<init>()V = x.A.<init>(I)V"},
		{"another signature of two", "x.A.a()V x.A.a(J)V", "x.A.a(I)V x.A.a(J)V", "- x.A.a()V\n+ x.A.a(I)V"},
		{"another signature of a generated class", "x.A$1.run()V", "x.A$1.run(I)V", "- x.A$1.run()V\n+ x.A$1.run(I)V"},
		{"a lambda of the runtime", "x.A.a()V[x.A$$Lambda$1.run()V[x.A.body()V]]", "x.A.a()V[x.A$$Lambda$12.run()V[x.A.body()V]]",
			"lambda class: x.A$$Lambda$1.run()V = x.A$$Lambda$12.run()V, by callers and callees"},
		{"a lambda of another desugaring", "x.A.a()V[x.-$$Lambda$A$q1W_e.run()V]", "x.A.a()V[x.A$$ExternalSyntheticLambda0.run()V]",
			"lambda class: x.-$$Lambda$A$q1W_e.run()V = x.A$$ExternalSyntheticLambda0.run()V, by callers"},
		{"lambdas of another class are others", "x.A.a()V[x.B$$Lambda$1.run()V]", "x.A.a()V[x.C$$Lambda$1.run()V]", "- x.B$$Lambda$1.run()V\n+ x.C$$Lambda$1.run()V"},
		{"lambdas of another method are others", "x.A.a()V[x.A$$Lambda$1.run()V]", "x.A.a()V[x.A$$Lambda$1.get()V]", "- x.A$$Lambda$1.run()V\n+ x.A$$Lambda$1.get()V"},
		{"a lambda's body", "x.A.a()V[x.A.lambda$a$0(I)V x.A.lambda$b$1(I)V]", "x.A.a()V[x.A.lambda$a$1(I)V x.A.lambda$b$2(I)V]",
			"lambda body: x.A.lambda$a$0(I)V = x.A.lambda$a$1(I)V, by callers\nlambda body: x.A.lambda$b$1(I)V = x.A.lambda$b$2(I)V, by callers"},
		{"a lambda's body in Kotlin", "x.A.a()V[x.A.a$lambda-0()V]", "x.A.a()V[x.A.a$lambda-3()V]", "lambda body: x.A.a$lambda-0()V = x.A.a$lambda-3()V, by callers"},
		{"the way to a lambda's body", "x.A.a()V[x.A.$r8$lambda$qq()V[x.A.b()V]]", "x.A.a()V[x.A.$r8$lambda$zz()V[x.A.b()V]]",
			"lambda body: x.A.$r8$lambda$qq()V = x.A.$r8$lambda$zz()V, by callers and callees"},
		{"lambda of Jack", "x.A.a()V[x.-$Lambda$q.$m$0()V[x.A.lambda$-x_A_77()V]]", "x.A.a()V[x.-$Lambda$z.$m$1()V[x.A.lambda$-x_A_99()V]]",
			"lambda class: x.-$Lambda$q.$m$0()V = x.-$Lambda$z.$m$1()V, by callers and callees\nlambda body: x.A.lambda$-x_A_77()V = x.A.lambda$-x_A_99()V, by callers"},
		{"an accessor", "x.B.b()V[x.A.access$000()V[x.A.one()V]]", "x.B.b()V[x.A.access$100()V[x.A.one()V]]", "accessor: x.A.access$000()V = x.A.access$100()V, by callers and callees"},
		{"an accessor's number that moved on", "x.B.b()V[x.A.access$000()V[x.A.one()V] x.A.access$100()V[x.A.two()V]]",
			"x.B.b()V[x.A.access$000()V[x.A.zero()V] x.A.access$100()V[x.A.one()V] x.A.access$200()V[x.A.two()V]]",
			"accessor: x.A.access$000()V = x.A.access$100()V, by callers and callees\naccessor: x.A.access$100()V = x.A.access$200()V, by callers and callees\n+ x.A.access$000()V\n+ x.A.zero()V"},
		{"nothing in common", "x.B.b()V[x.A.access$000()V]", "x.B.c()V[x.A.access$100()V]", "- x.B.b()V\n- x.A.access$000()V\n+ x.B.c()V\n+ x.A.access$100()V"},
		{"a nest accessor", "x.B.b()V[x.A.-$$Nest$mfoo()V]", "x.B.b()V[x.A.-$$Nest$mbar()V]", "nest accessor: x.A.-$$Nest$mfoo()V = x.A.-$$Nest$mbar()V, by callers"},
		{"a nest accessor of another kind", "x.B.b()V[x.A.-$$Nest$fgetfoo()V]", "x.B.b()V[x.A.-$$Nest$fputfoo()V]", "- x.A.-$$Nest$fgetfoo()V\n+ x.A.-$$Nest$fputfoo()V"},
		{"an anonymous class and its methods", "x.A.a()V[x.A$1.<init>(Lx/A;)V x.A$1.run()V[x.A.b()V]]", "x.A.a()V[x.A$4.<init>(Lx/A;)V x.A$4.run()V[x.A.b()V]]",
			"anonymous class: x.A$1.<init>(Lx/A;)V = x.A$4.<init>(Lx/A;)V, by callers and callees\nanonymous class: x.A$1.run()V = x.A$4.run()V, by callers and callees"},
		{"a class of Kotlin's", "x.A.a()V[x.A$load$1.invoke()V]", "x.A.a()V[x.A$load$2.invoke()V]", "anonymous class: x.A$load$1.invoke()V = x.A$load$2.invoke()V, by callers"},
		{"a synthetic class", "x.A.a()V[x.A$$ExternalSyntheticOutline0.m(I)V]", "x.A.a()V[x.A$$ExternalSyntheticOutline2.m(I)V]",
			"synthetic class: x.A$$ExternalSyntheticOutline0.m(I)V = x.A$$ExternalSyntheticOutline2.m(I)V, by callers"},
		{"a proxy", "x.A.a()V[$Proxy3.get()V]", "x.A.a()V[$Proxy4.get()V]", "synthetic class: $Proxy3.get()V = $Proxy4.get()V, by callers"},
		{"a generated class in a signature", "x.A.a(Lx/A$1;)V", "x.A.a(Lx/A$2;)V", "class in the signature: x.A.a(Lx/A$1;)V = x.A.a(Lx/A$2;)V, by callers"},
		{"in order", "x.A.a()V[x.A$$Lambda$1.run()V x.A$$Lambda$2.run()V]", "x.A.a()V[x.A$$Lambda$5.run()V x.A$$Lambda$6.run()V x.A$$Lambda$7.run()V]",
			"lambda class: x.A$$Lambda$1.run()V = x.A$$Lambda$5.run()V, by order\nlambda class: x.A$$Lambda$2.run()V = x.A$$Lambda$6.run()V, by order\n+ x.A$$Lambda$7.run()V"},
		{"by their callees", "x.A.a()V[x.A$1.run()V[x.B.b()V]] x.C.c()V[x.A$2.run()V[x.D.d()V]]", "x.E.e()V[x.A$7.run()V[x.D.d()V]] x.F.f()V[x.A$8.run()V[x.B.b()V]]",
			"- x.A.a()V\nanonymous class: x.A$1.run()V = x.A$8.run()V, by callees\n- x.C.c()V\nanonymous class: x.A$2.run()V = x.A$7.run()V, by callees\n+ x.E.e()V\n+ x.F.f()V"},
		{"by equal numbers, if nothing contradicts them", "x.A.a()V[x.A$1.run()V]", "x.A.a()V[x.A$1.run()V[x.A.b()V] x.A$2.run()V]", "+ x.A.b()V\n+ x.A$2.run()V"},
		{"a method that no file lists", "?u#0x40[x.A.a()V]", "?u#0x40[x.A.a()V]", "id: unknown 0x40 = unknown 0x40"},
	} {
		c := compare.Of(sideOf(t, "a", nested(tt.a)), sideOf(t, "b", nested(tt.b)), nil, nil)
		if got := guesses(c); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, strings.ReplaceAll(got, "\n", "\n     "), strings.ReplaceAll(tt.want, "\n", "\n     "))
		}
	}
}

// TestOverrides: overrides separate and create pairs against all rules.
func TestOverrides(t *testing.T) {
	a := sideOf(t, "a", nested("x.A.a()V[x.A$$Lambda$1.run()V[x.A.one()V] x.A$$Lambda$2.run()V[x.A.two()V] x.A.old()V]"))
	b := sideOf(t, "b", nested("x.A.a()V[x.A$$Lambda$5.run()V[x.A.one()V] x.A$$Lambda$6.run()V[x.A.two()V] x.A.new()V]"))
	for _, tt := range []struct {
		name, want string
		of         []compare.Override
	}{
		{"none", "lambda class: x.A$$Lambda$1.run()V = x.A$$Lambda$5.run()V, by callers and callees\nlambda class: x.A$$Lambda$2.run()V = x.A$$Lambda$6.run()V, by callers and callees\n- x.A.old()V\n+ x.A.new()V", nil},
		{"one undone", "- x.A$$Lambda$1.run()V\nlambda class: x.A$$Lambda$2.run()V = x.A$$Lambda$6.run()V, by callers and callees\n- x.A.old()V\n+ x.A$$Lambda$5.run()V\n+ x.A.new()V",
			[]compare.Override{{"x.A$$Lambda$1.run()V", "x.A$$Lambda$5.run()V", true}}},
		{"one made", "lambda class: x.A$$Lambda$1.run()V = x.A$$Lambda$5.run()V, by callers and callees\nlambda class: x.A$$Lambda$2.run()V = x.A$$Lambda$6.run()V, by callers and callees\nhand: x.A.old()V = x.A.new()V",
			[]compare.Override{{"x.A.old()V", "x.A.new()V", false}}},
		{"crosswise", "hand: x.A$$Lambda$1.run()V = x.A$$Lambda$6.run()V\nlambda class: x.A$$Lambda$2.run()V = x.A$$Lambda$5.run()V, by callers\n- x.A.old()V\n+ x.A.new()V",
			[]compare.Override{{"x.A$$Lambda$1.run()V", "x.A$$Lambda$6.run()V", false}}},
		{"an equal name undone", "- x.A.a()V\nlambda class: x.A$$Lambda$1.run()V = x.A$$Lambda$5.run()V, by callers and callees\nlambda class: x.A$$Lambda$2.run()V = x.A$$Lambda$6.run()V, by callers and callees\n- x.A.old()V\n+ x.A.a()V\n+ x.A.new()V",
			[]compare.Override{{"x.A.a()V", "x.A.a()V", true}}},
		{"methods that do not exist", "lambda class: x.A$$Lambda$1.run()V = x.A$$Lambda$5.run()V, by callers and callees\nlambda class: x.A$$Lambda$2.run()V = x.A$$Lambda$6.run()V, by callers and callees\n- x.A.old()V\n+ x.A.new()V",
			[]compare.Override{{"x.A.gone()V", "x.A.new()V", false}}},
	} {
		if got := guesses(compare.Of(a, b, tt.of, nil)); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func threads(c *compare.Comparison) string {
	var all []string
	for _, p := range c.Threads {
		name := [2]string{"–", "–"}
		if p.A >= 0 {
			name[0] = fmt.Sprint(c.Sides[0].Threads[p.A].Name, "×", c.Sides[0].Threads[p.A].Count)
		}
		if p.B >= 0 {
			name[1] = fmt.Sprint(c.Sides[1].Threads[p.B].Name, "×", c.Sides[1].Threads[p.B].Count)
		}
		all = append(all, fmt.Sprintf("%s %s (%s)", name[0], name[1], p.Rule))
	}
	return strings.Join(all, ", ")
}

func TestThreads(t *testing.T) {
	side := func(names ...string) *compare.Side {
		var b strings.Builder
		for i, name := range names {
			fmt.Fprintf(&b, " %s 0>A", name)
			for n := range len(names) - i {
				fmt.Fprintf(&b, " %d>B %d<B", 2*n+1, 2*n+2)
			}
			b.WriteString(" 90<A")
		}
		return sideOf(t, "", b.String()[1:])
	}
	a := side("main", "pool-1-thread-1", "pool-1-thread-2", "RenderThread", "Binder:70_1", "old")
	b := side("pool-4-thread-9", "Binder:81_3", "Binder:81_4", "main", "new", "RenderThread")
	want := "main×1 main×1 (name), pool-#-thread-#×2 pool-4-thread-9×1 (pool), RenderThread×1 RenderThread×1 (name), Binder:70_1×1 Binder:#_#×2 (pool), old×1 – (), – new×1 ()"
	if got := threads(compare.Of(a, b, nil, nil)); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	want = "main×1 main×1 (name), pool-#-thread-#×2 pool-4-thread-9×1 (pool), RenderThread×1 – (), Binder:70_1×1 Binder:#_#×2 (pool), old×1 new×1 (hand), – RenderThread×1 ()"
	if got := threads(compare.Of(a, b, nil, []compare.Override{{"old", "new", false}, {"RenderThread", "RenderThread", true}})); got != want {
		t.Errorf("by hand:\n got %s\nwant %s", got, want)
	}
	var calls int64
	for _, th := range a.Threads {
		calls += th.Calls
	}
	var all int64
	for _, n := range a.Calls {
		all += n
	}
	if calls != all || a.Threads[0].Time[profile.Wall] != 90_000 {
		t.Errorf("threads have %d calls of %d; main %d ns", calls, all, a.Threads[0].Time[profile.Wall])
	}
}

// TestMoves: a context that moved along with its caller is not a separate move.
func TestMoves(t *testing.T) {
	c := compare.Of(sideOf(t, "a", nested("p[m[x[y]]] q")), sideOf(t, "b", nested("p q[m[x[y]]]")), nil, nil)
	moves := c.Contexts().Moves(profile.Wall)
	if len(moves) != 1 {
		t.Fatalf("%d moves, want one", len(moves))
	}
	path := func(row profile.Row) (s string) {
		for _, pair := range c.Contexts().Path(row) {
			s += c.Name(pair).Label()
		}
		return s
	}
	if from, to := path(moves[0].From), path(moves[0].To); from != "pm" || to != "qm" {
		t.Errorf("%s to %s, want pm to qm", from, to)
	}
	c = compare.Of(sideOf(t, "a", nested("p[m[x]]")), sideOf(t, "b", nested("m[x] p")), nil, nil)
	if moves = c.Contexts().Moves(profile.Wall); len(moves) != 1 || path(moves[0].To) != "m" {
		t.Errorf("to the outermost: %+v", moves)
	}
}

func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		callsA, timeA, callsB, timeB int64
		want                         compare.Split
	}{
		{2, 20, 4, 40, compare.Split{Calls: 20}},
		{2, 20, 2, 50, compare.Split{Cost: 30}},
		{2, 20, 3, 60, compare.Split{Calls: 15, Cost: 25}}, // 1 × (10 + 20) / 2; 2.5 × 10
		{0, 0, 3, 60, compare.Split{Calls: 60}},
		{3, 60, 0, 0, compare.Split{Calls: -60}},
		{0, 0, 0, 7, compare.Split{Calls: 7}}, // recursive calls alone
		{1, 1 << 60, 1 << 40, 1<<60 + 1, compare.Split{Calls: 1 << 62, Cost: 1 - 1<<62}},
	} {
		if got := compare.SplitOf(tt.callsA, tt.timeA, tt.callsB, tt.timeB); got != tt.want || got.Calls+got.Cost != tt.timeB-tt.timeA {
			t.Errorf("%d calls in %d to %d in %d: %+v, want %+v", tt.callsA, tt.timeA, tt.callsB, tt.timeB, got, tt.want)
		}
	}
}

// TestRepeated: a method that a file lists under two ids is one method, and its call of itself is
// recursive.
func TestRepeated(t *testing.T) {
	s := sideOf(t, "a", "main 0>x.A.a()V#0x10 1>x.A.a()V#0x20 3<x.A.a()V#0x20 4>x.A.b()V 5<x.A.b()V 6>x.A.a()V#0x10 7<x.A.a()V#0x10 9<x.A.a()V#0x10")
	if len(s.Methods) != 2 || len(s.Method) != 4 {
		t.Fatalf("%d methods in %d contexts, want 2 in 4, including the root", len(s.Methods), len(s.Method))
	}
	if c := s.Costs[0]; c.Calls != 1 || c.Recursive != 2 || c.Inclusive[profile.Wall] != 9000 || c.Exclusive[profile.Wall] != 8000 {
		t.Errorf("a: %+v", c)
	}
	checkSame(t, "two ids", s)
}

// TestSideSize: a side, which is sent between workers, takes 40 bytes per context with both clocks
// and waiting, and nothing per call.
func TestSideSize(t *testing.T) {
	one := sideOf(t, "a", nested("a[b c[d]]"))
	var many strings.Builder
	many.WriteString("main")
	for i := range 5000 {
		fmt.Fprintf(&many, " %d>a %d>b %d<b %d<a", 4*i, 4*i+1, 4*i+2, 4*i+3)
	}
	loop := sideOf(t, "b", many.String())
	if len(one.Method) != 5 || len(loop.Method) != 3 || loop.Calls[2] != 5000 {
		t.Errorf("%d and %d contexts, want 5 and 3", len(one.Method), len(loop.Method))
	}
	for _, own := range one.Exclusive {
		if len(own) != len(one.Method) || len(one.Parent) != len(one.Method) || len(one.Calls) != len(one.Method) {
			t.Error("columns differ in length")
		}
	}
}
