package compare_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/compare"
	"traceglass/parser/input"
	"traceglass/parser/input/disk"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// profileOf profiles a trace.
func profileOf(t testing.TB, data []byte, scope profile.Scope) *profile.Profile {
	t.Helper()
	replay, reader := call.NewReplay(true)
	for {
		reader.Write(data)
		if err := reader.Close(); err != nil {
			t.Fatal(err)
		}
		calls, info := replay.Finish(), reader.Info()
		if replay, reader = replay.Again(); reader == nil {
			return profile.NewIndex(calls, info).Profile(scope, nil)
		}
	}
}

func sideOf(t *testing.T, name, records string) *compare.Side {
	t.Helper()
	return compare.NewSide(profileOf(t, tracetest.Bytes(records), profile.WholeTrace), name)
}

// A visit is a call of a generated program: of a method, for so many µs of its own before its callees.
type visit struct {
	method  string
	self    int
	callees []*visit
}

// each calls f with every visit, callers first.
func (v *visit) each(f func(*visit)) {
	f(v)
	for _, c := range v.callees {
		c.each(f)
	}
}

func (v *visit) clone() *visit {
	w := &visit{v.method, v.self, nil}
	for _, c := range v.callees {
		w.callees = append(w.callees, c.clone())
	}
	return w
}

// records writes threads of visits as a line of text. On the thread-cpu clock a visit takes half.
func records(threads map[string][]*visit) string {
	var b strings.Builder
	for _, thread := range slices.Sorted(mapKeys(threads)) {
		fmt.Fprintf(&b, " %s", thread)
		at := 0
		var write func(v *visit)
		write = func(v *visit) {
			fmt.Fprintf(&b, " %d/%d>%s", at, at/2, v.method)
			at += v.self
			for _, c := range v.callees {
				write(c)
			}
			fmt.Fprintf(&b, " %d/%d<%s", at, at/2, v.method)
		}
		for _, v := range threads[thread] {
			write(v)
			at += 3
		}
	}
	return b.String()[1:]
}

func mapKeys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// program generates threads that call methods of the app, of the platform and generated ones.
func program(rng *rand.Rand) map[string][]*visit {
	methods := []string{"com.app.Main.onCreate()V", "com.app.Main.load(I)V", "com.app.Feed.parse()V", "com.app.Feed.parse(I)V", "com.app.Db.open()V", "android.view.View.draw()V", "java.util.ArrayList.get(I)Ljava/lang/Object;",
		"com.app.Main$1.run()V", "com.app.Main$1.<init>()V", "com.app.Main$2.run()V", "com.app.Main.access$000()V", "com.app.Main.access$100()V", "com.app.Main$$Lambda$1.run()V", "com.app.Main$$Lambda$2.run()V",
		"com.app.Main.lambda$load$0()V", "com.app.Feed.$r8$lambda$abc()V", "com.app.Feed.-$$Nest$mparse()V", "com.app.Feed$$ExternalSyntheticLambda0.onClick(I)V", "?unlisted#0x990"}
	size := 0
	var grow func(depth int) *visit
	grow = func(depth int) *visit {
		size++
		v := &visit{method: methods[rng.IntN(len(methods))], self: 1 + rng.IntN(20)}
		for depth < 7 && size < 120 && rng.IntN(5) > 1 {
			v.callees = append(v.callees, grow(depth+1))
		}
		return v
	}
	threads := map[string][]*visit{}
	for _, name := range []string{"main", "pool-1-thread-1", "pool-1-thread-2"}[:1+rng.IntN(3)] {
		for range 1 + rng.IntN(5) {
			threads[name] = append(threads[name], grow(0))
		}
	}
	return threads
}

