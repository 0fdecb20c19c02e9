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

// index reads a trace, twice if needed, and merges its trees.
func index(t testing.TB, data []byte) *profile.Index {
	t.Helper()
	x, err := read(data, true)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func read(data []byte, keep bool) (*profile.Index, error) {
	replay, reader := call.NewReplay(keep)
	for {
		if _, err := reader.Write(data); err != nil {
			return nil, err
		}
		if err := reader.Close(); err != nil {
			return nil, err
		}
		table, info := replay.Finish(), reader.Info()
		if replay, reader = replay.Again(); reader == nil {
			return profile.NewIndex(table, info), nil
		}
	}
}

// FuzzProfile holds for any valid trace: exclusive times and the time outside calls add up to the
// total, none is negative, and sums without calls equal those with calls.
func FuzzProfile(f *testing.F) {
	for _, records := range []string{
		"main 0>A 10>B 20>A 30>A 40<A 60<A 80<B 100<A worker 5>B 7<C 8<B",
		"main 0>A 5<C 10<A 20<C 30<D",
		"main 5~A 0>A 3<?B#0x80 9<A 12<?B#0x80",
	} {
		f.Add(tracetest.Bytes(records))
		f.Add(tracetest.Trace{Records: records, Version: 2, Clock: "wall"}.Bytes())
		f.Add(tracetest.Trace{Records: records, Version: 0xF3}.Bytes())
		f.Add(tracetest.Trace{Records: records, Version: 0xF2, NoSummary: true}.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := read(data, true)
		if err != nil {
			return
		}
		p := x.Profile(profile.WholeTrace, nil)
		checkContexts(t, "whole", &p.Contexts)
		checkMethods(t, "whole", p)
		sums, err := read(data, false)
		if err != nil {
			t.Fatal(err)
		}
		q := sums.Profile(profile.WholeTrace, nil)
		if !slices.Equal(p.Methods, q.Methods) {
			t.Fatalf("with calls %v, without %v", p.Methods, q.Methods)
		}
		from, to := x.Calls.Span()
		r := x.Profile(profile.Scope{From: from + (to-from)/3, To: to - (to-from)/3}, nil)
		checkContexts(t, "a third", &r.Contexts)
	})
}

// text formats every method as "A 1+2 inclusive/exclusive", in µs of a clock, by name, and the time
// outside any method.
func text(p *profile.Profile, by profile.Clock) string {
	var parts []string
	for m := range p.Methods {
		if f := &p.Methods[m]; f.Calls+f.Recursive > 0 {
			parts = append(parts, fmt.Sprintf("%s %d+%d %d/%d", p.Info.Methods[m].Label(), f.Calls, f.Recursive, f.Inclusive[by]/1000, f.Exclusive[by]/1000))
		}
	}
	slices.Sort(parts)
	if out := p.Outside()[by]; out != 0 {
		parts = append(parts, fmt.Sprintf("outside %d", out/1000))
	}
	return strings.Join(parts, ", ")
}

// The numbers are those of parser/trace/format.md, section 15.
func TestProfile(t *testing.T) {
	tests := []struct{ name, trace, want string }{
		{"1", "main 100>A 120<A", "A 1+0 20/20"},
		{"2", "main 0>A 10>B 20>A 30>A 40<A 60<A 80<B 100<A", "A 1+2 100/70, B 1+0 70/30"},
		{"3", "main 100>A 110>B 130>A 150<A", "A 1+1 50/30, B 1+0 40/20"},
		{"4", "main 100>A 110<A 150<B 160>A 170<A", "A 2+0 20/20, B 1+0 50/40, outside 10"},
		{"5", "main 10<C 20<B 30<A", "A 1+0 20/10, B 1+0 10/10, C 1+0 0/0"},
		{"6", "main 100>A 110<B", "A 1+0 10/10"},
		{"7", "main 0>A 10>B 20>C 50<A", "A 1+0 50/10, B 1+0 40/10, C 1+0 30/30"},
		{"9", "main 100>A 105>B 110!B 120!A", "A 1+0 20/15, B 1+0 5/5"},
		{"32", "main 100>A 90>B 95<B 120<A", "A 1+0 20/20, B 1+0 0/0"},
		{"33 two threads at once", "main 0>A 900<A worker 0>A 900<A", "A 2+0 1800/1800"},
		{"49 no call takes time", "main 5>A 5>B 5<B 5<A", "A 1+0 0/0, B 1+0 0/0"},
	}
	for _, tt := range tests {
		p := index(t, tracetest.Bytes(tt.trace)).Profile(profile.WholeTrace, nil)
		if got := text(p, profile.Wall); got != tt.want {
			t.Errorf("%s: profile of %q\n got %s\nwant %s", tt.name, tt.trace, got, tt.want)
		}
	}
}

func TestProfileRange(t *testing.T) {
	const records = "main 0/0>A 10/5>B 20/10>A 30/12>A 40/14<A 60/30<A 80/40<B 100/60<A worker 50/0>B 70/20<B"
	tests := []struct {
		name     string
		from, to trace.Ticks
		threads  []bool
		wall     string
		cpu      string
	}{
		{"all", -5, 500, nil, "A 1+2 100/70, B 2+0 90/50", "A 1+2 60/45, B 2+0 55/35"},
		{"one thread", -5, 500, []bool{false, true}, "B 1+0 20/20", "B 1+0 20/20"},
		{"inside one call", 32, 38, []bool{true}, "A 1+2 6/6, B 1+0 6/0", "A 1+2 1/1, B 1+0 1/0"},
		{"a call cut on both sides", 15, 65, []bool{true}, "A 1+2 50/40, B 1+0 50/10", "A 1+2 25/20, B 1+0 25/5"},
		{"a border shared with a call", 20, 60, []bool{true}, "A 1+2 40/40, B 1+0 40/0", "A 1+2 20/20, B 1+0 20/0"},
		{"after the end", 200, 300, nil, "", ""},
	}
	x := index(t, tracetest.Bytes(records))
	for _, tt := range tests {
		p := x.Profile(profile.Scope{From: tt.from, To: tt.to, Threads: tt.threads}, nil)
		if got := text(p, profile.Wall); got != tt.wall {
			t.Errorf("%s: wall\n got %s\nwant %s", tt.name, got, tt.wall)
		}
		if got := text(p, profile.CPU); got != tt.cpu {
			t.Errorf("%s: CPU\n got %s\nwant %s", tt.name, got, tt.cpu)
		}
	}
}

// The example of parser/trace/format.md, section 12.2.
func TestRelatives(t *testing.T) {
	p := index(t, tracetest.Bytes("main 0>A 10>B 20>A 30>A 40<A 60<A 80<B 100<A")).Profile(profile.WholeTrace, nil)
	tests := map[string]string{
		"A": "parents (toplevel) 1 100; children B 1 70; while recursive, parents B 1 40, A 1 10; children A 1 10; self 30",
		"B": "parents A 1 70; children A 1 40; while recursive, parents; children; self 30",
	}
	for m := range p.Methods {
		name := p.Info.Methods[m].Label()
		if got := relatives(p, trace.MethodIndex(m)); got != tests[name] {
			t.Errorf("%s\n got %s\nwant %s", name, got, tests[name])
		}
	}
}

func relatives(p *profile.Profile, m trace.MethodIndex) string {
	r := p.Relatives(m, profile.Wall)
	edges := func(list []profile.Edge) string {
		var parts []string
		for _, e := range list {
			name := "(toplevel)"
			if e.Method != call.NoMethod {
				name = p.Info.Methods[e.Method].Label()
			}
			parts = append(parts, fmt.Sprintf(" %s %d %d", name, e.Calls, e.Inclusive[profile.Wall]/1000))
		}
		return strings.Join(parts, ",")
	}
	return fmt.Sprintf("parents%s; children%s; while recursive, parents%s; children%s; self %d",
		edges(r.Parents), edges(r.Children), edges(r.RecursiveParents), edges(r.RecursiveChildren), r.Self[profile.Wall]/1000)
}

// generated returns a trace like an app's: several threads, deep stacks, two clocks.
func generated(t testing.TB, records int64, seed uint64) *profile.Index {
	t.Helper()
	var b strings.Builder
	if err := tracetest.Generate(&b, tracetest.Config{Records: records, Seed: seed, Methods: 300}); err != nil {
		t.Fatal(err)
	}
	return index(t, []byte(b.String()))
}

// anyScope returns the scopes that properties are checked in: the whole trace first, then ranges, a third of them with half of
// the threads.
func anyScope(x *profile.Index, rng *rand.Rand, try int) profile.Scope {
	scope := profile.WholeTrace
	if try > 0 {
		from, to := x.Calls.Span()
		a, b := from+trace.Ticks(rng.Int64N(int64(to-from))), from+trace.Ticks(rng.Int64N(int64(to-from)))
		scope.From, scope.To = min(a, b), max(a, b)
	}
	if try%3 == 1 {
		scope.Threads = make([]bool, len(x.Calls.Threads))
		for i := range scope.Threads {
			scope.Threads[i] = rng.IntN(2) == 0
		}
	}
	return scope
}

// TestProperties checks what holds for every trace, scope and clock.
func TestProperties(t *testing.T) {
	for seed := range uint64(3) {
		x := generated(t, 20_000, seed+1)
		rng := rand.New(rand.NewPCG(seed, 2))
		for try := range 12 {
			scope := anyScope(x, rng, try)
			p := x.Profile(scope, nil)
			name := fmt.Sprintf("seed %d, try %d", seed, try)
			for _, c := range []*profile.Contexts{&p.Contexts, p.Folded()} {
				checkContexts(t, name, c)
			}
			checkMethods(t, name, p)
			if try > 0 {
				checkBrute(t, name, p)
			}
		}
	}
}

// checkContexts: inclusive is exclusive plus the callees' inclusive, none is negative.
func checkContexts(t *testing.T, name string, c *profile.Contexts) {
	t.Helper()
	sums := make([]profile.Times, len(c.Rows))
	for row := len(c.Rows) - 1; row >= 0; row-- {
		for clock := range sums[row] {
			if c.Rows[row].Exclusive[clock] < 0 {
				t.Fatalf("%s: row %d clock %d: exclusive %d", name, row, clock, c.Rows[row].Exclusive[clock])
			}
			sums[row][clock] += c.Rows[row].Exclusive[clock]
			if sums[row][clock] != c.Rows[row].Inclusive[clock] {
				t.Fatalf("%s: row %d clock %d: exclusive and callees come to %d, inclusive is %d", name, row, clock, sums[row][clock], c.Rows[row].Inclusive[clock])
			}
			if row > 0 {
				sums[c.Tree.Parent[row]][clock] += sums[row][clock]
			}
		}
	}
}

// checkMethods: exclusive times add up to the total less the time outside calls. A method's self
// time and its children's time make up its inclusive time.
func checkMethods(t *testing.T, name string, p *profile.Profile) {
	t.Helper()
	for clock := range p.Total() {
		sum := p.Outside()[clock]
		for m := range p.Methods {
			sum += p.Methods[m].Exclusive[clock]
		}
		if sum != p.Total()[clock] {
			t.Fatalf("%s: clock %d: exclusive times sum to %d, total is %d", name, clock, sum, p.Total()[clock])
		}
		for m := range p.Methods {
			r := p.Relatives(trace.MethodIndex(m), profile.Clock(clock))
			own, calls := r.Self[clock], int64(0)
			for _, e := range r.Children {
				own += e.Inclusive[clock]
			}
			for _, e := range r.Parents {
				calls += e.Calls
			}
			if own != p.Methods[m].Inclusive[clock] || calls != p.Methods[m].Calls {
				t.Fatalf("%s: method %d clock %d: self and children %d, calls %d; want %d, %d", name, m, clock, own, calls, p.Methods[m].Inclusive[clock], p.Methods[m].Calls)
			}
		}
	}
}

// checkBrute compares with a sum over every call.
func checkBrute(t *testing.T, name string, p *profile.Profile) {
	t.Helper()
	x, s := p.Index, p.Scope
	want := make([]profile.Method, len(p.Methods))
	for i := range x.Calls.Threads {
		if s.Threads != nil && !s.Threads[i] {
			continue
		}
		th := &x.Calls.Threads[i]
		var walk func(depth, from, to int, above []trace.MethodIndex)
		walk = func(depth, from, to int, above []trace.MethodIndex) {
			for row := from; row < to; row++ {
				l := th.Levels[depth]
				if l.End(row) < s.From || l.Start(row) > s.To {
					continue
				}
				m := x.Calls.Tree.At(l.Call(row).Node).Method
				d := x.Calls.Nanos(min(l.End(row), s.To) - max(l.Start(row), s.From))
				want[m].Exclusive[profile.Wall] += d
				if len(above) > 0 {
					want[above[len(above)-1]].Exclusive[profile.Wall] -= d
				}
				if slices.Contains(above, m) {
					want[m].Recursive++
				} else {
					want[m].Calls++
					want[m].Inclusive[profile.Wall] += d
				}
				first, end := th.Callees(depth, row)
				walk(depth+1, first, end, append(above, m))
			}
		}
		if len(th.Levels) > 0 {
			walk(0, 0, th.Levels[0].Len(), nil)
		}
	}
	for m := range want {
		g, w := p.Methods[m], want[m]
		if g.Calls != w.Calls || g.Recursive != w.Recursive || g.Inclusive[profile.Wall] != w.Inclusive[profile.Wall] || g.Exclusive[profile.Wall] != w.Exclusive[profile.Wall] {
			t.Fatalf("%s: method %d\n got %+v\nwant %+v", name, m, g, w)
		}
	}
}

// TestRangesAdd: the figures of two halves add up to those of the whole, by each clock.
func TestRangesAdd(t *testing.T) {
	x := generated(t, 20_000, 9)
	from, to := x.Calls.Span()
	whole := x.Profile(profile.WholeTrace, nil)
	for _, at := range []trace.Ticks{from + (to-from)/3, from + (to-from)/2} {
		a := x.Profile(profile.Scope{From: from - 1, To: at}, nil)
		b := x.Profile(profile.Scope{From: at, To: to + 1}, nil)
		for _, clock := range []profile.Clock{profile.Wall, profile.CPU} {
			for m := range whole.Methods {
				sum := a.Methods[m].Inclusive[clock] + b.Methods[m].Inclusive[clock]
				// Records that share the instant of the border may count on both sides by CPU.
				if d := sum - whole.Methods[m].Inclusive[clock]; d != 0 && (clock == profile.Wall || d < 0) {
					t.Fatalf("clock %d: method %d: %d + %d, whole %d", clock, m, a.Methods[m].Inclusive[clock], b.Methods[m].Inclusive[clock], whole.Methods[m].Inclusive[clock])
				}
			}
		}
	}
}

func TestSpread(t *testing.T) {
	x := generated(t, 30_000, 4)
	for _, clock := range []profile.Clock{profile.Wall, profile.CPU, profile.Waiting} {
		p := x.Profile(profile.WholeTrace, nil)
		for m := range p.Methods {
			var all []int64
			p.EachCall(trace.MethodIndex(m), func(r profile.Ref, l *call.Level) { all = append(all, x.Times(r)[clock]) })
			slices.Sort(all)
			s := p.Spread(trace.MethodIndex(m), clock)
			if s.Count != p.Methods[m].Calls+p.Methods[m].Recursive || int(s.Count) != len(all) {
				t.Fatalf("method %d: %d calls, the profile has %d+%d", m, s.Count, p.Methods[m].Calls, p.Methods[m].Recursive)
			}
			if len(all) == 0 {
				continue
			}
			want := profile.Spread{Min: all[0], Max: all[len(all)-1], Median: all[(len(all)+1)/2-1], P95: all[(len(all)*95+99)/100-1]}
			if s.Min != want.Min || s.Max != want.Max || s.Median != want.Median || s.P95 != want.P95 {
				t.Fatalf("method %d clock %d: %d %d %d %d, want %d %d %d %d", m, clock, s.Min, s.Median, s.P95, s.Max, want.Min, want.Median, want.P95, want.Max)
			}
			if len(s.Longest) != min(10, len(all)) || s.Longest[0].Duration != s.Max {
				t.Fatalf("method %d: %d longest, the first %d of %d", m, len(s.Longest), s.Longest[0].Duration, s.Max)
			}
			n := int64(0)
			for i, b := range s.Bins {
				n += b.Count
				if b.From >= b.To || i > 0 && b.From != s.Bins[i-1].To && s.Bins[i-1].From > 0 || b.Count == 0 && (i == 0 || i == len(s.Bins)-1) {
					t.Fatalf("method %d: bin %d is %+v after %+v", m, i, b, s.Bins[max(0, i-1)])
				}
			}
			if n != s.Count {
				t.Fatalf("method %d: bins hold %d of %d", m, n, s.Count)
			}
		}
	}
}

// TestSteps visits all calls of a method forward and back, each once.
func TestSteps(t *testing.T) {
	x := generated(t, 6_000, 5)
	p := x.Profile(profile.WholeTrace, nil)
	for m := range min(60, len(p.Methods)) {
		m := trace.MethodIndex(m)
		var want []profile.Ref
		p.EachCall(m, func(r profile.Ref, l *call.Level) { want = append(want, r) })
		slices.SortFunc(want, func(a, b profile.Ref) int {
			return cmp.Or(cmp.Compare(x.Level(a).Start(int(a.Row)), x.Level(b).Start(int(b.Row))), cmp.Compare(a.Thread, b.Thread), cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.Row, b.Row))
		})
		for _, back := range []bool{false, true} {
			at := trace.Ticks(0)
			if back {
				at = 1 << 60
				slices.Reverse(want)
			}
			var got []profile.Ref
			for r, ok := p.CallAt(m, at, back); ok; r, ok = p.NextCall(m, r, back) {
				got = append(got, r)
			}
			// CallAt may start at any of several calls that begin together.
			if len(got) > len(want) || len(want) > 0 && !slices.Equal(got, want[len(want)-len(got):]) {
				t.Fatalf("method %d back %v: walked %d of %d calls", m, back, len(got), len(want))
			}
			if len(want) > 0 && len(got) != len(want) && x.Level(want[0]).Start(int(want[0].Row)) != x.Level(got[0]).Start(int(got[0].Row)) {
				t.Fatalf("method %d back %v: began at %v, want %v", m, back, got[0], want[0])
			}
		}
	}
}

