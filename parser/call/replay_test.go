package call_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// replay reads a trace whole, twice where the first reading shows that it must.
func replay(t testing.TB, data []byte, keep bool) (*call.Table, *trace.Info) {
	t.Helper()
	r, reader := call.NewReplay(keep)
	for {
		if _, err := reader.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := reader.Close(); err != nil {
			t.Fatal(err)
		}
		table, info := r.Finish(), reader.Info()
		if r, reader = r.Again(); reader == nil {
			return table, info
		}
	}
}

// text formats a thread's calls in order of entry, "A 0-5" each, with callees in parentheses, then
// the replay's counts.
func text(table *call.Table, info *trace.Info, th *call.Thread) string {
	var b strings.Builder
	var write func(depth, from, to int)
	write = func(depth, from, to int) {
		for row := from; row < to; row++ {
			if row > from {
				b.WriteByte(' ')
			}
			l := th.Levels[depth]
			fmt.Fprintf(&b, "%s %d-%d", info.Methods[table.Tree.At(l.Call(row).Node).Method].Label(), l.Start(row), l.End(row))
			if first, end := th.Callees(depth, row); first < end {
				b.WriteByte('(')
				write(depth+1, first, end)
				b.WriteByte(')')
			}
		}
	}
	if len(th.Levels) > 0 {
		write(0, 0, th.Levels[0].Len())
	}
	for _, c := range []struct {
		what string
		n    int64
	}{{"orphan", th.OrphanExits}, {"implicit", th.ImplicitExits}, {"ignored", th.IgnoredExits}, {"open", th.OpenCalls}, {"unroll", th.Unrolls}} {
		if c.n > 0 {
			fmt.Fprintf(&b, ", %d %s", c.n, c.what)
		}
	}
	return b.String()
}

// The numbers are those of parser/trace/format.md, section 15.
func TestReplay(t *testing.T) {
	tests := []struct{ name, trace, want string }{
		{"1 one call", "main 100>A 120<A", "A 100-120"},
		{"2 recursion", "main 0>A 10>B 20>A 30>A 40<A 60<A 80<B 100<A", "A 0-100(B 10-80(A 20-60(A 30-40)))"},
		{"3 open at the end", "main 100>A 110>B 130>A 150<A", "A 100-150(B 110-150(A 130-150)), 2 open"},
		{"4 running at the start", "main 100>A 110<A 150<B 160>A 170<A", "B 100-150(A 100-110) A 160-170, 1 orphan"},
		{"5 three running at the start", "main 10<C 20<B 30<A", "A 10-30(B 10-20(C 10-10)), 3 orphan"},
		{"6 exit of a method that is not running", "main 100>A 110<B", "A 100-110, 1 ignored, 1 open"},
		{"7 exit of a caller", "main 0>A 10>B 20>C 50<A", "A 0-50(B 10-50(C 20-50)), 2 implicit"},
		{"8 same name, other id", "main 0>x.A.m()V#0x10 10<x.A.m()V#0x20", "x.A.m 0-10"},
		{"9 unroll", "main 100>A 105>B 110!B 120!A", "A 100-120(B 105-110), 2 unroll"},
		{"10 reserved action", "main 0>A 5~A 10<A", "A 0-10"},
		{"11 unlisted methods stay apart", "main 0>?A#0x990 5<?A#0x990 6>?B#0x994 7<?B#0x994", "unknown 0x990 0-5 unknown 0x994 6-7"},
		{"32 time goes back", "main 90>A 100>B 95<B 120<A", "A 90-120(B 100-100)"},
		// Only the end shows that C, whose exit at 5 met a stack without it, was running.
		{"exit of a frame from before the start", "main 0>A 5<C 10<A 20<C 30<D", "D 0-30(C 0-5(A 0-5)), 2 orphan, 1 implicit, 2 ignored"},
		{"recursive orphans", "main 0>A 1<A 5<B 9<B", "B 0-9(B 0-5(A 0-1)), 2 orphan"},
		{"calls after an orphan", "main 0>A 1<A 2<X 3>B 4>C 5<C 6<B", "X 0-2(A 0-1) B 3-6(C 4-5), 1 orphan"},
	}
	for _, tt := range tests {
		table, info := replay(t, tracetest.Bytes(tt.trace), true)
		if got := text(table, info, &table.Threads[0]); got != tt.want {
			t.Errorf("%s: replay of %q\n got %s\nwant %s", tt.name, tt.trace, got, tt.want)
		}
	}
}

