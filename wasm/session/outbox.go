package session

import (
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

// An outbox has the calls of the Host that are due: a method first changes the state and then flushes them.
type outbox struct {
	host    Host
	due     []func(Host) // in order
	running bool         // they are being made
	number  uint32       // of the last request
}

// do adds a call.
func (out *outbox) do(call func(Host)) { out.due = append(out.due, call) }

// flush makes the calls that are due. What the host calls from within only adds to them.
func (out *outbox) flush() {
	if out.running {
		return
	}
	out.running = true
	defer func() { out.running = false }() // even after a panic in the page
	for len(out.due) > 0 {
		next := out.due[0]
		out.due = out.due[1:]
		next(out.host)
	}
}

// start returns a new worker.
func (out *outbox) start() *Worker {
	w := &Worker{}
	out.do(func(host Host) { host.Start(w) })
	return w
}

// end ends workers.
func (out *outbox) end(workers ...*Worker) {
	for _, w := range workers {
		out.do(func(host Host) { host.End(w) })
	}
}

// front has a worker answer requests about the open files.
func (out *outbox) front(w *Worker) {
	out.do(func(host Host) { host.Front(w) })
}

// send posts to a worker, if there is one.
func (out *outbox) send(w *Worker, p post.Post) {
	if w != nil {
		out.do(func(host Host) { host.Post(w, p) })
	}
}

// encode returns a request as a Post, and its number.
func (out *outbox) encode(body message.Body) (*post.Ask, uint32) {
	number := out.next()
	return &post.Ask{Data: message.Encode(nil, number, body)}, number
}

// next returns the number of a new request.
func (out *outbox) next() uint32 {
	out.number++
	return out.number
}

// show shows an answer or news.
func (out *outbox) show(number uint32, body message.Body) {
	out.do(func(host Host) { host.Show(number, body) })
}

// showData shows an answer or news that is not decoded yet.
func (out *outbox) showData(data post.Buffer) { out.show(decoded(data)) }

// fail says why nothing is open.
func (out *outbox) fail(why string) { out.show(0, &message.Failure{Text: why}) }

// decoded returns the number and the body of an answer. A damaged one is a Failure.
func decoded(data post.Buffer) (uint32, message.Body) {
	number, body, err := message.Decode(data.Bytes())
	if err != nil {
		return number, &message.Failure{Text: err.Error()}
	}
	return number, body
}
