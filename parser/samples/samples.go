// Package samples is the arrow samples of main → records. A report may hold a recording of main's
// stack while main did not answer (dump.Recording). The package writes it as a sampled method trace
// of one thread, so that all views of traces show it.
package samples

import (
	"cmp"
	"errors"
	"io"
	"path"
	"strconv"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/stack"
	"traceglass/parser/trace"
)

// Limits of a trace. Samples after them are left out.
const (
	mostRecords = 4_000_000
	mostSpan    = 3_600_000_000 // µs
)

// Ending is the ending of the file names of such traces.
const Ending = ".samples.trace"

// Name returns a name for the trace of a report's recording: "anr.samples.trace" for the file
// anr.json, and "week-3.samples.trace" for "week.json #3", its third report.
func Name(report string) string {
	name, _, _ := strings.Cut(report, ".")
	if at := strings.LastIndex(report, " #"); at >= 0 {
		name += "-" + report[at+len(" #"):]
	}
	return name + Ending
}

// Write writes a recording as a method trace with the wall clock. A sample stands for the time since
// the sample before. If that is more than twice the usual time
// between samples, it stands for the usual time, and nothing is known about the rest: no call is open
// then.
func Write(w io.Writer, rec *dump.Recording) error {
	t := tracing{rec: rec, step: rec.Step(), rows: map[string]int{}, of: make([]int, rec.Stacks.Places())}
	if t.step == 0 {
		return errors.New("the samples have no times")
	}
	var records int64
	end := t.each(func(trace.Record) { records++ })
	in := &trace.Info{
		Clocks:  trace.Wall,
		Start:   t.start,
		Threads: []trace.Thread{{ID: 1, Name: "main", Listed: true}},
		Methods: t.methods,
		Options: []trace.Option{
			{Key: "clock", Value: trace.Wall.String()},
			{Key: "elapsed-time-usec", Value: strconv.FormatInt(int64(end), 10)},
			{Key: "num-method-calls", Value: strconv.FormatInt(records, 10)},
			{Key: trace.MainSamples, Value: strconv.Itoa(t.samples)},
			{Key: trace.MainStep, Value: strconv.FormatInt(t.step, 10)},
		},
	}
	to := trace.NewWriter(w, in, records)
	t.each(to.Write)
	return to.Close()
}

// A tracing converts samples to the records of a trace.
type tracing struct {
	rec     *dump.Recording
	step    int64          // µs, the usual time between samples
	rows    map[string]int // of methods, by name
	of      []int          // by PlaceID: 1 + row of methods; 0 until needed
	methods []trace.Method

	start   int64 // µs since 1970
	samples int   // that the trace has
}

// each calls do with every record, and returns the end of the last sample.
func (t *tracing) each(do func(trace.Record)) (end trace.Ticks) {
	timed := t.rec.Timed()
	t.start, t.samples = max(0, timed[0].At-t.step), 0
	var open, next []int // methods on the stack, outermost first
	records := 0
	put := func(method int, action trace.Action, at trace.Ticks) {
		records++
		do(trace.Record{Wall: at, Method: trace.MethodIndex(method), Action: action})
	}
	leave := func(depth int, at trace.Ticks) {
		for i := len(open) - 1; i >= depth; i-- {
			put(open[i], trace.Exit, at)
		}
		open = open[:depth]
	}
	for _, s := range timed {
		at := s.At - t.start
		if records > mostRecords || at > mostSpan {
			break
		}
		t.samples++
		begin := end
		if at-int64(end) > 2*t.step {
			leave(0, end)
			begin = trace.Ticks(at - t.step)
		}
		next = t.stack(next[:0], s.Stack)
		same := 0
		for same < len(open) && same < len(next) && open[same] == next[same] {
			same++
		}
		leave(same, begin)
		for _, m := range next[same:] {
			put(m, trace.Enter, begin)
		}
		open = append(open, next[same:]...)
		end = trace.Ticks(at)
	}
	leave(0, end)
	return end
}

// stack appends the methods of a stack, outermost first.
func (t *tracing) stack(all []int, row int32) []int {
	d := t.rec.Stacks
	if row < 0 {
		return all
	}
	stack.EachFrame(d, &d.Threads[row], func(place dump.PlaceID) {
		if t.of[place] == 0 {
			f := d.Frame(place)
			t.of[place] = 1 + t.row(method(&f))
		}
		all = append(all, t.of[place]-1)
	})
	return all
}

// row returns the row of a method, which it adds if it is new.
func (t *tracing) row(m trace.Method) int {
	key := m.Class + "\x00" + m.Name + "\x00" + m.File
	row, ok := t.rows[key]
	if !ok {
		row = len(t.methods)
		t.rows[key] = row
		m.ID, m.Listed = trace.MethodID(4*(row+1)), true
		t.methods = append(t.methods, m)
	}
	return row
}

// method returns the method of a frame.
func method(f *dump.Frame) trace.Method {
	if f.Kind == dump.NativeFrame {
		const native = -2 // of the format: see trace.Method.Line
		m := trace.Method{Name: cmp.Or(f.Symbol, f.Name()), Line: native}
		if f.Map != "" {
			m.File = path.Base(f.Map)
		}
		return m
	}
	return trace.Method{Class: f.Class, Name: f.Method, File: f.File}
}
