package words

import (
	"strconv"
	"strings"
	"time"
)

// Instant reads a time from a recording's start, as commands and people write it: 1.25s, 300 ms, or in ns 1250. It
// is never below 0.
func Instant(text string) (ns int64, ok bool) {
	text = strings.ReplaceAll(Plain(text), " ", "")
	ns, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		var d time.Duration
		d, err = time.ParseDuration(text)
		ns = int64(d)
	}
	return ns, err == nil && ns >= 0
}

// InstantText writes ns so that Instant reads the same.
func InstantText(ns int64) string { return time.Duration(ns).String() }
