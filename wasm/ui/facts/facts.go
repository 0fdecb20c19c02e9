// Package facts lists facts of a trace, a thread, a call or a frame. Their figures are texts.
package facts

import (
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// Call returns the figures of a call for a tooltip: its times by each clock, the number of calls that samples merged, its
// exclusive time, and its start.
func Call(d *desk.Desk, call *message.Call) []node.Fact {
	var all []node.Fact
	for _, clock := range d.AllClocks() {
		all = append(all, node.Fact{Term: d.ClockName(clock), Text: d.Figure(call.Inclusive[clock], clock)})
	}
	if call.AtLeast > 1 { // samples show several as one
		all = append(all, node.Fact{Term: words.T("Calls"), Text: words.Say("at least {1}", words.Count(int64(call.AtLeast)))})
	}
	return append(all,
		node.Fact{Term: words.Say("Self {1}", d.ClockName(d.Clock)), Text: d.Figure(call.Exclusive[d.Clock], d.Clock)},
		node.Fact{Term: words.T("From"), Text: words.Duration(call.From)})
}

// Options returns the options in the file, each with its meaning.
func Options(t *message.Description) []node.Fact {
	all := make([]node.Fact, 0, len(t.Options))
	for _, o := range t.Options {
		all = append(all, node.Fact{Term: words.Clip(o.Key), Text: words.Clip(o.Value), Title: meanings[o.Key].String()})
	}
	return all
}

// meanings explains the options of a trace file, by key.
var meanings = map[string]words.Text{
	"data-file-overflow":       "Whether the recording buffer filled up. If true, all later events were dropped.",
	"clock":                    "Which clocks the records carry: wall, thread-cpu, or dual for both.",
	"elapsed-time-usec":        "Wall time from the start of the recording to its end, in microseconds.",
	"elapsed-time-nsec":        "Wall time from the start of the recording to its end, in nanoseconds.",
	"num-method-calls":         "How many records were written: entries and exits together, not calls.",
	"clock-call-overhead-nsec": "Average cost of reading the clock once. No figure subtracts it.",
	"vm":                       "The virtual machine that recorded the trace.",
	"pid":                      "Process id of the app.",
	"alloc-count":              "Objects allocated while the trace was recorded.",
	"alloc-size":               "Bytes allocated while the trace was recorded.",
	"gc-count":                 "Garbage collections while the trace was recorded.",
}

// streaming marks the version of a streaming trace. The low 4 bits hold the number.
const streaming = 0xf0

// Version returns the recorder and its format version: "ART v3".
func Version(t *message.Description) string {
	vm := "Dalvik"
	for _, o := range t.Options {
		if o.Key == "vm" && strings.EqualFold(o.Value, "art") {
			vm = "ART"
		}
	}
	switch {
	case len(t.Measures) > 0:
		return "simpleperf"
	case desk.MainSamples(t) > 0:
		return words.T("samples of main in a report")
	}
	if t.Version < 0 {
		return words.T("names without records")
	}
	s := vm + " v" + strconv.Itoa(t.Version&0xf)
	if t.Version >= streaming || t.Container == "streaming" {
		s = words.Say("{1} streaming", s)
	}
	return s
}

// records counts the records or samples of the file.
func records(t *message.Description) string {
	n := desk.MainSamples(t)
	if len(t.Measures) > 0 {
		n = t.Records
	}
	if n > 0 {
		return words.Plural(n, "sample", "samples")
	}
	return words.Plural(t.Records, "record", "records")
}

// Trace returns the line that describes a trace.
func Trace(t *message.Description) string {
	parts := []string{Version(t)}
	switch {
	case t.OffCPU:
		parts = append(parts, words.T("on and off CPU"))
	case len(t.Measures) > 0:
		parts = append(parts, words.T("on CPU only"))
	case t.ClockName == "dual":
		parts = append(parts, words.T("dual clock"))
	case t.ClockName != "":
		parts = append(parts, words.Say("{1} clock", t.ClockName))
	}
	switch {
	case t.Sampled:
		parts = append(parts, words.T("sampled"))
	case t.CannotTell:
		parts = append(parts, words.T("too short to tell if sampled"))
	}
	length := t.Span
	if t.CutTo > 0 { // a part that has the times of the recording
		length = t.CutTo - t.CutFrom
	}
	parts = append(parts,
		words.Plural(int64(len(t.Threads)), "thread", "threads"),
		words.Plural(int64(t.Methods), "method", "methods"),
		records(t),
		words.Brief(length))
	return strings.Join(parts, " · ")
}