func TestBottomUp(t *testing.T) {
	p := index(t, tracetest.Bytes("main 0>A 10>C 20<C 30>B 40>C 70<C 80<B 100<A")).Profile(profile.WholeTrace, nil)
	leaves := p.Leaves()
	i := slices.IndexFunc(leaves, func(path profile.Path) bool { return p.Info.Methods[path.Method].Label() == "C" })
	var got []string
	var walk func(path *profile.Path)
	walk = func(path *profile.Path) {
		got = append(got, fmt.Sprintf("%d %s ×%d %d", path.Level, p.Info.Methods[path.Method].Label(), path.Calls, path.Exclusive[profile.Wall]/1000))
		callers := p.Callers(path)
		if p.HasCallers(path) != (len(callers) > 0) {
			t.Errorf("HasCallers is wrong for %v", got)
		}
		for i := range callers {
			walk(&callers[i])
		}
	}
	walk(&leaves[i])
	if want := "0 C ×2 40, 1 A ×1 10, 1 B ×1 30, 2 A ×1 30"; strings.Join(got, ", ") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, ", "), want)
	}
}

func TestMatched(t *testing.T) {
	p := index(t, tracetest.Bytes("main 0>A 10>B 20>A 30<A 40<B 50<A 60>B 70<B")).Profile(profile.WholeTrace, nil)
	for name, want := range map[string]int64{"A": 50, "B": 40, "none": 0} {
		got := p.Matched(func(m trace.MethodIndex) bool { return p.Info.Methods[m].Label() == name })
		if got[profile.Wall]/1000 != want {
			t.Errorf("%s: %d µs, want %d", name, got[profile.Wall]/1000, want)
		}
	}
}

