package main

import (
	"syscall/js"

	"traceglass/wasm/engine"
	"traceglass/wasm/page"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/worker"
)

func main() {
	if js.Global().Get("traceglassRole").String() == "worker" {
		worker.Run(func(budget int64) *engine.Engine { return engine.New(budget, nil) }, desk.First)
	} else {
		page.Run(nil)
		return
	}
	select {}
}
