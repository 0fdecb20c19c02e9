// Package engine holds what is open, a trace, thread dumps or both, and has the room that knows
// a request answer it. It runs in the worker, and natively under tests and benchmarks.
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
	both    *comparing.Room // compares this trace with another, and many runs
}

// New returns an engine that stops reading a trace when its calls take more than budget bytes.
func New(budget int64) *Engine {
	return &Engine{budget: budget, dumps: dumping.New(), both: comparing.New()}
}

// KeepRun keeps, as one of many runs, what the methods of a trace cost that another engine has read. Path names
// the trace, from the file that holds it on. It returns the number of calls in the part that is kept and the part's
// range on the timeline. An error says why there is nothing to keep.
func (e *Engine) KeepRun(path string, from *Engine, part message.RunsPart) (calls int64, within message.Scope, err error) {
	return e.both.Keep(path, from.trace, part)
}

// PartRuns returns the likely group, 0 or 1, of each run that was kept, and whether anything tells the groups apart.
func (e *Engine) PartRuns() (groups []int, ok bool) { return e.both.Parted() }

// Dumps is the room of thread dumps.
func (e *Engine) Dumps() *dumping.Room { return e.dumps }

// Begin starts a trace's reading. Paired means that the bytes are those of a .key file
// and then its .data file. Size, in bytes as stored, is only passed on to Progress.
func (e *Engine) Begin(file string, size int64, paired bool) {
	e.trace = nil
	if e.Again() {
		e.reading = e.reading.Again()
		return
	}
	e.reading = tracing.Read(file, size, paired, e.budget)
}

// BeginSamples is Begin for a recording of simpleperf, which is read once.
func (e *Engine) BeginSamples(file string, size int64) {
	e.trace, e.reading = nil, tracing.ReadSamples(file, size, e.budget)
}

// Write reads the next piece of the unwrapped file. An error means that it is no trace;
// its text is for the user.
func (e *Engine) Write(p []byte) error { return e.reading.Write(p) }

// Full tells whether the memory budget is used up; the rest of the file must then be
// left unread, and End told so.
func (e *Engine) Full() bool { return e.reading.Full() }

// Progress tells how far reading is, if a trace is being read; Bytes are the caller's to set.
func (e *Engine) Progress() message.Progress {
	if e.reading == nil {
		return message.Progress{}
	}
	return e.reading.Progress()
}

// End completes the reading. Partial is a sentence on why only a part was read, or "". If Again
// holds afterwards, there is no trace yet: the file must be read once more from its start, with Begin.
// A trace without calls has nothing to show: the error says why.
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

// Outline is what the first pictures of the trace need to know of it, nil without one. They can be
// drawn before Describe has the rest summed up.
func (e *Engine) Outline() *message.Description {
	if e.trace == nil {
		return nil
	}
	return e.trace.Outline()
}

// Describe describes the trace that was read.
func (e *Engine) Describe() *message.Description { return e.trace.Describe() }

// Again tells, after End, whether the file must be read once more: a damaged trace that
// can only be replayed knowing what its end showed.
func (e *Engine) Again() bool { return e.reading != nil && e.reading.Again() != nil }

// BeginMap starts the reading of a map of names. Its bytes go to Dumps.
func (e *Engine) BeginMap(file, opened string) {
	e.graph.Skip() // a page that has asked another worker before knows graphs by their numbers
	e.dumps.BeginMap(file, opened, e.trace)
}

// Named says what the map of names gave, nil without one.
func (e *Engine) Named() *message.Named { return e.dumps.Named() }

// Descriptions is what is open, as it is told when it has been read, under the names that it has now and in
// the language that is spoken.
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

// Answer answers every request but those for pictures. It never returns nil.
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

// names answers with those names that there are.
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

// List fills l with a picture. An error says, to the user, why there is none.
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
