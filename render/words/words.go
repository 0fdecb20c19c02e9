// Package words writes figures as people read them: durations, counts, sizes, shares and
// plurals, one function each, the same on canvases, in tables, in reports and on the page.
package words

import (
	"math"
	"strconv"
	"strings"
)

// NBSP stands between a figure and its unit, so that no line breaks there.
const NBSP = "\u00a0"

// Duration prints ns with the unit that fits, four digits at most before it goes to the
// next: 430 ns, 12.35 µs, 789 µs, 45.63 ms, 6.374 s.
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

// Brief is a duration in running text, without zeros at its end: 6.37 s.
func Brief(ns int64) string {
	s := Duration(ns)
	figure, unit, ok := strings.Cut(s, NBSP)
	if ok && strings.Contains(figure, ".") {
		figure = strings.TrimSuffix(strings.TrimRight(figure, "0"), ".")
		return figure + NBSP + unit
	}
	return s
}

// digits prints v ≥ 1 with four significant digits, whole numbers above that in full.
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

// Exact prints ns in full, in microseconds: 6,374,221 µs, 12.35 µs.
func Exact(ns int64) string {
	us := Count(ns / 1000)
	if rest := ns % 1000; rest > 0 {
		us += strings.TrimRight("."+strconv.FormatInt(1000+rest, 10)[1:], "0")
	}
	return us + NBSP + "µs"
}

// Count prints n with a comma every three digits.
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Percent prints a part of 1; one that would mislead, NaN, is left blank.
func Percent(share float64) string {
	if math.IsNaN(share) {
		return ""
	}
	return strconv.FormatFloat(share*100, 'f', 1, 64) + NBSP + "%"
}

// Size prints a number of bytes in decimal units: 450 KB, 1.41 GB.
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
	s := strconv.FormatFloat(v, 'f', places, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return s + NBSP + unit
}

// Plural prints "1 thread", "66 threads".
func Plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(n) + " " + many
}

// Clip cuts text that a file could have made endless; the page's renderer takes no
// attribute or text beyond 16 KB.
func Clip(s string) string {
	const most = 3000
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
