//go:build dumps || !js

package engine

import (
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/dump"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/wasm/message"
)

const (
	// mostSkipped is how many outermost frames recording may have begun inside of: those of
	// an event loop under a framework, or of a pool's worker.
	mostSkipped = 64
	// mostSighted is how many frames of a stack, from the outermost in, are looked for.
	mostSighted = 20_000
)

// sight looks for a thread's stack in the trace.
func (e *Engine) sight(req *message.Sight) message.Body {
	p, t := e.dumps.at(req.Thread)
	if p == nil {
		return &message.Failure{Text: "There is no such thread in these dumps."}
	}
	names, frames := javaFrames(p.file.d, t)
	reply := &message.SightReply{Thread: req.Thread, Frames: frames, Method: message.NoNode}
	stack := make([][]trace.MethodIndex, len(names))
	for i := range stack {
		stack[i] = e.called(names[i])
	}
	s := e.whole.Contexts.Tree.Sight(stack, mostSkipped)
	if s.Seen == 0 {
		return reply
	}
	reply.Skipped, reply.Seen, reply.Innermost = s.Skipped, s.Seen, valid(names[s.Skipped+s.Seen-1])
	for _, row := range s.Rows {
		c := &e.whole.Contexts.Rows[row]
		reply.Calls += c.Calls
		for clock := range reply.Times {
			reply.Times[clock] += c.Inclusive[clock]
		}
	}
	e.sightings(reply, s.Rows)
	return reply
}

// sightings says on which threads the calls of some contexts lie, and which is the longest.
func (e *Engine) sightings(reply *message.SightReply, rows []profile.Row) {
	slices.Sort(rows)
	in := func(n call.NodeIndex) bool {
		_, found := slices.BinarySearch(rows, e.index.Of[n])
		return found
	}
	for n := range e.index.Of {
		if in(call.NodeIndex(n)) {
			reply.On = append(reply.On, uint32(e.index.Thread[n]))
		}
	}
	slices.Sort(reply.On)
	reply.On = slices.Compact(reply.On)
	longest := int64(-1)
	for _, m := range e.methodsOf(rows) {
		e.whole.EachCall(m, func(r profile.Ref, l *call.Level) {
			if !in(l.Call(int(r.Row)).Node) {
				return
			}
			if d := l.End(int(r.Row)) - l.Start(int(r.Row)); d > longest {
				longest, reply.Longest, reply.Method = d, refOf(r), uint32(m)
			}
		})
	}
}

// methodsOf lists the methods of some contexts.
func (e *Engine) methodsOf(rows []profile.Row) []trace.MethodIndex {
	var methods []trace.MethodIndex
	for _, row := range rows {
		methods = append(methods, e.whole.Contexts.Tree.Method[row])
	}
	slices.Sort(methods)
	return slices.Compact(methods)
}

// called lists the trace's methods of that class and name: several, where they differ in
// their signatures, which a dump does not have.
func (e *Engine) called(name string) []trace.MethodIndex {
	if e.byName == nil {
		e.byName = make(map[string][]trace.MethodIndex, len(e.index.Info.Methods))
		for m := range e.index.Info.Methods {
			in := &e.index.Info.Methods[m]
			f := dump.Frame{Kind: dump.JavaFrame, Class: in.Class, Method: in.Name}
			if key := f.Key(); in.Listed {
				e.byName[key] = append(e.byName[key], trace.MethodIndex(m))
			}
		}
	}
	return e.byName[name]
}

// javaFrames are the keys of a thread's frames of Java code, the outermost first, and how
// many there are; keys are returned of the outermost ones only.
func javaFrames(d *dump.Dump, t int) (names []string, frames int) {
	thread := &d.Threads[t]
	for row := thread.EndRow - 1; row >= thread.FirstRow; row-- {
		if place := d.Stack[row].Place; d.FrameKind(place) == dump.JavaFrame {
			if frames++; frames <= mostSighted {
				f := d.Frame(place)
				names = append(names, f.Key())
			}
		}
	}
	return names, frames
}
