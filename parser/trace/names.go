package trace

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decodeName decodes the modified UTF-8 of virtual machines (section 3.7): U+0000 is C0 80, and a
// character beyond U+FFFF is two surrogates of three bytes each. Invalid bytes become U+FFFD.
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

// Visible returns s with invisible or reordering characters made visible: control characters as
// their pictures (␛), characters that change the direction of text or have no width as escapes
// (\u202e). Other text is returned unchanged.
func Visible(s string) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = ' ' <= s[i] && s[i] <= '~'
	}
	if plain {
		return s
	}
	var b strings.Builder
	for i, c := range s {
		switch {
		case c < ' ':
			b.WriteRune('␀' + c)
		case c == 0x7F:
			b.WriteRune('␡')
		case hidden(c):
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(c), "'"))
		case c == utf8.RuneError:
			b.WriteRune(c) // of bytes that are no text too
		default:
			b.WriteString(s[i : i+utf8.RuneLen(c)])
		}
	}
	return b.String()
}

// hidden reports whether c is a control character beyond ASCII, a line separator, or a Unicode
// format character. The two joiners are exceptions, because emoji and several scripts need them.
func hidden(c rune) bool {
	switch {
	case 0x80 <= c && c <= 0x9F, c == 0xAD, 0x600 <= c && c <= 0x605, c == 0x61C, c == 0x6DD, c == 0x70F, c == 0x180E,
		c == 0x200B, c == 0x200E, c == 0x200F, 0x2028 <= c && c <= 0x202E, 0x2060 <= c && c <= 0x206F, c == 0xFEFF,
		0xFFF9 <= c && c <= 0xFFFB, 0xE0000 <= c && c <= 0xE007F:
		return true
	}
	return false
}

// surrogate returns the UTF-16 surrogate at the start of b, or 0.
func surrogate(b []byte) rune {
	if len(b) < 3 || b[0] != 0xED || b[1]&0xE0 != 0xA0 || b[2]&0xC0 != 0x80 {
		return 0
	}
	return 0xD000 | rune(b[1]&0x3F)<<6 | rune(b[2]&0x3F)
}

// parseMethod parses a method line with any number of columns (section 3.5). Ok is false if the id
// is invalid. A line with only an id gives a Method that is not Listed. All columns are slices of
// one string: interning each takes longer than all other work, and saves at most half of the
// memory.
func (l *lists) parseMethod(line string) (m Method, ok bool) {
	cols := l.columns[:0]
	if strings.IndexByte(line, '\t') >= 0 {
		cols = splitTabs(cols, line)
	} else {
		cols = strings.Fields(line)
	}
	if len(cols) == 0 {
		return m, false
	}
	l.columns = cols
	if m.ID, ok = l.parseID(cols[0]); !ok {
		return m, false
	}
	l.setColumns(&m, cols[1:])
	return m, true
}

// splitTabs appends the columns of a line to cols.
func splitTabs(cols []string, line string) []string {
	for {
		i := strings.IndexByte(line, '\t')
		if i < 0 {
			return append(cols, line)
		}
		cols = append(cols, line[:i])
		line = line[i+1:]
	}
}

// setColumns sets the fields of a method from the columns after the id.
func (l *lists) setColumns(m *Method, cols []string) {
	m.Listed = true
	switch {
	case len(cols) == 0:
		m.Listed = false
	case len(cols) == 1:
		m.Name = cols[0]
	case len(cols) == 3 && !strings.HasPrefix(cols[2], "("):
		m.Name, m.File = cols[0], cols[1]
		m.Line, _ = parseLine(cols[2])
	default:
		m.Class, m.Name = l.dotted(cols[0]), cols[1]
		if len(cols) > 2 {
			m.Signature = cols[2]
		}
		if len(cols) < 4 {
			break
		}
		file := cols[3:]
		if last := len(file) - 1; last > 0 {
			if line, ok := parseLine(file[last]); ok {
				m.Line, file = line, file[:last]
			}
		}
		m.File = strings.Join(file, "\t")
		if m.File == "(null)" {
			m.File = ""
		}
	}
}

// dotted returns a class name as it is shown, with dots for slashes.
func (l *lists) dotted(class string) string {
	if strings.IndexByte(class, '/') < 0 {
		return class
	}
	if s, ok := l.classes[class]; ok {
		return s
	}
	s := strings.ReplaceAll(class, "/", ".")
	l.classes[class] = s
	return s
}

// parseID is parseID, for where records hold whole ids.
func (l *lists) parseID(s string) (MethodID, bool) {
	if !l.wideIDs {
		return parseID(s)
	}
	base := 0 // as the prefix says
	if !l.decimal {
		base, s = 16, trimHex(s)
	}
	id, err := strconv.ParseUint(s, base, 64)
	return MethodID(id &^ 3), err == nil
}

// parseID reads a hexadecimal id in any of its spellings and clears its action bits. Of 64 bits
// the low 32 count.
func parseID(s string) (MethodID, bool) {
	if s == "(nil)" {
		return 0, true
	}
	s = trimHex(s)
	if len(s) > 16 {
		return 0, false
	}
	id, err := strconv.ParseUint(s, 16, 64)
	return MethodID(uint32(id) &^ 3), err == nil
}

func trimHex(s string) string { return strings.TrimPrefix(strings.TrimPrefix(s, "0x"), "0X") }

// parseLine reads a line's number; ok is false if it is none, and the number 0, or the closest there is.
func parseLine(s string) (number int32, ok bool) {
	n, err := strconv.ParseInt(s, 10, 32)
	return int32(n), err == nil
}
