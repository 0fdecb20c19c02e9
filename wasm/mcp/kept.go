//go:build !js

package mcp

import (
	"runtime"
	"slices"

	"traceglass/render/answer"
)

// kept are the files that were asked about last, for the next question.
type kept struct {
	budget int64   // bytes
	files  []*file // that of the last question last
	held   int64   // bytes that they took when last measured
	empty  int64   // bytes of the program without them
}

// A file is what a question is about, as it was read.
type file struct {
	path     string
	of       answer.Kinds
	subject  answer.Subject
	warnings []string
	stamps   []stamp // one for each file that was read
	listing  string  // fingerprint of a folder
}

const (
	mostKept     = 100 // files
	mostWarnings = 3   // of a file, in each answer about it
)

func newKept(budget int64) *kept { return &kept{budget: budget, empty: heap()} }

// heap returns the bytes of all values that are in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// file returns a kept file, and makes it the last. It returns nil for other files.
func (k *kept) file(path string, of answer.Kinds) *file {
	at := k.index(path, of)
	if at < 0 {
		return nil
	}
	f := k.files[at]
	k.files = append(slices.Delete(k.files, at, at+1), f)
	return f
}

// index returns the position of a file that was read for these kinds of questions. Dumps that were read for any kind answer
// those about dumps too.
func (k *kept) index(path string, of answer.Kinds) int {
	return slices.IndexFunc(k.files, func(f *file) bool {
		if f.path != path {
			return false
		}
		_, dumps := f.subject.(*answer.Dumps)
		return reader(f.of) == reader(of) || dumps && reader(of) == answer.OfDumps
	})
}

// reader returns the kinds that decide how a file is read: as a pile, as dumps only, or by its content.
func reader(of answer.Kinds) answer.Kinds {
	switch {
	case of == answer.OfPile:
		return answer.OfPile
	case of&answer.OfTrace == 0:
		return answer.OfDumps
	}
	return answer.OfTrace
}

// add keeps a file as the last.
func (k *kept) add(f *file) {
	if len(k.files) == mostKept {
		k.files = slices.Delete(k.files, 0, 1)
	}
	k.files = append(k.files, f)
}

// forget drops a file, if it is kept.
func (k *kept) forget(path string, of answer.Kinds) {
	if at := k.index(path, of); at >= 0 {
		k.files = slices.Delete(k.files, at, at+1)
	}
}

func (k *kept) clear() { k.files, k.held = nil, 0 }

// trim forgets files, those of the oldest questions first, until the rest takes at most most bytes. It measures the memory
// in use instead of adding up sizes, because a file grows with the figures of its answers.
func (k *kept) trim(most int64) {
	for {
		if k.held = heap() - k.empty; k.held <= most || len(k.files) == 0 {
			break
		}
		k.files = slices.Delete(k.files, 0, 1)
	}
	if len(k.files) == 0 {
		k.held = 0
	}
}

// partial reports whether memory ended before a trace did.
func (f *file) partial() bool {
	t, ok := f.subject.(*answer.Trace)
	return ok && t.Partial()
}
