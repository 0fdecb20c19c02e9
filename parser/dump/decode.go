package dump

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// A Decoder converts a file's bytes to UTF-8 and removes byte order mark and zero bytes.
type Decoder struct {
	head    []byte // first bytes, until there are enough to decide
	begun   bool
	mark    bool // a byte order mark was there
	wide    bool // UTF-16
	big     bool // high byte first
	odd     []byte
	high    rune // first half of a surrogate pair, or 0
	zeros   int64
	scratch []byte
}

// Write passes the next piece of the file on, converted.
func (d *Decoder) Write(p []byte, to func([]byte)) {
	if !d.begun {
		d.head = append(d.head, p...)
		if len(d.head) < 3 {
			return
		}
		p = d.begin()
	}
	d.convert(p, to)
}

// Close passes on the bytes held back.
func (d *Decoder) Close(to func([]byte)) {
	if !d.begun {
		d.convert(d.begin(), to)
	}
	if d.high != 0 || len(d.odd) > 0 {
		to([]byte(string(utf8.RuneError)))
	}
}

// begin skips a byte order mark and returns the bytes after it.
func (d *Decoder) begin() []byte {
	d.begun = true
	p := d.head
	d.head = nil
	switch {
	case bytes.HasPrefix(p, []byte("\xEF\xBB\xBF")):
		d.mark = true
		return p[3:]
	case bytes.HasPrefix(p, []byte("\xFF\xFE")):
		d.wide = true
		return p[2:]
	case bytes.HasPrefix(p, []byte("\xFE\xFF")):
		d.wide, d.big = true, true
		return p[2:]
	}
	return p
}

func (d *Decoder) convert(p []byte, to func([]byte)) {
	if d.wide {
		d.fromWide(p, to)
		return
	}
	if bytes.IndexByte(p, 0) < 0 {
		to(p)
		return
	}
	d.scratch = d.scratch[:0]
	for _, c := range p {
		if c != 0 {
			d.scratch = append(d.scratch, c)
		}
	}
	d.zeros += int64(len(p) - len(d.scratch))
	to(d.scratch)
}

func (d *Decoder) fromWide(p []byte, to func([]byte)) {
	d.scratch = d.scratch[:0]
	for _, c := range p {
		d.odd = append(d.odd, c)
		if len(d.odd) < 2 {
			continue
		}
		v := rune(d.odd[0]) | rune(d.odd[1])<<8
		if d.big {
			v = rune(d.odd[1]) | rune(d.odd[0])<<8
		}
		d.odd = d.odd[:0]
		if d.high != 0 {
			pair := utf16.DecodeRune(d.high, v)
			d.high = 0
			d.scratch = utf8.AppendRune(d.scratch, pair)
			if pair != utf8.RuneError {
				continue
			}
		}
		switch {
		case v >= 0xD800 && v < 0xDC00:
			d.high = v
		case v == 0:
			d.zeros++
		default:
			d.scratch = utf8.AppendRune(d.scratch, v)
		}
	}
	to(d.scratch)
}