// Case 50 of parser/trace/format.md, section 15: recursion of any depth needs no recursion in this
// code.
func TestReplayDeepRecursion(t *testing.T) {
	const depth = 20_000
	var b strings.Builder
	b.WriteString("main")
	for i := range depth {
		fmt.Fprintf(&b, " %d>A", i)
	}
	for i := range depth {
		fmt.Fprintf(&b, " %d<A", depth+i)
	}
	table, _ := replay(t, tracetest.Bytes(b.String()), true)
	th := &table.Threads[0]
	if th.MaxDepth != depth || len(th.Levels) != depth || table.Calls != depth {
		t.Errorf("depth %d, %d levels, %d calls, want %d of each", th.MaxDepth, len(th.Levels), table.Calls, depth)
	}
}

// Case 30 of parser/trace/format.md, section 15: times past 2^32 µs are kept in full, with the
// chunks' upper halves.
func TestReplayLongTrace(t *testing.T) {
	data := tracetest.Trace{Records: fmt.Sprintf("main %d>A %d>B 50<B 200<A", uint32(1<<32-500), uint32(1<<32-90)), Clock: "wall", Version: 2}.Bytes()
	table, info := replay(t, data, true)
	want := fmt.Sprintf("A %d-%d(B %d-%d)", int64(1<<32-500), int64(1<<32+200), int64(1<<32-90), int64(1<<32+50))
	if got := text(table, info, &table.Threads[0]); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestReplayStreamWraps: only the end of a streaming file shows that no clock can have wrapped.
// Backward steps are then clock noise (parser/trace/format.md, section 9.2).
func TestReplayStreamWraps(t *testing.T) {
	records := "main 150000000>A 50000000>B 160000000<B 170000000<A"
	for _, tt := range []struct {
		elapsed int64
		want    string
	}{
		{200_000_000, "A 150000000-170000000(B 150000000-160000000)"},
		{0, fmt.Sprintf("A 150000000-%d(B %d-%d)", int64(1<<32+170000000), int64(1<<32+50000000), int64(1<<32+160000000))},
	} {
		table, info := replay(t, tracetest.Trace{Records: records, Version: 0xF3, Elapsed: tt.elapsed}.Bytes(), true)
		if got := text(table, info, &table.Threads[0]); got != tt.want {
			t.Errorf("elapsed %d\n got %s\nwant %s", tt.elapsed, got, tt.want)
		}
	}
}

// event is a record of the reference replay below.
type event struct {
	action trace.Action
	method string
	at     int64
}

// reference follows section 10.3 of parser/trace/format.md to the letter: two passes, a stack of
// names, no columns.
func reference(events []event) string {
	type open struct {
		method string
		at     int64
		inner  []string
	}
	var orphans []string
	var stack []open
	count := map[string]int{}
	pass := func(final bool) {
		var roots []string
		pop := func(at int64) {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			s := fmt.Sprintf("%s %d-%d", top.method, top.at, at)
			if len(top.inner) > 0 {
				s += "(" + strings.Join(top.inner, " ") + ")"
			}
			if len(stack) > 0 {
				stack[len(stack)-1].inner = append(stack[len(stack)-1].inner, s)
			} else {
				roots = append(roots, s)
			}
		}
		for _, e := range events {
			if e.action == trace.Enter {
				stack = append(stack, open{method: e.method, at: e.at})
				continue
			}
			if len(stack) == 0 && !final {
				orphans = append(orphans, e.method)
				continue
			}
			at := len(stack) - 1
			for at >= 0 && stack[at].method != e.method {
				at--
			}
			if at < 0 {
				count["ignored"]++
				continue
			}
			count["implicit"] += len(stack) - 1 - at
			for len(stack) > at {
				pop(e.at)
			}
		}
		count["open"] = len(stack)
		for len(stack) > 0 {
			pop(events[len(events)-1].at)
		}
		if final {
			orphans = []string{strings.Join(roots, " ")}
		}
	}
	pass(false)
	count = map[string]int{"orphan": len(orphans)}
	stack = nil
	for _, m := range slices.Backward(orphans) {
		stack = append(stack, open{method: m, at: events[0].at})
	}
	pass(true)
	s := orphans[0]
	for _, what := range []string{"orphan", "implicit", "ignored", "open"} {
		if count[what] > 0 {
			s += fmt.Sprintf(", %d %s", count[what], what)
		}
	}
	return s
}

// TestReplayReference compares damaged random traces with a literal implementation of the rules,
// and sums kept without calls with those kept with calls.
func TestReplayReference(t *testing.T) {
	again := 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var events []event
		var b strings.Builder
		b.WriteString("main")
		at := int64(rng.IntN(5))
		methods := 2 + rng.IntN(4)
		for range 1 + rng.IntN(24) {
			name := string(rune('A' + rng.IntN(methods)))
			e := event{method: name, at: at}
			if seed%3 == 0 { // not in the file's list: rows come with the first record
				name = fmt.Sprintf("?%s#0x%d0", name, name[0])
				e.method = fmt.Sprintf("unknown 0x%d0", e.method[0])
			}
			sign := ">"
			if rng.IntN(2) == 0 {
				e.action, sign = trace.Exit, "<"
			}
			events = append(events, e)
			fmt.Fprintf(&b, " %d%s%s", at, sign, name)
			at += int64(rng.IntN(4))
		}
		data := tracetest.Bytes(b.String())
		table, info := replay(t, data, true)
		if got, want := text(table, info, &table.Threads[0]), reference(events); got != want {
			t.Fatalf("seed %d: replay of %q\n got %s\nwant %s", seed, b.String(), got, want)
		}
		checkTable(t, table)
		sums, _ := replay(t, data, false)
		if sums.Tree.Len() != table.Tree.Len() || sums.Calls != table.Calls || sums.Threads[0].MaxDepth != table.Threads[0].MaxDepth {
			t.Fatalf("seed %d: without calls %d contexts, %d calls, depth %d; with them %d, %d, %d", seed,
				sums.Tree.Len(), sums.Calls, sums.Threads[0].MaxDepth, table.Tree.Len(), table.Calls, table.Threads[0].MaxDepth)
		}
		for n := range call.NodeIndex(sums.Tree.Len()) {
			if sums.Tree.At(n).Sum != table.Tree.At(n).Sum {
				t.Fatalf("seed %d: context %d comes to %+v without calls, %+v with them", seed, n, sums.Tree.At(n).Sum, table.Tree.At(n).Sum)
			}
		}
		r, reader := call.NewReplay(false)
		reader.Write(data)
		reader.Close()
		r.Finish()
		if next, _ := r.Again(); next != nil {
			again++
		}
	}
	if again == 0 {
		t.Error("no trace had to be read twice: the test does not reach that rule")
	}
}

