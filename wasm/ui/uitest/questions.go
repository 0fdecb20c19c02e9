package uitest

import (
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
)

// questions are the requests to the worker without an answer yet.
type questions struct {
	number uint32 // Of the last one.
	open   []question
}

// A question is a request to the worker without an answer yet.
type question struct {
	number uint32
	body   message.Body
}

func (q *questions) Ask(body message.Body) uint32 {
	q.number++
	q.open = append(q.open, question{q.number, body})
	return q.number
}

// Asked returns the newest open question of type T and its number, 0 for none.
func Asked[T message.Body](s *Stand) (body T, number uint32) {
	for i := len(s.open) - 1; i >= 0; i-- {
		if b, ok := s.open[i].body.(T); ok {
			return b, s.open[i].number
		}
	}
	return body, 0
}

// Times returns the number of open questions of type T.
func Times[T message.Body](s *Stand) (n int) {
	for i := range s.open {
		if _, ok := s.open[i].body.(T); ok {
			n++
		}
	}
	return n
}

// Reply answers the newest open question of type T. It reports whether there was one.
func Reply[T message.Body](s *Stand, l *ask.Line, answer message.Body) bool {
	for i := len(s.open) - 1; i >= 0; i-- {
		if _, ok := s.open[i].body.(T); ok {
			number := s.open[i].number
			s.open = append(s.open[:i], s.open[i+1:]...)
			return l.Receive(number, answer)
		}
	}
	return false
}

// Answer answers all open questions by reply, and those that follow from the answers. If reply returns nil, the
// question stays open.
func (q *questions) Answer(l *ask.Line, reply func(message.Body) message.Body) {
	q.answer(func(number uint32, body message.Body) { l.Receive(number, body) }, reply)
}

func (q *questions) answer(receive func(uint32, message.Body), reply func(message.Body) message.Body) {
	var open []question
	for len(q.open) > 0 {
		next := q.open[0]
		q.open = q.open[1:]
		if answer := reply(next.body); answer != nil {
			receive(next.number, answer)
		} else {
			open = append(open, next)
		}
	}
	q.open = open
}

// Settle calls wants and answers its questions until no more are open.
func (q *questions) Settle(l *ask.Line, wants func(), reply func(message.Body) message.Body) {
	q.SettleBy(func(number uint32, body message.Body) { l.Receive(number, body) }, wants, reply)
}

// SettleBy is Settle for a page, which receives answers itself.
func (q *questions) SettleBy(receive func(uint32, message.Body), wants func(), reply func(message.Body) message.Body) {
	for before := uint32(0); ; before = q.number {
		wants()
		if q.number == before {
			return
		}
		q.answer(receive, reply)
	}
}
