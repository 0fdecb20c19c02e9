package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// TestFirefox checks a file that was verified by hand. main runs A for 20 µs, then its own B
// twice for 15 and 0 µs; the times are the differences between samples. Rows 0 to 2 of the stack
// table are A, A>B and the worker's B.
func TestFirefox(t *testing.T) {
	data := tracetest.Trace{
		Records: `main 0/0>a.A.a 20/5>B.<b> 35/15<B.<b> 35/15>B.<b> 35/15<B.<b> 40/20<a.A.a worker 7/0>B.<b> 9/1<B.<b>`,
		Options: "pid=42\n", Columns: 6,
	}.Bytes()
	var out bytes.Buffer
	if err := Firefox(&out, profileOf(t, data, true).Index, profile.WholeTrace, "x.trace", profile.Wall); err != nil {
		t.Fatal(err)
	}
	want := `{"meta":{"version":31,"preprocessedProfileVersion":61,"interval":0.001,"startTime":0,"processType":0,"product":"x.trace","importedFrom":"Traceglass","platform":"Android","stackwalk":1,"symbolicated":true,"symbolicationNotSupported":true,"usesOnlyOneStackType":true,"sourceCodeIsNotOnSearchfox":true,"keepProfileThreadOrder":true,"markerSchema":[],"sampleUnits":{"time":"ms","eventDelay":"ms","threadCPUDelta":"ns"},"categories":[{"name":"Unknown","color":"grey","subcategories":["Other"]},{"name":"Own code","color":"blue","subcategories":["Other"]},{"name":"Library code","color":"purple","subcategories":["Other"]},{"name":"Platform code","color":"yellow","subcategories":["Other"]},{"name":"Native code","color":"green","subcategories":["Other"]},{"name":"Tracer","color":"brown","subcategories":["Other"]}]},
"libs":[],
"shared":{"stackTable":{"frame":[0,1,1],"prefix":[null,0,null],"length":3},
"frameTable":{"func":[0,1],"category":[1,1],"subcategory":[0,0],"address":[-1,-1],"inlineDepth":[0,0],"nativeSymbol":[null,null],"innerWindowID":[null,null],"line":[null,null],"column":[null,null],"length":2},
"funcTable":{"name":[0,1],"isJS":[false,false],"relevantForJS":[false,false],"resource":[-1,-1],"source":[0,1],"lineNumber":[17,17],"columnNumber":[null,null],"length":2},
"resourceTable":{"lib":[],"name":[],"host":[],"type":[],"length":0},"nativeSymbols":{"libIndex":[],"address":[],"name":[],"functionSize":[],"length":0},
"sources":{"filename":[2,3],"id":[null,null],"startLine":[1,1],"startColumn":[1,1],"sourceMapURL":[null,null],"length":2},
"stringArray":["a.A.a","B.\u003cb\u003e","A.java","B.java"]},
"threads":[
{"processType":"default","pid":"42","tid":1,"isMainThread":true,"name":"main","processStartupTime":0,"processShutdownTime":null,"registerTime":0,"unregisterTime":0.04,"pausedRanges":[],"markers":{"data":[],"name":[],"startTime":[],"endTime":[],"phase":[],"category":[],"length":0},
"samples":{"weightType":"tracing-ms","stack":[0,1,0,1,0,null],"timeDeltas":[0,0.02,0.015,0,0,0.005],"weight":[0.02,0.015,0,0,0.005,0],"threadCPUDelta":[0,5000,10000,0,0,5000],"length":6}},
{"processType":"default","pid":"42","tid":2,"isMainThread":false,"name":"worker","processStartupTime":0,"processShutdownTime":null,"registerTime":0.007,"unregisterTime":0.009,"pausedRanges":[],"markers":{"data":[],"name":[],"startTime":[],"endTime":[],"phase":[],"category":[],"length":0},
"samples":{"weightType":"tracing-ms","stack":[2,null],"timeDeltas":[0.007,0.002],"weight":[0.002,0],"threadCPUDelta":[0,1000],"length":2}}]}
`
	if got := out.String(); got != want {
		g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
		for i := range g {
			if i >= len(w) || g[i] != w[i] {
				t.Fatalf("line %d:\n%s\nwant\n%s", i+1, g[i], w[min(i, len(w)-1)])
			}
		}
	}
}

