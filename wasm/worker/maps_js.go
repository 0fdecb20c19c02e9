package worker

import (
	"errors"
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
	"traceglass/wasm/script"
)

// errLater ends the reading of a map of names until all else has been read.
var errLater = errors.New("this is read last")

// beginMap begins to read a map of names. While other files are still to be read, it puts the map off.
func (r *reading) beginMap(it *item) error {
	if r.last {
		r.engine.BeginMap(it.name, it.stored)
		return nil
	}
	r.maps = append(r.maps, *it)
	return errLater
}

// applyMap reads the last map that was found, and returns the results of all else under its names. It adds to
// failures why there is no map.
func (r *reading) applyMap(results []message.Body, failures []string) ([]message.Body, []string) {
	if err := r.readMap(); err != nil {
		failures = append(failures, err.Error())
	}
	named := r.engine.Named()
	if named == nil {
		return results, failures
	}
	again := r.engine.Descriptions()
	for _, body := range again {
		if d, ok := body.(*message.Description); ok {
			d.Stored = r.description.Stored
			r.description = d
		}
	}
	return append(again, named), failures
}

// readMap reads the last of the maps that were found, and then the dumps of a pile again to be named.
// One that cannot be read was told of before.
func (r *reading) readMap() error {
	r.last = true
	if err := r.readItem(&r.maps[len(r.maps)-1], true); err != nil {
		return err
	}
	dumps := r.engine.Dumps()
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

// nameOpen reads a map of names for what is open already, here where it is open: nothing of that is read again
// but the dumps of a pile. Only where it fits means that another map that is in use stays, if this one is
// of another build. Named is told, or that nothing was, and why.
func (w *worker) nameOpen(files []js.Value, only bool) {
	r := &reading{engine: w.engine, files: files, mapsOnly: true, dumped: w.dumped, items: 1 + len(w.dumped), news: func(b message.Body) { w.answer(0, b) }}
	w.reading = r
	go func() {
		w.turn.Lock()
		named, why := r.name(only)
		w.turn.Unlock()
		r.ended, w.reading = true, nil
		if named == nil {
			send(&post.NotNamed{Reason: why})
			return
		}
		w.used = &r.maps[len(r.maps)-1]
		w.answer(0, named)
		w.retell()
	}()
}

// name reads the map and says what it gave; or why there is none, "" if it was cancelled.
func (r *reading) name(only bool) (named *message.Named, why string) {
	defer func() {
		if p := recover(); p != nil {
			named, why = nil, mistake(p).Text
		}
	}()
	var all []item
	for _, file := range r.files {
		more, _ := r.itemsOf([]js.Value{file})
		all = append(all, more...)
	}
	r.whole = script.SizeOf(r.files)
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
	dumps := r.engine.Dumps()
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

// keepMap sends the map that is in use to the page, alone and packed, to be kept.
func (w *worker) keepMap() {
	go func() {
		w.turn.Lock()
		blob, err := packed(w.used)
		w.turn.Unlock()
		if err != nil {
			send(&post.NoMap{Reason: err.Error()})
			return
		}
		send(&post.Map{Blob: blob})
	}()
}

// packed is what an item holds, packed with gzip in a Blob. It waits.
func packed(it *item) (blob js.Value, err error) {
	if it == nil || len(it.parts) != 1 {
		return blob, errors.New(words.T("No mapping file is open."))
	}
	source, _, err := it.parts[0].open(new(int64))
	if err != nil {
		return blob, err
	}
	defer source.stop()
	packer := js.Global().Get("CompressionStream").New("gzip")
	whole := js.Global().Get("Response").New(packer.Get("readable")).Call("blob")
	to := packer.Get("writable").Call("getWriter")
	limits, size := input.DefaultLimits, int64(0)
	for {
		piece, err := source.next()
		if err != nil {
			return blob, err
		}
		if piece.IsUndefined() {
			break
		}
		if size += int64(piece.Length()); size > max(limits.Free, limits.Ratio*it.size()) {
			break // as much as was read of it
		}
		if _, err := script.Await(to.Call("write", piece.Call("slice"))); err != nil {
			return blob, err
		}
		source.ahead()
	}
	if _, err := script.Await(to.Call("close")); err != nil {
		return blob, err
	}
	return script.Await(whole)
}