// checkExact holds for any two sides:
//   - a context of a side has its figures under the path of its methods' pairs;
//   - a method's change is the sum of its contexts' changes;
//   - a split adds up;
//   - with the sides swapped all changes have the opposite sign.
func checkExact(t *testing.T, name string, a, b *compare.Side) *compare.Comparison {
	t.Helper()
	c, back := compare.Of(a, b, nil, nil), compare.Of(b, a, nil, nil)
	if len(c.Pairs) != len(back.Pairs) {
		t.Fatalf("%s: %d pairs, the other way %d", name, len(c.Pairs), len(back.Pairs))
	}
	mirror := map[[2]trace.MethodIndex]int{}
	for i, p := range back.Pairs {
		mirror[[2]trace.MethodIndex{p.B, p.A}] = i
	}
	other := make([]int, len(c.Pairs)) // by pair: the other way's
	usedA, usedB := make([]bool, len(a.Methods)), make([]bool, len(b.Methods))
	for i, p := range c.Pairs {
		j, ok := mirror[[2]trace.MethodIndex{p.A, p.B}]
		if !ok || back.Pairs[j].Rule != p.Rule || back.Pairs[j].By != p.By {
			t.Fatalf("%s: %s is paired by %q, the other way not so", name, c.Name(i).Text(), p.Rule)
		}
		other[i] = j
		if p.A != compare.None {
			if usedA[p.A] {
				t.Fatalf("%s: %s of A is in two pairs", name, a.Methods[p.A].Text())
			}
			usedA[p.A] = true
		}
		if p.B != compare.None {
			if usedB[p.B] {
				t.Fatalf("%s: %s of B is in two pairs", name, b.Methods[p.B].Text())
			}
			usedB[p.B] = true
		}
		if (p.A == compare.None || p.B == compare.None) != (p.Rule == "") {
			t.Fatalf("%s: pair %+v", name, p)
		}
	}
	if slices.Contains(usedA, false) || slices.Contains(usedB, false) {
		t.Fatalf("%s: a method is in no pair", name)
	}

	type sums struct{ calls, inclusive, exclusive int64 }
	for s, side := range c.Sides {
		var total profile.Times
		seen := 0
		at := make([]profile.Row, len(side.Method)) // by the side's row: the comparison's
		for row := 1; row < len(side.Method); row++ {
			for n := c.Contexts().Tree.First[at[side.Parent[row]]]; n != profile.NoRow; n = c.Contexts().Tree.Next[n] {
				if p := c.Pairs[c.Contexts().Tree.Method[n]]; [2]trace.MethodIndex{p.A, p.B}[s] == side.Method[row] {
					at[row] = n
				}
			}
			if at[row] == 0 {
				t.Fatalf("%s: row %d of side %d is in no context", name, row, s)
			}
		}
		for row := range side.Method {
			r := &c.Contexts().Rows[s][at[row]]
			if r.Calls != side.Calls[row] {
				t.Fatalf("%s: row %d of side %d has %d calls, want %d", name, row, s, r.Calls, side.Calls[row])
			}
			for clock, own := range side.Exclusive {
				if own != nil && r.Exclusive[clock] != own[row] || own == nil && r.Exclusive[clock] != 0 {
					t.Fatalf("%s: row %d of side %d by clock %d: %d ns", name, row, s, clock, r.Exclusive[clock])
				}
				total[clock] += r.Exclusive[clock]
			}
		}
		for row := range c.Contexts().Rows[s] {
			if c.Contexts().Rows[s][row] != (profile.Context{}) {
				seen++
			}
		}
		if total != c.Contexts().Rows[s][0].Inclusive || seen > len(side.Method) {
			t.Fatalf("%s: side %d comes to %v in %d contexts, its own to %v in %d", name, s, c.Contexts().Rows[s][0].Inclusive, seen, total, len(side.Method))
		}
	}
	for i := range c.Pairs {
		var change [3]sums
		var recursive int64
		c.Contexts().Of(i, func(row profile.Row) {
			x, y := &c.Contexts().Rows[0][row], &c.Contexts().Rows[1][row]
			for clock := range change {
				change[clock].exclusive += y.Exclusive[clock] - x.Exclusive[clock]
				if c.Contexts().Tree.Outermost[row] {
					change[clock].inclusive += y.Inclusive[clock] - x.Inclusive[clock]
					change[clock].calls += y.Calls - x.Calls
				}
			}
			if !c.Contexts().Tree.Outermost[row] {
				recursive += y.Calls - x.Calls
			}
		})
		x, y := &c.Methods[0][i], &c.Methods[1][i]
		for clock := range change {
			if want := (sums{y.Calls - x.Calls, y.Inclusive[clock] - x.Inclusive[clock], y.Exclusive[clock] - x.Exclusive[clock]}); change[clock] != want || recursive != y.Recursive-x.Recursive {
				t.Fatalf("%s: %s changes by %+v, its contexts by %+v", name, c.Name(i).Text(), want, change[clock])
			}
			split, reverse := c.Split(i, profile.Clock(clock)), back.Split(other[i], profile.Clock(clock))
			if split.Calls+split.Cost != change[clock].inclusive || split.Calls != -reverse.Calls || split.Cost != -reverse.Cost {
				t.Fatalf("%s: %s: split %+v of %d, the other way %+v", name, c.Name(i).Text(), split, change[clock].inclusive, reverse)
			}
		}
		if c.Methods[0][i] != back.Methods[1][other[i]] || c.Methods[1][i] != back.Methods[0][other[i]] {
			t.Fatalf("%s: %s has other figures the other way round", name, c.Name(i).Text())
		}
		callers, callees := c.Relatives(i, profile.Wall)
		var in, out [2]int64
		for s := range in {
			for _, e := range callers {
				in[s] += e.Inclusive[s]
			}
			if in[s] != c.Methods[s][i].Inclusive[profile.Wall] {
				t.Fatalf("%s: %s: callers come to %d of %d", name, c.Name(i).Text(), in[s], c.Methods[s][i].Inclusive[profile.Wall])
			}
			for _, e := range callees {
				out[s] += e.Inclusive[s]
			}
			if out[s] > in[s] {
				t.Fatalf("%s: %s: callees come to %d of %d", name, c.Name(i).Text(), out[s], in[s])
			}
		}
	}
	checkScaled(t, name, c, back, other)
	if x, y := len(c.Contexts().Moves(profile.Wall)), len(back.Contexts().Moves(profile.Wall)); x > 0 != (y > 0) {
		t.Fatalf("%s: %d moves, the other way %d", name, x, y)
	}
	return c
}

