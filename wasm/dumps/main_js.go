package main

import (
	"traceglass/parser/input/inflate"
	"traceglass/parser/simpleperf"
	"traceglass/wasm/engine"
	"traceglass/wasm/engine/dumping"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/worker"
)

func main() {
	worker.UnpackBy(new(inflate.Inflater).Inflate)
	worker.ReadMaps()
	worker.Run(func(budget int64) *engine.Engine {
		e := engine.New(budget, dumping.New())
		e.ReadsPackets()
		e.ReadsSamples(func() tracing.Samples { return simpleperf.NewReader() })
		return e
	})
	select {}
}
