// Package words formats figures and names for people, one function each. This file has durations,
// counts, sizes, shares and plurals. ruler.go has the times of an axis, names.go short names, and
// say.go sentences and their translation. Canvases, tables, reports and the page all use it, so a
// figure looks the same everywhere.
package words

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// NBSP separates a figure from its unit, so that no line breaks there.
const NBSP = "\u00a0"

// Duration formats ns with the unit that fits and at most four digits: 430 ns, 12.35 µs, 789 µs,
// 45.63 ms, 6.374 s.
func Duration(ns int64) string {
	sign := ""
	if ns < 0 {
		sign, ns = "−", -ns
	}
	switch {
	case ns == 0:
		return "0"
	case ns < 1e3:
		return sign + strconv.FormatInt(ns, 10) + NBSP + "ns"
	case ns < 1e6 && ns%1e3 == 0:
		return sign + strconv.FormatInt(ns/1e3, 10) + NBSP + "µs"
	case ns < 999_950:
		return sign + digits(float64(ns)/1e3) + NBSP + "µs"
	case ns < 999_950_000:
		return sign + digits(float64(ns)/1e6) + NBSP + "ms"
	}
	return sign + digits(float64(ns)/1e9) + NBSP + "s"
}

// Brief is Duration without zeros at the end: 6.37 s. Use it outside columns, where figures need
// not line up.
func Brief(ns int64) string {
	figure, unit, ok := strings.Cut(Duration(ns), NBSP)
	if !ok {
		return figure
	}
	return trim(figure) + NBSP + unit
}

// RangeInName formats a range for the name of a file: 517.5ms-1.2s.
func RangeInName(from, to int64) string {
	a, b := Range(from, to)
	return strings.ReplaceAll(strings.ReplaceAll(Plain(a+"-"+b), " ", ""), "µ", "u")
}

// Range formats both ends of a range as Brief does. If both have the same unit, they also show
// the same number of decimals: 30 µs and 40 µs, 12.35 µs and 789.04 µs.
func Range(from, to int64) (a, b string) {
	a, b = Brief(from), Brief(to)
	x, unit, _ := strings.Cut(a, NBSP)
	y, other, _ := strings.Cut(b, NBSP)
	_, p, _ := strings.Cut(x, ".")
	_, q, _ := strings.Cut(y, ".")
	if unit != other || len(p) == len(q) {
		return a, b
	}
	of := map[string]float64{"µs": 1e3, "ms": 1e6, "s": 1e9}[unit]
	end := func(ns int64) string {
		whole, rest, _ := strings.Cut(strconv.FormatFloat(float64(ns)/of, 'f', max(len(p), len(q)), 64), ".")
		n, _ := strconv.ParseInt(whole, 10, 64)
		return Count(n) + "." + rest + NBSP + unit
	}
	return end(from), end(to)
}

// Amount formats a duration in ns or, if counted, a number: 6.37 s, 1,234.
func Amount(n int64, counted bool) string {
	if counted {
		return Count(n)
	}
	return Brief(n)
}

// CPUTime formats the CPU time of a thread in seconds. Systems count it in hundredths: 2.43 s,
// 5.00 s, 2:03 min. A negative time is unknown: "".
func CPUTime(s float64) string {
	switch {
	case s < 0:
		return ""
	case s < 100:
		return strconv.FormatFloat(s, 'f', 2, 64) + NBSP + "s"
	}
	return minutes(s)
}

// Elapsed formats the seconds from one dump to the next, without zeros at the end: 5 s, 0.25 s,
// 1:05 min.
func Elapsed(s float64) string {
	if s < 60 {
		return trim(strconv.FormatFloat(s, 'f', 2, 64)) + NBSP + "s"
	}
	return minutes(s)
}

func minutes(s float64) string {
	whole := int64(s)
	rest := strconv.FormatInt(100+whole%60, 10)[1:]
	return Count(whole/60) + ":" + rest + NBSP + "min"
}

// trim removes the zeros at the end of a figure's decimals.
func trim(figure string) string {
	if !strings.Contains(figure, ".") {
		return figure
	}
	return strings.TrimSuffix(strings.TrimRight(figure, "0"), ".")
}

