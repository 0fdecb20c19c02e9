package tracing

import (
	"cmp"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
	"traceglass/wasm/message"
)

// Sight looks for a stack of a dump in the trace: how often and how long it ran. stack has the
// methods that each frame may be, the outermost frame first. Recording may have begun inside up
// to skip of the outermost frames. The caller sets the fields of the reply that describe the
// dump.
func (tr *Trace) Sight(stack [][]trace.MethodIndex, skip int) *message.SightReply {
	reply := &message.SightReply{Method: message.NoNode}
	whole := tr.profiles.in(message.Scope{To: message.Whole})
	s := whole.Contexts.Tree.Locate(stack, skip)
	if s.Seen == 0 {
		return reply
	}
	reply.Skipped, reply.Seen = s.Skipped, s.Seen
	for _, row := range s.Rows {
		c := &whole.Contexts.Rows[row]
		reply.Calls += c.Calls
		for clock := range reply.Times {
			reply.Times[clock] += c.Inclusive[clock]
		}
	}
	tr.sightings(reply, whole, s.Rows)
	return reply
}

// sightings sets the threads with the calls of some contexts, and the longest call.
func (tr *Trace) sightings(reply *message.SightReply, whole *profile.Profile, rows []profile.Row) {
	sorting.Stable(rows, cmp.Compare)
	in := func(n call.NodeIndex) bool {
		_, found := slices.BinarySearch(rows, tr.profiles.index.Of[n])
		return found
	}
	for n := range tr.profiles.index.Of {
		if in(call.NodeIndex(n)) {
			reply.On = append(reply.On, uint32(tr.profiles.index.Thread[n]))
		}
	}
	sorting.Stable(reply.On, cmp.Compare)
	reply.On = slices.Compact(reply.On)
	longest := trace.Ticks(-1)
	for _, m := range tr.methodsOf(rows) {
		whole.EachCall(m, func(r profile.Ref, l *call.Level) {
			if !in(l.Call(int(r.Row)).Node) {
				return
			}
			if d := l.End(int(r.Row)) - l.Start(int(r.Row)); d > longest {
				longest, reply.Longest, reply.Method = d, refOf(r), uint32(m)
			}
		})
	}
}

// methodsOf returns the methods of some contexts.
func (tr *Trace) methodsOf(rows []profile.Row) []trace.MethodIndex {
	var methods []trace.MethodIndex
	for _, row := range rows {
		methods = append(methods, tr.profiles.index.Merged.Method[row])
	}
	sorting.Stable(methods, cmp.Compare)
	return slices.Compact(methods)
}
