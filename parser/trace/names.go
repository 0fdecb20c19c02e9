package trace

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decodeName decodes the modified UTF-8 that virtual machines write (section 3.7): U+0000
// is C0 80, a character beyond U+FFFF two surrogates of three bytes each. What is no text
// at all becomes U+FFFD.
func decodeName(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var s strings.Builder
	for len(b) > 0 {
		if len(b) >= 2 && b[0] == 0xC0 && b[1] == 0x80 {
			s.WriteByte(0)
			b = b[2:]
			continue
		}
		if high, low := surrogate(b), surrogate(b[min(3, len(b)):]); high != 0 && low != 0 {
			if c := utf16.DecodeRune(high, low); c != utf8.RuneError {
				s.WriteRune(c)
				b = b[6:]
				continue
			}
		}
		if surrogate(b) != 0 {
			s.WriteRune(utf8.RuneError)
			b = b[3:]
			continue
		}
		c, n := utf8.DecodeRune(b)
		s.WriteRune(c)
		b = b[n:]
	}
	return s.String()
}

// surrogate is the UTF-16 surrogate at the start of b, 0 if there is none.
func surrogate(b []byte) rune {
	if len(b) < 3 || b[0] != 0xED || b[1]&0xE0 != 0xA0 || b[2]&0xC0 != 0x80 {
		return 0
	}
	return 0xD000 | rune(b[1]&0x3F)<<6 | rune(b[2]&0x3F)
}

var tab = []byte{'\t'}

// parseMethod reads a method line of any number of columns (section 3.5); ok is false if
// its id is none. A line with nothing but an id gives a Method that is not Listed.
func (l *lists) parseMethod(line []byte) (m Method, ok bool) {
	cols := l.columns[:0]
	if rest, more := line, true; bytes.IndexByte(line, '\t') >= 0 {
		for more {
			var col []byte
			col, rest, more = bytes.Cut(rest, tab)
			cols = append(cols, col)
		}
	} else {
		cols = bytes.Fields(line)
	}
	if len(cols) == 0 {
		return m, false
	}
	l.columns = cols
	if m.ID, ok = parseID(cols[0]); !ok {
		return m, false
	}
	cols = cols[1:]
	m.Listed = true
	switch {
	case len(cols) == 0:
		m.Listed = false
	case len(cols) == 1:
		m.Name = l.intern(cols[0])
	case len(cols) == 3 && !bytes.HasPrefix(cols[2], []byte{'('}):
		m.Name = l.intern(cols[0])
		m.File = l.intern(cols[1])
		m.Line = parseLine(cols[2])
	default:
		m.Class = l.internClass(cols[0])
		m.Name = l.intern(cols[1])
		if len(cols) > 2 {
			m.Signature = l.intern(cols[2])
		}
		if len(cols) < 4 {
			break
		}
		file := cols[3:]
		if last := file[len(file)-1]; len(file) > 1 && isNumber(last) {
			m.Line = parseLine(last)
			file = file[:len(file)-1]
		}
		m.File = l.intern(bytes.Join(file, tab))
		if m.File == "(null)" {
			m.File = ""
		}
	}
	return m, true
}

// parseID reads a hexadecimal id in any of its spellings and clears its action bits.
func parseID(b []byte) (MethodID, bool) {
	s := string(b)
	if s == "(nil)" {
		return 0, true
	}
	s = strings.TrimPrefix(strings.TrimPrefix(s, "0x"), "0X")
	if len(s) > 16 {
		return 0, false
	}
	id, err := strconv.ParseUint(s, 16, 64)
	return MethodID(uint32(id) &^ 3), err == nil
}

func isNumber(b []byte) bool {
	_, err := strconv.ParseInt(string(b), 10, 32)
	return err == nil
}

func parseLine(b []byte) int32 {
	n, _ := strconv.ParseInt(string(b), 10, 32)
	return int32(n)
}