// checkScaled holds for any two sides on each scale: swapping the sides gives the same result,
// shares add up to the whole, and the method of PerCall has one call.
func checkScaled(t *testing.T, name string, c, back *compare.Comparison, other []int) {
	t.Helper()
	near := func(got, want int64, terms int) bool { return abs(got-want) <= int64(terms+1) }
	if c.Scaled(compare.AsMeasured, 0) != c || c.Scaled(compare.PerCall, len(c.Pairs)) != c {
		t.Fatalf("%s: as measured it is another", name)
	}
	shares, mirror := c.Scaled(compare.OfWhole, 0), back.Scaled(compare.OfWhole, 0)
	for s := range shares.Methods {
		var calls, own, contexts int64
		for i := range shares.Methods[s] {
			m := &shares.Methods[s][i]
			calls, own = calls+m.Calls+m.Recursive, own+m.Exclusive[profile.Wall]
			if *m != mirror.Methods[1-s][other[i]] {
				t.Fatalf("%s: %s has another share the other way round", name, c.Name(i).Text())
			}
		}
		for row, r := range shares.Contexts().Rows[s] {
			if row > 0 {
				contexts += r.Exclusive[profile.Wall]
			}
		}
		allCalls, all := c.Totals(s)
		whole := func(total int64) int64 { return min(total, 1) * compare.Whole } // of nothing there are no shares
		if !near(calls, whole(allCalls), 2*len(c.Pairs)) || !near(own, whole(all[profile.Wall]), len(c.Pairs)) || !near(contexts, whole(all[profile.Wall]), c.Contexts().Tree.Len()) {
			t.Fatalf("%s: shares of side %d come to %d, %d and %d", name, s, calls, own, contexts)
		}
	}
	for i := range c.Pairs {
		a, b := &c.Methods[0][i], &c.Methods[1][i]
		if a.Calls == 0 || b.Calls == 0 {
			if c.Scaled(compare.PerCall, i) != c {
				t.Fatalf("%s: figures for each call of %s, which one side lacks", name, c.Name(i).Text())
			}
			continue
		}
		each := c.Scaled(compare.PerCall, i)
		for s, m := range [2]*profile.Method{a, b} {
			one, n := &each.Methods[s][i], m.Calls+m.Recursive
			if !near(one.Calls+one.Recursive, compare.Call, 1) || !near(one.Exclusive[profile.Wall]*n, m.Exclusive[profile.Wall], int(n)) {
				t.Fatalf("%s: of %s %d calls for each, and %d ns of %d in %d", name, c.Name(i).Text(), one.Calls, one.Exclusive[profile.Wall], m.Exclusive[profile.Wall], n)
			}
		}
		break
	}
}

