package tracing

import (
	"slices"
	"strings"
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/facts"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/uitest"
)

// TestLongestCallIsShown: the timeline zooms to a selected call of the longest calls, and to a match of the
// search.
func TestLongestCallIsShown(t *testing.T) {
	zoomed := func(p *page) bool {
		call := p.d.Chosen
		return call != nil && p.d.Reveal == message.RevealCall && p.d.Time.View.From <= float64(call.From) && p.d.Time.View.To >= float64(call.To) &&
			p.d.Time.View.To-p.d.Time.View.From < 1.3*float64(call.To-call.From)
	}
	p := openCalc(t)
	p.d.ChooseMethod(5)
	p.RequestData()
	p.answer()
	p.press(t, "longest-4")
	p.answer()
	if !zoomed(p) {
		t.Errorf("a longest call is chosen, the timeline shows %+v", p.d.Time.View)
	}

	p = openCalc(t)
	p.d.Search.Find("calc")
	p.Step(false)
	p.answer()
	if p.d.Call != (message.CallRef{Depth: 4, Row: 1100}) || !zoomed(p) {
		t.Errorf("the search's hit is %+v, the timeline shows %+v", p.d.Call, p.d.Time.View)
	}
}

// TestDetailsBeginWithTimes: the details of a selected call begin with times. The path and the method's identity
// follow.
func TestDetailsBeginWithTimes(t *testing.T) {
	p := openCalc(t)
	if html := p.look(t); !strings.Contains(uitest.CutOut(t, html, "subject"), "Select a call or a method to see its times") {
		t.Error("before a selection the panel does not say what it shows")
	}
	p.d.ScrollToCall(message.CallRef{Depth: 5, Row: 3}, 5)
	p.RequestData()
	p.answer()
	look, last := uitest.CutOut(t, p.look(t), "subject"), 0
	for _, part := range []string{`id="details-name"`, `id="call-facts"`, `id="method-facts"`, `id="path"`, "<dt>Signature<", "<dt>Descriptor<", "<dt>ID<"} {
		if at := strings.Index(look, part); at < last {
			t.Errorf("%s is at %d, after byte %d wanted", part, at, last)
		} else {
			last = at
		}
	}
}

// TestDetailsClose: a button closes the details, which cover the views of a narrow page.
func TestDetailsClose(t *testing.T) {
	p := openCalc(t)
	p.d.ScrollToCall(message.CallRef{Depth: 5, Row: 3}, 5)
	p.RequestData()
	p.answer()
	p.press(t, "details-close")
	if p.d.HasCall || p.d.Method != message.NoNode {
		t.Errorf("selected are call %v and method %d", p.d.HasCall, p.d.Method)
	}
}

// TestDetailsOfCaused: the details of a method say how much time it caused, where the table shows that.
func TestDetailsOfCaused(t *testing.T) {
	p := openCalc(t)
	p.d.ChooseMethod(5)
	for _, code := range []message.Code{message.AllCode, message.ChargedToOwn} {
		p.d.ShowCode(code)
		p.answer()
		shown := code == message.ChargedToOwn
		if facts := uitest.CutOut(t, p.look(t), "subject"); strings.Contains(facts, "Wall caused") != shown || !strings.Contains(facts, "Wall exclusive") {
			t.Errorf("code %d: the figures are %s", code, facts)
		}
	}
}

// TestDetailsOutsideOfScope: the details of a method without calls in the scope say so, instead of figures that are 0.
func TestDetailsOutsideOfScope(t *testing.T) {
	for _, tt := range []struct {
		sampled bool
		want    string
	}{{false, "No calls here."}, {true, "Not seen here."}} {
		p := openCalc(t)
		p.d.Trace.Sampled = tt.sampled
		p.d.ChooseMethod(5)
		p.RequestData()
		uitest.Reply[*message.MethodInfo](p.Stand, &p.d.Line, &message.Method{Method: 5})
		got := uitest.CutOut(t, p.look(t), "subject")
		if !strings.Contains(got, tt.want) || strings.Contains(got, "0.0") || strings.Contains(got, `id="spread"`) || strings.Contains(got, `id="longest"`) {
			t.Errorf("the details are %s", got)
		}
	}
}

