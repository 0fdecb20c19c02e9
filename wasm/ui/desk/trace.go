package desk

import (
	"cmp"
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

// Clocks returns the clocks of this trace.
func (d *traced) Clocks() []message.Clock {
	switch {
	case d.Trace == nil:
		return nil
	case d.Trace.HasWall && d.Trace.HasCPU:
		return []message.Clock{message.Wall, message.CPU, message.Waiting}
	case d.Trace.HasCPU:
		return []message.Clock{message.CPU}
	case d.Trace.HasWall:
		return []message.Clock{message.Wall}
	}
	return nil
}

// Timeless reports whether the trace has only the order of calls, and no times.
func (d *traced) Timeless() bool { return d.Trace != nil && d.Clocks() == nil }

// NoTimesText returns a message to show instead of a picture if the trace has no times, else "".
func (d *traced) NoTimesText() string {
	if !d.Timeless() {
		return ""
	}
	return words.T("This recording has no times, so there is nothing to draw. The tables list its calls, callers and callees.")
}

// ColumnClocks returns the clocks of the figures in the threads table and the details, the selected clock
// first. Waiting is derived from the other two, so it is in the list only while selected.
func (d *traced) ColumnClocks() []message.Clock {
	clocks := []message.Clock{d.Clock}
	for _, clock := range d.Clocks() {
		if clock != d.Clock && clock != message.Waiting {
			clocks = append(clocks, clock)
		}
	}
	return clocks
}

// AllClocks returns all clocks of the trace, the selected one first.
func (d *traced) AllClocks() []message.Clock {
	clocks := []message.Clock{d.Clock}
	for _, clock := range d.Clocks() {
		if clock != d.Clock {
			clocks = append(clocks, clock)
		}
	}
	return clocks
}

// SetClock sums figures by another clock.
func (d *traced) SetClock(clock message.Clock) {
	if slices.Contains(d.Clocks(), clock) {
		d.Clock = clock
	}
}

// ClockName returns the name of a clock in the interface.
func (d *traced) ClockName(clock message.Clock) string {
	if t := d.Trace; t != nil && len(t.Measures) > 0 {
		switch {
		case d.Counted(clock):
			return words.ClipTo(t.Measures[d.Measure-1].Name, mostMeasure)
		case clock == message.Waiting:
			return words.T("Off CPU")
		}
	}
	return [...]string{words.T("Wall"), "CPU", words.T("Waiting")}[clock]
}

// BusyName returns the name of the time that threads spent in calls, by a clock.
func (d *traced) BusyName(clock message.Clock) string {
	if clock == message.Waiting || d.Counted(clock) {
		return d.ClockName(clock)
	}
	return words.Say("{1} in calls", d.ClockName(clock))
}

// mostDigits is the smallest count that Figure rounds, so that columns stay as narrow as times.
const mostDigits = 1_000_000

// mostMeasure is the most letters of an event's name in the interface.
const mostMeasure = 24

// Counted reports whether figures by a clock are counts of events or samples instead of times.
func (d *traced) Counted(clock message.Clock) bool {
	t := d.Trace
	return clock == message.CPU && t != nil && d.Measure > 0 && int(d.Measure) <= len(t.Measures) && t.Measures[d.Measure-1].Counted
}

// Figure formats a figure by a clock: a duration, or a count.
func (d *traced) Figure(n int64, clock message.Clock) string {
	switch {
	case !d.Counted(clock):
		return words.Duration(n)
	case n < mostDigits:
		return words.Count(n)
	}
	return words.Rough(n)
}

// Exact formats a figure by a clock without rounding.
func (d *traced) Exact(n int64, clock message.Clock) string {
	if d.Counted(clock) {
		return words.Count(n)
	}
	return words.Exact(n)
}

// Measures returns the names of the measures that the CPU clock of a recording of samples can show. It is empty
// for a trace of calls.
func (d *traced) Measures() (names []string) {
	if d.Trace != nil {
		for i := range d.Trace.Measures {
			names = append(names, words.ClipTo(d.Trace.Measures[i].Name, mostMeasure))
		}
	}
	return names
}

// SetMeasure makes the CPU clock show another measure of the recording. Measures count from 1.
func (d *Desk) SetMeasure(measure uint32) {
	if t := d.Trace; t != nil && measure > 0 && int(measure) <= len(t.Measures) {
		d.Measure = measure
		d.SetClock(message.CPU)
		d.call.Invalidate()
	}
}

// TwoClocks reports whether the trace has both clocks, and so shows when a thread was off the CPU.
func (d *traced) TwoClocks() bool { return d.Trace != nil && d.Trace.HasWall && d.Trace.HasCPU }

// OneClock explains why a trace has no context switches.
const OneClock words.Text = "This trace has one clock. Only wall and CPU time together show when a thread was off the CPU."

// ThreadName returns a thread's name, with its ID if another thread has the same name.
func (d *traced) ThreadName(index uint32) string {
	if t := d.Thread(index); t != nil {
		return words.Clip(cmp.Or(t.Title, t.Name))
	}
	return ""
}

// Thread returns a thread by index, or nil.
func (d *traced) Thread(index uint32) *message.Thread {
	for i := range d.Trace.Threads {
		if t := &d.Trace.Threads[i]; t.Index == index {
			return t
		}
	}
	return nil
}

// CallsText formats a number of calls, or how often a sampled trace saw a method.
func (d *traced) CallsText(n int64) string {
	return words.Seen(n, d.Trace.Sampled)
}

// RangeText names the selected time range: "1.2 s – 3.4 s", or "whole trace".
func (d *traced) RangeText() string { return d.rangeTextOf(&d.Selection) }

// rangeTextOf names the time range of a selection. A whole trace that is a part of another has its range there.
func (d *traced) rangeTextOf(s *Selection) string {
	if s.Ranged() {
		return rangeText(s.From, s.To)
	}
	if part := d.PartText(); part != "" {
		return part
	}
	return words.T("whole trace")
}

// PartText returns the range of a trace that is a part of another and has its times, or "".
func (d *traced) PartText() string {
	if d.Trace == nil || d.Trace.CutTo == 0 {
		return ""
	}
	return rangeText(d.Trace.CutFrom, d.Trace.CutTo)
}

// rangeText formats a time range: "1.2 s – 3.4 s".
func rangeText(from, to int64) string {
	a, b := words.Range(from, to)
	return a + " – " + b
}
