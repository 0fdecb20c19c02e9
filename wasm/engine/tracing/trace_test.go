package tracing

import (
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/wasm/engine/graph"
	"traceglass/wasm/message"
)

const shared = "../../../../shared"

// opened is a trace with the stage for its graphs, as an engine has them.
type opened struct {
	*Trace
	stage graph.Stage
}

func (o *opened) Answer(req message.Body) message.Body {
	switch req := req.(type) {
	case *message.Layout:
		return o.stage.Place(req)
	case *message.Names:
		reply := &message.NamesReply{}
		for _, m := range req.Methods {
			if name, ok := o.Name(m); ok {
				reply.Names = append(reply.Names, name)
			}
		}
		return reply
	}
	if reply := o.Trace.Answer(req, &o.stage); reply != nil {
		return reply
	}
	return &message.Failure{Text: "not known"}
}

func (o *opened) List(req message.Picture, l *scene.List) error {
	l.Reset()
	if view, ok := req.(*message.GraphView); ok {
		o.stage.Draw(l, view, o.Paint(view.Colour, view.Find))
	} else if !o.Draw(req, l) {
		return fmt.Errorf("%T is not drawn", req)
	}
	return nil
}

// open reads a trace in pieces, as the worker does.
func open(t testing.TB, data []byte) (*opened, *message.Description) {
	t.Helper()
	o := read(t, data)
	return o, o.Describe()
}

