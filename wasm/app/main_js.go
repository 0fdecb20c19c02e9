package main

import (
	"syscall/js"

	"traceglass/wasm/page"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/dumping/verdict"
	"traceglass/wasm/worker"
)

func main() {
	if js.Global().Get("traceglassRole").String() == "worker" {
		worker.Run(worker.First{Trace: desk.First, Dumps: verdict.First})
	} else {
		page.Run()
	}
	select {}
}
