package page

import (
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/script"
)

// A link is the page's end of the line to its worker. One worker holds one trace, since
// memory once taken by WebAssembly is never given back: for another, the worker is replaced.
type link struct {
	receive func(m js.Value)    // a message of the worker's program
	died    func(reason string) // the worker can be used no more

	spawned
	ready bool // the program listens
	used  bool // it has been given a file
}

// newLink makes a line to a worker that is yet to be started.
func (p *page) newLink() *link {
	l := new(link)
	l.receive = func(m js.Value) { p.receive(l, m) }
	l.died = func(reason string) { p.died(l, reason) }
	return l
}

// start starts a worker in place of the one before.
func (l *link) start() {
	l.end()
	if err := l.spawned.start("traceglassWorkerURL"); err != nil {
		l.died(words.Say("the browser does not let this page start a worker: {1}", err.Error()))
		return
	}
	l.listen()
	l.speak()
	l.worker.Call("postMessage", script.Object("module", js.Global().Get("traceglassModule")))
}

// speak has the worker speak the language of the page.
func (l *link) speak() {
	l.post(script.Object("kind", "speak", "text", js.Global().Get("traceglassLanguage").Get("text")))
}

// adopt takes the worker that boot.js started, or starts one. What came of it meanwhile is to be
// heard next.
func (l *link) adopt(first js.Value) (heard func()) {
	if !first.Truthy() {
		l.start()
		l.show()
		return func() {}
	}
	l.worker = first.Get("worker")
	l.listen()
	l.show()
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
		m := e.Get("data")
		switch m.Get("kind").String() {
		case "ready":
			l.ready = true
		case "exited":
			l.died(script.String(m.Get("reason")))
		default:
			l.receive(m)
		}
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

// show lets the browser tests have the worker.
func (l *link) show() { js.Global().Get("traceglass").Set("worker", l.worker) }

// end ends the worker and drops what was on the way to and from it.
func (l *link) end() {
	l.spawned.end()
	l.ready, l.used = false, false
}

// post sends a message to the worker; buffers are transferred. It waits there until the program
// listens.
func (l *link) post(m js.Value, buffers ...any) {
	if l.worker.Truthy() {
		l.worker.Call("postMessage", m, script.Array(buffers...))
	}
}