func BenchmarkRange(b *testing.B) {
	x := generated(b, 2_000_000, 1)
	from, to := x.Calls.Span()
	b.ResetTimer()
	for b.Loop() {
		x.Profile(profile.Scope{From: from + (to-from)/50, To: to - (to-from)/50}, nil)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(x.Calls.Calls), "ns/call")
}

// TestThreadSums: the sum of a thread's calls equals the sum of its paths, by one clock and by two.
func TestThreadSums(t *testing.T) {
	wall := index(t, tracetest.Trace{Records: "main 0>A 5>B 9<B 20<A t 3>C 8<C 9>C 12<C", Version: 2, Clock: "wall"}.Bytes())
	running := index(t, tracetest.Bytes("main 0/0>A 10/1<A 20/2<B 30/3<C 40/4<D")) // A began before the recording, and is found after its callees
	for i, x := range []*profile.Index{generated(t, 5_000, 1), generated(t, 5_000, 2), wall, running} {
		_, to := x.Calls.Span()
		var threads []trace.ThreadIndex
		for t := range x.Calls.Threads {
			threads = append(threads, trace.ThreadIndex(t))
		}
		for _, scope := range []profile.Scope{profile.WholeTrace, {From: to / 4, To: to / 2}} {
			sums := x.ThreadSums(scope)
			x.SplitByThread(scope, threads, func(thread trace.ThreadIndex, c *profile.Contexts) {
				var want profile.Context
				for row := 1; row < len(c.Rows); row++ {
					want.Calls += c.Rows[row].Calls
					if c.Tree.Parent[row] == 0 {
						for clock, ns := range c.Rows[row].Inclusive {
							want.Inclusive[clock] += ns
						}
					}
				}
				if sums[thread] != want {
					t.Errorf("%d, thread %d: %+v, want %+v", i, thread, sums[thread], want)
				}
				one := scope
				one.Threads = make([]bool, len(threads))
				one.Threads[thread] = true
				for other, sum := range x.ThreadSums(one) {
					if other == int(thread) && sum != want || other != int(thread) && sum != (profile.Context{}) {
						t.Errorf("%d, thread %d alone: thread %d has %+v", i, thread, other, sum)
					}
				}
			})
		}
	}
}

