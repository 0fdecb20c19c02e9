//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
)

// newsEvery is the least time between two reports of progress, in milliseconds.
const newsEvery = 50

// A reading takes one file, or a .key and its .data, from the browser to the engine.
// Between pieces the worker's other messages are served.
type reading struct {
	engine *engine.Engine
	files  []js.Value // Files
	news   func(message.Body)

	source    source // that is being read
	cancelled bool
	size      int64 // of the files as they are stored
	stored    int64 // bytes of them that have been read
	unwrapped int64 // bytes that the engine got
	newsAt    float64
	piece     []byte
	last      byte // that was read
}

// A stopped error says, in a sentence, why only a part of the file was read.
type stopped struct{ why string }

func (e *stopped) Error() string { return e.why }

func stop(format string, args ...any) error { return &stopped{fmt.Sprintf(format, args...)} }

// run reads all and returns a Description, or a Failure if there is nothing to show.
func (r *reading) run() (result message.Body) {
	defer func() {
		if p := recover(); p != nil {
			result = mistake(p)
		}
	}()
	// Almost all that is allocated now stays: to look for garbage at each doubling finds none.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	for {
		var partial string
		if err := r.once(); err != nil {
			why, ok := errors.AsType[*stopped](err)
			if !ok || r.unwrapped == 0 {
				return &message.Failure{Text: err.Error()}
			}
			partial = why.why
		}
		description, err := r.engine.End(partial)
		if err != nil {
			return &message.Failure{Text: err.Error()}
		}
		if !r.engine.Again() {
			return description
		}
	}
}

func (r *reading) cancel() {
	r.cancelled = true
	if r.source != nil {
		r.source.stop()
	}
}

// once reads the files from start to end. An error is *stopped if what was read so far
// can be shown, else the whole answer to the user.
func (r *reading) once() error {
	r.size, r.stored, r.unwrapped = 0, 0, 0
	for _, file := range r.files {
		r.size += int64(file.Get("size").Float())
	}
	name := r.files[0].Get("name").String()
	parts, err := unzip(r.files)
	if err != nil {
		return err
	}
	r.engine.Begin(name, r.size, len(parts) > 1)
	for i, part := range parts {
		if i > 0 && r.unwrapped > 0 && r.last != '\n' {
			// The .key lacks its last line feed, and the .data follows.
			if err := r.engine.Write([]byte{'\n'}); err != nil {
				return err
			}
		}
		if err := r.readPart(name, part); err != nil {
			return err
		}
	}
	if r.unwrapped == 0 {
		return errors.New(input.Empty.Sentence())
	}
	return nil
}

// readPart reads one file, or a member of a zip file, to its end.
func (r *reading) readPart(name string, p part) error {
	source, packed, err := p.open(&r.stored)
	if err != nil {
		return r.failed(name, err)
	}
	r.source = source
	defer source.stop()
	for {
		piece, err := source.next()
		switch {
		case r.cancelled:
			return stop("Reading was cancelled after %s of %s.", megabytes(r.stored), megabytes(r.size))
		case err != nil:
			return r.failed(name, err)
		case piece.IsUndefined():
			return nil
		}
		if err := r.write(name, source, piece); err != nil {
			return err
		}
		limits := input.DefaultLimits
		switch {
		case r.engine.Full():
			return stop("Only the first %s of %s were read: the rest would need more memory than a page can have.", megabytes(r.stored), megabytes(r.size))
		case packed && r.unwrapped > max(limits.Free, limits.Ratio*r.stored):
			return stop("Unwrapping stopped after %s: so small a file cannot hold so large a trace.", megabytes(r.unwrapped))
		}
		r.report()
	}
}

// failed says that the file, or the rest of it, could not be read.
func (r *reading) failed(name string, err error) error {
	why := strings.TrimSuffix(err.Error(), ".")
	if r.unwrapped == 0 {
		return fmt.Errorf("%s cannot be read: %s.", name, why)
	}
	return stop("Only the first %s could be read: %s.", megabytes(r.unwrapped), why)
}

// write hands a piece of a source to the engine.
func (r *reading) write(name string, from source, piece js.Value) error {
	n := piece.Length()
	if n > len(r.piece) {
		r.piece = make([]byte, n)
	}
	js.CopyBytesToGo(r.piece, piece)
	from.ahead()
	b := r.piece[:n]
	if r.unwrapped == 0 {
		head := b[:min(n, input.HeadSize)]
		switch kind := input.Sniff(head, name); kind {
		case input.MethodTrace:
		case input.MethodChunk:
			b = b[input.ChunkSize:]
		default:
			return errors.New(kind.Describe(head))
		}
	}
	r.unwrapped += int64(n)
	r.last = r.piece[n-1]
	return r.engine.Write(b)
}

func (r *reading) report() {
	if t := now(); t-r.newsAt >= newsEvery {
		r.newsAt = t
		p := r.engine.Progress()
		p.Bytes, p.Size = r.stored, r.size
		r.news(&p)
	}
}

func megabytes(n int64) string {
	if n < 100_000 {
		return fmt.Sprintf("%.1f KB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
