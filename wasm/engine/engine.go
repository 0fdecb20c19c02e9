// Package engine holds what is open, a trace, thread dumps or both, and has the room that knows
// a request answer it. It runs in the worker, and natively under tests and benchmarks.
package engine

import (
	"fmt"

	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/engine/graph"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
)

// An Engine reads files and then answers requests about them, from one goroutine.
type Engine struct {
	budget  int64
	reading *tracing.Reading
	trace   *tracing.Trace                 // nil: none is open
	dumps   Dumps                          // nil: this program reads none
	open    func(trace.Sink) *trace.Reader // of a trace
	samples func() tracing.Samples         // nil: this program reads none
	graph   graph.Stage
	both    Both // nil: this program compares no traces
}

// Both is the room of two traces, which package comparing has: one is that of the engine.
type Both interface {
	// Answer answers a request about both; nil for any other.
	Answer(req message.Body, own *tracing.Trace) message.Body
	// Draw fills l with a picture of both, or of the engine's trace among both; false for any other.
	Draw(req message.Picture, l *scene.List, own *tracing.Trace) bool
	// Name is what a number from message.ChangeNames on stands for.
	Name(number uint32) (name message.Name, ok bool)
	// Keep keeps of a part of a trace what its methods cost, as one of many runs, and tells its number of
	// calls, and where on its timeline the part lies. An error says why there is nothing to keep. The path is that in the file that holds it, from the name of that on.
	Keep(path string, of *tracing.Trace, part message.RunsPart) (calls int64, within message.Scope, err error)
	// Parted says which of two groups each run that was kept is likely of, and whether anything parts them.
	Parted() (groups []int, ok bool)
}

// KeepRun keeps what a trace cost that another engine has read, as one of many runs; it tells the
// number of calls in the part that is kept, and where on its timeline that lies. An error says why there is nothing to keep.
func (e *Engine) KeepRun(path string, from *Engine, part message.RunsPart) (calls int64, within message.Scope, err error) {
	return e.both.Keep(path, from.trace, part)
}

// PartRuns says which of two groups each run that was kept is likely of, and whether anything parts
// them.
func (e *Engine) PartRuns() (groups []int, ok bool) { return e.both.Parted() }

// Compares gives the engine the room of two traces.
func (e *Engine) Compares(both Both) { e.both = both }

// Dumps is the room of thread dumps, which package dumping has. Reading them weighs an eighth of
// the page's program, and most visits are for a trace: a program that is to read none leaves
// that package out.
type Dumps interface {
	// Begin starts the reading of a file, by its path in the zip file that it may be packed in,
	// which is opened then. Those read before stay, or what is kept of them. Write reads the next piece of the unwrapped file, and
	// End completes the reading: found tells whether the file holds a dump; if it holds none, an
	// error may say what it is, to the user. Partial is a sentence on why only a part was
	// read, or "".
	Begin(file, opened string)
	Write(p []byte)
	End(partial string) (found bool, err error)

	// Reread begins to read a file of a pile again, by its number in the order of Begin; Begin,
	// Write and End follow. False: it is at hand.
	Reread(number int) bool

	// BeginMap starts the reading of a map of names, which may be packed in what is opened, for a trace (nil: none is open) and the dumps;
	// Write and End follow. It is the last of what is read. Named says what it gave, nil without one, and LeaveMap goes
	// back to the one before.
	BeginMap(file, opened string, of *tracing.Trace)
	Named() *message.Named
	LeaveMap()
	// BeginPass is asked after the reading of a map whether all dumps are to be read again, as of a pile, to be named;
	// Begin, Write and End of each follow, in their order, and then EndPass, which is told whether these were all.
	BeginPass() bool
	EndPass(all bool)
	NameNotes() []string // for the receipt: what it gave, and what it had not

	// Open describes the dumps that were read, in their order; nil if there are none.
	Open() *message.Dumps

	// Answer answers a request about dumps, for which it may look into the trace that is open
	// beside them (nil: none is); nil for any other request. Graphs go on the stage.
	Answer(req message.Body, beside *tracing.Trace, stage *graph.Stage) message.Body
	// Draw fills l with a picture of dumps; false for any other.
	Draw(req message.Picture, l *scene.List) bool
	// Name is what a number from message.FrameNames on stands for.
	Name(number uint32) (name message.Name, ok bool)
}

