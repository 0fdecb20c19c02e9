package page

import (
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/message/post"
	"traceglass/wasm/script"
	"traceglass/wasm/session"
)

// A link is the page's end of the line to a worker.
type link struct {
	receive func(m js.Value)    // a message
	died    func(reason string) // the worker can be used no more

	spawned
}

// newLink makes a line to a worker that has not been started.
func (p *page) newLink(w *session.Worker) *link {
	l := &link{
		receive: func(m js.Value) { p.receive(w, m) },
		died: func(reason string) {
			defer p.recovered()
			p.Died(w, reason)
		},
	}
	p.links[w] = l
	return l
}

// start starts a worker.
func (l *link) start() error {
	if err := l.spawned.start("traceglassWorkerURL"); err != nil {
		return err
	}
	l.listen()
	l.post(&post.Speak{Text: js.Global().Get("traceglassLanguage").Get("text").String()})
	l.worker.Call("postMessage", script.Object("module", js.Global().Get("traceglassModule")))
	return nil
}

// adopt takes the worker that boot.js started, which may be downloading the file at url, or starts one. The caller
// calls heard next, for the messages that have come meanwhile.
func (p *page) adopt(first js.Value, url string) (heard func()) {
	if !first.Truthy() {
		p.Begin(nil, "")
		return func() {}
	}
	w := &session.Worker{}
	l := p.newLink(w)
	l.worker = first.Get("worker")
	l.listen()
	if !named() {
		url = ""
	}
	p.Begin(w, url)
	return func() {
		events := first.Get("heard")
		for i := range events.Length() {
			e := events.Index(i)
			l.hear("on"+e.Get("type").String(), e)
		}
		first.Delete("heard")
	}
}

// listen hears the worker's events.
func (l *link) listen() {
	for _, event := range []string{"onmessage", "onerror", "onmessageerror"} {
		l.on(event, func(e js.Value) { l.hear(event, e) })
	}
}

func (l *link) hear(event string, e js.Value) {
	switch event {
	case "onmessage":
		l.receive(e.Get("data"))
	case "onerror":
		e.Call("preventDefault")
		reason := words.T("its script could not be run")
		if text := e.Get("message"); text.Type() == js.TypeString {
			reason = text.String()
		}
		l.died(reason)
	default:
		l.died(words.T("a message could not be read"))
	}
}

// post posts to the worker. It waits there until the program listens.
func (l *link) post(p post.Post) {
	if l.worker.Truthy() {
		m, transfers := script.Posted(p)
		l.worker.Call("postMessage", m, script.Array(transfers...))
	}
}
