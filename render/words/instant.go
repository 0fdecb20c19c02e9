package words

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Instant parses a time since the start of a recording, in ns, as commands and people write it:
// 1.25s, 300 ms, 1m2s, or 1250 for ns. ok is false for negative times and for any other text.
func Instant(text string) (ns int64, ok bool) {
	text = strings.ReplaceAll(Plain(text), " ", "")
	if ns, err := strconv.ParseInt(text, 10, 64); err == nil {
		return ns, ns >= 0
	}
	isNumber := func(c rune) bool { return c >= '0' && c <= '9' || c == '.' }
	for text != "" {
		n := len(text) - len(strings.TrimLeftFunc(text, isNumber))
		number, rest := text[:n], text[n:]
		end := strings.IndexFunc(rest, isNumber)
		if end < 0 {
			end = len(rest)
		}
		unit := 0.0
		switch rest[:end] {
		case "ns":
			unit = 1
		case "us", "µs", "μs":
			unit = 1e3
		case "ms":
			unit = 1e6
		case "s":
			unit = 1e9
		case "m":
			unit = 60e9
		case "h":
			unit = 3600e9
		}
		part, err := strconv.ParseFloat(number, 64)
		part = math.Round(part * unit)
		if err != nil || unit == 0 || part >= 1<<63 || ns+int64(part) < 0 {
			return 0, false
		}
		ns, text, ok = ns+int64(part), rest[end:], true
	}
	return ns, ok
}

// Instants parses two times with a dash, the word to or a blank between them: 1.2s-1.5s, 300 ms – 1.1 s, 1 to 2 s, 1s 2s. A first
// time without a unit has that of the second, and two times without one are seconds. A comma can stand for the decimal point.
func Instants(text string) (from, to int64, ok bool) {
	text = strings.ReplaceAll(Plain(text), ",", ".")
	for _, between := range [...]string{"–", "—", "-", " to ", "s "} {
		if a, b, cut := strings.Cut(text, between); cut {
			if between == "s " { // the end of the first unit
				a += "s"
			}
			unit := strings.TrimLeft(b, " 0123456789.")
			if unit == "" {
				unit = "s"
				b += unit
			}
			if a = strings.TrimSpace(a); a != "" && strings.Trim(a, "0123456789.") == "" {
				a += unit
			}
			from, okFrom := Instant(a)
			to, okTo := Instant(b)
			return from, to, okFrom && okTo
		}
	}
	return 0, 0, false
}

// InstantText formats ns so that Instant returns the same number.
func InstantText(ns int64) string { return time.Duration(ns).String() }