// checkTable holds for every table: a callee lies within its caller, calls of a level do
// not overlap, and Callees and Caller agree.
func checkTable(t *testing.T, table *call.Table) {
	t.Helper()
	for i := range table.Threads {
		th := &table.Threads[i]
		for d := range th.Levels {
			l := th.Levels[d]
			for row := range l.Len() {
				if l.End(row) < l.Start(row) || row > 0 && l.Start(row) < l.End(row-1) {
					t.Fatalf("thread %d level %d: call %d at %d-%d, the one before ends at %d", i, d, row, l.Start(row), l.End(row), l.End(max(0, row-1)))
				}
				from, to := th.Callees(d, row)
				for c := from; c < to; c++ {
					under := th.Levels[d+1]
					if under.Start(c) < l.Start(row) || under.End(c) > l.End(row) {
						t.Fatalf("thread %d level %d: callee %d outside its caller %d", i, d+1, c, row)
					}
					if got := th.Caller(d+1, c); got != row {
						t.Fatalf("thread %d level %d: caller of %d is %d, want %d", i, d+1, c, got, row)
					}
				}
			}
		}
	}
}

// TestChunksOfManyLevels: more levels outgrow their first chunk than one memory block can hold.
func TestChunksOfManyLevels(t *testing.T) {
	const levels, calls = 70, 600
	var b strings.Builder
	b.WriteString("main")
	for i := range calls {
		for d := range levels {
			fmt.Fprintf(&b, " %d>M%d", i, d)
		}
		for d := levels - 1; d >= 0; d-- {
			fmt.Fprintf(&b, " %d<M%d", i, d)
		}
	}
	table, _ := replay(t, tracetest.Bytes(b.String()), true)
	checkTable(t, table)
	for d := range table.Threads[0].Levels {
		for i, c := range table.Threads[0].Levels[d].Chunks {
			if len(c.Calls) > 1024 {
				t.Errorf("chunk %d of level %d has %d rows", i, d, len(c.Calls))
			}
		}
	}
}