// New returns an engine that stops reading a trace when its calls take more than budget bytes.
// Dumps is nil in a program that reads none.
func New(budget int64, dumps Dumps) *Engine {
	return &Engine{budget: budget, dumps: dumps, open: trace.NewRecordReader}
}

// Dumps is the room of thread dumps, nil in a program that reads none.
func (e *Engine) Dumps() Dumps { return e.dumps }

// Begin starts a trace's reading. Paired means that the bytes are those of a .key file
// and then its .data file. Size, in bytes as stored, is only passed on to Progress.
func (e *Engine) Begin(file string, size int64, paired bool) {
	e.trace = nil
	if e.Again() {
		e.reading = e.reading.Again()
		return
	}
	e.reading = tracing.Read(e.open, file, size, paired, e.budget)
}

// ReadsPackets has the engine read V2 files and dumps without a header too, which another program
// leaves to it (trace.ErrPackets).
func (e *Engine) ReadsPackets() { e.open = trace.NewReader }

// ReadsSamples gives the engine what reads a recording of samples, a new one for each.
func (e *Engine) ReadsSamples(open func() tracing.Samples) { e.samples = open }

// BeginSamples is Begin for a recording of simpleperf, which is read once. False: this program
// reads none.
func (e *Engine) BeginSamples(file string, size int64) bool {
	if e.samples == nil {
		return false
	}
	e.trace, e.reading = nil, tracing.ReadSamples(e.samples(), file, size, e.budget)
	return true
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
func (e *Engine) End(partial string) error {
	tr, err := e.reading.End(partial)
	if tr != nil {
		e.trace, e.reading = tr, nil
	}
	return err
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

// BeginMap starts the reading of a map of names for what has been read, in a program that reads
// dumps; it is written to Dumps.
func (e *Engine) BeginMap(file, opened string) {
	e.graph.Skip() // a page that has asked another worker before knows graphs by their numbers
	e.dumps.BeginMap(file, opened, e.trace)
}

// Named says what the map of names gave, nil without one.
func (e *Engine) Named() *message.Named { return e.dumps.Named() }

// Told is what is open, as it is told when it has been read, under the names that it has now and in
// the language that is spoken.
func (e *Engine) Told() (all []message.Body) {
	if e.dumps == nil {
		if e.trace != nil {
			all = append(all, e.trace.Describe())
		}
		return all
	}
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
	if e.dumps != nil {
		if reply := e.dumps.Answer(req, e.trace, &e.graph); reply != nil {
			return reply
		}
	}
	if e.both != nil {
		if reply := e.both.Answer(req, e.trace); reply != nil {
			return reply
		}
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
		case number >= message.FrameNames && e.dumps != nil:
			name, ok = e.dumps.Name(number)
		case number >= message.ChangeNames && number < message.FrameNames && e.both != nil:
			name, ok = e.both.Name(number)
		case number >= message.SideNames && number < message.ChangeNames && e.trace != nil:
			name, ok = e.trace.Name(number % message.SideNames)
			name.Method = number
		case number < message.SideNames && e.trace != nil:
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
	case e.dumps != nil && e.dumps.Draw(req, l), e.both != nil && e.both.Draw(req, l, e.trace), e.trace != nil && e.trace.Draw(req, l):
		return nil
	case e.trace == nil:
		return fmt.Errorf("no trace is open")
	}
	return fmt.Errorf("this version does not know the picture %T", req)
}
