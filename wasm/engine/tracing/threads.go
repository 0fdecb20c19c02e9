package tracing

import (
	"strconv"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// threadTable describes the threads of a trace, with their figures in a scope.
type threadTable struct{ profiles *profiles }

// rows answers for the threads in a scope.
func (tt *threadTable) rows(req *message.ThreadRows) message.Body {
	tt.profiles.by(req.Scope.Measure)
	scope := req.Scope
	scope.Threads = nil // threads outside the scope have figures too
	threads := tt.describe(tt.profiles.scopeOf(scope))
	if scope.Filter != "" {
		tt.profiles.summarize()
		f := tt.profiles.filterOf(scope)
		left := tt.profiles.index.Filter(f.Steps...).Threads(tt.profiles.index, f.In(tt.profiles.scopeOf(scope)))
		for i := range threads {
			row, of := &threads[i], &left[threads[i].Index]
			row.Calls, row.MaxDepth, row.Busy = of.Calls, of.Depth, message.Times(of.Time)
		}
	}
	return &message.Threads{Threads: threads}
}

// describe describes the threads that have records, with figures for a scope's range.
func (tt *threadTable) describe(in profile.Scope) []message.Thread {
	var rows []message.Thread
	info := tt.profiles.index.Info
	dual := tt.profiles.index.Calls.Clocks == trace.Dual
	first := message.Wall
	if tt.profiles.index.Calls.Primary() == trace.CPU {
		first = message.CPU
	}
	from, to, titles := in.From, in.To, info.Titles()
	for i := range tt.profiles.index.Calls.Threads {
		t := &tt.profiles.index.Calls.Threads[i]
		if t.Records == 0 {
			continue
		}
		row := message.Thread{
			Index: uint32(i), ID: uint32(info.Threads[i].ID), Name: info.Threads[i].Label(), Title: titles[i], Main: info.Threads[i].IsMain(), Records: t.Records,
			From: tt.profiles.ns(t.First.Primary), To: tt.profiles.ns(t.Last.Primary), Notes: corrections(t, &info.Threads[i]),
			Framework: tt.profiles.timeline.Framework(trace.ThreadIndex(i)).Levels, Hung: tt.hung(trace.ThreadIndex(i)),
		}
		for d := range t.Levels {
			l := t.Levels[d]
			if n := l.After(to) - l.From(from); n > 0 {
				row.Calls += int64(n)
				row.MaxDepth = d + 1
			}
		}
		if len(t.Levels) > 0 {
			var c0, c1 trace.Ticks
			if dual {
				c0, c1 = t.CPUAt(from, false), t.CPUAt(to, true)
			}
			l := t.Levels[0]
			for r, n := l.From(from), l.After(to); r < n; r++ {
				row.Busy[first] += tt.profiles.ns(min(l.End(r), to) - max(l.Start(r), from))
				if dual {
					a, b := l.CPU(r)
					row.Busy[message.CPU] += tt.profiles.ns(max(0, min(b, c1)-max(a, c0)))
				}
			}
		}
		if dual {
			row.Busy[message.Waiting] = max(0, row.Busy[message.Wall]-row.Busy[message.CPU])
		}
		if tt.profiles.index.Calls.Samples {
			row.Busy[message.Waiting] = tt.profiles.ns(t.OffCPU(max(from, t.First.Primary), min(to, t.Last.Primary)))
		}
		rows = append(rows, row)
	}
	return rows
}

// corrections returns what the replay corrected in one thread, or "".
func corrections(t *call.Thread, in *trace.Thread) string {
	var parts []string
	add := func(n int64, what words.Text) {
		if n > 0 {
			parts = append(parts, words.Say(what, strconv.FormatInt(n, 10)))
		}
	}
	add(t.OrphanExits, "{1} running at the start")
	add(t.OpenCalls, "{1} still running at the end")
	add(t.ImplicitExits, "{1} without an exit")
	add(t.IgnoredExits, "{1} exits ignored")
	add(in.BackwardSteps, "{1} steps back in time")
	return words.List(parts)
}

// hung reports whether a thread was in a call when the recording ended, other than an idle wait, and has no records there.
func (tt *threadTable) hung(i trace.ThreadIndex) bool {
	_, _, open, ok := tt.profiles.timeline.EndingOf(i)
	return ok && !story.WaitsForWork(tt.profiles.index, tt.profiles.openStack(open))
}
