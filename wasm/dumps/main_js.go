package main

import (
	"traceglass/parser/input/inflate"
	"traceglass/wasm/engine"
	"traceglass/wasm/engine/dumping"
	"traceglass/wasm/worker"
)

func main() {
	worker.UnpackBy(new(inflate.Inflater).Inflate)
	worker.Run(func(budget int64) *engine.Engine { return engine.New(budget, dumping.New()) })
	select {}
}
