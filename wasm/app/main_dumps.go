//go:build js && wasm && dumps

package main

import (
	"traceglass/wasm/engine"
	"traceglass/wasm/engine/dumping"
)

// dumps is the room of thread dumps.
func dumps() engine.Dumps { return dumping.New() }

func main() {
	runWorker()
	select {}
}
