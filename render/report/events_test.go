package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

func TestSpeedscope(t *testing.T) {
	p := profileOf(t, tracetest.Bytes(`main 0/0>A.a 10/5>B.<b> 30/15<B.<b> 40/25>B.<b> 50/30<A.a`), true)
	var out bytes.Buffer
	if err := Speedscope(&out, p.Index, profile.WholeTrace, `x"</script>`, profile.CPU); err != nil {
		t.Fatal(err)
	}
	want := `{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"Traceglass","name":"x\"\u003c/script\u003e","activeProfileIndex":0,"shared":{"frames":[
{"name":"A.a","file":"A.java"},
{"name":"B.\u003cb\u003e","file":"B.java"}]},"profiles":[
{"type":"evented","name":"main [1]","unit":"nanoseconds","startValue":0,"endValue":30000,"events":[
{"type":"O","frame":0,"at":0},
{"type":"O","frame":1,"at":5000},
{"type":"C","frame":1,"at":15000},
{"type":"O","frame":1,"at":25000},
{"type":"C","frame":1,"at":30000},
{"type":"C","frame":0,"at":30000}]}]}
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	if err := Speedscope(&out, p.Index, profile.WholeTrace, "x", profile.Waiting); err == nil {
		t.Error("calls are placed in time by waiting")
	}
}

// A speedscopeFile is what the schema requires of a file of evented profiles.
type speedscopeFile struct {
	Schema string `json:"$schema"`
	Shared struct {
		Frames []struct {
			Name *string
			File *string
			Line *int
			Col  *int
		}
	}
	Profiles []struct {
		Type, Name, Unit     string
		StartValue, EndValue *float64
		Events               []struct {
			Type  string
			Frame *int
			At    *float64
		}
	}
	Name, Exporter     string
	ActiveProfileIndex int
}

// TestSpeedscopeFiles checks every file against the schema: entries and exits are balanced and
// nested, times stay within the profile and never decrease, and the time of the outermost calls
// equals that of depth 0.
func TestSpeedscopeFiles(t *testing.T) {
	for name, data := range traces(t) {
		p := profileOf(t, data, true)
		for _, clock := range []profile.Clock{profile.Wall, profile.CPU} {
			if placed(p.Index, clock) != nil {
				continue
			}
			var out bytes.Buffer
			if err := Speedscope(&out, p.Index, profile.WholeTrace, name, clock); err != nil {
				t.Fatal(err)
			}
			var file speedscopeFile
			decoder := json.NewDecoder(&out)
			decoder.DisallowUnknownFields()
			if err := decoder.Decode(&file); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			threads := Threads(p.Index, profile.WholeTrace)
			main := slices.IndexFunc(threads, func(t trace.ThreadIndex) bool { return p.Info.Threads[t].Name == "main" })
			if file.ActiveProfileIndex != max(0, main) {
				t.Errorf("%s opens on profile %d, and main is %d", name, file.ActiveProfileIndex, main)
			}
			if len(file.Profiles) != len(threads) || !strings.HasSuffix(file.Schema, "schema.json") {
				t.Fatalf("%s: %d profiles of schema %s, want %d", name, len(file.Profiles), file.Schema, len(threads))
			}
			for i, one := range file.Profiles {
				if one.Type != "evented" || one.Unit != "nanoseconds" || one.StartValue == nil || one.EndValue == nil {
					t.Fatalf("%s: profile %+v", name, one)
				}
				var stack []int
				now, since, sum := *one.StartValue, 0.0, 0.0
				for _, e := range one.Events {
					if e.Frame == nil || e.At == nil || *e.Frame < 0 || *e.Frame >= len(file.Shared.Frames) || *e.At < now || *e.At > *one.EndValue {
						t.Fatalf("%s: %s: event %+v at %v of %v", name, one.Name, e, now, *one.EndValue)
					}
					now = *e.At
					switch e.Type {
					case "O":
						if len(stack) == 0 {
							since = now
						}
						stack = append(stack, *e.Frame)
					case "C":
						if len(stack) == 0 || stack[len(stack)-1] != *e.Frame {
							t.Fatalf("%s: %s: frame %d ends on %v", name, one.Name, *e.Frame, stack)
						}
						stack = stack[:len(stack)-1]
						if len(stack) == 0 {
							sum += now - since
						}
					default:
						t.Fatalf("%s: event of type %q", name, e.Type)
					}
				}
				if len(stack) > 0 {
					t.Errorf("%s: %s: %d calls never end", name, one.Name, len(stack))
				}
				if want := depth0(p, threads[i], clock); sum != float64(want) {
					t.Errorf("%s: %s: %v ns, want %d", name, one.Name, sum, want)
				}
			}
		}
	}
}

// TestSpeedscopePart checks that the events of a range are its calls, cut at its edges, with the
// same sums.
func TestSpeedscopePart(t *testing.T) {
	p := profileOf(t, tracetest.Bytes(`main 0/0>A.a 10/5>B.b 20/10>C.c 30/15<C.c 40/25<B.b 50/35>C.c 60/45<C.c 70/50<A.a w#7 0/0>B.b 5/5<B.b x#8 0/0>B.b 90/9<B.b`), true)
	tests := []struct {
		from, to trace.Ticks
		clock    profile.Clock
		want     string // by thread: O (open) and C (close), frame, and µs
	}{
		{15, 55, profile.Wall, "O0@15 O1@15 O2@20 C2@30 C1@40 O2@50 C2@55 C0@55, O1@15 C1@55"},
		{15, 55, profile.CPU, "O0@7 O1@7 O2@10 C2@15 C1@25 O2@35 C2@40 C0@40, O1@1 C1@5"},
		{25, 25, profile.Wall, "O0@25 O1@25 O2@25 C2@25 C1@25 C0@25, O1@25 C1@25"},
		{75, 200, profile.Wall, "O1@75 C1@90"},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		if err := Speedscope(&out, p.Index, profile.Scope{From: tt.from, To: tt.to}, "x", tt.clock); err != nil {
			t.Fatal(err)
		}
		var file speedscopeFile
		if err := json.Unmarshal(out.Bytes(), &file); err != nil {
			t.Fatal(err)
		}
		var threads []string
		for _, one := range file.Profiles {
			var events []string
			for _, e := range one.Events {
				events = append(events, fmt.Sprintf("%s%d@%d", e.Type, *e.Frame, int64(*e.At)/1000))
			}
			threads = append(threads, strings.Join(events, " "))
		}
		if got := strings.Join(threads, ", "); got != tt.want {
			t.Errorf("%d to %d by clock %d:\n got %s\nwant %s", tt.from, tt.to, tt.clock, got, tt.want)
		}
	}
}

