package session

import (
	"slices"
	"strings"

	"traceglass/parser/input"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

// Files are read in the background while others are open, so that a file of another kind, or a file that is too
// damaged to use, closes nothing. A worker of its own reads it. When that has sent all that it read, it takes the place of the
// worker before. Until then both hold memory. So the newcomer gets only the budget that the open files leave. If
// that is too little for the file, it gets enough to find out the kind of the file. If the file is good, the open files are
// closed, and the file is read again with the whole budget.

// A reader is a worker that reads files which are not shown yet.
type reader struct {
	worker *Worker
	from   Source
	size   int64          // bytes as stored
	news   []message.Body // of them, from the worker
}

func (r *reader) workers() []*Worker { return []*Worker{r.worker} }

// A newcomer reads files in the background.
type newcomer struct {
	reader
	chosen string // names the files that were chosen now
	added  bool   // they include the open files
	budget int64
	began  float64 // by Host.Now
}

// readInBackground reads files while others stay open.
func (s *Session) readInBackground(from Source, chosen string, added bool) {
	o := s.open()
	o.dismiss()
	s.turn++
	n := &newcomer{chosen: chosen, added: added, budget: o.leftover(s.budget, from.Files), began: s.out.host.Now()}
	n.reader = reader{worker: s.out.start(), from: from, size: sizeOf(from.Files)}
	n.worker.reading = true
	o.background = n
	s.out.do(func(host Host) {
		host.Begins()
		host.OpeningInBackground(chosen, n.size)
	})
	s.out.send(n.worker, openPost(from, n.budget))
}

// The calls of a trace take about as much memory as its file, unpacked.
const (
	glance  = 8_000_000 // bytes: enough to see what a file is
	packing = 10        // the usual compression ratio of a file
)

// leftover returns how much of the budget the open files leave to files that are read in the background.
func (o *open) leftover(budget int64, files []*File) int64 {
	need := int64(0)
	for _, f := range files {
		bytes := f.Size
		switch input.Ext(f.Name) {
		case ".gz", ".zip":
			bytes *= packing
		}
		need += bytes
	}
	left := budget - o.shown().memory
	if need > left {
		return min(glance, budget)
	}
	return left
}

// handleNewcomerPost handles a post of the worker that reads in the background. Its news waits until it has sent all.
func (s *Session) handleNewcomerPost(n *newcomer, p post.Post) {
	switch p := p.(type) {
	case *post.Answer:
		if _, body := decoded(p.Data); isProgress(body) {
			s.out.show(0, body)
		} else {
			n.news = append(n.news, body)
		}
	case *post.Read:
		s.welcome(n, p.Full && n.budget < s.budget)
	}
}

func isProgress(body message.Body) bool {
	_, ok := body.(*message.Progress)
	return ok
}

// welcome replaces the open files by those that were read, if there is anything new. more means that the file holds
// more than the newcomer's budget allowed.
func (s *Session) welcome(n *newcomer, more bool) {
	o := s.open()
	found, why := side{worker: n.worker, from: n.from}, ""
	var named *message.Named
	var marks *message.Marks
	for _, body := range n.news {
		switch body := body.(type) {
		case *message.Named:
			named = body
		case *message.Marks:
			marks = body
		case *message.Failure:
			why = body.Text
		case *message.Members:
			if body.Chosen < 0 {
				o.dismiss()
				o.background = &choosing{from: n.from, added: n.added}
				s.out.show(0, body)
				return
			}
		default:
			found.hold(body)
		}
	}
	isNew := found.holdsAny() && !(n.added && found.equals(o.shown()))
	switch {
	case named != nil && !n.added && !found.holdsAny(): // files next to a map in a ZIP file are of no use
		o.dismiss()
		o.applyMap(n.from.Files)
	case named != nil && n.added && !isNew && !more && found.holdsAny():
		o.rename(n, named)
	case marks != nil && !found.holdsAny() && o.shown().dumps:
		o.dismiss()
		o.shown().from.Files = slices.Concat(o.shown().from.Files, n.from.Files)
		o.remember()
		s.out.show(0, marks)
	case !found.holdsAny(), !isNew && why != "":
		o.refuse(n.chosen, strings.TrimPrefix(why, n.chosen+": "))
	case more:
		o.dismiss()
		s.readInPlace(n.from, n.added)
	default:
		s.replace(n.added)
		o.background = nil // so that its worker stays
		s.leave()
		s.idle = n.worker
		began := n.began
		s.out.front(n.worker)
		s.beginReading(n.from, n.added)
		n.worker.reading = false
		s.out.do(func(host Host) {
			host.Reads(began)
			host.Replacing()
		})
		for _, body := range n.news {
			s.receive(0, body)
		}
		if o := s.open(); o != nil {
			o.findMaps(s.turn)
		}
	}
}

// rename replaces the worker of the open files by one that has read the same files with a map of names.
func (o *open) rename(n *newcomer, named *message.Named) {
	held := o.shown()
	o.out.end(held.worker)
	o.background, o.naming = nil, nil
	held.worker, held.from, held.named = n.worker, n.from, true
	o.out.front(n.worker)
	o.out.do(Host.Redraw)
	o.out.show(0, named)
	for _, body := range n.news {
		if body != message.Body(named) {
			o.out.show(0, body)
		}
	}
}
