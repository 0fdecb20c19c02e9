package story_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// alone returns the scope of the thread and range of some options.
func alone(x *profile.Index, o story.Options) profile.Scope {
	threads := make([]bool, len(x.Calls.Threads))
	threads[o.Thread] = true
	return profile.Scope{From: o.From, To: o.To, Threads: threads}
}

// called returns, by method, whether its name has a word.
func called(x *profile.Index, word string) []bool {
	of := make([]bool, len(x.Info.Methods))
	for m := range of {
		of[m] = strings.Contains(x.Info.Methods[m].Label(), word)
	}
	return of
}

// TestFilteredParts: the parts have the time that a filter keeps, and one part has the rest.
func TestFilteredParts(t *testing.T) {
	x := index(t, record("main 0/0>Loop 1/1>Dispatch 2/2>Own 10/10>Lock 12/12>Acquire 13/13>Park 53/13<Park 54/14<Acquire 55/15<Lock 60/20>Text 70/30<Text 80/40<Own 90/50>Text 95/55<Text 96/56<Dispatch 97/57<Loop"))
	for _, tt := range []struct {
		name string
		verb profile.Verb
		word string
		want string
	}{
		{"no filter", profile.Drop, "nothing", "own 23, platform 34, lock 40"},
		{"while own code is on the stack", profile.Through, "Own.run", "own 23, platform 15, lock 40, left out 19"},
		{"what own code calls", profile.Under, "Own.run", "platform 15, lock 40, left out 42"},
		{"without the lock", profile.Drop, "ReentrantLock", "own 23, platform 29, left out 45"},
		{"own code alone", profile.Self, "Own.run", "own 23, left out 74"},
		{"the time of other code is its callers', or none's", profile.Charge, "Own.run", "own 38, lock 40, outside 19"},
		{"own code is part of its callers", profile.Merge, "Own.run", "platform 57, lock 40"},
		{"paths begin at a method", profile.Root, "dispatchMessage", "own 23, platform 32, lock 40, left out 2"},
	} {
		o := whole(x)
		p := x.Profile(alone(x, o), nil)
		o.Kept = p.Filtered(profile.Step{Verb: tt.verb, Methods: called(x, tt.word)})
		v := story.Of(x, o)
		if got := partsText(v); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
		if tt.verb == profile.Charge {
			at := v.Parts[slices.IndexFunc(v.Parts, func(p story.Part) bool { return p.Cause == story.Lock })].Sites[0]
			if got := x.Info.Methods[at.Method].Name; got != "run" || at.Count != 1 || len(at.Calls) != 1 {
				t.Errorf("%s: %q waits for the lock, %+v", tt.name, got, at)
			}
		}
	}
}

// TestFilteredProperties: for random filters, threads and ranges, the parts sum to the thread's span and to its CPU time. They
// and the app's methods have the figures of the filtered profile. A filter that takes nothing changes nothing, and no filter
// changes the rest of the overview.
func TestFilteredProperties(t *testing.T) {
	for _, write := range []func(io.Writer) error{
		tracetest.AppStartup,
		func(w io.Writer) error { return tracetest.Story(w, 3, 60) },
		func(w io.Writer) error {
			return tracetest.Generate(w, tracetest.Config{Records: 8000, Threads: 3, Methods: 300, Depth: 30, Version: 3})
		},
		func(w io.Writer) error {
			return tracetest.Generate(w, tracetest.Config{Records: 8000, Threads: 3, Methods: 300, Depth: 30, Version: 2, Clock: "wall"})
		},
		func(w io.Writer) error {
			return tracetest.Generate(w, tracetest.Config{Records: 8000, Threads: 3, Methods: 300, Depth: 30, Version: 2})
		},
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		checkFilters(t, index(t, b.Bytes()), 25)
	}
	x := samples(t, "7+1 7@2 ROOT;DISPATCH;FRAME;STOPPED 7!3 ROOT;DISPATCH;FRAME;STOPPED;KERNEL 7-3.001 7+203 7@204 ROOT;DISPATCH;FRAME;TEXT ::7=main")
	checkFilters(t, x, 25)
}

func TestFilteredCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/method-traces/*.trace.gz")
	if len(files) == 0 {
		t.Skip("../shared/corpus is missing")
	}
	for _, name := range files {
		if x, err := read(unpacked(t, name)); err == nil && x.Calls.Calls > 0 {
			checkFilters(t, x, 4)
		}
	}
}

func checkFilters(t *testing.T, x *profile.Index, tries int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(len(x.Info.Methods)), 7))
	first, last := x.Calls.Span()
	clock := profile.Wall
	if x.Calls.Primary() == trace.CPU {
		clock = profile.CPU
	}
	for try := range tries {
		o := story.Options{Thread: trace.ThreadIndex(rng.IntN(len(x.Calls.Threads))), From: math.MinInt64, To: math.MaxInt64}
		if try%3 > 0 {
			o.Thread = story.Main(x.Info)
		}
		if try%2 == 1 && last > first {
			o.From = first + trace.Ticks(rng.Int64N(int64(last-first)))
			o.To = o.From + trace.Ticks(rng.Int64N(int64(last-o.From)+1))
		}
		want, scope := story.Of(x, o), alone(x, o)
		if try%4 == 3 {
			scope.Slower = 1 + trace.Ticks(rng.Int64N(int64(last-first)/50+2))
		}
		var steps []profile.Step
		name := fmt.Sprintf("thread %d, %d to %d, slower %d", o.Thread, o.From, o.To, scope.Slower)
		for range try % 4 {
			step := profile.Step{Verb: profile.Verb(rng.IntN(int(profile.Charge) + 1)), Methods: make([]bool, len(x.Info.Methods))}
			share := []float64{0, 0.1, 0.5, 1}[rng.IntN(4)]
			for m := range step.Methods {
				step.Methods[m] = rng.Float64() < share
			}
			name += fmt.Sprintf(", verb %d of %v", step.Verb, share)
			steps = append(steps, step)
		}
		p := x.Profile(scope, nil)
		o.Kept = p.Filtered(steps...)
		v := story.Of(x, o)
		checkSums(t, x, v)
		total, out := o.Kept.Total(), o.Kept.LeftOut()
		if v.LeftOut().Time != out[clock] || v.To-v.From-v.LeftOut().Time != total[clock] {
			t.Errorf("%s: %d ns left out of %d; the profile has %d and %d", name, v.LeftOut().Time, v.To-v.From, out[clock], total[clock])
		}
		for i := range v.Parts {
			for _, s := range v.Parts[i].Sites {
				if v.Parts[i].Kind == story.Running && s.Time > o.Kept.Methods[s.Method].Exclusive[clock] {
					t.Errorf("%s: method %d ran %d ns, and has %v", name, s.Method, s.Time, o.Kept.Methods[s.Method].Exclusive)
				}
			}
		}
		for _, h := range v.Own {
			if m := &o.Kept.Methods[h.Method]; h.Times != m.Exclusive || h.Total != m.Inclusive || x.Info.Methods[h.Method].Origin() != platform.Own {
				t.Errorf("%s: own method %+v has %+v", name, h, m)
			}
		}
		if len(steps) == 0 && scope.Slower == 0 {
			same := *v
			if same.Filtered = false; !reflect.DeepEqual(&same, want) {
				t.Errorf("%s: a filter without terms has parts %+v, want %+v", name, v.Parts, want.Parts)
			}
		}
		v.Filtered, v.Parts, v.Own = false, want.Parts, want.Own
		if !reflect.DeepEqual(v, want) {
			t.Errorf("%s: the filter changed more than parts and own methods", name)
		}
	}
}

// TestFilteredThread: a filter without the thread leaves out all of its time.
func TestFilteredThread(t *testing.T) {
	x := index(t, record("main 0/0>Own 100/10<Own worker 0/0>Theme 50/5<Theme"))
	o := whole(x)
	scope := alone(x, o)
	scope.Threads[o.Thread], scope.Threads[1-o.Thread] = false, true
	o.Kept = x.Profile(scope, nil)
	v := story.Of(x, o)
	checkSums(t, x, v)
	if got := partsText(v); got != "left out 100" || len(v.Own) > 0 {
		t.Errorf("parts %s, own methods %+v", got, v.Own)
	}
	if v.LeftOut().Time != 100_000 || v.Parts[0].CPU != 10_000 {
		t.Errorf("%+v", v.Parts)
	}
}
