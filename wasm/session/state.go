package session

import (
	"cmp"
	"slices"

	"traceglass/wasm/message"
)

// A state is one of *empty, *fetching, *reading, *readingTwo, *choosing, *crashed or *open.
type state interface {
	workers() []*Worker // that it owns
	source() Source     // the files that Restart reads
}

type (
	// empty is nothing. A failure may be on the screen.
	empty struct{}

	// fetching waits for a download, or for the walk through a folder.
	fetching struct {
		worker    *Worker // that reads during the download, nil for none
		downloads bool    // the worker downloads the file itself
	}

	// reading reads files. Nothing is open.
	reading struct {
		side
		cancelTicksLeft int // until a worker that has not answered Cancel is ended; 0 if none is waited for
	}

	// choosing waits for the choice of one of several traces in ZIP files.
	choosing struct {
		from  Source
		added bool // they include the open files
	}

	// crashed follows when a worker with open files ends.
	crashed struct{ from Source }

	// open is open.
	open struct {
		out        *outbox
		sides      []*side    // one, or two traces: A and B
		front      int        // index of the side in front
		compare    *comparing // of two traces, nil for one
		naming     *naming    // a map of names that is being read, nil for none
		background background // nil for nothing
	}
)

// background is an opening while other files stay open: *fetching, *newcomer or *choosing.
type background interface{ workers() []*Worker }

// A side is a worker and its files.
type side struct {
	worker *Worker
	from   Source

	trace, dumps, runs bool   // were found in the files
	texts              int    // number of files with dumps
	memory             int64  // bytes that the worker holds
	mapID              string // of the map of names that the files name, "" for none
	named              bool   // a map of names was applied
}

func (*empty) workers() []*Worker     { return nil }
func (*choosing) workers() []*Worker  { return nil }
func (*crashed) workers() []*Worker   { return nil }
func (r *reading) workers() []*Worker { return []*Worker{r.worker} }
func (f *fetching) workers() []*Worker {
	if f.worker == nil {
		return nil
	}
	return []*Worker{f.worker}
}
func (o *open) workers() (all []*Worker) {
	for _, s := range o.sides {
		all = append(all, s.worker)
	}
	if o.background != nil {
		all = append(all, o.background.workers()...)
	}
	return all
}

func (*empty) source() Source      { return Source{} }
func (*fetching) source() Source   { return Source{} }
func (r *reading) source() Source  { return r.from }
func (c *choosing) source() Source { return c.from }
func (c *crashed) source() Source  { return c.from }
func (o *open) source() Source {
	from := o.sides[0].from
	if len(o.sides) > 1 {
		with := o.sides[1].from
		from.With = &with
	}
	return from
}

// shown returns the side in front.
func (o *open) shown() *side { return o.sides[o.front] }

// sideOf returns the index of a worker's side, -1 if it has none.
func (o *open) sideOf(w *Worker) int {
	return slices.IndexFunc(o.sides, func(s *side) bool { return s.worker == w })
}

// dismiss ends the opening in the background.
func (o *open) dismiss() {
	if o.background != nil {
		o.out.end(o.background.workers()...)
		o.background = nil
	}
	if o.naming != nil {
		o.naming.cancel(o.out)
	}
}

// refuse says why a file was not opened. The open files stay.
func (o *open) refuse(name, why string) {
	o.dismiss()
	o.out.do(func(host Host) { host.Refuse(name, why) })
}

// remember has the page remember the open files.
func (o *open) remember() {
	from := o.source()
	o.out.do(func(host Host) { host.Remember(from) })
}

// hold notes the content that news reports.
func (s *side) hold(body message.Body) {
	switch body := body.(type) {
	case *message.Description:
		s.trace = true
		s.memory += body.Memory
		s.mapID = cmp.Or(s.mapID, body.MapID)
	case *message.Runs:
		s.runs = true
	case *message.Dumps:
		s.dumps, s.texts = true, len(body.Files)
		if !s.trace { // otherwise the trace's memory is that of the same worker
			s.memory += body.Memory
		}
		s.mapID = cmp.Or(s.mapID, body.MapID)
	}
}

// holdsAny reports whether anything was found.
func (s *side) holdsAny() bool { return s.trace || s.dumps || s.runs }

// equals reports whether another side holds as much.
func (s *side) equals(other *side) bool { return s.trace == other.trace && s.texts == other.texts }
