package profile_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// ways are the ways to group the methods of one profile.
var ways = []profile.By{profile.ByClass, profile.ByPackage, profile.ByLibrary, profile.ByOrigin}

// classOf returns the class of a method, as in the file.
func classOf(x *profile.Index) func(trace.MethodIndex) string {
	return func(m trace.MethodIndex) string { return x.Info.Methods[m].Class }
}

func TestGroups(t *testing.T) {
	const records = "main 0>a.b.A.x 10>a.b.A.y 20>okio.B.z 30>a.b.C.v 40<a.b.C.v 50<okio.B.z 60<a.b.A.y 70>java.util.D.w 80<java.util.D.w 100<a.b.A.x " +
		"other 0>androidx.fragment.app.E.u 5>f 9<f 10<androidx.fragment.app.E.u"
	x := index(t, tracetest.Bytes(records))
	p := x.Profile(profile.WholeTrace, nil)
	for by, want := range map[profile.By]string{
		profile.ByClass:   "a.b.A 1+1 100/60, okio.B 1+0 30/20, a.b.C 1+0 10/10, java.util.D 1+0 10/10, androidx.fragment.app.E 1+0 10/6, no class 1+0 4/4",
		profile.ByPackage: "a.b 1+2 100/70, okio 1+0 30/20, java.util 1+0 10/10, androidx.fragment.app 1+0 10/6, no class 1+0 4/4",
		profile.ByLibrary: "own code 1+2 100/70, Okio 1+0 30/20, java 1+0 10/10, androidx.fragment 1+0 10/6, other code 1+0 4/4",
		profile.ByOrigin:  "own 1+2 100/70, library 1+0 30/20, platform 2+0 20/16, unknown 1+0 4/4",
	} {
		var got []string
		for _, g := range p.Groups(by, nil, classOf(x)) {
			got = append(got, fmt.Sprintf("%s %d+%d %d/%d", g.Name, g.Sum.Calls, g.Sum.Recursive, g.Sum.Inclusive[profile.Wall]/1000, g.Sum.Exclusive[profile.Wall]/1000))
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("by %s:\n got %s\nwant %s", profile.Ways[by], text, want)
		}
	}
}

// TestGroupsProperties: in any scope, with and without idle waits, charged or not, groups add up to their methods. A group's
// inclusive time is the time with at least one of its methods on the stack.
func TestGroupsProperties(t *testing.T) {
	for seed := range uint64(3) {
		x := generated(t, 20_000, seed+1)
		rng := rand.New(rand.NewPCG(seed, 4))
		for try := range 12 {
			p := x.Profile(anyScope(x, rng, try), nil)
			if try%2 == 1 {
				p.WithoutIdle()
			}
			if try%4 > 1 {
				p = p.Filtered(x.Own(profile.Charge))
			}
			var listed []bool
			if try%3 == 2 {
				listed = make([]bool, len(p.Methods))
				for m := range listed {
					listed[m] = rng.IntN(3) > 0
				}
			}
			checkGroups(t, fmt.Sprintf("seed %d, try %d", seed, try), p, listed)
		}
	}
}

// TestThreadGroups: the groups by thread equal those of a profile of each thread.
func TestThreadGroups(t *testing.T) {
	for seed := range uint64(3) {
		x := generated(t, 20_000, seed+1)
		rng := rand.New(rand.NewPCG(seed, 6))
		for try := range 12 {
			scope := anyScope(x, rng, try)
			var listed []bool
			if try%3 == 2 {
				listed = make([]bool, len(x.Info.Methods))
				for m := range listed {
					listed[m] = rng.IntN(3) > 0
				}
			}
			checkThreadGroups(t, fmt.Sprintf("seed %d, try %d", seed, try), x, scope, try%2 == 1, listed)
			checkThreadGroups(t, fmt.Sprintf("seed %d, try %d, own code", seed, try), x, scope, try%2 == 1, listed, x.Own(profile.Charge))
			var steps []profile.Step
			for range 1 + rng.IntN(3) {
				in := make([]bool, len(x.Info.Methods))
				for m := range in {
					in[m] = rng.IntN(12) < try/2
				}
				steps = append(steps, profile.Step{profile.Verb(rng.IntN(len(verbs))), in})
			}
			name := fmt.Sprintf("seed %d, try %d, %d steps", seed, try, len(steps))
			checkThreadGroups(t, name, x, scope, try%2 == 1, listed, steps...)
			checkThreads(t, name, x, scope, steps)
		}
	}
	// A thread that waits for work, next to one that works on.
	const run, get = "java.util.concurrent.ThreadPoolExecutor.runWorker()V", "java.util.concurrent.ThreadPoolExecutor.getTask()V"
	idle := index(t, tracetest.Bytes("main 0/0>A.a 5/5>A.b 9/9<A.b 10/10<A.a pool 0/0>"+run+" 2/1>"+get+" 90/2<"+get+" 90/2>A.b 95/7<A.b 100/9<"+run))
	if idle.Profile(profile.WholeTrace, nil).Idle() == (profile.Times{}) {
		t.Error("the trace has no idle waits")
	}
	checkThreadGroups(t, "idle waits", idle, profile.WholeTrace, true, nil)
}

