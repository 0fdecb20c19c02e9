package worker

import (
	"syscall/js"

	"traceglass/wasm/engine"
	"traceglass/wasm/message"
	"traceglass/wasm/script"
)

// rehearsals is how often the made-up trace is read: until the browser has compiled for speed what
// runs for every record, and for every call that is drawn. Until then it runs many times slower.
const rehearsals = 40

// rehearse reads a small made-up trace again and again, and draws it, while there is nothing else to
// do. A file that comes meanwhile waits for one reading of it.
func (w *worker) rehearse() {
	file, drawn := js.Global().Call("traceglassRehearsal", 40), 0
	for range rehearsals {
		w.turn.Lock()
		if w.reading != nil {
			w.turn.Unlock()
			return
		}
		e, results := w.readUnseen(file)
		for _, body := range results {
			if d, ok := body.(*message.Description); ok && w.reading == nil {
				w.draw(e, d)
				drawn++
			}
		}
		w.turn.Unlock()
	}
	if drawn == rehearsals {
		post(script.Object("kind", "rehearsed"))
	}
}

// readUnseen reads a file for nobody.
func (w *worker) readUnseen(file js.Value) (e *engine.Engine, results []message.Body) {
	e = w.open(mostMemory)
	r := &reading{engine: e, files: []js.Value{file}, budget: mostMemory, news: func(message.Body) {}}
	return e, r.run()
}

// worth is a trace, in bytes, that takes long enough to compare for a rehearsal to be worth its while.
const worth = 32 << 20

// rehearseBeside does the same before one of two traces is read: what is compared of a made-up one is made,
// and compared with itself.
func (w *worker) rehearseBeside() {
	const times, methods = 4, 2000
	whole := message.SideOf{Scope: message.Scope{To: message.Whole}, Main: true}
	file := js.Global().Call("traceglassRehearsal", methods)
	for range times {
		e, _ := w.readUnseen(file)
		if side, ok := e.Answer(&whole).(*message.Side); ok {
			e.Answer(&message.Compare{Of: [2]message.SideOf{whole, whole}, Data: side.Data})
			e.Answer(&message.ChangeRows{Order: message.ChangeOfExclusive, Only: message.WhetherOrNot, Count: 40})
		}
	}
}

// draw makes the first pictures of a trace for nobody, so that the browser has compiled what makes them
// when they are asked for.
func (w *worker) draw(e *engine.Engine, d *message.Description) {
	e.List(&message.Overview{Width: 1000, Height: 60, Method: message.NoNode}, &w.list)
	e.List(&message.Timeline{View: message.Viewport{To: float64(d.Span), Width: 1000, Height: 500}, Method: message.NoNode}, &w.list)
}
