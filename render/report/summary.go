// Package report writes the facts of a profile as text for people and programs.
package report

import (
	"cmp"
	"io"
	"slices"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// Summary writes one JSON object and a line feed: what the trace is, its threads, and
// what every method cost, in nanoseconds. The keys are described in summary-json.md of
// the project's format notes and are never renamed. The warnings are those of Notes.
func Summary(w io.Writer, p *profile.Profile) error {
	info, o := p.Info, newObject(w)
	o.open("{")
	o.text("kind", "method-trace")
	o.text("container", string(info.Container))
	if info.Version >= 0 {
		o.number("version", int64(info.Version))
	} else {
		o.word("version", "null")
	}
	if clock := info.Clocks.String(); clock != "" {
		o.text("clock", clock)
	} else {
		o.word("clock", "null")
	}
	o.truth("complete", info.Complete)
	o.number("listedThreads", int64(info.ListedThreads))
	o.number("listedMethods", int64(info.ListedMethods))
	o.number("records", info.Records)
	threads := summaryThreads(o, p)
	summaryMethods(o, p)
	outside := p.Outside()
	if threads > 0 && info.Clocks&trace.CPU != 0 {
		o.number("outsideCpuNs", outside[profile.CPU])
	}
	if threads > 0 && info.Clocks&trace.Wall != 0 {
		o.number("outsideWallNs", outside[profile.Wall])
	}
	o.key("warnings")
	o.open("[")
	for _, n := range Notes(p) {
		o.open("{")
		o.text("code", n.Code)
		o.number("count", n.Count)
		if n.Offset >= 0 {
			o.number("offset", n.Offset)
		} else {
			o.word("offset", "null")
		}
		o.text("text", n.Text)
		o.close("}")
	}
	o.close("]")
	o.close("}")
	o.w.WriteByte('\n')
	return o.w.Flush()
}

// summaryThreads lists the threads that have records, by id, and returns how many.
func summaryThreads(o *object, p *profile.Profile) int {
	var rows []int
	for i := range p.Calls.Threads {
		if p.Calls.Threads[i].Records > 0 {
			rows = append(rows, i)
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(p.Info.Threads[a].ID, p.Info.Threads[b].ID) })
	o.key("threads")
	o.open("[")
	for _, i := range rows {
		t, in := &p.Calls.Threads[i], &p.Info.Threads[i]
		o.open("{")
		o.number("id", int64(in.ID))
		o.text("name", in.Name)
		o.number("enters", t.Enters)
		o.number("exits", t.Exits)
		o.number("unrolls", t.Unrolls)
		o.number("orphanExits", t.OrphanExits)
		o.number("implicitExits", t.ImplicitExits)
		o.number("ignoredExits", t.IgnoredExits)
		o.number("openCalls", t.OpenCalls)
		o.number("backwardSteps", in.BackwardSteps)
		o.number("maxDepth", int64(t.MaxDepth))
		o.close("}")
	}
	o.close("]")
	return len(rows)
}

// summaryMethods lists the methods that were on a stack, by id as text.
func summaryMethods(o *object, p *profile.Profile) {
	type row struct {
		id string
		m  int
	}
	var rows []row
	for m := range p.Methods {
		if p.Methods[m].Calls+p.Methods[m].Recursive > 0 {
			rows = append(rows, row{p.Info.Methods[m].ID.String(), m})
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.id, b.id) })
	o.key("methods")
	o.open("[")
	for _, r := range rows {
		m, in := &p.Methods[r.m], &p.Info.Methods[r.m]
		o.open("{")
		o.text("id", r.id)
		o.truth("known", in.Listed)
		if in.Listed {
			o.text("class", in.Class)
			o.text("name", in.Name)
			o.text("signature", in.Signature)
		}
		o.number("calls", m.Calls)
		o.number("recursiveCalls", m.Recursive)
		if p.Info.Clocks&trace.CPU != 0 {
			o.number("inclusiveCpuNs", m.Inclusive[profile.CPU])
			o.number("exclusiveCpuNs", m.Exclusive[profile.CPU])
		}
		if p.Info.Clocks&trace.Wall != 0 {
			o.number("inclusiveWallNs", m.Inclusive[profile.Wall])
			o.number("exclusiveWallNs", m.Exclusive[profile.Wall])
		}
		o.close("}")
	}
	o.close("]")
}
