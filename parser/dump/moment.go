package dump

import (
	"strconv"
	"strings"
	"time"
)

// Moment returns "2018-07-29 17:18:53.535" in seconds; it ignores any text that follows.
func Moment(s string) (seconds float64, ok bool) {
	var parts [5]int // year, month, day, hour, minute
	for i, mark := range []byte("-- ::") {
		digits := 0
		for digits < len(s) && isDigit(s[digits]) {
			digits++
		}
		var err error
		if parts[i], err = strconv.Atoi(s[:digits]); err != nil || digits == len(s) || s[digits] != mark && (mark != ' ' || s[digits] != 'T') {
			return 0, false
		}
		s = strings.TrimLeft(s[digits+1:], " ")
	}
	end := 0
	for end < min(len(s), len("00.000000000")) && (isDigit(s[end]) || s[end] == '.') {
		end++
	}
	second, err := strconv.ParseFloat(s[:end], 64)
	if err != nil {
		return 0, false
	}
	return float64(time.Date(parts[0], time.Month(parts[1]), parts[2], parts[3], parts[4], 0, 0, time.UTC).Unix()) + second, true
}

// Offset returns how many seconds a printed time is ahead of UTC. A zone such as +0200 or -07:00 at its end says that. Offset
// returns 0 for a time without a zone.
func Offset(printed string) (seconds int) {
	at := strings.LastIndexAny(printed, "+-")
	if at <= len("2024-01-01") {
		return 0
	}
	digits := strings.Replace(printed[at+1:], ":", "", 1)
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil || len(digits) != 4 || n/100 > 24 || n%100 > 59 {
		return 0
	}
	seconds = int(n/100*60+n%100) * 60
	if printed[at] == '-' {
		return -seconds
	}
	return seconds
}