// A firefoxFile has the required fields of version 61 of the processed profile format.
type firefoxFile struct {
	Meta struct {
		PreprocessedProfileVersion int
		Interval                   float64
		Categories                 []struct {
			Name, Color   string
			Subcategories []string
		}
	}
	Libs   []any
	Shared struct {
		StackTable struct {
			Frame  []int
			Prefix []*int
			Length int
		}
		FrameTable struct {
			Func, Category, Subcategory, Address, InlineDepth []int
			NativeSymbol, InnerWindowID, Line, Column         []*int
			Length                                            int
		}
		FuncTable struct {
			Name, Resource                   []int
			IsJS, RelevantForJS              []bool
			Source, LineNumber, ColumnNumber []*int
			Length                           int
		}
		ResourceTable, NativeSymbols struct{ Length int }
		Sources                      struct {
			Filename, StartLine, StartColumn []int
			ID, SourceMapURL                 []*string
			Length                           int
		}
		StringArray []string
	}
	Threads []struct {
		Pid          string
		Tid          int
		Name         string
		IsMainThread bool
		Markers      struct{ Length int }
		Samples      struct {
			WeightType         string
			Stack              []*int
			TimeDeltas, Weight []json.Number
			ThreadCPUDelta     []int64
			Length             int
		}
	}
}

// nanoseconds parses a time in ms exactly.
func nanoseconds(t *testing.T, ms json.Number) int64 {
	t.Helper()
	whole, fraction, _ := strings.Cut(ms.String(), ".")
	ns, err := strconv.ParseInt(whole+(fraction + "000000")[:6], 10, 64)
	if err != nil || len(fraction) > 6 {
		t.Fatalf("%s ms: %v", ms, err)
	}
	return ns
}

// TestFirefoxFiles checks for every trace that tables are complete, indices are in range, times
// never decrease, and each method's self and running time per thread equal the profile's figures.
func TestFirefoxFiles(t *testing.T) {
	all := traces(t)
	var generated bytes.Buffer
	if err := tracetest.Generate(&generated, tracetest.Config{Records: 20_000, Threads: 5, Methods: 2000}); err != nil {
		t.Fatal(err)
	}
	all["generated"] = generated.Bytes()
	all["orphans"] = tracetest.Bytes("main 10>C.c 20<C.c 30<B.b 40<A.a 50>C.c") // contexts found late
	for name, data := range all {
		p := profileOf(t, data, true)
		for _, clock := range []profile.Clock{profile.Wall, profile.CPU} {
			if placed(p.Index, clock) == nil {
				checkFirefox(t, fmt.Sprintf("%s by clock %d", name, clock), p, clock)
				from, to := p.Calls.Span()
				part := profile.Scope{From: from + (to-from)/3, To: to - (to-from)/3}
				checkFirefox(t, fmt.Sprintf("a third of %s by clock %d", name, clock), p.Index.Profile(part, nil), clock)
			}
		}
	}
}

func checkFirefox(t *testing.T, name string, p *profile.Profile, clock profile.Clock) {
	var out bytes.Buffer
	if err := Firefox(&out, p.Index, p.Scope, name, clock); err != nil {
		t.Fatal(err)
	}
	if !utf8.Valid(out.Bytes()) {
		t.Errorf("%s: not UTF-8", name)
	}
	var file firefoxFile
	if err := json.Unmarshal(out.Bytes(), &file); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	s := &file.Shared
	length := func(table string, want int, columns ...int) {
		for i, n := range columns {
			if n != want {
				t.Fatalf("%s: column %d of the %s has %d rows, want %d", name, i, table, n, want)
			}
		}
	}
	within := func(table string, row, n int) {
		if row < 0 || row >= n {
			t.Fatalf("%s: row %d of the %s, which has %d", name, row, table, n)
		}
	}
	stacks, frames, funcs := &s.StackTable, &s.FrameTable, &s.FuncTable
	length("stack table", stacks.Length, len(stacks.Frame), len(stacks.Prefix))
	length("frame table", frames.Length, len(frames.Func), len(frames.Category), len(frames.Subcategory), len(frames.Address),
		len(frames.InlineDepth), len(frames.NativeSymbol), len(frames.InnerWindowID), len(frames.Line), len(frames.Column))
	length("function table", funcs.Length, len(funcs.Name), len(funcs.Resource), len(funcs.IsJS), len(funcs.RelevantForJS),
		len(funcs.Source), len(funcs.LineNumber), len(funcs.ColumnNumber))
	length("source table", s.Sources.Length, len(s.Sources.Filename), len(s.Sources.StartLine), len(s.Sources.StartColumn),
		len(s.Sources.ID), len(s.Sources.SourceMapURL))
	for row, prefix := range stacks.Prefix {
		within("frame table", stacks.Frame[row], frames.Length)
		if prefix != nil {
			within("stacks before its own", *prefix, row)
		}
	}
	for row := range frames.Func {
		within("function table", frames.Func[row], funcs.Length)
		within("categories", frames.Category[row], len(file.Meta.Categories))
		within("subcategories", frames.Subcategory[row], len(file.Meta.Categories[frames.Category[row]].Subcategories))
	}
	for row := range funcs.Name {
		within("strings", funcs.Name[row], len(s.StringArray))
		if funcs.Source[row] != nil {
			within("source table", *funcs.Source[row], s.Sources.Length)
		}
	}
	for _, filename := range s.Sources.Filename {
		within("strings", filename, len(s.StringArray))
	}
	if file.Meta.PreprocessedProfileVersion != firefoxVersion || file.Meta.Categories[0].Color != "grey" {
		t.Fatalf("%s: meta %+v", name, file.Meta)
	}
	threads := Threads(p.Index, p.Scope)
	length("threads", len(threads), len(file.Threads))
	mains := 0
	for i := range file.Threads {
		thread, samples := &file.Threads[i], &file.Threads[i].Samples
		if thread.IsMainThread {
			mains++
		}
		length("samples", samples.Length, len(samples.Stack), len(samples.TimeDeltas), len(samples.Weight))
		if clock == profile.Wall && p.Calls.Clocks == trace.Dual {
			length("samples' CPU times", samples.Length, len(samples.ThreadCPUDelta))
		}
		self, running := make([]int64, funcs.Length), make([]int64, funcs.Length)
		seen := make([]int, funcs.Length) // by function: the last sample that contains it, from 1
		for at, stack := range samples.Stack {
			weight := nanoseconds(t, samples.Weight[at])
			if weight < 0 || at+1 < samples.Length && weight != nanoseconds(t, samples.TimeDeltas[at+1]) {
				t.Fatalf("%s: %s: sample %d weighs %d ns", name, thread.Name, at, weight)
			}
			for top := true; stack != nil; stack, top = stacks.Prefix[*stack], false {
				within("stack table", *stack, stacks.Length)
				f := frames.Func[stacks.Frame[*stack]]
				if top {
					self[f] += weight
				}
				if seen[f] != at+1 {
					running[f] += weight
				}
				seen[f] = at + 1
			}
		}
		only := p.Index.Profile(p.Scope.Only(threads[i]), nil)
		for m := range only.Methods {
			f := &only.Methods[m]
			if self[m] != f.Exclusive[clock] || running[m] != f.Inclusive[clock] {
				t.Errorf("%s: %s: %s: self %d, running %d, want %d, %d", name, thread.Name, s.StringArray[funcs.Name[m]],
					self[m], running[m], f.Exclusive[clock], f.Inclusive[clock])
			}
		}
	}
	if len(threads) > 0 && mains != 1 {
		t.Errorf("%s: %d main threads", name, mains)
	}
}

