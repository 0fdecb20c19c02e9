package simpleperf_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/simpleperf"
	"traceglass/parser/simpleperf/simpleperftest"
	"traceglass/parser/trace"
)

// corpus is where real recordings and the tricky cases lie, if they are there at all.
const corpus = "../../../shared/corpus/simpleperf"

// files are all of the corpus, by name.
func files(t testing.TB) map[string][]byte {
	all := map[string][]byte{}
	for _, pattern := range []string{"*.trace", "tricky/*.trace"} {
		found, _ := filepath.Glob(filepath.Join(corpus, pattern))
		for _, path := range found {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !simpleperf.IsRaw(data) && !strings.HasPrefix(string(data), simpleperf.PerfMagic) {
				all[filepath.Base(path)] = data
			}
		}
	}
	return all
}

func read(t testing.TB, data []byte) *simpleperf.Reader {
	t.Helper()
	r := simpleperf.NewReader()
	if _, err := r.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return r
}

// stories are recordings with the results of their default measure: for each thread its methods,
// inclusive/exclusive by wall, CPU and off the CPU in µs, and sightings.
var stories = []struct{ name, story, want string }{
	{"one sample", "7@10 root;mid;leaf ::7=main", "main 1000/1000/0: leaf 1000+1000/1000+1000/0+0 ×1, mid 1000+0/1000+0/0+0 ×1, root 1000+0/1000+0/0+0 ×1"},
	{"off the CPU", "7+0 7@1 root;mid 7!2 root;leaf 7-2.009 7+12 7@12.5 root;mid ::7=main",
		"main 12500/2000/10000: leaf 11000+11000/0+0/10000+10000 ×1, mid 1500+1500/2000+2000/0+0 ×2, root 12500+0/2000+0/10000+0 ×1"},
	{"gap", "7@10 root;mid 7@11 root;mid 7@111 root;mid 7@112.9 root;mid ::7=main",
		"main 103900/4000/0: mid 4900+4900/4000+4000/0+0 ×2, root 4900+0/4000+0/0+0 ×2"},
	{"recursion", "7@10 root;mid;mid;mid 7@11 root;mid;mid 7@12 root;mid;leaf;mid ::7=main",
		"main 3000/3000/0: leaf 1000+0/1000+0/0+0 ×1, mid 3000+3000/3000+3000/0+0 ×1, root 3000+0/3000+0/0+0 ×1"},
	{"samples without a frame", "7@10 - 7@11 leaf ::7=main", "main 2000/2000/0: leaf 1000+1000/1000+1000/0+0 ×1"},
	{"a late sample", "7@1 root;mid 7-2.009 7+5 7!2 root;leaf 7@6 root;mid ::7=main",
		"main 6000/2000/3000: leaf 4000+4000/0+0/3000+3000 ×1, mid 2000+2000/2000+2000/0+0 ×2, root 6000+0/2000+0/3000+0 ×1"},
	{"off without switches", "7@1 root;mid 7!2 root;leaf 7@9 root;mid ::7=main",
		"main 9000/2000/7000: leaf 8000+8000/0+0/7000+7000 ×1, mid 1000+1000/2000+2000/0+0 ×2, root 9000+0/2000+0/7000+0 ×1"},
	{"off at the end", "7@1 root 7!2 root;leaf 8@50 root ::7=main 8/7=worker",
		"main 2000/1000/0: leaf 1000+1000/0+0/0+0 ×1, root 2000+1000/1000+1000/0+0 ×1; worker 1000/1000/0: root 1000+1000/1000+1000/0+0 ×1"},
	{"a switch without a sample", "7@1 root;mid 7-2 7+8 7@9 root;mid 8!1 x ::7=main 8/7=worker",
		"main 9000/2000/0: mid 2000+2000/2000+2000/0+0 ×2, root 2000+0/2000+0/0+0 ×2; worker 0/0/0: x 0+0/0+0/0+0 ×1"},
	{"another place in the stack", "7@10 leaf 7@11 root;leaf ::7=main", "main 2000/2000/0: leaf 2000+2000/2000+2000/0+0 ×2, root 1000+0/1000+0/0+0 ×1"},
	{"a thread that is not listed", "99@10 leaf", " 1000/1000/0: leaf 1000+1000/1000+1000/0+0 ×1"},
	{"an id used again", "21@10 leaf ::20=other 21/20=worker 21/7=again", "worker 1000/1000/0: leaf 1000+1000/1000+1000/0+0 ×1"},
	{"only such", "7@10 - ::7=main", "main 1000/1000/0: "},
	{"Java and native", "7@10 app.Feed.load;leaf 7@11 app.Feed.load ::7=main", "main 2000/2000/0: app.Feed.load 2000+1000/2000+1000/0+0 ×1, leaf 1000+1000/1000+1000/0+0 ×1"},
	{"main first, then others of the process", "9@10 a 7@11 b 8@12 c ::8/7=worker 7=main 9=other.app",
		"main 1000/1000/0: b 1000+1000/1000+1000/0+0 ×1; worker 1000/1000/0: c 1000+1000/1000+1000/0+0 ×1; other.app (other.app) 1000/1000/0: a 1000+1000/1000+1000/0+0 ×1"},
}

