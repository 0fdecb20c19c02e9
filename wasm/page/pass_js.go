package page

import (
	"syscall/js"

	"traceglass/wasm/message"
	"traceglass/wasm/script"
)

// The first program of the page has the views of one trace. When files are opened that need others,
// it ends, and the page goes on with the program that has all: the same document, the same worker,
// what that has sent, and the same files. Nobody notices but by the clock: a few dozen milliseconds,
// in which the worker reads.

// pass ends this program. The one that goes on hears of the worker what it has sent, and after that
// what it sends.
func (p *page) pass(sent []arrival) {
	p.exporter.end()
	if p.graphviz.worker.Truthy() {
		p.endGraphviz()
	}
	first := js.Global().Call("traceglassHold", p.link.worker)
	hear := func(m js.Value) {
		first.Get("heard").Call("push", script.Object("type", "message", "data", m))
	}
	if p.link.ready {
		hear(script.Object("kind", "ready"))
	}
	for _, r := range sent {
		hear(script.Object("kind", "answer", "data", script.Buffer(r.data)))
	}
	if len(sent) > 0 {
		hear(script.Object("kind", "read"))
	}
	passing := script.Array()
	for _, q := range p.requests.passing {
		passing.Call("push", q.at, q.foreign)
	}
	orders := script.Array()
	for _, o := range p.exporter.orders {
		orders.Call("push", o.name, o.job)
	}
	window := js.Global()
	window.Set("traceglassPassed", script.Object(
		"first", first, "app", script.Buffer(p.app.Pass()), "turn", p.opening.turn,
		"opened", p.opened.passed(), "before", p.before.passed(), "named", p.opening.named, "maps", p.opening.maps,
		"pair", p.paired, "runs", p.runs, "told", p.told, "from", p.requests.from, "passing", passing, "tools", p.exporter.module, "orders", orders,
	))
	window.Set("traceglassModule", p.opening.reader) // for further workers too
	window.Set("traceglassNext", p.opening.reader)
	close(p.over)
}

func (o *opened) passed() js.Value {
	return script.Object("files", o.files, "trace", o.choice.trace, "of", o.choice.of, "runs", o.runs)
}

func readOpened(passed js.Value) opened {
	return opened{files: passed.Get("files"), choice: choice{passed.Get("trace").Int(), passed.Get("of").Int()}, runs: passed.Get("runs").Bool()}
}

// clearMount takes what another program drew out of the document, with all that listens to it.
func clearMount() {
	mount := js.Global().Get("document").Call("getElementById", "app")
	mount.Call("replaceWith", mount.Call("cloneNode", false))
	js.Global().Delete("vuguState")
}

// goOn takes up what another program passed.
func (p *page) goOn(passed js.Value) {
	js.Global().Delete("traceglassPassed")
	heard := p.link.adopt(passed.Get("first"))
	p.link.used = true
	p.opened, p.before = readOpened(passed.Get("opened")), readOpened(passed.Get("before"))
	p.opening.turn = passed.Get("turn").Int()
	p.opening.named, p.opening.maps = passed.Get("named"), passed.Get("maps")
	p.recallTab()
	p.requests.from = passed.Get("from").Float()
	passing := passed.Get("passing")
	for i := 0; i < passing.Length(); i += 2 {
		p.requests.passing = append(p.requests.passing, request{passing.Index(i).Float(), passing.Index(i + 1).Bool()})
	}
	p.app.GoOn(script.Bytes(passed.Get("app")))
	p.exporter.module = passed.Get("tools")
	orders := passed.Get("orders")
	for i := 0; i < orders.Length(); i += 2 {
		p.order(order{orders.Index(i).String(), orders.Index(i + 1)})
	}
	p.render()
	note("passed")
	heard()
	if runs := passed.Get("runs"); runs.Truthy() {
		p.link.used = false
		p.replace(false)
		p.readRuns(runs, message.RunsPart{})
	}
	if both := passed.Get("pair"); both.Truthy() {
		p.link.used = false
		p.told = passed.Get("told")
		p.readBoth(readOpened(both.Index(0)), readOpened(both.Index(1)))
	}
}
