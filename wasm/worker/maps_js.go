package worker

import (
	"errors"

	"traceglass/wasm/engine"
	"traceglass/wasm/message"
)

// errLater ends the reading of a map of names until all else has been read.
var errLater = errors.New("this is read last")

// maps are what a program does that reads maps of names; none of it is in one that reads none,
// which has no room of dumps either.
var maps struct {
	begin func(r *reading, it *item) error
	read  func(r *reading, results []message.Body, failures []string) ([]message.Body, []string)
	turn  func(w *worker, number uint32, request *message.Naming)
}

// ReadMaps has the program read maps of names, from before Run on.
func ReadMaps() {
	begun := func(e *engine.Engine, it *item) { e.BeginMap(it.name, it.stored) }
	maps.begin = func(r *reading, it *item) error {
		if r.last {
			begun(r.engine, it)
			return nil
		}
		r.maps = append(r.maps, *it) // what it is to name comes first
		return errLater
	}
	maps.read = func(r *reading, results []message.Body, failures []string) ([]message.Body, []string) {
		r.last = true
		if err := r.readItem(&r.maps[len(r.maps)-1], true); err != nil {
			failures = append(failures, err.Error())
		}
		named := r.engine.Named()
		if named == nil {
			return results, failures
		}
		again := r.engine.Told()
		for _, body := range again {
			if d, ok := body.(*message.Description); ok {
				d.Stored = r.description.Stored
				r.description = d
			}
		}
		return append(again, named), failures
	}
	maps.turn = func(w *worker, number uint32, request *message.Naming) {
		body := w.ask(request)
		again := w.engine.Told()
		w.answer(number, body)
		for _, body := range again {
			w.answer(0, body)
		}
	}
}