// checkSame holds for a side compared with itself: nothing changes, and only methods without a name
// are guessed.
func checkSame(t *testing.T, name string, a *compare.Side) {
	t.Helper()
	c := compare.Of(a, a, nil, nil)
	for i, p := range c.Pairs {
		if p.A != p.B || p.Rule != compare.ByName && p.Rule != compare.SameID {
			t.Fatalf("%s compared with itself: %s is paired with %+v", name, c.Name(i).Text(), p)
		}
	}
	for row := range c.Contexts().Rows[0] {
		if c.Contexts().Rows[0][row] != c.Contexts().Rows[1][row] {
			t.Fatalf("%s compared with itself: row %d differs", name, row)
		}
	}
	for i, p := range c.Threads {
		if p.A != i || p.B != i || p.Rule != compare.ByName {
			t.Fatalf("%s compared with itself: thread %+v", name, p)
		}
	}
	if m := c.Contexts().Moves(profile.Wall); len(m) > 0 {
		t.Fatalf("%s compared with itself: %d moves", name, len(m))
	}
}

// seeds are those that SOAK names, as a count, else so many.
func seeds(t *testing.T, few uint64) uint64 {
	text := os.Getenv("SOAK")
	if text == "" {
		return few
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		t.Fatalf("SOAK is %q, want a count of pairs", text)
	}
	return n
}

// TestPairs: a change planted in a generated program is found, named, and the largest, and the
// properties of any two sides hold. Other calls change slightly, and generated names are
// renumbered.
func TestPairs(t *testing.T) {
	for seed := range seeds(t, 300) {
		rng := rand.New(rand.NewPCG(seed, 15))
		a := program(rng)
		var all []*visit
		for _, thread := range slices.Sorted(mapKeys(a)) {
			for _, v := range a[thread] {
				v.each(func(v *visit) { all = append(all, v) })
			}
		}
		host := all[rng.IntN(len(all))]
		planted := &visit{"com.app.Planted.go()V", 40, []*visit{{"com.app.Planted.part()V", 30, nil}}}
		kind := seed % 4
		elsewhere := (*visit)(nil)
		if kind == 2 {
			for _, v := range all {
				if v.method != host.method {
					elsewhere = v
				}
			}
			if elsewhere == nil {
				kind = 1
			}
		}
		host.callees = append(host.callees, planted)
		sideA := sideOf(t, "a", records(a))
		checkSame(t, "a", sideA)

		switch kind {
		case 0: // extra calls
			for range 20 + rng.IntN(50) {
				host.callees = append(host.callees, planted.clone())
			}
		case 1: // a slower method
			planted.callees[0].self += 2000 + rng.IntN(1000)
		case 2: // a moved subtree
			host.callees = host.callees[:len(host.callees)-1]
			elsewhere.callees = append(elsewhere.callees, planted)
		case 3: // a renamed lambda, and every other one
			planted.method = "com.app.Planted$$ExternalSyntheticLambda7.go()V"
		}
		if kind != 3 {
			for _, v := range all {
				v.self = max(1, v.self+rng.IntN(3)-1)
			}
		}
		text := records(a)
		if kind == 3 {
			before := strings.ReplaceAll(text, "com.app.Planted$$ExternalSyntheticLambda7.", "com.app.Planted$$Lambda$1.")
			sideA = sideOf(t, "a", before)
			text = renumbered(text)
		}
		sideB := sideOf(t, "b", text)
		c := checkExact(t, fmt.Sprint("seed ", seed), sideA, sideB)
		most := c.Changes(compare.ByExclusive, profile.Wall, compare.Either)[0]
		// The callers' inclusive times change by as much, plus small changes in their other
		// callees.
		whole := c.Changes(compare.ByInclusive, profile.Wall, compare.Either)[0]
		larger := abs(inclusive(c, whole)) - abs(inclusive(c, most))
		if kind < 2 && larger > 1000*int64(len(all)) {
			t.Errorf("seed %d: %s changes by %d µs more than %s", seed, c.Name(whole).Text(), larger/1000, c.Name(most).Text())
		}
		split := c.Split(most, profile.Wall)
		switch kind {
		case 0:
			if got := c.Name(most).Text(); got != "com.app.Planted.go()V" || split.Calls < 10*abs(split.Cost) {
				t.Errorf("seed %d: extra calls: the largest change is of %s, split %+v", seed, got, split)
			}
		case 1:
			if got := c.Name(most).Text(); got != "com.app.Planted.part()V" || split.Calls != 0 || split.Cost < 1_900_000 {
				t.Errorf("seed %d: a slower method: the largest change is of %s, split %+v", seed, got, split)
			}
		case 2:
			moves := c.Contexts().Moves(profile.Wall)
			if len(moves) == 0 {
				t.Fatalf("seed %d: no move is reported", seed)
			}
			if got := c.Name(int(c.Contexts().Tree.Method[moves[0].From])).Text(); got != "com.app.Planted.go()V" || c.Contexts().Tree.Method[moves[0].From] != c.Contexts().Tree.Method[moves[0].To] {
				t.Errorf("seed %d: %s is reported as moved", seed, got)
			}
		case 3:
			found := false
			for i, p := range c.Pairs {
				if c.Name(i).Text() == "com.app.Planted$$ExternalSyntheticLambda7.go()V" {
					found = p.A != compare.None && sideA.Methods[p.A].Class == "com.app.Planted$$Lambda$1" && p.Rule == compare.LambdaClass
				}
			}
			if !found {
				t.Errorf("seed %d: the renamed lambda is not found", seed)
			}
		}
	}
}

