// Package engine holds the open trace and thread dumps, and passes each request to the room that
// answers it. It runs in the worker, and natively in tests and benchmarks.
package engine

import (
	"fmt"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/engine/comparing"
	"traceglass/wasm/engine/dumping"
	"traceglass/wasm/engine/graph"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
)

// An Engine reads files and then answers requests about them, from one goroutine.
type Engine struct {
	budget  int64
	reading *tracing.Reading
	trace   *tracing.Trace // nil: none is open
	dumps   *dumping.Room
	graph   graph.Stage
	both    *comparing.Room // comparisons of this trace with another, and of many runs
}

// New returns an engine that stops reading a trace when its calls need more than budget bytes.
func New(budget int64) *Engine {
	return &Engine{budget: budget, dumps: dumping.New(), both: comparing.New()}
}

// KeepRun adds the method costs of a trace, which engine from has read, as one of many runs. path
// is the name of the trace, including the file that contains it. It returns the number of calls
// in the part that is kept and the part's range on the timeline. An error says, for the user, why
// there is nothing to keep.
func (e *Engine) KeepRun(path string, from *Engine, part message.RunsPart) (calls int64, within message.Scope, err error) {
	return e.both.Keep(path, from.trace, part)
}

// PartRuns returns the likely group, 0 or 1, of each kept run. ok is false if nothing
// distinguishes the groups.
func (e *Engine) PartRuns() (groups []int, ok bool) { return e.both.Parted() }

// Dumps returns the room of thread dumps.
func (e *Engine) Dumps() *dumping.Room { return e.dumps }

// Begin starts reading a trace, or its second reading if Again. paired means that the bytes are
// those of a .key file followed by its .data file. size, in bytes as stored, is only copied to
// Progress.
func (e *Engine) Begin(file string, size int64, paired bool) {
	e.trace = nil
	if e.Again() {
		e.reading = e.reading.Again()
		return
	}
	e.reading = tracing.Read(file, size, paired, e.budget)
}

// BeginSamples is Begin for a simpleperf recording, which is read once.
func (e *Engine) BeginSamples(file string, size int64) {
	e.trace, e.reading = nil, tracing.ReadSamples(file, size, e.budget)
}

// Write reads the next piece of the uncompressed file. An error means that the file is not a
// trace. Its text is for the user.
func (e *Engine) Write(p []byte) error { return e.reading.Write(p) }

// Full reports whether the memory budget is used up. The caller must then stop reading and pass
// the reason to End.
func (e *Engine) Full() bool { return e.reading.Full() }

// Progress returns how far reading is, or zero if no trace is being read. The caller sets Bytes.
func (e *Engine) Progress() message.Progress {
	if e.reading == nil {
		return message.Progress{}
	}
	return e.reading.Progress()
}

// End completes the reading. partial is a sentence on why only a part was read, or "". If Again
// is true afterwards, there is no trace yet: read the file again from its start, with Begin. An
// error says, for the user, why there is nothing to show, for example that the trace has no
// calls.
func (e *Engine) End(partial string) error {
	tr, err := e.reading.End(partial)
	if tr == nil {
		return err
	}
	e.reading = nil
	if err := tr.Empty(); err != nil {
		return err
	}
	e.trace = tr
	return nil
}

// Outline returns the parts of Describe that the first pictures need, or nil without a trace. It
// is fast because it needs no profile.
func (e *Engine) Outline() *message.Description {
	if e.trace == nil {
		return nil
	}
	return e.trace.Outline()
}

// Describe returns the description of the trace. There must be one.
func (e *Engine) Describe() *message.Description { return e.trace.Describe() }

// Again reports, after End, whether the file must be read a second time: the replay of some
// damaged traces needs to know their end.
func (e *Engine) Again() bool { return e.reading != nil && e.reading.Again() != nil }

// BeginMap starts reading a map of names. Its bytes go to Dumps.
func (e *Engine) BeginMap(file, opened string) {
	e.graph.Skip() // the page may have numbered graphs with another worker
	e.dumps.BeginMap(file, opened, e.trace)
}

// Named returns what the map of names did, or nil without a map.
func (e *Engine) Named() *message.Named { return e.dumps.Named() }

// Descriptions returns the descriptions of the open trace and dumps, with the current names and
// in the current language.
func (e *Engine) Descriptions() (all []message.Body) {
	if e.trace != nil {
		about := e.trace.Describe()
		for i, s := range e.dumps.NameNotes() {
			about.Notes = append(about.Notes, message.Note{Code: "names", Text: s, Count: int64(min(i, 1)), Offset: -1})
		}
		all = append(all, about)
	}
	if about := e.dumps.Open(); about != nil {
		all = append(all, about)
	}
	return all
}

// Answer answers any request except pictures. It never returns nil.
func (e *Engine) Answer(req message.Body) message.Body {
	switch req := req.(type) {
	case *message.Names:
		return e.names(req)
	case *message.Layout:
		return e.graph.Place(req)
	}
	if reply := e.dumps.Answer(req, e.trace, &e.graph); reply != nil {
		return reply
	}
	if reply := e.both.Answer(req, e.trace); reply != nil {
		return reply
	}
	if e.trace == nil {
		return &message.Failure{Text: words.T("No trace is open.")}
	}
	if reply := e.trace.Answer(req, &e.graph); reply != nil {
		return reply
	}
	return &message.Failure{Text: fmt.Sprintf("This version does not know the request %T.", req)}
}

// names returns the names of the methods that exist.
func (e *Engine) names(req *message.Names) message.Body {
	reply := &message.NamesReply{}
	for _, number := range req.Methods {
		var name message.Name
		var ok bool
		switch {
		case number >= message.FrameNames:
			name, ok = e.dumps.Name(number)
		case number >= message.ChangeNames:
			name, ok = e.both.Name(number)
		case e.trace == nil:
		case number >= message.SideNames:
			name, ok = e.trace.Name(number % message.SideNames)
			name.Method = number
		default:
			name, ok = e.trace.Name(number)
		}
		if ok {
			reply.Names = append(reply.Names, name)
		}
	}
	return reply
}

// List fills l with a picture. If it cannot, the error states the reason for the user.
func (e *Engine) List(req message.Picture, l *scene.List) error {
	l.Reset()
	if req, ok := req.(*message.GraphView); ok {
		var paint scene.Paint
		if e.trace != nil {
			paint = e.trace.Paint(req.Colour, req.Find)
		}
		e.graph.Draw(l, req, paint)
		return nil
	}
	switch {
	case e.dumps.Draw(req, l), e.both.Draw(req, l, e.trace), e.trace != nil && e.trace.Draw(req, l):
		return nil
	case e.trace == nil:
		return fmt.Errorf("no trace is open")
	}
	return fmt.Errorf("this version does not know the picture %T", req)
}
