package tracing

import (
	"slices"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/wasm/message"
)

func ref(r message.CallRef) profile.Ref {
	return profile.Ref{Thread: trace.ThreadIndex(r.Thread), Depth: r.Depth, Row: r.Row}
}

func refOf(r profile.Ref) message.CallRef {
	return message.CallRef{Thread: uint32(r.Thread), Depth: r.Depth, Row: r.Row}
}

// call describes one call.
func (tr *Trace) call(r profile.Ref) *message.Call {
	x := tr.profiles.index
	if !x.Has(r) {
		return &message.Call{Call: refOf(r)}
	}
	l, t := x.Level(r), &x.Calls.Threads[r.Thread]
	own, callees := x.Self(r)
	reply := &message.Call{
		Found: true, Call: refOf(r), Method: uint32(x.Method(r)),
		From: tr.profiles.ns(l.Start(int(r.Row))), To: tr.profiles.ns(l.End(int(r.Row))),
		Inclusive: message.Times(x.Times(r)), Exclusive: message.Times(own), Callees: int64(callees),
		AtStart: r.Row == 0 && int64(r.Depth) < t.OrphanExits,
		AtEnd:   tr.profiles.isOpen(r), Unexplained: slices.Contains(tr.timeline.unexplained, r),
	}
	if from, to, _, ok := tr.profiles.timeline.EndingOf(r.Thread); ok && reply.AtEnd {
		reply.AfterEnd = tr.profiles.ns(to - from)
	}
	for at := r; ; {
		reply.Path = append(reply.Path, message.Frame{Call: refOf(at), Method: uint32(x.Method(at)), Inclusive: message.Times(x.Times(at))})
		if at.Depth == 0 {
			break
		}
		at.Row = uint32(t.Caller(int(at.Depth), int(at.Row)))
		at.Depth--
	}
	slices.Reverse(reply.Path)
	reply.AtLeast = 1
	if x.Info.Sampling == trace.Sampled {
		n, callee := x.AtLeast(r)
		reply.AtLeast, reply.Callee = n, uint32(callee)
	}
	return reply
}

func (tr *Trace) method(req *message.MethodInfo) message.Body {
	p := tr.profiles.in(req.Scope)
	reply := &message.Method{Method: req.Method}
	if int(req.Method) >= len(p.Methods) {
		return reply
	}
	m := trace.MethodIndex(req.Method)
	shown := req.Scope
	shown.Code = message.AllCode // these figures are of all code
	filtered := tr.profiles.shown(shown)
	reply.Row = tr.looks.row(filtered, m, &filtered.Methods[m])
	if req.Scope.Code == message.ChargedToOwn {
		charged := tr.profiles.shown(req.Scope)
		row := tr.looks.row(charged, m, &charged.Methods[m])
		reply.Caused, reply.CausedShare = row.Exclusive, row.ExclusiveShare
	}
	s := p.Spread(m, profile.Clock(req.Scope.Clock))
	reply.Count, reply.Min, reply.Median, reply.P95, reply.Max, reply.Mean = s.Count, s.Min, s.Median, s.P95, s.Max, s.Mean
	for _, l := range s.Longest {
		reply.Longest = append(reply.Longest, message.Longest{Call: refOf(l.Call), From: l.From, Duration: l.Duration})
	}
	for _, b := range s.Bins {
		reply.Bins = append(reply.Bins, message.Bin(b))
	}
	return reply
}

// step moves from one call to another: to the next of a method, or along the tree.
func (tr *Trace) step(req *message.Step) message.Body {
	none := &message.Call{Call: req.From}
	if req.To >= message.ToSpan {
		to, place, ok := tr.timeline.step(req)
		reply := none
		if ok {
			reply = tr.call(to)
		}
		reply.Place = place
		return reply
	}
	p, from := tr.profiles.in(req.Scope), ref(req.From)
	if req.To == message.ToSame {
		if int(req.Method) >= len(p.Methods) {
			return none
		}
		var to profile.Ref
		var ok bool
		m := trace.MethodIndex(req.Method)
		if req.Any || !tr.profiles.index.Has(from) {
			to, ok = p.CallAt(m, tr.profiles.ticks(req.At), req.Back)
		} else {
			to, ok = p.NextCall(m, from, req.Back)
		}
		if !ok {
			return none
		}
		return tr.call(to)
	}
	if !tr.profiles.index.Has(from) {
		return none
	}
	t := &tr.profiles.index.Calls.Threads[from.Thread]
	switch req.To {
	case message.ToCaller:
		if from.Depth == 0 {
			return none
		}
		from.Row = uint32(t.Caller(int(from.Depth), int(from.Row)))
		from.Depth--
	case message.ToCallee:
		first, end := t.Callees(int(from.Depth), int(from.Row))
		if first >= end {
			return none
		}
		from.Depth, from.Row = from.Depth+1, uint32(first)
	case message.ToPrevious:
		if from.Row == 0 {
			return none
		}
		from.Row--
	case message.ToNext:
		from.Row++ // there is no call after the last
	}
	return tr.call(from)
}