// TestEachThread: the paths of each thread cost the same as in a profile of that thread alone.
func TestEachThread(t *testing.T) {
	for seed := range uint64(2) {
		x := generated(t, 5_000, seed)
		visited := 0
		_, to := x.Calls.Span()
		for _, scope := range []profile.Scope{profile.WholeTrace, {From: to / 4, To: to / 2}} {
			var threads []trace.ThreadIndex
			for i := range x.Calls.Threads {
				threads = append(threads, trace.ThreadIndex(i))
			}
			x.SplitByThread(scope, threads, func(thread trace.ThreadIndex, c *profile.Contexts) {
				visited += len(c.Rows) - 1
				one := scope
				one.Threads = make([]bool, len(threads))
				one.Threads[thread] = true
				want := x.Profile(one, nil)
				got, rows := map[string]profile.Context{}, 0
				path := func(tree *profile.Tree, row profile.Row) (s string) {
					for ; row != 0; row = tree.Parent[row] {
						s += fmt.Sprint(tree.Method[row], " ")
					}
					return s
				}
				for row := profile.Row(1); int(row) < len(c.Rows); row++ {
					got[path(c.Tree, row)] = c.Rows[row]
				}
				for row := profile.Row(1); int(row) < want.Tree.Len(); row++ {
					one := got[path(want.Tree, row)]
					if one != want.Rows[row] {
						t.Fatalf("seed %d, thread %d: %+v, want %+v", seed, thread, one, want.Rows[row])
					}
					if want.Rows[row].Calls > 0 {
						rows++
					}
				}
				if rows == 0 && want.Rows[0].Inclusive[profile.Wall] > 1000 {
					t.Errorf("seed %d: thread %d has no path", seed, thread)
				}
			})
		}
		if most := 2 * x.Calls.Tree.Len(); visited > most { // of both scopes
			t.Errorf("seed %d: %d rows in all, of %d contexts", seed, visited, x.Calls.Tree.Len())
		}
	}
}

