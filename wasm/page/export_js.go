package page

import (
	"syscall/js"

	"traceglass/wasm/script"
)

// An exporter is the worker in which the command runs; see tools.js.
type exporter struct {
	spawned
	module js.Value // the compiled program, kept from the first export on
}

func (p *page) Export(args, files []string, name string) {
	p.exporter.end()
	all := make([]any, 0, len(args)+len(files))
	for _, a := range args {
		all = append(all, a)
	}
	for _, file := range files {
		all = append(all, "./"+file)
	}
	p.exporter.run(script.Object("args", script.Array(all...), "files", p.opened.files), func(m js.Value) {
		defer p.recovered()
		switch m.Get("kind").String() {
		case "progress":
			p.app.Exporting(int64(m.Get("read").Float()), int64(m.Get("size").Float()), int64(m.Get("written").Float()))
		case "done":
			p.exporter.end()
			blob := m.Get("blob")
			save(blob, name)
			p.app.Exported(name, int64(blob.Get("size").Float()), "")
		default:
			p.exporter.end()
			p.app.Exported(name, 0, m.Get("reason").String())
		}
	})
}

func (p *page) StopExport() { p.exporter.end() }

// run gives a new worker its one message, and receive what it answers.
func (x *exporter) run(order js.Value, receive func(m js.Value)) {
	failed := func(reason string) {
		receive(script.Object("kind", "failed", "reason", "The export failed: "+reason+"."))
	}
	if err := x.start("traceglassToolsURL"); err != nil {
		failed("the browser does not let this page start a worker: " + err.Error())
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
		failed("its script could not be run; try again when the site can be reached")
	})
	order.Set("module", x.module)
	x.worker.Call("postMessage", order)
}
