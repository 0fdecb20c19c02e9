package reading

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"traceglass/parser/input"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// A stopped error says, in a sentence, why only a part of the file was read.
type stopped struct{ why string }

func (e *stopped) Error() string { return e.why }

func stop(format string, args ...any) error { return &stopped{fmt.Sprintf(format, args...)} }

// A refused error says, in a sentence, what a file is that is no trace and no dump.
type refused struct{ what string }

func (e *refused) Error() string { return e.what }

// readPart reads one file, or a member of a zip file, to its end.
func (r *Reading) readPart(it *item, p part) error {
	if done, err := r.readWhole(it, p); done {
		return err
	}
	name := it.name
	source, packed, err := p.open(&r.at.stored)
	if err != nil {
		return r.failed(name, err)
	}
	r.at.source = source
	defer source.Stop()
	source = &headed{Source: source}
	for {
		piece, err := source.Next()
		switch {
		case r.cancelled:
			return r.stopped()
		case err != nil:
			return r.failed(name, err)
		case piece == nil:
			return nil
		}
		if err := r.write(it, piece, packed); err != nil {
			return err
		}
	}
}

func (r *Reading) stopped() error {
	return stop("Reading was cancelled after %s of %s.", words.Size(r.progress()), words.Size(r.size))
}

// failed says that the file, or the rest of it, could not be read.
func (r *Reading) failed(name string, err error) error {
	why := strings.TrimSuffix(err.Error(), ".")
	if r.at.unwrapped == 0 {
		return fmt.Errorf("%s cannot be read: %s.", name, why)
	}
	return stop("Only the first %s could be read: %s.", words.Size(r.at.unwrapped), why)
}

// A headed source begins with a piece that is large enough to find out the kind of a file, unless the file is smaller.
type headed struct {
	Source
	begun, ended bool
	err          error // of the source, for the next call
}

func (h *headed) Next() (piece []byte, err error) {
	switch {
	case h.err != nil, h.ended:
		return nil, h.err
	case h.begun:
		return h.Source.Next()
	}
	h.begun = true
	if piece, err = h.Source.Next(); err != nil || piece == nil || len(piece) >= input.HeadSize {
		return piece, err
	}
	head := slices.Clone(piece)
	for len(head) < input.HeadSize && !h.ended {
		piece, h.err = h.Source.Next()
		h.ended = h.err != nil || piece == nil
		head = append(head, piece...)
	}
	return head, nil
}

// write hands a piece of a file, of a byte at least, to the engine. An error ends the file.
func (r *Reading) write(it *item, b []byte, packed bool) error {
	n, last := len(b), b[len(b)-1]
	if r.at.unwrapped == 0 {
		var err error
		if b, err = r.begin(it, b); err != nil {
			return err
		}
	}
	if r.sparing && r.before.unwrapped+r.at.unwrapped+int64(n) > small {
		r.sparing = false
		debug.SetGCPercent(ofLarge)
	}
	r.at.unwrapped += int64(n)
	r.at.last = last
	if !r.at.kind.Traces() {
		r.Engine.Dumps().Write(b)
	} else if err := r.Engine.Write(b); err != nil {
		return err
	}
	limits := input.DefaultLimits
	switch {
	case r.at.kind.Traces() && r.Engine.Full():
		r.Full = true
		return stop("Only the first %s of %s were read: the rest needs more memory than a page can have.", words.Size(r.progress()), words.Size(r.size))
	case packed && r.before.unwrapped+r.at.unwrapped > max(limits.Free, limits.Ratio*min(r.before.stored+r.at.stored, r.whole)):
		r.spent = true
		return stop("Unwrapping stopped after %s: so small a file cannot hold so much.", words.Size(r.before.unwrapped+r.at.unwrapped))
	}
	r.report()
	return nil
}

// begin finds out the kind of an item by its first piece, and returns the part of the piece to read.
func (r *Reading) begin(it *item, b []byte) ([]byte, error) {
	head := b[:min(len(b), input.HeadSize)]
	kind := input.Sniff(head, it.name)
	r.at.head, r.at.kind = slices.Clone(head), kind
	switch {
	case r.mapsOnly && !r.last && kind != input.Mapping:
		return nil, &refused{kind.Describe(head)}
	case kind.Traces() && r.Description != nil:
		return nil, fmt.Errorf("%s is left out: only one trace is open at a time. To compare, choose Compare with… in the file's menu.", it.name)
	case kind == input.Simpleperf:
		r.Engine.BeginSamples(it.name, r.size)
	case kind == input.MethodTrace:
		r.Engine.Begin(it.name, r.size, len(it.parts) > 1)
	case kind.MayHoldDump(head):
		r.Engine.Dumps().Begin(it.member.Name, it.stored)
		r.dumped = append(r.dumped, *it)
	case kind == input.Mapping:
		return b, r.beginMap(it)
	case kind == input.Zip:
		return nil, &refused{"This is a zip file inside another file. Unpack it and open it on its own."}
	default:
		return nil, &refused{kind.Describe(head)}
	}
	return b, nil
}

// toRead adds items to the total. Members of a zip file may share bytes, claim too many, or lie in a zip file
// that was packed again. Their total then exceeds the files' bytes, and progress scales it down.
func (r *Reading) toRead(items []item) {
	for i := range items {
		r.stored += items[i].size()
	}
	r.size = min(r.stored, r.whole)
}

// progress returns how many bytes have been read, of r.size.
func (r *Reading) progress() int64 {
	read := r.before.stored + r.at.stored
	if r.stored > r.size {
		return int64(float64(read) / float64(r.stored) * float64(r.size))
	}
	return read
}

// newsEvery is the least time between two reports of progress, in milliseconds.
const newsEvery = 50

// report tells how far the reading is, or does so later: the next piece may be long in coming.
func (r *Reading) report() {
	t := r.Now()
	if wait := r.newsAt + newsEvery - t; wait > 0 {
		if !r.due {
			r.due = true
			time.AfterFunc(time.Duration(wait+1)*time.Millisecond, func() {
				if r.due = false; !r.ended {
					r.report()
				}
			})
		}
		return
	}
	r.newsAt = t
	var p message.Progress
	if r.at.kind.Traces() {
		p = r.Engine.Progress()
	}
	p.Bytes, p.Size, p.File, p.Files = r.progress(), r.size, int64(r.done), int64(r.items)
	r.News(&p)
}
