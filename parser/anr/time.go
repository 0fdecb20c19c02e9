package anr

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"traceglass/parser/dump"
)

// A zone is what a printed time without a zone means.
type zone bool

const (
	asUTC   zone = true
	unknown zone = false
)

// instant returns a time in the form of dump.About.Time, or "" if s is no time. Its forms are in
// section 12: RFC 3339 and its neighbours, seconds to microseconds since 1970, and JavaScript's
// Date.toString().
func instant(s string, without zone) string {
	s = strings.TrimSpace(s)
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		return sinceEpoch(n)
	}
	if after, ok := strings.CutSuffix(s, " UTC"); ok {
		s, without = after, asUTC
	}
	if t := fromScript(s); t != "" {
		return t
	}
	seconds, ok := dump.Moment(s)
	if !ok || len(s) < len("2006-01-02 15:04") {
		return ""
	}
	switch {
	case strings.LastIndexAny(s, "+-") > len("2006-01-02"):
		return utc(seconds - float64(dump.Offset(strings.ReplaceAll(s, " +", "+"))))
	case strings.HasSuffix(s, "Z") || bool(without):
		return utc(seconds)
	}
	return strings.TrimSuffix(utc(seconds), "Z")
}

// sinceEpoch returns the time so many seconds, milliseconds or microseconds after 1970.
func sinceEpoch(n float64) string {
	switch {
	case !(n > 0) || n > 1e17: // also NaN
		return ""
	case n < 1e11:
	case n < 1e14:
		n /= 1e3
	default:
		n /= 1e6
	}
	return utc(n)
}

// utc prints seconds since 1970.
func utc(seconds float64) string {
	t := time.Unix(int64(math.Floor(seconds)), 0).UTC()
	return fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02dZ", t.Year(), int(t.Month()), t.Day(), t.Hour(), t.Minute(), t.Second())
}

// fromScript reads "Sat Sep 26 2026 19:58:32 GMT+0200 (any words)".
func fromScript(s string) string {
	f := strings.Fields(s)
	if len(f) < 6 || len(f[1]) != 3 || !strings.HasPrefix(f[5], "GMT") {
		return ""
	}
	month := strings.Index("JanFebMarAprMayJunJulAugSepOctNovDec", f[1])
	if month < 0 || month%3 != 0 {
		return ""
	}
	printed := fmt.Sprintf("%s-%02d-%s %s%s", f[3], month/3+1, f[2], f[4], strings.TrimPrefix(f[5], "GMT"))
	seconds, ok := dump.Moment(printed)
	if !ok {
		return ""
	}
	return utc(seconds - float64(dump.Offset(printed)))
}

// withoutYear returns the time in "09-22 04:06:04.275" as --09-22T04:06:04, or "".
func withoutYear(s string) string {
	const form = "01-02 15:04:05"
	if len(s) < len(form) || s[2] != '-' || s[5] != ' ' || s[8] != ':' || s[11] != ':' {
		return ""
	}
	return "--" + s[:5] + "T" + s[6:len(form)]
}
