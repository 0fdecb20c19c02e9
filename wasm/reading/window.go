package reading

import "io"

// A window is a stretch of a zip file in memory. Of ten thousand small files in one each would be
// two requests to the browser, which take longer than to read them.
type window struct {
	file  io.ReaderAt
	from  int64
	bytes []byte
}

// How much is read at a time, in bytes: of files one after another, and of those here and there.
const (
	wide   = 2 << 20
	narrow = 64 << 10
)

// ReadAt implements io.ReaderAt. It waits, so only a goroutine may use it.
func (w *window) ReadAt(p []byte, at int64) (int, error) {
	b, err := w.stretch(at, len(p))
	return copy(p, b), err
}

// stretch returns so many bytes of the zip file, good until the next are asked for; with an error
// fewer. It waits as ReadAt does.
func (w *window) stretch(at int64, size int) ([]byte, error) {
	end := w.from + int64(len(w.bytes))
	if at < w.from || at+int64(size) > end {
		ahead := narrow
		if at >= w.from && at <= end+narrow { // a little may lie between two files
			ahead = wide
		}
		w.bytes = append(w.bytes[:0], make([]byte, max(ahead, size))...)
		n, err := w.file.ReadAt(w.bytes, at)
		if n < size && ahead > size { // of a folder, a file further on may be unreadable
			n, err = w.file.ReadAt(w.bytes[:size], at)
		}
		w.from, w.bytes = at, w.bytes[:n]
		if n < size {
			return w.bytes, err
		}
	}
	return w.bytes[at-w.from:][:size], nil
}
