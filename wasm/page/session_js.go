package page

import (
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
	"traceglass/wasm/script"
	"traceglass/wasm/session"
)

var _ session.Host = screen{}

// A screen is the page as the session's Host.
type screen struct{ page *page }

func (h screen) Start(w *session.Worker) {
	l := h.page.newLink(w)
	if err := l.start(); err != nil {
		h.page.Died(w, words.Say("the browser does not let this page start a worker: {1}", err.Error()))
	}
}

func (h screen) End(w *session.Worker) {
	h.page.releaseFrom(w)
	if l := h.page.links[w]; l != nil {
		l.end()
		delete(h.page.links, w)
	}
}

func (h screen) Post(w *session.Worker, p post.Post) {
	if l := h.page.links[w]; l != nil {
		l.post(p)
	}
}

// Front lets the browser tests have the worker.
func (h screen) Front(w *session.Worker) {
	if l := h.page.links[w]; l != nil {
		js.Global().Get("traceglass").Set("worker", l.worker)
	}
}

// tick is a tenth of a second, in ms.
const tick = 100

func (h screen) Tick(turn int) {
	var late js.Func
	late = script.Handler(func([]js.Value) {
		late.Release()
		defer h.page.recovered()
		h.page.Session.Tick(turn)
	})
	js.Global().Call("setTimeout", late, tick)
}

func (h screen) Now() float64 { return script.Now() }

func (h screen) Begins() { note("opening") }

func (h screen) Reads(since float64) { h.page.requests.from = since }

// soon is the size in bytes of a file that is read before progress would be seen.
const soon = 32 << 20

// PrepareFirstPicture draws what a file shows first as soon as the worker has made it. The page is then as it is
// before the program starts, because building the interface takes longer.
func (h screen) PrepareFirstPicture(w *session.Worker, files []*session.File, size int64) {
	l := h.page.links[w]
	if l == nil || len(files) != 1 {
		return
	}
	trace := input.IsTraceName(files[0].Name)
	if !h.page.draw.Call("requestFirst", l.worker, trace).Bool() || !trace {
		return
	}
	h.page.early()
	if size > soon {
		h.page.unveil()
	}
}

// early leaves the page for a while to first pictures.
func (p *page) early() {
	p.detach() // where they lie now is not for long
	p.veil()
}

func (h screen) Opening(name string, size int64, added bool) { h.page.app.Opening(name, size, added) }

func (h screen) OpeningInBackground(name string, size int64) {
	h.page.app.OpeningInBackground(name, size)
}

func (h screen) Replacing() { h.page.render() }

func (h screen) Show(number uint32, body message.Body) {
	if h.page.names.take(number, body) {
		return
	}
	switch body.(type) {
	case *message.Description:
		h.page.drawn = false
		note("read")
	case *message.Runs:
		note("runs")
	case *message.Dumps:
		note("dumped")
	}
	h.page.app.Receive(number, body)
	switch body := body.(type) {
	case *message.Progress, *message.NamesReply: // nothing to show yet
	case *message.Compared:
		if body.Refusal != "" {
			h.page.unveil()
		}
	case *message.Named:
		if number == 0 {
			h.page.sayKept()
		}
		h.page.unveil()
	case *message.Description:
		h.page.unveil()
		js.Global().Call("traceglassFollow") // or it would be drawn whole first
		if h.page.dom.fresh = true; h.page.draw.Call("waits").Bool() {
			h.page.Redraw()
		} else {
			h.page.present()
		}
	default:
		h.page.unveil()
	}
}

func (h screen) ShowPair(about [2]*message.Description, names [2]string) {
	note("read")
	h.page.veil() // the table is shown next
	h.page.app.Paired(about, names)
}

func (h screen) ShowChanges(number uint32, changes *message.Changes) {
	h.page.unveil()
	h.page.app.Receive(number, changes)
	h.page.render()
	note("compared")
}

func (h screen) Refuse(name, why string) { h.page.app.Refused(name, why) }

func (h screen) Crash(reason string, outOfMemory bool) { h.page.app.Crashed(reason, outOfMemory) }

func (h screen) UpdateTexts(side int, body message.Body, paired bool) {
	if paired {
		h.page.app.RetranslatedOf(side, body)
	} else {
		h.page.app.Retranslated(body)
	}
}

func (h screen) Rename(side int, named *message.Named) { h.page.app.NamedOf(side, named) }

func (h screen) RenameBoth(named [2]*message.Named) {
	h.page.app.NamedBoth(named)
	h.page.sayKept()
}

func (h screen) Redraw() { h.page.redraw() }

func (h screen) Clear() {
	h.page.canvases.clear()
	h.page.dom.boxes.toTop()
}

func (h screen) Remember(from session.Source) { h.page.again.remember(from) }

func (h screen) Forget() { h.page.again.forget() }

func (h screen) Release(canvas int) { h.page.canvases.release(canvas) }

func (h screen) View() []byte { return h.page.app.EncodeView() }

func (h screen) SetView(view []byte) { h.page.app.ApplyView(view, themeNow(), nil) }

// themeNow is how the page looks.
func themeNow() string {
	if t := js.Global().Get("document").Get("documentElement").Get("dataset").Get("theme"); t.Truthy() {
		return t.String()
	}
	return ""
}

// ranges are those chosen in both traces, as view.js has them: [[from, to], [from, to]] in ns.
func (p *page) ranges() js.Value {
	all := script.Array()
	for _, of := range p.app.Ranges() {
		all.Call("push", script.Array(of[0], of[1]))
	}
	return all
}

// rangesOf reads them, nil for none.
func rangesOf(args []js.Value) *[2][2]int64 {
	if len(args) == 0 || args[0].IsUndefined() {
		return nil
	}
	all := new([2][2]int64)
	for i := range all {
		for end := range all[i] {
			all[i][end] = int64(min(args[0].Index(i).Index(end).Float(), 1<<62))
		}
	}
	return all
}
