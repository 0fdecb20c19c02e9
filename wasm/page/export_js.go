package page

import (
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/export"
	"traceglass/wasm/script"
	"traceglass/wasm/session"
)

// An exporter is the worker in which the command runs; see tools.js.
type exporter struct {
	*base
	spawned
	session *session.Session
	module  js.Value // the compiled program, kept from the first export on
	orders  []order  // the one that runs, and those after it
}

// An order is an export that is to be made.
type order struct {
	name string   // of the file to save
	job  js.Value // for tools.js
}

func (x *exporter) Export(args, files []string, name string) {
	all := make([]any, 0, len(args)+len(files))
	for _, a := range args {
		all = append(all, a)
	}
	for _, file := range files {
		all = append(all, "./"+file)
	}
	if args[0] == export.Page {
		js.Global().Call("traceglassPage", script.Array(all...), arrayOf(x.session.Files()), name)
		return
	}
	x.order(order{name, script.Object("args", script.Array(all...), "files", arrayOf(x.session.Files()))})
}

// order has an export made after those that were ordered before.
func (x *exporter) order(o order) {
	x.orders = append(x.orders, o)
	if len(x.orders) == 1 {
		x.export(o)
	}
}

// export makes an export; nothing else is being made.
func (x *exporter) export(o order) {
	x.run(o.job, func(m js.Value) {
		defer x.recovered()
		switch m.Get("kind").String() {
		case "progress":
			x.app.Exporting(int64(m.Get("read").Float()), int64(m.Get("size").Float()), int64(m.Get("written").Float()))
		case "done":
			blob := m.Get("blob")
			save(blob, o.name)
			x.app.Exported(o.name, int64(blob.Get("size").Float()), "", m.Get("said").String())
			x.StopExport()
		case "large":
			x.app.ExportTooLarge(o.name, m.Get("reason").String())
			x.StopExport()
		default:
			x.app.Exported(o.name, 0, m.Get("reason").String(), "")
			x.StopExport()
		}
	})
}

// StopExport ends the export that runs; the next begins.
func (x *exporter) StopExport() {
	x.end()
	if len(x.orders) > 1 {
		x.orders = x.orders[1:]
		x.export(x.orders[0])
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
