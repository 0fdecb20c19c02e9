package page

import (
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/export"
	"traceglass/wasm/script"
)

// An exporter is the worker in which the command runs; see tools.js.
type exporter struct {
	spawned
	module js.Value // the compiled program, kept from the first export on
	orders []order  // the one that runs, and those after it
}

// An order is an export that is to be made.
type order struct {
	name string   // of the file to save
	job  js.Value // for tools.js
}

func (p *page) Export(args, files []string, name string) {
	all := make([]any, 0, len(args)+len(files))
	for _, a := range args {
		all = append(all, a)
	}
	for _, file := range files {
		all = append(all, "./"+file)
	}
	if args[0] == export.Page {
		js.Global().Call("traceglassPage", script.Array(all...), arrayOf(p.Files()), name)
		return
	}
	p.order(order{name, script.Object("args", script.Array(all...), "files", arrayOf(p.Files()))})
}

// order has an export made after those that were ordered before.
func (p *page) order(o order) {
	p.exporter.orders = append(p.exporter.orders, o)
	if len(p.exporter.orders) == 1 {
		p.export(o)
	}
}

// export makes an export; nothing else is being made.
func (p *page) export(o order) {
	p.exporter.run(o.job, func(m js.Value) {
		defer p.recovered()
		switch m.Get("kind").String() {
		case "progress":
			p.app.Exporting(int64(m.Get("read").Float()), int64(m.Get("size").Float()), int64(m.Get("written").Float()))
		case "done":
			blob := m.Get("blob")
			save(blob, o.name)
			p.app.Exported(o.name, int64(blob.Get("size").Float()), "", m.Get("said").String())
			p.StopExport()
		case "large":
			p.app.ExportTooLarge(o.name, m.Get("reason").String())
			p.StopExport()
		default:
			p.app.Exported(o.name, 0, m.Get("reason").String(), "")
			p.StopExport()
		}
	})
}

// StopExport ends the export that runs; the next begins.
func (p *page) StopExport() {
	x := &p.exporter
	x.end()
	if len(x.orders) > 1 {
		x.orders = x.orders[1:]
		p.export(x.orders[0])
		return
	}
	x.orders = nil
}

// run gives a new worker its one message, and receive its answers.
func (x *exporter) run(order js.Value, receive func(m js.Value)) {
	failed := func(reason string) {
		receive(script.Object("kind", "failed", "reason", words.Say("The export failed: {1}.", reason)))
	}
	if err := x.start("traceglassToolsURL"); err != nil {
		failed(words.Say("the browser does not let this page start a worker: {1}", err.Error()))
		return
	}
	x.on("onmessage", func(e js.Value) {
		if m := e.Get("data"); m.Get("kind").String() == "module" {
			x.module = m.Get("module")
		} else {
			receive(m)
		}
	})
	x.on("onerror", func(e js.Value) {
		e.Call("preventDefault")
		failed(words.T("its script could not be run; try again when the site can be reached"))
	})
	order.Set("module", x.module)
	x.worker.Call("postMessage", order)
}