func checkThreadGroups(t *testing.T, name string, x *profile.Index, scope profile.Scope, withoutIdle bool, listed []bool, steps ...profile.Step) {
	t.Helper()
	of := func(scope profile.Scope) *profile.Profile {
		p := x.Profile(scope, nil)
		if withoutIdle {
			p.WithoutIdle()
		}
		if len(steps) > 0 {
			p = p.Filtered(steps...)
		}
		return p
	}
	for i, g := range of(scope).ThreadGroups(listed) {
		want := profile.Group{}
		if scope.Has(trace.ThreadIndex(i)) {
			want = of(scope.Only(trace.ThreadIndex(i))).Together(listed)
		}
		each := map[trace.MethodIndex]profile.Method{}
		for j, m := range g.Methods {
			each[m] = g.Each[j]
		}
		same := len(each) == len(want.Methods) && g.Sum == want.Sum
		for j, m := range want.Methods {
			same = same && each[m] == want.Each[j]
		}
		if !same {
			t.Fatalf("%s, thread %d:\n got %+v\nwant %+v", name, i, g, want)
		}
	}
}

// checkThreads checks that a filter leaves of each thread what a profile of the thread has after it.
func checkThreads(t *testing.T, name string, x *profile.Index, scope profile.Scope, steps []profile.Step) {
	t.Helper()
	f := x.Filter(steps...)
	for i, got := range f.Threads(x, scope) {
		var want profile.ThreadCost
		if thread := trace.ThreadIndex(i); scope.Has(thread) {
			one := x.Profile(scope.Only(thread), nil)
			p := f.Profile(one, nil)
			want.Time = p.Total()
			if outside := one.Outside(); p.Uncharged() != p.Outside() { // the time outside calls is kept
				for clock := range outside {
					want.Time[clock] -= outside[clock]
				}
			}
			for row := 1; row < len(p.Rows); row++ {
				if n := p.Rows[row].Calls; n > 0 {
					want.Calls, want.Depth = want.Calls+n, max(want.Depth, int(p.Tree.Depth[row]))
				}
			}
		}
		if got != want {
			t.Fatalf("%s, thread %d: the filter leaves %+v, want %+v", name, i, got, want)
		}
	}
}

// BenchmarkThreadGroups groups 2.5 M calls on 24 threads after a filter.
func BenchmarkThreadGroups(b *testing.B) {
	var data bytes.Buffer
	if err := tracetest.Generate(&data, tracetest.Config{Records: 5_000_000, Methods: 30_000, Threads: 24}); err != nil {
		b.Fatal(err)
	}
	x := index(b, data.Bytes())
	in := make([]bool, len(x.Info.Methods))
	for m := range in {
		in[m] = m%3 == 0
	}
	p := x.Profile(profile.WholeTrace, nil).Filtered(profile.Step{profile.Merge, in})
	for b.Loop() {
		p.ThreadGroups(nil)
	}
}

func TestGroupsOfCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/method-traces/*.trace.gz")
	if len(files) == 0 {
		t.Skip("../shared/corpus is missing")
	}
	checked := 0
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.Size() > 1<<20 {
			continue
		}
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		unpacked, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(unpacked)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		x, err := read(data, true)
		if err != nil {
			continue
		}
		checked++
		checkGroups(t, filepath.Base(file), x.Profile(profile.WholeTrace, nil), nil)
		checkThreadGroups(t, filepath.Base(file), x, profile.WholeTrace, true, nil)
	}
	t.Logf("%d traces", checked)
}

func checkGroups(t *testing.T, name string, p *profile.Profile, listed []bool) {
	t.Helper()
	var whole profile.Method
	for m := range p.Methods {
		if listed == nil || listed[m] {
			whole.Calls += p.Methods[m].Calls + p.Methods[m].Recursive
			add(&whole.Exclusive, &p.Methods[m].Exclusive)
		}
	}
	if listed == nil {
		in, out := p.Total(), p.Outside()
		for clock := range in {
			if in[clock]-out[clock] != whole.Exclusive[clock] {
				t.Fatalf("%s: methods come to %d, the whole is %d", name, whole.Exclusive[clock], in[clock]-out[clock])
			}
		}
	}
	all := p.Together(listed)
	for _, by := range ways {
		groups := p.Groups(by, listed, classOf(p.Index))
		var sum profile.Method
		seen := map[trace.MethodIndex]bool{}
		for i := range groups {
			g := &groups[i]
			var own profile.Times
			in := map[trace.MethodIndex]bool{}
			for j, m := range g.Methods {
				if seen[m] {
					t.Fatalf("%s by %s: method %d is in two groups", name, profile.Ways[by], m)
				}
				if g.Each[j] != p.Methods[m] {
					t.Fatalf("%s by %s: method %d has other figures in its group", name, profile.Ways[by], m)
				}
				seen[m], in[m] = true, true
				add(&own, &p.Methods[m].Exclusive)
			}
			if own != g.Sum.Exclusive {
				t.Fatalf("%s by %s: the methods of %s come to %v, it has %v", name, profile.Ways[by], g.Name, own, g.Sum.Exclusive)
			}
			if running := p.Matched(func(m trace.MethodIndex) bool { return in[m] }); running != g.Sum.Inclusive {
				t.Fatalf("%s by %s: inclusive of %s is %v, its methods ran for %v", name, profile.Ways[by], g.Name, g.Sum.Inclusive, running)
			}
			sum.Calls += g.Sum.Calls + g.Sum.Recursive
			add(&sum.Exclusive, &g.Sum.Exclusive)
		}
		if sum != whole || all.Sum.Exclusive != whole.Exclusive || all.Sum.Calls+all.Sum.Recursive != whole.Calls {
			t.Fatalf("%s by %s: groups come to %+v, all in one to %+v, methods to %+v", name, profile.Ways[by], sum, all.Sum, whole)
		}
	}
}

func add(to, of *profile.Times) {
	for clock := range to {
		to[clock] += of[clock]
	}
}

// TestGroupEdges: in any scope, the groups of callers and callees add up to these, and each has the methods of one group.
func TestGroupEdges(t *testing.T) {
	x := generated(t, 10_000, 4)
	rng := rand.New(rand.NewPCG(4, 9))
	class := classOf(x)
	for try := range 4 {
		p := x.Profile(anyScope(x, rng, try), nil)
		for _, by := range ways {
			of := map[trace.MethodIndex]string{}
			for _, g := range p.Groups(by, nil, class) {
				for _, m := range g.Methods {
					of[m] = g.Name
				}
			}
			for m := range p.Methods {
				r := p.Relatives(trace.MethodIndex(m), profile.Wall)
				for _, edges := range [][]profile.Edge{r.Parents, r.Children, r.RecursiveParents, r.RecursiveChildren} {
					var want, got profile.Edge
					for i := range edges {
						want.Calls += edges[i].Calls
						add(&want.Inclusive, &edges[i].Inclusive)
					}
					n, last := 0, int64(math.MaxInt64)
					for _, g := range x.GroupEdges(edges, by, profile.Wall, class) {
						got.Calls += g.Calls
						add(&got.Inclusive, &g.Inclusive)
						n += len(g.Methods)
						for _, other := range g.Methods {
							if of[other] != g.Name {
								t.Fatalf("by %d: method %d is in group %q, not in %q", by, other, g.Name, of[other])
							}
						}
						if g.Inclusive[profile.Wall] > last {
							t.Fatalf("by %d: group %q is larger than the one before it", by, g.Name)
						}
						last = g.Inclusive[profile.Wall]
					}
					if got != want || n != len(edges) {
						t.Fatalf("by %d: groups of %d edges have %d, and sum to %+v, want %+v", by, len(edges), n, got, want)
					}
				}
			}
		}
	}
}