// depth0 returns the inclusive time of a thread's calls at depth 0.
func depth0(p *profile.Profile, thread trace.ThreadIndex, clock profile.Clock) (sum int64) {
	only := p.Index.Profile(profile.WholeTrace.Only(thread), nil)
	for row := only.Tree.First[0]; row != profile.NoRow; row = only.Tree.Next[row] {
		sum += only.Rows[row].Inclusive[clock]
	}
	return sum
}

func TestChrome(t *testing.T) {
	data := tracetest.Trace{Records: `main 0/0>A.a 10/5>B.b 30/15<B.b 50/30<A.a ?w#7 9/9>B.b 9/9<B.b`, Options: "pid=42\n"}.Bytes()
	var out bytes.Buffer
	if err := Chrome(&out, profileOf(t, data, true).Index, profile.WholeTrace, "app"); err != nil {
		t.Fatal(err)
	}
	want := `{"displayTimeUnit":"ns","otherData":{"unknown-thread":"1 thread of the records is not in the file's list, mostly because it had ended; such threads are shown by their ids and counted in full."},"traceEvents":[
{"ph":"M","pid":42,"tid":0,"name":"process_name","args":{"name":"app"}},
{"ph":"M","pid":42,"tid":1,"name":"thread_name","args":{"name":"main"}},
{"ph":"X","pid":42,"tid":1,"ts":0,"dur":50,"tts":0,"tdur":30,"cat":"method","name":"A.a"},
{"ph":"X","pid":42,"tid":1,"ts":10,"dur":20,"tts":5,"tdur":10,"cat":"method","name":"B.b"},
{"ph":"M","pid":42,"tid":7,"name":"thread_name","args":{"name":"Thread 7"}},
{"ph":"X","pid":42,"tid":7,"ts":9,"dur":0,"tts":9,"tdur":0,"cat":"method","name":"B.b"}
]}
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

// TestChromeFiles checks every file against Chrome's format. The events (X) of a thread begin in
// order, one per call. They nest: the outermost ones add up to depth 0, and no callee leaves its
// caller.
func TestChromeFiles(t *testing.T) {
	for name, data := range traces(t) {
		p := profileOf(t, data, true)
		var out bytes.Buffer
		if err := Chrome(&out, p.Index, profile.WholeTrace, name); err != nil {
			t.Fatal(err)
		}
		var file struct {
			DisplayTimeUnit string
			OtherData       map[string]string
			TraceEvents     []struct {
				Ph, Name, Cat string
				Pid, Tid      *int64
				Ts, Dur       json.Number
				Tts, Tdur     json.Number
				Args          map[string]string
			}
		}
		decoder := json.NewDecoder(&out)
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&file); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(file.OtherData) != len(p.Notes()) {
			t.Errorf("%s: it says %v, want %v", name, file.OtherData, p.Notes())
		}
		if file.DisplayTimeUnit != "ns" || len(file.TraceEvents) == 0 {
			t.Fatalf("%s: %d events in %s", name, len(file.TraceEvents), file.DisplayTimeUnit)
		}
		type call struct{ ts, tts int64 }
		stacks, last, outermost := map[int64][]call{}, map[int64]call{}, map[int64]call{} // by tid, times in ns
		names, begun := map[int64]string{}, int64(0)
		for _, e := range file.TraceEvents {
			if e.Pid == nil || e.Tid == nil || *e.Pid != *file.TraceEvents[0].Pid {
				t.Fatalf("%s: event %+v of no thread", name, e)
			}
			if e.Ph == "M" {
				if e.Name == "thread_name" {
					names[*e.Tid] = e.Args["name"]
				}
				continue
			}
			if dual := p.Calls.Clocks == trace.Dual; e.Ph != "X" || (e.Tts != "") != dual || (e.Tdur != "") != dual || e.Name == "" || names[*e.Tid] == "" {
				t.Fatalf("%s: event %+v of thread %q", name, e, names[*e.Tid])
			}
			begun++
			now := call{ts: nanoseconds(t, e.Ts) / 1000}
			end := call{ts: now.ts + nanoseconds(t, e.Dur)/1000}
			if e.Tts != "" {
				now.tts = nanoseconds(t, e.Tts) / 1000
				end.tts = now.tts + nanoseconds(t, e.Tdur)/1000
			}
			if before := last[*e.Tid]; now.ts < before.ts || now.tts < before.tts || end.ts < now.ts || end.tts < now.tts {
				t.Fatalf("%s: event %+v after %+v", name, e, before)
			}
			last[*e.Tid] = now
			stack := stacks[*e.Tid] // ends of the enclosing calls
			for len(stack) > 0 && end.ts > stack[len(stack)-1].ts {
				if now.ts < stack[len(stack)-1].ts {
					t.Fatalf("%s: event %+v leaves its caller, which ends at %+v", name, e, stack[len(stack)-1])
				}
				stack = stack[:len(stack)-1]
			}
			if len(stack) == 0 {
				sum := outermost[*e.Tid]
				outermost[*e.Tid] = call{ts: sum.ts + end.ts - now.ts, tts: sum.tts + end.tts - now.tts}
			}
			stacks[*e.Tid] = append(stack, end)
		}
		if begun != p.Calls.Calls {
			t.Errorf("%s: %d calls, want %d", name, begun, p.Calls.Calls)
		}
		want := map[int64]call{}
		for _, thread := range Threads(p.Index, profile.WholeTrace) { // threads with the same id share a track
			tid := int64(p.Info.Threads[thread].ID)
			sum := want[tid]
			first := profile.Wall
			if p.Calls.Primary() == trace.CPU {
				first = profile.CPU
			}
			sum.ts += depth0(p, thread, first)
			if p.Calls.Clocks == trace.Dual {
				sum.tts += depth0(p, thread, profile.CPU)
			}
			want[tid] = sum
		}
		for tid, sum := range want {
			if outermost[tid] != sum {
				t.Errorf("%s: thread %d: %+v, want %+v", name, tid, outermost[tid], sum)
			}
		}
	}
}

func TestMicros(t *testing.T) {
	for ns, want := range map[int64]string{0: "0", 1: "0.001", 1000: "1", 1_020_030: "1020.030", math.MaxInt64: "9223372036854775.807"} {
		var out bytes.Buffer
		w := newJSONWriter(&out)
		w.micros(ns)
		w.Flush()
		if out.String() != want {
			t.Errorf("%d ns: %s µs, want %s", ns, out.String(), want)
		}
	}
}

func TestTable(t *testing.T) {
	p := profileOf(t, tracetest.Trace{Records: "main 0/0>=A.+b 10/5>A,B.-\"c\" 30/15<A,B.-\"c\" 40/25<=A.+b", Columns: 6}.Bytes(), false)
	for format, want := range map[TableFormat]string{
		CSV: "id,class,name,signature,file,line,calls,recursiveCalls,inclusiveWallNs,exclusiveWallNs,inclusiveCpuNs,exclusiveCpuNs,inclusiveWaitingNs,exclusiveWaitingNs\n" +
			"0x0,'=A,'+b,()V,'=A.java,17,1,0,40000,20000,25000,15000,15000,5000\n" +
			"0x4,\"A,B\",\"'-\"\"c\"\"\",()V,\"A,B.java\",17,1,0,20000,20000,10000,10000,10000,10000\n",
		TSV: "id\tclass\tname\tsignature\tfile\tline\tcalls\trecursiveCalls\tinclusiveWallNs\texclusiveWallNs\tinclusiveCpuNs\texclusiveCpuNs\tinclusiveWaitingNs\texclusiveWaitingNs\n" +
			"0x0\t'=A\t'+b\t()V\t'=A.java\t17\t1\t0\t40000\t20000\t25000\t15000\t15000\t5000\n" +
			"0x4\tA,B\t\"'-\"\"c\"\"\"\t()V\tA,B.java\t17\t1\t0\t20000\t20000\t10000\t10000\t10000\t10000\n",
		JSON: `{"schema":1,"trace":"a.trace","clock":"dual","complete":true,"fromNs":0,"toNs":40000,` + "\n" +
			`"threads":[{"id":1,"name":"main"}],` + "\n" + `"warnings":[],` + "\n" + `"methods":[` + "\n" +
			`{"id":"0x0","class":"=A","name":"+b","signature":"()V","file":"=A.java","line":17,"calls":1,"recursiveCalls":0,"inclusiveWallNs":40000,"exclusiveWallNs":20000,"inclusiveCpuNs":25000,"exclusiveCpuNs":15000,"inclusiveWaitingNs":15000,"exclusiveWaitingNs":5000},` + "\n" +
			`{"id":"0x4","class":"A,B","name":"-\"c\"","signature":"()V","file":"A,B.java","line":17,"calls":1,"recursiveCalls":0,"inclusiveWallNs":20000,"exclusiveWallNs":20000,"inclusiveCpuNs":10000,"exclusiveCpuNs":10000,"inclusiveWaitingNs":10000,"exclusiveWaitingNs":10000}` + "\n]}\n",
	} {
		var out bytes.Buffer
		if err := Table(&out, p, "a.trace", format); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("format %d:\n got %s\nwant %s", format, out.String(), want)
		}
	}
	for bad, want := range map[string]string{"a;=1": "a;'=1", "a;\"=1": "a;\"'=1", "a; -1": "a; '-1", "a,@b": "a,'@b", "a|+b": "a|'+b", "(La/B;)V": "(La/B;)V", "a-b=c": "a-b=c", "é;＝1": "é;'＝1"} {
		if got := Cell(bad, CSV); got != want {
			t.Errorf("%q is written %q, want %q: where ; or another character parts cells it is a formula", bad, got, want)
		}
	}
	for _, bad := range []string{"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1"} {
		for _, format := range []TableFormat{CSV, TSV} {
			if got := Cell(bad, format); !strings.HasPrefix(got, "'") && !strings.HasPrefix(got, " ") {
				t.Errorf("format %d: %q is written %q, which is a formula", format, bad, got)
			}
		}
	}
}

func TestGroupsTable(t *testing.T) {
	p := profileOf(t, tracetest.Trace{Records: "main 0/0>=A.b 10/5>=A.c 30/15<=A.c 40/25<=A.b", Columns: 6}.Bytes(), false)
	class := func(m trace.MethodIndex) string { return p.Info.Methods[m].Class }
	groups := Groups{By: profile.ByClass, Rows: p.Groups(profile.ByClass, nil, class)}
	for format, want := range map[TableFormat]string{
		CSV: "class,methods,calls,recursiveCalls,inclusiveWallNs,exclusiveWallNs,inclusiveCpuNs,exclusiveCpuNs,inclusiveWaitingNs,exclusiveWaitingNs\n" +
			"'=A,2,1,1,40000,40000,25000,25000,15000,15000\n",
		TSV: "class\tmethods\tcalls\trecursiveCalls\tinclusiveWallNs\texclusiveWallNs\tinclusiveCpuNs\texclusiveCpuNs\tinclusiveWaitingNs\texclusiveWaitingNs\n" +
			"'=A\t2\t1\t1\t40000\t40000\t25000\t25000\t15000\t15000\n",
		JSON: `{"schema":1,"trace":"a.trace","clock":"dual","complete":true,"fromNs":0,"toNs":40000,` + "\n" +
			`"threads":[{"id":1,"name":"main"}],` + "\n" + `"warnings":[],` + "\n" + `"by":"class",` + "\n" + `"groups":[` + "\n" +
			`{"class":"=A","methods":2,"calls":1,"recursiveCalls":1,"inclusiveWallNs":40000,"exclusiveWallNs":40000,"inclusiveCpuNs":25000,"exclusiveCpuNs":25000,"inclusiveWaitingNs":15000,"exclusiveWaitingNs":15000}` + "\n]}\n",
	} {
		var out bytes.Buffer
		if err := groups.Table(&out, p, "a.trace", format); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("format %d:\n got %s\nwant %s", format, out.String(), want)
		}
	}
}

// TestEachCallDeep checks that a deep recursion in the trace does not recurse in the walk.
func TestEachCallDeep(t *testing.T) {
	const depth = 50_000
	var line strings.Builder
	line.WriteString("main")
	for i := range depth {
		fmt.Fprintf(&line, " %d>A.a", i)
	}
	p := profileOf(t, tracetest.Bytes(line.String()), true)
	entered, left := 0, 0
	stretchOf(p.Index, profile.WholeTrace, 0).eachCall(func(d, _ int) { entered++ }, func(d, _ int) { left++ })
	if entered != depth || left != depth {
		t.Errorf("%d entered, %d left, want %d", entered, left, depth)
	}
}
