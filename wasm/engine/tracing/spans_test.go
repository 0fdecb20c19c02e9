package tracing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// startTrace has a start with two phases, two messages and two frames on main.
var startTrace = strings.NewReplacer(
	"DISPATCH", "android.os.Handler.dispatchMessage()V", "LAUNCH", "android.app.ActivityThread.performLaunchActivity()V",
	"SLEEP", "java.lang.Thread.sleep()V", "RESUME", "android.app.ActivityThread.handleResumeActivity()V", "FRAME", "android.view.Choreographer.doFrame()V",
).Replace("main 0>DISPATCH 1>LAUNCH 2/2>SLEEP 18/2<SLEEP 20<LAUNCH 25>RESUME 40<RESUME 41<DISPATCH 50>DISPATCH 51>FRAME 80<FRAME 81<DISPATCH 90>FRAME 95<FRAME " +
	"worker 0>DISPATCH 10<DISPATCH")

// TestSpanRows checks the rows above main: which calls they have, and that those narrower than a pixel merge.
func TestSpanRows(t *testing.T) {
	e := read(t, tracetest.Bytes(startTrace))
	draw := func(width float64) (got []string) {
		var l scene.List
		e.Draw(&message.Timeline{View: message.Viewport{To: 100_000, Width: message.CSS(width), Height: 400}, Spans: true, Method: message.NoNode}, &l)
		for _, r := range l.Rects {
			if r.Method != scene.NoMethod && r.Thread&scene.SpanFlag != 0 {
				name := e.Info().Methods[r.Method].Name
				if r.Slot&scene.Merged != 0 {
					name += " and more"
				}
				got = append(got, fmt.Sprintf("%.0f %s", (r.Y-24)/15, name))
			}
		}
		return got
	}
	const want = "0 performLaunchActivity, 0 handleResumeActivity, 0 doFrame, 1 dispatchMessage, 1 dispatchMessage, 2 doFrame, 2 doFrame, 3 sleep"
	if got := strings.Join(draw(1148), ", "); got != want {
		t.Errorf("rows\n got %s\nwant %s", got, want)
	}
	const narrow = "0 performLaunchActivity and more, 1 dispatchMessage and more, 2 doFrame and more, 3 sleep"
	if got := strings.Join(draw(85), ", "); got != narrow {
		t.Errorf("rows of one pixel\n got %s\nwant %s", got, narrow)
	}
	var l scene.List
	labels := func(width float64) (got []string) {
		e.Draw(&message.Timeline{View: message.Viewport{To: 100_000, Width: message.CSS(width), Height: 400}, Spans: true, Method: message.NoNode}, &l)
		for _, s := range l.Texts {
			if slices.Contains([]string{"phases", "messages", "frames", "waits", "main"}, s.String) {
				got = append(got, fmt.Sprintf("%s %.0f", s.String, s.Y))
			}
		}
		return got
	}
	for width, want := range map[float64]string{ // on a phone the thread's name is below the names of its rows
		1148: "phases 31, messages 46, frames 61, waits 76, main 33", 390: "phases 31, messages 46, frames 61, waits 76, main 97",
	} {
		if got := strings.Join(labels(width), ", "); got != want {
			t.Errorf("names at %v px\n got %s\nwant %s", width, got, want)
		}
	}
	e.Draw(&message.Timeline{View: message.Viewport{To: 100_000, Width: 1148, Height: 400}, Method: message.NoNode}, &l)
	for _, r := range l.Rects {
		if r.Method != scene.NoMethod && r.Thread&scene.SpanFlag != 0 {
			t.Fatal("the timeline of a comparison has rows above main")
		}
	}
}

// TestUnexplainedWaits checks that the row of waits has the calls that wait without a frame that explains it, and that steps reach
// them.
func TestUnexplainedWaits(t *testing.T) {
	text := strings.NewReplacer("NEXT", "android.os.MessageQueue.next()V", "SLEEP", "java.lang.Thread.sleep()V").Replace(
		"main 0/0>Loop 0/0>NEXT 9000/100<NEXT 9000/100>Own 9000/100>Locked 19000/200>SLEEP 23000/210<SLEEP 24000/300<Locked " +
			"25000/1300>Busy 29000/4300<Busy 29000/4300>Short 33000/4300<Short 40000/9000<Own 40000/9000<Loop")
	e := read(t, tracetest.Bytes(text))
	var l scene.List
	e.Draw(&message.Timeline{View: message.Viewport{To: 40_000_000, Width: 1148, Height: 400}, Spans: true, Colour: message.ColourByOrigin, Method: message.NoNode}, &l)
	var got []string
	for _, r := range l.Rects {
		if r.Method != scene.NoMethod && r.Thread&scene.SpanFlag != 0 {
			got = append(got, fmt.Sprintf("%s %.0f+%.0f", e.Info().Methods[r.Method].Name, r.X-148, r.W))
		}
	}
	if got, want := strings.Join(got, ", "), "Locked 225+250, Locked 575+25, sleep 475+100"; got != want {
		t.Errorf("waits\n got %s\nwant %s", got, want)
	}
	m := e.Answer(&message.Step{To: message.ToSpan, Any: true}).(*message.Call)
	if e.Info().Methods[m.Method].Name != "Locked" || m.Place != (message.Place{Row: message.WaitRow, Number: 1, Count: 2}) || !m.Unexplained {
		t.Errorf("the first step is to %+v", m)
	}
	if o := e.Answer(&message.OverviewInfo{To: message.Whole}).(*message.Overview); o.Idle != 8_900_000 {
		t.Errorf("idle for %d ns", o.Idle)
	}
}

