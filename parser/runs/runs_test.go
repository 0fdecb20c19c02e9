package runs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// generated makes two groups of n runs of an app with methods methods, whose times vary between
// runs by a fraction of themselves. Most methods are called equally often in each run. One in ten
// has a random number of calls, one in fifty also before the first frame, and one in two hundred
// only in every other run.
func generated(rng *rand.Rand, n, methods int, noise float64, change func(group, method int, f *profile.Method, early *int64)) *Set {
	s := &Set{}
	base := make([]float64, methods)
	for m := range base {
		s.Methods = append(s.Methods, compare.Method{Class: "com.app.A", Name: fmt.Sprint("m", m)})
		base[m] = 1000 * math.Exp(rng.NormFloat64()*2)
	}
	for g := range s.Groups {
		for range n {
			var r Run
			for m := range methods {
				f := profile.Method{Calls: int64(1 + m%7)}
				early := int64(m % 3)
				if m%10 == 3 {
					f.Calls += int64(rng.IntN(5))
				}
				if m%50 == 3 {
					early = int64(rng.IntN(3))
				}
				if m%200 == 5 && rng.IntN(2) == 0 {
					continue
				}
				f.Inclusive[profile.Wall] = int64(base[m] * math.Exp(rng.NormFloat64()*noise))
				if change != nil {
					change(g, m, &f, &early)
				}
				r.Methods, r.Figures, r.Early = append(r.Methods, m), append(r.Figures, f), append(r.Early, early)
			}
			s.Groups[g] = append(s.Groups[g], r)
		}
	}
	return s
}

// TestSameCode: of 200 comparisons of equal groups at most one in 20 reports a difference.
func TestSameCode(t *testing.T) {
	for _, n := range []int{3, 5, 10} {
		var alarms [3]int
		raw := 0
		for seed := range uint64(200) {
			d := generated(rand.New(rand.NewPCG(seed, uint64(n))), n, 150, 0.1, nil).Compare(Figure{Clock: profile.Wall})
			var reported [3]bool
			for i := range d.Rows {
				row := &d.Rows[i]
				reported[0], reported[1], reported[2] = reported[0] || row.TimeReal(), reported[1] || row.CallsReal(), reported[2] || row.EarlyReal()
				if row.P <= Alpha {
					raw++
				}
			}
			for i := range reported {
				if reported[i] {
					alarms[i]++
				}
			}
		}
		t.Logf("%d runs each: %v of 200 comparisons report a difference in times, calls, early calls; uncorrected %d of 30,000 tests would", n, alarms, raw)
		for _, count := range alarms {
			if count > 200*Alpha {
				t.Errorf("%d runs each: %v of 200 comparisons of the same code report a difference", n, alarms)
			}
		}
		if n > 3 && (raw < 300 || raw > 1500) {
			t.Errorf("%d runs each: %d of 30,000 uncorrected tests report a difference, want about 4 %%", n, raw)
		}
	}
}

