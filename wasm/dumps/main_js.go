package main

import (
	"errors"

	"traceglass/wasm/engine"
	"traceglass/wasm/message"
	"traceglass/wasm/worker"
)

func main() {
	worker.Run(func(budget int64) (*engine.Engine, worker.Dumps) {
		e := engine.New(budget)
		return e, dumps{e}
	})
	select {}
}

// dumps is how the worker reads thread dumps into an engine.
type dumps struct{ engine *engine.Engine }

func (d dumps) Begin(file, opened string) { d.engine.BeginDump(file, opened) }
func (d dumps) Write(p []byte)            { d.engine.WriteDump(p) }

func (d dumps) End(partial string) (found bool, err error) {
	err = d.engine.EndDump(partial)
	if errors.Is(err, engine.ErrNoDump) {
		return false, nil
	}
	return err == nil, err
}

func (d dumps) Open() *message.Dumps {
	if !d.engine.HasDumps() {
		return nil
	}
	return d.engine.Dumps()
}
