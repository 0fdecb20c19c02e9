// Package ask is the page's connection to the worker. Views declare their requests on every update. A Query
// sends a request only if it differs from the last one, and passes the reply to the closure of that request.
package ask

import "traceglass/wasm/message"

// A Host sends requests to the worker.
type Host interface {
	// Ask sends a request and returns its number, which is not 0. The reply arrives at Line.Receive with the
	// same number. It may be a *message.Failure.
	Ask(message.Body) uint32
}

// A Line routes replies to the queries that wait for them. Its zero value with a Host is ready to use.
type Line struct {
	Host   Host
	Failed func(text string) // reports a failure, if the query has no handler of its own

	waiting    map[uint32]pending
	generation int // raised by Renew
}

type pending interface {
	answer(*Line, uint32, message.Body)
	renew(*Line, uint32)
}

// Receive passes a reply to its query. It returns false if no query waits for it.
func (l *Line) Receive(number uint32, body message.Body) bool {
	q := l.waiting[number]
	if q == nil {
		return false
	}
	delete(l.waiting, number)
	q.answer(l, number, body)
	return true
}

// Forget drops all pending queries. Use it when a file closes: late replies are then ignored.
func (l *Line) Forget() { clear(l.waiting) }

// Renew invalidates all replies, including pending ones. Requests by Want are sent again when they are next
// declared; requests by Ask are sent again now.
func (l *Line) Renew() {
	waiting := l.waiting
	l.waiting = nil
	l.generation++
	for number, q := range waiting {
		q.renew(l, number)
	}
}

// Generation returns how often Renew ran.
func (l *Line) Generation() int { return l.generation }

func (l *Line) send(q pending, body message.Body) uint32 {
	if l.waiting == nil {
		l.waiting = make(map[uint32]pending)
	}
	number := l.Host.Ask(body)
	l.waiting[number] = q
	return number
}

// A Query is one kind of question, with a reply of type R. At most one request is in flight. After its
// reply, the query sends the newest later request and drops the others. The zero value is ready to use.
type Query[R message.Body] struct {
	Failed func(text string) // replaces Line.Failed

	number     uint32 // number of the request in flight, 0 for none
	req        message.Body
	onReply    func(R)
	asked      string // encoding of the newest request by Want
	generation int    // the line's generation at the last request
	next       message.Request[R]
	onNext     func(R) // handler of the reply to next
}

// Want sends req, unless it equals the last one. take receives the reply. Want reports whether req is new.
func (q *Query[R]) Want(l *Line, req message.Request[R], take func(R)) bool {
	code := string(message.Encode(nil, 0, req))
	if code == q.asked && q.generation == l.generation {
		return false
	}
	q.Ask(l, req, take)
	q.asked = code
	return true
}

// Ask sends req even if it equals the last one.
func (q *Query[R]) Ask(l *Line, req message.Request[R], take func(R)) {
	q.asked = ""
	if q.number != 0 && q.generation == l.generation {
		q.next, q.onNext = req, take
		return
	}
	q.next, q.onNext = nil, nil
	q.req, q.number, q.onReply, q.generation = req, l.send(q, req), take, l.generation
}

// renew repeats a request by Ask. Want repeats its own.
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

// Invalidate makes the next Want send its request in any case.
func (q *Query[R]) Invalidate() { q.asked = "" }

// Busy reports whether a reply is pending.
func (q *Query[R]) Busy() bool { return q.number != 0 }

func (q *Query[R]) answer(l *Line, number uint32, body message.Body) {
	if number != q.number {
		return // the query was reset since
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
