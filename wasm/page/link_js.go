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

	silent func() // the worker has posted nothing for a long time
	timer  js.Value
	late   js.Func // of timer

	spawned
}

// mostSilence is how long the page waits for the first message of a worker, in ms. The message is posted before the
// worker waits for the program.
const mostSilence = 20_000

// newLink makes a line to a worker that has not been started.
func (p *page) newLink(w *session.Worker) *link {
	l := &link{
		receive: func(m js.Value) { p.receive(w, m) },
		died: func(reason string) {
			defer p.recovered()
			p.Died(w, reason)
		},
		silent: func() {
			defer p.recovered()
			if p.Silent(w) {
				p.Fetch(parameter("open"))
			}
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
	l.late = script.Handler(func([]js.Value) {
		l.heard()
		l.silent()
	})
	l.timer = js.Global().Call("setTimeout", l.late, mostSilence)
}

// heard ends waiting for the first message.
func (l *link) heard() {
	if l.timer.Truthy() {
		js.Global().Call("clearTimeout", l.timer)
		l.timer = js.Value{}
		l.late.Release()
	}
}

func (l *link) end() {
	l.heard()
	l.spawned.end()
}

func (l *link) hear(event string, e js.Value) {
	l.heard()
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
