package formats

import (
	"encoding/csv"
	"io"
	"strconv"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/report"
)

func init() {
	Trace["waits"] = Format{Calls: true, Write: waits}
}

// waits writes the waiting of each thread: a row for each cause and each method that waits for it. A cause's last row
// without a method sums up its other methods. Times are in ns.
func waits(w io.Writer, p *profile.Profile, o Options) error {
	out := csv.NewWriter(w)
	out.Write([]string{"threadId", "thread", "cause", "detail", "method", "ownCaller", "calls", "waitingNs"})
	name := func(m trace.MethodIndex) string {
		if m == call.NoMethod {
			return ""
		}
		return report.Cell(p.Info.Methods[m].Label(), report.CSV)
	}
	for _, t := range report.Threads(p.Index, o.Part) {
		in := &p.Info.Threads[t]
		of := story.Of(p.Index, story.Options{Thread: t, From: o.Part.From, To: o.Part.To, Thresholds: story.DefaultThresholds})
		for i := range of.Parts {
			part := &of.Parts[i]
			if part.Kind != story.Waiting {
				continue
			}
			row := func(detail, method, own string, calls, ns int64) {
				out.Write([]string{
					strconv.FormatUint(uint64(in.ID), 10), report.Cell(in.Name, report.CSV), part.Cause.String(),
					report.Cell(detail, report.CSV), method, own, strconv.FormatInt(calls, 10), strconv.FormatInt(ns, 10),
				})
			}
			others := part.Count
			for k := range part.Sites {
				s := &part.Sites[k]
				row(s.Detail, name(s.Method), name(s.Own), s.Count, s.Time)
				others -= s.Count
			}
			if part.More > 0 {
				row("", "", "", others, part.Left)
			}
		}
	}
	out.Flush()
	return out.Error()
}
