package desk_test

import (
	"testing"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/facts"
	"traceglass/wasm/ui/uitest"
)

// TestMeasures: a recording of samples names the unit of its CPU clock, and whether that is a time.
func TestMeasures(t *testing.T) {
	d := desk.New(desk.NewPage(uitest.New()))
	if names := d.Measures(); names != nil {
		t.Errorf("without a trace there are measures %v", names)
	}
	about := &message.Description{
		File: "feed.trace", Container: "report-sample", Version: 1, HasWall: true, HasCPU: true, Sampled: true, OffCPU: true, Records: 1234, Span: 1e9,
		Measures: []message.Measure{{Name: "cpu-clock"}, {Name: "samples", Counted: true}}, Measure: 1, Subject: 1,
		Threads: []message.Thread{{Index: 0, Name: "worker", Calls: 9, Busy: message.Times{9, 9, 9}}, {Index: 1, Name: "com.example", Main: true, Calls: 1}},
	}
	d.Open(about)
	if len(d.Threads) != 1 || d.Threads[0] != 1 {
		t.Errorf("it begins with threads %v", d.Threads)
	}
	check := func(what string, measure uint32, clock, cpu, figure, off string) {
		t.Helper()
		if d.Scope().Measure != measure || d.ClockName(message.CPU) != clock || d.BusyName(message.CPU) != cpu || words.Plain(d.Figure(2_000_000, message.CPU)) != figure || d.ClockName(message.Waiting) != off {
			t.Errorf("%s: asked by %d, %q, %q, %q, %q", what, d.Scope().Measure, d.ClockName(message.CPU), d.BusyName(message.CPU), d.Figure(2_000_000, message.CPU), d.ClockName(message.Waiting))
		}
	}
	check("at first", 1, "CPU", "CPU in calls", "2.000 ms", "Off CPU")
	d.SetMeasure(2)
	check("by samples", 2, "samples", "samples", "2.0 M", "Off CPU")
	if words.Plain(d.Figure(999_999, message.CPU)) != "999,999" || d.Exact(2_000_000, message.CPU) != "2,000,000" {
		t.Errorf("numbers are %q and %q", d.Figure(999_999, message.CPU), d.Exact(2_000_000, message.CPU))
	}
	if d.Clock != message.CPU || words.Plain(d.Figure(2_000_000, message.Wall)) != "2.000 ms" || d.Exact(5, message.CPU) != "5" {
		t.Errorf("by clock %d, wall %q", d.Clock, d.Figure(2_000_000, message.Wall))
	}
	d.SetMeasure(3)
	check("by none", 2, "samples", "samples", "2.0 M", "Off CPU")
	if got := words.Plain(facts.Trace(d.Trace)); got != "simpleperf · on and off CPU · sampled · 2 threads · 0 methods · 1,234 samples · 1 s" {
		t.Errorf("facts are %q", got)
	}
	about.OffCPU = false
	if got := words.Plain(facts.Trace(d.Trace)); got != "simpleperf · on CPU only · sampled · 2 threads · 0 methods · 1,234 samples · 1 s" {
		t.Errorf("facts are %q", got)
	}
	d.Forget()
	d.Open(&message.Description{HasWall: true, HasCPU: true})
	check("a trace of calls", 0, "CPU", "CPU in calls", "2.000 ms", "Waiting")
}