// TestCalls tests the calls made from samples, with calls kept and with sums only.
func TestCalls(t *testing.T) {
	for _, tt := range stories {
		r := read(t, simpleperftest.Bytes(tt.story))
		for _, keep := range []bool{true, false} {
			if got := figures(r.Calls(r.Measure(), keep)); got != tt.want {
				t.Errorf("%s: of %q, calls kept: %v\n got %s\nwant %s", tt.name, tt.story, keep, got, tt.want)
			}
		}
	}
}

// figures are a table's by thread and method.
func figures(calls *call.Table, info *trace.Info) string {
	x := profile.NewIndex(calls, info)
	var threads []string
	for i := range info.Threads {
		only := profile.WholeTrace
		only.Threads = make([]bool, len(info.Threads))
		only.Threads[i] = true
		p := x.Profile(only, nil)
		var rows []string
		for m := range p.Methods {
			if f := &p.Methods[m]; f.Calls > 0 {
				row := info.Methods[m].Label()
				for c, clock := range []profile.Clock{profile.Wall, profile.CPU, profile.Waiting} {
					row += fmt.Sprintf("%c%d+%d", " //"[c], f.Inclusive[clock]/1000, f.Exclusive[clock]/1000)
				}
				rows = append(rows, fmt.Sprintf("%s ×%d", row, f.Calls))
			}
		}
		slices.Sort(rows)
		all := p.Total()
		threads = append(threads, fmt.Sprintf("%s %d/%d/%d: %s", info.Threads[i].Name, all[profile.Wall]/1000, all[profile.CPU]/1000, all[profile.Waiting]/1000, strings.Join(rows, ", ")))
	}
	return strings.Join(threads, "; ")
}

// TestCallsAgree: for every recording of the corpus and every measure, the profile of the calls has
// the same figures as the sum of the samples.
func TestCallsAgree(t *testing.T) {
	all := files(t)
	if len(all) == 0 {
		t.Log("no corpus at " + corpus + ": only generated recordings are looked at")
	}
	all["generated"] = simpleperftest.Generate(3000)
	for name, data := range all {
		r := read(t, data)
		methods, threads := r.Figures()
		for measure, what := range r.Measures() {
			for _, keep := range []bool{true, false} {
				calls, info := r.Calls(measure, keep)
				p := profile.NewIndex(calls, info).Profile(profile.WholeTrace, nil)
				at := func(m int) string {
					return fmt.Sprintf("%s by %s, calls kept %v: %s", name, what.Name, keep, info.Methods[m].Label())
				}
				for m := range methods {
					want, got := &methods[m], &p.Methods[m]
					if want.Runs != got.Calls {
						t.Errorf("%s: %d times seen, want %d", at(m), got.Calls, want.Runs)
					}
					wall := simpleperf.Times{Inclusive: got.Inclusive[profile.Wall], Exclusive: got.Exclusive[profile.Wall]}
					off := simpleperf.Times{Inclusive: got.Inclusive[profile.Waiting], Exclusive: got.Exclusive[profile.Waiting]}
					if wall != want.All || off != want.Off {
						t.Errorf("%s: wall %v, off %v, want %v and %v", at(m), wall, off, want.All, want.Off)
					}
					var sum simpleperf.Figure
					for e := range want.Events {
						switch f := &want.Events[e]; {
						case what.Unit == trace.SamplesSeen && !(r.OffCPU && r.Events[e].Name == "sched:sched_switch"):
							sum.Count += f.Samples
							sum.OwnCount += f.Self
						case what.Unit != trace.SamplesSeen && (r.Events[e].Name == what.Name || r.Events[e].Name == ""):
							sum.Count += f.Count
							sum.OwnCount += f.OwnCount
						}
					}
					if got.Inclusive[profile.CPU] != sum.Count || got.Exclusive[profile.CPU] != sum.OwnCount {
						t.Errorf("%s: counts %d and %d, want %d and %d", at(m), got.Inclusive[profile.CPU], got.Exclusive[profile.CPU], sum.Count, sum.OwnCount)
					}
				}
				var all, off, gap int64
				for _, th := range threads {
					all, off, gap = all+th.All, off+th.Off, gap+th.Gap
				}
				if total := p.Total(); total[profile.Wall] != all+gap || total[profile.Waiting] != off {
					t.Errorf("%s by %s: threads sum to %v, want %d and %d off", name, what.Name, total, all+gap, off)
				}
			}
		}
	}
}

