package anr

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A value is the text of one JSON value. It is decoded only where it is needed, so a record of many
// megabytes costs no tree. A nil value is null.
type value []byte

// An object holds the members of a JSON object, in file order.
type object []member

type member struct {
	key string
	of  value
}

// skipBlanks returns the position of the next byte that is no blank.
func skipBlanks(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// skipString returns the position after the string that begins at i.
func skipString(b []byte, i int) int {
	for i++; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}

// skipValue returns the position after the value that begins at i. It needs no recursion, so values
// can be nested to any depth.
func skipValue(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '"':
			i = skipString(b, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			if depth == 0 {
				return i
			}
			depth--
			i++
		case ',':
			if depth == 0 {
				return i
			}
			i++
		default:
			i++
		}
		if depth == 0 && i < len(b) && (b[i-1] == '"' || b[i-1] == '}' || b[i-1] == ']') {
			return i
		}
	}
	return len(b)
}

// is reports whether v begins with a byte: '{', '[' or '"'.
func (v value) is(first byte) bool { return len(v) > 0 && v[0] == first }

// object returns the members of v, or nil if v is no object.
func (v value) object() (o object) {
	if !v.is('{') {
		return nil
	}
	for i := skipBlanks(v, 1); i < len(v) && v[i] == '"'; {
		end := skipString(v, i)
		key := unquote(v[i:end], longestFact)
		if i = skipBlanks(v, end); i < len(v) && v[i] == ':' {
			i = skipBlanks(v, i+1)
		}
		end = skipValue(v, i)
		of := value(bytes.TrimRight(v[i:end], " \t\r\n"))
		if string(of) == "null" {
			of = nil
		}
		o = append(o, member{key, of})
		if i = skipBlanks(v, end); i < len(v) && v[i] == ',' {
			i = skipBlanks(v, i+1)
		}
	}
	return o
}

// each calls do for each element of v while do returns true. v may be no list.
func (v value) each(do func(value) bool) {
	if !v.is('[') {
		return
	}
	for i := skipBlanks(v, 1); i < len(v) && v[i] != ']'; {
		end := skipValue(v, i)
		if end > i && !do(value(bytes.TrimRight(v[i:end], " \t\r\n"))) {
			return
		}
		if i = skipBlanks(v, end); i < len(v) && v[i] == ',' {
			i = skipBlanks(v, i+1)
		} else if end == i {
			i++
		}
	}
}

// list returns the elements of v, at most so many.
func (v value) list(most int) (all []value) {
	v.each(func(e value) bool {
		all = append(all, e)
		return len(all) < most
	})
	return all
}

// get returns the value of the last member with one of the keys. Of several keys, those without a
// value do not count.
func (o object) get(keys ...string) value {
	for i := len(o) - 1; i >= 0; i-- {
		for _, key := range keys {
			if o[i].key == key && (o[i].of != nil || len(keys) == 1) {
				return o[i].of
			}
		}
	}
	return nil
}

// within returns the value of a member of an object in o.
func (o object) within(outer string, keys ...string) value { return o.get(outer).object().get(keys...) }

// longestFact limits the texts of facts, in bytes.
const longestFact = 1 << 10

// fact returns a text or number as text, "" for anything else.
func (v value) fact() string {
	switch {
	case v.is('"'):
		return strings.TrimSpace(unquote(v, longestFact))
	case len(v) > 0 && (v[0] >= '0' && v[0] <= '9' || v[0] == '-' && len(v) > 1 && v[1] != 'I'):
		text := string(v[:min(len(v), longestFact)])
		if _, err := strconv.ParseFloat(text, 64); err != nil { // 1e999
			return ""
		}
		return text
	}
	return ""
}

// text returns a string of any length, "" for anything else.
func (v value) text() string {
	if !v.is('"') {
		return ""
	}
	return unquote(v, longestString)
}

// number returns a whole number, which may be a text; 0 for anything else.
func (v value) number() int64 {
	text := v.fact()
	n, err := strconv.ParseInt(text, 10, 64)
	if err == nil {
		return n
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && f == math.Trunc(f) && math.Abs(f) < 1<<53 { // 31.0
		return int64(f)
	}
	return 0
}

// small returns a number that fits 32 bits and is not negative, else 0.
func (v value) small() int {
	n := v.number()
	if n < 0 || n != int64(int32(n)) {
		return 0
	}
	return int(n)
}

// yes returns whether v is true.
func (v value) yes() bool { return string(v) == "true" }

// unquote decodes a string, and cuts it to about so many bytes. Zeros, halves of surrogate pairs
// and bytes that are no UTF-8 become U+FFFD.
func unquote(v []byte, longest int) string {
	v = v[1:]
	if n := len(v); n > 0 && v[n-1] == '"' {
		v = v[:n-1]
	}
	if len(v) <= longest && bytes.IndexByte(v, '\\') < 0 && utf8.Valid(v) && bytes.IndexByte(v, 0) < 0 {
		return string(v)
	}
	out := make([]byte, 0, min(len(v), longest+utf8.UTFMax))
	for i := 0; i < len(v) && len(out) < longest; {
		c := v[i]
		switch {
		case c == '\\' && i+1 < len(v):
			r, n := unescape(v[i:])
			if r == 0 {
				r = utf8.RuneError
			}
			out = utf8.AppendRune(out, r)
			i += n
		case c == 0 || c == '\\':
			out = utf8.AppendRune(out, utf8.RuneError)
			i++
		case c < utf8.RuneSelf:
			out = append(out, c)
			i++
		default:
			r, n := utf8.DecodeRune(v[i:])
			out = utf8.AppendRune(out, r)
			i += n
		}
	}
	return string(out)
}

// unescape decodes the escape sequence at the start of v, of at least two bytes, and returns its
// length.
func unescape(v []byte) (r rune, n int) {
	const short, means = `nrtbf"\/`, "\n\r\t\b\f\"\\/"
	if v[1] != 'u' {
		if at := strings.IndexByte(short, v[1]); at >= 0 {
			return rune(means[at]), 2
		}
		return utf8.RuneError, 2
	}
	r, ok := unit(v)
	if !ok {
		return utf8.RuneError, 2
	}
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if second, ok := unit(v[6:]); ok {
		if pair := utf16.DecodeRune(r, second); pair != utf8.RuneError {
			return pair, 12
		}
	}
	return utf8.RuneError, 6
}

// unit decodes \uXXXX at the start of v.
func unit(v []byte) (r rune, ok bool) {
	if len(v) < 6 || v[0] != '\\' || v[1] != 'u' {
		return 0, false
	}
	for _, c := range v[2:6] {
		digit := strings.IndexByte("0123456789abcdef", c|0x20)
		if digit < 0 || c < '0' {
			return 0, false
		}
		r = r<<4 | rune(digit)
	}
	return r, true
}
