package ui

import "traceglass/wasm/message"

// A query is one kind of question to the worker. At most one request of a kind is in
// flight; of those wanted meanwhile only the newest is sent, when the answer is in.
type query struct {
	number uint32       // of the request in flight, 0 for none
	asked  string       // encoding of the newest body wanted
	next   message.Body // waits for the answer in flight
}

// want asks for body unless that is what was asked for last.
func (q *query) want(host Host, body message.Body) {
	code := string(message.Encode(nil, 0, body))
	if code != q.asked {
		q.ask(host, body)
		q.asked = code
	}
}

// ask asks for body, even again.
func (q *query) ask(host Host, body message.Body) {
	q.asked = ""
	if q.number != 0 {
		q.next = body
		return
	}
	q.number = host.Ask(body)
}

// take reports whether number answers the newest request sent, and sends the one that
// waited. Answers to anything older are nobody's.
func (q *query) take(host Host, number uint32) bool {
	if number == 0 || number != q.number {
		return false
	}
	q.number = 0
	if q.next != nil {
		q.number = host.Ask(q.next)
		q.next = nil
	}
	return true
}