// TestOpenCall: memory of a call on a stack that only grows, including its calling context, and the
// budget's estimate for it once the trace is open for viewing.
func TestOpenCall(t *testing.T) {
	const calls = 300_000
	data := tracetest.Entries(calls, 50)
	heap := func() float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}
	before := heap()
	r, reader := call.NewReplay(true)
	reader.Write(data)
	if got := (heap() - before) / calls; got > 220 {
		t.Errorf("an open call holds %.0f bytes, want 220 at most", got)
	}
	if got := float64(r.HeldBytes()) / calls; got > 220 {
		t.Errorf("an open call reports %.0f bytes, want 220 at most", got)
	}
	if got := float64(r.Needs(0)) / calls; got > 400 {
		t.Errorf("an open call needs %.0f bytes, want 400 at most", got)
	}
	runtime.KeepAlive(data)
	runtime.KeepAlive(reader)
}

// TestChunks crosses the borders of chunks, both small first ones and full ones.
func TestChunks(t *testing.T) {
	const n = 5000
	var b strings.Builder
	b.WriteString("main 0>A")
	for i := range n {
		fmt.Fprintf(&b, " %d/%d>B %d/%d<B", 10*i, 5*i, 10*i+5, 5*i+2)
	}
	fmt.Fprintf(&b, " %d<A", 10*n)
	table, _ := replay(t, tracetest.Bytes(b.String()), true)
	checkTable(t, table)
	l := table.Threads[0].Levels[1]
	if l.Len() != n {
		t.Fatalf("%d calls, want %d", l.Len(), n)
	}
	for i := range n {
		c0, c1 := l.CPU(i)
		if l.Start(i) != trace.Ticks(10*i) || l.End(i) != trace.Ticks(10*i+5) || c0 != trace.Ticks(5*i) || c1 != trace.Ticks(5*i+2) {
			t.Fatalf("call %d at %d-%d, CPU %d-%d", i, l.Start(i), l.End(i), c0, c1)
		}
	}
	if got := l.From(10 * 777); got != 777 {
		t.Errorf("From(7770) = %d, want 777", got)
	}
	if got := l.After(10 * 777); got != 778 {
		t.Errorf("After(7770) = %d, want 778", got)
	}
	seen := 0
	l.Each(3, n-3, func(c *call.Chunk, a, b int) { seen += b - a })
	if seen != n-6 {
		t.Errorf("Each saw %d rows, want %d", seen, n-6)
	}
}

func BenchmarkReplay(b *testing.B) {
	var data bufferedTrace
	if err := tracetest.Generate(&data, tracetest.Config{Records: 1_000_000}); err != nil {
		b.Fatal(err)
	}
	for _, keep := range []bool{true, false} {
		b.Run(fmt.Sprintf("keep=%v", keep), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			var table *call.Table
			for b.Loop() {
				table, _ = replay(b, data, keep)
			}
			b.ReportMetric(float64(table.Bytes)/float64(table.Calls), "B/call")
			b.ReportMetric(float64(table.Tree.Len()), "contexts")
		})
	}
}

// bufferedTrace keeps all bytes written to it.
type bufferedTrace []byte

func (t *bufferedTrace) Write(p []byte) (int, error) { *t = append(*t, p...); return len(p), nil }
