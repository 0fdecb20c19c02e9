package dump

import "strings"

// An Attribute is one key=value pair of a thread. Its value is as printed: schedstat keeps its
// brackets, but group loses its quote marks.
type Attribute struct{ Key, Value string }

// parseAttributes returns the key=value pairs of an attribute line, including unknown keys.
func parseAttributes(s string) []Attribute {
	var all []Attribute
	rest := strings.TrimLeft(strings.TrimPrefix(s, "|"), " ")
	for rest != "" {
		var a Attribute
		a, rest = cutAttribute(rest)
		all = append(all, a)
	}
	return all
}

// cutAttribute cuts the first attribute off s, which is not empty.
func cutAttribute(s string) (a Attribute, rest string) {
	for _, key := range []string{"held mutexes=", "monitors held:"} {
		if value, ok := strings.CutPrefix(s, key); ok {
			return Attribute{key[:len(key)-1], strings.TrimSpace(value)}, ""
		}
	}
	end := 0
	for end < len(s) && s[end] != '=' && s[end] != ' ' {
		end++
	}
	if end == len(s) || s[end] == ' ' { // a word without a value
		return Attribute{Key: s[:end]}, strings.TrimLeft(s[end:], " ")
	}
	a.Key, s = s[:end], s[end+1:]
	switch {
	case strings.HasPrefix(s, "( "):
		end = strings.IndexByte(s, ')') + 1
	case strings.HasPrefix(s, `"`):
		// A group's name may contain quote marks: it ends at one before another attribute.
		end = 0
		for i := 1; i < len(s) && end == 0; i++ {
			if s[i] == '"' && (i+1 == len(s) || s[i+1] == ' ' && startsWithKey(s[i+2:])) {
				end = i + 1
			}
		}
		if end > 0 {
			a.Value = s[1 : end-1]
			return a, strings.TrimLeft(s[end:], " ")
		}
		end = len(s) // cut off inside
	case strings.HasPrefix(s, "(null;"):
		end = strings.IndexByte(s, ')') + 1
	default:
		end = strings.IndexByte(s, ' ')
	}
	if end <= 0 {
		end = len(s)
	}
	a.Value = s[:end]
	return a, strings.TrimLeft(s[end:], " ")
}

// startsWithKey reports whether s begins with a word and an equals sign.
func startsWithKey(s string) bool {
	s = s[:min(len(s), 32)]
	end := strings.IndexByte(s, '=')
	return end > 0 && !strings.ContainsAny(s[:end], " \"")
}

// storeAttributes stores the attributes of a line in t.
func (t *Thread) storeAttributes(s []byte, intern func([]byte) string) {
	for rest := string(s); ; {
		rest = strings.TrimLeft(strings.TrimPrefix(rest, "|"), " ")
		if rest == "" {
			return
		}
		var a Attribute
		a, rest = cutAttribute(rest)
		v, n := number([]byte(a.Value))
		switch a.Key {
		case "group":
			t.Group = intern([]byte(a.Value))
		case "cgrp":
			t.Cgroup = intern([]byte(a.Value))
		case "sysTid":
			if n > 0 && v == int64(int32(v)) {
				t.SysTid = int(v)
			}
		case "dsCount":
			t.DebuggerSuspensions = int(v)
		case "nice":
			t.Nice = int(v)
		case "self":
			t.Self, _ = hex(strings.TrimPrefix(a.Value, "0x"))
		case "state":
			if len(a.Value) == 1 {
				t.KernelState = a.Value[0]
			}
		case "schedstat":
			t.schedstat(a.Value)
		case "utm":
			t.Utm, t.HasTimes = v, true
		case "stm":
			t.Stm = v
		case "core":
			t.Core = int(v)
		case "HZ":
			if v > 0 {
				t.HZ = v
			}
		}
	}
}

// schedstat reads "( running ready slices )".
func (t *Thread) schedstat(s string) {
	for i, field := range strings.Fields(strings.Trim(s, "()")) {
		v, _ := number([]byte(field))
		switch i {
		case 0:
			t.Running = v
		case 1:
			t.Ready = v
		case 2:
			t.Slices = v
		}
	}
}

// hex parses the hexadecimal number, of at most 16 digits, at the start of s. It returns the
// number's length, or 0.
func hex(s string) (v uint64, n int) {
	for n < len(s) {
		c := s[n]
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return v, n
		}
		if n == 16 {
			return 0, 0
		}
		v = v<<4 | uint64(c)
		n++
	}
	return v, n
}
