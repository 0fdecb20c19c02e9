// Package reading takes files to the engine: a method trace in one file, or in a .key and its .data, any number of
// thread dumps, maps of names, and ZIP files and folders of them. It knows no browser. While it waits for a file, the
// worker handles other messages.
package reading

import (
	"errors"
	"io"

	"traceglass/parser/input"
	"traceglass/wasm/message"
)

// A File is a file that was opened. Its methods may wait.
type File interface {
	Name() string
	Size() int64    // bytes
	IsFolder() bool // it is a ZIP file that stands for a folder

	io.ReaderAt

	// Open returns a source of the uncompressed content of a stretch of the file. It undoes two layers of gzip at
	// most. packed is whether there was any compression. The bytes that pass, as stored, are added to stored.
	Open(of Stretch, stored *int64) (from Source, packed bool, err error)

	// Unpack returns a file with the uncompressed content, held in memory. It calls each for every piece, with the
	// length and the first bytes of the piece. An error of each ends it.
	Unpack(of Stretch, each func(length int, head []byte) error) (File, error)
}

// A Stretch is a part of a file. The zero Stretch is the whole file.
type Stretch struct {
	From, Size int64 // bytes
	Deflated   bool
}

// A Source hands out bytes piece by piece.
type Source interface {
	Next() ([]byte, error) // good until the next call; nil at the end, after which it is not called
	Stop()                 // ends a Next that waits
}

// A part is a file, or a member of a ZIP file.
type part struct {
	file   File          // the file, or the ZIP file
	member *input.Member // of the ZIP file, nil for a file
	window *window       // onto the ZIP file
}

// size returns how many bytes the part has as it is stored.
func (p part) size() int64 {
	if p.member != nil {
		return p.member.Size
	}
	return p.file.Size()
}

// stretch returns where the part is in its file.
func (p part) stretch() (of Stretch, err error) {
	m := p.member
	if m == nil {
		return Stretch{}, nil
	}
	if m.Odd != "" {
		return of, errors.New(m.Odd)
	}
	at, err := m.Start(p.window)
	return Stretch{From: at, Size: m.Size, Deflated: m.Deflated}, err
}

// open returns a source of the content of the part: see File.Open.
func (p part) open(stored *int64) (Source, bool, error) {
	of, err := p.stretch()
	if err != nil {
		return nil, false, err
	}
	return p.file.Open(of, stored)
}

// An item is one trace or thread dump to read: a file, a .key and its .data, or members of
// a zip file.
type item struct {
	name   string
	stored string // name of the file that was opened, and within a zip file of several traces and dumps that of the trace
	trace  bool   // by its name
	parts  []part
	zip    *zipped // that it is in, nil outside
	member message.Member
}

// size is how many bytes the item has as it is stored.
func (it *item) size() (n int64) {
	for _, p := range it.parts {
		n += p.size()
	}
	return n
}

// itemsOf lists what to read of a file, or of a .key and its .data. Failures say, a sentence each, what
// of it is not known.
func (r *Reading) itemsOf(files []File) (all []item, failures []string) {
	name := files[0].Name()
	var parts []part
	for _, file := range files {
		parts = append(parts, part{file: file})
	}
	whole := []item{{name: name, stored: name, trace: input.IsTraceName(name), parts: parts}}
	whole[0].member = message.Member{Name: name, Size: whole[0].size(), Packed: input.Plain(name) != name, Pair: len(files) > 1}
	if len(files) != 1 {
		return whole, nil
	}
	head := make([]byte, 4)
	if _, err := parts[0].file.ReadAt(head, 0); err != nil {
		return whole, nil // reading it will tell
	}
	kind := input.Sniff(head, "")
	if kind == input.Zip || kind == input.Gzip {
		if all, failures, ok := r.listZip(name, parts[0], kind); ok {
			return all, failures
		}
	}
	return whole, nil
}

func namesOf(files []File) []string {
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Name()
	}
	return names
}

// sizeOf returns the bytes in files.
func sizeOf(files []File) (size int64) {
	for _, f := range files {
		size += f.Size()
	}
	return size
}

// A Used is a map of names that was read.
type Used struct{ part part }

// Stretch returns the file that the map is in, and where.
func (u Used) Stretch() (File, Stretch, error) {
	of, err := u.part.stretch()
	return u.part.file, of, err
}

// Size returns its size in bytes as it is stored.
func (u Used) Size() int64 { return u.part.size() }
