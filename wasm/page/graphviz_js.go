package page

import (
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/script"
)

// graphvizTime is how long Graphviz may take over a graph, in milliseconds. Few of the graphs
// that take longer could be read.
const graphvizTime = 20_000

// graphviz is the line to the worker that lays graphs out. The worker starts with the first
// graph, and whatever it works on ends with it.
type graphviz struct {
	*base
	spawned
	number uint32 // of the work under way, 0 for none
	late   js.Func
	timer  js.Value
}

func (g *graphviz) Graphviz(number uint32, dot, format string) {
	g.StopGraphviz()
	if !g.worker.Truthy() {
		if err := g.start("traceglassGraphURL"); err != nil {
			go g.graphed(number, "", words.Say("Graphviz, which lays graphs out, could not be started: {1}", err.Error()))
			return
		}
		g.hear()
	}
	g.number = number
	g.timer = js.Global().Call("setTimeout", g.late, graphvizTime)
	g.worker.Call("postMessage", script.Object("number", number, "dot", dot, "format", format))
}

// StopGraphviz ends the worker if it works on something.
func (g *graphviz) StopGraphviz() {
	if g.number != 0 {
		g.stop()
	}
}

func (g *graphviz) hear() {
	g.late = script.Handler(func([]js.Value) {
		number := g.number
		g.stop()
		g.graphed(number, "", words.T("Laying this graph out takes more than 20 seconds. Raise the share to make it smaller."))
	})
	g.on("onmessage", func(e js.Value) {
		m := e.Get("data")
		number := uint32(m.Get("number").Int())
		if number != g.number {
			return
		}
		g.number = 0
		js.Global().Call("clearTimeout", g.timer)
		if m.Get("error").Truthy() {
			g.stop() // its memory may be in disorder
			g.graphed(number, "", words.Say("Graphviz could not lay this graph out: {1}", script.String(m.Get("error"))))
			return
		}
		g.graphed(number, m.Get("text").String(), "")
	})
	g.on("onerror", func(e js.Value) {
		e.Call("preventDefault")
		number := g.number
		g.stop()
		g.graphed(number, "", words.T("Graphviz, which lays graphs out, could not be loaded. It is kept for use without a network once it has been loaded."))
	})
}

func (g *graphviz) graphed(number uint32, text, failure string) {
	defer g.recovered()
	g.app.Graphviz(number, text, failure)
}

func (g *graphviz) stop() {
	js.Global().Call("clearTimeout", g.timer)
	g.end()
	g.late.Release()
	*g = graphviz{base: g.base}
}