// TestRanges: in a generated recording, the time off the CPU of any range equals the sum for its
// two halves, and a method's equals that of its calls.
func TestRanges(t *testing.T) {
	r := read(t, simpleperftest.Generate(2000))
	calls, info := r.Calls(r.Measure(), true)
	x := profile.NewIndex(calls, info)
	_, end := calls.Span()
	for range 20 {
		a, b := rand.N(end), rand.N(end)
		a, b = min(a, b), max(a, b)
		mid := a + (b-a)/2
		whole, left, right := x.Profile(profile.Scope{From: a, To: b}, nil), x.Profile(profile.Scope{From: a, To: mid}, nil), x.Profile(profile.Scope{From: mid, To: b}, nil)
		for m := range whole.Methods {
			for _, c := range []profile.Clock{profile.Wall, profile.Waiting} {
				if sum := left.Methods[m].Inclusive[c] + right.Methods[m].Inclusive[c]; sum != whole.Methods[m].Inclusive[c] {
					t.Fatalf("%s by %d of %d to %d: %d and %d, in all %d", info.Methods[m].Label(), c, a, b, left.Methods[m].Inclusive[c], right.Methods[m].Inclusive[c], whole.Methods[m].Inclusive[c])
				}
			}
		}
	}
	p := x.Profile(profile.WholeTrace, nil)
	for m := range p.Methods {
		var sum profile.Times
		p.EachCall(trace.MethodIndex(m), func(ref profile.Ref, _ *call.Level) {
			own, _ := x.Self(ref)
			for c := range sum {
				sum[c] += own[c]
			}
		})
		if sum != p.Methods[m].Exclusive {
			t.Errorf("%s: own times of its calls are %v, want %v", info.Methods[m].Label(), sum, p.Methods[m].Exclusive)
		}
	}
	p = x.Switched().Profile(profile.WholeTrace, nil)
	if p.SwitchMethod() != call.NoMethod {
		t.Error("a table has a method for times off the CPU that nobody asked for")
	}
	profile.AddSwitchMethod(info)
	x = profile.NewIndex(calls, info)
	whole, apart := x.Profile(profile.WholeTrace, nil), x.Switched().Profile(profile.WholeTrace, nil)
	if off, total := apart.Methods[apart.SwitchMethod()].Exclusive, whole.Total(); off[profile.Wall] != total[profile.Waiting] || off[profile.Waiting] != total[profile.Waiting] {
		t.Errorf("apart %v is off the CPU, of %v in all", off, total)
	}
}

// TestMethods: a frame's path and symbol determine its method.
func TestMethods(t *testing.T) {
	const apk, odex = "/data/app/~~x==/com.example-y==/base.apk!/classes2.dex", "/data/app/~~x==/com.example-y==/oat/arm64/base.odex"
	for _, tt := range []struct {
		path, symbol string
		execution    int // 1 more than the type
		kind         simpleperf.Kind
		class, name  string
		own          bool
	}{
		{apk, "com.example.Feed.load", 0, simpleperf.Java, "com.example.Feed", "load", false},
		{odex, "java.lang.Object com.example.Feed.load(int, java.lang.String)", 0, simpleperf.Java, "com.example.Feed", "load", false},
		{"[JIT app cache]", "com.example.Feed.<init>", 0, simpleperf.Java, "com.example.Feed", "<init>", false},
		{"/memfd:jit-cache (deleted)", "a.B.c", 0, simpleperf.Java, "a.B", "c", false},
		{"/data/local/tmp/TemporaryFile-abcdef", "a.B.c", 0, simpleperf.Java, "a.B", "c", false},
		{"/system/framework/boot.oat", "java.lang.System.currentTimeMillis [DEDUPED]", 0, simpleperf.Java, "java.lang.System", "currentTimeMillis", false},
		{odex, "art_jni_trampoline", 0, simpleperf.Native, "", "art_jni_trampoline", true},
		{"[JIT app cache]", "art::jit.x", 0, simpleperf.Native, "", "art::jit.x", true},
		{"/x/lib.so", "a.B.c", 2, simpleperf.Java, "a.B", "c", false},
		{"/x/lib.so", "a.B.c", 1, simpleperf.Native, "", "a.B.c", false},
		{"[kernel.kallsyms]", "do_page_fault.cfi", 0, simpleperf.Kernel, "", "do_page_fault.cfi", false},
		{"[kernel.kallsyms]", "", 0, simpleperf.Kernel, "", "[kernel.kallsyms]", false},
		{"/vendor/lib/modules/wlan.ko", "", 0, simpleperf.Kernel, "", "wlan.ko", false},
		{"/apex/com.android.runtime/bin/linker64", "[linker]mmap64", 0, simpleperf.Native, "", "[linker]mmap64", false},
		{"/data/app/~~x==/com.example-y==/base.apk!/lib/arm64-v8a/libgame.so", "game.tick(float)", 0, simpleperf.Native, "", "game.tick(float)", true},
		{simpleperftest.Library, "", 0, simpleperf.Unknown, "", "libgame.so", true},
		{"/system/lib/com.example.so", "f", 0, simpleperf.Native, "", "f", true}, // the package's name is in it
		{"unknown", "", 0, simpleperf.Unknown, "", "unknown", false},
	} {
		r := read(t, (&simpleperftest.Recording{Package: "com.example", Entries: []any{
			simpleperftest.Sample{Time: 5, Thread: 7, Count: 1, Stack: []simpleperftest.Frame{{Path: tt.path, Symbol: tt.symbol, Execution: tt.execution}}},
		}}).Bytes())
		want := simpleperf.Method{Kind: tt.kind, Class: tt.class, Name: tt.name, Library: tt.path}
		if tt.kind == simpleperf.Java {
			want.Library = ""
		}
		if len(r.Methods) != 1 || r.Methods[0] != want {
			t.Errorf("%s of %s is %+v, want %+v", tt.symbol, tt.path, r.Methods, want)
			continue
		}
		_, info := r.Calls(0, false)
		if in := &info.Methods[0]; tt.kind != simpleperf.Java && (in.Origin() == platform.Own) != tt.own || in.Label() != r.Methods[0].Label() {
			t.Errorf("%s of %s is of origin %d, called %s", tt.symbol, tt.path, in.Origin(), in.Label())
		}
	}
}