// digits formats v ≥ 1 with four significant digits, and larger whole numbers in full.
func digits(v float64) string {
	switch {
	case v < 9.9995:
		return strconv.FormatFloat(v, 'f', 3, 64)
	case v < 99.995:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case v < 999.95:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return Count(int64(math.Round(v)))
}

// Exact formats ns in full, in microseconds: 6,374,221 µs, 12.35 µs.
func Exact(ns int64) string {
	us := Count(ns / 1000)
	if rest := ns % 1000; rest > 0 {
		us += strings.TrimRight("."+strconv.FormatInt(1000+rest, 10)[1:], "0")
	}
	return us + NBSP + "µs"
}

// Precise formats ns to the microsecond, and a time below 1 ms as Duration does: 2.113417 s,
// 533.217 ms, 12.35 µs.
func Precise(ns int64) string {
	switch {
	case ns >= 1e9:
		return strconv.FormatFloat(float64(ns/1e3)/1e6, 'f', 6, 64) + NBSP + "s"
	case ns >= 1e6:
		return strconv.FormatFloat(float64(ns/1e3)/1e3, 'f', 3, 64) + NBSP + "ms"
	}
	return Duration(ns)
}

// Count formats n with a comma every three digits.
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Rough formats a count for a small space: 999, 5.2 k, 46.6 k, 1.3 M.
func Rough(n int64) string {
	if n < 1000 {
		return strconv.FormatInt(n, 10)
	}
	v, unit := float64(n)/1e3, "k"
	if v >= 999.5 {
		v, unit = v/1e3, "M"
	}
	places := 1
	if v >= 99.95 {
		places = 0
	}
	return strconv.FormatFloat(v, 'f', places, 64) + NBSP + unit
}

// Percent formats a share of 1 with one decimal. It returns "" for NaN, which marks a share that
// would mislead.
func Percent(share float64) string {
	if math.IsNaN(share) {
		return ""
	}
	return Say("{1}\u00a0%", strconv.FormatFloat(share*100, 'f', 1, 64))
}

// Change formats the change from was to is as a share of was, rounded to one decimal: +33.4 %, −29.7 %. It returns "" if was is 0.
func Change(was, is float64) string {
	if was == 0 {
		return ""
	}
	share := (is - was) / was
	switch text := Percent(math.Abs(share)); {
	case share > 0:
		return "+" + text
	case share < 0:
		return "−" + text
	default:
		return text
	}
}

// Share formats a share of 1 in percent, with three significant digits however small it is: 12.3
// %, 0.042 %.
func Share(share float64) string { return Say("{1}\u00a0%", Figure(share*100)) }

// Figure formats a figure with three significant digits, without zeros at its end: 1,234, 12.3,
// 0.042.
func Figure(v float64) string {
	if math.Abs(v) >= 999.5 {
		return Count(int64(math.Round(v)))
	}
	return trim(strconv.FormatFloat(v, 'f', max(0, min(6, 2-int(math.Floor(math.Log10(max(1e-9, math.Abs(v))))))), 64))
}

// Signed formats a change: +12, −3, 0.
func Signed(n int64, figure func(int64) string) string {
	switch {
	case n > 0:
		return "+" + figure(n)
	case n < 0:
		return "−" + figure(-n)
	}
	return figure(0)
}

// Size formats a number of bytes in decimal units: 450 KB, 1.41 GB.
func Size(n int64) string {
	v, unit := float64(n), "B"
	for _, next := range []string{"KB", "MB", "GB"} {
		if v < 999.5 {
			break
		}
		v, unit = v/1000, next
	}
	places := 0
	if unit != "B" && v < 9.995 {
		places = 2
	} else if unit == "GB" || unit == "MB" && v < 99.95 {
		places = 1
	}
	return trim(strconv.FormatFloat(v, 'f', places, 64)) + NBSP + unit
}

// Plural formats a number with its noun: "1 thread", "66 threads".
func Plural(n int64, one, many Text) string {
	if s := counted(n, one, many); s != "" {
		return s
	}
	return Count(n) + " " + string(noun(n, one, many))
}

// Seen counts calls. For a sampled trace it counts times seen, because samples do not show calls.
func Seen(n int64, sampled bool) string {
	if sampled {
		return Plural(n, "time seen", "times seen")
	}
	return Plural(n, "call", "calls")
}

// Often says how often something was called: "3 calls"; or in a sampled trace how often it was seen: "seen 3 times".
func Often(n int64, sampled bool) string {
	switch {
	case !sampled:
		return Seen(n, false)
	case n == 1:
		return T("seen once")
	}
	return Say("seen {1} times", Count(n))
}

// noun returns the noun for n things.
func noun(n int64, one, many Text) Text {
	if n == 1 {
		return one
	}
	return many
}

// Plain replaces NBSP by blanks, for terminals and searches of plain text.
func Plain(s string) string { return strings.ReplaceAll(s, NBSP, " ") }

// mostClipped is how many bytes Clip keeps. The page's renderer accepts no attribute or text over
// 16 KB.
const mostClipped = 3000

// Clip shortens text from a file, which can be of any length.
func Clip(s string) string { return ClipTo(s, mostClipped) }

// ClipTo shortens text to at most most bytes, between two characters, and ends it with … where it
// cuts.
func ClipTo(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for i := 0; i < utf8.UTFMax-1 && most > 0 && !utf8.RuneStart(s[most]); i++ {
		most--
	}
	return s[:most] + "…"
}
