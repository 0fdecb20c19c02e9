package comparing

import (
	"cmp"
	"slices"

	"traceglass/parser/compare"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
)

// methodCalls caches the calls of a method on the threads of a lane, in order of time.
type methodCalls struct {
	trace      *tracing.Trace
	text, lane string
	all        []timed
}

// A timed is a call and its start.
type timed struct {
	at  int64 // ns
	ref profile.Ref
}

// textOf returns the name of a method in a Repair.
func textOf(m *trace.Method) string {
	return (&compare.Method{Class: m.Class, Name: m.Name, Signature: m.Signature, ID: m.ID}).Text()
}

// callsOf returns the calls of a method on the threads of a lane.
func (r *Room) callsOf(own *tracing.Trace, text, lane string) []timed {
	c := &r.callCache
	if c.trace == own && c.text == text && c.lane == lane {
		return c.all
	}
	*c = methodCalls{trace: own, text: text, lane: lane}
	x := own.Index()
	wanted := make([]bool, len(x.Info.Methods))
	for m := range wanted {
		wanted[m] = textOf(&x.Info.Methods[m]) == text
	}
	for t := range x.Calls.Threads {
		if lane != "" && platform.Pool(x.Info.Threads[t].Label()) != lane {
			continue
		}
		thread := &x.Calls.Threads[t]
		for depth := range thread.Levels {
			l := thread.Levels[depth]
			for row := range l.Len() {
				if ref := (profile.Ref{Thread: trace.ThreadIndex(t), Depth: uint32(depth), Row: uint32(row)}); wanted[x.Method(ref)] {
					c.all = append(c.all, timed{x.Calls.Nanos(l.Start(row)), ref})
				}
			}
		}
	}
	sorting.Stable(c.all, func(a, b timed) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.ref.Thread, b.ref.Thread), cmp.Compare(a.ref.Depth, b.ref.Depth))
	})
	return c.all
}

// place returns the position of a call in the engine's trace, and its names on both sides as far
// as this engine knows them.
func (r *Room) place(req *message.SideCall, own *tracing.Trace) message.Body {
	side := int(req.Side & 1)
	reply := &message.SidePlace{Texts: req.Texts, Lanes: req.Lanes, Pair: message.NoNode}
	if req.HasCall {
		x := own.Index()
		ref := profile.Ref{Thread: trace.ThreadIndex(req.Call.Thread), Depth: req.Call.Depth, Row: req.Call.Row}
		if !x.Has(ref) {
			return reply
		}
		reply.Texts[side], reply.Lanes[side] = textOf(&x.Info.Methods[x.Method(ref)]), platform.Pool(x.Info.Threads[ref.Thread].Label())
	}
	if r.comparison != nil {
		r.names(reply, side)
	}
	if req.HasCall && req.Brief {
		at(reply, own, profile.Ref{Thread: trace.ThreadIndex(req.Call.Thread), Depth: req.Call.Depth, Row: req.Call.Row})
		return reply
	}
	if reply.Texts[side] == "" {
		return reply
	}
	all := r.callsOf(own, reply.Texts[side], reply.Lanes[side])
	reply.Nth, reply.Count = req.Nth, int64(len(all))
	if req.HasCall {
		reply.Nth = int64(slices.IndexFunc(all, func(c timed) bool {
			return uint32(c.ref.Thread) == req.Call.Thread && c.ref.Depth == req.Call.Depth && c.ref.Row == req.Call.Row
		}))
	}
	if reply.Nth < 0 || reply.Nth >= int64(len(all)) {
		return reply
	}
	at(reply, own, all[reply.Nth].ref)
	return reply
}

// at sets the position of a call.
func at(reply *message.SidePlace, own *tracing.Trace, ref profile.Ref) {
	x := own.Index()
	l := x.Level(ref)
	reply.Shown = own.Label(x.Method(ref))
	reply.Found, reply.Call = true, message.CallRef{Thread: uint32(ref.Thread), Depth: ref.Depth, Row: ref.Row}
	reply.From, reply.To = x.Calls.Nanos(l.Start(int(ref.Row))), x.Calls.Nanos(l.End(int(ref.Row)))
}

// names adds the other side's names of a method and its thread.
func (r *Room) names(of *message.SidePlace, side int) {
	known := side
	if of.Texts[side] == "" {
		known = 1 - side
	}
	unknown := of.Texts[1-known] == ""
	for i, p := range r.comparison.Pairs {
		rows := [2]trace.MethodIndex{p.A, p.B}
		if rows[known] == compare.None || r.comparison.Sides[known].Methods[rows[known]].Text() != of.Texts[known] {
			continue
		}
		of.Pair = uint32(i)
		unknown = false
		if other := rows[1-known]; other != compare.None {
			of.Texts[1-known] = r.comparison.Sides[1-known].Methods[other].Text()
		}
	}
	if unknown { // the method is called on threads or at times that are not compared
		of.Texts[1-known] = of.Texts[known]
	}
	for _, l := range r.lanes {
		if l[known] == of.Lanes[known] && l[1-known] != "" {
			of.Lanes[1-known] = l[1-known]
		}
	}
}