func abs(n int64) int64 { return max(n, -n) }

func inclusive(c *compare.Comparison, pair int) int64 {
	return c.Methods[1][pair].Inclusive[profile.Wall] - c.Methods[0][pair].Inclusive[profile.Wall]
}

// renumbered replaces the numbers in generated names by others, in the same order.
func renumbered(text string) string {
	return strings.NewReplacer("Lambda$1.", "Lambda$31.", "Lambda$2.", "Lambda$47.", "Main$1.", "Main$5.", "Main$2.", "Main$9.", "access$000", "access$700", "access$100", "access$900",
		"lambda$load$0", "lambda$load$4", "$r8$lambda$abc", "$r8$lambda$x_Y", "Synthetic"+"Lambda0.", "SyntheticLambda3.").Replace(text)
}

// TestRanges: the properties of whole traces hold for ranges, for threads, and without idle waits.
func TestRanges(t *testing.T) {
	var files [2]*profile.Index
	for i := range files {
		var b strings.Builder
		if err := tracetest.Generate(&b, tracetest.Config{Records: 8000, Threads: 6, Methods: 300, Depth: 20, Seed: uint64(i + 1)}); err != nil {
			t.Fatal(err)
		}
		files[i] = profileOf(t, []byte(b.String()), profile.WholeTrace).Index
	}
	for seed := range seeds(t, 20) {
		rng := rand.New(rand.NewPCG(seed, 16))
		var sides [2]*compare.Side
		for i, x := range files {
			from, to := x.Calls.Span()
			a, b := from+trace.Ticks(rng.Int64N(int64(to-from))), from+trace.Ticks(rng.Int64N(int64(to-from)))
			scope := profile.Scope{From: min(a, b), To: max(a, b)}
			if rng.IntN(2) == 0 {
				scope.Threads = make([]bool, len(x.Calls.Threads))
				for i := range scope.Threads {
					scope.Threads[i] = rng.IntN(2) == 0
				}
			}
			p := x.Profile(scope, nil)
			if rng.IntN(2) == 0 {
				p.WithoutIdle()
			}
			sides[i] = compare.NewSide(p, fmt.Sprint(i))
			total := p.Total()
			var sum profile.Times
			for clock := range sum {
				for _, ns := range sides[i].Exclusive[clock] {
					sum[clock] += ns
				}
			}
			if sum != total {
				t.Fatalf("seed %d: the side comes to %v, its profile to %v", seed, sum, total)
			}
			checkSame(t, "a range", sides[i])
		}
		checkExact(t, fmt.Sprint("ranges ", seed), sides[0], sides[1])
	}
}