// TestTipLeavesCallersFree: the tooltip of a selected call does not cover its callers, at any place of the call.
func TestTipLeavesCallersFree(t *testing.T) {
	p := openCalc(t)
	call := message.CallRef{Depth: 5, Row: 3}
	hit := canvas.Hit{OK: true, Method: 5, Thread: call.Thread, Depth: call.Depth, Row: call.Row, X: 300, Y: 300, W: 80, H: 17}
	p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Move, X: 320, Y: 310, Hit: hit})
	if html := p.look(t); !strings.Contains(html, `class="tip shown upward"`) {
		t.Fatal("the tip of a call in the lower half does not open upward")
	}
	p.d.ChooseCall(call, 5)
	if html := p.look(t); !strings.Contains(html, `class="tip shown"`) {
		t.Error("the tip of the chosen call does not open below it")
	}
	p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Leave})
	p.show("flamegraph")
	p.input(canvas.Input{Canvas: canvas.Flame, Kind: canvas.Move, X: 320, Y: 290, Hit: hit})
	p.input(canvas.Input{Canvas: canvas.Flame, Kind: canvas.Click, X: 320, Y: 290, Hit: hit})
	p.input(canvas.Input{Canvas: canvas.Flame, Kind: canvas.Move, X: 326, Y: 290, Hit: hit})
	if html := p.look(t); !strings.Contains(html, `class="tip shown"`) {
		t.Error("the tip of the chosen frame does not open below it")
	}
	p.Do(canvas.Invert)
	if html := p.look(t); !strings.Contains(html, `class="tip shown upward"`) {
		t.Error("with the root at the bottom the tip does not open above the frame")
	}
}

// TestSampledCountsNoCalls: a sampled trace shows no numbers of calls.
func TestSampledCountsNoCalls(t *testing.T) {
	p := newPage(uitest.New())
	p.size()
	trace := uitest.Calc()
	trace.Sampled = true
	p.open(trace)
	p.answer()
	p.d.ScrollToCall(message.CallRef{Depth: 5, Row: 3}, 5)
	p.RequestData()
	p.answer()
	look := p.look(t)
	for _, part := range []string{uitest.CutOut(t, look, "subject"), uitest.CutOut(t, look, "head")} {
		for _, word := range []string{"Calls+Rec", "Calls made", " calls took", "<dt>Calls<", "Time/Call"} {
			if strings.Contains(part, word) {
				t.Errorf("it says %q", word)
			}
		}
	}
	const note = "Calls without a break between them count as one"
	if !strings.Contains(look, note) {
		t.Error("it does not say that calls may be several")
	}
	merged := *p.d.Chosen
	merged.AtLeast, merged.Callee, merged.AtEnd = 6, 7, false
	p.d.Chosen = &merged
	if look := p.look(t); !strings.Contains(look, "At least 6 calls: one call runs ") {
		t.Error("it does not say how many calls there are at least")
	}
	if all := facts.Call(p.d, &merged); !slices.ContainsFunc(all, func(f node.Fact) bool { return f.Term == "Calls" && f.Text == "at least 6" }) {
		t.Errorf("the tooltip has %v", all)
	}
	whole := newPage(uitest.New())
	whole.size()
	whole.open(uitest.Calc())
	whole.answer()
	whole.d.ScrollToCall(message.CallRef{Depth: 5, Row: 3}, 5)
	whole.RequestData()
	whole.answer()
	if strings.Contains(whole.look(t), note) {
		t.Error("of a trace of calls it says that they may be several")
	}
}

// TestNoTimes: a trace without times shows none. The table is sorted by the number of calls. A text explains
// why the trace has no timeline and no flame graph.
func TestNoTimes(t *testing.T) {
	p := newPage(uitest.New())
	p.size()
	trace := uitest.Calc()
	trace.HasWall, trace.HasCPU = false, false
	p.open(trace)
	p.answer()
	if got := p.heads(t); got != "# | Name | Columns | By method | Calls+Rec" {
		t.Errorf("the heads are %s", got)
	}
	if p.rows.Order.Column != message.ByCalls || p.rows.Order.Ascending {
		t.Errorf("rows are sorted by %+v", p.rows.Order)
	}
	p.show("flamegraph")
	p.answer()
	look := p.look(t)
	if n := strings.Count(look, "This recording has no times"); n != 2 {
		t.Errorf("the page explains the missing pictures %d times, want 2", n)
	}
	if strings.Contains(look, "100\u00a0% =") {
		t.Error("the page shows a total of zero")
	}
}
