package words

import (
	"strconv"
	"strings"
	"time"
)

// Instant parses a time since the start of a recording, in ns, as commands and people write it:
// 1.25s, 300 ms, or 1250 for ns. ok is false for negative times and for any other text.
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

// InstantText formats ns so that Instant returns the same number.
func InstantText(ns int64) string { return time.Duration(ns).String() }
