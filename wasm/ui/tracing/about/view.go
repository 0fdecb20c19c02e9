// Package about is the view with facts about the file, its warnings, and the definitions of the figures.
package about

import (
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/facts"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// A View is the component of the panel.
type View struct {
	room.NoView
	desk    *desk.Desk
	drawn   list.Once[*message.Description] // the trace whose facts the browser shows
	changed bool
}

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Desk) *View { return &View{desk: d} }

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "about", Name: "About this file"} }

// Compute finds out whether the browser shows older facts.
func (v *View) Compute() { v.changed = v.open() && v.drawn.Changed(v.desk.Trace) }

func (v *View) open() bool { return v.desk.Tab == v.Tab().ID && v.desk.Trace != nil }

// about returns the facts about the file.
func (v *View) about() []node.Fact {
	t := v.desk.Trace
	records, calls, n := words.T("Records"), words.T("Calls"), t.Records
	samples := desk.MainSamples(t)
	if samples > 0 {
		n = samples
	}
	if samples > 0 || len(v.desk.Measures()) > 0 {
		records, calls = words.T("Samples"), words.T("Times seen")
	}
	all := []node.Fact{
		{Term: words.T("File"), Text: words.Clip(v.desk.File)},
		{Term: words.T("Format"), Text: facts.Version(t), Title: words.Filled(t.Container).String()},
		{Term: words.T("Size"), Text: words.Size(t.Bytes), Title: words.Say("{1} bytes", words.Count(t.Bytes))},
		{Term: records, Text: words.Count(n)},
		{Term: calls, Text: words.Count(t.Calls)},
		{Term: words.T("Methods"), Text: words.Say("{1} of {2} listed", words.Count(int64(t.Methods)), words.Count(int64(t.Listed)))},
		{Term: words.T("Threads"), Text: words.Count(int64(len(t.Threads)))},
	}
	length := t.Span
	if part := v.desk.PartText(); part != "" {
		length = t.CutTo - t.CutFrom
		all = append(all, node.Fact{Term: words.T("Part of a recording"), Text: part})
	}
	all = append(all, node.Fact{Term: words.T("Length"), Text: words.Duration(length), Title: words.Exact(length)})
	if t.Start != "" {
		all = append(all, node.Fact{Term: words.T("Started"), Text: words.Clip(t.Start)})
	}
	return all
}

// definitions explains how the figures are computed.
var definitions = []struct{ Term, Text words.Text }{
	{Term: "Inclusive", Text: "Time from a call's entry to its exit. A method that calls itself, directly or not, counts once: by its outermost call."},
	{Term: "Exclusive", Text: "Time while the method itself was on top of the stack: inclusive time minus the time of its callees."},
	{Term: "Calls+Rec", Text: "Calls made while the method was not running on its thread, plus calls made while it was. For a trace of samples, the tables show Times seen instead."},
	{Term: "Time/Call", Text: "Inclusive time divided by all calls, recursive ones too."},
	{Term: "Percentages", Text: "Percent of the time between each selected thread's first and last record in the range. For parents and children: percent of the opened method's inclusive time."},
	{Term: "While recursive", Text: "Callers and callees of recursive calls. Their times overlap, so they have no percentages."},
	{Term: "Wall", Text: "Elapsed time, including waits. Threads run in parallel, so the sum can exceed the trace's length."},
	{Term: "Recorded call by call", Text: "Recording a call itself takes time. Times are longer than real ones, above all for short methods that are called often. Samples are closer to real times."},
	{Term: "CPU", Text: "Time while the thread ran on a CPU."},
	{Term: "Waiting", Text: "Wall time minus CPU time, at least zero: the thread slept, was blocked, or was ready without a free CPU."},
	{Term: "Context switch", Text: "In a trace with both clocks: a gap of more than 100 µs between two records of a thread, while the thread was off the CPU. Half of the CPU time between the records counts as before the gap. As a separate method, the switch takes this time out of the exclusive time of the calls around it."},
	{Term: "Not explained", Text: "Waiting in methods whose names show no reason. The thread waited for a free CPU, for a lock without a method of its own, or for the recorder, which stops all threads for each sample."},
	{Term: "Certain, likely, possible", Text: "How sure a finding of the Overview is. Certain: the recorded calls show it. Likely: samples show it, or what other threads did at that time. Possible: it may be intended, such as work that is done twice."},
	{Term: "Range", Text: "If a call crosses the edge of the range, only the part inside counts."},
}

// place returns the number of times a note applies and its first place, as text.
func place(n message.Note) string {
	s := words.Plural(n.Count, "time", "times")
	if n.Offset >= 0 {
		return words.Say("{1}, first at byte {2}", s, words.Count(n.Offset))
	}
	return s
}
