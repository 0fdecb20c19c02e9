package tracing

import (
	"testing"

	"traceglass/parser/simpleperf/simpleperftest"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// openSamples reads a simpleperf recording in pieces, as the worker does.
func openSamples(t *testing.T, data []byte) (*opened, *message.Description) {
	t.Helper()
	r := ReadSamples("test.trace", int64(len(data)), 1<<30)
	for len(data) > 0 {
		n := min(len(data), 1000)
		if err := r.Write(data[:n]); err != nil {
			t.Fatal(err)
		}
		data = data[n:]
		if r.Full() {
			t.Fatal("full")
		}
	}
	if p := r.Progress(); p.Calls == 0 || p.Memory == 0 {
		t.Errorf("progress is %+v", p)
	}
	tr, err := r.End("")
	if err != nil {
		t.Fatal(err)
	}
	return &opened{Trace: tr}, tr.Describe()
}

const recording = "7+0 7@1 root;app.Feed.load 7!2 root;leaf 7-2.009 7+12 7@12.5 root;app.Feed.load 8@5 work;app.Feed.load ::7=com.example 8/7=worker"

// TestSamples checks that every request and picture has an answer for a recording of samples.
func TestSamples(t *testing.T) {
	o, about := openSamples(t, simpleperftest.Bytes(recording))
	for _, req := range message.Requests() {
		if reply := o.Trace.Answer(req, &o.stage); reply != nil {
			if _, failed := reply.(*message.Failure); failed {
				t.Errorf("%T is answered by %#v", req, reply)
			}
		}
	}
	view := message.Viewport{To: 1, Width: 400, Height: 200}
	for _, req := range []message.Picture{
		&message.Timeline{View: message.Viewport{To: 12_500_000, Width: 400, Height: 200}, Switches: true}, &message.Minimap{Width: 400, Height: 40, Method: message.NoNode},
		&message.Flame{Scope: message.Scope{To: message.Whole}, View: view, Root: message.NoNode, Chosen: message.NoNode},
	} {
		var l scene.List
		if err := o.List(req, &l); err != nil || len(l.Rects) == 0 {
			t.Errorf("%T: %d boxes, %v", req, len(l.Rects), err)
		}
	}
	if !about.HasWall || !about.HasCPU || !about.OffCPU || !about.Sampled || about.Records != 4 || about.Container != "report-sample" {
		t.Errorf("described as %+v", about)
	}
	if len(about.Measures) != 2 || about.Measures[0] != (message.Measure{Name: "cpu-clock"}) || about.Measures[1] != (message.Measure{Name: "samples", Counted: true}) || about.Measure != 1 {
		t.Errorf("measures are %+v, chosen %d", about.Measures, about.Measure)
	}
	if th := about.Threads; len(th) != 2 || !th[0].Main || th[1].Main || th[0].Busy != (message.Times{12_500_000, 2_000_000, 10_000_000}) {
		t.Errorf("threads are %+v", about.Threads)
	}
}

// TestMergedCalls checks that samples that show two draws in one frame count as at least two
// frames.
func TestMergedCalls(t *testing.T) {
	const frame, draw = "android.view.Choreographer.doFrame", "android.graphics.HardwareRenderer.nSyncAndDrawFrame"
	for recording, want := range map[string]int{
		"7+0 7@1 " + frame + ";" + draw + " 7@2 " + frame + ";app.Feed.load 7@3 " + frame + ";" + draw + " ::7=com.example": 2,
		"7+0 7@1 " + frame + ";" + draw + " 7@2 " + frame + ";app.Feed.load ::7=com.example":                                1,
	} {
		o, _ := openSamples(t, simpleperftest.Bytes(recording))
		call := o.Trace.Answer(&message.CallInfo{}, &o.stage).(*message.Call)
		if call.AtLeast != want {
			t.Errorf("%s: at least %d calls, want %d", recording, call.AtLeast, want)
		}
	}
}

// rows returns the rows of the method table in a scope, by label.
func rows(t *testing.T, o *opened, scope message.Scope) map[string]message.Row {
	t.Helper()
	reply, ok := o.Answer(&message.MethodRows{Scope: scope, Count: 100}).(*message.Rows)
	if !ok {
		t.Fatal("no rows")
	}
	all := map[string]message.Row{}
	for _, row := range reply.Rows {
		name, _ := o.Name(row.Method)
		all[name.Label] = row
	}
	return all
}

// TestSampleRows checks the tables' figures of the samples: of a thread, of a range, and by
// another measure, which keeps calls and methods.
func TestSampleRows(t *testing.T) {
	o, about := openSamples(t, simpleperftest.Bytes(recording))
	whole := message.Scope{To: message.Whole}
	check := func(what string, row message.Row, times message.Times, calls int64) {
		t.Helper()
		if row.Inclusive != times || row.Calls != calls {
			t.Errorf("%s: %v, seen %d times, want %v and %d", what, row.Inclusive, row.Calls, times, calls)
		}
	}
	check("whole", rows(t, o, whole)["app.Feed.load"], message.Times{2_500_000, 3_000_000, 0}, 3)
	check("whole", rows(t, o, whole)["leaf"], message.Times{11_000_000, 0, 10_000_000}, 1)
	main := whole
	main.Threads = []uint32{about.Threads[0].Index}
	check("main", rows(t, o, main)["app.Feed.load"], message.Times{1_500_000, 2_000_000, 0}, 2)
	part := main
	part.From, part.To = 5_000_000, 8_000_000
	check("a range within the wait", rows(t, o, part)["leaf"], message.Times{3_000_000, 0, 3_000_000}, 1)
	seen := whole
	seen.Measure = 2
	check("by samples", rows(t, o, seen)["root"], message.Times{12_500_000, 2, 10_000_000}, 1)
	check("by samples, of main", rows(t, o, message.Scope{To: message.Whole, Threads: main.Threads, Measure: 2})["app.Feed.load"], message.Times{1_500_000, 2, 0}, 2)
	check("back", rows(t, o, whole)["root"], message.Times{12_500_000, 2, 10_000_000}, 1)
	whole.Measure = 1
	check("by the clock again", rows(t, o, whole)["root"], message.Times{12_500_000, 2_000_000, 10_000_000}, 1)
	apart := whole
	apart.Switches = true
	check("off the CPU apart", rows(t, o, apart)["(off CPU)"], message.Times{10_000_000, 0, 10_000_000}, 1)
}

// TestSamplesOnCPU checks a recording of running threads only: its axis is time, and its figures
// are CPU.
func TestSamplesOnCPU(t *testing.T) {
	o, about := openSamples(t, simpleperftest.Bytes("7@10 root;leaf 7@11 root;leaf 7@111 root;leaf ::7=main"))
	if about.HasWall || !about.HasCPU || about.Span != 102_000_000 {
		t.Errorf("described as %+v", about)
	}
	row := rows(t, o, message.Scope{Clock: message.CPU, To: message.Whole})["root"]
	if row.Inclusive[message.CPU] != 3_000_000 || row.Calls != 2 || row.InclusiveShare[message.CPU] != 1 {
		t.Errorf("root has %+v", row)
	}
}
