package mapping

import "bytes"

// A member is a parsed line of a method or field; it refers to the line's bytes.
type member struct {
	name    []byte // as written: with its class if that is another one
	ret     []byte // type of the field, or return type of the method
	args    []byte // between the parentheses
	obf     []byte // name in the app
	method  bool
	ranged  bool // from and to are set
	numbers int8 // number of original lines given: 0, 1 or 2

	from, to, ofrom, oto int32
}

var arrow, orderMark = []byte("->"), []byte("\xEF\xBB\xBF")

// trim removes white space around s (section 2): spaces, tabs, carriage returns and byte order
// marks.
func trim(s []byte) []byte {
	for len(s) > 0 && (s[0] <= ' ' || s[0] == 0xEF) {
		if isBlank(s[0]) {
			s = s[1:]
		} else if bytes.HasPrefix(s, orderMark) {
			s = s[len(orderMark):]
		} else {
			break
		}
	}
	for n := len(s); n > 0 && (s[n-1] <= ' ' || s[n-1] == 0xBF); n = len(s) {
		if isBlank(s[n-1]) {
			s = s[:n-1]
		} else if bytes.HasSuffix(s, orderMark) {
			s = s[:n-len(orderMark)]
		} else {
			break
		}
	}
	return s
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

// parseClass parses a trimmed line "original -> name:"; ok is false for any other line.
func parseClass(s []byte) (original, name []byte, ok bool) {
	if s[len(s)-1] != ':' {
		return nil, nil, false
	}
	at := bytes.Index(s, arrow)
	if at <= 0 {
		return nil, nil, false
	}
	original, name = trim(s[:at]), trim(s[at+2:len(s)-1])
	return original, name, len(original) > 0 && len(name) > 0 && bytes.IndexByte(original, ' ') < 0 && bytes.IndexByte(original, '(') < 0
}

// parse parses a trimmed line of a field or method (section 2.1). These lines make up most of a
// map; BenchmarkReader measures it.
func (m *member) parse(s []byte) bool {
	*m = member{}
	before := s
	if open := bytes.IndexByte(s, '('); open >= 0 {
		end := bytes.IndexByte(s[open:], ')')
		if end < 0 {
			return false
		}
		m.method, m.args = true, s[open+1:open+end]
		before, s = trim(s[:open]), s[open+end+1:]
		s = trim(s)
		n, ok := m.original(s)
		if s = trim(s[n:]); !ok || !bytes.HasPrefix(s, arrow) {
			return false
		}
		if before, ok = m.cutRange(before); !ok {
			return false
		}
	} else {
		at := bytes.Index(s, arrow)
		if at < 0 {
			return false
		}
		before, s = trim(s[:at]), s[at:]
	}
	m.obf = trim(s[len(arrow):])
	blank := len(before) - 1
	for blank >= 0 && !isBlank(before[blank]) {
		blank--
	}
	if blank < 0 {
		return false
	}
	m.name, m.ret = before[blank+1:], trim(before[:blank])
	return len(m.name) > 0 && len(m.ret) > 0 && len(m.obf) > 0
}

// cutRange cuts an optional "from:to:" off the start of s.
func (m *member) cutRange(s []byte) (rest []byte, ok bool) {
	if len(s) == 0 || s[0] < '0' || s[0] > '9' {
		return s, true
	}
	var n, k int
	if m.from, n = number(s); n == 0 || n >= len(s) || s[n] != ':' {
		return nil, false
	}
	if m.to, k = number(s[n+1:]); k == 0 || n+1+k >= len(s) || s[n+1+k] != ':' {
		return nil, false
	}
	m.ranged = true
	m.from, m.to = ordered(m.from, m.to)
	return trim(s[n+k+2:]), true
}

// original parses an optional ":ofrom" or ":ofrom:oto" at the start of s; n is its length.
func (m *member) original(s []byte) (n int, ok bool) {
	if len(s) == 0 || s[0] != ':' {
		return 0, true
	}
	var k int
	if m.ofrom, n = number(s[1:]); n == 0 {
		return 0, false
	}
	n++
	m.oto, m.numbers = m.ofrom, 1
	if n == len(s) || s[n] != ':' {
		return n, true
	}
	if m.oto, k = number(s[n+1:]); k == 0 {
		return 0, false
	}
	m.numbers = 2
	m.ofrom, m.oto = ordered(m.ofrom, m.oto)
	return n + 1 + k, true
}

// ordered corrects a range with swapped ends, or with the second end 0 as old versions of R8 wrote
// it.
func ordered(from, to int32) (int32, int32) {
	switch {
	case to == 0:
		return from, from
	case from > to:
		return to, from
	}
	return from, to
}

// number parses the number at the start of s. N is its length, or 0 if there is no number or it is
// too large.
func number(s []byte) (v int32, n int) {
	sum := int64(0)
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		if sum = sum*10 + int64(s[n]-'0'); sum > 1<<31-1 {
			return 0, 0
		}
		n++
	}
	return int32(sum), n
}