// TestIdle: for any part of a trace, by each clock, the time without idle waits and the idle waits add up to the time in all
// calls. Figures that leave idle waits out have the same sums. Their methods and threads are less by the idle waits.
func TestIdle(t *testing.T) {
	var b strings.Builder
	if err := tracetest.Story(&b, 3, 12); err != nil {
		t.Fatal(err)
	}
	x := profileOf(t, []byte(b.String()), profile.WholeTrace).Index
	some := 0 // filtered parts with idle waits
	for seed := range seeds(t, 40) {
		rng := rand.New(rand.NewPCG(seed, 17))
		scope := profile.WholeTrace
		if rng.IntN(2) == 0 {
			from, to := x.Calls.Span()
			a, b := from+trace.Ticks(rng.Int64N(int64(to-from))), from+trace.Ticks(rng.Int64N(int64(to-from)))
			scope = profile.Scope{From: min(a, b), To: max(a, b)}
		}
		if rng.IntN(2) == 0 {
			scope.Threads = make([]bool, len(x.Calls.Threads))
			for i := range scope.Threads {
				scope.Threads[i] = rng.IntN(2) == 0
			}
		}
		all, awake := x.Profile(scope, nil), x.Profile(scope, nil)
		awake.WithoutIdle()
		if rng.IntN(2) == 0 {
			methods := make([]bool, len(x.Info.Methods))
			for i := range methods {
				methods[i] = rng.IntN(8) == 0
			}
			f := x.Filter(profile.Step{Verb: profile.Verb(rng.IntN(int(profile.Charge) + 1)), Methods: methods})
			all, awake = f.Profile(all, nil), f.Profile(awake, nil)
			if all.IdleKept()[profile.Wall] > 0 {
				some++
			}
		}
		c := compare.Of(compare.NewSide(all, "all"), compare.NewSide(awake, "awake"), nil, nil)
		rest, idle := c.Times(0)
		if again, left := c.Times(1); again != rest || left != idle {
			t.Fatalf("seed %d: %v and %v idle, without idle waits %v and %v", seed, rest, idle, again, left)
		}
		if idle[profile.CPU] != 0 || idle[profile.Wall] < 0 || rest[profile.Wall] < 0 {
			t.Fatalf("seed %d: %v and %v idle", seed, rest, idle)
		}
		var total, methods, threads profile.Times
		for clock := range total {
			for i := range all.Methods {
				total[clock] += all.Methods[i].Exclusive[clock]
			}
			for i := range c.Pairs {
				methods[clock] += c.Methods[0][i].Exclusive[clock] - c.Methods[1][i].Exclusive[clock]
			}
			for i := range c.Sides[0].Threads {
				threads[clock] += c.Sides[0].Threads[i].Time[clock] - c.Sides[1].Threads[i].Time[clock]
			}
			if rest[clock]+idle[clock] != total[clock] {
				t.Fatalf("seed %d, clock %d: %d and %d idle are not %d", seed, clock, rest[clock], idle[clock], total[clock])
			}
		}
		if methods != idle || threads != idle {
			t.Fatalf("seed %d: methods lose %v, threads %v of %v idle", seed, methods, threads, idle)
		}
		for i := range c.Pairs {
			if a, b := &c.Methods[0][i], &c.Methods[1][i]; a.Calls != b.Calls || a.Exclusive[profile.CPU] != b.Exclusive[profile.CPU] {
				t.Fatalf("seed %d: calls or CPU time of %s differ", seed, c.Name(i).Text())
			}
		}
	}
	if some == 0 {
		t.Error("no filter keeps idle waits")
	}
}

// corpus profiles the traces of a folder of the corpus that have calls.
func corpus(t *testing.T, pattern string) (sides []*compare.Side) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join("../../../shared/corpus", pattern))
	if len(files) == 0 {
		t.Skip("the corpus is missing")
	}
	for _, file := range files {
		source, err := disk.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(source)
		source.Close()
		if err != nil {
			t.Fatal(err)
		}
		if source.Kind != input.MethodTrace {
			continue
		}
		if p := profileOf(t, data, profile.WholeTrace); p.Calls.Calls > 0 {
			sides = append(sides, compare.NewSide(p, strings.TrimSuffix(filepath.Base(file), ".trace.gz")))
		}
	}
	return sides
}

// TestCorpusPairs: the properties of any two sides hold for all pairs of the corpus, most of them
// from different apps.
func TestCorpusPairs(t *testing.T) {
	sides := corpus(t, "method-traces/*.gz")
	if os.Getenv("SOAK") != "" {
		sides = append(sides, corpus(t, "method-variants/*.gz")...)
	}
	for i, a := range sides {
		checkSame(t, a.Name, a)
		for _, b := range sides[:i] {
			checkExact(t, a.Name+" and "+b.Name, a, b)
		}
	}
}
