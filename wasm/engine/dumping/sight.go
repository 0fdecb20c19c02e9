package dumping

import (
	"traceglass/parser/dump"
	"traceglass/parser/trace"
	"traceglass/wasm/engine/tracing"
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
func (m *Room) sight(req *message.Sight, in *tracing.Trace) message.Body {
	p, t := m.at(req.Thread)
	if p == nil {
		return &message.Failure{Text: "There is no such thread in these dumps."}
	}
	names, frames := javaFrames(p.file.d, t)
	stack := make([][]trace.MethodIndex, len(names))
	for i := range stack {
		stack[i] = m.called(in, names[i])
	}
	reply := in.Sight(stack, mostSkipped)
	reply.Thread, reply.Frames = req.Thread, frames
	if reply.Seen > 0 {
		reply.Innermost = valid(names[reply.Skipped+reply.Seen-1])
	}
	return reply
}

// byName has a trace's methods by class and method name, made when a stack is first looked for.
type byName struct {
	of      *tracing.Trace
	methods map[string][]trace.MethodIndex
}

// called lists a trace's methods of that class and name: several, where they differ in their
// signatures, which a dump does not have.
func (m *Room) called(in *tracing.Trace, name string) []trace.MethodIndex {
	if m.byName.of != in {
		m.byName = byName{in, make(map[string][]trace.MethodIndex, len(in.Methods()))}
		for i := range in.Methods() {
			method := &in.Methods()[i]
			f := dump.Frame{Kind: dump.JavaFrame, Class: method.Class, Method: method.Name}
			if key := f.Key(); method.Listed {
				m.byName.methods[key] = append(m.byName.methods[key], trace.MethodIndex(i))
			}
		}
	}
	return m.byName.methods[name]
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
