package dumping

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
	"traceglass/parser/stack"
	"traceglass/parser/trace"
	"traceglass/render/words"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
)

const (
	// mostSkipped limits the outermost frames inside which recording may have begun: those of an
	// event loop under a framework, or of a pool's worker.
	mostSkipped = 64
	// mostSighted limits the frames of a stack, from the outermost, that are looked for.
	mostSighted = 20_000
)

// sights looks for stacks of the dumps in a trace.
type sights struct {
	dumps *dumps
	last  byName // of the last trace that a stack was looked for in
}

// find looks for a thread's stack in the trace.
func (si *sights) find(req *message.Sight, in *tracing.Trace) message.Body {
	p, t := si.dumps.at(req.Thread)
	if p == nil {
		return &message.Failure{Text: words.T("There is no such thread in these dumps.")}
	}
	names, frames := javaFrames(p.file.d.Raw(), t) // names in the file, which dump and trace share
	stack := make([][]trace.MethodIndex, len(names))
	for i := range stack {
		stack[i] = si.called(in, names[i])
	}
	reply := in.Sight(stack, mostSkipped)
	reply.Thread, reply.Frames = req.Thread, frames
	for i := range names {
		if len(stack[i]) > 0 {
			names[i] = in.Label(stack[i][0])
		}
	}
	switch seen := names[reply.Skipped : reply.Skipped+reply.Seen]; {
	case len(seen) == 0:
		reply.Note = words.T("In the trace: no frame of this stack.")
	case len(seen) < frames && !slices.ContainsFunc(seen, func(name string) bool { return p.isDistinctive(name) }):
		reply = &message.SightReply{Thread: req.Thread, Frames: frames, Method: message.NoNode}
		reply.Note = words.Say("In the trace: only {1} of this stack's {2} frames, down to {3}. Every app has these.", words.Count(int64(len(seen))), words.Count(int64(frames)), valid(words.ShortLabel(seen[len(seen)-1])))
	default:
		reply.Part = part(reply, valid(words.Clip(seen[len(seen)-1])))
	}
	if own := si.foreignPackage(p, in); own != "" {
		reply.Note = strings.TrimSpace(words.Say("{1} The trace seems to be of another app: no method of {2} is in it.", reply.Note, valid(own)))
	}
	return reply
}

// part returns how much of a stack was found, down to its innermost frame that was.
func part(r *message.SightReply, innermost string) string {
	switch {
	case r.Seen == r.Frames:
		return words.Say("In the trace: this whole stack, {1}, was", words.Plural(int64(r.Frames), "frame", "frames"))
	case r.Skipped == 0:
		return words.Say("In the trace: the outermost {1} of {2} frames, down to {3}, were", words.Count(int64(r.Seen)), words.Count(int64(r.Frames)), innermost)
	case r.Skipped+r.Seen == r.Frames:
		return words.Say("In the trace: the innermost {1} of {2} frames were (the others began before the recording)", words.Count(int64(r.Seen)), words.Count(int64(r.Frames)))
	}
	return words.Say("In the trace: {1} of {2} frames, down to {3}, were (the outermost {4} began before the recording)", words.Count(int64(r.Seen)), words.Count(int64(r.Frames)), innermost, words.Count(int64(r.Skipped)))
}

// isDistinctive reports whether a frame, class.method, distinguishes an app from others.
func (p *process) isDistinctive(frame string) bool {
	return p.app.Of(frame[:max(0, strings.LastIndexByte(frame, '.'))]) != platform.Platform || !platform.IsRoot(frame)
}

// foreignPackage returns the prefix of the process's own code if the trace has code of apps, but
// none with that prefix. It returns "" if the trace has it, or if no stack of the process shows own
// code.
func (si *sights) foreignPackage(p *process, in *tracing.Trace) string {
	vendors := si.named(in).vendors
	if len(vendors) == 0 {
		return ""
	}
	found := ""
	seen := map[dump.PlaceID]bool{}
	for t := p.block.FirstThread; t < p.block.EndThread; t++ {
		thread := &p.file.d.Threads[t]
		for _, row := range p.file.d.Stack[thread.FirstRow:min(thread.EndRow, thread.FirstRow+mostSighted)] {
			if seen[row.Place] || p.kind(row.Place) != stack.Own {
				continue
			}
			seen[row.Place] = true
			f := p.file.d.Frame(row.Place)
			of := vendor(f.Class)
			if vendors[of] {
				return ""
			}
			if found == "" || strings.HasPrefix(p.block.CommandLine, of+".") {
				found = of
			}
		}
	}
	if vendors[vendor(p.block.CommandLine+".")] {
		return ""
	}
	return found
}

// vendor returns the usual prefix of the packages of one app: the first two parts of a class's
// package, or the only one, or "".
func vendor(class string) string {
	first, rest, ok := strings.Cut(class, ".")
	if !ok {
		return ""
	}
	if second, _, ok := strings.Cut(rest, "."); ok {
		return first + "." + second
	}
	return first
}

// byName has a trace's methods by class and method name, built when a stack is first looked for.
type byName struct {
	of      *tracing.Trace
	methods map[string][]trace.MethodIndex
	vendors map[string]bool // of methods that are not the platform's
}

// called returns a trace's methods with a class and name. There are several if they differ in
// their signatures, which a dump does not have.
func (si *sights) called(in *tracing.Trace, name string) []trace.MethodIndex {
	return si.named(in).methods[name]
}

// named returns a trace's methods by name.
func (si *sights) named(in *tracing.Trace) *byName {
	if si.last.of != in {
		si.last = byName{in, make(map[string][]trace.MethodIndex, len(in.Methods())), map[string]bool{}}
		for i := range in.Methods() {
			method := &in.Methods()[i]
			f := dump.Frame{Kind: dump.JavaFrame, Class: method.Class, Method: method.Name}
			if method.Raw != nil {
				f.Class, f.Method = method.Raw.Class, method.Raw.Name
			}
			if key := f.Key(); method.Listed {
				si.last.methods[key] = append(si.last.methods[key], trace.MethodIndex(i))
				if of := vendor(method.Class); of != "" && platform.Of(method.Class) != platform.Platform {
					si.last.vendors[of] = true
				}
			}
		}
	}
	return &si.last
}

// javaFrames returns the keys of a thread's Java frames, the outermost first, and their number.
// It returns keys of the outermost ones only.
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
