// Package pprof writes profiles for pprof. profile.proto of github.com/google/pprof describes the
// format.
package pprof

import (
	"compress/gzip"
	"io"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/names"
	"traceglass/render/report"
	"traceglass/render/report/protobuf"
)

// Field numbers of the messages.
const (
	sampleType, sample, location, function, stringTable = 1, 2, 4, 5, 6 // of Profile
	duration, comment, defaultType                      = 10, 13, 14

	sampleLocation, sampleValue, sampleLabel                = 1, 2, 3
	labelKey, labelText                                     = 1, 2
	typeName, typeUnit                                      = 1, 2
	locationID, locationLine                                = 1, 4
	lineFunction, lineNumber                                = 1, 2
	functionID, functionName, systemName, inFile, firstLine = 1, 2, 3, 4, 5
)

// Write writes a gzipped profile: a sample for every path of every thread, with the number of its
// calls and, by each clock of the trace, the exclusive time of its innermost method. Paths cannot
// share common parts in this format. So unless full is set, a path ends after report.MaxPath
// calls with a call named report.Deeper, which has the time below. Write buffers none of its
// output.
func Write(w io.Writer, all *profile.Profile, full bool) error {
	x, scope := all.Index, all.Scope
	z := gzip.NewWriter(w)
	out := writer{w: z, texts: map[string]uint64{"": 0}, labels: names.Labels(x)}
	out.put(stringTable, nil)

	out.valueType("calls", "count")
	var clocks []profile.Clock
	has := x.Info.Figures()
	cpu, unit, waiting := "cpu", "nanoseconds", "waiting"
	if s := x.Info.Samples; s != nil {
		waiting = "off-cpu"
		if x.Counts(profile.CPU) {
			cpu, unit = s.Measures[s.Measure].Name, "count"
		}
	}
	for _, c := range []struct {
		clock      profile.Clock
		name, unit string
		has        bool
	}{
		{profile.Wall, "wall", "nanoseconds", has&trace.Wall != 0},
		{profile.CPU, cpu, unit, has&trace.CPU != 0},
		{profile.Waiting, waiting, "nanoseconds", has == trace.Dual},
	} {
		if c.has {
			out.valueType(c.name, c.unit)
			if len(clocks) == 0 {
				out.number(defaultType, out.text(c.name))
			}
			clocks = append(clocks, c.clock)
		}
	}
	from, to := x.Calls.Span()
	from, to = max(from, scope.From), min(to, scope.To)
	out.number(duration, uint64(x.Calls.Nanos(to-from)))
	for _, n := range x.Notes() {
		out.number(comment, out.text(n.Text))
	}

	ids := make([]uint64, len(x.Info.Methods)) // of the methods' locations, 0 for none yet
	deeper, cut := uint64(len(ids)+1), false
	var locations, values, label, one protobuf.Message
	all.EachThread(report.Threads(x, scope), func(thread trace.ThreadIndex, p *profile.Contexts) {
		label = label[:0].Uint(labelKey, out.text("thread")).Uint(labelText, out.text(report.ThreadLabel(&x.Info.Threads[thread])))
		paths := report.NewPaths(p, full)
		cut = cut || paths.Cut()
		paths.Each(func(row profile.Row, c *profile.Context, below bool) {
			if c.Calls == 0 {
				return
			}
			locations, values = locations[:0], protobuf.Packed(values[:0], uint64(c.Calls))
			for _, clock := range clocks {
				values = protobuf.Packed(values, uint64(c.Exclusive[clock]))
			}
			if below {
				locations = protobuf.Packed(locations, deeper)
			}
			for at := row; at != 0; at = p.Tree.Parent[at] {
				m := p.Tree.Method[at]
				ids[m] = uint64(m) + 1
				locations = protobuf.Packed(locations, ids[m])
			}
			one = one[:0].Message(sampleLocation, locations).Message(sampleValue, values).Message(sampleLabel, label)
			out.put(sample, one)
		})
	})
	for m, id := range ids {
		if id != 0 {
			in := &x.Info.Methods[m]
			out.method(id, out.labels[m], in.Label()+in.Signature, in.File, max(0, in.Line))
		}
	}
	if cut {
		out.method(deeper, report.Deeper, report.Deeper, "", 0)
	}
	if out.err != nil {
		return out.err
	}
	return z.Close()
}

// Bytes estimates how many bytes Write writes for a profile's scope before compression.
func Bytes(p *profile.Profile, full bool) int64 {
	paths := report.NewPaths(&p.Contexts, full)
	return paths.Bytes(p.Index, func(row profile.Row) int64 {
		n := int64(1)
		for m := p.Tree.Method[row]; m >= 0x7F; m >>= 7 {
			n++
		}
		return n
	})
}

// A writer writes fields of a Profile and keeps the first error. It adds a string to the table on
// first use.
type writer struct {
	w      io.Writer
	err    error
	texts  map[string]uint64
	labels []string
	field  protobuf.Message
}

func (w *writer) send() {
	if w.err == nil {
		_, w.err = w.w.Write(w.field)
	}
}

func (w *writer) put(field int, in protobuf.Message) {
	w.field = w.field[:0].Message(field, in)
	w.send()
}

func (w *writer) number(field int, v uint64) {
	w.field = w.field[:0].Uint(field, v)
	w.send()
}

// text returns the row of a string in the table, and adds it if needed.
func (w *writer) text(s string) uint64 {
	row, ok := w.texts[s]
	if !ok {
		row = uint64(len(w.texts))
		w.texts[s] = row
		w.field = w.field[:0].Text(stringTable, s)
		w.send()
	}
	return row
}

func (w *writer) valueType(name, unit string) {
	w.put(sampleType, protobuf.Message{}.Uint(typeName, w.text(name)).Uint(typeUnit, w.text(unit)))
}

// method writes a function and its only location.
func (w *writer) method(id uint64, name, system, file string, line int32) {
	f := protobuf.Message{}.Uint(functionID, id).Uint(functionName, w.text(name)).Uint(systemName, w.text(system)).
		Uint(inFile, w.text(file)).Uint(firstLine, uint64(line))
	w.put(function, f)
	in := protobuf.Message{}.Uint(lineFunction, id).Uint(lineNumber, uint64(line))
	w.put(location, protobuf.Message{}.Uint(locationID, id).Message(locationLine, in))
}