// TestFound: one new call before the first frame is found in 5 runs, and a slowdown of a fifth
// among 2,000 methods in 10. In 5 runs that is impossible.
func TestFound(t *testing.T) {
	others := 0
	for seed := range uint64(8) {
		change := func(group, method int, f *profile.Method, early *int64) {
			if group == 1 && method == 77 {
				f.Calls++
				*early++
			}
			if group == 1 && method == 42 {
				f.Inclusive[profile.Wall] = f.Inclusive[profile.Wall] * 6 / 5
			}
		}
		few := generated(rand.New(rand.NewPCG(seed, 5)), 5, 2000, 0.03, change).Compare(Figure{Clock: profile.Wall})
		if d := &few.Rows[0]; !differs(few, 77, (*Difference).EarlyReal) {
			t.Errorf("seed %d: 5 runs do not report the new call; the first difference is that of %d: %+v", seed, d.Method, d)
		}
		for i := range few.Rows {
			if d := &few.Rows[i]; d.TimeReal() {
				t.Errorf("seed %d: 5 runs report a difference in time for %d of 2,000", seed, d.Method)
			} else if d.Method == 42 && Test(values(few, d, 0), values(few, d, 1)) > Alpha {
				t.Errorf("seed %d: 5 runs do not report a slowdown of the one requested method", seed)
			}
		}
		many := generated(rand.New(rand.NewPCG(seed, 10)), 10, 2000, 0.03, change).Compare(Figure{Clock: profile.Wall})
		if !differs(many, 42, (*Difference).TimeReal) {
			t.Errorf("seed %d: 10 runs do not report the slowdown", seed)
		}
		for i := range many.Rows {
			if d := &many.Rows[i]; d.TimeReal() && d.Method != 42 {
				others++
			}
		}
	}
	if others > 2 { // one in 20 is to be expected
		t.Errorf("10 runs report %d other differences in time", others)
	}
	if few, many := Least(5, 5)*2000, Least(10, 10)*2000; few <= Alpha || many > Alpha || Needed(2000) != 10 || Needed(1) != 4 {
		t.Errorf("5 runs come to %g at best, 10 to %g; needed are %d, of one method %d", few, many, Needed(2000), Needed(1))
	}
	for _, n := range []int{2, 3, 5, 9} {
		a, b := make([]float64, n), make([]float64, n)
		for i := range a {
			a[i], b[i] = float64(i), float64(100+i)
		}
		if got, want := Least(n, n), Test(a, b); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d runs each: %g at best, the test says %g", n, got, want)
		}
	}
	if got, want := Least(3, 7), Test([]float64{1, 2, 3}, []float64{4, 5, 6, 7, 8, 9, 10}); math.Abs(got-want) > 1e-12 {
		t.Errorf("3 and 7 runs: %g at best, the test says %g", got, want)
	}
}

// differs reports whether a method is reported to differ.
func differs(d *Differences, method int, real func(*Difference) bool) bool {
	for i := range d.Rows {
		if d.Rows[i].Method == method {
			return real(&d.Rows[i])
		}
	}
	return false
}

// values are those of a difference's times: its least and most are enough for a rank test here.
func values(d *Differences, row *Difference, group int) []float64 {
	s := &row.Time[group]
	n := d.Runs[group]
	all := make([]float64, n)
	for i := range all {
		all[i] = s.Min + (s.Max-s.Min)*float64(i)/float64(n-1)
	}
	return all
}

func TestHolm(t *testing.T) {
	p, corrected := []float64{0.04, 0.01, 0.03, 0.5}, make([]float64, 4)
	Correct(4, func(i int) (a, b *float64) { return &p[i], &corrected[i] })
	for i, want := range []float64{0.09, 0.04, 0.09, 0.5} {
		if math.Abs(corrected[i]-want) > 1e-12 {
			t.Errorf("%v corrected are %v", p, corrected)
		}
	}
}

func TestSpread(t *testing.T) {
	if s := SpreadOf([]float64{5, 1, 3}); s.Median != 3 || s.Min != 1 || s.Max != 5 || !math.IsInf(s.High, 1) || s.Constant() {
		t.Errorf("of three: %+v", s)
	}
	if s := SpreadOf([]float64{6, 1, 2, 3, 5, 4}); s.Median != 3.5 || s.Low != 1 || s.High != 6 {
		t.Errorf("of six: %+v", s)
	}
}

func indexOf(t *testing.T, records string) *profile.Index {
	t.Helper()
	replay, reader := call.NewReplay(true)
	reader.Write(tracetest.Bytes(records))
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	return profile.NewIndex(replay.Finish(), reader.Info())
}