// TestFirefoxNames checks that names with markup or invalid text stay within their strings.
func TestFirefoxNames(t *testing.T) {
	p := profileOf(t, tracetest.Bytes("main 0>A.a 5<A.a"), true)
	p.Info.Methods[0].Class = "</script>\"\\\x00\xed\xa0\x80\xff\u2028"
	p.Info.Threads[0].Name = "\xed\xb0\x80'"
	checkFirefox(t, "</script>\xff", p, profile.Wall)
	if err := Firefox(new(bytes.Buffer), p.Index, profile.WholeTrace, "x", profile.Waiting); err == nil {
		t.Error("calls are placed in time by waiting")
	}
}

func TestFirefoxEmpty(t *testing.T) {
	checkFirefox(t, "empty", profileOf(t, tracetest.Bytes("main"), true), profile.Wall)
}

func TestFirefoxCategory(t *testing.T) {
	for _, tt := range []struct {
		method trace.Method
		want   int64
	}{
		{trace.Method{Class: "com.example.A", Listed: true}, 1},
		{trace.Method{Class: "java.lang.String", Listed: true, Line: 5}, 3},
		{trace.Method{Class: "okhttp3.Call", Listed: true}, 2},
		{trace.Method{Class: "java.lang.Object", Listed: true, Line: -2}, 4},
		{trace.Method{}, 0},
	} {
		if got := firefoxCategory(&tt.method); got != tt.want {
			t.Errorf("%+v: category %d, want %d", tt.method, got, tt.want)
		}
	}
}

// TestStackRows checks a caller that was found late: its node is greater than its callee's, but
// its row is smaller.
func TestStackRows(t *testing.T) {
	var tree call.Tree
	for _, parent := range []call.NodeIndex{call.None, 3, 1, 0, call.None, 4} {
		tree.At(tree.Root()).Parent = parent
	}
	if got, want := fmt.Sprint(stackRows(&tree)), "[-1 1 2 0 -1 3]"; got != want {
		t.Errorf("rows %s, want %s", got, want)
	}
}

func TestMillis(t *testing.T) {
	for ns, want := range map[int64]string{0: "0", 1: "0.000001", 1000: "0.001", 2_500_000: "2.5", 1_000_000: "1", math.MaxInt64: "9223372036854.775807"} {
		var out bytes.Buffer
		w := newJSONWriter(&out)
		w.millis(ns)
		w.Flush()
		if out.String() != want {
			t.Errorf("%d ns: %s ms, want %s", ns, out.String(), want)
		}
	}
}
