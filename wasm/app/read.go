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

// A reading takes files from the browser to the engine: a method trace in one file, or in a
// .key and its .data, and any number of thread dumps. Between pieces the worker's other
// messages are served.
type reading struct {
	engine *engine.Engine
	files  []js.Value // Files
	news   func(message.Body)

	description *message.Description // of the trace, once it has been read

	source    source // that is being read
	kind      input.Kind
	head      []byte // of the file that is being read, unwrapped
	cancelled bool
	size      int64 // of all that is read, as it is stored
	before    int64 // bytes of the items before this one
	earlier   int64 // bytes of those that the engine got
	stored    int64 // bytes of this one that have been read
	unwrapped int64 // bytes of this one that the engine got
	newsAt    float64
	piece     []byte
	last      byte // that was read
	elsewhere bool // there are thread dumps, which this program does not read
}

// A stopped error says, in a sentence, why only a part of the file was read.
type stopped struct{ why string }

func (e *stopped) Error() string { return e.why }

func stop(format string, args ...any) error { return &stopped{fmt.Sprintf(format, args...)} }

// run reads all and returns what there is to show, a Description, Dumps or both, and after
// them a Failure if a file could not be read.
func (r *reading) run() (results []message.Body) {
	defer func() {
		if p := recover(); p != nil {
			results = []message.Body{mistake(p)}
		}
	}()
	// Almost all that is allocated now stays: to look for garbage at each doubling finds none.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	names := make([]string, len(r.files))
	for i, file := range r.files {
		names[i] = file.Get("name").String()
	}
	var all []item
	var failures []string
	for _, group := range input.Pair(names) {
		var files []js.Value
		for _, i := range group {
			files = append(files, r.files[i])
		}
		more, err := items(files)
		if err != nil {
			failures = append(failures, err.Error())
		}
		for i := range more {
			more[i].stored = names[group[0]]
		}
		all = append(all, more...)
	}
	if r.engine.Dumps() == nil && len(all) > 1 { // one trace is open at a time, so the others are dumps
		r.elsewhere = true
		return nil
	}
	for i := range all {
		r.size += all[i].size()
	}
	for i := range all {
		if err := r.readItem(&all[i], len(all) > 1); err != nil {
			failures = append(failures, err.Error())
		}
		if r.elsewhere {
			return nil
		}
		r.before += r.stored
		r.earlier += r.unwrapped
		if r.cancelled {
			break
		}
	}
	if r.description != nil {
		results = append(results, r.description)
	}
	if dumps := r.engine.Dumps(); dumps != nil {
		if about := dumps.Open(); about != nil {
			results = append(results, about)
		}
	}
	if len(failures) > 0 {
		results = append(results, &message.Failure{Text: strings.Join(failures, " ")})
	}
	return results
}

func (r *reading) cancel() {
	r.cancelled = true
	if r.source != nil {
		r.source.stop()
	}
}

// errElsewhere ends the reading of what another program reads.
var errElsewhere = errors.New("thread dumps are read by another program")

// A refused error says, in a sentence, what a file is that is no trace and no dump.
type refused struct{ what string }

func (e *refused) Error() string { return e.what }

// readItem reads an item. An error is the whole answer to the user; of several items it names
// the one. Of a zip file it takes what holds nothing in its stride, unless it all does.
func (r *reading) readItem(it *item, several bool) error {
	err := r.readFile(it)
	_, useless := errors.AsType[*refused](err)
	if z := it.zip; z != nil {
		z.tried++
		switch {
		case !useless:
			z.found++
		case z.items == 1:
			return fmt.Errorf("%s in the zip file: %w", it.name, err)
		case z.tried == z.items && z.found == 0:
			return errors.New(input.NothingUseful(z.names).Text)
		default:
			return nil
		}
	}
	if err != nil && several && !strings.HasPrefix(err.Error(), it.name) {
		return fmt.Errorf("%s: %w", it.name, err)
	}
	return err
}

// readFile reads an item, twice if it must.
func (r *reading) readFile(it *item) error {
	for {
		var partial string
		if err := r.once(it); err != nil {
			why, ok := errors.AsType[*stopped](err)
			if !ok || r.unwrapped == 0 {
				return err
			}
			partial = why.why
		}
		if r.kind != input.MethodTrace {
			return r.endDump(partial)
		}
		description, err := r.engine.End(partial)
		if err != nil {
			return err
		}
		if !r.engine.Again() {
			description.Stored = it.stored
			r.description = description
			return nil
		}
	}
}

