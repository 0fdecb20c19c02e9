package platform

import "strings"

// Pool returns the common name of a pool's threads, for traces, dumps and tables. It replaces each
// number by #, each UUID and each hexadecimal number of at least six digits by *, and network
// addresses, text in braces and text after an @ by …. A number in brackets at the end is removed.
func Pool(name string) string {
	if head, tail, ok := cutLast(name, " ("); ok && head != "" && strings.HasSuffix(tail, ")") && strings.Trim(tail, "0123456789") == ")" && len(tail) > 1 {
		name = head
	}
	var s strings.Builder
	closed := strings.LastIndexByte(name, '}')
	for i := 0; i < len(name); {
		rest := name[i:]
		switch c := name[i]; {
		case strings.HasPrefix(rest, "http://"), strings.HasPrefix(rest, "https://"):
			s.WriteString("…")
			if i += strings.IndexByte(rest, ' '); strings.IndexByte(rest, ' ') < 0 {
				i = len(name)
			}
		case c == '@' && i > 0:
			s.WriteString("@…")
			i = len(name)
		case c == '{' && i+1 < closed && name[i+1] != '}':
			s.WriteString("{…}")
			i += strings.IndexByte(rest, '}') + 1
		case isHex(c) && (i == 0 || !isWord(name[i-1])):
			if isUUID(rest) {
				s.WriteByte('*')
				i += uuidLength
				continue
			}
			n, digits, letters := 0, 0, 0
			for n < len(rest) && isHex(rest[n]) {
				if isDigit(rest[n]) {
					digits++
				} else {
					letters++
				}
				n++
			}
			if n >= 6 && digits > 0 && letters > 0 && (n == len(rest) || !isWord(rest[n])) {
				s.WriteByte('*')
				i += n
				continue
			}
			fallthrough
		default:
			if !isDigit(c) {
				s.WriteByte(c)
				i++
				continue
			}
			for i < len(name) && isDigit(name[i]) {
				i++
			}
			s.WriteByte('#')
		}
	}
	return strings.ToValidUTF8(s.String(), "\uFFFD")
}

const uuidLength = len("00000000-0000-0000-0000-000000000000")

// isUUID reports whether s begins with a UUID.
func isUUID(s string) bool {
	if len(s) < uuidLength || len(s) > uuidLength && isWord(s[uuidLength]) {
		return false
	}
	for i := range uuidLength {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if s[i] != '-' {
				return false
			}
		} else if !isHex(s[i]) {
			return false
		}
	}
	return true
}

// cutLast cuts s around the last separator.
func cutLast(s, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(s, separator); i >= 0 {
		return s[:i], s[i+len(separator):], true
	}
	return s, "", false
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isHex(c byte) bool { return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

func isWord(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' }
