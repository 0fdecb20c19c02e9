package worker

import (
	"time"

	"traceglass/parser/input"
	"traceglass/wasm/script"
)

// atOnce reads a small member of a zip file at once; done is false where it leaves it to the browser.
// It is nil in a program that leaves all to that, and then weighs nothing there.
var atOnce func(r *reading, it *item, p part) (done bool, err error)

// restEvery is the longest time that files are read without waiting, in milliseconds.
const restEvery = 200

// UnpackBy has the program unpack small files by itself, from before Run on. Inflate undoes deflate, of
// about so many bytes; what it returns is good until the next call.
func UnpackBy(inflate func(packed []byte, expected int64) ([]byte, error)) {
	atOnce = func(r *reading, it *item, p part) (done bool, err error) {
		m := p.member
		if m == nil || m.Odd != "" || m.Size < 0 || m.Size > wide/2 {
			return false, nil
		}
		at, err := m.Start(p.window)
		if err != nil {
			return false, nil // as of all that is odd, to open it says what
		}
		b, err := p.window.stretch(at, int(m.Size))
		if err == nil && m.Deflated {
			b, err = inflate(b, m.Unpacked)
		}
		if err != nil || input.Sniff(b[:min(len(b), 2)], "") == input.Gzip {
			return false, nil
		}
		if t := script.Now(); t-r.rested >= restEvery {
			time.Sleep(time.Millisecond) // now messages come in
			r.rested = t
		}
		r.at.stored += m.Size
		switch {
		case r.cancelled:
			return true, r.stopped()
		case len(b) == 0:
			return true, nil
		}
		return true, r.write(it, b, m.Deflated)
	}
}
