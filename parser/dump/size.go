package dump

// ParseSize parses a whole number followed by B, KB, MB or GB (section 6) and returns bytes.
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