// TestAdd: a run keeps the figures of its trace's profile, early calls are main's calls before its
// first frame, and a renumbered lambda is the same method.
func TestAdd(t *testing.T) {
	var s Set
	for i, lambda := range []string{"1", "7", "9", "12"} {
		records := strings.ReplaceAll("main 0>x.A.a()V 1>x.A$$Lambda$N.run()V 2<x.A$$Lambda$N.run()V 3>android.view.Choreographer.doFrame(JI)V 4>x.A.b()V 5<x.A.b()V 6<android.view.Choreographer.doFrame(JI)V "+
			"7>android.view.Choreographer.doFrame(JI)V 8<android.view.Choreographer.doFrame(JI)V 9<x.A.a()V w 0>x.W.w()V 2<x.W.w()V", "N.", lambda+".")
		if i >= 2 {
			records = strings.Replace(records, " 3>android", " 2>x.A.b()V 3<x.A.b()V 4>android", 1)
			records = strings.Replace(records, " 4>x.A.b()V 5<", " 5>x.A.b()V 5<", 1)
		}
		x := indexOf(t, records)
		scope, ok := Before(x, IsFirstFrame)
		if !ok {
			t.Fatal("no first frame")
		}
		s.Add(i/2, fmt.Sprint(i), x.Profile(profile.WholeTrace, nil), x.Profile(scope, nil))
	}
	if len(s.Methods) != 5 {
		t.Errorf("%d methods, want 5: %v", len(s.Methods), s.Methods)
	}
	d := s.Compare(Figure{Clock: profile.Wall})
	first := &d.Rows[0]
	if s.Methods[first.Method].Name != "b" || !first.EarlyDiffer() || first.Early[0].Median != 0 || first.Early[1].Median != 1 || first.Calls[0].Median != 1 || first.Calls[1].Median != 2 {
		t.Errorf("the first difference: %s %+v", s.Methods[first.Method].Label(), first)
	}
	for i := range d.Rows {
		switch row := &d.Rows[i]; s.Methods[row.Method].Name {
		case "a":
			if row.Time[0].Median != 9000 || row.Early[0].Median != 1 {
				t.Errorf("a: %+v", row)
			}
		case "run":
			if row.Calls[0].N != 2 || row.Calls[1].Median != 1 || row.Early[1].Median != 1 {
				t.Errorf("the lambda: %+v", row)
			}
		case "w", "doFrame":
			if row.Early[0].Median != 0 {
				t.Errorf("%s counts as early: %+v", s.Methods[row.Method].Name, row)
			}
		}
	}
}

func TestFirst(t *testing.T) {
	x := indexOf(t, "w 1>x.A.a()V 2<x.A.a()V main 0>x.B.b()V 3>x.A.a()V 4<x.A.a()V 5<x.B.b()V")
	for name, want := range map[string]string{"a": "3", "b": "0", "c": "none"} {
		got := "none"
		if ref, ok := First(x, func(m *trace.Method) bool { return m.Name == name }); ok {
			got = fmt.Sprint(x.Level(ref).Start(int(ref.Row)))
		}
		if got != want {
			t.Errorf("the first call of %s begins at %s, want %s", name, got, want)
		}
	}
}

func TestNamed(t *testing.T) {
	for file, want := range map[string]string{
		"out/Startup_cold_iter003_2024-05-01-10-00-00.trace":   "Startup_cold 3",
		"Startup_cold-methodTracing-2024-05-01-10-00-00.trace": "Startup_cold -1",
		"Startup_cold_iter012-methodTracing-2024-05-01.trace":  "Startup_cold 12",
		"a_iter7.trace": "a 7", "start.trace": "", "_iter3_x": "", "a_iterx_b": "",
	} {
		got := ""
		if name, n, ok := Named(file); ok {
			got = fmt.Sprint(name, " ", n)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}

// TestOnly: a method that every run of B calls, and no run of A, differs for certain, even with too
// few runs for the rank test.
func TestOnly(t *testing.T) {
	d := generated(rand.New(rand.NewPCG(1, 2)), 3, 50, 0.03, func(group, method int, f *profile.Method, early *int64) {
		if method == 7 {
			f.Calls, f.Recursive, *early = int64(group)*(80+f.Inclusive[profile.Wall]%9), 0, 0
		}
	}).Compare(Figure{Clock: profile.Wall})
	first := &d.Rows[0]
	if first.Method != 7 || !first.CallsDiffer() || Only(&first.Calls) != 1 || first.EarlyDiffer() || Only(&first.Early) != -1 || first.Calls[1].Constant() {
		t.Errorf("first is %+v", first)
	}
	if s := [2]Spread{{N: 3, Min: 1, Max: 2}, {N: 3, Max: 1}}; Only(&s) != -1 {
		t.Error("one run of B has it too")
	}
}
