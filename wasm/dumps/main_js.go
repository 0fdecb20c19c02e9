package main

import (
	"syscall/js"

	"traceglass/parser/input/inflate"
	"traceglass/parser/simpleperf"
	"traceglass/wasm/engine"
	"traceglass/wasm/engine/comparing"
	"traceglass/wasm/engine/dumping"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/page"
	"traceglass/wasm/ui/app"
	changes "traceglass/wasm/ui/comparing"
	"traceglass/wasm/ui/desk"
	views "traceglass/wasm/ui/dumping"
	"traceglass/wasm/ui/running"
	"traceglass/wasm/worker"
)

func main() {
	if js.Global().Get("traceglassRole").String() != "worker" {
		page.Run(func(d *desk.Desk) app.More {
			return app.More{Dumps: views.New(d.Beside), Compare: changes.New(d.Page), Runs: running.New(d.Page)}
		})
		return
	}
	worker.UnpackBy(new(inflate.Inflater).Inflate)
	worker.ReadZips()
	worker.ReadMaps()
	worker.ReadRuns()
	worker.Run(func(budget int64) *engine.Engine {
		e := engine.New(budget, dumping.New())
		e.Compares(comparing.New())
		e.ReadsPackets()
		e.ReadsSamples(func() tracing.Samples { return simpleperf.NewReader() })
		return e
	}, nil)
	select {}
}
