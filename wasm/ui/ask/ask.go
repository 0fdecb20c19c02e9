// Package ask is the page's line to the worker. A question is declared again and again by
// whoever wants its answer; it is sent when it differs from the last, and the answer goes to
// the closure that came with it.
package ask

import "traceglass/wasm/message"

// A Host carries requests to the worker.
type Host interface {
	// Ask sends a request and returns its number, which is not 0. The answer comes to
	// Line.Receive with that number; it may be a *message.Failure.
	Ask(message.Body) uint32
}

// A Line knows which query waits for which answer. Its zero value, with a Host, is ready.
type Line struct {
	Host   Host
	Failed func(text string) // says why there is no answer, where a query has nobody of its own for it

	waiting    map[uint32]pending
	generation int // raised by Renew
}

type pending interface {
	answer(*Line, uint32, message.Body)
	renew(*Line, uint32)
}

// Receive hands an answer to the query that waits for it; false if none does any more.
func (l *Line) Receive(number uint32, body message.Body) bool {
	q := l.waiting[number]
	if q == nil {
		return false
	}
	delete(l.waiting, number)
	q.answer(l, number, body)
	return true
}

// Forget drops all queries: what was asked about a file that is closed is answered to no one.
func (l *Line) Forget() { clear(l.waiting) }

// Renew has all that is wanted asked for anew: what was answered so far holds no more, and what is on
// its way may never come. What was asked once is asked again.
func (l *Line) Renew() {
	waiting := l.waiting
	l.waiting = nil
	l.generation++
	for number, q := range waiting {
		q.renew(l, number)
	}
}

func (l *Line) send(q pending, body message.Body) uint32 {
	if l.waiting == nil {
		l.waiting = make(map[uint32]pending)
	}
	number := l.Host.Ask(body)
	l.waiting[number] = q
	return number
}

// A Query is one kind of question, answered by an R. At most one request of a kind is in
// flight; of those wanted meanwhile only the newest is sent, when the answer is in. The zero
// Query has asked nothing.
type Query[R message.Body] struct {
	Failed func(text string) // in place of the line's

	number     uint32 // of the request in flight, 0 for none
	req        message.Body
	onReply    func(R)
	asked      string // encoding of the newest request wanted
	generation int    // of the line, when that was asked
	next       message.Request[R]
	onNext     func(R) // takes the answer to next
}

// Want asks for what req asks for, unless that is what was wanted last; take is given the
// answer. It reports whether anything new was asked.
func (q *Query[R]) Want(l *Line, req message.Request[R], take func(R)) bool {
	code := string(message.Encode(nil, 0, req))
	if code == q.asked && q.generation == l.generation {
		return false
	}
	q.Ask(l, req, take)
	q.asked = code
	return true
}

// Ask asks, even the same again.
func (q *Query[R]) Ask(l *Line, req message.Request[R], take func(R)) {
	q.asked = ""
	if q.number != 0 && q.generation == l.generation {
		q.next, q.onNext = req, take
		return
	}
	q.next, q.onNext = nil, nil
	q.req, q.number, q.onReply, q.generation = req, l.send(q, req), take, l.generation
}

// renew asks again what Ask has asked; what is wanted, Want will.
func (q *Query[R]) renew(l *Line, number uint32) {
	if number != q.number || q.asked != "" {
		return
	}
	if q.next != nil {
		q.req, q.onReply = q.next, q.onNext
		q.next, q.onNext = nil, nil
	}
	q.number, q.generation = l.send(q, q.req), l.generation
}

// Invalidate has the next Want ask, whatever it wants.
func (q *Query[R]) Invalidate() { q.asked = "" }

// Busy reports whether an answer is on its way.
func (q *Query[R]) Busy() bool { return q.number != 0 }

func (q *Query[R]) answer(l *Line, number uint32, body message.Body) {
	if number != q.number {
		return // its view has begun anew since
	}
	take := q.onReply
	q.number, q.onReply = 0, nil
	if q.next != nil {
		q.req, q.number, q.onReply = q.next, l.send(q, q.next), q.onNext
		q.next, q.onNext = nil, nil
	}
	switch body := body.(type) {
	case R:
		take(body)
	case *message.Failure:
		switch {
		case q.Failed != nil:
			q.Failed(body.Text)
		case l.Failed != nil:
			l.Failed(body.Text)
		}
	}
}