// TestMeasures: the default is the clock, else the event with the most samples that counted
// anything, else the number of samples.
func TestMeasures(t *testing.T) {
	for _, tt := range []struct {
		events  []string
		story   string
		want    string
		samples int64 // by the chosen measure
	}{
		{[]string{"cpu-cycles", "cpu-clock"}, "7@1=500#0 root 7@2=700#0 root 7@3#1 root", "cpu-clock of cpu-cycles cpu-clock samples", 1_000_000},
		{[]string{"cpu-cycles", "task-clock:u"}, "7@1=500#0 root 7@3=250#1 root", "task-clock:u of cpu-cycles task-clock:u samples", 250},
		{[]string{"instructions", "cpu-cycles"}, "7@1=500#0 root 7@2=700#1 root 7@3=1#1 root", "cpu-cycles of instructions cpu-cycles samples", 701},
		{[]string{"cpu-cycles"}, "7@1=0 root 7@2=0 root", "samples of cpu-cycles samples", 2},
		{[]string{"cpu-cycles"}, "7@1=5#4 root 7@2=6#4 root", "event 4 of cpu-cycles event 4 samples", 11},
		{nil, "7@1 root 7!2 root", "cpu-clock of cpu-clock samples", 1_000_000},
	} {
		rec := simpleperftest.Parse(tt.story)
		if tt.events != nil {
			rec.Events = tt.events
		}
		r := read(t, rec.Bytes())
		var names []string
		for _, m := range r.Measures() {
			names = append(names, m.Name)
		}
		if got := r.Measures()[r.Measure()].Name + " of " + strings.Join(names, " "); got != tt.want {
			t.Errorf("%v %s: %s, want %s", tt.events, tt.story, got, tt.want)
		}
		calls, info := r.Calls(r.Measure(), false)
		if p := profile.NewIndex(calls, info).Profile(profile.WholeTrace, nil); p.Total()[profile.CPU] != tt.samples {
			t.Errorf("%v %s: %d in all, want %d", tt.events, tt.story, p.Total()[profile.CPU], tt.samples)
		}
	}
}

// TestOwnFile: the folder of a native file tells whose it is. A profiler's file in the app's folders is not the app's.
func TestOwnFile(t *testing.T) {
	for path, want := range map[string]bool{
		"/data/app/com.example-1/lib/arm64/libgame.so": true, "/data/data/com.example/code_cache/a.so": true, "[JIT app cache]": true,
		"/vendor/lib/com.example.so": true, "/system/lib/libc.so": false, "[kernel]": false,
		"/data/app/com.example-1/lib/arm/libsupportjni.so": false, "/data/data/com.example/code_cache/libjvmtiagent_x86.so": false,
	} {
		m := simpleperf.Method{Library: path}
		if got := m.Own("com.example"); got != want {
			t.Errorf("%s: own is %v, want %v", path, got, want)
		}
	}
}
