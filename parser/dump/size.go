package dump

import "strings"

// ParseSize reads a whole number with B, KB, MB or GB behind it (section 6): bytes.
func ParseSize(s string) (bytes int64, ok bool) {
	v, n := number([]byte(s))
	if n == 0 || v < 0 {
		return 0, false
	}
	for i, unit := range []string{"B", "KB", "MB", "GB"} {
		if s[n:] == unit && v < 1<<33 {
			return v << (10 * i), true
		}
	}
	return 0, false
}

// ParseHeap reads "Heap: 65% free, 16MB/48MB; 123 objects", which since 15 the heading of
// the image spaces follows instead of the objects.
func ParseHeap(s string) (freePercent int, used, size int64, ok bool) {
	percent, s, ok := strings.Cut(strings.TrimPrefix(s, "Heap: "), "% free, ")
	if !ok {
		return 0, 0, 0, false
	}
	v, n := number([]byte(percent))
	s, _, _ = strings.Cut(s, ";")
	s = strings.TrimSuffix(s, "Image spaces:")
	before, after, _ := strings.Cut(s, "/")
	used, ok1 := ParseSize(before)
	size, ok2 := ParseSize(after)
	return int(v), used, size, n > 0 && ok1 && ok2
}

// ParseStack reads the value of "stack", two addresses: the protected strip at the low end
// of a stack, not all of it.
func ParseStack(s string) (low, high uint64, ok bool) {
	from, to, ok := strings.Cut(s, "-")
	low, n := hex(strings.TrimPrefix(from, "0x"))
	high, m := hex(strings.TrimPrefix(to, "0x"))
	return low, high, ok && n > 0 && m > 0
}
