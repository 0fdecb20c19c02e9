package page

import (
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
	"traceglass/wasm/script"
	"traceglass/wasm/session"
)

// A link is the page's end of the line to a worker.
type link struct {
	page  *page
	of    *session.Worker
	timer js.Value // runs until the worker's first message
	late  js.Func  // of timer

	spawned
}

// mostSilence is how long the page waits for the first message of a worker, in ms. The message is posted before the
// worker waits for the program.
const mostSilence = 20_000

// newLink makes a line to a worker that has not been started.
func (p *page) newLink(w *session.Worker) *link {
	l := &link{page: p, of: w}
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
			l.handle("on"+e.Get("type").String(), e)
		}
		first.Delete("heard")
	}
}

// listen handles the events of the worker.
func (l *link) listen() {
	for _, event := range []string{"onmessage", "onerror", "onmessageerror"} {
		l.on(event, func(e js.Value) { l.handle(event, e) })
	}
	l.late = script.Handler(func([]js.Value) {
		defer l.page.recovered()
		l.stopTimer()
		if l.page.Silent(l.of) {
			l.page.Fetch(parameter("open"))
		}
	})
	l.timer = js.Global().Call("setTimeout", l.late, mostSilence)
}

// stopTimer ends the wait for the first message.
func (l *link) stopTimer() {
	if l.timer.Truthy() {
		js.Global().Call("clearTimeout", l.timer)
		l.timer = js.Value{}
		l.late.Release()
	}
}

func (l *link) end() {
	l.stopTimer()
	l.spawned.end()
}

// handle handles an event of the worker.
func (l *link) handle(event string, e js.Value) {
	defer l.page.recovered()
	l.stopTimer()
	switch event {
	case "onmessage":
		l.page.receive(l.of, e.Get("data"))
	case "onerror":
		e.Call("preventDefault")
		reason := words.T("its script could not be run")
		if text := e.Get("message"); text.Type() == js.TypeString {
			reason = text.String()
		}
		l.page.Died(l.of, reason)
	default:
		l.page.Died(l.of, words.T("a message could not be read"))
	}
}

// receive passes a message of a worker on.
func (p *page) receive(w *session.Worker, m js.Value) {
	switch posted := script.ReadPost(m).(type) {
	case nil:
	case *post.FirstList, *post.FirstFacts:
		if w == p.Worker() {
			p.draw.Call("early", m)
			p.early()
		}
	case *post.List:
		p.show(w, posted)
	case *post.NoList:
		if p.refused(w, posted) {
			if number, body, err := message.Decode(posted.Data.Bytes()); err == nil {
				screen{p}.Show(number, body)
			}
			p.send(posted.Canvas)
		}
	case *post.Fetched:
		posted.File = came(posted.File.(js.Value), parameter("open"))
		p.Handle(w, posted)
	case *post.NotFetched:
		posted.Reason = notFetched(parameter("open"), posted.Reason)
		p.Handle(w, posted)
		p.unveil()
	case *post.Exited:
		p.Died(w, posted.Reason)
	default:
		p.Handle(w, posted)
	}
}

// post posts to the worker. It waits there until the program listens.
func (l *link) post(p post.Post) {
	if l.worker.Truthy() {
		m, transfers := script.Posted(p)
		l.worker.Call("postMessage", m, script.Array(transfers...))
	}
}
