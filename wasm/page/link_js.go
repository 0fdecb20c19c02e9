package page

import (
	"syscall/js"

	"traceglass/wasm/script"
)

// A link is the page's end of the line to its worker. One worker holds one trace, since
// memory once taken by WebAssembly is never given back: for another, the worker is replaced.
type link struct {
	receive func(m js.Value)    // a message of the worker's program
	died    func(reason string) // the worker can be used no more

	module js.Value // the program it runs
	spawned
	ready   bool       // the program listens
	waiting []outgoing // until then
	used    bool       // it has been given a file
}

// newLink makes a line to a worker that is yet to be started.
func (p *page) newLink() *link {
	l := &link{module: js.Global().Get("traceglassModule")}
	l.receive = func(m js.Value) { p.receive(l, m) }
	l.died = func(reason string) { p.died(l, reason) }
	return l
}

// An outgoing message waits for a worker that listens.
type outgoing struct {
	m       js.Value
	buffers js.Value
}

// start starts a worker in place of the one before.
func (l *link) start() {
	l.end()
	if err := l.spawned.start("traceglassWorkerURL"); err != nil {
		l.died("the browser does not let this page start a worker: " + err.Error())
		return
	}
	l.on("onmessage", func(e js.Value) {
		m := e.Get("data")
		switch m.Get("kind").String() {
		case "ready":
			l.ready = true
			for _, o := range l.waiting {
				l.worker.Call("postMessage", o.m, o.buffers)
			}
			l.waiting = nil
		case "exited":
			l.died(script.String(m.Get("reason")))
		default:
			l.receive(m)
		}
	})
	l.on("onerror", func(e js.Value) {
		e.Call("preventDefault")
		reason := "its script could not be run"
		if text := e.Get("message"); text.Type() == js.TypeString {
			reason = text.String()
		}
		l.died(reason)
	})
	l.on("onmessageerror", func(js.Value) { l.died("a message could not be read") })
	l.worker.Call("postMessage", script.Object("module", l.module))
}

// show lets the browser tests have the worker.
func (l *link) show() { js.Global().Get("traceglass").Set("worker", l.worker) }

// end ends the worker and drops what was on the way to and from it.
func (l *link) end() {
	l.spawned.end()
	l.ready, l.used, l.waiting = false, false, nil
}

// post sends a message to the worker; buffers are transferred.
func (l *link) post(m js.Value, buffers ...any) {
	if l.worker.IsUndefined() {
		return
	}
	o := outgoing{m, script.Array(buffers...)}
	if !l.ready {
		l.waiting = append(l.waiting, o)
		return
	}
	l.worker.Call("postMessage", o.m, o.buffers)
}
