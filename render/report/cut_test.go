package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// cutOf cuts a scope out of a profile and reads the result.
func cutOf(t *testing.T, p *profile.Profile, scope profile.Scope, hashed bool) *profile.Profile {
	t.Helper()
	var out bytes.Buffer
	var hash Hash
	if hashed {
		hash = func(parts ...string) string { return strings.Join(parts, "+") }
	}
	if err := Cut(&out, p.Index, scope, hash); err != nil {
		t.Fatal(err)
	}
	return profileOf(t, out.Bytes(), true)
}

// methodFigures returns the methods in a JSON summary or table, by id or by their names.
func methodFigures(t *testing.T, write func(io.Writer) error) map[string]map[string]any {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	var object struct{ Methods []map[string]any }
	if err := json.Unmarshal(out.Bytes(), &object); err != nil {
		t.Fatal(err)
	}
	rows := map[string]map[string]any{}
	for _, row := range object.Methods {
		id, _ := strconv.ParseUint(fmt.Sprint(row["id"]), 0, 64)
		name := fmt.Sprintf("%#x", uint32(id)) // a cut trace keeps the lower half
		for _, key := range []string{"class", "name", "signature"} {
			if part := row[key]; part != nil {
				name += fmt.Sprint(" ", part)
			}
		}
		name = strings.TrimSpace(name)
		if rows[name] != nil {
			t.Fatalf("two rows of %s", name)
		}
		rows[name] = row
	}
	return rows
}

