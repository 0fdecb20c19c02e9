package reading

import (
	"errors"

	"traceglass/wasm/engine"
	"traceglass/wasm/message"
)

// errLater ends the reading of a map of names until all else has been read.
var errLater = errors.New("this is read last")

// beginMap begins to read a map of names. While other files are still to be read, it puts the map off.
func (r *Reading) beginMap(it *item) error {
	if r.last {
		r.Engine.BeginMap(it.name, it.stored)
		return nil
	}
	r.maps = append(r.maps, *it)
	return errLater
}

// applyMap reads the last map that was found, and returns the results of all else under its names. It adds to
// failures why there is no map.
func (r *Reading) applyMap(results []message.Body, failures []string) ([]message.Body, []string) {
	if err := r.readMap(); err != nil {
		failures = append(failures, err.Error())
	}
	named := r.Engine.Named()
	if named == nil {
		return results, failures
	}
	again := r.Engine.Descriptions()
	for _, body := range again {
		if d, ok := body.(*message.Description); ok {
			d.Stored = r.Description.Stored
			r.Description = d
		}
	}
	return append(again, named), failures
}

// readMap reads the last of the maps that were found, and then the dumps of a pile again to be named.
// An error of theirs was reported before.
func (r *Reading) readMap() error {
	r.last = true
	if err := r.readItem(&r.maps[len(r.maps)-1], true); err != nil {
		return err
	}
	dumps := r.Engine.Dumps()
	if !dumps.BeginPass() {
		return nil
	}
	read, done := r.dumped, r.done
	r.toRead(read)
	for i := range read {
		if r.cancelled {
			break
		}
		r.before.stored += r.at.stored
		r.at = current{}
		r.done = i
		r.readFile(&read[i])
	}
	dumps.EndPass(!r.cancelled)
	r.dumped, r.done = read, done
	return nil
}

// Mapping returns the Reading of a map of names for open files, by the engine that has them. It reads only the dumps of a
// pile again.
func Mapping(of *engine.Engine, files []File, dumped Dumped, now func() float64, news func(message.Body)) *Reading {
	return &Reading{Engine: of, Files: files, Now: now, News: news, mapsOnly: true, dumped: dumped, items: 1 + len(dumped)}
}

// Name reads the map and returns its effect. Without effect, it returns why; "" if it was cancelled. With only, another map that
// is in use stays if this one is of another build.
func (r *Reading) Name(only bool) (named *message.Named, why string) {
	defer func() {
		if p := recover(); p != nil {
			named, why = nil, Mistake(p).Text
		}
		r.ended = true
	}()
	var all []item
	for _, file := range r.Files {
		more, _ := r.itemsOf([]File{file})
		all = append(all, more...)
	}
	r.whole = sizeOf(r.Files)
	for i := range r.dumped {
		r.whole += r.dumped[i].size()
	}
	r.toRead(all)
	for i := range all {
		if err := r.readItem(&all[i], true); err != nil && !errors.Is(err, errLater) {
			why = err.Error()
		}
	}
	r.at = current{}
	if len(r.maps) == 0 {
		return nil, why
	}
	if err := r.readMap(); err != nil && !r.cancelled {
		return nil, err.Error()
	}
	dumps := r.Engine.Dumps()
	if r.cancelled {
		dumps.LeaveMap()
		return nil, ""
	}
	if named = dumps.Named(); only && !named.Fits {
		dumps.LeaveMap()
		named.On = false
	}
	return named, ""
}

// Used returns the map of names that was read last, nil for none.
func (r *Reading) Used() *Used {
	if n := len(r.maps); n > 0 && len(r.maps[n-1].parts) == 1 {
		return &Used{r.maps[n-1].parts[0]}
	}
	return nil
}