// TestBefore: the calls before a call are those that its thread entered earlier in the file, even
// in the same tick.
func TestBefore(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 15))
		records, at, depth, stack := "main", 0, 0, []string{}
		for i := 0; i < 200; i++ {
			at += random.IntN(2) * random.IntN(3) // most records share their tick
			if depth > 0 && random.IntN(2) == 0 {
				records += fmt.Sprintf(" %d<%s", at, stack[depth-1])
				depth, stack = depth-1, stack[:depth-1]
				continue
			}
			name := fmt.Sprintf("M%d", i)
			records += fmt.Sprintf(" %d>%s", at, name)
			depth, stack = depth+1, append(stack, name)
		}
		x := index(t, tracetest.Bytes(records+" other 0>O 1<O"))
		order := strings.Fields(records)[1:]
		whole := x.Profile(profile.WholeTrace, nil)
		each := func(ref profile.Ref, _ *call.Level) {
			name, want := x.Info.Methods[x.Method(ref)].Label(), 0
			for _, record := range order {
				_, entered, ok := strings.Cut(record, ">")
				if entered == name {
					break
				}
				if ok {
					want++
				}
			}
			scope := profile.Scope{From: profile.WholeTrace.From, To: x.Level(ref).Start(int(ref.Row)), Threads: []bool{true}, Before: &ref}
			var got int64
			for _, m := range x.Profile(scope, nil).Methods {
				got += m.Calls + m.Recursive
			}
			if got != int64(want) {
				t.Fatalf("seed %d: %d calls before %s, want %d of\n%s", seed, got, name, want, records)
			}
		}
		for m := range x.Info.Methods {
			if x.Info.Methods[m].Label() != "O" {
				whole.EachCall(trace.MethodIndex(m), each)
			}
		}
	}
}
