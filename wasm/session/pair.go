package session

import (
	"cmp"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

// readingTwo reads two traces, A and B, to compare them. Nothing is open.
type readingTwo struct {
	readers  [2]*pairReader
	progress [2]message.Progress
	compare  *comparing // the workers were asked for their sides already
	wasOpen  bool       // A was open before
}

// A pairReader reads one of them.
type pairReader struct {
	reader
	done  bool
	about *message.Description // nil if it is no trace
	why   string               // it is no trace; "" if it is one
}

func (t *readingTwo) workers() (all []*Worker) {
	for _, r := range t.readers {
		if r.worker != nil {
			all = append(all, r.worker)
		}
	}
	return all
}

func (t *readingTwo) source() Source {
	from, with := t.readers[0].from, t.readers[1].from
	from.With = &with
	return from
}

// readerOf returns the reader with a worker, nil if neither has it.
func (t *readingTwo) readerOf(w *Worker) *pairReader {
	for _, r := range t.readers {
		if r.worker == w && w != nil {
			return r
		}
	}
	return nil
}

// CompareWith compares the trace that is open or being read, A, with another.
func (s *Session) CompareWith(files []*File) {
	defer s.out.flush()
	from := s.state.source()
	if o := s.open(); o != nil {
		from = o.shown().from
	}
	s.compare(Source{Files: from.Files, Choice: from.Choice}, Source{Files: files})
}

// Compare opens two traces to compare them.
func (s *Session) Compare(a, b []*File) {
	defer s.out.flush()
	s.compare(Source{Files: a}, Source{Files: b})
}

func (s *Session) compare(a, b Source) {
	wasOpen := s.open() != nil
	if wasOpen {
		s.view = s.out.host.View()
	}
	s.readTwo(a, b)
	s.state.(*readingTwo).wasOpen = wasOpen
}

// readTwo closes the open files and reads two traces.
func (s *Session) readTwo(a, b Source) {
	s.replace(false)
	s.turn++
	s.leave()
	s.out.end(s.idleWorkers()...)
	s.idle = nil
	t := &readingTwo{compare: &comparing{}}
	s.state = t
	for i, from := range [2]Source{a, b} {
		t.readers[i] = &pairReader{reader: reader{worker: s.out.start(), from: from, size: sizeOf(from.Files)}}
	}
	now, names, size := s.out.host.Now(), nameOf(a.Files)+", "+nameOf(b.Files), t.readers[0].size+t.readers[1].size
	s.out.do(func(host Host) {
		host.Begins()
		host.Reads(now)
		host.Opening(names, size, false)
	})
	for i, r := range t.readers {
		p := openPost(r.from, s.budget)
		side := message.SideOf{Scope: message.Scope{To: message.Whole, NoIdle: true}, Name: nameOf(r.from.Files), English: words.English()}
		p.Side = t.compare.encodeSide(s.out, i, side).Data
		r.worker.reading = true
		s.out.send(r.worker, p)
	}
}

// hearTwo handles a post of a worker that reads one of two traces.
func (s *Session) hearTwo(t *readingTwo, w *Worker, p post.Post) {
	r := t.readerOf(w)
	if r == nil {
		return
	}
	i := 0
	if r == t.readers[1] {
		i = 1
	}
	switch p := p.(type) {
	case *post.Answer:
		if p.Number != 0 {
			if i == 0 && p.Number == t.compare.number {
				t.compare.data = p.Data
			}
			return
		}
		switch _, body := decoded(p.Data); body := body.(type) {
		case *message.Progress:
			t.progress[i] = *body
			both := &message.Progress{}
			for i, of := range t.progress {
				both.Bytes, both.Calls = both.Bytes+of.Bytes, both.Calls+of.Calls
				both.Size += cmp.Or(of.Size, t.readers[i].size)
			}
			s.out.show(0, both)
		default:
			r.news = append(r.news, body)
		}
	case *post.Read:
		r.judge()
		if r.about != nil {
			t.compare.of[i].Main = r.about.HasMain()
		}
		s.readTwoMaybe(t)
	}
}

// judge decides whether the files are a trace.
func (r *pairReader) judge() {
	r.done = true
	for _, body := range r.news {
		switch body := body.(type) {
		case *message.Description:
			r.about = body
		case *message.Failure:
			r.why = body.Text
		case *message.Members:
			if body.Chosen < 0 {
				r.why = "It holds several traces. Open it alone, choose one, and compare that one."
			}
		case *message.Dumps:
			r.why = cmp.Or(r.why, "This is a thread dump. Only method traces can be compared.")
		}
	}
	if r.about != nil {
		r.why = ""
		return
	}
	name := nameOf(r.from.Files)
	r.why = strings.TrimPrefix(cmp.Or(r.why, "This holds no method trace."), name+": ")
}

// diedReading continues without a trace whose worker ended.
func (s *Session) diedReading(t *readingTwo, r *pairReader, reason string) {
	why := words.Say("Traceglass stopped reading it: {1}", reason)
	if strings.Contains(reason, "memory") {
		why = words.T("It needs more memory than the browser gives to a page with two traces.")
	}
	s.out.end(r.worker)
	r.worker, r.news = nil, []message.Body{&message.Failure{Text: why}}
	r.about = nil
	r.judge()
	s.readTwoMaybe(t)
}

// readTwoMaybe shows both traces once they have been read, or the one that could be.
func (s *Session) readTwoMaybe(t *readingTwo) {
	a, b := t.readers[0], t.readers[1]
	if !a.done || !b.done {
		return
	}
	view := s.view
	s.view = nil
	switch {
	case a.about == nil && b.about == nil:
		of := func(r *pairReader) string { return words.Filled(r.why).String() }
		why := words.Say("Neither trace could be opened. {1}: {2} {3}: {4}", nameOf(a.from.Files), of(a), nameOf(b.from.Files), of(b))
		s.vacate()
		s.out.fail(why)
	case a.about == nil:
		s.openOne(b, a, view)
	case b.about == nil:
		s.openOne(a, b, view)
	default:
		s.openBoth(t)
	}
}

// cancelTwo leaves B, and opens A again if it was open before. Otherwise it closes both.
func (s *Session) cancelTwo(t *readingTwo) {
	b := t.readers[1]
	if !t.wasOpen {
		s.vacate()
		s.out.fail(words.T("It was cancelled before both traces were read."))
		return
	}
	t.wasOpen = false // a second time closes both
	if b.worker != nil {
		s.out.end(b.worker)
	}
	b.worker, b.about, b.done, b.why, b.size = nil, nil, true, "Reading it was cancelled.", 0
	t.progress[1] = message.Progress{}
	s.readTwoMaybe(t)
}

// openOne opens one of two traces and says why not the other.
func (s *Session) openOne(r, other *pairReader, view []byte) {
	if other.worker != nil {
		s.out.end(other.worker)
	}
	s.idle = r.worker
	s.out.front(r.worker)
	s.beginReading(r.from, false)
	r.worker.reading = false
	for _, body := range r.news {
		s.news(0, body)
	}
	if view != nil {
		s.out.do(func(host Host) { host.SetView(view) })
	}
	name := nameOf(other.from.Files)
	s.out.do(func(host Host) { host.Refuse(name, other.why) })
}

// openBoth opens two traces that were read.
func (s *Session) openBoth(t *readingTwo) {
	o := &open{out: s.out, front: 1, compare: t.compare}
	var about [2]*message.Description
	var names [2]string
	for i, r := range t.readers {
		held := &side{worker: r.worker, from: r.from}
		for _, body := range r.news {
			held.hold(body)
		}
		o.sides = append(o.sides, held)
		about[i], names[i] = r.about, nameOf(r.from.Files)
	}
	s.state = o
	front := o.shown().worker
	s.out.front(front)
	o.remember()
	s.out.do(func(host Host) { host.ShowPair(about, names) })
	if maps := s.maps; len(maps) > 0 { // they came before the traces, or with them
		s.maps = nil
		o.applyMap(maps)
		return
	}
	o.findMaps(s.turn)
}

// Front puts one of two traces in front.
func (s *Session) Front(i int) {
	defer s.out.flush()
	o := s.open()
	if o == nil || o.compare == nil || o.front == i {
		return
	}
	o.front = i
	w := o.shown().worker
	s.out.do(func(host Host) {
		host.Front(w)
		host.Clear()
	})
}

// Swap makes A B and B A.
func (s *Session) Swap() {
	defer s.out.flush()
	o := s.open()
	if o == nil || o.compare == nil {
		return
	}
	o.sides[0], o.sides[1] = o.sides[1], o.sides[0]
	o.front = 1 - o.front
	o.compare = &comparing{shown: o.compare.shown}
	s.out.do(Host.Clear) // the numbers in the pictures are those of the other side
	o.remember()
}

// CloseOther closes the trace that is not in front.
func (s *Session) CloseOther() {
	defer s.out.flush()
	o := s.open()
	if o == nil || o.compare == nil {
		return
	}
	o.dismiss()
	o.naming = nil
	s.out.end(o.sides[1-o.front].worker)
	o.compare.release(o)
	o.sides, o.front, o.compare = []*side{o.shown()}, 0, nil
	o.remember()
}