// sameFigures compares every method of a cut trace with the table of the range: exactly where
// ticks are µs, else with 1 µs tolerance per call.
func sameFigures(t *testing.T, what string, want, got map[string]map[string]any, exact bool) {
	t.Helper()
	calls := 0.0
	for _, row := range want {
		calls += row["calls"].(float64) + row["recursiveCalls"].(float64)
	}
	for name, row := range want {
		mine := got[name]
		if mine == nil {
			t.Fatalf("%s: %s is missing; there are %d methods of %d", what, name, len(got), len(want))
		}
		for key, value := range row {
			number, ok := value.(float64)
			if !ok || key == "line" || strings.HasSuffix(key, "WaitingNs") {
				continue
			}
			off := 0.0
			if strings.HasSuffix(key, "Ns") && !exact {
				off = 1000 * calls
				if strings.HasPrefix(key, "inclusive") {
					off = 1000 * row["calls"].(float64)
				}
			}
			if is, ok := mine[key].(float64); !ok || is < number-off || is > number+off {
				t.Fatalf("%s: %s: %s is %v, want %v", what, name, key, mine[key], value)
			}
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%s: %d methods, want %d", what, len(got), len(want))
	}
}

// TestCut cuts 200 random parts out of the corpus. The summary of each must have the calls and
// times of the part's table, for all threads and for each.
func TestCut(t *testing.T) {
	var files []string
	for _, name := range []string{"method-traces/fenix-regular", "method-traces/vroom-clock_dual", "method-traces/vroom-thread_id_max", "method-traces/vroom-non_ascii_characters_in_method_name",
		"method-traces/jagframework-dmtrace", "method-traces/perflib-exception", "method-traces/vroom-api_21_missing_threads", "method-variants/fenix-v5-E5-dual",
		"method-variants/jag-f5-E4-dual", "method-variants/jag-v1-global", "method-variants/jag-f2-cpu", "method-variants/jag-v4-E3-wall"} {
		found, _ := filepath.Glob(filepath.Join(shared, "corpus", name+".trace.gz"))
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skipf("%s/corpus is not here: its traces are not ours to ship", shared)
	}
	random := rand.New(rand.NewPCG(13, 200))
	const ranges = 200
	for i, file := range files {
		p := profileOf(t, read(t, file), true)
		exact := p.Calls.Tick == 1000
		for n := range (ranges + len(files) - 1 - i) / len(files) {
			_, end := p.Calls.Span()
			scope := profile.Scope{From: trace.Ticks(random.Int64N(int64(end + 1))), To: trace.Ticks(random.Int64N(int64(end + 1)))}
			if scope.From > scope.To {
				scope.From, scope.To = scope.To, scope.From
			}
			if n%8 == 7 {
				scope = profile.WholeTrace
			}
			if n%3 == 2 {
				scope.Threads = make([]bool, len(p.Calls.Threads))
				for i := range scope.Threads {
					scope.Threads[i] = random.IntN(2) == 0
				}
			}
			part := p.Index.Profile(scope, nil)
			if !slices.ContainsFunc(part.Methods, func(m profile.Method) bool { return m.Calls > 0 }) {
				if err := Cut(io.Discard, p.Index, scope, nil); err == nil {
					t.Fatal("a trace without calls is written")
				}
				continue
			}
			what := fmt.Sprintf("%s, %d to %d, threads %v", filepath.Base(file), scope.From, scope.To, scope.Threads)
			is := cutOf(t, p, scope, false)
			want := methodFigures(t, func(w io.Writer) error { return Table(w, part, "", JSON) })
			sameFigures(t, what, want, methodFigures(t, func(w io.Writer) error { return Summary(w, "", is) }), exact)
			if notes := is.Notes(); !is.Info.Complete && !p.Info.Overflow || exact && is.Info.Receipt.Count("rounded-times") > 0 || is.Info.Receipt.Count("cut") != 1 {
				t.Fatalf("%s: complete is %v; notes %v", what, is.Info.Complete, notes)
			}
			rows := map[trace.ThreadID]trace.ThreadIndex{}
			for row := range is.Info.Threads {
				rows[is.Info.Threads[row].ID] = trace.ThreadIndex(row)
			}
			threads := 0
			for _, thread := range Threads(p.Index, scope) {
				want := methodFigures(t, func(w io.Writer) error {
					return Table(w, p.Index.Profile(scope.Only(thread), nil), "", JSON)
				})
				if len(want) == 0 {
					continue
				}
				threads++
				in := &p.Info.Threads[thread]
				row, ok := rows[in.ID%threadIDs]
				if !ok || is.Info.Threads[row].Name != in.Name {
					t.Fatalf("%s: thread %s is missing", what, ThreadLabel(in))
				}
				got := methodFigures(t, func(w io.Writer) error {
					return Table(w, is.Index.Profile(profile.WholeTrace.Only(row), nil), "", JSON)
				})
				sameFigures(t, what+", "+ThreadLabel(in), want, got, exact)
			}
			if len(rows) != threads {
				t.Fatalf("%s: %d threads, want %d", what, len(rows), threads)
			}
		}
	}
}

// TestCutSmall checks calls at the edges, names and ids that the format cannot hold, and each
// clock. Each cut is written as text again.
func TestCutSmall(t *testing.T) {
	const µs = 1000
	tests := []struct {
		name     string
		trace    tracetest.Trace
		from, to trace.Ticks // in ticks; 0, 0 for all
		hashed   bool
		want     string
	}{
		{"across both edges", tracetest.Trace{Records: "main 0>A 10>B 30<B 40>C 50<C 60<A"}, 20, 45, false,
			"v3 dual main/1: A 0-25 B 0-10 C 20-25 | cut"},
		{"by CPU time too", tracetest.Trace{Records: "main 0/0>A 10/2>B 30/12<B 60/20<A"}, 20, 60, false,
			"v3 dual main/1: A 0-40/0-13 B 0-10/0-5 | cut"},
		{"one clock", tracetest.Trace{Version: 1, Records: "main 5>A 9<A", Clock: "wall"}, 0, 0, false,
			"v2 wall main/1: A 5-9 | cut"},
		{"thread-cpu alone, thread by thread", tracetest.Trace{Version: 2, Records: "main 0>A w 0>B main 9<A w 8<B"}, 0, 0, false,
			"v2 thread-cpu main/1: A 0-9 w/2: B 0-8 | cut"},
		{"rounded", tracetest.Trace{Encoding: "E3", NoSummary: true, Records: "main 0>A 1499>B 2500<B 4000<A"}, 0, 0, false,
			"v3 dual main/1: A 0-4 B 1-3 | cut rounded-times×4"},
		{"ids beyond what dmtracedump has", tracetest.Trace{Encoding: "E2", Records: "main#65546 0>A#0x7fff00000010 9<A#0x7fff00000010 w#10 0>B#0x10 5<B#0x10"}, 0, 0, false,
			"v3 dual main/10: A 0-9 w/1: B 0-5 | cut"},
		{"unlisted", tracetest.Trace{Records: "?x#7 0>?A#0x990 5<?A#0x990"}, 0, 0, false,
			"v3 dual Thread 7/7: unknown 0x990 0-5 | unknown-thread unknown-method cut"},
		{"a thread 0", tracetest.Trace{Records: "?x#0 3>A 5<A"}, 0, 0, false,
			"v3 dual Thread 0/0: A 3-5/0-2 | cut"},
		{"no names", tracetest.Trace{Records: "main 0>a.b.C.d 5<a.b.C.d w 6>a.b.C.e 8<a.b.C.e"}, 0, 0, true,
			"v3 dual main/1: ca.b.C.ma.b.C+d+()V 0-5 tw/2: ca.b.C.ma.b.C+e+()V 6-8/0-2 | cut hashed-names"},
		{"running at the start and the end", tracetest.Trace{Records: "main 5>B 6<B 9<A 10>C 12>D"}, 0, 0, false,
			"v3 dual main/1: A 5-9/0-4 B 5-6/0-1 C 10-12/5-7 D 12-12/7-7 | cut"},
	}
	for _, tt := range tests {
		p := profileOf(t, tt.trace.Bytes(), true)
		scope := profile.WholeTrace
		if tt.to > 0 {
			scope.From, scope.To = tt.from, tt.to
		}
		is := cutOf(t, p, scope, tt.hashed)
		got := fmt.Sprintf("v%d %s", is.Info.Version, is.Info.Clocks)
		for _, thread := range Threads(is.Index, profile.WholeTrace) {
			in := &is.Info.Threads[thread]
			got += fmt.Sprintf(" %s/%d:", in.Label(), in.ID)
			s := stretchOf(is.Index, profile.WholeTrace, thread)
			s.eachCall(func(depth, row int) {
				from, to := s.span(depth, row, profile.Wall)
				got += fmt.Sprintf(" %s %d-%d", is.Info.Methods[methodOf(is.Index, s.Thread, depth, row)].Label(), from/µs, to/µs)
				if a, b := s.span(depth, row, profile.CPU); is.Info.Clocks == trace.Dual && (a != from || b != to) {
					got += fmt.Sprintf("/%d-%d", a/µs, b/µs)
				}
			}, func(int, int) {})
		}
		got += " |"
		for _, n := range is.Info.Receipt.Notes {
			if got += " " + n.Code; n.Count > 1 {
				got += fmt.Sprintf("×%d", n.Count)
			}
			if n.Text == "" {
				t.Errorf("%s: no note on %s", tt.name, n.Code)
			}
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestExcerpt: an excerpt has the calls of a cut, with the recording's times and range. So has an excerpt of an excerpt. A
// cut of one starts at 0 again.
func TestExcerpt(t *testing.T) {
	p := profileOf(t, tracetest.Bytes("main 0/0>A 10/2>B 30/12<B 40/14>C 50/16<C 60/20<A"), true)
	write := func(p *profile.Profile, how func(io.Writer, *profile.Index, profile.Scope, Hash) error, from, to trace.Ticks) *profile.Profile {
		t.Helper()
		var out bytes.Buffer
		if err := how(&out, p.Index, profile.Scope{From: from, To: to}, nil); err != nil {
			t.Fatal(err)
		}
		return profileOf(t, out.Bytes(), true)
	}
	is := func(what string, p *profile.Profile, want string) {
		t.Helper()
		from, to := p.Calls.Recorded()
		at, end := p.Info.Kept()
		main := p.Calls.Threads[0]
		elapsed, _ := p.Info.Option("elapsed-time-usec")
		option, _ := p.Info.Option(trace.CutFrom)
		if got := fmt.Sprintf("%d-%d, CPU %d-%d, kept %d-%d, cut from %s, elapsed %s", from, to, main.First.CPU, main.Last.CPU, at/1000, end/1000, option, elapsed); got != want {
			t.Errorf("%s:\n got %s\nwant %s", what, got, want)
		}
	}
	one := write(p, Excerpt, 20, 45)
	is("an excerpt", one, "20-45, CPU 7-15, kept 20-45, cut from 20000, elapsed 45")
	is("an excerpt of it", write(one, Excerpt, 30, 42), "30-42, CPU 12-14, kept 30-42, cut from 30000, elapsed 42")
	is("a cut of it", write(one, Cut, 30, 42), "0-12, CPU 0-2, kept 0-0, cut from 30000, elapsed 12")
	is("an excerpt of a cut", write(write(p, Cut, 20, 45), Excerpt, 10, 20), "10-20, CPU 5-7, kept 10-20, cut from 30000, elapsed 20")
	is("all", write(p, Excerpt, 0, 60), "0-60, CPU 0-20, kept 0-0, cut from 0, elapsed 60")

	minutes := func(n int) int64 { return int64(n) * 60_000_000 }
	long := profileOf(t, tracetest.Trace{Encoding: "E3", Records: fmt.Sprintf("main 0>A %d>B %d<B %d>B %d<B %d<A", minutes(30), minutes(60), minutes(90), minutes(120), minutes(150)), Elapsed: minutes(150)}.Bytes(), true)
	if _, to := write(long, Excerpt, trace.Ticks(minutes(80)), trace.Ticks(minutes(110))).Calls.Span(); to != trace.Ticks(minutes(30)) {
		t.Errorf("a range after 71 minutes ends at %d", to)
	}
}

// TestCutLong checks times over 71 minutes, with pauses that fit in 32 bits and pauses that do
// not, and a cut of a cut.
func TestCutLong(t *testing.T) {
	minutes := func(n int) int64 { return int64(n) * 60_000_000 }
	long := fmt.Sprintf("main 0>A %d>B %d<B %d>B %d<B %d<A", minutes(30), minutes(60), minutes(90), minutes(120), minutes(150))
	p := profileOf(t, tracetest.Trace{Encoding: "E3", Records: long, Elapsed: minutes(150)}.Bytes(), true)
	if _, end := p.Calls.Span(); end != trace.Ticks(minutes(150)) {
		t.Fatalf("the trace ends at %d", end)
	}
	whole := cutOf(t, p, profile.WholeTrace, false)
	if _, end := whole.Calls.Span(); end != trace.Ticks(minutes(150)) || whole.Methods[1].Inclusive[profile.Wall] != 1000*minutes(60) {
		t.Errorf("the whole ends at %d", end)
	}
	again := cutOf(t, whole, profile.Scope{From: trace.Ticks(minutes(100)), To: trace.Ticks(minutes(130))}, false)
	again = cutOf(t, again, profile.Scope{From: trace.Ticks(minutes(10)), To: trace.Ticks(minutes(20))}, true)
	from, _ := again.Info.Option(trace.CutFrom)
	to, _ := again.Info.Option(trace.CutTo)
	if _, end := again.Calls.Span(); end != trace.Ticks(minutes(10)) || from != fmt.Sprint(1000*minutes(110)) || to != fmt.Sprint(1000*minutes(120)) {
		t.Errorf("cut again it ends at %d and says %s to %s", end, from, to)
	}

	far := fmt.Sprintf("main 0>A %d>B %d<B %d<A", minutes(1), minutes(80), minutes(81))
	p = profileOf(t, tracetest.Trace{Encoding: "E4", Records: far, Elapsed: minutes(81)}.Bytes(), true)
	if err := Cut(io.Discard, p.Index, profile.WholeTrace, nil); err == nil || !strings.Contains(err.Error(), "71 minutes") {
		t.Errorf("pauses of 79 minutes: %v", err)
	}
	for _, tt := range []struct{ trace, want string }{
		{"main 0~A", "no call lies in this part"},
	} {
		if err := Cut(io.Discard, profileOf(t, tracetest.Bytes(tt.trace), true).Index, profile.WholeTrace, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.trace, err, tt.want)
		}
	}
	bare := profileOf(t, tracetest.Trace{Encoding: "low-overhead", Records: "main 0>A 1>B 2<B 3<A"}.Bytes(), true)
	if err := Cut(io.Discard, bare.Index, profile.WholeTrace, nil); err == nil || !strings.Contains(err.Error(), "no times") {
		t.Errorf("without times: %v", err)
	}
}
