package reading

import (
	"time"

	"traceglass/parser/input"
)

// restEvery is the longest time that files are read without waiting, in milliseconds.
const restEvery = 200

// readWhole reads a small member of a zip file in one piece. Done is false where it leaves the member to the
// browser, whose streams take longer than that to begin.
func (r *Reading) readWhole(it *item, p part) (done bool, err error) {
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
		b, err = r.inflater.Inflate(b, m.Unpacked)
	}
	if err != nil || input.Sniff(b[:min(len(b), 2)], "") == input.Gzip {
		return false, nil
	}
	if t := r.Now(); t-r.rested >= restEvery {
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