// read is open without the description, which would make the profile.
func read(t testing.TB, data []byte) *opened {
	t.Helper()
	for r := Read("test.trace", int64(len(data)), false, 1<<30); ; r = r.Again() {
		for rest := data; len(rest) > 0; {
			n := min(len(rest), 1<<16)
			if err := r.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		tr, err := r.End("")
		if err != nil {
			t.Fatal(err)
		}
		if r.Again() == nil {
			return &opened{Trace: tr}
		}
	}
}

// ask sends a request through its encoding and back, as between page and worker.
func ask[T message.Body](t testing.TB, e *opened, req message.Body) T {
	t.Helper()
	_, decoded, err := message.Decode(message.Encode(nil, 7, req))
	if err != nil {
		t.Fatalf("%T: %v", req, err)
	}
	id, reply, err := message.Decode(message.Encode(nil, 7, e.Answer(decoded)))
	if err != nil || id != 7 {
		t.Fatalf("reply to %T: %v", req, err)
	}
	got, ok := reply.(T)
	if !ok {
		t.Fatalf("reply to %T is %#v", req, reply)
	}
	return got
}

var whole = message.Scope{To: message.Whole}

func corpus(t testing.TB, name string) []byte {
	t.Helper()
	f, err := os.Open(filepath.Join(shared, "corpus/method-traces", name+".trace.gz"))
	if err != nil {
		t.Skipf("%s/corpus is not here: its traces are not ours to ship", shared)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// text writes rows, one per line: indent, label, calls, inclusive and exclusive µs.
func text(t testing.TB, e *opened, r *message.Rows) string {
	var b strings.Builder
	groups := []string{"Parents", "Children", "Parents while recursive", "Children while recursive"}
	for _, row := range r.Rows {
		b.WriteString(strings.Repeat(" ", int(row.Level)))
		label := "(toplevel)"
		if row.Method != message.NoNode {
			label = e.Info().Methods[row.Method].Label()
		}
		switch row.Kind {
		case message.GroupRow:
			fmt.Fprintln(&b, groups[row.Group])
			continue
		case message.SelfRow:
			label = "self"
		}
		share := "-"
		if !math.IsNaN(row.InclusiveShare[message.Wall]) {
			share = fmt.Sprintf("%.0f%%", 100*row.InclusiveShare[message.Wall])
		}
		fmt.Fprintf(&b, "%s %d/%d %d %d %s\n", label, row.Calls, row.Recursive+row.CalleeCalls, row.Inclusive[message.Wall]/1000, row.Exclusive[message.Wall]/1000, share)
	}
	return b.String()
}

const recursive = "main 0>A 10>B 20>A 30>A 40<A 60<A 80<B 100<A"

func TestMethodRows(t *testing.T) {
	e, _ := open(t, tracetest.Bytes(recursive))
	want := `A 1/2 100 70 100%
 Parents
  (toplevel) 1/3 100 0 100%
 Children
  self 0/0 30 30 30%
  B 1/1 70 0 70%
 Parents while recursive
  B 1/3 40 0 -
  A 1/3 10 0 -
 Children while recursive
  A 1/3 10 0 -
B 1/0 70 30 70%
`
	req := &message.MethodRows{Scope: whole, Open: []uint32{0}, Count: 100}
	all := ask[*message.Rows](t, e, req)
	if got := text(t, e, all); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// Every window shows the same rows.
	lines := strings.SplitAfter(want, "\n")
	for first := range lines {
		for count := range len(lines) {
			req.First, req.Count = first, count
			r := ask[*message.Rows](t, e, req)
			if got, want := text(t, e, r), strings.Join(lines[first:min(len(lines), first+count)], ""); got != want || r.Total != len(lines)-1 {
				t.Fatalf("rows %d+%d of %d\n%s\nwant\n%s", first, count, r.Total, got, want)
			}
		}
	}
}

// TestRowsBringNames checks that a method's name comes with the first row that shows it, or with
// Names.
func TestRowsBringNames(t *testing.T) {
	e, _ := open(t, tracetest.Bytes(recursive+" 110>C 120<C"))
	named := func(req message.Body) (labels []string) {
		for _, n := range ask[*message.Rows](t, e, req).Names {
			labels = append(labels, n.Label)
		}
		return labels
	}
	if got := named(&message.MethodRows{Scope: whole, Count: 1}); !slices.Equal(got, []string{"A"}) {
		t.Errorf("the first row brings the names %q", got)
	}
	ask[*message.NamesReply](t, e, &message.Names{Methods: []uint32{1}})
	if got := named(&message.TreeRows{Scope: whole, HotPath: 0, Count: 100}); !slices.Equal(got, []string{"C"}) {
		t.Errorf("the tree brings the names %q", got)
	}
	if got := named(&message.Relatives{Scope: whole, Method: 0}); got != nil {
		t.Errorf("names come again: %q", got)
	}
}

func TestTreeRows(t *testing.T) {
	e, _ := open(t, tracetest.Bytes(recursive))
	req := &message.TreeRows{Scope: whole, HotPath: 0, Count: 100}
	r := ask[*message.Rows](t, e, req)
	if got, want := text(t, e, r), "A 1/0 100 30 100%\n B 1/0 70 30 70%\n  A 1/0 40 30 40%\n   A 1/0 10 10 10%\n"; got != want {
		t.Errorf("heaviest path\n%s\nwant\n%s", got, want)
	}
	req = &message.TreeRows{Scope: whole, HotPath: message.NoNode, Count: 100, Open: r.Open}
	if again := ask[*message.Rows](t, e, req); text(t, e, again) != text(t, e, r) {
		t.Errorf("the opened nodes show\n%s", text(t, e, again))
	}
	req.Fold = true
	if got, want := text(t, e, ask[*message.Rows](t, e, req)), "A 1/0 100 30 100%\n B 1/0 70 30 70%\n  A 2/0 40 40 40%\n"; got != want {
		t.Errorf("folded\n%s\nwant\n%s", got, want)
	}
	up := &message.TreeRows{Scope: whole, BottomUp: true, HotPath: message.NoNode, Count: 100, Order: message.Order{Column: message.ByExclusive}}
	r = ask[*message.Rows](t, e, up)
	if got, want := text(t, e, r), "A 3/0 100 70 100%\nB 1/0 70 30 70%\n"; got != want {
		t.Errorf("bottom-up\n%s\nwant\n%s", got, want)
	}
	up.Open = []uint32{r.Rows[0].Node}
	r = ask[*message.Rows](t, e, up)
	if got, want := text(t, e, r), "A 3/0 100 70 100%\n B 1/0 0 30 0%\n A 1/0 0 10 0%\nB 1/0 70 30 70%\n"; got != want {
		t.Errorf("bottom-up, opened\n%s\nwant\n%s", got, want)
	}
}

func TestSearch(t *testing.T) {
	e, _ := open(t, tracetest.Bytes("main 0>app.One.run()V 10>app.Two.run()V 40<app.Two.run()V 50<app.One.run()V 50>app.three.m()I 100<app.three.m()I"))
	for text, want := range map[string]string{"": "0 0", "run": "2 0.5", "RUN": "0 0", "two": "1 0.3", "Two.run ()V": "1 0.3", "three": "1 0.5"} {
		r := ask[*message.Hits](t, e, &message.Search{Scope: whole, Text: text})
		if got := fmt.Sprint(r.Methods, " ", r.Share); got != want {
			t.Errorf("search %q: %s, want %s", text, got, want)
		}
	}
	e, _ = open(t, tracetest.Bytes("main 0>android.os.Looper.loop()V 10>app.Two.run()V 20>okio.Buffer.read()V 30<okio.Buffer.read()V 40<app.Two.run()V 50<android.os.Looper.loop()V"))
	for text, want := range map[string]string{
		"origin:own": "1", "origin:library": "1", "origin:platform": "1", "origin:native": "0", "origin:own two": "1", "origin:own loop": "0", "origin:mine": "0", "origin:": "0",
	} {
		if got := fmt.Sprint(ask[*message.Hits](t, e, &message.Search{Scope: whole, Text: text}).Methods); got != want {
			t.Errorf("search %q: %s methods, want %s", text, got, want)
		}
	}
	e, _ = open(t, tracetest.Bytes("main 0>app.One.run()V 10>app.Two.run()V 40<app.Two.run()V 50<app.One.run()V 50>app.three.m()I 100<app.three.m()I"))
	// A link's search uses the hash of a name, FNV-1a of 32 bits, with or without the descriptor.
	for name, want := range map[string]string{"app.Two.run": "1 0.3", "app.Two.run()V": "1 0.3", "app.Two.run()I": "0 0", "app.Two": "0 0", "app.three.m()I": "1 0.5"} {
		h := fnv.New32a()
		h.Write([]byte(name))
		r := ask[*message.Hits](t, e, &message.Search{Scope: whole, Text: fmt.Sprintf("hash:%08x", h.Sum32())})
		if got := fmt.Sprint(r.Methods, " ", r.Share); got != want {
			t.Errorf("search for the hash of %q: %s, want %s", name, got, want)
		}
	}
	at := -1
	var seen []int
	for range 3 {
		l := ask[*message.Location](t, e, &message.Locate{Table: message.MethodRows{Scope: whole, Find: message.Find{Text: "run"}}, Method: message.NoNode, After: at})
		at = l.Row
		seen = append(seen, l.Row, l.Number, l.Hits)
	}
	if fmt.Sprint(seen) != "[0 1 2 2 2 2 0 1 2]" {
		t.Errorf("hits at %v", seen)
	}
	only := ask[*message.Rows](t, e, &message.MethodRows{Scope: whole, Find: message.Find{Text: "two", Only: true}, Count: 9})
	if only.Total != 1 || !only.Rows[0].Hit {
		t.Errorf("only matches: %d rows", only.Total)
	}
}

// TestHung: a thread hung if its innermost call at the end of the recording is not an idle wait.
func TestHung(t *testing.T) {
	_, d := open(t, tracetest.Bytes("main 0/0>android.os.MessageQueue.next()V 10/10>android.os.MessageQueue.nativePollOnce(JI)V stuck 0/0>A"+
		" handler 0/0>android.os.MessageQueue.next()V 10/10>A 20/20>java.util.concurrent.locks.LockSupport.park(L)V"+
		" idle 0/0>java.util.concurrent.LinkedBlockingQueue.take()L 10/10>java.util.concurrent.locks.LockSupport.park(L)V worker 0/0>A 100/30<A"))
	var hung []string
	for _, thread := range d.Threads {
		if thread.Hung {
			hung = append(hung, thread.Name)
		}
	}
	if fmt.Sprint(hung) != "[stuck handler]" {
		t.Errorf("%v hung, want those in A", hung)
	}
}

func TestCallAndSteps(t *testing.T) {
	e, d := open(t, tracetest.Bytes("main 0/0>A 10/5>B 20/9<B 30/10>B 40/12>C 45/13<C 60/20<B 100/30<A worker 5/0>B 7/1<B 8/1>D"))
	if d.Calls != 6 || len(d.Threads) != 2 || d.Span != 100_000 {
		t.Fatalf("%d calls, %d threads, span %d", d.Calls, len(d.Threads), d.Span)
	}
	b := ask[*message.Call](t, e, &message.CallInfo{Call: message.CallRef{Thread: 0, Depth: 1, Row: 1}})
	if !b.Found || b.From != 30_000 || b.To != 60_000 || b.Inclusive != (message.Times{30_000, 10_000, 20_000}) || b.Exclusive != (message.Times{25_000, 9_000, 16_000}) || b.Callees != 1 || len(b.Path) != 2 {
		t.Errorf("call is %+v", b)
	}
	open := ask[*message.Call](t, e, &message.CallInfo{Call: message.CallRef{Thread: 1, Depth: 0, Row: 1}})
	if !open.AtEnd || open.AtStart || open.AfterEnd != 92_000 || b.AfterEnd != 0 {
		t.Errorf("D: at end %v, at start %v, %d ns without records at the end; B: %d", open.AtEnd, open.AtStart, open.AfterEnd, b.AfterEnd)
	}
	walk := func(to message.Direction, back bool, from message.CallRef) string {
		r := ask[*message.Call](t, e, &message.Step{Scope: whole, Method: b.Method, From: from, To: to, Back: back})
		return fmt.Sprintf("%v %v", r.Found, r.Call)
	}
	for _, tt := range []struct {
		to   message.Direction
		back bool
		from message.CallRef
		want string
	}{
		{message.ToSame, false, message.CallRef{Thread: 1}, "true {0 1 0}"},
		{message.ToSame, false, message.CallRef{Thread: 0, Depth: 1, Row: 0}, "true {0 1 1}"},
		{message.ToSame, false, message.CallRef{Thread: 0, Depth: 1, Row: 1}, "false {0 1 1}"},
		{message.ToSame, true, message.CallRef{Thread: 0, Depth: 1, Row: 0}, "true {1 0 0}"},
		{message.ToCaller, false, b.Call, "true {0 0 0}"},
		{message.ToCallee, false, b.Call, "true {0 2 0}"},
		{message.ToPrevious, false, b.Call, "true {0 1 0}"},
		{message.ToNext, false, b.Call, "false {0 1 2}"},
	} {
		if got := walk(tt.to, tt.back, tt.from); got != tt.want {
			t.Errorf("step %d back %v from %v: %s, want %s", tt.to, tt.back, tt.from, got, tt.want)
		}
	}
	m := ask[*message.Method](t, e, &message.MethodInfo{Scope: whole, Method: b.Method})
	if m.Count != 3 || m.Min != 2_000 || m.Median != 10_000 || m.Max != 30_000 || len(m.Longest) != 3 {
		t.Errorf("method is %+v", m)
	}
}

// TestCorpusRows compares the table that the page shows with the expected answers.
func TestCorpusRows(t *testing.T) {
	for _, name := range []string{"fenix-regular", "setapp-game", "likaci-cpu_trace", "fenix-streaming"} {
		t.Run(name, func(t *testing.T) {
			e, d := open(t, corpus(t, name))
			answer, err := os.ReadFile(filepath.Join(shared, "expected/method-traces", name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			var want struct {
				Records int64
				Methods []struct {
					ID                                                               string
					Calls, RecursiveCalls                                            int64
					InclusiveCPUNs, ExclusiveCPUNs, InclusiveWallNs, ExclusiveWallNs int64
				}
			}
			if err := json.Unmarshal(answer, &want); err != nil {
				t.Fatal(err)
			}
			if d.Records != want.Records || d.Methods != len(want.Methods) {
				t.Errorf("%d records, %d methods; want %d, %d", d.Records, d.Methods, want.Records, len(want.Methods))
			}
			rows := map[string]message.Row{}
			for first := 0; first < d.Methods; first += 200 {
				for _, row := range ask[*message.Rows](t, e, &message.MethodRows{Scope: whole, First: first, Count: 200}).Rows {
					rows[e.Info().Methods[row.Method].ID.String()] = row
				}
			}
			for _, m := range want.Methods {
				row := rows[m.ID]
				if row.Calls != m.Calls || row.Recursive != m.RecursiveCalls ||
					row.Inclusive[message.CPU] != m.InclusiveCPUNs || row.Exclusive[message.CPU] != m.ExclusiveCPUNs ||
					row.Inclusive[message.Wall] != m.InclusiveWallNs || row.Exclusive[message.Wall] != m.ExclusiveWallNs {
					t.Fatalf("method %s: %+v, want %+v", m.ID, row, m)
				}
			}
		})
	}
}

// TestReveal checks that the selected call's row is scrolled into view, from above and below, and
// that nothing moves if it is in view already.
func TestReveal(t *testing.T) {
	var records strings.Builder
	for thread := range 20 {
		fmt.Fprintf(&records, "worker%d 0>A 1>B 2>C 3<C 4<B 9<A ", thread)
	}
	e, d := open(t, tracetest.Bytes(records.String()))
	var l scene.List
	req := &message.Timeline{View: message.Viewport{To: float64(d.Span), Width: 800, Height: 200}, Method: message.NoNode, HasCall: true, Reveal: message.RevealCall}
	show := func(thread, depth uint32) {
		t.Helper()
		req.Selected = message.CallRef{Thread: thread, Depth: depth}
		if err := e.List(req, &l); err != nil {
			t.Fatal(err)
		}
		for _, r := range l.Rects {
			if r.Thread == thread && r.Depth == depth && scene.CSS(r.Y) >= l.Top && scene.CSS(r.Y+r.H) <= l.Height {
				req.View.ScrollY = message.CSS(l.ScrollY)
				return
			}
		}
		t.Errorf("thread %d, depth %d is not in view at %v", thread, depth, l.ScrollY)
	}
	show(0, 0)
	if l.ScrollY != 0 {
		t.Errorf("scrolled by %v to show a visible call", l.ScrollY)
	}
	for _, thread := range []uint32{19, 10, 12, 0, 7} {
		show(thread, 2)
		show(thread, 0)
	}
	req.Reveal = message.RevealThread
	for _, thread := range []uint32{19, 3, 11} {
		req.Thread = thread
		show(thread, 2)
		show(thread, 0)
	}
	req.Thread = 12 // below the one before, which stays in view
	show(12, 0)
	show(11, 0)
	y := req.View.ScrollY
	req.Thread = 11
	show(11, 0)
	if req.View.ScrollY != y {
		t.Errorf("scrolled from %v to %v to a thread in view", y, req.View.ScrollY)
	}
	req.Hidden, req.Selected.Thread, req.Thread = []uint32{5}, 5, 5
	before := req.View.ScrollY
	if err := e.List(req, &l); err != nil || l.ScrollY != scene.CSS(before) {
		t.Errorf("scrolled to %v for a hidden thread; error %v", l.ScrollY, err)
	}
}

// TestTrimmed checks that the rows below a thread's deepest call in view are left out, and that a selected call stays in view with
// a thread that is scrolled into view. A thread whose records have ended has the rows of its open calls.
func TestTrimmed(t *testing.T) {
	deep := ""
	for i := range 30 {
		deep += fmt.Sprintf("9000%02d>Deep%d ", i, i)
	}
	e, _ := open(t, tracetest.Bytes("main 0>A 100>B 200>C 600000<C 600001<B 800000<A 900000>X "+deep+
		"\nended 0>A 10>Lock 11>E1 12>E2 13>E3 14<E3 15<E2 16<E1\nworker 0>A 100>B 200>C 300>D 600000<D 600001<C 600002<B 1000000<A"))
	var l scene.List
	req := &message.Timeline{
		View: message.Viewport{From: 300_000, To: 500e6, Width: 800, Height: 160}, Method: message.NoNode, Thread: 2, Reveal: message.RevealThread,
		HasCall: true, Selected: message.CallRef{Depth: 2}, Trimmed: true,
	}
	shown := func() (all []string) {
		if err := e.List(req, &l); err != nil {
			t.Fatal(err)
		}
		for _, r := range l.Rects {
			if r.Method != scene.NoMethod && r.Slot&scene.Outline == 0 {
				all = append(all, fmt.Sprintf("%d/%s", r.Thread, e.Info().Methods[r.Method].Name))
			}
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	if got := strings.Join(shown(), " "); !strings.Contains(got, "0/C") || !strings.Contains(got, "2/B") {
		t.Errorf("the timeline shows %s", got)
	}
	trimmed := l.Content
	req.Hidden, req.Reveal = []uint32{0, 2}, message.RevealNothing
	if got := strings.Join(shown(), " "); got != "1/Lock" {
		t.Errorf("after its records, a thread shows %s", got)
	}
	req.Hidden, req.Reveal = nil, message.RevealThread
	req.Trimmed = false
	if got := strings.Join(shown(), " "); strings.Contains(got, "0/C") || l.Content <= trimmed+20*18 {
		t.Errorf("not trimmed, the timeline is as high as %v, instead of %v, and shows %s", l.Content, trimmed, got)
	}
}

// TestFollow checks that the thread that an answer led to is right below that of the selected call.
func TestFollow(t *testing.T) {
	e, _ := open(t, tracetest.Bytes("main 0>A 1000000<A\nbusy 0>A 900000<A\nother 0>A 800000<A\ncause 0>B 500000<B"))
	var l scene.List
	req := &message.Timeline{
		View: message.Viewport{To: 1e9, Width: 800, Height: 400}, Method: message.NoNode, HasCall: true, Thread: 3,
	}
	order := func() (all []uint32) {
		if err := e.List(req, &l); err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(l.Rects, func(a, b scene.Rect) int { return cmp.Compare(a.Y, b.Y) })
		for _, r := range l.Rects {
			if n := r.Thread; r.Method != scene.NoMethod && !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
		return all
	}
	if got := order(); !slices.Equal(got, []uint32{0, 1, 2, 3}) {
		t.Errorf("threads %d by activity", got)
	}
	req.Trimmed = true
	if got := order(); !slices.Equal(got, []uint32{0, 3, 1, 2}) {
		t.Errorf("threads %d, want the cause after main", got)
	}
}

// TestStrangeRequests checks that any request on any kind of trace, also without times, gets an
// answer without a panic.
func TestStrangeRequests(t *testing.T) {
	for _, encoding := range append([]string{""}, tracetest.Encodings...) {
		t.Run(encoding, func(t *testing.T) {
			e, d := open(t, tracetest.Trace{Encoding: encoding, Elapsed: 5000, Records: recursive}.Bytes())
			if bare := strings.HasPrefix(encoding, "bare"); d.Calls == 0 || d.HasWall == bare || (d.Span == 0) != bare {
				t.Errorf("%d calls, wall %v, span %v", d.Calls, d.HasWall, d.Span)
			}
			strangeRequests(t, e)
		})
	}
}

func strangeRequests(t *testing.T, e *opened) {
	odd := message.Scope{Clock: message.Waiting, From: 50, To: 20, Threads: []uint32{7, 1 << 31}}
	far := message.CallRef{Thread: 9, Depth: 9, Row: 9}
	for _, req := range []message.Body{
		&message.Names{Methods: []uint32{1 << 30}},
		&message.MethodRows{Scope: odd, First: -5, Count: 1 << 40, Open: []uint32{99}, Order: message.Order{Column: message.ByRank, Clock: message.CPU}},
		&message.TreeRows{Scope: whole, HotPath: 1 << 31, Count: 9},
		&message.TreeRows{Scope: whole, BottomUp: true, HotPath: 1<<31 + 3, Count: 9},
		&message.TreeRows{Scope: odd, First: 9, Count: -1, HotPath: message.NoNode, Open: []uint32{99}},
		&message.Relatives{Scope: odd, Method: 99},
		&message.Locate{Table: message.MethodRows{Scope: odd}, Method: 99},
		&message.ThreadRows{Scope: odd},
		&message.CallInfo{Call: far},
		&message.MethodInfo{Scope: odd, Method: 99},
		&message.Step{Scope: odd, Method: 0, From: far, Any: true, At: -5},
		&message.Step{Scope: odd, Method: 99, From: far, To: message.ToNext},
		&message.Search{Scope: odd, Text: "x"},
		&message.GraphFile{Threshold: -7},
		&message.Progress{},
		&message.MethodRows{Scope: message.Scope{To: message.Whole}, Count: 20, Order: message.Order{Column: message.ByRank}},
		&message.TreeRows{Scope: message.Scope{To: message.Whole}, Count: 20, HotPath: message.NoNode},
		&message.ThreadRows{Scope: message.Scope{To: message.Whole}},
		&message.CallInfo{},
		&message.MethodInfo{Scope: message.Scope{To: message.Whole}},
		&message.Search{Scope: message.Scope{To: message.Whole}, Text: "a"},
	} {
		ask[message.Body](t, e, req)
	}
	var l scene.List
	for _, req := range []message.Picture{
		&message.Timeline{View: message.Viewport{From: 5, To: 2, Width: -1, Height: 1e9}, Hidden: []uint32{77}, Collapsed: []uint32{77}, Method: 99, Selected: far, HasCall: true},
		&message.Timeline{View: message.Viewport{From: math.NaN(), To: math.Inf(1), Width: 100, Height: 100}},
		&message.Minimap{Width: -5, Height: 0},
		&message.Minimap{Width: 500, Height: 40},
		&message.Timeline{View: message.Viewport{To: 1, Width: 800, Height: 400}},
		&message.Flame{Scope: message.Scope{To: message.Whole}, View: message.Viewport{To: 1, Width: 800, Height: 400}},
		&message.Flame{Scope: message.Scope{To: message.Whole}, View: message.Viewport{To: 1, Width: 800, Height: 400}, Ordered: true},
		&message.Flame{Scope: odd, View: message.Viewport{To: 1, Width: 100, Height: 100}, Root: 99, Method: 99},
		&message.Flame{Scope: odd, View: message.Viewport{To: 1, Width: 100, Height: 100}, Ordered: true, Thread: 99},
	} {
		if err := e.List(req, &l); err != nil {
			t.Errorf("%T: %v", req, err)
		}
	}
}

// TestAffected checks that a note links to the first thread it concerns, and to the time.
func TestAffected(t *testing.T) {
	cut := func(file []byte, n int) []byte { return file[:len(file)-n] }
	for _, tt := range []struct {
		name string
		file []byte
		want string
	}{
		{"replay and clocks", tracetest.Bytes("main 10>A 20<A w 5>B 7<C 30<B 40>B 35>A v 8>A 9<A 9<B"), "clock-went-back w 40000; orphan-exits v 8000; open-calls w 40000; ignored-exits w 7000; "},
		{"no exits of their own", tracetest.Bytes("main 1>A 2<A w 5>B 6>C 7>A 9<B"), "implicit-exits w 9000; "},
		{"cut", cut(tracetest.Bytes("main 1>A w 5>B 9<B main 12<A"), 3), "truncated-record w 9000; missing-records w 9000; open-calls main 1000; "},
		{"a thread that is not listed", tracetest.Trace{NoThreads: true, Records: "t#7 5>A 9<A"}.Bytes(), "unknown-thread Thread 7 5000; "},
		{"an action that is none", tracetest.Bytes("main 1>A 4~B w 5>B 9<B main 12<A"), "reserved-action main 1000; "},
		{"no record at all", cut(tracetest.Bytes("main 1>A"), 20), "truncated-header - -1; missing-records - -1; "},
	} {
		_, about := open(t, tt.file)
		got := ""
		for _, n := range about.Notes {
			thread := "-"
			if n.Thread != message.NoNode {
				thread = about.Threads[n.Thread].Name
			}
			got += fmt.Sprintf("%s %s %d; ", n.Code, thread, n.At)
		}
		if got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}
