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

	waiting map[uint32]answered
	turn    int // raised by Renew
}

type answered interface {
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
	l.turn++
	for number, q := range waiting {
		q.renew(l, number)
	}
}

func (l *Line) send(q answered, body message.Body) uint32 {
	if l.waiting == nil {
		l.waiting = make(map[uint32]answered)
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

	number uint32 // of the request in flight, 0 for none
	req    message.Body
	take   func(R)
	asked  string // encoding of the newest request wanted
	turn   int    // of the line, when that was asked
	next   message.Request[R]
	then   func(R) // takes the answer to next
}

// Want asks for what req asks for, unless that is what was wanted last; take is given the
// answer. It reports whether anything new was asked.
func (q *Query[R]) Want(l *Line, req message.Request[R], take func(R)) bool {
	code := string(message.Encode(nil, 0, req))
	if code == q.asked && q.turn == l.turn {
		return false
	}
	q.Ask(l, req, take)
	q.asked = code
	return true
}

// Ask asks, even the same again.
func (q *Query[R]) Ask(l *Line, req message.Request[R], take func(R)) {
	q.asked = ""
	if q.number != 0 && q.turn == l.turn {
		q.next, q.then = req, take
		return
	}
	q.next, q.then = nil, nil
	q.req, q.number, q.take, q.turn = req, l.send(q, req), take, l.turn
}

// renew asks again what Ask has asked; what is wanted, Want will.
func (q *Query[R]) renew(l *Line, number uint32) {
	if number != q.number || q.asked != "" {
		return
	}
	if q.next != nil {
		q.req, q.take = q.next, q.then
		q.next, q.then = nil, nil
	}
	q.number, q.turn = l.send(q, q.req), l.turn
}

// Again has the next Want ask, whatever it wants.
func (q *Query[R]) Again() { q.asked = "" }

// Busy reports whether an answer is on its way.
func (q *Query[R]) Busy() bool { return q.number != 0 }

func (q *Query[R]) answer(l *Line, number uint32, body message.Body) {
	if number != q.number {
		return // its view has begun anew since
	}
	take := q.take
	q.number, q.take = 0, nil
	if q.next != nil {
		q.req, q.number, q.take = q.next, l.send(q, q.next), q.then
		q.next, q.then = nil, nil
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