// TestNestedSpans checks that a phase is not drawn where a phase within it is.
func TestNestedSpans(t *testing.T) {
	e := read(t, tracetest.Bytes("main 0>android.app.ActivityThread.handleBindApplication()V 20>android.app.Instrumentation.callApplicationOnCreate()V "+
		"70<android.app.Instrumentation.callApplicationOnCreate()V 100<android.app.ActivityThread.handleBindApplication()V"))
	var l scene.List
	e.Draw(&message.Timeline{View: message.Viewport{To: 100_000, Width: 1148, Height: 400}, Spans: true, Method: message.NoNode}, &l)
	var got []string
	for _, r := range l.Rects {
		if r.Method != scene.NoMethod && r.Thread&scene.SpanFlag != 0 {
			got = append(got, fmt.Sprintf("%s %.0f+%.0f", e.Info().Methods[r.Method].Name, r.X-148, r.W))
		}
	}
	if got, want := strings.Join(got, ", "), "handleBindApplication 0+200, handleBindApplication 700+300, callApplicationOnCreate 200+500"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestStepSpan steps along the rows above main, and between them.
func TestStepSpan(t *testing.T) {
	e := read(t, tracetest.Bytes(startTrace))
	call := &message.Call{}
	tests := []struct {
		name string
		to   message.Direction
		back bool
		want string
	}{
		{"the first frame", message.ToSpan, false, "doFrame 51"},
		{"the next one", message.ToSpan, false, "doFrame 90"},
		{"no further one", message.ToSpan, false, ""},
		{"back", message.ToSpan, true, "doFrame 51"},
		{"up to messages", message.ToSpanRow, true, "dispatchMessage 50"},
		{"the message before", message.ToSpan, true, "dispatchMessage 0"},
		{"the message after", message.ToSpan, false, "dispatchMessage 50"},
		{"up to phases", message.ToSpanRow, true, "handleResumeActivity 25"},
		{"the phase before", message.ToSpan, true, "performLaunchActivity 1"},
		{"no phase before", message.ToSpan, true, ""},
		{"no row above", message.ToSpanRow, true, ""},
		{"down to messages", message.ToSpanRow, false, "dispatchMessage 0"},
	}
	for _, tt := range tests {
		next := e.Answer(&message.Step{From: call.Call, Any: !call.Found, To: tt.to, Back: tt.back}).(*message.Call)
		got := ""
		if next.Found {
			call = next
			got = fmt.Sprintf("%s %d", e.Info().Methods[next.Method].Name, next.From/1000)
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	// From calls around and within a wait, steps lead along the row of waits.
	waits := read(t, tracetest.Bytes("main 0>android.os.Handler.dispatchMessage()V 1/1>app.Own.load()V 2/2>java.lang.Thread.sleep()V 3/3>app.Hook.run()V 19/3<app.Hook.run()V "+
		"20/3<java.lang.Thread.sleep()V 21/4<app.Own.load()V 22/5>android.view.Choreographer.doFrame()V 23/6<android.view.Choreographer.doFrame()V 30/7>java.lang.Thread.sleep()V 40/7<java.lang.Thread.sleep()V 50/9<android.os.Handler.dispatchMessage()V"))
	for depth, want := range map[uint32]int64{1: 30, 2: 30, 3: 30} {
		if next := waits.Answer(&message.Step{From: message.CallRef{Depth: depth}, To: message.ToSpan}).(*message.Call); !next.Found || next.From != want*1000 {
			t.Errorf("from depth %d to %+v, want the call at %d µs", depth, next, want)
		}
	}
	none := read(t, tracetest.Bytes("main 0>app.Own.run()V 9<app.Own.run()V"))
	if next := none.Answer(&message.Step{Any: true, To: message.ToSpan}).(*message.Call); next.Found {
		t.Errorf("a trace without messages has the span %+v", next)
	}
}

// TestStepOver: steps in a row skip calls that are not longer than a limit, and tell the place among those that are. Phases and a
// row without longer ones are stepped through whole.
func TestStepOver(t *testing.T) {
	e := read(t, tracetest.Bytes(strings.NewReplacer("FRAME", "android.view.Choreographer.doFrame()V").Replace("main 0>FRAME 9<FRAME 10>FRAME 30<FRAME 40>FRAME 41<FRAME 50>FRAME 70<FRAME 80>FRAME"+
		" 81>java.lang.Thread.sleep()V 83/81<java.lang.Thread.sleep()V worker 0>app.Own.run()V 120<app.Own.run()V")))
	call := &message.Call{}
	for _, tt := range []struct {
		name string
		over int64 // µs
		to   message.Direction
		back bool
		want string
	}{
		{"the first one over the limit", 15, message.ToSpan, false, "doFrame 10: 1 of 3"},
		{"the next one", 15, message.ToSpan, false, "doFrame 50: 2 of 3"},
		{"each", 0, message.ToSpan, true, "doFrame 40: 3 of 5"},
		{"on from a short one", 15, message.ToSpan, true, "doFrame 10: 1 of 3"},
		{"none before", 15, message.ToSpan, true, "none of 15"},
		{"the next one", 15, message.ToSpan, false, "doFrame 50: 2 of 3"},
		{"one that never ended", 15, message.ToSpan, false, "doFrame 80: 3 of 3"},
		{"none is over", 5000, message.ToSpan, true, "doFrame 50: 4 of 5"},
		{"the next row", 15, message.ToSpanRow, false, "sleep 81: 1 of 1"},
	} {
		next := e.Answer(&message.Step{From: call.Call, Any: !call.Found, To: tt.to, Back: tt.back, Over: tt.over * 1000}).(*message.Call)
		got := fmt.Sprintf("none of %d", next.Place.Over/1000)
		if next.Found {
			call = next
			got = fmt.Sprintf("%s %d: %d of %d", e.Info().Methods[next.Method].Name, next.From/1000, next.Place.Number, next.Place.Count)
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