// endDump completes the reading of a thread dump. A text of which only that much is known
// is said to be what it looked like.
func (r *reading) endDump(partial string) error {
	found, err := r.engine.Dumps().End(partial)
	switch {
	case found || err != nil:
		return err
	case r.kind == input.ThreadDump:
		return &refused{"This holds no thread dump."}
	}
	return &refused{r.kind.Describe(r.head)}
}

// once reads an item from start to end. An error is *stopped if what was read so far can
// be shown, else the whole answer to the user.
func (r *reading) once(it *item) error {
	r.stored, r.unwrapped = 0, 0
	for i, part := range it.parts {
		if i > 0 && r.unwrapped > 0 && r.last != '\n' {
			// The .key lacks its last line feed, and the .data follows.
			if err := r.engine.Write([]byte{'\n'}); err != nil {
				return err
			}
		}
		if err := r.readPart(it, part); err != nil {
			return err
		}
	}
	if r.unwrapped == 0 {
		return &refused{input.Empty.Sentence()}
	}
	return nil
}

// readPart reads one file, or a member of a zip file, to its end.
func (r *reading) readPart(it *item, p part) error {
	name := it.name
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
			return stop("Reading was cancelled after %s of %s.", megabytes(r.before+r.stored), megabytes(r.size))
		case err != nil:
			return r.failed(name, err)
		case piece.IsUndefined():
			return nil
		}
		if err := r.write(it, source, piece); err != nil {
			return err
		}
		limits := input.DefaultLimits
		switch {
		case r.kind == input.MethodTrace && r.engine.Full():
			return stop("Only the first %s of %s were read: the rest would need more memory than a page can have.", megabytes(r.stored), megabytes(r.size))
		case packed && r.earlier+r.unwrapped > max(limits.Free, limits.Ratio*(r.before+r.stored)):
			return stop("Unwrapping stopped after %s: so small a file cannot hold so much.", megabytes(r.earlier+r.unwrapped))
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

// write hands a piece of a source to the engine. The first piece tells what the file is.
func (r *reading) write(it *item, from source, piece js.Value) error {
	name := it.name
	n := piece.Length()
	if n > len(r.piece) {
		r.piece = make([]byte, n)
	}
	js.CopyBytesToGo(r.piece, piece)
	from.ahead()
	b := r.piece[:n]
	if r.unwrapped == 0 {
		r.head = append(r.head[:0], b[:min(n, input.HeadSize)]...)
		r.kind = input.Sniff(r.head, name)
		if r.kind == input.MethodChunk {
			r.kind, b = input.MethodTrace, b[input.ChunkSize:]
		}
		switch {
		case r.kind == input.MethodTrace && r.description != nil:
			return fmt.Errorf("%s is left out: only one method trace is open at a time.", name)
		case r.kind == input.MethodTrace:
			r.engine.Begin(name, r.size, len(it.parts) > 1)
		case r.kind.MayHoldDump(r.head) && r.engine.Dumps() == nil:
			r.elsewhere = true
			return errElsewhere
		case r.kind.MayHoldDump(r.head):
			r.engine.Dumps().Begin(name, it.stored)
		case r.kind == input.Zip:
			return &refused{"This is a zip file inside another file: unpack it and open it by itself."}
		default:
			return &refused{r.kind.Describe(r.head)}
		}
	}
	r.unwrapped += int64(n)
	r.last = r.piece[n-1]
	if r.kind != input.MethodTrace {
		r.engine.Dumps().Write(b)
		return nil
	}
	return r.engine.Write(b)
}

func (r *reading) report() {
	if t := now(); t-r.newsAt >= newsEvery {
		r.newsAt = t
		var p message.Progress
		if r.kind == input.MethodTrace {
			p = r.engine.Progress()
		}
		p.Bytes, p.Size = r.before+r.stored, r.size
		r.news(&p)
	}
}

func megabytes(n int64) string {
	if n < 100_000 {
		return fmt.Sprintf("%.1f KB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
