// Package pprof writes profiles for pprof. It is apart from package report, since the
// format's library is large.
package pprof

import (
	"io"

	pb "github.com/google/pprof/profile"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/report"
)

// Write writes a gzipped profile: a sample for every path of every thread, with the
// number of its calls and, by each clock of the trace, the time spent in its innermost
// method itself.
func Write(w io.Writer, x *profile.Index, scope profile.Scope) error {
	out := &pb.Profile{SampleType: []*pb.ValueType{{Type: "calls", Unit: "count"}}}
	var clocks []profile.Clock
	for _, c := range []struct {
		clock profile.Clock
		name  string
		has   bool
	}{
		{profile.Wall, "wall", x.Calls.Clocks&trace.Wall != 0},
		{profile.CPU, "cpu", x.Calls.Clocks&trace.CPU != 0},
		{profile.Waiting, "waiting", x.Calls.Clocks == trace.Dual},
	} {
		if c.has {
			clocks = append(clocks, c.clock)
			out.SampleType = append(out.SampleType, &pb.ValueType{Type: c.name, Unit: "nanoseconds"})
		}
	}
	if len(clocks) > 0 {
		out.DefaultSampleType = out.SampleType[1].Type
	}
	from, to := x.Calls.Span()
	from, to = max(from, scope.From), min(to, scope.To)
	out.DurationNanos = x.Calls.Nanos(to - from)

	locations := make([]*pb.Location, len(x.Info.Methods))
	location := func(m trace.MethodIndex) *pb.Location {
		if locations[m] != nil {
			return locations[m]
		}
		in := &x.Info.Methods[m]
		f := &pb.Function{
			ID:         uint64(len(out.Function) + 1),
			Name:       in.Label(),
			SystemName: in.Label() + in.Signature,
			Filename:   in.File,
			StartLine:  int64(max(0, in.Line)),
		}
		out.Function = append(out.Function, f)
		l := &pb.Location{ID: f.ID, Line: []pb.Line{{Function: f, Line: f.StartLine}}}
		out.Location = append(out.Location, l)
		locations[m] = l
		return l
	}
	var p *profile.Profile
	for _, thread := range report.Threads(x, scope) {
		p = x.Profile(report.Only(x, scope, thread), p)
		label := map[string][]string{"thread": {report.ThreadLabel(&x.Info.Threads[thread])}}
		for row := profile.Row(1); int(row) < p.Tree.Len(); row++ {
			c := &p.Rows[row]
			if c.Calls == 0 {
				continue
			}
			sample := &pb.Sample{Label: label, Value: []int64{c.Calls}}
			for _, clock := range clocks {
				sample.Value = append(sample.Value, c.Exclusive[clock])
			}
			for at := row; at != 0; at = p.Tree.Parent[at] {
				sample.Location = append(sample.Location, location(p.Tree.Method[at]))
			}
			out.Sample = append(out.Sample, sample)
		}
	}
	return out.Write(w)
}
