package main

import (
	"traceglass/wasm/engine"
	"traceglass/wasm/engine/dumping"
	"traceglass/wasm/worker"
)

func main() {
	worker.Run(func(budget int64) *engine.Engine { return engine.New(budget, dumping.New()) })
	select {}
}
