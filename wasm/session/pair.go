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
	out      *outbox
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

// handlePost handles a post of a worker that reads one of two traces.
func (t *readingTwo) handlePost(w *Worker, p post.Post) {
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
			t.out.show(0, both)
		default:
			r.news = append(r.news, body)
		}
	case *post.Read:
		r.judge()
		if r.about != nil {
			t.compare.of[i].Main = r.about.HasMain()
		}
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

// died continues without a trace whose worker ended.
func (t *readingTwo) died(r *pairReader, reason string, outOfMemory bool) {
	why := words.Say("Traceglass stopped reading it: {1}", reason)
	if outOfMemory {
		why = words.T("It needs more memory than the browser gives to a page with two traces.")
	}
	t.out.end(r.worker)
	r.worker, r.news = nil, []message.Body{&message.Failure{Text: why}}
	r.about = nil
	r.judge()
}

// pairs opens two traces to compare them, and switches between them.
type pairs struct {
	out  *outbox
	now  *current
	view []byte // how the trace was shown that is read again to be compared, nil for none
}

// CompareWith compares the trace that is open or being read, A, with another.
func (ps *pairs) CompareWith(files []*File) {
	defer ps.out.flush()
	from := ps.now.state.source()
	if o := ps.now.open(); o != nil {
		from = o.shown().from
	}
	ps.compare(Source{Files: from.Files, Choice: from.Choice}, Source{Files: files})
}

// Compare opens two traces to compare them.
func (ps *pairs) Compare(a, b []*File) {
	defer ps.out.flush()
	ps.compare(Source{Files: a}, Source{Files: b})
}

func (ps *pairs) compare(a, b Source) {
	wasOpen := ps.now.open() != nil
	if wasOpen {
		ps.view = ps.out.host.View()
	}
	ps.read(a, b)
	ps.now.state.(*readingTwo).wasOpen = wasOpen
}

// read closes the open files and reads two traces.
func (ps *pairs) read(a, b Source) {
	ps.now.replace(false)
	ps.now.turn++
	ps.now.leave()
	ps.out.end(ps.now.idleWorkers()...)
	ps.now.idle = nil
	t := &readingTwo{out: ps.out, compare: &comparing{}}
	ps.now.state = t
	for i, from := range [2]Source{a, b} {
		t.readers[i] = &pairReader{reader: reader{worker: ps.out.start(), from: from, size: sizeOf(from.Files)}}
	}
	now, names, size := ps.out.host.Now(), nameOf(a.Files)+", "+nameOf(b.Files), t.readers[0].size+t.readers[1].size
	ps.out.do(func(host Host) {
		host.Begins()
		host.Reads(now)
		host.Opening(names, size, false)
	})
	for i, r := range t.readers {
		p := openPost(r.from, ps.now.budget)
		side := message.SideOf{Scope: message.Scope{To: message.Whole, NoIdle: true}, Name: nameOf(r.from.Files), English: words.English()}
		p.Side = t.compare.encodeSide(ps.out, i, side).Data
		r.worker.reading = true
		ps.out.send(r.worker, p)
	}
}

// openIfRead shows both traces once they have been read, or the one that could be.
func (ps *pairs) openIfRead(t *readingTwo) {
	a, b := t.readers[0], t.readers[1]
	if !a.done || !b.done {
		return
	}
	view := ps.view
	ps.view = nil
	switch {
	case a.about == nil && b.about == nil:
		of := func(r *pairReader) string { return words.Filled(r.why).String() }
		why := words.Say("Neither trace could be opened. {1}: {2} {3}: {4}", nameOf(a.from.Files), of(a), nameOf(b.from.Files), of(b))
		ps.now.vacate()
		ps.out.fail(why)
	case a.about == nil:
		ps.openOne(b, a, view)
	case b.about == nil:
		ps.openOne(a, b, view)
	default:
		ps.openBoth(t)
	}
}

// cancel leaves B, and opens A again if it was open before. Otherwise it closes both.
func (ps *pairs) cancel(t *readingTwo) {
	b := t.readers[1]
	if !t.wasOpen {
		ps.now.vacate()
		ps.out.fail(words.T("It was cancelled before both traces were read."))
		return
	}
	t.wasOpen = false // a second time closes both
	if b.worker != nil {
		ps.out.end(b.worker)
	}
	b.worker, b.about, b.done, b.why, b.size = nil, nil, true, "Reading it was cancelled.", 0
	t.progress[1] = message.Progress{}
	ps.openIfRead(t)
}

// openOne opens one of two traces and says why not the other.
func (ps *pairs) openOne(r, other *pairReader, view []byte) {
	if other.worker != nil {
		ps.out.end(other.worker)
	}
	ps.now.idle = r.worker
	ps.out.front(r.worker)
	ps.now.beginReading(r.from, false)
	r.worker.reading = false
	for _, body := range r.news {
		ps.now.receive(0, body)
	}
	if view != nil {
		ps.out.do(func(host Host) { host.SetView(view) })
	}
	name := nameOf(other.from.Files)
	ps.out.do(func(host Host) { host.Refuse(name, other.why) })
}

// openBoth opens two traces that were read.
func (ps *pairs) openBoth(t *readingTwo) {
	o := &open{out: ps.out, front: 1, compare: t.compare}
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
	ps.now.state = o
	ps.out.front(o.shown().worker)
	o.remember()
	ps.out.do(func(host Host) { host.ShowPair(about, names) })
	if maps := ps.now.maps; len(maps) > 0 { // they came before the traces, or with them
		ps.now.maps = nil
		o.applyMap(maps)
		return
	}
	o.findMaps(ps.now.turn)
}

// Front puts one of two traces in front.
func (ps *pairs) Front(i int) {
	defer ps.out.flush()
	o := ps.now.open()
	if o == nil || o.compare == nil || o.front == i {
		return
	}
	o.front = i
	ps.out.front(o.shown().worker)
	ps.out.do(Host.Clear)
}

// Swap makes A B and B A.
func (ps *pairs) Swap() {
	defer ps.out.flush()
	o := ps.now.open()
	if o == nil || o.compare == nil {
		return
	}
	o.sides[0], o.sides[1] = o.sides[1], o.sides[0]
	o.front = 1 - o.front
	o.compare = &comparing{shown: o.compare.shown}
	ps.out.do(Host.Clear) // the numbers in the pictures are those of the other side
	o.remember()
}

// CloseOther closes the trace that is not in front.
func (ps *pairs) CloseOther() {
	defer ps.out.flush()
	o := ps.now.open()
	if o == nil || o.compare == nil {
		return
	}
	o.dismiss()
	o.naming = nil
	ps.out.end(o.sides[1-o.front].worker)
	o.compare.release(o)
	o.sides, o.front, o.compare = []*side{o.shown()}, 0, nil
	o.remember()
}
