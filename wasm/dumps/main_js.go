package main

import (
	"traceglass/wasm/engine"
	"traceglass/wasm/worker"
)

func main() {
	worker.Run(func(budget int64) (*engine.Engine, worker.Dumps) {
		e := engine.New(budget)
		return e, e
	})
	select {}
}
